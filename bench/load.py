"""How much one server holds: running tables, event streams, durable actions, idle tables.

    python bench/load.py                                  the goals: 1,000 tables, 800 actions/s
    python bench/load.py --tables 500 --rate 400 --idle 0 half of it

Everything runs on this machine, and what the generator costs is part of the picture. Tables of
all games in turn have four guests each, who listen to their own streams in English, French and
German and play random legal actions, taken from the choices of their scenes.

The rate is fixed (open loop): every action has a moment at which it is due, whatever happened
to the others, and its time runs from that moment until the last seat that is told of it has
its event. A seat that may not notice an action gets no event. Which events an action caused is
known by their time stamp: the answer to the action names the actor's event, that event has the
stamp, and every event of the table with this stamp belongs to the action. Event numbers must
follow each other without a gap, and when all is quiet every seat must have the server's last
event; anything else is an error, like every answer but 200 and every stream that breaks.
"""

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import uvloop
from crowd import CONNECTING, Action, Crowd, Table, gather, now, settle, warm
from wire import Client, Server

GAMES = ("party", "ultimatum", "pengqueen")
SEATS = 4
#: Before the measurement each table plays up to so many actions: matches begin and end all along.
AHEAD = 80


async def prepare(load: Crowd, tables: int) -> None:
    """Tables with everybody there; then some actions at each, so that they differ."""
    await gather(load, tables)
    goals = {table.tokens[0]: load.rnd.randrange(AHEAD) for table in load.tables}
    waiting: list[Table] = []
    while len(waiting) < tables:
        if load.errors:
            raise SystemExit(f"cannot prepare: {load.errors[0]}")
        if not load.ready:
            await asyncio.sleep(0.005)
            continue
        table = load.ready.popleft()
        if table.played >= goals[table.tokens[0]]:
            waiting.append(table)
        else:
            load.spawn(table.act(Action(table, now())))
        if len(load.tasks) > CONNECTING:
            await asyncio.sleep(0.005)
    load.rnd.shuffle(waiting)
    load.ready.extend(waiting)


async def drive(load: Crowd, rate: float, seconds: float) -> float:
    """Play at a fixed rate; how long it took."""
    begun = now()
    count = int(rate * seconds)
    sent = 0
    while sent < count and now() < begun + 2 * seconds:
        due = begun + sent / rate
        if due > now() or not load.ready:
            await asyncio.sleep(max(0.001, due - now()))
            continue
        table = load.ready.popleft()
        action = Action(table, due)
        load.measured.append(action)
        load.spawn(table.act(action))
        sent += 1
    until = now() + 30
    while load.tasks and now() < until:
        await asyncio.sleep(0.01)
    return max(action.answered for action in load.measured) - begun


def at(share: float, values: list[float]) -> float:
    """A quantile of sorted values."""
    return values[min(len(values) - 1, int(share * len(values)))]


class Report:
    """Prints what was measured beside what is wanted, and remembers whether all of it fits."""

    def __init__(self) -> None:
        self.met = True

    def line(self, what: str, value: str, goal: str = "", met: bool = True) -> None:
        self.met = self.met and met
        mark = "" if not goal else "ok" if met else "MISSED"
        print(f"{what:44} {value:>12}  {goal:16} {mark}", flush=True)


async def first_answer(server: Server) -> float:
    """Seconds from the start of the process to its first answer."""
    while True:
        try:
            await Client(server).ask("GET", "/health")
            return now() - server.begun
        except OSError:
            await asyncio.sleep(0.005)


async def measure_play(args: argparse.Namespace, server: Server, report: Report) -> None:
    client = Client(server)
    load = Crowd(client, random.Random(args.seed), GAMES, SEATS)
    await warm(client)
    before = server.memory()
    await prepare(load, args.tables)
    gc.collect()
    gc.freeze()
    settled = server.memory()
    load.events = load.bytes = load.finished = 0
    cpu, helpers, own = server.cpu(), server.helpers_cpu(), time.process_time()
    took = await drive(load, args.rate, args.seconds)
    cpu, own = server.cpu() - cpu, time.process_time() - own
    helpers = server.helpers_cpu() - helpers
    events, sent = load.events, load.bytes
    await settle(load)
    for table in load.tables:
        table.close()
    client.close()
    waits = []
    for action in load.measured:
        seen = action.seen()
        if seen is None:
            load.errors.append("an action that its own seat has not seen")
        else:
            waits.append(1000 * (seen - action.due))
    waits.sort()
    answers = sorted(1000 * (it.answered - it.due) for it in load.measured if it.answered)
    late = at(0.99, waits)
    report.line("tables", str(args.tables))
    report.line("streams", str(SEATS * args.tables))
    report.line(
        "actions/s",
        f"{len(answers) / took:.0f}",
        f">= {0.99 * args.rate:.0f}",
        len(answers) / took >= 0.99 * args.rate,
    )
    report.line("errors", str(len(load.errors)), "0", not load.errors)
    report.line("seen by all seats, ms: median", f"{at(0.5, waits):.1f}")
    report.line("  99 %", f"{late:.1f}", "<= 50", late <= 50)
    report.line("  99.9 %", f"{at(0.999, waits):.1f}")
    report.line("  longest", f"{waits[-1]:.1f}")
    report.line("answered, ms: median", f"{at(0.5, answers):.1f}")
    report.line("  99 %", f"{at(0.99, answers):.1f}")
    report.line("events/s", f"{events / took:.0f}")
    report.line("events, MB/s", f"{sent / took / 1e6:.1f}")
    report.line("matches finished", str(load.finished))
    report.line("processor of the server, cores", f"{cpu / took:.2f}")
    report.line("  of those it started", f"{helpers / took:.2f}")
    report.line("processor of the generator, cores", f"{own / took:.2f}")
    report.line("server's ms of processor per action", f"{1000 * cpu / len(answers):.2f}")
    report.line("memory of the server, MB", f"{server.memory() / 1e6:.0f}")
    report.line("  per table with its streams, kB", f"{(settled - before) / args.tables / 1e3:.0f}")
    for error in load.errors[:5]:
        print("   ", error)


async def measure_idle(args: argparse.Namespace, server: Server, report: Report) -> None:
    """Tables that are running, but nobody is there."""
    client = Client(server)
    token = msgspec.json.decode(await client.ask("POST", "/guests", "", {"name": "Ada"}))["token"]

    async def make(count: int) -> None:
        for number in range(count):
            body = {"game": GAMES[number % 3], "seats": [{"kind": "me"}] * SEATS, "start": True}
            await client.ask("POST", "/tables", token, body)

    async def loaded() -> int:
        return msgspec.json.decode(await client.ask("GET", "/health"))["tables"]

    await warm(client)
    await make(60)
    before = server.memory()
    await asyncio.gather(*(make(args.idle // 10) for _ in range(10)))
    busy = (server.memory() - before) / args.idle / 1000
    while await loaded():
        await asyncio.sleep(0.5)
    idle = (server.memory() - before) / args.idle / 1000
    client.close()
    report.line(f"{args.idle} tables, kB each: while loaded", f"{busy:.1f}", "< 20", busy < 20)
    report.line("  after half a minute alone", f"{idle:.1f}", "< 20", idle < 20)


async def measure(args: argparse.Namespace) -> bool:
    report = Report()
    load = Path("/proc/loadavg").read_text().split()[0]
    report.line("load of the machine before", load)
    with tempfile.TemporaryDirectory() as folder:
        for number, part in enumerate((measure_play, measure_idle)):
            if part is measure_idle and not args.idle:
                continue
            server = Server(Path(folder) / f"{number}.db", "--bots", "1", *args.option)
            try:
                begin = await first_answer(server)
                report.line("start to first answer, s", f"{begin:.2f}", "< 2", begin < 2)
                await part(args, server, report)
            finally:
                server.stop()
    return report.met


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how much a server holds.")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=800.0, help="actions a second, of all tables")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--idle", type=int, default=3000, help="idle tables; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="for `rookery serve`")
    sys.exit(0 if uvloop.run(measure(parser.parse_args())) else 1)


if __name__ == "__main__":
    main()
