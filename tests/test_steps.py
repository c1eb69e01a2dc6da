"""Steps: every game tells what happens, one thing at a time, as the rules have it."""

import random
from dataclasses import replace
from typing import Any

import pytest

import rookery
from rookery.core import loops, rng
from rookery.core.kernel import COMPILED
from rookery.core.match import Match
from rookery.core.record import Records, copy
from rookery.core.steps import Step
from tests.beside import choose, compare_with_oracle
from tests.helpers import SEATINGS, matches, play_on, scaled, text

everywhere = pytest.mark.parametrize(("name", "players"), SEATINGS)
asked = pytest.mark.parametrize("asks_all", [False, True], ids=["choices", "all"])
#: What chance has a part in; every other step follows from the state and the action.
CHANCE = {"deal", "draw", "roll", "mummy"}


# ---------------------------------------------------------------- beside the oracle


@pytest.mark.skipif(not COMPILED, reason="some kinds take thousands of actions to come about")
@asked
@pytest.mark.parametrize("name", rookery.games())
def test_every_kind_of_step_is_compared(name: str, asks_all: bool) -> None:
    missing = set(rookery.game(name).steps.kinds)
    for label in range(30):
        for players in rookery.game(name).players:
            for match in matches(name, players, 2, f"kinds {label}", asks_all):
                if missing & kinds_of(match.copy()):
                    missing -= compare_with_oracle(match)
        if not missing:
            break
    assert not missing


def kinds_of(match: Match) -> set[str]:
    """The kinds of steps that come about beside the oracle, without it: it takes its time."""
    chance = random.Random(match.commitment)
    while (action := choose(match, chance)) is not None:
        match.play(action)
    return {step.kind for step in match.steps()}


@everywhere
def test_steps_begin_with_the_deal_and_are_numbered_by_ply(name: str, players: int) -> None:
    for match in matches(name, players, scaled(4, 1), "plies"):
        assert match.steps()[0].kind == "deal"
        play_on(match, random.Random(match.commitment), scaled(30, 8))
        steps = match.steps()
        assert {step.ply for step in steps} == set(range(match.ply + 1))
        for ply in range(match.ply + 1):
            later = [text(step.to_dict()) for step in steps if step.ply > ply]
            assert [text(step.to_dict()) for step in match.steps(ply)] == later
        first = [next(step for step in steps if step.ply == ply + 1) for ply in range(match.ply)]
        assert tuple(step.action for step in first) == match.log


@everywhere
def test_a_match_begun_at_a_position_has_no_deal(name: str, players: int) -> None:
    match = next(matches(name, players, 1, "later"))
    later = match.game.from_dict(match.to_dict(), edition=match.edition)
    assert later.steps() == []
    play_on(later, random.Random(1), 1)
    assert later.steps()[0].action == later.log[0]


@everywhere
@asked
def test_an_action_taken_back_leaves_no_steps(name: str, players: int, asks_all: bool) -> None:
    for match in matches(name, players, scaled(4, 2), "undo", asks_all):
        chance = random.Random(match.commitment)
        play_on(match, chance, 6)
        twin, plies = match.copy(), match.ply
        for _ in range(3):
            match.steps()
            match.undo()
            play_on(match, chance, 2)
            again = match.beginning()
            for action in match.log:
                again.play(action)
            told = [text(step.to_dict()) for step in match.steps()]
            assert told == [text(step.to_dict()) for step in again.steps()]
        assert twin.steps()[-1].ply == twin.ply == plies


# ---------------------------------------------------------------- steps explain every change


@everywhere
@asked
def test_the_state_after_a_step_follows_from_the_step(
    name: str, players: int, asks_all: bool
) -> None:
    """With whatever chance: where the step is told alike, the state after it is the same."""
    for match in matches(name, players, scaled(4, 1), "follows", asks_all):
        chance = random.Random(match.commitment)
        for _ in range(scaled(60, 8)):
            if match.over:
                break
            before = copy(match._states)
            play_on(match, chance, 1)
            for step in match.steps(match.ply - 1):
                if step.action is not None:
                    settle(match, before)  # an only action comes after it is settled who is asked
                if step.kind != "deal":  # what was dealt is the state, not the step
                    check_outcomes(match, before, step, chance)
                before = copy(step.records)


def settle(match: Match, states: Records) -> None:
    """What needs no step: it is made out who is asked, without chance."""
    blank = rng.blank()
    assert loops.step(match.edition.printed, states, loops.ADVANCE, blank) == 0
    assert not blank["word"].any()


def check_outcomes(match: Match, before: Records, step: Step, chance: random.Random) -> None:
    """Do the step again with many generators."""
    game, edition = match.game, match.edition
    outcomes = {text(step.things): step.records.tobytes()}
    for _ in range(6):
        states = copy(before)
        what = loops.ADVANCE if step.action is None else step.action
        kind = loops.step(edition.printed, states, what, rng.generator(chance.getrandbits(60)))
        assert game.steps.kinds[kind - 1] == step.kind
        things = game.steps.describe(edition, step.kind, before[0], states[0], step.action)
        told = text(things)
        assert outcomes.setdefault(told, states.tobytes()) == states.tobytes(), told
    assert step.kind in CHANCE or len(outcomes) == 1


@everywhere
@asked
def test_nothing_changes_without_a_step(name: str, players: int, asks_all: bool) -> None:
    """After the last step it is only settled who is asked, and that once."""
    for match in matches(name, players, scaled(4, 1), "nothing", asks_all):
        chance = random.Random(match.commitment)
        for _ in range(scaled(100, 8)):
            states = copy(match.steps(match.ply - 1 if match.ply else None)[-1].records)
            settle(match, states)
            assert states.tobytes() == match._states.tobytes()
            settle(match, states)
            assert states.tobytes() == match._states.tobytes()
            if match.over:
                break
            play_on(match, chance, 1)


# ---------------------------------------------------------------- only actions


@everywhere
def test_an_only_action_gives_the_same_steps_asked_or_not(name: str, players: int) -> None:
    found = 0
    for match in matches(name, players, scaled(12, 2), "only"):
        chance = random.Random(match.commitment)
        while not match.over:
            before = copy(match._states)
            play_on(match, chance, 1)
            steps = match.steps(match.ply - 1)
            for number, step in enumerate(steps):
                if number and step.action is not None:
                    settle(match, before)
                    check_only_action(match, before, steps[number:])
                    found += 1
                before = copy(step.records)
    assert found


def check_only_action(match: Match, before: Records, steps: list[Step]) -> None:
    """Asked, the action is the only one there is, and what comes of it is the same."""
    table = Match._from_records(match.game, match.edition, copy(before), 1, asks_all=True)
    assert table.legal() == [steps[0].action]
    table.play(table.legal()[0])
    asked_for = table.steps(0)
    for step, again in zip(steps, asked_for, strict=False):
        assert step.kind == again.kind
        if step.kind in CHANCE:
            break  # from here on the two may go different ways
        assert text(step.to_dict()) == text(again.to_dict())
        assert step.records.tobytes() == again.records.tobytes()


@everywhere
def test_a_log_without_its_only_actions_is_the_same_match(name: str, players: int) -> None:
    """Up to the first chance after the deal: where all is asked, each ply draws anew."""
    for table in matches(name, players, scaled(30, 2), "log", asks_all=True):
        quick = table.game.start(players, table.seed, table.edition, **table.options)
        chance = random.Random(table.commitment)
        drew = False
        while not table.over and not drew:
            forced = len(table.legal()) == 1
            play_on(table, chance, 1)
            drew = table.drew
            if not forced:
                quick.play(table.log[-1])
        assert up_to_chance(quick) == up_to_chance(table)
        assert drew or quick.to_dict() == table.to_dict()


def up_to_chance(match: Match) -> list[str]:
    """The steps from the deal until chance has a part again."""
    steps = match.steps()
    end = next((n for n, step in enumerate(steps) if n and step.kind in CHANCE), len(steps))
    return [text(step.to_dict()) for step in steps[:end]]


@pytest.mark.parametrize("name", rookery.games())
def test_a_step_that_cannot_be_told_leaves_nothing_half_played(name: str) -> None:
    game = rookery.game(name)

    def fails(*_: object) -> dict[str, Any]:
        raise ZeroDivisionError

    match = replace(game, steps=replace(game.steps, describe=fails)).start(seed=3)
    match.asks_all = True
    before = match.to_dict(), match.legal(), match.ply
    with pytest.raises(ZeroDivisionError):
        match.play(match.legal()[0])
    assert (match.to_dict(), match.legal(), match.ply) == before
