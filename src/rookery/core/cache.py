"""Compiled code on disk, kept under a name that says everything it was made from.

Numba keeps compiled code too, but looks only at the file of the function itself: it does not
notice a change in what that function calls, and generic code calls whichever game its records
belong to. Here the name of a file carries a digest of all that Numba reads when it compiles: the
function's instructions, the constants it finds by their names, and the same of everything it
calls, in whichever module that is. So a change recompiles what it reaches and nothing else, and
a comment, a sentence or a drawing recompiles nothing.
"""

import hashlib
import os
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import contextmanager
from enum import EnumType
from functools import cache
from itertools import count
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import sigutils
from numba.core.bytecode import FunctionIdentity
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.dispatcher import Dispatcher
from numba.core.extending import _Intrinsic
from numba.core.serialize import dumps

#: How many versions of a function's code to keep: switching between two branches stays fast.
KEPT_VERSIONS = 3
#: Modules that come with Python, NumPy and Numba: their versions are in every digest. The last word
#: is ours: code is kept in another way than before.
VERSIONS = f"{sys.implementation.cache_tag} {numba.__version__} {np.__version__} " + (
    f"{llvmlite.__version__} named apart"
)

#: Whose functions and classes change with these versions only.
FOREIGN = {*sys.stdlib_module_names, "builtins", "numpy", "numba", "llvmlite"} - {"__main__"}
#: What has a text that says all about it.
PLAIN = (bool, int, float, str, bytes, np.generic, np.dtype, numba.types.Type)

Types = tuple[Any, ...]


def name_apart() -> None:
    """Let no other process give the same name to what it compiles.

    Numba counts the functions and the kinds of records of a process, and machine code goes by these
    numbers. Two processes may count alike, and a third one that loads the code of both would run
    one of them in place of the other. So each counts on from somewhere else.
    """
    FunctionIdentity._unique_ids = count(int.from_bytes(os.urandom(8)))


name_apart()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=name_apart)

#: By function: finds what is compiled in its place, given the types of a kernel's arguments.
_chosen: dict[Any, Callable[[Types], Callable[..., Any]]] = {}


def chosen_by(function: Any, choose: Callable[[Types], Callable[..., Any]]) -> None:
    """Tell what stands behind a function that is overloaded, or changes to it go unnoticed."""
    _chosen[function] = choose


def record_among(types: Types, known: Container[Any]) -> Any:
    """The known kind of record that a kernel is handed: alone, in an array or in a tuple."""
    waiting = list(types)
    while waiting:
        it = waiting.pop(0)
        if isinstance(it, numba.types.BaseTuple):
            waiting += list(it)
            continue
        for kind in (it, getattr(it, "dtype", None)):
            if isinstance(kind, numba.types.Record) and kind in known:
                return kind
    raise TypeError(f"no game's record among {types}")


def cache_root() -> Path:
    """Where compiled code of all versions lives; ``ROOKERY_CACHE`` overrides it."""
    chosen = os.environ.get("ROOKERY_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rookery"


@cache
def _folder() -> Path | None:
    """A folder to keep code in: the user's cache, else a temporary one of their own, else none."""
    user = str(os.getuid()) if hasattr(os, "getuid") else "user"
    for folder in (cache_root() / "code", Path(tempfile.gettempdir()) / f"rookery-{user}"):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Code that somebody else could have put there is not run.
            ours = not hasattr(os, "getuid") or folder.stat().st_uid in (os.getuid(), 0)
            if ours and os.access(folder, os.W_OK):
                return folder
        except (OSError, RuntimeError):
            continue  # a read-only or full home, or none, is no reason not to play
    return None


class NotCompiled(Exception):
    """Code is wanted that is not in the cache, by somebody who does not want to compile it."""


_here = threading.local()


@contextmanager
def loading_only() -> Iterator[None]:
    """Refuse to compile anything in this thread: ``NotCompiled``."""
    _here.loads_only = True
    try:
        yield
    finally:
        _here.loads_only = False


class KernelCache(NullCache):  # type: ignore[misc]
    """The compiled code of one function, a file for the types it was compiled for."""

    def __init__(self, function: Callable[..., Any], settings: object) -> None:
        self._function = function
        self._settings = repr(settings)

    @property
    def cache_path(self) -> str | None:
        """The folder."""
        return str(_folder())

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        folder = _folder()
        if folder is None:
            return None
        types = tuple(sigutils.normalize_signature(signature)[0])
        machine = codegen.magic_tuple()  # what the processor can do
        kind = _short(repr((types, machine)))
        made_of = _short(
            "\n".join([VERSIONS, self._settings, *sorted(reached(self._function, types))])
        )
        name = f"{self._function.__module__}.{self._function.__qualname__}"
        return folder / f"{name.replace('<', '').replace('>', '')}-{kind}-{made_of}.code"

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The code for a signature, or None."""
        context.refresh()
        path = self._path(signature, context.codegen())
        try:
            kept = None if path is None else pickle.loads(path.read_bytes())  # noqa: S301 - ours
        except (OSError, EOFError, pickle.UnpicklingError):
            kept = None
        if kept is not None:
            return CompileResult._rebuild(context, *kept)
        if getattr(_here, "loads_only", False):
            raise NotCompiled(self._function.__qualname__)
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the code for a signature, and drop its oldest versions."""
        path = self._path(signature, result.codegen)
        if path is None or result.lifted or result.library.has_dynamic_globals:
            return
        try:
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(dumps(result._reduce()))
            Path(file.name).replace(path)  # whoever reads meanwhile reads all or nothing
            versions = path.parent.glob(f"{path.name.rpartition('-')[0]}-*.code")
            for old in sorted(versions, key=lambda it: it.stat().st_mtime)[:-KEPT_VERSIONS]:
                old.unlink(missing_ok=True)
        except OSError:
            pass  # a full disk: compiled again next time


def _short(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def reached(function: Callable[..., Any], types: Types) -> set[str]:
    """A digest of each function that is compiled into this one for arguments of these types."""
    found: dict[Callable[..., Any], str] = {}
    waiting = [function]
    while waiting:
        it = waiting.pop()
        if it in found:
            continue
        found[it], called = _content(it)
        for callee in called:
            waiting.append(_chosen[callee](types) if callee in _chosen else callee)
    return set(found.values())


@cache
def _content(function: Callable[..., Any]) -> tuple[str, tuple[Callable[..., Any], ...]]:
    """A digest of what is in a function itself, and the functions that it calls."""
    assert isinstance(function, FunctionType)
    parts = [f"{function.__module__}.{function.__qualname__}", repr(function.__defaults__)]
    called: list[Callable[..., Any]] = []
    for name, value in _values(function):
        if isinstance(value, Dispatcher):
            called.append(value.py_func)
        elif isinstance(value, _Intrinsic):
            called.append(value._defn)
        elif isinstance(value, FunctionType) and value in _chosen:
            called.append(value)
        else:
            parts.append(f"{name} = {_say(value, name, function)}")
    parts += _instructions(function.__code__)
    return _short("\n".join(parts)), tuple(called)


def _values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function's names mean, apart from its own variables: ``name`` and ``module.name``."""
    names = list(dict.fromkeys(_names(function.__code__)))
    cells = function.__closure__ or ()
    yield from zip(function.__code__.co_freevars, (it.cell_contents for it in cells), strict=True)
    for name in names:
        if name in function.__globals__:
            yield from _within(name, function.__globals__[name], names, ())


def _within(
    name: str, value: Any, names: list[str], above: tuple[ModuleType, ...]
) -> Iterator[tuple[str, Any]]:
    """A value; of a module, what the function may mean in it, and in the modules it has in turn."""
    if not isinstance(value, ModuleType):
        yield name, value
    elif value not in above:
        # Which of its names is meant is not looked up: one too many does no harm.
        for it in names:
            if it in vars(value):
                yield from _within(f"{name}.{it}", vars(value)[it], names, (*above, value))


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in _inner(code):
        yield from _names(inner)


def _inner(code: CodeType) -> Iterable[CodeType]:
    return (it for it in code.co_consts if isinstance(it, CodeType))


def _instructions(code: CodeType) -> Iterator[str]:
    """What a function does; not where it stands in its file."""
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars))
    yield repr([it for it in code.co_consts if not isinstance(it, CodeType)])
    for inner in _inner(code):
        yield from _instructions(inner)


def _foreign(value: Any) -> bool:
    """Whether it is a function or class of those whose versions are in every digest."""
    home = str(getattr(value, "__module__", "")).partition(".")[0]
    return hasattr(value, "__name__") and home in FOREIGN


def _say(value: Any, name: str, function: FunctionType) -> str:
    """A value as Numba freezes it into the code."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype!r} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, tuple | list):
        return f"({', '.join(_say(it, name, function) for it in value)})"
    if isinstance(value, BuiltinFunctionType | np.ufunc) or _foreign(value):
        return f"{getattr(value, '__module__', '')}.{value.__name__}"
    if isinstance(value, EnumType):
        return f"{value.__qualname__} {list(value.__members__.items())}"
    if isinstance(value, type) and hasattr(value, "_fields"):  # a NamedTuple
        return f"{value.__qualname__} {value._fields}"
    if value is None or isinstance(value, PLAIN):
        return f"{type(value).__name__} {value!r}"
    raise TypeError(
        f"{function.__module__}.{function.__qualname__} uses {name}, a {type(value).__name__}:"
        " compiled code may use numbers, texts, tuples, arrays, enumerations and kernels"
    )
