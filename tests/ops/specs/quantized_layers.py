"""Rows for ``mxnet._ops.quantized_layers``; literal results are MXNet 1.9.1's."""

from typing import Any

import numpy as np

from tests.ops.spec import Spec
from tests.ops.specs.quantization import INT8, UINT8, exactly, one, row

WEIGHT = np.array([[-100, 20, 30, 40], [5, -6, 7, 8], [127, -127, 1, 2]], np.int8)
BIAS = np.array([10, -20, 127], np.int8)
RANGES = [one(-1), one(1), one(-2), one(2)]
BIAS_RANGE = [one(-0.5), one(0.5)]
HIDDEN = {"num_hidden": 3}

BYTES = np.array(
    [
        [[172, 47, 117, 192], [67, 251, 195, 103], [9, 211, 21, 242], [36, 87, 70, 216]],
        [[88, 140, 58, 193], [230, 39, 87, 174], [88, 81, 165, 25], [77, 72, 9, 148]],
    ],
    np.uint8,
)[None]
KERNELS = np.array(
    [
        [[[-12, 81, 116], [70, 127, -48], [48, 65, -45]], [[-28, 89, 50], [116, -98, 20], [20, 15, 40]]],
        [[[-95, 66, -118], [58, 0, -95], [-96, 75, 117]], [[24, 36, 127], [76, -13, 56], [-99, -93, 1]]],
        [[[1, 37, -74], [6, -89, 105], [117, -110, -48]], [[5, -22, -85], [59, -96, -7], [-126, -62, 104]]],
    ],
    np.int8,
)
SIGNED = np.array(
    [
        [[41, -71, -93, -26], [-9, -117, 46, -46], [-37, 0, 14, -29], [-75, 12, -7, 42]],
        [[-44, 75, -60, -122], [68, -81, -1, 116], [3, 76, -28, 52], [104, -50, 15, 20]],
    ],
    np.int8,
)[None]
STATISTICS = [np.array(v, np.float32) for v in ([1, 2], [0.1, -0.2], [0.3, 0.1], [1, 0.5])]
TOP = 266288.5


def pooled(data: np.ndarray, want: Any, **attrs: Any) -> Spec:
    return row("quantized_pooling", [data, one(-1), one(2)], exactly(data.dtype.name, [want], -1, 2), **attrs)


def lstm_close_to_floats(output: np.ndarray, state: np.ndarray, cell: np.ndarray) -> None:
    for got, want in zip((output, state, cell), _lstm(), strict=True):
        assert got.dtype == np.float32
        assert got.shape == want.shape
        assert np.mean((got - want) ** 2) < 2e-4
        assert not np.allclose(got, want, atol=1e-6)


STEPS, BATCH, SIZE = 5, 2, 8
_rng = np.random.default_rng(0)
SEQUENCE = _rng.integers(0, 256, (STEPS, BATCH, SIZE)).astype(np.uint8)
PARAMETERS = _rng.uniform(-1, 1, 8 * SIZE * (SIZE + 1)).astype(np.float32)
STATE, CELL = (_rng.uniform(-0.9, 0.9, (1, BATCH, SIZE)).astype(np.float32) for _ in range(2))


def _lstm() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same network in floating numbers."""
    area = 4 * SIZE * SIZE
    wx, wh = (PARAMETERS[i * area : (i + 1) * area].reshape(4 * SIZE, SIZE).astype(float) for i in range(2))
    bias = PARAMETERS[2 * area :].reshape(2, -1).sum(0)
    data, h, c, outputs = (SEQUENCE - 127.5) / 127.5, STATE[0], CELL[0], []
    for x in data:
        i, f, g, o = np.split(x @ wx.T + h @ wh.T + bias, 4, axis=1)
        i, f, o = (1 / (1 + np.exp(-v)) for v in (i, f, o))
        c = f * c + i * np.tanh(g)
        h = o * np.tanh(c)
        outputs.append(h)
    return np.stack(outputs), h[None], c[None]


SPECS = [
    row(
        "quantized_fully_connected",
        [INT8, WEIGHT, BIAS, *RANGES, *BIAS_RANGE],
        exactly("int32", [[10428, -550, 3916], [9298, 784, -1821]], -TOP, TOP),
        **HIDDEN,
    ),
    row(
        "quantized_fully_connected",
        [INT8, WEIGHT, *RANGES],
        exactly("int32", [[10110, 87, -132], [8980, 1421, -5869]], -TOP, TOP),
        **HIDDEN,
        no_bias=True,
    ),
    row(
        "quantized_fully_connected",
        [UINT8, WEIGHT, BIAS, *RANGES, *BIAS_RANGE],
        exactly("int32", [[838, -1245, 7993], [7218, 1397, 5321]], -132622.125, 132622.125),
        **HIDDEN,
    ),
    row(
        "quantized_fully_connected",
        [INT8[None], WEIGHT, BIAS, *RANGES, *BIAS_RANGE],
        exactly("int32", [[[10428, -550, 3916], [9298, 784, -1821]]], -TOP, TOP),
        **HIDDEN,
        flatten=False,
    ),
    row(
        "quantized_conv",
        [BYTES, KERNELS, *RANGES],
        exactly(
            "int32",
            [
                [
                    [[102793, 84644], [82730, 46130]],
                    [[-3982, 13204], [15515, 12049]],
                    [[-28677, -46191], [-54386, -5221]],
                ]
            ],
            -TOP,
            TOP,
        ),
        kernel=(3, 3),
        num_filter=3,
        no_bias=True,
    ),
    row(
        "quantized_conv",
        [BYTES, KERNELS, BIAS, *RANGES, *BIAS_RANGE],
        exactly(
            "int32",
            [[[[11844, 52492], [43444, 46140]], [[15252, -4038], [-22846, 12029]], [[-49296, 22258], [-17426, -5094]]]],
            -TOP,
            TOP,
        ),
        kernel=(3, 3),
        num_filter=3,
        pad=(1, 1),
        stride=(2, 2),
    ),
    pooled(SIGNED, [[[41, 46], [12, 42]], [[75, 116], [104, 52]]], kernel=(2, 2), stride=(2, 2)),
    pooled(SIGNED, [[[-39, -30], [-25, 5]], [[4, -17], [33, 15]]], kernel=(2, 2), stride=(2, 2), pool_type="avg"),
    pooled(
        BYTES,
        [[[60, 101], [73, 155]], [[55, 77], [65, 89]]],
        kernel=(3, 3),
        stride=(2, 2),
        pad=(1, 1),
        pool_type="avg",
    ),
    pooled(
        SIGNED,
        [[[-39, -51], [-38, -9]], [[4, -12], [20, 13]]],
        kernel=(3, 3),
        stride=(2, 2),
        pad=(1, 1),
        pool_type="avg",
        count_include_pad=False,
    ),
    pooled(
        SIGNED,
        [[[-25, -15], [-10, 2]], [[1, -5], [13, 7]]],
        kernel=(3, 3),
        stride=(2, 2),
        pooling_convention="full",
        pool_type="avg",
    ),
    pooled(SIGNED, [[[-22]], [[9]]], global_pool=True, pool_type="avg"),
    row(
        "quantized_batch_norm",
        [SIGNED, *STATISTICS, one(-1), one(1.5)],
        exactly(
            "int8",
            [
                [
                    [[12, -44, -55, -21], [-13, -67, 14, -31], [-27, -8, -2, -23], [-46, -2, -12, 12]],
                    [[-83, 85, -105, -128], [76, -128, -22, 127], [-16, 87, -60, 53], [126, -91, 1, 8]],
                ]
            ],
            -3,
            3,
        ),
        min_calib_range=-3,
        max_calib_range=3,
    ),
    row(
        "quantized_batch_norm",
        [BYTES, *STATISTICS, one(0), one(1.5)],
        exactly(
            "int8",
            [
                [
                    [[34, 3, 20, 39], [8, 54, 40, 17], [-6, 44, -3, 52], [0, 13, 9, 45]],
                    [[42, 78, 20, 115], [127, 6, 40, 102], [42, 36, 95, -4], [33, 30, -15, 84]],
                ]
            ],
            -3,
            3,
        ),
        min_calib_range=-3,
        max_calib_range=3,
    ),
    row(
        "quantized_embedding",
        [np.array([0, 1, 5, -1], np.float32), INT8, one(-1), one(2)],
        exactly("int8", INT8[[0, 1, 1, 0]], -1, 2),
        input_dim=2,
        output_dim=4,
    ),
    Spec(
        "_contrib_quantized_rnn",
        [SEQUENCE, PARAMETERS, STATE, CELL, one(127.5), one(127.5)],
        {"state_size": SIZE, "num_layers": 1, "mode": "lstm", "state_outputs": True},
        check=lstm_close_to_floats,
        grad=0,
        dtypes=("float32",),
    ),
]
