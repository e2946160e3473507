"""Random keys."""

from typing import Any

import jax


def random_key(seed: Any, number: Any) -> jax.Array:
    """The random key of a draw. It depends on the seed and the draw's number alone, not on where a tape was cut."""
    return jax.random.fold_in(jax.random.key(seed), number)
