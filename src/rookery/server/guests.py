"""Guests: nobody needs an account. A signed token says who somebody is.

A token is ``payload.time.signature`` (itsdangerous): the payload is readable, the signature is an
HMAC by a key that all nodes share. Tokens of one purpose are worthless for another. All but
invitations expire; those of guests are renewed while they are in use.
"""

import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

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
    #: On which device; tokens of former times do not say.
    session: str = ""


class GuestKey(msgspec.Struct, frozen=True):
    """The right to be the same guest on another device, once."""

    guest: Guest
    nonce: str


class SeatKey(msgspec.Struct, frozen=True):
    """The right to sit down in a seat in place of the one who holds it now, once."""

    table: str
    seat: int
    holder: str
    nonce: str = ""


class Invitation(msgspec.Struct, frozen=True):
    """The right to see and join a table that is not public."""

    table: str


_PURPOSES: dict[type, str] = {
    Guest: "guest",
    GuestKey: "me",
    SeatKey: "seat",
    Invitation: "invite",
}
#: For how many seconds tokens are good: a guest who comes back next summer still has the same
#: tables; a private link is for the phone beside one, or for a friend who reads mail tonight.
LIFE = 365 * 24 * 3600
KEY_LIFE = 24 * 3600
_LIVES: dict[type, int] = {Guest: LIFE, GuestKey: KEY_LIFE, SeatKey: KEY_LIFE}
#: From which age on a guest's token is renewed, in seconds.
RENEWED = 7 * 24 * 3600
#: Until when tokens of former times, which do not say when they were made, are good: those who
#: have one get a new one when they come. Their cookies lasted a year.
FORMER = datetime(2027, 12, 1, tzinfo=UTC)
Signed = TypeVar("Signed", Guest, GuestKey, SeatKey, Invitation)


class Signer:
    """Signs tokens and checks them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        #: By their tokens, and when those were made; of former times: at no time.
        self._guests: dict[str, tuple[Guest, float]] = {}
        how = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._serializers: dict[type, URLSafeTimedSerializer] = {
            kind: URLSafeTimedSerializer(key, salt=f"rookery.{purpose}", signer_kwargs=how)
            for kind, purpose in _PURPOSES.items()
        }

    def life(self, kind: type) -> int:
        """For how many seconds tokens of a kind are good; 0: for ever."""
        return _LIVES.get(kind, 0)

    def sign(self, what: Guest | GuestKey | SeatKey | Invitation) -> str:
        """The token that says so."""
        return str(self._serializers[type(what)].dumps(msgspec.to_builtins(what)))

    def read(self, token: str, kind: type[Signed]) -> Signed:
        """What a token says, if it was made here for this purpose and has not expired."""
        return self._read(token, kind)[0]

    def _read(self, token: str, kind: type[Signed]) -> tuple[Signed, float]:
        """The same, and when it was made."""
        token = token[:TOKEN_LENGTH]
        purpose, made = _PURPOSES[kind], 0.0
        try:
            said, at = self._serializers[kind].loads(
                token.encode("utf-8", "replace"),
                max_age=_LIVES.get(kind),
                return_timestamp=True,
            )
            made = at.timestamp()
        except SignatureExpired:
            raise BadToken(f"the {purpose} token has expired; ask for a new one") from None
        except BadData:
            said = self._read_former(token, purpose)
        if said is None:
            raise BadToken(f"the token is not a valid {purpose} token of this server")
        return msgspec.convert(said, kind), made

    def _read_former(self, token: str, purpose: str) -> Any:
        """What a token of Rookery's first months says, if it is one: ``purpose.payload.signature``.

        They are in cookies that last a year, and without them people would lose their seats.
        """
        if datetime.now(UTC) > FORMER:
            return None
        head, _, signature = token.encode("utf-8", "replace").rpartition(b".")
        wanted = base64.urlsafe_b64encode(hmac.digest(self._key, head, "sha256")).rstrip(b"=")
        if not head.startswith(f"{purpose}.".encode()) or not hmac.compare_digest(
            signature, wanted
        ):
            return None
        payload = head.partition(b".")[2]
        return msgspec.json.decode(base64.urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)))

    def guest(self, token: str) -> Guest:
        """Who a token says somebody is; what was found valid once stays so until it expires."""
        return self._known(token)[0]

    def due(self, token: str) -> bool:
        """Whether a guest's token is to be replaced by a new one."""
        guest, made = self._known(token)
        return not guest.session or time.time() - made > RENEWED

    def _known(self, token: str) -> tuple[Guest, float]:
        known = self._guests.get(token)
        if known is None or (known[1] and time.time() - known[1] > LIFE):
            known = self._read(token, Guest)
            if len(self._guests) >= REMEMBERED:
                self._guests.clear()
            self._guests[token] = known
        return known


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
