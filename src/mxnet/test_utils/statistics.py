"""Whether random numbers have the distribution they should have."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Generator = Callable[[int], Any]


def gen_buckets_probs_with_ppf(
    ppf: Callable[[float], float], nbuckets: int
) -> tuple[list[tuple[float, float]], list[float]]:
    """Ranges of equal probability under a quantile function, and that probability for each.

    >>> mx.test_utils.gen_buckets_probs_with_ppf(lambda p: 10 * p, 2)
    ([(0.0, 5.0), (5.0, 10.0)], [0.5, 0.5])
    """
    if nbuckets <= 0:
        raise ValueError(f"gen_buckets_probs_with_ppf: expected nbuckets of at least 1, but received {nbuckets}")
    edges = [ppf(i / nbuckets) for i in range(nbuckets + 1)]
    return list(itertools.pairwise(edges)), [1.0 / nbuckets] * nbuckets


def mean_check(generator: Generator, mu: float, sigma: float, nsamples: int = 1000000) -> bool:
    """Whether the mean of a sample is within three standard errors of ``mu``.

    >>> mx.test_utils.mean_check(lambda count: np.random.RandomState(0).normal(2, 1, count), 2, 1, nsamples=1000)
    True
    """
    return bool(abs(np.asarray(generator(nsamples)).mean() - mu) < 3 * sigma / np.sqrt(nsamples))


def var_check(generator: Generator, sigma: float, nsamples: int = 1000000) -> bool:
    """Whether the variance of a sample is within three standard errors of ``sigma ** 2``, for normal numbers.

    >>> mx.test_utils.var_check(lambda count: np.random.RandomState(0).normal(2, 1, count), 1, nsamples=1000)
    True
    """
    error = np.sqrt(2 * sigma**4 / (nsamples - 1))
    return bool(abs(np.asarray(generator(nsamples)).var(ddof=1) - sigma**2) < 3 * error)


def chi_square_check(
    generator: Generator, buckets: list[Any], probs: Sequence[float], nsamples: int = 1000000
) -> tuple[float, np.ndarray, np.ndarray]:
    """Pearson's chi-square test of a generator.

    Parameters
    ----------
    generator : function from a number to so many samples
    buckets : list
        Ranges ``(low, high)`` in ascending order, or the values of a discrete distribution.
    probs : sequence of float
        The probability of each bucket.
    nsamples : int

    Returns
    -------
    The p-value, and the observed and expected number of samples in each bucket.

    >>> dice = lambda count: mx.nd.random.randint(0, 2, shape=count).asnumpy()
    >>> p, counted, expected = mx.test_utils.chi_square_check(dice, [0, 1], [0.5, 0.5], nsamples=1000)
    >>> int(counted.sum()), expected.tolist()
    (1000, [500, 500])
    """
    from scipy import special  # optional, and slow to import

    if not isinstance(buckets, list) or len(buckets) != len(probs):
        raise ValueError(f"chi_square_check: expected a list of {len(probs)} buckets, one for each of probs")
    observed = _count(np.asarray(generator(nsamples)), buckets)
    expected = nsamples * np.asarray(probs, dtype=np.float64)
    possible = expected > 0
    statistic = float(np.sum((observed - expected)[possible] ** 2 / expected[possible]))
    if np.any(observed[~possible]):
        statistic = float("inf")
    return float(special.chdtrc(len(buckets) - 1, statistic)), observed, expected


def _count(samples: np.ndarray, buckets: list[Any]) -> np.ndarray:
    if not isinstance(buckets[0], (list, tuple)):
        return np.array([np.count_nonzero(samples == value) for value in buckets])
    edges = np.array(buckets, dtype=np.float64).ravel()
    if np.any(np.diff(edges) < 0):
        raise ValueError(f"chi_square_check: ranges must ascend and not overlap, but are {buckets}")
    # Rounding may put a sample just below the first range; it counts there.
    number = np.searchsorted(edges, samples.ravel(), side="right") // 2
    return np.bincount(number, minlength=len(buckets))[: len(buckets)]


def verify_generator(
    generator: Generator,
    buckets: list[Any],
    probs: Sequence[float],
    nsamples: int = 1000000,
    nrepeat: int = 5,
    success_rate: float = 0.2,
    alpha: float = 0.05,
) -> list[float]:
    """Raise an AssertionError unless a share ``success_rate`` of repeated chi-square tests gives p above ``alpha``.

    >>> dice = lambda count: mx.nd.random.randint(0, 2, shape=count).asnumpy()
    >>> len(mx.test_utils.verify_generator(dice, [0, 1], [0.5, 0.5], nsamples=1000, nrepeat=3))
    3
    """
    results = [chi_square_check(generator, buckets, probs, nsamples) for _ in range(nrepeat)]
    values = [p for p, _, _ in results]
    if sum(p > alpha for p in values) < nrepeat * success_rate:
        observed = [counts.tolist() for _, counts, _ in results]
        raise AssertionError(
            f"Generator test fails, Chi-square p={values}, obs_freq={observed}, expected_freq={results[0][2].tolist()}."
            f"\nbuckets={buckets}, probs={probs}"
        )
    return values
