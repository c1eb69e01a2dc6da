"""Endpoints: reviews of finished matches, and puzzles."""

import asyncio
from typing import Annotated, Any, Literal

import msgspec

from rookery.core.game import Game
from rookery.games import find
from rookery.games import names as game_names
from rookery.review.puzzles import of_day, shipped
from rookery.server import reviewing
from rookery.server.api.http import Call, Language, Reply
from rookery.server.api.routes import endpoint
from rookery.server.api.shapes import Body, LanguageCode, Text
from rookery.server.problems import NotFound
from rookery.server.reviewing import Judgement, PuzzleScene, ReviewMoment
from rookery.server.reviews import Job, Puzzling, answered, fitting, puzzling_of, today
from rookery.server.saved import wait_for_rules

Depth = Literal["quick", "normal", "deep"]
Ply = Annotated[int, msgspec.Meta(ge=0)]
Names = Annotated[list[Text], msgspec.Meta(max_length=10)] | None
Grade = Annotated[int, msgspec.Meta(ge=1, le=5)]
ERRORS = ("wrong_time", "too_long")


class ReviewQuery(msgspec.Struct, frozen=True):
    """How deeply, and by which invitation."""

    depth: Depth = "normal"
    invitation: str | None = None
    language: LanguageCode | None = None


class ReviewAnswer(msgspec.Struct, frozen=True):
    """How far a review is; when it is done, the review itself (docs/formats.md)."""

    id: str
    done: int
    of: int
    review: dict[str, Any] | None = None


class NewReview(Body, frozen=True):
    """A saved match, to be reviewed."""

    match: str
    depth: Depth = "normal"


class LookAt(Body, frozen=True):
    """A decision of a saved match, and what is wanted to know of it."""

    match: str
    ply: Ply
    #: Actions to be told in sentences.
    actions: Annotated[list[Text], msgspec.Meta(max_length=12)] = []  # noqa: RUF012
    #: The better action, to be told why.
    best: Text | None = None
    #: Also what the seat could know of hidden things.
    known: bool = False
    names: Names = None


class Retry(Body, frozen=True):
    """Another choice at a decision of a saved match."""

    match: str
    ply: Ply
    action: Text
    names: Names = None


class PuzzleQuery(msgspec.Struct, frozen=True):
    """Which grade; none: the one that fits the asker."""

    grade: Grade | None = None
    language: LanguageCode | None = None


class Solution(Body, frozen=True):
    """An answer to a puzzle."""

    number: Annotated[int, msgspec.Meta(ge=0)]
    action: Text


class PuzzleAnswer(msgspec.Struct, frozen=True):
    """What an answer was worth, and how the asker does with such puzzles now."""

    judgement: Judgement
    puzzling: Puzzling


class PuzzlingAnswer(msgspec.Struct, frozen=True):
    """How the asker does with puzzles, game by game."""

    games: list[Puzzling]


def told(job: Job) -> Reply:
    """How far it is; a review is JSON already."""
    head = msgspec.json.encode(ReviewAnswer(job.id, job.done, job.of))
    review = job.review
    return Reply(head if review is None else head.replace(b'"review":null', b'"review":' + review))


@endpoint(
    "GET",
    "/tables/{table}/review",
    tag="review",
    query=ReviewQuery,
    guest=False,
    errors=("not_found", "not_yours", *ERRORS),
)
async def review_table(call: Call) -> ReviewAnswer:
    """The review of a finished match; ask again until it is done. There is none before the end."""
    table, query = call.path["table"], call.query
    match, _ = await call.app.queries.finished(table, call.guest, query.invitation)
    job = await call.app.reviews.of_table(table, match, query.depth, call.address)
    return told(job)  # type: ignore[return-value]


@endpoint(
    "POST",
    "/review",
    tag="review",
    guest=False,
    limit=1_000_000,
    errors=ERRORS,
    quota="uploads",
)
async def review_upload(call: Call, body: NewReview) -> ReviewAnswer:
    """The review of a saved match that is over; ask for its id until it is done."""
    await wait_for_rules(call.app.hub.warmup, body.match)
    job = await call.app.reviews.of_text(body.match, body.depth, call.address)
    return told(job)  # type: ignore[return-value]


@endpoint("GET", "/reviews/{review}", tag="review", guest=False, errors=("not_found", *ERRORS))
async def review_news(call: Call) -> ReviewAnswer:
    """How far a review is; waits for news for a second."""
    return told(await call.app.reviews.find(call.path["review"]).look())  # type: ignore[return-value]


@endpoint(
    "POST",
    "/review/moment",
    tag="review",
    query=Language,
    guest=False,
    limit=1_000_000,
    errors=ERRORS,
    cost=3,
)
async def review_moment(call: Call, body: LookAt) -> ReviewMoment:
    """A decision of a saved match as its seat saw it: what could be known, what was better, why."""
    wanted = {"actions": body.actions, "best": body.best, "known": body.known}
    given = (body.match, body.ply, wanted, body.names, call.language)
    await wait_for_rules(call.app.hub.warmup, body.match)
    found: ReviewMoment = await call.app.reviews.run(call.address, reviewing.moment, *given)
    return found


@endpoint(
    "POST",
    "/review/answer",
    tag="review",
    query=Language,
    guest=False,
    limit=1_000_000,
    errors=ERRORS,
    cost=3,
)
async def review_answer(call: Call, body: Retry) -> Judgement:
    """What another choice at a decision of a saved match would have been worth."""
    given = (body.match, body.ply, body.action, body.names, call.language)
    await wait_for_rules(call.app.hub.warmup, body.match)
    found: Judgement = await call.app.reviews.run(call.address, reviewing.answer, *given)
    return found


# ---------------------------------------------------------------- puzzles


@endpoint(
    "GET",
    "/puzzles/{game}/today",
    tag="review",
    query=Language,
    guest=False,
    errors=("not_found", "unknown_game"),
)
async def puzzle_today(call: Call) -> PuzzleScene:
    """The puzzle of the day, the same for everybody; shown as the seat that is asked sees it."""
    game = await _game(call)
    puzzle = of_day(game, today())
    if puzzle is None:
        raise NotFound(f"{game.title} has no puzzles")
    return await shown(call, puzzle.number)


@endpoint(
    "GET",
    "/puzzles/{game}",
    tag="review",
    query=PuzzleQuery,
    guest=False,
    errors=("not_found", "unknown_game"),
)
async def puzzle_of_grade(call: Call) -> PuzzleScene:
    """Another puzzle: of a grade, or one that fits the asker."""
    puzzle = fitting(await _game(call), await _row(call), call.query.grade)
    return await shown(call, puzzle.number)


@endpoint(
    "POST",
    "/puzzles/{game}/answer",
    tag="review",
    query=Language,
    guest=False,
    errors=("not_found", "unknown_game", "illegal_action", "unknown_action", "too_long"),
    cost=3,
)
async def puzzle_answer(call: Call, body: Solution) -> PuzzleAnswer:
    """Whether an answer is right, by how much, why, and what comes of it."""
    game, app = await _game(call), call.app
    puzzle = reviewing.puzzle_of(game, body.number)
    await app.reviews.ready(call.address, game.name)
    given = (game.name, body.number, body.action, call.language)
    found: Judgement = await app.reviews.run(call.address, reviewing.solve, *given)
    row = await _row(call)
    if call.guest is not None and (kept := answered(call.guest.id, puzzle, game, row, found.right)):
        await app.hub.store.people.keep_puzzling(kept)
        row = await _row(call)
    return PuzzleAnswer(found, puzzling_of(game.name, row))


@endpoint("GET", "/guests/me/puzzles", tag="guests")
async def my_puzzles(call: Call) -> PuzzlingAnswer:
    """How the asker does with puzzles."""
    rows = await call.app.hub.store.people.puzzling(call.me.id)
    for name in rows:
        await asyncio.to_thread(shipped, find(name))
    return PuzzlingAnswer([puzzling_of(it, rows[it]) for it in game_names() if it in rows])


async def shown(call: Call, number: int) -> PuzzleScene:
    """A puzzle by its number."""
    given = (call.path["game"], number, call.language)
    found: PuzzleScene = await call.app.reviews.run(call.address, reviewing.show_puzzle, *given)
    return found


async def _game(call: Call) -> Game:
    """The game, with its puzzles at hand: reading them takes a while, once."""
    game = find(call.path["game"])
    await call.app.hub.warmup.ready(game.name)
    await asyncio.to_thread(shipped, game)
    return game


async def _row(call: Call) -> object:
    if call.guest is None:
        return None
    rows = await call.app.hub.store.people.puzzling(call.guest.id)
    return rows.get(call.path["game"])
