"""Figures of the rule books and positions of the lessons, drawn beforehand.

Rules are compiled when a server starts for the first time, which takes a minute; rule books and
lessons are read in just that minute. So their pictures are made by ``tools/pictures`` and kept as
files, and a test says when they no longer fit.

``figures.json`` in a game's folder lists its figures:

- ``position``, ``seat``: a scene, as that seat sees it (null: a spectator); ``play``: what is
  played first, only actions included;
- ``claims``: what the book says of it, for the tests: after some more actions (``play``), or
  ``with`` other keys in the position, ``at`` a place of it (``legal``, ``final`` and ``winners``
  are places, too) ``is`` a value; ``says``: numbers that the text around it names;
- ``zones``: which parts of it; ``box``: left, top, right and bottom of what is to be seen;
- ``without``: arts to leave out; ``marks``: a pattern of actions whose last touch is marked;
- or, instead of a position, ``sprites``.

``lesson.json`` beside it holds the steps of its lesson: a position, the seat, the texts in every
language, and patterns of the actions that are right. ``not`` lists what is said to the others: the
first whose pattern ``for`` fits.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from rookery.core.drawing import draw
from rookery.core.folder import file_of, folder_of
from rookery.core.language import LANGUAGES
from rookery.core.match import Match
from rookery.core.scene import Backdrop, Scene, Sprite, Zone
from rookery.games import find, names

#: Who plays in lessons; the learner sits on the seat that the step names.
NAMES = ("Mira", "Ben", "Cleo", "Dan", "Eve", "Finn")
#: With more right actions than this, what comes of them is not shown.
SHOWN = 8


def made() -> Iterator[tuple[Path, str]]:
    """Every file that is made, and what it is to hold."""
    for game in names():
        yield from made_for(game)


def made_for(game: str) -> Iterator[tuple[Path, str]]:
    """The same for one game."""
    folder = folder_of(game)
    if folder is None:
        return
    for name, spec in (source(game, "figures.json") or {}).items():
        yield folder / "figures" / f"{name}.svg", figure(game, spec)
    steps = source(game, "lesson.json")
    for language in LANGUAGES if steps else ():
        yield folder / "lessons" / f"{language}.json", written(lesson(game, steps, language))


def there(game: str) -> list[Path]:
    """The files that were made for a game."""
    folder = folder_of(game)
    if folder is None:
        return []
    return sorted([*folder.glob("figures/*.svg"), *folder.glob("lessons/*.json")])


def source(game: str, name: str) -> Any:
    """What one of these lists says; None for a game without it."""
    path = file_of(game, name)
    return None if path is None else json.loads(path.read_text("utf-8"))


def written(data: Mapping[str, Any]) -> str:
    """A lesson as JSON, a step a line, so that differences can be read."""
    steps = ",\n".join(_json(step) for step in data["steps"])
    rest = {key: value for key, value in data.items() if key != "steps"}
    return f'{_json(rest)[:-1]},"steps":[\n{steps}\n]}}\n'


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


# ---------------------------------------------------------------- figures


def figure(game: str, spec: Mapping[str, Any]) -> str:
    """A figure, for a page that has the art."""
    if "sprites" in spec:
        sprites = [msgspec.convert(it, Sprite) for it in spec["sprites"]]
        zone = Zone("board", "", 1, 1)
        scene = Scene(game, [zone], sprites, [], [], "", "")
        return draw(scene, words=False, symbols=False)
    match, seat = staged(game, spec), spec["seat"]
    scene = match.scene(seat, names=NAMES[: match.players])
    backdrop = match.hidden(seat).backdrop()
    marks = list(_marks(scene, backdrop, spec["marks"])) if "marks" in spec else []
    keep = _Keep(spec)
    scene = msgspec.structs.replace(scene, sprites=[*filter(keep, [*scene.sprites, *marks])])
    behind = Backdrop([*filter(keep, backdrop.sprites)])
    return draw(scene, behind, zones=spec.get("zones"), words=False, symbols=False)


def staged(game: str, spec: Mapping[str, Any]) -> Match:
    """The match that a figure shows."""
    match = find(game).from_dict(dict(spec["position"]), seed=1, asks_all=True)
    for action in spec.get("play", []):
        match.play(action)
    return match


class _Keep:
    """Whether a sprite is to be seen."""

    def __init__(self, spec: Mapping[str, Any]) -> None:
        self.without = set(spec.get("without", []))
        self.box = spec.get("box")

    def __call__(self, sprite: Sprite) -> bool:
        if self.without & set(sprite.art.split()):
            return False
        if self.box is None or sprite.zone != "board":
            return True
        left, top, right, bottom = self.box
        return bool(left <= sprite.x <= right and top <= sprite.y <= bottom)


def _marks(scene: Scene, backdrop: Backdrop, pattern: str) -> Iterator[Sprite]:
    """An outline on what is touched last by the actions that fit."""
    sprites = {sprite.id: sprite for sprite in [*backdrop.sprites, *scene.sprites]}
    wanted = {it.touch[-1] for it in scene.choices if re.fullmatch(pattern, it.action)}
    for name in sorted(wanted):
        it = sprites[name]
        yield Sprite(f"mark-{name}", "place", it.x, it.y, it.width, it.height, it.zone, layer=9)


# ---------------------------------------------------------------- lessons


def start(game: str, position: Mapping[str, Any]) -> Match:
    """The match of a position; what chance there is later is always the same."""
    return find(game).from_dict(dict(position), seed=1)


def right_actions(match: Match, step: Mapping[str, Any]) -> list[str]:
    """The actions that are right in a step: those that fit one of its patterns."""
    texts = [match.notation(action) for action in match.legal()]
    return [text for text in texts if any(re.fullmatch(it, text) for it in step["right"])]


def refusals(match: Match, step: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """What is said to actions that are allowed but not right, and to which."""
    left = [match.notation(action) for action in match.legal()]
    left = [text for text in left if text not in right_actions(match, step)]
    found = []
    for it in step["not"]:
        fit = [text for text in left if re.fullmatch(it["for"], text)]
        left = [text for text in left if text not in fit]
        found.append({"text": _in(language, it), "actions": fit})
    return found


def _in(language: str, texts: Mapping[str, str]) -> str:
    """A text of a lesson; in English as long as it is not translated."""
    return texts.get(language, texts[LANGUAGES[0]])


def lesson(game: str, source: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A lesson as the client wants it: scenes instead of positions, texts in one language."""
    backdrops: dict[str, list[Any]] = {}
    steps = []
    for step in source["steps"]:
        match, seat = start(game, step["position"]), step["seat"]
        people = NAMES[: match.players]
        backdrop = match.hidden(seat).backdrop(language)
        if backdrop.sprites:
            backdrops[backdrop.digest] = msgspec.to_builtins(backdrop.sprites)
        accepted = right_actions(match, step)
        after = {}
        for text in accepted if len(accepted) <= SHOWN else []:
            then = match.copy()
            then.play(text)
            moments = then.moments(seat, match.ply)
            view = then.hidden(seat)
            view.moment = moments[-1]  # what came of it stands out
            after[text] = {
                "scene": view.scene([], people, language).to_dict(),
                "told": [said for it in moments for said in it.view.tell(people, language)],
            }
        steps.append(
            {
                **{key: _in(language, step[key]) for key in ("title", "text", "well")},
                "not": refusals(match, step, language),
                "rule": step["rule"],
                "scene": match.scene(seat, language, people).to_dict(),
                "right": accepted,
                "after": after,
            }
        )
    return {"game": game, "steps": steps, "backdrops": backdrops}
