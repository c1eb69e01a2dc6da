"""The card's batches, on its simulator: equal to the processor's in every byte.

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
from rookery.core import dispatch, flow
from rookery.lab import dlpack

def raised(work):
    try:
        work()
    except rookery.RookeryError as error:
        return f"{error.code}: {error}"
    raise AssertionError("nothing was raised")

name = sys.argv[1]
game = rookery.game(name)
host, card = game.batch(3, 3, seed=5, threads=1), game.batch(3, 3, seed=5, device="cuda")
for _ in range(10):
    assert (card.turn.copy_to_host() == host.turn).all()
    assert (card.mask(packed=True).copy_to_host() == host.mask(packed=True)).all()
    assert (card.mask().copy_to_host() == host.mask()).all()
    assert (card.observe().copy_to_host() == host.observe()).all()
    actions = card.pick()
    assert (actions.copy_to_host() == host.pick()).all()
    host.step(actions.copy_to_host())
    card.step(actions)
    assert (card.states.copy_to_host() == host.states).all()

# The rule of thumb, worlds, what was seen; and back to where it was.
assert (card.greedy().copy_to_host() == host.greedy()).all()
assert card.information() == host.information() and len(set(card.information(0))) == 3
kept, there = host.save(), card.save()
for seats in (None, 1, [2, -1, 0]):
    mine, theirs = host.redeal(seats), card.redeal(seats)
    assert (theirs.states.copy_to_host() == mine.states).all()
    assert (theirs.pick().copy_to_host() == mine.pick()).all()
    for _ in range(2):
        actions = mine.greedy()
        done, told = mine.step_on(actions)[0], theirs.step_on(actions)[0]
        assert (told.copy_to_host() == done).all()
    assert (theirs.states.copy_to_host() == mine.states).all()
assert theirs.information() == mine.information()
host.step(host.pick())
card.step(card.pick())
card._bound = 64  # as if it had been played for long: more room is made for what is played
actions = host.greedy()
card.step(actions)
host.step(actions)
assert card.information() == host.information()
host.restore(kept)
card.restore(there)
assert card.information() == host.information()
assert (card.to_host().states == host.states).all()
assert (card.pick().copy_to_host() == host.pick()).all()
assert "a batch of 3 matches" in raised(lambda: card.restore(kept))
assert "seats are 0 to 2" in raised(lambda: card.redeal(3))

# So many decisions at once are as many one by one.
states, rngs = host.states.copy(), host._picks.copy()
for i in range(3):
    for _ in range(12):
        flow.apply(host.edition.printed[0], states[i],
            dispatch.pick(host.edition.printed[0], states[i], rngs[i]), rngs[i])
card.playouts(12)
assert (card.states.copy_to_host() == states).all()
card.restore(there)
card.pick()

# Other libraries read the card's memory as it is.
lent = np.from_dlpack(card.turn)
assert (lent == host.turn).all()
card.turn.array[0] = 7
assert lent[0] == 7
assert np.from_dlpack(card.mask()).dtype == np.bool_
card.observe().__dlpack__()
del lent
assert not dlpack._lent  # nothing is kept that nobody holds

# A decision of the search for each match.
for seeds in (None, [7, 8, 9]):
    mine = rookery.lab.search_batch(host, 6, seeds)
    for found in (
        rookery.lab.search_batch(card, 6, seeds, trees=2),
        rookery.lab.search_batch(host, 6, seeds, device="cuda") if seeds else mine,
    ):
        for one, other in zip(vars(mine).values(), vars(found).values()):
            other = other.copy_to_host() if hasattr(other, "copy_to_host") else other
            assert one.tobytes() == other.tobytes()
assert card._picks.copy_to_host().tobytes() == host._picks.tobytes()
assert "searched there" in raised(lambda: rookery.lab.search_batch(card, 6, device="cpu"))

# An illegal action is named, and nothing is stepped.
bad = host.pick()
bad[1] = game.num_actions
said = raised(lambda: card.step(bad))
assert said == f"illegal_action: action {game.num_actions} is not legal in match 1 of the batch"
assert (card.states.copy_to_host() == host.states).all()
assert "not shape (2,)" in raised(lambda: card.step(bad[:2]))
assert "of float64" in raised(lambda: card.step(bad * 1.0))
assert "3 truth values" in raised(lambda: card.reset(bad))
assert "returns are of" in raised(lambda: card.step_on(bad, "luck"))

# Ended matches are dealt anew, and what they were worth is told.
host.states["turn"][1] = -1
card.states.copy_to_device(host.states)
actions = host.pick()
done, worth = host.step_on(actions)
told = [each.copy_to_host() for each in card.step_on(actions)]
assert done[1] and (told[0] == done).all() and told[1].tobytes() == worth.tobytes()
which = np.array([True, False, True])
host.reset(which)
card.reset(which)
assert (card.states.copy_to_host() == host.states).all()
host.states["turn"] = -1
card.states.copy_to_device(host.states)
assert "all matches" in raised(lambda: card.step(actions))
"""


@pytest.mark.parametrize("name", ["party", "pengqueen", "ultimatum"])
def test_the_simulated_card_plays_the_same(name: str) -> None:
    pytest.importorskip("numba_cuda")
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-W", "ignore", "-c", SAME, name], check=True, env=env)
