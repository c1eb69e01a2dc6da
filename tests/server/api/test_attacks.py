"""What people might try: each is refused, in the form of all errors, and changes nothing."""

import base64
import json
import zlib
from typing import Any

import httpx
import pytest

from tests.server.api.client import Api, Guest, Server, refused
from tests.server.api.wire import ask, connect, head, read


def swap(token: str, **changed: Any) -> str:
    """A token with another payload under the old signature."""
    payload, time, signature = token.rsplit(".", 2)
    # A long one is compressed, which a dot in front says.
    small = payload.removeprefix(".")
    data = base64.urlsafe_b64decode(small + "=" * (-len(small) % 4))
    said = json.loads(data if small == payload else zlib.decompress(data))
    new = base64.urlsafe_b64encode(json.dumps({**said, **changed}).encode()).decode()
    return f"{new.rstrip('=')}.{time}.{signature}"


# ---------------------------------------------------------------- for somebody else


def test_nobody_acts_for_another_seat(mira: Guest, noor: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True)
    seat, choices, number = mira.turn(table, 2)
    with Api(mira.url) as nobody:
        for asker, code in ((noor, "not_yours"), (nobody, "no_guest")):
            act = {"seat": seat, "action": choices[0]}
            assert asker.cannot_post(f"/tables/{table}/actions", **act).code == code
            for what in ("undo", "resign", "leave", "return", "hint"):
                assert asker.cannot_post(f"/tables/{table}/{what}", seat=seat).code == code
            for what in ("start", "rematch"):
                assert asker.cannot_post(f"/tables/{table}/{what}").code == code
            assert asker.cannot_get(f"/tables/{table}/seats/{seat}/key").code == code
            for what in ("scene", "told", "events"):
                assert asker.cannot_get(f"/tables/{table}/{what}", seat=seat).code == "not_yours"
    assert mira.scene(table, seat)["number"] == number


def test_out_of_turn_and_against_the_rules(mira: Guest) -> None:
    table = mira.hot_seat("party", 2)
    seat, choices, number = mira.turn(table, 2)
    act = f"/tables/{table}/actions"
    assert mira.cannot_post(act, seat=1 - seat, action=choices[0]).code == "not_your_turn"
    assert mira.cannot_post(act, seat=7, action=choices[0]).code == "not_found"
    assert mira.cannot_post(act, seat=seat, action="g8.9").code in (
        *("illegal_action", "unknown_action"),
    )
    for nonsense in ("", "🐧", "\x00", "x" * 100, "0", "-1"):
        assert mira.cannot_post(act, seat=seat, action=nonsense).code == "unknown_action"
    assert mira.scene(table, seat)["number"] == number


def test_a_replayed_request_is_stale(mira: Guest) -> None:
    table = mira.hot_seat("pengqueen", 2)
    seat, choices, number = mira.turn(table, 2)
    body = {"seat": seat, "action": choices[0], "seen": number}
    mira.post(f"/tables/{table}/actions", **body)
    before = mira.scene(table, seat)["number"]
    for _ in range(3):
        found = mira.cannot_post(f"/tables/{table}/actions", **body)
        assert (found.status, found.code) in ((409, "stale"), (409, "not_your_turn"))
    for seen in (-1, 0, 10**30):
        found = mira.cannot_post(f"/tables/{table}/actions", **{**body, "seen": seen})
        assert found.code in ("stale", "not_your_turn")
    assert mira.scene(table, seat)["number"] == before


# ---------------------------------------------------------------- tokens


def test_tokens_that_were_not_made_here_for_this_are_refused(
    mira: Guest, noor: Guest, strict: Server
) -> None:
    table = mira.hot_seat("party", 2)
    invitation = mira.get(f"/tables/{table}/invitation")["key"]
    seat_key = mira.get(f"/tables/{table}/seats/0/key")["key"]
    payload, time, signature = noor.token.rsplit(".", 2)
    bad = {
        "edited": swap(noor.token, id=mira.id),
        "unsigned": f"{payload}.{time}.",
        "cut": noor.token[:-1],
        "longer": noor.token + "A",
        "padded": f"{payload}=.{time}.{signature}",
        "of another time": f"{payload}.{time[:-1]}.{signature}",
        "of the former form": f"guest.{payload}.{signature}",
        "an invitation": invitation,
        "the key of a seat": seat_key,
        "of another server": strict.guest("Noor").token,
        "empty parts": "..",
        "nothing": "x",
        "long": "guest." + "A" * 5000 + ".B",
    }
    with Api(mira.url) as asker:
        for what, token in bad.items():
            asker.http.headers["authorization"] = f"Bearer {token}"
            found = asker.cannot_get("/guests/me")
            assert (found.status, found.code) == (401, "bad_token"), what
            assert token not in found.message
        asker.http.headers["authorization"] = "Basic bWlyYTpzZWNyZXQ="
        assert asker.cannot_get("/guests/me").code == "no_guest"
        del asker.http.headers["authorization"]
        asker.http.headers["sec-fetch-site"] = "same-origin"
        for token in ("", "x", invitation, seat_key, mira.token, swap(noor.token, id=mira.id)):
            assert asker.cannot_post("/guests/claim", key=token).code == "bad_token"


def test_keys_and_invitations_are_for_one_table_and_one_seat(mira: Guest, noor: Guest) -> None:
    one, other = mira.hot_seat("party", 2), mira.table("party", players=2)
    invitation = mira.get(f"/tables/{one}/invitation")["key"]
    key = mira.get(f"/tables/{one}/seats/0/key")["key"]
    join = f"/tables/{other}/join"
    assert noor.cannot_post(join, invitation=invitation).code == "not_yours"
    assert noor.cannot_post(join, invitation=swap(invitation, table=other)).code == "bad_token"
    assert noor.cannot_post(join, invitation=key).code == "bad_token"
    assert noor.cannot_post(join, invitation=noor.token).code == "bad_token"
    assert noor.cannot_get(f"/tables/{other}", invitation=invitation).code == "not_yours"
    assert noor.cannot_get(f"/tables/{other}", invitation="x").code == "bad_token"
    claim = f"/tables/{other}/claim"
    assert noor.cannot_post(claim, key=key).code == "bad_token"
    assert noor.cannot_post(claim, key=swap(key, table=other)).code == "bad_token"
    assert noor.cannot_post(f"/tables/{one}/claim", key=swap(key, seat=1)).code == "bad_token"
    assert noor.cannot_post(f"/tables/{one}/claim", key=invitation).code == "bad_token"
    assert [it["kind"] for it in mira.look(other)["seats"]] == ["person", "free"]


def test_a_browser_with_the_cookie_of_another_server_can_start_anew(
    server: Server, strict: Server
) -> None:
    with Api(server.url) as browser:
        browser.http.cookies["rookery"] = strict.guest("Old").token
        assert browser.cannot_get("/guests/me").code == "no_guest"
        site = {"sec-fetch-site": "same-origin"}
        answer = browser.http.post("/guests", json={"name": "New"}, headers=site)
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie


# ---------------------------------------------------------------- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1"},
        {"origin": "https://evil.example", "sec-fetch-site": "none"},
        {"origin": "{own}.evil.example"},
        {"origin": "{own}", "sec-fetch-site": "cross-site"},
    ],
    ids=str,
)
def test_a_page_of_another_site_cannot_use_the_cookie(
    server: Server, mira: Guest, headers: dict[str, str]
) -> None:
    table = mira.hot_seat("party", 2)
    own = f"http://127.0.0.1:{server.port}"
    sent = {name: value.format(own=own) for name, value in headers.items()}
    with Api(server.url) as page:
        page.http.cookies["rookery"] = mira.token
        answer = page.http.post(f"/tables/{table}/resign", json={"seat": 0}, headers=sent)
        assert refused(answer).code == "cross_site"
        ours = {"origin": own, "sec-fetch-site": "same-origin"}
        answer = page.http.post(f"/tables/{table}/leave", json={"seat": 0}, headers=ours)
        assert answer.status_code == 200
    assert mira.look(table)["seats"][0]["lost"] is False


def test_a_form_of_another_site_is_no_json(server: Server) -> None:
    """What a form can send needs no permission of the browser's; it must not be understood."""
    body = b'{"name": "Evil"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        sent = {"content-type": kind} if kind else {}
        answer = httpx.post(f"{server.url}/guests", content=body, headers=sent, timeout=300)
        assert refused(answer).code == "invalid_body", kind
    answer = httpx.get(f"{server.url}/games", headers={"origin": "https://evil.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


# ---------------------------------------------------------------- bodies


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"name": NaN}',
        b'{"name": "a", "name": 1}',
        b'{"name": 5}',
        b'{"name": "a", "admin": true}',
        b'{"name": "' + b"x" * 60_000 + b'"}',
        b'{"name": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
        b"[" * 60_000,
        b'{"name": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
        b'{"name": 1' + b"0" * 50_000 + b"}",
    ],
    ids=lambda body: repr(body[:20]),
)
def test_malformed_bodies_are_refused(mira: Guest, body: bytes) -> None:
    kind = {"content-type": "application/json"}
    found = refused(mira.http.post("/guests", content=body, headers=kind))
    assert (found.status, found.code) == (422, "invalid_body")
    assert len(found.message) < 500


@pytest.mark.parametrize("depth", [100, 900, 2000, 20_000])
def test_deeply_nested_settings_are_refused(mira: Guest, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    for field in (b'"options": {"rounds": %b}', b'"edition": {"name": %b}'):
        body = b'{"game": "party", ' + field % deep + b"}"
        answer = mira.http.post(
            "/tables", content=body, headers={"content-type": "application/json"}
        )
        found = refused(answer)
        assert found.status == 422


def test_bodies_that_are_too_long_are_refused_before_they_are_read(server: Server) -> None:
    kind = "Content-Type: application/json"
    said = head(server, "POST", "/api/v1/guests", kind, "Content-Length: 999999999")
    answer = ask(server, said)
    assert (answer.status, answer.code) == (413, "too_large")
    assert answer.headers["connection"] == "close"
    said = head(server, "POST", "/api/v1/guests", kind, "Transfer-Encoding: chunked")
    with connect(server) as connection:
        connection.sendall(said)
        for _ in range(3):
            connection.sendall(b"7530\r\n" + b"x" * 0x7530 + b"\r\n")
        answer = read(connection)
    assert (answer.status, answer.code) == (413, "too_large")


@pytest.mark.parametrize(
    "headers",
    [
        ["Content-Length: -1"],
        ["Content-Length: 1e3"],
        ["Content-Length: 5", "Content-Length: 6"],
        ["Content-Length: 5", "Transfer-Encoding: chunked"],
        ["Transfer-Encoding: chunked, identity"],
        ["Content-Type: application/json", "Content-Type: text/plain", "Content-Length: 2"],
        ["Authorization: Bearer a", "Authorization: Bearer b", "Content-Length: 2"],
        ["Origin: http://a", "Origin: http://b", "Content-Length: 2"],
        ["Host: another", "Content-Length: 2"],
        ["Bad Header: x", "Content-Length: 2"],
        ["X: a\x00b", "Content-Length: 2"],
    ],
    ids=str,
)
def test_ambiguous_and_broken_heads_are_refused(server: Server, headers: list[str]) -> None:
    answer = ask(server, head(server, "POST", "/api/v1/guests", *headers) + b"{}")
    assert answer.status == 400
    assert answer.code == "bad_request"


# ---------------------------------------------------------------- paths and methods


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/../v1/games",
        "/api/v1/%2e%2e/v1/games",
        "/api/v1/..%2fv1/games",
        "//api/v1/games",
        "/api//v1/games",
        "/api/v1/games/",
        "/api/v1/games%00",
        "/api/v1/games%0a",
        "/api/v1/games%2f",
        "/api/v1/games;x=1",
        "/API/v1/games",
        "/api/v1/tables/..%2f..%2fetc%2fpasswd",
        "/api/v1/tables/%2e%2e",
        "/api/v1/tables/0123456789%0a",
        "/api/v1/tables/0123456789%00",
        "/api/v1/tables/012345678G",
        "/api/v1/tables/%ff%fe",
        "/api/v1/tables/0123456789/seats/%D9%A1/key",
        "/api/v1/tables/0123456789/seats/-1/key",
        "/api/v1/tables/" + "a" * 3000,
        "/etc/passwd",
        "/..",
        "/%",
    ],
)
def test_there_is_nothing_at_odd_paths(server: Server, path: str) -> None:
    answer = ask(server, head(server, "GET", path))
    assert answer.status == 404
    if path.startswith("/api/"):
        assert answer.code == "not_found"
    else:  # outside of the interface, where people are: a page
        assert answer.headers["content-type"].startswith("text/html")
        assert b"root:" not in answer.body


def test_very_long_addresses_are_refused(server: Server) -> None:
    answer = ask(server, head(server, "GET", "/api/v1/games?x=" + "a" * 10_000))
    assert (answer.status, answer.code) == (413, "too_large")
    answer = ask(server, head(server, "GET", "/api/v1/tables/" + "a" * 10_000))
    assert (answer.status, answer.code) == (413, "too_large")
    with connect(server) as connection:
        connection.sendall(b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n")
        # The last line is the one too many: who sends on after a refusal may not get to read it.
        for _ in range(33):
            connection.sendall(b"X-Long: " + b"a" * 1000 + b"\r\n")
        answer = read(connection)
    assert (answer.status, answer.code) == (431, "too_large")


@pytest.mark.parametrize(
    "query",
    [
        *("x=1", "status=open&status=over", "limit=0", "limit=101", "limit=x", "before=-1"),
        *("before=99999999999999999999", "status=%00", "status=%ff", "a&b&c"),
        "&".join("abcdefghijklmnopqrstuv"),
    ],
)
def test_odd_queries_are_refused(mira: Guest, query: str) -> None:
    found = refused(mira.http.get(f"/tables?{query}"))
    assert (found.status, found.code) == (422, "invalid_body")


@pytest.mark.parametrize("last", ["-1", "x", "1.5", "²", "9" * 10, "9" * 5000, " ", "1, 2"])
def test_an_event_id_is_a_number(mira: Guest, server: Server, last: str) -> None:
    table = mira.hot_seat("party", 2, public=True)
    said = head(server, "GET", f"/api/v1/tables/{table}/events", f"Last-Event-ID: {last}")
    if not last.strip():
        said = said.replace(b"GET", b"HEAD")  # an empty one is none: not a stream to wait for
        assert ask(server, said).status == 405
        return
    answer = ask(server, said)
    assert (answer.status, answer.code) == (422, "invalid_body")


@pytest.mark.parametrize(
    "method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "POST"]
)
def test_other_methods_are_refused_and_the_possible_ones_named(server: Server, method: str) -> None:
    said = head(server, method, "/api/v1/games", "X-HTTP-Method-Override: GET")
    answer = ask(server, said)
    if method == "CONNECT":  # its target is no path
        assert answer.status in (400, 405)
        return
    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET"


def test_methods_that_are_none(server: Server, mira: Guest) -> None:
    for line in (b"get /api/v1/games HTTP/1.1", b"GARBAGE", b"GET /x HTTP/9.9", b"\x16\x03\x01"):
        answer = ask(server, line + b"\r\nHost: x\r\n\r\n")
        assert (answer.status, answer.code) == (400, "bad_request")
    table = mira.hot_seat("party", 2, public=True)
    answer = ask(server, head(server, "HEAD", f"/api/v1/tables/{table}/events"))
    assert answer.status == 405
    said = head(server, "GET", "/api/v1/games", "Connection: Upgrade", "Upgrade: websocket")
    assert ask(server, said).status == 200
