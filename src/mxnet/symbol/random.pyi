"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet.base import _Null, numeric_types
from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import call, functions
def _draw(one: Any, many: Any, parameters: Any, shape: Any, dtype: Any, extra: Any) -> Any:
    ...
def uniform(low: Any = 0, high: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def normal(loc: Any = 0, scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def randn(*shape: Any, **kwargs: Any) -> Any:
    ...
def poisson(lam: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def exponential(scale: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def multinomial(data: Any, shape: Any = ..., get_prob: Any = True, dtype: Any = 'int32', **kwargs: Any) -> Any:
    ...
def shuffle(data: Any, **kwargs: Any) -> Any:
    ...
def randint(low: Any, high: Any, shape: Any = ..., dtype: Any = ..., **kwargs: Any) -> Any:
    ...
def exponential_like(data: Any = None, lam: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the exponential distribution of rate ``lam``, as many as ``data`` has."""
def gamma_like(data: Any = None, alpha: Any = 1.0, beta: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``, as many as ``data`` has."""
def generalized_negative_binomial_like(data: Any = None, mu: Any = 1.0, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of mean ``mu`` and dispersion ``alpha``, as many as ``data`` has numbers."""
def negative_binomial_like(data: Any = None, k: Any = 1, p: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of successes before the ``k``-th failure, as many as ``data`` has numbers."""
def normal_like(data: Any = None, loc: Any = 0.0, scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the normal distribution, as many as ``data`` has."""
def poisson_like(data: Any = None, lam: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from the Poisson distribution of mean ``lam``, as many as ``data`` has numbers."""
def uniform_like(data: Any = None, low: Any = 0.0, high: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the uniform distribution over [low, high), as many as ``data`` has."""
