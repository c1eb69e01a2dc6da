"""How things move: from where they were, at about their own size."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import rookery
from tests.web.browser.conftest import against_bots, click, ready

#: Writes down every frame that things glide through.
LISTEN = """
window.frames_seen = [];
const animate = SVGElement.prototype.animate;
SVGElement.prototype.animate = function (frames, how) {
  if (frames.transform) window.frames_seen.push(...frames.transform);
  return animate.call(this, frames, how);
};
"""


@pytest.mark.parametrize("game", rookery.games())
def test_things_glide_at_about_their_own_size(visit: Callable[..., Any], game: str) -> None:
    page = visit(reduced_motion="no-preference")
    page.context.add_init_script(LISTEN)
    frames: list[str] = []
    while len(frames) < 10:  # a match may be over after a few decisions
        page.goto("/")
        against_bots(page, game, players=min(3, rookery.game(game).players[-1]))
        for turn in range(12):
            ready(page)
            click(page, turn)
        page.wait_for_function("window.frames_seen.length > 0")
        frames += page.evaluate("window.frames_seen")
    for frame in frames:
        x, y, scale = map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", frame))
        assert 0.05 < scale < 4, frame
        assert abs(x) < 10_000, frame
        assert abs(y) < 10_000, frame
