"""Shapes with dtypes, each of them one object."""

import weakref
from typing import Any

import jax
import numpy as np


class Aval:
    """A shape and a dtype (JAX's "abstract value"). Made by ``aval_of`` alone, so that equal ones are one object."""

    __slots__ = ("__weakref__", "dtype", "nbytes", "shape", "struct")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.shape = shape
        self.dtype = dtype
        self.struct = jax.ShapeDtypeStruct(shape, dtype)
        self.nbytes: int = self.struct.size * dtype.itemsize

    def __repr__(self) -> str:
        return f"{self.dtype.name}{list(self.shape)}"


# Avals are compared by identity: one must live as long as anything refers to it, and need not live longer.
_AVALS: "weakref.WeakValueDictionary[tuple[tuple[int, ...], np.dtype[Any]], Aval]" = weakref.WeakValueDictionary()


def aval_of(shape: tuple[int, ...], dtype: np.dtype[Any]) -> Aval:
    """The one Aval of this shape and dtype."""
    key = (shape, dtype)
    aval = _AVALS.get(key)
    if aval is None:
        aval = _AVALS.setdefault(key, Aval(shape, dtype))
    return aval
