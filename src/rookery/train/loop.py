"""The loop: play, learn, compare with the champion, write everything down; again.

A folder holds all of it, so that a run can be interrupted and resumed:

    champion.bin    the best net so far
    learner.npz     the net that learns, with the pace of each weight
    run.json        what was asked for, and a row for each generation
    curve.svg       losses and duels as a picture
"""

import json
import time
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rookery.arena.crew import connected, crew
from rookery.arena.intervals import Estimate
from rookery.core.game import Game
from rookery.errors import BrokenNet, InvalidOption
from rookery.search.net import Weights, as_written, edition_key, read, write
from rookery.train.curve import curve
from rookery.train.duel import Duel, duel, play_deal
from rookery.train.learning import Learner, Sample, fresh_weights
from rookery.train.selfplay import Task, play_part

#: One sample in so many is not learned from, but tells how well what was learned holds elsewhere.
HELD_BACK = 20
#: Matches that are played beside each other by one process.
PART = 32
#: A card plays all at once. When one in so many is left, it need not wait for a few very long ones.
LAST = 16
CHAMPION, LEARNER, RUN, CURVE = "champion.bin", "learner.npz", "run.json", "curve.svg"


class Tell(Protocol):
    """Hears how far a generation is."""

    def __call__(self, done: int, total: int, what: str) -> None:
        """So many are done, of so many; and what they are."""


def tell_nobody(done: int, total: int, what: str) -> None:
    """Nobody asked."""


@dataclass(frozen=True)
class Plan:
    """What is asked for."""

    game: str
    players: tuple[int, ...]
    generations: int = 10
    #: Matches a generation plays, for each number of players.
    matches: int = 256
    #: Of the search, a decision.
    iterations: int = 100
    #: Units of the two layers.
    low: int = 32
    top: int = 32
    speed: float = 0.01
    #: Generations that are learned from, and how often.
    replay: int = 1
    passes: int = 1
    #: Deals of the comparison with the champion.
    duels: int = 100
    seed: int = 1
    device: str = "cpu"


@dataclass(frozen=True)
class Means:
    """Who does the work; what comes of it is the same."""

    #: Processes of this machine (None: one a core; 0: this one), or a Ray cluster's address.
    workers: int | None = 0
    ray: str | None = None


@dataclass(frozen=True)
class Row:
    """One generation."""

    generation: int
    samples: int
    #: Nats, on samples that were held back, before and after learning from the others.
    value_before: float
    policy_before: float
    value: float
    policy: float
    #: The learner against the champion: share of the victories and its 95 % interval.
    duel: tuple[float, float, float]
    promoted: bool
    seconds: float


class Training:
    """One run, in one folder."""

    def __init__(
        self,
        game: Game,
        plan: Plan,
        folder: Path,
        *,
        resume: bool = False,
        means: Means | None = None,
    ) -> None:
        self._game, self.plan, self._folder = game, plan, folder
        self._means = means or Means()
        self.rows: list[Row] = []
        self.champion: Weights | None = None
        if (folder / RUN).exists() and not resume:
            raise InvalidOption(f"{folder} holds a run already; resume it, or name another folder")
        folder.mkdir(parents=True, exist_ok=True)
        weights = fresh_weights(game, plan.low, plan.top, plan.seed)
        self._learner = Learner.of(game, weights, plan.speed)
        self._replay: list[Sample] = []
        self._tell: Tell = tell_nobody
        if resume and (folder / RUN).exists():
            self._load()

    def run(self, tell: Tell = tell_nobody) -> Iterator[Row]:
        """Generation after generation; each is written down before it is told.

        Meanwhile ``tell`` hears how far the present one is.
        """
        self._tell = tell
        with connected(self._means.ray):
            for number in range(len(self.rows), self.plan.generations):
                row = self._generation(number)
                self.rows.append(row)
                self._save()
                yield row

    def _generation(self, number: int) -> Row:
        begun = time.monotonic()
        plan = self.plan
        samples = self._play(number)
        np.random.default_rng(plan.seed + number).shuffle(samples)
        held, new = samples[::HELD_BACK], np.delete(samples, np.s_[::HELD_BACK])
        self._replay = [*self._replay, new][-plan.replay :]
        before = self._learner.losses(held)
        for turn in range(plan.passes):
            everything = np.concatenate(self._replay)
            what = f"decisions learned from, pass {turn + 1} of {plan.passes}"
            tell = partial(self._tell, what=what)
            self._learner.learn(everything, plan.seed + 100 * number + turn, tell)
        after = self._learner.losses(held)
        won = self._compare(number)
        promoted = won.low > 0.5
        if promoted:
            # As its file has it, so that a resumed run goes on as it would have anyway.
            self.champion = as_written(self._learner.weights)
        figures = (won.mean, won.low, won.high)
        seconds = time.monotonic() - begun
        return Row(number, len(samples), *before, *after, figures, promoted, round(seconds, 1))

    def _play(self, number: int) -> Sample:
        """The decisions of a generation, in an order that does not depend on who was quickest."""
        plan = self.plan
        card = plan.device == "cuda"
        size = plan.matches if card else min(PART, plan.matches)
        seed = plan.seed + 1_000_000 * number
        task = Task(
            *(plan.game, plan.players, size, plan.iterations, seed, plan.device, self.champion),
            unfinished=size // LAST if card else 0,
        )
        parts = len(plan.players) * -(-plan.matches // size)
        # One process is enough to keep a card busy.
        workers = 0 if card else self._means.workers
        with crew(task, workers, self._means.ray, play_part) as players:
            done = players.play(range(parts))
            played = dict(self._told(done, parts, size, f"matches of generation {number}"))
        return np.concatenate([played[part] for part in range(parts)])

    def _compare(self, number: int) -> Estimate:
        """The learner against the champion, on deals nobody learned from."""
        plan = self.plan
        seed = 10_000_000 + 1_000_000 * plan.seed + 1000 * number
        pair = (self._learner.weights, self.champion)
        task = Duel(plan.game, plan.players, pair, plan.iterations, seed)
        with crew(task, self._means.workers, self._means.ray, play_deal) as players:
            deals = players.play(range(plan.duels))
            told = self._told(deals, plan.duels, 1, f"deals of the duel of generation {number}")
            return duel(told)

    def _told(self, results: Iterable[Any], count: int, size: int, what: str) -> Iterator[Any]:
        """The same results; with each it is told how far the work is."""
        for done, result in enumerate(results, start=1):
            self._tell(done * size, count * size, what)
            yield result

    # ---------------------------------------------------------------- files

    def _save(self) -> None:
        plan = {**asdict(self.plan), "players": list(self.plan.players)}
        rows = [asdict(row) for row in self.rows]
        learner = {f"weights_{k}": part for k, part in self._learner.weights._asdict().items()}
        learner |= {f"paces_{k}": part for k, part in self._learner.paces._asdict().items()}
        part = self._folder / f".{LEARNER}"
        with part.open("wb") as file:
            np.savez(file, **learner)
        part.replace(self._folder / LEARNER)
        if self.champion is not None:
            editions = [edition_key(self._game.edition())]
            about = {"editions": editions, "plan": plan, "rows": len(rows)}
            self._put(CHAMPION, write(self._game, self.champion, about))
        self._put(CURVE, curve(self._game.title, self.rows).encode())
        self._put(RUN, json.dumps({"plan": plan, "rows": rows}, indent=1).encode())

    def _put(self, name: str, data: bytes) -> None:
        """Whole, or not at all."""
        part = self._folder / f".{name}"
        part.write_bytes(data)
        part.replace(self._folder / name)

    def _load(self) -> None:
        try:
            kept: dict[str, Any] = json.loads((self._folder / RUN).read_text("utf-8"))
            rows = [Row(**{**row, "duel": tuple(row["duel"])}) for row in kept["rows"]]
            with (self._folder / LEARNER).open("rb") as file:
                arrays = np.load(file)
                parts = [
                    Weights(*(arrays[f"{kind}_{name}"] for name in Weights._fields))
                    for kind in ("weights", "paces")
                ]
            plan = dict(kept["plan"])
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise BrokenNet(f"{self._folder} holds no run that can be resumed: {error}") from None
        asked = {**asdict(self.plan), "players": list(self.plan.players)}
        free = ("generations", "duels", "device", "matches", "replay", "passes")
        for name, value in asked.items():
            if name not in free and plan.get(name) != value:
                raise InvalidOption(
                    f"the run in {self._folder} has {name} {plan.get(name)}, not {value}"
                )
        for found in parts:
            if any(
                part.shape != wanted.shape
                for part, wanted in zip(found, self._learner.weights, strict=True)
            ):
                raise BrokenNet(
                    f"the run in {self._folder} was begun with a version of {self._game.name} in"
                    " which other things are seen or done; begin anew in another folder"
                )
        self.rows = rows
        self._learner = Learner.of(self._game, parts[0], self.plan.speed)
        self._learner.paces = Weights(*(np.array(part) for part in parts[1]))
        if (self._folder / CHAMPION).exists():
            self.champion = read(self._game, (self._folder / CHAMPION).read_bytes(), CHAMPION)[0]
