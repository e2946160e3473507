"""``mx.sym.random``: random symbols, with numbers or symbols as the distributions' parameters."""

from typing import Any

from mxnet._frontend.distributions import drawing, operators
from mxnet.base import _Null, numeric_types
from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import call, functions


def _draw(name: str, parameters: dict[str, Any], shape: Any = _Null, dtype: Any = _Null, **kwargs: Any) -> Symbol:
    """Sample with numbers, or with a symbol of parameters for each element."""
    one, many = operators(name)
    symbols = [p for p in parameters.values() if isinstance(p, Symbol)]
    numbers = [p for p in parameters.values() if isinstance(p, numeric_types)]
    if len(numbers) == len(parameters):
        return call(one, Symbol, **parameters, shape=shape, dtype=dtype, **kwargs)
    if len(symbols) == len(parameters) and many:
        return call(many, Symbol, *symbols, shape=shape, dtype=dtype, **kwargs)
    kinds = " and ".join(type(p).__name__ for p in parameters.values())
    raise ValueError(
        f"Distribution parameters must all have the same type, {'Symbol or ' * bool(many)}numbers, but got {kinds}."
    )


_drawing = drawing(_draw, Any, ">>> mx.sym.random.{name}({shown}, shape=(2, 3)).eval(ctx=mx.cpu())[0].shape\n(2, 3)")

uniform, normal, poisson, exponential = map(_drawing, ("uniform", "normal", "poisson", "exponential"))
gamma, negative_binomial, generalized_negative_binomial, randint = map(
    _drawing, ("gamma", "negative_binomial", "generalized_negative_binomial", "randint")
)


def randn(*shape: int, **kwargs: Any) -> Symbol:
    """Normal numbers in the shape given as separate integers.

    >>> mx.sym.random.randn(2, 3).eval(ctx=mx.cpu())[0].shape
    (2, 3)
    """
    return normal(shape=shape, **kwargs)


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


# The forms that take the shape and device of another symbol have no other arguments: the registry's functions will do.
globals().update({n: f for n, f in functions("random", __name__, Symbol).items() if n.endswith("_like")})
