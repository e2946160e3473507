"""Reductions, orders and counts of ``mx.np``: axes and shapes are NumPy's, an integer's sum stays of its type."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from jax import lax

from mxnet._ops import reduce as nd
from mxnet._ops.attrs import DTYPES, INT64, DType, Shape
from mxnet._ops.elementwise import Array, convert, is_float
from mxnet._ops.order import _ordered
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "ddof": "What is taken off the number of elements before dividing by it.",
    "initial": "Accepted; no effect.",
}

Axis = Shape | None


def over(name: str, data: Array, axis: Axis) -> Shape:
    """The axes to reduce, counted from the front; None is all, an empty tuple none."""
    if axis is None:
        return tuple(range(data.ndim))
    if not data.ndim and all(one in (0, -1) for one in axis):
        return ()  # as in NumPy, an array without axes counts as having one
    for one in axis:
        if not -data.ndim <= one < data.ndim:
            raise MXNetError(f"{name}: axis {one} is out of bounds for array of dimension {data.ndim}")
    axes = tuple(a % data.ndim for a in axis)
    if len(set(axes)) < len(axes):
        raise MXNetError(f"{name}: duplicate value in axis {axis}")
    return axes


def _result(data: Array, dtype: str | None) -> Any:
    """The dtype of a sum: the one asked for, the data's own, or int64 for booleans."""
    if dtype is not None:
        return DTYPES[dtype]
    return jnp.dtype(jnp.int64) if data.dtype == jnp.bool_ else data.dtype


@op("_np_sum", integer_gradient="converts")
def sum_(
    a: Array, *, axis: Axis = None, dtype: DType | None = None, keepdims: bool = False, initial: float | None = None
) -> Array:
    """The sum over axes.

    initial: A number that the sum begins with.

    >>> mx.np.sum(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([4., 6.])
    """
    target = _result(a, dtype)
    wide = a.astype(nd._wide(target))
    total = jnp.sum(wide, axis=over("sum", a, axis), keepdims=keepdims, dtype=wide.dtype, initial=initial)
    return convert(total, target)


@op("_np_prod", aliases=("_np_product",), integer_gradient="converts")
def prod(
    a: Array, *, axis: Axis = None, dtype: DType | None = None, keepdims: bool = False, initial: float | None = None
) -> Array:
    """The product over axes.

    initial: A number that the product begins with.

    >>> mx.np.prod(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([3., 8.])
    """
    target = _result(a, dtype)
    result = nd._prod(a.astype(target), over("prod", a, axis), keepdims)
    return (result if initial is None else result * jnp.asarray(initial, result.dtype)).astype(target)


@op("_npi_mean", integer_gradient="converts")
def mean(
    a: Array, *, axis: Axis = None, dtype: DType | None = None, keepdims: bool = False, initial: float | None = None
) -> Array:
    """The mean over axes; that of integers is float32.

    initial: Accepted for the signature of ``sum``; no effect.

    >>> mx.np.mean(mx.np.array([[1, 2], [3, 4]]), axis=0)
    array([2., 3.])
    """
    target = DTYPES[dtype] if dtype is not None else a.dtype if is_float(a) else jnp.dtype(jnp.float32)
    axes = over("mean", a, axis)
    if not is_float(a) and target.kind in "iu":  # the sum wraps around in the type asked for, as NumPy's does
        total = jnp.sum(a.astype(target), axis=axes, keepdims=keepdims, dtype=target)
        return convert(total / (a.size // max(total.size, 1)), target)
    wide = nd._wide(target) if jnp.issubdtype(target, jnp.floating) else jnp.dtype(jnp.float64)
    if is_float(a):  # the gradient is divided in the data's own type
        wide = jnp.promote_types(wide, a.dtype)
    return convert(jnp.mean(a.astype(wide), axis=axes, keepdims=keepdims), target)


def _variance(a: Array, axis: Axis, dtype: str | None, ddof: int, keepdims: bool, root: bool) -> Array:
    target = DTYPES[dtype] if dtype is not None else a.dtype
    wide = nd._wide(target) if jnp.issubdtype(target, jnp.floating) else jnp.dtype(jnp.float64)
    axes = over("std" if root else "var", a, axis)
    spread = (jnp.std if root else jnp.var)(a.astype(wide), axis=axes, ddof=ddof, keepdims=keepdims)
    return convert(spread, target)


@op("_npi_var", integer_gradient="converts")
def var(a: Array, *, axis: Axis = None, dtype: DType | None = None, ddof: int = 0, keepdims: bool = False) -> Array:
    """The variance over axes.

    >>> mx.np.var(mx.np.array([1, 2, 3, 6]))
    array(3.5)
    """
    return _variance(a, axis, dtype, ddof, keepdims, False)


@op("_npi_std", integer_gradient="converts")
def std(a: Array, *, axis: Axis = None, dtype: DType | None = None, ddof: int = 0, keepdims: bool = False) -> Array:
    """The standard deviation over axes.

    >>> mx.np.std(mx.np.array([1, 2, 3, 6]))
    array(1.8708287)
    """
    return _variance(a, axis, dtype, ddof, keepdims, True)


@op("_npi_average", outputs=lambda *, returned=False, **_: 2 if returned else 1)
def average(
    a: Array, weights: Array | None = None, *, axis: Axis = None, returned: bool = False, weighted: bool = True
) -> Any:
    """The mean over axes, each element counting by its weight; the weights' sum too if ``returned``.

    weights: How much each element counts; of the shape of ``a``, or a vector along the axis.
    returned: Return the sum of the weights too.
    weighted: Whether there are weights.

    >>> mx.np.average(mx.np.array([1, 2, 3]), weights=mx.np.array([3, 0, 1]))
    array(1.5)
    """
    axes = over("average", a, axis)
    if weights is None:
        means = convert(jnp.mean(a, axis=axes), a.dtype)
        total = jnp.full(means.shape, a.size // max(means.size, 1), a.dtype)
        return (means, total) if returned else means
    if weights.shape != a.shape:
        if weights.ndim != 1 or len(axes) != 1 or weights.shape[0] != a.shape[axes[0]]:
            raise MXNetError(f"average: weights of shape {weights.shape} do not fit {a.shape} along axis {axis}")
        weights = weights.reshape([-1 if i == axes[0] else 1 for i in range(a.ndim)])
    wide = jnp.broadcast_to(weights, a.shape)
    total = jnp.sum(wide, axis=axes, dtype=wide.dtype)
    means = (jnp.sum(a * wide, axis=axes) / total).astype(jnp.promote_types(a.dtype, weights.dtype))
    return (means, total.astype(means.dtype)) if returned else means


@average.use_inputs
def _(*, weighted: bool = True, **_: Any) -> tuple[str, ...]:
    return ("a", "weights") if weighted else ("a",)


def _extreme(name: str, aliases: tuple[str, ...], what: str) -> None:
    find_extreme = nd._extreme_of(name)

    def apply(a: Array, *, axis: Axis = None, keepdims: bool = False, initial: float | None = None) -> Array:
        axes = over(name, a, axis)
        return find_extreme(a, axes, keepdims) if axes else a

    shown = "[2., 4.]" if name == "max" else "[1., 3.]"
    apply.__doc__ = (
        f"The {what} element over axes.\n\n>>> mx.np.{name}(mx.np.array([[1, 2], [3, 4]]), axis=1)\narray({shown})"
    )
    op(f"_np_{name}", aliases=aliases)(apply)


_extreme("max", ("_np_amax",), "largest")
_extreme("min", ("_np_amin",), "smallest")


@op("_np_all")
def all_(data: Array, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Whether every element over axes is true.

    >>> mx.np.all(mx.np.array([[1, 0], [3, 4]]), axis=1)
    array([False,  True])
    """
    return jnp.all(data != 0, axis=over("all", data, axis), keepdims=keepdims)


@op("_np_any", aliases=("_np_sometrue",))
def any_(data: Array, *, axis: Axis = None, keepdims: bool = False) -> Array:
    """Whether any element over axes is true.

    >>> mx.np.any(mx.np.array([[0, 0], [3, 0]]), axis=1)
    array([False,  True])
    """
    return jnp.any(data != 0, axis=over("any", data, axis), keepdims=keepdims)


def _place(name: str, search: Callable[..., Array]) -> None:
    def apply(data: Array, *, axis: int | None = None, keepdims: bool = False) -> Array:
        if axis is not None:
            over(name, data, (axis,))
        return search(data, axis=axis if data.ndim else None, keepdims=keepdims).astype(jnp.int64)

    shown = "[1, 0]" if name == "argmax" else "[0, 1]"
    apply.__doc__ = (
        f"Where NumPy's {name} finds the element, along an axis or in the flattened array.\n\n"
        f">>> mx.np.{name}(mx.np.array([[1, 2], [4, 3]]), axis=1)\narray({shown}, dtype=int64)"
    )
    op(f"_npi_{name}")(apply)


_place("argmax", jnp.argmax)
_place("argmin", jnp.argmin)


@op("_np_cumsum", integer_gradient="converts")
def cumsum(a: Array, *, axis: int | None = None, dtype: DType | None = None) -> Array:
    """Sums of all elements up to each one.

    axis: The axis to sum along; None flattens the array.

    >>> mx.np.cumsum(mx.np.array([1, 2, 3]))
    array([1., 3., 6.])
    """
    target = _result(a, dtype)
    if axis is not None:
        over("cumsum", a, (axis,))
    data, along = (a.reshape(-1), 0) if axis is None or not a.ndim else (a, axis)
    if target == jnp.float16:
        return _step_by_step(data.astype(target), along)
    return jnp.cumsum(data.astype(target), axis=along, dtype=target)


def _step_by_step(data: Array, axis: int) -> Array:
    """Running sums, each rounded before the next: in half precision that is what MXNet's differ by."""
    rows = jnp.moveaxis(data, axis, 0)

    def step(total: Array, row: Array) -> tuple[Array, Array]:
        total = total + row
        return total, total

    return jnp.moveaxis(lax.scan(step, jnp.zeros(rows.shape[1:], rows.dtype), rows)[1], 0, axis)


def _sorted(name: str, data: Array, axis: int | None, ascend: bool) -> tuple[Array, Array]:
    if axis is None:
        data, axis = data.reshape(-1), 0
    if data.ndim == 0:
        return data, jnp.zeros((), jnp.int32)
    (along,) = over(name, data, (axis,)) or (0,)
    return _ordered(data, along, ascend)


@op("_npi_sort")
def sort(data: Array, *, axis: int | None = -1, is_ascend: bool = True) -> Array:
    """Elements in order along an axis.

    axis: The axis to sort along; None sorts the flattened array.

    >>> mx.np.sort(mx.np.array([3, 1, 2]))
    array([1., 2., 3.])
    """
    return _sorted("sort", data, axis, is_ascend)[0]


@op("_npi_argsort")
def argsort(data: Array, *, axis: int | None = -1, is_ascend: bool = True, dtype: DType = INT64) -> Array:
    """The places that put elements in order along an axis.

    axis: The axis to order along; None orders the flattened array.
    dtype: The type of the places.

    >>> mx.np.argsort(mx.np.array([3, 1, 2]))
    array([1, 2, 0], dtype=int64)
    """
    return _sorted("argsort", lax.stop_gradient(data), axis, is_ascend)[1].astype(DTYPES[dtype])


_INTERPOLATION = ("linear", "lower", "higher", "midpoint", "nearest")


@op("_npi_percentile")
def percentile(
    a: Array,
    q: Array | None = None,
    *,
    axis: Axis = None,
    interpolation: str = "linear",
    keepdims: bool = False,
    q_scalar: float | None = None,
) -> Array:
    """The value below which ``q`` percent of the elements lie.

    q: From 0 to 100, an array.
    interpolation: Between two elements: ``linear``, or the ``lower``, ``higher``, ``nearest`` or ``midpoint``.
    q_scalar: From 0 to 100, a number, in the place of ``q``.

    >>> mx.np.percentile(mx.np.array([1, 2, 3, 4]), 50)
    array(2.5)
    """
    if interpolation not in _INTERPOLATION:
        raise MXNetError(f"percentile: expected interpolation to be one of {_INTERPOLATION}, not {interpolation!r}")
    wide = a if is_float(a) else a.astype(jnp.float32)
    percents = jnp.asarray(q_scalar, wide.dtype) if q is None else q.astype(wide.dtype)
    axes = over("percentile", a, axis)
    return jnp.percentile(wide, percents, axis=axes, method=interpolation, keepdims=keepdims).astype(wide.dtype)


@percentile.use_inputs
def _(*, q_scalar: float | None = None, **_: Any) -> tuple[str, ...]:
    return ("a", "q") if q_scalar is None else ("a",)


@op("_npi_bincount", dynamic=True)
def bincount(data: Array, weights: Array | None = None, *, minlength: int = 0, has_weights: bool = False) -> Array:
    """How often each whole number from 0 on occurs, or the sum of its weights.

    data: Whole numbers from 0 on, a vector.
    weights: What each of them adds, in the place of 1.
    minlength: How long the result is at least.
    has_weights: Whether there are weights.

    >>> mx.np.bincount(mx.np.array([0, 2, 2], dtype="int32"))
    array([1, 0, 2], dtype=int32)
    """
    if minlength < 0:
        raise MXNetError(f"bincount: minlength must not be negative, received {minlength}")
    return jnp.bincount(data, weights, minlength=minlength).astype(data.dtype if weights is None else weights.dtype)


@bincount.use_inputs
def _(*, has_weights: bool = False, **_: Any) -> tuple[str, ...]:
    return ("data", "weights") if has_weights else ("data",)


def _unique_outputs(
    *, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False, **_: Any
) -> int:
    return 1 + return_index + return_inverse + return_counts


@op("_npi_unique", dynamic=True, outputs=_unique_outputs)
def unique(
    data: Array,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
) -> tuple[Array, ...]:
    """The different elements in order; where they first stood, which each one became, and how many there were.

    return_index: Return where each element first stood.
    return_inverse: Return which of the different elements each one is.
    return_counts: Return how often each comes.
    axis: The axis whose slices are compared; None compares elements.

    >>> mx.np.unique(mx.np.array([3, 1, 3]))
    array([1., 3.])
    """
    flat = data.reshape(-1) if axis is None else data
    outputs = jnp.unique(flat, True, True, True, axis=axis)
    wanted = (True, return_index, return_inverse, return_counts)
    values = [f if i == 0 else f.reshape(-1).astype(jnp.int64) for i, f in enumerate(outputs)]
    return tuple(v for v, want in zip(values, wanted, strict=True) if want)


@op("_npi_nonzero", dynamic=True)
def nonzero(x: Array) -> Array:
    """The positions of the elements that are not zero, a row each.

    >>> mx.np.nonzero(mx.np.array([[0, 1], [2, 0]]))
    (array([0, 1], dtype=int64), array([1, 0], dtype=int64))
    """
    return jnp.stack(jnp.nonzero(jnp.atleast_1d(x)), axis=-1).astype(jnp.int64)


@op("_npi_diff")
def diff(a: Array, *, n: int = 1, axis: int = -1) -> Array:
    """Differences of neighbours along an axis, taken ``n`` times.

    n: How often.
    axis: The axis along which neighbours are.

    >>> mx.np.diff(mx.np.array([1, 4, 9]))
    array([3., 5.])
    """
    over("diff", a, (axis,))
    return jnp.diff(a, n, axis)
