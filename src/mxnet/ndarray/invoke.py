"""Calling operators on arrays."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet._calls.call import Number
from mxnet._frontend.binding import Bound, bind
from mxnet._frontend.casting import CASTS, on_change
from mxnet._frontend.functions import arrange
from mxnet._host import fork
from mxnet._host.caches import Cache
from mxnet._lazy.gradient import Origin, Recorded
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value, concrete
from mxnet._ops.registry import Op, find
from mxnet._programs.device import device_of
from mxnet._traceback import shorten
from mxnet.context import Context, current_context
from mxnet.error import MXNetError
from mxnet.ndarray.casting import cast_arguments
from mxnet.ndarray.gradients import record_dynamic
from mxnet.ndarray.handle import (
    DENSE,
    Handle,
    apply,
    apply_at,
    assign,
    check_writable,
    commit,
    new,
    observe,
    value_of,
)
from mxnet.ndarray.ranges import guard_failure, guard_rows
from mxnet.ndarray.storage import CLASSES, SPECIAL, dispatch


def invoke(op: Op, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call an operator the way MXNet's generated functions are called."""
    out = kwargs.pop("out", None)
    kwargs.pop("name", None)
    arrays, attrs = arrange(op, args, kwargs)
    return invoke_op(op, arrays, attrs, out)


def shortcut(op: Op) -> Callable[..., Any]:
    """The same as ``invoke``, as a function of one operator, with a short way for a call on arrays alone."""

    def function(*args: Any, **kwargs: Any) -> Any:
        try:
            if not kwargs:
                call = _PLAIN.get((op, len(args)))
                if call is not None:
                    for arg in args:
                        if type(arg) not in DENSE:  # a sparse array, or none at all: the long way
                            return invoke(op, args, kwargs)
                    values, record = apply(call, args)
                    first = args[0]
                    return new(type(first), values[0], first._ctx, None if record is None else (record, 0))
            return invoke(op, args, kwargs)
        except Exception as error:
            shorten(error)
            raise

    return function


def invoke_op(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any = None, cls: type | None = None) -> Any:
    """Call an operator on arrays (None where one is absent); the result is an array, or a list of several."""
    if CASTS and op in CASTS:
        arrays, attrs = cast_arguments(CASTS[op], arrays, attrs, _amp_cast)
    if op.host is not None:
        return op.host(arrays, attrs, out)
    present = tuple([a is not None for a in arrays])
    handles = [a for a in arrays if a is not None]
    if op in SPECIAL or not DENSE.issuperset(map(type, handles)):
        result = dispatch(op, arrays, attrs, out)
        if result is not NotImplemented:
            return result
    if "ctx" in attrs:
        attrs = dict(attrs)
        ctx = _as_context(attrs.pop("ctx"))
    else:
        ctx = None
    ctx = handles[0]._ctx if handles else ctx or _context_of(out)
    if op.guard is not None:
        op.guard(value_of(handles[0]).aval.shape, *[_elements(value_of(h)) for h in handles[1:]])
    bound, numbers = bind(op, present, attrs, mode.training)
    if not attrs and handles and _is_plain(op, bound, present):
        _PLAIN[op, len(handles)] = bound.call
    if op.needs_key:
        numbers = [*numbers, *device_of(ctx).draw()]
    if out is None and not bound.mutated:
        values, record = _run(op, bound, handles, numbers, ctx)
        if op.checker is not None and op.traced:
            _check_numbers(op, attrs, values)
        if op.guard is not None:
            guard_rows(values[:1], value_of(handles[1]), value_of(handles[0]).aval.shape)
        if op.failed is not None:
            guard_failure(op, [value_of(h) for h in handles], values, values)
    else:
        values, record = _run_writing(op, bound, handles, numbers, ctx, attrs, out)
        if out is not None:
            return out
    kind = cls or (type(handles[0]) if handles else CLASSES["default"])
    if bound.visible == 1:
        return wrap(kind, values[0], ctx, record, 0)
    return [wrap(kind, values[i], ctx, record, i) for i in range(bound.visible)]


def _run_writing(
    op: Op,
    bound: Bound,
    handles: Sequence[Handle],
    numbers: Sequence[Number],
    ctx: Context,
    attrs: dict[str, Any],
    out: Any,
) -> tuple[Sequence[Value], Recorded | None]:
    """Run an operator that writes to arrays: reading and writing are one step, as other threads see it."""
    targets = [] if out is None else list(out) if isinstance(out, (list, tuple)) else [out]
    if len(targets) > bound.visible:
        raise MXNetError(f"{op.name} has {bound.visible} outputs, but out= holds {len(targets)} arrays")
    states = [handles[position] for position in bound.mutated]
    for target in targets if mode.recording else ():
        check_writable(target)
    while True:
        seen, reads = observe(handles, [*targets, *states])
        values, record = _run(op, bound, handles, numbers, ctx, seen)
        if op.checker is not None and op.traced:
            _check_numbers(op, attrs, values)
        if op.failed is not None:
            guard_failure(op, [value_of(h) for h in handles] if seen is None else seen, values, values)
        writes = list(zip(states, values[len(values) - len(states) :], strict=True))
        writes += [(t, fitted(t, v, op.name)) for t, v in zip(targets, values, strict=False)]
        if commit(reads, writes):
            break
    if record is not None:
        for index, target in enumerate(targets):
            target._origin = (record, index)
    return values, record


def _elements(value: Value) -> np.ndarray | None:
    """The elements of a value that are on the host."""
    return value.data if type(value.data) is np.ndarray else None


# The calls of operators that need nothing but arrays, for the shortest way through.
_PLAIN: Cache = Cache("calls on arrays alone", 4096)
on_change(_PLAIN.clear)


def _amp_cast(array: Handle, dtype: str) -> Any:
    return invoke_op(find("amp_cast"), (array,), {"dtype": dtype})


def _is_plain(op: Op, bound: Bound, present: tuple[bool, ...]) -> bool:
    special = op.variadic or op.needs_key or op.needs_train or op.dynamic or op.mutates or op in CASTS
    checked = op.checker is not None or op.guard is not None or op.failed is not None
    leading = all(present[: sum(present)])  # the arrays given are the first ones
    return not special and not checked and leading and bound.visible == 1


def _run(
    op: Op,
    bound: Bound,
    handles: Sequence[Handle],
    numbers: Sequence[Number],
    ctx: Context,
    seen: Sequence[Value] | None = None,
) -> tuple[Sequence[Value], Recorded | None]:
    if op.dynamic:
        values = _run_now(bound, [value_of(h) for h in handles] if seen is None else seen, numbers)
        known = mode.recording and any(h._origin is not None for h in handles)
        return values, record_dynamic(bound.call, handles, numbers, values) if known else None
    if handles:
        return apply(bound.call, handles, numbers, seen)
    return apply_at(bound.call, ctx, numbers), None


def _run_now(bound: Bound, values: Sequence[Value], numbers: Sequence[Number]) -> list[Value]:
    """Run an operator whose output shapes depend on data."""
    fork.check()
    buffers = [v.read(f"{bound.call.name} needs values") for v in values]
    return [concrete(values[0].device.put(o), values[0].device) for o in bound.call.function(*buffers, *numbers)]


def _check_numbers(op: Op, attrs: dict[str, Any], values: Sequence[Value]) -> None:
    """Let results carry the error of numbers that are out of range, to be met when they are read."""
    try:
        op.parse(attrs)
    except MXNetError as error:
        for value in values:
            value.fail(error.with_traceback(None))  # a traceback would keep the values alive


def wrap(kind: type, value: Value, ctx: Context, record: Recorded | None, index: int) -> Any:
    """An array on an operator's output."""
    return new(kind, value, ctx, None if record is None else (record, index))


def store(target: Handle, value: Value, name: str, origin: Origin = None) -> None:
    """Write a value of the right shape and dtype into an array, which keeps its identity."""
    assign(target, fitted(target, value, name), origin)


def fitted(target: Handle, value: Value, name: str) -> Value:
    """A value as it may be written to an array: of the same shape and dtype, and on its device."""
    wanted = value_of(target)
    if value.aval is wanted.aval and value.device is wanted.device:
        return value
    if value.aval.shape != wanted.aval.shape:
        raise MXNetError(f"{name}: out= has shape {wanted.aval.shape}, but the result has shape {value.aval.shape}")
    if value.aval.dtype != wanted.aval.dtype:
        raise MXNetError(f"{name}: out= has dtype {wanted.aval.dtype}, but the result has dtype {value.aval.dtype}")
    if value.device is not wanted.device:
        value = concrete(wanted.device.put(value.read("copied to another device")), wanted.device)
    return value


def _as_context(context: Any) -> Context | None:
    if context is None or isinstance(context, Context):
        return context
    kind, _, number = str(context).rstrip(")").partition("(")
    return Context(kind, int(number or 0))


def _context_of(out: Any) -> Context:
    first = out[0] if isinstance(out, (list, tuple)) else out
    return first._ctx if isinstance(first, Handle) else current_context()


@find("_set_value").run_on_host
def _set_value(arrays: Sequence[Any], attrs: dict[str, Any], out: Any) -> Any:
    """Fill the arrays given as ``out``; there is nothing else to compute."""
    op = find("_set_value")
    number = op.parse(attrs)["src"]
    targets = list(out) if isinstance(out, (list, tuple)) else [out]
    if out is None:
        op.function()  # raises, and says what to write
    for target in targets:
        target[:] = number
    return out
