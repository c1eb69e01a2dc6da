"""Two worlds, one wire, over real HTTP: every byte that a viewer can get is the same in both."""

import asyncio
import json
import random
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

import rookery
from rookery.server.clock import LAG, HouseClock
from rookery.server.guests import Signer
from rookery.server.live import LiveTable
from rookery.server.settings import Settings
from rookery.server.setup import Clock
from rookery.server.store import Store
from tests.helpers import SEATINGS, hides
from tests.server.faults.staged import BEGUN, Stage, guest, opening, sheet
from tests.server.faults.threaded import FREE, Hearing, Served, until
from tests.server.faults.worlds import BACK, Pair, Step, forced_pairs, pairs

#: So long that no time runs out before the test wants it.
LONG = 100_000
CLOCKS = (None, Clock(action=LONG), Clock(match=3 * LONG, action=LONG))
#: How far a pair goes on; what nobody may notice takes longer to come about.
STEPS, LONGER = 4, 12
#: Each game with the fewest and the most players; ``test_two_worlds`` has all of them.
FEW_AND_MANY = [
    it
    for it in SEATINGS
    if it[1] in (rookery.game(it[0]).players[0], rookery.game(it[0]).players[-1])
]


class Time:
    """What the servers take for the time: it stands still unless the test says so."""

    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> int:
        return self.now


class Table:
    """A pair as two tables of the same name on two servers."""

    def __init__(self, name: str, pair: Pair, steps: list[Step], clock: Clock | None) -> None:
        self.name, self.pair, self.steps, self.clock = name, pair, steps, clock


def choose(name: str, players: int, viewer: int | None, number: int) -> Table:
    """Of several pairs the one in which most is hidden, and how it goes on."""
    found = []
    most = STEPS if rookery.game(name).open_actions else LONGER
    for pair in islice(pairs(name, players, viewer, 60), 6):
        steps = list(pair.steps(most))
        found.append((sum(not step.seen for step in steps), len(steps), pair, steps))
    _, _, pair, steps = max(found, key=lambda it: it[:2])
    return Table(f"{number:010x}", pair, steps, CLOCKS[number % len(CLOCKS)])


class Twins:
    """Two servers that differ in nothing but the hidden cards of their tables."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.stage = Stage().install(monkeypatch)
        self.time = Time()
        monkeypatch.setattr("rookery.server.hub.now", self.time)
        monkeypatch.setattr("rookery.server.live.now", self.time)
        monkeypatch.setattr(HouseClock, "now", lambda _: self.time.now)
        signed = int(time.time())
        monkeypatch.setattr("itsdangerous.TimestampSigner.get_timestamp", lambda _: signed)
        self._folder = folder
        self.servers: list[Served] = []
        self.heard: list[Hearing] = []
        self.client = httpx.Client(timeout=180)

    def open(self, tables: list[Table]) -> None:
        """Begin the tables; only then are there servers."""
        files = [self._folder / "0.db", self._folder / "1.db"]
        self.signer = asyncio.run(self._write(files[0], tables))
        shutil.copy(*files)
        for world, file in enumerate(files):
            settings = Settings(db=str(file), bots=0, heartbeat=600, **FREE)
            self.servers.append(Served(settings, lambda world=world: self.stage.enter(world)))

    async def _write(self, file: Path, tables: list[Table]) -> Signer:
        self.stage.enter(0)
        store = await Store.open(str(file), node="test")
        for it in tables:
            self.stage.pairs[it.pair.secret] = it.pair
            players = it.pair.worlds[0].players
            paper = sheet(it.pair, clock=it.clock, name=it.name)
            live = LiveTable.of(paper, opening(players))
            await store.create(paper, opening(players), live.summary(BEGUN), live.fold.guests)
        signer = Signer(await store.key("tokens"))
        await store.close()
        return signer

    def close(self) -> None:
        """Stop both."""
        for it in self.heard:
            it.close()
        for server in self.servers:
            server.close()
        self.client.close()

    def token(self, seat: int | None) -> dict[str, str]:
        """The headers of a seat's person."""
        if seat is None:
            return {}
        return {"authorization": "Bearer " + self.signer.sign(guest(seat))}

    def ask(
        self, world: int, seat: int | None, method: str, path: str, body: Any = None
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """All that an answer says, apart from its date."""
        url = self.servers[world].url + path
        found = self.client.request(method, url, json=body, headers=self.token(seat))
        headers = [it for it in found.headers.items() if it[0] != "date"]
        return found.status_code, headers, found.content

    def both(
        self, seat: int | None, method: str, path: str, body: Any = None
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Ask in both worlds; there must be no difference."""
        one, two = (self.ask(world, seat, method, path, body) for world in (0, 1))
        assert one == two, f"{method} {path} {body}"
        assert one[0] < 500, one
        return one

    def listen(self, table: Table, last: int | None = None) -> list[Hearing]:
        """The viewer's stream in both worlds."""
        viewer = table.pair.viewer
        query = "" if viewer is None else f"?seat={viewer}"
        headers = self.token(viewer)
        if last is not None:
            headers["last-event-id"] = str(last)
        paths = [f"{it.url}/tables/{table.name}/events{query}" for it in self.servers]
        found = [Hearing(path, headers) for path in paths]
        self.heard += found
        return found


@pytest.fixture
def twins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Twins]:
    """Two servers, to be opened."""
    found = Twins(tmp_path, monkeypatch)
    try:
        yield found
    finally:
        found.close()


def play(twins: Twins, table: Table, count: Counter[str]) -> tuple[list[Hearing], int]:
    """The whole of a pair, with everything its viewer may try."""
    pair, path = table.pair, f"/tables/{table.name}"
    viewer, chance = pair.viewer, random.Random(table.name)
    heard = twins.listen(table)
    last = probe(twins, table, "", chance)
    for step in table.steps:
        begun = twins.time.now
        for world, acts in enumerate(step.acts):
            for before, text in zip(range(len(acts) - 1, -1, -1), acts, strict=True):
                twins.time.now = begun + 5000 - 1000 * before
                body: dict[str, Any] = {"seat": step.seat}
                if text != BACK:
                    body["action"] = text
                where = path + ("/undo" if text == BACK else "/actions")
                status, _, said = twins.ask(world, step.seat, "POST", where, body)
                assert status == 200, said
        twins.time.now = begun + 5000
        count["seen" if step.seen else "unseen"] += 1
        mine = step.acts[0][-1] if step.seen and step.seat == viewer else ""
        last = probe(twins, table, mine, chance)
        if chance.random() < 0.3:
            since = chance.randint(1, last)
            compare(twins.listen(table, since), last, missed=last - since)
    compare(heard, last)
    return heard, last


def compare(heard: list[Hearing], last: int, missed: int = 1) -> None:
    """Both streams have come to an event, byte by byte alike."""
    # Who has missed nothing is told how the clocks stand, or nothing.
    until(lambda: all(it.has(last) if missed else it.data.endswith(b"\n\n") for it in heard))
    assert heard[0].data == heard[1].data
    assert heard[0].headers == heard[1].headers
    assert heard[0].status == heard[1].status == 200


def probe(twins: Twins, table: Table, mine: str, chance: random.Random) -> int:
    """Everything that the viewer may ask or try; the number of its last event."""
    viewer, path = table.pair.viewer, f"/tables/{table.name}"
    query = "" if viewer is None else f"&seat={viewer}"
    language = chance.choice(("en", "fr", "de"))
    gets = [
        f"{path}/scene?language={language}{query}",
        f"{path}/told?limit=50{query}",
        path,
        "/tables?status=running",
    ]
    others = ("/backdrop", "/save", "/verify", "/invitation", "/scene?seat=9")
    for where in (*gets, path + chance.choice(others)):
        twins.both(viewer, "GET", where)
    status, _, said = twins.both(viewer, "GET", f"{path}/scene?{query[1:]}")
    assert status == 200, said
    seen = json.loads(said)
    last: int = seen["number"]
    if viewer is None:
        return last
    twins.both(viewer, "GET", "/guests/me/tables")
    other = (viewer + 1) % table.pair.worlds[0].players
    twins.both(viewer, "GET", f"{path}/scene?seat={other}")
    at_seat = {"seat": viewer}
    tries: list[tuple[str, dict[str, Any]]] = [
        ("actions", {"seat": other, "action": "stop"}),
        ("actions", {"seat": viewer, "action": "nonsense"}),
        ("actions", {"seat": viewer, "action": "stop", "seen": last - 1}),
        ("actions", {"seat": viewer, "action": "hide", "seen": last}),
        ("actions", {"seat": viewer, "action": "1>a1", "seen": last}),
        ("hint", at_seat),
        ("rematch", {}),
        ("return", at_seat),
        ("start", {}),
    ]
    legal = {it["action"] for it in seen["scene"].get("choices", [])}
    for rest, body in chance.sample(tries, 4):
        if body.get("action") not in legal:
            twins.both(viewer, "POST", f"{path}/{rest}", body)
    status, _, _ = twins.both(viewer, "POST", f"{path}/undo", at_seat)
    if status == 200:  # then as before
        assert mine
        assert twins.both(viewer, "POST", f"{path}/actions", {**at_seat, "action": mine})[0] == 200
        last += 2
    return last


@pytest.mark.parametrize(("name", "players"), FEW_AND_MANY)
def test_every_byte_is_the_same(name: str, players: int, twins: Twins) -> None:
    if not hides(rookery.game(name)):
        pytest.skip(f"nothing is hidden in {name}")
    viewers = (None, *range(players))
    tables = [choose(name, players, viewer, n) for n, viewer in enumerate(viewers)]
    twins.open(tables)
    count: Counter[str] = Counter()
    streams = []
    for table in tables:
        assert table.pair.fresh(0)._states.tobytes() != table.pair.fresh(1)._states.tobytes()
        streams.append(play(twins, table, count))
    # Time runs out at the same moment, whatever was decided in secret.
    twins.time.now += 1000 * LONG + LAG
    for table, (heard, last) in zip(tables, streams, strict=True):
        compare(heard, last + (table.clock is not None))
    assert count["seen"] > len(tables)
    assert count["unseen"] or rookery.game(name).open_actions


def test_an_only_action_over_http_is_like_any_other(twins: Twins) -> None:
    """P7: one world leaves a choice, the other does not; every other seat gets the same bytes."""
    tables = []
    for number, viewer in enumerate((None, 0, 1, 2)):
        for pair in forced_pairs("party", 3, viewer, 20):
            world, other = pair.worlds
            (only,) = world.legal()
            seat = world.turn
            assert seat is not None
            tried = [it.twin() for it in (world, other)]
            for it in tried:
                it.play(only)
            if any(it.over for it in tried) or tried[0].look(viewer) != tried[1].look(viewer):
                continue  # what follows from the other hands tells them apart, as it may
            text = world.notation(only)
            steps = [Step(([text], [text]), seat, seen=True)]
            tables.append(Table(f"{number:010x}", pair, steps, CLOCKS[1]))
            break
    assert len(tables) == 4
    twins.open(tables)
    count: Counter[str] = Counter()
    for table in tables:
        play(twins, table, count)
    assert count["seen"] == 4
