"""Whether nets learn more if they see what was before, and what PyTorch makes of the same samples.

    python bench/past.py pengqueen --learners compiled,torch --passes 3
    python bench/past.py party ultimatum

A net sees the position as its seat knows it. Here it is handed, besides, what the seat knew when
its last turns began, as many of them as asked for (``--past 0,1,3``), or only some parts of that
(``--parts trails``). All learn from the same matches of the search with itself, by the net that
ships if one does, from one decision in four; a tenth of the matches is held back. Told are the nats
off of value and policy, and of guesses where a game says of something what it may be, on what was
held back. With 512 matches for each number of players Pengqueen takes some 12 GB.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import rookery
from rookery.core.game import Game
from rookery.lab import search_batch
from rookery.search.net import Weights, layout, net_of, shipped
from rookery.train.hidden import Watcher, fresh_guesses
from rookery.train.learning import Sample, fresh_weights
from rookery.train.loop import LEARNERS
from rookery.train.selfplay import Noting, Task, choose, know_results

#: Matches that are played beside each other, and one part in so many that is held back.
PART, HELD_BACK = 32, 10
#: The part of all decisions that is kept: those of a match are alike, rows of the past are long.
KEPT = 0.25
Rows = npt.NDArray[np.uint8]


class Seen(NamedTuple):
    """Samples, and the rows of what their seats knew before: the turn before comes first."""

    decisions: Sample
    before: Rows
    hidden: Sample
    hidden_before: Rows


class Turns:
    """What each seat of each match knew when its last turns began."""

    def __init__(self, matches: int, players: int, turns: int, size: int) -> None:
        self._rows = np.zeros((matches, players, turns + 1, size), np.uint8)
        self._last = np.full(matches, -1)

    def before(self, playing: npt.NDArray[np.intp], seats: Any, rows: Rows) -> Rows:
        """Take in what those who decide know now; what each of them knew at earlier turns."""
        begins = self._last[playing] != seats
        match, seat = playing[begins], seats[begins]
        self._rows[match, seat, 1:] = self._rows[match, seat, :-1].copy()
        self._rows[match, seat, 0] = rows[begins]
        self._last[playing] = seats
        return self._rows[playing, seats, 1:].reshape(len(playing), -1)


def play(task: Task, turns: int, number: int) -> Seen:
    """One part of the matches."""
    game = rookery.game(task.game)
    players = task.players[number % len(task.players)]
    seed = task.seed + 1000 * number
    batch = game.batch(task.matches, players=players, seed=seed, threads=1)
    chance, other = np.random.default_rng(seed), np.random.default_rng([seed, 1])
    noting = Noting.of(game, task, players, batch.edition.printed)
    past = Turns(task.matches, players, turns, game.num_features)
    decided, before, hidden, hidden_before = [], [], [], []
    while len(playing := np.flatnonzero(batch.turn >= 0)):
        found = search_batch(
            batch,
            iterations=task.iterations,
            seeds=int(chance.integers(2**62)),
            weights=task.learned.weights,
            champions=True,
        )
        watcher = Watcher(game)
        watcher.look(batch.edition.printed, batch.states, playing, other)
        samples = noting.note(batch.states, playing, found)
        earlier = past.before(playing, batch.turn[playing].copy(), samples["row"])
        hidden.append(watcher.noted)
        hidden_before.append(earlier[whose(hidden[-1], samples)])
        kept = other.random(len(playing)) < KEPT
        before.append(earlier[kept])
        decided.append((playing[kept], samples[kept]))
        batch.step(choose(found, playing, chance))
    decisions = know_results(decided, (batch.returns() + 1.0) / players)
    return Seen(decisions, *map(np.concatenate, (before, hidden, hidden_before)))


def whose(noted: Sample, samples: Sample) -> npt.NDArray[np.intp]:
    """By what was noted of hidden things: which of the decisions it belongs to."""
    return np.flatnonzero(np.isin(samples["match"], noted["match"]))


def widened(samples: Sample, before: Rows, turns: int, kept: npt.NDArray[np.intp]) -> Sample:
    """Samples whose rows are what is known now, and what was known so many turns before."""
    size = samples["row"].shape[1]
    earlier = before.reshape(len(samples), -1, size)[:, :turns, kept].reshape(len(samples), -1)
    rows = np.concatenate([samples["row"], earlier], axis=1)
    kinds = [(name, samples.dtype[name]) for name in samples.dtype.names or () if name != "row"]
    wide = np.zeros(len(samples), np.dtype([("row", np.uint8, rows.shape[1:]), *kinds], align=True))
    wide["row"] = rows
    for name, _ in kinds:
        wide[name] = samples[name]
    return wide


def columns(game: Game, names: Sequence[str]) -> npt.NDArray[np.intp]:
    """Of a row, the numbers of these parts; all of them if none is named."""
    spans = [range(at, at + part.size) for at, part in game.observation if part.name in names]
    return np.concatenate([np.array(it, np.intp) for it in spans or [range(game.num_features)]])


def learn(game: Game, weights: Weights, samples: Sample, held: Sample, how: Any) -> Any:
    """The losses on what was held back, of a net that learned from samples."""
    args, kind, kept = how
    offsets, inputs = layout(game)
    turns = (samples["row"].shape[1] - game.num_features) // len(kept)
    # What was before is not listened to until something is learned of it.
    more = np.zeros((len(weights.first), turns * inputs, weights.first.shape[2]), np.float32)
    weights = weights._replace(first=np.concatenate([weights.first, more], axis=1))
    learner = LEARNERS[kind].of(game, weights, args.speed)
    past = [offsets[kept] + inputs * (turn + 1) for turn in range(turns)]
    all_offsets = np.concatenate([offsets, *past]).astype(np.int32)
    learner.net = net_of(game, learner.weights)._replace(offsets=all_offsets)
    learner.learn(samples, 1, passes=args.passes)
    return learner.losses(held)


def compare(name: str, args: argparse.Namespace) -> None:
    """All that was asked for, of one game."""
    game = rookery.game(name)
    players = tuple(game.players)
    task = Task(name, players, PART, args.iterations, 7_000_000, learned=shipped(game))
    turns = [int(it) for it in args.past.split(",")]
    names = args.parts.split(",") if args.parts else []
    if unknown := set(names) - set(game.observation.first):
        told = f"{name} has no {', '.join(unknown)}: {', '.join(game.observation.first)}"
        raise SystemExit(f"--parts: {told}")
    kept = columns(game, names)
    parts = len(players) * -(-args.matches // PART)
    with ProcessPoolExecutor(args.workers) as pool:
        seen = list(pool.map(partial(play, task, max(turns)), range(parts)))
    held_back = max(len(players), parts // HELD_BACK)
    for kind in args.learners.split(","):
        for count in turns:
            begun = time.monotonic()
            told = []
            for at, make in ((0, fresh_weights), (2, fresh_guesses)):
                wide = [widened(*it[at : at + 2], count, kept) for it in seen if len(it[at])]
                if not wide:
                    continue
                held, rest = np.concatenate(wide[:held_back]), np.concatenate(wide[held_back:])
                losses = learn(game, make(game, 32, 32, 1), rest, held, (args, kind, kept))
                told += [f"{loss:.4f}" for loss in (losses if at == 0 else losses[1:])]
            print(
                f"| {name} | {kind} | {count} | {' | '.join(told)} |"
                f" {time.monotonic() - begun:.0f} s |",
                flush=True,
            )


def main() -> None:
    """Read the command line, and compare."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="+", metavar="GAME")
    parser.add_argument("--matches", type=int, default=512, help="for each number of players")
    parser.add_argument("--iterations", type=int, default=100)
    parser.add_argument("--past", default="0,1,3", help="turns before; default: 0,1,3")
    parser.add_argument("--parts", default="", help="of the observation, for what was before")
    parser.add_argument("--learners", default="compiled", help="default: compiled")
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--speed", type=float, default=0.01, help="of the compiled learner")
    parser.add_argument("--workers", type=int, default=2)
    args = parser.parse_args()
    if args.matches <= PART:
        parser.error(
            f"--matches {args.matches}: some are held back, so more than {PART} are needed"
        )
    print("| game | learner | turns before | value | policy | guesses | learned in |")
    for name in args.games:
        compare(name, args)


if __name__ == "__main__":
    main()
