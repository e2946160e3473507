"""Public functions, made from operators: their signatures, their documentation, their namespaces."""

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from mxnet._frontend.describing import late
from mxnet._ops.registry import OPS, Op
from mxnet._traceback import shorten

# Where an operator's name puts it: ``_contrib_box_nms`` is ``contrib.box_nms``.
PREFIXES = {
    "_contrib_": "contrib",
    "_linalg_": "linalg",
    "_sparse_": "sparse",
    "_image_": "image",
    "_random_": "random",
}
NUMPY = ("_np_", "_npi_", "_npx_")


def home(name: str) -> tuple[str, str]:
    """The sub-namespace an operator's name belongs to and its name there; ``""`` is the module itself."""
    for prefix, space in PREFIXES.items():
        if name.startswith(prefix):
            return space, name[len(prefix) :]
    return ("_internal", name) if name.startswith("_") else ("", name)


def names(space: str) -> Iterator[tuple[str, str, Op]]:
    """Every operator of a sub-namespace: its name there, its registered name, and itself."""
    for registered, op in OPS.items():
        if registered.startswith(NUMPY):
            continue
        where, name = home(registered)
        if where == space or (space == "_internal" and registered.startswith("_")):
            yield (registered if space == "_internal" else name), registered, op


@functools.cache
def signature(op: Op) -> inspect.Signature:
    """MXNet's calling convention: arrays, then attributes, then ``out`` and ``name``."""
    kind: Any = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = []
    if op.variadic:
        parameters.append(inspect.Parameter("data", inspect.Parameter.VAR_POSITIONAL))
        kind = inspect.Parameter.KEYWORD_ONLY
    parameters += [inspect.Parameter(n, kind, default=None) for n in op.inputs]
    for attr in op.attrs.values():
        parameters.append(inspect.Parameter(attr.name, kind, default=None if attr.required else attr.default))
    taken = {p.name for p in parameters}
    parameters += [inspect.Parameter(n, kind, default=None) for n in ("out", "name") if n not in taken]
    parameters.append(inspect.Parameter("kwargs", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)


def dress(function: Any, name: str, op: Op, module: str) -> Any:
    """Give a function the name, the signature and the documentation of an operator."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = module
    function.__doc__ = late(op)
    function.__signature__ = signature(op)
    return function


def make_function(name: str, op: Op, module: str, invoke: Callable[[Op, tuple[Any, ...], dict[str, Any]], Any]) -> Any:
    """The public function of an operator; ``invoke(op, args, kwargs)`` does the work."""

    def function(*args: Any, **kwargs: Any) -> Any:
        try:
            return invoke(op, args, kwargs)
        except Exception as error:
            shorten(error)
            raise

    return dress(function, name, op, module)


def functions(space: str, module: str, make: Callable[[Op], Any]) -> dict[str, Any]:
    """Every public function of a sub-namespace; ``make(op)`` gives what calls an operator."""
    return {name: dress(make(op), name, op, module) for name, _, op in names(space)}


def arrange(op: Op, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Sort a caller's arguments into array parameters (None where absent) and attributes."""
    if op.variadic:
        arrays = list(args[0]) if len(args) == 1 and isinstance(args[0], (list, tuple)) else list(args)
        return arrays, kwargs
    inputs = op.inputs
    count = len(inputs)
    if len(args) <= count:
        arrays = list(args)
        attrs = kwargs
    else:
        arrays = list(args[:count])
        extra = args[count:]
        free = list(op.attrs)
        if len(extra) > len(free):
            raise TypeError(
                f"{op.name} takes at most {count + len(free)} positional arguments, but {len(args)} were given"
            )
        attrs = dict(zip(free, extra, strict=False))
        for name in kwargs:
            if name in attrs:
                raise TypeError(f"{op.name}() got multiple values for argument '{name}'")
        attrs.update(kwargs)
    if len(arrays) < count:
        for name in inputs[len(arrays) :]:
            arrays.append(attrs.pop(name, None) if name in attrs else None)
    return arrays, attrs
