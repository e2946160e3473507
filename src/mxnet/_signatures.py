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
    if hasattr(function, "__signature__"):
        return _by_name(function.__wrapped__, _changed(function.__signature__, defaults))  # type: ignore[attr-defined, return-value]
    values = tuple(defaults.get(p.name, p.default) for p in optional if p.kind is not p.KEYWORD_ONLY)
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, values, function.__closure__)
    copy.__kwdefaults__ = {p.name: defaults.get(p.name, p.default) for p in optional if p.kind is p.KEYWORD_ONLY}
    copy.__annotations__, copy.__doc__ = function.__annotations__, function.__doc__
    copy.__qualname__, copy.__module__ = function.__qualname__, function.__module__
    return copy  # type: ignore[return-value]


def takes(
    model: Callable[..., Any], *, without: Collection[str] = (), after: str | None = None, **defaults: Any
) -> Callable[[Callable[..., R]], Callable[..., R]]:
    """Declare that a function takes the arguments of another, which it gets by name, defaults filled in.

    Arguments that it names itself come before those, the keyword-only ones behind the one named in ``after``, else
    behind all of them; the signature shows them all.

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
        taken = [p for p in kept if p not in rest]
        place = len(taken) if after is None else [p.name for p in taken].index(after) + 1
        parameters = [*first, *taken[:place], *last, *taken[place:], *rest]
        return _by_name(function, inspect.Signature(parameters, return_annotation=own.return_annotation))

    return declare


def followed_by(finish: Callable[..., R]) -> Callable[[Callable[..., Any]], Callable[..., R]]:
    """Declare that a function takes, behind its own arguments, those of ``finish``, which gets its name and result.

    >>> def repeated(name, text, times=1, end=""): return f"{name}: {text * times}{end}"
    >>> @followed_by(repeated)
    ... def call(what="hi"): return what
    >>> call("ho ", 3, end="!"), inspect.signature(call)
    ('call: ho ho ho !', <Signature (what='hi', times=1, end='')>)
    """
    others = list(inspect.signature(finish).parameters.values())[2:]
    takes_any = any(p.kind is p.VAR_KEYWORD for p in others)

    def declare(function: Callable[..., Any]) -> Callable[..., R]:
        own = inspect.signature(function).parameters
        name, count = function.__name__, len(own)
        known = {p.name for p in others}

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> R:
            named = {key: kwargs.pop(key) for key in own if key in kwargs} if kwargs else kwargs
            if not takes_any and not kwargs.keys() <= known:
                unknown = next(key for key in kwargs if key not in known)
                raise TypeError(f"{name}() got an unexpected keyword argument {unknown!r}")
            return finish(name, function(*args[:count], **named), *args[count:], **kwargs)

        result = inspect.signature(finish).return_annotation
        return _shows(call, inspect.Signature([*own.values(), *others], return_annotation=result))

    return declare


def _changed(declared: inspect.Signature, defaults: dict[str, Any]) -> inspect.Signature:
    """A signature with other default values."""
    parameters = [p.replace(default=defaults.get(k, p.default)) for k, p in declared.parameters.items()]
    return declared.replace(parameters=parameters)


def _by_name(function: Callable[..., R], declared: inspect.Signature) -> Callable[..., R]:
    """A function of a signature that calls another: what that does not name comes by name, defaults filled in."""
    own = inspect.signature(function).parameters.values()
    first = [p.name for p in own if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD)]
    others = next((p.name for p in declared.parameters.values() if p.kind is p.VAR_KEYWORD), "")

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> R:
        bound = declared.bind(*args, **kwargs)
        bound.apply_defaults()
        arguments = bound.arguments
        return function(*[arguments.pop(name) for name in first], **arguments.pop(others, {}), **arguments)

    return _shows(call, declared)


def _shows(function: Callable[..., R], declared: inspect.Signature) -> Callable[..., R]:
    """The function, with a signature that ``help`` and ``inspect`` show."""
    function.__signature__ = declared  # type: ignore[attr-defined]
    annotated = {k: p.annotation for k, p in declared.parameters.items() if p.annotation is not p.empty}
    function.__annotations__ = annotated
    return function
