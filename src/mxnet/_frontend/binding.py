"""From an operator and a caller's arguments to a call of the engine."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet._calls.avals import Aval
from mxnet._calls.call import Call, Number
from mxnet._calls.families import Family
from mxnet._host.caches import Cache
from mxnet._host.names import Nameless, name_of
from mxnet._ops.elementwise import converting_smoothly
from mxnet._ops.gpu import has_gpu, lstm_by_cudnn
from mxnet._ops.onednn_call import register as has_library
from mxnet._ops.registry import OPS, Op
from mxnet._programs.attention import implementation
from mxnet._programs.keys import random_key
from mxnet.error import MXNetError

# A call keeps what JAX traced for it, about 25 kB for a small operator.
_CALLS: "Cache[Any, Any]" = Cache("calls", 4096)


class Bound:
    """A call, how many of its outputs a caller sees, and which inputs its last outputs overwrite."""

    __slots__ = ("call", "mutated", "visible")

    def __init__(self, call: Call, visible: int, mutated: tuple[int, ...]) -> None:
        self.call = call
        self.visible = visible
        self.mutated = mutated


class CallSource(NamedTuple):
    """What a call was made from; ``shape`` names the attributes that are among its numbers, with their lengths."""

    op: Op
    present: tuple[bool, ...]
    attrs: Mapping[str, Any]
    shape: tuple[tuple[str, int | None], ...]

    def through_integers(self, call: Call, avals: Sequence[Aval]) -> Call | None:
        """The call as gradients through integers see it, where some arrays may be float64 instead; None: there are
        none.
        """
        if self.op.integer_gradient == "zero" and avals[0].dtype.kind in "iub":
            return None
        if self.op.integer_gradient != "converts":
            return call
        return _make(converting_smoothly(self.op), self.present, self.attrs, self.shape, False).call


def bind(op: Op, present: tuple[bool, ...], arguments: Mapping[str, Any], train: bool) -> tuple[Bound, list[Number]]:
    """The call for these attributes, and the numbers it takes besides arrays.

    ``present`` says which array parameters are given. What a caller gives twice alike is parsed once.
    """
    static, numbers, shape = (arguments, [], ()) if not op.traced else _split(op, arguments)
    key = (op, present, train and op.needs_train, exact(static), shape)
    try:
        bound = _CALLS.get(key)
    except TypeError:  # a list among the attributes: parse it to a tuple first
        static = {name: op.parse_one(name, v) if name in op.attrs else v for name, v in static.items()}
        key = (*key[:3], exact(static), shape)
        bound = _CALLS.get(key)
    if bound is None:
        bound = _CALLS[key] = _make(op, present, static, shape, train)
    return bound, numbers


def exact(attrs: Mapping[str, Any]) -> tuple[Any, ...]:
    """Attributes as part of a key, in which 0.0 and -0.0 are two numbers although Python finds them equal."""
    for value in attrs.values():
        if type(value) not in _NO_FLOATS and _has_zero(value):
            return tuple([(name, _signed(v)) for name, v in attrs.items()])
    return tuple(attrs.items())


_NO_FLOATS = frozenset({bool, int, str, type(None)})


def _has_zero(value: Any) -> bool:
    kind = type(value)
    if kind is tuple:
        return any([_has_zero(v) for v in value])  # noqa: C419  a list is faster
    return (kind is float or isinstance(value, np.floating)) and not value


def _signed(value: Any) -> Any:
    if type(value) is tuple:
        return tuple([_signed(v) for v in value])
    return str(float(value)) if _has_zero(value) else value


def _split(
    op: Op, arguments: Mapping[str, Any]
) -> tuple[dict[str, Any], list[Number], tuple[tuple[str, int | None], ...]]:
    """Separate the attributes that become inputs of the program."""
    static: dict[str, Any] = {}
    numbers: list[Number] = []
    shape: list[tuple[str, int | None]] = []
    for name, value in arguments.items():
        if name not in op.traced:
            static[name] = value
            continue
        value = op.parse_one(name, value)
        if op.is_static(name, value):
            static[name] = value
        elif isinstance(value, tuple):
            shape.append((name, len(value)))
            numbers.extend(value)
        else:
            shape.append((name, None))
            numbers.append(value)
    return static, numbers, tuple(shape)


def _make(
    op: Op, present: tuple[bool, ...], static: Mapping[str, Any], shape: tuple[tuple[str, int | None], ...], train: bool
) -> Bound:
    count = sum(present)
    arguments = dict(static)
    if op.count_attr is not None and op.count_attr not in arguments:
        arguments[op.count_attr] = count
    placeholders = {name: 0 if size is None else (0,) * size for name, size in shape}
    attrs = op.parse({**arguments, **placeholders}, check=not op.traced)
    _check_inputs(op, present, attrs)

    def function_of(attrs: Mapping[str, Any]) -> Callable[..., tuple[Any, ...]]:
        def function(*flat: Any) -> tuple[Any, ...]:
            arrays, rest = iter(flat[:count]), iter(flat[count:])
            named = dict(attrs)
            for name, size in shape:
                named[name] = next(rest) if size is None else tuple(next(rest) for _ in range(size))
            if op.needs_key:
                named["key"] = random_key(next(rest), next(rest))
            if op.needs_train:
                named["train"] = train
            outputs = op.function(*[next(arrays) if there else None for there in present], **named)
            return tuple(outputs) if isinstance(outputs, (tuple, list)) else (outputs,)

        return function

    facts = (present, attrs, shape, train and op.needs_train)
    call = Call(op.name, function_of(attrs), count, stable=stable_name(op, facts))
    _join_family(call, (op, present, shape, train and op.needs_train), attrs, function_of)
    call.fuses = op.fuses
    call.partition = op.partition(**attrs)
    call.source = CallSource(op, present, arguments, shape)
    return Bound(call, op.num_outputs(attrs), op.mutated(count, attrs))


# Calls of one operator that differ in sizes among their attributes alone.
_FAMILIES: "Cache[Any, Family]" = Cache("families of calls", 1024)
_HOLE = object()


def _join_family(
    call: Call,
    facts: tuple[Any, ...],
    attrs: Mapping[str, Any],
    function_of: Callable[[Mapping[str, Any]], Callable[..., tuple[Any, ...]]],
) -> None:
    sizes: list[int] = []
    frame = {name: _take_sizes(value, sizes) for name, value in attrs.items()}
    key = (*facts, exact(frame))
    try:
        family = _FAMILIES.get(key)
    except TypeError:  # attributes of some operators are no keys; then the call is by itself
        return
    if family is None:

        def function(sizes: Sequence[Any]) -> Callable[..., tuple[Any, ...]]:
            rest = iter(sizes)
            return function_of({name: _put_sizes(value, rest) for name, value in frame.items()})

        family = _FAMILIES[key] = Family(function)
    call.join(family, tuple(sizes))


def _take_sizes(value: Any, sizes: list[int]) -> Any:
    """An attribute with a hole for every number that may be a size; the numbers are appended to ``sizes``."""
    if type(value) is tuple:
        return tuple([_take_sizes(v, sizes) for v in value])
    if type(value) is int and value >= 2:
        sizes.append(value)
        return _HOLE
    return value


def _put_sizes(value: Any, sizes: Iterator[Any]) -> Any:
    if type(value) is tuple:
        return tuple([_put_sizes(v, sizes) for v in value])
    return next(sizes) if value is _HOLE else value


def stable_name(op: Op, facts: Any) -> str | None:
    """An operator with all that its call depends on, as text that is the same in every process, if there is such.

    There is none for operators that run Python code of the user's, or that the user has made.
    """
    if op.host is not None or op.open or not op.function.__module__.startswith("mxnet._ops."):
        return None
    try:
        text = f"operator {op.name} {name_of(facts)} {has_library()} {has_gpu()} {lstm_by_cudnn()} {implementation()}"
        return text if OPS.get(op.name) is op else None
    except Nameless:
        return None


def _check_inputs(op: Op, present: tuple[bool, ...], attrs: Mapping[str, Any]) -> None:
    if op.variadic:
        return
    declared = op.used_inputs is not None  # then even a parameter with a default is wanted when it is named
    wanted = [n for n in op.input_names(attrs) if declared or n not in op.optional]
    missing = [n for n in wanted if not present[op.inputs.index(n)]]
    if missing:
        raise MXNetError(
            f"Operator {op.name} expects {len(op.input_names(attrs))} inputs, but got {sum(present)} instead: "
            f"missing {', '.join(missing)}. Write {op.name}({', '.join(op.input_names(attrs))}, ...)."
        )
