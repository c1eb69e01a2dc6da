"""Matches as text, as SVG and as pixels, for environments that are asked to render."""

from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core.match import Match
from rookery.errors import InvalidOption, shown
from rookery.lab.extras import need

#: ``human`` prints the text.
MODES = ("human", "ansi", "svg", "rgb_array")
#: The width of a picture in pixels.
WIDTH = 640


def check_mode(mode: str | None) -> str | None:
    """A way to render, or None."""
    if mode is not None and mode not in MODES:
        raise InvalidOption(f"render_mode {shown(mode)} is not one of {', '.join(MODES)}")
    return mode


def render(match: Match, mode: str, seat: int | None) -> str | npt.NDArray[np.uint8] | None:
    """What a seat (None: a spectator) sees."""
    if mode == "svg":
        return match.scene(seat)._repr_svg_()
    if mode == "rgb_array":
        return pixels(match.scene(seat)._repr_svg_())
    names = [f"Seat {number}" for number in range(match.players)]
    lines = match.game.draw(match.edition, match.view(seat), seat, names, _bare)
    text = "\n".join(lines)
    if mode == "ansi":
        return text
    print(text)  # noqa: T201 - that is what it is for
    return None


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG picture as rows of red, green and blue."""
    resvg: Any = need("resvg_py", "render")
    image: Any = need("PIL.Image", "render")
    png = bytes(resvg.svg_to_bytes(svg_string=svg, width=WIDTH, background="white"))
    return np.asarray(image.open(BytesIO(png)).convert("RGB"))


def _bare(text: str, _colour: str) -> str:
    return text
