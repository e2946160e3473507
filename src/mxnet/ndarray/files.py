"""Arrays in files, as MXNet 1.9.1 writes them to the byte, or as ``.safetensors`` and ``.npz``."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mxnet._files import named, params, paths
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._semantics import np_shape_of_files
from mxnet.context import Context, num_gpus
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray, dense_entry, from_host
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray, from_entry
from mxnet.util import is_np_shape

Arrays = list[NDArray] | dict[str, NDArray]


def save(fname: str | os.PathLike[str], data: NDArray | Sequence[NDArray] | Mapping[str, NDArray]) -> None:
    """Write arrays to a file: a list, or a dictionary by name. A failure leaves an existing file as it was.

    A name that ends in ``.safetensors`` or ``.npz`` makes a file that other libraries read too.

    >>> nd.save("weights.params", {"w": nd.array([1, 2])})
    >>> nd.load("weights.params")["w"].asnumpy()
    array([1., 2.], dtype=float32)
    """
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
    location = os.fsdecode(fname)
    if named.is_named(location):
        held = _host_arrays(location, names or [str(i) for i in range(len(arrays))], arrays)
        paths.write_atomic(fname, named.dump(location, held, is_list=not names))
        return
    entries = [_entry(a) for a in arrays]
    paths.write_atomic(fname, params.dump(entries, names, np_shape=bool(is_np_shape())))


def load(fname: str | os.PathLike[str]) -> Arrays:
    """Read what ``save`` wrote, or any ``.safetensors`` or ``.npz`` file: a list of arrays, or a dictionary by name.

    >>> nd.save("two.params", {"w": nd.ones((2, 3)), "b": nd.zeros((2,))})
    >>> sorted(nd.load("two.params"))
    ['b', 'w']
    """
    with paths.open_read(fname) as file:
        kind = named.kind_of(file)
        if kind is not None:
            return _named_arrays(*named.load(file, os.fsdecode(fname), kind))
        return _arrays(params.load(file, str(fname), np_shape_of_files()))


def load_frombuffer(buf: bytes) -> Arrays:
    """Read what ``save`` wrote from bytes in memory.

    >>> nd.save("one.params", [nd.array([1, 2])])
    >>> with open("one.params", "rb") as file:
    ...     nd.load_frombuffer(file.read())[0].asnumpy()
    array([1., 2.], dtype=float32)
    """
    if not isinstance(buf, (bytes, bytearray, memoryview)):
        raise TypeError(f"load_frombuffer needs bytes, but got {type(buf).__name__}")
    return _arrays(params.load(buf, "<buffer>", np_shape_of_files()))


def _host_arrays(location: str, names: Sequence[str], arrays: Sequence[NDArray]) -> dict[str, np.ndarray]:
    """Arrays as other libraries know them: dense, on the host."""
    sparse = [name for name, array in zip(names, arrays, strict=True) if isinstance(array, BaseSparseNDArray)]
    if sparse:
        raise MXNetError(f"save {location!r}: '{sparse[0]}' is sparse, which only a .params file can hold")
    return {name: array.asnumpy() for name, array in zip(names, arrays, strict=True)}


def _named_arrays(held: dict[str, np.ndarray], is_list: bool) -> Arrays:
    arrays = {name: from_host(_known(name, array), Context("cpu", 0)) for name, array in held.items()}
    return list(arrays.values()) if is_list else arrays


def _known(name: str, array: np.ndarray) -> np.ndarray:
    """An array of a type that ours have, in this machine's order of bytes."""
    try:
        return array.astype(DTYPES[parse_dtype(array.dtype.newbyteorder("="))], copy=False)
    except ValueError:
        raise MXNetError(f"'{name}' has the type {array.dtype}, which no array here can have") from None


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
