"""The bot in the documentation plays a whole match against another one, over the wire alone."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.server.api.client import PATIENCE, Guest, Server, until

BOT = Path(__file__).parents[3] / "docs" / "examples" / "bot.py"


def test_two_example_bots_play_a_match_to_the_end(server: Server, mira: Guest) -> None:
    open_seats = [{"kind": "open"}, {"kind": "open"}]
    made = mira.post("/tables", game="party", seats=open_seats, options={"rounds": 1})
    command = [sys.executable, "-W", "error", str(BOT), server.url.removesuffix("/api/v1")]
    bots = [
        subprocess.Popen(
            [*command, made["id"], made["invitation"]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for _ in range(2)
    ]
    try:
        until(lambda: all(it["kind"] == "person" for it in mira.look(made["id"])["seats"]))
        mira.post(f"/tables/{made['id']}/start")
        said = [bot.communicate(timeout=PATIENCE)[0] for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
    winners = mira.look(made["id"])["winners"]
    assert said == [f"winners: {winners}\n"] * 2
    assert [bot.returncode for bot in bots] == [0, 0]
    assert mira.get(f"/tables/{made['id']}/verify")["fits"] is True


def test_the_example_is_short_and_needs_nothing_but_python() -> None:
    text = BOT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for name in node.names:
                assert name.name.partition(".")[0] in sys.stdlib_module_names
        assert not isinstance(node, ast.ImportFrom)
