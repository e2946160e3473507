"""Averages over windows by oneDNN: they equal XLA's, with their gradients, and are left to XLA where they would not."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import host_convolution, onednn, onednn_call, onednn_layers
from mxnet._ops.onednn_plans import AveragePooling
from mxnet._ops.registry import OPS

needs_library = pytest.mark.skipif(onednn.library() is None, reason="needs the extra 'fast'")


def average(data: jax.Array, **attrs: object) -> jax.Array:
    return OPS["Pooling"].function(data, **OPS["Pooling"].parse({"pool_type": "avg", **attrs}))


def normal(seed: int, shape: tuple[int, ...]) -> jax.Array:
    return jnp.asarray(np.random.RandomState(seed).normal(size=shape).astype(np.float32))


@pytest.fixture
def by_library(monkeypatch: pytest.MonkeyPatch) -> list[AveragePooling]:
    """What the library averages, however small."""
    descriptions: list[AveragePooling] = []
    pool = onednn_layers.average_pool

    def average_pool(data: jax.Array, description: AveragePooling) -> jax.Array:
        descriptions.append(description)
        return pool(data, description)

    monkeypatch.setattr(onednn_layers, "average_pool", average_pool)
    monkeypatch.setattr(host_convolution, "AVERAGED_ELEMENTS", 0)
    return descriptions


EXACT = {
    "inception": ((2, 5, 9, 8), {"kernel": (3, 3), "pad": (1, 1)}),
    "without margins": ((2, 5, 9, 8), {"kernel": (3, 3), "pad": (1, 1), "count_include_pad": False}),
    "strided": ((2, 16, 9, 8), {"kernel": (3, 2), "stride": (2, 1), "pad": (1, 0)}),
    "one margin larger": ((2, 4, 6, 7), {"kernel": (4, 3), "stride": (3, 3), "pad": (1, 2)}),
    "full": ((2, 4, 9, 7), {"kernel": (3, 3), "stride": (2, 2), "pooling_convention": "full"}),
    "full, past the end": (
        (2, 4, 8, 8),
        {"kernel": (3, 3), "stride": (2, 2), "pooling_convention": "full", "count_include_pad": False},
    ),
    "the whole image": ((2, 20, 7, 7), {"kernel": (7, 7)}),
    "one axis": ((2, 6, 11), {"kernel": (3,), "stride": (2,), "pad": (1,)}),
    "same": ((2, 6, 11), {"kernel": (3,), "stride": (2,), "pooling_convention": "same", "count_include_pad": False}),
    "three axes": ((2, 6, 5, 6, 7), {"kernel": (3, 3, 3), "pad": (1, 1, 1), "count_include_pad": False}),
}


@needs_library
@pytest.mark.parametrize("form", EXACT)
def test_averages_equal_xlas_with_first_and_second_derivatives(
    form: str, by_library: list[AveragePooling], monkeypatch: pytest.MonkeyPatch
) -> None:
    shape, attrs = EXACT[form]
    data, change = normal(0, shape), normal(1, shape)

    def computed() -> list[jax.Array]:
        out, pull = jax.vjp(lambda d: average(d, **attrs), data)
        weights = jnp.cos(jnp.arange(out.size, dtype=out.dtype).reshape(out.shape))
        second = jax.vjp(lambda d: jax.grad(lambda e: jnp.sum(average(e, **attrs) ** 3))(d), data)[1](change)
        return [out, *pull(weights), *second]

    ours = computed()
    assert by_library
    by_library.clear()
    monkeypatch.setattr(onednn_layers, "is_usable", lambda: False)
    monkeypatch.setattr(onednn_call, "is_usable", lambda: False)
    for mine, other in zip(ours, computed(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-6)
    assert not by_library


LEFT = {
    "windows cut at the end of the padding": (
        (2, 4, 8, 8),
        {"kernel": (3, 3), "stride": (2, 2), "pooling_convention": "full"},
    ),
    "same, windows cut at the end": ((2, 4, 11), {"kernel": (3,), "stride": (2,), "pooling_convention": "same"}),
    "windows in the padding": ((2, 4, 8, 8), {"kernel": (2, 2), "pad": (2, 2), "count_include_pad": False}),
    "small tiles": ((2, 4, 8, 8), {"kernel": (2, 2), "stride": (2, 2)}),
    "channels last": ((2, 8, 8, 4), {"kernel": (3, 3), "pad": (1, 1), "layout": "NHWC"}),
    "sums": ((2, 4, 8, 8), {"kernel": (3, 3), "pad": (1, 1), "pool_type": "sum"}),
    "all": ((2, 4, 8, 8), {"global_pool": True}),
}


@needs_library
@pytest.mark.parametrize("form", LEFT)
def test_what_the_library_divides_otherwise_or_no_faster_is_xlas(form: str, by_library: list[AveragePooling]) -> None:
    shape, attrs = LEFT[form]
    assert average(normal(0, shape), **attrs).size
    assert not by_library


@needs_library
def test_other_dtypes_are_xlas(by_library: list[AveragePooling]) -> None:
    data = normal(0, (2, 4, 8, 8))
    for dtype in (jnp.float16, jnp.bfloat16):
        assert average(data.astype(dtype), kernel=(3, 3), pad=(1, 1)).dtype == dtype
    assert not by_library


@needs_library
def test_few_elements_are_xlas(by_library: list[AveragePooling], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host_convolution, "AVERAGED_ELEMENTS", 1000)
    average(normal(0, (1, 3, 18, 18)), kernel=(3, 3))
    assert not by_library
    average(normal(0, (1, 4, 18, 18)), kernel=(3, 3))
    assert by_library


@needs_library
def test_averages_beside_a_convolution_are_the_librarys_and_those_alone_xlas(by_library: list[AveragePooling]) -> None:
    data, weight = nd.array(normal(0, (2, 8, 24, 24))), nd.array(normal(1, (8, 8, 3, 3)) / 8)

    def compute(x: nd.NDArray) -> nd.NDArray:
        return nd.Pooling(x, kernel=(3, 3), pad=(1, 1), pool_type="avg")

    alone = compute(data)
    assert alone.shape == data.shape
    by_library.clear()  # inferring shapes traces too
    alone.wait_to_read()
    assert not by_library
    data.attach_grad()
    with autograd.record():
        out = compute(nd.Convolution(data, weight, no_bias=True, kernel=(3, 3), pad=(1, 1), num_filter=8))
    out.backward()
    assert out.shape == alone.shape
    by_library.clear()
    assert data.grad.asnumpy().any()
    assert by_library


@needs_library
def test_a_network_predicts_the_same_with_and_without_it(by_library: list[AveragePooling]) -> None:
    mx.random.seed(0)
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(16, 3, padding=1), mx.gluon.nn.AvgPool2D(3, 1, 1), mx.gluon.nn.Conv2D(8, 3))
    net.add(mx.gluon.nn.AvgPool2D(6), mx.gluon.nn.Dense(4))
    net.initialize()
    data = nd.array(normal(0, (2, 3, 8, 8)))
    with onednn_call.left_out():
        plain = net(data).asnumpy()
    net.hybridize()
    np.testing.assert_allclose(net(data).asnumpy(), plain, rtol=1e-5, atol=1e-6)
    assert {d.window for d in by_library} == {(3, 3), (6, 6)}
