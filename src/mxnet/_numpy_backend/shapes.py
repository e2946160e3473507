"""Rules of the primitives that move elements without computing."""

import itertools
from collections.abc import Iterable, Sequence

import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.rules import (
    SAME,
    Array,
    CannotInterpret,
    Compute,
    identity,
    integers,
    result_dtype,
    rule,
    shape_of,
)

# Larger results of a broadcast are views; for small ones a copy costs less than making the view.
_SMALL = 4096


@rule("broadcast_in_dim", rounding=SAME)
def _broadcast_in_dim(equation: JaxprEqn) -> Compute:
    if len(equation.invars) > 1:
        raise CannotInterpret("a shape that is computed")
    before, after = shape_of(equation.invars[0]), shape_of(equation.outvars[0])
    dims, dtype = equation.params["broadcast_dimensions"], result_dtype(equation)
    between = [1] * len(after)
    for size, dim in zip(before, dims, strict=True):
        between[dim] = size
    if before == after:
        return identity
    if tuple(between) == after:
        return lambda x: x.reshape(after)

    def broadcast(x: Array) -> Array:
        out = np.empty(after, dtype)
        out[...] = x.reshape(between)
        return out

    if np.prod(after) <= _SMALL:
        return broadcast
    return lambda x: np.broadcast_to(x.reshape(between), after)


@rule("reshape", "squeeze", "expand_dims", rounding=SAME)
def _reshape(equation: JaxprEqn) -> Compute:
    shape = shape_of(equation.outvars[0])
    order = equation.params.get("dimensions") if equation.primitive.name == "reshape" else None
    if order is not None:
        return lambda x: x.transpose(order).reshape(shape)
    return identity if shape == shape_of(equation.invars[0]) else lambda x: x.reshape(shape)


@rule("transpose", rounding=SAME)
def _transpose(equation: JaxprEqn) -> Compute:
    permutation = integers(equation.params["permutation"])
    return lambda x: x.transpose(permutation)


@rule("rev", rounding=SAME)
def _rev(equation: JaxprEqn) -> Compute:
    rank, turned = len(shape_of(equation.outvars[0])), set(equation.params["dimensions"])
    index = tuple([slice(None, None, -1) if d in turned else slice(None) for d in range(rank)])
    return lambda x: x[index]


@rule("slice", rounding=SAME)
def _slice(equation: JaxprEqn) -> Compute:
    params = equation.params
    starts, limits = params["start_indices"], params["limit_indices"]
    strides = params["strides"] or [1] * len(starts)
    index = tuple([slice(a, b, c) for a, b, c in zip(starts, limits, strides, strict=True)])
    return lambda x: x[index]


def _clamped(starts: Iterable[Array], room: list[int]) -> list[int]:
    return [min(max(int(s), 0), r) for s, r in zip(starts, room, strict=True)]


@rule("dynamic_slice", rounding=SAME)
def _dynamic_slice(equation: JaxprEqn) -> Compute:
    whole, sizes = shape_of(equation.invars[0]), shape_of(equation.outvars[0])
    if len(equation.invars) != 1 + len(whole):
        raise CannotInterpret("a size that is computed")
    room = [n - s for n, s in zip(whole, sizes, strict=True)]

    def take(x: Array, *starts: Array) -> Array:
        return x[tuple([slice(a, a + s) for a, s in zip(_clamped(starts, room), sizes, strict=True)])]

    return take


@rule("dynamic_update_slice", rounding=SAME)
def _dynamic_update_slice(equation: JaxprEqn) -> Compute:
    whole, sizes = shape_of(equation.invars[0]), shape_of(equation.invars[1])
    room = [n - s for n, s in zip(whole, sizes, strict=True)]

    def put(x: Array, part: Array, *starts: Array) -> Array:
        out = np.array(x)
        out[tuple([slice(a, a + s) for a, s in zip(_clamped(starts, room), sizes, strict=True)])] = part
        return out

    return put


@rule("concatenate", rounding=SAME)
def _concatenate(equation: JaxprEqn) -> Compute:
    axis = int(equation.params["dimension"])
    return lambda *parts: np.concatenate(parts, axis)


@rule("stack", rounding=SAME)
def _stack(equation: JaxprEqn) -> Compute:
    axis = int(equation.params["axis"])
    return lambda *parts: np.stack(parts, axis)


@rule("unstack", rounding=SAME)
def _unstack(equation: JaxprEqn) -> Compute:
    axis, count = int(equation.params["axis"]), len(equation.outvars)
    before = (slice(None),) * axis
    return lambda x: [x[(*before, i)] for i in range(count)]


@rule("split", rounding=SAME)
def _split(equation: JaxprEqn) -> Compute:
    ends = np.cumsum([0, *equation.params["sizes"]]).tolist()
    before = (slice(None),) * int(equation.params["axis"])
    parts = [(*before, slice(a, b)) for a, b in itertools.pairwise(ends)]
    return lambda x: [x[part] for part in parts]


@rule("tile", rounding=SAME)
def _tile(equation: JaxprEqn) -> Compute:
    reps = equation.params["reps"]
    return lambda x: np.tile(x, reps)


@rule("iota", rounding=SAME)
def _iota(equation: JaxprEqn) -> Compute:
    if equation.invars:
        raise CannotInterpret("a shape that is computed")
    shape, dtype, dim = shape_of(equation.outvars[0]), result_dtype(equation), int(equation.params["dimension"])
    between = [1] * len(shape)
    between[dim] = shape[dim]
    return lambda: np.broadcast_to(np.arange(shape[dim]).astype(dtype).reshape(between), shape)


@rule("empty", "empty2", rounding=SAME)
def _empty(equation: JaxprEqn) -> Compute:
    shape, dtype = shape_of(equation.outvars[0]), result_dtype(equation)
    return lambda: np.zeros(shape, dtype)


def padding(shape: tuple[int, ...], config: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], Compute]:
    """The shape after padding, and a function of an array and the value to pad with.

    ``config`` gives (low, high, interior) for each dimension, as XLA does: negative ones cut.
    """
    after, source, target = [], [], []
    for size, (low, high, interior) in zip(shape, [integers(dim) for dim in config], strict=True):
        step = interior + 1
        length = max(low + high + (size - 1) * step + 1 if size else low + high, 0)
        first = max(0, -(low // step)) if low < 0 else 0
        last = max(min(size, -((low - length) // step)), first)
        begin = low + first * step
        after.append(length)
        source.append(slice(first, last))
        end = begin + (last - first - 1) * step + 1
        target.append(slice(begin, end, step) if last > first else slice(0, 0))
    if all(integers(dim) == (0, 0, 0) for dim in config):
        return shape, lambda x, value: x
    whole, from_index, to_index = tuple(after), tuple(source), tuple(target)

    def pad(x: Array, value: Array) -> Array:
        out = np.empty(whole, x.dtype)
        out[...] = value
        out[to_index] = x[from_index]
        return out

    return whole, pad


@rule("pad", rounding=SAME)
def _pad(equation: JaxprEqn) -> Compute:
    return padding(shape_of(equation.invars[0]), equation.params["padding_config"])[1]
