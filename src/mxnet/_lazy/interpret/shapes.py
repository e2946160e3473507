"""Rules of the primitives that move elements without computing."""

import itertools
from typing import Any

import numpy as np

from mxnet._lazy.interpret.rules import Compute, Missing, keep, result_dtype, rule, shape_of

# Larger results of a broadcast are views; for small ones a copy costs less than making the view.
_SMALL = 4096


@rule("broadcast_in_dim")
def _broadcast_in_dim(equation: Any) -> Compute:
    if len(equation.invars) > 1:
        raise Missing("a shape that is computed")
    before, after = shape_of(equation.invars[0]), shape_of(equation.outvars[0])
    dims, dtype = equation.params["broadcast_dimensions"], result_dtype(equation)
    between = [1] * len(after)
    for size, dim in zip(before, dims, strict=True):
        between[dim] = size
    if before == after:
        return keep
    if tuple(between) == after:
        return lambda x: x.reshape(after)

    def broadcast(x: Any) -> Any:
        found = np.empty(after, dtype)
        found[...] = x.reshape(between)
        return found

    if np.prod(after) <= _SMALL:
        return broadcast
    return lambda x: np.broadcast_to(x.reshape(between), after)


@rule("reshape", "squeeze", "expand_dims")
def _reshape(equation: Any) -> Compute:
    shape = shape_of(equation.outvars[0])
    order = equation.params.get("dimensions") if equation.primitive.name == "reshape" else None
    if order is not None:
        return lambda x: x.transpose(order).reshape(shape)
    return keep if shape == shape_of(equation.invars[0]) else lambda x: x.reshape(shape)


@rule("transpose")
def _transpose(equation: Any) -> Compute:
    permutation = tuple([int(p) for p in equation.params["permutation"]])
    return lambda x: x.transpose(permutation)


@rule("rev")
def _rev(equation: Any) -> Compute:
    rank, turned = len(equation.outvars[0].aval.shape), set(equation.params["dimensions"])
    index = tuple([slice(None, None, -1) if d in turned else slice(None) for d in range(rank)])
    return lambda x: x[index]


@rule("slice")
def _slice(equation: Any) -> Compute:
    params = equation.params
    starts, limits = params["start_indices"], params["limit_indices"]
    strides = params["strides"] or [1] * len(starts)
    index = tuple([slice(a, b, c) for a, b, c in zip(starts, limits, strides, strict=True)])
    return lambda x: x[index]


def _clamped(starts: Any, room: list[int]) -> list[int]:
    return [min(max(int(s), 0), r) for s, r in zip(starts, room, strict=True)]


@rule("dynamic_slice")
def _dynamic_slice(equation: Any) -> Compute:
    whole, sizes = shape_of(equation.invars[0]), shape_of(equation.outvars[0])
    if len(equation.invars) != 1 + len(whole):
        raise Missing("a size that is computed")
    room = [n - s for n, s in zip(whole, sizes, strict=True)]

    def take(x: Any, *starts: Any) -> Any:
        return x[tuple([slice(a, a + s) for a, s in zip(_clamped(starts, room), sizes, strict=True)])]

    return take


@rule("dynamic_update_slice")
def _dynamic_update_slice(equation: Any) -> Compute:
    whole, sizes = shape_of(equation.invars[0]), shape_of(equation.invars[1])
    room = [n - s for n, s in zip(whole, sizes, strict=True)]

    def put(x: Any, part: Any, *starts: Any) -> Any:
        found = np.array(x)
        found[tuple([slice(a, a + s) for a, s in zip(_clamped(starts, room), sizes, strict=True)])] = part
        return found

    return put


@rule("concatenate")
def _concatenate(equation: Any) -> Compute:
    axis = int(equation.params["dimension"])
    return lambda *parts: np.concatenate(parts, axis)


@rule("stack")
def _stack(equation: Any) -> Compute:
    axis = int(equation.params["axis"])
    return lambda *parts: np.stack(parts, axis)


@rule("unstack")
def _unstack(equation: Any) -> Compute:
    axis, count = int(equation.params["axis"]), len(equation.outvars)
    before = (slice(None),) * axis
    return lambda x: [x[(*before, i)] for i in range(count)]


@rule("split")
def _split(equation: Any) -> Compute:
    ends = np.cumsum([0, *equation.params["sizes"]]).tolist()
    before = (slice(None),) * int(equation.params["axis"])
    parts = [(*before, slice(a, b)) for a, b in itertools.pairwise(ends)]
    return lambda x: [x[part] for part in parts]


@rule("tile")
def _tile(equation: Any) -> Compute:
    reps = equation.params["reps"]
    return lambda x: np.tile(x, reps)


@rule("iota")
def _iota(equation: Any) -> Compute:
    if equation.invars:
        raise Missing("a shape that is computed")
    shape, dtype, dim = shape_of(equation.outvars[0]), result_dtype(equation), int(equation.params["dimension"])
    between = [1] * len(shape)
    between[dim] = shape[dim]
    return lambda: np.broadcast_to(np.arange(shape[dim]).astype(dtype).reshape(between), shape)


@rule("empty", "empty2")
def _empty(equation: Any) -> Compute:
    shape, dtype = shape_of(equation.outvars[0]), result_dtype(equation)
    return lambda: np.zeros(shape, dtype)


def padding(shape: tuple[int, ...], config: Any) -> tuple[tuple[int, ...], Compute]:
    """The shape after padding, and a function of an array and the value to pad with.

    ``config`` gives (low, high, interior) for each dimension, as XLA does: negative ones cut.
    """
    after, source, target = [], [], []
    for size, (low, high, interior) in zip(shape, [[int(c) for c in dim] for dim in config], strict=True):
        step = interior + 1
        length = max(low + high + (size - 1) * step + 1 if size else low + high, 0)
        first = max(0, -(low // step)) if low < 0 else 0
        last = max(min(size, -((low - length) // step)), first)
        begin = low + first * step
        after.append(length)
        source.append(slice(first, last))
        end = begin + (last - first - 1) * step + 1
        target.append(slice(begin, end, step) if last > first else slice(0, 0))
    if all(tuple(int(c) for c in dim) == (0, 0, 0) for dim in config):
        return shape, lambda x, value: x
    whole, here, there = tuple(after), tuple(source), tuple(target)

    def pad(x: Any, value: Any) -> Any:
        found = np.empty(whole, x.dtype)
        found[...] = value
        found[there] = x[here]
        return found

    return whole, pad


@rule("pad")
def _pad(equation: Any) -> Compute:
    return padding(shape_of(equation.invars[0]), equation.params["padding_config"])[1]
