"""Rules of reductions, running sums, orders and products of matrices."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.elementwise import total_order
from mxnet._numpy_backend.rules import (
    FAR,
    HALVES,
    OTHER,
    SAME,
    Array,
    CannotInterpret,
    Compute,
    Dtype,
    Rounding,
    dtype_of,
    identity,
    input_size,
    integers,
    is_real,
    per_element,
    reject_complex,
    result_dtype,
    result_size,
    rule,
    shape_of,
    wide,
)


def lowest(dtype: Dtype) -> Any:
    """The neutral element of the maximum."""
    if dtype.kind in "iu":
        return np.iinfo(dtype).min
    return False if dtype.kind == "b" else -np.inf


def highest(dtype: Dtype) -> Any:
    """The neutral element of the minimum."""
    if dtype.kind in "iu":
        return np.iinfo(dtype).max
    return True if dtype.kind == "b" else np.inf


_NEUTRAL: dict[str, tuple[np.ufunc, Callable[[Dtype], Any]]] = {
    "reduce_sum": (np.add, lambda dtype: 0),
    "reduce_prod": (np.multiply, lambda dtype: 1),
    "reduce_max": (np.maximum, lowest),
    "reduce_min": (np.minimum, highest),
    "reduce_and": (np.bitwise_and, lambda dtype: np.invert(np.zeros((), dtype))),
    "reduce_or": (np.bitwise_or, lambda dtype: 0),
}


def reducer(name: str, dtype: Dtype) -> tuple[np.ufunc, Array]:
    """The function of NumPy that a reduction uses, and its neutral element as an array of the dtype."""
    function, neutral = _NEUTRAL[name]
    if dtype.kind == "c" and name in ("reduce_max", "reduce_min"):
        raise CannotInterpret("an order of complex numbers")
    return function, np.asarray(neutral(dtype)).astype(dtype)


@rule("reduce_max", "reduce_min", "reduce_and", "reduce_or", rounding=SAME, cost=input_size)
@rule("reduce_sum", "reduce_prod", cost=input_size)
def _reduce(equation: JaxprEqn) -> Compute:
    dtype, axes, after = result_dtype(equation), integers(equation.params["axes"]), shape_of(equation.outvars[0])
    function, neutral = reducer(equation.primitive.name, dtype)
    if not axes:
        return identity
    if input_size(equation) == 0:
        return lambda x: np.full(after, neutral)
    if function is np.add and dtype == np.float32:  # NumPy adds up columns row by row, which loses digits
        return lambda x: np.add.reduce(x, axis=axes, dtype=np.float64).astype(dtype)
    inner = wide(dtype)
    if inner == dtype:
        return lambda x: function.reduce(x, axis=axes, dtype=dtype)
    return lambda x: function.reduce(x.astype(inner), axis=axes).astype(dtype)


@rule("cumsum", cost=per_element(2))
def _cumsum(equation: JaxprEqn) -> Compute:
    dtype, axis = result_dtype(equation), int(equation.params["axis"])
    inner = wide(dtype)
    turn = (*(slice(None),) * axis, slice(None, None, -1 if equation.params.get("reverse") else 1))
    return lambda x: np.add.accumulate(x[turn].astype(inner, copy=False), axis, inner)[turn].astype(dtype, copy=False)


@rule("argmax", "argmin", rounding=SAME, cost=lambda equation: 2 * input_size(equation))
def _arg(equation: JaxprEqn) -> Compute:
    reject_complex(equation)
    axes, dtype = equation.params["axes"], result_dtype(equation)
    if len(axes) != 1:
        raise CannotInterpret("an index over several dimensions")
    axis, function = int(axes[0]), np.argmax if equation.primitive.name == "argmax" else np.argmin
    half = dtype_of(equation.invars[0]) in HALVES
    return lambda x: function(x.astype(np.float32) if half else x, axis=axis).astype(dtype)


# --- orders -----------------------------------------------------------------------------------------------------------


@rule("sort", rounding=SAME, cost=lambda equation: 20 * len(equation.outvars) * input_size(equation))
def _sort(equation: JaxprEqn) -> Compute:
    axis, keys = int(equation.params["dimension"]), int(equation.params["num_keys"])
    dtypes = [dtype_of(v) for v in equation.invars]
    if any(d.kind == "c" for d in dtypes[:keys]):
        raise CannotInterpret("an order of complex numbers")

    def comparable(x: Array, dtype: Dtype) -> Array:
        return x.astype(np.float32) if dtype in HALVES else x

    def sort(*arrays: Array) -> list[Array]:
        if len(arrays) == 1:
            first = comparable(arrays[0], dtypes[0])
            return [np.sort(first, axis=axis, kind="stable").astype(dtypes[0], copy=False)]
        by = [comparable(a, d) for a, d in zip(arrays[:keys], dtypes, strict=False)]
        order = np.argsort(by[0], axis=axis, kind="stable") if keys == 1 else np.lexsort(by[::-1], axis=axis)
        return [np.take_along_axis(a, order, axis) for a in arrays]

    return sort


@rule("top_k", rounding=SAME, cost=lambda equation: 20 * input_size(equation))
def _top_k(equation: JaxprEqn) -> Compute:
    shape = shape_of(equation.invars[0])
    k, axis = int(equation.params["k"]), int(equation.params.get("axis", len(shape) - 1)) % max(len(shape), 1)
    reject_complex(equation)
    index_dtype = dtype_of(equation.outvars[1])
    first = (*(slice(None),) * axis, slice(None, k))

    def largest(x: Array) -> list[Array]:
        # From the largest down, equal ones in their order: the complement of an integer turns its order round.
        order = np.argsort(np.invert(total_order(x)), axis=axis, kind="stable")[first]
        return [np.take_along_axis(x, order, axis), order.astype(index_dtype)]

    return largest


# --- products ---------------------------------------------------------------------------------------------------------


def product_dtypes(equation: JaxprEqn, length: int) -> tuple[Dtype, Dtype]:
    """The dtypes in which sums of so many products are computed, and to which they are then converted.

    Products of small integers are exact in float64, where a fast library computes them.
    """
    left, right, result = *[dtype_of(v) for v in equation.invars[:2]], result_dtype(equation)
    if result.kind in "iu":
        exact = left.itemsize + right.itemsize <= 4 and length < 1 << 20
        return (np.dtype(np.float64), np.dtype(np.int64)) if exact else (result, result)
    if result.kind == "b":
        raise CannotInterpret("a product of booleans")
    return wide(result), result


def product_cost(dtype: Dtype, products: int) -> int:
    """The cost of so many products and additions: a library computes those of floating numbers, many at a time."""
    return products // 32 if is_real(dtype) else products


def _dot_cost(equation: JaxprEqn) -> int:
    (contracted, _), _ = equation.params["dimension_numbers"]
    shape, size = shape_of(equation.invars[0]), result_size(equation)
    return size + product_cost(result_dtype(equation), size * math.prod([shape[d] for d in contracted]))


# Sums of more products of float32 than this differ from XLA's by more than MXNet's tests of layers allow: of 4,096 by
# 0.8 of 1e-5 of the result plus 1e-6, of 16,384 by 1.04, of 65,536 by 3.9.
_FAR_PRODUCTS = 4096


def _dot_rounding(equation: JaxprEqn) -> Rounding:
    (contracted, _), _ = equation.params["dimension_numbers"]
    shape = shape_of(equation.invars[0])
    is_far = wide(result_dtype(equation)) == np.float32 and math.prod([shape[d] for d in contracted]) > _FAR_PRODUCTS
    return FAR if is_far else OTHER


@rule("dot_general", rounding=_dot_rounding, cost=_dot_cost)
def _dot_general(equation: JaxprEqn) -> Compute:
    (left_sum, right_sum), (left_batch, right_batch) = equation.params["dimension_numbers"]
    left, right = (shape_of(v) for v in equation.invars[:2])
    after, result = shape_of(equation.outvars[0]), result_dtype(equation)
    left_free = [d for d in range(len(left)) if d not in left_sum and d not in left_batch]
    right_free = [d for d in range(len(right)) if d not in right_sum and d not in right_batch]
    batch, length = [left[d] for d in left_batch], math.prod([left[d] for d in left_sum])
    inner, outer = product_dtypes(equation, length)
    turn_left = (*left_batch, *left_free, *left_sum)
    turn_right = (*right_batch, *right_sum, *right_free)
    rows, columns = math.prod([left[d] for d in left_free]), math.prod([right[d] for d in right_free])
    left_shape, right_shape = (*batch, rows, length), (*batch, length, columns)

    def dot(a: Array, b: Array) -> Array:
        a = a.astype(inner, copy=False) if a.dtype != inner else a
        b = b.astype(inner, copy=False) if b.dtype != inner else b
        out = np.matmul(a.transpose(turn_left).reshape(left_shape), b.transpose(turn_right).reshape(right_shape))
        return out.reshape(after) if outer == inner == result else out.astype(outer).astype(result).reshape(after)

    return dot
