"""Looking after what is kept: old tables go in small steps, and so does what somebody asks for."""

import asyncio
import logging
import re
import time
from typing import Any

from rookery.errors import InvalidOption, RookeryError, shown
from rookery.server.hub import Hub
from rookery.server.store.upkeep import GONE

#: Milliseconds of a unit of time, as hosts write it.
UNITS = {"h": 3_600_000, "d": 86_400_000, "w": 604_800_000, "y": 31_557_600_000}
#: What is meant by a word, as statuses of tables.
KINDS = {"finished": ("over",), "abandoned": ("open", "running")}
FORM = "finished=1y,abandoned=30d"
#: Seconds between two steps, and between two rounds through all tables.
STEP, ROUND = 1.0, 3600.0

log = logging.getLogger("rookery.server")


def read_keep(text: str) -> dict[str, int]:
    """How long tables are kept by their status, in ms, from ``finished=1y,abandoned=30d``."""
    found: dict[str, int] = {}
    for part in text.split(","):
        kind, _, length = part.strip().partition("=")
        amount = re.fullmatch(r"(\d{1,4})([hdwy])", length)
        if kind not in KINDS or amount is None or int(amount[1]) == 0:
            raise InvalidOption(
                f"keep: {shown(part)} is not like {FORM}, with h, d, w or y after a number"
            )
        for status in KINDS[kind]:
            found[status] = int(amount[1]) * UNITS[amount[2]]
    return found


class Purge:
    """Deletes tables that are older than they are kept, a few at a time."""

    def __init__(self, hub: Hub, keep: str | None) -> None:
        self._hub = hub
        self._keep = read_keep(keep) if keep else {}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on."""
        if self._keep:
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """No more."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        while True:
            try:
                await self.round(STEP)
            except RookeryError as error:
                log.warning("old tables cannot be deleted now", extra={"why": repr(error)})
            await asyncio.sleep(ROUND)

    async def round(self, pause: float = 0.0) -> int:
        """Go through all tables once; how many were deleted."""
        now = time.time_ns() // 1_000_000
        limits = {status: now - age for status, age in self._keep.items()}
        begin, gone = "", 0
        while True:
            begin, deleted = await self._hub.store.upkeep.purge(begin, limits)
            gone += deleted
            if not begin:
                break
            await asyncio.sleep(pause)
        if gone:
            log.warning("old tables were deleted", extra={"tables": gone})
        return gone


async def export(hub: Hub, guest: str) -> dict[str, Any]:
    """All that is kept about a guest."""
    return {**await hub.store.upkeep.export(guest), **await hub.store.people.export(guest)}


async def forget(hub: Hub, guest: str) -> None:
    """Delete all that is kept about a guest; bots play on for them."""
    for sheet, summary in await hub.store.of_guest(guest, 1000):
        if summary.status != "over":
            async with hub.held(sheet.id) as table:
                for seat, it in enumerate(table.fold.seats):
                    if it.guest == guest and not it.away:
                        await hub.write(table, "leave", seat)
    hub.heard([(name, GONE) for name in await hub.store.upkeep.forget(guest)])
