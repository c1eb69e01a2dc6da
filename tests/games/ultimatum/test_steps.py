"""The steps of The Penguin Ultimatum: what each action sets off, one thing at a time."""

import json
import random
from typing import Any

import pytest

import rookery
from rookery.core.match import Match
from tests.games.ultimatum.tables import (
    EDITION,
    PENGUINS,
    empty_pile,
    game,
    play,
    position,
    table,
    texts,
)
from tests.helpers import matches, play_on, scaled

HAND = {0: ["g2a", "r3m"], 1: ["g2j"], 2: ["g2d"]}
START = {"e4": "Rd", "e5": "#", "f5": "r5d"}
#: Both have dots at n and s, so a penguin on e4 fills the last dot of either.
PAIR = {"e3": "Bj", "e5": "Nj", "e2": "n2d", "e6": "g3d", "a1": "#", "d3": "b5a", "d5": "n5a"}

Things = dict[str, Any]


def steps(match: Match, *actions: str) -> list[Things]:
    """Play texts; everything that came of them."""
    ply = match.ply
    play(match, *actions)
    return [step.to_dict() for step in match.steps(ply)]


def kinds(match: Match, *actions: str) -> list[str]:
    return [step["kind"] for step in steps(match, *actions)]


# ---------------------------------------------------------------- steps 1 and 2 of a turn


def test_a_match_begins_with_its_deal() -> None:
    # U6 to U13: what was dealt is the state after it
    match = game.start(3, 4)
    (deal,) = match.steps()
    assert deal.to_dict() == {"kind": "deal"}
    assert (deal.ply, deal.action, deal.seat) == (0, None, None)
    assert table(START, HAND).steps() == []  # a position has no deal


def test_a_red_3_beside_a_red_5_costs_5() -> None:
    # U14, U15, the worked check
    placed = {"kind": "place", "seat": 0, "at": "r3m@f4"}
    paid = {"kind": "fee", "seat": 0, "due": 5, "paid": 5}
    assert steps(table(START, HAND), "r3m@f4") == [placed, paid]
    match = table(START, HAND, asks_all=True)
    assert steps(match, "r3m@f4") == [placed]
    asked = match.to_dict()
    assert (asked["phase"], asked["fee"], asked["scores"]) == ("fee", 5, [10, 10, 10])
    assert texts(match) == {"pay"}  # with no card to drop (U16) there is no choice
    assert steps(match, "pay") == [paid]
    assert match.to_dict()["scores"] == [5, 10, 10]


def test_a_card_may_be_dropped_instead() -> None:
    # U16
    match = table(START, HAND, owned=[["Nm"], [], []])
    play(match, "r3m@f4")
    assert steps(match, "drop Nm") == [{"kind": "fee", "seat": 0, "due": 5, "dropped": "Nm"}]


def test_without_kin_no_fee_is_asked() -> None:
    # U15, U16: also at a table that asks for everything
    match = table(START, HAND, owned=[["Nm"], [], []], asks_all=True)
    assert kinds(match, "g2a@f4") == ["place"]
    assert match.to_dict()["phase"] == "invite"


@pytest.mark.parametrize("at", ["skip", "invite d3", "invite f5>d3"])
def test_an_invitation_is_named_by_its_cells(at: str) -> None:
    # U17
    match = table(START, HAND, tokens={"f5": 0})
    play(match, "g2a@d3")
    assert steps(match, at)[0] == {"kind": "invite", "seat": 0, "at": at}


# ---------------------------------------------------------------- step 3: shows


def show_at_e4(crowd: dict[str, str], owners: list[int], card: str = "Bj") -> list[Things]:
    """The juggling bear performs on e4; everything from the invitation on."""
    tokens = dict(zip(crowd, owners, strict=False))
    match = table({"e4": card, "e5": "#", **crowd}, HAND, tokens=tokens)
    play(match, "r3m@e3")
    return steps(match, "skip")


#: Gains of the seats 0, 1 and 2, and who gets the card.
AWARDS = [
    # 9, 6, 0: the 6 gets the card
    ({"d3": "b4m", "f3": "b5d", "d4": "g3j", "f4": "n3j"}, [0, 0, 1, 1], 1),
    # 9, 6, 6: out of the game
    (
        {"d3": "b4m", "f3": "b5d", "d4": "g3j", "f4": "n3j", "d5": "b2a", "f5": "n4j"},
        [0, 0, 1, 1, 2, 2],
        None,
    ),
    # 9, 0, 0: the 9 gets it
    ({"d3": "b4m", "f3": "b5d"}, [0, 0], 0),
]


@pytest.mark.parametrize(("crowd", "owners", "taker"), AWARDS)
def test_scores_9_6_0(crowd: dict[str, str], owners: list[int], taker: int | None) -> None:
    # U20 to U23, the worked checks
    amused = [
        {"cell": cell, "seat": seat, "points": int(card[1])}
        for (cell, card), seat in zip(crowd.items(), owners, strict=True)
    ]
    assert show_at_e4(crowd, owners)[1:] == [
        {"kind": "show", "seat": 0, "cell": "e4", "card": "Bj", "amused": amused, "to": taker},
        {"kind": "curtain", "cell": "e4"},
    ]


def test_guests_without_a_token_score_for_nobody() -> None:
    # U21, U22: listed row by row all the same; the green acrobat is not amused
    _, show, _ = show_at_e4({"d3": "b4m", "d4": "g3j", "f5": "g5a", "d5": "b2a"}, [])
    assert show["amused"] == [
        {"cell": cell, "seat": None, "points": 0} for cell in ("d3", "d4", "d5")
    ]
    assert show["to"] is None


def test_a_turned_entertainer_has_the_same_name() -> None:
    # U22
    assert show_at_e4({"d3": "b4m"}, [1], "Bj'")[1]["card"] == "Bj"


def test_a_dancing_seal_at_the_edge() -> None:
    # U18, U20, the worked check: two red penguins (seal) and two blue ones (dance) are amused, a
    # green one that likes acrobatics is not; one of the four dots points off the iceberg
    cells = {"d8": "Rd", "e5": "#", "c8": "r2a", "c7": "g4a", "e7": "r4j", "e8": "b2d"}
    tokens = {"c8": 0, "c7": 1, "e7": 2, "e8": 1}
    match = table(cells, {0: ["b5d", "n2a"], 1: ["g2j"], 2: ["g2d"]}, tokens=tokens)
    play(match, "b5d@d7")
    _, show, curtain = steps(match, "invite d7")
    assert show["amused"] == [
        {"cell": "d7", "seat": 0, "points": 5},
        {"cell": "e7", "seat": 2, "points": 4},
        {"cell": "c8", "seat": 0, "points": 2},
        {"cell": "e8", "seat": 1, "points": 2},
    ]
    assert show["to"] == 1  # 7, 2, 4
    assert curtain == {"kind": "curtain", "cell": "d8"}


def test_the_cell_lies_bare_between_show_and_curtain() -> None:
    # U23: the points and the card come with the show
    match = table({"e4": "Bj", "e5": "#", "d3": "b4m"}, HAND, tokens={"d3": 1})
    play(match, "r3m@e3", "skip")
    _, show, curtain = (game.write_position(EDITION, s.records[0]) for s in match.steps(1))
    assert "e4" not in show["cells"]
    assert (show["scores"], show["owned"]) == ([10, 14, 10], [[], ["Bj"], []])
    assert curtain == show | {"cells": curtain["cells"]}
    assert curtain["cells"] == {**show["cells"], "e4": "#"}


def test_one_show_after_the_other() -> None:
    # U19, U24
    match = table(PAIR, HAND, tokens={"d3": 0, "d5": 1}, top=["Gd", "Gj"])
    assert kinds(match, "r3m@e4", "skip") == ["place", "invite"]
    assert kinds(match, "show e5") == ["show", "curtain"]
    put, show, curtain = steps(match, "Gd'@b2")  # the other show is the only one left
    assert put == {"kind": "put", "seat": 0, "at": "Gd'@b2"}
    assert (show["kind"], show["cell"], show["to"]) == ("show", "e3", 0)
    assert curtain == {"kind": "curtain", "cell": "e3"}
    assert kinds(match, "Gj@f2") == ["put", "draw"]
    assert match.turn == 1


def test_a_show_is_asked_for_also_where_only_one_waits() -> None:
    # U19: with all that wait in ``waiting``, and without the one being carried out
    match = table(PAIR, HAND, top=["Gd", "Gj"], asks_all=True)
    play(match, "r3m@e4", "skip", "show e5")
    asked = match.to_dict()
    assert (asked["phase"], asked["waiting"]) == ("entertain", ["e3"])
    assert steps(match, "Gd@b2") == [{"kind": "put", "seat": 0, "at": "Gd@b2"}]
    asked = match.to_dict()
    assert (asked["phase"], asked["turn"], asked["waiting"]) == ("show", 0, ["e3"])
    assert texts(match) == {"show e3"}
    assert kinds(match, "show e3") == ["show", "curtain"]
    asked = match.to_dict()
    assert (asked["phase"], asked["waiting"]) == ("entertain", [])


# ---------------------------------------------------------------- step 4 and the end


def test_only_its_own_seat_sees_a_drawn_penguin() -> None:
    # U26
    match = table(START, HAND)
    play(match, "g2a@d3", "skip")
    draw = match.steps(1)[-1]
    (card,) = {*match.to_dict()["hands"][0]} - {"r3m"}
    assert draw.to_dict() == {"kind": "draw", "seat": 0, "card": card}
    assert draw.known(0) == draw.to_dict()
    for seat in (None, 1, 2):
        assert draw.known(seat) == {"kind": "draw", "seat": 0}


def test_the_bonuses_are_counted_out_at_the_end() -> None:
    # U25, U28, U29, U30, the worked check: activity dance, a dancing sheep and a dancing seal
    # bring 4; the only sheep 5, the seals shared with two others 3
    cells = {"e4": "Bj", "e5": "#", "d3": "b4m"}
    owned = [["Gd", "Rd"], ["Ra"], ["Rj"]]
    piles = empty_pile([], {**cells, "": "Gd", "a": "Rd", "b": "Ra", "c": "Rj"})
    match = table(cells, HAND, owned=owned, activities=["d", "j", "m"], **piles)
    play(match, "r3m@e3")
    assert steps(match, "skip")[-2:] == [
        {"kind": "curtain", "cell": "e4"},  # before the end, though no card can be taken
        {
            "kind": "end",
            "ending": "the entertainers ran out",
            "activity": [4, 0, 0],
            "animals": [8, 3, 3],
            "winners": [0],
        },
    ]
    assert match.scores() == [22, 13, 13]


def test_no_penguin_left_to_draw() -> None:
    # U26
    hands = {0: ["g2a", "n3m"], 1: ["g2j", "n3j"]}
    places = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    places = [cell for cell in places if cell not in {"e4", "e5", "d3", "e3", "f3"}]
    left = [card for card in PENGUINS if card not in {"g2a", "n3m", "g2j", "n3j"}]
    crowd = dict(zip(places, left, strict=False))
    assert len(crowd) == len(places) == len(left) - 1
    match = table({"e4": "Rj", "e5": "#", **crowd}, hands, players=2)
    play(match, "g2a@d3", "skip", "n3j@f3")
    invited, end = steps(match, "skip")
    assert invited["kind"] == "invite"
    assert (end["kind"], end["ending"]) == ("end", "the penguins ran out")
    assert (end["winners"], match.over) == (match.winners(), True)


# ---------------------------------------------------------------- whole matches


@pytest.mark.parametrize("asks_all", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_steps_add_up_to_the_scores(players: int, asks_all: bool) -> None:
    # U15, U21, U28, U29
    for match in matches("ultimatum", players, scaled(6, 1), "add up", asks_all):
        play_on(match, random.Random(match.commitment))
        told = [step.to_dict() for step in match.steps()]
        totals = [10] * players
        for step in told:
            if step["kind"] == "fee":
                totals[step["seat"]] -= step.get("paid", 0)
            for guest in step.get("amused", []):
                if guest["seat"] is not None:
                    totals[guest["seat"]] += guest["points"]
        end = told[-1]
        assert end["kind"] == "end"
        assert totals == match.to_dict()["scores"]
        extra = zip(end["activity"], end["animals"], strict=True)
        assert [total + sum(both) for total, both in zip(totals, extra, strict=True)] == (
            match.scores()
        )
        assert (end["winners"], end["ending"]) == (match.winners(), match.ending())
        assert json.loads(json.dumps(told)) == told


def until_draw(match: Match, ply: int) -> list[Things]:
    """The steps since a ply up to the first draw: chance belongs to plies, so later ones differ."""
    found: list[Things] = []
    for step in match.steps(ply):
        if step.kind == "draw":
            return [*found, {"kind": "draw", "seat": step.seat}]
        found.append(step.to_dict())
    return found


def test_an_only_action_gives_the_same_steps_asked_or_played_by_itself() -> None:
    # U15, U19, U24
    forced: set[str] = set()
    for match in matches("ultimatum", 3, scaled(10, 2), "asked", asks_all=True):
        chance = random.Random(match.commitment)
        while not match.over:
            if len(match.legal()) > 1:
                quick = game.from_dict(match.to_dict(), edition=match.edition)
                asked, action = match.copy(), chance.choice(match.legal())
                assert quick.legal() == asked.legal()
                quick.play(action)
                asked.play(action)
                while len(asked.legal()) == 1:
                    forced.add(asked.to_dict()["phase"])
                    asked.play(asked.legal()[0])
                assert until_draw(quick, 0) == until_draw(asked, match.ply)
            match.play(chance.choice(match.legal()))
    assert {"fee", "show"} <= forced


@pytest.mark.parametrize("phase", ["fee", "show", "entertain"])
def test_a_position_with_one_action_is_one_for_tables_that_ask(phase: str) -> None:
    # U16, U19, U24
    for match in matches("ultimatum", 2, 400, "one action", asks_all=True):
        chance = random.Random(match.commitment)
        while not match.over:
            here = match.to_dict()
            if here["phase"] == phase and len(match.legal()) == 1:
                again = game.from_dict(here, edition=match.edition, asks_all=True)
                assert (again.legal(), again.to_dict()) == (match.legal(), here)
                hidden = [each.hidden(None).records.tobytes() for each in (match, again)]
                assert hidden[0] == hidden[1]
                with pytest.raises(rookery.InvalidPosition, match="there is nothing to"):
                    game.from_dict(here, edition=match.edition)
                return
            play_on(match, chance, 1)
    pytest.fail(f"no match had one action in phase {phase}")


def test_a_fee_that_nobody_owes_is_refused() -> None:
    # U15
    wrong = position(START, HAND, phase="fee", placed="f5", owned=[["Nm"], [], []])
    with pytest.raises(rookery.InvalidPosition, match="a fee must be due"):
        game.from_dict(wrong, edition=EDITION, asks_all=True)
