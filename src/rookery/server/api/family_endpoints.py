"""Endpoints: several people on one device, each a guest of their own; a tap changes who it is.

Their tokens lie in a second cookie that no script can read, as the present one's does in the
first. Nobody gets into it who was not somebody on this device before.
"""

import msgspec

from rookery.server.api.http import COOKIE_AGE, Call, Reply, check_origin, cookies
from rookery.server.api.routes import endpoint
from rookery.server.api.session_endpoints import answer, at_home, set_cookie
from rookery.server.api.shapes import Family, FamilyMember, GuestAnswer, Member, NewGuest
from rookery.server.faces import any_face, check_face, symbols_of
from rookery.server.guests import Guest, check_name, new_id
from rookery.server.problems import BadToken, NotFound, WrongTime

COOKIE = "rookery_family"
#: People on one device.
MANY = 8
BETWEEN = "~"


def household(call: Call) -> dict[str, str]:
    """Those who are or were somebody on this device: tokens by guest, the present one included."""
    found: dict[str, str] = {}
    for token in cookies(call.headers.get(b"cookie", b"")).get(COOKIE, "").split(BETWEEN)[:MANY]:
        try:
            found[call.app.sessions.guest(token).id] = token
        except BadToken:
            continue  # signed out elsewhere, or too old
    if call.guest is not None:
        found[call.guest.id] = call.app.signer.sign(call.guest)
    return found


def become(call: Call, guest: Guest, tokens: dict[str, str]) -> Reply:
    """Be somebody on this device, and keep the others at hand."""
    token = tokens[guest.id] = call.app.signer.sign(guest)
    body = msgspec.json.encode(answer(guest, token))
    family = set_cookie(call, BETWEEN.join(tokens.values()), COOKIE_AGE, COOKIE)
    return Reply(body, headers=[set_cookie(call, token, COOKIE_AGE), family])


@endpoint("GET", "/guests/family", tag="guests", guest=False)
async def family(call: Call) -> Family:
    """The people of this device."""
    people = []
    for token in household(call).values():
        guest = call.app.sessions.guest(token)
        current = call.guest is not None and guest.id == call.guest.id
        people.append(FamilyMember(guest.id, guest.name, symbols_of(guest.face), current))
    return Family(people)


@endpoint(
    "POST", "/guests/family", tag="guests", guest=False, quota="guests", errors=("wrong_time",)
)
async def one_more(call: Call, body: NewGuest) -> GuestAnswer:
    """Become somebody new on this device; whoever one was stays at hand."""
    check_origin(call.headers)
    tokens = household(call)
    if len(tokens) >= MANY:
        raise WrongTime(f"there are {MANY} people on this device already; let one go first")
    face = check_face(body.face) or any_face()
    guest = await at_home(call, Guest(new_id(), check_name(body.name), body.language, face))
    return become(call, guest, tokens)  # type: ignore[return-value]


@endpoint("POST", "/guests/family/switch", tag="guests", guest=False, errors=("not_found",))
async def switch(call: Call, body: Member) -> GuestAnswer:
    """Be another one of the people of this device."""
    check_origin(call.headers)
    tokens = household(call)
    if body.id not in tokens:
        raise NotFound("that person is not one of this device any more")
    guest = await at_home(call, call.app.sessions.guest(tokens[body.id]))
    return become(call, guest, tokens)  # type: ignore[return-value]


@endpoint("POST", "/guests/family/leave", tag="guests", errors=("not_found", "wrong_time"))
async def let_go(call: Call, body: Member) -> GuestAnswer:
    """Take somebody else off this device; their tables and matches stay theirs elsewhere."""
    tokens, me = household(call), call.me
    if body.id == me.id:
        raise WrongTime("that is who you are; be somebody else first")
    if tokens.pop(body.id, None) is None:
        raise NotFound("that person is not one of this device")
    return become(call, me, tokens)  # type: ignore[return-value]
