"""What the tests here share."""

from collections.abc import Iterable
from typing import Any

import numpy as np

import mxnet as mx

TOLERANCE = {"float64": 1e-6, "float32": 2e-4, "float16": 2e-2, "bfloat16": 4e-2}


def host(array: Any) -> np.ndarray:
    """An array as NumPy's, bfloat16 as float32."""
    if hasattr(array, "tostype") and array.stype != "default":
        array = array.tostype("default")
    name = np.dtype(array.dtype).name
    return array.astype("float32").asnumpy() if name == "bfloat16" else array.asnumpy()


def difference(one: np.ndarray, other: np.ndarray, dtype: str = "") -> str:
    """What is wrong between two results; empty if they agree."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return f"{one.dtype}{one.shape} and {other.dtype}{other.shape}"
    if one.dtype.kind != "f":
        return "" if np.array_equal(one, other) else f"{np.count_nonzero(one != other)} of {one.size} differ"
    allowed = TOLERANCE[dtype or one.dtype.name]
    if np.allclose(one, other, rtol=allowed, atol=allowed, equal_nan=True):
        return ""
    return f"they differ by up to {np.nanmax(np.abs(one.astype('float64') - other)):.3g}"


def assert_equal(pairs: Iterable[tuple[np.ndarray, np.ndarray]], dtype: str = "") -> None:
    """Fail unless all pairs agree."""
    wrong = [f"{i}: {found}" for i, (a, b) in enumerate(pairs) if (found := difference(a, b, dtype))]
    assert not wrong, "; ".join(wrong)


def numbers(seed: int, shape: tuple[int, ...], ctx: mx.Context, dtype: str = "float32", scale: float = 1.0) -> Any:
    """The same random numbers on any device."""
    values = np.random.RandomState(seed).uniform(-scale, scale, shape).astype("float32")
    return mx.nd.array(values, ctx=ctx, dtype="float32").astype(dtype)
