"""The application: Starlette finds the endpoint, what is here does the rest."""

import logging
import secrets
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rookery.errors import RookeryError
from rookery.server.api import guest_endpoints, stream, table_endpoints
from rookery.server.api.http import (
    HEADERS,
    Answer,
    Call,
    Receive,
    Scope,
    Send,
    decode,
    decode_query,
    error_language,
    read_body,
    read_guest,
    read_headers,
    refusal,
    respond,
)
from rookery.server.api.limits import Buckets, Places
from rookery.server.api.metrics import Metrics
from rookery.server.api.openapi import describe
from rookery.server.api.routes import ENDPOINTS, PREFIX, Endpoint
from rookery.server.guests import Signer
from rookery.server.hub import Hub
from rookery.server.play import Tables
from rookery.server.problems import MethodNotAllowed, NoGuest, NotFound, Problem, TooLarge
from rookery.server.rules import Rules
from rookery.server.settings import Settings
from rookery.server.store import Store
from rookery.server.thinkers import Thinkers

log = logging.getLogger("rookery.server")
_encode = msgspec.json.Encoder().encode

#: The longest path and query.
ADDRESS = 4000
#: Importing them is what registers their endpoints.
PARTS = (table_endpoints, stream, guest_endpoints)


class Internal(Problem):
    """Something went wrong that should not have; the log has it under the same number."""

    code = "internal"
    status = 500


class App:
    """What all endpoints share: tables, guests, and the limits on both."""

    hub: Hub
    tables: Tables
    signer: Signer

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.node = secrets.token_hex(4)
        self.metrics = Metrics()
        self.openapi = describe()
        self.streams = 0
        self.guests = Buckets(settings.rate, settings.burst)
        self.addresses = Buckets(settings.address_rate, settings.address_burst)
        self._guest_places = Places(settings.guest_streams)
        self._address_places = Places(settings.address_streams)
        self._thinkers: Thinkers | None = None

    # ---------------------------------------------------------------- life

    async def open(self) -> None:
        """Open the database, begin to prepare the rules, take up the tables."""
        store = await Store.open(self.settings.db, node=self.node)
        self.signer = Signer(await store.key("tokens"))
        if self.settings.bots > 0:
            self._thinkers = Thinkers(self.settings.bots)
        rules = Rules(self._thinkers.compile if self._thinkers else None)
        self.hub = Hub(store, self._thinkers, rules, pace=self.settings.pace)
        self.hub.count = self.metrics.wrote
        self.tables = Tables(self.hub, self.signer)
        rules.begin()
        await self.hub.open()

    async def close(self) -> None:
        """Let everybody go and close the database."""
        await self.hub.close()
        self.hub.rules.close()
        if self._thinkers is not None:
            self._thinkers.close()
        await self.hub.store.close()

    # ---------------------------------------------------------------- requests

    def asgi(self, pages: Sequence[BaseRoute] = ()) -> Starlette:
        """The application that a server such as uvicorn runs, with what else it is to show."""
        routes: list[BaseRoute] = [
            Route(PREFIX + it.path, Served(self, it), methods=[it.method]) for it in ENDPOINTS
        ]

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            await self.open()
            try:
                yield
            finally:
                await self.close()

        made = Starlette(
            routes=[*routes, *pages],
            lifespan=lifespan,
            exception_handlers={404: _nowhere, 405: _not_so},
        )
        # A path is right or wrong; nobody is sent to an address made from their own headers.
        made.router.redirect_slashes = False
        return made

    @contextmanager
    def places(self, call: Call) -> Iterator[None]:
        """A place for a stream, for its address and its guest."""
        with ExitStack() as stack:
            stack.enter_context(self._address_places.place(call.address))
            if call.guest is not None:
                stack.enter_context(self._guest_places.place(call.guest.id))
            yield


class Served:
    """An endpoint as an ASGI application: who asks, may they, what do they get."""

    def __init__(self, app: App, endpoint: Endpoint) -> None:
        self.app = app
        self.endpoint = endpoint
        name = endpoint.handler.__name__
        self.name = name
        self._seconds = app.metrics.seconds.labels(name)
        self._part = endpoint.pattern

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        begun = time.perf_counter()
        status = 0

        async def watch(message: Any) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            answer = await self._answer(scope, receive, watch)
        except RookeryError as error:
            answer = refusal(error, error_language(scope))
        except Exception:
            number = secrets.token_hex(4)
            log.exception("a request failed", extra={"number": number, "endpoint": self.name})
            fault = Internal(f"something went wrong here; the log has it under {number}")
            answer = refusal(fault, error_language(scope))
        if answer is not None and not status:
            await respond(watch, answer)
        took = time.perf_counter() - begun
        self.app.metrics.requests.labels(self.name, str(status)).inc()
        if not self.endpoint.stream:
            self._seconds.observe(took)
        if log.isEnabledFor(logging.INFO):
            said = {"endpoint": self.name, "method": scope["method"], "status": status}
            log.info("request", extra={**said, "ms": round(1000 * took, 1)})

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> Answer | None:
        app, endpoint = self.app, self.endpoint
        if len(scope["path"]) + len(scope["query_string"]) > ADDRESS:
            raise TooLarge(f"an address has at most {ADDRESS} characters")
        if not self._part.fullmatch(scope["path"]):
            raise NotFound(f"there is nothing at {scope['path'][:100]!r}")
        if scope["method"] == "HEAD" and endpoint.stream:
            # Starlette allows it wherever GET is, but a stream without a body never ends.
            raise not_allowed(scope["method"], scope["path"])
        headers = read_headers(scope)
        call = Call(app, scope, scope["path_params"], headers, None, None)
        scope["rookery.call"] = call
        app.addresses.take(call.address)
        call.guest = read_guest(app, scope, headers)
        if call.guest is not None:
            app.guests.take(call.guest.id)
        elif endpoint.guest:
            raise NoGuest(f"say who you are first: POST {PREFIX}/guests gives a token")
        call.query = decode_query(scope, endpoint.query)
        if endpoint.stream:
            await endpoint.handler(call, receive, send)
            return None
        arguments = []
        if endpoint.body is not None:
            limit = endpoint.limit or app.settings.body
            body = await read_body(receive, headers, limit, app.settings.patience)
            arguments.append(decode(body, headers, endpoint.body))
        result = await endpoint.handler(call, *arguments)
        return result if isinstance(result, Answer) else Answer(_encode(result))


def _as_response(request: Request, error: Problem) -> Response:
    answer = refusal(error, error_language(request.scope))  # type: ignore[arg-type]
    headers = {name.decode(): value.decode() for name, value in (*HEADERS, *answer.headers)}
    return Response(answer.body, answer.status, headers, "application/json")


async def _nowhere(request: Request, error: Exception) -> Response:
    return _as_response(request, NotFound(f"there is nothing at {request.url.path[:100]!r}"))


async def _not_so(request: Request, error: Exception) -> Response:
    return _as_response(request, not_allowed(request.method, request.scope["path"]))


def not_allowed(method: str, path: str) -> Problem:
    """What to say to a method that is not possible at a path."""
    found = [it.method for it in ENDPOINTS if it.pattern.fullmatch(path)]
    if not found:
        return NotFound(f"there is nothing at {path[:100]!r}")
    error = MethodNotAllowed(f"{method[:10]} is not possible here: {', '.join(found)}")
    error.allowed = tuple(found)
    return error
