"""A picture of beliefs: surprise by decision above, stated chances and what was so below."""

from collections.abc import Sequence
from html import escape

from rookery.arena.intervals import Estimate

WIDTH, HEIGHT = 640, 210
LEFT, RIGHT, TOP, BOTTOM = 48, 16, 40, 34
STYLE = (
    "text{font:12px sans-serif;fill:#333}.end{text-anchor:end}.mid{text-anchor:middle}"
    ".axis{stroke:#999}.l0{fill:none;stroke:#8a8f98;stroke-width:2}"
    ".l1{fill:none;stroke:#1b6ca8;stroke-width:2}.b0{fill:#8a8f98}.b1{fill:#1b6ca8}"
    ".fair{stroke:#c33;stroke-width:2}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.l1{stroke:#7fc4f5}.b1{fill:#7fc4f5}"
    ".l0{stroke:#9aa0aa}.b0{fill:#9aa0aa}.fair{stroke:#ff8a80}}"
)
#: How far above the highest mean the axis ends; longer intervals are cut off there.
ROOM = 1.4
#: Bars of fewer stated chances than these are left out.
FEWEST = 20
Steps = Sequence[tuple[str, Sequence[Estimate]]]
Bars = Sequence[Sequence[tuple[int, float, float]]]


def picture(title: str, readers: Sequence[str], steps: Steps, bars: Bars) -> str:
    """Both panels, as SVG."""
    told = escape(title)
    size = f'width="{WIDTH}" height="{2 * HEIGHT}" viewBox="0 0 {WIDTH} {2 * HEIGHT}"'
    legend = "".join(
        f'<rect class="b{k}" x="{WIDTH - 190 + 100 * k}" y="8" width="10" height="10"/>'
        f'<text x="{WIDTH - 175 + 100 * k}" y="17">{escape(name)}</text>'
        for k, name in enumerate(readers)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{told}">'
        f"<title>{told}</title><style>{STYLE}</style>"
        f'<text x="{LEFT}" y="17">{told}</text>{legend}{_lines(steps)}{_bars(bars)}</svg>\n'
    )


def _lines(steps: Steps) -> str:
    """Means with their intervals, from left to right; the axis begins at 0."""
    high = ROOM * max(it.mean for _, both in steps for it in both)
    across = (WIDTH - LEFT - RIGHT) / max(1, len(steps))
    floor, room = HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM

    def height(value: float) -> float:
        return floor - room * min(1.0, max(0.0, value) / high)

    parts = [
        f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - RIGHT}"/>',
        f'<text class="end" x="{LEFT - 6}" y="{floor + 4}">0</text>',
        f'<text class="end" x="{LEFT - 6}" y="{height(high) + 4:.1f}">{high:.1f}</text>',
        f'<text class="mid" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{floor + 30}">'
        "decisions of the seat so far</text>",
    ]
    for k, (name, _) in enumerate(steps):
        x = LEFT + (k + 0.5) * across
        label = escape(name.split(" ")[0])
        parts.append(f'<text class="mid" x="{x:.1f}" y="{floor + 15}">{label}</text>')
    for who in range(2):
        places = [
            (LEFT + (k + 0.46 + 0.08 * who) * across, both[who])
            for k, (_, both) in enumerate(steps)
        ]
        line = " ".join(f"{x:.1f},{height(it.mean):.1f}" for x, it in places)
        parts.append(f'<polyline class="l{who}" points="{line}"/>')
        parts += [
            f'<path class="l{who}" d="M{x:.1f} {height(it.low):.1f}V{height(it.high):.1f}"/>'
            for x, it in places
        ]
    return "".join(parts)


def _bars(bars: Bars) -> str:
    """How often what was given a chance was so; a red mark is how often it should have been."""
    floor, room = 2 * HEIGHT - BOTTOM, HEIGHT - TOP - BOTTOM
    across = (WIDTH - LEFT - RIGHT) / 10
    parts = [
        f'<path class="axis" d="M{LEFT} {floor}H{WIDTH - RIGHT}"/>',
        f'<text x="{LEFT}" y="{HEIGHT + 20}">of what had such a chance, so much was so</text>',
        f'<text class="end" x="{LEFT - 6}" y="{floor + 4}">0 %</text>',
        f'<text class="end" x="{LEFT - 6}" y="{floor - room + 4}">100 %</text>',
        f'<text class="mid" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{floor + 30}">'
        "chance stated (red: its mean)</text>",
    ]
    for k in range(10):
        x = LEFT + (k + 0.5) * across
        parts.append(
            f'<text class="mid" x="{x:.1f}" y="{floor + 15}">{10 * k}–{10 * k + 10}</text>'
        )
    for who, each in enumerate(bars):
        for _, said, so in (bar for bar in each if bar[0] >= FEWEST):
            x = LEFT + (min(9, int(10 * said)) + 0.12 + 0.4 * who) * across
            top, wanted = floor - room * so, floor - room * said
            width = 0.36 * across
            parts.append(
                f'<rect class="b{who}" x="{x:.1f}" y="{top:.1f}" width="{width:.1f}"'
                f' height="{floor - top:.1f}"/>'
                f'<path class="fair" d="M{x:.1f} {wanted:.1f}h{width:.1f}"/>'
            )
    return "".join(parts)
