"""The host's page: with the token, all by buttons; what the host says is seen by everybody."""

from collections.abc import Callable
from typing import Any

from tests.web.browser.conftest import expect
from tests.web.browser.test_me import named
from tests.web.helpers import ADMIN_TOKEN


def test_the_host_looks_after_the_house_by_buttons(visit: Callable[..., Any]) -> None:
    mira = visit("/")
    named(mira, "Mira")
    table = mira.evaluate(
        """fetch('/api/v1/tables', {method: 'POST', headers: {'content-type': 'application/json'},
           body: JSON.stringify({game: 'party', players: 2})}).then((it) => it.json())"""
    )["id"]
    host = visit("/admin", alarm=False)
    host.locator("#host-token").fill("not the token of the host")
    host.locator("#enter button").click()
    expect(host.locator("#toasts")).to_contain_text("for the host of the server only")
    expect(host.locator("#house")).to_be_hidden()
    host.locator("#host-token").fill(ADMIN_TOKEN)
    host.locator("#enter button").click()
    expect(host.locator("#tables")).to_contain_text(table)
    expect(host.locator("#guests")).to_contain_text("Mira")
    try:
        host.locator("#host-text").fill("Tea at <b>five</b>.")
        host.locator("#announce button").click()
        expect(host.locator("#host-log")).to_contain_text("announce")
        mira.reload()
        expect(mira.locator("#notice")).to_have_text("Tea at <b>five</b>.")
        host.locator("#maintenance").check()
        expect(host.locator("#host-log")).to_contain_text("maintenance on")
        mira.reload()
        expect(mira.locator("#notice")).to_contain_text("no new tables for now")
    finally:
        host.locator("#maintenance").uncheck()
        expect(host.locator("#host-log")).to_contain_text("maintenance off")
        host.locator("#host-text").fill("")
        host.locator("#announce button").click()
    row = host.locator("#tables tr", has_text=table)
    row.get_by_role("button", name="Close").click()
    host.locator("dialog #why").fill("It is late.")
    host.locator("dialog button.bad").click()
    expect(row).to_contain_text("over")
    mira.reload()
    expect(mira.locator("#notice")).to_have_count(0)
    mira.goto(f"/t/{table}")
    told = mira.evaluate(f"fetch('/api/v1/tables/{table}/told?limit=500').then((it) => it.json())")[
        "events"
    ][-1]["told"]
    assert told == ["The host has closed this table.", "It is late."]
