"""The game of the tutorial: one file, found in another folder, played by everything."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "tutorial"
ENVIRONMENT = {**os.environ, "ROOKERY_GAMES": str(FOLDER)}

PROGRAM = """
import json, random, rookery
game = rookery.game("catch")
seen = []
for seed in range(40):
    players = game.players[seed % len(game.players)]
    chance = random.Random(seed)
    match = game.start(players, seed, asks_all=seed % 2 == 0)
    while not match.over:
        for seat in (None, *range(players)):
            world = match.redeal(seat, seed)
            assert world.view(seat) == match.view(seat)
            assert match.scene(seat).to_dict() == world.scene(seat).to_dict()
        match.play(chance.choice(match.legal()))
    again = rookery.load(match.save())
    again.verify()
    assert again.to_dict() == match.to_dict()
    seen.append({
        "steps": [step.to_dict() for step in match.steps()],
        "scores": match.scores(), "winners": match.winners(), "asks_all": match.asks_all,
    })
print(json.dumps(seen))
"""


def run(*arguments: str) -> str:
    """What a program says that knows the tutorial's folder."""
    done = subprocess.run(arguments, env=ENVIRONMENT, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(sys.executable, "-c", PROGRAM))
    return found


def test_it_is_as_short_as_promised() -> None:
    assert len((FOLDER / "catch" / "__init__.py").read_text().splitlines()) <= 150


def test_the_highest_fish_takes_each_catch(played: list[dict[str, Any]]) -> None:
    """C2, C3, from the steps alone."""
    for match in played:
        players = len(match["scores"])
        points = [0] * players
        fish: dict[int, int] = {}
        for step in match["steps"]:
            if step["kind"] == "play":
                fish[step["seat"]] = step["action"]
            elif step["kind"] == "catch":
                assert len(fish) == players
                points[max(fish, key=lambda seat: fish[seat])] += 1
                fish = {}
        assert points == match["scores"]
        assert sum(points) == 3
        assert match["winners"] == [n for n, it in enumerate(points) if it == max(points)]


def test_every_fish_is_dealt_at_most_once(played: list[dict[str, Any]]) -> None:
    """C1"""
    for match in played:
        fish = [step["action"] for step in match["steps"] if step["kind"] == "play"]
        assert len(fish) == len(set(fish)) == 3 * len(match["scores"])
        assert set(fish) <= set(range(12))


@pytest.mark.parametrize("bot", ["random", "greedy", "chick"])
def test_bots_play_it(bot: str) -> None:
    command = ("simulate", "catch", "--games", "20", "--bot", bot, "--players", "3", "--json")
    figures = json.loads(run(sys.executable, "-m", "rookery", *command))
    assert figures["games"] == 20
    assert sum(figures["scores"]["mean"]) == pytest.approx(3)
