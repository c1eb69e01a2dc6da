"""Nets: small learned corrections of a game's own rules of thumb, evaluated in compiled code.

A net sees what a seat may know (``game.observation``, each small number as a switch of its own, the
larger ones by size on top of that) and says two things: by how much ``rate`` and ``estimate`` err.
A net that has learned nothing changes nothing. There is one for each role a seat may have; several
numbers of players share it.

    what a seat sees -> first layer -> second layer -> a chance to win for each seat (``seat_at``)
                                                    -> a rating for each action

The file of a net is a line of JSON (what it is for, how it was trained, the shapes), the numbers in
16 bits, and a digest of all that, so a damaged one is never believed.
"""

import hashlib
import json
from collections.abc import Mapping
from math import log
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rookery.core import dispatch
from rookery.core.edition import Edition
from rookery.core.folder import file_of
from rookery.core.game import Game
from rookery.core.kernel import int64, kernel
from rookery.errors import BrokenNet, shown
from rookery.search.value import MAX_SEATS, spread

#: A number of the observation has a switch for each value up to this one; the last one of them is
#: for all that are larger, too, and turned up further the larger they are.
SWITCHES = 16
MOST = 255
#: Chances below this are no chances: their logarithm has to be a number.
LEAST = 1e-4
#: Larger corrections are the sign of a net that sees something for the first time.
LARGEST = 8.0
DIGEST_BYTES = 16
MAGIC = "rookery net 1"
#: The net of a game, in its folder.
FILE = "net.bin"
Floats = npt.NDArray[np.float32]


class Weights(NamedTuple):
    """What is learned. The first axis of each is the role."""

    first: Floats  # by input
    first_bias: Floats
    second: Floats  # by unit of the first layer
    second_bias: Floats
    value: Floats  # by seat, in the order of ``seat_at``
    value_bias: Floats
    policy: Floats  # by action
    policy_bias: Floats
    trust: Floats  # in the rules of thumb: in ``estimate``, in ``rate``


class Learned(NamedTuple):
    """What the file of a net holds."""

    weights: Weights | None
    #: A net that guesses at hidden things (``search.guess``), where a game says what these are.
    guesses: Weights | None
    #: Keys of the editions it was made for.
    editions: tuple[str, ...]


class Net(NamedTuple):
    """Weights, and how what is seen becomes their inputs; compiled code is handed it as it is."""

    weights: Weights
    #: Where the inputs of each number of the observation begin.
    offsets: npt.NDArray[np.int32]


class Senses(NamedTuple):
    """Room for a net to think in."""

    row: npt.NDArray[np.uint8]
    low: Floats
    top: Floats
    chances: npt.NDArray[np.float64]

    @classmethod
    def of(cls, game: Game, net: Net) -> "Senses":
        """As much as a net needs."""
        *_, low = net.weights.first.shape
        *_, top = net.weights.second.shape
        row = np.zeros(game.num_features if low else 0, np.uint8)
        return cls(row, np.zeros(low, np.float32), np.zeros(top, np.float32), np.zeros(MAX_SEATS))


def layout(game: Game) -> tuple[npt.NDArray[np.int32], int]:
    """Where the inputs of each number of a game's observation begin, and how many there are."""
    sizes = np.minimum(SWITCHES, np.asarray(game.observation.high, np.int64))
    offsets = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
    return offsets, int(sizes.sum())


def net_of(game: Game, weights: Weights | None) -> Net:
    """A net that can be evaluated; without weights it is none, and is never asked."""
    if weights is None:
        flat, wide = np.zeros((0, 0), np.float32), np.zeros((0, 0, 0), np.float32)
        weights = Weights(wide, flat, wide, flat, wide, flat, wide, flat, flat)
    offsets, _ = layout(game)
    return Net(weights, offsets)


# ---------------------------------------------------------------- evaluating


@kernel
def input_of(net: Any, k: int, seen: int) -> Any:
    """The input that a number of the observation switches on, and how far."""
    at = int64(net.offsets[k])
    if seen < SWITCHES:
        return at + int64(seen) - 1, np.float32(1.0)
    more = np.float32(seen - SWITCHES) / np.float32(MOST)
    return at + SWITCHES - 1, np.float32(1.0) + more


@kernel
def think(net: Any, role: int, row: Any, low: Any, top: Any) -> None:
    """Both layers, from what is seen; units of the lower one that are not above 0 are silent."""
    weights = net.weights
    for unit in range(len(low)):
        low[unit] = weights.first_bias[role, unit]
    for k in range(len(row)):
        if row[k]:
            at, part = input_of(net, k, row[k])
            for unit in range(len(low)):
                low[unit] += part * weights.first[role, at, unit]
    for unit in range(len(top)):
        top[unit] = weights.second_bias[role, unit]
    for k in range(len(low)):
        if low[k] > 0.0:
            for unit in range(len(top)):
                top[unit] += low[k] * weights.second[role, k, unit]
    for unit in range(len(top)):
        top[unit] = max(top[unit], np.float32(0.0))


@kernel
def sense(printed: Any, state: Any, seat: int, net: Any, memory: Any) -> int:
    """Let the net see what a seat may know: fills ``top``; returns the seat's role."""
    role = dispatch.role(printed, state, seat)
    row, low, top = memory.row, memory.low, memory.top
    for k in range(len(row)):
        row[k] = 0
    dispatch.hide(printed, state, seat, memory.work[2])
    dispatch.features(printed, memory.work[2], seat, row)
    think(net, role, row, low, top)
    return role


@kernel
def seat_at(printed: Any, state: Any, seat: int, place: int) -> int:
    """Who comes in this place where the net of a seat speaks of all of them.

    First itself, then those of other roles, then those of its own, each as turns go round.
    """
    players = int64(state["players"])
    own = dispatch.role(printed, state, seat)
    left = int64(place)
    for alike in range(2):
        for step in range(1, players):
            who = (seat + step) % players
            if left > 0 and (dispatch.role(printed, state, who) == own) == (alike == 1):
                left -= 1
                if left == 0:
                    return who
    return seat


@kernel
def foresee(printed: Any, state: Any, net: Any, memory: Any, out: Any) -> None:
    """Write each seat's chance to win, as the seat to move may judge it."""
    seat = int64(state["turn"])
    players = int64(state["players"])
    role = sense(printed, state, seat, net, memory)
    weights = net.weights
    top, chances = memory.top, memory.chances
    dispatch.estimate(printed, state, chances)
    for k in range(players):
        who = seat_at(printed, state, seat, k)
        learned = float(weights.value_bias[role, k])
        for unit in range(len(top)):
            learned += top[unit] * weights.value[role, k, unit]
        learned = min(LARGEST, max(-LARGEST, learned))
        out[who] = learned + weights.trust[role, 0] * log(max(LEAST, chances[who]))
    spread(out, players)


@kernel
def advise(printed: Any, state: Any, net: Any, top: Any, role: int, action: int) -> float:
    """The rating of an action, once ``sense`` was asked for the seat to move."""
    weights = net.weights
    learned = float(weights.policy_bias[role, action])
    for unit in range(len(top)):
        learned += top[unit] * weights.policy[role, action, unit]
    learned = min(LARGEST, max(-LARGEST, learned))
    return learned + weights.trust[role, 1] * dispatch.rate(printed, state, action)


# ---------------------------------------------------------------- files

#: Of a game that ships no net.
NOTHING = Learned(None, None, ())
_shipped: dict[str, Learned] = {}


def edition_key(edition: Edition) -> str:
    """Tells editions apart, those of one name too: a net knows the map it was trained on."""
    told = json.dumps(edition.data, sort_keys=True).encode()
    return f"{edition.name} {hashlib.blake2b(told, digest_size=8).hexdigest()}"


def shipped(game: Game) -> Learned:
    """The net that comes with a game, if one does."""
    if game.name not in _shipped:
        path = file_of(game.name, FILE)
        if path is None:
            _shipped[game.name] = NOTHING
        else:
            _shipped[game.name] = of_file(game, path)
    return _shipped[game.name]


def of_file(game: Game, path: Path) -> Learned:
    """The net in a file, one that ``rookery train`` left for instance."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BrokenNet(f"no net can be read from {path}: {error.strerror}") from None
    return read(game, data, str(path))[0]


def fingerprint(game: Game) -> str:
    """What a net must have been trained for: the observation, the actions and the seats."""
    high = ",".join(str(int(value)) for value in game.observation.high)
    told = f"{game.name} {game.num_features} {game.num_actions} {high}"
    return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()


def as_written(weights: Weights) -> Weights:
    """The same net as its file will have it."""
    return Weights(*(part.astype(np.float16).astype(np.float32) for part in weights))


def write(
    game: Game, weights: Weights, about: Mapping[str, Any], guesses: Weights | None = None
) -> bytes:
    """The file of a net; ``about`` says how it was trained, and for which ``editions``."""
    head = {"format": MAGIC, "for": fingerprint(game), "shapes": _shapes(weights), **about}
    if guesses is not None:
        head["guesses"] = _shapes(guesses)
    parts = (*weights, *(guesses or ()))
    body = b"".join(np.asarray(part, np.float16).tobytes() for part in parts)
    whole = json.dumps(head, sort_keys=True).encode() + b"\n" + body
    return whole + hashlib.blake2b(whole, digest_size=DIGEST_BYTES).digest()


def _shapes(weights: Weights) -> dict[str, list[int]]:
    return {name: list(part.shape) for name, part in weights._asdict().items()}


def read(game: Game, data: bytes, name: str = "the net") -> tuple[Learned, dict[str, Any]]:
    """What a file holds, and what it says about it."""
    whole, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    line, newline, body = whole.partition(b"\n")
    if not newline or hashlib.blake2b(whole, digest_size=DIGEST_BYTES).digest() != digest:
        raise BrokenNet(f"{name} is not the file of a net, or it is damaged: its digest is wrong")
    head: dict[str, Any] = json.loads(line)
    if head.get("format") != MAGIC or head.get("for") != fingerprint(game):
        raise BrokenNet(
            f"{name} was made for {shown(head.get('for'))}, which is not the {game.name} of this"
            f" version ({fingerprint(game)}): train another one"
        )
    numbers = np.frombuffer(body, np.float16).astype(np.float32)
    nets = []
    at = 0
    for shapes in (head["shapes"], head.get("guesses", {})):
        parts = []
        for part in Weights._fields if shapes else ():
            size = int(np.prod(shapes[part]))
            parts.append(numbers[at : at + size].reshape(shapes[part]))
            at += size
        nets.append(Weights(*parts) if shapes else None)
    return Learned(nets[0], nets[1], tuple(head["editions"])), head
