"""Rows for ``mxnet._ops.contrib``."""

import numpy as np

from tests.ops.spec import Spec

A = np.ndarray
PLACES = np.array([[0, 3, 3, 4]], "float64")
SIGNS = np.array([[1, -1, 1, -1]], "float64")
ADJACENCY = np.diag([1.0, 2.0, 3.0])
EDGES = (np.array([0.0, 0, 1, 1, 2, 2]), np.array([0.0, 1, 1, 2, 0, 2]))
SPARSE = np.array([[0.0, 1, 2], [0, 0, 3]], "float32")


def fft(data: A, **_: int) -> A:
    out = np.fft.fft(data)
    return np.stack([out.real, out.imag], -1).reshape(*data.shape[:-1], -1)


def ifft(data: A, **_: int) -> A:
    return np.fft.ifft(data[..., ::2] + 1j * data[..., 1::2]).real * (data.shape[-1] // 2)


def count_sketch(data: A, h: A, s: A, *, out_dim: int) -> A:
    out = np.zeros((*data.shape[:-1], out_dim))
    for i, (place, sign) in enumerate(zip(h.ravel().astype(int), s.ravel(), strict=True)):
        out[..., place] += sign * data[..., i]
    return out


def getnnz(count: list[int]) -> list[A]:
    return [np.array(count)]


SPECS = [
    Spec("_contrib_fft", [(2, 5)], {"compute_size": 1}, fft),
    Spec("_contrib_fft", [(2, 1, 2, 4)], expected=fft),
    Spec("_contrib_ifft", [(2, 6)], expected=ifft),
    Spec("_contrib_ifft", [(2, 1, 2, 4)], expected=ifft),
    Spec("_contrib_count_sketch", [(2, 4), PLACES, SIGNS], {"out_dim": 5}, count_sketch, wrt=[0]),
    Spec("_contrib_count_sketch", [(2, 1, 2, 4), PLACES, SIGNS], {"out_dim": 5}, count_sketch, wrt=[0]),
    Spec("_contrib_getnnz", [SPARSE], expected=getnnz([3]), grad=0, dtypes=("float32",)),
    Spec("_contrib_getnnz", [SPARSE], {"axis": 0}, getnnz([0, 1, 2]), grad=0, dtypes=("float32",)),
    Spec("_contrib_getnnz", [SPARSE], {"axis": 1}, getnnz([2, 1]), grad=0, dtypes=("float32",)),
    Spec(
        "_contrib_edge_id", [ADJACENCY, *EDGES], expected=[np.array([1, -1, 2, -1, -1, 3])], grad=0, dtypes=("float64",)
    ),
]
