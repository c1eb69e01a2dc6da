"""How bytes become requests: uvicorn's way, without clients that are too slow or send too much."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rookery.server.api.http import HEADERS, LINE, Line, refusal
from rookery.server.problems import Problem

#: The most bytes of a head that comes in pieces.
HEAD_BYTES = 32_768


class HeadTooLarge(Problem):
    """More headers than any client of ours would send."""

    code = "too_large"
    status = 431


class Protocol(HttpToolsProtocol):
    """One connection."""

    #: How long a head, or the rest of a body that nobody waits for, may take, in seconds.
    patience = 10.0
    _line: Line | None = None
    _fuse: asyncio.TimerHandle | None = None
    #: Whether the last request has come in whole, and the next one has not begun.
    _between = True
    #: Whether a head is coming in, and how much of it has come.
    _head = True
    _head_size = 0
    #: Whether the end of a request was in what came in last.
    _ended = False

    def connection_made(self, transport: Any) -> None:
        """Give a new connection some time for its first request."""
        super().connection_made(transport)
        self._light()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time."""
        self._cut()
        super().connection_lost(exc)

    def _light(self) -> None:
        if self._fuse is None:
            self._fuse = self.loop.call_later(self.patience, self._give_up)

    def _cut(self) -> None:
        if self._fuse is not None:
            self._fuse.cancel()
            self._fuse = None

    def _give_up(self) -> None:
        self._fuse = None
        if not self.transport.is_closing():
            self.transport.close()

    def shutdown(self) -> None:
        """The server is to stop: answers are finished first, streams never would be."""
        super().shutdown()
        if self._line is not None and self._line.endless:
            self.transport.close()

    # ---------------------------------------------------------------- what comes in

    def data_received(self, data: bytes) -> None:
        """Some bytes."""
        if self._between:
            self._light()
        self._ended = False
        super().data_received(data)
        if self._head and not self._ended and not self.transport.is_closing():
            self._head_size += len(data)
            if self._head_size > HEAD_BYTES:
                self._refuse(HeadTooLarge(f"the head of a request has at most {HEAD_BYTES} bytes"))

    def on_message_begin(self) -> None:
        """A request begins."""
        self._between, self._head = False, True
        super().on_message_begin()
        # Closing politely waits for a client that does not read; aborting does not.
        self._line = Line(self.transport.abort)
        self.scope["extensions"] = {LINE: {"line": self._line}}

    def on_headers_complete(self) -> None:
        """Its head is here."""
        self._cut()
        self._head, self._head_size = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Its body is here."""
        self._cut()
        self._between = self._head = self._ended = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered, perhaps before its body has come."""
        super().on_response_complete()
        if not self._between and not self._head:
            self._light()

    # ---------------------------------------------------------------- what goes out

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, in the form of all our errors."""
        self._refuse(Problem("this is not an HTTP request"))

    def _refuse(self, error: Problem) -> None:
        answer = refusal(error)
        lines = [
            b"HTTP/1.1 %d Refused" % answer.status,
            b"content-type: application/json",
            b"content-length: %d" % len(answer.body),
            b"connection: close",
            *(name + b": " + value for name, value in HEADERS),
        ]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + answer.body)
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing here is upgraded; the request is answered as it is, and not worth a warning."""
