"""The tables of the database, as the latest migration leaves them.

``last`` is the ply of a log's last entry. An append locks that row, compares, and writes; the
log's own key is the second guard. The summary stands apart from the sheet because it is
rewritten with every append and the sheet, with its settings, never is.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    text,
)

# The version's table has a name of its own, so that a PostgreSQL database can be shared with
# another program that uses Alembic.
VERSION_TABLE = "rookery_version"

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", SmallInteger),
    Column("data", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # What the house's clock said, and how much of the time was the network's, in ms.
    Column("clock", BigInteger),
    Column("lag", Integer, nullable=False, server_default="0"),
    # Of this entry and all before it: ``chain.py``.
    Column("digest", LargeBinary),
    # The key is the tree: a log lies together, and an append writes one tree, not two.
    sqlite_with_rowid=False,
)

summaries = Table(
    "summaries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("last", Integer, nullable=False),
    # Of the log's last entry.
    Column("digest", LargeBinary),
    # The table's own, here once more for the index below.
    Column("game", Text, nullable=False, server_default=""),
    Column("status", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("due", BigInteger),
    Column("seats", SmallInteger, nullable=False),
    Column("free", SmallInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
_due, _changed = summaries.c.due, summaries.c.changed
Index("due_tables", _due, sqlite_where=_due.is_not(None), postgresql_where=_due.is_not(None))
# SQLite uses such an index only for a condition in the very same words: those of SQLAlchemy.
_public: dict[str, Any] = {"sqlite_where": text("public = 1"), "postgresql_where": text("public")}
_newest = (_changed.desc(), summaries.c.table_id)
Index("public_tables", summaries.c.status, *_newest, **_public)
Index("public_tables_of_game", summaries.c.status, summaries.c.game, *_newest, **_public)

guests = Table(
    "guests",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    sqlite_with_rowid=False,
)
Index("guests_of_table", guests.c.table_id)

# Keys that all nodes share, made once: for signing tokens and the like.
keys = Table(
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# What the host has decided, and how far the house's clock is, by name: JSON.
house = Table(
    "house",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# Guests and addresses that may not come in.
bans = Table(
    "bans",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Column("why", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
)

# What hosts did, and what they have to know.
audit = Table(
    "audit",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("data", Text, nullable=False),
)
Index("audit_at", audit.c.at)
