"""Symbols with NumPy's behaviour: names, parts, shapes, and the same functions as arrays have."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np, npx

DATA = onp.arange(24, dtype="float32").reshape(2, 3, 4)


@pytest.fixture(autouse=True)
def numpy_semantics() -> Iterator[None]:
    npx.set_np()
    with mx.name.NameManager():
        yield
    npx.reset_np()


def x() -> Any:
    return mx.sym.var("x").as_np_ndarray()


def value(symbol: Any) -> onp.ndarray:
    return symbol.eval(x=np.array(DATA))[0].asnumpy()


@pytest.mark.parametrize(
    "key",
    [
        0,
        -1,
        slice(1, 3),
        slice(None, None, -1),
        (0, 1),
        (-1, -2, -3),
        (slice(None), 1),
        (1, slice(None), slice(0, 4, 2)),
        (),
    ],
)
def test_parts_of_symbols(key: Any) -> None:
    part = value(x()[key])
    assert part.shape == DATA[key].shape
    assert part.tolist() == DATA[key].tolist()


def test_keys_that_symbols_do_not_take() -> None:
    for key in (None, "x", (0, None), Ellipsis, True, (Ellipsis, 0)):
        with pytest.raises(IndexError, match="Only integer, slice"):
            x()[key]
    with pytest.raises(NotImplementedError):
        x()[0] = 1


def test_several_outputs_are_chosen_by_number() -> None:
    both = mx.sym.Group([x(), x() + 1]).as_np_ndarray()
    assert both.num_outputs == 2
    assert [s.name for s in both] == ["x", "add_scalar0"]
    assert both[-1].name == "add_scalar0"
    with pytest.raises(IndexError):
        both[2]


def test_names_are_those_of_mxnet() -> None:
    made = {
        "add_scalar0": x() + 1,
        "rsubtract_scalar0": 2 - x(),
        "greater_scalar0": x() > 1,
        "sum0": x().sum(),
        "transpose0": x().T,
        "relu0": mx.sym.npx.relu(x()),
        "uniform0": mx.sym.np.random.uniform(size=(2,)),
        "zeros0": mx.sym.np.zeros((2, 3)),
        "arange0": mx.sym.np.arange(3),
    }
    assert {name: symbol.name for name, symbol in made.items()} == {name: name for name in made}
    assert [s.name for s in mx.sym.np.split(x(), 2)] == ["split0", "split0"]


def test_files_hold_mxnets_operators() -> None:
    nodes = json.loads((x().reshape(2, -1) + mx.sym.np.arange(2, 14)).tojson())["nodes"]
    assert [n["op"] for n in nodes] == ["null", "_np_reshape", "_npi_arange", "_npi_add"]
    assert nodes[2]["attrs"]["start"] == "2.0"
    assert nodes[2]["attrs"]["stop"] == "14.0"


CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "array_split": lambda F, a: F.array_split(a, 3, axis=2)[1],
    "hsplit": lambda F, a: F.hsplit(a, 3)[1],
    "vsplit": lambda F, a: F.vsplit(a, 2)[1],
    "dsplit": lambda F, a: F.dsplit(a, [1, 3])[1],
    "insert": lambda F, a: F.insert(a, 1, 5.0, axis=2),
    "delete": lambda F, a: F.delete(a, 1, axis=2),
    "ediff1d": lambda F, a: F.ediff1d(a, to_end=3.0),
    "resize": lambda F, a: F.resize(a, (5, 5)),
    "full_like": lambda F, a: F.full_like(a, 3),
    "around": lambda F, a: F.around(a / 7, 2),
    "where": lambda F, a: F.where(a > 3, a, -a),
    "einsum": lambda F, a: F.einsum("ijk->kj", a),
    "norm": lambda F, a: F.linalg.norm(a, axis=1),
}


@pytest.mark.parametrize("name", CALLS)
def test_functions_of_symbols(name: str) -> None:
    expected = CALLS[name](onp, DATA)
    assert CALLS[name](np, np.array(DATA)).asnumpy() == pytest.approx(expected, rel=1e-5)
    assert value(CALLS[name](mx.sym.np, x())) == pytest.approx(expected, rel=1e-5)


def test_shapes_without_axes_are_known() -> None:
    total = mx.sym.np.dot(x(), mx.sym.var("w").as_np_ndarray())
    assert total.infer_shape(x=(), w=()) == ([(), ()], [()], [])
    assert total.infer_shape(x=(2, 3), w=(3, 4)) == ([(2, 3), (3, 4)], [(2, 4)], [])
    assert total.infer_shape_partial(x=(2, 3), w=(-1, 4))[0] == [(2, 3), (3, 4)]


# --- arrays of different types ----------------------------------------------------------------------------------------

# What MXNet gives for each pair of types.
MIXED = {
    ("add", "int32", "float32"): "float32",
    ("add", "bool", "int64"): "int64",
    ("subtract", "float16", "float64"): "float64",
    ("multiply", "float32", "uint8"): "float32",
    ("mod", "int64", "float16"): "float16",
    ("power", "float32", "int32"): "float32",
    ("true_divide", "int32", "float16"): "float16",
    ("true_divide", "int64", "int64"): "float32",
    ("true_divide", "float32", "float64"): "float64",
}


class _Arithmetic(mx.gluon.HybridBlock):
    def __init__(self, name: str) -> None:
        super().__init__()
        self.of = name

    def hybrid_forward(self, F: Any, a: Any, b: Any) -> Any:
        return getattr(F.np, self.of)(a, b)


@pytest.mark.parametrize(("name", "left", "right"), MIXED)
def test_arithmetic_mixes_types(name: str, left: str, right: str) -> None:
    a, b = np.array([1, 2, 3], dtype=left), np.array([1, 1, 2], dtype=right)
    wanted = getattr(onp, name)(a.asnumpy().astype("float64"), b.asnumpy().astype("float64"))
    symbol = getattr(mx.sym.np, name)(x(), mx.sym.var("y").as_np_ndarray())
    assert [onp.dtype(t).name for t in symbol.infer_type(x=left, y=right)[1]] == [MIXED[name, left, right]]
    graph = symbol.bind(mx.cpu(), {"x": a, "y": b}).forward()[0]
    block = _Arithmetic(name)
    block.hybridize()
    with mx.autograd.record():
        recorded = block(a, b)
    for result in (getattr(np, name)(a, b), graph, recorded):
        assert onp.dtype(result.dtype).name == MIXED[name, left, right]
        assert result.asnumpy().astype("float64") == pytest.approx(wanted, rel=1e-3)
