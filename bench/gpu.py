"""Batches on an NVIDIA GPU: random playouts, and stepping with mask and observation.

    python bench/gpu.py --check                  every game equal to the processor, byte by byte
    python bench/gpu.py [--sizes 65536,262144,1048576] [--games party,ultimatum,pengqueen]

Run it from the repository's root with PYTHONPATH=src where the package is not installed. It needs
numba-cuda; nothing is fetched.
"""

import argparse
import time

import numpy as np

import rookery
from rookery.lab.cuda import CudaBatch

BUDGET = 200


def check(name: str) -> None:
    game = rookery.game(name)
    host, card = game.batch(512, 4, seed=5, threads=1), game.batch(512, 4, seed=5, device="cuda")
    for _ in range(60):
        assert (card.mask().copy_to_host() == host.mask(packed=True)).all(), "masks differ"
        assert (card.observe().copy_to_host() == host.observe()).all(), "observations differ"
        actions = card.pick().copy_to_host()
        assert (actions == host.pick()).all(), "picks differ"
        card.step(card._cuda.to_device(actions))
        if not host.over.all():
            host.step(actions)
        assert card.states.copy_to_host().tobytes() == host.states.tobytes(), "states differ"
    print(f"{name}: equal to the processor in every byte")


def rate(batch: CudaBatch, work: object, decisions: int) -> float:
    work()
    batch.synchronize()
    found = []
    for _ in range(5):
        begun = time.perf_counter()
        work()
        batch.synchronize()
        found.append(decisions / (time.perf_counter() - begun))
    return float(np.median(found))


def steps(batch: CudaBatch) -> None:
    for _ in range(20):
        batch.mask()
        batch.observe()
        batch.step(batch.pick())


def registers(batch: CudaBatch) -> int:
    """How many a thread of the playouts needs, as they are compiled for this batch's records."""
    of_all = batch._kernels.playouts.get_regs_per_thread()
    own = batch.states._numba_type_.dtype
    return next(count for types, count in of_all.items() if types[1].dtype == own)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="65536,262144,1048576")
    parser.add_argument("--games", default="party,ultimatum,pengqueen")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    for name in args.games.split(","):
        if args.check:
            check(name)
            continue
        for size in map(int, args.sizes.split(",")):
            batch = rookery.game(name).batch(size, 4, seed=1, device="cuda")
            bare = rate(batch, lambda batch=batch: batch.playouts(BUDGET), size * BUDGET)
            fresh = rookery.game(name).batch(size, 4, seed=1, device="cuda")
            seen = rate(fresh, lambda batch=fresh: steps(batch), size * 20)
            print(
                f"{name:10} {size:9,} matches: playouts {bare / 1e9:6.3f} G decisions/s,"
                f" with mask and observation {seen / 1e6:8.1f} M, registers {registers(batch)}"
            )


if __name__ == "__main__":
    main()
