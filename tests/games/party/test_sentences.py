"""What is told of Penguin Party: a sentence or two for each step."""

import random

import pytest

import rookery
from rookery.core.match import Match
from rookery.games.party.state import COLOURS
from tests.games.party.tables import rows_of, table
from tests.helpers import scaled

NAMES = ["Mira", "Ben", "Cleo", "Dan", "Eva", "Finn"]
game = rookery.game("party")


def told(match: Match, action: str, seat: int | None, language: str = "en") -> list[str]:
    """Play an action and hear of it."""
    match.play(action)
    return since(match, seat, match.ply - 1, language)


def since(match: Match, seat: int | None, ply: int | None, language: str = "en") -> list[str]:
    """What a seat is told since a ply."""
    names = NAMES[: match.players]
    told = [moment.view.tell(names, language) for moment in match.moments(seat, ply)]
    return [sentence for sentences in told for sentence in sentences]


@pytest.mark.parametrize(
    ("action", "seat", "language", "sentence"),
    [
        ("r>", None, "en", "Mira places a red penguin at the right end of the base."),
        ("b<", 0, "en", "You place a blue penguin at the left end of the base."),
        ("b2.2", 1, "en", "Mira places a blue penguin on two blue ones."),
        ("r>", 0, "fr", "Vous placez un pingouin rouge à droite de la base."),
        ("b<", 1, "fr", "Mira place un pingouin bleu à gauche de la base."),
        ("b2.2", 0, "fr", "Vous placez un pingouin bleu sur deux bleus."),
        ("r2.1", 0, "fr", "Vous placez un pingouin rouge sur un rouge et un bleu."),
        ("r>", 1, "de", "Mira legt einen roten Pinguin rechts an die Grundreihe."),
        ("b<", 0, "de", "Du legst einen blauen Pinguin links an die Grundreihe."),
        ("b2.2", 1, "de", "Mira legt einen blauen Pinguin auf zweimal Blau."),
        ("b2.1", 0, "de", "Du legst einen blauen Pinguin auf Rot und Blau."),
    ],
)
def test_a_card_is_told(action: str, seat: int | None, language: str, sentence: str) -> None:
    match = table(3, rows_of("rbb"), {0: "rrrrrbbbb"})
    assert told(match, action, seat, language) == [sentence]


def test_the_first_card_is_told() -> None:
    match = game.start(3, seed=5, first=1)
    action = match.notation(match.legal()[0])
    card = next(name for name in COLOURS if name[0] == action[0])
    assert told(match, action, 0) == [f"Ben starts the base with a {card} penguin."]
    match.undo()
    assert told(match, action, 1) == [f"You start the base with a {card} penguin."]


def test_what_needs_no_decision_is_told_in_the_order_it_happens() -> None:
    """P7, P13, P14: an only card is told like any other; nobody hears that it was the only one."""
    rows = rows_of("rgyppyg", "rgyppy", "rgypp", "rgyp", "rg.")  # 24 cards, 2 players
    match = table(2, rows, {0: "gy", 1: "br"}, points=[1, 0], rounds=2, round=2)
    assert set(map(match.notation, match.legal())) == {"y5.3", "g6.1"}
    assert told(match, "g6.1", 1) == [
        "Mira places a green penguin on red and green.",
        "You cannot place a card, are out of the round and take 2 penalty points.",
        "Mira places a yellow penguin on yellow and purple.",
        "Mira has no cards left and gives back 1 penalty point.",
        "Round 2 is over.",
        "Penalty points: Mira 0, you 2.",
        "The match is over.",
        "Mira wins with 0 penalty points.",
    ]
    match.undo()
    assert told(match, "g6.1", 0, "fr") == [
        "Vous placez un pingouin vert sur un rouge et un vert.",
        "Ben ne peut placer aucune carte, quitte la manche et reçoit 2 points de pénalité.",
        "Vous placez un pingouin jaune sur un jaune et un violet.",
        "Vous n\u2019avez plus de cartes et rendez 1 point de pénalité.",
        "La manche 2 est terminée.",
        "Points de pénalité\u00a0: vous 0, Ben 2.",
        "La partie est finie.",
        "Vous gagnez avec 0 point de pénalité.",
    ]
    match.undo()
    assert told(match, "g6.1", None, "de") == [
        "Mira legt einen grünen Pinguin auf Rot und Grün.",
        "Ben kann keine Karte legen, scheidet aus der Runde aus und bekommt 2 Minuspunkte.",
        "Mira legt einen gelben Pinguin auf Gelb und Violett.",
        "Mira hat keine Karten mehr und gibt 1 Minuspunkt zurück.",
        "Runde 2 ist zu Ende.",
        "Minuspunkte: Mira 0, Ben 2.",
        "Das Spiel ist zu Ende.",
        "Mira gewinnt mit 0 Minuspunkten.",
    ]


#: Every kind of sentence, by words that only it has.
KINDS = (
    "starts the base",
    "You start the base",
    "left end",
    "right end",
    " on two ",
    "cannot place a card, is out",
    "You cannot place a card",
    "has no cards left.",
    "has no cards left and gives back",
    "You have no cards left.",
    "You have no cards left and give back",
    "The card left over",
    "Round 2 of 2 begins",
    "You are tied with",
    "are tied: playoff",
    "Playoff 1 is over.",
    "You start.",
    " starts.",
    "The match is over.",
    " wins with",
    "You win with",
    " share the victory with 0",
    "You share the victory",
)


def test_an_only_card_is_told_and_asked_like_a_chosen_one() -> None:
    """P7: nobody may know whether another had a choice, from words or from steps."""
    rows = rows_of("rgyppyg", "rgyppy", "rgypp", "rgyp", "rg.")
    table_of = {0: "gy", 1: "br"}
    match = table(2, rows, table_of, points=[1, 0], rounds=2, round=2)
    match.play("g6.1")
    asked = game.from_dict(
        table(2, rows, table_of, points=[1, 0], rounds=2, round=2).to_dict(), asks_all=True
    )
    asked.play("g6.1")
    assert [asked.notation(action) for action in asked.legal()] == ["y5.3"]
    prompt = asked.scene(0).prompt
    asked.play("y5.3")
    assert prompt == "Your turn: choose a card, then a place."
    assert [step.to_dict() for step in asked.steps()] == [step.to_dict() for step in match.steps()]
    assert since(asked, 1, None) == since(match, 1, None)


def test_every_kind_of_event_and_ending_is_told() -> None:
    heard: set[str] = set()
    endings = set()
    plain = game.edition_from_data({"name": "plain", "deck": {"red": 36}})
    pairs = game.edition_from_data({"name": "pairs", "deck": {"red": 18, "blue": 18}})
    for number in range(scaled(60, 6)):
        chance = random.Random(number)
        players = chance.choice(game.players)
        edition = chance.choice([plain, pairs, game.edition()])
        tie = chance.choice(["shared", "playoff"])
        match = game.start(players, number, edition, rounds=2, tie=tie)
        while not match.over:
            match.play(chance.choice(match.legal()))
        for seat in (0, None):
            heard.update(since(match, seat, None))
        endings.add(match.ending())
    if scaled(1, 0):
        assert endings == set(game.endings)
        assert {kind for kind in KINDS if not any(kind in s for s in heard)} == set()
