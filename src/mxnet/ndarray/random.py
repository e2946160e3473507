"""``mx.nd.random``: random arrays, with numbers or arrays as the distributions' parameters."""

import functools
import inspect
import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet._frontend.functions import functions
from mxnet._ops.registry import find
from mxnet.base import _Null
from mxnet.context import Context
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.invoke import invoke_op, shortcut

_Parameter = NDArray | float  # of a distribution: a number, or one for each element

_COMMON: dict[str, Any] = {"shape": _Null, "dtype": _Null, "ctx": None, "out": None}  # arguments behind the parameters
_NUMBERS_ONLY = {"randint"}  # distributions that take no arrays of parameters


def _given(**named: Any) -> dict[str, Any]:
    """The arguments a caller gave: MXNet marks the others with ``_Null``."""
    return {name: value for name, value in named.items() if value is not _Null and value is not None}


def draw(
    one: str,
    many: str | None,
    parameters: dict[str, Any],
    shape: Any,
    dtype: Any,
    ctx: Context | None,
    out: Any,
    extra: Any,
) -> Any:
    """Sample with numbers (the operator ``one``) or an array of parameters for each element (``many``)."""
    attrs = {**_given(shape=shape, dtype=dtype), **extra}
    arrays = [p for p in parameters.values() if isinstance(p, NDArray)]
    if len(arrays) == len(parameters):
        if many is None:
            raise TypeError(f"{one.removeprefix('_random_')} takes numbers as its parameters, not NDArrays")
        return invoke_op(find(many), arrays, attrs, out)
    for parameter in parameters.values():
        if arrays:
            raise ValueError(
                "Distribution parameters must all have the same type, but got both NDArray and "
                f"{next(type(p).__name__ for p in parameters.values() if not isinstance(p, NDArray))}."
            )
        if not isinstance(parameter, (numbers.Number, np.generic)):
            raise ValueError(f"Distribution parameters must be either NDArray or numbers, but got {type(parameter)}.")
    if "shape" not in attrs and out is None:
        attrs["shape"] = (1,)
    elif out is not None and "shape" not in attrs:
        attrs["shape"] = out.shape
    if out is not None and "dtype" not in attrs:
        attrs["dtype"] = out.dtype
    return invoke_op(find(one), (), {**attrs, **parameters, "ctx": ctx}, out)


def _distribution(parameters_of: Callable[..., dict[str, Any]]) -> Callable[..., NDArray]:
    """A function that samples, from one that gives the parameters of the operator: it takes their arguments and more.

    What it takes besides is the same for all: ``shape``, ``dtype``, ``ctx``, ``out`` and attributes of the operator.
    """
    name = parameters_of.__name__
    one, many = f"_random_{name}", f"_sample_{name}" if name not in _NUMBERS_ONLY else None
    own = inspect.signature(parameters_of).parameters
    count = len(own)

    @functools.wraps(parameters_of)
    def sample(*args: Any, **kwargs: Any) -> NDArray:
        named = {key: kwargs.pop(key) for key in own if key in kwargs}
        rest = {**_COMMON, **dict(zip(_COMMON, args[count:], strict=False))}
        rest.update({key: kwargs.pop(key) for key in _COMMON if key in kwargs})
        return draw(one, many, parameters_of(*args[:count], **named), **rest, extra=kwargs)

    kind = inspect.Parameter
    common = [kind(key, kind.POSITIONAL_OR_KEYWORD, default=value) for key, value in _COMMON.items()]
    sample.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [*own.values(), *common, kind("kwargs", kind.VAR_KEYWORD)], return_annotation=NDArray
    )
    return sample


@_distribution
def uniform(low: _Parameter = 0, high: _Parameter = 1) -> dict[str, Any]:
    """Numbers spread evenly over ``[low, high)``."""
    return {"low": low, "high": high}


@_distribution
def normal(loc: _Parameter = 0, scale: _Parameter = 1) -> dict[str, Any]:
    """Normal numbers around ``loc`` with standard deviation ``scale``."""
    return {"loc": loc, "scale": scale}


def randn(*shape: int, **kwargs: Any) -> NDArray:
    """Normal numbers in the shape given as separate integers.

    >>> mx.nd.random.randn(2, 3).shape
    (2, 3)
    """
    given = {k: kwargs.pop(k) for k in ("loc", "scale", "dtype", "ctx", "out") if k in kwargs}
    if not shape:
        shape = (1,)
    return normal(shape=shape, **given, **kwargs)


@_distribution
def poisson(lam: _Parameter = 1) -> dict[str, Any]:
    """Counts of events that come ``lam`` at a time on average."""
    return {"lam": lam}


@_distribution
def exponential(scale: _Parameter = 1) -> dict[str, Any]:
    """Waiting times with mean ``scale``."""
    return {"lam": 1.0 / scale}


@_distribution
def gamma(alpha: _Parameter = 1, beta: _Parameter = 1) -> dict[str, Any]:
    """Gamma numbers of shape ``alpha`` and scale ``beta``."""
    return {"alpha": alpha, "beta": beta}


@_distribution
def negative_binomial(k: _Parameter = 1, p: _Parameter = 1) -> dict[str, Any]:
    """Failures before the ``k``-th success of probability ``p``."""
    return {"k": k, "p": p}


@_distribution
def generalized_negative_binomial(mu: _Parameter = 1, alpha: _Parameter = 1) -> dict[str, Any]:
    """Counts with mean ``mu`` and dispersion ``alpha``."""
    return {"mu": mu, "alpha": alpha}


@_distribution
def randint(low: _Parameter, high: _Parameter) -> dict[str, Any]:
    """Whole numbers spread evenly over ``[low, high)``."""
    return {"low": low, "high": high}


def multinomial(
    data: NDArray, shape: Any = _Null, get_prob: bool = False, out: Any = None, dtype: Any = "int32", **kwargs: Any
) -> Any:
    """Indices drawn with the probabilities in the last axis of ``data``; their log-probabilities too if asked.

    >>> mx.nd.random.multinomial(mx.nd.array([0, 1]), shape=3).asnumpy()
    array([1, 1, 1], dtype=int32)
    """
    attrs = {**_given(shape=shape, dtype=dtype), "get_prob": get_prob, **kwargs}
    return invoke_op(find("_sample_multinomial"), (data,), attrs, out)


def shuffle(data: NDArray, **kwargs: Any) -> NDArray:
    """The array with its first axis in random order.

    >>> mixed = mx.nd.random.shuffle(mx.nd.arange(5))
    >>> sorted(mixed.asnumpy().tolist())
    [0.0, 1.0, 2.0, 3.0, 4.0]
    """
    return invoke_op(find("_shuffle"), (data,), {}, kwargs.pop("out", None))


# The operators that draw in the shape, dtype and place of an array.
_LIKE = functions("random", __name__, shortcut)

uniform_like = _LIKE["uniform_like"]
normal_like = _LIKE["normal_like"]
exponential_like = _LIKE["exponential_like"]
gamma_like = _LIKE["gamma_like"]
poisson_like = _LIKE["poisson_like"]
negative_binomial_like = _LIKE["negative_binomial_like"]
generalized_negative_binomial_like = _LIKE["generalized_negative_binomial_like"]
