"""Tables that begin at a given position: the one thing of a server that these tests replace."""

from contextvars import ContextVar

import msgspec
import pytest

from rookery.core.match import Match
from rookery.server.fold import Person
from rookery.server.guests import Guest
from rookery.server.setup import Clock, Setup
from rookery.server.store import Entry, TableRow
from tests.server.faults.worlds import Pair

BEGUN = 1_700_000_000_000


class Stage:
    """Which world a thread is in. Matches of known secrets begin there."""

    def __init__(self) -> None:
        self.pairs: dict[bytes, Pair] = {}
        self._world: ContextVar[int] = ContextVar("world")

    def install(self, monkeypatch: pytest.MonkeyPatch) -> "Stage":
        """Replace the deal."""
        monkeypatch.setattr(Setup, "start", lambda setup, secret, people=1: self._start(secret))
        return self

    def enter(self, world: int) -> None:
        """From now on this thread is in that world, with all that it has others do."""
        self._world.set(world)

    def _start(self, secret: bytes) -> Match:
        return self.pairs[secret].fresh(self._world.get())


def guest(seat: int) -> Guest:
    """The person who sits there."""
    return Guest(f"guest-{seat}", f"Person {seat}")


def sheet(
    pair: Pair, *, clock: Clock | None = None, delay: int = 0, aids: bool = True, name: str = "t"
) -> TableRow:
    """A public table for a pair; the same for both worlds."""
    match = pair.worlds[0]
    setup = Setup(
        game=match.game.name,
        players=match.players,
        options={},
        edition=match.edition.name,
        public=True,
        clock=clock,
        spectators=True,
        delay=delay,
        substitute="greedy",
        aids=aids,
    )
    settings = msgspec.json.encode(setup).decode()
    return TableRow(name, match.game.name, settings, pair.secret, BEGUN)


def opening(players: int) -> list[Entry]:
    """Everybody sits down, the match begins."""
    entries = [Entry(0, "open", None, guest(0).id, BEGUN)]
    for seat in range(players):
        who = guest(seat)
        person = msgspec.json.encode(Person(who.id, who.name)).decode()
        entries.append(Entry(seat + 1, "take", seat, person, BEGUN))
    return [*entries, Entry(players + 1, "start", None, "", BEGUN)]
