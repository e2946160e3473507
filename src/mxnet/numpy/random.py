"""``mx.np.random``: random arrays; parameters are numbers or arrays, and gradients reach the arrays."""

from typing import TYPE_CHECKING, Any

import numpy as np

from mxnet._signatures import followed_by, takes
from mxnet._types import MaybeDType, ShapeLike
from mxnet.context import Context, current_context
from mxnet.ndarray.handle import update, value_of
from mxnet.numpy._arithmetic import FUNCTIONS
from mxnet.numpy._call import Out, call, is_array, shape_of
from mxnet.numpy._creation import array
from mxnet.numpy._sampling import draw
from mxnet.numpy._shapes import take
from mxnet.symbol.handle import SymbolBase

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


def _size(size: Any, out: Out = None) -> tuple[int, ...] | None:
    """A ``size`` argument; without one, or with ``()``, the parameters' own shape."""
    if size is None or size == ():
        return None if out is None else out.shape
    return shape_of(size)


def _draw(name: str, parameters: dict[str, Any], size: Any, dtype: Any, ctx: Context | None, out: Any) -> Any:
    """Call a sampler with each parameter as an input where it is an array, else as an attribute."""
    arrays = [p if is_array(p) else None for p in parameters.values()]
    attrs: dict[str, Any] = {k: v for k, v in parameters.items() if not is_array(v)}
    attrs["size"] = _size(size, out)
    if dtype is not None:
        attrs["dtype"] = dtype
    if all(a is None for a in arrays):
        attrs["ctx"] = ctx or current_context()
    return draw(name, parameters, lambda: call(name, arrays, attrs, out))


def _sample(
    name: str,
    parameters: dict[str, Any],
    size: ShapeLike | None = None,
    dtype: MaybeDType = None,
    ctx: Context | None = None,
    out: Out = None,
) -> "ndarray":
    """Draw with the operator of a distribution's name; float32 without a type."""
    return _draw(f"_npi_{name}", parameters, size, dtype or "float32", ctx, out)


def _sample_float32(
    name: str, parameters: dict[str, Any], size: ShapeLike | None = None, ctx: Context | None = None, out: Out = None
) -> "ndarray":
    """Draw with the operator of a distribution's name, which has one type alone."""
    return _draw(f"_npi_{name}", parameters, size, None, ctx, out)


@followed_by(_sample)
def uniform(low: Any = 0.0, high: Any = 1.0) -> dict[str, Any]:
    """Numbers spread evenly over ``[low, high)``."""
    return {"low": low, "high": high}


@followed_by(_sample)
def normal(loc: Any = 0.0, scale: Any = 1.0) -> dict[str, Any]:
    """Normal numbers around ``loc`` with standard deviation ``scale``."""
    return {"loc": loc, "scale": scale}


@takes(normal, without=("loc", "scale"))
def lognormal(mean: Any = 0.0, sigma: Any = 1.0, *, out: Out = None, **drawing: Any) -> "ndarray":
    """Numbers whose logarithms are normal.

    >>> mx.np.random.lognormal(0, 1, size=(2, 3)).shape
    (2, 3)
    """
    return FUNCTIONS["exp"](normal(mean, sigma, **drawing), out=out)


@followed_by(_sample_float32)
def logistic(loc: Any = 0.0, scale: Any = 1.0) -> dict[str, Any]:
    """Logistic numbers around ``loc``."""
    return {"loc": loc, "scale": scale}


@followed_by(_sample_float32)
def gumbel(loc: Any = 0.0, scale: Any = 1.0) -> dict[str, Any]:
    """Gumbel numbers with mode ``loc``."""
    return {"loc": loc, "scale": scale}


def rand(*size: int, **kwargs: Any) -> "ndarray":
    """Numbers spread evenly over [0, 1), in the shape given as separate integers.

    >>> mx.np.random.rand(2, 3).shape
    (2, 3)
    """
    return uniform(size=tuple(size), **kwargs)


def randn(*size: int, **kwargs: Any) -> "ndarray":
    """Standard normal numbers, in the shape given as separate integers.

    >>> mx.np.random.randn(2, 3).shape
    (2, 3)
    """
    return normal(size=tuple(size), **kwargs)


def randint(
    low: int,
    high: int | None = None,
    size: ShapeLike | None = None,
    dtype: MaybeDType = None,
    ctx: Context | None = None,
    out: Out = None,
) -> "ndarray":
    """Whole numbers spread evenly over ``[low, high)``, or from 0 up to ``low``.

    >>> mx.np.random.randint(0, 10, size=(2, 3)).shape
    (2, 3)
    """
    if high is None:
        low, high = 0, low
    if high <= low:
        raise ValueError(f"randint: expected low < high, received low={low} and high={high}")
    attrs = {"low": int(low), "high": int(high), "shape": _size(size, out) or (), "dtype": dtype or "int64"}
    return call("_npi_random_randint", (), {**attrs, "ctx": ctx or current_context()}, out)


def choice(
    a: Any,
    size: ShapeLike | None = None,
    replace: bool = True,
    p: Any = None,
    ctx: Context | None = None,
    out: Out = None,
) -> "ndarray":
    """Elements of an array, or numbers below ``a``, drawn with or without putting them back."""
    weights = p if p is None or is_array(p) else array(p)
    attrs: dict[str, Any] = {"size": _size(size, out), "replace": replace, "weighted": p is not None}
    if isinstance(a, SymbolBase):
        return take(a, call("_npi_choice", (a, weights), {"a": None, **attrs}), 0, "clip")
    attrs["a"] = a.shape[0] if is_array(a) else int(a)
    if weights is None:
        attrs["ctx"] = ctx or current_context()
    drawn = call("_npi_choice", (weights, None), attrs, None if is_array(a) else out)
    return take(a, drawn, 0, "clip", out) if is_array(a) else drawn


def shuffle(x: Any) -> None:
    """Put the first axis of an array in random order, in place."""
    update(x, lambda seen, _: value_of(call("_npi_shuffle", (seen,))))


def multinomial(n: int, pvals: Any, size: ShapeLike | None = None, **kwargs: Any) -> "ndarray":
    """How often each of the outcomes with these probabilities comes in ``n`` tries."""
    if kwargs:
        raise TypeError(f"multinomial() got an unexpected keyword argument '{next(iter(kwargs))}'")
    weights = pvals if is_array(pvals) else array(np.asarray(pvals, np.float64))
    host = pvals.asnumpy() if is_array(pvals) else np.asarray(pvals, np.float64)  # type: ignore[attr-defined]
    if host[:-1].sum() > 1.0 + 1e-12:
        raise ValueError("sum(pvals[:-1]) > 1.0")
    return call("_npi_multinomial", (weights,), {"n": int(n), "size": _size(size) or ()})


@followed_by(_sample)
def gamma(shape: Any, scale: Any = 1.0) -> dict[str, Any]:
    """Gamma numbers of a shape and a scale."""
    return {"shape": shape, "scale": scale}


def chisquare(
    df: Any, size: ShapeLike | None = None, dtype: MaybeDType = None, ctx: Context | None = None
) -> "ndarray":
    """Sums of ``df`` squares of standard normal numbers.

    >>> mx.np.random.chisquare(2, size=(2, 3)).shape
    (2, 3)
    """
    return gamma(df / 2, 2.0, size, dtype, ctx)


def beta(
    a: Any, b: Any, size: ShapeLike | None = None, dtype: MaybeDType = None, ctx: Context | None = None
) -> "ndarray":
    """Beta numbers: the share of one gamma number in two.

    >>> mx.np.random.beta(1, 2, size=(2, 3)).shape
    (2, 3)
    """
    if size is None:
        size = np.broadcast_shapes(getattr(a, "shape", ()), getattr(b, "shape", ()))
    first, second = gamma(a, 1.0, size, "float64", ctx), gamma(b, 1.0, size, "float64", ctx)
    return (first / (first + second)).astype(dtype or "float32")


@followed_by(_sample_float32)
def exponential(scale: Any = 1.0) -> dict[str, Any]:
    """Waiting times with mean ``scale``."""
    return {"scale": scale}


@followed_by(_sample_float32)
def rayleigh(scale: Any = 1.0) -> dict[str, Any]:
    """Rayleigh numbers with mode ``scale``."""
    return {"scale": scale}


@followed_by(_sample_float32)
def weibull(a: Any) -> dict[str, Any]:
    """Weibull numbers of shape ``a`` and scale 1."""
    return {"a": a}


@followed_by(_sample_float32)
def pareto(a: Any) -> dict[str, Any]:
    """Pareto (Lomax) numbers of shape ``a``."""
    return {"a": a}


def power(a: Any, size: ShapeLike | None = None) -> "ndarray":
    """Numbers in [0, 1] of density ``a * x**(a - 1)``."""
    return _draw("_npi_powerd", {"a": a}, size, None, None, None)


def multivariate_normal(
    mean: Any, cov: Any, size: ShapeLike | None = None, check_valid: Any = None, tol: Any = None
) -> "ndarray":
    """Vectors of normal numbers with a mean and a covariance matrix.

    >>> mx.np.random.multivariate_normal(mx.np.zeros((2,)), mx.np.eye(2), size=(3,)).shape
    (3, 2)
    """
    if check_valid is not None or tol is not None:
        raise NotImplementedError("multivariate_normal: check_valid and tol are not supported")
    return call("_npi_mvn_fallback", (mean, cov), {"size": _size(size)})
