"""Arrays as arguments of JAX's own functions.

What JAX compiles, nearly all of ``jax.numpy`` among it, takes its own arrays and trees of them, and nothing else: it no
longer asks an argument for ``__jax_array__``. So an array is a tree of one leaf, its values. What comes back is JAX's.
"""

from typing import Any

import jax


def register(kind: type) -> None:
    """Let ``jax.jit``, ``jax.grad`` and the functions of ``jax.numpy`` take arrays of this class."""
    jax.tree_util.register_pytree_node(kind, _flatten, _unflatten)


def _flatten(array: Any) -> tuple[tuple[jax.Array], None]:
    return (array.__jax_array__(),), None


def _unflatten(_: None, leaves: tuple[Any]) -> Any:
    return leaves[0]
