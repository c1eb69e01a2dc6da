"""Beliefs: worlds weighed by what a seat has seen the others do."""

from math import exp
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core import dispatch, loops, rng
from rookery.core.kernel import kernel
from rookery.core.match import Match
from rookery.core.seen import seen_by
from rookery.core.view import look
from rookery.games.pengqueen.policy import MUMMY
from rookery.search import Search
from rookery.search.beliefs import Beliefs, Readers
from rookery.search.memory import Memory
from rookery.search.net import net_of, shipped
from rookery.search.trust import foretell
from tests.helpers import scaled

GAMES = [("party", 3), ("ultimatum", 2), ("pengqueen", 3)]
MODEL = {"heat": 2.0, "strange": 0.2}

Hands = tuple[tuple[int, ...], ...]


@kernel
def foretold(printed: Any, states: Any, scratch: Any, mind: Any) -> int:
    return foretell(printed[0], states[0], scratch, (1.0, 0.1), mind)


def played(name: str, players: int, plies: int, *, asks_all: bool, seed: int = 5) -> Match:
    match = rookery.game(name).start(players, seed, asks_all=asks_all)
    chance = rng.generator(seed)
    while not match.over and match.ply < plies:
        legal = match.legal()
        match.play(legal[rng.below(chance[0], len(legal))])
    return match


@pytest.mark.parametrize("asks_all", [False, True])
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_world_looks_to_the_seat_as_the_match_does(
    name: str, players: int, asks_all: bool
) -> None:
    match = rookery.game(name).start(players, 5, asks_all=asks_all)
    beliefs = [Beliefs(match.game, scaled(60, 8), MODEL) for _ in range(players)]
    chance = rng.generator(3)
    while not match.over and match.ply < scaled(60, 16):
        seat, legal = match.turn, match.legal()
        assert seat is not None
        view = match.informed(seat)
        beliefs[seat].read(view)
        worlds = beliefs[seat].even(view)
        for k in range(0, len(worlds), 5):
            sight = look(match.game, match.edition, worlds[k : k + 1], seat)
            assert sight.records.tobytes() == view.records.tobytes()
        match.play(legal[rng.below(chance[0], len(legal))])


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_beliefs_carried_on_are_those_made_anew_from_the_log(name: str, players: int) -> None:
    match = rookery.game(name).start(players, 5, asks_all=True)
    seat = match.turn
    carried = Readers(match.game, scaled(40, 6), MODEL)
    chance = rng.generator(3)
    while not match.over and match.ply < scaled(40, 12):
        if match.turn == seat:
            view = match.informed(seat)
            anew = Readers(match.game, scaled(40, 6), MODEL)
            assert carried.even_worlds(view).tobytes() == anew.even_worlds(view).tobytes()
        legal = match.legal()
        match.play(legal[rng.below(chance[0], len(legal))])


def test_players_are_held_to_choose_as_a_net_advises_as_far_as_is_said() -> None:
    game = rookery.game("pengqueen")
    net = net_of(game, shipped(game).weights)
    memory = Memory.of(game, 1, learns=False, net=net)
    match, scratch = played("pengqueen", 3, 30, asks_all=False), (memory.actions, memory.weights)
    given = match.edition.printed, match.everything().records
    found = {}
    for part in (0.0, 0.25, 1.0):
        mind = (net, memory, np.zeros(game.num_actions), part)
        count = foretold(*given, scratch, mind)
        found[part] = memory.weights[:count].copy()
        assert found[part].sum() == pytest.approx(1)
    assert abs(found[0.0] - found[1.0]).max() > 0.01
    assert found[0.25] == pytest.approx(0.75 * found[0.0] + 0.25 * found[1.0])
    # So the same past tells something else, and still nothing that the seat does not see.
    match = played("pengqueen", 3, 60, asks_all=False)
    while loops.role(match.edition.printed, match.everything().records, match.turn) != MUMMY:
        match.play(match.legal()[0])
    view = match.informed(match.turn)
    model = {**MODEL, "foretells": 1.0}
    both = [Readers(game, scaled(40, 6), model).even_worlds(view, it) for it in (None, net)]
    assert both[0].tobytes() != both[1].tobytes()
    for worlds in both:
        sight = look(game, match.edition, worlds[:1], view.number)
        assert sight.records.tobytes() == view.records.tobytes()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_nothing_hidden_changes_what_a_seat_has_seen(name: str, players: int) -> None:
    """The law of secrets: two worlds, one past."""
    compared = 0
    for seed in range(scaled(12, 4)):
        first = rookery.game(name).start(players, seed, asks_all=True)
        seat = seed % players
        worlds = (first.redeal(seat, number).to_dict() for number in (1, 2))
        match, world = (first.game.from_dict(it, seed=seed, asks_all=True) for it in worlds)
        chance = rng.generator(seed)
        while not match.over and match.ply < 30:
            legal = match.legal()
            action = legal[rng.below(chance[0], len(legal))]
            if world.turn != match.turn or action not in world.legal():
                break
            match.play(action)
            world.play(action)
            if match.information(seat) != world.information(seat):
                break
            assert seen_by(match, seat) == seen_by(world, seat)
            compared += match.to_dict() != world.to_dict()
    assert compared > 0


def test_nobody_else_learns_of_a_card_that_is_kept() -> None:
    """Q18: neither that a hunter thought about a card nor that it kept one shows in the signs."""
    found = False
    for seed in range(40):
        match = played("pengqueen", 3, 120, asks_all=True, seed=seed)
        kept = [ply for ply, action in enumerate(match.log) if match.notation(action) == "hide"]
        mummy = match.hidden(None).fields.mummy_seat
        seen = seen_by(match, mummy)
        assert match.parse("hide") not in seen.signs
        # A move that is heard is a die, whatever square it led to.
        assert all(sign < 5 or sign >= match.parse("roll") for sign in seen.signs)
        found = found or bool(kept)
        if found:
            break
    assert found


@pytest.mark.parametrize("players", [2, 3])
def test_on_a_tiny_table_beliefs_are_what_bayes_says(players: int) -> None:
    """Every deal that fits, weighed by how likely the others' actions were in it."""
    game = rookery.game("party")
    match = game.start(players, 11, edition="tiny-9", rounds=1, asks_all=True)
    chance = rng.generator(1)
    while match.ply < players:
        legal = match.legal()
        match.play(legal[rng.below(chance[0], len(legal))])
    seat = match.turn
    assert seat is not None
    beliefs = Beliefs(game, scaled(20_000, 2000), MODEL)
    beliefs.read(match.informed(seat))
    believed: dict[Hands, float] = {}
    for world, weight in zip(beliefs.worlds, beliefs.weights, strict=True):
        if weight == 0.0:
            continue
        hands = held_by_others(world, seat)
        believed[hands] = believed.get(hands, 0.0) + weight / beliefs.weights.sum()
    exact = posterior(match, seat)
    assert set(believed) <= set(exact)
    far = sum(abs(share - believed.get(hands, 0.0)) for hands, share in exact.items()) / 2
    assert far < scaled(4, 13) / 100  # fewer worlds tell less
    fair = posterior(match, seat, blind=True)
    assert sum(abs(share - fair[hands]) for hands, share in exact.items()) / 2 > 0.05


def held_by_others(world: Any, seat: int) -> Hands:
    hands = world["hands"].tolist()
    return tuple(tuple(hands[it]) for it in range(int(world["players"])) if it != seat)


def posterior(match: Match, seat: int, *, blind: bool = False) -> dict[Hands, float]:
    """What the others may hold: worlds of the first position, by the model of players."""
    first = match.beginning()
    totals: dict[Hands, float] = {}
    for seed in range(scaled(6000, 1500)):  # each deal as likely as a shuffle makes it
        world = first.redeal(seat, seed)
        likely = 1.0
        for action in match.log:
            if action not in world.legal():
                likely = 0.0
                break
            if world.turn != seat and not blind:
                likely *= trust(world, action)
            world.play(action)
        if likely and world.view(seat) == match.view(seat):
            hands = held_by_others(world.everything().records[0], seat)
            totals[hands] = totals.get(hands, 0.0) + likely
    whole = sum(totals.values())
    return {hands: share / whole for hands, share in totals.items()}


def trust(match: Match, action: int) -> float:
    """How likely whoever is to move takes an action, written out."""
    legal = match.legal()
    heat, strange = MODEL["heat"], MODEL["strange"]
    weights = [exp(heat * leaning) for leaning in leanings(match, legal)]
    share = weights[legal.index(action)] / sum(weights)
    return (1 - strange) * share + strange / len(legal)


def leanings(match: Match, legal: list[int]) -> list[float]:
    state = match.everything().records.copy()
    out = np.zeros(len(legal))
    habits = dispatch._by_dtype[match.game.dtype]["habits"]
    habits(match.edition.printed[0], state[0], np.array(legal), len(legal), out)
    return out.tolist()


def test_a_search_draws_from_what_it_believes() -> None:
    match = played("party", 2, 10, asks_all=False)
    seat = match.turn
    count = scaled(200, 20)
    search = Search(match.game, room=500, worlds=count, solve=False)
    search.decide(match.informed(seat), match.legal(), rng.generator(1), iterations=scaled(50, 5))
    memory = search._memories[0]
    assert memory.heads["believed"][0] == count
    hands = {world["hands"][1 - seat].tobytes() for world in memory.worlds}
    assert len(hands) > 1
    search.decide(match.hidden(seat), match.legal(), rng.generator(1), iterations=scaled(50, 5))
    assert memory.heads["believed"][0] == 0


def test_what_cannot_be_foreseen_begins_anew() -> None:
    """A new round: none of the old worlds deals just these cards."""
    match = rookery.game("party").start(2, 3, rounds=3)
    chance = rng.generator(1)
    while match.hidden(0).fields.round < 2:
        legal = match.legal()
        match.play(legal[rng.below(chance[0], len(legal))])
    beliefs = Beliefs(match.game, scaled(50, 8), MODEL)
    seat = match.turn
    assert seat is not None
    view = match.informed(seat)
    beliefs.read(view)
    for world in beliefs.worlds:
        records = np.array([world], match.game.dtype)
        assert look(match.game, match.edition, records, seat).to_dict() == view.to_dict()
