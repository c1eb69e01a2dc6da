"""Server processes that die: replaced at once, or ever later if the new one dies as soon."""

import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from rookery.server import run
from rookery.server.settings import Settings

TICK = 0.2


class Clock:
    """A clock that goes on when somebody waits, and stops the supervisor in the end."""

    def __init__(self, end: float) -> None:
        self.now = 0.0
        self.end = end

    def monotonic(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return self.now >= self.end

    def set(self) -> None:
        self.end = self.now


@pytest.fixture(autouse=True)
def _signals() -> Iterator[None]:
    """The supervisor takes them for itself."""
    kept = {it: signal.getsignal(it) for it in (signal.SIGINT, signal.SIGTERM)}
    yield
    for which, handler in kept.items():
        signal.signal(which, handler)


def begun(
    monkeypatch: pytest.MonkeyPatch, lives: Callable[[int], float], seconds: float
) -> list[float]:
    """When one server process after the other began; each lives as long as it is told."""
    clock = Clock(seconds)
    times: list[float] = []

    class Process:
        pid = 1

        def __init__(self, **_: Any) -> None:
            self.until = 0.0

        def start(self) -> None:
            self.until = clock.now + lives(len(times))
            times.append(round(clock.now, 1))

        def is_alive(self) -> bool:
            return clock.now < self.until

        def terminate(self) -> None: ...

        def join(self, timeout: float) -> None: ...

    context = SimpleNamespace(Process=Process)
    monkeypatch.setattr(run, "multiprocessing", SimpleNamespace(get_context=lambda _: context))
    monkeypatch.setattr(run, "threading", SimpleNamespace(Event=lambda: clock))
    monkeypatch.setattr(run, "time", clock, raising=False)
    run.supervise(Settings(workers=1), [], "")
    return times


def test_one_that_crashes_at_once_is_started_ever_later(monkeypatch: pytest.MonkeyPatch) -> None:
    times = begun(monkeypatch, lambda _: 0.0, 120.0)
    pauses = [after - before for before, after in pairwise(times)]
    assert all(later > before - 2 * TICK for before, later in pairwise(pauses))
    assert pauses[0] < 1
    assert max(pauses) == pytest.approx(run.LONGEST_PAUSE, abs=3 * TICK)
    assert len(times) < 25


def test_one_that_has_served_for_long_is_replaced_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    times = begun(monkeypatch, lambda _: 60.0, 200.0)
    assert times == pytest.approx([0, 60, 120, 180], abs=4 * TICK)


def test_after_a_long_life_it_is_as_if_it_had_never_crashed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = begun(monkeypatch, lambda number: 60.0 if number == 6 else 0.0, 120.0)
    pauses = [after - before for before, after in pairwise(times)]
    assert pauses[5] > 4
    assert pauses[6] == pytest.approx(60, abs=2 * TICK)
    assert pauses[7] < 1
