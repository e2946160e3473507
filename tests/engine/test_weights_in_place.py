"""On a CPU a training step overwrites weights without copying them first."""

import re

import jax
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._programs import build


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The text of each program with a gradient that is compiled during the test."""
    texts: list[str] = []
    after = build._after

    def spy(gradients, reals):
        texts.append("gradient")
        return after(gradients, reals)

    monkeypatch.setattr(build, "_after", spy)
    return texts


def weights_after_steps(optimizer: str) -> list[np.ndarray]:
    net = mx.gluon.nn.HybridSequential()
    for _ in range(3):
        net.add(mx.gluon.nn.Dense(96, activation="tanh", in_units=96))
    net.initialize()
    random = np.random.RandomState(0)
    for parameter in net.collect_params().values():
        parameter.set_data(nd.array(random.uniform(-0.1, 0.1, parameter.shape)))
    net.hybridize()
    trainer = mx.gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.1})
    data = nd.array(random.uniform(-1, 1, (8, 96)))
    for _ in range(3):
        with autograd.record():
            loss = (net(data) ** 2).sum()
        loss.backward()
        trainer.step(8)
    return [p.data().asnumpy() for p in net.collect_params().values()]


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_the_order_changes_no_number(optimizer: str, compiled: list, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = weights_after_steps(optimizer)
    assert compiled
    monkeypatch.setattr(build, "_after", lambda gradients, reals: reals)
    build._FUNCTIONS.clear()
    for mine, other in zip(ours, weights_after_steps(optimizer), strict=True):
        np.testing.assert_array_equal(mine, other)


@pytest.mark.skipif(jax.default_backend() != "cpu", reason="the CPU compiler's copies")
def test_a_weight_is_not_copied_before_it_is_overwritten() -> None:
    def step(rate, first, second, data):
        def loss(first, second):
            return (((data @ first.T) ** 2) @ second.T).sum()

        grads = jax.grad(loss, (0, 1))(first, second)
        (rate,) = build._after(grads, [rate])
        return first - rate * grads[0], second - rate * grads[1], grads

    struct = jax.ShapeDtypeStruct
    arrays = [struct((64, 32), np.float32), struct((16, 64), np.float32), struct((2, 32), np.float32)]
    rate = struct((), np.float32)
    text = jax.jit(step, donate_argnums=(1, 2)).lower(rate, *arrays).compile().as_text()
    assert not re.search(r" copy\(%(first|second)", text)
    assert "may-alias" in text
