"""The loop: play, learn, compare with the champion, write everything down; again.

A folder holds all of it, so that a run can be interrupted and resumed:

    champion.bin    the best net so far, once one is better than what the run began with
    learner.npz     the nets that learn, with the pace of each weight
    run.json        what was asked for, and a row for each generation
    curve.svg       losses and duels as a picture
"""

import hashlib
import json
import time
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from rookery.arena.crew import connected, crew
from rookery.arena.intervals import Estimate
from rookery.core.game import Game
from rookery.errors import BrokenNet, InvalidOption
from rookery.search.net import (
    NOTHING,
    Learned,
    Weights,
    as_written,
    edition_key,
    of_file,
    read,
    write,
)
from rookery.train.adam import TorchLearner
from rookery.train.curve import curve
from rookery.train.duel import Duel, duel, play_deal
from rookery.train.hidden import fresh_guesses
from rookery.train.learning import Learner, fresh_weights
from rookery.train.plan import Means, Plan, Row, Tell, tell_nobody
from rookery.train.selfplay import Played, Task
from rookery.train.tables import play_part

#: What can learn, by the name under which it is asked for.
LEARNERS = {"compiled": Learner, "torch": TorchLearner}
#: One match in so many is not learned from, but tells how well what was learned holds elsewhere.
HELD_BACK = 20
#: Matches that are played beside each other by one process.
PART = 32
#: A card plays all at once. When one in so many is left, it need not wait for a few very long ones.
LAST = 16
CHAMPION, LEARNER, RUN, CURVE = "champion.bin", "learner.npz", "run.json", "curve.svg"


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
        self.champion: Learned | None = None
        #: What the file of the champion says besides.
        self._about: dict[str, Any] = {}
        if (folder / RUN).exists() and not resume:
            raise InvalidOption(f"{folder} holds a run already; resume it, or name another folder")
        weights, guesses = self._first()
        self._learner = self._learn_from(weights)
        self._guesser = None if guesses is None else self._learn_from(guesses)
        folder.mkdir(parents=True, exist_ok=True)
        self._replay: list[Played] = []
        self._tell: Tell = tell_nobody
        if resume and (folder / RUN).exists():
            self._load()

    def _first(self) -> tuple[Weights, Weights | None]:
        """The nets to begin with; the second one where there is something to guess at."""
        game, plan = self._game, self.plan
        if plan.reads and plan.device != "cpu":
            raise InvalidOption(f"who reads the table thinks on the cpu, not on {plan.device}")
        if plan.guesses_for and plan.net:
            raise InvalidOption("a run goes on with a net, or learns guesses for one: not both")
        if plan.guesses_for and not game.guessed[0]:
            raise InvalidOption(f"{game.name} says of nothing what it may be: no guesses to learn")
        weights = fresh_weights(game, plan.low, plan.top, plan.seed)
        guesses = fresh_guesses(game, plan.low, plan.top, plan.seed) if game.guessed[0] else None
        if begun := plan.guesses_for or plan.net:
            self.champion = of_file(game, Path(begun))
            if edition_key(game.edition()) not in self.champion.editions:
                raise InvalidOption(f"{begun} was made for another edition of {game.name}")
            weights = self.champion.weights or weights
            if plan.net and game.guessed[0]:
                guesses = self.champion.guesses or guesses
            self._about = self._about_begun(Path(begun))
        return weights, guesses

    def _learn_from(self, weights: Weights) -> Learner:
        plan = self.plan
        return LEARNERS[plan.learner].of(self._game, weights, plan.speed, plan.device)

    def _about_begun(self, path: Path) -> dict[str, Any]:
        """What the file of the champion says: the plan, and which net it began with.

        Where guesses alone are learned, of the net what was said before.
        """
        data = path.read_bytes()
        digest = hashlib.sha256(data).hexdigest()[:16]
        if self.plan.net:
            return {"plan": {**self._asked, "net": digest}}
        _, told = read(self._game, data, str(path))
        how = {**self._asked, "guesses_for": digest}
        return {name: told[name] for name in ("plan", "rows") if name in told} | {"guessing": how}

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
        played = self._play(number)
        order = np.random.default_rng(plan.seed + number)
        for samples in played:
            order.shuffle(samples)
        held = Played(*(samples[samples["match"] % HELD_BACK == 0] for samples in played))
        new = Played(*(samples[samples["match"] % HELD_BACK != 0] for samples in played))
        self._replay = [*self._replay, new][-plan.replay :]
        before = self._losses(held)
        everything = Played(*map(np.concatenate, zip(*self._replay, strict=True)))
        seed = plan.seed + 100 * number
        if not plan.guesses_for:
            told = partial(self._tell, what="decisions learned from")
            self._learner.learn(everything.decisions, seed, told, plan.passes)
        if self._guesser is not None:
            told = partial(self._tell, what="hidden things learned from")
            self._guesser.learn(everything.hidden, seed, told, plan.passes)
        after = self._losses(held)
        won = self._compare(number)
        alone = bool(plan.guesses_for)
        promoted = won.low > 0.5 or (alone and _wiser(before[2], after[2], won))
        if promoted:
            # As its file has it, so that a resumed run goes on as it would have anyway.
            self.champion = _as_written(self._learned)
        figures = (won.mean, won.low, won.high)
        seconds = round(time.monotonic() - begun, 1)
        return Row(
            *(number, len(played.decisions), *before[:2], *after[:2], figures, promoted, seconds),
            *(before[2], after[2]),
        )

    @property
    def _asked(self) -> dict[str, Any]:
        """The plan as JSON has it."""
        return {**asdict(self.plan), "players": list(self.plan.players)}

    @property
    def crowned(self) -> bool:
        """Whether there is a champion that this run found."""
        return any(row.promoted for row in self.rows)

    @property
    def _learned(self) -> Learned:
        """The nets as they are now."""
        guesses = None if self._guesser is None else self._guesser.weights
        return Learned(self._learner.weights, guesses, (edition_key(self._game.edition()),))

    def _losses(self, held: Played) -> tuple[float, float, float | None]:
        """Of value and policy, and of guesses, on what was held back."""
        guess = None if self._guesser is None else self._guesser.losses(held.hidden)[1]
        return *self._learner.losses(held.decisions), guess

    def _play(self, number: int) -> Played:
        """The decisions of a generation, in an order that does not depend on who was quickest."""
        plan = self.plan
        card = plan.device == "cuda"
        size = plan.matches if card else min(PART, plan.matches)
        seed = plan.seed + 1_000_000 * number
        learned = self.champion or NOTHING
        task = Task(
            *(plan.game, plan.players, size, plan.iterations, seed, plan.device, learned),
            unfinished=size // LAST if card else 0,
            reads=plan.reads,
        )
        parts = len(plan.players) * -(-plan.matches // size)
        # One process is enough to keep a card busy.
        workers = 0 if card else self._means.workers
        with crew(task, workers, self._means.ray, play_part) as players:
            done = players.play(range(parts))
            played = dict(self._told(done, parts, size, f"matches of generation {number}"))
        in_order = [played[part] for part in range(parts)]
        for part, both in enumerate(in_order):
            for samples in both:
                samples["match"] += part * size
        return Played(*map(np.concatenate, zip(*in_order, strict=True)))

    def _compare(self, number: int) -> Estimate:
        """The learner against the champion, on deals nobody learned from."""
        plan = self.plan
        seed = 10_000_000 + 1_000_000 * plan.seed + 1000 * number
        pair = (self._learned, self.champion or NOTHING)
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
        rows = [asdict(row) for row in self.rows]
        learner = {
            f"{kind}_{name}": part
            for kind, weights in self._kept().items()
            for name, part in weights._asdict().items()
        }
        part = self._folder / f".{LEARNER}"
        with part.open("wb") as file:
            np.savez(file, **learner)
        part.replace(self._folder / LEARNER)
        if self.crowned:
            assert self.champion is not None
            weights, guesses, editions = self.champion
            assert weights is not None
            about = {"editions": editions, "plan": self._asked, "rows": len(rows), **self._about}
            self._put(CHAMPION, write(self._game, weights, about, guesses))
        self._put(CURVE, curve(self._game.title, self.rows).encode())
        self._put(RUN, json.dumps({"plan": self._asked, "rows": rows}, indent=1).encode())

    def _put(self, name: str, data: bytes) -> None:
        """Whole, or not at all."""
        part = self._folder / f".{name}"
        part.write_bytes(data)
        part.replace(self._folder / name)

    def _kept(self) -> dict[str, Weights]:
        """What of the nets that learn is kept, by name."""
        kept = {"weights": self._learner.weights, "paces": self._learner.paces}
        if self._guesser is not None:
            kept |= {"guesses": self._guesser.weights, "guess_paces": self._guesser.paces}
        return kept

    def _load(self) -> None:
        try:
            kept: dict[str, Any] = json.loads((self._folder / RUN).read_text("utf-8"))
            rows = [Row(**{**row, "duel": tuple(row["duel"])}) for row in kept["rows"]]
            with (self._folder / LEARNER).open("rb") as file:
                arrays = np.load(file)
                parts = {
                    kind: Weights(*(arrays[f"{kind}_{name}"] for name in Weights._fields))
                    for kind in self._kept()
                }
            plan = {**asdict(Plan("", ())), **kept["plan"]}
        except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise BrokenNet(f"{self._folder} holds no run that can be resumed: {error}") from None
        free = ("generations", "duels", "device", "matches", "replay", "passes")
        for name, value in self._asked.items():
            if name not in free and plan.get(name) != value:
                raise InvalidOption(
                    f"the run in {self._folder} has {name} {plan.get(name)}, not {value}"
                )
        for kind, wanted in self._kept().items():
            if any(a.shape != b.shape for a, b in zip(parts[kind], wanted, strict=True)):
                raise BrokenNet(
                    f"the run in {self._folder} was begun with a version of {self._game.name} in"
                    " which other things are seen or done; begin anew in another folder"
                )
        for kind, weights in self._kept().items():
            for own, part in zip(weights, parts[kind], strict=True):
                own[:] = part
        self.rows = rows
        if (self._folder / CHAMPION).exists():
            self.champion = read(self._game, (self._folder / CHAMPION).read_bytes(), CHAMPION)[0]


def _wiser(before: float | None, after: float | None, won: Estimate) -> bool:
    """Whether guesses alone surprise less where nothing was learned, and nothing speaks against."""
    return before is not None and after is not None and after < before and won.high > 0.5


def _as_written(learned: Learned) -> Learned:
    both = [None if it is None else as_written(it) for it in learned[:2]]
    return Learned(both[0], both[1], learned.editions)
