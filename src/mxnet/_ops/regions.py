"""Regions of feature maps pooled to a fixed size: rounded, aligned, rotated, position sensitive, deformable."""

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op
from mxnet._ops.spatial import clamp, interpolate, need_ndim, widen
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "Feature maps of shape (batch, channels, height, width).",
    "group_size": "Into how many groups a side channels are divided.",
}

Array = jax.Array
Rounding = Callable[[Array], Array]

# Elements that one step of a loop over regions may gather.
_CHUNK = 1 << 25


def _by_region(function: Callable[..., Array], arrays: tuple[Array, ...], gathered: int) -> Array:
    """``function`` of every region, as many at once as may each gather so many elements."""
    count, at_once = arrays[0].shape[0], max(1, _CHUNK // gathered)
    if count <= at_once:
        return jax.vmap(function)(*arrays)
    return lax.map(lambda region: function(*region), arrays, batch_size=at_once)


def _nth(arrays: Array, index: Array) -> Array:
    return lax.dynamic_index_in_dim(arrays, index, keepdims=False)


def _check_regions(name: str, data: Array, rois: Array, columns: int) -> None:
    need_ndim(data.shape, 4, name, "data")
    if rois.ndim != 2 or rois.shape[1] != columns:
        raise MXNetError(f"{name}: bbox should be a 2D tensor of shape [batch, {columns}], but got {rois.shape}")


def _image_of(rois: Array, count: int) -> tuple[Array, Array]:
    """The image of each region, and whether there is one."""
    index = rois[:, 0].astype(jnp.int32)
    return jnp.clip(index, 0, count - 1), (index >= 0) & (index < count)


def _round(x: Array) -> Array:
    """To the nearest integer, halves away from zero as in C."""
    return jnp.trunc(x + jnp.copysign(0.5, x))


def _stepwise(dtype: Any) -> Rounding:
    """Rounds a float64 to the precision MXNet computes bins in.

    Edges of bins are floors of products, so that a last digit decides; XLA alone divides by a constant inexactly.
    """
    return (lambda x: x) if dtype == jnp.float64 else lambda x: lax.reduce_precision(x, 8, 23)


def _single(number: float) -> Array:
    """An attribute as MXNet keeps it, a float32."""
    return jnp.asarray(np.float32(number), jnp.float64)


def _bin_edges(start: Array, size: Array, bins: int, length: int, fix: Rounding) -> tuple[Array, Array]:
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


@op("ROIPooling", output_names=("output",), total_outputs=2)
def roi_pooling(data: Array, rois: Array, *, pooled_size: Shape, spatial_scale: float) -> Array:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2.

    >>> nd.ROIPooling(nd.arange(16).reshape((1, 1, 4, 4)), nd.array([[0, 0, 0, 3, 3]]), pooled_size=(2, 2),
    ...               spatial_scale=1).asnumpy()
    array([[[[ 5.,  7.],
             [13., 15.]]]], dtype=float32)
    """
    _check_regions("ROIPooling", data, rois, 5)
    batch, channels, height, width = data.shape
    fix = _stepwise(data.dtype)
    image, exists = _image_of(rois, batch)
    corners = _round(fix(lax.stop_gradient(rois)[:, 1:].astype(jnp.float64) * _single(spatial_scale)))
    sizes = jnp.maximum(corners[:, 2:] - corners[:, :2] + 1, 1)
    y = _bin_edges(corners[:, 1], sizes[:, 1], pooled_size[0], height, fix)
    x = _bin_edges(corners[:, 0], sizes[:, 0], pooled_size[1], width, fix)
    rows, columns = _inside(y, height), _inside(x, width)
    frozen = lax.stop_gradient(data)
    index = _by_region(
        lambda i, row, column: _first_maximum(_nth(frozen, i), row, column),
        (image, rows, columns),
        channels * height * width,
    )
    pixels = jnp.asarray(data).reshape(batch, channels, -1)
    out = pixels[image[:, None, None, None], jnp.arange(channels)[:, None, None], index]
    full = rows.any(2)[:, :, None] & columns.any(2)[:, None] & exists[:, None, None]
    return jnp.where(full[:, None], out, 0)


def _axis_weights(start: Array, size: Array, bins: int, samples: Array, length: int) -> Array:
    """How much each pixel counts in the mean of the samples of each bin, along one axis: (regions, bins, length)."""
    step = (size / bins)[:, None]
    corner = start[:, None] + jnp.arange(bins, dtype=start.dtype) * step
    pixel = jnp.arange(length, dtype=start.dtype)

    def add(i: Array, total: Array) -> Array:
        at = corner + (i.astype(start.dtype) + 0.5) * step / samples[:, None]
        counts = (at >= -1) & (at <= length) & (i < samples[:, None])
        near = jnp.maximum(1 - jnp.abs(clamp(at, length)[..., None] - pixel), 0)
        return total + jnp.where(counts[..., None], near, 0)

    total = lax.fori_loop(0, samples.max().astype(jnp.int32), add, jnp.zeros((*corner.shape, length), start.dtype))
    return total / samples[:, None, None]


def _on_map(maps: Array, which: Array, y: Array, x: Array) -> Array:
    """Bilinear values where a point is on its map or less than a pixel outside, zero elsewhere."""
    height, width = maps.shape[-3:-1]
    counts = (y >= -1) & (y <= height) & (x >= -1) & (x <= width)
    return jnp.where(counts[..., None], interpolate(maps, which, clamp(y, height), clamp(x, width)), 0)


@op("_contrib_ROIAlign", output_names=("output",))
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

    sample_ratio: How many samples along each side of a bin; if not positive, as many as it has pixels.
    position_sensitive: Let each bin read channels of its own.
    aligned: Take half a pixel off the coordinates, so that pixels' centres are at whole numbers.

    >>> nd.contrib.ROIAlign(nd.ones((1, 1, 4, 4)), nd.array([[0, 0, 0, 3, 3]]), pooled_size=(2, 2),
    ...                     spatial_scale=1).asnumpy()
    array([[[[1., 1.],
             [1., 1.]]]], dtype=float32)
    """
    _check_regions("_contrib_ROIAlign", data, rois, 5)
    batch, channels, height, width = data.shape
    high, wide = pooled_size
    if position_sensitive and channels % (high * wide):
        raise MXNetError(
            f"_contrib_ROIAlign: Input channels should be divided by pooled_size[0]*pooled_size[1] = {high * wide} "
            f"when position_sensitive is true, but there are {channels}"
        )
    image, exists = _image_of(rois, batch)
    box = widen(lax.stop_gradient(rois)[:, 1:]) * spatial_scale - (0.5 if aligned else 0.0)
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
        maps = data.transpose(0, 2, 3, 1)
        out = _by_region(lambda *at: _on_map(maps, *at).mean((1, 3)), (image, y, x), math.prod(shape[1:]) * channels)
        out = out.transpose(0, 3, 1, 2)
    else:
        counts = jnp.ceil(sizes / jnp.asarray([wide, high], sizes.dtype))
        counts = jnp.full_like(counts, sample_ratio) if sample_ratio > 0 else counts
        rows = _axis_weights(box[:, 1], sizes[:, 1], high, counts[:, 1], height)
        columns = _axis_weights(box[:, 0], sizes[:, 0], wide, counts[:, 0], width)
        maps = data.reshape(batch, -1, high, wide, height, width) if position_sensitive else data
        form = "cpqhw,ph,qw->cpq" if position_sensitive else "chw,ph,qw->cpq"
        out = _by_region(
            lambda i, row, column: jnp.einsum(form, _nth(maps, i), row, column), (image, rows, columns), data[0].size
        )
    return jnp.where(exists[:, None, None, None], out, 0).astype(data.dtype)


@op("_contrib_RROIAlign", output_names=("output",))
def rroi_align(
    data: Array, rois: Array, *, pooled_size: Shape, spatial_scale: float, sampling_ratio: int = -1
) -> Array:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees.

    rois: Regions, a row each: the image's number, x and y of the centre, width, height, the angle in degrees.
    sampling_ratio: How many samples along each side of a bin; if not positive, as many as it has pixels.

    >>> nd.contrib.RROIAlign(nd.ones((1, 1, 4, 4)), nd.array([[0, 2, 2, 2, 2, 0]]), pooled_size=(1, 1),
    ...                      spatial_scale=1).asnumpy()
    array([[[[1.]]]], dtype=float32)
    """
    _check_regions("_contrib_RROIAlign", data, rois, 6)
    image, exists = _image_of(rois, data.shape[0])
    box = widen(lax.stop_gradient(rois)[:, 1:])
    centre, sizes = box[:, :2] * spatial_scale, jnp.maximum(box[:, 2:4] * spatial_scale, 1)
    cos, sin = (f(box[:, 4] * (math.pi / 180))[:, None, None] for f in (jnp.cos, jnp.sin))
    bins = jnp.asarray(pooled_size[::-1], jnp.int32)
    steps = sizes / bins.astype(box.dtype)
    counts = jnp.ceil(steps) if sampling_ratio <= 0 else jnp.full_like(steps, sampling_ratio)
    most = counts.max(0).astype(jnp.int32) if sampling_ratio <= 0 else (sampling_ratio, sampling_ratio)
    maps = data.transpose(0, 2, 3, 1)

    def add(number: Array, total: Array) -> Array:
        sub = jnp.stack([number % most[0], number // most[0]]).astype(box.dtype)
        part = (sub + 0.5) / counts
        x, y = (
            -sizes[:, a, None] / 2 + (jnp.arange(n, dtype=box.dtype) + part[:, a, None]) * steps[:, a, None]
            for a, n in ((0, pooled_size[1]), (1, pooled_size[0]))
        )
        x, y = x[:, None], y[:, :, None]
        turned = y * cos - x * sin + centre[:, 1, None, None], x * cos + y * sin + centre[:, 0, None, None]
        counted = (sub < counts).all(1)[:, None, None, None]
        return total + jnp.where(counted, _on_map(maps, image[:, None, None], *turned), 0)

    total = jnp.zeros((rois.shape[0], *pooled_size, data.shape[1]), jnp.promote_types(data.dtype, box.dtype))
    total = lax.fori_loop(0, most[0] * most[1], add, total) / counts.prod(1)[:, None, None, None]
    return jnp.where(exists[:, None, None, None], total, 0).transpose(0, 3, 1, 2).astype(data.dtype)


def _position_maps(name: str, data: Array, dim: int, group: int, pooled: int) -> tuple[Array, Array]:
    """Channels as (batch, dim, group, group, H, W), and the group that each bin of an axis reads."""
    if data.shape[1] != dim * group * group:
        raise MXNetError(
            f"{name}: expected output_dim * group_size ** 2 = {dim * group * group} channels, but data is {data.shape}"
        )
    return data.reshape(-1, dim, group, group, *data.shape[2:]), jnp.arange(pooled, dtype=jnp.int32) * group // pooled


def _rounded_boxes(rois: Array, spatial_scale: float, fix: Rounding) -> tuple[Array, Array]:
    """Upper left corners and sizes, (regions, 2) in x and y, of boxes in whole pixels, their last pixel included."""
    box = _round(lax.stop_gradient(rois)[:, 1:].astype(jnp.float64)) + jnp.asarray([0.0, 0.0, 1.0, 1.0], jnp.float64)
    box = fix(box * _single(spatial_scale))
    return box[:, :2], jnp.maximum(fix(box[:, 2:] - box[:, :2]), _single(0.1))


@op("_contrib_PSROIPooling", output_names=("output",))
def psroi_pooling(
    data: Array, rois: Array, *, spatial_scale: float, output_dim: int, pooled_size: int, group_size: int = 0
) -> Array:
    """Means of the bins of regions, each bin reading channels of its own.

    data: Of shape (batch, output_dim * group_size ** 2, height, width).
    pooled_size: How many bins along each side.
    group_size: Into how many groups a side channels are divided; 0 is ``pooled_size``.

    >>> nd.contrib.PSROIPooling(nd.ones((1, 4, 4, 4)), nd.array([[0, 0, 0, 3, 3]]), spatial_scale=1, output_dim=1,
    ...                         pooled_size=2).asnumpy()
    array([[[[1., 1.],
             [1., 1.]]]], dtype=float32)
    """
    name = "_contrib_PSROIPooling"
    _check_regions(name, data, rois, 5)
    height, width = data.shape[2:]
    maps, group = _position_maps(name, data, output_dim, group_size or pooled_size, pooled_size)
    maps = maps[:, :, group][:, :, :, group]
    fix = _stepwise(data.dtype)
    corner, size = _rounded_boxes(rois, spatial_scale, fix)
    rows = _inside(_bin_edges(corner[:, 1], size[:, 1], pooled_size, height, fix), height)
    columns = _inside(_bin_edges(corner[:, 0], size[:, 0], pooled_size, width, fix), width)
    area = rows.sum(2)[:, :, None] * columns.sum(2)[:, None]
    image, exists = _image_of(rois, data.shape[0])

    def total(i: Array, row: Array, column: Array) -> Array:
        return jnp.einsum("cpqhw,ph,qw->cpq", _nth(maps, i), row, column, precision=lax.Precision.HIGHEST)

    wide = jnp.promote_types(data.dtype, jnp.float32)
    sums = _by_region(total, (image, rows.astype(wide), columns.astype(wide)), maps[0].size)
    full = exists[:, None, None] & (area > 0)
    return jnp.where(full[:, None], sums / jnp.maximum(area, 1).astype(wide)[:, None], 0).astype(data.dtype)


@op("_contrib_DeformablePSROIPooling", output_names=("output",), total_outputs=2)
def deformable_psroi_pooling(
    data: Array,
    rois: Array,
    trans: Array | None = None,
    *,
    spatial_scale: float,
    output_dim: int,
    group_size: int,
    pooled_size: int,
    part_size: int = 0,
    sample_per_part: int = 1,
    trans_std: float = 0.0,
    no_trans: bool = False,
) -> Array:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts).

    data: Of shape (batch, output_dim * group_size ** 2, height, width).
    trans: Displacements of bins, of shape (regions, 2 * classes, parts, parts); left out with ``no_trans``.
    pooled_size: How many bins along each side.
    part_size: How many parts a side ``trans`` has; 0 is ``pooled_size``.
    sample_per_part: How many samples along each side of a bin.
    trans_std: The factor of the displacements, as a part of the region's size.
    no_trans: Displace nothing.

    >>> nd.contrib.DeformablePSROIPooling(
    ...     nd.ones((1, 4, 4, 4)), nd.array([[0, 0, 0, 3, 3]]), spatial_scale=1, output_dim=1, group_size=2,
    ...     pooled_size=2, no_trans=True).shape
    (1, 1, 2, 2)
    """
    name = "_contrib_DeformablePSROIPooling"
    _check_regions(name, data, rois, 5)
    count, (height, width), parts = rois.shape[0], data.shape[2:], part_size or pooled_size
    classes = 1
    if not no_trans:
        if trans is None or trans.ndim != 4 or trans.shape[1] % 2 or output_dim % (trans.shape[1] // 2):
            raise MXNetError(
                f"{name}: expected trans of shape {(count, '2 * classes', parts, parts)}, output_dim={output_dim} "
                f"being a multiple of classes, but got {None if trans is None else trans.shape}"
            )
        classes = trans.shape[1] // 2
    maps, group = _position_maps(name, data, output_dim, group_size, pooled_size)
    maps = maps.reshape(-1, classes, output_dim // classes, *maps.shape[2:]).transpose(0, 1, 3, 4, 5, 6, 2)
    image, exists = _image_of(rois, data.shape[0])
    fix = _stepwise(data.dtype)
    corner, size = (
        v.astype(jnp.promote_types(data.dtype, jnp.float32)) for v in _rounded_boxes(rois, spatial_scale, fix)
    )
    corner = corner - 0.5
    number = jnp.arange(pooled_size, dtype=corner.dtype)
    sub = jnp.arange(sample_per_part, dtype=corner.dtype) / sample_per_part
    shift = jnp.zeros((count, classes, 2, pooled_size, pooled_size), corner.dtype)
    if trans is not None and not no_trans:
        part = jnp.arange(pooled_size, dtype=jnp.int32) * parts // pooled_size
        shift = (
            trans.reshape(count, classes, 2, parts, parts)[:, :, :, part][..., part].astype(corner.dtype) * trans_std
        )

    def axis(a: int, bins: Array, steps: Array) -> Array:
        at = corner[:, a, None] + (number * size[:, a, None] / pooled_size)
        at = at.reshape(count, 1, *bins.shape) + shift[:, :, a] * size[:, a, None, None, None]
        return at[..., None, None] + steps * (size[:, a] / pooled_size).reshape(-1, 1, 1, 1, 1, 1)

    x = axis(0, number[None], sub[None])
    y = axis(1, number[:, None], sub[:, None])
    x, y = jnp.broadcast_arrays(x, y)
    counts = (x >= -0.5) & (x <= width - 0.5) & (y >= -0.5) & (y <= height - 0.5)
    which = (image[:, None] * classes + jnp.arange(classes, dtype=jnp.int32))[:, :, None, None] * group_size
    which = ((which + group[:, None]) * group_size + group)[..., None, None]
    values = interpolate(maps, which, clamp(y, height), clamp(x, width))
    total = jnp.where(counts[..., None], values, 0).sum((4, 5))
    mean = total / jnp.maximum(counts.sum((4, 5)), 1).astype(total.dtype)[..., None]
    out = mean.transpose(0, 1, 4, 2, 3).reshape(count, output_dim, pooled_size, pooled_size)
    return jnp.where(exists[:, None, None, None], out, 0).astype(data.dtype)


@deformable_psroi_pooling.use_inputs
def _inputs(*, no_trans: bool, **_: Any) -> tuple[str, ...]:
    return ("data", "rois") if no_trans else ("data", "rois", "trans")
