"""Saved matches with everything open: the whole table, and everybody's hand.

Whoever has a saved match has its secret and can compute all of it; a table gives it away only
after the end. So nothing is told here that the asker could not know.
"""

from dataclasses import dataclass
from functools import partial

import msgspec

from rookery.core.match import Match
from rookery.core.record import Records
from rookery.core.scene import Scene
from rookery.core.steps import Step
from rookery.core.view import View, look
from rookery.server.frames import shown_by, tell_steps
from rookery.server.messages import Happening


@dataclass(frozen=True, slots=True)
class OpenPly:
    """One ply: what happened, and what there is to know at the end of it."""

    number: int
    steps: list[Step]
    view: View

    def happening(self, language: str, names: list[str], *, scenes: bool = True) -> Happening:
        """The ply as an event, in a language."""
        moments = [step.open() for step in self.steps]
        self.view.moment = shown_by(moments)
        final = open_scene(self.view, language, names) if scenes else None
        steps = tell_steps(
            moments,
            lambda moment: moment.tell(names, language),
            lambda moment: open_scene(moment.view, language, names),
            final,
        )
        turn = int(self.view.records["turn"][0])
        return Happening(
            number=self.number,
            at=self.number - 1,
            told=[],
            steps=steps,
            table=None,
            clock=None,
            scene=final,
            turn=turn if turn >= 0 else None,
        )


def open_scene(view: View, language: str, names: list[str]) -> Scene:
    """The table as nobody saw it, and the zones that each seat alone saw."""
    scene = view.scene([], names, language)
    seen = [*scene.sprites, *view.backdrop(language).sprites]
    # A hand that is there for nobody is nothing: it gives way to those of the seats.
    common = {"board", *(sprite.zone for sprite in seen)}
    taken = {sprite.id for sprite in seen}
    records: Records = view.records
    for seat in range(int(records["players"][0])):
        own = look(view.game, view.edition, records, seat).scene([], names, language)
        for zone in own.zones:
            lying = [it for it in own.sprites if it.zone == zone.id]
            if zone.id in common or not lying:
                continue
            name = f"{zone.id}-{seat}"
            scene.zones = [it for it in scene.zones if it.id != zone.id]
            scene.zones.append(msgspec.structs.replace(zone, id=name, label=names[seat]))
            for sprite in lying:
                # Some ids are unique in one seat's scene only.
                id = sprite.id if sprite.id not in taken else f"{sprite.id}-{seat}"
                taken.add(id)
                scene.sprites.append(msgspec.structs.replace(sprite, id=id, zone=name))
    scene.lay_on(partial(view.backdrop, language))
    return scene


def open_plies(match: Match) -> list[OpenPly]:
    """A match from its beginning, ply by ply, with everything open."""
    return [
        OpenPly(
            again.ply + 1, again.steps(again.ply - 1 if again.ply else None), again.everything()
        )
        for again in match.replay()
    ]
