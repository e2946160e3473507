"""Rows for ``mxnet._ops.spatial``."""

import itertools
import math

import numpy as np

from tests.ops.spec import Spec

FEW = ("float32",)


def bilinear(image, y, x):
    """The value of a (C, H, W) image at a point, zeros lying around it."""
    top, left = math.floor(y), math.floor(x)
    out = np.zeros(image.shape[0])
    for i, j in itertools.product((top, top + 1), (left, left + 1)):
        if 0 <= i < image.shape[1] and 0 <= j < image.shape[2]:
            out += image[:, i, j] * (1 - abs(y - i)) * (1 - abs(x - j))
    return out


def sampler(data, grid):
    batch, channels, height, width = data.shape
    out = np.zeros((batch, channels, *grid.shape[2:]))
    for n, i, j in np.ndindex(batch, *grid.shape[2:]):
        x, y = grid[n, :, i, j]
        out[n, :, i, j] = bilinear(data[n], (y + 1) * (height - 1) / 2, (x + 1) * (width - 1) / 2)
    return out


def affine(data, target_shape, **_):
    height, width = target_shape
    y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    return np.tensordot(data.reshape(-1, 2, 3), np.stack([x, y, np.ones_like(x)]), 1)


def warp(data, **_):
    height, width = data.shape[2:]
    y, x = np.meshgrid(np.arange(height), np.arange(width), indexing="ij")
    moved = data + np.stack([x, y])
    return moved / np.array([(width - 1) / 2, (height - 1) / 2])[:, None, None] - 1


def transformer(data, loc, target_shape, **_):
    return sampler(data, affine(loc, target_shape))


def correlation(a, b, kernel_size=1, max_displacement=1, stride1=1, stride2=1, pad_size=0, is_multiply=True):
    a, b = (np.pad(v, ((0, 0), (0, 0), (pad_size,) * 2, (pad_size,) * 2)) for v in (a, b))
    border, radius = max_displacement + kernel_size // 2, max_displacement // stride2
    size = [-(-(n - 2 * border) // stride1) for n in a.shape[2:]]
    shifts = [k * stride2 for k in range(-radius, radius + 1)]
    out = np.zeros((len(a), len(shifts) ** 2, *size))
    for c, (dy, dx) in enumerate(itertools.product(shifts, shifts)):
        for i, j in np.ndindex(*size):
            y, x = i * stride1 + max_displacement, j * stride1 + max_displacement
            one = a[:, :, y : y + kernel_size, x : x + kernel_size]
            two = b[:, :, y + dy : y + dy + kernel_size, x + dx : x + dx + kernel_size]
            out[:, c, i, j] = (one * two if is_multiply else abs(one - two)).mean((1, 2, 3))
    return out


def edge_repeats(image, y, x):
    """The first deformable convolution's rule: nothing outside, and beyond the last pixel its value."""
    height, width = image.shape[1:]
    if not (0 <= y < height and 0 <= x < width):
        return np.zeros(image.shape[0])
    return bilinear(image, min(y, height - 1), min(x, width - 1))


def deformed(value):
    """A deformable convolution that reads ``value(image, y, x)``."""

    def apply(data, offset, *rest, kernel, num_filter, num_group=1, num_deformable_group=1, no_bias=False, **attrs):
        rest = list(rest)
        mask = rest.pop(0) if value is bilinear else np.ones((*offset.shape[:1], 10**3, *offset.shape[2:]))
        weight, bias = rest[0], 0 if no_bias else rest[1][:, None, None]
        (sy, sx), (py, px) = attrs.get("stride", (1, 1)), attrs.get("pad", (0, 0))
        dy, dx = attrs.get("dilate", (1, 1))
        cells, each = kernel[0] * kernel[1], data.shape[1] // num_deformable_group
        out = np.zeros((len(data), num_filter, *offset.shape[2:]))
        for n, i, j, g in np.ndindex(len(data), *offset.shape[2:], num_deformable_group):
            for k, (u, v) in enumerate(np.ndindex(*kernel)):
                at = 2 * (g * cells + k)
                y = i * sy - py + u * dy + offset[n, at, i, j]
                x = j * sx - px + v * dx + offset[n, at + 1, i, j]
                read = value(data[n, g * each : (g + 1) * each], y, x) * mask[n, g * cells + k, i, j]
                for c, r in enumerate(read, g * each):
                    group, inner = divmod(c, data.shape[1] // num_group)
                    filters = slice(group * num_filter // num_group, (group + 1) * num_filter // num_group)
                    out[n, filters, i, j] += weight[filters, inner, u, v] * r
        return out + bias

    return apply


AFFINE = {"transform_type": "affine", "target_shape": (3, 4)}
SPECS = [
    Spec("GridGenerator", [(2, 6)], AFFINE, expected=affine),
    Spec("GridGenerator", [(2, 2, 3, 4)], {"transform_type": "warp"}, expected=warp),
    Spec("BilinearSampler", [(2, 3, 5, 4), (2, 2, 3, 6)], expected=sampler, low=-1.3, high=1.3),
    Spec(
        "SpatialTransformer",
        [(2, 3, 5, 4), (2, 6)],
        {**AFFINE, "sampler_type": "bilinear"},
        expected=transformer,
        dtypes=FEW,
    ),
    Spec("Correlation", [(2, 3, 4, 5), (2, 3, 4, 5)], expected=correlation, dtypes=("float32", "float16")),
    Spec(
        "Correlation",
        [(1, 2, 5, 6), (1, 2, 5, 6)],
        {"kernel_size": 3, "max_displacement": 2, "stride1": 2, "stride2": 2, "pad_size": 3, "is_multiply": False},
        expected=correlation,
        dtypes=FEW,
    ),
    Spec(
        "_contrib_DeformableConvolution",
        [(1, 2, 4, 5), (1, 18, 4, 5), (3, 2, 3, 3), (3,)],
        {"kernel": (3, 3), "pad": (1, 1), "num_filter": 3},
        expected=deformed(edge_repeats),
        dtypes=("float32", "float16"),
    ),
    Spec(
        "_contrib_DeformableConvolution",
        [(2, 4, 6, 5), (2, 24, 2, 2), (6, 2, 3, 2)],
        {
            "kernel": (3, 2),
            "stride": (2, 2),
            "dilate": (1, 2),
            "num_filter": 6,
            "num_group": 2,
            "num_deformable_group": 2,
            "no_bias": True,
        },
        expected=deformed(edge_repeats),
        grad=0,
        dtypes=FEW,
    ),
    Spec(
        "_contrib_ModulatedDeformableConvolution",
        [(1, 2, 4, 5), (1, 18, 4, 5), (1, 9, 4, 5), (3, 2, 3, 3), (3,)],
        {"kernel": (3, 3), "pad": (1, 1), "num_filter": 3},
        expected=deformed(bilinear),
        dtypes=FEW,
    ),
]
