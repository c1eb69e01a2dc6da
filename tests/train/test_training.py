"""Training: gradients, samples, the loop, and its command."""

import json
from dataclasses import replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import rookery
from rookery.cli import main
from rookery.errors import BrokenNet, InvalidOption
from rookery.search.net import Weights, edition_key, read, write
from rookery.train.learning import Learner, fresh_weights, sample_type
from rookery.train.loop import CHAMPION, CURVE, LEARNER, RUN, Training
from rookery.train.plan import Plan
from rookery.train.selfplay import Task
from rookery.train.tables import play_part

GAME = rookery.game("party")
WORDS = ["train", "party", "--players", "2,3", "--matches", "4", "--iterations", "8"]
WORDS += ["--duels", "2", "--low", "8", "--top", "4", "--workers", "1"]
PLAN = Plan("party", (2, 3), 1, 4, iterations=8, low=8, top=4, duels=2)


def drawn(count: int, seed: int = 1) -> np.ndarray:
    """Samples in which the first switch of the observation decides everything."""
    chance = np.random.default_rng(seed)
    samples = np.zeros(count, sample_type(GAME))
    samples["row"][:, :40] = chance.integers(0, 2, (count, 40))
    on = samples["row"][:, 0]
    samples["players"], samples["count"] = 2, 3
    samples["actions"][:, :3] = [3, 7, 11]
    samples["shares"][np.arange(count), on] = 1.0
    samples["value"][:, 0] = on
    samples["value"][:, 1] = 1 - on
    return samples


def test_slopes_are_those_of_the_losses() -> None:
    """One step of one sample moves every weight against the slope that differences show."""
    chance = np.random.default_rng(3)
    start = fresh_weights(GAME, 6, 5, 1)
    start = Weights(*(part + 0.1 * chance.standard_normal(part.shape) for part in start))
    samples = drawn(1)
    samples["rates"][0, :3] = [0.5, -0.25, 1.0]
    samples["logs"][0, :2] = [-0.4, -1.1]
    learner = Learner.of(GAME, start, speed=1.0)
    before = Weights(*(part.copy() for part in learner.weights))
    paces = Weights(*(part.copy() for part in learner.paces))
    learner.learn(samples, 1)
    for name in Weights._fields:
        moved = getattr(before, name) - getattr(learner.weights, name)
        # Adagrad: a step is slope / sqrt(pace), and the pace grew by the slope's square.
        slope = moved * (np.sqrt(getattr(learner.paces, name)) + 1e-6)
        assert slope**2 == pytest.approx(
            getattr(learner.paces, name) - getattr(paces, name), abs=1e-4
        )
        at = np.unravel_index(np.argmax(np.abs(slope)), slope.shape)
        assert slope[at] == pytest.approx(difference(before, name, at, samples), abs=2e-2)
        assert abs(slope[at]) > 1e-3


def difference(weights: Weights, name: str, at: tuple[np.intp, ...], samples: np.ndarray) -> float:
    """How the sum of both losses changes with one weight."""
    sums = []
    for change in (-1e-2, 1e-2):
        part = getattr(weights, name).copy()
        part[at] += change
        sums.append(sum(Learner.of(GAME, weights._replace(**{name: part})).losses(samples)))
    return (sums[1] - sums[0]) / 2e-2


def test_what_can_be_learned_is_learned_and_holds_elsewhere() -> None:
    learner = Learner.of(GAME, fresh_weights(GAME, 8, 8, 1))
    held = drawn(200, seed=2)
    before = learner.losses(held)
    assert before == pytest.approx((np.log(2), np.log(3)), abs=1e-3)
    for number in range(4):
        learner.learn(drawn(2000, seed=3), number)
    assert max(learner.losses(held)) < 0.05


def test_the_last_matches_end_in_what_the_search_thinks_of_them() -> None:
    task = Task("party", (2,), 16, iterations=4, seed=3)
    whole = play_part(task, 0)[1].decisions
    cut = play_part(replace(task, unfinished=8), 0)[1].decisions
    assert 0 < len(cut) < len(whole)
    for name in ("row", "actions", "shares"):
        assert (cut[name] == whole[name][: len(cut)]).all()
    assert cut["value"][:, :2].sum(axis=1) == pytest.approx(1.0, abs=1e-5)
    differ = (cut["value"] != whole["value"][: len(cut)]).any(axis=1)
    assert 0 < differ.sum() < len(cut)


def test_the_same_samples_and_seed_give_the_same_weights() -> None:
    learners = [Learner.of(GAME, fresh_weights(GAME, 8, 8, 1)) for _ in range(2)]
    for learner in learners:
        learner.learn(drawn(300), 5)
    for one, other in zip(learners[0].weights, learners[1].weights, strict=True):
        assert one.tobytes() == other.tobytes()


def test_samples_are_whole_and_know_how_their_match_ended() -> None:
    number, (samples, hidden) = play_part(Task("party", (2, 3), 3, 8, seed=1), 1)
    assert len(hidden) == 0  # the game says of nothing what it may be
    assert number == 1
    assert set(samples["players"].tolist()) == {3}
    assert len(samples) >= 100
    for sample in samples:
        count = sample["count"]
        assert len(set(sample["actions"][:count].tolist())) == count >= 2
        assert sample["shares"][:count].sum() == pytest.approx(1.0, abs=1e-5)
        assert sample["value"][:3].sum() == pytest.approx(1.0, abs=1e-4)
        assert sample["value"][:3].max() >= 0.5 - 1e-6 or sample["value"][:3].min() > 0
        assert GAME.observation.read(sample["row"])["hand"]


def test_a_run_is_kept_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*WORDS, "--folder", str(tmp_path / "run")]
    assert main([*words, "--generations", "1"]) == 0
    assert "generation 0: " in capsys.readouterr().out
    assert main([*words, "--generations", "1"]) == 2
    assert "holds a run already" in capsys.readouterr().err
    assert main([*words, "--generations", "2", "--resume"]) == 0
    told = capsys.readouterr().out
    assert "generation 0: " in told
    assert "generation 1: " in told
    kept = json.loads((tmp_path / "run" / RUN).read_text())
    assert [row["generation"] for row in kept["rows"]] == [0, 1]
    picture = (tmp_path / "run" / CURVE).read_text()
    assert picture.startswith("<svg")
    assert "2 generations of training" in picture
    assert main([*words, "--generations", "3", "--seed", "9", "--resume"]) == 2
    assert "has seed 1, not 9" in capsys.readouterr().err
    assert main([*words[:2], "--folder", "x", "--players", "2,9"]) == 2
    assert "9" in capsys.readouterr().err
    assert main([*words[:2], "--folder", "x", "--players", "two"]) == 2
    assert "--players 'two' is not a list of numbers such as 2,4" in capsys.readouterr().err


def test_a_champion_is_crowned_only_by_its_interval(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rookery.arena.intervals import Estimate
    from rookery.train import loop

    figures = iter([Estimate(0.6, 0.49, 0.7), Estimate(0.6, 0.51, 0.7)])
    monkeypatch.setattr(loop, "duel", lambda *_: next(figures))
    training = Training(GAME, PLAN, tmp_path)
    first = next(training.run())
    assert not first.promoted
    assert not (tmp_path / CHAMPION).exists()
    more = Plan(**{**PLAN.__dict__, "generations": 2})
    training = Training(GAME, more, tmp_path, resume=True)
    assert next(training.run()).promoted
    learned, about = read(GAME, (tmp_path / CHAMPION).read_bytes())
    assert about["editions"] == [edition_key(GAME.edition())]
    assert about["plan"]["seed"] == 1
    assert training.champion is not None
    assert learned.weights is not None
    assert training.champion.weights is not None
    for one, other in zip(learned.weights, training.champion.weights, strict=True):
        assert one == pytest.approx(other, abs=1e-2)


def test_a_resumed_run_goes_on_as_it_would_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its champion, too, is the one that the other run plays with: the one in the file."""
    from rookery.arena.intervals import Estimate
    from rookery.train import loop

    monkeypatch.setattr(loop, "duel", lambda deals: Estimate(0.6, 0.51 * bool(list(deals)), 0.7))
    plan = replace(PLAN, players=(2,), matches=2, generations=2)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    list(Training(GAME, plan, whole).run())
    list(Training(GAME, replace(plan, generations=1), parts).run())
    list(Training(GAME, plan, parts, resume=True).run())
    assert (whole / CHAMPION).read_bytes() == (parts / CHAMPION).read_bytes()
    learned = [np.load(folder / LEARNER) for folder in (whole, parts)]
    for name in learned[0]:
        assert learned[0][name].tobytes() == learned[1][name].tobytes()


def test_a_run_of_an_earlier_version_is_resumed(tmp_path: Path) -> None:
    """What could not be asked for then was as it is by default now."""
    plan = replace(PLAN, players=(2,), matches=2, generations=1)
    next(Training(GAME, plan, tmp_path).run())
    kept = json.loads((tmp_path / RUN).read_text())
    for name in ("guesses_for", "reads"):
        del kept["plan"][name]
    for name in ("guess", "guess_before"):
        del kept["rows"][0][name]
    (tmp_path / RUN).write_text(json.dumps(kept))
    row = next(Training(GAME, replace(plan, generations=2), tmp_path, resume=True).run())
    assert row.generation == 1
    with pytest.raises(InvalidOption, match="has reads False, not True"):
        Training(GAME, replace(plan, reads=True), tmp_path, resume=True)


def test_it_is_told_how_far_a_generation_is(tmp_path: Path) -> None:
    told: list[tuple[int, int, str]] = []
    training = Training(GAME, replace(PLAN, passes=2), tmp_path)
    row = next(training.run(lambda done, total, what: told.append((done, total, what))))
    held = play_part(Task("party", (2, 3), 4, iterations=8, seed=1), 0)[1].decisions["match"] == 0
    learned = 2 * (row.samples - int(held.sum()))
    assert told == [
        *((played, 8, "matches of generation 0") for played in (4, 8)),
        (learned, learned, "decisions learned from"),
        *((played, 2, "deals of the duel of generation 0") for played in (1, 2)),
    ]


def test_work_is_seen_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the line goes before what came of it is told."""
    hours = count(0, 3600)
    monkeypatch.setattr("rookery.cli.common.time", SimpleNamespace(monotonic=lambda: next(hours)))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main([*WORDS, "--folder", str(tmp_path / "run"), "--generations", "1"]) == 0
    lines = capsys.readouterr().err.split("\r")
    assert "4 of 8 matches of generation 0, 60 min left" in lines[1]
    assert any("decisions learned from" in line for line in lines)
    assert any("1 of 2 deals of the duel of generation 0, 60 min left" in line for line in lines)
    assert lines[-1] == "\033[K"


def test_an_interrupted_run_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rookery.train import loop

    folder = tmp_path / "run"
    words = [*WORDS, "--folder", str(folder), "--generations", "2"]
    play = loop.Training._play

    def interrupted(training: Training, number: int) -> np.ndarray:
        if number == 1:
            raise KeyboardInterrupt
        return play(training, number)

    monkeypatch.setattr(loop.Training, "_play", interrupted)
    assert main(words) == 130
    assert f"{folder} holds 1 generation; --resume goes on from there" in capsys.readouterr().err
    monkeypatch.undo()
    assert main([*words, "--resume"]) == 0
    assert "generation 1: " in capsys.readouterr().out


@pytest.mark.parametrize("harm", ["no learner", "half a learner", "no plan", "another net"])
def test_a_damaged_run_is_named(tmp_path: Path, harm: str) -> None:
    plan = replace(PLAN, players=(2,), matches=2, generations=1)
    next(Training(GAME, plan, tmp_path).run())
    learner, told = tmp_path / LEARNER, "holds no run that can be resumed"
    if harm == "no learner":
        learner.unlink()
    elif harm == "half a learner":
        learner.write_bytes(learner.read_bytes()[:5000])
    elif harm == "no plan":
        (tmp_path / RUN).write_text("{}")
    else:  # as many numbers, but a game in which something else is seen
        arrays = dict(np.load(learner))
        np.savez(learner, **{**arrays, "weights_first": arrays["weights_first"][:, 1:]})
        told = "begun with a version of party in which other things are seen or done"
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(InvalidOption, match="holds a run already"):
        Training(GAME, plan, tmp_path)
    with pytest.raises(BrokenNet, match=told):
        Training(GAME, plan, tmp_path, resume=True)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == kept


@pytest.mark.parametrize("reads", [False, True])
def test_each_sample_knows_its_match(reads: bool) -> None:
    """So whole matches are held back: of one that was learned from, all positions are known."""
    _, (samples, _) = play_part(Task("party", (2,), 3, iterations=4, seed=1, reads=reads), 0)
    assert set(samples["match"].tolist()) == {0, 1, 2}
    at = GAME.observation.first["pyramid"]
    for match in range(3):
        rows = samples["row"][samples["match"] == match]
        cards = (rows[:, at : GAME.observation.first["hand"]] > 0).sum(axis=1)
        # A pyramid grows until the next round begins; of two players there are two rounds.
        assert (np.diff(cards) <= 0).sum() == 1


def test_what_is_held_back_is_not_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned, held = [], []
    learn, losses = Learner.learn, Learner.losses

    def learns(learner: Learner, samples: np.ndarray, *rest: object) -> tuple[float, float]:
        learned.extend(samples["match"].tolist())
        return learn(learner, samples, *rest)  # type: ignore[arg-type]

    def loses(learner: Learner, samples: np.ndarray) -> tuple[float, float]:
        held.extend(samples["match"].tolist())
        return losses(learner, samples)

    monkeypatch.setattr(Learner, "learn", learns)
    monkeypatch.setattr(Learner, "losses", loses)
    list(Training(GAME, replace(PLAN, matches=34), tmp_path).run())
    assert set(held) == {0, 20, 40, 60, 80, 100, 120}
    assert set(learned) == set(range(128)) - set(held)


def test_a_net_goes_on_learning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights = Learner.of(GAME, fresh_weights(GAME, 6, 5, 9)).weights
    path = tmp_path / "begun.bin"
    path.write_bytes(write(GAME, weights, {"editions": [edition_key(GAME.edition())]}))
    training = Training(GAME, replace(PLAN, net=str(path)), tmp_path / "run")
    assert training.champion is not None
    assert training._learner.weights.first.shape == weights.first.shape  # not the plan's
    row = next(training.run())
    assert row.value != row.value_before
    assert (tmp_path / "run" / CHAMPION).exists() == row.promoted
    words = [*WORDS, "--folder", str(tmp_path / "other"), "--generations", "1"]
    assert main([*words, "--net", str(path), "--guesses-for", str(path)]) == 2
    assert "not both" in capsys.readouterr().err
    assert main([*words, "--net", str(tmp_path / "none.bin")]) == 2
    assert "none.bin" in capsys.readouterr().err
    assert not (tmp_path / "other").exists()


def test_a_net_that_goes_on_says_what_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rookery.arena.intervals import Estimate
    from rookery.train import loop

    monkeypatch.setattr(loop, "duel", lambda deals: Estimate(0.6, 0.51 * bool(list(deals)), 0.7))
    path = tmp_path / "begun.bin"
    told = {"editions": [edition_key(GAME.edition())]}
    path.write_bytes(write(GAME, fresh_weights(GAME, 8, 4, 9), told))
    list(Training(GAME, replace(PLAN, net=str(path)), tmp_path / "run").run())
    _, about = read(GAME, (tmp_path / "run" / CHAMPION).read_bytes())
    assert about["plan"]["net"] == sha256(path.read_bytes()).hexdigest()[:16]
