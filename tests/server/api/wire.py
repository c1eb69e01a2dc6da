"""Requests byte by byte, for what no polite client would send."""

import json
import socket
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.server.api.client import PATIENCE, Server


@dataclass(frozen=True)
class Raw:
    """An answer as it came."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of the error; the body has the one form of all errors."""
        body = json.loads(self.body)
        assert set(body) == {"error"}
        assert set(body["error"]) == {"code", "message", "text"}
        return str(body["error"]["code"])


def connect(server: Server, **options: Any) -> socket.socket:
    """A connection; with ``buffer``, one that can take in little."""
    made = socket.socket()
    if "buffer" in options:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, options["buffer"])
    made.settimeout(PATIENCE)
    made.connect(("127.0.0.1", server.port))
    return made


def head(server: Server, method: str, path: str, *headers: str) -> bytes:
    """The head of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def read(connection: socket.socket, *, bodiless: bool = False) -> Raw:
    """One answer; that to a HEAD has no body."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65536)
        assert more, f"the connection was closed after {data!r}"
        data += more
    top, _, body = data.partition(b"\r\n\r\n")
    lines = top.decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, _, value in (it.partition(": ") for it in lines[1:])}
    while not bodiless and len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    return Raw(int(lines[0].split()[1]), headers, body)


def ask(server: Server, data: bytes) -> Raw:
    """Send bytes on a connection of their own; the answer."""
    with connect(server) as connection:
        connection.sendall(data)
        return read(connection, bodiless=data.startswith(b"HEAD "))


def seconds_until_closed(connection: socket.socket, drops: Iterable[bytes] = ()) -> float:
    """How long the server keeps a connection on which bytes drip in, four times a second."""
    begun = time.monotonic()
    connection.settimeout(0.25)
    dripping = iter(drops)
    while time.monotonic() < begun + PATIENCE:
        try:
            drop = next(dripping, b"")
            if drop:
                connection.sendall(drop)
            if not connection.recv(65536):
                return time.monotonic() - begun
        except TimeoutError:
            continue
        except OSError:
            return time.monotonic() - begun
    raise AssertionError("the connection was never closed")
