"""Endpoints: what people do with each other at a table."""

from rookery.server.api.http import Call
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import AtSeat, Done, Word

AT_TABLE = ("not_found", "not_yours", "wrong_time")


@endpoint("POST", "/tables/{table}/talk", tag="people", errors=(*AT_TABLE, "too_many"))
async def talk(call: Call, body: Word) -> Done:
    """Say something to everybody at the table; it is no part of the match's log."""
    await call.app.sociable.say(call.path["table"], call.me, body.seat, body.kind, body.what)
    return Done(0)


@endpoint("POST", "/tables/{table}/nudge", tag="people", errors=(*AT_TABLE, "too_many"))
async def nudge(call: Call, body: AtSeat) -> Done:
    """Remind the person of a seat that the others wait."""
    await call.app.sociable.nudge(call.path["table"], call.me, body.seat)
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
