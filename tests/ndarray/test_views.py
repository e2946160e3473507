"""Arrays that share memory: which do, through how many steps, and what both sides see."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd

SHARING: dict[str, Callable[[Any], Any]] = {
    "a[1]": lambda a: a[1],
    "a[-1]": lambda a: a[-1],
    "a[1:3]": lambda a: a[1:3],
    "a[1, 2]": lambda a: a[1, 2],
    "a[1, 1:3]": lambda a: a[1, 1:3],
    "a[1][1:3][0]": lambda a: a[1][1:3][0],
    "a[0:1, 1:3]": lambda a: a[0:1, 1:3],
    "a[...]": lambda a: a[...],
    "a[None]": lambda a: a[None],
    "reshape": lambda a: a.reshape((4, 3)),
    "reshape of a slice": lambda a: a[1:].reshape((-1,)),
    "slice of a reshape": lambda a: a.reshape((-1,))[3:7],
    "detach": lambda a: a.detach(),
    "detach of a row": lambda a: a[1].detach(),
    "expand_dims in place": lambda a: a.expand_dims(0, inplace=True),
    "flatten in place": lambda a: a.flatten(inplace=True),
    "squeeze in place": lambda a: a.reshape((1, 3, 4)).squeeze(inplace=True),
    "as_in_context of its own": lambda a: a.as_in_context(mx.cpu(0)),
    "astype without a copy": lambda a: a.astype("float32", copy=False),
    "iteration": lambda a: list(a)[2],
}

COPYING: dict[str, Callable[[Any], Any]] = {
    "a[:, 1]": lambda a: a[:, 1],
    "a[0:2, 1:3]": lambda a: a[0:2, 1:3],
    "a[::2]": lambda a: a[::2],
    "a[[0, 1]]": lambda a: a[[0, 1]],
    "a[nd.array([0])]": lambda a: a[nd.array([0])],
    "copy": lambda a: a.copy(),
    "astype": lambda a: a.astype("float32"),
    "transpose": lambda a: a.T,
    "flatten": lambda a: a.flatten(),
    "expand_dims": lambda a: a.expand_dims(0),
    "nd.reshape": lambda a: nd.reshape(a, (4, 3)),
    "nd.array": lambda a: nd.array(a),
    "copyto": lambda a: a.copyto(mx.cpu(0)),
    "another device": lambda a: a.as_in_context(mx.cpu(1)),
    "asnumpy": lambda a: a.asnumpy(),
}


def _table() -> Any:
    return nd.arange(12).reshape((3, 4)).copy()


@pytest.mark.parametrize("name", SHARING)
def test_views_see_and_change_their_base(name: str) -> None:
    array = _table()
    view = SHARING[name](array)
    elements = view.asnumpy().astype(int).reshape(-1)
    view[:] = -view
    expected = np.arange(12.0)
    expected[elements] *= -1
    array_seen = array.asnumpy().reshape(-1).copy()
    array[:] = 5
    assert array_seen.tolist() == expected.tolist()
    assert (view.asnumpy() == 5).all()


@pytest.mark.parametrize("name", COPYING)
def test_copies_keep_to_themselves(name: str) -> None:
    array = _table()
    copy = COPYING[name](array)
    before = np.asarray(copy).tolist()
    array[:] = 5
    after = np.asarray(copy).tolist()
    copy[:] = 7
    assert after == before
    assert (array.asnumpy() == 5).all()


def test_many_views_of_one_base_agree() -> None:
    array = _table()
    row, column, flat = array[1], array[1:, :], array.reshape((12,))
    row += 100
    flat[4] = 0
    column[0][1] = 1
    assert array.asnumpy()[1].tolist() == [0, 1, 106, 107]
    assert row.asnumpy().tolist() == column.asnumpy()[0].tolist() == flat.asnumpy()[4:8].tolist()


def test_a_view_keeps_its_base_alive() -> None:
    view = _table()[1]
    view += 1
    assert view.asnumpy().tolist() == [5, 6, 7, 8]


def test_chained_assignment_reaches_the_array() -> None:
    array = nd.zeros((2, 3, 4))
    array[1][2][3] = 9
    assert array.asnumpy()[1, 2, 3] == 9
    assert array.asnumpy().sum() == 9


def test_writing_through_a_view_of_another_dtype_converts() -> None:
    array = nd.zeros((2, 2), dtype="int32")
    array[0][:] = nd.array([1.9, 2.9])
    assert array.asnumpy().tolist() == [[1, 2], [0, 0]]


def test_out_may_be_a_view() -> None:
    array = nd.zeros((2, 3))
    nd.elemwise_add(nd.ones((3,)), nd.ones((3,)), out=array[1])
    assert array.asnumpy().tolist() == [[0, 0, 0], [2, 2, 2]]


def test_reading_between_writes_changes_nothing() -> None:
    lazy, eager = _table(), _table()
    for array, read in ((lazy, False), (eager, True)):
        for number in range(3):
            array[number] *= 2
            array[:, number] = number
            if read:
                array.wait_to_read()
    assert lazy.asnumpy().tolist() == eager.asnumpy().tolist()


# --- what is cut out of a leaf while autograd records ----------------------------------------------------------------

CUTS = {
    "x[0:1]": lambda x: x[0:1],
    "x[1]": lambda x: x[1],
    "x[1, 1]": lambda x: x[1, 1],
    "x[0:2]": lambda x: x[0:2],
    "x[0:1, 0:2]": lambda x: x[0:1, 0:2],
    "x[None]": lambda x: x[None],
    "reshape": lambda x: x.reshape((6,)),
    "expand_dims": lambda x: x.expand_dims(0, inplace=True),
    "flatten": lambda x: x.flatten(inplace=True),
    "a cut of a cut": lambda x: x[0:1].reshape((3,)),
    "a row of several": lambda x: list(x)[1],
}


@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
def test_what_is_cut_out_of_a_leaf_while_recording_shares_its_memory(cut) -> None:
    x = nd.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    before = x.asnumpy()
    x.attach_grad()
    with autograd.record():
        y = cut(x)
        z = (y * y).sum()
    was = y.asnumpy()
    z.backward()
    once = np.array(cut(nd.ones(x.shape)).asnumpy().size)
    assert (x.grad.asnumpy() != 0).sum() == once
    np.testing.assert_array_equal(x.grad.asnumpy(), np.where(np.isin(before, was), 2 * before, 0))
    x[:] = 10  # seen by what was cut out
    np.testing.assert_array_equal(y.asnumpy(), np.full_like(was, 10))
    y[:] = 20  # and the other way round
    assert (x.asnumpy() == 20).sum() == once
    y += 1
    x += 1
    np.testing.assert_array_equal(y.asnumpy(), np.full_like(was, 22))


def test_gradients_are_of_what_was_recorded() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        y = x[1:]
        z = y * y
        w = y.reshape((2, 1)) * 3
    y[:] = 7
    autograd.backward([z, w])
    np.testing.assert_array_equal(x.grad.asnumpy(), [0, 4 + 3, 6 + 3])
    np.testing.assert_array_equal(x.asnumpy(), [1, 7, 7])
    with autograd.record():
        z = x[1:] * x[1:]
    z.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [0, 14, 14])


def test_a_cut_of_a_leaf_is_not_written_to_while_recording() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        y = x[1:]
        with pytest.raises(mx.MXNetError, match="Inplace operations"):
            y[:] = 5
        with pytest.raises(mx.MXNetError, match="Inplace operations"):
            y += 5
    np.testing.assert_array_equal(x.asnumpy(), [1, 2, 3])


def test_second_derivatives_go_through_a_cut_of_a_leaf() -> None:
    x = nd.array([1.0, 2.0, 3.0])
    x.attach_grad()
    with autograd.record():
        y = (x[1:] ** 3).sum()
        (first,) = autograd.grad(y, [x], create_graph=True)
        total = first.sum()
    total.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [0, 12, 18], rtol=1e-6)
