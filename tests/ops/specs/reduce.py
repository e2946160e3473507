"""Rows for ``mxnet._ops.reduce``."""

from collections.abc import Callable

import numpy as np

from tests.ops.spec import Spec

CUBE = (2, 3, 4)
HALF = ("float32", "float64", "float16", "bfloat16")
WITH_NAN = np.array([[1.0, np.nan, 3.0], [np.nan, np.nan, np.nan], [2.0, 5.0, np.nan]])
TIES = np.array([[3, 5, 5], [2, 2, 1]], np.float32)


def reduced(function: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """A NumPy reduction with MXNet's axes: none or an empty tuple for all, ``exclude``, never a scalar."""

    def apply(data: np.ndarray, axis=None, keepdims: bool = False, exclude: bool = False) -> np.ndarray:
        axes = tuple(range(data.ndim))
        if axis not in (None, ()):
            chosen = {a % data.ndim for a in ((axis,) if isinstance(axis, int) else axis)}
            axes = tuple(a for a in axes if (a in chosen) != exclude)
        return np.atleast_1d(function(data, axis=axes, keepdims=keepdims))

    return apply


def norm(data: np.ndarray, ord: int = 2, axis=None, keepdims: bool = False, out_dtype=None) -> np.ndarray:
    if ord == 1:
        return reduced(np.sum)(np.abs(data), axis, keepdims)
    return np.sqrt(reduced(np.sum)(np.square(data), axis, keepdims))


def moments(data: np.ndarray, axes, keepdims: bool = False) -> list[np.ndarray]:
    return [reduced(np.mean)(data, axes, keepdims), reduced(np.var)(data, axes, keepdims)]


def squares(data: np.ndarray, axis, keepdims: bool) -> np.ndarray:
    return np.sum(np.square(data), axis=axis, keepdims=keepdims)


AXES = [
    {},
    {"axis": 0},
    {"axis": (2, 0)},
    {"axis": (-1, 1), "keepdims": True},
    {"axis": (), "keepdims": True},
    {"axis": 1, "exclude": True},
    {"axis": (0, 1, 2), "exclude": True},
]
FEW = [{"axis": (0, -1)}, {"axis": 1, "keepdims": True}, {"axis": -1, "exclude": True}]
NUMPY = {"sum": np.sum, "mean": np.mean, "prod": np.prod, "max": np.max, "min": np.min, "nansum": np.nansum}

SPECS = [
    *(Spec(name, [CUBE], axes, reduced(NUMPY[name]), dtypes=("float32",)) for name in ("sum", "max") for axes in AXES),
    *(
        Spec(name, [CUBE], axes, reduced(function), dtypes=("float32",))
        for name, function in NUMPY.items()
        for axes in FEW
    ),
    *(Spec(name, [CUBE], {"axis": 1}, reduced(NUMPY[name]), dtypes=HALF, id="halves") for name in ("sum", "mean")),
    Spec("sum", [np.ones((1, 5000), np.float16)], {"axis": 1}, [[5000]], grad=0, dtypes=("float16",), id="wide"),
    Spec("sum", [np.array([100, 100], np.int8)], {}, [[-56]], grad=0, dtypes=("int8",), id="wraps"),
    Spec("mean", [np.array([[-1, 2], [-2, -3]], np.int32)], {"axis": 0}, [[-1, 0]], grad=0, dtypes=("int32",)),
    Spec("max", [WITH_NAN], {"axis": 1}, [[np.nan] * 3], grad=0, dtypes=("float64",), id="nan"),
    Spec("max", [TIES.astype(np.int32)], {"axis": 1}, [[5, 2]], grad=0, dtypes=("int32",)),
    Spec("min", [TIES.astype(np.uint8)], {}, [[1]], grad=0, dtypes=("uint8",)),
    Spec("nansum", [WITH_NAN], {"axis": 1}, [[4, 0, 7]], dtypes=("float64",), id="nan"),
    Spec("nanprod", [WITH_NAN], {"axis": 1}, [[3, 1, 10]], dtypes=("float64",), id="nan"),
    Spec("nanprod", [CUBE], {"axis": (0, 2)}, reduced(np.nanprod)),
    Spec("_square_sum", [CUBE], {"axis": 1, "keepdims": True}, squares),
    Spec("norm", [CUBE], {}, norm, dtypes=HALF),
    Spec("norm", [CUBE], {"ord": 2, "axis": (0, 2), "keepdims": True}, norm),
    Spec("norm", [CUBE], {"ord": 1, "axis": 1}, norm, dtypes=HALF),
    Spec("norm", [CUBE], {"axis": 1, "out_dtype": "float64"}, norm, dtypes=("float32",)),
    Spec("norm", [np.float32([3e38])], {}, [[3e38]], grad=0, dtypes=("float32",), id="huge"),
    Spec("norm", [np.float32([3e-30, 4e-30])], {}, [[5e-30]], grad=0, dtypes=("float32",), atol=0, id="tiny"),
    Spec("norm", [np.array([3, 4, 4], np.int32)], {}, [[6]], grad=0, dtypes=("int32",)),
    Spec("argmax", [CUBE], {"axis": 1}, lambda x, axis: np.argmax(x, axis), grad=0),
    Spec("argmax", [CUBE], {"keepdims": True}, lambda x, keepdims: np.argmax(x).reshape(1, 1, 1), grad=0),
    Spec("argmax", [TIES], {"axis": -1}, [[1, 0]], grad=0, dtypes=("float32",), id="ties"),
    Spec("argmax", [TIES[0]], {"axis": 0}, [[1]], grad=0, dtypes=("float32",), id="vector"),
    Spec("argmax", [WITH_NAN], {"axis": 1}, [[1, 0, 2]], grad=0, dtypes=("float64",), id="nan"),
    Spec("argmin", [CUBE], {}, lambda x: np.atleast_1d(np.argmin(x)), grad=0),
    Spec("argmin", [TIES], {"axis": 1, "keepdims": True}, [[[0], [2]]], grad=0, dtypes=("float32",)),
    Spec("argmin", [WITH_NAN], {"axis": 1}, [[1, 0, 2]], grad=0, dtypes=("float64",), id="nan"),
    Spec("argmax_channel", [CUBE], {}, lambda x: np.argmax(x, 1), grad=0),
    Spec("moments", [CUBE], {"axes": (0, 2)}, moments, dtypes=HALF),
    Spec("moments", [CUBE], {"axes": (0, 1, 2)}, moments),
    Spec("moments", [CUBE], {"axes": (-1,), "keepdims": True}, moments),
    Spec("cumsum", [CUBE], {}, np.cumsum),
    Spec("cumsum", [CUBE], {"axis": -2}, np.cumsum, dtypes=HALF),
    Spec("cumsum", [np.array([True, False, True])], {}, [[1, 1, 2]], grad=0, dtypes=("bool",)),
    Spec("cumsum", [np.float32([1.9, 1.9])], {"dtype": "int32"}, [[1, 2]], grad=0, dtypes=("float32",)),
    Spec(
        "_histogram",
        [(40,)],
        {"bin_cnt": 7, "range": (-0.5, 0.9)},
        lambda x, bin_cnt, range: np.histogram(x, bin_cnt, range),
        grad=0,
        dtypes=("float64",),
    ),
    Spec(
        "_histogram",
        [np.float32([0, 1, 2, 2, 3, 4, 5.5]), np.float32([0, 2.1, 3])],
        {},
        lambda x, bins: np.histogram(x, bins),
        grad=0,
        dtypes=("float32",),
    ),
    Spec(
        "_histogram",
        [np.float32([2, 2, 2.2])],
        {"bin_cnt": 2, "range": (2, 2)},
        [[0, 3], [1.5, 2, 2.5]],
        grad=0,
        dtypes=("float32",),
        id="point",
    ),
    Spec(
        "_histogram",
        [np.array([0, 33, 99, 100, 101], np.int32)],
        {"bin_cnt": 3, "range": (0, 100)},
        [[1, 1, 2], [0, 33, 66, 100]],
        grad=0,
        dtypes=("int32",),
    ),
]
