"""Batches taken at once: where samples lie in arrays, a batch is one gather and not a loop over samples.

``columns(dataset)`` says how, for data sets whose samples are known to be rows of arrays, maybe transformed in a way
that is the same for one image as for many. Everything else is read sample by sample.
"""

from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from mxnet.gluon.data.dataset import (
    ArrayDataset,
    Dataset,
    SimpleDataset,
    _DownloadedDataset,
    _LazyTransformDataset,
    _SampledDataset,
    _TransformFirstClosure,
)
from mxnet.ndarray import NDArray
from mxnet.ndarray.samples import host
from mxnet.ndarray.samples import sample as on_host
from mxnet.ndarray.storage import CLASSES
from mxnet.util import is_np_shape

# A function from indices to the values of a batch: an array, or a list of arrays, one for each element of a sample.
Gather = Callable[[np.ndarray], Any]


def columns(dataset: Any) -> Gather | None:
    """How to take a batch of a data set at once, if that gives what taking its samples one by one would."""
    if isinstance(dataset, NDArray):
        return _rows_of_ours(dataset)
    if isinstance(dataset, np.ndarray):
        return _rows(dataset)
    for kind, find in _KINDS:
        if isinstance(dataset, kind):
            return find(dataset) if _reads_as(dataset, kind) else None
    return None


def _reads_as(dataset: Any, kind: type[Dataset]) -> bool:
    """Whether a data set takes its samples as this class does: a class of the user's may do otherwise."""
    return type(dataset).__getitem__ is kind.__getitem__


def _rows(array: np.ndarray) -> Gather | None:
    if array.ndim == 0 or array.dtype.kind not in "fiub" or type(array) is not np.ndarray:
        return None
    return lambda indices: array.take(indices, 0)


def _rows_of_ours(array: NDArray) -> Gather | None:
    if array.ndim == 0 or array.stype != "default" or array.context.device_type == "gpu":
        return None
    # Outside NumPy's semantics a single element keeps an axis. Settled here, since workers do not know the caller's.
    keeps_axis = array.ndim == 1 and not (isinstance(array, CLASSES["numpy"]) or is_np_shape())

    def gather(indices: np.ndarray) -> np.ndarray:
        values = host(array)
        rows = np.asarray(array.asnumpy() if values is None else values).take(indices, 0)
        return rows.reshape(-1, 1) if keeps_axis else rows

    return gather


def _of_simple(dataset: Any) -> Gather | None:
    return columns(dataset._data)


def _of_arrays(dataset: Any) -> Gather | None:
    return _side_by_side(dataset._data)


def _of_downloaded(dataset: Any) -> Gather | None:
    if dataset._transform is not None:
        return None
    return _side_by_side([dataset._data, dataset._label])


def _side_by_side(parts: Sequence[Any]) -> Gather | None:
    gathers = [columns(part) for part in parts]
    if any(g is None for g in gathers):
        return None
    if len(gathers) == 1:
        return gathers[0]
    return lambda indices: [g(indices) for g in gathers]  # type: ignore[misc]


def _of_sampled(dataset: Any) -> Gather | None:
    inner = columns(dataset._dataset)
    if inner is None:
        return None
    chosen = np.asarray(dataset._indices, np.int64)
    return lambda indices: inner(chosen.take(indices))


def _of_transformed(dataset: Any) -> Gather | None:
    """Only images transformed by a block that says it treats a batch as it does each image in it."""
    first = type(dataset._fn) is _TransformFirstClosure
    function = dataset._fn._fn if first else dataset._fn
    if not getattr(function, "_takes_batches", False):
        return None
    inner = columns(dataset._data)
    if inner is None:
        return None

    def gather(indices: np.ndarray) -> Any:
        columns = inner(indices)
        if not isinstance(columns, list):
            return _transformed(function, columns)
        return [_transformed(function, columns[0]), *columns[1:]] if first else NotImplemented

    return gather


def _transformed(function: Callable[[Any], Any], batch: np.ndarray) -> Any:
    if batch.ndim != 4:  # not images, one beside the other: let each have its own say
        return NotImplemented
    return host(function(on_host(batch)))


_KINDS: tuple[tuple[type[Dataset], Callable[[Any], Gather | None]], ...] = (
    (ArrayDataset, _of_arrays),
    (SimpleDataset, _of_simple),
    (_DownloadedDataset, _of_downloaded),
    (_SampledDataset, _of_sampled),
    (_LazyTransformDataset, _of_transformed),
)


def take(gather: Gather, indices: Sequence[int]) -> Any:
    """The batch of these samples; NotImplemented if it must be read sample by sample after all."""
    chosen = np.asarray(indices)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1 or not chosen.size:
        return NotImplemented
    columns = gather(chosen)
    whole = columns if isinstance(columns, list) else [columns]
    return NotImplemented if any(part is NotImplemented for part in whole) else columns


# --- who can read samples ---------------------------------------------------------------------------------------------


def is_ours(thing: Any) -> bool:
    """Whether a data set or a function is of this package, all the way down: then threads read it side by side."""
    if isinstance(thing, _LazyTransformDataset) and type(thing) is _LazyTransformDataset:
        return is_ours(thing._data) and is_ours(thing._fn)
    if type(thing) is _TransformFirstClosure:
        return is_ours(thing._fn)
    if isinstance(thing, (list, tuple, np.ndarray, NDArray)):
        return True
    if not (isinstance(thing, FunctionType) or _is_package(type(thing))):
        return False
    if isinstance(thing, FunctionType):
        return thing.__module__.split(".")[0] == "mxnet"
    inner = [getattr(thing, name, None) for name in ("_data", "_dataset", "_transform", "transforms")]
    parts = [p for i in inner for p in (i if isinstance(i, list) and type(thing) is ArrayDataset else [i])]
    parts += list(getattr(thing, "_children", {}).values())
    return all(part is None or is_ours(part) for part in parts)


def has_own_datasets(dataset: Any) -> bool:
    """Whether classes of the user's are among the data sets; they may have a state that threads would spoil."""
    if isinstance(dataset, (list, tuple, np.ndarray, NDArray)):
        return False
    if not _is_package(type(dataset)):
        return True
    inner = [getattr(dataset, name, None) for name in ("_data", "_dataset")]
    parts = [p for i in inner for p in (i if isinstance(i, list) and type(dataset) is ArrayDataset else [i])]
    return any(has_own_datasets(part) for part in parts if part is not None)


def _is_package(kind: type) -> bool:
    return kind.__module__.split(".")[0] == "mxnet"
