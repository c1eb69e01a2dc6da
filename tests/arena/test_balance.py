"""The balance report: true figures on a page that needs nothing else."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rookery
from rookery.arena import report
from rookery.arena.balance import BalanceRun, Tally, gather
from rookery.cli import main

VOID = {"meta"}


class Checker(HTMLParser):
    """Every tag that is opened is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def question(name: str, bot: str = "greedy", games: int = 60, **options: object) -> BalanceRun:
    game = rookery.game(name)
    return BalanceRun(game, bot, games, 1, game.edition(), options)


def tallied(asked: BalanceRun, players: int, workers: int = 0) -> Tally:
    tally = Tally(players)
    assert list(gather(asked, tally, workers))[-1] == asked.games
    return tally


@pytest.mark.parametrize("name", rookery.games())
def test_the_page_is_well_formed_self_contained_and_accessible(name: str) -> None:
    asked = question(name, "random")
    tallies = [tallied(asked, players) for players in asked.game.players]
    page = report.page(asked, tallies)
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    tags = [tag for tag, _ in checker.seen]
    assert not {"script", "link", "img", "iframe", "object", "base"} & set(tags)
    for _, attributes in checker.seen:
        assert not {"src", "href", "onload", "onclick"} & set(attributes)
    assert "http" not in page.replace("http-equiv", "")
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page
    assert "prefers-color-scheme: dark" in page
    assert 'lang="en"' in page
    assert 'name="viewport"' in page
    # A table beside every plot, and every plot tells its content in words.
    plots = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(plots) == 3 * len(tallies)
    for plot in plots:
        root = ElementTree.fromstring(plot)  # noqa: S314 - our own page
        assert root.get("role") == "img"
        assert [child.tag for child in root[:2]] == ["title", "desc"]
        assert all(child.text for child in root[:2])
        for shape in root.iter("rect"):
            assert -0.1 <= float(shape.get("x", "")) <= 320
            assert float(shape.get("x", "")) + float(shape.get("width", "")) <= 320.1
    assert tags.count("table") == 1 + len(plots)
    assert tags.count("caption") == tags.count("table")


def test_words_from_files_cannot_break_the_page() -> None:
    game = rookery.game("party")
    text = "game: party\nname: <script>alert(1)</script>\nnote: a & b\nred 18\nblue 18\n"
    asked = BalanceRun(game, "random", 5, 1, game.edition_from_text(text), {})
    page = report.page(asked, [tallied(asked, 2)])
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_figures_are_those_of_the_games() -> None:
    tally = Tally(2, [10, 20, 30, 40], [[1, 0], [1, 0], [0.5, 0.5], [0, 1]])
    tally.endings.update({"won outright": 3, "shared": 1})
    figures = tally.to_dict(rookery.game("party"))
    assert [share[0] for share in figures["wins"]] == [0.625, 0.375]
    assert figures["decisions"]["mean"] == 25
    assert figures["decisions"]["median"] == 25
    assert figures["endings"]["shared"][0] == 0.25
    bars = tally.bars()
    assert sum(games for _, _, games in bars) == 4
    assert bars[0][0] == 10
    assert bars[-1][1] >= 40
    assert len(bars) <= 24
    assert all(end + 1 == begin for (_, end, _), (begin, _, _) in pairwise(bars))


def test_roles_fall_to_seat_0_unless_said_otherwise() -> None:
    assert question("party").with_roles() == {"first": 0}
    assert question("party").roles() == ["Seat 0 is the seat that starts round 1."]
    assert question("pengqueen", mummy_seat="1").roles() == [
        "Seat 1 is the seat that plays the mummy."
    ]
    assert question("party", first="random").roles() == []


def test_other_bots_play_through_the_workers_with_the_same_result() -> None:
    asked = question("party", "tests.arena.strange:Loud", 12, rounds=1)
    one, two = tallied(asked, 3, workers=1), tallied(asked, 3, workers=2)
    assert one.to_dict(asked.game) == two.to_dict(asked.game)
    faulty = question("party", "tests.arena.strange:Crasher", 3)
    tally = tallied(faulty, 2)
    assert tally.ending_shares(faulty.game)["forfeit"].mean == 1
    assert "forfeit" in report.page(faulty, [tally])


def test_the_command_writes_page_and_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.html"
    words = f"balance pengqueen --bot random --games 50 --players 3,2 --seed 2 -o {file}"
    assert main(words.split()) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "Seat 0 is the seat that plays the mummy." in out
    assert "a hunter won" in out
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert main([*words.split(), "--json"]) == 0
    figures = json.loads(capsys.readouterr()[0])
    assert [count["players"] for count in figures["counts"]] == [2, 3]
    assert figures["counts"][0]["games"] == 50
    assert figures["seed"] == 2
