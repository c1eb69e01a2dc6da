"""Thinking while others think: what is kept of it, what is dropped, and that it stops."""

import threading
from collections.abc import Callable, Iterator

import pytest

import rookery
from rookery.core import rng
from rookery.core.match import Match
from rookery.search import Search
from rookery.search.memory import NONE, Memory
from rookery.search.searcher import CHUNK
from tests.helpers import scaled

CHUNKS = scaled(8, 2)


def after(chunks: int) -> Callable[[], bool]:
    """A stop that is asked for after so many looks at it."""
    left = iter(range(chunks))
    return lambda: next(left, None) is None


def told(memory: Memory, node: int) -> list[object]:
    """A tree as plain lists, in order."""

    def edges(first: int) -> Iterator[object]:
        while first != NONE:
            it = memory.edges[first]
            yield it["action"], it["visits"], it["seen"], it["value"], it["prior"]
            below = int(it["child"])
            while below != NONE:
                yield told(memory, below)
                below = int(memory.nodes[below]["sibling"])
            first = int(it["next"])

    here = memory.nodes[node]
    return [here["seat"], here["visits"], *edges(int(here["first"]))]


def begun(name: str = "party", players: int = 2) -> tuple[Match, int]:
    """A match, and a seat that has to wait."""
    match = rookery.game(name).start(players, seed=3)
    assert match.turn is not None
    return match, (match.turn + 1) % players


def child_of(memory: Memory, action: int, seat: int) -> int:
    edge = int(memory.nodes[0]["first"])
    while memory.edges[edge]["action"] != action:
        edge = int(memory.edges[edge]["next"])
    node = int(memory.edges[edge]["child"])
    while memory.nodes[node]["seat"] != seat:
        node = int(memory.nodes[node]["sibling"])
    return node


@pytest.mark.parametrize("worlds", [0, 20])
def test_what_lies_below_the_action_that_was_seen_is_kept_and_nothing_else(worlds: int) -> None:
    match, seat = begun()
    search = Search(match.game, room=4096, worlds=worlds)
    done = search.ponder(match.informed(seat), rng.generator(1), after(CHUNKS))
    assert done == CHUNKS * CHUNK
    memory = search._memories[0]
    legal = match.legal()
    action = max(
        (int(it["action"]) for it in memory.edges[: memory.heads["edges"][0]] if it["child"] >= 0),
        key=lambda it: it in legal,
    )
    match.play(action)
    assert match.turn == seat
    kept = told(memory, child_of(memory, action, seat))
    assert search._carries(match.informed(seat))
    assert told(memory, 0) == kept
    used = memory.heads[0]
    assert used["nodes"] <= used["edges"] + 1 < done


def test_a_decision_begins_with_what_was_pondered() -> None:
    match, seat = begun()
    search = Search(match.game, room=4096)
    search.ponder(match.informed(seat), rng.generator(1), after(CHUNKS))
    match.play(max(match.legal(), key=lambda it: visits(search, it)))
    view, legal = match.informed(seat), match.legal()
    found = search.decide(view, legal, rng.generator(2), iterations=4)
    assert found.iterations == 4
    assert sum(found.visits.values()) > 4
    plain = Search(match.game, room=4096).decide(view, legal, rng.generator(2), iterations=4)
    assert sum(plain.visits.values()) == 4
    # And from the decision on: the tree goes with the seat's own action.
    match.play(found.action)
    search.ponder(match.informed(seat), rng.generator(3), after(0))
    assert search._memories[0].nodes[0]["visits"] > 0


def visits(search: Search, action: int) -> int:
    found = [it for it in search._memories[0].edges if it["action"] == action and it["child"] >= 0]
    return max((int(it["visits"]) for it in found), default=0)


def test_where_chance_comes_in_between_the_thought_is_dropped() -> None:
    """P3: with the last card of a round come new hands."""
    match, seat = begun()
    search = Search(match.game, room=4096)
    dropped = kept = 0
    while match.turn is not None and not (dropped and kept):
        before = match.everything().records["round"][0]
        if match.turn != seat:
            search.ponder(match.informed(seat), rng.generator(match.ply), after(1))
            match.play(max(match.legal(), key=lambda it: visits(search, it)))
            if match.turn != seat:
                continue
            carried = search._carries(match.informed(seat))
            new_round = match.everything().records["round"][0] != before
            assert not (carried and new_round)
            dropped += new_round
            kept += carried
        else:
            match.play(match.legal()[0])
    assert dropped
    assert kept


def test_who_hears_only_dice_drops_its_thought() -> None:
    match = rookery.game("pengqueen").start(3, seed=3)
    mummy = int(match.everything().records["mummy_seat"][0])
    search = Search(match.game, room=4096)
    for _ in range(scaled(30, 6)):
        if match.turn != mummy:
            search.ponder(match.informed(mummy), rng.generator(match.ply), after(1))
        match.play(match.legal()[-1])
        if match.turn == mummy:
            assert not search._carries(match.informed(mummy))


def test_a_hunter_does_not_ponder_for_a_mummy_it_does_not_plan_for() -> None:
    match = rookery.game("pengqueen").start(3, seed=3)
    mummy = int(match.everything().records["mummy_seat"][0])
    search = Search(match.game, room=64)
    while match.turn != mummy:
        match.play(match.legal()[-1])
    hunter = (mummy + 1) % 3
    assert search.ponder(match.informed(hunter), rng.generator(1), after(9)) == 0


def test_another_match_or_seat_begins_anew() -> None:
    match, seat = begun("party", 3)
    search = Search(match.game, room=4096)
    search.ponder(match.informed(seat), rng.generator(1), after(2))
    other = match.game.start(3, seed=4)
    assert not search._carries(other.informed(other.turn))
    search.ponder(match.informed(seat), rng.generator(1), after(2))
    assert not search._carries(match.informed(match.turn))


def test_it_stops_when_asked_and_when_there_is_no_room() -> None:
    match, seat = begun()
    stopped = threading.Event()
    stopped.set()
    search = Search(match.game, room=32)
    assert search.ponder(match.informed(seat), rng.generator(1), stopped) == 0
    assert search.ponder(match.informed(seat), rng.generator(1), threading.Event()) >= CHUNK
