"""Rows for ``mxnet._ops.slicing``."""

from functools import partial

import numpy as np

from tests.ops.spec import Spec

# Moving numbers is the same for every dtype; that the dtype is kept is checked for all of them in test_shape.py.
case = partial(Spec, dtypes=("float32",))


def _slices(begin, end, step=()):
    return tuple(slice(*s) for s in zip(begin, end, step or (None,) * len(begin), strict=True))


def _slice(x, **where):
    return x[_slices(**where)]


def _assign(x, value, **where):
    out = x.copy()
    out[_slices(**where)] = value
    return out


def _assign_scalar(x, scalar=0.0, **where):
    return _assign(x, scalar, **where)


def _slice_axis(x, axis, begin, end):
    return np.moveaxis(np.moveaxis(x, axis, 0)[begin:end], 0, axis)


def _windows(starts, sizes):
    return tuple(slice(a, a + n) for a, n in zip(starts, sizes, strict=True))


def _view(x, starts, sizes, squeeze=()):
    return np.squeeze(x[_windows(starts, sizes)], squeeze)


def _view_assign(x, value, starts, sizes, squeeze=()):
    out = x.copy()
    part = np.squeeze(out[_windows(starts, sizes)], squeeze)
    part[...] = value
    return out


WHOLE = ("slice", None, None, None)
KEYS = [
    ((WHOLE, ("array",), ("int",)), [np.array([0, 2]), np.array(1)], np.s_[:, [0, 2], 1]),
    ((("array",), WHOLE, ("array",)), [np.array([0.0, -1.0]), np.array([3, 2])], np.s_[[0, -1], :, [3, 2]]),
    ((("int",), WHOLE, ("array",)), [np.array(-1), np.array([0, 2])], np.s_[-1, :, [0, 2]]),
    ((("ellipsis",), ("array",), ("new",)), [np.array([[3, 0], [1, 2]])], np.s_[..., [[3, 0], [1, 2]], None]),
    ((("int",), ("slice", None, None, -2), ("int",)), [np.array(1), np.array(2)], np.s_[1, ::-2, 2]),
    ((("slice", None, None, -1), ("ellipsis",), ("new",), ("slice", 1, 4, 2)), [], np.s_[::-1, ..., None, 1:4:2]),
]


def _get(key):
    return lambda x, *_, spec: x[key]


def _set(key):
    def expected(x, value, *_, spec):
        out = x.copy()
        out[key] = value
        return out

    return expected


SHAPE = (2, 3, 4)
BACK = {"begin": (None, None, -1), "end": (None, -1, None), "step": (-1, None, -2)}
CROP = {"num_args": 1, "h_w": (2, 3)}

SPECS = [
    case("slice", [SHAPE], {"begin": (0, 1), "end": (1, 9)}, _slice),
    case("slice", [SHAPE], BACK, _slice),
    case("slice", [SHAPE], {"begin": (1,), "end": (1,)}, _slice, grad=0),
    case("slice", [SHAPE], {"begin": (-9,), "end": (None,), "step": (1,)}, _slice),
    case("slice_axis", [SHAPE], {"axis": 1, "begin": 1, "end": 3}, _slice_axis),
    case("slice_axis", [SHAPE], {"axis": -1, "begin": -3, "end": None}, _slice_axis),
    case("slice_like", [SHAPE, (1, 2, 3)], expected=lambda x, y: x[:1, :2, :3]),
    case("slice_like", [SHAPE, (1, 9, 3)], {"axes": (0, -1)}, lambda x, y, axes: x[:1, :, :3]),
    case("Crop", [(1, 2, 4, 6)], {**CROP, "offset": (1, 2)}, lambda x, **_: x[:, :, 1:3, 2:5]),
    case("Crop", [(1, 2, 4, 6)], {**CROP, "center_crop": True}, lambda x, **_: x[:, :, 1:3, 1:4]),
    case("Crop", [(1, 2, 4, 6), (1, 5, 2, 2)], {"num_args": 2}, lambda x, y, **_: x[:, :, :2, :2]),
    case("_slice_assign", [(3, 2), (1, 2)], {"begin": (1,), "end": (2,)}, _assign),
    case("_slice_assign", [SHAPE, (2, 2, 2)], BACK, _assign),
    case("_slice_assign", [(5, 2), (2, 2)], {"begin": (3,), "end": (None,), "step": (-2,)}, _assign),
    case("_slice_assign_scalar", [(3, 2)], {"scalar": 5, "begin": (1,), "end": (None,)}, _assign_scalar),
    case(
        "_slice_assign_scalar",
        [(3, 2)],
        {"scalar": 5, "begin": (None, 1), "end": (None, 2), "step": (-2, 1)},
        _assign_scalar,
    ),
    case(
        "_slice_assign_scalar",
        [np.arange(6, dtype=np.int32).reshape(3, 2)],
        {"scalar": 5.7, "begin": (0,), "end": (1,)},
        [[[5, 5], [2, 3], [4, 5]]],
        grad=0,
    ),
    case("_view_index", [SHAPE], {"starts": (1,), "sizes": (1,), "squeeze": (0,)}, _view),
    case("_view_index", [SHAPE], {"starts": (0, 1), "sizes": (2, 2)}, _view),
    case("_view_assign", [SHAPE, (3, 4)], {"starts": (1,), "sizes": (1,), "squeeze": (0,)}, _view_assign),
    case("_view_assign", [SHAPE, (4,)], {"starts": (0, 1), "sizes": (2, 2)}, _view_assign),
    case("_view_assign", [SHAPE, (1, 1, 2, 1)], {"starts": (0, 1), "sizes": (2, 2)}, _view_assign),
    *(
        case("_index_get", [SHAPE, *arrays], {"spec": spec}, _get(key), wrt=[0], id=str(i))
        for i, (spec, arrays, key) in enumerate(KEYS)
    ),
    *(
        case(
            "_index_set", [SHAPE, np.zeros(SHAPE)[key].shape, *arrays], {"spec": spec}, _set(key), wrt=[0, 1], id=str(i)
        )
        for i, (spec, arrays, key) in enumerate(KEYS)
    ),
    *(
        case("_index_set", [SHAPE, (1,), *arrays], {"spec": spec}, _set(key), grad=0, id=f"{i}-broadcast")
        for i, (spec, arrays, key) in enumerate(KEYS)
    ),
]
