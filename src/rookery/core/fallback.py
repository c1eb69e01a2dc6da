"""Plain text forms, words and a plain edition, for games that have none of their own.

What compiled code needs of a game and can do without is in ``core.defaults``; this is the same for
Python: a game's own module of that name replaces it (see ``Game.of``).
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.core.edition import Edition, Sheet
from rookery.core.fields import Fields, Position, whole
from rookery.core.known import known_of, read_known
from rookery.core.language import Speech
from rookery.core.record import Records, new
from rookery.errors import InvalidEdition, InvalidPosition, UnknownAction, shown

if TYPE_CHECKING:
    from rookery.core.game import Paint
    from rookery.core.steps import Moment, Things
    from rookery.core.view import View

#: The name of the only edition of a game that has none.
PLAIN = "plain"
_TABLES = np.dtype([("plain", np.int8)])


def setup(state: Any, players: int, options: Mapping[str, Any]) -> None:
    """Nothing to write: the number of players is in the record already."""


# ---------------------------------------------------------------- actions and positions


def write_action(edition: Edition, state: Any, action: int) -> str:
    """Its number."""
    return str(action)


def read_action(edition: Edition, state: Any, text: str) -> int:
    """A number in digits."""
    if not text.isdecimal() or len(text) > 9:
        raise UnknownAction(f"{shown(text)} is not an action; write its number")
    return int(text)


def write_position(game: str, edition: Edition, state: Any) -> Position:
    """The fields of the record, under their names."""
    values = {name: state[name].tolist() for name in state.dtype.names}
    return {"game": game, "edition": edition.name, **values}


def position_of(view: "View") -> Position:
    """What a seat knows of it: what it does not know becomes ``null``."""
    position = write_position(view.game.name, view.edition, view.records[0])
    known = known_of(view.game.dtype)
    for name in view.game.dtype.names or ():
        if name in known.own:
            rows = position[name]
            position[name] = [row if seat == view.seat else None for seat, row in enumerate(rows)]
        elif name not in known.public:
            position[name] = None
    return position


def read_position(
    dtype: np.dtype[Any], seats: range, edition: Edition, position: Position
) -> Records:
    """The record whose fields these are; each must fit into its place."""
    names = dtype.names or ()
    fields = Fields(position, ["game", "edition", *names])
    records = new(dtype)
    for name in names:
        kind = dtype[name]
        base = np.iinfo(kind.base)
        _fill(name, fields.get(name), kind.shape, (int(base.min), int(base.max)))
        records[0][name] = fields.get(name)
    players = fields.number("players", seats[0], seats[-1])
    fields.number("turn", -1, players - 1)
    return records


def _fill(key: str, value: object, shape: tuple[int, ...], span: tuple[int, int]) -> None:
    """Refuse what is not of a shape, or holds what is not a whole number in a range."""
    if not shape:
        whole(key, value, *span)
        return
    if not isinstance(value, list) or len(value) != shape[0]:
        raise InvalidPosition(f"{key}: {shown(value)} is not a list of {shape[0]} entries")
    for number, each in enumerate(value):
        _fill(f"{key}[{number}]", each, shape[1:], span)


def read_features(dtype: np.dtype[Any], edition: Edition, row: Any, seat: int) -> Records:
    """The hidden record whose declared fields these are."""
    return read_known(dtype, row, seat)


# ---------------------------------------------------------------- editions


def parse_edition(sheet: Sheet) -> dict[str, Any]:
    """There is nothing to choose."""
    return {"name": sheet.head["name"]}


def compile_edition(data: Mapping[str, Any]) -> Records:
    """Tables that nobody reads."""
    if set(data) != {"name"}:
        raise InvalidEdition("this game has no editions of its own: give only a name")
    return new(_TABLES)


# ---------------------------------------------------------------- steps, words and letters


def describe(edition: Edition, kind: str, before: Any, after: Any, action: int | None) -> "Things":
    """Who did it, where it is an action."""
    return {} if action is None else {"seat": int(before["turn"]), "action": action}


def tell(moment: "Moment", names: Sequence[str], speech: Speech) -> list[str]:
    """The bare facts."""
    facts = [f"{key} {it}" for key, it in moment.things.items() if key not in ("kind", "seat")]
    who = "" if moment.seat is None else f"{names[moment.seat]}: "
    return [f"{who}{moment.kind}{' ' if facts else ''}{', '.join(facts)}."]


def draw_text(
    edition: Edition, view: Position, seat: int | None, names: Sequence[str], paint: "Paint"
) -> list[str]:
    """The bare position."""
    return [f"{key}: {value}" for key, value in view.items()]
