"""The names of blocks: a block made inside another one's ``name_scope`` carries its prefix."""

import threading
from types import TracebackType
from typing import Any

from mxnet import name as naming
from mxnet.gluon.parameter import ParameterDict


class _Scopes(threading.local):
    """The scope that a thread is in, and those around it."""

    def __init__(self) -> None:
        self.value: _BlockScope | None = None
        self.outer: list[tuple[_BlockScope | None, naming.Prefix]] = []


class _BlockScope:
    """What ``Block.name_scope`` returns: counts the children of each kind, and gives symbols the block's prefix."""

    _current = _Scopes()

    def __init__(self, block: Any) -> None:
        self._block = block
        self._counter: dict[str, int] = {}

    @staticmethod
    def create(prefix: str | None, params: ParameterDict | None, hint: str) -> tuple[str, ParameterDict]:
        """The prefix and the parameters of a new block, ``hint`` being its class in small letters."""
        scope = _BlockScope._current.value
        if scope is None:
            if prefix is None:
                prefix = naming.current().get(None, hint) + "_"
            return prefix, ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
        if prefix is None:
            count = scope._counter.get(hint, 0)
            scope._counter[hint] = count + 1
            prefix = f"{hint}{count}_"
        if params is None:
            parent = scope._block.params
            params = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            params = ParameterDict(params.prefix, params)
        return scope._block.prefix + prefix, params

    def __enter__(self) -> "_BlockScope":
        if self._block._empty_prefix:
            return self
        current, names = _BlockScope._current, naming.Prefix(self._block.prefix)
        current.outer.append((current.value, names))
        current.value = self
        names.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._block._empty_prefix:
            return
        current = _BlockScope._current
        current.value, names = current.outer.pop()
        names.__exit__(kind, error, trace)


def _common_prefix(names: list[str]) -> str:
    """What all names begin with."""
    if not names:
        return ""
    low, high = min(names), max(names)
    length = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[:length]
