"""What ``mx.sym`` offers: functions, sub-namespaces, methods."""

import inspect

import pytest

import mxnet as mx
from mxnet._frontend.methods import FLUENT


@pytest.fixture(autouse=True)
def names():
    with mx.name.NameManager():
        yield


def test_aliases_of_the_module():
    assert mx.sym is mx.symbol
    assert mx.sym.Variable is mx.sym.var
    assert mx.symbol.symbol.Symbol is mx.sym.Symbol
    assert mx.sym.op.FullyConnected is mx.sym.FullyConnected


@pytest.mark.parametrize(
    "name",
    [
        "contrib.ctc_loss",
        "linalg.potrf",
        "random.normal_like",
        "sparse.dot",
        "image.to_tensor",
        "_internal._plus_scalar",
    ],
)
def test_operators_live_where_their_names_put_them(name):
    space, function = name.split(".")
    made = getattr(getattr(mx.sym, space), function)
    assert made.__name__ == function
    assert made.__doc__
    assert "kwargs" in inspect.signature(made).parameters


@pytest.mark.parametrize("name", FLUENT)
def test_methods_are_the_functions(name):
    method = getattr(mx.sym.Symbol, name)
    assert method.__name__ == name
    assert callable(getattr(mx.sym, name))


def test_a_method_is_named_as_its_function():
    x = mx.sym.var("x")
    assert (
        x.slice_axis(axis=0, begin=0, end=1).tojson()
        == mx.sym.slice_axis(x, axis=0, begin=0, end=1, name="slice_axis0").tojson()
    )
    made = [x.astype("float16"), x.reshape((1, -1)), x.flatten(), x.squeeze(), x.expand_dims(1), x.split_v2(2)]
    assert [s.name for s in made] == ["cast0", "reshape0", "flatten0", "squeeze0", "expand_dims0", "_split_v20"]


def test_random_symbols():
    x = mx.sym.var("x")
    assert mx.sym.random.normal(0, 2, shape=(3,)).list_attr() == {"loc": "0", "scale": "2", "shape": "(3,)"}
    assert mx.sym.random.normal(x, x).attr("op_name") == "_sample_normal"
    assert mx.sym.random.randn(2, 3).infer_shape()[1] == [(2, 3)]
    assert mx.sym.random.exponential(2).list_attr() == {"lam": "0.5"}
    with pytest.raises(ValueError, match="Symbol and int"):
        mx.sym.random.uniform(x, 1)
    with pytest.raises(ValueError, match="numbers"):
        mx.sym.random.randint(x, x)


def test_functions_of_numbers_alone():
    assert mx.sym.pow(2, 3) == 8
    assert mx.sym.maximum(2, 3) == 3
    assert mx.sym.minimum(2, 3) == 2
    assert mx.sym.hypot(3, 4) == 5
    with pytest.raises(TypeError):
        mx.sym.hypot("a", 1)


def test_helpers_say_what_they_take():
    x = mx.sym.var("x")
    with pytest.raises(ValueError, match="range="):
        mx.sym.histogram(x)
    with pytest.raises(ValueError, match="int or tuple"):
        mx.sym.split_v2(x, [1, 2])
    classes, true, sampled = mx.sym.contrib.rand_zipfian(x, 4, 100)
    assert mx.sym.Group([classes, true, sampled]).infer_shape(x=(3,))[1] == [(4,), (3,), (4,)]
    update = mx.sym.contrib.adamw_update(x, x, mx.sym.var("m"), mx.sym.var("v"), 0.5, lr=1, eta=1, name="step")
    assert update.list_auxiliary_states() == ["m", "v"]
