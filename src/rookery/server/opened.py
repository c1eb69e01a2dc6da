"""Saved matches with everything open: the whole table, and everybody's hand.

Whoever has a saved match has its secret and can compute all of it; a table gives it away only
after the end. So nothing is told here that the asker could not know.
"""

from dataclasses import dataclass
from functools import partial

import msgspec

from rookery.core.match import Match
from rookery.core.scene import Scene
from rookery.core.view import View
from rookery.server.messages import Happening


@dataclass(frozen=True, slots=True)
class Opened:
    """One moment: what there is to know, and what each seat saw in its own zones."""

    number: int
    before: View | None
    after: View
    seats: tuple[View, ...]
    action: int | None
    heard: list[int]

    def happening(self, language: str, names: list[str]) -> Happening:
        """The moment as an event, in a language."""
        told = []
        if self.before is not None:
            told = self.before.tell(self.after, self.action, names, language, self.heard)
        return Happening(
            self.number, self.number - 1, told, None, None, self.scene(language, names)
        )

    def scene(self, language: str, names: list[str]) -> Scene:
        """The table as nobody saw it, and the zones that each seat alone saw."""
        scene = self.after.scene([], names, language)
        common = {zone.id for zone in scene.zones}
        taken = {sprite.id for sprite in scene.sprites}
        taken |= {sprite.id for sprite in self.after.backdrop(language).sprites}
        for seat, view in enumerate(self.seats):
            own = view.scene([], names, language)
            for zone in own.zones:
                lying = [it for it in own.sprites if it.zone == zone.id]
                if zone.id in common or not lying:
                    continue
                name = f"{zone.id}-{seat}"
                scene.zones.append(msgspec.structs.replace(zone, id=name, label=names[seat]))
                for sprite in lying:
                    # Some ids are unique in one seat's scene only.
                    id = sprite.id if sprite.id not in taken else f"{sprite.id}-{seat}"
                    taken.add(id)
                    scene.sprites.append(msgspec.structs.replace(sprite, id=id, zone=name))
        scene.lay_on(partial(self.after.backdrop, language))
        return scene


def opened(match: Match) -> list[Opened]:
    """A match from its beginning, with everything open."""
    moments: list[Opened] = []
    before: View | None = None
    for again in match.replay():
        after = again.everything()
        seats = tuple(again.hidden(seat) for seat in range(again.players))
        action = again.log[-1] if again.log else None
        heard = again.heard(max(0, again.ply - 1))
        moments.append(Opened(len(moments) + 1, before, after, seats, action, heard))
        before = after
    return moments
