"""Match: one game being played. Seed, options and actions in; states, views and texts out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rookery.core import history, loops, rng, save
from rookery.core.edition import Edition
from rookery.core.fields import Position
from rookery.core.playing import Playing
from rookery.core.record import Records, copy, new
from rookery.core.scene import Scene
from rookery.core.seen import seen_by
from rookery.core.steps import Moment, Step, Things
from rookery.core.view import View, look
from rookery.core.worlds import Worlds
from rookery.errors import BrokenSave, InvalidOption, InvalidPosition, InvalidSeat

if TYPE_CHECKING:
    from rookery.core.game import Game

#: How many plies' steps a match keeps at hand.
RECENT = 3


class Match(Playing):
    """A match and its log of actions. Get one from ``game.start`` or ``game.from_dict``.

    >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
    >>> match.turn, match.ply, match.over
    (0, 0, False)
    """

    __slots__ = ()

    @classmethod
    def start(
        cls,
        game: "Game",
        players: int,
        seed: int | bytes | None,
        edition: Edition,
        options: Mapping[str, object],
        asks_all: bool = False,
    ) -> "Match":
        """Deal a new match; ``game.start`` is the comfortable way."""
        match = cls(game, edition, new(game.dtype), seed, asks_all)
        match.options = game.prepare(players, options, match._states, edition)
        match._deal()
        return match

    @classmethod
    def from_position(
        cls,
        game: "Game",
        position: Position,
        seed: int | bytes | None,
        edition: Edition,
        asks_all: bool = False,
    ) -> "Match":
        """Begin at a position; ``game.from_dict`` is the comfortable way."""
        states = game.read_position(edition, position)
        match = cls._from_records(game, edition, states, seed, asks_all)
        if match._count < 2 - asks_all and match.turn is not None:
            raise InvalidPosition(
                f"turn: seat {match.turn} has {match._count} legal action(s), so there is"
                " nothing to decide; give the position before or after it"
            )
        return match

    @classmethod
    def _from_records(
        cls,
        game: "Game",
        edition: Edition,
        states: Records,
        seed: int | bytes | None,
        asks_all: bool,
    ) -> "Match":
        match = cls(game, edition, states, seed, asks_all)
        match._first = states.tobytes()
        match._list()
        return match

    def copy(self) -> "Match":
        """An independent match in the same state with the same past.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> twin = match.copy()
        >>> twin.play("r>")
        >>> twin.ply, match.ply
        (1, 0)
        """
        twin = Match(self.game, self.edition, copy(self._states), self.seed, self.asks_all)
        twin.options = dict(self.options)
        twin._secret = self._secret
        twin._actions = self._actions.copy()
        twin._count = self._count
        twin._drew = self._drew
        twin._first = self._first
        twin._log = self._log.copy()
        twin._past = self._past.copy()
        twin._told = self._told
        twin._script = dict(self._script)
        twin._seen = {seat: chain.copy() for seat, chain in self._seen.items()}
        return twin

    def undealt(self) -> "Match":
        """A match with the same options whose deal is still to come."""
        if not self.dealt:
            raise InvalidOption("the match began at a position, so it has no deal")
        twin = Match(self.game, self.edition, new(self.game.dtype), self.seed, self.asks_all)
        twin.options = self.game.prepare(self.players, self.options, twin._states, self.edition)
        twin._secret = self._secret
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Match":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        past = (self._first, self._log, self._past, self._drew, self._script)
        kept = (self.seed, self._secret, self.options, self.asks_all, past)
        return _restore, (self.game, self.edition, self._states.tobytes(), kept)

    # ---------------------------------------------------------------- what happened

    def steps(self, since: int | None = None) -> list[Step]:
        """What has happened since the match was at ply ``since``, one thing at a time.

        Without a ply: from the deal on (a match begun at a position has none).

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> [step.to_dict() for step in match.steps(since=0)]
        [{'kind': 'place', 'seat': 0, 'at': 'r>'}]
        """
        if since is not None and not 0 <= since <= self.ply:
            raise InvalidOption(f"ply {since!r} is not one of 0 to {self.ply}")
        plies = range(-1 if since is None else since, self.ply)
        return [step for ply in plies for step in self._steps_of(ply)]

    def _steps_of(self, ply: int) -> list[Step]:
        """The steps of the action at a ply; -1 is the deal."""
        if ply in self._recent:
            return self._recent[ply]
        if ply < 0 and self._first is not None:
            return []
        drew = self._drew
        states = new(self.game.dtype)
        what = loops.DEAL
        if ply < 0:
            self.game.prepare(self.players, self.options, states)
        else:
            states = copy(np.frombuffer(self._past[ply], self.game.dtype))
            what = self._log[ply]
        found = self._step_on(ply, states, what)
        self._drew = drew
        return found

    def _step_on(self, ply: int, states: Records, what: int) -> list[Step]:
        """Do what was chosen at a ply, and keep its steps for a while: they will be asked for."""
        game, edition = self.game, self.edition
        before = copy(states)
        found = []
        for number, action in self._walk(ply + 1, states, what):
            if number == 0:
                before = copy(states)
                continue
            kind = game.steps.kinds[number - 1]
            things = game.steps.describe(edition, kind, before[0], states[0], action)
            before = copy(states)
            found.append(Step(game, edition, kind, things, ply + 1, action, before))
        while len(self._recent) >= RECENT:
            del self._recent[min(self._recent)]
        self._recent[ply] = found
        return found

    def known_steps(self, seat: int | None, since: int | None = None) -> list[Step]:
        """Of the steps since a ply, those that a seat (None: a spectator) may know of by now."""
        until = self.known_ply(seat)
        steps = self.steps(since)
        return [step for step in steps if step.ply <= until and step.known(seat) is not None]

    def moments(self, seat: int | None, since: int | None = None) -> list[Moment]:
        """Those steps as the seat may know them, each with what it sees after it.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> [moment.view.tell(["Mira", "Ben"]) for moment in match.moments(1, since=0)]
        [['Mira starts the base with a red penguin.']]
        """
        viewer = None if self.check_seat(seat) < 0 else seat
        seen = [step.view(viewer) for step in self.known_steps(viewer, since)]
        return [moment for moment in seen if moment is not None]

    def known_ply(self, seat: int | None) -> int:
        """The last ply that a seat may have noticed: a hidden decision may be pending."""
        veiled = self.game.steps.veiled
        ply = self.ply
        state = self._states
        while veiled is not None and ply and veiled(state[0], seat):
            ply -= 1
            state = np.frombuffer(self._past[ply], self.game.dtype)
        return ply

    def history(self, seat: int | None) -> list[Things]:
        """All that a seat (or, with None, a spectator) has seen: steps, and its own actions.

        Each is what it may know of a step; ``sees`` are the fields of its hidden record that have
        changed. Where only choices are asked, ``asked`` tells them from what was played by itself.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> [seen["kind"] for seen in match.history(0)]
        ['seat', 'deal', 'sight', 'place', 'sight']
        >>> match.history(0)[3]["at"], match.history(0)[3]["action"]
        ('r>', 1)
        """
        self.check_seat(seat)
        return history.history(self, seat)

    def information(self, seat: int | None) -> str:
        """A key for that history: equal in two matches exactly if the histories are.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> world = match.worlds(0, count=1, seed=1)[0]
        >>> match.information(0) == world.information(0), world.to_dict() == match.to_dict()
        (True, False)
        """
        return history.information(self, seat, self._seen)

    # ---------------------------------------------------------------- knowing

    def check_seat(self, seat: int | None) -> int:
        """The seat as compiled code wants it: -1 for None, a spectator."""
        if seat is None:
            return -1
        whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
        if not whole or not 0 <= seat < self.players:
            raise InvalidSeat(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}")
        return int(seat)

    def hidden(self, seat: int | None) -> View:
        """What a seat (or, with None, a spectator) may know, as bots and scenes want it.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.hidden(0).fields.players
        2
        """
        number = self.check_seat(seat)
        return look(self.game, self.edition, self._states, None if seat is None else number)

    def informed(self, seat: int | None) -> View:
        """What a seat may know, with all it has seen so far: for bots that read the table.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> match.informed(1).seen.between(0).tolist()
        [1]
        """
        view = self.hidden(seat)
        view.seen = seen_by(self, view.seat)
        return view

    def features(self, seat: int | None, dtype: Any = np.uint8) -> npt.NDArray[Any]:
        """What a seat (or, with None, a spectator) may know, as numbers for learning.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.game.observation.read(match.features(0))["hand"]
        [2, 2, 3, 2, 5]
        """
        return self.hidden(seat).features(dtype)

    def everything(self) -> View:
        """The whole state in the form of a view, all secrets included.

        It is for whoever holds the match itself. What a seat may know is ``hidden``.
        """
        return View(self.game, self.edition, None, copy(self._states), complete=True)

    def view(self, seat: int | None) -> Position:
        """What a seat (or, with None, a spectator) may know, as a position.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.view(0)["hands"]
        [{'red': 2, 'green': 2, 'yellow': 3, 'purple': 2, 'blue': 5}, 14]
        """
        return self.hidden(seat).to_dict()

    def scene(
        self, seat: int | None = None, language: str = "en", names: Sequence[str] | None = None
    ) -> Scene:
        """What a seat (or, with None, a spectator) sees and may do, to be drawn.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> [choice.action for choice in match.scene(0).choices]
        ['r>', 'g>', 'y>', 'p>', 'b>']
        """
        view = self.hidden(seat)
        legal = self.legal() if seat is not None and seat == self.turn else []
        return view.scene(legal, names, language)

    def _repr_svg_(self) -> str:
        """Notebooks draw it by this: what a spectator sees."""
        return self.scene()._repr_svg_()

    def redeal(self, seat: int | None, seed: int | bytes | None = None) -> "Match":
        """A match in a world that the seat cannot tell from this one, drawn by ``seed``.

        It is made from the seat's hidden record alone. It begins at the present position:
        how the sampled world came about is not part of the sample.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> world = match.redeal(0, seed=5)
        >>> world.view(0) == match.view(0), world.to_dict() == match.to_dict()
        (True, False)
        """
        view = self.hidden(seat)
        views = new(self.game.dtype, 2)
        views[0] = view.records[0]
        loops.redeal(self._printed, views, view.number, rng.generator(seed), self.asks_all)
        return Match._from_records(self.game, self.edition, copy(views[:1]), seed, self.asks_all)

    def worlds(self, seat: int | None, count: int, seed: int | bytes | None = None) -> Worlds:
        """Worlds that fit all that the seat has seen, each as likely as fair deals make it.

        They are matches with a past: see :class:`Worlds`, and ``docs/lab.md`` for what exactly is
        sampled in each game.
        """
        return Worlds(self, seat, count, seed)

    # ---------------------------------------------------------------- texts

    def to_dict(self) -> Position:
        """The full position, all secrets included.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.to_dict()["unused"]
        {'red': 2, 'green': 2, 'yellow': 2, 'purple': 1, 'blue': 1}
        """
        return self.game.write_position(self.edition, self._states[0])

    def save(self) -> str:
        """The whole match as readable text; ``rookery.load`` reads it back.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> print(match.save().splitlines()[-1])
        result: open after 0 actions  [bb92]
        """
        if self._script:
            raise InvalidOption("a match with chance that was told, not drawn, cannot be saved")
        return save.write(self)

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.turn} to decide"
        return f"<Match {self.game.name}, {self.players} players, ply {self.ply}, {state}>"

    # ---------------------------------------------------------------- the fold

    def beginning(self) -> "Match":
        """A match at this one's first position, with an empty log."""
        if self._first is None:
            first = self.undealt()
            first._script = dict(self._script)
            first._deal()
            return first
        states = copy(np.frombuffer(self._first, self.game.dtype))
        first = Match._from_records(self.game, self.edition, states, self._secret, self.asks_all)
        first._script = dict(self._script)
        return first

    def replay(self) -> Iterator["Match"]:
        """The match again from its beginning: one object, yielded at every ply.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> [(again.ply, again.turn) for again in match.replay()]
        [(0, 0), (1, 1)]
        """
        again = self.beginning()
        yield again
        for action in self._log:
            again.play(action)
            yield again

    def verify(self) -> None:
        """Fold the log anew from the secret; raise if it does not lead to this state.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> rookery.load(match.save()).verify()
        """
        for again in self.replay():
            last = again
        if last._states.tobytes() != self._states.tobytes():
            raise BrokenSave("the actions do not lead from the seed to this state")


def _restore(game: "Game", edition: Edition, state: bytes, kept: tuple[Any, ...]) -> Match:
    """The match that was pickled."""
    seed, secret, options, asks_all, (first, log, past, drew, script) = kept
    match = Match(game, edition, copy(np.frombuffer(state, game.dtype)), seed, asks_all)
    match.options, match._secret = options, secret
    match._list()
    match._first, match._log, match._past, match._drew = first, log, past, drew
    match._script = script
    return match
