"""The one compile decorator, and the folder where compiled code is kept.

Rules are plain Python over NumPy records. ``@kernel`` compiles them with Numba; with
``NUMBA_DISABLE_JIT=1`` it returns them untouched, and everything still works, slowly.
"""

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite
import numba
import numpy as np
from numba.core import event

Function = TypeVar("Function", bound=Callable[..., Any])

#: ``int64(x)`` widens a small integer of a record, in compiled and interpreted code: before it
#: is shifted (a small type would overflow) and before it is handed to another kernel (which
#: would be compiled once more for each small type). To type checkers it is an ``int``.
int64: Callable[[Any], int] = cast(Callable[[Any], int], np.int64)

#: False when the rules run interpreted (tests, coverage, debugging).
COMPILED = not numba.config.DISABLE_JIT

OPTIONS: dict[str, Any] = {
    # Compiling takes seconds, loading milliseconds: keep machine code on disk.
    "cache": True,
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

#: Files that only draw and tell: nothing compiled uses them, so they may change freely.
UNCOMPILED = {
    "language.py",
    "picture.py",
    "scene.py",
    "sprites.py",
    "text.py",
    "told.py",
    "words.py",
}

#: How many versions' compiled code to keep: switching between two branches stays fast.
KEPT_VERSIONS = 3


def sources_digest() -> str:
    """A short hash of what is compiled: Numba does not notice changes in called files."""
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=8)
    digest.update(f"{numba.__version__} {np.__version__} {llvmlite.__version__}".encode())
    for folder in ("core", "games", "search"):
        for path in sorted((root / folder).rglob("*.py")):
            if path.name in UNCOMPILED:
                continue
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_root() -> Path:
    """Where compiled code of all versions lives; ``ROOKERY_CACHE`` overrides it."""
    chosen = os.environ.get("ROOKERY_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rookery"


def _open_cache() -> str:
    """Make this version's cache folder, drop the oldest; a temporary one if need be."""
    folder = cache_root() / f"code-{sources_digest()}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            versions = sorted(folder.parent.glob("code-*"), key=lambda p: p.stat().st_mtime)
            for old in versions[:-KEPT_VERSIONS]:
                shutil.rmtree(old, ignore_errors=True)
        if os.access(folder, os.W_OK):
            return str(folder)
    except OSError:
        pass  # a read-only or full home is no reason not to play
    return str(Path(tempfile.gettempdir()) / f"rookery-{os.getuid()}-{folder.name}")


_cache_folder = _open_cache() if COMPILED else ""


def kernel(function: Function) -> Function:
    """Compile a rule function (lazily, for the record types it is called with)."""
    if not COMPILED:
        return function
    # Numba reads the folder when it decorates; other users of Numba keep their own.
    outside = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = _cache_folder
    try:
        compiled: Function = numba.njit(**OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = outside
    return compiled


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
