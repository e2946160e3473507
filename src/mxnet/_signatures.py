"""Functions that have the arguments of others, perhaps with other default values."""

import functools
import inspect
from collections.abc import Callable, Collection
from types import FunctionType
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")


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


def takes(
    model: Callable[..., Any], *, without: Collection[str] = (), **defaults: Any
) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Declare that a function takes the arguments of another, which it gets by name, defaults filled in.

    Arguments that it names itself come before those, the keyword-only ones after them; the signature shows them all.

    >>> def area(width=1, height=1): return width * height
    >>> @takes(area, height=3)
    ... def volume(*, depth=1, **flat): return area(**flat) * depth
    >>> volume(2, depth=5), inspect.signature(volume)
    (30, <Signature (width=1, height=3, depth=1)>)
    """

    def declare(function: Callable[..., R]) -> Callable[..., R]:
        shared = inspect.signature(model).parameters
        own = inspect.signature(function)
        named = {k: p for k, p in own.parameters.items() if p.kind is not p.VAR_KEYWORD}
        first = [p for p in named.values() if p.kind is not p.KEYWORD_ONLY]
        last = [p.replace(kind=p.POSITIONAL_OR_KEYWORD) for p in named.values() if p.kind is p.KEYWORD_ONLY]
        kept = [p.replace(default=defaults.get(k, p.default)) for k, p in shared.items() if k not in (*named, *without)]
        rest = [p for p in kept if p.kind is p.VAR_KEYWORD]
        parameters = [*first, *(p for p in kept if p not in rest), *last, *rest]
        declared = inspect.Signature(parameters, return_annotation=own.return_annotation)
        others = rest[0].name if rest else ""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> R:
            bound = declared.bind(*args, **kwargs)
            bound.apply_defaults()
            given = bound.arguments
            return function(*[given.pop(p.name) for p in first], **given.pop(others, {}), **given)

        call.__signature__ = declared  # type: ignore[attr-defined]
        call.__annotations__ = {k: p.annotation for k, p in declared.parameters.items() if p.annotation is not p.empty}
        return call

    return declare
