"""Running a user's operator: on arrays at once, or from a compiled program that calls back."""

import copy
import itertools
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np

from mxnet._host.caches import CACHES, Cache
from mxnet._lazy.mode import mode
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._ops.custom import register_finder
from mxnet._ops.registry import find
from mxnet._programs.watch import watch
from mxnet.context import Context, cpu, current_context
from mxnet.error import MXNetError
from mxnet.ndarray.creation import array, zeros
from mxnet.ndarray.gradients import PythonCall, record_python
from mxnet.ndarray.handle import Handle, new, value_of
from mxnet.ndarray.invoke import store
from mxnet.ndarray.ndarray import NDArray
from mxnet.ndarray.sparse import zeros as sparse_zeros

# MXNet gives an operator its inputs' types as these numbers.
_NUMBERS = {"float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5, "int64": 6, "bool": 7}

_CLASSES: dict[str, type] = {}
_KINDS: "Cache[Any, Any]" = Cache("custom operators", 256)


def add_class(name: str, prop_class: type) -> None:
    """Register the class that describes an operator; one that had the name before is forgotten."""
    if name in _CLASSES:
        for cache in ("graphs", "calls"):  # they know operators by name
            CACHES[cache].clear()
    _CLASSES[name] = prop_class


@contextmanager
def _user_code(what: str) -> Iterator[None]:
    """Tell errors of the user's code with the place in it where they happened."""
    try:
        yield
    except Exception as error:
        raise MXNetError(f"Error in {what}: {traceback.format_exc().rstrip()}") from error


@contextmanager
def _flags(training: bool) -> Iterator[None]:
    before = mode.recording, mode.training
    mode.recording, mode.training = False, training
    try:
        yield
    finally:
        mode.recording, mode.training = before


class Kind:
    """An operator and its attributes, as the user's class describes them."""

    def __init__(self, name: str, prop: Any) -> None:
        self.name, self.prop = name, prop
        with _user_code(f"CustomOpProp of {name!r}"):
            self.arguments = tuple(prop.list_arguments())
            self.states = tuple(prop.list_auxiliary_states())
            self.outputs = tuple(prop.list_outputs())
            self.needs_heads = self._depends_on_heads()

    def _depends_on_heads(self) -> bool:
        ids = iter(range(2 * len(self.outputs) + len(self.arguments)))
        heads, arguments, outputs = ([next(ids) for _ in n] for n in (self.outputs, self.arguments, self.outputs))
        return bool(set(heads) & set(self.prop.declare_backward_dependency(heads, arguments, outputs)))

    def infer_shapes(self, shapes: Sequence[Any]) -> tuple[list[Any], list[Any], list[Any]]:
        """The shapes of arguments, outputs and states from those of arguments, None being unknown."""
        with _user_code(f"infer_shape of {self.name!r}"):
            said = self.prop.infer_shape([[] if s is None else list(s) for s in shapes])
        return self._three("infer_shape", said)

    def output_shapes(self, arguments: Sequence[Any], states: Sequence[Any]) -> list[Any]:
        """The shapes of outputs; an error where those of arguments or states are not what ``infer_shape`` says."""
        said_arguments, outputs, said_states = self.infer_shapes(arguments)
        names, shapes = (*self.arguments, *self.states), (*arguments, *states)
        for name, shape, said in zip(names, shapes, (*said_arguments, *said_states), strict=True):
            if not _is_as_said(shape, said):
                raise MXNetError(
                    f"Shape inconsistent: {name} of {self.name!r} was provided as {tuple(shape)}, "
                    f"but inferred as {tuple(said)}."
                )
        return outputs

    def infer_types(self, types: Sequence[Any]) -> tuple[list[str], list[str], list[str]]:
        """The dtypes of arguments, outputs and states from those of arguments, None being unknown."""
        with _user_code(f"infer_type of {self.name!r}"):
            said = self.prop.infer_type([None if t is None else DTYPES[t].type for t in types])
            first, second, third = self._three("infer_type", said)
            return [_dtype(t) for t in first], [_dtype(t) for t in second], [_dtype(t) for t in third]

    def _three(self, what: str, said: Any) -> tuple[list[Any], list[Any], list[Any]]:
        if len(said) not in (2, 3):
            raise MXNetError(f"{what} of {self.name!r} must return 2 or 3 lists, but returned {len(said)}")
        parts = [list(part) for part in said] + [[]] * (3 - len(said))
        for kind, part, names in zip(
            ("argument", "output", "auxiliary state"), parts, (self.arguments, self.outputs, self.states), strict=True
        ):
            if len(part) != len(names):
                raise MXNetError(
                    f"{what} of {self.name!r} must say something of {len(names)} {kind}s "
                    f"({', '.join(names) or 'none'}), but said {part}"
                )
        return parts[0], parts[1], parts[2]

    def create(self, ctx: Context, shapes: Sequence[Any], types: Sequence[str]) -> Any:
        """The user's operator for inputs of these shapes and dtypes."""
        with _user_code(f"create_operator of {self.name!r}"):
            return self.prop.create_operator(ctx, [list(s) for s in shapes], [_NUMBERS.get(t, t) for t in types])

    def instance(self, shapes: Sequence[tuple[int, ...]], types: Sequence[str]) -> "Instance":
        """The operator at one place of a program."""
        return Instance(self, shapes, types)


def _is_as_said(shape: Sequence[int], said: Sequence[int]) -> bool:
    """Whether a shape is the one that a class says; nothing said, and lengths below 1, leave it open."""
    same_axes = len(said) in (0, len(shape))
    return same_axes and all(length < 1 or length == own for own, length in zip(shape, said, strict=False))


def _dtype(dtype: Any) -> Any:
    return None if dtype is None else parse_dtype(dtype)


@register_finder
def find_kind(op_type: str, attrs: Mapping[str, str]) -> Kind:
    """The operator that was registered under a name, with these attributes."""
    prop_class = _CLASSES.get(op_type)
    if prop_class is None:
        known = ", ".join(sorted(_CLASSES)) or "none"
        raise MXNetError(
            f"Cannot find custom operator {op_type}: registered are {known}. "
            "Decorate its CustomOpProp with mx.operator.register(name)."
        )
    key = (prop_class, op_type, tuple(attrs.items()))
    kind = _KINDS.get(key)
    if kind is None:
        with _user_code(f"{prop_class.__name__}({', '.join(f'{k}={v!r}' for k, v in attrs.items())})"):
            prop = prop_class(**attrs)
        kind = _KINDS[key] = Kind(op_type, prop)
    return kind


# --- in compiled programs ---------------------------------------------------------------------------------------------


class Instance:
    """The user's operator at one place of a program: one object as long as runs do not overlap.

    MXNet's operators may keep things between ``forward`` and ``backward``. When a second forward run begins before the
    backward of the first, what the operator knew is set aside for it.
    """

    LIMIT = 64

    def __init__(self, kind: Kind, shapes: Sequence[tuple[int, ...]], types: Sequence[str]) -> None:
        self.kind, self.shapes, self.types = kind, shapes, types
        self._lock = threading.RLock()
        self._runs = itertools.count(1)
        self._operator: Any = None
        self._last = 0
        self._aside: dict[int, Any] = {}

    def forward(self, train: bool, *arrays: Any) -> tuple[Any, ...]:
        """The outputs, the new states, and a number by which ``backward`` knows this run again."""
        compute = getattr(self._operator, "_compute_on_host", None)
        if compute is not None:  # an operator of ours, which has no use for arrays of MXNet's
            name = self.kind.name
            with _user_code(f"CustomOp.forward of {name!r}"), watch.custom(name) if watch.on else nullcontext():
                return (*compute([np.asarray(a) for a in arrays]), np.int32(0))
        with self._lock, _from_program(train):
            if self._operator is None:
                self._operator = self._create()
            elif self._last:
                self._aside[self._last] = copy.copy(self._operator)
                while len(self._aside) > self.LIMIT:
                    del self._aside[next(iter(self._aside))]
            outputs, states = self._run(self._operator, train, arrays)
            self._last = next(self._runs) if train else 0
            return (*[o.asnumpy() for o in outputs], *[s.asnumpy() for s in states], np.int32(self._last))

    def _create(self) -> Any:
        return self.kind.create(cpu(0), self.shapes, self.types)

    def _run(self, operator: Any, train: bool, arrays: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        count = len(self.kind.arguments)
        inputs, states = _hold(arrays[:count]), _hold(arrays[count:])
        _, shapes, _ = self.kind.infer_shapes(self.shapes)
        _, types, _ = self.kind.infer_types(self.types)
        outputs = [zeros(tuple(s), cpu(0), t) for s, t in zip(shapes, types, strict=True)]
        _forward(self.kind, operator, train, inputs, outputs, states)
        return outputs, states

    def backward(self, run: Any, heads: Sequence[Any], *arrays: Any) -> tuple[Any, ...]:
        """A gradient for each argument; ``arrays`` are arguments, outputs and states."""
        counts = len(self.kind.arguments), len(self.kind.outputs)
        with self._lock, _from_program(True):
            operator = self._operator_of(int(run), arrays)
            held = _hold(arrays)
            inputs, outputs, states = held[: counts[0]], held[counts[0] : sum(counts)], held[sum(counts) :]
            gradients = [zeros(i.shape, cpu(0), i.dtype) for i in inputs]
            requests = ["write"] * len(inputs)
            _backward(
                self.kind, operator, requests, _hold(heads) or _no_heads(outputs), inputs, outputs, gradients, states
            )
            return tuple(g.asnumpy() for g in gradients)

    def _operator_of(self, run: int, arrays: Sequence[Any]) -> Any:
        """The operator as it was after a forward run."""
        if run == self._last and self._operator is not None:
            self._last = 0
            return self._operator
        operator = self._aside.get(run)
        if operator is None:  # too long ago: let it see those inputs again
            count, after = len(self.kind.arguments), len(self.kind.outputs)
            operator = self._create()
            self._run(operator, True, (*arrays[:count], *arrays[count + after :]))
        return operator


@contextmanager
def _from_program(training: bool) -> Iterator[None]:
    inside, mode.inside = mode.inside, True
    try:
        with _flags(training):
            yield
    finally:
        mode.inside = inside


def _hold(arrays: Sequence[Any]) -> list[NDArray]:
    return [array(np.array(a), cpu(0), np.asarray(a).dtype) for a in arrays]


def _no_heads(outputs: Sequence[Any]) -> list[Any]:
    """Stand-ins for the gradients of outputs that the operator said it does not need."""
    return [zeros(o.shape, o.context, o.dtype) for o in outputs]


def _forward(kind: Kind, operator: Any, train: bool, inputs: list[Any], outputs: list[Any], states: list[Any]) -> None:
    with _user_code(f"CustomOp.forward of {kind.name!r}"), watch.custom(kind.name) if watch.on else nullcontext():
        operator.forward(is_train=train, req=["write"] * len(outputs), in_data=inputs, out_data=outputs, aux=states)


def _backward(
    kind: Kind,
    operator: Any,
    requests: list[str],
    heads: list[Any],
    inputs: list[Any],
    outputs: list[Any],
    gradients: list[Any],
    states: list[Any],
) -> None:
    profiled = watch.custom(f"_backward_{kind.name}") if watch.on else nullcontext()
    with _user_code(f"CustomOp.backward of {kind.name!r}"), profiled:
        operator.backward(req=requests, out_grad=heads, in_data=inputs, out_data=outputs, in_grad=gradients, aux=states)


# --- on arrays, at once -----------------------------------------------------------------------------------------------


@find("Custom").run_on_host
def call(arrays: Sequence[Any], attrs: Mapping[str, Any], out: Any = None) -> Any:
    """Run a user's operator on arrays; the result is an array, or a list of several."""
    named = {k: v for k, v in attrs.items() if isinstance(v, Handle)}
    text = {k: str(v) for k, v in attrs.items() if k not in named and k != "ctx"}
    name = text.pop("op_type", "")
    if not name:
        raise MXNetError("Required argument `op_type` is missing: write mx.nd.Custom(..., op_type='name').")
    kind = find_kind(name, text)
    wanted = kind.arguments + kind.states
    arrays = [*arrays, *[named[n] for n in wanted[len(arrays) :] if n in named]]
    if len(arrays) != len(wanted):
        raise MXNetError(
            f"Operator Custom expects {len(wanted)} inputs, but got {len(arrays)} instead: "
            f"{name!r} takes {', '.join(wanted) or 'none'}."
        )
    outputs = _run_now(kind, arrays[: len(kind.arguments)], arrays[len(kind.arguments) :])
    if out is None:
        return outputs[0] if len(outputs) == 1 else outputs
    for target, output in zip([out] if isinstance(out, Handle) else out, outputs, strict=False):
        store(target, value_of(output), "Custom", output._origin)
    return out


def _run_now(kind: Kind, inputs: Sequence[Any], states: Sequence[Any]) -> list[Any]:
    ctx = inputs[0].context if inputs else states[0].context if states else current_context()
    shapes, types = [i.shape for i in inputs], [parse_dtype(i.dtype) for i in inputs]
    out_shapes = kind.output_shapes(shapes, [s.shape for s in states])
    _, out_types, _ = kind.infer_types(types)
    stored = _storage(kind, inputs)
    outputs = [_empty(s, tuple(shape), ctx, t) for s, shape, t in zip(stored, out_shapes, out_types, strict=True)]
    training = mode.training
    detached = [_detached(i) for i in inputs]
    operator = kind.create(ctx, shapes, types)
    with _flags(training):
        _forward(kind, operator, training, detached, outputs, list(states))
    if mode.recording and any(i._origin is not None for i in inputs):
        kept = [_detached(o) for o in outputs]
        pull = _pull(kind, operator, [i._origin is not None for i in inputs], detached, kept, list(states))
        record_python(PythonCall(f"Custom {kind.name}", len(inputs), pull), inputs, outputs)
    return outputs


def _detached(source: Any) -> Any:
    """The same values, without their history."""
    return new(type(source), value_of(source), source._ctx) if type(source) is NDArray else source.detach()


def _storage(kind: Kind, inputs: Sequence[Any]) -> list[str]:
    stored = [i.stype for i in inputs]
    if all(s == "default" for s in stored):
        return ["default"] * len(kind.outputs)
    with _user_code(f"infer_storage_type of {kind.name!r}"):
        return list(kind.prop.infer_storage_type(stored)[1])


def _empty(stype: str, shape: tuple[int, ...], ctx: Context, dtype: Any) -> Any:
    return zeros(shape, ctx, dtype) if stype == "default" else sparse_zeros(stype, shape, ctx, dtype)


def _pull(
    kind: Kind, operator: Any, wanted: list[bool], inputs: list[Any], outputs: list[Any], states: list[Any]
) -> Callable[[list[Any]], list[Any]]:
    """The way back through the user's ``backward``."""

    def pull(cotangents: list[Any]) -> list[Any]:
        heads = (
            [new(NDArray, value_of(c), outputs[0]._ctx) for c in cotangents] if kind.needs_heads else _no_heads(outputs)
        )
        stored = _gradient_storage(kind, inputs, outputs, states)
        gradients = [_empty(s, i.shape, i.context, i.dtype) for s, i in zip(stored, inputs, strict=True)]
        requests = ["write" if there else "null" for there in wanted]
        with _flags(True):
            _backward(kind, operator, requests, heads, inputs, outputs, gradients, states)
        return [g if there else None for g, there in zip(gradients, wanted, strict=True)]

    return pull


def _gradient_storage(kind: Kind, inputs: list[Any], outputs: list[Any], states: list[Any]) -> list[str]:
    stored = [[a.stype for a in arrays] for arrays in (inputs, outputs, states)]
    if all(s == "default" for part in stored for s in part):
        return ["default"] * len(inputs)
    default = ["default"] * len(outputs)
    with _user_code(f"infer_storage_type_backward of {kind.name!r}"):
        said = kind.prop.infer_storage_type_backward(
            default, stored[0], stored[1], ["undefined"] * len(inputs), stored[2]
        )
    return ["default" if s == "undefined" else s for s in said[3]]
