"""The commands: what they print, what they refuse, and how they end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.cli import main
from tests.helpers import oracle
from tests.test_save import resealed


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("simulate chess", "there is no game 'chess'; the games are "),
        ("simulate party --players 9", "2 to 6 players, not 9"),
        ("simulate party --players x", "invalid int value: 'x'"),
        ("simulate party --games 0", "'0' is not a whole number of at least 1"),
        ("simulate party --option rounds", "is not of the form name=value"),
        ("simulate party --option colour=1", "its options are: rounds, tie, first"),
        ("simulate party --option tie=fight", "it takes shared or playoff"),
        ("simulate party --edition lost", "the editions are iello-2024, amigo-2008, ffg-2007"),
        ("simulate party --bot deep", "the bots are random, greedy"),
        ("simulate party --seed -1", "seed -1 is out of range"),
        ("simulate party --games 1 --trace /no/such/folder/x", "No such file or directory"),
        ("play party --seat 7", "seats are 0 to 3"),
        ("play party --bot deep", "the bots are random, greedy"),
        ("edition party lost", "has no edition 'lost'"),
        ("edition check", "required: FILE"),
        ("edition chess", "invalid choice: 'chess'"),
        ("edition check /no/such/file.txt", "No such file or directory"),
        ("edition draw nowhere.txt", "No such file or directory"),
        ("edition draw party iello-2024", "nothing to draw"),
        ("replay /no/such/file.txt", "No such file or directory"),
        ("frobnicate", "invalid choice: 'frobnicate'"),
        ("bench", "required: GAME"),
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], words: str, reason: str
) -> None:
    code, out, err = run(capsys, *words.split())
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


DIGITS = "9" * 5000
DEEP = "[" * 100_000


@pytest.mark.parametrize(
    "words",
    [
        f"simulate party --games {DIGITS}",
        f"simulate party --players {DIGITS}",
        f"simulate party --seed {DIGITS}",
        f"simulate party --option rounds={DIGITS}",
        f"balance party --players 2,{DIGITS}",
        f"arena party --bots random,adult@iterations={DIGITS} --matches 2",
        f"serve --port {DIGITS}",
        *(f"{command} SAVE" for command in ("replay", "verify", "draw")),
        *(f"edition check {game.upper()}" for game in ("party", "pengqueen")),
        *("arena party --bots random,greedy --matches 2 --output RESULTS --resume",),
    ],
    ids=lambda words: str(words)[:40],
)
def test_digits_and_depths_without_end_are_a_mistake_like_any_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str
) -> None:
    save = resealed(
        rookery.game("party").start(3, seed=11).save(), "tie: shared", f"position: {DEEP}"
    )
    files = {
        "SAVE": save,
        "PARTY": f"game: party\nname: mine\nred {DIGITS}\n",
        "PENGQUEEN": f"game: pengqueen\nname: mine\nblack_die: {DIGITS}\n+---+\n| . |\n+---+\n",
        "RESULTS": DEEP,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        words = words.replace(name, str(tmp_path / name))
    code, out, err = run(capsys, *words.split())
    assert code == (1 if words.startswith("verify") else 2)
    assert "Traceback" not in err
    assert out + err


def test_no_command_opens_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("rookery.cli.serve.run", lambda args: asked.append(args) or 0)
    assert main([]) == 0
    assert asked[0].open


@pytest.mark.parametrize("command", ["", "play", "simulate", "replay", "edition", "bench"])
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, err = run(capsys, *command.split(), "--help")
    assert code == 0
    assert "usage: rookery" in out
    assert err == ""


def test_editions_are_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "edition", "party")[1].split() == list(rookery.game("party").editions)
    code, out, _ = run(capsys, "edition", "party", "iello-2024")
    assert code == 0
    assert json.loads(out) == {
        "name": "iello-2024",
        "deck": {"red": 7, "green": 7, "yellow": 7, "purple": 7, "blue": 8},
    }
    for name in rookery.games():
        for edition in rookery.game(name).editions:
            data = json.loads(run(capsys, "edition", name, edition)[1])
            assert rookery.game(name).edition_from_data(data).data == data


def test_edition_files_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "good.txt"
    good.write_text("game: party\nname: mine\nnote: My own deck.\nred 18\nblue 18\n")
    code, out, _ = run(capsys, "edition", "check", str(good))
    assert code == 0
    assert "fit to play Penguin Party (mine)" in out
    assert "My own deck." in out
    bad = tmp_path / "bad.txt"
    bad.write_text("game: party\nname: mine\npink 18\nsky 18\n")
    code, out, err = run(capsys, "edition", "check", str(bad))
    assert (code, out) == (2, "")
    assert "line 3: 'pink 18'" in err
    assert "line 4: 'sky 18'" in err
    code, out, _ = run(capsys, "edition", "check", "--json", str(bad))
    assert code == 2
    assert len(json.loads(out)["faults"]) == 2
    nameless = tmp_path / "nameless.txt"
    nameless.write_text("name: mine\nred 36\n")
    assert "names the game" in run(capsys, "edition", "check", str(nameless))[2]


def test_the_trace_has_the_documented_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in rookery.games():
        game = rookery.game(name)
        file = tmp_path / f"{name}.jsonl"
        words = f"simulate {name} --players 3 --games 2 --seed 5 --trace {file}"
        code, _, _ = run(capsys, *words.split())
        assert code == 0
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        rules = oracle(game)
        edition = game.edition().data
        assert {line["match"] for line in lines} == {0, 1}
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            if line["turn"] is None:
                assert list(line) == ["match", "position", "turn", "scores", "winners"]
                assert line["scores"] == rules.scores(line["position"], edition)
                continue
            assert list(line) == ["match", "position", "turn", "legal", "action"]
            assert line["turn"] == line["position"]["turn"]
            assert sorted(line["legal"]) == sorted(rules.legal(line["position"], edition))
            assert following is not None
            after = following["position"]
            assert rules.explain(line["position"], line["action"], after, edition) is None
        again = tmp_path / "again.jsonl"
        run(capsys, *words.replace(str(file), str(again)).split())
        assert again.read_text() == file.read_text()


def test_figures_repeat_with_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    for bot in ("random", "greedy"):
        words = f"simulate party --players 3 --games 3000 --seed 2 --bot {bot} --json"
        code, first, _ = run(capsys, *words.split())
        _, second, _ = run(capsys, *words.split(), "--threads", "2")
        assert code == 0
        assert first == second
        figures = json.loads(first)
        assert figures["games"] == 3000
        assert sum(figures["win_share"]) == pytest.approx(1)
        assert sum(figures["endings"].values()) == 3000


def test_the_summary_is_a_plain_table(capsys: pytest.CaptureFixture[str]) -> None:
    for name in rookery.games():
        words = f"simulate {name} --players 2 --games 50 --seed 2 --summary"
        code, out, err = run(capsys, *words.split())
        assert code == 0
        assert err == ""  # no progress line where there is no terminal
        assert "decisions a game" in out
        for ending in rookery.game(name).endings:
            assert ending in out


def test_a_saved_match_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = rookery.game("party").start(3, seed=1, rounds=1)
    while not match.over:
        match.play(match.legal()[0])
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    code, out, _ = run(capsys, "replay", str(file))
    assert code == 0
    assert "Won by" in out
    code, out, _ = run(capsys, "replay", str(file), "--ply", "4", "--seat", "1", "--json")
    shown = next(again for again in match.replay() if again.ply == 4)
    assert json.loads(out) == shown.view(1)
    assert "to decide" in run(capsys, "replay", str(file), "--ply", "4")[1]
    code, _, err = run(capsys, "replay", str(file), "--ply", "99")
    assert code == 2
    assert "--ply 99" in err
    file.write_text(match.save().replace("seed: 1", "seed: 2"))
    code, _, err = run(capsys, "replay", str(file))
    assert code == 2
    assert "line 10: the check does not match" in err


def test_a_seat_is_not_told_what_it_may_not_hear(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = rookery.game("pengqueen").start(3, seed=1)
    while match.ply < 12:
        match.play(match.legal()[0])
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    actions = re.compile(r"^ +\d+  seat \d  ", re.MULTILINE)
    assert len(actions.findall(run(capsys, "replay", str(file))[1])) == 12
    for seat in range(3):
        assert not actions.search(run(capsys, "replay", str(file), "--seat", str(seat))[1])


def test_bench_measures(capsys: pytest.CaptureFixture[str]) -> None:
    words = "bench party --windows 1 --json --option rounds=1"
    code, out, _ = run(capsys, *words.split())
    assert code == 0
    figures = json.loads(out)["figures"]
    assert all(row["best"] >= row["median"] > 0 for row in figures.values())


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m rookery simulate party --games 300 --seed 1 --trace - | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["match"] == 0
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_clear_line() -> None:
    words = ["simulate", "party", "--games", "300", "--seed", "1", "--trace", "/dev/full"]
    done = subprocess.run(
        [sys.executable, "-m", "rookery", *words],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ,
    )
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert done.stderr.count("\n") == 1
