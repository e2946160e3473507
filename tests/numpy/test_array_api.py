"""The array API standard's namespace for arrays of ``mx.np``."""

from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.numpy import array_api

POSITIVE = np.array([[0.2, 0.4], [0.6, 0.8]], np.float32)
WHOLE = np.array([[1, 2], [3, 4]], np.int32)
LARGE = ("acosh",)
BITS = ("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_invert")
TWO = """add atan2 bitwise_and bitwise_or bitwise_xor copysign divide equal greater greater_equal hypot less less_equal
    maximum minimum multiply not_equal pow remainder subtract""".split()  # noqa: SIM905


def test_an_array_names_its_namespace() -> None:
    x = mx.np.ones((2, 3))
    assert x.__array_namespace__() is array_api
    assert x.__array_namespace__(api_version="2023.12") is array_api
    with pytest.raises(ValueError, match="standard of 1999"):
        x.__array_namespace__(api_version="1999.12")
    assert (x.device, x.to_device(mx.cpu(0)) is x, x.mT.shape) == (mx.cpu(0), True, (3, 2))


@pytest.mark.parametrize("name", sorted(array_api.ELEMENTWISE))
def test_elementwise_functions_are_numpys(name: str) -> None:
    values = WHOLE if name in BITS else POSITIVE + 1 if name in LARGE else POSITIVE
    count = 2 if name in TWO else 1
    found = getattr(array_api, name)(*[mx.np.array(values, dtype=values.dtype)] * count)
    expected = getattr(np, name)(*[values] * count)
    assert isinstance(found, mx.np.ndarray)
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5)


CALLS: dict[str, Any] = {
    "arange": lambda xp, x: xp.arange(5),
    "asarray": lambda xp, x: xp.asarray([[1, 2]]),
    "astype": lambda xp, x: xp.astype(x, xp.float64),
    "clip": lambda xp, x: xp.clip(x, 0.3, 0.6),
    "concat": lambda xp, x: xp.concat([x, x], axis=1),
    "concat of all": lambda xp, x: xp.concat([x, x], axis=None),
    "cumulative_sum": lambda xp, x: xp.cumulative_sum(x, axis=1),
    "empty_like": lambda xp, x: xp.empty_like(x) * 0,
    "expand_dims": lambda xp, x: xp.expand_dims(x, axis=0),
    "eye": lambda xp, x: xp.eye(3, 4, k=1, dtype=xp.float32),
    "flip": lambda xp, x: xp.flip(x, axis=0),
    "full_like": lambda xp, x: xp.full_like(x, 3),
    "matmul": lambda xp, x: xp.matmul(x, x),
    "matrix_transpose": lambda xp, x: xp.matrix_transpose(x),
    "max": lambda xp, x: xp.max(x, axis=0, keepdims=True),
    "mean": lambda xp, x: xp.mean(x, axis=(0, 1)),
    "permute_dims": lambda xp, x: xp.permute_dims(x, (1, 0)),
    "positive": lambda xp, x: xp.positive(x),
    "prod": lambda xp, x: xp.prod(x, axis=0),
    "reshape": lambda xp, x: xp.reshape(x, (4,)),
    "roll": lambda xp, x: xp.roll(x, 1, axis=0),
    "round": lambda xp, x: xp.round(x * 2.5),
    "sort": lambda xp, x: xp.sort(x, axis=0),
    "squeeze": lambda xp, x: xp.squeeze(xp.expand_dims(x, axis=0), axis=0),
    "stack": lambda xp, x: xp.stack([x, x], axis=2),
    "std": lambda xp, x: xp.std(x, axis=0, correction=1),
    "sum": lambda xp, x: xp.sum(x, axis=1),
    "tile": lambda xp, x: xp.tile(x, (2, 1)),
    "unique_values": lambda xp, x: xp.unique_values(xp.concat([x, x])),
    "unstack": lambda xp, x: xp.unstack(x, axis=1)[1],
    "var": lambda xp, x: xp.var(x, axis=1),
    "vecdot": lambda xp, x: xp.vecdot(x, x),
    "where": lambda xp, x: xp.where(x > 0.4, x, -x),
    "zeros": lambda xp, x: xp.zeros((2, 0, 3), dtype=xp.int64),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_functions_are_numpys(call: Any) -> None:
    """NumPy 2's own namespace is that of the standard."""
    found, expected = call(array_api, mx.np.array(POSITIVE)), call(np, POSITIVE)
    assert isinstance(found, mx.np.ndarray)
    assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5)


def test_it_tells_of_types_and_devices() -> None:
    info = array_api.__array_namespace_info__()
    assert info.default_device() == mx.cpu(0)
    assert mx.cpu(0) in info.devices()
    assert set(info.dtypes(kind="real floating")) == {"float32", "float64"}
    assert "complex64" not in info.dtypes()
    for dtype in info.dtypes().values():
        assert array_api.zeros((2,), dtype=dtype).dtype == dtype
    assert array_api.result_type(mx.np.ones(2), np.float64) == np.float64
    assert array_api.can_cast(mx.np.ones(2), np.float64)


def test_what_is_missing_is_absent() -> None:
    for name in ("floor_divide", "complex64", "bitwise_left_shift", "triu", "real"):
        assert not hasattr(array_api, name)
