"""Operators of ``mx.np`` that put elements in, take them out, or look at them before they let them pass."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.elementwise import Array, convert, scalar_like
from mxnet._ops.np_reduce import over
from mxnet._ops.registry import Op, op
from mxnet.error import MXNetError


class ConstraintError(MXNetError, ValueError):
    """Raised where values are not what a function demands of them."""


# --- taking out ------------------------------------------------------------------------------------------------------


def _flat_or_along(name: str, arr: Array, axis: int | None) -> tuple[Array, int]:
    """The array and the axis that an edit works on: with no axis, the flattened array."""
    if axis is None or not arr.ndim:
        return arr.reshape(-1), 0
    return arr, over(name, arr, (axis,))[0]


def _without(arr: Array, gone: np.ndarray, axis: int) -> Array:
    kept = np.setdiff1d(np.arange(arr.shape[axis]), gone)
    return jnp.take(arr, jnp.asarray(kept, jnp.int64), axis=axis)


@op("_npi_delete")
def delete(
    arr: Array,
    *,
    start: int | None = None,
    stop: int | None = None,
    step: int | None = None,
    int_ind: int | None = None,
    axis: int | None = None,
) -> Array:
    """The array without one place of an axis, or without those of a slice."""
    arr, along = _flat_or_along("delete", arr, axis)
    length = arr.shape[along]
    if int_ind is None:
        return _without(arr, np.arange(length)[slice(start, stop, step)], along)
    if not -length <= int_ind < length:
        raise MXNetError(f"delete: index {int_ind} is out of bounds for axis {along} with size {length}")
    return _without(arr, np.asarray([int_ind % length]), along)


@op("_npi_delete_tensor", dynamic=True)
def delete_tensor(arr: Array, obj: Array, *, axis: int | None = None) -> Array:
    """The array without some places of an axis; those that it has not are ignored (our own operator)."""
    arr, along = _flat_or_along("delete", arr, axis)
    return _without(arr, np.asarray(obj).astype(np.int64).reshape(-1), along)


# --- putting in ------------------------------------------------------------------------------------------------------


def _insert(arr: Array, values: Array, places: np.ndarray, axis: int, lone: bool) -> Array:
    """The array with values before some places of an axis; ``lone`` says that the place was given as a number."""
    length = arr.shape[axis]
    wrong = places[(places < -length) | (places > length)]
    if wrong.size:
        raise MXNetError(f"insert: index {wrong[0]} is out of bounds for axis {axis} with size {length}")
    values = values.reshape((1,) * (arr.ndim - values.ndim) + values.shape)
    if lone:
        values = jnp.moveaxis(values, 0, axis)
    if places.size == 1:  # before one place there is room for any number of values
        places = np.repeat(places, values.shape[axis])
    shape = (*arr.shape[:axis], places.size, *arr.shape[axis + 1 :])
    try:
        wide = jnp.broadcast_to(values, shape)
    except ValueError:
        raise MXNetError(f"insert: values of shape {values.shape} do not fit into {shape}") from None
    before = np.where(places < 0, places + length, places)
    order = np.argsort(np.concatenate([np.arange(length) * 2 + 1, before * 2]), kind="stable")
    return jnp.take(jnp.concatenate([arr, convert(wide, arr.dtype)], axis), jnp.asarray(order), axis=axis)


def _given(arr: Array, values: Array | None, val: float | None) -> Array:
    if values is not None:
        return values
    return _number(arr, 0.0 if val is None else val)


def _number(data: Array, value: Any) -> Array:
    """One number, perhaps traced, of the dtype of an array."""
    return scalar_like(jnp.zeros((), data.dtype), value)


def _only_arrays(names: tuple[str, ...]) -> Callable[..., tuple[str, ...]]:
    """The inputs of an insertion: without ``values`` where a number is inserted."""

    def used(*, val: float | None = None, **_: Any) -> tuple[str, ...]:
        return tuple(n for n in names if n != "values" or val is None)

    return used


def _inserting(name: str, find_places: Callable[..., np.ndarray], lone: bool) -> Op:
    def apply(
        arr: Array,
        values: Array | None = None,
        *,
        val: float | None = None,
        start: int | None = None,
        stop: int | None = None,
        step: int | None = None,
        int_ind: int | None = None,
        axis: int | None = None,
    ) -> Array:
        arr, along = _flat_or_along("insert", arr, axis)
        places = find_places(arr.shape[along], start, stop, step, int_ind)
        return _insert(arr, _given(arr, values, val), places, along, lone)

    apply.__doc__ = "The array with values put in before some places of an axis."
    made = op(name, traced=("val",))(apply)
    made.use_inputs(_only_arrays(("arr", "values")))
    return made


_inserting("_npi_insert_scalar", lambda length, start, stop, step, at: np.asarray([at]), True)
_inserting(
    "_npi_insert_slice", lambda length, start, stop, step, at: np.arange(length)[slice(start, stop, step)], False
)


@op("_npi_insert_tensor", dynamic=True)
def insert_tensor(
    arr: Array,
    values: Array | None = None,
    obj: Array | None = None,
    *,
    val: float | None = None,
    start: int | None = None,
    stop: int | None = None,
    step: int | None = None,
    int_ind: int | None = None,
    axis: int | None = None,
) -> Array:
    """The array with values put in before the places that an array of int64 names."""
    if obj is None or obj.dtype != jnp.int64:
        raise MXNetError(f"insert: expected places of int64, received {None if obj is None else obj.dtype}")
    arr, along = _flat_or_along("insert", arr, axis)
    places = np.asarray(obj)
    return _insert(arr, _given(arr, values, val), places.reshape(-1), along, places.ndim == 0)


insert_tensor.use_inputs(_only_arrays(("arr", "values", "obj")))


@op("_npi_ediff1d", traced=("to_begin_scalar", "to_end_scalar"))
def ediff1d(
    input1: Array,
    input2: Array | None = None,
    input3: Array | None = None,
    *,
    to_begin_arr_given: bool = False,
    to_end_arr_given: bool = False,
    to_begin_scalar: float | None = None,
    to_end_scalar: float | None = None,
) -> Array:
    """Differences of neighbours in the flattened array, with numbers put before and after them."""
    flat = input1.reshape(-1)
    extra = iter([a for a in (input2, input3) if a is not None])

    def end(given: bool, number: float | None) -> list[Array]:
        if given:
            return [convert(next(extra).reshape(-1), flat.dtype)]
        return [] if number is None else [_number(flat, number).reshape(1)]

    first = end(to_begin_arr_given, to_begin_scalar)
    return jnp.concatenate([*first, flat[1:] - flat[:-1], *end(to_end_arr_given, to_end_scalar)])


@ediff1d.use_inputs
def _(*, to_begin_arr_given: bool = False, to_end_arr_given: bool = False, **_: Any) -> tuple[str, ...]:
    return ("input1", "input2", "input3")[: 1 + to_begin_arr_given + to_end_arr_given]


@op("_npi_resize_fallback")
def resize(a: Array, *, new_shape: tuple[int, ...]) -> Array:
    """The elements, over and over again, in another shape."""
    if not a.size:
        return jnp.zeros(new_shape, a.dtype)
    return jnp.resize(a, new_shape)


# --- masks and looks -------------------------------------------------------------------------------------------------


@op("_npi_boolean_mask_assign_tensor")
def boolean_mask_assign_tensor(data: Array, mask: Array, value: Array, *, start_axis: int = 0) -> Array:
    """The array with other values where a mask over some of its axes, from ``start_axis`` on, is true."""
    before, after = data.shape[:start_axis], data.shape[start_axis + mask.ndim :]
    if not mask.size:
        return data
    flat = mask.reshape(-1) != 0
    number = jnp.clip(jnp.cumsum(flat) - 1, 0, max(value.shape[start_axis] - 1, 0) if value.ndim > start_axis else 0)
    wide = jnp.asarray(value, data.dtype)
    if value.ndim > start_axis and value.shape[start_axis] > 1:
        wide = jnp.take(wide, number, axis=start_axis)
    shape = (*before, flat.size, *after)
    chosen = flat.reshape((1,) * start_axis + (-1,) + (1,) * len(after))
    return jnp.where(chosen, jnp.broadcast_to(wide, shape), data.reshape(shape)).reshape(data.shape)


@op("_npi_diag_indices_from")
def diag_indices_from(data: Array) -> Array:
    """The coordinates of the main diagonal, a row an axis."""
    if data.ndim < 2 or len(set(data.shape)) != 1:
        raise MXNetError(f"diag_indices_from: expected axes of one length, two or more, received shape {data.shape}")
    return jnp.tile(jnp.arange(data.shape[0], dtype=jnp.int64), (data.ndim, 1))


@op("_npx_constraint_check", dynamic=True)
def constraint_check(input: Array, *, msg: str = "Constraint violated.") -> Array:
    """True where every element is; an error with this message where one is not."""
    if input.dtype != jnp.bool_:
        raise MXNetError(f"constraint_check: expected booleans, received {input.dtype}")
    if not bool(np.all(np.asarray(lax.stop_gradient(input)))):
        raise ConstraintError(msg)
    return jnp.asarray(True)
