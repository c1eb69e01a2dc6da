"""The map of Pyramid of Pengqueen as it is drawn: made once for an edition and a language."""

from functools import lru_cache

from rookery.core import language
from rookery.core.edition import Edition
from rookery.core.language import Speech
from rookery.core.scene import Backdrop, Sprite
from rookery.games.pengqueen import words
from rookery.games.pengqueen.actions import cell_name, square_of
from rookery.games.pengqueen.edition import stones
from rookery.games.pengqueen.state import MAX_PAWNS, NUM_TREASURES, SQUARES, TREASURES

#: Above the map and to its left, for the letters and numbers of the cells.
MARGIN = 0.6
#: Between the map and the dice.
GAP = 0.2
#: Dice are to be touched, also on a phone where cells are small: as large as fits, up to this.
MOST_DIE = 2.0
DICE_ACROSS = 7
#: Where each pawn stands where several may (Q14), and where its glow lies: its own corner.
CORNERS = ((-0.29, -0.29), (0.29, -0.29), (-0.29, 0.29), (0.29, 0.29))
#: As wide as such a corner.
CORNER = 0.42

_SIDES = (("n", 0, -1), ("s", 0, 1), ("w", -1, 0), ("e", 1, 0))  # in the order of WAYS


class Layout:
    """What is the same in all scenes of an edition in one language."""

    def __init__(self, edition: Edition, speech: Speech) -> None:
        data, printed = edition.data, edition.printed[0]
        self.speech = speech
        self.columns = int(printed["width"])
        self.rows = max(int(cell[1:]) for cell in data["cells"])
        self.names = [cell_name(self.columns, square) for square in range(SQUARES)]
        self.cells = [f"cell-{name}" for name in self.names]
        self.middles = [
            (MARGIN + square % self.columns + 0.5, MARGIN + square // self.columns + 0.5)
            for square in range(SQUARES)
        ]
        self.next: list[list[int]] = printed["next"].tolist()
        self.place: list[int] = printed["place"].tolist()
        self.crowded = (int(printed["entrance"]), int(printed["sarcophagus"]))
        self.width = MARGIN + self.columns
        self.die = round(min(MOST_DIE, self.width / DICE_ACROSS), 2)
        self.height = round(MARGIN + self.rows + GAP + self.die, 2)
        self.faces = words.faces(speech)
        self.treasures = [words.treasure(speech, card) for card in range(NUM_TREASURES)]
        self.wanted = words.still_wanted(speech)
        self.backdrop = Backdrop([*self._rulers(), *self._stones(edition), *self._cells(edition)])
        #: Shared by all scenes: nobody changes a sprite.
        self.glows = [
            [self._glow(pawn, square) for square in range(SQUARES)] for pawn in range(MAX_PAWNS)
        ]

    def _rulers(self) -> list[Sprite]:
        edge = MARGIN / 2
        letters = [
            Sprite(f"column-{name}", "ruler", MARGIN + k + 0.5, edge, 1.0, MARGIN, text=name)
            for k, name in enumerate(map(chr, range(ord("a"), ord("a") + self.columns)))
        ]
        numbers = [
            Sprite(f"row-{k + 1}", "ruler", edge, MARGIN + k + 0.5, MARGIN, 1.0, text=f"{k + 1}")
            for k in range(self.rows)
        ]
        return letters + numbers

    def _stones(self, edition: Edition) -> list[Sprite]:
        return [
            Sprite(f"stone-{square}", "stone", *self.middles[square_of(self.columns, square)])
            for square in stones(edition.data["cells"])
        ]

    def _cells(self, edition: Edition) -> list[Sprite]:
        data, speech = edition.data, self.speech
        linked = {frozenset(link) for link in data["links"]}
        treasure_on = {cell: TREASURES.index(name) for name, cell in data["treasures"].items()}
        names = words.ways(speech)
        sprites = []
        for cell in sorted(data["cells"], key=lambda cell: square_of(self.columns, cell)):
            art, text, rule, label = ["cell"], "", "Q13", cell
            ways = []
            for (side, dx, dy), way in zip(_SIDES, names, strict=True):
                beside = f"{chr(ord(cell[0]) + dx)}{int(cell[1:]) + dy}"
                if frozenset((cell, beside)) in linked:
                    ways.append(way)
                else:
                    art.append(f"wall-{side}")
            if cell == data["entrance"]:
                art.append("entrance")
                rule, label = "Q14", speech.gettext("{cell}, the entrance").format(cell=cell)
            elif cell == data["sarcophagus"]:
                art.append("sarcophagus")
                rule, label = "Q14", speech.gettext("{cell}, the sarcophagus").format(cell=cell)
            elif cell in treasure_on:
                card = treasure_on[cell]
                art.append(f"treasure-{TREASURES[card][0]}")
                text, rule, label = TREASURES[card][1:], "Q18", f"{cell}, {self.treasures[card]}"
            label = speech.gettext("{cell}; ways: {ways}").format(cell=label, ways=", ".join(ways))
            x, y = self.middles[square_of(self.columns, cell)]
            sprites.append(
                Sprite(f"cell-{cell}", " ".join(art), x, y, label=label, text=text, rule=rule)
            )
        return sprites

    def _glow(self, pawn: int, square: int) -> Sprite:
        x, y = self.middles[square]
        dx, dy = CORNERS[pawn]
        name = f"trail-{pawn}-{self.names[square]}"
        # Above a revealed card: who has just revealed one is there.
        return Sprite(
            name, "trail", x + dx, y + dy, CORNER, CORNER, text=f"{pawn + 1}", layer=3, rule="Q27"
        )


@lru_cache(maxsize=64)
def layout(edition: Edition, speech: Speech) -> Layout:
    """The layout, made once."""
    return Layout(edition, speech)


@lru_cache(maxsize=1024)
def glow(table: Layout, pawn: int, squares: int) -> tuple[list[Sprite], str]:
    """A trail as sprites and in words; the same one is seen for several plies."""
    glows = table.glows[pawn]
    sprites = [glows[square] for square in range(SQUARES) if squares >> square & 1]
    return sprites, words.cells(table.columns, squares)


def draw_edition(edition: Edition) -> list[Sprite]:
    """The map."""
    return layout(edition, language.speech("en", "pengqueen")).backdrop.sprites
