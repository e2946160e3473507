"""Attention written operator by operator becomes fused attention; here computed by XLA in cuDNN's place."""

import contextlib
import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import jax
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._host.caches import clear_caches
from mxnet._programs import attention

HEADS, SIZE, LENGTH, BATCH = 2, 4, 6, 3

Function = Callable[..., Any]
Shapes = list[tuple[int, ...]]
Way = Callable[[Function, Shapes], list[np.ndarray]]


@contextlib.contextmanager
def fused(on: bool, seen: list[tuple[int, ...]] | None = None) -> Iterator[None]:
    """Fuse attention by XLA's implementation; ``seen`` collects the shapes of the queries."""
    attend = attention.attend

    def noted(queries: Any, *more: Any) -> Any:
        if seen is not None:
            seen.append(queries.shape)
        return attend(queries, *more)

    nd.waitall()
    clear_caches()
    attention.forced.implementation, attention.attend = ("xla" if on else ""), noted
    try:
        yield
        nd.waitall()
    finally:
        attention.forced.implementation, attention.attend = None, attend
        clear_caches()


def numbers(seed: int, *shape: int) -> nd.NDArray:
    return nd.array(np.random.RandomState(seed).uniform(-1, 1, shape))


def self_attention(F: Any, qkv: Any) -> Any:
    weights = F.softmax(F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=HEADS), axis=-1)
    return F.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=HEADS)


def cross_attention(F: Any, queries: Any, keys_values: Any) -> Any:
    weights = F.softmax(F.contrib.interleaved_matmul_encdec_qk(queries, keys_values, heads=HEADS))
    return F.contrib.interleaved_matmul_encdec_valatt(keys_values, weights, heads=HEADS)


def products(F: Any, queries: Any, keys: Any, values: Any) -> Any:
    scores = F.batch_dot(queries, keys, transpose_b=True) / math.sqrt(SIZE)
    return F.batch_dot(F.softmax(scores, axis=-1), values)


def unscaled(F: Any, queries: Any, keys: Any, values: Any) -> Any:
    return F.batch_dot(F.softmax(F.batch_dot(queries, keys, transpose_b=True)), values)


QKV = (LENGTH, BATCH, HEADS * 3 * SIZE)
ROWS = (BATCH * HEADS, LENGTH, SIZE)
CHAINS = [
    (self_attention, [QKV], (BATCH, LENGTH, HEADS, SIZE)),
    (cross_attention, [(5, BATCH, HEADS * SIZE), (LENGTH, BATCH, HEADS * 2 * SIZE)], (BATCH, 5, HEADS, SIZE)),
    (products, [(BATCH * HEADS, 5, SIZE), ROWS, ROWS], (BATCH * HEADS, 5, 1, SIZE)),
    (unscaled, [ROWS, ROWS, ROWS], (BATCH * HEADS, LENGTH, 1, SIZE)),
]


def imperative(function: Function, shapes: Shapes) -> list[np.ndarray]:
    arrays = [numbers(i, *s) for i, s in enumerate(shapes)]
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        out = function(nd, *arrays)
        loss = (out * numbers(9, *out.shape)).sum()
    loss.backward()
    return [out.asnumpy(), *[a.grad.asnumpy() for a in arrays]]


def hybridized(function: Function, shapes: Shapes) -> list[np.ndarray]:
    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, *given: Any) -> Any:
            return function(F, *given)

    block = Block()
    block.hybridize()
    return imperative(lambda _, *given: block(*given), shapes)


@pytest.mark.parametrize("way", [imperative, hybridized])
@pytest.mark.parametrize(("function", "shapes", "queries"), CHAINS)
def test_equal(way: Way, function: Function, shapes: Shapes, queries: tuple[int, ...]) -> None:
    with fused(False):
        expected = way(function, shapes)
    seen = []
    with fused(True, seen):
        found = way(function, shapes)
    assert set(seen) == {queries}
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@jax.custom_vjp
def by_its_own_rule(queries: Any, keys: Any, values: Any) -> Any:
    """As cuDNN's attention: it can be differentiated once, by its rule, and what the rule calls cannot."""
    return attend_there(queries, keys, values)[0]


def attend_there(queries: Any, keys: Any, values: Any) -> tuple[Any, tuple[Any, ...]]:
    given = (queries, keys, values)
    struct = jax.ShapeDtypeStruct(queries.shape, queries.dtype)
    return jax.pure_callback(lambda *g: attention._plain(1 / math.sqrt(SIZE), *g), struct, *given), given


def pull_there(given: tuple[Any, ...], cotangent: Any) -> tuple[Any, ...]:
    return jax.vjp(partial(attention._plain, 1 / math.sqrt(SIZE)), *given)[1](cotangent)


by_its_own_rule.defvjp(attend_there, pull_there)


@pytest.mark.parametrize("way", [imperative, hybridized])
def test_it_is_differentiated_by_its_own_rule(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    with fused(False):
        expected = way(self_attention, [QKV])
    monkeypatch.setattr(attention, "_fused", lambda scale, how, *given: by_its_own_rule(*given))
    with fused(True):
        found = way(self_attention, [QKV])
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


def test_without_a_gpu_nothing_is_fused() -> None:
    assert attention.implementation() == ""


def scores_read(F: Any, qkv: Any) -> Any:
    scores = F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=HEADS)
    out = F.contrib.interleaved_matmul_selfatt_valatt(qkv, F.softmax(scores), heads=HEADS)
    return F.broadcast_add(out, F.mean(scores).reshape((1, 1, 1)))


def masked(F: Any, qkv: Any) -> Any:
    scores = F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=HEADS) - 1
    return F.contrib.interleaved_matmul_selfatt_valatt(qkv, F.softmax(scores), heads=HEADS)


def other_axis(F: Any, qkv: Any) -> Any:
    scores = F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=HEADS)
    return F.contrib.interleaved_matmul_selfatt_valatt(qkv, F.softmax(scores, axis=1), heads=HEADS)


def dropped(F: Any, qkv: Any) -> Any:
    weights = F.Dropout(F.softmax(F.contrib.interleaved_matmul_selfatt_qk(qkv, heads=HEADS)), p=0.5)
    return F.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=HEADS)


@pytest.mark.parametrize("way", [imperative, hybridized])
@pytest.mark.parametrize("function", [scores_read, masked, other_axis, dropped])
def test_left_as_it_is_written(way: Way, function: Function) -> None:
    found = []
    for on in (False, True):
        seen = []
        with fused(on, seen):
            mx.random.seed(3)
            found.append(way(function, [QKV]))
        assert seen == []
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_scores_that_are_alive_are_there() -> None:
    seen = []
    with fused(True, seen):
        qkv = numbers(0, *QKV)
        scores = nd.contrib.interleaved_matmul_selfatt_qk(qkv, heads=HEADS)
        weights = nd.softmax(scores)
        out = nd.contrib.interleaved_matmul_selfatt_valatt(qkv, weights, heads=HEADS)
        np.testing.assert_allclose(weights.asnumpy().sum(-1), 1, rtol=1e-5)
        assert out.shape == (LENGTH, BATCH, HEADS * SIZE)
    assert seen == []


def test_dropout_outside_of_training_is_passed() -> None:
    class Block(gluon.HybridBlock):
        def hybrid_forward(self, F: Any, qkv: Any) -> Any:
            return dropped(F, qkv)

    results, seen = [], []
    for on in (False, True):
        block = Block()
        block.hybridize()
        with fused(on, seen):
            results.append(block(numbers(0, *QKV)).asnumpy())
    np.testing.assert_allclose(*results, rtol=1e-4, atol=1e-5)
    assert len(set(seen)) == 1


class Layer(gluon.HybridBlock):
    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.qkv = gluon.nn.Dense(3 * HEADS * SIZE, flatten=False, in_units=HEADS * SIZE)
            self.out = gluon.nn.Dense(HEADS * SIZE, flatten=False, in_units=HEADS * SIZE)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.tanh(x + self.out(self_attention(F, self.qkv(x))))


@pytest.mark.parametrize("hybrid", [False, True])
def test_a_network_that_is_rolled(hybrid: bool) -> None:
    """Twelve layers are rounds of a loop: attention is fused inside of it."""
    results = []
    for on in (False, True):
        seen = []
        with fused(on, seen):
            mx.random.seed(7)
            net = gluon.nn.HybridSequential()
            for _ in range(12):
                net.add(Layer())
            net.initialize(mx.init.Xavier())
            if hybrid:
                net.hybridize()
            trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
            data = numbers(1, LENGTH, BATCH, HEADS * SIZE)
            losses = []
            for _ in range(3):
                with autograd.record():
                    loss = (net(data) ** 2).mean()
                loss.backward()
                trainer.step(1)
                losses.append(float(loss.asscalar()))
            results.append(losses)
        assert bool(seen) == on
    np.testing.assert_allclose(*results, rtol=1e-4)
