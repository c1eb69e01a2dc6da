"""Libraries that are asked for only where they are needed."""

from importlib import import_module
from types import ModuleType

from rookery.errors import MissingExtra


def need(module: str, extra: str) -> ModuleType:
    """A module of an extra; without it, say how to get it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        raise MissingExtra(
            f"{name} is not installed; pip install 'rookery[{extra}]' brings it"
        ) from error
