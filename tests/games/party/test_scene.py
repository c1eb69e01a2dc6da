"""What a seat of Penguin Party sees."""

import random

import pytest

import rookery
from rookery.core.match import Match
from rookery.core.scene import Scene, Sprite
from rookery.games.party.scene import CARD_ART
from tests.games.party.tables import rows_of, table
from tests.helpers import matches, play_on, scaled

NAMES = ["Mira", "Ben", "Cleo"]
game = rookery.game("party")


def small() -> Match:
    """Mira holds five reds and four blues; a red stands on red and blue."""
    return table(3, rows_of("rbb", "r."), {0: "rrrrrbbbb"})


def finished(points: list[int]) -> Match:
    """A match of two in which Mira placed all cards and Ben kept two."""
    rows = rows_of("rgyppyg", "rgyppy", "rgypp", "rgyp", "rgy", "r.")
    return table(2, rows, {}, None, out={1: "bb"}, finished=(0,), points=points, first=0)


def by_id(scene: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in scene.sprites}


def cards(scene: Scene) -> dict[str, tuple[str, float, float]]:
    """The pyramid: what lies where, by id."""
    laid = [sprite for sprite in scene.sprites if sprite.id.startswith("card-")]
    return {sprite.id: (sprite.art, sprite.x, sprite.y) for sprite in laid}


def test_the_pyramid_lies_in_rows_half_a_card_apart() -> None:
    scene = small().scene(None, names=NAMES)
    assert cards(scene) == {
        "card-1-1-red-0": ("party-red", 3.6, 7.8),
        "card-1-1-blue-0": ("party-blue", 4.6, 7.8),
        "card-1-1-blue-1": ("party-blue", 5.6, 7.8),
        "card-1-2-red-0": ("party-red", 4.1, 6.8),
    }
    assert [(zone.id, zone.width, zone.height) for zone in scene.zones] == [("board", 9.2, 8.6)]
    assert scene.choices == []
    assert scene.prompt == "Mira is to play."
    assert scene.status == "Round 1 of 1"


def test_the_hand_is_a_pile_a_colour_and_its_front_card_is_played() -> None:
    scene = small().scene(0, names=NAMES)
    hand = [sprite for sprite in scene.sprites if sprite.zone == "hand"]
    assert [sprite.id for sprite in hand] == [
        *(f"hand-1-0-red-{number}" for number in range(5)),
        *(f"hand-1-0-blue-{number}" for number in range(4)),
    ]
    fronts = [sprite for sprite in hand if sprite.label]
    assert [(s.id, s.x, s.y, s.text, s.label) for s in fronts] == [
        ("hand-1-0-red-4", 0.7, 1.65, "5", "red penguin, 5 in hand"),
        ("hand-1-0-blue-3", 5.5, 1.65, "4", "blue penguin, 4 in hand"),
    ]
    assert {sprite.layer for sprite in hand} == {0}
    assert {choice.action: choice.touch for choice in scene.choices} == {
        "r<": ["hand-1-0-red-4", "place-1-left"],
        "r>": ["hand-1-0-red-4", "place-1-right"],
        "b<": ["hand-1-0-blue-3", "place-1-left"],
        "b>": ["hand-1-0-blue-3", "place-1-right"],
        "b2.2": ["hand-1-0-blue-3", "place-1-2-blue-0"],
    }


@pytest.mark.parametrize(
    ("language", "prompt", "status", "card", "hand", "places"),
    [
        (
            "en",
            "Your turn: choose a card, then a place.",
            "Round 1 of 1",
            "red penguin, row 2, place 1",
            "red penguin, 5 in hand",
            ["left end of the base", "right end of the base", "row 2, on two blue ones"],
        ),
        (
            "fr",
            "À vous\u00a0: choisissez une carte, puis une place.",
            "Manche 1 sur 1",
            "pingouin rouge, étage 2, place 1",
            "pingouin rouge, 5 en main",
            ["à gauche de la base", "à droite de la base", "étage 2, sur deux bleus"],
        ),
        (
            "de",
            "Du bist dran: Wähle eine Karte, dann einen Platz.",
            "Runde 1 von 1",
            "roter Pinguin, Reihe 2, Platz 1",
            "roter Pinguin, 5 auf der Hand",
            ["links an der Grundreihe", "rechts an der Grundreihe", "Reihe 2, auf zweimal Blau"],
        ),
    ],
)
def test_labels_and_prompts_in_every_language(
    language: str, prompt: str, status: str, card: str, hand: str, places: list[str]
) -> None:
    scene = small().scene(0, language, NAMES)
    assert (scene.prompt, scene.status) == (prompt, status)
    sprites = by_id(scene)
    assert sprites["card-1-2-red-0"].label == card
    assert sprites["hand-1-0-red-4"].label == hand
    assert [sprite.label for sprite in scene.sprites if sprite.art == "place"] == places


def test_players_show_points_cards_and_who_is_out_or_finished() -> None:
    match = table(
        3,
        rows_of("rgbypbgr", "rgbypbr"),
        {},
        out={1: "yyyyyppppp"},
        finished=(2,),
        points=[4, 10, 0],
    )
    shown = [
        (player.name, player.active, player.state, *(fact.value for fact in player.facts))
        for player in match.scene(1, names=NAMES).players
    ]
    assert shown == [
        ("Mira", True, "", "4", "11"),
        ("Ben", False, "out", "10", "10"),
        ("Cleo", False, "finished", "0", "0"),
    ]
    aside = by_id(match.scene(1, names=NAMES))["hand-1-1-yellow-4"]
    assert (aside.label, aside.rule) == ("yellow penguin, 5 put aside", "P13")


def test_the_first_card_has_one_place() -> None:
    scene = game.start(4, seed=5, first=0).scene(0)
    (place,) = [sprite for sprite in scene.sprites if sprite.art == "place"]
    assert (place.x, place.label) == (4.6, "first place of the base")
    assert by_id(scene).keys() >= {id for choice in scene.choices for id in choice.touch}


@pytest.mark.parametrize(
    ("action", "moved"),
    [
        ("b2.2", 0),  # nothing else moves
        ("r>", -0.5),  # the base stays in the middle
        ("b>", -0.5),
        ("y<", 0.5),  # P12: a new colour at the left end renumbers nothing
    ],
)
def test_cards_keep_their_ids_when_one_is_laid(action: str, moved: float) -> None:
    match = table(3, rows_of("rbb", "r."), {0: "rrryyybbb"})
    before = cards(match.scene(0))
    hand = {sprite.id for sprite in match.scene(0).sprites if sprite.zone == "hand"}
    (played,) = [c.touch[0] for c in match.scene(0).choices if c.action == action]
    match.play(action)
    after = cards(match.scene(0))
    for id, (art, x, y) in before.items():
        assert after[id] == (art, pytest.approx(x + moved), y)
    assert len(after) == len(before) + 1
    kept = {sprite.id for sprite in match.scene(0).sprites if sprite.zone == "hand"}
    assert kept == hand - {played}
    match.undo()
    assert cards(match.scene(0)) == before


def test_four_colours_make_four_piles() -> None:
    scene = game.start(2, seed=1, edition="ffg-2007").scene(0)
    assert [zone.width for zone in scene.zones if zone.id == "hand"] == [5.0]
    # 36 of one colour: 14 of them in a hand still fit into the zone.
    plain = game.edition_from_data({"name": "plain", "deck": {"red": 36}})
    hand = game.start(2, seed=1, edition=plain).scene(0)
    assert min(s.y - s.height / 2 for s in hand.sprites if s.zone == "hand") >= 0


def test_the_reckoning_explains_the_last_round() -> None:
    match = finished([1, 6])
    result = match.scene(1, names=NAMES[:2]).result
    assert result is not None
    assert [(line.seat, line.label, line.value) for line in result.lines] == [
        (0, "before the last round", "3"),
        (0, "all cards placed", "-2"),
        (0, "penalty points", "1"),
        (1, "before the last round", "4"),
        (1, "2 cards kept in hand", "+2"),
        (1, "penalty points", "6"),
    ]
    assert result.winners == [0]


@pytest.mark.parametrize(
    ("points", "seat", "language", "text"),
    [
        ([1, 6], None, "en", "Mira wins with 1 penalty point."),
        ([1, 6], 0, "en", "You win with 1 penalty point."),
        ([0, 6], 0, "fr", "Vous gagnez avec 0 point de pénalité."),
        ([3, 6], 1, "fr", "Mira gagne avec 3 points de pénalité."),
        ([0, 6], 0, "de", "Du gewinnst mit 0 Minuspunkten."),
        ([1, 6], 1, "de", "Mira gewinnt mit 1 Minuspunkt."),
        ([4, 4], 0, "en", "You share the victory with Ben, 4 penalty points each."),
        (
            [4, 4],
            1,
            "fr",
            "Vous partagez la victoire avec Mira, 4 points de pénalité par personne.",
        ),
        ([4, 4], 1, "de", "Du teilst dir den Sieg mit Mira bei je 4 Minuspunkten."),
        ([4, 4], None, "en", "Mira and Ben share the victory with 4 penalty points each."),
    ],
)
def test_the_result_names_the_winners(
    points: list[int], seat: int | None, language: str, text: str
) -> None:
    scene = finished(points).scene(seat, language, NAMES[:2])
    assert scene.result is not None
    assert scene.result.text == text


@pytest.mark.parametrize("players", game.players)
def test_in_whole_matches_every_card_lies_where_the_position_says(players: int) -> None:
    for match in matches("party", players, scaled(8, 2), "party scenes"):
        chance = random.Random(match.commitment)
        while True:
            check_cards(match, chance.randrange(players))
            if match.over:
                break
            play_on(match, chance, 1 + chance.randrange(8))
        result = match.scene(None).result
        assert result is not None
        for seat, score in enumerate(match.scores()):
            *parts, total = [int(line.value) for line in result.lines if line.seat == seat]
            assert sum(parts) == total == score


def check_cards(match: Match, seat: int) -> None:
    """The pyramid from the base up, from left to right, and the hand by colour."""
    scene = match.scene(seat)
    position = match.view(seat)
    board = [sprite for sprite in scene.sprites if sprite.id.startswith("card-")]
    board.sort(key=lambda sprite: (-sprite.y, sprite.x))
    names = [name for row in position["rows"] for name in row if name]
    assert [sprite.art for sprite in board] == [f"party-{name}" for name in names]
    held = position["set_aside" if seat in position["out"] else "hands"][seat]
    hand = [sprite.art for sprite in scene.sprites if sprite.zone == "hand"]
    assert {art: hand.count(art) for art in CARD_ART if art in hand} == {
        f"party-{name}": count for name, count in held.items()
    }
