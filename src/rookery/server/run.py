"""Running a server: one process, or several on one port."""

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import msgspec
import uvicorn
from starlette.applications import Starlette

from rookery.errors import InvalidOption
from rookery.server import logs
from rookery.server.app import App
from rookery.server.connections import Connections, descriptors
from rookery.server.owner import beside
from rookery.server.protocol import Protocol
from rookery.server.settings import VARIABLE, Settings, from_environment
from rookery.server.store import Store
from rookery.server.store.address import FileAddress, parse

log = logging.getLogger("rookery.server")

#: Bytes on their way to a client that the system keeps; many would hide that it does not read.
SEND_BUFFER = 131_072

#: Bytes of the path of a socket in the file system.
LONGEST_PATH = 100
#: Seconds that answers have to come to an end when a server stops.
GRACEFUL = 3
#: A server process that dies sooner than this, in seconds, has crashed rather than been killed.
SOON = 10.0
#: How long to wait before a crashed one is replaced: twice as long each time it crashes again.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0


def make() -> Starlette:
    """The application, with the settings that the parent process left."""
    settings = from_environment()
    logs.set_up(settings.log)
    return App(settings).asgi()


def bind(settings: Settings) -> socket.socket:
    """The socket; refuses an address that cannot be had, in one line."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # Named, or asyncio does not see that it is TCP and leaves Nagle's delay on.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # Connections have it from here. What is not read waits in our backlog, not in the system's.
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    try:
        sock.bind((settings.host, settings.port))
        sock.listen(4096)
    except OSError as error:
        sock.close()
        where = f"{settings.host} port {settings.port}"
        raise InvalidOption(f"cannot listen at {where}: {error.strerror or error}") from None
    sock.set_inheritable(True)
    return sock


async def check_database(settings: Settings) -> str:
    """Open the database once, before anything is promised; where it is, without passwords."""
    address = parse(settings.db)
    if settings.workers > 1 and isinstance(address, FileAddress):
        raise InvalidOption(
            f"--workers {settings.workers} needs PostgreSQL (--db postgresql://…);"
            " a SQLite file is for one server process"
        )
    store = await Store.open(settings.db, node="check")
    await store.close()
    return str(address)


def config_of(settings: Settings, factory: str) -> uvicorn.Config:
    """How uvicorn is to run."""
    # Behind a proxy all connections are the proxy's; it counts its visitors itself.
    each = 0 if settings.proxy else settings.address_connections
    unread = 0 if settings.proxy else 1_000_000 * settings.address_unread
    limits = {
        "patience": settings.patience,
        "stuck": settings.stuck,
        "everybody": Connections(each, unread, descriptors()),
    }
    return uvicorn.Config(
        factory,
        factory=True,
        http=type("Patient", (Protocol,), limits),
        loop="uvloop" if os.name == "posix" else "asyncio",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.proxy,
        timeout_graceful_shutdown=GRACEFUL,
        backlog=4096,
    )


#: Makes the application: the tables alone, without pages.
FACTORY = "rookery.server.run:make"


def bind_admin(settings: Settings) -> tuple[Settings, list[socket.socket]]:
    """The host's socket, which only the server's own user may open, and where it is.

    Beside a SQLite file; elsewhere if the settings say so; not where paths are too long for it.
    """
    address = parse(settings.db)
    path = settings.admin_socket
    if path is None and isinstance(address, FileAddress) and hasattr(socket, "AF_UNIX"):
        path = str(beside(address.path, "admin"))
        if len(path.encode()) > LONGEST_PATH:
            path = None
    if path is None:
        return msgspec.structs.replace(settings, admin_socket=None), []
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        if _abandoned(path):
            Path(path).unlink()
        sock.bind(path)
        sock.listen(16)
    except OSError as error:
        sock.close()
        if settings.admin_socket is None:  # nobody asked for it, and some disks have no sockets
            return settings, []
        why = error.strerror or error
        raise InvalidOption(f"cannot make the host's socket {path}: {why}") from None
    finally:
        os.umask(before)
    sock.set_inheritable(True)
    return msgspec.structs.replace(settings, admin_socket=path), [sock]


def _abandoned(path: str) -> bool:
    """Whether a socket is there at which nobody listens any more."""
    if not Path(path).is_socket():
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        return trial.connect_ex(path) != 0


def serve(settings: Settings, sock: socket.socket, factory: str = FACTORY) -> None:
    """Serve until stopped; ``factory`` names the function that makes the application."""
    settings, more = bind_admin(settings)
    os.environ[VARIABLE] = msgspec.json.encode(settings).decode()
    try:
        if settings.workers > 1:
            supervise(settings, [sock, *more], factory)
        else:
            work(settings, [sock, *more], factory)
    finally:
        if more and settings.admin_socket:
            Path(settings.admin_socket).unlink(missing_ok=True)


class UvicornServer(uvicorn.Server):
    """uvicorn's, which would end in the very signal that stopped it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; then the process ends by itself and cleans up."""
        await super().shutdown(sockets)
        self._captured_signals.clear()


def work(settings: Settings, sockets: list[socket.socket], factory: str = FACTORY) -> None:
    """Be one server process; one that was started by another ends with it, however that went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent,), daemon=True).start()
    UvicornServer(config_of(settings, factory)).run(sockets=sockets)


def _follow(parent: BaseProcess) -> None:
    """Stop as if told to, a moment after the parent has gone; at the latest when that hangs."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(2 * GRACEFUL)
    os._exit(1)


def supervise(settings: Settings, sockets: list[socket.socket], factory: str) -> None:
    """Keep several server processes running on the same sockets; one that dies is replaced."""
    context = multiprocessing.get_context("spawn")
    stopping = threading.Event()
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: stopping.set())
    begin = partial(context.Process, target=work, args=(settings, sockets, factory))
    places = [Place(begin) for _ in range(settings.workers)]
    while not stopping.wait(0.2):
        for place in places:
            place.look()
    for place in places:
        place.process.terminate()
    for place in places:
        place.process.join(5)


class Place:
    """The place of one server process: one that dies is replaced, a crashing one ever later."""

    def __init__(self, begin: Callable[[], BaseProcess]) -> None:
        self._begin = begin
        #: When the next one is due, while there is none.
        self._due: float | None = None
        self._pause = 0.0
        self._start()

    def _start(self) -> None:
        self.process = self._begin()
        self.process.start()
        self._since, self._due = time.monotonic(), None

    def look(self) -> None:
        """Replace the process if it has died and the time has come."""
        if self.process.is_alive():
            return
        now = time.monotonic()
        if self._due is None:
            crashed = now - self._since < SOON
            longer = min(LONGEST_PAUSE, max(FIRST_PAUSE, 2 * self._pause))
            self._pause = longer if crashed else 0.0
            self._due = now + self._pause
            said = {"pid": self.process.pid, "seconds": self._pause}
            log.warning("a server process died and is replaced", extra=said)
        if now >= self._due:
            self._start()
