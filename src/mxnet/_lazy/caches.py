"""Every cache of the engine, by name, so that one call counts or clears them all."""

from typing import Any


class Cache(dict[Any, Any]):
    """A dictionary that forgets its oldest half when it outgrows ``limit``."""

    __slots__ = ("limit", "name")

    def __init__(self, name: str, limit: int) -> None:
        super().__init__()
        self.name, self.limit = name, limit
        CACHES[name] = self

    def __setitem__(self, key: Any, value: Any) -> None:
        if len(self) >= self.limit:
            for old in list(self)[: self.limit // 2]:
                self.pop(old, None)
        super().__setitem__(key, value)


CACHES: dict[str, Cache] = {}


def clear_caches() -> None:
    """Forget every compiled program and every inferred shape; they come back when needed."""
    for cache in CACHES.values():
        cache.clear()


def cache_sizes() -> dict[str, int]:
    """How many things each cache holds."""
    return {name: len(cache) for name, cache in CACHES.items()}
