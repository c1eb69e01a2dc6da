"""Catch of the Day, the game of the tutorial (``CONTRIBUTING.md``).

C1  Twelve fish, numbered 1 to 12. Two to four players get three each; nobody sees the rest.
C2  The leader plays a fish, then the others do, clockwise. The highest takes the catch: a point.
C3  Who took it leads the next catch. After three of them the most points win; ties share.
"""

from typing import Any

import numpy as np

from rookery.core.bits import members
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.known import declare
from rookery.core.rng import below, subset
from rookery.core.scene import Choice, Fact, Line, Player, Result, Scene, Sprite, Zone

TITLE, PLAYERS = "Catch of the Day", range(2, 5)
NUM_ACTIONS, ALL, HAND = 12, (1 << 12) - 1, 3  # an action is a fish; fish 0 bears a 1

STATE = np.dtype(
    [
        ("hands", np.int64, (4,)),  # sets of fish
        ("gone", np.int64),  # the set of all that were played
        ("played", np.int8, (4,)),  # the number on the fish each seat has played now, else 0
        ("held", np.int8, (4,)),  # how many fish are in each hand
        ("points", np.int8, (4,)),
        ("players", np.int8),
        ("turn", np.int8),
    ],
    align=True,
)
declare(STATE, public="gone played held points players turn", own="hands")
KINDS = ("deal", "play", "catch", "end")  # act and advance return their numbers, from 1
PLAY, CATCH, END = 2, 3, 4


@kernel
def share_out(state: Any, seats: int, pool: int, rng: Any) -> None:
    """Fill the hands of a set of seats."""
    for seat in range(state["players"]):
        if seats >> seat & 1:
            state["hands"][seat] = subset(rng, pool, int64(state["held"][seat]), NUM_ACTIONS)
            pool ^= state["hands"][seat]


@kernel
def deal(printed: Any, state: Any, rng: Any) -> None:
    """C1"""
    for seat in range(state["players"]):
        state["held"][seat] = HAND
    share_out(state, (1 << state["players"]) - 1, ALL, rng)
    state["turn"] = below(rng, int64(state["players"]))


@kernel
def redeal(printed: Any, view: Any, seat: int, rng: Any) -> None:
    """The fish that the seat cannot see may lie in the other hands in any way."""
    own = view["hands"][seat] if seat >= 0 else 0
    others = ((1 << view["players"]) - 1) & ~(1 << seat if seat >= 0 else 0)
    share_out(view, others, ALL & ~view["gone"] & ~own, rng)


@kernel
def legal(printed: Any, state: Any, out: Any) -> int:
    """Any fish of the hand (C2)."""
    count = 0
    for fish in range(NUM_ACTIONS):
        if state["turn"] >= 0 and state["hands"][state["turn"]] >> fish & 1:
            out[count] = fish
            count += 1
    return count


@kernel
def act(printed: Any, state: Any, action: int, rng: Any) -> int:
    """A fish is played, and it is the next one's turn (C2)."""
    seat = state["turn"]
    state["hands"][seat] ^= int64(1) << action
    state["gone"] |= int64(1) << action
    state["held"][seat] -= 1
    state["played"][seat] = action + 1
    state["turn"] = (seat + 1) % state["players"]
    return PLAY


@kernel
def advance(printed: Any, state: Any, rng: Any) -> int:
    """When everybody has played, the catch (C2); after the last one, the end (C3)."""
    turn = state["turn"]
    if turn >= 0 and state["played"][turn]:
        best = np.argmax(state["played"])
        for seat in range(state["players"]):
            state["played"][seat] = 0
        state["points"][best] += 1
        state["turn"] = best
        return CATCH
    if turn >= 0 and state["held"][turn] == 0:
        state["turn"] = -1
        return END
    return 0


@kernel
def scores(printed: Any, state: Any, out: Any) -> None:
    """A point for each catch."""
    for seat in range(state["players"]):
        out[seat] = state["points"][seat]


@kernel
def winners(printed: Any, state: Any) -> int:
    """The set of seats with the most points, once it is over (C3)."""
    seats = 0
    for seat in range(state["players"]):
        seats |= (state["points"][seat] == state["points"].max()) << seat
    return seats if state["turn"] < 0 else 0


def scene(view: Any, legal: Any, names: Any, speech: Any) -> Scene:
    """The fish on the table, and the own hand to choose from."""
    it, seat = view.fields, view.seat
    sprites = [_fish(f"on-{n}", n, fish, "board") for n, fish in enumerate(it.played) if fish]
    hand = enumerate(members(it.hands[seat]) if seat is not None else [])
    sprites += [_fish(f"fish-{fish + 1}", n, fish + 1, "hand") for n, fish in hand]
    seats, most = range(it.players), max(it.points)
    best = [n for n in seats if it.points[n] == most]
    lines = [Line(n, "points", str(it.points[n])) for n in seats]
    return Scene(
        game="catch",
        zones=[Zone("board", "Table", 4, 1.4), Zone("hand", "Your hand", 4, 1.4)],
        sprites=sprites,
        choices=[Choice(str(fish), [f"fish-{fish + 1}"]) for fish in legal],
        players=[
            Player(n, names[n], [Fact("points", str(it.points[n]))], it.turn == n) for n in seats
        ],
        prompt=f"{names[it.turn]} is to play." if it.turn >= 0 else "It is over.",
        status=f"Catch {min(sum(it.points) + 1, HAND)} of {HAND}",
        result=None if it.turn >= 0 else Result(f"Most points: {most}.", best, lines),
    )


def _fish(id: str, at: int, fish: int, zone: str) -> Sprite:
    label = f"fish {fish}"
    return Sprite(id, "card", at + 0.5, 0.7, 0.9, 1.2, zone, label=label, text=label[5:])


GAME = Game.of(__name__)
