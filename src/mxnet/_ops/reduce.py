"""Reductions, cumulative sums, and positions of extremes along axes."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Unpack

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import DType, Floats, Shape
from mxnet._ops.registry import Facts, op
from mxnet._ops.storage import DENSE
from mxnet.error import MXNetError

Array = jax.Array
Reduce = Callable[[Array, Shape, bool], Array]


def _axes(name: str, shape: Shape, axis: Shape | None, exclude: bool = False) -> Shape:
    """The axes to reduce; no axis and an empty tuple both mean all of them, whatever ``exclude`` says."""
    ndim = len(shape)
    if not axis:
        return tuple(range(ndim))
    axes = sorted(a + ndim if a < 0 else a for a in axis)
    if len(set(axes)) < len(axes):
        raise MXNetError(f"{name}: Reduction axes have duplicates {axis}; name each axis once.")
    if axes[0] < 0 or axes[-1] >= ndim:
        raise MXNetError(
            f"{name}: Reduction axis {axis} Exceeds input dimensions {shape}; expected axes from {-ndim} to {ndim - 1}."
        )
    return tuple(a for a in range(ndim) if a not in axes) if exclude else tuple(axes)


def _no_scalar(result: Array) -> Array:
    """MXNet's full reductions have shape ``(1,)``."""
    return result.reshape(1) if result.ndim == 0 else result


def _wide(dtype: jnp.dtype) -> jnp.dtype:
    """The dtype to accumulate in: float32 for the 16-bit floats."""
    if dtype == jnp.bool_:
        return jnp.dtype(jnp.int32)
    return jnp.dtype(jnp.float32) if dtype in (jnp.float16, jnp.bfloat16) else jnp.dtype(dtype)


def _is_float(data: Array) -> bool:
    return jnp.issubdtype(data.dtype, jnp.floating)


def _reduction(
    name: str, function: Reduce, doc: str, shown: str, aliases: tuple[str, ...] = (), **facts: Unpack[Facts]
) -> None:
    """Register a reduction that keeps the dtype of its argument; ``function`` gets data, axes and keepdims."""

    def apply(data: Array, *, axis: Shape | None = None, keepdims: bool = False, exclude: bool = False) -> Array:
        axes = _axes(name, data.shape, axis, exclude)
        return _no_scalar(function(data, axes, keepdims).astype(data.dtype))

    public = f"_internal.{name}" if name.startswith("_") else name
    apply.__doc__ = (
        f"{doc}\n\n>>> nd.{public}(nd.array([[1, 2], [3, 4]]), axis=1).asnumpy()\narray({shown}, dtype=float32)"
    )
    op(name, aliases=aliases, **facts)(apply)


def _sum(data: Array, axes: Shape, keepdims: bool) -> Array:
    return jnp.sum(data, axis=axes, keepdims=keepdims, dtype=_wide(data.dtype))


@partial(jax.custom_vjp, nondiff_argnums=(1,))
def _product(data: Array, axes: Shape) -> Array:
    """The product with reduced axes kept. Its gradient is the product of all others, by division where none is zero."""
    return jnp.prod(data, axis=axes, keepdims=True)


def _product_forward(data: Array, axes: Shape) -> tuple[Array, Array]:
    return _product(data, axes), data


def _product_backward(axes: Shape, data: Array, gradient: Array) -> tuple[Array]:
    is_zero = data == 0
    zeros = jnp.sum(is_zero, axis=axes, keepdims=True, dtype=jnp.int32)
    safe = jnp.where(is_zero, jnp.ones_like(data), data)
    others = jnp.prod(safe, axis=axes, keepdims=True) / safe
    counts = (zeros == 0) | (is_zero & (zeros == 1))
    return (gradient * jnp.where(counts, others, jnp.zeros_like(others)),)


_product.defvjp(_product_forward, _product_backward)


def _prod(data: Array, axes: Shape, keepdims: bool) -> Array:
    wide = data.astype(_wide(data.dtype))
    if not _is_float(data):
        return jnp.prod(wide, axis=axes, keepdims=keepdims, dtype=wide.dtype)
    out = _product(wide, axes)
    return out if keepdims else lax.squeeze(out, axes)


def _mean(data: Array, axes: Shape, keepdims: bool) -> Array:
    """The mean; of integers, rounded towards zero."""
    count = math.prod(data.shape[a] for a in axes)
    if _is_float(data):
        total = _sum(data, axes, keepdims)
        return total / jnp.asarray(count, total.dtype)
    total = jnp.sum(data, axis=axes, keepdims=keepdims, dtype=jnp.int64)
    return lax.div(total, jnp.full_like(total, 1 if data.dtype == jnp.bool_ else max(count, 1)))


def _square_sum(data: Array, axes: Shape, keepdims: bool) -> Array:
    return _sum(jnp.square(data.astype(_wide(data.dtype))), axes, keepdims)


def _without_nan(function: Reduce, neutral: int) -> Reduce:
    def apply(data: Array, axes: Shape, keepdims: bool) -> Array:
        return function(jnp.where(jnp.isnan(data), jnp.asarray(neutral, data.dtype), data), axes, keepdims)

    return apply


@partial(jax.custom_vjp, nondiff_argnums=(0, 2))
def _extreme(name: str, data: Array, axes: Shape) -> Array:
    """The extreme values with reduced axes kept; in the gradient every element equal to the extreme gets all of it."""
    out = (jnp.max if name == "max" else jnp.min)(data, axis=axes, keepdims=True)
    if not jnp.issubdtype(data.dtype, jnp.floating):
        return out
    # XLA's vectorised reductions on the CPU may lose a NaN.
    return jnp.where(jnp.any(jnp.isnan(data), axis=axes, keepdims=True), jnp.asarray(jnp.nan, data.dtype), out)


def _extreme_forward(name: str, data: Array, axes: Shape) -> tuple[Array, tuple[Array, Array]]:
    out = _extreme(name, data, axes)
    return out, (data, out)


def _extreme_backward(name: str, axes: Shape, saved: tuple[Array, Array], gradient: Array) -> tuple[Array]:
    data, out = saved
    return (jnp.where(data == out, gradient, jnp.zeros_like(gradient)),)


_extreme.defvjp(_extreme_forward, _extreme_backward)


def _extreme_of(name: str) -> Reduce:
    def apply(data: Array, axes: Shape, keepdims: bool) -> Array:
        if data.size == 0:
            raise MXNetError(f"{name}: Reduction input's size should > 0, received shape {data.shape}.")
        out = _extreme(name, data, axes)
        return out if keepdims else lax.squeeze(out, axes)

    return apply


_METHOD: Facts = {"unnamed_input": True, "method": True}

_reduction("sum", _sum, "Sum of elements over axes.", "[3., 7.]", aliases=("sum_axis", "_sparse_sum"), **_METHOD)
_reduction("mean", _mean, "Mean of elements over axes.", "[1.5, 3.5]", aliases=("_sparse_mean",), **_METHOD)
_reduction("prod", _prod, "Product of elements over axes.", "[2., 12.]", **_METHOD)
_reduction("nansum", _without_nan(_sum, 0), "Sum of elements over axes, NaN counting as zero.", "[3., 7.]", **_METHOD)
_reduction(
    "nanprod", _without_nan(_prod, 1), "Product of elements over axes, NaN counting as one.", "[2., 12.]", **_METHOD
)
_reduction(
    "max",
    _extreme_of("max"),
    "Largest element over axes; NaN if there is one.",
    "[2., 4.]",
    aliases=("max_axis",),
    **_METHOD,
)
_reduction(
    "min",
    _extreme_of("min"),
    "Smallest element over axes; NaN if there is one.",
    "[1., 3.]",
    aliases=("min_axis",),
    **_METHOD,
)


def _square_sum_storage(stypes: Sequence[str], *, axis: Shape | None, keepdims: bool, **_: Any) -> str:
    return stypes[0] if axis == (1,) and keepdims else DENSE


_reduction(
    "_square_sum",
    _square_sum,
    "Sum of squares of elements over axes.",
    "[5., 25.]",
    storage=_square_sum_storage,
    gradient_storage=lambda index, stypes, head, **_: stypes[0],
)


def _norm2(data: Array, axes: Shape, keepdims: bool) -> Array:
    """Euclidean norm, scaled by a power of two so that squares neither overflow nor vanish."""
    largest = lax.stop_gradient(jnp.max(jnp.abs(data), axis=axes, keepdims=True, initial=0))
    exponent = jnp.clip(jnp.frexp(largest)[1] - 1, jnp.finfo(data.dtype).minexp, None)
    scale = jnp.ldexp(jnp.ones_like(largest), exponent)
    out = jnp.sqrt(jnp.sum(jnp.square(data / scale), axis=axes, keepdims=True)) * scale
    return out if keepdims else lax.squeeze(out, axes)


@op("norm", aliases=("_sparse_norm",), unnamed_input=True, method=True)
def norm(
    data: Array, *, ord: int = 2, axis: Shape | None = None, out_dtype: DType | None = None, keepdims: bool = False
) -> Array:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes.

    ord: 1 for the sum of absolute values, 2 for the Euclidean norm.
    out_dtype: The type of the result, that of the data if None.

    >>> nd.norm(nd.array([[3, 4], [6, 8]]), axis=1).asnumpy()
    array([ 5., 10.], dtype=float32)
    """
    if ord not in (1, 2):
        raise MXNetError(f"norm only supports ord=1 and ord=2, received ord={ord}.")
    axes = _axes("norm", data.shape, axis)
    dtype = jnp.dtype(out_dtype or data.dtype)
    wide = data.astype(jnp.promote_types(_wide(data.dtype), dtype) if _is_float(data) else jnp.float64)
    if ord == 2:
        out = _norm2(wide, axes, keepdims)
    else:  # by the sign, for the derivative of abs at zero is 1 in JAX and 0 in MXNet
        out = jnp.sum(wide * lax.stop_gradient(jnp.sign(wide)), axis=axes, keepdims=keepdims)
    if not jnp.issubdtype(dtype, jnp.floating):
        out = out.astype(jnp.int64)  # narrow integers then wrap instead of saturating
    return _no_scalar(out.astype(dtype))


def _position(name: str, data: Array, axis: int | None, keepdims: bool) -> Array:
    """Positions of extremes in the dtype of the data; the first NaN wins over every number, then the first extreme."""
    search = lax.argmax if name.startswith("argmax") else lax.argmin
    ndim = data.ndim
    if axis is not None and not -max(ndim, 1) <= axis < max(ndim, 1):
        raise MXNetError(f"{name}: axis {axis} exceeds the input dimension of {ndim}.")
    if axis is None or ndim <= 1:
        if data.size == 0:
            raise MXNetError(f"{name}: attempt to search an empty sequence, received shape {data.shape}.")
        out = search(data.reshape(-1), 0, jnp.int32).astype(data.dtype)
        return out.reshape((1,) * ndim if keepdims and ndim else (1,))
    axis %= ndim
    if data.shape[axis] == 0:
        raise MXNetError(
            f"{name}: searching input tensor of shape {data.shape} along axis = {axis} of zero dim-size is not allowed."
        )
    out = search(data, axis, jnp.int32).astype(data.dtype)
    return jnp.expand_dims(out, axis) if keepdims else out


def _searching(name: str, which: str, shown: str) -> None:
    """Register the operator that gives the positions of extremes."""

    def search(data: Array, *, axis: int | None = None, keepdims: bool = False) -> Array:
        return _position(name, data, axis, keepdims)

    where = f"Positions of the {which} elements along an axis, or of the flattened array"
    search.__doc__ = f"""{where}; the first of equal ones.

    axis: The axis to search; None searches the flattened array.

    >>> nd.{name}(nd.array([[1, 3, 2], [9, 7, 8]]), axis=1).asnumpy()
    array({shown}, dtype=float32)"""
    op(name, unnamed_input=True, method=True)(search)


_searching("argmax", "largest", "[1., 0.]")
_searching("argmin", "smallest", "[0., 1.]")


@op("argmax_channel", unnamed_input=True, method=True)
def argmax_channel(data: Array) -> Array:
    """Positions of the largest elements along axis 1.

    data: An array of at least two axes.

    >>> nd.argmax_channel(nd.array([[1, 3, 2], [9, 7, 8]])).asnumpy()
    array([1., 0.], dtype=float32)
    """
    return _position("argmax_channel", data, 1, False)


@op("moments", outputs=2)
def moments(data: Array, *, axes: Shape | None = None, keepdims: bool = False) -> tuple[Array, Array]:
    """Mean and variance (divided by the count) over axes.

    axes: The axes to reduce; at least one.

    >>> mean, variance = nd.moments(nd.array([[1, 3], [2, 6]]), axes=(1,))
    >>> mean.asnumpy(), variance.asnumpy()
    (array([2., 4.], dtype=float32), array([1., 4.], dtype=float32))
    """
    if not axes:
        raise MXNetError(
            "moments: Empty axes is not supported; for global moments pass all axes, "
            f"moments(data, axes={tuple(range(data.ndim))})."
        )
    over = _axes("moments", data.shape, axes)
    wide = data.astype(_wide(data.dtype))
    mean = _mean(wide, over, True).astype(wide.dtype)
    variance = _mean(jnp.square(wide - mean), over, True)
    both = (mean.astype(data.dtype), variance.astype(data.dtype))
    mean, variance = both if keepdims else (lax.squeeze(m, over) for m in both)
    return _no_scalar(mean), _no_scalar(variance)


@op("cumsum")
def cumsum(a: Array, *, axis: int | None = None, dtype: DType | None = None) -> Array:
    """Sums of all elements up to each one along an axis, or of the flattened array.

    a: The array.
    axis: The axis to sum along; None flattens the array.
    dtype: The type of the sums, that of the array if None.

    >>> nd.cumsum(nd.array([1, 2, 3])).asnumpy()
    array([1., 3., 6.], dtype=float32)
    """
    target = jnp.dtype(dtype or (jnp.int64 if a.dtype == jnp.bool_ else a.dtype))
    if axis is None:
        a, axis = a.reshape(-1), 0
    if not -a.ndim <= axis < a.ndim:
        raise MXNetError(f"cumsum: axis value {axis} out of range, expected {-a.ndim} to {a.ndim - 1}.")
    return jnp.cumsum(a.astype(target), axis=axis, dtype=_wide(target)).astype(target)


@op("_histogram", outputs=2, traced=("range",), types="T ? -> int64 T")
def histogram(
    data: Array, bins: Array | None = None, *, bin_cnt: int | None = None, range: Floats | None = None
) -> tuple[Array, Array]:
    """Counts (int64) of elements between edges, and the edges: ``bins``, or ``bin_cnt`` equal steps over ``range``.

    bins: The edges, rising, one more than there are bins.
    bin_cnt: How many bins, if ``bins`` is not given.
    range: The lowest and the highest edge for ``bin_cnt``.

    >>> counts, edges = nd.histogram(nd.array([1, 2, 2, 5]), bins=2, range=(0, 6))
    >>> counts.asnumpy(), edges.asnumpy()
    (array([3, 1]), array([0., 3., 6.], dtype=float32))
    """
    if (bin_cnt is None) != (range is None):
        raise MXNetError("_histogram: bin_cnt and range should both or neither be specified.")
    if bin_cnt is None or range is None:
        if bins is None or bins.ndim != 1 or bins.size < 2:
            shape = None if bins is None else bins.shape
            raise MXNetError(
                f"_histogram: bins argument should be an 1D vector of at least 2 bounds, received {shape}."
            )
        edges, low, high = bins, bins[0], bins[-1]
    else:
        low, high = _bounds(range)
        steps = jnp.arange(bin_cnt + 1, dtype=jnp.float64)
        edges = ((high * steps + (bin_cnt - steps) * low) / bin_cnt).astype(data.dtype)
    flat, count = data.reshape(-1), edges.size - 1
    inside = (flat >= low) & (flat <= high)
    index = jnp.clip(jnp.searchsorted(edges, flat, side="right") - 1, 0, count - 1)
    return jnp.zeros(count, jnp.int64).at[index].add(inside.astype(jnp.int64)), edges


def _bounds(limits: Floats) -> tuple[Array, Array]:
    """The ends of the histogram as float64, half a unit apart from the middle where both are the same."""
    if len(limits) != 2:
        raise MXNetError(f"_histogram: range should be a tuple with only 2 elements, received {len(limits)}.")
    if all(isinstance(end, (int, float)) for end in limits) and limits[0] > limits[1]:
        raise MXNetError(
            f"_histogram: left hand side of range({limits[0]}) should be less than or equal to "
            f"right hand side({limits[1]})."
        )
    low, high = (jnp.asarray(end, jnp.float64) for end in limits)
    half = jnp.where(low == high, 0.5, 0.0)
    return low - half, high + half


@histogram.use_inputs
def _(*, bin_cnt: int | None = None, **_: object) -> tuple[str, ...]:
    return ("data", "bins") if bin_cnt is None else ("data",)
