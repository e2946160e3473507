"""Arrays as iterators take them."""

from typing import Any

import numpy as np

from mxnet.ndarray import NDArray, array, sparse
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.sparse import CSRNDArray

Pairs = list[tuple[str, Any]]


def _is_h5py(data: Any) -> bool:
    """Whether this is an h5py.Dataset, without importing h5py."""
    return type(data).__module__.partition(".")[0] == "h5py" and hasattr(data, "shape")


def _init_data(data: Any, allow_empty: bool, default_name: str) -> Pairs:
    """Pairs of name and array, in the order of names, from an array, a list or a dictionary of them."""
    if data is None:
        if not allow_empty:
            raise AssertionError(f"expected an array, a list or a dict of arrays for {default_name!r}, received None")
        return []
    if isinstance(data, (np.ndarray, NDArray)) or _is_h5py(data) or sparse.is_scipy(data):
        data = [data]
    if isinstance(data, list):
        if not data and not allow_empty:
            raise AssertionError(f"expected at least one array for {default_name!r}, received an empty list")
        single = len(data) == 1
        data = {default_name if single else f"_{i}_{default_name}": each for i, each in enumerate(data)}
    if not isinstance(data, dict):
        raise TypeError(
            "Input must be NDArray, numpy.ndarray, h5py.Dataset, a list of them or dict with them as values, "
            f"received {type(data).__name__}"
        )
    return sorted(((name, _as_array(name, each)) for name, each in data.items()), key=lambda pair: pair[0])


def _as_array(name: str, data: Any) -> Any:
    if isinstance(data, NDArray) or _is_h5py(data):
        return data
    try:
        return array(data)
    except Exception as error:
        raise TypeError(
            f"Invalid type '{type(data)}' for {name}, should be NDArray, numpy.ndarray or h5py.Dataset"
        ) from error


def _has_instance(data: Pairs, dtype: Any) -> bool:
    """Whether one of the arrays is of this class."""
    return any(isinstance(each, dtype) for _, each in data)


def _getdata_by_idx(data: Pairs, idx: np.ndarray) -> Pairs:
    """The same pairs with these rows of the arrays; datasets in files stay as they are."""
    return [(name, _rows(each, idx)) for name, each in data]


def _rows(data: Any, idx: np.ndarray) -> Any:
    if _is_h5py(data):
        return data
    if isinstance(data, CSRNDArray):
        return sparse.array(data.asscipy()[idx], data.context)
    return from_host(data.asnumpy()[idx], data.context)


def _slice_along_batch_axis(data: NDArray, s: slice, batch_axis: int) -> NDArray:
    """The part of an array between two examples."""
    return data.slice_axis(axis=batch_axis, begin=s.start, end=s.stop)  # type: ignore[attr-defined]
