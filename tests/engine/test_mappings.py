"""A process that makes program after program does not run out of memory mappings, of which Linux allows so many."""

from pathlib import Path

import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._host import mappings


def train(units: int) -> float:
    net = mx.gluon.nn.Dense(units, activation="tanh", in_units=3)
    net.initialize(mx.init.One())
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.125})
    for _ in range(2):
        with autograd.record():
            loss = net(nd.zeros((2, 3)) + 0.25).sum()
        loss.backward()
        trainer.step(2)
    return float(loss.asscalar())


def test_programs_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    expected = [train(units) for units in range(4, 10)]
    limit = tmp_path / "limit"
    limit.write_text("1\n")
    monkeypatch.setattr(mappings, "_LIMIT", limit)
    monkeypatch.setattr(mappings, "_EVERY", 1)
    mx.runtime.clear_engine_caches()
    assert [train(units) for units in range(4, 10)] == expected
    assert mx.runtime.engine_stats()["caches"]["programs"] <= 3
    limit.write_text("1000000000\n")
    mx.runtime.clear_engine_caches()
    assert [train(units) for units in range(4, 10)] == expected
    assert mx.runtime.engine_stats()["caches"]["programs"] >= 6


def test_a_system_without_that_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(mappings, "_LIMIT", tmp_path / "nothing")
    assert not mappings._are_nearly_used_up()
