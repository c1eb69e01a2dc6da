"""The list of endpoints: each says what it takes and gives, and that is also its description."""

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

import msgspec

PREFIX = "/api/v1"
#: What an id, a number or a word in a path looks like, by its name.
PARTS = {
    "table": "[0-9a-f]{10}",
    "seat": "[0-9]",
    "game": "[a-z]{1,20}",
    "review": "[0-9a-f]{32}",
}

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])


class Nothing(msgspec.Struct, frozen=True):
    """An empty object."""


@dataclass(frozen=True)
class Endpoint:
    """One thing that can be asked for."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    #: Shapes of body and query; no body is taken where there is none.
    body: Any
    query: Any
    #: The shape of the answer; None for what is not JSON.
    answer: Any
    #: Whether it is for guests only.
    guest: bool
    #: Codes of the errors that are its own.
    errors: tuple[str, ...]
    #: The most bytes of its body; 0: the server's usual limit.
    limit: int
    #: Whether the handler sends the answer itself, bit by bit.
    stream: bool
    tag: str
    #: How many requests it counts for, and which quota it takes one of: see ``quotas.py``.
    cost: int = 1
    quota: str = ""

    @property
    def pattern(self) -> "re.Pattern[str]":
        """What the path must look like."""
        text = re.sub(r"\{(\w+)\}", lambda found: _part(found[1]), PREFIX + self.path)
        return re.compile(text)

    @property
    def summary(self) -> str:
        """What it does, in a line."""
        return (inspect.getdoc(self.handler) or "").partition("\n")[0]


def _part(name: str) -> str:
    return f"(?P<{name}>{PARTS[name]})"


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    *,
    tag: str,
    query: Any = Nothing,
    guest: bool = True,
    errors: tuple[str, ...] = (),
    limit: int = 0,
    stream: bool = False,
    cost: int = 1,
    quota: str = "",
) -> Callable[[Handler], Handler]:
    """Register a handler: ``handler(call)`` or ``handler(call, body)``."""

    def register(handler: Handler) -> Handler:
        hints = get_type_hints(handler)
        ENDPOINTS.append(
            Endpoint(
                method=method,
                path=path,
                handler=handler,
                body=hints.get("body"),
                query=query,
                answer=None if stream else hints.get("return"),
                guest=guest,
                errors=errors,
                limit=limit,
                stream=stream,
                tag=tag,
                cost=cost,
                quota=quota,
            )
        )
        return handler

    return register
