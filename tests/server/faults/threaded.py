"""A real server on a real socket, in a thread of the test's own process."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx

from rookery.server.app import App
from rookery.server.run import UvicornServer, bind, config_of
from rookery.server.settings import Settings

#: Only a hang takes longer.
PATIENCE = 120.0
#: Settings without the limits that would slow a test.
FREE: dict[str, Any] = {
    "port": 0,
    "rate": 0,
    "address_rate": 0,
    "address_streams": 10_000,
    "address_connections": 0,
    "quotas": 0,
    "heavy_seconds": 120,
}


def until(true: Callable[[], Any], what: str = "it") -> Any:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while True:
        found = true()
        if found:
            return found
        assert time.monotonic() < end, f"waited {PATIENCE:g} seconds for {what}"
        time.sleep(0.005)


class Served:
    """A server; ``enter`` is called in its thread first."""

    def __init__(self, settings: Settings, enter: Callable[[], None] = lambda: None) -> None:
        self.app = App(settings)
        sock = bind(settings)
        self.address = f"http://127.0.0.1:{sock.getsockname()[1]}"
        self.url = self.address + "/api/v1"
        config = config_of(settings, "")
        config.app, config.factory, config.loop = self.app.asgi(), False, "asyncio"
        self._server = UvicornServer(config)

        def work() -> None:
            enter()
            asyncio.run(self._server.serve([sock]))

        self._thread = threading.Thread(target=work)
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive(), "the server")
        assert self._server.started

    def close(self) -> None:
        """Stop it."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


class Hearing:
    """A stream of events, as the bytes that come."""

    def __init__(self, url: str, headers: dict[str, str]) -> None:
        self.data = b""
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self.ended = threading.Event()
        self._client = httpx.Client(timeout=3600)
        self._thread = threading.Thread(target=self._run, args=(url, headers), daemon=True)
        self._response: httpx.Response | None = None
        self._thread.start()

    def _run(self, url: str, headers: dict[str, str]) -> None:
        try:
            with self._client.stream("GET", url, headers=headers) as response:
                self._response = response
                self.headers = [it for it in response.headers.items() if it[0] != "date"]
                self.status = response.status_code
                for part in response.iter_raw():
                    self.data += part
        except httpx.HTTPError:
            pass  # the test has let go, or the server has gone
        self.ended.set()

    def has(self, number: int) -> bool:
        """Whether an event has come, whole."""
        _, found, rest = self.data.partition(b"id: %d\n" % number)
        return bool(found) and b"\n\n" in rest

    def close(self) -> None:
        """Let go."""
        until(lambda: self.status or self.ended.is_set(), "the stream to begin")
        stream: Any = self._response and self._response.extensions.get("network_stream")
        if stream is not None:
            sock = stream.get_extra_info("socket")
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        if self._response is not None:
            self._response.close()
        self._client.close()
