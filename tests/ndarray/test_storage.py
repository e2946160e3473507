"""How kinds of arrays join in: the chain of dispatchers, and what is registered by name."""

import numpy as np
import pytest

import mxnet as mx
from mxnet._ops.registry import find
from mxnet.ndarray import storage
from mxnet.ndarray.samples import Sample, sample


def test_every_dispatcher_is_registered_once_and_in_order() -> None:
    assert tuple(d.name for d in storage.CHAIN) == storage.ORDER
    with pytest.raises(ValueError, match="registered once"):
        storage.register_dispatcher("sparse", takes=lambda arrays: True)
    with pytest.raises(ValueError, match="expected a name of"):
        storage.register_dispatcher("quantized", takes=lambda arrays: True)


def test_the_next_dispatcher_is_asked_where_one_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def dispatcher(name: str, takes: bool, answer: object) -> storage.Dispatcher:
        return storage.Dispatcher(name, lambda arrays: takes, lambda *given: (asked.append(name), answer)[1])

    chain = [dispatcher("a", False, 1), dispatcher("b", True, NotImplemented), dispatcher("c", True, 3)]
    monkeypatch.setattr(storage, "CHAIN", chain)
    assert storage.dispatch(find("relu"), (), {}, None) == 3
    monkeypatch.setattr(storage, "CHAIN", chain[:2])
    assert storage.dispatch(find("relu"), (), {}, None) is NotImplemented
    assert asked == ["b", "c", "b"]


def test_a_sample_beside_a_sparse_array() -> None:
    left = mx.nd.sparse.csr_matrix(([1.0, 2.0], [0, 1], [0, 1, 2]), shape=(2, 2))
    right = sample(np.arange(4, dtype=np.float32).reshape(2, 2))
    assert mx.nd.dot(left, right).asnumpy().tolist() == [[0, 1], [4, 6]]
    assert type(right) is Sample
    assert (left + right).asnumpy().tolist() == [[1, 1], [2, 5]]


def test_classes_of_arrays_have_names() -> None:
    assert {n: c.__name__ for n, c in storage.CLASSES.items()} == {
        "default": "NDArray",
        "numpy": "ndarray",
        "sample": "NDArray",  # what its users see
    }
    with pytest.raises(ValueError, match="'numpy' arrays is ndarray already"):
        storage.array_class("numpy")(int)


def test_zeros_of_a_storage_type() -> None:
    x = mx.nd.ones((3, 2))
    x.attach_grad(stype="row_sparse")
    assert (x.grad.stype, x.grad.shape, x.grad.data.shape) == ("row_sparse", (3, 2), (0, 2))
    with pytest.raises(ValueError, match="unknown storage type coo: expected 'default', 'csr' or 'row_sparse'"):
        x.attach_grad(stype="coo")


@pytest.mark.parametrize("request_", ["write", "add"])
def test_a_gradient_of_some_rows_arrives(request_: str) -> None:
    weight = mx.nd.ones((4, 2))
    weight.attach_grad(request_, stype="row_sparse")
    for _ in range(2):
        with mx.autograd.record():
            y = mx.nd.Embedding(mx.nd.array([1, 1]), weight, input_dim=4, output_dim=2, sparse_grad=True).sum()
        y.backward()
    rows = 4.0 if request_ == "add" else 2.0
    assert weight.grad.asnumpy().tolist() == [[0, 0], [rows, rows], [0, 0], [0, 0]]
    assert weight.grad.indices.asnumpy().tolist() == [1]


def test_names_from_above() -> None:
    assert mx.nd.np is mx.np
    assert mx.nd.npx is mx.npx
    assert mx.nd.CachedOp(mx.sym.var("x") * 2)(mx.nd.ones((1,))).asscalar() == 2
    assert mx.np.multiarray.ndarray is mx.np.ndarray
    for space in (mx.nd, mx.sym):
        with pytest.raises(AttributeError, match=f"module '{space.__name__}' has no attribute 'nothing'"):
            _ = space.nothing


def test_executors_have_mxnets_module() -> None:
    executor = mx.sym.var("x").simple_bind(mx.cpu(), x=(1,))
    assert type(executor) is mx.executor.Executor
    assert type(executor).__module__ == "mxnet.executor"
