"""Regions of images, and images in other sizes."""

from collections.abc import Sequence
from typing import Any

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol


@imports("MaxRoiPool")
def roi_pooling(
    m: Importer, x: OnnxValue, rois: OnnxValue, *, pooled_shape: Sequence[int], spatial_scale: float = 1.0
) -> Symbol:
    return m.call("ROIPooling", x, rois, pooled_size=tuple(pooled_shape), spatial_scale=spatial_scale)


@imports("RoiAlign")
def roi_align(
    m: Importer,
    x: OnnxValue,
    rois: OnnxValue,
    batch_indices: OnnxValue,
    *,
    output_height: int = 1,
    output_width: int = 1,
    sampling_ratio: int = 0,
    spatial_scale: float = 1.0,
    mode: str = "avg",
    coordinate_transformation_mode: str | None = None,
) -> Symbol:
    if mode != "avg":
        raise m.fail("mode='avg'", f"{mode=}")
    form = coordinate_transformation_mode or ("half_pixel" if m.opset >= 16 else "output_half_pixel")
    images = m.call("Cast", m.call("expand_dims", batch_indices, axis=1), dtype="float32")
    return m.call(
        "_contrib_ROIAlign",
        x,
        m.call("concat", images, rois, dim=1),
        pooled_size=(output_height, output_width),
        spatial_scale=spatial_scale,
        sample_ratio=sampling_ratio or -1,
        aligned=form == "half_pixel",
    )


@imports("Resize")
def resize(
    m: Importer,
    x: OnnxValue,
    roi: OnnxValue | None = None,
    scales: OnnxValue | None = None,
    sizes: OnnxValue | None = None,
    *,
    mode: str = "nearest",
    coordinate_transformation_mode: str = "half_pixel",
    nearest_mode: str = "round_prefer_floor",
    antialias: int = 0,
    axes: Any = None,
    keep_aspect_ratio_policy: str = "stretch",
    **_: Any,
) -> Symbol:
    if antialias or axes is not None or keep_aspect_ratio_policy != "stretch":
        raise m.fail("all axes, without antialias", f"{antialias=}, {axes=}, {keep_aspect_ratio_policy=}")
    if m.opset < 11:  # then the second input was the scales
        roi, scales = None, roi
        coordinate_transformation_mode, nearest_mode = "asymmetric", "floor"
    given = scales is not None and (scales.array is None or scales.array.size > 0)
    factors = m.constant(scales, "scales").reshape(-1).tolist() if given else None
    target = m.integers(sizes, "sizes") if sizes is not None else None
    if factors is None and target is not None:
        if x.shape is None or None in x.shape:
            raise m.fail("an image of known size", f"shape {x.shape}")
        factors = [t / n for t, n in zip(target, x.shape, strict=True)]  # type: ignore[operator]
    if factors is None or len(factors) != 4 or factors[:2] != [1, 1]:
        raise m.fail("images whose height and width alone change", f"scales {factors}")
    if mode == "nearest":
        if not _repeats(coordinate_transformation_mode, nearest_mode, max(factors)):
            raise m.fail("pixels that are repeated", f"{coordinate_transformation_mode=}, {nearest_mode=}")
        return _repeated(m, x, factors[2:])
    return _interpolated(m, x, factors[2:], target, mode, coordinate_transformation_mode)


def _repeats(form: str, rounding: str, factor: float) -> bool:
    """Whether these ways to find the nearest pixel give each of them as often."""
    if form == "asymmetric":
        return rounding == "floor" or (rounding == "round_prefer_floor" and factor <= 2)
    return form in ("half_pixel", "pytorch_half_pixel") and rounding.startswith("round_prefer")


@imports("Upsample")
def upsample(
    m: Importer, x: OnnxValue, scales_in: OnnxValue | None = None, *, mode: str = "nearest", **attrs: Any
) -> Symbol:
    factors = m.constant(scales_in, "scales").tolist() if scales_in is not None else attrs.get("scales", [])
    if mode != "nearest" or len(factors) != 4 or factors[:2] != [1, 1]:
        raise m.fail("mode='nearest' for images", f"{mode=}, scales {factors}")
    return _repeated(m, x, factors[2:])


def _repeated(m: Importer, x: OnnxValue, factors: Sequence[float]) -> Symbol:
    """Each pixel some times over."""
    high, wide = (int(f) for f in factors)
    if [high, wide] != list(factors):
        raise m.fail("whole scales for mode='nearest'", f"scales {list(factors)}", "write mode='linear'")
    if high == wide:
        return m.call("UpSampling", x, scale=high, sample_type="nearest", num_args=1)
    return m.call("repeat", m.call("repeat", x, repeats=high, axis=2), repeats=wide, axis=3)


def _interpolated(
    m: Importer, x: OnnxValue, factors: Sequence[float], target: Sequence[int] | None, mode: str, form: str
) -> Symbol:
    if mode != "linear" or form not in ("align_corners", "half_pixel", "pytorch_half_pixel"):
        raise m.fail("mode='linear' with align_corners or half_pixel", f"{mode=}, {form=}")
    known = x.shape[2:] if x.shape is not None else (None, None)
    if target is None and any(
        n is not None and abs(n * f - round(n * f)) > 1e-3 for n, f in zip(known, factors, strict=True)
    ):
        raise m.fail("scales that give whole sizes", f"scales {list(factors)} of {known}", "write sizes")
    size = (
        target[2:]
        if target is not None
        else [None if n is None else round(n * f) for n, f in zip(known, factors, strict=True)]
    )
    corners = form == "align_corners"
    if None in size:
        return m.call(
            "_contrib_BilinearResize2D",
            x,
            scale_height=factors[0],
            scale_width=factors[1],
            mode="size",
            align_corners=corners,
        )
    return m.call("_contrib_BilinearResize2D", x, height=size[0], width=size[1], align_corners=corners)
