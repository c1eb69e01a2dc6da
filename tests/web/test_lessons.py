import json
import re
from typing import Any

import pytest

import rookery
from rookery.core.folder import file_of
from rookery.core.language import LANGUAGES
from rookery.web.books import book
from rookery.web.making import SHOWN, lesson, refusals, right_actions, source, start
from tests.web.test_figures import told

SOURCES = {game: found for game in rookery.games() if (found := source(game, "lesson.json"))}
STEPS = [
    pytest.param(game, step, id=f"{game}-{number}")
    for game, source in SOURCES.items()
    for number, step in enumerate(source["steps"], 1)
]


@pytest.mark.parametrize("game", SOURCES)
def test_a_lesson_is_short(game: str) -> None:
    steps = SOURCES[game]["steps"]
    assert 5 <= len(steps) <= 8
    for language in LANGUAGES:
        words = " ".join(step[key][language] for step in steps for key in ("text", "well"))
        read = [word for word in words.split() if any(map(str.isalnum, word))]
        assert len(read) < 360  # two minutes of reading, and one of playing


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_step_is_a_legal_position_with_right_actions(game: str, step: dict[str, Any]) -> None:
    match = start(game, step["position"])
    assert match.to_dict() == step["position"]
    assert match.turn == step["seat"]
    right = right_actions(match, step)
    for pattern in step["right"]:
        assert any(re.fullmatch(pattern, action) for action in right), pattern
    wrong = {match.notation(action) for action in match.legal()} - set(right)
    for language in LANGUAGES:
        for key in ("title", "text", "well"):
            assert step[key][language].strip()
        # Every other action is answered by one text, and no text is idle.
        said = refusals(match, step, language)
        assert all(it["text"].strip() and it["actions"] for it in said)
        assert sorted(action for it in said for action in it["actions"]) == sorted(wrong)
    for claim in step.get("claims", []):
        for action in right if claim["for"] == "right" else wrong:
            then = match.copy()
            then.play(action)
            assert told(then, claim["at"]) == claim["is"], (action, claim)
    rules = book(game, "en")
    numbers = [name for part in rules.sections for _, name, _ in part.blocks] if rules else []
    assert step["rule"] in numbers


@pytest.mark.parametrize("game", SOURCES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_client_gets_scenes_that_lead_through_the_lesson(game: str, language: str) -> None:
    path = file_of(game, f"lessons/{language}.json")
    assert path is not None
    data = json.loads(path.read_text("utf-8"))
    assert data == json.loads(json.dumps(lesson(game, SOURCES[game], language)))
    for step in data["steps"]:
        actions = {choice["action"] for choice in step["scene"]["choices"]}
        assert set(step["right"]) <= actions
        assert bool(step["after"]) == (len(step["right"]) <= SHOWN)
        for action, then in step["after"].items():
            assert action in step["right"]
            assert then["told"]
            assert "choices" not in then["scene"] or not then["scene"]["choices"]
        if backdrop := step["scene"].get("backdrop"):
            assert data["backdrops"][backdrop]
