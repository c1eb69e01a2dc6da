"""Positions of Pyramid of Pengqueen: written, read, and refused with key and value."""

import random
from typing import Any

import pytest

from rookery.core.match import Match
from rookery.errors import InvalidPosition
from rookery.games.pengqueen.rules import is_legal
from tests.games.pengqueen.tables import (
    ENTRANCE,
    GAME,
    HANDS,
    SARCOPHAGUS,
    position,
    table,
    texts,
)
from tests.helpers import play_on, scaled

PAWNS: list[str | None] = ["d5", "c2", "a5"]
SHOWN = [["y1", "g1", "s1", "r1", "p1"], [], []]


@pytest.mark.parametrize("players", GAME.players)
def test_positions_round_trip(players: int) -> None:
    for seed in range(scaled(4, 1)):
        match = GAME.start(players, seed, "small", mummy_seat=seed % players, limit=30)
        chance = random.Random(seed)
        while True:
            written = match.to_dict()
            again = GAME.from_dict(written)
            assert again.to_dict() == written
            assert again.legal() == match.legal()
            if match.over:
                break
            play_on(match, chance, 1)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"players": 6}, "players: 6 is not from 2 to 5"),
    ({"mummy_seat": 4}, "mummy_seat: 4 is not from 0 to 3"),
    ({"limit": 0}, "limit: 0 is not from 1"),
    ({"round": 201}, "round: 201 is not from 1 to 200"),
    ({"phase": "fight"}, "phase: 'fight' is not one of start, move"),
    ({"turn": 2}, "turn: 2: with this phase and pawn it must be 1"),
    ({"turn": None}, "turn: None: with this phase"),
    ({"turn": True}, "turn: True is not a whole number"),
    ({"pawn": None}, "pawn: None is not a whole number"),
    ({"pawn": 3}, "pawn: 3 is not from 0 to 2"),
    ({"special": True}, "special: True: only in the phase mummy"),
    ({"special": 1}, "special: 1 is neither true nor false"),
    ({"mummy": "z9"}, "mummy: 'z9' is not a cell of the map small"),
    ({"mummy": ENTRANCE}, "mummy: 'd6': the mummy cannot enter the entrance"),
    ({"pawns": ["d5", "c2"]}, "pawns: it must have 3 entries, not 2"),
    ({"pawns": ["d5", "c2", "x1"]}, "pawns[2]: 'x1' is not a cell"),
    ({"pawns": ["d5", "c2", None]}, "pawns[2]: None: the pawn has 3 lives"),
    ({"pawns": ["d5", "c2", "d5"]}, "pawns[2]: 'd5': another pawn stands there"),
    ({"pawns": ["d5", "c2", "h6"]}, "pawns[2]: 'h6': the mummy stands there"),
    ({"pawns": ["d5", "c2", SARCOPHAGUS]}, "pawns[2]: 'e6': only pawns that were caught"),
    ({"lives": [3, 3, 4]}, "lives[2]: 4 is not from 0 to 3"),
    ({"lives": [3, 3, 2]}, "caught: 0: the hunters have given 1 lives"),
    ({"lives": [2, 2, 2], "caught": 7}, "caught: 7 is not from 0 to 6"),
    ({"lives": [1, 1, 1], "caught": 6}, "caught: 6: the mummy has won, so the match is over"),
    ({"aside": 5, "rolled": []}, "aside: 5 is not from 0 to 4"),
    ({"rolled": [1]}, "rolled: it must have 5 entries, not 1"),
    ({"rolled": [1, 1, 1, 1, 5]}, "rolled[4]: 5 is not one of 1, 2, 3, 4, arrow"),
    ({"rolled": [1, 1, 1, 1, True]}, "rolled[4]: True is not one of"),
    ({"rolled": [2, 1, 1, 1, 1]}, "rolled: [2, 1, 1, 1, 1]: dice are sorted"),
    ({"steps": 2}, "steps: 2: only in the phase mummy"),
    ({"cards": HANDS[:2]}, "cards: it must have 3 entries, not 2"),
    ({"cards": ["y1", *HANDS[1:3]]}, "cards[0]: 'y1' is not a list"),
    ({"cards": [["x1"], *HANDS[1:3]]}, "cards[0]: 'x1' is not a card like y1"),
    ({"cards": [["g1", "y1"], *HANDS[1:3]]}, "cards[0]: ['g1', 'y1'] is not sorted from y1 to p4"),
    ({"cards": [HANDS[0], HANDS[0], HANDS[2]]}, "cards[1]: y1 lies elsewhere already"),
    ({"cards": [["y1", "y4", "s1", "r1", "p1"], *HANDS[1:3]]}, "cards[0], revealed[0]: 2 cards"),
    ({"cards": [[], *HANDS[1:3]], "revealed": SHOWN}, "hunter 0 has no card left"),
    ({"trail": [["d5"], ["c2"], "a5"]}, "trail[2]: 'a5' is not a list"),
    ({"trail": [["d5"], ["c2"], ["q9"]]}, "trail[2]: 'q9' is not a cell"),
    ({"trail": [["d5", "c5"], ["c2"], ["a5"]]}, "trail[0]: ['d5', 'c5']: sorted as text"),
    ({"trail": [["c5"], ["c2"], ["a5"]]}, "trail[0]: ['c5']: it does not contain the pawn's cell"),
    ({"trail": [["d5", "h6"], ["c2"], ["a5"]]}, "trail[0]: ['d5', 'h6']: it contains the mummy"),
    ({"trail": [["d5", "d6"], ["c2"], ["a5"]]}, "a pawn on d6 is known to be there"),
    (
        {"mummy": "f3", "trail": [["d5", "f2"], ["c2"], ["a5"]]},
        "pawn 0 has rolled, so it is not boxed in",
    ),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED)
def test_impossible_positions_are_refused(changes: dict[str, Any], message: str) -> None:
    good = position(PAWNS, "h6")
    GAME.from_dict(good)
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_dict({**good, **changes})
    assert message in str(caught.value)


OTHER_PHASES: list[tuple[str, dict[str, Any], str]] = [
    ("start", {"aside": 6}, "aside: 6 is not from 0 to 5"),
    ("start", {"aside": 0}, "turn: seat 1 has 1 legal action(s)"),
    ("start", {"aside": 5}, "turn: seat 1 has 1 legal action(s)"),
    ("start", {"rolled": [1]}, "rolled: it must have 0 entries"),
    (
        "start",
        {"mummy": "f3", "pawns": ["f2", "c2", "a5"], "trail": [["f2"], ["c2"], ["a5"]]},
        "phase: 'start': pawn 0 is boxed in, so it passes",
    ),
    ("card", {}, "phase: 'card': pawn 0 is not on a treasure of its hunter's cards"),
    ("mummy", {"steps": 0}, "steps: 0 is not from 1 to 3"),
    ("mummy", {"steps": 4}, "steps: 4 is not from 1 to 3"),
    ("mummy", {"pawn": 0}, "pawn: 0: no pawn has its turn"),
    ("mummy", {"special": True, "pawn": 0, "aside": 1}, "aside: 1 is not from 0 to 0"),
    ("mummy", {"special": True, "pawn": 0, "steps": 6}, "steps: 6 is not from 1 to 5"),
    ("mummy", {"mummy": SARCOPHAGUS, "lives": [3, 3, 2], "caught": 1}, "has left the sarcophagus"),
    ("over", {}, "phase: 'over': nobody has won and the limit is not reached"),
    (
        "over",
        {
            "cards": [[], *HANDS[1:3]],
            "revealed": SHOWN,
            "lives": [1, 1, 1],
            "caught": 6,
        },
        "phase: 'over': only one can have won",
    ),
]


@pytest.mark.parametrize(("phase", "changes", "message"), OTHER_PHASES)
def test_and_in_the_other_phases(phase: str, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.from_dict({**position(PAWNS, "h6", phase), **changes})
    assert message in str(caught.value)


def test_who_was_caught_never_stands_on_the_entrance() -> None:
    with pytest.raises(InvalidPosition, match="never stands there again"):
        table([ENTRANCE, "c2", "a5"], "h6", lives=[2, 3, 3])


def test_who_is_out_has_no_turn_and_no_trail() -> None:
    with pytest.raises(InvalidPosition, match="pawn: 0: it is out of the game"):
        table([None, "c2", "a5"], "h6")
    with pytest.raises(InvalidPosition, match=r"trail\[1\].*so it is empty"):
        table(["d5", None, "a5"], "h6", trail=[["d5"], ["c2"], ["a5"]])


def test_a_position_without_a_choice_is_refused() -> None:
    # Q16: d1 is taken, and a 1 leads nowhere else
    with pytest.raises(InvalidPosition, match="1 legal action"):
        table(["e1", "d1", "a5"], "d2", rolled=[1, 1, 1, 1, 1])


@pytest.mark.parametrize(
    ("phase", "changes", "action"),
    [
        ("start", {"aside": 0}, "roll"),  # Q9: nothing to take back
        ("start", {"aside": 5}, "reset"),  # Q11
        ("move", {"rolled": [1, 1, 1, "arrow", "arrow"]}, "roll"),  # Q16
    ],
)
def test_where_only_actions_are_asked_it_is_a_position(
    phase: str, changes: dict[str, Any], action: str
) -> None:
    match = table(["e1", "d1", "a5"], "d2", phase, asks_all=True, **changes)
    assert texts(match) == {action}
    assert [number for number in range(GAME.num_actions) if legal(match, number)] == match.legal()
    again = GAME.from_dict(match.to_dict(), asks_all=True)
    assert (again.to_dict(), again.legal()) == (match.to_dict(), match.legal())


def legal(match: Match, action: int) -> bool:
    return bool(is_legal(match.edition.printed[0], match._states[0], action))


def test_missing_and_unknown_keys() -> None:
    good = position(PAWNS, "h6")
    with pytest.raises(InvalidPosition, match="'wind' is not a key"):
        GAME.from_dict({**good, "wind": 1})
    del good["aside"]
    with pytest.raises(InvalidPosition, match="the key 'aside' is missing"):
        GAME.from_dict(good)


def test_a_card_position_hides_the_move_before_it() -> None:
    # Q18: a position does not tell that move, so the simplest is taken: there and back
    match = table(["f5", "c2", "a5"], "h6", "card", aside=1)
    view = match.view(2)
    assert (view["phase"], view["pawns"][0], view["rolled"]) == ("move", "f5", [2, 2, 2, 2])
    assert match.view(0)["rolled"] == [None] * 4


def test_a_card_position_right_beside_the_entrance() -> None:
    # Q17: on c6 with the mummy on b6 the pawn is boxed in, so it has come from the entrance
    match = table(["c6", "c2", "a5"], "b6", "card")
    view = match.view(2)
    assert (view["pawns"][0], view["rolled"]) == (ENTRANCE, [1] * 5)
    assert match.view(0)["trail"][0] == [ENTRANCE]
    with pytest.raises(InvalidPosition, match="no die can have brought pawn 0"):
        table(["c6", "c2", "a5"], "b6", "card", lives=[2, 3, 3])
