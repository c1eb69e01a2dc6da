"""Positions of Pyramid of Pengqueen as JSON objects, written and read.

Writing serves full and hidden records alike: an unseen pawn is null, unseen dice are nulls,
unseen cards their colour letters. Reading is strict: what ``checks`` knows cannot be on a
table is refused. It need not be a position that good play leads to.
"""

from typing import Any

from rookery.core.edition import Edition
from rookery.core.fields import Fields, whole
from rookery.core.record import Records, new
from rookery.errors import InvalidPosition
from rookery.games.pengqueen import checks
from rookery.games.pengqueen.actions import FACE_NAMES, cell_name, square_of
from rookery.games.pengqueen.hunters import can_use_a_die, hunter_seat, owner
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.rules import hand_per_colour, num_pawns
from rookery.games.pengqueen.spec import MAX_LIMIT, PLAYERS
from rookery.games.pengqueen.state import (
    CARD,
    COLOUR_SIZE,
    COLOURS,
    DICE,
    FIRST_OF_COLOUR,
    HIDDEN,
    LIVES,
    MOVE,
    MUMMY,
    NONE,
    NUM_TREASURES,
    OUT,
    OVER,
    PHASES,
    SQUARES,
    STATE,
    TREASURES,
    WORD,
)

KEYS = (
    "game edition players mummy_seat limit round turn pawn phase mummy pawns lives caught aside"
    " rolled steps special cards revealed trail"
)


# ---------------------------------------------------------------- writing


def write_position(edition: Edition, state: Any) -> dict[str, Any]:
    """The position of a full or hidden record."""
    width = int(edition.printed[0]["width"])
    players = int(state["players"])
    phase = int(state["phase"])
    turn, pawn = int(state["turn"]), int(state["pawn"])
    pawns = range(num_pawns(players))
    hunters = range(players - 1)
    cells = [int(state["pawns"][p]) for p in pawns]
    return {
        "game": "pengqueen",
        "edition": edition.name,
        "players": players,
        "mummy_seat": int(state["mummy_seat"]),
        "limit": int(state["limit"]),
        "round": int(state["round"]),
        "turn": turn if turn >= 0 else None,
        "pawn": pawn if pawn >= 0 else None,
        "phase": PHASES[phase],
        "mummy": cell_name(width, int(state["mummy"])),
        "pawns": [cell_name(width, cell) if cell >= 0 else None for cell in cells],
        "lives": [int(state["lives"][p]) for p in pawns],
        "caught": int(state["caught"]),
        "aside": int(state["aside"]),
        "rolled": _dice(state) if phase == MOVE else [],
        "steps": int(state["steps"]) if phase == MUMMY else None,
        "special": bool(state["special"]),
        "cards": [_hand(state, hunter) for hunter in hunters],
        "revealed": [_names(int(state["revealed"][hunter])) for hunter in hunters],
        "trail": [_cells(width, state["trail"][p].tolist()) for p in pawns],
    }


def _dice(state: Any) -> list[int | str | None]:
    if state["rolled"][0] == HIDDEN:
        return [None] * (DICE - int(state["aside"]))
    counts = state["rolled"].tolist()
    return [name for name, count in zip(FACE_NAMES, counts, strict=True) for _ in range(count)]


def _names(cards: int) -> list[str]:
    return [TREASURES[card] for card in range(NUM_TREASURES) if cards >> card & 1]


def _hand(state: Any, hunter: int) -> list[str]:
    """The cards, or their backs: what was dealt less what is revealed."""
    if state["cards"][hunter] != HIDDEN:
        return _names(int(state["cards"][hunter]))
    shown = [name[0] for name in _names(int(state["revealed"][hunter]))]
    dealt = hand_per_colour(int(state["players"]))
    return [letter for letter in COLOURS for _ in range(dealt - shown.count(letter))]


def _cells(width: int, words: list[int]) -> list[str]:
    squares = sum(word << (WORD * k) for k, word in enumerate(words))
    return sorted(cell_name(width, s) for s in range(SQUARES) if squares >> s & 1)


# ---------------------------------------------------------------- reading


def read_position(edition: Edition, position: dict[str, Any]) -> Records:
    """The record of a full position."""
    fields = Fields(position, KEYS)
    records = new(STATE)
    state = records[0]
    players = fields.number("players", PLAYERS[0], PLAYERS[-1])
    state["players"] = players
    state["mummy_seat"] = fields.number("mummy_seat", 0, players - 1)
    state["limit"] = fields.number("limit", 1, MAX_LIMIT)
    state["round"] = fields.number("round", 1, int(state["limit"]))
    state["phase"] = PHASES.index(fields.choice("phase", PHASES))
    _read_lives(fields, state)
    _read_cells(edition, fields, state)
    _read_turn(fields, state)
    _read_dice(edition, fields, state)
    _read_cards(fields, state)
    _read_trail(edition, fields, state)
    printed = edition.printed[0]
    checks.check_places(printed, fields, state)
    checks.check_trail(printed, fields, state)
    checks.check_end(fields, state)
    checks.check_decision(printed, fields, state)
    if state["phase"] == MOVE:
        state["useless"] = not can_use_a_die(printed, state)
    if state["phase"] == CARD:
        checks.look_back(printed, fields, state)
    return records


def _read_lives(fields: Fields, state: Any) -> None:
    players = int(state["players"])
    lives = fields.row("lives", num_pawns(players))
    for pawn, value in enumerate(lives):
        state["lives"][pawn] = whole(f"lives[{pawn}]", value, 0, LIVES)
    taken = LIVES * len(lives) - sum(lives)
    state["caught"] = fields.number("caught", 0, int(LIVES_TO_WIN[players]))
    if state["caught"] != taken:
        raise fields.fault("caught", f"the hunters have given {taken} lives")


def _cell(edition: Edition, key: str, name: object) -> int:
    if not isinstance(name, str) or name not in edition.data["cells"]:
        raise InvalidPosition(f"{key}: {name!r} is not a cell of the map {edition.name}")
    return square_of(int(edition.printed[0]["width"]), name)


def _read_cells(edition: Edition, fields: Fields, state: Any) -> None:
    state["mummy"] = _cell(edition, "mummy", fields.get("mummy"))
    pawns = num_pawns(int(state["players"]))
    state["pawns"] = OUT
    for pawn, name in enumerate(fields.row("pawns", pawns)):
        if (name is None) != (state["lives"][pawn] == 0):
            lives = int(state["lives"][pawn])
            raise InvalidPosition(f"pawns[{pawn}]: {name!r}: the pawn has {lives} lives")
        if name is not None:
            state["pawns"][pawn] = _cell(edition, f"pawns[{pawn}]", name)


def _read_turn(fields: Fields, state: Any) -> None:
    players, phase = int(state["players"]), int(state["phase"])
    special = fields.switch("special")
    if special and phase != MUMMY:
        raise fields.fault("special", "only in the phase mummy")
    state["special"] = special
    pawn, turn = fields.get("pawn"), fields.get("turn")
    if phase == OVER or (phase == MUMMY and not special):
        if pawn is not None:
            raise fields.fault("pawn", "no pawn has its turn: it must be null")
        state["pawn"] = NONE
    else:
        state["pawn"] = fields.number("pawn", 0, num_pawns(players) - 1)
        if state["pawns"][pawn] == OUT:
            raise fields.fault("pawn", "it is out of the game")
    if phase == OVER:
        seat = None
    elif phase == MUMMY:
        seat = int(state["mummy_seat"])
    else:
        seat = int(hunter_seat(state, owner(players, pawn)))
    if isinstance(turn, bool) or turn != seat:
        wanted = "null" if seat is None else seat
        raise fields.fault("turn", f"with this phase and pawn it must be {wanted}")
    state["turn"] = NONE if seat is None else seat


def _read_dice(edition: Edition, fields: Fields, state: Any) -> None:
    phase = int(state["phase"])
    special = bool(state["special"])
    low, high = checks.aside_range(phase, special)
    state["aside"] = fields.number("aside", low, high)
    aside = int(state["aside"])
    rolled = fields.row("rolled", DICE - aside if phase == MOVE else 0)
    for k, name in enumerate(rolled):
        if isinstance(name, bool) or name not in FACE_NAMES:
            faces = ", ".join(str(face) for face in FACE_NAMES)
            raise InvalidPosition(f"rolled[{k}]: {name!r} is not one of {faces}")
        state["rolled"][FACE_NAMES.index(name)] += 1
    if rolled and rolled != _dice(state):
        raise fields.fault("rolled", "dice are sorted: 1 2 3 4 arrow")
    if phase == MUMMY:
        most = DICE if special else max(edition.data["black_die"]) + aside
        state["steps"] = fields.number("steps", 1, most)
    elif fields.get("steps") is not None:
        raise fields.fault("steps", "only in the phase mummy; else null")


def _read_cards(fields: Fields, state: Any) -> None:
    """Each hunter's hand and revealed cards are what was dealt, no card twice (Q5, Q24)."""
    players = int(state["players"])
    dealt = hand_per_colour(players)
    seen = 0
    for key in ("cards", "revealed"):
        for hunter, names in enumerate(fields.row(key, players - 1)):
            bits = _card_set(f"{key}[{hunter}]", names)
            if bits & seen:
                raise fields.fault(key, f"{_names(bits & seen)[0]} is there twice")
            seen |= bits
            state[key][hunter] = bits
    for hunter in range(players - 1):
        bits = int(state["cards"][hunter]) | int(state["revealed"][hunter])
        for colour, letter in enumerate(COLOURS):
            size, first = int(COLOUR_SIZE[colour]), int(FIRST_OF_COLOUR[colour])
            count = (bits >> first & ((1 << size) - 1)).bit_count()
            if count != dealt:
                raise InvalidPosition(
                    f"cards[{hunter}], revealed[{hunter}]: {count} cards of colour {letter!r},"
                    f" but {dealt} were dealt"
                )


def _card_set(key: str, names: object) -> int:
    if not isinstance(names, list):
        raise InvalidPosition(f"{key}: {names!r} is not a list")
    bits = 0
    for name in names:
        if name not in TREASURES:
            raise InvalidPosition(f"{key}: {name!r} is not a treasure: {TREASURES[0]} … p4")
        bits |= 1 << TREASURES.index(name)
    if names != _names(bits):
        raise InvalidPosition(f"{key}: {names!r}: sorted y g s r p and by number, each once")
    return bits


def _read_trail(edition: Edition, fields: Fields, state: Any) -> None:
    pawns = num_pawns(int(state["players"]))
    for pawn, names in enumerate(fields.row("trail", pawns)):
        key = f"trail[{pawn}]"
        if not isinstance(names, list):
            raise InvalidPosition(f"{key}: {names!r} is not a list")
        for name in names:
            square = _cell(edition, key, name)
            state["trail"][pawn, square // WORD] |= 1 << (square % WORD)
        width = int(edition.printed[0]["width"])
        if names != _cells(width, state["trail"][pawn].tolist()):
            raise InvalidPosition(f"{key}: {names!r}: sorted as text, each cell once")
