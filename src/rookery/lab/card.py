"""The card, and arrays that lie in its memory."""

from typing import Any

import numpy as np
import numpy.typing as npt

from rookery.errors import InvalidOption
from rookery.lab import dlpack
from rookery.lab.extras import need

#: Threads of a block: each has a match, or a tree.
THREADS = 128
#: DLPack's names of the default stream, which ours is; and "do not wait".
OURS = (None, 0, 1, -1)


def mend_numpy() -> None:
    """numba-cuda still asks for names that NumPy 2.4 has dropped."""
    for old, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, old):
            setattr(np, old, getattr(np, now))


def open_card() -> Any:
    """``numba.cuda``, if there is a card (or its simulator)."""
    mend_numpy()
    need("numba_cuda", "cuda")
    cuda = need("numba.cuda", "cuda")
    if not cuda.is_available():
        raise InvalidOption("device 'cuda' is not available: there is no NVIDIA GPU here")
    return cuda


class CardArray:
    """An array on the card. PyTorch, JAX and CuPy read it where it lies: ``from_dlpack(it)``."""

    def __init__(self, array: Any) -> None:
        #: As numba-cuda has it.
        self.array = array
        self.shape: tuple[int, ...] = tuple(array.shape)
        self.dtype: np.dtype[Any] = array.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<CardArray {self.shape} of {self.dtype}>"

    def copy_to_host(self) -> npt.NDArray[Any]:
        """As an array of NumPy's: a copy."""
        copied: npt.NDArray[Any] = self.array.copy_to_host()
        return copied

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        found: dict[str, Any] = self.array.__cuda_array_interface__
        return found

    def __dlpack_device__(self) -> tuple[int, int]:
        if _simulated(self.array):
            return dlpack.CPU, 0
        return dlpack.CUDA, int(open_card().current_context().device.id)

    def __dlpack__(self, *, stream: int | None = None, **_asked: Any) -> Any:
        if _simulated(self.array):
            return dlpack.capsule(self, self.array._ary.ctypes.data, (dlpack.CPU, 0))
        if stream not in OURS:  # what reads it does not wait for us by itself
            open_card().synchronize()
        address = self.__cuda_array_interface__["data"][0]
        return dlpack.capsule(self, address, self.__dlpack_device__())


def _simulated(array: Any) -> bool:
    """Whether the simulator made it: then it lies in the processor's memory."""
    return hasattr(array, "_ary")


def on_card(cuda: Any, given: Any, dtype: Any) -> Any:
    """What numba-cuda can use of an array of ours, of another library's card, or of NumPy's.

    An array of NumPy's is copied, to the dtype; others are taken as they are.
    """
    if isinstance(given, CardArray):
        return given.array
    if _simulated(given) or hasattr(given, "__cuda_array_interface__"):
        return given if hasattr(given, "copy_to_host") else cuda.as_cuda_array(given)
    found = np.asarray(given)
    fits = found.dtype.kind in "iu" and np.dtype(dtype).kind == "i"
    return cuda.to_device(np.ascontiguousarray(found.astype(dtype) if fits else found))
