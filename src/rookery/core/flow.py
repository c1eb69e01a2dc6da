"""How a match goes on: one action, then step by step all that needs no decision.

Here, and not in the games, is decided what becomes of an only action: compiled games, batches and
searches play it by itself, so they never ask where nothing is to be chosen. A table asks for it
like for any other (``Match``), because nobody else may learn that it was the only one.
"""

from typing import Any

from rookery.core import dispatch
from rookery.core.kernel import kernel


@kernel
def settle(printed: Any, state: Any, rng: Any) -> int:
    """All that is no action; the only action that follows, or -1: there is a choice, or the end."""
    while dispatch.advance(printed, state, rng):
        pass
    return dispatch.only(printed, state)


@kernel
def apply(printed: Any, state: Any, action: int, rng: Any) -> None:
    """Play a legal action, unchecked, and run to the next choice or the end."""
    while action >= 0:
        dispatch.act(printed, state, action, rng)
        action = settle(printed, state, rng)


@kernel
def begin(printed: Any, state: Any, rng: Any) -> None:
    """Deal, and run to the first choice."""
    dispatch.deal(printed, state, rng)
    apply(printed, state, settle(printed, state, rng), rng)


@kernel
def redeal(printed: Any, views: Any, seat: int, rng: Any, asks_all: bool) -> None:
    """Fill ``views[0]`` with a world ``seat`` cannot tell from the real one.

    Where only choices are asked, whoever else is to decide has one. ``views[1]`` is scratch space.
    """
    views[1] = views[0]
    dispatch.redeal(printed, views[0], seat, rng)
    if asks_all or views[0]["turn"] == seat:
        return
    while dispatch.only(printed, views[0]) >= 0:
        views[0] = views[1]
        dispatch.redeal(printed, views[0], seat, rng)
