"""Gradients, statistics and dtypes of ``mxnet._ops.normalization``; numbers named MXNET are from MXNet 1.9.1."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

MEAN, VAR = np.array([0.1, 0.2, 0.3]), np.array([1.0, 2.0, 3.0])
GAMMA, BETA = np.array([2.0, 3.0, 4.0]), np.array([0.0, 1.0, 2.0])
X = np.array([[0.7, 0.1, 0.4], [0.2, 0.9, 0.5]])
NAMES = ["BatchNorm", "BatchNorm_v1", "_contrib_SyncBatchNorm"]


def batch_norm(name: str, *arrays: jax.Array, train: bool = True, **attrs: object) -> tuple:
    attrs |= {"key": "bn"} if "Sync" in name else {}
    return OPS[name].function(*arrays, **OPS[name].parse(attrs), train=train)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("attrs", [{"fix_gamma": False}, {}, {"fix_gamma": False, "use_global_stats": True}])
@pytest.mark.parametrize("shape", [(5, 3), (2, 3, 2, 2)])
def test_batch_norm_gradients(name: str, attrs: dict, shape: tuple) -> None:
    data = np.random.default_rng(0).uniform(0, 2, shape)

    def output(*arrays: jax.Array) -> jax.Array:
        return batch_norm(name, *arrays, MEAN, VAR, **attrs)[0]

    check_grads(output, (data, GAMMA, BETA), order=1, modes=("rev",), rtol=1e-3, atol=1e-3)


def test_second_derivatives_of_batch_norm() -> None:
    def output(data: jax.Array, gamma: jax.Array) -> jax.Array:
        return batch_norm("BatchNorm", data, gamma, BETA, MEAN, VAR, fix_gamma=False, eps=0.1)[0]

    check_grads(output, (jnp.asarray(X), jnp.asarray(GAMMA)), order=2, modes=("rev",), rtol=1e-3, atol=1e-3)


def test_the_gradient_equals_mxnets() -> None:
    def weighted(data: jax.Array, gamma: jax.Array, beta: jax.Array) -> jax.Array:
        out = batch_norm("BatchNorm", data, gamma, beta, MEAN, VAR, fix_gamma=False)[0]
        return (out * np.arange(6.0).reshape(2, 3)).sum()

    got = jax.grad(weighted, (0, 1, 2))(*map(jnp.asarray, (X, GAMMA, BETA)))
    for g, want in zip(got, MXNET, strict=True):
        np.testing.assert_allclose(g, want, rtol=1e-5, atol=1e-6)


MXNET = [
    [[-0.18748248, -0.06965844, -28.97671809], [0.18748248, 0.06965844, 28.97671809]],
    [-2.97628421, 2.99066872, 2.53546275],
    [3.0, 5.0, 7.0],
]


@pytest.mark.parametrize("name", NAMES)
def test_no_gradient_flows_through_the_statistics(name: str) -> None:
    def statistics(data: jax.Array, mean: jax.Array, var: jax.Array) -> jax.Array:
        return sum(s.sum() for s in batch_norm(name, data, GAMMA, BETA, mean, var, output_mean_var=True)[1:])

    grads = jax.grad(statistics)(jnp.asarray(X), jnp.asarray(MEAN), jnp.asarray(VAR))
    np.testing.assert_array_equal(grads, np.zeros((2, 3)))


def test_a_fixed_gamma_is_one_and_has_no_gradient() -> None:
    def output(gamma: jax.Array) -> jax.Array:
        return batch_norm("BatchNorm", X, gamma, BETA, MEAN, VAR)[0]

    np.testing.assert_array_equal(output(GAMMA), output(GAMMA * 7))
    np.testing.assert_array_equal(jax.jacrev(output)(jnp.asarray(GAMMA)), np.zeros((2, 3, 3)))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("train", [True, False])
def test_statistics_of_half_precision_are_float32(dtype: str, train: bool) -> None:
    half = jnp.asarray(X, dtype)
    single = [jnp.asarray(v, jnp.float32) for v in (GAMMA, BETA, MEAN, VAR)]
    outputs = batch_norm("BatchNorm", half, *single, output_mean_var=True, train=train)
    assert [o.dtype for o in outputs] == [dtype] + ["float32"] * 4
    filled = OPS["BatchNorm"].type_filler(dtype, None, None, None, None)
    assert filled == dict.fromkeys(("gamma", "beta", "moving_mean", "moving_var"), "float32")


@pytest.mark.parametrize("offset", [0.0, 1e4, -3e6])
def test_the_variance_survives_a_large_mean(offset: float) -> None:
    # Steps of a quarter are exact in float32 at these offsets, so the exact answer does not depend on the offset.
    data = (np.random.default_rng(0).integers(-8, 9, (64, 3, 8, 8)) / 4).astype(np.float32)
    shifted = jnp.asarray(data + np.float32(offset))
    vectors = [jnp.asarray(v, jnp.float32) for v in (GAMMA, BETA, MEAN, VAR)]
    _, _, invstd, *_ = batch_norm("BatchNorm", shifted, *vectors, output_mean_var=True)
    np.testing.assert_allclose(invstd, 1 / np.sqrt(data.astype(float).var((0, 2, 3)) + 1e-3), rtol=1e-4)


def test_layer_norm_of_a_large_mean() -> None:
    data = (np.random.default_rng(0).integers(-8, 9, (4, 256)) / 4).astype(np.float32)
    layer_norm = OPS["LayerNorm"].function
    ones, zeros = jnp.ones(256, jnp.float32), jnp.zeros(256, jnp.float32)
    (near,), (far,) = (layer_norm(jnp.asarray(data + np.float32(k)), ones, zeros) for k in (0, 1e5))
    np.testing.assert_allclose(far, near, rtol=1e-3, atol=2e-2)


@pytest.mark.parametrize("name", ["LayerNorm", "GroupNorm"])
def test_no_gradient_flows_through_mean_and_std(name: str) -> None:
    def statistics(data: jax.Array) -> jax.Array:
        return sum(s.sum() for s in OPS[name].function(data, jnp.ones(1), jnp.ones(1), output_mean_var=True)[1:])

    shape = (2, 1) if name == "LayerNorm" else (2, 1, 3)
    np.testing.assert_array_equal(jax.grad(statistics)(jnp.ones(shape)), np.zeros(shape))


def test_the_backward_pass_sums_together() -> None:
    """One pass over data and gradient: two sums for batch normalisation, that XLA puts into one kernel."""

    def loss(data: jax.Array) -> jax.Array:
        return batch_norm("BatchNorm", data, *(jnp.asarray(v, jnp.float32) for v in (GAMMA, BETA, MEAN, VAR)))[0]

    _, pull = jax.vjp(loss, jnp.ones((4, 3, 2, 2), jnp.float32))
    jaxpr = str(jax.make_jaxpr(pull)(jnp.ones((4, 3, 2, 2), jnp.float32)))
    assert jaxpr.count("reduce_sum") == 2


def test_parameter_shapes() -> None:
    def shapes(name: str, data: tuple | None, **attrs: object) -> dict:
        return dict(OPS[name].shape_filler(data, None, None, **OPS[name].parse(attrs)))

    names = ("gamma", "beta", "moving_mean", "moving_var")
    assert shapes("BatchNorm", (2, 3, 4, 5)) == dict.fromkeys(names, (3,))
    assert shapes("BatchNorm", (2, 3, 4, 5), axis=-1) == dict.fromkeys(names, (5,))
    assert shapes("_contrib_SyncBatchNorm", (2, 3), key="k") == dict.fromkeys(names, (3,))
    assert shapes("LayerNorm", (2, 3, 4)) == dict.fromkeys(names[:2], (4,))
    assert shapes("GroupNorm", (2, 6, 4), num_groups=3) == dict.fromkeys(names[:2], (3,))
    assert shapes("InstanceNorm", (2, 6, 4)) == dict.fromkeys(names[:2], (6,))
    assert shapes("LayerNorm", None) == {}


def test_sync_batch_norm_has_a_key_that_is_an_attribute() -> None:
    op = OPS["_contrib_SyncBatchNorm"]
    assert list(op.attrs)[-2:] == ["ndev", "key"]
    assert not op.needs_key


@pytest.mark.parametrize(
    ("name", "shapes", "attrs", "message"),
    [
        ("LayerNorm", [(2, 3), (3,), (3,)], {"axis": 2}, "Channel axis out of range"),
        ("LayerNorm", [(2, 3), (2,), (3,)], {}, "Shape inconsistent"),
        ("GroupNorm", [(2, 4, 3), (3,), (3,)], {"num_groups": 3}, "# of channels must be divisible by # of groups"),
        ("GroupNorm", [(2, 4), (2,), (2,)], {"num_groups": 2}, "3 axes or more"),
        ("InstanceNorm", [(2, 4), (4,), (4,)], {}, "rank >= 3"),
        ("L2Normalization", [(2, 4)], {"mode": "channel"}, "3 dimensions required in channel mode"),
        ("LRN", [(2, 4, 3, 3)], {"nsize": 2}, "odd values"),
        ("BatchNorm", [(2, 3), (2,), (2,), (2,), (2,)], {"train": True}, "Shape inconsistent"),
    ],
)
def test_wrong_use_is_explained(name: str, shapes: list, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        OPS[name].function(*map(jnp.ones, shapes), **attrs)
