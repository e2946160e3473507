"""The handle behind every array: a pointer to a value, or a view of another handle."""

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

from mxnet._calls.call import Call, Number
from mxnet._lazy.gradient import Leaf, Origin, Recorded
from mxnet._lazy.mode import mode
from mxnet._lazy.tape import WrongDevice
from mxnet._lazy.value import Value
from mxnet._programs.device import device_of
from mxnet.context import Context
from mxnet.error import MXNetError

# The classes whose arrays store every element; others say ``class Other(NDArray, dense=False)``. See ``storage``.
DENSE: set[type] = set()


class Handle:
    """A mutable pointer to an immutable value.

    The attributes are ours, not MXNet's. Any package may read them, since the everyday calls cannot afford a function
    for each; only this package writes them. ``tests/test_layers.py`` checks that.

    ``_origin`` is what autograd knows of the array: None, a leaf, or an output of a recorded node. A view has a
    ``_base`` handle and ``_steps`` that lead from it, and no ``_value``; ``_seen`` is a value of the base with what the
    view read from it, or None. One attribute holds both, so that threads always see a matching pair.
    """

    __slots__ = ("__weakref__", "_base", "_ctx", "_origin", "_seen", "_steps", "_value")

    _value: Value
    _ctx: Context
    _origin: Origin
    _base: "Handle | None"
    _steps: tuple[Any, ...]
    _seen: tuple[Value, Value] | None

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


def is_shared(array: Handle) -> bool:
    """Whether what is cut out of an array shares its memory.

    While autograd records, only what is cut out of a leaf does: a part of a result would keep all of that alive, and
    make it an output of the program.
    """
    return not mode.recording or array._origin is None or type(root_of(array)._origin) is Leaf


def view_of(array: Handle, steps: tuple[Any, ...]) -> Any:
    """A view that leads on from an array; autograd goes through its steps where it is recording."""
    view = new_view(type(array), array, steps)
    if not mode.recording or array._origin is None:
        return view
    whole = view._base._value
    held = as_seen(array, (view._base, whole))
    for step in steps:
        values, record = step.record(held)
        held = new(type(array), values[0], array._ctx, None if record is None else (record, 0))
    view._seen, view._origin = (whole, held._value), held._origin
    return view


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
    return handle._value if base is None else _part(handle, base._value)


def _part(view: Handle, whole: Value) -> Value:
    """What a view reads when its base has this value."""
    seen = view._seen
    if seen is not None and seen[0] is whole:
        return seen[1]
    value = whole
    for step in view._steps:
        value = step.read(value)
    view._seen = (whole, value)
    return value


def remember_part(view: Handle, whole: Value, part: Value) -> None:
    """Let a view be read without a step while its base has the value that this part was taken from."""
    view._seen = (whole, part)


def _with_part(view: Handle, whole: Value, part: Value) -> Value:
    """The value of a view's base when this has been written to the view."""
    if not view._steps:
        return part
    chain = [whole]
    for step in view._steps[:-1]:
        chain.append(step.read(chain[-1]))
    for step, before in zip(reversed(view._steps), reversed(chain), strict=True):
        part = step.write(before, part)
    return part


IN_PLACE = (
    "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd: "
    "write y = y + 1 instead of y += 1, or leave autograd.record() first."
)


class _Writing:
    """``lock`` is held while arrays change hands, for a few instructions: never while anything is recorded or run.

    A custom operator computes on a thread of XLA's, and would wait for ever for a lock that a flush held. A signal
    handler may write in the middle of a write: hence a lock that its own thread may take twice.
    """

    lock = threading.RLock()

    @classmethod
    def renew(cls) -> None:
        """In a forked process the thread that held the lock may be missing."""
        cls.lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_Writing.renew)

Read = tuple[Handle, Value]


def root_of(handle: Handle) -> Handle:
    """The handle that owns an array's memory."""
    return handle if handle._base is None else handle._base


def assign(handle: Handle, value: Value, origin: Origin = None, state: bool = False) -> None:
    """Point a handle at a new value.

    A ``state`` that an operator keeps (a running mean, say) may change while autograd is recording.
    """
    if mode.recording and not state:
        check_writable(handle)
    if handle._base is None:
        with _Writing.lock:
            handle._value = value
        if handle._origin is not None:
            value.device.local.tape.note_write(value)
    else:
        while not commit((), ((handle, value),)):
            pass
    if origin is not None:
        handle._origin = origin


def check_writable(handle: Handle) -> None:
    """Raise where autograd forbids to write to an array."""
    if mode.recording and handle._origin is not None:
        raise MXNetError(IN_PLACE)


def commit(reads: Sequence[Read], writes: Sequence[tuple[Handle, Value]]) -> bool:
    """Write values to arrays in one step, unless an array has changed since it was read.

    All that computes from an array and writes to it ends here, or in ``update``, which does the same in a shorter way.
    ``reads`` are owners of memory with the values seen there. After False nothing is written: compute again from what
    is there now, and try again.
    """
    for handle, _ in writes:
        if handle._base is not None:
            return _commit_views(reads, writes)
    with _Writing.lock:
        for handle, value in reads:
            if handle._value is not value:
                return False
        for handle, value in writes:
            handle._value = value
    for handle, value in writes:
        if handle._origin is not None:
            value.device.local.tape.note_write(value)
    return True


def _commit_views(reads: Sequence[Read], writes: Sequence[tuple[Handle, Value]]) -> bool:
    """The same where something is written through views: what they are views of changes."""
    expected, present = list(reads), dict[Handle, Value]()
    for handle, value in writes:
        base = handle._base
        if base is None:
            present[handle] = value
            continue
        if base not in present:
            present[base] = base._value
            expected.append((base, present[base]))
        present[base] = _with_part(handle, present[base], value)
    if not commit(expected, list(present.items())):
        return False
    if len(writes) == 1:
        handle, value = writes[0]
        handle._seen = (present[handle._base], value)  # type: ignore[index]  # read back without another step
    return True


def update(handle: Handle, compute: Callable[[Handle, Read], Value]) -> None:
    """Let an array be what ``compute(array as seen, read)`` makes of it, in one step: no other thread's write is lost.

    ``compute`` is called again when another thread was faster. It gets a handle on the value seen, and what
    ``as_seen`` needs to see other arrays in the same memory at the same time.
    """
    check_writable(handle)
    root = root_of(handle)
    while True:
        read = (root, root._value)
        value = compute(as_seen(handle, read), read)
        if root is not handle:
            if commit((read,), ((handle, value),)):
                return
            continue
        with _Writing.lock:  # the same as ``commit`` does, the short way
            done = handle._value is read[1]
            if done:
                handle._value = value
        if done:
            if handle._origin is not None:
                value.device.local.tape.note_write(value)
            return


def as_seen(handle: Handle, read: Read) -> Any:
    """The array as it was when the owner of its memory was read; itself where that owns none of its memory."""
    root, whole = read
    if handle is root:
        return new(type(handle), whole, handle._ctx, handle._origin)
    if handle._base is root:
        return new(type(handle), _part(handle, whole), handle._ctx, handle._origin)
    return handle


def observe(arrays: Sequence[Handle], targets: Sequence[Handle]) -> tuple[list[Value], list[Read]]:
    """The values of arrays, and those that must not have changed when the targets are written: see ``commit``."""
    if all([a._base is None for a in arrays]) and all([t._base is None for t in targets]):  # noqa: C419  lists are faster
        writes = set(map(id, targets))  # by identity: to compare would compute
        values = [array._value for array in arrays]
        return values, [(a, value) for a, value in zip(arrays, values, strict=True) if id(a) in writes]
    owners = {id(t if t._base is None else t._base) for t in targets}
    values, reads = [], []
    for array in arrays:
        base = array._base
        if base is None:
            base, value = array, array._value
            whole = value
        else:
            whole = base._value
            value = _part(array, whole)
        values.append(value)
        if id(base) in owners:
            reads.append((base, whole))
    return values, reads


def apply(
    call: Call, arrays: Sequence[Handle], numbers: Sequence[Number] = (), values: Sequence[Value] | None = None
) -> tuple[Sequence[Value], Recorded | None]:
    """Append a call on these arrays to their tape, recorded for autograd where that is on.

    ``values`` are those of the arrays, where they were looked up already.
    """
    if values is None:
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
        if all(a._ctx is not None and a._ctx.device_type.startswith("cpu") for a in arrays):
            return apply(call, _together(arrays, values), numbers)
        contexts = ", ".join(str(a._ctx) for a in arrays)
        raise MXNetError(
            f"Operator {call.name} got arrays on different devices: {contexts}. "
            f"Move them first, as in x.as_in_context({arrays[0]._ctx})."
        ) from None


def _together(arrays: Sequence[Handle], values: Sequence[Value]) -> list[Handle]:
    """Arrays in the memory of the host, all where the first one is: contexts of one host compute with one another."""
    ctx = arrays[0]._ctx
    device = device_of(ctx)
    held = [new(type(a), v, a._ctx, a._origin) for a, v in zip(arrays, values, strict=True)]
    return [h if h._value.device is device else h.copyto(ctx) for h in held]


def apply_at(call: Call, ctx: Context, numbers: Sequence[Number] = ()) -> Sequence[Value]:
    """Append a call that takes no arrays to the tape of a context."""
    return device_of(ctx).local.tape.apply(call, (), numbers)[0]
