"""Endpoints for the host: over the local socket, or with the host's token."""

import hmac
from typing import Annotated, Any

import msgspec

import rookery
from rookery.server import upkeep
from rookery.server.api.http import Call
from rookery.server.api.routes import Nothing, endpoint
from rookery.server.api.shapes import Body, Status, Text
from rookery.server.host import Notice
from rookery.server.problems import NotHost

TOKEN = b"x-rookery-admin"
#: Errors of all of them.
HOST = ("not_host",)
Words = Annotated[str, msgspec.Meta(max_length=500)]
TableId = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{10}$")]


def host_of(call: Call) -> str:
    """How the host is here, for the record; refuses everybody else."""
    settings = call.app.settings
    # Whoever may open the socket's file is the host.
    if settings.admin_socket and (call.scope.get("server") or ("",))[0] == settings.admin_socket:
        return "socket"
    given = call.headers.get(TOKEN, b"")
    if settings.admin_token and hmac.compare_digest(given, settings.admin_token.encode()):
        return "token"
    raise NotHost("this is for the host: use the local socket, or the token of the settings")


# ---------------------------------------------------------------- shapes


class HostStatus(msgspec.Struct, frozen=True):
    """How the house is."""

    version: str
    announcement: str
    maintenance: bool
    #: In memory here, with streams.
    tables: int
    streams: int
    #: Tables whose logs were found damaged here.
    damaged: int
    bans: list[dict[str, Any]]


class TablesQuery(msgspec.Struct, frozen=True):
    """Which tables to list."""

    status: Status | None = None
    before: Annotated[int, msgspec.Meta(ge=0, le=2**53)] | None = None
    limit: Annotated[int, msgspec.Meta(ge=1, le=500)] = 100


class Rows(msgspec.Struct, frozen=True):
    """A list of things, the latest first."""

    rows: list[dict[str, Any]]


class Decided(msgspec.Struct, frozen=True):
    """It is done, and in the record."""

    done: bool = True


class CloseTable(Body, frozen=True):
    """A table to be closed, and what is said to those who sit there."""

    table: TableId
    why: Words = ""


class Whom(Body, frozen=True):
    """A guest by id, or an address or network."""

    kind: Text
    who: Text


class Ban(Body, frozen=True):
    """Who may not come in any more, why, and for how many hours; null: for good."""

    kind: Text
    who: Text
    why: Words = ""
    hours: Annotated[float, msgspec.Meta(gt=0, le=1_000_000)] | None = None


class Announcement(Body, frozen=True):
    """What to say to everybody; empty: nothing any more."""

    text: Words = ""


class Switch(Body, frozen=True):
    """On or off."""

    on: bool


class GuestQuery(msgspec.Struct, frozen=True):
    """A guest by id."""

    guest: Text = ""


class GuestBody(Body, frozen=True):
    """A guest by id."""

    guest: Text


# ---------------------------------------------------------------- everybody


@endpoint("GET", "/notice", tag="server", guest=False)
async def notice(call: Call) -> Notice:
    """What the host says to everybody, and whether new tables are possible."""
    return call.app.host.notice


# ---------------------------------------------------------------- looking


@endpoint("GET", "/admin/status", tag="host", guest=False, errors=HOST)
async def status(call: Call) -> HostStatus:
    """How the house is."""
    host_of(call)
    app = call.app
    return HostStatus(
        version=rookery.__version__,
        announcement=app.host.notice.announcement,
        maintenance=app.host.notice.maintenance,
        tables=len(app.hub.tables),
        streams=app.streams,
        damaged=len(app.hub.damage),
        bans=app.host.bans,
    )


@endpoint("GET", "/admin/tables", tag="host", query=TablesQuery, guest=False, errors=HOST)
async def tables(call: Call) -> Rows:
    """All tables, also those by invitation only, the last changed first."""
    host_of(call)
    wanted: TablesQuery = call.query
    found = call.app.hub.store.upkeep.tables(wanted.status, wanted.before, wanted.limit)
    return Rows(await found)


@endpoint("GET", "/admin/guests", tag="host", query=TablesQuery, guest=False, errors=HOST)
async def guests(call: Call) -> Rows:
    """The guests who sit or sat at tables, the last who did first."""
    host_of(call)
    return Rows(await call.app.hub.store.upkeep.guests(call.query.before, call.query.limit))


@endpoint("GET", "/admin/log", tag="host", query=TablesQuery, guest=False, errors=HOST)
async def record(call: Call) -> Rows:
    """What hosts did, and what they have to know."""
    host_of(call)
    return Rows(await call.app.hub.store.house.audit(call.query.limit))


@endpoint("GET", "/admin/guest", tag="host", query=GuestQuery, guest=False, errors=HOST)
async def guest_data(call: Call) -> dict[str, Any]:
    """All that is kept about a guest, for somebody who asks the host for it."""
    host_of(call)
    return await upkeep.export(call.app.hub, call.query.guest)


# ---------------------------------------------------------------- deciding


@endpoint("POST", "/admin/close", tag="host", guest=False, errors=(*HOST, "not_found"))
async def close(call: Call, body: CloseTable) -> Decided:
    """End a table, without a winner."""
    await call.app.host.close_table(host_of(call), body.table, body.why)
    return Decided()


@endpoint("POST", "/admin/ban", tag="host", guest=False, errors=HOST)
async def ban(call: Call, body: Ban) -> Decided:
    """Let a guest or an address in no more; bots play on for them."""
    await call.app.host.ban(host_of(call), body.kind, body.who, body.why, body.hours)
    return Decided()


@endpoint("POST", "/admin/lift", tag="host", guest=False, errors=HOST)
async def lift(call: Call, body: Whom) -> Decided:
    """Let them in again."""
    await call.app.host.lift(host_of(call), body.kind, body.who)
    return Decided()


@endpoint("POST", "/admin/announce", tag="host", guest=False, errors=HOST)
async def announce(call: Call, body: Announcement) -> Decided:
    """Say something to everybody."""
    await call.app.host.announce(host_of(call), body.text)
    return Decided()


@endpoint("POST", "/admin/maintenance", tag="host", guest=False, errors=HOST)
async def maintenance(call: Call, body: Switch) -> Decided:
    """No new tables, and clocks stand; or back to normal."""
    await call.app.host.maintain(host_of(call), body.on)
    return Decided()


@endpoint("POST", "/admin/forget", tag="host", guest=False, errors=HOST)
async def forget(call: Call, body: GuestBody) -> Decided:
    """Delete what is kept about a guest, for somebody who asks the host for it."""
    who = host_of(call)
    await upkeep.forget(call.app.hub, body.guest)
    await call.app.hub.store.house.decide(who, "forget guest", body.guest, "")
    return Decided()


# ---------------------------------------------------------------- one's own


@endpoint("GET", "/guests/me/data", tag="guests")
async def my_data(call: Call) -> dict[str, Any]:
    """All that is kept about the asker."""
    return await upkeep.export(call.app.hub, call.me.id)


@endpoint("DELETE", "/guests/me/data", tag="guests", query=Nothing)
async def forget_me(call: Call) -> Decided:
    """Delete it: bots take over seats, names go from logs, nothing can be brought back."""
    await upkeep.forget(call.app.hub, call.me.id)
    return Decided()
