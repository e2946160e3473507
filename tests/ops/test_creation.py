"""What a row cannot say about making arrays."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd


def test_set_value_fills_an_array_that_is_there() -> None:
    array = mx.nd.zeros((2,), dtype="int32")
    assert mx.nd._internal._set_value(3, out=array) is array
    assert array.asnumpy().tolist() == [3, 3]
    with pytest.raises(mx.MXNetError, match="out=array"):
        mx.nd._internal._set_value(src=3)


def test_ranges_round_products_and_sums_each() -> None:
    steps = np.arange(160, dtype=np.float32)
    alone = nd.arange(-8.0, 8.0, 0.1).asnumpy()
    assert alone[80] == 0  # with one rounding for both, relu's gradient would be 1 there
    assert alone.tolist() == (np.float32(-8) + steps * np.float32(0.1)).tolist()
    among = (nd.arange(-8.0, 8.0, 0.1) * 1.5 + 1).asnumpy()
    assert among[80] == 1
    wide = nd.arange(-8.0, 8.0, 0.1, dtype="float64").asnumpy()
    assert wide.tolist() == (-8 + np.arange(160) * 0.1).tolist()
    assert nd.linspace(-8, 8, 50, endpoint=False).asnumpy()[25] == 0
