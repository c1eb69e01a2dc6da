"""All that a first review needs, compiled where it is not, loaded where it is."""

from rookery.games import find
from rookery.review.knowing import knowledge
from rookery.review.reviewing import Reviewer


def warm_up(game: str, reviewer: Reviewer | None = None) -> None:
    """Have reviews of a game ready in this process, and in the cache: review a match just begun."""
    match = find(game).start(seed=1)
    for _ in range(2):
        match.play(match.legal()[0])
    (reviewer or Reviewer(match.game, "quick")).review(match)
    knowledge(match, match.turn, worlds=2)
