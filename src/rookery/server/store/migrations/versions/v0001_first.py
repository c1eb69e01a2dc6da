"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything."""
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "summaries",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("last", sa.Integer, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("seats", sa.SmallInteger, nullable=False),
        sa.Column("free", sa.SmallInteger, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    due = sa.text("due IS NOT NULL")
    op.create_index("due_tables", "summaries", ["due"], sqlite_where=due, postgresql_where=due)
    public = sa.text("public")
    op.create_index(
        "public_tables",
        "summaries",
        ["status", "changed"],
        sqlite_where=public,
        postgresql_where=public,
    )
    op.create_table(
        "guests",
        sa.Column("guest", sa.Text, primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("guests_of_table", "guests", ["table_id"])
    op.create_table(
        "keys",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "nodes",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
