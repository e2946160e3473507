"""Sampling of feature maps: spatial transformers, correlation, deformable convolution, pooling of regions."""

import math
from collections.abc import Callable
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array

# Elements that one step of a loop over regions may gather.
_CHUNK = 1 << 25


def _wide(array: Array) -> Array:
    """Coordinates need float32 at least."""
    return array.astype(jnp.promote_types(array.dtype, jnp.float32))


def _need(shape: tuple[int, ...], ndim: int, name: str, what: str) -> None:
    if len(shape) != ndim:
        raise MXNetError(f"{name}: {what} should be a {ndim}D tensor, but its shape is {shape}")


def _interpolate(image: Array, y: Array, x: Array) -> Array:
    """Bilinear values of an (H, W, C) image at points of any shape, (..., C); zeros lie around the image."""
    height, width, channels = image.shape
    rows, top, left = image.reshape(-1, channels), jnp.floor(y), jnp.floor(x)
    out = jnp.zeros((*y.shape, channels), jnp.promote_types(image.dtype, y.dtype))
    for y_corner, y_weight in ((top, 1 - (y - top)), (top + 1, y - top)):
        for x_corner, x_weight in ((left, 1 - (x - left)), (left + 1, x - left)):
            inside = (y_corner >= 0) & (y_corner < height) & (x_corner >= 0) & (x_corner < width)
            row = jnp.clip(y_corner, 0, height - 1).astype(jnp.int32)
            index = row * width + jnp.clip(x_corner, 0, width - 1).astype(jnp.int32)
            out += rows[index] * jnp.where(inside, y_weight * x_weight, 0)[..., None]
    return out


def _clamp(at: Array, size: int) -> Array:
    """Coordinates moved onto the image; what moves has no derivative."""
    return jnp.where(at >= size - 1, size - 1, jnp.where(at <= 0, 0, at))


def _sample(data: Array, y: Array, x: Array) -> Array:
    """Bilinear values of (N, C, H, W) images at points (N, h, w) in pixels."""
    out = jax.vmap(_interpolate)(data.transpose(0, 2, 3, 1), y, x)
    return out.transpose(0, 3, 1, 2).astype(data.dtype)


def _unit_to_pixels(unit: Array, size: int) -> Array:
    return (_wide(unit) + 1) * ((size - 1) / 2)


@op("BilinearSampler")
def bilinear_sampler(data: Array, grid: Array, *, cudnn_off: bool | None = None) -> Array:
    """Sample images at the points of ``grid`` of shape (batch, 2, h, w): x and y, the image spanning -1 to 1."""
    _need(data.shape, 4, "BilinearSampler", "data")
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


@op("GridGenerator")
def grid_generator(
    data: Array, *, transform_type: Literal["affine", "warp"], target_shape: Shape = (0, 0)
) -> Array:
    """Sampling points for BilinearSampler from affine matrices (batch, 6) or a flow in pixels (batch, 2, h, w)."""
    if transform_type == "affine":
        _check_affine("GridGenerator", "data", data.shape, target_shape)
        return _affine_grid(data, target_shape)
    if data.ndim != 4 or data.shape[1] != 2:
        raise MXNetError(f"GridGenerator: expected a flow of shape (batch, 2, h, w), but got {data.shape}")
    height, width = data.shape[2:]
    x = (data[:, 0] + jnp.arange(width, dtype=data.dtype)) / ((width - 1) / 2) - 1
    y = (data[:, 1] + jnp.arange(height, dtype=data.dtype)[:, None]) / ((height - 1) / 2) - 1
    return jnp.stack([x, y], axis=1)


@op("SpatialTransformer")
def spatial_transformer(
    data: Array,
    loc: Array,
    *,
    target_shape: Shape = (0, 0),
    transform_type: Literal["affine"],
    sampler_type: Literal["bilinear"],
    cudnn_off: bool | None = None,
) -> Array:
    """Resample images through the affine maps in ``loc`` of shape (batch, 6)."""
    _need(data.shape, 4, "SpatialTransformer", "data")
    _check_affine("SpatialTransformer", "loc", loc.shape, target_shape)
    grid = _affine_grid(loc, target_shape)
    height, width = data.shape[2:]
    return _sample(data, _unit_to_pixels(grid[:, 1], height), _unit_to_pixels(grid[:, 0], width))


@op("Correlation")
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
    """Mean products (or distances) of patches of two feature maps, a channel for each displacement between them."""
    _need(data1.shape, 4, "Correlation", "data")
    _need(data2.shape, 4, "Correlation", "data")
    if kernel_size % 2 == 0:
        raise MXNetError(f"Correlation: kernel size should be odd number, but kernel_size={kernel_size}")
    batch, channels, height, width = data1.shape
    border = 2 * (max_displacement + (kernel_size - 1) // 2)
    out_size = [math.ceil((n + 2 * pad_size - border) / stride1) for n in (height, width)]
    if min(out_size) < 1:
        raise MXNetError(
            "Correlation cannot be done with current settings. Neighborhood and kernel don't fit in blob: data is "
            f"{data1.shape}, its border {border // 2}, pad_size={pad_size}"
        )
    padding = ((0, 0), (0, 0), (pad_size, pad_size), (pad_size, pad_size))
    first, second = _wide(jnp.pad(data1, padding)), _wide(jnp.pad(data2, padding))
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
        return lax.reduce_window(total, jnp.zeros((), total.dtype), lax.add, window, strides, "VALID")

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
    offset = _wide(offset)
    regular = jnp.stack([rows, columns], axis=2).reshape(-1, 2, height, width).astype(offset.dtype)
    return offset.reshape(batch, groups, -1, 2, height, width) + regular


def _deformed(
    name: str,
    data: Array,
    offset: Array,
    mask: Array | None,
    weight: Array,
    bias: Array | None,
    attrs: dict[str, Any],
    sample: Callable[[Array, Array], Array],
) -> Array:
    """Convolution whose every cell reads ``sample(image, point)`` instead of a pixel."""
    _need(data.shape, 4, name, "Input data")
    _need(offset.shape, 4, name, "Input offset")
    kernel, groups, filters, spread = attrs["kernel"], attrs["num_group"], attrs["num_filter"], attrs["groups"]
    if attrs["layout"] not in (None, "NCHW") or len(kernel) != 2:
        raise MXNetError(f"{name}: only 2-D kernels in layout NCHW are supported, but kernel={kernel}")
    window = (kernel, attrs["stride"], attrs["dilate"], attrs["pad"])
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
    images = data.reshape(batch, spread, channels // spread, *data.shape[2:]).transpose(0, 1, 3, 4, 2)
    columns = jax.vmap(jax.vmap(sample))(images, points)
    if mask is not None:
        columns = columns * mask.reshape(batch, spread, cells, *size)[..., None]
    columns = columns.transpose(0, 1, 5, 2, 3, 4).reshape(batch, groups, channels // groups, cells, -1)
    kernels = weight.reshape(groups, filters // groups, channels // groups, cells)
    out = jnp.einsum("ngckp,gfck->ngfp", columns.astype(data.dtype), kernels).reshape(batch, filters, *size)
    return (out if bias is None else out + bias[:, None, None]).astype(data.dtype)


def _inside_only(image: Array, points: Array) -> Array:
    """The first deformable convolution: nothing outside the image, and its last row and column repeat."""
    height, width = image.shape[:2]
    y, x = points[:, 0], points[:, 1]
    inside = (y >= 0) & (x >= 0) & (y < height) & (x < width)
    return jnp.where(inside[..., None], _interpolate(image, _clamp(y, height), _clamp(x, width)), 0)


@op("_contrib_DeformableConvolution")
def deformable_convolution(
    data: Array,
    offset: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: int,
    num_group: int = 1,
    num_deformable_group: int = 1,
    workspace: int = 1024,
    no_bias: bool = False,
    layout: Literal["NCDHW", "NCHW", "NCW"] | None = None,
) -> Array:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
    attrs = dict(kernel=kernel, stride=stride, dilate=dilate, pad=pad, num_filter=num_filter, num_group=num_group)
    attrs |= dict(groups=num_deformable_group, layout=layout)
    name = "_contrib_DeformableConvolution"
    return _deformed(name, data, offset, None, weight, bias, attrs, _inside_only)


@op("_contrib_ModulatedDeformableConvolution")
def modulated_deformable_convolution(
    data: Array,
    offset: Array,
    mask: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: int,
    num_group: int = 1,
    num_deformable_group: int = 1,
    workspace: int = 1024,
    no_bias: bool = False,
    im2col_step: int = 64,
    layout: Literal["NCDHW", "NCHW", "NCW"] | None = None,
) -> Array:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
    attrs = dict(kernel=kernel, stride=stride, dilate=dilate, pad=pad, num_filter=num_filter, num_group=num_group)
    attrs |= dict(groups=num_deformable_group, layout=layout)

    def sample(image: Array, points: Array) -> Array:
        return _interpolate(image, points[:, 0], points[:, 1])

    return _deformed("_contrib_ModulatedDeformableConvolution", data, offset, mask, weight, bias, attrs, sample)


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


def _by_region(function: Callable[..., Array], arrays: tuple[Array, ...], gathered: int) -> Array:
    """``function`` of every region, as many at once as may each gather so many elements."""
    count, at_once = arrays[0].shape[0], max(1, _CHUNK // gathered)
    if count <= at_once:
        return jax.vmap(function)(*arrays)
    return lax.map(lambda region: function(*region), arrays, batch_size=at_once)


def _check_regions(name: str, data: Array, rois: Array, columns: int) -> None:
    _need(data.shape, 4, name, "data")
    if rois.ndim != 2 or rois.shape[1] != columns:
        raise MXNetError(f"{name}: bbox should be a 2D tensor of shape [batch, {columns}], but got {rois.shape}")


def _image_of(rois: Array, count: int) -> tuple[Array, Array]:
    """The image of each region, and whether there is one."""
    index = rois[:, 0].astype(jnp.int32)
    return jnp.clip(index, 0, count - 1), (index >= 0) & (index < count)


def _round(x: Array) -> Array:
    """To the nearest integer, halves away from zero as in C."""
    return jnp.trunc(x + jnp.copysign(0.5, x))


def _stepwise(dtype: Any) -> Callable[[Array], Array]:
    """Rounds a float64 to the precision MXNet computes bins in.

    Edges of bins are floors of products, so that a last digit decides; XLA alone divides by a constant inexactly.
    """
    return (lambda x: x) if dtype == jnp.float64 else lambda x: lax.reduce_precision(x, 8, 23)


def _bin_edges(start: Array, size: Array, bins: int, length: int, fix: Callable[[Array], Array]) -> tuple[Array, Array]:
    """First pixel and the one after the last of each bin, (regions, bins), from float64 starts and sizes."""
    width = fix(size / bins)[:, None]
    number = jnp.arange(bins, dtype=jnp.float64)
    low = jnp.floor(fix(fix(number * width) + start[:, None]))
    high = jnp.ceil(fix(fix((number + 1) * width) + start[:, None]))
    return jnp.clip(low, 0, length).astype(jnp.int32), jnp.clip(high, 0, length).astype(jnp.int32)


def _inside(edges: tuple[Array, Array], length: int) -> Array:
    """Which pixels lie in which bin: (..., bins, length)."""
    pixel = jnp.arange(length, dtype=jnp.int32)
    return (pixel >= edges[0][..., None]) & (pixel < edges[1][..., None])


def _first_maximum(image: Array, rows: Array, columns: Array) -> Array:
    """The flat index of the first maximum of each window of a (C, H, W) image: (C, rows, columns)."""
    height, width = image.shape[1:]
    low = jnp.asarray(-jnp.inf, image.dtype)
    masked = jnp.where(rows[None, :, :, None], image[:, None], low)
    best = masked.max(2)
    where = jnp.where(masked == best[:, :, None], jnp.arange(height, dtype=jnp.int32)[:, None], height).min(2)
    masked = jnp.where(columns[None, None], best[:, :, None], low)
    flat = where[:, :, None] * width + jnp.arange(width, dtype=jnp.int32)
    flat = jnp.where(masked == masked.max(3, keepdims=True), flat, height * width).min(3)
    return jnp.minimum(flat, height * width - 1)


@op("ROIPooling")
def roi_pooling(data: Array, rois: Array, *, pooled_size: Shape, spatial_scale: float) -> Array:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
    _check_regions("ROIPooling", data, rois, 5)
    batch, channels, height, width = data.shape
    fix = _stepwise(data.dtype)
    image, exists = _image_of(rois, batch)
    corners = _round(fix(lax.stop_gradient(rois)[:, 1:].astype(jnp.float64) * spatial_scale_of(spatial_scale, fix)))
    sizes = jnp.maximum(corners[:, 2:] - corners[:, :2] + 1, 1)
    y = _bin_edges(corners[:, 1], sizes[:, 1], pooled_size[0], height, fix)
    x = _bin_edges(corners[:, 0], sizes[:, 0], pooled_size[1], width, fix)
    rows, columns = _inside(y, height), _inside(x, width)
    frozen = lax.stop_gradient(data)
    index = _by_region(
        lambda i, row, column: _first_maximum(frozen[i], row, column),
        (image, rows, columns),
        channels * height * width,
    )
    pixels = data.reshape(batch, channels, -1)
    out = pixels[image[:, None, None, None], jnp.arange(channels)[:, None, None], index]
    full = rows.any(2)[:, :, None] & columns.any(2)[:, None] & exists[:, None, None]
    return jnp.where(full[:, None], out, 0)


def spatial_scale_of(scale: float, fix: Callable[[Array], Array]) -> Array:
    """The scale as MXNet keeps it, in float32."""
    return lax.reduce_precision(jnp.asarray(scale, jnp.float64), 8, 23)


def _axis_weights(start: Array, size: Array, bins: int, samples: Array, length: int) -> Array:
    """How much each pixel counts in the mean of the samples of each bin, along one axis: (regions, bins, length)."""
    step = (size / bins)[:, None]
    corner = start[:, None] + jnp.arange(bins, dtype=start.dtype) * step
    pixel = jnp.arange(length, dtype=start.dtype)

    def add(i: Array, total: Array) -> Array:
        at = corner + (i.astype(start.dtype) + 0.5) * step / samples[:, None]
        counts = (at >= -1) & (at <= length) & (i < samples[:, None])
        near = jnp.maximum(1 - jnp.abs(_clamp(at, length)[..., None] - pixel), 0)
        return total + jnp.where(counts[..., None], near, 0)

    total = lax.fori_loop(0, samples.max().astype(jnp.int32), add, jnp.zeros((*corner.shape, length), start.dtype))
    return total / samples[:, None, None]


def _sampled_means(data: Array, image: Array, y: Array, x: Array) -> Array:
    """Means of bilinear samples: y and x of shape (regions, h, samples, w, samples) give (regions, C, h, w)."""
    height, width = data.shape[2:]
    pixels = data.transpose(0, 2, 3, 1)

    def one(i: Array, y: Array, x: Array) -> Array:
        counts = (y >= -1) & (y <= height) & (x >= -1) & (x <= width)
        values = _interpolate(pixels[i], _clamp(y, height), _clamp(x, width))
        return jnp.where(counts[..., None], values, 0).mean((1, 3))

    gathered = max(math.prod(data.shape[1:]), math.prod(y.shape[1:]) * data.shape[1])
    return _by_region(one, (image, y, x), gathered).transpose(0, 3, 1, 2)


@op("_contrib_ROIAlign")
def roi_align(
    data: Array,
    rois: Array,
    *,
    pooled_size: Shape,
    spatial_scale: float,
    sample_ratio: int = -1,
    position_sensitive: bool = False,
    aligned: bool = False,
) -> Array:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2.

    ``sample_ratio`` counts samples a side (as many as pixels if not positive); ``aligned`` takes half a pixel off.
    """
    _check_regions("_contrib_ROIAlign", data, rois, 5)
    batch, channels, height, width = data.shape
    high, wide = pooled_size
    if position_sensitive and channels % (high * wide):
        raise MXNetError(
            f"_contrib_ROIAlign: Input channels should be divided by pooled_size[0]*pooled_size[1] = {high * wide} when "
            f"position_sensitive is true, but there are {channels}"
        )
    image, exists = _image_of(rois, batch)
    box = _wide(lax.stop_gradient(rois)[:, 1:]) * spatial_scale - (0.5 if aligned else 0.0)
    sizes = box[:, 2:] - box[:, :2]
    sizes = sizes if aligned else jnp.maximum(sizes, 1)
    if sample_ratio > 0 and not position_sensitive:
        steps = sizes / jnp.asarray([wide, high], sizes.dtype)
        part = (jnp.arange(sample_ratio, dtype=box.dtype) + 0.5) / sample_ratio
        y, x = (
            box[:, a, None, None] + (jnp.arange(n, dtype=box.dtype)[:, None] + part) * steps[:, a, None, None]
            for a, n in ((1, high), (0, wide))
        )
        shape = (rois.shape[0], high, sample_ratio, wide, sample_ratio)
        y, x = (jnp.broadcast_to(v, shape) for v in (y[:, :, :, None, None], x[:, None, None]))
        out = _sampled_means(data, image, y, x)
    else:
        counts = jnp.ceil(sizes / jnp.asarray([wide, high], sizes.dtype))
        counts = jnp.full_like(counts, sample_ratio) if sample_ratio > 0 else counts
        rows = _axis_weights(box[:, 1], sizes[:, 1], high, counts[:, 1], height)
        columns = _axis_weights(box[:, 0], sizes[:, 0], wide, counts[:, 0], width)
        maps = data.reshape(batch, -1, high, wide, height, width) if position_sensitive else data
        form = "cpqhw,ph,qw->cpq" if position_sensitive else "chw,ph,qw->cpq"
        out = _by_region(
            lambda i, row, column: jnp.einsum(form, maps[i], row, column), (image, rows, columns), data[0].size
        )
    return jnp.where(exists[:, None, None, None], out, 0).astype(data.dtype)
