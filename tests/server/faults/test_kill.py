"""``kill -9`` at random moments under load, again and again."""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.faults.forked import Forked, alive
from tests.server.faults.playing import Crowd, check_database, mixed
from tests.server.faults.threaded import FREE, until

#: How often; the store's own test kills 180 times more, and bench/kills.py thousands of times.
KILLS = int(os.environ.get("ROOKERY_KILLS", "20"))
TABLES = 8
PATIENCE = 120


@pytest.mark.slow
def test_nothing_answered_is_lost_and_no_table_stuck(tmp_path: Path, fork: Forked) -> None:
    db = str(tmp_path / "tables.db")
    settings: dict[str, Any] = {"db": db, "bots": 1, "pace": 0, **FREE}
    chance = random.Random(1)
    pids: list[int] = []

    async def kill_often(crowd: Crowd) -> None:
        for number in range(KILLS):
            # Some die before their first answer, some have been busy for a while.
            before = crowd.answered
            await asyncio.sleep(chance.uniform(0, 0.3))
            if number % 4 == 0:  # however busy the machine is, some die while people play
                async with asyncio.timeout(PATIENCE):
                    while crowd.answered < before + TABLES:
                        await asyncio.sleep(0.01)
            await asyncio.to_thread(fork.kill)
            await asyncio.to_thread(fork.start, **settings)
            pids.extend(fork.pids)
        crowd.stopping = True

    async def everything() -> Crowd:
        crowd = Crowd([fork.url])
        try:
            await crowd.arrive()
            players = [asyncio.ensure_future(crowd.play(mixed)) for _ in range(TABLES)]
            await kill_often(crowd)
            # From here on nothing disturbs them: every table must come to its end.
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*players)
            for journal in crowd.journals:
                verdict = await crowd.insist("GET", f"/tables/{journal.id}/verify")
                assert verdict["fits"], verdict
        finally:
            await crowd.close()
        return crowd

    fork.start(**settings)
    crowd = asyncio.run(everything())
    fork.stop()
    asyncio.run(check_database(db, crowd.journals))
    lost = sum(not it.answered for journal in crowd.journals for it in journal.attempts)
    # There was a load, and servers died in the middle of it.
    assert crowd.answered > KILLS, crowd.answered
    assert lost
    until(lambda: not any(alive(pid) for pid in pids), "all processes to go")
