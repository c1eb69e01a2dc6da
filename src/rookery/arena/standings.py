"""What came of many matches: shares, places, scores, duels and ratings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rookery.arena import ratings
from rookery.arena.intervals import Estimate, of_mean, of_share
from rookery.arena.results import Result
from rookery.arena.schedule import Setting


@dataclass
class Row:
    """One bot's figures."""

    bot: str
    share: Estimate
    places: list[Estimate]
    score: Estimate
    #: Against each other bot: how often it stood before it, ties counting half.
    duels: dict[str, Estimate]
    forfeits: int
    rating: ratings.Rating | None


@dataclass
class Standings:
    """The table, best bot first, and what it is made of."""

    setting: Setting
    played: int
    #: Only deals that were played in full count: in those, everybody had the same chances.
    deals: int
    rows: list[Row]
    forfeits: list[Result] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Everything, for programs. Estimates are [mean, low, high]."""
        setting = self.setting
        return {
            "game": setting.game.name,
            "rules": setting.game.rules_version,
            "players": setting.players,
            "edition": setting.edition.name,
            "options": dict(setting.options),
            "seed": setting.seed,
            "matches": self.played,
            "deals": self.deals,
            "score": setting.game.score_name,
            "bots": [_row(row) for row in self.rows],
            "forfeits": [
                {"match": result.match, **vars(result.forfeit)}
                for result in self.forfeits
                if result.forfeit is not None
            ],
        }


def _row(row: Row) -> dict[str, Any]:
    rating = row.rating
    return {
        "bot": row.bot,
        "win_share": row.share.to_list(),
        "places": [place.to_list() for place in row.places],
        "mean_score": row.score.to_list(),
        "against": {bot: duel.to_list() for bot, duel in row.duels.items()},
        "forfeits": row.forfeits,
        "rating": None if rating is None else [round(rating.mean, 4), round(rating.deviation, 4)],
    }


def standings(setting: Setting, results: Iterable[Result]) -> Standings:
    """The table of a contest; the order in which results came does not matter."""
    ordered = sorted(results, key=lambda result: result.match)
    deals = _whole_deals(setting, ordered)
    counted = [result for deal in deals for result in deal]
    rated = ratings.rate(setting, counted)
    rows = [_figures(setting, deals, bot, rated.get(bot)) for bot in setting.bots]
    forfeits = [result for result in ordered if result.forfeit is not None]
    for row in rows:
        row.forfeits = sum(r.forfeit is not None and r.forfeit.bot == row.bot for r in forfeits)
    rows.sort(key=lambda row: (-row.share.mean, row.bot) if deals else (0.0, row.bot))
    return Standings(setting, len(ordered), len(deals), rows, forfeits)


def _whole_deals(setting: Setting, ordered: Sequence[Result]) -> list[list[Result]]:
    deals: dict[int, list[Result]] = {}
    for result in ordered:
        deals.setdefault(result.match // setting.matches_a_deal, []).append(result)
    return [deal for deal in deals.values() if len(deal) == setting.matches_a_deal]


def _figures(
    setting: Setting, deals: list[list[Result]], bot: str, rating: ratings.Rating | None
) -> Row:
    fewest = setting.game.fewest_wins
    shares = [_mean([_share(result, bot) for result in deal]) for deal in deals]
    places = [
        [_mean([place_odds(result, bot, place, fewest) for result in deal]) for deal in deals]
        for place in range(setting.players)
    ]
    scores = [
        _mean(found) for deal in deals if (found := [s for r in deal for s in _scores(r, bot)])
    ]
    duels = {
        other: of_share([_mean([duel(r, bot, other, fewest) for r in deal]) for deal in deals])
        for other in setting.bots
        if other != bot
    }
    estimates = [of_share(place) for place in places]
    return Row(bot, of_share(shares), estimates, of_mean(scores), duels, 0, rating)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _seats(result: Result, bot: str) -> list[int]:
    return [seat for seat, name in enumerate(result.seats) if name == bot]


def _share(result: Result, bot: str) -> float:
    """Of the victory, what all seats of a bot got."""
    shares = result.shares()
    return sum(shares[seat] for seat in _seats(result, bot))


def _scores(result: Result, bot: str) -> list[int]:
    if result.scores is None:
        return []
    return [result.scores[seat] for seat in _seats(result, bot)]


def place_odds(result: Result, bot: str, place: int, fewest_wins: bool) -> float:
    """How much of a place a bot's seats hold on average; equals share the places they fill."""
    begin = 0
    own = _seats(result, bot)
    for group in result.ranking(fewest_wins):
        if begin <= place < begin + len(group):
            return sum(seat in group for seat in own) / len(group) / len(own)
        begin += len(group)
    return 0.0


def duel(result: Result, bot: str, other: str, fewest_wins: bool) -> float:
    """How often a seat of ``bot`` stands before one of ``other``; a tie counts half."""
    rank = {seat: k for k, group in enumerate(result.ranking(fewest_wins)) for seat in group}
    pairs = [(rank[a], rank[b]) for a in _seats(result, bot) for b in _seats(result, other)]
    return _mean([(a < b) + (a == b) / 2 for a, b in pairs])
