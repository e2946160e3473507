"""Backends that graphs are handed to, those of a program's own among them."""

import ctypes
from collections.abc import Iterator
from typing import Any

import pytest

import mxnet as mx
from mxnet.symbol import backends


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """A backend that doubles what a graph gives, and what it has been called with."""
    calls: list[Any] = []
    monkeypatch.setattr(backends, "_REGISTERED", {})

    @backends.register("Doubling")
    def double(symbol: Any, params: Any, shapes: Any, types: Any, **options: Any) -> Any:
        calls.append((sorted(params), dict(shapes), options))
        return symbol * 2

    yield calls


def test_a_registered_backend_changes_a_symbol(own: list[Any]) -> None:
    x, w = mx.sym.var("x"), mx.nd.array([3.0])
    made = (x * mx.sym.var("w")).optimize_for("doubling", {"w": w}, shape_dict={"x": (1,)}, level=3)
    assert made.eval(x=mx.nd.ones(1), w=w)[0].asscalar() == 6
    assert own == [(["w"], {"x": (1,)}, {"level": 3})]
    assert x.get_backend_symbol("Doubling").eval(x=mx.nd.ones(1))[0].asscalar() == 2
    assert "Doubling" in backends.list_backends()


def test_a_registered_backend_runs_hybridized_blocks(own: list[Any]) -> None:
    net = mx.gluon.nn.Dense(2, use_bias=False, in_units=3)
    net.initialize(mx.init.One())
    net.hybridize(backend="Doubling")
    assert net(mx.nd.ones((1, 3))).asnumpy().tolist() == [[6, 6]]


def test_the_environment_names_a_backend_for_bound_symbols(own: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    x = mx.sym.var("x")
    for name, expected in (("NONE", 1), ("default", 1), ("MKLDNN", 1), ("Doubling", 2)):
        monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", name)
        ones = mx.nd.ones(1)
        assert (x + 0).bind(mx.cpu(), {"x": ones}).forward()[0].asscalar() == expected
        assert (x + 0).bind(mx.cpu(), [ones]).forward()[0].asscalar() == expected
        assert (x + 0).simple_bind(mx.cpu(), x=(1,)).forward(x=ones)[0].asscalar() == expected
    assert [shapes for _, shapes, _ in own] == [{"x": (1,)}] * 3
    monkeypatch.setenv("MXNET_SUBGRAPH_BACKEND", "nonsense")
    with pytest.raises(RuntimeError, match="received 'nonsense'"):
        x.simple_bind(mx.cpu(), x=(1,))


def test_the_names_of_others_are_taken() -> None:
    with pytest.raises(ValueError, match="is there already"):
        backends.register("mkldnn")


def test_handles_of_the_c_interface_are_inert_types() -> None:
    for name in ("SymbolHandle", "NDArrayHandle", "ExecutorHandle", "KVStoreHandle", "CachedOpHandle", "OpHandle"):
        assert issubclass(getattr(mx.base, name), ctypes.c_void_p)
