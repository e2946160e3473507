"""Where a tape ends, what stays on it, and what runs apart."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._calls.call import Call
from mxnet._lazy import cuts
from mxnet._lazy.cuts import Event, Summary
from mxnet._lazy.structure import FLOAT, Gradient, Node
from tests.engine.counting import counted

ADD = Call("add", lambda a, b: (a + b,), 2)
MAKE = Call("make", lambda: (0,), 0)
GRADIENT = Gradient((), (), ())


def summary(**facts: object) -> Summary:
    plain = {"nodes": 3, "nbytes": 0, "graph_nodes": 0, "node_bound": 64, "byte_bound": 1000, "has_recorded": False,
             "has_gradient": False, "repeats_cut": False, "bulk": False, "naive": False}  # fmt: skip
    return Summary(**{**plain, **facts})


@pytest.mark.parametrize(
    ("event", "facts", "reason"),
    [
        (Event.READ, {}, "read"),
        (Event.RECORD_ENTERED, {}, None),
        (Event.RECORD_ENTERED, {"has_gradient": True}, "an iteration begins"),
        (Event.GRAPH_CALLED, {"graph_nodes": 64}, "graphs"),
        (Event.GRAPH_CALLED, {"graph_nodes": 64, "has_recorded": True}, None),
        (Event.EXECUTOR_CALLED, {"called_before": True}, "an executor goes forward again"),
        (Event.METRIC_UPDATED, {}, "metric"),
        (Event.METRIC_UPDATED, {"has_recorded": True}, None),
        (Event.METRIC_UPDATED, {"only_metrics": True}, None),
        (Event.STEP_ENDED, {}, "a step ends"),
        (Event.BOUND_REACHED, {"nodes": 64}, None),
        (Event.BOUND_REACHED, {"nodes": 64, "repeats_cut": True}, "nodes"),
        (Event.BOUND_REACHED, {"nodes": 128}, "nodes"),
        (Event.BOUND_REACHED, {"nodes": 64, "bulk": True}, "bulk size"),
        (Event.BOUND_REACHED, {"nbytes": 1001}, "bytes"),
        (Event.BOUND_REACHED, {"naive": True}, "NaiveEngine"),
    ],
)
def test_rules(event: Event, facts: dict, reason: str | None) -> None:
    assert cuts.decide(event, summary(**facts)) == reason


def test_every_event_but_the_start_of_a_metric_has_a_rule() -> None:
    assert {rule.event for rule in cuts.RULES} == set(Event) - {Event.METRIC_STARTED}


def test_the_documentation_has_the_rules() -> None:
    page = (Path(__file__).parents[2] / "docs" / "engine.md").read_text()
    for rule in cuts.RULES:
        assert f"| `{rule.event.name}` | {rule.condition} | {rule.reason} | {rule.why} |" in page


def test_what_prepares_the_next_iteration_stays() -> None:
    nodes = [Node(ADD, (-1, -2)), GRADIENT, Node(ADD, (0, -2)), Node(ADD, (-3, -3)), Node(MAKE, (FLOAT,))]
    assert cuts.next_iteration(nodes, [1, 1, 1, 1, 1], ()) == [3, 4]  # 2 reads what was computed
    assert cuts.next_iteration(nodes, [1, 1, 1, 1, 1], (3,)) == [4]  # 3 is an update
    nodes.append(Node(ADD, (4, 0)))  # stays behind, and with it what it reads
    assert cuts.next_iteration(nodes, [1, 1, 1, 1, 1, 1], ()) == [3]


def test_what_an_iteration_does_not_own_runs_apart() -> None:
    data, total, batch, body = Node(MAKE, ()), Node(ADD, (-1, -2)), Node(ADD, (0, 0)), Node(ADD, (2, -3))
    nodes, counts = [data, total, batch, body], [1, 1, 1, 1]
    assert cuts.outside_iteration(nodes, counts, 3, live=(0, 1, 3), written=()) == [0, 1]
    assert cuts.outside_iteration(nodes, counts, 3, live=(1, 3), written=()) == [0, 1]  # zeros for a state
    noise = [Node(MAKE, (FLOAT,)), *nodes[1:]]
    assert cuts.outside_iteration(noise, counts, 3, live=(1, 3), written=()) == [1]  # it was made for this iteration
    assert cuts.outside_iteration(nodes, counts, 3, live=(3,), written=(2,)) == [0, 1, 2]
    assert cuts.outside_iteration(nodes, counts, 0, live=(0, 3), written=()) == []


def deep(x: nd.NDArray, w: nd.NDArray) -> nd.NDArray:
    """A network that is no small program."""
    for _ in range(20):
        x = nd.tanh(nd.dot(x, w))
    return (x * x).sum()


def made() -> nd.NDArray:
    w = nd.random.normal(shape=(6, 6)) * 0.1
    w.attach_grad()
    return w


def plain(data: nd.NDArray, w: nd.NDArray, rounds: int) -> None:
    for i in range(rounds):
        batch = data[4 * i : 4 * i + 4]
        with autograd.record():
            loss = deep(batch, w)
        loss.backward()
        w -= 0.1 * w.grad


def reading(data: nd.NDArray, w: nd.NDArray, rounds: int) -> None:
    for i in range(rounds):
        batch = data[4 * i : 4 * i + 4]
        with autograd.record():
            loss = deep(batch, w)
        loss.backward()
        w -= 0.1 * w.grad
        loss.asscalar()


def clipping(data: nd.NDArray, w: nd.NDArray, rounds: int) -> None:
    for i in range(rounds):
        batch = data[4 * i : 4 * i + 4]
        with autograd.record():
            loss = deep(batch, w)
        loss.backward()
        if (w.grad**2).sum().asscalar() > 1:
            w.grad[:] *= 0.5
        w -= 0.1 * w.grad


def with_a_trainer(data: nd.NDArray, w: nd.NDArray, rounds: int) -> None:
    total = nd.zeros((1,))
    average = nd.zeros((6, 6))
    for i in range(rounds):
        batch = data[4 * i : 4 * i + 4]
        with autograd.record():
            loss = deep(batch, w)
        loss.backward()
        nd.sgd_update(w, w.grad, lr=0.1, out=w)
        mx._programs.device.emit(Event.STEP_ENDED)
        total = total + loss
        average = 0.9 * average + 0.1 * w


def noise(data: nd.NDArray, w: nd.NDArray, rounds: int) -> None:
    for _ in range(rounds):
        batch = nd.random.normal(shape=(4, 6))
        with autograd.record():
            loss = deep(batch, w)
        loss.backward()
        w -= 0.1 * w.grad


@pytest.mark.parametrize("loop", [plain, reading, clipping, with_a_trainer, noise])
def test_a_loop_compiles_its_iteration_once(loop: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    mx.runtime.clear_engine_caches()
    sizes: list[int] = []
    compiling = mx._programs.report.compiling

    def listen(job: object, *rest: object) -> None:
        sizes.append(job.structure.size)  # type: ignore[attr-defined]
        compiling(job, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(mx._programs.report, "compiling", listen)
    data, w = nd.random.normal(shape=(40, 6)), made()
    loop(data, w, 6)
    nd.waitall()
    assert len([size for size in sizes if size > 50]) == 1, sizes
    with counted() as counts:
        loop(data, w, 6)
    assert counts.compilations == 0
    assert counts.programs <= (7 if loop in (plain, noise) else 13)


def test_random_data_before_a_loop() -> None:
    with counted() as counts:
        x, w = nd.random.normal(shape=(5, 7)), nd.random.normal(shape=(7, 3))
        w.attach_grad()
        for _ in range(5):
            with autograd.record():
                loss = nd.tanh(nd.dot(x, w)).sum()
            loss.backward()
            w -= 0.1 * w.grad
        nd.waitall()
    assert counts.compilations == 2 and counts.programs == 6


def test_noise_made_in_a_loop_belongs_to_its_iteration() -> None:
    w = nd.array([[1.0, 2.0, 3.0]])
    w.attach_grad()
    with counted() as counts:
        for _ in range(5):
            noise = nd.random.normal(shape=(4, 1))
            with autograd.record():
                loss = nd.tanh(nd.dot(noise, w)).sum()
            loss.backward()
            w -= 0.1 * w.grad
        nd.waitall()
    # The noise of the last iteration is still held, and is computed by itself.
    assert counts.programs <= 6 and counts.compilations <= 2


def test_values_that_stay_on_the_tape_can_be_read_and_written() -> None:
    w, data = nd.array([2.0]), nd.array(np.arange(8.0))
    w.attach_grad()
    seen = []
    for i in range(4):
        batch = data[2 * i : 2 * i + 2]
        twice = batch * 2
        with autograd.record():
            loss = (batch * w).sum()
        loss.backward()
        w -= 0.5 * w.grad
        seen.append((twice, w.copy()))
    assert [t.asnumpy().tolist() for t, _ in seen] == [[0, 2], [4, 6], [8, 10], [12, 14]]
    assert [v.asscalar() for _, v in seen] == [1.5, -1.0, -5.5, -12.0]


def test_a_prediction_loop_is_cut_into_programs_of_bounded_size() -> None:
    net = gluon.nn.HybridSequential()
    for _ in range(8):
        net.add(gluon.nn.Dense(5, in_units=5, activation="tanh"))
    net.initialize()
    net.hybridize()
    results = []
    with counted() as counts:
        for i in range(40):
            results.append(net(nd.full((1, 5), i)).argmax(axis=1))
    assert counts.flushes >= 5
    assert all(r.shape == (1,) for r in results)
