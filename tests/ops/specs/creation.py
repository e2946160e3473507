"""Rows for ``mxnet._ops.creation``."""

import numpy as np

from tests.ops.spec import Spec


def _row(op, expected, **attrs):
    return Spec(op, [], attrs, [expected], grad=0, dtypes=("float32",))


def _like(expected, **attrs):
    return Spec("_contrib_arange_like", [(2, 3)], attrs, [expected], grad=0)


SPECS = [
    _row("_zeros", np.zeros((2, 3)), shape=(2, 3), ctx="cpu(0)"),
    _row("_ones", np.ones(2), shape=(2,), dtype="int32"),
    _row("_full", np.full(2, 2.5), shape=(2,), value=2.5),
    _row("_full", np.full(2, 2), shape=(2,), value=2.7, dtype="int32"),
    _row("_full", np.full(2, 255), shape=(2,), value=-1, dtype="uint8"),
    _row("_full", np.ones(1), shape=(1,), value=2, dtype="bool"),
    _row("_zeros_without_dtype", np.zeros(2), shape=(2,)),
    _row("_zeros_without_dtype", np.zeros(2), shape=(2,), dtype=4),
    _row("_arange", np.arange(5), start=5),
    _row("_arange", np.arange(0, 1, 0.1), start=0, stop=1, step=0.1),
    _row("_arange", [5, 3], start=5, stop=1, step=-2, dtype="int32"),
    _row("_arange", [0, 0, 0, 0], start=0.5, stop=3, step=0.7, dtype="int32"),
    _row("_arange", [3, 2, 1, 0, 255, 254], start=3, stop=-3, step=-1, dtype="uint8"),
    _row("_arange", np.repeat(np.arange(1, 3, 0.5), 2), start=1, stop=3, step=0.5, repeat=2, dtype="float64"),
    _row("_arange_count", [1, 1, 3, 3, 5], start=1, step=2, count=5, repeat=2),
    _row("_linspace", np.linspace(0, 1, 5), start=0, stop=1, num=5),
    _row("_linspace", np.linspace(0, 1, 5, endpoint=False), start=0, stop=1, num=5, endpoint=False),
    _row("_linspace", [2.0], start=2, stop=3, num=1),
    _row("_eye", np.eye(2, 3, 1), N=2, M=3, k=1),
    _row("_eye", np.eye(3, k=-1), N=3, k=-1, dtype="int32"),
    _like(np.arange(6).reshape(2, 3)),
    _like(np.array([1, 3, 5]), axis=-1, start=1, step=2),
    _like(np.array([[0, 0, 1], [1, 2, 2]]), repeat=2),
    Spec("_contrib_arange_like", [np.ones((2, 3), np.int32)], {"axis": 1, "step": 0.5}, [[0, 0, 0]], grad=0),
]
