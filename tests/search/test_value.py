"""What a seat wants: to win itself, and where it has regard for them, others in its role next."""

import random
from typing import Any

import numpy as np
import pytest

from rookery.core import loops
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.search import Search
from rookery.search.memory import HEAD
from rookery.search.value import MARGIN, judge
from tests.helpers import SEATINGS, matches, play_on, scaled


@kernel
def judged(printed: Any, states: Any, heads: Any) -> None:
    judge(printed[0], states[0], heads[0])


def wanted(match: Match, regard: float) -> tuple[list[float], list[float]]:
    """Each seat's share of the victory, and its reward."""
    heads = np.zeros(1, HEAD)
    heads["sign"] = -1 if match.game.fewest_wins else 1
    heads["regard"] = regard
    judged(match.edition.printed, match._states, heads)
    return list(heads["share"][0, : match.players]), list(heads["reward"][0, : match.players])


@pytest.mark.parametrize("over", [False, True])
def test_regard_adds_a_part_of_what_others_in_the_same_role_win(over: bool) -> None:
    for name, players in SEATINGS:
        for match in matches(name, players, scaled(3, 1), "regard"):
            play_on(match, random.Random(1), 100_000 if over else 9)
            assert match.over or not over
            roles = [
                loops.role(match.edition.printed, match._states, seat) for seat in range(players)
            ]
            shares, selfish = wanted(match, 0.0)
            same, kind = wanted(match, 0.2)
            assert same == shares
            for seat in range(players):
                others = sum(
                    shares[other]
                    for other in range(players)
                    if other != seat and roles[other] == roles[seat]
                )
                gain = 0.2 * (1 - MARGIN) * others
                assert kind[seat] == pytest.approx(selfish[seat] + gain)
                assert 0 <= kind[seat] <= 1


def test_only_champions_have_it_and_only_where_the_game_says_so() -> None:
    """Who hunts would rather see another hunter win than the mummy; who plays for itself alone."""
    for name, players in SEATINGS:
        match = next(matches(name, players, 1, "regard"))
        view = match.informed(match.turn)
        role = loops.role(view.edition.printed, view.records, view.number)
        given = match.game.champion.get(role, {}).get("regard", 0.0)
        assert Search(match.game, worlds=10)._set_for(view)[1]["regard"] == given
        assert Search(match.game)._set_for(view)[1]["regard"] == 0
        assert Search(match.game, worlds=10, regard=0.7)._set_for(view)[1]["regard"] == 0.7
