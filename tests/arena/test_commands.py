"""`rookery arena` and `rookery balance`: what they print, refuse, keep and go on with."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from io import FileIO
from pathlib import Path
from typing import Any

import pytest

from rookery.cli import main

ROOT = Path(__file__).parent.parent.parent
SLOW = "tests.arena.strange:Slow"


def run(capsys: pytest.CaptureFixture[str], words: str) -> tuple[int, str, str]:
    try:
        code = main(words.split())
    except SystemExit as stop:
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def start(words: str, **more: object) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "rookery", *words.split()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,  # type: ignore[call-overload]
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("arena chess --bots random,greedy", "there is no game 'chess'"),
        ("arena party --bots random,deep", "there is no bot 'deep'; the bots are random, greedy"),
        ("arena party --bots random,nowhere:Bot", "No module named 'nowhere'"),
        ("arena party", "required: --bots"),
        ("arena party --bots random", "at least 2 bots, not 1"),
        ("arena party --bots ,", "at least 2 bots, not 0"),
        ("arena party --players 2 --bots random,greedy,chick", "3 bots are too many for 2 seats"),
        ("arena party --bots random,random", "'random' is named 2 times"),
        ("arena party --players 9 --bots random,greedy", "2 to 6 players, not 9"),
        ("arena party --bots random,greedy --matches 0", "'0' is not a whole number of at least 1"),
        ("arena party --bots random,greedy --matches x", "'x' is not a whole number"),
        ("arena party --bots random,greedy --workers 0", "'0' is not a whole number"),
        ("arena party --bots random,greedy --seed -1", "seed -1 is out of range"),
        ("arena party --bots random,greedy --option tie=x", "it takes shared or playoff"),
        ("arena party --bots random,greedy --edition lost", "has no edition 'lost'"),
        ("arena party --bots random,greedy --resume", "name it with --output"),
        ("arena party --bots random,greedy --output /no/folder/x", "No such file or directory"),
        ("arena party --bots random,greedy --output /no/x --resume", "No such file or directory"),
        ("balance chess", "there is no game 'chess'"),
        ("balance party --bot deep", "there is no bot 'deep'"),
        ("balance party --games 0", "'0' is not a whole number of at least 1"),
        ("balance party --players 9", "2 to 6 players, not 9"),
        ("balance party --players two", "not a list of numbers such as 2,4"),
        ("balance party --option first=5", "a seat from 0 to 1"),
        ("balance party -o /no/folder/x.html", "No such file or directory"),
    ],
)
def test_a_mistake_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: str, reason: str
) -> None:
    code, out, err = run(capsys, words)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["arena", "balance"])
def test_the_commands_explain_themselves(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, f"{command} --help")
    assert code == 0
    assert f"usage: rookery {command}" in out


def test_the_table_tells_who_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena party --players 3 --bots random,greedy --matches 61 --seed 4 --option rounds=1"
    code, out, err = run(capsys, words)
    assert (code, err) == (0, "")
    assert "62 matches" in out
    assert "31 whole deals, each played 2 times" in out
    assert out.index("\ngreedy") < out.index("\nrandom")
    for word in ("win share", "95 %", "mean penalty points", "1st", "3rd", "rating", "forfeits"):
        assert word in out


def test_a_seed_repeats_and_output_is_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena party --players 2 --bots random,greedy --matches 20 --option rounds=1 --json"
    first = run(capsys, f"{words} --seed 3 --workers 1")
    assert first == run(capsys, f"{words} --seed 3 --workers 2")
    figures = json.loads(first[1])
    assert figures["seed"] == 3
    assert (figures["matches"], figures["deals"], figures["interrupted"]) == (20, 10, False)
    assert {row["bot"] for row in figures["bots"]} == {"random", "greedy"}
    assert json.loads(run(capsys, f"{words} --workers 1")[1])["seed"] != 3


def test_forfeits_are_told_and_noise_does_not_spoil_the_output() -> None:
    crasher, loud = "tests.arena.strange:Crasher", "tests.arena.strange:Loud"
    words = f"arena party --players 3 --bots {crasher},{loud} --matches 8 --seed 1 --workers 1"
    out, err = start(f"{words} --json").communicate(timeout=300)
    figures = json.loads(out)
    assert "thinking aloud" in err
    assert len(figures["forfeits"]) == 8
    assert figures["bots"][0]["win_share"][0] == 1
    out, _ = start(words).communicate(timeout=300)
    assert "crashed: ZeroDivisionError: one over nothing" in out
    assert "… and 3 more" in out


def test_ctrl_c_keeps_and_reports_what_was_played_and_resume_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    count = 150  # so many that a busy machine cannot be through with them before the signal comes
    words = f"arena party --players 2 --bots {SLOW},random --matches {count} --workers 2 --json"
    process = start(f"{words} --seed 9 --output {file}", start_new_session=True)
    while not file.exists() or file.read_bytes().count(b"\n") < 12:
        time.sleep(0.02)
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    partial = json.loads(out)
    assert partial["interrupted"]
    assert 11 <= partial["matches"] < count
    assert file.read_bytes().count(b"\n") == partial["matches"] + 1
    assert f"interrupted after {partial['matches']} of {count} matches; go on by --resume" in err
    assert err.count("\n") == 1
    # The seed is that of the file; the whole is as if nothing had happened.
    out, err = start(f"{words} --resume --output {file}").communicate(timeout=300)
    assert err == ""
    whole, _ = start(f"{words} --seed 9").communicate(timeout=300)
    assert json.loads(out) == json.loads(whole)
    assert json.loads(out)["matches"] == count


@pytest.mark.parametrize("seconds", [0.6, 1.0, 1.4, 1.8])
def test_ctrl_c_is_quiet_at_any_moment_of_the_start(seconds: float) -> None:
    words = f"arena party --players 2 --bots {SLOW},random --matches 5000 --seed 1"
    process = start(words, start_new_session=True)
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode in (130, -signal.SIGINT)
    if "rookery: interrupted after" in err:  # else Python itself was still starting
        assert err.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words",
    [
        "arena party --bots random,greedy --matches 2 --workers 1 --output /dev/full",
        "balance party --bot random --games 10 -o /dev/full",
    ],
)
def test_a_full_disk_is_one_clear_line(capsys: pytest.CaptureFixture[str], words: str) -> None:
    code, _, err = run(capsys, words)
    assert code == 2
    assert err == "rookery: /dev/full: No space left on device\n"


def test_a_disk_that_fills_up_keeps_what_fits_and_reports_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"
    words = f"arena party --players 2 --bots random,greedy --matches 40 --seed 2 --output {file}"
    room = 2000

    class Small(FileIO):
        """A disk with little room takes a part of the last line, and no more."""

        def write(self, data: Any) -> int:
            left = room - self.tell()
            if left <= 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(data[:left])

    def small(path: Path, mode: str, buffering: int) -> FileIO:
        return Small(path, mode)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", small)
        code, out, err = run(capsys, words)
    assert code == 2
    assert f"rookery: {file}: No space left on device; " in err
    assert err.count("\n") == 1
    assert file.stat().st_size == room
    kept = file.read_bytes().count(b"\n") - 1
    assert kept > 3
    assert f"{kept + 1} of 40 matches were played, {kept} of them are in the file" in err
    assert "win share" in out
    code, done, _ = run(capsys, f"{words} --resume --json")
    assert code == 0
    assert json.loads(done)["matches"] == 40


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("127.0.0.1:9", "no Ray cluster answers at '127.0.0.1:9': Connection refused"),
        ("nowhere.invalid:6379", "no Ray cluster answers at 'nowhere.invalid:6379'"),
        ("127.0.0.1:x", "is not the address of a Ray cluster"),
        (":6379", "is not the address of a Ray cluster"),
    ],
)
def test_an_unreachable_cluster_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], address: str, reason: str
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'rookery[ray]'")
    words = f"arena party --bots random,greedy --matches 2 --ray {address}"
    code, out, err = run(capsys, words)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


def test_without_ray_one_is_told_how_to_get_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = run(capsys, "arena party --bots random,greedy --ray 127.0.0.1:6379")
    assert code == 2
    assert err == "rookery: --ray needs Ray: pip install 'rookery[ray]'\n"
