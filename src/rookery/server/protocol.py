"""How bytes become requests: uvicorn's way, without clients that are too slow or send too much."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rookery.server.api.http import HEADERS, LINE, Line, refusal
from rookery.server.connections import Connections
from rookery.server.problems import Problem, TooMany

#: The most bytes of a head, in one piece or in many.
HEAD_BYTES = 32_768
#: Bytes a second that a client has to read at least of what it asked for.
SLOWEST = 2048


class HeadTooLarge(Problem):
    """More headers than any client of ours would send."""

    code = "too_large"
    status = 431


class Protocol(HttpToolsProtocol):
    """One connection."""

    #: How long a head, or the rest of a body that nobody waits for, may take, in seconds.
    patience = 10.0
    #: How long a client may read nothing of an answer, in seconds.
    stuck = 20.0
    #: All connections of this process.
    everybody = Connections(0, 0)
    _line: Line | None = None
    _fuse: asyncio.TimerHandle | None = None
    #: Whether the last request has come in whole, and the next one has not begun.
    _between = True
    #: Whether a head is coming in, and how much of it has come.
    _head = True
    _head_size = 0
    #: How much of the present head the parser has read.
    _read = 0
    #: Why the parser was stopped.
    _fault: Problem | None = None
    #: Whether the end of a request was in what came in last.
    _ended = False
    #: Looks whether the client reads, and how much it had left to read last time.
    _reading: asyncio.TimerHandle | None = None
    _left = 0

    def connection_made(self, transport: Any) -> None:
        """Give a new connection some time for its first request."""
        super().connection_made(transport)
        if self.everybody.enter(self):
            self._light()
        else:
            self._refuse(TooMany("there are too many connections from here; close some first"))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time."""
        self._cut()
        self._look_away()
        self.everybody.leave(self)
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """The other end."""
        return self.client[0] if self.client else "local"

    @property
    def unused(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    @property
    def unread(self) -> int:
        """How many bytes wait for the client: written already, or made and not yet written."""
        size = self.transport.get_write_buffer_size()
        if not self.unused:
            size += self.cycle.expected_content_length
        return size + (self._line.owed if self._line is not None else 0)

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
        self._between, self._head, self._read = False, True, 0
        super().on_message_begin()
        # Closing politely waits for a client that does not read; aborting does not.
        self._line = Line(self.transport.abort)
        self.scope["extensions"] = {LINE: {"line": self._line}}

    def on_url(self, url: bytes) -> None:
        """A part of its address."""
        self._read += len(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One of its headers."""
        self._read += len(name) + len(value) + 4
        if self._read > HEAD_BYTES:
            # Raised through the parser, which stops here; ``send_400_response`` says why.
            self._fault = HeadTooLarge(f"the head of a request has at most {HEAD_BYTES} bytes")
            raise self._fault
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Its head is here."""
        self._cut()
        self._head, self._head_size = False, 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Its body is here."""
        self._cut()
        self._between = self._head = self._ended = True
        if self._line is not None:
            self._line.whole = True
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered, perhaps before its body has come."""
        super().on_response_complete()
        if not self._between and not self._head:
            self._light()
        if self.unread:
            self._look()

    # ---------------------------------------------------------------- what goes out

    def pause_writing(self) -> None:
        """More waits for the client than should."""
        super().pause_writing()
        self.everybody.behind(self)
        self._look()

    def resume_writing(self) -> None:
        """The client has read most of it."""
        super().resume_writing()
        self.everybody.caught_up(self)

    def timeout_keep_alive_handler(self) -> None:
        """No further request came; but to close politely waits for one who may never read."""
        if not self.unread:
            super().timeout_keep_alive_handler()

    def _look(self) -> None:
        """From now on, look whether the client reads; streams see to that themselves."""
        if self._reading is None and not (self._line is not None and self._line.endless):
            self._left = self.unread
            self._reading = self.loop.call_later(self.stuck, self._look_again)

    def _look_away(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _look_again(self) -> None:
        self._reading = None
        left = self.unread
        if left and left > self._left - SLOWEST * self.stuck:
            self.transport.abort()
        elif left:
            self._look()
        elif self.unused and not self.pipeline and self.timeout_keep_alive_task is not None:
            self.timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, in the form of all our errors."""
        self._refuse(self._fault or Problem("this is not an HTTP request"))

    def _refuse(self, error: Problem) -> None:
        answer = refusal(error)
        lines = [
            b"HTTP/1.1 %d Refused" % answer.status,
            b"content-type: application/json",
            b"content-length: %d" % len(answer.body),
            b"connection: close",
            *(name + b": " + value for name, value in (*HEADERS, *answer.headers)),
        ]
        self.transport.write(b"\r\n".join(lines) + b"\r\n\r\n" + answer.body)
        self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing here is upgraded; the request is answered as it is, and not worth a warning."""
