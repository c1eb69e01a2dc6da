"""Playouts that learn: a doubted reflex gives way to what has served better."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from rookery.core import dispatch, rng
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.search.memory import ALWAYS, NONE, Memory
from rookery.search.tree import best_edge, react
from tests.helpers import scaled
from tests.search.positions import middles

DRAWS = scaled(400, 120)


@kernel
def impulse(printed: Any, states: Any, rngs: Any) -> int:
    return dispatch.reflex(printed[0], states[0], rngs[0])


@kernel
def decide(printed: Any, memory: Any) -> None:
    memory.work[1] = memory.work[0]
    memory.heads[0]["played"] = 0
    react(printed[0], memory.work[1], memory.heads[0], memory.rngs[0], memory.memories)


@kernel
def prefer(printed: Any, memory: Any) -> int:
    return best_edge(printed[0], memory.work[0], memory.nodes[0], memory)


@pytest.mark.parametrize(("recall", "doubts", "found"), [(0, 16, 0), (0.5, 0, 0), (0.5, 16, 1)])
def test_a_tree_may_recall_what_served_elsewhere(recall: float, doubts: int, found: int) -> None:
    """Of two actions alike in all else, where playouts learn and the tree goes by that."""
    match = next(it for it in middles(6, "doubts") if len(it.legal()) > 1)
    memory = Memory.of(match.game, 2, True)
    memory.clear(match._states, match.turn, {"recall": recall, "doubts": doubts})
    memory.nodes["first"][0] = 0
    for edge, action in enumerate(match.legal()[:2]):
        memory.edges[edge] = (5.0, 0.5, action, 1 if edge == 0 else NONE, NONE, 10, 10)
        memory.memories[match.turn, action] = 100 * edge, 100
    assert prefer(match.edition.printed, memory) == found


def drawn(match: Match, doubts: int, served: float) -> tuple[Counter[int], set[int]]:
    """Decisions of playouts, where what reflexes do has served their seat so well."""
    memory = Memory.of(match.game, 1, True)
    memory.clear(match._states, match.turn, {"doubts": doubts})
    chance = rng.generator(5)
    reflexes = {
        impulse(match.edition.printed, match._states, chance) for _ in range(scaled(300, 60))
    }
    for action in reflexes:
        memory.memories[match.turn, action] = 1000 * served, 1000
    found: Counter[int] = Counter()
    memory.rngs[:] = chance
    for _ in range(DRAWS):
        decide(match.edition.printed, memory)
        head = memory.heads[0]
        if head["played"]:
            assert head["actors"][0] == match.turn
            found[int(head["actions"][0])] += 1
    return found, reflexes


def pengqueen() -> list[Match]:
    """Positions in which the rule of thumb leaves something to be doubted."""
    found = [match for match in middles(6, "doubts") if match.game.name == "pengqueen"]
    some = [match for match in found if len(match.legal()) > 2]
    assert len(some) > 5
    return some


@pytest.mark.parametrize("doubts", [4, ALWAYS])
def test_doubted_reflexes_that_served_badly_give_way(doubts: int) -> None:
    for match in pengqueen():
        found, reflexes = drawn(match, doubts, 0.0)
        kept = sum(found[action] for action in reflexes) / DRAWS
        # A doubt draws any action; one of the reflexes again by chance.
        wanted = 1 - doubts / ALWAYS * (1 - len(reflexes) / len(match.legal()))
        assert abs(kept - wanted) <= 4 * np.sqrt(wanted * (1 - wanted) / DRAWS)


def test_reflexes_that_served_well_are_kept() -> None:
    for match in pengqueen():
        found, reflexes = drawn(match, ALWAYS, 1.0)
        assert set(found) <= reflexes
        assert found.total() == DRAWS


def test_without_doubts_nothing_is_remembered() -> None:
    for match in pengqueen():
        assert not drawn(match, 0, 1.0)[0]


def test_what_was_never_tried_counts_one_half() -> None:
    for match in pengqueen():
        worse, reflexes = drawn(match, ALWAYS, 0.49)
        better, _ = drawn(match, ALWAYS, 0.51)
        assert set(better) <= reflexes
        assert set(worse) - reflexes
