"""Two and three people at a table, each with a browser of their own."""

import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web.browser.conftest import CAN, PATIENCE, expect, make_table, opened, ready
from tests.web.helpers import chromium

Visit = Callable[..., Any]
Shot = Callable[[Any, str], None]
OPEN = {"kind": "open"}
ME = {"kind": "me"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One with windows: without them there are no notifications."""
    with opened(chromium(windows=True)) as found:
        yield found


def together(visit: Visit, *others: dict[str, Any], **settings: Any) -> list[Any]:
    """A running table of several people; the first one's decision is asked for."""
    first = visit(viewport={"width": 1440, "height": 900})
    players = [ME, *(OPEN for _ in others)]
    body = {"game": "party", "seats": players, "options": {"first": 0, "rounds": 1}, **settings}
    table = make_table(first, body)
    key = first.request.get(f"/api/v1/tables/{table}/invitation").json()["key"]
    pages = [first]
    for how in others:
        page = visit(f"/t/{table}?invite={key}", **how)
        page.locator(".join button.main").click()
        pages.append(page)
    first.get_by_role("button", name="Start", exact=True).click()
    ready(first)
    return pages


PHONE = {"viewport": {"width": 360, "height": 640}}


def call(page: Any, path: str, body: dict[str, Any]) -> Any:
    origin = {"origin": page.evaluate("location.origin")}
    return page.request.post(f"/api/v1{path}", data=body, headers=origin)


def table_of(page: Any) -> str:
    found: str = page.url.rpartition("/t/")[2].partition("?")[0]
    return found


def give_up(pages: list[Any]) -> None:
    """End the match at once: all but the first give up."""
    for seat, page in list(enumerate(pages))[1:]:
        assert call(page, f"/tables/{table_of(page)}/resign", {"seat": seat}).ok


def test_emotes_and_sentences_are_read_in_ones_own_language(visit: Visit, shot: Shot) -> None:
    ada, ben = together(visit, {**PHONE, "locale": "de-DE"})
    chips = [page.locator(".chip") for page in (ada, ben)]
    expect(chips[0].nth(1).locator(".presence.here")).to_have_count(1)
    ada.locator("#do-talk").click()
    shot(ada, "talk")
    ada.get_by_role("button", name="Good luck!").click()
    expect(ben.locator(".bubble")).to_have_text("Viel Glück!")
    expect(ben.locator("#live")).to_contain_text("Viel Glück!")
    shot(ben, "said")
    ben.locator("#do-talk").click()
    shot(ben, "talk-phone")
    ben.locator("dialog .emotes button").first.click()
    expect(ada.locator(".bubble.emote use")).to_have_attribute("href", "#emote-wave")
    shot(ada, "waved")
    # Whoever is muted is not heard; the list of players has the switch.
    chips[0].nth(1).click()
    ada.get_by_label("Mute").check()
    ada.keyboard.press("Escape")
    body = {"seat": 1, "kind": "emote", "what": "cry"}
    assert call(ben, f"/tables/{table_of(ben)}/talk", body).ok
    expect(ben.locator(".bubble.emote use")).to_have_attribute("href", "#emote-cry")
    assert call(ada, f"/tables/{table_of(ada)}/talk", {**body, "seat": 0, "what": "wow"}).ok
    expect(ada.locator(".bubble use[href='#emote-wow']")).to_have_count(1)
    expect(ada.locator(".bubble use[href='#emote-cry']")).to_have_count(0)


def test_a_rematch_is_one_tap_for_everybody(visit: Visit, shot: Shot) -> None:
    ada, ben, cleo = pages = together(visit, PHONE, {"locale": "fr-FR"})
    give_up(pages)
    ada.locator("dialog.end .buttons .main").click()
    ada.wait_for_url(lambda url: table_of(ada) not in ben.url)
    expect(ada.locator(".room")).to_contain_text("kept for")
    expect(ada.get_by_role("button", name="Put a bot here")).to_have_count(0)
    shot(ada, "waiting")
    for page, text in ((ben, "Play again?"), (cleo, "")):
        dialog = page.locator("dialog.rematch")
        expect(dialog).to_be_visible(timeout=PATIENCE)
        expect(dialog).to_contain_text(text)
        shot(page, "asked")
    ben.locator("dialog.rematch .main").click()
    expect(ada.locator(".seats .person")).to_have_count(2)
    cleo.locator("dialog.rematch .main").click()
    for page in pages:
        expect(page.locator("body[data-status=running]")).to_have_count(1, timeout=PATIENCE)
        page.wait_for_url(f"**/t/{table_of(ada)}")


def touch(page: Any) -> None:
    """Play whatever comes first: a card, then a place."""
    ready(page)
    page.locator(CAN).first.click()
    page.locator(CAN).first.click()


def test_a_bot_stands_in_until_the_person_returns(visit: Visit, shot: Shot) -> None:
    # One that thinks for a second: the match must not be over before the way back is found.
    ada, ben = together(visit, PHONE, substitute="emperor", options={"first": 0})
    address = ben.url
    touch(ada)
    # Only now, when others are to play, it is of use to be told: nobody was asked before.
    expect(ada.locator("#notices")).to_contain_text("when it is your turn")
    ben.goto("/")
    line = ada.locator("#beside")
    expect(line).to_contain_text("away", timeout=PATIENCE)
    expect(ada.locator(".chip.gone")).to_have_count(1)
    line.get_by_role("button", name="Nudge").click()
    expect(ada.locator("#toasts")).to_contain_text("gets a word")
    shot(ada, "away")
    # Ben's lobby says where he is waited for.
    expect(ben.locator("#mine .waits")).to_contain_text("Your turn")
    expect(ben).to_have_title(re.compile(r"^\(1\) "))
    expect(ben.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    shot(ben, "lobby")
    line.get_by_role("button", name="Let a bot play").click(timeout=PATIENCE)
    expect(ada.locator(".chip").nth(1)).to_contain_text("a bot plays")
    expect(ada.locator("#told")).to_contain_text("a bot stands in")
    ben.goto(address)
    expect(ada.locator(".chip").nth(1)).not_to_contain_text("a bot plays", timeout=PATIENCE)
    expect(ada.locator("#told")).to_contain_text("is back")


def test_a_shared_device_has_clocks_and_shows_the_card_first(visit: Visit, shot: Shot) -> None:
    page = visit(**PHONE)
    seats = [{"kind": "me", "name": "Luna"}, {"kind": "me", "name": "Leo"}]
    body = {"game": "party", "seats": seats, "options": {"first": 0}, "start": True}
    make_table(page, {**body, "clock": {"action": 90, "match": 600}})
    page.get_by_role("button", name="I am Luna").click()
    ready(page)
    page.evaluate(
        """() => {
            const stage = document.getElementById("stage");
            window.seen = [];
            new MutationObserver(() => {
                window.seen.push([stage.classList.contains("covered"), performance.now()]);
            }).observe(stage, { subtree: true, childList: true, attributes: true });
        }"""
    )
    touch(page)
    cover = page.get_by_role("button", name="I am Leo")
    expect(cover).to_be_visible(timeout=PATIENCE)
    # The card is seen where it landed before the device goes on, also without motion.
    seen = page.evaluate("window.seen")
    covered = next(at for hidden, at in seen if hidden)
    assert covered - max(at for hidden, at in seen if not hidden) > 1000
    shot(page, "pass")
    table = table_of(page)
    held = page.request.get(f"/api/v1/tables/{table}/scene?seat=1").json()["clock"]
    assert held["waits"] > 0
    assert held["left"][1] == 600_000, "while the device is handed over no clock runs"
    cover.click()
    ready(page)
    running = page.request.get(f"/api/v1/tables/{table}/scene?seat=1").json()["clock"]
    assert running["waits"] == 0
    assert running["running"] == 1


def test_who_looks_elsewhere_is_told_where_that_is_wanted(visit: Visit) -> None:
    ada, ben = together(visit, {**PHONE, "permissions": ["notifications"]})
    ben.evaluate(
        """() => {
            window.told = [];
            const keep = (title, how) => window.told.push([title, how.tag]);
            ServiceWorkerRegistration.prototype.showNotification = async (...it) => keep(...it);
            window.Notification = class { constructor(...it) { keep(...it); } };
            window.Notification.permission = "granted";
            Object.defineProperty(document, "hidden", { value: true });
        }"""
    )
    touch(ada)
    ben.wait_for_function("() => window.told.length > 0")
    assert ben.evaluate("window.told") == [["It is your turn.", table_of(ben)]]


def test_a_push_reaches_a_browser_without_a_page(visit: Visit) -> None:
    """The server's part, with a push service, is in tests/server/test_remembering.py."""
    page = visit(permissions=["notifications"], service_workers="allow")
    expect(page.locator("#my-name")).not_to_have_text("…")
    page.goto("/me")
    page.evaluate(
        """() => {
            const told = { endpoint: "https://push.example/1", keys: {} };
            PushManager.prototype.getSubscription = async () => null;
            PushManager.prototype.subscribe = async () => ({ toJSON: () => told });
            const { fetch } = window;
            window.fetch = async (path, how) => {
                if (path === "/api/v1/push") return Response.json({ key: "BAAA" });
                if (path !== "/api/v1/guests/me/push") return fetch(path, how);
                window.sent = JSON.parse(how.body);
                return Response.json({ number: 0 });
            };
        }"""
    )
    page.get_by_label("Tell me when it is my turn").check()
    page.wait_for_function("() => window.sent?.endpoint === 'https://push.example/1'")
    found: list[str] = []
    browser = page.context.new_cdp_session(page)
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(it["registrationId"] for it in news["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    end = time.monotonic() + PATIENCE / 1000
    while not found:  # it is told some time after
        assert time.monotonic() < end
        page.wait_for_timeout(20)
    message = {"title": "Penguin Party", "body": "Your turn", "url": "/t/x", "tag": "x"}
    push = {
        "origin": page.evaluate("location.origin"),
        "registrationId": found[-1],
        "data": json.dumps(message),
    }
    # What the worker shows, a page of the same site can see.
    seen = """navigator.serviceWorker.ready
        .then((worker) => worker.getNotifications())
        .then((list) => list.map((it) => it.title))"""
    end = time.monotonic() + PATIENCE / 1000
    while not (titles := page.evaluate(seen)):
        assert time.monotonic() < end
        # Again, since a busy browser may drop one; what has the same tag is shown once.
        browser.send("ServiceWorker.deliverPushMessage", push)
        page.wait_for_timeout(500)
    assert titles == [message["title"]]


def test_ones_own_page_with_family_export_and_deletion(visit: Visit, shot: Shot) -> None:
    page = visit(viewport={"width": 1440, "height": 900})
    seats = [ME, {"kind": "bot", "level": "chick"}]
    body = {"game": "party", "seats": seats, "options": {"rounds": 1}, "start": True}
    table = make_table(page, body)
    assert call(page, f"/tables/{table}/resign", {"seat": 0}).ok
    page.goto("/me")
    expect(page.locator(".past li")).to_contain_text("Pip")
    expect(page.locator(".statistics")).to_contain_text("Penguin Party")
    expect(page.locator(".badges")).to_contain_text("First match")
    shot(page, "desktop")
    page.locator("#edit-me").click()
    page.locator("#name-field").fill("Mama")
    page.get_by_label("wizard's hat").check(force=True)
    page.locator(".who-am-i button.main").click()
    expect(page.locator(".myself h1")).to_have_text("Mama")
    expect(page.locator(".myself use")).to_have_attribute("href", "#face-wizard")
    page.get_by_role("button", name="Somebody else").click()
    page.locator("#name-field").fill("Luna")
    page.locator(".who-am-i button.main").click()
    expect(page.locator(".myself h1")).to_have_text("Luna")
    expect(page.locator(".past li")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 640})
    shot(page, "phone")
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= 360
    page.get_by_role("button", name="Mama", exact=True).click()
    expect(page.locator(".past li")).to_have_count(1)
    with page.expect_download() as download:
        page.locator("#export").click()
    kept = json.loads(download.value.path().read_text("utf-8"))
    assert [it["table_id"] for it in kept["results"]] == [table]
    page.locator("#forget").click()
    page.locator("dialog .main").click()
    page.wait_for_url("**/")
    expect(page.locator("#my-name")).not_to_have_text("…")
    page.goto("/me")
    expect(page.locator(".past li")).to_have_count(0)
