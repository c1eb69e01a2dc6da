"""Streams: everything once, in order, the same bytes again after a restart, in one's language."""

import random
import signal
from pathlib import Path

import rookery
from tests.server.api.client import Event, Events, Guest, Server


def test_a_stream_begins_with_the_present_and_goes_on_with_every_event_once(mira: Guest) -> None:
    table = mira.hot_seat("party", 2)
    mira.play(table, 2, lambda choices: choices[0], actions=3)
    with mira.events(table, seat=1) as stream:
        first = stream.next()
        assert first.data["table"]["id"] == table
        assert first.data["scene"] == mira.scene(table, 1)["scene"]
        mira.play(table, 2, lambda choices: choices[0], actions=3)
        last = mira.scene(table, 1)["number"]
        seen = stream.until(lambda event: event.id == last)
    assert [event.id for event in seen] == list(range(first.id + 1, last + 1))
    assert [event.data["number"] for event in seen] == [event.id for event in seen]


def test_a_stream_can_be_resumed_from_the_future_of_another_server(mira: Guest) -> None:
    table = mira.hot_seat("party", 2)
    with mira.events(table, last=999_999_999, seat=0) as stream:
        assert stream.next().id == mira.scene(table, 0)["number"]


def test_told_pages_through_the_same_events(mira: Guest) -> None:
    table = mira.hot_seat("party", 2)
    mira.play(table, 2, lambda choices: choices[0], actions=4)
    whole = mira.get(f"/tables/{table}/told", seat=0)
    pages = []
    while len(pages) < whole["count"]:
        page = mira.get(f"/tables/{table}/told", seat=0, after=len(pages), limit=3)
        assert 1 <= len(page["events"]) <= 3
        pages += page["events"]
    assert pages == whole["events"]


def test_a_stream_resumed_anywhere_after_a_crash_has_the_same_bytes(folder: Path) -> None:
    chance = random.Random(5)
    viewers: list[int | None] = [None, 0, 1]
    server = Server(folder / "crash.db")
    try:
        mira = server.guest("Mira", "de")
        first: dict[tuple[str, int | None], list[Event]] = {}
        for game in rookery.games():
            table = mira.hot_seat(game, 2, public=True, clock={"match": 3600})
            for viewer in viewers:
                with mira.events(table, last=0, seat=viewer) as stream:
                    mira.play(table, 2, chance.choice, actions=5)
                    first[table, viewer] = read(stream, mira.scene(table, viewer)["number"])
        server.stop(signal.SIGKILL)
        server.start()
        for (table, viewer), seen in first.items():
            assert [event.id for event in seen] == list(range(1, len(seen) + 1))
            count = mira.scene(table, viewer)["number"]
            for last in (0, *chance.sample(range(1, count), 3)):
                with mira.events(table, last=last, seat=viewer) as stream:
                    again = read(stream, count)
                assert [event.id for event in again] == list(range(last + 1, count + 1))
                same = [event.raw for event in again if event.id <= len(seen)]
                assert same == [event.raw for event in seen[last:]]
            # Nothing is missing between two servers, and the match goes on.
            with mira.events(table, last=count, seat=viewer) as stream:
                mira.play(table, 2, chance.choice, actions=4)
                assert stream.next().id == count + 1
    finally:
        server.close()


def read(stream: Events, last: int) -> list[Event]:
    return stream.until(lambda event: event.id == last)


def test_each_seat_numbers_its_own_events(mira: Guest) -> None:
    """In Pengqueen the mummy moves unseen: what a hunter is not told has no number either."""
    table = mira.hot_seat("pengqueen", 3)
    mira.play(table, 3, random.Random(2).choice, actions=30)
    for viewer in (None, 0, 1, 2):
        history = mira.get(f"/tables/{table}/told", seat=viewer, limit=500)
        assert [it["number"] for it in history["events"]] == list(range(1, history["count"] + 1))


def test_sentences_and_scenes_are_in_the_language_of_guest_query_or_browser(
    mira: Guest, server: Server
) -> None:
    table = mira.hot_seat("party", 2, public=True)

    def first(asker: Guest, **query: str) -> str:
        events = asker.get(f"/tables/{table}/told", **query)["events"]
        return next(line for it in events for line in it["told"] if "Me" not in line)

    wanted = {"en": "The match begins.", "fr": "La partie commence.", "de": "Das Spiel beginnt."}
    for language, said in wanted.items():
        other = server.guest("Ada", language)
        assert first(other) == said
        assert first(mira, language=language) == said
    assert first(mira) == wanted["en"]
    assert mira.cannot_get(f"/tables/{table}/told", language="it").code == "invalid_body"
    del mira.http.headers["authorization"]
    mira.http.headers["accept-language"] = "it, fr-CH;q=0.8, en;q=0.5"
    assert first(mira) == wanted["fr"]


def test_two_devices_of_one_seat_are_told_the_same(mira: Guest) -> None:
    table = mira.hot_seat("ultimatum", 2)
    with mira.events(table, last=0, seat=0) as one, mira.events(table, last=0, seat=0) as other:
        mira.play(table, 2, lambda choices: choices[-1], actions=4)
        last = mira.scene(table, 0)["number"]
        assert [event.raw for event in read(one, last)] == [it.raw for it in read(other, last)]
