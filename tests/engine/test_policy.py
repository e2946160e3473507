"""Tapes that never repeat, bulk sizes, the log and the caches."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.strategy import COSTS
from mxnet._lazy.tape import changed
from tests.engine.counting import counted


def iteration(rows: int) -> float:
    x = nd.ones((rows, 3))
    return float((nd.tanh(x * 0.5) + 1).sum().asscalar())


def test_shapes_that_never_repeat_are_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    with changed(interpret=False):
        for rows in range(5, 17):
            iteration(rows)
    reports = [r for r in caplog.records if r.name == "mxnet.engine"]
    assert len(reports) == 1
    assert "test_policy.py" in reports[0].getMessage()


def test_shapes_that_never_repeat_cost_no_more_than_node_by_node() -> None:
    with changed(interpret=False), counted() as lazy:
        for rows in range(20, 28):
            iteration(rows)
    with changed(naive=True), counted() as naive:
        for rows in range(30, 38):
            iteration(rows)
    assert lazy.xla <= naive.xla


def test_known_nodes_run_one_by_one_and_are_compiled_when_they_return() -> None:
    x = nd.array(np.ones((5, 7)))
    with changed(naive=True):
        nd.relu(nd.tanh(x)).asnumpy()
    with changed(interpret=False), counted() as first:
        nd.relu(nd.tanh(x)).asnumpy()
    assert (first.op_by_op, first.xla) == (1, 0)
    with changed(interpret=False), counted() as second:
        nd.relu(nd.tanh(x)).asnumpy()
    assert (second.op_by_op, second.compilations) == (0, 1)


def test_tapes_that_round_as_xla_does_are_computed_with_numpy_until_they_come_back() -> None:
    with counted() as counts:
        for _ in range(COSTS.interpret_runs + 2):
            np.testing.assert_array_equal(nd.maximum(nd.ones((3, 14)), 2)[1:, 2:].asnumpy(), np.full((2, 12), 2))
    assert (counts.interpreted, counts.compilations, counts.programs) == (
        COSTS.interpret_runs,
        1,
        COSTS.interpret_runs + 2,
    )


def test_tapes_that_round_otherwise_are_computed_with_numpy_where_they_are_always_new() -> None:
    def work(rows: int) -> np.ndarray:
        return nd.softmax(nd.ones((rows, 13)) * 0.5).asnumpy()

    with counted() as new:
        for rows in range(40, 60):
            np.testing.assert_allclose(work(rows), np.full((rows, 13), 1 / 13), rtol=1e-6)
    assert (new.interpreted, new.compilations, new.programs) == (17, 3, 20)
    with counted() as again:
        for _ in range(COSTS.churn_interpret_runs + 2):
            work(59)
    assert (again.interpreted, again.compilations, again.programs) == (
        COSTS.churn_interpret_runs - 1,
        1,
        COSTS.churn_interpret_runs + 2,
    )


def test_training_is_compiled_at_once_unless_it_is_always_new() -> None:
    def train(rows: int) -> None:
        weight = nd.array(np.ones((rows, 19)))
        weight.attach_grad()
        with autograd.record():
            loss = nd.tanh(weight).sum()
        loss.backward()
        weight.grad.asnumpy()

    with counted() as counts:
        train(2)
        train(2)
    assert (counts.interpreted, counts.compilations, counts.hits) == (0, 1, 1)
    with counted() as counts:
        for rows in range(3, 13):
            train(rows)
    assert (counts.interpreted, counts.compilations) == (7, 3)


def test_a_program_that_computes_twice_finds_the_same_digits() -> None:
    x = nd.array(np.random.default_rng(0).normal(size=(7, 11)))
    found = {
        (nd.tanh(x) * x + nd.exp(x).sum(axis=0)).asnumpy().tobytes() for _ in range(COSTS.churn_interpret_runs + 4)
    }
    assert len(found) == 1


def test_large_tapes_are_compiled_at_once() -> None:
    with counted() as counts:
        nd.tanh(nd.ones((3000, 3001)) * 0.5).sum().asnumpy()
    assert (counts.interpreted, counts.compilations) == (0, 1)


def test_the_log_says_what_is_computed_with_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    with changed(log=True):
        nd.ones((2, 17)).asnumpy()
    assert "1 nodes, with NumPy, at " in capsys.readouterr().err


def test_naive_engine_runs_each_operation_at_once() -> None:
    with changed(naive=True), counted() as counts:
        x = nd.array([1.0, 2.0]) * 2
        y = x + 1
    assert counts.flushes == counts.nodes == 2
    np.testing.assert_array_equal(y.asnumpy(), [3, 5])


def test_bulk_bounds_what_runs_together() -> None:
    x = nd.array([0.0])
    with mx.engine.bulk(10), counted() as counts:
        for _ in range(100):
            x += 1
    assert counts.flushes == 10
    assert x.asscalar() == 100
    before = mx.engine.set_bulk_size(5)
    assert mx.engine.set_bulk_size(before) == 5


def test_the_log_says_why_a_program_is_compiled_again(capsys: pytest.CaptureFixture[str]) -> None:
    def work(rows: int) -> None:
        (nd.array(np.ones((rows, 11))) * 2).asnumpy()

    with changed(log=True, interpret=False):
        work(2)
        work(2)
        work(3)
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("[engine] asnumpy")]
    assert "compiled" in lines[0]
    assert ", hit, " in lines[1]
    assert "recompiled because input 0 is float32[3, 11] where it was float32[2, 11]" in lines[2]
    assert "test_policy.py" in lines[0]


def test_counters_and_caches_can_be_read_and_cleared() -> None:
    (nd.ones((2,)) + 1).asnumpy()
    stats = mx.runtime.engine_stats()
    assert stats["programs"] > 0
    assert stats["caches"]["programs"] > 0
    mx.runtime.clear_engine_caches()
    assert mx.runtime.engine_stats()["caches"]["programs"] == 0
    np.testing.assert_array_equal((nd.ones((2,)) + 1).asnumpy(), [2, 2])
