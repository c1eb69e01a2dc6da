"""Positions of Penguin Party as JSON objects, and back.

Writing serves full and hidden records alike: what is unknown becomes its size. Reading checks
that the position can lie on a table: the cards of the deck, each once; no card that floats or
has the wrong colour; hands no larger than dealt. It need not be one that good play leads to.
"""

from typing import Any

from rookery.core.edition import Edition
from rookery.core.fields import Fields, whole
from rookery.core.record import Records, new
from rookery.errors import InvalidPosition
from rookery.games.party.rules import BASE_LIMIT, GIVEN_BACK, HAND_SIZE, MAX_PLAYOFFS, look
from rookery.games.party.spec import MAX_ROUNDS, PLAYERS
from rookery.games.party.state import COLOURS, NUM_COLOURS, ROW, STATE, UNKNOWN

MAX_POINTS = 10_000


def write_position(edition: Edition, state: Any) -> dict[str, Any]:
    """The position of a full or hidden record."""
    players = int(state["players"])
    seats = range(players)
    turn = int(state["turn"])
    out = _members(state["out"])
    hands = [_cards(state["hands"][seat], int(state["held"][seat])) for seat in seats]
    nothing: list[Any] = [0 if isinstance(hand, int) else {} for hand in hands]
    return {
        "game": "party",
        "edition": edition.name,
        "players": players,
        "round": int(state["round"]),
        "rounds": int(state["rounds"]),
        "tie": "playoff" if state["playoff"] else "shared",
        "first": int(state["first"]),
        "turn": turn if turn >= 0 else None,
        "playing": _members(state["playing"]),
        "rows": _rows(state),
        "hands": [nothing[seat] if seat in out else hands[seat] for seat in seats],
        "unused": _cards(state["unused"], int(state["spare"])),
        "out": out,
        "finished": _members(state["finished"]),
        "set_aside": [hands[seat] if seat in out else nothing[seat] for seat in seats],
        "points": [int(state["points"][seat]) for seat in seats],
    }


def _members(bits: Any) -> list[int]:
    return [seat for seat in range(PLAYERS[-1]) if int(bits) >> seat & 1]


def _cards(counts: Any, size: int) -> dict[str, int] | int:
    if counts[0] == UNKNOWN:
        return size
    return {name: int(count) for name, count in zip(COLOURS, counts, strict=True) if count}


def _rows(state: Any) -> list[list[str | None]]:
    colour_at = {
        bit: name
        for name, cards in zip(COLOURS, state["placed"].tolist(), strict=True)
        for bit in range(8 * ROW)
        if cards >> bit & 1
    }
    rows = [
        [colour_at.get(ROW * row + i) for i in range(int(state["base"]) - row)]
        for row in range(int(state["base"]))
    ]
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


def read_position(edition: Edition, position: dict[str, Any]) -> Records:
    """The record of a full position."""
    fields = Fields(
        position,
        "game edition players round rounds tie first turn playing rows hands unused out finished"
        " set_aside points",
    )
    records = new(STATE)
    state = records[0]
    players = fields.number("players", PLAYERS[0], PLAYERS[-1])
    state["players"] = players
    state["playoff"] = fields.choice("tie", ("shared", "playoff")) == "playoff"
    state["rounds"] = fields.number("rounds", 1, MAX_ROUNDS)
    last = int(state["rounds"]) + (MAX_PLAYOFFS if state["playoff"] else 0)
    state["round"] = fields.number("round", 1, last)
    _read_seats(fields, state, players)
    _read_rows(fields, state)
    _read_hands(fields, state, players)
    _check_cards(edition, state)
    _check_progress(fields, state)
    state["points"][:players] = [
        whole(f"points[{seat}]", points, 0, MAX_POINTS)
        for seat, points in enumerate(fields.row("points", players))
    ]
    for seat in range(players):  # P14: how much of nothing was given back cannot be seen
        kept = bool(state["finished"] >> seat & 1 and state["points"][seat])
        state["gave"][seat] = GIVEN_BACK if kept else 0
    if state["turn"] >= 0:
        look(state, int(state["turn"]))
    return records


def _read_seats(fields: Fields, state: Any, players: int) -> None:
    for key in ("playing", "out", "finished"):
        state[key] = fields.seats(key, players)
    playing = int(state["playing"])
    everybody = (1 << players) - 1
    in_playoff = state["round"] > state["rounds"]
    if (not in_playoff and playing != everybody) or playing.bit_count() < 2:
        raise fields.fault("playing", "all seats play, or in a playoff the tied ones, at least two")
    for key in ("out", "finished"):
        if int(state[key]) & ~playing:
            raise fields.fault(key, "only seats that play this round can be in it")
    if int(state["out"]) & int(state["finished"]):
        raise fields.fault("finished", "a seat cannot be both out and finished")
    state["first"] = fields.number("first", 0, players - 1)
    if not playing >> int(state["first"]) & 1:
        raise fields.fault("first", "it must be a seat that plays")
    active = playing & ~int(state["out"]) & ~int(state["finished"])
    turn = fields.get("turn")
    state["turn"] = -1 if turn is None else fields.number("turn", 0, players - 1)
    if turn is None and active:
        raise fields.fault("turn", "seats are still in the round")
    if turn is not None and not active >> turn & 1:
        raise fields.fault("turn", "it must be a seat that is neither out nor finished")
    state["limit"] = BASE_LIMIT[playing.bit_count()]


def _read_rows(fields: Fields, state: Any) -> None:
    rows = fields.row("rows")
    for number, row in enumerate(rows):
        key = f"rows[{number}]"
        if not isinstance(row, list):
            raise InvalidPosition(f"{key}: {row!r} is not a list")
        width = len(rows[0]) - number
        if number == 0 and not 1 <= len(row) <= state["limit"]:
            limit = state["limit"]
            raise InvalidPosition(f"{key}: a base has 1 to {limit} cards, not {len(row)}")
        if len(row) != width:
            raise InvalidPosition(f"{key}: it must have {width} entries, not {len(row)}")
        if not any(row):
            raise InvalidPosition(f"{key}: an empty row is left out")
        for i, name in enumerate(row):
            _read_card(rows, number, i, name, state)
    state["base"] = len(rows[0]) if rows else 0


def _read_card(rows: list[list[str | None]], row: int, i: int, name: object, state: Any) -> None:
    key = f"rows[{row}][{i}]"
    if name is None and row > 0:
        return
    if name not in COLOURS:
        colours = ", ".join(COLOURS)
        raise InvalidPosition(f"{key}: {name!r} is not one of {colours}")
    if row > 0:
        below = rows[row - 1][i : i + 2]
        if None in below:
            raise InvalidPosition(f"{key}: {name} floats: it needs two cards under it")  # P9
        if name not in below:  # P10
            raise InvalidPosition(f"{key}: {name} cannot stand on {below[0]} and {below[1]}")
    state["placed"][COLOURS.index(str(name))] |= 1 << (ROW * row + i)


def _read_hands(fields: Fields, state: Any, players: int) -> None:
    hands = fields.row("hands", players)
    aside = fields.row("set_aside", players)
    size = int(HAND_SIZE[int(state["playing"]).bit_count()])
    for seat in range(players):
        is_out = bool(state["out"] >> seat & 1)
        for key, cards, may in (("hands", hands, not is_out), ("set_aside", aside, is_out)):
            counts = _read_cards(f"{key}[{seat}]", cards[seat])
            if not sum(counts):
                continue
            playing = state["playing"] >> seat & 1 and not state["finished"] >> seat & 1
            if not may or not playing:
                raise InvalidPosition(f"{key}[{seat}]: seat {seat} can have no cards there")
            if sum(counts) > size:
                raise InvalidPosition(f"{key}[{seat}]: {sum(counts)} cards, but {size} were dealt")
            state["hands"][seat] = counts
            state["held"][seat] = sum(counts)
        active = state["playing"] >> seat & 1 and not state["finished"] >> seat & 1
        if active and not state["held"][seat]:
            key = "set_aside" if is_out else "hands"
            raise InvalidPosition(f"{key}[{seat}]: seat {seat} is not finished, so it has cards")
    state["unused"] = _read_cards("unused", fields.get("unused"))
    state["spare"] = sum(state["unused"].tolist())


def _read_cards(key: str, cards: object) -> list[int]:
    if not isinstance(cards, dict):
        raise InvalidPosition(f"{key}: {cards!r} is not an object of colours and numbers")
    for name in cards:
        if name not in COLOURS:
            raise InvalidPosition(f"{key}: {name!r} is not one of {', '.join(COLOURS)}")
    counts = {name: whole(f"{key}.{name}", count, 1, 36) for name, count in cards.items()}
    return [counts.get(name, 0) for name in COLOURS]


def _check_cards(edition: Edition, state: Any) -> None:
    for colour in range(NUM_COLOURS):
        placed = int(state["placed"][colour]).bit_count()
        count = placed + int(state["hands"][:, colour].sum()) + int(state["unused"][colour])
        deck = int(edition.printed[0]["deck"][colour])
        if count != deck:
            raise InvalidPosition(
                f"rows, hands, unused, set_aside: {count} {COLOURS[colour]} cards, but the deck"
                f" {edition.name} has {deck}"
            )


def _check_progress(fields: Fields, state: Any) -> None:
    """The cards that have left the hands lie in the pyramid."""
    number = int(state["playing"]).bit_count()
    spare = 36 - number * int(HAND_SIZE[number])
    face_up = 1 if number == 5 else 0  # P4
    if state["spare"] != spare - face_up:
        raise fields.fault("unused", f"with {number} in the round it has {spare - face_up} cards")
    if state["turn"] < 0:
        round_, rounds = int(state["round"]), int(state["rounds"])
        if round_ < rounds:
            raise fields.fault("turn", "the match is not over before its last round")
