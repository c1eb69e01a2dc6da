"""The evaluation protocol: one command, one table, the same each time."""

import sys
from pathlib import Path

import pytest

from bench.evaluate import main

BOT = """
class Last:
    def __init__(self, game):
        pass

    def choose(self, view, legal, rng):
        return legal[-1]
"""


def test_a_bot_of_one_s_own_gets_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "my_last_bot.py").write_text(BOT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    words = ["party", "my_last_bot:Last", "--deals", "3", "--opponents", "random,greedy"]
    main(words)
    first = capsys.readouterr().out
    head, _, *rows = first.splitlines()
    assert head.endswith("4 seats | share | low | high | deals |")
    assert [row.split("|")[1].strip() for row in rows] == [
        "my_last_bot:Last, random",
        "my_last_bot:Last, greedy",
    ]
    for row in rows:
        share, low, high = map(float, row.split("|")[2:5])
        assert 0 <= low <= share <= high <= 1
    main(words)
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("party deep", "there is no bot 'deep'"),
        ("chess random", "there is no game 'chess'"),
        ("party random --players 9", "2 to 6 players, not 9"),
        ("party random --deals 0", "'0' is not a whole number of at least 1"),
        ("party random --opponents greedy,deep", "there is no bot 'deep'"),
    ],
)
def test_a_mistake_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], words: str, reason: str
) -> None:
    with pytest.raises(SystemExit):
        main(words.split())
    out, err = capsys.readouterr()
    assert reason in err.splitlines()[-1]
    assert "Traceback" not in err
    assert not out
