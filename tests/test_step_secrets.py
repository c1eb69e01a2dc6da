"""The law of secrets for steps: two worlds a seat cannot tell apart give it the same steps.

That the steps of such worlds are alike is proven with all else that a seat knows
(``tests.knowing.check_worlds_alike``); here is what else follows from it. All of it as at a table,
where an only action is asked like any other: played by itself it would tell everybody that there
was no other.
"""

import random

import pytest

from rookery.core.match import Match
from tests.beside import fork
from tests.helpers import SEATINGS, matches, play_on, scaled
from tests.knowing import is_veiled, seen, told

everywhere = pytest.mark.parametrize(("name", "players"), SEATINGS)


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
