"""Forms of operators for a GPU, computed here by other means: that they mean the same."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import rnn as cudnn

from mxnet._ops import rnn as layers
from mxnet._ops.gpu import either, has_gpu
from mxnet._ops.registry import find


def numbers(seed, *shape):
    return jnp.asarray(np.random.RandomState(seed).uniform(-0.5, 0.5, shape), jnp.float32)


def test_without_a_gpu_there_is_one_form():
    assert not has_gpu()


@pytest.mark.parametrize("platform", ["cpu", "cuda"])
def test_a_function_of_two_forms(platform):
    calls = []

    def own(x, y):
        calls.append("own")
        return jnp.sin(x) * y, x + y

    def plain(x, y):
        calls.append("plain")
        return jnp.sin(x) * y + 1, x + y

    function = either(own, plain, platform)
    x, y = numbers(0, 3), numbers(1, 3)
    value, gradients = jax.jit(jax.value_and_grad(lambda x, y: sum(r.sum() for r in function(x, y)), (0, 1)))(x, y)
    on_it = platform == "cpu"
    np.testing.assert_allclose(value, (jnp.sin(x) * y + x + y).sum() + (0 if on_it else 3), rtol=1e-5)
    np.testing.assert_allclose(gradients[0], jnp.cos(x) * y + 1, rtol=1e-5)
    np.testing.assert_allclose(gradients[1], jnp.sin(x) + 1, rtol=1e-5)


def test_second_derivatives_are_those_of_the_plain_form():
    @jax.custom_vjp
    def own(x, y):
        return jnp.sin(x) * y

    # The gradient is by a callback, as a library's would be: JAX cannot differentiate it.
    def numpy_gradient(cotangent, x, y):
        return np.cos(x) * y * cotangent, np.sin(x) * cotangent

    def backward(kept, cotangent):
        shape = jax.ShapeDtypeStruct(cotangent.shape, cotangent.dtype)
        return jax.pure_callback(numpy_gradient, (shape, shape), cotangent, *kept)

    own.defvjp(lambda x, y: (own(x, y), (x, y)), backward)

    def plain(x, y):
        return jnp.sin(x) * y

    def second(function):
        first = jax.grad(lambda x, y: (function(x, y) ** 2).sum(), (0, 1))
        return jax.jit(jax.grad(lambda x, y: sum((g**3).sum() for g in first(x, y)), (0, 1)))

    x, y = numbers(0, 3), numbers(1, 3)
    for one, other in zip(second(either(own, plain, "cpu"))(x, y), second(plain)(x, y), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5)


def reference(x, h, c, weights, lengths, inputs, size, count, dropout, bidirectional):
    """cuDNN's LSTM as JAX writes it down beside its binding."""
    parts = cudnn.unpack_lstm_weights(weights, inputs, size, count, bidirectional)
    return cudnn.lstm_ref(x, h, c, *parts, lengths, inputs, size, count, dropout, bidirectional)


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize(("count", "p"), [(1, 0.5), (2, 0.0), (3, 0.5)])
def test_an_lstm_by_cudnn(monkeypatch, bidirectional, count, p):
    steps, batch, inputs, size = 5, 3, 4, 6
    sides = 2 if bidirectional else 1
    attrs = {"state_size": size, "num_layers": count, "bidirectional": bidirectional, "mode": "lstm"}
    random = {"p": p, "key": jax.random.key(5), "train": True}
    operator = partial(find("RNN").function, **attrs, **random, state_outputs=True)
    layout = layers._layout(inputs, {**attrs, "projection_size": None})
    given = numbers(0, steps, batch, inputs), numbers(1, layout.total)
    states = numbers(2, count * sides, batch, size), numbers(3, count * sides, batch, size)
    assert cudnn.get_num_params_in_lstm(inputs, size, count, bidirectional) == layout.total

    def loss(function, *arrays):
        return sum((r * numbers(7 + i, *r.shape)).sum() for i, r in enumerate(function(*arrays)))

    places = tuple(range(1, 5))
    expected = jax.jit(jax.value_and_grad(loss, places), static_argnums=0)(operator, *given, *states)
    used = []

    def noted(*arrays):
        used.append(arrays[0].shape)
        return reference(*arrays)

    monkeypatch.setattr(layers, "lstm_by_cudnn", lambda: True)
    monkeypatch.setattr(layers, "either", partial(either, platform="cpu"))
    monkeypatch.setattr(layers.cudnn, "lstm", noted)
    found = jax.jit(jax.value_and_grad(loss, places), static_argnums=0)(partial(operator), *given, *states)
    assert (batch, steps, inputs) in used
    for one, other in zip(jax.tree.leaves(found), jax.tree.leaves(expected), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("mode", ["gru", "rnn_relu", "rnn_tanh"])
def test_rounds_of_several_steps(monkeypatch, mode):
    steps, batch, inputs, size = 11, 2, 3, 4
    attrs = {"state_size": size, "num_layers": 2, "bidirectional": True, "mode": mode}
    layout = layers._layout(inputs, {**attrs, "projection_size": None})
    given = numbers(0, steps, batch, inputs), numbers(1, layout.total), numbers(2, 4, batch, size)
    results = []
    for on in (False, True):
        monkeypatch.setattr(layers, "has_gpu", lambda on=on: on)
        operator = partial(find("RNN").function, **attrs, state_outputs=True)
        found = jax.value_and_grad(lambda *arrays, run=operator: sum((r**2).sum() for r in run(*arrays)), (0, 1, 2))
        results.append(jax.tree.leaves(found(*given)))
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-6)
