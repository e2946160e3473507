"""The operators that arrays and symbols also have as methods: the same ones for both."""

import inspect
from collections.abc import Callable
from typing import Any

from mxnet._frontend.describing import late
from mxnet._frontend.functions import signature
from mxnet._ops.registry import OPS, Op, find

FLUENT = tuple(sorted({op.method for op in OPS.values() if op.method}))


def as_method(function: Any, name: str) -> Any:
    """Dress a function whose first argument is the object itself as the method of an operator."""
    op = find(name)
    function.__name__ = function.__qualname__ = name
    function.__doc__ = late(op)
    first, *rest = signature(op).parameters.values()
    own = first.replace(name="self", default=inspect.Parameter.empty)
    function.__signature__ = signature(op).replace(parameters=[own, *rest])
    return function


def fluent(name: str, invoke: Callable[[Op, tuple[Any, ...], dict[str, Any]], Any]) -> Any:
    """The method of an operator: its first array is the object itself."""
    op = find(name)

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return invoke(op, (self, *args), kwargs)

    return as_method(method, name)
