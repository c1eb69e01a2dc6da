"""Compile what runs on a card for one, without a card: does it compile, and what does it need?

    pip install 'rookery[cuda]' nvidia-nvvm nvidia-cuda-nvcc nvidia-cuda-nvrtc
    python bench/ptx.py [--games party,ultimatum,pengqueen] [--kernels search,play] [--cc 9.0]

CUDA's simulator runs everything that Python runs; a card does not. A kernel a line: how long it
took to compile, and what CUDA's assembler says of it (registers a thread, bytes spilled).
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import rookery
from rookery.core.record import new
from rookery.lab.card import mend_numpy
from rookery.lab.forest import Plan

mend_numpy()
import numba.cuda.dispatcher as compiling  # noqa: E402 - NumPy is mended before
from numba import cuda  # noqa: E402
from numba.cuda import types  # noqa: E402
from numba.cuda.np.numpy_support import from_dtype  # noqa: E402

from rookery.lab import kernels  # noqa: E402


class Device:
    """What the compiler asks of a card when it meets a function that a kernel calls."""

    compute_capability = (9, 0)


def type_of(it: Any, more: int = 0) -> Any:
    """The type of an array, or of those in a tuple; with ``more`` axes in front."""
    if not isinstance(it, tuple):
        return types.Array(from_dtype(it.dtype), it.ndim + more, "C") if it.ndim else types.int64
    parts = [type_of(each, more) for each in it]
    if not hasattr(it, "_fields"):
        return types.Tuple(parts)
    if len(set(parts)) == 1:
        return types.NamedUniTuple(parts[0], len(parts), type(it))
    return types.NamedTuple(parts, type(it))


def arguments(name: str) -> dict[str, tuple[Any, ...]]:
    """By kernel, the types of what a batch of this game hands to it."""
    game = rookery.game(name)
    batch = game.batch(2, seed=1)
    plan = Plan.of(game, 64, {})
    number, ints = np.int64(1), np.zeros(2, np.int64)
    flags, some = np.zeros(2, np.bool_), np.zeros(2, np.int8)
    lists, bits = np.zeros((2, 9), np.int64), np.zeros((2, 9), np.uint8)
    of_all = (type_of(batch.edition.printed), type_of(batch.states))
    chance = (batch._secrets, batch._keys, batch._plies)
    searched = ((plan.heads(), number, plan.net()), batch._picks, plan.room(2, batch.players))
    rest: dict[str, tuple[Any, ...]] = {
        "deal": (chance, new(game.dtype), some),
        "play": (chance, ints, np.zeros((2, 2), np.int16)),
        "greedy": (batch._picks, ints),
        "redeal": (some, batch._picks),
        "check": (ints, ints),
        "finish": (number, lists, flags, np.zeros((2, 4))),
        "pick": (batch._picks, ints),
        "mask": (np.zeros((2, 9), np.bool_),),
        "packed_mask": (bits,),
        "observe": (bits, ints),
        "playouts": (batch._picks, new(game.dtype), number, ints),
    }
    made = {kernel: (*of_all, *map(type_of, given)) for kernel, given in rest.items()}
    made["mark"] = (type_of(flags), type_of(some), type_of(flags))
    made["turns"] = (of_all[1], type_of(some))
    head, rngs, found = map(type_of, searched)
    made["search"] = (*of_all, head, type_of(plan.memory(), 1), rngs, found, types.int64)
    return made


def assembled(ptx: str, target: str, most: int | None) -> str:
    """What the assembler says of it, if there is one."""
    # An older one than the compiler does not understand it: first the one installed with it.
    beside = Path(sys.prefix).glob("lib/python*/site-packages/nvidia/*/bin/ptxas")
    tool = next(map(str, beside), shutil.which("ptxas"))
    if tool is None:
        return "no ptxas here"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.ptx"
        path.write_text(ptx)
        limit = [f"-maxrregcount={most}"] if most else []
        command = [tool, "-v", f"-arch={target}", *limit, str(path), "-o", str(path) + ".cubin"]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return ", ".join(re.findall(r"Used \d+ registers|\d+ bytes spill \w+", said))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default=",".join(rookery.games()))
    parser.add_argument("--kernels", default="")
    parser.add_argument("--cc", default="9.0")
    args = parser.parse_args()
    major, minor = map(int, args.cc.split("."))
    Device.compute_capability = (major, minor)
    compiling.get_current_device = lambda: Device
    for name in args.games.split(","):
        given = arguments(name)
        for kernel in args.kernels.split(",") if args.kernels else given:
            function = getattr(kernels, kernel)
            begun = time.perf_counter()
            ptx, _ = cuda.compile_ptx(function.py_func, given[kernel], cc=(major, minor))
            took = time.perf_counter() - begun
            most = function.targetoptions.get("max_registers")
            said = assembled(ptx, f"sm_{major}{minor}", most)
            print(f"{name:10} {kernel:12} {took:6.1f} s, {len(ptx) >> 10:5} kB: {said}", flush=True)


if __name__ == "__main__":
    main()
