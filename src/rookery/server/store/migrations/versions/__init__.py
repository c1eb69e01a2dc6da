"""``v0001_….py``, ``v0002_….py`` …: the number is the version."""
