"""Cards: shuffled, or drawn from sets, each as likely."""

from typing import Any

from rookery.core.bits import nth, popcount
from rookery.core.kernel import kernel
from rookery.core.rng import below


@kernel
def shuffle(cards: Any, size: int, rng: Any) -> None:
    """Every order of the first ``size`` cards becomes equally likely."""
    for last in range(size - 1, 0, -1):
        k = below(rng, last + 1)
        card = cards[k]
        cards[k] = cards[last]
        cards[last] = card


@kernel
def one_of(bits: int, rng: Any) -> int:
    """A member of a set that does not use the sign, each as likely."""
    return nth(bits, below(rng, popcount(bits)))
