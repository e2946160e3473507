"""Layers with weights, products of matrices, normalisations."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol


def padded(
    m: Importer,
    x: OnnxValue | Symbol,
    before: Sequence[int],
    after: Sequence[int],
    value: float = 0,
    mode: str = "constant",
) -> Symbol:
    """A margin around an array; MXNet's own operator for it knows images alone."""
    data = x.sym if isinstance(x, OnnxValue) else x
    if min((*before, *after), default=0) < 0:
        raise m.fail("margins of 0 and more", f"{list(before)} and {list(after)}", "write Slice for negative ones")
    pairs = tuple(zip(before, after, strict=True))
    if len(pairs) in (4, 5) and pairs[:2] == ((0, 0), (0, 0)):
        width = tuple(n for pair in pairs for n in pair)
        return m.call("Pad", data, mode=mode, pad_width=width, constant_value=float(value))
    constant = float(value) if mode == "constant" else None
    return m.call("_npi_pad", data, pad_width=pairs, mode=mode, constant_value=constant)


def margins(
    m: Importer,
    x: OnnxValue,
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Any,
    auto: str,
) -> tuple[list[int], list[int]]:
    """The padding before and after each axis."""
    count = len(kernel)
    if auto in ("", "NOTSET"):
        given = list(pads) if pads else [0] * (2 * count)
        return given[:count], given[count:]
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
def conv(
    m: Importer,
    x: OnnxValue,
    w: OnnxValue,
    b: OnnxValue | None = None,
    *,
    kernel_shape: Sequence[int] = (),
    strides: Sequence[int] = (),
    dilations: Sequence[int] = (),
    pads: Any = None,
    group: int = 1,
    auto_pad: str = "",
) -> Symbol:
    shape = weight_shape(m, w)
    kernel = tuple(kernel_shape) or shape[2:]
    stride, dilate = tuple(strides) or (1,) * len(kernel), tuple(dilations) or (1,) * len(kernel)
    before, after = margins(m, x, kernel, stride, dilate, pads, auto_pad)
    data = x.sym if before == after else padded(m, x, [0, 0, *before], [0, 0, *after])
    pad = tuple(before) if before == after else (0,) * len(kernel)
    return m.call(
        "Convolution",
        data,
        w,
        b,
        kernel=kernel,
        stride=stride,
        dilate=dilate,
        pad=pad,
        num_filter=shape[0],
        num_group=group,
        no_bias=b is None,
    )


@imports("ConvTranspose")
def conv_transpose(
    m: Importer,
    x: OnnxValue,
    w: OnnxValue,
    b: OnnxValue | None = None,
    *,
    kernel_shape: Sequence[int] = (),
    strides: Sequence[int] = (),
    dilations: Sequence[int] = (),
    pads: Any = None,
    output_padding: Sequence[int] = (),
    output_shape: Sequence[int] = (),
    group: int = 1,
    auto_pad: str = "",
) -> Symbol:
    shape = weight_shape(m, w)
    kernel = tuple(kernel_shape) or shape[2:]
    count = len(kernel)
    stride, dilate = tuple(strides) or (1,) * count, tuple(dilations) or (1,) * count
    extra = tuple(output_padding) or (0,) * count
    before, after = _cuts(m, x, kernel, stride, dilate, extra, pads, output_shape, auto_pad)
    even = before == after
    made = m.call(
        "Deconvolution",
        x,
        w,
        b,
        kernel=kernel,
        stride=stride,
        dilate=dilate,
        pad=tuple(before) if even else None,
        adj=extra if any(extra) else None,
        num_filter=shape[1] * group,
        num_group=group,
        no_bias=b is None,
    )
    if even:
        return made
    ends = tuple(-n if n else None for n in after)
    return m.call("slice", made, begin=(None, None, *before), end=(None, None, *ends))


def _cuts(
    m: Importer,
    x: OnnxValue,
    kernel: Sequence[int],
    stride: Sequence[int],
    dilate: Sequence[int],
    extra: Sequence[int],
    pads: Any,
    wanted: Sequence[int],
    auto: str,
) -> tuple[list[int], list[int]]:
    """What a transposed convolution loses before and after each axis."""
    count = len(kernel)
    if not wanted and auto in ("", "NOTSET", "VALID"):
        given = list(pads) if pads else [0] * (2 * count)
        return given[:count], given[count:]
    sizes = x.shape[2:] if x.shape is not None else [None]
    if None in sizes:
        raise m.fail("an image of known size for output_shape or auto_pad", f"shape {x.shape}")
    targets = list(wanted)[-count:] or [n * s for n, s in zip(sizes, stride, strict=True)]  # type: ignore[operator]
    spans = zip(sizes, kernel, stride, dilate, extra, targets, strict=True)
    total = [max(s * (n - 1) + e + (k - 1) * d + 1 - t, 0) for n, k, s, d, e, t in spans]  # type: ignore[operator]
    small = [t // 2 for t in total]
    large = [t - s for t, s in zip(total, small, strict=True)]
    return (small, large) if auto == "SAME_UPPER" else (large, small)


@imports("Gemm")
def gemm(
    m: Importer,
    a: OnnxValue,
    b: OnnxValue,
    c: OnnxValue | None = None,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    transA: int = 0,
    transB: int = 0,
    **_: Any,
) -> Symbol:
    left = m.call("transpose", a, axes=(1, 0)) if transA else a.sym
    left = left if alpha == 1 else left * alpha
    weight = b.sym if transB else m.call("transpose", b, axes=(1, 0))
    rows = weight_shape(m, b)[0 if transB else 1]
    if c is None:
        return m.call("FullyConnected", left, weight, num_hidden=rows, no_bias=True)
    bias = c.sym if beta == 1 else c.sym * beta
    if c.shape == (rows,):
        return m.call("FullyConnected", left, weight, bias, num_hidden=rows)
    return m.call("broadcast_add", m.call("FullyConnected", left, weight, num_hidden=rows, no_bias=True), bias)


@imports("FC")
def fully_connected(m: Importer, x: OnnxValue, w: OnnxValue, b: OnnxValue | None = None, **_: Any) -> Symbol:
    return m.call("FullyConnected", x, w, b, num_hidden=weight_shape(m, w)[0], no_bias=b is None)


@imports("MatMul")
def matmul(m: Importer, a: OnnxValue, b: OnnxValue) -> Symbol:
    left, right = a.shape, b.shape
    if left is None or right is None:
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
) -> Symbol:
    if training_mode:
        raise m.fail("training_mode=0", f"{training_mode=}", "export the model for inference")
    if mean.array is None or var.array is None:
        raise m.fail("constant mean and variance", "computed ones", "write the normalisation with Sub and Div")
    vectors = [_single(m, v) for v in (scale, bias, mean, var)]
    return m.call("BatchNorm", x, *vectors, eps=epsilon, momentum=momentum, fix_gamma=False)


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
    bias: OnnxValue | None = None,
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
        made, mean, spread = m.call("LayerNorm", x, scale, offset, axis=-1, eps=epsilon, output_mean_var=True)
        return [made, mean, m.call("reciprocal", spread)]
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
    pads_in: OnnxValue | None = None,
    value_in: OnnxValue | None = None,
    axes_in: OnnxValue | None = None,
    *,
    mode: str = "constant",
    pads: Sequence[int] = (),
    paddings: Sequence[int] = (),
    value: float = 0.0,
) -> Symbol:
    widths = m.integers(pads_in, "pads") if pads_in is not None else list(pads or paddings)
    half = len(widths) // 2
    before, after = widths[:half], widths[half:]
    if axes_in is not None:
        rank, start, end = x.rank, before, after
        before, after = [0] * rank, [0] * rank
        for axis, low, high in zip(m.integers(axes_in, "axes"), start, end, strict=True):
            before[axis], after[axis] = low, high
    if mode not in ("constant", "edge", "reflect"):
        raise m.fail("mode 'constant', 'edge' or 'reflect'", f"{mode=}", "write Concat of the parts")
    return padded(m, x, before, after, m.number(value_in, value, "constant_value"), mode)
