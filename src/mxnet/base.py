"""Small things that every module shares: types and errors."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet._c_interface import c_array, c_array_buf, c_handle_array, c_str, c_str_array, check_call, library
from mxnet._config import VARIABLES, lookup
from mxnet.error import MXNetError, NotImplementedForSymbol
from mxnet.libinfo import __version__

__all__ = [
    "CachedOpHandle",
    "CudaKernelHandle",
    "CudaModuleHandle",
    "DLPackHandle",
    "DataIterCreatorHandle",
    "DataIterHandle",
    "ExecutorHandle",
    "FunctionHandle",
    "KVStoreHandle",
    "MXNetError",
    "NDArrayHandle",
    "NotImplementedForSymbol",
    "NotSupportedForSparseNDArray",
    "OpHandle",
    "ProfileHandle",
    "RecordIOHandle",
    "RtcHandle",
    "SymbolHandle",
    "__version__",
    "c_array",
    "c_array_buf",
    "c_handle_array",
    "c_str",
    "c_str_array",
    "check_call",
    "ctypes2buffer",
    "ctypes2numpy_shared",
    "data_dir",
    "data_dir_default",
    "integer_types",
    "mx_float",
    "mx_float_p",
    "mx_int",
    "mx_int64",
    "mx_real_t",
    "mx_uint",
    "numeric_types",
    "py_str",
    "string_types",
]

integer_types = (int, np.int32, np.int64)
numeric_types = (float, int, np.generic)
string_types = (str,)

# The dtype of an array when none is given.
mx_real_t = np.float32
# Types of C, with which programs call ``_LIB`` and libraries of their own.
mx_int, mx_uint, mx_int64 = ctypes.c_int, ctypes.c_uint, ctypes.c_int64
mx_float = ctypes.c_float
mx_float_p = ctypes.POINTER(mx_float)
# What callbacks that were written for C handles cast their arrays to, and what programs import besides.
NDArrayHandle = ctypes.c_void_p
SymbolHandle = ExecutorHandle = CachedOpHandle = KVStoreHandle = RecordIOHandle = ctypes.c_void_p
DataIterHandle = DataIterCreatorHandle = FunctionHandle = OpHandle = ProfileHandle = ctypes.c_void_p
RtcHandle = CudaModuleHandle = CudaKernelHandle = DLPackHandle = ctypes.c_void_p

# Where MXNet has its shared library: see ``_c_interface``.
_LIB = library


class NotSupportedForSparseNDArray(MXNetError):
    """Raised when an operation that needs every element is called on a sparse array."""

    def __init__(self, function: Callable[..., Any], alias: str | None = None, *args: object) -> None:
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        also = f" (also known as {alias})" if alias else ""
        with_types = f" with arguments of types {', '.join(str(type(a)) for a in args)}" if args else ""
        super().__init__(
            f"{self.function}{also}{with_types} is not supported for SparseNDArray and only available in NDArray: "
            "convert it with x.tostype('default')"
        )


class _NullType:
    """The type of ``_Null``, which stands for an argument that was not given where None is a value."""

    def __repr__(self) -> str:
        return "_Null"


_Null = _NullType()


def py_str(x: bytes | str) -> str:
    """UTF-8 bytes as text; text, which callbacks get here where MXNet gives bytes, as it is."""
    return x if isinstance(x, str) else x.decode("utf-8")


def ctypes2buffer(cptr: Any, length: int) -> bytearray:
    """A copy of the bytes at a pointer of C's."""
    if not isinstance(cptr, ctypes.POINTER(ctypes.c_char)):
        raise TypeError("expected char pointer")
    return bytearray(ctypes.string_at(cptr, length))


def ctypes2numpy_shared(cptr: Any, shape: tuple[int, ...]) -> np.ndarray:
    """A NumPy array on the floats at a pointer of C's."""
    if not isinstance(cptr, mx_float_p):
        raise RuntimeError("expected float pointer")
    return np.ctypeslib.as_array(cptr, shape)


def data_dir_default() -> str:
    """The folder for downloads when MXNET_HOME is not set."""
    return VARIABLES["MXNET_HOME"].of({})


def data_dir() -> str:
    """The folder for downloaded models and datasets: MXNET_HOME, or ``~/.mxnet``."""
    return lookup("MXNET_HOME")


def _as_list(obj: Any) -> list[Any] | tuple[Any, ...]:
    """A list or tuple as it is, anything else as the only element of a list."""
    return obj if isinstance(obj, (list, tuple)) else [obj]
