"""The example that learns where the matches are, for one iteration, where PyTorch is installed."""

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "selfplay_gpu.py"


def test_it_plays_and_learns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    asked = "--device cpu --matches 32 --iterations 1 --steps 40 --option rounds=1"
    monkeypatch.setattr(sys, "argv", ["selfplay_gpu.py", *asked.split()])
    runpy.run_path(str(EXAMPLE), run_name="__main__")
    told = capsys.readouterr().out
    assert "steps/s played" in told
    assert " 0 decisions" not in told
