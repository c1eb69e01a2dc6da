"""The quick starts of the lab's pages run."""

import re
from pathlib import Path

import pytest

from rookery.cli import main

DOCS = Path(__file__).parent.parent.parent / "docs"


def starts(page: str) -> list[str]:
    return re.findall(r"```py\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S)


def run(code: str, page: str) -> None:
    exec(compile(code, f"docs/{page}", "exec"), {})  # noqa: S102 - our own page


@pytest.mark.parametrize("code", starts("lab.md"), ids=["pettingzoo", "gymnasium", "openspiel"])
def test_a_quick_start_runs(code: str) -> None:
    run(code, "lab.md")


def test_a_data_set_is_written_and_read_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DOCS / "dataset.md").read_text("utf-8")
    command = re.findall(r"^    rookery (dataset .* --out tiny\.parquet)$", text, re.M)
    monkeypatch.chdir(tmp_path)
    assert main([*command[0].split(), "--workers", "1"]) == 0
    run(starts("dataset.md")[0], "dataset.md")
    assert "party (" in capsys.readouterr().out
