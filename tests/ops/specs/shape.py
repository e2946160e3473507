"""Rows for ``mxnet._ops.shape``."""

from functools import partial

import numpy as np

from tests.ops.spec import Spec

# Moving numbers is the same for every dtype; that the dtype is kept is checked for all of them in test_shape.py.
case = partial(Spec, dtypes=("float32",))


def _to(shape):
    return lambda x, *_, **__: x.reshape(shape)


def _reshape(source, codes, target, **attrs):
    return case("Reshape", [source], {"shape": codes, **attrs}, _to(target), grad=0)


def _reshape_like(source, other, target, **attrs):
    return case("reshape_like", [source, other], attrs, _to(target), grad=0)


def _stretch(shape):
    return lambda x, *_, **__: np.broadcast_to(x, shape)


def _depth_to_space(x, block_size):
    n, c, h, w = x.shape
    out = np.empty((n, c // block_size**2, h * block_size, w * block_size))
    for i in range(block_size):
        for j in range(block_size):
            first = (i * block_size + j) * out.shape[1]
            out[:, :, i::block_size, j::block_size] = x[:, first : first + out.shape[1]]
    return out


def _space_to_depth(x, block_size):
    parts = [x[:, :, i::block_size, j::block_size] for i in range(block_size) for j in range(block_size)]
    return np.concatenate(parts, 1)


def _diag(x, k=0, axis1=0, axis2=1):
    return np.diag(x, k) if x.ndim == 1 else np.diagonal(x, k, axis1, axis2)


SPECS = [
    _reshape((2, 3, 4), (4, 0, 2), (4, 3, 2)),
    _reshape((2, 3, 4), (6, 1, -1), (6, 1, 4)),
    _reshape((2, 3, 4), (-2, 1, 1), (2, 3, 4, 1, 1)),
    _reshape((2, 3, 4, 5), (-3, -3), (6, 20)),
    _reshape((2, 3, 4), (-4, 1, 2, -2), (1, 2, 3, 4)),
    _reshape((2, 3, 4), (2, -4, -1, 3, -2), (2, 1, 3, 4)),
    _reshape((8, 4, 4), (-1, 0), (32, 4), reverse=True),
    _reshape((2, 3, 8), (0, 0, 2, -1, -4), (2, 3, 2, 4), reverse=True),
    case("Reshape", [(2, 3, 4)], {"target_shape": (2, 0)}, _to((2, 12))),
    case("Reshape", [(2, 3, 4)], {"target_shape": (0, 0), "keep_highest": True}, _to((2, 12))),
    _reshape_like((6,), (3, 2), (3, 2)),
    _reshape_like((30, 7), (15, 2, 4), (15, 2, 7), lhs_begin=0, lhs_end=1, rhs_begin=0, rhs_end=2),
    _reshape_like((30, 12), (4, 2, 2, 3), (30, 2, 2, 3), lhs_begin=-1, rhs_begin=1),
    case("Flatten", [(2, 3, 4)], expected=_to((2, 12))),
    case("Flatten", [(3,)], expected=_to((3, 1)), id="vector"),
    case("transpose", [(2, 3, 4)], expected=np.transpose, grad=0),
    case("transpose", [(2, 3, 4)], {"axes": (1, 0, 2)}, np.transpose),
    case("SwapAxis", [(2, 3, 4)], {"dim1": 0, "dim2": -1}, lambda x, dim1, dim2: np.swapaxes(x, dim1, dim2)),
    case("expand_dims", [(2, 3)], {"axis": 1}, np.expand_dims, grad=0),
    case("expand_dims", [(2, 3)], {"axis": -1}, np.expand_dims),
    case("squeeze", [(1, 2, 1)], expected=np.squeeze),
    case("squeeze", [(1, 2, 1)], {"axis": (-1,)}, np.squeeze, grad=0),
    case("squeeze", [(1, 1)], expected=_to((1,)), id="one", grad=0),
    case("reverse", [(2, 3)], {"axis": (0,)}, np.flip),
    case("reverse", [(2, 3)], {"axis": (0, 1)}, np.flip),
    case("broadcast_to", [(2, 1, 1)], {"shape": (0, 3, 2)}, _stretch((2, 3, 2))),
    case("broadcast_axis", [(1, 2, 1)], {"axis": (0, 2), "size": (2, 3)}, _stretch((2, 2, 3))),
    case("broadcast_like", [(1, 2), (3, 2)], expected=_stretch((3, 2))),
    case("broadcast_like", [(1, 2), (3, 4, 5)], {"lhs_axes": (0,), "rhs_axes": (-1,)}, _stretch((5, 2))),
    case("depth_to_space", [(1, 8, 2, 3)], {"block_size": 2}, _depth_to_space),
    case("space_to_depth", [(1, 2, 4, 6)], {"block_size": 2}, _space_to_depth),
    case("diag", [(3,)], {"k": -1}, _diag),
    case("diag", [(2, 3)], {"k": 1}, _diag),
    case("diag", [(2, 3, 4)], {"k": -1, "axis1": 1, "axis2": 2}, _diag),
    case("diag", [(2, 3, 4)], {"axis1": 0, "axis2": -1}, _diag),
    case("diag", [(2, 3, 4)], {"k": 1, "axis1": 2, "axis2": 0}, _diag),
    case("shape_array", [(2, 3)], expected=[[2, 3]], grad=0),
    case("size_array", [(2, 3)], expected=[[6]], grad=0),
]
