"""A hidden record of Penguin Party as numbers for learning, and back."""

from typing import Any

import numpy as np

from rookery.core.bits import lowest, packed, put_bits, put_eight
from rookery.core.edition import Edition
from rookery.core.kernel import int64, kernel
from rookery.core.observing import Observation, Part, bits_of, word
from rookery.core.record import Records, new
from rookery.games.party.rules import NOTHING, look
from rookery.games.party.state import DECK_SIZE, MAX_SEATS, NUM_COLOURS, ROW, STATE, UNKNOWN

NUM_SPOTS = 36
#: What is told of a seat.
SEAT = ["held", "playing", "out", "finished", "gave", "first", "turn", "high", "low"]
PER_SEAT = len(SEAT) + 2 * NUM_COLOURS

OBSERVATION = Observation(
    Part("pyramid", (NUM_SPOTS, NUM_COLOURS), 1, "cards by spot (from the base up) and colour"),
    Part("hand", (NUM_COLOURS,), DECK_SIZE, "the own cards by colour; a spectator has none"),
    Part(
        "seats",
        (MAX_SEATS, PER_SEAT),
        255,
        "by seat, the own one first: cards held; whether it plays this round, is out, has finished;"
        " points given back; whether it began the round, is to move; points (256s, rest); then by"
        " colour whether it had a place when the seat went out, and cards laid this round",
    ),
    Part(
        "table",
        (8,),
        255,
        "players, base, its limit, unused cards, round, rounds, whether ties are played off, what"
        " comes next by itself (0 at a decision)",
    ),
)
NUM_FEATURES = OBSERVATION.size
HAND, SEATS, TABLE = (OBSERVATION.first[name] for name in ("hand", "seats", "table"))
BARRED = len(SEAT)
LAID = BARRED + NUM_COLOURS

#: SPOT[bit]: the number of a spot of the pyramid.
SPOT = np.full(8 * ROW, -1, np.int64)
_SPOTS = [ROW * row + i for row in range(ROW) for i in range(ROW - row)]
SPOT[_SPOTS] = np.arange(NUM_SPOTS)


@kernel
def features(printed: Any, view: Any, seat: int, out: Any) -> None:
    """The pyramid by spot and colour, the own hand, then the seats from the own one on."""
    pyramid(view, out)
    if seat >= 0:
        for colour in range(NUM_COLOURS):
            out[HAND + colour] = view["hands"][seat, colour]
    players = int64(view["players"])
    other = max(seat, 0)
    for k in range(players):
        seat_features(view, other, out, SEATS + PER_SEAT * k)
        other = other + 1 if other + 1 < players else 0
    out[TABLE] = players
    out[TABLE + 1] = view["base"]
    out[TABLE + 2] = view["limit"]
    out[TABLE + 3] = view["spare"]
    out[TABLE + 4] = view["round"]
    out[TABLE + 5] = view["rounds"]
    out[TABLE + 6] = view["playoff"]
    out[TABLE + 7] = view["due"]


@kernel
def pyramid(view: Any, out: Any) -> None:
    """The cards in one loop: where each of five ends would often be guessed wrongly."""
    placed = view["placed"]
    cards = placed[0] | placed[1] | placed[2] | placed[3] | placed[4]
    while cards:
        bit = lowest(cards)
        colour = (placed[1] >> bit & 1) + 2 * (placed[2] >> bit & 1)
        colour += 3 * (placed[3] >> bit & 1) + 4 * (placed[4] >> bit & 1)
        out[SPOT[bit] * NUM_COLOURS + colour] = 1
        cards &= cards - 1


@kernel
def seat_features(view: Any, seat: int, out: Any, at: int) -> None:
    """What everybody sees of one seat, eight numbers at a time."""
    playing, out_of, done = int64(view["playing"]), int64(view["out"]), int64(view["finished"])
    points, barred = int64(view["points"][seat]), int64(view["barred"][seat])
    begun, now = int64(view["first"] == seat), int64(view["turn"] == seat)
    held, gave = int64(view["held"][seat]), int64(view["gave"][seat])
    seen = (playing >> seat & 1, out_of >> seat & 1, done >> seat & 1)
    put_eight(out, at, packed((held, *seen, gave, begun, now, points >> 8)))
    out[at + BARRED - 1] = points & 255
    put_bits(out, at + BARRED, barred, NUM_COLOURS)
    for colour in range(NUM_COLOURS):
        out[at + LAID + colour] = view["laid"][seat, colour]


def read_features(edition: Edition, row: Any, seat: int) -> Records:
    """The hidden record of a row; ``seat`` is -1 for a spectator's."""
    parts = OBSERVATION.read(row)
    records = new(STATE)
    state = records[0]
    names = ("players", "base", "limit", "spare", "round", "rounds", "playoff", "due")
    for name, value in zip(names, parts["table"], strict=True):
        state[name] = value
    placed = np.array(parts["pyramid"])
    for colour in range(NUM_COLOURS):
        state["placed"][colour] = sum(1 << _SPOTS[k] for k in np.flatnonzero(placed[:, colour]))
    players = int(state["players"])
    state["turn"] = -1
    for k in range(players):
        who = (max(seat, 0) + k) % players
        told = dict(zip(SEAT, parts["seats"][k], strict=False))
        for name in ("held", "gave"):
            state[name][who] = told[name]
        for name in ("playing", "out", "finished"):
            state[name] |= told[name] << who
        for name in ("first", "turn"):
            state[name] = who if told[name] else state[name]
        state["points"][who] = word(parts["seats"][k][BARRED - 2 : BARRED])
        state["barred"][who] = bits_of(parts["seats"][k][BARRED:LAID])
        state["laid"][who] = parts["seats"][k][LAID:]
        if who != seat:
            state["hands"][who, 0] = UNKNOWN
    state["unused"][0] = UNKNOWN
    if seat >= 0:
        state["hands"][seat] = parts["hand"]
        if state["turn"] == seat and state["due"] == NOTHING:
            look(state, seat)  # what it may do follows from the rest
    return records
