"""Who sits where in which match: duplicate deals, every bot in every seat.

A deal is a secret, drawn from the seed and the deal's number. It is played once for each bot:

- A line-up gives every seat a bot's number, each number as often as the others, or once more
  where the seats cannot be shared out evenly (two bots at three seats: 0 1 0). The deal's secret
  decides the order, so that over many deals every neighbourhood comes up.
- Match r of the deal adds r to every number, round the bots (0 1 0, then 1 0 1).

So in each deal every bot sits exactly once in every seat, with the same cards, and is the one
with a seat more exactly as often as the others. Deals are independent of each other; the
matches of one deal are not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rookery.arena.entrants import check_bots
from rookery.core import rng
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.options import check_all
from rookery.errors import InvalidArena

#: A match's own chance is that of its plies, from 0 up. What the arena draws lies far above.
LINE_UP = 2**63
BOTS = LINE_UP + 1


@dataclass(frozen=True)
class Setting:
    """What all matches of a run have in common. It travels to other processes and machines."""

    game: Game
    players: int
    #: The bots' names; each name is one contestant.
    bots: tuple[str, ...]
    seed: int
    edition: Edition
    options: Mapping[str, Any]

    @cached_property
    def secret(self) -> bytes:
        """What the secrets of all deals come from."""
        return rng.secret_of(self.seed)

    @property
    def matches_a_deal(self) -> int:
        """How often a deal is played."""
        return len(self.bots)

    def whole_deals(self, matches: int) -> int:
        """So many matches, rounded up to whole deals."""
        return -(-matches // self.matches_a_deal) * self.matches_a_deal

    def deal_secret(self, match: int) -> bytes:
        """The secret of the deal that a match belongs to."""
        return rng.child(self.secret, match // self.matches_a_deal)

    def seats(self, match: int) -> tuple[str, ...]:
        """The bot in each seat of a match."""
        rotation = match % self.matches_a_deal
        order = line_up(self.deal_secret(match), self.players, len(self.bots))
        return tuple(self.bots[(number + rotation) % len(self.bots)] for number in order)

    def chance(self, match: int, seat: int) -> Any:
        """The generator of the bot in one seat of a match: no other seat or match shares it."""
        rotation = match % self.matches_a_deal
        number = BOTS + rotation * self.players + seat
        return rng.generator(self.deal_secret(match), ply=number)


def line_up(secret: bytes, players: int, bots: int) -> list[int]:
    """A bot's number for each seat, as even as can be, in the order that the secret decides."""
    order = [seat % bots for seat in range(players)]
    chance = rng.generator(secret, ply=LINE_UP)
    for last in range(players - 1, 0, -1):
        other = int(rng.below(chance[0], last + 1))
        order[last], order[other] = order[other], order[last]
    return order


def contest(
    game: Game,
    bots: tuple[str, ...],
    players: int,
    seed: int,
    edition: Edition | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Setting:
    """The setting of an arena: at least two bots, no more than seats, each named once."""
    seats = game.check_players(players)
    if len(bots) < 2:
        raise InvalidArena(f"an arena needs at least 2 bots, not {len(bots)}: {', '.join(bots)}")
    if len(bots) > seats:
        raise InvalidArena(
            f"{len(bots)} bots are too many for {seats} seats; name at most {seats}, or give"
            " --players"
        )
    for bot in bots:
        if bots.count(bot) > 1:
            raise InvalidArena(f"bot {bot!r} is named {bots.count(bot)} times; once is enough")
    return solo(game, bots, seats, seed, edition, options)


def solo(
    game: Game,
    bots: tuple[str, ...],
    players: int,
    seed: int,
    edition: Edition | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Setting:
    """A setting without an arena's conditions: one bot alone plays all seats."""
    rng.secret_of(seed)
    check_bots(bots, game)
    printed = game.as_edition(edition)
    checked = check_all(game.options, options or {}, game.check_players(players, printed))
    return Setting(game, players, bots, seed, printed, checked)
