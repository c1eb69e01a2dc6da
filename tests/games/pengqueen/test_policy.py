"""What the search believes of Pyramid of Pengqueen."""

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import rookery
from rookery.bots import find
from rookery.core import dispatch, loops, rng
from rookery.core.kernel import kernel
from rookery.games.pengqueen.policy import HUNTER, MUMMY
from rookery.games.pengqueen.prospects import tour
from rookery.games.pengqueen.state import OUT
from tests.games.pengqueen.tables import table

GAME = rookery.game("pengqueen")
PRINTED = GAME.edition("reconstruction").printed
DISTANCE, PLACE = PRINTED[0]["distance"], PRINTED[0]["place"]
#: How a search is set: worlds, trust shared evenly, how much nearer lines end, exploration.
How = tuple[float, ...]


@kernel
def walk(printed: Any, cards: int, here: int, mate: int) -> int:
    return tour(printed[0], cards, here, mate)


@kernel
def believe(printed: Any, states: Any, out: Any) -> None:
    dispatch.estimate(printed[0], states[0], out)


def plain_walk(cards: list[int], pawns: list[int]) -> int:
    """The shortest way of any pawn to any treasure, then from there the next one."""
    steps = 0
    cards, pawns = sorted(cards), list(pawns)
    while cards:
        away, card, pawn = min(
            (int(DISTANCE[square, PLACE[card]]), card, pawn)
            for card in cards
            for pawn, square in enumerate(pawns)
        )
        steps += away
        pawns[pawn] = int(PLACE[card])
        cards.remove(card)
    return steps


def test_the_way_through_all_treasures_goes_to_the_nearest_next() -> None:
    chance = random.Random(1)
    squares = [int(square) for square in PLACE]
    for _ in range(60):
        cards = chance.sample(range(len(PLACE)), chance.randint(0, 10))
        here, mate = chance.sample(squares, 2)
        bits = sum(1 << card for card in cards)
        assert walk(PRINTED, bits, here, OUT) == plain_walk(cards, [here])
        assert walk(PRINTED, bits, here, mate) == plain_walk(cards, [here, mate])


def shares(match: rookery.Match, **changes: Any) -> npt.NDArray[np.float64]:
    """Everybody's chances, with something changed on the table."""
    states = match._states.copy()
    for key, value in changes.items():
        states[key][0] = value
    out = np.zeros(8)
    believe(match.edition.printed, states, out)
    return out[: match.players]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_chances_grow_with_what_helps_to_win(players: int) -> None:
    match = GAME.start(players, 5)
    chance = random.Random(players)
    while match.ply < 40 or (match._states["pawns"][0][: max(2, players - 1)] < 0).any():
        match.play(chance.choice(match.legal()))
    state = match._states[0]
    now = shares(match)
    cards = state["cards"].copy()
    cards[0] &= cards[0] - 1
    lives = state["lives"].copy()
    lives[0] -= 1
    assert shares(match, cards=cards)[1] > now[1]  # a treasure less to find
    assert shares(match, lives=lives)[1] < now[1]
    assert shares(match, caught=state["caught"] + 1)[0] > now[0]
    there = sorted(PLACE, key=lambda square: int(DISTANCE[state["mummy"], square]))
    near, far = (np.where(state["pawns"] < 0, OUT, there[k]) for k in (0, -1))
    nothing = np.zeros_like(cards)  # to find, so that only the mummy's way counts
    assert shares(match, pawns=near, cards=nothing)[0] > shares(match, pawns=far, cards=nothing)[0]


@pytest.mark.parametrize(
    ("phase", "changes", "action"),
    [
        ("start", {"aside": 0}, "roll"),  # Q9: nothing to take back
        ("start", {"aside": 5}, "reset"),  # Q11
        ("move", {"rolled": [1, 1, 1, "arrow", "arrow"]}, "roll"),  # Q16
        ("move", {"aside": 3, "rolled": [1, "arrow"]}, "roll"),
    ],
)
def test_bots_play_an_only_action(phase: str, changes: dict[str, Any], action: str) -> None:
    match = table(["e1", "d1", "a5"], "d2", phase, asks_all=True, **changes)
    for name in ("random", "greedy", "emperor"):
        bot = find(name, GAME)
        seat = match.turn
        assert seat is not None
        chosen = bot.choose(match.hidden(seat), match.legal(), rng.generator(9))
        assert match.notation(chosen) == action
    assert greedily(match) == action


def greedily(match: rookery.Match) -> str:
    """What the rule of thumb says by itself, unchecked."""
    seat = match.turn
    assert seat is not None
    view = match.hidden(seat)
    chosen = loops.advise(match.edition.printed, view.records, seat, rng.generator(9))
    return match.notation(chosen)


@pytest.mark.parametrize(
    ("name", "players", "edition", "hunter", "mummy"),
    [
        ("emperor", 3, "reconstruction", (0, 0.5, 8, 0.7), (100, 0.1, 8, 0.7)),
        ("emperor", 2, "reconstruction", (0, 0.1, 25, 1.3), (100, 0.1, 25, 0.7)),
        ("emperor", 3, "small", (0, 0.9, 0, 0.7), (100, 0.1, 0, 0.7)),
        ("emperor", 2, "small", (0, 0.1, 0, 0.7), (100, 0.1, 0, 0.7)),
        ("emperor-1", 3, "reconstruction", (0, 0.1, 0, 0.7), (0, 0.1, 0, 0.7)),
    ],
)
def test_how_champions_think_is_for_the_game_to_say_by_role(
    name: str, players: int, edition: str, hunter: How, mummy: How
) -> None:
    """Hunters see all that moves and do not read; the mummy does. Only champions differ.

    On the map that their net knows their lines are shorter, and who leads two pawns looks around
    more.
    """
    bot = find(name, GAME, iterations=2)
    match = GAME.start(players, 5, edition=edition)
    chance = rng.generator(1)
    found: dict[int, set[How]] = {HUNTER: set(), MUMMY: set()}
    while match.turn is not None and (match.ply < 12 or not found[MUMMY]):
        view = match.informed(match.turn)
        match.play(bot.choose(view, match.legal(), chance))
        role = loops.role(PRINTED, view.records, view.number)
        head = bot._search._memories[0].heads[0]  # type: ignore[attr-defined]
        how = (head["believed"], head["even"], head["nearer"], head["exploration"])
        found[role].add(tuple(float(it) for it in how))
    assert found == {HUNTER: {hunter}, MUMMY: {mummy}}
