"""Joining arrays, cutting one into several, and repeating one: concat, split, tile, pad, patches of images."""

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.host_convolution import holds_channels_last, library_join
from mxnet._ops.onednn_call import hold
from mxnet._ops.registry import PartialShapes, op
from mxnet._ops.shape import is_known, normal_axis
from mxnet._ops.storage import CSR, DENSE
from mxnet._types import Partition
from mxnet.error import MXNetError
from mxnet.util import is_np_shape

Array = jax.Array

# Joined images of fewer elements are cheap enough to be computed anew for each reader.
HELD_ELEMENTS = 1 << 16


def _uniform(name: str, arrays: Sequence[Array | np.ndarray]) -> None:
    """Refuse to join nothing, or arrays of different dtypes: MXNet never promotes."""
    if not arrays:
        raise MXNetError(f"{name}: expected at least one array, but got none")
    for i, array in enumerate(arrays):
        if array.dtype != arrays[0].dtype:
            raise MXNetError(
                f"Non-uniform data type in {name}, expected data type {arrays[0].dtype}, got data type {array.dtype} "
                f"for input {i}; write .astype('{arrays[0].dtype}')"
            )


def _concat(*data: Array, num_args: int, dim: int = 1) -> Array:
    """The arrays one after the other along the axis ``dim``.

    data: The arrays, equal in all axes but ``dim``.
    dim: The axis along which they are joined.

    >>> nd.concat(nd.ones((2, 1)), nd.zeros((2, 2)), dim=1).asnumpy()
    array([[1., 0., 0.],
           [1., 0., 0.]], dtype=float32)
    """
    _uniform("Concat", data)
    axis = normal_axis("Concat", dim, data[0].ndim)
    before, after = data[0].shape[:axis], data[0].shape[axis + 1 :]
    for array in data:
        if array.ndim != data[0].ndim or (array.shape[:axis], array.shape[axis + 1 :]) != (before, after):
            raise MXNetError(
                f"Concat: Incompatible input shape: expected {(*before, -1, *after)}, got {array.shape}; "
                f"only the axis dim={dim} may differ"
            )
    return _join_images(data) if axis == 1 and data[0].ndim > 3 else lax.concatenate(data, axis)


def _join_images(data: Sequence[Array]) -> Array:
    """Images joined by their channels; on a CPU they, and their gradient, are computed once.

    In a network whose layers each join what they compute to what they read, XLA would otherwise make one join of all of
    a layer's joins, and compute a layer's gradient from those of all later layers in one kernel. (Arrays of three axes
    are no images: the second may well be time.)
    """
    if not holds_channels_last(data[0]) or sum([array.size for array in data]) < HELD_ELEMENTS:
        return lax.concatenate(data, 1)
    joined = library_join(data)
    return hold(lax.concatenate(data, 1)) if joined is None else joined


def _concat_storage(stypes: Sequence[str], *, dim: int, **_: Any) -> str:
    return CSR if set(stypes) == {CSR} and dim == 0 else DENSE


concat = op(
    "Concat",
    aliases=("concat", "_sparse_concat"),
    count_attr="num_args",
    output_names=("output",),
    storage=_concat_storage,
    costly=True,
    partition=lambda *, dim, **_: Partition(False, dim, True),
)(_concat)


@concat.numpy
def _(*data: np.ndarray, dim: int, num_args: int) -> np.ndarray:
    _uniform("Concat", data)
    return np.concatenate(data, dim)


rnn_param_concat = op("_rnn_param_concat", count_attr="num_args", output_names=("output",))(_concat)


@rnn_param_concat.fill_from_outputs
def _(shapes: PartialShapes, outputs: PartialShapes, *, dim: int, **_: Any) -> PartialShapes:
    """Those of unknown length share equally what the others leave of the whole."""
    whole, parts = outputs[0], [s for s in shapes if s is not None]
    if whole is None or not is_known(whole) or len(parts) < len(shapes) or any(len(s) != len(whole) for s in parts):
        return shapes
    unknown = sum(s[dim] == -1 for s in parts)
    left = whole[dim] - sum(s[dim] for s in parts if s[dim] != -1)
    if not unknown or left <= 0 or left % unknown:
        return shapes
    return [tuple(left // unknown if a == dim and n == -1 else n for a, n in enumerate(s)) for s in parts]


@op("stack", count_attr="num_args", partition=lambda *, axis, **_: Partition(False, axis, False))
def stack(*data: Array, axis: int = 0, num_args: int) -> Array:
    """The arrays side by side along a new axis.

    data: The arrays, all of one shape.
    axis: Where the new axis stands in the result.

    >>> nd.stack(nd.array([1, 2]), nd.array([3, 4]), axis=1).asnumpy()
    array([[1., 3.],
           [2., 4.]], dtype=float32)
    """
    _uniform("stack", data)
    for array in data:
        if array.shape != data[0].shape:
            raise MXNetError(f"stack: expected arrays of one shape, {data[0].shape}, but got {array.shape}")
    at = normal_axis("stack", axis, data[0].ndim + 1)
    return lax.concatenate([lax.expand_dims(array, (at,)) for array in data], at)


@stack.numpy
def _(*data: np.ndarray, axis: int, num_args: int) -> np.ndarray:
    _uniform("stack", data)
    return np.stack(data, axis)


def _part_names(*, num_outputs: int, **_: Any) -> tuple[str, ...]:
    return ("output",) if num_outputs == 1 else tuple(f"output{i}" for i in range(num_outputs))


@op(
    "SliceChannel",
    aliases=("split",),
    outputs=lambda *, num_outputs, **_: num_outputs,
    output_names=_part_names,
    method="split",
    partition=lambda *, axis, squeeze_axis, **_: Partition(True, axis, not squeeze_axis),
)
def split(data: Array, *, num_outputs: int, axis: int = 1, squeeze_axis: bool = False) -> tuple[Array, ...]:
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one.

    num_outputs: How many parts; it divides the length of the axis.
    axis: The axis to cut.
    squeeze_axis: Drop the axis from parts that are 1 long.

    >>> [part.shape for part in nd.split(nd.zeros((2, 6)), num_outputs=3, axis=1)]
    [(2, 2), (2, 2), (2, 2)]
    """
    along = normal_axis("SliceChannel", axis, data.ndim)
    size = data.shape[along]
    if num_outputs < 1 or size % num_outputs:
        raise MXNetError(
            f"You are trying to split the {along}-th axis of input tensor with shape {data.shape} into "
            f"num_outputs={num_outputs} evenly sized chunks, but this is not possible because {num_outputs} does not "
            f"evenly divide {size}"
        )
    if squeeze_axis and size != num_outputs:
        raise MXNetError(
            "If squeeze axis is True, the size of the sliced axis must be the same as num_outputs. "
            f"Input shape={data.shape}, axis={along}, num_outputs={num_outputs}."
        )
    return _cut(data, [size // num_outputs] * num_outputs, along, squeeze_axis)


def _count_parts(*, indices: Shape, sections: int, **_: Any) -> int:
    return sections if sections > 0 else len(indices)


@op("_split_v2", outputs=_count_parts)
def split_v2(
    data: Array, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: int = 0
) -> tuple[Array, ...]:
    """Parts along an axis: ``sections`` nearly equal ones, the longer first, or one from each start in ``indices``.

    indices: Where each part begins, 0 first.
    axis: The axis to cut.
    squeeze_axis: Drop the axis from parts that are 1 long.
    sections: How many parts, in the place of ``indices``.

    >>> [part.shape for part in nd.split_v2(nd.zeros((5, 2)), (1, 3))]
    [(1, 2), (2, 2), (2, 2)]
    """
    along = normal_axis("_split_v2", axis, data.ndim)
    size = data.shape[along]
    if sections > 0:
        small, longer = divmod(size, sections)
        return _cut(data, [small + (i < longer) for i in range(sections)], along, squeeze_axis)
    if indices[:1] != (0,):
        raise MXNetError(f"_split_v2: expected the first part to start at 0, as in {(0, *indices)}, but got {indices}")
    ends = (*indices[1:], size)
    for i, (start, end) in enumerate(zip(indices, ends, strict=True)):
        if end > size:
            raise MXNetError(f"_split_v2: end {end} is no less than the size of the axis {size}")
        if start > end:
            raise MXNetError(f"_split_v2: start {start} is not less than end {end} for subarray {i}")
    sizes = [end - start for start, end in zip(indices, ends, strict=True)]
    return _cut(data, sizes, along, squeeze_axis)


def _cut(data: Array, sizes: list[int], axis: int, squeeze: bool) -> tuple[Array, ...]:
    """Consecutive parts; the gradient of this split is one concatenation."""
    if squeeze and any(size != 1 for size in sizes):
        raise MXNetError(f"split: expected axis size of 1 but got parts of sizes {sizes}; write squeeze_axis=False")
    parts = lax.split(data, sizes, axis)
    return tuple(lax.squeeze(part, (axis,)) for part in parts) if squeeze else tuple(parts)


@op("tile", method=True)
def tile(data: Array, *, reps: Shape) -> Array:
    """The whole array repeated ``reps`` times along each axis; missing axes are added in front.

    reps: How often along each axis.

    >>> nd.tile(nd.array([[1, 2]]), reps=(2, 2)).asnumpy()
    array([[1., 2., 1., 2.],
           [1., 2., 1., 2.]], dtype=float32)
    """
    if any(rep < 0 for rep in reps):
        raise MXNetError(f"tile: expected non-negative reps, but got {reps}")
    if 0 in reps and not is_np_shape():
        raise MXNetError(f"tile: reps {reps} make an array of no elements, which needs mx.util.set_np_shape(True)")
    return jnp.tile(data, reps)


@op("repeat", method=True)
def repeat(data: Array, *, repeats: int, axis: int | None = None) -> Array:
    """Each element repeated, along an axis or in the flattened array.

    repeats: How often each element is repeated.
    axis: The axis; None repeats in the flattened array.

    >>> nd.repeat(nd.array([1, 2]), repeats=2).asnumpy()
    array([1., 1., 2., 2.], dtype=float32)
    """
    if repeats < 0:
        raise MXNetError(f"repeat: repeats cannot be a negative number, got {repeats}")
    if repeats == 0:
        return jnp.zeros((0,), data.dtype)
    if axis is None:
        data, along = lax.reshape(data, (data.size,)), 0
    elif -data.ndim <= axis < data.ndim:
        along = axis % data.ndim
    else:
        raise MXNetError(f"repeat: axis = {axis} out of bounds for shape {data.shape}")
    shape = list(data.shape)
    copies = jnp.broadcast_to(lax.expand_dims(data, (along + 1,)), (*shape[: along + 1], repeats, *shape[along + 1 :]))
    shape[along] *= repeats
    return lax.reshape(copies, shape)


@op("Pad", aliases=("pad",), output_names=("output",), method="pad")
def pad(
    data: Array, *, mode: Literal["constant", "edge", "reflect"], pad_width: Shape, constant_value: float = 0.0
) -> Array:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection.

    mode: What stands in the border: ``constant``, the ``edge`` repeated, or the inside mirrored (``reflect``).
    pad_width: Before and after, for each axis in turn: two numbers an axis.
    constant_value: The number for ``constant``.

    >>> nd.pad(nd.ones((1, 1, 1, 2)), mode="constant", pad_width=(0, 0, 0, 0, 1, 0, 0, 1), constant_value=5).asnumpy()
    array([[[[5., 5., 5.],
             [1., 1., 5.]]]], dtype=float32)
    """
    if len(pad_width) != 2 * data.ndim:
        raise MXNetError(
            f"Pad: Input shape vs padding spec mismatch. Expected two numbers an axis for shape {data.shape}, "
            f"but pad_width={pad_width}"
        )
    widths = list(zip(pad_width[::2], pad_width[1::2], strict=True))
    if mode == "constant":
        fill = jnp.asarray(constant_value).astype(data.dtype)
        return lax.pad(data, fill, [(before, after, 0) for before, after in widths])
    for (before, after), size in zip(widths, data.shape, strict=True):
        if min(before, after) < 0:
            raise MXNetError(f"Pad: mode='{mode}' expects non-negative widths, but pad_width={pad_width}")
        if mode == "reflect" and max(before, after) >= max(size, 1):
            raise MXNetError(
                "Pad: Current implementation of reflection padding only supports padding sizes smaller than the input "
                f"size. Received pad_width={pad_width} for shape {data.shape}"
            )
    return jnp.pad(data, widths, mode=mode)


def _windows(
    name: str, size: Shape, kernel: Shape, stride: Shape, dilate: Shape, pad: Shape
) -> tuple[Shape, Shape, Shape, Shape]:
    """Stride, dilation and padding with their defaults, and how many windows fit along each axis."""
    ndim = len(kernel)
    stride, dilate, pad = stride or (1,) * ndim, dilate or (1,) * ndim, pad or (0,) * ndim
    if not len(size) == len(stride) == len(dilate) == len(pad) == ndim:
        raise MXNetError(
            f"{name}: expected kernel, stride, dilate and pad with one number for each of the {len(size)} image axes, "
            f"but got kernel={kernel}, stride={stride}, dilate={dilate}, pad={pad}"
        )
    counts = []
    for i in range(ndim):
        room = size[i] + 2 * pad[i] - dilate[i] * (kernel[i] - 1) - 1
        if room < 0:
            raise MXNetError(f"{name}: kernel size exceed input: kernel={kernel}, dilate={dilate} on image {size}")
        counts.append(room // stride[i] + 1)
    return stride, dilate, pad, tuple(counts)


def _offsets(kernel: Shape, dilate: Shape) -> Iterator[Shape]:
    """Where each element of the kernel reads, relative to its window."""
    for position in itertools.product(*(range(k) for k in kernel)):
        yield tuple(p * d for p, d in zip(position, dilate, strict=True))


@op("im2col", output_names=("output",))
def im2col(data: Array, *, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()) -> Array:
    """The patches of images as columns: (batch, channels * kernel elements, windows).

    data: Images of shape (batch, channels, height, width), or with one or three spatial axes.

    >>> nd.im2col(nd.arange(9).reshape((1, 1, 3, 3)), kernel=(2, 2)).asnumpy()
    array([[[0., 1., 3., 4.],
            [1., 2., 4., 5.],
            [3., 4., 6., 7.],
            [4., 5., 7., 8.]]], dtype=float32)
    """
    n, c, *size = data.shape
    stride, dilate, pad, counts = _windows("im2col", tuple(size), kernel, stride, dilate, pad)
    zero = jnp.zeros((), data.dtype)
    padded = lax.pad(data, zero, [(0, 0, 0), (0, 0, 0), *((p, p, 0) for p in pad)])
    rows = [
        lax.slice(
            padded,
            (0, 0, *offset),
            (n, c, *(o + (m - 1) * s + 1 for o, m, s in zip(offset, counts, stride, strict=True))),
            (1, 1, *stride),
        )
        for offset in _offsets(kernel, dilate)
    ]
    return lax.reshape(jnp.stack(rows, 2), (n, c * len(rows), math.prod(counts)))


@op("col2im", output_names=("output",))
def col2im(
    data: Array, *, output_size: Shape, kernel: Shape, stride: Shape = (), dilate: Shape = (), pad: Shape = ()
) -> Array:
    """Images from columns of patches, overlapping patches added: the transpose of ``im2col``.

    data: Columns of shape (batch, channels * kernel elements, windows).
    output_size: Height and width of the images.

    >>> nd.col2im(nd.ones((1, 4, 4)), output_size=(3, 3), kernel=(2, 2)).asnumpy()
    array([[[[1., 2., 1.],
             [2., 4., 2.],
             [1., 2., 1.]]]], dtype=float32)
    """
    if len(output_size) != len(kernel):
        raise MXNetError(
            "col2im: Output size must have the same number of dimensions with kernel_size, but kernel_size is set to "
            f"{kernel} while output size is {output_size}"
        )
    stride, dilate, pad, counts = _windows("col2im", output_size, kernel, stride, dilate, pad)
    elements = math.prod(kernel)
    if data.ndim != 3 or data.shape[2] != math.prod(counts) or data.shape[1] % elements:
        raise MXNetError(
            f"col2im: output size does not match convolution parameters: expected data of shape (batch, channels * "
            f"{elements}, {math.prod(counts)}), but got {data.shape}"
        )
    n, c = data.shape[0], data.shape[1] // elements
    patches = lax.reshape(data, (n, c, elements, *counts))
    zero = jnp.zeros((), data.dtype)
    image = jnp.zeros((n, c, *output_size), data.dtype)
    for i, offset in enumerate(_offsets(kernel, dilate)):
        borders = [
            (o - p, size + p - o - (m - 1) * s - 1, s - 1)
            for o, p, size, m, s in zip(offset, pad, output_size, counts, stride, strict=True)
        ]
        image = image + lax.pad(patches[:, :, i], zero, [(0, 0, 0), (0, 0, 0), *borders])
    return image
