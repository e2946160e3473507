"""Sums, extremes, orders and counts."""

from typing import TYPE_CHECKING, Any

import numpy as np

from mxnet._types import Axes, MaybeDType
from mxnet.numpy._call import Out, axes, call, is_array
from mxnet.util import _sanity_check_params

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


def _typed(dtype: Any) -> dict[str, Any]:
    return {} if dtype is None else {"dtype": dtype}


def sum(
    a: Any,
    axis: Axes = None,
    dtype: MaybeDType = None,
    keepdims: bool = False,
    initial: float | None = None,
    out: Out = None,
) -> "ndarray":
    """The sum over axes; ``initial`` is added to it."""
    attrs = {"axis": axes(axis), "keepdims": keepdims, **_typed(dtype)}
    return call("_np_sum", (a,), attrs if initial is None else {**attrs, "initial": initial}, out)


def prod(a: Any, axis: Axes = None, dtype: MaybeDType = None, out: Out = None, keepdims: bool = False) -> "ndarray":
    """The product over axes."""
    return call("_np_prod", (a,), {"axis": axes(axis), "keepdims": keepdims, **_typed(dtype)}, out)


def mean(a: Any, axis: Axes = None, dtype: MaybeDType = None, out: Out = None, keepdims: bool = False) -> "ndarray":
    """The mean over axes; that of integers is float32."""
    return call("_npi_mean", (a,), {"axis": axes(axis), "keepdims": keepdims, **_typed(dtype)}, out)


def std(
    a: Any, axis: Axes = None, dtype: MaybeDType = None, out: Out = None, ddof: int = 0, keepdims: bool = False
) -> "ndarray":
    """The standard deviation over axes."""
    return call("_npi_std", (a,), {"axis": axes(axis), "ddof": ddof, "keepdims": keepdims, **_typed(dtype)}, out)


def var(
    a: Any, axis: Axes = None, dtype: MaybeDType = None, out: Out = None, ddof: int = 0, keepdims: bool = False
) -> "ndarray":
    """The variance over axes."""
    return call("_npi_var", (a,), {"axis": axes(axis), "ddof": ddof, "keepdims": keepdims, **_typed(dtype)}, out)


def average(a: Any, axis: Axes = None, weights: Any = None, returned: bool = False, out: Out = None) -> "ndarray":
    """The mean over axes, elements counting by their weights; with the weights' sum if ``returned``."""
    attrs = {"axis": axes(axis), "returned": returned, "weighted": weights is not None}
    return call("_npi_average", (a, weights), attrs, out)


def max(a: Any, axis: Axes = None, keepdims: bool = False, out: Out = None) -> "ndarray":
    """The largest element over axes."""
    return call("_np_max", (a,), {"axis": axes(axis), "keepdims": keepdims}, out)


def min(a: Any, axis: Axes = None, keepdims: bool = False, out: Out = None) -> "ndarray":
    """The smallest element over axes."""
    return call("_np_min", (a,), {"axis": axes(axis), "keepdims": keepdims}, out)


def all(a: Any, axis: Axes = None, keepdims: bool = False, out: Out = None) -> "ndarray":
    """Whether every element over axes is true."""
    return call("_np_all", (a,), {"axis": axes(axis), "keepdims": keepdims}, out)


def any(a: Any, axis: Axes = None, keepdims: bool = False, out: Out = None) -> "ndarray":
    """Whether any element over axes is true."""
    return call("_np_any", (a,), {"axis": axes(axis), "keepdims": keepdims}, out)


def argmax(a: Any, axis: int | None = None, out: Out = None) -> "ndarray":
    """Where the largest element is, along an axis or in the flattened array."""
    return call("_npi_argmax", (a,), {"axis": axis}, out)


def argmin(a: Any, axis: int | None = None, out: Out = None) -> "ndarray":
    """Where the smallest element is, along an axis or in the flattened array."""
    return call("_npi_argmin", (a,), {"axis": axis}, out)


def cumsum(a: Any, axis: int | None = None, dtype: MaybeDType = None, out: Out = None) -> "ndarray":
    """Sums of all elements up to each one, along an axis or of the flattened array."""
    return call("_np_cumsum", (a,), {"axis": axis, **_typed(dtype)}, out)


def _need_no_order(order: Any) -> None:
    if order is not None:
        raise NotImplementedError(f"order={order!r} is not supported: arrays have no fields")


def sort(a: Any, axis: int | None = -1, kind: str | None = None, order: Any = None) -> "ndarray":
    """The elements in order along an axis, or all of them if it is None; every ``kind`` is stable."""
    _need_no_order(order)
    return call("_npi_sort", (a,), {"axis": axis})


def argsort(a: Any, axis: int | None = -1, kind: str | None = None, order: Any = None) -> "ndarray":
    """The places that put the elements in order along an axis."""
    _need_no_order(order)
    return call("_npi_argsort", (a,), {"axis": axis})


def unique(
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
) -> "ndarray | tuple[ndarray, ...]":
    """The different elements in order; where they first stood, which each one became, how many there were."""
    flags = {"return_index": return_index, "return_inverse": return_inverse, "return_counts": return_counts}
    arrays = call("_npi_unique", (ar,), {**flags, "axis": axis})
    return tuple(arrays) if isinstance(arrays, list) else arrays


def nonzero(a: Any) -> "tuple[ndarray, ...]":
    """The positions of the elements that are not zero: an array an axis."""
    rows = call("_npi_nonzero", (a,))
    return tuple(rows[:, i] for i in range(rows.shape[1]))


def percentile(
    a: Any,
    q: "ndarray | float",
    axis: Axes = None,
    out: Out = None,
    overwrite_input: bool | None = None,
    interpolation: str = "linear",
    keepdims: bool = False,
) -> "ndarray":
    """The value below which ``q`` percent of the elements lie."""
    if overwrite_input is not None:
        raise NotImplementedError("overwrite_input is not supported yet")
    attrs = {"axis": axes(axis), "interpolation": interpolation, "keepdims": keepdims}
    if is_array(q):
        return call("_npi_percentile", (a, q), attrs, out)
    return call("_npi_percentile", (a,), {**attrs, "q_scalar": float(q)}, out)


def quantile(
    a: Any,
    q: "ndarray | float",
    axis: Axes = None,
    out: Out = None,
    overwrite_input: bool | None = None,
    interpolation: str = "linear",
    keepdims: bool = False,
) -> "ndarray":
    """The value below which a share ``q`` of the elements lies.

    >>> mx.np.quantile(mx.np.array([1, 2, 3, 4]), 0.5)
    array(2.5)
    """
    return percentile(a, q * 100, axis, out, overwrite_input, interpolation, keepdims)


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> "ndarray":
    """How often each whole number from 0 on occurs, or the sum of its weights."""
    return call("_npi_bincount", (x, weights), {"minlength": minlength, "has_weights": weights is not None})


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> "ndarray":
    """Differences of neighbours along an axis, taken ``n`` times."""
    if prepend is not None or append is not None:
        raise NotImplementedError("diff: prepend and append options are not supported yet")
    return call("_npi_diff", (a,), {"n": n, "axis": axis})


def histogram(
    a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None
) -> "list[ndarray]":
    """How many elements fall into each bin, and the bins' edges.

    >>> mx.np.histogram(mx.np.array([1, 2, 2, 5]), bins=2, range=(0, 6))
    [array([3, 1], dtype=int64), array([0., 3., 6.])]
    """
    unsupported = {"normed": normed, "weights": weights, "density": density}
    _sanity_check_params("histogram", list(unsupported), {k: v for k, v in unsupported.items() if v})
    if is_array(bins):
        return list(call("_histogram", (a, bins)))
    if range is None:
        raise NotImplementedError("automatic range is not supported yet: write range=(low, high)")
    low, high = (float(end) for end in range)
    return list(call("_histogram", (a, None), {"bin_cnt": int(np.int64(bins)), "range": (low, high)}))
