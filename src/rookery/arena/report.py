"""The balance report: one HTML file that needs nothing else, for phones, paper and programs."""

from collections.abc import Sequence
from html import escape

from rookery.arena import plots
from rookery.arena.balance import BalanceRun, Tally
from rookery.arena.intervals import Estimate

#: No script, no other host: the policy makes the browser hold the page to it.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"

STYLE = """
:root { color-scheme: light dark; --ground: #f3f8fb; --card: #fff; --ink: #14304d; --quiet: #4a6480;
  --bar: #3d7fb8; --track: #dce8f1; --accent: #a84a00; --edge: #d3e0ea; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1b2a; --card: #15273a; --ink: #e8f1f8;
  --quiet: #a9bfd2; --bar: #5b9bd5; --track: #24405a; --accent: #ffb066; --edge: #2b455e; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 8px; }
h2 { font-size: 1.3rem; margin: 40px 0 12px; }
h3 { font-size: 1rem; margin: 0 0 12px; }
p { margin: 0 0 8px; max-width: 70ch; }
.quiet { color: var(--quiet); }
.cards { display: grid; gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); }
.card { background: var(--card); border: 1px solid var(--edge); border-radius: 12px; padding: 16px;
  min-width: 0; display: flex; flex-direction: column; gap: 16px; }
.card h3 { margin: 0; }
.both { display: grid; gap: 16px; align-items: start; }
.overview { max-width: 720px; } .overview h2 { margin: 0; }
svg { display: block; width: 100%; max-width: 440px; height: auto;
  font: 13px system-ui, sans-serif; }
svg text { fill: var(--ink); } svg .end { text-anchor: end; } svg .middle { text-anchor: middle; }
svg .small { font-size: 12px; fill: var(--accent); } svg .strong { font-weight: 600; }
.bar { fill: var(--bar); } .track { fill: var(--track); }
.whisker { stroke: var(--ink); stroke-width: 1.5; fill: none; }
.axis { stroke: var(--quiet); fill: none; }
.mark { stroke: var(--accent); stroke-width: 2; stroke-dasharray: 5 3; fill: none; }
.halo { stroke: var(--card); stroke-width: 4; fill: none; }
table { border-collapse: collapse; width: 100%; font-size: .875rem;
  font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--quiet); padding-bottom: 4px; }
th, td { text-align: right; padding: 4px 0 4px 8px; border-top: 1px solid var(--edge);
  font-weight: inherit; vertical-align: top; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td { white-space: nowrap; } .overview td { white-space: normal; }
thead th { border-top: 0; color: var(--quiet); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 16px 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
@media (min-width: 688px) and (max-width: 1023px) {
  .card:nth-child(3) { grid-column: 1 / -1; }
  .card:nth-child(3) .both { grid-template-columns: 1fr 1fr; gap: 32px; } }
@media print { .card { break-inside: avoid; } }
"""


def page(run: BalanceRun, tallies: Sequence[Tally]) -> str:
    """The whole report."""
    game = run.game
    title = f"How balanced is {game.title}?"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(title)}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(title)}</h1>
<p>Every seat is played by the bot <strong>{escape(run.bot)}</strong>.
{escape(" ".join(run.roles()))}</p>
{_facts(run, tallies)}
<section class="card overview">
{_overview(run, tallies)}
</section>
{"".join(_count(run, tally) for tally in tallies)}
<p class="quiet">Brackets and whiskers are 95 % intervals. Tied winners share a victory; after a
draw nobody has any. Rookery is an independent implementation; {escape(game.title)} is by
{escape(game.designer)}.</p>
</main>
</body>
</html>
"""


def _facts(run: BalanceRun, tallies: Sequence[Tally]) -> str:
    games = sum(tally.games for tally in tallies)
    options = ", ".join(f"{name}={value}" for name, value in run.with_roles().items())
    facts = {
        "Games": f"{games:,}",
        "Edition": run.edition.name,
        "Options": options or "as printed",
        "Seed": str(run.seed),
    }
    if run.edition.note:
        facts["Note"] = run.edition.note
    rows = "".join(f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    return f"<dl>{rows}</dl>"


def _overview(run: BalanceRun, tallies: Sequence[Tally]) -> str:
    rows = []
    for tally in tallies:
        shares = tally.wins()
        best = max(range(tally.players), key=lambda seat: shares[seat].mean)
        endings = tally.ending_shares(run.game)
        usual = max(endings, key=lambda name: endings[name].mean)
        rows.append(
            [
                str(tally.players),
                f"seat {best}, {shares[best].mean:.1%}",
                f"{tally.length()['mean']:.1f}",
                f"{usual}, {endings[usual].mean:.0%}",
            ]
        )
    head = ["players", "wins most", "decisions", "usual end"]
    return "<h2>Overview</h2>" + _table("By number of players", head, rows)


def _count(run: BalanceRun, tally: Tally) -> str:
    game = run.game
    players = f"{tally.players} players"
    shares, endings, length = tally.wins(), tally.ending_shares(game), tally.length()
    names = [f"seat {seat}" for seat in range(tally.players)]
    win_rows = [
        [name, f"{share.mean:.1%}", _brackets(share)]
        for name, share in zip(names, shares, strict=True)
    ]
    end_rows = [[name, f"{share.mean:.1%}", _brackets(share)] for name, share in endings.items()]
    length_rows = [
        [name.replace("_", " "), f"{value:,.1f}".removesuffix(".0")]
        for name, value in length.items()
    ]
    cards = [
        _card(
            "Who wins",
            plots.wins(shares, names, f"Share of victories by seat, {players}"),
            _table("Share of victories", ["seat", "wins", "95 %"], win_rows),
        ),
        _card(
            "How it ends",
            plots.endings(endings, f"How games end, {players}"),
            _table("Share of games", ["ending", "games", "95 %"], end_rows),
        ),
        _card(
            "How long it takes",
            plots.lengths(
                tally.bars(), length["median"], length["longest"], f"Decisions a game, {players}"
            ),
            _table("Decisions a game", ["", "decisions"], length_rows),
        ),
    ]
    heading = f'<h2>{players} <span class="quiet">· {tally.games:,} games</span></h2>'
    return f'<section>{heading}<div class="cards">{"".join(cards)}</div></section>\n'


def _card(heading: str, plot: str, table: str) -> str:
    both = f'<div class="both">{plot}{table}</div>'
    return f'<article class="card"><h3>{escape(heading)}</h3>{both}</article>'


def _table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = ""
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        body += f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
    )


def _brackets(share: Estimate) -> str:
    return f"[{100 * share.low:.1f}, {100 * share.high:.1f}]"
