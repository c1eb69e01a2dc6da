"""The hub: the tables this node has in memory, and the one way to change them."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import msgspec

from rookery.errors import DamagedLog, StoreError, UnknownGame, WrongRules
from rookery.server.beside import Company
from rookery.server.bot_pool import ALONE, HINTS, PEOPLE, BotChoice, BotPool
from rookery.server.clock import LAG, HouseClock
from rookery.server.damage import Damage, close_unknown
from rookery.server.fairness import Crowded
from rookery.server.fold import Fold
from rookery.server.live import LiveTable, Present, now
from rookery.server.pacing import TWICE, Thought, hides, pause, task_of
from rookery.server.pondering import Ponderer
from rookery.server.problems import NotFound, Stale
from rookery.server.setup import Setup
from rookery.server.store import Entry, Store, TableRow
from rookery.server.store.people import BESIDE
from rookery.server.store.upkeep import GONE
from rookery.server.waits import Waits
from rookery.server.warmup import Warmup
from rookery.server.watch import Event, Watch, public_side

#: How long a table that nobody watches stays in memory, in seconds.
IDLE = 30.0
#: How often to look for tables whose time has come.
TICK = 0.5
#: Tables taken care of at once.
MANY = 200
#: How long a table is left alone after something went wrong there, in seconds.
REST = 3.0
#: The numbers of all events.
ALL = range(1, 2**31)

log = logging.getLogger("rookery.server")


class Hub:
    """All tables of a node."""

    def __init__(
        self, store: Store, bots: BotPool | None, warmup: Warmup, *, pace: float = 0.0
    ) -> None:
        self.store = store
        self.bots = bots
        self.warmup = warmup
        #: The least time a bot takes for an action, in seconds, so that people can follow.
        self.pace = pace
        #: Called with the kind of every entry written here.
        self.count: Callable[[str], None] = lambda kind: None
        #: The time that counts for players.
        self.clock = HouseClock()
        #: Tables whose logs are damaged.
        self.damage = Damage(store.house)
        #: Decisions that bots have been asked for.
        self.waits = Waits()
        #: Who is at the tables, and what they say to each other.
        self.company = Company(store)
        #: Refuses new tables where there are to be none.
        self.opening: Callable[[], None] = lambda: None
        #: Called with every table whose match has just ended here.
        self.ended: Callable[[LiveTable], None] = lambda table: None
        #: Called with every table at which something was written here.
        self.went_on: Callable[[LiveTable], None] = lambda table: None
        self.tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        #: Of those being loaded, the ones that other nodes wrote to meanwhile.
        self._missed: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False
        #: Who thinks ahead while people think, where that is wanted.
        self.ponderer: Ponderer | None = None
        #: Tables that are being attended, and until when those with trouble are left alone.
        self._attended: set[str] = set()
        self._trouble: dict[str, float] = {}

    async def open(self) -> None:
        """Begin to take care of tables, those left by an earlier server first."""
        await self.clock.begin(self.store.house)
        self.store.listen(self.heard)
        self._spawn(self._look_after())

    async def close(self) -> None:
        """Let everybody go; they may come back to another node."""
        self._closing = True
        self.company.close()
        for table in list(self.tables.values()):
            self.drop(table)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(StoreError):
            await self.clock.keep(self.store.house)

    def _spawn(self, work: "asyncio.Future[None] | object") -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # ---------------------------------------------------------------- tables

    async def find(self, table_id: str) -> LiveTable:
        """A table, from memory or from the database."""
        table = self.tables.get(table_id)
        if table is not None:
            table.touched = time.monotonic()
            return table
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = await self._read(table_id)
            self.tables[table_id] = table
        finally:
            del self._loading[table_id]
            missed = table_id in self._missed
            self._missed.discard(table_id)
        if missed:
            await self._catch_up(table)
        self.consider(table)
        return table

    async def _read(self, table_id: str) -> LiveTable:
        """A table from its log; one that cannot be played by the rules of today is only shown."""
        self.damage.check(table_id)
        try:
            found = await self.store.load(table_id)
        except DamagedLog as error:
            await self.damage.tell(table_id, error)
            raise
        self.damage.over(table_id)
        if found is None:
            raise NotFound(f"there is no table {table_id!r}")
        with suppress(UnknownGame):
            await self.warmup.ready(found[0].game)
        # A long log takes longer than others may wait.
        table = await asyncio.to_thread(LiveTable.of, *found)
        if not table.fold.unknown:
            return table
        record = await close_unknown(self.store, table, found[1])
        return await asyncio.to_thread(LiveTable.of, *found, record)

    @asynccontextmanager
    async def held(self, table_id: str) -> AsyncIterator[LiveTable]:
        """A table with its lock."""
        while True:
            table = await self.find(table_id)
            async with table.lock:
                if not table.dropped:
                    yield table
                    return

    def drop(self, table: LiveTable) -> None:
        """Forget a table; those who watch it will ask again."""
        table.dropped = True
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
            self.company.forget(table.id)
        table.hang_up()

    async def create(self, setup: Setup, entries: Sequence[tuple[str, int | None, str]]) -> str:
        """A new table with the first entries of its log."""
        self.opening()
        await self.warmup.ready(setup.game)
        at = now()
        sheet = TableRow(
            id=secrets.token_hex(5),
            game=setup.game,
            settings=msgspec.json.encode(setup).decode(),
            secret=secrets.token_bytes(32),
            created=at,
        )
        clock = self.clock.now()
        written = [Entry(ply, *entry, at, clock) for ply, entry in enumerate(entries)]
        table = known(LiveTable.of(sheet, written))
        guests = table.fold.guests or {table.fold.host}  # a match of bots is its maker's
        await self.store.create(sheet, written, table.summary(clock), guests)
        self.tables[table.id] = table
        for entry in written:
            self.count(entry.kind)
        self.consider(table)
        return sheet.id

    async def write(
        self,
        table: LiveTable,
        kind: str,
        seat: int | None = None,
        data: str = "",
        lag: int = 0,
    ) -> None:
        """Fold an entry, make it durable, then tell it. The caller holds the table's lock.

        ``lag`` is how much of the time before it was the network's.
        """
        # Neither clock goes back, though nodes may differ a little.
        at, clock = max(now(), table.fold.changed), max(self.clock.now(), table.fold.since)
        entry = Entry(table.fold.ply, kind, seat, data, at, clock, lag)
        people, playing = table.fold.guests, table.fold.status != "over"
        try:
            seen = table.advance(entry)
            known(table)
            guests = table.fold.guests
            written = await self.store.append(
                table.id, [entry], table.summary(clock), guests if guests != people else None
            )
        except BaseException:
            # Whether it was written is not known: nobody may be told anything from this fold.
            self.drop(table)
            raise
        if not written:
            # Undo the count of what was folded but not told, then fold what was written.
            for viewer, event in seen:
                table.watches[viewer].count = event.number - 1
            try:
                found = await self.store.load(table.id)
                assert found is not None
                table.publish(table.become(*await asyncio.to_thread(LiveTable.folded, *found)))
            except BaseException:
                self.drop(table)
                raise
            raise Stale("somebody else was first; look at the table again")
        table.publish(seen)
        self.count(kind)
        if guests != people:
            self.company.seated(table)
        if playing and table.fold.status == "over":
            self.ended(table)
        self.went_on(table)
        self.consider(table)

    # ---------------------------------------------------------------- other nodes

    def heard(self, changes: list[tuple[str, int]]) -> None:
        """Other nodes wrote to tables; with none named, anything may have happened."""
        if not changes:
            changes = [(table_id, -1) for table_id in (*self.tables, *self._loading)]
        for table_id, ply in changes:
            if ply == GONE:
                if table_id in self.tables:
                    self.drop(self.tables[table_id])
                continue
            if ply == BESIDE:
                self.company.heard(table_id)
                continue
            if table_id in self._loading:
                self._missed.add(table_id)  # perhaps after its log was read
            table = self.tables.get(table_id)
            if table is not None and (ply < 0 or ply >= table.fold.ply):
                self._spawn(self._catch_up(table))

    async def _catch_up(self, table: LiveTable) -> None:
        try:
            async with table.lock:
                if table.dropped:
                    return
                for entry in await self.store.entries(table.id, table.fold.ply - 1):
                    seen = table.advance(entry)
                    table.publish(seen if known(table) else [])
        except Exception as error:
            log.warning("cannot follow a table", extra={"table": table.id, "why": repr(error)})
            self.drop(table)
        # If a bot is next, the node that wrote lets it think; if that one dies, any node does,
        # once the table is due.

    # ---------------------------------------------------------------- duties

    def consider(self, table: LiveTable) -> None:
        """Have a bot think if it is a bot's turn, or think ahead if it is a person's."""
        fold = table.fold
        if fold.turn is None or table.dropped or self.bots is None or self._closing:
            return
        if not fold.seats[fold.turn].played_by_bot:
            if self.ponderer is not None:
                self.ponderer.consider(fold)
        elif not table.thinking and table.id not in self._trouble:
            table.thinking = True
            self._spawn(self._think(table))

    async def _think(self, table: LiveTable) -> None:
        thought = Thought()
        try:
            while await self._think_once(table, thought):
                pass
        except Crowded:
            self._trouble[table.id] = time.monotonic() + REST  # one of too many of its maker's
        except Exception as error:
            # The tables' due time brings it up again, here or on another node.
            log.warning("a bot could not act", extra={"table": table.id, "why": repr(error)})
            self._trouble[table.id] = time.monotonic() + REST
        finally:
            table.thinking = False

    async def _think_once(self, table: LiveTable, thought: Thought) -> bool:
        """One action of a bot; whether there is another one to think about."""
        fold = table.fold
        seat = fold.turn
        if seat is None or table.dropped or not fold.seats[seat].played_by_bot:
            return False
        assert fold.match is not None
        position = fold.match.log
        level = fold.seats[seat].level or fold.setup.substitute
        answer = thought.add(await self.ask(fold, seat, level))
        if not hides(fold.match, answer.action):
            await self._keep_pace(fold, seat, level, thought)
        async with table.lock:
            if table.dropped:
                return False
            # Other entries do not matter: somebody who goes and comes cannot hold up a bot.
            same = table.fold is fold and fold.turn == seat and fold.match.log == position
            if same and fold.seats[seat].played_by_bot:
                with suppress(Stale):
                    await self.write(table, "act", seat, fold.match.notation(answer.action))
        return True

    async def _keep_pace(self, fold: Fold, seat: int, level: str, thought: Thought) -> None:
        """Wait until others may see what was decided: a moment that tells nothing about it.

        Where a turn may have a hidden decision, a turn without one is thought about once more for
        nothing: so what bots wait for, and how busy they are, adds as much to both.
        """
        assert fold.match is not None
        since = fold.paced
        if self.pace and not fold.match.game.open_actions:
            while thought.times < TWICE:
                thought.add(await self.ask(fold, seat, level))
        passed = (now() - since) / 1000
        await asyncio.sleep(pause(self.pace, level, passed, thought.waited))
        thought.end()

    async def ask(
        self,
        fold: Fold,
        seat: int,
        level: str,
        milliseconds: float | None = None,
        *,
        hint: bool = False,
    ) -> BotChoice:
        """What a bot would play for a seat, from what the seat knows."""
        if self.bots is None or fold.match is None:
            raise NotFound("no bots run on this node")
        task = task_of(fold, seat, level, milliseconds)
        if hint:
            return await self.bots.ask(task, HINTS, fold.seats[seat].guest)
        with self.waits.one():
            choice = self.ponderer and await self.ponderer.answer(fold.sheet.id, task)
            if choice:
                return choice
            return await self.bots.ask(task, PEOPLE if fold.attended else ALONE, fold.host)

    async def _look_after(self) -> None:
        """Again and again: tables whose time has come; tables that nobody needs in memory."""
        # At first also those that a server which died was busy with.
        horizon = self.clock.now() + 3600_000
        while True:
            try:
                # Those that are overdue for a good or bad reason must not crowd out others.
                busy = sum(table.thinking for table in self.tables.values())
                limit = MANY + busy + len(self._attended) + len(self._trouble)
                for table_id in await self.store.due(horizon, limit):
                    if table_id not in self._attended and table_id not in self._trouble:
                        self._attended.add(table_id)
                        self._spawn(self._attend(table_id))
                horizon = self.clock.now()
                await self.clock.beat(self.store.house)
                if self.store.trouble is not None:
                    await self.store.check()  # or nobody would learn that it is over
            except Exception as error:
                log.warning("cannot look after tables", extra={"why": repr(error)})
            self._sweep()
            await asyncio.sleep(TICK)

    async def _attend(self, table_id: str) -> None:
        try:
            table = await self.find(table_id)
            async with table.lock:
                deadline = table.fold.deadline()
                if not table.dropped and deadline is not None and self._late(deadline):
                    with suppress(Stale):
                        await self.write(table, "late", table.fold.turn)
            self.consider(table)
        except DamagedLog:
            self._trouble[table_id] = time.monotonic() + REST  # it has been told
        except Exception as error:
            # One table's trouble, or the database's: later again, and meanwhile the others.
            log.warning("cannot attend a table", extra={"table": table_id, "why": repr(error)})
            self._trouble[table_id] = time.monotonic() + REST
        finally:
            self._attended.discard(table_id)

    def _late(self, deadline: int) -> bool:
        """Whether nobody's action can be on its way any more."""
        return deadline + LAG <= self.clock.now()

    def _sweep(self) -> None:
        self.company.refresh()
        for table_id in [it for it, end in self._trouble.items() if end < time.monotonic()]:
            del self._trouble[table_id]
            if table_id in self.tables:
                self.consider(self.tables[table_id])
        old = time.monotonic() - IDLE
        for table in list(self.tables.values()):
            busy = table.watched or table.thinking or table.lock.locked()
            if not busy and table.touched < old:
                self.drop(table)

    # ---------------------------------------------------------------- the past

    async def history(self, present: Present, wanted: range = ALL) -> list[Event]:
        """All events of a viewer up to a moment, from the log. It needs no lock.

        Those with other numbers than the wanted ones are there, but cannot be said.
        """
        found = await self.store.load(present.table)
        assert found is not None
        sheet, entries = found
        table = self.tables.get(present.table)
        fold = Fold(sheet, table.fold.record if table else None)
        log = entries[: present.entries]
        return await asyncio.to_thread(events_of, fold, log, present.viewer, wanted)


def known(table: LiveTable) -> LiveTable:
    """The same table, if its log can be played by the rules of today."""
    if table.fold.unknown:
        raise WrongRules(table.fold.unknown)
    return table


def events_of(
    fold: Fold, entries: Sequence[Entry], viewer: int | None, wanted: range = ALL
) -> list[Event]:
    """What a viewer is told of some entries: as much work as to play them."""
    watch = Watch(viewer)
    events: list[Event] = []
    event: Event | None
    for entry in entries:
        change = fold.apply(entry)
        if watch.count + 1 in wanted:
            event = watch.see(fold, change, public_side(fold, change))
        else:
            event = watch.pass_by(fold, change)
        if event is not None:
            events.append(event)
    return events
