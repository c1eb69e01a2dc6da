"""The host's decisions: who may come in, what is announced, whether tables may be opened.

They stand in the database, so that they last and hold for all nodes; each node looks there
again and again. Every one of them is kept in the record.
"""

import asyncio
import ipaddress
import logging
import time
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import delete

from rookery.errors import RookeryError
from rookery.server.hub import Hub
from rookery.server.problems import Banned, InvalidBody, Maintenance, WrongTime
from rookery.server.store.house import put
from rookery.server.store.schema import bans
from rookery.server.store.upsert import upsert

#: Seconds between two looks at what other nodes' hosts have decided.
LOOK = 2.0
KINDS = ("guest", "address")

log = logging.getLogger("rookery.server")
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Notice(msgspec.Struct, frozen=True):
    """What everybody is told: a sentence of the host's, and whether the house is being cleaned."""

    announcement: str = ""
    maintenance: bool = False


class Host:
    """What has been decided, as this node knows it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._house = hub.store.house
        self.notice = Notice()
        self.bans: list[dict[str, Any]] = []
        self._guests: set[str] = set()
        self._networks: list[Network] = []
        self._task: asyncio.Task[None] | None = None
        hub.opening = self.check_open

    async def open(self) -> None:
        """Know what has been decided, from now on."""
        await self.look()
        self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                await self.look()
            except RookeryError as error:
                log.info("the host's decisions cannot be read", extra={"why": repr(error)})

    async def look(self) -> None:
        """Read what has been decided."""
        notices = await self._house.notices()
        notice = Notice(notices.get("announcement", ""), "maintenance" in notices)
        self.bans = await self._house.bans()
        self._guests = {it["who"] for it in self.bans if it["kind"] == "guest"}
        self._networks = [
            ipaddress.ip_network(it["who"]) for it in self.bans if it["kind"] == "address"
        ]
        if notice.maintenance != self.notice.maintenance:
            self._hub.clock.stopped = notice.maintenance
            self._tell_clocks()
        self.notice = notice

    def _tell_clocks(self) -> None:
        """Whoever looks at a clock comes back at once and learns whether it runs."""
        for table in list(self._hub.tables.values()):
            if table.fold.setup.clock is not None:
                table.hang_up()

    # ---------------------------------------------------------------- who may what

    def check(self, address: str, guest: str | None) -> None:
        """Refuse those who may not come in."""
        if not self.bans:
            return
        if guest in self._guests or self._shut_out(address):
            raise Banned("the host of this server does not let you in")

    def _shut_out(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self._networks)

    def check_open(self) -> None:
        """Refuse new tables while there are none to be."""
        if self.notice.maintenance:
            raise Maintenance("no new tables at the moment: the server is being looked after")

    # ---------------------------------------------------------------- decisions

    async def announce(self, who: str, text: str) -> None:
        """Say something to everybody; empty: nothing any more."""
        value = text or None
        await self._decide(who, "announce", "", text, lambda c: put(c, "announcement", value))

    async def maintain(self, who: str, on: bool) -> None:
        """No new tables, and clocks stand; or back to normal."""
        value = "on" if on else None
        what = "maintenance on" if on else "maintenance off"
        await self._decide(who, what, "", "", lambda c: put(c, "maintenance", value))

    async def ban(self, who: str, kind: str, whom: str, why: str, hours: float | None) -> None:
        """Let a guest, an address or a network in no more, for some time or for good."""
        whom = check_whom(kind, whom)
        at = time.time_ns() // 1_000_000
        until = None if hours is None else at + int(hours * 3_600_000)
        row = {"kind": kind, "who": whom, "why": why, "at": at, "until": until}
        await self._decide(
            who, f"ban {kind}", whom, why, lambda c: upsert(c, bans, [row], "kind", "who")
        )
        if kind == "guest":
            await self._see_off(whom)
        for table in list(self._hub.tables.values()):
            table.hang_up()  # all come back, those who may

    async def lift(self, who: str, kind: str, whom: str) -> None:
        """Let them in again."""
        whom = check_whom(kind, whom)
        if not any((it["kind"], it["who"]) == (kind, whom) for it in self.bans):
            raise InvalidBody(f"who: no {kind} {whom!r} is banned")
        gone = delete(bans).where(bans.c.kind == kind, bans.c.who == whom)
        await self._decide(who, f"lift {kind}", whom, "", lambda c: c.execute(gone))

    async def close_table(self, who: str, table_id: str, why: str) -> None:
        """End a table here and now, without a winner."""
        async with self._hub.held(table_id) as table:
            if table.fold.status == "over":
                raise WrongTime("the match is over")
            await self._hub.write(table, "close", None, why)
        await self._decide(who, "close", table_id, why)

    async def _see_off(self, guest: str) -> None:
        """Bots play on at the tables of somebody who may not."""
        for sheet, summary in await self._hub.store.of_guest(guest, 1000):
            if summary.status != "over":
                with suppress(RookeryError):
                    async with self._hub.held(sheet.id) as table:
                        for seat, it in enumerate(table.fold.seats):
                            if it.guest == guest and not it.away:
                                await self._hub.write(table, "leave", seat)

    async def _decide(self, who: str, what: str, about: str, data: str, change: Any = None) -> None:
        log.warning("the host decides", extra={"who": who, "what": what, "about": about})
        await self._house.decide(who, what, about, data, change)
        await self.look()


def check_whom(kind: str, whom: str) -> str:
    """Who is meant, in one form; refuses what is nobody."""
    if kind not in KINDS:
        raise InvalidBody(f"kind: {kind[:50]!r} is not one of {', '.join(KINDS)}")
    if kind == "address":
        try:
            return str(ipaddress.ip_network(whom, strict=False))
        except ValueError:
            raise InvalidBody(f"who: {whom[:50]!r} is not an address or a network") from None
    if not whom or len(whom) > 100:
        raise InvalidBody(f"who: {whom[:50]!r} is not a guest's id")
    return whom
