"""The functions of MXNet's C interface on arrays that no function of its Python has."""

import ctypes
from typing import Any

import numpy as np

from mxnet._c_interface import c_function, fill, object_of
from mxnet.ndarray.creation import from_dlpack
from mxnet.ndarray.dense import NDArray

# MXNet sets what this returns, and programs that take capsules apart rely on it: a pointer is longer than an int.
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p

# Of our own: other packages say what ``ctypes.pythonapi.PyCapsule_New`` takes, each in its way.
_NEW_CAPSULE = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_new_capsule = _NEW_CAPSULE(("PyCapsule_New", ctypes.pythonapi))
_DLPACK_NAME = b"dltensor"  # kept here: a capsule points at its name


@c_function()
def MXNDArrayFromDLPack(dlpack: Any, out: Any) -> None:
    """Fill a handle with an array on the memory that a DLPack pointer describes, which belongs to the array then."""
    if not dlpack:
        raise ValueError("MXNDArrayFromDLPack: expected the pointer of a DLPack capsule, received none")
    fill(out, from_dlpack(_new_capsule(dlpack, _DLPACK_NAME, None)))


@c_function()
def MXNDArrayWaitToWrite(handle: Any) -> None:
    """Return when what was recorded of an array has been computed."""
    object_of(handle, NDArray).wait_to_read()


@c_function()
def MXNDArraySyncCopyToCPU(handle: Any, data: Any, size: Any) -> None:
    """Write an array's numbers into memory of the caller's, of the same type and ``size`` numbers long."""
    array = object_of(handle, NDArray)
    target = _memory("MXNDArraySyncCopyToCPU", array, data, size)
    target[...] = array.asnumpy().reshape(-1)


@c_function()
def MXNDArraySyncCopyFromCPU(handle: Any, data: Any, size: Any) -> None:
    """Write ``size`` numbers from memory of the caller's, of the same type, into an array."""
    array = object_of(handle, NDArray)
    source = _memory("MXNDArraySyncCopyFromCPU", array, data, size)
    array[:] = source.reshape(array.shape).copy()  # the memory is the caller's again when this returns


def _memory(name: str, array: NDArray, data: Any, size: Any) -> np.ndarray:
    """Memory that holds as many numbers as an array, of its type, as a NumPy array on it."""
    count = getattr(size, "value", size)
    if count != array.size:
        raise ValueError(
            f"{name}: expected memory for the {array.size} numbers of shape {array.shape}, received {count}"
        )
    address = ctypes.cast(data, ctypes.c_void_p).value
    if address is None:
        raise ValueError(f"{name}: expected a pointer to {count} numbers, received none")
    dtype = np.dtype(array.dtype)
    return np.frombuffer((ctypes.c_byte * (count * dtype.itemsize)).from_address(address), dtype)
