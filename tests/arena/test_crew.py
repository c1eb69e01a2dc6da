"""Whoever plays the matches, the results are the same; whatever a bot does, the run goes on."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import rookery
from rookery.arena import Result, Setting, contest, crew
from rookery.arena.workers import Worker, Workers
from rookery.errors import RookeryError

GAME = rookery.game("party")


def setting(*bots: str) -> Setting:
    return contest(GAME, bots, 3, 1, options={"rounds": 1})


def played(table: Setting, workers: int, matches: int) -> list[Result]:
    with crew(table, workers) as players:
        return sorted(players.play(range(matches)), key=lambda result: result.match)


def test_the_number_of_workers_changes_nothing() -> None:
    table = setting("random", "greedy")
    alone = played(table, 0, 40)
    assert [result.match for result in alone] == list(range(40))
    assert played(table, 1, 40) == alone
    assert played(table, 2, 40) == alone
    assert played(table, 3, 1) == alone[:1]


def test_a_bot_that_kills_its_process_forfeits_and_the_run_goes_on() -> None:
    killer = "tests.arena.strange:Killer"
    results = played(setting("random", killer), 2, 3)
    assert [result.match for result in results] == [0, 1, 2]
    for result in results:
        assert result.forfeit is not None
        assert result.forfeit.bot == killer
        assert result.forfeit.reason == "crashed: its process died twice (signal 6)"


def test_a_worker_that_somebody_else_kills_costs_nobody_a_match() -> None:
    table = setting("tests.arena.strange:Slow", "random")
    workers = Workers(table, 1)
    try:
        results = []
        for result in workers.play(range(6)):
            results.append(result)
            if len(results) == 2:
                worker = workers._workers[0]
                while worker.seat.value < 0:
                    time.sleep(0.001)
                os.kill(worker.process.pid or 0, signal.SIGKILL)
    finally:
        workers.close()
    assert sorted(result.match for result in results) == list(range(6))
    assert all(result.forfeit is None for result in results)


def test_a_worker_that_dies_before_it_plays_is_replaced() -> None:
    workers = Workers(setting("random", "greedy"), 1)
    workers._workers[0].process.kill()
    results = list(workers.play(range(3)))
    workers.close()
    assert [result.match for result in results] == [0, 1, 2]


def test_workers_that_keep_dying_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.arena.workers.PATIENCE", 0)
    workers = Workers(setting("random", "greedy"), 1)
    workers._workers[0].process.kill()
    with pytest.raises(RookeryError, match=r"die before they can play \(signal 9\)"):
        list(workers.play(range(3)))
    workers.close()


def test_workers_end_with_the_crew() -> None:
    table = setting("tests.arena.strange:Slow", "random")
    with crew(table, 2) as players:
        assert isinstance(players, Workers)
        next(iter(players.play(range(50))))
        processes = [worker.process for worker in players._workers]
        pids = [process.pid for process in processes]
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid or 0, 0)


def test_a_worker_does_not_hear_ctrl_c() -> None:
    worker = Worker(setting("random", "greedy"))
    worker.give(0)
    os.kill(worker.process.pid or 0, signal.SIGINT)
    assert worker.pipe.recv().match == 0
    worker.end()


def test_workers_end_with_a_parent_that_is_killed() -> None:
    code = (
        "import os, signal, rookery; from rookery.arena import contest, crew;"
        "t = contest(rookery.game('party'), ('tests.arena.strange:Sleeper', 'random'), 2, 1);"
        "w = crew(t, 1).thing; it = w.play([0]); w._workers[0].give(0);"
        "print(w._workers[0].process.pid, flush=True);"
        "exec('while w._workers[0].seat.value < 0: pass');"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    pid = int(done.stdout)
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        if Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z":
            return  # ended, though nobody has buried it
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)
    pytest.fail("the worker goes on")
