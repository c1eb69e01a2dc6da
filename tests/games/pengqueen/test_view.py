"""Who sees what when: a leak here would spoil the game."""

import random

import pytest

from rookery.core.match import Match
from tests.games.pengqueen.tables import ENTRANCE, GAME, SARCOPHAGUS, table
from tests.helpers import play_on, scaled

PAWNS = ["d5", "c2", "a5"]
TRAILS = [["c5", "d5", "e4"], ["c2", "d2"], ["a5"]]
MUMMY, OWNER, OTHERS = 0, 1, (2, 3)


def asked_for_a_card() -> tuple[Match, Match]:
    """Hunter 0 is about to move onto r1, and has moved there."""
    before = table(PAWNS, "h6", aside=1, rolled=[1, 2, 2, "arrow"], trail=TRAILS)
    after = before.copy()
    after.play("2>f5")
    return before, after


def same_bytes(one: Match, two: Match, seat: int | None) -> bool:
    return one.hidden(seat).records.tobytes() == two.hidden(seat).records.tobytes()


@pytest.mark.parametrize("seat", [MUMMY, *OTHERS, None])
def test_nobody_sees_that_a_card_could_be_played(seat: int | None) -> None:
    # Q18: not even the other hunters, for whom it would tell a card
    before, after = asked_for_a_card()
    assert after.to_dict()["phase"] == "card"
    assert same_bytes(before, after, seat)
    assert after.view(seat)["phase"] == "move"


def test_its_own_hunter_sees_it() -> None:
    # Q18
    _, after = asked_for_a_card()
    view = after.view(OWNER)
    assert (view["phase"], view["pawns"][0], view["rolled"]) == ("card", "f5", [])


def test_a_kept_card_looks_like_no_card() -> None:
    # Q18: the same move by a hunter without that card, as the mummy and the others see it
    without = [["y1", "g1", "s1", "r4", "p1"], *table(PAWNS).to_dict()["cards"][1:]]
    _, keeping = asked_for_a_card()
    keeping.play("hide")
    for seed in range(400):
        other = table(
            PAWNS, "h6", aside=1, rolled=[1, 2, 2, "arrow"], trail=TRAILS, cards=without, seed=seed
        )
        other.play("2>f5")
        if other.to_dict()["aside"] == keeping.to_dict()["aside"]:
            break
    for seat in (MUMMY, None):
        assert same_bytes(keeping, other, seat)


def test_the_mummy_sees_no_dice_but_those_aside() -> None:
    # "What a seat knows"
    one = table(PAWNS, "h6", aside=2, rolled=[1, 1, 1])
    two = table(PAWNS, "h6", aside=2, rolled=[2, 4, "arrow"])
    for seat in (MUMMY, None):
        assert same_bytes(one, two, seat)
        assert one.view(seat)["rolled"] == [None, None, None]
        assert one.view(seat)["aside"] == 2
    assert not same_bytes(one, two, OTHERS[0])


def test_the_mummy_does_not_see_whether_a_die_can_be_used() -> None:
    # Q16: an only action looks like a choice, to the byte
    pawns = ["e1", "d1", "a5"]
    useless = table(pawns, "d2", rolled=[1, 1, 1, 1, "arrow"], asks_all=True)
    choice = table(pawns, "d2", rolled=[1, 1, 1, 2, "arrow"], asks_all=True)
    assert (len(useless.legal()), len(choice.legal())) == (1, 2)
    for seat in (MUMMY, None):
        assert same_bytes(useless, choice, seat)
    assert not same_bytes(useless, choice, OTHERS[0])


@pytest.mark.parametrize("seat", [MUMMY, OWNER, *OTHERS, None])
def test_between_a_die_and_a_move_nobody_sees_where_it_leads(seat: int | None) -> None:
    # Q12, Q16: the state after the announcement
    seen = set()
    for action in ("2>f5", "2>d5"):  # onto a treasure of the hand, and back and forth
        match = table(PAWNS, "h6", aside=1, rolled=[1, 2, 2, "arrow"], trail=TRAILS, asks_all=True)
        match.play(action)
        moment = match.steps(0)[0].view(seat)
        assert moment is not None
        seen.add(moment.view.records.tobytes())
    assert len(seen) == 1


@pytest.mark.parametrize("phase", ["start", "move", "mummy"])
def test_the_mummy_sees_no_pawn_and_no_card(phase: str) -> None:
    # Q6: other cells of the trails, other cards of the same colours
    one = table(PAWNS, "h6", phase, aside=1, trail=TRAILS)
    cards = [
        ["y5", "g2", "s2", "r2", "p2"],
        ["y1", "g1", "s1", "r1", "p1"],
        ["y4", "g4", "s4", "r4", "p4"],
    ]
    two = table(["c5", "d2", "a5"], "h6", phase, aside=1, trail=TRAILS, cards=cards)
    for seat in (MUMMY, None):
        assert same_bytes(one, two, seat)
        assert one.view(seat)["pawns"] == [None, None, None]
        assert one.view(seat)["trail"] == TRAILS


def test_a_spectator_sees_what_the_mummy_sees() -> None:
    for seed in range(scaled(5, 1)):
        match = GAME.start(4, seed, "small")
        chance = random.Random(seed)
        while not match.over:
            assert match.view(None) == match.view(0)
            play_on(match, chance, 1)


def test_backs_show_the_colours_still_held() -> None:
    # "What a seat knows"
    cards = [["y1", "s1"], *table(PAWNS).to_dict()["cards"][1:]]
    match = table(PAWNS, "h6", cards=cards, revealed=[["g1", "r1", "p1"], [], []])
    assert match.view(MUMMY)["cards"][0] == ["y", "s"]
    assert match.view(OTHERS[0])["cards"][0] == ["y", "s"]
    assert match.view(MUMMY)["revealed"][0] == ["g1", "r1", "p1"]
    pair = table(["d5", "c2"], "h6", players=2)
    assert pair.view(MUMMY)["cards"] == [["y", "y", "g", "g", "s", "s", "r", "r", "p", "p"]]


def test_everybody_sees_lives_catches_and_who_is_out() -> None:
    match = table(["d5", None, SARCOPHAGUS], "h6")
    for seat in (0, 1, 3, None):
        view = match.view(seat)
        assert (view["lives"], view["caught"]) == ([3, 0, 2], 4)
        assert view["pawns"][1] is None
        assert view["trail"] == [["d5"], [], [SARCOPHAGUS]]


def test_known_cells_are_told_by_the_trail_alone() -> None:
    view = GAME.start(3, 1, "small").view(0)
    assert view["pawns"] == [None, None]
    assert view["trail"] == [[ENTRANCE], [ENTRANCE]]


def test_a_view_is_no_position() -> None:
    match = table(PAWNS, "h6")
    for seat in (0, 1, None):
        with pytest.raises(ValueError, match=r"pawns|cards"):
            GAME.from_dict(match.view(seat))
