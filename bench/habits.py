"""How players place in Party: what bots chose, and the numbers that make it likeliest.

    python bench/habits.py --tables emperor-1@iterations=2000:2:400 … --out habits.txt
    python bench/habits.py --tables emperor-1@iterations=2000:4:40 --first 90000

Each table is a bot, how many play, and how many matches. A softmax of summed numbers, one for each
trait of an action (games/party/habits.py), is fitted to all choices by gradients; every fifth match
is kept apart to tell how well it foretells, in nats a decision, beside an even choice and the rule
of thumb. Without ``--out`` the numbers in use are judged by all matches, and nothing is fitted.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import rookery
from rookery.arena.entrants import find
from rookery.core import dispatch
from rookery.core.kernel import kernel
from rookery.core.rng import generator
from rookery.games.party.habits import NUM_NUMBERS, NUM_TRAITS, NUMBERS, UNIT, traits
from rookery.search.settings import SETTINGS

STEPS, RATE = 200, 0.08
#: How often anything is done, whatever the numbers say; and what keeps numbers small.
STRANGE, SMALL = 0.05, 1.0

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@kernel
def look_at(printed: Any, states: Any, actions: Any, found: Any, rates: Any) -> int:
    """The traits and the ratings of all legal actions; how many there are."""
    count = dispatch.legal(printed[0], states[0], actions)
    for k in range(count):
        traits(printed[0], states[0], actions[k], found[k])
        rates[k] = dispatch.rate(printed[0], states[0], actions[k])
    return count


@dataclass
class Choices:
    """Decisions: the traits and ratings of all their actions one after the other."""

    traits: Ints
    rates: Floats
    #: By decision: how many actions there were, where they begin, which was chosen, in which match.
    counts: Ints
    begins: Ints
    chosen: Ints
    match: Ints

    def spread(self, logits: Floats) -> Floats:
        """Shares of 1 within each decision."""
        most = np.maximum.reduceat(logits, self.begins)
        shares = np.exp(logits - np.repeat(most, self.counts))
        return shares / np.repeat(np.add.reduceat(shares, self.begins), self.counts)

    def nats(self, logits: Floats, strange: float) -> Floats:
        """By decision, how surprising the choice was."""
        shares = self.spread(logits)[self.chosen]
        return -np.log((1 - strange) * shares + strange / self.counts)


Row = tuple[Ints, Floats, int]


def watch_match(table: tuple[str, int, int]) -> list[Row]:
    """By decision of a match: the traits and ratings of all actions, and which was chosen."""
    name, players, seed = table
    game = rookery.game("party")
    actions, rates = np.zeros(game.num_actions, np.int64), np.zeros(game.num_actions)
    found = np.zeros((game.num_actions, NUM_TRAITS), np.int64)
    bots = [find(name, game) for _ in range(players)]
    match, chance = game.start(players=players, seed=seed), generator(seed, 7)
    rows = []
    while match.turn is not None:
        action = bots[match.turn].choose(match.informed(match.turn), match.legal(), chance)
        state = match.everything().records.copy()
        count = look_at(match.edition.printed, state, actions, found, rates)
        at = actions[:count].tolist().index(action)
        rows.append((found[:count].copy(), rates[:count].copy(), at))
        match.play(action)
    return rows


def watch(tables: list[str], first: int, workers: int) -> Choices:
    """Play, and note every decision between several actions."""
    words = [table.rsplit(":", 2) for table in tables]
    seats = [(it[0], int(it[1]), first + k) for it in words for k in range(int(it[2]))]
    with ProcessPoolExecutor(workers) as pool:
        played = list(pool.map(watch_match, seats, chunksize=4))
    rows = [row for match in played for row in match]
    counts = np.array([len(row[1]) for row in rows])
    begins = np.concatenate([[0], np.cumsum(counts)[:-1]])
    chosen = begins + np.array([row[2] for row in rows])
    numbers = np.repeat(np.arange(len(played)), [len(match) for match in played])
    whole = (np.concatenate([row[k] for row in rows]) for k in range(2))
    return Choices(*whole, counts, begins, chosen, numbers)


def fit(choices: Choices, learns: npt.NDArray[np.bool_]) -> Floats:
    """The numbers that make the choices of these decisions likeliest (Adam, whole batches)."""
    numbers, mean, square = (np.zeros(NUM_NUMBERS) for _ in range(3))
    owner = np.repeat(np.arange(len(choices.counts)), choices.counts)
    flat = choices.traits.ravel()
    for step in range(1, STEPS + 1):
        shares = choices.spread(numbers[choices.traits].sum(axis=1))
        kept = (1 - STRANGE) * shares[choices.chosen]
        # How surely a choice was no whim, and so tells something.
        sure = learns * kept / (kept + STRANGE / choices.counts)
        pull = shares * sure[owner]
        pull[choices.chosen] -= sure
        slope = np.bincount(flat, np.repeat(pull, NUM_TRAITS), NUM_NUMBERS)
        slope = (slope + SMALL * numbers) / learns.sum()
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        pace = RATE * (1 - 0.7 * step / STEPS) / (1 - 0.9**step)
        numbers -= pace * mean / (np.sqrt(square / (1 - 0.99**step)) + 1e-7)
    return numbers


def write(path: Path, numbers: Floats, about: list[str]) -> None:
    """A file of whole numbers, told about at its head."""
    units = [f"{round(number / UNIT)}" for number in numbers]
    lines = [" ".join(units[k : k + 24]) for k in range(0, len(units), 24)]
    path.write_text("\n".join([*(f"# {line}" for line in about), *lines]) + "\n", encoding="utf-8")


def main() -> None:
    """Parse the words of the command, play, fit and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", nargs="+", required=True, metavar="BOT:PLAYERS:MATCHES")
    parser.add_argument("--first", type=int, default=5000, help="the seed of the first match")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    choices = watch(args.tables, args.first, args.workers)
    kept = choices.match % 5 == 0 if args.out else np.ones(len(choices.counts), bool)
    numbers = fit(choices, ~kept) if args.out else NUMBERS
    models = {
        "an even choice": (np.zeros(len(choices.rates)), 0.0),
        "the rule of thumb": (SETTINGS["heat"] * choices.rates, SETTINGS["strange"]),
        "habits": (numbers[choices.traits].sum(axis=1), STRANGE),
    }
    told = [
        f"{name} {choices.nats(logits, strange)[kept].mean():.3f}"
        for name, (logits, strange) in models.items()
    ]
    line = f"{kept.sum()} decisions, nats each: {', '.join(told)}"
    print(line)
    if args.out:
        words = f"python bench/habits.py --tables {' '.join(args.tables)} --first {args.first}"
        write(args.out, numbers, [f"Hundredths, fitted by: {words}", line])


if __name__ == "__main__":
    main()
