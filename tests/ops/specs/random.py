"""Rows for ``mxnet._ops.random``: shapes, dtypes and ranges; ``tests/ops/test_random.py`` looks at distributions."""

from collections.abc import Callable

import numpy as np

from tests.ops.spec import Spec


def floats(shape: tuple[int, ...], dtype: str, low: float = -np.inf, high: float = np.inf) -> Callable[..., None]:
    """A check that the result has this shape and dtype, is random and lies within [low, high)."""

    def check(out: np.ndarray) -> None:
        assert out.shape == shape
        assert out.dtype.name == dtype
        assert np.all((out >= low) & (out < high))
        assert len(np.unique(out)) > 1

    return check


def like(low: float = -np.inf, high: float = np.inf) -> Callable[..., None]:
    def check(out: np.ndarray) -> None:
        assert out.shape == (3, 40)
        assert np.all((out >= low) & (out < high))
        assert len(np.unique(out)) > 1

    return check


def counts(shape: tuple[int, ...], dtype: str) -> Callable[..., None]:
    def check(out: np.ndarray) -> None:
        floats(shape, dtype, 0)(out)
        assert np.array_equal(out, np.floor(out))

    return check


def shuffled_rows(out: np.ndarray) -> None:
    assert out.shape == (20, 2)
    assert out.dtype == np.int32
    assert not np.array_equal(out, ROWS)
    assert np.array_equal(out[np.argsort(out[:, 0])], ROWS)


def distinct_classes(out: np.ndarray, tries: np.ndarray) -> None:
    assert out.shape == (3, 20)
    assert tries.shape == (3,)
    assert out.dtype == tries.dtype == np.int64
    assert all(len(set(row)) == 20 for row in out)
    assert np.all((out >= 0) & (out < 30))
    assert np.all(tries >= 20)


ROWS = np.arange(40, dtype=np.int32).reshape(20, 2)
ONE = ("float32",)


def row(op: str, check: Callable[..., None], **attrs: object) -> Spec:
    return Spec(op, [], attrs, check=check, grad=0, dtypes=ONE)


def like_row(op: str, check: Callable[..., None], **attrs: object) -> Spec:
    return Spec(op, [(3, 40)], attrs, check=check, grad=0, dtypes=("float32", "float16"))


SPECS = [
    row("_random_uniform", floats((3, 40), "float32", 0, 1), shape=(3, 40)),
    row("_random_uniform", floats((40,), "float16", 2, 2.01), low=2, high=2.01, shape=40, dtype="float16"),
    row("_random_uniform", floats((40,), "bfloat16", -1, 1), low=-1, high=1, shape=40, dtype="bfloat16"),
    row("_random_uniform", floats((40,), "float64", 0, 1), shape=40, dtype=np.float64, ctx="cpu(0)"),
    row("_random_normal", floats((3, 40), "float32"), shape=(3, 40)),
    row("_random_normal", floats((40,), "float64"), shape=40, loc=3, scale=2, dtype="float64"),
    row("_random_gamma", floats((3, 40), "float32", 0), shape=(3, 40), alpha=0.3, beta=2),
    row("_random_gamma", floats((40,), "float16", 0), shape=40, alpha=20, beta=2, dtype="float16"),
    row("_random_exponential", floats((3, 40), "float32", 0), shape=(3, 40), lam=4),
    row("_random_exponential", floats((40,), "bfloat16", 0), shape=40, dtype="bfloat16"),
    row("_random_poisson", counts((3, 40), "float32"), shape=(3, 40), lam=4),
    row("_random_poisson", counts((40,), "float64"), shape=40, lam=1e4, dtype="float64"),
    row("_random_negative_binomial", counts((3, 40), "float32"), shape=(3, 40), k=3, p=0.4),
    row("_random_generalized_negative_binomial", counts((3, 40), "float32"), shape=(3, 40), mu=2, alpha=0.3),
    row("_random_randint", floats((3, 40), "int32", -5, 7), shape=(3, 40), low=-5, high=7),
    row("_random_randint", floats((40,), "int64", 2**40, 2**41), shape=40, low=2**40, high=2**41, dtype="int64"),
    like_row("_random_uniform_like", like(2, 3), low=2, high=3),
    like_row("_random_normal_like", like(), loc=2, scale=3),
    like_row("_random_gamma_like", like(0), alpha=2, beta=3),
    like_row("_random_exponential_like", like(0), lam=2),
    like_row("_random_poisson_like", like(0), lam=2),
    like_row("_random_negative_binomial_like", like(0), k=3, p=0.4),
    like_row("_random_generalized_negative_binomial_like", like(0), mu=2, alpha=0.3),
    Spec("_shuffle", [ROWS], check=shuffled_rows, grad=0, dtypes=ONE),
    Spec("_shuffle", [(7, 3)], check=lambda out: floats((7, 3), out.dtype.name, -1, 1)(out), grad=1),
    row("_sample_unique_zipfian", distinct_classes, range_max=30, shape=(3, 20)),
]
