"""Chance: a small generator record, and how each ply of a match gets its own.

The generator is Chris Doty-Humphrey's sfc32 (three words of 32 bits and a counter), written
in 64-bit arithmetic that never overflows, so that compiled and interpreted code, CPU and GPU
draw the same numbers. The rules never keep a generator in a state; they are handed one.

A match has a 32-byte secret. The generator of ply n is BLAKE2b(n, key=secret): publish a hash
of the secret before the first ply and the secret after the last, and anyone can check the
deal and every roll.
"""

import hashlib
import random
import secrets
import struct
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from rookery.core.cache import chosen_by, record_among
from rookery.core.kernel import COMPILED, OPTIONS, int64, kernel
from rookery.errors import InvalidSeed, shown

#: words 0 to 2 are the mixing state, word 3 counts the draws. Aligned: a card would read the words
#: byte by byte otherwise.
GENERATOR = np.dtype([("word", np.int64, (4,))], align=True)

#: What can be handed over for chance: a generator record, a seed, Python's generator, or None.
Chance = npt.NDArray[np.void] | int | random.Random | None

LOW32 = 0xFFFF_FFFF
SECRET_BYTES = 32
_PERSON = b"rookery"


@kernel
def draw(rng: Any) -> int:
    """The next 32 random bits."""
    word = rng["word"]
    a, b, c = word[0], word[1], word[2]
    mixed = (a + b + word[3]) & LOW32
    word[3] = (word[3] + 1) & LOW32
    word[0] = b ^ (b >> 9)
    word[1] = (c + (c << 3)) & LOW32
    word[2] = (((c << 21) | (c >> 11)) + mixed) & LOW32
    return mixed


Declared = TypeVar("Declared", bound=Callable[..., Any])
#: By kind of generator, as NumPy and as Numba see it: what serves it, by name.
_by_dtype: dict[Any, dict[str, Callable[..., Any]]] = {}
_by_type: dict[Any, dict[str, Callable[..., Any]]] = {}


def register(dtype: np.dtype[Any], **functions: Callable[..., Any]) -> None:
    """Say how numbers are drawn from a kind of generator."""
    _by_dtype[dtype] = _by_type[numba.from_dtype(dtype)] = functions


def _by_kind(declared: Declared) -> Declared:
    """Let the kind of generator choose: when compiled, that costs nothing."""
    name = declared.__name__

    @wraps(declared)
    def chosen(*args: Any) -> Any:
        return _by_dtype[args[0].dtype][name](*args)

    def found(types: tuple[Any, ...]) -> Callable[..., Any]:
        try:
            kind = record_among(types, _by_type)
        except TypeError:  # a kernel that is handed none makes none
            kind = numba.from_dtype(GENERATOR)
        return _by_type[kind][name].py_func  # type: ignore[attr-defined]

    if COMPILED:
        options = {key: OPTIONS[key] for key in ("nogil", "error_model")}

        @overload(chosen, strict=False, jit_options=options)  # type: ignore[untyped-decorator]
        def choose(*types: Any) -> Any:
            return _by_type[types[0]][name].py_func  # type: ignore[attr-defined]

        chosen_by(chosen, found)
    return chosen  # type: ignore[return-value]


@_by_kind
def below(rng: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each exactly as likely."""
    raise TypeError("some kind of generator serves it")


@_by_kind
def subset(rng: Any, pool: int, size: int, span: int) -> int:
    """A random subset of ``size`` bits of ``pool``, all below ``span``; each as likely."""
    raise TypeError("some kind of generator serves it")


@kernel
def drawn_below(rng: Any, n: int) -> int:
    """A whole number from 0 to n - 1, by Lemire's method."""
    size = int64(n)  # interpreted code may hand over a smaller integer type
    product = draw(rng) * size
    rest = product & LOW32
    if rest < size:
        threshold = (LOW32 + 1 - size) % size
        while rest < threshold:
            product = draw(rng) * size
            rest = product & LOW32
    return product >> 32


@kernel
def drawn_subset(rng: Any, pool: int, size: int, span: int) -> int:
    """Draws bits and skips those that are not there or taken, without a branch for it.

    A wrongly guessed branch costs more than a few draws.
    """
    left = pool
    while size > 0:
        at = drawn_below(rng, span)
        hit = left >> at & 1
        left ^= hit << at
        size -= hit
    return pool ^ left


register(GENERATOR, below=drawn_below, subset=drawn_subset)


def blank(count: int = 1) -> npt.NDArray[np.void]:
    """Generators of zeros: their counters tell whether anything was drawn from them."""
    return np.zeros(count, GENERATOR)


def secret_of(seed: object) -> bytes:
    """The 32-byte secret behind a seed: a whole number, a secret itself, or None for a new one."""
    if seed is None:
        return secrets.token_bytes(SECRET_BYTES)
    if isinstance(seed, bytes):
        if len(seed) == SECRET_BYTES:
            return seed
        raise InvalidSeed(f"a secret has {SECRET_BYTES} bytes, this one has {len(seed)}")
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise InvalidSeed(
            f"seed {shown(seed)} is not a whole number, a {SECRET_BYTES}-byte secret or None"
        )
    if not 0 <= int(seed) < 2**64:
        raise InvalidSeed(f"seed {shown(seed)} is out of range: 0 to 2**64 - 1")
    number = int(seed).to_bytes(8, "little")
    return hashlib.blake2b(number, digest_size=SECRET_BYTES, person=_PERSON).digest()


def child(secret: bytes, number: int) -> bytes:
    """The secret of the n-th of many matches that come from one seed."""
    label = b"match" + number.to_bytes(8, "little")
    return hashlib.blake2b(label, key=secret, digest_size=SECRET_BYTES).digest()


def commitment(secret: bytes) -> str:
    """The public hash of a secret, told before the first ply."""
    return hashlib.blake2b(secret, digest_size=32, person=_PERSON + b"-commit").hexdigest()


def derive(secret: bytes, ply: int, rngs: npt.NDArray[np.void]) -> None:
    """Set ``rngs[0]`` to the generator of one ply of the match with this secret."""
    digest = hashlib.blake2b(ply.to_bytes(8, "little"), key=secret, digest_size=16).digest()
    # NumPy's own assignment to a field takes five times as long.
    struct.pack_into("<4q", rngs.view(np.uint8).data, 0, *struct.unpack("<4I", digest))


def generator(seed: int | bytes | None = None, ply: int = 0) -> npt.NDArray[np.void]:
    """One generator, by itself, for a bot or a sample."""
    rngs = blank()
    derive(secret_of(seed), ply, rngs)
    return rngs


def as_generator(chance: Chance) -> npt.NDArray[np.void]:
    """A generator from whatever was handed over for chance; a generator record is used itself."""
    if isinstance(chance, np.ndarray):
        if chance.dtype == GENERATOR and chance.shape == (1,):
            return chance
        raise InvalidSeed(f"an array of {chance.dtype} is not a generator record")
    if isinstance(chance, random.Random):
        return generator(chance.getrandbits(64))
    return generator(chance)


def many(secret: bytes, count: int, stream: int = 0) -> npt.NDArray[np.void]:
    """Independent generators for a batch, from one secret; each stream gives others."""
    label = b"batch" + stream.to_bytes(8, "little")
    key = int.from_bytes(hashlib.blake2b(label, key=secret, digest_size=16).digest(), "little")
    raw = np.random.Philox(key=key).random_raw(2 * count).view("<u4").reshape(count, 4)
    rngs = np.zeros(count, GENERATOR)
    rngs["word"] = raw
    return rngs
