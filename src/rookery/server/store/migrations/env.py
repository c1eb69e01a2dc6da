"""What Alembic runs: the migrations, on the connection that ``migrate.py`` hands over."""

from alembic import context

settings = context.config.attributes
context.configure(connection=settings["connection"], version_table=settings["version_table"])
# The transaction is the caller's: all migrations take place, or none.
context.run_migrations()
