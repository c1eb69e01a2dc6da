"""Dots and starters as something to draw: cards, with spots that can be touched (U3, U9)."""

import re
from collections.abc import Iterator

from rookery.core.language import Speech, mark
from rookery.core.scene import Sprite
from rookery.core.sketch import Brush, Sketch, Spot, drawing
from rookery.games.ultimatum.actions import ENTERTAINER_NAMES
from rookery.games.ultimatum.edition import MAX_STARTERS
from rookery.games.ultimatum.spec import PLAYERS
from rookery.games.ultimatum.state import ACTS, ANIMALS, NUM_ACTS, NUM_FAMILIES
from rookery.games.ultimatum.words import words

DOT = "dot"
#: From card to card; from the middle of a card to its rim; a spot.
PITCH, RIM, SIZE = 1.5, 0.42, 0.46
#: Room for words below the last row.
TITLE = 0.3
MIDDLE = 4


def sketch_edition(text: str, speech: Speech) -> Sketch | None:
    """The cards of a file, those that are drawn as three rows of three marks."""
    width, height = PITCH * NUM_ACTS, PITCH * (NUM_FAMILIES + 1) + TITLE
    sketch = Sketch(text, width, height, _brushes(speech), [], [], [])
    for title, marks in _blocks(text):
        if title in ENTERTAINER_NAMES:
            who = ENTERTAINER_NAMES.index(title)
            family, act = divmod(who, NUM_ACTS)
            art = f"entertainer-card animal-{ANIMALS[family]} act-{ACTS[act]}"
            _card(sketch, title, art, words(speech).entertainer_labels[who], speech)
            _spots(sketch, DOT, title, marks, speech)
        elif title in _TITLES:
            players = title.split()[1]
            label = speech.gettext("the first entertainers, {count} players").format(count=players)
            _card(sketch, title, "curtain", label, speech)
            _spots(sketch, f"starters-{players}", title, marks, speech)
    return sketch if sketch.spots else None


_TITLES = tuple(f"starters {players}" for players in PLAYERS)


def _brushes(speech: Speech) -> list[Brush]:
    say = speech.gettext
    numbers = [str(k + 1) for k in range(MAX_STARTERS)]
    found = [
        Brush(DOT, say(mark("no dot")), "spot-none", ["."]),
        Brush(DOT, say(mark("golden dot")), "spot-dot", ["o"]),
    ]
    for players in PLAYERS:
        kind = f"starters-{players}"
        found.append(Brush(kind, say(mark("nobody")), "spot-none", ["."]))
        found.append(Brush(kind, say(mark("entertainer")), "spot-start", numbers, once=True))
    return found


def _blocks(text: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """Each title with the nine marks under it: their lines and characters."""
    title, rows = "", []
    for number, kept in [*drawing(text), (-1, "end")]:
        marks = [(number, found.start()) for found in re.finditer(r"[o.+\d]", kept)]
        if len(marks) == len(re.sub(r"\s", "", kept)) == 3:
            rows += marks
            continue
        if len(rows) == 9:
            yield title, rows
        named = re.fullmatch(r"(starters\s+\S+|\S+)(?:\s.*)?", kept.strip())
        title, rows = re.sub(r"\s+", " ", named[1]) if named else "", []


def _place(title: str) -> tuple[float, float]:
    """The middle of a card: animals below one another, acts side by side, the starters last."""
    if title in ENTERTAINER_NAMES:
        row, column = divmod(ENTERTAINER_NAMES.index(title), NUM_ACTS)
    else:
        row, column = NUM_FAMILIES, _TITLES.index(title)
    return PITCH * (column + 0.5), PITCH * (row + 0.5)


def _card(sketch: Sketch, title: str, art: str, label: str, speech: Speech) -> None:
    x, y = _place(title)
    name = title.replace(" ", "-")
    sketch.sprites.append(Sprite(f"card-{name}", art, x, y, label=label))
    if title not in ENTERTAINER_NAMES:
        players = title.split()[1]
        text = speech.gettext("{count} players").format(count=players)
        sketch.sprites.append(Sprite(f"title-{name}", "mark", x, y + 0.85, PITCH, TITLE, text=text))


def _spots(
    sketch: Sketch, kind: str, title: str, marks: list[tuple[int, int]], speech: Speech
) -> None:
    x, y = _place(title)
    label = next(it.label for it in sketch.sprites if it.id == "card-" + title.replace(" ", "-"))
    for k, (line, at) in enumerate(marks):
        if k != MIDDLE:
            name = f"{title.replace(' ', '-')}-{k}"
            where = f"{label}, {words(speech).dots[k]}"
            dx, dy = (k % 3 - 1) * RIM, (k // 3 - 1) * RIM
            sketch.spots.append(Spot(name, kind, line, at))
            spot = Sprite(name, "spot-none", x + dx, y + dy, SIZE, SIZE, label=where, layer=1)
            sketch.sprites.append(spot)
