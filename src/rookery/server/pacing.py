"""What a bot is asked, and when others may see what it decided: at a moment that tells nothing."""

import hashlib
from dataclasses import dataclass

from rookery.core.match import Match
from rookery.core.seen import seen_by
from rookery.server.bot_pool import BotChoice, BotTask, thinking_time
from rookery.server.fold import Fold

#: The least time of an action of a bot that thinks by the clock, in times of its thought: enough
#: on a busy machine, so that nobody can tell a long one from a short one.
AMPLE = 1.2
#: How often a bot thinks about a turn that may have two decisions, one of them hidden. It does so
#: also where there is only one, and each time has its share of the time of one thought.
TWICE = 2
HALF = 1 / TWICE


@dataclass(slots=True)
class Thought:
    """What a bot spent on a turn so far: how often it was asked, and how long it had to wait."""

    times: int = 0
    waited: float = 0.0

    def add(self, choice: BotChoice) -> BotChoice:
        """It was asked once more."""
        self.times += 1
        self.waited += choice.waited
        return choice

    def end(self) -> None:
        """The turn is over; another one begins."""
        self.times, self.waited = 0, 0.0


def pause(pace: float, level: str, passed: float, waited: float = 0.0) -> float:
    """How long a bot still has to wait after so many seconds, whatever it decided about.

    It counts from the last thing that everybody saw, and knows nothing of the decision: an only
    action, an easy one and two of which one is hidden take the same time as any other. The time
    for which the bots were busy with others comes on top, or thinking would show through it.
    """
    if pace:
        pace = max(pace, AMPLE * (thinking_time(level) or 0.0) / 1000)
    return max(0.0, pace + waited - passed) if pace else 0.0


def hides(match: Match, action: int) -> bool:
    """Whether nobody else may notice an action yet: then its actor decides once more, at once."""
    if match.game.open_actions:
        return False
    after = match.copy()
    after.play(action)
    return after.known_ply(None) < after.ply


def task_of(fold: Fold, seat: int, level: str, milliseconds: float | None = None) -> BotTask:
    """A decision of a seat, or what comes before it, as a bot is asked for it."""
    assert fold.match is not None
    if milliseconds is None and not fold.match.game.open_actions:
        milliseconds = thinking_time(level, HALF)
    seen = seen_by(fold.match, seat)
    # From what the seat knows: the number of the ply would count hidden decisions.
    now = seen.records[-1].tobytes()
    seed = hashlib.blake2b(b"bot" + now, key=fold.sheet.secret, digest_size=8)
    return BotTask(
        game=fold.setup.game,
        edition=fold.setup.edition,
        seat=seat,
        seen=seen,
        legal=tuple(fold.match.legal()),
        level=level,
        seed=seed.digest(),
        milliseconds=milliseconds,
    )
