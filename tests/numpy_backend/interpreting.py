"""Comparing programs computed with NumPy with what XLA makes of them."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

from mxnet._numpy_backend import plan

MOST = 10**12
TOLERANCE = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 2e-6, "complex64": 4e-6}


def interpreted(function: Callable[..., Any], *arrays: np.ndarray) -> list[np.ndarray]:
    """The results of a function, computed with NumPy; checks their types and that nobody else holds their memory."""
    jaxpr = jax.make_jaxpr(function)(*arrays)
    made = plan(jaxpr, MOST)
    assert made is not None, jaxpr
    before = [np.array(a) for a in arrays]
    found = made.compute(arrays)
    for result, aval in zip(found, jaxpr.out_avals, strict=True):
        assert type(result) is np.ndarray and result.base is None and result.flags.c_contiguous
        assert (result.shape, result.dtype) == (aval.shape, aval.dtype)
    constants = [np.asarray(c) for c in jaxpr.consts if not jnp.issubdtype(c.dtype, jax.dtypes.extended)]
    for number, result in enumerate(found):
        assert not any(np.shares_memory(result, other) for other in [*found[:number], *arrays, *constants])
    assert all(a.tobytes() == b.tobytes() for a, b in zip(arrays, before, strict=True))
    return found


def agree(found: list[np.ndarray], wanted: list[Any], scale: float = 1.0, integers: int = 0) -> None:
    """Compare; floating results may differ by ``scale`` times the usual, integers by ``integers``."""
    for a, b in zip(found, [np.asarray(w) for w in wanted], strict=True):
        assert (a.shape, a.dtype) == (b.shape, b.dtype)
        if a.dtype.kind in "biu":
            assert np.array_equal(a, b) or np.abs(a.astype(np.float64) - b.astype(np.float64)).max() <= integers, (a, b)
            continue
        rtol = scale * TOLERANCE.get(a.dtype.name, 1e-12)
        kind = np.complex128 if a.dtype.kind == "c" else np.float64
        a, b = a.astype(kind), b.astype(kind)
        size = np.abs(b[np.isfinite(b)]).max(initial=0)
        np.testing.assert_allclose(a, b, rtol=2 * rtol, atol=rtol * min(size, 1))


def check(function: Callable[..., Any], *arrays: Any, scale: float = 1.0, integers: int = 0) -> list[np.ndarray]:
    """Compare a function of arrays, computed with NumPy, with what XLA computes."""
    given = [np.asarray(a) for a in arrays]
    found = interpreted(function, *given)
    agree(found, jax.tree.leaves(jax.jit(function)(*given)), scale, integers)
    return found


def array(values: Any, dtype: str) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(values).astype(ml_dtypes.bfloat16 if dtype == "bfloat16" else dtype)
