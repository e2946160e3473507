"""Distributions of the samplers, with fixed keys so that the outcome is always the same, and MXNet's own gradients."""

from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy import stats

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

COUNT = 20_000


def run(name: str, *arrays: Any, seed: int = 11, **attrs: Any) -> Any:
    """The operator in a trace, its traced attributes arriving as the engine passes them."""
    op = OPS[name]
    parsed = op.parse(attrs)
    traced = {k: np.asarray(v) for k, v in parsed.items() if k in op.traced}
    static = tuple((k, v) for k, v in parsed.items() if k not in op.traced)
    return compiled(name, static)(jax.random.key(seed), traced, *[jnp.asarray(a) for a in arrays])


@cache
def compiled(name: str, static: tuple) -> Any:
    def call(key: jax.Array, traced: dict, *arrays: jax.Array) -> Any:
        return OPS[name].function(*arrays, **dict(static), **traced, key=key)

    return jax.jit(call)


def agrees(sample: Any, law: Any) -> None:
    """Kolmogorov and Smirnov's test for a continuous law, Pearson's for a discrete one."""
    sample = np.asarray(sample, np.float64).ravel()
    if isinstance(law.dist, stats.rv_continuous):
        assert stats.kstest(sample, law.cdf).pvalue > 1e-3
        return
    edges = np.unique(law.ppf(np.linspace(0.02, 0.98, 25)))
    cells = np.diff(np.concatenate([[0.0], law.cdf(edges), [1.0]]))
    seen = np.bincount(np.searchsorted(edges, sample), minlength=len(cells))
    assert np.array_equal(sample, np.floor(sample))
    assert stats.chisquare(seen, cells * len(sample)).pvalue > 1e-3


@pytest.mark.parametrize(
    ("name", "attrs", "law"),
    [
        ("uniform", {"low": -2, "high": 5}, stats.uniform(-2, 7)),
        ("normal", {"loc": 3, "scale": 0.5}, stats.norm(3, 0.5)),
        ("exponential", {"lam": 4}, stats.expon(scale=0.25)),
        ("gamma", {"alpha": 0.05, "beta": 2}, stats.gamma(0.05, scale=2)),
        ("gamma", {"alpha": 0.9, "beta": 2}, stats.gamma(0.9, scale=2)),
        ("gamma", {"alpha": 1, "beta": 1}, stats.gamma(1)),
        ("gamma", {"alpha": 7.5, "beta": 0.1}, stats.gamma(7.5, scale=0.1)),
        ("gamma", {"alpha": 1e4, "beta": 1}, stats.gamma(1e4)),
        ("poisson", {"lam": 0.01}, stats.poisson(0.01)),
        ("poisson", {"lam": 0.7}, stats.poisson(0.7)),
        ("poisson", {"lam": 9.9}, stats.poisson(9.9)),
        ("poisson", {"lam": 10}, stats.poisson(10)),
        ("poisson", {"lam": 14.3}, stats.poisson(14.3)),
        ("poisson", {"lam": 3000}, stats.poisson(3000)),
        ("poisson", {"lam": 3e6}, stats.poisson(3e6)),
        ("negative_binomial", {"k": 1, "p": 0.5}, stats.nbinom(1, 0.5)),
        ("negative_binomial", {"k": 40, "p": 0.01}, stats.nbinom(40, 0.01)),
        ("generalized_negative_binomial", {"mu": 2, "alpha": 0.3}, stats.nbinom(1 / 0.3, 1 / 1.6)),
        ("generalized_negative_binomial", {"mu": 5, "alpha": 0}, stats.poisson(5)),
    ],
)
def test_scalar_parameters(name: str, attrs: dict, law: Any) -> None:
    agrees(run(f"_random_{name}", shape=(COUNT,), dtype="float32", **attrs), law)


@pytest.mark.parametrize(
    ("name", "attrs", "law"),
    [
        ("uniform", {"low": -2, "high": 5}, stats.uniform(-2, 7)),
        ("normal", {"loc": 3, "scale": 0.5}, stats.norm(3, 0.5)),
        ("exponential", {"lam": 4}, stats.expon(scale=0.25)),
        ("gamma", {"alpha": 0.9, "beta": 2}, stats.gamma(0.9, scale=2)),
    ],
)
def test_double_precision(name: str, attrs: dict, law: Any) -> None:
    """Counts are always drawn in float64; these are not."""
    out = run(f"_random_{name}", shape=(COUNT,), dtype="float64", **attrs)
    agrees(out, law)
    assert np.any(np.asarray(out) != np.asarray(out).astype(np.float32))


@pytest.mark.parametrize(
    ("name", "attrs", "law"),
    [
        ("uniform", {"low": -2, "high": 5}, stats.uniform(-2, 7)),
        ("normal", {"loc": 3, "scale": 0.5}, stats.norm(3, 0.5)),
        ("exponential", {"lam": 4}, stats.expon(scale=0.25)),
        ("gamma", {"alpha": 0.9, "beta": 2}, stats.gamma(0.9, scale=2)),
        ("poisson", {"lam": 9}, stats.poisson(9)),
        ("negative_binomial", {"k": 4, "p": 0.3}, stats.nbinom(4, 0.3)),
        ("generalized_negative_binomial", {"mu": 2, "alpha": 0.3}, stats.nbinom(1 / 0.3, 1 / 1.6)),
    ],
)
def test_like(name: str, attrs: dict, law: Any) -> None:
    agrees(run(f"_random_{name}_like", np.zeros(COUNT, np.float32), seed=12, **attrs), law)


@pytest.mark.parametrize(
    ("name", "parameters", "law"),
    [
        ("uniform", ([0, 3], [1, 5]), lambda a, b: stats.uniform(a, b - a)),
        ("normal", ([0, 3], [1, 0.1]), stats.norm),
        ("gamma", ([0.3, 30], [1, 0.1]), lambda a, b: stats.gamma(a, scale=b)),
        ("exponential", ([0.3, 30],), lambda lam: stats.expon(scale=1 / lam)),
        ("poisson", ([0.3, 30],), stats.poisson),
        ("negative_binomial", ([2, 30], [0.3, 0.7]), stats.nbinom),
        ("generalized_negative_binomial", ([2, 9], [0.3, 0.7]), lambda mu, a: stats.nbinom(1 / a, 1 / (mu * a + 1))),
    ],
)
def test_array_parameters(name: str, parameters: tuple, law: Any) -> None:
    out = run(f"_sample_{name}", *[np.array(p, np.float32) for p in parameters], shape=(COUNT // 2, 2))
    assert out.shape == (2, COUNT // 2, 2)
    for index in range(2):
        agrees(out[index], law(*[p[index] for p in parameters]))


def test_parameters_at_their_limits() -> None:
    assert np.all(np.asarray(run("_random_poisson", lam=0, shape=(COUNT,), dtype="float32")) == 0)
    assert np.all(np.asarray(run("_random_negative_binomial", k=3, p=1, shape=(COUNT,), dtype="float32")) == 0)
    assert np.all(np.asarray(run("_random_negative_binomial", k=0, p=0.5, shape=(COUNT,), dtype="float32")) == 0)
    out = np.asarray(run("_sample_poisson", np.array([np.inf, np.nan, -1.0, 5.0], np.float32), shape=3))
    assert np.all(np.isposinf(out[0]))
    assert np.all(np.isnan(out[1]))
    assert np.all(out[2] == 0)
    assert np.all(np.isfinite(out[3]))
    out = np.asarray(run("_sample_gamma", np.array([np.nan, -1, 2], np.float32), np.ones(3, np.float32), shape=3))
    assert np.all(np.isnan(out[:2]))
    assert np.all(out[2] > 0)


def test_poisson_of_a_tiny_mean_has_that_mean() -> None:
    """A count above zero has probability 1e-5 here: float32 uniforms would resolve that to one part in 80."""
    out = np.asarray(run("_random_poisson", lam=1e-5, shape=(1_000_000,)))
    assert 0.001 < stats.poisson(10).cdf(out.sum()) < 0.999
    assert out.max() == 1


def test_gamma_leaves_nothing_open() -> None:
    """A large sample, since the failure this guards against strikes once in a hundred thousand."""
    assert np.all(np.isfinite(np.asarray(run("_random_gamma", alpha=1e4, shape=(500_000,), seed=3))))


def test_randint_is_uniform() -> None:
    out = np.asarray(run("_random_randint", low=-3, high=4, shape=(COUNT,)))
    assert stats.chisquare(np.bincount(out + 3, minlength=7)).pvalue > 1e-3
    lowest, highest = -(2**63), 2**63 - 1
    out = np.asarray(run("_random_randint", low=lowest, high=highest, shape=(COUNT,), dtype="int64"))
    assert stats.kstest(out.astype(np.float64) / 2**63, stats.uniform(-1, 2).cdf).pvalue > 1e-3
    out = np.asarray(run("_random_randint", low=highest - 3, high=highest, shape=(100,), dtype="int64"))
    assert set(out.tolist()) == {highest - 3, highest - 2, highest - 1}
    out = np.asarray(run("_random_randint", low=5, high=5, shape=(3,)))
    assert out.tolist() == [5, 5, 5]


def test_uniform_excludes_its_end_in_half_precision() -> None:
    out = np.asarray(run("_random_uniform", shape=(COUNT,), dtype="float16"))
    assert out.max() < 1
    assert np.all(np.asarray(run("_random_uniform", low=2, high=2, shape=3)) == 2)


def test_shuffle_reaches_every_order() -> None:
    seen = [tuple(np.asarray(run("_shuffle", np.arange(3), seed=s)).tolist()) for s in range(60)]
    assert len(set(seen)) == 6


def test_zipfian_frequencies_and_tries() -> None:
    classes, tries = run("_sample_unique_zipfian", range_max=50, shape=(COUNT, 1))
    assert np.all(np.asarray(tries) == 1)
    edges = np.log(np.clip(np.arange(51) + 0.5, 1, 50)) / np.log(50)
    edges[0], edges[-1] = 0, 1
    assert stats.chisquare(np.bincount(np.asarray(classes).ravel(), minlength=50), np.diff(edges) * COUNT).pvalue > 1e-3
    # All three classes: the mean number of draws is the coupon collector's.
    classes, tries = run("_sample_unique_zipfian", range_max=3, shape=(4000, 3))
    p = np.diff(np.log([1, 1.5, 2.5, 3]) / np.log(3))
    a, b, c = p
    mean = sum(1 / x for x in p) - 1 / (a + b) - 1 / (b + c) - 1 / (a + c) + 1
    assert np.all(np.sort(np.asarray(classes), axis=1) == [0, 1, 2])
    assert np.mean(np.asarray(tries)) == pytest.approx(mean, rel=0.03)


@pytest.mark.parametrize(("copies", "shape"), [(1, (COUNT,)), (COUNT, ())])
def test_multinomial_frequencies(copies: int, shape: tuple) -> None:
    p = np.array([[0.1, 0.0, 0.2, 0.7], [0.25, 0.25, 0.5, 0.0]], np.float32)
    (out,) = run("_sample_multinomial", np.repeat(p, copies, axis=0), shape=shape)
    for drawn, law in zip(np.asarray(out).reshape(2, COUNT), p, strict=True):
        seen = np.bincount(drawn, minlength=4)
        assert np.all(seen[law == 0] == 0)
        assert stats.chisquare(seen[law > 0], law[law > 0] * COUNT).pvalue > 1e-3


def test_multinomial_gradient_is_that_of_the_log_probability() -> None:
    op, p = OPS["_sample_multinomial"], jnp.array([[0.1, 0.9], [0.5, 0.5]], jnp.float32)
    weights = jnp.arange(1, 7, dtype=jnp.float32).reshape(2, 3)

    def loss(p: jax.Array) -> tuple[jax.Array, jax.Array]:
        sample, logs = op.function(p, shape=(3,), get_prob=True, dtype="int32", key=jax.random.key(1))
        return (logs * weights).sum(), sample

    gradient, sample = jax.grad(loss, has_aux=True)(p)
    expected = np.zeros((2, 2))
    for (row, column), chosen in np.ndenumerate(np.asarray(sample)):
        expected[row, chosen] += weights[row, column] / p[row, chosen]
    np.testing.assert_allclose(gradient, expected, rtol=1e-6)


def test_samples_have_zero_gradient() -> None:
    def total(x: jax.Array) -> jax.Array:
        key = jax.random.key(0)
        like = OPS["_random_normal_like"].function(x, key=key, loc=0.0, scale=1.0)
        return (like + OPS["_sample_exponential"].function(x, key=key, shape=(3,), dtype=None).sum(1) + x).sum()

    np.testing.assert_array_equal(jax.grad(total)(jnp.ones(2, jnp.float32)), [1, 1])


SAMPLE = np.array([[1.0, 2.0, 3.0], [2.0, 0.5, 4.0]], np.float32)


@pytest.mark.parametrize(
    ("name", "parameters", "gradients"),
    [
        ("uniform", ([0, 1], [5, 7]), ([0.24, 0.41666669], [-0.24, -0.41666669])),
        ("poisson", ([1.5, 2],), ([0.43231475, -0.2685234],)),
        ("negative_binomial", ([1.5, 2], [0.3, 0.6]), ([-0.07926854, 0.04297163], [1.52737582, 0.5623616])),
        (
            "generalized_negative_binomial",
            ([1.5, 2], [0.3, 0.6]),
            ([0.25387853, -0.25209141], [-0.49079356, -0.39448646]),
        ),
    ],
)
def test_densities_without_a_gradient_to_the_sample(name: str, parameters: tuple, gradients: tuple) -> None:
    """Values from MXNet 1.9.1: densities of counts, and uniform ones, pass nothing to the sample."""
    head = jnp.arange(1, 7, dtype=jnp.float32).reshape(2, 3)
    arrays = [jnp.asarray(a, jnp.float32) for a in (SAMPLE, *parameters)]
    op = OPS[f"_random_pdf_{name}"]
    got = jax.grad(lambda *a: (op.function(*a, is_log=False) * head).sum(), argnums=tuple(range(len(arrays))))(*arrays)
    np.testing.assert_array_equal(got[0], np.zeros((2, 3)))
    for one, want in zip(got[1:], gradients, strict=True):
        np.testing.assert_allclose(one, want, rtol=2e-5, atol=2e-6)


def test_dirichlet_gradient_to_the_sample() -> None:
    """Values from MXNet 1.9.1; finite differences do not apply, since SciPy wants samples that sum to one."""
    sample = jnp.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]], jnp.float32)
    head = jnp.array([1, 2], jnp.float32)
    op = OPS["_random_pdf_dirichlet"]
    alpha = jnp.array([1, 2, 3], jnp.float32)
    got = jax.grad(lambda s, a: (op.function(s, a, is_log=False) * head).sum(), argnums=(0, 1))(sample, alpha)
    np.testing.assert_allclose(got[0], [[0, 15, 18], [0, 76.8, 19.2]], rtol=1e-5)
    np.testing.assert_allclose(got[1], [2.8846786, -7.4707284, 4.7080975], rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "attrs", "message"),
    [
        ("_random_uniform", {"low": 2, "high": 1}, "low must be less or equal to high"),
        ("_random_randint", {"low": 2, "high": 1}, "low must be less or equal to high"),
        ("_random_normal", {"scale": 0}, "scale parameter in gaussian has to be positive"),
        ("_random_gamma", {"alpha": 0}, "alpha parameter in gamma distribution has to be positive"),
        ("_random_poisson", {"lam": -1}, "lambda parameter in poisson distribution has to be non-negative"),
        ("_random_exponential", {"lam": 0}, "lambda parameter in exponential distribution has to be positive"),
        ("_random_uniform", {}, "shape of the result is unknown"),
        ("_random_uniform", {"dtype": "int32", "shape": 2}, "expected dtype"),
        ("_random_randint", {"low": 0, "high": 1, "dtype": "uint8", "shape": 2}, "expected dtype"),
        ("_sample_unique_zipfian", {"range_max": 2, "shape": (1, 3)}, "cannot exceed the number of possible classes"),
        ("_sample_unique_zipfian", {"range_max": 2, "shape": (3,)}, "expected shape"),
    ],
)
def test_errors_of_attributes(name: str, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run(name, **attrs)


@pytest.mark.parametrize(
    ("name", "arrays", "attrs", "message"),
    [
        ("_sample_uniform", ([1.0], [1.0, 2.0]), {}, "one shape and dtype"),
        ("_sample_uniform", ([1.0], [2]), {}, "one shape and dtype"),
        ("_sample_poisson", ([1.0],), {"shape": (2, 0)}, "non-zero"),
        ("_sample_multinomial", ([1, 2],), {}, "floating point types"),
        ("_random_normal_like", ([1, 2],), {}, "floating point types"),
    ],
)
def test_errors_of_arrays(name: str, arrays: tuple, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run(name, *[np.array(a) for a in arrays], **attrs)


def test_errors_of_densities() -> None:
    normal, dirichlet = OPS["_random_pdf_normal"].function, OPS["_random_pdf_dirichlet"].function
    two, three = jnp.ones(2, jnp.float32), jnp.ones(3, jnp.float32)
    with pytest.raises(MXNetError, match="Shape inconsistent"):
        normal(SAMPLE, three, three, is_log=False)
    with pytest.raises(MXNetError, match="expected mu of float32"):
        normal(SAMPLE, two.astype(jnp.float64), two, is_log=False)
    with pytest.raises(MXNetError, match="Shape inconsistent"):
        dirichlet(SAMPLE, two, is_log=False)
