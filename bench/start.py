"""How long a server takes to be there: from the command to the first answer, and to a table.

python bench/start.py            with the rules in the cache
python bench/start.py --empty    with an empty cache, everything compiled anew
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

import httpx

TIMES = 5


def measure(cache: str | None) -> tuple[float, float, float, float]:
    """Seconds to the first answer, table and action of a bot; the slowest answer before, in ms."""
    environment = {**os.environ, **({"ROOKERY_CACHE": cache} if cache else {})}
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        command = [sys.executable, "-m", "rookery", "serve", "--port", "0", "--pace", "0"]
        command += ["--db", f"{folder}/tables.db", "--limit", "rate=0", "--limit", "address_rate=0"]
        command += ["--limit", "quotas=0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        try:
            assert server.stdout is not None
            url = server.stdout.readline().decode().split()[4] + "api/v1"
            with httpx.Client(base_url=url, timeout=600) as client:
                assert client.get("/health").status_code == 200
                first = time.perf_counter() - begun
                slowest = 0.0
                while not client.get("/health").json()["ready"].get("party"):
                    asked = time.perf_counter()
                    client.get("/games")
                    slowest = max(slowest, time.perf_counter() - asked)
                    time.sleep(0.02)
                token = client.post("/guests", json={"name": "Mira"}).json()["token"]
                client.headers["authorization"] = f"Bearer {token}"
                seats = [{"kind": "bot", "level": "adult"}, {"kind": "me"}]
                wanted = {"game": "party", "seats": seats, "start": True, "options": {"first": 0}}
                table = client.post("/tables", json=wanted).json()["id"]
                made = time.perf_counter() - begun
                number = client.get(f"/tables/{table}/scene").json()["number"]
                while client.get(f"/tables/{table}/scene").json()["number"] == number:
                    time.sleep(0.01)
                return first, made, time.perf_counter() - begun, 1000 * slowest
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--empty", action="store_true", help="compile everything anew, once")
    args = parser.parse_args()
    if args.empty:
        with tempfile.TemporaryDirectory() as cache:
            runs = [measure(cache)]
    else:
        measure(None)  # what is not in the cache is now
        runs = [measure(None) for _ in range(TIMES)]
    names = ("first answer, s", "first table, s", "first bot's action, s", "slowest answer, ms")
    for name, values in zip(names, zip(*runs, strict=True), strict=True):
        print(f"{name:24} median {statistics.median(values):8.2f}  worst {max(values):8.2f}")


if __name__ == "__main__":
    main()
