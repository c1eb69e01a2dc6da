"""Guests: nobody needs an account. A signed token says who somebody is.

A token is ``purpose.payload.signature``: the payload is readable, the signature is an HMAC by
a key that all nodes share. Tokens of one purpose are worthless for another.
"""

import base64
import hmac
import secrets
import unicodedata
from typing import TypeVar

import msgspec

from rookery.server.problems import BadToken, InvalidBody

NAME_LENGTH = 24
TOKEN_LENGTH = 1000
#: Letters and signs that look like nothing: fillers of Hangul, the empty cell of Braille.
BLANK = "\u115f\u1160\u3164\uffa0\u2800"
#: Tokens of guests that are not read anew for every request.
REMEMBERED = 10_000


class Guest(msgspec.Struct, frozen=True):
    """Somebody."""

    id: str
    name: str
    language: str | None = None


class SeatKey(msgspec.Struct, frozen=True):
    """The right to sit down in a seat in place of the one who holds it now."""

    table: str
    seat: int
    holder: str


class Invitation(msgspec.Struct, frozen=True):
    """The right to see and join a table that is not public."""

    table: str


_PURPOSES: dict[type, str] = {Guest: "guest", SeatKey: "seat", Invitation: "invite"}
Signed = TypeVar("Signed", Guest, SeatKey, Invitation)


class Signer:
    """Signs tokens and checks them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._guests: dict[str, Guest] = {}

    def sign(self, what: Guest | SeatKey | Invitation) -> str:
        """The token that says so."""
        head = f"{_PURPOSES[type(what)]}.{_text(msgspec.json.encode(what))}"
        return f"{head}.{self._signature(head)}"

    def read(self, token: str, kind: type[Signed]) -> Signed:
        """What a token says, if it was made here for this purpose."""
        head, _, signature = token[:TOKEN_LENGTH].rpartition(".")
        purpose, _, payload = head.partition(".")
        fits = hmac.compare_digest(signature.encode(), self._signature(head).encode())
        if not fits or purpose != _PURPOSES[kind]:
            raise BadToken(f"the token is not a valid {_PURPOSES[kind]} token of this server")
        return msgspec.json.decode(_bytes(payload), type=kind)

    def guest(self, token: str) -> Guest:
        """Who a token says somebody is; what was found valid once stays so."""
        guest = self._guests.get(token)
        if guest is None:
            guest = self.read(token, Guest)
            if len(self._guests) >= REMEMBERED:
                self._guests.clear()
            self._guests[token] = guest
        return guest

    def _signature(self, head: str) -> str:
        return _text(hmac.digest(self._key, head.encode("utf-8", "replace"), "sha256"))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_id() -> str:
    """The id of a new guest."""
    return secrets.token_urlsafe(12)


def check_name(name: str) -> str:
    """A nickname as it will be shown; refuses what could not be read or would mislead."""
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(clean) <= NAME_LENGTH:
        raise InvalidBody(f"name: a nickname has 1 to {NAME_LENGTH} characters, not {len(clean)}")
    # Control characters, and those that turn the direction of what follows.
    bad = [
        letter for letter in clean if unicodedata.category(letter) in ("Cc", "Cf", "Cn", "Co", "Cs")
    ]
    if bad:
        raise InvalidBody(f"name: the character U+{ord(bad[0]):04X} cannot be in a nickname")
    if not any(
        unicodedata.category(letter)[0] in "LNPS" for letter in clean if letter not in BLANK
    ):
        raise InvalidBody("name: a nickname needs something that can be seen")
    return clean
