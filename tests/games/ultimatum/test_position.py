"""Positions of The Penguin Ultimatum: what can lie on a table, and how refusals read."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import rookery
from tests.games.ultimatum.tables import EDITION, game, play, position, table, texts
from tests.helpers import matches, play_on, scaled

Change = Callable[[dict[str, Any]], Any]

CELLS = {"e4": "Rj", "e5": "#", "d4": "r5j"}
HANDS = {0: ["g2a", "r3m"], 1: ["g2d"], 2: ["g2j"]}


def base(**others: Any) -> dict[str, Any]:
    given = {"tokens": {"d4": 1}, "owned": [["Bd"], [], []], **others}
    return json.loads(json.dumps(position(CELLS, HANDS, **given)))


def put(key: str, value: Any) -> Change:
    return lambda d: d.update({key: value})


def inside(key: str, at: Any, value: Any) -> Change:
    return lambda d: d[key].__setitem__(at, value)


REFUSED: list[tuple[str, Change, str]] = [
    ("unknown key", put("extra", 1), "'extra' is not a key"),
    ("missing key", lambda d: d.pop("fee"), "'fee' is missing"),
    ("players", put("players", 5), "players: 5 is not from 2 to 4"),
    ("players type", put("players", "3"), "players: '3' is not a whole number"),
    ("width", put("width", 5), "width: 5 is not from 6 to 12"),
    ("height", put("height", True), "height: True is not a whole number"),
    ("balanced", put("balanced", 1), "balanced: 1 is neither true nor false"),
    ("first", put("first", 3), "first: 3 is not from 0 to 2"),
    ("turn", put("turn", 3), "turn: 3 is not from 0 to 2"),
    ("turn null", put("turn", None), "turn: None: it is null exactly when"),
    ("phase", put("phase", "draw"), "phase: 'draw' is not one of place"),
    ("phase type", put("phase", ["place"]), "phase: ['place'] is not one of"),
    ("over with a turn", put("phase", "over"), "turn: 0: it is null exactly when"),
    ("cells type", put("cells", []), "cells: [] is not an object"),
    ("cell name", inside("cells", "z9", "Bm"), "cells['z9']: 'z9' is not a cell"),
    ("cell off ice", inside("cells", "i1", "Bm"), "cells['i1']: 'i1' is not a cell of the iceberg"),
    ("card", inside("cells", "a1", "x5d"), "cells['a1']: 'x5d' is not a card"),
    ("card type", inside("cells", "a1", 7), "cells['a1']: 7 is not a card"),
    ("turned penguin", inside("cells", "a1", "r2d'"), "cells['a1']: \"r2d'\" is not a card"),
    ("penguin twice", inside("cells", "a1", "r5j"), "cells['a1']: r5j lies elsewhere already"),
    ("entertainer twice", inside("cells", "a1", "Rj'"), "cells['a1']: Rj lies elsewhere already"),
    ("token type", inside("tokens", "d4", "1"), "tokens['d4']: '1' is not a whole number"),
    ("token seat", inside("tokens", "d4", 3), "tokens['d4']: 3 is not from 0 to 2"),
    ("token on nothing", put("tokens", {"a1": 1}), "tokens['a1']: there is no penguin on a1"),
    ("token on a card", put("tokens", {"e4": 1}), "tokens['e4']: there is no penguin on e4"),
    ("supply", inside("supply", 1, 3), "supply[1]: 3 tokens and 1 on penguins"),
    ("supply range", inside("supply", 0, 4), "supply[0]: 4 is not from 0 to 3"),
    ("supply length", put("supply", [3, 2]), "supply: it must have 3 entries, not 2"),
    ("hand type", inside("hands", 0, 2), "hands[0]: 2 is not a list"),
    ("hand card", inside("hands", 0, ["Rd"]), "hands[0]: 'Rd' is not a card like"),
    ("hand order", inside("hands", 0, ["r3m", "g2a"]), "hands[0]: ['r3m', 'g2a'] is not sorted"),
    ("hand twice", inside("hands", 1, ["g2a"]), "hands[1]: g2a lies elsewhere already"),
    ("pile order", lambda d: d["penguin_pile"].reverse(), "is not sorted as text"),
    ("penguin missing", lambda d: d["penguin_pile"].pop(), "r5m missing"),
    ("pile unknown", put("penguin_pile", 50), "penguin_pile: 50 is not a list"),
    ("owned twice", inside("owned", 1, ["Bd"]), "owned[1]: Bd lies elsewhere already"),
    ("owned length", put("owned", [["Bd"]]), "owned: it must have 3 entries, not 1"),
    ("discarded", put("discarded", ["Rj"]), "discarded: Rj lies elsewhere already"),
    ("pile hidden", inside("entertainer_pile", 1, None), "entertainer_pile: None is not a card"),
    ("pile turned", inside("entertainer_pile", 0, "Ba'"), 'entertainer_pile: "Ba\'" is not a card'),
    ("entertainer missing", lambda d: d["entertainer_pile"].pop(), "Rm missing"),
    ("activity", inside("activities", 0, "x"), "activities[0]: 'x' is not one of"),
    ("activity type", inside("activities", 0, 1), "activities[0]: 1 is not one of"),
    ("activity twice", inside("activities", 1, "j"), "activities[1]: 'j' is another seat's"),
    ("score", inside("scores", 2, 20_000), "scores[2]: 20000 is not from"),
    ("score type", inside("scores", 2, 1.5), "scores[2]: 1.5 is not a whole number"),
    ("placed", put("placed", "d4"), "placed: 'd4': it is null exactly"),
    ("fee", put("fee", 5), "fee: 5: in this phase and position it is 0"),
    ("waiting", put("waiting", ["e4"]), "waiting: ['e4']: in this phase and position it is []"),
    ("show overdue", inside("cells", "e3", "r2a"), "cells['e4']: all its dots are filled"),
    ("hands gone", put("hands", [[], [], []]), "missing: every card is somewhere"),
]


@pytest.mark.parametrize(
    ("change", "message"), [(c, m) for _, c, m in REFUSED], ids=[name for name, _, _ in REFUSED]
)
def test_refusals_name_the_key_and_the_value(change: Change, message: str) -> None:
    wrong = base()
    game.from_dict(wrong, edition=EDITION)
    change(wrong)
    if "all its dots" in message:  # the card that fills the last dot came from the pile
        wrong["penguin_pile"].remove("r2a")
    with pytest.raises(rookery.InvalidPosition) as refusal:
        game.from_dict(wrong, edition=EDITION)
    assert message in str(refusal.value)


def in_phase(phase: str) -> dict[str, Any]:
    """A position in each phase, reached by play."""
    match = table(
        {"e4": "Bj", "e5": "#", "d4": "r5j", "f4": "b4m"},
        {0: ["g2a", "r3m"], 1: ["g2d"], 2: ["g2j"]},
        owned=[["Bd"], [], []],
    )
    for action in ("r3m@e3", "pay", "skip"):
        if match.to_dict()["phase"] != phase:
            match.play(action)
    assert match.to_dict()["phase"] == phase
    return json.loads(json.dumps(match.to_dict()))


PHASE_REFUSED: list[tuple[str, Change, str]] = [
    ("fee", put("fee", 4), "fee: 4: in this phase and position it is 5"),
    ("fee", put("placed", None), "placed: None: it is null exactly"),
    ("fee", put("placed", "e4"), "placed: 'e4': there is no penguin"),
    ("fee", put("placed", "zz"), "placed: 'zz' is not a cell"),
    ("fee", put("placed", "f4"), "phase: 'fee': a fee must be due"),
    ("fee", put("owned", [[], ["Bd"], []]), "turn: seat 0 has 1 legal action(s), so there is"),
    (
        "invite",
        lambda d: d.update(tokens={"e3": 0}, supply=[2, 3, 3]),
        "placed: 'e3': it cannot have a token yet",
    ),
    ("invite", put("placed", "d4"), "cells['e4']: all its dots are filled"),
    ("invite", put("waiting", ["e4"]), "waiting: ['e4']: in this phase and position it is []"),
    ("entertain", put("waiting", ["e4"]), "waiting: ['e4']: in this phase"),
    ("entertain", put("waiting", 3), "waiting: 3 is not a list"),
    (
        "invite",
        lambda d: d["hands"].__setitem__(0, [*d["hands"][0], *take(d, 3)]),
        "hands[0]: 4 cards; it has at most 3 now",
    ),
    (
        "invite",
        lambda d: d["hands"].__setitem__(1, [*d["hands"][1], *take(d, 4)]),
        "hands[1]: 5 cards; it has at most 4 now",
    ),
]


def take(position: dict[str, Any], count: int) -> list[str]:
    taken = position["penguin_pile"][-count:]
    position["penguin_pile"] = position["penguin_pile"][:-count]
    return list(taken)


@pytest.mark.parametrize(("phase", "change", "message"), PHASE_REFUSED)
def test_each_phase_has_its_own_demands(phase: str, change: Change, message: str) -> None:
    wrong = in_phase(phase)
    assert game.from_dict(wrong, edition=EDITION).to_dict() == wrong
    change(wrong)
    with pytest.raises(rookery.InvalidPosition) as refusal:
        game.from_dict(wrong, edition=EDITION)
    assert message in str(refusal.value)


def test_a_position_without_a_decision_is_refused() -> None:
    cells = {"e5": "#"}
    with pytest.raises(rookery.InvalidPosition, match="there is nothing to"):
        table(cells, HANDS)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_round_trip_to_the_last_bit(players: int) -> None:
    for match in matches("ultimatum", players, scaled(6, 1), "round trip"):
        chance = random.Random(match.commitment)
        while True:
            text = json.dumps(match.to_dict())
            again = game.from_dict(json.loads(text), edition=match.edition)
            assert json.dumps(again.to_dict()) == text
            assert again.legal() == match.legal()
            assert again.hidden(None).records.tobytes() == match.hidden(None).records.tobytes()
            if match.over:
                assert again.ending() == match.ending()
                break
            play_on(match, chance, 1 + chance.randrange(scaled(2, 9)))


def test_actions_have_one_text_each_and_are_read_back() -> None:
    for match in matches("ultimatum", 4, scaled(6, 1), "texts"):
        chance = random.Random(match.commitment)
        while not match.over:
            assert len(texts(match)) == len(match.legal())
            assert match.hidden(None).records["choices"][0] == len(match.legal())
            assert [match.parse(match.notation(a)) for a in match.legal()] == match.legal()
            play_on(match, chance, 1)


@pytest.mark.parametrize(
    "text",
    ["", "r5d", "r6d@f4", "r5d@m4", "r5d@f13", "r5d'@f4", "drop X", "invite", "show", "Zz@a1"],
)
def test_unreadable_actions_are_unknown(text: str) -> None:
    with pytest.raises(rookery.UnknownAction):
        game.start(3, 1).parse(text)


@pytest.mark.parametrize(
    "text", ["Ga@a1", "invite a1", "invite d4>f4", "invite f4>d4", "show d4", "show a1", "drop Bm"]
)
def test_readable_actions_can_be_illegal(text: str) -> None:
    match = table(
        {"e4": "Bj", "e5": "#", "d4": "r5j", "f4": "b4m"}, HANDS, tokens={"d4": 1}, top=["Nj"]
    )
    play(match, "r3m@d3")
    before = match.to_dict()
    with pytest.raises(rookery.IllegalAction):
        match.play(text)
    assert match.to_dict() == before


def test_every_number_has_a_text() -> None:
    match = table({"e4": "Bj", "e5": "#", "d4": "r5j"}, HANDS, tokens={"d4": 0})
    named = [match.notation(action) for action in range(game.num_actions)]
    assert named[0] == "g2j@a1"
    assert named[9215] == "b5m@l12"
    assert named[9216:9219] == ["pay", "drop Gj", "drop Ga"]
    assert named[9233] == "skip"
    assert named[9234 + 44] == "invite d4"  # r5j is penguin 44
    assert named[9234 + 64 + 44] == "invite d4>d4"
    assert named[9234 + 128] == "invite ?>?"
    assert named[9490 + 12] == "show e4"
    assert named[9490] == "show ?"
    assert named[9506] == "Ba@a1"
    assert named[9793] == "Ba'@l12"
    assert len(named) == 9794
