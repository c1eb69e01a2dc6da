"""What is remembered of people: results, ratings, their own page and tables; and pushes."""

import asyncio
import base64
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest

from rookery.server import push
from rookery.server.guests import Guest
from rookery.server.live import LiveTable, Stream
from rookery.server.own import OwnTables
from rookery.server.problems import InvalidBody
from rookery.server.profile import Profile, profile
from rookery.server.push import Pusher
from rookery.server.results import Recorder, places_of, rated, rows_of
from rookery.server.setup import SeatPlan
from tests.server.test_company import MIRA, NOOR, SETUP, House, in_house, settle

__all__ = ["in_house"]
ROUND = {"options": {"rounds": 1}}


async def own_page(at: House, guest: Guest) -> Profile:
    people = at.hub.store.people
    rows, ratings = await people.results_of(guest.id), await people.ratings_of(guest.id)
    return profile((guest.id, guest.name, guest.face), rows, ratings, ["party"])


def test_a_public_match_of_people_is_kept_and_rated(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        recorder = Recorder(at.hub)
        table = await at.table(**ROUND)
        await at.end(table)
        await asyncio.gather(*recorder._tasks)
        await recorder.record(table)  # twice does no harm
        pages = [await own_page(at, it) for it in (MIRA, NOOR)]
        places = places_of(table.fold)
        for number, page in enumerate(pages):
            (game,) = page.games
            assert (game.game, game.matches, game.rated) == ("party", 1, 1)
            assert game.wins == (number in table.fold.winners())
            (other,) = page.opponents
            assert other.name == ("Noor", "Mira")[number]
            assert other.before == (places[number] < places[1 - number])
            (match,) = page.matches
            assert match.table == table.id
            assert [it.place for it in match.players] == sorted(places)
            names = {it.name for it in page.badges}
            assert {"first-match", "every-game"} <= names
            assert ("first-win" in names) == (number in table.fold.winners())
        if places[0] != places[1]:
            better = 0 if places[0] < places[1] else 1
            one, two = (pages[it].games[0].rating for it in (better, 1 - better))
            assert one is not None
            assert two is not None
            assert one > 25 > two

    in_house(work)


def test_what_a_server_could_not_keep_is_made_up_for(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table = await at.table(**ROUND, public=False, kept={1: "n"})
        await at.end(table)
        assert (await own_page(at, MIRA)).matches == []
        await Recorder(at.hub).catch_up(MIRA.id)
        page = await own_page(at, MIRA)
        assert [it.table for it in page.matches] == [table.id]
        assert page.games[0].rating is None, "a private match is not rated"

    in_house(work)


def test_a_shared_device_counts_for_nobody(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        setup = msgspec.structs.replace(SETUP, **ROUND)
        plans = [SeatPlan("me", name="Luna"), SeatPlan("me", name="Leo")]
        table = await at.hub.find(await at.commands.create(MIRA, setup, plans, True))
        await at.commands.resign(table.id, MIRA, 0)
        await Recorder(at.hub).catch_up(MIRA.id)
        page = await own_page(at, MIRA)
        assert page.games == []
        assert page.badges == []
        assert [it.name for it in page.matches[0].players] == ["Leo", "Luna"]
        assert not page.matches[0].counts

    in_house(work)


def test_all_of_it_can_be_exported_and_deleted(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        recorder = Recorder(at.hub)
        table = await at.table(**ROUND)
        await at.sociable.say(table.id, NOOR, 1, "emote", "cheer")
        async with at.company.listening(table, "n", Stream("en", 0, 9), beside=False):
            await at.company.written()
        await at.end(table)
        await asyncio.gather(*recorder._tasks)
        people = at.hub.store.people
        kept = await people.export("n")
        for name in ("presence", "talk", "results", "ratings"):
            assert len(kept[name]) == 1, name
        await people.forget("n")
        assert not any((await people.export("n")).values())
        mine = await own_page(at, MIRA)
        assert len(mine.matches) == 1, "Mira's own matches stay hers"
        assert [it.name for it in mine.matches[0].players if not it.me] == [""]
        assert mine.opponents == []

    in_house(work)


def test_ties_and_those_who_gave_up_have_their_places(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        table = await at.table(**ROUND)
        await at.commands.resign(table.id, NOOR, 1)
        rows = rows_of(table.fold)
        assert [(row["place"], row["won"]) for row in rows] == [(1, True), (2, False)]
        new = rated(rows, {})
        assert [row["matches"] for row in new] == [1, 1]
        assert new[0]["mu"] > new[1]["mu"]

    in_house(work)


def test_own_tables_say_whose_turn_it_is(in_house: Callable[..., None]) -> None:
    async def work(at: House) -> None:
        own = OwnTables(at.hub)
        over = await at.table(**ROUND)
        await at.end(over)
        at.time += 1000
        waits = await at.table(options={"first": 0})
        at.time += 1000
        theirs = await at.table(options={"first": 1})
        for again in (False, True):
            found = await own.of(MIRA.id, "en")
            assert [it.id for it in found] == [waits.id, theirs.id, over.id]
            assert [it.waits for it in found] == [True, False, False]
            assert found[2].won == (0 in over.fold.winners())
            assert [(it.name, it.me) for it in found[0].seats] == [("Mira", True), ("Noor", False)]
            if not again:  # the second time from the database
                for table in (over, waits, theirs):
                    at.hub.drop(table)
        assert [it.waits for it in await own.of(NOOR.id, "en")] == [True, False, False]

    in_house(work)


# ---------------------------------------------------------------- pushes


class FakeService:
    """A push service that keeps what it gets, and opens it as the browser would."""

    def __init__(self) -> None:
        ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        self.got: list[dict[str, Any]] = []
        self.headers: list[Any] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.headers.append(self.headers)
                service.got.append(service.open(body))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def open(self, body: bytes) -> dict[str, Any]:
        http_ece = pytest.importorskip("http_ece")
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth)
        return dict(json.loads(text))

    @property
    def keys(self) -> dict[str, str]:
        numbers = self.private.public_key().public_numbers()
        point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        texts = (base64.urlsafe_b64encode(it).decode().rstrip("=") for it in (point, self.auth))
        return dict(zip(("p256dh", "auth"), texts, strict=True))


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeService]:
    monkeypatch.setattr(push, "WAIT", 0.01)
    pytest.importorskip("pywebpush", reason="pywebpush is not installed: rookery[push]")
    made = FakeService()
    yield made
    made.server.shutdown()
    made.server.server_close()


async def subscribed(at: House, service: FakeService) -> tuple[Pusher, LiveTable]:
    """Noor, whose phone wants to know, and whose turn is next."""
    pusher = await Pusher.open(at.hub, "mailto:host@example.org", service.origin)
    table = await at.table(options={"first": 0})
    await pusher.subscribe("n", f"{service.origin}/push/1", service.keys, "fr")
    return pusher, table


async def pushed(pusher: Pusher) -> None:
    while pusher._tasks:
        await asyncio.gather(*pusher._tasks)


def test_who_is_elsewhere_is_told_once_when_it_is_their_turn(
    in_house: Callable[..., None], service: FakeService
) -> None:
    async def work(at: House) -> None:
        pusher, table = await subscribed(at, service)
        await pushed(pusher)
        assert service.got == [], "Mira is elsewhere too, but did not ask to be told"
        await at.act(table)
        await pushed(pusher)
        (got,) = service.got
        assert got["title"] == "Penguin Party"
        assert got["body"] == push.YOUR_TURN.format(name="Noor") or "Noor" in got["body"]
        assert got["url"] == f"/t/{table.id}"
        assert service.headers[0]["authorization"].startswith("vapid ")
        assert pusher.key in service.headers[0]["authorization"]
        pusher.nudged(table, 1, "Mira")
        await pushed(pusher)
        assert "Mira" in service.got[1]["body"]
        async with at.company.listening(table, "n", Stream("en", 0, 9), beside=False):
            pusher.went_on(table)
            pusher.nudged(table, 1, "Mira")
            await settle()
            await pushed(pusher)
        assert len(service.got) == 2, "who is here sees it"

    in_house(work)


def test_a_browser_that_is_gone_is_forgotten(
    in_house: Callable[..., None], service: FakeService
) -> None:
    service.status = 410

    async def work(at: House) -> None:
        pusher, table = await subscribed(at, service)
        pusher.nudged(table, 1, "Mira")
        await pushed(pusher)
        assert await at.hub.store.people.pushes_of("n") == []

    in_house(work)


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://127.0.0.1:1/", "https://example.org/x", "https://fcm.googleapis.com.evil.org/"),
        *("https://user@fcm.googleapis.com/", "http://wns2.notify.windows.com/", "https://[", ""),
    ],
)
def test_nothing_is_posted_to_wherever_a_visitor_says(
    in_house: Callable[..., None], service: FakeService, endpoint: str
) -> None:
    async def work(at: House) -> None:
        pusher = await Pusher.open(at.hub, "mailto:host@example.org", service.origin)
        with pytest.raises(InvalidBody, match="endpoint"):
            await pusher.subscribe("n", endpoint, service.keys, "en")
        with pytest.raises(InvalidBody, match="p256dh"):
            await pusher.subscribe("n", f"{service.origin}/1", {"auth": "x"}, "en")

    in_house(work)
