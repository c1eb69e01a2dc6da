"""What is kept of people beside the tables' logs: who is here, what was said, how matches ended."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from rookery.server.store.connect import Backend
from rookery.server.store.schema import guests, metadata, summaries
from rookery.server.store.upsert import insert_into, upsert

#: What notifications of other nodes say instead of a ply: something happened beside the log.
BESIDE = -2
#: So many of the last things that were said are kept in sight.
RECENT = 20

presence = Table(
    "presence",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("guest", Text, primary_key=True),
    Column("here", Boolean, nullable=False),
    Column("seen", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

talk = Table(
    "talk",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# A finished match, a row a seat. It outlives its table.
results = Table(
    "results",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("guest", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("face", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
Index("results_of_guest", results.c.guest, results.c.ended)

ratings = Table(
    "ratings",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    sqlite_with_rowid=False,
)

pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("guest", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    sqlite_with_rowid=False,
)
Index("pushes_of_guest", pushes.c.guest)

# The review of a finished match, by how deeply it was thought about: JSON.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("depth", Text, primary_key=True),
    Column("data", Text, nullable=False),
    sqlite_with_rowid=False,
)

# How a guest does with the puzzles of a game.
puzzling = Table(
    "puzzling",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    # The last day whose puzzle was solved, from 1970, and how many days in a row by then.
    Column("day", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    # The numbers of the last puzzles that were answered: they count once.
    Column("recent", Text, nullable=False),
    sqlite_with_rowid=False,
)

#: All that is about a guest, to be exported and deleted.
ABOUT = (presence, talk, results, ratings, pushes, puzzling)


class Seen(NamedTuple):
    """Whether a guest was at a table, and when that was known last."""

    table: str
    guest: str
    here: bool
    seen: int


class Word(NamedTuple):
    """Something that was said at a table."""

    id: str
    guest: str
    seat: int
    kind: str
    what: str
    at: int


class People:
    """The same database as the tables' logs."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    # ---------------------------------------------------------------- at a table

    async def note(self, seen: Sequence[Seen], *, tell: bool) -> None:
        """Keep who is here; tell other nodes if they are to look."""

        def write(connection: Connection) -> None:
            rows = [
                {"table_id": it.table, "guest": it.guest, "here": it.here, "seen": it.seen}
                for it in seen
            ]
            upsert(connection, presence, rows, "table_id", "guest")
            if tell:
                self._backend.tell(connection, [(it, BESIDE) for it in {it.table for it in seen}])

        await self._backend.write(write)

    async def say(self, table: str, word: Word) -> None:
        """Keep what was said."""

        def write(connection: Connection) -> None:
            connection.execute(insert(talk), {"table_id": table, **word._asdict()})
            self._backend.tell(connection, [(table, BESIDE)])

        await self._backend.write(write)

    async def beside(self, table: str) -> tuple[list[Seen], list[Word]]:
        """Who is or was at a table, and the last things that were said there."""
        who = select(presence).where(presence.c.table_id == table)
        columns = [column for column in talk.c if column.name != "table_id"]
        said = select(*columns).where(talk.c.table_id == table).order_by(talk.c.id.desc())

        def look(connection: Connection) -> tuple[list[Seen], list[Word]]:
            words = [Word(*row) for row in connection.execute(said.limit(RECENT))]
            return [Seen(*row) for row in connection.execute(who)], words[::-1]

        return await self._backend.read(look)

    # ---------------------------------------------------------------- finished matches

    async def unrecorded(self, guest: str) -> list[str]:
        """Tables of a guest that are over and of which no result is kept."""
        query = (
            select(summaries.c.table_id)
            .join(guests, guests.c.table_id == summaries.c.table_id)
            .where(guests.c.guest == guest, summaries.c.status == "over")
            .where(summaries.c.table_id.not_in(select(results.c.table_id)))
        )
        return await self._backend.read(lambda c: list(c.execute(query).scalars()))

    async def record(self, rows: Sequence[dict[str, Any]], rate: Any) -> None:
        """Keep a result, once; ``rate`` makes new ratings (by guest) of the former ones."""
        table, game = rows[0]["table_id"], rows[0]["game"]

        def write(connection: Connection) -> None:
            new = insert_into(connection, results).on_conflict_do_nothing()
            if connection.execute(new, rows[0]).rowcount < 1:
                return  # another node was first, and has rated it
            if rows[1:]:
                connection.execute(insert(results), list(rows[1:]))
            if rows[0]["rated"]:
                people = [row["guest"] for row in rows]
                query = select(ratings).where(ratings.c.game == game, ratings.c.guest.in_(people))
                query = query.with_for_update()
                known = {row.guest: row for row in connection.execute(query)}
                upsert(connection, ratings, rate(known), "guest", "game")

        assert all(row["table_id"] == table for row in rows)
        await self._backend.write(write)

    async def winners(self, table: str) -> tuple[int, ...]:
        """The seats that won a finished match, as far as that was kept."""
        query = select(results.c.seat).where(results.c.table_id == table, results.c.won)
        return await self._backend.read(lambda c: tuple(c.execute(query).scalars()))

    async def results_of(self, guest: str, limit: int = 1000) -> list[Any]:
        """All seats of the matches a guest has finished, the last match first."""
        mine = (
            select(results.c.table_id)
            .where(results.c.guest == guest)
            .order_by(results.c.ended.desc())
            .limit(limit)
        )
        query = (
            select(results)
            .where(results.c.table_id.in_(mine))
            .order_by(results.c.ended.desc(), results.c.table_id, results.c.seat)
        )
        return await self._backend.read(lambda c: list(c.execute(query).all()))

    async def ratings_of(self, guest: str) -> list[Any]:
        """A guest's ratings."""
        query = select(ratings).where(ratings.c.guest == guest)
        return await self._backend.read(lambda c: list(c.execute(query).all()))

    # ---------------------------------------------------------------- reviews and puzzles

    async def review(self, table: str, depth: str) -> str | None:
        """The review of a finished match, if it was kept."""
        query = select(reviews.c.data).where(reviews.c.table_id == table, reviews.c.depth == depth)
        return await self._backend.read(lambda c: c.execute(query).scalar())

    async def keep_review(self, table: str, depth: str, data: str) -> None:
        """Keep it with the match, in place of one whose figures were made in another way."""
        row = {"table_id": table, "depth": depth, "data": data}
        await self._backend.write(lambda c: upsert(c, reviews, [row], "table_id", "depth"))

    async def puzzling(self, guest: str) -> dict[str, Any]:
        """By game: how a guest does with its puzzles."""
        query = select(puzzling).where(puzzling.c.guest == guest)
        return await self._backend.read(lambda c: {row.game: row for row in c.execute(query)})

    async def keep_puzzling(self, row: dict[str, Any]) -> None:
        """The same after one more answer."""
        await self._backend.write(lambda c: upsert(c, puzzling, [row], "guest", "game"))

    # ---------------------------------------------------------------- pushes

    async def subscribe(self, row: dict[str, str]) -> None:
        """Keep where a guest's browser can be reached."""
        await self._backend.write(lambda c: upsert(c, pushes, [row], "endpoint"))

    async def unsubscribe(self, endpoint: str, guest: str | None = None) -> None:
        """Forget a browser."""
        query = delete(pushes).where(pushes.c.endpoint == endpoint)
        if guest is not None:
            query = query.where(pushes.c.guest == guest)
        await self._backend.write(lambda c: c.execute(query))

    async def pushes_of(self, guest: str) -> list[Any]:
        """The browsers of a guest."""
        query = select(pushes).where(pushes.c.guest == guest)
        return await self._backend.read(lambda c: list(c.execute(query).all()))

    # ---------------------------------------------------------------- whose it is

    async def export(self, guest: str) -> dict[str, list[dict[str, Any]]]:
        """Everything that is kept here about a guest."""

        def look(connection: Connection) -> dict[str, list[dict[str, Any]]]:
            return {
                table.name: [
                    dict(row)
                    for row in connection.execute(
                        select(table).where(table.c.guest == guest)
                    ).mappings()
                ]
                for table in ABOUT
            }

        return await self._backend.read(look)

    async def forget(self, guest: str) -> None:
        """Delete it all; in the results of others somebody without a name stays."""
        await self._backend.write(lambda connection: forget(connection, guest))


def forget(connection: Connection, guest: str) -> None:
    """Delete what is about a guest, in the transaction of a caller."""
    mine = results.c.guest == guest
    connection.execute(update(results).where(mine).values(guest="", name="", face=""))
    for table in ABOUT:
        if table is not results:
            connection.execute(delete(table).where(table.c.guest == guest))


def forget_tables(connection: Connection, names: Sequence[str]) -> None:
    """Delete what was beside tables that are no more; results stay."""
    for table in (presence, talk, reviews):
        connection.execute(delete(table).where(table.c.table_id.in_(names)))
