"""Web Push: a word to people who are elsewhere when it is their turn.

Switched on by whoever hosts (``--push mailto:…``, the contact that push services want), and off
by everybody for themselves. The key is made once and kept in the database; a message is
encrypted for the browser it goes to and says no more than whose turn it is at which table.
"""

import asyncio
import base64
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec

from rookery.core.language import mark, speech
from rookery.errors import InvalidOption, MissingExtra, RookeryError, StoreError
from rookery.games import find
from rookery.server.hub import Hub
from rookery.server.live import LiveTable
from rookery.server.problems import InvalidBody
from rookery.server.talk import known_turn

#: The services of the browsers; others only where the host names them (``push_services``). A
#: server that posts wherever a visitor says would post into the host's own network.
SERVICES = (
    "https://fcm.googleapis.com",
    "https://updates.push.services.mozilla.com",
    "https://web.push.apple.com",
)
#: Those that have a name for every region.
FAMILIES = (".notify.windows.com", ".push.apple.com")
#: How long somebody has to come back by themselves first, in seconds.
WAIT = 8.0
#: How long a service keeps a message for a phone that is off, and how long it may take, in seconds.
KEEP, PATIENCE = 24 * 3600, 10.0
#: Browsers of one guest.
BROWSERS = 8
#: The order of P-256: a private key is a number below it.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

YOUR_TURN = mark("It is your turn, {name}.")
NUDGED = mark("{who} is waiting for you, {name}.")

log = logging.getLogger("rookery.server")
_encode = msgspec.json.Encoder().encode


class Pusher:
    """Sends messages; made by ``Pusher.open``."""

    def __init__(self, hub: Hub, contact: str, services: tuple[str, ...], vapid: Any) -> None:
        self._hub = hub
        self._contact = contact
        self._services = services
        self._vapid = vapid
        self._tasks: set[asyncio.Task[None]] = set()
        #: What people have been told: the table and its turn, by guest.
        self._told: dict[tuple[str, str], int] = {}
        hub.went_on = self.went_on

    @classmethod
    async def open(cls, hub: Hub, contact: str, services: str) -> "Pusher":
        """With the key of this server's database."""
        try:
            from py_vapid import Vapid02
        except ImportError:
            raise MissingExtra("--push needs more: pip install 'rookery[push]'") from None
        if not contact.startswith(("mailto:", "https://")):
            raise InvalidOption(f"--push: {contact!r} is not a contact: mailto:you@example.org")
        secret = int.from_bytes(await hub.store.key("push"), "big") % (_ORDER - 1) + 1
        vapid = Vapid02.from_raw(base64.urlsafe_b64encode(secret.to_bytes(32, "big")))
        named = tuple(it.strip().rstrip("/") for it in services.split(",") if it.strip())
        return cls(hub, contact, (*SERVICES, *named), vapid)

    def close(self) -> None:
        """Send nothing more."""
        for task in self._tasks:
            task.cancel()

    @property
    def key(self) -> str:
        """The public key that browsers want."""
        numbers = self._vapid.public_key.public_numbers()
        point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    async def subscribe(self, guest: str, endpoint: str, keys: dict[str, str], lang: str) -> None:
        """Keep where a guest's browser can be reached."""
        self._check(endpoint)
        for name, size in (("p256dh", 65), ("auth", 16)):
            if len(_bytes(keys.get(name, ""))) != size:
                raise InvalidBody(f"keys.{name}: it does not have {size} bytes in base64url")
        known = await self._hub.store.people.pushes_of(guest)
        if len(known) >= BROWSERS:
            await self._hub.store.people.unsubscribe(known[0].endpoint)
        row = {"guest": guest, "endpoint": endpoint, "language": lang}
        await self._hub.store.people.subscribe(
            {**row, "p256dh": keys["p256dh"], "auth": keys["auth"]}
        )

    def _check(self, endpoint: str) -> None:
        try:
            parts = urlsplit(endpoint)
            origin, host = f"{parts.scheme}://{parts.netloc}", parts.hostname or ""
        except ValueError:
            origin = host = ""
        family = origin == f"https://{host}" and host.endswith(FAMILIES)
        if origin not in self._services and not family:
            raise InvalidBody(f"endpoint: {origin[:100]!r} is not a push service known here")

    # ---------------------------------------------------------------- when

    def went_on(self, table: LiveTable) -> None:
        """Something happened at a table: perhaps it is somebody's turn who is not there."""
        seat = known_turn(table.fold)
        if seat is None or table.fold.seats[seat].played_by_bot:
            return
        if table.fold.seats[seat].guest:
            self._spawn(self._call(table.id, seat, table.fold.ply))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call(self, table_id: str, seat: int, ply: int) -> None:
        """Tell whoever is to decide, if they do not come by themselves; once a turn."""
        await asyncio.sleep(WAIT)
        with suppress(RookeryError):
            table = await self._hub.find(table_id)
            guest = table.fold.seats[seat].guest
            if table.fold.ply != ply or known_turn(table.fold) != seat:
                return
            await self._hub.company.room(table)
            if self._hub.company.gone_since(table, guest) is not None:
                await self._tell(table, seat, YOUR_TURN)

    def nudged(self, table: LiveTable, seat: int, who: str) -> None:
        """Somebody is reminded, wherever they are."""
        if self._hub.company.gone_since(table, table.fold.seats[seat].guest) is not None:
            self._spawn(self._tell(table, seat, NUDGED, who))

    # ---------------------------------------------------------------- how

    async def _tell(self, table: LiveTable, seat: int, text: str, who: str = "") -> None:
        place = table.fold.seats[seat]
        try:
            browsers = await self._hub.store.people.pushes_of(place.guest)
        except StoreError:
            return
        for browser in browsers:
            words = speech(browser.language)
            data = _encode(
                {
                    "title": find(table.fold.setup.game).title,
                    "body": words.gettext(text).format(name=place.name, who=who),
                    "url": f"/t/{table.id}",
                    "tag": table.id,
                }
            )
            if not await asyncio.to_thread(self._send, browser, data.decode()):
                with suppress(StoreError):
                    await self._hub.store.people.unsubscribe(browser.endpoint)

    def _send(self, browser: Any, data: str) -> bool:
        """Send a message; False: that browser is not there any more."""
        import requests
        from pywebpush import WebPushException, webpush

        keys = {"p256dh": browser.p256dh, "auth": browser.auth}
        try:
            self._check(browser.endpoint)  # the host may have changed the list since
            with requests.Session() as session:
                session.max_redirects = 0
                session.trust_env = False
                webpush(
                    {"endpoint": browser.endpoint, "keys": keys},
                    data,
                    vapid_private_key=self._vapid,
                    vapid_claims={"sub": self._contact},
                    timeout=PATIENCE,
                    ttl=KEEP,
                    requests_session=session,
                )
        except WebPushException as error:
            status = error.response.status_code if error.response is not None else 0
            log.warning("a push failed", extra={"status": status})
            return status not in (404, 410)
        except (requests.RequestException, RookeryError, ValueError) as error:
            log.warning("a push failed", extra={"why": type(error).__name__})
        return True


def _bytes(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""
