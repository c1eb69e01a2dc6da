"""Properties of any match of any game, searched for counterexamples."""

import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rookery
from rookery.core.kernel import COMPILED
from rookery.core.match import Match
from tests.helpers import SEATINGS, play_on, random_options

settings.register_profile(
    "rookery",
    # The first example of a game compiles it.
    deadline=None,
    max_examples=120 if COMPILED else 15,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rookery")


@st.composite
def matches(draw: Any) -> Match:
    """A match of any game at any moment."""
    name, players = draw(st.sampled_from(SEATINGS))
    game = rookery.game(name)
    chance = random.Random(draw(st.integers(0, 2**32)))
    options = random_options(game, players, chance)
    edition = draw(st.sampled_from(game.editions))
    match = game.start(players, chance.getrandbits(60), edition, **options)
    return play_on(match, chance, draw(st.integers(0, 150)))


@given(matches())
def test_texts_and_actions_correspond(match: Match) -> None:
    texts = [match.notation(action) for action in match.legal()]
    assert [match.parse(text) for text in texts] == match.legal()
    assert len(set(texts)) == len(texts)


@given(matches(), st.integers(0, 2**40))
def test_any_action_number_is_played_or_refused(match: Match, number: int) -> None:
    before = match.to_dict()
    action = number % (match.game.num_actions + 10)
    if action in match.legal():
        match.play(action)
        assert match.ply > 0
        match.undo()
    else:
        try:
            match.play(action)
        except rookery.IllegalAction:
            pass
        else:
            raise AssertionError(f"{action} was taken")
    assert match.to_dict() == before


@given(matches(), st.text(max_size=12))
def test_any_text_is_an_action_or_refused(match: Match, text: str) -> None:
    try:
        action = match.parse(text)
    except rookery.IllegalAction as error:
        assert repr(text.strip())[:3] in str(error)
    else:
        assert match.notation(action) == text.strip()


@given(matches())
def test_a_position_is_plain_json_and_comes_back(match: Match) -> None:
    position = match.to_dict()
    again = match.game.from_dict(json.loads(json.dumps(position)), edition=match.edition)
    assert again.to_dict() == position
    assert again.legal() == match.legal()


@given(matches())
def test_a_save_comes_back(match: Match) -> None:
    text = match.save()
    assert rookery.load(text).save() == text


@given(matches(), st.integers(0, 2**60), st.integers(-1, 5))
def test_hide_of_redeal_is_hide(match: Match, seed: int, number: int) -> None:
    seat = None if number < 0 else number % match.players
    world = match.redeal(seat, seed)
    assert world.hidden(seat).records.tobytes() == match.hidden(seat).records.tobytes()


@given(matches(), st.data())
def test_a_damaged_position_is_refused_or_fine(match: Match, data: Any) -> None:
    """Whatever is done to a position, it is read as a position or refused as one."""
    position = match.to_dict()
    key = data.draw(st.sampled_from(sorted(position)))
    position[key] = data.draw(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(-3, 300),
            st.text(max_size=3),
            st.lists(st.one_of(st.none(), st.integers(-1, 9), st.text(max_size=3)), max_size=5),
            st.dictionaries(st.sampled_from(["red", "blue", "a1", "x"]), st.integers(-1, 9)),
        )
    )
    try:
        again = match.game.from_dict(position, edition=match.edition)
    except rookery.InvalidPosition as error:
        assert str(error)
    else:
        assert again.to_dict() == position


@given(st.sampled_from(rookery.games()), st.text(max_size=300))
def test_any_text_is_an_edition_or_refused(name: str, body: str) -> None:
    game = rookery.game(name)
    try:
        game.edition_from_text(f"game: {name}\nname: mine\n{body}")
    except rookery.InvalidEdition as error:
        assert error.faults


@given(st.text(max_size=200))
def test_any_text_is_a_save_or_refused(text: str) -> None:
    try:
        rookery.load("rookery match 1\n" + text)
    except rookery.BrokenSave as error:
        assert str(error)
