"""Layers with weights, activations, dropout."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.onnx._tables import ACTIVATION
from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor

Ints = Sequence[int]
_WINDOW = ("kernel", "stride", "dilate", "pad", "num_group")


@exports("FullyConnected")
def fully_connected(
    g: NodeWriter, data: Tensor, weight: Tensor, bias: Tensor | None = None, *, flatten: bool, **_: Any
) -> Operand:
    if flatten or data.rank == 2:
        rows: Operand = data if data.rank == 2 else g.op("Flatten", data, axis=1)
        return g.op("Gemm", rows, weight, bias, transB=1)
    product = g.op("MatMul", data, g.transpose(weight, [1, 0]))
    return product if bias is None else g.op("Add", product, bias)


def channels_first(layout: str | None, rank: int) -> tuple[list[int], list[int]]:
    """How to bring data, and a weight, of a layout into ONNX's order, and how data goes back."""
    if layout is None or layout[1] == "C":
        return list(range(rank)), list(range(rank))
    perm = [0, rank - 1, *range(1, rank - 1)]
    return perm, np.argsort(perm).tolist()


def _window(kernel: Ints, stride: Ints, dilate: Ints, pad: Ints, num_group: int) -> dict[str, Any]:
    """The attributes that convolutions and transposed ones have in common."""
    sizes = {"strides": list(stride) or None, "dilations": list(dilate) or None, "pads": [*pad, *pad] or None}
    return {"kernel_shape": list(kernel), **sizes, "group": num_group}


def _moving(g: NodeWriter, kind: str, arrays: Sequence[Tensor | None], layout: str | None, **how: Any) -> Operand:
    """An operator whose kernel moves over the data; the data and the weight come in the same layout."""
    data, weight, *bias = arrays
    there, back = channels_first(layout, data.rank)  # type: ignore[union-attr]
    return g.transpose(g.op(kind, g.transpose(data, there), g.transpose(weight, there), *bias, **how), back)


@exports("Convolution", "Convolution_v1")
def convolution(g: NodeWriter, *arrays: Tensor | None, layout: str | None = None, **attrs: Any) -> Operand:
    window = {key: attrs[key] for key in _WINDOW}
    return _moving(g, "Conv", arrays, layout, **_window(**window))


@exports("Deconvolution")
def deconvolution(
    g: NodeWriter,
    data: Tensor,
    *rest: Tensor | None,
    adj: Ints,
    target_shape: Ints,
    layout: str | None = None,
    **attrs: Any,
) -> Operand:
    window = {key: attrs[key] for key in _WINDOW}
    if any(target_shape):
        window["pad"], adj = _reaching(g, data, target_shape, layout, window)
    how = {**_window(**window), "output_padding": list(adj) or None}
    return _moving(g, "ConvTranspose", (data, *rest), layout, **how)


def _reaching(
    g: NodeWriter, data: Tensor, target: Ints, layout: str | None, window: dict[str, Any]
) -> tuple[list[int], list[int]]:
    """The ``pad`` and the ``adj`` with which a transposed convolution has these sizes."""
    there, _ = channels_first(layout, data.rank)
    kernel, count = window["kernel"], len(window["kernel"])
    stride, dilate = (window[key] or (1,) * count for key in ("stride", "dilate"))
    sizes = [data.shape[there[2 + i]] for i in range(count)]
    if None in sizes:
        raise g.fail("sizes that are known for target_shape", f"shape {data.shape}", "write pad and adj instead")
    spans = [(k - 1) * d + 1 for k, d in zip(kernel, dilate, strict=True)]
    over = [s * (n - 1) + k - t for s, n, k, t in zip(stride, sizes, spans, target, strict=True)]  # type: ignore[operator]
    return [(o + 1) // 2 for o in over], [o % 2 for o in over]


@exports("Activation")
def activation(g: NodeWriter, data: Tensor, *, act_type: str) -> Operand:
    return g.op(ACTIVATION[act_type], data)


@exports("LeakyReLU")
def leaky_relu(
    g: NodeWriter,
    data: Tensor,
    gamma: Tensor | None = None,
    *,
    act_type: str,
    slope: float,
    lower_bound: float,
    upper_bound: float,
) -> Any:
    if act_type == "prelu":
        # gamma lies along the second axis of the data, or the first of a vector.
        return g.op("PRelu", data, g.reshape(gamma, [-1] + [1] * (data.rank - 2)) if data.rank > 2 else gamma)
    if act_type == "elu":
        return g.op("Elu", data, alpha=slope)
    if act_type == "selu":
        return g.op("Selu", data, alpha=1.6732632423543772, gamma=1.0507009873554805)
    if act_type == "gelu":
        return gelu(g, data)
    if act_type == "leaky":
        return g.op("LeakyRelu", data, alpha=slope)
    middle = (lower_bound + upper_bound) / 2
    return [g.op("LeakyRelu", data, alpha=middle), g.expand(np.array([middle], data.dtype), g.dims(data))]


def gelu(g: NodeWriter, data: Tensor) -> Operand:
    """Gauss's error function makes it exact; runtimes know the pattern."""
    inner = g.op("Erf", g.op("Div", data, np.array(math.sqrt(2), data.dtype)))
    grown = g.op("Mul", data, g.op("Add", inner, np.array(1, data.dtype)))
    return g.op("Mul", grown, np.array(0.5, data.dtype))


@exports("Dropout")
def dropout(g: NodeWriter, data: Tensor, *, p: float, mode: str, axes: Sequence[int], **_: Any) -> Operand:
    if axes and mode == "always":
        raise g.fail("dropout of single elements", f"axes={tuple(axes)}", "write axes=()")
    return g.op("Dropout", data, np.array(p, np.float32), np.array(mode == "always") if mode == "always" else None)


@exports("Embedding", "_contrib_SparseEmbedding")
def embedding(g: NodeWriter, data: Tensor, weight: Tensor, **_: Any) -> Operand:
    return g.op("Gather", weight, g.cast(data, np.int64), axis=0)


@exports("UpSampling")
def up_sampling(
    g: NodeWriter,
    data: Tensor,
    *rest: Tensor,
    scale: int,
    sample_type: str,
    multi_input_mode: str,
    num_args: int,
    **_: Any,
) -> Operand:
    if sample_type == "bilinear":
        return _bilinear(g, data, rest[0], scale)
    top = [g.dim(data, 2), g.dim(data, 3)]
    resized = []
    for x in (data, *rest):
        factor = [scale * a // b for a, b in zip(top, x.shape[2:], strict=True) if isinstance(a, int) and b]
        if len(factor) < 2 and rest:
            raise g.fail("sizes that are known for several inputs", f"shape {x.shape}", "export without dynamic=True")
        scales = np.array([1, 1, *(factor if len(factor) == 2 else [scale, scale])], np.float32)
        resized.append(
            g.resize(x, scales, mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")
        )
    if len(resized) == 1:
        return resized[0]
    return g.op("Sum", *resized) if multi_input_mode == "sum" else g.op("Concat", *resized, axis=1)


def _bilinear(g: NodeWriter, data: Tensor, weight: Tensor, scale: int) -> Operand:
    """A transposed convolution of each channel, with the weight that the symbol gives."""
    kernel, pad = 2 * scale - scale % 2, math.ceil((scale - 1) / 2)
    return g.op(
        "ConvTranspose",
        data,
        weight,
        kernel_shape=[kernel, kernel],
        strides=[scale, scale],
        pads=[pad] * 4,
        group=data.shape[1],
    )
