"""Gradients of arrays: what ``autograd.backward`` and ``autograd.grad`` do."""

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp

from mxnet._lazy.call import Call, pullback_call
from mxnet._lazy.gradient import Leaf, Origin, Recorded, ancestors
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value, concrete
from mxnet._ops.registry import find
from mxnet.error import MXNetError
from mxnet.ndarray.handle import Handle, apply, assign, new, value_of
from mxnet.ndarray.invoke import invoke_op

NOT_RECORDED = (
    "Cannot differentiate node because it is not in a computational graph. You need to set is_recording to true or use "
    "autograd.record() to save computational graphs for backward. If you want to differentiate the same graph twice, "
    "you need to pass retain_graph=True to backward."
)


class Transfer(Call):
    """A copy from one device to another, as autograd sees it. It stands on no tape: a copy cuts the source's."""

    __slots__ = ()


TRANSFER = Transfer("copy to another device", lambda data: (data,), 1)


class PythonCall(Call):
    """A step whose gradient the user wrote in Python: ``pull(arrays)`` maps output gradients to input gradients."""

    __slots__ = ("pull",)

    def __init__(self, name: str, arrays: int, pull: Callable[[list[Any]], Sequence[Any]]) -> None:
        super().__init__(name, lambda *given: given, arrays)
        self.pull = pull


def record_python(
    call: PythonCall, inputs: Sequence[Handle], outputs: Sequence[Handle]
) -> None:
    """Let autograd go from the outputs to the inputs through a step written in Python."""
    values = [value_of(i) for i in inputs]
    parents = [i._origin for i in inputs]
    record = Recorded(call, values, (), parents, (), None, tuple(value_of(o).aval for o in outputs))
    for number, output in enumerate(outputs):
        output._origin = (record, number)


def transferred(source: Handle, result: Handle) -> None:
    """Let autograd follow a copy between devices."""
    value = value_of(source)
    record = Recorded(TRANSFER, (value,), (), (source._origin,), (), None, (value.aval,))
    result._origin = (record, 0)


def backward(heads: Sequence[Any], head_grads: Sequence[Any] | None, retain: bool) -> None:
    """Add or write the gradients of the heads into the leaves behind them."""
    origins, values, cotangents = _heads(heads, head_grads)
    for leaf, gradient in _gradients(origins, values, cotangents, retain, create=False):
        receive(leaf, gradient)


def _heads(
    heads: Sequence[Any], head_grads: Sequence[Any] | None
) -> tuple[list[Origin], list[Value], list[Any]]:
    given = [None] * len(heads) if head_grads is None else list(head_grads)
    if len(given) != len(heads):
        raise ValueError(f"{len(heads)} heads, but {len(given)} head gradients; give one for each, or None")
    for head in heads:
        if head._origin is None:
            raise MXNetError(NOT_RECORDED)
    for head, grad in zip(heads, given, strict=True):
        if grad is not None and value_of(grad).aval.shape != value_of(head).aval.shape:
            raise MXNetError(f"head gradient of shape {grad.shape} given for a head of shape {head.shape}")
    return [h._origin for h in heads], [value_of(h) for h in heads], given


def _gradients(
    origins: list[Origin], values: list[Value], cotangents: list[Any], retain: bool, create: bool
) -> list[tuple[Leaf, Any]]:
    """The gradient of each leaf, as a value, or as an array with a history when ``create``."""
    device = values[0].device
    tape = device.local.tape
    order = ancestors(origins)
    if not create and (_all_on(tape.epoch, order) or _one_device(device, order, values)):
        given = [None if c is None else value_of(c) for c in cotangents]
        return tape.backward(order, origins, values, given, retain)
    found = _walk(order, origins, values, cotangents, create)
    if not retain:
        for node in order:
            node.release()
    return found


def _all_on(epoch: Any, order: list[Recorded]) -> bool:
    """Whether every node still waits on one tape: the everyday case, cheap to see."""
    return all([node.epoch is epoch for node in order])


def _one_device(device: Any, order: list[Recorded], values: list[Value]) -> bool:
    """Whether every node is an operator on this device."""
    if any(v.device is not device for v in values):
        return False
    return all(type(n.call) is Call and (not n.values or n.values[0].device is device) for n in order)


def receive(leaf: Leaf, gradient: Any) -> None:
    """Write or add a gradient into the array of a leaf."""
    value = value_of(gradient) if isinstance(gradient, Handle) else gradient
    target = leaf.grad
    leaf.fresh = True
    if leaf.req == "add":
        value = value.device.local.tape.apply(_ADD, (value_of(target), value))[0][0]
    if target._base is None and not mode.recording:
        target._value = value
        return
    recording, mode.recording = mode.recording, False
    try:
        assign(target, value)
    finally:
        mode.recording = recording


_ADD = Call("add gradient", lambda a, b: (a + b.astype(a.dtype),), 2)


# --- node by node: gradients that are themselves differentiated, or graphs over several devices ------------------------


class _Array(Handle):
    """A cotangent on its way through the graph."""

    __slots__ = ()


def _walk(
    order: list[Recorded], origins: list[Origin], values: list[Value], cotangents: list[Any], create: bool
) -> list[tuple[Leaf, Any]]:
    found: dict[Any, Any] = {}
    leaves: dict[int, Leaf] = {}

    def add(origin: Origin, cotangent: Any) -> None:
        if origin is None or cotangent is None:
            return
        if isinstance(origin, Leaf):
            if origin.req == "null":
                return
            leaves[id(origin)] = origin
            key: Any = id(origin)
        else:
            key = (id(origin[0]), origin[1])
        found[key] = cotangent if key not in found else _sum(found[key], cotangent)

    recording, mode.recording = mode.recording, create
    try:
        for origin, value, cotangent in zip(origins, values, cotangents, strict=True):
            add(origin, _ones(value) if cotangent is None else cotangent)
        for node in reversed(order):
            present = [found.pop((id(node), i), None) for i in range(len(node.outputs))]
            if any(c is not None for c in present):
                for parent, cotangent in zip(node.parents, _pull(node, present), strict=True):
                    add(parent, cotangent)
    finally:
        mode.recording = recording
    return [(leaf, found[key]) for key, leaf in leaves.items()]


def _ones(value: Value) -> Any:
    call = Call("ones", lambda data: (jnp.ones_like(data),), 1)
    return _hold(value.device.local.tape.apply(call, (value,))[0][0], None)


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
        back = node.values[0].device  # type: ignore[index]
        given = value_of(cotangents[0])
        return [_hold(concrete(back.put(given.read("gradient copied between devices")), back), None)]
    if isinstance(node.call, PythonCall):
        return _pull_python(node, node.call, cotangents)
    inputs = [_hold(v, p) for v, p in zip(node.values or (), node.parents, strict=True)]
    call = pullback_call(node.call, tuple(c is not None for c in cotangents))
    values, record = apply(call, [*inputs, *(c for c in cotangents if c is not None)], node.numbers)
    results = iter(_hold(v, None if record is None else (record, i)) for i, v in enumerate(values))
    return [next(results) if jnp.issubdtype(i._value.aval.dtype, jnp.floating) else None for i in inputs]


def _pull_python(node: Recorded, call: PythonCall, cotangents: list[Any]) -> list[Any]:
    device = node.values[0].device  # type: ignore[index]
    given = [_zeros(device, aval) if c is None else c for c, aval in zip(cotangents, node.outputs, strict=True)]
    return list(call.pull(given))


def _zeros(device: Any, aval: Any) -> Any:
    call = Call("zeros", lambda: (jnp.zeros(aval.shape, aval.dtype),), 0)
    return _hold(device.local.tape.apply(call, ())[0][0], None)


def grad(
    heads: Sequence[Any], variables: Sequence[Any], head_grads: Sequence[Any] | None, retain: bool, create: bool
) -> list[Any]:
    """The gradients of the heads with respect to some leaves, as new arrays."""
    for number, variable in enumerate(variables):
        if not isinstance(variable._origin, Leaf):
            raise MXNetError(
                f"Cannot differentiate with respect to the {number + 1}-th variable because it does not require "
                "gradient: call attach_grad() on it before autograd.record()."
            )
    origins, values, cotangents = _heads(heads, head_grads)
    found = {id(leaf): g for leaf, g in _gradients(origins, values, cotangents, retain, create)}
    results = []
    for variable in variables:
        gradient = found.get(id(variable._origin))
        if gradient is None:
            results.append(invoke_op(find("zeros_like"), (variable,), {}))
            continue
        value, origin = (value_of(gradient), gradient._origin) if isinstance(gradient, Handle) else (gradient, None)
        result = new(type(variable), value, variable._ctx)
        result._origin = origin
        results.append(result)
    return results
