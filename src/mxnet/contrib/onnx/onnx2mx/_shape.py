"""Reshaping, joining, cutting, repeating."""

from typing import Any

import numpy as np

from mxnet import symbol
from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, MaybeValue, OnnxValue, in_places
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol

_FAR = 1 << 31


def _axes(m: Importer, value: MaybeValue, attribute: Any) -> list[int] | None:
    """Axes, which are an attribute in old opsets and an input in new ones."""
    return m.integers(value, "axes") if value is not None else None if attribute is None else list(attribute)


@imports("Reshape")
def reshape(
    m: Importer, x: OnnxValue, shape_in: MaybeValue = None, *, shape: Ints = (), allowzero: int = 0, **_: Any
) -> Symbol:
    if shape_in is None or shape_in.array is not None:
        wanted = m.integers(shape_in, "shape") if shape_in is not None else list(shape)
    elif shape_in.trials:
        wanted = _from_trials(m, x, shape_in)
    else:  # computed when the model runs: what is known of the result may do
        wanted = [-1 if d is None else d for d in m.out_shape() or (None, None)]
    if wanted.count(-1) > 1 and shape_in is not None:
        return m.call("_onnx_reshape", x, shape_in, allowzero=bool(allowzero))
    if not wanted or (0 in wanted and allowzero):
        return m.call("_np_reshape", x, newshape=tuple(wanted))
    return m.call("reshape", x, shape=tuple(wanted))


def _from_trials(m: Importer, x: OnnxValue, shape: OnnxValue) -> list[int]:
    """A shape with free sizes in MXNet's words: 0 keeps a size of the data, -1 follows from the others."""
    wanted = []
    for axis, (one, other) in enumerate(zip(*(t.tolist() for t in shape.trials), strict=True)):
        name = m.free.get(x.name, {}).get(axis)
        kept = name is not None and (one, other) == (m.stand_in(name, 0), m.stand_in(name, 1))
        wanted.append(one if one == other else 0 if kept else -1)
    return wanted


@imports("Flatten")
def flatten(m: Importer, x: OnnxValue, *, axis: int = 1) -> Symbol:
    if axis == 1:
        return m.call("Flatten", x)
    axis %= x.rank
    if axis == 0:
        return m.call("reshape", x, shape=(1, -1))
    return m.call("reshape", x, shape=(-1, *_tail(m, x, axis)))


def _tail(m: Importer, x: OnnxValue, axis: int) -> list[int]:
    sizes = (x.shape or ())[axis:]
    if None in sizes:
        raise m.fail("known sizes behind axis", f"{axis=} of {x.shape}")
    return [int(np.prod(sizes, dtype=np.int64))]  # type: ignore[arg-type]


@imports("Transpose")
def transpose(m: Importer, x: OnnxValue, *, perm: Ints = ()) -> Symbol:
    return m.call("transpose", x, axes=tuple(perm))


@imports("Squeeze")
def squeeze(m: Importer, x: OnnxValue, axes_in: MaybeValue = None, *, axes: Any = None) -> Symbol:
    if axes_in is not None and axes_in.array is None:
        return m.call("_onnx_squeeze", x, axes_in)
    wanted = _axes(m, axes_in, axes)
    return m.call("_np_squeeze", x, axis=None if wanted is None else tuple(wanted))


@imports("Unsqueeze")
def unsqueeze(m: Importer, x: OnnxValue, axes_in: MaybeValue = None, *, axes: Any = None) -> Symbol:
    if axes_in is not None and axes_in.array is None:
        return m.call("_onnx_unsqueeze", x, axes_in)
    wanted = _axes(m, axes_in, axes) or []
    if x.shape is None:
        return m.call("_onnx_unsqueeze", x, m.filled("axes", wanted, "int64"))
    if min(wanted, default=0) < 0:
        wanted = [a % (x.rank + len(wanted)) for a in wanted]
    expanded = x.sym
    for axis in sorted(wanted):
        expanded = m.call("expand_dims", expanded, axis=axis)
    return expanded if wanted else m.call("identity", x)


@imports("Concat")
def concat(m: Importer, *values: OnnxValue, axis: int = 1) -> Symbol:
    return m.call("concat", *values, dim=axis)


@imports("Split")
def split(
    m: Importer,
    x: OnnxValue,
    split_in: MaybeValue = None,
    *,
    axis: int = 0,
    split: Ints = (),
    num_outputs: int | None = None,
) -> list[Symbol]:
    count = len(m.outputs())
    if split_in is not None and split_in.array is None:
        return list(m.call("_onnx_split", x, split_in, axis=axis, num_outputs=count))
    sizes = m.integers(split_in, "split") if split_in is not None else list(split)
    if count == 1:
        return [m.call("identity", x)]
    if len(set(sizes)) <= 1 and (sizes or num_outputs is None) and 0 not in sizes:
        return list(m.call("SliceChannel", x, num_outputs=count, axis=axis))
    if not sizes:  # the last part is the smallest
        whole = x.shape[axis] if x.shape is not None else None
        if whole is None:
            return list(m.call("_onnx_split_evenly", x, axis=axis, num_outputs=count))
        sizes = [-(-whole // count)] * (count - 1)
    starts = np.cumsum([0, *sizes])[:count].tolist()
    return list(m.call("_split_v2", x, indices=tuple(starts), axis=axis))


@imports("Slice")
def slice_(
    m: Importer, x: OnnxValue, *inputs: MaybeValue, starts: Ints = (), ends: Ints = (), axes: Any = None
) -> Symbol:
    placed = in_places(inputs, 4)
    starts_in, ends_in, axes_in, steps_in = placed
    if any(v is not None and v.array is None for v in placed):
        return _computed_slice(m, x, *placed)
    first = m.integers(starts_in, "starts") if starts_in is not None else list(starts)
    last = m.integers(ends_in, "ends") if ends_in is not None else list(ends)
    along = _axes(m, axes_in, axes) or list(range(len(first)))
    steps = m.integers(steps_in, "steps") if steps_in is not None else [1] * len(first)
    along = [a % x.rank if a < 0 else a for a in along]
    begin: list[int | None] = [None] * (max(along, default=0) + 1)
    end, step = list(begin), list(begin)
    for axis, a, b, s in zip(along, first, last, steps, strict=True):
        begin[axis], end[axis], step[axis] = *_ends(x, axis, a, b, s), s if s != 1 else None
    return m.call("slice", x, begin=tuple(begin), end=tuple(end), step=tuple(step) if any(step) else None)


def _computed_slice(m: Importer, x: OnnxValue, *inputs: MaybeValue) -> Symbol:
    """A slice whose ends are known when the model runs."""
    starts, ends, axes, steps = inputs
    count = next((v.shape[0] for v in inputs if v is not None and v.shape and v.shape[0] is not None), None)
    if count is None or starts is None or ends is None:
        raise m.fail("a known number of starts", "one that is computed when the model runs")
    return m.call(
        "_onnx_slice",
        x,
        starts,
        ends,
        m.filled("axes", np.arange(count), "int64") if axes is None else axes,
        m.filled("steps", np.ones(count), "int64") if steps is None else steps,
    )


def _ends(x: OnnxValue, axis: int, start: int, end: int, step: int) -> tuple[int | None, int | None]:
    """Where a slice begins and ends; ONNX cuts numbers that lie outside, MXNet wants None for the far ends."""
    size = x.shape[axis] if x.shape is not None else None
    if size is not None:
        bounds = slice(start, end, step).indices(size)
        start, end = bounds[0], bounds[1]
        return start, (None if end < 0 else end)
    low = None if abs(start) >= _FAR or (start == 0 and step > 0) else start
    return low, (None if abs(end) >= _FAR else end)


@imports("Tile")
def tile(m: Importer, x: OnnxValue, repeats: OnnxValue) -> Symbol:
    if repeats.array is None:
        return m.call("_onnx_tile", x, repeats)
    return m.call("tile", x, reps=tuple(m.integers(repeats, "repeats")))


@imports("Expand")
def expand(m: Importer, x: OnnxValue, shape: OnnxValue) -> Symbol:
    known = m.integers(shape, "shape") if shape.array is not None else [d or 0 for d in m.out_shape() or ()]
    if not known or (shape.array is None and None in (m.out_shape() or ())):
        if shape.array is not None:
            return m.call("identity", x)
        return m.call("_onnx_expand", x, shape)
    data, rank = x.sym, x.rank
    for _ in range(len(known) - rank):
        data = m.call("expand_dims", data, axis=0)
    wanted = [1] * (rank - len(known)) + known
    have = [1] * (len(known) - rank) + list(x.shape or ())
    return m.call(
        "broadcast_to", data, shape=tuple(0 if w == 1 or w == h else w for w, h in zip(wanted, have, strict=True))
    )


@imports("ConstantOfShape")
def constant_of_shape(m: Importer, shape: OnnxValue, *, value: Any = None) -> Symbol:
    number = np.zeros(1, np.float32) if value is None else load_onnx("numpy_helper").to_array(value)
    one, kind = number.reshape(-1)[0].item(), number.dtype.name
    known = m.integers(shape, "shape") if shape.array is not None else m.out_shape()
    if known is None or None in known:
        return m.call("_onnx_constant_of_shape", shape, value=float(one), dtype=kind)
    if not known or 0 in known:
        return m.parameter(m.outputs()[0], np.full([d or 0 for d in known], one, number.dtype))
    return symbol.full(shape=tuple(int(d or 0) for d in known), val=one, dtype=kind)


@imports("Shape")
def shape_array(m: Importer, x: OnnxValue, *, start: int = 0, end: int | None = None) -> Symbol:
    shape = m.call("shape_array", x)
    if start == 0 and end is None:
        return shape
    rank = x.rank if start < 0 or (end or 0) < 0 or (end or 0) > 8 else None
    first, last, _ = slice(start, end).indices(rank) if rank is not None else (start, end, 1)
    return m.call("slice_axis", shape, axis=0, begin=first, end="None" if last is None else last)


@imports("Size")
def size_array(m: Importer, x: OnnxValue) -> Symbol:
    return m.call("size_array", x)


@imports("DepthToSpace")
def depth_to_space(m: Importer, x: OnnxValue, *, blocksize: int, mode: str = "DCR") -> Symbol:
    if mode == "DCR":
        return m.call("depth_to_space", x, block_size=blocksize)
    apart = m.call("reshape", x, shape=(0, -4, -1, blocksize * blocksize, -2))
    apart = m.call("reshape", apart, shape=(0, 0, -4, blocksize, blocksize, -2))
    moved = m.call("transpose", apart, axes=(0, 1, 4, 2, 5, 3))
    return m.call("reshape", moved, shape=(0, 0, -3, -3))


@imports("SpaceToDepth")
def space_to_depth(m: Importer, x: OnnxValue, *, blocksize: int, mode: str = "DCR") -> Symbol:
    blocks = m.call("space_to_depth", x, block_size=blocksize)
    if mode == "DCR":
        return blocks
    # Channels come first in the other order: those of one place stand together.
    apart = m.call("reshape", blocks, shape=(0, -4, blocksize * blocksize, -1, -2))
    return m.call("reshape", m.call("SwapAxis", apart, dim1=1, dim2=2), shape=(0, -3, -2))


@imports("EyeLike")
def eye_like(m: Importer, x: OnnxValue, *, k: int = 0, dtype: int | None = None) -> Symbol:
    name = x.dtype if dtype is None else load_onnx("helper").tensor_dtype_to_np_dtype(dtype).name
    return m.call("_onnx_eye_like", x, k=k, dtype=name)


@imports("Trilu")
def trilu(m: Importer, x: OnnxValue, k: MaybeValue = None, *, upper: int = 1) -> Symbol:
    return m.call("_onnx_trilu", x, m.filled("k", 0, "int64") if k is None else k, upper=bool(upper))


@imports("Einsum")
def einsum(m: Importer, *values: OnnxValue, equation: str) -> Symbol:
    return m.call("_npi_einsum", *values, subscripts=equation.replace(" ", ""))
