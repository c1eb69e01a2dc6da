"""``rookery check`` finds what is missing or wrong, and says where it belongs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import rookery
from rookery.checking import check

TUTORIAL = Path(__file__).parents[1] / "docs/tutorial"
CATCH = (TUTORIAL / "catch/__init__.py").read_text("utf-8")
#: Games of the house: those that have tests of their own.
HOUSE = [name for name in rookery.games() if (Path(__file__).parent / "games" / name).is_dir()]


@pytest.mark.parametrize("name", rookery.games())
def test_nothing_is_wrong_with_the_games(name: str) -> None:
    found = check(name, ship=name in HOUSE)
    assert found.faults == []
    assert name not in HOUSE or found.notes == []


def run(folder: Path, *words: str) -> tuple[int, Any]:
    """What the command finds in a game that lies in a folder."""
    done = subprocess.run(
        [sys.executable, "-m", "rookery", "check", *words, "--json"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ROOKERY_GAMES": str(folder), "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """The game of the tutorial, with something else in place of what fits a pattern."""
    text = CATCH
    for old, new in changes:
        assert len(re.findall(old, text)) == 1, old
        text = re.sub(old, lambda _, new=new: new, text)  # type: ignore[misc]
    (folder / "catch").mkdir()
    (folder / "catch/__init__.py").write_text(text, "utf-8")
    return folder


def test_the_game_of_the_tutorial_can_be_played_but_not_shipped() -> None:
    code, found = run(TUTORIAL, "catch")
    assert (code, found["ok"], found["faults"]) == (0, True, [])
    lacking = {it["where"] for it in found["notes"]}
    assert {"art.svg", "book.en.txt", "book.fr.txt", "lesson.json", "locale/"} <= lacking
    assert "tests/oracle/catch.py" in lacking
    code, found = run(TUTORIAL, "catch", "--ship")
    assert (code, found["ok"], found["notes"]) == (1, False, [])
    faults = {(it["where"], it["what"].partition(":")[0]) for it in found["faults"]}
    assert lacking <= {where for where, _ in faults}
    assert ("spec.py", "SUMMARY is missing") in faults
    assert ("scene.py, sentences.py", "said in English in every language") in faults


HIDE = '''
@kernel
def hide(printed: Any, state: Any, seat: int, out: Any) -> None:
    """Copies everything."""
    for name in STATE.names:
        out[name] = state[name]


@kernel
def scores('''
IS_LEGAL = """
@kernel
def is_legal(printed: Any, state: Any, action: int) -> bool:
    return 0 <= action < NUM_ACTIONS


@kernel
def scores("""
SHOW = """
def show(things: Any, after: Any, seat: Any) -> Any:
    return things if things["kind"] != "play" else None


def scene("""
TELL = """
def tell(moment: Any, names: Any, speech: Any) -> list[str]:
    return [" "]


def scene("""
GUESSED = """
GUESSED = 1, 7


@kernel
def candidates(printed: Any, view: Any, seat: int, thing: int, out: Any) -> int:
    out[0], out[1] = 3, 4
    return 2


@kernel
def truth(printed: Any, state: Any, seat: int, thing: int) -> int:
    return 5


@kernel
def scores("""
SCORES = r"\n@kernel\ndef scores\("
NOBODY = 'public="gone played held points players turn"'


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("TITLE, PLAYERS = .*", "PLAYERS = range(2, 5)", "spec.py", "TITLE is missing"),
        (r"def redeal\(", "def deal_again(", "view.py", "redeal is missing"),
        ("import numpy as np\n", "import numpi as np\n", "__init__.py", "No module named 'numpi'"),
        ("PLAY, CATCH, END = 2, 3, 4", "PLAY, CATCH, END = 2, 3, 5", "steps.py", "describe cannot"),
        (r'state\["points"\]\[best\] \+=', 'state["point"][best] +=', "rules.py", "no field of"),
        (SCORES, HIDE, "view.py", "hide hides nothing, though not everybody may know hands"),
        (SCORES, HIDE, "view.py", "can tell a world of redeal from the real one by hands"),
        (r"share_out\(view,", "len, (view,", "view.py", "nobody can act in a world of redeal"),
        (r"public=.*own=[^)]*", NOBODY, "view.py", "redeal"),
        (SCORES, IS_LEGAL, "__init__.py", "is_legal and legal disagree about action"),
        (r"out\[count\] = ", "out[count] = 11 - ", "", "legal must list"),
        (r"for fish in legal\]", "for fish in legal[1:]]", "scene.py", "not the legal actions"),
        (r'\[f"fish-{fish \+ 1}"\]', '[f"fish-{fish}"]', "scene.py", "which is not there"),
        ("label = f.*", 'label = ""', "scene.py", "can be touched but has no label"),
        (r'"card", ', '"cod", ', "art.svg", "the symbol 'cod' is used"),
        (r"0\.5, 0\.7,", "9.5, 0.7,", "scene.py", "juts out of the zone"),
        (r", it\.turn == n\)", ", False)", "scene.py", "the players [] are active"),
        (r"\ndef scene\(", SHOW, "steps.py", "sees changes without a step that tells of it"),
        (SCORES, GUESSED, "", "thing 0 is 5 in a world of seat"),
        (SCORES, GUESSED.replace("3, 4", "6, 7"), "", "from 0 to 6: [6, 7]"),
        (SCORES, GUESSED.replace("3, 4", "4, 3"), "", "must list ascending, each once"),
        (SCORES, GUESSED.replace("return 2", "return 0"), "", "candidates never lists two"),
        (r"\ndef scene\(", TELL, "sentences.py", "tell says [' '] of"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, old: str, new: str, where: str, what: str) -> None:
    code, found = run(changed(tmp_path, (old, new)), "catch")
    assert (code, found["ok"]) == (1, False)
    assert any(where in it["where"] and what in it["what"] for it in found["faults"]), found


def test_a_game_that_hides_nothing_is_found_though_its_worlds_are_alike(tmp_path: Path) -> None:
    """``hide(redeal(hide(s)))`` equals ``hide(s)`` if nothing is hidden."""
    folder = changed(tmp_path, (SCORES, HIDE), (r"share_out\(view,", "len, (view,"))
    code, found = run(folder, "catch")
    assert code == 1
    assert [it["what"] for it in found["faults"]] == [
        "hide hides nothing, though not everybody may know hands"
    ]


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("art.svg", "<svg", "ParseError"),
        ("art.svg", '<svg xmlns="S"><symbol id="card" viewBox="0 0 1 1"/></svg>', "is taken"),
        ("art.svg", '<svg xmlns="S"><symbol id="a"><script/></symbol></svg>', "<script> cannot"),
        ("art.svg", '<svg xmlns="S"><g id="a" style="x"/></svg>', "attribute style"),
        ("art.svg", '<svg xmlns="S"><use href="#no"/></svg>', "<use> names 'no'"),
        ("book.en.txt", "= T\n!what", "line 2"),
        ("book.en.txt", "= T\n== a A\n!fig shoal: Fish.", "the figure 'shoal'"),
        ("book.fr.txt", "= T\n== a A\nC2: autre", "other sections, rules or figures"),
        ("lesson.json", "{", "JSONDecodeError"),
        ("lesson.json", '{"steps": [{"position": {}, "seat": 0}]}', "step 1 cannot be shown"),
        ("figures/old.svg", "<svg/>", "run tools/pictures update"),
        ("net.bin", "{}", "is not the file of a net"),
    ],
)
def test_files_that_are_wrong_are_found(tmp_path: Path, name: str, text: str, what: str) -> None:
    folder = changed(tmp_path) / "catch"
    (folder / "figures").mkdir()
    (folder / "book.en.txt").write_text("= T\n== a A\nC1: a rule", "utf-8")
    (folder / name).write_text(text.replace('"S"', '"http://www.w3.org/2000/svg"'), "utf-8")
    code, found = run(tmp_path, "catch")
    assert code == 1
    assert any(what in it["what"] for it in found["faults"]), found


def test_a_text_that_no_catalogue_has_is_found(tmp_path: Path) -> None:
    said = 'speech.gettext("It is over.")'
    folder = changed(
        tmp_path, ('else "It is over."', f"else {said}"), ("status=f", "status=_(speech) + f")
    )
    path = folder / "catch/__init__.py"
    path.write_text(path.read_text("utf-8") + "\n\ndef _(speech): return speech.gettext('Tide ')\n")
    (folder / "catch/locale").mkdir()
    code, found = run(folder, "catch")
    assert code == 1
    where = {it["where"] for it in found["faults"] if it["what"] == "not translated: 'Tide '"}
    assert where == {f"locale/{it}/LC_MESSAGES/catch.po" for it in ("fr", "de")}


def test_two_games_cannot_have_the_same_record(tmp_path: Path) -> None:
    (changed(tmp_path) / "catch").rename(tmp_path / "again")
    env = {**os.environ, "ROOKERY_GAMES": os.pathsep.join([str(tmp_path), str(TUTORIAL)])}
    code = "import rookery; print(*rookery.games())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env)
    assert "again" in done.stdout.split()
    assert "catch" not in done.stdout.split()
    assert "'catch' is broken and left out: TypeError: another game has a record" in done.stderr


def test_what_is_found_is_printed_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    from rookery.cli import main

    name = HOUSE[0]
    assert main(["check", name]) == 0
    assert capsys.readouterr().out == f"{name}: nothing is wrong\n"
    assert main(["check", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err
