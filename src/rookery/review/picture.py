"""Pictures as SVG: the curve of everybody's chance over a match, and what a seat could know."""

import re
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from rookery.core.drawing import draw, finished, written

if TYPE_CHECKING:
    from rookery.review.knowing import Knowledge, Told
    from rookery.review.reviewing import Review

WIDTH, HEIGHT, EDGE = 640, 240, 36
#: A colour and a dash each, so that lines can be told apart without colours.
COLOURS = ("#0b6b73", "#b0246f", "#8a5600", "#5b3cc4", "#3b6e1f", "#a33b20")
DASHES = ("", "9 4", "2 4", "12 4 2 4", "6 3", "1 3")

#: Of what could be known: a line, where bars begin and how long they are at most, and how many of
#: one place, and how many places, are drawn.
LINE, BAR, LONG, LINES, PLACES = 22, 200, 340, 12, 6
READER = "what a reader of the others' actions would believe"


def curve(review: "Review", names: Sequence[str] | None = None) -> str:
    """The picture; costly decisions are marked where they were made."""
    names = names or [f"seat {seat}" for seat in range(review.match.players)]
    values = [review.before, *(it.open for it in review.decisions), review.result]
    across = (WIDTH - 2 * EDGE) / max(1, len(values) - 1)

    def point(number: int, chance: float) -> tuple[float, float]:
        return EDGE + number * across, HEIGHT - EDGE - chance * (HEIGHT - 2 * EDGE)

    body = [_grid(share, point(0, share)[1]) for share in (0.0, 0.5, 1.0)]
    for seat, name in enumerate(names):
        path = " ".join(
            f"{x:.1f},{y:.1f}" for x, y in (point(k, it[seat]) for k, it in enumerate(values))
        )
        body.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[seat % 6]}" stroke-width="2"'
            f' stroke-dasharray="{DASHES[seat % 6]}"><title>{escape(name)}</title></polyline>'
        )
        body.append(_key(seat, name))
    for it in review.lessons():
        x, y = point(it.ply + 1, it.open[it.seat])
        said = escape(f"{names[it.seat]}: {it.action}, better {it.best}")
        body.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[it.seat % 6]}">'
            f"<title>{said}</title></circle>"
        )
    told = ", ".join(
        f"{name} {share:.0%}" for name, share in zip(names, review.result, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' font-family="sans-serif" font-size="12"><title>Chances to win</title>'
        f"<desc>{escape(told)}</desc>{''.join(body)}</svg>"
    )


def _grid(share: float, y: float) -> str:
    return (
        f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8886"/>'
        f'<text x="4" y="{y + 4:.1f}" fill="currentColor">{share:.0%}</text>'
    )


def _key(seat: int, name: str) -> str:
    x = EDGE + seat * (WIDTH - 2 * EDGE) / 6
    return (
        f'<line x1="{x:g}" x2="{x + 22:g}" y1="14" y2="14" stroke="{COLOURS[seat % 6]}"'
        f' stroke-width="3" stroke-dasharray="{DASHES[seat % 6]}"/>'
        f'<text x="{x + 27:g}" y="18" fill="currentColor">{escape(name)}</text>'
    )


def known(knowledge: "Knowledge") -> str:
    """What a seat could know: a bar for everything that may be in a place, or heat on the board.

    A stroke across a bar is where a reader of the others' actions would end it.
    """
    body: list[str] = []
    y, width = 12, WIDTH
    for place, things in [*knowledge.told().items()][:PLACES]:
        heat = {it.sprite: it.chance for it in things if it.sprite}
        body.append(written(place, 12, y + 16, 16, 'font-weight="700"'))
        y += LINE + 6
        if heat:
            board, size = _board(knowledge, heat)
            body.append(board.replace("<svg ", f'<svg x="0" y="{y}" ', 1))
            y, width = y + size[1], max(width, size[0])
        for it in [] if heat else things[:LINES]:
            body += _bar(it, y)
            y += LINE
        y += 10
    body += [_stroke(24, y), written(READER, 34, y + 15, 13)]
    return finished(body, (width, y + LINE + 8), knowledge.view.game.name, ())


def _board(knowledge: "Knowledge", heat: dict[str, float]) -> tuple[str, tuple[int, int]]:
    """The zone in which these sprites lie, and how large it is."""
    view = knowledge.view
    scene, backdrop = view.scene([]), view.backdrop()
    zone = next(it.zone for it in (*backdrop.sprites, *scene.sprites) if it.id in heat)
    text = draw(scene, backdrop, zones=[zone], words=False, heat=heat)
    width, height = re.findall(r'="(\d+)"', text)[:2]
    return text, (int(width), int(height))


def _bar(told: "Told", y: int) -> list[str]:
    box = f'x="{BAR}" y="{y + 3}" height="14"'
    believed = BAR + LONG * told.unknown.believed[told.thing]
    doubt = 2 * told.unknown.error(told.thing)
    share = f"{told.chance:.0%}" + (f" ± {doubt:.0%}" if doubt else "")
    return [
        written(told.name, 24, y + 15, 14),
        f'<rect {box} width="{LONG}" fill="#8884"/>',
        f'<rect {box} width="{LONG * told.chance:.1f}" fill="#0b6b73"/>',
        _stroke(believed, y),
        written(share, BAR + LONG + 10, y + 15, 14),
    ]


def _stroke(x: float, y: int) -> str:
    return f'<path d="M{x:.1f} {y} v20" stroke="#b0246f" stroke-width="3"/>'
