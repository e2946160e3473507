"""Rows for ``mxnet._ops.boxes``."""

import itertools

import numpy as np

from tests.ops.spec import Spec


def boxes(seed: int, *shape: int) -> np.ndarray:
    """Boxes in corners inside the unit square."""
    a = np.random.RandomState(seed).uniform(size=(*shape, 4)).astype(np.float32)
    return np.concatenate([np.minimum(a[..., :2], a[..., 2:]), np.maximum(a[..., :2], a[..., 2:])], axis=-1)


def detections(seed: int, *shape: int) -> np.ndarray:
    """Rows of class, score and box."""
    random = np.random.RandomState(seed)
    kind = random.randint(-1, 3, (*shape, 1)).astype(np.float32)
    return np.concatenate([kind, random.uniform(-0.2, 1, (*shape, 1)).astype(np.float32), boxes(seed, *shape)], axis=-1)


def corners(box, form):
    x, y, w, h = box
    return box if form == "corner" else np.array([x - w / 2, y - h / 2, x + w / 2, y + h / 2])


def iou(a, b, form="corner"):
    a, b = corners(a, form), corners(b, form)
    sides = np.maximum(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0)
    common = sides.prod()
    areas = [np.maximum(v[2:] - v[:2], 0).prod() for v in (a, b)]
    return common / (sum(areas) - common) if common > 0 else 0.0


def all_ious(lhs, rhs, format="corner"):
    out = [iou(a, b, format) for a, b in itertools.product(lhs.reshape(-1, 4), rhs.reshape(-1, 4))]
    return np.array(out).reshape(lhs.shape[:-1] + rhs.shape[:-1])


def nms(data, **attrs):
    start, score, kind = (attrs.get(k, d) for k, d in (("coord_start", 2), ("score_index", 1), ("id_index", -1)))
    form, to = attrs.get("in_format", "corner"), attrs.get("out_format", "corner")
    out = np.full(data.reshape(-1, *data.shape[-2:]).shape, -1.0)
    for n, image in enumerate(data.reshape(out.shape)):
        rows = [r for r in image if r[score] > attrs.get("valid_thresh", 0)]
        rows = [r for r in rows if kind < 0 or r[kind] != attrs.get("background_id", -1)]
        rows = sorted(rows, key=lambda r: -r[score])[: attrs["topk"] if attrs.get("topk", -1) > 0 else None]
        kept = []
        for r in rows:
            rivals = [k for k in kept if kind < 0 or attrs.get("force_suppress") or k[kind] == r[kind]]
            cut = slice(start, start + 4)
            if all(iou(k[cut], r[cut], form) <= attrs.get("overlap_thresh", 0.5) for k in rivals):
                kept.append(r)
        for i, r in enumerate(kept):
            out[n, i] = r
            if form != to:
                a, b, c, d = r[start : start + 4]
                new = corners((a, b, c, d), "center") if to == "corner" else ((a + c) / 2, (b + d) / 2, c - a, d - b)
                out[n, i, start : start + 4] = new
    return out.reshape(data.shape)


def matching(data, threshold, is_ascend=False, topk=-1):
    rows, columns = np.full(data.shape[:-1], -1.0), np.full((len(data), data.shape[2]), -1.0)
    for n, scores in enumerate(data):
        order = sorted(np.ndindex(*scores.shape), key=lambda at: scores[at] if is_ascend else -scores[at])
        for i, j in order:
            good = scores[i, j] < threshold if is_ascend else scores[i, j] > threshold
            if good and rows[n, i] == columns[n, j] == -1 and (topk < 0 or (rows[n] >= 0).sum() <= topk):
                rows[n, i], columns[n, j] = j, i
    return [rows, columns]


def encode(samples, matches, anchors, refs, means, stds):
    codes = np.zeros(anchors.shape)
    for n, i in np.ndindex(*samples.shape):
        if samples[n, i] > 0.5:
            a, r = anchors[n, i], refs[n, int(matches[n, i])]
            moved = ((r[:2] + r[2:]) / 2 - (a[:2] + a[2:]) / 2) / (a[2:] - a[:2])
            grown = np.log((r[2:] - r[:2]) / (a[2:] - a[:2]))
            codes[n, i] = (np.concatenate([moved, grown]) - means) / stds
    return [codes, np.repeat(samples[..., None] > 0.5, 4, axis=2)]


def decode(data, anchors, std0=1, std1=1, std2=1, std3=1, clip=-1, format="center"):
    codes, anchors = data * np.array([std0, std1, std2, std3]), anchors[0]
    if format == "corner":
        anchors = np.concatenate([(anchors[:, :2] + anchors[:, 2:]) / 2, anchors[:, 2:] - anchors[:, :2]], axis=1)
    scale = np.minimum(codes[..., 2:], clip) if clip > 0 else codes[..., 2:]
    middle, half = codes[..., :2] * anchors[:, 2:] + anchors[:, :2], np.exp(scale) * anchors[:, 2:] / 2
    return np.concatenate([middle - half, middle + half], axis=-1)


def row(name: str, inputs: list, reference, **attrs) -> Spec:
    return Spec(name, inputs, attrs, expected=reference, grad=0, dtypes=("float32",), low=0.0)


NMS = "_contrib_box_nms"
SPECS = [
    row(NMS, [detections(0, 2, 20)], nms, overlap_thresh=0.3),
    row(NMS, [detections(1, 20)], nms, overlap_thresh=0.1, id_index=0),
    row(NMS, [detections(2, 2, 2, 20)], nms, overlap_thresh=0.1, id_index=0, background_id=1, valid_thresh=0.3),
    row(NMS, [detections(3, 2, 20)], nms, overlap_thresh=0.2, id_index=0, force_suppress=True, topk=10),
    row(NMS, [detections(4, 1, 20)], nms, overlap_thresh=0.2, in_format="center"),
    row(NMS, [detections(5, 1, 20)], nms, overlap_thresh=0.2, out_format="center"),
    row(NMS, [detections(6, 1, 600)], nms, overlap_thresh=0.4),
    row("_contrib_box_iou", [boxes(0, 2, 3), boxes(1, 4)], all_ious),
    row("_contrib_box_iou", [boxes(0, 2, 3), boxes(1, 4)], all_ious, format="center"),
    row("_contrib_bipartite_matching", [(2, 4, 3)], matching, threshold=0.2),
    row("_contrib_bipartite_matching", [(2, 4, 3)], matching, threshold=0.2, topk=1),
    row("_contrib_bipartite_matching", [(2, 4, 3)], matching, threshold=0.6, is_ascend=True),
    row(
        "_contrib_box_encode",
        [
            np.array([[1, -1, 1]], np.float32),
            np.array([[0, 1, 1]], np.float32),
            boxes(2, 1, 3),
            boxes(3, 1, 2),
            (4,),
            (4,),
        ],
        encode,
    ),
    row("_contrib_box_decode", [(2, 5, 4), boxes(4, 1, 5)], decode),
    row("_contrib_box_decode", [(2, 5, 4), boxes(4, 1, 5)], decode, std0=0.1, std2=0.5, clip=0.2, format="corner"),
]
