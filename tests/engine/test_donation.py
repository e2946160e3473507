"""Where results are written: over what nobody can reach any more, so that a training step moves nothing."""

from collections.abc import Callable

import jax
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._host.caches import clear_caches
from mxnet._host.stats import stats
from mxnet._programs.device import device_of
from mxnet.ndarray.handle import value_of


@pytest.fixture(autouse=True)
def no_history() -> None:
    """What other tests have run decides nothing here: where tapes are new again and again, NumPy computes them."""
    clear_caches()


def training(optimizer: str, hybrid: bool) -> tuple[gluon.Block, gluon.Trainer, Callable[[], nd.NDArray]]:
    net = gluon.nn.HybridSequential()
    net.add(gluon.nn.Dense(8, in_units=8, activation="tanh"), gluon.nn.Dense(8, in_units=8), gluon.nn.Dense(8))
    net.initialize()
    if hybrid:
        net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.01})
    data = nd.ones((4, 8))

    def step() -> nd.NDArray:
        with autograd.record():
            loss = (net(data) ** 2).mean()
        loss.backward()
        trainer.step(1)
        return loss

    return net, trainer, step


def places(arrays: list[nd.NDArray]) -> list[int]:
    """Where arrays lie in memory."""
    nd.waitall()
    return [value_of(array).data.unsafe_buffer_pointer() for array in arrays]  # type: ignore[union-attr]


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_parameters_and_states_stay_where_they_are(optimizer: str, hybrid: bool) -> None:
    net, trainer, step = training(optimizer, hybrid)
    for _ in range(3):
        step()
    weights = [p.data() for p in net.collect_params().values()]
    states = [a for state in trainer._updaters[0].states.values() for a in (state or ())]
    before = places([*weights, *states])
    for _ in range(3):
        step()
        assert places([*weights, *states]) == before


@pytest.mark.parametrize("hybrid", [False, True])
def test_gradients_too_where_programs_are_replayed(hybrid: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_of(mx.cpu()), "replays", True)
    net, _, step = training("sgd", hybrid)
    for _ in range(3):
        step()
    parameters = net.collect_params().values()
    before = places([p.grad() for p in parameters])
    for _ in range(3):
        step()
        assert places([p.grad() for p in parameters]) == before


def test_gradients_that_somebody_keeps_are_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for on in (False, True):
        monkeypatch.setattr(device_of(mx.cpu()), "replays", on)
        mx.random.seed(1)
        net, _, step = training("sgd", True)
        kept = []
        for _ in range(4):
            step()
            held = [value_of(p.grad()) for p in net.collect_params().values()]
            kept.append(held[::2])  # the others are overwritten
        nd.waitall()
        found.append([[np.asarray(value.data).tolist() for value in row] for row in kept])
    for one, other in zip(*found, strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5)


def test_no_more_programs_where_programs_are_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    traced = []
    for on in (False, True):
        monkeypatch.setattr(device_of(mx.cpu()), "replays", on)
        clear_caches()
        _, _, step = training("adam", False)
        before = stats.traces
        for _ in range(5):
            step().wait_to_read()
        traced.append(stats.traces - before)
    assert traced[0] == traced[1]


def test_waitall_waits_for_what_nobody_reads() -> None:
    _, _, step = training("sgd", True)
    for _ in range(3):
        step()  # the loss is dropped
    nd.waitall()
    assert all(array.is_ready() for array in jax.live_arrays() if not array.is_deleted())
