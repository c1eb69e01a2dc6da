"""Guests: nobody needs an account. A signed token says who somebody is.

A token is ``payload.time.signature`` (itsdangerous): the payload is readable, the signature is an
HMAC by a key that all nodes share. Tokens of one purpose are worthless for another.
"""

import base64
import hashlib
import hmac
import secrets
import unicodedata
from typing import Any, TypeVar

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer

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
    face: str = ""


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
        how = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._serializers: dict[type, URLSafeTimedSerializer] = {
            kind: URLSafeTimedSerializer(key, salt=f"rookery.{purpose}", signer_kwargs=how)
            for kind, purpose in _PURPOSES.items()
        }

    def sign(self, what: Guest | SeatKey | Invitation) -> str:
        """The token that says so."""
        return str(self._serializers[type(what)].dumps(msgspec.to_builtins(what)))

    def read(self, token: str, kind: type[Signed]) -> Signed:
        """What a token says, if it was made here for this purpose."""
        token = token[:TOKEN_LENGTH]
        try:
            said: Any = self._serializers[kind].loads(token.encode("utf-8", "replace"))
        except BadData:
            said = self._read_former(token, _PURPOSES[kind])
        if said is None:
            raise BadToken(f"the token is not a valid {_PURPOSES[kind]} token of this server")
        return msgspec.convert(said, kind)

    def _read_former(self, token: str, purpose: str) -> Any:
        """What a token of Rookery's first months says, if it is one: ``purpose.payload.signature``.

        They are in cookies that last a year, and without them people would lose their seats.
        """
        head, _, signature = token.encode("utf-8", "replace").rpartition(b".")
        wanted = base64.urlsafe_b64encode(hmac.digest(self._key, head, "sha256")).rstrip(b"=")
        if not head.startswith(f"{purpose}.".encode()) or not hmac.compare_digest(
            signature, wanted
        ):
            return None
        payload = head.partition(b".")[2]
        return msgspec.json.decode(base64.urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)))

    def guest(self, token: str) -> Guest:
        """Who a token says somebody is; what was found valid once stays so."""
        guest = self._guests.get(token)
        if guest is None:
            guest = self.read(token, Guest)
            if len(self._guests) >= REMEMBERED:
                self._guests.clear()
            self._guests[token] = guest
        return guest


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
