"""Positions of Pyramid of Pengqueen as JSON objects: their form, and what cannot be.

An unseen pawn is null, unseen dice are nulls, unseen cards their colour letters. Reading is strict,
but it need not be a position that good play leads to.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rookery.core.bits import members
from rookery.core.fields import Fields
from rookery.core.form import (
    Cards,
    Derived,
    Each,
    Form,
    Kind,
    Maybe,
    Number,
    Seat,
    Situation,
    Switch,
    Word,
    as_list,
    once,
)
from rookery.errors import InvalidPosition, shown
from rookery.games.pengqueen.actions import FACE_NAMES, cell_name, square_of
from rookery.games.pengqueen.hunters import boxed_in, can_use_a_die, hunter_seat, owner, playable
from rookery.games.pengqueen.mummy import LIVES_TO_WIN
from rookery.games.pengqueen.rules import hand_per_colour, num_pawns
from rookery.games.pengqueen.spec import MAX_LIMIT, PLAYERS
from rookery.games.pengqueen.state import (
    CARD,
    COLOURS,
    DICE,
    HIDDEN,
    LIVES,
    MAX_PAWNS,
    MOVE,
    MUMMY,
    OF_COLOUR,
    OUT,
    OVER,
    PHASES,
    START,
    STATE,
    TREASURES,
    WORD,
    WORDS,
)
from rookery.games.pengqueen.trail import has

# ---------------------------------------------------------------- the form


@dataclass(frozen=True)
class Cell(Kind):
    """A cell of the map; in the record its square."""

    def write(self, table: Situation, value: Any, at: int = 0) -> str:
        """Its name."""
        return cell_name(int(table.edition.printed[0]["width"]), int(value))

    def read(self, table: Situation, key: str, value: object) -> int:
        """Its square."""
        if not isinstance(value, str) or value not in table.edition.data["cells"]:
            name = table.edition.name
            raise InvalidPosition(f"{key}: {shown(value)} is not a cell of the map {name}")
        return square_of(int(table.edition.printed[0]["width"]), value)


@dataclass(frozen=True)
class Cells(Cell):
    """A set of cells, as a sorted list; in the record words of bits."""

    def write(self, table: Situation, value: Any, at: int = 0) -> Any:
        """Their names."""
        squares = [WORD * k + square for k, word in enumerate(value) for square in members(word)]
        return sorted(Cell.write(self, table, square) for square in squares)

    def read(self, table: Situation, key: str, value: object) -> Any:
        """The words."""
        words = np.zeros(WORDS, np.int64)
        for name in as_list(key, value):
            square = Cell.read(self, table, key, name)
            words[square // WORD] |= 1 << square % WORD
        if value != self.write(table, words):
            raise InvalidPosition(f"{key}: {shown(value)}: sorted as text, each cell once")
        return words


def _dice(table: Situation) -> list[int | str | None]:
    state = table.state
    if state["phase"] != MOVE:
        return []
    if state["rolled"][0] == HIDDEN:
        return [None] * (DICE - int(state["aside"]))
    counts = state["rolled"].tolist()
    return [name for name, count in zip(FACE_NAMES, counts, strict=True) for _ in range(count)]


def _steps(table: Situation) -> int | None:
    return int(table.state["steps"]) if table.state["phase"] == MUMMY else None


def _by_colour(cards: int) -> list[int]:
    return [(cards & colour).bit_count() for colour in OF_COLOUR.tolist()]


def _backs(state: Any, hunter: int) -> list[str] | None:
    """Of unseen cards their backs: what was dealt less what is revealed."""
    if state["cards"][hunter] != HIDDEN:
        return None
    dealt = hand_per_colour(int(state["players"]))
    shown_ = zip(COLOURS, _by_colour(int(state["revealed"][hunter])), strict=True)
    return [letter for letter, count in shown_ for _ in range(dealt - count)]


def _hunters(players: int) -> int:
    return players - 1


FORM = Form(
    STATE,
    players=Number(PLAYERS[0], PLAYERS[-1]),
    mummy_seat=Seat(),
    limit=Number(1, MAX_LIMIT),
    round=Number(1, MAX_LIMIT),
    turn=Maybe(Seat()),
    pawn=Maybe(Number(0, MAX_PAWNS - 1)),
    phase=Word(PHASES),
    mummy=Cell(),
    pawns=Each(Maybe(Cell()), num_pawns),
    lives=Each(Number(0, LIVES), num_pawns),
    caught=Number(0, int(LIVES_TO_WIN.max())),
    aside=Number(0, DICE),
    rolled=Derived(_dice),
    steps=Derived(_steps),
    special=Switch(),
    cards=Each(Cards(TREASURES, as_text=False, unseen=_backs), _hunters),
    revealed=Each(Cards(TREASURES, as_text=False), _hunters),
    trail=Each(Cells(), num_pawns),
)


# ---------------------------------------------------------------- what cannot be


def check_position(table: Situation, fields: Fields) -> None:
    """Refuse what cannot be, and fill in what follows from the rest."""
    state, printed = table.state, table.edition.printed[0]
    fields.number("round", 1, int(state["limit"]))
    state["pawns"][num_pawns(int(state["players"])) :] = OUT
    _check_lives(fields, state)
    _check_turn(fields, state)
    _read_dice(table, fields)
    _check_cards(state)
    _check_places(printed, fields, state)
    _check_trail(table, fields)
    _check_end(fields, state)
    _check_decision(printed, fields, state)
    if state["phase"] == MOVE:
        state["useless"] = not can_use_a_die(printed, state)
    if state["phase"] == CARD:
        _look_back(printed, fields, state)


def _check_lives(fields: Fields, state: Any) -> None:
    players = int(state["players"])
    pawns = num_pawns(players)
    taken = LIVES * pawns - int(state["lives"].sum())
    if fields.number("caught", 0, int(LIVES_TO_WIN[players])) != taken:
        raise fields.fault("caught", f"the hunters have given {taken} lives")
    for pawn, name in enumerate(fields.get("pawns")):
        lives = int(state["lives"][pawn])
        if (name is None) != (lives == 0):
            raise InvalidPosition(f"pawns[{pawn}]: {name!r}: the pawn has {lives} lives")


def _check_turn(fields: Fields, state: Any) -> None:
    players, phase, pawn = int(state["players"]), int(state["phase"]), int(state["pawn"])
    if state["special"] and phase != MUMMY:
        raise fields.fault("special", "only in the phase mummy")
    if phase == OVER or (phase == MUMMY and not state["special"]):
        if pawn >= 0:
            raise fields.fault("pawn", "no pawn has its turn: it must be null")
    else:
        fields.number("pawn", 0, num_pawns(players) - 1)
        if state["pawns"][pawn] == OUT:
            raise fields.fault("pawn", "it is out of the game")
    if phase == OVER:
        seat = None
    elif phase == MUMMY:
        seat = int(state["mummy_seat"])
    else:
        seat = int(hunter_seat(state, owner(players, pawn)))
    if fields.get("turn") != seat:
        wanted = "null" if seat is None else seat
        raise fields.fault("turn", f"with this phase and pawn it must be {wanted}")


def _read_dice(table: Situation, fields: Fields) -> None:
    state = table.state
    phase, special = int(state["phase"]), bool(state["special"])
    most = DICE - 1 if phase in (MOVE, CARD) else 0 if special else DICE  # Q9: after a reset, none
    aside = fields.number("aside", 0, most)
    rolled = as_list("rolled", fields.get("rolled"), length=DICE - aside if phase == MOVE else 0)
    for k, name in enumerate(rolled):
        if isinstance(name, bool) or name not in FACE_NAMES:
            faces = ", ".join(str(face) for face in FACE_NAMES)
            raise InvalidPosition(f"rolled[{k}]: {name!r} is not one of {faces}")
        state["rolled"][FACE_NAMES.index(name)] += 1
    if rolled != _dice(table):
        raise fields.fault("rolled", "dice are sorted: 1 2 3 4 arrow")
    if phase == MUMMY:
        most = DICE if special else max(table.edition.data["black_die"]) + aside
        state["steps"] = fields.number("steps", 1, most)
    elif fields.get("steps") is not None:
        raise fields.fault("steps", "only in the phase mummy; else null")


def _check_cards(state: Any) -> None:
    """Each hunter's hand and revealed cards are what was dealt, no card twice (Q5, Q24)."""
    dealt = hand_per_colour(int(state["players"]))
    hunters = range(int(state["players"]) - 1)
    keys = [
        (f"{key}[{hunter}]", key, hunter) for key in ("cards", "revealed") for hunter in hunters
    ]
    once(TREASURES, [(name, state[key][hunter]) for name, key, hunter in keys], all_there=False)
    for hunter in hunters:
        counts = _by_colour(int(state["cards"][hunter]) | int(state["revealed"][hunter]))
        for letter, count in zip(COLOURS, counts, strict=True):
            if count != dealt:
                raise InvalidPosition(
                    f"cards[{hunter}], revealed[{hunter}]: {count} cards of colour {letter!r},"
                    f" but {dealt} were dealt"
                )


def _check_places(printed: Any, fields: Fields, state: Any) -> None:
    """Where pawns and mummy can stand (Q13, Q14, Q19, Q20)."""
    entrance, sarcophagus = int(printed["entrance"]), int(printed["sarcophagus"])
    mummy = int(state["mummy"])
    if mummy == entrance:
        raise fields.fault("mummy", "the mummy cannot enter the entrance")
    if mummy == sarcophagus and state["caught"] > 0:
        raise fields.fault("mummy", "it has caught somebody, so it has left the sarcophagus")
    seen: set[int] = set()
    for pawn in range(MAX_PAWNS):
        square = int(state["pawns"][pawn])
        name = fields.get("pawns")[pawn] if square != OUT else None
        lives = int(state["lives"][pawn])
        key = f"pawns[{pawn}]: {name!r}"
        if square == OUT:
            continue
        if square == mummy:
            raise InvalidPosition(f"{key}: the mummy stands there")
        if square == entrance and lives < LIVES:
            raise InvalidPosition(f"{key}: a pawn that was caught never stands there again")
        if square == sarcophagus and lives == LIVES:
            raise InvalidPosition(f"{key}: only pawns that were caught stand there")
        if square in seen:
            raise InvalidPosition(f"{key}: another pawn stands there")
        if square not in (entrance, sarcophagus):
            seen.add(square)


def _check_trail(table: Situation, fields: Fields) -> None:
    """A trail holds the true cell and no cell the mummy can exclude (Q27)."""
    state, printed = table.state, table.edition.printed[0]
    for pawn in range(len(fields.get("trail"))):
        square = int(state["pawns"][pawn])
        names = fields.get("trail")[pawn]
        key = f"trail[{pawn}]: {names!r}"
        if square == OUT:
            if names:
                raise InvalidPosition(f"{key}: the pawn is out of the game, so it is empty")
            continue
        here = Cell().write(table, square)
        if here not in names:
            raise InvalidPosition(f"{key}: it does not contain the pawn's cell {here}")
        if has(state["trail"][pawn], int(state["mummy"])):
            raise InvalidPosition(f"{key}: it contains the mummy's cell")
        for end in (int(printed["entrance"]), int(printed["sarcophagus"])):
            if has(state["trail"][pawn], end) and len(names) > 1:
                name = Cell().write(table, end)
                raise InvalidPosition(f"{key}: a pawn on {name} is known to be there")
    pawn = int(state["pawn"])
    if state["phase"] == MOVE:
        for word in range(WORDS):
            if state["trail"][pawn, word] & printed["boxed"][state["mummy"], word]:
                raise fields.fault("trail", f"pawn {pawn} has rolled, so it is not boxed in")


def _check_end(fields: Fields, state: Any) -> None:
    """A match is over exactly when somebody has won or the limit is reached (Q23 to Q26)."""
    over = state["phase"] == OVER
    players = int(state["players"])
    done = [hunter for hunter in range(players - 1) if state["cards"][hunter] == 0]
    mummy_won = int(state["caught"]) == int(LIVES_TO_WIN[players])
    if done and not over:
        raise fields.fault("cards", f"hunter {done[0]} has no card left, so the match is over")
    if mummy_won and not over:
        raise fields.fault("caught", "the mummy has won, so the match is over")
    if len(done) + mummy_won > 1:
        raise fields.fault("phase", "only one can have won")
    if over and not done and not mummy_won and state["round"] < state["limit"]:
        raise fields.fault("phase", "nobody has won and the limit is not reached")


def _check_decision(printed: Any, fields: Fields, state: Any) -> None:
    """There is something to decide."""
    pawn = int(state["pawn"])
    if state["phase"] == START and boxed_in(printed, state, pawn):
        raise fields.fault("phase", f"pawn {pawn} is boxed in, so it passes")  # Q17
    if state["phase"] == CARD and playable(printed, state, int(state["pawns"][pawn])) < 0:
        raise fields.fault("phase", f"pawn {pawn} is not on a treasure of its hunter's cards")


def _look_back(printed: Any, fields: Fields, state: Any) -> None:
    """Set what others see while a card may be played: the move decision before it.

    A position does not tell which move that was. We take the simplest: two steps, there and
    back, so that before it everything was as it is. That cannot be where the pawn is boxed in;
    then it has just left the entrance or the sarcophagus with one step.
    """
    pawn = int(state["pawn"])
    here = int(state["pawns"][pawn])
    boxed = printed["boxed"][state["mummy"]]
    if not has(boxed, here):
        state["came_from"] = here
        state["rolled"][1] = DICE - state["aside"]
        state["old_trail"] = state["trail"][pawn] & ~boxed
        return
    home = int(printed["entrance" if state["lives"][pawn] == LIVES else "sarcophagus"])
    if here not in printed["next"][home]:
        raise fields.fault("pawns", f"no die can have brought pawn {pawn} where it is")
    state["came_from"] = home
    state["rolled"][0] = DICE - state["aside"]
    state["old_trail"][home // WORD] = np.int64(1) << (home % WORD)
