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


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file with the limit; mappings are counted for every program, and the tests do not depend on each other."""
    monkeypatch.setattr(mappings, "_LIMIT", tmp_path / "limit")
    monkeypatch.setattr(mappings, "_EVERY", 1)
    monkeypatch.setattr(mappings, "_others", 0)
    mx.runtime.clear_engine_caches()
    return tmp_path / "limit"


def known_programs() -> int:
    return mx.runtime.engine_stats()["caches"]["programs"]


def test_programs_are_forgotten_in_time(counted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [train(units) for units in range(4, 10)]  # there is no limit
    assert known_programs() >= 6
    mx.runtime.clear_engine_caches()
    monkeypatch.setattr(mappings, "_count", lambda: 200 * known_programs())
    counted.write_text("1000\n")
    assert [train(units) for units in range(4, 10)] == expected
    assert known_programs() < 6


def test_mappings_of_others_do_not_make_programs_go_again_and_again(
    counted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted.write_text("1300\n")
    monkeypatch.setattr(mappings, "_count", lambda: 1000)  # whatever is forgotten
    for units in range(4, 10):
        train(units)
    assert mappings._others == 1000
    assert known_programs() >= 5


def test_a_system_without_that_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(mappings, "_MAPPINGS", tmp_path / "nothing")
    train(4)
    known = known_programs()
    mappings.make_room()
    assert known_programs() == known > 0
