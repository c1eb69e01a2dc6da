"""Watching a table: from the log to what one seat is told, and nothing else.

Every viewer (a seat, or all spectators together) has its own numbering of events. An event comes
when the viewer may know of a step, or acted itself, or when something that everybody may know of
the table changed. Another seat's action of which a viewer may know nothing is no event for it, so
the numbers tell nothing about hidden decisions, and neither does anything else on the wire.
"""

from asyncio import Future
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from rookery.core.language import Speech, mark, speech
from rookery.core.match import Match
from rookery.core.scene import Scene
from rookery.core.steps import Moment, Step
from rookery.core.view import View
from rookery.server.clock import HouseClock
from rookery.server.fold import Change, Fold
from rookery.server.frames import shown_by, tell_steps
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
    "practice": mark("{name} practises: this match counts nowhere."),
    "resign": mark("{name} gives up."),
    "late": mark("The time of {name} is up."),
    "return": mark("{name} is back."),
    "stand": mark("{name} is away: a bot stands in."),
    "rematch": mark("There is a rematch."),
    "close": mark("The host has closed this table."),
    "hint": mark("{name} asks for a hint."),
}


#: Why a table was closed that the host did not close.
OTHER_RULES = "rules"
CLOSED = mark("This table was closed: the rules by which it was played are no longer known here.")
#: An action of a match whose rules are not known any more, as the log has it.
RECORDED = mark("{name}: {action}")


@dataclass(slots=True)
class Event:
    """An event as it was seen, to be said in any language; each is encoded once a language."""

    number: int
    at: int
    #: Of the entry in the log, and whose it was.
    kind: str
    seat: int | None
    viewer: int | None
    #: What happened in the match and the viewer may know of.
    steps: list[Step]
    #: What the viewer sees at the end of it; None before the deal.
    view: View | None
    legal: list[int]
    names: tuple[Name, ...]
    aids: bool
    clock: ClockInfo | None = None
    #: Set where something about the table itself changed; one object for all viewers.
    table: "PublicTable | None" = None
    #: Of an entry that is shown as it stands in the log.
    data: str = ""
    #: By language; what is still being drawn elsewhere will come.
    said: "dict[str, bytes | Future[bytes]]" = field(default_factory=dict)

    def ripe(self, until: int) -> bool:
        """Whether it may be told late: what came before the deal always, the rest in time."""
        return self.view is None or self.at <= until

    def say(self, language: str) -> bytes:
        """The event as a server-sent event."""
        said = self.said.get(language)
        if not isinstance(said, bytes):
            data = _encode(self.happening(language))
            self.said[language] = said = b"id: %d\ndata: %b\n\n" % (self.number, data)
        return said

    def happening(
        self, language: str, *, whole: "PublicTable | None" = None, scenes: bool = True
    ) -> Happening:
        """The event in a language; with ``whole``, the table too whatever changed."""
        table = whole or self.table
        names = self._names(language)
        moments = self._moments()
        scene = None
        if scenes and self.view is not None:
            scene = self._draw(self.view, self.legal, names, language)
        said = Happening(
            number=self.number,
            at=self.at,
            told=self._notices(language),
            steps=tell_steps(
                moments,
                lambda moment: moment.tell(names, language),
                lambda moment: self._draw(moment.view, [], names, language),
                scene,
            ),
            table=table.say(language) if table else None,
            clock=self.clock,
            scene=scene,
            turn=_turn(self.view),
        )
        if self.view is not None:
            self.view.moment = None
            self.view.forget()  # thousands of views wait for the next event
        return said

    def _moments(self) -> list[Moment]:
        """The steps as the viewer may know them; the view at the end shows the last one.

        Unless that is of a kind that lingers: then something hidden came after it.
        """
        moments = []
        for step in self.steps:
            last = step is self.steps[-1] and step.kind not in step.game.steps.lingers
            moment = step.view(self.viewer, self.view if last else None)
            if moment is not None:
                moments.append(moment)
        if self.view is not None:
            self.view.moment = shown_by(moments)
        return moments

    def _draw(self, view: View, legal: list[int], names: list[str], language: str) -> Scene:
        scene = view.scene(legal, names, language)
        stage = view.game.stage
        if not self.aids and stage is not None:
            scene.drop(stage.aids)
        return scene

    def _notices(self, language: str) -> list[str]:
        """What happened to the table itself, in sentences."""
        words = speech(language)
        if self.kind in ("act", "back") and self.data:
            name = self._names(language)[self.seat] if self.seat is not None else ""
            return [words.gettext(RECORDED).format(name=name, action=self.data)]
        if self.kind == "close":
            rules = self.data == OTHER_RULES
            said = words.gettext(CLOSED if rules else NOTICES["close"])
            return [said] if rules or not self.data else [said, self.data]
        notice = NOTICES.get(self.kind)
        if notice is None or (self.table is None and self.kind != "back"):
            return []
        name = self._names(language)[self.seat] if self.seat is not None else ""
        return [speech(language).gettext(notice).format(name=name)]

    def _names(self, language: str) -> list[str]:
        words = speech(language)
        return [say_name(name, words) for name in self.names]


class Passed(Event):
    """In place of an event that nobody asked for: its number and its time."""

    __slots__ = ("_dealt",)
    _dealt: bool

    @classmethod
    def of(cls, number: int, change: Change, dealt: bool) -> "Passed":
        """The event of a change before or after the deal."""
        entry = change.entry
        made = cls(number, entry.at, entry.kind, entry.seat, None, [], None, [], (), aids=False)
        made._dealt = dealt
        return made

    def ripe(self, until: int) -> bool:
        """Whether it may be told late."""
        return not self._dealt or self.at <= until


class PublicTable:
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

    __slots__ = ("_ply", "count", "last", "viewer")

    def __init__(self, viewer: int | None) -> None:
        self.viewer = viewer
        #: How many events there were.
        self.count = 0
        self.last: Event | None = None
        #: Up to which ply of the match it knows what happened; None: not even the deal.
        self._ply: int | None = None

    def see(self, fold: Fold, change: Change, table: "PublicTable | None") -> Event | None:
        """What the viewer is told of a change; None if it may not notice anything."""
        match, entry = fold.match, change.entry
        steps = self._notice(fold, change, table is not None)
        if steps is None:
            return None
        view = match.hidden(self.viewer) if match is not None else None
        mine = self.viewer is not None and fold.turn == self.viewer
        self.last = Event(
            number=self.count,
            at=entry.at,
            kind=entry.kind,
            seat=entry.seat,
            viewer=self.viewer,
            steps=steps,
            view=view,
            legal=match.legal() if mine and match is not None else [],
            names=names_of(fold),
            aids=fold.setup.aids,
            clock=clock_info(fold, view, mine, entry.reading),
            table=table,
            data=entry.data if fold.record is not None or entry.kind == "close" else "",
        )
        return self.last

    def pass_by(self, fold: Fold, change: Change) -> "Passed | None":
        """Count the event of a change, for those who ask for others: most of the work is saved."""
        if self._notice(fold, change, is_public(fold, change)) is None:
            return None
        return Passed.of(self.count, change, fold.match is not None)

    def _notice(self, fold: Fold, change: Change, public: bool) -> list[Step] | None:
        """The steps that the viewer learns of; None if it may not notice anything."""
        entry = change.entry
        steps = self.news(fold.match) if fold.match is not None else []
        acted = entry.kind in ("act", "back") and entry.seat == self.viewer
        if not public and not acted and not steps:
            return None
        self.count += 1
        return steps

    def news(self, match: Match) -> list[Step]:
        """The steps it has not been told yet and may know of by now."""
        known = match.known_ply(self.viewer)
        news = []
        if self._ply is None or self._ply < known:
            news = match.known_steps(self.viewer, self._ply)
        self._ply = known  # less than before where an action was taken back
        return news


def public_side(fold: Fold, change: Change) -> PublicTable | None:
    """The table itself, if the change is one that everybody may know."""
    return PublicTable(fold) if is_public(fold, change) else None


def is_public(fold: Fold, change: Change) -> bool:
    """Whether everybody may know that something about the table changed: also that it is over."""
    return change.public or fold.status == "over"


def clock_info(fold: Fold, view: View | None, mine: bool, at: int) -> ClockInfo | None:
    """The clocks, as far as the viewer may know: whose turn it is, its own view says."""
    if fold.setup.clock is None or view is None or fold.status != "running":
        return None
    deadline = fold.deadline() if mine else None
    return ClockInfo(
        left=[fold.left(seat, at) for seat in range(fold.setup.players)],
        running=_turn(view),
        mine=None if deadline is None else max(0, deadline - max(at, fold.since + fold.free)),
        waits=max(0, fold.since + fold.free - at),
    )


def clock_now(fold: Fold, event: Event, clock: HouseClock) -> ClockInfo | None:
    """The clocks as they are by now, for somebody whose last event that is."""
    mine = event.viewer is not None and fold.turn == event.viewer
    info = clock_info(fold, event.view, mine, clock.now())
    return info and msgspec.structs.replace(info, waits=max(info.waits, clock.stands))


def replayed(
    match: Match, viewer: int | None, language: str, called: Sequence[str] | None = None
) -> list[Event]:
    """The events of a match that was played elsewhere, as one of its seats would have seen them."""
    names = tuple((name, "", 0) for name in called or seat_names(match, language))
    events: list[Event] = []
    watch = Watch(viewer)
    turn: int | None = None
    for again in match.replay():
        steps = watch.news(again)
        acted = turn is not None and turn == viewer
        turn = again.turn
        if not acted and not steps and events:
            continue
        view = again.hidden(viewer)
        mine = viewer is not None and again.turn == viewer
        legal = again.legal() if mine else []
        events.append(
            Event(
                number=len(events) + 1,
                at=again.ply,
                kind="act",
                seat=None,
                viewer=viewer,
                steps=steps,
                view=view,
                legal=legal,
                names=names,
                aids=True,
            )
        )
    return events


def seat_names(match: Match, language: str) -> list[str]:
    """What seats are called where nobody knows who sat there; people count from one."""
    said = speech(language).gettext("Seat {number}")
    return [said.format(number=seat + 1) for seat in range(match.players)]


def _turn(view: View | None) -> int | None:
    """The seat that is to decide, as far as a viewer knows."""
    turn = int(view.records["turn"][0]) if view is not None else -1
    return turn if turn >= 0 else None
