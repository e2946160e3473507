"""What a row cannot say about RNN: dropout, declared shapes, errors, second derivatives, and its size when traced."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.rnn import rnn
from mxnet.error import MXNetError

LSTM = {"mode": "lstm", "state_size": 4, "num_layers": 2}


def attrs(**given):
    return rnn.parse({**LSTM, **given})


def inputs(time: int = 3, dtype: str = "float32", **given) -> list:
    shape = (time, 2, 3)
    shapes = rnn.shape_filler(shape, None, None, None, **attrs(**given))
    random = np.random.default_rng(0)
    return [jnp.asarray(random.uniform(-1, 1, s), dtype) for s in (shape, *shapes.values())]


def test_dropout_acts_between_layers_in_training_only() -> None:
    arrays = inputs()

    def run(arrays: list, key: int, train: bool = True, **given) -> jax.Array:
        call = jax.jit(lambda *a: rnn.function(*a[1:], **attrs(**given), key=a[0], train=train)[0])
        return call(jax.random.key(key), *arrays)

    plain = run(arrays, 0)
    np.testing.assert_array_equal(run(arrays, 0, train=False, p=0.5), plain)
    one, again, other = (run(arrays, key, p=0.5) for key in (1, 1, 2))
    np.testing.assert_array_equal(one, again)
    assert not np.allclose(one, plain)
    assert not np.allclose(one, other)
    first = inputs(num_layers=1)
    np.testing.assert_array_equal(run(first, 1, num_layers=1, p=0.5), run(first, 1, num_layers=1))


def test_dropout_keeps_the_mean() -> None:
    """An identity second layer shows the dropped outputs of the first: zero, or divided by what is kept."""
    size = 64
    options = rnn.parse({"mode": "rnn_relu", "state_size": size, "num_layers": 2, "p": 0.25})
    eye, zero = np.eye(size), np.zeros((size, size))
    packed = np.concatenate([eye.ravel(), zero.ravel(), eye.ravel(), zero.ravel(), np.zeros(4 * size)])
    state = jnp.zeros((2, 8, size), jnp.float32)
    arrays = (jnp.ones((4, 8, size), jnp.float32), jnp.asarray(packed, jnp.float32), state)
    out = np.asarray(rnn.function(*arrays, **options, key=jax.random.key(3), train=True)[0])
    np.testing.assert_allclose(np.unique(out), [0, 1 / 0.75], rtol=1e-6)
    assert abs(out.mean() - 1) < 0.05


def test_shapes_of_parameters_and_states_follow_from_the_data() -> None:
    given = attrs(bidirectional=True, projection_size=2, use_sequence_length=True)
    assert rnn.shape_filler((5, 7, 3), None, None, None, None, **given) == {
        "parameters": (2 * (16 * (3 + 2 + 2) + 2 * 4) + 2 * (16 * (4 + 2 + 2) + 2 * 4),),
        "state": (4, 7, 2),
        "state_cell": (4, 7, 4),
        "sequence_length": (7,),
    }
    assert rnn.input_names(given) == ("data", "parameters", "state", "state_cell", "sequence_length")
    assert rnn.input_names(attrs(mode="gru")) == ("data", "parameters", "state")
    assert rnn.num_outputs(attrs(state_outputs=True)) == 3
    assert rnn.num_outputs(attrs(mode="gru", state_outputs=True)) == 2
    assert rnn.num_outputs(attrs()) == 1


def test_wrong_inputs_are_named() -> None:
    data, parameters, state, cell = inputs()
    with pytest.raises(MXNetError, match="rank-3"):
        rnn.function(data[0], parameters, state, cell, **attrs())
    with pytest.raises(MXNetError, match=r"parameters of shape \(304,\)"):
        rnn.function(data, parameters[1:], state, cell, **attrs())
    with pytest.raises(MXNetError, match="state_cell"):
        rnn.function(data, parameters, state, **attrs())
    with pytest.raises(MXNetError, match="projection_size"):
        rnn.function(data, parameters, state, **attrs(mode="gru", projection_size=2))


@pytest.mark.parametrize("mode", ["gru", "lstm"])
def test_gradients_in_half_precision(mode: str) -> None:
    wide = inputs(mode=mode)

    @jax.jit
    @jax.grad
    def slope(arrays: list) -> jax.Array:
        out = rnn.function(*arrays, **attrs(mode=mode, state_outputs=True))
        return sum((o.astype(jnp.float32) ** 2).sum() for o in out)

    expected = slope(wide)
    for got, want in zip(slope([a.astype(jnp.float16) for a in wide]), expected, strict=True):
        assert got.dtype == jnp.float16
        np.testing.assert_allclose(np.asarray(got, np.float32), want, rtol=0.05, atol=0.05)


def test_second_derivatives() -> None:
    from jax.test_util import check_grads

    arrays = inputs(time=2, dtype="float64", num_layers=1, mode="gru")
    run = jax.jit(lambda *a: rnn.function(*a, **attrs(num_layers=1, mode="gru"))[0])
    check_grads(run, arrays, order=2, modes=("rev",), rtol=5e-3)


def test_a_longer_sequence_is_no_larger_program() -> None:
    sizes = [
        len(jax.jit(lambda *a: rnn.function(*a, **attrs())).lower(*inputs(time=time)).as_text().splitlines())
        for time in (4, 400)
    ]
    assert sizes[0] == sizes[1]
