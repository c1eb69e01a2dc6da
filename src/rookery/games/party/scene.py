"""What a seat of Penguin Party sees: the pyramid, its hand, and where each card may go.

The record knows cards by colour and place, not one by one, and the base floats. So ids are made
to stay with a card as far as that goes:

- In a hand the cards of a colour are numbered from 0, and the highest one is played.
- A card of the base is the n-th of its colour from the left: cards laid later at the right end
  change nothing, and one laid at the left end changes only the numbers of its own colour.
- A card in a higher row is named by its row and by the base card under its left foot.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rookery.core.language import Speech
from rookery.core.scene import Choice, Fact, Line, Player, Result, Scene, Sprite, Summary, Zone
from rookery.core.steps import ROUND, Moment
from rookery.core.telling import Voice
from rookery.core.view import View
from rookery.games.party.actions import NUM_PLACES, PLACE_BIT, read_action, write_action
from rookery.games.party.state import COLOURS, LEFT_END, NUM_COLOURS, RIGHT_END, ROW
from rookery.games.party.words import leaders, pyramid, round_over, victory, words

CARD_ART = tuple(f"party-{colour}" for colour in COLOURS)
#: Every symbol that scenes use.
ART = frozenset({*CARD_ART, "place", "penalty", "cards"})

BITS: list[int] = PLACE_BIT.tolist()
CARD_HEIGHT = 1.4
MARGIN = 0.1
#: From row to row: the feet of a penguin are behind the heads of those it stands on.
RISE = 1.0
#: From pile to pile in the hand, and the most that a pile's cards peek out in all and each.
PILE = 1.2
PEEK = 0.9
PEEK_EACH = 0.12
HAND_HEIGHT = round(CARD_HEIGHT + PEEK + MARGIN, 2)


def scene(view: View, legal: Sequence[int], names: Sequence[str], speech: Speech) -> Scene:
    """The scene of a view."""
    table, voice, board = view.fields, Voice(speech, names, view.seat), _Board(view, speech)
    zones, sprites = [board.zone], board.pyramid()
    placed = _placed(view.moment, table)
    if placed is not None:
        sprites[list(board.cards).index(placed)].mark = "placed"
    choices: list[Choice] = []
    if view.seat is not None:
        deck = view.edition.data["deck"]
        colours = [colour for colour in range(NUM_COLOURS) if deck.get(COLOURS[colour])]
        width = round(len(colours) * PILE + 2 * MARGIN, 2)
        zones.append(Zone("hand", speech.gettext("Your hand"), width, HAND_HEIGHT))
        sprites += _hand(table, view.seat, colours, speech)
        places, choices = board.choices(legal)
        sprites += places
    return Scene(
        game="party",
        zones=zones,
        sprites=sprites,
        choices=choices,
        players=_players(table, names, speech),
        prompt=_prompt(table, voice),
        status=_status(table, speech),
        result=_result(table, voice) if table.turn < 0 else None,
        summary=_summary(table, speech) if view.moment and view.moment.kind == ROUND else None,
    )


def _placed(moment: Moment | None, table: Any) -> int | None:
    """The bit of the card that was just laid."""
    if moment is None or moment.kind != "place":
        return None
    place = read_action(moment.view.edition, None, moment.things["at"]) % NUM_PLACES
    if place > RIGHT_END:
        return BITS[place]
    return 0 if place == LEFT_END else table.base - 1


@lru_cache(maxsize=4096)
def _middle(base: int, zone: tuple[float, float], row: int, place: int) -> tuple[float, float]:
    """The middle of a place; the base lies in the middle of the board."""
    x = zone[0] / 2 + place + (row + 1 - max(base, 1)) / 2
    y = zone[1] - MARGIN - CARD_HEIGHT / 2 - row * RISE
    return round(x, 2), round(y, 2)


class _Board:
    """The pyramid, and where it can grow."""

    def __init__(self, view: View, speech: Speech) -> None:
        self.edition = view.edition
        self.table = table = view.fields
        self.cards = view.read(pyramid)
        self.words = words(speech)
        self.size = (
            round(table.limit + 1 + 2 * MARGIN, 2),  # with a place at each end of a growing base
            round(CARD_HEIGHT + (table.limit - 1) * RISE + 2 * MARGIN, 2),
        )
        self.zone = Zone("board", speech.gettext("Pyramid"), *self.size)
        #: What names a place by the base card under its left foot.
        self.keys: list[str] = []
        seen = [0] * NUM_COLOURS
        for bit in range(table.base):
            colour = self.cards[bit]
            self.keys.append(f"{COLOURS[colour]}-{seen[colour]}")
            seen[colour] += 1

    def sprite(self, name: str, art: str, row: int, place: int, label: str) -> Sprite:
        """Something on a place."""
        x, y = _middle(self.table.base, self.size, row, place)
        rule, layer = "P10" if row else "P8", ROW - row
        return Sprite(name, art, x, y, height=CARD_HEIGHT, label=label, layer=layer, rule=rule)

    def pyramid(self) -> list[Sprite]:
        """The cards that are laid."""
        sprites = []
        for bit, colour in self.cards.items():
            row, place = divmod(bit, ROW)
            name = f"card-{self.table.round}-{row + 1}-{self.keys[place]}"
            label = self.words.labels[colour][bit]
            sprites.append(self.sprite(name, CARD_ART[colour], row, place, label))
        return sprites

    def choices(self, legal: Sequence[int]) -> tuple[list[Sprite], list[Choice]]:
        """The places that take a card, and for each action its card and its place."""
        table = self.table
        places: dict[int, Sprite] = {}
        choices = []
        for action in legal:
            colour, place = divmod(action, NUM_PLACES)
            if place not in places:
                places[place] = self.place(place)
            top = table.hands[table.turn][colour] - 1
            card = f"hand-{table.round}-{table.turn}-{COLOURS[colour]}-{top}"
            text = write_action(self.edition, None, action)
            choices.append(Choice(text, [card, places[place].id]))
        return list(places.values()), choices

    def place(self, place: int) -> Sprite:
        """A place that takes a card."""
        table, said, row, start = self.table, self.words, 0, f"place-{self.table.round}"
        if place <= RIGHT_END:
            label = said.ends[place] if table.base else said.first
            name, i = (f"{start}-left", -1) if place == LEFT_END else (f"{start}-right", table.base)
        else:
            bit = BITS[place]
            row, i = divmod(bit, ROW)
            pair = said.pairs[self.cards[bit - ROW]][self.cards[bit - ROW + 1]]
            label = said.above.format(row=row + 1, pair=pair)
            name = f"{start}-{row + 1}-{self.keys[i]}"
        return self.sprite(name, "place", row, i, label)


def _hand(table: Any, seat: int, colours: list[int], speech: Speech) -> list[Sprite]:
    """A pile for each colour; its last card, in front, is the one to touch and bears the count.

    All in one layer, so that keys lead from pile to pile in the order they are seen.
    """
    said = words(speech)
    out = table.out >> seat & 1
    front = HAND_HEIGHT - MARGIN / 2 - CARD_HEIGHT / 2
    sprites = []
    for number, colour in enumerate(colours):
        count = table.hands[seat][colour]
        peek = min(PEEK_EACH, PEEK / max(count - 1, 1))
        for card in range(count):
            top = card == count - 1
            label = (said.aside if out else said.held) if top else ""
            sprites.append(
                Sprite(
                    f"hand-{table.round}-{seat}-{COLOURS[colour]}-{card}",
                    CARD_ART[colour],
                    round(MARGIN + (number + 0.5) * PILE, 2),
                    round(front - (count - 1 - card) * peek, 2),
                    height=CARD_HEIGHT,
                    zone="hand",
                    label=label.format(card=said.cards[colour], count=count),
                    text=str(count) if top and count > 1 else "",
                    rule="P13" if out else "P7",
                )
            )
    return sprites


def _players(table: Any, names: Sequence[str], speech: Speech) -> list[Player]:
    points = speech.gettext("penalty points")
    hand = speech.gettext("cards in hand")
    aside = speech.gettext("cards put aside")
    players = []
    for seat in range(table.players):
        out = table.out >> seat & 1
        state = ""
        if out:
            state = speech.gettext("out")
        elif table.finished >> seat & 1:
            state = speech.gettext("finished")
        elif not table.playing >> seat & 1:
            state = speech.gettext("not in the playoff")
        facts = [
            Fact(points, str(table.points[seat]), "penalty"),
            Fact(aside if out else hand, str(table.held[seat]), "cards"),
        ]
        players.append(Player(seat, names[seat], facts, table.turn == seat, state))
    return players


def _prompt(table: Any, voice: Voice) -> str:
    if table.turn < 0:
        return voice.speech.gettext("The match is over.")
    return voice.say(table.turn, "Your turn: choose a card, then a place.", "{name} is to play.")


def _status(table: Any, speech: Speech) -> str:
    if table.round > table.rounds:
        return speech.gettext("Playoff {number}").format(number=table.round - table.rounds)
    return speech.gettext("Round {round} of {rounds}").format(
        round=table.round, rounds=table.rounds
    )


def _result(table: Any, voice: Voice) -> Result:
    seats = range(table.players)
    lines = [line for seat in seats for line in _reckoning(table, seat, voice.speech)]
    return Result(victory(table, voice), leaders(table), lines)


def _summary(table: Any, speech: Speech) -> Summary:
    """What the round that is over brought to everybody (P13, P14)."""
    total = speech.gettext("penalty points so far")
    lines = []
    for seat in range(table.players):
        lines += [*_gained(table, seat, speech), Line(seat, total, str(table.points[seat]))]
    return Summary(round_over(table, speech), lines)


def _gained(table: Any, seat: int, speech: Speech) -> list[Line]:
    """What the last round has brought to a seat."""
    if table.out >> seat & 1:
        left = table.held[seat]
        kept = speech.ngettext("{count} card kept in hand", "{count} cards kept in hand", left)
        return [Line(seat, kept.format(count=left), f"+{left}")]
    if table.finished >> seat & 1:
        back = table.gave[seat]
        return [Line(seat, speech.gettext("all cards placed"), f"-{back}" if back else "0")]
    return []


def _reckoning(table: Any, seat: int, speech: Speech) -> list[Line]:
    """How a seat came by its points."""
    gettext, points, gained = speech.gettext, table.points[seat], _gained(table, seat, speech)
    before = points + table.gave[seat] - (table.held[seat] if table.out >> seat & 1 else 0)
    first = gettext("before the last round") if gained else gettext("not in the playoff")
    last = Line(seat, gettext("penalty points"), str(points))
    return [Line(seat, first, str(before)), *gained, last]
