"""Pooling over windows and over whole images."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._layers import channels_first
from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints

_GLOBAL = {"max": "GlobalMaxPool", "avg": "GlobalAveragePool", "lp": "GlobalLpPool"}


@exports("Pooling")
def pooling(
    g: NodeWriter,
    data: Tensor,
    *,
    kernel: Sequence[int],
    pool_type: str,
    global_pool: bool,
    pooling_convention: str,
    stride: Sequence[int],
    pad: Sequence[int],
    p_value: int | None,
    count_include_pad: bool | None,
    layout: str | None,
    **_: Any,
) -> Operand:
    there, back = channels_first(layout, data.rank)
    x = g.transpose(data, there)
    cubes = pool_type == "lp" and p_value == 3
    if pool_type == "lp" and p_value != 2:  # MXNet takes no absolute values, so these are sums
        x = g.op("Mul", x, g.op("Mul", x, x)) if cubes else x
        pool_type = "sum"
    if global_pool:
        pooled: Operand = _whole(g, x, pool_type, p_value, data.rank)
        return g.transpose(_root(g, pooled, data.dtype) if cubes else pooled, back)
    sizes = [data.shape[a] for a in there[2:]]
    windows = _Windows(g, sizes, kernel, stride, pad, pooling_convention)
    if pool_type == "max":
        pooled = windows.pool("MaxPool", x)
    elif pool_type == "lp":
        pooled = windows.pool("LpPool", x, p=p_value)
    elif pool_type == "sum":
        mean = windows.pool("AveragePool", windows.padded(x), inside=True, count_include_pad=1)
        pooled = g.op("Mul", mean, np.array(np.prod(kernel), data.dtype))
    else:
        pooled = windows.average(x, data, there, count_include_pad is not False)
    return g.transpose(_root(g, pooled, data.dtype) if cubes else pooled, back)


def _root(g: NodeWriter, x: Operand, dtype: np.dtype) -> Operand:
    """The cube root."""
    return g.op("Mul", g.op("Sign", x), g.op("Pow", g.op("Abs", x), np.array(1 / 3, dtype)))


def _whole(g: NodeWriter, x: Operand, pool_type: str, p_value: int | None, rank: int) -> Operand:
    if pool_type == "sum":
        return g.reduce("ReduceSum", x, range(2, rank), True)
    return g.op(_GLOBAL[pool_type], x, p=p_value if pool_type == "lp" else None)


class _Windows:
    """How windows lie over an image, in ONNX's words.

    MXNet's conventions "full" and "same" may let the last window stand over the edge by ``beyond`` elements. Where
    sizes are free that is not known, and the runtime finds it with ``ceil_mode``.
    """

    def __init__(
        self,
        g: NodeWriter,
        sizes: Sequence[int | None],
        kernel: Sequence[int],
        stride: Sequence[int],
        pad: Sequence[int],
        convention: str,
    ) -> None:
        self._g, self.kernel = g, list(kernel)
        self.stride = list(stride) or [1] * len(kernel)
        self.pad = list(pad) or [0] * len(kernel)
        self.ceil = convention == "full" and None in sizes
        self.beyond = [0] * len(kernel)
        if convention == "valid" or self.ceil:
            return
        if None in sizes:
            raise g.fail("sizes that are known for pooling_convention='same'", f"sizes {sizes}")
        for i, (n, k, s, p) in enumerate(zip(sizes, kernel, self.stride, self.pad, strict=True)):
            assert n is not None
            count = -(-n // s) if convention == "same" else 1 - (-(n + 2 * p - k) // s)
            self.beyond[i] = max((count - 1) * s + k - n - 2 * p, 0)

    def pool(self, kind: str, x: Operand, inside: bool = False, **attrs: Any) -> str:
        """A pooling of ONNX; ``inside`` where the operand has its margins already."""
        ends = [p + b for p, b in zip(self.pad, self.beyond, strict=True)]
        pads = None if inside or not any(ends) else [*self.pad, *ends]
        ceil = 1 if self.ceil else None
        return self._g.op(kind, x, kernel_shape=self.kernel, strides=self.stride, pads=pads, ceil_mode=ceil, **attrs)

    def padded(self, x: Operand, margins: Sequence[int] | None = None) -> Operand:
        """The operand between zeros."""
        start = self.pad if margins is None else margins
        ends = [p + b for p, b in zip(start, self.beyond, strict=True)]
        if not any(ends):
            return x
        return self._g.op("Pad", x, ints(0, 0, *start, 0, 0, *ends))

    def average(self, x: Operand, data: Tensor, there: Sequence[int], include_pad: bool) -> Operand:
        """Means of the elements of each window, with or without the margins, but never with what lies beyond them."""
        if not any(self.beyond) and not self.ceil:
            return self.pool("AveragePool", x, count_include_pad=int(include_pad))
        g = self._g
        sums = self.pool("AveragePool", self.padded(x), inside=True)
        sizes = [g.dim(data, a) for a in there[2:]]
        ones: Operand = g.expand(np.ones([1] * data.rank, data.dtype), [1, 1, *sizes])
        if include_pad:
            margins = ints(0, 0, *self.pad, 0, 0, *self.pad)
            ones = g.op("Pad", ones, margins, np.array(1, data.dtype)) if any(self.pad) else ones
            counts = self.pool("AveragePool", self.padded(ones, [0] * len(self.pad)), inside=True)
        else:
            counts = self.pool("AveragePool", self.padded(ones), inside=True)
        return g.op("Div", sums, counts)


@exports("_contrib_AdaptiveAvgPooling2D")
def adaptive_average(g: NodeWriter, data: Tensor, *, output_size: Sequence[int]) -> Operand:
    wanted = list(output_size) * (2 if len(output_size) == 1 else 1) or [1, 1]
    if wanted == [1, 1]:
        return g.op("GlobalAveragePool", data)
    x: Operand = data
    for axis, size in zip((2, 3), wanted, strict=True):
        have = data.shape[axis]
        if have is None:
            raise g.fail(
                "sizes that are known", f"shape {data.shape}", "export without dynamic=True, or to output_size=1"
            )
        # Each part of the axis is a mean, so that the whole is a product with a matrix.
        index, pixel = np.arange(size), np.arange(have)
        start, end = index * have // size, -(-(index + 1) * have // size)
        share = ((pixel >= start[:, None]) & (pixel < end[:, None])) / (end - start)[:, None]
        matrix = share.astype(data.dtype)
        x = g.op("MatMul", matrix, x) if axis == 2 else g.op("MatMul", x, np.ascontiguousarray(matrix.T))
    return x
