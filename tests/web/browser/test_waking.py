"""After a first start a table says that its bots are waking up, and how far they are."""

import json
from collections.abc import Callable
from typing import Any

from tests.web.browser.conftest import against_bots, expect

Visit = Callable[..., Any]


def test_a_table_says_how_far_its_bots_are(visit: Visit) -> None:
    page = visit()
    far = {"done": 1, "of": 4}

    def games(route: Any) -> None:
        answer = route.fetch()
        found = answer.json()
        for game in found["games"]:
            game["waking"] = dict(far) if far else None
        route.fulfill(response=answer, body=json.dumps(found))

    page.route("**/api/v1/games", games)
    against_bots(page, "party")
    sign = page.locator("#waking")
    expect(sign).to_have_text("The bots are waking up: 1 of 4.")
    far["done"] = 3
    expect(sign).to_have_text("The bots are waking up: 3 of 4.")
    far.clear()
    expect(sign).to_be_hidden()
