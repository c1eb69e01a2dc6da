"""The law of secrets for steps: two worlds a seat cannot tell apart give it the same steps.

All of it as at a table, where an only action is asked like any other: played by itself it would
tell everybody that there was no other.
"""

import json
import random

import pytest

from rookery.core.match import Match
from rookery.core.record import copy
from tests.helpers import SEATINGS, matches, play_on, scaled, step_oracle

everywhere = pytest.mark.parametrize(("name", "players"), SEATINGS)
#: After these more lies open than they tell: a card is turned up, a hand is dealt.
TURN_UP = {"deal", "put"}


def told(match: Match, seat: int | None, since: int | None = None) -> list[str]:
    """The steps as a seat may know them, as they would be sent."""
    return [json.dumps(moment.things) for moment in match.moments(seat, since)]


def seen(match: Match, seat: int | None) -> bytes:
    """What a seat may know of the state."""
    return match.hidden(seat).records.tobytes()


def is_veiled(match: Match, seat: int | None) -> bool:
    """Whether the seat must not notice yet that the last action was played."""
    veiled: bool = step_oracle(match.game).veiled(match.to_dict(), seat)
    return veiled


def fork(match: Match, seed: int) -> Match:
    """The same state, a past of its own, and the chance of a seed."""
    return Match._from_records(match.game, match.edition, copy(match._states), seed, True)


@everywhere
def test_worlds_that_look_alike_give_the_same_steps(name: str, players: int) -> None:
    compared = 0
    for match in matches(name, players, scaled(6, 1), "worlds", asks_all=True):
        chance = random.Random(match.commitment)
        for _ in range(scaled(60, 6)):
            for seat in (*range(players), None):
                if not is_veiled(match, seat) and not match.over:
                    compared += compare_worlds(match, seat, chance)
            play_on(match, chance, 1 + chance.randrange(3))
    assert compared


def compare_worlds(match: Match, seat: int | None, chance: random.Random) -> int:
    """Play the same action, and another one, in a world that the seat cannot tell from this one.

    Returns how often the seat could not tell the worlds apart afterwards.
    """
    seed = chance.getrandbits(60)
    real, same, other = (
        fork(world, seed) for world in (match, *[match.redeal(seat, chance.getrandbits(60))] * 2)
    )
    assert seen(same, seat) == seen(real, seat)
    assert seat is None or seat != real.turn or same.legal() == real.legal()
    shared = sorted(set(real.legal()) & set(same.legal()))
    if not shared:
        return 0
    action = chance.choice(shared)
    play_until_noticed(real, action, seat)
    play_until_noticed(same, action, seat)
    play_until_noticed(other, chance.choice(other.legal()), seat)
    alike = seen(real, seat) == seen(same, seat)
    if alike:  # the same action, and no difference to be seen: then none to be heard
        assert told(real, seat) == told(same, seat)
    for world in (same, other):  # what a seat sees follows from what it saw and what it is told
        kinds = {moment.kind for moment in real.moments(seat)}
        if not kinds & TURN_UP and told(real, seat) == told(world, seat):
            assert seen(real, seat) == seen(world, seat)
    return alike


def play_until_noticed(world: Match, action: int, seat: int | None) -> None:
    """Play an action, and another one if the first must not be noticed before it."""
    world.play(action)
    while is_veiled(world, seat):
        world.play(world.legal()[-1])


@everywhere
def test_nobody_notices_what_is_veiled_and_all_is_told_in_the_end(name: str, players: int) -> None:
    for match in matches(name, players, scaled(6, 1), "veil", asks_all=True):
        chance = random.Random(match.commitment)
        viewers = (*range(players), None)
        heard = {seat: told(match, seat) for seat in viewers}
        sight = {seat: seen(match, seat) for seat in viewers}
        noticed = dict.fromkeys(viewers, 0)
        while not match.over and match.ply < scaled(400, 25):
            play_on(match, chance, 1)
            for seat in viewers:
                news = told(match, seat, noticed[seat])
                if is_veiled(match, seat) or not news:
                    assert seen(match, seat) == sight[seat]
                    assert not news
                    continue
                heard[seat] += news
                sight[seat] = seen(match, seat)
                noticed[seat] = match.ply
        for seat in viewers:
            assert heard[seat] == told(match, seat)


@everywhere
def test_every_sampled_world_of_a_table_can_be_played(name: str, players: int) -> None:
    """Where all is asked, whoever is to decide has at least one action, in every sample."""
    for match in matches(name, players, scaled(4, 1), "samples", asks_all=True):
        chance = random.Random(match.commitment)
        while not match.over and match.ply < scaled(300, 12):
            for seat in (*range(players), None):
                world = match.redeal(seat, chance.getrandbits(60))
                assert seen(world, seat) == seen(match, seat)
                assert world.legal()
                if seat is not None and seat == match.turn:
                    assert world.legal() == match.legal()
                again = world.game.from_dict(world.to_dict(), edition=world.edition, asks_all=True)
                assert again.legal() == world.legal()
            play_on(match, chance, 1 + chance.randrange(4))


@everywhere
def test_a_forced_action_cannot_be_told_from_a_choice(name: str, players: int) -> None:
    """To somebody else a seat with one action may, in another world, have several."""
    found = 0
    for match in matches(name, players, scaled(40, 6), "forced", asks_all=True):
        chance = random.Random(match.commitment)
        while not match.over and match.ply < 300 and found < scaled(25, 1):
            if len(match.legal()) == 1:
                found += has_free_twin(match, chance)
            play_on(match, chance, 1)
    assert found or name != "party"  # in the other games a mover's options are mostly public


def has_free_twin(match: Match, chance: random.Random) -> bool:
    """Whether some seat considers a world where the same action is one of several."""
    turn = match.turn
    assert turn is not None
    action = match.legal()[0]
    for seat in (*range(match.players), None):
        if seat == turn or is_veiled(match, seat):
            continue
        for _ in range(10):
            world = fork(match.redeal(seat, chance.getrandbits(60)), 7)
            if action not in world.legal() or len(world.legal()) == 1:
                continue
            real = fork(match, 7)
            real.play(action)
            world.play(action)
            assert told(real, seat)[0] == told(world, seat)[0]
            return True
    return False
