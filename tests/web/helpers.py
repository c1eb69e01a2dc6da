"""What the tests of the browser's client share: Node, a server, a browser."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "src/rookery/web"
#: Where Debian's package is, and what others call it.
CHROMIUM = ("/usr/bin/chromium", "chromium", "chromium-browser", "google-chrome")
#: Without windows it needs half the time.
WINDOWLESS = "chromium-headless-shell"


def node_modules() -> Path:
    """The packages of package-lock.json, installed; skips where that cannot be."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    folder = HERE / "node_modules"
    if _locked(folder / ".package-lock.json") != _locked(HERE / "package-lock.json"):
        done = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund"],
            cwd=HERE,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        if done.returncode:
            pytest.skip(f"npm cannot install: {done.stderr.strip().splitlines()[-1:]}")
    return folder


def _locked(file: Path) -> dict[str, str]:
    """The versions in a lock file of npm, by the folders they belong in."""
    if not file.exists():
        return {}
    packages = json.loads(file.read_text("utf-8"))["packages"]
    return {name: package["version"] for name, package in packages.items() if name}


def node(code: str) -> str:
    """What a piece of JavaScript prints."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("Node is not installed")
    done = subprocess.run(
        [program, "--input-type=module", "-e", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def chromium(windows: bool = False) -> str:
    """The browser; skips where there is none."""
    for name in CHROMIUM if windows else (WINDOWLESS, *CHROMIUM):
        found = shutil.which(name)
        if found:
            return found
    pytest.skip("Chromium is not installed")


ADMIN_TOKEN = "the token of the host"  # noqa: S105


class Server:
    """``rookery serve`` as a process, which can be stopped and started again."""

    def __init__(self, db: Path, pace: float = 0.0) -> None:
        self.db = db
        self.pace = pace
        self.port = 0
        self.start()

    def start(self) -> None:
        """Begin, on the same port as before if there was one."""
        limits = [f"--limit={name}=0" for name in ("rate", "address_rate", "quotas")]
        limits += ["--limit=away=1", "--limit=heavy_seconds=120"]
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "rookery", "serve", "--port", str(self.port)),
                *("--db", str(self.db), "--pace", str(self.pace), *limits),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "ROOKERY_ADMIN_TOKEN": ADMIN_TOKEN},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.address = line.split(" at ")[1].split("/ ")[0]
        self.port = int(self.address.rpartition(":")[2])

    def stop(self) -> None:
        """End it, as an administrator would."""
        self._process.terminate()
        self._process.wait(300)
        assert self._process.stdout is not None
        self._process.stdout.close()
