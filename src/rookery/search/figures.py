"""Figures: what a search tells of itself."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figures:
    """One decision: how it was found, and what was seen on the way."""

    #: "search" or, where the answer is exact, "solver".
    method: str
    action: int
    #: Iterations of the search, or positions the solver looked at.
    iterations: int
    milliseconds: float
    #: Each seat's chance to win (ties share), as far as the search can tell.
    values: tuple[float, ...]
    #: How often each action was tried, most visited first; the solver tries each once.
    visits: dict[int, int]
    #: What each action promises the seat, 0 to 1: its chance to win, a little for points, and for
    #: the chances of those for whom it has regard.
    rewards: dict[int, float]
    #: Nodes and edges used, and how many there is room for.
    nodes: int
    edges: int
    room: int
    #: What is likely to follow, in notation.
    line: tuple[str, ...]
    #: The texts of the actions.
    texts: dict[int, str]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, actions by their texts."""
        return {
            "method": self.method,
            "action": self.texts[self.action],
            "iterations": self.iterations,
            "milliseconds": round(self.milliseconds, 3),
            "values": [round(value, 6) for value in self.values],
            "visits": {self.texts[action]: count for action, count in self.visits.items()},
            "rewards": {
                self.texts[action]: round(reward, 6) for action, reward in self.rewards.items()
            },
            "nodes": self.nodes,
            "edges": self.edges,
            "room": self.room,
            "line": list(self.line),
        }
