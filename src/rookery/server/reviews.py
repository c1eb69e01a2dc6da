"""Reviews under way and those that are done, and how guests do with puzzles.

A review is made piece by piece by the process for heavy work, so that others come in between and
everybody sees how far it is. Whoever asks for the same review waits for the same work.
"""

import asyncio
import hashlib
import random
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from rookery.core.game import Game
from rookery.core.match import Match
from rookery.games import find
from rookery.review.puzzles import Puzzle, of_day, shipped
from rookery.review.reviewing import Weight, figures_of
from rookery.server import reviewing
from rookery.server.heavy import Heavy
from rookery.server.hub import Hub
from rookery.server.problems import NotFound

#: How many reviews are kept at hand.
KEPT = 100
#: The most seconds of one piece of work, and of compiling what it needs for the first time.
SECONDS, COMPILING = 60.0, 400.0
#: How long somebody who asks waits for news, in seconds.
PATIENCE = 1.0

DAY = 86_400
#: What a puzzle of the easiest grade is rated, and what each grade adds; where guests begin.
EASIEST, GRADE, BEGINNER = 800.0, 200.0, 1000.0
#: How much an answer moves a rating, at first and later.
FAST, SLOW, SETTLED = 48.0, 24.0, 20
#: The last so many puzzles that a guest answered are not asked again, and count once.
RECENT = 60

Keep = Callable[[str], Awaitable[None]]


class Job:
    """One review."""

    def __init__(self, id: str, of: int) -> None:
        self.id = id
        self.done, self.of = 0, of
        self.review: bytes | None = None
        self.task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    def tell(self) -> None:
        """Wake those who wait for news."""
        self._news.set()
        self._news = asyncio.Event()

    async def look(self) -> "Job":
        """Itself, after news or a while; raises what went wrong."""
        if self.task is not None and not self.task.done():
            waiting = [asyncio.ensure_future(self._news.wait()), self.task]
            await asyncio.wait(waiting, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            waiting[0].cancel()
        if self.task is not None and self.task.done():
            self.task.result()
        return self


class Reviews:
    """All of them."""

    def __init__(self, hub: Hub, heavy: Heavy) -> None:
        self._hub, self._heavy = hub, heavy
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._prepared: set[str] = set()

    def close(self) -> None:
        """Give up what is under way."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    def find(self, id: str) -> Job:
        """A review that was asked for here."""
        if id not in self._jobs:
            raise NotFound(f"there is no review {id} here: ask for it again")
        return self._jobs[id]

    async def of_table(self, table: str, match: Match, depth: str, address: str) -> Job:
        """The review of a finished match of this server, kept with it."""
        people = self._hub.store.people
        text = await asyncio.to_thread(match.save)
        id = _id(text, depth)
        kept = None if id in self._jobs else await people.review(table, depth)
        if kept and _Kept.of(kept).figures == figures_of(match.game):
            self._add(Job(id, match.ply + 1)).review = kept.encode()
        return await self.of_text(
            text, depth, address, lambda data: people.keep_review(table, depth, data)
        )

    async def of_text(self, text: str, depth: str, address: str, keep: Keep | None = None) -> Job:
        """The review of a saved match."""
        id = _id(text, depth)
        job = self._jobs.get(id)
        if job is None or (job.task is not None and job.task.done() and job.review is None):
            # What is no finished match is refused at once, not while somebody waits.
            plies = await self.run(address, plies_of, text)
            job = self._add(Job(id, plies))
            job.task = asyncio.ensure_future(self._make(job, text, depth, address, keep))
        self._jobs.move_to_end(id)
        return await job.look()

    def _add(self, job: Job) -> Job:
        self._jobs[job.id] = job
        while len(self._jobs) > KEPT:
            _, old = self._jobs.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        return job

    async def _make(self, job: Job, text: str, depth: str, address: str, keep: Keep | None) -> None:
        await self.ready(address, await self.run(address, game_of, text))
        weighed: list[Weight] = []
        while job.done < job.of:
            found, job.of = await self.run(address, reviewing.weigh, text, depth, job.done)
            weighed += found
            job.done = len(weighed)
            job.tell()
        review = await self.run(address, reviewing.sum_up, text, depth, weighed)
        if keep is not None:
            await keep(review.decode())
        job.review = review
        job.tell()

    async def run(self, address: str, function: Callable[..., Any], *given: object) -> Any:
        """A piece of work."""
        return await self._heavy.run(address, function, *given, seconds=SECONDS)

    async def ready(self, address: str, game: str) -> None:
        """Wait until reviews of a game need no compiling any more."""
        await self._hub.warmup.ready(game)
        if game not in self._prepared:
            await self._heavy.run(address, reviewing.prepare, game, seconds=COMPILING)
            self._prepared.add(game)


class _Kept(msgspec.Struct):
    """How a review that is kept was made."""

    figures: str = ""

    @classmethod
    def of(cls, data: str) -> "_Kept":
        return msgspec.json.decode(data, type=cls)


def _id(text: str, depth: str) -> str:
    """Nobody guesses it who does not have the match."""
    return hashlib.blake2b(f"{depth}\n{text}".encode(), digest_size=16).hexdigest()


def plies_of(text: str) -> int:
    """How many moments a finished match has."""
    return reviewing.finished(text).ply + 1


def game_of(text: str) -> str:
    """The game of a finished match."""
    return reviewing.finished(text).game.name


# ---------------------------------------------------------------- puzzles and guests


class Puzzling(msgspec.Struct, frozen=True):
    """How somebody does with the puzzles of a game."""

    game: str
    rating: int = round(BEGINNER)
    tried: int = 0
    solved: int = 0
    #: Days in a row whose puzzle was solved, up to today or yesterday; and the most there were.
    streak: int = 0
    longest: int = 0
    #: Whether today's is answered.
    today: bool = False


def today() -> int:
    """The day, counted from 1970, for everybody the same."""
    return int(time.time()) // DAY


def puzzling_of(game: str, row: Any) -> Puzzling:
    """From what is kept; None: nothing yet."""
    if row is None:
        return Puzzling(game)
    now, lives = today(), row.day >= today() - 1
    first = of_day(find(game), now)
    answered = first is not None and first.number in _recent(row)
    return Puzzling(
        game,
        round(row.rating),
        row.tried,
        row.solved,
        row.streak if lives else 0,
        row.longest,
        answered,
    )


def _recent(row: Any) -> list[int]:
    found: list[int] = msgspec.json.decode(row.recent, type=list[int]) if row is not None else []
    return found


def fitting(game: Game, row: Any, grade: int | None) -> Puzzle:
    """A puzzle of a grade, or of the one that fits a guest's rating."""
    puzzles = shipped(game)
    grades = sorted({it.grade for it in puzzles})
    if not grades:
        raise NotFound(f"{game.title} has no puzzles")
    if grade is None:
        rating = BEGINNER if row is None else row.rating
        grade = min(grades, key=lambda it: abs(rated(it) - rating))
    answered = set(_recent(row))
    some = [it for it in puzzles if it.grade == grade]
    if not some:
        raise NotFound(f"{game.title} has no puzzles of grade {grade}")
    fresh = [it for it in some if it.number not in answered]
    return random.choice(fresh or some)  # noqa: S311 - no secret depends on it


def rated(grade: int) -> float:
    """What puzzles of a grade are rated."""
    return EASIEST + GRADE * (grade - 1)


def answered(guest: str, puzzle: Puzzle, game: Game, row: Any, right: bool) -> dict[str, Any]:
    """What to keep of a guest after an answer; nothing for a puzzle that was answered lately."""
    recent = _recent(row)
    if puzzle.number in recent:
        return {}
    rating, tried = (BEGINNER, 0) if row is None else (row.rating, row.tried)
    expected = 1 / (1 + 10 ** ((rated(puzzle.grade) - rating) / 400))
    rating += (FAST if tried < SETTLED else SLOW) * (right - expected)
    day, streak, longest = (0, 0, 0) if row is None else (row.day, row.streak, row.longest)
    first = of_day(game, today())
    if right and first is not None and first.number == puzzle.number:
        streak = streak + 1 if day == today() - 1 else 1
        day, longest = today(), max(longest, streak)
    return {
        "guest": guest,
        "game": game.name,
        "rating": rating,
        "tried": tried + 1,
        "solved": (0 if row is None else row.solved) + right,
        "day": day,
        "streak": streak,
        "longest": longest,
        "recent": msgspec.json.encode([*recent, puzzle.number][-RECENT:]).decode(),
    }
