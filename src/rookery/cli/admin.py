"""``rookery admin``: what the host of a running server may do."""

import argparse
import http.client
import json
import os
import socket
import time
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from rookery.cli.common import table as draw_table
from rookery.errors import DatabaseUnavailable, InvalidOption, RookeryError

PREFIX = "/api/v1/admin/"
#: Where the host's token is, for a server on another machine.
VARIABLE = "ROOKERY_ADMIN_TOKEN"
HOURS = {"h": 1, "d": 24, "w": 7 * 24}


def add(commands: Any) -> None:
    """Declare the command."""
    command = commands.add_parser(
        "admin",
        help="look after a running server",
        description="Look after a running server: over its socket on this machine, or with"
        f" --url and the token in ${VARIABLE}.",
    )
    where = command.add_mutually_exclusive_group()
    where.add_argument("--db", metavar="PATH", help="the server's SQLite file, if not the usual")
    where.add_argument("--socket", metavar="PATH", help="the server's socket (--admin-socket)")
    where.add_argument("--url", metavar="URL", help="a server elsewhere, such as https://HOST")
    command.add_argument("--json", action="store_true", help="print answers as JSON")
    command.set_defaults(run=run)
    does = command.add_subparsers(title="what to do", metavar="WHAT", required=True, dest="what")
    does.add_parser("status", help="how the house is, and who may not come in")
    for name, told in (("tables", "list tables"), ("guests", "list guests"), ("log", "the record")):
        part = does.add_parser(name, help=told)
        part.add_argument("--limit", default="100", metavar="N", help="how many (default: 100)")
        if name == "tables":
            part.add_argument("--status", metavar="open|running|over", help="only these")
    part = does.add_parser("close", help="end a table, without a winner")
    part.add_argument("table", metavar="TABLE")
    part.add_argument("why", nargs="?", default="", metavar="WHY", help="what people are told")
    for name, told in (("ban", "let somebody in no more"), ("lift", "let them in again")):
        part = does.add_parser(name, help=told)
        part.add_argument("kind", choices=("guest", "address"))
        part.add_argument("who", metavar="WHO", help="a guest's id, an address or a network")
        if name == "ban":
            part.add_argument("--why", default="", help="for the record")
            part.add_argument("--for", dest="time", metavar="TIME", help="such as 12h, 7d or 2w")
    part = does.add_parser("announce", help="say something to everybody; nothing: no more")
    part.add_argument("text", nargs="?", default="", metavar="TEXT")
    part = does.add_parser("maintenance", help="no new tables, and clocks stand")
    part.add_argument("switch", choices=("on", "off"))
    for name, told in (("export", "all that is kept about a guest"), ("forget", "delete it")):
        does.add_parser(name, help=told).add_argument("guest", metavar="GUEST")


def run(args: argparse.Namespace) -> int:
    """Do it."""
    what = args.what
    if what in ("status", "tables", "guests", "log", "export"):
        answer = ask(args, "GET", *looking(args))
        if args.json or what == "export":
            print(json.dumps(answer, ensure_ascii=False, indent=2))
        elif what == "status":
            print(told(answer))
        else:
            print(draw_table(columns(what, answer["rows"])))
        return 0
    ask(args, "POST", what, body_of(args))
    print("Done.")
    return 0


def looking(args: argparse.Namespace) -> tuple[str]:
    """What is asked for."""
    if args.what == "export":
        return (f"guest?guest={quote(args.guest)}",)
    if args.what == "status":
        return ("status",)
    query = {"limit": args.limit}
    if getattr(args, "status", None):
        query["status"] = args.status
    return (f"{args.what}?{urlencode(query)}",)


def body_of(args: argparse.Namespace) -> dict[str, Any]:
    """What is decided."""
    match args.what:
        case "close":
            return {"table": args.table, "why": args.why}
        case "ban":
            return {"kind": args.kind, "who": args.who, "why": args.why, "hours": hours(args.time)}
        case "lift":
            return {"kind": args.kind, "who": args.who}
        case "announce":
            return {"text": args.text}
        case "maintenance":
            return {"on": args.switch == "on"}
    return {"guest": args.guest}


def hours(text: str | None) -> float | None:
    """A length of time in hours."""
    if text is None:
        return None
    if not text[:-1].isdecimal() or text[-1] not in HOURS or int(text[:-1]) == 0:
        raise InvalidOption(f"--for {text!r} is not a time such as 12h, 7d or 2w")
    return float(int(text[:-1]) * HOURS[text[-1]])


# ---------------------------------------------------------------- asking


class SocketConnection(http.client.HTTPConnection):
    """HTTP over a socket in the file system."""

    def __init__(self, path: str) -> None:
        super().__init__("localhost", timeout=60)
        self._path = path

    def connect(self) -> None:
        """Open it."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(self._path)


def connection_of(args: argparse.Namespace) -> tuple[http.client.HTTPConnection, str]:
    """The way to the server, and its name."""
    if args.url is not None:
        parts = urlsplit(args.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise InvalidOption(f"--url {args.url!r} is not like https://HOST")
        if VARIABLE not in os.environ:
            raise InvalidOption(f"--url needs the host's token in ${VARIABLE}")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else None
        made = (kind or http.client.HTTPConnection)(parts.netloc, timeout=60)
        return made, args.url
    path = args.socket
    if path is None:
        from rookery.server.owner import beside
        from rookery.server.store.address import FileAddress, parse

        address = parse(args.db)
        if not isinstance(address, FileAddress):
            raise InvalidOption("a server on PostgreSQL is found by --socket or --url")
        path = str(beside(address.path, "admin"))
    return SocketConnection(path), path


def ask(args: argparse.Namespace, method: str, path: str, body: Any = None) -> Any:
    """The server's answer."""
    connection, where = connection_of(args)
    headers = {"content-type": "application/json"}
    if args.url is not None:
        headers["x-rookery-admin"] = os.environ[VARIABLE]
    text = None if body is None else json.dumps(body)
    try:
        connection.request(method, PREFIX + path, text, headers)
        reply = connection.getresponse()
        answer = json.loads(reply.read())
    except (OSError, http.client.HTTPException, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise DatabaseUnavailable(f"no server answers at {where}: {why}") from None
    finally:
        connection.close()
    if reply.status != 200:
        raise RookeryError(answer["error"]["message"])
    return answer


# ---------------------------------------------------------------- showing


def moment(ms: int | None) -> str:
    """A time, as people here read it."""
    return "" if ms is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(ms / 1000))


def told(status: dict[str, Any]) -> str:
    """How the house is, in lines."""
    lines = [
        f"Rookery {status['version']}: {status['tables']} tables in memory,"
        f" {status['streams']} streams",
        f"maintenance: {'on' if status['maintenance'] else 'off'}",
        f"announcement: {status['announcement'] or '(none)'}",
        f"damaged tables: {status['damaged']}",
    ]
    for it in status["bans"]:
        until = f" until {moment(it['until'])}" if it["until"] else ""
        lines.append(f"banned{until}: {it['kind']} {it['who']}  {it['why']}".rstrip())
    return "\n".join(lines)


def columns(what: str, rows: list[dict[str, Any]]) -> list[list[str]]:
    """A list as a table."""
    if what == "tables":
        head = ["table", "game", "status", "changed", "free", "people"]
        values = [
            [
                *(it["id"], it["game"], it["status"], moment(it["changed"]), str(it["free"])),
                ", ".join(it["people"]),
            ]
            for it in rows
        ]
    elif what == "guests":
        head = ["guest", "tables", "last", "names"]
        values = [
            [it["guest"], str(it["tables"]), moment(it["changed"]), ", ".join(it["names"])]
            for it in rows
        ]
    else:
        head = ["when", "who", "what", "about", "why"]
        values = [
            [moment(it["at"]), it["who"] or "server", it["what"], it["about"], it["data"]]
            for it in rows
        ]
    return [head, *values]
