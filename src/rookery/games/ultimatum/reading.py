"""Reading a position of The Penguin Ultimatum key by key; each refusal names key and value."""

from typing import Any

from rookery.core.bits import members
from rookery.core.fields import Fields, whole
from rookery.errors import InvalidPosition
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
    MAX_SIDE,
    MIN_SIDE,
    NUM_TOKENS,
    OVER,
    PENGUIN,
    PHASES,
    PLACE,
    ROW,
    SHOW,
    UPRIGHT,
)

#: Far beyond what play can reach; the record keeps scores in 16 bits.
MAX_SCORE = 10_000


def read_seats(fields: Fields, state: Any) -> None:
    """The table: its size, its seats, their scores and activities."""
    players = fields.number("players", PLAYERS[0], PLAYERS[-1])
    state["players"] = players
    state["width"] = fields.number("width", MIN_SIDE, MAX_SIDE)
    state["height"] = fields.number("height", MIN_SIDE, MAX_SIDE)
    state["balanced"] = fields.switch("balanced")
    state["first"] = fields.number("first", 0, players - 1)
    phases = PHASES[: OVER + 1]
    phase = phases.index(fields.choice("phase", phases))
    state["phase"] = phase
    if (fields.get("turn") is None) != (phase == OVER):
        raise fields.fault("turn", "it is null exactly when the phase is 'over'")
    state["turn"] = -1 if phase == OVER else fields.number("turn", 0, players - 1)
    for seat, score in enumerate(fields.row("scores", players)):
        state["scores"][seat] = whole(f"scores[{seat}]", score, -MAX_SCORE, MAX_SCORE)
    activities = fields.row("activities", players)
    for seat, act in enumerate(activities):
        if not isinstance(act, str) or len(act) != 1 or act not in ACT_LETTERS:
            letters = ", ".join(ACT_LETTERS)
            raise InvalidPosition(f"activities[{seat}]: {act!r} is not one of {letters}")
        if activities.index(act) != seat:
            raise InvalidPosition(f"activities[{seat}]: {act!r} is another seat's card already")
        state["activities"][seat] = ACT_LETTERS.index(act)


def read_cells(fields: Fields, state: Any) -> None:
    """What lies on the iceberg, and the tokens."""
    freeze(state)
    for name, card in _entries(fields, "cells"):
        key = f"cells[{name!r}]"
        _lay(state, key, _cell_on_ice(state, key, name), card)
    _read_tokens(fields, state)


def _entries(fields: Fields, key: str) -> list[tuple[Any, Any]]:
    value = fields.get(key)
    if not isinstance(value, dict):
        raise InvalidPosition(f"{key}: {value!r} is not an object of cells")
    return list(value.items())


def _cell_on_ice(state: Any, key: str, name: object) -> int:
    cell = read_cell(name) if isinstance(name, str) else None
    width, height = int(state["width"]), int(state["height"])
    if cell is None or cell % ROW > width or cell // ROW > height:
        last = f"{COLUMNS[width - 1]}{height}"
        raise InvalidPosition(f"{key}: {name!r} is not a cell of the iceberg, a1 to {last}")
    return cell


def _lay(state: Any, key: str, cell: int, card: object) -> None:
    bare = card.removesuffix("'") if isinstance(card, str) else ""
    if card == "#":
        lay(state, cell, CURTAIN)
    elif card in PENGUIN_NAMES:
        penguin = PENGUIN_NAMES.index(bare)
        if penguin in members(state["guests"]):
            raise InvalidPosition(f"{key}: {card} lies elsewhere already")
        _add(state, "guests", penguin)
        lay(state, cell, PENGUIN + penguin)
    elif bare in ENTERTAINER_NAMES:
        who = ENTERTAINER_NAMES.index(bare)
        if who in members(state["stage"]):
            raise InvalidPosition(f"{key}: {bare} lies elsewhere already")
        lay_entertainer(state, cell, who, int(bare != card))
    else:
        raise InvalidPosition(f"{key}: {card!r} is not a card like r5d, Rd, Rd' or #")


def _add(state: Any, field: str, penguin: int, seat: int | None = None) -> None:
    """Put a penguin into a set; its bit may be the sign."""
    bits = state[field] if seat is None else state[field][seat]
    value = int(bits) | 1 << penguin
    value -= 2**64 if value >= 2**63 else 0
    if seat is None:
        state[field] = value
    else:
        state[field][seat] = value


def _read_tokens(fields: Fields, state: Any) -> None:
    players = int(state["players"])
    used = [0] * players
    for name, owner in _entries(fields, "tokens"):
        key = f"tokens[{name!r}]"
        code = int(state["cells"][_cell_on_ice(state, key, name)])
        seat = whole(key, owner, 0, players - 1)
        if not PENGUIN <= code < UPRIGHT:
            raise InvalidPosition(f"{key}: there is no penguin on {name}")
        used[seat] += 1
        _add(state, "invited", code - PENGUIN, seat)
    for seat, supply in enumerate(fields.row("supply", players)):
        whole(f"supply[{seat}]", supply, 0, NUM_TOKENS)
        if supply + used[seat] != NUM_TOKENS:
            raise InvalidPosition(
                f"supply[{seat}]: {supply} tokens and {used[seat]} on penguins: everyone has"
                f" {NUM_TOKENS}"
            )


def read_cards(fields: Fields, state: Any) -> None:
    """Hands, piles, owned and discarded cards: every card once."""
    players = int(state["players"])
    taken = [PENGUIN_NAMES[penguin] for penguin in members(state["guests"])]
    for seat, hand in enumerate(fields.row("hands", players)):
        held = _sorted_cards(f"hands[{seat}]", hand, PENGUIN_NAMES, taken)
        size = HAND_SIZE - (seat == state["turn"] and state["phase"] != PLACE)
        if len(held) > size:
            raise InvalidPosition(f"hands[{seat}]: {len(held)} cards; it has at most {size} now")
        for penguin in held:
            _add(state, "hands", penguin, seat)
        state["held"][seat] = len(held)
    pile = _sorted_cards("penguin_pile", fields.get("penguin_pile"), PENGUIN_NAMES, taken)
    for penguin in pile:
        _add(state, "pile", penguin)
    state["pile_size"] = len(pile)
    _all_there("cells, hands, penguin_pile", PENGUIN_NAMES, taken)
    _read_entertainers(fields, state)


def _read_entertainers(fields: Fields, state: Any) -> None:
    taken = [ENTERTAINER_NAMES[who] for who in members(state["stage"])]
    for seat, cards in enumerate(fields.row("owned", int(state["players"]))):
        for who in _sorted_cards(f"owned[{seat}]", cards, ENTERTAINER_NAMES, taken):
            state["owned"][seat] |= 1 << who
    for who in _sorted_cards("discarded", fields.get("discarded"), ENTERTAINER_NAMES, taken):
        state["discarded"] |= 1 << who
    pile = _cards("entertainer_pile", fields.get("entertainer_pile"), ENTERTAINER_NAMES, taken)
    state["left"] = len(pile)
    state["entertainers"][: len(pile)] = pile[::-1]
    _all_there("cells, owned, discarded, entertainer_pile", ENTERTAINER_NAMES, taken)


def _cards(key: str, cards: object, names: tuple[str, ...], taken: list[str]) -> list[int]:
    """The numbers of some cards; adds them to those already ``taken``."""
    if not isinstance(cards, list):
        raise InvalidPosition(f"{key}: {cards!r} is not a list of cards")
    for card in cards:
        if card not in names:
            raise InvalidPosition(f"{key}: {card!r} is not a card like {names[0]} or {names[-1]}")
        if card in taken:
            raise InvalidPosition(f"{key}: {card} lies elsewhere already")
        taken.append(card)
    return [names.index(card) for card in cards]


def _sorted_cards(key: str, cards: object, names: tuple[str, ...], taken: list[str]) -> list[int]:
    numbers = _cards(key, cards, names, taken)
    if isinstance(cards, list) and cards != sorted(cards):
        raise InvalidPosition(f"{key}: {cards!r} is not sorted as text")
    return numbers


def _all_there(keys: str, names: tuple[str, ...], taken: list[str]) -> None:
    missing = sorted(set(names) - set(taken))
    if missing:
        raise InvalidPosition(f"{keys}: {', '.join(missing)} missing: every card is somewhere")


def read_turn(fields: Fields, state: Any, printed: Any) -> None:
    """What belongs to the phase: the placed penguin, the fee, the shows that are due."""
    phase = int(state["phase"])
    placed = _read_placed(fields, state)
    due = 0
    if phase == FEE:
        due = int(kin_fee(state, int(state["cells"][placed]) - PENGUIN, placed))
        if due == 0:
            raise fields.fault("phase", "a fee must be due")
    if fields.number("fee", 0, MAX_SCORE) != due:
        raise fields.fault("fee", f"in this phase and position it is {due}")
    state["fee"] = due
    _read_waiting(fields, state, printed)
    if phase == OVER:
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


def _read_waiting(fields: Fields, state: Any, printed: Any) -> None:
    """In the phases of the shows everybody whose dots are filled waits; before, nobody may."""
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
    names = sorted(cell_name(state["where"][who]) for who in members(state["waiting"]))
    if fields.row("waiting") != names:
        raise fields.fault("waiting", f"in this phase and position it is {names!r}")


def _ending(state: Any, printed: Any) -> int:
    """How a finished match must have ended, as far as the table tells."""
    starters = int(printed["num_starters"][state["players"]])
    if len(members(state["stage"])) >= starters:  # no show was cut short
        return PENGUINS_RAN_OUT if state["pile_size"] == 0 else NO_CELL_FOR_PENGUIN
    return ENTERTAINERS_RAN_OUT if state["left"] == 0 else NO_CELL_FOR_ENTERTAINER
