"""The tables of bench/champions.py, in Markdown."""

import math
from pathlib import Path

from deals import Cell, Deal, Log, estimates, shares

from rookery.arena.intervals import Estimate, of_mean, of_share

#: What the lower end of an interval has to exceed.
GOAL = 0.55


def percent(it: Estimate) -> str:
    """A mean and its interval; nothing where nothing was played."""
    if math.isnan(it.mean):
        return "|"
    return f"{100 * it.mean:.1f} % | {100 * it.low:.1f} to {100 * it.high:.1f}"


def spent(deals: list[Deal]) -> str:
    """Milliseconds of a processor that a decision of each bot took."""
    lines = [line for deal in deals for line in deal]
    means = [
        1000 * sum(line.seconds[who] for line in lines) / sum(line.decisions[who] for line in lines)
        for who in (0, 1)
        if lines
    ]
    return " and ".join(f"{mean:.1f}" for mean in means)


def table(log: Log, cells: list[Cell]) -> str:
    """A row for each cell, played or not."""
    rows = [
        "| first, second | game | players | role | a decision | deals | won by the first | 95 % |"
        " lower end over 55 % | ms spent |",
        "|" + " --- |" * 10,
    ]
    waiting = 0
    for cell in cells:
        deals = log.deals(cell)
        waiting += len(log.lines.get(cell, {})) - 2 * len(deals)
        for role, it in estimates(cell, deals).items():
            told = "" if math.isnan(it.mean) else "yes" if it.low > GOAL else "no"
            name = role or ("both" if cell.roles else "")
            rows.append(
                f"| {cell.first}, {cell.second} | {cell.game} | {cell.players} | {name} |"
                f" {cell.milliseconds} ms | {len(deals)} | {percent(it)} |"
                f" {told} | {spent(deals)} |"
            )
    rows += ["", *_together(log, cells)]
    if waiting:
        rows += [
            "",
            f"Matches of deals not finished yet, which count for nothing: {waiting}.",
        ]
    return "\n".join(rows)


def _together(log: Log, cells: list[Cell]) -> list[str]:
    """What the first won of all cells of a budget, by game and in all, each deal alike."""
    games = list(dict.fromkeys(cell.game for cell in cells))
    groups = [*([game] for game in games), games]
    names = [*games, *(["all"] if len(games) > 1 else [])]
    rows = [f"| together | {' | '.join(names)} |", "|" + " --- |" * (1 + len(names))]
    for budget in dict.fromkeys(cell.milliseconds for cell in cells):
        told = []
        for group in groups[: len(names)]:
            deals = [
                deal
                for cell in cells
                if cell.milliseconds == budget and cell.game in group
                for deal in log.deals(cell)
            ]
            share = _bracket(of_share(shares(deals)))
            told.append(f"{share} of {len(deals)} deals" if share else "none")
        rows.append(f"| {budget} ms | {' | '.join(told)} |")
    return rows


def gap(log: Log, cells: list[Cell]) -> str:
    """How much of what a clairvoyant is ahead of emperor-1 is closed by emperor."""
    rows = [
        "| game | players | as | a decision | deals | clairvoyant against `emperor-1` | against"
        " `emperor` | of its lead closed | `emperor` against `emperor-1` |",
        "|" + " --- |" * 9,
    ]
    for key in sorted({_key(cell) for cell in log.lines if cell.first == "clairvoyant"}):
        both = [Cell(*key, "clairvoyant", name) for name in ("emperor-1", "emperor")]
        deals = [log.deals(cell) for cell in both]
        roles = both[0].roles
        reader = log.deals(Cell(*key, "emperor", "emperor-1"))
        for role in (None, *range(len(roles))):
            # The role of those who read is the one that the clairvoyant does not play.
            name = ("both" if roles else "") if role is None else roles[1 - role]
            lead, left = (of_share(shares(it, role)) for it in deals)
            own = _reached(of_share(shares(reader)), lead) if role is None else ""
            rows.append(
                f"| {key[0]} | {key[1]} | {name} | {key[2]} ms | {len(deals[0])}, {len(deals[1])} |"
                f" {_bracket(lead)} | {_bracket(left)} | {_closed(lead, left)} | {own} |"
            )
    return "\n".join(rows)


def _closed(lead: Estimate, left: Estimate) -> str:
    """Points of the share, with an interval, and the part of the lead in Elo."""
    if math.isnan(lead.mean) or math.isnan(left.mean):
        return ""
    points = lead.mean - left.mean
    reach = math.hypot(lead.high - lead.low, left.high - left.low) / 2
    told = f"{100 * points:.1f} ± {100 * reach:.1f} points"
    was, rest = _elo(lead.mean), _elo(left.mean)
    return f"{told}; {was:.0f} to {rest:.0f} Elo" if math.isfinite(was + rest) else told


def _reached(own: Estimate, lead: Estimate) -> str:
    """What the champion wins where the clairvoyant leads, and which part of that it is in Elo."""
    if math.isnan(own.mean) or math.isnan(lead.mean):
        return ""
    reached, whole = _elo(own.mean), _elo(lead.mean)
    sensible = math.isfinite(reached + whole) and whole > 0
    return _bracket(own) + (f", {100 * reached / whole:.0f} % of the way" if sensible else "")


def _elo(share: float) -> float:
    if not 0 < share < 1:
        return math.inf
    return 400 * math.log10(share / (1 - share))


def _bracket(it: Estimate) -> str:
    if math.isnan(it.mean):
        return ""
    return f"{100 * it.mean:.1f} % [{100 * it.low:.0f}, {100 * it.high:.0f}]"


def _key(cell: Cell) -> tuple[str, int, int]:
    return cell.game, cell.players, cell.milliseconds


def robust(log: Log, cells: list[Cell]) -> str:
    """The champion beside emperor-1 against strange opponents, on the same deals."""
    rows = [
        "| game | players | a decision | against | deals | `emperor` won | `emperor-1` won |"
        " difference | worse by more than the interval |",
        "|" + " --- |" * 9,
    ]
    found = sorted({(*_key(cell), cell.first, cell.second) for cell in log.lines})
    for *key, bot, style in [it for it in found if it[3].split("@")[0] == "emperor"]:
        both = [
            {deal[0].seed: deal for deal in log.deals(Cell(*key, name, style))}
            for name in (bot, bot.replace("emperor", "emperor-1"))
        ]
        seeds = sorted(set(both[0]) & set(both[1]))
        pairs = [[_share(side[seed]) for side in both] for seed in seeds]
        one, other = (of_share([pair[who] for pair in pairs]) for who in (0, 1))
        difference = of_mean([pair[0] - pair[1] for pair in pairs])
        told = "|"
        _, own, budget = bot.partition("@iterations=")
        budget = f"{budget} iterations" if own else f"{key[2]} ms"
        if pairs:
            reach = 100 * (difference.high - difference.mean)
            worse = "yes" if difference.high < 0 else "no"
            told = f"{100 * difference.mean:+.1f} ± {reach:.1f} | {worse}"
        rows.append(
            f"| {key[0]} | {key[1]} | {budget} | `{style.partition(':')[2].lower() or style}` |"
            f" {len(pairs)} | {_bracket(one)} | {_bracket(other)} | {told} |"
        )
    return "\n".join(rows)


def _share(deal: Deal) -> float:
    """The first bot's part of what was won; one half where nobody won."""
    found = shares([deal])
    return found[0] if found else 0.5


def put(page: Path, name: str, text: str) -> None:
    """Replace the table of this name in a page: what stands between its two marks."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
    before, _, rest = page.read_text().partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise SystemExit(f"{page} has no lines {begin.strip()} and {end.strip()}")
    page.write_text(f"{before}{begin}\n{text}\n\n{end}{after}")


TABLES = {"table": table, "gap": gap, "robust": robust}
