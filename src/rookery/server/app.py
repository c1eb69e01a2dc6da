"""The application: the API here, found by a look into a table, and pages through Starlette."""

import gc
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from rookery.errors import DamagedLog, RookeryError
from rookery.server.api import (
    admin_endpoints,
    code_endpoints,
    edition_endpoints,
    family_endpoints,
    guest_endpoints,
    host_endpoints,
    people_endpoints,
    review_endpoints,
    session_endpoints,
    stream,
    table_endpoints,
)
from rookery.server.api.http import (
    HEADERS,
    Call,
    Receive,
    Reply,
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
from rookery.server.api.limits import Buckets, Places, household
from rookery.server.api.metrics import Metrics
from rookery.server.api.openapi import describe
from rookery.server.api.routes import ENDPOINTS, PREFIX, Endpoint
from rookery.server.artists import Artists
from rookery.server.bot_pool import BotPool
from rookery.server.commands import Commands
from rookery.server.fairness import Turns
from rookery.server.guests import Signer
from rookery.server.heavy import Heavy
from rookery.server.host import Host
from rookery.server.hub import Hub
from rookery.server.own import OwnTables
from rookery.server.pondering import Ponderer
from rookery.server.problems import MethodNotAllowed, NoGuest, NotFound, Problem, TooLarge
from rookery.server.push import Pusher
from rookery.server.queries import Queries
from rookery.server.quotas import Quotas
from rookery.server.results import Recorder
from rookery.server.reviews import Reviews
from rookery.server.settings import Settings
from rookery.server.store import Store
from rookery.server.talk import Sociable
from rookery.server.upkeep import Purge
from rookery.server.warmup import Warmup

log = logging.getLogger("rookery.server")
_encode = msgspec.json.Encoder().encode

#: The longest path and query.
ADDRESS = 4000
#: Importing them is what registers their endpoints.
PARTS = (
    *(table_endpoints, stream, code_endpoints, edition_endpoints),
    *(guest_endpoints, session_endpoints, family_endpoints, host_endpoints, people_endpoints),
    *(admin_endpoints, review_endpoints),
)


def _settle() -> None:
    """Keep the collector away from what stays: 160,000 objects of rules and libraries alone.

    Looking through them again and again would hold everybody up for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


class Internal(Problem):
    """Something went wrong that should not have; the log has it under the same number."""

    code = "internal"
    status = 500


class App:
    """What all endpoints share: tables, guests, and the limits on both."""

    hub: Hub
    commands: Commands
    queries: Queries
    signer: Signer

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.node = secrets.token_hex(4)
        self.metrics = Metrics()
        self.openapi = describe()
        self.streams = 0
        self.artists = Artists()
        self.guests = Buckets(settings.rate, settings.burst)
        self.addresses = Buckets(settings.address_rate, settings.address_burst)
        self.quotas = Quotas(settings.quotas)
        self.heavy = Heavy(settings.heavy, settings.heavy_seconds)
        #: The past is looked up in a few threads: those of players, and one for everybody else.
        self._players_past = Turns(2, [200], 1000)
        self._others_past = Turns(1, [4], 32)
        self._guest_places = Places(settings.guest_streams)
        self._address_places = Places(settings.address_streams)
        self._bots: BotPool | None = None

    # ---------------------------------------------------------------- life

    async def open(self) -> None:
        """Open the database, begin to prepare the rules, take up the tables."""
        store = await Store.open(self.settings.db, node=self.node)
        self.signer = Signer(await store.key("tokens"))
        if self.settings.bots > 0:
            self._bots = BotPool(self.settings.bots, self.settings.king_cores)
        warmup = Warmup(self._bots.compile if self._bots else None)
        self.hub = Hub(store, self._bots, warmup, pace=self.settings.pace)
        if self._bots and self.settings.ponder:
            self.hub.ponderer = Ponderer(self.settings.king_cores)
        self.hub.count = self.metrics.wrote
        self.hub.waits.observe = self.metrics.bots.observe
        self.commands = Commands(self.hub, self.signer)
        self.sessions = self.commands.sessions
        await self.sessions.open()
        self.queries = Queries(self.hub, self.commands)
        self.sociable = Sociable(self.hub, self.commands, self.hub.company)
        self.hub.company.away = self.settings.away
        self.recorder = Recorder(self.hub)
        self.own_tables = OwnTables(self.hub)
        self.reviews = Reviews(self.hub, self.heavy)
        self.pusher: Pusher | None = None
        if self.settings.push is not None:
            services = self.settings.push_services
            self.pusher = await Pusher.open(self.hub, self.settings.push, services)
        warmup.begin(_settle)
        self.host = Host(self.hub)
        await self.host.open()
        await self.hub.open()
        self.purge = Purge(self.hub, self.settings.keep)
        self.purge.begin()

    async def close(self) -> None:
        """Let everybody go and close the database."""
        self.purge.close()
        self.host.close()
        self.recorder.close()
        self.reviews.close()
        if self.pusher is not None:
            self.pusher.close()
        await self.sessions.close()
        await self.hub.close()
        if self.hub.ponderer is not None:
            self.hub.ponderer.close()
        self.artists.close()
        self.hub.warmup.close()
        self.heavy.close()
        if self._bots is not None:
            self._bots.close()
        await self.hub.store.close()

    # ---------------------------------------------------------------- requests

    def asgi(self, pages: Sequence[BaseRoute] = ()) -> Starlette:
        """The application that a server such as uvicorn runs, with what else it is to show."""

        @asynccontextmanager
        async def lifespan(_: Starlette) -> AsyncIterator[None]:
            await self.open()
            try:
                yield
            finally:
                await self.close()

        made = Site(
            self, routes=pages, lifespan=lifespan, exception_handlers={404: _nowhere, 405: _not_so}
        )
        # A path is right or wrong; nobody is sent to an address made from their own headers.
        made.router.redirect_slashes = False
        return made

    def past(self, call: Call) -> AbstractAsyncContextManager[None]:
        """A turn for looking up the past; players do not wait behind others."""
        playing = call.guest is not None and call.query.seat is not None
        turns = self._players_past if playing else self._others_past
        return turns.one(household(call.address))

    @contextmanager
    def places(self, call: Call) -> Iterator[None]:
        """A place for a stream, for its address and its guest."""
        with ExitStack() as stack:
            stack.enter_context(self._address_places.place(household(call.address)))
            if call.guest is not None:
                stack.enter_context(self._guest_places.place(call.guest.id))
            yield


class Site(Starlette):
    """Pages by Starlette's routes; the API goes past them.

    There each message of a stream would pass through every layer of middleware, and each
    request look at one route after the other.
    """

    def __init__(self, app: App, **settings: Any) -> None:
        super().__init__(**settings)
        #: A few paths for every key, and what is served there by method.
        self._paths: dict[tuple[int, str, str], dict[re.Pattern[str], dict[str, Served]]] = {}
        for it in ENDPOINTS:
            paths = self._paths.setdefault(_key(PREFIX + it.path), {})
            paths.setdefault(it.pattern, {})[it.method] = Served(app, it)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # type: ignore[override]
        """Reply a request."""
        if scope["type"] != "http" or not scope["path"].startswith(PREFIX):
            await super().__call__(scope, receive, send)  # type: ignore[arg-type]
            return
        method, path = scope["method"], scope["path"]
        for pattern, by_method in self._paths.get(_key(path), {}).items():
            served = by_method.get("GET" if method == "HEAD" else method)
            if served is not None and (found := pattern.fullmatch(path)):
                scope["path_params"] = found.groupdict()
                await served(scope, receive, send)
                return
        error = _too_long(scope) or not_allowed(method, path)
        await respond(send, refusal(error, error_language(scope)))


def _too_long(scope: Scope) -> Problem | None:
    if len(scope["path"]) + len(scope["query_string"]) <= ADDRESS:
        return None
    return TooLarge(f"an address has at most {ADDRESS} characters")


def _key(path: str) -> tuple[int, str, str]:
    """What tells the endpoints apart: the number of parts, and those that are no names of things.

    /api/v1/tables/0123456789/actions
    """
    parts = path.split("/", 8)
    count = len(parts)
    return count, parts[3] if count > 3 else "", parts[5] if count > 5 else ""


class Served:
    """An endpoint as an ASGI application: who asks, may they, what do they get."""

    def __init__(self, app: App, endpoint: Endpoint) -> None:
        self.app = app
        self.endpoint = endpoint
        name = endpoint.handler.__name__
        self.name = name
        self._seconds = app.metrics.seconds.labels(name)
        #: By status.
        self._requests: dict[int, Any] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Reply a request."""
        begun = time.perf_counter()
        call = Call(self.app, scope)
        try:
            answer = await self._checked(call, receive, send)
        except RookeryError as error:
            self.app.metrics.refused.labels(error.code).inc()
            answer = refusal(error, error_language(scope))
        except Exception:
            number = secrets.token_hex(4)
            log.exception("a request failed", extra={"number": number, "endpoint": self.name})
            fault = Internal(f"something went wrong here; the log has it under {number}")
            answer = refusal(fault, error_language(scope))
        # Each holds the other: without this, every request would leave work to the collector.
        scope.pop("rookery.call", None)
        status = 200
        if answer is not None and not call.begun:
            status = answer.status
            await respond(send, answer)
        took = time.perf_counter() - begun
        if status not in self._requests:
            self._requests[status] = self.app.metrics.requests.labels(self.name, str(status))
        self._requests[status].inc()
        if not self.endpoint.stream:
            self._seconds.observe(took)
        if log.isEnabledFor(logging.INFO):
            said = {"endpoint": self.name, "method": scope["method"], "status": status}
            log.info("request", extra={**said, "ms": round(1000 * took, 1)})

    async def _checked(self, call: Call, receive: Receive, send: Send) -> Reply | None:
        try:
            return await self._answer(call, receive, send)
        except DamagedLog:
            # Who may not know of the table learns nothing of its damage.
            if table := call.path.get("table"):
                invitation = getattr(call.query, "invitation", None)
                await self.app.commands.admit_unread(table, call.guest, invitation)
            raise

    async def _answer(self, call: Call, receive: Receive, send: Send) -> Reply | None:
        app, endpoint, scope = self.app, self.endpoint, call.scope
        if error := _too_long(scope):
            raise error
        if scope["method"] == "HEAD" and endpoint.stream:
            # Allowed wherever GET is, but a stream without a body never ends.
            raise not_allowed(scope["method"], scope["path"])
        call.path = scope["path_params"]
        call.headers = headers = read_headers(scope)
        scope["rookery.call"] = call
        app.addresses.take(household(call.address), endpoint.cost)
        call.guest = read_guest(app, scope, headers)
        if endpoint.tag != "host":
            app.host.check(call.address, call.guest.id if call.guest else None)
        if call.guest is not None:
            app.guests.take(call.guest.id, endpoint.cost)
        elif endpoint.guest:
            raise NoGuest(f"say who you are first: POST {PREFIX}/guests gives a token")
        if endpoint.quota:
            who = call.guest.id if call.guest else None
            app.quotas.take(endpoint.quota, who, call.address, call.path.get("table"))
        call.query = decode_query(scope, endpoint.query)
        if endpoint.stream:
            await endpoint.handler(call, receive, send)
            return None
        arguments = []
        if endpoint.body is not None:
            limit = endpoint.limit or app.settings.body
            body = await read_body(receive, call, limit, app.settings.patience)
            arguments.append(decode(body, headers, endpoint.body))
        result = await endpoint.handler(call, *arguments)
        return result if isinstance(result, Reply) else Reply(_encode(result))


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
