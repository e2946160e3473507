"""Functions that a library of the GPU computes: chosen where a program is compiled, never while it is traced.

A trace may serve programs of several devices. So such a function holds both its forms, and the compiler takes one.
"""

import importlib.util
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._config import lookup
from mxnet._host import fork

Function = Callable[..., Any]


def has_gpu() -> bool:
    """Whether programs of this process may run on a GPU of NVIDIA's; without one nothing here is ever traced.

    Where JAX has no plugin for such devices it is not started by the question.
    """
    return _has_plugin() and not fork.is_forked() and _has_gpu()


@cache
def _has_plugin() -> bool:
    spec = importlib.util.find_spec("jax_plugins")
    places = (spec and spec.submodule_search_locations) or ()
    return any("cuda" in module.name for module in pkgutil.iter_modules(places))


@cache
def _has_gpu() -> bool:
    fork.note_start()
    return jax.default_backend() in ("gpu", "cuda")


def lstm_by_cudnn() -> bool:
    """Whether LSTM layers may be cuDNN's."""
    return bool(lookup("MXNET_CUDNN_LSTM")) and has_gpu()


def on_device(platform: str, own: Function, plain: Function, *arrays: Any) -> Any:
    """``own(*arrays)`` where a program is compiled for this platform, elsewhere ``plain(*arrays)``."""
    return jax.lax.platform_dependent(*arrays, default=plain, **{platform: own})


def either(own: Function, plain: Function, platform: str = "cuda") -> Function:
    """A function of floating arrays that ``own`` computes on a platform, gradient included, and elsewhere ``plain``.

    The two give the same up to rounding. The gradient of ``own`` has what its forward part kept for it; that of
    ``plain`` begins from the arrays again, since it is meant for the few arrays that are not on the GPU.
    """

    def pulled(*arrays: Any) -> tuple[Any, list[Any], Any]:
        results, pull = jax.vjp(own, *arrays)
        leaves, structure = jax.tree.flatten(pull)
        return results, leaves, structure

    @jax.custom_vjp
    def function(*arrays: Any) -> Any:
        return on_device(platform, own, plain, *arrays)

    def forward(*arrays: Any) -> tuple[Any, Any]:
        _, kept = jax.eval_shape(lambda *values: pulled(*values)[:2], *arrays)

        def without(*values: Any) -> tuple[Any, list[Any]]:
            return plain(*values), [jnp.zeros(k.shape, k.dtype) for k in kept]

        results, leaves = on_device(platform, lambda *values: pulled(*values)[:2], without, *arrays)
        return results, (arrays, leaves)

    def backward(kept: Any, cotangents: Any) -> tuple[Any, ...]:
        arrays, leaves = kept
        structures: list[Any] = []
        jax.eval_shape(lambda *values: structures.append(pulled(*values)[2]), *arrays)

        def pull(cotangents: Any, _: Any, leaves: list[Any]) -> tuple[Any, ...]:
            return tuple(jax.tree.unflatten(structures[0], leaves)(cotangents))

        return _twice(platform, pull, plain)(cotangents, arrays, leaves)  # type: ignore[no-any-return]

    function.defvjp(forward, backward)
    return function


def _twice(platform: str, pull: Function, plain: Function) -> Function:
    """The gradient by ``pull`` on a platform; its own gradient, which libraries have not, is that of ``plain``."""

    def pull_plain(cotangents: Any, arrays: Any, _: Any = None) -> tuple[Any, ...]:
        return tuple(jax.vjp(plain, *arrays)[1](cotangents))

    @jax.custom_vjp
    def gradient(cotangents: Any, arrays: Any, leaves: list[Any]) -> tuple[Any, ...]:
        return tuple(on_device(platform, pull, pull_plain, cotangents, arrays, leaves))

    def backward(kept: Any, second: Any) -> tuple[Any, ...]:
        cotangents, arrays, leaves = kept
        gradients = jax.vjp(pull_plain, cotangents, arrays)[1](second)
        return (*gradients, [_no_gradient(leaf) for leaf in leaves])

    gradient.defvjp(lambda *values: (gradient(*values), values), backward)
    return gradient


def _no_gradient(array: Any) -> Any:
    if jnp.issubdtype(array.dtype, jnp.inexact):
        return jnp.zeros_like(array)
    return np.zeros(array.shape, jax.dtypes.float0)
