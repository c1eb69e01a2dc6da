"""Sessions of guests, and one-time keys that were used."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("sessions_of_guest", "sessions", ["guest"])
    revoked = sa.text("revoked IS NOT NULL")
    op.create_index(
        "revoked_sessions", "sessions", ["revoked"], sqlite_where=revoked, postgresql_where=revoked
    )
    op.create_table(
        "spent",
        sa.Column("nonce", sa.Text, primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
