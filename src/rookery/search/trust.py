"""A simple model of players: by habit or as a net advises, and now and then anything."""

from typing import Any

from rookery.core import dispatch
from rookery.core.kernel import int64, kernel
from rookery.search.net import advise, sense
from rookery.search.value import spread


@kernel
def trust_all(printed: Any, state: Any, scratch: Any, model: Any) -> int:
    """How likely whoever is to move takes each legal action; how many there are."""
    actions, weights = scratch
    count = dispatch.legal(printed, state, actions)
    dispatch.habits(printed, state, actions, count, weights)
    soften(weights, count, model)
    return count


@kernel
def foretell(printed: Any, state: Any, scratch: Any, model: Any, mind: Any) -> int:
    """The same, in part as a net advises: ``mind`` is the net, its room, its advice, that part."""
    actions, weights = scratch
    net, memory, advised, part = mind
    count = trust_all(printed, state, scratch, model)
    role = sense(printed, state, int64(state["turn"]), net, memory)
    for k in range(count):
        advised[k] = advise(printed, state, net, memory.top, role, actions[k])
    soften(advised, count, model)
    for k in range(count):
        weights[k] += part * (advised[k] - weights[k])
    return count


@kernel
def soften(weights: Any, count: int, model: Any) -> None:
    """Chances of actions that are so well liked."""
    heat, strange = model
    for k in range(count):
        weights[k] *= heat
    spread(weights, count)
    for k in range(count):
        weights[k] = (1.0 - strange) * weights[k] + strange / count
