"""Saved matches: readable, exact, and refused when damaged, with line and reason."""

import random
from dataclasses import replace

import pytest

import rookery
from rookery.core.game import Game
from rookery.core.save import read
from tests.helpers import play_on


@pytest.fixture(scope="module")
def text() -> str:
    match = rookery.game("party").start(players=3, seed=11, tie="playoff")
    return play_on(match, random.Random(1), 40).save()


def test_a_saved_match_is_readable(text: str) -> None:
    lines = text.splitlines()
    assert lines[:9] == [
        "rookery match 1",
        "game: party",
        "rules: 1",
        "edition: iello-2024",
        "players: 3",
        "rounds: default",
        "tie: playoff",
        "first: random",
        "seed: 11",
    ]
    assert lines[9].startswith("check: ")
    assert lines[10] == ""
    assert lines[11].startswith("1 seat ")
    assert lines[-1].startswith("result: open after 40 actions")


def test_every_change_of_a_line_is_found(text: str) -> None:
    """Any single edited character is refused, and the refusal names a line."""
    chance = random.Random(5)
    for _ in range(300):
        at = chance.randrange(len(text))
        new = chance.choice("0123456789abcdefgrpybseat<>:. []\n")
        edited = text[:at] + new + text[at + 1 :]
        if edited.split() == text.split():
            continue
        with pytest.raises(rookery.BrokenSave, match=r"line \d+|the head has"):
            rookery.load(edited)


def test_every_lost_line_is_found(text: str) -> None:
    lines = text.splitlines()
    for at in range(len(lines)):
        if lines[at]:
            with pytest.raises(rookery.BrokenSave):
                rookery.load("\n".join(lines[:at] + lines[at + 1 :]))
    for at in range(len(lines)):
        with pytest.raises(rookery.BrokenSave):
            rookery.load("\n".join(lines[:at]))


def test_an_edited_action_is_found_where_it_stands(text: str) -> None:
    lines = text.splitlines()
    match = rookery.game("party").start(players=3, seed=11, tie="playoff")
    other = next(
        match.notation(action)
        for action in match.legal()
        if f": {match.notation(action)}  [" not in lines[11]
    )
    lines[11] = lines[11].replace(lines[11].split()[3], other, 1)
    with pytest.raises(rookery.BrokenSave, match=r"line 12: the check does not match"):
        rookery.load("\n".join(lines))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("rookery match 1", "rookery match 9", "line 1: a saved match starts with"),
        ("game: party", "game: chess", "check does not match"),
        ("seed: 11", "seed 11", r"line 9: 'seed 11' is not a 'key: value' line"),
        ("seed: 11", "tie: shared", r"line 9: 'tie' is given twice"),
    ],
)
def test_a_broken_head_is_refused(text: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(rookery.BrokenSave, match=reason):
        rookery.load(text.replace(old, new, 1))


def resealed(text: str, old: str, new: str) -> str:
    """An edit by somebody who also writes a fitting check: what is said must still be right."""
    from rookery.core.save import _Check

    head, body = text.replace(old, new, 1).split("check: ", 1)
    check = _Check()
    for line in head.splitlines():
        check.add(line)
    return f"{head}check: {check.digits(8)}{body[8:]}"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("game: party", "game: chess", r"line 2: there is no game 'chess'"),
        ("edition: iello-2024", "edition: lost", r"line 4: 'lost' is not one of"),
        ("players: 3", "players: 9", r"line 5: .* 2 to 6 players"),
        ("players: 3", "players: many", r"line 5: .* 2 to 6 players"),
        ("tie: playoff", "tie: maybe", r"option tie='maybe' is not valid"),
        ("seed: 11", "seed: eleven", r"line 9: seed 'eleven'"),
        ("seed: 11", "secret: 11", r"line 9: a secret has 64 hexadecimal digits"),
        ("seed: 11", "colour: 11", r"neither a 'seed' nor a 'secret' line"),
        ("first: random", "last: random", r"line 8: 'last' is not known to party"),
        ("tie: playoff", "edition-data: {", r"line 7: "),
        ("tie: playoff", 'edition-data: {"name": 3}', r"line 7: "),
        ("tie: playoff", "position: []", r"line 7: a position is a JSON object"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(text: str, old: str, new: str, reason: str) -> None:
    with pytest.raises(rookery.BrokenSave, match=reason):
        rookery.load(resealed(text, old, new))


def test_other_rules_are_refused(text: str) -> None:
    with pytest.raises(rookery.WrongRules, match=r"line 3: saved under rules version 0"):
        rookery.load(resealed(text, "rules: 1", "rules: 0"))


@pytest.mark.parametrize("wrong", ["", "\n", "{}", "rookery match 1", 5, None, "x" * 5_000_001])
def test_what_is_no_saved_match_is_refused(wrong: object) -> None:
    with pytest.raises(rookery.BrokenSave):
        rookery.load(wrong)  # type: ignore[arg-type]


def test_an_unpredictable_match_is_saved_with_its_secret() -> None:
    match = rookery.game("party").start(players=2, rounds=1)
    play_on(match, random.Random(2))
    text = match.save()
    assert f"secret: {match.secret.hex()}" in text
    again = rookery.load(text)
    assert again.to_dict() == match.to_dict()
    assert again.commitment == match.commitment


def without_options() -> Game:
    """A game that leaves nothing to choose."""
    game = rookery.game("party")
    usual = {name: option.default for name, option in game.options.items()}
    return replace(
        game, options={}, setup=lambda record, players, _: game.setup(record, players, usual)
    )


def test_a_game_without_options_is_saved_with_its_players() -> None:
    game = without_options()
    match = play_on(game.start(3, seed=4), random.Random(2), 10)
    text = match.save()
    assert "players: 3\nseed: 4\n" in text
    assert "position" not in text
    again = read(text, lambda _: game)
    assert again.to_dict() == match.to_dict()
    assert again.save() == text


def test_a_match_begun_at_a_position_is_saved_with_it() -> None:
    for game in (rookery.game("party"), without_options()):
        middle = play_on(game.start(3, seed=4), random.Random(2), 10)
        match = play_on(game.from_dict(middle.to_dict(), seed=9), random.Random(3), 5)
        text = match.save()
        assert "position: {" in text
        assert "players: " not in text
        again = read(text, lambda _: game)  # noqa: B023
        assert again.to_dict() == match.to_dict()
        assert again.save() == text


def test_verify_finds_a_state_that_the_log_does_not_lead_to() -> None:
    match = rookery.game("party").start(players=2, seed=3)
    play_on(match, random.Random(2), 10)
    match.verify()
    match._states[0]["points"][0] += 1
    with pytest.raises(rookery.BrokenSave, match="do not lead"):
        match.verify()
