"""``mx.nd.random``: random arrays, with numbers or arrays as the distributions' parameters."""

import numbers
from typing import Any

import numpy as np

from mxnet._frontend.distributions import drawing, operators
from mxnet._frontend.functions import functions
from mxnet._ops.registry import find
from mxnet.base import _Null
from mxnet.context import Context
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.invoke import invoke_op, shortcut


def _specified(**named: Any) -> dict[str, Any]:
    """The arguments a caller gave: MXNet marks the others with ``_Null``."""
    return {name: value for name, value in named.items() if value is not _Null and value is not None}


def draw(
    name: str,
    parameters: dict[str, Any],
    shape: Any = _Null,
    dtype: Any = _Null,
    ctx: Context | None = None,
    out: Any = None,
    **kwargs: Any,
) -> NDArray:
    """Sample with numbers, or with an array of parameters for each element."""
    one, many = operators(name)
    attrs = {**_specified(shape=shape, dtype=dtype), **kwargs}
    arrays = [p for p in parameters.values() if isinstance(p, NDArray)]
    if len(arrays) == len(parameters):
        if many is None:
            raise TypeError(f"{name} takes numbers as its parameters, not NDArrays")
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


_drawing = drawing(draw, NDArray | float, ">>> mx.nd.random.{name}({shown}, shape=(2, 3)).shape\n(2, 3)")

uniform, normal, poisson, exponential = map(_drawing, ("uniform", "normal", "poisson", "exponential"))
gamma, negative_binomial, generalized_negative_binomial, randint = map(
    _drawing, ("gamma", "negative_binomial", "generalized_negative_binomial", "randint")
)


def randn(*shape: int, **kwargs: Any) -> NDArray:
    """Normal numbers in the shape given as separate integers.

    >>> mx.nd.random.randn(2, 3).shape
    (2, 3)
    """
    return normal(shape=shape or (1,), **kwargs)


def multinomial(
    data: NDArray, shape: Any = _Null, get_prob: bool = False, out: Any = None, dtype: Any = "int32", **kwargs: Any
) -> Any:
    """Indices drawn with the probabilities in the last axis of ``data``; their log-probabilities too if asked.

    >>> mx.nd.random.multinomial(mx.nd.array([0, 1]), shape=3).asnumpy()
    array([1, 1, 1], dtype=int32)
    """
    attrs = {**_specified(shape=shape, dtype=dtype), "get_prob": get_prob, **kwargs}
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
