"""Sampling of feature maps: spatial transformers, correlation, deformable convolution."""

import math
from collections.abc import Callable
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.convolution import convolution
from mxnet._ops.registry import op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "Images of shape (batch, channels, height, width).",
    "offset": "Displacements, of shape (batch, 2 * groups * kernel elements, h, w).",
    "weight": "The kernels, of shape (num_filter, channels / num_group, *kernel).",
    "bias": "Of shape (num_filter,); left out with ``no_bias``.",
    "num_deformable_group": "Into how many groups channels are divided that share displacements.",
}

Array = jax.Array


def widened(dtype: Any) -> Any:
    """Coordinates and sums need float32 at least."""
    return jnp.promote_types(dtype, jnp.float32)


def widen(array: Array) -> Array:
    """The array in float32 at least."""
    return array.astype(widened(array.dtype))


def need_ndim(shape: tuple[int, ...], ndim: int, name: str, what: str) -> None:
    if len(shape) != ndim:
        raise MXNetError(f"{name}: {what} should be a {ndim}D tensor, but its shape is {shape}")


def _corner(size: Shape, which: Array, y: Array, x: Array, down: Any, right: Any) -> tuple[Array, Array, Array, Array]:
    """The row of flattened maps at one of the pixels around points, whether there is such, and its weights."""

    def along(at: Array, far: Any, length: int) -> tuple[Array, Array, Array]:
        low = lax.floor(at)
        corner = low + far
        last = np.asarray(length - 1, at.dtype)
        pixel = lax.clamp(np.zeros_like(last), corner, last).astype(jnp.int32)
        return pixel, (corner >= 0) & (corner <= last), 1 - far + (2 * far - 1) * (at - low)

    row, y_inside, y_weight = along(y, down, size[0])
    column, x_inside, x_weight = along(x, right, size[1])
    return (which * size[0] + row) * size[1] + column, y_inside & x_inside, y_weight, x_weight


def _only(inside: Array, values: Array) -> Array:
    return lax.select(inside, values, lax.full_like(values, 0))


def _read(rows: Array, index: Array) -> Array:
    """``rows[index]``, all of whose numbers are good."""
    numbers = lax.GatherDimensionNumbers((index.ndim,), (0,), (0,))
    size = (1, rows.shape[1])
    return lax.gather(rows, index[..., None], numbers, size, mode=lax.GatherScatterMode.PROMISE_IN_BOUNDS)


def _add_to(rows: Array, index: Array, values: Array) -> Array:
    """``rows`` with values added at ``index``, all of whose numbers are good."""
    numbers = lax.ScatterDimensionNumbers((index.ndim,), (0,), (0,))
    mode = lax.GatherScatterMode.PROMISE_IN_BOUNDS
    return lax.scatter_add(rows, index[..., None], values.astype(rows.dtype), numbers, mode=mode)


def interpolate(maps: Array, which: Array, y: Array, x: Array) -> Array:
    """Bilinear values at points of any shape, (..., C), each in the map of its own number.

    ``maps`` are (..., H, W, C), numbered along all their leading axes; zeros lie around each.
    """
    rows = jnp.asarray(maps).reshape(-1, maps.shape[-1])
    return _interpolate(maps.shape[-3:-1], rows, which, y, x)


def _interpolate(size: Shape, rows: Array, which: Array, y: Array, x: Array) -> Array:
    out = jnp.zeros((*y.shape, rows.shape[-1]), jnp.promote_types(rows.dtype, y.dtype))
    for corner in range(4):
        index, inside, y_weight, x_weight = _corner(size, which, y, x, *divmod(corner, 2))
        out += _read(rows, index) * _only(inside, y_weight * x_weight)[..., None]
    return out


def interpolate_all(maps: Array, which: Array, y: Array, x: Array) -> Array:
    """``interpolate`` with a gradient that is a loop over the corners: a quarter of the program.

    It is for points of whole batches: under ``vmap`` the gradient of the maps would be made for each element.
    """
    rows = jnp.asarray(maps).reshape(-1, maps.shape[-1])
    return _looped(maps.shape[-3:-1], rows, which, y, x)


_looped = jax.custom_vjp(_interpolate, nondiff_argnums=(0,))


def _looped_forward(size: Shape, *arrays: Array) -> tuple[Array, tuple[Array, ...]]:
    return _interpolate(size, *arrays), arrays


def _looped_backward(size: Shape, arrays: tuple[Array, ...], cotangent: Array) -> tuple[Array | None, ...]:
    rows, which, y, x = arrays

    def add(corner: Array, sums: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
        down, right = (corner >> 1).astype(y.dtype), (corner & 1).astype(y.dtype)
        index, inside, y_weight, x_weight = _corner(size, which, y, x, down, right)
        share = cotangent * _only(inside, y_weight * x_weight)[..., None]
        value = _only(inside, (_read(rows, index) * cotangent).sum(-1))
        d_y, d_x = value * (2 * down - 1) * x_weight, value * (2 * right - 1) * y_weight
        return _add_to(sums[0], index, share), sums[1] + d_y, sums[2] + d_x

    start = (
        jnp.zeros(rows.shape, widened(rows.dtype)),
        jnp.zeros(y.shape, cotangent.dtype),
        jnp.zeros(x.shape, cotangent.dtype),
    )
    d_rows, d_y, d_x = lax.fori_loop(0, 4, add, start)
    return d_rows.astype(rows.dtype), None, d_y.astype(y.dtype), d_x.astype(x.dtype)


_looped.defvjp(_looped_forward, _looped_backward)


def clamp(at: Array, size: int) -> Array:
    """Coordinates moved onto the image; what moves has no derivative."""
    return jnp.where(at >= size - 1, size - 1, jnp.where(at <= 0, 0, at))


def _sample(data: Array, y: Array, x: Array) -> Array:
    """Bilinear values of (N, C, H, W) images at points (N, h, w) in pixels."""
    which = jnp.arange(data.shape[0], dtype=jnp.int32)[:, None, None]
    out = interpolate_all(data.transpose(0, 2, 3, 1), which, y, x)
    return out.transpose(0, 3, 1, 2).astype(data.dtype)


def _unit_to_pixels(unit: Array, size: int) -> Array:
    return (widen(unit) + 1) * ((size - 1) / 2)


@op("BilinearSampler", output_names=("output",), total_outputs=2)
def bilinear_sampler(data: Array, grid: Array, *, cudnn_off: bool | None = None) -> Array:
    """Sample images at the points of ``grid`` of shape (batch, 2, h, w): x and y, the image spanning -1 to 1.

    data: Images of shape (batch, channels, height, width).
    grid: Points of shape (batch, 2, h, w): x, then y.

    >>> x = nd.arange(4).reshape((1, 1, 2, 2))
    >>> nd.BilinearSampler(x, nd.zeros((1, 2, 1, 1))).asnumpy()
    array([[[[1.5]]]], dtype=float32)
    """
    need_ndim(data.shape, 4, "BilinearSampler", "data")
    if grid.ndim != 4 or grid.shape[:2] != (data.shape[0], 2):
        raise MXNetError(
            f"BilinearSampler: expected a grid of shape {(data.shape[0], 2, 'h', 'w')} for data of shape {data.shape}, "
            f"but got {grid.shape}"
        )
    height, width = data.shape[2:]
    return _sample(data, _unit_to_pixels(grid[:, 1], height), _unit_to_pixels(grid[:, 0], width))


def _affine_grid(matrices: Array, shape: tuple[int, ...]) -> Array:
    """The points (batch, 2, h, w) that 2 x 3 matrices map a regular grid to."""
    height, width = shape
    y, x = (jnp.arange(n, dtype=matrices.dtype) * (2 / max(n - 1, 1)) - 1 for n in (height, width))
    regular = jnp.stack([*jnp.broadcast_arrays(x, y[:, None]), jnp.ones(shape, matrices.dtype)])
    return jnp.einsum("nij,jhw->nihw", matrices.reshape(-1, 2, 3), regular, precision=lax.Precision.HIGHEST)


def _check_affine(name: str, what: str, shape: tuple[int, ...], target: Shape) -> None:
    if len(shape) != 2 or shape[1] != 6:
        raise MXNetError(f"{name}: expected {what} of shape (batch, 6), the affine matrices, but got {shape}")
    if len(target) != 2 or min(target) <= 0:
        raise MXNetError(f"{name}: incorrect target_shape: {target}; write target_shape=(height, width)")


@op("GridGenerator", output_names=("output",), total_outputs=2)
def grid_generator(data: Array, *, transform_type: Literal["affine", "warp"], target_shape: Shape = (0, 0)) -> Array:
    """Sampling points for BilinearSampler from affine matrices (batch, 6) or a flow in pixels (batch, 2, h, w).

    data: Affine matrices (batch, 6), or a flow (batch, 2, h, w).
    transform_type: ``affine`` or ``warp``.
    target_shape: Height and width of the grid, for ``affine``.

    >>> nd.GridGenerator(nd.array([[1, 0, 0, 0, 1, 0]]), transform_type="affine", target_shape=(2, 2)).asnumpy()
    array([[[[-1.,  1.],
             [-1.,  1.]],
    <BLANKLINE>
            [[-1., -1.],
             [ 1.,  1.]]]], dtype=float32)
    """
    if transform_type == "affine":
        _check_affine("GridGenerator", "data", data.shape, target_shape)
        return _affine_grid(data, target_shape)
    if data.ndim != 4 or data.shape[1] != 2:
        raise MXNetError(f"GridGenerator: expected a flow of shape (batch, 2, h, w), but got {data.shape}")
    height, width = data.shape[2:]
    x = (data[:, 0] + jnp.arange(width, dtype=data.dtype)) / ((width - 1) / 2) - 1
    y = (data[:, 1] + jnp.arange(height, dtype=data.dtype)[:, None]) / ((height - 1) / 2) - 1
    return jnp.stack([x, y], axis=1)


@op("SpatialTransformer", output_names=("output",), total_outputs=3)
def spatial_transformer(
    data: Array,
    loc: Array,
    *,
    target_shape: Shape = (0, 0),
    transform_type: Literal["affine"],
    sampler_type: Literal["bilinear"],
    cudnn_off: bool | None = None,
) -> Array:
    """Resample images through the affine maps in ``loc`` of shape (batch, 6).

    data: Images of shape (batch, channels, height, width).
    loc: Affine matrices, of shape (batch, 6).
    target_shape: Height and width of the result.
    transform_type: ``affine``, the only one there is.
    sampler_type: ``bilinear``, the only one there is.

    >>> x = nd.arange(4).reshape((1, 1, 2, 2))
    >>> nd.SpatialTransformer(x, nd.array([[1, 0, 0, 0, 1, 0]]), target_shape=(2, 2), transform_type="affine",
    ...                       sampler_type="bilinear").asnumpy()
    array([[[[0., 1.],
             [2., 3.]]]], dtype=float32)
    """
    need_ndim(data.shape, 4, "SpatialTransformer", "data")
    _check_affine("SpatialTransformer", "loc", loc.shape, target_shape)
    grid = _affine_grid(loc, target_shape)
    height, width = data.shape[2:]
    return _sample(data, _unit_to_pixels(grid[:, 1], height), _unit_to_pixels(grid[:, 0], width))


@op("Correlation", output_names=("output",), total_outputs=3, costly=True)
def correlation(
    data1: Array,
    data2: Array,
    *,
    kernel_size: int = 1,
    max_displacement: int = 1,
    stride1: int = 1,
    stride2: int = 1,
    pad_size: int = 0,
    is_multiply: bool = True,
) -> Array:
    """Mean products (or distances) of patches of two feature maps, a channel for each displacement between them.

    data1: A feature map of shape (batch, channels, height, width).
    data2: Another one, of the same shape.
    kernel_size: The side of a patch, an odd number.
    max_displacement: How far patches may be apart, in pixels.
    stride1: How far apart the patches of ``data1`` are.
    stride2: How far apart the displacements are.
    pad_size: How many zeros are put around both maps.
    is_multiply: Take products; else absolute differences.

    >>> nd.Correlation(nd.ones((1, 2, 3, 3)), nd.ones((1, 2, 3, 3)), max_displacement=1, pad_size=1).shape
    (1, 9, 3, 3)
    """
    need_ndim(data1.shape, 4, "Correlation", "data")
    need_ndim(data2.shape, 4, "Correlation", "data")
    if kernel_size % 2 == 0:
        raise MXNetError(f"Correlation: kernel size should be odd number, but kernel_size={kernel_size}")
    channels, height, width = data1.shape[1:]
    border = 2 * (max_displacement + (kernel_size - 1) // 2)
    out_size = [math.ceil((n + 2 * pad_size - border) / stride1) for n in (height, width)]
    if min(out_size) < 1:
        raise MXNetError(
            "Correlation cannot be done with current settings. Neighborhood and kernel don't fit in blob: data is "
            f"{data1.shape}, its border {border // 2}, pad_size={pad_size}"
        )
    padding = ((0, 0), (0, 0), (pad_size, pad_size), (pad_size, pad_size))
    first, second = widen(jnp.pad(data1, padding)), widen(jnp.pad(data2, padding))
    extent = [(n - 1) * stride1 + kernel_size for n in out_size]
    here = slice(max_displacement, None)
    centre = first[:, :, here, here][:, :, : extent[0], : extent[1]]
    radius = max_displacement // stride2
    shifts = jnp.arange(-radius, radius + 1, dtype=jnp.int32) * stride2 + max_displacement

    def one(y: Array, x: Array) -> Array:
        other = lax.dynamic_slice_in_dim(lax.dynamic_slice_in_dim(second, y, extent[0], 2), x, extent[1], 3)
        apart = centre - other
        term = centre * other if is_multiply else jnp.where(apart >= 0, apart, -apart)
        total = term.sum(1)
        window, strides = (1, kernel_size, kernel_size), (1, stride1, stride1)
        return lax.reduce_window(total, np.zeros((), total.dtype), lax.add, window, strides, "VALID")

    out = lax.map(lambda y: jax.vmap(lambda x: one(y, x))(shifts), shifts)
    out = out.reshape(-1, *out.shape[2:]).transpose(1, 0, 2, 3)
    return (out / (kernel_size * kernel_size * channels)).astype(data1.dtype)


def _pair(value: Shape, default: int) -> tuple[int, int]:
    return (value[0], value[1]) if value else (default, default)


def _deformed_size(size: tuple[int, ...], kernel: Shape, stride: Shape, dilate: Shape, pad: Shape) -> tuple[int, ...]:
    return tuple(
        (n + 2 * p - (d * (k - 1) + 1)) // s + 1
        for n, k, s, d, p in zip(size, kernel, _pair(stride, 1), _pair(dilate, 1), _pair(pad, 0), strict=True)
    )


def _deformed_points(offset: Array, kernel: Shape, stride: Shape, dilate: Shape, pad: Shape, groups: int) -> Array:
    """Where the kernel's cells fall, with their offsets: (batch, groups, cells, 2, h, w)."""
    batch, _, height, width = offset.shape
    starts = []
    for axis, cells in ((0, height), (1, width)):
        step, gap, edge = _pair(stride, 1)[axis], _pair(dilate, 1)[axis], _pair(pad, 0)[axis]
        taps, places = jnp.arange(kernel[axis]) * gap - edge, jnp.arange(cells) * step
        starts.append(taps[:, None] + places)
    rows = jnp.broadcast_to(starts[0][:, None, :, None], (*kernel, height, width))
    columns = jnp.broadcast_to(starts[1][None, :, None, :], (*kernel, height, width))
    offset = widen(offset)
    regular = jnp.stack([rows, columns], axis=2).reshape(-1, 2, height, width).astype(offset.dtype)
    return offset.reshape(batch, groups, -1, 2, height, width) + regular


def _deformed(
    name: str,
    data: Array,
    offset: Array,
    mask: Array | None,
    weight: Array,
    bias: Array | None,
    sample: Callable[[Array, Array, Array, Array], Array],
    **how: Any,
) -> Array:
    """Convolution whose every cell reads ``sample(maps, which, y, x)`` instead of a pixel."""
    need_ndim(data.shape, 4, name, "Input data")
    need_ndim(offset.shape, 4, name, "Input offset")
    kernel, filters, groups, spread = (how[k] for k in ("kernel", "num_filter", "num_group", "num_deformable_group"))
    window = (kernel, how["stride"], how["dilate"], how["pad"])
    if how["layout"] not in (None, "NCHW") or len(kernel) != 2:
        raise MXNetError(f"{name}: only 2-D kernels in layout NCHW are supported, but kernel={kernel}")
    batch, channels = data.shape[:2]
    if channels % groups or channels % spread or filters % groups:
        raise MXNetError(
            f"{name}: {channels} channels must divide by num_group={groups} and num_deformable_group={spread}, and "
            f"num_filter={filters} by num_group"
        )
    cells = kernel[0] * kernel[1]
    size = _deformed_size(data.shape[2:], *window)
    if offset.shape != (batch, 2 * cells * spread, *size):
        raise MXNetError(f"{name}: expected offset {(batch, 2 * cells * spread, *size)}, but got {offset.shape}")
    if mask is not None and mask.shape != (batch, cells * spread, *size):
        raise MXNetError(f"{name}: expected mask of shape {(batch, cells * spread, *size)}, but got {mask.shape}")
    points = _deformed_points(offset, *window, spread)
    maps = data.reshape(batch, spread, channels // spread, *data.shape[2:]).transpose(0, 1, 3, 4, 2)
    which = jnp.arange(batch * spread, dtype=jnp.int32).reshape(batch, spread, 1, 1, 1)
    columns = sample(maps, which, points[:, :, :, 0], points[:, :, :, 1])
    if mask is not None:
        columns = columns * mask.reshape(batch, spread, cells, *size)[..., None]
    columns = columns.transpose(0, 1, 5, 2, 3, 4).reshape(batch, groups, channels // groups, cells, -1)
    kernels = weight.reshape(groups, filters // groups, channels // groups, cells)
    out = jnp.einsum("ngckp,gfck->ngfp", columns.astype(data.dtype), kernels).reshape(batch, filters, *size)
    return (out if bias is None else out + bias[:, None, None]).astype(data.dtype)


def _inside_only(maps: Array, which: Array, y: Array, x: Array) -> Array:
    """The first deformable convolution: nothing outside the map, and its last row and column repeat."""
    height, width = maps.shape[-3:-1]
    inside = (y >= 0) & (x >= 0) & (y < height) & (x < width)
    return jnp.where(inside[..., None], interpolate_all(maps, which, clamp(y, height), clamp(x, width)), 0)


@op(
    "_contrib_DeformableConvolution",
    like=convolution,
    before="workspace",
    without=("cudnn_tune", "cudnn_off"),
    output_names=("output",),
)
def deformable_convolution(
    data: Array,
    offset: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    num_deformable_group: int = 1,
    layout: Literal["NCDHW", "NCHW", "NCW"] | None = None,
    **how: Any,
) -> Array:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place.

    >>> nd.contrib.DeformableConvolution(nd.ones((1, 1, 3, 3)), nd.zeros((1, 8, 2, 2)), nd.ones((1, 1, 2, 2)),
    ...     nd.zeros((1,)),
    ...                                  kernel=(2, 2), num_filter=1).asnumpy()
    array([[[[4., 4.],
             [4., 4.]]]], dtype=float32)
    """
    how |= {"num_deformable_group": num_deformable_group, "layout": layout}
    return _deformed("_contrib_DeformableConvolution", data, offset, None, weight, bias, _inside_only, **how)


@op("_contrib_ModulatedDeformableConvolution", like=deformable_convolution, before="layout")
def modulated_deformable_convolution(
    data: Array,
    offset: Array,
    mask: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    im2col_step: int = 64,
    **how: Any,
) -> Array:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place.

    mask: A weight for each group, cell and place, of shape (batch, groups * kernel elements, h, w).
    im2col_step: How many images MXNet takes at a time; no effect.

    >>> nd.contrib.ModulatedDeformableConvolution(
    ...     nd.ones((1, 1, 3, 3)), nd.zeros((1, 8, 2, 2)), nd.ones((1, 4, 2, 2)) / 2, nd.ones((1, 1, 2, 2)),
    ...     nd.zeros((1,)),
    ...     kernel=(2, 2), num_filter=1).asnumpy()
    array([[[[2., 2.],
             [2., 2.]]]], dtype=float32)
    """
    name = "_contrib_ModulatedDeformableConvolution"
    return _deformed(name, data, offset, mask, weight, bias, interpolate_all, **how)


@deformable_convolution.fill_shapes
@modulated_deformable_convolution.fill_shapes
def _fill(
    data: Shape | None, *_: Any, num_filter: int, num_group: int, kernel: Shape, no_bias: bool, **__: Any
) -> dict[str, Shape]:
    known: dict[str, Shape] = {} if no_bias else {"bias": (num_filter,)}
    if data is not None:
        known["weight"] = (num_filter, data[1] // num_group, *kernel)
    return known


@deformable_convolution.use_inputs
def _inputs(*, no_bias: bool, **_: Any) -> tuple[str, ...]:
    return ("data", "offset", "weight") if no_bias else ("data", "offset", "weight", "bias")


@modulated_deformable_convolution.use_inputs
def _modulated_inputs(*, no_bias: bool, **_: Any) -> tuple[str, ...]:
    return ("data", "offset", "mask", "weight") if no_bias else ("data", "offset", "mask", "weight", "bias")
