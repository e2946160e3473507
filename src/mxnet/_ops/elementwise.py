"""Elementwise functions of one array."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax.scipy import special

from mxnet._ops.registry import op

Array = jax.Array


def _unary(name: str, function: Callable[[Array], Array], doc: str, aliases: tuple[str, ...] = ()) -> None:
    """Register an elementwise function that keeps the dtype of its argument, integers included, as MXNet does."""

    def apply(data: Array) -> Array:
        return function(data).astype(data.dtype)

    apply.__doc__ = doc
    op(name, aliases=aliases)(apply)


_unary("sin", jnp.sin, "Sine of each element, in radians.", aliases=("_sparse_sin",))
