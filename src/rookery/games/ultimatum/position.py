"""Positions of The Penguin Ultimatum as JSON objects: their form, and what cannot be.

Every card and every token is somewhere, once, and no show that should have happened is still to
come. It need not be a position that play leads to: a puzzle may have fewer entertainers or
curtains on the iceberg than a match.
"""

from typing import Any

from rookery.core.bits import members, signed
from rookery.core.fields import Fields, whole
from rookery.core.form import (
    Cards,
    Derived,
    Each,
    Form,
    Maybe,
    Number,
    Seat,
    Situation,
    Switch,
    Unless,
    Word,
    as_list,
    once,
)
from rookery.errors import InvalidPosition, shown
from rookery.games.ultimatum.actions import (
    ACT_LETTERS,
    COLUMNS,
    ENTERTAINER_NAMES,
    PENGUIN_NAMES,
    cell_name,
    read_cell,
)
from rookery.games.ultimatum.iceberg import freeze, kin_fee, lay, lay_entertainer, performers
from rookery.games.ultimatum.rules import (
    ENTERTAINERS_RAN_OUT,
    NO_CELL_FOR_ENTERTAINER,
    NO_CELL_FOR_PENGUIN,
    PENGUINS_RAN_OUT,
    look,
)
from rookery.games.ultimatum.spec import PLAYERS
from rookery.games.ultimatum.state import (
    CURTAIN,
    ENTERTAIN,
    FEE,
    HAND_SIZE,
    INVITE,
    KIN,
    MAX_SIDE,
    MIN_SIDE,
    NUM_TOKENS,
    OVER,
    PENGUIN,
    PHASES,
    PILES,
    PLACE,
    ROW,
    SHOW,
    STATE,
    TURNED,
    UNKNOWN,
    UPRIGHT,
)

#: Far beyond what play can reach; the record keeps scores in 16 bits.
MAX_SCORE = 10_000


# ---------------------------------------------------------------- the form


def _cells(table: Situation) -> dict[str, str]:
    """The cards on the iceberg, row by row."""
    codes = table.state["cells"].tolist()
    return {cell_name(cell): card_name(code) for cell, code in enumerate(codes) if code}


def card_name(code: int) -> str:
    """What lies on a cell, as text."""
    if code == CURTAIN:
        return "#"
    if code >= TURNED:
        return ENTERTAINER_NAMES[code - TURNED] + "'"
    return ENTERTAINER_NAMES[code - UPRIGHT] if code >= UPRIGHT else PENGUIN_NAMES[code - PENGUIN]


def _tokens(table: Situation) -> dict[str, int]:
    tokens = enumerate(table.state["invited"].tolist())
    owner = {PENGUIN + penguin: seat for seat, held in tokens for penguin in members(held)}
    codes = table.state["cells"].tolist()
    return {cell_name(cell): owner[code] for cell, code in enumerate(codes) if code in owner}


def _supply(table: Situation) -> list[int]:
    invited = table.state["invited"][: int(table.state["players"])].tolist()
    return [NUM_TOKENS - len(members(tokens)) for tokens in invited]


def _entertainer_pile(table: Situation) -> list[str | None]:
    """From the top down."""
    pile = table.state["entertainers"][: table.state["left"]].tolist()
    return [None if who == UNKNOWN else ENTERTAINER_NAMES[who] for who in reversed(pile)]


def _placed(table: Situation) -> str | None:
    return cell_name(table.state["placed"]) if table.state["placed"] else None


def _waiting(table: Situation) -> list[str]:
    return sorted(cell_name(table.state["where"][who]) for who in members(table.state["waiting"]))


def _unseen_hand(state: Any, seat: int) -> int | None:
    return int(state["held"][seat]) if state["hidden"] >> seat & 1 else None


def _unseen_pile(state: Any, at: int) -> int | None:
    return int(state["pile_size"]) if state["hidden"] >> PILES & 1 else None


ENTERTAINERS = Cards(ENTERTAINER_NAMES)

FORM = Form(
    STATE,
    players=Number(PLAYERS[0], PLAYERS[-1]),
    width=Number(MIN_SIDE, MAX_SIDE),
    height=Number(MIN_SIDE, MAX_SIDE),
    balanced=Switch(),
    kin=Unless(Word(KIN), KIN[0]),
    first=Seat(),
    turn=Maybe(Seat()),
    phase=Word(PHASES[: OVER + 1], passing=PHASES[OVER + 1 :]),
    cells=Derived(_cells),
    tokens=Derived(_tokens),
    supply=Derived(_supply),
    hands=Each(Cards(PENGUIN_NAMES, unseen=_unseen_hand)),
    penguin_pile=Cards(PENGUIN_NAMES, unseen=_unseen_pile, field="pile"),
    entertainer_pile=Derived(_entertainer_pile),
    owned=Each(ENTERTAINERS),
    discarded=ENTERTAINERS,
    activities=Each(Word(ACT_LETTERS)),
    scores=Each(Number(-MAX_SCORE, MAX_SCORE)),
    placed=Derived(_placed),
    fee=Number(0, MAX_SCORE),
    waiting=Derived(_waiting),
)


# ---------------------------------------------------------------- what cannot be


def check_position(table: Situation, fields: Fields) -> None:
    """Refuse what cannot be, and fill in what follows from the rest."""
    state = table.state
    if (state["turn"] < 0) != (state["phase"] == OVER):
        raise fields.fault("turn", "it is null exactly when the phase is 'over'")
    activities = fields.get("activities")
    for seat, act in enumerate(activities):
        if activities.index(act) != seat:
            raise InvalidPosition(f"activities[{seat}]: {act!r} is another seat's card already")
    freeze(state)
    for key, name, card in _entries(fields, "cells"):
        _lay(state, key, _cell_on_ice(state, key, name), card)
    _read_tokens(fields, state)
    _check_penguins(state)
    _read_entertainers(fields, state)
    _read_turn(table, fields)


def _entries(fields: Fields, key: str) -> list[tuple[str, Any, Any]]:
    value = fields.get(key)
    if not isinstance(value, dict):
        raise InvalidPosition(f"{key}: {shown(value)} is not an object of cells")
    return [(f"{key}[{name!r}]", name, entry) for name, entry in value.items()]


def _cell_on_ice(state: Any, key: str, name: object) -> int:
    cell = read_cell(name) if isinstance(name, str) else None
    width, height = int(state["width"]), int(state["height"])
    if cell is None or cell % ROW > width or cell // ROW > height:
        last = f"{COLUMNS[width - 1]}{height}"
        raise InvalidPosition(f"{key}: {shown(name)} is not a cell of the iceberg, a1 to {last}")
    return cell


def _lay(state: Any, key: str, cell: int, card: object) -> None:
    bare = card.removesuffix("'") if isinstance(card, str) else ""
    if card == "#":
        lay(state, cell, CURTAIN)
    elif card in PENGUIN_NAMES:
        penguin = PENGUIN_NAMES.index(bare)
        if penguin in members(state["guests"]):
            raise InvalidPosition(f"{key}: {card} lies elsewhere already")
        state["guests"] |= signed(1 << penguin)
        lay(state, cell, PENGUIN + penguin)
    elif bare in ENTERTAINER_NAMES:
        who = ENTERTAINER_NAMES.index(bare)
        if who in members(state["stage"]):
            raise InvalidPosition(f"{key}: {bare} lies elsewhere already")
        lay_entertainer(state, cell, who, int(bare != card))
    else:
        raise InvalidPosition(f"{key}: {shown(card)} is not a card like r5d, Rd, Rd' or #")


def _read_tokens(fields: Fields, state: Any) -> None:
    players = int(state["players"])
    used = [0] * players
    for key, name, owner in _entries(fields, "tokens"):
        code = int(state["cells"][_cell_on_ice(state, key, name)])
        seat = whole(key, owner, 0, players - 1)
        if not PENGUIN <= code < UPRIGHT:
            raise InvalidPosition(f"{key}: there is no penguin on {name}")
        used[seat] += 1
        state["invited"][seat] |= signed(1 << code - PENGUIN)
    for seat, supply in enumerate(as_list("supply", fields.get("supply"), length=players)):
        whole(f"supply[{seat}]", supply, 0, NUM_TOKENS)
        if supply + used[seat] != NUM_TOKENS:
            raise InvalidPosition(
                f"supply[{seat}]: {supply} tokens and {used[seat]} on penguins: everyone has"
                f" {NUM_TOKENS}"
            )


def _check_penguins(state: Any) -> None:
    """Every penguin once, and no hand too large."""
    hands = state["hands"][: int(state["players"])].tolist()
    for seat, hand in enumerate(hands):
        held = len(members(hand))
        size = HAND_SIZE - (seat == state["turn"] and state["phase"] != PLACE)
        if held > size:
            raise InvalidPosition(f"hands[{seat}]: {held} cards; it has at most {size} now")
        state["held"][seat] = held
    state["pile_size"] = len(members(state["pile"]))
    places = [("cells", state["guests"]), *((f"hands[{k}]", hand) for k, hand in enumerate(hands))]
    once(PENGUIN_NAMES, [*places, ("penguin_pile", state["pile"])], all_there=True)


def _read_entertainers(fields: Fields, state: Any) -> None:
    """Every entertainer once; the pile is in order."""
    key = "entertainer_pile"
    pile = ENTERTAINERS.numbers(key, fields.get(key))
    state["left"] = len(pile)
    state["entertainers"][: len(pile)] = pile[::-1]
    owned = state["owned"][: int(state["players"])].tolist()
    places = [("cells", state["stage"]), *((f"owned[{k}]", had) for k, had in enumerate(owned))]
    places += [("discarded", state["discarded"]), (key, sum(1 << who for who in pile))]
    once(ENTERTAINER_NAMES, places, all_there=True)


def _read_turn(table: Situation, fields: Fields) -> None:
    """What belongs to the phase: the placed penguin, the fee, the shows that are due."""
    state, printed = table.state, table.edition.printed[0]
    placed = _read_placed(fields, state)
    due = 0
    if state["phase"] == FEE:
        due = int(kin_fee(state, int(state["cells"][placed]) - PENGUIN, placed))
        if due == 0:
            raise fields.fault("phase", "a fee must be due")
    if state["fee"] != due:
        raise fields.fault("fee", f"in this phase and position it is {due}")
    _read_waiting(table, fields)
    if state["phase"] == OVER:
        state["ended"] = _ending(state, printed)
    else:
        state["choices"] = look(printed, state)


def _read_placed(fields: Fields, state: Any) -> int:
    """The cell of the penguin placed this turn; 0 for none."""
    phase = int(state["phase"])
    name = fields.get("placed")
    if (name is None) != (phase in (PLACE, OVER)):
        raise fields.fault("placed", "it is null exactly in the phases 'place' and 'over'")
    if name is None:
        return 0
    placed = _cell_on_ice(state, "placed", name)
    if not PENGUIN <= state["cells"][placed] < UPRIGHT:
        raise fields.fault("placed", "there is no penguin")
    if phase in (FEE, INVITE) and name in fields.get("tokens"):
        raise fields.fault("placed", "it cannot have a token yet")
    state["placed"] = placed
    return placed


def _read_waiting(table: Situation, fields: Fields) -> None:
    """In the phases of the shows everybody whose dots are filled waits; before, nobody may."""
    state, printed = table.state, table.edition.printed[0]
    phase, placed = int(state["phase"]), int(state["placed"])
    ready = int(performers(printed, state))
    early = ready if phase == PLACE else 0
    if phase in (FEE, INVITE):
        state["filled"][placed // ROW] ^= 1 << placed % ROW
        early = int(performers(printed, state))
        state["filled"][placed // ROW] ^= 1 << placed % ROW
    if early:
        cell = cell_name(state["where"][members(early)[0]])
        raise InvalidPosition(f"cells[{cell!r}]: all its dots are filled: it had to perform before")
    state["waiting"] = ready if phase in (SHOW, ENTERTAIN) else 0
    names = _waiting(table)
    if as_list("waiting", fields.get("waiting")) != names:
        raise fields.fault("waiting", f"in this phase and position it is {names!r}")


def _ending(state: Any, printed: Any) -> int:
    """How a finished match must have ended, as far as the table tells."""
    starters = int(printed["num_starters"][state["players"]])
    if len(members(state["stage"])) >= starters:  # no show was cut short
        return PENGUINS_RAN_OUT if state["pile_size"] == 0 else NO_CELL_FOR_PENGUIN
    return ENTERTAINERS_RAN_OUT if state["left"] == 0 else NO_CELL_FOR_ENTERTAINER
