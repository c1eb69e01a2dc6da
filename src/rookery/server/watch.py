"""Watching a table: from the log to what one seat is told, and nothing else.

Every viewer (a seat, or all spectators together) has its own numbering of events. An event
comes when the viewer's hidden record changed or it acted itself, or when something that
everybody may know of the table changed. Another seat's action that changes nothing for a viewer
is no event for it, so the numbers tell nothing about hidden decisions, and neither does anything
else on the wire.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from rookery.core.language import Speech, mark, speech
from rookery.core.match import Match
from rookery.core.scene import Scene
from rookery.core.view import View
from rookery.server.fold import Change, Fold
from rookery.server.messages import (
    ClockInfo,
    Happening,
    Name,
    TableInfo,
    names_of,
    say_name,
    table_info,
)

_encode = msgspec.json.Encoder().encode

#: What everybody is told about the table itself, by the kind of entry.
NOTICES = {
    "take": mark("{name} takes a seat."),
    "claim": mark("{name} takes a seat."),
    "leave": mark("{name} leaves the table."),
    "bot": mark("{name} takes a seat."),
    "start": mark("The match begins."),
    "back": mark("{name} takes the last action back."),
    "resign": mark("{name} gives up."),
    "late": mark("The time of {name} is up."),
    "return": mark("{name} is back."),
    "rematch": mark("There is a rematch."),
}


@dataclass(slots=True)
class Seen:
    """An event as it was seen, to be said in any language; each is encoded once a language."""

    number: int
    at: int
    kind: str
    seat: int | None
    before: View | None
    after: View | None
    action: int | None
    #: What everybody has heard since ``before``.
    heard: list[int]
    legal: list[int]
    names: tuple[Name, ...]
    aids: bool
    clock: ClockInfo | None
    #: Set where something about the table itself changed; one object for all viewers.
    tables: "Tables | None"
    _said: dict[str, bytes] = field(default_factory=dict)

    def ripe(self, until: int) -> bool:
        """Whether it may be told late: what came before the deal always, the rest in time."""
        return self.after is None or self.at <= until

    def say(self, language: str) -> bytes:
        """The event as a server-sent event."""
        if language not in self._said:
            data = _encode(self.happening(language))
            self._said[language] = b"id: %d\ndata: %b\n\n" % (self.number, data)
        return self._said[language]

    def happening(self, language: str, *, whole: "Tables | None" = None) -> Happening:
        """The event in a language; with ``whole``, the table too whatever changed."""
        tables = whole or self.tables
        said = Happening(
            number=self.number,
            at=self.at,
            told=self.told(language),
            table=tables.say(language) if tables else None,
            clock=self.clock,
            scene=self.scene(language),
        )
        for view in (self.before, self.after):
            if view is not None:
                view.forget()  # thousands of views wait for the next event
        return said

    def scene(self, language: str) -> Scene | None:
        """What the viewer sees."""
        if self.after is None:
            return None
        scene = self.after.scene(self.legal, self._names(language), language)
        stage = self.after.game.stage
        if not self.aids and stage is not None:
            scene.drop(stage.aids)
        return scene

    def told(self, language: str) -> list[str]:
        """What happened, in sentences."""
        said = []
        words = speech(language)
        notice = NOTICES.get(self.kind)
        if notice is not None and (self.tables is not None or self.kind == "back"):
            name = self._names(language)[self.seat] if self.seat is not None else ""
            said.append(words.gettext(notice).format(name=name))
        if self.before is not None and self.after is not None and self.kind == "act":
            names = self._names(language)
            said += self.before.tell(self.after, self.action, names, language, self.heard)
        return said

    def _names(self, language: str) -> list[str]:
        words = speech(language)
        return [say_name(name, words) for name in self.names]


class Tables:
    """The public side of a table at one moment, said once a language."""

    __slots__ = ("_names", "_said")

    def __init__(self, fold: Fold) -> None:
        # Said at once in one language, while the fold is as it is now.
        self._said = {"en": table_info(fold, speech("en"))}
        self._names = names_of(fold)

    def say(self, language: str) -> TableInfo:
        """In a language: only the names differ."""
        if language not in self._said:
            base = self._said["en"]
            words: Speech = speech(language)
            seats = [
                msgspec.structs.replace(
                    seat, name=say_name(self._names[seat.seat], words) if seat.name else ""
                )
                for seat in base.seats
            ]
            self._said[language] = msgspec.structs.replace(base, seats=seats)
        return self._said[language]


class Watch:
    """One viewer's eyes on a fold."""

    __slots__ = ("count", "last", "since", "view", "viewer")

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        #: How many events there were.
        self.count = 0
        self.view: View | None = None
        #: The ply of the match since which the view is the same: what everybody has heard since
        #: is told with the next change, so that nothing tells of a decision in between.
        self.since = 0
        self.last: Seen | None = None

    def see(self, fold: Fold, change: Change, tables: Tables | None) -> Seen | None:
        """What the viewer is told of a change; None if it may not notice anything."""
        before = self.view
        after = fold.match.hidden(self.viewer) if fold.match is not None else None
        acted = change.entry.kind == "act" and change.entry.seat == self.viewer
        if tables is None and not acted and _same(before, after):
            return None
        self.count += 1
        self.view = after
        match = fold.match
        heard: list[int] = []
        if match is not None and after is not None:
            if change.entry.kind == "act":
                heard = match.heard(self.since)
                self.since = match.ply
            elif change.entry.kind == "back":
                self.since = _same_since(match, after)
        mine = self.viewer is not None and fold.turn == self.viewer
        self.last = Seen(
            number=self.count,
            at=change.entry.at,
            kind=change.entry.kind,
            seat=change.entry.seat,
            before=before,
            after=after,
            action=change.action,
            heard=heard,
            legal=match.legal() if mine and match is not None else [],
            names=names_of(fold),
            aids=fold.setup.aids,
            clock=clock_info(fold, after, mine, change.entry.at),
            tables=tables,
        )
        return self.last


def public_side(fold: Fold, change: Change) -> Tables | None:
    """The table itself, if the change is one that everybody may know: also that it is over."""
    return Tables(fold) if change.public or fold.status == "over" else None


def clock_info(fold: Fold, view: View | None, mine: bool, at: int) -> ClockInfo | None:
    """The clocks, as far as the viewer may know: whose turn it is, its own view says."""
    if fold.setup.clock is None or view is None or fold.status != "running":
        return None
    turn = int(view.records["turn"][0])
    deadline = fold.deadline() if mine else None
    return ClockInfo(
        left=[fold.left(seat, at) for seat in range(fold.setup.players)],
        running=turn if turn >= 0 else None,
        mine=None if deadline is None else max(0, deadline - at),
    )


def replayed(
    match: Match, viewer: int | None, language: str, called: Sequence[str] | None = None
) -> list[Seen]:
    """The events of a match that was played elsewhere, as one of its seats would have seen them."""
    names = tuple((name, "", 0) for name in called or seat_names(match, language))
    events: list[Seen] = []
    view: View | None = None
    since = 0
    turn: int | None = None
    for again in match.replay():
        after = again.hidden(viewer)
        acted = turn is not None and turn == viewer
        turn = again.turn
        if not acted and _same(view, after):
            continue
        action = again.log[-1] if again.log else None
        mine = viewer is not None and again.turn == viewer
        events.append(
            Seen(
                number=len(events) + 1,
                at=again.ply,
                kind="act",
                seat=None,
                before=view,
                after=after,
                action=action,
                heard=again.heard(since),
                legal=again.legal() if mine else [],
                names=names,
                aids=True,
                clock=None,
                tables=None,
            )
        )
        view, since = after, again.ply
    return events


def seat_names(match: Match, language: str) -> list[str]:
    """What seats are called where nobody knows who sat there."""
    said = speech(language).gettext("Seat {number}")
    return [said.format(number=seat) for seat in range(match.players)]


def _same(before: View | None, after: View | None) -> bool:
    if before is None or after is None:
        return before is after
    return before.records.tobytes() == after.records.tobytes()


def _same_since(match: Match, view: View) -> int:
    """The ply since which the match has looked like this to a viewer."""
    past = match.copy()
    while past.ply:
        past.undo()
        if not _same(past.hidden(view.seat), view):
            return past.ply + 1
    return 0
