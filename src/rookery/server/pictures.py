"""Pictures to share: the final board with the scores, or what a table is about.

As large as link previews want them. They are made from what everybody may know: a match that is
not over shows no board.
"""

import re
from collections.abc import Iterator

from rookery.core.art import symbols
from rookery.core.drawing import draw, finished, written
from rookery.core.language import mark, speech
from rookery.errors import MissingExtra
from rookery.games import find
from rookery.server.fold import Fold
from rookery.server.messages import face_of, names_of, say_name
from rookery.server.results import places_of

WIDTH, HEIGHT = 1200, 630
MARGIN = 40
#: Where the board is: it may be this large.
BOARD = 700
#: How wide a letter is at most, in parts of its height: names must fit without being measured.
WIDE = 0.62

INVITED = mark("A seat is waiting for you.")
PLAYED = mark("A match is being played.")


def result_card(fold: Fold, language: str) -> str:
    """How a match ended, as SVG: the board, and who came in which place."""
    match = fold.match
    assert match is not None
    names = [say_name(name, speech(language)) for name in names_of(fold)]
    view = match.hidden(None)
    scene = view.scene([], names, language)
    board = draw(scene, view.backdrop(language), words=False)
    top = 2 * MARGIN + 50
    room = HEIGHT - top - MARGIN
    title = find(fold.setup.game).title
    parts = [
        written(title, MARGIN, MARGIN + 42, 48, 'font-weight="bold"'),
        _fit(board, MARGIN, top, BOARD, room),
        *_ranking(fold, names, BOARD + 2 * MARGIN, top),
        _signature(),
    ]
    return finished(parts, (WIDTH, HEIGHT), fold.setup.game, {"logo", "crown", *_faces(fold)})


def _faces(fold: Fold) -> set[str]:
    shown = [face_of(seat, name) for seat, name in zip(fold.seats, names_of(fold), strict=True)]
    return {symbol for face in shown for symbol in (face or "penguin").split()}


def _ranking(fold: Fold, names: list[str], x: float, top: float) -> Iterator[str]:
    """Everybody in order: place, face, name and score."""
    assert fold.match is not None
    scores, places, called = fold.match.scores(), places_of(fold), names_of(fold)
    order = sorted(range(len(names)), key=lambda seat: places[seat])
    step = min(96.0, (HEIGHT - top - MARGIN - 40) / len(order))
    size = step * 0.72
    for row, seat in enumerate(order):
        y = top + row * step
        for symbol in (face_of(fold.seats[seat], called[seat]) or "penguin").split():
            yield f'<use href="#{symbol}" x="{x}" y="{y}" width="{size}" height="{size}"/>'
        if seat in fold.winners():
            where = f'x="{x - 34}" y="{y + size / 2 - 15}"'
            yield f'<use href="#crown" {where} width="30" height="30"/>'
        room = WIDTH - MARGIN - x - size - 90
        letters = max(4, int(room / (WIDE * 30)))
        name = names[seat] if len(names[seat]) <= letters else names[seat][: letters - 1] + "…"
        bold = 'font-weight="bold"' if seat in fold.winners() else ""
        yield written(name, x + size + 14, y + size / 2 + 11, 30, bold)
        end = f'text-anchor="end" {bold}'.strip()
        yield written(str(scores[seat]), WIDTH - MARGIN, y + size / 2 + 11, 30, end)


def game_card(game: str, line: str) -> str:
    """What a table is about, as SVG: the game's picture, its name and a line."""
    own = f"picture-{game}"
    shown = own if own in symbols(game) else "picture"
    width = 820
    parts = [
        f'<use href="#{shown}" x="{(WIDTH - width) / 2}" y="{MARGIN}" width="{width}"'
        f' height="{width * 180 / 320}"/>',
        written(find(game).title, WIDTH / 2, 570, 48, 'font-weight="bold" text-anchor="middle"'),
        written(line, WIDTH / 2, 608, 26, 'text-anchor="middle"'),
        _signature(),
    ]
    return finished(parts, (WIDTH, HEIGHT), game, {shown, "logo"})


def table_card(fold: Fold, language: str) -> str:
    """The picture of a table: its end, or what it is about."""
    if fold.status == "over" and fold.match is not None:
        return result_card(fold, language)
    line = INVITED if fold.status == "open" else PLAYED
    return game_card(fold.setup.game, speech(language).gettext(line))


def _signature() -> str:
    return f'<use href="#logo" x="{WIDTH - MARGIN - 64}" y="{MARGIN - 14}" width="64" height="64"/>'


def _fit(picture: str, x: float, y: float, width: float, height: float) -> str:
    """A picture within another one, as large as fits."""
    where = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return re.sub(r'width="\d+" height="\d+"', where, picture, count=1)


def png(picture: str) -> bytes:
    """A picture as PNG, where that can be made."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MissingExtra("a PNG needs more: pip install 'rookery[png]'; ask for svg") from None
    return bytes(svg_to_bytes(svg_string=picture))
