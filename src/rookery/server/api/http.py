"""Requests and answers: one way in, one form of errors, for all endpoints."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from rookery.core.language import LANGUAGES, preferred
from rookery.errors import MatchOver, RookeryError, StoreError
from rookery.server.api.texts import text_of
from rookery.server.guests import LIFE, Guest
from rookery.server.problems import (
    BadToken,
    CrossSite,
    InvalidBody,
    MethodNotAllowed,
    NoGuest,
    Problem,
    TooLarge,
    TooSlow,
)

if TYPE_CHECKING:
    from rookery.server.app import App

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

COOKIE = "rookery"
#: Under which extension of ASGI a handler finds the line it speaks on.
LINE = "rookery.line"
COOKIE_AGE = LIFE
SAFE = ("GET", "HEAD", "OPTIONS")
#: Headers that cannot be given twice: which one would count?
ONCE = (
    b"authorization",
    b"content-length",
    b"content-type",
    b"cookie",
    b"host",
    b"last-event-id",
    b"origin",
    b"sec-fetch-site",
)

#: Bytes of a body from which on it must not have more values than this: a saved match is one.
LONG, MANY = 65_536, 20_000

#: What is said of a database in trouble.
NO_DATABASE = "the database cannot be read or written at the moment; the server's log says why"

log = logging.getLogger("rookery.server")
_encode = msgspec.json.Encoder().encode

#: About how many bytes of a long answer are sent at once.
PIECE = 65_536

#: Answers are about one visitor and one moment, and never anything but data.
HEADERS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


class Language(msgspec.Struct, frozen=True):
    """A query that says which language the answer is to be in."""

    language: str | None = None


@dataclass(slots=True)
class Reply:
    """An answer that is more than data."""

    body: bytes
    kind: bytes = b"application/json"
    status: int = 200
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    #: What follows the body: a long one is sent in pieces, others in between.
    rest: Sequence[bytes] = ()


@dataclass(slots=True)
class Line:
    """What a handler may do with its connection besides answering."""

    abort: Callable[[], None]
    #: Set by a handler whose answer has no end.
    endless: bool = False
    #: Whether the whole request has come.
    whole: bool = False
    #: Bytes that such a handler has made and will send when the client has read the others.
    owed: int = 0


@dataclass(slots=True)
class Call:
    """A request, as endpoints see it."""

    app: "App"
    scope: Scope
    path: dict[str, str] = field(default_factory=dict)
    headers: dict[bytes, bytes] = field(default_factory=dict)
    guest: Guest | None = None
    query: Any = None
    #: Set by a handler that sends the answer itself, when it begins to.
    begun: bool = False

    @property
    def address(self) -> str:
        """Where it comes from."""
        client = self.scope.get("client")
        return client[0] if client else "local"

    @property
    def line(self) -> Line | None:
        """The line, if the server gives one."""
        given = self.scope.get("extensions", {}).get(LINE)
        return given["line"] if given else None

    @property
    def me(self) -> Guest:
        """Who asks; refuses those who do not say."""
        if self.guest is None:
            raise NoGuest("say who you are first: POST /api/v1/guests gives a token")
        return self.guest

    @property
    def language(self) -> str:
        """The language to answer in: asked for, kept with the guest, or the browser's."""
        asked = getattr(self.query, "language", None)
        if asked is not None:
            if asked not in LANGUAGES:
                raise InvalidBody(f"language: {asked!r} is not one of {', '.join(LANGUAGES)}")
            return str(asked)
        if self.guest is not None and self.guest.language in LANGUAGES:
            return str(self.guest.language)
        return preferred(self.headers.get(b"accept-language", b"").decode("latin-1"))


def read_headers(scope: Scope) -> dict[bytes, bytes]:
    """The headers by name; refuses those given twice on which something depends."""
    given = scope["headers"]
    headers = dict(given)
    if len(headers) != len(given):
        names = [name for name, _ in given]
        for name in ONCE:
            if names.count(name) > 1:
                raise Problem(f"the header {name.decode()!r} is given {names.count(name)} times")
    return headers


def error_language(scope: Scope) -> str:
    """The language to refuse in, however little of the request could be read."""
    call: Call | None = scope.get("rookery.call")
    try:
        if call is not None:
            return call.language
    except InvalidBody:
        pass  # it is the language that is wrong
    said = dict(scope["headers"]).get(b"accept-language", b"")
    return preferred(said.decode("latin-1"))


def read_guest(app: "App", scope: Scope, headers: dict[bytes, bytes]) -> Guest | None:
    """Who asks, by token or cookie. A cookie alone counts only for pages of this site."""
    token, cookie = read_token(headers)
    if not token:
        return None
    if not cookie:
        return app.sessions.guest(token)
    if scope["method"] not in SAFE:
        check_origin(headers)
    try:
        return app.sessions.guest(token)
    except BadToken:
        # A browser cannot put away what no script can read: such a visitor is nobody yet.
        return None


def read_token(headers: dict[bytes, bytes]) -> tuple[str, bool]:
    """The token that a request came with, and whether in a cookie."""
    bearer = headers.get(b"authorization", b"").decode("latin-1")
    if not bearer:
        return cookies(headers.get(b"cookie", b"")).get(COOKIE, ""), True
    kind, _, token = bearer.partition(" ")
    if kind.lower() != "bearer":
        raise NoGuest(f"authorization {kind!r} is not supported; use Bearer")
    return token.strip() or "-", False


def cookies(header: bytes) -> dict[str, str]:
    """Cookies by their names, as they were sent; the first of a name counts.

    The library's own way takes minutes for quotes with many backslashes in them. Nothing that we
    set has any, so nothing is unquoted here, and reading takes one look at each letter.
    """
    found: dict[str, str] = {}
    for part in header.decode("latin-1").split(";"):
        name, equals, value = part.partition("=")
        if equals:
            found.setdefault(name.strip(), value.strip())
    return found


def check_origin(headers: dict[bytes, bytes]) -> None:
    """Refuse what a page of another site sends with the visitor's cookie."""
    site = headers.get(b"sec-fetch-site", b"").decode("latin-1")
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    if site and site not in ("same-origin", "none"):
        raise CrossSite("a page of another site cannot act for you")
    if origin and _host_of(origin) != host:
        raise CrossSite(f"a page of {origin[:100]!r} cannot act for you")
    if not site and not origin:
        raise CrossSite("a request with a cookie needs an Origin header; or use a bearer token")


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


async def read_body(receive: Receive, call: Call, limit: int, wait: float) -> bytes:
    """The whole body, if it is not too long and does not take too long."""
    length = call.headers.get(b"content-length", b"0")
    if not length.isdigit() or len(length) > 20 or int(length) > limit:
        raise TooLarge(f"a body has at most {limit} bytes")
    parts: list[bytes] = []
    size = 0
    try:
        # Nearly all bodies are there already, and need no timer.
        async with nullcontext() if call.line and call.line.whole else asyncio.timeout(wait):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise InvalidBody("the body broke off")
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > limit:
                    raise TooLarge(f"a body has at most {limit} bytes")
                if not message.get("more_body"):
                    return b"".join(parts)
    except TimeoutError:
        raise TooSlow(f"the body did not come within {wait:g} seconds") from None


def decode(body: bytes, headers: dict[bytes, bytes], shape: Any) -> Any:
    """A JSON body of a shape."""
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if kind != b"application/json":
        raise InvalidBody(f"the body is {kind.decode('latin-1')!r}, not 'application/json'")
    if len(body) > LONG and sum(body.count(sign) for sign in (b",", b"[", b"{")) > MANY:
        # A long text is read in no time, many values are not.
        raise TooLarge(f"a body of more than {LONG} bytes has at most {MANY} values")
    return read_json(body, shape, "body")


def read_json(data: bytes | msgspec.Raw, shape: Any, what: str) -> Any:
    """JSON of a shape."""
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.MsgspecError as error:
        raise InvalidBody(f"{what}: {error}") from None
    except (UnicodeDecodeError, RecursionError):
        raise InvalidBody(f"{what}: it is not JSON in UTF-8") from None


def decode_query(scope: Scope, shape: Any) -> Any:
    """The query of a shape; a name given twice is refused."""
    if not scope["query_string"]:
        return shape()
    try:
        pairs = parse_qs(
            scope["query_string"].decode("utf-8"), keep_blank_values=True, max_num_fields=20
        )
    except (ValueError, UnicodeDecodeError):
        raise InvalidBody("query: it cannot be read") from None
    for name, values in pairs.items():
        if len(values) > 1:
            raise InvalidBody(f"query: {name[:50]!r} is given {len(values)} times")
        if name not in shape.__struct_fields__:
            known = ", ".join(shape.__struct_fields__) or "none"
            raise InvalidBody(f"query: {name[:50]!r} is not a known parameter; these are: {known}")
    try:
        return msgspec.convert({k: v[0] for k, v in pairs.items()}, shape, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidBody(f"query: {error}") from None


def status_of(error: RookeryError) -> int:
    """The HTTP status of an error."""
    if isinstance(error, Problem):
        return error.status
    if isinstance(error, StoreError):
        return 503
    return 409 if isinstance(error, MatchOver) else 422


def refusal(error: RookeryError, language: str = LANGUAGES[0]) -> Reply:
    """The one form in which everything that went wrong is told."""
    status = status_of(error)
    message = str(error)
    if isinstance(error, StoreError):
        # It names a path or a host: that is for the log.
        log.warning("the database is in trouble", extra={"why": message})
        message = NO_DATABASE
    text = text_of(error.code, language, getattr(error, "sentence", ""))
    said = {"code": error.code, "message": message, "text": text}
    body = _encode({"error": said})
    headers = []
    if status in (429, 503):
        headers.append((b"retry-after", b"%d" % getattr(error, "retry", 1)))
    if status in (408, 413):
        # What is still to come of the body is not waited for.
        headers.append((b"connection", b"close"))
    if isinstance(error, MethodNotAllowed):
        headers.append((b"allow", ", ".join(error.allowed).encode()))
    return Reply(body, status=status, headers=headers)


async def respond(send: Send, answer: Reply) -> None:
    """Send an answer."""
    length = str(sum(map(len, answer.rest), len(answer.body))).encode()
    headers = [
        (b"content-type", answer.kind),
        (b"content-length", length),
        *HEADERS,
        *answer.headers,
    ]
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    left = len(answer.rest)
    await send({"type": "http.response.body", "body": answer.body, "more_body": left > 0})
    for piece in answer.rest:
        left -= 1
        await send({"type": "http.response.body", "body": piece, "more_body": left > 0})


def pieces(parts: Iterable[bytes]) -> list[bytes]:
    """Many parts as few pieces. Millions of bytes at once hold everybody up, also in a thread."""
    found: list[bytes] = []
    some: list[bytes] = []
    size = 0
    for part in parts:
        some.append(part)
        size += len(part)
        if size >= PIECE:
            found.append(b"".join(some))
            some, size = [], 0
    if some:
        found.append(b"".join(some))
    return found
