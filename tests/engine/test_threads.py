"""Threads and devices each have a tape; values pass between them."""

import threading

import numpy as np

import mxnet as mx
from mxnet import autograd, nd


def in_threads(count: int, work) -> list:
    results: list = [None] * count
    threads = [threading.Thread(target=lambda i=i: results.__setitem__(i, work(i))) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_a_value_recorded_by_one_thread_is_read_by_another() -> None:
    results = in_threads(4, lambda i: nd.ones((3,)) * i + 1)
    for i, result in enumerate(results):
        np.testing.assert_array_equal(result.asnumpy(), np.full(3, i + 1.0))


def test_threads_compute_with_one_anothers_pending_values() -> None:
    shared = nd.array([1.0, 2.0]) * 3
    results = in_threads(4, lambda i: (shared + i).asnumpy())
    for i, result in enumerate(results):
        np.testing.assert_array_equal(result, [3 + i, 6 + i])


def test_recording_belongs_to_a_thread() -> None:
    with autograd.record():
        (state,) = in_threads(1, lambda _: (autograd.is_recording(), autograd.is_training()))
    assert state == (False, False)


def test_many_threads_on_one_array() -> None:
    x = nd.array(np.arange(12).reshape(3, 4))

    def work(i: int) -> float:
        total = 0.0
        for _ in range(20):
            total += float((x * i).sum().asscalar())
        return total

    assert in_threads(4, work) == [20 * i * 66.0 for i in range(4)]


def test_devices_run_their_own_tapes() -> None:
    arrays = [nd.ones((2, 2), ctx=mx.cpu(i)) * (i + 1) for i in range(4)]
    total = sum(a.as_in_context(mx.cpu(0)).sum().asscalar() for a in arrays)
    assert total == 4 * (1 + 2 + 3 + 4)
    assert [a.context for a in arrays] == [mx.cpu(i) for i in range(4)]


def test_a_context_beyond_the_devices_keeps_its_name() -> None:
    x = nd.ones((2,), ctx=mx.cpu(99))
    assert x.context == mx.cpu(99)
    assert (x + 1).context == mx.cpu(99)
    np.testing.assert_array_equal((x + 1).asnumpy(), [2, 2])


def test_a_gradient_of_what_another_thread_recorded() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()

    def forward(_: int) -> mx.nd.NDArray:
        with autograd.record():
            return (nd.tanh(x) * x).sum()

    (y,) = in_threads(1, forward)
    y.backward()
    t = np.tanh([1.0, 2.0, 3.0])
    np.testing.assert_allclose(x.grad.asnumpy(), t + np.array([1.0, 2.0, 3.0]) * (1 - t * t), rtol=1e-5)
