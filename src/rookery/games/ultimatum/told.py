"""What happened in The Penguin Ultimatum, in sentences, one fact each.

Everything is read from the two views; the action only tells which of two shows came first. One
action sets off a chain in a fixed order, because whatever is to be decided ends it: the action
itself, then shows and the entertainers that follow them, in turns, then the draw or the end.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rookery.core.language import Speech
from rookery.core.view import View
from rookery.games.ultimatum import actions
from rookery.games.ultimatum.actions import cell_name
from rookery.games.ultimatum.iceberg import kin_fee
from rookery.games.ultimatum.sets import members
from rookery.games.ultimatum.shows import SEAT_BITS, SEAT_MASK, applause, award
from rookery.games.ultimatum.state import (
    ENTERTAIN,
    FEE,
    INVITE,
    NUM_ENTERTAINERS,
    OVER,
    PENGUIN,
    PLACE,
    SHOW,
    TURNED,
)
from rookery.games.ultimatum.words import bonuses, ending, read, victory, words


def tell(
    before: View,
    after: View,
    action: int | None,
    names: Sequence[str],
    speech: Speech,
    heard: Sequence[int] = (),
) -> list[str]:
    """What happened between two views of one seat."""
    if before.records.tobytes() == after.records.tobytes():
        return []
    return list(_Teller(before, after, action, names, speech).sentences())


class _Teller:
    """One telling: both views, read once, and how to speak of a seat."""

    def __init__(
        self,
        before: View,
        after: View,
        action: int | None,
        names: Sequence[str],
        speech: Speech,
    ) -> None:
        self.view = after
        self.old = before.read(read)
        self.new = after.read(read)
        self.action = action
        self.names = names
        self.speech = speech
        self.words = words(speech)

    def say(self, seat: int, you: str, other: str, **values: Any) -> str:
        """A sentence about a seat, as the viewer is to hear it."""
        text = you if seat == self.view.seat else other
        return text.format(name=self.names[seat], **values)

    def sentences(self) -> Iterator[str]:
        """All that happened, in order."""
        old, new = self.old, self.new
        seat = old["turn"]
        new_guests = members(new["guests"] & ~old["guests"])
        if old["phase"] == PLACE:
            yield from self.placed(seat, new_guests)
            return
        if old["phase"] == FEE:
            yield from self.settled(seat)
            return
        if old["phase"] == INVITE:
            yield from self.invited(seat)
        yield from self.shows(seat)
        yield from self.drawn(seat)
        # The next player's only penguin may have had only one place to go.
        yield from self.placed(new["turn"], new_guests)
        if new["phase"] == OVER:
            yield from self.over()

    # ------------------------------------------------------------ steps 1 and 2

    def placed(self, seat: int, penguins: list[int]) -> Iterator[str]:
        """A new penguin, and the fee it asks for (U14, U15)."""
        gettext = self.speech.gettext
        for penguin in penguins:
            cell = self.new["cells"].index(PENGUIN + penguin)
            yield self.say(
                seat,
                gettext("You place {penguin} on {cell}."),
                gettext("{name} places {penguin} on {cell}."),
                penguin=self.words.penguins[penguin],
                cell=cell_name(cell),
            )
            fee = int(kin_fee(self.view.records[0], penguin, cell))
            if fee and self.new["phase"] == FEE:
                yield self.say(
                    seat,
                    gettext("You owe a kin fee of {points} points."),
                    gettext("{name} owes a kin fee of {points} points."),
                    points=fee,
                )
            elif fee:
                yield self.paid(seat, fee)

    def paid(self, seat: int, fee: int) -> str:
        """A fee that costs points (U15)."""
        return self.say(
            seat,
            self.speech.gettext("You pay a kin fee of {points} points."),
            self.speech.gettext("{name} pays a kin fee of {points} points."),
            points=fee,
        )

    def settled(self, seat: int) -> Iterator[str]:
        """How the fee was settled (U16)."""
        gettext = self.speech.gettext
        dropped = members(self.old["owned"][seat] & ~self.new["owned"][seat])
        if not dropped:
            yield self.paid(seat, self.old["fee"])
        for who in dropped:
            yield self.say(
                seat,
                gettext("You discard {entertainer} instead of paying {points} points."),
                gettext("{name} discards {entertainer} instead of paying {points} points."),
                entertainer=self.words.objects[who],
                points=self.old["fee"],
            )

    def invited(self, seat: int) -> Iterator[str]:
        """Where a token went (U17), and who is ready to perform now (U18)."""
        gettext = self.speech.gettext
        was, now = self.old["invited"][seat], self.new["invited"][seat]
        targets, origins = members(now & ~was), members(was & ~now)
        cells = self.new["cells"]
        if not targets:
            yield self.say(seat, gettext("You invite nobody."), gettext("{name} invites nobody."))
        for target in targets:
            you = gettext("You invite {penguin} on {cell}.")
            other = gettext("{name} invites {penguin} on {cell}.")
            if origins:
                you = gettext("You invite {penguin} on {cell} with the token from {origin}.")
                other = gettext("{name} invites {penguin} on {cell} with the token from {origin}.")
            yield self.say(
                seat,
                you,
                other,
                penguin=self.words.penguins[target],
                cell=cell_name(cells.index(PENGUIN + target)),
                origin=cell_name(cells.index(PENGUIN + origins[0])) if origins else "",
            )
        if self.new["phase"] == SHOW:
            ready = members(self.new["waiting"])
            on = self.speech.pgettext("subject", "{entertainer} on {cell}")
            listed = [
                on.format(entertainer=self.words.subjects[who], cell=self.cell_of(who))
                for who in ready
            ]
            text = gettext("Ready to perform: {entertainers}.")
            yield text.format(entertainers=self.speech.list(listed))

    def cell_of(self, who: int) -> str:
        """Where an entertainer lay before."""
        return cell_name(self.old["where"][who])

    # ------------------------------------------------------------ step 3

    def shows(self, seat: int) -> Iterator[str]:
        """Shows and new entertainers, one after the other (U19 to U24)."""
        old, new = self.old, self.new
        top = old["entertainers"][old["left"] - 1] if old["left"] else None
        chosen = None
        if self.action is not None and actions.SHOW <= self.action < actions.PUT:
            chosen = self.action - actions.SHOW
        performed = members(old["stage"] & ~new["stage"])
        performed.sort(key=lambda who: who != chosen)
        added = members(new["stage"] & ~old["stage"])
        added.sort(key=lambda who: who != top)
        by_choice = old["phase"] == SHOW
        add = old["phase"] == ENTERTAIN
        while added if add else performed:
            if add:
                yield self.added(seat, added.pop(0))
                yield self.turned_up(added)
            else:
                yield from self.show(seat, performed.pop(0), by_choice)
                by_choice = False
            add = not add

    def show(self, seat: int, who: int, by_choice: bool) -> Iterator[str]:
        """One show: who performs, who gains, who gets the card (U19 to U23)."""
        gettext = self.speech.gettext
        cell = self.cell_of(who)
        if by_choice:
            yield self.say(
                seat,
                gettext("You let {entertainer} on {cell} perform."),
                gettext("{name} lets {entertainer} on {cell} perform."),
                entertainer=self.words.objects[who],
                cell=cell,
            )
        else:
            text = gettext("On {cell}, {entertainer} performs.")
            yield text.format(cell=cell, entertainer=self.words.subjects[who])
        gains = int(applause(self.view.records[0], who, self.old["where"][who]))
        points = [gains >> SEAT_BITS * other & SEAT_MASK for other in range(len(self.names))]
        for other, gain in enumerate(points):
            if gain:
                yield self.say(
                    other,
                    gettext("You score {points} points."),
                    gettext("{name} scores {points} points."),
                    points=gain,
                )
        yield self.awarded(who, int(award(gains, len(self.names))), len(points) - points.count(0))
        yield gettext("A curtain falls on {cell}.").format(cell=cell)

    def awarded(self, who: int, winner: int, scorers: int) -> str:
        """Where the entertainer's card goes (U22)."""
        gettext = self.speech.gettext
        if scorers == 0:
            text = gettext("Nobody scores, so {entertainer} leaves the game.")
            return text.format(entertainer=self.words.subjects[who])
        if winner < 0:
            text = gettext("The fewest points are tied, so {entertainer} leaves the game.")
            return text.format(entertainer=self.words.subjects[who])
        if scorers == 1:
            you = gettext("You alone scored and get {entertainer}.")
            other = gettext("{name} alone scored and gets {entertainer}.")
        else:
            you = gettext("You scored the fewest points and get {entertainer}.")
            other = gettext("{name} scored the fewest points and gets {entertainer}.")
        return self.say(winner, you, other, entertainer=self.words.objects[who])

    def added(self, seat: int, who: int) -> str:
        """A new entertainer on the iceberg (U24)."""
        gettext = self.speech.gettext
        cell = self.new["where"][who]
        you = gettext("You put {entertainer} on {cell}, upright.")
        other = gettext("{name} puts {entertainer} on {cell}, upright.")
        if TURNED <= self.new["cells"][cell] < TURNED + NUM_ENTERTAINERS:
            you = gettext("You put {entertainer} on {cell}, turned.")
            other = gettext("{name} puts {entertainer} on {cell}, turned.")
        return self.say(seat, you, other, entertainer=self.words.objects[who], cell=cell_name(cell))

    def turned_up(self, still_added: list[int]) -> str:
        """The card that now lies on top of the pile; it may have been put since."""
        new = self.new
        if not still_added and new["left"] == 0:
            return self.speech.gettext("The pile of entertainers is empty now.")
        who = still_added[0] if still_added else new["entertainers"][new["left"] - 1]
        text = self.speech.gettext("The next entertainer is {entertainer}.")
        return text.format(entertainer=self.words.subjects[who])

    # ------------------------------------------------------------ step 4 and the end

    def drawn(self, seat: int) -> Iterator[str]:
        """A penguin from the pile, named only to who holds it (U26)."""
        gettext = self.speech.gettext
        if self.new["pile_size"] == self.old["pile_size"]:
            return
        card = members(self.new["hands"][seat] & ~self.old["hands"][seat])
        yield self.say(
            seat,
            gettext("You draw {penguin}."),
            gettext("{name} draws a penguin."),
            penguin=self.words.penguins[card[0]] if card else "",
        )
        if self.new["pile_size"] == 0:
            yield gettext("The pile of penguins is empty now.")

    def over(self) -> Iterator[str]:
        """The end: shows that came too late, bonuses, who has won (U25 to U30)."""
        gettext = self.speech.gettext
        yield ending(self.new, self.speech)
        for who in members(self.old["waiting"] & self.new["stage"]):
            text = gettext("There is no time left for {entertainer} on {cell}.")
            yield text.format(entertainer=self.words.objects[who], cell=self.cell_of(who))
        for seat in range(len(self.names)):
            yield from self.bonus(seat)
        yield from victory(self.view, self.new, self.names, self.speech)

    def bonus(self, seat: int) -> Iterator[str]:
        """What a seat's entertainers are worth (U28, U29)."""
        gettext = self.speech.gettext
        activity, animals = bonuses(self.view, seat)
        if activity:
            yield self.say(
                seat,
                gettext("You get {points} bonus points for your activity: {act}."),
                gettext("{name} gets {points} bonus points for the activity: {act}."),
                points=activity,
                act=self.words.acts[self.new["activities"][seat]],
            )
        for family, points, shared in animals:
            you = gettext("You get {points} bonus points for the most {animals}.")
            other = gettext("{name} gets {points} bonus points for the most {animals}.")
            if shared:
                you = gettext("You get {points} bonus points for sharing the most {animals}.")
                other = gettext("{name} gets {points} bonus points for sharing the most {animals}.")
            yield self.say(seat, you, other, points=points, animals=self.words.herds[family])
