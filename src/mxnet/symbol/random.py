"""``mx.sym.random``: random symbols, with numbers or symbols as the distributions' parameters."""

from typing import Any

from mxnet.base import _Null, numeric_types
from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import call, functions


def _draw(one: str, many: str, parameters: dict[str, Any], shape: Any, dtype: Any, extra: dict[str, Any]) -> Symbol:
    """Sample with numbers (the operator ``one``) or a symbol of parameters for each element (``many``)."""
    symbols = [p for p in parameters.values() if isinstance(p, Symbol)]
    numbers = [p for p in parameters.values() if isinstance(p, numeric_types)]
    if len(numbers) == len(parameters):
        return call(one, Symbol, **parameters, shape=shape, dtype=dtype, **extra)
    if len(symbols) == len(parameters) and many:
        return call(many, Symbol, *symbols, shape=shape, dtype=dtype, **extra)
    kinds = " and ".join(type(p).__name__ for p in parameters.values())
    raise ValueError(
        f"Distribution parameters must all have the same type, {'Symbol or ' * bool(many)}numbers, but got {kinds}."
    )


def uniform(low: Any = 0, high: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Numbers spread evenly over ``[low, high)``.

    >>> mx.sym.random.uniform(-1, 1, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_uniform", "_sample_uniform", {"low": low, "high": high}, shape, dtype, kwargs)


def normal(loc: Any = 0, scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Normal numbers around ``loc`` with standard deviation ``scale``.

    >>> mx.sym.random.normal(0, 1, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_normal", "_sample_normal", {"loc": loc, "scale": scale}, shape, dtype, kwargs)


def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Normal numbers in the shape given as separate integers.

    >>> mx.sym.random.randn(2, 3).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    given = {"loc": kwargs.pop("loc", 0), "scale": kwargs.pop("scale", 1)}
    return _draw("_random_normal", "_sample_normal", given, shape, kwargs.pop("dtype", _Null), kwargs)


def poisson(lam: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Counts of events that come ``lam`` at a time on average.

    >>> mx.sym.random.poisson(4, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_poisson", "_sample_poisson", {"lam": lam}, shape, dtype, kwargs)


def exponential(scale: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Waiting times with mean ``scale``.

    >>> mx.sym.random.exponential(2, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_exponential", "_sample_exponential", {"lam": 1.0 / scale}, shape, dtype, kwargs)


def gamma(alpha: Any = 1, beta: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Gamma numbers of shape ``alpha`` and scale ``beta``.

    >>> mx.sym.random.gamma(3, 2, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_gamma", "_sample_gamma", {"alpha": alpha, "beta": beta}, shape, dtype, kwargs)


def negative_binomial(k: Any = 1, p: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Failures before the ``k``-th success of probability ``p``.

    >>> mx.sym.random.negative_binomial(3, 0.5, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_negative_binomial", "_sample_negative_binomial", {"k": k, "p": p}, shape, dtype, kwargs)


def generalized_negative_binomial(
    mu: Any = 1, alpha: Any = 1, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any
) -> Symbol:
    """Counts with mean ``mu`` and dispersion ``alpha``.

    >>> mx.sym.random.generalized_negative_binomial(2, 0.3, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    one, many = "_random_generalized_negative_binomial", "_sample_generalized_negative_binomial"
    return _draw(one, many, {"mu": mu, "alpha": alpha}, shape, dtype, kwargs)


def multinomial(data: Symbol, shape: Any = _Null, get_prob: bool = True, dtype: Any = "int32", **kwargs: Any) -> Symbol:
    """Indices drawn with the probabilities in the last axis of ``data``, and their log-probabilities.

    >>> drawn = mx.sym.random.multinomial(mx.sym.var("p"), shape=3, get_prob=False)
    >>> drawn.eval(p=mx.nd.array([0, 1]))[0].asnumpy()
    array([1, 1, 1], dtype=int32)
    """
    return call("_sample_multinomial", Symbol, data, shape=shape, get_prob=get_prob, dtype=dtype, **kwargs)


def shuffle(data: Symbol, **kwargs: Any) -> Symbol:
    """The symbol with its first axis in random order.

    >>> mixed = mx.sym.random.shuffle(mx.sym.var("x")).eval(x=mx.nd.arange(3))[0]
    >>> sorted(mixed.asnumpy().tolist())
    [0.0, 1.0, 2.0]
    """
    return call("_shuffle", Symbol, data, **kwargs)


def randint(low: int, high: int, shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Whole numbers spread evenly over ``[low, high)``.

    >>> mx.sym.random.randint(0, 10, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return _draw("_random_randint", "", {"low": low, "high": high}, shape, dtype, kwargs)


# The forms that take the shape and device of another symbol have no other arguments: the registry's functions will do.
globals().update({n: f for n, f in functions("random", __name__, Symbol).items() if n.endswith("_like")})
