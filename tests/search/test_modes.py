"""Compiled and interpreted, the search finds the same figures."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

PROGRAM = """
from rookery.core import rng
from rookery.search import Search
from tests.search.positions import middles, solvable
for match in [*middles(1, "modes"), *solvable(3)]:
    search = Search(match.game, room=50, threads=2)
    view = match.hidden(match.turn)
    figures = search.decide(view, match.legal(), rng.generator(3), iterations=24).to_dict()
    del figures["milliseconds"]
    print(match.game.name, match.players, figures)
"""


def test_compiled_and_interpreted_searches_agree() -> None:
    results = []
    for disabled in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(run.stdout)
    assert results[0] == results[1]
    assert results[0].count("\n") >= 10
