"""The files of deploy/: what can be checked of them without a registry and without root."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from rookery.server.api.metrics import Metrics
from rookery.server.settings import FIELDS, gather

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = ("rookery.service", "rookery-backup.service", "rookery-backup.timer")


def test_systemd_understands_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed")
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8")
        # What it starts is not installed here.
        (tmp_path / name).write_text(text.replace("/opt/rookery/bin/rookery serve", "/bin/true"))
    command = [analyze, "verify", *(str(tmp_path / name) for name in UNITS)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "rookery" not in found.stderr, found.stderr
    assert found.returncode == 0, found.stderr


def test_the_settings_of_all_files_are_settings() -> None:
    text = "".join(it.read_text("utf-8") for it in DEPLOY.iterdir())
    for name in re.findall(r"\bROOKERY_([A-Z_]+)\b", text):
        assert name.lower() in {*FIELDS, "cache"}, name
    file = DEPLOY / "rookery.toml"
    assert tomllib.loads(file.read_text("utf-8"))
    gather({}, str(file))


INSTRUCTIONS = (
    *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL"),
    *("HEALTHCHECK", "ENTRYPOINT", "CMD"),
)


def test_the_containerfile_is_one() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8").replace("\\\n", " ")
    lines = [line.split(None, 1) for line in text.splitlines() if line and line[0] != "#"]
    names = [name for name, _ in lines]
    assert set(names) <= set(INSTRUCTIONS)
    assert names[0] == "FROM"
    # Nothing runs as root, nothing is fetched at run time, and what is copied is there.
    assert names.index("USER") > len(names) - 1 - names[::-1].index("RUN")
    for name, rest in lines:
        if name == "COPY" and "--from" not in rest:
            *sources, _ = shlex.split(rest)
            assert all((ROOT / source).exists() for source in sources)
        if name in ("ENTRYPOINT", "CMD"):
            assert isinstance(json.loads(rest), list)
        if name == "FROM":
            assert re.search(r":\d", rest), "a version"


def test_the_dashboard_and_the_alerts_ask_for_figures_that_there_are() -> None:
    board = json.loads((DEPLOY / "dashboard.json").read_text("utf-8"))
    asked = [it["expr"] for panel in board["panels"] for it in panel["targets"]]
    asked += re.findall(r"expr: (.*)", (DEPLOY / "alerts.yml").read_text("utf-8"))
    text = Metrics().text(0, 0).decode()
    there = set(re.findall(r"^# TYPE (\w+)", text, re.MULTILINE))
    found = set(re.findall(r"rookery_\w+", " ".join(asked)))
    assert {re.sub("_bucket$", "", name) for name in found} <= there
    for wanted in ("rookery_backlog", "rookery_bot_seconds_bucket", "rookery_refused_total"):
        assert wanted in found
    places = [tuple(panel["gridPos"].values()) for panel in board["panels"]]
    assert len(set(places)) == len(places)
