"""The art: symbols that scenes name. Some are common to all games, each game may have its own.

A game that is being made may name what nobody has drawn yet: then a neutral card is shown.
"""

import logging
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rookery.core.folder import file_of

if TYPE_CHECKING:
    from rookery.core.scene import Fact, Gain, Scene, Sprite

#: What is shown instead of a sprite that nobody has drawn.
NEUTRAL = "card"
#: The plate under a text; whoever draws makes it to measure.
BUTTON = "button"
FILE = "art.svg"
COMMON = Path(__file__).resolve().parent.parent / "art" / "art.svg"
SVG = "{http://www.w3.org/2000/svg}"

log = logging.getLogger("rookery.art")
#: The arts of sprites that can be drawn as they are, by game.
_fine: dict[str, set[str]] = {}
#: The same for what single symbols there are: scenes ask again and again.
_drawn: dict[str, frozenset[str]] = {}


def own(game: str) -> str:
    """The text of a game's own art; empty if there is none, or none that can be read."""
    path = file_of(game, FILE)
    return "" if path is None else _read(path)


@cache
def _read(path: Path) -> str:
    try:
        text = path.read_text("utf-8")
        ET.fromstring(text)  # noqa: S314 - a game is trusted with more than a picture
    except (OSError, ValueError, ET.ParseError) as error:
        log.warning("%s is left out: %s", path, error)
        return ""
    return text


def nodes(game: str) -> dict[str, ET.Element]:
    """All that has a name in the common art and in a game's own."""
    return _nodes(own(game))


@cache
def _nodes(text: str) -> dict[str, ET.Element]:
    texts = [COMMON.read_text("utf-8"), text]
    return {name: node for text in texts if text for name, node in named(text)}


def named(text: str) -> list[tuple[str, ET.Element]]:
    """All that has a name in the text of an art file."""
    root = ET.fromstring(text)  # noqa: S314 - see above
    return [(name, node) for node in root.iter() if (name := node.get("id"))]


def symbols(game: str) -> frozenset[str]:
    """The names that the scenes of a game may use."""
    return _symbols(own(game))


@cache
def _symbols(text: str) -> frozenset[str]:
    found = {name for name, node in _nodes(text).items() if node.tag == SVG + "symbol"}
    return frozenset(found | {BUTTON})


def merged(games: Iterable[str]) -> str:
    """The art of several games, for a page."""
    texts = [COMMON.read_text("utf-8"), *map(own, games)]
    return "".join(text for text in texts if text)


# ---------------------------------------------------------------- what nobody has drawn


def mend(scene: "Scene") -> "Scene":
    """Let a scene name nothing but what can be drawn."""
    drawn = _drawn.get(scene.game) or _drawn.setdefault(scene.game, symbols(scene.game))
    mend_sprites(scene.game, scene.sprites)
    signs: list[Fact | Gain] = [fact for player in scene.players for fact in player.facts]
    for thing in signs + scene.gains:
        if thing.art not in drawn:
            thing.art = " ".join(name for name in thing.art.split() if name in drawn)
    return scene


def mend_sprites(game: str, sprites: "Sequence[Sprite]") -> None:
    """The same for sprites: what is drawn of them, or else the neutral card."""
    fine = _fine.setdefault(game, set())
    if {sprite.art for sprite in sprites} <= fine:
        return
    drawn = symbols(game)
    for sprite in sprites:
        sprite.art = " ".join(n for n in sprite.art.split() if n in drawn) or NEUTRAL
        fine.add(sprite.art)
