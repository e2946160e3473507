"""Reshaping, transposing, broadcasting."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Dim, Operand, Tensor, ints


@exports("Reshape")
def reshape(
    g: NodeWriter, data: Tensor, *, shape: Sequence[int], reverse: bool, target_shape: Sequence[int], keep_highest: bool
) -> Operand:
    if g.out.shape.count(None) <= 1:  # one free size needs no computing
        return g.op("Reshape", data, ints(*(-1 if d is None else d for d in g.out.shape)))
    if not shape or reverse:
        raise g.fail("shape= without reverse where several sizes are free", f"{shape=}, {reverse=}")
    return g.op("Reshape", data, g.sizes(_decoded(g, data, list(shape))))


def _decoded(g: NodeWriter, data: Tensor, codes: list[int]) -> list[Dim]:
    """MXNet's codes as sizes: 0 keeps one, -2 the rest, -3 joins two, -4 splits one, -1 is left to the runtime."""
    dims: list[Dim] = []
    axis = 0
    while codes:
        code = codes.pop(0)
        if code == -2:
            dims += g.dims(data, axis)
            axis = data.rank
        elif code == -3:
            dims.append(g.product(g.dims(data, axis, axis + 2)))
            axis += 2
        elif code == -4:
            parts = [codes.pop(0), codes.pop(0)]
            known = next((p for p in parts if p > 0), 1)
            whole = g.dim(data, axis)
            other = whole // known if isinstance(whole, int) else g.op("Div", whole, ints(known))
            dims += [p if p > 0 else other for p in parts]
            axis += 1
        else:
            dims.append(g.dim(data, axis) if code == 0 else code)
            axis += 1
    return dims


@exports("reshape_like")
def reshape_like(
    g: NodeWriter,
    lhs: Tensor,
    rhs: Tensor,
    *,
    lhs_begin: int | None,
    lhs_end: int | None,
    rhs_begin: int | None,
    rhs_end: int | None,
) -> Operand:
    begin, end, _ = slice(lhs_begin, lhs_end).indices(lhs.rank)
    return g.reshape(lhs, [*g.dims(lhs, 0, begin), *g.dims(rhs, rhs_begin or 0, rhs_end), *g.dims(lhs, end)])


@exports("Flatten")
def flatten(g: NodeWriter, data: Tensor) -> Operand:
    return g.op("Flatten", data, axis=1)


@exports("transpose")
def transpose(g: NodeWriter, data: Tensor, *, axes: Sequence[int]) -> Operand:
    perm = [a % data.rank for a in axes] or list(range(data.rank))[::-1]
    return g.op("Transpose", data, perm=perm)


@exports("SwapAxis")
def swap_axes(g: NodeWriter, data: Tensor, *, dim1: int, dim2: int) -> Operand:
    perm = list(range(data.rank))
    perm[dim1], perm[dim2] = perm[dim2], perm[dim1]
    return g.op("Transpose", data, perm=perm)


@exports("expand_dims")
def expand_dims(g: NodeWriter, data: Tensor, *, axis: int) -> Operand:
    return g.unsqueeze(data, axis)


@exports("squeeze")
def squeeze(g: NodeWriter, data: Tensor, *, axis: Sequence[int] | None) -> Operand:
    axes = [a % data.rank for a in axis] if axis else [a for a, d in enumerate(data.shape) if d == 1]
    if len(axes) == data.rank:  # MXNet keeps one
        return g.reshape(data, [1])
    return g.squeeze(data, *sorted(axes)) if axes else g.op("Identity", data)


@exports("broadcast_to")
def broadcast_to(g: NodeWriter, data: Tensor, *, shape: Sequence[int]) -> Operand:
    return g.expand(data, [d or 1 for d in shape])  # 1 leaves a size as it is


@exports("broadcast_axis")
def broadcast_axis(g: NodeWriter, data: Tensor, *, axis: Sequence[int], size: Sequence[int]) -> Operand:
    wanted = dict(zip([a % data.rank for a in axis], size, strict=True))
    return g.expand(data, [wanted.get(a, 1) for a in range(data.rank)])


@exports("broadcast_like")
def broadcast_like(
    g: NodeWriter, lhs: Tensor, rhs: Tensor, *, lhs_axes: Sequence[int] | None, rhs_axes: Sequence[int] | None
) -> Operand:
    if lhs_axes is None or rhs_axes is None:
        return g.expand(lhs, g.dims(rhs))
    dims: list[Dim] = [1] * lhs.rank
    for left, right in zip(lhs_axes, rhs_axes, strict=True):
        dims[left] = g.dim(rhs, right)
    return g.expand(lhs, dims)


@exports("depth_to_space")
def depth_to_space(g: NodeWriter, data: Tensor, *, block_size: int) -> Operand:
    return g.op("DepthToSpace", data, blocksize=block_size, mode="DCR")


@exports("space_to_depth")
def space_to_depth(g: NodeWriter, data: Tensor, *, block_size: int) -> Operand:
    return g.op("SpaceToDepth", data, blocksize=block_size)


@exports("reverse")
def reverse(g: NodeWriter, data: Tensor, *, axis: Sequence[int]) -> Operand:
    end = np.iinfo(np.int64).min
    return g.slice(data, [-1] * len(axis), [end] * len(axis), [a % data.rank for a in axis], [-1] * len(axis))


@exports("diag")
def diag(g: NodeWriter, data: Tensor, *, k: int, axis1: int, axis2: int) -> Any:
    if data.rank != 2 or None in data.shape:
        raise g.fail("a matrix of known size", f"shape {data.shape}", "write the model without diag")
    rows = np.diag(np.arange(int(np.prod(_known(data.shape)))).reshape(_known(data.shape)), k)
    return g.op("Gather", g.reshape(data, [-1]), rows.astype(np.int64), axis=0)


def _known(shape: Sequence[int | None]) -> list[int]:
    return [int(d or 0) for d in shape]
