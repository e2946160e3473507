"""Regions of images, and images in other sizes."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Dim, Operand, Tensor, ints


@exports("ROIPooling")
def roi_pooling(g: NodeWriter, data: Tensor, rois: Tensor, *, pooled_size: Any, spatial_scale: float) -> Operand:
    return g.op("MaxRoiPool", data, rois, pooled_shape=list(pooled_size), spatial_scale=spatial_scale)


@exports("_contrib_ROIAlign")
def roi_align(
    g: NodeWriter,
    data: Tensor,
    rois: Tensor,
    *,
    pooled_size: Any,
    spatial_scale: float,
    sample_ratio: int,
    position_sensitive: bool,
    aligned: bool,
) -> Operand:
    if position_sensitive or (aligned and g.opset < 16):
        raise g.fail(
            "position_sensitive=False, and aligned=False before opset 16", f"{position_sensitive=}, {aligned=}"
        )
    number = g.op("Gather", rois, np.array(0, np.int64), axis=1)
    pooled = g.op(
        "RoiAlign",
        data,
        g.slice(rois, [1], [5], [1]),
        g.op("Max", g.cast(number, np.int64), ints(0)),
        mode="avg",
        output_height=pooled_size[0],
        output_width=pooled_size[1],
        sampling_ratio=max(sample_ratio, 0),
        spatial_scale=spatial_scale,
        coordinate_transformation_mode=None if g.opset < 16 else "half_pixel" if aligned else "output_half_pixel",
    )
    absent = g.op("Less", number, np.array(0, rois.dtype))  # MXNet's mark of a region that does not count
    return g.op("Where", g.reshape(absent, [-1, 1, 1, 1]), np.array(0, data.dtype), pooled)


@exports("_contrib_BilinearResize2D")
def bilinear_resize(
    g: NodeWriter,
    data: Tensor,
    like: Tensor | None = None,
    *,
    height: int,
    width: int,
    scale_height: float | None,
    scale_width: float | None,
    mode: str,
    align_corners: bool,
) -> Operand:
    form = "align_corners" if align_corners else "half_pixel"
    attrs = {"mode": "linear", "coordinate_transformation_mode": form}
    if like is not None:
        sizes: list[Dim] = g.dims(like, 2)
    elif None not in g.out.shape[2:]:
        sizes = [int(d or 0) for d in g.out.shape[2:]]
    elif mode == "size" and scale_height is not None and scale_width is not None:
        return g.resize(data, np.array([1, 1, scale_height, scale_width], np.float32), **attrs)
    else:
        raise g.fail("an image of known size, or mode='size'", f"shape {data.shape}, {mode=}")
    return g.resize(data, sizes=g.sizes([*g.dims(data, 0, 2), *sizes]), **attrs)
