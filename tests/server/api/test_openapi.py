"""The description of the interface: it is true, complete, and its errors have one form."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema

import rookery
from rookery.core.language import LANGUAGES, speech
from rookery.errors import RookeryError
from rookery.server import app
from rookery.server.api.openapi import describe
from rookery.server.api.routes import ENDPOINTS, PREFIX
from rookery.server.api.texts import TEXTS, text_of
from rookery.server.problems import Problem
from tests.server.api.client import ADMIN_TOKEN, Api, Guest

DESCRIPTION = describe()


def validator(schema: Any) -> jsonschema.Draft202012Validator:
    """Checks answers against a schema of the description."""
    whole = {**schema, "components": DESCRIPTION["components"]}
    return jsonschema.Draft202012Validator(whole)


def operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def errors(root: type[RookeryError]) -> Iterator[type[RookeryError]]:
    yield root
    for kind in root.__subclasses__():
        yield from errors(kind)


CODES = {kind.code for kind in errors(RookeryError) if kind.__module__.startswith("rookery.")}


def test_the_description_is_served_as_it_is(mira: Guest) -> None:
    assert mira.get("/openapi.json") == DESCRIPTION
    assert DESCRIPTION["openapi"] == "3.1.0"


def test_every_endpoint_is_described_and_nothing_else() -> None:
    described = {(method.upper(), path) for path, method, _ in operations()}
    assert described == {(it.method, PREFIX + it.path) for it in ENDPOINTS}
    names = [operation["operationId"] for _, _, operation in operations()]
    assert len(set(names)) == len(names)
    for _, _, operation in operations():
        assert operation["summary"]


def test_schemas_are_schemas() -> None:
    for schema in DESCRIPTION["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_the_codes_of_errors_exist() -> None:
    for _, _, operation in operations():
        assert set(operation.get("x-error-codes", ())) <= CODES


def test_every_status_of_an_error_is_described() -> None:
    statuses = {kind.status for kind in errors(Problem) if kind is not app.Internal}
    for _, _, operation in operations():
        # A head that is too large never gets as far as an endpoint.
        assert {str(status) for status in statuses - {431}} <= set(operation["responses"])


def test_every_error_has_a_sentence_in_every_language() -> None:
    assert set(TEXTS) == CODES
    for code in CODES:
        said = {text_of(code, language) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES), code
    assert text_of("never heard of", "de") == speech("de").gettext(TEXTS["rookery_error"])


def test_errors_are_said_in_the_language_of_the_caller(mira: Guest) -> None:
    with Api(mira.url) as asker:
        for language in LANGUAGES:
            asker.http.cookies.clear()
            asker.http.headers["accept-language"] = f"{language}-CH, it;q=0.5"
            wanted = text_of("not_found", language)
            assert asker.cannot_get("/tables/0123456789").text == wanted
            assert asker.cannot_get("/nothing").text == wanted
            found = asker.cannot_post("/games")
            assert found.text == text_of("method_not_allowed", language)
            token = asker.post("/guests", name="Ada", language=language)["token"]
            german = {"authorization": f"Bearer {token}", "accept-language": "de"}
            answer = asker.http.get("/tables/0123456789", headers=german)
            assert answer.json()["error"]["text"] == wanted, "the guest's language goes first"
            answer = asker.http.get("/tables/0123456789", headers=german, params={"language": "fr"})
            assert answer.json()["error"]["text"] == text_of("not_found", "fr")


def test_every_endpoint_answers_as_described(mira: Guest, noor: Guest) -> None:
    """A whole life of a table, every answer checked against its schema."""
    asked: set[str] = set()

    def check(asker: Guest, name: str, *, body: Any = None, query: Any = None, **parts: Any) -> Any:
        path, method, operation = next(it for it in operations() if it[2]["operationId"] == name)
        asked.add(name)
        path = path.removeprefix(PREFIX).format(**parts)
        answer = asker.http.request(method, path, json=body, params=query)
        assert answer.status_code == 200, (name, answer.text)
        kind = answer.headers["content-type"].partition(";")[0]
        content = operation["responses"]["200"]["content"][kind]
        if body is not None:
            wanted = operation["requestBody"]["content"]["application/json"]["schema"]
            validator(wanted).validate(body)
        given = answer.json() if kind == "application/json" else answer.text
        validator(content["schema"]).validate(given)
        return given

    for name in ("list_games", "health", "metrics", "description", "who_am_i", "my_tables"):
        check(mira, name)
    check(mira, "be_somebody", body={"name": "Mira", "language": "fr"})
    key = {"key": check(mira, "my_key")["key"]}
    check(noor, "look_at_key", body=key)
    check(mira, "be_the_same", body=key)
    check(mira, "my_sessions")
    check(mira, "end_session", body={})
    check(mira, "draw_code", body={"text": mira.url})
    options = {"rounds": 1, "first": 1}
    made = check(mira, "create", body={"game": "party", "players": 3, "options": options})
    table = made["id"]
    check(mira, "invitation", table=table)
    check(noor, "join", table=table, body={"seat": 1, "invitation": made["invitation"]})
    check(mira, "add_bot", table=table, body={"seat": 2, "level": "greedy"})
    check(mira, "look", table=table)
    check(mira, "start", table=table)
    check(noor, "talk", table=table, body={"seat": 1, "kind": "emote", "what": "wave"})
    check(mira, "nudge", table=table, body={"seat": 1})
    check(mira, "stand_in", table=table, body={"seat": 1})
    check(noor, "come_back", table=table, body={"seat": 1})
    check(noor, "leave", table=table, body={"seat": 1})
    check(noor, "come_back", table=table, body={"seat": 1})
    key = check(noor, "seat_key", table=table, seat=1)
    check(mira, "claim", table=table, body={"key": key["key"]})
    check(mira, "list_tables", query={"status": "running", "limit": 5})

    hot = mira.hot_seat("party", 2, options={"rounds": 1}, clock={"action": 60, "match": 600})
    check(mira, "scene", table=hot, query={"seat": 0})
    check(mira, "backdrop", table=hot)
    seat, choices, number = mira.turn(hot, 2)
    check(mira, "hint", table=hot, body={"seat": seat})
    check(mira, "act", table=hot, body={"seat": seat, "action": choices[0], "seen": number})
    check(mira, "undo", table=hot, body={"seat": seat})
    mira.play(hot, 2, random.Random(3).choice)
    check(mira, "hold", table=hot, body={"seat": 0})
    check(mira, "picture", table=hot)
    for name in ("my_profile", "push_key", "reach", "family"):
        check(mira, name)
    keys = {"p256dh": "BA" + "A" * 85, "auth": "A" * 22}
    browser = {"endpoint": "https://fcm.googleapis.com/x"}
    check(mira, "push_on", body={**browser, "keys": keys})
    check(mira, "push_off", body=browser)
    mira.http.headers["origin"] = mira.url.removesuffix(PREFIX)
    luna = check(mira, "one_more", body={"name": "Luna"})
    check(mira, "let_go", body={"id": luna["id"]})
    check(mira, "switch", body={"id": mira.id})
    mira.http.cookies.clear()
    check(mira, "told", table=hot, query={"seat": 0, "limit": 500})
    text = check(mira, "save", table=hot)
    check(mira, "verify_table", table=hot)
    check(mira, "verify_upload", body={"match": text})
    check(mira, "replay", body={"match": text, "seat": 1})
    check_reviews(check, mira, hot, text)
    check(mira, "check", body={"game": "party", "text": '{"name": "mine"}', "sketch": True})
    check(mira, "rematch", table=hot)
    check(mira, "resign", table=table, body={"seat": 0})
    check(mira, "my_tables")

    for name in ("ready", "notice", "my_data"):
        check(mira, name)
    mira.http.headers["x-rookery-admin"] = ADMIN_TOKEN
    for name in ("status", "tables", "guests", "record"):
        check(mira, name, query={"limit": 5} if name != "status" else None)
    check(mira, "guest_data", query={"guest": mira.id})
    check(mira, "announce", body={"text": ""})
    check(mira, "maintenance", body={"on": False})
    check(mira, "close", body={"table": mira.table("party"), "why": "It is late."})
    nobody = {"kind": "address", "who": "192.0.2.1"}
    check(mira, "ban", body={**nobody, "why": "", "hours": 1})
    check(mira, "lift", body=nobody)
    check(mira, "forget", body={"guest": "nobody"})
    check(noor, "forget_me")

    events = next(it for it in operations() if it[2]["operationId"] == "events")
    assert "text/event-stream" in events[2]["responses"]["200"]["content"]
    happening = validator({"$ref": "#/components/schemas/Happening"})
    with mira.events(hot, last=0, seat=0) as stream:
        for event in stream.until(lambda event: event.over):
            happening.validate(event.data)
    assert asked | {"events"} == {operation["operationId"] for _, _, operation in operations()}


def check_reviews(check: Callable[..., Any], mira: Guest, table: str, text: str) -> None:
    """Reviews of a finished match, and puzzles."""
    check(mira, "review_table", table=table, query={"depth": "quick"})
    found = check(mira, "review_upload", body={"match": text, "depth": "quick"})
    check(mira, "review_news", review=found["id"])
    check(mira, "review_moment", body={"match": text, "ply": 0, "known": True})
    match = rookery.load(text)
    action = match.notation(match.log[0])
    check(mira, "review_answer", body={"match": text, "ply": 0, "action": action})
    check(mira, "puzzle_today", game="party")
    puzzle = check(mira, "puzzle_of_grade", game="party", query={"grade": 1})
    choice = puzzle["scene"]["choices"][0]["action"]
    answer = {"number": puzzle["number"], "action": choice}
    check(mira, "puzzle_answer", game="party", body=answer)
    check(mira, "my_puzzles")
