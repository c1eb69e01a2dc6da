"""What every game owes the rest of Rookery, checked for all of them alike."""

import json
import random

import numpy as np
import pytest

import rookery
from rookery.bots import find
from rookery.core import rng
from rookery.core.match import Match
from tests.helpers import SEATINGS, matches, oracle, play_on, scaled

everywhere = pytest.mark.parametrize(("name", "players"), SEATINGS)


@everywhere
def test_random_matches_agree_with_the_oracle_step_by_step(name: str, players: int) -> None:
    decisions = 0
    for match in matches(name, players, 10_000, "oracle"):
        compare_with_oracle(match)
        decisions += match.ply
        if decisions > scaled(4_000, 250):
            break


def compare_with_oracle(match: Match) -> None:
    """Legal actions, positions, scores and winners, at every step to the end."""
    rules = oracle(match.game)
    edition = match.edition.data
    chance = random.Random(match.commitment)
    position = match.to_dict()
    assert rules.explain_start(position, match.players, match.options, edition) is None
    while not match.over:
        actions = match.legal()
        texts = [match.notation(action) for action in actions]
        assert actions == sorted(set(actions))
        assert sorted(texts) == sorted(rules.legal(position, edition))
        assert len(set(texts)) == len(texts) >= 2
        action = chance.choice(actions)
        text = match.notation(action)
        assert match.parse(text) == action
        match.play(action)
        after = match.to_dict()
        assert rules.explain(position, text, after, edition) is None, (position, text)
        position = after
    assert rules.legal(position, edition) == []
    assert match.scores() == rules.scores(position, edition)
    assert match.winners() == sorted(rules.winners(position, edition))
    assert match.ending() in match.game.endings


@everywhere
def test_a_sampled_world_looks_the_same_to_the_seat(name: str, players: int) -> None:
    for match in matches(name, players, scaled(12, 1), "redeal"):
        chance = random.Random(match.commitment)
        while True:
            for seat in (*range(players), None):
                check_sampled_world(match, seat, chance.getrandbits(60))
            if match.over:
                break
            play_on(match, chance, 1 + chance.randrange(scaled(4, 12)))


def check_sampled_world(match: Match, seat: int | None, seed: int) -> None:
    hidden = match.hidden(seat)
    world = match.redeal(seat, seed)
    again = world.hidden(seat)
    assert again.records.tobytes() == hidden.records.tobytes()
    assert world.view(seat) == match.view(seat)
    assert world.over == match.over
    assert world.over or len(world.legal()) >= 2
    if seat is not None and world.turn == match.turn == seat:
        assert world.legal() == match.legal()
    # The sampled world is a real position: it can be written down and read again.
    position = world.to_dict()
    copy = world.game.from_dict(position, edition=world.edition)
    assert copy.to_dict() == position
    assert copy.legal() == world.legal()
    # And a match can go on in it.
    play_on(world, random.Random(seed), 3)


@everywhere
def test_redeal_needs_nothing_but_the_view(name: str, players: int) -> None:
    """Two worlds a seat cannot tell apart give the same sample from the same generator."""
    for match in matches(name, players, scaled(6, 1), "blind"):
        chance = random.Random(match.commitment)
        play_on(match, chance, chance.randrange(40))
        for seat in (*range(players), None):
            other = match.redeal(seat, 1)
            assert other.redeal(seat, 2).to_dict() == match.redeal(seat, 2).to_dict()


@everywhere
def test_bots_see_only_the_view_and_choose_legal_actions(name: str, players: int) -> None:
    game = rookery.game(name)
    bots = [find("random", game), find("greedy", game), find("emperor", game, iterations=9)]
    for match in matches(name, players, scaled(3, 1), "bots"):
        chance = random.Random(match.commitment)
        while not match.over:
            bot = chance.choice(bots)
            seat = match.turn
            choices = []
            for world in (match, match.redeal(seat, 5)):
                legal = world.legal()
                choices.append(bot.choose(world.hidden(seat), legal, rng.generator(9)))
            assert choices[0] == choices[1]
            assert choices[0] in match.legal()
            match.play(choices[0])


@everywhere
def test_undo_leads_back_step_by_step(name: str, players: int) -> None:
    for match in matches(name, players, scaled(4, 1), "undo"):
        chance = random.Random(match.commitment)
        trail = []
        for _ in range(60):
            if match.over:
                break
            trail.append((match.to_dict(), match.legal(), match.log))
            play_on(match, chance, 1)
        end = match.to_dict()
        log = match.log
        for position, legal, past in reversed(trail):
            match.undo()
            assert (match.to_dict(), match.legal(), match.log) == (position, legal, past)
        for action in log:
            match.play(action)
        assert match.to_dict() == end


@everywhere
def test_a_copy_lives_its_own_life(name: str, players: int) -> None:
    for match in matches(name, players, scaled(4, 1), "copy"):
        play_on(match, random.Random(1), 8)
        before = match.to_dict()
        twin = match.copy()
        assert twin.to_dict() == before
        play_on(twin, random.Random(2), 5)
        assert match.to_dict() == before
        log = twin.log
        for action in log[match.ply :]:
            match.play(action)
        assert match.to_dict() == twin.to_dict()  # the same chance, too


@everywhere
def test_saved_matches_replay_exactly(name: str, players: int) -> None:
    for number, match in enumerate(matches(name, players, scaled(6, 1), "save")):
        play_on(match, random.Random(number), 25 * number)
        text = match.save()
        again = rookery.load(text)
        assert again.to_dict() == match.to_dict()
        assert again.log == match.log
        assert again.save() == text
        again.verify()


@everywhere
def test_a_match_begun_at_a_position_is_saved_with_it(name: str, players: int) -> None:
    match = next(matches(name, players, 1, "position"))
    play_on(match, random.Random(3), 10)
    later = match.game.from_dict(match.to_dict(), seed=4, edition=match.edition)
    play_on(later, random.Random(5), 10)
    again = rookery.load(later.save())
    assert again.to_dict() == later.to_dict()
    assert again.save() == later.save()


@everywhere
def test_positions_survive_json(name: str, players: int) -> None:
    for match in matches(name, players, scaled(6, 1), "json"):
        chance = random.Random(match.commitment)
        while not match.over:
            position = json.loads(json.dumps(match.to_dict()))
            again = match.game.from_dict(position, edition=match.edition)
            assert again.to_dict() == match.to_dict()
            assert again.legal() == match.legal()
            assert again.turn == match.turn
            play_on(match, chance, 1 + chance.randrange(5))
        over = match.game.from_dict(match.to_dict(), edition=match.edition)
        assert over.over
        assert over.scores() == match.scores()
        assert over.winners() == match.winners()


@everywhere
def test_a_batch_plays_by_the_same_rules(name: str, players: int) -> None:
    game = rookery.game(name)
    batch = game.batch(scaled(130, 3), players=players, seed=6, threads=2)
    for _ in range(scaled(40, 6)):
        mask = batch.mask()
        rows = batch.observe()
        assert np.isfinite(rows).all()
        for i in range(0, len(batch), 13):
            position = game.write_position(batch.edition, batch.states[i])
            match = game.from_dict(position)
            assert mask[i].nonzero()[0].tolist() == match.legal()
            assert (match.turn if match.turn is not None else -1) == batch.turn[i]
            assert batch.scores()[i].tolist() == match.scores()
        batch.step(batch.pick())
        batch.reset(batch.over)


@everywhere
def test_features_depend_on_the_view_alone(name: str, players: int) -> None:
    game = rookery.game(name)
    batch = game.batch(1, players=players, seed=3)
    for match in matches(name, players, scaled(4, 1), "features"):
        play_on(match, random.Random(match.commitment), 20)
        if match.edition.name != batch.edition.name:
            continue
        for seat in range(players):
            rows = []
            for world in (match, match.redeal(seat, 8)):
                batch.states[0] = world._states[0]
                rows.append(batch.observe(seat).tobytes())
            assert rows[0] == rows[1]


@everywhere
def test_the_number_of_threads_changes_nothing(name: str, players: int) -> None:
    game = rookery.game(name)
    batches = [game.batch(scaled(200, 2), players, seed=4, threads=n) for n in (1, 2)]
    for _ in range(10):
        for batch in batches:
            batch.step(batch.pick())
        assert batches[0].states.tobytes() == batches[1].states.tobytes()
