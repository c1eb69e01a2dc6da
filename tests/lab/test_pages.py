"""The quick starts of the lab's page run."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "lab.md"
STARTS = re.findall(r"```py\n(.*?)```", PAGE.read_text("utf-8"), re.S)


@pytest.mark.parametrize("code", STARTS, ids=["pettingzoo", "gymnasium", "openspiel"])
def test_a_quick_start_runs(code: str) -> None:
    exec(compile(code, "docs/lab.md", "exec"), {})  # noqa: S102 - our own page
