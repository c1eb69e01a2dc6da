"""Sessions: on which devices somebody is the same guest. They are listed, and can be ended.

A token names its session. That a session was ended is all that has to be known of it with every
request, so those that were are kept in memory; other nodes hear of them within seconds.
"""

import asyncio
import secrets
from contextlib import suppress

import msgspec

from rookery.errors import StoreError
from rookery.server.guests import LIFE, Guest, GuestKey, SeatKey, Signer
from rookery.server.live import now
from rookery.server.problems import BadToken, NotFound
from rookery.server.store.sessions import SessionRow, SessionStore

#: How often nodes keep what is new and look for sessions that others have ended, in seconds, and
#: how far back they look, in ms.
LOOK = 2.0
BACK = 60_000
#: How long a device has to be unseen before it is noted that it is back, in ms.
UNSEEN = 3600_000
USED = "this link was used already: each works once; ask for a new one"
#: Devices remembered as seen.
REMEMBERED = 10_000

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


class Sessions:
    """Who is signed in where."""

    def __init__(self, store: SessionStore, signer: Signer) -> None:
        self._store = store
        self._signer = signer
        self._ended: set[str] = set()
        self._seen: dict[str, int] = {}
        #: What is to be kept with the next look: nobody waits for that, and crowds are one writing.
        self._new: list[SessionRow] = []
        self._back: dict[str, int] = {}
        self._looking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Learn which sessions were ended; forget those whose tokens have expired."""
        at = now()
        await self._store.forget(at - 1000 * LIFE)
        self._ended.update(await self._store.revoked(0))
        self._looking = asyncio.ensure_future(self._look())

    async def close(self) -> None:
        """Keep what is new, and learn nothing more."""
        if self._looking is not None:
            self._looking.cancel()
        with suppress(StoreError):
            await self._keep()

    async def _look(self) -> None:
        """Again and again: keep what is new; which sessions have other nodes ended lately?"""
        while True:
            await asyncio.sleep(LOOK)
            with suppress(StoreError):
                await self._keep()
                self._ended.update(await self._store.revoked(now() - BACK))

    async def _keep(self) -> None:
        if self._new or self._back:
            new, back = self._new, self._back
            self._new, self._back = [], {}
            try:
                await self._store.keep(new, back)
            except StoreError:
                self._new[:0] = new
                self._back = {**back, **self._back}
                raise

    def guest(self, token: str) -> Guest:
        """Who a token says somebody is, if its session stands."""
        guest = self._signer.guest(token)
        if (guest.session or _unnamed(guest.id)) in self._ended:
            raise BadToken("the session of this token was ended")
        return guest

    def begin(self, guest: Guest, agent: str) -> Guest:
        """The same guest, with a session for a device that names itself so."""
        at = now()
        session = secrets.token_urlsafe(9)
        self._new.append(SessionRow(session, guest.id, device_of(agent), at, at))
        return msgspec.structs.replace(guest, session=session)

    def seen(self, session: str) -> None:
        """Note that a device is in use, now and then."""
        at = now()
        if at - self._seen.get(session, 0) < UNSEEN:
            return
        if len(self._seen) >= REMEMBERED:
            self._seen.clear()
        self._seen[session] = self._back[session] = at

    async def listed(self, guest: Guest) -> list[SessionRow]:
        """A guest's sessions, the last used first."""
        await self._keep()
        return await self._store.of_guest(guest.id)

    async def end(self, guest: Guest, session: str | None) -> None:
        """End one session of a guest, or all but the present one."""
        known = await self.listed(guest)
        if session is not None:
            ended = [row for row in known if row.id == session]
            if not ended:
                raise NotFound(f"you have no session {session[:50]!r}")
        else:
            ended = [row for row in known if row.id != guest.session]
            # Tokens of former times name no session; they end together.
            at = now()
            ended.append(SessionRow(_unnamed(guest.id), guest.id, "", at, at))
        await self._store.revoke(ended, now())
        self._ended.update(row.id for row in ended)

    # ---------------------------------------------------------------- keys of private links

    def key(self, guest: Guest) -> str:
        """What lets another device be the same guest, once."""
        return self._signer.sign(GuestKey(guest, secrets.token_urlsafe(9)))

    async def read(self, key: str) -> GuestKey:
        """What a key of a guest says, if it was not used and whoever made it is still that one."""
        given = self._signer.read(key, GuestKey)
        if await self._store.is_spent(given.nonce):
            raise BadToken(USED)
        if (given.guest.session or _unnamed(given.guest.id)) in self._ended:
            raise BadToken("the device that made this link was signed out")
        return given

    async def spend(self, given: GuestKey | SeatKey) -> None:
        """Use up a key; raises if it was."""
        at = now()
        life = 1000 * self._signer.life(type(given))
        if not given.nonce or not await self._store.spend(given.nonce, at + life, at):
            raise BadToken(USED)


def _unnamed(guest: str) -> str:
    """In place of a session where a token of former times has none."""
    return f"guest:{guest}"


def device_of(agent: str) -> str:
    """A device in a few words, from what it says of itself."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    said = ", ".join(filter(None, (browser, system)))
    if said:
        return said
    first = agent.partition("/")[0].strip()
    return first[:30] if first.isprintable() else ""
