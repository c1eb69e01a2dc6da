"""Without a connection: rule books, lessons, and a page that says what is not there."""

from collections.abc import Callable
from typing import Any

from tests.web.browser.conftest import expect

Visit = Callable[..., Any]


def test_books_and_lessons_are_there_without_a_connection(visit: Visit) -> None:
    page = visit(service_workers="allow", alarm=False, locale="de-DE")
    page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    page.context.set_offline(True)
    page.goto("/rules/party")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#P1")).to_be_visible()
    page.goto("/learn/party")
    expect(page.locator("#step-title")).not_to_have_text("Einen Moment…")
    expect(page.locator("#stage .sprite")).not_to_have_count(0)
    page.goto("/t/none")
    expect(page.get_by_role("heading", level=1)).to_have_text("Gerade gibt es keine Verbindung")
    page.get_by_role("link", name="Regeln").first.click()
    page.wait_for_url("**/rules/*")
    page.context.set_offline(False)
    page.goto("/")
    expect(page.locator("#my-name")).not_to_have_text("…")


def test_it_can_be_installed(visit: Visit) -> None:
    page = visit()
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(link).json()
    sizes = set()
    for icon in manifest["icons"]:
        answer = page.request.get(link.rpartition("/")[0] + "/" + icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            body = answer.body()
            size = [int.from_bytes(body[at : at + 4]) for at in (16, 20)]
            assert "x".join(map(str, size)) == icon["sizes"]
            sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
