"""Rows for ``mxnet._ops.losses``: values; their gradients are in ``test_losses``."""

from typing import Any

import numpy as np
from scipy import special

from tests.ops.spec import Spec

A = np.ndarray
CLASSES = np.array([2, 0, 1], "float64")
PIXELS = np.array([[2, 0], [1, 1]], "float64")


def first(data: A, *_: A, **__: Any) -> A:
    return data


def softmax(data: A, label: A, **_: Any) -> A:
    rows = data.reshape(data.shape[0], -1)
    return special.softmax(rows, axis=1).reshape(data.shape)


def cross_entropy(data: A, label: A) -> A:
    chosen = special.softmax(data, axis=1)[np.arange(len(label)), label.astype(int)]
    return -np.log(np.maximum(chosen, 1e-8)).sum(keepdims=True)


def kl(data: A, moving_avg: A, *, momentum: float, **_: Any) -> list[A]:
    return [data, momentum * moving_avg + (1 - momentum) * data.mean(0)]


SPECS = [
    Spec("SoftmaxOutput", [(3, 4), CLASSES], expected=softmax, grad=0, low=-5, high=5),
    Spec("SoftmaxOutput", [(3, 4), (3, 4)], expected=softmax, grad=0, id="probabilities"),
    Spec("SoftmaxOutput", [(2, 2, 3), PIXELS], expected=softmax, grad=0),
    Spec(
        "SoftmaxOutput",
        [(2, 2, 3), PIXELS],
        {"preserve_shape": True},
        lambda data, _, **__: special.softmax(data, axis=-1),
        grad=0,
    ),
    Spec(
        "SoftmaxOutput",
        [(2, 3, 2), PIXELS],
        {"multi_output": True},
        lambda data, _, **__: special.softmax(data, axis=1),
        grad=0,
    ),
    Spec("LinearRegressionOutput", [(3, 2), (3, 2)], expected=first, grad=0),
    Spec("MAERegressionOutput", [(3, 2), (3, 2)], expected=first, grad=0),
    Spec("LogisticRegressionOutput", [(3, 1), (3,)], expected=lambda data, _: special.expit(data), grad=0),
    Spec("SVMOutput", [(3, 4), CLASSES], expected=first, grad=0),
    Spec("MakeLoss", [(3, 4)], {"normalization": "valid"}, first, grad=0),
    Spec("softmax_cross_entropy", [(3, 4), CLASSES], expected=cross_entropy, wrt=[0]),
    Spec(
        "softmax_cross_entropy",
        [np.array([[50.0, 0, -50], [1, 2, 3], [0, 0, 0]]), CLASSES],
        expected=cross_entropy,
        grad=0,
        dtypes=("float64",),
        id="bounded",
    ),
    Spec("IdentityAttachKLSparseReg", [(2, 3), (3,)], {"momentum": 0.75}, kl, grad=0, low=0.1, train=True),
    Spec(
        "IdentityAttachKLSparseReg",
        [(2, 3), (3,)],
        {"momentum": 0.75},
        lambda data, moving_avg, **_: [data, moving_avg],
        grad=0,
        id="predicting",
    ),
]
