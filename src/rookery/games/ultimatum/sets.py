"""Sets of penguins: 64 bits, the sign bit included.

Safe with the sign bit are the bit operations, shifts to the right followed by a mask, and
``popcount`` and ``lowest``. Not safe is arithmetic: ``bits & (bits - 1)`` overflows for the set
of penguin 63 alone. So members are taken out by ``^``, and picked by ``select``.
"""

from rookery.core.bits import popcount
from rookery.core.kernel import kernel


@kernel
def select(bits: int, n: int) -> int:
    """The n-th lowest member, counting from 0, found by halving; the set has more than n."""
    at = 0
    size = 32
    while size:
        low = popcount((bits >> at) & ((1 << size) - 1))
        if n >= low:
            n -= low
            at += size
        size >>= 1
    return at
