"""A pickle reader for files: it builds data and MXNet's own objects, and calls nothing else.

A pickle is a program; the standard loader runs whatever a file says. Here a global name must be on the list below, and
the list's callables check their arguments: what they allocate is paid from a budget of the file's size.
"""

import collections
import importlib
import io
import pickle
import pickletools
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet.error import MXNetError

# Classes of these modules may be named by a file, and so may subclasses that the running program has defined itself.
_TRUSTED = ("mxnet.optimizer", "mxnet.lr_scheduler")
_ARRAYS = {
    ("mxnet.ndarray.ndarray", "NDArray"),
    ("mxnet.ndarray", "NDArray"),
    ("mxnet.ndarray.sparse", "CSRNDArray"),
    ("mxnet.ndarray.sparse", "RowSparseNDArray"),
    ("mxnet.numpy", "ndarray"),
    ("mxnet.numpy.multiarray", "ndarray"),
}
# Opcodes that name things outside the file.
_REFUSED = {"PERSID", "BINPERSID", "EXT1", "EXT2", "EXT4", "NEXT_BUFFER", "READONLY_BUFFER"}
_MEMO_WRITES = {"PUT", "BINPUT", "LONG_BINPUT"}


def loads(data: bytes | bytearray | memoryview, name: str = "<bytes>") -> Any:
    """What a pickle holds; ``name`` is for error messages."""
    _check_opcodes(data, name)
    loader = _Loader(data, name)
    try:
        return loader.load()
    except MXNetError:
        raise
    except Exception as error:  # a damaged pickle makes the loader raise nearly anything
        raise MXNetError(f"{name}: not a pickle that can be read: {error} (before byte {loader.offset})") from error


def _check_opcodes(data: bytes | bytearray | memoryview, name: str) -> None:
    """Refuse what could cost more than the file's size before the loader sees it: it trusts memo numbers."""
    position: int | None = 0
    try:
        for number, (opcode, argument, position) in enumerate(pickletools.genops(io.BytesIO(data))):
            if opcode.name in _REFUSED:
                raise MXNetError(f"{name}: the pickle refers to something outside the file (at byte {position})")
            if opcode.name in _MEMO_WRITES and int(argument or 0) > number:
                raise MXNetError(f"{name}: the pickle numbers its objects absurdly (at byte {position})")
    except MXNetError:
        raise
    except Exception as error:
        raise MXNetError(f"{name}: not a pickle, or a damaged one: {error} (after byte {position})") from error


class _DType:
    """Stands for a numpy.dtype, whose own ``__setstate__`` believes a file that says it holds pointers.

    A file's bare dtype comes back as this; ``np.dtype(it)`` is the dtype meant.
    """

    def __init__(self, name: str, *_flags: object) -> None:
        self.dtype = np.dtype(name) if isinstance(name, str) else None
        if self.dtype is None or self.dtype.kind not in "biufcSU":
            raise ValueError(f"a NumPy dtype {name!r}")

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _version, order, subarray, names, fields, *_ = state
        if subarray is not None or names is not None or fields is not None:
            raise ValueError("a NumPy dtype with parts")
        self.dtype = self.dtype.newbyteorder(order)


class _Array(np.ndarray):
    """Stands for numpy.ndarray, which a file may name but not call; an array that a file filled."""

    def __new__(cls, *_: object) -> "_Array":
        raise ValueError("a NumPy array that is made by no pickle of NumPy's")

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        version, shape, dtype, is_fortran, data = state
        if not isinstance(dtype, _DType):
            raise ValueError("a NumPy array without a dtype")
        super().__setstate__((version, shape, dtype.dtype, is_fortran, data))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return np.asarray(self).__reduce_ex__(protocol)


class _Loader(pickle.Unpickler):
    def __init__(self, data: bytes | bytearray | memoryview, name: str) -> None:
        self._file = io.BytesIO(data)
        super().__init__(self._file)
        self._name = name
        self._budget = 2 * len(data) + 1024
        self._plain: dict[tuple[str, str], Any] = {
            ("numpy", "ndarray"): _Array,
            ("numpy", "dtype"): _DType,
            ("_codecs", "encode"): self._encode,
            ("collections", "OrderedDict"): self._container(collections.OrderedDict),
        }
        for module in ("builtins", "__builtin__"):
            self._plain |= {
                (module, "bytearray"): self._bytearray,
                (module, "bytes"): _no_bytes,
                (module, "set"): self._container(set),
                (module, "frozenset"): self._container(frozenset),
                (module, "complex"): complex,
            }
        for module in ("numpy.core.multiarray", "numpy._core.multiarray"):
            self._plain |= {(module, "_reconstruct"): _reconstruct, (module, "scalar"): _scalar}

    @property
    def offset(self) -> int:
        return self._file.tell()

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in self._plain:
            return self._plain[module, name]
        candidate = None
        if (module, name) in _ARRAYS or _is_trusted(module):
            candidate = getattr(importlib.import_module(module), name, None)
        elif module in sys.modules:  # never imported for a file's sake, nor made by a module's __getattr__
            candidate = vars(sys.modules[module]).get(name)
        if (module, name) in _ARRAYS and isinstance(candidate, type):
            return candidate
        if isinstance(candidate, type) and any(_is_trusted(base.__module__) for base in candidate.__mro__):
            return candidate
        raise MXNetError(
            f"{self._name}: the pickle asks for {module}.{name}, which is no part of a data file "
            f"(before byte {self.offset}); if you trust the file, read it with pickle.load"
        )

    def persistent_load(self, pid: Any) -> Any:
        raise MXNetError(f"{self._name}: the pickle refers to something outside the file: {pid!r}")

    def _spend(self, size: int) -> None:
        self._budget -= size
        if self._budget < 0:
            raise MXNetError(f"{self._name}: the pickle would unpack to more than the file can hold")

    def _bytearray(self, data: bytes | bytearray | str = b"", encoding: str = "latin-1") -> bytearray:
        self._spend(len(data))  # a number, which would ask for that many bytes, has no length
        return bytearray(self._encode(data, encoding) if isinstance(data, str) else data)

    def _encode(self, text: str, encoding: str = "latin-1") -> bytes:
        if encoding not in ("latin1", "latin-1"):
            raise ValueError(f"text encoded as {encoding}")
        self._spend(len(text))
        return text.encode("latin-1")

    def _container(self, kind: Callable[..., Any]) -> Callable[..., Any]:
        def make(items: list[Any] | tuple[Any, ...] = ()) -> Any:
            self._spend(len(items))
            return kind(items)

        return make


def _is_trusted(module: str) -> bool:
    return any(module == root or module.startswith(f"{root}.") for root in _TRUSTED)


def _no_bytes() -> bytes:
    """How the protocols before 3 write ``b""``."""
    return b""


def _reconstruct(kind: type, shape: tuple[int, ...], _code: bytes | str) -> np.ndarray:
    """The empty array that NumPy pickles then fill with their state."""
    if kind is not _Array or shape != (0,):
        raise ValueError("a NumPy array that does not start empty")
    return np.empty(0, np.int8).view(_Array)


def _scalar(kind: _DType, data: bytes | str) -> np.generic:
    raw = data.encode("latin-1") if isinstance(data, str) else data
    if not isinstance(kind, _DType) or len(raw) != kind.dtype.itemsize:
        raise ValueError("a NumPy scalar that does not fit its dtype")
    scalar: np.generic = np.frombuffer(raw, kind.dtype)[0]
    return scalar
