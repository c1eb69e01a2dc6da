"""What happens in The Penguin Ultimatum, in sentences: what a step did, one fact each."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rookery.core.bits import members
from rookery.core.language import Speech
from rookery.core.steps import Moment
from rookery.games.ultimatum.actions import (
    ENTERTAINER_NAMES,
    PENGUIN_NAMES,
    cell_name,
    read_cell,
)
from rookery.games.ultimatum.iceberg import performers
from rookery.games.ultimatum.state import PENGUIN
from rookery.games.ultimatum.words import bonuses, ending, victory, words


def tell(moment: Moment, names: Sequence[str], speech: Speech) -> list[str]:
    """A step as the viewer may know it."""
    return list(_TELLERS[moment.kind](_Teller(moment, names, speech)))


class _Teller:
    """One telling: the step, what the table looks like after it, how to speak of a seat."""

    def __init__(self, moment: Moment, names: Sequence[str], speech: Speech) -> None:
        self.view = moment.view
        self.things = moment.things
        self.table = vars(moment.view.fields)
        self.names = names
        self.speech = speech
        self.words = words(speech)

    def say(self, seat: int, you: str, other: str, **values: Any) -> str:
        """A sentence about a seat, as the viewer is to hear it."""
        text = you if seat == self.view.seat else other
        return text.format(name=self.names[seat], **values)

    def penguin_on(self, cell: str) -> str:
        """Which penguin lies on a cell."""
        return self.words.penguins[self.table["cells"][read_cell(cell)] - PENGUIN]

    def deal(self) -> Iterator[str]:
        """U12"""
        gettext = self.speech.gettext
        yield self.say(self.table["first"], gettext("You start."), gettext("{name} starts."))

    # ------------------------------------------------------------ steps 1 and 2

    def place(self) -> Iterator[str]:
        """A new penguin (U14)."""
        card, cell = self.things["at"].split("@")
        yield self.say(
            self.things["seat"],
            self.speech.gettext("You place {penguin} on {cell}."),
            self.speech.gettext("{name} places {penguin} on {cell}."),
            penguin=self.words.penguins[PENGUIN_NAMES.index(card)],
            cell=cell,
        )

    def fee(self) -> Iterator[str]:
        """How a fee was settled (U15, U16)."""
        gettext, things = self.speech.gettext, self.things
        if "paid" in things:
            you = gettext("You pay a kin fee of {points} points.")
            other = gettext("{name} pays a kin fee of {points} points.")
            yield self.say(things["seat"], you, other, points=things["paid"])
            return
        yield self.say(
            things["seat"],
            gettext("You discard {entertainer} instead of paying {points} points."),
            gettext("{name} discards {entertainer} instead of paying {points} points."),
            entertainer=self.words.objects[ENTERTAINER_NAMES.index(things["dropped"])],
            points=things["due"],
        )

    def invite(self) -> Iterator[str]:
        """Where a token went (U17)."""
        gettext, seat = self.speech.gettext, self.things["seat"]
        if self.things["at"] == "skip":
            yield self.say(seat, gettext("You invite nobody."), gettext("{name} invites nobody."))
            return
        *origins, cell = self.things["at"].removeprefix("invite ").split(">")
        you = gettext("You invite {penguin} on {cell}.")
        other = gettext("{name} invites {penguin} on {cell}.")
        if origins:
            you = gettext("You invite {penguin} on {cell} with the token from {origin}.")
            other = gettext("{name} invites {penguin} on {cell} with the token from {origin}.")
        penguin, origin = self.penguin_on(cell), "".join(origins)
        yield self.say(seat, you, other, penguin=penguin, cell=cell, origin=origin)

    # ------------------------------------------------------------ step 3

    def show(self) -> Iterator[str]:
        """Who performs, who is amused, who gets the card (U19 to U22)."""
        gettext, things = self.speech.gettext, self.things
        who = ENTERTAINER_NAMES.index(things["card"])
        text = gettext("On {cell}, {entertainer} performs.")
        yield text.format(cell=things["cell"], entertainer=self.words.subjects[who])
        totals: Counter[int] = Counter()
        for guest in things["amused"]:
            yield self.amused(**guest)
            if guest["seat"] is not None:
                totals[guest["seat"]] += guest["points"]
        yield self.awarded(who, things["to"], totals)

    def amused(self, cell: str, seat: int | None, points: int) -> str:
        """One penguin that likes the show (U20, U21)."""
        gettext, penguin = self.speech.gettext, self.penguin_on(cell)
        if seat is None:
            text = gettext("On {cell}, {penguin} is amused, but has no token.")
            return text.format(cell=cell, penguin=penguin)
        you = gettext("On {cell}, {penguin} is amused: {points} points for you.")
        other = gettext("On {cell}, {penguin} is amused: {points} points for {name}.")
        return self.say(seat, you, other, cell=cell, penguin=penguin, points=points)

    def awarded(self, who: int, taker: int | None, totals: Counter[int]) -> str:
        """Where the entertainer's card goes, and why (U22)."""
        gettext = self.speech.gettext
        if not totals:
            text = gettext("Nobody scores, so {entertainer} leaves the game.")
            return text.format(entertainer=self.words.subjects[who])
        fewest = min(totals.values())
        if taker is None:
            text = gettext(
                "The fewest points ({points}) are tied, so {entertainer} leaves the game."
            )
            return text.format(points=fewest, entertainer=self.words.subjects[who])
        if len(totals) == 1:
            you = gettext("You alone scored and get {entertainer}.")
            other = gettext("{name} alone scored and gets {entertainer}.")
        else:
            you = gettext("You scored the fewest points ({points}) and get {entertainer}.")
            other = gettext("{name} scored the fewest points ({points}) and gets {entertainer}.")
        return self.say(taker, you, other, points=fewest, entertainer=self.words.objects[who])

    def curtain(self) -> Iterator[str]:
        """U23"""
        yield self.speech.gettext("A curtain falls on {cell}.").format(cell=self.things["cell"])

    def put(self) -> Iterator[str]:
        """A new entertainer on the iceberg, and the card that now lies on top (U24)."""
        gettext, table = self.speech.gettext, self.table
        card, cell = self.things["at"].split("@")
        you = gettext("You put {entertainer} on {cell}, upright.")
        other = gettext("{name} puts {entertainer} on {cell}, upright.")
        if card.endswith("'"):
            you = gettext("You put {entertainer} on {cell}, turned.")
            other = gettext("{name} puts {entertainer} on {cell}, turned.")
        who = self.words.objects[ENTERTAINER_NAMES.index(card.rstrip("'"))]
        yield self.say(self.things["seat"], you, other, entertainer=who, cell=cell)
        if table["left"]:
            text = gettext("The next entertainer is {entertainer}.")
            top = self.words.subjects[table["entertainers"][table["left"] - 1]]
            yield text.format(entertainer=top)
        else:
            yield gettext("The pile of entertainers is empty now.")

    # ------------------------------------------------------------ step 4 and the end

    def draw(self) -> Iterator[str]:
        """A penguin from the pile, named only to who may know it (U26)."""
        gettext, seat = self.speech.gettext, self.things["seat"]
        if "card" in self.things:
            you = gettext("You draw {penguin}.")
            other = gettext("{name} draws {penguin}.")
            penguin = self.words.penguins[PENGUIN_NAMES.index(self.things["card"])]
            yield self.say(seat, you, other, penguin=penguin)
        else:
            yield gettext("{name} draws a penguin.").format(name=self.names[seat])
        if self.table["pile_size"] == 0:
            yield gettext("The pile of penguins is empty now.")

    def end(self) -> Iterator[str]:
        """Why it is over, shows that came too late, bonuses, who has won (U25 to U30)."""
        gettext, table = self.speech.gettext, self.table
        yield ending(table, self.speech)
        for who in members(performers(self.view.edition.printed[0], self.view.records[0])):
            text = gettext("There is no time left for {entertainer} on {cell}.")
            cell = cell_name(table["where"][who])
            yield text.format(entertainer=self.words.objects[who], cell=cell)
        for seat in range(len(self.names)):
            yield from self.bonus(seat)
        yield from victory(self.view, table, self.names, self.speech)

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
                act=self.words.acts[self.table["activities"][seat]],
            )
        for family, points, shared in animals:
            you = gettext("You get {points} bonus points for the most {animals}.")
            other = gettext("{name} gets {points} bonus points for the most {animals}.")
            if shared:
                you = gettext("You get {points} bonus points for sharing the most {animals}.")
                other = gettext("{name} gets {points} bonus points for sharing the most {animals}.")
            yield self.say(seat, you, other, points=points, animals=self.words.herds[family])


_TELLERS: dict[str, Callable[[_Teller], Iterator[str]]] = {
    "deal": _Teller.deal,
    "place": _Teller.place,
    "fee": _Teller.fee,
    "invite": _Teller.invite,
    "show": _Teller.show,
    "curtain": _Teller.curtain,
    "put": _Teller.put,
    "draw": _Teller.draw,
    "end": _Teller.end,
}
