"""Batches: the same matches, whatever else is asked of them."""

import copy
import pickle

import numpy as np
import pytest

import rookery
from rookery.core import keys, rng
from tests.helpers import scaled


@pytest.mark.parametrize("name", rookery.games())
def test_match_i_of_a_batch_is_the_match_of_its_seed(name: str) -> None:
    game = rookery.game(name)
    seeds: list[int | bytes] = [3, 2**60, b"s" * 32]
    batch = game.batch(3, players=3, seeds=seeds)
    matches = [game.start(3, seed=seed) for seed in seeds]
    for step in range(scaled(120, 12)):
        if batch.over.any():
            break
        actions = batch.pick() if step % 3 else batch.greedy()
        batch.mask(), batch.observe(), batch.redeal(0)  # none of these is chance's business
        batch.step(actions)
        for match, action in zip(matches, actions, strict=True):
            match.play(int(action))
    for i, match in enumerate(matches):
        assert batch.states[i : i + 1].tobytes() == match._states.tobytes()
        assert batch.match(i).log == match.log
        batch.match(i).verify()
        assert batch.information()[i] == match.information(match.turn)


def test_what_was_seen_is_told_on_from_step_to_step() -> None:
    batch = rookery.game("party").batch(4, players=3, seed=2, edition="tiny-9", rounds=1)

    def anew() -> list[str]:
        return [batch.match(i).information(batch.match(i).turn) for i in range(4)]

    kept, ways = batch.save(), set()
    for number in range(2):  # another way after a return to the same place
        for _ in range(5):
            batch.step_on(batch.mask().argmax(axis=1) if number else batch.pick())
            assert batch.information() == anew()
        ways.add(tuple(batch.information(0)))
        batch.restore(kept)
        assert batch.information() == anew()
    assert len(ways) == 2


def test_what_is_dealt_after_a_match_follows_from_its_secret() -> None:
    game = rookery.game("party")
    batch = game.batch(2, players=2, seed=1, rounds=1)
    secrets = batch.secrets
    batch.reset([True, False])
    assert batch.secrets == [keys.successor(secrets[0]), secrets[1]]
    dealt = game.start(2, seed=batch.secrets[0], rounds=1)
    assert batch.match(0).to_dict() == dealt.to_dict()


def test_compiled_hashes_are_those_of_hashlib() -> None:
    secret = rng.secret_of(5)
    words, key = np.frombuffer(secret, np.uint64), np.zeros(8, np.uint64)
    work, drawn, derived = np.zeros(32, np.uint64), rng.blank(), rng.blank()
    keys.absorb_all(words[None].copy(), key[None], work)
    for ply in (0, 1, 70_000, 2**63):
        keys.derive(key, np.uint64(ply), drawn[0], work)
        rng.derive(secret, ply, derived)
        assert drawn.tobytes() == derived.tobytes()


def test_finished_matches_are_dealt_anew_with_their_returns_told() -> None:
    batch = rookery.game("party").batch(40, players=3, seed=2, rounds=1)
    ended = 0
    for _ in range(40):
        twin = copy.copy(batch)
        actions = batch.pick()
        twin.step(actions)
        done, returns = batch.step_on(actions)
        assert (done == twin.over).all()
        assert np.allclose(returns.sum(axis=1), 0)
        assert (returns[~done] == 0).all()
        share = twin.winners() / np.maximum(1, twin.winners().sum(axis=1, keepdims=True))
        assert np.allclose(returns[done], (3 * share - 1)[done])
        assert not batch.over.any()
        ended += done.sum()
    assert ended > 40
    batch.match(0).verify()
    assert len(batch._log) < 40  # what nobody needs is forgotten


def test_worlds_of_a_batch_look_the_same_and_go_on_by_themselves() -> None:
    batch = rookery.game("pengqueen").batch(5, players=4, seed=2)
    for _ in range(30):
        batch.step(batch.pick())
    worlds = batch.redeal(seats := np.arange(5) % 4)
    assert (worlds.observe(seats) == batch.observe(seats)).all()
    assert worlds.states.tobytes() != batch.states.tobytes()
    worlds.step(worlds.pick())
    assert worlds.match(1)._states.tobytes() == worlds.states[1:2].tobytes()
    assert not set(worlds.secrets) & set(batch.secrets)


def pickled(it: object) -> object:
    return pickle.loads(pickle.dumps(it))  # noqa: S301


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, pickled])
def test_copies_of_a_batch_are_independent(twin_of) -> None:  # type: ignore[no-untyped-def]
    batch = rookery.game("party").batch(200, players=4, seed=1, threads=2)
    batch.step(batch.pick())
    twin = twin_of(batch)
    kept = batch.save()
    for _ in range(5):
        actions = batch.pick()
        batch.step(actions)
        twin.step(actions)
    assert batch.states.tobytes() == twin.states.tobytes()
    batch.restore(kept)
    assert [batch.match(3).ply, twin.match(3).ply] == [1, 6]
    with pytest.raises(rookery.InvalidOption, match="200 matches of party"):
        batch.restore({"states": 1})


def test_masks_and_observations_fill_what_they_are_given() -> None:
    batch = rookery.game("party").batch(70, players=4, seed=1)
    mask, rows = np.ones((70, 150), bool), np.full((70, 307), 9, np.uint8)
    assert batch.mask(mask) is mask
    assert batch.observe(out=rows) is rows
    packed = np.unpackbits(batch.mask(packed=True), axis=1, count=150, bitorder="little")
    assert (packed == mask).all()
    assert [np.flatnonzero(row).tolist() for row in mask[:3]] == [
        batch.match(i).legal() for i in range(3)
    ]
    floats = batch.observe(dtype=np.float32)
    assert floats.min() >= 0
    assert floats.max() <= 1
    assert np.allclose(floats * batch.game.observation.high, rows)


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda it: it.observe(1.7), rookery.InvalidSeat, "whole number"),
        (lambda it: it.observe("1"), rookery.InvalidSeat, "whole number"),
        (lambda it: it.observe([0, 1]), rookery.InvalidSeat, "or 3 of them"),
        (lambda it: it.observe(2), rookery.InvalidSeat, "0 to 1"),
        (lambda it: it.redeal(-2), rookery.InvalidSeat, "-1 for a spectator"),
        (lambda it: it.observe(dtype="int8"), rookery.InvalidOption, "not int8"),
        (lambda it: it.observe(out=np.zeros((3, 5), np.uint8)), rookery.InvalidOption, "307"),
        (lambda it: it.mask(np.zeros((3, 150))), rookery.InvalidOption, "not float64"),
        (lambda it: it.returns("luck"), rookery.InvalidOption, "wins or scores"),
        (lambda it: it.reset([1, 0, 1]), rookery.InvalidOption, "truth values"),
        (lambda it: it.step([0.5, 1, 1]), rookery.IllegalAction, "float64"),
        (
            lambda it: it.step([*it.mask().argmax(axis=1)[:2], 149]),
            rookery.IllegalAction,
            "149 is not legal in match 2",
        ),
    ],
)
def test_bad_input_is_refused_and_changes_nothing(ask, error, said) -> None:  # type: ignore[no-untyped-def]
    batch = rookery.game("party").batch(3, players=2, seed=3, first=0)
    before = batch.states.tobytes()
    with pytest.raises(error, match=said):
        ask(batch)
    assert batch.states.tobytes() == before
    assert batch.match(0).ply == 0


def test_a_batch_that_is_over_asks_to_be_reset() -> None:
    game = rookery.game("party")
    batch = game.batch(2, players=2, seed=1, rounds=1)
    while not batch.over.all():
        batch.step(batch.pick())
    with pytest.raises(rookery.MatchOver, match="reset them first"):
        batch.step([0, 0])
    for wrong in (0, 1.5, "2"):
        with pytest.raises(rookery.InvalidOption, match="thread"):
            game.batch(2, threads=wrong)  # type: ignore[arg-type]
    with pytest.raises(rookery.InvalidSeed, match="take 2 seeds, not 3"):
        game.batch(2, seeds=[1, 2, 3])
