"""Which neighbours a kin fee counts (U15): of the family, or all; an option of the table."""

import pytest

import rookery
from rookery.games.ultimatum.spec import OPTIONS
from tests.games.ultimatum.tables import game, play, table

#: Around f4: a red 5 and a green 4; a blue 2 lies farther away.
CELLS = {"e4": "Rd", "e5": "#", "g4": "r5d", "f3": "g4m", "d3": "b2m"}


@pytest.mark.parametrize(("kin", "due"), [("family", 5), ("all", 9)])
def test_a_relative_costs_its_number_or_all_neighbours_do(kin: str, due: int) -> None:
    # U15: seed 002 counts the family, seed 000 all adjacent penguins; the new one never counts.
    others = {"kin": "all"} if kin == "all" else {}
    match = table(CELLS, {0: ["n2d", "r3m"]}, owned=[["Nj"], [], []], **others)
    (choice,) = [it for it in match.scene(0).choices if it.action == "r3m@f4"]
    assert f" {due} points" in choice.label
    assert play(match, "r3m@f4")["fee"] == due


def test_without_a_relative_nothing_is_due() -> None:
    # U15: strangers alone never ask for anything
    match = table(CELLS, {0: ["n2d", "r3m"]}, owned=[["Nj"], [], []], kin="all")
    after = play(match, "n2d@f4")
    assert (after["phase"], after["fee"]) == ("invite", 0)


def test_the_usual_way_is_not_said_and_the_other_is() -> None:
    assert OPTIONS["kin"].default == "family"
    usual, other = game.start(3, 5), game.start(3, 5, kin="all")
    assert "kin" not in usual.to_dict()
    assert game.from_dict(usual.to_dict() | {"kin": "family"}).to_dict() == usual.to_dict()
    assert game.from_dict(other.to_dict()).to_dict() == other.to_dict()
    assert other.to_dict() == usual.to_dict() | {"kin": "all"}
    assert other.view(1)["kin"] == "all"
    with pytest.raises(rookery.InvalidPosition, match="'aunts' is not one of family, all"):
        game.from_dict(usual.to_dict() | {"kin": "aunts"})
    with pytest.raises(rookery.InvalidOption, match="it takes family or all"):
        game.start(3, kin="aunts")


def test_a_saved_match_keeps_it_and_one_from_before_had_the_usual_way() -> None:
    match = game.start(2, 7, kin="all")
    bot = rookery.bot("random", game)
    for number in range(12):
        match.play(bot.choose(match.hidden(match.turn), match.legal(), number))
    text = match.save()
    assert "\nkin: all\n" in text
    again = rookery.load(text)
    again.verify()
    assert again.to_dict() == match.to_dict()
    assert again.options["kin"] == "all"
