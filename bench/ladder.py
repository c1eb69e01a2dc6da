"""Does each level beat the one below, in every game with every number of players?

    python bench/ladder.py results.jsonl                  # all cells; goes on where it stopped
    python bench/ladder.py results.jsonl --only party:2,party:3 --seconds 600
    python bench/ladder.py results.jsonl --table          # only print

A cell is two bots at one table size, on the same deals with swapped seats (``strength.py``). It
is played in batches of ten deals, at least two, until the first bot's share of the victories
lies above one half by STOP standard errors, or ``--deals`` are played. STOP is more than the
1.96 of the 95 % interval that is told, since looking after each batch gives luck more chances.
The file holds one line a batch.
"""

import argparse
import json
import math
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import strength

import rookery
from rookery.arena import entrants
from rookery.arena.intervals import of_share

BATCH = 10
STOP = 2.8
#: What stands for ``emperor`` and its second: a small part of it, so that enough can be played.
EMPEROR = {"party": 8000, "ultimatum": 4000, "pengqueen": 4000}
PAIRS = (
    ("greedy", "random"),
    ("emperor", "greedy"),
    ("fledgling", "chick"),
    ("adult", "fledgling"),
    ("emperor", "adult"),
)
Cell = tuple[str, int, str, str]


def cells() -> list[Cell]:
    """All of them, pair by pair."""
    return [
        (name, players, first, second)
        for first, second in PAIRS
        for name in EMPEROR
        for players in rookery.game(name).players
    ]


def load(path: Path) -> dict[Cell, list[list[float]]]:
    """What was played before: for each cell the victories of both bots, deal by deal."""
    found: dict[Cell, list[list[float]]] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        row = json.loads(line)
        key = (row["game"], row["players"], row["first"], row["second"])
        found.setdefault(key, []).extend(row["won"])
    return found


def shares(deals: Iterable[list[float]]) -> list[float]:
    """The first bot's part of the victories of each deal; one half where both were drawn."""
    return [a / (a + b) if a + b else 0.5 for a, b, _, _ in deals]


def clear(deals: list[list[float]]) -> bool:
    """Whether the first bot is better beyond doubt."""
    each = shares(deals)
    mean = sum(each) / len(each)
    spread = math.sqrt(sum((share - mean) ** 2 for share in each) / (len(each) - 1))
    least = 0.5 / len(each)  # a bot that has won everything may still lose
    return len(each) >= 2 * BATCH and mean - 0.5 > STOP * max(spread / math.sqrt(len(each)), least)


def bots(cell: Cell) -> tuple[Any, Any]:
    """Both bots of a cell."""
    name, _, first, second = cell
    game = rookery.game(name)
    text = f"emperor@iterations={EMPEROR[name]}" if first == "emperor" else first
    return entrants.find(text, game), entrants.find(second, game)


def table(found: dict[Cell, list[list[float]]]) -> str:
    """Markdown: a row a table size, a column a pair; the deals in brackets."""
    lines = ["| | " + " | ".join(f"{a} - {b}" for a, b in PAIRS) + " |"]
    lines.append("| --- " * (1 + len(PAIRS)) + "|")
    for name in EMPEROR:
        for players in rookery.game(name).players:
            row = []
            for first, second in PAIRS:
                deals = found.get((name, players, first, second), [])
                row.append(told(deals) if deals else "")
            lines.append(f"| {name.capitalize()} {players} | " + " | ".join(row) + " |")
    return "\n".join(lines)


def told(deals: list[list[float]]) -> str:
    """Share, 95 % interval, deals."""
    it = of_share(shares(deals))
    mark = "" if it.low > 0.5 else " ?"
    return f"{100 * it.mean:.1f} [{100 * it.low:.0f}, {100 * it.high:.0f}] ({len(deals)}){mark}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", default="", help="some tables: party:2,ultimatum:4")
    parser.add_argument("--deals", type=int, default=400, help="at most, a cell")
    parser.add_argument("--seconds", type=float, default=math.inf, help="start no batch later")
    parser.add_argument("--table", action="store_true", help="play nothing")
    args = parser.parse_args()
    found = load(args.file)
    end = time.monotonic() + args.seconds
    wanted = {tuple(each.split(":")) for each in args.only.split(",") if each}
    for cell in [] if args.table else cells():
        name, players, first, second = cell
        if wanted and (name, str(players)) not in wanted:
            continue
        deals = found.setdefault(cell, [])
        pair = bots(cell)
        while len(deals) < args.deals and not (deals and clear(deals)):
            if time.monotonic() > end:
                break
            seeds = range(len(deals) + 1, len(deals) + 1 + BATCH)
            won = [strength.play(name, players, pair, seed, {}) for seed in seeds]
            deals += won
            row = {"game": name, "players": players, "first": first, "second": second, "won": won}
            with args.file.open("a") as file:
                file.write(json.dumps(row) + "\n")
        print(*cell, told(deals) if deals else "", flush=True)
    print(table(found))


if __name__ == "__main__":
    main()
