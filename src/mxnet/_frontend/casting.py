"""Which operators cast their inputs when they are called: automatic mixed precision, in one table.

``CASTS`` is empty until ``mx.contrib.amp.init`` fills it, and then an operator without an entry is called as before.
``ndarray.casting`` and ``symbol.casting`` do what an entry says; see docs/amp.md.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from mxnet._ops.registry import Op

# The types that are cast into each other; others pass.
MIXED = frozenset(("float16", "bfloat16", "float32"))


@dataclass(frozen=True)
class InputCast:
    """What to do with the inputs of an operator.

    ``dtype`` is the type to cast them to; None means the widest among them, ``narrow`` being the narrow one. The
    inputs at the positions ``kept`` stay. With ``conditions`` (values by parameter) the cast is made only if a
    parameter has one of its values. ``scale`` gives a factor for the ``grad_scale`` of an operator that is a loss.
    """

    dtype: str | None
    narrow: str
    kept: frozenset[int] = frozenset()
    conditions: Mapping[str, Collection[str]] | None = None
    scale: Callable[[], float] | None = None

    def applies(self, attrs: Mapping[str, Any]) -> bool:
        """Whether the parameters given meet the conditions."""
        if self.conditions is None:
            return True
        return any(str(attrs.get(name)) in values for name, values in self.conditions.items())


CASTS: dict[Op, InputCast] = {}
# Called after every change of the table, to drop what was prepared for the table as it was.
_LISTENERS: list[Callable[[], None]] = []


def on_change(function: Callable[[], None]) -> Callable[[], None]:
    """Have a function called whenever the table changes (a decorator)."""
    _LISTENERS.append(function)
    return function


def set_casts(table: Mapping[Op, InputCast]) -> None:
    """Replace the table."""
    CASTS.clear()
    CASTS.update(table)
    for listener in _LISTENERS:
        listener()
