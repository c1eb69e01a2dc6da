"""What is asked of a training, who does the work, and what a generation came to."""

from dataclasses import dataclass
from typing import Protocol


class Tell(Protocol):
    """Hears how far a generation is."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """So many are done, of so many; and what they are."""


def tell_nobody(done: int, total: int, what: str) -> None:
    """Nobody asked."""


@dataclass(frozen=True)
class Plan:
    """What is asked for."""

    game: str
    players: tuple[int, ...]
    generations: int = 10
    #: Matches a generation plays, for each number of players.
    matches: int = 256
    #: Of the search, a decision.
    iterations: int = 100
    #: Units of the two layers.
    low: int = 32
    top: int = 32
    #: How far compiled code moves a weight; PyTorch has a pace of its own.
    speed: float = 0.01
    #: Generations that are learned from, and how often.
    replay: int = 1
    passes: int = 1
    #: Deals of the comparison with the champion.
    duels: int = 100
    seed: int = 1
    device: str = "cpu"
    #: The file of a net that goes on learning.
    net: str = ""
    #: The file of a net that stays as it is, while guesses for it are all that is learned.
    guesses_for: str = ""
    #: Whether matches are played as at tables, where champions read what was done.
    reads: bool = False
    #: What learns: compiled code, or PyTorch.
    learner: str = "compiled"


@dataclass(frozen=True)
class Means:
    """Who does the work; what comes of it is the same."""

    #: Processes of this machine (None: one a core; 0: this one), or a Ray cluster's address.
    workers: int | None = 0
    ray: str | None = None


@dataclass(frozen=True)
class Row:
    """One generation."""

    generation: int
    samples: int
    #: Nats, on samples that were held back, before and after learning from the others.
    value_before: float
    policy_before: float
    value: float
    policy: float
    #: The learner against the champion: share of the victories and its 95 % interval.
    duel: tuple[float, float, float]
    promoted: bool
    seconds: float
    #: Nats a hidden thing, likewise; None where a game says of nothing what it may be.
    guess_before: float | None = None
    guess: float | None = None
