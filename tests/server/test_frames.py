"""The scenes of an event's steps: whoever puts the patches together sees each as it was."""

import random
from typing import Any

import msgspec
import pytest

import rookery
from rookery.core.match import Match
from rookery.core.scene import Scene, Sprite, Zone
from rookery.server.frames import Patch, difference
from rookery.server.messages import Happening
from rookery.server.watch import replayed
from tests.helpers import SEATINGS, matches, play_on, scaled

NAMES = ["Mira", "Ben", "Cleo", "Dan", "Eva", "Finn"]


def applied(scene: dict[str, Any], patch: dict[str, Any] | None) -> dict[str, Any]:
    """What a client makes of a patch: see ``docs/server.md``."""
    frame = {key: it for key, it in scene.items() if key not in ("gains", "summary", "choices")}
    if patch is None:
        return frame
    changed = {it["id"]: it for it in patch.get("sprites", [])}
    gone = set(patch.get("gone", []))
    kept = [changed.pop(it["id"], it) for it in frame["sprites"] if it["id"] not in gone]
    frame["sprites"] = [*kept, *changed.values()]
    rest = ("zones", "players", "gains", "summary", "status")
    return {**frame, **{key: patch[key] for key in rest if key in patch}}


def frames(event: Happening) -> list[dict[str, Any]]:
    """The scenes of all steps, the event's own last."""
    said = msgspec.to_builtins(event)
    scene = said["scene"]
    found = [scene]
    for step in reversed(said["steps"]):
        scene = applied(scene, step.get("back"))
        found.append(scene)
    return found[::-1]


def same(frame: dict[str, Any], scene: Scene) -> None:
    """A frame shows a scene, whatever is to be chosen, and in whatever order things lie."""
    wanted = scene.to_dict()
    for key in ("zones", "players", "gains", "summary", "status"):
        assert frame.get(key) == wanted.get(key), key
    by_id = {it["id"]: it for it in frame["sprites"]}
    assert by_id == {it["id"]: it for it in wanted["sprites"]}
    assert len(by_id) == len(frame["sprites"])


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_frames_are_the_scenes_of_the_steps(name: str, players: int) -> None:
    several = 0
    for match in matches(name, players, scaled(3, 1), "frames", asks_all=True):
        chance = random.Random(match.commitment)
        play_on(match, chance, 150)
        viewer = chance.choice([None, *range(players)])
        names = NAMES[:players]
        for event in replayed(match, viewer, "en", names):
            happening = event.happening("en")
            moments = [moment for step in event.steps if (moment := step.view(viewer)) is not None]
            assert [it.kind for it in happening.steps] == [it.kind for it in moments]
            shown = frames(happening)
            several += len(moments) > 1
            brief = match.game.steps.brief
            apart = [it for it in moments if it.kind not in brief]
            for number, moment in enumerate(moments):
                if moment.kind in brief and number + 1 < len(moments):  # seen with what follows
                    assert happening.steps[number].back is None
                elif moment in apart[:-1]:
                    same(shown[number], moment.view.scene([], names))
    assert several


def test_a_patch_says_only_what_differs() -> None:
    zone = Zone("board", "Board", 1, 1)
    kept, moved, new = Sprite("a", "x", 0, 0), Sprite("b", "x", 1, 1), Sprite("c", "x", 2, 2)
    one = Scene("g", [zone], [kept, moved], [], [], "Prompt", "Round 1")
    other = Scene("g", [zone], [kept, Sprite("b", "x", 2, 1), new], [], [], "Other", "Round 1")
    assert difference(one, one) is None
    patch = difference(one, other)
    assert patch == Patch(sprites=[moved], gone=["c"])
    assert msgspec.json.decode(msgspec.json.encode(patch)) == {
        "sprites": [{"id": "b", "art": "x", "x": 1.0, "y": 1.0}],
        "gone": ["c"],
    }


def whole_round(match: Match) -> list[Happening]:
    """A match to its end, as spectators see it."""
    play_on(match, random.Random(4))
    return [event.happening("en") for event in replayed(match, None, "en", NAMES[: match.players])]


def test_the_finished_pyramid_is_shown_before_the_next_deal() -> None:
    # P13, P14, P16
    events = whole_round(rookery.game("party").start(3, seed=5, rounds=2, asks_all=True))
    (event,) = [it for it in events if "deal" in [s.kind for s in it.steps] and it.number > 1]
    kinds = [step.kind for step in event.steps]
    assert kinds[0] == "place"
    assert kinds[-2:] == ["round", "deal"]
    assert set(kinds[1:-2]) <= {"out", "done"}
    shown = frames(event)
    cards = [sum(it["id"].startswith("card-1-") for it in frame["sprites"]) for frame in shown]
    placed = sum(it.kind == "place" for event in events[: event.number] for it in event.steps)
    assert cards[: len(kinds) - 1] == [placed] * (len(kinds) - 1)
    assert cards[-1] == 0
    summary = shown[kinds.index("round")]["summary"]
    assert summary["title"] == "Round 1 is over."
    labels = {line["label"] for line in summary["lines"]}
    assert "penalty points so far" in labels
    assert [frame.get("summary") is not None for frame in shown].count(True) == 1
