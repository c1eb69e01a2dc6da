"""What a table costs: processor time of bots by level, and bytes on the disk. For docs/scale.md.

    python bench/costs.py [--decisions 40]

Processor time, not the clock's: other work on the machine does not count. A level that thinks by
the clock takes what it is given; on a server that is its whole time (docs/search.md).
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import msgspec

from rookery.bots import find as find_bot
from rookery.bots import names as bot_names
from rookery.core.match import Match
from rookery.games import find, names
from rookery.server.bot_pool import ROOM, thinking_time
from rookery.server.fold import Person
from rookery.server.hub import Hub
from rookery.server.setup import Setup, of_today
from rookery.server.store import Store
from rookery.server.warmup import Warmup

SEATS = 4


def decisions(game: str, level: str, wanted: int) -> tuple[float, float]:
    """Processor and clock time of a decision, in ms."""
    settings = {"room": ROOM} if thinking_time(level) is not None else {}
    bot, filler = find_bot(level, find(game), **settings), find_bot("random", find(game))
    spent = passed = 0.0
    done, seed = -1, 0  # the first one is for what has to be loaded
    while done < wanted:
        match = find(game).start(min(SEATS, find(game).players[-1]), seed=seed, asks_all=True)
        seed += 1
        while not match.over and done < wanted:
            view, legal = match.hidden(match.turn), match.legal()
            action = filler.choose(view, legal, match.ply + seed)
            if match.ply % 7 == 3:  # all over the match
                cpu, clock = time.process_time(), time.perf_counter()
                action = bot.choose(view, legal, seed)
                if done >= 0:
                    spent += time.process_time() - cpu
                    passed += time.perf_counter() - clock
                done += 1
            match.play(action)
    return 1000 * spent / done, 1000 * passed / done


def played(game: str, seed: int) -> Match:
    """A whole match between bots that cost nothing."""
    bot = find_bot("random", find(game))
    match = find(game).start(min(SEATS, find(game).players[-1]), seed=seed, asks_all=True)
    while not match.over:
        match.play(bot.choose(match.hidden(match.turn), match.legal(), match.ply + seed))
    return match


async def kept(game: str, tables: int) -> tuple[float, float]:
    """Entries of a match, and bytes that it takes in SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        store = await Store.open(str(file), node="bench")
        hub = Hub(store, None, Warmup(None))
        seats = min(SEATS, find(game).players[-1])
        setup = of_today(
            Setup(
                game=game,
                players=seats,
                options={},
                edition=find(game).default_edition,
                public=True,
                clock=None,
                spectators=True,
                delay=0,
                substitute="adult",
                aids=True,
                asks="all",
            )
        )
        people = [
            ("take", n, msgspec.json.encode(Person(f"guest-{n:010}", "Somebody")).decode())
            for n in range(seats)
        ]
        entries = 0
        for seed in range(tables):
            first = [("open", None, "guest-0000000000"), *people, ("start", None, "")]
            table = await hub.find(await hub.create(setup, first))
            chance = find_bot("random", find(game))
            match = table.fold.match
            while match is not None and not match.over:
                action = chance.choose(match.hidden(match.turn), match.legal(), match.ply + seed)
                async with table.lock:
                    await hub.write(table, "act", match.turn, match.notation(action))
            entries += table.fold.ply
            hub.drop(table)
        await hub.close()
        await store.close()
        return entries / tables, file.stat().st_size / tables


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=40)
    parser.add_argument("--tables", type=int, default=20)
    args = parser.parse_args()
    for game in names():
        plies = [played(game, seed).ply for seed in range(5)]
        entries, size = asyncio.run(kept(game, args.tables))
        print(f"{game}: {sum(plies) / 5:.0f} decisions a match, {entries:.0f} entries,", end=" ")
        print(f"{size / 1000:.1f} kB in SQLite", flush=True)
        for level in bot_names():
            cpu, clock = decisions(game, level, args.decisions)
            print(f"  {level:10} {cpu:8.2f} ms of a core, {clock:8.1f} ms by the clock", flush=True)


if __name__ == "__main__":
    main()
