"""Rows for ``mxnet._ops.indexing``."""

from functools import partial

import numpy as np

from tests.ops.spec import Spec

# Moving numbers is the same for every dtype; that the dtype is kept is checked for all of them in test_shape.py.
case = partial(Spec, dtypes=("float32",))

F32 = np.float32


def f32(*values):
    return np.array(values, F32)


def _take(x, i, axis=0, mode="clip"):
    return np.take(x, np.trunc(i).astype(int), axis, mode=mode)


def _pick(x, i, axis=-1, keepdims=False, mode="clip"):
    i = i.astype(int).reshape(np.max(x, axis, keepdims=True).shape)
    i = i % x.shape[axis] if mode == "wrap" else np.clip(i, 0, x.shape[axis] - 1)
    out = np.take_along_axis(x, i, axis)
    return out if keepdims else np.squeeze(out, axis)


def _gather_nd(x, i):
    return x[tuple(i.astype(int))]


def _scatter(x, i, shape):
    out = np.zeros(shape)
    out[tuple(i.astype(int))] = x
    return out


def _scatter_add(x, i, shape):
    out = np.zeros(shape)
    np.add.at(out, tuple(i.astype(int)), x)
    return out


def _scatter_set(x, value, i, shape):
    out = x.copy()
    out[tuple(i.astype(int))] = value
    return out


def _fill(x, value, i):
    out = x.copy()
    out[np.arange(len(x)), i.astype(int)] = value
    return out


def _index_copy(x, i, new):
    out = x.copy()
    out[i.astype(int)] = new
    return out


def _where(c, x, y):
    return np.where((c != 0).reshape(c.shape + (1,) * (x.ndim - c.ndim)), x, y)


def _embedding(x, w, **_):
    return w[np.clip(np.trunc(x).astype(int), 0, len(w) - 1)]


OUTSIDE = f32([0, 5], [-1, 0.9], [-7, -0.5])
TABLE = {"input_dim": 3, "output_dim": 2}
PLACES = f32([0, 1, -1], [1, 0, 1])

SPECS = [
    case("take", [(3, 2), OUTSIDE], expected=_take, wrt=[0]),
    case("take", [(3, 2), OUTSIDE], {"axis": 1}, _take, wrt=[0]),
    case("take", [(3, 2), OUTSIDE], {"mode": "wrap"}, _take, wrt=[0]),
    case("take", [(2, 3, 2), OUTSIDE], {"axis": -2, "mode": "wrap"}, _take, wrt=[0]),
    case("take", [(3, 2), np.array([2, 0], np.int64)], {"mode": "raise"}, _take, wrt=[0]),
    case("take", [(3, 2), np.array([2, 0], np.uint8)], expected=_take, wrt=[0], id="uint8"),
    case("batch_take", [(3, 2), np.array([0, 5, -1], np.int32)], expected=_pick, grad=0),
    case("pick", [(3, 2), f32(0, 5, -1)], expected=_pick, wrt=[0]),
    case("pick", [(3, 2), f32(0, 5, -1)], {"mode": "wrap", "keepdims": True}, _pick, wrt=[0]),
    case("pick", [(3, 2), f32([0, 2])], {"axis": 0}, _pick, wrt=[0]),
    case("pick", [(2, 3, 4), f32([0, 1, 2, 3], [1, 1, 1, 1])], {"axis": 1}, _pick, wrt=[0]),
    case("pick", [(3,), f32(2)], expected=lambda x, i: x[2:], wrt=[0], id="vector"),
    case("fill_element_0index", [(3, 2), (3,), f32(0, 1, 0)], expected=_fill, wrt=[0, 1]),
    case("gather_nd", [(3, 2), f32([0, -1, 0], [1, 0, 1])], expected=_gather_nd, wrt=[0]),
    case("gather_nd", [(3, 2), f32([0, -1, 2, 0])], expected=_gather_nd, wrt=[0], id="rows"),
    case("gather_nd", [(2, 3, 4), np.array([[[0, 1], [1, 1]], [[2, 0], [0, 1]]])], expected=_gather_nd, wrt=[0]),
    case("scatter_nd", [(3,), PLACES], {"shape": (3, 2)}, _scatter, wrt=[0]),
    case("scatter_nd", [(2, 2), f32([2, 0])], {"shape": (3, 2)}, _scatter, wrt=[0]),
    case("_scatter_set_nd", [(3, 2), (3,), PLACES], {"shape": (3, 2)}, _scatter_set, wrt=[0, 1]),
    case("_backward_gather_nd", [(3,), f32([0, 1, 0], [1, 0, 1])], {"shape": (2, 2)}, _scatter_add, wrt=[0]),
    case(
        "one_hot",
        [f32([0, -1], [1.9, 5])],
        {"depth": 3, "on_value": 2, "off_value": -1},
        [[[[2, -1, -1], [-1, -1, -1]], [[-1, 2, -1], [-1, -1, -1]]]],
        grad=0,
    ),
    case("one_hot", [f32(0, -0.5)], {"depth": 2, "on_value": 2.7, "dtype": "int32"}, [[[2, 0], [2, 0]]], grad=0),
    case("_onehot_encode", [f32(0, 5), (2, 3)], expected=[[[1, 0, 0], [0, 0, 0]]], grad=0),
    case("where", [f32([1, 0], [0, 2], [0.5, 0]), (3, 2), (3, 2)], expected=_where, wrt=[1, 2]),
    case("where", [np.array([1, 0, 3], np.int32), (3, 2), (3, 2)], expected=_where, wrt=[1, 2], id="rows"),
    case("_contrib_boolean_mask", [(3, 2), f32(1, 0, 2)], expected=lambda x, i: x[i != 0], wrt=[0]),
    case("_contrib_boolean_mask", [(3, 2), np.zeros(3, bool)], expected=lambda x, i: x[i], grad=0, id="none"),
    case("_contrib_boolean_mask", [(3, 2), f32(0, 1)], {"axis": 1}, lambda x, i, axis: x[:, i != 0], wrt=[0]),
    case("_contrib_index_copy", [(4, 2), f32(3, 0, 1), (3, 2)], expected=_index_copy, wrt=[0, 2]),
    case("_contrib_index_array", [(3, 2)], expected=lambda x: np.stack(np.indices(x.shape), -1), grad=0),
    case(
        "_contrib_index_array",
        [(3, 2)],
        {"axes": (1, -2, 1)},
        lambda x, axes: np.stack(np.indices(x.shape)[list(axes)], -1),
        grad=0,
    ),
    case("Embedding", [f32([0, 1], [-3, 9]), (3, 2)], TABLE, _embedding, wrt=[1]),
    case("Embedding", [f32(0.9, 1.99), (3, 2)], {**TABLE, "sparse_grad": True}, _embedding, wrt=[1]),
    case("_contrib_SparseEmbedding", [f32(2, 0, 2), (3, 2)], {**TABLE, "deterministic": True}, _embedding, wrt=[1]),
]
