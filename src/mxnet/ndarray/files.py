"""Arrays in files: ``nd.save`` and ``nd.load``, byte-compatible with MXNet 1.9.1."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

from mxnet._files import params, paths
from mxnet._semantics import np_shape_of_files
from mxnet.context import Context, num_gpus
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray, dense_entry, from_host
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray, from_entry
from mxnet.util import is_np_shape

Arrays = list[NDArray] | dict[str, NDArray]


def save(fname: str | os.PathLike[str], data: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    """Write arrays to a file: a list, or a dictionary by name. A failure leaves an existing file as it was."""
    if isinstance(data, NDArray):
        data = [data]
    if isinstance(data, Mapping):
        names, arrays = list(data), list(data.values())
        if not all(isinstance(name, str) for name in names):
            raise TypeError(f"save only accept dict str->NDArray or list of NDArray, but got the names {names}")
    elif isinstance(data, (list, tuple)):
        names, arrays = [], list(data)
    else:
        raise ValueError(
            f"data needs to either be a NDArray, dict of str, NDArray pairs or a list of NDarrays, but got {type(data)}"
        )
    for item in arrays:
        if not isinstance(item, NDArray):
            raise TypeError(
                f"save only accepts NDArrays, but got {type(item).__name__}; make one with mx.nd.array(...)"
            )
    entries = [_entry(a) for a in arrays]
    paths.write_atomic(fname, params.dump(entries, names, np_shape=bool(is_np_shape())))


def load(fname: str | os.PathLike[str]) -> Arrays:
    """Read what ``save`` wrote: a list of arrays, or a dictionary by name."""
    with paths.open_read(fname) as file:
        return _arrays(params.load(file, str(fname), np_shape_of_files()))


def load_frombuffer(buf: bytes) -> Arrays:
    """Read what ``save`` wrote from bytes in memory."""
    if not isinstance(buf, (bytes, bytearray, memoryview)):
        raise TypeError(f"load_frombuffer needs bytes, but got {type(buf).__name__}")
    return _arrays(params.load(buf, "<buffer>", np_shape_of_files()))


def _arrays(loaded: Any) -> Arrays:
    entries, names = loaded
    arrays = [_array(e) for e in entries]
    return dict(zip(names, arrays, strict=True)) if names else arrays


def _entry(array: NDArray) -> params.Entry:
    return array._entry() if isinstance(array, BaseSparseNDArray) else dense_entry(array)


def _array(entry: params.Entry) -> NDArray:
    """The array of an entry, on the host as MXNet puts it, or on the GPU it was saved from where there is one."""
    if entry is None:
        raise MXNetError("the file holds an array that was never given a shape")
    kind, number = entry.context
    ctx = Context("gpu", number) if kind == 2 and number < num_gpus() else Context("cpu", 0)
    if not isinstance(entry, params.Dense):
        return from_entry(entry, ctx)
    return from_host(entry.data, ctx)
