"""Reviews: the parts add up, own judgements know nothing hidden, and noise is no fault."""

import json
import random
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.cli import main
from rookery.core.chance import outcomes
from rookery.core.match import Match
from rookery.review import Reviewer, knowledge, review
from rookery.review.sampling import DEAL, Sampler
from tests.helpers import SEATINGS, scaled, short


def played(name: str, players: int, seed: int) -> Match:
    """A whole match of random actions."""
    match = rookery.game(name).start(players=players, seed=seed, **short(name))
    chance = random.Random(seed)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_the_parts_add_up_to_the_result(name: str, players: int) -> None:
    match = played(name, players, 3)
    found = Reviewer(match.game, "quick").review(match)
    winners = match.winners()
    for seat in range(players):
        share = (seat in winners) / max(1, len(winners))
        decided = found.own(seat) + found.others(seat) + found.hidden(seat)
        parts = found.before[seat] + decided + found.luck(seat)
        assert parts == pytest.approx(share, abs=1e-12)
        assert found.skill(seat)[0] == pytest.approx(share - found.luck(seat), abs=1e-12)
    assert len(found.decisions) == match.ply


def test_a_review_of_part_of_a_match_ends_with_the_chances_there() -> None:
    match = rookery.game("party").start(players=3, seed=5)
    for _ in range(6):
        match.play(match.legal()[0])
    found = review(match, "quick")
    assert sum(found.result) == pytest.approx(1.0)
    assert 0 < min(found.result) < max(found.result) < 1


@pytest.mark.parametrize("name", rookery.games())
def test_nothing_hidden_has_a_say_in_a_seats_own_judgement(name: str) -> None:
    """The same view in two worlds: all that the seat could judge is the same, to the last digit."""
    game = rookery.game(name)
    reviewer = Reviewer(game, "quick")
    match = game.start(players=3, seed=8)
    chance = random.Random(4)
    for _ in range(12):
        match.play(chance.choice(match.legal()))
    seat, action = match.turn, chance.choice(match.legal())
    one, other = match.redeal(seat, 1), match.redeal(seat, 2)
    assert one.to_dict() != other.to_dict()
    found = []
    for world in (one, other):
        world.play(action)
        it = reviewer.review(world).decisions[0]
        found.append((it.best, it.cost, it.alternatives, it.own.tolist(), it.decided.tolist()))
    assert found[0] == found[1]


def test_a_review_is_the_same_every_time_and_another_with_another_seed() -> None:
    match = played("ultimatum", 2, 1)
    one, again, other = (review(match, "quick", seed).to_dict() for seed in (0, 0, 1))
    assert one == again
    assert one["decisions"] != other["decisions"]


def test_where_the_answer_is_known_a_blunder_costs_and_the_best_action_does_not() -> None:
    """A late position of one round, solved exactly: the cost is what the solver says."""
    from tests.search.positions import solvable

    for match in solvable(3, (2,)):
        costs = {}
        for action in match.legal():
            other = match.copy()
            other.play(action)
            costs[action] = Reviewer(match.game, "quick").review(other).decisions[-1].cost
        assert min(costs.values()) == 0
        assert all(0 <= cost <= 1 for cost in costs.values())


def test_what_is_called_a_mistake_still_is_one_at_a_second_look() -> None:
    """Differences within the noise are called equal: few mistakes vanish with more time."""
    game = rookery.game("party")
    quick, normal = Reviewer(game, "quick"), Reviewer(game, "normal", seed=1)
    mistakes, vanished = 0, 0
    for seed in range(24):
        match = game.start(players=2, seed=seed, rounds=1)
        match.play(match.legal()[seed % len(match.legal())])
        if quick.review(match).decisions[0].cost > 0:
            mistakes += 1
            vanished += normal.review(match).decisions[0].cost == 0
    assert mistakes >= 5
    assert vanished <= mistakes / 3


def test_the_command_tells_seats_and_lessons(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played("party", 3, 2)
    file = tmp_path / "match.txt"
    file.write_text(match.save())
    picture = tmp_path / "curve.svg"
    assert main(["review", str(file), "--depth=quick", f"--picture={picture}"]) == 0
    assert "accuracy" in capsys.readouterr().out
    assert picture.read_text().startswith("<svg")
    assert main(["review", str(file), "--depth=quick", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["players"] == 3
    assert len(found["decisions"]) == match.ply


def test_a_damaged_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.txt"
    file.write_text(played("party", 2, 2).save().replace("seat 0", "seat 1", 1))
    assert main(["review", str(file)]) == 2
    assert "rookery:" in capsys.readouterr().err
    assert main(["review", str(file), "--depth=quick", "--known=99"]) == 2


def test_what_a_seat_could_know_of_a_hand_is_what_the_cards_left_say() -> None:
    """P3: of two players one sees 14 cards; the other 22 lie in the other hand or are unused."""
    match = rookery.game("party").start(players=2, seed=7, rounds=1)
    hand, unused = knowledge(match, 0, worlds=300)
    assert (hand.place, unused.place) == (("hands", 1), ("unused",))
    deck = {"red": 7, "green": 7, "yellow": 7, "purple": 7, "blue": 8}
    mine = match.view(0)["hands"][0]
    for colour, count in hand.counts.items():
        left = deck[colour] - mine.get(colour, 0)
        assert count == pytest.approx(left * 14 / 22, abs=0.35)
        assert count + unused.counts.get(colour, 0) == pytest.approx(left)
    assert knowledge(match, 0, worlds=300) == [hand, unused]


@pytest.mark.parametrize("name", rookery.games())
def test_what_can_be_known_is_true_of_nothing_that_cannot_be(name: str) -> None:
    """What is hidden in the real world has a chance in what the seat could know."""
    match = rookery.game(name).start(players=3, seed=9)
    chance = random.Random(2)
    for _ in range(10):
        match.play(chance.choice(match.legal()))
    for seat in (0, 1, 2, None):
        for it in knowledge(match, seat, worlds=60):
            assert all(0 < share <= 1 for share in it.chances.values())
            assert (it.error(next(iter(it.chances))) > 0) == (it.worlds > 0)
            assert all(0 <= share <= 1 for share in it.believed.values())


def test_what_chance_did_is_zero_on_average_over_all_it_may_do() -> None:
    """Of a deal and of a card drawn: all results, with their probabilities, against the mean."""
    deal = rookery.game("party").start(players=2, seed=3, edition="tiny-8", rounds=1)
    draw = rookery.game("ultimatum").start(players=4, seed=7)
    draw.play(draw.legal()[0])
    for match, action, told in ((deal, DEAL, None), (draw, draw.legal()[0], draw.legal()[0])):
        judge = Sampler(match.game, scaled(400, 20))
        mean = judge.open(match, bytes(32), action)
        total, spread = np.zeros(match.players), mean.errors**2
        for number, it in enumerate(outcomes(match, told)):
            after = judge.open(it.match, bytes([number] * 32))
            total += float(it.probability) * after.means
            spread = spread + (float(it.probability) * after.errors) ** 2
        assert (abs(total - mean.means) < 5 * np.sqrt(spread)).all()


def test_chance_did_nothing_where_none_was_drawn() -> None:
    match = played("party", 3, 4)
    found = review(match, "quick")
    for it, again in zip(found.decisions, list(map(drawn, match.replay()))[1:], strict=True):
        assert it.chance.any() == again
    assert found.deal.any()


def drawn(match: Match) -> bool:
    """Whether chance had a part in the last action."""
    return match.drew


def test_what_is_not_believed_goes_by_what_seats_are() -> None:
    """With no faith at all, a mummy that counts twice has half of it, and each hunter a quarter."""
    match = rookery.game("pengqueen").start(players=3, seed=1)
    judge = Sampler(match.game, 4)
    judge.faith = {3: (0.0, 2.0)}
    found = judge.open(match, bytes(32)).means
    mummy = match.to_dict()["mummy_seat"]
    assert found.tolist() == pytest.approx([0.5 if it == mummy else 0.25 for it in range(3)])
    judge.faith = {}
    assert judge.open(match, bytes(32)).means.sum() == pytest.approx(1.0)
