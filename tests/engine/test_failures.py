"""Errors reach the user at the right line, or wait in the array that could not be computed."""

import gc

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._lazy.tape import changed
from tests.engine.programs import burn


def test_a_wrong_shape_is_an_error_at_the_call() -> None:
    with pytest.raises(mx.MXNetError, match=r"dot.*\(2, 3\).*\n.*received: float32\[2, 3\], float32\[2, 3\]"):
        nd.dot(nd.ones((2, 3)), nd.ones((2, 3)))


def test_missing_and_unknown_arguments_are_named() -> None:
    with pytest.raises(mx.MXNetError, match="expects 3 inputs, but got 1 instead: missing weight, bias"):
        nd.FullyConnected(nd.ones((2, 3)), num_hidden=3)
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'axs'"):
        nd.sum(nd.ones((2, 3)), axs=1)
    with pytest.raises(mx.MXNetError, match="num_hidden"):
        nd.FullyConnected(nd.ones((2, 3)), nd.ones((3, 3)), nd.ones((3,)))
    with pytest.raises(TypeError, match=r"mx\.nd\.array"):
        nd.relu([1, 2])
    with pytest.raises(mx.MXNetError, match=r"axis of argmax: expected a whole number, but value=\[0, 1\]"):
        nd.argmax(nd.ones((2, 3)), axis=[0, 1])


def test_arrays_on_different_devices_say_how_to_move() -> None:
    there = nd.ones((2,), ctx=mx.cpu(1))
    there._ctx = mx.gpu(0)  # as if that device were one
    with pytest.raises(mx.MXNetError, match=r"cpu\(0\), gpu\(0\).*as_in_context"):
        nd.ones((2,)) + there


def test_a_missing_gpu_says_what_there_is() -> None:
    if mx.num_gpus():
        pytest.skip("this machine has a GPU")
    with pytest.raises(mx.MXNetError, match=r"There is no gpu\(0\).*mx\.cpu\(\)"):
        nd.ones((2,), ctx=mx.gpu(0))


def test_a_failed_program_leaves_its_error_in_its_arrays() -> None:
    x = nd.array([1, 2])
    bad = burn(x)
    worse = bad * 2
    with pytest.raises(mx.MXNetError, match=r"the machine is on fire") as caught:
        worse.asnumpy()
    assert "test_failures.py" in str(caught.value)
    with pytest.raises(mx.MXNetError, match="on fire"):
        bad.asnumpy()
    with pytest.raises(mx.MXNetError, match="on fire"):
        (bad + 1).asnumpy()


def test_other_work_goes_on_after_a_failure() -> None:
    x = nd.array([1, 2])
    bad = burn(x)
    with pytest.raises(mx.MXNetError):
        bad.wait_to_read()
    np.testing.assert_array_equal((x * 2).asnumpy(), [2, 4])


def test_waitall_does_not_hide_an_error_and_tells_it_once() -> None:
    bad = burn(nd.array([1, 2]))
    with pytest.raises(mx.MXNetError, match="on fire"):
        mx.nd.waitall()
    mx.nd.waitall()
    del bad


def test_an_error_nobody_can_see_any_more_is_forgotten() -> None:
    bad = nd.random.normal(0, -1, (2,))
    del bad
    gc.collect()
    mx.nd.waitall()


def test_a_bad_parameter_waits_until_it_is_read() -> None:
    bad = nd.dot(nd.random.normal(0, -1, (2, 2)), nd.ones((2, 2)))
    with pytest.raises(mx.MXNetError, match="scale"):
        bad.asnumpy()


def test_a_failed_call_leaves_the_rest_of_the_tape_as_it_was() -> None:
    x, y = nd.array([1.0, 2.0]), nd.array([1.0, 2.0, 3.0])
    for attempt in range(2):
        z = x * 1.5
        if attempt:
            with pytest.raises(mx.MXNetError):
                nd.broadcast_add(z, y)
            with pytest.raises(mx.MXNetError):
                nd.clip(z, a_min=0.5, a_max="one")
            with pytest.raises(mx.MXNetError):
                nd.linalg.gemm(z, y, x, alpha=3.5, beta=2.5)
        np.testing.assert_array_equal((z * 2.5).asnumpy(), [3.75, 7.5])


def test_what_does_not_depend_on_a_failure_is_computed() -> None:
    x = nd.arange(6).reshape((2, 3))
    bad = nd.take(x, nd.array([0, 5]), mode="raise") + 1
    after = x * 2
    with pytest.raises(mx.MXNetError, match="index 5 is out of bounds"):
        bad.asnumpy()
    np.testing.assert_array_equal(x.asnumpy(), [[0, 1, 2], [3, 4, 5]])
    np.testing.assert_array_equal(after.asnumpy(), [[0, 2, 4], [6, 8, 10]])


def test_indices_known_to_the_host_are_checked_at_the_call() -> None:
    x = nd.ones((2, 3))
    with pytest.raises(IndexError, match="index 3 is out of bounds for axis 1 with size 3"):
        nd.gather_nd(x, nd.array([[0, 1], [0, 3]]))
    with pytest.raises(IndexError, match="index 5 is out of bounds for axis 0 with size 2"):
        x[nd.array([0, 5])]


def test_a_failure_while_a_program_runs_loses_no_array_that_it_would_have_overwritten() -> None:
    x, total = nd.arange(6).reshape((2, 3)), nd.array(np.zeros((2, 3)))
    total.wait_to_read()
    index = nd.array([5.0]) * 1
    bad = nd.take(x, index, mode="raise")
    total += 1
    with changed(interpret=False), pytest.raises(mx.MXNetError, match="index 5 is out of bounds"):
        bad.asnumpy()
    np.testing.assert_array_equal(total.asnumpy(), np.ones((2, 3)))
