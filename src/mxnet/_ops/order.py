"""Sorting, and the first elements in order, along an axis; equal elements keep their order."""

from typing import Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import FLOAT32, DType
from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array


def _along(name: str, data: Array, axis: int | None) -> tuple[Array, int]:
    """The array to order and the axis to order it along: the flattened array if there is no axis."""
    if axis is None:
        return data.reshape(-1), 0
    if not -data.ndim <= axis < data.ndim:
        raise MXNetError(
            f"{name}: Invalid axis! axis should be between 0 and {data.ndim}, found axis={axis} for shape {data.shape}."
        )
    return data, axis % data.ndim


def _ordered(data: Array, axis: int, ascend: bool) -> tuple[Array, Array]:
    """All elements in order, and where they were (int32)."""
    places = lax.broadcasted_iota(jnp.int32, data.shape, axis)
    # Reversed before and after, an ascending stable sort gives the descending order with ties still in place.
    if not ascend:
        data, places = lax.rev(data, (axis,)), lax.rev(places, (axis,))
    data, places = lax.sort((data, places), dimension=axis, num_keys=1)
    return (data, places) if ascend else (lax.rev(data, (axis,)), lax.rev(places, (axis,)))


def _first(data: Array, axis: int, k: int, ascend: bool) -> tuple[Array, Array]:
    """The ``k`` first elements in order, and where they were; a partial sort where ``k`` is small."""
    if k * 8 > data.shape[axis] or data.dtype == jnp.bool_:
        values, places = _ordered(data, axis, ascend)
        return lax.slice_in_dim(values, 0, k, axis=axis), lax.slice_in_dim(places, 0, k, axis=axis)
    mirror = (jnp.negative if jnp.issubdtype(data.dtype, jnp.floating) else jnp.invert) if ascend else jnp.asarray
    values, places = lax.top_k(jnp.moveaxis(mirror(data), axis, -1), k)
    return jnp.moveaxis(mirror(values), -1, axis), jnp.moveaxis(places.astype(jnp.int32), -1, axis)


@op("sort", total_outputs=2, unnamed_input=True, method=True)
def sort(data: Array, *, axis: int | None = -1, is_ascend: bool = True) -> Array:
    """Elements in order along an axis; ``axis=None`` sorts the flattened array.

    axis: The axis to sort along; None sorts the flattened array.

    >>> nd.sort(nd.array([[3, 1, 2]])).asnumpy(), nd.sort(nd.array([3, 1, 2]), is_ascend=False).asnumpy()
    (array([[1., 2., 3.]], dtype=float32), array([3., 2., 1.], dtype=float32))
    """
    data, along = _along("sort", data, axis)
    return _ordered(data, along, is_ascend)[0]


@op("argsort", unnamed_input=True, types="? -> dtype", method=True)
def argsort(data: Array, *, axis: int | None = -1, is_ascend: bool = True, dtype: DType = FLOAT32) -> Array:
    """Positions that put elements in order along an axis, as numbers of ``dtype``.

    axis: The axis to order along; None orders the flattened array.
    dtype: The type of the positions.

    >>> nd.argsort(nd.array([3, 1, 2])).asnumpy()
    array([1., 2., 0.], dtype=float32)
    """
    data, along = _along("argsort", data, axis)
    return _ordered(lax.stop_gradient(data), along, is_ascend)[1].astype(dtype)


def _topk_outputs(*, ret_typ: str = "indices", **_: object) -> int:
    return 2 if ret_typ == "both" else 1


def _topk_total(*, ret_typ: str, **_: object) -> int:
    return 2 if ret_typ in ("value", "both") else 1


def _topk_types(*, ret_typ: str, **_: object) -> str:
    return {"value": "T -> T", "both": "T -> T dtype", "mask": "T -> T"}.get(ret_typ, "T -> dtype")


@op("topk", outputs=_topk_outputs, total_outputs=_topk_total, unnamed_input=True, types=_topk_types, method=True)
def topk(
    data: Array,
    *,
    axis: int | None = -1,
    k: int = 1,
    ret_typ: Literal["value", "indices", "mask", "both"] = "indices",
    is_ascend: bool = False,
    dtype: DType = FLOAT32,
) -> tuple[Array, ...]:
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``.

    ``ret_typ`` says what to return: the values, their positions as numbers of ``dtype``, both, or an array of the
    data's shape that is 1 at those positions and 0 elsewhere.

    axis: The axis to search; None searches the flattened array.
    k: How many elements.
    ret_typ: ``value``, ``indices``, ``both`` of them as a list, or a ``mask`` of ones and zeros.
    is_ascend: Take the smallest, in rising order.
    dtype: The type of the positions.

    >>> x = nd.array([[3, 1, 2], [4, 6, 5]])
    >>> nd.topk(x, k=2).asnumpy(), nd.topk(x, k=1, ret_typ="value").asnumpy()
    (array([[0., 2.],
           [1., 2.]], dtype=float32), array([[3.],
           [6.]], dtype=float32))
    """
    flat, along = _along("topk", data, axis)
    count = flat.shape[along]
    if k > count:
        raise MXNetError(f"topk: k must be smaller than {count}, get k = {k} for shape {data.shape} and axis={axis}.")
    values, places = _first(flat, along, k if k > 0 else count, is_ascend)
    if ret_typ == "mask":
        mask = jnp.put_along_axis(jnp.zeros_like(flat), places, jnp.ones((), flat.dtype), axis=along, inplace=False)
        return (mask.reshape(data.shape),)
    if ret_typ == "value":
        return (values,)
    indices = places.astype(dtype)
    return (indices,) if ret_typ == "indices" else (values, indices)
