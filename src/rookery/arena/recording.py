"""Matches between bots, written down: what each seat knew at its decisions, and what was so.

Every match is a table of columns, a row a decision, in the order of play. What the seat that
decides could know stands in columns of plain names; what it could not know stands in columns that
begin with ``truth_`` (it was so) or ``result_`` (it came of it). ``world_`` columns are drawn from
what the seat knew: docs/dataset.md.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.arena.play import play
from rookery.arena.results import Result
from rookery.arena.schedule import Setting
from rookery.arena.workers import Workers
from rookery.core import rng
from rookery.core.game import Game
from rookery.core.history import Reader
from rookery.core.known import known_of
from rookery.core.machine import cores
from rookery.core.match import Match
from rookery.core.record import Records
from rookery.errors import InvalidArena, RookeryError

#: A column: an array whose first axis is the rows, or a list of texts or of short lists.
Columns = dict[str, npt.NDArray[Any] | list[Any]]
#: Children of a deal's secret below this one are nobody's; those above draw worlds, ply by ply.
WORLDS = 2**63


@dataclass(frozen=True)
class Plan(Setting):
    """A setting in which every match has a deal of its own."""

    #: How many worlds are drawn at each decision.
    worlds: int = 0

    @classmethod
    def of(cls, setting: Setting, worlds: int) -> "Plan":
        """The same bots at the same table, to be written down."""
        if not 0 < len(setting.bots) <= setting.players:
            raise InvalidArena(
                f"{setting.players} seats are for 1 to {setting.players} bots, not"
                f" {len(setting.bots)}"
            )
        it = setting
        return cls(it.game, it.players, it.bots, it.seed, it.edition, it.options, worlds)

    @property
    def matches_a_deal(self) -> int:
        """No deal is played twice: what is learned from one match must not know another one."""
        return 1


def secret_fields(game: Game) -> list[str]:
    """The fields of a record that are not everybody's."""
    public = known_of(game.dtype).public
    return [name for name in game.dtype.names or () if name not in public]


class Recorder:
    """Watches one match."""

    def __init__(self, plan: Plan, number: int) -> None:
        self._plan, self._number = plan, number
        self._readers: dict[int, Reader] = {}
        self._decisions = [0] * plan.players
        self._rows: dict[str, list[Any]] = {}
        self._truths: list[Records] = []
        self._worlds: list[Records] = []
        self._match: Match | None = None

    def watch(self, match: Match) -> None:
        """Write down what the seat to decide knows."""
        seat = match.turn or 0
        self._match = match
        if seat not in self._readers:
            self._readers[seat] = Reader(match, seat)
        row = {
            "seat": seat,
            "decision": self._decisions[seat],
            "information": match.information(seat),
            "history": json.dumps(self._readers[seat].more(), separators=(",", ":")),
            "observation": match.features(seat),
            "legal": np.array(match.legal(), np.int32),
        }
        for name, value in row.items():
            self._rows.setdefault(name, []).append(value)
        self._decisions[seat] += 1
        self._truths.append(match.everything().records)
        if self._plan.worlds:
            secret = rng.child(self._plan.deal_secret(self._number), WORLDS + match.ply)
            self._worlds.append(match.worlds(seat, self._plan.worlds, secret).records)

    def columns(self, result: Result) -> Columns:
        """The whole match."""
        if self._match is None:  # nobody had a choice
            return {}
        match, rows = self._match, self._rows
        count = match.ply
        made: Columns = {
            "match": np.full(count, self._number, np.int32),
            "seat": np.array(rows["seat"], np.int8),
            "decision": np.array(rows["decision"], np.int32),
            "bot": [result.seats[seat] for seat in rows["seat"]],
            "information": rows["information"],
            "history": rows["history"],
            "observation": np.stack(rows["observation"]),
            "legal": rows["legal"],
            "action": np.array(match.log, np.int32),
            "truth_ply": np.arange(count, dtype=np.int32),
            "truth_bots": [list(result.seats)] * count,
        }
        truths = np.concatenate(self._truths)
        for name in secret_fields(match.game):
            made[f"truth_{name}"] = np.ascontiguousarray(truths[name])
        if self._plan.worlds:
            worlds = np.stack(self._worlds)
            for name in secret_fields(match.game):
                made[f"world_{name}"] = np.ascontiguousarray(worlds[name])
        made["result_scores"] = np.tile(np.array(match.scores(), np.int32), (count, 1))
        made["result_returns"] = np.tile(np.array(match.returns(), np.float32), (count, 1))
        made["result_ending"] = [result.ending] * count
        return made


@dataclass(frozen=True)
class Recorded:
    """One match, or why there is none."""

    match: int
    columns: Columns
    fault: str = ""


def record(plan: Plan, number: int, thinking: Callable[[int], None]) -> Recorded:
    """Play a match and write it down."""
    recorder = Recorder(plan, number)
    try:
        result = play(plan, number, thinking, recorder.watch)
    except RookeryError as error:  # worlds may be too many to be drawn
        return Recorded(number, {}, f"match {number}: {error}")
    return _told(result) or Recorded(number, recorder.columns(result))


def _told(result: Result) -> Recorded | None:
    """What a forfeit says."""
    if result.forfeit is None:
        return None
    it = result.forfeit
    return Recorded(
        result.match, {}, f"match {result.match}, seat {it.seat}, {it.bot}: {it.reason}"
    )


def recorded(plan: Plan, matches: int, workers: int | None = None) -> Iterator[Columns]:
    """Matches in their order, played by processes (None: one a core; 0: this process)."""
    if workers == 0:
        alone = partial(record, plan, thinking=lambda seat: None)
        yield from map(_columns, map(alone, range(matches)))
        return
    count = min(matches, cores() if workers is None else workers)
    early: dict[int, Columns] = {}
    done = 0
    with closing(Workers(plan, count, record)) as crew:
        for found in crew.play(range(matches)):
            early[found.match] = _columns(found)
            while done in early:
                yield early.pop(done)
                done += 1


def _columns(found: Recorded | Result) -> Columns:
    """The match, if there is one. A bot whose process dies has left a result, not a record."""
    told = _told(found) if isinstance(found, Result) else found
    assert told is not None
    if told.fault:
        raise InvalidArena(told.fault)
    return told.columns
