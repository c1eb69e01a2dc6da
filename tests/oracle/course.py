"""The course of one ply: what happens from an action up to the next decision, thing by thing.

An oracle works out every step by itself. Only what chance decides it takes from the steps it was
told, after having checked that chance can decide so.
"""

import copy
from typing import Any

Position = dict[str, Any]
Things = dict[str, Any]


class Impossible(AssertionError):
    """What was told cannot have happened."""


class Course:
    """The steps the rules expect, and the position after each."""

    def __init__(self, told: list[Things], asks_all: bool) -> None:
        self.told = told
        self.asks_all = asks_all
        self.steps: list[Things] = []
        self.positions: list[Position] = []

    def add(self, after: Position, kind: str, **things: Any) -> None:
        """This is what happens next, and what lies on the table then."""
        self.steps.append({"kind": kind, **things})
        self.positions.append(copy.deepcopy(after))

    def hear(self, kind: str, key: str) -> Any:
        """What chance decided in the step that is due now."""
        index = len(self.steps)
        told = self.told[index] if index < len(self.told) else {}
        if told.get("kind") != kind or key not in told:
            raise Impossible(f"step {index}: {kind} with {key} is due, told was {told!r}")
        return told[key]

    def asks(self, actions: list[str]) -> bool:
        """Whether somebody is asked here: always, or only where there is something to choose."""
        return len(actions) >= (1 if self.asks_all else 2)


def demand(possible: bool, complaint: str) -> None:
    """Refuse what chance cannot have decided."""
    if not possible:
        raise Impossible(complaint)
