"""Operators on sparse arrays: what the real MXNet gives, sparse gradients, lazy updates; loops compile once."""

import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._host.stats import stats
from mxnet._lazy.tape import changed
from mxnet._lazy.value import Value
from mxnet.ndarray.handle import value_of
from mxnet.ndarray.sparse import dispatch
from tests.ndarray.sparse_expressions import STORAGE, VALUES, ask, everything, names, storage

ORACLE = json.loads(Path(__file__).with_name("sparse_oracle.json").read_text())


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MXNET_STORAGE_FALLBACK_LOG_VERBOSE", "0")


@pytest.mark.parametrize("group", STORAGE)
def test_storage_types_are_those_of_mxnet(group: str) -> None:
    wrong = []
    given = names(mx, np)
    for expression in STORAGE[group]:
        found = storage(ask(expression, dict(given)))
        if found != ORACLE[expression]:
            wrong.append(f"{expression}: MXNet {ORACLE[expression]}, here {found}")
    assert not wrong, "\n".join([f"{len(wrong)} of {len(STORAGE[group])} differ", *wrong])


@pytest.mark.parametrize("expression", [e for group in VALUES.values() for e in group])
def test_values_are_those_of_mxnet(expression: str) -> None:
    assert _agree(everything(ask(expression, names(mx, np))), ORACLE[f"values of {expression}"])


def _agree(found: Any, expected: Any) -> bool:
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(_agree, found, expected))
    if isinstance(expected, float):
        return bool(np.isclose(found, expected, rtol=1e-5, atol=1e-6, equal_nan=True))
    return found == expected


# --- products --------------------------------------------------------------------------------------------------------


def _random(rows: int, columns: int, count: int, seed: int = 0) -> tuple[Any, np.ndarray]:
    """A csr matrix with ``count`` stored elements a row, and the same as a NumPy array."""
    generator = np.random.default_rng(seed)
    index = np.sort(np.stack([generator.choice(columns, count, replace=False) for _ in range(rows)]), axis=1)
    values = generator.standard_normal((rows, count)).astype("float32")
    dense = np.zeros((rows, columns), "float32")
    np.put_along_axis(dense, index, values, axis=1)
    return nd.sparse.csr_matrix((values.ravel(), index.ravel(), np.arange(rows + 1) * count), (rows, columns)), dense


def test_long_products_are_summed_in_pieces() -> None:
    matrix, dense = _random(300, 500, 60)  # 18,000 stored elements: more than one piece
    weight = np.random.default_rng(1).standard_normal((500, 3)).astype("float32")
    x = nd.array(weight)
    x.attach_grad()
    with autograd.record():
        y = nd.dot(matrix, x)
    y.backward()
    assert np.allclose(y.asnumpy(), dense @ weight, atol=1e-4)
    assert np.allclose(x.grad.asnumpy(), dense.T @ np.ones((300, 3)), atol=1e-4)


def test_second_derivatives_go_through_a_product() -> None:
    matrix, dense = _random(4, 6, 2)
    x = nd.ones((6, 2))
    x.attach_grad()
    with autograd.record():
        y = nd.dot(matrix, x)
        (first,) = autograd.grad((y * y * y).sum(), [x], create_graph=True)
        total = first.sum()
    total.backward()
    y = dense @ np.ones((6, 2))
    expected = dense.T @ (6 * y * (dense @ np.ones((6, 2))))
    assert np.allclose(x.grad.asnumpy(), expected, atol=1e-4)


def test_stored_nan_does_not_reach_other_rows() -> None:
    matrix, _ = _random(20, 30, 1)
    inverse = nd.abs(matrix) / 0  # what pads the 20 stored elements is not a number now
    x = nd.ones((30, 2))
    x.attach_grad(stype="row_sparse")
    with autograd.record():
        y = nd.dot(inverse, x)
    y.backward()
    assert not np.isnan(y.asnumpy()).any() and not np.isnan(x.grad.asnumpy()).any()
    assert np.isinf(nd.sum(inverse, axis=1).asnumpy()).all()


def test_a_product_that_does_not_fit_says_so() -> None:
    with pytest.raises(mx.MXNetError, match=r"dot: arrays of shapes \(2, 3\) and \(2, 3\) do not fit"):
        nd.dot(nd.sparse.zeros("csr", (2, 3)), nd.ones((2, 3)))


# --- sparse gradients and lazy updates -------------------------------------------------------------------------------


def _embed(weight: Any, rows: list[int]) -> Any:
    return nd.Embedding(nd.array(rows), weight, input_dim=weight.shape[0], output_dim=weight.shape[1], sparse_grad=True)


def test_an_embedding_has_the_gradient_of_the_rows_it_reads() -> None:
    weight = nd.ones((1000, 3))
    weight.attach_grad(stype="row_sparse")
    with autograd.record():
        y = _embed(weight, [7, 2, 7]) + 2 * _embed(weight, [2, 9, 9])
    assert y.grad is None
    y.backward()
    assert weight.grad.indices.asnumpy().tolist() == [2, 7, 9]
    assert weight.grad.data.asnumpy()[:, 0].tolist() == [3, 2, 4]
    assert weight._fresh_grad


def test_sparse_gradients_add_up() -> None:
    weight = nd.ones((10, 2))
    weight.attach_grad("add", stype="row_sparse")
    for rows in ([1, 1], [1, 5]):
        with autograd.record():
            y = _embed(weight, rows)
        y.backward()
    assert weight.grad.indices.asnumpy().tolist() == [1, 5]
    assert weight.grad.data.asnumpy().tolist() == [[3, 3], [1, 1]]


def test_a_gradient_that_comes_dense_keeps_its_storage() -> None:
    weight = nd.array([[1, 2], [0, 0], [3, 4]])
    weight.attach_grad(stype="row_sparse")
    with autograd.record():
        y = weight * weight
    y.backward()
    assert weight.grad.stype == "row_sparse" and weight.grad.indices.asnumpy().tolist() == [0, 2]


def test_autograd_grad_gives_sparse_gradients() -> None:
    weight = nd.ones((10, 2))
    weight.attach_grad(stype="row_sparse")
    with autograd.record():
        y = _embed(weight, [3, 3])
    (gradient,) = autograd.grad(y, [weight])
    assert gradient.stype == "row_sparse" and gradient.indices.asnumpy().tolist() == [3]


def test_a_row_sparse_weight_is_read_by_its_rows() -> None:
    weight = nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, 3]), shape=(5, 2))
    weight.attach_grad()
    with autograd.record():
        y = _embed(weight, [3, 0, 1])
    y.backward()
    assert y.asnumpy().tolist() == [[3, 4], [0, 0], [1, 2]]
    assert weight.grad.indices.asnumpy().tolist() == [0, 1, 3]


def test_a_training_loop_over_sparse_rows_compiles_once() -> None:
    weight, momentum = nd.ones((200, 4)), nd.zeros((200, 4))
    weight.attach_grad(stype="row_sparse")
    expected = np.ones((200, 4), "float32")
    generator = np.random.default_rng(0)
    compiled = []
    with changed(interpret=False):
        for _ in range(6):
            rows = generator.integers(0, 200, 9)  # with other repetitions each time
            with autograd.record():
                loss = (_embed(weight, rows.tolist()) ** 2).sum()
            loss.backward()
            nd.sgd_mom_update(weight, weight.grad, momentum, out=weight, lr=0.1, momentum=0.0)
            weight.wait_to_read()
            compiled.append(stats.compilations)
            np.subtract.at(expected, rows, 0.1 * 2 * expected[rows])
    assert compiled[-1] == compiled[1]
    assert np.allclose(weight.asnumpy(), expected, atol=1e-5)


def test_matrices_with_nearly_as_many_elements_share_a_program() -> None:
    weight = nd.ones((50, 2))
    compiled = []
    for count in (130, 132, 137, 144):
        places = np.arange(count) * 7 % 1000
        matrix = nd.sparse.csr_matrix((np.ones(count, "float32"), (places // 50, places % 50)), shape=(20, 50))
        assert len(matrix.data) == count
        nd.dot(matrix, weight).wait_to_read()
        compiled.append(stats.compilations)
    assert compiled[-1] == compiled[1]


def test_an_update_leaves_rows_without_a_gradient_alone() -> None:
    weight = nd.ones((4, 2)).tostype("row_sparse")
    state = nd.sparse.zeros("row_sparse", (4, 2))
    grad = nd.sparse.row_sparse_array(([[1, 1]], [2]), shape=(4, 2))
    nd.sgd_mom_update(weight, grad, state, out=weight, lr=0.5, momentum=0.9, wd=1.0)
    assert weight.asnumpy()[:, 0].tolist() == [1, 1, 0, 1]
    assert state.asnumpy()[:, 0].tolist() == [0, 0, -1, 0]


def test_updates_that_cannot_be_are_refused() -> None:
    grad = nd.sparse.row_sparse_array(([[1, 1]], [2]), shape=(4, 2))
    some = nd.sparse.row_sparse_array(([[1, 1]], [1]), shape=(4, 2))
    with pytest.raises(mx.MXNetError, match="must store all of its 4 rows, but one stores 1"):
        nd.sgd_update(some, grad, out=some, lr=0.1)
    with pytest.raises(mx.MXNetError, match="does not support wd"):
        nd.sparse.adagrad_update(nd.ones((4, 2)), grad, nd.zeros((4, 2)), lr=0.1, wd=0.1)


# --- the rest --------------------------------------------------------------------------------------------------------


def test_operators_without_a_sparse_form_say_so_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MXNET_STORAGE_FALLBACK_LOG_VERBOSE", "1")
    monkeypatch.setattr(dispatch, "_told", set())
    matrix = nd.array([[0, 1]]).tostype("csr")
    with caplog.at_level(logging.WARNING, "mxnet.sparse"):
        nd.softmax(matrix)
        nd.softmax(matrix)
        nd.softmax(matrix.tostype("default"))
        nd.abs(matrix)
    assert [r.getMessage().split(",")[0] for r in caplog.records] == [
        "Storage type fallback: softmax has no form for arrays stored as (csr)"
    ]


def test_operators_that_write_their_arguments_write_sparse_ones() -> None:
    weight, state = nd.ones((2, 2)).tostype("row_sparse"), nd.sparse.zeros("row_sparse", (2, 2))
    nd.rmsprop_update(weight, nd.ones((2, 2)), state, lr=0.1, gamma1=0.5, out=weight)
    assert weight.stype == state.stype == "row_sparse"
    assert np.allclose(state.asnumpy(), 0.5) and np.allclose(weight.asnumpy(), 1 - 0.1 / np.sqrt(0.5), atol=1e-4)


def test_unsorted_columns_are_as_good() -> None:
    matrix = nd.sparse.csr_matrix(([1, 2, 3], [3, 0, 1], [0, 2, 3]), shape=(2, 4))
    other = nd.sparse.csr_matrix(([10, 20], [0, 2], [0, 1, 2]), shape=(2, 4))
    assert (matrix + other).asnumpy().tolist() == [[12, 0, 0, 1], [0, 3, 20, 0]]
    assert (matrix * other).asnumpy().tolist() == [[20, 0, 0, 0], [0, 0, 0, 0]]
    (matrix + other).check_format()


def test_arrays_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(mx.MXNetError, match=r"elemwise_add: .* float32\[2, 2\] and float32\[3, 2\]"):
        nd.elemwise_add(nd.sparse.zeros("csr", (2, 2)), nd.sparse.zeros("csr", (3, 2)))
    with pytest.raises(TypeError, match=r"make one with mx\.nd\.array"):
        nd.sparse.abs([1, 2])
    with pytest.raises(mx.MXNetError, match="expected a row_sparse array"):
        nd.sparse.retain(nd.ones((2, 2)), nd.array([0]))
    with pytest.raises(mx.MXNetError, match="is empty on axis 0"):
        nd.slice(nd.sparse.zeros("csr", (2, 2)), begin=(1,), end=(1,))


def test_a_dense_form_that_was_never_computed_is_made_again() -> None:
    rows = nd.array([[0, 1], [2, 0]]).tostype("csr")
    dense = value_of(nd.ones((2, 2)) + 1)
    epoch = dense.position[0]
    nd.waitall()
    # What a weak reference finds while another thread still holds a job whose results nobody wanted.
    dropped = Value(dense.aval, dense.device, (epoch, 0))
    rows._cell._spread = lambda: dropped
    np.testing.assert_array_equal(nd.dot(rows, rows, transpose_b=True).asnumpy(), [[1, 0], [0, 4]])
