"""Rules of reductions, running sums, orders and products of matrices."""

import math
from typing import Any

import numpy as np

from mxnet._lazy.interpret.elementwise import total_order
from mxnet._lazy.interpret.rules import (
    HALVES,
    Compute,
    Missing,
    binary_of,
    dtype_of,
    highest,
    is_real,
    keep,
    lowest,
    result_dtype,
    rule,
    shape_of,
    weigh,
    wide,
)


def _input_size(equation: Any) -> int:
    return math.prod(equation.invars[0].aval.shape)


_REDUCTIONS: dict[str, tuple[np.ufunc, Any]] = {
    "reduce_sum": (np.add, lambda dtype: 0),
    "reduce_prod": (np.multiply, lambda dtype: 1),
    "reduce_max": (np.maximum, lowest),
    "reduce_min": (np.minimum, highest),
    "reduce_and": (np.bitwise_and, lambda dtype: np.invert(np.zeros((), dtype))),
    "reduce_or": (np.bitwise_or, lambda dtype: 0),
    "reduce_xor": (np.bitwise_xor, lambda dtype: 0),
}
BINARY = {
    "add": "reduce_sum",
    "mul": "reduce_prod",
    "max": "reduce_max",
    "min": "reduce_min",
    "and": "reduce_and",
    "or": "reduce_or",
    "xor": "reduce_xor",
}


def reducer(name: str, dtype: np.dtype) -> tuple[np.ufunc, Any]:
    """The function of NumPy that reduces by a binary primitive, and its neutral element as an array of the dtype."""
    found = _REDUCTIONS.get(BINARY.get(name, ""))
    if found is None or (dtype.kind == "c" and name in ("max", "min")):
        raise Missing(f"a reduction of {dtype} by {name}")
    return found[0], np.asarray(found[1](dtype)).astype(dtype)


def _reduced(name: str, equation: Any, axes: Any) -> Compute:
    dtype = result_dtype(equation)
    function, neutral = reducer(name, dtype)
    axes, after = tuple([int(a) for a in axes]), shape_of(equation.outvars[0])
    if not axes:
        return keep
    if _input_size(equation) == 0:
        return lambda x: np.full(after, neutral)
    if name == "add" and dtype == np.float32:  # NumPy adds up columns row by row, which loses digits
        return lambda x: np.add.reduce(x, axis=axes, dtype=np.float64).astype(dtype)
    inner = wide(dtype)
    if inner == dtype:
        return lambda x: function.reduce(x, axis=axes, dtype=dtype)
    return lambda x: function.reduce(x.astype(inner), axis=axes).astype(dtype)


for _name in BINARY:

    def _make(equation: Any, name: str = _name) -> Compute:
        return _reduced(name, equation, equation.params["axes"])

    rule(BINARY[_name], cost=_input_size)(_make)


@rule("reduce", cost=_input_size)
def _reduce(equation: Any) -> Compute:
    if len(equation.invars) != 2:
        raise Missing("a reduction of several arrays")
    name = binary_of(equation.params["jaxpr"])
    inner = _reduced(name, equation, equation.params["dimensions"])
    function = reducer(name, result_dtype(equation))[0]
    # One result is declared, but the primitive is of the kind that gives a list.
    return lambda x, first: [function(inner(x), first)]


_RUNNING = {
    "cumsum": np.add,
    "cumprod": np.multiply,
    "cummax": np.maximum,
    "cummin": np.minimum,
    "cumlogsumexp": np.logaddexp,
}


@rule(*_RUNNING, cost=weigh(2))
def _running(equation: Any) -> Compute:
    function, dtype, axis = _RUNNING[equation.primitive.name], result_dtype(equation), int(equation.params["axis"])
    if dtype.kind == "c" and equation.primitive.name not in ("cumsum", "cumprod"):
        raise Missing("an order of complex numbers")
    inner = wide(dtype)
    turn = (*(slice(None),) * axis, slice(None, None, -1)) if equation.params.get("reverse") else ()

    def accumulate(x: Any) -> Any:
        if turn:
            x = x[turn]
        found = function.accumulate(x.astype(inner, copy=False), axis=axis, dtype=inner)
        found = found[turn] if turn else found
        return found if inner == dtype else found.astype(dtype)

    return accumulate


@rule("argmax", "argmin", cost=lambda equation: 2 * _input_size(equation))
def _arg(equation: Any) -> Compute:
    axes = equation.params["axes"]
    dtype, given = result_dtype(equation), dtype_of(equation.invars[0])
    if len(axes) != 1 or given.kind == "c":
        raise Missing("an index over several dimensions")
    axis, function, half = int(axes[0]), getattr(np, equation.primitive.name), given in HALVES
    return lambda x: function(x.astype(np.float32) if half else x, axis=axis).astype(dtype)


# --- orders -----------------------------------------------------------------------------------------------------------


@rule("sort", cost=lambda equation: 20 * len(equation.outvars) * _input_size(equation))
def _sort(equation: Any) -> Compute:
    axis, keys = int(equation.params["dimension"]), int(equation.params["num_keys"])
    dtypes = [dtype_of(v) for v in equation.invars]
    if any(d.kind == "c" for d in dtypes[:keys]):
        raise Missing("an order of complex numbers")

    def comparable(x: Any, dtype: np.dtype) -> Any:
        return x.astype(np.float32) if dtype in HALVES else x

    def sort(*arrays: Any) -> list[Any]:
        if len(arrays) == 1:
            first = comparable(arrays[0], dtypes[0])
            return [np.sort(first, axis=axis, kind="stable").astype(dtypes[0], copy=False)]
        by = [comparable(a, d) for a, d in zip(arrays[:keys], dtypes, strict=False)]
        order = np.argsort(by[0], axis=axis, kind="stable") if keys == 1 else np.lexsort(by[::-1], axis=axis)
        return [np.take_along_axis(a, order, axis) for a in arrays]

    return sort


@rule("top_k", cost=lambda equation: 20 * _input_size(equation))
def _top_k(equation: Any) -> Compute:
    shape = shape_of(equation.invars[0])
    k, axis = int(equation.params["k"]), int(equation.params.get("axis", len(shape) - 1)) % max(len(shape), 1)
    if dtype_of(equation.invars[0]).kind == "c":
        raise Missing("an order of complex numbers")
    index_dtype = dtype_of(equation.outvars[1])
    first = (*(slice(None),) * axis, slice(None, k))

    def largest(x: Any) -> list[Any]:
        # From the largest down, equal ones in their order: the complement of an integer turns its order round.
        order = np.argsort(np.invert(total_order(x)), axis=axis, kind="stable")[first]
        return [np.take_along_axis(x, order, axis), order.astype(index_dtype)]

    return largest


# --- products ---------------------------------------------------------------------------------------------------------


def product_dtypes(equation: Any, length: int) -> tuple[np.dtype, np.dtype]:
    """The dtypes in which sums of so many products are computed, and to which they are then converted.

    Products of small integers are exact in float64, where a fast library computes them.
    """
    left, right, result = *[dtype_of(v) for v in equation.invars[:2]], result_dtype(equation)
    if result.kind in "iu":
        exact = left.itemsize + right.itemsize <= 4 and length < 1 << 20
        return (np.dtype(np.float64), np.dtype(np.int64)) if exact else (result, result)
    if result.kind == "b":
        raise Missing("a product of booleans")
    return wide(result), result


def product_cost(dtype: np.dtype, products: int) -> int:
    """The cost of so many products and additions: a library computes those of floating numbers, many at a time."""
    return products // 32 if is_real(dtype) else products


def _dot_cost(equation: Any) -> int:
    (contracted, _), _ = equation.params["dimension_numbers"]
    shape, size = equation.invars[0].aval.shape, math.prod(equation.outvars[0].aval.shape)
    return size + product_cost(result_dtype(equation), size * math.prod([shape[d] for d in contracted]))


@rule("dot_general", cost=_dot_cost)
def _dot_general(equation: Any) -> Compute:
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

    def dot(a: Any, b: Any) -> Any:
        a = a.astype(inner, copy=False) if a.dtype != inner else a
        b = b.astype(inner, copy=False) if b.dtype != inner else b
        found = np.matmul(a.transpose(turn_left).reshape(left_shape), b.transpose(turn_right).reshape(right_shape))
        return found.reshape(after) if outer == inner == result else found.astype(outer).astype(result).reshape(after)

    return dot
