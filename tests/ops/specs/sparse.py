"""Rows for ``mxnet._ops.sparse``."""

import numpy as np

from tests.ops.spec import Spec

ROWS = np.array([0, 2], np.int64)


def _retain(data: np.ndarray, indices: np.ndarray) -> np.ndarray:
    kept = np.zeros_like(data)
    kept[indices] = data[indices]
    return kept


SPECS = [
    Spec("_sparse_retain", [(3, 2), ROWS], expected=_retain, wrt=[0]),
    Spec("_sparse_retain", [(4,), ROWS], expected=_retain, grad=0, dtypes=("float32",)),
]
