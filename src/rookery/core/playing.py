"""Playing: the state of one match, its log, and how actions change it, step by step."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rookery.core import loops, rng
from rookery.core.edition import Edition
from rookery.core.kernel import bind
from rookery.core.record import Records, copy
from rookery.core.returns import returns
from rookery.core.steps import Step, Things
from rookery.errors import IllegalAction, MatchOver, NothingToUndo, UnknownAction, shown

if TYPE_CHECKING:
    from rookery.core.game import Game

#: ``loops.play`` and ``loops.begin``, bound to the types of each game's records.
_bound: dict[str, Callable[..., int]] = {}
_begin: dict[str, Callable[..., int]] = {}


class Playing:
    """A match as far as it is played: its state, its log of actions, what is legal now."""

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
        "_printed",
        "_recent",
        "_rngs",
        "_script",
        "_secret",
        "_seen",
        "_spent",
        "_states",
        "_told",
        "_turn",
        "asks_all",
        "edition",
        "game",
        "options",
        "seed",
    )

    def __init__(
        self,
        game: "Game",
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
        self._printed = edition.printed
        self._states = states
        self._turn = states["turn"]
        #: The record's bytes: the quickest way to set it back.
        self._memory = states.view(np.uint8).data
        self._rngs = rng.blank(2)
        self._actions: npt.NDArray[np.int64] = np.zeros(game.num_actions, np.int64)
        self._count = 0
        self._drew = False
        if game.name not in _bound:
            play = bind(loops.play, self._printed, states, 0, self._rngs, 0, self._actions)
            _bound[game.name] = play
            _begin[game.name] = bind(loops.begin, self._printed, states, self._rngs, self._actions)
        self._play = _bound[game.name]
        #: The position it began at, as a record, unless it began with a deal.
        self._first: bytes | None = None
        self._log: list[int] = []
        #: The state before each action in the log.
        self._past: list[bytes] = []
        #: The steps of the last plies asked for: everybody at a table asks for the same.
        self._recent: dict[int, list[Step]] = {}
        #: Generators of the plies whose chance is not that of the secret: see ``core.chance``; and
        #: the one that was used last, as it is after that.
        self._spent: Records | None = None
        self._script: dict[int, Records] = {}
        #: Of a world: the seat that cannot tell it from the real one, what it has seen before the
        #: first position, and the bytes it saw last.
        self._told: tuple[int, list[Things], bytes] | None = None
        #: What seats have seen, as keys: see ``history``.
        self._seen: dict[int, list[tuple[bytes, bytes]]] = {}

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

    def returns(self, kind: str = "wins") -> list[float]:
        """What the match was worth to each seat, 0 before its end; the sum is zero.

        Of ``"wins"``: players x share of the victory - 1. Of ``"scores"``: how much better than the
        table's average.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> while not match.over:
        ...     match.play(match.legal()[0])
        >>> match.returns(), match.returns("scores")
        ([-1.0, 1.0], [-1.0, 1.0])
        """
        points, ends = self._results()
        over = np.array([self.over])
        worth = returns(points[None], ends[:, 0].copy(), over, kind, self.game.fewest_wins)
        listed: list[float] = worth[0].tolist()
        return listed

    def _results(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        points = np.zeros((1, self.players), np.int64)
        ends = np.zeros((1, 2), np.int64)
        loops.results(self._printed, self._states, points, ends)
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
        number = action if type(action) is int else self.number(action)
        if not 0 <= number < self._limit:
            raise UnknownAction(
                f"action {shown(number)} is out of range: {self.game.name} has actions 0 to"
                f" {self._limit - 1}"
            )
        if len(self._actions) < self._limit:
            self._make_room()
        before = self._states.tobytes()
        step_by_step = self.asks_all or self.ply + 1 in self._script
        try:
            count = self._play_asked(number) if step_by_step else self._play_on(number, before)
        except BaseException:  # a game that cannot tell a step must leave nothing half played
            self._memory[:] = before
            raise
        self._past.append(before)
        self._log.append(number)
        self._count = count

    def _play_on(self, number: int, before: bytes) -> int:
        """Play an action and, by itself, whatever leaves no choice; how many actions follow."""
        # Most plies need no chance, and deriving a generator costs more than playing: try with
        # a blank generator first.
        count = self._play(self._printed, self._states, number, self._rngs, 0, self._actions)
        if count == loops.ILLEGAL:
            raise self._refusal(number)
        self._drew = count == loops.CHANCE
        if self._drew:  # from the blank generator: play again with that of this ply
            self._memory[:] = before
            self._rngs["word"][0] = 0
            self._chance(self.ply + 1, self._rngs[1:])
            count = self._play(self._printed, self._states, number, self._rngs, 1, self._actions)
        return count

    def _play_asked(self, number: int) -> int:
        """Play an action, up to the next decision; how many actions follow, perhaps only one."""
        self.check_legal(number)
        self._step_on(self.ply, self._states, number)
        self._list()
        return self._count

    def _step_on(self, ply: int, states: Records, what: int) -> object:
        """Do what was chosen at a ply, and all that comes of it."""
        for _ in self._walk(ply + 1, states, what):
            pass
        return None

    def _deal(self) -> None:
        """Begin, with the options written in the state."""
        if self.asks_all or 0 in self._script:
            for _ in self._walk(0, self._states, loops.DEAL):
                pass
            self._list()
            return
        self._chance(0, self._rngs)
        begin = _begin[self.game.name]
        self._count = begin(self._printed, self._states, self._rngs, self._actions)

    def _chance(self, ply: int, rngs: Records) -> None:
        """Set ``rngs[0]`` to the generator of a ply; 0 is the deal."""
        rng.derive(self._secret, ply, rngs)

    def _walk(self, ply: int, states: Records, what: int) -> Iterator[tuple[int, int | None]]:
        """Step by step: an action (or DEAL) and all that comes of it, with the chance of a ply.

        Yields the kind of each step done to ``states`` and the action that it was, if it was one;
        and 0 where it has been settled who is asked.
        """
        chance = rng.blank()
        if ply in self._script:
            chance = copy(self._script[ply])
        else:
            self._chance(ply, chance)
        before = chance.tobytes()
        action = what if what >= 0 else None
        while True:
            kind = loops.step(self._printed, states, what, chance)
            if kind:
                yield kind, action
                what, action = loops.ADVANCE, None
                continue
            yield 0, None
            what = -1 if self.asks_all else loops.only(self._printed, states)
            if what < 0:
                break
            action = what
        self._drew = chance.tobytes() != before
        self._spent = chance

    def check_legal(self, action: int) -> None:
        """Raise what ``play`` would raise for this action, without playing it."""
        if action not in self._actions[: self._count].tolist():  # ten times as fast as NumPy
            raise self._refusal(action)

    def number(self, action: object) -> int:
        """The number of an action, given by number or by text."""
        if isinstance(action, str):
            return self.parse(action)
        if isinstance(action, int | np.integer) and not isinstance(action, bool):
            return int(action)
        kind = type(action).__name__
        raise UnknownAction(f"an action is a whole number or a text, not {shown(action)} ({kind})")

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
        for chain in self._seen.values():
            del chain[self.ply + 1 :]
        self._memory[:] = self._past.pop()
        self._make_room()
        self._list()

    def rest(self) -> None:
        """Give back the room that playing needs: thousands of matches may wait for somebody."""
        self._actions = self._actions[: self._count].copy()

    def _make_room(self) -> None:
        actions: npt.NDArray[np.int64] = np.zeros(self._limit, np.int64)
        actions[: self._count] = self._actions[: self._count]
        self._actions = actions

    def _list(self) -> None:
        self._count = self._play(
            self._printed, self._states, loops.LOOK, self._rngs, 0, self._actions
        )

    def notation(self, action: int) -> str:
        """The text of an action.

        >>> match = rookery.game("party").start(players=2, seed=7, rounds=1)
        >>> match.notation(1)
        'r>'
        """
        number = self.number(action)
        if not 0 <= number < self.game.num_actions:
            raise UnknownAction(f"action {shown(number)} is out of range")
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
