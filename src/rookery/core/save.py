"""Saved matches: readable text that replays exactly, or is refused with line and reason.

    rookery match 1
    game: party
    rules: 1
    edition: iello-2024
    players: 4
    rounds: 4
    tie: shared
    seed: 7
    check: 5f1c3a90

    1 seat 2: r>  [c41d]
    2 seat 3: b<  [07aa]
    result: open after 2 actions  [99e0]

Every check in brackets covers all lines above it, so an edited line is found where it stands.
A match begun at a position has a ``position`` line instead of options.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rookery.core.edition import Edition
from rookery.core.plain import MAX_DIGITS, whole
from rookery.errors import BrokenSave, RookeryError, WrongRules, shown

if TYPE_CHECKING:
    from rookery.core.game import Game
    from rookery.core.match import Match

MAGIC = "rookery match 1"
MAX_CHARACTERS = 5_000_000
#: Of an edition or a position in it: many times what the largest takes.
MAX_JSON = 65_536
_ACTION = re.compile(r"(\d{1,9}) seat (\d{1,9}): (.+?)  \[([0-9a-f]{4})\]")
_RESULT = re.compile(r"(result: .+?)  \[([0-9a-f]{4})\]")


class _Check:
    """A running hash over lines."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    def add(self, line: str) -> None:
        self._hash.update(line.encode() + b"\n")

    def digits(self, count: int) -> str:
        return self._hash.hexdigest()[:count]


def write(match: "Match") -> str:
    """The text of a match."""
    check = _Check()
    lines = list(_head(match))
    for line in lines:
        check.add(line)
    lines += [f"check: {check.digits(8)}", ""]
    for line in _body(match):
        check.add(line)
        lines.append(f"{line}  [{check.digits(4)}]")
    return "\n".join(lines) + "\n"


def _head(match: "Match") -> Iterator[str]:
    game = match.game
    yield MAGIC
    yield f"game: {game.name}"
    yield f"rules: {game.rules_version}"
    yield f"edition: {match.edition.name}"
    if not match.edition.shipped:
        yield f"edition-data: {json.dumps(match.edition.data, ensure_ascii=False)}"
    if match.asks_all:
        yield "asks: all"
    if match.dealt:
        yield f"players: {match.players}"
        for name, option in game.options.items():
            value = match.options[name]
            yield f"{name}: {json.dumps(value) if option.switch else _word(value, option.blank)}"
    else:
        yield f"position: {json.dumps(match.beginning().to_dict(), ensure_ascii=False)}"
    if match.seed is None or isinstance(match.seed, bytes):
        yield f"secret: {match.secret.hex()}"
    else:
        yield f"seed: {int(match.seed)}"


def _word(value: object, blank: str) -> str:
    return blank if value is None else str(value)


def _body(match: "Match") -> Iterator[str]:
    actions = match.log
    for again in match.replay():
        if again.ply < len(actions):
            text = again.notation(actions[again.ply])
            yield f"{again.ply + 1} seat {again.turn}: {text}"
    yield _result(match)


def _result(match: "Match") -> str:
    """The last line, also of an unfinished match: without it a file has lost its end."""
    if not match.over:
        return f"result: open after {match.ply} actions"
    scores = " ".join(str(score) for score in match.scores())
    winners = " ".join(str(seat) for seat in match.winners()) or "none"
    return f"result: {scores}, winners {winners}"


def read(text: str, find: "Callable[[str], Game]") -> "Match":
    """The match of a text; raises BrokenSave with the line and the reason."""
    if not isinstance(text, str):
        raise BrokenSave(f"a saved match is a text, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise BrokenSave(f"{len(text)} characters are more than a saved match can have")
    lines = [line.rstrip() for line in text.splitlines()]
    check = _Check()
    head, size = _read_head(lines, check)
    match = _begin(head, find)
    _read_body(match, lines, size, check)
    return match


def game_of(text: str) -> str | None:
    """The name of the game in a saved match's head; None if there is none to be found."""
    for line in text.splitlines()[1:]:
        key, colon, value = line.rstrip().partition(": ")
        if key == "game":
            return value
        if not colon or key == "check":
            break
    return None


def examine(
    text: str, find: "Callable[[str], Game]", promised: str | None = None
) -> tuple["Match | None", list[str]]:
    """The match of a text, if it can be read, and what does not fit: file, deal or commitment.

    ``promised`` is the hash of the secret that was published before the first action.
    """
    try:
        match = read(text, find)
        match.verify()
    except RookeryError as error:
        return None, str(error).splitlines()
    if promised is None or promised.strip().lower() == match.commitment:
        return match, []
    told = f"the secret's hash is {match.commitment}, but {promised[:64]} was published before"
    return match, [told]


def _fault(number: int, reason: str) -> BrokenSave:
    return BrokenSave(f"line {number}: {reason}")


def _read_head(lines: list[str], check: _Check) -> tuple[dict[str, tuple[int, str]], int]:
    if not lines or lines[0] != MAGIC:
        raise _fault(1, f"a saved match starts with {MAGIC!r}")
    check.add(lines[0])
    head: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[1:], start=2):
        key, colon, value = line.partition(": ")
        if not colon:
            raise _fault(number, f"{shown(line)} is not a 'key: value' line")
        if key == "check":
            if value != check.digits(8):
                raise _fault(number, f"the check does not match lines 1 to {number - 1}: edited?")
            return head, number
        if key in head:
            raise _fault(number, f"{shown(key)} is given twice")
        head[key] = (number, value)
        check.add(line)
    raise _fault(len(lines), "the file ends before its 'check' line")


def _begin(head: dict[str, tuple[int, str]], find: "Callable[[str], Game]") -> "Match":
    """The match at its first position, from the head's lines."""
    head = dict(head)

    def take(key: str) -> tuple[int, str]:
        if key not in head:
            raise BrokenSave(f"the head has no line {key!r}")
        return head.pop(key)

    line, name = take("game")
    with _At(line):
        game = find(name)
    line, version = take("rules")
    number = -1 if (given := whole(version)) is None else given
    former = game.earlier.get(number, {})
    known = version == str(game.rules_version) or number in game.earlier
    if not known or (former and "position" in head):
        raise WrongRules(
            f"line {line}: saved under rules version {version[:20]} of {name}; this is version"
            f" {game.rules_version}"
        )
    line, name = take("edition")
    edition = _edition(game, head, (line, game.edition_then(number, name)))
    seed = _seed(head)
    asks_all = False
    if "asks" in head:
        line, asked = take("asks")
        if asked != "all":
            raise _fault(
                line, f"asks: {shown(asked)} is not 'all'; without the line, choices are asked"
            )
        asks_all = True
    if "position" in head:
        line, text = take("position")
        with _At(line):
            position = _json(text)
            if isinstance(position, dict) and position.get("edition") == name:
                position["edition"] = edition.name
            match = game.from_dict(position, seed, edition, asks_all=asks_all)
    else:
        line, players = take("players")
        chosen = {key: head.pop(key)[1] for key in list(head) if key in game.options}
        options = {**former, **chosen}
        with _At(line):
            seats = whole(players)
            game.check_players(players if seats is None else seats)
            match = game.start(seats, seed, edition, asks_all=asks_all, **options)
    for key, (line, _) in head.items():
        raise _fault(line, f"{shown(key)} is not known to {game.name}")
    return match


class _At:
    """Turns a fault inside the block into one that names the line."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RookeryError):
            raise _fault(self.line, str(error)) from None


def _json(text: str) -> Any:
    """The data of a JSON text that is not too large to be worked on."""
    if len(text) > MAX_JSON:
        raise BrokenSave(f"{len(text)} characters of JSON are too many; the limit is {MAX_JSON}")
    try:
        return json.loads(text, parse_int=_number)
    except json.JSONDecodeError as error:
        raise BrokenSave(str(error)) from None
    except RecursionError:
        raise BrokenSave("the JSON is nested too deeply") from None


def _number(digits: str) -> int:
    """A whole number as JSON writes it."""
    if len(digits) > MAX_DIGITS:
        raise BrokenSave(f"the number {digits[:MAX_DIGITS]}… has too many digits: {len(digits)}")
    return int(digits)


def _edition(game: "Game", head: dict[str, tuple[int, str]], named: tuple[int, str]) -> Edition:
    line, name = named
    with _At(line):
        if "edition-data" not in head:
            known = (*game.editions, *game.studies)
            if name not in known:
                raise _fault(line, f"{shown(name)} is not one of {', '.join(known)}")
            return game.edition(name)
    line, text = head.pop("edition-data")
    with _At(line):
        data = _json(text)
        if not isinstance(data, dict) or data.get("name") != name:
            raise BrokenSave(f"the edition data does not belong to {shown(name)}")
        return game.edition_from_data(data)


def _seed(head: dict[str, tuple[int, str]]) -> int | bytes:
    if "seed" in head:
        line, text = head.pop("seed")
        seed = whole(text)
        if seed is None or seed >= 2**64:
            raise _fault(line, f"seed {shown(text)} is not a whole number below 2**64")
        return seed
    if "secret" not in head:
        raise BrokenSave("the head has neither a 'seed' nor a 'secret' line")
    line, text = head.pop("secret")
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise _fault(line, f"a secret has 64 hexadecimal digits, not {shown(text)}")
    return bytes.fromhex(text)


def _read_body(match: "Match", lines: list[str], size: int, check: _Check) -> None:
    finished = False
    for number, line in enumerate(lines[size:], start=size + 1):
        if not line:
            continue
        if finished:
            raise _fault(number, f"{shown(line)} comes after the result")
        if line.startswith("result:"):
            _read_result(match, number, line, check)
            finished = True
        else:
            _read_action(match, number, line, check)
    if not finished:
        raise _fault(len(lines), "the file ends without a 'result' line; its end is missing")


def _read_action(match: "Match", number: int, line: str, check: _Check) -> None:
    found = _ACTION.fullmatch(line)
    if not found:
        raise _fault(number, f"{shown(line)} is not of the form '1 seat 0: action  [check]'")
    ply, seat, text, digits = found.groups()
    if int(ply) != match.ply + 1:
        raise _fault(number, f"found action {ply} where action {match.ply + 1} belongs")
    if match.over or int(seat) != match.turn:
        turn = "nobody's" if match.over else f"seat {match.turn}'s"
        raise _fault(number, f"seat {seat} acts, but it is {turn} turn")
    with _At(number):
        match.play(text)
    _compare(number, line, digits, check)


def _read_result(match: "Match", number: int, line: str, check: _Check) -> None:
    found = _RESULT.fullmatch(line)
    if not found:
        raise _fault(number, f"{shown(line)} is not of the form 'result: scores, winners  [check]'")
    if found[1] != _result(match):
        raise _fault(number, f"the result is {_result(match)!r}, not {shown(found[1])}")
    _compare(number, line, found[2], check)


def _compare(number: int, line: str, digits: str, check: _Check) -> None:
    check.add(line.rpartition("  [")[0])
    if digits != check.digits(4):
        raise _fault(number, "the check does not match this line and those above: edited?")
