"""Copies are independent, research needs no server, and games are modules."""

import copy
import pickle
import subprocess
import sys

import pytest

import rookery

SERVER = "msgspec starlette jinja2 uvicorn httptools uvloop sqlalchemy alembic prometheus_client"
ALONE = f"""
import sys
for name in {SERVER.split()!r}:
    sys.modules[name] = None
import rookery
for name in rookery.games():
    match = rookery.game(name).start(players=3, seed=1)
    assert match.scene(0).to_dict()["game"] == name and "<svg" in match._repr_svg_()
import rookery.games.party as party
assert party.GAME is rookery.game("party")
"""


@pytest.mark.parametrize(
    "twin_of",
    [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))],  # noqa: S301
)
@pytest.mark.parametrize("asks_all", [False, True])
def test_copies_of_a_match_are_independent(twin_of, asks_all) -> None:  # type: ignore[no-untyped-def]
    match = rookery.game("pengqueen").start(players=3, seed=5, asks_all=asks_all)
    for _ in range(20):
        match.play(match.legal()[-1])
    twin = twin_of(match)
    assert twin.save() == match.save()
    before = match.to_dict()
    for _ in range(10):
        twin.play(twin.legal()[0])
    twin.verify()
    assert (match.ply, match.to_dict()) == (20, before)
    match.undo()
    assert twin.ply == 30
    match.verify()


def test_research_needs_nothing_of_the_server() -> None:
    subprocess.run([sys.executable, "-c", ALONE], check=True, env={"NUMBA_DISABLE_JIT": "1"})
