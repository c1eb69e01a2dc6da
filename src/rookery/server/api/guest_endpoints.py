"""Endpoints: guests, games, lists of tables, and how the server is."""

import ipaddress

import rookery
from rookery.bots import names as bot_names
from rookery.core.language import LANGUAGES, speech
from rookery.games import find
from rookery.games import names as game_names
from rookery.server.api.http import Call, Language, Reply
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import (
    GameInfo,
    Games,
    Health,
    LevelInfo,
    Listing,
    ListQuery,
    Waking,
)
from rookery.server.faces import LEVEL_TEXTS
from rookery.server.own import Listed
from rookery.server.problems import InvalidBody, NotYours

STATUSES = ("open", "running", "over")


@endpoint("GET", "/tables", tag="tables", query=ListQuery, guest=False)
async def list_tables(call: Call) -> Listing:
    """Public tables: open ones to join, running ones to watch, or those that are over."""
    wanted: ListQuery = call.query
    if wanted.status not in STATUSES:
        raise InvalidBody(f"status: {wanted.status[:50]!r} is not one of {', '.join(STATUSES)}")
    if wanted.game is not None:
        find(wanted.game)
    if wanted.before is not None and not 0 <= wanted.before < 2**53:
        raise InvalidBody(f"before: {wanted.before} is not a time in milliseconds")
    found = await call.app.hub.store.listing(
        wanted.status, game=wanted.game, limit=wanted.limit, before=wanted.before
    )
    return Listing([Listed.of(*it) for it in found])


@endpoint("GET", "/games", tag="server", query=Language, guest=False)
async def list_games(call: Call) -> Games:
    """The games, their options and the bots."""
    ready = call.app.hub.warmup.known()
    games = []
    for name in game_names():
        game = find(name)
        options = {
            key: {"help": option.help, "default": option.default, "values": option.values}
            for key, option in game.options.items()
            if not option.former
        }
        waking = call.app.hub.warmup.waking(name)
        games.append(
            GameInfo(
                name=name,
                title=game.title,
                designer=game.designer,
                players=list(game.players),
                editions=list(game.editions),
                options=options,
                ready=ready.get(name, False),
                waking=None if waking is None else Waking(*waking),
            )
        )
    say = speech(call.language).gettext
    levels = [LevelInfo(level, say(text)) for level, text in LEVEL_TEXTS.items()]
    return Games(games, list(bot_names()), levels, list(LANGUAGES))


@endpoint("GET", "/health", tag="server", guest=False)
async def health(call: Call) -> Health:
    """Whether the server is there: it asks nobody else, neither the database nor bots."""
    app = call.app
    return Health(
        status="ok",
        version=rookery.__version__,
        node=app.node,
        tables=len(app.hub.tables),
        streams=app.streams,
        ready=app.hub.warmup.known(),
    )


@endpoint("GET", "/metrics", tag="server", guest=False, errors=("not_yours",))
async def metrics(call: Call) -> str:
    """Figures for Prometheus, for this machine only unless the server was told otherwise.

    They count hidden actions too: with few tables, a player could count along.
    """
    if not call.app.settings.public_metrics and not at_home(call):
        raise NotYours("figures are for the server's own machine; see rookery serve --help")
    call.app.metrics.look(call.app.hub)
    text = call.app.metrics.text(call.app.streams, len(call.app.hub.tables))
    return Reply(text, b"text/plain; version=0.0.4; charset=utf-8")  # type: ignore[return-value]


#: Headers of a proxy: whoever asks through one is elsewhere, wherever the proxy itself is.
PASSED_ON = (b"x-forwarded-for", b"forwarded", b"x-real-ip", b"via")


def at_home(call: Call) -> bool:
    """Whether somebody on this machine asks, and not through a proxy that runs on it."""
    return is_local(call.address) and not any(name in call.headers for name in PASSED_ON)


def is_local(address: str) -> bool:
    """Whether an address is one of this machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "local"


@endpoint("GET", "/openapi.json", tag="server", guest=False)
async def description(call: Call) -> dict[str, object]:
    """This interface, described in OpenAPI 3.1."""
    return call.app.openapi
