"""Endpoints: what people do with each other, what they have played, how they are called."""

import asyncio

from rookery.games import names as game_names
from rookery.server.api.http import Call, Language, Reply
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import (
    AtSeat,
    Done,
    OwnListing,
    PictureQuery,
    PushAddress,
    PushKey,
    Reach,
    Subscription,
    Word,
)
from rookery.server.pictures import png, table_card
from rookery.server.problems import WrongTime
from rookery.server.profile import Profile, profile
from rookery.server.reach import reachable

AT_TABLE = ("not_found", "not_yours", "wrong_time")


@endpoint("POST", "/tables/{table}/talk", tag="people", errors=(*AT_TABLE, "too_many"))
async def talk(call: Call, body: Word) -> Done:
    """Say something to everybody at the table; it is no part of the match's log."""
    await call.app.sociable.say(call.path["table"], call.me, body.seat, body.kind, body.what)
    return Done(0)


@endpoint("POST", "/tables/{table}/nudge", tag="people", errors=(*AT_TABLE, "too_many"))
async def nudge(call: Call, body: AtSeat) -> Done:
    """Remind the person of a seat that the others wait."""
    table = await call.app.sociable.nudge(call.path["table"], call.me, body.seat)
    if call.app.pusher is not None:
        call.app.pusher.nudged(table, body.seat, call.me.name)
    return Done(0)


@endpoint("POST", "/tables/{table}/stand-in", tag="people", errors=(*AT_TABLE, "stale"))
async def stand_in(call: Call, body: AtSeat) -> Done:
    """Let a bot play for somebody who is gone, until they come back."""
    await call.app.sociable.stand_in(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint("POST", "/tables/{table}/hold", tag="people", errors=(*AT_TABLE, "stale"))
async def hold(call: Call, body: AtSeat) -> Done:
    """The person of a seat has the shared device in hand: their clock runs from now on."""
    await call.app.sociable.hold(call.path["table"], call.me, body.seat)
    return Done(0)


# ---------------------------------------------------------------- a guest's own


@endpoint("GET", "/guests/me/tables", tag="guests", query=Language, cost=5)
async def my_tables(call: Call) -> OwnListing:
    """The tables at which the asker sits or sat: those that wait for them first."""
    found = await call.app.own_tables.of(call.me.id, call.language)
    return OwnListing(found, sum(it.waits for it in found))


@endpoint("GET", "/guests/me/profile", tag="guests")
async def my_profile(call: Call) -> Profile:
    """What the asker has played, against whom and how well."""
    me, people = call.me, call.app.hub.store.people
    await call.app.recorder.catch_up(me.id)
    rows, ratings = await people.results_of(me.id), await people.ratings_of(me.id)
    return profile((me.id, me.name, me.face), rows, ratings, game_names())


# ---------------------------------------------------------------- pushes


@endpoint("GET", "/push", tag="guests", guest=False)
async def push_key(call: Call) -> PushKey:
    """The key with which a browser subscribes; empty: the host has not switched it on."""
    pusher = call.app.pusher
    return PushKey(pusher.key if pusher is not None else "")


@endpoint("POST", "/guests/me/push", tag="guests", errors=("wrong_time",))
async def push_on(call: Call, body: Subscription) -> Done:
    """Tell the asker's browser when it is their turn and they are not at the table."""
    if call.app.pusher is None:
        raise WrongTime("nothing is pushed here: the host has not switched it on")
    await call.app.pusher.subscribe(call.me.id, body.endpoint, body.keys, call.language)
    return Done(0)


@endpoint("POST", "/guests/me/push/off", tag="guests")
async def push_off(call: Call, body: PushAddress) -> Done:
    """Tell that browser nothing any more."""
    await call.app.hub.store.people.unsubscribe(body.endpoint, call.me.id)
    return Done(0)


# ---------------------------------------------------------------- to share


@endpoint(
    "GET",
    "/tables/{table}/picture",
    tag="tables",
    query=PictureQuery,
    guest=False,
    errors=("not_found", "not_yours", "missing_extra"),
)
async def picture(call: Call) -> bytes:
    """The final board with the scores, or before the end what is played; as SVG or PNG."""
    table = await call.app.hub.find(call.path["table"])
    call.app.commands.admit(table, call.guest, call.query.invitation)
    made = await asyncio.to_thread(table_card, table.fold, call.language)
    if call.query.form == "png":
        return shown(await asyncio.to_thread(png, made), b"image/png")  # type: ignore[return-value]
    return shown(made.encode(), b"image/svg+xml")  # type: ignore[return-value]


def shown(body: bytes, kind: bytes) -> Reply:
    """A picture; as a page of its own it can do nothing."""
    return Reply(body, kind, headers=[(b"content-security-policy", b"default-src 'none'")])


# ---------------------------------------------------------------- who can come


@endpoint("GET", "/reach", tag="server", guest=False)
async def reach(call: Call) -> Reach:
    """From where this server can be reached, for whoever invites others."""
    settings = call.app.settings
    port = (call.scope.get("server") or ("", settings.port))[1]
    return Reach(*reachable(settings.host, port))
