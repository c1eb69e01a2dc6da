"""People over HTTP: presence in streams, talk, a family on one device, pictures and previews."""

import json
import re
from collections.abc import Callable

import httpx
import pytest

from rookery.server.reach import reachable
from tests.server.api.client import Guest, Server, refused

ME, OPEN = {"kind": "me"}, {"kind": "open"}


def table_of_two(mira: Guest, noor: Guest, **settings: object) -> str:
    made = mira.post("/tables", game="party", seats=[ME, OPEN], **settings)
    noor.post(f"/tables/{made['id']}/join", invitation=made["invitation"])
    mira.post(f"/tables/{made['id']}/start")
    return str(made["id"])


def test_a_stream_tells_of_people_only_if_it_is_asked_to(mira: Guest, noor: Guest) -> None:
    table = table_of_two(mira, noor)
    noor.post(f"/tables/{table}/talk", seat=1, kind="phrase", what="hello")
    with (
        mira.events(table, seat=0) as plain,
        mira.http.stream("GET", f"/tables/{table}/events?seat=0&beside=true") as answer,
    ):
        lines = answer.iter_lines()
        head = next(line for line in lines if line.startswith("event: "))
        assert head == "event: beside"
        news = json.loads(next(lines).removeprefix("data: "))
        assert [it["seat"] for it in news["people"]] == [0, 1]
        assert [(it["seat"], it["what"]) for it in news["said"]] == [(1, "hello")]
        assert plain.next().data["scene"], "who did not ask gets the match alone"
    saved = mira.cannot_get(f"/tables/{table}/save")
    assert saved.code == "wrong_time"


def test_nothing_is_said_by_those_who_only_watch(
    mira: Guest, noor: Guest, guest: Callable[..., Guest]
) -> None:
    table = table_of_two(mira, noor, public=True)
    watcher = guest("Watcher")
    said = {"seat": 0, "kind": "emote", "what": "wave"}
    assert watcher.cannot_post(f"/tables/{table}/talk", **said).code == "not_yours"
    assert watcher.cannot_post(f"/tables/{table}/nudge", seat=0).code == "not_yours"
    assert watcher.cannot_post(f"/tables/{table}/stand-in", seat=0).code == "not_yours"


@pytest.fixture
def device(server: Server) -> httpx.Client:
    """A browser, with its cookies."""
    base = server.url.removesuffix("/api/v1")
    return httpx.Client(base_url=server.url, headers={"origin": base}, timeout=300)


def test_a_family_shares_a_device(device: httpx.Client) -> None:
    mama = device.post("/guests", json={"name": "Mama", "face": "wizard"}).json()
    assert mama["face"] == "wizard"
    luna = device.post("/guests/family", json={"name": "Luna"}).json()
    assert luna["id"] != mama["id"]
    people = device.get("/guests/family").json()["people"]
    assert [(it["name"], it["current"]) for it in people] == [("Mama", False), ("Luna", True)]
    assert people[0]["face"] == "face-wizard"
    back = device.post("/guests/family/switch", json={"id": mama["id"]}).json()
    assert back["id"] == mama["id"]
    assert device.get("/guests/me").json()["name"] == "Mama"
    assert (
        refused(device.post("/guests/family/leave", json={"id": mama["id"]})).code == "wrong_time"
    )
    device.post("/guests/family/leave", json={"id": luna["id"]})
    assert (
        refused(device.post("/guests/family/switch", json={"id": luna["id"]})).code == "not_found"
    )
    with httpx.Client(base_url=device.base_url, timeout=300) as elsewhere:
        # Somebody's id is no key.
        answer = elsewhere.post(
            "/guests/family/switch", json={"id": mama["id"]}, headers=device.headers
        )
        assert refused(answer).code == "not_found"
        cookies = "; ".join(f"{it.name}={it.value}" for it in device.cookies.jar)
        headers = {"cookie": cookies, "origin": "https://evil.example"}
        stolen = elsewhere.post("/guests/family/switch", json={"id": mama["id"]}, headers=headers)
        assert refused(stolen).code == "cross_site"
    device.close()


def test_a_finished_table_is_for_whoever_has_its_address(mira: Guest, noor: Guest) -> None:
    table = table_of_two(mira, noor)
    with httpx.Client(base_url=mira.url, timeout=300) as nobody:
        assert refused(nobody.get(f"/tables/{table}")).code == "not_yours"
        assert refused(nobody.get(f"/tables/{table}/picture")).code == "not_yours"
        noor.post(f"/tables/{table}/resign", seat=1)
        assert nobody.get(f"/tables/{table}").json()["table"]["winners"] == [0]
        assert nobody.get(f"/tables/{table}/save").status_code == 200
        picture = nobody.get(f"/tables/{table}/picture")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert picture.headers["content-security-policy"] == "default-src 'none'"
        assert ">Mira<" in picture.text
        pixels = nobody.get(f"/tables/{table}/picture?form=png")
        if pixels.status_code == 200:
            assert pixels.content.startswith(b"\x89PNG")
        else:
            assert refused(pixels).code == "missing_extra"


def test_links_are_previewed_for_those_who_run_no_scripts(mira: Guest, noor: Guest) -> None:
    made = mira.post("/tables", game="party", seats=[ME, OPEN])
    pages = mira.url.removesuffix("/api/v1")

    def title(path: str, **headers: str) -> str | None:
        page = httpx.get(pages + path, headers=headers, timeout=300).text
        found = re.search(r'property="og:title" content="([^"]*)"', page)
        return found[1] if found else None

    invited = f"/t/{made['id']}?invite={made['invitation']}"
    assert title(invited, **{"accept-language": "de"}) == "Penguin Party: Ein Platz wartet auf dich"
    assert title(f"/t/{made['id']}") == "Rookery", "of a private table nothing is told"
    assert title(invited, **{"sec-fetch-mode": "navigate"}) is None
    noor.post(f"/tables/{made['id']}/join", invitation=made["invitation"])
    mira.post(f"/tables/{made['id']}/start")
    noor.post(f"/tables/{made['id']}/resign", seat=1)
    assert title(f"/t/{made['id']}") == "Penguin Party: Mira won"
    assert title(f"/review/{made['id']}") == "Review · Penguin Party: Mira won"


def test_an_invitation_knows_who_can_come(mira: Guest) -> None:
    assert mira.get("/reach") == {"local": True, "addresses": []}
    assert reachable("::1", 80) == (True, [])
    assert reachable("192.0.2.7", 80) == (False, ["http://192.0.2.7:80"])
    local, addresses = reachable("0.0.0.0", 8000)  # noqa: S104 - only read
    assert not local
    assert all(re.fullmatch(r"http://[\d.]+:8000", it) for it in addresses)
