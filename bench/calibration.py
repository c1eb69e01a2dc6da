"""What a reader of the table believes: how surprised it is by the truth, and whether chances hold.

    python bench/calibration.py party:2 party:4 pengqueen:3 --matches 40 --out docs/pictures
    python bench/calibration.py pengqueen:2 --bot emperor@iterations=300 --foretells 1

Matches of the champion with itself at few iterations. At every decision two kinds of worlds are
drawn from what the seat knows: as fair deals make them, and as a reader has them in mind (with the
share of fair ones that the search mixes in). Of every number that is hidden (how many cards of a
colour a hand has, on which square a pawn stands) the worlds give each value a chance. Told are the
nats of surprise at the true value, added up over a hand (or a pawn), by the seat's decisions; and
how often what was given a chance of so many percent was so. Intervals are over matches.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from belief_picture import picture

import rookery
from rookery.arena.entrants import find
from rookery.arena.intervals import Estimate, of_mean
from rookery.core import loops, rng
from rookery.core.match import Match
from rookery.core.record import Records, new
from rookery.search.beliefs import Readers
from rookery.search.net import net_of, shipped
from rookery.search.settings import settings_of

WORLDS = 2000
#: By game: the field of the record that is asked about, and what a row of it is called.
ASKED = {"party": ("hands", "hand"), "pengqueen": ("pawns", "pawn")}
#: Values nobody thought of get this part of a world each.
UNSEEN = 0.5
#: The most steps on the axis of decisions, and the bars of stated chances.
STEPS, BARS = 12, 10
#: Stretches that fewer matches reach are not told.
FEWEST = 3
READERS = ("fair deals", "reading")

#: Of one match: by decision, a list of surprises for each reader; and stated chances with truths.
Surprises = dict[int, list[tuple[float, float]]]
Stated = list[list[tuple[float, bool]]]


def fair_worlds(match: Match, seat: int, count: int) -> Records:
    """Worlds as fair deals make them."""
    view = match.hidden(seat)
    worlds, room = new(match.game.dtype, count), new(match.game.dtype, 2)
    chance = rng.generator(match.ply)
    for k in range(count):
        room[0] = view.records[0]
        loops.redeal(view.edition.printed, room, view.number, chance, match.asks_all)
        worlds[k] = room[0]
    return worlds


def chances(values: Any, possible: set[int]) -> dict[int, float]:
    """By value, how many of the worlds have it."""
    counted = Counter(values.tolist())
    total = len(values) + UNSEEN * len(possible)
    return {value: (counted[value] + UNSEEN) / total for value in possible}


def looked_at(match: Match, field: str, read: Records, fresh: float) -> Iterator[Any]:
    """By hidden number: its row, what each reader makes of it, and the truth."""
    seat = match.turn or 0
    fair = fair_worlds(match, seat, WORLDS)
    truth = match.everything().records[0][field]
    for place in np.ndindex(truth.shape):
        values = fair[field][(slice(None), *place)]
        possible = set(values.tolist()) | {int(truth[place])}
        if len(possible) > 1:
            plain = chances(values, possible)
            own = chances(read[field][(slice(None), *place)], possible) if len(read) else plain
            mixed = {it: fresh * plain[it] + (1 - fresh) * own[it] for it in possible}
            yield place[0], (plain, mixed), int(truth[place])


def measure(
    table: tuple[str, int], bot: str, foretells: float, guessed: float, seed: int
) -> tuple[Surprises, Stated]:
    """Play one match and look at every decision."""
    game = rookery.game(table[0])
    settings = settings_of(game, foretells=foretells)
    learned = shipped(game)
    net = net_of(game, learned.weights) if learned.weights else None
    readers, player = Readers(game, WORLDS, settings, learned.guesses), find(bot, game)
    match = game.start(players=table[1], seed=seed)
    surprises: Surprises = defaultdict(list)
    stated: Stated = [[], []]
    decided: Counter[int] = Counter()
    while match.turn is not None:
        seat = match.turn
        rows: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
        read = readers.even_worlds(match.informed(seat), net, guessed)
        for row, given, true in looked_at(match, ASKED[table[0]][0], read, settings["fresh"]):
            for who, shares in enumerate(given):
                rows[row][who] -= log(shares[true])
                stated[who] += [(share, value == true) for value, share in shares.items()]
        surprises[decided[seat]] += [(plain, read) for plain, read in rows.values()]
        decided[seat] += 1
        chance = rng.generator(rng.child(rng.secret_of(seed), 1), match.ply)
        match.play(player.choose(match.informed(seat), match.legal(), chance))
    return dict(surprises), stated


def by_decision(found: list[Surprises]) -> list[tuple[str, list[Estimate]]]:
    """Stretches of the seats' decisions, and what each reader's surprise was there."""
    last = max(decision for match in found for decision in match)
    width = -(-(last + 1) // STEPS)
    rows = []
    for low in range(0, last + 1, width):
        means: list[list[float]] = [[], []]
        for match in found:
            part = [it for k in range(low, low + width) for it in match.get(k, [])]
            for who in range(2) if part else ():
                means[who].append(sum(pair[who] for pair in part) / len(part))
        if len(means[0]) >= FEWEST:
            name = f"{low}" if width == 1 else f"{low} to {low + width - 1}"
            rows.append((name, [of_mean(it) for it in means]))
    return rows


def in_all(found: list[Surprises]) -> list[Estimate]:
    """Each reader's surprise, and what reading saves, over all decisions of a match."""
    means = []
    for match in found:
        pairs = [pair for part in match.values() for pair in part]
        plain, read = (sum(pair[who] for pair in pairs) / len(pairs) for who in range(2))
        means.append((plain, read, plain - read))
    return [of_mean(it) for it in zip(*means, strict=True)]


def held(stated: list[Stated]) -> list[list[tuple[int, float, float]]]:
    """By reader and bar: how many chances were stated, their mean, and how many were so."""
    result = []
    for who in range(2):
        bars: list[list[tuple[float, bool]]] = [[] for _ in range(BARS)]
        for match in stated:
            for share, so in match[who]:
                bars[min(BARS - 1, int(BARS * share))].append((share, so))
        result.append(
            [
                (len(bar), sum(it[0] for it in bar) / len(bar), sum(it[1] for it in bar) / len(bar))
                for bar in bars
                if bar
            ]
        )
    return result


def tell(table: tuple[str, int], args: argparse.Namespace, pool: ProcessPoolExecutor) -> None:
    """Measure one table, print it and draw it."""
    seeds = range(args.first, args.first + args.matches)
    found = list(pool.map(partial(measure, table, args.bot, args.foretells, args.guessed), seeds))
    surprises, stated = [it[0] for it in found], [it[1] for it in found]
    name, row = f"{rookery.game(table[0]).title}, {table[1]} players", ASKED[table[0]][1]
    print(f"\n{name}: nats a {row}, {len(found)} matches of {args.bot}")
    for what, it in zip((*READERS, "saved"), in_all(surprises), strict=True):
        print(f"  {what:12} {it.mean:.3f} ± {it.mean - it.low:.3f}")
    steps, bars = by_decision(surprises), held(stated)
    for step, both in steps:
        print(f"  {step:12}", *(f"{it.mean:.3f} ± {it.mean - it.low:.3f}" for it in both))
    for who, reader in enumerate(READERS):
        told = [f"{100 * said:.0f}: {100 * so:.0f} ({count})" for count, said, so in bars[who]]
        print(f"  {reader}, stated %: so %", *told, sep="  ", flush=True)
    if args.out:
        drawn = picture(f"{name}: nats a {row}", READERS, steps, bars)
        (args.out / f"beliefs-{table[0]}-{table[1]}.svg").write_text(drawn)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tables", nargs="+", metavar="GAME:PLAYERS")
    parser.add_argument("--bot", default="emperor@iterations=200")
    parser.add_argument(
        "--foretells", type=float, default=0, help="how far players are held to go by the net"
    )
    parser.add_argument(
        "--guessed", type=float, default=0, help="how far a net's guesses are gone by, 0 to 1"
    )
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--first", type=int, default=2_000_000, help="the seed of the first match")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a folder for pictures")
    args = parser.parse_args()
    with ProcessPoolExecutor(args.workers) as pool:
        for word in args.tables:
            game, _, players = word.partition(":")
            tell((game, int(players)), args, pool)


if __name__ == "__main__":
    main()
