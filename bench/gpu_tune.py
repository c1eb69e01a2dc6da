"""Which shape of the playouts a card runs fastest: a line for each.

    python bench/gpu_tune.py [--games party,ultimatum,pengqueen] [--most 21]
        [--shapes own:64,flat,meet:40]

``batch``: the rules work on the record in the batch's array; ``own``: on one of the thread's own;
``flat``: a decision and each step that follows of it are rounds of one loop, so that threads whose
matches settle at once do not wait for the others; ``vote``: of the threads in step those decide
that are at the stage most of them are at; ``meet``: both of that, which is how
``kernels.playouts`` does it, with 64 registers. A number behind it is the most registers a thread
may have. No arithmetic in it could be less exact. Each shape is tried with blocks of 32 to 512
threads on 2**19 matches, and with the best of them on 2**16 to 2**``most`` matches. Whether it is
equal to the processor in every byte is told first.
"""

import argparse
import time
from typing import Any

import numpy as np
from gpu import playouts
from numba import cuda

import rookery
import rookery.lab.cuda
from rookery.core import dispatch, flow
from rookery.core.rng import GENERATOR
from rookery.lab import kernels
from rookery.lab.kernels import PLACE, carry, crowd

BUDGET = 100
BLOCKS = (32, 64, 128, 256, 512)
SHAPES = "own:64,own:40,own:32,flat:64,vote:64,meet,meet:64,meet:40,meet:32"


def batch_playouts(printed, states, rngs, blank, budget, decisions):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i < len(states):
        for _ in range(budget):
            if states[i]["turn"] < 0:
                states[i] = blank[0]
                flow.begin(printed[0], states[i], rngs[i])
            action = dispatch.pick(printed[0], states[i], rngs[i])
            flow.apply(printed[0], states[i], action, rngs[i])
        decisions[i] += budget


def flat_playouts(printed, states, rngs, blank, budget, decisions):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        carry(states[one], mine)
        carry(rngs[one], rng)
        left, action, settled = budget, -1, True
        while left > 0 or not settled:
            if settled:
                if mine[0]["turn"] < 0:
                    carry(blank, mine)
                    dispatch.deal(printed[0], mine[0], rng[0])
                else:
                    action = dispatch.pick(printed[0], mine[0], rng[0])
                    left -= 1
            if action >= 0:
                dispatch.act(printed[0], mine[0], action, rng[0])
                action = -1
            settled = False
            if dispatch.advance(printed[0], mine[0], rng[0]) == 0:
                action = dispatch.only(printed[0], mine[0])
                settled = action < 0
        carry(mine, states[one])
        carry(rng, rngs[one])
        decisions[i] += budget


def vote_playouts(printed, states, rngs, blank, budget, decisions):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    mine = cuda.local.array(1, states.dtype, PLACE)
    rng = cuda.local.array(1, GENERATOR, PLACE)
    left = 0
    one = slice(i, i + 1)
    if i < len(states):
        left = budget
        carry(states[one], mine)
        carry(rngs[one], rng)
    while True:
        stage = 1 + dispatch.stage(printed[0], mine[0]) if left > 0 else 0
        which = crowd(stage)
        if which == 0:
            break
        if stage == which:
            if mine[0]["turn"] < 0:
                carry(blank, mine)
                flow.begin(printed[0], mine[0], rng[0])
            else:
                action = dispatch.pick(printed[0], mine[0], rng[0])
                flow.apply(printed[0], mine[0], action, rng[0])
                left -= 1
    if i < len(states):
        carry(mine, states[one])
        carry(rng, rngs[one])
        decisions[i] += budget


def own_playouts(printed, states, rngs, blank, budget, decisions):  # type: ignore[no-untyped-def]
    i = cuda.grid(1)
    if i < len(states):
        one = slice(i, i + 1)
        mine = cuda.local.array(1, states.dtype, PLACE)
        rng = cuda.local.array(1, GENERATOR, PLACE)
        carry(states[one], mine)
        carry(rngs[one], rng)
        for _ in range(budget):
            if mine[0]["turn"] < 0:
                carry(blank, mine)
                flow.begin(printed[0], mine[0], rng[0])
            action = dispatch.pick(printed[0], mine[0], rng[0])
            flow.apply(printed[0], mine[0], action, rng[0])
        carry(mine, states[one])
        carry(rng, rngs[one])
        decisions[i] += budget


BODIES = {
    "batch": batch_playouts,
    "own": own_playouts,
    "flat": flat_playouts,
    "vote": vote_playouts,
    "meet": kernels.playouts.py_func,
}


def rate(kernel: Any, batch: Any, size: int, block: int) -> float:
    """Decisions a second, the best of three."""
    parts = [each[:size] for each in (batch.states, batch._picks, batch._decisions)]
    given = (batch._printed, parts[0], parts[1], batch._blank, BUDGET, parts[2])
    found = []
    for _ in range(3):
        cuda.synchronize()
        begun = time.perf_counter()
        kernel[-(-size // block), block](*given)
        cuda.synchronize()
        found.append(size * BUDGET / (time.perf_counter() - begun))
    return max(found)


def equal(kernel: Any, batch: Any) -> bool:
    """Whether some matches come out as on the processor."""
    states, rngs = batch.states[:512].copy_to_host(), batch._picks[:512].copy_to_host()
    there = cuda.to_device(states), cuda.to_device(rngs), cuda.to_device(np.zeros(512, np.int64))
    kernel[4, 128](batch._printed, *there[:2], batch._blank, 30, there[2])
    playouts(batch.edition.printed, states, rngs, batch._blank.copy_to_host(), 30)
    return bool(there[0].copy_to_host().tobytes() == states.tobytes())


def tune(name: str, most: int, shapes: str) -> None:
    batch = rookery.game(name).batch(1 << most, 4, seed=1, device="cuda")
    batch.playouts(200)  # by now matches are everywhere
    batch.synchronize()
    for asked in shapes.split(","):
        shape, _, limit = asked.partition(":")
        begun = time.perf_counter()
        kernel = cuda.jit(max_registers=int(limit) if limit else None)(BODIES[shape])
        same = equal(kernel, batch)
        first = min(1 << 19, 1 << most)
        rate(kernel, batch, first, 128)
        took = time.perf_counter() - begun
        by_block = {block: rate(kernel, batch, first, block) for block in BLOCKS}
        best = max(by_block, key=lambda block: by_block[block])
        by_size = {k: rate(kernel, batch, 1 << k, best) for k in range(16, most + 1)}
        used = max(kernel.get_regs_per_thread().values())
        local = max(kernel.get_local_mem_per_thread().values())
        print(
            f"{name} {asked}: {'equal' if same else 'NOT EQUAL'}, {used} registers,"
            f" {local} bytes of its own ({took:.0f} s to compile); G decisions/s by block"
            f" {' '.join(f'{block}: {found / 1e9:.2f}' for block, found in by_block.items())};"
            f" by matches {' '.join(f'2^{k}: {found / 1e9:.2f}' for k, found in by_size.items())}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="party,ultimatum,pengqueen")
    parser.add_argument("--most", type=int, default=21)
    parser.add_argument("--shapes", default=SHAPES)
    args = parser.parse_args()
    for name in args.games.split(","):
        tune(name, args.most, args.shapes)


if __name__ == "__main__":
    main()
