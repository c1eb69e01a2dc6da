"""Forms of positions: written and read back alike, and what is wrong is named."""

from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core.form import (
    Cards,
    Derived,
    Each,
    Form,
    Maybe,
    Number,
    Seat,
    Seats,
    Situation,
    Switch,
    Tally,
    Unless,
    Word,
    once,
)
from rookery.core.record import new

DTYPE = np.dtype(
    [
        ("players", np.int8),
        ("turn", np.int8),
        ("phase", np.int8),
        ("calm", np.int8),
        ("out", np.int8),
        ("hands", np.int64, (4,)),
        ("fish", np.int8, (4, 2)),
        ("held", np.int8, (4,)),
        ("late", np.int8),
    ]
)
FORM = Form(
    DTYPE,
    players=Number(2, 4),
    turn=Maybe(Seat()),
    phase=Word(("draw", "play"), passing=("end",)),
    calm=Switch(),
    gone=Seats(field="out"),
    hands=Each(Cards(("b2", "a1", "c3"))),
    fish=Each(Tally(("cod", "eel"), 5, "held")),
    late=Unless(Number(0, 9), 1),
    together=Derived(lambda table: int(table.state["held"].sum())),
)
EDITION = rookery.game("party").edition()
POSITION: dict[str, Any] = {
    "game": "shoal",
    "edition": EDITION.name,
    "players": 3,
    "turn": 2,
    "phase": "play",
    "calm": True,
    "gone": [0, 2],
    "hands": [["a1", "b2"], [], ["c3"]],
    "fish": [{"cod": 2}, {"cod": 1, "eel": 5}, {}],
    "together": 0,
}


def changed(**others: Any) -> dict[str, Any]:
    return {**POSITION, **others}


@pytest.mark.parametrize("others", [{}, {"turn": None, "late": 4, "calm": False, "gone": []}])
def test_what_is_read_is_written_back(others: dict[str, Any]) -> None:
    position = changed(**others)
    state = FORM.read(None, EDITION, position)[0]
    assert FORM.write("shoal", EDITION, state) == position


def test_the_record_holds_what_the_position_says() -> None:
    state = FORM.read(None, EDITION, POSITION)[0]
    assert (state["turn"], state["phase"], state["out"], state["late"]) == (2, 1, 0b101, 1)
    assert state["hands"].tolist() == [0b011, 0, 0b100, 0]
    assert state["fish"].tolist() == [[2, 0], [1, 5], [0, 0], [0, 0]]
    assert FORM.read(None, EDITION, changed(turn=None))[0]["turn"] == -1


def test_what_is_hidden_or_in_passing_is_written() -> None:
    records = new(DTYPE)
    state = records[0]
    state["players"], state["phase"], state["late"] = 2, 2, 1
    state["fish"][1, 0], state["held"][1] = -1, 6
    position = FORM.write("shoal", EDITION, state)
    assert (position["phase"], position["fish"], position["together"]) == ("end", [{}, 6], 6)
    assert "late" not in position


@pytest.mark.parametrize(
    ("others", "complaint"),
    [
        ({"players": 5}, "players: 5 is not from 2 to 4"),
        ({"turn": 3}, "turn: 3 is not from 0 to 2"),
        ({"turn": True}, "turn: True is not a whole number"),
        ({"phase": "end"}, "phase: 'end' is not one of draw, play"),
        ({"phase": 1}, "phase: 1 is not one of draw, play"),
        ({"calm": 1}, "calm: 1 is neither true nor false"),
        ({"gone": [2, 0]}, r"gone: \[2, 0\]: seats are sorted, each once"),
        ({"gone": [1, 1]}, "seats are sorted, each once"),
        ({"gone": 1}, "gone: 1 is not a list"),
        ({"hands": [[], []]}, "hands: it must have 3 entries, not 2"),
        ({"hands": [["d4"], [], []]}, r"hands\[0\]: 'd4' is not a card like b2 or c3"),
        ({"hands": [[], ["a1", "a1"], []]}, r"hands\[1\]: a1 is there twice"),
        ({"hands": [[], [], ["b2", "a1"]]}, r"hands\[2\]: .* is not sorted as text"),
        ({"fish": [[], {}, {}]}, r"fish\[0\]: \[\] is not an object"),
        ({"fish": [{"ray": 1}, {}, {}]}, r"fish\[0\]: 'ray' is not one of cod, eel"),
        ({"fish": [{}, {"eel": 0}, {}]}, r"fish\[1\]\.eel: 0 is not from 1 to 5"),
        ({"late": 10}, "late: 10 is not from 0 to 9"),
        ({"early": 1}, "'early' is not a key of this position"),
    ],
)
def test_what_is_wrong_is_named(others: dict[str, Any], complaint: str) -> None:
    with pytest.raises(rookery.InvalidPosition, match=complaint):
        FORM.read(None, EDITION, changed(**others))


def test_a_missing_key_is_named() -> None:
    position = {key: value for key, value in POSITION.items() if key != "calm"}
    with pytest.raises(rookery.InvalidPosition, match="the key 'calm' is missing"):
        FORM.read(None, EDITION, position)


def test_the_game_s_own_check_has_the_last_word() -> None:
    def check(table: Situation, fields: Any) -> None:
        assert table.edition is EDITION
        assert table.state["turn"] == 2
        raise fields.fault("together", "the fish do not add up")

    with pytest.raises(rookery.InvalidPosition, match="together: 0: the fish do not add up"):
        FORM.read(check, EDITION, POSITION)


def test_cards_may_be_sorted_as_the_game_has_them_and_stay_unseen() -> None:
    kind = Cards(("b2", "a1"), as_text=False, unseen=lambda state, at: at or None)
    table = Situation(EDITION, new(DTYPE)[0])
    assert kind.read(table, "pile", ["b2", "a1"]) == 0b11
    with pytest.raises(rookery.InvalidPosition, match="is not sorted from b2 to a1"):
        kind.read(table, "pile", ["a1", "b2"])
    assert (kind.write(table, 0b11), kind.write(table, 0b11, 7)) == (["b2", "a1"], 7)


def test_every_card_lies_somewhere_and_only_once() -> None:
    names = ("a1", "b2", "c3")
    once(names, [("hands[0]", 0b011), ("pile", 0b100)], all_there=True)
    once(names, [("hands[0]", 0b001)], all_there=False)
    with pytest.raises(rookery.InvalidPosition, match="pile: b2 lies elsewhere already"):
        once(names, [("hands[0]", 0b011), ("pile", 0b110)], all_there=True)
    with pytest.raises(rookery.InvalidPosition, match="hands, pile: c3 missing"):
        once(names, [("hands[0]", 0b001), ("hands[1]", 0b010), ("pile", 0)], all_there=True)
