"""The specification of a game's environments as a page: ``python -m rookery.lab.pages``.

It is made from the tables that the code itself reads, so it cannot say anything else; a test
compares the pages with them.
"""

import sys
from pathlib import Path

import numpy as np

from rookery.core.game import Game
from rookery.games import find, names


def page(game: Game) -> str:
    """The page of one game, in Markdown."""
    seats = f"{game.players[0]} to {game.players[-1]}"
    better = "fewest win" if game.fewest_wins else "most win"
    lines = [
        f"# {game.title}: the environment",
        "",
        "Made by `python -m rookery.lab.pages`; how to use it: [lab.md](lab.md).",
        "",
        "| | |",
        "| --- | --- |",
        f"| name | `{game.name}`; `rookery/{game.name.capitalize()}-v1`, `rookery_{game.name}` |",
        f"| rules version | {game.rules_version} |",
        f"| players | {seats} |",
        f"| editions | {', '.join(f'`{it}`' for it in (*game.editions, *game.studies))} |",
        f"| options | {', '.join(f'`{it}`' for it in game.options)} |",
        f"| a match is | {game.dtype.itemsize} bytes |",
        f"| score | {game.score_name}, the {better} |",
        "| rewards | at the end: players x share of the victory - 1, or score margins; sum zero |",
        "",
        f"## Observations: {game.num_features} bytes",
        "",
        "| from | shape | values | name | meaning |",
        "| --- | --- | --- | --- | --- |",
    ]
    for at, part in game.observation:
        shape = " x ".join(map(str, part.shape))
        lines.append(f"| {at} | {shape} | 0 to {part.high} | `{part.name}` | {part.meaning} |")
    lines += ["", f"## Actions: {game.num_actions}", "", "| actions | kind | named |"]
    lines += ["| --- | --- | --- |", *_kinds(game)]
    return "\n".join(lines) + "\n"


def _kinds(game: Game) -> list[str]:
    """A line for each stretch of actions of one kind."""
    table = game.action_table
    cuts = np.flatnonzero(table["kind"][1:] != table["kind"][:-1]) + 1
    lines = []
    for part in np.split(np.arange(len(table)), cuts):
        names_of = [it for it in ("card", "cell", "die", "source") if (table[part][it] >= 0).all()]
        span = f"{part[0]} to {part[-1]}" if len(part) > 1 else str(part[0])
        lines.append(f"| {span} | {table['kind'][part[0]]} | {', '.join(names_of)} |")
    return lines


def main(folder: Path) -> None:
    """Write the pages of all games."""
    for name in names():
        (folder / f"lab-{name}.md").write_text(page(find(name)), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs"))
