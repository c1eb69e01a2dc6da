"""Search: one compiled information-set tree search for any game, and an exact solver."""

from rookery.search.figures import Figures
from rookery.search.searcher import Search
from rookery.search.solver import Solution, Solver

__all__ = ["Figures", "Search", "Solution", "Solver"]
