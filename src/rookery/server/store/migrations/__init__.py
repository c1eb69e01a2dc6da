"""How the database came to look as ``schema.py`` says: one file a version, never edited later."""
