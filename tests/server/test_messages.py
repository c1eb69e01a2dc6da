"""Names as tables say them."""

import pytest

from rookery.core.language import speech
from rookery.server.messages import say_name


@pytest.mark.parametrize("name", ["אבי", "ليلى", "Ada אבי"])
def test_names_from_right_to_left_turn_no_score_around(name: str) -> None:
    said = say_name((name, "", 0), speech("en"))
    assert said == f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def test_other_names_stay_as_they_are() -> None:
    assert say_name(("Zoë 7", "", 0), speech("en")) == "Zoë 7"
    assert say_name(("", "", 0), speech("fr")) == speech("fr").gettext("nobody")
