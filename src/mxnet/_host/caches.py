"""Every cache of the engine, by name, so that one call counts or clears them all."""

from typing import Any, Generic, TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")


class Cache(Generic[Key, Item]):
    """A bounded table that forgets what was used longest ago.

    It keeps two generations of at most ``limit / 2`` items each. An item that is used in the older one moves to the
    younger. When the younger is full it becomes the older one, and the items left in the old one are forgotten. So an
    item used at least once in ``limit / 2`` insertions stays, and a hit costs one look-up.
    """

    __slots__ = ("_old", "_young", "limit", "name")

    def __init__(self, name: str, limit: int) -> None:
        self.name, self.limit = name, limit
        self._young: dict[Key, Item] = {}
        self._old: dict[Key, Item] = {}
        CACHES[name] = self

    def get(self, key: Key, default: Any = None) -> Any:
        """The item of a key, or the default."""
        item = self._young.get(key, _NOTHING)
        if item is not _NOTHING:
            return item
        item = self._old.get(key, _NOTHING)
        if item is _NOTHING:
            return default
        self[key] = item
        return item

    def __getitem__(self, key: Key) -> Item:
        item = self.get(key, _NOTHING)
        if item is _NOTHING:
            raise KeyError(key)
        return item  # type: ignore[no-any-return]

    def __setitem__(self, key: Key, item: Item) -> None:
        if len(self._young) >= self.limit // 2 and key not in self._young:
            self._young, self._old = {}, self._young
        self._young[key] = item
        self._old.pop(key, None)

    def __contains__(self, key: object) -> bool:
        return key in self._young or key in self._old

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def setdefault(self, key: Key, item: Item) -> Item:
        """The item of a key, put there if there was none."""
        cached = self.get(key, _NOTHING)
        if cached is _NOTHING:
            self[key] = cached = item
        return cached  # type: ignore[no-any-return]

    def pop(self, key: Key, default: Any = None) -> Any:
        """Forget a key; return its item."""
        young = self._young.pop(key, default)
        old = self._old.pop(key, default)
        return young if young is not default else old

    def clear(self) -> None:
        """Forget everything."""
        self._young, self._old = {}, {}


_NOTHING: Any = object()
CACHES: dict[str, Cache[Any, Any]] = {}


def clear_caches() -> None:
    """Forget every compiled program and every inferred shape; they come back when needed."""
    for cache in CACHES.values():
        cache.clear()


def cache_sizes() -> dict[str, int]:
    """How many things each cache holds."""
    return {name: len(cache) for name, cache in CACHES.items()}
