"""What the client makes of an event: frames, sentences, and where jumps of a replay lead."""

import json
from typing import Any

from tests.web.helpers import WEB, node

STATIC = WEB / "static"


def run(module: str, names: str, expression: str) -> Any:
    """What an expression gives, with some names of a module."""
    source = f"import {{ {names} }} from '{STATIC / module}';"
    return json.loads(node(f"{source} console.log(JSON.stringify({expression}))"))


def sprite(name: str, x: int = 0, **more: Any) -> dict[str, Any]:
    return {"id": name, "art": "place", "x": x, "y": 0, **more}


def step(kind: str, back: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "told": [f"{kind}."], **more, **({"back": back} if back else {})}


#: The end of an event: a card was placed and then two things came of it.
SCENE = {
    "game": "any",
    "zones": [{"id": "board", "label": "Board", "width": 4, "height": 4}],
    "sprites": [sprite("a", 3), sprite("b", 1, mark="placed")],
    "choices": [{"action": "go", "touch": ["a"]}],
    "players": [
        {"seat": 0, "name": "Mira", "facts": [], "active": True},
        {"seat": 1, "name": "Ben", "facts": []},
    ],
    "prompt": "Your turn.",
    "status": "Round 2",
    "result": {"text": "Mira wins.", "winners": [0], "lines": []},
}


def frames(steps: list[dict[str, Any]], scene: dict[str, Any] | None = SCENE) -> Any:
    event = json.dumps({"told": [], "steps": steps, "scene": scene})
    return run("frames.js", "frames", f"frames({event})")


def test_an_event_without_steps_shows_what_is_so() -> None:
    assert frames([]) == [{"kind": "", "seat": None, "told": [], "scene": SCENE}]


def test_before_the_deal_there_is_nothing_to_show() -> None:
    assert frames([], None) == []
    assert frames([step("place")], None) == []


def test_the_last_step_is_shown_by_the_events_own_scene() -> None:
    assert frames([step("place", seat=1)]) == [
        {"kind": "place", "seat": 1, "told": ["place."], "scene": SCENE}
    ]


def test_frames_are_made_from_the_end_backwards() -> None:
    back = {"sprites": [sprite("a", 2), sprite("c", 5)], "gone": ["b"], "status": "Round 1"}
    first, second, third = frames(
        [
            step("place", {"sprites": [sprite("a", 1, mark="placed")]}, seat=1),
            step("round", back),
            step("deal"),
        ]
    )
    assert third["scene"] == SCENE
    assert [(it["id"], it["x"]) for it in second["scene"]["sprites"]] == [("a", 2), ("c", 5)]
    assert second["scene"]["status"] == "Round 1"
    # What a step does not name is as after it, and a mark is part of its sprite.
    assert first["scene"]["sprites"] == [sprite("a", 1, mark="placed"), sprite("c", 5)]
    assert first["scene"]["status"] == "Round 1"
    assert [it["kind"] for it in (first, second, third)] == ["place", "round", "deal"]


def test_only_the_last_frame_has_choices_and_a_result() -> None:
    first, last = frames([step("place", {"status": "x"}), step("out")])
    assert first["scene"]["choices"] == []
    assert first["scene"]["result"] is None
    assert last["scene"]["choices"] == SCENE["choices"]
    assert last["scene"]["result"] == SCENE["result"]


def test_in_the_middle_who_does_something_stands_out() -> None:
    first, second, _ = frames([step("out", {"status": "x"}, seat=1), step("round"), step("deal")])
    assert [it["active"] for it in first["scene"]["players"]] == [False, True]
    assert [it["active"] for it in second["scene"]["players"]] == [False, False]


def test_gains_and_summaries_belong_to_one_frame_alone() -> None:
    gains = [{"sprite": "a", "seat": 0, "text": "+5"}]
    summary = {"title": "Round 1 is over.", "lines": []}
    scene = {**SCENE, "gains": gains}
    steps = [step("a", {"summary": summary}), step("b", {"gains": gains}), step("c"), step("d")]
    found = [(it["scene"].get("gains"), it["scene"].get("summary")) for it in frames(steps, scene)]
    assert found == [([], summary), (gains, None), ([], None), (gains, None)]


def test_a_last_step_that_lingers_has_a_frame_before_the_scene() -> None:
    gains = [{"sprite": "a", "seat": 0, "text": "+5"}]
    last = step("announce", {"gone": ["b"], "gains": gains})
    first, end = frames([last], {**SCENE, "gains": gains})
    assert [it["id"] for it in first["scene"]["sprites"]] == ["a"]
    assert first["scene"]["gains"] == gains
    assert (end["kind"], end["told"]) == ("", [])
    assert end["scene"]["choices"] == SCENE["choices"]
    # It was brought once.
    assert end["scene"]["gains"] == []


def test_all_that_an_event_told_is_in_order() -> None:
    event = json.dumps({"told": ["A notice."], "steps": [step("place"), step("out")]})
    found = run("frames.js", "sentences", f"sentences({event})")
    assert found == ["A notice.", "place.", "out."]


# ---------------------------------------------------------------- jumps


def event(number: int, turn: int | None, *kinds: str) -> dict[str, Any]:
    return {"number": number, "turn": turn, "steps": [step(kind) for kind in kinds]}


#: Two rounds; seat 1 decides twice in a row.
MATCH = [
    event(1, 0, "deal"),
    event(2, 1, "place"),
    event(3, 1, "place"),
    event(4, 0, "place", "out", "round", "deal"),
    event(5, None, "place", "round", "end"),
]
END = "Infinity"


def spots(found: list[dict[str, Any]]) -> list[tuple[int, int | None]]:
    """As pairs; JSON knows no infinity."""
    return [(it["number"], it["step"]) for it in found]


def test_a_turn_begins_where_somebody_else_is_to_decide() -> None:
    found = run("moves.js", "turns", f"turns({json.dumps(MATCH)})")
    assert spots(found) == [(1, None), (2, None), (4, None), (5, None)]


def test_a_round_begins_with_a_deal_or_where_the_last_one_is_over() -> None:
    found = run("moves.js", "rounds", f"rounds({json.dumps(MATCH)})")
    assert spots(found) == [(1, 0), (4, 3), (5, 1)]


def test_a_game_without_rounds_has_nowhere_to_jump() -> None:
    assert run("moves.js", "rounds", f"rounds({json.dumps(MATCH[:3])})") == []


def jump(of: str, number: int, at: object, way: int) -> tuple[int, int | None]:
    now = f"{{ number: {number}, step: {at} }}"
    code = f"jump({of}({json.dumps(MATCH)}), {now}, {way}, {len(MATCH)})"
    found = run("moves.js", f"jump, {of}", code)
    return found["number"], found["step"]


def test_jumps_lead_on_and_back_and_to_the_ends() -> None:
    assert jump("turns", 2, END, 1) == (4, None)
    assert jump("turns", 3, END, -1) == (2, None)
    assert jump("turns", 1, 0, -1) == (1, 0)
    assert jump("rounds", 4, 1, 1) == (4, 3)
    assert jump("rounds", 4, 3, 1) == (5, 1)
    assert jump("rounds", 4, 3, -1) == (1, 0)
    assert jump("rounds", 5, 2, 1) == (5, None)
