"""Shapes and types, forward and backward, whole and partial."""

import numpy as np
import pytest

import mxnet as mx
from mxnet.symbol.infer import GraphFacts
from mxnet.symbol.shapes import infer_shapes


def _by_name(symbol, shapes):
    return dict(zip(symbol.list_arguments(), shapes, strict=True))


def test_parameters_follow_from_the_data():
    fc = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc")
    assert fc.infer_shape(x=(2, 5, 7)) == ([(2, 5, 7), (3, 35), (3,)], [(2, 3)], [])
    assert fc.infer_shape((2, 5)) == ([(2, 5), (3, 5), (3,)], [(2, 3)], [])
    bn = mx.sym.BatchNorm(fc, name="bn")
    assert bn.infer_shape(x=(2, 5))[2] == [(3,), (3,)]


def test_undecided_shapes_warn_and_give_none():
    total = mx.sym.var("a") + mx.sym.var("b")
    with pytest.warns(UserWarning, match=r"Cannot decide shape(.|\n)*a: \(\)"):
        assert total.infer_shape() == (None, None, None)
    assert total.infer_shape_partial() == ([(), ()], [()], [])
    with mx.np_shape():
        assert total.infer_shape_partial() == ([None, None], [None], [])


def test_elementwise_operators_conclude_backward():
    a, b = mx.sym.var("a", shape=(0, 10)), mx.sym.var("b", shape=(12, 0))
    assert (mx.sym.tanh(a) * 2 + mx.sym.exp(b)).infer_shape()[0] == [(12, 10), (12, 10)]


@pytest.mark.parametrize(
    ("build", "other", "given", "expected"),
    [
        (lambda x: mx.sym.FullyConnected(x, num_hidden=21), (5, 21), (0, 10), (5, 10)),
        (lambda x: mx.sym.Convolution(x, kernel=(3, 3), num_filter=2), (7, 2, 4, 4), (0, 3, 0, 0), (7, 3, 6, 6)),
        (lambda x: mx.sym.Convolution(x, kernel=(3, 3), stride=(2, 2), num_filter=2), (7, 2, 4, 4), (0, 3, 0, 0), None),
        (lambda x: mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2)), (7, 3, 4, 4), (0, 3, 0, 0), None),
        (lambda x: mx.sym.transpose(x, axes=(1, 0, 2)), (3, 2, 4), (0, 0, 4), (2, 3, 4)),
        (lambda x: mx.sym.reshape(x, shape=(-1, 4)), (6, 4), (0, 3, 4), (2, 3, 4)),
        (lambda x: mx.sym.SliceChannel(x, num_outputs=5, axis=1, squeeze_axis=True)[1], (2,), (0, 5), (2, 5)),
        (lambda x: mx.sym.expand_dims(x, axis=0), (1, 3, 4), (0, 4), (3, 4)),
        (lambda x: mx.sym.Embedding(x, input_dim=5, output_dim=4), (2, 3, 4), (0, 3), (2, 3)),
        (lambda x: mx.sym.repeat(x, repeats=3, axis=0), (6, 2), (0, 2), (2, 2)),
        (lambda x: mx.sym.sum(x, axis=1, keepdims=True), (6, 1), (0, 4), (6, 4)),
    ],
)
def test_lengths_of_an_input_follow_from_the_output(build, other, given, expected):
    net = build(mx.sym.var("x")) + mx.sym.var("other")
    found = _by_name(net, net.infer_shape_partial(x=given, other=other)[0])["x"]
    if expected is None:  # several lengths would do, so the batch alone is decided
        expected = (other[0], *given[1:])
    assert found == expected


def test_batches_of_two_inputs_are_one():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    net = mx.sym.Concat(a, b, dim=1) + mx.sym.var("c")
    assert net.infer_shape(a=(0, 10), b=(0, 5), c=(2, 0))[0] == [(2, 10), (2, 5), (2, 15)]
    assert mx.sym.batch_dot(a, b).infer_shape_partial(a=(0, 3, 4), b=(0, 4, 5))[1] == [(0, 3, 5)]
    assert mx.sym.dot(a, b).infer_shape_partial(a=(0, 4), b=(4, 0))[1] == [(0, 0)]


def test_two_unknown_lengths_are_not_confused():
    net = mx.sym.dot(mx.sym.var("a"), mx.sym.var("b")) + mx.sym.var("c")
    assert net.infer_shape(a=(0, 4), b=(4, 0), c=(7, 9))[0] == [(7, 4), (4, 9), (7, 9)]


def test_constants_take_the_shape_they_are_used_in():
    state = mx.sym.zeros((0, 5))
    net = mx.sym.FullyConnected(state, num_hidden=3, name="fc") + mx.sym.var("x")
    assert net.infer_shape(x=(4, 3)) == ([(3, 5), (3,), (4, 3)], [(4, 3)], [])
    facts = infer_shapes(net._heads, {net.get_internals()["x"]._heads[0][0]: (4, 3)})
    assert isinstance(facts, GraphFacts)
    assert facts[state._heads[0]] == (4, 5)


@pytest.mark.parametrize(("step", "repeat"), [(1.0, 1), (0.1, 1), (-3.0, 1), (0.1, 2)])
def test_a_range_has_the_length_it_is_used_in(step: float, repeat: int) -> None:
    numbers = mx.sym.arange(start=2, stop=None, step=step, repeat=repeat, infer_range=True)
    net = mx.sym.var("x") + numbers
    assert net.infer_shape(x=(6,)) == ([(6,)], [(6,)], [])
    expected = np.repeat(2 + step * np.arange(6 // repeat), repeat)
    np.testing.assert_allclose(net.eval(x=mx.nd.zeros(6))[0].asnumpy(), expected, rtol=1e-6)
    again = mx.sym.load_json(net.tojson())
    np.testing.assert_allclose(
        again.simple_bind(mx.cpu(), x=(6,)).forward(x=mx.nd.zeros(6))[0].asnumpy(), expected, 1e-6
    )


def test_a_range_without_use_has_no_length() -> None:
    numbers = mx.sym.arange(start=2, stop=None, infer_range=True)
    with pytest.raises(mx.MXNetError, match="its length does not follow from its use"):
        numbers.bind(mx.cpu(), {}).forward()


def test_constants_complete_each_other():
    one, other = mx.sym.ones((2, -1)), mx.sym.ones([3, 0])
    net = one + mx.sym.transpose(other)
    assert net.infer_shape()[1] == [(2, 3)]
    assert net.eval()[0].shape == (2, 3)


def test_what_the_caller_says_goes_before_the_annotation():
    a = mx.sym.var("a", shape=(2, 3))
    net = a + mx.sym.var("b")
    assert net.infer_shape()[0] == [(2, 3), (2, 3)]
    assert net.infer_shape(a=(5, 6))[0] == [(5, 6), (5, 6)]
    with pytest.raises(mx.MXNetError, match=r"Error in operator _plus\d+.*\(2, 3\).*\(4, 5\)"):
        net.infer_shape(b=(4, 5))


def test_contradictions_name_the_operator_and_the_input():
    fc = mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=3, name="fc")
    with pytest.raises(
        mx.MXNetError, match=r"operator fc: .*weight was provided as \(3, 4\), but inferred as \(3, 5\)"
    ):
        fc.infer_shape(x=(2, 5), fc_weight=(3, 4))
    with pytest.raises(mx.MXNetError, match="operator fc"):
        fc.infer_shape(x=(2, 5), fc_bias=(4,))


def test_wrong_use():
    net = mx.sym.var("a") + mx.sym.var("b")
    with pytest.raises(mx.MXNetError, match="Keyword argument name c not found"):
        net.infer_shape(c=(2,))
    with pytest.raises(TypeError, match="shapes"):
        net.infer_shape(a=[2, 3])
    with pytest.raises(ValueError, match="either by positional or kwargs"):
        net.infer_shape((2,), b=(2,))
    with pytest.raises(mx.MXNetError, match="3 shapes given"):
        net.infer_shape((2,), (2,), (2,))
    with pytest.raises(mx.MXNetError, match="__shape__"):
        mx.sym.load_json(mx.sym.var("a", shape="many").tojson()).infer_shape_partial()


def test_numpy_semantics_know_zero_lengths():
    net = mx.sym.var("a") + mx.sym.var("b")
    with mx.np_shape():
        assert net.infer_shape(a=(0, 3)) == ([(0, 3), (0, 3)], [(0, 3)], [])
        assert net.infer_shape_partial(a=(-1, 3)) == ([(-1, 3), (-1, 3)], [(-1, 3)], [])


def test_types_in_both_directions():
    net = mx.sym.FullyConnected(mx.sym.Cast(mx.sym.var("x"), dtype="float32"), num_hidden=2, name="fc")
    assert net.infer_type(x="float16") == ([np.float16, np.float32, np.float32], [np.float32], [])
    assert net.infer_type_partial()[0] == [None, np.float32, np.float32]
    total = mx.sym.var("a") + mx.sym.exp(mx.sym.var("b"))
    assert total.infer_type(b=np.float64)[0] == [np.float64, np.float64]
    with pytest.warns(UserWarning, match="Cannot decide type"):
        assert total.infer_type() == (None, None, None)


def test_types_that_differ():
    x = mx.sym.var("x")
    embedding = mx.sym.Embedding(x, input_dim=3, output_dim=2, dtype="float16", name="e")
    assert embedding.infer_type(x="int32")[:2] == ([np.int32, np.float16], [np.float16])
    bn = mx.sym.BatchNorm(x, name="bn")
    assert bn.infer_type(x="float16") == ([np.float16, np.float32, np.float32], [np.float16], [np.float32] * 2)
    assert mx.sym.topk(x, ret_typ="both", dtype="int32").infer_type(x="float16")[1] == [np.float16, np.int32]
    assert mx.sym.where(mx.sym.var("c"), x, mx.sym.var("y")).infer_type(c="int8", y="float64")[1] == [np.float64]
    assert mx.sym.var("v", dtype="int64").infer_type()[0] == [np.int64]
    with pytest.raises(mx.MXNetError, match=r"Type inconsistent.*mx\.sym\.Cast"):
        (x + mx.sym.var("y")).infer_type(x="float16", y="float32")
    with pytest.raises(TypeError, match="dtype"):
        x.infer_type(x="complex64")


def test_the_type_of_an_embedding_is_that_of_its_weight() -> None:
    x, weight = mx.sym.var("x"), mx.sym.var("weight")
    rows = mx.sym.Embedding(x, weight, input_dim=4, output_dim=5)
    assert rows.infer_type(x="int32", weight="int64")[1] == [np.int64]
    assert rows.infer_type(x="int32")[1] == [np.float32]


def test_a_slice_without_steps_survives_its_file() -> None:
    part = mx.sym.slice(mx.sym.var("x"), begin=(None, 1), end=(2, None), step=None)
    assert mx.sym.load_json(part.tojson()).infer_shape(x=(3, 4, 5))[1] == [(2, 3, 5)]


def test_the_choices_of_where_have_the_shape_of_its_output() -> None:
    c, x, z = mx.sym.var("c"), mx.sym.var("x"), mx.sym.var("z")
    chosen = mx.sym.where(c, mx.sym.zeros((0, 4)), x)
    assert chosen.infer_shape(c=(3, 4), x=(3, 4))[1] == [(3, 4)]
    assert (chosen + z).infer_shape(c=(3, 4), z=(3, 4))[0] == [(3, 4)] * 3
    assert mx.sym.where(c, x, z).infer_shape(c=(3, 4), x=(3, 0), z=(0, 4))[1] == [(3, 4)]
    state = mx.sym.zeros((0, 4))  # a cell's state, whose batch size only the step's input tells
    step = mx.sym.FullyConnected(mx.sym.where(c, state, state), num_hidden=8) + mx.sym.FullyConnected(z, num_hidden=8)
    assert step.infer_shape(c=(3, 4), z=(3, 5))[1] == [(3, 8)]
    assert step.eval(
        **{
            name: mx.nd.ones(shape)
            for name, shape in zip(step.list_arguments(), step.infer_shape(c=(3, 4), z=(3, 5))[0], strict=True)
        }
    )[0].shape == (3, 8)
    assert chosen.infer_shape_partial(c=(3, 4))[1] == [(0, 4)]


def test_the_condition_of_where_is_of_any_type() -> None:
    c, x, y = (mx.sym.var(name).as_np_ndarray() for name in "cxy")
    assert mx.sym.np.where(c, x, y).infer_type(c="int64", x="float16")[1] == [np.float16]


def test_unknown_lengths_beside_known_ones_still_tell_the_number_of_axes() -> None:
    """Keras for MXNet asks its losses for it, whose labels have no lengths yet."""
    error = mx.sym.broadcast_sub(mx.sym.var("p", shape=(0, 5, 4, 3)), mx.sym.var("t", shape=(0, 0, 0, 0)))
    assert error.infer_shape_partial()[1] == [(0, 0, 0, 0)]
    assert mx.sym.mean(mx.sym.square(error), axis=-1).infer_shape_partial()[1] == [(0, 0, 0)]
