"""A simple model of players: by habit, and now and then anything."""

from typing import Any

from rookery.core import dispatch
from rookery.core.kernel import kernel
from rookery.search.value import spread


@kernel
def trust_all(printed: Any, state: Any, scratch: Any, model: Any) -> int:
    """How likely whoever is to move takes each legal action; how many there are."""
    actions, weights = scratch
    heat, strange = model
    count = dispatch.legal(printed, state, actions)
    dispatch.habits(printed, state, actions, count, weights)
    for k in range(count):
        weights[k] *= heat
    spread(weights, count)
    for k in range(count):
        weights[k] = (1.0 - strange) * weights[k] + strange / count
    return count
