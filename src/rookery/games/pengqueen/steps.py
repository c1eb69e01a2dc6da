"""The steps of Pyramid of Pengqueen as plain data, and who may know of them."""

from typing import Any

from rookery.core.bits import members
from rookery.core.edition import Edition
from rookery.core.steps import Things
from rookery.games.pengqueen.actions import FACE_NAMES, cell_name
from rookery.games.pengqueen.hunters import hunter_seat, owner
from rookery.games.pengqueen.rules import winners
from rookery.games.pengqueen.state import CARD, SQUARES, TREASURES
from rookery.games.pengqueen.state import KINDS as KINDS
from rookery.games.pengqueen.view import hunter_of

MUMMY_FACE = "mummy"
#: The trail spreads after it, with a move that not everybody sees.
LINGERS = frozenset({"announce"})
#: What comes of them is seen at once.
BRIEF = frozenset({"announce", "aside", "reset", "step", "round"})
#: What a hunter does; the rest is the mummy's, or nobody's.
_HUNTERS = frozenset(
    {"reset", "roll", "aside", "lost", "stuck", "announce", "move", "reveal", "keep"}
)


def describe(edition: Edition, kind: str, before: Any, after: Any, action: int | None) -> Things:
    """What a step did, read off the records before and after it."""
    if kind in _HUNTERS:
        pawn = int(after["pawn"])
        things = {"seat": _seat(after, pawn), "pawn": pawn}
        return things | _by_hunter(edition, kind, before, after)
    mummy = int(after["mummy_seat"])
    if kind == "mummy":
        steps, special = int(after["steps"]), bool(after["special"])
        die = None if special else steps - int(after["aside"])  # Q19
        return {"seat": mummy, "die": die, "steps": steps, "special": special}
    if kind == "step":
        return {"seat": mummy, "to": _cell(edition, after["mummy"])}
    if kind == "catch":
        return {"seat": mummy, "pawn": _changed(before, after, "lives")}
    if kind == "out":
        pawn = _changed(before, after, "pawns")
        return {"seat": _seat(after, pawn), "pawn": pawn}
    if kind == "stop":
        return {"seat": mummy}
    if kind == "round":
        return {"round": int(before["round"])}
    return {"winners": members(winners(edition.printed[0], after))} if kind == "end" else {}


def _by_hunter(edition: Edition, kind: str, before: Any, after: Any) -> Things:
    """What a hunter's step carries beside the pawn."""
    if kind == "roll":
        dice = [
            name
            for name, count in zip(FACE_NAMES, after["rolled"].tolist(), strict=True)
            for _ in range(count)
        ]
        return {"dice": [*dice, *[MUMMY_FACE] * int(after["mummies"])]}
    if kind == "aside":
        return {"count": int(after["aside"])}
    if kind == "announce":
        return {"die": FACE_NAMES[int(after["chosen"]) // SQUARES]}
    if kind == "move":
        return {"to": _cell(edition, after["pawns"][after["pawn"]])}
    if kind == "reveal":
        hunter = owner(int(after["players"]), int(after["pawn"]))
        card = int(after["revealed"][hunter] & ~before["revealed"][hunter])
        return {"card": TREASURES[card.bit_length() - 1]}
    return {}


def _seat(state: Any, pawn: int) -> int:
    return int(hunter_seat(state, owner(int(state["players"]), pawn)))


def _cell(edition: Edition, square: int) -> str:
    return cell_name(int(edition.printed[0]["width"]), int(square))


def _changed(before: Any, after: Any, field: str) -> int:
    """The pawn for which a field has changed."""
    return (before[field] != after[field]).tolist().index(True)


def show(things: Things, after: Any, seat: int | None) -> Things | None:
    """What a seat hears and sees of a step (Q6, Q12, Q16, Q18)."""
    kind = things["kind"]
    if kind == "keep":
        return things if things["seat"] == seat else None
    if hunter_of(after, -1 if seat is None else seat) >= 0:
        return things
    if kind == "move":
        return None
    if kind == "roll":
        return {key: value for key, value in things.items() if key != "dice"}
    return things


def veiled(state: Any, seat: int | None) -> bool:
    """Nobody else may notice that a hunter thinks about a card (Q18)."""
    return bool(state["phase"] == CARD and state["turn"] != seat)
