"""Endpoints: who somebody is, on which devices, and how to become the same one on another."""

import msgspec

from rookery.core.language import LANGUAGES
from rookery.server.api.http import COOKIE, COOKIE_AGE, Call, Reply, check_origin, read_token
from rookery.server.api.routes import Nothing, endpoint
from rookery.server.api.shapes import (
    ClaimInfo,
    EndSession,
    GuestAnswer,
    Key,
    KeyAnswer,
    NewGuest,
    SessionInfo,
    SessionList,
    Somebody,
)
from rookery.server.faces import any_face, check_face
from rookery.server.guests import KEY_LIFE, Guest, check_name, new_id
from rookery.server.problems import InvalidBody


def with_cookie(call: Call, guest: Guest) -> Reply:
    """A guest's answer; the browser keeps the token in a cookie that no script can read."""
    token = call.app.signer.sign(guest)
    body = msgspec.json.encode(answer(guest, token))
    return Reply(body, headers=[set_cookie(call, token, COOKIE_AGE)])


def answer(guest: Guest, token: str) -> GuestAnswer:
    """A guest, as it is told who it is."""
    return GuestAnswer(guest.id, guest.name, guest.language, token, guest.face)


def set_cookie(call: Call, token: str, age: int, name: str = COOKIE) -> tuple[bytes, bytes]:
    """The header that has a browser keep a token, for so many seconds."""
    secure = "; Secure" if call.scope.get("scheme") == "https" else ""
    cookie = f"{name}={token}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"
    return b"set-cookie", cookie.encode("latin-1")


async def at_home(call: Call, guest: Guest) -> Guest:
    """The guest with a session of its own on the asker's device."""
    if guest.session:
        return guest
    agent = call.headers.get(b"user-agent", b"").decode("latin-1")
    return call.app.sessions.begin(guest, agent)


@endpoint("POST", "/guests", tag="guests", guest=False, quota="guests")
async def be_somebody(call: Call, body: NewGuest) -> GuestAnswer:
    """Choose a nickname: become a guest, or keep being the same one under another name."""
    if body.language is not None and body.language not in LANGUAGES:
        raise InvalidBody(f"language: {body.language!r} is not one of {', '.join(LANGUAGES)}")
    before = call.guest or Guest(new_id(), "")
    face = check_face(body.face) or before.face or any_face()
    guest = Guest(before.id, check_name(body.name), body.language, face, before.session)
    return with_cookie(call, await at_home(call, guest))  # type: ignore[return-value]


@endpoint("GET", "/guests/me", tag="guests")
async def who_am_i(call: Call) -> GuestAnswer:
    """Who the asker is, with a new token; a browser gets a new cookie when the old one is old."""
    me = await at_home(call, call.me)
    call.app.sessions.seen(me.session)
    given, cookie = read_token(call.headers)
    if cookie and call.app.signer.due(given):
        return with_cookie(call, me)  # type: ignore[return-value]
    return answer(me, call.app.signer.sign(me))


# ---------------------------------------------------------------- private links


@endpoint("GET", "/guests/me/key", tag="guests")
async def my_key(call: Call) -> KeyAnswer:
    """What to put into a private link, to be the same guest on another device: once, for a day."""
    return KeyAnswer(call.app.sessions.key(call.me), KEY_LIFE)


@endpoint("POST", "/guests/claim/look", tag="guests", guest=False, errors=("bad_token",))
async def look_at_key(call: Call, body: Key) -> ClaimInfo:
    """Who a private link would make of the asker, and who the asker would no longer be here."""
    given = await call.app.sessions.read(body.key)
    become = await somebody(call, given.guest)
    if call.guest is None or call.guest.id == given.guest.id:
        return ClaimInfo(become, None, same=call.guest is not None)
    return ClaimInfo(become, await somebody(call, call.guest), same=False)


async def somebody(call: Call, guest: Guest) -> Somebody:
    """A guest by name, and at how many tables."""
    tables = await call.app.hub.store.unfinished(guest.id, 0)
    return Somebody(guest.name, guest.face, tables)


@endpoint("POST", "/guests/claim", tag="guests", guest=False, errors=("bad_token", "cross_site"))
async def be_the_same(call: Call, body: Key) -> GuestAnswer:
    """Be the guest of a private link on this device; only a page of this site may ask for that."""
    if read_token(call.headers)[1] or b"authorization" not in call.headers:
        check_origin(call.headers)
    given = await call.app.sessions.read(body.key)
    await call.app.sessions.spend(given)
    fresh = msgspec.structs.replace(given.guest, session="")
    return with_cookie(call, await at_home(call, fresh))  # type: ignore[return-value]


# ---------------------------------------------------------------- devices


@endpoint("GET", "/guests/me/sessions", tag="guests")
async def my_sessions(call: Call) -> SessionList:
    """The devices on which the asker is signed in."""
    me = call.me
    found = await call.app.sessions.listed(me)
    return SessionList(
        [
            SessionInfo(row.id, row.device, row.created, row.seen, current=row.id == me.session)
            for row in found
        ]
    )


@endpoint("POST", "/guests/me/sessions/end", tag="guests", errors=("not_found",))
async def end_session(call: Call, body: EndSession) -> Nothing:
    """Sign out a device, or all but this one: its token is worth nothing from now on."""
    me = call.me
    await call.app.sessions.end(me, body.session)
    if body.session is not None and body.session == me.session:
        gone = set_cookie(call, "", 0)
        return Reply(b"{}", headers=[gone])  # type: ignore[return-value]
    return Nothing()
