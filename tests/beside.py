"""Random matches beside the oracles: steps, positions and results are compared on the way.

Each decision on the way is a ``Situation``, from which ``tests.knowing`` goes on.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rookery.bots import find
from rookery.core import rng
from rookery.core.match import Match
from rookery.core.record import copy
from rookery.core.steps import Step
from tests.helpers import oracle, step_oracle, text
from tests.oracle.course import Course, Position, Things

Viewer = int | None


@dataclass(frozen=True)
class Situation:
    """A decision, or the end, and how it came about."""

    #: It has no past: it begins here.
    match: Match
    position: Position
    #: The decision before; the same one at the start.
    before: Position
    #: All steps so far, and the position after each as the oracle has it.
    past: list[tuple[Things, Position]]
    #: Those of them that belong to the last action.
    steps: list[tuple[Step, Position]]
    #: What is played next; None at the end.
    action: int | None

    @property
    def viewers(self) -> list[Viewer]:
        """All seats, and a spectator."""
        return [*range(self.match.players), None]

    def is_veiled(self, viewer: Viewer) -> bool:
        """Whether the viewer must not notice yet what led here."""
        veiled: bool = step_oracle(self.match.game).veiled(self.position, viewer)
        return veiled

    def noticed(self, viewer: Viewer) -> Position:
        """The position of which the viewer may know."""
        return self.before if self.is_veiled(viewer) else self.position


def fork(match: Match, seed: int | bytes | None = 1) -> Match:
    """The same state, a past of its own, and the chance of a seed."""
    states = copy(match._states)
    return Match._from_records(match.game, match.edition, states, seed, match.asks_all)


def beside(match: Match) -> Iterator[Situation]:
    """Play a match to its end beside the oracle."""
    rules, judge, edition = step_oracle(match.game), oracle(match.game), match.edition.data
    chance = random.Random(match.commitment)
    position = match.to_dict()
    assert match.asks_all or not judge.explain_start(
        position, match.players, match.options, edition
    )
    course = Course([step.to_dict() for step in match.steps()], match.asks_all)
    expected = rules.begin(match.players, match.options, position, edition, course)
    past = check_course(match, match.steps(), course, expected)
    steps = list(zip(match.steps(), course.positions, strict=True))
    chosen = choose(match, chance)
    yield Situation(fork(match), position, position, list(past), steps, chosen)
    while chosen is not None:
        check_legal(match, judge.legal(position, edition))
        action = match.notation(chosen)
        match.play(action)
        after = match.to_dict()
        told = match.steps(match.ply - 1)
        course = Course([step.to_dict() for step in told], match.asks_all)
        expected = rules.play(position, action, after, edition, course)
        past += check_course(match, told, course, expected)
        assert match.asks_all or not judge.explain(position, action, after, edition)
        steps = list(zip(told, course.positions, strict=True))
        chosen = choose(match, chance)
        yield Situation(fork(match), after, position, list(past), steps, chosen)
        position = after
    check_end(match, past[-1][0])


def compare_with_oracle(match: Match) -> set[str]:
    """Play a match to its end beside the oracle; the kinds of steps that came about."""
    return {step.kind for situation in beside(match) for step, _ in situation.steps}


def check_legal(match: Match, expected: list[str]) -> None:
    """The same actions, each with a text of its own."""
    actions = match.legal()
    texts = [match.notation(action) for action in actions]
    assert actions == sorted(set(actions))
    assert sorted(texts) == sorted(expected)
    assert len(set(texts)) == len(texts) >= (1 if match.asks_all else 2)
    assert [match.parse(each) for each in texts] == actions


def check_end(match: Match, last: Things) -> None:
    """It is over, and the same seats have won."""
    judge, edition, position = oracle(match.game), match.edition.data, match.to_dict()
    assert last["kind"] == "end"
    assert judge.legal(position, edition) == []
    assert match.scores() == judge.scores(position, edition)
    assert last["winners"] == match.winners() == sorted(judge.winners(position, edition))
    assert match.ending() in match.game.endings


def choose(match: Match, chance: random.Random) -> int | None:
    """Anything, or something sensible: nobody wins by chance alone. None at the end."""
    legal, seat = match.legal(), match.turn
    if match.over:
        return None
    if chance.random() < 0.6:
        return chance.choice(legal)
    bot = find("greedy", match.game)
    return bot.choose(match.hidden(seat), legal, rng.generator(chance.getrandbits(60)))


def check_course(
    match: Match, steps: list[Step], course: Course, expected: Any
) -> list[tuple[Things, Position]]:
    """The same steps, the same table after each of them, and the same for every viewer."""
    rules = step_oracle(match.game)
    told = [step.to_dict() for step in steps]
    assert [text(step) for step in told] == [text(step) for step in course.steps]
    assert text(match.to_dict()) == text(expected)
    for step, position in zip(steps, course.positions, strict=True):
        table = match.game.write_position(match.edition, step.records[0])
        for key in position.keys() - rules.UNSETTLED:
            assert text(table[key]) == text(position[key]), (step.to_dict(), key)
        for seat in (*range(match.players), None):
            things = rules.seen(step.to_dict(), seat, position)
            assert text(step.known(seat)) == text(things), seat
    return list(zip(told, course.positions, strict=True))
