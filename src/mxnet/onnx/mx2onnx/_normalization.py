"""Normalisations."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints


def along(g: NodeWriter, vector: Operand, axis: int, rank: int) -> Operand:
    """A vector shaped so that it lies along one axis."""
    axis %= rank
    return vector if axis == rank - 1 else g.reshape(vector, [-1] + [1] * (rank - 1 - axis))


def moved_last(rank: int, axis: int) -> list[int]:
    """The order of axes that puts one behind the first, where ONNX has channels."""
    return [0, axis, *(a for a in range(1, rank) if a != axis)]


def _typed(g: NodeWriter, vector: Operand, dtype: np.dtype) -> Operand:
    """A parameter in another type: cast now, so that it stays a constant."""
    known = g.value_of(vector) if isinstance(vector, Tensor) and vector.dtype != dtype else None
    return g.cast(vector, dtype) if known is None else known.astype(dtype)


@exports("BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm", "_contrib_BatchNormWithReLU")
def batch_norm(
    g: NodeWriter,
    data: Tensor,
    gamma: Tensor,
    beta: Tensor,
    moving_mean: Tensor,
    moving_var: Tensor,
    *,
    eps: float,
    momentum: float,
    fix_gamma: bool,
    output_mean_var: bool,
    axis: int = 1,
    **_: Any,
) -> Any:
    vectors: list[Operand] = [gamma, beta, moving_mean, moving_var]
    if fix_gamma:
        size = next((t.shape[0] for t in (gamma, beta, moving_mean) if t.shape[0] is not None), None)
        vectors[0] = (
            np.ones(size, gamma.dtype) if size is not None else g.expand(np.ones(1, gamma.dtype), g.dims(gamma))
        )
    if g.opset < 15:  # one type for all until then
        vectors = [_typed(g, v, data.dtype) for v in vectors]
    axis %= data.rank
    perm = moved_last(data.rank, axis)
    normalized: Operand = g.op("BatchNormalization", g.transpose(data, perm), *vectors, epsilon=eps, momentum=momentum)
    normalized = g.transpose(normalized, np.argsort(perm).tolist())
    normalized = g.op("Relu", normalized) if g.kind == "_contrib_BatchNormWithReLU" else normalized
    if not output_mean_var:
        return normalized
    spread = g.op("Sqrt", g.op("Add", moving_var, np.array(eps, moving_var.dtype)))
    return [normalized, g.op("Identity", moving_mean), g.op("Reciprocal", spread)]


def _standardised(g: NodeWriter, x: Operand, axes: Sequence[int], eps: float, dtype: np.dtype) -> tuple[str, str, str]:
    """The operand less its mean, over its standard deviation; the two as well. Runtimes know this pattern."""
    mean = g.reduce("ReduceMean", x, axes, True)
    apart = g.op("Sub", x, mean)
    variance = g.reduce("ReduceMean", g.op("Pow", apart, np.array(2, dtype)), axes, True)
    spread = g.op("Sqrt", g.op("Add", variance, np.array(eps, dtype)))
    return g.op("Div", apart, spread), mean, spread


@exports("LayerNorm")
def layer_norm(
    g: NodeWriter, data: Tensor, gamma: Tensor, beta: Tensor, *, axis: int, eps: float, output_mean_var: bool
) -> Any:
    normalized, mean, spread = _standardised(g, data, [axis % data.rank], eps, data.dtype)
    normalized = g.op("Mul", normalized, along(g, gamma, axis, data.rank))
    normalized = g.op("Add", normalized, along(g, beta, axis, data.rank))
    return [normalized, mean, spread] if output_mean_var else normalized


@exports("GroupNorm")
def group_norm(
    g: NodeWriter, data: Tensor, gamma: Tensor, beta: Tensor, *, num_groups: int, eps: float, output_mean_var: bool
) -> Any:
    grouped = g.op("Reshape", data, ints(0, num_groups, -1))
    normalized, mean, spread = _standardised(g, grouped, [2], eps, data.dtype)
    normalized = g.op("Mul", normalized, along(g, gamma, 1, 3))
    normalized = g.reshape(g.op("Add", normalized, along(g, beta, 1, 3)), g.dims(data))
    return [normalized, g.squeeze(mean, 2), g.squeeze(spread, 2)] if output_mean_var else normalized


@exports("InstanceNorm")
def instance_norm(g: NodeWriter, data: Tensor, gamma: Tensor, beta: Tensor, *, eps: float) -> Operand:
    return g.op("InstanceNormalization", data, gamma, beta, epsilon=eps)


@exports("L2Normalization")
def l2_normalization(g: NodeWriter, data: Tensor, *, eps: float, mode: str) -> Operand:
    axes = {"instance": range(1, data.rank), "channel": [1], "spatial": range(2, data.rank)}[mode]
    total = g.reduce("ReduceSumSquare", data, list(axes), True)
    return g.op("Div", data, g.op("Sqrt", g.op("Add", total, np.array(eps, data.dtype))))


@exports("LRN")
def lrn(g: NodeWriter, data: Tensor, *, alpha: float, beta: float, knorm: float, nsize: int) -> Operand:
    return g.op("LRN", data, alpha=alpha, beta=beta, bias=knorm, size=nsize)
