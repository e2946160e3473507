"""Joining, cutting, repeating and padding."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Dim, Operand, Tensor, ints

_FAR = np.iinfo(np.int64).max
_NEAR = np.iinfo(np.int64).min


@exports("Concat", "_rnn_param_concat")
def concat(g: NodeWriter, *data: Tensor, dim: int, **_: Any) -> Operand:
    return g.op("Concat", *data, axis=dim % data[0].rank)


@exports("stack")
def stack(g: NodeWriter, *data: Tensor, axis: int, **_: Any) -> Operand:
    axis %= data[0].rank + 1
    return g.op("Concat", *(g.unsqueeze(x, axis) for x in data), axis=axis)


def _parts(g: NodeWriter, data: Tensor, sizes: Sequence[int], axis: int, squeeze: bool) -> list[Operand]:
    parts: Sequence[Operand] = g.split(data, sizes, axis) if len(sizes) > 1 else [g.op("Identity", data)]
    return [g.squeeze(part, axis) for part in parts] if squeeze else list(parts)


def _equal_parts(g: NodeWriter, data: Tensor, count: int, axis: int, squeeze: bool) -> list[Operand]:
    size = data.shape[axis]
    if size is None and not squeeze:
        raise g.fail("an axis of known size to cut", f"axis {axis} of {data.shape}", "fix it in dynamic_input_shapes")
    return _parts(g, data, [1 if size is None else size // count] * count, axis, squeeze)


@exports("SliceChannel")
def split(g: NodeWriter, data: Tensor, *, num_outputs: int, axis: int, squeeze_axis: bool) -> list[Operand]:
    return _equal_parts(g, data, num_outputs, axis % data.rank, squeeze_axis)


@exports("_split_v2")
def split_v2(
    g: NodeWriter, data: Tensor, *, indices: Sequence[int], axis: int, squeeze_axis: bool, sections: int
) -> list[Operand]:
    axis %= data.rank
    size = data.shape[axis]
    if sections > 0 and (size is None or size % sections == 0):
        return _equal_parts(g, data, sections, axis, squeeze_axis)
    if size is None:
        raise g.fail("an axis of known size to cut", f"axis {axis} of {data.shape}", "fix it in dynamic_input_shapes")
    if sections > 0:  # the longer parts come first
        return _parts(g, data, [size // sections + (i < size % sections) for i in range(sections)], axis, squeeze_axis)
    cuts = [*indices, size]
    return _parts(g, data, [b - a for a, b in pairwise(cuts)], axis, squeeze_axis)


@exports("slice")
def slice_(g: NodeWriter, data: Tensor, *, begin: Sequence[Any], end: Sequence[Any], step: Sequence[Any]) -> Operand:
    steps = [s or 1 for s in step] or [1] * len(begin)
    starts = [(0 if s > 0 else _FAR) if b is None else b for b, s in zip(begin, steps, strict=True)]
    ends = [(_FAR if s > 0 else _NEAR) if e is None else e for e, s in zip(end, steps, strict=True)]
    return g.slice(data, starts, ends, range(len(starts)), steps)


@exports("slice_axis")
def slice_axis(g: NodeWriter, data: Tensor, *, axis: int, begin: int, end: int | None) -> Operand:
    return g.slice(data, [begin], [_FAR if end is None else end], [axis % data.rank])


@exports("slice_like")
def slice_like(g: NodeWriter, data: Tensor, shape_like: Tensor, *, axes: Sequence[int]) -> Operand:
    chosen = [a % data.rank for a in axes] or list(range(data.rank))
    ends = g.sizes([g.dim(shape_like, a) for a in chosen])
    return g.op("Slice", data, ints(*[0] * len(chosen)), ends, ints(*chosen))


@exports("Crop")
def crop(
    g: NodeWriter, data: Tensor, *like: Tensor, offset: Sequence[int], h_w: Sequence[int], center_crop: bool, **_: Any
) -> Operand:
    wanted: list[Dim] = g.dims(like[0], 2) if like else list(h_w)
    starts: list[Dim] = list(offset)
    if center_crop:
        starts = [
            g.plus(g.plus(whole, part, "Sub"), 2, "Div") for whole, part in zip(g.dims(data, 2), wanted, strict=True)
        ]
    ends = [g.plus(a, b) for a, b in zip(starts, wanted, strict=True)]
    return g.op("Slice", data, g.sizes(starts), g.sizes(ends), ints(2, 3))


@exports("tile")
def tile(g: NodeWriter, data: Tensor, *, reps: Sequence[int]) -> Operand:
    missing = len(reps) - data.rank
    x = g.unsqueeze(data, *range(missing)) if missing > 0 else data
    return g.op("Tile", x, ints(*[1] * -missing, *reps))


@exports("repeat")
def repeat(g: NodeWriter, data: Tensor, *, repeats: int, axis: int | None) -> Operand:
    x: Operand = data if axis is not None else g.reshape(data, [-1])
    rank = data.rank if axis is not None else 1
    at = (axis or 0) % rank
    grown = g.op("Tile", g.unsqueeze(x, at + 1), ints(*(repeats if a == at + 1 else 1 for a in range(rank + 1))))
    if axis is None:
        return g.reshape(grown, [-1])
    dims = g.dims(data)
    dims[at] = g.product([dims[at], repeats])
    return g.reshape(grown, dims)


@exports("Pad")
def pad(g: NodeWriter, data: Tensor, *, mode: str, pad_width: Sequence[int], constant_value: float) -> Operand:
    pads = ints(*pad_width[::2], *pad_width[1::2])
    value = np.array(constant_value, data.dtype) if mode == "constant" else None
    return g.op("Pad", data, pads, value, mode=mode)


@exports("_npi_pad")
def pad_any(
    g: NodeWriter, x: Tensor, *, pad_width: Sequence[Any], mode: str, constant_value: float, **_: Any
) -> Operand:
    if mode not in ("constant", "edge", "reflect"):
        raise g.fail("mode 'constant', 'edge' or 'reflect'", f"{mode=}")
    flat = [n for pair in pad_width for n in (pair if isinstance(pair, list | tuple) else (pair,))]
    return pad(g, x, mode=mode, pad_width=flat, constant_value=constant_value)
