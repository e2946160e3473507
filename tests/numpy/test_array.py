"""The arrays of ``mx.np``: what they are, their types, their indexing."""

import pickle
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet.error import MXNetError


def test_repr_says_the_dtype_where_it_is_not_the_default() -> None:
    assert repr(mx.np.array([1, 2])) == "array([1., 2.])"
    assert repr(mx.np.array([1, 2], dtype="int64")) == "array([1, 2], dtype=int64)"
    assert repr(mx.np.zeros((0, 2))) == "array([], shape=(0, 2))"
    assert repr(mx.np.array(3)) == "array(3.)"
    assert f"{mx.np.array(3.5):.2f}" == "3.50"


@pytest.mark.parametrize(
    ("left", "right", "dtype"),
    [
        ("int32", "int64", "int64"),
        ("int32", "float32", "float32"),
        ("int64", "float16", "float16"),
        ("float32", "float64", "float64"),
    ],
)
def test_two_types_become_the_one_that_holds_both(left: str, right: str, dtype: str) -> None:
    made = mx.np.ones((2,), dtype=left) + mx.np.ones((2,), dtype=right)
    assert made.dtype == dtype
    assert made.tolist() == [2, 2]


def test_numbers_take_the_type_of_the_array() -> None:
    whole = mx.np.array([1, 2, 3], dtype="int32")
    assert (whole + 1.5).tolist() == [2, 3, 4]
    assert (whole / 2).dtype == np.float32
    assert (2 / whole).tolist() == pytest.approx([2, 1, 2 / 3])
    assert (whole > 1.5).tolist() == [False, True, True]
    assert (whole > 1.5).dtype == np.bool_
    assert (-mx.np.array([True, False], dtype="bool")).tolist() == [-1, 0]


def test_a_single_element_has_no_axes() -> None:
    x = mx.np.arange(6).reshape(2, 3)
    assert x[1][2].shape == x[1, 2].shape == x.sum().shape == ()
    assert x[1, 2].item() == 5
    assert x.item((1, 0)) == 3
    with pytest.raises(TypeError, match="unsized"):
        len(x[1, 2])
    with pytest.raises(ValueError, match="ambiguous"):
        bool(x)


KEYS = [
    0,
    -1,
    slice(1, None),
    (slice(None), 1),
    (Ellipsis, 2),
    None,
    (None, 1, slice(0, 2)),
    [1, 0, 1],
    ([0, 1], [1, 2]),
    (slice(None, None, -1), slice(None, None, 2)),
    True,
    False,
    np.array([True, False]),
    [False, True],
    (0, np.array([True, False, True])),
    (slice(None), np.array([True, False, True])),
    (True, 1),
]


@pytest.mark.parametrize("key", KEYS, ids=str)
def test_indexing_is_numpys(key: object) -> None:
    host = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = mx.np.array(host)[key]
    np.testing.assert_array_equal(found.asnumpy(), host[key])
    assert type(found) is mx.np.ndarray
    changed = mx.np.array(host)
    changed[key] = 7
    host[key] = 7
    np.testing.assert_array_equal(changed.asnumpy(), host)


def test_masks_of_its_own() -> None:
    x = mx.np.array([[1, 2], [3, 4]])
    assert x[x > 2].tolist() == [3, 4]
    x[x > 2] = 0
    assert x.tolist() == [[1, 2], [0, 0]]
    with pytest.raises(IndexError, match="boolean index did not match"):
        x[mx.np.array([True, False, True], dtype="bool")]


def test_gradients_go_through_masks_and_types() -> None:
    x = mx.np.array([1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        y = (x[x > 1.5] ** 2).sum() + mx.np.mean(x)
    y.backward()
    assert x.grad.tolist() == pytest.approx([1 / 3, 4 + 1 / 3, 6 + 1 / 3])
    assert type(x.grad) is mx.np.ndarray


def test_the_two_classes_share_memory_and_gradients() -> None:
    old = mx.nd.array([1, 2])
    new = old.as_np_ndarray()
    assert type(new) is mx.np.ndarray
    assert new.as_np_ndarray() is new
    new[0] = 5
    old[1] = 6
    assert old.asnumpy().tolist() == new.tolist() == [5, 6]
    new.attach_grad()
    with autograd.record():
        z = (new.as_nd_ndarray() * 3).sum()
    assert type(z) is mx.nd.NDArray
    z.backward()
    assert new.grad.tolist() == [3, 3]


def test_pickles_keep_class_and_shape() -> None:
    for shape in ((), (0, 2), (2, 3)):
        x = mx.np.ones(shape, dtype="int32")
        again = pickle.loads(pickle.dumps(x))
        assert type(again) is mx.np.ndarray
        assert (again.shape, again.dtype, again.tolist()) == (shape, x.dtype, x.tolist())


def test_numpy_functions_reach_ours() -> None:
    x = mx.np.array([1.0, 2.0])
    assert type(np.sum(x)) is type(np.exp(x)) is type(np.concatenate([x, x])) is mx.np.ndarray
    assert np.concatenate([x, x]).tolist() == [1, 2, 1, 2]
    with pytest.raises(TypeError, match="not supported"):
        x + np.ones(2)


def test_numpys_scalars_compare_with_arrays() -> None:
    """``max`` of errors does so, where one of them came out of NumPy's own functions."""
    array = mx.np.array(2.0)
    for compared, expected in (
        (np.float64(3) > array, True),
        (np.float32(1) > array, False),
        (np.array(3.0) > array, True),
        (np.float64(2) == array, True),
    ):
        assert isinstance(compared, mx.np.ndarray)
        assert bool(compared) is expected
    assert max(array, np.max([array, mx.np.array(3.0)])) == 3
    assert (np.float64(2) + mx.np.ones(2)).tolist() == [3, 3]
    with pytest.raises(TypeError, match="not supported"):
        _ = np.ones(2) > mx.np.ones(2)


def test_errors_stand_at_the_call() -> None:
    x = mx.np.ones((2, 3))
    with pytest.raises(MXNetError, match="cannot reshape"):
        x.reshape((4, -1))
    with pytest.raises(MXNetError, match="out of bounds"):
        x.sum(axis=2)
    with pytest.raises(MXNetError, match="broadcast"):
        x + mx.np.ones((2,))
    with pytest.raises(NotImplementedError, match="order"):
        mx.np.zeros((2,), order="F")
    with pytest.raises(TypeError, match="shape"):
        mx.np.random.uniform(shape=(2,))


@pytest.mark.parametrize(
    "call",
    [
        lambda a, b: np.column_stack([a, b]),
        lambda a, b: np.concatenate([b, a]),
        lambda a, b: np.where(b > 2, a, b),
        lambda a, b: np.dot(b, a),
        lambda a, b: np.take(a, [2, 0]),
        lambda a, b: np.broadcast_arrays(a, 1.0, b)[1],
        lambda a, b: np.histogram(a, bins=2)[0],
        lambda a, b: np.average(a, weights=b),
        lambda a, b: np.linspace(a[0], 2, 3),
    ],
)
def test_functions_of_numpy_take_its_arrays_beside_ours(call: Any) -> None:
    """Plotting libraries call them so."""
    host, other = np.array([1, 2, 4], np.float32), np.array([3, 1, 2], np.float32)
    result = call(mx.np.array(host), other)
    np.testing.assert_allclose(np.asarray(result), call(host, other))


def test_functions_of_numpy_that_give_no_array() -> None:
    a = mx.np.ones((3,))
    assert np.result_type(a, np.ones(2)) == np.float64
    assert not np.may_share_memory(a, np.ones(3))
    assert sorted(np.random.permutation(mx.np.arange(4)).tolist()) == [0, 1, 2, 3]


def test_no_gradient_is_lost_on_the_host() -> None:
    a = mx.np.ones((3,))
    a.attach_grad()
    with autograd.record(), pytest.raises(TypeError, match=r"dot: expected an mxnet\.numpy\.ndarray"):
        np.dot(a, np.ones(3))
