"""One match between bots, from its number alone: the same on every machine."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rookery.arena import entrants
from rookery.arena.results import Forfeit, Result
from rookery.arena.schedule import Setting
from rookery.core.match import Match
from rookery.errors import IllegalAction

Made = TypeVar("Made")
NOBODY = -1
MAX_REASON = 200


class Fault(Exception):
    """A bot did what it must not."""


def play(
    setting: Setting,
    number: int,
    thinking: Callable[[int], None] = lambda seat: None,
    watch: Callable[[Match], None] = lambda match: None,
) -> Result:
    """Play a match to its end or to the first fault of a bot.

    ``thinking`` is told the seat whose bot is at work, so that somebody else can say whose
    fault it was if the whole process dies. Bots are made anew for every seat of every match:
    what a bot remembers cannot make a result depend on who played before, or where. ``watch`` is
    shown the match before each decision.
    """
    seats = setting.seats(number)
    match = setting.game.start(
        setting.players, setting.deal_secret(number), setting.edition, **setting.options
    )
    at_work = NOBODY
    try:
        bots = []
        for at_work, name in enumerate(seats):
            thinking(at_work)
            bots.append(_guard(partial(entrants.find, name, setting.game)))
        chances = [setting.chance(number, seat) for seat in range(setting.players)]
        while match.turn is not None:
            watch(match)
            at_work = match.turn
            thinking(at_work)
            view, legal = match.informed(at_work), match.legal()
            choose = partial(bots[at_work].choose, view, legal, chances[at_work])
            _play(match, _guard(choose))
    except Fault as fault:
        return forfeited(setting, number, at_work, str(fault), match.ply)
    finally:
        thinking(NOBODY)
    return Result(
        number,
        seats,
        tuple(match.scores()),
        tuple(match.winners()),
        match.ending(),
        match.ply,
    )


def _guard(act: Callable[[], Made]) -> Made:
    """Let a bot act; whatever it raises is its fault."""
    try:
        return act()
    except (Exception, SystemExit) as error:
        raise Fault(f"crashed: {type(error).__name__}: {error}") from error


def _play(match: Match, action: object) -> None:
    try:
        match.play(action)  # type: ignore[arg-type]
    except IllegalAction as error:
        raise Fault(f"illegal action: {error}") from error


def forfeited(setting: Setting, number: int, seat: int, reason: str, plies: int) -> Result:
    """The result of a match that a bot has ended by a fault."""
    seats = setting.seats(number)
    line = " ".join(reason.split())
    if len(line) > MAX_REASON:
        line = line[: MAX_REASON - 1] + "…"
    forfeit = Forfeit(seat, seats[seat], line)
    return Result(number, seats, None, (), "forfeit", plies, forfeit)
