"""What each seat may hold, hand by hand, and deals put together from that."""

import random
from dataclasses import replace

import numpy as np
import pytest

import rookery
from rookery.core.match import Match
from rookery.core.record import Records, new
from rookery.core.rng import generator
from rookery.core.seen import Seen
from rookery.core.view import View, look
from rookery.games.party.counting import count_hidden
from rookery.games.party.state import COLOURS
from rookery.search.parts import MOST_PARTS, Parts, first_signs
from tests.helpers import scaled

game = rookery.game("party")
MODEL = (1.0, 0.1)


def without_past(view: View) -> View:
    """The same table, for somebody who has just come in."""
    nothing = np.zeros(0, np.int64)
    return replace(view, seen=Seen(view.records, nothing, nothing, asks_all=True))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_without_a_past_deals_are_as_likely_as_fair_ones(players: int) -> None:
    """Means by hand and colour, against all deals counted out; seats that are out among them."""
    parts, chance = Parts(game), random.Random(players)
    match = game.start(players, seed=players, rounds=1, asks_all=True)
    compared = 0
    while not match.over:
        view = without_past(match.hidden(0))
        if match.ply % 4 == 1 and (counted := count_hidden(view)):
            worlds = new(game.dtype, scaled(3000, 300))
            assert parts.fill(view, worlds, MODEL, generator(match.ply))
            for place, chances in counted.items():
                where = worlds["unused"] if place[0] == "unused" else worlds["hands"][:, place[1]]
                for colour, name in enumerate(COLOURS):
                    mean = chances.get(name, (0.0, 0.0))[1]
                    assert abs(where[:, colour].mean() - mean) < scaled(0.12, 0.4)
                    compared += mean > 0.0
        match.play(chance.choice(match.legal()))
    assert compared > 30


def seen_alike(match: Match, worlds: Records, seat: int) -> bool:
    views = (look(game, match.edition, worlds[k : k + 1], seat) for k in range(len(worlds)))
    return {it.records.tobytes() for it in views} == {match.hidden(seat).records.tobytes()}


@pytest.mark.parametrize("asks_all", [False, True])
def test_worlds_look_to_the_seat_as_the_match_does_and_can_go_on(asks_all: bool) -> None:
    parts, chance = Parts(game), random.Random(1)
    match = game.start(5, seed=3, asks_all=asks_all)
    worlds = new(game.dtype, 12)
    while match.turn is not None and match.ply < scaled(60, 31):
        # Another seat than that to move, too: it may think ahead.
        seats = (match.turn, (match.turn + 1) % 5) if match.ply >= scaled(0, 29) else ()
        for seat in seats:
            assert parts.fill(match.informed(seat), worlds, MODEL, generator(match.ply))
            assert seen_alike(match, worlds, seat)
            assert (worlds["choices"] > (0 if asks_all else 1)).all()
        match.play(chance.choice(match.legal()))


def test_there_is_room_for_all_hands_of_all_seats() -> None:
    for players in range(2, scaled(7, 3)):
        match = game.start(players, seed=players)
        assert Parts(game).fill(match.informed(0), new(game.dtype, 1), MODEL, generator(1))
    # 14 of 22 cards can be at most 360 hands, 9 of 27 three times 715.
    assert MOST_PARTS > 3 * 715


def test_the_first_thing_noticed_leads_from_each_record_to_the_next() -> None:
    match = game.start(2, seed=1, asks_all=True)
    assert first_signs(match.informed(0).seen).tolist() == []
    match.play(match.legal()[0])
    match.play(match.legal()[-1])
    assert first_signs(match.informed(0).seen).tolist() == list(match.log)
