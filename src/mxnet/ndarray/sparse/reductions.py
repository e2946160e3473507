"""Sums, means and norms of what is stored."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet._ops import sparse as kernels
from mxnet._ops.registry import Op, find
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import new
from mxnet.ndarray.invoke import invoke_op
from mxnet.ndarray.sparse.arrays import CSRNDArray, RowSparseNDArray, make
from mxnet.ndarray.sparse.dispatch import rule
from mxnet.ndarray.sparse.parts import Parts, run


def _axes(params: dict[str, Any], ndim: int) -> tuple[int, ...]:
    """The axes to reduce, in order."""
    axis = params["axis"]
    axes = set(range(ndim)) if axis is None or axis == () else {a % ndim for a in np.atleast_1d(axis).tolist()}
    if params.get("exclude"):
        axes = set(range(ndim)) - axes
    return tuple(sorted(axes))


def _sum(array: Any, axes: tuple[int, ...], keepdims: bool, square: bool = False) -> Any:
    """The sum over axes as a dense array; without axes left it has one element."""
    data, where = array._parts
    if isinstance(array, CSRNDArray):
        rows = where.on(data.device)
        total = run(kernels.sum_csr, data, *rows, shape=array.shape, axes=axes, keepdims=keepdims, square=square)
    else:
        length = array.shape[0]
        total = run(kernels.sum_rows, data, where.ids, length=length, axes=axes, keepdims=keepdims, square=square)
    result = new(NDArray, total, array._ctx)
    return result if result.shape else result.reshape((1,))


def _is_float(array: Any) -> bool:
    return np.issubdtype(array.dtype, np.floating)


def _asked(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> tuple[Any, dict[str, Any], tuple[int, ...]]:
    """The array, the attributes and the axes of a reduction; no axes where it is not of floating point."""
    (array,) = arrays
    params = op.parse(attrs)
    return array, params, _axes(params, len(array.shape)) if _is_float(array) else ()


@rule("sum", "mean")
def add_up(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A sum or a mean over axes."""
    array, params, axes = _asked(op, arrays, attrs)
    if not axes:
        return NotImplemented
    total = _sum(array, axes, params["keepdims"])
    return total if op is find("sum") else total / float(np.prod([array.shape[a] for a in axes]))


@rule("norm")
def norm(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A norm over axes."""
    array, params, axes = _asked(op, arrays, attrs)
    if not axes or params["out_dtype"] is not None or params["ord"] not in (1, 2):
        return NotImplemented
    if params["ord"] == 1:
        return _sum(invoke_op(find("abs"), (array.detach(),), {}), axes, params["keepdims"])
    return invoke_op(find("sqrt"), (_sum(array, axes, params["keepdims"], square=True),), {})


@rule("_square_sum")
def square_sum(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """The sum of squares over axes; of each row it stays row_sparse where the axis is kept."""
    array, params, axes = _asked(op, arrays, attrs)
    if not axes:
        return NotImplemented
    if isinstance(array, RowSparseNDArray) and len(array.shape) == 2 and axes == (1,) and params["keepdims"]:
        data, where = array._parts
        rows = type(where)(where.ids, (array.shape[0], 1), where._count, where._host)
        return make(RowSparseNDArray, Parts(run(kernels.square_sum_rows, data), rows), array._ctx)
    return _sum(array, axes, params["keepdims"], square=True)
