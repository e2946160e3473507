"""Gradients of arrays: what ``autograd.backward`` and ``autograd.grad`` do."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax.numpy as jnp

from mxnet._calls.call import Call, Number, linearize, pullback_call
from mxnet._frontend.binding import bind
from mxnet._host.caches import Cache
from mxnet._host.names import digest
from mxnet._lazy.gradient import Leaf, Origin, Recorded, ancestors, recorded
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value, concrete
from mxnet._ops.registry import find
from mxnet._programs.watch import watch
from mxnet.error import MXNetError
from mxnet.ndarray.handle import DENSE, Handle, apply, assign, commit, new, observe, value_of
from mxnet.ndarray.storage import collected
from mxnet.ndarray.views import cast_call

NOT_RECORDED = (
    "Cannot differentiate node because it is not in a computational graph. You need to set is_recording to true or use "
    "autograd.record() to save computational graphs for backward. If you want to differentiate the same graph twice, "
    "you need to pass retain_graph=True to backward."
)

NO_LEAF = (
    "There are no inputs in computation graph that require gradients: every array with a gradient behind these heads "
    "has grad_req='null'. Call x.attach_grad() on an input before autograd.record()."
)


class Transfer(Call):
    """A copy from one device to another, as autograd sees it. It stands on no tape: a copy cuts the source's."""

    __slots__ = ()


TRANSFER = Transfer("copy to another device", lambda data: (data,), 1)


class PythonCall(Call):
    """A step whose gradient the user wrote in Python: ``pull(arrays)`` maps output gradients to input gradients."""

    __slots__ = ("pull",)

    def __init__(self, name: str, arrays: int, pull: Callable[[list[Any]], Sequence[Any]]) -> None:
        super().__init__(name, lambda *values: values, arrays)
        self.pull = pull


def record_python(call: PythonCall, inputs: Sequence[Handle], outputs: Sequence[Handle]) -> None:
    """Let autograd go from the outputs to the inputs through a step written in Python."""
    values = [value_of(i) for i in inputs]
    parents = [i._origin for i in inputs]
    record = recorded(call, values, (), parents, None, None, tuple(value_of(o).aval for o in outputs))
    for number, output in enumerate(outputs):
        output._origin = (record, number)


def record_call(call: Call, inputs: Sequence[Handle], numbers: Sequence[Number], result: Handle) -> None:
    """Let autograd see a result as the first output of a call that never ran: it was computed in another way."""
    values = [value_of(i) for i in inputs]
    avals = tuple([v.aval for v in values])
    known = call.inferred.get(avals) or call.infer(avals, numbers)
    result._origin = (recorded(call, values, numbers, [i._origin for i in inputs], None, None, known[0]), 0)


def record_dynamic(
    call: Call, inputs: Sequence[Handle], numbers: Sequence[Number], outputs: Sequence[Value]
) -> Recorded:
    """Let autograd go through a call whose output shapes depend on data: its gradient runs at once, like itself."""
    values = [value_of(i) for i in inputs]

    def pull(head_grads: list[Any]) -> list[Any]:
        arrays = [v.read("a gradient needs it") for v in values]
        cotangents = [value_of(g).read("a gradient needs it") for g in head_grads]
        device = values[0].device
        pulled = linearize(call, [*arrays, *numbers])[1](cotangents)
        return [None if f is None else _hold(concrete(device.put(f), device), None) for f in pulled]

    python = PythonCall(call.name, len(values), pull)
    return recorded(python, values, numbers, [i._origin for i in inputs], None, None, tuple([o.aval for o in outputs]))


def transferred(source: Handle, result: Handle) -> None:
    """Let autograd follow a copy between devices."""
    value = value_of(source)
    record = recorded(TRANSFER, (value,), (), (source._origin,), None, None, (value.aval,))
    result._origin = (record, 0)


def is_floating(value: Value) -> bool:
    """Whether a value is of a type that XLA differentiates."""
    return jnp.issubdtype(value.aval.dtype, jnp.floating)


def mark(array: Any, gradient: Any, request: str) -> None:
    """Make an array a leaf whose gradient goes into another array."""
    if request not in ("write", "add", "null"):
        raise ValueError(f"grad_req must be 'write', 'add' or 'null', but got {request!r}")
    if gradient.shape != array.shape:
        raise MXNetError(f"expected a gradient of the array's shape {array.shape}, received one of {gradient.shape}")
    _seen.integers = _seen.integers or not is_floating(value_of(array))
    _seen.null = _seen.null or request == "null"
    array._origin = Leaf(gradient, request)


def expect_integers() -> None:
    """Say that leaves of integer types are made otherwise than by ``mark``."""
    _seen.integers = True


class _Seen:
    """Which rare leaves this process ever made: only then must graphs be searched for them.

    ``integers``: leaves of an integer type; ``null``: leaves that want no gradient.
    """

    integers = False
    null = False


_seen = _Seen()


def smooth_cast(array: Handle, dtype: Any) -> bool:
    """Whether a conversion is between floating types, so that XLA knows its gradient."""
    return is_floating(value_of(array)) and jnp.issubdtype(dtype, jnp.floating)


def cast(array: Handle, dtype: Any) -> Any:
    """Convert from or to integers under autograd: MXNet passes gradients on, where XLA has none."""
    value = value_of(array)
    back = value.aval.dtype

    def pull(head_grads: list[Any]) -> list[Any]:
        if not smooth_cast(head_grads[0], back) and mode.recording and head_grads[0]._origin is not None:
            return [cast(head_grads[0], back)]
        values, record = apply(cast_call(back), (head_grads[0],))
        return [_hold(values[0], None if record is None else (record, 0))]

    result = new(type(array), value.device.local.tape.apply(cast_call(dtype), (value,))[0][0], array._ctx)
    record_python(PythonCall("Cast", 1, pull), (array,), (result,))
    return result


def backward(heads: Sequence[Any], head_grads: Sequence[Any] | None, retain: bool) -> None:
    """Add or write the gradients of the heads into the leaves behind them."""
    origins, values, cotangents = _heads(heads, head_grads)
    if _seen.null and not _reaches_leaf(origins):
        raise MXNetError(NO_LEAF)
    pairs = _gradients(origins, values, cotangents, retain, create=False)
    receive_all(collected(pairs))


def _reaches_leaf(origins: Sequence[Origin]) -> bool:
    """Whether there is a leaf behind the heads that wants its gradient."""
    reached = [*origins, *[parent for node in ancestors(origins) for parent in node.parents]]
    return any(isinstance(origin, Leaf) and origin.req != "null" for origin in reached)


def _heads(heads: Sequence[Any], head_grads: Sequence[Any] | None) -> tuple[list[Origin], list[Value], list[Any]]:
    listed = [None] * len(heads) if head_grads is None else list(head_grads)
    if len(listed) != len(heads):
        raise ValueError(f"{len(heads)} heads, but {len(listed)} head gradients; give one for each, or None")
    for head in heads:
        if head._origin is None:
            raise MXNetError(NOT_RECORDED)
    cotangents = [None if g is None else _head_gradient(h, g) for h, g in zip(heads, listed, strict=True)]
    return [h._origin for h in heads], [value_of(h) for h in heads], cotangents


def _head_gradient(head: Any, gradient: Any) -> Any:
    if not isinstance(gradient, Handle):
        raise TypeError(f"a head gradient must be an NDArray, but got {type(gradient).__name__}")
    have, want = value_of(gradient).aval.shape, value_of(head).aval.shape
    if have != want:
        gradient = _fitted(gradient, have, want)
    return gradient if value_of(gradient).device is value_of(head).device else gradient.copyto(head._ctx)  # type: ignore[attr-defined]


def _fitted(gradient: Any, have: tuple[int, ...], want: tuple[int, ...]) -> Any:
    """A head gradient of another shape as MXNet reads it: the same elements, or the first rows of more than needed."""
    rows = len(have) == len(want) and have[1:] == want[1:] and have > want
    if not rows and math.prod(have) != math.prod(want):
        raise MXNetError(f"head gradient of shape {have} given for a head of shape {want}")
    return gradient[: want[0]] if rows else gradient.reshape(want)


def _gradients(
    origins: list[Origin], values: list[Value], cotangents: list[Any], retain: bool, create: bool
) -> list[tuple[Leaf, Any]]:
    """The gradient of each leaf, as a value, or as an array with a history when ``create``."""
    device = values[0].device
    tape = device.local.tape
    order = ancestors(origins)
    integers = not all([is_floating(v) for v in values])  # noqa: C419  a list is faster
    simple = not create and not integers and not (_seen.integers and _has_integers(order))
    if simple and (_all_on(tape.epoch, order) or _one_device(device, order, values)):
        known = [None if c is None else value_of(c) for c in cotangents]
        if watch.on:
            watch.begin_gradient(order)
        return tape.backward(order, origins, values, known, retain)
    pairs = _differentiate_each(order, origins, values, cotangents, create)
    if not retain:
        for node in order:
            node.release()
    return pairs


def _all_on(epoch: Any, order: list[Recorded]) -> bool:
    """Whether every node still waits on one tape: the everyday case, cheap to see."""
    return all([node.epoch is epoch for node in order])  # noqa: C419  a list is faster


def _one_device(device: Any, order: list[Recorded], values: list[Value]) -> bool:
    """Whether every node is an operator on this device."""
    if any(v.device is not device for v in values):
        return False
    return all(type(n.call) is Call and (not n.values or n.values[0].device is device) for n in order)


def _has_integers(order: list[Recorded]) -> bool:
    """Whether gradients are to go through integers on their way."""
    return any(
        p is not None and not is_floating(v) for n in order for p, v in zip(n.parents, n.values or (), strict=True)
    )


def receive_all(pairs: Iterable[tuple[Leaf, Any]]) -> None:
    """Write or add gradients into the arrays of leaves; those of arrays that own their memory in one step."""
    writes = []
    for leaf, gradient in pairs:
        target = leaf.grad
        if leaf.req == "add" or type(gradient) is not Value or target._base is not None:
            receive(leaf, gradient)
            continue
        leaf.fresh = True
        if gradient.device.replays:
            gradient.device.local.tape.reuse(target._value, gradient)
        writes.append((target, gradient))
    commit((), writes)


def receive(leaf: Leaf, gradient: Any) -> None:
    """Write or add a gradient into the array of a leaf."""
    if isinstance(gradient, Handle) and type(gradient) not in DENSE:
        gradient._receive_into(leaf)  # type: ignore[attr-defined]
        return
    value = value_of(gradient) if isinstance(gradient, Handle) else gradient
    target = leaf.grad
    leaf.fresh = True
    if leaf.req != "add":
        assign(target, value, state=True)  # a gradient may be written while recording
        return
    while True:
        (before,), reads = observe((target,), (target,))
        total = value.device.local.tape.apply(_ADD, (before, value))[0][0]
        if commit(reads, ((target, total),)):
            return


_ADD = Call("add gradient", lambda a, b: (a + b.astype(a.dtype),), 2, stable="add gradient")


# --- node by node: gradients that are themselves differentiated, or graphs over several devices ----------------------


class _Array(Handle):
    """A cotangent on its way through the graph."""

    __slots__ = ()


def _differentiate_each(
    order: list[Recorded], origins: list[Origin], values: list[Value], cotangents: list[Any], create: bool
) -> list[tuple[Leaf, Any]]:
    sums: dict[Any, Any] = {}
    leaves: dict[Leaf, Value] = {}

    def reach(origin: Origin, value: Value) -> None:
        if isinstance(origin, Leaf) and origin.req != "null":
            leaves.setdefault(origin, value)

    def add(origin: Origin, cotangent: Any) -> None:
        if origin is not None and cotangent is not None:
            key = origin if isinstance(origin, Leaf) else (origin[0], origin[1])
            sums[key] = cotangent if key not in sums else _sum(sums[key], cotangent)

    recording, mode.recording = mode.recording, create
    try:
        for origin, value, cotangent in zip(origins, values, cotangents, strict=True):
            reach(origin, value)
            add(origin, _filled(_ONES, value) if cotangent is None else cotangent)
        for node in reversed(order):
            for parent, value in zip(node.parents, node.values or (), strict=True):
                reach(parent, value)
            present = [sums.pop((node, i), None) for i in range(len(node.outputs))]
            if any(c is not None for c in present):
                for parent, cotangent in zip(node.parents, _pull(node, present), strict=True):
                    add(parent, cotangent)
    finally:
        mode.recording = recording
    return [(leaf, sums[leaf] if leaf in sums else _filled(_ZEROS, value)) for leaf, value in leaves.items()]


_ONES = Call("ones", lambda data: (jnp.ones_like(data),), 1, stable="ones")
_ZEROS = Call("zeros", lambda data: (jnp.zeros_like(data),), 1, stable="zeros")


def _filled(call: Call, like: Value) -> Any:
    return _hold(like.device.local.tape.apply(call, (like,))[0][0], None)


def _hold(value: Value, origin: Origin) -> Any:
    held = new(_Array, value, None)  # type: ignore[arg-type]
    held._origin = origin
    return held


def _sum(left: Any, right: Any) -> Any:
    values, record = apply(_ADD, (left, right))
    return _hold(values[0], None if record is None else (record, 0))


def _pull(node: Recorded, cotangents: list[Any]) -> list[Any]:
    """The cotangents of one node's inputs, recorded if recording is on."""
    if node.call is TRANSFER:
        return [_move_back(cotangents[0], node.values[0].device)]  # type: ignore[index]
    if isinstance(node.call, PythonCall):
        return _pull_python(node, node.call, cotangents)
    inputs = [_hold(v, p) for v, p in zip(node.values or (), node.parents, strict=True)]
    wanted = [is_floating(i._value) for i in inputs]
    present = tuple([c is not None for c in cotangents])
    promoted = tuple([n for n, i in enumerate(inputs) if i._origin is not None and not wanted[n]])
    converts = any(c is not None and not is_floating(value_of(c)) for c in cotangents)
    if (promoted or converts) and (integers := _integer_call(node, present, promoted)) is not None:
        call = integers
        for n in promoted:
            wanted[n] = True
    else:
        call = pullback_call(node.call, present)
    values, record = apply(call, [*inputs, *(c for c in cotangents if c is not None)], node.numbers)
    results = iter([_hold(v, None if record is None else (record, i)) for i, v in enumerate(values)])
    return [next(results) if there else None for there in wanted]


def _move_back(cotangent: Any, device: Any) -> Any:
    """A cotangent copied to the device that the array came from."""
    there = concrete(device.put(value_of(cotangent).read("gradient copied between devices")), device)
    result = _hold(there, None)
    if mode.recording and cotangent._origin is not None:
        transferred(cotangent, result)
    return result


_INTEGER_CALLS: "Cache[Any, Any]" = Cache("gradients through integers", 1024)


def _integer_call(node: Recorded, present: tuple[bool, ...], promoted: tuple[int, ...]) -> Call | None:
    """The gradient of a call with some integer arrays taken for real numbers, or None where it cannot be."""
    key = (node.call, present, promoted, node.inputs)
    if key not in _INTEGER_CALLS:
        source = node.call.source
        call = node.call if source is None else source.through_integers(node.call, node.inputs)
        if call is None:
            _INTEGER_CALLS[key] = None
            return None
        count = sum(present)

        def function(*args: Any) -> tuple[Any, ...]:
            arrays = list(args[: call.arrays])
            for n in promoted:
                arrays[n] = arrays[n].astype(jnp.float64)
            there = iter(args[call.arrays : call.arrays + count])
            _, pull = linearize(call, [*arrays, *args[call.arrays + count :]])
            pulled = pull([next(there) if p else None for p in present])
            return tuple([c.astype(a.dtype) for c, a in zip(pulled, args, strict=False) if c is not None])

        name = node.call.stable
        stable = None if name is None else digest("integer gradient", name, repr((present, promoted)))
        gradient = Call(f"backward of {call.name}", function, call.arrays + count, stable=stable)
        outputs = [aval for aval, there in zip(node.outputs, present, strict=True) if there]
        try:
            gradient.infer((*node.inputs, *outputs), node.numbers)
            _INTEGER_CALLS[key] = gradient
        except MXNetError:  # its integers are indices, say
            _INTEGER_CALLS[key] = None
    return _INTEGER_CALLS[key]


def _pull_python(node: Recorded, call: PythonCall, cotangents: list[Any]) -> list[Any]:
    device = node.values[0].device  # type: ignore[index]
    present = [_zeros(device, aval) if c is None else c for c, aval in zip(cotangents, node.outputs, strict=True)]
    return list(call.pull(present))


def _zeros(device: Any, aval: Any) -> Any:
    attrs = {"shape": aval.shape, "dtype": aval.dtype}
    return _hold(device.local.tape.apply(bind(find("_zeros"), (), attrs, False)[0].call, ())[0][0], None)


def grad(
    heads: Sequence[Any], variables: Sequence[Any], head_grads: Sequence[Any] | None, retain: bool, create: bool
) -> list[Any]:
    """The gradients of the heads with respect to some leaves, as new arrays."""
    for number, variable in enumerate(variables):
        if not isinstance(variable._origin, Leaf) or variable._origin.req == "null":
            raise MXNetError(
                f"Cannot differentiate with respect to the {number + 1}-th variable because it does not require "
                "gradient: call attach_grad() on it before autograd.record()."
            )
    origins, values, cotangents = _heads(heads, head_grads)
    reached = _gradients(origins, values, cotangents, retain, create)
    by_leaf = dict(collected(reached))
    results = []
    for number, variable in enumerate(variables):
        if variable._origin not in by_leaf:
            raise MXNetError(
                f"Cannot differentiate with respect to the {number + 1}-th variable because it is unreachable from the "
                "outputs."
            )
        gradient = by_leaf[variable._origin]
        if isinstance(gradient, Handle) and type(gradient) not in DENSE:
            results.append(gradient)
            continue
        value, origin = (value_of(gradient), gradient._origin) if isinstance(gradient, Handle) else (gradient, None)
        results.append(new(type(variable), value, variable._ctx, origin))
    return results
