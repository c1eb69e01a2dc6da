"""Learning to guess at hidden things: what is noted, what is learned, and runs that learn it."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.arena.intervals import Estimate
from rookery.cli import main
from rookery.search.net import edition_key, read, shipped, write
from rookery.train import loop
from rookery.train.hidden import fresh_guesses
from rookery.train.learning import Learner, fresh_weights
from rookery.train.loop import CHAMPION, CURVE, LEARNER, RUN, Training
from rookery.train.plan import Plan
from rookery.train.selfplay import Task
from rookery.train.tables import play_part

GAME = rookery.game("pengqueen")
THINGS, VALUES = GAME.guessed
#: Hunters of two lead two pawns: their mummy guesses at both.
TASK = Task("pengqueen", (2, 3), 4, iterations=4, seed=1)
PLAN = Plan("pengqueen", (2,), 1, 2, iterations=4, low=4, top=4, duels=2)


def test_what_is_noted_is_one_hidden_thing_and_its_truth() -> None:
    _, (decisions, hidden) = play_part(TASK, 1)
    assert 20 < len(hidden) < len(decisions)  # hunters see all pawns
    assert set(hidden["role"].tolist()) == {1}
    things = set()
    for sample in hidden:
        count = sample["count"]
        may, shares = sample["actions"][:count], sample["shares"][:count]
        assert count > 1
        assert sorted(shares.tolist()) == [0.0] * (count - 1) + [1.0]
        thing = int(may[0]) // VALUES
        things.add(thing)
        assert set((may // VALUES).tolist()) == {thing}
        trail = GAME.observation.read(sample["row"])["trails"][thing]
        assert np.flatnonzero(trail).tolist() == (may % VALUES).tolist()
    assert things == {0, 1}


def test_matches_are_the_same_as_if_nothing_were_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """So what is learned besides changes nothing of how the search learns to play."""
    both = [play_part(TASK, 0)[1].decisions]
    monkeypatch.setattr("rookery.train.hidden.Watcher.look", lambda *_: None)
    _, (decisions, hidden) = play_part(TASK, 0)
    assert len(hidden) == 0
    for name in decisions.dtype.names or ():
        assert (decisions[name] == both[0][name]).all()


def test_where_they_stand_is_learned() -> None:
    samples = np.concatenate([play_part(replace(TASK, seed=it), 0)[1].hidden for it in range(6)])
    learner = Learner.of(GAME, fresh_guesses(GAME, 8, 8, seed=1), speed=0.02)
    value, before = learner.losses(samples)
    assert value == 0.0
    assert before == pytest.approx(np.mean(np.log(samples["count"])), rel=1e-4)
    for number in range(4):
        learner.learn(samples, number)
    assert learner.losses(samples)[1] < before - 0.3


def test_a_run_learns_both_nets_and_is_resumed_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "duel", lambda deals: Estimate(0.6, 0.51 * bool(list(deals)), 0.7))
    plan = replace(PLAN, generations=2)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    told = []
    rows = list(Training(GAME, plan, whole).run(lambda done, total, what: told.append(what)))
    assert all(row.guess is not None and row.guess > 0 for row in rows)
    assert "hidden things learned from" in told
    assert "guesses: nats a hidden thing" in (whole / CURVE).read_text()
    list(Training(GAME, replace(plan, generations=1), parts).run())
    list(Training(GAME, plan, parts, resume=True).run())
    assert (whole / CHAMPION).read_bytes() == (parts / CHAMPION).read_bytes()
    learned = [np.load(folder / LEARNER) for folder in (whole, parts)]
    assert any(name.startswith("guess_paces") for name in learned[0])
    for name in learned[0]:
        assert learned[0][name].tobytes() == learned[1][name].tobytes()
    found, _ = read(GAME, (whole / CHAMPION).read_bytes())
    assert found.guesses is not None
    assert found.guesses.policy.shape == (2, THINGS * VALUES, 8)


def test_guesses_alone_leave_the_other_net_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "duel", lambda deals: Estimate(0.6, 0.45 * bool(list(deals)), 0.7))
    weights = fresh_weights(GAME, 4, 4, 9)
    path = tmp_path / "begun.bin"
    told = {"editions": [edition_key(GAME.edition())], "plan": {"seed": 7}, "rows": 2}
    path.write_bytes(write(GAME, weights, told))
    plan = replace(PLAN, matches=8, guesses_for=str(path))
    training = Training(GAME, plan, tmp_path / "run")
    row = next(training.run())
    assert (row.value, row.policy) == (row.value_before, row.policy_before)
    assert row.guess is not None
    assert row.guess_before is not None
    # That is enough to be kept, though it won too few duels to be sure of more.
    assert row.guess < row.guess_before
    assert row.promoted
    before, _ = read(GAME, path.read_bytes())
    after, about = read(GAME, (tmp_path / "run" / CHAMPION).read_bytes())
    assert before.weights is not None
    assert after.weights is not None
    assert before.guesses is None
    assert after.guesses is not None
    for one, other in zip(before.weights, after.weights, strict=True):
        assert one.tobytes() == other.tobytes()
    # The file says of both how they were trained, and which net the guesses are for.
    assert (about["plan"], about["rows"]) == ({"seed": 7}, 2)
    assert about["guessing"]["seed"] == plan.seed
    assert about["guessing"]["guesses_for"] == sha256(path.read_bytes()).hexdigest()[:16]
    kept = json.loads((tmp_path / "run" / RUN).read_text())["plan"]
    assert kept["guesses_for"] == str(path)


@pytest.mark.parametrize(
    ("before", "after", "won", "kept"),
    [
        (2.5, 2.4, Estimate(0.49, 0.4, 0.58), True),
        (2.5, 2.6, Estimate(0.49, 0.4, 0.58), False),
        (2.5, 2.4, Estimate(0.4, 0.35, 0.45), False),
        (None, None, Estimate(0.49, 0.4, 0.58), False),
    ],
)
def test_guesses_alone_are_kept_if_they_surprise_less_and_do_no_harm(
    before: float | None, after: float | None, won: Estimate, kept: bool
) -> None:
    assert loop._wiser(before, after, won) == kept


def test_tables_where_champions_read_are_played_to_be_learned_from() -> None:
    """Each decision is that of a bot at a table, and the results are those of the matches."""
    task = replace(TASK, reads=True, matches=2, learned=shipped(GAME))
    decisions, hidden = play_part(task, 1)[1]
    assert set(decisions["players"].tolist()) == {3}
    assert set(decisions["role"].tolist()) == {0, 1}
    assert 10 < len(hidden) < len(decisions)
    assert decisions["value"][:, :3].sum(axis=1) == pytest.approx(1.0, abs=1e-4)
    assert decisions["shares"].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    again = play_part(task, 1)[1].decisions
    for name in decisions.dtype.names or ():
        assert (decisions[name] == again[name]).all()
    # The mummy decides otherwise than one that does not read.
    other = play_part(replace(task, reads=False), 1)[1].decisions
    assert len(other) != len(decisions) or (other["shares"] != decisions["shares"]).any()


def test_what_cannot_be_begun_is_refused_before_anything_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.bin"
    weights = fresh_weights(GAME, 4, 4, 9)
    other.write_bytes(write(GAME, weights, {"editions": ["another"]}))
    missing, folder = tmp_path / "missing.bin", tmp_path / "run"
    for words, told in (
        (["pengqueen", "--guesses-for", str(missing)], f"no net can be read from {missing}"),
        (["pengqueen", "--guesses-for", str(other)], f"{other} was made for another edition"),
        (["pengqueen", "--reads", "--device", "cuda"], "who reads the table thinks on the cpu"),
        (["party", "--guesses-for", str(other)], "no guesses to learn"),
    ):
        assert main(["train", *words, "--folder", str(folder)]) == 2
        assert told in capsys.readouterr().err
        assert not folder.exists()
