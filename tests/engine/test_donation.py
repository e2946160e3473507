"""Buffers are reused where nobody can see it, and only there."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.tape import changed
from tests.engine.counting import counted


def updated(x: mx.nd.NDArray, times: int = 3) -> None:
    for _ in range(times):
        x += 1
        x.wait_to_read()


def test_an_array_updated_in_place_keeps_its_buffer() -> None:
    x = nd.array(np.zeros((64, 64)))
    with changed(interpret=False):
        updated(x)
        with counted() as counts:
            updated(x)
    assert counts.donated == 3
    np.testing.assert_array_equal(x.asnumpy(), np.full((64, 64), 6.0))


@pytest.mark.parametrize("hold", [lambda x: x.copy(), lambda x: x.detach().copy(), lambda x: x[1:3].copy()])
def test_a_copy_keeps_the_old_values(hold) -> None:
    x = nd.array(np.arange(12.0).reshape(4, 3))
    updated(x)
    held = hold(x)
    expected = held.asnumpy()
    updated(x)
    np.testing.assert_array_equal(held.asnumpy(), expected)


def test_what_autograd_will_need_is_not_overwritten() -> None:
    w = nd.array([1.0, 2.0, 3.0])
    w.attach_grad()
    with autograd.record():
        y = w * w
    y.wait_to_read()
    w[:] = 0  # outside the recording; the gradient is that of the values recorded
    w.wait_to_read()
    y.backward()
    np.testing.assert_array_equal(w.grad.asnumpy(), [2.0, 4.0, 6.0])


def test_exported_memory_is_not_overwritten() -> None:
    torch = pytest.importorskip("torch")
    x = nd.array(np.zeros(4))
    updated(x)
    seen = torch.from_dlpack(x)
    updated(x)
    assert seen.tolist() == [3.0] * 4
    np.testing.assert_array_equal(x.asnumpy(), [6.0] * 4)


def test_numpy_copies_do_not_change() -> None:
    x = nd.array(np.zeros(4))
    updated(x)
    seen = x.asnumpy()
    updated(x)
    np.testing.assert_array_equal(seen, [3.0] * 4)


def test_the_source_of_an_array_may_change_afterwards() -> None:
    source = np.zeros(4, np.float32)
    x = nd.array(source)
    y = x + 1
    source[:] = 7
    np.testing.assert_array_equal(y.asnumpy(), [1.0] * 4)
    np.testing.assert_array_equal(x.asnumpy(), [0.0] * 4)


def test_one_buffer_is_never_two_results() -> None:
    x = nd.array(np.ones(4))
    a, b = x.copy(), nd.identity(x)
    mx.nd.waitall()
    updated(a)
    updated(b)
    for array, value in ((x, 1), (a, 4), (b, 4)):
        np.testing.assert_array_equal(array.asnumpy(), [value] * 4)
