"""Rows for ``mxnet._ops.sampling``: shapes and dtypes of samplers, densities against SciPy."""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy import stats

from tests.ops.spec import Spec

P = np.array([[0.1, 0.2, 0.7], [0.5, 0.0, 0.5]], np.float32)
ONE = np.array([2.0, 30.0], np.float32)
HALF = np.array([0.3, 0.6], np.float32)
COUNTS = np.array([[0.0, 1.0, 3.0], [2.0, 5.0, 4.0]])
SIMPLEX = np.array([[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]])


def sampled(shape: tuple[int, ...], dtype: str = "float32") -> Callable[..., None]:
    def check(out: np.ndarray) -> None:
        assert out.shape == shape
        assert out.dtype.name == dtype
        assert np.all(np.isfinite(out))
        # The first parameters are far below the second ones.
        assert out[0].astype(float).mean() < out[1].astype(float).mean()

    return check


def samples(op: str, *parameters: np.ndarray, dtype: str = "float32") -> Spec:
    attrs = {"shape": (50, 2), "dtype": dtype}
    return Spec(op, parameters, attrs, check=sampled((2, 50, 2), dtype), grad=0, dtypes=("float32",))


def classes(out: np.ndarray) -> None:
    assert out.shape == (2, 40)
    assert out.dtype == np.int32
    assert set(out[0]) == {0, 1, 2}
    assert set(out[1]) == {0, 2}


def classes_and_logs(out: np.ndarray, logs: np.ndarray) -> None:
    assert out.dtype == np.uint8
    assert logs.dtype == np.float32
    np.testing.assert_allclose(logs, np.log(np.take_along_axis(P, out.astype(int), 1)), rtol=1e-6)


def one_class(out: np.ndarray) -> None:
    assert out.shape == (1,)
    assert out[0] == 1


def density(function: Callable[..., np.ndarray]) -> Callable[..., np.ndarray]:
    """A reference for either value of ``is_log``, from a function of the sample and parameters as columns."""

    def expected(sample: np.ndarray, *parameters: np.ndarray, is_log: bool = False) -> np.ndarray:
        log = function(sample, *[p.reshape(p.shape + (1,) * (sample.ndim - p.ndim)) for p in parameters])
        return log if is_log else np.exp(log)

    return expected


def pdf(op: str, function: Callable[..., np.ndarray], *inputs: Any, wrt: tuple[int, ...] | None = None) -> list[Spec]:
    given = isinstance(inputs[0], np.ndarray)
    dtypes = ("float64",) if given else ("float32", "float64", "float16")
    return [
        Spec(f"_random_pdf_{op}", inputs, attrs, density(function), wrt=wrt, low=0.3, high=0.9, dtypes=dtypes)
        for attrs in ({}, {"is_log": True})
    ]


def log_uniform(sample: np.ndarray, low: np.ndarray, high: np.ndarray) -> np.ndarray:
    return stats.uniform.logpdf(sample, low, high - low)


def log_dirichlet(sample: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    return np.array([stats.dirichlet.logpdf(x, alpha.ravel()) for x in sample.reshape(-1, 3)])


SPECS = [
    samples("_sample_uniform", ONE, ONE + 1),
    samples("_sample_normal", ONE, ONE / 10),
    samples("_sample_gamma", ONE, ONE),
    samples("_sample_exponential", ONE[::-1].copy()),
    samples("_sample_poisson", ONE.astype(np.int32)),
    samples("_sample_uniform", ONE, ONE + 1, dtype="float16"),
    samples("_sample_exponential", ONE[::-1].copy(), dtype="float64"),
    samples("_sample_normal", ONE, ONE / 10, dtype="bfloat16"),
    samples("_sample_negative_binomial", ONE, HALF),
    samples("_sample_generalized_negative_binomial", ONE, HALF),
    Spec("_sample_normal", [ONE, ONE / 10], check=sampled((2,)), grad=0, dtypes=("float32",)),
    Spec("_sample_multinomial", [P], {"shape": 40}, check=classes, grad=0, dtypes=("float32",)),
    Spec(
        "_sample_multinomial",
        [P],
        {"shape": 40, "get_prob": True, "dtype": "uint8"},
        check=classes_and_logs,
        grad=0,
        dtypes=("float32",),
    ),
    Spec("_sample_multinomial", [np.array([0.0, 1.0, 0.0])], check=one_class, grad=0, dtypes=("float32",)),
    *pdf("uniform", log_uniform, COUNTS, np.array([-1.0, -3.0]), np.array([4.0, 7.0]), wrt=(1, 2)),
    *pdf("normal", stats.norm.logpdf, (2, 3), (2,), (2,)),
    *pdf("normal", stats.norm.logpdf, (2, 3), (2, 3), (2, 3)),
    *pdf("gamma", lambda x, a, b: stats.gamma.logpdf(x, a, scale=1 / b), (2, 3, 2), (2,), (2,)),
    *pdf("exponential", lambda x, lam: stats.expon.logpdf(x, scale=1 / lam), (2, 3), (2,)),
    *pdf("poisson", stats.poisson.logpmf, COUNTS, np.array([1.5, 2.0]), wrt=(1,)),
    *pdf("negative_binomial", stats.nbinom.logpmf, COUNTS, np.array([1.5, 2]), np.array([0.3, 0.6]), wrt=(1, 2)),
    *pdf(
        "generalized_negative_binomial",
        lambda x, mu, a: stats.nbinom.logpmf(x, 1 / a, 1 / (mu * a + 1)),
        COUNTS,
        np.array([1.5, 2]),
        np.array([0.3, 0.6]),
        wrt=(1, 2),
    ),
    *pdf("dirichlet", log_dirichlet, SIMPLEX, np.array([1.5, 2.0, 3.0]), wrt=(1,)),
    *pdf("dirichlet", log_dirichlet, SIMPLEX[0], np.array([1.5, 2.0, 3.0]), wrt=(1,)),
]
