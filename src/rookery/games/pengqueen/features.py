"""A hidden record of Pyramid of Pengqueen as numbers for learning.

Planes of 180 squares come first, then single numbers. Pawns are listed from the viewer's own
one on (for the mummy and spectators: from pawn 0 on).

    plane 0        the mummy
    planes 1 .. 4  the trail of each pawn
    planes 5 .. 8  the pawns, where they are seen
    plane 9        the treasures whose cards the viewer holds

    1800 .. 1804   phase                          1805 .. 1809   rolled dice by face / 5
    1810 .. 1815   aside / 5, steps / 8, special, caught / 7, round / limit, viewer is mummy
    1816 ..        by pawn: lives / 3, whether it is its turn, cards left by colour / 2
"""

from typing import Any

from rookery.core.bits import popcount
from rookery.core.kernel import int64, kernel
from rookery.games.pengqueen.hunters import owner
from rookery.games.pengqueen.rules import hand_per_colour, num_pawns
from rookery.games.pengqueen.state import (
    COLOUR_SIZE,
    DICE,
    FIRST_OF_COLOUR,
    LIVES,
    MAX_PAWNS,
    NUM_COLOURS,
    NUM_FACES,
    NUM_TREASURES,
    PHASES,
    SQUARES,
)
from rookery.games.pengqueen.trail import has
from rookery.games.pengqueen.view import hunter_of

NUM_PLANES = 2 + 2 * MAX_PAWNS
NUM_PHASES = len(PHASES)
PER_PAWN = 2 + NUM_COLOURS
FIRST_NUMBER = NUM_PLANES * SQUARES
NUM_FEATURES = FIRST_NUMBER + NUM_PHASES + NUM_FACES + 6 + MAX_PAWNS * PER_PAWN


@kernel
def features(printed: Any, view: Any, seat: int, out: Any) -> None:
    """Planes, then numbers."""
    hunter = hunter_of(view, seat)
    out[int64(view["mummy"])] = 1
    if hunter >= 0:
        held = int64(view["cards"][hunter])
        for card in range(NUM_TREASURES):
            if held >> card & 1:
                out[(NUM_PLANES - 1) * SQUARES + int64(printed["place"][card])] = 1
    at = FIRST_NUMBER
    out[at + int64(view["phase"])] = 1
    at += NUM_PHASES
    for face in range(NUM_FACES):
        out[at + face] = max(view["rolled"][face], 0) / DICE
    at += NUM_FACES
    out[at] = view["aside"] / DICE
    out[at + 1] = view["steps"] / 8
    out[at + 2] = view["special"]
    out[at + 3] = view["caught"] / 7
    out[at + 4] = view["round"] / view["limit"]
    out[at + 5] = seat == view["mummy_seat"]
    at += 6
    pawns = num_pawns(int64(view["players"]))
    for k in range(pawns):
        pawn_features(view, (max(hunter, 0) + k) % pawns, k, out)


@kernel
def pawn_features(view: Any, pawn: int, k: int, out: Any) -> None:
    """What is known of one pawn, the k-th to be listed."""
    for square in range(SQUARES):
        if has(view["trail"][pawn], square):
            out[(1 + k) * SQUARES + square] = 1
    if view["pawns"][pawn] >= 0:
        out[(1 + MAX_PAWNS + k) * SQUARES + int64(view["pawns"][pawn])] = 1
    at = NUM_FEATURES - (MAX_PAWNS - k) * PER_PAWN
    out[at] = view["lives"][pawn] / LIVES
    out[at + 1] = view["pawn"] == pawn
    players = int64(view["players"])
    revealed = int64(view["revealed"][owner(players, pawn)])
    for colour in range(NUM_COLOURS):
        cards = ((int64(1) << COLOUR_SIZE[colour]) - 1) << FIRST_OF_COLOUR[colour]
        out[at + 2 + colour] = (hand_per_colour(players) - popcount(revealed & cards)) / 2
