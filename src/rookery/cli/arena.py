"""``rookery arena``: bots against bots, over the same deals, until figures tell who is better."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import rookery
from rookery import bots
from rookery.arena import Result, Setting, contest, crew, logbook, ratings, standings
from rookery.arena.entrants import by_the_clock
from rookery.arena.intervals import Estimate
from rookery.arena.standings import Standings
from rookery.cli.common import (
    Progress,
    add_match_arguments,
    at_least_one,
    duration,
    options_of,
    players_of,
    table,
)
from rookery.errors import InvalidArena, RookeryError

INTERRUPTED = 130
#: Who may be named, for help texts.
ENTRANTS = (
    f"{', '.join(bots.names())}; with another budget as adult@iterations=5000; your own as"
    " module:Class"
)
MISTAKE = 2
MAX_FORFEITS_SHOWN = 5


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "arena",
        help="let bots compete",
        description="Let bots compete: every deal is played once for each bot, so that every bot"
        " sits in every seat with the same cards. Ctrl-C ends the run and reports what was played.",
    )
    add_match_arguments(command)
    command.add_argument(
        "--bots",
        required=True,
        metavar="A,B,…",
        help=f"two or more of: {ENTRANTS}",
    )
    command.add_argument(
        "--matches",
        type=at_least_one,
        default=100,
        metavar="K",
        help="how many, rounded up to whole deals (default: 100)",
    )
    add_crew_arguments(command)
    command.add_argument(
        "--output", metavar="FILE", help="keep every result, one line of JSON each"
    )
    command.add_argument(
        "--resume", action="store_true", help="continue the results in the --output file"
    )
    command.add_argument("--json", action="store_true", help="print the figures as JSON")
    command.set_defaults(run=run)


def add_crew_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments that say where matches are played."""
    command.add_argument(
        "--workers",
        type=at_least_one,
        metavar="N",
        help="processes on this machine (default: one per core); does not change results",
    )
    command.add_argument(
        "--ray", metavar="ADDRESS", help="play on the Ray cluster at host:port instead"
    )


@dataclass
class Run:
    """A contest on its way: what is to do, what is done, and what went wrong."""

    setting: Setting
    matches: int
    book: logbook.Logbook | None = None
    results: list[Result] = field(default_factory=list)
    interrupted: bool = False
    #: Why the run could not go on, if so.
    broken: str = ""

    def go(self, workers: int | None, ray: str | None) -> None:
        """Play what is missing, until the end, Ctrl-C or a full disk."""
        done = {result.match for result in self.results}
        todo = [number for number in range(self.matches) if number not in done]
        progress = Progress(max(1, len(todo)), "matches")
        try:
            if todo:
                # Results alone go to standard output, where Ray would tell of lost nodes.
                with redirect_stdout(sys.stderr), crew(self.setting, workers, ray) as players:
                    for count, result in enumerate(players.play(todo), start=1):
                        self.results.append(result)
                        if self.book is not None:
                            self.book.write(result)
                        progress.update(count)
        except KeyboardInterrupt:
            self.interrupted = True
        except RookeryError as error:
            if not self.results:
                raise
            self.broken = str(error)
        except OSError as error:
            if self.book is None or error.filename != str(self.book.path):
                raise
            self.broken = f"{error.filename}: {error.strerror}"
        finally:
            progress.close()
            if self.book is not None:
                self.book.close()


def run(args: argparse.Namespace) -> int:
    """Do it."""
    begun = time.monotonic()
    setting = _setting(args)
    state = Run(setting, setting.whole_deals(args.matches))
    if args.output:
        path = Path(args.output)
        if args.resume:
            state.book, known = logbook.reopen(path, setting)
            state.results = [result for result in known if result.match < state.matches]
        else:
            state.book = logbook.create(path, setting)
    state.go(args.workers, args.ray)
    found = standings(setting, state.results)
    if args.json:
        print(json.dumps(found.to_dict() | {"interrupted": state.interrupted}, ensure_ascii=False))
    else:
        print(_text(found, time.monotonic() - begun))
    return _verdict(state)


def _setting(args: argparse.Namespace) -> Setting:
    game = rookery.game(args.game)
    if args.resume and not args.output:
        raise InvalidArena("--resume continues the results in a file; name it with --output")
    names = tuple(name.strip() for name in args.bots.split(",") if name.strip())
    seed = args.seed
    if seed is None:
        seed = logbook.read_seed(Path(args.output)) if args.resume else secrets.randbits(63)
    look_here_for(*names)
    return contest(game, names, players_of(args, game), seed, args.edition, options_of(args, game))


def look_here_for(*names: str) -> None:
    """Let module:Class be a module of the folder one is in, as with ``python -m``."""
    if any(":" in name for name in names) and "" not in sys.path:
        sys.path.insert(0, "")


def _verdict(state: Run) -> int:
    """Say what ended the run early, and what was kept of it."""
    count = len(state.results)
    if state.broken:
        kept = f", {state.book.written:,} of them are in the file" if state.book else ""
        print(
            f"rookery: {state.broken}; {count:,} of {state.matches:,} matches were played{kept}",
            file=sys.stderr,
        )
        return MISTAKE
    if state.interrupted:
        again = f"; go on by --resume --output {state.book.path}" if state.book else ""
        print(
            f"rookery: interrupted after {count:,} of {state.matches:,} matches{again}",
            file=sys.stderr,
        )
        return INTERRUPTED
    return 0


def _text(found: Standings, seconds: float) -> str:
    setting = found.setting
    lines = [
        f"{setting.game.title}, {setting.players} players, edition {setting.edition.name}, seed"
        f" {setting.seed}: {found.played:,} matches in {duration(seconds)}",
    ]
    if not found.deals:
        lines.append("No deal was played in full, so there is nothing to compare yet.")
        return "\n".join(lines)
    fair = 1 / len(setting.bots)
    lines += [
        f"{found.deals:,} whole deals, each played {setting.matches_a_deal} times so that every bot"
        f" sits in every seat; equals would win {fair:.1%} each",
        "",
        table(_rows(found)),
        "",
        "How often the bot of a row stands before that of a column, ties counting half:",
        "",
        table(_duels(found)),
        "",
        "± and brackets are 95 % intervals over deals.",
    ]
    clocked = [bot for bot in setting.bots if by_the_clock(bot, setting.game)]
    if clocked:
        lines.append(
            f"{' and '.join(clocked)}: thinking by the clock, so the same seed gives other matches;"
            f" {clocked[0].split('@')[0]}@iterations=5000, say, repeats."
        )
    if not ratings.available():
        lines.append("Ratings need OpenSkill: pip install openskill")
    return "\n".join([*lines, *_forfeits(found)])


def _rows(found: Standings) -> list[list[str]]:
    setting = found.setting
    rated = any(row.rating for row in found.rows)
    head = ["bot", "win share", "95 %", f"mean {setting.game.score_name}"]
    head += [_ordinal(place) for place in range(1, setting.players + 1)]
    rows = [[*head, *(["rating"] if rated else []), "forfeits"]]
    for row in found.rows:
        cells = [row.bot, f"{row.share.mean:.1%}", _brackets(row.share), _plus_minus(row.score)]
        cells += [f"{place.mean:.0%}" for place in row.places]
        if row.rating:
            cells.append(f"{row.rating.mean:.1f} ± {1.96 * row.rating.deviation:.1f}")
        rows.append([*cells, f"{row.forfeits:,}"])
    return rows


def _duels(found: Standings) -> list[list[str]]:
    names = [row.bot for row in found.rows]
    rows = [["", *names]]
    for row in found.rows:
        cells = []
        for name in names:
            duel = row.duels.get(name)
            cells.append("" if duel is None else f"{duel.mean:.1%} {_brackets(duel)}")
        rows.append([row.bot, *cells])
    return rows


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def _brackets(estimate: Estimate) -> str:
    return f"[{100 * estimate.low:.1f}, {100 * estimate.high:.1f}]"


def _plus_minus(estimate: Estimate) -> str:
    mean, low, high = estimate.to_list()
    if mean is None:
        return "-"
    return f"{mean:.2f}" if low is None or high is None else f"{mean:.2f} ± {(high - low) / 2:.2f}"


def _forfeits(found: Standings) -> Sequence[str]:
    if not found.forfeits:
        return []
    lines = ["", "Forfeits (the bots in the other seats share the victory):"]
    for result in found.forfeits[:MAX_FORFEITS_SHOWN]:
        assert result.forfeit is not None
        forfeit = result.forfeit
        lines.append(
            f"  match {result.match}, seat {forfeit.seat}, {forfeit.bot}: {forfeit.reason}"
        )
    more = len(found.forfeits) - MAX_FORFEITS_SHOWN
    return [*lines, f"  … and {more:,} more"] if more > 0 else lines
