"""Random numbers, which are others in another runtime."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, tensor_type


def _drawn(g: NodeWriter, kind: str, **params: Any) -> Operand:
    if None in g.out.shape:
        raise g.fail("a shape that is known", f"shape {g.out.shape}", "use the operator that ends with _like")
    return g.op(kind, shape=[int(d or 0) for d in g.out.shape], dtype=tensor_type(g.out.dtype), **params)


@exports("_random_uniform")
def uniform(g: NodeWriter, *, low: float, high: float, **_: Any) -> Operand:
    return _drawn(g, "RandomUniform", low=low, high=high)


@exports("_random_normal")
def normal(g: NodeWriter, *, loc: float, scale: float, **_: Any) -> Operand:
    return _drawn(g, "RandomNormal", mean=loc, scale=scale)


@exports("_random_uniform_like")
def uniform_like(g: NodeWriter, data: Tensor, *, low: float, high: float, **_: Any) -> Operand:
    return g.op("RandomUniformLike", data, low=low, high=high)


@exports("_random_normal_like")
def normal_like(g: NodeWriter, data: Tensor, *, loc: float, scale: float, **_: Any) -> Operand:
    return g.op("RandomNormalLike", data, mean=loc, scale=scale)


@exports("_sample_multinomial")
def multinomial(g: NodeWriter, data: Tensor, *, shape: Any, get_prob: bool, **_: Any) -> Operand:
    if get_prob:
        raise g.fail("get_prob=False", f"{get_prob=}", "write log and pick for the probabilities")
    rows = g.op("Reshape", data, g.sizes([-1, g.dim(data, -1)]))
    wide = g.cast(rows, np.float32) if data.dtype != np.float32 else rows
    drawn = g.op("Multinomial", g.op("Log", wide), sample_size=int(np.prod(shape or (1,))), dtype=tensor_type(np.int32))
    samples = g.op("Reshape", drawn, g.sizes([*g.dims(data, 0, -1), *shape] or [1]))
    return samples if g.out.dtype == np.int32 else g.cast(samples, g.out.dtype)
