"""The client's types of what goes over the wire."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_they_fit_the_description_of_the_interface() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "tools/wire", "check"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
