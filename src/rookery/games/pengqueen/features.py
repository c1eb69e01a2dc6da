"""A hidden record of Pyramid of Pengqueen as numbers for learning, and back.

Pawns and hunters are listed from the viewer's own one on (for the mummy and for spectators: from
pawn 0 on).
"""

from typing import Any

from rookery.core.bits import lowest, put_bits
from rookery.core.edition import Edition
from rookery.core.kernel import int64, kernel
from rookery.core.observing import Observation, Part, bits_of, put_word, word
from rookery.core.record import Records, new
from rookery.games.pengqueen.rules import num_pawns
from rookery.games.pengqueen.state import (
    HIDDEN,
    MAX_PAWNS,
    MOVE,
    NUM_FACES,
    NUM_TREASURES,
    OUT,
    SQUARES,
    STATE,
    UNKNOWN,
    WORD,
    WORDS,
)
from rookery.games.pengqueen.view import hunter_of

#: What is told of a pawn; the last two are of its hunter, the pawns of two players have one each.
PAWN = ["lives", "turn", "seen", "gone", "hidden"]
PER_PAWN = len(PAWN)
#: Single numbers, in the order of their columns, under the record's names.
NUMBERS = [
    "players",
    "phase",
    "mummies",
    "useless",
    "aside",
    "caught",
    "steps",
    "special",
    "mummy",
    "came_from",
]

OBSERVATION = Observation(
    Part("trails", (MAX_PAWNS, SQUARES), 1, "by pawn, the squares it may be on"),
    Part("pawns", (MAX_PAWNS, SQUARES), 1, "by pawn, where it stands, if the viewer sees it"),
    Part("mummy", (SQUARES,), 1, "where the mummy stands"),
    Part("old_trail", (SQUARES,), 1, "at a card: the own trail before the die"),
    Part("hand", (NUM_TREASURES,), 1, "the treasures whose cards the viewer holds"),
    Part("revealed", (MAX_PAWNS, NUM_TREASURES), 1, "by hunter, the treasures played"),
    Part(
        "each",
        (MAX_PAWNS, PER_PAWN),
        3,
        "by pawn: lives, whether it is its turn, whether it is seen, is out of the match; and"
        " whether the hand of the hunter with this number is hidden",
    ),
    Part("rolled", (1 + NUM_FACES,), 5, "whether the dice are hidden; how many show each face"),
    Part("mover", (2 + MAX_PAWNS,), 1, "who decides: nobody, mummy, hunters from the own one"),
    Part(
        "mummy_seat",
        (1 + MAX_PAWNS,),
        1,
        "who sits to the mummy's right: seat 0 is so many seats on",
    ),
    Part("numbers", (len(NUMBERS),), 255, ", ".join(NUMBERS) + " (the last two: squares)"),
    Part("rounds", (2, 2), 255, "the round, and after how many it is a draw (256s, rest)"),
)
NUM_FEATURES = OBSERVATION.size
#: What a net may guess at: of each pawn, its square.
GUESSED = (MAX_PAWNS, SQUARES)
_AT = OBSERVATION.first
TRAILS, PAWNS, MUMMY, OLD_TRAIL = (_AT[it] for it in ("trails", "pawns", "mummy", "old_trail"))
HAND, REVEALED, EACH, ROLLED = (_AT[it] for it in ("hand", "revealed", "each", "rolled"))
MOVER, MUMMY_SEAT, NUMBER, ROUNDS = (_AT[it] for it in ("mover", "mummy_seat", "numbers", "rounds"))


@kernel
def switch_on(bits: int, out: Any, at: int) -> None:
    """A 1 for each member of a set."""
    while bits:
        out[at + lowest(bits)] = 1
        bits &= bits - 1


@kernel
def features(printed: Any, view: Any, seat: int, out: Any) -> None:
    """Planes, cards, then numbers."""
    hunter = hunter_of(view, seat)
    players = int64(view["players"])
    out[MUMMY + int64(view["mummy"])] = 1
    for part in range(WORDS):
        switch_on(view["old_trail"][part], out, OLD_TRAIL + WORD * part)
    if hunter >= 0:
        switch_on(int64(view["cards"][hunter]), out, HAND)
    pawns = num_pawns(players)
    first = hunter if hunter >= 0 and players > 2 else int64(0)
    for k in range(MAX_PAWNS):
        pawn = first + k
        if k < pawns and pawn >= pawns:
            pawn -= pawns
        elif k >= pawns:
            pawn = int64(k)
        pawn_features(view, pawn, k, out)
    mover_features(view, first, out)
    out[MUMMY_SEAT + int64(view["mummy_seat"])] = 1
    number_features(view, out)


@kernel
def candidates(printed: Any, view: Any, seat: int, thing: int, out: Any) -> int:
    """The squares of the trail of a pawn that the viewer does not see.

    None of a pawn that is to move: its hunter may be asked for a card already (``view.hide``).
    """
    count = int64(0)
    to_move = view["phase"] == MOVE and view["pawn"] == thing
    if to_move or view["pawns"][thing] != UNKNOWN:
        return count
    for part in range(WORDS):
        left = int64(view["trail"][thing, part])
        while left:
            out[count] = WORD * part + lowest(left)
            left &= left - 1
            count += 1
    return count


@kernel
def truth(printed: Any, state: Any, seat: int, thing: int) -> int:
    """Where a pawn stands."""
    return int64(state["pawns"][thing])


@kernel
def pawn_features(view: Any, pawn: int, k: int, out: Any) -> None:
    """What is known of one pawn and of the hunter with its number, the k-th to be listed."""
    for part in range(WORDS):
        at = TRAILS + SQUARES * k + WORD * part
        put_bits(out, at, view["trail"][pawn, part], WORD)
    square = int64(view["pawns"][pawn])
    if square >= 0:
        out[PAWNS + SQUARES * k + square] = 1
    switch_on(int64(view["revealed"][pawn]), out, REVEALED + NUM_TREASURES * k)
    at = EACH + PER_PAWN * k
    out[at] = view["lives"][pawn]
    out[at + 1] = view["pawn"] == pawn
    out[at + 2] = square >= 0
    out[at + 3] = square == OUT
    out[at + 4] = view["cards"][pawn] == HIDDEN


@kernel
def mover_features(view: Any, first: int, out: Any) -> None:
    """Who is to decide."""
    turn = int64(view["turn"])
    if turn < 0:
        out[MOVER] = 1
        return
    hunter = hunter_of(view, turn)
    hunters = int64(view["players"]) - 1
    if hunter >= 0:
        hunter = hunter - first if hunter >= first else hunter - first + hunters
    out[MOVER + 2 + hunter] = 1


@kernel
def number_features(view: Any, out: Any) -> None:
    """The dice, and the single numbers."""
    hidden = view["rolled"][0] == HIDDEN
    out[ROLLED] = hidden
    for face in range(NUM_FACES):
        out[ROLLED + 1 + face] = 0 if hidden else view["rolled"][face]
    out[NUMBER] = view["players"]
    out[NUMBER + 1] = view["phase"]
    out[NUMBER + 2] = view["mummies"]
    out[NUMBER + 3] = view["useless"]
    out[NUMBER + 4] = view["aside"]
    out[NUMBER + 5] = view["caught"]
    out[NUMBER + 6] = view["steps"]
    out[NUMBER + 7] = view["special"]
    out[NUMBER + 8] = view["mummy"]
    out[NUMBER + 9] = view["came_from"]
    put_word(out, ROUNDS, int64(view["round"]))
    put_word(out, ROUNDS + 2, int64(view["limit"]))


def read_features(edition: Edition, row: Any, seat: int) -> Records:
    """The hidden record of a row; ``seat`` is -1 for a spectator's."""
    parts = OBSERVATION.read(row)
    records = new(STATE)
    state = records[0]
    for name, value in zip(NUMBERS, parts["numbers"], strict=True):
        state[name] = value
    state["round"], state["limit"] = map(word, parts["rounds"])
    state["mummy_seat"] = parts["mummy_seat"].index(1)
    state["old_trail"] = _words(parts["old_trail"])
    players = int(state["players"])
    hunter = int(hunter_of(state, seat))
    pawns = int(num_pawns(players))
    first = hunter if hunter >= 0 and players > 2 else 0
    state["pawn"] = -1
    for k in range(MAX_PAWNS):
        pawn = (first + k) % pawns if k < pawns else k
        told = dict(zip(PAWN, parts["each"][k], strict=True))
        state["trail"][pawn] = _words(parts["trails"][k])
        state["revealed"][pawn] = bits_of(parts["revealed"][k])
        state["lives"][pawn] = told["lives"]
        state["pawn"] = pawn if told["turn"] else state["pawn"]
        state["pawns"][pawn] = OUT if told["gone"] else UNKNOWN
        if told["seen"]:
            state["pawns"][pawn] = parts["pawns"][k].index(1)
        state["cards"][pawn] = HIDDEN if told["hidden"] else 0
    if hunter >= 0:
        state["cards"][hunter] = bits_of(parts["hand"])
    state["rolled"] = parts["rolled"][1:]
    if parts["rolled"][0]:
        state["rolled"][0] = HIDDEN
    _read_mover(state, parts["mover"].index(1), first)
    return records


def _read_mover(state: Any, mover: int, first: int) -> None:
    players, mummy = int(state["players"]), int(state["mummy_seat"])
    state["turn"] = -1
    if mover == 1:
        state["turn"] = mummy
    elif mover > 1:
        hunter = (mover - 2 + first) % (players - 1)
        state["turn"] = (mummy + 1 + hunter) % players


def _words(flags: list[int]) -> list[int]:
    return [bits_of(flags[WORD * k : WORD * (k + 1)]) for k in range(WORDS)]
