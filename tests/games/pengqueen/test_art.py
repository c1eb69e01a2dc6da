"""Treasures, pawns and dice can be told apart, also without their colours."""

import pytest

from tests.artwork import (
    SIGN,
    TEXT,
    check_box,
    check_contrast,
    check_more_than_a_detail,
    check_never_colour_alone,
    contrast,
    day_and_night,
)

TREASURES = [f"treasure-{colour}" for colour in "ygsrp"]
PAWNS = [f"pawn-{seat}" for seat in range(4)]
WHITE_DICE = [f"die-{face}" for face in ("1", "2", "3", "4", "arrow", "mummy", "blank")]
BLACK_DICE = [f"black-die-{face}" for face in range(1, 4)]
THINGS = ["cell", "entrance", "sarcophagus", "treasure-card", "mummy", "trail", "torch"]
WALLS = [f"wall-{side}" for side in "nesw"]


def test_layers_have_the_same_box():
    names = TREASURES + PAWNS + WHITE_DICE + BLACK_DICE + THINGS + WALLS
    check_box("pengqueen", names, "0 0 100 100")


@pytest.mark.parametrize("group", [TREASURES, PAWNS, WHITE_DICE, BLACK_DICE])
def test_never_colour_alone(group):
    check_never_colour_alone("pengqueen", group)


@pytest.mark.parametrize("group", [TREASURES, PAWNS])
def test_signs_differ_in_more_than_a_detail(group):
    check_more_than_a_detail("pengqueen", group)


def test_dice_walls_and_pawns_show():
    check_contrast([("art-ink", "die"), ("art-white", "black-die")], TEXT)
    pairs = [("art-ink", "sand"), ("art-ink", "papyrus"), ("wall", "sand"), ("art-ink", "wrap")]
    check_contrast(pairs + [(f"seat-{seat}", "sand") for seat in range(4)], SIGN)


@pytest.mark.parametrize("theme", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize("treasure", TREASURES)
@pytest.mark.parametrize("ground", ["sand", "papyrus"])
def test_treasures_show_on_their_ground(theme, treasure, ground):
    # The outline shows on the ground (above); the inside shows against one of the two.
    palette = day_and_night()[theme]
    inside = palette[treasure]
    assert max(contrast(inside, palette["art-ink"]), contrast(inside, palette[ground])) >= SIGN
