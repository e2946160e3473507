"""Attributes that every symbol made in a with-statement gets."""

from collections import defaultdict
from typing import ClassVar

from mxnet._scopes import Current, deprecated

_DEPRECATED = "AttrScope.current is deprecated: use an AttrScope in a with-statement"


class _AttrScopeType(type):
    current = deprecated("_current", _DEPRECATED, "This thread's attribute scope.")


class AttrScope(metaclass=_AttrScopeType):
    """Attributes, as text, for all symbols made in a with-statement; an inner scope has those of the outer ones too.

    Examples
    --------
    >>> with mx.AttrScope(ctx_group='dev1'):
    ...     weight = mx.sym.var('weight')
    >>> weight.attr('ctx_group')
    'dev1'
    """

    _current: "Current[AttrScope]"
    # How often a subgraph of a name was made: control flow numbers its own by it.
    _subgraph_names: ClassVar[defaultdict[str, int]] = defaultdict(int)

    def __init__(self, **kwargs: str) -> None:
        for key, value in kwargs.items():
            if not isinstance(value, str):
                raise ValueError(f"Attributes need to be string: write {key}={str(value)!r}, not {key}={value!r}")
        self._attr = kwargs
        self._own = kwargs

    def get(self, attr: dict[str, str] | None) -> dict[str, str]:
        """A symbol's own attributes, with the scope's for those it does not set."""
        return {**self._attr, **(attr or {})}

    def __enter__(self) -> "AttrScope":
        self._attr = {**AttrScope._current.value._attr, **self._own}
        AttrScope._current.push(self)
        return self

    def __exit__(self, *_: object) -> None:
        AttrScope._current.pop()
        if AttrScope._current.value is not self:
            self._attr = self._own


AttrScope._current = Current(AttrScope)


def current() -> AttrScope:
    """This thread's attribute scope."""
    return AttrScope._current.value
