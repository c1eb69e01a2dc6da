"""Who may watch, and how late."""

import time

from tests.server.api.client import Api, Guest, Server, until


def test_spectators_see_what_is_public_and_no_choices(mira: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True)
    with Api(mira.url) as nobody:
        seen = nobody.get(f"/tables/{table}/scene")
        assert seen["scene"]["choices"] == []
        assert nobody.cannot_get(f"/tables/{table}/scene", seat=0).code == "not_yours"
        mira.play(table, 2, lambda choices: choices[0], actions=2)
        history = nobody.get(f"/tables/{table}/told")
        assert history["count"] == history["events"][-1]["number"] > seen["number"]


def test_a_table_without_spectators_shows_itself_only_to_those_who_sit_there(
    mira: Guest, noor: Guest
) -> None:
    table = mira.hot_seat("party", 2, public=True, spectators=False)
    for path in ("scene", "told", "events"):
        refused = noor.cannot_get(f"/tables/{table}/{path}")
        assert refused.code == "not_yours"
        assert refused.text.startswith("This table is played without spectators.")
    assert mira.scene(table)["scene"]
    assert noor.look(table)["spectators"] is False
    mira.post(f"/tables/{table}/resign", seat=0)
    assert noor.scene(table)["scene"], "once it is over there is nothing to hide"
    assert noor.scene(table, 0)["scene"]


def test_late_spectators_see_everything_late_and_in_order(mira: Guest, noor: Guest) -> None:
    table = mira.hot_seat("party", 2, public=True, delay=2)
    with noor.events(table) as stream:
        begun = time.time()
        first = stream.next()
        assert first.data["scene"] is None, "the deal is not to be seen yet"
        mira.play(table, 2, lambda choices: choices[0], actions=3)
        assert noor.scene(table)["scene"] is None or time.time() > begun + 2
        seen = stream.until(lambda event: event.id == first.id + 4)  # the deal, three actions
    for event in seen:
        # An event's time is the server's, and it is this machine's clock, too.
        assert time.time() * 1000 >= event.data["at"] + 2000
    ids = [event.id for event in seen]
    assert ids == list(range(first.id + 1, first.id + 1 + len(ids)))
    until(lambda: noor.scene(table)["number"] == seen[-1].id)


def test_a_stranger_is_told_kindly_what_a_private_table_is(mira: Guest, server: Server) -> None:
    table = mira.hot_seat("party", 2)
    for language, said in (
        ("en", "Ask somebody who plays there for the link."),
        ("fr", "Demandez le lien à quelqu’un qui y joue."),
        ("de", "Frag jemanden, der dort spielt, nach dem Link."),
    ):
        refused = server.guest("Noor").cannot_get(f"/tables/{table}", language=language)
        assert refused.code == "not_yours"
        assert said in refused.text
