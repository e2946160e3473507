"""Rows for ``mxnet._ops.order``."""

import numpy as np

from tests.ops.spec import Spec

CUBE = (2, 3, 4)
HALF = ("float32", "float64", "float16", "bfloat16")
TIES = np.array([[3, 1, 3, 2], [0, 0, 1, 0]])
LONG = np.random.default_rng(1).permutation(120).reshape(3, 40) - 60


def arranged(data: np.ndarray, axis, is_ascend: bool) -> tuple[np.ndarray, np.ndarray]:
    """Values in order and their stable positions."""
    if axis is None:
        data, axis = data.reshape(-1), 0
    signed = data.astype(np.float64) * (1 if is_ascend else -1)
    places = np.argsort(signed, axis=axis, kind="stable")
    return np.take_along_axis(data, places, axis), places


def sort(data: np.ndarray, axis=-1, is_ascend: bool = True) -> np.ndarray:
    return arranged(data, axis, is_ascend)[0]


def argsort(data: np.ndarray, axis=-1, is_ascend: bool = True, dtype="float32") -> np.ndarray:
    return arranged(data, axis, is_ascend)[1].astype(dtype)


def topk(data: np.ndarray, axis=-1, k: int = 1, ret_typ: str = "indices", is_ascend: bool = False, dtype="float32"):
    values, places = arranged(data, axis, is_ascend)
    along = 0 if axis is None else axis
    if k > 0:
        values, places = (np.take(a, np.arange(k), axis=along) for a in (values, places))
    if ret_typ == "mask":
        mask = np.zeros(data.size if axis is None else data.shape, data.dtype)
        np.put_along_axis(mask, places, 1, axis=along)
        return mask.reshape(data.shape)
    both = [values, places.astype(dtype)]
    return {"value": both[:1], "indices": both[1:], "both": both}[ret_typ]


TYPED = ("int32", "int64", "int8", "uint8", "float16")
EVERY = ("value", "indices", "mask", "both")

SPECS = [
    Spec("sort", [CUBE], {}, sort, dtypes=HALF),
    Spec("sort", [CUBE], {"axis": 0, "is_ascend": False}, sort),
    Spec("sort", [CUBE], {"axis": None}, sort),
    *(Spec("sort", [TIES.astype(t)], {"is_ascend": False}, sort, grad=0, dtypes=(t,)) for t in TYPED),
    Spec("argsort", [CUBE], {}, argsort, grad=0, dtypes=HALF),
    Spec("argsort", [CUBE], {"axis": None, "dtype": "int64"}, argsort, grad=0),
    *(Spec("argsort", [TIES.astype(t)], {"is_ascend": False}, argsort, grad=0, dtypes=(t,)) for t in TYPED),
    *(Spec("argsort", [TIES.astype(t)], {"axis": 0}, argsort, grad=0, dtypes=(t,)) for t in TYPED),
    *(Spec("topk", [CUBE], {"k": 2, "ret_typ": r}, topk, grad=int(r == "value"), dtypes=HALF) for r in EVERY),
    *(Spec("topk", [CUBE], {"axis": None, "k": 3, "ret_typ": r}, topk, grad=int(r == "value")) for r in EVERY),
    *(Spec("topk", [CUBE], {"axis": 0, "ret_typ": r, "is_ascend": True}, topk, grad=0) for r in EVERY),
    Spec("topk", [CUBE], {"k": 0, "dtype": "uint8"}, topk, grad=0),
    Spec("topk", [LONG.astype(np.float64)], {"axis": 1, "k": 3, "ret_typ": "value", "is_ascend": True}, topk),
    *(
        Spec("topk", [LONG.astype(t)], {"k": 4, "ret_typ": "both", "is_ascend": a}, topk, grad=0, dtypes=(t,))
        for t in ("float32", *TYPED)
        for a in (True, False)
    ),
]
