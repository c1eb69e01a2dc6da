"""The steps of Pyramid of Pengqueen: what happens one after the other, and who knows of it."""

import json
import random

import pytest

from rookery.core.match import Match
from rookery.core.steps import Things
from tests.games.pengqueen.tables import GAME, HANDS, SARCOPHAGUS, table, texts
from tests.helpers import scaled

PAWNS = ["d5", "c2", "a5"]
TRAILS = [["c5", "d5", "e4"], ["c2", "d2"], ["a5"]]
MUMMY, OWNER, OTHER = 0, 1, 2
EVERYBODY = (MUMMY, OWNER, OTHER, 3, None)
#: What the mummy and spectators get of a hunter's turn; of ``roll`` not the dice.
HEARD = {"reset", "roll", "aside", "lost", "stuck", "announce", "reveal"}


def asked(*args: object, **others: object) -> Match:
    """A table that asks for every action."""
    return table(*args, asks_all=True, **others)  # type: ignore[arg-type]


def played(match: Match, action: str) -> list[Things]:
    """Play on; what happens until the next decision."""
    match.play(action)
    return [step.to_dict() for step in match.steps(match.ply - 1)]


def seen(match: Match, seat: int | None, since: int = 0) -> list[Things]:
    return [moment.things for moment in match.moments(seat, since)]


def kinds(steps: list[Things]) -> list[str]:
    return [step["kind"] for step in steps]


def rolling(dice: list[list[int | str]], **others: object) -> Match:
    """A table at which the first rolls of pawn 0 fall like this."""
    for seed in range(100_000):
        match = asked(PAWNS, "h6", "start", seed=seed, **others)
        again = match.copy()
        if all(played(again, "roll")[0]["dice"] == faces for faces in dice):
            return match
    raise AssertionError("no such roll")


# ---------------------------------------------------------------- what happens


def test_the_rule_books_dice() -> None:
    # Q8, Q10, Q12: two dice lie aside, three are rolled: mummy, 1, 2. The mummy die joins the two.
    # The other two are rolled again: 1 and 4. The 4 is announced.
    match = rolling([[1, 2, "mummy"], [1, 4]], aside=2)
    whose = {"seat": OWNER, "pawn": 0}
    assert played(match, "roll") == [
        {"kind": "roll", **whose, "dice": [1, 2, "mummy"]},
        {"kind": "aside", **whose, "count": 3},
    ]
    assert match.to_dict()["rolled"] == [1, 2]
    assert played(match, "roll") == [{"kind": "roll", **whose, "dice": [1, 4]}]
    assert played(match, "4>b5") == [
        {"kind": "announce", **whose, "die": 4},
        {"kind": "move", **whose, "to": "b5"},
    ]
    assert (match.turn, match.to_dict()["phase"]) == (OTHER, "start")


def test_a_match_begins_with_the_deal_and_asks_for_the_first_roll() -> None:
    # Q5, Q7, Q8
    match = GAME.start(4, 1, "small", mummy_seat=2, asks_all=True)
    assert [step.to_dict() for step in match.steps()] == [{"kind": "deal"}]
    assert (match.turn, texts(match)) == (3, {"roll"})
    by_itself = GAME.start(4, 1, "small", mummy_seat=2)
    assert kinds([step.to_dict() for step in by_itself.steps()])[:2] == ["deal", "roll"]


def test_dice_fall_before_they_are_put_aside() -> None:
    # Q10
    match = rolling([[1, 2, "mummy"]], aside=2)
    match.play("roll")
    fallen, aside = match.steps(0)
    assert [step.records[0]["aside"] for step in (fallen, aside)] == [2, 3]


def test_five_dice_aside_cost_the_turn() -> None:
    # Q11
    match = rolling([["mummy"]], aside=4)
    assert played(match, "roll")[1:] == [
        {"kind": "aside", "seat": OWNER, "pawn": 0, "count": 5},
        {"kind": "lost", "seat": OWNER, "pawn": 0},
    ]
    assert (match.turn, texts(match)) == (OTHER, {"reset"})  # Q9


def test_a_reset_gives_the_mummy_a_special_turn() -> None:
    # Q9, Q22: even if just caught the hunter goes on, with five dice
    match = asked(PAWNS, "e5", "start", aside=2)
    assert played(match, "reset") == [
        {"kind": "reset", "seat": OWNER, "pawn": 0},
        {"kind": "mummy", "seat": MUMMY, "die": None, "steps": 2, "special": True},
    ]
    assert played(match, "left") == [
        {"kind": "step", "seat": MUMMY, "to": "d5"},
        {"kind": "catch", "seat": MUMMY, "pawn": 0},
    ]
    assert (match.turn, texts(match), match.to_dict()["aside"]) == (OWNER, {"roll"}, 0)


def test_without_a_usable_die_only_rolling_again_is_left() -> None:
    # Q16: with the mummy on d2, e1 has only d1 to go to, where another pawn stands
    match = asked(["e1", "d1", "a5"], "d2", rolled=[1, 1, 1, "arrow", "arrow"])
    assert texts(match) == {"roll"}
    assert kinds(played(match, "roll"))[0] == "roll"
    # The mummy cannot tell: neither by what it sees nor in which worlds it believes.
    usable = asked(["e1", "d1", "a5"], "d2", rolled=[1, 1, 1, 2, 2])
    useless = asked(["e1", "d1", "a5"], "d2", rolled=[1, 1, 1, "arrow", "arrow"])
    for seat in (MUMMY, None):
        assert usable.hidden(seat).records.tobytes() == useless.hidden(seat).records.tobytes()
        worlds = [usable.redeal(seat, seed) for seed in range(scaled(300, 60))]
        assert {len(world.legal()) == 1 for world in worlds} == {True, False}
        asks_choices = table(["e1", "d1", "a5"], "d2", rolled=[1, 1, 1, 2, 2])
        worlds = [asks_choices.redeal(seat, seed) for seed in range(scaled(300, 60))]
        assert all(len(world.legal()) > 1 for world in worlds)


def test_an_only_action_is_played_by_itself_where_only_choices_are_asked() -> None:
    # Q9, Q11: with five dice aside the next hunter takes them back, unasked
    match = table(PAWNS, "h6", "mummy", aside=5, steps=6)
    assert kinds(played(match, "stop")) == ["stop", "round", "reset", "mummy"]
    match = asked(PAWNS, "h6", "mummy", aside=5, steps=6)
    assert kinds(played(match, "stop")) == ["stop", "round"]
    assert kinds(played(match, "reset")) == ["reset", "mummy"]


def test_a_boxed_in_hunter_passes() -> None:
    # Q17: no reset, no roll
    match = asked(["d5", "h6", "a5"], "h5", aside=1, rolled=[1, 1, 1, 1])
    assert played(match, "1>e5")[2:] == [{"kind": "stuck", "seat": OTHER, "pawn": 1}]
    assert match.turn == 3


def test_the_die_is_announced_before_the_trail_spreads() -> None:
    # Q12, Q27
    match = asked(PAWNS, "h6", aside=1, rolled=[1, 2, 2, "arrow"], trail=TRAILS)
    match.play("1>e5")
    announced, moved = match.steps(0)
    for seat in EVERYBODY:
        moment = announced.view(seat)
        assert moment is not None
        assert moment.view.to_dict()["trail"] == TRAILS
        assert moment.view.to_dict()["pawns"][0] == (None if seat in (MUMMY, None) else "d5")
    assert GAME.write_position(match.edition, moved.records[0])["pawns"][0] == "e5"
    assert "e5" in GAME.write_position(match.edition, moved.records[0])["trail"][0]


def test_the_mummys_turn() -> None:
    # Q7, Q19, Q21: the black die and the dice aside; the turn ends by itself with the last step
    match = asked(PAWNS, "e4", pawn=2, aside=1, rolled=[1, 1, 1, 1], limit=5, round=4)
    turn = played(match, "1>b5")[-1]
    steps = match.to_dict()["steps"]
    assert turn == {
        "kind": "mummy",
        "seat": MUMMY,
        "die": steps - 1,
        "steps": steps,
        "special": False,
    }
    cells = ["f4", "e4"] * steps
    for number, cell in enumerate(cells[:steps], 1):
        told = played(match, "right" if cell == "f4" else "left")
        assert told[0] == {"kind": "step", "seat": MUMMY, "to": cell}
        assert kinds(told[1:]) == (["round"] if number == steps else [])
    assert (match.to_dict()["round"], match.turn) == (5, OWNER)


def test_a_stopping_mummy_ends_the_round() -> None:
    # Q19, Q26
    match = asked(PAWNS, "e5", "mummy", limit=6)
    assert played(match, "stop") == [
        {"kind": "stop", "seat": MUMMY},
        {"kind": "round", "round": 5},
    ]
    late = asked(PAWNS, "e5", "mummy", limit=5)
    assert played(late, "stop")[1:] == [
        {"kind": "round", "round": 5},
        {"kind": "end", "winners": []},
    ]


def test_the_last_life() -> None:
    # Q20: into the sarcophagus first, then out of the game
    match = asked(PAWNS, "e5", "mummy", lives=[1, 3, 3])
    assert played(match, "left")[1:] == [
        {"kind": "catch", "seat": MUMMY, "pawn": 0},
        {"kind": "out", "seat": OWNER, "pawn": 0},
        {"kind": "round", "round": 5},
    ]
    _, catch, out, _ = match.steps(0)
    cells = [GAME.write_position(match.edition, step.records[0])["pawns"] for step in (catch, out)]
    assert [each[0] for each in cells] == [SARCOPHAGUS, None]
    assert match.turn == OTHER


def test_seven_lives_end_the_game_of_four_hunters() -> None:
    # Q23: although 12 exist
    match = asked(["d5", "c2", "a5", None], "e5", "mummy", lives=[1, 3, 2, 0])
    assert played(match, "left")[1:] == [
        {"kind": "catch", "seat": MUMMY, "pawn": 0},
        {"kind": "out", "seat": OWNER, "pawn": 0},
        {"kind": "end", "winners": [MUMMY]},
    ]
    assert match.over


def test_the_last_card_ends_the_game() -> None:
    # Q18, Q23
    cards = [["r1"], *HANDS[1:3]]
    shown = [["y1", "g1", "s1", "p1"], [], []]
    match = asked(["f5", *PAWNS[1:]], "h6", "card", cards=cards, revealed=shown)
    assert played(match, "reveal") == [
        {"kind": "reveal", "seat": OWNER, "pawn": 0, "card": "r1"},
        {"kind": "end", "winners": [OWNER]},
    ]


def test_two_pawns_of_one_player() -> None:
    # Q24
    match = asked(["d5", "c2"], "h6", pawn=1, players=2, aside=1, rolled=[1, 1, 1, 1])
    announced, moved, turn = played(match, "1>d2")
    assert (announced["seat"], announced["pawn"]) == (1, 1)
    assert (moved["seat"], moved["pawn"], turn["kind"]) == (1, 1, "mummy")


# ---------------------------------------------------------------- who knows of it


def test_hunters_see_dice_and_moves_the_others_hear() -> None:
    # Q6, Q10, Q12, Q16
    match = rolling([[1, 2, "mummy"]], aside=2)
    match.play("roll")
    match.play("1>e5")
    told = [step.to_dict() for step in match.steps(0)]
    for seat in (OWNER, OTHER, 3):
        assert seen(match, seat) == told
    heard = [{**told[0]}, told[1], told[2]]
    del heard[0]["dice"]
    for seat in (MUMMY, None):
        assert seen(match, seat) == heard


def test_nobody_notices_that_a_card_is_thought_about() -> None:
    # Q18: what was announced is heard when the turn goes on
    match = asked(PAWNS, "h6", aside=1, rolled=[1, 2, 2, "arrow"], trail=TRAILS)
    match.play("2>f5")
    assert match.to_dict()["phase"] == "card"
    for seat in (MUMMY, OTHER, 3, None):
        assert (match.known_ply(seat), seen(match, seat)) == (0, [])
    assert (match.known_ply(OWNER), kinds(seen(match, OWNER))) == (1, ["announce", "move"])
    keeps, reveals = match.copy(), match.copy()
    keeps.play("hide")
    assert kinds(seen(keeps, OWNER)) == ["announce", "move", "keep"]
    assert kinds(seen(keeps, OTHER)) == ["announce", "move"]
    assert kinds(seen(keeps, MUMMY)) == ["announce"]
    reveals.play("reveal")
    assert kinds(seen(reveals, OTHER)) == ["announce", "move", "reveal"]
    for seat in (MUMMY, None):
        assert kinds(seen(reveals, seat)) == ["announce", "reveal"]


def test_a_kept_card_gives_the_steps_of_no_card() -> None:
    # Q18: byte for byte, with what is seen after each
    rolled = {"aside": 1, "rolled": [1, 2, 2, "arrow"], "trail": TRAILS}
    keeping = asked(PAWNS, "h6", **rolled)
    keeping.play("2>f5")
    keeping.play("hide")
    without = asked(PAWNS, "h6", cards=[["y1", "g1", "s1", "r4", "p1"], *HANDS[1:3]], **rolled)
    without.play("2>f5")
    for seat in (MUMMY, OTHER, 3, None):
        one, two = keeping.moments(seat, 0), without.moments(seat, 0)
        assert json.dumps([m.things for m in one]) == json.dumps([m.things for m in two])
        views = [[m.view.records.tobytes() for m in each] for each in (one, two)]
        assert views[0] == views[1] != []


def test_the_mummy_hears_the_same_wherever_the_pawn_goes() -> None:
    # Q16: the die, not the cell
    heard = set()
    for action in ("1>e5", "1>c5"):
        match = asked(PAWNS, "h6", aside=1, rolled=[1, 1, 1, 1], trail=TRAILS)
        match.play(action)
        moments = match.moments(MUMMY, 0)
        heard.add(tuple((str(m.things), m.view.records.tobytes()) for m in moments))
    assert len(heard) == 1


@pytest.mark.parametrize("asks_all", [False, True])
@pytest.mark.parametrize("players", GAME.players)
def test_of_whole_matches_the_mummy_hears_what_it_may(players: int, asks_all: bool) -> None:
    found: set[str] = set()
    for seed in range(scaled(3, 1)):
        match = GAME.start(players, seed, "small", asks_all=asks_all, limit=60)
        chance = random.Random(seed)
        while not match.over and match.ply < scaled(500, 60):
            ply = match.ply
            match.play(chance.choice(match.legal()))
            steps = match.steps(ply)
            for seat in (None, *range(players)):
                for step in steps:
                    check_view(step.to_dict(), step.view(seat), seat)
            found |= {step.kind for step in steps}
    assert found >= {"roll", "aside", "announce", "move", "mummy", "step", "stop", "round"}


def check_view(step: Things, moment: object, seat: int | None) -> None:
    """What a seat gets of a step: all of it, part of it, or nothing."""
    things = None if moment is None else moment.things  # type: ignore[attr-defined]
    kind = step["kind"]
    if kind == "keep":
        assert things == (step if seat == step["seat"] else None)
    elif seat not in (MUMMY, None) or kind not in {*HEARD, "move"}:
        assert things == step
    elif kind == "move":
        assert things is None
    else:
        assert things == {key: value for key, value in step.items() if key != "dice"}
