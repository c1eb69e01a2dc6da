"""The functions every game supplies, callable by generic code on any game's record.

Each function below is declared once, here, and implemented by each game under the same name.
The record's dtype tells which game is meant: compiled code picks the implementation when it
is compiled (``numba.extending.overload``, so the choice costs nothing and is cached on disk),
interpreted code looks it up in a table.

Conventions: ``printed`` is the edition's compiled data; a record has at least the fields
``players`` and ``turn`` (the seat to decide, -1 when the match is over); ``seat`` -1 is a
spectator. ``deal`` and ``act`` do one thing and ``advance`` the next one that needs no decision:
each is a step, and its kind is a number of the game's own, from 1. ``core.flow`` strings them
together and decides what becomes of an only action.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import overload

from rookery.core.cache import chosen_by, record_among
from rookery.core.kernel import COMPILED, OPTIONS, is_kernel

Declared = TypeVar("Declared", bound=Callable[..., Any])
Record = Any

_by_dtype: dict[np.dtype[Any], Mapping[str, Callable[..., Any]]] = {}
_by_type: dict[Any, Mapping[str, Callable[..., Any]]] = {}
_NO_GAME = "a declaration: some game's function of this name is called instead"
#: The names of all that generic code calls.
DECLARED: list[str] = []
#: What serves a game that does not supply a function of that name: see ``core.defaults``.
DEFAULTS: dict[str, Callable[..., Any]] = {}


def default(function: Declared) -> Declared:
    """Let a function serve all games that have none of its name."""
    DEFAULTS[function.__name__] = function
    return function


def required() -> list[str]:
    """The names a game must supply."""
    return [name for name in DECLARED if name not in DEFAULTS]


def register(dtype: np.dtype[Any], functions: Mapping[str, Callable[..., Any]]) -> None:
    """Tell generic code which functions serve this kind of record."""
    missing = [name for name in required() if name not in functions]
    if missing:
        raise TypeError(f"a game must supply {', '.join(missing)}")
    served = {**DEFAULTS, **functions}
    if _by_dtype.get(dtype, served) != served:
        # The record alone tells generic code which game is meant.
        raise TypeError(
            "another game has a record of just these fields: call one of them otherwise"
        )
    _by_dtype[dtype] = _by_type[numba.from_dtype(dtype)] = served


def serving(kind: Any, name: str) -> Callable[..., Any]:
    """Which function of this name serves a kind of record, as Numba sees it."""
    return _by_type[kind][name]


def gather(*modules: ModuleType) -> dict[str, Callable[..., Any]]:
    """The functions a game supplies, found by their names in the modules that define them."""
    found: dict[str, Callable[..., Any]] = {}
    for module in modules:
        for name in DECLARED:
            function: Any = getattr(module, name, None)
            if not is_kernel(function) or function.__module__ != module.__name__:
                continue
            if name in found:
                raise TypeError(f"{name} is in {found[name].__module__} and in {module.__name__}")
            found[name] = function
    return found


def generic(declared: Declared) -> Declared:
    """Make a declaration callable: dispatch on the dtype of the second argument."""
    name = declared.__name__
    DECLARED.append(name)

    @wraps(declared)
    def dispatch(*args: Any) -> Any:
        return _by_dtype[args[1].dtype][name](*args)

    if COMPILED:
        options = {key: OPTIONS[key] for key in ("nogil", "error_model")}

        @overload(dispatch, strict=False, jit_options=options)  # type: ignore[untyped-decorator]
        def choose(*types: Any) -> Any:
            return _by_type[types[1]][name].py_func  # type: ignore[attr-defined]

        chosen_by(dispatch, lambda types: choose(None, record_among(types, _by_type)))

    return dispatch  # type: ignore[return-value]


@generic
def deal(printed: Record, state: Record, rng: Record) -> None:
    """Set up a match whose options are written in ``state``: its first step."""


@generic
def legal(printed: Record, state: Record, out: Any) -> int:
    """Write the legal actions to ``out``, ascending; return how many."""
    raise TypeError(_NO_GAME)


@generic
def is_legal(printed: Record, state: Record, action: int) -> bool:
    """Whether ``action``, any integer, is legal now."""
    raise TypeError(_NO_GAME)


@generic
def mask(printed: Record, state: Record, out: Any, actions: Any) -> None:
    """Write into a row of bytes which actions are legal; ``actions`` is space to list them in."""


@generic
def pick(printed: Record, state: Record, rng: Record) -> int:
    """One legal action, each as likely."""
    raise TypeError(_NO_GAME)


@generic
def only(printed: Record, state: Record) -> int:
    """The only legal action; -1 if there are more, or none because the match is over."""
    raise TypeError(_NO_GAME)


@generic
def act(printed: Record, state: Record, action: int, rng: Record) -> int:
    """Carry out one legal action, unchecked, and nothing that comes of it; the step's kind."""
    raise TypeError(_NO_GAME)


@generic
def advance(printed: Record, state: Record, rng: Record) -> int:
    """Do the one next thing that needs no decision; the step's kind, 0 if there is none.

    With 0 the state is ready to be decided, or over: somebody may have become the seat to move.
    """
    raise TypeError(_NO_GAME)


@generic
def stage(printed: Record, state: Record) -> int:
    """What comes next, by a number from 0 to 31 of the game's own: which of its code will run.

    Threads of a card that go in step play on where most of them are at the same stage.
    """
    raise TypeError(_NO_GAME)


@generic
def scores(printed: Record, state: Record, out: Any) -> None:
    """Write each seat's score, end bonuses included once the match is over."""


@generic
def winners(printed: Record, state: Record) -> int:
    """The winning seats as a bit set; empty before the end and after a draw."""
    raise TypeError(_NO_GAME)


@generic
def ending(printed: Record, state: Record) -> int:
    """How a finished match ended: an index into the game's ``endings``."""
    raise TypeError(_NO_GAME)


@generic
def hide(printed: Record, state: Record, seat: int, out: Record) -> None:
    """Write to ``out`` what ``seat`` may know, and nothing else."""


@generic
def redeal(printed: Record, view: Record, seat: int, rng: Record) -> None:
    """Fill a hidden record, in place, with a world ``seat`` cannot tell from the real one."""


@generic
def parts(printed: Record, view: Record, seat: int, other: int, out: Any) -> int:
    """Write each way in which what another seat alone knows may be, in the view; how many.

    0 if it cannot be told apart from what the others know, or if there is no room for all.
    """
    raise TypeError(_NO_GAME)


@generic
def assemble(printed: Record, view: Record, seat: int, held: Any, out: Any, rng: Record) -> bool:
    """Draw worlds from what each other seat may know, as likely as a fair deal and weights say.

    ``held`` are all parts one seat after the other, how much is believed in each, by seat where
    its own begin (and at last where they end), room for two numbers each, and for many more. False
    if there is not enough of it. The view and the weights are overwritten.
    """
    raise TypeError(_NO_GAME)


@generic
def weigh(printed: Record, view: Record, seat: int, work: Any) -> int:
    """Prepare ``work`` for ``remember``; return how many numbers it must have (0: none)."""
    raise TypeError(_NO_GAME)


@generic
def remember(printed: Record, view: Record, seat: int, rng: Record, work: Any) -> bool:
    """Fill a hidden record with a world as likely as a fair deal, and all seen since, make it.

    False: this one cannot have been, another is to be drawn.
    """
    raise TypeError(_NO_GAME)


@generic
def rewind(printed: Record, now: Record, start: Record) -> int:
    """Fill what a seat saw earlier, ``start``, with the world in which ``now`` came of it: 1.

    0 if it cannot have come of it; -1 if that cannot be told, because chance lies between.
    """
    raise TypeError(_NO_GAME)


@generic
def recall(printed: Record, now: Record, before: Record, rng: Record) -> int:
    """Fill what a seat saw last before ``now``, a world, with one from which that came: 1.

    Chance may lie between: then each such world is as likely as it makes them. 0 if there is none;
    -1 if that cannot be told.
    """
    raise TypeError(_NO_GAME)


@generic
def sign(printed: Record, state: Record, action: int, seat: int) -> int:
    """What another seat notices of an action: the same number for all it cannot tell apart.

    -1 if it notices nothing at all.
    """
    raise TypeError(_NO_GAME)


@generic
def amend(printed: Record, state: Record, seen: Record, seat: int, rng: Record) -> None:
    """Let chance have fallen in a world as ``seat`` has seen it fall: ``seen`` is its record.

    In the world the same action has just been played. What cannot be so is left as it is.
    """


@generic
def features(printed: Record, view: Record, seat: int, out: Any) -> None:
    """Write a hidden record as numbers from 0 to 255 for learning; ``out`` is a row of zeros."""


@generic
def candidates(printed: Record, view: Record, seat: int, thing: int, out: Any) -> int:
    """Write what a hidden thing may be for all a seat knows, ascending numbers; how many.

    None where nothing of it is hidden. How many things there are, and numbers, says ``GUESSED``.
    """
    raise TypeError(_NO_GAME)


@generic
def truth(printed: Record, state: Record, seat: int, thing: int) -> int:
    """Which of these it is in a world."""
    raise TypeError(_NO_GAME)


@generic
def greedy(printed: Record, view: Record, seat: int, rng: Record) -> int:
    """A sensible rule of thumb: the action ``seat``, which is to move, takes."""
    raise TypeError(_NO_GAME)


@generic
def rate(printed: Record, state: Record, action: int) -> float:
    """How good a legal action looks at a glance to the seat to move, which may not peek.

    Only differences count: an action rated 1 higher is trusted e times as much.
    """
    raise TypeError(_NO_GAME)


@generic
def habits(printed: Record, state: Record, actions: Any, count: int, out: Any) -> None:
    """Write how strongly the seat to move, which may not peek, leans to each legal action.

    It is what a reader of the table goes by: not what is good, but what players do. Only
    differences count, as in ``rate``.
    """


@generic
def reflex(printed: Record, state: Record, rng: Record) -> int:
    """What the seat to move may well do: quick to find, for playing on inside a search."""
    raise TypeError(_NO_GAME)


@generic
def plans(printed: Record, state: Record, seat: int) -> bool:
    """Whether a search by ``seat`` weighs what the seat to move may do; else that is a reflex.

    A seat plans for itself, always.
    """
    raise TypeError(_NO_GAME)


@generic
def role(printed: Record, state: Record, seat: int) -> int:
    """Which of the parts that seats can have in a match a seat has, from 0: nets go by it."""
    raise TypeError(_NO_GAME)


@generic
def horizon(printed: Record, state: Record, depth: int) -> bool:
    """Whether a search, ``depth`` > 0 decisions from its root, looks no further than here."""
    raise TypeError(_NO_GAME)


@generic
def estimate(printed: Record, state: Record, out: Any) -> None:
    """Write each seat's chance to win, 0 to 1, from a state that is not over."""


@generic
def certain(printed: Record, view: Record, seat: int) -> bool:
    """Whether all that can still matter is known to the seat (or lies beyond the horizon)."""
    raise TypeError(_NO_GAME)
