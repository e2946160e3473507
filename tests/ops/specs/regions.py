"""Rows for ``mxnet._ops.regions``."""

import math

import numpy as np

from tests.ops.spec import Spec
from tests.ops.specs.spatial import bilinear

# An image's index and a box: inside, beyond the borders, a point, and of no image.
ROIS = np.array(
    [[0, 1.3, 2.2, 9.1, 7.7], [1, -3.1, -2.6, 4.3, 15.2], [1, 5.2, 6.4, 5.2, 6.4], [-1, 0, 0, 5, 5]], np.float32
)
SCALE = {"spatial_scale": 0.5}


def away(x):
    """Round halves away from zero."""
    return math.copysign(math.floor(abs(x) + 0.5), x)


def pooled(data, rois, pooled_size, spatial_scale):
    out = np.zeros((len(rois), data.shape[1], *pooled_size))
    for n, (image, *box) in enumerate(rois):
        if image < 0:
            continue
        x1, y1, x2, y2 = (int(away(v * spatial_scale)) for v in box)
        steps = max(y2 - y1 + 1, 1) / pooled_size[0], max(x2 - x1 + 1, 1) / pooled_size[1]
        for i, j in np.ndindex(*pooled_size):
            rows = range(max(math.floor(i * steps[0]) + y1, 0), min(math.ceil((i + 1) * steps[0]) + y1, data.shape[2]))
            columns = range(
                max(math.floor(j * steps[1]) + x1, 0), min(math.ceil((j + 1) * steps[1]) + x1, data.shape[3])
            )
            if len(rows) and len(columns):
                out[n, :, i, j] = data[int(image)][:, rows][:, :, columns].max((1, 2))
    return out


def near(image, y, x):
    """A value on the image or less than a pixel outside, where the border repeats."""
    height, width = image.shape[1:]
    if y < -1 or y > height or x < -1 or x > width:
        return np.zeros(image.shape[0])
    return bilinear(image, min(max(y, 0), height - 1), min(max(x, 0), width - 1))


def aligned(data, rois, pooled_size, spatial_scale, sample_ratio=-1, position_sensitive=False, aligned=False):
    high, wide = pooled_size
    channels = data.shape[1] // (high * wide) if position_sensitive else data.shape[1]
    out = np.zeros((len(rois), channels, high, wide))
    for n, (image, *box) in enumerate(rois):
        if image < 0:
            continue
        x1, y1, x2, y2 = (v * spatial_scale - (0.5 if aligned else 0) for v in box)
        w, h = (x2 - x1, y2 - y1) if aligned else (max(x2 - x1, 1), max(y2 - y1, 1))
        down, right = (sample_ratio if sample_ratio > 0 else math.ceil(v) for v in (h / high, w / wide))
        for i, j in np.ndindex(high, wide):
            values = [
                near(data[int(image)], y1 + (i + (a + 0.5) / down) * h / high, x1 + (j + (b + 0.5) / right) * w / wide)
                for a, b in np.ndindex(down, right)
            ]
            mean = np.mean(values, axis=0)
            out[n, :, i, j] = mean.reshape(channels, high, wide)[:, i, j] if position_sensitive else mean
    return out


def rotated(data, rois, pooled_size, spatial_scale, sampling_ratio=-1):
    high, wide = pooled_size
    out = np.zeros((len(rois), data.shape[1], high, wide))
    for n, (image, cx, cy, w, h, angle) in enumerate(rois):
        w, h, turn = max(w * spatial_scale, 1), max(h * spatial_scale, 1), np.deg2rad(angle)
        down, right = (sampling_ratio if sampling_ratio > 0 else math.ceil(v) for v in (h / high, w / wide))
        for i, j, a, b in np.ndindex(high, wide, down, right):
            y, x = -h / 2 + (i + (a + 0.5) / down) * h / high, -w / 2 + (j + (b + 0.5) / right) * w / wide
            at = y * np.cos(turn) - x * np.sin(turn), x * np.cos(turn) + y * np.sin(turn)
            value = near(data[int(image)], at[0] + cy * spatial_scale, at[1] + cx * spatial_scale)
            out[n, :, i, j] += value / (down * right)
    return out


def corner_and_size(box, scale):
    x1, y1, x2, y2 = (away(v) for v in box)
    x1, y1, x2, y2 = x1 * scale, y1 * scale, (x2 + 1) * scale, (y2 + 1) * scale
    return x1, y1, max(x2 - x1, 0.1), max(y2 - y1, 0.1)


def position_sensitive(data, rois, spatial_scale, output_dim, pooled_size, group_size=0):
    groups, size = group_size or pooled_size, pooled_size
    maps = data.reshape(len(data), output_dim, groups, groups, *data.shape[2:])
    out = np.zeros((len(rois), output_dim, size, size))
    for n, (image, *box) in enumerate(rois):
        if image < 0:
            continue
        x, y, w, h = corner_and_size(box, spatial_scale)
        for i, j in np.ndindex(size, size):
            rows = slice(max(math.floor(i * h / size + y), 0), max(math.ceil((i + 1) * h / size + y), 0))
            columns = slice(max(math.floor(j * w / size + x), 0), max(math.ceil((j + 1) * w / size + x), 0))
            window = maps[int(image), :, i * groups // size, j * groups // size, rows, columns]
            out[n, :, i, j] = window.mean((1, 2)) if window.size else 0
    return out


def deformable(data, rois, trans=None, *, spatial_scale, output_dim, group_size, pooled_size, **attrs):
    size, samples, parts = pooled_size, attrs["sample_per_part"], attrs.get("part_size", 0) or pooled_size
    classes = 1 if trans is None else trans.shape[1] // 2
    maps = data.reshape(len(data), output_dim, group_size, group_size, *data.shape[2:])
    height, width = data.shape[2:]
    out = np.zeros((len(rois), output_dim, size, size))
    for n, c, i, j in np.ndindex(*out.shape):
        image, *box = rois[n]
        if image < 0:
            continue
        x, y, w, h = corner_and_size(box, spatial_scale)
        x, y = x - 0.5 + j * w / size, y - 0.5 + i * h / size
        if trans is not None:
            k = 2 * (c // (output_dim // classes))
            x += trans[n, k, i * parts // size, j * parts // size] * attrs["trans_std"] * w
            y += trans[n, k + 1, i * parts // size, j * parts // size] * attrs["trans_std"] * h
        plane = maps[int(image), c, i * group_size // size, j * group_size // size][None]
        points = [(y + a * h / size / samples, x + b * w / size / samples) for a, b in np.ndindex(samples, samples)]
        points = [(v, u) for v, u in points if -0.5 <= v <= height - 0.5 and -0.5 <= u <= width - 0.5]
        values = [bilinear(plane, np.clip(v, 0, height - 1), np.clip(u, 0, width - 1))[0] for v, u in points]
        out[n, c, i, j] = np.mean(values) if values else 0
    return out


def row(name: str, inputs: list, attrs: dict, reference, wrt=(0,), grad: int = 1, dtypes=("float32",)) -> Spec:
    return Spec(name, inputs, attrs, expected=reference, wrt=list(wrt), grad=grad, dtypes=dtypes)


ALIGN = {"pooled_size": (3, 2), **SCALE}
TURNED = np.array([[0, 4.2, 5.1, 9.3, 6.2, 30], [1, 12.0, 3.3, 5.0, 7.1, -75]], np.float32)
SENSITIVE = {"output_dim": 2, "group_size": 3, "pooled_size": 3, **SCALE}
SPECS = [
    row("ROIPooling", [(2, 2, 6, 7), ROIS], {"pooled_size": (3, 2), **SCALE}, pooled),
    row("_contrib_ROIAlign", [(2, 2, 6, 7), ROIS], ALIGN | {"sample_ratio": 2}, aligned, dtypes=("float32", "float16")),
    row("_contrib_ROIAlign", [(2, 2, 6, 7), ROIS], ALIGN, aligned),
    row("_contrib_ROIAlign", [(2, 2, 6, 7), ROIS[:2]], ALIGN | {"aligned": True}, aligned, grad=0),
    row("_contrib_ROIAlign", [(2, 12, 6, 7), ROIS], ALIGN | {"position_sensitive": True}, aligned, grad=0),
    row("_contrib_RROIAlign", [(2, 2, 6, 7), TURNED], ALIGN, rotated, grad=0),
    row("_contrib_RROIAlign", [(2, 2, 6, 7), TURNED], ALIGN | {"sampling_ratio": 2}, rotated),
    row(
        "_contrib_PSROIPooling", [(2, 18, 6, 7), ROIS], {"output_dim": 2, "pooled_size": 3, **SCALE}, position_sensitive
    ),
    row("_contrib_PSROIPooling", [(2, 18, 6, 7), ROIS], SENSITIVE | {"pooled_size": 4}, position_sensitive, grad=0),
    row(
        "_contrib_DeformablePSROIPooling",
        [(2, 18, 6, 7), ROIS, (4, 4, 2, 2)],
        SENSITIVE | {"part_size": 2, "sample_per_part": 2, "trans_std": 0.2},
        deformable,
        wrt=(0, 2),
    ),
    row(
        "_contrib_DeformablePSROIPooling",
        [(2, 18, 6, 7), ROIS],
        SENSITIVE | {"sample_per_part": 2, "no_trans": True},
        deformable,
        grad=0,
    ),
]
