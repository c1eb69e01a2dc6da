"""Somebody who was invited to a private table and only watches."""

from collections.abc import Callable
from typing import Any

import rookery
from tests.web.browser.conftest import expect, make_table, result

Visit = Callable[..., Any]
SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Ben"}]


def invitation(page: Any, table: str) -> str:
    """The link for those who are to come."""
    key: str = page.request.get(f"/api/v1/tables/{table}/invitation").json()["key"]
    return f"/t/{table}?invite={key}"


def play_out(page: Any, table: str) -> None:
    """Play a table to its end by the interface, for both seats."""
    path, origin = f"/api/v1/tables/{table}", {"origin": page.evaluate("location.origin")}
    while True:
        for seat in (0, 1):
            now = page.request.get(f"{path}/scene?seat={seat}").json()
            if now["table"]["status"] == "over":
                return
            for choice in now["scene"].get("choices", [])[:1]:
                body = {"seat": seat, "action": choice["action"]}
                assert page.request.post(f"{path}/actions", data=body, headers=origin).ok


def test_an_invited_spectator_sees_the_whole_table(visit: Visit) -> None:
    """The map is no part of the scenes: it is fetched by itself."""
    host = visit()
    wanted = {"game": "pengqueen", "edition": "small", "seats": SEATS, "start": True}
    table = make_table(host, wanted)
    watcher = visit(invitation(host, table))
    for cell in rookery.game("pengqueen").edition("small").data["cells"]:
        expect(watcher.locator(f"[data-id='cell-{cell}']")).to_have_count(1)


def test_an_invited_spectator_can_look_back_at_the_match(visit: Visit) -> None:
    host = visit()
    wanted = {"game": "party", "seats": SEATS, "options": {"rounds": 1}, "start": True}
    table = make_table(host, wanted)
    play_out(host, table)
    watcher = visit(invitation(host, table))
    dialog = result(watcher)
    dialog.locator(".fair summary").click()
    dialog.get_by_role("button", name="Check it").click()
    expect(dialog.get_by_role("status")).to_contain_text("All fits")
    with watcher.expect_download() as download:
        dialog.get_by_role("button", name="Download the match").click()
    assert rookery.load(download.value.path().read_text("utf-8")).over
    dialog.get_by_role("link", name="Replay").click()
    watcher.wait_for_url("**/replay/*")
    expect(watcher.locator("#film")).to_be_visible()


def test_a_match_that_is_not_over_is_no_replay_yet(visit: Visit) -> None:
    host = visit()
    table = make_table(host, {"game": "party", "seats": SEATS, "start": True})
    watcher = visit(invitation(host, table).replace("/t/", "/replay/"))
    watcher.wait_for_url(f"**/t/{table}?invite=*")
    expect(watcher.locator("#prompt-text")).to_contain_text("watching")
