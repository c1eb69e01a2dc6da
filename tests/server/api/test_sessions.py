"""Who somebody is: private links work once and from pages of ours, devices are listed and ended."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from rookery.server import guests
from rookery.server.guests import KEY_LIFE, LIFE, RENEWED, Guest, GuestKey, SeatKey, Signer
from rookery.server.problems import BadToken
from rookery.server.sessions import device_of
from tests.server.api import client
from tests.server.api.client import Api, Server, refused

OURS = {"sec-fetch-site": "same-origin"}


def claim(server: Server, key: str, **headers: str) -> httpx.Response:
    """Follow a private link in a browser that nobody has used yet."""
    with Api(server.url) as browser:
        sent = {**OURS, **{name.replace("_", "-"): it for name, it in headers.items()}}
        return browser.http.post("/guests/claim", json={"key": key}, headers=sent)


def test_a_private_link_is_no_token_and_works_once(server: Server, mira: client.Guest) -> None:
    given = mira.get("/guests/me/key")
    assert given["life"] == KEY_LIFE
    with Api(server.url, given["key"]) as thief:
        assert thief.cannot_get("/guests/me").code == "bad_token"
    first = claim(server, given["key"])
    assert first.json()["id"] == mira.id
    assert first.json()["token"] != mira.token
    for _ in range(2):
        again = refused(claim(server, given["key"]))
        assert (again.status, again.code) == (401, "bad_token")
        assert "used already" in again.message
    # The token itself, and the keys of seats, are not such keys.
    assert refused(claim(server, mira.token)).code == "bad_token"
    table = mira.hot_seat("party", 2)
    seat = mira.get(f"/tables/{table}/seats/0/key")["key"]
    assert refused(claim(server, seat)).code == "bad_token"


@pytest.mark.parametrize(
    "headers",
    [{"sec_fetch_site": "cross-site"}, {"origin": "https://evil.example"}, {"origin": "null"}],
    ids=str,
)
def test_only_pages_of_ours_make_one_somebody(
    server: Server, mira: client.Guest, headers: dict[str, str]
) -> None:
    key = mira.get("/guests/me/key")["key"]
    assert refused(claim(server, key, **headers)).code == "cross_site"
    with Api(server.url) as nobody:  # not even one that says nothing of where it comes from
        assert nobody.cannot_post("/guests/claim", key=key).code == "cross_site"
    assert claim(server, key).status_code == 200


def test_one_is_told_who_one_would_become_and_what_one_would_lose(
    mira: client.Guest, noor: client.Guest, server: Server
) -> None:
    mira.hot_seat("party", 2)
    noor.hot_seat("party", 2)
    noor.hot_seat("party", 2)
    key = mira.get("/guests/me/key")["key"]
    found = noor.post("/guests/claim/look", key=key)
    assert (found["become"]["name"], found["become"]["tables"]) == ("Mira", 1)
    assert (found["lose"]["name"], found["lose"]["tables"]) == ("Noor", 2)
    assert mira.post("/guests/claim/look", key=key)["same"] is True
    with Api(server.url) as nobody:
        assert nobody.post("/guests/claim/look", key=key)["lose"] is None
    # Looking changes nobody, and spends nothing.
    assert noor.get("/guests/me")["id"] == noor.id
    assert claim(server, key).status_code == 200
    assert noor.cannot_post("/guests/claim/look", key=key).code == "bad_token"


def test_devices_are_listed_and_signed_out(server: Server, mira: client.Guest) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    key = mira.get("/guests/me/key")["key"]
    phone = client.Guest(server.url, claim(server, key, user_agent=agent).json())
    left = mira.get("/guests/me/key")["key"]
    listed = phone.get("/guests/me/sessions")["sessions"]
    assert {(it["device"], it["current"]) for it in listed} == {
        ("Firefox, Linux", True),
        ("python-httpx", False),
    }
    other = next(it["id"] for it in listed if not it["current"])
    phone.post("/guests/me/sessions/end", session=other)
    found = mira.cannot_get("/guests/me")
    assert (found.status, found.code) == (401, "bad_token")
    assert len(phone.get("/guests/me/sessions")["sessions"]) == 1
    # What the lost device could still hand out is worth nothing either.
    assert refused(claim(server, left)).code == "bad_token"
    assert phone.cannot_post("/guests/me/sessions/end", session=other).code == "not_found"
    own = phone.get("/guests/me/sessions")["sessions"][0]["id"]
    answer = phone.http.post("/guests/me/sessions/end", json={"session": own})
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert phone.cannot_get("/guests/me").code == "bad_token"
    phone.http.close()


def test_all_other_devices_are_signed_out_at_once(server: Server, noor: client.Guest) -> None:
    others = []
    for _ in range(2):
        key = noor.get("/guests/me/key")["key"]
        others.append(client.Guest(server.url, claim(server, key).json()))
    noor.post("/guests/me/sessions/end")
    for other in others:
        assert other.cannot_get("/guests/me").code == "bad_token"
        other.http.close()
    assert [it["current"] for it in noor.get("/guests/me/sessions")["sessions"]] == [True]
    assert noor.get("/guests/me")["id"] == noor.id


def test_nobody_sees_or_ends_the_sessions_of_another(
    mira: client.Guest, noor: client.Guest
) -> None:
    own = mira.get("/guests/me/sessions")["sessions"][0]["id"]
    assert own not in str(noor.get("/guests/me/sessions"))
    assert noor.cannot_post("/guests/me/sessions/end", session=own).code == "not_found"
    assert mira.get("/guests/me")["id"] == mira.id


def test_the_link_of_a_seat_works_once(
    mira: client.Guest, noor: client.Guest, guest: Callable[..., client.Guest]
) -> None:
    table = mira.hot_seat("party", 2)
    key = mira.get(f"/tables/{table}/seats/0/key")["key"]
    assert noor.post(f"/tables/{table}/claim", key=key) == {"seat": 0}
    # The seat goes back to the one who made the link; the link does not come back to life.
    back = noor.get(f"/tables/{table}/seats/0/key")["key"]
    mira.post(f"/tables/{table}/claim", key=back)
    assert guest("Ada").cannot_post(f"/tables/{table}/claim", key=key).code == "bad_token"


# ---------------------------------------------------------------- time


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the time, in seconds from now."""
    now = guests.time.time()

    def go(seconds: float) -> None:
        monkeypatch.setattr("time.time", lambda: now + seconds)

    return go


def test_tokens_and_keys_expire(clock: Callable[[float], None]) -> None:
    signer = Signer(b"k" * 32)
    mira = Guest("1", "Mira", session="s")
    signed: list[tuple[Any, int]] = [
        (mira, LIFE),
        (GuestKey(mira, "n"), KEY_LIFE),
        (SeatKey("t", 0, "1", "n"), KEY_LIFE),
    ]
    for what, life in signed:
        clock(0)
        token = signer.sign(what)
        clock(life - 60)
        assert signer.read(token, type(what)) == what
        clock(life + 60)
        with pytest.raises(BadToken, match="expired"):
            signer.read(token, type(what))


def test_a_token_that_was_good_expires_all_the_same(clock: Callable[[float], None]) -> None:
    signer = Signer(b"k" * 32)
    clock(0)
    token = signer.sign(Guest("1", "Mira", session="s"))
    assert signer.guest(token).id == "1"
    assert not signer.due(token)
    clock(RENEWED + 60)
    assert signer.due(token)
    clock(LIFE + 60)
    with pytest.raises(BadToken, match="expired"):
        signer.guest(token)


def test_old_cookies_are_renewed_and_new_ones_are_not(server: Server) -> None:
    with Api(server.url) as browser:
        answer = browser.http.post("/guests", json={"name": "Mira"})
        assert "set-cookie" in answer.headers
        again = browser.http.get("/guests/me")
        assert again.json()["id"] == answer.json()["id"]
        assert "set-cookie" not in again.headers


def test_a_device_in_a_few_words() -> None:
    phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1"
    assert device_of(phone) == "Safari, iPhone"
    assert device_of("curl/8.5.0") == "curl"
    assert device_of("") == ""
    assert device_of("\x1b[31mred") == ""
