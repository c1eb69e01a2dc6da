"""What came of one match, and what it is worth to each seat."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from rookery.errors import BrokenResults


@dataclass(frozen=True)
class Forfeit:
    """A bot played against the rules or crashed; the match ended there."""

    seat: int
    bot: str
    reason: str


@dataclass(frozen=True)
class Result:
    """One match. Everything else that the arena tells is worked out from these."""

    match: int
    #: The bot in each seat.
    seats: tuple[str, ...]
    #: None after a forfeit: the match was not played to its end.
    scores: tuple[int, ...] | None
    #: The winning seats; empty after a draw and after a forfeit.
    winners: tuple[int, ...]
    ending: str
    plies: int
    forfeit: Forfeit | None = None

    def to_line(self) -> str:
        """As a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    def shares(self) -> list[float]:
        """Each seat's share of the victory; tied winners share it, after a draw nobody has any.

        After a forfeit the seats of all other bots share it: nobody can tell who would have
        won, and a bot must not gain from forfeiting in one of its two seats.
        """
        won = self.winners if self.forfeit is None else self._loyal()
        return [1 / len(won) if seat in won else 0.0 for seat in range(len(self.seats))]

    def ranking(self, fewest_wins: bool) -> list[list[int]]:
        """The seats in groups of equals, best first: winners, then by score."""
        everybody = range(len(self.seats))
        if self.forfeit is not None or self.scores is None:
            loyal = self._loyal()
            groups = [loyal, [seat for seat in everybody if seat not in loyal]]
            return [group for group in groups if group]
        sign = 1 if fewest_wins else -1
        keys = [
            (0, 0) if seat in self.winners else (1, sign * score)
            for seat, score in enumerate(self.scores)
        ]
        return [[seat for seat in everybody if keys[seat] == key] for key in sorted(set(keys))]

    def _loyal(self) -> list[int]:
        guilty = self.forfeit.bot if self.forfeit else ""
        return [seat for seat, bot in enumerate(self.seats) if bot != guilty]


def from_line(line: str) -> Result:
    """The result of a line of JSON; refuses what ``to_line`` would not have written."""
    try:
        data: dict[str, Any] = json.loads(line)
        forfeit = data.pop("forfeit")
        result = Result(
            match=_whole(data.pop("match")),
            seats=tuple(map(str, data.pop("seats"))),
            scores=_scores(data.pop("scores")),
            winners=tuple(map(_whole, data.pop("winners"))),
            ending=str(data.pop("ending")),
            plies=_whole(data.pop("plies")),
            forfeit=None if forfeit is None else Forfeit(**forfeit),
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BrokenResults(f"not a match result: {error!r}") from None
    if data:
        raise BrokenResults(f"not a match result: {', '.join(data)} does not belong there")
    return result


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(f"{value!r} is not a count")
    return value


def _scores(value: Any) -> tuple[int, ...] | None:
    return None if value is None else tuple(map(int, value))
