"""``rookery prepare``: compile all that a first match needs, so that nobody waits for it."""

import argparse
import multiprocessing
import os
import sys
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any

from rookery.bots.warmup import PARTS, warm_up
from rookery.core.cache import NotCompiled, loading_only
from rookery.games import names
from rookery.review.warmup import warm_up as warm_up_reviews

#: The parts of each game; the last one is what reviews of it need.
REVIEWS = len(PARTS)
COUNT = REVIEWS + 1


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "prepare",
        help="compile the rules before the first match",
        description="Compile the rules, bots and reviews of all games for this machine, unless they"
        " are already. Whatever is not prepared is compiled when it is needed.",
    )
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    left = {name: list(range(COUNT)) for name in names()}
    total = sum(map(len, left.values()))
    for name in left:
        if is_prepared(name):
            left[name] = []
    if any(left.values()):
        _compile(left, total)
        print(f"\r{CLEAR}The rules are compiled.", file=sys.stderr)
    return 0


def is_prepared(name: str) -> bool:
    """Whether all that a game needs is in the cache; loads it."""
    try:
        with loading_only():
            for part in range(COUNT):
                prepare(name, part)
    except NotCompiled:
        return False
    return True


def prepare(name: str, part: int) -> None:
    """Have one part of a game compiled."""
    if part == REVIEWS:
        warm_up_reviews(name)
    else:
        warm_up(name, [part])


#: Clears a terminal's line.
CLEAR = "\033[K" if sys.stderr.isatty() else ""


def _compile(left: dict[str, list[int]], total: int) -> None:
    """As many games at a time as there are processors, the parts of each one by one."""
    processes = min(len(left), os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as pool:
        running: dict[Future[None], str] = {}

        def go_on(name: str) -> None:
            if left[name]:
                running[pool.submit(prepare, name, left[name].pop(0))] = name

        for name in left:
            go_on(name)
        while running:
            done = total - len(running) - sum(map(len, left.values()))
            _tell(done + 1, total)
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                future.result()
                go_on(running.pop(future))


def _tell(number: int, total: int) -> None:
    text = f"Compiling the rules, {number} of {total}…"
    print(f"\r{text}{CLEAR}" if CLEAR else text, end="" if CLEAR else "\n", file=sys.stderr)
    sys.stderr.flush()
