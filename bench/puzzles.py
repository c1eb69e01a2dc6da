"""Makes many puzzles on many cores, and keeps those that stand before a second, deeper judge.

    python bench/puzzles.py party --count 320 --workers 16 -o puzzles.txt

Says which share stood, and how many there are of each grade.
"""

import argparse
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import rookery
from rookery.review.puzzles import Maker, Puzzle, write


def made(job: tuple[str, int, float]) -> list[tuple[Puzzle, bool]]:
    """What one process finds until its time is up; whether each stands."""
    name, seed, seconds = job
    maker = Maker(rookery.game(name), seed)
    begun = time.monotonic()
    found = []
    for puzzle in maker.puzzles():
        found.append((puzzle, maker.stands(puzzle)))
        if time.monotonic() - begun > seconds:
            return found
    return found


def main() -> None:
    """Make them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=320)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", required=True)
    args = parser.parse_args()
    game = rookery.game(args.game)
    jobs = [(args.game, 1000 * args.seed + k, args.seconds) for k in range(args.workers)]
    with ProcessPoolExecutor(args.workers) as pool:
        found = [pair for some in pool.map(made, jobs) for pair in some]
    standing = [puzzle for puzzle, stands in found if stands]
    print(f"{args.game}: {len(found)} made, {len(standing) / max(1, len(found)):.1%} stand")
    # As many of each grade as there are; of the common ones, the first.
    by_grade: dict[int, list[Puzzle]] = {}
    for puzzle in standing:
        by_grade.setdefault(puzzle.grade, []).append(puzzle)
    kept: list[Puzzle] = []
    while len(kept) < args.count and any(by_grade.values()):
        for grade in sorted(by_grade):
            if by_grade[grade] and len(kept) < args.count:
                kept.append(by_grade[grade].pop(0))
    kept.sort(key=lambda it: (it.grade, it.number))
    Path(args.output).write_text(write(game, kept), "utf-8")
    print(f"{len(kept)} kept; by grade {dict(sorted(Counter(it.grade for it in kept).items()))}")


if __name__ == "__main__":
    main()
