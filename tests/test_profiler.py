"""What the profiler sees."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd, profiler
from mxnet.runtime import clear_engine_caches, engine_stats
from tests.engine.counting import counted


@pytest.fixture
def trace(tmp_path: Path) -> Iterator[Path]:
    """A profiler with tables, and its file; it is off again after the test."""
    profiler.dumps(reset=True)
    profiler.set_config(profile_all=True, aggregate_stats=True, filename=str(tmp_path / "trace.json"))
    yield tmp_path / "trace.json"
    profiler.set_state("stop")
    profiler.dumps(reset=True)
    profiler.dump()
    profiler.set_config()
    clear_engine_caches()  # operators that are known alone change how others' tapes are compiled


def tables() -> dict[str, Any]:
    return json.loads(profiler.dumps(format="json"))["Time"]


def counts(table: str) -> dict[str, int]:
    return {name: row["Count"] for name, row in tables().get(table, {}).items()}


def step(net: gluon.Block) -> np.ndarray:
    x = nd.ones((3, 5))
    with autograd.record():
        loss = net(x).sum()
    loss.backward()
    return net[0].weight.grad().asnumpy()


@pytest.mark.parametrize("hybridized", [False, True])
def test_operators_and_layers(trace: Path, hybridized: bool) -> None:
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(4, activation="relu", in_units=5), gluon.nn.Dense(2, in_units=4))
    net.initialize()
    if hybridized:
        net.hybridize()
    expected = step(net)
    profiler.set_state("run")
    np.testing.assert_allclose(step(net), expected, rtol=1e-6)
    profiler.set_state("stop")
    found = counts("operator")
    assert found["FullyConnected"] == found["_backward_FullyConnected"] == 2
    assert found["Activation"] == found["_backward_Activation"] == 1
    layers = counts("layer")
    assert layers["net_dense0"] == layers["net_dense1"] == 2
    assert layers["net_dense0_relu"] == 2
    before = found
    np.testing.assert_allclose(step(net), expected, rtol=1e-6)
    assert counts("operator") == before


def test_a_bound_symbol(trace: Path) -> None:
    symbol = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), name="out")
    executor = symbol.simple_bind(mx.cpu(), data=(2, 4))
    for name, array in executor.arg_dict.items():
        array[:] = nd.array(np.random.default_rng(len(name)).normal(size=array.shape))
    gradients = []
    for state in ("run", "stop"):
        profiler.set_state(state)
        executor.forward(is_train=True)
        executor.backward()
        gradients.append(executor.grad_dict["fc_weight"].asnumpy())
    np.testing.assert_allclose(*gradients, rtol=1e-5)
    assert counts("layer") == {"fc": 2, "out": 2}


def test_the_file_is_a_chrome_trace(trace: Path) -> None:
    domain = profiler.Domain("loading")
    profiler.set_state("run")
    (nd.ones((2, 2)) + 1).wait_to_read()
    with domain.new_task("read"):
        pass
    counter = domain.new_counter("items", 3)
    counter += 4
    counter -= 2
    domain.new_marker("here").mark("global")
    event, frame = profiler.Event("alone"), domain.new_frame("round")
    for timed in (event, frame):
        timed.start()
        timed.stop()
    profiler.set_state("stop")
    profiler.dump()
    events = json.loads(trace.read_text())["traceEvents"]
    for each in events:
        assert {"name", "ph", "pid"} <= each.keys()
        assert each["ph"] in "MXCi"
        assert each["ph"] != "X" or each["dur"] >= 0
    places = {e["pid"]: e["args"]["name"] for e in events if e["ph"] == "M"}
    row = {e["name"]: (e["ph"], places[e["pid"]]) for e in events if e["ph"] != "M"}
    assert row["_plus_scalar"] == ("X", "cpu/0")
    assert row["read"] == ("X", "loading")
    assert row["round"] == ("X", "loading,frame")
    assert row["alone"] == ("X", "event")
    assert row["here"] == ("i", "loading,instant_marker")
    assert [e["args"]["items"] for e in events if e["name"] == "items"] == [3, 7, 5]
    assert row["Memory: cpu/0"][0] == "C"


def test_tables(trace: Path) -> None:
    profiler.set_state("run")
    for _ in range(3):
        nd.sqrt(nd.ones((4, 4))).wait_to_read()
    text = profiler.dumps()
    assert "Profile Statistics:" in text
    assert text.index("Device Storage") < text.index("operator")
    row = next(line for line in text.splitlines() if line.startswith("sqrt"))
    assert row.split()[1] == "3"
    for key in ("total", "avg", "min", "max", "count"):
        for ascending in (False, True):
            rows = json.loads(profiler.dumps(format="json", sort_by=key, ascending=ascending))["Time"]["operator"]
            amounts = [r[key.capitalize()] for r in rows.values()]
            assert amounts == sorted(amounts, reverse=not ascending)
    profiler.dumps(reset=True)
    assert counts("operator") == {}
    with pytest.raises(AssertionError, match="Invalid value provided for format"):
        profiler.dumps(format="xml")
    with pytest.raises(AssertionError, match="Invalid value provided for sort_by"):
        profiler.dumps(sort_by="name")


def test_pausing_and_scopes(trace: Path) -> None:
    profiler.set_state("run")
    profiler.pause()
    nd.sqrt(nd.ones((2,))).wait_to_read()
    profiler.resume()
    with profiler.scope("outer:"), profiler.scope("inner:"):
        nd.exp(nd.ones((2,))).wait_to_read()
    assert "sqrt" not in counts("operator")
    assert counts("layer") == {"outer:inner": 2}


def test_a_users_operator(trace: Path) -> None:
    class Doubled(mx.operator.CustomOp):
        def forward(self, is_train: Any, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
            self.assign(out_data[0], req[0], in_data[0] * 2)

        def backward(self, req: Any, out_grad: Any, in_data: Any, out_data: Any, in_grad: Any, aux: Any) -> None:
            self.assign(in_grad[0], req[0], out_grad[0] * 2)

    @mx.operator.register("profiled_double")
    class DoubledProp(mx.operator.CustomOpProp):
        def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Doubled:
            return Doubled()

    x = nd.ones((2,))
    x.attach_grad()
    profiler.set_state("run")
    with autograd.record():
        y = nd.Custom(x, op_type="profiled_double")
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 2]
    found = counts("Custom Operator")
    for name in ("profiled_double::pure_python", "_backward_profiled_double::pure_python"):
        assert found[name] == 1
    assert found["profiled_double::_mul_scalar"] == 1


def test_off_it_changes_nothing() -> None:
    nd.waitall()
    before = engine_stats()
    y = nd.ones((3,))
    for _ in range(5):
        y = y * 1.5
    y.wait_to_read()
    after = engine_stats()
    assert after["flushes"] == before["flushes"] + 1
    assert profiler.dumps() == ""


def test_configuration() -> None:
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'foo'"):
        profiler.set_config(foo=1)
    with pytest.raises(mx.MXNetError, match="dump_period expect float"):
        profiler.set_config(dump_period="x")
    with pytest.raises(KeyError):
        profiler.set_state("x")
    with pytest.raises(mx.MXNetError, match="servers of a distributed store"):
        profiler.pause("server")
    with pytest.raises(mx.MXNetError, match="Invalid Input: 'nowhere'"):
        profiler.Marker(profiler.Domain("d"), "m").mark("nowhere")


def test_deprecated_names(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match=r"profiler_set_config\(\) is deprecated"):
        profiler.profiler_set_config("all", str(tmp_path / "old.json"))
    with pytest.warns(UserWarning, match="set_state"):
        profiler.profiler_set_state("run")
    nd.ones((2,)).wait_to_read()
    with pytest.warns(UserWarning, match="set_state"):
        profiler.profiler_set_state()
    with pytest.warns(UserWarning, match=r"use profiler\.dump\(\)"):
        profiler.dump_profile()
    assert "_ones" in (tmp_path / "old.json").read_text()
    profiler.set_config()
    clear_engine_caches()


def test_ever_new_shapes_are_not_compiled_while_the_profiler_runs(tmp_path: Path) -> None:
    mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=str(tmp_path / "shapes.json"))
    mx.profiler.set_state("run")
    try:
        with counted() as counts:
            for rows in range(20, 50):
                x = nd.array(np.arange(rows * 3).reshape(rows, 3))
                np.testing.assert_array_equal((x + x).asnumpy(), 2 * np.arange(rows * 3).reshape(rows, 3))
                assert nd.broadcast_to(x[:, :1], (rows, 4)).sum().asscalar() == 4 * x[:, 0].asnumpy().sum()
    finally:
        mx.profiler.set_state("stop")
    assert counts.compilations <= 20 and counts.interpreted >= 60
    assert "broadcast_add" in mx.profiler.dumps(reset=True)
