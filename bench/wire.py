"""A server to be measured, and a lean client for it: its own cost counts on the same machine."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec

#: Every limit on visitors is off: one address plays thousands of people here.
LIMITS = (
    *("rate", "address_rate", "guest_streams", "address_streams"),
    *("address_connections", "address_unread", "quotas"),
)
#: For how many seconds a connection without requests is good for another: less than the
#: server's five, or both would find out at the same time.
KEPT = 3.0
_encode = msgspec.json.Encoder().encode


class Server:
    """A `rookery serve` process on a fresh database."""

    def __init__(self, db: Path, *options: str, unlimited: Sequence[str] = LIMITS) -> None:
        limits = [text for name in unlimited for text in ("--limit", f"{name}=0")]
        command = [sys.executable, "-m", "rookery", "serve", "--port", "0", "--db", str(db)]
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, *limits, *options], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://([\d.]+):(\d+)/", line)
        if found is None:
            raise SystemExit(f"the server does not start: {line!r}")
        self.host, self.port = found[1], int(found[2])

    @property
    def pid(self) -> int:
        return self.process.pid

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return cpu_of(self.pid)

    def helpers_cpu(self) -> float:
        """The same of the processes that it started: bots, and whoever draws events."""
        lists = Path(f"/proc/{self.pid}/task").glob("*/children")
        return sum(cpu_of(int(pid)) for file in lists for pid in file.read_text().split())

    def memory(self) -> int:
        """Bytes of memory in use."""
        return memory_of(self.pid)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(re.search(r"VmRSS:\s+(\d+)", text)[1])  # type: ignore[index]


class Failed(Exception):
    """An answer that is not 200."""


class Connection(asyncio.Protocol):
    """One request after the other."""

    def __init__(self) -> None:
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self.transport: Any = None
        self.used = 0.0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        head = self._buffer.find(b"\r\n\r\n")
        if head < 0:
            return
        at = self._buffer.find(b"content-length: ", 0, head) + 16
        end = head + 4 + int(self._buffer[at : self._buffer.find(b"\r", at)])
        if len(self._buffer) >= end:
            whole, self._buffer = self._buffer, b""
            if self._answer is not None and not self._answer.done():
                self._answer.set_result((int(whole[9:12]), whole[head + 4 : end]))

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Failed("the connection was cut"))

    def ask(self, request: bytes) -> "asyncio.Future[tuple[int, bytes]]":
        self._answer = asyncio.get_running_loop().create_future()
        self.used = time.monotonic()
        self.transport.write(request)
        return self._answer


class Client:
    """Requests over as many connections as are needed at once."""

    def __init__(self, server: Server) -> None:
        self.host, self.port = server.host, server.port
        self._free: list[Connection] = []

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> bytes:
        """The body of the answer; raises if it is not 200."""
        data = b"" if body is None else _encode(body)
        head = f"{method} /api/v1{path} HTTP/1.1\r\nhost: {self.host}\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        if body is not None:
            head += f"content-type: application/json\r\ncontent-length: {len(data)}\r\n"
        connection = await self._connection()
        status, answer = await connection.ask(f"{head}\r\n".encode() + data)
        self._free.append(connection)
        if status != 200:
            raise Failed(f"{method} {path} {body}: {status} {answer.decode()[:300]}")
        return answer

    async def _connection(self) -> Connection:
        """One that is free, the last used first: the server closes those long unused."""
        while self._free:
            connection = self._free.pop()
            if time.monotonic() - connection.used < KEPT:
                return connection
            connection.transport.close()
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(Connection, self.host, self.port))[1]

    async def listen(
        self, table: str, seat: int, token: str, heard: Callable[[int, bytes], None]
    ) -> "Listener":
        """Open an event stream; ``heard`` gets the number and the data of each event."""
        path = f"/api/v1/tables/{table}/events?seat={seat}"
        request = f"GET {path} HTTP/1.1\r\nhost: {self.host}\r\nauthorization: Bearer {token}\r\n"
        listener = Listener(f"{request}\r\n".encode(), heard)
        await asyncio.get_running_loop().create_connection(lambda: listener, self.host, self.port)
        return listener

    def close(self) -> None:
        for connection in self._free:
            connection.transport.close()


class Listener(asyncio.Protocol):
    """An event stream: chunks to events."""

    def __init__(self, request: bytes, heard: Callable[[int, bytes], None]) -> None:
        self._request = request
        self._heard = heard
        self._buffer = b""
        self._begun = False
        #: Set by whoever wants no more; a stream that ends before is an error.
        self.wanted = True
        self.broken = False
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        at = 0
        if not self._begun:
            head = buffer.find(b"\r\n\r\n")
            if head < 0:
                self._buffer = buffer
                return
            if buffer[9:12] != b"200":
                self.broken = True
            self._begun = True
            at = head + 4
        while True:
            line = buffer.find(b"\r\n", at)
            if line < 0:
                break
            size = int(buffer[at:line], 16)
            if len(buffer) < line + 4 + size:
                break
            self._chunk(buffer[line + 2 : line + 2 + size])
            at = line + 4 + size
        self._buffer = buffer[at:]

    def _chunk(self, chunk: bytes) -> None:
        # The server sends whole events: a chunk ends where an event ends.
        for event in chunk.split(b"\n\n"):
            if event.startswith(b"id: "):
                number, _, data = event.partition(b"\ndata: ")
                self._heard(int(number[4:]), data)

    def connection_lost(self, error: Exception | None) -> None:
        self.broken = self.broken or self.wanted

    def close(self) -> None:
        self.wanted = False
        self.transport.close()
