"""What it is worth to think while others think: the same bot with and without, on swapped deals.

    python bench/ponder.py party --players 2 --iterations 1000 --deals 200

Whoever ponders has as many iterations for that before each decision as for the decision itself.
"""

import argparse
import math

import rookery
from rookery.core import rng
from rookery.search.searcher import CHUNK


def played(game: rookery.Game, players: int, seed: int, ponders: int, iterations: int) -> float:
    """The share of the victory of the seats that ponder: every other one, from ``ponders`` on."""
    match = game.start(players, seed)
    bots = [rookery.bot("emperor", game, iterations=iterations, room=2**14) for _ in range(players)]
    chance = rng.generator(seed, ponders)
    while match.turn is not None:
        turn = match.turn
        for seat in range(players):
            if seat != turn and seat % 2 == ponders:
                looks = iter(range(iterations // CHUNK))
                bots[seat].ponder(
                    match.informed(seat), chance, lambda looks=looks: next(looks, None) is None
                )
        match.play(bots[turn].choose(match.informed(turn), match.legal(), chance))
    won = match.winners()
    return sum(seat % 2 == ponders for seat in won) / len(won) if won else 0.5


def main() -> None:
    """Parse the words of the command, and print one line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=3_000_000)
    args = parser.parse_args()
    game = rookery.game(args.game)
    shares = []
    for seed in range(args.seed, args.seed + args.deals):
        pair = [played(game, args.players, seed, side, args.iterations) for side in range(2)]
        shares.append(sum(pair) / 2)
    mean = sum(shares) / len(shares)
    spread = sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1)
    print(
        f"{args.game} {args.players}, {args.iterations} iterations: pondering won"
        f" {100 * mean:.1f} ± {196 * math.sqrt(spread / len(shares)):.1f} % of {len(shares)} deals"
    )


if __name__ == "__main__":
    main()
