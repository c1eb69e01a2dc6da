"""One's own tables as the lobby shows them: against whom, how they stand, whose turn it is."""

import logging
import time
from dataclasses import dataclass
from typing import Any, Self

import msgspec

from rookery.core.language import speech
from rookery.server.fold import Fold
from rookery.server.hub import Hub
from rookery.server.messages import face_of, names_of, say_name
from rookery.server.store import Summary, TableRow

#: Tables that are looked at closely; the others are in the list without their people.
CLOSELY = 24
#: How long what was seen of a table that did not change is good for, in seconds.
GOOD = 30.0
#: Tables whose look is kept.
REMEMBERED = 2000

log = logging.getLogger("rookery.server")


class OwnSeat(msgspec.Struct, frozen=True):
    """Somebody at one of one's tables."""

    name: str
    kind: str
    face: str
    me: bool


class Listed(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: str
    players: int
    free: int
    created: int
    #: When something happened there last.
    changed: int

    @classmethod
    def of(cls, sheet: TableRow, summary: Summary, **more: Any) -> Self:
        """What is kept of a table, as a list shows it."""
        return cls(
            id=sheet.id,
            game=sheet.game,
            status=summary.status,
            players=summary.seats,
            free=summary.free,
            created=sheet.created,
            changed=summary.changed,
            **more,
        )


class OwnTable(Listed, frozen=True):
    """One of one's tables."""

    seats: list[OwnSeat]
    #: Whether the others wait for one's own decision, or for the match to be begun.
    waits: bool
    #: Whether one has won, once it is over.
    won: bool | None


@dataclass(frozen=True, slots=True)
class _Look:
    changed: int
    until: float
    fold: "_Facts"


@dataclass(frozen=True, slots=True)
class _Facts:
    """What is to be known of a table's fold; the fold itself is large."""

    seats: tuple[tuple[str, tuple[str, str, int], str, str], ...]
    turn: int | None
    winners: tuple[int, ...]


class OwnTables:
    """Looks into tables, and remembers what it saw."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._looks: dict[str, _Look] = {}

    async def of(self, guest: str, language: str, limit: int = 100) -> list[OwnTable]:
        """A guest's tables: those that wait for them first, then those that go on."""
        rows = await self._hub.store.of_guest(guest, limit)
        order = {"running": 0, "open": 0, "over": 1}
        rows.sort(key=lambda it: (order[it[1].status], -it[1].changed))
        found = []
        for number, (sheet, summary) in enumerate(rows):
            facts = await self._look(sheet, summary) if number < CLOSELY else None
            found.append(_told(sheet, summary, facts, (guest, language)))
        return sorted(found, key=lambda it: (not it.waits, order[it.status], -it.changed))

    async def _look(self, sheet: TableRow, summary: Summary) -> _Facts | None:
        live = self._hub.tables.get(sheet.id)
        if live is not None:
            return _facts(live.fold)
        look = self._looks.get(sheet.id)
        if look is None or look.changed != summary.changed or look.until < time.monotonic():
            try:
                fold = (await self._hub.find(sheet.id)).fold
            except Exception as error:
                # One table's trouble; the list shows the rest.
                log.warning("cannot look at a table", extra={"table": sheet.id, "why": repr(error)})
                return None
            if len(self._looks) >= REMEMBERED:
                self._looks.clear()
            # What is over stays as it is.
            until = float("inf") if summary.status == "over" else time.monotonic() + GOOD
            look = self._looks[sheet.id] = _Look(summary.changed, until, _facts(fold))
        return look.fold


def _facts(fold: Fold) -> _Facts:
    names = names_of(fold)
    seats = tuple(
        (seat.kind, names[number], seat.guest, face_of(seat, names[number]))
        for number, seat in enumerate(fold.seats)
    )
    turn = fold.turn
    if turn is not None and fold.seats[turn].played_by_bot:
        turn = None
    return _Facts(seats, turn, tuple(fold.winners()))


def _told(
    sheet: TableRow, summary: Summary, facts: _Facts | None, asker: tuple[str, str]
) -> OwnTable:
    guest, language = asker
    words = speech(language)
    mine: list[int] = []
    seats: list[OwnSeat] = []
    for number, (kind, name, holder, face) in enumerate(facts.seats if facts else ()):
        me = holder == guest
        mine += [number] if me else []
        seats.append(OwnSeat(say_name(name, words) if kind != "free" else "", kind, face, me))
    ready = summary.status == "open" and summary.free == 0
    over = summary.status == "over" and facts is not None
    return OwnTable.of(
        sheet,
        summary,
        seats=seats,
        waits=ready or (facts is not None and facts.turn in mine),
        won=any(it in mine for it in facts.winners) if over and facts is not None else None,
    )
