"""Scenes of Pyramid of Pengqueen, step by step: what is marked, and what flies to whom."""

import random

import pytest

from rookery.core.match import Match
from rookery.core.scene import MARKS, Gain, Scene
from rookery.games.pengqueen.scene import ART
from tests.games.pengqueen.tables import GAME, table
from tests.games.pengqueen.test_scene import (
    MUMMY,
    NAMES,
    OTHER,
    OWNER,
    PAWNS,
    TRAILS,
    dice,
    moving,
    sprites,
)
from tests.helpers import matches, scaled


def drawn_steps(match: Match, action: str, seat: int | None) -> dict[str, Scene]:
    """By kind, the scene of each step of an action, as a seat sees it."""
    after = match.copy()
    after.play(action)
    moments = after.moments(seat, match.ply)
    return {m.kind: m.view.scene([], NAMES[: match.players]) for m in moments}


def marked(drawn: Scene) -> dict[str, str]:
    assert {sprite.mark for sprite in drawn.sprites} - {""} <= MARKS
    return {sprite.id: sprite.mark for sprite in drawn.sprites if sprite.mark}


def rolling(rolled: list[int | str], aside: int) -> Match:
    for seed in range(10_000):
        match = table(PAWNS, "h6", "start", aside=aside, seed=seed, asks_all=True)
        again = match.copy()
        again.play("roll")
        if again.steps(0)[0].things["dice"] == rolled:
            return match
    raise AssertionError("no such roll")


def test_dice_roll_to_their_faces_and_then_go_aside() -> None:
    # Q10
    match = rolling([1, 4, "mummy"], 2)
    scenes = drawn_steps(match, "roll", OTHER)
    assert list(scenes) == ["roll", "aside"]
    assert dice(scenes["roll"]) == ["1", "4", "mummy", "mummy", "mummy"]
    assert marked(scenes["roll"]) == {f"die-{k}": "rolled" for k in range(3)}
    # It goes to the others at the right.
    fallen, aside = (sprites(scenes[kind])["die-2"].x for kind in ("roll", "aside"))
    assert fallen < aside
    for seat in (MUMMY, None):
        unseen = drawn_steps(match, "roll", seat)["roll"]
        assert dice(unseen) == ["blank"] * 3 + ["mummy"] * 2
        assert marked(unseen) == {f"die-{k}": "rolled" for k in range(3)}


def test_a_lost_turn_is_seen() -> None:
    # Q11, Q17
    match = rolling(["mummy"], 4)
    for seat in (OWNER, OTHER, MUMMY, None):
        scenes = drawn_steps(match, "roll", seat)
        assert marked(scenes["lost"]) == {f"die-{k}": "lost" for k in range(5)}
    boxed = table(["d5", "h6", "a5"], "h5", aside=1, rolled=[1, 1, 1, 1], asks_all=True)
    assert marked(drawn_steps(boxed, "1>e5", OTHER)["stuck"]) == {"pawn-1": "lost"}
    assert marked(drawn_steps(boxed, "1>e5", MUMMY)["stuck"]) == {}


def test_the_announced_die_is_shown_to_everybody() -> None:
    # Q12: to those who see no dice, that one alone
    match = moving(asks_all=True)
    for seat in (OWNER, OTHER):
        scenes = drawn_steps(match, "arrow>h5", seat)
        assert list(scenes) == ["announce", "move"]
        assert dice(scenes["announce"]) == ["1", "2", "2", "arrow", "mummy"]
        assert marked(scenes["announce"]) == {"die-3": "announced"}
        assert marked(scenes["move"]) == {"pawn-0": "placed"}
        assert sprites(scenes["announce"])["pawn-0"].label.endswith("on d5")
        assert sprites(scenes["move"])["pawn-0"].label.endswith("on h5")
    for seat in (MUMMY, None):
        scenes = drawn_steps(match, "arrow>h5", seat)
        assert list(scenes) == ["announce"]
        assert dice(scenes["announce"]) == ["arrow", "blank", "blank", "blank", "mummy"]
        assert marked(scenes["announce"]) == {"die-0": "announced"}
    # Once the turn has gone on, the dice are to be rolled.
    match.play("arrow>h5")
    view = match.hidden(MUMMY)
    view.moment = match.moments(MUMMY, 0)[-1]
    assert dice(view.scene([], NAMES[:4])) == ["blank"] * 4 + ["mummy"]


def test_a_revealed_card_is_marked() -> None:
    # Q18
    match = moving(asks_all=True)
    match.play("2>f5")
    for seat in (OWNER, OTHER, MUMMY, None):
        assert marked(drawn_steps(match, "reveal", seat)["reveal"]) == {"card-r1": "revealed"}


def test_a_catch_is_seen_by_everybody() -> None:
    # Q20: the pawn in the sarcophagus, and its life on the way to the mummy
    match = table(PAWNS, "e5", "mummy", trail=TRAILS, asks_all=True)
    for seat in (OWNER, OTHER, MUMMY, None):
        scenes = drawn_steps(match, "left", seat)
        assert marked(scenes["step"]) == {"mummy": "placed"}
        assert scenes["step"].gains == []
        catch = scenes["catch"]
        assert marked(catch) == {"pawn-0": "caught"}
        assert catch.gains == [Gain("pawn-0", MUMMY, "+1", "life")]
        assert sprites(catch)["pawn-0"].label == "pawn 1 (Bo) on e6"
        assert "trail-0-e6" not in sprites(catch)
    # No other pawn comes to light.
    assert [name for name in sprites(catch) if name.startswith("pawn-")] == ["pawn-0"]


@pytest.mark.parametrize("players", GAME.players)
def test_scenes_of_all_steps_can_be_drawn(players: int) -> None:
    for match in matches("pengqueen", players, scaled(3, 1), "steps"):
        chance = random.Random(players)
        while not match.over and match.ply < scaled(300, 25):
            match.play(chance.choice(match.legal()))
        for seat in (None, *range(players)):
            for moment in match.moments(seat, max(0, match.ply - scaled(100, 20))):
                drawn = moment.view.scene([], NAMES[:players])
                ids = {sprite.id for sprite in drawn.sprites}
                assert len(ids) == len(drawn.sprites)
                assert marked(drawn).keys() <= ids
                assert all(gain.sprite in ids for gain in drawn.gains)
                assert {art for s in drawn.sprites for art in s.art.split()} <= ART
