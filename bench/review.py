"""Whether reviews can be trusted: luck without bias, skill from few matches, chances come true.

    python bench/review.py party:2 ultimatum:3 --matches 1000 --bare --asked 4 --workers 16
    python bench/review.py pengqueen:3 --levels fledgling,fledgling --moments 20 --matches 1000
    python bench/review.py pengqueen:3 --levels fledgling,fledgling --fit --first 5000

Bots of different levels play; every match is reviewed. For each game and number of players:

- luck: what chance did for each level on average, with its interval: zero, if reviews are fair;
- skill: how much better one level is than another by results, by skill scores and by what decisions
  cost; and how many matches by results tell the two apart as surely as one by either;
- calibration: of decisions whose seat was given a chance of so much, how many were won.

Most of the time goes to weighing what else could have been played. ``--bare`` leaves that out, and
``--moments 10`` judges ten moments of each match, which tell of the calibration alone; ``--fit``
says what a game's ``FAITH`` should be by them.

``--asked 4``: bots can be asked again. What one did minus what it does on average over so many
answers to the same question is luck as well, zero on average whatever judges it: the luck of its
own dice. "skill, asked" is the result without either (AIVAT). People cannot be asked.
"""

import argparse
import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

import rookery
from rookery.core import loops
from rookery.core.match import Match
from rookery.core.rng import secret_of
from rookery.review import DEPTHS, Decision, Reviewer
from rookery.review.sampling import Floats, Sampler
from rookery.review.weighing import Scales
from rookery.search.memory import NONE

BINS = 10
#: What became of a bot's own dice is judged by a search with open cards, of so many iterations, and
#: believed so far (fitted to matches of Party with the seeds 5,000 to 5,119).
SEEN, PART = 1500, 0.8
SCORES = ("result", "skill", "asked")


class Bare(Reviewer):
    """A review without a word on what a seat could know: of chance alone."""

    def _decision(self, match: Match, action: int, now: Floats) -> Decision:
        nothing = np.zeros(match.players)
        assert match.turn is not None
        about = (match.ply, match.turn, str(action), str(action), 2, 0.0, {})
        return Decision(*about, now, now, nothing, nothing, nothing, nothing)


@cache
def reviewer(name: str, depth: str, bare: bool) -> Reviewer:
    """One for each process and game."""
    return (Bare if bare else Reviewer)(rookery.game(name), depth)


@cache
def sampler(name: str, depth: str, fit: bool) -> Sampler:
    """Likewise."""
    found = Sampler(rookery.game(name), DEPTHS[depth][1])
    found.faith = {} if fit else found.faith
    return found


@cache
def clairvoyant(name: str) -> Scales:
    """Likewise."""
    return Scales(rookery.game(name), SEEN, open_cards=1)


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
    shares = result(match)
    plies = random.Random(seed).sample(range(match.ply), min(args.moments, match.ply))
    found: dict[str, Any] = {"own": [], "open": [], "all": []}
    for again in match.replay():
        if again.ply in plies and again.turn is not None:
            judge, secret = sampler(name, args.depth, args.fit), secret_of(seed)
            known = judge.known(again, secret, [NONE])[0].means
            opened = judge.open(again, secret).means
            found["own"].append((float(known[again.turn]), shares[again.turn]))
            found["open"].append((float(opened[again.turn]), shares[again.turn]))
            for seat in range(match.players):
                role = loops.role(match.edition.printed, again.everything().records, seat)
                for given in (known[seat], opened[seat]):
                    found["all"].append((float(given), float(role > 0), shares[seat]))
    return found


def result(match: Match) -> list[float]:
    """Everybody's share of the victory."""
    won = match.winners()
    return [(seat in won) / max(1, len(won)) for seat in range(match.players)]


def whims(match: Match, levels: list[str], args: argparse.Namespace) -> npt.NDArray[np.float64]:
    """What came for each seat of everybody's own dice: what was done, less the mean of that."""
    name, chance = match.game.name, random.Random(match.save())
    total = np.zeros(match.players)
    for again in match.replay():
        if again.turn is None or len(again.legal()) == 1:
            continue
        view, played = again.hidden(again.turn), match.log[again.ply]
        it = bot(name, levels[again.turn])
        asked = [it.choose(view, again.legal(), chance.getrandbits(60)) for _ in range(args.asked)]
        world, secret = (
            replace(again.everything(), seat=again.turn),
            secret_of(chance.getrandbits(60)),
        )
        values = {it: clairvoyant(name).after(world, it, secret).means for it in {played, *asked}}
        total += values[played] - np.mean([values[it] for it in asked], axis=0)
    return PART * total


def reviewed(job: Job) -> dict[str, Any]:
    """One match: who had which level, what came of it, and the chances that were given."""
    name, players, _, args = job
    if args.moments:
        return looked_at(job)
    match, levels = played(job)
    found = reviewer(name, args.depth, args.bare).review(match)
    seats = range(players)
    own_dice = whims(match, levels, args) if args.asked else np.zeros(players)
    return {
        "levels": levels,
        "result": [float(found.result[seat]) for seat in seats],
        "luck": [found.luck(seat) for seat in seats],
        "whims": own_dice.tolist(),
        "asked": [found.skill(seat)[0] - own_dice[seat] for seat in seats],
        "hidden": [found.hidden(seat) for seat in seats],
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


def error(pairs: list[tuple[float, float]]) -> float | None:
    """How far what was given is from what came, weighed by how often it was given."""
    rows = np.array(curve(pairs))
    if not len(rows):
        return None
    return round(float((rows[:, 0] * abs(rows[:, 1] - rows[:, 2])).sum() / rows[:, 0].sum()), 3)


def sharpness(leads: npt.NDArray[np.float64]) -> float:
    """How soon a lead shows: the mean of it in units of how much it scatters, squared."""
    return max(1e-9, float((leads.mean() / max(1e-9, leads.std())) ** 2))


def report(matches: list[dict[str, Any]], args: argparse.Namespace) -> dict[str, Any]:
    """The figures of one game and number of players."""
    pairs = {name: [pair for it in matches for pair in it[name]] for name in ("own", "open")}
    curves = {name: curve(it) for name, it in pairs.items() if not (args.bare and name == "own")}
    told: dict[str, Any] = {"matches": len(matches), **curves}
    told["error"] = {name: error(pairs[name]) for name in curves}
    if args.fit:
        return {"matches": len(matches), "faith": fit([it for its in matches for it in its["all"]])}
    weak, strong = args.levels.split(",")
    return told if args.moments or weak == strong else {**compared(matches, weak, strong), **told}


def fit(given: list[tuple[float, float, float]]) -> list[float]:
    """How far to believe chances, and what of the rest seats of another role should get."""
    chances, other, won = np.array(given).T
    several = 0 < other.mean() < 1
    firsts = (1 - other.mean()) / max(1e-9, other.mean())  # of the first role, for each other one
    best = (np.inf, 1.0, 1.0)
    for trust in np.arange(0.3, 1.0, 0.05):
        left = (won - trust * chances) / (1 - trust)
        part = float(np.clip(left[other > 0].mean(), 0, 0.9)) if several else 0.0
        players = round(1 / won.mean())
        rest = np.where(other > 0, part, (1 - part) / (players - 1)) if several else won.mean()
        off = float(((trust * chances + (1 - trust) * rest - won) ** 2).mean())
        best = min(best, (off, float(trust), firsts * part / (1 - part) if several else 1.0))
    return [round(it, 2) for it in best[1:]]


def compared(matches: list[dict[str, Any]], weak: str, strong: str) -> dict[str, Any]:
    """What chance did for two levels, and how far they are apart."""

    def of_level(level: str, key: str) -> list[float]:
        return [
            float(np.mean([it[key][seat] for seat, its in enumerate(it["levels"]) if its == level]))
            for it in matches
        ]

    leads = {key: np.subtract(of_level(strong, key), of_level(weak, key)) for key in SCORES}
    costs = {level: of_level(level, "cost") for level in (weak, strong)}
    by_cost = np.subtract(costs[weak], costs[strong])
    return {
        **{key: mean(of_level(strong, key)) for key in ("luck", "whims", "hidden")},
        **{f"lead by {key}": mean(lead.tolist()) for key, lead in leads.items()},
        "matches by results": {
            **{
                key: round(float(leads["result"].var() / max(1e-9, it.var())), 2)
                for key, it in leads.items()
            },
            "cost": round(sharpness(by_cost) / sharpness(leads["result"]), 2),
        },
        "cost of a decision": {level: round(float(np.mean(it)), 4) for level, it in costs.items()},
    }


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="+", help="for instance party:2 ultimatum:4")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="the most for each table")
    parser.add_argument("--depth", default="normal")
    parser.add_argument("--levels", default="fledgling,adult", help="the weaker one first")
    parser.add_argument("--bare", action="store_true", help="without other actions: much quicker")
    parser.add_argument("--moments", type=int, default=0, help="only so many of each match")
    parser.add_argument("--fit", action="store_true", help="say what to believe, by --moments")
    parser.add_argument("--asked", type=int, default=0, help="ask each bot so many times again")
    args = parser.parse_args()
    args.moments = args.moments or (20 if args.fit else 0)
    with ProcessPoolExecutor(args.workers) as pool:
        for table in args.tables:
            name, _, players = table.partition(":")
            found: list[dict[str, Any]] = []
            end = time.monotonic() + args.seconds
            while len(found) < args.matches and time.monotonic() < end:
                seeds = range(len(found), min(args.matches, len(found) + 8 * args.workers))
                jobs = [(name, int(players), args.first + seed, args) for seed in seeds]
                found += pool.map(reviewed, jobs, chunksize=2)
            head = {"game": name, "players": int(players)}
            print(json.dumps({**head, **report(found, args)}), flush=True)


if __name__ == "__main__":
    main()
