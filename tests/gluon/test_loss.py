"""Losses: each against its formula, as written and hybridized."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import loss as losses

RNG = np.random.default_rng(7)
PRED = RNG.normal(size=(4, 3)).astype("float32")
REAL = RNG.normal(size=(4, 3)).astype("float32")
SIGNED = RNG.choice([-1.0, 1.0], size=(4, 3)).astype("float32")
BINARY = (SIGNED + 1) / 2
CLASSES = np.array([0, 2, 1, 2], "float32")
WEIGHTS = RNG.uniform(0.5, 2, size=(4, 1)).astype("float32")


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def log_softmax(x: np.ndarray) -> np.ndarray:
    return x - np.log(np.exp(x).sum(-1, keepdims=True))


def cross_entropy(pred: np.ndarray, labels: np.ndarray) -> np.ndarray:
    return -np.take_along_axis(log_softmax(pred), labels.astype(int)[:, None], 1)


PROBABILITIES = np.exp(log_softmax(REAL))

CASES: dict[str, tuple[Callable[[], Any], list[np.ndarray], Callable[..., np.ndarray]]] = {
    "L2": (losses.L2Loss, [PRED, REAL], lambda p, y: (p - y) ** 2 / 2),
    "L1": (losses.L1Loss, [PRED, REAL], lambda p, y: np.abs(p - y)),
    "labels of another shape": (losses.L1Loss, [PRED, REAL.reshape(4, 1, 3)], lambda p, y: np.abs(p - y[:, 0])),
    "sigmoid": (
        losses.SigmoidBCELoss,
        [PRED, BINARY],
        lambda p, y: -(y * np.log(sigmoid(p)) + (1 - y) * np.log(1 - sigmoid(p))),
    ),
    "from sigmoid": (
        lambda: losses.SigmoidBinaryCrossEntropyLoss(from_sigmoid=True),
        [sigmoid(PRED), BINARY],
        lambda p, y: -(y * np.log(p) + (1 - y) * np.log(1 - p)),
    ),
    "softmax": (losses.SoftmaxCrossEntropyLoss, [PRED, CLASSES], cross_entropy),
    "softmax of probabilities": (
        lambda: losses.SoftmaxCELoss(sparse_label=False),
        [PRED, PROBABILITIES],
        lambda p, y: -(y * log_softmax(p)).sum(-1, keepdims=True),
    ),
    "softmax from logits": (
        lambda: losses.SoftmaxCELoss(from_logits=True),
        [log_softmax(PRED), CLASSES],
        lambda p, y: cross_entropy(PRED, y),
    ),
    "Huber": (
        lambda: losses.HuberLoss(rho=0.5),
        [PRED, REAL],
        lambda p, y: np.where(np.abs(p - y) > 0.5, np.abs(p - y) - 0.25, (p - y) ** 2),
    ),
    "hinge": (losses.HingeLoss, [PRED, SIGNED], lambda p, y: np.maximum(0, 1 - p * y)),
    "squared hinge": (
        lambda: losses.SquaredHingeLoss(margin=2),
        [PRED, SIGNED],
        lambda p, y: np.maximum(0, 2 - p * y) ** 2,
    ),
    "logistic": (losses.LogisticLoss, [PRED, SIGNED], lambda p, y: np.log1p(np.exp(-p * y))),
    "logistic of binary labels": (
        lambda: losses.LogisticLoss(label_format="binary"),
        [PRED, BINARY],
        lambda p, y: np.log1p(np.exp(-p * (2 * y - 1))),
    ),
}


@pytest.mark.parametrize("hybrid", [False, True], ids=["as written", "hybridized"])
@pytest.mark.parametrize("name", CASES)
def test_means_over_samples(name: str, hybrid: bool) -> None:
    make, arrays, formula = CASES[name]
    loss = make()
    if hybrid:
        loss.hybridize()
    given = [nd.array(a) for a in arrays]
    wanted = formula(*arrays)
    np.testing.assert_allclose(loss(*given).asnumpy(), wanted.mean(1), rtol=1e-4, atol=1e-5)
    fresh = make()
    weighted = fresh(*given, nd.array(WEIGHTS)).asnumpy()
    np.testing.assert_allclose(weighted, (wanted * WEIGHTS).mean(1), rtol=1e-4, atol=1e-5)


def both(loss: gluon.HybridBlock, *arrays: np.ndarray) -> np.ndarray:
    """The result, after checking that the hybridized loss gives the same."""
    given = [nd.array(a) for a in arrays]
    plain = loss(*given).asnumpy()
    loss.hybridize()
    np.testing.assert_allclose(loss(*given).asnumpy(), plain, rtol=1e-5, atol=1e-6)
    return plain


def test_weight_multiplies() -> None:
    np.testing.assert_allclose(both(losses.L1Loss(weight=3), PRED, REAL), 3 * np.abs(PRED - REAL).mean(1), rtol=1e-5)
    with pytest.raises(AssertionError, match="weight must be a number"):
        losses.L1Loss(weight="3")(nd.array(PRED), nd.array(REAL))


def test_positive_weight_of_sigmoid_loss() -> None:
    factor = np.array([[1.0, 2.0, 3.0]], "float32")
    s = sigmoid(PRED)
    wanted = -(factor * BINARY * np.log(s) + (1 - BINARY) * np.log(1 - s)).mean(1)
    given = [nd.array(a) for a in (PRED, BINARY)]
    np.testing.assert_allclose(
        losses.SigmoidBCELoss()(*given, None, nd.array(factor)).asnumpy(), wanted, rtol=1e-4, atol=1e-5
    )
    given[0] = nd.array(s)
    np.testing.assert_allclose(
        losses.SigmoidBCELoss(from_sigmoid=True)(*given, None, nd.array(factor)).asnumpy(), wanted, rtol=1e-4
    )


def test_divergence() -> None:
    wanted = (PROBABILITIES * (np.log(PROBABILITIES) - log_softmax(PRED))).sum(1)
    np.testing.assert_allclose(both(losses.KLDivLoss(), log_softmax(PRED), PROBABILITIES), wanted, rtol=1e-4, atol=1e-5)
    other = losses.KLDivLoss(from_logits=False)
    np.testing.assert_allclose(both(other, PRED, PROBABILITIES), wanted, rtol=1e-4, atol=1e-5)


def test_triplets() -> None:
    third = RNG.normal(size=(4, 3)).astype("float32")
    wanted = np.maximum(0, 1 + ((REAL - PRED) ** 2 - (third - PRED) ** 2).sum(1))
    np.testing.assert_allclose(both(losses.TripletLoss(), PRED, REAL, third), wanted, rtol=1e-4, atol=1e-5)


def test_counts() -> None:
    counts = np.array([[2, 3, 5]] * 4, "float32")
    np.testing.assert_allclose(
        both(losses.PoissonNLLLoss(), PRED, counts), (np.exp(PRED) - counts * PRED).mean(), rtol=1e-4
    )
    rates = np.exp(PRED)
    stirling = counts * np.log(counts) - counts + 0.5 * np.log(2 * np.pi * counts)
    full = losses.PoissonNLLLoss(from_logits=False, compute_full=True)
    np.testing.assert_allclose(both(full, rates, counts), (rates - counts * PRED + stirling).mean(), rtol=1e-4)


def test_angles() -> None:
    labels = np.array([1, -1, 1, -1], "float32")
    cosine = (PRED * REAL).sum(1) / (np.linalg.norm(PRED, axis=1) * np.linalg.norm(REAL, axis=1))
    wanted = np.where(labels == 1, 1 - cosine, np.maximum(0, cosine - 0.1))
    found = both(losses.CosineEmbeddingLoss(margin=0.1), PRED, REAL, labels)
    np.testing.assert_allclose(found[:, 0], wanted, rtol=1e-4, atol=1e-6)


def test_metric_learning() -> None:
    distances = ((PRED[:, None] - REAL[None]) ** 2).sum(2)
    labels = np.eye(4) * 0.7 + (1 - np.eye(4)) * 0.3 / 3
    wanted = (labels * (np.log(labels) - log_softmax(-distances))).sum(1)
    np.testing.assert_allclose(both(losses.SDMLLoss(), PRED, REAL), wanted, rtol=1e-4, atol=1e-5)


def test_sequences_without_alignment() -> None:
    pred = np.ones((2, 20, 4), "float32")
    labels = np.array([[1, 0, -1, -1], [2, 1, 1, -1]], "float32")
    wanted = [18.82820702, 16.50581741]
    np.testing.assert_allclose(both(losses.CTCLoss(), pred, labels), wanted, rtol=1e-5)
    turned = losses.CTCLoss(layout="TNC", label_layout="TN")
    np.testing.assert_allclose(both(turned, pred.swapaxes(0, 1), labels.T), wanted, rtol=1e-5)
    lengths = nd.array([20, 20]), nd.array([2, 3])
    found = losses.CTCLoss()(nd.array(pred), nd.array(np.abs(labels)), *lengths)
    np.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-5)
    with pytest.raises(AssertionError, match="Got: CTN"):
        losses.CTCLoss(layout="CTN")


def test_gradients_of_the_softmax_loss() -> None:
    x = nd.array(PRED)
    x.attach_grad()
    with autograd.record():
        loss = losses.SoftmaxCELoss()(x, nd.array(CLASSES))
    loss.backward()
    wanted = np.exp(log_softmax(PRED)) - np.eye(3)[CLASSES.astype(int)]
    np.testing.assert_allclose(x.grad.asnumpy(), wanted, rtol=1e-4, atol=1e-6)


def test_printing_and_symbols() -> None:
    assert str(losses.SoftmaxCELoss(batch_axis=1)) == "SoftmaxCrossEntropyLoss(batch_axis=1, w=None)"
    out = losses.L2Loss()(mx.sym.var("pred"), mx.sym.var("label"))
    assert out.list_arguments() == ["label", "pred"]
    with pytest.raises(NotImplementedError, match="Odd must define hybrid_forward"):
        type("Odd", (losses.Loss,), {})(None, 0)(nd.ones((1,)))
