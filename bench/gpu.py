"""Batches on an NVIDIA GPU: random playouts, stepping with mask and observation, and searches.

    python bench/gpu.py --check         every game equal to the processor, byte by byte
    python bench/gpu.py                 playouts and steps; beside them Pgx's sparrow_mahjong
    python bench/gpu.py --search        iterations a second by number of games, beside one core
        [--sizes 65536,262144,1048576] [--games party,ultimatum,pengqueen] [--iterations 64]

Run it from the repository's root with PYTHONPATH=src where the package is not installed. It needs
numba-cuda; nothing is fetched. Pgx is measured where it can be imported. To a machine without a
network bring it in a folder (it needs JAX there):

    pip install --no-deps --target pgx-here pgx svgwrite
    PYTHONPATH=src:pgx-here python bench/gpu.py
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import rookery
from rookery.core import dispatch, flow
from rookery.core.batch import Batch
from rookery.core.kernel import kernel
from rookery.core.record import copy
from rookery.lab import search_batch
from rookery.lab.cuda import CudaBatch

BUDGET = 200
STEPS = 20


def fetched(found: object) -> list[np.ndarray]:
    return [it.copy_to_host() if hasattr(it, "copy_to_host") else it for it in vars(found).values()]


@kernel
def playouts(printed: Any, states: Any, rngs: Any, blank: Any, budget: int) -> None:
    """What a card's playouts do, on the processor."""
    for i in range(len(states)):
        for _ in range(budget):
            if states[i]["turn"] < 0:
                states[i] = blank[0]
                flow.begin(printed[0], states[i], rngs[i])
            action = dispatch.pick(printed[0], states[i], rngs[i])
            flow.apply(printed[0], states[i], action, rngs[i])


def same(card: CudaBatch, host: Batch, of: str) -> None:
    assert card.states.copy_to_host().tobytes() == host.states.tobytes(), f"states differ {of}"
    assert card._picks.copy_to_host().tobytes() == host._picks.tobytes(), f"chance differs {of}"


def step_both(card: CudaBatch, host: Batch, actions: np.ndarray) -> None:
    mine, told = host.step_on(actions), card.step_on(actions)
    assert (told[0].copy_to_host() == mine[0]).all(), "ends differ"
    assert told[1].copy_to_host().tobytes() == mine[1].tobytes(), "returns differ"


def check_worlds(card: CudaBatch, host: Batch) -> int:
    """Worlds, what was seen, the playouts, and the way back; how often rules of thumb agree."""
    count = len(host)
    kept, there = host.save(), card.save()
    for seats in (None, 1, np.arange(count) % 5 - 1):
        mine, theirs = host.redeal(seats), card.redeal(seats)
        same(theirs, mine, "in worlds")
        step_both(theirs, mine, mine.greedy())
    assert theirs.information()[:50] == mine.information()[:50], "worlds are seen differently"
    assert card.information() == host.information(), "what was seen differs"
    same(card, host, "after worlds")
    played = copy(host.states), copy(host._picks)
    playouts(host.edition.printed, *played, host._blank, 7)
    card.playouts(7)
    assert card.states.copy_to_host().tobytes() == played[0].tobytes(), "playouts differ"
    host.restore(kept)
    card.restore(there)
    same(card, host, "where they were")
    alike = int((card.greedy().copy_to_host() == host.greedy()).sum())
    host.restore(kept)
    card.restore(there)
    return alike


def check(name: str, count: int = 512) -> None:
    game = rookery.game(name)
    host, card = game.batch(count, 4, seed=5, threads=1), game.batch(count, 4, 5, device="cuda")
    for number in range(80):
        assert (card.turn.copy_to_host() == host.turn).all(), "turns differ"
        assert (card.mask().copy_to_host() == host.mask()).all(), "masks differ"
        bits = card.mask(packed=True).copy_to_host()
        assert (bits == host.mask(packed=True)).all(), "packed masks differ"
        assert (card.observe().copy_to_host() == host.observe()).all(), "observations differ"
        actions = card.pick().copy_to_host()
        assert (actions == host.pick()).all(), "picks differ"
        step_both(card, host, actions)
        same(card, host, "after a step")
        if number % 40 == 10:
            # A card rounds a product and a sum once: what is rated alike here may not be there.
            alike = check_worlds(card, host)
            print(f"{name}: of {count} rules of thumb {alike} decide alike")
    print(f"{name}: equal to the processor in every byte")
    mine, theirs = fetched(search_batch(host, 64, 1)), fetched(search_batch(card, 64, 1))
    equal = np.ones(count, bool)
    for one, other in zip(mine, theirs, strict=True):
        equal &= (one == other).reshape(count, -1).all(axis=1)
    # A card rounds a product and a sum once, and has an exp of its own.
    alike, apart = (mine[0] == theirs[0]).sum(), abs(mine[4] - theirs[4]).max()
    print(
        f"{name}: of {count} searches {equal.sum()} equal in every number, {alike} decide alike;"
        f" values differ by {apart:.2g} at most"
    )


def rate(work: Callable[[], object], wait: Callable[[], object], count: int) -> float:
    work()
    wait()
    found = []
    for _ in range(5):
        begun = time.perf_counter()
        work()
        wait()
        found.append(count / (time.perf_counter() - begun))
    return float(np.median(found))


def steps(batch: CudaBatch, checked: bool) -> None:
    for _ in range(STEPS):
        batch.mask(packed=True)
        batch.observe()
        batch.step_on(batch.pick(), check=checked)  # ended matches would cost nothing


def registers(batch: CudaBatch) -> int:
    """How many a thread of the playouts needs, as they are compiled for this batch's records."""
    of_all = batch._kernels.playouts.get_regs_per_thread()
    own = batch.states._numba_type_.dtype
    return next(count for types, count in of_all.items() if types[1].dtype == own)


def measure(name: str, size: int) -> None:
    game = rookery.game(name)
    batch = game.batch(size, 4, seed=1, device="cuda")
    bare = rate(lambda: batch.playouts(BUDGET), batch.synchronize, size * BUDGET)
    fresh = [game.batch(size, 4, seed=1, device="cuda") for _ in range(2)]
    seen, checked = (
        rate(lambda it=it, k=k: steps(it, bool(k)), it.synchronize, size * STEPS)
        for k, it in enumerate(fresh)
    )
    print(
        f"{name:10} {size:9,} matches: playouts {bare / 1e9:6.3f} G decisions/s,"
        f" with mask and observation {seen / 1e6:8.1f} M,"
        f" actions checked too {checked / 1e6:8.1f} M, registers {registers(batch)}"
    )


def measure_search(name: str, sizes: list[int], iterations: int) -> None:
    game = rookery.game(name)
    few = game.batch(16, 4, seed=1, threads=1)
    core = rate(lambda: search_batch(few, iterations), lambda: None, 16 * iterations)
    print(f"{name:10} one core: {core / 1e3:10.1f} k iterations/s")
    for size in sizes:
        batch = game.batch(size, 4, seed=1, device="cuda")
        for _ in range(8):
            batch.step(batch.pick())
        card = rate(
            lambda it=batch: search_batch(it, iterations), batch.synchronize, size * iterations
        )
        print(
            f"{name:10} {size:9,} matches: {card / 1e6:10.3f} M iterations/s of {iterations} each,"
            f" {card / core:8.1f} cores"
        )


def measure_pgx(size: int) -> None:
    try:
        import jax
        import pgx
        from pgx.experimental import act_randomly, auto_reset
    except ImportError as error:
        print(f"pgx is missing ({error}); see above how to bring it")
        return
    env = pgx.make("sparrow_mahjong")
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: tuple, _: None) -> tuple:
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        actions = act_randomly(choice, state.legal_action_mask)
        return (step(state, actions, jax.random.split(chance, size)), key), None

    play = jax.jit(lambda begun: jax.lax.scan(one, begun, None, STEPS)[0])
    key = jax.random.key(1)
    carry = [(jax.vmap(env.init)(jax.random.split(key, size)), key)]

    def work() -> None:
        carry[0] = jax.block_until_ready(play(carry[0]))

    found = rate(work, lambda: None, size * STEPS)
    print(
        f"pgx sparrow_mahjong {size:9,} matches: {found / 1e6:8.1f} M decisions/s"
        f" on {jax.devices()[0]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="65536,262144,1048576")
    parser.add_argument("--games", default="party,ultimatum,pengqueen")
    parser.add_argument("--iterations", type=int, default=64)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--search", action="store_true")
    args = parser.parse_args()
    sizes = [int(size) for size in args.sizes.split(",")]
    for name in args.games.split(","):
        if args.check:
            check(name)
        elif args.search:
            measure_search(name, sizes, args.iterations)
        else:
            for size in sizes:
                measure(name, size)
    if not args.check and not args.search:
        for size in sizes:
            measure_pgx(size)


if __name__ == "__main__":
    main()
