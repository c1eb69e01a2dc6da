"""Plots as inline SVG: 320 units wide, so that their words stay readable on a small phone.

Nothing depends on colour: bars stand beside their names and figures, intervals are drawn as
whiskers. Colours are the page's own (``currentColor`` and classes), for light and dark.
"""

from collections.abc import Sequence
from html import escape

from rookery.arena.intervals import Estimate

WIDTH = 320
ROW = 30
LETTER = 6.6  # the width of a letter, on average


def wins(shares: Sequence[Estimate], names: Sequence[str], title: str) -> str:
    """Each seat's share of the victories, with a line where all would be equal."""
    left, right = 52, 58
    top = 22
    high = min(1.0, max(share.high for share in shares) * 1.05)
    scale = (WIDTH - left - right) / max(high, 1 / len(shares) * 1.2)
    height = top + len(shares) * ROW + 4
    fair = left + scale / len(shares)
    bars, whiskers = [], []
    for row, (name, share) in enumerate(zip(names, shares, strict=True)):
        y = top + row * ROW
        bars.append(_text(0, y + 19, name))
        bars.append(_bar(left, y + 6, share.mean * scale, 18))
        bars.append(_text(WIDTH, y + 19, f"{share.mean:.1%}", "end strong"))
        whiskers.append(_whisker(left + share.low * scale, left + share.high * scale, y + 15))
    label = _label(fair, 11, f"equal: {1 / len(shares):.1%}")
    body = [*bars, _mark(fair, 16, height), label, *whiskers]
    told = ", ".join(f"{n} {s.mean:.1%}" for n, s in zip(names, shares, strict=True))
    return _svg(height, title, told, body)


def lengths(bars: Sequence[tuple[int, int, int]], median: float, longest: float, title: str) -> str:
    """How many games took how many decisions."""
    top, bottom, height = 22, 24, 170
    most = max(games for _, _, games in bars)
    low, high = bars[0][0], bars[-1][1] + 1
    scale = WIDTH / (high - low)
    floor = height - bottom
    body = []
    for begin, end, games in bars:
        tall = (floor - top) * games / most
        wide = max(1.0, (end + 1 - begin) * scale - 1)
        body.append(_bar((begin - low) * scale, floor - tall, wide, tall))
    body.append(_line(0, floor, WIDTH, floor, "axis"))
    body.append(_text(0, height - 8, str(low)))
    body.append(_text(WIDTH, height - 8, f"{longest:g} decisions", "end"))
    at = (median + 0.5 - low) * scale
    body.append(_mark(at, 16, floor))
    body.append(_label(at, 11, f"median: {median:g}"))
    told = f"from {low} to {longest:g} decisions, median {median:g}"
    return _svg(height, title, told, body)


def endings(shares: dict[str, Estimate], title: str) -> str:
    """How games end: a bar each, its name above it."""
    right = 58
    scale = WIDTH - right
    body = []
    for row, (name, share) in enumerate(shares.items()):
        y = row * 44
        body.append(_text(0, y + 14, name))
        body.append(_track(0, y + 20, scale, 16))
        body.append(_bar(0, y + 20, share.mean * scale, 16))
        body.append(_whisker(share.low * scale, share.high * scale, y + 28))
        body.append(_text(WIDTH, y + 33, f"{share.mean:.1%}", "end strong"))
    told = ", ".join(f"{name} {share.mean:.1%}" for name, share in shares.items())
    return _svg(len(shares) * 44, title, told, body)


def _svg(height: float, title: str, told: str, body: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" class="{kind}">{escape(words)}</text>'


def _label(x: float, y: float, words: str) -> str:
    """Words centred on a line, moved where they would leave the picture."""
    half = len(words) * LETTER / 2
    middle = min(max(x, half), WIDTH - half)
    return _text(round(middle, 1), y, words, "middle small")


def _bar(x: float, y: float, width: float, height: float) -> str:
    return _rectangle(x, y, width, height, "bar")


def _track(x: float, y: float, width: float, height: float) -> str:
    return _rectangle(x, y, width, height, "track")


def _rectangle(x: float, y: float, width: float, height: float, kind: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}"'
    return f'<rect {place} class="{kind}"/>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}" class="{kind}"/>'


def _mark(x: float, top: float, bottom: float) -> str:
    """An upright line that stands out from the bars it crosses."""
    return _line(x, top, x, bottom, "halo") + _line(x, top, x, bottom, "mark")


def _whisker(low: float, high: float, y: float) -> str:
    """An interval: a line with a stop at either end."""
    shape = f"M{low:.1f} {y:g}H{high:.1f}M{low:.1f} {y - 4:g}v8M{high:.1f} {y - 4:g}v8"
    return f'<path d="{shape}" class="whisker"/>'
