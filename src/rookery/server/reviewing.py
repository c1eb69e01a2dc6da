"""The work of reviews and puzzles, for a process of its own: weigh, look at a moment, judge.

Everything here is asked for with a saved match, or with the number of a puzzle, and works with
nothing else. What comes back is plain.
"""

import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from rookery.core.game import Game
from rookery.core.language import speech
from rookery.core.match import Match
from rookery.core.reasons import Reason
from rookery.core.save import read
from rookery.core.scene import Scene, Sprite
from rookery.errors import InvalidOption
from rookery.games import find
from rookery.review import Reviewer, knowledge
from rookery.review.knowing import Told
from rookery.review.puzzles import Puzzle, shipped
from rookery.review.reviewing import Weight
from rookery.review.warmup import warm_up
from rookery.server.problems import NotFound, WrongTime
from rookery.server.watch import seat_names

#: About how many seconds one piece of a review takes: others come in between.
PIECE = 1.0
#: In so many sentences an action is told.
SENTENCES = 2
#: Of what may be in a place, so many things are told, the likeliest first.
TOLD = 12

_encode = msgspec.json.Encoder().encode


class Likely(msgspec.Struct, frozen=True):
    """Something that may be in a hidden place."""

    name: str
    #: As fair deals go.
    chance: float
    #: The standard error of the chance; 0 where all worlds were counted.
    error: float
    #: As a reader of the others' actions would have it, and the standard error of that.
    believed: float
    doubt: float
    #: The sprite of the board that it is, where it is a place of the board; else empty.
    sprite: str = ""


class Hidden(msgspec.Struct, frozen=True):
    """A place whose content was hidden, and what could be known of it."""

    name: str
    things: list[Likely]


class Option(msgspec.Struct, frozen=True):
    """One of the actions that were possible."""

    action: str
    #: In a sentence.
    text: str


class ReviewMoment(msgspec.Struct, frozen=True):
    """A decision of a match, as the seat that made it saw it."""

    ply: int
    seat: int
    scene: Scene
    digest: str
    backdrop: list[Sprite]
    options: list[Option]
    #: Why the better action was better; empty where none was asked for.
    why: str
    known: list[Hidden]


class Judgement(msgspec.Struct, frozen=True):
    """What an answer was worth."""

    #: Whether nothing was clearly better.
    right: bool
    #: What it promised the seat, and the best action.
    chance: float
    best: str
    best_text: str
    best_chance: float
    #: Why; empty where it was right.
    why: str
    #: What came of it: told, and seen.
    told: list[str]
    scene: Scene


@cache
def _reviewer(game: str, depth: str) -> Reviewer:
    return Reviewer(find(game), depth)


def finished(text: str) -> Match:
    """A saved match, which must be over."""
    match = read(text, find)
    if not match.over:
        raise WrongTime("only a match that is over is reviewed; this one is not")
    return match


def prepare(game: str) -> None:
    """Have all that reviews of a game need compiled."""
    warm_up(game, _reviewer(game, "quick"))


def weigh(text: str, depth: str, start: int) -> tuple[list[Weight], int]:
    """Some moments of a match from one on, weighed; and how many it has in all."""
    match = finished(text)
    reviewer = _reviewer(match.game.name, depth)
    until = time.monotonic() + PIECE
    found = []
    for again in match.replay():
        if again.ply >= start:
            found.append(reviewer.weigh(again, match))
            if time.monotonic() > until:
                break
    return found, match.ply + 1


def sum_up(text: str, depth: str, weighed: Sequence[Weight]) -> bytes:
    """The review, as JSON."""
    match = finished(text)
    return _encode(_reviewer(match.game.name, depth).sum_up(match, weighed).to_dict())


# ---------------------------------------------------------------- moments and answers


def _at(text: str, ply: int) -> Match:
    match = finished(text)
    if not 0 <= ply < match.ply:
        raise InvalidOption(f"ply: the match has decisions 0 to {match.ply - 1}, not {ply}")
    while match.ply > ply:
        match.undo()
    return match


def _names(match: Match, names: Sequence[str] | None, language: str) -> list[str]:
    called = list(names or seat_names(match, language))
    if len(called) != match.players:
        raise InvalidOption(f"{match.players} seats need as many names, not {len(called)}")
    return called


def _action(match: Match, text: str) -> int:
    action = match.parse(text)
    match.check_legal(action)
    return action


def _said(match: Match, action: int, seat: int | None, names: list[str], language: str) -> str:
    """What an action does, to the seat that plays it or (None) to everybody.

    Only what is so however dice and cards fall: where that is nothing, how it is chosen.
    """
    told = zip(
        _told(match, action, seat, names, language),
        _told(_elsewhere(match), action, seat, names, language),
        strict=False,
    )
    sure = [here for here, there in told if here == there][:SENTENCES]
    return " ".join(sure) or _touched(match, action, language)


def _told(
    match: Match, action: int, seat: int | None, names: list[str], language: str
) -> list[str]:
    after = match.copy()
    after.play(action)
    steps = [it for it in after.steps(match.ply) if it.seat == match.turn]
    moments = [step.open() if seat is None else step.view(seat) for step in steps]
    return [said for it in moments if it for said in it.tell(names, language)]


def _elsewhere(match: Match) -> Match:
    """The same position, with other dice and cards to come."""
    return match.game.from_dict(
        match.to_dict(), seed=1, edition=match.edition, asks_all=match.asks_all
    )


def _touched(match: Match, action: int, language: str) -> str:
    """An action by what one touches to choose it."""
    scene = match.hidden(match.turn).scene([action], language=language)
    labels = {it.id: it.label or it.text for it in scene.sprites}
    for choice in scene.choices:
        return choice.label or ", ".join(labels.get(it, it) for it in choice.touch)
    return match.notation(action)


def _reason(match: Match, played: int, best: int, language: str) -> Reason:
    view = match.hidden(match.turn)
    return match.game.give_reason(view, played, best, speech(language, match.game.name))


def moment(
    text: str, ply: int, wanted: dict[str, Any], names: Sequence[str] | None, language: str
) -> ReviewMoment:
    """A decision of a match; ``wanted`` says what of it: actions, the better one, knowledge."""
    match = _at(text, ply)
    called = _names(match, names, language)
    seat, legal = match.turn, match.legal()
    assert seat is not None
    view = match.hidden(seat)
    back = view.backdrop(language)
    played = finished(text).log[ply]
    options = [
        Option(it, _said(match, _action(match, it), None, called, language))
        for it in wanted["actions"]
    ]
    best = _action(match, wanted["best"]) if wanted["best"] else played
    return ReviewMoment(
        ply,
        seat,
        view.scene(legal, called, language),
        back.digest,
        back.sprites,
        options,
        _reason(match, played, best, language).text if best != played else "",
        known_of(match, called, language) if wanted["known"] else [],
    )


def known_of(match: Match, names: list[str], language: str) -> list[Hidden]:
    """What the seat to move could know of everything that was hidden from it."""
    found = knowledge(match, match.turn).told(names, language)
    return [
        Hidden(place, [_likely(it) for it in (things if things[0].sprite else things[:TOLD])])
        for place, things in found.items()
    ]


def _likely(told: Told) -> Likely:
    unknown, thing = told.unknown, told.thing
    return Likely(
        told.name,
        round(unknown.chances[thing], 3),
        round(unknown.error(thing), 3),
        round(unknown.believed[thing], 3),
        round(unknown.doubt(thing), 3),
        told.sprite,
    )


def judge(match: Match, depth: str, answer: str, names: list[str], language: str) -> Judgement:
    """What somebody would do at a moment of a match, by what the seat to move knows."""
    action, seat = _action(match, answer), match.turn
    assert seat is not None
    reviewer = _reviewer(match.game.name, depth)
    weighed = reviewer.judge(match.hidden(seat), match.legal(), action)
    scale = reviewer.scale(match, weighed)
    right = weighed.cost == 0
    best = action if right else weighed.best
    after = match.copy()
    after.play(action)
    told = [said for it in after.moments(seat, match.ply) for said in it.tell(names, language)]
    return Judgement(
        right,
        round(scale * float(weighed.played_chances.means[seat]), 4),
        match.notation(best),
        _said(match, best, seat, names, language),
        round(scale * float(weighed.best_chances.means[seat]), 4),
        "" if right else _reason(match, action, best, language).text,
        told,
        after.hidden(seat).scene([], names, language),
    )


def answer(
    text: str, ply: int, action: str, names: Sequence[str] | None, language: str
) -> Judgement:
    """Another choice at a moment of a saved match."""
    match = _at(text, ply)
    return judge(match, "normal", action, _names(match, names, language), language)


# ---------------------------------------------------------------- puzzles


class PuzzleScene(msgspec.Struct, frozen=True):
    """A puzzle as the seat that is asked sees it: nothing of what is hidden from it."""

    game: str
    number: int
    grade: int
    seat: int
    scene: Scene
    digest: str
    backdrop: list[Sprite]


def puzzle_of(game: Game, number: int) -> Puzzle:
    """A shipped puzzle by its number."""
    for it in shipped(game):
        if it.number == number:
            return it
    raise NotFound(f"{game.title} has no puzzle {number}")


def show_puzzle(name: str, number: int, language: str) -> PuzzleScene:
    """A puzzle to be solved."""
    game = find(name)
    puzzle = puzzle_of(game, number)
    match = puzzle.match(game)
    assert match.turn is not None
    view = match.hidden(match.turn)
    back = view.backdrop(language)
    scene = view.scene(match.legal(), seat_names(match, language), language)
    return PuzzleScene(name, number, puzzle.grade, match.turn, scene, back.digest, back.sprites)


def solve(name: str, number: int, action: str, language: str) -> Judgement:
    """What an answer to a puzzle is worth; which one is best was proven when it was made."""
    game = find(name)
    puzzle = puzzle_of(game, number)
    match = puzzle.match(game)
    names = seat_names(match, language)
    found = judge(match, "normal", action, names, language)
    right = match.notation(_action(match, action)) == puzzle.best
    best = _action(match, puzzle.best)
    lost = max(puzzle.lead, found.best_chance - found.chance)
    sure = found.chance + (0.0 if right else lost)
    return msgspec.structs.replace(
        found,
        right=right,
        best=puzzle.best,
        best_text=_said(match, best, match.turn, names, language),
        best_chance=round(min(1.0, sure), 4),
        why="" if right else _reason(match, _action(match, action), best, language).text,
    )
