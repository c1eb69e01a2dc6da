"""``rookery serve``: the tables, for everybody who can reach this machine."""

import argparse
import asyncio
import os
import sys
import threading
import webbrowser
from typing import Any

from rookery.errors import BrokenGame, InvalidOption
from rookery.games import names

#: What ``--limit`` may change: fields of the server's settings.
LIMITS = (
    "rate",
    "burst",
    "address_rate",
    "address_burst",
    "guest_streams",
    "address_streams",
    "address_connections",
    "address_unread",
    "quotas",
    "king_cores",
    "heavy",
    "heavy_seconds",
    "body",
    "patience",
    "stuck",
    "backlog",
    "heartbeat",
    "away",
)


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "serve",
        help="open the tables",
        description="Serve tables over HTTP: people and bots play, everything is kept.",
        epilog="Every setting can also stand in a file (--config, TOML: port = 8080) or in the"
        " environment (ROOKERY_PORT=8080). Flags count most, then the environment.",
    )
    command.add_argument("--config", metavar="FILE", help="read settings from a file")
    command.add_argument("--host", help="where to listen (default: 127.0.0.1)")
    command.add_argument("--port", help="0: any free port (default: 8000)")
    command.add_argument(
        "--db",
        metavar="PATH|URL",
        help="a SQLite file, or postgresql://…  (default: a file in your data folder)",
    )
    command.add_argument(
        "--workers",
        metavar="N",
        help="server processes on the port; more than one needs PostgreSQL (default: 1)",
    )
    command.add_argument(
        "--bots",
        metavar="N",
        help="processes in which bots think, for each server process (default: 1)",
    )
    command.add_argument(
        "--pace",
        metavar="SECONDS",
        help="the minimum time a bot takes, so that people can follow (default: 0.6)",
    )
    command.add_argument(
        "--ponder",
        action="store_true",
        default=None,
        help="let an emperor or a penguin king think ahead, on one core, while people think",
    )
    command.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"change a limit: {', '.join(LIMITS)} (a rate of 0: none)",
    )
    command.add_argument(
        "--proxy",
        action="store_true",
        default=None,
        help="trust the client addresses passed on by a local proxy",
    )
    command.add_argument(
        "--public-metrics",
        action="store_true",
        default=None,
        help="let other machines read the figures too (they count hidden actions)",
    )
    command.add_argument(
        "--push",
        metavar="CONTACT",
        help="let people be told by Web Push when it is their turn; CONTACT, such as"
        " mailto:you@example.org, is for the push services (needs rookery[push])",
    )
    command.add_argument(
        "--keep",
        metavar="KIND=TIME,…",
        help="delete old tables, for instance finished=1y,abandoned=30d (default: keep all)",
    )
    command.add_argument(
        "--admin-socket",
        metavar="PATH",
        help="where rookery admin finds the server (default: beside the SQLite file)",
    )
    command.add_argument(
        "--log",
        metavar="LEVEL",
        help="how much to log, as JSON lines on the error output: debug, info, warning or error"
        " (default: warning)",
    )
    command.add_argument(
        "--lan",
        action="store_true",
        help="let in the phones and computers of your home network (the same as --host 0.0.0.0)",
    )
    command.add_argument(
        "--ask",
        action="store_true",
        help="ask whether others at home are to be let in, where somebody can answer",
    )
    command.add_argument("--open", action="store_true", help="show the lobby in a browser")
    command.set_defaults(run=run)


#: Flags that are settings.
FLAGS = (
    *("db", "host", "port", "workers", "bots", "pace", "ponder", "proxy", "public_metrics", "log"),
    *("push", "keep", "admin_socket"),
)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    # The server's parts are imported here: other commands start faster without them.
    from rookery.server.owner import own
    from rookery.server.run import bind, check_database, serve
    from rookery.server.settings import gather
    from rookery.server.upkeep import FORM, read_keep
    from rookery.web.site import FACTORY

    given = {name: getattr(args, name) for name in FLAGS if getattr(args, name) is not None}
    if args.host is None and (args.lan or (args.ask and wants_others())):
        given["host"] = "0.0.0.0"  # noqa: S104 - somebody said so
    settings = gather({**given, **read_limits(args.limit)}, args.config)
    read_keep(settings.keep or FORM)
    check_games()
    sock = bind(settings)
    host, port = sock.getsockname()[:2]
    # Whoever listens everywhere is found on this machine under its own name.
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - only read
    url = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
    with sock, own(settings.db, f"a server at {url} (process {os.getpid()})"):
        where = asyncio.run(check_database(settings))
        print(f"Tables are open at {url} (kept in {where})", flush=True)
        tell_others(settings, port)
        if args.open:
            open_browser(url)
        serve(settings, sock, FACTORY)
    return 0


def wants_others() -> bool:
    """Ask whether others at home may come; where nobody can answer, they may not."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        return False
    try:
        answer = input("Shall phones and other computers in your home network be let in? [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes", "o", "oui", "j", "ja")


def tell_others(settings: Any, port: int) -> None:
    """Say where others at home find the tables."""
    from rookery.server.reach import reachable

    for found in reachable(settings.host, port)[1]:
        if found != f"http://{settings.host}:{port}":
            print(f"Others in your home network come in at {found}/", flush=True)


def check_games() -> None:
    """Load all games, so that those left out are named first; refuse if there is none to play."""
    if not names():
        raise BrokenGame("none of the games can be played, so there are no tables to open")


def open_browser(address: str) -> None:
    """Show the lobby, where there is a screen; a browser waits for the server by itself."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        # Some browsers run until they are closed: not in the server's way.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def read_limits(pairs: list[str]) -> dict[str, str]:
    """The limits as they were given."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in LIMITS:
            raise InvalidOption(
                f"--limit {pair!r}: give NAME=VALUE, NAME one of {', '.join(LIMITS)}"
            )
        found[name] = value
    return found
