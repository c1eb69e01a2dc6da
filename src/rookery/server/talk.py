"""What people do with each other at a table: talk, nudge, stand in, hand the device over."""

import unicodedata
from contextlib import suppress

from rookery.server.beside import Company
from rookery.server.commands import Commands, seat_of
from rookery.server.fold import Fold
from rookery.server.guests import Guest
from rookery.server.hub import Hub
from rookery.server.live import LiveTable
from rookery.server.problems import InvalidBody, NotYours, Stale, WrongTime

#: Drawn by us, each a symbol ``emote-…`` of the art.
EMOTES = ("wave", "cheer", "laugh", "love", "wow", "think", "cry", "sleep")
#: Ready-made sentences; each reader's page has them in its own language (``static/talk.js``).
PHRASES = (
    *("hello", "good-luck", "well-played", "thanks", "sorry", "oops"),
    *("your-turn", "take-your-time", "one-moment", "right-back", "again", "see-you"),
)
#: The longest text, in characters.
LONGEST = 200


class Sociable:
    """The things people do with each other."""

    def __init__(self, hub: Hub, commands: Commands, company: Company) -> None:
        self._hub = hub
        self._commands = commands
        self._company = company

    async def say(self, table_id: str, guest: Guest, seat: int, kind: str, what: str) -> None:
        """Say something to everybody at the table. Only those who sit there can."""
        table = await self._hub.find(table_id)
        fold = self._commands.seated(table, guest, seat)
        await self._company.say(table, guest.id, seat, kind, check_word(fold, kind, what))

    async def nudge(self, table_id: str, guest: Guest, seat: int) -> LiveTable:
        """Remind somebody whose turn it is that the others wait."""
        table = await self._hub.find(table_id)
        mine = self._of(table, guest)
        if seat_of(table.fold, seat).kind != "person" or table.fold.seats[seat].guest == guest.id:
            raise InvalidBody(f"seat: {seat} is not somebody else's")
        if table.fold.status == "over" or known_turn(table.fold) not in (None, seat):
            raise WrongTime(f"nobody waits for seat {seat}")
        await self._company.say(table, guest.id, mine, "nudge", str(seat))
        return table

    async def stand_in(self, table_id: str, guest: Guest, seat: int) -> None:
        """Let a bot play for somebody who is gone, until they come back."""
        async with self._hub.held(table_id) as table:
            self._of(table, guest)
            fold, other = table.fold, seat_of(table.fold, seat)
            if fold.status != "running":
                raise WrongTime("the match is not being played")
            if other.kind != "person" or other.guest == guest.id:
                raise InvalidBody(f"seat: {seat} is not somebody else's")
            await self._company.room(table)
            self._company.check_gone(table, other.guest)
            if not other.away:
                await self._hub.write(table, "stand", seat)

    async def arrive(self, table: LiveTable, guest: Guest, seat: int) -> None:
        """Somebody opens the table: whoever had a bot stand in takes over again."""
        async with self._hub.held(table.id) as found:
            place = found.fold.seats[seat]
            if place.stood and place.guest == guest.id and found.fold.status == "running":
                with suppress(Stale):
                    await self._hub.write(found, "return", seat)

    async def hold(self, table_id: str, guest: Guest, seat: int) -> None:
        """Somebody has the shared device in hand: from now on their clock runs.

        Whoever was away has their seat back. Nothing is written that others could not know.
        """
        async with self._hub.held(table_id) as table:
            fold = self._commands.seated(table, guest, seat)
            place = fold.seats[seat]
            asked = known_turn(fold) == seat and fold.setup.clock is not None
            if fold.status != "running" or place.lost:
                return
            if place.away or (asked and fold.hands.get(guest.id) != seat):
                await self._hub.write(table, "hold", seat)

    def _of(self, table: LiveTable, guest: Guest) -> int:
        """A seat of somebody who sits at a table."""
        for number, seat in enumerate(table.fold.seats):
            if seat.guest == guest.id:
                return number
        raise NotYours("only those who sit at the table can do that")


def known_turn(fold: Fold) -> int | None:
    """The seat that everybody knows is to decide."""
    if fold.match is None or fold.status != "running":
        return None
    turn = int(fold.match.hidden(None).records["turn"][0])
    return turn if turn >= 0 else None


def check_word(fold: Fold, kind: str, what: str) -> str:
    """What somebody wants to say, if it can be said at this table."""
    if fold.setup.talk == "none":
        raise NotYours("nothing is said at this table")
    known = {"emote": EMOTES, "phrase": PHRASES}.get(kind)
    if known is not None:
        if what not in known:
            raise InvalidBody(f"what: {what[:50]!r} is not one of {', '.join(known)}")
        return what
    if fold.setup.talk != "free":
        raise NotYours("only emotes and ready-made sentences are said at this table")
    clean = " ".join(unicodedata.normalize("NFC", what).split())
    bad = [it for it in clean if unicodedata.category(it) in ("Cc", "Cf", "Cn", "Co", "Cs")]
    if bad:
        raise InvalidBody(f"what: the character U+{ord(bad[0]):04X} cannot be said")
    if not 1 <= len(clean) <= LONGEST:
        raise InvalidBody(f"what: a text has 1 to {LONGEST} characters, not {len(clean)}")
    return clean
