"""Whole games in compiled code: for figures, balance and speed. No Python between moves."""

from collections import deque
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, flow, rng
from rookery.core.edition import Edition
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new

#: Games between two looks at the clock: well under a second of work.
CHUNK = 2048


@kernel
def finish_randomly(printed: Any, state: Any, rng: Any) -> int:
    """Play a state to its end with uniformly random actions; return the number of decisions."""
    decisions = 0
    while state["turn"] >= 0:
        flow.apply(printed, state, dispatch.pick(printed, state, rng), rng)
        decisions += 1
    return decisions


@kernel
def finish_greedily(printed: Any, state: Any, view: Any, rng: Any) -> int:
    """Play a state to its end, every seat following its rule of thumb on what it may know."""
    decisions = 0
    while state["turn"] >= 0:
        seat = int64(state["turn"])
        dispatch.hide(printed, state, seat, view)
        flow.apply(printed, state, dispatch.greedy(printed, view, seat, rng), rng)
        decisions += 1
    return decisions


@kernel
def _note(printed: Any, state: Any, points: Any, result: Any, decisions: int) -> None:
    dispatch.scores(printed, state, points)
    result[0] = decisions
    result[1] = dispatch.winners(printed, state)
    result[2] = dispatch.ending(printed, state)


@kernel
def _random_games(printed: Any, work: Any, rngs: Any, points: Any, results: Any) -> None:
    """``work`` holds a blank record with the options, and room for a game and a view."""
    for i in range(len(rngs)):
        work[1] = work[0]
        flow.begin(printed[0], work[1], rngs[i])
        decisions = finish_randomly(printed[0], work[1], rngs[i])
        _note(printed[0], work[1], points[i], results[i], decisions)


@kernel
def _greedy_games(printed: Any, work: Any, rngs: Any, points: Any, results: Any) -> None:
    for i in range(len(rngs)):
        work[1] = work[0]
        flow.begin(printed[0], work[1], rngs[i])
        decisions = finish_greedily(printed[0], work[1], work[2], rngs[i])
        _note(printed[0], work[1], points[i], results[i], decisions)


_POLICIES: dict[str, Callable[..., None]] = {"random": _random_games, "greedy": _greedy_games}

#: The bots that whole compiled games can be played with.
POLICIES = tuple(_POLICIES)


@dataclass(frozen=True)
class Outcomes:
    """What came of many games, one row a game."""

    decisions: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int64]
    #: Share of the victory, 0 to 1: tied winners share it, after a draw nobody has any.
    shares: npt.NDArray[np.float64]
    endings: npt.NDArray[np.int64]


def run(
    game: Game,
    games: int,
    players: int,
    seed: int | bytes | None = None,
    edition: str | Path | Edition | None = None,
    policy: str = "random",
    threads: int = 1,
    options: Mapping[str, object] | None = None,
) -> Generator[Outcomes, None, None]:
    """Play games and yield their outcomes chunk by chunk, in order.

    The same seed gives the same games whatever the number of threads.
    """
    blank = new(game.dtype, 3)
    chosen = game.as_edition(edition)
    game.prepare(players, options or {}, blank[:1], chosen)
    printed = chosen.printed
    secret = rng.secret_of(seed)

    def chunk(start: int) -> Outcomes:
        rngs = rng.many(secret, min(CHUNK, games - start), stream=start // CHUNK)
        return _outcomes(_POLICIES[policy], printed, blank.copy(), rngs, players)

    starts = range(0, games, CHUNK)
    if threads == 1:
        yield from map(chunk, starts)
        return
    with ThreadPoolExecutor(threads) as pool:
        # A few chunks ahead of the reader: enough to keep all threads busy.
        ahead: deque[Future[Outcomes]] = deque()
        for start in starts:
            ahead.append(pool.submit(chunk, start))
            if len(ahead) > 2 * threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()


def _outcomes(
    play: Callable[..., None], printed: Records, work: Records, rngs: Records, players: int
) -> Outcomes:
    points = np.zeros((len(rngs), players), np.int64)
    results = np.zeros((len(rngs), 3), np.int64)
    play(printed, work, rngs, points, results)
    wins = (results[:, 1, None] >> np.arange(players) & 1).astype(np.float64)
    shares = wins / np.maximum(1, wins.sum(axis=1, keepdims=True))
    return Outcomes(results[:, 0], points, shares, results[:, 2])
