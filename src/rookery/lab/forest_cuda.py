"""Search for many matches on a card: one tree a thread, all trees in the card's memory."""

from importlib import import_module
from typing import Any

from rookery.core.batch import Batch
from rookery.errors import InvalidOption
from rookery.lab.card import CardArray, open_card
from rookery.lab.forest import Decisions, Plan
from rookery.search.memory import Memory
from rookery.search.net import Net, Weights

#: Threads of a block: trees go different ways, and small blocks spread over more of the card.
THREADS = 32
#: More trees at once have not been tried.
MOST_TREES = 1 << 18


def on_card(batch: Any, plan: Plan, rngs: Any, trees: int | None) -> Decisions:
    """The decisions of a batch, on the card; where the batch is the processor's, so are they."""
    cuda = open_card()
    at_home = isinstance(batch, Batch)
    printed = cuda.to_device(plan.printed(batch.edition.printed))
    states = cuda.to_device(batch.states) if at_home else batch.states
    chance = rngs if hasattr(rngs, "copy_to_host") else cuda.to_device(rngs)
    room = plan.room(1, batch.players)
    found = [cuda.device_array((len(batch), *each.shape[1:]), each.dtype) for each in room]
    forest = _forest(cuda, plan, min(len(batch), trees or MOST_TREES), trees is None)
    net = plan.net()
    on_card = Weights(*map(cuda.to_device, net.weights))
    net = Net(on_card, cuda.to_device(net.offsets))
    head = (cuda.to_device(plan.heads()), plan.iterations, net)
    count = len(forest.nodes)
    launch = import_module("rookery.lab.kernels").search[-(-count // THREADS), THREADS]
    for first in range(0, len(batch), count):
        launch(printed, states, head, forest, chance, tuple(found), first)
    if not at_home:
        return Decisions(*map(CardArray, found))
    chance.copy_to_host(rngs)  # what was drawn from the batch's own chance is drawn
    return Decisions(*(each.copy_to_host() for each in found))


def _forest(cuda: Any, plan: Plan, count: int, fit: bool) -> Memory:
    """Room for the trees; with ``fit`` for as many as half of the free memory holds."""
    # What a thread has of its own is not in the card's memory: see ``kernels.LOOSE``.
    whole, loose = plan.memory(), import_module("rookery.lab.kernels").LOOSE
    one = whole._replace(**{name: getattr(whole, name)[:1] for name in loose.split()})
    each = _size(one)
    if fit:
        count = int(min(count, cuda.current_context().get_memory_info().free / 2 / each))
        if count < 1:
            raise InvalidOption(
                f"a tree of {plan.iterations} iterations takes {each >> 20} MiB, more than half of"
                " the card's free memory; take fewer"
            )
    forest: Memory = _many(cuda, one, count)
    return forest


def _size(one: Any) -> int:
    """How many bytes arrays have, in tuples within tuples."""
    return sum(map(_size, one)) if isinstance(one, tuple) else int(one.nbytes)


def _many(cuda: Any, one: Any, count: int) -> Any:
    """Zeros on the card: in place of each array so many of its kind."""
    if isinstance(one, tuple):
        return type(one)(*(_many(cuda, each, count) for each in one))
    made = cuda.device_array((count, *one.shape), one.dtype)
    if one.size:
        cuda.cudadrv.driver.device_memset(made, 0, made.nbytes)
    return made
