"""Bit sets in signed 64-bit integers.

Signed, because Numba turns ``uint64`` mixed with a plain integer into a float, and because
``uint8`` 0 - 1 differs between compiled and interpreted code. A set of 64 uses the sign bit: safe
are then the bit operations, shifts to the right followed by a mask, ``popcount``, ``lowest`` and
``select``, but not arithmetic. Take members out of it by ``^``.

``popcount`` and ``lowest`` are single machine instructions when compiled, and then can be
called from kernels only.
"""

from typing import TYPE_CHECKING, Any

from numba import types
from numba.extending import intrinsic

from rookery.core.kernel import COMPILED, int64, kernel

_MASK = 0xFFFF_FFFF_FFFF_FFFF

if TYPE_CHECKING:

    def popcount(bits: int) -> int:
        """How many bits are set."""

    def lowest(bits: int) -> int:
        """The index of the lowest set bit; 64 for the empty set."""

    def put_eight(out: Any, at: int, word: int) -> None:
        """Write a word over eight bytes of an array, the lowest first."""

elif COMPILED:

    @intrinsic
    def popcount(typing: Any, bits: Any) -> Any:
        """How many bits are set."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def lowest(typing: Any, bits: Any) -> Any:
        """The index of the lowest set bit; 64 for the empty set."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, False))

        return types.int64(types.int64), generate

    @intrinsic
    def put_eight(typing: Any, out: Any, at: Any, word: Any) -> Any:
        """Write a word over eight bytes of an array, the lowest first."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            kind = context.get_value_type(types.int64).as_pointer()
            place = builder.bitcast(builder.gep(array.data, [args[1]]), kind)
            builder.store(args[2], place, align=1)
            return context.get_dummy_value()

        if getattr(out.dtype, "bitwidth", 8) != 8:  # truth values are bytes too
            raise TypeError(f"eight bytes are written into bytes, not into {out}")
        return types.void(out, types.int64, types.int64), generate

else:

    def popcount(bits: int) -> int:
        """How many bits are set."""
        return (int(bits) & _MASK).bit_count()

    def lowest(bits: int) -> int:
        """The index of the lowest set bit; 64 for the empty set."""
        value = int(bits) & _MASK
        return (value & -value).bit_length() - 1 if value else 64

    def put_eight(out: Any, at: int, word: int) -> None:
        """Write a word over eight bytes of an array, the lowest first."""
        for k in range(8):
            out[at + k] = word >> 8 * k & 255


@kernel
def packed(numbers: Any) -> int:
    """Eight numbers from 0 to 255, the last one below 128, as a word for ``put_eight``."""
    word = int64(0)
    for k in range(8):
        word |= int64(numbers[k]) << 8 * k
    return word


@kernel
def put_bits(out: Any, at: int, bits: int, size: int) -> None:
    """Write so many bits as bytes of 0 and 1: eight at a time, and no branch for any of them."""
    k = 0
    while k + 8 <= size:
        some = bits >> k & 255
        # Eight copies of seven bits, each moved by seven more: bit j of copy j begins byte j.
        spread = (some & 127) * 0x02040810204081 & 0x0101010101010101
        put_eight(out, at + k, spread | (some >> 7) << 56)
        k += 8
    while k < size:
        out[at + k] = bits >> k & 1
        k += 1


@kernel
def nth(bits: int, n: int) -> int:
    """The index of the n-th lowest set bit, counting from 0; the set has more than n.

    For sets that do not use the sign: ``bits & (bits - 1)`` overflows for bit 63 alone.
    """
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@kernel
def select(bits: int, n: int) -> int:
    """The same for sets of 64, the sign included, found by halving."""
    at = 0
    size = 32
    while size:
        low = popcount((bits >> at) & ((1 << size) - 1))
        if n >= low:
            n -= low
            at += size
        size >>= 1
    return at


@kernel
def from_on(bits: int, start: int) -> int:
    """The first member of a set at or after ``start``, else its lowest: clockwise at a table."""
    ahead = bits >> start << start
    return lowest(ahead) if ahead else lowest(bits)


def signed(bits: int) -> int:
    """A set of up to 64 members as records hold it: the last one is the sign."""
    return bits - (1 << 64) if bits >> 63 else bits


def members(bits: int) -> list[int]:
    """All members, ascending, for code that is not compiled."""
    rest = int(bits) & _MASK
    found = []
    while rest:
        low = rest & -rest
        found.append(low.bit_length() - 1)
        rest ^= low
    return found
