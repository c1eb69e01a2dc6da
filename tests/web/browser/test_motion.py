"""How things move: from where they were, at about their own size."""

import re
from collections.abc import Callable
from typing import Any

import pytest

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


@pytest.mark.parametrize("game", ["party", "ultimatum", "pengqueen"])
def test_things_glide_at_about_their_own_size(visit: Callable[..., Any], game: str) -> None:
    page = visit(reduced_motion="no-preference")
    page.context.add_init_script(LISTEN)
    against_bots(page, game, players=3)
    for turn in range(12):
        ready(page)
        click(page, turn)
    page.wait_for_function("window.frames_seen.length >= 10")
    for frame in page.evaluate("window.frames_seen"):
        x, y, scale = map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", frame))
        assert 0.05 < scale < 4, frame
        assert abs(x) < 10_000, frame
        assert abs(y) < 10_000, frame
