"""The one compile decorator.

Rules are plain Python over NumPy records. ``@kernel`` compiles them with Numba; with
``NUMBA_DISABLE_JIT=1`` it returns them untouched, and everything still works, slowly.
"""

import re
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event
from numba.core.errors import NumbaError

from rookery.core.cache import KernelCache

Function = TypeVar("Function", bound=Callable[..., Any])

#: ``int64(x)`` widens a small integer of a record, in compiled and interpreted code: before it
#: is shifted (a small type would overflow) and before it is handed to another kernel (which
#: would be compiled once more for each small type). To type checkers it is an ``int``.
int64: Callable[[Any], int] = cast(Callable[[Any], int], np.int64)

#: False when the rules run interpreted (tests, coverage, debugging).
COMPILED = not numba.config.DISABLE_JIT

OPTIONS: dict[str, Any] = {
    # No kernel touches a Python object, so threads may run kernels side by side.
    "nogil": True,
    # Division follows NumPy: no branch that raises. Kernels have no exceptions to raise
    # (a GPU cannot), so a check would only cost time.
    "error_model": "numpy",
    # Nobody takes a kernel's address for C, and the wrapper for it costs compile time.
    "no_cfunc_wrapper": True,
    # Left at their defaults, on purpose:
    # - boundscheck off: indices are proven by the interpreted test runs, where NumPy checks;
    # - fastmath off: scores and sampling weights must be the same on every machine;
    # - parallel off: it triples compile time; Batch splits work over plain threads instead;
    # - inline off: LLVM inlines across kernels anyway, Numba's own inliner compiles slower.
}


def kernel(function: Function) -> Function:
    """Compile a rule function (lazily, for the record types it is called with)."""
    if not COMPILED:
        function.is_kernel = True  # type: ignore[attr-defined]
        return function
    compiled: Function = numba.njit(**OPTIONS)(function)
    # Compiling takes seconds, loading milliseconds: keep machine code on disk.
    compiled._cache = KernelCache(function, OPTIONS)  # type: ignore[attr-defined]
    return compiled


def is_kernel(thing: object) -> bool:
    """Whether something is a kernel, compiled or not."""
    return hasattr(thing, "py_func") or hasattr(thing, "is_kernel")


def reason(error: Exception) -> str:
    """Why something failed, in one line: of the compiler's many only what is wrong, and where."""
    kind, said = type(error).__name__, " ".join(str(error).split())
    if isinstance(error, NumbaError):
        # The innermost place comes first.
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        place = next((n for n, line in enumerate(lines) if line.startswith("During:")), 1)
        where = re.search(r"at (?:.*/)?(\S+/\S+) \((\d+)\)$", lines[min(place, len(lines) - 1)])
        said = lines[max(place - 1, 0)] + (f" ({where[1]}, line {where[2]})" if where else "")
    return f"{kind}: {said}" if said else kind


class _Compiling(event.Listener):  # type: ignore[misc]
    """Calls back once, as soon as compiling has taken a while."""

    def __init__(self, tell: Callable[[], None], after: float) -> None:
        self._tell = tell
        self._after = after
        self._begun = 0.0

    def on_start(self, event: Any) -> None:
        """A kernel begins to be compiled."""
        now = time.monotonic()
        self._begun = self._begun or now
        if self._after and now - self._begun > self._after:
            self._after = 0
            self._tell()

    def on_end(self, event: Any) -> None:
        """A kernel is compiled."""


def when_compiling(tell: Callable[[], None], after: float = 0.5) -> None:
    """Have ``tell`` called once if code must be compiled and that takes a while."""
    if COMPILED:
        event.register("numba:compile", _Compiling(tell, after))


def bind(function: Function, *examples: Any) -> Function:
    """A kernel for arguments of exactly these types, called without looking the types up.

    That look-up costs Python more than a short kernel takes. It is also what keeps arguments
    of other types out, so this is only for callers whose arguments never change type.
    """
    if not COMPILED:
        return function
    types = tuple(numba.typeof(example) for example in examples)
    function.compile(types)  # type: ignore[attr-defined]
    bound: Function = function.get_overload(types)  # type: ignore[attr-defined]
    return bound
