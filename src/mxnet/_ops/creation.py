"""Arrays from nothing: constants, ranges, the identity matrix.

``ctx`` says where MXNet puts the result; the caller sees to that, so the functions ignore it.
"""

import math
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import DTYPES, FLOAT32, DType, Shape
from mxnet._ops.registry import FromUse, op
from mxnet._ops.shape import normal_axis
from mxnet.error import MXNetError

Array = jax.Array
Number = float | Array

# MXNet's numbering of dtypes, which `_zeros_without_dtype` takes; -1 is "not said", which means float32 everywhere.
_BY_CODE = {
    -1: "float32",
    0: "float32",
    1: "float64",
    2: "float16",
    3: "uint8",
    4: "int32",
    5: "int8",
    6: "int64",
    7: "bool",
    12: "bfloat16",
}


def cast_number(value: Number, dtype: Any) -> Array:
    """A scalar attribute as C casts it: towards zero, and modulo the range of the integer type."""
    number = jnp.asarray(value)
    if jnp.issubdtype(dtype, jnp.integer):
        number = number.astype(jnp.int64)
    return number.astype(dtype)


def _known(name: str, shape: Shape | None) -> Shape:
    if shape is None:
        raise MXNetError(f"{name}: the shape is not known; write {name}(shape=...)")
    return shape


@op("_zeros")
def zeros(*, shape: Shape = (), ctx: str = "", dtype: DType = FLOAT32) -> Array:
    """An array of zeros.

    >>> nd.zeros((2, 2)).asnumpy()
    array([[0., 0.],
           [0., 0.]], dtype=float32)
    """
    return jnp.zeros(shape, DTYPES[dtype])


@op("_ones")
def ones(*, shape: Shape = (), ctx: str = "", dtype: DType = FLOAT32) -> Array:
    """An array of ones.

    >>> nd.ones((2,), dtype="int32").asnumpy()
    array([1, 1], dtype=int32)
    """
    return jnp.ones(shape, DTYPES[dtype])


@op("_full", traced=("value",))
def full(*, shape: Shape | None = None, ctx: str = "", dtype: DType = FLOAT32, value: float) -> Array:
    """An array of one value.

    value: The value.

    >>> nd.full((2,), 7).asnumpy()
    array([7., 7.], dtype=float32)
    """
    return jnp.broadcast_to(cast_number(value, DTYPES[dtype]), _known("_full", shape))


@op("_zeros_without_dtype")
def zeros_without_dtype(*, shape: Shape | None = None, ctx: str = "", dtype: int = -1) -> Array:
    """Zeros of a dtype given by MXNet's number for it, float32 if none is given.

    dtype: MXNet's number of a type: 0 float32, 1 float64, 2 float16, 3 uint8, 4 int32, 5 int8, 6 int64, 7 bool, 12
        bfloat16; -1 is float32.

    >>> nd._internal._zeros_without_dtype(shape=(2,), dtype=4).asnumpy()
    array([0, 0], dtype=int32)
    """
    if dtype not in _BY_CODE:
        raise MXNetError(f"_zeros_without_dtype: Unknown type enum {dtype}, expected one of {sorted(_BY_CODE)}")
    return jnp.zeros(_known("_zeros_without_dtype", shape), DTYPES[_BY_CODE[dtype]])


def _multiples(steps: Array, by: Array) -> Array:
    """``steps * by`` in float64, rounded before anything is added: XLA rounds a product and a sum only once.

    Both halves of ``by`` have so few bits that their products are exact, so rounding once or twice is the same.
    """
    upper = lax.bitcast_convert_type(lax.bitcast_convert_type(by, jnp.int64) & ~0x7FFFFFF, jnp.float64)
    index = steps.astype(jnp.float64)
    return index * upper + index * (by - upper)


def _range(start: Number, step: Number, count: int, repeat: int, dtype: Any) -> Array:
    """``start + (i // repeat) * step``, in the arithmetic of ``dtype`` (integers: C's, half precision: float32's)."""
    steps = jnp.arange(count, dtype=jnp.int64 if count > 2**31 else jnp.int32) // repeat
    if jnp.issubdtype(dtype, jnp.integer):
        first, by = (cast_number(x, jnp.int64) for x in (start, step))
        return (first + steps.astype(jnp.int64) * by).astype(dtype)
    wide = jnp.float64 if dtype == jnp.float64 else jnp.float32
    first, by = cast_number(start, wide), cast_number(step, wide)
    if wide == jnp.float64:
        return first + _multiples(steps, by)
    return (first + lax.reduce_precision(steps.astype(jnp.float64) * by, 8, 23)).astype(wide).astype(dtype)


def _open_range(*, stop: float | None, infer_range: bool, **_: Any) -> tuple[int, ...] | None:
    return (-1,) if infer_range and stop is None else None


def _with_length(shape: tuple[int, ...], *, start: float, step: float, repeat: int, **attrs: Any) -> dict[str, Any]:
    """The attributes of as many numbers as a symbol is used for; the end lies halfway, beyond the reach of rounding."""
    steps = -(-shape[0] // repeat)
    return {**attrs, "start": start, "step": step, "repeat": repeat, "stop": start + (steps - 0.5) * step}


@op("_arange", from_use=FromUse(_open_range, _with_length))
def arange(
    *,
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool = False,
    ctx: str = "",
    dtype: DType = FLOAT32,
) -> Array:
    """Numbers from ``start`` up to, not with, ``stop``, each ``repeat`` times; one number alone is the ``stop``.

    With ``infer_range`` and no ``stop`` the length follows from the use of a symbol; an array has none.

    start: The first number, or the end if ``stop`` is not given.
    stop: Where to stop, this number not included.
    step: How far apart the numbers are.
    repeat: How often each number comes.
    infer_range: In a graph, let the length follow from the use.

    >>> nd.arange(2, 8, 2).asnumpy(), nd.arange(2, repeat=2).asnumpy()
    (array([2., 4., 6.], dtype=float32), array([0., 0., 1., 1.], dtype=float32))
    """
    if step == 0:
        raise MXNetError(f"_arange: Range does not support step=0, received {step}")
    if repeat <= 0:
        raise MXNetError(f"_arange: Range only supports repeat > 0, received {repeat}")
    if stop is None:
        if infer_range:
            raise MXNetError("_arange: infer_range=True without stop has no length of its own; write stop=...")
        start, stop = 0.0, start
    if (stop - start) * step <= 0:
        raise MXNetError(f"_arange: Invalid range (start, stop, step) = ({start}, {stop}, {step})")
    count = math.ceil((stop - start) / step) * repeat
    return _range(start, step, count, repeat, DTYPES[dtype])


@op("_arange_count", traced=("start", "step"))
def arange_count(
    *, start: float, step: float = 1.0, count: int, repeat: int = 1, ctx: str = "", dtype: DType = FLOAT32
) -> Array:
    """``_arange`` with its length said, so that a new start or step is no new program (our own operator).

    start: The first number.
    step: How far apart the numbers are.
    count: The length of the result.
    repeat: How often each number comes.

    >>> nd._internal._arange_count(start=2, step=3, count=3).asnumpy()
    array([2., 5., 8.], dtype=float32)
    """
    return _range(start, step, count, repeat, DTYPES[dtype])


@op("_linspace", traced=("start", "stop"))
def linspace(
    *, start: float, stop: float, num: int, endpoint: bool = True, ctx: str = "", dtype: DType = FLOAT32
) -> Array:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which is the last one if ``endpoint``.

    start: The first number.
    stop: The last number, or with ``endpoint=False`` the one after it.
    num: How many numbers.
    endpoint: Whether ``stop`` is the last of them.

    >>> nd.linspace(0, 1, 5).asnumpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ], dtype=float32)
    """
    if num < 0:
        raise MXNetError(f"_linspace: Number of sequence should be non-negative, received {num}")
    gaps = num - 1 if endpoint else num
    first, last = jnp.asarray(start, jnp.float64), jnp.asarray(stop, jnp.float64)
    step = (last - first) / max(gaps, 1)
    return (first + _multiples(jnp.arange(num), step)).astype(DTYPES[dtype])


@op("_eye")
def eye(*, N: int, M: int = 0, k: int = 0, ctx: str = "", dtype: DType = FLOAT32) -> Array:
    """A matrix with ones on its ``k``-th diagonal, square if ``M`` is 0.

    N: How many rows.
    M: How many columns; 0 is as many as rows.
    k: Which diagonal: 0 the main one, positive above it, negative below.

    >>> nd.eye(2, 3, 1).asnumpy()
    array([[0., 1., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    return jnp.eye(N, M or N, k, DTYPES[dtype])


@op("_contrib_arange_like", traced=("start", "step"))
def arange_like(
    data: Array, *, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = "", axis: int | None = None
) -> Array:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype.

    data: The array whose length or shape is taken.
    start: The first number.
    step: How far apart the numbers are.
    repeat: How often each number comes.
    axis: The axis that gives the length; None gives the shape of the whole array.

    >>> nd.contrib.arange_like(nd.zeros((2, 3)), axis=1).asnumpy()
    array([0., 1., 2.], dtype=float32)
    """
    shape = data.shape if axis is None else (data.shape[normal_axis("_contrib_arange_like", axis, data.ndim)],)
    return _range(start, step, math.prod(shape), repeat, data.dtype).reshape(shape)


@op("_set_value")
def set_value(*, src: float = 0.0) -> jax.Array:
    """Fill the array given as ``out`` with a number.

    src: The number.

    >>> x = nd.zeros((2,))
    >>> nd._internal._set_value(src=3, out=x).asnumpy()
    array([3., 3.], dtype=float32)
    """
    raise MXNetError(
        "_set_value fills an array that is there: write _set_value(number, out=array), or array[:] = number."
    )
