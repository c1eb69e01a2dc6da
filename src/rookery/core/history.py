"""What a seat has seen: the steps it was shown, what it did, and what lay before it.

Two matches give a seat the same history exactly if it cannot tell them apart, however long it
looks back. Its key is a digest, made ply by ply: a match that goes on adds to it.
"""

import hashlib
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from rookery.core.record import Records
from rookery.core.steps import Things
from rookery.core.view import look

if TYPE_CHECKING:
    from rookery.core.match import Match

KEY_BYTES = 16
#: By seat (-1: a spectator): the key, and the bytes seen last, after each ply from the deal on.
Chains = dict[int, list[tuple[bytes, bytes]]]


def history(match: "Match", seat: int | None) -> list[Things]:
    """All that a seat has seen, as plain data, in order."""
    return Reader(match, seat).more()


class Reader:
    """Reads what a seat has seen while the match goes on: all of it, each thing once."""

    def __init__(self, match: "Match", seat: int | None) -> None:
        self._match, self._seat = match, seat
        self._told: list[Things] = [{"kind": "seat", **_head(match, seat)}]
        #: How far it has read, and the bytes seen last.
        self._ply, self._before = -1, b""
        if match._told is not None and match._told[0] == match.check_seat(seat):
            self._told, self._before = list(match._told[1]), match._told[2]

    def more(self) -> list[Things]:
        """What it has not read yet."""
        told, self._told = self._told, []
        until = self._match.known_ply(self._seat)
        for ply in range(self._ply, until):
            for things, after in _events(self._match, self._seat, ply):
                if after != self._before:
                    things["sees"] = _changes(self._match, self._before, after)
                    self._before = after
                elif things["kind"] == "":
                    continue
                things["kind"] = things["kind"] or "sight"
                told.append(things)
        self._ply = max(self._ply, until)
        return told


def pass_on(match: "Match", seat: int | None, world: "Match") -> None:
    """Let a seat have seen, in a world that begins where a match is, what it has seen there."""
    number = match.check_seat(seat)
    sight = _sight(match, match._states, seat)
    world._told = (number, history(match, seat), sight)
    world._seen[number] = [(bytes.fromhex(information(match, seat, match._seen)), sight)]


def information(match: "Match", seat: int | None, chains: Chains) -> str:
    """The key of that history."""
    number = match.check_seat(seat)
    chain = chains.setdefault(number, [])
    until = match.known_ply(seat)
    del chain[match.ply + 1 :]
    if not chain:
        chain.append(_link(match, seat, -1, (_digest(_plain(_head(match, seat))), b"")))
    for ply in range(len(chain) - 1, until):
        chain.append(_link(match, seat, ply, chain[-1]))
    return chain[until][0].hex()


def _link(
    match: "Match", seat: int | None, ply: int, last: tuple[bytes, bytes]
) -> tuple[bytes, bytes]:
    key, before = last
    for things, after in _events(match, seat, ply):
        seen = after if after != before else b""
        if seen or things["kind"]:
            key = _digest(key, _plain(things), seen)
        before = after
    return key, before


def _events(match: "Match", seat: int | None, ply: int) -> Iterator[tuple[Things, bytes]]:
    """What a seat is shown of a ply, and the hidden record after each thing; -1 is the deal.

    The last one, of no kind, is what is so when the next decision has come.
    """
    acted = False
    for step in match._steps_of(ply):
        known = step.known(seat)
        if known is None:
            continue
        things = dict(known)
        if step.action is not None:
            if not match.asks_all:  # then everybody sees who is asked, and who had no choice
                things["asked"] = ply >= 0 and not acted
            acted = True
            if step.seat == seat:
                things["action"] = int(step.action)
        yield things, _sight(match, step.records, seat)
    settled = match._past[ply + 1] if ply + 1 < match.ply else match._states.tobytes()
    yield {"kind": ""}, _sight(match, np.frombuffer(settled, match.game.dtype), seat)


def _sight(match: "Match", records: Records, seat: int | None) -> bytes:
    return look(match.game, match.edition, records, seat).records.tobytes()


def _head(match: "Match", seat: int | None) -> Things:
    edition: Any = match.edition.name if match.edition.shipped else match.edition.data
    return {"game": match.game.name, "edition": edition, "seat": seat}


def _changes(match: "Match", before: bytes, after: bytes) -> Things:
    """The fields of a hidden record that are not as they were."""
    dtype = match.game.dtype
    new = np.frombuffer(after, dtype)[0]
    old = np.frombuffer(before, dtype)[0] if before else None
    return {
        name: new[name].tolist()
        for name in dtype.names or ()
        if old is None or new[name].tobytes() != old[name].tobytes()
    }


def _plain(things: Things) -> bytes:
    return json.dumps(things, sort_keys=True, separators=(",", ":")).encode()


def _digest(*parts: bytes) -> bytes:
    hashed = hashlib.blake2b(digest_size=KEY_BYTES)
    for part in parts:
        hashed.update(len(part).to_bytes(4, "little") + part)
    return hashed.digest()
