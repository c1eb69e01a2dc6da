"""The arena: bots against bots over duplicate deals, with intervals and ratings.

``contest`` says who plays what, ``crew`` where, ``standings`` what came of it.
"""

from rookery.arena.crew import crew
from rookery.arena.results import Forfeit, Result
from rookery.arena.schedule import Setting, contest
from rookery.arena.standings import standings

__all__ = ["Forfeit", "Result", "Setting", "contest", "crew", "standings"]
