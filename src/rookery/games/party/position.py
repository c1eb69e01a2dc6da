"""Positions of Penguin Party as JSON objects: their form, and what cannot lie on a table.

Every card of the deck is somewhere, once; no card floats or has the wrong colour; hands are no
larger than dealt. It need not be a position that good play leads to.
"""

from functools import partial
from typing import Any

from rookery.core.bits import members
from rookery.core.fields import Fields
from rookery.core.form import (
    Derived,
    Each,
    Form,
    Maybe,
    Number,
    Seat,
    Seats,
    Situation,
    Tally,
    Word,
    as_list,
)
from rookery.errors import InvalidPosition
from rookery.games.party.rules import GIVEN_BACK, MAX_PLAYOFFS, in_round, look
from rookery.games.party.spec import MAX_ROUNDS, PLAYERS
from rookery.games.party.state import COLOURS, DECK_SIZE, ROW, STATE

MAX_POINTS = 10_000
HAND = Tally(COLOURS, DECK_SIZE, "held")


def _hands(table: Situation, *, out: bool) -> list[Any]:
    """The hands; or what those who are out have put aside."""
    hands = Each(HAND).write(table, table.state["hands"])
    nothing: list[Any] = [0 if isinstance(hand, int) else {} for hand in hands]
    gone = members(table.state["out"])
    return [hand if (k in gone) == out else nothing[k] for k, hand in enumerate(hands)]


def _rows(table: Situation) -> list[list[str | None]]:
    state = table.state
    placed = zip(COLOURS, state["placed"].tolist(), strict=True)
    colour_at = {bit: name for name, cards in placed for bit in members(cards)}
    base = int(state["base"])
    rows = [[colour_at.get(ROW * row + i) for i in range(base - row)] for row in range(base)]
    while rows and not any(rows[-1]):
        rows.pop()
    return rows


FORM = Form(
    STATE,
    players=Number(PLAYERS[0], PLAYERS[-1]),
    round=Number(1, MAX_ROUNDS + MAX_PLAYOFFS),
    rounds=Number(1, MAX_ROUNDS),
    tie=Word(("shared", "playoff"), field="playoff"),
    first=Seat(),
    turn=Maybe(Seat()),
    playing=Seats(),
    rows=Derived(_rows),
    hands=Derived(partial(_hands, out=False)),
    unused=Tally(COLOURS, DECK_SIZE, "spare"),
    out=Seats(),
    finished=Seats(),
    set_aside=Derived(partial(_hands, out=True)),
    points=Each(Number(0, MAX_POINTS)),
)


def check_position(table: Situation, fields: Fields) -> None:
    """Refuse what cannot be, and fill in what follows from the rest."""
    state = table.state
    fields.number("round", 1, int(state["rounds"]) + (MAX_PLAYOFFS if state["playoff"] else 0))
    _check_seats(fields, state)
    state["limit"] = table.edition.printed[0]["base"][int(state["playing"]).bit_count()]
    _read_rows(fields, state)
    _read_hands(table, fields)
    _check_cards(table)
    _check_progress(table, fields)
    for seat in range(int(state["players"])):  # P14: what was given back of nothing is not seen
        kept = bool(state["finished"] >> seat & 1 and state["points"][seat])
        state["gave"][seat] = GIVEN_BACK if kept else 0
    if state["turn"] >= 0:
        look(state, int(state["turn"]))


def _check_seats(fields: Fields, state: Any) -> None:
    playing, turn = int(state["playing"]), int(state["turn"])
    everybody = (1 << int(state["players"])) - 1
    in_playoff = state["round"] > state["rounds"]
    if (not in_playoff and playing != everybody) or playing.bit_count() < 2:
        raise fields.fault("playing", "all seats play, or in a playoff the tied ones, at least two")
    for key in ("out", "finished"):
        if int(state[key]) & ~playing:
            raise fields.fault(key, "only seats that play this round can be in it")
    if int(state["out"]) & int(state["finished"]):
        raise fields.fault("finished", "a seat cannot be both out and finished")
    if not playing >> int(state["first"]) & 1:
        raise fields.fault("first", "it must be a seat that plays")
    active = int(in_round(state))
    if turn < 0 and active:
        raise fields.fault("turn", "seats are still in the round")
    if turn >= 0 and not active >> turn & 1:
        raise fields.fault("turn", "it must be a seat that is neither out nor finished")


def _read_rows(fields: Fields, state: Any) -> None:
    rows = as_list("rows", fields.get("rows"))
    for number, row in enumerate(rows):
        key = f"rows[{number}]"
        cards = as_list(key, row)
        if number == 0 and not 1 <= len(cards) <= state["limit"]:
            limit = state["limit"]
            raise InvalidPosition(f"{key}: a base has 1 to {limit} cards, not {len(cards)}")
        as_list(key, row, length=len(rows[0]) - number)
        if not any(cards):
            raise InvalidPosition(f"{key}: an empty row is left out")
        for i, name in enumerate(cards):
            _read_card(rows, number, i, name, state)
    state["base"] = len(rows[0]) if rows else 0


def _read_card(rows: list[list[str | None]], row: int, i: int, name: object, state: Any) -> None:
    key = f"rows[{row}][{i}]"
    if name is None and row > 0:
        return
    if name not in COLOURS:
        raise InvalidPosition(f"{key}: {name!r} is not one of {', '.join(COLOURS)}")
    if row > 0:
        below = rows[row - 1][i : i + 2]
        if None in below:
            raise InvalidPosition(f"{key}: {name} floats: it needs two cards under it")  # P9
        if name not in below:  # P10
            raise InvalidPosition(f"{key}: {name} cannot stand on {below[0]} and {below[1]}")
    state["placed"][COLOURS.index(str(name))] |= 1 << (ROW * row + i)


def _read_hands(table: Situation, fields: Fields) -> None:
    state = table.state
    size = int(table.edition.printed[0]["hand"][int(state["playing"]).bit_count()])
    counts = {key: Each(HAND).read(table, key, fields.get(key)) for key in ("hands", "set_aside")}
    for seat in range(int(state["players"])):
        holds = bool(state["playing"] >> seat & 1 and not state["finished"] >> seat & 1)
        where = "set_aside" if state["out"] >> seat & 1 else "hands"
        for key in counts:
            held = sum(counts[key][seat])
            if held and (key != where or not holds):
                raise InvalidPosition(f"{key}[{seat}]: seat {seat} can have no cards there")
            if held > size:
                raise InvalidPosition(f"{key}[{seat}]: {held} cards, but {size} were dealt")
        state["hands"][seat] = counts[where][seat]
        state["held"][seat] = sum(counts[where][seat])
        if holds and not state["held"][seat]:
            raise InvalidPosition(f"{where}[{seat}]: seat {seat} is not finished, so it has cards")
    state["spare"] = int(state["unused"].sum())


def _check_cards(table: Situation) -> None:
    state, edition = table.state, table.edition
    for colour, name in enumerate(COLOURS):
        placed = int(state["placed"][colour]).bit_count()
        count = placed + int(state["hands"][:, colour].sum()) + int(state["unused"][colour])
        deck = int(edition.printed[0]["deck"][colour])
        if count != deck:
            raise InvalidPosition(
                f"rows, hands, unused, set_aside: {count} {name} cards, but the deck"
                f" {edition.name} has {deck}"
            )


def _check_progress(table: Situation, fields: Fields) -> None:
    """The cards that have left the hands lie in the pyramid."""
    state, printed = table.state, table.edition.printed[0]
    number = int(state["playing"]).bit_count()
    spare = (
        int(printed["size"]) - number * int(printed["hand"][number]) - int(printed["open"][number])
    )
    if state["spare"] != spare:
        raise fields.fault("unused", f"with {number} in the round it has {spare} cards")
    if state["turn"] < 0 and state["round"] < state["rounds"]:
        raise fields.fault("turn", "the match is not over before its last round")
