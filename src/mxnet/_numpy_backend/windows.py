"""Rules of convolutions, reductions over windows, and their gradients."""

import itertools
import math
from collections.abc import Iterator, Sequence

import numpy as np
from jax.extend.core import JaxprEqn

from mxnet._numpy_backend.reductions import product_cost, product_dtypes, reducer
from mxnet._numpy_backend.rules import (
    Array,
    CannotInterpret,
    Compute,
    input_size,
    result_dtype,
    result_size,
    rule,
    shape_of,
    wide,
)
from mxnet._numpy_backend.shapes import padding

Ints = Sequence[int]

# --- convolutions -----------------------------------------------------------------------------------------------------


def _convolution_cost(equation: JaxprEqn) -> int:
    kernel, size = shape_of(equation.invars[1]), result_size(equation)
    features = max(kernel[equation.params["dimension_numbers"].rhs_spec[0]], 1)
    depth = math.prod(kernel) // features
    # The elements under each place of the kernel are copied first, for all groups together.
    groups = int(equation.params["feature_group_count"])
    return size + product_cost(result_dtype(equation), size * depth) + size * depth * groups // features


def _patches(x: Array, kernel: list[int], after: list[int], strides: Ints, dilation: Ints) -> Array:
    """Views of (batch, feature, *space) as (batch, feature, *space after, *kernel)."""
    steps = x.strides
    return np.lib.stride_tricks.as_strided(
        x,
        (*x.shape[:2], *after, *kernel),
        (
            *steps[:2],
            *[s * int(t) for s, t in zip(steps[2:], strides, strict=True)],
            *[s * int(t) for s, t in zip(steps[2:], dilation, strict=True)],
        ),
        writeable=False,
    )


@rule("conv_general_dilated", cost=_convolution_cost)
def _convolution(equation: JaxprEqn) -> Compute:
    params, result, after = equation.params, result_dtype(equation), shape_of(equation.outvars[0])
    left_spec, right_spec, out_spec = params["dimension_numbers"]
    left, right = (shape_of(v) for v in equation.invars[:2])
    batch_groups, groups = int(params["batch_group_count"]), int(params["feature_group_count"])
    batch, features = left[left_spec[0]], left[left_spec[1]]
    outputs, kernel = right[right_spec[0]], [right[d] for d in right_spec[2:]]
    space = [after[d] for d in out_spec[2:]]
    if batch_groups > 1:  # groups of the batch are groups of features
        batch, features, groups = batch // batch_groups, features * batch_groups, batch_groups
    depth = math.prod(kernel) * (features // groups)
    inner, outer = product_dtypes(equation, depth)
    before = (batch, features, *[left[d] for d in left_spec[2:]])
    config = [(*pads, dilation - 1) for pads, dilation in zip(params["padding"], params["lhs_dilation"], strict=True)]
    _, pad = padding(before, [(0, 0, 0), (0, 0, 0), *config])
    strides, dilation, rank = params["window_strides"], params["rhs_dilation"], len(kernel)
    back = tuple(np.argsort(out_spec).tolist())
    # (batch, group, feature, *space, *kernel) to (group, batch, *space, feature, *kernel)
    turn = (1, 0, *range(3, 3 + rank), 2, *range(3 + rank, 3 + 2 * rank))

    def convolve(x: Array, weight: Array) -> Array:
        if math.prod(after) == 0 or depth == 0:
            return np.zeros(after, result)
        x, weight = x.astype(inner).transpose(left_spec), weight.astype(inner).transpose(right_spec)
        if batch_groups > 1:
            x = np.moveaxis(x.reshape(batch_groups, batch, -1, *x.shape[2:]), 0, 1).reshape(before)
        x = _patches(pad(x, 0), kernel, space, strides, dilation)
        x = x.reshape(batch, groups, features // groups, *space, *kernel).transpose(turn).reshape(groups, -1, depth)
        weight = weight.reshape(groups, outputs // groups, depth)
        out = np.matmul(x, weight.transpose(0, 2, 1)).reshape(groups, batch, *space, outputs // groups)
        out = np.moveaxis(out, -1, 1).reshape(outputs, batch, *space)
        return np.swapaxes(out, 0, 1).transpose(back).astype(outer, copy=False).astype(result, copy=False)

    return convolve


# --- reductions over windows ------------------------------------------------------------------------------------------


class _Box:
    """Where the windows of an equation lie: their shape, strides, dilation, and the padding in front of them."""

    def __init__(self, equation: JaxprEqn, before: tuple[int, ...]) -> None:
        params = equation.params
        rank = len(before)
        self.window = [int(n) for n in params["window_dimensions"]]
        self.strides = [int(n) for n in params["window_strides"]]
        self.dilation = [int(n) for n in params.get("window_dilation") or [1] * rank]
        base = params.get("base_dilation") or [1] * rank
        config = [(low, high, int(d) - 1) for (low, high), d in zip(params["padding"], base, strict=True)]
        self.shape, self.pad = padding(before, config)
        self.after = [
            max((n - (w - 1) * d - 1) // s + 1, 0)
            for n, w, s, d in zip(self.shape, self.window, self.strides, self.dilation, strict=True)
        ]

    def along(self, axis: int, offset: int) -> slice:
        """The elements of one dimension that stand at this offset in their windows."""
        start = offset * self.dilation[axis]
        return slice(start, start + (self.after[axis] - 1) * self.strides[axis] + 1, self.strides[axis])

    def places(self) -> Iterator[tuple[slice, ...]]:
        """For each place in a window, in order, an index that takes the elements there out of the padded array."""
        for offsets in itertools.product(*[range(w) for w in self.window]):
            yield tuple([self.along(axis, offset) for axis, offset in enumerate(offsets)])


def _window_cost(equation: JaxprEqn) -> int:
    return input_size(equation) + result_size(equation) * sum(equation.params["window_dimensions"])


@rule("reduce_window_sum", "reduce_window_max", cost=_window_cost)
def _reduce_window(equation: JaxprEqn) -> Compute:
    dtype, inner = result_dtype(equation), wide(result_dtype(equation))
    function, neutral = reducer(equation.primitive.name.replace("_window", ""), inner)
    box = _Box(equation, shape_of(equation.invars[0]))
    after, rank = tuple(box.after), len(box.after)

    def reduce(x: Array) -> Array:
        if math.prod(after) == 0 or math.prod(box.window) == 0:
            return np.full(after, neutral).astype(dtype)
        x = box.pad(x.astype(inner, copy=False), neutral)
        for axis in range(rank):  # a box is reduced by its sides, one after the other
            before = (slice(None),) * axis
            out = x[(*before, box.along(axis, 0))]
            for offset in range(1, box.window[axis]):
                out = function(out, x[(*before, box.along(axis, offset))])
            x = out
        return x.astype(dtype, copy=False)

    return reduce


# --- gradients of maxima over windows ---------------------------------------------------------------------------------


def _selected(box: _Box, x: Array) -> Array:
    """For each window the number, in the padded array, of its element that is selected; -1 where it has none."""
    numbers = box.pad(np.arange(x.size).reshape(x.shape), -1)
    x = box.pad(x, 0)
    first, *others = box.places()
    best, number = x[first], numbers[first]
    for place in others:
        candidate, its = x[place], numbers[place]
        # A candidate in the padding is none; the first real one is taken whatever it is.
        stays = (its < 0) | ((number >= 0) & (best >= candidate))
        best, number = np.where(stays, best, candidate), np.where(stays, number, its)
    return number


def _select_cost(equation: JaxprEqn) -> int:
    # Every place of a window costs some operations for each window.
    return result_size(equation) + 6 * input_size(equation) * math.prod(equation.params["window_dimensions"])


@rule("select_and_scatter_add", cost=_select_cost)
def _select_and_scatter_add(equation: JaxprEqn) -> Compute:
    dtype, before = result_dtype(equation), shape_of(equation.invars[1])
    if equation.params["select_prim"].name != "ge":
        raise CannotInterpret("the gradient of anything but a maximum")
    inner, box = wide(dtype), _Box(equation, before)

    def scatter(source: Array, x: Array) -> Array:
        out = np.zeros(math.prod(before), inner)
        if source.size and x.size:
            chosen = _selected(box, x)
            inside = chosen >= 0
            np.add.at(out, chosen[inside], source.astype(inner, copy=False)[inside])
        return out.reshape(before).astype(dtype, copy=False)

    return scatter
