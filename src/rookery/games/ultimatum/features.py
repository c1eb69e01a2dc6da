"""A hidden record of The Penguin Ultimatum as numbers for learning, and back."""

from typing import Any

import numpy as np

from rookery.core.bits import lowest, signed
from rookery.core.edition import Edition
from rookery.core.kernel import int64, kernel
from rookery.core.observing import Observation, Part, bits_of, put_score, put_word, score, word
from rookery.core.record import Records, new
from rookery.games.ultimatum.iceberg import freeze, lay, lay_entertainer, open_dots
from rookery.games.ultimatum.state import (
    CURTAIN,
    MAX_SEATS,
    MAX_SIDE,
    NUM_ACTS,
    NUM_ENTERTAINERS,
    NUM_PENGUINS,
    PENGUIN,
    PILES,
    ROW,
    STATE,
    TURNED,
    UNKNOWN,
    UPRIGHT,
)
from rookery.games.ultimatum.view import unseen_penguins

WATER, ICE, A_PENGUIN, AN_UPRIGHT, A_TURNED, A_CURTAIN = range(6)
PER_CELL = 7
#: What is told of a seat, before the entertainers it owns.
SEAT = ["below", "high", "low", "held", "turn", "first", "activity"]
PER_SEAT = len(SEAT) + NUM_ENTERTAINERS
#: Single numbers, in the order of their columns; those of the record under its names.
NUMBERS = [
    "players",
    "width",
    "height",
    "balanced",
    "tilt",
    "phase",
    "ended",
    "left",
    "pile_size",
    "placed",
    "bare",
    "kin",
]

OBSERVATION = Observation(
    Part(
        "iceberg",
        (MAX_SIDE, MAX_SIDE, PER_CELL),
        8,
        "by row and column: water, ice, penguin, entertainer upright or turned, curtain (0 to 5);"
        " family or animal (1 to 4), act (1 to 4), number; whose token (1: the own one, then"
        " clockwise); where a card may go (1: penguin or upright, 2: turned); open dots that point"
        " here",
    ),
    Part("hand", (NUM_PENGUINS,), 1, "the own penguins; a spectator has none"),
    Part("unseen", (NUM_PENGUINS,), 1, "penguins in other hands or in the pile"),
    Part("top", (NUM_ENTERTAINERS,), 1, "the face-up card of the entertainers' pile"),
    Part("discarded", (NUM_ENTERTAINERS,), 1, "entertainers that are out of the match"),
    Part("waiting", (NUM_ENTERTAINERS,), 1, "entertainers that still have to perform"),
    Part(
        "seats",
        (MAX_SEATS, PER_SEAT),
        255,
        "by seat, the own one first: score (whether below 0, 256s, rest), cards in hand, whether it"
        " is to move, whether it began, its activity (0 to 3), then the entertainers it owns",
    ),
    Part(
        "numbers",
        (len(NUMBERS),),
        255,
        ", ".join(NUMBERS) + " (placed and bare: cells of the grid)",
    ),
    Part("fee", (2,), 255, "what is to be paid (256s, rest)"),
    Part("choices", (2,), 255, "how many actions are legal (256s, rest)"),
)
NUM_FEATURES = OBSERVATION.size
_AT = OBSERVATION.first
HAND, UNSEEN, TOP, GONE = _AT["hand"], _AT["unseen"], _AT["top"], _AT["discarded"]
WAITING, SEATS, NUMBER = _AT["waiting"], _AT["seats"], _AT["numbers"]
FEE, CHOICES = _AT["fee"], _AT["choices"]
OWNED = len(SEAT)

#: By what lies on a cell: its kind, family, act and number.
KIND = np.zeros((CURTAIN + 1, 4), np.uint8)
KIND[0] = (ICE, 0, 0, 0)
for _code in range(PENGUIN, UPRIGHT):
    _card = _code - PENGUIN
    KIND[_code] = (A_PENGUIN, 1 + (_card >> 4), 1 + (_card & 3), 2 + (_card >> 2 & 3))
for _code in range(UPRIGHT, CURTAIN):
    _card = (_code - UPRIGHT) % NUM_ENTERTAINERS
    _lies = A_TURNED if _code >= TURNED else AN_UPRIGHT
    KIND[_code] = (_lies, 1 + _card // NUM_ACTS, 1 + _card % NUM_ACTS, 0)
KIND[CURTAIN] = (A_CURTAIN, 0, 0, 0)


@kernel
def mark(bits: int, out: Any, at: int) -> None:
    """A 1 for each member of a set, which may use the sign: ``bits - 1`` would overflow."""
    while bits:
        member = lowest(bits)
        out[at + member] = 1
        bits ^= int64(1) << member


@kernel
def tokens_of(view: Any, first: int, behind: int) -> int:
    """The penguins with a token of the seat so many places on; none where no such seat plays."""
    players = int64(view["players"])
    if behind >= players:
        return 0
    seat = first + behind
    return int64(view["invited"][seat if seat < players else seat - players])


@kernel
def cell_features(view: Any, first: int, out: Any) -> None:
    """What lies on each cell of the iceberg, whose token on it, and what may go there."""
    # Four sets asked for every cell: a branch for penguins, wrongly guessed, takes as long as all.
    own, second, third, last = (
        tokens_of(view, first, 0),
        tokens_of(view, first, 1),
        tokens_of(view, first, 2),
        tokens_of(view, first, 3),
    )
    for row in range(int64(view["height"])):
        upright = int64(view["moves"][0, row + 1])
        turned = int64(view["moves"][1, row + 1])
        at = PER_CELL * MAX_SIDE * row
        for column in range(1, int64(view["width"]) + 1):
            code = int64(view["cells"][ROW * (row + 1) + column])
            for k in range(4):
                out[at + k] = KIND[code, k]
            card = (code - PENGUIN) & (NUM_PENGUINS - 1)
            whose = (own >> card & 1) + 2 * (second >> card & 1)
            whose += 3 * (third >> card & 1) + 4 * (last >> card & 1)
            out[at + 4] = whose * (PENGUIN <= code < UPRIGHT)
            out[at + 5] = (upright >> column & 1) + 2 * (turned >> column & 1)
            at += PER_CELL


@kernel
def place_of(cell: int) -> int:
    """Where a cell of the grid is in the row."""
    return PER_CELL * (MAX_SIDE * (cell // ROW - 1) + cell % ROW - 1)


@kernel
def dot_features(printed: Any, view: Any, out: Any) -> None:
    """On each empty cell, how many open dots point at it."""
    stage = int64(view["stage"])
    while stage:
        who = lowest(stage)
        stage &= stage - 1
        dots = open_dots(printed, view, who)
        cell = int64(view["where"][who])
        while dots:
            k = lowest(dots)
            dots &= dots - 1
            out[place_of(cell + ROW * (k // 3 - 1) + k % 3 - 1) + 6] += 1


@kernel
def seat_features(view: Any, seat: int, out: Any, at: int) -> None:
    """What lies before one seat."""
    put_score(out, at, int64(view["scores"][seat]))
    out[at + 3] = view["held"][seat]
    out[at + 4] = view["turn"] == seat
    out[at + 5] = view["first"] == seat
    out[at + 6] = view["activities"][seat]
    mark(int64(view["owned"][seat]), out, at + OWNED)


@kernel
def features(printed: Any, view: Any, seat: int, out: Any) -> None:
    """The iceberg cell by cell, the cards, then the seats from the own one on."""
    first = max(seat, 0)
    cell_features(view, first, out)
    dot_features(printed, view, out)
    if seat >= 0:
        mark(int64(view["hands"][seat]), out, HAND)
    mark(unseen_penguins(view), out, UNSEEN)
    left = int64(view["left"])
    if left > 0:
        out[TOP + int64(view["entertainers"][left - 1])] = 1
    mark(int64(view["discarded"]), out, GONE)
    mark(int64(view["waiting"]), out, WAITING)
    players = int64(view["players"])
    other = first
    for k in range(players):
        seat_features(view, other, out, SEATS + PER_SEAT * k)
        other = other + 1 if other + 1 < players else 0
    number_features(view, out)


@kernel
def number_features(view: Any, out: Any) -> None:
    """The single numbers."""
    out[NUMBER] = view["players"]
    out[NUMBER + 1] = view["width"]
    out[NUMBER + 2] = view["height"]
    out[NUMBER + 3] = view["balanced"]
    out[NUMBER + 4] = view["tilt"]
    out[NUMBER + 5] = view["phase"]
    out[NUMBER + 6] = view["ended"]
    out[NUMBER + 7] = view["left"]
    out[NUMBER + 8] = view["pile_size"]
    out[NUMBER + 9] = view["placed"]
    out[NUMBER + 10] = view["bare"]
    out[NUMBER + 11] = view["kin"]
    put_word(out, FEE, int64(view["fee"]))
    put_word(out, CHOICES, int64(view["choices"]))


def read_features(edition: Edition, row: Any, seat: int) -> Records:
    """The hidden record of a row; ``seat`` is -1 for a spectator's."""
    parts = OBSERVATION.read(row)
    records = new(STATE)
    state = records[0]
    for name, value in zip(NUMBERS, parts["numbers"], strict=True):
        state[name] = value
    state["fee"], state["choices"] = word(parts["fee"]), word(parts["choices"])
    freeze(state)
    for down, cells in enumerate(parts["iceberg"]):
        for right, told in enumerate(cells):
            _read_cell(state, ROW * (down + 1) + right + 1, told, max(seat, 0))
    players = int(state["players"])
    state["turn"] = -1
    for k in range(players):
        who = (max(seat, 0) + k) % players
        _read_seat(state, who, parts["seats"][k])
    state["discarded"], state["waiting"] = bits_of(parts["discarded"]), bits_of(parts["waiting"])
    left = int(state["left"])
    state["entertainers"][: max(left - 1, 0)] = UNKNOWN
    if left:
        state["entertainers"][left - 1] = parts["top"].index(1)
    state["hidden"] = (1 << PILES) | ((1 << players) - 1)
    if seat >= 0:
        state["hands"][seat] = signed(bits_of(parts["hand"]))
        state["hidden"] &= ~(1 << seat)
    return records


def _read_cell(state: Any, cell: int, told: list[int], first: int) -> None:
    kind, family, act, number, token, moves, _dots = told
    for turned in range(2):
        state["moves"][turned, cell // ROW] |= (moves >> turned & 1) << cell % ROW
    if kind == A_PENGUIN:
        penguin = 16 * (family - 1) + 4 * (number - 2) + act - 1
        lay(state, cell, PENGUIN + penguin)
        state["guests"] = signed((int(state["guests"]) & (1 << 64) - 1) | 1 << penguin)
        if token:
            who = (first + token - 1) % int(state["players"])
            tokens = int(state["invited"][who]) & (1 << 64) - 1
            state["invited"][who] = signed(tokens | 1 << penguin)
    elif kind in (AN_UPRIGHT, A_TURNED):
        who = NUM_ACTS * (family - 1) + act - 1
        lay_entertainer(state, cell, who, int(kind == A_TURNED))
    elif kind == A_CURTAIN:
        lay(state, cell, CURTAIN)


def _read_seat(state: Any, who: int, told: list[int]) -> None:
    state["scores"][who] = score(told[:3])
    for name, value in zip(SEAT[3:], told[3:OWNED], strict=True):
        if name in ("turn", "first"):
            state[name] = who if value else state[name]
        else:
            state["activities" if name == "activity" else name][who] = value
    state["owned"][who] = bits_of(told[OWNED:])
