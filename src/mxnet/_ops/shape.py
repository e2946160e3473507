"""Shapes and axes: the same numbers seen under another shape, in another order, or more than once."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import PartialShapes, op
from mxnet.error import MXNetError

Array = jax.Array


def normal_axis(name: str, axis: int, ndim: int) -> int:
    """An axis counted from the front, or MXNet's complaint that there is no such axis."""
    if not -ndim <= axis < ndim:
        raise MXNetError(
            f"{name}: axis {axis} exceeds the input dimension of {ndim}; expected an axis in [{-ndim}, {ndim})."
        )
    return axis % ndim


def is_known(shape: Shape | None) -> bool:
    """Whether a shape, perhaps known in part, is known wholly."""
    return shape is not None and -1 not in shape


def infer_reshape(shape: Shape, codes: Shape, reverse: bool = False) -> Shape:
    """The shape that MXNet's reshape codes make of ``shape``.

    A code is a size, 0 (copy this axis), -1 (what remains, once), -2 (copy all remaining axes), -3 (merge two axes)
    or -4 followed by two sizes (split an axis; one of them may be -1). With ``reverse`` both are read from the right.
    """
    source, wanted = (shape[::-1], codes[::-1]) if reverse else (shape, codes)
    target: list[int] = []
    unknown = None
    at = 0
    rest = iter(wanted)
    for code in rest:
        needed = {0: 1, -3: 2, -4: 1}.get(code, 0)
        if at + needed > len(source) and needed:
            raise MXNetError(f"reshape: code {code} in {codes} wants an axis that shape {shape} does not have")
        if code == 0:
            target.append(source[at])
        elif code == -1:
            if unknown is not None:
                raise MXNetError(f"reshape: One and only one dim can be inferred, but got {codes}")
            unknown = len(target)
            target.append(1)
        elif code == -2:
            target += source[at:]
            needed = len(source) - at
        elif code == -3:
            target.append(source[at] * source[at + 1])
        elif code == -4:
            target += _split_axis(source[at], next(rest, 0), next(rest, 0), codes)
        elif code > 0:
            target.append(code)
        else:
            raise MXNetError(f"reshape: shape dim size must be >= -1, while received {code} in shape {codes}")
        at += needed or 1
    if unknown is not None:
        target[unknown] = math.prod(shape) // (math.prod(target) or 1)
    if math.prod(target) != math.prod(shape):
        raise MXNetError(
            f"Cannot reshape array of size {math.prod(shape)} into shape {tuple(codes)}: "
            f"Target shape size is different to source. Target: {tuple(target)} Source: {tuple(shape)}"
        )
    return tuple(target[::-1] if reverse else target)


def _split_axis(size: int, left: int, right: int, codes: Shape) -> tuple[int, int]:
    """The two sizes that -4 splits an axis into."""
    if left == right == -1:
        raise MXNetError(f"reshape: Split dims cannot both be -1. Received {codes}")
    if left == -1 and right > 0:
        left = size // right
    elif right == -1 and left > 0:
        right = size // left
    if left * right != size or min(left, right) < 0:
        raise MXNetError(f"reshape: Split dims {left}, {right} do not divide original dim {size} in {codes}")
    return left, right


@op("Reshape", aliases=("reshape",), unnamed_input=True)
def reshape(
    data: Array, *, shape: Shape = (), reverse: bool = False, target_shape: Shape = (), keep_highest: bool = False
) -> Array:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split.

    ``target_shape`` and ``keep_highest`` are the way of MXNet 0.x: one 0 is inferred, the first axis may be kept.

    shape: The new shape. A size, or a code: 0 copies the axis in this place, -1 is what remains (once at most), -2
        copies all further axes, -3 merges two axes, -4 with two sizes after it splits an axis.
    reverse: Read the codes from the last axis to the first.
    target_shape: The new shape as MXNet 0.x took it, one 0 being what remains; only if ``shape`` is empty.
    keep_highest: With ``target_shape``: keep the first axis.

    >>> x = nd.zeros((2, 3, 4))
    >>> [nd.reshape(x, shape=shape).shape for shape in ((-1, 4), (0, -3), (-4, 1, 2, -2))]
    [(6, 4), (2, 12), (1, 2, 3, 4)]
    """
    if shape or not target_shape:
        return lax.reshape(data, infer_reshape(data.shape, shape, reverse))
    wanted = [-1 if size == 0 else size for size in target_shape]
    if keep_highest:
        wanted[0] = data.shape[0]
    return lax.reshape(data, infer_reshape(data.shape, tuple(wanted)))


@reshape.fill_from_outputs
def _(shapes: PartialShapes, outputs: PartialShapes, **_: Any) -> PartialShapes:
    """The one unknown length of an array that has as many elements as a known one."""
    shape, whole = shapes[0], outputs[0]
    if shape is None or shape.count(-1) != 1 or whole is None or not is_known(whole):
        return shapes
    rest = math.prod([size for size in shape if size != -1])
    if not rest or math.prod(whole) % rest:
        return shapes
    return [tuple([math.prod(whole) // rest if size == -1 else size for size in shape])]


@reshape.numpy
def _(data: np.ndarray, shape: Shape, reverse: bool, target_shape: Shape, keep_highest: bool) -> np.ndarray:
    return data.reshape(infer_reshape(data.shape, shape, reverse)) if shape else NotImplemented


@op("reshape_like", types="T ? -> T", method=True)
def reshape_like(
    lhs: Array,
    rhs: Array,
    *,
    lhs_begin: int | None = None,
    lhs_end: int | None = None,
    rhs_begin: int | None = None,
    rhs_end: int | None = None,
) -> Array:
    """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range.

    lhs: The array to reshape.
    rhs: The array whose axes are taken as the model.
    lhs_begin: The first axis of ``lhs`` to replace; the first of all if None.
    lhs_end: The axis of ``lhs`` before which to stop; None is the end.
    rhs_begin: The first axis of ``rhs`` to copy; the first of all if None.
    rhs_end: The axis of ``rhs`` before which to stop; None is the end.

    >>> nd.reshape_like(nd.arange(6), nd.zeros((2, 3))).shape
    (2, 3)
    """
    lb, le = _axis_range("lhs", lhs.ndim, lhs_begin, lhs_end)
    rb, re = _axis_range("rhs", rhs.ndim, rhs_begin, rhs_end)
    shape = (*lhs.shape[:lb], *rhs.shape[rb:re], *lhs.shape[le:])
    if math.prod(shape) != lhs.size:
        raise MXNetError(
            f"Cannot reshape lhs with shape {lhs.shape} to new shape {shape} because they have different size."
        )
    return lax.reshape(lhs, shape)


def _axis_range(side: str, ndim: int, begin: int | None, end: int | None) -> tuple[int, int]:
    first = 0 if begin is None else begin + ndim * (begin < 0)
    last = ndim if end is None else end + ndim * (end < 0)
    if last > ndim:
        raise MXNetError(f"reshape_like: Invalid end for {side}_end={end} as dimension number is {ndim}")
    if not 0 <= first < last:
        raise MXNetError(f"reshape_like: Invalid begin, end, get {side}_begin={begin}, {side}_end={end}")
    return first, last


@op("Flatten", aliases=("flatten",), unnamed_input=True, method="flatten")
def flatten(data: Array) -> Array:
    """All axes but the first folded into one.

    data: An array of at least one axis, such as a batch of images.

    >>> nd.flatten(nd.zeros((2, 3, 4))).shape
    (2, 12)
    """
    return lax.reshape(data, (data.shape[0], math.prod(data.shape[1:])))


@op("transpose", unnamed_input=True, method=True)
def transpose(data: Array, *, axes: Shape = ()) -> Array:
    """The axes in the order ``axes``, reversed if none is given.

    axes: Which axis of the data each axis of the result is.

    >>> nd.transpose(nd.zeros((2, 3, 4))).shape, nd.transpose(nd.zeros((2, 3, 4)), axes=(1, 0, 2)).shape
    ((4, 3, 2), (3, 2, 4))
    """
    if not axes:
        return lax.transpose(data, tuple(range(data.ndim))[::-1])
    order = tuple(normal_axis("transpose", axis, data.ndim) for axis in axes)
    if sorted(order) != list(range(data.ndim)):
        raise MXNetError(f"transpose: expected each axis of shape {data.shape} once, but got axes={axes}")
    return lax.transpose(data, order)


@transpose.numpy
def _(data: np.ndarray, axes: Shape) -> np.ndarray:
    return data.transpose(axes or None)


@op("SwapAxis", aliases=("swapaxes",), output_names=("output",), method="swapaxes")
def swap_axes(data: Array, *, dim1: int = 0, dim2: int = 0) -> Array:
    """Two axes exchanged.

    dim1: One of the two axes.
    dim2: The other.

    >>> nd.swapaxes(nd.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    for which, axis in (("axis1", dim1), ("axis2", dim2)):
        if not -data.ndim <= axis < data.ndim:
            raise MXNetError(f"SwapAxis: {which}: axis {axis} is out of bounds for array of ndim {data.ndim}")
    return jnp.swapaxes(data, dim1, dim2)


@op("expand_dims", unnamed_input=True, method=True)
def expand_dims(data: Array, *, axis: int) -> Array:
    """A new axis of size one before ``axis``; negative positions count from the end of the result.

    axis: Where the new axis stands in the result.

    >>> nd.expand_dims(nd.zeros((2, 3)), axis=1).shape
    (2, 1, 3)
    """
    if not -data.ndim - 1 <= axis <= data.ndim:
        raise MXNetError(f"expand_dims: axis must be in the range [{-data.ndim - 1}, {data.ndim}] ({axis} provided)")
    return lax.expand_dims(data, (axis % (data.ndim + 1),))


@expand_dims.numpy
def _(data: np.ndarray, axis: int) -> np.ndarray:
    return np.expand_dims(data, axis)


@op("squeeze", method=True)
def squeeze(data: Array, *, axis: Shape | None = None) -> Array:
    """Without its axes of size one, or without those named; a single number keeps the shape (1,).

    axis: The axes to drop, each of length 1; None drops all of those.

    >>> nd.squeeze(nd.zeros((2, 1, 3, 1))).shape, nd.squeeze(nd.zeros((2, 1, 3, 1)), axis=1).shape
    ((2, 3), (2, 3, 1))
    """
    if axis is None:
        drop = [i for i, size in enumerate(data.shape) if size == 1]
    else:
        for a in axis:
            if not -data.ndim <= a < data.ndim:
                raise MXNetError(f"squeeze: axis {a} is out of bounds for array of dimension {data.ndim}")
            if data.shape[a] != 1:
                raise MXNetError(
                    f"squeeze: cannot select an axis to squeeze out which has size={data.shape[a]} not equal to one"
                )
        drop = [a % data.ndim for a in axis]
        if len(set(drop)) != len(drop):
            raise MXNetError(f"squeeze: duplicate value in axis {axis}")
    kept = tuple(size for i, size in enumerate(data.shape) if i not in drop)
    return lax.reshape(data, kept or (1,))


@op("reverse", aliases=("flip",), same_shape=True, method="flip")
def reverse(data: Array, *, axis: Shape) -> Array:
    """The order of the elements reversed along the axes.

    axis: The axis or axes along which to reverse.

    >>> nd.flip(nd.array([[1, 2], [3, 4]]), axis=0).asnumpy()
    array([[3., 4.],
           [1., 2.]], dtype=float32)
    """
    return lax.rev(data, tuple({normal_axis("reverse", a, data.ndim): None for a in axis}))


@reverse.numpy
def _(data: np.ndarray, axis: Shape) -> np.ndarray:
    return np.flip(data, axis)


@op("broadcast_to", unnamed_input=True)
def broadcast_to(data: Array, *, shape: Shape = ()) -> Array:
    """Axes of size one repeated to ``shape``, where 0 keeps a size.

    shape: The new shape, of as many axes; 0 keeps a length.

    >>> nd.broadcast_to(nd.array([[1], [2]]), shape=(0, 3)).asnumpy()
    array([[1., 1., 1.],
           [2., 2., 2.]], dtype=float32)
    """
    _same_rank(data.shape, shape)
    return _stretch(data, tuple(size or old for size, old in zip(shape, data.shape, strict=True)), shape)


@op("broadcast_axis", aliases=("broadcast_axes",), unnamed_input=True, method="broadcast_axes")
def broadcast_axis(data: Array, *, axis: Shape = (), size: Shape = ()) -> Array:
    """The axes named, all of size one, repeated to the sizes given.

    axis: The axes to stretch, each of length 1.
    size: The new length of each of them.

    >>> nd.broadcast_axis(nd.array([[1], [2]]), axis=1, size=3).asnumpy()
    array([[1., 1., 1.],
           [2., 2., 2.]], dtype=float32)
    """
    if len(axis) != len(size):
        raise MXNetError(f"broadcast_axis: expected as many sizes as axes, but got axis={axis}, size={size}")
    shape = list(data.shape)
    for a, n in zip(axis, size, strict=True):
        a = normal_axis("broadcast_axis", a, data.ndim)
        if shape[a] != 1:
            raise MXNetError(f"broadcast_axis: Broadcasting axis must have size 1, but axis {a} has size {shape[a]}")
        shape[a] = n
    return jnp.broadcast_to(data, shape)


@op("broadcast_like", types="T ? -> T")
def broadcast_like(lhs: Array, rhs: Array, *, lhs_axes: Shape | None = None, rhs_axes: Shape | None = None) -> Array:
    """``lhs`` repeated to the shape of ``rhs``, or ``lhs_axes`` only, to the sizes that ``rhs_axes`` have.

    lhs: The array to stretch.
    rhs: The array with the lengths to reach.
    lhs_axes: The axes of ``lhs`` to stretch; all if None.
    rhs_axes: The axes of ``rhs`` that give the lengths, one for each of ``lhs_axes``.

    >>> nd.broadcast_like(nd.array([[1], [2]]), nd.zeros((2, 3))).asnumpy()
    array([[1., 1., 1.],
           [2., 2., 2.]], dtype=float32)
    """
    if lhs_axes is None or rhs_axes is None:
        _same_rank(lhs.shape, rhs.shape)
        return _stretch(lhs, rhs.shape, rhs.shape)
    if len(lhs_axes) != len(rhs_axes):
        raise MXNetError(f"broadcast_like: Input_axis and other_axis size does not match: {lhs_axes} and {rhs_axes}")
    if not lhs_axes:
        raise MXNetError("broadcast_like: Empty axes tuple is not allowed")
    shape = list(lhs.shape)
    for i, (to, of) in enumerate(zip(lhs_axes, rhs_axes, strict=True)):
        for side, axis, ndim in (("lhs_axes", to, lhs.ndim), ("rhs_axes", of, rhs.ndim)):
            if not -ndim <= axis < ndim:
                raise MXNetError(f"broadcast_like: Invalid dimension specified in {side}: {axis}")
        if lhs.shape[to] != 1:
            raise MXNetError(
                f"broadcast_like: Input axis {to} at dimension {i} cannot be broadcasted to {rhs.shape[of]}"
            )
        shape[to] = rhs.shape[of]
    return jnp.broadcast_to(lhs, shape)


def _same_rank(shape: Shape, target: Shape) -> None:
    if len(shape) != len(target):
        raise MXNetError(f"Operand of shape {shape} cannot be broadcasted to {target}: expected {len(shape)} axes")


def _stretch(data: Array, shape: Shape, written: Shape) -> Array:
    if any(old not in (1, new) for old, new in zip(data.shape, shape, strict=True)):
        raise MXNetError(f"Array cannot be broadcasted from {data.shape} to {written}")
    return jnp.broadcast_to(data, shape)


@op("depth_to_space", method=True)
def depth_to_space(data: Array, *, block_size: int) -> Array:
    """Blocks of channels laid out as squares of ``block_size`` by ``block_size`` pixels.

    data: Images of shape (batch, channels, height, width); channels are a multiple of ``block_size ** 2``.
    block_size: The side of a square of pixels.

    >>> nd.depth_to_space(nd.arange(8).reshape((1, 4, 1, 2)), block_size=2).asnumpy()
    array([[[[0., 2., 1., 3.],
             [4., 6., 5., 7.]]]], dtype=float32)
    """
    n, c, h, w = _image_shape("Depth To Space", data, block_size)
    if c % block_size**2:
        raise MXNetError(
            "Cannot perform Depth To Space operation on the specified tensor. Dimension:1(depth dimension) should be "
            f"a multiple of 'block^2': got {c} and block_size={block_size}"
        )
    out = c // block_size**2
    blocks = lax.reshape(data, (n, block_size, block_size, out, h, w))
    return lax.reshape(lax.transpose(blocks, (0, 3, 4, 1, 5, 2)), (n, out, h * block_size, w * block_size))


@op("space_to_depth", method=True)
def space_to_depth(data: Array, *, block_size: int) -> Array:
    """Squares of ``block_size`` by ``block_size`` pixels stacked as channels.

    data: Images of shape (batch, channels, height, width); height and width are multiples of ``block_size``.
    block_size: The side of a square of pixels.

    >>> nd.space_to_depth(nd.arange(4).reshape((1, 1, 2, 2)), block_size=2).reshape(-1).asnumpy()
    array([0., 1., 2., 3.], dtype=float32)
    """
    n, c, h, w = _image_shape("Space To Depth", data, block_size)
    for axis, size in ((2, h), (3, w)):
        if size % block_size:
            raise MXNetError(
                f"Cannot perform Space To Depth operation on the specified tensor. Dimension:{axis} should be a "
                f"multiple of 'block': got {size} and block_size={block_size}"
            )
    blocks = lax.reshape(data, (n, c, h // block_size, block_size, w // block_size, block_size))
    moved = lax.transpose(blocks, (0, 3, 5, 1, 2, 4))
    return lax.reshape(moved, (n, c * block_size**2, h // block_size, w // block_size))


def _image_shape(title: str, data: Array, block_size: int) -> tuple[int, int, int, int]:
    if data.ndim != 4:
        raise MXNetError(f"Operation {title} requires exactly 4D tensor, but got shape {data.shape}")
    if block_size <= 0:
        raise MXNetError(f"{title}: block_size must be a positive integer value, but got {block_size}")
    if 0 in data.shape:
        raise MXNetError(f"Operation {title} requires a tensor with elements, but got shape {data.shape}")
    n, c, h, w = data.shape
    return n, c, h, w


@op("diag", method=True)
def diag(data: Array, *, k: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The ``k``-th diagonal of the planes of two axes, or a matrix with the vector given on that diagonal.

    k: Which diagonal: 0 the main one, positive above it, negative below.
    axis1: For more than one axis: the axis of rows.
    axis2: For more than one axis: the axis of columns.

    >>> nd.diag(nd.array([[1, 2], [3, 4]])).asnumpy(), nd.diag(nd.array([1, 2])).asnumpy()
    (array([1., 4.], dtype=float32), array([[1., 0.],
           [0., 2.]], dtype=float32))
    """
    if data.ndim == 1:
        return jnp.diag(data, k)
    first, second = normal_axis("diag", axis1, data.ndim), normal_axis("diag", axis2, data.ndim)
    if first == second:
        raise MXNetError(f"diag: axis1 and axis2 cannot refer to the same axis {first}")
    if not -data.shape[first] < k < data.shape[second]:
        raise MXNetError(f"diag: Diagonal does not exist. k={k} of a plane {data.shape[first]} x {data.shape[second]}")
    return jnp.diagonal(data, k, first, second)


@op("shape_array", types="? -> int64", method=True)
def shape_array(data: Array) -> Array:
    """The shape as an array of int64.

    >>> nd.shape_array(nd.zeros((2, 3))).asnumpy()
    array([2, 3])
    """
    return jnp.asarray(data.shape, jnp.int64)


@op("size_array", types="? -> int64", method=True)
def size_array(data: Array) -> Array:
    """The number of elements as an array of one int64.

    >>> nd.size_array(nd.zeros((2, 3))).asnumpy()
    array([6])
    """
    return jnp.asarray([data.size], jnp.int64)
