"""The compile decorator: where it keeps code, and what it tells about compiling."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rookery.core.kernel import COMPILED

TELL = """
import rookery.core.kernel as kernel
told = []
kernel.when_compiling(lambda: told.append(1), after=0.05)
"""
MATCH = """
import rookery
rookery.game("party").start(seed=1)
print(len(told))
"""
SUM = """
@kernel.kernel
def add(one, two):
    return one + two
print(add(1, 1))
"""


def started(folder: Path, program: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "ROOKERY_CACHE": str(folder), "TMPDIR": str(folder.parent)}
    command = [sys.executable, "-c", TELL + program]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled with the JIT off")
def test_compiled_code_is_kept_and_compiling_is_told_once(tmp_path: Path) -> None:
    cold = started(tmp_path, MATCH)
    assert cold.stdout == "1\n"
    assert list((tmp_path / "code").glob("*.code"))
    warm = started(tmp_path, MATCH)
    assert warm.stdout == "0\n"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled with the JIT off")
def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert started(blocked, SUM).stdout == "2\n"
