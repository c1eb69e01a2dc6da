"""What every game owes the rest of Rookery, checked for all of them alike."""

import json
import random

import numpy as np
import pytest

import rookery
from rookery.bots import find
from rookery.core import rng
from tests.beside import beside
from tests.helpers import SEATINGS, matches, play_on, scaled
from tests.knowing import check_knowledge, check_views

everywhere = pytest.mark.parametrize(("name", "players"), SEATINGS)
asked = pytest.mark.parametrize("asks_all", [False, True], ids=["choices", "all"])


@everywhere
@asked
def test_random_matches_agree_with_the_rules_and_show_what_a_seat_knows(
    name: str, players: int, asks_all: bool
) -> None:
    """Beside the oracle, step by step; and at every decision the oracle says who knows what."""
    decisions = alike = 0
    for match in matches(name, players, 10_000, "oracle", asks_all):
        for situation in beside(match):
            if decisions % scaled(16, 25):
                check_views(situation)
            else:
                alike += check_knowledge(situation, decisions)
            decisions += 1
        if decisions > scaled(250, 60):
            break
    assert alike or not asks_all


@everywhere
def test_bots_see_only_the_view_and_choose_legal_actions(name: str, players: int) -> None:
    game = rookery.game(name)
    bots = [find("random", game), find("greedy", game), find("emperor", game, iterations=9)]
    for match in matches(name, players, scaled(2, 1), "bots"):
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
