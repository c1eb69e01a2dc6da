"""Scenes of The Penguin Ultimatum: what is seen, and how to say what one chooses."""

import json
import random
from itertools import pairwise
from typing import Any

import pytest

from rookery.core.match import Match
from rookery.core.scene import MARKS, Backdrop, Scene, Sprite
from rookery.games.ultimatum.actions import PENGUIN_NAMES, read_cell
from rookery.games.ultimatum.iceberg import kin_fee
from rookery.games.ultimatum.scene import ART
from tests.games.ultimatum.tables import empty_pile, play, table
from tests.helpers import matches, play_on, scaled

NAMES = ["Mira", "Noor", "Ole"]
HAND = {0: ["g2a", "r3m"], 1: ["g2j"], 2: ["g2d"]}
START = {"e4": "Rd", "e5": "#", "f5": "r5d"}
#: Both entertainers have dots at n and s, so a penguin on e4 fills the last dot of either.
PAIR = {"e3": "Bj", "e5": "Nj", "e2": "n2d", "e6": "g3d", "a1": "#", "d3": "b5a", "d5": "n5a"}


def sprites(scene: Scene) -> dict[str, Sprite]:
    return {sprite.id: sprite for sprite in scene.sprites}


def touches(scene: Scene) -> dict[str, list[str]]:
    return {choice.action: choice.touch for choice in scene.choices}


def labels(scene: Scene) -> dict[str, str]:
    return {choice.action: choice.label for choice in scene.choices}


def facts(scene: Scene, seat: int) -> list[tuple[str, str, str]]:
    return [(fact.label, fact.value, fact.art) for fact in scene.players[seat].facts]


# ---------------------------------------------------------------- known positions


def test_cards_lie_on_the_iceberg() -> None:
    scene = table(START, HAND, tokens={"f5": 1}).scene(0, names=NAMES)
    things = sprites(scene)
    seal = things["card-Rd"]
    assert seal.art == "entertainer-card animal-seal act-dance dot-n dot-w dot-e dot-se"
    assert (seal.x, seal.y, seal.turn, seal.zone) == (5, 4, 0, "board")
    assert seal.label == "dancing seal, e4, still needs e3, d4, f4"
    penguin = things["card-r5d"]
    assert (penguin.art, penguin.text) == ("penguin-card family-red act-dance", "5")
    assert (penguin.x, penguin.y) == (6, 5)
    assert penguin.label == "red penguin 5, fond of dance, f5, token of Noor"
    # In the corner, where it covers neither the number nor the act.
    token = things["token-r5d"]
    assert (token.art, token.text, token.layer) == ("token-1", "", 2)
    assert (token.x, token.y) == (6.25, 4.76)
    assert things["curtain-e5"].label == "curtain, e5"
    board, hand = scene.zones
    assert (board.id, board.width, board.height) == ("board", 8.5, 9.75)
    assert (hand.id, hand.width, hand.height) == ("hand", 7.4375, 1.0625)


def test_an_empty_cell_is_the_backdrop() -> None:
    match = table(START, HAND)
    backdrop = match.hidden(0).backdrop()
    assert backdrop.digest == match.scene(0).backdrop == match.scene(None).backdrop
    cells = {sprite.id: sprite for sprite in backdrop.sprites if sprite.art == "ice"}
    assert len(cells) == 64
    assert (cells["cell-f4"].x, cells["cell-f4"].y) == (6, 4)
    assert cells["cell-f4"].label == "cell f4"
    assert match.hidden(0).backdrop("fr").digest != backdrop.digest


def test_a_penguin_is_placed_by_touching_it_and_a_cell() -> None:
    match = table(START, HAND)
    scene = match.scene(0, names=NAMES)
    assert touches(scene)["r3m@f4"] == ["card-r3m", "cell-f4"]
    # Only what costs something needs more words than the labels of card and cell.
    assert labels(scene)["r3m@f4"] == "Place the red 3 (music) on f4 for a kin fee of 5 points"
    assert labels(scene)["r3m@d3"] == labels(scene)["g2a@f4"] == ""
    assert sprites(scene)["card-r3m"].zone == "hand"
    play(match, "r3m@f4")
    assert sprites(match.scene(0))["card-r3m"].zone == "board"  # the same thing, somewhere else


def test_a_fee_is_paid_or_a_card_dropped() -> None:
    match = table(START, HAND, owned=[["Nm"], [], []])
    play(match, "r3m@f4")
    scene = match.scene(0)
    assert touches(scene) == {"pay": ["pay"], "drop Nm": ["card-Nm"]}
    assert labels(scene)["drop Nm"] == "Discard the musical kangaroo instead of paying"
    things = sprites(scene)
    assert (things["pay"].art, things["pay"].text) == ("button", "Pay 5")
    assert (things["card-Nm"].zone, things["card-Nm"].y) == ("hand", 1.59375)
    assert scene.zones[1].height == 2.125
    assert scene.status == "Entertainers left: 14 · Penguins left: 59 · Fee due: 5"


def test_a_token_comes_from_the_supply_or_from_a_penguin() -> None:
    match = table(START, HAND, tokens={"f5": 0})
    play(match, "g2a@d3")
    scene = match.scene(0, names=NAMES)
    assert touches(scene) == {
        "skip": ["skip"],
        "invite d3": ["supply", "card-g2a"],
        "invite f5>d3": ["card-r5d", "card-g2a"],
    }
    assert sprites(scene)["supply"].label == "2 tokens in your supply"
    full = table({**START, "a8": "n2a", "b8": "n2d"}, HAND, tokens={"f5": 0, "a8": 0, "b8": 0})
    play(full, "g2a@d3")
    assert "supply" not in sprites(full.scene(0))


def test_the_next_show_is_chosen_by_touching_its_entertainer() -> None:
    match = table(PAIR, HAND, tokens={"d3": 0, "d5": 1}, top=["Gd", "Gj"])
    play(match, "r3m@e4", "skip")
    scene = match.scene(0)
    assert touches(scene) == {"show e3": ["card-Bj"], "show e5": ["card-Nj"]}
    assert labels(scene)["show e3"] == "Let the juggling bear on e3 perform"
    assert sprites(scene)["card-Bj"].art.endswith(" spotlight")
    assert sprites(scene)["card-Bj"].label == "juggling bear, e3, ready to perform"
    assert scene.status.endswith("Shows waiting: 2")


def test_the_new_entertainer_is_put_upright_or_turned() -> None:
    match = table({"e4": "Bj", "e5": "#"}, HAND, top=["Ga", "Gj"])
    before = sprites(match.scene(0))["card-Ga"]
    assert before.zone == "board"
    assert before.label == "next entertainer: acrobatic sheep, dots: top, right"
    play(match, "r3m@e3", "skip")
    scene = match.scene(0)
    assert touches(scene)["Ga@f3"] == ["card-Ga", "cell-f3"]
    assert touches(scene)["Ga'@f3"] == ["turned-Ga", "cell-f3"]
    upright, turned = sprites(scene)["card-Ga"], sprites(scene)["turned-Ga"]
    assert (upright.zone, upright.turn) == (turned.zone, 0) == ("hand", 0)
    assert (turned.turn, turned.art) == (180, upright.art)
    assert turned.label == "acrobatic sheep, turned, dots: left, bottom"
    # The others see it on its pile.
    assert sprites(match.scene(1))["card-Ga"].zone == "board"
    play(match, "Ga'@f3")
    assert sprites(match.scene(1))["card-Ga"].turn == 180


def test_piles_show_their_size_and_the_discarded_cards() -> None:
    cells = {"e4": "Bj", "e5": "#"}
    things = sprites(table(cells, HAND, discarded=["Gj", "Rd"]).scene(None))
    assert things["pile-entertainers"].text == "12"
    assert things["pile-penguins"].label == "60 penguins to draw"
    assert things["discarded"].label == "out of the game: juggling sheep and dancing seal"
    last = sprites(table(cells, HAND, **empty_pile(["Gd"], cells)).scene(None))
    assert "pile-entertainers" not in last
    assert "card-Gd" in last


def test_players_show_points_activity_tokens_and_entertainers() -> None:
    match = table(START, HAND, tokens={"f5": 1}, owned=[[], ["Nd", "Nm", "Ra"], []])
    scene = match.scene(None, names=NAMES)
    assert facts(scene, 1) == [
        ("Points", "10", "points"),
        ("Activity", "acrobatics", "sign-acrobatics"),
        ("Tokens in supply", "2", "token-1"),
        ("Penguins in hand", "1", "cards"),
        ("Kangaroos", "dance, music", "sign-kangaroo"),
        ("Seals", "acrobatics", "sign-seal"),
    ]
    assert [player.active for player in scene.players] == [True, False, False]
    assert [player.state for player in scene.players] == ["starting player", "", ""]


def test_a_token_on_the_last_penguin_counts() -> None:
    # b5m is the sign bit of its set.
    scene = table({**START, "a8": "b5m"}, HAND, tokens={"a8": 0}).scene(0, names=NAMES)
    assert facts(scene, 0)[2][1] == "2"
    assert sprites(scene)["card-b5m"].label.endswith("a8, token of Mira")


@pytest.mark.parametrize(
    ("language", "own", "others", "label"),
    [
        (
            "en",
            "Your turn: choose a penguin, then a cell beside an entertainer.",
            "Mira is to place a penguin.",
            "dancing seal, e4, still needs e3, d4, f4",
        ),
        (
            "fr",
            "À vous\N{NO-BREAK SPACE}: choisissez un pingouin, puis un emplacement à côté d’un"
            " artiste.",
            "C’est à Mira de poser un pingouin.",
            "phoque danseur, e4, attend encore e3, d4, f4",
        ),
        (
            "de",
            "Du bist dran: Wähle einen Pinguin, dann ein Feld neben einem Unterhalter.",
            "Mira ist dran und legt einen Pinguin.",
            "tanzender Seehund, e4, braucht noch e3, d4, f4",
        ),
    ],
)
def test_scenes_speak_three_languages(language: str, own: str, others: str, label: str) -> None:
    match = table(START, HAND)
    assert match.scene(0, language, NAMES).prompt == own
    assert match.scene(1, language, NAMES).prompt == others
    assert match.scene(None, language, NAMES).prompt == others
    assert sprites(match.scene(0, language, NAMES))["card-Rd"].label == label


def test_the_prompt_follows_the_phase() -> None:
    match = table(START, HAND, owned=[["Nm"], [], []])
    play(match, "r3m@f4")
    assert match.scene(1, names=NAMES).prompt == "Mira is to settle a kin fee of 5 points."
    play(match, "pay")
    assert match.scene(1, names=NAMES).prompt == "Mira may invite a penguin."
    match = table(PAIR, HAND, top=["Gd", "Gj"])
    play(match, "r3m@e4", "skip")
    assert match.scene(1, names=NAMES).prompt == "Mira is to choose who performs next."
    play(match, "show e3")
    expected = "Mira is to put the new entertainer on the iceberg."
    assert match.scene(1, names=NAMES).prompt == expected


def test_prompts_do_not_tell_a_choice_from_an_only_action() -> None:
    def prompts(owned: list[str], cells: dict[str, str], *actions: str) -> list[str]:
        match = table(cells, HAND, owned=[owned, [], []], top=["Gd", "Gj"], asks_all=True)
        play(match, *actions)
        return [match.scene(seat, names=NAMES).prompt for seat in (0, 1)]

    assert prompts([], START, "r3m@f4") == prompts(["Nm"], START, "r3m@f4")
    alone = {"e3": "Bj", "e2": "n2d", "a1": "#"}
    assert prompts([], alone, "r3m@e4", "skip") == prompts([], PAIR, "r3m@e4", "skip")


# ---------------------------------------------------------------- what a step did


def scenes(match: Match, action: str, seat: int | None = None) -> dict[str, Scene]:
    """The scenes of the steps that come of an action, by kind."""
    ply = match.ply
    match.play(action)
    names = NAMES[: match.players]
    return {moment.kind: moment.view.scene([], names) for moment in match.moments(seat, ply)}


def marks(scene: Scene) -> dict[str, str]:
    return {sprite.id: sprite.mark for sprite in scene.sprites if sprite.mark}


def gains(scene: Scene) -> list[tuple[str, int, str, str]]:
    return [(gain.sprite, gain.seat, gain.text, gain.art) for gain in scene.gains]


def test_what_is_placed_is_marked_and_a_fee_flies_to_who_pays() -> None:
    match = table(START, HAND)
    seen = scenes(match, "r3m@f4", 1)
    assert marks(seen["place"]) == {"card-r3m": "placed"}
    assert gains(seen["place"]) == []
    assert gains(seen["fee"]) == [("card-r3m", 0, "\N{MINUS SIGN}5", "")]
    assert marks(match.scene(1)) == {}  # a later look marks nothing
    assert marks(scenes(match, "invite f5", 1)["invite"]) == {"token-r5d": "placed"}
    match = table(START, HAND, owned=[["Nm"], [], []])
    play(match, "r3m@f4")
    dropped = scenes(match, "drop Nm")["fee"]
    assert (marks(dropped), gains(dropped)) == ({"discarded": "lost"}, [])


def test_a_show_is_seen_before_its_curtain_falls() -> None:
    # U20 to U23: the entertainer is still there, as it lay; penguins glow, their points fly
    cells = {"e4": "Bj'", "e5": "#", "d3": "b4m", "f3": "b2m", "d4": "g4j"}
    match = table(cells, HAND, tokens={"d3": 0, "f3": 1}, top=["Gd", "Gj"])
    play(match, "r3m@e3")
    seen = scenes(match, "skip", 1)
    show, things = seen["show"], sprites(seen["show"])
    assert marks(show) == {
        "card-Bj": "performed",
        "card-b4m": "amused",
        "card-b2m": "amused",
        "card-g4j": "amused",
    }
    bear = things["card-Bj"]
    assert (bear.x, bear.y, bear.turn, bear.zone) == (5, 4, 180, "board")
    assert bear.label == "juggling bear, e4"
    assert bear.art.endswith(" spotlight")
    assert "curtain-e4" not in things
    art = bear.art.removesuffix(" spotlight")
    assert gains(show) == [
        ("card-b4m", 0, "+4", ""),
        ("card-b2m", 1, "+2", ""),
        ("card-Bj", 1, "", art),
    ]
    assert show.prompt == "The show is over."
    curtain = seen["curtain"]
    assert marks(curtain) == {"curtain-e4": "placed"}
    assert sprites(curtain)["card-Bj"].zone == "hand"  # Noor has it now
    assert gains(curtain) == []
    put = scenes(match, "Gd'@f6", 0)
    assert marks(put["put"]) == {"card-Gd": "placed"}
    (drawn,) = {*match.to_dict()["hands"][0]} - {"g2a"}
    assert marks(put["draw"]) == {f"card-{drawn}": "placed"}


def test_bonuses_fly_one_by_one() -> None:
    # U28, U29
    cells = {"e4": "Bj", "e5": "#", "d3": "b4m"}
    others = {"activities": ["j", "d", "m"], "owned": [["Rd"], ["Ga", "Ra"], []]}
    piles = empty_pile([], {**cells, "a": "Rd", "b": "Ga", "c": "Ra"})
    match = table(cells, HAND, tokens={"d3": 0}, **others, **piles)
    play(match, "r3m@e3")
    assert gains(scenes(match, "skip")["end"]) == [
        ("curtain-e5", 0, "+2", "sign-juggling"),
        ("curtain-e5", 0, "+3", "sign-seal"),
        ("curtain-e5", 0, "+5", "sign-bear"),
        ("curtain-e5", 1, "+5", "sign-sheep"),
        ("curtain-e5", 1, "+3", "sign-seal"),
    ]


# ---------------------------------------------------------------- the end


def finished(owned: list[list[str]], scores: list[int], **others: Any) -> Match:
    keys = {"owned": owned, "scores": scores, "phase": "over", "turn": None, **others}
    return table({"e5": "#", "e4": "Rm"}, players=len(owned), **keys)


def test_the_result_is_reckoned_line_by_line() -> None:
    # U28, U29: the worked check of the rules
    match = finished([["Gd", "Rd"], ["Ra"], ["Rj"]], [10, 9, 8], activities=["d", "j", "m"])
    result = match.scene(0, names=NAMES).result
    assert result is not None
    assert [(line.label, line.value) for line in result.lines if line.seat == 0] == [
        ("Points during play", "10"),
        ("Activity dance, entertainers: 2", "+4"),
        ("Most sheep", "+5"),
        ("Shared most seals", "+3"),
        ("Total", "22"),
    ]
    assert result.text == "You win with 22 points."
    other = match.scene(1, "de", NAMES).result
    assert other is not None
    assert other.text == "Mira gewinnt mit 22 Punkten."


@pytest.mark.parametrize(
    ("owned", "scores", "first", "text"),
    [
        ([["Bj"], []], [-4, 0], 1, "Mira wins with 1 point."),
        (
            [["Bj", "Gj"], ["Na", "Nj", "Nm"]],
            [0, 5],
            1,
            "Mira wins with 10 points. The tie goes to the most bonus points.",
        ),
        (
            [["Ga", "Gd"], ["Nj"]],
            [10, 10],
            1,
            "Mira wins with 15 points. The tie goes to the most entertainers.",
        ),
        (
            [["Ga"], ["Nj"], []],
            [10, 10, 0],
            1,
            "Noor wins with 15 points. The tie goes to the starting player.",
        ),
        ([["Ga"], ["Nj"], []], [10, 10, 0], 2, "Mira and Noor share the victory with 15 points."),
    ],
)
def test_a_tie_is_explained(
    owned: list[list[str]], scores: list[int], first: int, text: str
) -> None:
    # U30
    match = finished(owned, scores, first=first, activities=["m", "d", "a"][: len(owned)])
    result = match.scene(None, names=NAMES[: len(owned)]).result
    assert result is not None
    assert result.text == text
    assert result.winners == match.winners()


# ---------------------------------------------------------------- whole matches


def check(match: Match, seat: int | None, language: str) -> Scene:
    """What must be true of every scene, and of those of the steps that led to it."""
    for moment in match.moments(seat, max(0, match.ply - 1)):
        step = moment.view.scene([], language=language)
        known = {sprite.id for sprite in step.sprites}
        check_things(step, moment.view.backdrop(language), seat)
        assert {gain.sprite for gain in step.gains} <= known
        assert {art for gain in step.gains for art in gain.art.split()} <= ART
        assert {sprite.mark for sprite in step.sprites} <= {*MARKS, ""}
    scene = match.scene(seat, language)
    everything = check_things(scene, match.hidden(seat).backdrop(language), seat)
    legal = match.legal() if seat == match.turn and seat is not None else []
    assert [choice.action for choice in scene.choices] == [match.notation(act) for act in legal]
    ways = [tuple(choice.touch) for choice in scene.choices]
    assert len(set(ways)) == len(ways)
    starts = {way[:length] for way in ways for length in range(1, len(way))}
    assert not starts & set(ways)
    for way in ways:
        assert all(everything[name].label for name in way)
    for player in scene.players:
        assert player.active == (player.seat == match.turn)
    return scene


def check_things(scene: Scene, backdrop: Backdrop, seat: int | None) -> dict[str, Sprite]:
    """All things lie on their zones, none on another; the sprites by their ids."""
    assert scene.backdrop == backdrop.digest
    everything = {sprite.id: sprite for sprite in [*backdrop.sprites, *scene.sprites]}
    assert len(everything) == len(backdrop.sprites) + len(scene.sprites)
    zones = {zone.id: zone for zone in scene.zones}
    assert set(zones) == ({"board"} if seat is None else {"board", "hand"})
    for sprite in everything.values():
        zone = zones[sprite.zone]
        assert sprite.width / 2 <= sprite.x <= zone.width - sprite.width / 2
        assert sprite.height / 2 <= sprite.y <= zone.height - sprite.height / 2
        assert set(sprite.art.split()) <= ART
    assert len({(sprite.zone, sprite.x, sprite.y) for sprite in scene.sprites}) == len(
        scene.sprites
    )
    row = sorted((s.y, s.x, s.width) for s in scene.sprites if s.zone == "hand")
    for (y, x, width), (next_y, next_x, next_width) in pairwise(row):
        assert y < next_y or x + width / 2 <= next_x - next_width / 2
    for player in scene.players:
        assert {fact.art for fact in player.facts} <= ART
    assert "{" not in json.dumps([scene.prompt, scene.status, list(everything)])
    assert not any("{" in sprite.label + sprite.text for sprite in scene.sprites)
    return everything


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_scene_of_a_match_holds_together(players: int) -> None:
    languages = ("en", "fr", "de")
    for match in matches("ultimatum", players, scaled(3, 1), "scene", asks_all=True):
        chance = random.Random(players)
        while not match.over:
            for seat in (None, *range(players)):
                check(match, seat, languages[match.ply % 3])
            play_on(match, chance, scaled(1, 8))
        for seat in (None, *range(players)):
            result = check(match, seat, "en").result
            assert result is not None
            assert result.winners == match.winners()
            for other, total in enumerate(match.scores()):
                values = [int(line.value) for line in result.lines if line.seat == other]
                assert sum(values[:-1]) == values[-1] == total


def test_the_fee_of_a_choice_is_the_fee_that_is_due() -> None:
    # U15
    dear = 0
    for match in matches("ultimatum", 4, scaled(2, 1), "fees"):
        while not match.over:
            if match.to_dict()["phase"] == "place":
                for action, label in labels(match.scene(match.turn)).items():
                    penguin, cell = action.split("@")
                    state = match.hidden(None).records[0]
                    fee = kin_fee(state, PENGUIN_NAMES.index(penguin), read_cell(cell))
                    assert label.endswith(f"kin fee of {fee} points" if fee else "")
                    assert bool(label) == bool(fee)
                    dear += bool(fee)
            play_on(match, random.Random(match.ply), 5)
    assert dear > 10


def test_a_seat_sees_the_same_in_all_worlds_it_thinks_possible() -> None:
    for match in matches("ultimatum", 3, scaled(4, 1), "worlds"):
        play_on(match, random.Random(5), 25)
        for seat in (None, 0, 1, 2):
            world = match.redeal(seat, 7)
            assert world.to_dict() != match.to_dict()
            seen = [json.dumps(each.scene(seat).to_dict()) for each in (match, world)]
            assert seen[0] == seen[1]
