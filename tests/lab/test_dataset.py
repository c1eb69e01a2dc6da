"""Data sets: true to the matches, silent about secrets, whole or not there."""

import json
import sys
from collections.abc import Iterator
from importlib import util
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.arena.recording import Columns, Plan, recorded, secret_fields
from rookery.arena.schedule import solo
from rookery.cli import main
from rookery.core.view import look
from rookery.lab import dataset

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "beliefs.py"
OPTIONS = {"party": {"rounds": 1}, "pengqueen": {"limit": 3}, "ultimatum": {}}
WORLDS = 3
#: What a seat may know; everything else says by its name that it does not.
KNOWN = {"match", "seat", "decision", "bot", "information", "history"} | {
    *("observation", "legal", "action")
}


def plan(name: str, bots: str = "greedy,random", worlds: int = WORLDS, **options: object) -> Plan:
    game = rookery.game(name)
    setting = solo(game, tuple(bots.split(",")), 3, 4, None, {**OPTIONS[name], **options})
    return Plan.of(setting, worlds)


@pytest.mark.parametrize("name", rookery.games())
def test_rows_say_what_was_known_and_what_was_so(name: str) -> None:
    table = plan(name)
    (columns,) = recorded(table, 1, workers=0)
    assert {it for it in columns if it.partition("_")[0] not in ("truth", "world", "result")} == (
        KNOWN
    )
    match = table.game.start(3, table.deal_secret(0), **table.options)
    told: dict[int, list[object]] = {seat: [] for seat in range(3)}
    for row, action in enumerate(columns["action"]):
        seat = match.turn
        assert seat is not None
        assert (columns["seat"][row], columns["truth_ply"][row]) == (seat, row)
        assert columns["bot"][row] == table.seats(0)[seat] == columns["truth_bots"][row][seat]
        assert (columns["observation"][row] == match.features(seat)).all()
        assert list(columns["legal"][row]) == match.legal()
        assert columns["information"][row] == match.information(seat)
        told[seat] += json.loads(columns["history"][row])
        if row % 7 == 0:  # all of it from the beginning takes a while
            assert told[seat] == json.loads(json.dumps(match.history(seat)))
        _compare_worlds(table, match, columns, row)
        match.play(int(action))
    assert match.over
    assert (columns["result_scores"] == match.scores()).all()
    assert (columns["result_returns"] == match.returns()).all()
    assert set(columns["result_ending"]) == {match.ending()}


def _compare_worlds(table: Plan, match: rookery.Match, columns: Columns, row: int) -> None:
    """The truth is the state; a world looks the same to the seat, but is not the same."""
    state = match.everything().records
    fields = secret_fields(table.game)
    for name in fields:
        assert (columns[f"truth_{name}"][row] == state[name][0]).all()
    for k in range(WORLDS):
        world = state.copy()
        for name in fields:
            world[name][0] = columns[f"world_{name}"][row][k]
        seen = look(table.game, match.edition, world, match.turn)
        assert (seen.features() == columns["observation"][row]).all()


def test_worlds_differ_from_the_truth_and_from_each_other() -> None:
    (columns,) = recorded(plan("party"), 1, workers=0)
    worlds, truth = columns["world_hands"][:5], columns["truth_hands"][:5]
    assert (worlds != truth[:, None]).any(axis=(2, 3)).any(axis=1).all()
    assert (worlds[:, 0] != worlds[:, 1]).any()


TINY = "dataset party --edition tiny-9 --option rounds=1 --matches 5 --bots greedy,random --seed 3"


def test_the_command_writes_the_same_file_with_any_number_of_workers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, alone = tmp_path / "many.parquet", tmp_path / "alone.parquet"
    assert main([*TINY.split(), "--worlds", "2", "--workers", "2", "--out", str(file)]) == 0
    assert "5 matches" in capsys.readouterr().out
    here = recorded
    monkeypatch.setattr(
        "rookery.cli.dataset.recorded", lambda table, count, workers: here(table, count, 0)
    )
    assert main([*TINY.split(), "--worlds", "2", "--out", str(alone)]) == 0
    assert alone.read_bytes() == file.read_bytes()
    assert sorted(it.name for it in tmp_path.iterdir()) == ["alone.parquet", "many.parquet"]
    about, columns = dataset.read(file)
    assert about["command"] == (
        "rookery dataset party --players 3 --seed 3 --matches 5 --bots greedy,random --worlds 2"
        " --edition tiny-9 --option rounds=1"
    )
    assert (about["game"], about["rules"], about["edition"]) == ("party", 1, "tiny-9")
    rows = len(columns["match"])
    assert columns["world_hands"].shape == (rows, 2, 6, 5)
    assert columns["observation"].shape == (rows, 307)
    assert set(columns["match"]) == set(range(5))
    assert columns["legal"][0].dtype == np.int32
    with pytest.raises(rookery.InvalidOption, match="no column 'hand'; its columns are: match,"):
        dataset.read(file, ["hand"])


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("--out FILE.csv", "a data set's name ends in .parquet"),
        ("--out FOLDER.parquet", "is a folder; name a file"),
        ("--out nowhere/FILE.parquet", "No such file or directory"),
        ("--out FILE.parquet --players 4", "with the edition tiny-9 is for 2 to 3 players, not 4"),
        ("--out FILE.parquet --bots deep", "there is no bot 'deep'"),
        ("--out FILE.parquet --bots ,", "3 seats are for 1 to 3 bots, not 0"),
        ("--out FILE.parquet --bots random,random,greedy,adult", "for 1 to 3 bots, not 4"),
        ("--out FILE.parquet --worlds -1", "'-1' is not a whole number from 0 to 10000"),
        ("--out FILE.parquet --workers 1.7", "'1.7' is not a whole number of at least 1"),
        ("--out FILE.parquet --option colour=1", "its options are: rounds, tie, first"),
        ("--bots greedy", "required: --out"),
        (
            "--out FILE.parquet --bots tests.arena.strange:Stillborn",
            "seat 0, tests.arena.strange:Stillborn: crashed",
        ),
    ],
)
def test_a_mistake_is_one_line_and_leaves_no_file(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: str,
    reason: str,
) -> None:
    here = recorded
    monkeypatch.setattr(
        "rookery.cli.dataset.recorded", lambda table, count, workers: here(table, count, 0)
    )
    (tmp_path / "FOLDER.parquet").mkdir()
    given = [f"{tmp_path}/{it}" if "FILE" in it or "FOLDER" in it else it for it in words.split()]
    try:
        code = main([*TINY.split(), *given])
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert reason in err
    assert [it.name for it in tmp_path.iterdir()] == ["FOLDER.parquet"]


def test_what_was_there_stays_until_the_new_file_is_complete(tmp_path: Path) -> None:
    file = tmp_path / "kept.parquet"
    file.write_text("before")
    with pytest.raises(rookery.RookeryError, match="seat"):
        dataset.write(file, {}, recorded(plan("party", "tests.arena.strange:Crasher"), 2, 0))
    with pytest.raises(KeyboardInterrupt):
        dataset.write(file, {}, _interrupted())
    assert file.read_text() == "before"
    assert [it.name for it in tmp_path.iterdir()] == ["kept.parquet"]
    with pytest.raises(rookery.RookeryError, match=r"kept\.parquet is not a data set"):
        dataset.read(file)


def _interrupted() -> Iterator[Columns]:
    yield from recorded(plan("party", worlds=0), 1, workers=0)
    raise KeyboardInterrupt


def test_a_missing_library_says_how_to_get_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert main([*TINY.split(), "--out", str(tmp_path / "x.parquet")]) == 2
    assert "pip install 'rookery[dataset]'" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["party", "pengqueen"])
def test_the_belief_task_learns_something(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    spec = util.spec_from_file_location("beliefs", EXAMPLE)
    assert spec is not None
    beliefs = util.module_from_spec(spec)
    monkey = pytest.MonkeyPatch()
    monkey.setitem(sys.modules, "beliefs", beliefs)
    assert spec.loader is not None
    spec.loader.exec_module(beliefs)
    file = tmp_path / "some.parquet"
    table = plan(name, "greedy", 8)
    about = {"game": name, "edition": table.edition.name, "players": 3, "worlds": 8}
    dataset.write(file, about, recorded(table, 4, 0))
    beliefs.main([str(file), str(file), "--steps", "100"])
    head, *_, last = capsys.readouterr().out.strip().splitlines()
    assert head.endswith("| even | worlds | learned | truth |")
    cells = [float(cell.split("±")[0]) for cell in last.strip("| ").split("|")[2:]]
    assert cells[2] < min(cells[:2])  # on what it has learned from, that is
    monkey.undo()
