"""The handle behind every array: a pointer to a value, or a view of another handle."""

from collections.abc import Sequence
from typing import Any

from mxnet._lazy.call import Call, Number
from mxnet._lazy.device import device_of
from mxnet._lazy.gradient import Origin, Recorded
from mxnet._lazy.mode import mode
from mxnet._lazy.tape import WrongDevice
from mxnet._lazy.value import Value
from mxnet.context import Context
from mxnet.error import MXNetError

# The classes whose arrays store every element; others say ``class Other(NDArray, dense=False)``. See ``storage``.
DENSE: set[type] = set()


class Handle:
    """A mutable pointer to an immutable value.

    The attributes are ours, not MXNet's. Any package may read them, since the everyday calls cannot afford a function
    for each; only this package writes them. ``tests/test_layers.py`` checks that.

    ``_origin`` is what autograd knows of the array: None, a leaf, or an output of a recorded node. A view has a
    ``_base`` handle and ``_steps`` that lead from it; ``_seen`` is the base's value that ``_value`` was read from.
    """

    __slots__ = ("__weakref__", "_base", "_ctx", "_origin", "_seen", "_steps", "_value")

    _value: Value
    _ctx: Context
    _origin: Origin
    _base: "Handle | None"
    _steps: tuple[Any, ...]
    _seen: Value | None

    def __init_subclass__(cls, dense: bool = True, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if dense:
            DENSE.add(cls)


_allocate = object.__new__


def new(cls: type, value: Value, ctx: Context, origin: Origin = None) -> Any:
    """A handle of this class on a value."""
    handle: Any = _allocate(cls)
    handle._value = value
    handle._ctx = ctx
    handle._origin = origin
    handle._base = None
    return handle


def new_view(cls: type, base: Handle, steps: tuple[Any, ...]) -> Any:
    """A handle that shares memory with ``base``: it reads and writes through ``steps``."""
    if base._base is not None:
        base, steps = base._base, base._steps + steps
    handle: Any = _allocate(cls)
    handle._ctx = base._ctx
    handle._origin = None
    handle._base = base
    handle._steps = steps
    handle._seen = None
    return handle


def become_view(handle: Handle, base: Handle, steps: tuple[Any, ...]) -> None:
    """Let a handle share memory with ``base`` from now on."""
    handle._base, handle._steps, handle._seen = base, steps, None


def point(handle: Handle, value: Value) -> None:
    """Let a handle hold a value of its own from now on, whatever it was a view of."""
    handle._base, handle._value = None, value


def set_origin(handle: Handle, origin: Origin) -> None:
    """Say what autograd is to know of an array."""
    handle._origin = origin


def seen_as(cls: type, handle: Handle) -> Any:
    """The same memory, and the same place in autograd's graph, under another class of arrays."""
    view = new_view(cls, handle, ())
    view._origin = handle._origin
    return view


def value_of(handle: Handle) -> Value:
    """The handle's present value."""
    base = handle._base
    if base is None:
        return handle._value
    if base._value is not handle._seen:
        value = base._value
        for step in handle._steps:
            value = step.read(value)
        handle._value, handle._seen = value, base._value
    return handle._value


IN_PLACE = (
    "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd: "
    "write y = y + 1 instead of y += 1, or leave autograd.record() first."
)


def assign(handle: Handle, value: Value, origin: Origin = None, state: bool = False) -> None:
    """Point a handle at a new value: the one place where an array changes.

    A ``state`` that an operator keeps (a running mean, say) may change while autograd is recording.
    """
    if mode.recording and handle._origin is not None and not state:
        raise MXNetError(IN_PLACE)
    if origin is not None:
        handle._origin = origin
    base = handle._base
    if base is None:
        handle._value = value
        return
    if not handle._steps:
        base._value = handle._value = handle._seen = value
        return
    chain = [base._value]
    for step in handle._steps[:-1]:
        chain.append(step.read(chain[-1]))
    written = value
    for step, before in zip(reversed(handle._steps), reversed(chain), strict=True):
        written = step.write(before, written)
    base._value = written
    handle._value, handle._seen = value, written


def apply(call: Call, arrays: Sequence[Handle], numbers: Sequence[Number] = ()) -> tuple[list[Value], Recorded | None]:
    """Append a call on these arrays to their tape, recorded for autograd where that is on."""
    values = [a._value if a._base is None else value_of(a) for a in arrays]
    parents = None
    if mode.recording:
        for array in arrays:
            if array._origin is not None:
                parents = [a._origin for a in arrays]
                break
    try:
        return values[0].device.local.tape.apply(call, values, numbers, parents)
    except WrongDevice:
        contexts = ", ".join(str(a._ctx) for a in arrays)
        raise MXNetError(
            f"Operator {call.name} got arrays on different devices: {contexts}. "
            f"Move them first, as in x.as_in_context({arrays[0]._ctx})."
        ) from None


def apply_at(call: Call, ctx: Context, numbers: Sequence[Number] = ()) -> list[Value]:
    """Append a call that takes no arrays to the tape of a context."""
    return device_of(ctx).local.tape.apply(call, (), numbers)[0]
