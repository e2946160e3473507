"""Programs without a convolution hold images as they come; those with one hold them with their channels last."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet import autograd, nd
from mxnet._calls.call import Call
from mxnet._ops import onednn, onednn_call, onednn_layers
from mxnet._ops.onednn_plans import MaxPooling
from mxnet._ops.registry import OPS
from mxnet._programs import convolutions
from tests.ops.test_onednn import normal, run

pytestmark = pytest.mark.skipif(onednn.library() is None, reason="needs the extra 'fast'")


@pytest.fixture
def pooled(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the channels were last, for each pooling that is traced."""
    orders: list[bool] = []
    traced = onednn_layers.can_pool

    def can_pool(description: MaxPooling) -> bool:
        orders.append(description.channels_last)
        return traced(description)

    monkeypatch.setattr(onednn_layers, "can_pool", can_pool)
    return orders


def last_orders(pooled: list[bool], compute: object, data: nd.NDArray) -> bool:
    """How the program that a function's result needs holds images: what is traced last."""
    data.attach_grad()
    with autograd.record():
        out = compute(data)
    pooled.clear()  # inferring shapes traces too
    out.backward()
    data.grad.wait_to_read()
    assert len(set(pooled)) == 1
    return pooled[-1]


def test_a_pooling_alone_reads_images_as_they_come(pooled: list[bool]) -> None:
    data = nd.random.normal(shape=(2, 8, 13, 12))
    assert not last_orders(pooled, lambda x: nd.Pooling(x, kernel=(3, 3), stride=(2, 2)), data)


def test_a_pooling_beside_a_convolution_reads_them_with_the_channels_last(pooled: list[bool]) -> None:
    data, weight = nd.random.normal(shape=(2, 8, 15, 12)), nd.random.normal(shape=(8, 8, 3, 3))

    def compute(x: nd.NDArray) -> nd.NDArray:
        convolved = nd.Convolution(x, weight, kernel=(3, 3), num_filter=8, no_bias=True)
        return nd.Pooling(convolved, kernel=(3, 3), stride=(2, 2))

    assert last_orders(pooled, compute, data)


@pytest.mark.parametrize(
    ("shape", "attrs"),
    [
        ((2, 5, 9, 8), {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)}),
        ((2, 17, 8, 8), {"kernel": (2, 2), "stride": (2, 2)}),
        ((2, 5, 9, 8), {"kernel": (3, 2), "stride": (2, 2), "pooling_convention": "full"}),
        ((2, 5, 30), {"kernel": (3,), "stride": (2,)}),
        ((2, 3, 6, 7, 8), {"kernel": (2, 3, 2), "stride": (2, 2, 2)}),
    ],
)
def test_both_orders_give_the_same(shape: tuple, attrs: dict) -> None:
    data = jnp.round(normal(0, shape) * 2)  # with equal elements
    change = normal(1, shape)

    def computed() -> list[jax.Array]:
        def gradient(data: jax.Array) -> jax.Array:
            return jax.vjp(lambda d: run("Pooling", d, **attrs), data)[1](weights)[0]

        out = run("Pooling", data, **attrs)
        weights = jnp.cos(jnp.arange(out.size, dtype=out.dtype).reshape(out.shape))
        second = jax.vjp(lambda w: jax.vjp(lambda d: run("Pooling", d, **attrs), data)[1](w)[0], weights)[1](change)
        return [out, gradient(data), *second]

    last = computed()
    with onednn_call.without_convolutions():
        first = computed()
    for ours, other in zip(first, last, strict=True):
        np.testing.assert_array_equal(ours, other)


def test_batch_norm_alone_holds_images_as_they_come() -> None:
    arrays = [normal(i, s) for i, s in enumerate([(4, 6, 9, 8), (6,), (6,)])]
    arrays += [jnp.zeros(6, np.float32), jnp.ones(6, np.float32)]

    def layer(*arrays: jax.Array) -> jax.Array:
        attrs = OPS["BatchNorm"].parse({"fix_gamma": False})
        return OPS["BatchNorm"].function(*arrays, train=True, **attrs)[0]

    with onednn_call.without_convolutions():
        text = jax.jit(lambda *a: layer(*a)).lower(*arrays).as_text()
    assert "transpose" not in text
    assert "transpose" in jax.jit(lambda *a: layer(*a)).lower(*arrays).as_text()


def test_a_graph_is_taken_for_one_with_convolutions() -> None:
    graph = Call("net", lambda x: (x,), 1, heavy=True)
    alone = Call("Pooling", lambda x: (x,), 1)
    for calls, expected in (([graph, alone], True), ([alone], False)):
        with convolutions.image_layout(calls):
            assert onednn_call.holds_channels_last() is expected


def joined_twice(*images: jax.Array) -> jax.Array:
    """Layers that each join what they compute to what they read."""
    data, *new = images
    for image in new:
        data = run("Concat", data, image * jnp.tanh(data[:, :1]), num_args=2, dim=1)
    return data * data


@pytest.mark.parametrize("shape", [(2, 16, 48, 48), (2, 16, 12, 12, 16)])
def test_joined_images_are_computed_once_with_their_gradients(shape: tuple) -> None:
    images = [normal(seed, shape) for seed in range(3)]

    def gradients(*images: jax.Array) -> tuple[jax.Array, ...]:
        out, pull = jax.vjp(joined_twice, *images)
        return (out, *pull(jnp.cos(out)))

    compiled = jax.jit(lambda *i: gradients(*i)).lower(*images).compile()
    held, text = compiled(*images), compiled.as_text()
    assert text.count("Joining") == 2
    assert text.count(f'custom_call_target="{onednn_call.HOLDING_TARGET}"') == 2  # the gradients
    with onednn_call.without_convolutions():
        plain = jax.jit(lambda *i: gradients(*i)).lower(*images)
    assert onednn_call.HOLDING_TARGET not in plain.as_text()
    assert "Joining" not in plain.as_text()
    for ours, other in zip(held, plain.compile()(*images), strict=True):
        np.testing.assert_allclose(ours, other, rtol=2e-6, atol=1e-6)


def test_gradients_of_gradients_go_through_joined_images() -> None:
    image, change = normal(0, (2, 16, 48, 48)), normal(1, (2, 32, 48, 48))

    def gradient(image: jax.Array) -> jax.Array:
        return jax.vjp(lambda i: run("Concat", i, i**2, num_args=2, dim=1), image)[1](change)[0]

    expected = 2 * change[:, 16:] * image
    second = jax.vjp(gradient, image)[1](image)[0]
    np.testing.assert_allclose(second, expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("channels", [(8, 3, 5), (0, 16), (1,) * onednn_call.MOST_READ, (1,) * 20])
def test_any_number_of_images_of_any_channels_is_joined(channels: tuple) -> None:
    images = [normal(seed, (2, count, 64, 64)) for seed, count in enumerate(channels)]
    joined = jax.jit(lambda *i: run("Concat", *i, num_args=len(i), dim=1))
    np.testing.assert_array_equal(joined(*images), np.concatenate(images, 1))
    is_librarys = all(channels) and len(channels) <= onednn_call.MOST_READ
    assert ("Joining" in joined.lower(*images).as_text()) is is_librarys


@pytest.mark.parametrize(("shape", "axis"), [((2, 2, 3, 3), 1), ((2, 16, 48, 48), 2), ((64, 64, 32), 1)])
def test_what_is_small_or_no_image_is_not_held(shape: tuple, axis: int) -> None:
    image = normal(0, shape)
    assert "ffi_call" not in str(jax.make_jaxpr(lambda i: run("Concat", i, i, num_args=2, dim=axis))(image))


def test_a_held_image_stays_as_it_is_where_it_is_read_again() -> None:
    image = normal(0, (2, 32, 48, 48))
    out, again = jax.jit(lambda i: (onednn_call.hold(i) + 1, i))(image)
    np.testing.assert_array_equal(out - 1, np.asarray(image) + 1 - 1)
    np.testing.assert_array_equal(again, image)
