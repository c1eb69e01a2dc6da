"""What reading the others' actions is worth: how much likelier the truth is to a reader.

    python bench/reading.py party:2:12:fledgling pengqueen:3:60:fledgling
    python bench/reading.py pengqueen:5:100:greedy --turn

Each table is a game, how many play, after how many actions, and which bots. In nats a moment, by
what is hidden: of every thing that may be in a place, the logarithm of the chance that was given to
what is so, by a reader less by who only counts cards; chances are kept between 1 and 99 %. The
mummy of Pengqueen looks, or with ``--turn`` whoever is to move; in the other games always that one.
"""

import argparse
import random
from collections import defaultdict
from math import log
from typing import Any

import rookery
from rookery.core.match import Match
from rookery.review import knowledge


def played(name: str, players: int, plies: int, bot: str, seed: int) -> Match:
    """A table after so many actions."""
    game = rookery.game(name)
    match, chance = game.start(players=players, seed=seed, asks_all=True), random.Random(seed)
    player = rookery.bot(bot, game)
    while match.turn is not None and match.ply < plies:
        view = match.hidden(match.turn)
        match.play(player.choose(view, match.legal(), chance.getrandbits(60)))
    return match


def there(position: Any, place: tuple[str | int, ...]) -> list[str]:
    """The names of what is at a place."""
    for key in place:
        position = position[key]
    if isinstance(position, dict | list):
        return [str(it) for it in position]
    return [] if position is None else [str(position)]


def gains(match: Match, seat: int | None) -> dict[str, float]:
    """By what is hidden: the logarithms of all chances to a reader, less those without reading."""
    found: defaultdict[str, float] = defaultdict(float)
    truth = match.to_dict()
    for it in knowledge(match, seat):
        true = there(truth, it.place)
        for thing, chance in it.chances.items():
            shares = [
                share if thing in true else 1 - share for share in (chance, it.believed[thing])
            ]
            counted, read = (min(0.99, max(0.01, share)) for share in shares)
            found[str(it.place[0])] += log(read) - log(counted)
    return found


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="+", help="for instance party:2:12:fledgling")
    parser.add_argument("--matches", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    parser.add_argument("--turn", action="store_true", help="through the eyes of who is to move")
    args = parser.parse_args()
    for table in args.tables:
        name, players, plies, bot = table.split(":")
        total: defaultdict[str, float] = defaultdict(float)
        for seed in range(args.first, args.first + args.matches):
            match = played(name, int(players), int(plies), bot, seed)
            if match.turn is not None:
                mummy = match.to_dict().get("mummy_seat", match.turn)
                for what, gain in gains(match, match.turn if args.turn else mummy).items():
                    total[what] += gain / args.matches
        print(table, {what: round(gain, 2) for what, gain in total.items()}, flush=True)


if __name__ == "__main__":
    main()
