"""Rows for ``mxnet._ops.quantization``; literal results are MXNet 1.9.1's."""

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.ops.spec import Spec

FLOATS = np.array([[-1.2, -0.5, 0, 0.3], [0.004, 0.7, 1.0, 2.0]], np.float32)
INT8 = np.array([[-128, -127, -5, 0], [1, 50, 100, 127]], np.int8)
UINT8 = np.array([[0, 1, 2, 3], [100, 127, 128, 255]], np.uint8)
INT32 = np.array([[-2000000, -30000, -5, 0], [1, 50, 1000000, 1500000]], np.int32)
BINS = np.arange(101)
HISTOGRAM = np.floor(1000 * np.exp(-(((BINS - 50) / 14) ** 2)) + 3 * (BINS % 7 == 0)).astype(np.float32)
EDGES = np.linspace(-4, 4, 102).astype(np.float32)


def one(value: float) -> np.ndarray:
    return np.array([value], np.float32)


def exactly(dtype: str, want: Any, *rest: float, atol: float = 0) -> Callable[..., None]:
    """A check of the levels and their dtype, and of the float32 numbers that come with them."""

    def check(out: np.ndarray, *ranges: np.ndarray) -> None:
        assert out.dtype.name == dtype
        # Levels of 32 bits come from float32 arithmetic, whose last bit depends on what XLA fuses.
        np.testing.assert_allclose(out, np.array(want), rtol=1.2e-7 if dtype == "int32" else 0, atol=atol)
        for got, value in zip(ranges, rest, strict=False):
            assert got.dtype == np.float32
            assert got.shape == (1,)
            np.testing.assert_allclose(got[0], value, rtol=1e-6)

    return check


def row(op: str, inputs: list[np.ndarray], check: Callable[..., None], **attrs: Any) -> Spec:
    label = "-".join(i.dtype.name for i in inputs[:2])
    return Spec(f"_contrib_{op}", inputs, attrs, check=check, grad=0, dtypes=("float32",), id=label)


def both(op: str, lhs: np.ndarray, rhs: np.ndarray, check: Callable[..., None], **attrs: Any) -> Spec:
    """A row of two arrays, the first standing for floats up to 1, the second for floats up to 2."""
    lows = [one(-r if a.dtype == np.int8 else 0) for a, r in ((lhs, 1), (rhs, 2))]
    return row(op, [lhs, rhs, lows[0], one(1), lows[1], one(2)], check, **attrs)


def products() -> list[Spec]:
    product = INT8.astype(np.int32) * INT8[::-1]
    unit = (1 / 127.5) * (2 / 127.5)
    top = 2 / 127 / 127 * 2**31
    name, arrays = "quantized_elemwise_mul", (INT8, INT8[::-1].copy())
    calibrated = np.trunc(np.clip(product * unit * 127.5 / 2.5, -128, 127))
    return [
        both(name, *arrays, exactly("int32", product, -top, top)),
        both(name, *arrays, exactly("int8", calibrated, -2.5, 2.5), min_calib_range=-2.5, max_calib_range=2.5),
        both(name, *arrays, exactly("float32", product * unit, atol=1e-6), enable_float_output=True),
    ]


CALIBRATED = {"min_calib_range": -2.5, "max_calib_range": 2.5}
FLIPPED = INT8[::-1].copy()

SPECS = [
    row("quantize", [FLOATS, one(-1.5), one(1.5)], exactly("uint8", [[0, 0, 0, 51], [1, 119, 170, 255]], -1.5, 1.5)),
    row(
        "quantize",
        [FLOATS, one(-1.2), one(2)],
        exactly("int8", [[-76, -32, 0, 19], [0, 44, 64, 127]], -2, 2),
        out_type="int8",
    ),
    row("quantize_v2", [FLOATS], exactly("int8", [[-76, -32, 0, 19], [0, 45, 64, 127]], -2, 2)),
    row("quantize_v2", [FLOATS], exactly("uint8", [[0, 0, 0, 38], [1, 89, 128, 255]], -1.2, 2), out_type="uint8"),
    row(
        "quantize_v2",
        [FLOATS],
        exactly("int8", [[-128, -64, 0, 38], [1, 89, 127, 127]], -1, 1),
        out_type="auto",
        min_calib_range=-1,
        max_calib_range=1,
    ),
    row(
        "quantize_v2",
        [FLOATS],
        exactly("uint8", [[0, 0, 0, 77], [1, 179, 255, 255]], 0, 1),
        out_type="auto",
        min_calib_range=0,
        max_calib_range=1,
    ),
    row("quantize_v2", [INT8], exactly("int8", INT8, -127.5, 127.5)),
    row("quantize_v2", [UINT8], exactly("uint8", UINT8, 0, 255.5), out_type="uint8"),
    row("quantize_v2", [FLOATS * 0], exactly("int8", INT8 * 0, 0, 0)),
    row("quantize_asym", [FLOATS[None]], exactly("uint8", [[[0, 56, 96, 120], [96, 151, 175, 255]]], 79.6875, 95.625)),
    row(
        "quantize_asym",
        [FLOATS[None]],
        exactly("uint8", [[[0, 64, 128, 166], [128, 217, 255, 255]]], 127.5, 127.5),
        min_calib_range=-1,
        max_calib_range=1,
    ),
    row("quantize_asym", [INT8], exactly("uint8", INT8.astype(int) + 128, 1, 128)),
    row("quantize_asym", [UINT8], exactly("uint8", UINT8, 1, 0)),
    row("dequantize", [INT8, one(-1.5), one(2)], exactly("float32", INT8 * (2 / 127.5), atol=1e-6)),
    row("dequantize", [UINT8, one(0), one(2)], exactly("float32", UINT8 * (2 / 255.5), atol=1e-6)),
    row(
        "requantize",
        [INT32, one(-300), one(300)],
        exactly("int8", [[-127, -2, 0, 0], [0, 0, 64, 95]], -0.27939677, 0.27939677),
    ),
    row(
        "requantize",
        [INT32, one(-300), one(300)],
        exactly("int8", [[-128, -3, 0, 0], [0, 0, 89, 127]], -0.2, 0.2),
        min_calib_range=-0.1,
        max_calib_range=0.2,
    ),
    row(
        "requantize",
        [INT32, one(-300), one(300)],
        exactly("uint8", [[0, 0, 0, 0], [0, 0, 178, 255]], 0, 0.2),
        out_type="auto",
        min_calib_range=0,
        max_calib_range=0.2,
    ),
    row("quantized_act", [INT8, one(-1), one(2)], exactly("int8", np.maximum(INT8, 0), -1, 2), act_type="relu"),
    row("quantized_flatten", [INT8.reshape(2, 2, 2), one(-1), one(2)], exactly("int8", INT8, -1, 2)),
    both(
        "quantized_elemwise_add",
        INT8,
        FLIPPED,
        exactly(
            "int32",
            [[-707406400, -151587072, 1094795648, 1426041472], [-1431655808, -1145324672, 505290304, 713020736]],
            -3,
            3,
        ),
    ),
    both(
        "quantized_elemwise_add",
        INT8,
        FLIPPED,
        exactly("int8", [[-50, -11, 78, 102], [-102, -82, 36, 51]], -2.5, 2.5),
        **CALIBRATED,
    ),
    both(
        "quantized_elemwise_add",
        UINT8,
        UINT8[::-1].copy(),
        exactly("uint8", [[80, 102, 103, 205], [40, 52, 53, 104]], -2.5, 2.5),
        **CALIBRATED,
    ),
    both(
        "quantized_elemwise_add",
        INT8,
        UINT8,
        exactly("int8", [[-51, -51, -1, 1], [40, 71, 91, 127]], -2.5, 2.5),
        **CALIBRATED,
    ),
    both(
        "quantized_elemwise_add",
        INT8,
        UINT8,
        exactly("int32", (INT8 / 127.5 + UINT8 * (2 / 255.5)) / 3 * 2**31, -3, 3, atol=300),
    ),
    *products(),
    both(
        "quantized_concat",
        INT8,
        INT8,
        exactly("int8", [[-64, -64, -2, 0, -128, -127, -5, 0], [0, 25, 50, 64, 1, 50, 100, 127]], -2, 2),
        num_args=2,
    ),
    both(
        "quantized_concat",
        INT8,
        UINT8,
        exactly("int8", [[-64, -64, -2, 0], [0, 25, 50, 64], [0, 0, 1, 1], [50, 63, 64, 127]], -1, 2),
        num_args=2,
        dim=0,
    ),
    Spec(
        "_contrib_calibrate_entropy",
        [HISTOGRAM, EDGES],
        {"num_quantized_bins": 15},
        [one(2.4158416), one(0.00665422)],
        grad=0,
        dtypes=("float32",),
    ),
    Spec(
        "_contrib_calibrate_entropy",
        [HISTOGRAM, EDGES],
        {"num_quantized_bins": 31},
        [one(2.5742574), one(0.00188531)],
        grad=0,
        dtypes=("float32",),
    ),
]
