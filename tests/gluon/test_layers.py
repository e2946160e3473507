"""Layers: shapes, values, parameters and names, as written and hybridized."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn

RNG = np.random.default_rng(3)


def run(layer: gluon.Block, x: np.ndarray, train: bool = False) -> np.ndarray:
    """The layer's output, after checking that it is the same hybridized."""
    layer.initialize(mx.init.Xavier(), force_reinit=True)
    array = nd.array(x, dtype=x.dtype)
    with autograd.record(train_mode=train):
        plain = layer(array)
    if isinstance(layer, gluon.HybridBlock):
        layer.hybridize()
        with autograd.record(train_mode=train):
            again = layer(array)
        np.testing.assert_allclose(again.asnumpy(), plain.asnumpy(), rtol=1e-4, atol=1e-5)
    return plain.asnumpy()


# Layer, input shape, output shape, weight's shape: the last three as MXNet 1.9.1 gives them.
CONVOLUTIONS: list[tuple[Callable[[], Any], tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = [
    (lambda: nn.Conv1D(6, 3), (2, 4, 9), (2, 6, 7), (6, 4, 3)),
    (lambda: nn.Conv1D(6, 3, strides=2, padding=1, groups=2), (2, 4, 9), (2, 6, 5), (6, 2, 3)),
    (lambda: nn.Conv2D(6, (3, 4)), (2, 4, 9, 8), (2, 6, 7, 5), (6, 4, 3, 4)),
    (lambda: nn.Conv2D(6, 3, dilation=2, use_bias=False), (2, 4, 9, 8), (2, 6, 5, 4), (6, 4, 3, 3)),
    (lambda: nn.Conv2D(6, 3, layout="NHWC", groups=2), (2, 9, 8, 4), (2, 7, 6, 6), (6, 3, 3, 2)),
    (lambda: nn.Conv3D(6, 3), (1, 4, 5, 6, 7), (1, 6, 3, 4, 5), (6, 4, 3, 3, 3)),
    (lambda: nn.Conv1DTranspose(6, 3), (2, 4, 9), (2, 6, 11), (4, 6, 3)),
    (lambda: nn.Conv2DTranspose(6, 3, strides=2, output_padding=1), (2, 4, 5, 5), (2, 6, 12, 12), (4, 6, 3, 3)),
    (lambda: nn.Conv2DTranspose(6, 3, groups=2, in_channels=4), (2, 4, 5, 5), (2, 6, 7, 7), (4, 3, 3, 3)),
    (lambda: nn.Conv3DTranspose(6, 2, strides=2), (1, 4, 2, 2, 2), (1, 6, 4, 4, 4), (4, 6, 2, 2, 2)),
]


@pytest.mark.parametrize(("make", "shape", "out", "weight"), CONVOLUTIONS)
def test_convolutions(
    make: Callable[[], Any], shape: tuple[int, ...], out: tuple[int, ...], weight: tuple[int, ...]
) -> None:
    layer = make()
    found = run(layer, RNG.normal(size=shape).astype("float32"))
    assert found.shape == out
    assert layer.weight.shape == weight
    assert layer.name.startswith("conv")


POOLS: list[tuple[Callable[[], Any], tuple[int, ...], tuple[int, ...]]] = [
    (nn.MaxPool1D, (2, 3, 9), (2, 3, 4)),
    (lambda: nn.MaxPool1D(3, 2, ceil_mode=True), (2, 3, 10), (2, 3, 5)),
    (nn.MaxPool2D, (2, 3, 8, 9), (2, 3, 4, 4)),
    (lambda: nn.MaxPool2D((3, 2), layout="NHWC"), (2, 9, 8, 3), (2, 3, 4, 3)),
    (lambda: nn.MaxPool3D(2, ceil_mode=True), (1, 3, 5, 5, 5), (1, 3, 3, 3, 3)),
    (lambda: nn.AvgPool1D(3, strides=1), (2, 3, 9), (2, 3, 7)),
    (lambda: nn.AvgPool2D(3, 2, 1), (2, 3, 8, 8), (2, 3, 4, 4)),
    (nn.AvgPool3D, (1, 3, 4, 4, 4), (1, 3, 2, 2, 2)),
    (nn.GlobalMaxPool1D, (2, 3, 9), (2, 3, 1)),
    (nn.GlobalMaxPool2D, (2, 3, 8, 9), (2, 3, 1, 1)),
    (nn.GlobalMaxPool3D, (1, 3, 4, 4, 4), (1, 3, 1, 1, 1)),
    (nn.GlobalAvgPool1D, (2, 3, 9), (2, 3, 1)),
    (lambda: nn.GlobalAvgPool2D(layout="NHWC"), (2, 8, 9, 3), (2, 1, 1, 3)),
    (nn.GlobalAvgPool3D, (1, 3, 4, 4, 4), (1, 3, 1, 1, 1)),
]


@pytest.mark.parametrize(("make", "shape", "out"), POOLS)
def test_pools(make: Callable[[], Any], shape: tuple[int, ...], out: tuple[int, ...]) -> None:
    assert run(make(), RNG.normal(size=shape).astype("float32")).shape == out


def test_means_with_and_without_padding() -> None:
    x = np.ones((1, 1, 4, 4), "float32")
    assert run(nn.AvgPool2D(2, 2, 1), x)[0, 0, 0, 0] == 0.25
    assert run(nn.AvgPool2D(2, 2, 1, count_include_pad=False), x)[0, 0, 0, 0] == 1


def test_dense() -> None:
    x = RNG.normal(size=(2, 3, 4)).astype("float32")
    layer = nn.Dense(5)
    found = run(layer, x)
    assert layer.weight.shape == (5, 12)
    wanted = x.reshape(2, 12) @ layer.weight.data().asnumpy().T
    np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)
    along = nn.Dense(5, flatten=False, use_bias=False, activation="tanh")
    found = run(along, x)
    assert along.bias is None
    np.testing.assert_allclose(found, np.tanh(x @ along.weight.data().asnumpy().T), rtol=1e-4, atol=1e-5)
    half = nn.Dense(5, dtype="float16")
    assert run(half, x.astype("float16")).dtype == np.float16


X = np.array([[-2.0, -0.5, 0.0, 0.5, 2.0]], "float32")
ACTIVATIONS: list[tuple[gluon.HybridBlock, Callable[[np.ndarray], np.ndarray]]] = [
    (nn.Activation("relu"), lambda x: np.maximum(x, 0)),
    (nn.Activation("softsign"), lambda x: x / (1 + np.abs(x))),
    (nn.LeakyReLU(0.1), lambda x: np.where(x > 0, x, 0.1 * x)),
    (nn.PReLU(), lambda x: np.where(x > 0, x, 0.25 * x)),
    (nn.ELU(2.0), lambda x: np.where(x > 0, x, 2 * np.expm1(x))),
    (nn.SELU(), lambda x: 1.0507009873554805 * np.where(x > 0, x, 1.6732632423543772 * np.expm1(x))),
    (nn.Swish(2.0), lambda x: x / (1 + np.exp(-2 * x))),
    (nn.GELU(), lambda x: x * np.array([0.02275013, 0.30853754, 0.5, 0.69146246, 0.97724987])),
    (nn.HybridLambda("tanh"), np.tanh),
    (nn.HybridLambda(lambda F, x: F.square(x)), np.square),
    (nn.Flatten(), lambda x: x),
]


@pytest.mark.parametrize(("layer", "formula"), ACTIVATIONS)
def test_functions_of_elements(layer: gluon.HybridBlock, formula: Callable[[np.ndarray], np.ndarray]) -> None:
    np.testing.assert_allclose(run(layer, X), formula(X), rtol=1e-5, atol=1e-6)


def test_lambda() -> None:
    assert run(nn.Lambda("relu"), X).tolist() == [[0, 0, 0, 0.5, 2]]
    assert nn.Lambda(lambda x, y: x + y)(nd.ones((1,)), nd.ones((1,))).asscalar() == 2
    for make in (nn.Lambda, nn.HybridLambda):
        with pytest.raises(AssertionError, match="Function name odd is not found"):
            make("odd")
        with pytest.raises(ValueError, match="Unrecognized function in lambda"):
            make(3)


def normalized(x: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    return (x - x.mean(axes, keepdims=True)) / np.sqrt(x.var(axes, keepdims=True) + 1e-5)


def test_normalizations_of_samples() -> None:
    x = RNG.normal(2, 3, size=(2, 4, 5, 6)).astype("float32")
    close = {"rtol": 1e-3, "atol": 1e-4}
    np.testing.assert_allclose(run(nn.LayerNorm(), x), normalized(x, (3,)), **close)
    np.testing.assert_allclose(run(nn.LayerNorm(axis=1), x), normalized(x, (1,)), **close)
    np.testing.assert_allclose(run(nn.InstanceNorm(), x), normalized(x, (2, 3)), **close)
    np.testing.assert_allclose(run(nn.InstanceNorm(axis=3), x), normalized(x, (1, 2)), **close)
    grouped = normalized(x.reshape(2, 2, 2, 5, 6), (2, 3, 4)).reshape(x.shape)
    np.testing.assert_allclose(run(nn.GroupNorm(2), x), grouped, **close)


def test_batch_norm_learns_statistics() -> None:
    x = RNG.normal(2, 3, size=(8, 4, 5)).astype("float32")
    layer = nn.BatchNorm(momentum=0.5)
    layer.initialize()
    with autograd.record():
        out = layer(nd.array(x))
    np.testing.assert_allclose(out.asnumpy(), normalized(x, (0, 2)), rtol=1e-3, atol=1e-3)
    mean, variance = layer.running_mean.data().asnumpy(), layer.running_var.data().asnumpy()
    np.testing.assert_allclose(mean, 0.5 * x.mean((0, 2)), rtol=1e-4)
    assert (np.abs(variance - (0.5 + 0.5 * x.var((0, 2)))) < 0.2).all()
    shown = (x - mean[:, None]) / np.sqrt(variance[:, None] + 1e-5)
    np.testing.assert_allclose(layer(nd.array(x)).asnumpy(), shown, rtol=1e-3, atol=1e-3)
    fused = nn.BatchNormReLU()
    assert run(fused, x, train=True).min() == 0
    fixed = nn.BatchNorm(scale=False, center=False)
    assert [fixed.gamma.grad_req, fixed.beta.grad_req, fixed.running_mean.grad_req] == ["null"] * 3
    fixed.gamma.grad_req = "write"
    assert fixed.gamma.grad_req == "null"


def test_dropout() -> None:
    layer = nn.Dropout(0.3)
    x = nd.ones((1000,))
    assert (layer(x).asnumpy() == 1).all()
    with autograd.train_mode():
        dropped = layer(x).asnumpy()
    assert 200 < (dropped == 0).sum() < 400
    np.testing.assert_allclose(dropped[dropped > 0], 1 / 0.7, rtol=1e-5)
    with autograd.train_mode():
        rows = nn.Dropout(0.5, axes=(1,))(nd.ones((50, 20))).asnumpy()
        assert (nn.Dropout(0)(x).asnumpy() == 1).all()
    assert all(len(set(row)) == 1 for row in rows)


@pytest.mark.parametrize("sparse", [False, True])
def test_embedding(sparse: bool) -> None:
    layer = nn.Embedding(10, 3, sparse_grad=sparse)
    layer.initialize()
    x = nd.array([[1, 3], [3, 9]])
    with autograd.record():
        out = layer(x)
    out.backward()
    weight = layer.weight.data().asnumpy()
    np.testing.assert_array_equal(out.asnumpy(), weight[[[1, 3], [3, 9]]])
    assert layer.weight.grad().stype == ("row_sparse" if sparse else "default")
    grad = layer.weight.grad().asnumpy()
    assert grad[:, 0].tolist() == [0, 1, 0, 2, 0, 0, 0, 0, 0, 1]


def test_reflection_pad() -> None:
    x = np.arange(9, dtype="float32").reshape(1, 1, 3, 3)
    wanted = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)), mode="reflect")
    np.testing.assert_array_equal(run(nn.ReflectionPad2D(1), x), wanted)


REPRESENTATIONS = {
    "Dense(None -> 3, linear)": lambda: nn.Dense(3),
    "Dropout(p = 0.5, axes=())": lambda: nn.Dropout(0.5),
    "BatchNorm(axis=1, eps=1e-05, momentum=0.9, fix_gamma=False, use_global_stats=False, in_channels=2)": lambda: (
        nn.BatchNorm(in_channels=2)
    ),
    "InstanceNorm(eps=1e-05, axis=1, center=True, scale=False, in_channels=0)": nn.InstanceNorm,
    "LayerNorm(eps=1e-05, axis=-1, center=True, scale=True, in_channels=4)": lambda: nn.LayerNorm(in_channels=4),
    "GroupNorm(eps=1e-05, num_groups=2, center=True, scale=True)": lambda: nn.GroupNorm(2),
    "Embedding(3 -> 4, float32)": lambda: nn.Embedding(3, 4),
    "LeakyReLU(0.1)": lambda: nn.LeakyReLU(0.1),
    "PReLU(\n\n)": nn.PReLU,
    "HybridLambda(relu)": lambda: nn.HybridLambda("relu"),
    "Conv2DTranspose(3 -> 0, kernel_size=(3, 3), stride=(2, 2))": lambda: nn.Conv2DTranspose(3, 3, strides=2),
    "Conv2D(None -> 3, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1), dilation=(2, 2), bias=False, "
    "Activation(relu))": lambda: nn.Conv2D(3, 3, padding=1, dilation=2, use_bias=False, activation="relu"),
}


@pytest.mark.parametrize("text", REPRESENTATIONS)
def test_printing(text: str) -> None:
    assert repr(REPRESENTATIONS[text]()) == text


def test_wrong_arguments() -> None:
    with pytest.raises(AssertionError, match="kernel_size must be a number or a list of 2 ints"):
        nn.Conv2D(3, (3, 3, 3))
    with pytest.raises(AssertionError, match="Only supports 'NCHW' and 'NHWC' layout"):
        nn.Conv2D(3, 3, layout="CHWN")
    with pytest.raises(AssertionError, match="1D Pooling"):
        nn.MaxPool1D(layout="NCHW")
    with pytest.raises(AssertionError, match="no less than 0"):
        nn.LeakyReLU(-1)
