"""What a row cannot say about making arrays."""

import pytest

import mxnet as mx


def test_set_value_fills_an_array_that_is_there() -> None:
    array = mx.nd.zeros((2,), dtype="int32")
    assert mx.nd._internal._set_value(3, out=array) is array
    assert array.asnumpy().tolist() == [3, 3]
    with pytest.raises(mx.MXNetError, match="out=array"):
        mx.nd._internal._set_value(src=3)
