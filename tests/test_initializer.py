"""Initializers: by name, by attribute, and what they fill arrays with."""

import json

import numpy as np
import pytest

import mxnet as mx


def filled(init, shape, name="fc_weight", **desc):
    array = mx.nd.empty(shape)
    init(mx.init.InitDesc(name, **desc), array)
    return array.asnumpy()


def test_the_end_of_a_name_decides():
    init = mx.init.Constant(3.0)
    expected = {"fc_weight": 3.0, "fc_bias": 0.0, "bn_gamma": 1.0, "bn_beta": 0.0, "q_min": 0.0, "q_max": 1.0}
    assert {name: float(filled(init, (1,), name)[0]) for name in expected} == expected
    with pytest.raises(ValueError, match="Unknown initialization pattern for odd"):
        filled(init, (1,), "odd")


def test_a_variables_own_initializer_goes_first():
    attrs = {"__init__": mx.init.Constant(7.0).dumps()}
    assert filled(mx.init.Zero(), (2,), "fc_bias", attrs=attrs).tolist() == [7.0, 7.0]


def test_create_by_name_json_and_object():
    assert isinstance(mx.init.create("zeros"), mx.init.Zero)
    made = mx.init.create('["xavier", {"magnitude": 2.0}]')
    assert made == mx.init.Xavier(magnitude=2.0)
    assert mx.init.create(made) is made
    with pytest.raises(ValueError, match="not registered"):
        mx.init.create("nothing")


def test_dumps_is_json_of_name_and_arguments():
    assert mx.init.Normal(0.5).dumps() == '["normal", {"sigma": 0.5}]'
    assert json.loads(mx.init.Constant(mx.nd.array([1, 2])).dumps()) == ["constant", {"value": [1.0, 2.0]}]
    assert json.loads(mx.init.MSRAPrelu(slope=0.1).dumps()) == ["msraprelu", {"factor_type": "avg", "slope": 0.1}]


def test_uniform_and_normal_have_their_scale():
    mx.random.seed(1)
    uniform = filled(mx.init.Uniform(0.5), (100, 100))
    assert np.abs(uniform).max() <= 0.5
    assert uniform.std() == pytest.approx(0.5 / 3**0.5, rel=0.05)
    assert filled(mx.init.Normal(0.2), (100, 100)).std() == pytest.approx(0.2, rel=0.05)


@pytest.mark.parametrize(("factor", "fan"), [("in", 4 * 9), ("out", 8 * 9), ("avg", 6 * 9)])
def test_xavier_counts_inputs_and_outputs(factor, fan):
    mx.random.seed(2)
    values = filled(mx.init.Xavier(factor_type=factor, magnitude=3), (8, 4, 3, 3))
    bound = (3 / fan) ** 0.5
    assert np.abs(values).max() <= bound
    assert np.abs(values).max() > 0.9 * bound


def test_xavier_refuses_vectors():
    with pytest.raises(ValueError, match="at least 2D"):
        filled(mx.init.Xavier(), (3,))


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 2, 2)])
def test_orthogonal_rows(shape):
    matrix = filled(mx.init.Orthogonal(scale=2.0), shape).reshape(shape[0], -1)
    small = matrix @ matrix.T if matrix.shape[0] <= matrix.shape[1] else matrix.T @ matrix
    np.testing.assert_allclose(small, 4 * np.eye(len(small)), atol=1e-5)


def test_bilinear_interpolates():
    line = np.array([[0.25, 0.75, 0.75, 0.25]])
    np.testing.assert_array_equal(filled(mx.init.Bilinear(), (1, 1, 4, 4))[0, 0], line.T @ line)


def test_lstm_bias_sets_the_forget_gate():
    assert filled(mx.init.LSTMBias(2.0), (8,), attrs={"__init__": mx.init.LSTMBias(2.0).dumps()}).tolist() == [
        *[0.0] * 2,
        *[2.0] * 2,
        *[0.0] * 4,
    ]


def test_fused_rnn_fills_every_part():
    init = mx.init.FusedRNN(mx.init.One(), num_hidden=2, num_layers=1, mode="lstm", forget_bias=3.0)
    weights, biases = 4 * 2 * (3 + 2), 2 * 4 * 2
    values = filled(init, (weights + biases,))
    assert (values[:weights] == 1).all()
    gates = [*[0.0] * 2, *[3.0] * 2, *[0.0] * 4]
    assert values[weights:].tolist() == gates * 2
    assert mx.init.create(init.dumps()) == init


def test_load_and_mixed(caplog):
    load = mx.init.Load({"arg:a": mx.nd.array([5.0])}, default_init=mx.init.One())
    array = mx.nd.zeros((1,))
    load("a", array)
    assert array.asscalar() == 5.0
    load(mx.init.InitDesc("b_weight"), array)
    assert array.asscalar() == 1.0
    with pytest.raises(AssertionError, match="Shape mismatch"):
        load("a", mx.nd.zeros((2,)))
    mixed = mx.init.Mixed(["fc", ".*"], [mx.init.One(), mx.init.Zero()])
    assert filled(mixed, (1,), "fc_weight")[0] == 1
    assert filled(mixed, (1,), "conv_weight")[0] == 0


def test_a_class_of_ones_own():
    @mx.init.register
    class Halves(mx.init.Initializer):
        def _init_weight(self, name, arr):
            arr[:] = 0.5

    assert filled(mx.init.create("halves"), (2,)).tolist() == [0.5, 0.5]


def test_plain_strings_still_work_with_a_warning():
    array = mx.nd.zeros((2,))
    with pytest.warns(DeprecationWarning, match="InitDesc"):
        mx.init.One()("bn_moving_var", array)
    assert array.asnumpy().tolist() == [1.0, 1.0]
