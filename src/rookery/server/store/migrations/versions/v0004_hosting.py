"""Running checks and clocks of logs; what hosts decide, and a record of it."""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

MANY = 500  # tables at a time


def upgrade() -> None:
    """Logs stay as they are; their digests are worked out from what is there."""
    op.add_column("entries", sa.Column("clock", sa.BigInteger))
    op.add_column("entries", sa.Column("lag", sa.Integer, nullable=False, server_default="0"))
    op.add_column("entries", sa.Column("digest", sa.LargeBinary))
    op.add_column("summaries", sa.Column("digest", sa.LargeBinary))
    op.create_table(
        "house",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("audit_at", "audit", ["at"])
    connection = op.get_bind()
    last = ""
    while names := _names(connection, last):
        for name in names:
            _chain(connection, name)
        last = names[-1]


def _names(connection: sa.Connection, after: str) -> list[str]:
    query = sa.text("SELECT id FROM tables WHERE id > :after ORDER BY id LIMIT :many")
    return list(connection.execute(query, {"after": after, "many": MANY}).scalars())


def _chain(connection: sa.Connection, name: str) -> None:
    """The digests of one log, in the form of this version."""
    find = sa.text("SELECT id, game, settings, secret, created FROM tables WHERE id = :name")
    row = connection.execute(find, {"name": name}).one()
    secret = _base64(bytes(row.secret))
    before = _digest(b"", [row.id, row.game, row.settings, secret, row.created])
    log = sa.text(
        "SELECT ply, kind, seat, data, at FROM entries WHERE table_id = :name ORDER BY ply"
    )
    new = []
    for entry in connection.execute(log, {"name": name}):
        before = _digest(before, [*entry, None, 0])
        new.append({"name": name, "ply": entry.ply, "digest": before})
    if new:
        keep = "UPDATE entries SET digest = :digest WHERE table_id = :name AND ply = :ply"
        connection.execute(sa.text(keep), new)
        end = "UPDATE summaries SET digest = :digest WHERE table_id = :name"
        connection.execute(sa.text(end), {"name": name, "digest": before})


def _digest(before: bytes, whole: list[object]) -> bytes:
    text = json.dumps(whole, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(before + text.encode(), digest_size=8).digest()


def _base64(data: bytes) -> str:
    import base64

    return base64.b64encode(data).decode()
