"""The generators of plies in compiled code: what ``rng.derive`` does, for arrays of matches.

A batch keeps for each match the hash as it is after the secret, the key; so each ply that needs
chance costs one more block, a quarter of a microsecond. Interpreted, hashlib does the same.
"""

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.kernel import COMPILED, kernel
from rookery.core.rng import SECRET_BYTES

Words = npt.NDArray[np.uint64]

#: In place of a ply: the two halves of the secret of the match that comes after this one.
NEXT = (2**64 - 2, 2**64 - 1)

_U = np.uint64
IV = np.array(
    [
        0x6A09E667F3BCC908,
        0xBB67AE8584CAA73B,
        0x3C6EF372FE94F82B,
        0xA54FF53A5F1D36F1,
        0x510E527FADE682D1,
        0x9B05688C2B3E6C1F,
        0x1F83D9ABFB41BD6B,
        0x5BE0CD19137E2179,
    ],
    np.uint64,
)
SIGMA = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
        [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
        [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
        [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
        [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
        [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
        [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
        [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
        [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    ],
    np.int64,
)
#: Digest of 16 bytes, key of 32, no tree.
PARAMETERS = _U(16 | SECRET_BYTES << 8 | 1 << 16 | 1 << 24)
DIGEST = 16


@kernel
def mix(a: Any, b: Any, c: Any, d: Any, x: Any, y: Any) -> Any:
    """Stir two words of the message into four of the sixteen."""
    a = a + b + x
    d ^= a
    d = (d >> _U(32)) | (d << _U(32))
    c = c + d
    b ^= c
    b = (b >> _U(24)) | (b << _U(40))
    a = a + b + y
    d ^= a
    d = (d >> _U(16)) | (d << _U(48))
    c = c + d
    b ^= c
    b = (b >> _U(63)) | (b << _U(1))
    return a, b, c, d


@kernel
def compress(key: Any, message: Any, length: Any, last: bool, out: Any) -> None:
    """One block: ``out[:8]`` becomes what ``key`` is after it."""
    # Sixteen numbers and no array: a card would fetch each from afar for every step.
    a0, a1, a2, a3 = key[0], key[1], key[2], key[3]
    b0, b1, b2, b3 = key[4], key[5], key[6], key[7]
    c0, c1, c2, c3 = IV[0], IV[1], IV[2], IV[3]
    d0, d1, d2, d3 = IV[4] ^ length, IV[5], ~IV[6] if last else IV[6], IV[7]
    for turn in range(12):
        at = SIGMA[turn]
        a0, b0, c0, d0 = mix(a0, b0, c0, d0, message[at[0]], message[at[1]])
        a1, b1, c1, d1 = mix(a1, b1, c1, d1, message[at[2]], message[at[3]])
        a2, b2, c2, d2 = mix(a2, b2, c2, d2, message[at[4]], message[at[5]])
        a3, b3, c3, d3 = mix(a3, b3, c3, d3, message[at[6]], message[at[7]])
        a0, b1, c2, d3 = mix(a0, b1, c2, d3, message[at[8]], message[at[9]])
        a1, b2, c3, d0 = mix(a1, b2, c3, d0, message[at[10]], message[at[11]])
        a2, b3, c0, d1 = mix(a2, b3, c0, d1, message[at[12]], message[at[13]])
        a3, b0, c1, d2 = mix(a3, b0, c1, d2, message[at[14]], message[at[15]])
    out[0], out[1], out[2], out[3] = a0 ^ c0, a1 ^ c1, a2 ^ c2, a3 ^ c3
    out[4], out[5], out[6], out[7] = b0 ^ d0, b1 ^ d1, b2 ^ d2, b3 ^ d3
    for k in range(8):
        out[k] ^= key[k]


@kernel
def compiled_absorb(secret: Any, key: Any, work: Any) -> None:
    """The hash as it is after the secret: ``work`` has 32 words."""
    message, space = work[16:], work[:16]
    for k in range(16):
        message[k] = secret[k] if k < 4 else _U(0)
    for k in range(8):
        key[k] = IV[k]
    key[0] ^= PARAMETERS
    compress(key, message, _U(128), False, space)
    for k in range(8):
        key[k] = space[k]


@kernel
def compiled_squeeze(key: Any, ply: Any, work: Any) -> None:
    """The digest of a ply in ``work[:2]``."""
    message, space = work[16:], work[:16]
    for k in range(16):
        message[k] = _U(0)
    message[0] = _U(ply)
    compress(key, message, _U(136), True, space)


def plain_absorb(secret: Any, key: Any, work: Any) -> None:
    """Interpreted, the key is the secret itself."""
    key[:4] = secret


def plain_squeeze(key: Any, ply: Any, work: Any) -> None:
    """The same by hashlib."""
    message = int(ply).to_bytes(8, "little")
    digest = hashlib.blake2b(message, key=key[:4].tobytes(), digest_size=DIGEST).digest()
    work[:2] = np.frombuffer(digest, np.uint64)


absorb = compiled_absorb if COMPILED else plain_absorb
squeeze = compiled_squeeze if COMPILED else plain_squeeze


@kernel
def derive(key: Any, ply: Any, rng: Any, work: Any) -> None:
    """Set a generator to that of a ply: what ``rng.derive`` does for one match."""
    squeeze(key, ply, work)
    low = _U(0xFFFF_FFFF)
    rng["word"][0] = work[0] & low
    rng["word"][1] = work[0] >> _U(32)
    rng["word"][2] = work[1] & low
    rng["word"][3] = work[1] >> _U(32)


@kernel
def absorb_all(secrets: Any, keys: Any, work: Any) -> None:
    """The keys of many secrets."""
    for i in range(len(secrets)):
        absorb(secrets[i], keys[i], work)


@kernel
def move_on(secret: Any, key: Any, work: Any) -> None:
    """The secret of the match after this one, and its key."""
    squeeze(key, _U(NEXT[0]), work)
    first, second = work[0], work[1]
    squeeze(key, _U(NEXT[1]), work)
    secret[0], secret[1], secret[2], secret[3] = first, second, work[0], work[1]
    absorb(secret, key, work)


def successor(secret: bytes) -> bytes:
    """The secret of the match that a batch deals after the one with this secret."""
    halves = (ply.to_bytes(8, "little") for ply in NEXT)
    return b"".join(
        hashlib.blake2b(half, key=secret, digest_size=DIGEST).digest() for half in halves
    )
