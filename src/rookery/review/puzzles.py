"""Puzzles: moments of bots' matches with one clearly best action, by what the seat to move knows.

A file of puzzles is text, a puzzle a line, so that people can read, sort and mend it:

    rookery puzzles 1
    game: party
    17 4 y5.2 0.21 {"players": 3, "round": 1, …}

A number, a grade from 1 (everybody finds it) to 5 (hardly anybody does), the best action, by how
much it is better than the second best, and the position with all its secrets.
"""

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from rookery.bots import find as find_bot
from rookery.bots.levels import LEVELS
from rookery.core.folder import folder_of
from rookery.core.game import Game, Position
from rookery.core.match import Match
from rookery.core.rng import SECRET_BYTES
from rookery.errors import BrokenPuzzles, RookeryError
from rookery.review.weighing import SURE, Scales, Weighed

MAGIC = "rookery puzzles 1"
FILE = "puzzles.txt"
#: The best action leads the second best by at least so much.
LEAD = 0.08
#: A first look sorts out, the second one decides, in iterations; a second judge has more of them.
GLANCE, LOOK, PROOF = 600, 6000, 30_000
#: How often each level is asked; one that finds it more often than not counts as finding it.
ASKED = 5
#: What each level takes at most for its answer here.
EFFORT = 4000
#: Of a match, so many puzzles at most: they should not be alike.
A_MATCH = 2
#: Decisions without this many actions to choose from are no puzzles.
CHOICES = 3


@dataclass(frozen=True)
class Puzzle:
    """A position to think about."""

    number: int
    grade: int
    best: str
    lead: float
    position: Position

    def match(self, game: Game) -> Match:
        """A match that stands there; the seat to move is the one that is asked."""
        return game.from_dict(self.position, seed=self.number)

    def line(self) -> str:
        """As it is written down."""
        position = json.dumps(self.position, ensure_ascii=False, separators=(",", ":"))
        return f"{self.number} {self.grade} {self.best} {self.lead:.2f} {position}"


def write(game: Game, puzzles: Sequence[Puzzle]) -> str:
    """The text of a file of puzzles."""
    return "\n".join([MAGIC, f"game: {game.name}", *(it.line() for it in puzzles)]) + "\n"


def read(text: str, game: Game) -> list[Puzzle]:
    """The puzzles of a file; refuses what is none, with the line."""
    lines = text.splitlines()
    if lines[:2] != [MAGIC, f"game: {game.name}"]:
        raise BrokenPuzzles(f"a file of puzzles begins with {MAGIC!r} and 'game: {game.name}'")
    return [_read(line, number, game) for number, line in enumerate(lines[2:], 3)]


def _read(line: str, number: int, game: Game) -> Puzzle:
    try:
        head, grade, rest = line.split(" ", 2)
        action, lead, position = _cut(rest)
        puzzle = Puzzle(int(head), int(grade), action, float(lead), json.loads(position))
        match = puzzle.match(game)
        match.check_legal(match.parse(action))
    except (ValueError, RookeryError) as error:
        raise BrokenPuzzles(f"line {number} is not a puzzle: {error}") from None
    return puzzle


def _cut(rest: str) -> tuple[str, str, str]:
    """An action may have blanks in it; a position begins with the first brace."""
    front, brace, back = rest.partition(" {")
    action, _, lead = front.rpartition(" ")
    return action, lead, brace.strip() + back


@cache
def shipped(game: Game) -> list[Puzzle]:
    """The puzzles that come with a game, those easy to find first; none for a game without."""
    folder = folder_of(game.name)
    if folder is None or not (folder / FILE).is_file():
        return []
    return read((folder / FILE).read_text("utf-8"), game)


def of_day(game: Game, day: int) -> Puzzle | None:
    """The puzzle of a day, counted from 1970: the same for everybody."""
    puzzles = shipped(game)
    if not puzzles:
        return None
    round_, place = divmod(day, len(puzzles))
    chance = random.Random(f"{game.name} {round_}")  # noqa: S311 - no secret depends on it
    return chance.sample(puzzles, len(puzzles))[place]


class Maker:
    """Finds puzzles in matches between bots."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self._chance = random.Random(f"puzzles {game.name} {seed}")  # noqa: S311
        self._scales = {it: Scales(game, it) for it in (GLANCE, LOOK, PROOF)}
        self._levels = {
            name: find_bot(name, game, iterations=level.iterations or EFFORT)
            for name, level in LEVELS.items()
            if not level.all_cores  # with the same effort it finds what the one before it finds
        }

    def puzzles(self, tried: Callable[[], None] = lambda: None) -> Iterator[Puzzle]:
        """One after the other, without end; ``tried`` is called after each match."""
        while True:
            yield from self._of_match(self._played())
            tried()

    def _played(self) -> Match:
        """A match between levels of all kinds, so that all kinds of positions come up."""
        players = self._chance.choice(self.game.players)
        match = self.game.start(players=players, seed=self._chance.getrandbits(60))
        bots = self._chance.choices(list(self._levels.values())[:3], k=players)
        while match.turn is not None:
            bot = bots[match.turn]
            view = match.hidden(match.turn)
            match.play(bot.choose(view, match.legal(), self._chance.getrandbits(60)))
        return match

    def _of_match(self, match: Match) -> Iterator[Puzzle]:
        moments = [at.copy() for at in match.replay() if at.ply and len(at.legal()) >= CHOICES]
        self._chance.shuffle(moments)
        found = 0
        for moment in moments:
            if self._lead(moment, GLANCE) is None:
                continue
            verdict = self._lead(moment, LOOK)
            if verdict is None:
                continue
            best, lead = verdict
            text = moment.notation(best)
            number = self._chance.randrange(10**9)
            yield Puzzle(number, self._grade(moment, best), text, lead, moment.to_dict())
            found += 1
            if found == A_MATCH:
                return

    def stands(self, puzzle: Puzzle) -> bool:
        """Whether a judge with more time comes to the same answer."""
        match = puzzle.match(self.game)
        verdict = self._lead(match, PROOF)
        return verdict is not None and match.notation(verdict[0]) == puzzle.best

    def _lead(self, match: Match, iterations: int) -> tuple[int, float] | None:
        """The best action and its lead, if it is clear."""
        assert match.turn is not None
        view, legal = match.hidden(match.turn), match.legal()
        seed = self._chance.randbytes(SECRET_BYTES)
        first = legal[0]
        weighed = self._scales[iterations].weigh(view, legal, first, seed)
        lead = self._clear(weighed, match, iterations, seed)
        return (weighed.best, lead) if lead >= LEAD else None

    def _clear(self, weighed: Weighed, match: Match, iterations: int, seed: bytes) -> float:
        """By how much the best action leads all others; 0 if that is not sure."""
        seat = match.turn
        assert seat is not None
        if weighed.exact:
            rewards = sorted(weighed.rewards.values())
            return rewards[-1] - rewards[-2]
        view = match.hidden(seat)
        rivals = sorted(
            (it for it in weighed.visits if it != weighed.best),
            key=lambda it: -weighed.rewards.get(it, 0.0),
        )
        least = 1.0
        for rival in rivals[:4]:
            after = self._scales[iterations].after(view, rival, seed)
            lead, error = weighed.best_chances.lead(after, seat)
            if lead - SURE * error < LEAD / 2:
                return 0.0
            least = min(least, lead)
        return least

    def _grade(self, match: Match, best: int) -> int:
        """From 1, where every level finds it, to 5, where none does."""
        assert match.turn is not None
        view, legal = match.hidden(match.turn), match.legal()
        grade = 1 + len(self._levels)
        for name in reversed(self._levels):
            bot = self._levels[name]
            chosen = [bot.choose(view, legal, self._chance.getrandbits(60)) for _ in range(ASKED)]
            if np.mean([it == best for it in chosen]) <= 0.5:
                break
            grade -= 1
        return grade
