"""The command that compares champions: what is interrupted goes on, nothing is left out."""

import sys
import time
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.bots.levels import SearchingBot
from rookery.core import rng
from rookery.search import Search

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture(scope="module")
def bench() -> Any:
    """The modules of bench/, which find each other as scripts do."""
    sys.path.insert(0, str(BENCH))
    import champions

    yield champions
    sys.path.remove(str(BENCH))


def line(bench: Any, swap: int = 0, seed: int = 5) -> Any:
    return bench.Line("party", 2, 20, "greedy", "random", seed, swap)


def test_an_interrupted_match_goes_on_to_the_same_end(bench: Any, monkeypatch: Any) -> None:
    whole = bench.play(line(bench), inf)
    assert whole.over
    assert sum(whole.won) == 1
    assert sum(whole.decisions) > 10
    clock = iter(range(1000))
    monkeypatch.setattr(time, "time", lambda: next(clock))
    part = bench.play(line(bench), 6)
    assert not part.over
    assert len(part.actions) == 7
    monkeypatch.undo()
    rest = bench.play(part, inf)
    assert (rest.over, rest.won, rest.decisions) == (True, whole.won, whole.decisions)


def test_a_log_is_read_as_it_was_written(bench: Any, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = bench.Log()
    for swap in range(2):
        log.add(bench.play(line(bench, swap), 0), path)  # interrupted at once
        log.add(bench.play(line(bench, swap), inf), path)
    again = bench.Log([path, path])
    assert again.lines == log.lines
    (deal,) = again.deals(line(bench).cell)
    assert all(it.over for it in deal)
    assert [it.swap for it in deal] == [0, 1]


def test_no_cell_is_left_out_of_the_table(bench: Any) -> None:
    cells = [bench.Cell("party", 2, 20, "greedy", "random"), bench.Cell("party", 4, 20, "a", "b")]
    cells.append(bench.Cell("pengqueen", 3, 100, "a", "b"))
    log = bench.Log()
    for swap in range(2):
        log.take(bench.play(line(bench, swap), inf))
    log.take(bench.Line("party", 4, 20, "a", "b", 1, 0))
    text = bench.tables.table(log, cells)
    rows = [row.split("|")[2:9] for row in text.splitlines()[2:7]]
    assert [[cell.strip() for cell in row[:5]] for row in rows] == [
        ["party", "2", "", "20 ms", "1"],
        ["party", "4", "", "20 ms", "0"],
        ["pengqueen", "3", "mummy", "100 ms", "0"],
        ["pengqueen", "3", "hunter", "100 ms", "0"],
        ["pengqueen", "3", "both", "100 ms", "0"],
    ]
    assert "%" in rows[0][5]
    assert not rows[1][5].strip()
    together = [row.split("|")[1:-1] for row in text.splitlines()[8:11]]
    assert [cell.strip() for cell in together[0]] == ["together", "party", "pengqueen", "all"]
    assert [row[0].strip() for row in together[1:]] == ["---", "20 ms"]
    assert together[2][1] == together[2][3]
    assert together[2][1].endswith(" of 1 deals ")
    assert together[2][1].strip().split(" % ")[0] == rows[0][5].strip().removesuffix(" %")
    assert together[2][2].strip() == "none"
    assert text.endswith("Matches of deals not finished yet, which count for nothing: 1.")


def test_the_next_match_is_where_it_tells_most(bench: Any) -> None:
    cheap, dear = (bench.Cell("party", 2, budget, "greedy", "random") for budget in (20, 100))
    schedule = bench.Schedule([cheap, dear], bench.Log(), range(100))
    chosen = [schedule.next().cell for _ in range(60)]
    # n deals of a cell that costs c are worth width / (n c), and width shrinks as 1 / √n: with
    # five times the cost, a cell gets 1 / 5 ** (2 / 3) as many matches, about a quarter of all.
    assert chosen[0] == cheap
    assert 60 * 0.2 < chosen.count(dear) < 60 * 0.32
    assert bench.Schedule([cheap], bench.Log(), range(1)).next().seed == 0
    done = bench.Log()
    for swap in range(2):
        done.take(bench.play(line(bench, swap), inf))
    assert bench.Schedule([cheap], done, range(5, 6)).next() is None


def test_who_answers_a_champion_plays_what_is_legal(bench: Any) -> None:
    """It plays candidates on by its model: the compiled part of bench/exploiter.py."""
    from exploiter import Exploiter

    match = rookery.game("party").start(2, 5)
    bot = Exploiter(match.game, candidates=2, rollouts=8, iterations=20)
    for _ in range(4):
        match.play(bot.choose(match.informed(match.turn), match.legal(), rng.generator(1)))
    assert match.ply == 4


def test_who_answers_a_champion_judges_as_the_champion_does(bench: Any) -> None:
    """Where champions set a game's own functions otherwise, playouts by the model do so too."""
    from exploiter import as_champions_see

    for name in rookery.games():
        match = rookery.game(name).start(2, 5)
        view = match.informed(match.turn)
        printed = as_champions_see(view).edition.printed
        champions = Search(match.game, worlds=1)._set_for(view)[0].edition.printed
        assert printed.tobytes() == champions.tobytes()
        assert (printed.tobytes() != view.edition.printed.tobytes()) == bool(match.game.temper)


def test_who_sees_all_cards_thinks_as_the_champion_does(bench: Any) -> None:
    """But for what it sees: it reads nobody, and the world it is in is the only one."""
    from deals import Clairvoyant

    for name in rookery.games():
        game = rookery.game(name)
        match = game.start(2, 5)
        told = []
        for search in (SearchingBot(game, "emperor")._search, Clairvoyant(game, 20)._search):
            view, settings = search._set_for(match.informed(match.turn))
            told.append((view.edition.printed.tobytes(), search._learned, settings))
        own = {"open_cards": 1, "reads": 0, "worlds": 1}
        assert told[1] == (*told[0][:2], told[0][2] | own)
        everything = replace(match.everything(), seat=match.turn)
        action = Clairvoyant(game, 20).choose(everything, match.legal(), rng.generator(1))
        assert action in match.legal()
