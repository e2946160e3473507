"""Gradients of box operators, which MXNet defines itself, and their errors."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.boxes import box_iou, box_nms
from mxnet._ops.detection import multibox_detection
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

ROWS = jnp.asarray(
    [
        [0, 0.5, 0.1, 0.1, 0.2, 0.2],
        [1, 0.4, 0.1, 0.1, 0.2, 0.2],
        [0, 0.3, 0.1, 0.1, 0.14, 0.14],
        [2, 0.6, 0.5, 0.5, 0.7, 0.8],
    ],
    jnp.float32,
)


@pytest.mark.parametrize("out_format", ["corner", "center"])
def test_nms_gradient_goes_to_the_rows_that_were_kept(out_format: str) -> None:
    head = np.arange(24, dtype=np.float32).reshape(4, 6)
    attrs = {"overlap_thresh": 0.5, "out_format": out_format}
    out, pull = jax.vjp(jax.jit(lambda d: box_nms.function(d, **attrs)), ROWS)
    assert out[:, 1].tolist() == pytest.approx([0.6, 0.5, 0.3, -1])
    expected = np.zeros((4, 6))
    expected[[3, 0, 2]] = head[:3]
    np.testing.assert_array_equal(pull(jnp.asarray(head))[0], expected)


def test_iou_has_no_gradient() -> None:
    boxes = ROWS[:, 2:]
    np.testing.assert_array_equal(jax.grad(lambda b: box_iou.function(b, boxes).sum())(boxes), np.zeros((4, 4)))


def test_chains_of_suppression_across_blocks() -> None:
    """Each box overlaps the next: every other one survives, however many blocks they fill."""
    count = 700
    left = np.arange(count) * 0.4
    rows = np.stack([np.zeros(count), np.linspace(1, 0.1, count), left, 0 * left, left + 1, 0 * left + 1], axis=1)
    out = jax.jit(lambda d: box_nms.function(d, overlap_thresh=0.4))(jnp.asarray(rows, jnp.float32))
    np.testing.assert_allclose(out[: count // 2, 2], left[::2], rtol=1e-5)
    assert (np.asarray(out[count // 2 :]) == -1).all()


def test_errors_name_the_column() -> None:
    with pytest.raises(MXNetError, match="at least 6"):
        box_nms.function(ROWS[:, :5], id_index=0)
    with pytest.raises(MXNetError, match="score_index=3"):
        box_nms.function(ROWS, score_index=3)
    with pytest.raises(MXNetError, match="anchors mismatch"):
        multibox_detection.function(jnp.ones((1, 2, 3)), jnp.ones((1, 8)), jnp.ones((1, 2, 4)))


def test_one_image_for_proposal() -> None:
    proposal = OPS["_contrib_Proposal"]
    arrays = (jnp.ones((2, 24, 2, 2)), jnp.ones((2, 48, 2, 2)), jnp.ones((2, 3)))
    with pytest.raises(MXNetError, match="multiple images"):
        proposal.function(*arrays, **proposal.parse({}))
    assert proposal.shape_filler((1, 24, 5, 6), None, None) == {"bbox_pred": (1, 48, 5, 6), "im_info": (1, 3)}


def test_fewer_proposals_are_the_first_of_more() -> None:
    proposal = OPS["_contrib_Proposal"]
    rng = np.random.default_rng(0)
    arrays = [rng.random((1, 6 * k, 16, 16), np.float32) for k in (1, 2)] + [np.array([[256, 256, 1]], np.float32)]
    attrs = {"scales": (2, 4, 8), "ratios": (1,), "rpn_pre_nms_top_n": 700, "output_score": True, "rpn_min_size": 4}

    def best(count: int) -> list[np.ndarray]:
        given = proposal.parse({**attrs, "rpn_post_nms_top_n": count})
        return [np.asarray(a) for a in proposal.function(*[jnp.asarray(a) for a in arrays], **given)]

    boxes, scores = best(200)
    assert (np.diff(scores[:, 0]) <= 0).all()
    for count in (3, 40):
        for few, many in zip(best(count), (boxes, scores), strict=True):
            assert few.tolist() == many[:count].tolist()
    corners = boxes[:, 1:]
    low, high = np.maximum(corners[:, None, :2], corners[:, :2]), np.minimum(corners[:, None, 2:], corners[:, 2:])
    common = np.maximum(high - low + 1, 0).prod(-1)
    area = (corners[:, 2:] - corners[:, :2] + 1).prod(-1)
    overlap = common / (area[:, None] + area - common)
    assert (overlap[np.triu_indices(200, 1)] <= 0.7).all()
