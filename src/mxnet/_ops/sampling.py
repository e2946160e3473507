"""Random numbers of many distributions at once, their parameters being arrays, and densities of given samples."""

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.special import gammaln, xlog1py, xlogy

from mxnet._ops import random
from mxnet._ops.attrs import DTYPES, DType, Shape
from mxnet._ops.declaring import declared, keyword, positional
from mxnet._ops.registry import Op, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "mu": "Means, an array.",
    "sigma": "Standard deviations, an array.",
    "lam": "Rates, an array.",
    "k": "Numbers of failures, an array.",
    "p": "Probabilities of failure, an array.",
    "alpha": "Shapes, or dispersions, an array.",
    "beta": "Scales, an array.",
    "shape": "The shape of what is drawn for each set of parameters.",
    "dtype": "The type of the numbers, float32 if None.",
    "sample": "Samples, on axes after those of the parameters.",
    "is_log": "Return the logarithms.",
}

Array = jax.Array


def _register_sampler(draw: Callable[..., Array], parameters: tuple[str, ...], shown: str, doc: str) -> None:
    """Register the operator that draws ``shape`` numbers for each element of a distribution's parameters.

    The parameters have one shape, which comes first in the result's. ``shown`` are those of the example.
    """
    name = f"sample_{draw.__name__}"

    def sample(*arrays: Array, key: Array, shape: Shape = (), dtype: str | None = None) -> Array:
        of = arrays[0]
        for parameter, value in zip(parameters, arrays, strict=True):
            if value.shape != of.shape or value.dtype != of.dtype:
                raise MXNetError(
                    f"{name}: expected parameters of one shape and dtype, got {parameters[0]} of {of.dtype}"
                    f"{list(of.shape)} and {parameter} of {value.dtype}{list(value.shape)}."
                )
        if any(n <= 0 for n in shape):
            raise MXNetError(f"{name}: shape parameter must be non-zero within each dimension, got {shape}.")
        spread = [p.reshape(p.shape + (1,) * len(shape)) for p in arrays]
        return draw(key, of.shape + shape, random.result_dtype(name, dtype), *spread)

    common = [keyword("key", Array), keyword("shape", Shape, ()), keyword("dtype", DType | None, None)]
    declared(sample, [*(positional(parameter) for parameter in parameters), *common])
    sample.__doc__ = f"{doc}\n\n>>> nd.{name}({shown}, shape=(3,)).shape\n(2, 3)"
    operator = op(f"_{name}", aliases=(name,), types="T T -> dtype")(sample)
    if len(parameters) > 1:

        @operator.fill_shapes
        def _(*shapes: Shape | None, **_: Any) -> Mapping[str, Shape]:
            known = [s for s in shapes if s is not None]
            return dict.fromkeys(operator.inputs, known[0]) if known else {}


_register_sampler(
    random.uniform,
    ("low", "high"),
    "nd.array([0, 5]), nd.array([1, 6])",
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds.

low: Lower bounds, an array.
high: Upper bounds, of the same shape.""",
)
_register_sampler(
    random.normal,
    ("mu", "sigma"),
    "nd.array([0, 5]), nd.array([1, 2])",
    "Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation.",
)
_register_sampler(
    random.gamma,
    ("alpha", "beta"),
    "nd.array([1, 5]), nd.array([1, 2])",
    "Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``.",
)
_register_sampler(
    random.exponential,
    ("lam",),
    "nd.array([1, 5])",
    "Random numbers from exponential distributions, ``shape`` of them for each rate.",
)
_register_sampler(
    random.poisson,
    ("lam",),
    "nd.array([1, 5])",
    "Random counts from Poisson distributions, ``shape`` of them for each mean.\n\nlam: Means, an array.",
)
_register_sampler(
    random.negative_binomial,
    ("k", "p"),
    "nd.array([1, 5]), nd.array([0.5, 0.4])",
    "Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair.",
)
_register_sampler(
    random.generalized_negative_binomial,
    ("mu", "alpha"),
    "nd.array([1, 5]), nd.array([0.1, 0.2])",
    "Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``.",
)


@op(
    "_sample_multinomial",
    aliases=("sample_multinomial",),
    outputs=lambda get_prob=False, **_: 2 if get_prob else 1,
    types="? -> dtype",
)
def sample_multinomial(
    data: Array,
    *,
    key: Array,
    shape: Shape = (),
    get_prob: bool = False,
    dtype: DType = DType("int32"),  # noqa: B008  (a NewType call is its argument)
) -> tuple[Array, ...]:
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs.

    These logs have a gradient, so that a reward given as their head gradient makes a policy gradient.

    data: Probabilities that add up to one, on the last axis.
    shape: How many draws for each distribution.
    get_prob: Return the logarithms of the probabilities of the drawn classes too.
    dtype: The type of the class numbers.

    >>> nd.random.multinomial(nd.array([0, 1, 0]), shape=3).asnumpy()
    array([1, 1, 1], dtype=int32)
    """
    name = "sample_multinomial"
    if not jnp.issubdtype(data.dtype, jnp.floating):
        raise MXNetError(
            f"{name}: This operation only support floating point types, not {data.dtype}; write data.astype('float32')."
        )
    if dtype not in ("uint8", "int32", *random.FLOATS):
        raise MXNetError(f"{name}: expected dtype to be uint8, int32 or floating, got {dtype}.")
    classes = data.shape[-1]
    out_shape = data.shape[:-1] + shape or (1,)
    rows = data.reshape(-1, classes)
    drawn = _pick(key, lax.stop_gradient(rows), int(np.prod(out_shape)) // max(rows.shape[0], 1))
    sample = drawn.reshape(out_shape).astype(DTYPES[dtype])
    if not get_prob:
        return (sample,)
    return sample, jnp.log(jnp.take_along_axis(rows, drawn, axis=1)).reshape(out_shape)


def _pick(key: Array, rows: Array, count: int) -> Array:
    """``count`` indices for each row of probabilities."""
    upto = jnp.cumsum(rows.astype(np.float64), axis=1)
    # The total is 1 but for rounding; a last class of probability 0 must not be what rounding leaves over.
    total = jnp.minimum(upto[:, -1:], 1)
    u = (1 - jax.random.uniform(key, (rows.shape[0], count), np.float64)) * total
    method = "compare_all" if count <= 4 else "scan"
    classes = jax.vmap(lambda row, values: jnp.searchsorted(row, values, side="left", method=method))(upto, u)
    return jnp.minimum(classes, rows.shape[1] - 1).astype(np.int32)


def _density(log_density: Callable[..., Array]) -> Op:
    """Register the operator of a distribution's density from its logarithm, a function of samples and parameters.

    Parameters run along the leading axes of ``sample``.
    """
    name, (_, *names) = log_density.__name__, signature(log_density).parameters

    @wraps(log_density)
    def density(sample: Array, *parameters: Array, is_log: bool = False) -> Array:
        for parameter, value in zip(names, parameters, strict=True):
            if value.dtype != sample.dtype:
                raise MXNetError(
                    f"{name}: Incompatible attr: expected {parameter} of {sample.dtype} as the sample, "
                    f"got {value.dtype}."
                )
            if value.shape != sample.shape[: value.ndim] or value.shape != parameters[0].shape:
                raise MXNetError(
                    f"{name}: Shape inconsistent: expected {parameter} of the leading axes of the sample's shape "
                    f"{list(sample.shape)}, got {list(value.shape)}."
                )
        wide = _wide(name, sample)
        spread = [p.astype(wide).reshape(p.shape + (1,) * (sample.ndim - p.ndim)) for p in parameters]
        result = log_density(sample.astype(wide), *spread)
        return (result if is_log else jnp.exp(result)).astype(sample.dtype)

    declared(density, [*signature(log_density).parameters.values(), keyword("is_log", bool, False)])
    return op(f"_{name}", aliases=(name,))(density)


def _wide(name: str, sample: Array) -> np.dtype:
    if not jnp.issubdtype(sample.dtype, jnp.floating):
        raise MXNetError(
            f"{name}: This operation only support floating point types, not {sample.dtype}; "
            "write sample.astype('float32')."
        )
    return np.dtype("float64" if sample.dtype == np.float64 else "float32")


@_density
def random_pdf_uniform(sample: Array, low: Array, high: Array) -> Array:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there.

    low: Lower bounds, an array.
    high: Upper bounds, of the same shape.

    >>> nd.random_pdf_uniform(nd.array([[1, 2]]), nd.array([0]), nd.array([4])).asnumpy()
    array([[0.25, 0.25]], dtype=float32)
    """
    return jnp.broadcast_to(-jnp.log(high - low), sample.shape)


@_density
def random_pdf_normal(sample: Array, mu: Array, sigma: Array) -> Array:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``.

    >>> nd.random_pdf_normal(nd.array([[0, 1]]), nd.array([0]), nd.array([1])).asnumpy()
    array([[0.3989423 , 0.24197073]], dtype=float32)
    """
    z = (sample - mu) / sigma
    return -z * z / 2 - jnp.log(sigma) - np.array(np.log(2 * np.pi) / 2, sample.dtype)


@_density
def random_pdf_gamma(sample: Array, alpha: Array, beta: Array) -> Array:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale).

    beta: Rates, an array.

    >>> nd.random_pdf_gamma(nd.array([[1, 2]]), nd.array([1]), nd.array([1])).asnumpy()
    array([[0.36787927, 0.13533522]], dtype=float32)
    """
    return alpha * jnp.log(beta) + xlogy(alpha - 1, sample) - beta * sample - gammaln(alpha)


@_density
def random_pdf_exponential(sample: Array, lam: Array) -> Array:
    """Densities of the exponential distributions of rate ``lam``.

    >>> nd.random_pdf_exponential(nd.array([[0, 1]]), nd.array([2])).asnumpy()
    array([[2.        , 0.27067056]], dtype=float32)
    """
    return jnp.log(lam) - lam * sample


@_density
def random_pdf_poisson(sample: Array, lam: Array) -> Array:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient.

    lam: Means, an array.

    >>> nd.random_pdf_poisson(nd.array([[0, 1]]), nd.array([1])).asnumpy()
    array([[0.36787927, 0.36787945]], dtype=float32)
    """
    count = lax.stop_gradient(sample)
    return xlogy(count, lam) - gammaln(count + 1) - lam


def _log_negative_binomial(x: Array, k: Array, p: Array) -> Array:
    x = lax.stop_gradient(x)
    return gammaln(x + k) - gammaln(x + 1) - gammaln(k) + xlogy(k, p) + xlog1py(x, -p)


@_density
def random_pdf_negative_binomial(sample: Array, k: Array, p: Array) -> Array:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient.

    >>> nd.random_pdf_negative_binomial(nd.array([[0, 1]]), nd.array([1]), nd.array([0.5])).asnumpy()
    array([[0.49999976, 0.24999988]], dtype=float32)
    """
    return _log_negative_binomial(sample, k, p)


@_density
def random_pdf_generalized_negative_binomial(sample: Array, mu: Array, alpha: Array) -> Array:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient.

    >>> nd.random_pdf_generalized_negative_binomial(nd.array([[0, 1]]), nd.array([1]), nd.array([1])).asnumpy()
    array([[0.49999976, 0.24999988]], dtype=float32)
    """
    return _log_negative_binomial(sample, 1 / alpha, 1 / (mu * alpha + 1))


@op("_random_pdf_dirichlet", aliases=("random_pdf_dirichlet",))
def random_pdf_dirichlet(sample: Array, alpha: Array, *, is_log: bool = False) -> Array:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis.

    sample: Vectors that add up to one, on the last axis.
    alpha: Concentrations, of as many numbers as a vector has.

    >>> nd.random_pdf_dirichlet(nd.array([[0.2, 0.8]]), nd.array([1, 1])).asnumpy()
    array([0.99999905], dtype=float32)
    """
    name = "random_pdf_dirichlet"
    lead = alpha.ndim - 1
    if lead >= sample.ndim or alpha.shape != (*sample.shape[:lead], sample.shape[-1]):
        raise MXNetError(
            f"{name}: Shape inconsistent: expected alpha of the leading axes and the last axis of the sample's shape "
            f"{list(sample.shape)}, got {list(alpha.shape)}."
        )
    if alpha.dtype != sample.dtype:
        raise MXNetError(f"{name}: expected alpha of {sample.dtype} as the sample, got {alpha.dtype}.")
    wide = _wide(name, sample)
    a = alpha.astype(wide).reshape(*alpha.shape[:-1], *(1,) * (sample.ndim - alpha.ndim), alpha.shape[-1])
    result = xlogy(a - 1, sample.astype(wide)).sum(-1) + gammaln(a.sum(-1)) - gammaln(a).sum(-1)
    result = (result if is_log else jnp.exp(result)).astype(sample.dtype)
    return result.reshape(sample.shape[:-1] or (1,))
