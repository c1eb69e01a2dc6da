"""How a server is set up: by a file, by the environment, by the command line, all checked.

What is said on the command line counts most, then the environment (``ROOKERY_PORT=8080``),
then the file (TOML, ``port = 8080``), then what stands here.
"""

import difflib
import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from rookery.core.plain import whole
from rookery.errors import InvalidOption, shown

#: Where ``rookery serve`` leaves the settings for the processes it starts.
VARIABLE = "ROOKERY_SETTINGS"
#: What a setting is called in the environment.
PREFIX = "ROOKERY_"

SECRETS = ("admin_token",)

Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Some = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Rate = Annotated[float, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, Meta(ge=0.01, le=86_400)]


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be chosen about a server."""

    #: A path or URL; none: a file in the user's data folder.
    db: str | None = None
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8000
    #: Server processes on the same port; more than one needs PostgreSQL.
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    #: Processes in which bots think, for each server process.
    bots: Annotated[int, Meta(ge=0, le=256)] = 1
    #: On how many cores a penguin king may think at once.
    king_cores: Annotated[int, Meta(ge=1, le=64)] = 1
    #: Whether a bot that takes its time thinks ahead while people think, on one core.
    ponder: bool = False
    #: The least time a bot takes for an action, in seconds.
    pace: Annotated[float, Meta(ge=0, le=60)] = 0.6
    #: Requests a second that one guest may make, and how many at once; 0: any number.
    rate: Rate = 20.0
    burst: Some = 100
    #: The same for one address, behind which a family may sit.
    address_rate: Rate = 200.0
    address_burst: Some = 1000
    #: Open event streams; 0: any number.
    guest_streams: Count = 20
    address_streams: Count = 200
    #: Connections of one address, and the most megabytes it may leave unread; 0: any number.
    address_connections: Count = 400
    address_unread: Count = 16
    #: How generous the quotas of guests and addresses are (``quotas.py``); 0: there are none.
    quotas: Rate = 1.0
    #: Processes for what uploads ask for, and how long one piece of work may take, in seconds.
    heavy: Annotated[int, Meta(ge=1, le=64)] = 1
    heavy_seconds: Seconds = 10.0
    #: The most bytes of a request's body.
    body: Some = 65_536
    #: How long a request may take to arrive, in seconds.
    patience: Seconds = 10.0
    #: How long a client may take to read what a stream sent it, in seconds.
    stuck: Seconds = 20.0
    #: How many events may wait for a client that does not read them.
    backlog: Some = 256
    #: Seconds between two signs of life on a quiet stream.
    heartbeat: Seconds = 15.0
    #: Whether a proxy in front tells the visitors' addresses.
    proxy: bool = False
    #: Whether others than this machine may read the figures.
    public_metrics: bool = False
    #: How long somebody must have been away before the others may let a bot stand in, in seconds.
    away: Seconds = 60.0
    #: A contact (mailto:…) for push services: whoever wants to is told when it is their turn.
    push: str | None = None
    #: Push services besides those of the usual browsers, separated by commas.
    push_services: str = ""
    #: What tells the host over the network; none: nobody can be the host there.
    admin_token: Annotated[str, Meta(min_length=16)] | None = None
    #: Where the host's socket is; by default beside a SQLite file.
    admin_socket: str | None = None
    #: How long tables are kept, such as finished=1y,abandoned=30d; none: for ever.
    keep: str | None = None
    #: How much to log.
    log: Literal["debug", "info", "warning", "error"] = "warning"


def from_environment() -> Settings:
    """The settings that a parent process left."""
    return msgspec.json.decode(os.environ.get(VARIABLE, "{}"), type=Settings)


def gather(flags: Mapping[str, Any], file: str | None = None) -> Settings:
    """The settings from all places; an error names the place and the value."""
    found: dict[str, Any] = {}
    if file is not None:
        for name, value in read_file(Path(file)).items():
            found[name] = read_value(name, value, f"{file}: {name}")
    for name, value in read_environment(os.environ).items():
        found[name] = read_value(name, value, PREFIX + name.upper())
    for name, value in flags.items():
        found[name] = read_value(name, value, f"--{name.replace('_', '-')}")
    return Settings(**found)


def read_file(path: Path) -> dict[str, Any]:
    """What a file sets, as it stands there."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InvalidOption(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidOption(f"{path} is not TOML: {error}") from None
    for name in found:
        if name not in FIELDS:
            raise InvalidOption(f"{path}: there is no setting {name!r}{_close(name)}")
    return found


def read_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What the environment sets; a name that is nearly one of ours is a mistake."""
    found = {}
    for variable, value in environment.items():
        name = variable.removeprefix(PREFIX).lower()
        if not variable.startswith(PREFIX) or variable == VARIABLE:
            continue
        if name in FIELDS:
            found[name] = value
        elif hint := _close(name):
            raise InvalidOption(f"{variable} names no setting{hint}")
    return found


def read_value(name: str, value: Any, where: str) -> Any:
    """A value as its setting takes it, from a text or as it is."""
    kind = FIELDS[name]
    if isinstance(kind, msgspec.inspect.UnionType):
        kind = kind.types[0]
    result, wanted = _READERS[type(kind)](kind, value)
    if result is None:
        # Nobody should read a secret over somebody's shoulder.
        said = "it" if name in SECRETS else shown(value)
        raise InvalidOption(f"{where}: {said} is not {wanted}")
    return result


def _float(kind: Any, value: Any) -> tuple[float | None, str]:
    try:
        number = None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = None
    low, high = _range(kind)
    fits = number is not None and math.isfinite(number) and low <= number <= high
    return number if fits else None, f"a number from {low:g} to {high:g}"


def _int(kind: Any, value: Any) -> tuple[int | None, str]:
    number = whole(value) if isinstance(value, str) else value
    low, high = _range(kind)
    fits = isinstance(number, int) and not isinstance(number, bool) and low <= number <= high
    return number if fits else None, f"a whole number from {low} to {high}"


def _range(kind: Any) -> tuple[Any, Any]:
    return 0 if kind.ge is None else kind.ge, 1_000_000_000 if kind.le is None else kind.le


def _bool(_: Any, value: Any) -> tuple[bool | None, str]:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    known = words.get(value.lower()) if isinstance(value, str) else value
    return known if isinstance(known, bool) else None, "yes or no"


def _str(kind: Any, value: Any) -> tuple[str | None, str]:
    least = kind.min_length or 1
    wanted = "a text" if least == 1 else f"a text of at least {least} characters"
    return (value if isinstance(value, str) and len(value) >= least else None), wanted


def _one_of(kind: Any, value: Any) -> tuple[str | None, str]:
    return (value if value in kind.values else None), f"one of {', '.join(kind.values)}"


def _close(name: str) -> str:
    near = difflib.get_close_matches(name, FIELDS, 1, 0.75)
    return f"; did you mean {near[0]!r}?" if near else ""


#: The types of the settings by name.
FIELDS: dict[str, Any] = {
    field.name: field.type
    for field in msgspec.inspect.type_info(Settings).fields  # type: ignore[attr-defined]
}
_READERS: dict[type, Any] = {
    msgspec.inspect.FloatType: _float,
    msgspec.inspect.IntType: _int,
    msgspec.inspect.BoolType: _bool,
    msgspec.inspect.StrType: _str,
    msgspec.inspect.LiteralType: _one_of,
}
