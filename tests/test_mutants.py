"""The checks of what a seat knows can fail: each broken way to hide or to redeal is caught."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from tests.helpers import view_oracle
from tests.mutants import CAUGHT, HUNG, SOUND, SURVIVED

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", rookery.games())
def test_every_broken_way_to_hide_or_redeal_is_caught(name: str) -> None:
    excused = set(view_oracle(rookery.game(name)).UNNOTICED)
    run = subprocess.run(
        [sys.executable, "-m", "tests.mutants", name],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    fates = json.loads(run.stdout)
    assert set(fates.values()) <= {CAUGHT, HUNG, SURVIVED}
    assert fates.pop(SOUND) == SURVIVED
    survivors = {mutant for mutant, fate in fates.items() if fate == SURVIVED}
    # Neither is one missed, nor one excused that is caught or is none.
    assert survivors == excused
    assert any(mutant.startswith("redeal knows") for mutant in fates)
    for field in rookery.game(name).dtype.names or ():  # all were tried, one way or the other
        assert {f"hide copies {field}", f"hide forgets {field}"} & set(fates), field
