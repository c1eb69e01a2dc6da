"""Libraries that are asked for only where they are needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

from rookery.errors import MissingExtra


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Around imports of what an extra brings: where it is missing, say how to get it."""
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        told = MissingExtra(f"{library} is not installed; pip install 'rookery[{name}]' brings it")
        told.name = library
        raise told from error


def need(module: str, name: str) -> ModuleType:
    """A module of an extra."""
    with extra(name):
        return import_module(module)
