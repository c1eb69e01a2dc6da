"""Lists of public tables by their own indexes; what nothing reads any more goes."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Change the summaries in place; the logs stay as they are."""
    op.drop_index("public_tables", "summaries")
    op.drop_column("summaries", "ply")
    # Empty only until the next statement; but SQLite cannot forbid NULL later on.
    op.add_column("summaries", sa.Column("game", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE summaries SET game = (SELECT game FROM tables WHERE id = table_id)")
    newest: list[Any] = [sa.text("changed DESC"), "table_id"]
    public: dict[str, Any] = {
        "sqlite_where": sa.text("public = 1"),
        "postgresql_where": sa.text("public"),
    }
    op.create_index("public_tables", "summaries", ["status", *newest], **public)
    op.create_index("public_tables_of_game", "summaries", ["status", "game", *newest], **public)
    op.drop_table("nodes")
