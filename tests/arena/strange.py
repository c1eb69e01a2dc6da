"""Bots that no arena should have to meet, by the names they go by there: module:Class."""

import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from rookery.core.game import Game
from rookery.core.rng import below


class Bot:
    """Plays at random, until it does what its kind does."""

    def __init__(self, game: Game) -> None:
        self.decisions = 0

    def choose(self, view: Any, legal: Sequence[int], rng: Any) -> Any:
        self.decisions += 1
        if self.decisions == 3:
            return self.go_wrong()
        return legal[below(rng[0], len(legal))]

    def go_wrong(self) -> Any:
        raise AssertionError("each strange bot says how")


class Crasher(Bot):
    def go_wrong(self) -> Any:
        raise ZeroDivisionError("one\nover nothing")


class Cheat(Bot):
    def go_wrong(self) -> Any:
        return 149


class Dreamer(Bot):
    def go_wrong(self) -> Any:
        return None


class Quitter(Bot):
    def go_wrong(self) -> Any:
        raise SystemExit(0)


class Killer(Bot):
    """Takes its whole process along, as broken compiled code would."""

    def go_wrong(self) -> Any:
        os.abort()


class Stillborn:
    def __init__(self, game: Game) -> None:
        raise RuntimeError("no room")


class Loud(Bot):
    """Prints where results are printed."""

    def choose(self, view: Any, legal: Sequence[int], rng: Any) -> Any:
        print("thinking aloud")  # noqa: T201 - that is its fault
        return legal[below(rng[0], len(legal))]


class Slow(Bot):
    """Takes its time, so that one can interrupt it."""

    def choose(self, view: Any, legal: Sequence[int], rng: Any) -> Any:
        time.sleep(0.002)
        return legal[0]


class Sleeper(Bot):
    """Thinks longer than any test waits."""

    def choose(self, view: Any, legal: Sequence[int], rng: Any) -> Any:
        time.sleep(600)


class Settable(Bot):
    def __init__(self, game: Game, depth: int = 1) -> None:
        super().__init__(game)
        self.depth = depth

    def choose(self, view: Any, legal: Sequence[int], rng: Any) -> Any:
        return legal[min(self.depth, len(legal) - 1)]


def bulky(setting: object, number: int, report: object) -> "np.ndarray[Any, Any]":
    """What a crew may be asked for instead of a match: a result of more than a megabyte."""
    return np.full(200_000, number)
