"""What is told of Pyramid of Pengqueen, and to whom: a sentence or two for each step."""

import random
import re

import pytest

from rookery.core.kernel import COMPILED
from rookery.core.match import Match
from rookery.core.steps import Moment
from tests.games.pengqueen.tables import GAME, HANDS, table
from tests.helpers import scaled

PAWNS = ["d5", "c2", "a5"]
TRAILS = [["c5", "d5", "e4"], ["c2", "d2"], ["a5"]]
NAMES = ["Mira", "Bo", "Cy", "Di", "Eve"]
MUMMY, OWNER, OTHER = 0, 1, 2

#: The sentences of each kind of step, as the mummy's neighbours and spectators hear them.
SHAPES = {
    "deal": r"\w+ is the mummy\.",
    "reset": r"\w+ takes the dice back\.",
    "roll": r"\w+ rolls the dice\.",
    "aside": r"(1 die with the mummy lies|\d dice with the mummy lie) aside now\.",
    "lost": r"All five dice lie aside: \w+ loses the turn\.",
    "stuck": r"\w+ can't move and passes\.",
    "announce": r"\w+ announces (a \d|the arrow)\.",
    "reveal": r"\w+ reveals a card on \w\d+: \w+ treasure \d\.",
    "mummy": r"The mummy (rolls a \d with the black die and may take|gets a special turn of) .*\.",
    "step": r"The mummy goes to \w\d+\.",
    "catch": r"The mummy catches \w+\."
    r"(~\w+ has \d (life|lives) left and goes into the sarcophagus\.)?",
    "out": r"\w+ has no life left and is out of the game\.",
    "stop": r"The mummy stays on \w\d+\.",
    "round": r"",
    "end": r"\w+ has revealed all treasures and wins\."
    r"|\w+ wins: the mummy has taken \d lives\."
    r"|The last round is over: nobody wins\.",
}


def sentences(moment: Moment, language: str = "en") -> list[str]:
    players = int(moment.view.records["players"][0])
    return moment.view.tell(NAMES[:players], language)


def told(match: Match, actions: str, seat: int | None, language: str = "en") -> list[str]:
    """Play one action or more on a copy, and what the seat is told of them at once."""
    after = match.copy()
    for action in actions.split():
        after.play(action)
    moments = after.moments(seat, match.ply)
    return [line for moment in moments for line in sentences(moment, language)]


def asked(*args: object, **others: object) -> Match:
    """A table that asks for every action."""
    return table(*args, asks_all=True, **others)  # type: ignore[arg-type]


def moving(**others: object) -> Match:
    return asked(
        PAWNS, "h6", **{"aside": 1, "rolled": [1, 2, 2, "arrow"], "trail": TRAILS, **others}
    )


def falling(dice: list[int | str], aside: int) -> Match:
    """A table at which the next roll of pawn 0 falls like this."""
    for seed in range(10_000):
        match = asked(PAWNS, "h6", "start", aside=aside, seed=seed)
        again = match.copy()
        again.play("roll")
        if again.steps(0)[0].things["dice"] == dice:
            return match
    raise AssertionError("no such roll")


def test_a_move_is_told_as_far_as_it_is_known() -> None:
    # Q12, Q16
    match = moving()
    assert told(match, "1>e5", OWNER) == ["You announce a 1.", "You move to e5."]
    assert told(match, "1>e5", OTHER) == ["Bo announces a 1.", "Bo moves to e5."]
    assert told(match, "1>e5", MUMMY) == ["Bo announces a 1."]
    assert told(match, "1>e5", None) == ["Bo announces a 1."]
    assert told(match, "arrow>h5", MUMMY) == ["Bo announces the arrow."]


@pytest.mark.parametrize(
    ("language", "own", "others", "heard"),
    [
        (
            "fr",
            ["Vous annoncez la flèche.", "Vous allez en h5."],
            ["Bo annonce la flèche.", "Bo va en h5."],
            ["Bo annonce la flèche."],
        ),
        (
            "de",
            ["Du sagst den Pfeil an.", "Du ziehst nach h5."],
            ["Bo sagt den Pfeil an.", "Bo zieht nach h5."],
            ["Bo sagt den Pfeil an."],
        ),
    ],
)
def test_moves_in_other_languages(
    language: str, own: list[str], others: list[str], heard: list[str]
) -> None:
    match = moving()
    assert told(match, "arrow>h5", OWNER, language) == own
    assert told(match, "arrow>h5", OTHER, language) == others
    assert told(match, "arrow>h5", MUMMY, language) == heard


def test_the_die_is_heard_even_if_another_leads_to_the_same_trail() -> None:
    # Q12. From h6 one step and the arrow lead up to h5 alone, if the mummy stands beyond it.
    match = asked(["h6", "c2"], "g5", rolled=[1, 1, 1, "arrow", "arrow"], aside=0)
    for action, die in (("1>h5", "a 1"), ("arrow>h5", "the arrow")):
        for seat in (MUMMY, OTHER, None):
            assert told(match, action, seat)[0] == f"Bo announces {die}."
    assert told(match, "1>h5", MUMMY, "de") == ["Bo sagt eine 1 an."]
    assert told(match, "1>h5", MUMMY, "fr") == ["Bo annonce un 1."]


def test_a_card_is_told_when_it_is_revealed() -> None:
    # Q18
    match = moving()
    assert told(match, "2>f5", OWNER) == ["You announce a 2.", "You move to f5."]
    for seat in (MUMMY, OTHER, 3, None):
        assert told(match, "2>f5", seat) == []
    assert told(match, "2>f5 reveal", OTHER) == [
        "Bo announces a 2.",
        "Bo moves to f5.",
        "Bo reveals a card on f5: red treasure 1.",
    ]
    assert told(match, "2>f5 reveal", MUMMY) == [
        "Bo announces a 2.",
        "Bo reveals a card on f5: red treasure 1.",
    ]
    assert told(match, "2>f5 reveal", MUMMY, "de")[-1] == (
        "Bo deckt auf f5 eine Karte auf: roter Schatz 1."
    )
    assert told(match, "2>f5 reveal", MUMMY, "fr")[-1] == (
        "Bo révèle une carte en f5\u00a0: trésor rouge 1."
    )
    match.play("2>f5")
    assert told(match, "reveal", OWNER) == ["You reveal a card on f5: red treasure 1."]
    assert told(match, "hide", OWNER) == ["You keep your card hidden."]


def test_a_kept_card_is_told_like_no_card() -> None:
    # Q18: to the byte, for all others
    keeping = moving()
    without = moving(cards=[["y1", "g1", "s1", "r4", "p1"], *HANDS[1:3]])
    for seat in (MUMMY, OTHER, 3, None):
        assert told(keeping, "2>f5 hide", seat) == told(without, "2>f5", seat) != []


def test_a_roll() -> None:
    # Q10: hunters see all faces, everybody how many dice lie aside
    match = falling([1, 4, "arrow"], 2)
    assert told(match, "roll", OWNER) == ["You roll 1, 4 and arrow."]
    assert told(match, "roll", OTHER) == ["Bo rolls 1, 4 and arrow."]
    assert told(match, "roll", MUMMY) == ["Bo rolls the dice."]
    match = falling([2, "mummy", "mummy"], 2)
    assert told(match, "roll", OTHER) == [
        "Bo rolls 2, mummy and mummy.",
        "4 dice with the mummy lie aside now.",
    ]
    assert told(match, "roll", None) == [
        "Bo rolls the dice.",
        "4 dice with the mummy lie aside now.",
    ]
    assert told(match, "roll", OWNER, "fr") == [
        "Vous lancez les dés\u00a0: 2, momie et momie.",
        "4 dés momie sont maintenant de côté.",
    ]
    assert told(match, "roll", OWNER, "de") == [
        "Du würfelst 2, Mumie und Mumie.",
        "Jetzt liegen 4 Mumienwürfel beiseite.",
    ]


def test_five_dice_aside_cost_the_turn() -> None:
    # Q9, Q11; that the next hunter has no choice is not told
    match = falling(["mummy"], 4)
    assert told(match, "roll", MUMMY) == [
        "Bo rolls the dice.",
        "5 dice with the mummy lie aside now.",
        "All five dice lie aside: Bo loses the turn.",
    ]
    assert told(match, "roll", OWNER)[-1] == "All five dice lie aside: you lose the turn."
    match.play("roll")
    assert told(match, "reset", OTHER) == [
        "You take the dice back.",
        "The mummy gets a special turn of up to 5 steps.",
    ]


def test_a_boxed_in_hunter_passes() -> None:
    # Q17
    match = asked(["d5", "h6", "a5"], "h5", aside=1, rolled=[1, 1, 1, 1])
    for seat in (MUMMY, OWNER, None):
        assert told(match, "1>e5", seat)[-1] == "Cy can't move and passes."
    assert told(match, "1>e5", OTHER)[-1] == "You can't move, so you pass."


def test_a_special_turn() -> None:
    # Q9, Q22
    match = asked(PAWNS, "e5", "start", aside=2)
    assert told(match, "reset", OWNER) == [
        "You take the dice back.",
        "The mummy gets a special turn of up to 2 steps.",
    ]
    assert told(match, "reset", MUMMY)[-1] == "You get a special turn of up to 2 steps."
    match.play("reset")
    assert told(match, "left", OWNER) == [
        "The mummy goes to d5.",
        "The mummy catches you.",
        "You have 2 lives left and go into the sarcophagus.",
    ]
    assert told(match, "left", MUMMY) == [
        "You go to d5.",
        "You catch Bo.",
        "Bo has 2 lives left and goes into the sarcophagus.",
    ]
    assert told(match, "left", None, "fr")[1:] == [
        "La momie attrape Bo.",
        "Il reste 2 jetons Vie à Bo, qui va dans le sarcophage.",
    ]


def test_the_last_life() -> None:
    # Q20
    match = asked(PAWNS, "e5", "mummy", lives=[1, 3, 3], special=True, pawn=0)
    assert told(match, "left", OTHER)[1:] == [
        "The mummy catches Bo.",
        "Bo has no life left and is out of the game.",
    ]
    assert told(match, "left", OWNER)[-1] == "You have no life left and are out of the game."


def test_the_mummys_turn_begins_with_its_die() -> None:
    # Q19
    match = asked(["d5", "c2"], "h6", pawn=1, aside=1, rolled=[1, 1, 1, 1])
    after = match.copy()
    after.play("1>d2")
    steps = after.to_dict()["steps"]
    rest = f"a {steps - 1} with the black die and may take up to {steps} steps."
    assert told(match, "1>d2", OWNER)[-1] == f"The mummy rolls {rest}"
    assert told(match, "1>d2", MUMMY)[-1] == f"You roll {rest}"


def test_two_pawns_are_told_apart() -> None:
    # Q24
    match = asked(["d5", "c2"], "h6", players=2, aside=1, rolled=[1, 1, 1, 1])
    assert told(match, "1>e5", MUMMY) == ["Pawn 1: Bo announces a 1."]
    assert told(match, "1>e5", OWNER, "fr") == [
        "Pion 1\u00a0: Vous annoncez un 1.",
        "Pion 1\u00a0: Vous allez en e5.",
    ]


def test_the_deal() -> None:
    # Q4
    match = GAME.start(4, 1, "small", mummy_seat=2, asks_all=True)
    lines = {seat: sentences(match.moments(seat)[0]) for seat in (0, 2, None)}
    assert lines == {0: ["Cy is the mummy."], 2: ["You are the mummy."], None: ["Cy is the mummy."]}


def test_ends() -> None:
    # Q23, Q26
    card = moving(cards=[["r1"], *HANDS[1:3]], revealed=[["y1", "g1", "s1", "p1"], [], []])
    card.play("2>f5")
    assert told(card, "reveal", OWNER)[-1] == "You have revealed all your treasures and win."
    assert told(card, "reveal", OTHER)[-1] == "Bo has revealed all treasures and wins."
    caught = asked(["d5", "c2", None], "e5", "mummy", lives=[2, 2, 0])
    assert told(caught, "left", MUMMY)[-1] == "You have taken 6 lives and win."
    assert told(caught, "left", OTHER)[-1] == "Mira wins: the mummy has taken 6 lives."
    late = asked(PAWNS, "e5", "mummy", limit=5)
    assert told(late, "stop", None, "de") == [
        "Die Mumie bleibt auf e5.",
        "Die letzte Runde ist vorbei: Niemand gewinnt.",
    ]


def test_worlds_a_seat_cannot_tell_apart_are_told_alike() -> None:
    match = asked(PAWNS, "e5", "mummy", trail=TRAILS)
    for seed in range(10):
        world = match.redeal(MUMMY, seed)
        assert told(world, "right", MUMMY) == told(match, "right", MUMMY) == ["You go to f5."]
        assert told(world, "right", None) == ["The mummy goes to f5."]


@pytest.mark.parametrize("asks_all", [False, True])
def test_whole_matches_are_told(asks_all: bool) -> None:
    """Every step in its own words; an only action in those of a choice."""
    kinds: set[str] = set()
    for players in GAME.players:
        for seed in range(scaled(9, 1)):
            chance = random.Random(f"{players} {seed}")
            options = {"mummy_seat": seed % players, "limit": 3 if seed == 0 else 300}
            match = GAME.start(players, seed, "small", asks_all=asks_all, **options)
            while not match.over and match.ply < scaled(10**6, 60):
                match.play(chance.choice(match.legal()))
            moments = match.moments(None)
            kinds |= {moment.kind for moment in moments}
            for moment in moments:
                check_shape(moment, SHAPES)
            for moment in match.moments((seed + 1) % players, max(0, match.ply - 20)):
                assert (sentences(moment) != []) == (moment.kind != "round")
    if COMPILED:  # which takes long matches
        assert kinds == set(SHAPES)


def check_shape(moment: Moment, shapes: dict[str, str]) -> None:
    lines = [re.sub(r"^Pawn \d: ", "", line) for line in sentences(moment)]
    assert re.fullmatch(shapes[moment.kind], "~".join(lines)), (moment.things, lines)
