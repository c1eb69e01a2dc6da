"""All bots: they answer, legally and repeatably, whatever they are handed for chance."""

import hashlib
import json
import random

import pytest

import rookery
from rookery import bots
from rookery.bots import levels
from rookery.bots.levels import LEVELS, Level, soften
from rookery.core import rng
from rookery.core.kernel import COMPILED
from rookery.search import Figures
from tests.helpers import SEATINGS, matches, scaled

TINY = scaled(12, 2)


def tiny(name: str, game: rookery.Game) -> bots.Bot:
    settings = {"iterations": TINY} if name in LEVELS else {}
    return rookery.bot(name, game, **settings)


def test_the_names_are_these() -> None:
    assert bots.names() == ("random", "greedy", "chick", "fledgling", "adult", "emperor", "king")


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_no_bot_ever_plays_an_illegal_action(name: str, players: int) -> None:
    game = rookery.game(name)
    seated = [tiny(bot, game) for bot in bots.names()]
    chance = rng.generator(7)
    left = scaled(400, 12)
    for match in matches(name, players, 2, "bots"):
        while not match.over and left > 0:
            legal = match.legal()
            bot = seated[left % len(seated)]
            action = bot.choose(match.hidden(match.turn), legal, chance)
            assert type(action) is int
            assert action in legal
            match.play(action)
            left -= 1


@pytest.mark.parametrize("name", bots.names())
def test_whatever_stands_for_chance_is_taken(name: str) -> None:
    match = rookery.game("party").start(3, seed=2)
    bot = tiny(name, match.game)
    view, legal = match.hidden(match.turn), match.legal()
    for make in (lambda: rng.generator(4), lambda: 4, lambda: random.Random(4)):
        assert bot.choose(view, legal, make()) == bot.choose(view, legal, make())
    assert bot.choose(view, legal, rng.generator(4)) == bot.choose(view, legal, 4)
    assert bot.choose(view, legal, None) in legal
    assert bot.choose(view, legal) in legal
    for wrong in (-1, 1.5, "x", rng.blank(2), [1]):
        with pytest.raises(rookery.InvalidSeed):
            bot.choose(view, legal, wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_explains_itself_in_plain_data(name: str) -> None:
    match = rookery.game("ultimatum").start(3, seed=2)
    bot = tiny(name, match.game)
    action = bot.choose(match.hidden(match.turn), match.legal(), 1)
    told = json.loads(json.dumps(bot.explain()))
    assert told["bot"] == name
    if name in LEVELS:
        assert told["action"] == match.notation(action)
        assert told["iterations"] == sum(told["visits"].values()) == TINY
        assert len(told["values"]) == 3
        assert told["line"][0] == told["best"]


def test_before_its_first_decision_a_level_has_nothing_to_explain() -> None:
    assert rookery.bot("chick", rookery.game("party")).explain() == {}


@pytest.mark.parametrize("name", list(LEVELS))
def test_the_levels_have_a_budget_of_their_own(name: str) -> None:
    level = LEVELS[name]
    assert (level.iterations is None) != (level.milliseconds is None)
    match = rookery.game("party").start(2, seed=1)
    bot = rookery.bot(name, match.game, milliseconds=0.5)
    assert bot.choose(match.hidden(match.turn), match.legal(), 1) in match.legal()


def test_more_threads_give_an_answer_too() -> None:
    match = rookery.game("party").start(2, seed=1)
    bot = rookery.bot("emperor", match.game, iterations=TINY, threads=2)
    view = match.hidden(match.turn)
    assert bot.choose(view, match.legal(), 1) == bot.choose(view, match.legal(), 1)
    assert bot.explain()["iterations"] == TINY


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("emperor", {"seconds": 1}),
        ("emperor", {"milliseconds": 0}),
        ("emperor", {"milliseconds": "1"}),
        ("emperor", {"iterations": 1.5}),
        ("emperor", {"iterations": True}),
        ("emperor", {"threads": 0}),
        ("emperor", {"room": -1}),
        ("greedy", {"iterations": 5}),
    ],
)
def test_wrong_settings_are_refused(name: str, settings: dict[str, object]) -> None:
    with pytest.raises(rookery.InvalidOption, match=next(iter(settings))):
        rookery.bot(name, rookery.game("party"), **settings)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(rookery.UnknownBot, match="the bots are random, greedy, chick"):
        rookery.bot("queen", rookery.game("party"))


def figures(visits: dict[int, int], rewards: dict[int, float]) -> Figures:
    best = max(visits, key=lambda action: visits[action])
    texts = {action: str(action) for action in visits}
    return Figures("search", best, 10, 1.0, (0.5,), visits, rewards, 1, 1, 1, (), texts)


def test_softening_never_takes_what_is_plainly_worse() -> None:
    found = figures({1: 60, 2: 30, 3: 10, 4: 0}, {1: 0.6, 2: 0.58, 3: 0.2})
    level = Level(10, None, softness=1.0, slack=0.05)
    falls = [soften(found, level, k / 100) for k in range(100)]
    assert set(falls) == {1, 2}
    assert 60 <= falls.count(1) <= 72
    assert soften(found, Level(10, None), 0.99) == 1
    sharper = Level(10, None, softness=0.25, slack=0.05)
    assert sum(soften(found, sharper, k / 100) == 1 for k in range(100)) > 90


#: Digests of what levels decide, from before bots read the table: levels that people know must not
#: move unnoticed. Where one is meant to, its share of victories against greedy is measured again.
DECIDED = {
    "party": ("f260217e921b", "8769102b254b", "1f7bb4e4a579", "89f45388567c"),
    "ultimatum": ("5477bdda517f", "3a561d22d1fa", "250eae803cf0", "9bb5ad86a789"),
    "pengqueen": ("fb4667b0e591", "db214ad4a979", "658087355b4d", "1360cc2de774"),
}


@pytest.mark.skipif(not COMPILED, reason="interpreted, so many decisions take minutes")
@pytest.mark.parametrize("name", DECIDED)
def test_levels_decide_as_they_always_did(name: str) -> None:
    game = rookery.game(name)
    known = [rookery.bot(level, game) for level in ("chick", "fledgling", "adult")]
    told = []
    for bot in (*known, rookery.bot("emperor-1", game, iterations=200)):
        match = game.start(3, seed=5)
        chance = rng.generator(9)
        texts = []
        while match.turn is not None and match.ply < 24:
            action = bot.choose(match.informed(match.turn), match.legal(), chance)
            texts.append(match.notation(action))
            match.play(action)
        told.append(hashlib.blake2b(" ".join(texts).encode(), digest_size=6).hexdigest())
    assert tuple(told) == DECIDED[name]


def test_the_king_takes_all_cores_it_may_unless_its_choice_is_to_be_repeated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "cores", lambda: 3)
    game = rookery.game("party")
    match = game.start(2, seed=1)
    view, legal = match.hidden(match.turn), match.legal()
    rooms = []
    for settings in ({"milliseconds": 1}, {"iterations": TINY}, {"milliseconds": 1, "threads": 2}):
        bot = rookery.bot("king", game, room=64, **settings)
        assert bot.choose(view, legal, 1) in legal
        rooms.append(bot.explain()["room"])
    assert rooms == [3 * 64, TINY + 1, 2 * 64]
