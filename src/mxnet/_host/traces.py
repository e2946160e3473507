"""JAX's memory of what it has traced, bounded.

``jax.numpy``'s own functions are jitted, and JAX keeps a trace of each for every shape that it has seen, for as long as
the function lives: for ever. Traces of our programs are not touched; they are freed with the programs.
"""

from typing import Any

from jax._src.interpreters import partial_eval

# A trace of one small function takes about 7 kB.
MAX_TRACES = 2048

# JAX 0.10 has this cache; a version without it needs no bound.
_CACHE: Any = getattr(partial_eval, "trace_to_jaxpr", None)
_KNOWN = all(hasattr(_CACHE, name) for name in ("cache_info", "cache_keys", "evict_weakref"))


class _Kept:
    """How many traces were left when some were last forgotten: those of our programs, which may be many."""

    count = 0


def forget_traces() -> None:
    """Forget the traces of JAX's own functions if there are too many, counted from those that were left last time."""
    if not _KNOWN or _CACHE.cache_info().currsize <= _Kept.count + MAX_TRACES:
        return
    functions = {key[0]() for key in _CACHE.cache_keys()}
    for function in functions:
        if getattr(function, "__module__", "").startswith("jax."):
            _CACHE.evict_weakref(function)
    _Kept.count = _CACHE.cache_info().currsize
