"""Compiled code on disk: a change compiles what it reaches again, and nothing else."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rookery
from rookery.core.kernel import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled with the JIT off")

#: Lists the legal actions of an empty record of two games; says what had to be compiled for it.
PROGRAM = """
import json
from collections import Counter
import numpy as np
from numba.core import event

class Count(event.Listener):
    def on_start(self, happened):
        compiled[now] += 1
    def on_end(self, happened):
        pass

compiled, now = Counter(), ""
event.register("numba:compile", Count())
import rookery
from rookery.core import loops
for now in GAMES:
    game = rookery.game(now)
    printed = game.as_edition(None).printed
    loops.legal(printed, np.zeros(1, game.dtype), np.zeros(game.num_actions, np.int64))
print(json.dumps(compiled))
"""
GAMES = ("party", "pengqueen")


class Copy:
    """A copy of the package that can be changed, and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.package = folder / "src" / "rookery"
        source = Path(rookery.__file__).parent
        for part in ("core", "games", "search", "bots"):
            shutil.copytree(source / part, self.package / part)
        for file in source.glob("*.py"):
            shutil.copy(file, self.package)

    def run(self, program: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(self.package.parent)}
        env |= {"ROOKERY_CACHE": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    def compiled(self) -> dict[str, int]:
        """How many functions had to be compiled, by game."""
        found = json.loads(self.run(f"GAMES = {GAMES!r}\n{PROGRAM}"))
        return {game: found.get(game, 0) for game in GAMES}

    def append(self, file: str, text: str) -> None:
        with (self.package / file).open("a", encoding="utf-8") as opened:
            opened.write(text)

    def change(self, file: str, name: str) -> None:
        """Let a kernel do something more, of no consequence."""
        path = self.package / file
        text = path.read_text("utf-8")
        (function,) = (
            it
            for it in ast.walk(ast.parse(text))
            if isinstance(it, ast.FunctionDef) and it.name == name and it.decorator_list
        )
        lines = text.splitlines()
        lines.insert(function.body[1].lineno - 1, "    _more = 12345")
        path.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy that has its code in the cache."""
    copy = Copy(tmp_path_factory.mktemp("copy"))
    assert all(copy.compiled().values())
    assert not any(copy.compiled().values())
    return copy


@pytest.fixture
def copy(warm: Copy, tmp_path: Path) -> Copy:
    shutil.copytree(warm.cache, tmp_path / "cache")
    return Copy(tmp_path)


@pytest.mark.parametrize(
    "file",
    [
        "games/party/sentences.py",
        "games/party/position.py",
        "games/party/scene.py",
        "core/scene.py",
    ],
)
def test_a_file_without_kernels_compiles_nothing(copy: Copy, file: str) -> None:
    copy.append(file, "\n\ndef more():\n    return 12345\n")
    assert not any(copy.compiled().values())


def test_a_comment_compiles_nothing(copy: Copy) -> None:
    path = copy.package / "games/party/rules.py"
    path.write_text("# A remark, which moves every line.\n" + path.read_text("utf-8"), "utf-8")
    assert not any(copy.compiled().values())


def test_a_change_in_one_game_compiles_that_game(copy: Copy) -> None:
    copy.change("games/party/rules.py", "legal")
    found = copy.compiled()
    assert found["party"] > 0
    assert found["pengqueen"] == 0


def test_a_change_that_is_not_reached_compiles_nothing(copy: Copy) -> None:
    copy.change("games/party/rules.py", "scores")
    assert not any(copy.compiled().values())


def test_a_change_in_what_all_games_use_compiles_them_all(copy: Copy) -> None:
    path = copy.package / "core/bits.py"
    text = path.read_text("utf-8")
    assert "builder.cttz(args[0]," in text
    path.write_text(text.replace("builder.cttz(args[0],", "builder.cttz(*args[:1],"), "utf-8")
    assert all(copy.compiled().values())


HELPER = """
from rookery.core.kernel import kernel
from rookery.games.party import constants

@kernel
def helper():
    return 100 * constants.Kind.FIRST + 10 * constants.more.TENS + ONES
"""
CALLER = """
from rookery.core.kernel import kernel
from rookery.games.party.sentences import helper

@kernel
def caller():
    return helper()

print(caller())
"""


def test_a_kernel_in_any_file_is_never_stale(tmp_path: Path) -> None:
    """In a file that only tells, called from another, with constants from others again."""
    copy = Copy(tmp_path)
    folder = copy.package / "games/party"
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / "__init__.py").touch()
    (copy.package / "caller.py").write_text(CALLER)

    def answer(hundreds: int, tens: int, helper: str) -> int:
        kinds = f"from enum import IntEnum\nKind = IntEnum('Kind', {{'FIRST': {hundreds}}})\n"
        (folder / "constants.py").write_text(f"{kinds}from rookery.games.party import more\n")
        (folder / "more.py").write_text(f"TENS = {tens}\n")
        (folder / "sentences.py").write_text(helper)
        return int(copy.run("import rookery.caller"))

    assert answer(1, 4, "ONES = 2" + HELPER) == 142
    assert answer(1, 5, "ONES = 2" + HELPER) == 152  # a constant two modules away
    assert answer(1, 5, "ONES = 3" + HELPER) == 153  # one beside it
    assert answer(7, 5, "ONES = 3" + HELPER) == 753  # a member of an enumeration
    assert answer(7, 5, "ONES = 3" + HELPER.replace("10 *", "20 *")) == 803  # its own doing
    assert answer(1, 4, "ONES = 2" + HELPER) == 142


def test_what_cannot_be_followed_is_refused(tmp_path: Path) -> None:
    program = """
from rookery.core.cache import reached
def plain(): pass
def user(): return plain()
try:
    reached(user, ())
except TypeError as error:
    print(error)
"""
    assert "uses plain, a function" in Copy(tmp_path).run(program)


def test_only_the_newest_versions_are_kept(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    program = """
from rookery.core.kernel import kernel
NUMBER = {number}
@kernel
def one(): return NUMBER
print(one())
"""
    for number in range(5):
        assert copy.run(program.format(number=number)) == f"{number}\n"
    assert len(list((copy.cache / "code").glob("__main__.one-*"))) == 3
    assert not [it for it in (copy.cache / "code").iterdir() if it.suffix != ".code"]


#: A number behind some room in a record: where it stands in memory depends on the room.
BEHIND = """
import os
import numpy as np
from rookery.core.kernel import kernel
@kernel
def summed(records, count):
    total = 0
    for number in range(count):
        total += records[number]["it"]
    if total > 100:
        return summed_otherwise(records, count)
    return total
@kernel
def summed_otherwise(records, count):
    total = 0
    for number in range(count):
        total -= records[number]["it"]
    return total
@kernel
def behind(records): return summed(records, len(records))
def said(room):
    records = np.zeros(2, [("room", np.uint8, room), ("it", np.int64)])
    records["it"] = room
    return behind(records)
"""


def test_code_that_was_compiled_apart_is_told_apart(tmp_path: Path) -> None:
    """Numba would give both the same name, and whoever loads both would run one of them twice."""
    copy = Copy(tmp_path)
    assert copy.run(BEHIND + "print(said(8))") == "16\n"
    assert copy.run(BEHIND + "print(said(16))") == "32\n"
    assert copy.run(BEHIND + "print(said(8), said(16))") == "16 32\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_code_that_was_compiled_in_forks_is_told_apart(tmp_path: Path) -> None:
    copy = Copy(tmp_path)
    forks = """
for room in (8, 16):
    if not (child := os.fork()):
        os._exit(said(room) != 2 * room)
    assert os.waitpid(child, 0)[1] == 0
"""
    copy.run(BEHIND + forks)
    assert copy.run(BEHIND + "print(said(8), said(16))") == "16 32\n"
