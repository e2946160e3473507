"""Elements by number: take, pick, gather, scatter, embedding.

An index may be of any dtype, float32 being MXNet's default: fractions are cut off towards zero. Where MXNet raises for
an index out of range we clip, because values are not known while a program is traced.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import DTYPES, DType, Shape
from mxnet._ops.creation import FLOAT32
from mxnet._ops.registry import op
from mxnet._ops.shape import normal_axis
from mxnet._ops.storage import DENSE, ROW_SPARSE
from mxnet.error import MXNetError

Array = jax.Array
IN_BOUNDS = "promise_in_bounds"


def as_index(indices: Array) -> Array:
    """Indices as whole numbers, of 64 bits only where they came in 64."""
    wide = indices.dtype.itemsize == 8
    return indices.astype(jnp.int64 if wide else jnp.int32)


def wrap_negative(index: Array, size: int) -> Array:
    """Python's reading of negative numbers: -1 is the last one."""
    return jnp.where(index < 0, index + size, index)


def _bounded(indices: Array, size: int, mode: str) -> Array:
    """Numbers in ``[0, size)``: modulo ``size`` if ``mode`` is wrap, else the nearest."""
    index = as_index(indices)
    return jnp.remainder(index, size) if mode == "wrap" else jnp.clip(index, 0, size - 1)


def scatter_set(data: Array, value: Array, arrays: Sequence[Array], place: Callable[..., tuple[Any, ...]]) -> Array:
    """``data`` with ``value`` at the index ``place(*arrays)``; numbers out of range are left out.

    The gradient is MXNet's: each written value gets that of its place, also where two were written to the same one.
    """
    options: dict[str, Any] = {"mode": "drop", "wrap_negative_indices": False}

    @jax.custom_vjp
    def run(data: Array, value: Array, *arrays: Array) -> Array:
        return jnp.asarray(data).at[place(*arrays)].set(value, **options)

    def forward(data: Array, value: Array, *arrays: Array) -> tuple[Array, Any]:
        return run(data, value, *arrays), arrays

    def backward(arrays: Any, head: Array) -> tuple[Array | None, ...]:
        at = jnp.asarray(head).at[place(*arrays)]
        kept = at.set(jnp.zeros((), head.dtype), **options)
        return kept, at.get(mode="fill", fill_value=0, wrap_negative_indices=False), *(None for _ in arrays)

    run.defvjp(forward, backward)
    return run(data, value, *arrays)


@op("take", types="T ? -> T", method=True)
def take(a: Array, indices: Array, *, axis: int = 0, mode: Literal["clip", "raise", "wrap"] = "clip") -> Array:
    """The slices of ``a`` along an axis with the numbers given; others are clipped, wrapped around, or an error.

    a: The array to take from.
    indices: The numbers of the slices, of any shape, which takes the axis's place in the result.
    axis: The axis to take along.
    mode: For numbers out of range: ``clip`` to the ends, ``wrap`` around, or ``raise`` an error.

    >>> nd.take(nd.array([[1, 2], [3, 4], [5, 6]]), nd.array([0, 2])).asnumpy()
    array([[1., 2.],
           [5., 6.]], dtype=float32)
    """
    if not -a.ndim <= axis < a.ndim:
        raise MXNetError(
            "take: Axis should be in the range of [-r, r-1] where r is the rank of input tensor: "
            f"got axis={axis} for shape {a.shape}"
        )
    index = _bounded(indices, a.shape[axis], mode) if mode == "wrap" else as_index(indices)
    if mode == "raise":
        index = _inside(index, a.shape[axis])
    return jnp.take(a, index, axis, mode="clip")


def _inside(index: Array, length: int) -> Array:
    """The same numbers, looked at on the host: only there can one that is out of range be an error."""

    def look(indices: Any) -> Any:
        numbers = np.asarray(indices)
        wrong = numbers[(numbers < 0) | (numbers >= length)]
        if wrong.size:
            raise MXNetError(
                "take operator contains indices out of bound: "
                f"index {wrong[0]} is out of bounds for an axis with size {length}"
            )
        return numbers

    return jax.pure_callback(look, jax.ShapeDtypeStruct(index.shape, index.dtype), lax.stop_gradient(index))


@jax.custom_vjp
def _refusing_gradient(a: Array) -> Array:
    return a


def _refuse(*_: Any) -> Any:
    raise MXNetError("batch_take has no gradient, in MXNet neither: pick takes the same elements, and has one")


_refusing_gradient.defvjp(lambda a: (a, None), _refuse)


@op("batch_take", types="T ? -> T", gradient="refused")
def batch_take(a: Array, indices: Array) -> Array:
    """One element of each row, of the last axis, without a gradient; ``pick`` has one.

    a: A matrix.
    indices: For each row, the number of its element.

    >>> nd.batch_take(nd.array([[1, 2], [3, 4]]), nd.array([1, 0], dtype="int32")).asnumpy()
    array([2., 3.], dtype=float32)
    """
    if a.ndim < 2:
        raise MXNetError(f"batch_take: Data array must have at least 2 dimensional, but got shape {a.shape}")
    if indices.size != math.prod(a.shape[:-1]):
        raise MXNetError(
            "batch_take: Index array's size must be the same as data array's size excluding the first dimension: "
            f"expected {a.shape[:-1]}, got {indices.shape}"
        )
    rows = _refusing_gradient(a).reshape(indices.size, a.shape[-1])
    return _pick(rows, _bounded(indices.reshape(-1, 1), a.shape[-1], "clip"), 1).reshape(indices.shape)


@batch_take.fill_shapes
def _(a: Shape | None, indices: Shape | None) -> dict[str, Shape]:
    return {} if a is None else {"indices": a[:-1]}


@batch_take.fill_types
def _(*_types: str | None) -> dict[str, str]:
    return {"indices": "int32"}


def _pick(data: Array, index: Array, axis: int) -> Array:
    """``take_along_axis`` of one element, whose gradient is a comparison, which fuses, and not a scatter."""

    @jax.custom_vjp
    def run(data: Array, index: Array) -> Array:
        return jnp.take_along_axis(data, index, axis, mode=IN_BOUNDS)

    def forward(data: Array, index: Array) -> tuple[Array, Array]:
        return run(data, index), index

    def backward(index: Array, head: Array) -> tuple[Array, None]:
        here = lax.broadcasted_iota(index.dtype, data.shape, axis) == index
        return jnp.where(here, head, jnp.zeros((), head.dtype)), None

    run.defvjp(forward, backward)
    return run(data, index)


def _reduced(shape: Shape, axis: int, keepdims: bool) -> Shape:
    if keepdims:
        return (*shape[:axis], 1, *shape[axis + 1 :])
    return (*shape[:axis], *shape[axis + 1 :]) or (1,)


@op("pick", aliases=("choose_element_0index",), types="T ? -> T", method=True)
def pick(
    data: Array, index: Array, *, axis: int | None = -1, keepdims: bool = False, mode: Literal["clip", "wrap"] = "clip"
) -> Array:
    """One element along an axis for each position of the others.

    data: The array to pick from.
    index: The numbers of the elements, of the shape of ``data`` without the axis, or with length 1 there.
    axis: The axis to pick along; None picks from the flattened array.
    keepdims: Keep the axis, with length 1.
    mode: For numbers out of range: ``clip`` to the ends, or ``wrap`` around.

    >>> nd.pick(nd.array([[1, 2], [3, 4]]), nd.array([0, 1]), axis=1).asnumpy()
    array([1., 4.], dtype=float32)
    """
    if axis is None:
        raise MXNetError("axis=None is not supported by pick yet. Must specify an axis.")
    along = normal_axis("pick", axis, data.ndim)
    kept = _reduced(data.shape, along, True)
    expected = kept if index.ndim == data.ndim else _reduced(data.shape, along, False)
    if index.shape != expected:
        raise MXNetError(f"pick: Shape inconsistent, Provided = {index.shape}, inferred shape={expected}")
    picked = _pick(data, _bounded(index.reshape(kept), data.shape[along], mode), along)
    return picked.reshape(_reduced(data.shape, along, keepdims))


@pick.fill_shapes
def _(data: Shape | None, index: Shape | None, *, axis: int | None, **_: Any) -> dict[str, Shape]:
    if data is None or axis is None:
        return {}
    kept = index is not None and len(index) == len(data)  # the index may have the axis too, of length 1
    return {"index": _reduced(data, axis % len(data), kept)}


@op("fill_element_0index")
def fill_element_0index(lhs: Array, mhs: Array, rhs: Array) -> Array:
    """The matrix ``lhs`` with element ``rhs[i]`` of each row ``i`` replaced by ``mhs[i]``.

    lhs: The matrix.
    mhs: The new value for each row.
    rhs: For each row, the number of the element to replace.

    >>> nd.fill_element_0index(nd.zeros((2, 3)), nd.array([7, 8]), nd.array([0, 2])).asnumpy()
    array([[7., 0., 0.],
           [0., 0., 8.]], dtype=float32)
    """
    if lhs.ndim != 2 or mhs.shape != lhs.shape[:1] or rhs.shape != lhs.shape[:1]:
        raise MXNetError(
            "fill_element_0index: expected a matrix and two vectors as long as it has rows, but got shapes "
            f"{lhs.shape}, {mhs.shape} and {rhs.shape}"
        )
    here = lax.broadcasted_iota(jnp.int32, lhs.shape, 1) == as_index(rhs)[:, None]
    return jnp.where(here, mhs[:, None].astype(lhs.dtype), lhs)


def _coordinates(name: str, indices: Array, shape: Shape) -> tuple[Array, ...]:
    """The rows of ``indices`` as one index an axis."""
    if indices.ndim < 2:
        raise MXNetError(
            f"{name} requires index tensor to have at least 2 dimensions, one row an axis, but got {indices.shape}"
        )
    if indices.shape[0] > len(shape):
        raise MXNetError(
            f"{name}: Number of indices exceeds data dimension: {indices.shape[0]} rows of indices for shape {shape}"
        )
    index = as_index(indices)
    return tuple(wrap_negative(index[i], shape[i]) for i in range(indices.shape[0]))


@op("gather_nd", types="T ? -> T")
def gather_nd(data: Array, indices: Array) -> Array:
    """The elements, or slices, of ``data`` at the coordinates that the columns of ``indices`` hold.

    data: The array to read.
    indices: Coordinates, those of axis ``i`` in row ``i``; a column names an element, or a slice if there are fewer
        rows than axes.

    >>> nd.gather_nd(nd.array([[1, 2], [3, 4]]), nd.array([[0, 1], [1, 0]])).asnumpy()
    array([2., 3.], dtype=float32)
    """
    return (
        jnp.asarray(data)
        .at[_coordinates("gather_nd", indices, data.shape)]
        .get(mode="clip", wrap_negative_indices=False)
    )


@gather_nd.look
def _(shape: Shape, indices: np.ndarray | None) -> None:
    """Refuse indices outside the array."""
    if indices is None or indices.ndim < 2:
        return
    for axis, (row, length) in enumerate(zip(indices, shape, strict=False)):
        wrong = row[(row < -length) | (row >= length)]
        if wrong.size:
            raise IndexError(f"index {int(wrong.flat[0])} is out of bounds for axis {axis} with size {length}")


def _check_scatter(name: str, data: Array, indices: Array, shape: Shape) -> None:
    if data.shape != (*indices.shape[1:], *shape[indices.shape[0] :]):
        raise MXNetError(
            f"{name}: Invalid data, indices, and output shape combination for scatter_nd: "
            f"{data.shape}, {indices.shape}, {shape}"
        )


@op("scatter_nd", types="T ? -> T")
def scatter_nd(data: Array, indices: Array, *, shape: Shape) -> Array:
    """Zeros of a shape with ``data`` at the coordinates that the columns of ``indices`` hold.

    data: The values.
    indices: Coordinates, those of axis ``i`` in row ``i``. Where a place comes twice, one of its values is there.
    shape: The shape of the result.

    >>> nd.scatter_nd(nd.array([5, 6]), nd.array([[0, 1], [1, 0]]), shape=(2, 2)).asnumpy()
    array([[0., 5.],
           [6., 0.]], dtype=float32)
    """
    at = _coordinates("scatter_nd", indices, shape)
    _check_scatter("scatter_nd", data, indices, shape)
    return scatter_set(jnp.zeros(shape, data.dtype), data, at, lambda *rows: rows)


@op("_scatter_set_nd", types="T T ? -> T")
def scatter_set_nd(lhs: Array, rhs: Array, indices: Array, *, shape: Shape) -> Array:
    """``lhs`` with ``rhs`` written at the coordinates that the columns of ``indices`` hold.

    lhs: The array that is changed.
    rhs: The values.
    indices: Coordinates, those of axis ``i`` in row ``i``.
    shape: The shape of ``lhs``.

    >>> nd._internal._scatter_set_nd(nd.ones((2, 2)), nd.array([5]), nd.array([[0], [1]]), shape=(2, 2)).asnumpy()
    array([[1., 5.],
           [1., 1.]], dtype=float32)
    """
    at = _coordinates("_scatter_set_nd", indices, shape)
    _check_scatter("_scatter_set_nd", rhs, indices, lhs.shape)
    return scatter_set(lhs, rhs.astype(lhs.dtype), at, lambda *rows: rows)


@op("_backward_gather_nd")
def backward_gather_nd(data: Array, indices: Array, *, shape: Shape) -> Array:
    """Zeros of a shape with ``data`` added at the coordinates that the columns of ``indices`` hold.

    data: The values, which are added where a place comes twice.
    indices: Coordinates, those of axis ``i`` in row ``i``.
    shape: The shape of the result.

    >>> nd._internal._backward_gather_nd(nd.array([5, 6]), nd.array([[0, 0], [1, 1]]), shape=(2, 2)).asnumpy()
    array([[ 0., 11.],
           [ 0.,  0.]], dtype=float32)
    """
    at = _coordinates("_backward_gather_nd", indices, shape)
    _check_scatter("_backward_gather_nd", data, indices, shape)
    return jnp.zeros(shape, data.dtype).at[at].add(data, mode="drop", wrap_negative_indices=False)


@op("one_hot", types="? -> dtype", method=True)
def one_hot(
    indices: Array, *, depth: int, on_value: float = 1.0, off_value: float = 0.0, dtype: DType = FLOAT32
) -> Array:
    """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere.

    indices: The numbers, of any shape.
    depth: The length of the new axis; numbers from it on are nowhere.
    on_value: What stands at the number's place.
    off_value: What stands elsewhere.

    >>> nd.one_hot(nd.array([1, 0, 2]), depth=3).asnumpy()
    array([[0., 1., 0.],
           [1., 0., 0.],
           [0., 0., 1.]], dtype=float32)
    """
    if depth < 0:
        raise MXNetError(f"one_hot: Dimension size, depth, must be a non-negative integer, but got {depth}")
    index = as_index(indices)
    here = lax.broadcasted_iota(index.dtype, (*index.shape, depth), index.ndim) == index[..., None]
    on, off = (jnp.asarray(value).astype(DTYPES[dtype]) for value in (on_value, off_value))
    return jnp.where(here, on, off)


@op("_onehot_encode")
def onehot_encode(lhs: Array, rhs: Array) -> Array:
    """The numbers in ``lhs`` as one-hot rows of the shape and dtype of ``rhs``.

    lhs: A vector of numbers.
    rhs: A matrix whose shape and type the result has.

    >>> nd._internal._onehot_encode(nd.array([1, 0]), nd.zeros((2, 3))).asnumpy()
    array([[0., 1., 0.],
           [1., 0., 0.]], dtype=float32)
    """
    if rhs.ndim != 2 or lhs.shape != rhs.shape[:1]:
        raise MXNetError(f"_onehot_encode: expected a vector and a matrix, but got {lhs.shape} and {rhs.shape}")
    here = lax.broadcasted_iota(jnp.int32, rhs.shape, 1) == as_index(lhs)[:, None]
    return here.astype(rhs.dtype)


@op("where", aliases=("_sparse_where",), same_shape=("x", "y"), types="? T T -> T")
def where(condition: Array, x: Array, y: Array) -> Array:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows.

    condition: What is not zero is true; of the shape of ``x``, or a vector with an element for each of its rows.
    x: The values where it is true.
    y: The values where it is not, of the shape of ``x``.

    >>> nd.where(nd.array([1, 0]), nd.array([1, 2]), nd.array([3, 4])).asnumpy()
    array([1., 4.], dtype=float32)
    """
    if x.shape != y.shape or x.dtype != y.dtype:
        raise MXNetError(
            f"where: expected x and y of one shape and dtype, but got {x.shape} {x.dtype} and {y.shape} {y.dtype}"
        )
    chosen = condition != 0
    if condition.shape != x.shape:
        if condition.ndim != 1 or condition.shape != x.shape[:1]:
            raise MXNetError(
                f"where: expected a condition of shape {x.shape} or {x.shape[:1]}, but got {condition.shape}"
            )
        chosen = chosen.reshape(-1, *(1,) * (x.ndim - 1))
    return jnp.where(chosen, x, y)


@where.fill_shapes
def _(condition: Shape | None, x: Shape | None, y: Shape | None) -> dict[str, Shape]:
    known = x if x is not None else y
    return {} if known is None else {"x": known, "y": known}


@where.fill_types
def _(condition: str | None, x: str | None, y: str | None) -> dict[str, str]:
    known = x or y
    return {} if known is None else {"x": known, "y": known}


@op("_contrib_boolean_mask", dynamic=True, types="T ? -> T")
def boolean_mask(data: Array, index: Array, *, axis: int = 0) -> Array:
    """The slices along an axis whose number in ``index`` is not zero.

    data: The array to take from.
    index: A vector as long as the axis; what is not zero is taken.
    axis: The axis.

    >>> nd.contrib.boolean_mask(nd.array([[1, 2], [3, 4], [5, 6]]), nd.array([1, 0, 1])).asnumpy()
    array([[1., 2.],
           [5., 6.]], dtype=float32)
    """
    along = normal_axis("_contrib_boolean_mask", axis, data.ndim)
    if index.shape != (data.shape[along],):
        raise MXNetError(
            f"_contrib_boolean_mask: expected an index of shape {(data.shape[along],)}, but got {index.shape}"
        )
    chosen = np.flatnonzero(np.asarray(lax.stop_gradient(index)))
    return jnp.take(data, chosen, along, mode="clip")


@op("_contrib_index_copy", types="T ? T -> T")
def index_copy(old_tensor: Array, index_vector: Array, new_tensor: Array) -> Array:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``.

    old_tensor: The array that is changed.
    index_vector: The numbers of its slices along the first axis.
    new_tensor: The new slices, in that order.

    >>> nd.contrib.index_copy(nd.zeros((3, 2)), nd.array([2, 0]), nd.array([[1, 1], [2, 2]])).asnumpy()
    array([[2., 2.],
           [0., 0.],
           [1., 1.]], dtype=float32)
    """
    if index_vector.ndim != 1 or new_tensor.shape != (index_vector.size, *old_tensor.shape[1:]):
        raise MXNetError(
            "_contrib_index_copy: expected an index of shape (n,) and a new tensor of shape "
            f"{('n', *old_tensor.shape[1:])}, but got {index_vector.shape} and {new_tensor.shape}"
        )
    return scatter_set(old_tensor, new_tensor, [as_index(index_vector)], lambda rows: (rows,))


@op("_contrib_index_array", output_names=("output",), types="? -> int64")
def index_array(data: Array, *, axes: Shape | None = None) -> Array:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64.

    data: The array; its elements do not matter.
    axes: The axes whose coordinates are wanted; all if None.

    >>> nd.contrib.index_array(nd.zeros((2, 2))).reshape((4, 2)).asnumpy()
    array([[0, 0],
           [0, 1],
           [1, 0],
           [1, 1]])
    """
    chosen = range(data.ndim) if axes is None else [normal_axis("_contrib_index_array", a, data.ndim) for a in axes]
    if not chosen:
        return jnp.zeros((*data.shape, 0), jnp.int64)
    return jnp.stack([lax.broadcasted_iota(jnp.int64, data.shape, axis) for axis in chosen], -1)


def _embed(data: Array, weight: Array, input_dim: int, output_dim: int) -> Array:
    if weight.shape != (input_dim, output_dim):
        raise MXNetError(
            f"Embedding: Shape inconsistent, Provided = {weight.shape}, inferred shape={(input_dim, output_dim)}"
        )
    return jnp.take(weight, as_index(data), 0, mode="clip")


def _weight_rows(index: int, stypes: Sequence[str], head: str, *, sparse_grad: bool, **_: Any) -> str:
    return ROW_SPARSE if index == 1 and sparse_grad else DENSE


@op("Embedding", aliases=("_sparse_Embedding",), types="? -> dtype", gradient_storage=_weight_rows, makes_sparse=True)
def embedding(
    data: Array, weight: Array, *, input_dim: int, output_dim: int, dtype: DType = FLOAT32, sparse_grad: bool = False
) -> Array:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet.

    data: The numbers, of any shape; those out of range are clipped.
    weight: The vectors, of shape (input_dim, output_dim).
    dtype: The type of the weight, where a graph is inferred.

    >>> nd.Embedding(nd.array([2, 0]), nd.array([[0, 1], [2, 3], [4, 5]]), input_dim=3, output_dim=2).asnumpy()
    array([[4., 5.],
           [0., 1.]], dtype=float32)
    """
    return _embed(data, weight, input_dim, output_dim)


@op(
    "_contrib_SparseEmbedding",
    types="? -> dtype",
    gradient_storage=lambda index, *_, **__: ROW_SPARSE if index == 1 else DENSE,
    makes_sparse=True,
    like=embedding,
)
def sparse_embedding(data: Array, weight: Array, *, deterministic: bool = False, **how: Any) -> Array:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched.

    data: The numbers, of any shape; those out of range are clipped.
    weight: The vectors, of shape (input_dim, output_dim).
    dtype: The type of the weight, where a graph is inferred.
    deterministic: Has no effect: gradients are summed in one order always.

    >>> nd.contrib.SparseEmbedding(nd.array([2, 0]), nd.array([[0, 1], [2, 3], [4, 5]]), input_dim=3,
    ...     output_dim=2).asnumpy()
    array([[4., 5.],
           [0., 1.]], dtype=float32)
    """
    return _embed(data, weight, how["input_dim"], how["output_dim"])


for _embedding in (embedding, sparse_embedding):

    @_embedding.fill_shapes
    def _(*_shapes: Shape | None, input_dim: int, output_dim: int, **_: Any) -> dict[str, Shape]:
        return {"weight": (input_dim, output_dim)}

    @_embedding.fill_types
    def _(data: str | None, weight: str | None, *, dtype: str, **_: Any) -> dict[str, str]:
        return {"weight": dtype} if weight is None else {"weight": weight, "output0": weight}
