"""What happens in The Penguin Ultimatum, in sentences: what a step did, one fact each."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rookery.core import telling
from rookery.core.bits import members
from rookery.core.language import Speech, mark
from rookery.core.steps import Moment
from rookery.games.ultimatum.actions import (
    ENTERTAINER_NAMES,
    PENGUIN_NAMES,
    cell_name,
    read_cell,
)
from rookery.games.ultimatum.iceberg import performers
from rookery.games.ultimatum.state import PENGUIN
from rookery.games.ultimatum.words import Reckoning, ending, words


class Teller(telling.Teller):
    """The steps, as the viewer may know them."""

    def __init__(self, moment: Moment, names: Sequence[str], speech: Speech) -> None:
        super().__init__(moment, names, speech)
        self.table = moment.view.fields
        self.words = words(speech)

    def penguin_on(self, cell: str) -> str:
        """Which penguin lies on a cell."""
        return self.words.penguins[self.table.cells[read_cell(cell)] - PENGUIN]

    def deal(self) -> Iterator[str]:
        """U12"""
        yield self.say(self.table.first, "You start.", "{name} starts.")

    # ------------------------------------------------------------ steps 1 and 2

    def place(self) -> Iterator[str]:
        """A new penguin (U14)."""
        card, cell = self.things["at"].split("@")
        yield self.say(
            self.seat,
            "You place {penguin} on {cell}.",
            "{name} places {penguin} on {cell}.",
            penguin=self.words.penguins[PENGUIN_NAMES.index(card)],
            cell=cell,
        )

    def fee(self) -> Iterator[str]:
        """How a fee was settled (U15, U16)."""
        if "paid" in self.things:
            you = mark("You pay a kin fee of {points} points.")
            other = mark("{name} pays a kin fee of {points} points.")
            yield self.say(self.seat, you, other, points=self.things["paid"])
            return
        yield self.say(
            self.seat,
            "You discard {entertainer} instead of paying {points} points.",
            "{name} discards {entertainer} instead of paying {points} points.",
            entertainer=self.words.objects[ENTERTAINER_NAMES.index(self.things["dropped"])],
            points=self.things["due"],
        )

    def invite(self) -> Iterator[str]:
        """Where a token went (U17)."""
        if self.things["at"] == "skip":
            yield self.say(self.seat, "You invite nobody.", "{name} invites nobody.")
            return
        *origins, cell = self.things["at"].removeprefix("invite ").split(">")
        penguin = self.penguin_on(cell)
        if not origins:
            you = mark("You invite {penguin} on {cell}.")
            other = mark("{name} invites {penguin} on {cell}.")
            yield self.say(self.seat, you, other, penguin=penguin, cell=cell)
            return
        you = mark("You invite {penguin} on {cell} with the token from {origin}.")
        other = mark("{name} invites {penguin} on {cell} with the token from {origin}.")
        yield self.say(self.seat, you, other, penguin=penguin, cell=cell, origin=origins[0])

    # ------------------------------------------------------------ step 3

    def show(self) -> Iterator[str]:
        """Who performs, who is amused, who gets the card (U19 to U22)."""
        things = self.things
        who = ENTERTAINER_NAMES.index(things["card"])
        text = self.speech.gettext("On {cell}, {entertainer} performs.")
        yield text.format(cell=things["cell"], entertainer=self.words.subjects[who])
        totals: Counter[int] = Counter()
        for guest in things["amused"]:
            yield self.amused(**guest)
            if guest["seat"] is not None:
                totals[guest["seat"]] += guest["points"]
        yield self.awarded(who, things["to"], totals)

    def amused(self, cell: str, seat: int | None, points: int) -> str:
        """One penguin that likes the show (U20, U21)."""
        penguin = self.penguin_on(cell)
        if seat is None:
            text = self.speech.gettext("On {cell}, {penguin} is amused, but has no token.")
            return text.format(cell=cell, penguin=penguin)
        you = mark("On {cell}, {penguin} is amused: {points} points for you.")
        other = mark("On {cell}, {penguin} is amused: {points} points for {name}.")
        return self.say(seat, you, other, cell=cell, penguin=penguin, points=points)

    def awarded(self, who: int, taker: int | None, totals: Counter[int]) -> str:
        """Where the entertainer's card goes, and why (U22)."""
        gettext, words = self.speech.gettext, self.words
        if taker is None:
            text = gettext("Nobody scores, so {entertainer} leaves the game.")
            if totals:
                text = gettext(
                    "The fewest points ({points}) are tied, so {entertainer} leaves the game."
                )
            fewest = min(totals.values(), default=0)
            return text.format(points=fewest, entertainer=words.subjects[who])
        if len(totals) == 1:
            you = mark("You alone scored and get {entertainer}.")
            other = mark("{name} alone scored and gets {entertainer}.")
            return self.say(taker, you, other, entertainer=words.objects[who])
        return self.say(
            taker,
            "You scored the fewest points ({points}) and get {entertainer}.",
            "{name} scored the fewest points ({points}) and gets {entertainer}.",
            points=min(totals.values()),
            entertainer=words.objects[who],
        )

    def curtain(self) -> Iterator[str]:
        """U23"""
        yield self.speech.gettext("A curtain falls on {cell}.").format(cell=self.things["cell"])

    def put(self) -> Iterator[str]:
        """A new entertainer on the iceberg, and the card that now lies on top (U24)."""
        gettext, table = self.speech.gettext, self.table
        card, cell = self.things["at"].split("@")
        who = self.words.objects[ENTERTAINER_NAMES.index(card.rstrip("'"))]
        if card.endswith("'"):
            you = mark("You put {entertainer} on {cell}, turned.")
            other = mark("{name} puts {entertainer} on {cell}, turned.")
            yield self.say(self.seat, you, other, entertainer=who, cell=cell)
        else:
            you = mark("You put {entertainer} on {cell}, upright.")
            other = mark("{name} puts {entertainer} on {cell}, upright.")
            yield self.say(self.seat, you, other, entertainer=who, cell=cell)
        if table.left:
            top = self.words.subjects[table.entertainers[table.left - 1]]
            yield gettext("The next entertainer is {entertainer}.").format(entertainer=top)
        else:
            yield gettext("The pile of entertainers is empty now.")

    # ------------------------------------------------------------ step 4 and the end

    def draw(self) -> Iterator[str]:
        """A penguin from the pile, named only to who may know it (U26)."""
        gettext = self.speech.gettext
        if "card" in self.things:
            penguin = self.words.penguins[PENGUIN_NAMES.index(self.things["card"])]
            yield self.say(
                self.seat, "You draw {penguin}.", "{name} draws {penguin}.", penguin=penguin
            )
        else:
            yield gettext("{name} draws a penguin.").format(name=self.names[self.seat])
        if self.table.pile_size == 0:
            yield gettext("The pile of penguins is empty now.")

    def end(self) -> Iterator[str]:
        """Why it is over, shows that came too late, bonuses, who has won (U25 to U30)."""
        table, reckoning = self.table, self.view.read(Reckoning)
        yield ending(table, self.speech)
        for who in members(performers(self.view.edition.printed[0], self.view.records[0])):
            text = self.speech.gettext("There is no time left for {entertainer} on {cell}.")
            cell = cell_name(table.where[who])
            yield text.format(entertainer=self.words.objects[who], cell=cell)
        for seat in range(table.players):
            yield from self.bonus(seat, reckoning)
        yield from reckoning.victory(self)

    def bonus(self, seat: int, reckoning: Reckoning) -> Iterator[str]:
        """What a seat's entertainers are worth (U28, U29)."""
        if reckoning.activity[seat]:
            yield self.say(
                seat,
                "You get {points} bonus points for your activity: {act}.",
                "{name} gets {points} bonus points for the activity: {act}.",
                points=reckoning.activity[seat],
                act=self.words.acts[self.table.activities[seat]],
            )
        for family, points, shared in reckoning.animals[seat]:
            animals = self.words.herds[family]
            if shared:
                you = mark("You get {points} bonus points for sharing the most {animals}.")
                other = mark("{name} gets {points} bonus points for sharing the most {animals}.")
                yield self.say(seat, you, other, points=points, animals=animals)
            else:
                you = mark("You get {points} bonus points for the most {animals}.")
                other = mark("{name} gets {points} bonus points for the most {animals}.")
                yield self.say(seat, you, other, points=points, animals=animals)


tell = Teller.tell
