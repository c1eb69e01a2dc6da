"""Search for many matches at once: a decision of the search for each of them, for self-play.

    found = rookery.lab.search_batch(batch, iterations=100)
    batch.step_on(found.actions)

Each match gets a tree of its own, grown by ``rookery.search`` as it is from what the seat to move
knows: it is decided as ``Search(game, solve=False).decide`` decides it with the same chance. On the
processor a tree follows the other in a thread's memory; on a card each has a thread.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch, rng
from rookery.core.batch import Batch
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.core.record import Records, new
from rookery.errors import InvalidOption, InvalidSeed, shown
from rookery.search.memory import HEAD, NONE, Memory
from rookery.search.net import Net, Weights, net_of
from rookery.search.searcher import ROOM
from rookery.search.settings import SETTINGS, as_champion, settings_of, tempered
from rookery.search.tree import grow

Seeds = int | bytes | Sequence[int | bytes]
DEVICES = ("cpu", "cuda")
#: Trees that grow one after the other in the same memory, before it is made anew.
IN_TURN = 256
#: What a tree can be set to. (A batch keeps no past that beliefs could be read from.)
KNOWN = [name for name in SETTINGS if name in (HEAD.names or ())]


@dataclass(frozen=True)
class Decisions:
    """A row a match. On the processor NumPy's arrays, of a batch on a card arrays on that card.

    The actions of a row are few (those the search found worth trying) and the others many, so
    rows are short: ``targets`` writes them out as a row of the mask.
    """

    #: The action most visited; -1 where the match is over.
    actions: Any
    #: The actions tried, the most visited first; then -1.
    tried: Any
    #: How often each of them was tried: together the iterations, 0 where the match is over.
    visits: Any
    #: What each promises the seat, 0 to 1: its chance to win, and a little for points.
    rewards: Any
    #: Each seat's chance to win, as far as the search can tell.
    values: Any

    def targets(self, num_actions: int) -> npt.NDArray[np.float32]:
        """The share of the visits that each action got, a column an action, as a net learns it."""
        tried, visits = (np.asarray(_fetched(it)) for it in (self.tried, self.visits))
        shares = np.zeros((len(tried), num_actions), np.float32)
        rows, columns = np.nonzero(tried >= 0)
        counts = visits[rows, columns] / visits.sum(axis=1)[rows]
        shares[rows, tried[rows, columns]] = counts
        return shares


def _fetched(array: Any) -> Any:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


@kernel
def role_in_turn(printed: Any, state: Any) -> int:
    """Of the seat to move; 0 where the match is over."""
    if state["turn"] < 0:
        return int64(0)
    return int64(dispatch.role(printed, state, int64(state["turn"])))


@kernel
def plant(printed: Any, state: Any, memory: Any, chance: Any) -> None:
    """Begin a tree at what the seat to move knows, with a generator drawn from ``chance``."""
    seat = int64(state["turn"])
    memory.heads[0]["seat"] = seat
    root = memory.nodes[0]
    root["sibling"] = NONE
    root["visits"] = 0
    root["seat"] = seat
    dispatch.hide(printed, state, seat, memory.work[0])
    seats, actions, both = memory.memories.shape
    for each in range(seats):
        for action in range(actions):
            for k in range(both):
                memory.memories[each, action, k] = 0.0
    for k in range(len(memory.marks)):
        memory.marks[k] = 0
    for k in range(3):
        memory.rngs[0]["word"][k] = rng.draw(chance)
    memory.rngs[0]["word"][3] = 1


@kernel
def gather(printed: Any, state: Any, memory: Any, tried: Any, visits: Any, rewards: Any) -> None:
    """The legal actions of the root, in the order in which a search prefers them."""
    width = len(tried)
    for k in range(width):
        tried[k] = -1
        visits[k] = 0
        rewards[k] = 0.0
    edge = int64(memory.nodes[0]["first"])
    while edge != NONE:
        it = memory.edges[edge]
        edge = int64(it["next"])
        action = int64(it["action"])
        if not dispatch.is_legal(printed, state, action):
            continue
        at = width
        while at > 0:
            fewer = visits[at - 1] < it["visits"]
            if not fewer and visits[at - 1] == it["visits"]:
                less = rewards[at - 1] < it["value"]
                fewer = less or (rewards[at - 1] == it["value"] and tried[at - 1] > action)
            if not fewer:
                break
            at -= 1
            if at + 1 < width:
                tried[at + 1] = tried[at]
                visits[at + 1] = visits[at]
                rewards[at + 1] = rewards[at]
        if at < width:
            tried[at] = action
            visits[at] = it["visits"]
            rewards[at] = it["value"]
    for k in range(width):
        if visits[k] > 0:
            rewards[k] /= visits[k]


@kernel
def decide(printed: Any, states: Any, plan: Any, memory: Any, rngs: Any, found: Any) -> None:
    """Decide each match in the memory of one tree; those that are over get -1 and zeros.

    What is printed, and heads, there may be for each role.
    """
    heads, iterations, net = plan
    actions, tried, visits, rewards, values = found
    given, head = heads.view(np.int64), memory.heads.view(np.int64)
    for i in range(len(states)):
        role = role_in_turn(printed[0], states[i]) if len(heads) > 1 else int64(0)
        for k in range(len(head)):  # by words: a card would copy the record byte by byte
            head[k] = given[role * len(head) + k]
        memory.nodes[0]["first"] = NONE
        if states[i]["turn"] >= 0:
            plant(printed[0], states[i], memory, rngs[i])
            grow(printed[role : role + 1], memory, net, int64(iterations))
        gather(printed[0], states[i], memory, tried[i], visits[i], rewards[i])
        actions[i] = tried[i, 0]
        done = max(int64(1), int64(memory.heads[0]["iterations"]))
        for seat in range(values.shape[1]):
            values[i, seat] = memory.heads[0]["total"][seat] / done


@dataclass(frozen=True)
class Plan:
    """How the trees of a batch are grown."""

    game: Game
    iterations: int
    #: One for all, or one for each role.
    settings: tuple[dict[str, float], ...]
    #: Of a net that goes with the search; None: playouts and rules of thumb.
    weights: Weights | None = None

    @classmethod
    def of(
        cls,
        game: Game,
        iterations: object,
        settings: dict[str, float],
        weights: Weights | None = None,
        champions: int = 0,
    ) -> "Plan":
        """The plan, if it can be carried out; that of ``champions`` for so many players."""
        check_count("iterations", iterations)
        for name, value in settings.items():
            if name not in KNOWN:
                raise InvalidOption(
                    f"a tree has no setting {shown(name)}; it has {', '.join(KNOWN)}"
                )
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise InvalidOption(f"{name} is a number, not {shown(value)}")
        usual = settings_of(game, **settings)
        roles = range(game.num_roles if champions else 0)
        learned = weights is not None
        each = [as_champion(game, usual, role, champions, learned) | settings for role in roles]
        return cls(game, int(iterations), tuple(each or [usual]), weights)  # type: ignore[call-overload]

    def memory(self) -> Memory:
        """Room for one tree: an iteration adds no more than a node and an edge."""
        room = min(self.iterations + 1, ROOM)
        learns = any(each["doubts"] > 0 for each in self.settings)
        return Memory.of(self.game, room, learns, net=self.net())

    def printed(self, printed: Records) -> Records:
        """What is printed, as the game's functions are to read it, for each role."""
        return np.concatenate([tempered(self.game, printed, each) for each in self.settings])

    def net(self) -> Net:
        """The net, or one that is none."""
        return net_of(self.game, self.weights)

    def heads(self) -> Records:
        """The head of a tree that has not been planted, for each role."""
        blank = Memory.of(self.game, 1, False, net=self.net())
        heads = new(HEAD, len(self.settings))
        for role, settings in enumerate(self.settings):
            blank.clear(new(self.game.dtype), 0, settings)
            heads[role] = blank.heads[0]
        return heads

    def room(self, count: int, players: int) -> tuple[npt.NDArray[Any], ...]:
        """Arrays for what is found: a root opens so many actions and no more."""
        widest = max(each["widening"] for each in self.settings)
        opened = 2 + int(widest * sqrt(self.iterations))
        width = min(opened, self.iterations, self.game.num_actions)
        return (
            np.zeros(count, np.int64),
            np.zeros((count, width), np.int64),
            np.zeros((count, width), np.int32),
            np.zeros((count, width)),
            np.zeros((count, players)),
        )


def search_batch(
    batch: Any,
    iterations: int,
    seeds: Seeds | None = None,
    device: str | None = None,
    trees: int | None = None,
    weights: Weights | None = None,
    champions: bool = False,
    **settings: float,
) -> Decisions:
    """A decision for every match of a batch, by its seat to move and what that seat knows.

    Without ``seeds`` the batch's own chance is drawn from, as by ``batch.pick``; a seed stands for
    all matches, or there is one for each. A batch of the processor can be searched on a card
    (``device="cuda"``) too. ``trees`` says how many grow there at once: by default as many as half
    the free memory holds. With ``weights`` a net judges and trusts. ``champions`` think as the game
    sets its best bots, role by role. Further settings are those of ``rookery.search.Search``.

    >>> batch = rookery.game("party").batch(4, players=2, seed=1, rounds=1, edition="tiny-8")
    >>> found = search_batch(batch, iterations=20, seeds=1)
    >>> found.actions.shape, found.visits.sum(axis=1), found.values.shape
    ((4,), array([20, 20, 20, 20]), (4, 2))
    """
    if trees is not None:
        check_count("trees", trees)
    if device not in (None, *DEVICES):
        raise InvalidOption(f"device {shown(device)} is not one of {', '.join(DEVICES)}")
    players = batch.players if champions else 0
    plan = Plan.of(batch.game, iterations, settings, weights, players)
    rngs = batch._picks if seeds is None else generators(seeds, len(batch))
    if isinstance(batch, Batch) and device != "cuda":
        return on_processor(batch, plan, rngs)
    if device == "cpu":
        raise InvalidOption("a batch on a card is searched there, not on device 'cpu'")
    from rookery.lab.forest_cuda import on_card

    return on_card(batch, plan, rngs, trees)


def on_processor(batch: Batch, plan: Plan, rngs: Records) -> Decisions:
    """The decisions, on as many threads as the batch has."""
    found = plan.room(len(batch), batch.players)
    head = (plan.heads(), plan.iterations, plan.net())
    printed = plan.printed(batch.edition.printed)

    def work(part: slice) -> None:
        for first in range(part.start, part.stop, IN_TURN):
            some = slice(first, min(first + IN_TURN, part.stop))
            rows = tuple(each[some] for each in found)
            decide(printed, batch.states[some], head, plan.memory(), rngs[some], rows)

    batch._run(work, share=1)
    return Decisions(*found)


def generators(seeds: Seeds, count: int) -> Records:
    """Chance for each match: from one seed, or from one each."""
    if isinstance(seeds, int | bytes) or not hasattr(seeds, "__len__"):
        return rng.many(rng.secret_of(seeds), count)
    if len(seeds) != count:
        raise InvalidSeed(f"{count} matches take {count} seeds, not {len(seeds)}")
    return np.concatenate([rng.generator(seed) for seed in seeds])


def check_count(what: str, count: object) -> None:
    """Refuse a number of things that is none."""
    whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
    if not whole or count < 1:  # type: ignore[operator]
        raise InvalidOption(f"{what} is a whole number, 1 or more, not {shown(count)}")
