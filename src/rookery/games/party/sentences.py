"""What happens in Penguin Party, in sentences: one or two for each step."""

from collections.abc import Iterator

from rookery.core import telling
from rookery.core.bits import members
from rookery.core.language import mark
from rookery.games.party.actions import NUM_PLACES, PLACE_BIT, read_action
from rookery.games.party.state import LEFT_END, RIGHT_END, ROW
from rookery.games.party.words import pyramid, round_over, victory, words


class Teller(telling.Teller):
    """The steps, as everybody at the table may know them."""

    def deal(self) -> Iterator[str]:
        """A round, or a playoff (P16, P18)."""
        table, cards, gettext = self.view.fields, self.things["cards"], self.speech.gettext
        if table.round > table.rounds:
            playing = members(table.playing)
            text = gettext("{others} are tied: playoff {number} begins with {cards} cards each.")
            if self.listener in playing:
                text = gettext(
                    "You are tied with {others}: playoff {number} begins with {cards} cards each."
                )
            others = self.speech.list([self.names[it] for it in playing if it != self.listener])
            yield text.format(others=others, number=table.round - table.rounds, cards=cards)
        else:
            text = gettext("Round {round} of {rounds} begins with {cards} cards each.")
            yield text.format(round=table.round, rounds=table.rounds, cards=cards)
        yield self.say(self.things["first"], "You start.", "{name} starts.")

    def place(self) -> Iterator[str]:
        """A card, and where it stands (P4, P8, P9)."""
        view, seat, said = self.view, self.seat, words(self.speech)
        action = read_action(view.edition, None, self.things["at"])
        colour, place = divmod(action, NUM_PLACES)
        card = said.placed[colour]
        if seat < 0:
            text = self.speech.gettext("The card left over is the first of the base: {card}.")
            yield text.format(card=said.cards[colour])
        elif place > RIGHT_END:
            cards, below = view.read(pyramid), int(PLACE_BIT[place]) - ROW
            yield self.say(
                seat,
                "You place {card} on {pair}.",
                "{name} places {card} on {pair}.",
                card=card,
                pair=said.pairs[cards[below]][cards[below + 1]],
            )
        elif view.fields.base == 1:
            you = mark("You start the base with {card}.")
            other = mark("{name} starts the base with {card}.")
            yield self.say(seat, you, other, card=card)
        elif place == LEFT_END:
            you = mark("You place {card} at the left end of the base.")
            other = mark("{name} places {card} at the left end of the base.")
            yield self.say(seat, you, other, card=card)
        else:
            you = mark("You place {card} at the right end of the base.")
            other = mark("{name} places {card} at the right end of the base.")
            yield self.say(seat, you, other, card=card)

    def out(self) -> Iterator[str]:
        """P13"""
        yield self.says(
            self.seat,
            self.things["cards"],
            "You cannot place a card, are out of the round and take {count} penalty point.",
            "You cannot place a card, are out of the round and take {count} penalty points.",
            "{name} cannot place a card, is out of the round and takes {count} penalty point.",
            "{name} cannot place a card, is out of the round and takes {count} penalty points.",
        )

    def done(self) -> Iterator[str]:
        """P14"""
        if self.things["back"] == 0:
            yield self.say(self.seat, "You have no cards left.", "{name} has no cards left.")
            return
        yield self.says(
            self.seat,
            self.things["back"],
            "You have no cards left and give back {count} penalty point.",
            "You have no cards left and give back {count} penalty points.",
            "{name} has no cards left and gives back {count} penalty point.",
            "{name} has no cards left and gives back {count} penalty points.",
        )

    def round(self) -> Iterator[str]:
        """What everybody has by now."""
        yield round_over(self.view.fields, self.speech)
        each = [
            self.say(seat, "you {points}", "{name} {points}", points=points)
            for seat, points in enumerate(self.things["points"])
        ]
        yield self.speech.gettext("Penalty points: {points}.").format(points=", ".join(each))

    def end(self) -> Iterator[str]:
        """Who has won (P18)."""
        yield self.speech.gettext("The match is over.")
        yield victory(self.view.fields, self)


tell = Teller.tell
