"""Regions of images, and images in other sizes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, MaybeValue, OnnxValue, in_places
from mxnet.contrib.onnx.onnx2mx._layers import read_window, weight_shape
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol


@imports("MaxRoiPool")
def roi_pooling(
    m: Importer, x: OnnxValue, rois: OnnxValue, *, pooled_shape: Ints, spatial_scale: float = 1.0
) -> Symbol:
    return m.call("ROIPooling", x, rois, pooled_size=tuple(pooled_shape), spatial_scale=spatial_scale)


@imports("RoiAlign")
def roi_align(
    m: Importer,
    x: OnnxValue,
    rois: OnnxValue,
    batch_indices: OnnxValue,
    *,
    mode: str = "avg",
    coordinate_transformation_mode: str | None = None,
    spatial_scale: float = 1.0,
    **size: int,
) -> Symbol:
    height, width, samples = (size.get(key, 0) for key in ("output_height", "output_width", "sampling_ratio"))
    if mode != "avg":
        raise m.fail("mode='avg'", f"{mode=}")
    form = coordinate_transformation_mode or ("half_pixel" if m.opset >= 16 else "output_half_pixel")
    images = m.call("Cast", m.call("expand_dims", batch_indices, axis=1), dtype="float32")
    return m.call(
        "_contrib_ROIAlign",
        x,
        m.call("concat", images, rois, dim=1),
        pooled_size=(height or 1, width or 1),
        spatial_scale=spatial_scale,
        sample_ratio=samples or -1,
        aligned=form == "half_pixel",
    )


# Attributes of Resize: the names that our operators have for them, and what they are where a node leaves them out.
_RESIZE: dict[str, tuple[str, Any]] = {
    "mode": ("mode", "nearest"),
    "coordinate_transformation_mode": ("form", "half_pixel"),
    "nearest_mode": ("rounding", "round_prefer_floor"),
    "cubic_coeff_a": ("cubic", -0.75),
    "exclude_outside": ("outside", False),
    "extrapolation_value": ("extrapolation", 0.0),
    "antialias": ("antialias", False),
    "axes": ("axes", ()),
    "keep_aspect_ratio_policy": ("policy", "stretch"),
}


@imports("Resize")
def resize(m: Importer, x: OnnxValue, *inputs: MaybeValue, **attrs: Any) -> Symbol:
    roi, scales, sizes = in_places(inputs, 3)
    if m.opset < 11:  # then the second input was the scales
        roi, scales = None, roi
        attrs |= {"coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    how = dict(_RESIZE.values())
    for attr, value in attrs.items():
        name, default = _RESIZE[attr]
        how[name] = type(default)(value)
    by_name = {"roi": roi, "scales": scales, "sizes": sizes}
    if any(v is not None and v.array is None for v in by_name.values()):
        kinds = {"roi": "float32", "scales": "float32", "sizes": "int64"}
        arrays = [m.filled(n, [], kinds[n]) if v is None else v for n, v in by_name.items()]
        return m.call("_onnx_resize_dynamic", x, *arrays, **how)
    region = () if roi is None else tuple(m.constant(roi, "roi").reshape(-1).tolist())
    factors = [] if scales is None else m.constant(scales, "scales").reshape(-1).tolist()
    target = [] if sizes is None else m.integers(sizes, "sizes")
    plain = not (how["antialias"] or how["axes"] or how["outside"]) and how["policy"] == "stretch"
    known = _as_images(m, x, factors, target, how["mode"], how["form"], how["rounding"]) if plain else None
    if known is not None:
        return known
    return m.call("_onnx_resize", x, scales=tuple(factors), sizes=tuple(target), roi=region, **how)


def _as_images(
    m: Importer, x: OnnxValue, factors: Sequence[float], target: Ints, mode: str, form: str, rounding: str
) -> Symbol | None:
    """MXNet's own operators, where they say the same: images whose pixels are repeated or interpolated."""
    shape = x.shape
    if not x.dtype.startswith("float") or shape is None or len(shape) != 4:
        return None
    if not factors and None not in shape:
        factors = [t / (n or 1) for t, n in zip(target, shape, strict=True)]
    if len(factors) != 4 or list(factors[:2]) != [1, 1] or min(factors) < 1:
        return None
    if mode == "nearest":
        whole = all(f == int(f) for f in factors)
        return _repeated(m, x, factors[2:]) if whole and _repeats(form, rounding, max(factors)) else None
    corners = form == "align_corners"
    if mode != "linear" or form not in ("align_corners", "half_pixel", "pytorch_half_pixel") or None in shape:
        return None
    exact = [(n or 0) * f for n, f in zip(shape[2:], factors[2:], strict=True)]
    if any(abs(e - round(e)) > 1e-3 for e in exact):
        return None
    height, width = (round(e) for e in exact)
    return m.call("_contrib_BilinearResize2D", x, height=height, width=width, align_corners=corners)


def _repeats(form: str, rounding: str, factor: float) -> bool:
    """Whether these ways to find the nearest pixel give each of them as often."""
    if form == "asymmetric":
        return rounding == "floor" or (rounding == "round_prefer_floor" and factor <= 2)
    return form in ("half_pixel", "pytorch_half_pixel") and rounding.startswith("round_prefer")


@imports("Upsample")
def upsample(
    m: Importer,
    x: OnnxValue,
    scales_in: MaybeValue = None,
    *,
    mode: str = "nearest",
    scales: Sequence[float] = (),
    height_scale: float = 1.0,
    width_scale: float = 1.0,
) -> Symbol:
    if scales_in is None:
        factors = list(scales) or [1.0, 1.0, height_scale, width_scale]
        scales_in = OnnxValue(m, f"{m.outputs()[0]}_scales", None, np.array(factors, np.float32))
    kind = {"bilinear": "linear"}.get(mode, mode)
    return resize(
        m, x, scales_in, *(() if m.opset < 11 else (scales_in,)), mode=kind, coordinate_transformation_mode="asymmetric"
    )


def _repeated(m: Importer, x: OnnxValue, factors: Sequence[float]) -> Symbol:
    """Each pixel some times over."""
    high, wide = (int(f) for f in factors)
    if high == wide:
        return m.call("UpSampling", x, scale=high, sample_type="nearest", num_args=1)
    return m.call("repeat", m.call("repeat", x, repeats=high, axis=2), repeats=wide, axis=3)


@imports("GridSample")
def grid_sample(
    m: Importer,
    x: OnnxValue,
    grid: OnnxValue,
    *,
    mode: str = "linear",
    padding_mode: str = "zeros",
    align_corners: int = 0,
) -> Symbol:
    kind = {"bilinear": "linear", "bicubic": "cubic"}.get(mode, mode)
    return m.call("_onnx_grid_sample", x, grid, mode=kind, padding=padding_mode, align=bool(align_corners))


@imports("DeformConv")
def deformable(
    m: Importer, x: OnnxValue, w: OnnxValue, *inputs: MaybeValue, group: int = 1, offset_group: int = 1, **where: Any
) -> Symbol:
    offset, b, mask = in_places(inputs, 3)
    shape = weight_shape(m, w)
    kernel, stride, dilate, before, after = read_window(m, x, shape[2:], **where)
    if len(kernel) != 2 or before != after:
        raise m.fail("images with equal margins", f"{before} and {after} for a kernel {kernel}")
    return m.call(
        "_contrib_DeformableConvolution" if mask is None else "_contrib_ModulatedDeformableConvolution",
        *(x, offset, mask, w, b),
        kernel=kernel,
        stride=stride,
        dilate=dilate,
        pad=tuple(before),
        num_filter=shape[0],
        num_group=group,
        num_deformable_group=offset_group,
        no_bias=b is None,
    )
