"""Kinks, random layers and errors of ``mxnet._ops.layers``; expected numbers are from MXNet 1.9.1."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.registry import OPS
from mxnet.error import MXNetError


def run(name: str, *arrays: jax.Array, train: bool = False, **attrs: object) -> jax.Array:
    op = OPS[name]
    supplied = ({"key": jax.random.key(3)} if op.needs_key else {}) | ({"train": train} if op.needs_train else {})
    out = op.function(*arrays, **op.parse(attrs), **supplied)
    return out[0] if isinstance(out, tuple) else out


def gradient(name: str, *arrays: object, **attrs: object) -> list:
    inputs = [jnp.asarray(a, jnp.float32) for a in arrays]
    grads = jax.grad(lambda *a: run(name, *a, **attrs).sum(), tuple(range(len(inputs))))(*inputs)
    return [np.asarray(g) for g in grads]


@pytest.mark.parametrize(
    ("name", "act_type", "at_zero"),
    [
        ("Activation", "relu", 0),
        ("Activation", "softsign", 1),
        ("Activation", "softrelu", 0.5),
        ("LeakyReLU", "leaky", 0.25),
        ("LeakyReLU", "elu", 0.25),
        ("LeakyReLU", "selu", 1.758099),
        ("LeakyReLU", "gelu", 0.5),
    ],
)
def test_gradient_at_zero_and_far_away(name: str, act_type: str, at_zero: float) -> None:
    (got,) = gradient(name, [0.0, 1000.0], act_type=act_type)
    far = {"softsign": 1 / 1001**2, "selu": 1.050701}.get(act_type, 1)
    np.testing.assert_allclose(got, [at_zero, far], rtol=1e-5, atol=1e-12)
    assert np.isfinite(gradient(name, [-1000.0], act_type=act_type)[0]).all()


@pytest.mark.parametrize(
    ("gamma", "data", "against"),
    [
        ((1,), (2, 3, 2), (1, 1, 1)),
        ((3,), (2, 3, 2), (1, 3, 1)),
        ((2, 3), (2, 3, 2), (2, 3, 1)),
        ((2, 1), (2, 3, 2), (2, 1, 1)),
        ((2,), (3, 2), (1, 2)),
        ((2,), (2,), (2,)),
    ],
)
def test_gamma_of_prelu_lies_along_the_first_axes(gamma: tuple, data: tuple, against: tuple) -> None:
    x, g = np.linspace(-2, 1, np.prod(data)).reshape(data), np.linspace(0.1, 0.5, np.prod(gamma)).reshape(gamma)
    want = np.where(x > 0, x, x * g.reshape(against))
    np.testing.assert_allclose(run("LeakyReLU", jnp.asarray(x), jnp.asarray(g), act_type="prelu"), want)


def test_prelu_at_zero_and_with_a_gamma_that_does_not_fit() -> None:
    data, gamma = gradient("LeakyReLU", [[0.0, -1.0, 1.0]], [0.1], act_type="prelu")
    np.testing.assert_allclose(data, [[0.1, 0.1, 1]])
    np.testing.assert_allclose(gamma, [-1])
    with pytest.raises(MXNetError, match="Cannot broadcast gamma to data"):
        run("LeakyReLU", jnp.ones((2, 3, 2)), jnp.ones((2, 3, 2)), act_type="prelu")


def test_softmax_dtypes_and_edges() -> None:
    half = jnp.asarray([[1, 2, 3]], jnp.float16)
    assert run("softmax", half).dtype == jnp.float16
    assert run("softmax", half, dtype="float64").dtype == jnp.float64
    assert run("log_softmax", half, dtype="float32").dtype == jnp.float32
    np.testing.assert_array_equal(
        run("softmax", jnp.asarray([[-np.inf, 0], [-np.inf, -np.inf]])), [[0, 1], [np.nan] * 2]
    )
    data = jnp.asarray([[1.0, 2, 3], [4, 5, 7]])
    got = run("softmax", data, jnp.asarray([0, 1], jnp.int32), use_length=True)
    np.testing.assert_array_equal(got, [[0, 0, 0], [1, 0, 0]])
    weights = jnp.asarray([[1.0, 2, 3]] * 2)
    lengths = jnp.asarray([2, 0])
    grad = jax.grad(lambda x: (run("softmax", x, lengths, use_length=True) * weights).sum())(data)
    np.testing.assert_allclose(grad, [[-0.196612, 0.196612, 0], [0, 0, 0]], atol=1e-6)


def test_a_traced_temperature_equals_a_static_one() -> None:
    data = jnp.asarray([[1.0, 2, 3]], jnp.float32)
    traced = jax.jit(lambda t: OPS["softmax"].function(data, temperature=t))(jnp.asarray(2.0, jnp.float64))
    assert traced.dtype == jnp.float32
    np.testing.assert_allclose(traced, run("softmax", data, temperature=2.0), rtol=1e-6)


def test_dropout_keeps_its_mask_in_the_gradient() -> None:
    data = jnp.ones((30, 30), jnp.float32)
    out, pull = jax.vjp(lambda x: run("Dropout", x, p=0.4, train=True), data)
    np.testing.assert_array_equal(pull(data)[0], out)


def test_dropout_of_everything_and_of_more() -> None:
    assert np.isnan(run("Dropout", jnp.ones(3), p=1, train=True)).all()
    np.testing.assert_array_equal(run("Dropout", jnp.ones(3), p=0, train=True), np.ones(3))
    with pytest.raises(MXNetError, match=r"exceed bound \[0,1\]"):
        run("Dropout", jnp.ones(3), p=1.5)


def test_fully_connected_computes_float32_in_float32() -> None:
    def layer(data: jax.Array, weight: jax.Array) -> jax.Array:
        return run("FullyConnected", data, weight, num_hidden=3, no_bias=True)

    text = jax.jit(layer).lower(jnp.ones((2, 4), jnp.float32), jnp.ones((3, 4), jnp.float32)).as_text()
    assert "HIGHEST" in text


def test_parameter_shapes() -> None:
    def shapes(name: str, *given: tuple | None, **attrs: object) -> dict:
        return dict(OPS[name].shape_filler(*given, **OPS[name].parse(attrs)))

    assert shapes("FullyConnected", (2, 3, 4), None, None, num_hidden=5) == {"weight": (5, 12), "bias": (5,)}
    assert shapes("FullyConnected", (2, 3, 4), None, num_hidden=5, flatten=False, no_bias=True) == {"weight": (5, 4)}
    assert shapes("LeakyReLU", (2, 3, 4), None, act_type="prelu") == {"gamma": (3,)}
    assert shapes("LeakyReLU", (2, 3, 4)) == {}
    assert shapes("softmax", (2, 3, 4), None, axis=1, use_length=True) == {"length": (2, 4)}
    up = {"scale": 2, "sample_type": "bilinear", "num_args": 2}
    assert shapes("UpSampling", (1, 2, 3, 3), None, **up) == {"weight": (2, 1, 4, 4)}
    assert OPS["UpSampling"].input_names(OPS["UpSampling"].parse(up)) == ("data", "weight")


@pytest.mark.parametrize(
    ("name", "arrays", "attrs", "message"),
    [
        ("FullyConnected", [(1, 2), (3, 3)], {"num_hidden": 3, "no_bias": True}, "Shape inconsistent"),
        ("softmax", [(2, 3)], {"axis": 2}, "exceeds the input dimension of 2"),
        ("softmax", [(2, 3)], {"use_length": True}, "Mask needs to be provided"),
        ("softmax", [(2, 3), (2,)], {"use_length": True}, "only support integer types"),
        ("log_softmax", [(2, 3)], {"use_length": True}, "use_length is for softmax only"),
        ("SoftmaxActivation", [(2, 3)], {"mode": "channel"}, "least 3 dimensions"),
        ("Dropout", [(2, 3)], {"axes": (2,), "train": True}, "must be in range"),
        ("UpSampling", [(1, 1, 2, 2), (1, 1, 3, 3)], {"scale": 2, "sample_type": "nearest", "num_args": 2}, "divide"),
        ("_contrib_BilinearResize2D", [(1, 1, 2, 2)], {"scale_height": 2.0}, "needs both scales"),
        ("_contrib_BilinearResize2D", [(2, 2, 2)], {}, "should be 4D"),
    ],
)
def test_wrong_use_is_explained(name: str, arrays: list, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run(name, *map(jnp.ones, arrays), **attrs)


def test_whole_numbers_are_refused_as_in_mxnet() -> None:
    for name, attrs in (("Activation", {"act_type": "relu"}), ("softmax", {}), ("Dropout", {})):
        with pytest.raises(MXNetError, match="only support floating point types, not int32"):
            run(name, jnp.ones((2, 2), jnp.int32), **attrs)
