"""Match: one game being played. Seed, options and actions in; states, views and texts out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.core import loops, rng
from rookery.core.edition import Edition
from rookery.core.game import Game, Position
from rookery.core.kernel import bind
from rookery.core.record import Records, copy, new
from rookery.core.scene import Scene
from rookery.core.steps import Moment, Step
from rookery.core.view import View, look
from rookery.errors import (
    BrokenSave,
    IllegalAction,
    InvalidOption,
    InvalidPosition,
    InvalidSeat,
    MatchOver,
    NothingToUndo,
    UnknownAction,
)

#: ``loops.play``, bound to the types of each game's records.
_bound: dict[str, Callable[..., int]] = {}
#: How many plies' steps a match keeps at hand.
RECENT = 3


class Match:
    """A match and its log of actions. Get one from ``game.start`` or ``game.from_dict``.

    >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
    >>> match.turn, match.ply, match.over
    (0, 0, False)
    """

    __slots__ = (
        "_actions",
        "_count",
        "_drew",
        "_first",
        "_limit",
        "_log",
        "_memory",
        "_past",
        "_play",
        "_recent",
        "_rngs",
        "_secret",
        "_states",
        "_tables",
        "_turn",
        "asks_all",
        "edition",
        "game",
        "options",
        "seed",
    )

    def __init__(
        self,
        game: Game,
        edition: Edition,
        states: Records,
        seed: int | bytes | None,
        asks_all: bool = False,
    ) -> None:
        self.game = game
        self.edition = edition
        #: Whether an only action is asked for like any other; else it is played by itself.
        self.asks_all = asks_all
        #: The options the match was started with; empty for one begun at a position.
        self.options: dict[str, Any] = {}
        #: What was given to start it; None if the match was to be unpredictable.
        self.seed = seed
        self._secret = rng.secret_of(seed)
        self._limit = game.num_actions
        self._tables = edition.tables
        self._states = states
        self._turn = states["turn"]
        #: The record's bytes: the quickest way to set it back.
        self._memory = states.view(np.uint8).data
        self._rngs = rng.blank(2)
        self._actions: npt.NDArray[np.int64] = np.zeros(game.num_actions, np.int64)
        self._count = 0
        self._drew = False
        if game.name not in _bound:
            play = bind(loops.play, self._tables, states, 0, self._rngs, 0, self._actions)
            _bound[game.name] = play
        self._play = _bound[game.name]
        #: The position it began at, as a record, unless it began with a deal.
        self._first: bytes | None = None
        self._log: list[int] = []
        #: The state before each action in the log.
        self._past: list[bytes] = []
        #: The steps of the last plies asked for: everybody at a table asks for the same.
        self._recent: dict[int, list[Step]] = {}

    @classmethod
    def start(
        cls,
        game: Game,
        players: int,
        seed: int | bytes | None,
        edition: Edition,
        options: Mapping[str, object],
        asks_all: bool = False,
    ) -> "Match":
        """Deal a new match; ``game.start`` is the comfortable way."""
        match = cls(game, edition, new(game.dtype), seed, asks_all)
        match.options = game.prepare(players, options, match._states)
        if asks_all:
            for _ in match._walk(0, match._states, loops.DEAL):
                pass
        else:
            match._chance(0, match._rngs)
            blank = copy(match._states)
            loops.deal(edition.tables, match._states, match._rngs, blank, np.ones(1, np.bool_))
        match._list()
        return match

    @classmethod
    def from_position(
        cls,
        game: Game,
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
        game: Game,
        edition: Edition,
        states: Records,
        seed: int | bytes | None,
        asks_all: bool,
    ) -> "Match":
        match = cls(game, edition, states, seed, asks_all)
        match._first = states.tobytes()
        match._list()
        return match

    # ---------------------------------------------------------------- what is so

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self._states["players"][0])

    @property
    def turn(self) -> int | None:
        """The seat that has to decide, or None after the end."""
        seat: int = self._turn.item(0)
        return seat if seat >= 0 else None

    @property
    def over(self) -> bool:
        """Whether the match has ended: then, and only then, nothing is legal."""
        return not self._count

    @property
    def ply(self) -> int:
        """How many actions have been played."""
        return len(self._log)

    @property
    def log(self) -> tuple[int, ...]:
        """The actions played so far."""
        return tuple(self._log)

    @property
    def dealt(self) -> bool:
        """Whether it began with a deal, not at a position."""
        return self._first is None

    @property
    def drew(self) -> bool:
        """Whether chance had a part in what came of the last action played."""
        return self._drew

    @property
    def commitment(self) -> str:
        """The hash of the match's secret, fit to be published before the first action.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.commitment[:8]
        '269e1dd2'
        """
        return rng.commitment(self._secret)

    @property
    def secret(self) -> bytes:
        """The secret behind the seed: it decides the deal and every later chance."""
        return self._secret

    def legal(self) -> list[int]:
        """The legal actions, ascending; empty after the end.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.legal()
        [1, 31, 61, 91, 121]
        """
        return self._actions[: self._count].tolist()

    def scores(self) -> list[int]:
        """Each seat's score.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> while not match.over:
        ...     match.play(match.legal()[0])
        >>> match.scores()
        [10, 8]
        """
        scores: list[int] = self._results()[0].tolist()
        return scores

    def winners(self) -> list[int]:
        """The winning seats; empty before the end and after a draw.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> while not match.over:
        ...     match.play(match.legal()[0])
        >>> match.winners()
        [1]
        """
        bits = int(self._results()[1][0, 0])
        return [seat for seat in range(self.players) if bits >> seat & 1]

    def ending(self) -> str:
        """How the match ended, in the words of ``game.endings``; empty before the end.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> while not match.over:
        ...     match.play(match.legal()[0])
        >>> match.ending()
        'won outright'
        """
        if not self.over:
            return ""
        return self.game.endings[int(self._results()[1][0, 1])]

    def _results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        points = np.zeros((1, self.players), np.int64)
        ends = np.zeros((1, 2), np.int64)
        loops.results(self._tables, self._states, points, ends)
        return points[0], ends

    # ---------------------------------------------------------------- playing

    def play(self, action: int | str) -> None:
        """Play an action, by number or by text; an illegal one changes nothing.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> match.play("r2.1")
        Traceback (most recent call last):
        rookery.errors.IllegalAction: action 2 (r2.1) is not legal for seat 1 now; ...
        >>> match.ply
        1
        """
        number = action if type(action) is int else self._number(action)
        if not 0 <= number < self._limit:
            raise UnknownAction(
                f"action {number} is out of range: {self.game.name} has actions 0 to"
                f" {self._limit - 1}"
            )
        if len(self._actions) < self._limit:
            self._make_room()
        before = self._states.tobytes()
        count = self._play_asked(number) if self.asks_all else self._play_on(number, before)
        self._past.append(before)
        self._log.append(number)
        self._count = count

    def _play_on(self, number: int, before: bytes) -> int:
        """Play an action and, by itself, whatever leaves no choice; how many actions follow."""
        # Most plies need no chance, and deriving a generator costs more than playing: try with
        # a blank generator first.
        count = self._play(self._tables, self._states, number, self._rngs, 0, self._actions)
        if count == loops.ILLEGAL:
            raise self._refusal(number)
        self._drew = count == loops.CHANCE
        if self._drew:  # from the blank generator: play again with that of this ply
            self._memory[:] = before
            self._rngs["word"][0] = 0
            self._chance(self.ply + 1, self._rngs[1:])
            count = self._play(self._tables, self._states, number, self._rngs, 1, self._actions)
        return count

    def _play_asked(self, number: int) -> int:
        """Play an action, up to the next decision; how many actions follow, perhaps only one."""
        self.check_legal(number)
        for _ in self._walk(self.ply + 1, self._states, number):
            pass
        self._list()
        return self._count

    def _chance(self, ply: int, rngs: Records) -> None:
        """Set ``rngs[0]`` to the generator of a ply; 0 is the deal."""
        rng.derive(self._secret, ply, rngs)

    def _walk(self, ply: int, states: Records, what: int) -> Iterator[tuple[int, int | None]]:
        """Step by step: an action (or DEAL) and all that comes of it, with the chance of a ply.

        Yields the kind of each step done to ``states`` and the action that it was, if it was one;
        and 0 where it has been settled who is asked.
        """
        chance = rng.blank()
        self._chance(ply, chance)
        drawn = int(chance["word"][0, 3])
        action = what if what >= 0 else None
        while True:
            kind = loops.step(self._tables, states, what, chance)
            if kind:
                yield kind, action
                what, action = loops.ADVANCE, None
                continue
            yield 0, None
            what = -1 if self.asks_all else loops.only(self._tables, states)
            if what < 0:
                break
            action = what
        self._drew = int(chance["word"][0, 3]) != drawn

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
        game, edition, drew = self.game, self.edition, self._drew
        states = new(game.dtype)
        what = loops.DEAL
        if ply < 0:
            game.prepare(self.players, self.options, states)
        else:
            states = copy(np.frombuffer(self._past[ply], game.dtype))
            what = self._log[ply]
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
        self._drew = drew
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

    def check_legal(self, action: int) -> None:
        """Raise what ``play`` would raise for this action, without playing it."""
        if action not in self._actions[: self._count]:
            raise self._refusal(action)

    def _number(self, action: object) -> int:
        if isinstance(action, str):
            return self.parse(action)
        if isinstance(action, int | np.integer) and not isinstance(action, bool):
            return int(action)
        kind = type(action).__name__
        raise UnknownAction(f"an action is a whole number or a text, not {action!r} ({kind})")

    def _refusal(self, number: int) -> IllegalAction:
        if self.over:
            return MatchOver(f"the match is over; action {number} is too late")
        name = f"{number} ({self.notation(number)})"
        shown = [self.notation(legal) for legal in self.legal()[:8]]
        more = ", …" if self._count > len(shown) else ""
        return IllegalAction(
            f"action {name} is not legal for seat {self.turn} now; legal: {', '.join(shown)}{more}"
        )

    def undo(self) -> None:
        """Take back the last action.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.play("r>")
        >>> match.undo()
        >>> match.ply
        0
        """
        if not self._log:
            raise NothingToUndo("there is no action to take back")
        self._log.pop()
        self._drew = False
        self._recent.clear()
        self._memory[:] = self._past.pop()
        self._make_room()
        self._list()

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
        return twin

    def rest(self) -> None:
        """Give back the room that playing needs: thousands of matches may wait for somebody."""
        self._actions = self._actions[: self._count].copy()

    def _make_room(self) -> None:
        actions: npt.NDArray[np.int64] = np.zeros(self._limit, np.int64)
        actions[: self._count] = self._actions[: self._count]
        self._actions = actions

    def _list(self) -> None:
        self._count = self._play(
            self._tables, self._states, loops.LOOK, self._rngs, 0, self._actions
        )

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
        loops.redeal(self._tables, views, view.number, rng.generator(seed), self.asks_all)
        return Match._from_records(self.game, self.edition, copy(views[:1]), seed, self.asks_all)

    # ---------------------------------------------------------------- texts

    def notation(self, action: int) -> str:
        """The text of an action.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.notation(1)
        'r>'
        """
        number = self._number(action)
        if not 0 <= number < self.game.num_actions:
            raise UnknownAction(f"action {number} is out of range")
        return self.game.write_action(self.edition, self._states[0], number)

    def parse(self, text: str) -> int:
        """The action of a text; refuses what is not an action of this game.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.parse("r>")
        1
        """
        if not isinstance(text, str):
            raise UnknownAction(f"the text of an action is a str, not {text!r}")
        return self.game.read_action(self.edition, self._states[0], text.strip())

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
        from rookery.core.save import write

        return write(self)

    def __repr__(self) -> str:
        state = "over" if self.over else f"seat {self.turn} to decide"
        return f"<Match {self.game.name}, {self.players} players, ply {self.ply}, {state}>"

    # ---------------------------------------------------------------- the fold

    def beginning(self) -> "Match":
        """A match at this one's first position, with an empty log."""
        if self._first is None:
            return Match.start(
                self.game, self.players, self._secret, self.edition, self.options, self.asks_all
            )
        states = copy(np.frombuffer(self._first, self.game.dtype))
        return Match._from_records(self.game, self.edition, states, self._secret, self.asks_all)

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
