"""``mx.npx.random``: random arrays beyond NumPy's own, and the seed."""

from typing import Any

from mxnet import random as _random
from mxnet._signatures import followed_by
from mxnet.context import Context, current_context
from mxnet.numpy._call import call, is_array, shape_of
from mxnet.numpy._sampling import draw


def seed(seed: int, ctx: Any = "all") -> None:
    """Begin the random numbers again, on one context or on all.

    >>> mx.npx.random.seed(7)
    >>> first = mx.np.random.normal(size=(3,))
    >>> mx.npx.random.seed(7)
    >>> bool((mx.np.random.normal(size=(3,)) == first).all())
    True
    """
    _random.seed(seed, ctx)


def bernoulli(
    prob: Any = None,
    logit: Any = None,
    size: Any = None,
    dtype: Any = None,
    ctx: Context | None = None,
    out: Any = None,
) -> Any:
    """1 with the probability ``prob``, or of which ``logit`` is the log-odds, else 0.

    >>> mx.npx.random.bernoulli(prob=mx.np.array([0, 1]))
    array([0., 1.])
    """
    if (prob is None) == (logit is None):
        raise ValueError("Either `prob` or `logit` must be specified, but not both.")
    parameter = logit if prob is None else prob
    attrs: dict[str, Any] = {"is_logit": prob is None, "size": None if size is None else shape_of(size)}
    if dtype is not None:
        attrs["dtype"] = dtype
    if is_array(parameter):
        parameters = {"logit" if prob is None else "prob": parameter}
        return draw("_npi_bernoulli", parameters, lambda: call("_npi_bernoulli", (parameter,), attrs, out))
    attrs["logit" if prob is None else "prob"] = parameter
    return call("_npi_bernoulli", (None,), {**attrs, "ctx": ctx or current_context()}, out)


def _many(
    name: str, parameters: dict[str, Any], batch_shape: Any = None, dtype: Any = None, ctx: Context | None = None
) -> Any:
    """Draw with the operator of a distribution's name, ``batch_shape`` numbers for each parameter."""
    arrays = [p if is_array(p) else None for p in parameters.values()]
    attrs: dict[str, Any] = {k: v for k, v in parameters.items() if not is_array(v)}
    attrs |= {"size": None if batch_shape is None else shape_of(batch_shape), "dtype": dtype or "float32"}
    if all(a is None for a in arrays):
        attrs["ctx"] = ctx or current_context()
    return draw(f"_npi_{name}", parameters, lambda: call(f"_npi_{name}", arrays, attrs))


@followed_by(_many)
def uniform_n(low: Any = 0.0, high: Any = 1.0) -> dict[str, Any]:
    """Numbers spread evenly over ``[low, high)``: ``batch_shape`` of them for each parameter.

    >>> mx.npx.random.uniform_n(mx.np.zeros((3,)), mx.np.ones((3,)), batch_shape=(2,)).shape
    (2, 3)
    """
    return {"low": low, "high": high}


@followed_by(_many)
def normal_n(loc: Any = 0.0, scale: Any = 1.0) -> dict[str, Any]:
    """Normal numbers: ``batch_shape`` of them for each parameter.

    >>> mx.npx.random.normal_n(mx.np.array([0, 10, 20]), scale=2, batch_shape=(2,)).shape
    (2, 3)
    """
    return {"loc": loc, "scale": scale}
