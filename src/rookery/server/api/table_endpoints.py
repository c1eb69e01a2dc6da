"""Endpoints: everything at one table."""

import asyncio
from typing import Any

import msgspec

from rookery.core import rng
from rookery.core.match import Match
from rookery.core.save import examine, game_of, read
from rookery.errors import InvalidEdition, InvalidOption
from rookery.games import find, names
from rookery.server.api.http import Call, Language, Reply, read_json
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import (
    Act,
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
    Source,
    TableAnswer,
    Text,
    Verdict,
    ViewQuery,
)
from rookery.server.fold import Fold
from rookery.server.guests import Invitation, check_name
from rookery.server.messages import Happening
from rookery.server.problems import WrongTime
from rookery.server.replay import open_plies
from rookery.server.setup import SeatPlan, Setup
from rookery.server.watch import replayed, seat_names

_encode = msgspec.json.Encoder().encode

#: Bytes of JSON: several times what the largest map takes.
MAX_EDITION = 32_768
MAX_OPTIONS = 4096

AT_TABLE = ("not_found", "not_yours")
FINISHED = (*AT_TABLE, "wrong_time")
PLAYING = (*AT_TABLE, "wrong_time", "stale")


@endpoint("POST", "/tables/{table}/actions", tag="play", errors=(*PLAYING, "not_your_turn"))
async def act(call: Call, body: Act) -> Done:
    """Play an action. When this is answered, the action is durable."""
    number = await call.app.commands.act(
        call.path["table"], call.me, body.seat, body.action, body.seen
    )
    return Done(number)


@endpoint("POST", "/tables", tag="tables", limit=1_000_000)
async def create(call: Call, body: NewTable) -> Made:
    """Make a table: who sits where, what is played, who may come and watch."""
    game = find(body.game)
    plans = body.seats
    options, edition = read_choices(body)
    position = None
    players = body.players or (len(plans) if plans else min(4, game.players[-1]))
    if body.source is not None:
        await wait_for_rules(call, body.source.match)
        match = await asyncio.to_thread(moment_of, body.source, body.game)
        players, options, position = match.players, match.options, match.to_dict()
        edition = match.edition.name if match.edition.shipped else dict(match.edition.data)
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
    async with call.app.hub.held(call.path["table"]) as table:
        call.app.commands.admit(table, call.guest, call.query.invitation)
        seats = table.fold.seats
        mine = [n for n, it in enumerate(seats) if call.guest and it.guest == call.guest.id]
        return TableAnswer(table.public().say(call.language), mine)


@endpoint("POST", "/tables/{table}/join", tag="tables", errors=(*AT_TABLE, "seat_taken"))
async def join(call: Call, body: Join) -> SeatAnswer:
    """Take a free seat."""
    name = check_name(body.name) if body.name else None
    seat = await call.app.commands.join(
        call.path["table"], call.me, body.seat, body.invitation, name
    )
    return SeatAnswer(seat)


@endpoint("POST", "/tables/{table}/bots", tag="tables", errors=(*AT_TABLE, "seat_taken"))
async def add_bot(call: Call, body: PutBot) -> Done:
    """Put a bot on a free seat."""
    await call.app.commands.add_bot(call.path["table"], call.me, body.seat, body.level)
    return Done(0)


@endpoint("POST", "/tables/{table}/start", tag="tables", errors=(*AT_TABLE, "wrong_time"))
async def start(call: Call) -> Done:
    """Begin the match."""
    await call.app.commands.start(call.path["table"], call.me)
    return Done(0)


@endpoint("POST", "/tables/{table}/undo", tag="play", errors=(*PLAYING, "cannot_take_back"))
async def undo(call: Call, body: AtSeat) -> Done:
    """Take back the last action, while nobody has learned anything from it."""
    return Done(await call.app.commands.undo(call.path["table"], call.me, body.seat))


@endpoint("POST", "/tables/{table}/resign", tag="play", errors=PLAYING)
async def resign(call: Call, body: AtSeat) -> Done:
    """Give up: the seat cannot win any more, a bot plays it to the end."""
    await call.app.commands.resign(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint("POST", "/tables/{table}/leave", tag="play", errors=PLAYING)
async def leave(call: Call, body: AtSeat) -> Done:
    """Get up: a seat is free again before the match, and played by a bot during it."""
    await call.app.commands.leave(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint("POST", "/tables/{table}/return", tag="play", errors=PLAYING)
async def come_back(call: Call, body: AtSeat) -> Done:
    """Take over again from the bot."""
    await call.app.commands.come_back(call.path["table"], call.me, body.seat)
    return Done(0)


@endpoint("POST", "/tables/{table}/hint", tag="play", errors=(*PLAYING, "not_your_turn"))
async def hint(call: Call, body: AtSeat) -> Hint:
    """What a strong bot would play."""
    found = await call.app.commands.hint(call.path["table"], call.me, body.seat)
    return Hint(**found)


@endpoint("POST", "/tables/{table}/rematch", tag="tables", errors=(*AT_TABLE, "wrong_time"))
async def rematch(call: Call) -> Made:
    """The same table again, with seats kept for the same people."""
    table = await call.app.commands.rematch(call.path["table"], call.me)
    return Made(table, call.app.signer.sign(Invitation(table)))


@endpoint("GET", "/tables/{table}/invitation", tag="tables", errors=AT_TABLE)
async def invitation(call: Call) -> KeyAnswer:
    """What to put into an invitation link."""
    async with call.app.hub.held(call.path["table"]) as table:
        return KeyAnswer(call.app.commands.invitation(table, call.me))


@endpoint("GET", "/tables/{table}/seats/{seat}/key", tag="tables", errors=AT_TABLE)
async def seat_key(call: Call) -> KeyAnswer:
    """What to put into a private link, to sit in this seat on another device."""
    async with call.app.hub.held(call.path["table"]) as table:
        return KeyAnswer(call.app.commands.seat_key(table, call.me, int(call.path["seat"])))


@endpoint("POST", "/tables/{table}/claim", tag="tables", errors=(*AT_TABLE, "bad_token"))
async def claim(call: Call, body: Key) -> SeatAnswer:
    """Sit down in the seat of a private link."""
    return SeatAnswer(await call.app.commands.claim(call.path["table"], call.me, body.key))


@endpoint("GET", "/tables/{table}/scene", tag="play", query=ViewQuery, guest=False, errors=AT_TABLE)
async def scene(call: Call) -> Happening:
    """What a seat, or a spectator, sees now: the last event of its stream, with the table."""
    app, query = call.app, call.query
    async with app.hub.held(call.path["table"]) as table:
        viewer = app.commands.viewer(table, call.guest, query.seat, query.invitation)
        present = table.present(viewer)
    event = present.newest
    if event is None or present.delay:
        event = present.ripe(await app.hub.history(present))[-1]
    return event.happening(call.language, whole=present.whole)


@endpoint(
    "GET", "/tables/{table}/told", tag="play", query=HistoryQuery, guest=False, errors=AT_TABLE
)
async def told(call: Call) -> History:
    """The events of a stream again, from any number on."""
    app, query = call.app, call.query
    async with app.hub.held(call.path["table"]) as table:
        viewer = app.commands.viewer(table, call.guest, query.seat, query.invitation)
        present = table.present(viewer)
    events = present.ripe(await app.hub.history(present))
    part = [it for it in events if it.number > query.after][: query.limit]
    language = call.language
    scenes = query.scenes
    said = await asyncio.to_thread(
        lambda: [in_json(it.happening(language, scenes=scenes)) for it in part]
    )
    return History(said, len(events))


@endpoint(
    "GET", "/tables/{table}/backdrop", tag="play", query=InvitedQuery, guest=False, errors=AT_TABLE
)
async def backdrop(call: Call) -> BackdropAnswer:
    """What stays the same in all scenes of the table's match."""
    table = await call.app.hub.find(call.path["table"])
    call.app.commands.admit(table, call.guest, call.query.invitation)
    match = table.fold.match or table.fold.setup.start(bytes(32))
    found = await asyncio.to_thread(match.hidden(None).backdrop, call.language)
    return BackdropAnswer(found.digest, found.sprites)


@endpoint(
    "GET", "/tables/{table}/save", tag="play", query=InvitedQuery, guest=False, errors=FINISHED
)
async def save(call: Call) -> str:
    """The finished match as text, with its secret: what ``rookery verify`` reads."""
    async with call.app.hub.held(call.path["table"]) as table:
        call.app.commands.admit(table, call.guest, call.query.invitation)
        match = finished(table.fold)
    text = await asyncio.to_thread(match.save)
    return Reply(text.encode(), b"text/plain; charset=utf-8")  # type: ignore[return-value]


@endpoint(
    "GET", "/tables/{table}/verify", tag="play", query=InvitedQuery, guest=False, errors=FINISHED
)
async def verify_table(call: Call) -> Verdict:
    """Play the finished match again from its secret, and say what does not fit."""
    async with call.app.hub.held(call.path["table"]) as table:
        call.app.commands.admit(table, call.guest, call.query.invitation)
        match = finished(table.fold)
        promised = rng.commitment(table.fold.sheet.secret)
    return await asyncio.to_thread(lambda: check_saved(match.save(), promised))


@endpoint("POST", "/verify", tag="play", guest=False, limit=1_000_000)
async def verify_upload(call: Call, body: SavedMatch) -> Verdict:
    """Play a saved match again from its secret, and say what does not fit."""
    await wait_for_rules(call, body.match)
    return await asyncio.to_thread(check_saved, body.match, body.commitment)


@endpoint("POST", "/replay", tag="play", query=Language, guest=False, limit=1_000_000)
async def replay(call: Call, body: Replay) -> ReplayAnswer:
    """A saved match again, event by event, as a seat or a spectator saw it, or with all open."""
    await wait_for_rules(call, body.match)
    # Some hundred scenes are a second's work: not in the way of those who play.
    return await asyncio.to_thread(replay_part, body, call.language)


async def wait_for_rules(call: Call, text: str) -> None:
    """Wait until a saved match can be read without compiling here; what is wrong, reading tells."""
    name = await asyncio.to_thread(game_of, text)
    if name in names():
        await call.app.hub.warmup.ready(name)


def moment_of(source: Source, game: str) -> Match:
    """The match as it was after some actions, to be played on from there."""
    match = read(source.match, find)
    if match.game.name != game:
        raise InvalidOption(f"game: the saved match is one of {match.game.name}, not of {game}")
    if source.ply >= match.ply and match.over:
        raise WrongTime("the match is over then: there is nothing to play on from")
    if source.ply > match.ply:
        raise InvalidOption(f"ply: the match has {match.ply} actions, not {source.ply}")
    while match.ply > source.ply:
        match.undo()
    return match


def replay_part(body: Replay, language: str) -> ReplayAnswer:
    """The asked part of a saved match."""
    match = read(body.match, find)
    match.check_seat(body.seat)
    names = body.names or seat_names(match, language)
    if len(names) != match.players:
        raise InvalidOption(f"{match.players} seats need as many names, not {len(names)}")
    part = slice(body.after, body.after + body.limit) if body.scenes else slice(None)
    scenes = body.scenes
    if body.everything:
        plies = open_plies(match)
        count = len(plies)
        events = [in_json(ply.happening(language, names, scenes=scenes)) for ply in plies[part]]
    else:
        seen = replayed(match, body.seat, language, names)
        count = len(seen)
        events = [in_json(event.happening(language, scenes=scenes)) for event in seen[part]]
    found = match.hidden(None).backdrop(language)
    return ReplayAnswer(
        game=match.game.name,
        players=match.players,
        events=events,
        count=count,
        backdrop=BackdropAnswer(found.digest, found.sprites),
    )


def in_json(event: Happening) -> Any:
    """An event ready to be sent: to put hundreds of scenes into JSON at once holds everybody up."""
    return msgspec.Raw(_encode(event))


def finished(fold: Fold) -> Match:
    """The match, once it is over: from then on it stays as it is."""
    if fold.status != "over" or fold.match is None:
        raise WrongTime("the match is not over yet: until then its secret is kept")
    return fold.match


def check_saved(text: str, promised: str | None) -> Verdict:
    """What there is to say about a saved match."""
    match, faults = examine(text, find, promised)
    if match is None:
        return Verdict(fits=False, commitment="", plies=0, faults=faults)
    return Verdict(not faults, match.commitment, match.ply, faults)
