"""Whether reviews can be trusted: luck without bias, skill from few matches, chances come true.

    python bench/review.py party:2 ultimatum:3 --matches 500 --workers 16
    python bench/review.py party:2 --levels adult,adult --matches 9999 --seconds 240

Bots of different levels play; every match is reviewed. For each game and number of players:

- luck: what chance did for each level on average, with its interval: zero, if reviews are fair;
- skill: how much better one level is than another by results, by skill scores and by what decisions
  cost; and how many matches by results tell the two apart as surely as one by either;
- calibration: of decisions whose seat was given a chance of so much, how many were won.

Most of the time goes to weighing what else could have been played. ``--bare`` leaves that out, and
``--moments 10`` judges ten moments of each match, which tell of the calibration alone.
"""

import argparse
import json
import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

import rookery
from rookery.core.match import Match
from rookery.core.rng import secret_of
from rookery.core.view import View
from rookery.review import DEPTHS, Reviewer
from rookery.review.sampling import Chances, Sampler
from rookery.review.weighing import Weighed
from rookery.search.memory import NONE

BINS = 10


class Bare(Reviewer):
    """A review without a word on what else could have been played."""

    def judge(self, view: View, legal: Sequence[int], action: int) -> Weighed:
        """Nothing is better."""
        nothing = np.zeros(int(view.records["players"][0]))
        chances = Chances(nothing, nothing)
        return Weighed(action, chances, chances, {}, {}, 0.0)


@cache
def reviewer(name: str, depth: str, bare: bool) -> Reviewer:
    """One for each process and game."""
    return (Bare if bare else Reviewer)(rookery.game(name), depth)


@cache
def sampler(name: str, depth: str) -> Sampler:
    """Likewise."""
    return Sampler(rookery.game(name), DEPTHS[depth][1])


@cache
def bot(name: str, level: str) -> Any:
    """Likewise."""
    return rookery.bot(level, rookery.game(name))


Job = tuple[str, int, int, argparse.Namespace]


def played(job: Job) -> tuple[Match, list[str]]:
    """A match, and who had which level."""
    name, players, seed, args = job
    pair = args.levels.split(",")
    chance = random.Random(seed)
    levels = [pair[(seat + seed) % 2] for seat in range(players)]
    match = rookery.game(name).start(players=players, seed=seed)
    while match.turn is not None:
        view = match.hidden(match.turn)
        it = bot(name, levels[match.turn])
        match.play(it.choose(view, match.legal(), chance.getrandbits(60)))
    return match, levels


def looked_at(job: Job) -> dict[str, Any]:
    """Some moments of a match: the chances that were given, and what came of it."""
    name, _, seed, args = job
    match, _ = played(job)
    won = match.winners()
    plies = random.Random(seed).sample(range(match.ply), min(args.moments, match.ply))
    found: dict[str, Any] = {"own": [], "open": []}
    for again in match.replay():
        if again.ply in plies and again.turn is not None:
            judge, secret = sampler(name, args.depth), secret_of(seed)
            share = (again.turn in won) / max(1, len(won))
            known = judge.known(again, secret, [NONE])[0].means[again.turn]
            found["own"].append((float(known), share))
            found["open"].append((float(judge.open(again, secret).means[again.turn]), share))
    return found


def reviewed(job: Job) -> dict[str, Any]:
    """One match: who had which level, what came of it, and the chances that were given."""
    name, players, _, args = job
    if args.moments:
        return looked_at(job)
    match, levels = played(job)
    found = reviewer(name, args.depth, args.bare).review(match)
    seats = range(players)
    return {
        "levels": levels,
        "result": [float(found.result[seat]) for seat in seats],
        "luck": [found.luck(seat) for seat in seats],
        "skill": [found.skill(seat)[0] for seat in seats],
        "own": [(float(it.own[it.seat]), float(found.result[it.seat])) for it in found.decisions],
        "open": [(float(it.open[it.seat]), float(found.result[it.seat])) for it in found.decisions],
        "cost": [
            float(np.mean([it.cost for it in found.decisions if it.seat == seat] or [0.0]))
            for seat in seats
        ],
    }


def mean(values: list[float]) -> str:
    """With its 95 % interval."""
    return f"{np.mean(values):+.3f} ± {1.96 * np.std(values) / np.sqrt(len(values)):.3f}"


def curve(pairs: list[tuple[float, float]]) -> list[list[float]]:
    """By chance given: how many decisions, the mean chance, the mean result."""
    given, won = np.array(pairs).T
    rows = []
    for low in range(BINS):
        inside = (given * BINS).astype(int).clip(0, BINS - 1) == low
        if inside.sum() >= 30:
            shares = (float(given[inside].mean()), float(won[inside].mean()))
            rows.append([int(inside.sum()), *(round(share, 3) for share in shares)])
    return rows


def error(pairs: list[tuple[float, float]]) -> float:
    """How far what was given is from what came, weighed by how often it was given."""
    rows = np.array(curve(pairs))
    return round(float((rows[:, 0] * abs(rows[:, 1] - rows[:, 2])).sum() / rows[:, 0].sum()), 3)


def sharpness(leads: npt.NDArray[np.float64]) -> float:
    """How soon a lead shows: the mean of it in units of how much it scatters, squared."""
    return float((leads.mean() / max(1e-9, leads.std())) ** 2)


def report(matches: list[dict[str, Any]], args: argparse.Namespace) -> dict[str, Any]:
    """The figures of one game and number of players."""
    pairs = {name: [pair for it in matches for pair in it[name]] for name in ("own", "open")}
    curves = {name: curve(it) for name, it in pairs.items() if not (args.bare and name == "own")}
    told: dict[str, Any] = {"matches": len(matches), **curves}
    told["error"] = {name: error(pairs[name]) for name in curves}
    weak, strong = args.levels.split(",")
    return told if args.moments or weak == strong else {**compared(matches, weak, strong), **told}


def compared(matches: list[dict[str, Any]], weak: str, strong: str) -> dict[str, Any]:
    """What chance did for two levels, and how far they are apart."""

    def of_level(level: str, key: str) -> list[float]:
        return [
            float(np.mean([it[key][seat] for seat, its in enumerate(it["levels"]) if its == level]))
            for it in matches
        ]

    by_result = np.subtract(of_level(strong, "result"), of_level(weak, "result"))
    by_skill = np.subtract(of_level(strong, "skill"), of_level(weak, "skill"))
    costs = {level: of_level(level, "cost") for level in (weak, strong)}
    by_cost = np.subtract(costs[weak], costs[strong])
    return {
        "luck": {level: mean(of_level(level, "luck")) for level in (weak, strong)},
        "lead by results": mean(by_result.tolist()),
        "lead by skill": mean(by_skill.tolist()),
        "matches by results": {
            "skill": round(sharpness(by_skill) / sharpness(by_result), 1),
            "cost": round(sharpness(by_cost) / sharpness(by_result), 1),
        },
        "cost of a decision": {level: round(float(np.mean(it)), 4) for level, it in costs.items()},
    }


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="+", help="for instance party:2 ultimatum:4")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="the most for each table")
    parser.add_argument("--depth", default="normal")
    parser.add_argument("--levels", default="fledgling,adult", help="the weaker one first")
    parser.add_argument("--bare", action="store_true", help="without other actions: much quicker")
    parser.add_argument("--moments", type=int, default=0, help="only so many of each match")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers) as pool:
        for table in args.tables:
            name, _, players = table.partition(":")
            found: list[dict[str, Any]] = []
            end = time.monotonic() + args.seconds
            while len(found) < args.matches and time.monotonic() < end:
                seeds = range(len(found), min(args.matches, len(found) + 8 * args.workers))
                jobs = [(name, int(players), seed, args) for seed in seeds]
                found += pool.map(reviewed, jobs, chunksize=4)
            head = {"game": name, "players": int(players)}
            print(json.dumps({**head, **report(found, args)}), flush=True)


if __name__ == "__main__":
    main()
