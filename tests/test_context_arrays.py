"""Arrays on several devices: where they are made, moved and computed."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd


def test_arrays_go_where_they_are_told() -> None:
    there = mx.cpu(2)
    made = [
        nd.array([1.0], ctx=there),
        nd.zeros((1,), there),
        nd.ones((1,), ctx=there),
        nd.full((1,), 3, ctx=there),
        nd.arange(2, ctx=there),
        nd.linspace(0, 1, 2, ctx=there),
        nd.eye(2, ctx=there),
        nd.empty((1,), there),
        nd.random.uniform(shape=(1,), ctx=there),
    ]
    assert {str(a.context) for a in made} == {"cpu(2)"}
    assert {str((a * 2 + a).ctx) for a in made} == {"cpu(2)"}


def test_a_with_block_chooses() -> None:
    assert mx.current_context() == mx.cpu(0)
    with mx.cpu(1):
        assert nd.zeros((1,)).context == mx.cpu(1)
        with mx.Context("cpu", 3):
            assert nd.array([1]).context == mx.cpu(3)
        assert nd.array(nd.zeros((1,), ctx=mx.cpu(2))).context == mx.cpu(1)
    assert nd.zeros((1,)).context == mx.cpu(0)


def test_copies_between_devices() -> None:
    array = nd.arange(3)
    moved = array.copyto(mx.cpu(1))
    assert (moved.context, moved.asnumpy().tolist()) == (mx.cpu(1), [0, 1, 2])
    array[:] = 9
    assert moved.asnumpy().tolist() == [0, 1, 2]
    target = nd.zeros((3,), ctx=mx.cpu(2), dtype="int32")
    assert array.copyto(target) is target
    assert (target.dtype, target.asnumpy().tolist()) == (np.int32, [9, 9, 9])
    assert array.as_in_context(mx.cpu(0)) is array
    assert array.as_in_context(mx.cpu(1)).context == mx.cpu(1)
    with pytest.raises(TypeError, match="expected a Context"):
        array.as_in_context("cpu")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="copyto does not support type"):
        array.copyto(5)


def test_copyto_refuses() -> None:
    array = nd.zeros((2, 3))
    with pytest.raises(mx.MXNetError, match=r"expected an array of shape \(2, 3\), got \(3, 2\)"):
        array.copyto(nd.zeros((3, 2)))
    with pytest.warns(RuntimeWarning, match="copy an array to itself"):
        assert array.copyto(array) is False


def test_a_copy_takes_what_was_asked_before_it() -> None:
    array = nd.zeros((2,))
    array += 1
    moved = array.as_in_context(mx.cpu(1))
    array += 1
    assert (moved.asnumpy().tolist(), array.asnumpy().tolist()) == ([1, 1], [2, 2])


def test_views_of_arrays_elsewhere() -> None:
    array = nd.arange(6, ctx=mx.cpu(3)).reshape((2, 3))
    row = array[1]
    row[:] = nd.zeros((3,))  # from cpu(0)
    assert row.context == mx.cpu(3)
    assert array.asnumpy().tolist() == [[0, 1, 2], [0, 0, 0]]


def test_arrays_on_different_devices_do_not_mix() -> None:
    there = nd.ones((1,), ctx=mx.cpu(1))
    there._ctx = mx.gpu(0)  # as if that device were one
    with pytest.raises(mx.MXNetError, match=r"different devices: cpu\(0\), gpu\(0\).*as_in_context\(cpu\(0\)\)"):
        nd.ones((1,)) + there


def test_what_is_not_there_says_what_is() -> None:
    if mx.context.num_gpus():
        pytest.skip("there is a GPU")
    with pytest.raises(mx.MXNetError, match=r"There is no gpu\(0\): this machine has no GPU and cpu\(\)"):
        nd.zeros((1,), ctx=mx.gpu(0))
    with pytest.raises(mx.MXNetError, match=r"gpu\(0\)"):
        nd.zeros((1,)).as_in_context(mx.gpu(0))


def test_host_contexts_of_other_kinds() -> None:
    for context in (mx.cpu_pinned(0), mx.Context("cpu_shared", 0)):
        array = nd.ones((2,), ctx=context)
        assert array.context == context
        assert (array + 1).asnumpy().tolist() == [2, 2]


def test_a_number_beyond_the_host_devices_is_another_name_of_the_host() -> None:
    array = nd.ones((2,), ctx=mx.cpu(100))
    assert str(array.context) == "cpu(100)"
    assert (array * 2).asnumpy().tolist() == [2, 2]


def test_repr_names_the_device() -> None:
    assert repr(nd.ones((1,), ctx=mx.cpu(1))) == "\n[1.]\n<NDArray 1 @cpu(1)>"


# --- contexts of one host ---------------------------------------------------------------------------------------------


def pair() -> tuple[nd.NDArray, nd.NDArray]:
    return (
        nd.array([[1.0, 2.0], [3.0, 4.0]], ctx=mx.cpu(0)),
        nd.array([[10.0, 20.0], [30.0, 40.0]], ctx=mx.cpu(1)),
    )


TOGETHER = {
    "+": (lambda a, b: a + b, [[11, 22], [33, 44]]),
    ">": (lambda a, b: a > b, [[0, 0], [0, 0]]),
    "maximum": (nd.maximum, [[10, 20], [30, 40]]),
    "dot": (nd.dot, [[70, 100], [150, 220]]),
    "concat": (lambda a, b: nd.concat(a, b, dim=0), [[1, 2], [3, 4], [10, 20], [30, 40]]),
    "stack": (nd.stack, [[[1, 2], [3, 4]], [[10, 20], [30, 40]]]),
    "add_n": (nd.add_n, [[11, 22], [33, 44]]),
    "where": (lambda a, b: nd.where(a, b, a), [[10, 20], [30, 40]]),
    "take": (lambda a, b: nd.take(a, b[0] * 0), [[1, 2], [1, 2]]),
    "index": (lambda a, b: a[nd.array([1], ctx=b.context)], [[3, 4]]),
    "sgd_update": (lambda a, b: nd.sgd_update(a, b, lr=0.5), [[-4, -8], [-12, -16]]),
}


@pytest.mark.parametrize("name", TOGETHER)
def test_arrays_on_contexts_of_one_host_compute_together_where_the_first_is(name: str) -> None:
    a, b = pair()
    operation, expected = TOGETHER[name]
    result = operation(a, b)
    assert result.context == mx.cpu(0)
    np.testing.assert_array_equal(result.asnumpy(), expected)
    moved = operation(a.as_in_context(mx.cpu(1)), b.as_in_context(mx.cpu(0)))
    assert moved.context == mx.cpu(1)
    np.testing.assert_array_equal(moved.asnumpy(), expected)


def test_an_array_is_written_to_where_it_is() -> None:
    a, b = pair()
    a += b
    b -= a
    assert (a.context, b.context) == (mx.cpu(0), mx.cpu(1))
    np.testing.assert_array_equal(a.asnumpy(), [[11, 22], [33, 44]])
    np.testing.assert_array_equal(b.asnumpy(), [[-1, -2], [-3, -4]])
    out = nd.zeros((2, 2), ctx=mx.cpu(3))
    assert nd.elemwise_add(a, b, out=out) is out
    assert out.context == mx.cpu(3)
    np.testing.assert_array_equal(out.asnumpy(), [[10, 20], [30, 40]])


def test_gradients_come_back_to_the_contexts_of_the_leaves() -> None:
    a, b = pair()
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        product = a * b
        total = (product + a).sum()
    total.backward()
    assert (product.context, a.grad.context, b.grad.context) == (mx.cpu(0), mx.cpu(0), mx.cpu(1))
    np.testing.assert_array_equal(a.grad.asnumpy(), [[11, 21], [31, 41]])
    np.testing.assert_array_equal(b.grad.asnumpy(), [[1, 2], [3, 4]])
    with autograd.record():
        result = nd.dot(nd.concat(b, a, dim=0), b)
    result.backward()
    assert result.context == mx.cpu(1)
    np.testing.assert_array_equal(a.grad.asnumpy(), [[30, 70], [30, 70]])
    np.testing.assert_array_equal(b.grad.asnumpy(), [[74, 114], [96, 136]])
