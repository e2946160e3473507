"""Bounding boxes: decoding them, overlaps, and leaving out those that overlap better ones."""

from typing import Any

import numpy as np

from mxnet.onnx.mx2onnx._registry import NodeWriter, exports
from mxnet.onnx.mx2onnx._writer import Operand, Tensor, ints

_INT64 = np.dtype(np.int64)
_LOWEST = -1e30  # the score of what takes no part


def _columns(g: NodeWriter, x: Operand, start: int, stop: int) -> str:
    return g.slice(x, [start], [stop], [-1])


def _corners(g: NodeWriter, boxes: Operand, dtype: np.dtype) -> Operand:
    """Boxes given by centre and size as corners."""
    centre, half = _columns(g, boxes, 0, 2), g.op("Mul", _columns(g, boxes, 2, 4), np.array(0.5, dtype))
    return g.op("Concat", g.op("Sub", centre, half), g.op("Add", centre, half), axis=-1)


def _centres(g: NodeWriter, boxes: Operand, dtype: np.dtype) -> Operand:
    """Boxes given by corners as centre and size."""
    low, high = _columns(g, boxes, 0, 2), _columns(g, boxes, 2, 4)
    middle = g.op("Mul", g.op("Add", low, high), np.array(0.5, dtype))
    return g.op("Concat", middle, g.op("Sub", high, low), axis=-1)


@exports("_contrib_box_decode")
def box_decode(
    g: NodeWriter,
    data: Tensor,
    anchors: Tensor,
    *,
    std0: float,
    std1: float,
    std2: float,
    std3: float,
    clip: float,
    format: str,
) -> Operand:
    dtype = data.dtype
    codes = g.op("Mul", data, np.array([std0, std1, std2, std3], dtype))
    boxes: Operand = anchors if format == "center" else _centres(g, anchors, dtype)
    centres, sizes = _columns(g, boxes, 0, 2), _columns(g, boxes, 2, 4)
    scales = _columns(g, codes, 2, 4)
    scales = g.op("Min", scales, np.array(clip, dtype)) if clip > 0 else scales
    middle = g.op("Add", g.op("Mul", _columns(g, codes, 0, 2), sizes), centres)
    half = g.op("Mul", g.op("Mul", g.op("Exp", scales), sizes), np.array(0.5, dtype))
    return g.op("Concat", g.op("Sub", middle, half), g.op("Add", middle, half), axis=-1)


@exports("_contrib_box_iou")
def box_iou(g: NodeWriter, lhs: Tensor, rhs: Tensor, *, format: str) -> Operand:
    if lhs.rank != 2 or rhs.rank != 2:
        raise g.fail("two matrices of boxes", f"shapes {lhs.shape} and {rhs.shape}", "write reshape((-1, 4)) before")
    dtype, zero = lhs.dtype, np.array(0, lhs.dtype)
    one, other = (_corners(g, x, dtype) if format == "center" else x for x in (lhs, rhs))
    first, second = g.unsqueeze(one, 1), g.unsqueeze(other, 0)
    low = g.op("Max", _columns(g, first, 0, 2), _columns(g, second, 0, 2))
    high = g.op("Min", _columns(g, first, 2, 4), _columns(g, second, 2, 4))

    def area(sides: Operand) -> str:
        return g.reduce("ReduceProd", sides, [2])

    common = area(g.op("Max", g.op("Sub", high, low), zero))
    both = g.op("Add", *(area(g.op("Sub", _columns(g, b, 2, 4), _columns(g, b, 0, 2))) for b in (first, second)))
    return g.op("Div", common, g.op("Sub", both, common))


@exports("_contrib_box_nms")
def box_nms(
    g: NodeWriter,
    data: Tensor,
    *,
    overlap_thresh: float,
    valid_thresh: float,
    topk: int,
    coord_start: int,
    score_index: int,
    id_index: int,
    background_id: int,
    force_suppress: bool,
    in_format: str,
    out_format: str,
) -> Operand:
    """Order the boxes by score, let ONNX say which stay, and bring those to the front of rows of -1."""
    if topk == 0:
        return g.op("Identity", data)
    dtype, count = data.dtype, g.dim(data, -2)
    rows: Operand = data if data.rank == 3 else g.op("Reshape", data, g.sizes([-1, count, g.dim(data, -1)]))
    limit = count if topk < 0 else g.plus(count, topk, "Min")
    scores = _scores(g, rows, dtype, score_index, valid_thresh, id_index, background_id)
    best, order = g.ops("TopK", 2, scores, g.sizes([limit]), axis=1)
    chosen = g.op("GatherND", rows, g.unsqueeze(order, 2), batch_dims=1)
    boxes: Operand = g.cast(_columns(g, chosen, coord_start, coord_start + 4), np.float32)
    boxes = _corners(g, boxes, np.dtype(np.float32)) if in_format == "center" else boxes
    if id_index >= 0 and not force_suppress:
        boxes = _apart(g, boxes, g.cast(_column(g, chosen, id_index), np.float32))
    kept = _to_front(g, chosen, _kept(g, boxes, best, limit, overlap_thresh), limit, dtype)
    if limit != count:
        below = g.sizes([0, 0, 0, 0, g.plus(count, limit, "Sub"), 0])
        kept = g.op("Pad", kept, below, np.array(-1, dtype))
    if in_format != out_format:
        kept = _rewritten(g, kept, coord_start, out_format, dtype)
    return kept if data.rank == 3 else g.reshape(kept, g.dims(data))


def _scores(
    g: NodeWriter, rows: Operand, dtype: np.dtype, score_index: int, threshold: float, id_index: int, background_id: int
) -> str:
    """The scores of boxes, the lowest for those that take no part."""
    scores = _column(g, rows, score_index)
    valid = g.op("Greater", scores, np.array(threshold, dtype))
    if id_index >= 0:
        other = g.op("Equal", _column(g, rows, id_index), np.array(background_id, dtype))
        valid = g.op("And", valid, g.op("Not", other))
    return g.op("Where", valid, g.cast(scores, np.float32), np.array(_LOWEST, np.float32))


def _column(g: NodeWriter, rows: Operand, index: int) -> str:
    return g.op("Gather", rows, np.array(index, np.int64), axis=2)


def _apart(g: NodeWriter, boxes: Operand, kinds: Operand) -> str:
    """Boxes of different classes moved away from each other, so that they cannot overlap."""
    low, high = g.reduce("ReduceMin", boxes, [1, 2], True), g.reduce("ReduceMax", boxes, [1, 2], True)
    span = g.op("Add", g.op("Sub", high, low), np.array(1, np.float32))
    return g.op("Add", boxes, g.op("Mul", g.unsqueeze(g.op("Floor", kinds), 2), span))


def _kept(g: NodeWriter, boxes: Operand, scores: Operand, count: Any, threshold: float) -> str:
    """1.0 for each box that stays, 0.0 for the others, as (batch, boxes)."""
    selected = g.op(
        "NonMaxSuppression",
        boxes,
        g.unsqueeze(scores, 1),
        g.sizes([count]),
        np.array([threshold], np.float32),
        np.array([_LOWEST / 10], np.float32),
    )
    places = g.op("Gather", selected, ints(0, 2), axis=1)
    zeros = g.op("Mul", scores, np.array(0, np.float32))
    hits = g.op("Gather", g.shape_of(selected), ints(0), axis=0)
    return g.op("ScatterND", zeros, places, g.op("Expand", np.ones(1, np.float32), hits))


def _to_front(g: NodeWriter, rows: Operand, keep: str, count: Any, dtype: np.dtype) -> str:
    """The rows that stay first, in order, -1 after them."""
    falling = g.op("Range", g.number(count, _INT64), np.array(0, np.int64), np.array(-1, np.int64))
    rank = g.op("Mul", keep, g.cast(falling, np.float32))
    _, order = g.ops("TopK", 2, rank, g.sizes([count]), axis=1)
    at = g.unsqueeze(order, 2)
    moved = g.op("GatherND", rows, at, batch_dims=1)
    stays = g.cast(g.op("GatherElements", keep, order, axis=1), np.bool_)
    return g.op("Where", g.unsqueeze(stays, 2), moved, np.array(-1, dtype))


def _rewritten(g: NodeWriter, rows: Operand, start: int, form: str, dtype: np.dtype) -> str:
    """Rows with their coordinates in another form; those whose first is negative stay, as in MXNet."""
    box = _columns(g, rows, start, start + 4)
    new = (_corners if form == "corner" else _centres)(g, box, dtype)
    stays = g.op("Less", _columns(g, box, 0, 1), np.array(0, dtype))
    parts = [_columns(g, rows, 0, start)] if start else []
    return g.op(
        "Concat", *parts, g.op("Where", stays, box, new), _columns(g, rows, start + 4, np.iinfo(np.int64).max), axis=2
    )
