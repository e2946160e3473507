"""Attention over interleaved projections, heads side by side."""

import math

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints

Part = tuple[Tensor, int, int]  # projections, how many are interleaved, and which one is meant


def _heads(g: NodeWriter, x: Tensor, parts: int, part: int, heads: int) -> tuple[Operand, int]:
    """One of the interleaved projections as (batch * heads, time, size), and its size."""
    width = x.shape[2]
    if width is None:
        raise g.fail("projections of known width", f"shape {x.shape}", "fix their last axis in dynamic_input_shapes")
    size = width // (heads * parts)
    split = g.op("Reshape", x, ints(0, 0, heads, parts, size))
    chosen = g.op("Gather", split, np.array(part, np.int64), axis=3)
    moved = g.op("Transpose", chosen, perm=[1, 2, 0, 3])
    return g.op("Reshape", moved, g.sizes([-1, g.dim(x, 0), size])), size


def _scores(g: NodeWriter, queries: Part, keys: Part, heads: int) -> Operand:
    asked, size = _heads(g, *queries, heads)
    scaled = g.op("Mul", asked, np.array(1 / math.sqrt(size), queries[0].dtype))
    return g.op("MatMul", scaled, g.op("Transpose", _heads(g, *keys, heads)[0], perm=[0, 2, 1]))


def _weighted(g: NodeWriter, part: Part, attention: Tensor, heads: int) -> Operand:
    """Sums of values as (queries, batch, heads * size)."""
    values, size = _heads(g, *part, heads)
    sums = g.op("MatMul", attention, values)
    apart = g.op("Reshape", sums, g.sizes([-1, heads, g.dim(attention, 1), size]))
    moved = g.op("Transpose", apart, perm=[2, 0, 1, 3])
    return g.op("Reshape", moved, ints(0, 0, heads * size))


@exports("_contrib_interleaved_matmul_selfatt_qk")
def selfatt_qk(g: NodeWriter, queries_keys_values: Tensor, *, heads: int) -> Operand:
    return _scores(g, (queries_keys_values, 3, 0), (queries_keys_values, 3, 1), heads)


@exports("_contrib_interleaved_matmul_selfatt_valatt")
def selfatt_valatt(g: NodeWriter, queries_keys_values: Tensor, attention: Tensor, *, heads: int) -> Operand:
    return _weighted(g, (queries_keys_values, 3, 2), attention, heads)


@exports("_contrib_interleaved_matmul_encdec_qk")
def encdec_qk(g: NodeWriter, queries: Tensor, keys_values: Tensor, *, heads: int) -> Operand:
    return _scores(g, (queries, 1, 0), (keys_values, 2, 0), heads)


@exports("_contrib_interleaved_matmul_encdec_valatt")
def encdec_valatt(g: NodeWriter, keys_values: Tensor, attention: Tensor, *, heads: int) -> Operand:
    return _weighted(g, (keys_values, 2, 1), attention, heads)
