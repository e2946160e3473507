"""Rows for ``mxnet._ops.detection``; the arrays without a reference come from MXNet 1.9.1."""

import numpy as np

from tests.ops.spec import Spec

ANCHORS = np.array(
    [
        [0, 0, 0.4, 0.4],
        [0.1, 0.1, 0.5, 0.6],
        [0.4, 0.4, 0.9, 0.9],
        [0.5, 0.5, 1, 1],
        [0.2, 0.6, 0.5, 0.9],
        [0.6, 0.1, 0.9, 0.3],
    ],
    np.float32,
)[None]
LABELS = np.array(
    [[[1, 0.1, 0.05, 0.45, 0.5], [0, 0.55, 0.5, 0.95, 0.95]], [[2, 0.2, 0.2, 0.8, 0.8], [-1] * 5], [[-1] * 5] * 2],
    np.float32,
)


def numbers(seed: int, low: float, high: float, *shape: int) -> np.ndarray:
    return np.round(np.random.RandomState(seed).uniform(low, high, shape), 2).astype(np.float32)


def prior(data, sizes=(1,), ratios=(1,), clip=False, steps=(-1, -1), offsets=(0.5, 0.5)):
    height, width = data.shape[2:]
    steps = steps if steps[0] > 0 else (1 / height, 1 / width)
    shapes = [(s, ratios[0]) for s in sizes] + [(sizes[0], r) for r in ratios[1:]]
    out = []
    for i, j in np.ndindex(height, width):
        y, x = (i + offsets[0]) * steps[0], (j + offsets[1]) * steps[1]
        for size, ratio in shapes:
            w, h = size * height / width * np.sqrt(ratio) / 2, size / np.sqrt(ratio) / 2
            out.append((x - w, y - h, x + w, y + h))
    return np.clip([out], 0, 1) if clip else np.array([out])


def targets(codes: dict[tuple[int, int], tuple[float, ...]], classes: list) -> list[np.ndarray]:
    """The three outputs of MultiBoxTarget, from the codes of the positive anchors by image and number."""
    location, mask = np.zeros((2, 3, 6, 4))
    for at, code in codes.items():
        location[at], mask[at] = code, 1
    return [location.reshape(3, -1), mask.reshape(3, -1), np.array(classes)]


SCORES = np.array(
    [[[0.1, 0.2, 0.3, 0.5, 0.9, 0.2], [0.8, 0.1, 0.6, 0.4, 0.05, 0.1], [0.1, 0.7, 0.1, 0.1, 0.05, 0.7]]], np.float32
)
# Decoded boxes of the six anchors, with the class and score of each.
FOUND = [
    [0, 0.8, 0.02945, 0.03298, 0.35695, 0.40222],
    [1, 0.7, 0.09528, 0.07403, 0.44792, 0.54397],
    [0, 0.6, 0.39737, 0.3848, 0.88163, 0.9232],
    [0, 0.4, 0.51376, 0.52041, 0.92724, 1.05559],
    [0, 0.05, 0.21502, 0.62056, 0.47478, 0.88664],
    [1, 0.7, 0.6287, 0.1109, 0.9073, 0.3267],
]


def found(*order: int, dropped: tuple[int, ...] = (), clip: bool = True) -> np.ndarray:
    """Rows of FOUND in this order, -1 for none; the dropped have class -1."""
    rows = np.array([FOUND[i] if i >= 0 else [-1.0] * 6 for i in order])
    rows[[order.index(i) for i in dropped], 0] = -1
    if clip:
        rows[:, 2:] = np.minimum(rows[:, 2:], 1)
    return rows[None]


def literal(name: str, inputs: list, expected: list, **attrs) -> Spec:
    return Spec(name, inputs, attrs, expected=expected, grad=0, dtypes=("float32",), atol=2e-4)


TARGET, DETECTION = "_contrib_MultiBoxTarget", "_contrib_MultiBoxDetection"
ONE, TWO = (
    [
        numbers(2, 0, 1, 2, 4, 2, 3)[:n],
        numbers(3, -0.5, 0.5, 2, 8, 2, 3)[:n],
        np.array([[30, 40, 1], [32, 48, 1.5]], np.float32)[:n],
    ]
    for n in (1, 2)
)
MORE = {
    (0, 1): (-0.625, -1.5, -0.66766, -0.5268),
    (0, 3): (0, -0.5, -1.11572, -0.5268),
    (1, 2): (-3, -3, 0.91161, 0.91161),
}
SPECS = [
    *(
        Spec("_contrib_MultiBoxPrior", [(1, 2, 3, 4)], attrs, expected=prior, grad=0, atol=1e-5)
        for attrs in (
            {},
            {"sizes": (0.3, 0.5), "ratios": (1.0, 2.0, 0.5)},
            {"sizes": (0.9,), "ratios": (2.0, 0.5), "clip": True, "steps": (0.3, 0.25), "offsets": (0.2, 0.6)},
        )
    ),
    literal(
        TARGET,
        [ANCHORS, LABELS, numbers(0, -1, 1, 3, 3, 6)],
        targets(MORE, [[0, 2, 0, 1, 0, 0], [0, 0, 3, 0, 0, 0], [-1] * 6]),
    ),
    literal(
        TARGET,
        [ANCHORS, LABELS, numbers(0, -1, 1, 3, 3, 6)],
        targets(
            MORE | {(0, 0): (1.875, 1.875, -0.66766, 0.58892), (0, 2): (2, 1.5, -1.11572, -0.5268)},
            [[2, 2, 1, 1, 0, 0], [-3, -3, 3, 0, -3, -3], [-3] * 6],
        ),
        negative_mining_ratio=1.0,
        negative_mining_thresh=0.3,
        overlap_threshold=0.4,
        ignore_label=-3.0,
    ),
    literal(DETECTION, [SCORES, numbers(1, -1, 1, 1, 24), ANCHORS], [found(0, 1, 5, 2, 3, -1)], threshold=0.2),
    literal(
        DETECTION,
        [SCORES, numbers(1, -1, 1, 1, 24), ANCHORS],
        [found(0, 1, 2, 3, 5, -1, dropped=(2, 3, 5))],
        threshold=0.2,
        nms_topk=2,
        nms_threshold=0.3,
    ),
    literal(
        DETECTION,
        [SCORES, numbers(1, -1, 1, 1, 24), ANCHORS],
        [found(0, 1, 5, 2, 3, 4, dropped=(1, 3), clip=False)],
        nms_threshold=0.2,
        force_suppress=True,
        clip=False,
    ),
    literal(
        DETECTION,
        [SCORES, numbers(1, -1, 1, 1, 24), ANCHORS],
        [found(0, 1, 2, 3, 5, -1)],
        nms_threshold=0.0,
        threshold=0.3,
    ),
    literal(
        "_contrib_Proposal",
        ONE,
        [
            [
                [0, 0, 9.9856, 35.5622, 28.0544],
                [0, 19.601, 0, 37.059, 9.0587],
                [0, 0, 0, 21.5111, 7.2798],
                [0, 12.4578, 2.353, 39, 20.807],
            ],
            [[0.85], [0.51], [0.13], [0.08]],
        ],
        scales=(1, 2),
        ratios=(0.5,),
        rpn_post_nms_top_n=4,
        rpn_min_size=4,
        output_score=True,
    ),
    literal(
        "_contrib_Proposal",
        ONE,
        [[[0, 0, 0, 23.15, 22.77], [0, 16.21, 0, 30.78, 14.92], [0, 8.28, 0, 39, 22.79]]],
        scales=(1, 2),
        ratios=(1,),
        rpn_post_nms_top_n=3,
        rpn_pre_nms_top_n=5,
        rpn_min_size=12,
        iou_loss=True,
        threshold=0.4,
    ),
    literal(
        "_contrib_MultiProposal",
        TWO,
        [
            [
                [0, 2.0499, 9.8201, 13.8301, 26.2999],
                [0, 19.601, 0, 37.059, 9.0587],
                [0, 0, 0, 21.5111, 7.2798],
                [0, 29.1285, 2.2313, 43, 30.3687],
                [1, 14.5279, 19.0245, 32.9321, 31],
                [1, 3.8353, 0, 16.0047, 13.1446],
                [1, 28.9728, 17.325, 43.4272, 31],
                [1, 34.3148, 0, 46.8852, 14.3144],
            ],
            [[0.85], [0.51], [0.13], [-1], [0.96], [0.89], [0.78], [0.57]],
        ],
        scales=(1,),
        ratios=(0.5, 2),
        rpn_post_nms_top_n=4,
        rpn_min_size=8,
        threshold=0.2,
        output_score=True,
    ),
]
