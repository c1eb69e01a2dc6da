"""Endpoints: everything at one table."""

import asyncio
from typing import Any

import msgspec

from rookery.core.save import examine
from rookery.errors import InvalidEdition, InvalidOption
from rookery.games import find
from rookery.server.api.http import Call, Language, Reply, pieces, read_json
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import (
    AtSeat,
    BackdropAnswer,
    Done,
    Hint,
    History,
    HistoryQuery,
    InvitedQuery,
    Join,
    Key,
    KeyAnswer,
    Made,
    NewTable,
    PutBot,
    Replay,
    ReplayAnswer,
    SavedMatch,
    SeatAnswer,
    TableAnswer,
    Text,
    Verdict,
    ViewQuery,
)
from rookery.server.commands import Act
from rookery.server.guests import KEY_LIFE, Invitation, check_name
from rookery.server.live import now
from rookery.server.messages import Happening
from rookery.server.queries import Eyes
from rookery.server.quotas import DAY
from rookery.server.saved import Part, moment_of, see_again, wait_for_rules
from rookery.server.setup import SeatPlan, Setup, check_edition

_encode = msgspec.json.Encoder().encode

#: Bytes of JSON: several times what the largest map takes.
MAX_EDITION = 32_768
MAX_OPTIONS = 4096

AT_TABLE = ("not_found", "not_yours")
FINISHED = (*AT_TABLE, "wrong_time")
JOINING = (*AT_TABLE, "seat_taken", "too_many")
PLAYING = (*AT_TABLE, "wrong_time", "stale")


@endpoint("POST", "/tables/{table}/actions", tag="play", errors=(*PLAYING, "not_your_turn"))
async def act(call: Call, body: Act) -> Done:
    """Play an action. When this is answered, the action is durable."""
    return Done(await call.app.commands.act(call.path["table"], call.me, body))


@endpoint("POST", "/tables", tag="tables", limit=1_000_000, quota="tables")
async def create(call: Call, body: NewTable) -> Made:
    """Make a table: who sits where, what is played, who may come and watch."""
    await check_seats(call)
    game = find(body.game)
    plans = body.seats
    options, edition = read_choices(body)
    position = None
    players = body.players or (len(plans) if plans else min(4, game.players[-1]))
    if body.source is not None:
        await wait_for_rules(call.app.hub.warmup, body.source.match)
        source = (body.source.match, body.source.ply, body.game)
        match = await call.app.heavy.run(call.address, moment_of, *source)
        players, options, position = match.players, match.options, match.to_dict()
        edition = match.edition.name if match.edition.shipped else dict(match.edition.data)
    elif isinstance(edition, dict):
        await call.app.hub.warmup.ready(body.game)
        await call.app.heavy.run(call.address, check_edition, body.game, bytes(body.edition))
    game.check_players(players)
    if plans is None:
        plans = [SeatPlan("me"), *(SeatPlan("open") for _ in range(players - 1))]
    plans = [
        SeatPlan(plan.kind, plan.level, check_name(plan.name) if plan.name else None)
        for plan in plans
    ]
    setup = Setup(
        game=body.game,
        players=players,
        options=options,
        edition=edition if edition is not None else game.default_edition,
        public=body.public,
        clock=body.clock,
        spectators=body.spectators,
        delay=body.delay,
        substitute=body.substitute,
        aids=body.aids,
        hints=body.hints,
        asks="automatic" if body.automatic else "all",
        talk=body.talk,
        position=position,
    )
    table = await call.app.commands.create(call.me, setup, plans, body.start)
    return Made(table, call.app.signer.sign(Invitation(table)))


def read_choices(body: NewTable) -> tuple[dict[str, Any], str | dict[str, Any] | None]:
    """The options and the edition of a new table, if they are not too large to be read."""
    size = len(memoryview(body.options))
    if size > MAX_OPTIONS:
        raise InvalidOption(f"options: {size} bytes are too many; at most {MAX_OPTIONS} fit")
    size = len(memoryview(body.edition))
    if size > MAX_EDITION:
        raise InvalidEdition(f"edition: {size} bytes are too many; at most {MAX_EDITION} fit")
    options = read_json(body.options, dict[Text, Any], "body: options")
    return options, read_json(body.edition, str | dict[str, Any] | None, "body: edition")


@endpoint("GET", "/tables/{table}", tag="tables", query=ViewQuery, guest=False, errors=AT_TABLE)
async def look(call: Call) -> TableAnswer:
    """What everybody may know of a table, and which seats are the asker's."""
    table, mine = await call.app.queries.look(call.path["table"], call.guest, call.query.invitation)
    return TableAnswer(table.say(call.language), mine)


@endpoint("POST", "/tables/{table}/join", tag="tables", errors=JOINING, quota="comings")
async def join(call: Call, body: Join) -> SeatAnswer:
    """Take a free seat."""
    await check_seats(call)
    name = check_name(body.name) if body.name else None
    seat = await call.app.commands.join(
        call.path["table"], call.me, body.seat, body.invitation, name
    )
    return SeatAnswer(seat)


@endpoint("POST", "/tables/{table}/bots", tag="tables", errors=JOINING, quota="comings")
async def add_bot(call: Call, body: PutBot) -> Done:
    """Put a bot on a free seat."""
    await call.app.commands.add_bot(call.path["table"], call.me, body.seat, body.level)
    return Done(0)


@endpoint("POST", "/tables/{table}/start", tag="tables", errors=(*AT_TABLE, "wrong_time"))
async def start(call: Call) -> Done:
    """Begin the match."""
    await call.app.commands.start(call.path["table"], call.me)
    return Done(0)


@endpoint(
    "POST",
    "/tables/{table}/undo",
    tag="play",
    errors=(*PLAYING, "cannot_take_back"),
    quota="takebacks",
)
async def undo(call: Call, body: AtSeat) -> Done:
    """Take back the last action, while nobody has learned anything from it."""
    return Done(await call.app.commands.undo(call.path["table"], call.me, body.seat))


@endpoint("POST", "/tables/{table}/resign", tag="play", errors=PLAYING)
async def resign(call: Call, body: AtSeat) -> Done:
    """Give up: the seat cannot win any more, a bot plays it to the end."""
    await call.app.commands.resign(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint("POST", "/tables/{table}/leave", tag="play", errors=PLAYING, quota="comings")
async def leave(call: Call, body: AtSeat) -> Done:
    """Get up: a seat is free again before the match, and played by a bot during it."""
    await call.app.commands.leave(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint("POST", "/tables/{table}/return", tag="play", errors=PLAYING, quota="comings")
async def come_back(call: Call, body: AtSeat) -> Done:
    """Take over again from the bot."""
    await call.app.commands.come_back(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint(
    "POST",
    "/tables/{table}/hint",
    tag="play",
    errors=(*PLAYING, "not_your_turn", "no_hints"),
    quota="hints",
)
async def hint(call: Call, body: AtSeat) -> Hint:
    """What a strong bot would play."""
    found = await call.app.commands.hint(call.path["table"], call.me, body.seat)
    return Hint(**found)


@endpoint("POST", "/tables/{table}/rematch", tag="tables", errors=FINISHED, quota="tables")
async def rematch(call: Call) -> Made:
    """The same table again, with seats kept for the same people."""
    table = await call.app.commands.rematch(call.path["table"], call.me)
    return Made(table, call.app.signer.sign(Invitation(table)))


@endpoint("GET", "/tables/{table}/invitation", tag="tables", errors=AT_TABLE)
async def invitation(call: Call) -> KeyAnswer:
    """What to put into an invitation link."""
    return KeyAnswer(await call.app.commands.invitation(call.path["table"], call.me))


@endpoint("GET", "/tables/{table}/seats/{seat}/key", tag="tables", errors=AT_TABLE)
async def seat_key(call: Call) -> KeyAnswer:
    """What to put into a private link, to sit in this seat on another device."""
    seat = int(call.path["seat"])
    return KeyAnswer(await call.app.commands.seat_key(call.path["table"], call.me, seat), KEY_LIFE)


@endpoint(
    "POST", "/tables/{table}/claim", tag="tables", errors=(*AT_TABLE, "bad_token"), quota="comings"
)
async def claim(call: Call, body: Key) -> SeatAnswer:
    """Sit down in the seat of a private link."""
    return SeatAnswer(await call.app.commands.claim(call.path["table"], call.me, body.key))


@endpoint("GET", "/tables/{table}/scene", tag="play", query=ViewQuery, guest=False, errors=AT_TABLE)
async def scene(call: Call) -> Happening:
    """What a seat, or a spectator, sees now: the last event of its stream, with the table."""
    event, table = await call.app.queries.newest(call.path["table"], eyes(call))
    return event.happening(call.language, whole=table)


@endpoint(
    "GET",
    "/tables/{table}/told",
    tag="play",
    query=HistoryQuery,
    guest=False,
    errors=AT_TABLE,
    cost=5,
)
async def told(call: Call) -> History:
    """The events of a stream again, from any number on."""
    query, language = call.query, call.language
    wanted = range(query.after + 1, query.after + query.limit + 1)
    async with call.app.past(call):
        events = await call.app.queries.past(call.path["table"], eyes(call), wanted)
        part = [it for it in events if it.number in wanted]

        def say() -> Reply:
            said = [_encode(it.happening(language, scenes=query.scenes)) for it in part]
            return with_events(History([], len(events)), said)

        return await asyncio.to_thread(say)  # type: ignore[arg-type]


@endpoint(
    "GET", "/tables/{table}/backdrop", tag="play", query=InvitedQuery, guest=False, errors=AT_TABLE
)
async def backdrop(call: Call) -> BackdropAnswer:
    """What stays the same in all scenes of the table's match."""
    match = await call.app.queries.match(call.path["table"], call.guest, call.query.invitation)
    found = await asyncio.to_thread(match.hidden(None).backdrop, call.language)
    return BackdropAnswer(found.digest, found.sprites)


@endpoint(
    "GET", "/tables/{table}/save", tag="play", query=InvitedQuery, guest=False, errors=FINISHED
)
async def save(call: Call) -> str:
    """The finished match as text, with its secret: what ``rookery verify`` reads."""
    match, _ = await call.app.queries.finished(
        call.path["table"], call.guest, call.query.invitation
    )
    text = await asyncio.to_thread(match.save)
    return Reply(text.encode(), b"text/plain; charset=utf-8")  # type: ignore[return-value]


@endpoint(
    "GET",
    "/tables/{table}/verify",
    tag="play",
    query=InvitedQuery,
    guest=False,
    errors=(*FINISHED, "too_long"),
    quota="uploads",
)
async def verify_table(call: Call) -> Verdict:
    """Play the finished match again from its secret, and say what does not fit."""
    match, promised = await call.app.queries.finished(
        call.path["table"], call.guest, call.query.invitation
    )
    text = await asyncio.to_thread(match.save)
    return await call.app.heavy.run(call.address, verdict, text, promised)


@endpoint(
    "POST",
    "/verify",
    tag="play",
    guest=False,
    limit=1_000_000,
    errors=("too_long",),
    quota="uploads",
)
async def verify_upload(call: Call, body: SavedMatch) -> Verdict:
    """Play a saved match again from its secret, and say what does not fit."""
    await wait_for_rules(call.app.hub.warmup, body.match)
    return await call.app.heavy.run(call.address, verdict, body.match, body.commitment)


@endpoint(
    "POST",
    "/replay",
    tag="play",
    query=Language,
    guest=False,
    limit=1_000_000,
    errors=("too_long",),
    quota="uploads",
)
async def replay(call: Call, body: Replay) -> ReplayAnswer:
    """A saved match again, event by event, as a seat or a spectator saw it, or with all open."""
    await wait_for_rules(call.app.hub.warmup, body.match)
    # Some hundred scenes are a second's work: not in the way of those who play.
    work = call.app.heavy.run(call.address, replay_part, body, call.language)
    return await work  # type: ignore[return-value]


async def check_seats(call: Call) -> None:
    """Refuse those who sit at too many tables already."""
    recent = now() - DAY
    call.app.quotas.check_seats(await call.app.hub.store.unfinished(call.me.id, recent))


def eyes(call: Call) -> Eyes:
    """Through whose eyes a caller wants to look."""
    return Eyes(call.guest, call.query.seat, call.query.invitation)


def replay_part(body: Replay, language: str) -> Reply:
    """The asked part of a saved match."""
    part = Part(body.seat, body.everything, body.names, body.after, body.limit, body.scenes)
    match, events, count = see_again(body.match, part, language)
    found = match.hidden(None).backdrop(language)
    answer = ReplayAnswer(
        game=match.game.name,
        players=match.players,
        events=[],
        count=count,
        backdrop=BackdropAnswer(found.digest, found.sprites),
    )
    return with_events(answer, events)


def with_events(answer: History | ReplayAnswer, events: list[bytes]) -> Reply:
    """An answer with its events, which are JSON already."""
    head, tail = _encode(answer).split(b'"events":[]', 1)
    parts = [b'"events":[']
    for number, event in enumerate(events):
        parts += (b",", event) if number else (event,)
    return Reply(head, rest=pieces([*parts, b"]", tail]))


def verdict(text: str, promised: str | None) -> Verdict:
    """What there is to say about a saved match."""
    match, faults = examine(text, find, promised)
    if match is None:
        return Verdict(fits=False, commitment="", plies=0, faults=faults)
    return Verdict(not faults, match.commitment, match.ply, faults)
