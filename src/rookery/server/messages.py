"""What the server says about a table to everybody: plain data, ready for JSON."""

import unicodedata
from typing import Any

import msgspec

from rookery.core import rng
from rookery.core.language import Speech
from rookery.core.scene import Scene
from rookery.server.faces import BOTS, SIMPLE, bot_symbols, symbols_of
from rookery.server.fold import Fold, Seat
from rookery.server.frames import StepInfo
from rookery.server.setup import Clock

#: A name as it is kept: what a person is called, or the level of a bot and which one it is.
Name = tuple[str, str, int]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat, as everybody sees it."""

    seat: int
    kind: str
    name: str
    level: str
    away: bool
    lost: bool
    #: Symbols on top of one another; empty: a face that anybody may have.
    face: str = ""
    #: For whom a free seat is kept, by name.
    kept: str = ""


class ClockInfo(msgspec.Struct, frozen=True):
    """Clocks, in milliseconds."""

    #: What each seat has left of the match; null where there is no such clock.
    left: list[int | None]
    #: Whose clock runs.
    running: int | None
    #: What the viewer itself has left for the decision it is asked for.
    mine: int | None
    #: How long it still stands: a device that several share is being handed over, or the house
    #: has just opened again.
    waits: int = 0


class TableInfo(msgspec.Struct, frozen=True):
    """A table, as everybody sees it."""

    id: str
    game: str
    status: str
    players: int
    options: dict[str, Any]
    edition: str
    public: bool
    clock: Clock | None
    spectators: bool
    delay: int
    aids: bool
    #: Whether an only action is played by itself.
    automatic: bool
    #: Whether bots give hints: "off", "told" to all, or "free".
    hints: str
    seats: list[SeatInfo]
    #: The hash of the secret that decides the deal and every roll.
    commitment: str
    #: The secret itself, once it is over.
    secret: str | None
    winners: list[int]
    rematch: str
    created: int
    #: What people may say to each other.
    talk: str = "phrases"
    #: Until when seats are kept for those of the match before.
    kept_until: int | None = None
    #: Whether it counts nowhere: somebody alone against bots took back what could not be.
    practice: bool = False


class Happening(msgspec.Struct, frozen=True):
    """One event of a seat's stream."""

    number: int
    at: int
    #: What happened to the table itself, a sentence each.
    told: list[str]
    #: What happened in the match, one thing at a time.
    steps: list[StepInfo]
    #: The table, where something about it changed.
    table: TableInfo | None
    clock: ClockInfo | None
    #: How it looks at the end of it.
    scene: Scene | None
    #: The seat that is to decide then, as far as the viewer knows.
    turn: int | None


def name_of(seat: Seat, number: int, seats: list[Seat]) -> Name:
    """A seat's name, to be said in any language."""
    if seat.kind != "bot":
        return seat.name, "", 0
    same = [other for other, it in enumerate(seats) if it.kind == "bot" and it.level == seat.level]
    return "", seat.level, same.index(number) + 1 if len(same) > 1 else 0


def names_of(fold: Fold) -> tuple[Name, ...]:
    """The names of all seats; they are asked for with every event, and hardly ever change."""
    if not fold.names:
        fold.names = tuple(name_of(seat, n, fold.seats) for n, seat in enumerate(fold.seats))
    return fold.names


def isolated(name: str) -> str:
    """A name in letters from right to left, closed in so that it turns no score around."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def say_name(name: Name, speech: Speech) -> str:
    """A name in a language."""
    person, level, number = name
    if not level:
        return isolated(person) or speech.gettext("nobody")
    if level in BOTS:
        called = BOTS[level]
        return called[(max(1, number) - 1) % len(called)]
    text = speech.gettext(SIMPLE[level])
    return f"{text} {number}" if number else text


def face_of(seat: Seat, name: Name) -> str:
    """The symbols of a seat's face."""
    return bot_symbols(seat.level, name[2]) if seat.kind == "bot" else symbols_of(seat.face)


def table_info(fold: Fold, speech: Speech) -> TableInfo:
    """What everybody may know of a table, in a language."""
    setup = fold.setup
    names = names_of(fold)
    over = fold.status == "over"
    return TableInfo(
        id=fold.sheet.id,
        game=setup.game,
        status=fold.status,
        players=setup.players,
        options=setup.options,
        edition=setup.edition if isinstance(setup.edition, str) else setup.edition["name"],
        public=setup.public,
        clock=setup.clock,
        spectators=setup.spectators,
        delay=setup.delay,
        aids=setup.aids,
        automatic=setup.asks == "automatic",
        hints=fold.hints,
        seats=[
            SeatInfo(
                seat=number,
                kind=seat.kind,
                name=say_name(names[number], speech) if seat.kind != "free" else "",
                level=seat.level,
                away=seat.away,
                lost=seat.lost,
                face=face_of(seat, names[number]),
                kept=setup.kept_names.get(number, "") if seat.kind == "free" else "",
            )
            for number, seat in enumerate(fold.seats)
        ],
        commitment=rng.commitment(fold.sheet.secret),
        secret=fold.sheet.secret.hex() if over else None,
        winners=fold.winners(),
        rematch=fold.rematch,
        created=fold.sheet.created,
        talk=setup.talk,
        kept_until=setup.kept_until,
        practice=fold.practice,
    )
