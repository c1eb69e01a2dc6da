"""Scenes of Pyramid of Pengqueen: what is drawn for whom, and how it is touched."""

import json
import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from rookery.core.match import Match
from rookery.core.scene import Scene, Sprite
from rookery.games.pengqueen.scene import ART
from tests.games.pengqueen.tables import GAME, HANDS, table
from tests.helpers import matches, scaled

PAWNS = ["d5", "c2", "a5"]
TRAILS = [["c5", "d5", "e4"], ["c2", "d2"], ["a5"]]
NAMES = ["Mira", "Bo", "Cy", "Di", "Eve"]
MUMMY, OWNER, OTHER = 0, 1, 2


def scene(match: Match, seat: int | None, language: str = "en") -> Scene:
    return match.scene(seat, language, NAMES[: match.players])


def text(match: Match, seat: int | None, language: str = "en") -> str:
    return json.dumps(scene(match, seat, language).to_dict())


def sprites(drawn: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in drawn.sprites}


def dice(drawn: Scene) -> list[str]:
    return [sprites(drawn)[f"die-{k}"].art.removeprefix("die-") for k in range(5)]


def moving(**others: object) -> Match:
    return table(PAWNS, "h6", aside=1, rolled=[1, 2, 2, "arrow"], trail=TRAILS, **others)


def check(match: Match, seat: int | None) -> None:
    """What whoever draws a scene relies on."""
    drawn = scene(match, seat)
    view = match.hidden(seat)
    backdrop = view.backdrop()
    assert drawn.backdrop == backdrop.digest
    zones = {zone.id: zone for zone in drawn.zones}
    everything = {sprite.id: sprite for sprite in (*backdrop.sprites, *drawn.sprites)}
    assert len(everything) == len(backdrop.sprites) + len(drawn.sprites)
    for sprite in everything.values():
        assert set(sprite.art.split()) <= ART
        zone = zones[sprite.zone]
        assert sprite.width / 2 <= sprite.x + 0.01 <= zone.width - sprite.width / 2 + 0.02
        assert sprite.height / 2 <= sprite.y + 0.01 <= zone.height - sprite.height / 2 + 0.02
    legal = match.legal() if seat is not None and seat == match.turn else []
    assert [choice.action for choice in drawn.choices] == [match.notation(a) for a in legal]
    assert all(everything[name].label for choice in drawn.choices for name in choice.touch)
    touches = sorted(choice.touch for choice in drawn.choices)
    for one, two in pairwise(touches):
        assert two[: len(one)] != one
    assert [player.seat for player in drawn.players] == list(range(match.players))
    assert [p.seat for p in drawn.players if p.active] == [s for s in [match.turn] if s is not None]
    assert {fact.art for player in drawn.players for fact in player.facts} <= ART
    assert drawn.prompt
    assert drawn.status
    assert (drawn.result is not None) == match.over


@pytest.mark.parametrize("players", GAME.players)
def test_scenes_of_whole_matches(players: int) -> None:
    for match in matches("pengqueen", players, scaled(4, 1), "scenes"):
        chance = random.Random(players)
        while not match.over and match.ply < scaled(250, 15):
            for seat in (None, *range(players)):
                check(match, seat)
            seat = chance.choice((None, *range(players)))
            # What a seat cannot tell apart looks the same; legal actions are the actor's.
            if seat is None or seat != match.turn:
                assert text(match.redeal(seat, match.ply), seat) == text(match, seat)
            match.play(chance.choice(match.legal()))
        for seat in (None, *range(players)):
            check(match, seat)


def test_the_hunter_in_turn_sees_pawns_dice_and_cards() -> None:
    drawn = scene(moving(), OWNER)
    things = sprites(drawn)
    assert dice(drawn) == ["1", "2", "2", "arrow", "mummy"]
    assert things["die-3"].label == "die: arrow"
    assert things["die-4"].label == "die aside: mummy"
    assert things["pawn-0"].label == "pawn 1 (Bo) on d5"
    assert things["pawn-2"].label == "pawn 3 (Di) on a5"
    assert (things["mummy"].x, things["mummy"].y) == (8.1, 6.1)
    assert [name for name in things if name.startswith("card-")] == [f"card-{c}" for c in HANDS[0]]
    assert things["card-r1"].label == "your card: red treasure 1, on f5"
    assert not [name for name in things if name.startswith("trail")]
    touch = {choice.action: choice.touch for choice in drawn.choices}
    assert touch["1>e5"] == ["die-0", "cell-e5"]
    assert touch["2>f5"] == ["die-1", "cell-f5"]
    assert touch["arrow>h5"] == ["die-3", "cell-h5"]
    assert touch["roll"] == ["roll"]
    assert (things["roll"].text, things["roll"].label) == ("Roll again", "Roll 4 dice")
    assert drawn.prompt == "Your turn: choose a die, then a cell; or roll again."
    assert drawn.status == "Round 5 of at most 200. Lives taken: 0 of 6."


def test_another_hunter_sees_the_same_table_but_its_own_cards() -> None:
    drawn = scene(moving(), OTHER)
    assert dice(drawn) == ["1", "2", "2", "arrow", "mummy"]
    cards = [name for name in sprites(drawn) if name.startswith("card-")]
    assert cards == [f"card-{card}" for card in HANDS[1]]
    assert (drawn.choices, drawn.prompt) == ([], "Bo is to play.")


@pytest.mark.parametrize("seat", [MUMMY, None])
def test_the_mummy_and_spectators_see_trails_instead(seat: int | None) -> None:
    # Q6, Q27
    drawn = scene(moving(), seat)
    things = sprites(drawn)
    assert dice(drawn) == ["blank"] * 4 + ["mummy"]
    glow = {name for name in things if name.startswith("trail-")}
    assert glow == {f"trail-{pawn}-{cell}" for pawn in range(3) for cell in TRAILS[pawn]}
    assert {things[name].layer for name in glow} == {3}
    assert not [name for name in things if name.startswith(("pawn-", "card-"))]
    facts = [(fact.label, fact.value, fact.art) for fact in drawn.players[1].facts]
    assert facts[:4] == [
        ("pawn 1", "?", "pawn-0"),
        ("lives", "3", "life"),
        ("pawn 1 may be on", "e4, c5-d5", "trail"),
        ("yellow treasures to find", "1", "treasure-y"),
    ]


def test_without_the_art_trail_nothing_tells_the_trail() -> None:
    # A table may switch the aid off.
    def bare(match: Match) -> dict[str, object]:
        drawn = scene(match, MUMMY)
        drawn.sprites = [sprite for sprite in drawn.sprites if sprite.art != "trail"]
        for player in drawn.players:
            player.facts = [fact for fact in player.facts if fact.art != "trail"]
        return drawn.to_dict()

    assert bare(moving()) == bare(table(PAWNS, "h6", aside=1, rolled=[1, 1, 1, 1]))


def test_a_pending_card_is_seen_by_its_hunter_alone() -> None:
    # Q18
    match = moving()
    seen = {seat: text(match, seat) for seat in (MUMMY, OTHER, 3, None)}
    match.play("2>f5")
    assert all(text(match, seat) == seen[seat] for seat in seen)
    drawn = scene(match, OWNER)
    assert [(c.action, c.touch) for c in drawn.choices] == [
        ("reveal", ["reveal"]),
        ("hide", ["hide"]),
    ]
    assert [(s.touch, s.actions, s.label) for s in drawn.shortcuts] == [
        ("card-r1", ["reveal"], "Reveal")
    ]
    assert drawn.prompt == "Reveal the card of this treasure, or keep it hidden."
    assert sprites(drawn)["pawn-0"].label == "pawn 1 (Bo) on f5"


def test_a_revealed_card_goes_from_the_hand_to_its_treasure() -> None:
    match = moving()
    match.play("2>f5")
    before = sprites(scene(match, OWNER))["card-r1"]
    match.play("reveal")
    assert before.zone == "hand"
    for seat in (OWNER, OTHER, MUMMY, None):
        card = sprites(scene(match, seat))["card-r1"]
        assert (card.zone, card.x, card.y) == ("board", 6.35, 4.85)
        assert card.label == "red treasure 1 on f5, revealed by Bo"
    # The glow of who has just revealed it is not hidden below it.
    for seat in (MUMMY, None):
        things = sprites(scene(match, seat))
        assert things["trail-0-f5"].layer > things["card-r1"].layer
    # The others keep their places.
    left = sprites(scene(match, OWNER))
    assert [left[f"card-{card}"].x for card in ("y1", "g1", "s1", "p1")] == [0.7, 2.1, 3.5, 6.3]


def test_the_mummys_steps_are_cells_to_touch() -> None:
    # Q19, Q22
    match = table(PAWNS, "e5", "mummy", steps=1, special=True, pawn=0)
    drawn = scene(match, MUMMY)
    assert {choice.action: choice.touch for choice in drawn.choices} == {
        "up": ["cell-e4"],
        "left": ["cell-d5"],
        "right": ["cell-f5"],
        "stop": ["stop"],
    }
    assert drawn.prompt == "Your turn: take 1 step, or stop."
    mummy = sprites(drawn)["mummy"]
    assert (mummy.text, mummy.label, mummy.rule) == ("1", "the mummy on e5, 1 step left", "Q22")
    assert scene(match, OTHER).prompt == "Mira is to move the mummy."


def test_a_hunter_may_roll_or_reset_first() -> None:
    # Q9
    drawn = scene(table(PAWNS, "h6", "start", aside=2), OWNER)
    assert [choice.touch for choice in drawn.choices] == [["roll"], ["reset"]]
    label = "Take back the 2 dice aside; the mummy gets a special turn of 2 steps"
    assert sprites(drawn)["reset"].label == label
    assert dice(drawn) == ["blank"] * 3 + ["mummy"] * 2
    assert sprites(drawn)["die-0"].label == "a die to be rolled"


def test_two_pawns_of_one_hunter() -> None:
    # Q24
    match = table(["d5", "e6"], "h6", pawn=1, players=2)
    drawn = scene(match, OWNER)
    assert drawn.prompt.startswith("Pawn 2: Your turn")
    hand = [sprite for sprite in drawn.sprites if sprite.id.startswith("card-")]
    assert (len(hand), len({sprite.y for sprite in hand})) == (10, 2)
    facts = [(fact.label, fact.value) for fact in drawn.players[1].facts]
    assert facts[:5] == [
        ("pawn 1", "d5"),
        ("lives", "3"),
        ("pawn 2", "e6"),
        ("lives", "2"),
        ("yellow treasures to find", "2"),
    ]


def test_a_hunter_out_of_the_game_is_called_so() -> None:
    drawn = scene(table(["d5", None, "a5"], "h6"), MUMMY)
    assert [player.state for player in drawn.players] == ["", "", "out of the game", ""]
    assert not [sprite for sprite in drawn.sprites if sprite.id.startswith("trail-1")]


def test_the_map_is_the_backdrop() -> None:
    # Q1
    cells = {sprite.id: sprite for sprite in moving().hidden(None).backdrop().sprites}
    assert len([name for name in cells if name.startswith("cell-")]) == 34
    entrance = cells["cell-d6"]
    assert entrance.art == "cell wall-s wall-e entrance"
    assert entrance.label == "d6, the entrance; ways: up, left"
    assert cells["cell-e6"].art == "cell wall-s wall-w sarcophagus"
    treasure = cells["cell-h6"]
    assert (treasure.art, treasure.text) == ("cell wall-s wall-w wall-e treasure-r", "3")
    german = {sprite.id: sprite for sprite in moving().hidden(None).backdrop("de").sprites}
    assert german["cell-h6"].label == "h6, roter Schatz 3; Wege: oben"
    assert (cells["column-a"].text, cells["row-6"].text) == ("a", "6")


def test_prompts_in_three_languages() -> None:
    match = moving()
    assert scene(match, OWNER, "fr").prompt == (
        "À vous\u00a0: choisissez un dé, puis une case\u00a0; ou relancez."
    )
    assert scene(match, OWNER, "de").prompt == (
        "Du bist dran: Wähle einen Würfel und dann ein Feld, oder würfle noch einmal."
    )
    assert scene(match, MUMMY, "fr").prompt == "C’est à Bo de jouer."
    assert scene(match, MUMMY, "de").status == (
        "Runde 5 von höchstens 200. Genommene Leben: 0 von 6."
    )
    assert sprites(scene(match, OWNER, "fr"))["pawn-0"].label == "pion 1 (Bo) en d5"


def ended_by_a_card() -> Match:
    revealed = [["y1", "g1", "s1", "p1"], [], []]
    match = moving(cards=[["r1"], *HANDS[1:3]], revealed=revealed)
    match.play("2>f5")
    match.play("reveal")
    return match


def ended_by_the_mummy() -> Match:
    match = table(["d5", "c2", None], "e5", "mummy", lives=[2, 2, 0])
    match.play("left")
    return match


def ended_by_the_limit() -> Match:
    match = table(PAWNS, "e5", "mummy", limit=5)
    match.play("stop")
    return match


@pytest.mark.parametrize(
    ("ended", "sentence", "own"),
    [
        (
            ended_by_a_card,
            "Bo has revealed all treasures and wins.",
            "You have revealed all your treasures and win.",
        ),
        (
            ended_by_the_mummy,
            "Mira wins: the mummy has taken 6 lives.",
            "You have taken 6 lives and win.",
        ),
        (ended_by_the_limit, "The last round is over: nobody wins.", ""),
    ],
)
def test_results(ended: Callable[[], Match], sentence: str, own: str) -> None:
    # Q23, Q26
    match = ended()
    for seat in (None, *range(4)):
        result = scene(match, seat).result
        assert result is not None
        assert result.winners == match.winners()
        assert result.text == (own if seat in match.winners() else sentence)
        points = [int(line.value) for line in result.lines if line.label == "victories"]
        assert points == match.scores()


def test_the_reckoning() -> None:
    result = scene(ended_by_a_card(), None).result
    assert result is not None
    assert [(line.seat, line.label, line.value) for line in result.lines][:4] == [
        (0, "lives taken", "0/6"),
        (0, "victories", "0"),
        (1, "treasures revealed", "5/5"),
        (1, "lives left", "3"),
    ]


def test_an_only_action_is_asked_in_the_words_of_a_choice() -> None:
    # Q9, Q11, Q16
    useless = ["arrow"] * 5
    match = table(["e1", "d1", "a5"], "d2", rolled=useless, asks_all=True)
    drawn = scene(match, OWNER)
    assert drawn.prompt == "Your turn: choose a die, then a cell; or roll again."
    assert [choice.action for choice in drawn.choices] == ["roll"]
    first = scene(table(PAWNS, "h6", "start", aside=0, asks_all=True), OWNER)
    assert (first.prompt, len(first.choices)) == ("Your turn: roll the dice.", 1)
    last = scene(table(PAWNS, "h6", "start", aside=5, asks_all=True), OWNER)
    assert (last.prompt, len(last.choices)) == ("Your turn: take back the dice aside.", 1)
    # Others are told no more than at a choice.
    choice = table(["e1", "d1", "a5"], "d2", rolled=[1, 1, 1, 2, 2], asks_all=True)
    for seat in (MUMMY, None):
        assert text(match, seat) == text(choice, seat)
