"""The wheel: complete, playable by one command, and without what only some systems have."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parent.parent

#: Imports everything and plays, without what Windows or macOS lack. What Python's own modules and
#: the libraries need of it, they have imported before.
ELSEWHERE = """
import asyncio, multiprocessing.util, os, pkgutil, signal, sys, tempfile, webbrowser
import alembic.command, numba, sqlalchemy.dialects.sqlite, starlette.applications, uvicorn
import uvicorn.protocols.http.httptools_impl
for name in ("fcntl", "grp", "pwd", "resource", "termios", "tty", "uvloop"):
    sys.modules[name] = None
sys.modules["msvcrt"] = sys  # Windows has it
for name in ("fork", "getuid", "geteuid", "getgid", "sched_getaffinity", "setsid", "killpg"):
    delattr(os, name)
for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "pthread_sigmask"):
    delattr(signal, name)
import rookery
for module in pkgutil.walk_packages(rookery.__path__, "rookery."):
    if module.name != "rookery.__main__" and ".migrations" not in module.name:
        try:
            __import__(module.name)
        except ModuleNotFoundError as missing:
            if missing.name not in ("gymnasium", "pettingzoo", "pyspiel"):  # the lab's extras
                raise
from rookery.cli import main
from rookery.core.machine import cores
assert cores() >= 1
sys.exit(main(["simulate", "party", "--games", "2"]))
"""


def test_nothing_needs_what_only_some_systems_have(tmp_path: Path) -> None:
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "ROOKERY_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", ELSEWHERE]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel; its libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT]
    built = subprocess.run(build, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("rookery-*.whl")
    home = folder / "environment"
    venv.create(home, with_pip=False)
    scheme = "nt" if os.name == "nt" else "posix_prefix"
    where = {"base": str(home), "platbase": str(home)}
    libraries = Path(sysconfig.get_path("purelib", scheme, where))
    # A path in such a file is searched, but files like it there (ours, for the sources) are not.
    (libraries / "others.pth").write_text(sysconfig.get_path("purelib") + "\n")
    python = Path(sysconfig.get_path("scripts", scheme, where)) / "python"
    install = [*pip, "--python", python, "install", "--no-deps", "--no-index", wheel]
    subprocess.run(install, capture_output=True, text=True, check=True)
    return python.parent


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return {**plain, "NUMBA_DISABLE_JIT": "1", "XDG_DATA_HOME": str(tmp_path)}


def test_a_wheel_plays_without_the_sources(
    installed: Path, env: dict[str, str], tmp_path: Path
) -> None:
    where = [installed / "python", "-c", "import rookery; print(rookery.__file__)"]
    found = subprocess.run(where, env=env, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(installed.parent)
    command = [installed / "rookery", "simulate", "pengqueen", "--games", "2", "--json"]
    done = subprocess.run(
        command, env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["games"] == 2


@pytest.fixture
def address(installed: Path, env: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """A server from the wheel, begun by its one command."""
    command = [installed / "rookery", "serve", "--port", "0"]
    server = subprocess.Popen(command, env=env, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        yield next(word for word in server.stdout.readline().split() if word.startswith("http"))
    finally:
        server.terminate()
        server.communicate(timeout=300)


def test_a_wheel_opens_tables(address: str) -> None:
    def read(path: str) -> str:
        answer = httpx.get(address + path, timeout=300)
        assert answer.status_code == 200
        return answer.text

    assert json.loads(read("api/v1/health"))["status"] == "ok"
    assert "Rookery" in read("?lang=fr")  # pages, catalogues
    names = [game["name"] for game in json.loads(read("api/v1/games"))["games"]]
    for name in names:
        assert read(f"rules/{name}")  # rule books
