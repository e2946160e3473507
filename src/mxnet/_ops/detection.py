"""Single-shot and region-proposal detection: anchors, training targets, decoded detections, proposals."""

import math
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import Floats
from mxnet._ops.boxes import front_first, keep_greedily, match_greedily, overlap
from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array
ShapeTuple = tuple[int, ...]

# What the names of parameters mean in this family.
PARAMETERS = {
    "variances": "The factors of the four offsets: x, y, width, height.",
    "cls_prob": "Probabilities of background and object, of shape (batch, 2 * anchors, height, width).",
    "bbox_pred": "Offsets of boxes, of shape (batch, 4 * anchors, height, width).",
    "im_info": "Of each image the height, the width and the scale.",
    "rpn_pre_nms_top_n": "How many of the best boxes take part.",
    "rpn_post_nms_top_n": "How many boxes are returned for an image.",
    "threshold": "From which overlap on a worse box is dropped.",
    "rpn_min_size": "Boxes smaller than this, in pixels of the unscaled image, are dropped.",
    "scales": "The sizes of anchors, in strides.",
    "ratios": "Heights over widths of anchors.",
    "feature_stride": "How many pixels of the image one of the feature map stands for.",
    "output_score": "Return the scores too.",
    "iou_loss": "Take the offsets for distances of corners, not for shifts and scales.",
}


@op("_contrib_MultiBoxPrior", output_names=("output",))
def multibox_prior(
    data: Array,
    *,
    sizes: Floats = (1.0,),
    ratios: Floats = (1.0,),
    clip: bool = False,
    steps: Floats = (-1.0, -1.0),
    offsets: Floats = (0.5, 0.5),
) -> Array:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high.

    Each has every size with the first ratio, then the first size with every other ratio.

    data: A feature map of shape (batch, channels, height, width); its elements do not matter.
    sizes: The sides of square anchors, as parts of the image.
    ratios: Widths over heights.
    clip: Keep anchors inside the image.
    steps: Height and width of a pixel of the map, as parts of the image; negative is what follows from its size.
    offsets: Where in a pixel the anchors' centres are, down and across.

    >>> nd.contrib.MultiBoxPrior(nd.zeros((1, 3, 1, 1)), sizes=(0.5,), ratios=(1,)).asnumpy()
    array([[[0.25, 0.25, 0.75, 0.75]]], dtype=float32)
    """
    if data.ndim < 4:
        raise MXNetError(
            f"_contrib_MultiBoxPrior: Input data should be 4D: batch-channel-y-x, but its shape is {data.shape}"
        )
    if not sizes or not ratios or len(steps) != 2 or len(offsets) != 2:
        raise MXNetError(
            "_contrib_MultiBoxPrior: expected sizes, ratios, steps=(y, x) and offsets=(y, x), but got "
            f"sizes={sizes}, ratios={ratios}, steps={steps}, offsets={offsets}"
        )
    height, width = data.shape[2:4]
    step_y, step_x = steps if min(steps) > 0 else (1 / height, 1 / width)
    shapes = [(size, math.sqrt(ratios[0])) for size in sizes] + [(sizes[0], math.sqrt(r)) for r in ratios[1:]]
    halves = np.asarray([(size * height / width * root / 2, size / root / 2) for size, root in shapes])
    half = jnp.asarray(halves, data.dtype)
    y = (jnp.arange(height, dtype=data.dtype) + offsets[0]) * step_y
    x = (jnp.arange(width, dtype=data.dtype) + offsets[1]) * step_x
    centre = jnp.stack(jnp.broadcast_arrays(x, y[:, None]), axis=-1)[:, :, None]
    out = jnp.concatenate([centre - half, centre + half], axis=-1).reshape(1, -1, 4)
    return jnp.clip(out, 0, 1) if clip else out


def _codes(anchors: Array, boxes: Array, variances: Floats) -> Array:
    """Offsets of boxes from anchors (both in corners), in units of the variances."""
    sizes, centres = anchors[:, 2:] - anchors[:, :2], (anchors[:, :2] + anchors[:, 2:]) * 0.5
    moved = ((boxes[:, :2] + boxes[:, 2:]) * 0.5 - centres) / sizes
    grown = jnp.log((boxes[:, 2:] - boxes[:, :2]) / sizes)
    return jnp.concatenate([moved, grown], axis=1) / jnp.asarray(variances, anchors.dtype)


def _hard_negatives(prediction: Array, candidates: Array, count: Array) -> Array:
    """The ``count`` candidates that are least surely background, class 0 of (classes, anchors)."""
    background = jax.nn.softmax(prediction, axis=0)[0]
    order = jnp.argsort(jnp.where(candidates, background, jnp.inf), stable=True)
    rank = jnp.zeros_like(order).at[order].set(jnp.arange(order.size, dtype=order.dtype))
    return candidates & (rank < count)


@op("_contrib_MultiBoxTarget", outputs=3, output_names=("loc_target", "loc_mask", "cls_target"))
def multibox_target(
    anchor: Array,
    label: Array,
    cls_pred: Array,
    *,
    overlap_threshold: float = 0.5,
    ignore_label: float = -1.0,
    negative_mining_ratio: float = -1.0,
    negative_mining_thresh: float = 0.5,
    minimum_negative_samples: int = 0,
    variances: Floats = (0.1, 0.1, 0.2, 0.2),
) -> tuple[Array, Array, Array]:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background.

    A row of ``label`` (batch, boxes, 5 or more) is a class and a box in corners; a class of -1 ends the list. Each
    box gets its best anchor, and every anchor above ``overlap_threshold`` its best box.

    anchor: The anchors in corners, of shape (1, anchors, 4).
    label: The true boxes, of shape (batch, boxes, 5): class, x1, y1, x2, y2.
    cls_pred: The predicted scores, of shape (batch, classes, anchors), for choosing negatives.
    overlap_threshold: From which intersection over union on an anchor belongs to a box.
    ignore_label: The class target of anchors that count neither as boxes nor as background.
    negative_mining_ratio: How many anchors of the background for each of a box; -1 takes all.
    negative_mining_thresh: Background anchors overlap boxes by less than this.
    minimum_negative_samples: How many anchors of the background at least.

    >>> anchors = nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> offsets, mask, classes = nd.contrib.MultiBoxTarget(anchors, nd.array([[[0, 0, 0, 0.5, 0.5]]]), nd.zeros((1,
    ...     2, 2)))
    >>> classes.asnumpy()
    array([[1., 0.]], dtype=float32)
    """
    name = "_contrib_MultiBoxTarget"
    if anchor.ndim != 3 or anchor.shape[0] != 1 or anchor.shape[2] != 4:
        raise MXNetError(f"{name}: expected anchor of shape (1, anchors, 4), but got {anchor.shape}")
    if label.ndim != 3 or label.shape[2] < 5:
        raise MXNetError(f"{name}: Label should be [batch, num_labels, 5 or more], but its shape is {label.shape}")
    if cls_pred.ndim != 3 or cls_pred.shape[2] != anchor.shape[1]:
        raise MXNetError(
            f"{name}: Number of anchors mismatch: cls_pred is {cls_pred.shape} (batch, classes, anchors), anchor is "
            f"{anchor.shape}"
        )
    anchors, labels, predictions = (lax.stop_gradient(a) for a in (anchor[0], label, cls_pred))

    def one(rows: Array, prediction: Array) -> tuple[Array, Array, Array]:
        valid = jnp.cumsum(rows[:, 0] == -1, dtype=jnp.int32) == 0
        common, union = overlap(anchors[:, None], rows[None, :, 1:5])
        iou = jnp.where(valid, common / jnp.where(union == 0, 1, union), -1)
        box = match_greedily(iou, 1e-6, rows.shape[0])[0]
        best = iou.max(1)
        matched = box >= 0
        positive = matched | (valid.any() & (best > overlap_threshold)) if overlap_threshold > 0 else matched
        box = jnp.where(matched, box, jnp.argmax(iou, axis=1).astype(jnp.int32))
        negative = ~positive
        if negative_mining_ratio > 0:
            positives = positive.sum(dtype=jnp.int32)
            count = (positives.astype(anchors.dtype) * negative_mining_ratio).astype(jnp.int32)
            count = jnp.minimum(jnp.maximum(count, minimum_negative_samples), positive.size - positives)
            negative = _hard_negatives(prediction, negative & (best < negative_mining_thresh), count)
        codes = jnp.where(positive[:, None], _codes(anchors, rows[box, 1:5], variances), 0)
        mask = jnp.broadcast_to(positive[:, None], codes.shape).astype(anchors.dtype)
        ignored = jnp.asarray(ignore_label, anchors.dtype)
        target = jnp.where(positive, rows[box, 0] + 1, jnp.where(negative & valid.any(), 0, ignored))
        return codes.reshape(-1), mask.reshape(-1), target.astype(anchors.dtype)

    return jax.vmap(one)(labels, predictions)


def _decode(anchors: Array, codes: Array, variances: Floats) -> Array:
    """Boxes in corners from anchors in corners and offsets (batch, anchors, 4)."""
    codes = codes * jnp.asarray(variances, codes.dtype)
    sizes, centres = anchors[:, 2:] - anchors[:, :2], (anchors[:, :2] + anchors[:, 2:]) / 2
    middle, half = codes[..., :2] * sizes + centres, jnp.exp(codes[..., 2:]) * sizes / 2
    return jnp.concatenate([middle - half, middle + half], axis=-1)


@op("_contrib_MultiBoxDetection", output_names=("output",))
def multibox_detection(
    cls_prob: Array,
    loc_pred: Array,
    anchor: Array,
    *,
    clip: bool = True,
    threshold: float = 0.01,
    background_id: int = 0,
    nms_threshold: float = 0.5,
    force_suppress: bool = False,
    variances: Floats = (0.1, 0.1, 0.2, 0.2),
    nms_topk: int = -1,
) -> Array:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped.

    Class 0 of ``cls_prob`` (batch, classes, anchors) is the background whatever ``background_id`` says, as in MXNet.

    cls_prob: Probabilities, of shape (batch, classes, anchors).
    loc_pred: Offsets, of shape (batch, anchors * 4).
    anchor: The anchors in corners, of shape (1, anchors, 4).
    clip: Keep boxes inside the image.
    threshold: Detections below this score are dropped.
    background_id: Accepted; class 0 is the background.
    nms_threshold: From which overlap on a worse detection is dropped.
    force_suppress: Let detections of different classes suppress each other too.
    nms_topk: How many of the best detections take part; -1 is all.

    >>> anchors = nd.array([[[0, 0, 0.5, 0.5], [0.5, 0.5, 1, 1]]])
    >>> nd.contrib.MultiBoxDetection(nd.array([[[0.2, 0.9], [0.8, 0.1]]]), nd.zeros((1, 8)), anchors).asnumpy()
    array([[[0. , 0.8, 0. , 0. , 0.5, 0.5],
            [0. , 0.1, 0.5, 0.5, 1. , 1. ]]], dtype=float32)
    """
    name = "_contrib_MultiBoxDetection"
    if cls_prob.ndim != 3 or loc_pred.ndim != 2 or anchor.ndim != 3 or cls_prob.shape[2] != anchor.shape[1]:
        raise MXNetError(
            f"{name}: Number of anchors mismatch: cls_prob is {cls_prob.shape} (batch, classes, anchors), anchor is "
            f"{anchor.shape}"
        )
    if loc_pred.shape[1] != 4 * cls_prob.shape[2]:
        raise MXNetError(f"{name}: # anchors mismatch with # loc: loc_pred is {loc_pred.shape}, anchor {anchor.shape}")
    if len(variances) != 4:
        raise MXNetError(f"{name}: Variance size must be 4, but variances={variances}")
    probability, codes, anchors = (lax.stop_gradient(a) for a in (cls_prob, loc_pred, anchor[0]))
    batch, classes, count = probability.shape
    boxes = _decode(anchors, codes.reshape(batch, count, 4), variances)
    boxes = jnp.clip(boxes, 0, 1) if clip else boxes
    if classes > 1:
        score, kind = probability[:, 1:].max(1), jnp.argmax(probability[:, 1:], axis=1)
        kind = jnp.where(score < threshold, -1, kind)
    else:
        score, kind = jnp.full((batch, count), -1, boxes.dtype), jnp.full((batch, count), -1)
    rows = jnp.concatenate([jnp.stack([kind.astype(boxes.dtype), score], axis=2), boxes], axis=2)
    suppress = (nms_threshold, force_suppress, nms_topk)
    return jax.vmap(lambda r: _suppress(r, *suppress))(rows)


def _suppress(rows: Array, threshold: float, across_classes: bool, topk: int) -> Array:
    """One image's detections, (anchors, 6): the valid first, then sorted and thinned out."""
    gone = jnp.asarray(-1, rows.dtype)
    valid = rows[:, 0] >= 0
    front = front_first(valid)
    valid = valid[front]
    rows = jnp.where(valid[:, None], rows[front], gone)
    if not 0 < threshold <= 1:
        return rows
    order = jnp.argsort(jnp.where(valid, -rows[:, 1], jnp.inf), stable=True)
    kept = valid & (jnp.arange(rows.shape[0]) < topk) if topk > 0 else valid
    # MXNet moves the best rows only, and takes the class from what lies behind them.
    rows = jnp.where(kept[:, None], rows[order], rows.at[:, 0].set(gone))

    def conflict(first: Array, second: Array) -> Array:
        common, union = overlap(first, second)
        iou = jnp.where(union <= 0, 0, common / jnp.where(union <= 0, 1, union))
        return iou >= jnp.asarray(threshold, rows.dtype)

    limit = min(topk, rows.shape[0]) if topk > 0 else rows.shape[0]
    kinds = None if across_classes else rows[:limit, 0]
    kept = keep_greedily(rows[:limit, 2:], kept[:limit], kinds, conflict)
    return rows.at[:limit, 0].set(jnp.where(kept, rows[:limit, 0], gone))


def _anchors(stride: int, scales: Floats, ratios: Floats, height: int, width: int, dtype: Any) -> Array:
    """Anchors in pixels of every place and shape, (height, width, shapes, 4)."""
    middle = 0.5 * (stride - 1)
    base = []
    for ratio in ratios:
        wide = math.floor(math.sqrt(math.floor(stride * stride / ratio)) + 0.5)
        high = math.floor(wide * ratio + 0.5)
        for scale in scales:
            w, h = 0.5 * (wide * scale - 1), 0.5 * (high * scale - 1)
            base.append((middle - w, middle - h, middle + w, middle + h))
    y, x = (jnp.arange(n, dtype=dtype) * stride for n in (height, width))
    shift = jnp.stack(jnp.broadcast_arrays(x, y[:, None], x, y[:, None]), axis=-1)
    return shift[:, :, None] + jnp.asarray(base, dtype)


def _proposed_boxes(anchors: Array, deltas: Array, image: Array, as_corners: bool) -> Array:
    """Boxes predicted from anchors (H, W, A, 4), cut off at the image's borders."""
    if as_corners:
        boxes = anchors + deltas
    else:
        sizes = anchors[..., 2:] - anchors[..., :2] + 1
        middle = deltas[..., :2] * sizes + anchors[..., :2] + 0.5 * (sizes - 1)
        half = 0.5 * (jnp.exp(deltas[..., 2:]) * sizes - 1)
        boxes = jnp.concatenate([middle - half, middle + half], axis=-1)
    borders = image[jnp.asarray([1, 0, 1, 0])] - 1
    return jnp.maximum(jnp.minimum(boxes, borders), 0)


def _proposals(
    name: str, cls_prob: Array, bbox_pred: Array, im_info: Array, before: int, after: int, **attrs: Any
) -> tuple[Array, Array]:
    """Rows (image, x1, y1, x2, y2) of the best boxes of every image, and their scores."""
    batch, channels, height, width = cls_prob.shape
    shapes = len(attrs["scales"]) * len(attrs["ratios"])
    expected = ((batch, 2 * shapes, height, width), (batch, 4 * shapes, height, width), (batch, 3))
    if (cls_prob.shape, bbox_pred.shape, im_info.shape) != expected:
        raise MXNetError(
            f"{name}: expected cls_prob, bbox_pred and im_info of shapes {expected} for {shapes} anchors a place, but "
            f"got {(cls_prob.shape, bbox_pred.shape, im_info.shape)}"
        )
    scores, deltas, images = (lax.stop_gradient(a) for a in (cls_prob[:, channels // 2 :], bbox_pred, im_info))
    deltas = deltas.reshape(batch, shapes, 4, height, width).transpose(0, 3, 4, 1, 2)
    stride = attrs["feature_stride"]
    anchors = _anchors(stride, attrs["scales"], attrs["ratios"], height, width, deltas.dtype)
    total = shapes * height * width
    before = min(before, total) if before > 0 else total

    def conflict(first: Array, second: Array) -> Array:
        common, union = overlap(first, second, 1.0)
        return common / union > jnp.asarray(attrs["threshold"], deltas.dtype)

    def one(score: Array, delta: Array, image: Array) -> tuple[Array, Array]:
        boxes = _proposed_boxes(anchors, delta, image, attrs["iou_loss"])
        real = (image[:2] / stride).astype(jnp.int32)
        inside = (jnp.arange(height)[:, None] < real[0]) & (jnp.arange(width) < real[1])
        least = attrs["rpn_min_size"] * image[2]
        small = (boxes[..., 2:] - boxes[..., :2] + 1 < least).any(-1)
        boxes = jnp.where(small[..., None], boxes + jnp.asarray([-0.5, -0.5, 0.5, 0.5], boxes.dtype) * least, boxes)
        score = jnp.where(inside[..., None] & ~small, score.transpose(1, 2, 0), -1).reshape(-1)
        order = jnp.argsort(-score, stable=True)[:before]
        boxes, score = boxes.reshape(-1, 4)[order], score[order]
        keep = keep_greedily(boxes, jnp.ones(before, bool), None, conflict, enough=after)
        # Places that are left over repeat the kept boxes from the first on.
        kept = jnp.minimum(keep.sum(dtype=jnp.int32), min(after, before))
        chosen = front_first(keep)[jnp.arange(after, dtype=jnp.int32) % kept]
        return boxes[chosen], score[chosen]

    boxes, score = jax.vmap(one)(scores, deltas, images)
    number = jnp.broadcast_to(jnp.arange(batch, dtype=boxes.dtype)[:, None, None], (batch, after, 1))
    return jnp.concatenate([number, boxes], axis=2).reshape(-1, 5), score.reshape(-1, 1)


def _register_proposals(name: str, doc: str, single: bool) -> None:
    """Register a proposal operator; the two of MXNet differ in how many images they take."""

    def proposal(
        cls_prob: Array,
        bbox_pred: Array,
        im_info: Array,
        *,
        rpn_pre_nms_top_n: int = 6000,
        rpn_post_nms_top_n: int = 300,
        threshold: float = 0.7,
        rpn_min_size: int = 16,
        scales: Floats = (4.0, 8.0, 16.0, 32.0),
        ratios: Floats = (0.5, 1.0, 2.0),
        feature_stride: int = 16,
        output_score: bool = False,
        iou_loss: bool = False,
    ) -> tuple[Array, ...]:
        if single and cls_prob.shape[0] != 1:
            raise MXNetError(
                f"{name}: Sorry, multiple images each device is not implemented: cls_prob is {cls_prob.shape}; write "
                "_contrib_MultiProposal"
            )
        attrs = {
            "threshold": threshold,
            "rpn_min_size": rpn_min_size,
            "scales": scales,
            "ratios": ratios,
            "feature_stride": feature_stride,
            "iou_loss": iou_loss,
        }
        proposals = _proposals(name, cls_prob, bbox_pred, im_info, rpn_pre_nms_top_n, rpn_post_nms_top_n, **attrs)
        return proposals if output_score else proposals[:1]

    proposal.__doc__ = doc
    operator = op(
        name,
        outputs=lambda output_score, **_: 2 if output_score else 1,
        total_outputs=2,
        output_names=("output", "score"),
    )(proposal)
    operator.fill_shapes(_proposal_shapes)


def _proposal_shapes(cls_prob: ShapeTuple | None, *_: Any, **__: Any) -> dict[str, ShapeTuple]:
    if cls_prob is None:
        return {}
    return {"bbox_pred": (cls_prob[0], 2 * cls_prob[1], *cls_prob[2:]), "im_info": (cls_prob[0], 3)}


_register_proposals(
    "_contrib_Proposal",
    """The best boxes that a region proposal network predicts for one image, and their scores on request.

    >>> nd.contrib.Proposal(nd.random.uniform(shape=(1, 24, 2, 2)), nd.zeros((1, 48, 2, 2)), nd.array([[32, 32, 1]]),
    ...                     rpn_post_nms_top_n=3, rpn_min_size=1).shape
    (3, 5)
    """,
    single=True,
)
_register_proposals(
    "_contrib_MultiProposal",
    """The best boxes that a region proposal network predicts for each image, and their scores on request.

    >>> nd.contrib.MultiProposal(nd.random.uniform(shape=(2, 24, 2, 2)), nd.zeros((2, 48, 2, 2)),
    ...                          nd.array([[32, 32, 1], [32, 32, 1]]), rpn_post_nms_top_n=3, rpn_min_size=1).shape
    (6, 5)
    """,
    single=False,
)
