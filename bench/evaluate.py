"""The fixed evaluation protocol: one bot against a table of one opponent, in every seat.

    python bench/evaluate.py party selfplay_ppo:Learned [--deals 500]

Deals have the seeds 0, 1, 2 … Every deal is played once with the bot in each seat; all other seats
are the opponent: ``greedy``, then ``adult`` with 200 iterations a decision (so that machines do not
matter). Told is the bot's share of the victory with its 95 % interval over deals, as in the arena;
an equal bot has 1 / players. ``docs/lab.md`` says how to submit a table.
"""

import argparse
from collections.abc import Sequence

import rookery
from rookery.arena.entrants import find
from rookery.arena.intervals import of_share
from rookery.cli.arena import look_here_for
from rookery.cli.common import at_least_one
from rookery.core import rng

OPPONENTS = ("greedy", "adult@iterations=200")


def shares(game: rookery.Game, bot: str, opponent: str, deals: int, players: int) -> list[float]:
    """By deal, the bot's mean share of the victory over all seats."""
    own, other = find(bot, game), find(opponent, game)
    found = []
    for deal in range(deals):
        total = 0.0
        for seat in range(players):
            match = game.start(players, seed=deal)
            chance = rng.generator(deal, ply=seat + 1)
            while (turn := match.turn) is not None:
                mover = own if turn == seat else other
                match.play(mover.choose(match.hidden(turn), match.legal(), chance))
            won = match.winners()
            total += (seat in won) / max(1, len(won))
        found.append(total / players)
    return found


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--deals", type=at_least_one, default=500)
    parser.add_argument("--opponents", default=",".join(OPPONENTS))
    args = parser.parse_args(argv)
    look_here_for(args.bot)
    try:
        tell(args)
    except rookery.RookeryError as error:
        parser.error(str(error))


def tell(args: argparse.Namespace) -> None:
    game = rookery.game(args.game)
    game.check_players(args.players)
    opponents = args.opponents.split(",")
    for name in (args.bot, *opponents):
        find(name, game)
    rules = f"{game.name}, rules {game.rules_version}, Rookery {rookery.__version__}"
    print(f"| {rules}, {args.players} seats | share | low | high | deals |")
    print("| --- | --- | --- | --- | --- |")
    for opponent in opponents:
        found = shares(game, args.bot, opponent, args.deals, args.players)
        mean, low, high = of_share(found).to_list()
        print(f"| {args.bot}, {opponent} | {mean:.3f} | {low:.3f} | {high:.3f} | {args.deals} |")


if __name__ == "__main__":
    main()
