"""Random numbers of ``mx.np``: parameters are numbers or arrays, which broadcast, and gradients reach the arrays.

``input1`` and ``input2`` are the first and the second parameter where they are arrays; else they are the attributes.
"""

from collections.abc import Callable
from inspect import Parameter
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import random as nd
from mxnet._ops.attrs import DTYPES, FLOAT32, INT64, DType, Shape
from mxnet._ops.elementwise import Array
from mxnet._ops.np_edit import ConstraintError
from mxnet._ops.registry import find, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "input1": "The first parameter, if it is an array.",
    "input2": "The second parameter, if it is an array.",
    "low": "The lower bound; ``input1`` if it is an array.",
    "high": "The upper bound; ``input2`` if it is an array.",
    "loc": "The middle; ``input1`` if it is an array.",
    "scale": "The spread; an input if it is an array.",
    "a": "The shape of the distribution; ``input1`` if it is an array.",
    "size": "The shape of the result; that of the parameters if None.",
}

_EITHER = Parameter.POSITIONAL_OR_KEYWORD


def _shape(name: str, size: Shape | None, *parameters: Any) -> Shape:
    together = np.broadcast_shapes(*(jnp.shape(p) for p in parameters))
    if size is None:
        return together
    try:
        if np.broadcast_shapes(size, together) == size:
            return size
    except ValueError:
        pass
    raise MXNetError(f"{name}: size {size} does not fit parameters of shape {together}")


def _wide(dtype: str) -> Any:
    return jnp.float64 if dtype == "float64" else jnp.float32


def _parameter(attribute: Any, array: Array | None, dtype: str) -> Array:
    return jnp.asarray(attribute if array is None else array, _wide(dtype))


def _size_first(name: str, size: Shape | None, *parameters: Array) -> Shape:
    """The shape of the ``_n`` forms, where ``size`` stands in front of the parameters' shape."""
    return (*(size or ()), *_shape(name, None, *parameters))


def _uniform(key: Array, shape: Shape, low: Array, high: Array, dtype: str) -> Array:
    return nd.between(key, shape, low, high).astype(DTYPES[dtype])


def _normal(key: Array, shape: Shape, loc: Array, scale: Array, dtype: str) -> Array:
    return (loc + scale * jax.random.normal(key, shape, loc.dtype)).astype(DTYPES[dtype])


def _absent(*attributes: str) -> Callable[..., tuple[str, ...]]:
    """The inputs of a sampler: those whose attribute is not given."""

    def names(**attrs: Any) -> tuple[str, ...]:
        return tuple(f"input{i}" for i, name in enumerate(attributes, 1) if attrs.get(name) is None)

    return names


def _sampler(
    name: str, attributes: tuple[str, ...], compute: Callable[..., Array], doc: str, typed: bool = True
) -> None:
    """Register a sampler: ``compute`` gets the key, the size, the type and the parameters, numbers or arrays."""

    def sample(
        input1: Array | None = None,
        input2: Array | None = None,
        *,
        key: Array,
        size: Shape | None = None,
        ctx: str = "cpu",
        dtype: str = FLOAT32,
        **numbers: Any,
    ) -> Array:
        arrays = zip(attributes, (input1, input2), strict=False)
        return compute(key, size, dtype, *[_parameter(numbers.get(k), array, dtype) for k, array in arrays])

    taken = [
        Parameter(f"input{i}", _EITHER, default=None, annotation=Array | None) for i, _ in enumerate(attributes, 1)
    ]
    keywords = [nd.keyword(k, float | None, None) for k in attributes]
    last = [nd.keyword("size", Shape | None, None), nd.keyword("ctx", str, "cpu")]
    nd.declared(
        sample, [*taken, nd.keyword("key", Array), *keywords, *last, *[nd.keyword("dtype", DType, FLOAT32)] * typed]
    )
    sample.__doc__ = doc
    op(name, traced=attributes)(sample).use_inputs(_absent(*attributes))


def _two(
    name: str, attributes: tuple[str, str], draw: Callable[..., Array], doc: str, shape_of: Callable[..., Shape]
) -> None:
    def compute(key: Array, size: Shape | None, dtype: str, first: Array, second: Array) -> Array:
        return draw(key, shape_of(name, size, first, second), first, second, dtype)

    _sampler(name, attributes, compute, doc)


def _gumbel(key: Array, shape: Shape, loc: Array, scale: Array, dtype: str) -> Array:
    return (loc + scale * jax.random.gumbel(key, shape, loc.dtype)).astype(DTYPES[dtype])


def _logistic(key: Array, shape: Shape, loc: Array, scale: Array, dtype: str) -> Array:
    return (loc + scale * jax.random.logistic(key, shape, loc.dtype)).astype(DTYPES[dtype])


_UNIFORM = """Numbers spread evenly over ``[low, high)``.

>>> mx.np.random.uniform(0, 1, size=(2, 3)).shape
(2, 3)"""
_NORMAL = """Numbers around ``loc`` with the spread ``scale``, of the distribution that the name says.

>>> mx.np.random.normal(0, 1, size=(2, 3)).shape
(2, 3)"""
_two("_npi_uniform", ("low", "high"), _uniform, _UNIFORM, _shape)
_two("_npi_uniform_n", ("low", "high"), _uniform, _UNIFORM, _size_first)
_two("_npi_normal", ("loc", "scale"), _normal, _NORMAL, _shape)
_two("_npi_normal_n", ("loc", "scale"), _normal, _NORMAL, _size_first)
_two("_npi_gumbel", ("loc", "scale"), _gumbel, _NORMAL, _shape)
_two("_npi_logistic", ("loc", "scale"), _logistic, _NORMAL, _shape)


def _gamma(key: Array, size: Shape | None, dtype: str, alpha: Array, beta: Array) -> Array:
    wanted = _shape("gamma", size, alpha, beta)
    drawn = nd.gamma(key, wanted, np.dtype(_wide(dtype)), lax.stop_gradient(alpha), 1.0)
    return (drawn * beta).astype(DTYPES[dtype])


_sampler(
    "_npi_gamma",
    ("shape", "scale"),
    _gamma,
    """Gamma numbers of a shape and a scale.

shape: The shape of the distribution; ``input1`` if it is an array.
scale: The scale of the distribution; ``input2`` if it is an array.

>>> mx.np.random.gamma(2, 1, size=(2, 3)).shape
(2, 3)""",
)


def _of_one(name: str, attribute: str, draw: Callable[[Array, Array], Array], doc: str) -> None:
    """A distribution of one parameter, from a standard exponential number ``e`` and the parameter."""

    def compute(key: Array, size: Shape | None, _: str, value: Array) -> Array:
        return draw(jax.random.exponential(key, _shape(name, size, value), jnp.float32), value)

    public = name.removeprefix("_npi_").replace("powerd", "power")
    example = f">>> mx.np.random.{public}(2, size=(2, 3)).shape\n(2, 3)"
    _sampler(name, (attribute,), compute, f"{doc}\n\n{example}", typed=False)


_of_one("_npi_exponential", "scale", lambda e, scale: e * scale, "Waiting times with mean ``scale``.")
_of_one("_npi_rayleigh", "scale", lambda e, scale: scale * jnp.sqrt(2 * e), "Rayleigh numbers of mode ``scale``.")
_of_one("_npi_weibull", "a", lambda e, a: e ** (1 / a), "Weibull numbers of shape ``a``.")
_of_one("_npi_pareto", "a", lambda e, a: jnp.expm1(e / a), "Pareto (Lomax) numbers of shape ``a``.")
_of_one("_npi_powerd", "a", lambda e, a: jnp.exp(-e / a), "Numbers in [0, 1] of density ``a * x**(a - 1)``.")


@op("_npi_random_randint", traced=("low", "high"))
def randint(*, key: Array, low: int, high: int, shape: Shape = (), ctx: str = "", dtype: DType = INT64) -> Array:
    """Whole numbers spread evenly over ``[low, high)``.

    low: The smallest number.
    high: The number after the largest.
    shape: The shape of the result.

    >>> mx.np.random.randint(0, 10, size=(2, 3)).shape
    (2, 3)
    """
    first, end = jnp.asarray(low, jnp.int64), jnp.asarray(high, jnp.int64)
    return jax.random.randint(key, shape, first, end, jnp.int64).astype(DTYPES[dtype])


@op("_npi_choice")
def choice(
    input1: Array | None = None,
    input2: Array | None = None,
    *,
    key: Array,
    a: int | None = None,
    size: Shape | None = None,
    ctx: str = "cpu",
    replace: bool = True,
    weighted: bool = False,
) -> Array:
    """Numbers below ``a``, or places in the first input; the last input holds probabilities if ``weighted``.

    input1: The numbers to choose places of, or the probabilities.
    input2: The probabilities, if there are two arrays.
    a: How many numbers to choose from.
    replace: Whether one may come more than once.
    weighted: Whether there are probabilities.

    >>> mx.np.random.choice(5, size=(2, 3)).shape
    (2, 3)
    """
    arrays = [i for i in (input1, input2) if i is not None]
    weights = arrays.pop() if weighted else None
    count = arrays[0].shape[0] if a is None else a
    shape = size or ()
    if count <= 0:
        raise MXNetError(f"choice: expected at least one element to choose from, received a={count}")
    if not replace and np.prod(shape, dtype=int) > count:
        raise MXNetError(f"choice: Cannot take a larger sample than population when replace=False ({shape} of {count})")
    return jax.random.choice(key, count, shape, replace, weights).astype(jnp.int64)


@choice.use_inputs
def _(*, a: int | None = None, weighted: bool = False, **_: Any) -> tuple[str, ...]:
    return ("input1", "input2")[: (a is None) + weighted]


@op("_npi_mvn_fallback")
def multivariate_normal(mean: Array, cov: Array, *, key: Array, size: Shape | None = None) -> Array:
    """Vectors of normal numbers with a mean and a covariance matrix.

    mean: The means, on the last axis.
    cov: The covariance matrix, symmetric and positive semidefinite.

    >>> mx.np.random.multivariate_normal(mx.np.zeros((2,)), mx.np.eye(2), size=(3,)).shape
    (3, 2)
    """
    lead = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2])
    shape = (*(size or ()), *lead, mean.shape[-1])
    wide = jnp.promote_types(mean.dtype, jnp.float32)  # narrower matrices have no factorization
    standard = jax.random.normal(key, (*shape, 1), mean.dtype)
    spread = jnp.matmul(jnp.linalg.cholesky(cov.astype(wide)), standard.astype(wide))[..., 0]
    return mean + spread.astype(mean.dtype)


@op("_npi_multinomial")
def multinomial(pvals: Array, *, key: Array, n: int, size: Shape = ()) -> Array:
    """How often each of the outcomes with these probabilities comes in ``n`` tries.

    pvals: Probabilities that add up to one.
    n: How many tries.

    >>> mx.np.random.multinomial(10, mx.np.array([0.5, 0.5])).sum()
    array(10, dtype=int64)
    """
    count = pvals.shape[-1]
    ends = jnp.cumsum(pvals.astype(jnp.float64))
    drawn = jnp.searchsorted(ends, jax.random.uniform(key, (*size, n), jnp.float64), side="right")
    return jnp.sum(jax.nn.one_hot(jnp.clip(drawn, 0, count - 1), count, dtype=jnp.int64), axis=-2)


@op("_npi_shuffle")
def shuffle(data: Array, *, key: Array) -> Array:
    """The first axis in random order.

    data: The array whose slices are shuffled.

    >>> x = mx.np.arange(4)
    >>> mx.np.random.shuffle(x)
    >>> mx.np.sort(x)
    array([0., 1., 2., 3.])
    """
    return jax.random.permutation(key, data)


@op("_npi_bernoulli", traced=("prob", "logit"))
def bernoulli(
    input1: Array | None = None,
    *,
    key: Array,
    prob: float | None = None,
    logit: float | None = None,
    size: Shape | None = None,
    ctx: str = "cpu",
    dtype: DType = FLOAT32,
    is_logit: bool = False,
) -> Array:
    """1 with a probability, else 0.

    input1: The probabilities, or their logits, as an array.
    prob: The probability, a number.
    logit: The logarithm of the odds, in the place of ``prob``.
    is_logit: Whether ``input1`` holds logits.

    >>> mx.npx.random.bernoulli(0.5, size=(2, 3)).shape
    (2, 3)
    """
    parameter = _parameter(logit if is_logit else prob, input1, "float32")
    chance = jax.nn.sigmoid(parameter) if is_logit else parameter
    return jax.random.bernoulli(key, chance, _shape("bernoulli", size, chance)).astype(DTYPES[dtype])


@bernoulli.use_inputs
def _(*, prob: float | None = None, logit: float | None = None, **_: Any) -> tuple[str, ...]:
    return ("input1",) if prob is None and logit is None else ()


# --- what parameters must be -----------------------------------------------------------------------------------------

# By operator: the attribute, and what it must be.
DEMANDS: dict[str, dict[str, str]] = {
    "_npi_normal": {"scale": ">= 0"},
    "_npi_normal_n": {"scale": ">= 0"},
    "_npi_gumbel": {"scale": ">= 0"},
    "_npi_logistic": {"scale": ">= 0"},
    "_npi_gamma": {"shape": "> 0", "scale": "> 0"},
    "_npi_exponential": {"scale": ">= 0"},
    "_npi_rayleigh": {"scale": ">= 0"},
    "_npi_weibull": {"a": "> 0"},
    "_npi_pareto": {"a": "> 0"},
    "_npi_powerd": {"a": "> 0"},
    "_npi_bernoulli": {"prob": "in [0, 1]"},
}
_HOLDS: dict[str, Callable[[Any], Any]] = {
    ">= 0": lambda x: x >= 0,
    "> 0": lambda x: x > 0,
    "in [0, 1]": lambda x: (x >= 0) & (x <= 1),
}


def demand(name: str, attribute: str, value: Any) -> None:
    """Raise if a parameter of a sampler, a number or an array of NumPy, is not what it must be."""
    constraint = demanded(name, attribute)
    if constraint is not None and not np.all(constraint[1](value)):
        raise ConstraintError(f"{constraint[0]}, received {value}")


def demanded(name: str, attribute: str) -> tuple[str, Callable[[Any], Any]] | None:
    """What a parameter of a sampler must be, in words and as a predicate of each element; None if it may be anything.

    >>> demanded("_npi_gamma", "scale")[0]
    'gamma: expect scale > 0'
    """
    wanted = DEMANDS.get(name, {}).get(attribute)
    return None if wanted is None else (f"{name.removeprefix('_npi_')}: expect {attribute} {wanted}", _HOLDS[wanted])


def _declare(name: str) -> None:
    @find(name).check
    def _(**attrs: Any) -> None:
        for attribute in DEMANDS[name]:
            if attrs.get(attribute) is not None:
                demand(name, attribute, attrs[attribute])


for _name in DEMANDS:
    _declare(_name)
