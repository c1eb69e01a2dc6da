"""What every game's scenes and sentences owe those who draw and read them."""

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import rookery
from rookery.checking.words import Silence
from rookery.core.art import symbols
from rookery.core.language import COMMON, LANGUAGES, Speech, preferred, speech
from rookery.core.match import Match
from rookery.core.scene import MARKS, Backdrop, Scene, Sprite, Stage
from rookery.errors import InvalidOption
from tests.helpers import SEATINGS, is_translated, marked, matches, play_on, scaled

ROOT = Path(__file__).parent.parent
STAGED = [(name, players) for name, players in SEATINGS if rookery.game(name).stage]

everywhere = pytest.mark.parametrize(("name", "players"), STAGED)


def seats_of(match: Match) -> list[int | None]:
    return [*range(match.players), None]


def stage_of(match: Match) -> Stage:
    stage = match.game.stage
    assert stage is not None
    return stage


def written(scene: Scene) -> str:
    """As the wire has it; refuses what is not plain data."""
    return json.dumps(scene.to_dict())


@everywhere
def test_scenes_can_be_drawn_and_played_without_knowing_the_game(name: str, players: int) -> None:
    for match in matches(name, players, scaled(2, 1), "scenes"):
        chance = random.Random(match.commitment)
        backdrops: dict[tuple[int | None, str], Backdrop] = {}
        while True:
            for seat in seats_of(match):
                language = chance.choice(LANGUAGES)
                scene = match.scene(seat, language)
                backdrop = match.hidden(seat).backdrop(language)
                assert backdrops.setdefault((seat, language), backdrop).digest == backdrop.digest
                check_sprites(match, scene, backdrop)
                check_choices(match, seat, scene, backdrop)
                check_players(match, scene)
            if match.over:
                break
            play_on(match, chance, 1 + chance.randrange(scaled(4, 12)))


def check_sprites(match: Match, scene: Scene, backdrop: Backdrop) -> None:
    sprites = backdrop.sprites + scene.sprites
    ids = [sprite.id for sprite in sprites]
    assert len(set(ids)) == len(ids)
    assert scene.backdrop == (backdrop.digest if stage_of(match).backdrop else "")
    zones = {zone.id: zone for zone in scene.zones}
    assert len(zones) == len(scene.zones)
    assert all(zone.label and zone.width > 0 and zone.height > 0 for zone in scene.zones)
    for sprite in sprites:
        assert set(sprite.art.split()) <= symbols(match.game.name)
        assert sprite.art
        zone = zones[sprite.zone]
        width, height = extent(sprite)
        assert sprite.x - width / 2 >= -1e-6
        assert sprite.x + width / 2 <= zone.width + 1e-6
        assert sprite.y - height / 2 >= -1e-6
        assert sprite.y + height / 2 <= zone.height + 1e-6


def extent(sprite: Sprite) -> tuple[float, float]:
    """Width and height as it lies on the table."""
    assert sprite.width > 0
    assert sprite.height > 0
    if sprite.turn % 180 == 90:
        return sprite.height, sprite.width
    return sprite.width, sprite.height


def check_choices(match: Match, seat: int | None, scene: Scene, backdrop: Backdrop) -> None:
    asked = seat is not None and seat == match.turn
    actions = [choice.action for choice in scene.choices]
    assert sorted(actions) == sorted(map(match.notation, match.legal() if asked else []))
    sprites = {sprite.id: sprite for sprite in backdrop.sprites + scene.sprites}
    touches = [tuple(choice.touch) for choice in scene.choices]
    assert len(set(touches)) == len(touches)
    begun = {touch[:length] for touch in touches for length in range(len(touch))}
    assert begun.isdisjoint(touches)  # whoever touches knows when a choice is complete
    for touch in touches:
        assert touch
        for id in touch:
            assert sprites[id].label, id
    for shortcut in scene.shortcuts:
        assert shortcut.actions[0] in actions
        assert sprites[shortcut.touch].label
        assert shortcut.touch not in {touch[0] for touch in touches}
        check_way(match, shortcut.actions)


def check_way(match: Match, actions: list[str]) -> None:
    """Actions in a row are legal, as long as nothing happens on the way."""
    again, seat = match.copy(), match.turn
    for number, action in enumerate(actions):
        if again.turn != seat or action not in map(again.notation, again.legal()):
            assert number > 0
            break
        again.play(action)


def check_players(match: Match, scene: Scene) -> None:
    assert scene.game == match.game.name
    assert [player.seat for player in scene.players] == list(range(match.players))
    assert [p.seat for p in scene.players if p.active] == [match.turn] * (not match.over)
    for player in scene.players:
        assert player.name
        for fact in player.facts:
            assert fact.label
            assert fact.value
            assert fact.art in symbols(match.game.name) | {""}
    assert scene.prompt
    assert scene.status
    assert (scene.result is not None) == match.over
    if scene.result is not None:
        assert scene.result.text
        assert scene.result.winners == match.winners()
        assert scene.result.lines
        for line in scene.result.lines:
            assert line.seat in range(match.players)
            assert line.label
            assert line.value


@everywhere
def test_labels_are_there_in_every_language(name: str, players: int) -> None:
    (match,) = matches(name, players, 1, "languages")
    chance = random.Random(match.commitment)
    while not match.over:
        scenes = [match.scene(match.turn, language) for language in LANGUAGES]
        for scene in scenes[1:]:  # the same picture, in other words
            assert len(scene.sprites) == len(scenes[0].sprites)
            for one, other in zip(scenes[0].sprites, scene.sprites, strict=True):
                assert (one.id, one.art, one.x, one.y) == (other.id, other.art, other.x, other.y)
                assert bool(one.label) == bool(other.label)
            assert [choice.touch for choice in scene.choices] == [
                choice.touch for choice in scenes[0].choices
            ]
        play_on(match, chance, scaled(5, 20))


@everywhere
def test_worlds_a_seat_cannot_tell_apart_look_and_sound_the_same(name: str, players: int) -> None:
    for match in matches(name, players, scaled(2, 1), "worlds"):
        chance = random.Random(match.commitment)
        while not match.over:
            action = chance.choice(match.legal())
            for seat in seats_of(match):
                compare_worlds(match, seat, action, chance.getrandbits(60))
            match.play(action)
            play_on(match, chance, chance.randrange(scaled(4, 12)))


def compare_worlds(match: Match, seat: int | None, action: int, seed: int) -> None:
    language = LANGUAGES[seed % len(LANGUAGES)]
    worlds = [match.copy(), match.redeal(seat, seed)]
    scenes = [written(world.scene(seat, language)) for world in worlds]
    assert scenes[0] == scenes[1]
    if any(action not in world.legal() for world in worlds):
        return
    for world in worlds:
        world.play(action)
    after = [world.hidden(seat).records.tobytes() for world in worlds]
    if after[0] == after[1]:
        told = [shown(world, seat, world.ply - 1, language) for world in worlds]
        assert told[0] == told[1]


def shown(match: Match, seat: int | None, since: int, language: str) -> list[tuple[list[str], str]]:
    """What a seat is told and shown of each step."""
    views = [moment.view for moment in match.moments(seat, since)]
    return [(it.tell(language=language), written(it.scene([], language=language))) for it in views]


@everywhere
def test_every_action_is_told_and_nothing_where_nothing_happened(name: str, players: int) -> None:
    (match,) = matches(name, players, 1, "told")
    chance = random.Random(match.commitment)
    names = [f"{{{seat}}} Åsa" for seat in range(players)]  # a name is never a pattern
    for _ in range(scaled(200, 20)):
        if match.over:
            break
        seat = chance.choice(seats_of(match))
        language = chance.choice(LANGUAGES)
        turn = match.turn
        match.play(chance.choice(match.legal()))
        moments = match.moments(seat, match.ply - 1)
        told = [moment.view.tell(names, language) for moment in moments]
        assert told == [moment.view.tell(names, language) for moment in moments]
        assert any(told) or seat != turn  # whoever acted hears of it
        for sentences in told:
            assert all(sentence == sentence.strip() and sentence for sentence in sentences)
        assert match.hidden(seat).tell(names, language) == []


@everywhere
def test_scenes_of_steps_mark_what_they_touch(name: str, players: int) -> None:
    found: set[str] = set()
    for match in matches(name, players, scaled(2, 1), "marks", asks_all=True):
        play_on(match, random.Random(match.commitment), scaled(200, 60))
        backdrop = match.hidden(0).backdrop()
        for moment in match.moments(0):
            scene = moment.view.scene([])
            check_sprites(match, scene, backdrop)
            found |= {sprite.mark for sprite in scene.sprites}
            ids = {sprite.id for sprite in [*backdrop.sprites, *scene.sprites]}
            for gain in scene.gains:
                assert gain.sprite in ids
                assert gain.seat in range(players)
                assert gain.text or gain.art
    assert marked(name) <= found <= MARKS | {""}


@everywhere
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_everything_said_is_translated(name: str, players: int, language: str) -> None:
    """The catalogues hold what their tool finds in the sources; this is what is really said."""
    if not is_translated(rookery.game(name)):
        pytest.skip(f"{name} is in English only")
    (match,) = matches(name, players, 1, "said")
    chance = random.Random(match.commitment)
    silence = Silence()
    words = Speech(language, name)
    words._catalogue.add_fallback(silence)
    stage = stage_of(match)
    names = [chr(ord("A") + seat) for seat in range(players)]
    while not match.over:
        seat = chance.choice([match.turn, *seats_of(match)])
        legal = match.legal() if seat == match.turn else []
        stage.scene(match.hidden(seat), legal, names, words)
        play_on(match, chance, 1)
        for moment in match.moments(seat, match.ply - 1):
            stage.tell(moment, names, words)
            stage.scene(moment.view, [], names, words)
    stage.scene(match.hidden(0), [], names, words)
    if stage.backdrop:
        stage.backdrop(match.hidden(0), words)
    assert silence.missed <= common_texts()


def common_texts() -> set[str]:
    """What is common to all games: the tool below checks it."""
    path = ROOT / "src" / "rookery" / "locale" / "fr" / "LC_MESSAGES" / f"{COMMON}.po"
    with path.open("rb") as file:
        return {str(message.id) for message in read_po(file)}


def test_catalogues_are_complete_and_in_step_with_the_sources() -> None:
    run = [sys.executable, ROOT / "tools" / "catalogues", "check"]
    result = subprocess.run(run, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("es-ES,es;q=0.9", "en"),
        ("FR-fr", "fr"),
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("fr;q=0.5, de; q=0.7", "de"),
        ("en;q=0.8,fr;q=0.8", "en"),
        ("da, en-GB;q=0.8, de;q=0.9", "de"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("de;q=much, fr;q=nan, fr;q=7", "en"),
        (";;;,,,=q;q=", "en"),
        ("x," * 100_000 + "de", "en"),
    ],
)
def test_the_browser_s_wish_picks_the_language(header: str, language: str) -> None:
    assert preferred(header) == language


def test_wrong_languages_and_names_are_refused() -> None:
    with pytest.raises(InvalidOption, match="no language 'tlh'; the languages are en, fr, de"):
        speech("tlh")
    for name, players in STAGED:
        match = rookery.game(name).start(players, seed=1)
        with pytest.raises(InvalidOption, match="'tlh'"):
            match.scene(0, "tlh")
        with pytest.raises(InvalidOption, match=f"{players} seats need {players} names, not 1"):
            match.scene(0, names=["Mira"])
