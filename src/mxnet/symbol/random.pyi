"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from typing import Any
from mxnet.base import _Null
from mxnet.symbol.core import Symbol
def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Normal numbers in the shape given as separate integers."""
def multinomial(data: Symbol, shape: Any=_Null, get_prob: bool=True, dtype: Any='int32', **kwargs: Any) -> Symbol:
    """Indices drawn with the probabilities in the last axis of ``data``, and their log-probabilities."""
def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """The symbol with its first axis in random order."""
def exponential(scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Waiting times with mean ``scale``."""
def exponential_like(data: Symbol | None = None, lam: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the exponential distribution of rate ``lam``; as many as ``data`` has numbers."""
def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Gamma numbers of shape ``alpha`` and scale ``beta``."""
def gamma_like(data: Symbol | None = None, alpha: float = 1.0, beta: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``; as many as ``data`` has numbers."""
def generalized_negative_binomial(mu: Any = 1, alpha: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Counts with mean ``mu`` and dispersion ``alpha``."""
def generalized_negative_binomial_like(data: Symbol | None = None, mu: float = 1.0, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``; as many as ``data`` has numbers."""
def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Failures before the ``k``-th success of probability ``p``."""
def negative_binomial_like(data: Symbol | None = None, k: int = 1, p: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure; as many as ``data`` has numbers."""
def normal(loc: Any = 0, scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Normal numbers around ``loc`` with standard deviation ``scale``."""
def normal_like(data: Symbol | None = None, loc: float = 0.0, scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``; as many as ``data`` has numbers."""
def poisson(lam: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Counts of events that come ``lam`` at a time on average."""
def poisson_like(data: Symbol | None = None, lam: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers; as many as ``data`` has numbers."""
def randint(low: Any, high: Any, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Whole numbers spread evenly over ``[low, high)``."""
def uniform(low: Any = 0, high: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Numbers spread evenly over ``[low, high)``."""
def uniform_like(data: Symbol | None = None, low: float = 0.0, high: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the uniform distribution over [low, high); as many as ``data`` has numbers."""
