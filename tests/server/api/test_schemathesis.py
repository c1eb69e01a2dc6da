"""Requests made up from the description: no server error, and every answer as described."""

import os
import subprocess
import sys
from pathlib import Path

import rookery
from tests.server.api.client import Server

#: Without tables that there are, nothing would come further than "not found".
HOOKS = """
import random
import schemathesis

chance = random.Random(1)

@schemathesis.hook
def before_call(context, case, kwargs):
    if "table" in case.path_parameters and chance.random() < 0.9:
        case.path_parameters["table"] = chance.choice({tables})
"""


def test_no_request_that_fits_or_nearly_fits_the_description_breaks_anything(
    server: Server, tmp_path: Path
) -> None:
    mira = server.guest("Mira")
    tables = [mira.hot_seat("party", 2, options={"rounds": 1})]
    tables += [mira.hot_seat(game, rookery.game(game).players[0]) for game in rookery.games()]
    mira.play(tables[0], 2, lambda choices: choices[0])
    tables.append(mira.table("party", public=True))
    (tmp_path / "hooks.py").write_text(HOOKS.format(tables=tables))
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json"),
        *("--checks", "not_a_server_error,status_code_conformance,content_type_conformance"),
        *("--checks", "response_schema_conformance,unsupported_method"),
        *("--header", f"Authorization: Bearer {mira.token}"),
        *("--max-examples", "2", "--generation-deterministic"),
        *("--phases", "examples,coverage,fuzzing", "--mode", "all"),
        # A stream has no end to wait for.
        *("--exclude-operation-id", "events", "--request-timeout", "180", "--no-color"),
    ]
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": path},
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    # All of them were tried: a description that cannot be read would pass everything.
    count = sum(len(methods) for methods in mira.get("/openapi.json")["paths"].values())
    # (Not the stream, and not the description itself.)
    assert f"Tested: {count - 2}" in done.stdout
    assert '"level": "error"' not in server.log.read_text()
