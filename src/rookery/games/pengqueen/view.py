"""What a seat of Pyramid of Pengqueen knows: hide, redeal.

The mummy and spectators know what is heard: dice aside, dice announced, cards revealed, catches
and the trails that follow from these. Hunters see all pawns and dice as well, and each its own
cards (Q6, and "What a seat knows").

A pending CARD decision would tell everybody that its hunter holds the card of a certain cell,
though the hunter may still hide it. So until the turn goes on, all others see the MOVE decision
before it: pawn, dice and trail as they were (``came_from``, ``rolled``, ``old_trail``).

A world, for a seat, is a full position it cannot tell from the real one. Pawns may stand in any
way that puts each on its trail, no two together, and lets who is to roll or has rolled move; cards
may lie in any way that fits their backs. All these are as likely. See ``redeal`` for the rest.
"""

from typing import Any

from rookery.core.bits import nth, popcount
from rookery.core.deck import one_of
from rookery.core.kernel import int64, kernel
from rookery.core.known import copy_known
from rookery.core.rng import below
from rookery.games.pengqueen.actions import HIDE, ROLL
from rookery.games.pengqueen.hunters import (
    announce,
    ask_for_card,
    boxed_in,
    can_use_a_die,
    move,
    owner,
    playable,
)
from rookery.games.pengqueen.rules import hand_per_colour, pick_move
from rookery.games.pengqueen.state import (
    CARD,
    DICE,
    HIDDEN,
    MAX_PAWNS,
    MOVE,
    NUM_COLOURS,
    NUM_FACES,
    OF_COLOUR,
    OUT,
    SQUARES,
    START,
    UNKNOWN,
    WORD,
    WORDS,
)


@kernel
def hunter_of(state: Any, seat: int) -> int:
    """Which hunter sits there; -1 for the mummy and for spectators."""
    players = int64(state["players"])
    mummy_seat = int64(state["mummy_seat"])
    if seat < 0 or seat == mummy_seat:
        return -1
    return (seat - mummy_seat - 1 + players) % players


@kernel
def hide(printed: Any, state: Any, seat: int, out: Any) -> None:
    """Copy what everybody hears, then what this seat sees; the rest stays unknown.

    What comes next by itself (``due``, ``chosen``) nobody sees before it happens.
    """
    copy_known(state, seat, out)
    hunter = hunter_of(state, seat)
    pawn = int64(state["pawn"])
    out["phase"] = state["phase"]
    for other in range(MAX_PAWNS):
        # An empty hand is no secret: all its cards are revealed.
        shown = other == hunter or state["cards"][other] == 0
        out["cards"][other] = state["cards"][other] if shown else HIDDEN
        out["pawns"][other] = state["pawns"][other]
        if hunter < 0 and state["pawns"][other] != OUT:
            out["pawns"][other] = UNKNOWN
    if hunter >= 0:
        out["mummies"] = state["mummies"]
        out["useless"] = state["useless"]
        for face in range(NUM_FACES):
            out["rolled"][face] = state["rolled"][face]
    if state["phase"] == CARD:
        if hunter == owner(int64(state["players"]), pawn):
            out["came_from"] = state["came_from"]
            for word in range(WORDS):
                out["old_trail"][word] = state["old_trail"][word]
        else:  # until it is decided, the move before it has not been made
            out["phase"] = MOVE
            for word in range(WORDS):
                out["trail"][pawn, word] = state["old_trail"][word]
            if hunter >= 0:
                out["pawns"][pawn] = state["came_from"]
    if hunter < 0 and out["phase"] == MOVE:
        out["rolled"][0] = HIDDEN


@kernel
def sign(printed: Any, state: Any, action: int, seat: int) -> int:
    """A card that is not played is nobody else's business (Q18); the mummy hears only the die."""
    if action == HIDE:
        return -1
    if state["phase"] == MOVE and action != ROLL and hunter_of(state, seat) < 0:
        return action // SQUARES
    return action


@kernel
def amend(printed: Any, state: Any, seen: Any, seat: int, rng: Any) -> None:
    """The dice: who sees them takes them as they lie, who hears them roll hears the mummies."""
    if state["phase"] != MOVE or seen["phase"] != MOVE or state["pawn"] != seen["pawn"]:
        return
    if hunter_of(state, seat) >= 0:
        state["aside"] = seen["aside"]
        state["mummies"] = seen["mummies"]
        state["useless"] = seen["useless"]
        for face in range(NUM_FACES):
            state["rolled"][face] = seen["rolled"][face]
    elif state["aside"] != seen["aside"]:
        state["aside"] = seen["aside"]
        throw_dice(printed, state, rng)


@kernel
def redeal(printed: Any, view: Any, seat: int, rng: Any) -> None:
    """Draw worlds until one is not ruled out.

    Where others see a MOVE decision, it may be a CARD decision. How likely that is depends on
    how hunters play; here, as if they chose at random: a world in which a random action is a
    move onto a treasure whose card the hunter holds counts twice, before and after that move.
    Dice nobody here has seen fall as dice do; perhaps none of them can be used (Q16).
    """
    hunter = hunter_of(view, seat)
    pawn = int64(view["pawn"])
    asked = pawn >= 0 and hunter == owner(int64(view["players"]), pawn)
    may_be_card = view["phase"] == MOVE and not asked
    hidden = int64(0)
    for other in range(MAX_PAWNS):
        if view["cards"][other] == HIDDEN:
            hidden |= 1 << other
    while True:
        redeal_cards(view, hidden, rng)
        if hunter < 0:
            while not place_pawns(printed, view, rng):
                pass
            if view["phase"] == MOVE:
                throw_dice(printed, view, rng)
        if not may_be_card or below(rng, 2) == 0:
            return
        action = pick_move(printed, view, rng)
        if action != ROLL and playable(printed, view, action % SQUARES) >= 0:
            announce(view, action)
            move(printed, view)
            ask_for_card(view)
            return


@kernel
def redeal_cards(view: Any, hidden: int, rng: Any) -> None:
    """Fill the hidden hands: as many cards of each colour as were dealt and not revealed."""
    players = int64(view["players"])
    seen = int64(0)
    for hunter in range(MAX_PAWNS):
        if hidden >> hunter & 1:
            view["cards"][hunter] = 0
        seen |= int64(view["cards"][hunter]) | int64(view["revealed"][hunter])
    for colour in range(NUM_COLOURS):
        left = OF_COLOUR[colour] & ~seen
        for hunter in range(players - 1):
            if hidden >> hunter & 1:
                shown = popcount(int64(view["revealed"][hunter]) & OF_COLOUR[colour])
                for _ in range(hand_per_colour(players) - shown):
                    card = int64(1) << one_of(left, rng)
                    left ^= card
                    view["cards"][hunter] |= card


@kernel
def square_in(words: Any, n: int) -> int:
    """The n-th square of a set."""
    word = 0
    while n >= popcount(words[word]):
        n -= popcount(words[word])
        word += 1
    return word * WORD + nth(int64(words[word]), n)


@kernel
def place_pawns(printed: Any, view: Any, rng: Any) -> bool:
    """Put each pawn on a random square of its trail; False if they cannot stand like that."""
    for pawn in range(MAX_PAWNS):
        if view["pawns"][pawn] == OUT:
            continue
        trail = view["trail"][pawn]
        size = popcount(trail[0]) + popcount(trail[1]) + popcount(trail[2])
        square = square_in(trail, below(rng, size))
        if square != printed["entrance"] and square != printed["sarcophagus"]:
            for other in range(pawn):
                if view["pawns"][other] == square:
                    return False
        view["pawns"][pawn] = square
    if view["phase"] != START and view["phase"] != MOVE:
        return True
    return not boxed_in(printed, view, int64(view["pawn"]))  # it would have said so (Q17)


@kernel
def throw_dice(printed: Any, view: Any, rng: Any) -> None:
    """Roll the dice that do not show the mummy."""
    for face in range(NUM_FACES):
        view["rolled"][face] = 0
    for _ in range(DICE - int64(view["aside"])):
        view["rolled"][below(rng, NUM_FACES)] += 1
    view["useless"] = 0 if can_use_a_die(printed, view) else 1
