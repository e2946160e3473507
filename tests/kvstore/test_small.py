"""Sums that travel with a meeting."""

import numpy as np

from mxnet import nd
from mxnet.kvstore import small
from mxnet.ndarray.handle import new, value_of


def test_sums_are_made_in_the_order_of_ranks() -> None:
    rng = np.random.default_rng(3)
    kinds = [("float32", (5, 2)), ("float16", (3,)), ("int32", (2,)), ("float64", (0, 4)), ("float32", ())]
    rows = [[(rng.normal(size=shape) * 100).astype(kind) for kind, shape in kinds] for _ in range(3)]
    values = [[value_of(nd.array(a, dtype=a.dtype)) for a in row] for row in rows]
    found = small.sums(values[0], [small.as_bytes(row) for row in values])
    for value, a, b, c in zip(found, *rows, strict=True):
        np.testing.assert_array_equal(np.asarray(value.data), (a + b) + c)
        assert value.aval.dtype == a.dtype and value.aval.shape == a.shape


def test_what_is_small_depends_on_how_many_receive_it() -> None:
    values = [value_of(nd.zeros((1024,)))]
    assert small.is_small(values, 2) and small.is_small(values, 4) and not small.is_small(values, 5)


def test_a_sum_stays_on_the_host_until_it_is_used() -> None:
    array = nd.array(np.arange(3, dtype=np.float32))
    (value,) = small.sums([value_of(array)], [small.as_bytes([value_of(array)])] * 2)
    total = new(nd.NDArray, value, array.context)
    total.wait_to_read()
    assert type(value.data) is np.ndarray
    np.testing.assert_array_equal((total * 2).asnumpy(), [0, 4, 8])
