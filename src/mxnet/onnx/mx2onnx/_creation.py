"""Arrays from nothing, and from the shape of another."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor


def _constant(g: NodeWriter, array: np.ndarray) -> Operand:
    return array.astype(g.out.dtype)


def _filled(g: NodeWriter, value: float) -> Operand:
    if None in g.out.shape:
        raise g.fail("a shape that is known", f"shape {g.out.shape}", "write the shape, or use zeros_like or ones_like")
    return g.expand(np.array([value], g.out.dtype), list(g.out.shape))  # type: ignore[arg-type]


@exports("_zeros", "_zeros_without_dtype")
def zeros(g: NodeWriter, **_: Any) -> Operand:
    return _filled(g, 0)


@exports("_ones")
def ones(g: NodeWriter, **_: Any) -> Operand:
    return _filled(g, 1)


@exports("_full")
def full(g: NodeWriter, *, value: float, **_: Any) -> Operand:
    return _filled(g, value)


@exports("_arange", "_linspace", "_eye")
def computed(g: NodeWriter, **params: Any) -> Operand:
    """What is the same each time is a constant."""
    kept = {k: v for k, v in params.items() if k not in ("ctx", "infer_range") and v is not None}
    return _constant(g, getattr(nd._internal, g.kind)(**kept).asnumpy())


@exports("_contrib_arange_like")
def arange_like(
    g: NodeWriter, data: Tensor, *, start: float, step: float, repeat: int, axis: int | None, **_: Any
) -> Operand:
    if repeat != 1:
        raise g.fail("repeat=1", f"{repeat=}", "write repeat after arange_like")
    dims = g.dims(data) if axis is None else [g.dim(data, axis)]
    count = g.number(g.product(dims), np.dtype(np.int64))
    places = g.op("Range", np.array(0, np.int64), count, np.array(1, np.int64))
    line = g.op("Mul", g.cast(places, g.out.dtype), np.array(step, g.out.dtype))
    values = g.op("Add", line, np.array(start, g.out.dtype))
    return g.reshape(values, dims) if axis is None and data.rank > 1 else values


@exports("shape_array")
def shape_array(g: NodeWriter, data: Tensor, **_: Any) -> Operand:
    return g.cast(g.op("Shape", data), g.out.dtype) if g.out.dtype != np.int64 else g.op("Shape", data)


@exports("size_array")
def size_array(g: NodeWriter, data: Tensor) -> Operand:
    return g.reshape(g.op("Size", data), [1])


@exports("_contrib_MultiBoxPrior")
def multi_box_prior(g: NodeWriter, data: Tensor, **params: Any) -> Operand:
    """Anchor boxes depend on the size of the image alone."""
    if None in data.shape[2:]:
        raise g.fail("an image of known size", f"shape {data.shape}", "export without dynamic=True for these sizes")
    like = nd.zeros((1, 1, *_known(data.shape[2:])))
    return _constant(g, nd.contrib.MultiBoxPrior(like, **params).asnumpy())


def _known(shape: Sequence[int | None]) -> list[int]:
    return [int(d or 0) for d in shape]
