"""The things of The Penguin Ultimatum as sprites.

The board is the iceberg, with its columns and rows named along the edge and the piles below it:

      a b c d …
    1 . . . . …
    2 . . . . …        cell-a1 … are the backdrop, cards lie on them
    …
    [entertainers face down] [the next one]   [penguins] [out of the game]

The hand has the seat's penguins, its tokens and buttons in the first row, and the entertainers
it owns below. A card's id is its name, wherever it lies. Tokens of a seat are alike, so nobody
can follow one of them from scene to scene: a token is named after the penguin that carries it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rookery.core.bits import members
from rookery.core.edition import Edition
from rookery.core.language import Speech
from rookery.core.scene import Backdrop, Sprite, Zone
from rookery.core.struct import replace
from rookery.core.view import View
from rookery.games.ultimatum.actions import COLUMNS, ENTERTAINER_NAMES, PENGUIN_NAMES, cell_name
from rookery.games.ultimatum.edition import COMPASS
from rookery.games.ultimatum.state import (
    ACTS,
    ANIMALS,
    CURTAIN,
    ENTERTAIN,
    FAMILIES,
    FEE,
    GRID,
    INVITE,
    NUM_ACTS,
    NUM_ENTERTAINERS,
    NUM_TOKENS,
    OVER,
    PENGUIN,
    ROW,
    TURNED,
    UPRIGHT,
)
from rookery.games.ultimatum.words import words

# Lengths have few digits, so that coordinates stay short when they are written.
EDGE = 0.5  # where the names of columns and rows stand
PILES_HEIGHT = 1.25
TOKEN_SIZE = 0.4375
# From the middle of its penguin to the upper right corner: the act is drawn below it.
TOKEN_SHIFT = (0.25, -0.24)
SLOT = 1.0625  # in the hand, from card to card
SLOTS = 7
BUTTON_WIDTH = 2.0

#: Water has no name.
CELL_NAMES = tuple(cell_name(k) if 0 < k % ROW < ROW - 1 else "" for k in range(GRID))
#: The middle of each cell, in the units of the board.
MIDDLES = tuple((cell % ROW + EDGE - 0.5, cell // ROW + EDGE - 0.5) for cell in range(GRID))
#: From a cell to where the bits of its dots point.
STEPS = tuple(ROW * (bit // 3 - 1) + bit % 3 - 1 for bit in range(9))
PENGUIN_IDS = tuple(f"card-{name}" for name in PENGUIN_NAMES)
ENTERTAINER_IDS = tuple(f"card-{name}" for name in ENTERTAINER_NAMES)
PILE_ART = {
    "pile-entertainers": "card-back back-entertainers",
    "pile-penguins": "card-back back-penguins",
    "discarded": "card-back discard",
}
PENGUIN_ART = tuple(
    f"penguin-card family-{FAMILIES[penguin >> 4]} act-{ACTS[penguin & 3]}"
    for penguin in range(len(PENGUIN_NAMES))
)


class Pictures(NamedTuple):
    """How the entertainers of an edition look: upright; the sprite of a turned one is turned."""

    art: list[str]
    #: The bits of the dots of each card, upright and turned.
    dots: list[list[list[int]]]


@lru_cache(maxsize=64)
def pictures(edition: Edition) -> Pictures:
    """The entertainers of an edition."""
    dots = [[members(card) for card in row] for row in edition.printed[0]["dots"].tolist()]
    art = []
    for who, bits in enumerate(dots[0]):
        animal, act = ANIMALS[who // NUM_ACTS], ACTS[who % NUM_ACTS]
        marks = (f"dot-{COMPASS[bit]}" for bit in bits)
        art.append(" ".join([f"entertainer-card animal-{animal} act-{act}", *marks]))
    return Pictures(art, dots)


def draw_edition(edition: Edition) -> list[Sprite]:
    """All entertainers of an edition: a row an animal, a column an act."""
    names, art = ENTERTAINER_IDS, pictures(edition).art
    return [
        Sprite(names[who], art[who], SLOT * (who % NUM_ACTS), SLOT * (who // NUM_ACTS))
        for who in range(NUM_ENTERTAINERS)
    ]


@lru_cache(maxsize=256)
def iceberg(width: int, height: int, speech: Speech) -> Backdrop:
    """The empty iceberg."""
    cell_label = speech.gettext("cell {cell}")
    sprites = []
    for column in range(width):
        name = COLUMNS[column]
        x = EDGE + column + 0.5
        sprites.append(Sprite(f"column-{name}", "mark", x, EDGE / 2, EDGE, EDGE, text=name))
    for row in range(1, height + 1):
        y = MIDDLES[ROW * row][1]
        sprites.append(Sprite(f"row-{row}", "mark", EDGE / 2, y, EDGE, EDGE, text=str(row)))
        for column in range(width):
            cell = ROW * row + column + 1
            name = CELL_NAMES[cell]
            label = cell_label.format(cell=name)
            sprites.append(Sprite(f"cell-{name}", "ice", *MIDDLES[cell], label=label, rule="U14"))
    return Backdrop(sprites)


@lru_cache(maxsize=16384)
def guest(speech: Speech, penguin: int, cell: int, token: str) -> Sprite:
    """A penguin on the iceberg; ``token`` says whose token it carries.

    Most lie where they lay before: all scenes share these sprites, and nobody changes them.
    """
    label = f"{words(speech).penguin_labels[penguin]}, {CELL_NAMES[cell]}"
    return Sprite(
        PENGUIN_IDS[penguin],
        PENGUIN_ART[penguin],
        *MIDDLES[cell],
        label=f"{label}, {token}" if token else label,
        text=PENGUIN_NAMES[penguin][1],
        layer=1,
        rule="U20",
    )


@lru_cache(maxsize=1024)
def curtain(speech: Speech, cell: int) -> Sprite:
    """A curtain on the iceberg."""
    name = CELL_NAMES[cell]
    label = speech.gettext("curtain, {cell}").format(cell=name)
    return Sprite(f"curtain-{name}", "curtain", *MIDDLES[cell], label=label, layer=1, rule="U23")


class Drawer:
    """Draws one view."""

    def __init__(self, view: View, names: Sequence[str], speech: Speech, to_move: bool) -> None:
        self.table = table = view.fields
        self.names = names
        self.speech = speech
        #: None for a spectator.
        self.seat = view.seat
        #: Whether the seat is to choose now.
        self.to_move = to_move
        self.words = words(speech)
        self.pictures = pictures(view.edition)
        #: The entertainers on the iceberg; until its curtain falls, the one that performs, too.
        self.stage = members(table.stage)
        self.performing = None
        if view.moment is not None and view.moment.kind == "show":
            self.performing = ENTERTAINER_NAMES.index(view.moment.things["card"])
            self.stage.append(self.performing)
        #: Where the penguins lie.
        self.where = {
            code - PENGUIN: cell for cell, code in enumerate(table.cells) if 0 < code < UPRIGHT
        }

    def zones(self) -> list[Zone]:
        """The board and, for a seat, its hand."""
        gettext, table = self.speech.gettext, self.table
        height = EDGE + table.height + PILES_HEIGHT
        zones = [Zone("board", gettext("Iceberg"), EDGE + table.width, height)]
        if self.seat is not None:
            rows = 1 + -(-table.owned[self.seat].bit_count() // SLOTS)
            zones.append(Zone("hand", gettext("Your hand"), SLOT * SLOTS, SLOT * rows))
        return zones

    def sprites(self) -> list[Sprite]:
        """Everything that lies on the table or in the hand."""
        sprites = list(self.guests())
        sprites += [self.performer(who) for who in self.stage]
        sprites += self.curtains()
        sprites += self.piles()
        if self.seat is not None:
            sprites += self.hand(self.seat)
            sprites += self.owned(self.seat)
        return sprites

    # ------------------------------------------------------------ the iceberg

    def guests(self) -> Iterator[Sprite]:
        """The penguins on the iceberg and their tokens."""
        table = self.table
        invited_by = self.speech.gettext("token of {name}")
        owners = {
            penguin: seat
            for seat, name in enumerate(self.names)
            for penguin in members(table.invited[seat])
        }
        for penguin, cell in self.where.items():
            seat = owners.get(penguin)
            if seat is None:
                yield guest(self.speech, penguin, cell, "")
                continue
            token = invited_by.format(name=self.names[seat])
            yield guest(self.speech, penguin, cell, token)
            x, y = MIDDLES[cell][0] + TOKEN_SHIFT[0], MIDDLES[cell][1] + TOKEN_SHIFT[1]
            name, art = f"token-{PENGUIN_NAMES[penguin]}", f"token-{seat}"
            yield Sprite(name, art, x, y, TOKEN_SIZE, TOKEN_SIZE, layer=2, rule="U17")

    def performer(self, who: int) -> Sprite:
        """An entertainer on the iceberg, and which cells it still waits for (U18)."""
        table, gettext = self.table, self.speech.gettext
        performing = who == self.performing
        cell = table.bare if performing else table.where[who]
        turned = table.tilt if performing else table.cells[cell] >= TURNED
        filled = table.filled
        ends = [cell + STEPS[bit] for bit in self.pictures.dots[turned][who]]
        open_cells = [CELL_NAMES[at] for at in ends if not filled[at // ROW] >> at % ROW & 1]
        label = "{entertainer}, {cell}"
        if open_cells:
            label = gettext("{entertainer}, {cell}, still needs {cells}")
        elif table.phase != OVER and not performing:
            label = gettext("{entertainer}, {cell}, ready to perform")
        lit = performing or table.waiting >> who & 1
        x, y = MIDDLES[cell]
        return Sprite(
            ENTERTAINER_IDS[who],
            f"{self.pictures.art[who]} spotlight" if lit else self.pictures.art[who],
            x,
            y,
            turn=180 if turned else 0,
            label=label.format(
                entertainer=self.words.entertainer_labels[who],
                cell=CELL_NAMES[cell],
                cells=", ".join(open_cells),
            ),
            layer=1,
            rule="U18",
        )

    def curtains(self) -> Iterator[Sprite]:
        """The curtains on the iceberg."""
        cell, cells = -1, self.table.cells
        for _ in range(cells.count(CURTAIN)):
            cell = cells.index(CURTAIN, cell + 1)
            yield curtain(self.speech, cell)

    # ------------------------------------------------------------ the piles

    def piles(self) -> Iterator[Sprite]:
        """What lies beside the iceberg."""
        speech, table = self.speech, self.table
        hidden, penguins, gone = table.left - 1, table.pile_size, members(table.discarded)
        if hidden > 0:
            label = speech.ngettext(
                "{count} entertainer face down", "{count} entertainers face down", hidden
            ).format(count=hidden)
            yield self.pile("pile-entertainers", 0, label, hidden, "U10")
        if table.left and not (self.to_move and table.phase == ENTERTAIN):
            text = speech.gettext("next entertainer: {entertainer}, dots: {dots}")
            yield self.top_card(text, *self.beside(1), "board", 0)
        if penguins:
            text = speech.ngettext("{count} penguin to draw", "{count} penguins to draw", penguins)
            yield self.pile("pile-penguins", 2.5, text.format(count=penguins), penguins, "U26")
        if gone:
            listed = speech.list([self.words.entertainer_labels[who] for who in gone])
            label = speech.gettext("out of the game: {entertainers}").format(entertainers=listed)
            yield self.pile("discarded", 3.5, label, len(gone), "U22")

    def beside(self, slot: float) -> tuple[float, float]:
        """A place in the row below the iceberg."""
        return EDGE + 0.5 + SLOT * slot, EDGE + self.table.height + PILES_HEIGHT / 2

    def pile(self, name: str, slot: float, label: str, count: int, rule: str) -> Sprite:
        """Cards on a pile."""
        x, y = self.beside(slot)
        return Sprite(name, PILE_ART[name], x, y, label=label, text=str(count), rule=rule)

    def top_card(self, text: str, x: float, y: float, zone: str, turned: int) -> Sprite:
        """The next entertainer; the turned one is a second picture of the same card."""
        who = self.table.entertainers[self.table.left - 1]
        dots = [self.words.dots[bit] for bit in self.pictures.dots[turned][who]]
        name = self.words.entertainer_labels[who]
        return Sprite(
            f"turned-{ENTERTAINER_NAMES[who]}" if turned else ENTERTAINER_IDS[who],
            self.pictures.art[who],
            x,
            y,
            zone=zone,
            turn=180 * turned,
            label=text.format(entertainer=name, dots=", ".join(dots)),
            layer=1,
            rule="U24",
        )

    # ------------------------------------------------------------ the hand

    def hand(self, seat: int) -> Iterator[Sprite]:
        """Penguins, tokens, and what the seat may choose besides them."""
        speech, table = self.speech, self.table
        y = SLOT / 2
        for slot, penguin in enumerate(members(table.hands[seat])):
            yield Sprite(
                PENGUIN_IDS[penguin],
                PENGUIN_ART[penguin],
                SLOT * (slot + 0.5),
                y,
                zone="hand",
                label=self.words.penguin_labels[penguin],
                text=PENGUIN_NAMES[penguin][1],
                layer=1,
                rule="U14",
            )
        supply = NUM_TOKENS - len(members(table.invited[seat]))
        if supply:
            text = speech.ngettext(
                "{count} token in your supply", "{count} tokens in your supply", supply
            )
            label, x, art = text.format(count=supply), SLOT * (SLOTS - 2.5), f"token-{seat}"
            yield Sprite("supply", art, x, y, 0.75, 0.75, "hand", 0, label, str(supply), 0, "U17")
        if self.to_move:
            yield from self.tools()

    def tools(self) -> Iterator[Sprite]:
        """Buttons, or the entertainer to be put, upright and turned."""
        gettext, table = self.speech.gettext, self.table
        if table.phase == FEE:
            text = gettext("Pay {points}").format(points=table.fee)
            label = gettext("Pay the kin fee of {points} points").format(points=table.fee)
            yield self.button("pay", text, label, "U15")
        elif table.phase == INVITE:
            skip = self.button("skip", gettext("Skip"), gettext("Invite nobody"), "U17")
            yield replace(skip, quiet=True)
        elif table.phase == ENTERTAIN:
            x, y = SLOT * (SLOTS - 1.5), SLOT / 2
            upright = gettext("{entertainer}, upright, dots: {dots}")
            yield self.top_card(upright, x, y, "hand", 0)
            turned = gettext("{entertainer}, turned, dots: {dots}")
            yield self.top_card(turned, x + SLOT, y, "hand", 1)

    def button(self, name: str, text: str, label: str, rule: str) -> Sprite:
        """At the end of the hand's first row."""
        x, y, width = SLOT * SLOTS - BUTTON_WIDTH / 2, SLOT / 2, BUTTON_WIDTH
        return Sprite(name, "button", x, y, width, 0.75, "hand", 0, label, text, 0, rule)

    def owned(self, seat: int) -> Iterator[Sprite]:
        """The entertainers that a seat has won, from the hand's second row on."""
        for number, who in enumerate(members(self.table.owned[seat])):
            if who == self.performing:  # it is still on the iceberg
                continue
            row, slot = divmod(number, SLOTS)
            name = self.words.entertainer_labels[who]
            yield Sprite(
                ENTERTAINER_IDS[who],
                self.pictures.art[who],
                SLOT * (slot + 0.5),
                SLOT * (row + 1.5),
                zone="hand",
                label=self.speech.gettext("{entertainer}, yours").format(entertainer=name),
                layer=1,
                rule="U28",
            )
