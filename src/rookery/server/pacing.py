"""When others may see what a bot decided: at a moment that tells nothing about the decision."""

from dataclasses import dataclass

from rookery.core.match import Match
from rookery.server.bot_pool import BotChoice, thinking_time

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
