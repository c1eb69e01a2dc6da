"""Frames: the scenes of an event's steps, as what differs from the scene that follows.

An event has the scene at its end as a whole. Before it, each step has its own, told as a patch that
turns the scene after it back into its own: so nobody needs the scene before the event, and most
events, which have one step, need no patch at all.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from rookery.core.scene import Gain, Player, Scene, Sprite, Summary, Zone
from rookery.core.steps import Moment


class Patch(msgspec.Struct, omit_defaults=True):
    """What makes one scene of another. Gains and summary are the frame's own, never inherited."""

    sprites: list[Sprite] = []
    #: Ids of sprites that are not there.
    gone: list[str] = []
    zones: list[Zone] | None = None
    players: list[Player] | None = None
    gains: list[Gain] = []
    summary: Summary | None = None
    status: str | None = None


class StepInfo(msgspec.Struct, omit_defaults=True):
    """A step as a viewer may know it."""

    kind: str
    #: In sentences.
    told: list[str]
    #: What else is known of it: see ``docs/formats.md``, "Steps".
    data: dict[str, Any] = {}
    #: Who did it, if anybody.
    seat: int | None = None
    #: What turns the scene of the next step, or that of the event, back into the one after this.
    back: Patch | None = None


def difference(scene: Scene, following: Scene) -> Patch | None:
    """What makes ``scene`` of the one that follows it; None where there is nothing to change."""
    known = {sprite.id: sprite for sprite in following.sprites}
    own = {sprite.id for sprite in scene.sprites}
    patch = Patch(
        sprites=[sprite for sprite in scene.sprites if known.get(sprite.id) != sprite],
        gone=[id for id in known if id not in own],
        zones=scene.zones if scene.zones != following.zones else None,
        players=scene.players if scene.players != following.players else None,
        gains=scene.gains,
        summary=scene.summary,
        status=scene.status if scene.status != following.status else None,
    )
    return patch if patch != Patch() else None


def shown_by(moments: Sequence[Moment]) -> Moment | None:
    """The step that the scene at the end of an event shows: the last one that is not brief."""
    if not moments or _lingers(moments[-1]):
        return moments[-1] if moments else None
    return next((it for it in reversed(moments) if not _brief(it)), moments[-1])


def tell_steps(
    moments: Sequence[Moment],
    tell: Callable[[Moment], list[str]],
    draw: Callable[[Moment], Scene],
    final: Scene | None,
) -> list[StepInfo]:
    """The steps of an event with their patches, from its last scene; without one, none.

    That scene shows the last step, unless it is of a kind that lingers. A brief one looks like the
    step that follows it.
    """
    steps: list[StepInfo] = []
    following = final
    last = shown_by(moments)
    before = bool(moments) and _lingers(moments[-1])  # whether it comes before what is shown last
    for moment in reversed(moments):
        things = dict(moment.things)
        kind, seat = things.pop("kind"), things.pop("seat", None)
        back = None
        apart = before and (not _brief(moment) or moment is last)
        if following is not None and apart:
            scene = draw(moment)
            back = difference(scene, following)
            following = scene
        before = before or moment is last
        steps.append(StepInfo(kind, tell(moment), things, seat, back))
    steps.reverse()
    return steps


def _brief(moment: Moment) -> bool:
    return moment.kind in moment.view.game.steps.brief


def _lingers(moment: Moment) -> bool:
    return moment.kind in moment.view.game.steps.lingers
