"""Compiled and interpreted rules are the same source; here they do the same thing."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

from rookery.core import simulate
from tests.helpers import SEATINGS, matches, play_on

ROOT = Path(__file__).parent.parent


def digest() -> dict[str, str]:
    """What random matches, sampled worlds, features and rules of thumb come to, by seating."""
    found = {}
    for name, players in SEATINGS:
        hashed = hashlib.blake2b(digest_size=8)
        for match in matches(name, players, 2, "modes"):
            play_on(match, random.Random(7), 60)
            hashed.update(match.save().encode())
            for seat in (*range(players), None):
                world = match.redeal(seat, 3)
                hashed.update(world._states.tobytes())
                hashed.update(json.dumps(world.to_dict()).encode())
        batch = match.game.batch(3, players, seed=1, threads=1)
        for _ in range(10):
            hashed.update(batch.observe().tobytes() + batch.mask().tobytes())
            batch.step(batch.pick())
        for policy in simulate.POLICIES:
            for chunk in simulate.run(match.game, 2, players, seed=5, policy=policy):
                hashed.update(chunk.decisions.tobytes() + chunk.scores.tobytes())
        found[f"{name} {players}"] = hashed.hexdigest()
    return found


def test_compiled_and_interpreted_rules_agree() -> None:
    """To the last byte: states, texts, sampled worlds, features, whole games."""
    results = []
    for disabled in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", "from tests.test_modes import digest as d; print(d())"],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        results.append(run.stdout)
    assert results[0] == results[1]
    assert len(results[0]) > 100
