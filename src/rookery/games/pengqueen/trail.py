"""Sets of squares, and the trail: what the mummy can work out from what it hears (Q27).

A set of squares travels through these functions as three words ``a, b, c`` (see ``state``).
"""

from typing import Any

from rookery.core.kernel import int64, kernel
from rookery.games.pengqueen.state import (
    ARROW,
    DOWN,
    LEFT,
    MAX_PAWNS,
    RIGHT,
    WORD,
    WORDS,
)

Words = tuple[int, int, int]


@kernel
def has(words: Any, square: int) -> bool:
    """Whether a set that lies in an array contains a square."""
    return (words[square // WORD] >> (square % WORD) & 1) == 1


@kernel
def with_square(a: int, b: int, c: int, square: int) -> Words:
    """The set with one square more."""
    bit = int64(1) << (square % WORD)
    word = square // WORD
    if word == 0:
        return a | bit, b, c
    if word == 1:
        return a, b | bit, c
    return a, b, c | bit


@kernel
def without(a: int, b: int, c: int, square: int) -> Words:
    """The set less one square."""
    bit = ~(int64(1) << (square % WORD))
    word = square // WORD
    if word == 0:
        return a & bit, b, c
    if word == 1:
        return a, b & bit, c
    return a, b, c & bit


@kernel
def shifted(width: int, way: int, a: int, b: int, c: int) -> Words:
    """Every square of the set replaced by the next one in a direction, walls or not."""
    shift = int64(1) if way >= LEFT else width
    rest = WORD - shift
    if way == DOWN or way == RIGHT:
        stays = (int64(1) << rest) - 1
        return (
            (a & stays) << shift,
            ((b & stays) << shift) | (a >> rest),
            ((c & stays) << shift) | (b >> rest),
        )
    leaves = (int64(1) << shift) - 1
    return (a >> shift) | ((b & leaves) << rest), (b >> shift) | ((c & leaves) << rest), c >> shift


@kernel
def step(printed: Any, way: int, mummy: int, a: int, b: int, c: int) -> Words:
    """Where hunters from these squares get with one step in a direction (Q14)."""
    ways = printed["open"]
    width = int64(printed["width"])
    a, b, c = shifted(width, way, a & ways[way, 0], b & ways[way, 1], c & ways[way, 2])
    return without(a, b, c, mummy)


@kernel
def spread(printed: Any, mummy: int, number: int, a: int, b: int, c: int) -> Words:
    """Where hunters from these squares get with exactly ``number`` steps (Q13)."""
    for _ in range(number):
        d = e = f = int64(0)
        for way in range(4):
            x, y, z = step(printed, way, mummy, a, b, c)
            d |= x
            e |= y
            f |= z
        a, b, c = d, e, f
    return a, b, c


@kernel
def slide(printed: Any, way: int, mummy: int, start: Words, others: Words) -> Words:
    """Where an arrow in one direction may end, given the squares where others may be.

    That is the last square of each straight run, and each earlier one with somebody ahead.
    """
    a, b, c = step(printed, way, mummy, start[0], start[1], start[2])
    x, y, z = a, b, c  # all squares of the runs
    while a | b | c:
        a, b, c = step(printed, way, mummy, a, b, c)
        x |= a
        y |= b
        z |= c
    ways = printed["open"]
    width = int64(printed["width"])
    back = way ^ 1
    zero = int64(0)
    # A run goes on where the way is open, unless the mummy is ahead.
    m, n, o = with_square(zero, zero, zero, mummy)
    m, n, o = shifted(width, back, m, n, o)
    d, e, f = ways[way, 0] & ~m, ways[way, 1] & ~n, ways[way, 2] & ~o
    # ... and may have to stop there if another hunter may be ahead.
    m, n, o = shifted(width, back, others[0], others[1], others[2])
    return x & ~(d & ~m), y & ~(e & ~n), z & ~(f & ~o)


@kernel
def elsewhere(state: Any, pawn: int) -> Words:
    """Where the other pawns may be; a pawn that is out has an empty trail."""
    a = b = c = int64(0)
    for other in range(MAX_PAWNS):
        if other != pawn:
            a |= state["trail"][other, 0]
            b |= state["trail"][other, 1]
            c |= state["trail"][other, 2]
    return a, b, c


@kernel
def heard(printed: Any, state: Any, pawn: int, face: int) -> Words:
    """The trail of a pawn that has announced this die."""
    mummy = int64(state["mummy"])
    trail = state["trail"]
    a, b, c = trail[pawn, 0], trail[pawn, 1], trail[pawn, 2]
    if face != ARROW:
        return spread(printed, mummy, face + 1, a, b, c)
    others = elsewhere(state, pawn)
    d = e = f = int64(0)
    for way in range(4):
        x, y, z = slide(printed, way, mummy, (a, b, c), others)
        d |= x
        e |= y
        f |= z
    return d, e, f


@kernel
def hear_move(printed: Any, state: Any, pawn: int, face: int) -> None:
    """A die was announced."""
    a, b, c = heard(printed, state, pawn, face)
    state["trail"][pawn, 0] = a
    state["trail"][pawn, 1] = b
    state["trail"][pawn, 2] = c


@kernel
def hear_can_move(printed: Any, state: Any, pawn: int) -> None:
    """The pawn is heard to reset or roll, so it is not boxed in."""
    for word in range(WORDS):
        state["trail"][pawn, word] &= ~printed["boxed"][state["mummy"], word]


@kernel
def hear_cannot_move(printed: Any, state: Any, pawn: int) -> None:
    """The pawn is heard to be boxed in."""
    for word in range(WORDS):
        state["trail"][pawn, word] &= printed["boxed"][state["mummy"], word]


@kernel
def hear_place(state: Any, pawn: int, square: int) -> None:
    """The pawn is known to be on this square, or, with OUT, nowhere."""
    for word in range(WORDS):
        state["trail"][pawn, word] = 0
    if square >= 0:
        state["trail"][pawn, square // WORD] = int64(1) << (square % WORD)


@kernel
def hear_step(state: Any, square: int) -> None:
    """The mummy is on this square now, so nobody else is."""
    bit = int64(1) << (square % WORD)
    for pawn in range(MAX_PAWNS):
        state["trail"][pawn, square // WORD] &= ~bit
