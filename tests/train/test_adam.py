"""Learning with PyTorch, where it is; and what is said where it is not."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.cli import main
from rookery.errors import InvalidOption
from rookery.search.net import Weights
from rookery.train.hidden import fresh_guesses
from rookery.train.learning import Learner, fresh_weights
from rookery.train.loop import CHAMPION, RUN, Training
from rookery.train.plan import Plan
from rookery.train.selfplay import Task
from rookery.train.tables import play_part

GAME = rookery.game("pengqueen")
PLAN = Plan("pengqueen", (2,), 1, 2, iterations=4, low=4, top=4, duels=2, learner="torch")
SAMPLES = play_part(Task("pengqueen", (2, 3), 3, iterations=4, seed=1), 1)[1]


@pytest.fixture(name="torch")
def _torch() -> Any:
    return pytest.importorskip("torch")


def moved(weights: Weights) -> Weights:
    """No two numbers alike, so that one in the wrong place is seen."""
    chance = np.random.default_rng(3)
    return Weights(*(part + 0.1 * chance.standard_normal(part.shape) for part in weights))


def test_where_pytorch_is_missing_a_run_says_so_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    folder = tmp_path / "run"
    assert main(["train", "pengqueen", "--folder", str(folder), "--learner", "torch"]) == 2
    assert "pip install 'rookery[train]'" in capsys.readouterr().err
    assert not folder.exists()


def test_a_card_that_is_not_there_is_not_learned_on(
    torch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(InvalidOption, match="--device cpu or --learner compiled"):
        Training(GAME, replace(PLAN, device="cuda"), tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("kind", ["decisions", "hidden"])
def test_it_counts_losses_as_compiled_code_does(torch: Any, kind: str) -> None:
    from rookery.train.adam import TorchLearner

    samples = getattr(SAMPLES, kind)[:100]
    make = fresh_weights if kind == "decisions" else fresh_guesses
    weights = moved(make(GAME, 6, 5, 1))
    learner = TorchLearner.of(GAME, weights)
    tensors = Weights(*(torch.tensor(part) for part in learner.weights))
    sums = learner._losses(tensors, learner._batch(samples)).numpy()
    assert sums / len(samples) == pytest.approx(Learner.of(GAME, weights).losses(samples), rel=1e-4)


def test_what_can_be_learned_is_learned(torch: Any) -> None:
    from rookery.train.adam import TorchLearner

    told = []
    learner = TorchLearner.of(GAME, fresh_weights(GAME, 16, 16, 1))
    before = learner.losses(SAMPLES.decisions)
    on_the_way = learner.learn(SAMPLES.decisions, 1, lambda *it: told.append(it), passes=20)
    after = learner.losses(SAMPLES.decisions)
    assert told[-1] == (20 * len(SAMPLES.decisions),) * 2
    for first, between, last in zip(before, on_the_way, after, strict=True):
        assert last < between < first - 0.05


def test_a_run_goes_on_as_it_would_have(torch: Any, tmp_path: Path) -> None:
    both = replace(PLAN, generations=2)
    list(Training(GAME, both, tmp_path / "whole").run())
    list(Training(GAME, PLAN, tmp_path / "parts").run())
    list(Training(GAME, both, tmp_path / "parts", resume=True).run())
    rows = [
        [{**row, "seconds": 0} for row in json.loads((tmp_path / it / RUN).read_text())["rows"]]
        for it in ("whole", "parts")
    ]
    assert len(rows[0]) == 2
    assert rows[0] == rows[1]
    with pytest.raises(InvalidOption, match="has learner torch, not compiled"):
        Training(GAME, replace(both, learner="compiled"), tmp_path / "parts", resume=True)
    assert not (tmp_path / "whole" / f".{CHAMPION}").exists()
