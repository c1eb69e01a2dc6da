"""The client's modules without a browser: types and texts."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.helpers import HERE, WEB, node_modules

STATIC = WEB / "static"
MODULES = sorted(STATIC.glob("*.js"))


def test_types_fit() -> None:
    tsc = node_modules() / ".bin/tsc"
    done = subprocess.run(
        [tsc, "--project", WEB / "jsconfig.json"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_what_draws_nothing_is_right() -> None:
    program = shutil.which("node")
    if program is None:
        pytest.skip("Node is not installed")
    files = sorted((HERE / "client").glob("*.test.mjs"))
    assert len(files) > 5
    done = subprocess.run(
        [program, "--test", *files], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_are_short_and_need_nobody_else(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") < 400
    assert not re.findall(r"innerHTML|insertAdjacentHTML|document\.write|\beval\(", text)
    for name in re.findall(r'(?:from|import) "([^"]+)"', text):
        assert (STATIC / name).exists(), name
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", text)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_client_speaks_every_language(language: str) -> None:
    texts = json.loads((STATIC / f"text/{language}.json").read_text("utf-8"))
    for path in MODULES:
        for said in re.findall(r'\bt\(\s*"([^"]+)"', path.read_text("utf-8")):
            assert texts.get(said), said
