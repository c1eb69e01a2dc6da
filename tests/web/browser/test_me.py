"""The page about oneself: nobody becomes somebody else by a click on a link."""

from collections.abc import Callable
from typing import Any

from tests.web.browser.conftest import expect
from tests.web.helpers import Server


def who(page: Any) -> str:
    """The id of the guest that a page's browser is."""
    return str(page.evaluate("fetch('/api/v1/guests/me').then((it) => it.json())")["id"])


def named(page: Any, name: str) -> str:
    """Have a page's browser be somebody; the id."""
    page.evaluate(
        """(name) => fetch('/api/v1/guests', {method: 'POST', body: JSON.stringify({name}),
           headers: {'content-type': 'application/json'}})
           .then(() => localStorage.setItem('rookery.name', name))""",
        name,
    )
    return who(page)


def test_a_private_link_asks_first_and_works_once(
    server: Server, visit: Callable[..., Any]
) -> None:
    mira, noor, third = visit("/"), visit("/", alarm=False), visit("/", alarm=False)
    mira_id, noor_id = named(mira, "Mira"), named(noor, "Noor")
    key = mira.evaluate("fetch('/api/v1/guests/me/key').then((it) => it.json())")["key"]
    noor.goto(f"/me#{key}")
    expect(noor.locator("#me-title")).to_have_text("Be Mira on this device?")
    expect(noor.locator(".warning")).to_contain_text("you are Noor here")
    assert key not in noor.url
    # To look at the link is not to follow it.
    assert who(noor) == noor_id
    noor.locator("#claim-no").click()
    noor.wait_for_url(f"{server.address}/")
    assert who(noor) == noor_id
    noor.goto(f"/me#{key}")
    noor.locator("#claim-yes").click()
    noor.wait_for_url(f"{server.address}/")
    assert who(noor) == mira_id
    third.goto(f"/me#{key}")
    expect(third.locator("#me-body")).to_contain_text("not valid here")
    # Both devices are listed; the other one is signed out from here.
    mira.goto("/me")
    expect(mira.locator(".devices li")).to_have_count(2)
    expect(mira.locator(".devices")).to_contain_text("this device")
    mira.get_by_role("button", name="Sign out Chrome").click()
    expect(mira.locator(".devices li")).to_have_count(1)
    assert noor.evaluate("fetch('/api/v1/guests/me').then((it) => it.status)") == 401
    assert who(mira) == mira_id
