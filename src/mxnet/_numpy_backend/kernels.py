"""Exponentials and the like computed by XLA: NumPy's last digits differ, and a program may be computed by either."""

import functools
from typing import Any

import jax
import numpy as np
from jax.extend.core import JaxprEqn, Primitive

from mxnet._host import fork
from mxnet._numpy_backend.rules import Array, Compute, Dtype, result_dtype, size_of

# Arrays are padded to one of these lengths, so that few kernels are compiled (30 ms each); longer ones are split.
LENGTHS = (64, 1024, 16384)


def rounded_like_xla(function: Compute, equation: JaxprEqn) -> Compute:
    """A function of one array, computed by XLA; by NumPy where XLA does not run, and in a few other cases."""
    dtype, size = result_dtype(equation), size_of(equation.outvars[0])
    if dtype not in (np.float32, np.float64) or len(equation.invars) != 1 or not size:
        return function
    length = next((n for n in LENGTHS if n >= size), LENGTHS[-1])
    params = tuple(sorted(equation.params.items()))

    def compute(x: Array) -> Array:
        if not fork.is_running():
            return function(x)
        kernel = _kernel(equation.primitive, params, dtype, length)
        padded = np.zeros((-(-size // length), length), dtype)
        padded.reshape(-1)[:size] = x.reshape(-1)
        return np.concatenate([kernel(piece) for piece in padded])[:size].reshape(x.shape)

    return compute


@functools.lru_cache(maxsize=256)
def _kernel(primitive: Primitive, params: tuple[tuple[str, Any], ...], dtype: Dtype, length: int) -> Any:
    """The compiled function of so many elements."""
    host = jax.sharding.SingleDeviceSharding(jax.local_devices(backend="cpu")[0])
    form = jax.ShapeDtypeStruct((length,), dtype, sharding=host)
    return jax.jit(functools.partial(primitive.bind, **dict(params))).lower(form).compile()
