"""What lies and stands on the board of Pyramid of Pengqueen, and what a step does to it."""

from collections.abc import Sequence

from rookery.core.bits import members
from rookery.core.scene import Gain, Sprite
from rookery.core.steps import Moment
from rookery.games.pengqueen.actions import FACE_NAMES
from rookery.games.pengqueen.layout import CORNER, CORNERS, MARGIN, Layout, glow
from rookery.games.pengqueen.sight import Sight
from rookery.games.pengqueen.state import (
    DICE,
    HIDDEN,
    MOVE,
    MUMMY,
    NONE,
    NUM_FACES,
    OUT,
    TREASURES,
)

#: By face, the mummy last.
DIE_ART = (*(f"die-{face}" for face in FACE_NAMES), "die-mummy")


def dice_sprites(
    sight: Sight, table: Layout, moment: Moment | None
) -> tuple[list[Sprite], dict[int, str]]:
    """Rolled dice at the left, those aside at the right; and the first die that shows a face."""
    speech, size = table.speech, table.die
    y = table.height - size / 2
    sprites = []
    die_of_face: dict[int, str] = {}
    rolled = _rolled(sight, moment)
    for k in range(DICE):
        x = MARGIN + size * (k + 0.5)
        rule = "Q12"
        if k < len(rolled):
            face = rolled[k]
            art = DIE_ART[face]
            label = speech.gettext("die: {face}").format(face=table.faces[face])
            die_of_face.setdefault(face, f"die-{k}")
        elif k < DICE - sight.aside:
            art, rule = "die-blank", "Q10"
            label = (
                speech.gettext("a die you cannot see")
                if sight.phase == MOVE
                else speech.gettext("a die to be rolled")
            )
        else:
            art, rule, label = "die-mummy", "Q10", speech.gettext("die aside: mummy")
            x = table.width - size * (DICE - k - 0.5)
        sprites.append(Sprite(f"die-{k}", art, round(x, 2), y, size, size, label=label, rule=rule))
    return sprites, die_of_face


def _rolled(sight: Sight, moment: Moment | None) -> list[int]:
    """The faces that are seen: all of them, or none but the one that is announced (Q12)."""
    if sight.rolled[0] != HIDDEN:
        faces = [face for face, count in enumerate(sight.rolled) for _ in range(count)]
        return faces + [NUM_FACES] * sight.mummies
    if moment is not None and moment.kind == "announce" and moment.things["pawn"] == sight.pawn:
        return [FACE_NAMES.index(moment.things["die"])]
    return []


def revealed_sprites(sight: Sight, table: Layout, names: Sequence[str]) -> list[Sprite]:
    """Each revealed card, small, on the cell of its treasure."""
    sprites = []
    text = table.speech.gettext("{treasure} on {cell}, revealed by {name}")
    for hunter in range(sight.players - 1):
        for card in members(sight.revealed[hunter]):
            square = table.place[card]
            x, y = table.middles[square]
            label = text.format(
                treasure=table.treasures[card],
                cell=table.names[square],
                name=names[sight.hunters_seat(hunter)],
            )
            sprites.append(card_sprite(card, x + 0.25, y - 0.25, 0.5, "board", label))
    return sprites


def wanted_sprites(sight: Sight, table: Layout) -> list[Sprite]:
    """A ring around each treasure whose card one still holds; its card says the rest."""
    if sight.hunter == NONE:
        return []
    return [
        Sprite(f"wanted-{TREASURES[card]}", "wanted", *table.middles[table.place[card]], layer=1)
        for card in members(sight.cards[sight.hunter])
    ]


def card_sprite(card: int, x: float, y: float, size: float, zone: str, label: str) -> Sprite:
    """A treasure's card."""
    name = TREASURES[card]
    art = f"treasure-card treasure-{name[0]}"
    return Sprite(
        f"card-{name}", art, x, y, size, size, zone, 0, label, name[1:], layer=2, rule="Q18"
    )


def standing_sprites(
    sight: Sight, table: Layout, names: Sequence[str], moment: Moment | None
) -> list[Sprite]:
    """The pawns or their trails, and the mummy."""
    sprites = []
    for pawn in range(sight.num_pawns):
        square = sight.pawns[pawn]
        if square != OUT and _is_caught(moment, pawn):  # everybody sees where it goes
            square = table.crowded[1]
        if square >= 0:
            sprites.append(_pawn(sight, table, names, pawn, square))
        elif square != OUT:
            sprites += glow(table, pawn, sight.trail[pawn])[0]
    sprites.append(_mummy(sight, table))
    return sprites


def _is_caught(moment: Moment | None, pawn: int) -> bool:
    return moment is not None and moment.kind == "catch" and moment.things["pawn"] == pawn


def _pawn(sight: Sight, table: Layout, names: Sequence[str], pawn: int, square: int) -> Sprite:
    x, y = table.middles[square]
    size, layer = 0.8, 3
    if square in table.crowded:
        if sight.hunter != NONE and sight.pawns_seat(pawn) == sight.seat:
            y, layer = y - 0.08, 4 + pawn % 2  # one's own is seen among all
            x += 0.2 * (2 * pawn - 1) * (sight.players == 2)
        else:
            x, y, size = x + CORNERS[pawn][0], y + CORNERS[pawn][1], CORNER
    label = table.speech.gettext("pawn {number} ({name}) on {cell}").format(
        number=pawn + 1, name=names[sight.pawns_seat(pawn)], cell=table.names[square]
    )
    art = name = f"pawn-{pawn}"
    text = f"{pawn + 1}"
    return Sprite(name, art, x, y, size, size, label=label, text=text, layer=layer, rule="Q6")


def _mummy(sight: Sight, table: Layout) -> Sprite:
    x, y = table.middles[sight.mummy]
    cell = table.names[sight.mummy]
    if sight.phase == MUMMY:
        label = table.speech.ngettext(
            "the mummy on {cell}, {count} step left",
            "the mummy on {cell}, {count} steps left",
            sight.steps,
        ).format(cell=cell, count=sight.steps)
        text, rule = str(sight.steps), "Q22" if sight.special else "Q19"
    else:
        label = table.speech.gettext("the mummy on {cell}").format(cell=cell)
        text, rule = "", "Q20"
    return Sprite("mummy", "mummy", x, y, label=label, text=text, layer=4, rule=rule)


# ---------------------------------------------------------------- what a step does


def marks(moment: Moment | None, sight: Sight, die_of_face: dict[int, str]) -> dict[str, str]:
    """By the ids of sprites, what the step that is told has done to them."""
    if moment is None:
        return {}
    kind, things = moment.kind, moment.things
    if kind == "roll":
        return {f"die-{k}": "rolled" for k in range(DICE - sight.aside)}
    if kind == "announce":
        die = die_of_face.get(FACE_NAMES.index(things["die"]))
        return {die: "announced"} if die is not None else {}
    if kind == "lost":
        return {f"die-{k}": "lost" for k in range(DICE - sight.aside, DICE)}
    if kind == "reveal":
        return {f"card-{things['card']}": "revealed"}
    if kind == "step":
        return {"mummy": "placed"}
    found = {"move": "placed", "stuck": "lost", "catch": "caught"}.get(kind)
    return {f"pawn-{things['pawn']}": found} if found else {}


def gains(moment: Moment | None, sight: Sight) -> list[Gain]:
    """A caught hunter's life goes to the mummy (Q20)."""
    if moment is None or moment.kind != "catch":
        return []
    return [Gain(f"pawn-{moment.things['pawn']}", sight.mummy_seat, "+1", "life")]
