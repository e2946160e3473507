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

# What the names of parameters mean in this family.
PARAMETERS = {
    "arr": "The array.",
    "values": "What is put in, broadcast to fit.",
    "val": "A number that is put in, in the place of ``values``.",
    "start": "Of a slice of places: its start.",
    "stop": "Of a slice of places: its end.",
    "step": "Of a slice of places: its step.",
    "int_ind": "The one place, if there is no slice.",
    "axis": "The axis; None works on the flattened array.",
}


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
    """The array without one place of an axis, or without those of a slice.

    >>> mx.np.delete(mx.np.array([1, 2, 3]), 1)
    array([1., 3.])
    """
    arr, along = _flat_or_along("delete", arr, axis)
    length = arr.shape[along]
    if int_ind is None:
        return _without(arr, np.arange(length)[slice(start, stop, step)], along)
    if not -length <= int_ind < length:
        raise MXNetError(f"delete: index {int_ind} is out of bounds for axis {along} with size {length}")
    return _without(arr, np.asarray([int_ind % length]), along)


@op("_npi_delete_tensor", dynamic=True)
def delete_tensor(arr: Array, obj: Array, *, axis: int | None = None) -> Array:
    """The array without some places of an axis; those that it has not are ignored (our own operator).

    obj: The places, int64.

    >>> mx.np.delete(mx.np.array([1, 2, 3]), mx.np.array([0, 2], dtype="int64"))
    array([2.])
    """
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


def _inserted(arr: Array, values: Array | None, val: float | None) -> Array:
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


def _inserting(name: str, find_places: Callable[..., np.ndarray], lone: bool, shown: str) -> Op:
    def apply(arr: Array, values: Array | None = None, *, val: float | None = None, **where: Any) -> Array:
        arr, along = _flat_or_along("insert", arr, where["axis"])
        places = find_places(arr.shape[along], where)
        return _insert(arr, _inserted(arr, values, val), places, along, lone)

    apply.__doc__ = f"""The array with values put in before some places of an axis.

    >>> mx.np.insert(mx.np.array([1, 2, 3]), {"1" if lone else "slice(0, 2)"}, 9)
    array({shown})"""
    operator = op(name, like=delete, before="start", traced=("val",))(apply)
    operator.use_inputs(_only_arrays(("arr", "values")))
    return operator


_inserting("_npi_insert_scalar", lambda _, where: np.asarray([where["int_ind"]]), True, "[1., 9., 2., 3.]")
_insert_slice = _inserting(
    "_npi_insert_slice",
    lambda length, where: np.arange(length)[slice(where["start"], where["stop"], where["step"])],
    False,
    "[9., 1., 9., 2., 3.]",
)


@op("_npi_insert_tensor", like=_insert_slice, dynamic=True)
def insert_tensor(arr: Array, values: Array | None = None, obj: Array | None = None, **how: Any) -> Array:
    """The array with values put in before the places that an array of int64 names.

    obj: The places, int64.

    >>> mx.np.insert(mx.np.array([1, 2, 3]), mx.np.array([0, 2], dtype="int64"), 9)
    array([9., 1., 2., 9., 3.])
    """
    if obj is None or obj.dtype != jnp.int64:
        raise MXNetError(f"insert: expected places of int64, received {None if obj is None else obj.dtype}")
    arr, along = _flat_or_along("insert", arr, how["axis"])
    places = np.asarray(obj)
    return _insert(arr, _inserted(arr, values, how["val"]), places.reshape(-1), along, places.ndim == 0)


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
    """Differences of neighbours in the flattened array, with numbers put before and after them.

    input1: The array.
    input2: What stands before the differences, if an array is given.
    input3: What stands after the differences, or before them where there is no ``input2``.
    to_begin_arr_given: Whether an array stands before.
    to_end_arr_given: Whether an array stands after.
    to_begin_scalar: A number that stands before.
    to_end_scalar: A number that stands after.

    >>> mx.np.ediff1d(mx.np.array([1, 4, 9]))
    array([3., 5.])
    """
    flat = input1.reshape(-1)
    extra = iter([a for a in (input2, input3) if a is not None])

    def end(is_array: bool, number: float | None) -> list[Array]:
        if is_array:
            return [convert(next(extra).reshape(-1), flat.dtype)]
        return [] if number is None else [_number(flat, number).reshape(1)]

    first = end(to_begin_arr_given, to_begin_scalar)
    return jnp.concatenate([*first, flat[1:] - flat[:-1], *end(to_end_arr_given, to_end_scalar)])


@ediff1d.use_inputs
def _(*, to_begin_arr_given: bool = False, to_end_arr_given: bool = False, **_: Any) -> tuple[str, ...]:
    return ("input1", "input2", "input3")[: 1 + to_begin_arr_given + to_end_arr_given]


@op("_npi_resize_fallback")
def resize(a: Array, *, new_shape: tuple[int, ...]) -> Array:
    """The elements, over and over again, in another shape.

    new_shape: The shape of the result.

    >>> mx.np.resize(mx.np.array([1, 2, 3]), (2, 2))
    array([[1., 2.],
           [3., 1.]])
    """
    if not a.size:
        return jnp.zeros(new_shape, a.dtype)
    return jnp.resize(a, new_shape)


# --- masks and looks -------------------------------------------------------------------------------------------------


@op("_npi_boolean_mask_assign_tensor")
def boolean_mask_assign_tensor(data: Array, mask: Array, value: Array, *, start_axis: int = 0) -> Array:
    """The array with other values where a mask over some of its axes, from ``start_axis`` on, is true.

    mask: Where, booleans.
    value: The other values.
    start_axis: The first of the axes that the mask covers.

    >>> x = mx.np.array([1, 2, 3])
    >>> x[x > 1] = mx.np.array([7, 8])
    >>> x
    array([1., 7., 8.])
    """
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
    """The coordinates of the main diagonal, a row an axis.

    data: A square matrix, or an array of several equal axes.

    >>> mx.np.diag_indices_from(mx.np.zeros((2, 2)))
    (array([0, 1], dtype=int64), array([0, 1], dtype=int64))
    """
    if data.ndim < 2 or len(set(data.shape)) != 1:
        raise MXNetError(f"diag_indices_from: expected axes of one length, two or more, received shape {data.shape}")
    return jnp.tile(jnp.arange(data.shape[0], dtype=jnp.int64), (data.ndim, 1))


@op("_npx_constraint_check", dynamic=True)
def constraint_check(input: Array, *, msg: str = "Constraint violated.") -> Array:
    """True where every element is; an error with this message where one is not.

    input: Booleans.
    msg: What the error says.

    >>> mx.npx.constraint_check(mx.np.array([1, 2]) > 0)
    array(True)
    """
    if input.dtype != jnp.bool_:
        raise MXNetError(f"constraint_check: expected booleans, received {input.dtype}")
    if not bool(np.all(np.asarray(lax.stop_gradient(input)))):
        raise ConstraintError(msg)
    return jnp.asarray(True)
