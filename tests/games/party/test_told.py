"""What is told of Penguin Party."""

import copy
import random
from typing import Any

import pytest

import rookery
from rookery.core.language import speech
from rookery.core.match import Match
from rookery.games.party.reading import Done, Event, Laid, Out, Seen, happened, read
from rookery.games.party.state import COLOURS
from tests.games.party.tables import rows_of, table
from tests.helpers import matches, oracle, scaled

NAMES = ["Mira", "Ben", "Cleo", "Dan", "Eva", "Finn"]
game = rookery.game("party")


def told(match: Match, action: str, seat: int | None, language: str = "en") -> list[str]:
    """Play an action and hear of it."""
    before = match.hidden(seat)
    number = match.parse(action)
    match.play(number)
    return before.tell(match.hidden(seat), number, NAMES[: match.players], language)


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
    # The views alone tell the same.
    match.undo()
    before = match.hidden(seat)
    match.play(action)
    stage = match.game.stage
    assert stage is not None
    words = speech(language, "party")
    assert stage.tell(before, match.hidden(seat), None, NAMES, words) == [sentence]
    # What is taken back did not happen.
    after = match.hidden(seat)
    match.undo()
    assert after.tell(match.hidden(seat), None, NAMES[:3], language) == []


def test_the_first_card_is_told() -> None:
    match = game.start(3, seed=5, first=1)
    action = match.notation(match.legal()[0])
    card = next(name for name in COLOURS if name[0] == action[0])
    assert told(match, action, 0) == [f"Ben starts the base with a {card} penguin."]
    match.undo()
    assert told(match, action, 1) == [f"You start the base with a {card} penguin."]


def test_what_needs_no_decision_is_told_with_its_reason() -> None:
    """P7, P13, P14: only cards, eliminations and finished hands, in the order of turns."""
    rows = rows_of("rgyppyg", "rgyppy", "rgypp", "rgyp", "rg.")  # 24 cards, 2 players
    match = table(2, rows, {0: "gy", 1: "br"}, points=[1, 0], rounds=2, round=2)
    assert set(map(match.notation, match.legal())) == {"y5.3", "g6.1"}
    assert told(match, "g6.1", 1) == [
        "Mira places a green penguin on red and green.",
        "You cannot place a card, are out of the round and take 2 penalty points.",
        "Mira has no choice and places a yellow penguin on yellow and purple.",
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
        "Vous n\u2019avez pas le choix et placez un pingouin jaune sur un jaune et un violet.",
        "Vous n\u2019avez plus de cartes et rendez 1 point de pénalité.",
        "La manche 2 est terminée.",
        "Points de pénalité\u00a0: vous 0, Ben 2.",
        "La partie est terminée.",
        "Vous gagnez avec 0 point de pénalité.",
    ]
    match.undo()
    assert told(match, "g6.1", None, "de") == [
        "Mira legt einen grünen Pinguin auf Rot und Grün.",
        "Ben kann keine Karte legen, scheidet aus der Runde aus und bekommt 2 Minuspunkte.",
        "Mira hat keine Wahl und legt einen gelben Pinguin auf Gelb und Violett.",
        "Mira hat keine Karten mehr und gibt 1 Minuspunkt zurück.",
        "Runde 2 ist zu Ende.",
        "Minuspunkte: Mira 0, Ben 2.",
        "Das Spiel ist zu Ende.",
        "Mira gewinnt mit 0 Minuspunkten.",
    ]


def truth(match: Match, action: str) -> list[Event]:
    """What really happens in the round, from the slow obvious rules and all secrets."""
    rules = oracle(game)
    edition = match.edition.data
    position = copy.deepcopy(match.to_dict())
    events: list[Event] = []
    asked = action
    while position["turn"] is not None:
        seat, rows = position["turn"], position["rows"]
        actions = [asked] if asked else rules.legal(position, edition)
        points = position["points"][seat]
        if len(actions) > 1:
            break
        if actions:
            events.append(truly_laid(seat, rows, actions[0], forced=not asked))
            rules.play(position, actions[0])
            if seat in position["finished"]:
                events.append(Done(seat, points - position["points"][seat]))
        else:
            rules.eliminate(position)
            events.append(Out(seat, position["points"][seat] - points))
        asked = ""
    return events


def truly_laid(seat: int, rows: list[list[Any]], action: str, *, forced: bool) -> Laid:
    colour = "rgypb".index(action[0])
    if action[1] in "<>":
        return Laid(seat, colour, "<>".index(action[1]), None, forced)
    row, place = map(int, action[1:].split("."))
    left, right = rows[row - 2][place - 1 : place + 1]
    return Laid(seat, colour, None, (COLOURS.index(left), COLOURS.index(right)), forced)


@pytest.mark.parametrize("players", game.players)
def test_everything_is_told_as_it_happened_or_left_open(players: int) -> None:
    left_open = clear = 0
    for match in matches("party", players, scaled(30, 3), "party told"):
        chance = random.Random(match.commitment)
        while not match.over:
            seat = chance.choice([*range(players), None])
            action = chance.choice(match.legal())
            real = truth(match, match.notation(action))
            before = match.hidden(seat)
            match.play(action)
            old, new = read(before), read(match.hidden(seat))
            for given in (None, action):
                heard = happened(old, new, given, seat)
                check_heard(heard, real, ended=new.round > old.round)
            unsure = sum(isinstance(event, Seen) for event in heard)
            left_open += unsure
            clear += len(real) - unsure
    assert clear > 10 * left_open


def check_heard(heard: list[Event], real: list[Event], *, ended: bool) -> None:
    seen = [event for event in heard if isinstance(event, Seen)]
    unclear = []
    for event, fact in zip(heard[: len(heard) - len(seen)], real, strict=True):
        assert type(event) is type(fact)
        assert event[0] == fact[0]
        if isinstance(event, Laid) and isinstance(fact, Laid):
            assert event.forced == fact.forced
            if event.colour is None:
                unclear.append((fact.colour, fact.pair))
            elif event.end is None:
                assert event == fact
            else:  # without the action, the ends of the base may look the same
                assert event[:2] == fact[:2]
                assert fact.end is not None
        else:
            assert event == fact
    if ended:  # the pyramid is gone
        assert seen == []
    else:
        assert sorted((event.colour, event.pair) for event in seen) == sorted(unclear)


def test_a_card_that_may_be_anybodys_is_told_apart_from_who_laid_one() -> None:
    """Ben and Cleo have one action each: a spectator cannot tell from the views whose is whose."""
    for match in matches("party", 3, scaled(400, 100), "unclear"):
        chance = random.Random(match.commitment)
        while not match.over:
            action = match.notation(chance.choice(match.legal()))
            sentences = told(match, action, None)
            if any(sentence.startswith("New in") for sentence in sentences):
                new = [sentence for sentence in sentences if sentence.startswith("New in")]
                laid = [s for s in sentences if s.endswith(" places the only card that fits.")]
                assert len(new) == len(laid) >= 2
                return
    pytest.fail("no such match")


#: Every kind of sentence, by words that only it has.
KINDS = (
    "starts the base",
    "left end",
    "right end",
    " on two ",
    "has no choice and places",
    "You have no choice and place",
    "has no choice and starts the base",
    "You have no choice and start the base",
    "places the only card that fits.",
    "You place the only card that fits.",
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
            before = {seat: match.hidden(seat) for seat in (0, None)}
            action = chance.choice(match.legal())
            match.play(action)
            for seat, view in before.items():
                heard.update(view.tell(match.hidden(seat), action, NAMES[:players]))
        endings.add(match.ending())
    if scaled(1, 0):
        assert endings == set(game.endings)
        assert {kind for kind in KINDS if not any(kind in s for s in heard)} == set()
