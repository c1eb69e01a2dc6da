"""Ratings with uncertainty, by OpenSkill.

OpenSkill handles any number of players and ties, gives a deviation with each rating, is
maintained, small and without dependencies or patents. Its Thurstone-Mosteller model is the one
used: where strengths are known (a test draws matches from them) it finds them again, while the
others stretch the differences. Bots do not learn during a run, so ratings do not drift (tau = 0).

Ratings depend a little on the order of matches, which is that of their numbers, and they treat
matches of one deal as independent. They are a summary; the intervals are the proof.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rookery.arena.results import Result
from rookery.arena.schedule import Setting


@dataclass(frozen=True)
class Rating:
    """A strength and its standard deviation; bots start at 25 with 8.33."""

    mean: float
    deviation: float


def available() -> bool:
    """Whether OpenSkill is installed: research may do without it."""
    return _model() is not None


def _model() -> Any:
    try:
        from openskill.models import ThurstoneMostellerFull
    except ImportError:
        return None
    return ThurstoneMostellerFull(tau=0.0)


def rate(setting: Setting, results: Sequence[Result]) -> dict[str, Rating]:
    """Each bot's rating after all results; empty where OpenSkill is not installed.

    A bot with several seats counts once, by the mean of its places.
    """
    model = _model()
    if model is None or not results or len(setting.bots) < 2:
        return {}
    rated = {bot: model.rating(name=bot) for bot in setting.bots}
    for result in results:
        places = mean_places(result, setting.game.fewest_wins)
        teams = [[rated[bot]] for bot in places]
        for bot, (team,) in zip(
            places, model.rate(teams, ranks=list(places.values())), strict=True
        ):
            rated[bot] = team
    return {bot: Rating(float(each.mu), float(each.sigma)) for bot, each in rated.items()}


def mean_places(result: Result, fewest_wins: bool) -> dict[str, float]:
    """The mean place of each bot's seats, 1 the best; equals have the middle of their places."""
    found: dict[str, list[float]] = {}
    begin = 0
    for group in result.ranking(fewest_wins):
        middle = begin + (len(group) + 1) / 2
        for seat in group:
            found.setdefault(result.seats[seat], []).append(middle)
        begin += len(group)
    return {bot: sum(places) / len(places) for bot, places in sorted(found.items())}
