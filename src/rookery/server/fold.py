"""The fold: a table's log, entry by entry, becomes the table.

Entries and what their ``data`` holds:

    open     the table is made: the guest who made it
    take     a person takes a seat: guest, name          claim    the same, with a private link
    leave    the person leaves                           bot      a bot takes it: level
    start    the match begins
    act      an action, by its text                      back     the last action is taken back
    resign   the seat gives up                           late     its time is up
    return   the person is back                          rematch  the id of the next table
    hint     the person asks a bot what to play, for all to hear
    practice takes back what could not be: it counts nowhere
    stand    the others let a bot stand in               hold     has the shared device in hand
    close    the host, or a change of rules, ends it: why

The same entries give the same table on every node and after every restart; nothing else is
kept about a table.
"""

from dataclasses import dataclass

import msgspec

from rookery.core.match import Match
from rookery.errors import RookeryError
from rookery.server.setup import Setup
from rookery.server.store import Entry, TableRow

#: What somebody who returns after the match clock ran out gets to go on with.
GRACE = 60_000
#: Why a table was closed, where nothing else is said.
HOST = "host"
#: How long handing over a shared device may take before the clock runs, in ms.
HANDOVER = 60_000


class Person(msgspec.Struct, frozen=True):
    """The data of ``take`` and ``claim``."""

    guest: str
    name: str
    face: str = ""


@dataclass(slots=True)
class Seat:
    """Who sits there."""

    #: "free", "person" or "bot"
    kind: str = "free"
    guest: str = ""
    name: str = ""
    level: str = ""
    face: str = ""
    #: A person who has left or whose time was up: a bot plays on.
    away: bool = False
    #: Away because the others said so: coming back is enough to take over again.
    stood: bool = False
    #: Its time was up: a bot makes the present decision, even if the person is back.
    late: bool = False
    #: Gave up or ran out of time: it cannot win any more, and a bot plays on.
    lost: bool = False

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot decides for it."""
        return self.kind == "bot" or self.away or self.late or self.lost


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept of a match whose rules are not known here any more, beside its log."""

    winners: tuple[int, ...] = ()


@dataclass(slots=True)
class Change:
    """What an entry changed."""

    entry: Entry
    #: Whether something that everybody may know of the table itself changed.
    public: bool
    #: Whether spectators cannot notice it: a decision that is hidden for now.
    quiet: bool = False


class Fold:
    """A table as its log so far makes it."""

    __slots__ = (
        "_acts",
        "changed",
        "closed",
        "free",
        "hands",
        "host",
        "match",
        "names",
        "paced",
        "ply",
        "practice",
        "record",
        "rematch",
        "seats",
        "setup",
        "sheet",
        "since",
        "status",
        "unknown",
        "used",
    )

    def __init__(self, sheet: TableRow, record: Record | None = None) -> None:
        self.sheet = sheet
        #: Set where nobody is to try and play the log: it is only shown.
        self.record = record
        #: Why the log cannot be played by the rules of today; empty: it can.
        self.unknown = ""
        #: Why it was closed before its end; empty: it was not.
        self.closed = ""
        self.setup = msgspec.json.decode(sheet.settings, type=Setup)
        self.seats = [Seat() for _ in range(self.setup.players)]
        #: "open", "running" or "over"
        self.status = "open"
        self.match: Match | None = None
        #: How many entries the log has.
        self.ply = 0
        #: When the present decision was asked for, by the house's clock, and how long each seat
        #: has thought before.
        self.since = sheet.created
        self.used = [0] * self.setup.players
        #: From when on a bot's time counts: when the decision was asked for, or became its own.
        self.paced = sheet.created
        #: How much of the time since then counts for nobody: a shared device was handed over.
        self.free = 0
        #: Who holds a device that several share, by its guest.
        self.hands: dict[str, int] = {}
        self.rematch = ""
        #: Whether somebody alone against bots took back what could not be: it counts nowhere.
        self.practice = False
        #: What the seats are called; empty: to be found out (by ``messages.names_of``).
        self.names: tuple[tuple[str, str, int], ...] = ()
        #: The guest who made the table.
        self.host = ""
        #: When something happened last that spectators can notice.
        self.changed = sheet.created
        #: Who played each action that stands, how long it took, how much of that counts, and
        #: whether it was quiet.
        self._acts: list[tuple[int, int, int, bool]] = []

    def apply(self, entry: Entry) -> Change:
        """One more entry. The log has been checked when it was written; this does not check."""
        self.ply = entry.ply + 1
        change = Change(entry, public=entry.kind != "act")
        try:
            self._apply(entry, change)
        except RookeryError as error:
            # The log is as it was written, so it is the rules that are others.
            self.unknown, self.match = str(error), None
        if not change.quiet:
            self.changed = entry.at
        if entry.kind in ("leave", "late", "resign") and entry.seat == self.turn:
            self.paced = entry.at
        return change

    def _apply(self, entry: Entry, change: Change) -> None:
        match entry.kind:
            case "open":
                self.host = entry.data
                self.setup.known()
            case "take" | "claim":
                person = msgspec.json.decode(entry.data, type=Person)
                before = self._seat(entry)
                seat = Seat("person", person.guest, person.name, face=person.face)
                seat.late, seat.lost = before.late, before.lost
                self._put(entry, seat)
                self._return(entry)
            case "bot":
                self._put(entry, Seat("bot", level=entry.data))
            case "leave" if self.status == "open":
                self._put(entry, Seat())
            case "leave":
                self._seat(entry).away = True
            case "start" if self.record is not None:
                self.status = "over"
            case "act" | "back" if self.match is None:
                change.public = True
            case "close":
                self.status, self.closed = "over", entry.data or HOST
            case "start":
                self.status = "running"
                people = sum(seat.kind == "person" for seat in self.seats)
                self.match = self.setup.start(self.sheet.secret, people)
                self._ask(entry)
            case "act":
                self._act(entry, change)
            case "back":
                self._back(entry, change)
            case "practice":
                self.practice = True
            case "resign":
                self._lose(entry)
            case "late":
                self._late(entry)
            case "return":
                self._return(entry)
            case "stand":
                seat = self._seat(entry)
                seat.away = seat.stood = True
            case "hold":
                self._hold(entry)
            case "rematch":
                self.rematch = entry.data

    # ---------------------------------------------------------------- entries

    def _seat(self, entry: Entry) -> Seat:
        assert entry.seat is not None
        return self.seats[entry.seat]

    def _put(self, entry: Entry, seat: Seat) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = seat
        self.names = ()

    def _act(self, entry: Entry, change: Change) -> None:
        assert self.match is not None
        assert entry.seat is not None
        self.match.play(entry.data)
        change.quiet = self.match.known_ply(None) < self.match.ply
        # A quiet action leaves the clock as it was, or its end would tell of the action.
        took = 0 if change.quiet else self.thought(entry.reading - entry.lag)
        counts = 0 if self.seats[entry.seat].played_by_bot else took
        self._acts.append((entry.seat, took, counts, change.quiet))
        self.used[entry.seat] += counts
        if not change.quiet:
            self._ask(entry)

    def _back(self, entry: Entry, change: Change) -> None:
        assert self.match is not None
        seat, took, counts, change.quiet = self._acts.pop()
        # Who could not see it being played must not see it taken back.
        change.public = not change.quiet
        self.match.undo()
        self.used[seat] -= counts
        if not change.quiet:
            self.since = entry.reading - took  # the clock goes on from where the action stopped it
            self.free = 0
        self.status = "running"

    def _late(self, entry: Entry) -> None:
        clock = self.setup.clock
        if clock is not None and clock.late == "forfeit":
            self._lose(entry)
        else:
            assert entry.seat is not None
            seat = self._seat(entry)
            seat.away = seat.late = True
            self.used[entry.seat] += self.thought(entry.reading)

    def _lose(self, entry: Entry) -> None:
        self._seat(entry).lost = True
        self._end()

    def _return(self, entry: Entry) -> None:
        """Leaving and returning gives nobody time; only a match clock that ran out is topped up."""
        seat = entry.seat
        assert seat is not None
        self.seats[seat].away = self.seats[seat].stood = False
        clock = self.setup.clock
        if clock is not None and clock.match is not None:
            whole = int(clock.match * 1000)
            if self.used[seat] >= whole:
                self.used[seat] = whole - min(whole, GRACE)

    def _hold(self, entry: Entry) -> None:
        """The one in turn has the shared device: from now on the clock runs."""
        assert entry.seat is not None
        guest = self.seats[entry.seat].guest
        if entry.seat == self.turn:
            free = self.free if guest in self.hands else HANDOVER
            self.free = min(free, entry.reading - self.since)
        self.hands[guest] = entry.seat
        self._return(entry)

    def _shared(self, seat: int) -> bool:
        """Whether a seat's device has to be handed over first, where that is told at all."""
        return self.hands.get(self.seats[seat].guest, seat) != seat

    def _ask(self, entry: Entry) -> None:
        self.since, self.paced, self.free = entry.reading, entry.at, 0
        if self.turn is not None and self._shared(self.turn):
            self.free = HANDOVER
        for seat in self.seats:
            seat.late = False
        self._end()

    def _end(self) -> None:
        """Over when the match is, or when only one seat can still win."""
        if self.match is None:
            return
        standing = sum(not seat.lost for seat in self.seats)
        if self.match.over or standing <= 1:
            self.status = "over"

    # ---------------------------------------------------------------- what is so

    @property
    def turn(self) -> int | None:
        """The seat that has to decide."""
        return self.match.turn if self.match is not None and self.status == "running" else None

    @property
    def last_actor(self) -> int | None:
        """Who played the last action that stands."""
        return self._acts[-1][0] if self._acts else None

    def can_practise(self, seat: int) -> bool:
        """Whether it may go back to its last decision whatever came of it: only bots are there."""
        others = (it.kind == "bot" for number, it in enumerate(self.seats) if number != seat)
        return all(others) and any(act[0] == seat for act in self._acts)

    @property
    def guests(self) -> set[str]:
        """The people at the table."""
        return {seat.guest for seat in self.seats if seat.guest}

    @property
    def hints(self) -> str:
        """Whether bots give hints: "off", "told" to all, or "free"."""
        strangers = self.setup.public and len(self.guests) > 1
        return self.setup.hints or ("off" if strangers else "free")

    @property
    def attended(self) -> bool:
        """Whether a person plays."""
        return any(seat.kind == "person" and not seat.played_by_bot for seat in self.seats)

    def winners(self) -> list[int]:
        """Who won: of those who have not given up, the best."""
        if self.record is not None:
            return list(self.record.winners)
        if self.status != "over" or self.match is None or self.closed:
            return []
        standing = [number for number, seat in enumerate(self.seats) if not seat.lost]
        if not self.match.over:
            return standing
        winners = self.match.winners()
        kept = [seat for seat in winners if seat in standing]
        if kept or not winners:
            return kept
        scores = self.match.scores()
        sign = -1 if self.match.game.fewest_wins else 1
        best = max((sign * scores[seat] for seat in standing), default=0)
        return [seat for seat in standing if sign * scores[seat] == best]

    def thought(self, at: int) -> int:
        """How long the seat to decide has thought by then, in ms."""
        return max(0, at - self.since - self.free)

    def left(self, seat: int, at: int) -> int | None:
        """How many milliseconds of the match a seat has left; None without such a clock."""
        clock = self.setup.clock
        if clock is None or clock.match is None:
            return None
        thinks = self.turn == seat and not self.seats[seat].played_by_bot
        running = self.thought(at) if thinks else 0
        return max(0, int(clock.match * 1000) - self.used[seat] - running)

    def deadline(self) -> int | None:
        """When the time of the seat to decide is up; None without a clock, or if a bot decides."""
        clock, seat = self.setup.clock, self.turn
        if clock is None or seat is None or self.seats[seat].played_by_bot:
            return None
        limits = []
        if clock.action is not None:
            limits.append(int(clock.action * 1000))
        if clock.match is not None:
            limits.append(int(clock.match * 1000) - self.used[seat])
        return self.since + self.free + max(0, min(limits))
