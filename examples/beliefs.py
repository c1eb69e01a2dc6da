"""Learn what is hidden: beliefs from a data set, beside worlds that are all as likely.

    pip install 'rookery[dataset]'
    rookery dataset party --option rounds=1 --matches 2000 --worlds 32 --seed 1 --out train.parquet
    rookery dataset party --option rounds=1 --matches 1000 --worlds 32 --seed 3 --out test.parquet
    python examples/beliefs.py train.parquet test.parquet

In Penguin Party it is asked which colour a card of another hand has, in Pyramid of Pengqueen on
which square a pawn stands, at each decision of a seat that cannot see it. Told is the log-loss:
-log of the chance given to what was so, on average, in nats. Smaller is better.

What is learned is a softmax over the candidates: weights for a few things that can be seen of each,
and one for each candidate itself, found by Adam in NumPy. docs/beliefs.md has the task's rules.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import rookery
from rookery.lab.dataset import read

Numbers = npt.NDArray[Any]
NEVER = -1e9
#: Columns that a learner may use: what the seat knew, and what was so, to learn from.
NAMES = ("match", "seat", "decision", "observation")


@dataclass
class Cases:
    """Things to be guessed: by case and candidate."""

    #: As if everything that is left were as likely, and as drawn worlds say.
    even: Numbers
    worlds: Numbers
    #: What can be seen of each candidate.
    signs: Numbers
    #: What was so: the share of each candidate.
    truth: Numbers
    match: Numbers
    decision: Numbers


def party(about: dict[str, Any], columns: dict[str, Numbers]) -> Cases:
    """The colours of each other hand."""
    parts = parts_of("party", columns["observation"])
    pyramid, hand, seats = parts["pyramid"] > 0, parts["hand"], parts["seats"]
    deck = rookery.game("party").edition(about["edition"]).printed["deck"][0]
    unseen = deck - pyramid.sum(1) - hand
    fits = places(pyramid)
    found = []
    for step in range(1, about["players"]):
        other = (columns["seat"] + step) % about["players"]
        row = np.arange(len(other))
        laid = seats[:, step, -5:]
        truth = columns["truth_hands"][row, other]
        drawn = columns["world_hands"][row, :, other].sum(1)
        barred = seats[:, step, -10:-5] > 0  # when it went out, it had none of these
        even = normal(np.where(barred, 0, unseen) + 1e-9)
        done = laid.sum(1, keepdims=True)
        signs = [laid, laid / (1 + done), unseen, hand, fits, laid * done, fits * done]
        held = truth.sum(1) > 0
        found.append(
            Cases(
                even[held],
                normal(drawn + even)[held],
                np.stack(signs, 2)[held].astype(np.float32),
                normal(truth + 1e-12)[held],
                columns["match"][held],
                columns["decision"][held],
            )
        )
    return together(found)


def places(pyramid: Numbers) -> Numbers:
    """By row and colour: open places that a card of this colour has on two others."""
    lines = [np.arange(8 - r) + 8 * r - r * (r - 1) // 2 for r in range(8)]
    upper = np.concatenate(lines[1:])
    left = np.concatenate([line[:-1] for line in lines[:-1]])
    full = pyramid.any(2)
    free = ~full[:, upper] & full[:, left] & full[:, left + 1]
    return (free[:, :, None] & (pyramid[:, left] | pyramid[:, left + 1])).sum(1)


def pengqueen(about: dict[str, Any], columns: dict[str, Numbers]) -> Cases:
    """The square of each pawn, for the mummy."""
    parts = parts_of("pengqueen", columns["observation"])
    printed = rookery.game("pengqueen").edition(about["edition"]).printed[0]
    mummys = parts["mover"][:, 1] > 0
    far = printed["distance"][parts["mummy"].argmax(1)].astype(np.float32)
    treasure = np.broadcast_to(printed["treasure_at"] >= 0, far.shape)
    found = []
    for pawn in range(about["players"] - 1 if about["players"] > 2 else 2):
        trail = parts["trails"][:, pawn] > 0
        square, drawn = columns["truth_pawns"][:, pawn], columns["world_pawns"][:, :, pawn]
        row = np.flatnonzero(mummys & (square >= 0) & (trail.sum(1) > 1))
        even = normal(trail[row].astype(np.float64))
        counts = np.zeros(even.shape)
        np.add.at(counts, (np.arange(len(row))[:, None], drawn[row]), 1)
        steps = far[row]
        signs = np.stack([steps, np.log1p(steps), treasure[row]], 2).astype(np.float32)
        truth = np.eye(even.shape[1])[square[row]]
        when = (columns["match"][row], columns["decision"][row])
        found.append(Cases(even, normal(counts + even), signs, truth, *when))
    return together(found)


TASKS = {"party": (party, "hands"), "pengqueen": (pengqueen, "pawns")}


def parts_of(name: str, rows: Numbers) -> dict[str, Numbers]:
    """Observations by the names of their parts."""
    return {
        part.name: rows[:, at : at + part.size].reshape(-1, *part.shape).astype(np.int64)
        for at, part in rookery.game(name).observation
    }


def normal(weights: Numbers) -> Numbers:
    """Weights of candidates as chances."""
    return weights / weights.sum(-1, keepdims=True)


def together(found: Sequence[Cases]) -> Cases:
    """All cases in one."""
    return Cases(*(np.concatenate([vars(it)[name] for it in found]) for name in vars(found[0])))


class Learned:
    """A softmax over candidates; it begins as the chances of worlds."""

    def __init__(self, cases: Cases) -> None:
        signs = cases.signs[cases.even > 0]
        self._mean, self._spread = signs.mean(0), signs.std(0) + 1e-6
        size = signs.shape[1] + 2
        self.weights = np.zeros(size + cases.even.shape[1])
        self.weights[size - 1] = 1.0

    def _seen(self, cases: Cases) -> Numbers:
        signs = (cases.signs - self._mean) / self._spread
        both = np.log(np.maximum(np.stack([cases.even, cases.worlds], 2), 1e-9))
        return np.concatenate([signs, both], 2).astype(np.float32)

    def _chances(self, seen: Numbers, possible: Numbers) -> Numbers:
        size = seen.shape[2]
        logits = np.where(possible, seen @ self.weights[:size] + self.weights[size:], NEVER)
        return normal(np.exp(logits - logits.max(1, keepdims=True)))

    def chances(self, cases: Cases) -> Numbers:
        """How likely each candidate is."""
        return self._chances(self._seen(cases), cases.even > 0)

    def learn(self, cases: Cases, steps: int, size: int = 1024) -> None:
        """Take so many steps, each by some cases, in an order that is always the same."""
        seen, possible = self._seen(cases), cases.even > 0
        chance = np.random.default_rng(1)
        first, second = np.zeros_like(self.weights), np.zeros_like(self.weights)
        for step in range(1, steps + 1):
            part = chance.integers(len(seen), size=size)
            wrong = self._chances(seen[part], possible[part]) - cases.truth[part]
            slope = np.concatenate([np.einsum("nc,ncd->d", wrong, seen[part]), wrong.sum(0)])
            slope = slope / size + 1e-4 * self.weights
            first += 0.1 * (slope - first)
            second += 0.001 * (slope**2 - second)
            rate = 0.05 * (1 - step / steps)
            pace = np.sqrt(second / (1 - 0.999**step)) + 1e-8
            self.weights -= rate * first / (1 - 0.9**step) / pace


def loss(cases: Cases, chances: Numbers) -> Numbers:
    """By case, -log of the chance given to what was so."""
    return -(cases.truth * np.log(np.maximum(chances, 1e-9))).sum(1)


def table(cases: Cases, losses: dict[str, Numbers], width: int) -> str:
    """The mean by stretches of decisions, and of all with its 95 % interval over matches."""
    lines = [f"| decisions of the seat | cases | {' | '.join(losses)} |"]
    lines.append("| --- " * (2 + len(losses)) + "|")
    for low in range(0, int(cases.decision.max()) + 1, width):
        here = (cases.decision >= low) & (cases.decision < low + width)
        if here.any():
            means = " | ".join(f"{it[here].mean():.3f}" for it in losses.values())
            lines.append(f"| {low} to {low + width - 1} | {here.sum():,} | {means} |")
    counts = np.bincount(cases.match)
    cells = []
    for it in losses.values():
        mean = it.mean()
        apart = (np.bincount(cases.match, it) - mean * counts)[counts > 0]
        error = np.sqrt((apart**2).sum()) / len(it)
        cells.append(f"{mean:.3f} ± {1.96 * error:.3f}")
    return "\n".join([*lines, f"| all | {len(cases.match):,} | {' | '.join(cells)} |"])


def cases_of(path: str) -> tuple[str, Cases]:
    """The game of a data set, and what is to be guessed in it."""
    about, _ = read(path, [])
    if about["game"] not in TASKS:
        raise SystemExit(f"{path}: the task is for {' and '.join(TASKS)}, not {about['game']}")
    make, field = TASKS[about["game"]]
    if not about["worlds"]:
        raise SystemExit(f"{path} has no worlds; write it with --worlds 32")
    _, columns = read(path, [*NAMES, f"truth_{field}", f"world_{field}"])
    return about["game"], make(about, columns)


def main(argv: Sequence[str] | None = None) -> None:
    """Learn from one data set, and tell how good it is on another one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("train")
    parser.add_argument("test")
    parser.add_argument("--width", type=int, default=3, help="decisions a line of the table")
    parser.add_argument("--steps", type=int, default=1000, help="steps of learning")
    args = parser.parse_args(argv)
    (name, train), (other, test) = cases_of(args.train), cases_of(args.test)
    if name != other:
        raise SystemExit(f"{args.train} is of {name}, {args.test} of {other}")
    learned = Learned(train)
    learned.learn(train, args.steps)
    methods = {"even": test.even, "worlds": test.worlds, "learned": learned.chances(test)}
    methods["truth"] = test.truth  # nobody can do better
    print(table(test, {key: loss(test, it) for key, it in methods.items()}, args.width))


if __name__ == "__main__":
    main()
