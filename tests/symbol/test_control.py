"""Loops and branches of symbols: the same numbers and gradients as on arrays, one XLA loop, MXNet's JSON."""

import json
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.test_utils import assert_almost_equal


def _both(make: Any, arrays: dict[str, np.ndarray]) -> None:
    """Outputs and gradients of ``make(F, **inputs)``, a list, must agree between symbols and arrays."""
    given = {n: mx.nd.array(a) for n, a in arrays.items()}
    for array in given.values():
        array.attach_grad()
    with mx.autograd.record():
        wanted = make(mx.nd, **given)
    heads = [mx.nd.random.uniform(0.5, 1, w.shape) for w in wanted]
    mx.autograd.backward(wanted, heads)
    symbol = mx.sym.Group(make(mx.sym, **{n: mx.sym.var(n) for n in arrays}))
    grads = {n: mx.nd.zeros(a.shape) for n, a in arrays.items()}
    executor = symbol.bind(mx.cpu(), {n: mx.nd.array(a) for n, a in arrays.items()}, grads)
    for train in (False, True):
        for got, want in zip(executor.forward(is_train=train), wanted, strict=True):
            assert_almost_equal(got, want, rtol=1e-4, atol=1e-5)
    executor.backward(heads)
    for name, array in given.items():
        assert_almost_equal(grads[name], array.grad, rtol=1e-4, atol=1e-5)


def _numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).uniform(0.2, 1, shape).astype("float32")


def test_foreach() -> None:
    def make(F: Any, x: Any, s: Any, w: Any) -> Any:
        def body(data: Any, states: Any) -> Any:
            y = F.FullyConnected(data, w, no_bias=True, num_hidden=3)
            return [F.tanh(y + states[0]), data], [states[0] + y * F.sigmoid(states[0])]

        outputs, states = F.contrib.foreach(body, x, [s])
        return [*outputs, *states]

    _both(make, {"x": _numbers(5, 2, 4), "s": _numbers(2, 3), "w": _numbers(3, 4)})


def test_nested_loops_with_a_free_variable() -> None:
    def make(F: Any, x: Any, s: Any, w: Any) -> Any:
        scale = F.exp(w)

        def outer(row: Any, total: Any) -> Any:
            def inner(item: Any, product: Any) -> Any:
                return item * product, product * scale + item

            outputs, product = F.contrib.foreach(inner, row, total)
            return outputs.sum(axis=0), product * 0.5

        outputs, state = F.contrib.foreach(outer, x, s)
        return [outputs, state]

    _both(make, {"x": _numbers(3, 4, 2), "s": _numbers(2), "w": _numbers(2)})


def test_slices_of_one_axis_keep_it() -> None:
    def make(F: Any, x: Any, s: Any) -> Any:
        rows, end = F.contrib.foreach(lambda row, state: (row * state, state * 2), x, s)
        return [rows, end]

    _both(make, {"x": _numbers(3), "s": _numbers(1)})
    symbol = mx.sym.Group(make(mx.sym, mx.sym.var("x"), mx.sym.var("s")))
    assert symbol.infer_shape(x=(3,), s=(1,))[:2] == ([(3,), (1,)], [(3, 1), (1,)])


@pytest.mark.parametrize("hybridize", [False, True])
def test_gradient_of_a_while_loops_gradient(hybridize: bool) -> None:
    class Powers(mx.gluon.HybridBlock):
        def hybrid_forward(self, F: Any, x: Any) -> Any:
            def step(count: Any, product: Any) -> Any:
                return product, (count + 1, product * x)

            rows, (_, last) = F.contrib.while_loop(
                lambda count, _: count < 3, step, [F.zeros((1,), dtype="int32"), F.ones_like(x)], max_iterations=5
            )
            return F.sum(rows, axis=0) + last  # 1 + x + x ** 2 + x ** 3

    block = Powers()
    if hybridize:
        block.hybridize()
    x = mx.nd.array([0.5, -2.0])
    x.attach_grad()
    with mx.autograd.record():
        y = block(x)
        (slope,) = mx.autograd.grad(y, [x], create_graph=True)
    slope.backward()
    assert_almost_equal(y.asnumpy(), np.array([1.875, -5.0]))
    assert_almost_equal(slope.asnumpy(), np.array([2.75, 9.0]))
    assert_almost_equal(x.grad.asnumpy(), np.array([5.0, -10.0]))


def test_while_loop_stops_and_pads() -> None:
    def make(F: Any, i: Any, a: Any, w: Any) -> Any:
        outputs, states = F.contrib.while_loop(
            lambda i, a: i < 3, lambda i, a: ([a * w], [i + 1, a * w + a]), [i, a], max_iterations=6
        )
        return [outputs[0], states[1]]

    arrays = {"i": np.zeros(1, "float32"), "a": _numbers(2), "w": _numbers(3)[:2]}
    _both(make, arrays)
    symbol = mx.sym.Group(make(mx.sym, **{n: mx.sym.var(n) for n in arrays}))
    rows = symbol.eval(**{n: mx.nd.array(a) for n, a in arrays.items()})[0].asnumpy()
    assert rows.shape == (6, 2)
    assert (rows[:3] > 0).all() and (rows[3:] == 0).all()


def test_the_first_value_of_a_loop_variable_can_be_used_inside() -> None:
    def make(F: Any, a: Any) -> Any:
        start = a * 2
        outputs, states = F.contrib.while_loop(
            lambda x: F.sum(x) < 100, lambda x: (x + 1, [x + start]), [start], max_iterations=3
        )
        return [outputs, states[0]]

    _both(make, {"a": _numbers(2)})


@pytest.mark.parametrize("start", [1.0, 5.0])
def test_cond(start: float) -> None:
    def make(F: Any, x: Any, y: Any) -> Any:
        if F is mx.nd:
            return [F.contrib.cond(x.sum() > y.sum(), lambda: x * y, lambda: x + 2 * y)]
        return [F.contrib.cond(F.sum(x) > F.sum(y), lambda: x * y, lambda: x + 2 * y)]

    _both(make, {"x": np.full(2, start, "float32"), "y": np.array([2, 3], "float32")})


def test_moving_statistics_and_parameters_made_inside() -> None:
    def body(data: Any, state: Any) -> Any:
        return mx.sym.BatchNorm(data, name="bn", fix_gamma=False, momentum=0.5), state + 1

    outputs, state = mx.sym.contrib.foreach(body, mx.sym.var("x"), mx.sym.var("s"))
    symbol = mx.sym.Group([outputs, state])
    assert symbol.list_arguments() == ["x", "s", "bn_gamma", "bn_beta"]
    assert symbol.list_auxiliary_states() == ["bn_moving_mean", "bn_moving_var"]
    executor = symbol.simple_bind(mx.cpu(), x=(2, 8, 3), s=(1,))
    x = _numbers(2, 8, 3)
    executor.arg_dict["x"][:] = x
    executor.forward(is_train=True)
    mean = np.zeros(3)
    for batch in x:
        mean = mean * 0.5 + batch.mean(axis=0) * 0.5
    assert_almost_equal(executor.aux_dict["bn_moving_mean"], mean, rtol=1e-4, atol=1e-5)
    assert executor.outputs[1].asscalar() == 2


def test_dropout_differs_from_one_iteration_to_the_next() -> None:
    outputs, _ = mx.sym.contrib.foreach(
        lambda data, state: (mx.sym.Dropout(data, p=0.5), state + 1), mx.sym.var("x"), mx.sym.var("s")
    )
    executor = outputs.bind(mx.cpu(), {"x": mx.nd.ones((2, 64)), "s": mx.nd.zeros((1,))})
    rows = executor.forward(is_train=True)[0].asnumpy()
    assert (rows[0] != rows[1]).any()


def test_json_is_mxnets() -> None:
    with mx.name.NameManager():
        mx.AttrScope._subgraph_names.clear()
        w = mx.sym.var("w")
        outer = mx.sym.exp(w, name="z")
        outputs, state = mx.sym.contrib.foreach(lambda d, s: (d * outer, s + w), mx.sym.var("x"), mx.sym.var("s"))
    text = mx.sym.Group([outputs, state]).tojson()
    node = json.loads(text)["nodes"][-1]
    assert node["op"] == "_foreach"
    assert node["attrs"] == {
        "in_data_locs": "[0]",
        "in_state_locs": "[2]",
        "num_args": "5",
        "num_out_data": "1",
        "num_outputs": "2",
        "remain_locs": "[1, 3]",
    }
    inner = node["subgraphs"][0]
    assert [n["name"] for n in inner["nodes"] if n["op"] == "null"] == ["x-0", "z_output", "s-0", "w"]
    assert inner["nodes"][0]["attrs"] == {"__subgraph_name__": "foreach0"}
    assert mx.sym.load_json(text).tojson() == text


def test_shapes_that_depend_on_numbers_inside() -> None:
    x, keep, start = mx.sym.var("x"), mx.sym.var("keep"), mx.sym.var("start")
    arrays = {"x": mx.nd.array([[1, 2, 3], [4, 5, 6]]), "keep": mx.nd.array([[1, 0, 1], [0, 1, 0]])}

    def rest(values: mx.sym.Symbol, which: mx.sym.Symbol) -> mx.sym.Symbol:
        return mx.sym.sum(mx.sym.contrib.boolean_mask(values, which))

    def step(slices: list[mx.sym.Symbol], total: mx.sym.Symbol) -> tuple[mx.sym.Symbol, mx.sym.Symbol]:
        found = total + rest(*slices)
        return found, found

    sums, total = mx.sym.contrib.foreach(step, [x, keep], start)
    found = mx.sym.Group([sums, total]).eval(start=mx.nd.zeros((1,)), **arrays)
    assert [y.asnumpy().tolist() for y in found] == [[[4], [9]], [9]]
    one = {name: array[0] for name, array in arrays.items()}
    rows, last = mx.sym.contrib.while_loop(
        lambda i: i < rest(x, keep), lambda i: (i + rest(x, keep) - 4, i + 1), [start], max_iterations=6
    )
    found = mx.sym.Group([rows, last[0]]).eval(start=mx.nd.array([1]), **one)
    assert [y.asnumpy().tolist() for y in found] == [[[1], [2], [3], [0], [0], [0]], [4]]
    branch = mx.sym.contrib.cond(start < 1, lambda: mx.sym.contrib.boolean_mask(x, keep), lambda: x * 2)
    for number, expected in ((0, [1, 3]), (1, [2, 4, 6])):
        assert branch.eval(start=mx.nd.array([number]), **one)[0].asnumpy().tolist() == expected


def test_unknown_lengths_stay_unknown() -> None:
    data = mx.sym.var("data", shape=(0, 3, 4))
    outputs, _ = mx.sym.contrib.foreach(lambda d, s: (d + s[0], [s[0] * 2]), data, [mx.sym.var("state")])
    assert outputs.infer_shape_partial()[1] == [(0, 3, 4)]


def test_wrong_calls_say_what_is_wrong() -> None:
    x, s = mx.sym.var("x"), mx.sym.var("s")
    with pytest.raises(AssertionError, match="have to be used in the loop body: s is not"):
        mx.sym.contrib.foreach(lambda d, st: (d, d), x, s)
    with pytest.raises(ValueError, match="max_iterations"):
        mx.sym.contrib.while_loop(lambda i: i < 3, lambda i: (i, i + 1), [x])
    with pytest.raises(ValueError, match="Number of outputs differs"):
        mx.sym.contrib.cond(x < 1, lambda: [x, s], lambda: [x])
    with pytest.raises(mx.MXNetError, match="one shape and one dtype"):
        mx.sym.contrib.cond(s < 1, lambda: x, lambda: mx.sym.sum(x)).eval(x=mx.nd.ones((2,)), s=mx.nd.ones((1,)))
    with pytest.raises(mx.MXNetError, match=r"mx\.nd\.contrib\.foreach"):
        mx.nd._internal._foreach(
            mx.nd.ones((2,)), num_outputs=1, num_out_data=1, in_state_locs=(), in_data_locs=(0,), remain_locs=()
        )
