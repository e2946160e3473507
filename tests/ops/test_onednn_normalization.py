"""Batch normalisation in training by oneDNN equals XLA's, gradients too, with and without the rectifier in it."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import host_convolution, onednn, onednn_call, onednn_layers
from mxnet._ops.registry import OPS
from mxnet.symbol.graph import Graph

pytestmark = pytest.mark.skipif(
    onednn.library() is None or onednn_call.threads() > host_convolution.NORMALIZING_THREADS,
    reason="needs the extra 'fast', and few threads",
)

# Of the last two a channel has so many elements that XLA computes the statistics.
SHAPES = [(2, 32, 30, 30), (4, 24, 600), (2, 16, 12, 12, 12), (2, 16, 100, 100), (3, 20, 4000)]
NAMES = ["BatchNorm", "_contrib_BatchNormWithReLU"]


def arrays(shape: tuple[int, ...], seed: int = 0) -> list[jax.Array]:
    """Data, gamma, beta and running statistics."""
    random = np.random.RandomState(seed)
    channels = (shape[1],)
    numbers = [random.normal(1, 2, shape), random.uniform(0.5, 2, channels), random.normal(0, 1, channels)]
    return [jnp.asarray(n, np.float32) for n in (*numbers, np.zeros(channels), np.ones(channels))]


def computed(name: str, inputs: list[jax.Array]) -> list[jax.Array]:
    """Output, running statistics, and the gradients of data, gamma and beta."""
    data, gamma, beta, *moving = inputs
    attrs = OPS[name].parse({"fix_gamma": False})
    head = jnp.asarray(np.random.RandomState(9).normal(size=data.shape).astype(np.float32))

    def function(*trained: jax.Array) -> tuple:
        return OPS[name].function(*trained, *moving, train=True, **attrs)

    (out, *rest), pull = jax.vjp(function, data, gamma, beta)
    return [out, *rest, *pull((head, *[jnp.zeros_like(r) for r in rest]))]


def far_from_zero(inputs: list[jax.Array]) -> bool:
    """Whether rounding moves no element through zero, where the rectifier's gradient jumps."""
    out = computed("BatchNorm", inputs)[0]
    return bool(jnp.abs(out).min() > 1e-6)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", NAMES)
def test_it_equals_xlas_with_gradients(name: str, shape: tuple, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = next(a for a in (arrays(shape, seed) for seed in range(9)) if far_from_zero(a))
    calls: list[object] = []
    normalize = onednn_layers.normalize
    monkeypatch.setattr(onednn_layers, "normalize", lambda *a: calls.append(a) or normalize(*a))
    ours = computed(name, inputs)
    assert calls, "the library computed it"
    monkeypatch.setattr(host_convolution, "library_normalize", lambda *_: None)
    for mine, other in zip(ours, computed(name, inputs), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-5 * float(jnp.abs(other).max()))


def test_statistics_of_many_elements_with_a_distant_mean_are_exact() -> None:
    data, gamma, beta, *_ = arrays((8, 16, 100, 100))
    data = data + 20  # a mean of ten deviations
    exact = np.moveaxis(np.asarray(data, np.float64), 1, -1).reshape(-1, 16)
    _, mean, var = host_convolution.library_normalize(data, gamma, beta, 1e-3, True) or (None, 0, 0)
    np.testing.assert_allclose(mean, exact.mean(0), rtol=1e-6)
    np.testing.assert_allclose(var, exact.var(0), rtol=2e-6)


@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("rectified", [False, True])
def test_second_derivatives_equal_those_of_the_plain_form(rectified: bool, own: bool) -> None:
    data, gamma, beta, *_ = arrays((2, 32, 30, 30))

    def second(function: object) -> list[jax.Array]:
        def loss(*inputs: jax.Array) -> jax.Array:
            return jnp.sum(jnp.sin(function(*inputs)))  # type: ignore[operator]

        def penalty(*inputs: jax.Array) -> jax.Array:
            return sum(jnp.sum(jnp.square(g)) for g in jax.grad(loss, (0, 1, 2))(*inputs))

        return list(jax.grad(penalty, (0, 1, 2))(data, gamma, beta))

    how = onednn_layers.Normalization(1e-3, rectified, own)
    ours = second(lambda *a: onednn_layers.normalize(*a, how)[0])
    plain = second(lambda *a: onednn_layers._plain_normalize(*a, how))
    for mine, other in zip(ours, plain, strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-4, atol=1e-4 * float(jnp.abs(other).max()))


@pytest.mark.parametrize("shape", [(2, 32, 30, 30), (2, 16, 100, 100)])
@pytest.mark.parametrize("place", ["data", "gamma", "beta"])
def test_a_rectifier_in_it_lets_nans_through(place: str, shape: tuple[int, ...]) -> None:
    inputs = arrays(shape)
    which = {"data": 0, "gamma": 1, "beta": 2}[place]
    at = (0, 3, 0, 0) if place == "data" else 3
    inputs[which] = inputs[which].at[at].set(np.nan)
    out = computed("_contrib_BatchNormWithReLU", inputs)[0]
    assert jnp.isnan(out[:, 3]).all()
    assert not jnp.isnan(jnp.delete(out, 3, 1)).any()


@pytest.mark.parametrize(
    ("shape", "reason"), [((2, 4, 30, 30), "few elements"), ((2, 1, 300, 500), "many elements a channel")]
)
def test_what_would_be_slower_or_less_exact_is_xlas(shape: tuple, reason: str) -> None:
    data, gamma, beta, *_ = arrays(shape)
    assert host_convolution.library_normalize(data, gamma, beta, 1e-3, False) is None, reason


def network() -> mx.sym.Symbol:
    data = mx.sym.var("data")
    for number in range(2):
        data = mx.sym.Convolution(data, num_filter=32, kernel=(3, 3), pad=(1, 1), name=f"c{number}")
        data = mx.sym.BatchNorm(data, fix_gamma=False, name=f"n{number}")
        data = mx.sym.Activation(data, act_type="relu") if number else mx.sym.relu(data)
    return data


def test_in_a_graph_that_trains_the_rectifier_goes_with_its_normalisation() -> None:
    graph = Graph(network()._heads)
    joined = [s.node.op.name for s in graph._joined_steps(None, True, {})]
    assert joined == ["Convolution", "_contrib_BatchNormWithReLU", "_copy"] * 2
    assert graph._joined_steps(None, False, {}) == graph._steps


def test_a_normalisation_that_somebody_else_reads_stays_as_it_is() -> None:
    normal = mx.sym.BatchNorm(mx.sym.var("data"))
    for symbol in (mx.sym.relu(normal) + normal, mx.sym.Group([mx.sym.relu(normal), normal])):
        graph = Graph(symbol._heads)
        assert graph._joined_steps(None, True, {}) == graph._steps


def test_a_hybridized_network_trains_as_one_that_is_not() -> None:
    results = []
    for hybridize in (False, True):
        net = mx.gluon.nn.HybridSequential()
        net.add(mx.gluon.nn.Conv2D(32, 3, padding=1, in_channels=3), mx.gluon.nn.BatchNorm(in_channels=32))
        net.add(mx.gluon.nn.Activation("relu"))
        net.initialize()
        random = np.random.RandomState(0)
        for parameter in net.collect_params().values():
            parameter.set_data(nd.array(random.uniform(0.5, 1.5, parameter.shape)))
        if hybridize:
            net.hybridize()
        data = nd.array(np.random.RandomState(1).normal(size=(2, 3, 30, 30)))
        with autograd.record():
            loss = (net(data) ** 2).mean()
        loss.backward()
        gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
        running = [p.data() for p in net.collect_params().values() if p.grad_req == "null"]
        results.append([a.asnumpy() for a in (loss, *gradients, *running)])
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5 * max(np.abs(other).max(), 1))
