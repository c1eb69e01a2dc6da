"""Scenes: what a seat sees can be drawn and touched by whoever does not know the game."""

from dataclasses import dataclass, field

from rookery.checking.findings import Findings
from rookery.core.art import symbols
from rookery.core.drawing import draw
from rookery.core.game import Game
from rookery.core.language import speech
from rookery.core.match import Match
from rookery.core.scene import MARKS, Backdrop, Scene, Sprite
from rookery.core.view import View

SCENE = "scene.py"
#: Sprites may lie on the edge of their zone.
SLACK = 1e-6


@dataclass
class Named:
    """What scenes named."""

    art: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)

    def judge(self, game: Game, found: Findings) -> None:
        """After all matches: whether all of it is drawn."""
        for name in sorted(self.art - symbols(game.name)):
            found.fault("art.svg", f"the symbol {name!r} is used in scenes but not drawn")


def check_scenes(match: Match, found: Findings, named: Named) -> None:
    """Through all eyes, now and after each of the last steps."""
    for seat in (*range(match.players), None):
        asked = match.legal() if seat is not None and seat == match.turn else []
        with found.trying(SCENE, "a scene cannot be made"):
            scene, backdrop = _made(match.hidden(seat), asked)
            _check_sprites(scene, backdrop, found, named)
            _check_choices(match, scene, backdrop, asked, found)
            _check_words(match, scene, found)
            draw(scene, backdrop)
        if match.ply:
            with found.trying(SCENE, "a scene of a step cannot be made"):
                for moment in match.moments(seat, match.ply - 1):
                    scene, backdrop = _made(moment.view, [])
                    _check_sprites(scene, backdrop, found, named)
                    _check_marks(scene, backdrop, found)


def _made(view: View, legal: list[int]) -> tuple[Scene, Backdrop]:
    """A scene as the game makes it, before what is not drawn is mended."""
    stage = view.game.stage
    assert stage is not None
    words = speech("en", view.game.name)
    names = [f"Player {seat}" for seat in range(int(view.records["players"][0]))]
    backdrop = stage.backdrop(view, words) if stage.backdrop else Backdrop([])
    return stage.scene(view, legal, names, words), backdrop


def _check_sprites(scene: Scene, backdrop: Backdrop, found: Findings, named: Named) -> None:
    sprites = [*backdrop.sprites, *scene.sprites]
    ids = [sprite.id for sprite in sprites]
    twice = sorted({id for id in ids if ids.count(id) > 1}) if len(set(ids)) < len(ids) else []
    found.expect(not twice, SCENE, f"several sprites have the id {', '.join(twice)}")
    zones = {zone.id: zone for zone in scene.zones}
    for zone in scene.zones:
        found.expect(zone.label, SCENE, f"the zone {zone.id!r} has no label")
    for sprite in sprites:
        named.art |= set(sprite.art.split())
        named.rules |= {sprite.rule} - {""}
        found.expect(sprite.art, SCENE, f"the sprite {sprite.id!r} has no art")
        if sprite.zone not in zones:
            found.fault(SCENE, f"the sprite {sprite.id!r} lies in no zone: {sprite.zone!r}")
            continue
        zone = zones[sprite.zone]
        inside = _lies_inside(sprite, zone.width, zone.height)
        found.expect(inside, SCENE, f"the sprite {sprite.id!r} juts out of the zone {zone.id!r}")
    named.art |= {art for it in scene.players for fact in it.facts for art in fact.art.split()}
    named.art |= {art for gain in scene.gains for art in gain.art.split()}


def _lies_inside(sprite: Sprite, width: float, height: float) -> bool:
    across, down = sprite.width / 2, sprite.height / 2
    if sprite.turn % 180 == 90:
        across, down = down, across
    return (
        min(sprite.x - across, sprite.y - down) >= -SLACK
        and sprite.x + across <= width + SLACK
        and sprite.y + down <= height + SLACK
    )


def _check_choices(
    match: Match, scene: Scene, backdrop: Backdrop, asked: list[int], found: Findings
) -> None:
    """Every action that is legal can be touched, and nothing else."""
    actions = sorted(choice.action for choice in scene.choices)
    wanted = sorted(match.notation(action) for action in asked)
    if actions != wanted:
        wrong = sorted(set(actions) ^ set(wanted)) or actions
        found.fault(SCENE, f"choices are not the legal actions: {', '.join(map(repr, wrong[:5]))}")
    sprites = {sprite.id: sprite for sprite in [*backdrop.sprites, *scene.sprites]}
    touches = [tuple(choice.touch) for choice in scene.choices]
    begun = {touch[:length] for touch in touches for length in range(len(touch))}
    clear = len(set(touches)) == len(touches) and begun.isdisjoint(touches)
    found.expect(clear, SCENE, "two choices begin with the same touches, and one ends there")
    for choice in scene.choices:
        found.expect(choice.touch, SCENE, f"there is nothing to touch for {choice.action!r}")
        for id in choice.touch:
            if id not in sprites:
                found.fault(
                    SCENE, f"the choice {choice.action!r} touches {id!r}, which is not there"
                )
            elif not sprites[id].label:
                found.fault(SCENE, f"the sprite {id!r} can be touched but has no label")


def _check_words(match: Match, scene: Scene, found: Findings) -> None:
    """Whose turn it is, who plays, how it ended."""
    found.expect(scene.game == match.game.name, SCENE, f"the scene's game is {scene.game!r}")
    found.expect(scene.prompt, SCENE, "there is no prompt")
    found.expect(scene.status, SCENE, "there is no status")
    seats = [player.seat for player in scene.players]
    found.expect(seats == list(range(match.players)), SCENE, f"the players' seats are {seats}")
    active = [player.seat for player in scene.players if player.active]
    right = [] if match.turn is None else [match.turn]
    found.expect(active == right, SCENE, f"the players {active} are active, not {right}")
    if not match.over:
        found.expect(scene.result is None, SCENE, "there is a result before the end")
    elif scene.result is None:
        found.fault(SCENE, "there is no result after the end")
    else:
        said = sorted(scene.result.winners)
        found.expect(said == match.winners(), SCENE, f"the result has the winners {said}")


def _check_marks(scene: Scene, backdrop: Backdrop, found: Findings) -> None:
    for sprite in scene.sprites:
        found.expect(sprite.mark in {"", *MARKS}, SCENE, f"there is no mark {sprite.mark!r}")
    ids = {sprite.id for sprite in [*backdrop.sprites, *scene.sprites]}
    for gain in scene.gains:
        found.expect(
            gain.sprite in ids, SCENE, f"a gain flies from {gain.sprite!r}, which is not there"
        )
