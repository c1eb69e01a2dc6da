"""What is told of The Penguin Ultimatum, step by step and fact by fact."""

import random
import re
from typing import Any

import pytest

from rookery.core.kernel import COMPILED
from rookery.core.match import Match
from tests.games.ultimatum.tables import PENGUINS, empty_pile, game, play, table
from tests.helpers import matches, scaled

NAMES = ["Mira", "Noor", "Ole"]
HAND = {0: ["g2a", "r3m"], 1: ["g2j"], 2: ["g2d"]}
START = {"e4": "Rd", "e5": "#", "f5": "r5d"}
PAIR = {"e3": "Bj", "e5": "Nj", "e2": "n2d", "e6": "g3d", "a1": "#", "d3": "b5a", "d5": "n5a"}


def told(match: Match, action: str, seat: int | None = None, language: str = "en") -> list[str]:
    """Play an action; what a seat is told of it and of what comes of it."""
    ply = match.ply
    match.play(action)
    return since(match, ply, seat, NAMES[: match.players], language)


def since(
    match: Match, ply: int, seat: int | None, names: list[str], language: str = "en"
) -> list[str]:
    """What a seat is told of all that happened since a ply."""
    moments = match.moments(seat, ply)
    return [sentence for moment in moments for sentence in moment.view.tell(names, language)]


def test_the_deal_says_who_starts() -> None:
    # U12
    match = game.start(3, 1, first=1)
    for seat, sentence in [(None, "Noor starts."), (1, "You start.")]:
        (deal,) = match.moments(seat)
        assert deal.view.tell(NAMES) == [sentence]
    assert deal.view.tell(NAMES, "fr") == ["Vous commencez."]
    assert deal.view.tell(NAMES, "de") == ["Du beginnst."]


@pytest.mark.parametrize(
    ("language", "seat", "sentences"),
    [
        ("en", 0, ["You place the red 3 (music) on f4.", "You pay a kin fee of 5 points."]),
        ("en", 1, ["Mira places the red 3 (music) on f4.", "Mira pays a kin fee of 5 points."]),
        (
            "fr",
            0,
            [
                "Vous posez le 3 rouge (musique) en f4.",
                "Vous payez un droit de mélange de 5 points.",
            ],
        ),
        (
            "fr",
            None,
            [
                "Mira pose le 3 rouge (musique) en f4.",
                "Mira paie un droit de mélange de 5 points.",
            ],
        ),
        (
            "de",
            0,
            [
                "Du legst die rote 3 (Musik) auf f4.",
                "Du zahlst eine Familienstrafe von 5 Punkten.",
            ],
        ),
        (
            "de",
            None,
            [
                "Mira legt die rote 3 (Musik) auf f4.",
                "Mira zahlt eine Familienstrafe von 5 Punkten.",
            ],
        ),
    ],
)
def test_a_penguin_and_its_fee(language: str, seat: int | None, sentences: list[str]) -> None:
    assert told(table(START, HAND), "r3m@f4", seat, language) == sentences


def test_a_fee_may_be_settled_with_a_card() -> None:
    def owing() -> Match:
        match = table(START, HAND, owned=[["Nm", "Ra"], [], []])
        assert told(match, "r3m@f4") == ["Mira places the red 3 (music) on f4."]
        return match

    assert told(owing(), "pay", 0) == ["You pay a kin fee of 5 points."]
    assert told(owing(), "drop Nm", 0) == [
        "You discard the musical kangaroo instead of paying 5 points."
    ]
    assert told(owing(), "drop Ra", 1, "de") == [
        "Mira gibt den turnenden Seehund ab, statt 5 Punkte zu zahlen."
    ]
    assert told(owing(), "drop Ra", 1, "fr") == [
        "Mira cède le phoque acrobate au lieu de payer 5 points."
    ]


def test_invitations_and_the_draw() -> None:
    def placed() -> Match:
        match = table(START, HAND, tokens={"f5": 0})
        play(match, "g2a@d3")
        return match

    drawn = "Mira draws a penguin."
    assert told(placed(), "skip", 1) == ["Mira invites nobody.", drawn]
    assert told(placed(), "invite d3", 1) == ["Mira invites the green 2 (acrobatics) on d3.", drawn]
    assert told(placed(), "invite f5>d3", 1) == [
        "Mira invites the green 2 (acrobatics) on d3 with the token from f5.",
        drawn,
    ]
    assert told(placed(), "invite f5>d3", 1, "de")[0] == (
        "Mira lädt mit dem Stein von f5 die grüne 2 (Akrobatik) auf d3 ein."
    )


def test_only_the_drawer_hears_what_was_drawn() -> None:
    # U26
    match = table(START, HAND)
    play(match, "g2a@d3")
    own = told(match, "skip", 0)[-1]
    card = ({*match.to_dict()["hands"][0]} - {"r3m"}).pop()
    family = {"g": "green", "n": "brown", "r": "red", "b": "blue"}[card[0]]
    act = {"j": "juggling", "a": "acrobatics", "d": "dance", "m": "music"}[card[2]]
    penguin = f"the {family} {card[1]} ({act})"
    assert own == f"You draw {penguin}."
    for seat in (None, 1, 2):
        assert since(match, 1, seat, NAMES)[-1] == "Mira draws a penguin."
    draw = match.steps(1)[-1].open()  # for whoever has the match itself
    assert draw.view.tell(NAMES) == [f"Mira draws {penguin}."]


def show_at_e4(tokens: dict[str, int], seat: int | None = None, language: str = "en") -> list[str]:
    cells = {"e4": "Bj", "e5": "#", "d3": "b4m", "f3": "b2m", "d4": "g4j", "d5": "n2j"}
    match = table(cells, HAND, tokens=tokens, top=["Gd", "Gj"])
    play(match, "r3m@e3")
    return told(match, "skip", seat, language)


def test_the_fewest_points_get_the_entertainer() -> None:
    # U20 to U23
    assert show_at_e4({"d3": 0, "f3": 1}, 1) == [
        "Mira invites nobody.",
        "On e4, the juggling bear performs.",
        "On d3, the blue 4 (music) is amused: 4 points for Mira.",
        "On f3, the blue 2 (music) is amused: 2 points for you.",
        "On d4, the green 4 (juggling) is amused, but has no token.",
        "On d5, the brown 2 (juggling) is amused, but has no token.",
        "You scored the fewest points (2) and get the juggling bear.",
        "A curtain falls on e4.",
    ]
    assert show_at_e4({"d3": 0, "f3": 1}, 0, "de") == [
        "Du lädst niemanden ein.",
        "Auf e4 tritt der jonglierende Bär auf.",
        "Auf d3 amüsiert sich die blaue 4 (Musik): 4 Punkte für dich.",
        "Auf f3 amüsiert sich die blaue 2 (Musik): 2 Punkte für Noor.",
        "Auf d4 amüsiert sich die grüne 4 (Jonglieren), hat aber keinen Stein.",
        "Auf d5 amüsiert sich die braune 2 (Jonglieren), hat aber keinen Stein.",
        "Noor hat am wenigsten gepunktet (2) und bekommt den jonglierenden Bären.",
        "Auf e4 fällt der Vorhang.",
    ]
    assert show_at_e4({"d3": 0, "f3": 1}, 2, "fr") == [
        "Mira n’invite personne.",
        "En e4, l’ours jongleur donne son spectacle.",
        "En d3, le 4 bleu (musique) s’amuse\N{NO-BREAK SPACE}: 4 points pour Mira.",
        "En f3, le 2 bleu (musique) s’amuse\N{NO-BREAK SPACE}: 2 points pour Noor.",
        "En d4, le 4 vert (jonglerie) s’amuse, mais sans jeton.",
        "En d5, le 2 brun (jonglerie) s’amuse, mais sans jeton.",
        "Noor a marqué le moins de points (2) et reçoit l’ours jongleur.",
        "Un rideau tombe en e4.",
    ]


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ({"d3": 0}, "Mira alone scored and gets the juggling bear."),
        ({"d3": 0, "f3": 0, "d4": 1}, "Noor scored the fewest points (4) and gets the"),
        (
            {"f3": 0, "d5": 1},
            "The fewest points (2) are tied, so the juggling bear leaves the game.",
        ),
        ({}, "Nobody scores, so the juggling bear leaves the game."),
    ],
)
def test_who_gets_the_entertainer(tokens: dict[str, int], sentence: str) -> None:
    # U22
    assert show_at_e4(tokens)[-2].startswith(sentence)


def test_shows_and_new_entertainers_follow_each_other() -> None:
    # U19, U24
    match = table(PAIR, HAND, tokens={"d3": 0, "d5": 1}, top=["Gd", "Gj", "Gm"])
    play(match, "r3m@e4")
    assert told(match, "skip") == ["Mira invites nobody."]
    assert told(match, "show e5") == [
        "On e5, the juggling kangaroo performs.",
        "On d5, the brown 5 (acrobatics) is amused: 5 points for Noor.",
        "Noor alone scored and gets the juggling kangaroo.",
        "A curtain falls on e5.",
    ]
    # A show that was the only one left is told like one that was chosen.
    assert told(match, "Gd'@b2", 0) == [
        "You put the dancing sheep on b2, turned.",
        "The next entertainer is the juggling sheep.",
        "On e3, the juggling bear performs.",
        "On d3, the blue 5 (acrobatics) is amused: 5 points for you.",
        "You alone scored and get the juggling bear.",
        "A curtain falls on e3.",
    ]
    assert told(match, "Gj@f2") == [
        "Mira puts the juggling sheep on f2, upright.",
        "The next entertainer is the musical sheep.",
        "Mira draws a penguin.",
    ]


def test_the_end_is_told_with_shows_that_came_too_late() -> None:
    # U25, U28 to U30
    tokens = {"d3": 0, "d5": 1}
    match = table(PAIR, HAND, tokens=tokens, activities=["j", "d", "m"], **empty_pile([], PAIR))
    play(match, "r3m@e4", "skip")
    assert told(match, "show e3", 2) == [
        "On e3, the juggling bear performs.",
        "On d3, the blue 5 (acrobatics) is amused: 5 points for Mira.",
        "Mira alone scored and gets the juggling bear.",
        "A curtain falls on e3.",
        "There is no entertainer left to add: the match is over.",
        "There is no time left for the juggling kangaroo on e5.",
        "Mira gets 2 bonus points for the activity: juggling.",
        "Mira gets 5 bonus points for the most bears.",
        "Mira wins with 22 points.",
    ]


def test_the_last_penguins() -> None:
    # U26
    hands = {0: ["g2a", "n3m"], 1: ["g2j", "n3j"]}
    gone = {"g2a", "n3m", "g2j", "n3j", "r2a"}
    places = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    places = [cell for cell in places if cell not in {"e4", "e5", "d3", "e3", "f3"}]
    crowd = dict(zip(places, [card for card in PENGUINS if card not in gone], strict=True))
    match = table({"e4": "Rj", "e5": "#", **crowd}, hands, players=2)
    play(match, "g2a@d3")
    assert told(match, "skip", 0) == [
        "You invite nobody.",
        "You draw the red 2 (acrobatics).",
        "The pile of penguins is empty now.",
    ]
    play(match, "n3j@f3")
    assert told(match, "skip")[1:3] == [
        "There is no penguin left to draw: the match is over.",
        "Noor wins with 10 points.",  # the kin have cost Mira some
    ]


def test_an_only_action_is_told_like_a_choice() -> None:
    # U15, U19: asked at a table, or played by itself
    def sentences(asks_all: bool, *actions: str) -> list[str]:
        cells = {"e4": "Bj", "e5": "#", "d3": "r4m"}
        match = table(cells, HAND, tokens={"d3": 0}, top=["Gd", "Gj"], asks_all=asks_all)
        play(match, *actions)
        return since(match, 0, 1, NAMES)

    asked = sentences(True, "r3m@e3", "pay", "skip", "show e4", "Gd@f6")
    assert asked == sentences(False, "r3m@e3", "skip", "Gd@f6")
    assert asked[:2] == ["Mira places the red 3 (music) on e3.", "Mira pays a kin fee of 4 points."]


def test_without_a_step_nothing_is_told() -> None:
    assert table(START, HAND).hidden(0).tell(NAMES) == []


# ---------------------------------------------------------------- whole matches

#: What can be told, but for "no cell for another penguin", which never happens (U27).
KINDS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "start": r"(\w+ starts|You start)\.",
        "place": r"(\w+ places|You place) the \w+ \d \(\w+\) on \w+\.",
        "pay": r"(\w+ pays|You pay) a kin fee of \d+ points\.",
        "drop": r"(\w+ discards|You discard) the \w+ \w+ instead of paying \d+ points\.",
        "skip": r"(\w+ invites|You invite) nobody\.",
        "invite": r"(\w+ invites|You invite) the \w+ \d \(\w+\) on \w+\.",
        "move": r"(\w+ invites|You invite) the \w+ \d \(\w+\) on \w+ with the token from \w+\.",
        "show": r"On \w+, the \w+ \w+ performs\.",
        "amused": r"On \w+, the \w+ \d \(\w+\) is amused: \d points for \w+\.",
        "no token": r"On \w+, the \w+ \d \(\w+\) is amused, but has no token\.",
        "alone": r"(\w+ alone scored and gets|You alone scored and get) the \w+ \w+\.",
        "fewest": r"\w+ scored the fewest points \(\d+\) and gets? the \w+ \w+\.",
        "tied": r"The fewest points \(\d+\) are tied, so the \w+ \w+ leaves the game\.",
        "nobody": r"Nobody scores, so the \w+ \w+ leaves the game\.",
        "curtain": r"A curtain falls on \w+\.",
        "upright": r"(\w+ puts|You put) the \w+ \w+ on \w+, upright\.",
        "turned": r"(\w+ puts|You put) the \w+ \w+ on \w+, turned\.",
        "next": r"The next entertainer is the \w+ \w+\.",
        "last entertainer": r"The pile of entertainers is empty now\.",
        "draw": r"\w+ draws a penguin\.",
        "own draw": r"You draw the \w+ \d \(\w+\)\.",
        "last penguin": r"The pile of penguins is empty now\.",
        "no entertainer": r"There is no entertainer left to add: the match is over\.",
        "no penguin": r"There is no penguin left to draw: the match is over\.",
        "no cell": r"There is no cell for the \w+ \w+: the match is over\.",
        "too late": r"There is no time left for the \w+ \w+ on \w+\.",
        "activity": r"(\w+ gets|You get) \d+ bonus points for (the|your) activity: \w+\.",
        "most": r"(\w+ gets|You get) 5 bonus points for the most \w+\.",
        "shared": r"(\w+ gets|You get) 3 bonus points for sharing the most \w+\.",
        "win": r"(\w+ wins|You win) with -?\d+ points?\.",
        "share": r"(\w+, )*\w+ and \w+ share the victory with -?\d+ points?\.",
        "tie": r"The tie goes to the (most bonus points|most entertainers|starting player)\.",
    }.items()
}
ALL_NAMES = ["Mira", "Noor", "Ole", "Pia"]


def options(number: int) -> dict[str, Any]:
    """Small icebergs leave no cell; large ones outlast the penguins."""
    side = (6, 8, 12)[number % 3]
    return {"width": side, "height": side}


def points_told(sentences: list[str], name: str) -> int:
    """What a player gained and paid, as it was told."""
    gained = re.findall(rf"(\d+) points for {name}", " ".join(sentences))
    paid = re.findall(rf"{name} pays a kin fee of (\d+) points", " ".join(sentences))
    return sum(map(int, gained)) - sum(map(int, paid))


def test_everything_is_told_and_the_points_add_up() -> None:
    seen: set[str] = set()
    for number in range(scaled(45, 1)):
        players = 2 + number % 3
        names = ALL_NAMES[:players]
        asks_all = number % 2 == 0
        match = game.start(players, number, asks_all=asks_all, **options(number // 3))
        chance = random.Random(number)
        seen |= kinds_of(match.moments(0)[0].view.tell(names))
        while not match.over:
            seat = chance.choice([None, *range(players)])
            scores, ply = match.to_dict()["scores"], match.ply
            match.play(chance.choice(match.legal()))
            sentences = since(match, ply, seat, names)
            seen |= kinds_of(sentences)
            public = since(match, ply, None, names)
            assert len(public) == len(sentences)
            for other, score in enumerate(match.to_dict()["scores"]):
                assert points_told(public, names[other]) == score - scores[other]
            for language in ("fr", "de"):
                others = since(match, ply, seat, names, language)
                assert len(others) == len(sentences)
                assert not {*others} & {*sentences}
    if COMPILED:
        assert set(KINDS) - seen <= {"share", "tie"}  # rare; the scenes' tests have them


def kinds_of(sentences: list[str]) -> set[str]:
    """What kinds of sentences these are; each is of exactly one."""
    seen = set()
    for sentence in sentences:
        kinds = [kind for kind, form in KINDS.items() if form.fullmatch(sentence)]
        assert len(kinds) == 1, sentence
        seen.update(kinds)
    return seen


def test_worlds_that_look_the_same_are_told_the_same() -> None:
    compared = 0
    for match in matches("ultimatum", 3, scaled(6, 1), "told", asks_all=True):
        chance = random.Random(1)
        while not match.over:
            action = chance.choice(match.legal())
            for seat in (None, 0, 1, 2):
                world, real = match.redeal(seat, match.ply), match.copy()
                if action not in world.legal():  # that penguin is in another hand there
                    continue
                real.play(action)
                world.play(action)
                views = [each.hidden(seat).records.tobytes() for each in (real, world)]
                if views[0] == views[1]:
                    compared += 1
                    told_of = [
                        [(moment.things, moment.view.tell()) for moment in each.moments(seat, ply)]
                        for each, ply in ((real, match.ply), (world, 0))
                    ]
                    assert told_of[0] == told_of[1]
            match.play(action)
    assert compared > scaled(500, 20)
