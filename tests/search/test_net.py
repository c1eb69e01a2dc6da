"""Nets: what they see, how they are evaluated, and their files."""

from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core import rng
from rookery.core.game import Game
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.errors import BrokenNet
from rookery.search import Search
from rookery.search.memory import Memory
from rookery.search.net import (
    Weights,
    advise,
    edition_key,
    foresee,
    layout,
    net_of,
    read,
    sense,
    write,
)
from tests.helpers import scaled

GAMES = ["party", "ultimatum", "pengqueen"]
LOW, TOP, SEATS = 8, 4, 8


def weights_of(game: Game, size: float, seed: int = 1) -> Weights:
    """Weights that say something, or, of size 0, nothing."""
    _, inputs = layout(game)
    roles, actions = 2 if game.name == "pengqueen" else 1, game.num_actions
    chance = np.random.default_rng(seed)

    def some(*shape: int) -> Any:
        return (size * chance.standard_normal((roles, *shape))).astype(np.float16).astype("f4")

    return Weights(
        *(some(inputs, LOW), some(LOW), some(LOW, TOP), some(TOP)),
        *(some(SEATS, TOP), some(SEATS), some(actions, TOP), some(actions)),
        np.ones((roles, 2), np.float32),
    )


@kernel
def ask(printed: Any, states: Any, net: Any, memory: Any, chances: Any, ratings: Any) -> None:
    """Both heads, for the seat to move."""
    foresee(printed[0], states[0], net, memory, chances)
    role = sense(printed[0], states[0], states[0]["turn"], net, memory)
    for k in range(len(ratings)):
        ratings[k] = advise(printed[0], states[0], net, memory.top, role, memory.actions[k])


def asked(match: Match, weights: Weights) -> tuple[Any, Any]:
    net = net_of(match.game, weights)
    memory = Memory.of(match.game, 1, False, net=net)
    legal = match.legal()
    memory.actions[: len(legal)] = legal
    chances, ratings = np.zeros(SEATS), np.zeros(len(legal))
    states = match.everything().records
    ask(match.edition.printed, states, net, memory, chances, ratings)
    return chances[: match.players], ratings


def by_hand(match: Match, weights: Weights) -> Any:
    """The top layer, written out with NumPy."""
    seat = match.turn
    assert seat is not None
    row = match.features(seat)
    offsets, inputs = layout(match.game)
    given = np.zeros(inputs)
    for k in np.flatnonzero(row):
        given[offsets[k] + min(row[k], 16) - 1] = 1.0 + max(0, int(row[k]) - 16) / 255
    role = int(seat == match.hidden(seat).fields.mummy_seat)
    low = np.maximum(0, given @ weights.first[role] + weights.first_bias[role])
    return role, np.maximum(0, low @ weights.second[role] + weights.second_bias[role])


def test_compiled_nets_say_what_arithmetic_says() -> None:
    match = rookery.game("pengqueen").start(seed=4)  # the one with two roles
    for _ in range(9):
        match.play(match.legal()[-1])
    weights = weights_of(match.game, 0.2)
    nothing = weights_of(match.game, 0.0)
    chances, ratings = asked(match, weights)
    fair, plain = asked(match, nothing)
    role, top = by_hand(match, weights)
    learned = weights.policy[role][match.legal()] @ top + weights.policy_bias[role][match.legal()]
    assert ratings == pytest.approx(plain + np.clip(learned, -8, 8), abs=1e-4)
    more = np.clip(weights.value[role] @ top + weights.value_bias[role], -8, 8)[: match.players]
    # The hunter to move, the mummy, then the other hunters as turns go round.
    turn, mummy = match.turn or 0, match.hidden(match.turn).fields.mummy_seat
    assert turn != mummy
    rest = [(turn + k) % match.players for k in range(1, match.players)]
    order = [turn, mummy, *(seat for seat in rest if seat != mummy)]
    expected = fair.copy()
    expected[order] *= np.exp(more)
    assert chances == pytest.approx(expected / expected.sum(), abs=1e-4)
    assert chances.sum() == pytest.approx(1.0)
    assert chances != pytest.approx(fair, abs=1e-3)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_goes_by_its_net(name: str) -> None:
    """Weights that trust one action above all others make it the one most visited."""
    match = rookery.game(name).start(seed=4)
    legal = match.legal()
    nothing = weights_of(match.game, 0.0)
    for favourite in (legal[0], legal[-1]):
        nothing.policy_bias[:] = 0
        nothing.policy_bias[:, favourite] = 8.0
        search = Search(match.game, room=400, solve=False, weights=nothing, exploration=50.0)
        view = match.hidden(match.turn)
        found = search.decide(view, legal, rng.generator(1), iterations=scaled(60, 12))
        assert found.action == favourite
        assert found.iterations == scaled(60, 12)


def test_a_net_is_asked_about_the_editions_it_was_made_for() -> None:
    game = rookery.game("pengqueen")
    weights = weights_of(game, 0.2)
    key = edition_key(game.edition())
    assert key.startswith("reconstruction ")
    for edition, knows in (("reconstruction", True), ("small", False)):
        match = game.start(seed=4, edition=edition)
        view = match.informed(match.turn)
        plain, own, other = (
            Search(game, room=64, worlds=1, **it).decide(
                view, match.legal(), rng.generator(1), iterations=30
            )
            for it in ({}, {"weights": weights, "editions": [key]}, {"weights": weights})
        )
        assert (own.values == plain.values) != knows
        assert (own.values == other.values) == knows


def test_a_net_that_judges_where_lines_end_lets_them_end_sooner() -> None:
    """Fewer decisions are looked ahead with ``nearer``, and without a net as many as ever."""
    match = rookery.game("pengqueen").start(seed=4)
    view = match.hidden(match.turn)
    nothing = weights_of(match.game, 0.0)
    told = [
        Search(match.game, room=64, **it).decide(
            view, match.legal(), rng.generator(1), iterations=30
        )
        for it in (
            {},
            {"nearer": 15},
            {"weights": nothing, "net": 2},
            {"weights": nothing, "net": 2, "advised": 0},
            {"weights": nothing, "net": 2, "nearer": 15},
        )
    ]
    plain, ignored, *ends, sooner = (it.values for it in told)
    assert plain == ignored
    for same in ends:  # what a net that has learned nothing says is the game's own estimate
        assert same == pytest.approx(plain, abs=1e-3)
    assert sooner != pytest.approx(plain, abs=1e-3)


def test_a_file_is_read_as_it_was_written_and_never_believed_when_damaged() -> None:
    game = rookery.game("party")
    both = weights_of(game, 0.5), weights_of(game, 0.5, seed=2)
    data = write(game, both[0], {"editions": ["x"], "seed": 1}, guesses=both[1])
    again, about = read(game, data)
    for weights, found in zip(both, again[:2], strict=True):
        assert found is not None
        assert all(np.array_equal(*parts) for parts in zip(weights, found, strict=True))
    assert again.editions == ("x",)
    assert about["seed"] == 1
    alone, _ = read(game, write(game, both[0], {"editions": ["x"]}))
    assert alone.guesses is None
    damaged = bytearray(data)
    damaged[len(data) // 2] ^= 1
    with pytest.raises(BrokenNet, match="digest is wrong"):
        read(game, bytes(damaged), "net.bin")
    with pytest.raises(BrokenNet, match="not the file of a net"):
        read(game, b"hello")
    with pytest.raises(BrokenNet, match="which is not the ultimatum of this version"):
        read(rookery.game("ultimatum"), data)
