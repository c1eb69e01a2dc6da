"""A review: every decision of a match weighed, and its luck told from its skill.

What became of a seat's chance between two decisions is split into three: what chance did, which is
the seat's chance after it minus the mean of that over all it might have done; what the decision
did, as far as the seat that made it could know; and the rest, what came of things hidden from it.
All are measured by one judge, so the parts add up, from the chance before the deal to the result.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from rookery.core.game import Game
from rookery.core.match import Match
from rookery.core.rng import SECRET_BYTES
from rookery.core.view import View
from rookery.errors import InvalidOption
from rookery.review.picture import curve
from rookery.review.sampling import DEAL, Chances, Floats, Sampler
from rookery.review.weighing import Scales, Weighed
from rookery.search.memory import NONE
from rookery.search.settings import settings_of

#: By name: iterations of the search a decision, and times a position is played on.
DEPTHS = {"quick": (300, 200), "normal": (2000, 1000), "deep": (20_000, 10_000)}
#: Raise it when figures are made in another way: reviews that were kept are made anew then.
FIGURES = 2

Progress = Callable[[int, int], None]


@dataclass(frozen=True, eq=False)
class Decision:
    """One decision of a match, and what came of it."""

    ply: int
    seat: int
    #: The action, in notation, and the best one by what the seat knew.
    action: str
    best: str
    #: How many actions were legal; where it was one, nothing was to be decided.
    legal: int
    #: What the seat lost by not playing the best one; 0 where that is no more than noise.
    cost: float
    #: By text: what an action promised the seat, those most looked at first.
    alternatives: dict[str, float]
    #: Everybody's chance to win as the seat could judge it, before it decided.
    own: Floats
    #: The same as judged by somebody who sees all cards.
    open: Floats
    #: How the decision changed everybody's chance, as far as the seat could know.
    decided: Floats
    #: What came of it beyond that, through what was hidden from the seat.
    hidden: Floats
    #: What chance did, by what was dealt, drawn or rolled after it; and the standard error of that.
    chance: Floats
    error: Floats

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "ply": self.ply,
            "seat": self.seat,
            "action": self.action,
            "best": self.best,
            "legal": self.legal,
            "cost": round(self.cost, 4),
            "alternatives": {text: round(share, 4) for text, share in self.alternatives.items()},
            "own": _rounded(self.own),
            "open": _rounded(self.open),
            "decided": _rounded(self.decided),
            "hidden": _rounded(self.hidden),
            "chance": _rounded(self.chance),
        }


class Weight(NamedTuple):
    """A moment of a match."""

    #: Everybody's chance as seen by somebody who sees all cards.
    value: Chances
    #: What was decided, and the mean of what chance may make of it; None: it has no part in it.
    decision: Decision | None = None
    expected: Chances | None = None


@dataclass(frozen=True, eq=False)
class Review:
    """What a match was like. All that is in it adds up to the result."""

    match: Match
    depth: str
    seed: int
    #: Everybody's chance before the deal, what the deal did to it, and the standard error of that.
    before: Floats
    deal: Floats
    error: Floats
    decisions: list[Decision]
    #: Everybody's share of the victory; of a match that is not over, the chance where it stops.
    result: Floats

    def own(self, seat: int) -> float:
        """What a seat's own decisions did for it."""
        return float(sum(it.decided[seat] for it in self.decisions if it.seat == seat))

    def others(self, seat: int) -> float:
        """What the others' decisions did for it."""
        return float(sum(it.decided[seat] for it in self.decisions if it.seat != seat))

    def hidden(self, seat: int) -> float:
        """What came for it of what those who decided could not know."""
        return float(sum(it.hidden[seat] for it in self.decisions))

    def luck(self, seat: int) -> float:
        """What chance did for it, the deal included: 0 on average, whoever plays."""
        return float(self.deal[seat] + sum(it.chance[seat] for it in self.decisions))

    def skill(self, seat: int) -> tuple[float, float]:
        """The result without the luck: as true on average, less scattered; and its error."""
        errors = [self.error[seat], *(it.error[seat] for it in self.decisions)]
        return float(self.result[seat]) - self.luck(seat), float(np.linalg.norm(errors))

    def accuracy(self, seat: int) -> float:
        """How much of what there was to lose its decisions kept on average, from 0 to 1."""
        costs = [it.cost for it in self.decisions if it.seat == seat and it.legal > 1]
        return 1.0 - sum(costs) / len(costs) if costs else 1.0

    def lessons(self, count: int = 3) -> list[Decision]:
        """The costliest decisions, in the order in which they were made."""
        costly = sorted((it for it in self.decisions if it.cost > 0), key=lambda it: -it.cost)
        return sorted(costly[:count], key=lambda it: it.ply)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as ``docs/formats.md`` says."""
        seats = []
        for seat in range(self.match.players):
            skill, error = self.skill(seat)
            parts = {
                "before": self.before[seat],
                "own": self.own(seat),
                "others": self.others(seat),
                "hidden": self.hidden(seat),
                "luck": self.luck(seat),
                "result": self.result[seat],
                "skill": skill,
                "skill_error": error,
                "accuracy": self.accuracy(seat),
            }
            seats.append({name: round(float(value), 6) for name, value in parts.items()})
        return {
            "game": self.match.game.name,
            "edition": self.match.edition.name,
            "players": self.match.players,
            "depth": self.depth,
            "seed": self.seed,
            "figures": figures_of(self.match.game),
            "deal": _rounded(self.deal),
            "seats": seats,
            "decisions": [it.to_dict() for it in self.decisions],
            "lessons": [it.ply for it in self.lessons()],
        }

    def _repr_svg_(self) -> str:
        """Notebooks draw it by this: everybody's chance over the match."""
        return curve(self)


def review(
    match: Match, depth: str = "normal", seed: int = 0, progress: Progress | None = None
) -> Review:
    """Review a match, finished or as far as it is played; the same every time for a seed.

    >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
    >>> while not match.over:
    ...     match.play(match.legal()[0])
    >>> found = rookery.review.review(match, depth="quick")
    >>> parts = found.before[0] + found.own(0) + found.others(0) + found.hidden(0) + found.luck(0)
    >>> bool(abs(parts - found.result[0]) < 1e-9)
    True
    """
    if depth not in DEPTHS:
        raise InvalidOption(f"there is no depth {depth!r}; the depths are {', '.join(DEPTHS)}")
    return Reviewer(match.game, depth, seed).review(match, progress)


class Reviewer:
    """Reviews matches of one game; its memory serves all of them."""

    def __init__(self, game: Game, depth: str = "normal", seed: int = 0) -> None:
        self.depth, self.seed = depth, seed
        iterations, times = DEPTHS[depth]
        self._scales = Scales(game, iterations)
        self._sampler = Sampler(game, times)

    def review(self, match: Match, progress: Progress | None = None) -> Review:
        """Ply by ply; a decision is complete when it is seen what came of it."""
        weighed = []
        for again in match.replay():
            if progress:
                progress(again.ply, match.ply)
            weighed.append(self.weigh(again, match))
        return self.sum_up(match, weighed)

    def weigh(self, again: Match, match: Match) -> Weight:
        """One moment of a match that is played again; each can be weighed by itself."""
        value = _shares(again) if again.over else self._open(again)
        if again.ply == match.ply:
            return Weight(value)
        action = match.log[again.ply]
        after = again.copy()
        after.play(action)
        expected = self._open(again, action) if after.drew else None
        return Weight(value, self._decision(again, action, value.means), expected)

    def sum_up(self, match: Match, weighed: Sequence[Weight]) -> Review:
        """The review of a match, from all its moments."""
        values = [it.value for it in weighed]
        decisions = [
            _follow(it.decision, it.expected, after)
            for it, after in zip(weighed, values[1:], strict=False)
            if it.decision is not None
        ]
        before = self._open(match.beginning(), DEAL) if match.dealt else values[0]
        deal, error = values[0].change(before)
        result = values[-1].means
        return Review(match, self.depth, self.seed, before.means, deal, error, decisions, result)

    def judge(self, view: View, legal: Sequence[int], action: int) -> Weighed:
        """What an action is worth from a view, exactly as in a review."""
        return self._scales.weigh(view, legal, action, self._chance(view))

    def scale(self, match: Match, weighed: Weighed) -> float:
        """What to multiply the chances of a search with, so that they come true: see ``_scale``."""
        if weighed.exact or match.turn is None:
            return 1.0
        seed = self._chance(match.hidden(match.turn))
        return _scale(weighed, self._sampler.known(match, seed, [NONE])[0].means, match.turn)

    def _chance(self, view: View) -> bytes:
        """Chance that depends on nothing but what is seen: a judgement must not know more."""
        label = f"review {self.seed}".encode() + view.records.tobytes()
        return hashlib.blake2b(label, digest_size=SECRET_BYTES).digest()

    def _open(self, match: Match, action: int = NONE) -> Chances:
        return self._sampler.open(match, self._chance(match.everything()), action)

    def _decision(self, match: Match, action: int, now: Floats) -> Decision:
        """A decision of which nothing has come yet."""
        seat, legal = match.turn, match.legal()
        assert seat is not None
        view = match.hidden(seat)
        seed = self._chance(view)
        nothing = np.zeros(match.players)
        known, after = self._sampler.known(match, seed, [NONE, action])
        if len(legal) == 1:  # nothing was to be decided
            text = match.notation(action)
            alone = {text: float(known.means[seat])}
            return Decision(
                match.ply,
                seat,
                text,
                text,
                1,
                0.0,
                alone,
                own=known.means,
                open=now,
                decided=nothing,
                hidden=nothing,
                chance=nothing,
                error=nothing,
            )
        weighed = self.judge(view, legal, action)
        own = weighed.best_chances.means if weighed.exact else known.means
        scale = _scale(weighed, own, seat)
        return Decision(
            ply=match.ply,
            seat=seat,
            action=match.notation(action),
            best=match.notation(weighed.best),
            legal=len(legal),
            cost=weighed.cost * scale,
            alternatives={match.notation(it): scale * at for it, at in weighed.rewards.items()},
            own=own,
            open=now,
            decided=after.means - known.means,
            hidden=nothing,
            chance=nothing,
            error=nothing,
        )


def _follow(decision: Decision, expected: Chances | None, after: Chances) -> Decision:
    """A decision with what came of it: chance has done what differs from its mean."""
    mean = after if expected is None else expected
    chance, error = after.change(mean)
    hidden = mean.means - decision.open - decision.decided
    return replace(decision, hidden=hidden, chance=chance, error=error * (expected is not None))


def figures_of(game: Game) -> str:
    """What figures depend on besides the match, in short: others are not to be compared."""
    made = (FIGURES, DEPTHS, sorted(settings_of(game).items()), sorted(game.faith.items()))
    return hashlib.blake2b(repr(made).encode(), digest_size=6).hexdigest()


def _scale(weighed: Weighed, own: Floats, seat: int) -> float:
    """A search says which action is better; how good the best one is, it says too well.

    It plans as if it was told how the others will answer. So all its chances are scaled to what the
    seat's chance is before it decides, by a judge whose chances come true (docs/review.md).
    """
    best = float(weighed.best_chances.means[seat])
    return float(own[seat]) / best if best > 0 else 1.0


def _rounded(values: Floats) -> list[float]:
    return [round(float(value), 4) for value in values]


def _shares(match: Match) -> Chances:
    """What became of a match that is over."""
    winners = match.winners()
    shares = [(seat in winners) / max(1, len(winners)) for seat in range(match.players)]
    return Chances(np.array(shares), np.zeros(match.players))
