"""Guesses at hidden things: what may be so, what a net makes of it, and worlds weighed by that."""

from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core import dispatch, loops, rng
from rookery.core.game import Game
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.core.record import new
from rookery.core.view import View
from rookery.search.beliefs import Beliefs, Readers
from rookery.search.guess import LESS, Guesser, lean
from rookery.search.net import Weights, layout
from rookery.search.value import spread
from rookery.train.hidden import fresh_guesses
from tests.helpers import scaled

MODEL = {"heat": 2.0, "strange": 0.2, "foretells": 0.0}
LOW, TOP = 6, 5


@kernel
def ask(printed: Any, views: Any, states: Any, seat: int, thing: int, out: Any) -> Any:
    """What a thing may be, and what it is."""
    count = dispatch.candidates(printed[0], views[0], seat, thing, out)
    return count, dispatch.truth(printed[0], states[0], seat, thing)


def told(view: View, states: Any, thing: int) -> tuple[list[int], int]:
    out = np.zeros(max(1, view.game.guessed[1]), np.int64)
    count, true = ask(view.edition.printed, view.records, states, view.number, thing, out)
    return out[:count].tolist(), int(true)


def moments(name: str, players: int, plies: int) -> Any:
    """A match played at random, at each of its decisions."""
    match = rookery.game(name).start(players, 5)
    chance = rng.generator(3)
    while not match.over and match.ply < plies:
        yield match
        legal = match.legal()
        match.play(legal[rng.below(chance[0], len(legal))])


def guessing(game: Game, size: float = 0.3) -> Weights:
    """A net that guesses something."""
    chance = np.random.default_rng(4)
    start = fresh_guesses(game, LOW // 2, 3, seed=1)
    some = [size * chance.standard_normal(part.shape) for part in start]
    return Weights(*(part.astype(np.float32) for part in some))


def test_a_game_that_says_nothing_is_asked_nothing() -> None:
    match = rookery.game("party").start(3, 5)
    view = match.informed(match.turn)
    assert told(view, match.everything().records, 0) == ([], 0)


def of_mummy() -> Match:
    """A match in which the mummy is to move, and pawns are hidden from it."""
    for match in moments("pengqueen", 4, 400):
        records = match.everything().records
        if match.ply > 40 and loops.role(match.edition.printed, records, match.turn) == 1:
            view = match.informed(match.turn)
            if sum(len(told(view, records, thing)[0]) > 2 for thing in range(4)) > 1:
                return match
    raise AssertionError("no such decision")


def test_chances_are_those_of_the_net_written_out() -> None:
    match = of_mummy()
    game, view = match.game, match.informed(match.turn)
    weights = guessing(game)
    found = Guesser(game, weights).guess(view)
    offsets, inputs = layout(game)
    row, given = match.features(match.turn), np.zeros(inputs)
    for k in np.flatnonzero(row):
        given[offsets[k] + min(row[k], 16) - 1] = 1.0 + max(0, int(row[k]) - 16) / 255
    low = np.maximum(0, given @ weights.first[1] + weights.first_bias[1])
    top = np.maximum(0, low @ weights.second[1] + weights.second_bias[1])
    said = (weights.policy[1] @ top + weights.policy_bias[1]).reshape(game.guessed)
    for thing in range(game.guessed[0]):
        may, _ = told(view, match.everything().records, thing)
        wanted = np.zeros(game.guessed[1])
        if len(may) > 1:
            logits = said[thing, may].astype(float)
            spread(logits, len(may))
            wanted[may] = logits
        assert found[thing] == pytest.approx(wanted, abs=1e-4)


def test_worlds_are_weighed_by_what_they_say_and_by_what_the_net_says() -> None:
    match = of_mummy()
    printed, seat = match.edition.printed, match.turn
    assert seat is not None
    worlds = new(match.game.dtype, 6)
    for k in range(6):
        worlds[k] = match.redeal(seat, k).everything().records[0]
    chances = np.zeros(match.game.guessed)
    pawn = next(it for it in range(4) if len(set(worlds["pawns"][:, it].tolist())) > 1)
    squares = worlds["pawns"][:, pawn].tolist()
    for place, square in enumerate(sorted(set(squares))):
        chances[pawn, square] = (place + 1) / 10
    weights = np.array([1.0, 2.0, 1.0, 0.0, 3.0, 1.0])
    given = {it: weights[[s == it for s in squares]].sum() / 8 for it in squares}
    for trust in (0.0, 0.5, 1.0):
        own = weights.copy()
        lean(printed, (worlds, own), seat, chances, np.zeros(match.game.guessed), trust)
        wanted = [
            weight and weight * given[it] ** (-LESS * trust) * chances[pawn, it] ** trust
            for weight, it in zip(weights, squares, strict=True)
        ]
        assert own == pytest.approx(wanted)


def test_worlds_are_what_the_net_is_sure_of_as_far_as_it_is_trusted() -> None:
    match = of_mummy()
    game, view, records = match.game, match.informed(match.turn), match.everything().records
    pawn = max(range(4), key=lambda it: len(told(view, records, it)[0]))
    plain = Readers(game, scaled(200, 40), MODEL).even_worlds(view, None, 1.0)
    square = int(plain["pawns"][0, pawn])
    weights = guessing(game, 0.0)
    weights.policy_bias[:, pawn * game.guessed[1] + square] = 8.0
    readers = Readers(game, scaled(200, 40), MODEL, weights)
    shares = [
        np.mean(readers.even_worlds(view, None, trust)["pawns"][:, pawn] == square)
        for trust in (0.0, 0.2, 1.0)
    ]
    assert shares == sorted(shares)
    assert shares[0] < 0.5 < shares[2]
    # Without trust all is as if there were no net.
    assert readers.even_worlds(view).tobytes() == plain.tobytes()


def test_such_worlds_follow_from_what_was_seen_and_look_as_the_match_does() -> None:
    """So they are the same after a restart, and nothing hidden has a part in them."""
    game, count = rookery.game("pengqueen"), scaled(40, 8)
    weights = guessing(game, 0.5)
    kept = [Readers(game, count, MODEL, weights) for _ in range(3)]
    compared = 0
    for match in moments("pengqueen", 3, scaled(44, 14)):
        seat = match.turn
        assert seat is not None
        view = match.informed(seat)
        worlds = kept[seat].even_worlds(view, None, 0.75)
        anew = Readers(game, count, MODEL, weights).even_worlds(view, None, 0.75)
        assert worlds.tobytes() == anew.tobytes()
        for k in range(0, count, 7):
            sight = new(game.dtype)
            loops.hide(match.edition.printed, worlds[k : k + 1], seat, sight)
            assert sight.tobytes() == view.records.tobytes()
            compared += 1
    assert compared >= 20


def test_a_game_without_things_to_guess_at_goes_by_what_was_followed() -> None:
    match = rookery.game("party").start(3, 5)
    view = match.informed(match.turn)
    beliefs = Beliefs(match.game, 20, MODEL)
    beliefs.read(view)
    assert beliefs.even(view, None, 1.0).tobytes() == beliefs.even(view).tobytes()
