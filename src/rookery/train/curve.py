"""The curve of a run: losses on samples that were held back, and duels with the champion."""

from collections.abc import Sequence
from html import escape

from rookery.train.plan import Row

WIDTH, HEIGHT = 640, 150
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 28, 22
STYLE = (
    "text{font:12px sans-serif;fill:#333}.line{fill:none;stroke:#1b6ca8;stroke-width:2}"
    ".reach{stroke:#1b6ca8;stroke-width:1.5}.axis{stroke:#999}.fair{stroke:#c33;stroke-dasharray:4}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.line,.reach{stroke:#7fc4f5}}"
)


def curve(title: str, rows: Sequence[Row]) -> str:
    """Panels, one above the other: value, policy, guesses where there are any, duels."""
    panels = [
        ("value: nats off, before learning and after", [_fall(row, "value") for row in rows]),
        ("policy: nats off, before learning and after", [_fall(row, "policy") for row in rows]),
        ("won against the champion, %", [_percent(row.duel) for row in rows]),
    ]
    if any(row.guess is not None for row in rows):
        found = [_fall(row, "guess") for row in rows]
        panels.insert(2, ("guesses: nats a hidden thing, before learning and after", found))
    body = [_panel(number, name, points) for number, (name, points) in enumerate(panels)]
    told = escape(f"{title}: {len(rows)} generations of training")
    high = len(panels) * HEIGHT
    size = f'width="{WIDTH}" height="{high}" viewBox="0 0 {WIDTH} {high}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{told}">'
        f"<title>{told}</title><style>{STYLE}</style>{''.join(body)}</svg>"
    )


def _fall(row: Row, what: str) -> tuple[float, float, float]:
    after, before = getattr(row, what), getattr(row, f"{what}_before")
    return after, min(after, before), max(after, before)


def _percent(figures: Sequence[float]) -> tuple[float, float, float]:
    mean, low, high = (100 * figure for figure in figures)
    return mean, low, high


def _panel(number: int, name: str, points: Sequence[tuple[float, float, float]]) -> str:
    top = number * HEIGHT
    fair = 50.0 if "%" in name else None
    every = [figure for point in points for figure in point] + ([fair] if fair else [])
    low, high = min(every, default=0.0), max(every, default=1.0)
    span = (high - low) or 1.0
    across = (WIDTH - LEFT - RIGHT) / max(1, len(points) - 1)

    def at(k: int, figure: float) -> tuple[float, float]:
        room = HEIGHT - TOP - BOTTOM
        return LEFT + k * across, top + TOP + room * (1 - (figure - low) / span)

    floor = top + HEIGHT - BOTTOM
    parts = [
        f'<text x="{LEFT}" y="{top + 16}">{escape(name)}</text>',
        f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - RIGHT}"/>',
        f'<text x="4" y="{floor}">{low:.2f}</text>',
        f'<text x="4" y="{top + TOP + 4}">{high:.2f}</text>',
    ]
    if fair is not None:
        parts.append(f'<path class="fair" d="M{LEFT} {at(0, fair)[1]:.1f}H{WIDTH - RIGHT}"/>')
    line = " ".join("{:.1f},{:.1f}".format(*at(k, it[0])) for k, it in enumerate(points))
    parts.append(f'<polyline class="line" points="{line}"/>')
    for k, (_, least, most) in enumerate(points):
        if most > least:
            x, bottom = at(k, least)
            parts.append(f'<path class="reach" d="M{x:.1f} {bottom:.1f}V{at(k, most)[1]:.1f}"/>')
    return "".join(parts)
