"""Sparse arrays in bound graphs: what is stored how, and that numbers are those of dense arrays."""

import numpy as np
import pytest

import mxnet as mx

S = mx.sym

W, W2 = S.var("w", stype="row_sparse"), S.var("w2", stype="row_sparse")
C, C2 = S.var("c", stype="csr"), S.var("c2", stype="csr")
D, E = S.var("d"), S.var("e")
TALL = {"w": (5, 6), "w2": (5, 6), "c": (5, 6), "c2": (5, 6), "d": (5, 6), "e": (5, 6)}

# Symbol, shapes that differ, storage of the gradients by name, storage of the output: as MXNet 1.9.1 infers them.
CASES = {
    "abs": (S.abs(W), {}, {"w": "row_sparse"}, "row_sparse"),
    "sqrt": (S.sqrt(W), {}, {"w": "default"}, "row_sparse"),
    "cos": (S.cos(W), {}, {"w": "default"}, "default"),
    "csr square": (S.square(C), {}, {"c": "csr"}, "csr"),
    "number kept": (W * 2, {}, {"w": "row_sparse"}, "row_sparse"),
    "number not kept": (W + 2, {}, {"w": "default"}, "default"),
    "clip": (S.clip(W, a_min=0, a_max=1), {}, {"w": "default"}, "row_sparse"),
    "sum of rows": (W + W2, {}, {"w": "row_sparse", "w2": "row_sparse"}, "row_sparse"),
    "sum of matrices": (C - C2, {}, {"c": "csr", "c2": "csr"}, "csr"),
    "sum with dense": (W + D, {}, {"w": "default", "d": "default"}, "default"),
    "product with dense": (S.elemwise_mul(W, D), {}, {"w": "default", "d": "default"}, "row_sparse"),
    "product": (S.elemwise_mul(W, W2), {}, {"w": "default", "w2": "default"}, "row_sparse"),
    "add_n": (S.add_n(W, W2), {}, {"w": "row_sparse", "w2": "row_sparse"}, "row_sparse"),
    "csr dot dense": (S.dot(C, D), {"d": (6, 3)}, {"c": "default", "d": "row_sparse"}, "default"),
    "csr dot rows": (S.dot(C, W), {"w": (6, 3)}, {"c": "default", "w": "row_sparse"}, "default"),
    "csr.T dot dense": (S.dot(C, D, transpose_a=True), {"d": (5, 3)}, {"d": "default"}, "row_sparse"),
    "dense dot csr": (S.dot(D, C), {"d": (3, 5)}, {"c": "default", "d": "default"}, "csr"),
    "weight used twice": (S.dot(C, W) + S.dot(C2, W), {"w": (6, 3)}, {"w": "row_sparse"}, "default"),
    "cast to rows": (S.cast_storage(D, stype="row_sparse"), {}, {"d": "row_sparse"}, "row_sparse"),
    "cast to dense": (S.cast_storage(W, stype="default"), {}, {"w": "default"}, "default"),
    "joined": (S.concat(C, C2, dim=0), {}, {"c": "default", "c2": "default"}, "csr"),
    "joined columns": (S.concat(C, C2, dim=1), {}, {"c": "default", "c2": "default"}, "default"),
    "zeros": (S.zeros_like(W), {}, {"w": "row_sparse"}, "row_sparse"),
    "total": (S.sum(S.square(W)), {}, {"w": "default"}, "default"),
    "scaled": (S.broadcast_mul(C, D), {"d": (5, 1)}, {"c": "default", "d": "default"}, "csr"),
}


def content(name: str, shape: tuple[int, ...]) -> mx.nd.NDArray:
    rng = np.random.default_rng(len(name))
    values = rng.uniform(0.5, 2, shape)
    if name.startswith("w"):
        values[::2] = 0
    if name.startswith("c"):
        values[rng.uniform(size=shape) < 0.5] = 0
    return mx.nd.array(values)


@pytest.mark.parametrize("case", CASES)
def test_storage_is_as_in_mxnet_and_numbers_as_for_dense_arrays(case: str) -> None:
    symbol, other, gradients, output = CASES[case]
    shapes = {n: other.get(n, TALL[n]) for n in symbol.list_arguments()}
    executor = symbol.simple_bind(mx.cpu(), **shapes)
    assert [o.stype for o in executor.outputs] == [output]
    assert {n: executor.grad_dict[n].stype for n in gradients} == gradients
    for name, array in executor.arg_dict.items():
        content(name, shapes[name]).tostype(array.stype).copyto(array)
    dense = {n: content(n, s) for n, s in shapes.items()}
    reference = symbol.bind(mx.cpu(), dense, {n: mx.nd.zeros(s) for n, s in shapes.items()})
    for _ in range(2):
        found, expected = executor.forward(is_train=True), reference.forward(is_train=True)
        assert found[0].stype == output
        np.testing.assert_allclose(found[0].asnumpy(), expected[0].asnumpy(), rtol=1e-5)
        head = mx.nd.array(np.random.default_rng(0).normal(size=expected[0].shape))
        executor.backward([head])
        reference.backward([head])
        assert {n: executor.grad_dict[n].stype for n in gradients} == gradients
        for name in gradients:
            if executor.grad_dict[name].stype == "default" or name == "d" or "dot" in case or "twice" in case:
                expected_gradient = reference.grad_dict[name].asnumpy()
                np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), expected_gradient, rtol=1e-5, atol=1e-6)


def test_only_the_rows_read_have_a_gradient() -> None:
    symbol = S.Embedding(S.var("numbers"), S.var("weight"), input_dim=1000, output_dim=4, sparse_grad=True)
    executor = symbol.simple_bind(mx.cpu(), numbers=(3,), weight=(1000, 4), grad_req={"weight": "write"})
    executor.arg_dict["numbers"][:] = mx.nd.array([7, 900, 7])
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((3, 4))])
    gradient = executor.grad_dict["weight"]
    assert gradient.stype == "row_sparse"
    np.testing.assert_array_equal(gradient.indices.asnumpy(), [7, 900])
    np.testing.assert_array_equal(gradient.data.asnumpy(), [[2] * 4, [1] * 4])


def test_gradients_of_rows_add_up() -> None:
    symbol = S.dot(C, W)
    matrix = mx.nd.array([[1, 0, 2], [0, 0, 3]]).tostype("csr")
    weight = mx.nd.ones((3, 2)).tostype("row_sparse")
    gradient = mx.nd.zeros((3, 2), stype="row_sparse")
    executor = symbol.bind(mx.cpu(), {"c": matrix, "w": weight}, {"w": gradient}, {"c": "null", "w": "add"})
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward([mx.nd.ones((2, 2))])
    np.testing.assert_array_equal(gradient.indices.asnumpy(), [0, 2])
    np.testing.assert_array_equal(gradient.asnumpy(), [[2, 2], [0, 0], [10, 10]])


def test_new_sparse_inputs_are_seen() -> None:
    executor = S.dot(C, D).simple_bind(mx.cpu(), c=(2, 3), d=(3, 1))
    executor.arg_dict["d"][:] = 1
    first = mx.nd.array([[1, 0, 2], [0, 0, 3]]).tostype("csr")
    np.testing.assert_array_equal(executor.forward(c=first)[0].asnumpy(), [[3], [3]])
    second = mx.nd.array([[0, 4, 0], [5, 6, 7]]).tostype("csr")
    np.testing.assert_array_equal(executor.forward(c=second)[0].asnumpy(), [[4], [18]])


def test_batch_norm_with_a_fixed_gamma_refuses_sparse_arrays() -> None:
    executor = S.BatchNorm(W, name="bn").simple_bind(mx.cpu(), w=(4, 3))
    with pytest.raises(mx.MXNetError, match="fix_gamma=True is not supported"):
        executor.forward(is_train=True)


def test_module_trains_a_sparse_linear_model() -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(50, 1))
    dense = rng.normal(size=(200, 50)) * (rng.uniform(size=(200, 50)) < 0.1)
    labels = dense @ truth
    iterator = mx.io.NDArrayIter(
        mx.nd.array(dense).tostype("csr"), mx.nd.array(labels), 20, label_name="label", last_batch_handle="discard"
    )
    weight = S.var("weight", stype="row_sparse", shape=(50, 1), init=mx.init.Zero())
    output = S.LinearRegressionOutput(S.dot(S.var("data", stype="csr"), weight), S.var("label"), name="out")
    module = mx.mod.Module(output, label_names=["label"])
    module.fit(iterator, num_epoch=60, eval_metric="mse", kvstore="local", optimizer_params={"learning_rate": 2.0})
    found = module.get_params()[0]["weight"]
    assert found.stype == "row_sparse"
    np.testing.assert_allclose(found.asnumpy(), truth, atol=0.05)
