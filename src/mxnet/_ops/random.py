"""Random numbers of one distribution: ``_random_*``, their ``*_like`` forms, shuffling and unique Zipf sampling.

A sampler here is ``f(key, shape, dtype, *parameters)``; parameters are numbers or arrays that broadcast to ``shape``
and may be traced. Half precision is drawn in float32 and rounded; counts are drawn in float64 whatever the result's
dtype, since their probabilities span more than float32 resolves. No sampler has a gradient: as in MXNet it is zero.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy.special import gammaln

from mxnet._ops.attrs import DTYPES, DType, Shape
from mxnet._ops.declaring import declared, keyword, positional
from mxnet._ops.registry import Op, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "The array whose shape and type are taken.",
    "low": "The lower bound.",
    "high": "The upper bound.",
    "loc": "The mean.",
    "scale": "The standard deviation.",
    "lam": "The rate, or the mean of a Poisson distribution.",
    "mu": "The mean.",
    "alpha": "The shape of a gamma distribution, or the dispersion of a negative binomial one.",
    "beta": "The scale of a gamma distribution.",
    "k": "How many failures.",
    "p": "The probability of failure.",
    "dtype": "The type of the numbers, float32 if None.",
}

Array = jax.Array
Number = float | Array

FLOATS = ("float16", "bfloat16", "float32", "float64")


def result_dtype(name: str, dtype: str | None) -> np.dtype:
    """The floating dtype that a sampler's ``dtype`` attribute asks for; float32 unless told."""
    if dtype is not None and dtype not in FLOATS:
        raise MXNetError(f"{name}: expected dtype to be None or one of {', '.join(FLOATS)}, got {dtype}.")
    return DTYPES[dtype or "float32"]


def _result_shape(name: str, shape: Shape | None) -> Shape:
    if shape is None:
        raise MXNetError(f"{name}: the shape of the result is unknown; write {name}(..., shape=(2, 3)) or give out=.")
    return shape


def _like_dtype(name: str, data: Array) -> np.dtype:
    if not jnp.issubdtype(data.dtype, jnp.floating):
        raise MXNetError(
            f"{name}: This operation only support floating point types, not {data.dtype}; write data.astype('float32')."
        )
    return data.dtype


def _wide(dtype: Any) -> np.dtype:
    """The dtype that a result of this dtype is drawn in."""
    return np.dtype("float64" if dtype == np.float64 else "float32")


def _fixed(dtype: np.dtype, *parameters: Number) -> list[Array]:
    return [lax.stop_gradient(jnp.asarray(p, dtype)) for p in parameters]


# Uniform numbers of float32 are drawn by functions whose name ends in ``TO_THE_BIT``: whoever computes them, the bits
# are the same, so that NumPy may compute small draws of which XLA would take 60 ms to compile each.


@jax.jit
def _affine_to_the_bit(x: Array, factor: Array, start: Array) -> Array:
    """``x * factor + start``. The product of two float32 numbers is exact in float64, so nothing is rounded twice."""
    wide = np.float64
    return (x.astype(wide) * factor.astype(wide) + start.astype(wide)).astype(np.float32)


@jax.jit
def _unit_to_the_bit(bits: Array) -> Array:
    """The high 23 of 32 random bits as a number in [0, 1)."""
    return (bits >> np.uint32(9)).astype(np.int32).astype(np.float32) * np.float32(2**-23)


@jax.jit
def _length_to_the_bit(low: Array, high: Array) -> Array:
    return high - low


def _unit(key: Array, shape: Shape) -> Array:
    return _unit_to_the_bit(jax.random.bits(key, shape, np.uint32))


def between(key: Array, shape: Shape, low: Array, high: Array) -> Array:
    """Uniform random numbers, before the end is excluded, in the dtype of the bounds: float32 or float64."""
    if low.dtype != np.float32:
        return low + (high - low) * jax.random.uniform(key, shape, low.dtype)
    # Bounds that are arrays may be products, which XLA may compute together with their difference.
    length = high - low if low.ndim or high.ndim else _length_to_the_bit(low, high)
    return _affine_to_the_bit(_unit(key, shape), length, low)


def uniform(key: Array, shape: Shape, dtype: np.dtype, low: Number, high: Number) -> Array:
    """Random numbers from the uniform distribution over [low, high).

    The end is excluded after rounding to ``dtype`` too.
    """
    low, high = _fixed(_wide(dtype), low, high)
    drawn = between(key, shape, low, high).astype(dtype)
    last = jnp.nextafter(high.astype(dtype), low.astype(dtype))
    return jnp.minimum(drawn, jnp.maximum(last, low.astype(dtype)))


def normal(key: Array, shape: Shape, dtype: np.dtype, loc: Number, scale: Number) -> Array:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
    wide = _wide(dtype)
    loc, scale = _fixed(wide, loc, scale)
    return (jax.random.normal(key, shape, wide) * scale + loc).astype(dtype)


def exponential(key: Array, shape: Shape, dtype: np.dtype, lam: Number) -> Array:
    """Random numbers from the exponential distribution of rate ``lam``."""
    wide = _wide(dtype)
    (lam,) = _fixed(wide, lam)
    return (jax.random.exponential(key, shape, wide) / lam).astype(dtype)


def _reject(key: Array, wanted: Array, dtype: np.dtype, propose: Callable[[Array], tuple[Array, Array]]) -> Array:
    """The first accepted proposal of each element that is ``wanted``, 0 for the others.

    NaN marks what is still open. A separate flag could contradict the value: XLA may compute ``accepted`` twice, with
    different rounding.
    """

    def step(state: tuple[Array, Array]) -> tuple[Array, Array]:
        key, value = state
        key, this = jax.random.split(key)
        proposed, accepted = propose(this)
        return key, jnp.where(jnp.isnan(value) & accepted, proposed, value)

    start = jnp.where(wanted, jnp.nan, 0).astype(dtype)
    return lax.while_loop(lambda state: jnp.any(jnp.isnan(state[1])), step, (key, start))[1]


def gamma(key: Array, shape: Shape, dtype: np.dtype, alpha: Number, beta: Number) -> Array:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``.

    Marsaglia and Tsang, 2000.
    """
    wide = _wide(dtype)
    alpha, beta = _fixed(wide, alpha, beta)
    rejection, boost = jax.random.split(key)
    small = alpha < 1
    d = jnp.where(small, alpha + 1, alpha) - np.array(1 / 3, wide)
    c = lax.rsqrt(9 * d)

    def propose(key: Array) -> tuple[Array, Array]:
        for_z, for_u = jax.random.split(key)
        z = jax.random.normal(for_z, shape, wide)
        x = 1 + c * z
        v = x * x * x
        log_v = jnp.log(jnp.where(x > 0, v, 1))
        log_u = -jax.random.exponential(for_u, shape, wide)
        return v, (x > 0) & (log_u < z * z / 2 + d * (1 - v + log_v))

    # Parameters without a distribution would never be accepted: they give NaN.
    valid = jnp.broadcast_to((alpha >= 0) & jnp.isfinite(d), shape)
    v = jnp.where(valid, _reject(rejection, valid, wide, propose), jnp.nan)
    # A gamma variate of shape alpha < 1 is one of shape alpha + 1 times u ** (1 / alpha).
    log_u = -jax.random.exponential(boost, shape, wide)
    power = jnp.where(small, jnp.exp(log_u / jnp.maximum(alpha, np.finfo(wide).tiny)), 1)
    return (d * v * power * beta).astype(dtype)


def poisson(key: Array, shape: Shape, dtype: np.dtype, lam: Number) -> Array:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
    wide = np.dtype("float64")
    lam = jnp.broadcast_to(jnp.maximum(_fixed(wide, lam)[0], 0), shape)
    for_few, for_many = jax.random.split(key)
    odd = ~jnp.isfinite(lam)
    many = lam >= 10
    few = _poisson_by_inversion(for_few, jnp.where(many | odd, 0, lam))
    drawn = _poisson_by_rejection(for_many, jnp.where(many & ~odd, lam, 10), many & ~odd)
    # An infinite mean has infinite counts, and NaN stays what it is: neither may enter the loops, which would not end.
    return jnp.where(odd, lam, jnp.where(many, drawn, few)).astype(dtype)


def _poisson_by_inversion(key: Array, lam: Array) -> Array:
    """Walk up the distribution function; for means below 10, where that takes few steps."""
    u = jax.random.uniform(key, lam.shape, lam.dtype)

    def step(state: tuple[Array, Array, Array, Array]) -> tuple[Array, Array, Array, Array]:
        k, count, mass, below = state
        mass = mass * lam / k
        return k + 1, jnp.where(u >= below, k, count), mass, below + mass

    def more(state: tuple[Array, Array, Array, Array]) -> Array:
        # 100 is out of reach for these means; it ends the walk where rounding keeps the sum below u.
        return jnp.any(u >= state[3]) & (state[0] < 100)

    mass = jnp.exp(-lam)
    return lax.while_loop(more, step, (jnp.ones((), lam.dtype), jnp.zeros_like(lam), mass, mass))[1]


def _poisson_by_rejection(key: Array, lam: Array, wanted: Array) -> Array:
    """Transformed rejection with squeeze, for means of at least 10 (Hörmann 1993, algorithm PTRS)."""
    log_lam = jnp.log(lam)
    b = 0.931 + 2.53 * jnp.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)

    def propose(key: Array) -> tuple[Array, Array]:
        u, v = jax.random.uniform(key, (2, *lam.shape), lam.dtype)
        u = u - 0.5
        us = 0.5 - jnp.abs(u)
        k = jnp.floor((2 * a / us + b) * u + lam + 0.43)
        quick = (us >= 0.07) & (v <= v_r)
        never = (k < 0) | ((us < 0.013) & (v > us))
        log_ratio = jnp.log(v * inverse_alpha / (a / (us * us) + b))
        return k, quick | (~never & (log_ratio <= k * log_lam - lam - gammaln(k + 1)))

    return _reject(key, wanted, lam.dtype, propose)


def negative_binomial(key: Array, shape: Shape, dtype: np.dtype, k: Number, p: Number) -> Array:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
    wide = np.dtype("float64")
    k, p = _fixed(wide, k, p)
    for_rate, for_count = jax.random.split(key)
    rate = gamma(for_rate, shape, wide, k, (1 - p) / p)
    return poisson(for_count, shape, dtype, rate)


def generalized_negative_binomial(key: Array, shape: Shape, dtype: np.dtype, mu: Number, alpha: Number) -> Array:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``.

    A dispersion of 0 is that of the Poisson distribution.
    """
    wide = np.dtype("float64")
    mu, alpha = _fixed(wide, mu, alpha)
    for_rate, for_count = jax.random.split(key)
    spread = jnp.where(alpha == 0, 1, alpha)
    rate = gamma(for_rate, shape, wide, 1 / spread, spread * mu)
    return poisson(for_count, shape, dtype, jnp.where(alpha == 0, mu, rate))


def _register(
    draw: Callable[..., Array],
    parameters: dict[str, float],
    shown: tuple[str, str],
    *,
    also: tuple[str, ...] = (),
    check: Callable[[Op], None],
) -> None:
    """Register the operators of a distribution: with a shape, and with the shape and type of an array.

    What they say of themselves is the first line that ``draw`` does. ``shown`` are the arguments of their examples;
    ``check`` declares what parameters must be.
    """
    name, doc = f"random_{draw.__name__}", (draw.__doc__ or "").partition(".")[0]
    attributes = [keyword(k, type(v), v) for k, v in parameters.items()]
    common = [keyword("shape", Shape | None, None), keyword("ctx", str, ""), keyword("dtype", DType | None, None)]

    def with_shape(*, key: Array, shape: Shape | None = None, ctx: str = "", dtype: Any = None, **attrs: Any) -> Array:
        numbers = {**parameters, **attrs}.values()
        return draw(key, _result_shape(name, shape), result_dtype(name, dtype), *numbers)

    def like_array(data: Array, *, key: Array, **attrs: Any) -> Array:
        return draw(key, data.shape, _like_dtype(f"{name}_like", data), *{**parameters, **attrs}.values())

    declared(with_shape, [keyword("key", Array), *attributes, *common])
    declared(like_array, [positional("data"), keyword("key", Array), *attributes])
    with_shape.__doc__ = f"{doc}.\n\n>>> nd.random.{draw.__name__}({shown[0]}, shape=(2, 3)).shape\n(2, 3)"
    like_array.__doc__ = (
        f"{doc}; as many as ``data`` has numbers.\n\n"
        f">>> nd.random.{draw.__name__}_like(nd.zeros((2, 3)){shown[1]}).shape\n(2, 3)"
    )
    check(op(f"_{name}", aliases=(*also, name), traced=parameters)(with_shape))
    check(op(f"_{name}_like", traced=parameters, same_shape=True)(like_array))


def _require(where: str, positive: tuple[str, ...] = (), non_negative: tuple[str, ...] = ()) -> Callable[[Op], None]:
    """What MXNet demands of parameters; inside a trace they have no values, so it is checked when they are given."""

    def declare(checked: Op) -> None:
        @checked.check
        def _(**attrs: Any) -> None:
            for name in (*positive, *non_negative):
                value, kind = attrs[name], "positive" if name in positive else "non-negative"
                if value < 0 or (value == 0 and name in positive):
                    spelled = "lambda" if name == "lam" else name
                    raise MXNetError(
                        f"{checked.name}: {spelled} parameter in {where} has to be {kind}, got {name}={value}."
                    )

    return declare


def _require_order(checked: Op) -> None:
    @checked.check
    def _(low: float, high: float, **_: Any) -> None:
        if low > high:
            raise MXNetError(
                f"{checked.name}: low must be less or equal to high in uniform distribution, got [{low}, {high})."
            )


_register(uniform, {"low": 0.0, "high": 1.0}, ("-1, 1", ""), also=("uniform",), check=_require_order)
_register(
    normal, {"loc": 0.0, "scale": 1.0}, ("0, 1", ""), also=("normal",), check=_require("gaussian", positive=("scale",))
)
_register(
    gamma,
    {"alpha": 1.0, "beta": 1.0},
    ("2, 1", ", alpha=2"),
    check=_require("gamma distribution", positive=("alpha", "beta")),
)
_register(exponential, {"lam": 1.0}, ("0.5", ", lam=2"), check=_require("exponential distribution", positive=("lam",)))
_register(poisson, {"lam": 1.0}, ("3", ", lam=2"), check=_require("poisson distribution", non_negative=("lam",)))
_register(
    negative_binomial,
    {"k": 1, "p": 1.0},
    ("3, 0.5", ", k=2, p=0.5"),
    check=_require("negative binomial distribution", non_negative=("k", "p")),
)
_register(
    generalized_negative_binomial,
    {"mu": 1.0, "alpha": 1.0},
    ("2, 0.3", ", mu=2"),
    check=_require("generalized negative binomial distribution", non_negative=("mu", "alpha")),
)


@op("_random_randint", aliases=("random_randint",), traced=("low", "high"), types="-> dtype=int32")
def random_randint(
    *, key: Array, low: int, high: int, shape: Shape | None = None, ctx: str = "", dtype: DType | None = None
) -> Array:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64.

    low: The smallest number.
    high: The number after the largest.

    >>> nd.random.randint(0, 10, shape=(2, 3)).dtype
    <class 'numpy.int32'>
    """
    shape = _result_shape("random_randint", shape)
    if dtype not in (None, "int32", "int64"):
        raise MXNetError(f"random_randint: expected dtype to be None, int32 or int64, got {dtype}.")
    begin, end = jnp.asarray(low, np.int64), jnp.asarray(high, np.int64)
    if dtype == "int64":
        return jax.random.randint(key, shape, begin, end, np.int64)
    # 64 random bits modulo a span of 32 bits are off by less than 2 ** -32, and cost half of the exact draw.
    span = jnp.maximum((end - begin).astype(np.uint64), 1)
    offset = jax.random.bits(key, shape, np.uint64) % span
    return (begin + offset.astype(np.int64)).astype(np.int32)


_require_order(random_randint)


@op("_shuffle", aliases=("shuffle",), same_shape=True)
def shuffle(data: Array, *, key: Array) -> Array:
    """The same elements in a random order along the first axis; what lies below it stays together.

    data: The array whose slices are shuffled.

    >>> nd.random.shuffle(nd.arange(4)).sort().asnumpy()
    array([0., 1., 2., 3.], dtype=float32)
    """
    return data[jax.random.permutation(key, data.shape[0])]


@op("_sample_unique_zipfian", outputs=2, types="-> int64 int64")
def sample_unique_zipfian(*, key: Array, range_max: int, shape: Shape | None = None) -> tuple[Array, Array]:
    """Distinct classes in each row, roughly log-uniform below ``range_max``, and how many draws a row took.

    Class ``c`` is drawn with probability about ``log((c + 2) / (c + 1)) / log(range_max + 1)``, and drawn again where
    the row holds it already; the number of draws is what turns the sample into expected counts.

    range_max: One more than the largest class.
    shape: (rows, classes in a row).

    >>> classes, tries = nd._internal._sample_unique_zipfian(range_max=100, shape=(2, 5))
    >>> classes.shape, tries.shape
    ((2, 5), (2,))
    """
    if shape is None or len(shape) != 2:
        raise MXNetError(f"_sample_unique_zipfian: expected shape=(rows, classes in a row), got {shape}.")
    rows, wanted = shape
    if wanted > range_max:
        raise MXNetError(
            "_sample_unique_zipfian: Number of samples cannot exceed the number of possible classes, "
            f"got {wanted} samples of {range_max} classes."
        )
    keys = jax.random.split(key, rows)
    return jax.vmap(lambda k: _distinct_classes(k, range_max, wanted))(keys)


def _distinct_classes(key: Array, range_max: int, wanted: int) -> tuple[Array, Array]:
    """The first ``wanted`` distinct values of a stream of draws, in order, and the length of stream they took."""
    block = max(wanted, 16)
    absent = np.int64(range_max)

    def step(state: tuple[Array, Array, Array, Array]) -> tuple[Array, Array, Array, Array]:
        key, classes, count, tries = state
        key, this = jax.random.split(key)
        x = jax.random.uniform(this, (block,), np.float64)
        # Half up, as C's lround; the exponential is below range_max, so that the largest class is range_max - 1.
        drawn = jnp.floor(jnp.exp(x * np.log(range_max)) + 0.5).astype(np.int64) - 1
        new = _first_occurrences(drawn) & ~jnp.isin(drawn, classes)
        place = count + jnp.cumsum(new) - 1
        classes = classes.at[jnp.where(new, place, wanted)].set(drawn, mode="drop")
        reached = place + 1 >= wanted
        used = jnp.where(reached[-1], jnp.argmax(reached) + 1, block)
        return key, classes, jnp.minimum(place[-1] + 1, wanted), tries + used

    zero = jnp.zeros((), np.int64)
    start = (key, jnp.full((wanted,), absent), zero, zero)
    _, classes, _, tries = lax.while_loop(lambda state: state[2] < wanted, step, start)
    return classes, tries


def _first_occurrences(values: Array) -> Array:
    """Which elements have no equal before them."""
    order = jnp.argsort(values, stable=True)
    ordered = values[order]
    first = jnp.concatenate([jnp.ones((1,), bool), ordered[1:] != ordered[:-1]])
    return jnp.zeros(values.shape, bool).at[order].set(first)
