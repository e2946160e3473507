"""Functions that differ in nothing but the default values of their arguments."""

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def with_defaults(function: F, **defaults: Any) -> F:
    """The same function with other default values, which its signature shows.

    >>> def area(width=1, height=1): return width * height
    >>> with_defaults(area, height=3)(2)
    6
    """
    if not isinstance(function, FunctionType):
        raise TypeError(f"with_defaults: expected a function of Python's, received {function!r}")
    optional = [p for p in inspect.signature(function).parameters.values() if p.default is not p.empty]
    unknown = defaults.keys() - {parameter.name for parameter in optional}
    if unknown:
        raise TypeError(f"{function.__qualname__} has no default for {', '.join(sorted(unknown))}")
    values = tuple(defaults.get(p.name, p.default) for p in optional if p.kind is not p.KEYWORD_ONLY)
    made = FunctionType(function.__code__, function.__globals__, function.__name__, values, function.__closure__)
    made.__kwdefaults__ = {p.name: defaults.get(p.name, p.default) for p in optional if p.kind is p.KEYWORD_ONLY}
    made.__annotations__, made.__doc__ = function.__annotations__, function.__doc__
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    return made  # type: ignore[return-value]
