"""Requests made up from the description: no server error, and every answer as described."""

import os
import subprocess
import sys
from pathlib import Path

from tests.server.api.client import Server


def test_no_request_that_fits_or_nearly_fits_the_description_breaks_anything(
    server: Server, tmp_path: Path
) -> None:
    mira = server.guest("Mira")
    command = [
        *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/openapi.json"),
        *("--checks", "not_a_server_error,status_code_conformance,content_type_conformance"),
        *("--checks", "response_schema_conformance,unsupported_method"),
        *("--header", f"Authorization: Bearer {mira.token}"),
        *("--max-examples", "12", "--generation-deterministic"),
        *("--phases", "examples,coverage,fuzzing", "--mode", "all", "--workers", "2"),
        # A stream has no end to wait for.
        *("--exclude-operation-id", "events", "--request-timeout", "30", "--no-color"),
    ]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "SCHEMATHESIS_HOOKS": ""},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert '"level": "error"' not in server.log.read_text()
