"""`kill -9` again and again while people play: nothing that was answered may be lost.

    python bench/kills.py      # 1,000 times the server, and what writes to each kind of database
    python bench/kills.py --kills 5000 --only server

The tests do the same 200 times in all. Takes about a second a kill on an idle machine.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROOFS = {"server": "tests/server/faults/test_kill.py", "store": "tests/server/store/test_kill.py"}


def main() -> int:
    """Do it; the exit code says whether everything was there in the end."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000, help="how often (default: 1000)")
    parser.add_argument("--only", choices=PROOFS, help="one of the two proofs")
    args = parser.parse_args()
    chosen = [PROOFS[args.only]] if args.only else list(PROOFS.values())
    environment = {**os.environ, "ROOKERY_KILLS": str(args.kills)}
    command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--durations", "3", *chosen]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
