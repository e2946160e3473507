"""Bounding boxes: overlaps, non-maximum suppression, matching, and codes relative to anchors."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array
Format = Literal["center", "corner"]

# Boxes decided at once in non-maximum suppression.
_BLOCK = 256


def to_corners(boxes: Array, form: str) -> Array:
    """Boxes (..., 4) as x1, y1, x2, y2."""
    if form == "corner":
        return boxes
    centre, half = boxes[..., :2], boxes[..., 2:] / 2
    return jnp.concatenate([centre - half, centre + half], axis=-1)


def overlap(first: Array, second: Array, extra: float = 0.0) -> tuple[Array, Array]:
    """Area of the intersection and of the union of boxes in corners; sides are longer than differences by ``extra``."""
    low = jnp.maximum(first[..., :2], second[..., :2])
    high = jnp.minimum(first[..., 2:], second[..., 2:])
    sides = jnp.maximum(high - low + extra, 0)
    common = sides[..., 0] * sides[..., 1]
    areas = [jnp.prod(b[..., 2:] - b[..., :2] + extra, axis=-1) for b in (first, second)]
    return common, areas[0] + areas[1] - common


def _settle(candidates: Array, conflicts: Array) -> Array:
    """Which candidates, best first, survive, given the pairs that conflict.

    Repeating "survives unless a better survivor conflicts" settles once for each link of the longest chain.
    """
    index = jnp.arange(candidates.shape[0], dtype=jnp.int32)
    worse = conflicts & (index[:, None] > index)

    def step(state: tuple[Array, Array]) -> tuple[Array, Array]:
        alive = candidates & ~(worse & state[0]).any(1)
        return alive, (alive != state[0]).any()

    return lax.while_loop(lambda state: state[1], step, (candidates, jnp.asarray(True)))[0]


def keep_greedily(
    boxes: Array,
    candidates: Array,
    classes: Array | None,
    conflict: Callable[[Array, Array], Array],
    enough: int | None = None,
) -> Array:
    """Which of some boxes, best first, survive: a box falls if it conflicts with a better survivor of its class.

    Few boxes are decided at once; of many, blocks in turn, against the survivors before them and then among themselves.
    Once there are ``enough`` survivors, the blocks that are left are out.
    """
    count = boxes.shape[0]

    def against(mine: list[Array], others: list[Array]) -> Array:
        conflicts = conflict(mine[0][:, None], others[0][None])
        return conflicts if classes is None else conflicts & (mine[1][:, None] == others[1][None])

    if count <= _BLOCK:  # a third of the program, which is compiled anew for every number of anchors
        rows = [boxes] if classes is None else [boxes, classes]
        return _settle(candidates, against(rows, rows))
    size, room = _BLOCK, count if enough is None else min(enough, count)
    padding = -count % size
    boxes = jnp.pad(boxes, ((0, padding), (0, 0)))
    candidates = jnp.pad(candidates, (0, padding))
    kinds = None if classes is None else jnp.pad(classes, (0, padding))

    def decide(state: tuple[Any, ...]) -> tuple[Any, ...]:
        block, keep, number, survivors = state
        here = partial(lax.dynamic_slice_in_dim, start_index=block * size, slice_size=size)
        mine = [here(boxes)] if kinds is None else [here(boxes), here(kinds)]
        beaten = (against(mine, survivors) & (jnp.arange(room, dtype=jnp.int32) < number)).any(1)
        alive = _settle(here(candidates) & ~beaten, against(mine, mine))
        place = jnp.where(alive, number + jnp.cumsum(alive, dtype=jnp.int32) - 1, room)
        survivors = [all_.at[place].set(new, mode="drop") for all_, new in zip(survivors, mine, strict=True)]
        keep = lax.dynamic_update_slice_in_dim(keep, alive, block * size, 0)
        return block + 1, keep, number + alive.sum(dtype=jnp.int32), survivors

    def goes_on(state: tuple[Any, ...]) -> Array:
        return (state[0] < (count + padding) // size) & (state[2] < room)

    survivors = [jnp.zeros((room, *a.shape[1:]), a.dtype) for a in (boxes, kinds) if a is not None]
    start = (jnp.int32(0), jnp.zeros(count + padding, bool), jnp.int32(0), survivors)
    return lax.while_loop(goes_on, decide, start)[1][:count]


def front_first(chosen: Array) -> Array:
    """Indices that bring the chosen ones to the front, everything in order otherwise."""
    return jnp.argsort(~chosen, axis=-1, stable=True)


def _check_nms(shape: tuple[int, ...], coord_start: int, score_index: int, id_index: int) -> None:
    name = "_contrib_box_nms"
    if len(shape) < 2:
        raise MXNetError(f"{name}: input must have dim >= 2, the last two being boxes and columns, but it is {shape}")
    width, least = shape[-1], 6 if id_index >= 0 else 5
    if width < least:
        raise MXNetError(f"{name}: the last dimension must have at least {least} elements, but data is {shape}")
    coordinates = range(coord_start, coord_start + 4)
    if coord_start < 0 or coord_start + 4 > width:
        raise MXNetError(f"{name}: coordinates from coord_start={coord_start} are out of range for {width} columns")
    for label, index in (("score_index", score_index), *([("id_index", id_index)] if id_index >= 0 else [])):
        if not 0 <= index < width or index in coordinates:
            raise MXNetError(f"{name}: {label}={index} is out of range or among the coordinates of {width} columns")
    if id_index == score_index:
        raise MXNetError(f"{name}: id_index={id_index} conflict with score_index")


@partial(jax.custom_vjp, nondiff_argnums=(1, 2))
def _convert(rows: Array, start: int, to: str) -> Array:
    """Rewrite the coordinates of rows; those whose first is negative stay, and so do gradients, as in MXNet."""
    box = rows[..., start : start + 4]
    if to == "corner":
        new = to_corners(box, "center")
    else:
        new = jnp.concatenate([(box[..., :2] + box[..., 2:]) / 2, box[..., 2:] - box[..., :2]], axis=-1)
    return rows.at[..., start : start + 4].set(jnp.where(box[..., :1] < 0, box, new))


_convert.defvjp(lambda rows, start, to: (_convert(rows, start, to), None), lambda start, to, _, grad: (grad,))


@op("_contrib_box_nms", aliases=("_contrib_box_non_maximum_suppression",), total_outputs=2)
def box_nms(
    data: Array,
    *,
    overlap_thresh: float = 0.5,
    valid_thresh: float = 0.0,
    topk: int = -1,
    coord_start: int = 2,
    score_index: int = 1,
    id_index: int = -1,
    background_id: int = -1,
    force_suppress: bool = False,
    in_format: Format = "corner",
    out_format: Format = "corner",
) -> Array:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up.

    A row holds a score, four coordinates and perhaps a class, at the given columns; ``topk`` best ones take part.

    data: Boxes of shape (..., boxes, columns).
    overlap_thresh: A box is dropped if its intersection over union with a better one is above this.
    valid_thresh: Boxes of at most this score are dropped first.
    topk: How many of the best boxes take part; -1 is all.
    coord_start: The column of the first of four coordinates.
    score_index: The column of the score.
    id_index: The column of the class; -1 if there is none.
    background_id: The class whose boxes are dropped; -1 if there is none.
    force_suppress: Let boxes of different classes suppress each other too.
    in_format: ``corner`` (x1, y1, x2, y2) or ``center`` (x, y, width, height) of the coordinates given.
    out_format: The same, of the coordinates in the result.

    >>> boxes = nd.array([[0, 0.9, 0, 0, 2, 2], [0, 0.8, 0, 0, 2, 1.9], [0, 0.7, 5, 5, 6, 6]])
    >>> nd.contrib.box_nms(boxes)[:, 1].asnumpy()
    array([ 0.9,  0.7, -1. ], dtype=float32)
    """
    _check_nms(data.shape, coord_start, score_index, id_index)
    if topk == 0 or data.size == 0:
        return data
    count = data.shape[-2]
    limit = count if topk < 0 else min(topk, count)

    def conflict(first: Array, second: Array) -> Array:
        common, union = overlap(first, second)
        return common / union > jnp.asarray(overlap_thresh, data.dtype)

    def one(rows: Array) -> Array:
        fixed = lax.stop_gradient(rows)
        score = fixed[:, score_index]
        valid = score > jnp.asarray(valid_thresh, data.dtype)
        if id_index >= 0:
            valid &= fixed[:, id_index] != background_id
        order = jnp.argsort(jnp.where(valid, -score, jnp.inf), stable=True)[:limit]
        best = fixed[order]
        boxes = to_corners(best[:, coord_start : coord_start + 4], in_format)
        kinds = best[:, id_index].astype(jnp.int32) if id_index >= 0 and not force_suppress else None
        keep = keep_greedily(boxes, valid[order], kinds, conflict)
        front = front_first(keep)
        out = jnp.where(keep[front, None], rows[order[front]], jnp.asarray(-1, data.dtype))
        return jnp.pad(out, ((0, count - limit), (0, 0)), constant_values=-1)

    out = jax.vmap(one)(data.reshape(-1, *data.shape[-2:])).reshape(data.shape)
    return out if in_format == out_format else _convert(out, coord_start, out_format)


@op("_contrib_box_iou")
def box_iou(lhs: Array, rhs: Array, *, format: Format = "corner") -> Array:
    """Intersection over union of every box of one array with every box of the other; it has no gradient.

    lhs: Boxes, on the last axis four coordinates.
    rhs: Boxes, on the last axis four coordinates.
    format: ``corner`` (x1, y1, x2, y2) or ``center`` (x, y, width, height).

    >>> nd.contrib.box_iou(nd.array([[0, 0, 2, 2]]), nd.array([[0, 0, 2, 1], [5, 5, 6, 6]])).asnumpy()
    array([[0.5, 0. ]], dtype=float32)
    """
    for name, array in (("lhs", lhs), ("rhs", rhs)):
        if array.ndim < 2 or array.shape[-1] != 4:
            raise MXNetError(
                f"_contrib_box_iou: last dimension of {name} must be 4 and dim >= 2, but its shape is {array.shape}"
            )
    first, second = (to_corners(lax.stop_gradient(b).reshape(-1, 4), format) for b in (lhs, rhs))
    common, union = overlap(first[:, None], second[None])
    iou = jnp.where(common > 0, common / jnp.where(common > 0, union, 1), 0)
    return iou.reshape(lhs.shape[:-1] + rhs.shape[:-1])


# Scores that are left, the column of each row, the row of each column, how many pairs, whether the last was good.
_Matching = tuple[Array, Array, Array, Array, Array]


def match_greedily(scores: Array, threshold: float, limit: int) -> tuple[Array, Array]:
    """Pair rows and columns, best score first, each once, while scores exceed ``threshold``; -1 where unpaired."""
    rows, columns = scores.shape

    def pair(state: _Matching) -> _Matching:
        left, by_row, by_column, count, _ = state
        best = jnp.argmax(left).astype(jnp.int32)
        row, column = best // columns, best % columns
        good = left[row, column] > jnp.asarray(threshold, scores.dtype)
        by_row = by_row.at[row].set(jnp.where(good, column, by_row[row]))
        by_column = by_column.at[column].set(jnp.where(good, row, by_column[column]))
        taken = (jnp.arange(rows)[:, None] == row) | (jnp.arange(columns) == column)
        return jnp.where(taken, -jnp.inf, left), by_row, by_column, count + 1, good

    none = (jnp.full(rows, -1, jnp.int32), jnp.full(columns, -1, jnp.int32), jnp.int32(0), jnp.asarray(True))
    state = lax.while_loop(lambda s: s[4] & (s[3] < min(limit, rows, columns)), pair, (scores, *none))
    return state[1], state[2]


@op("_contrib_bipartite_matching", outputs=2)
def bipartite_matching(
    data: Array, *, is_ascend: bool = False, threshold: float, topk: int = -1
) -> tuple[Array, Array]:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1.

    data: Scores of shape (..., rows, columns).
    is_ascend: Take the lowest score first, not the highest.
    threshold: The score beyond which nothing is matched.
    topk: How many matches at most; -1 is no limit.

    >>> rows, columns = nd.contrib.bipartite_matching(nd.array([[0.5, 0.6], [0.1, 0.2], [0.3, 0.4]]), threshold=1e-12)
    >>> rows.asnumpy(), columns.asnumpy()
    (array([ 1., -1.,  0.], dtype=float32), array([2., 0.], dtype=float32))
    """
    if data.ndim < 2:
        raise MXNetError(f"_contrib_bipartite_matching: score matrix must have dim >= 2, but its shape is {data.shape}")
    rows, columns = data.shape[-2:]
    scores = lax.stop_gradient(data).reshape(-1, rows, columns)
    sign = -1 if is_ascend else 1
    # MXNet stops after the match that exceeds topk.
    limit = topk + 1 if topk > 0 else min(rows, columns)
    by_row, by_column = jax.vmap(lambda s: match_greedily(s, sign * threshold, limit))(sign * scores)
    by_row, by_column = by_row.reshape(data.shape[:-1]), by_column.reshape(*data.shape[:-2], columns)
    return by_row.astype(data.dtype), by_column.astype(data.dtype)


def _sizes_and_centres(boxes: Array) -> tuple[Array, Array]:
    sizes = boxes[..., 2:] - boxes[..., :2]
    return sizes, boxes[..., :2] + sizes * 0.5


@op("_contrib_box_encode", outputs=2)
def box_encode(
    samples: Array, matches: Array, anchors: Array, refs: Array, means: Array, stds: Array
) -> tuple[Array, Array]:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count.

    samples: Of shape (batch, anchors): 1 for an anchor that has a match, -1 for one that has none, 0 for one to
        ignore.
    matches: Of shape (batch, anchors): the number of the box that each is matched with.
    anchors: The anchors in corners, of shape (batch, anchors, 4).
    refs: The boxes in corners, of shape (batch, boxes, 4).
    means: Four means that are subtracted from the offsets.
    stds: Four numbers that the offsets are divided by.

    >>> one = nd.ones((1, 1))
    >>> box = nd.array([[[0, 0, 2, 2]]])
    >>> targets, masks = nd.contrib.box_encode(one, nd.zeros((1, 1)), box, box, nd.zeros((4,)), nd.ones((4,)))
    >>> targets.asnumpy(), masks.asnumpy()
    (array([[[0., 0., 0., 0.]]], dtype=float32), array([[[1., 1., 1., 1.]]], dtype=float32))
    """
    if anchors.ndim != 3 or anchors.shape[2] != 4 or refs.ndim != 3 or refs.shape[2] != 4:
        raise MXNetError(
            "_contrib_box_encode: expected anchors (batch, anchors, 4) and refs (batch, boxes, 4), but got "
            f"{anchors.shape} and {refs.shape}"
        )
    arrays = (samples, matches, anchors, refs, means, stds)
    samples, matches, anchors, refs, means, stds = (lax.stop_gradient(a) for a in arrays)
    index = jnp.clip(matches.astype(jnp.int32), 0, refs.shape[1] - 1)
    sizes, centres = _sizes_and_centres(jnp.take_along_axis(refs, index[..., None], axis=1))
    anchor_sizes, anchor_centres = _sizes_and_centres(anchors)
    moved = (centres - anchor_centres) / anchor_sizes
    codes = (jnp.concatenate([moved, jnp.log(sizes / anchor_sizes)], axis=-1) - means) / stds
    counts = jnp.broadcast_to(samples[..., None] > 0.5, codes.shape)
    return jnp.where(counts, codes, 0), counts.astype(anchors.dtype)


@box_encode.fill_shapes
def _encode_shapes(*_: Any, **__: Any) -> dict[str, tuple[int, ...]]:
    return {"means": (4,), "stds": (4,)}


@op("_contrib_box_decode")
def box_decode(
    data: Array,
    anchors: Array,
    *,
    std0: float = 1.0,
    std1: float = 1.0,
    std2: float = 1.0,
    std3: float = 1.0,
    clip: float = -1.0,
    format: Format = "center",
) -> Array:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient.

    data: Offsets of shape (batch, boxes, 4).
    anchors: Of shape (1, boxes, 4).
    std0: The factor of the first offset, x.
    std1: The factor of the second, y.
    std2: The factor of the third, the width's logarithm.
    std3: The factor of the fourth, the height's logarithm.
    clip: A bound for the logarithms, if positive.
    format: ``center`` (x, y, width, height) or ``corner`` (x1, y1, x2, y2) of the anchors.

    >>> nd.contrib.box_decode(nd.zeros((1, 1, 4)), nd.array([[[1, 1, 2, 2]]])).asnumpy()
    array([[[0., 0., 2., 2.]]], dtype=float32)
    """
    if data.ndim != 3 or data.shape[2] != 4 or anchors.size != data[0].size:
        raise MXNetError(
            "_contrib_box_decode: expected data (batch, boxes, 4) and anchors (1, boxes, 4), but got "
            f"{data.shape} and {anchors.shape}"
        )
    codes = lax.stop_gradient(data) * jnp.asarray([std0, std1, std2, std3], data.dtype)
    boxes = lax.stop_gradient(anchors).reshape(data.shape[1:])
    sizes, centres = (boxes[:, 2:], boxes[:, :2]) if format == "center" else _sizes_and_centres(boxes)
    scales = jnp.minimum(codes[..., 2:], clip) if clip > 0 else codes[..., 2:]
    middle = codes[..., :2] * sizes + centres
    half = jnp.exp(scales) * sizes * 0.5
    return jnp.concatenate([middle - half, middle + half], axis=-1)
