"""What people may do at a table, each with its checks. All of it ends in entries of the log."""

import asyncio
import secrets
from typing import Annotated, Any

import msgspec

from rookery.server.clock import lag
from rookery.server.fold import Fold, Person, Seat
from rookery.server.guests import Guest, Invitation, SeatKey, Signer
from rookery.server.hub import Hub
from rookery.server.live import LiveTable, now
from rookery.server.problems import (
    BadToken,
    ByInvitation,
    CannotTakeBack,
    NoHints,
    NotFound,
    NotWatched,
    NotYours,
    NotYourTurn,
    SeatTaken,
    Stale,
    WrongTime,
)
from rookery.server.sessions import Sessions
from rookery.server.setup import SeatPlan, Setup, check, check_level, check_plans, of_today
from rookery.server.takeback import news

#: Who gives hints, and how long it may think, in ms.
HINT_LEVEL = "emperor"
HINT = 500.0
#: How long the seats of a rematch are kept for those of the match before, in ms.
KEPT = 60_000


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action, by its text, and the number of the last event its player had seen.

    ``thought`` is how long it was thought about since that event was there, in ms: what is more
    than that was the network's time, and up to a second of it does not count.
    """

    seat: Annotated[int, msgspec.Meta(ge=0, le=9)]
    action: Annotated[str, msgspec.Meta(max_length=100)]
    seen: int | None = None
    thought: Annotated[int, msgspec.Meta(ge=0)] | None = None


class Commands:
    """The things people do at tables."""

    def __init__(self, hub: Hub, signer: Signer) -> None:
        self.hub = hub
        self.signer = signer
        self.sessions = Sessions(hub.store.sessions, signer)

    # ---------------------------------------------------------------- before the match

    async def create(self, guest: Guest, setup: Setup, plans: list[SeatPlan], start: bool) -> str:
        """A new table with everybody seated who is known already."""
        setup = await asyncio.to_thread(check, setup)
        check_plans(plans, setup.players)
        entries: list[tuple[str, int | None, str]] = [("open", None, guest.id)]
        for seat, plan in enumerate(plans):
            if plan.kind == "me":
                entries.append(("take", seat, person(guest, plan.name)))
            elif plan.kind == "bot":
                entries.append(("bot", seat, check_level(plan.level)))
        if start:
            if len(entries) <= setup.players:
                raise WrongTime("the match cannot start yet: there are free seats")
            entries.append(("start", None, ""))
        return await self.hub.create(setup, entries)

    async def join(
        self,
        table_id: str,
        guest: Guest,
        seat: int | None,
        invitation: str | None,
        name: str | None,
    ) -> int:
        """Take a free seat."""
        async with self.hub.held(table_id) as table:
            self.admit(table, guest, invitation)
            fold = table.fold
            if fold.status != "open":
                raise WrongTime("the match has begun; no more seats can be taken")
            free = [
                number
                for number, it in enumerate(fold.seats)
                if it.kind == "free" and kept_for(fold, number) in ("", guest.id)
            ]
            own = [number for number in free if kept_for(fold, number) == guest.id]
            if seat is None and free:
                seat = (own or free)[0]
            if seat is None or seat not in free:
                if seat is not None:
                    seat_of(fold, seat)
                raise SeatTaken("all seats are taken" if seat is None else f"seat {seat} is taken")
            if fold.setup.rematch_of and seat in own:
                # One tap: all the seats one had, and off we go when the last one has tapped.
                for number in own:
                    called = fold.setup.kept_names.get(number) or name
                    await self.hub.write(table, "take", number, person(guest, called))
                if all(it.kind != "free" for it in table.fold.seats):
                    await self.hub.write(table, "start")
                return seat
            await self.hub.write(table, "take", seat, person(guest, name))
            return seat

    async def add_bot(self, table_id: str, guest: Guest, seat: int, level: str) -> None:
        """Put a bot on a free seat."""
        async with self.hub.held(table_id) as table:
            fold = table.fold
            self._host(fold, guest)
            if fold.status != "open":
                raise WrongTime("the match has begun; no more seats can be taken")
            if seat_of(fold, seat).kind == "person":
                raise SeatTaken(f"seat {seat} is taken")
            if kept_for(fold, seat) and fold.setup.kept_until is not None:
                raise SeatTaken(f"seat {seat} is kept for somebody for a moment longer")
            await self.hub.write(table, "bot", seat, check_level(level))

    async def start(self, table_id: str, guest: Guest) -> None:
        """Begin the match."""
        async with self.hub.held(table_id) as table:
            self._host(table.fold, guest)
            if table.fold.status != "open":
                raise WrongTime("the match has begun already")
            free = [str(n) for n, seat in enumerate(table.fold.seats) if seat.kind == "free"]
            if free:
                raise WrongTime(
                    f"the match cannot start yet: free seats {', '.join(free)};"
                    " wait for people or add bots"
                )
            await self.hub.write(table, "start")

    # ---------------------------------------------------------------- at the table

    async def act(self, table_id: str, guest: Guest, said: Act) -> int:
        """Play an action; the number of the event that it became for this seat."""
        seat, seen = said.seat, said.seen
        async with self.hub.held(table_id) as table:
            fold = self._playing(table, guest, seat)
            lost = lag(fold.thought(self.hub.clock.now()), said.thought)
            if fold.turn != seat:
                raise NotYourTurn(f"it is the turn of seat {fold.turn}, not of seat {seat}")
            if seen is not None and seen != table.watches[seat].count:
                raise Stale(
                    f"the table has gone on to event {table.watches[seat].count}; the request was"
                    f" made at event {seen}"
                )
            assert fold.match is not None
            number = fold.match.parse(said.action)
            fold.match.check_legal(number)
            if fold.seats[seat].away:
                await self.hub.write(table, "return", seat)
            await self.hub.write(table, "act", seat, fold.match.notation(number), lost)
            return table.watches[seat].count

    async def undo(self, table_id: str, guest: Guest, seat: int) -> int:
        """Take back the last action, if nobody has learned anything from it.

        Alone against bots anything can be taken back, as often as one likes; then it is practice.
        """
        async with self.hub.held(table_id) as table:
            fold = self._playing(table, guest, seat)
            try:
                await asyncio.to_thread(check_back, fold, seat)
            except CannotTakeBack:
                if not fold.can_practise(seat):
                    raise
                if not fold.practice:
                    await self.hub.write(table, "practice", seat)
                while fold.last_actor != seat:
                    await self.hub.write(table, "back", seat)
            await self.hub.write(table, "back", seat)
            return table.watches[seat].count

    async def resign(self, table_id: str, guest: Guest, seat: int) -> None:
        """Give up; a bot plays the seat to the end."""
        async with self.hub.held(table_id) as table:
            self._playing(table, guest, seat)
            await self.hub.write(table, "resign", seat)

    async def leave(self, table_id: str, guest: Guest, seat: int) -> None:
        """Get up: before the match the seat is free again, during it a bot plays on."""
        async with self.hub.held(table_id) as table:
            fold = self.seated(table, guest, seat)
            if fold.status == "over":
                raise WrongTime("the match is over")
            if not fold.seats[seat].away:
                await self.hub.write(table, "leave", seat)

    async def come_back(self, table_id: str, guest: Guest, seat: int) -> None:
        """Take over again from the bot."""
        async with self.hub.held(table_id) as table:
            fold = self._playing(table, guest, seat)
            if fold.seats[seat].away:
                await self.hub.write(table, "return", seat)

    async def hint(self, table_id: str, guest: Guest, seat: int) -> dict[str, Any]:
        """What a strong bot would play."""
        table = await self.hub.find(table_id)
        fold = self._playing(table, guest, seat)
        if fold.turn != seat or fold.match is None:
            raise NotYourTurn(f"it is the turn of seat {fold.turn}, not of seat {seat}")
        if fold.hints == "off":
            raise NoHints("no hints are given at this table: other people play here")
        notation = fold.match.notation
        if fold.hints == "told":
            async with self.hub.held(table_id) as table:
                self._playing(table, guest, seat)
                await self.hub.write(table, "hint", seat)
        answer = await self.hub.ask(fold, seat, HINT_LEVEL, HINT, hint=True)
        return {"action": notation(answer.action), "figures": answer.figures}

    async def rematch(self, table_id: str, guest: Guest) -> str:
        """The same table again, with the seats kept for the same people."""
        async with self.hub.held(table_id) as table:
            fold = table.fold
            if guest.id not in fold.guests:
                raise NotYours("only those who sat at the table can ask for a rematch")
            if fold.status != "over":
                raise WrongTime("the match is not over yet")
            if fold.rematch:
                return fold.rematch
            people = {n: seat for n, seat in enumerate(fold.seats) if seat.kind == "person"}
            setup = msgspec.structs.replace(
                of_today(fold.setup),
                kept={n: seat.guest for n, seat in people.items()},
                kept_names={n: seat.name for n, seat in people.items()},
                kept_until=now() + KEPT,
                rematch_of=table.id,
            )
            entries: list[tuple[str, int | None, str]] = [("open", None, guest.id)]
            for number, seat in enumerate(fold.seats):
                if seat.guest == guest.id:
                    entries.append(("take", number, person(guest, seat.name)))
                elif seat.kind == "bot":
                    entries.append(("bot", number, seat.level))
            if len(entries) > setup.players:
                entries.append(("start", None, ""))
            new = await self.hub.create(setup, entries)
            await self.hub.write(table, "rematch", None, new)
            return new

    # ---------------------------------------------------------------- links

    async def invitation(self, table_id: str, guest: Guest) -> str:
        """What to send to those who are to come."""
        table = await self.hub.find(table_id)
        self._host(table.fold, guest)
        return self.signer.sign(Invitation(table.id))

    async def seat_key(self, table_id: str, guest: Guest, seat: int) -> str:
        """What lets another device, or somebody else, sit down in a seat."""
        table = await self.hub.find(table_id)
        self.seated(table, guest, seat)
        return self.signer.sign(SeatKey(table.id, seat, guest.id, secrets.token_urlsafe(9)))

    async def claim(self, table_id: str, guest: Guest, key: str) -> int:
        """Sit down with the key of a seat."""
        given = self.signer.read(key, SeatKey)
        if given.table != table_id:
            raise BadToken("the key is for a seat at another table")
        async with self.hub.held(table_id) as table:
            seat = table.fold.seats[given.seat]
            if seat.guest == guest.id:
                return given.seat
            if seat.guest != given.holder:
                raise BadToken("the key is no longer valid: the seat has changed hands since")
            await self.sessions.spend(given)
            await self.hub.write(table, "claim", given.seat, person(guest, seat.name))
            return given.seat

    # ---------------------------------------------------------------- who may what

    def admit(self, table: LiveTable, guest: Guest | None, invitation: str | None) -> None:
        """Refuse those who may not see the table; a finished match is for whoever finds it."""
        fold = table.fold
        if fold.setup.public or fold.status == "over":
            return
        known = {fold.host, *fold.setup.kept.values(), *fold.guests}
        if guest is not None and guest.id in known:
            return
        self._invited(table.id, invitation)

    async def admit_unread(
        self, table_id: str, guest: Guest | None, invitation: str | None
    ) -> None:
        """The same for a table whose log cannot be read."""
        if not await self.hub.store.known_to(table_id, guest.id if guest else ""):
            self._invited(table_id, invitation)

    def _invited(self, table_id: str, invitation: str | None) -> None:
        if not invitation or self.signer.read(invitation, Invitation).table != table_id:
            raise ByInvitation("this table is by invitation only")

    def viewer(
        self, table: LiveTable, guest: Guest | None, seat: int | None, invitation: str | None
    ) -> int | None:
        """The seat whose eyes somebody may look through; None for a spectator.

        Once the match is over, and with it every secret, anybody may look through any eyes.
        """
        if seat is not None and table.fold.status == "over":
            self.admit(table, guest, invitation)
            seat_of(table.fold, seat)
            return seat
        if seat is not None:
            if guest is None:
                raise NotYours(f"seat {seat} is not yours")
            self.seated(table, guest, seat)
            return seat
        self.admit(table, guest, invitation)
        seated = guest is not None and guest.id in table.fold.guests
        if not table.fold.setup.spectators and not seated and table.fold.status == "running":
            raise NotWatched("this table has no spectators")
        return None

    def seated(self, table: LiveTable, guest: Guest, seat: int) -> Fold:
        """The table of somebody who sits there; refuses others."""
        if seat_of(table.fold, seat).guest != guest.id:
            raise NotYours(f"seat {seat} is not yours")
        return table.fold

    def _playing(self, table: LiveTable, guest: Guest, seat: int) -> Fold:
        fold = self.seated(table, guest, seat)
        if fold.status != "running":
            state = "has not begun" if fold.status == "open" else "is over"
            raise WrongTime(f"the match {state}")
        if fold.seats[seat].lost:
            raise WrongTime("the seat has given up")
        return fold

    def _host(self, fold: Fold, guest: Guest) -> None:
        if guest.id != fold.host and guest.id not in fold.guests:
            raise NotYours("only those who sit at the table can do that")


def kept_for(fold: Fold, seat: int) -> str:
    """The guest for whom a seat is kept now; empty: nobody."""
    until = fold.setup.kept_until
    return fold.setup.kept.get(seat, "") if until is None or now() < until else ""


def seat_of(fold: Fold, seat: int) -> Seat:
    """A seat by its number."""
    if not 0 <= seat < len(fold.seats):
        raise NotFound(f"there is no seat {seat}: seats are 0 to {len(fold.seats) - 1}")
    return fold.seats[seat]


def check_back(fold: Fold, seat: int) -> None:
    """Refuse to take the last action back if somebody has learned something from it."""
    match = fold.match
    assert match is not None
    if fold.turn != seat and not match.game.open_actions:
        # Whether they have is nobody's business.
        raise CannotTakeBack(f"seat {fold.turn} may have played since")
    if not match.log:
        raise CannotTakeBack("there is no action to take back")
    if fold.last_actor != seat:
        raise CannotTakeBack(f"seat {fold.last_actor} has played since")
    learned = news(match, match.log[-1])
    if learned is None:
        raise CannotTakeBack("chance had a part in what came of it")
    if learned:
        raise CannotTakeBack("it brought something hidden to light")


def person(guest: Guest, name: str | None) -> str:
    """The data of a ``take`` entry."""
    # Others at the same device are not the guest, and do not have the guest's face.
    face = guest.face if not name or name == guest.name else ""
    return msgspec.json.encode(Person(guest.id, name or guest.name, face)).decode()
