"""The arena on a real Ray cluster of two nodes: the same results, and no bot ends the run."""

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rookery.cli import main

pytest.importorskip("ray", reason="Ray is not installed: pip install 'rookery[ray]'")

ROOT = Path(__file__).parent.parent.parent
KILLER = "tests.arena.strange:Killer"


def surroundings() -> dict[str, str]:
    """Nodes and their processes find the strange bots, and Rookery, where this process does."""
    paths = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
    # Should a process crash, its error output says where.
    added = {"PYTHONPATH": paths, "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0", "PYTHONFAULTHANDLER": "1"}
    return {**os.environ, **added}


@dataclass
class Cluster:
    """A cluster in a process of its own."""

    process: "subprocess.Popen[str]"
    address: str


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / "two_nodes.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=surroundings(),
    )
    assert process.stdout is not None
    try:
        told = next((line for line in process.stdout if line.startswith("address ")), "")
        assert told, "the cluster did not start"
        yield Cluster(process, told.split()[1])
    finally:
        process.communicate(timeout=300)  # closes its input


def arena(words: str, where: str) -> "subprocess.CompletedProcess[str]":
    return rookery(f"arena {words} {where} --json")


def rookery(words: str) -> "subprocess.CompletedProcess[str]":
    return python("-m", "rookery", *words.split())


def python(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,  # Ray starts its processes one by one
        cwd=ROOT,
        env=surroundings(),
    )


def here(words: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """The figures of the same arena in processes of this one."""
    assert main(["arena", *words.split(), "--workers", "2", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_bot_that_kills_its_process_there_forfeits_as_it_does_here(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    words = f"party --players 2 --bots random,{KILLER} --matches 2 --seed 6 --option rounds=1"
    there = arena(words, f"--ray {cluster.address}")
    assert (there.returncode, there.stderr) == (0, "")
    figures = json.loads(there.stdout)
    assert [forfeit["bot"] for forfeit in figures["forfeits"]] == [KILLER, KILLER]
    assert figures["bots"][0]["win_share"][0] == 1
    assert figures == here(words, capsys)


def test_training_there_learns_what_it_learns_here(cluster: Cluster, tmp_path: Path) -> None:
    words = "train party --players 2 --generations 1 --matches 2 --iterations 4 --low 4 --top 4"
    words += f" --duels 1 --folder {tmp_path}"
    there = rookery(f"{words}/there --ray {cluster.address}")
    assert there.returncode == 0, there.stderr
    assert main([*f"{words}/here --workers 1".split()]) == 0
    files = [np.load(tmp_path / where / "learner.npz") for where in ("there", "here")]
    assert files[0].files == files[1].files
    for name in files[0].files:
        assert (files[0][name] == files[1][name]).all(), name


TWO_CREWS = """
import sys
from rookery.arena import crew
from tests.arena.strange import bulky

results = []
for _ in range(2):
    with crew(None, ray=sys.argv[1], act=bulky) as players:
        results += players.play(range(3))
print(sum(result.sum() for result in results))
"""


def test_large_results_stay_when_a_crew_is_gone_and_another_comes(cluster: Cluster) -> None:
    done = python("-c", TWO_CREWS, cluster.address)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout) == 2 * 200_000 * (0 + 1 + 2)


def test_the_results_are_the_same_though_a_node_is_lost(
    cluster: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "party --players 2 --bots tests.arena.strange:Slow,random --matches 60 --seed 6"
    file = tmp_path / "results.jsonl"
    done = threading.Event()

    def lose() -> None:
        while not file.exists() or file.read_bytes().count(b"\n") < 10:
            if done.wait(0.05):
                return
        assert cluster.process.stdin is not None
        cluster.process.stdin.write("lose\n")
        cluster.process.stdin.flush()

    thread = threading.Thread(target=lose)
    thread.start()
    there = arena(words, f"--ray {cluster.address} --output {file}")
    done.set()
    thread.join()
    assert there.returncode == 0, there.stderr
    assert json.loads(there.stdout)["matches"] == 60
    assert json.loads(there.stdout) == here(words, capsys)


def test_something_else_that_answers_is_no_cluster(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rookery.arena.cluster.CHECK_SECONDS", 4)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def hang_up() -> None:
            while True:
                try:
                    server.accept()[0].close()
                except OSError:
                    return

        threading.Thread(target=hang_up, daemon=True).start()
        words = f"arena party --bots random,greedy --matches 2 --ray 127.0.0.1:{port}"
        assert main(words.split()) == 2
        server.shutdown(socket.SHUT_RDWR)
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"rookery: what answers at '127.0.0.1:{port}' is not a Ray cluster\n"
