"""DLPack: hand memory to another library as it is, without a copy.

numba-cuda's arrays speak ``__cuda_array_interface__`` alone, which JAX does not read. A capsule
holds a description of the memory, and keeps the array alive until whoever took it lets it go.
https://dmlc.github.io/dlpack/latest/c_api.html
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
#: NumPy's letter of a kind -> DLPack's code.
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}


class Device(ctypes.Structure):
    """Where the memory is."""

    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class Kind(ctypes.Structure):
    """What one element is."""

    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class Tensor(ctypes.Structure):
    """The memory."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("ndim", ctypes.c_int32),
        ("dtype", Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),  # none: row by row
        ("offset", ctypes.c_uint64),
    )


Free = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Managed(ctypes.Structure):
    """The memory, and how to let it go."""

    _fields_ = (("tensor", Tensor), ("context", ctypes.c_void_p), ("free", Free))


#: By address: what was handed out and not yet let go.
_lent: dict[int, tuple[Any, ...]] = {}
_NAME = b"dltensor"
_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_api.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _free(address: int) -> None:
    _lent.pop(address, None)


def _drop(capsule: int) -> None:
    # Whoever takes the memory renames the capsule; one of the old name was never used.
    if _api.PyCapsule_IsValid(capsule, _NAME):
        _lent.pop(_api.PyCapsule_GetPointer(capsule, _NAME), None)


FREE = Free(_free)
DROP = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_drop)


def capsule(owner: Any, address: int, device: tuple[int, int]) -> Any:
    """A capsule of memory that lies row by row; ``owner`` has its shape and dtype."""
    dtype, shape = np.dtype(owner.dtype), tuple(owner.shape)
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    kind = Kind(CODES[dtype.kind], 8 * dtype.itemsize, 1)
    tensor = Tensor(address, Device(*device), len(shape), kind, sizes, None, 0)
    made = Managed(tensor, None, FREE)
    place = ctypes.addressof(made)
    _lent[place] = (made, sizes, owner)
    return _api.PyCapsule_New(place, _NAME, ctypes.cast(DROP, ctypes.c_void_p))
