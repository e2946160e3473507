"""Layers with weights, products of matrices, normalisations."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, MaybeValue, OnnxValue, in_places
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol


def padded(
    m: Importer, x: OnnxValue | Symbol, before: Ints, after: Ints, value: float = 0, mode: str = "constant"
) -> Symbol:
    """A margin around an array; MXNet's own operator for it knows images of real numbers alone."""
    data = m.value(x)
    pairs = tuple(zip(before, after, strict=True))
    plain = mode in ("constant", "edge", "reflect") and min((*before, *after), default=0) >= 0
    if plain and len(pairs) in (4, 5) and pairs[:2] == ((0, 0), (0, 0)) and data.dtype.startswith("float"):
        width = tuple(n for pair in pairs for n in pair)
        return m.call("Pad", data, mode=mode, pad_width=width, constant_value=float(value))
    return m.call("_onnx_pad_static", data, before=tuple(before), after=tuple(after), value=float(value), mode=mode)


class OnnxWindow(NamedTuple):
    """How a kernel moves over the data: its sizes, and what stands before and after each axis."""

    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    dilate: tuple[int, ...]
    before: list[int]
    after: list[int]


def read_window(
    m: Importer,
    x: OnnxValue,
    kernel: Ints,
    *,
    kernel_shape: Ints = (),
    strides: Ints = (),
    dilations: Ints = (),
    pads: Any = None,
    auto_pad: str = "",
) -> OnnxWindow:
    """The attributes that ONNX's convolutions and poolings have in common; ``kernel`` is the weight's."""
    sizes = tuple(kernel_shape) or tuple(kernel)
    if not sizes:
        raise m.fail("a kernel_shape", "none")
    stride, dilate = (tuple(steps) or (1,) * len(sizes) for steps in (strides, dilations))
    return OnnxWindow(sizes, stride, dilate, *margins(m, x, sizes, stride, dilate, pads, auto_pad))


def margins(
    m: Importer, x: OnnxValue, kernel: Ints, strides: Ints, dilations: Ints, pads: Any, auto: str
) -> tuple[list[int], list[int]]:
    """The padding before and after each axis."""
    count = len(kernel)
    if auto in ("", "NOTSET"):
        amounts = list(pads) if pads else [0] * (2 * count)
        return amounts[:count], amounts[count:]
    if auto == "VALID":
        return [0] * count, [0] * count
    sizes = x.shape[2:] if x.shape is not None else [None]
    if None in sizes:
        raise m.fail(f"an image of known size for auto_pad={auto!r}", f"shape {x.shape}")
    ends = zip(sizes, kernel, strides, dilations, strict=True)
    total = [max((-(-n // s) - 1) * s + (k - 1) * d + 1 - n, 0) for n, k, s, d in ends]  # type: ignore[operator]
    small = [t // 2 for t in total]
    large = [t - s for t, s in zip(total, small, strict=True)]
    return (small, large) if auto == "SAME_UPPER" else (large, small)


def weight_shape(m: Importer, weight: OnnxValue) -> tuple[int, ...]:
    """The shape of a weight, from which MXNet's layers take their size."""
    if weight.shape is None or None in weight.shape:
        raise m.fail("a weight of known shape", f"shape {weight.shape} of {weight.name!r}")
    return tuple(int(d or 0) for d in weight.shape)


@imports("Conv")
def conv(m: Importer, x: OnnxValue, w: OnnxValue, b: MaybeValue = None, *, group: int = 1, **where: Any) -> Symbol:
    shape = weight_shape(m, w)
    kernel, stride, dilate, before, after = read_window(m, x, shape[2:], **where)
    even = before == after
    data = x.sym if even else padded(m, x, [0, 0, *before], [0, 0, *after])
    how = {"kernel": kernel, "stride": stride, "dilate": dilate, "pad": tuple(before) if even else (0,) * len(kernel)}
    return m.call("Convolution", data, w, b, num_filter=shape[0], num_group=group, no_bias=b is None, **how)


@imports("ConvTranspose")
def conv_transpose(
    m: Importer,
    x: OnnxValue,
    w: OnnxValue,
    b: MaybeValue = None,
    *,
    output_padding: Ints = (),
    output_shape: Ints = (),
    group: int = 1,
    pads: Any = None,
    auto_pad: str = "",
    **where: Any,
) -> Symbol:
    shape = weight_shape(m, w)
    kernel, stride, dilate, *_ = read_window(m, x, shape[2:], **where)
    extra = tuple(output_padding) or (0,) * len(kernel)
    before, after = _cuts(m, x, (kernel, stride, dilate, extra), pads, output_shape, auto_pad)
    even = before == after
    how = {"kernel": kernel, "stride": stride, "dilate": dilate, "num_filter": shape[1] * group, "num_group": group}
    pad, adj = tuple(before) if even else None, extra if any(extra) else None
    deconvolved = m.call("Deconvolution", x, w, b, pad=pad, adj=adj, no_bias=b is None, **how)
    if even:
        return deconvolved
    if min((*before, *after)) < 0:
        return padded(m, deconvolved, [0, 0, *(-n for n in before)], [0, 0, *(-n for n in after)])
    ends = tuple(-n if n else None for n in after)
    return m.call("slice", deconvolved, begin=(None, None, *before), end=(None, None, *ends))


def _cuts(
    m: Importer, x: OnnxValue, window: Sequence[Ints], pads: Any, wanted: Ints, auto: str
) -> tuple[list[int], list[int]]:
    """What a transposed convolution loses before and after each axis."""
    kernel, stride, dilate, extra = window
    count = len(kernel)
    if not wanted and auto in ("", "NOTSET", "VALID"):
        amounts = list(pads) if pads else [0] * (2 * count)
        return amounts[:count], amounts[count:]
    sizes = x.shape[2:] if x.shape is not None else [None]
    if None in sizes:
        raise m.fail("an image of known size for output_shape or auto_pad", f"shape {x.shape}")
    targets = list(wanted)[-count:] or [n * s for n, s in zip(sizes, stride, strict=True)]  # type: ignore[operator]
    spans = zip(sizes, kernel, stride, dilate, extra, targets, strict=True)
    # A target that is larger than what the products reach has zeros behind them: the cut is negative.
    total = [s * (n - 1) + e + (k - 1) * d + 1 - t for n, k, s, d, e, t in spans]  # type: ignore[operator]
    upper = auto == "SAME_UPPER" or not (wanted or auto == "SAME_LOWER")
    before = [0 if t < 0 else t // 2 if upper else t - t // 2 for t in total]
    return before, [t - b for t, b in zip(total, before, strict=True)]


@imports("Gemm")
def gemm(
    m: Importer, a: OnnxValue, b: OnnxValue, c: MaybeValue = None, *, alpha: float = 1, beta: float = 1, **turned: int
) -> Symbol:
    turned_a, turned_b = (bool(turned.get(key)) for key in ("transA", "transB"))
    if not a.dtype.startswith(("float", "bfloat")) or b.shape is None or None in b.shape:
        return _gemm_of_any(m, a, b, c, alpha, beta, turned_a, turned_b)
    left = m.call("transpose", a, axes=(1, 0)) if turned_a else a.sym
    left = left if alpha == 1 else left * alpha
    weight = b.sym if turned_b else m.call("transpose", b, axes=(1, 0))
    rows = weight_shape(m, b)[0 if turned_b else 1]
    if c is None:
        return m.call("FullyConnected", left, weight, num_hidden=rows, no_bias=True)
    bias = c.sym if beta == 1 else c.sym * beta
    if c.shape == (rows,):
        return m.call("FullyConnected", left, weight, bias, num_hidden=rows)
    return m.call("broadcast_add", m.call("FullyConnected", left, weight, num_hidden=rows, no_bias=True), bias)


def _gemm_of_any(
    m: Importer, a: OnnxValue, b: OnnxValue, c: MaybeValue, alpha: float, beta: float, turn_a: int, turn_b: int
) -> Symbol:
    left, right = (m.call("transpose", v, axes=(1, 0)) if turned else v.sym for v, turned in ((a, turn_a), (b, turn_b)))
    product = m.call("_npi_matmul", left, right)
    product = product if alpha == 1 else m.call("Cast", product * alpha, dtype=a.dtype)
    if c is None:
        return product
    return m.call("broadcast_add", product, c.sym if beta == 1 else m.call("Cast", c.sym * beta, dtype=a.dtype))


@imports("FC")
def fully_connected(m: Importer, x: OnnxValue, w: OnnxValue, b: MaybeValue = None, **_: Any) -> Symbol:
    return m.call("FullyConnected", x, w, b, num_hidden=weight_shape(m, w)[0], no_bias=b is None)


@imports("MatMul")
def matmul(m: Importer, a: OnnxValue, b: OnnxValue) -> Symbol:
    left, right = a.shape, b.shape
    if left is None or right is None or not a.dtype.startswith("float"):
        return m.call("_npi_matmul", a, b)
    if len(right) == 2 and len(left) >= 2:
        return m.call("dot", a, b)
    if len(left) == len(right) > 2 and left[:-2] == right[:-2] and None not in left[:-2]:
        return m.call("batch_dot", a, b)
    return m.call("_npi_matmul", a, b)


@imports("Det")
def det(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("_linalg_det", x)


@imports("BatchNormalization", "SpatialBN")
def batch_norm(
    m: Importer,
    x: OnnxValue,
    scale: OnnxValue,
    bias: OnnxValue,
    mean: OnnxValue,
    var: OnnxValue,
    *,
    epsilon: float = 1e-5,
    momentum: float = 0.9,
    training_mode: int = 0,
    **_: Any,
) -> Symbol | list[Symbol]:
    if training_mode:
        return _trained(m, x, (scale, bias, mean, var), epsilon, momentum)
    if mean.array is None or var.array is None:
        return _normalized(m, x, (scale, bias, mean, var), epsilon)
    vectors = [_single(m, v) for v in (scale, bias, mean, var)]
    return m.call("BatchNorm", x, *vectors, eps=epsilon, momentum=momentum, fix_gamma=False)


def _normalized(m: Importer, x: OnnxValue, vectors: Sequence[Any], epsilon: float) -> Symbol:
    """Normalisation by statistics that are computed: MXNet's own operator keeps them as states."""
    shape = (1, -1, *(1,) * (x.rank - 2))
    scale, bias, mean, var = (m.call("reshape", v, shape=shape) for v in vectors)
    factor = m.call("broadcast_div", scale, m.call("sqrt", var + epsilon))
    centred = m.call("broadcast_sub", x, mean)
    return m.call("broadcast_add", m.call("broadcast_mul", centred, factor), bias)


def _trained(m: Importer, x: OnnxValue, vectors: Sequence[OnnxValue], epsilon: float, momentum: float) -> list[Symbol]:
    """Normalisation by the statistics of the batch itself, which the running ones move towards."""
    scale, bias, mean, var = vectors
    axes = (0, *range(2, x.rank))
    now = m.call("mean", x, axis=axes)
    centred = m.call("broadcast_sub", x, m.call("mean", x, axis=axes, keepdims=True))
    spread = m.call("mean", m.call("square", centred), axis=axes)
    normalized = _normalized(m, x, (scale, bias, now, spread), epsilon)
    moved = [
        m.call("broadcast_add", m.call("_mul_scalar", old, scalar=momentum), new * (1 - momentum))
        for old, new in ((mean, now), (var, spread))
    ]
    return [normalized, *moved]


def _single(m: Importer, x: OnnxValue) -> OnnxValue:
    """Statistics in single precision, which MXNet keeps for data of half precision too."""
    if x.array is None or x.array.dtype != np.float16:
        return x
    return OnnxValue(m, x.name, None, x.array.astype(np.float32))


@imports("InstanceNormalization")
def instance_norm(
    m: Importer, x: OnnxValue, scale: OnnxValue, bias: OnnxValue, *, epsilon: float = 1e-5, **_: Any
) -> Symbol:
    return m.call("InstanceNorm", x, scale, bias, eps=epsilon)


@imports("LayerNormalization")
def layer_norm(
    m: Importer,
    x: OnnxValue,
    scale: OnnxValue,
    bias: MaybeValue = None,
    *,
    axis: int = -1,
    epsilon: float = 1e-5,
    **_: Any,
) -> list[Symbol]:
    axis %= x.rank
    offset = m.call("zeros_like", scale) if bias is None else bias.sym
    if axis == x.rank - 1:
        if len(m.outputs()) == 1:
            return [m.call("LayerNorm", x, scale, offset, axis=-1, eps=epsilon)]
        normalized, mean, spread = m.call("LayerNorm", x, scale, offset, axis=-1, eps=epsilon, output_mean_var=True)
        return [normalized, mean, m.call("reciprocal", spread)]
    if len(m.outputs()) > 1 or weight_shape(m, scale) != (x.shape or ())[axis:]:
        raise m.fail("one output, and a scale for each element", f"outputs {m.outputs()}, scale {scale.shape}")
    rows = m.call("reshape", x, shape=(*(0,) * axis, -1) if axis else (1, -1))
    vectors = [m.call("reshape", v, shape=(-1,)) for v in (scale, offset)]
    return [m.call("reshape_like", m.call("LayerNorm", rows, *vectors, axis=-1, eps=epsilon), x)]


@imports("LRN")
def lrn(m: Importer, x: OnnxValue, *, size: int, alpha: float = 1e-4, beta: float = 0.75, bias: float = 1.0) -> Symbol:
    return m.call("LRN", x, alpha=alpha, beta=beta, knorm=bias, nsize=size)


@imports("LpNormalization")
def lp_normalization(m: Importer, x: OnnxValue, *, axis: int = -1, p: int = 2) -> Symbol:
    size = m.call("norm", x, ord=p, axis=axis, keepdims=True)
    return m.call("broadcast_div", x, m.call("_maximum_scalar", size, scalar=1e-12))  # zeros stay zeros


@imports("Pad")
def pad(
    m: Importer,
    x: OnnxValue,
    *inputs: MaybeValue,
    mode: str = "constant",
    pads: Ints = (),
    paddings: Ints = (),
    value: float = 0.0,
) -> Symbol:
    pads_in, value_in, axes_in = in_places(inputs, 3)
    if any(v is not None and v.array is None for v in (pads_in, value_in, axes_in)):
        if pads_in is None:
            raise m.fail("pads", "none")
        fill = m.filled("value", 0, x.dtype) if value_in is None else value_in
        along = m.filled("axes", np.arange(x.rank), "int64") if axes_in is None else axes_in
        return m.call("_onnx_pad", x, pads_in, fill, along, mode=mode)
    widths = m.integers(pads_in, "pads") if pads_in is not None else list(pads or paddings)
    half = len(widths) // 2
    before, after = widths[:half], widths[half:]
    if axes_in is not None:
        rank, start, end = x.rank, before, after
        before, after = [0] * rank, [0] * rank
        for axis, low, high in zip(m.integers(axes_in, "axes"), start, end, strict=True):
            before[axis], after[axis] = low, high
    return padded(m, x, before, after, m.number(value_in, value, "constant_value"), mode)


@imports("DFT")
def dft(
    m: Importer, x: OnnxValue, *inputs: MaybeValue, axis: int | None = None, inverse: int = 0, onesided: int = 0
) -> Symbol:
    length, axis_in = in_places(inputs, 2)
    along = int(m.number(axis_in, -2 if m.opset >= 20 else 1, "axis")) if axis is None else axis
    count = int(m.number(length, 0, "dft_length"))
    return m.call("_onnx_dft", x, axis=along, length=count, inverse=bool(inverse), onesided=bool(onesided))


@imports("STFT")
def stft(m: Importer, signal: OnnxValue, step: OnnxValue, *inputs: MaybeValue, onesided: int = 1) -> Symbol:
    window, length = in_places(inputs, 2)
    known = window.shape[0] if window is not None and window.shape else None
    count = int(m.number(length, known or 0, "frame_length"))
    shape = window if window is not None else m.filled("window", np.ones(count), signal.dtype)
    hop = int(m.number(step, 1, "frame_step"))
    return m.call("_onnx_stft", signal, shape, step=hop, length=count, onesided=bool(onesided))


@imports("MelWeightMatrix")
def mel_weights(m: Importer, *values: OnnxValue, output_datatype: int = 1) -> Symbol:
    name = load_onnx("helper").tensor_dtype_to_np_dtype(output_datatype).name
    return m.call("_onnx_mel_weights", *values, dtype=name)
