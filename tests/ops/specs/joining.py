"""Rows for ``mxnet._ops.joining``."""

import itertools
from functools import partial

import numpy as np

from tests.ops.spec import Spec

# Moving numbers is the same for every dtype; that the dtype is kept is checked for all of them in test_shape.py.
case = partial(Spec, dtypes=("float32",))


def _concat(*arrays, num_args, dim=1):
    return np.concatenate(arrays, dim)


def _split(x, num_outputs, axis=1, squeeze_axis=False):
    parts = np.split(x, num_outputs, axis)
    return [np.squeeze(p, axis) for p in parts] if squeeze_axis else parts


def _split_v2(x, indices, axis=1, squeeze_axis=False, sections=0):
    parts = np.array_split(x, sections, axis) if sections else np.split(x, indices, axis)[1:]
    return [np.squeeze(p, axis) for p in parts] if squeeze_axis else parts


def _pad(x, mode, pad_width, constant_value=0.0):
    extra = {"constant_values": constant_value} if mode == "constant" else {}
    return np.pad(x, np.reshape(pad_width, (-1, 2)), mode, **extra)


def _im2col(x, kernel, stride=(1, 1), dilate=(1, 1), pad=(0, 0)):
    x = np.pad(x, [(0, 0), (0, 0), (pad[0], pad[0]), (pad[1], pad[1])])
    tops = range(0, x.shape[2] - dilate[0] * (kernel[0] - 1), stride[0])
    lefts = range(0, x.shape[3] - dilate[1] * (kernel[1] - 1), stride[1])
    columns = [
        x[:, :, top : top + dilate[0] * kernel[0] : dilate[0], left : left + dilate[1] * kernel[1] : dilate[1]].reshape(
            len(x), -1
        )
        for top, left in itertools.product(tops, lefts)
    ]
    return np.stack(columns, -1)


def _col2im(x, output_size, kernel, **windows):
    """Through the matrix of im2col: an image is the sum of what its pixels give."""
    channels = x.shape[1] // (kernel[0] * kernel[1])
    pixels = channels * output_size[0] * output_size[1]
    basis = np.eye(pixels).reshape(pixels, channels, *output_size)
    weights = _im2col(basis, kernel, **windows)
    return np.einsum("pkw,nkw->np", weights, x).reshape(len(x), channels, *output_size)


WINDOWS = {"kernel": (2, 2), "stride": (2, 1), "dilate": (1, 2), "pad": (1, 0)}

SPECS = [
    case("Concat", [(2, 3), (2, 1), (2, 2)], {"num_args": 3}, _concat),
    case("Concat", [(2, 3), (1, 3)], {"num_args": 2, "dim": -2}, _concat),
    case("_rnn_param_concat", [(2,), (3,)], {"num_args": 2, "dim": 0}, _concat),
    case("stack", [(2, 3)] * 3, {"num_args": 3}, lambda *x, num_args: np.stack(x)),
    case("stack", [(2, 3)] * 2, {"axis": -1, "num_args": 2}, lambda *x, axis, num_args: np.stack(x, axis)),
    case("SliceChannel", [(2, 4, 3)], {"num_outputs": 2}, _split),
    case("SliceChannel", [(2, 3)], {"num_outputs": 3, "axis": -1, "squeeze_axis": True}, _split),
    case("SliceChannel", [(2, 3)], {"num_outputs": 1}, _split),
    case("_split_v2", [(2, 7)], {"indices": (0, 2, 2, 5)}, _split_v2),
    case("_split_v2", [(2, 7)], {"indices": (0, 3), "axis": -1}, _split_v2),
    case("_split_v2", [(7, 2)], {"indices": (), "axis": 0, "sections": 3}, _split_v2),
    case("_split_v2", [(2, 3)], {"indices": (0, 1), "axis": 0, "squeeze_axis": True}, _split_v2),
    case("tile", [(2, 3)], {"reps": (2,)}, lambda x, reps: np.tile(x, reps)),
    case("tile", [(2,)], {"reps": (2, 3)}, lambda x, reps: np.tile(x, reps)),
    case("repeat", [(2, 3)], {"repeats": 2}, lambda x, repeats: np.repeat(x, repeats)),
    case("repeat", [(2, 3)], {"repeats": 2, "axis": -1}, lambda x, repeats, axis: np.repeat(x, repeats, axis)),
    case("repeat", [(2, 3)], {"repeats": 0, "axis": 0}, [np.zeros(0)], grad=0),
    case("Pad", [(1, 1, 2, 3)], {"mode": "constant", "pad_width": (0, 0, 0, 0, 1, 1, 2, 0), "constant_value": 7}, _pad),
    case("Pad", [(1, 1, 2, 3)], {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 1, 2, 0)}, _pad),
    case("Pad", [(1, 1, 2, 3)], {"mode": "reflect", "pad_width": (0, 0, 0, 0, 1, 1, 2, 0)}, _pad),
    case("Pad", [(1, 1, 2, 2, 3)], {"mode": "edge", "pad_width": (0, 0, 0, 0, 1, 0, 0, 1, 2, 2)}, _pad),
    case("im2col", [(1, 1, 3, 3)], {"kernel": (2, 2)}, _im2col),
    case("im2col", [(2, 2, 4, 4)], WINDOWS, _im2col, grad=0),
    case("im2col", [(2, 2, 5)], {"kernel": (3,)}, lambda x, kernel: _im2col(x[:, :, None], (1, 3)), id="1d", grad=0),
    case("col2im", [(1, 4, 4)], {"output_size": (3, 3), "kernel": (2, 2)}, _col2im, grad=0),
    case("col2im", [(2, 8, 6)], {"output_size": (4, 4), **WINDOWS}, _col2im),
]
