"""The card's batches, on its simulator: equal to the processor's in every field.

On a machine with a card: ``python bench/gpu.py --check`` does the same there.
"""

import os
import subprocess
import sys

import pytest

SAME = """
import sys
import numpy as np
import rookery
import rookery.lab.cuda
name = sys.argv[1]
game = rookery.game(name)
host, card = game.batch(3, 3, seed=5, threads=1), game.batch(3, 3, seed=5, device="cuda")
for _ in range(15):
    assert (card.mask().copy_to_host() == host.mask(packed=True)).all()
    assert (card.observe().copy_to_host() == host.observe()).all()
    actions = card.pick()
    assert (actions.copy_to_host() == host.pick()).all()
    host.step(actions.copy_to_host())
    card.step(actions)
    assert (card.states.copy_to_host() == host.states).all()
which = np.array([2, 0, 2], np.int8)
host._deal(which)
card.reset(card._cuda.to_device(which))
assert (card.states.copy_to_host() == host.states).all()
"""


@pytest.mark.parametrize("name", ["party", "pengqueen", "ultimatum"])
def test_the_simulated_card_plays_the_same(name: str) -> None:
    pytest.importorskip("numba_cuda")
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-W", "ignore", "-c", SAME, name], check=True, env=env)
