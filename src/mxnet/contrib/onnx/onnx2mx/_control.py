"""Branches, loops and sequences.

A sequence is a list of values, whose length is known while reading. A loop whose iterations are known and few is
written out; others become MXNet's own loops.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._elementwise import truth
from mxnet.contrib.onnx.onnx2mx._functions import type_number
from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, MaybeValue, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol
from mxnet.symbol.control import cond, foreach, make_cond, make_while

_WRITTEN_OUT = 64  # iterations
_MOST = 2**31 - 1  # iterations of a loop without a limit

# --- branches and loops ----------------------------------------------------------------------------------------------


def _list(symbols: Any) -> list[Symbol]:
    return list(symbols) if isinstance(symbols, list | tuple) else [symbols]


@imports("If")
def branch(m: Importer, condition: OnnxValue, *, then_branch: Any, else_branch: Any) -> list[Any]:
    if condition.array is not None:
        return list(m.inner(then_branch if bool(condition.array.all()) else else_branch, ()))

    shapes = []

    def run(graph: Any) -> list[Symbol]:
        values = m.inner(graph, ())
        if any(value.items is not None or value.is_absent for value in values):
            m.constant(condition, "condition, where branches give sequences")
        shapes.append([value.shape for value in values])
        return [m.call("identity", value) for value in values]

    outputs = _list(cond(condition.sym, lambda: run(then_branch), lambda: run(else_branch)))
    if all(_is_same(one, other) for one, other in zip(*shapes, strict=True)):
        return outputs
    return _list(make_cond("_onnx_if", condition.sym, lambda: run(then_branch), lambda: run(else_branch), "onnx_if"))


def _is_same(one: Any, other: Any) -> bool:
    """Whether two shapes are known wholly, and the same."""
    return one is not None and other is not None and None not in one and tuple(one) == tuple(other)


def _as_value(m: Importer, name: str, sym: Symbol, like: OnnxValue, stays: bool = True, shape: Any = None) -> OnnxValue:
    """A variable of a loop, of which is known what is known of the value that it begins as, its shape if it stays."""
    variable = sym._heads[0][0]
    known = (like.shape if stays else None) if shape is None else shape
    for each in (name, variable.name):
        m.types[each] = type_number(like.dtype)
        m.shapes.pop(each, None)
        if known is not None:
            m.shapes[each] = tuple(known)
    return OnnxValue(m, name, sym)


@imports("Loop")
def loop(m: Importer, limit: MaybeValue, start: MaybeValue, *first: OnnxValue, body: Any) -> list[Any]:
    always = start is None or (start.array is not None and bool(start.array.all()))
    if start is not None and start.array is not None and not always and len(body.output) == 1 + len(first):
        return list(first)
    count = None if limit is None else int(m.number(limit, 0, "trip count")) if limit.array is not None else None
    if always and count is not None and count <= _WRITTEN_OUT and _goes_on(body):
        return _written_out(m, count, first, body)
    if any(value.items is not None for value in first):
        m.constant(limit, "trip count, where sequences change")
        m.constant(start, "condition, where sequences change")
    exact = always and _goes_on(body)  # MXNet's loops give rows for all iterations there may be
    bounded = count if exact or len(body.output) == 1 + len(first) else None
    return _while(m, limit, bounded, start, first, body)


def _goes_on(body: Any) -> bool:
    """Whether a body hands its condition on as it is, or says true."""
    name, condition = body.output[0].name, body.input[1].name
    makers = {out: node for node in body.node for out in node.output}
    for tensor in body.initializer:
        if tensor.name == name:
            return _is_true(tensor)
    while name in makers and makers[name].op_type == "Identity":
        name = makers[name].input[0]
    if name in makers and makers[name].op_type == "Constant":
        return _is_true(makers[name].attribute[0].t)
    return bool(name == condition)


def _is_true(tensor: Any) -> bool:
    return bool(load_onnx("numpy_helper").to_array(tensor).all())


def _written_out(m: Importer, count: int, first: Sequence[OnnxValue], body: Any) -> list[Any]:
    states, rows = list(first), []
    for number in range(count):
        step = OnnxValue(m, f"{m.outputs()[0]}_step{number}", None, np.array(number, np.int64))
        true = OnnxValue(m, f"{m.outputs()[0]}_true{number}", None, np.array(True))
        _, *outputs = m.inner(body, (step, true, *states))
        states, extra = outputs[: len(first)], outputs[len(first) :]
        rows.append(extra)
    stacked = [m.call("stack", *column, axis=0) for column in zip(*rows, strict=True)]
    return [*states, *stacked]


def _both(m: Importer, one: Any, other: Any) -> Symbol:
    """Whether two conditions are true; MXNet wants loops to read all their variables, so bodies read theirs here."""
    parts = [m.call("_np_reshape", m.call("Cast", each, dtype="int32"), newshape=()) for each in (one, other)]
    return truth(m, m.call("broadcast_mul", *parts))


def _while(
    m: Importer, limit: MaybeValue, bound: int | None, start: MaybeValue, first: Sequence[OnnxValue], body: Any
) -> list[Any]:
    """A loop of MXNet's where shapes stay and iterations are bounded; else one that is run iteration by iteration."""
    step = m.filled("step", np.zeros((), np.int64))
    going = m.filled("going", np.ones((), bool)) if start is None else start.sym
    last = m.filled("last", np.array(_MOST, np.int64)) if limit is None else limit.sym
    likes = [m.value(step), m.value(going), m.value(last), *first]
    begins = [m.call("identity", v) for v in (step, going, last, *first)]
    names = [info.name for info in body.input]
    names.insert(2, f"{names[0]}_last")
    stays = bound is not None

    def run(*variables: Symbol) -> tuple[list[Symbol], list[Symbol]]:
        nonlocal stays
        inputs = [_as_value(m, n, v, like, stays) for n, v, like in zip(names, variables, likes, strict=True)]
        on, *outputs = m.inner(body, [*inputs[:2], *inputs[3:]])
        ends, rows = outputs[: len(first)], outputs[len(first) :]
        stays = stays and all(_is_same(v.shape, like.shape) for v, like in zip(ends, first, strict=True))
        states = [_both(m, variables[1], on), variables[2], *ends]
        return [m.call("identity", v) for v in rows], [variables[0] + 1, *[m.call("identity", v) for v in states]]

    def goes_on(step: Symbol, going: Symbol, last: Symbol, *_: Symbol) -> Symbol:
        return _both(m, going, m.call("broadcast_lesser", step, last))

    if stays:
        rows, ends = make_while("_while_loop", goes_on, run, begins, bound, "while_loop")
        if stays:
            return [*_list(ends)[3:], *_list(rows)]
    rows, ends = make_while("_onnx_loop", goes_on, run, begins, _MOST, "onnx_loop")
    return [*_list(ends)[3:], *_list(rows)]


@imports("Scan")
def scan(
    m: Importer,
    *values: OnnxValue,
    body: Any,
    num_scan_inputs: int,
    scan_input_axes: Ints = (),
    scan_output_axes: Ints = (),
    scan_input_directions: Ints = (),
    scan_output_directions: Ints = (),
    **_: Any,
) -> list[Any]:
    if m.opset < 9:
        raise m.fail("Scan of opset 9 and later", f"opset {m.opset}", "convert the model to a newer opset")
    count = len(values) - num_scan_inputs
    first, data = values[:count], values[count:]
    turned = list(scan_input_directions) or [0] * len(data)
    axes = list(scan_input_axes) or [0] * len(data)
    slices = [_first_axis(m, v, a, bool(t)) for v, a, t in zip(data, axes, turned, strict=True)]
    names = [info.name for info in body.input]
    for value in data:
        if value.shape is None:
            raise m.fail("data of known rank", f"{value.name!r}")
    shapes = [tuple(n for i, n in enumerate(v.shape or ()) if i != a % v.rank) for v, a in zip(data, axes, strict=True)]

    def run(parts: Any, states: Any) -> tuple[list[Symbol], list[Symbol]]:
        inputs = [_as_value(m, n, s, v) for n, s, v in zip(names, _list(states), first, strict=False)]
        for name, part, value, shape in zip(names[count:], _list(parts), data, shapes, strict=True):
            # MXNet's slices have an axis at least.
            held = _as_value(m, name, part, value, shape=shape or (1,))
            inputs.append(held if shape else OnnxValue(m, name, m.call("_np_reshape", part, newshape=())))
            if not shape:
                m.shapes[name] = ()
        outputs = m.inner(body, inputs)
        return [m.call("identity", v) for v in outputs[count:]], [m.call("identity", v) for v in outputs[:count]]

    rows, ends = foreach(run, slices, [m.call("identity", v) for v in first])
    back = list(scan_output_directions) or [0] * len(_list(rows))
    to = list(scan_output_axes) or [0] * len(_list(rows))
    ordered = [m.call("reverse", row, axis=0) if t else row for row, t in zip(_list(rows), back, strict=True)]
    return [*_list(ends), *[_to_axis(m, row, a) for row, a in zip(ordered, to, strict=True)]]


def _first_axis(m: Importer, value: OnnxValue, axis: int, turned: bool) -> Symbol:
    axis %= value.rank
    order = (axis, *[a for a in range(value.rank) if a != axis])
    moved = m.call("transpose", value, axes=order) if axis else m.call("identity", value)
    return m.call("reverse", moved, axis=0) if turned else moved


def _to_axis(m: Importer, stacked: Symbol, axis: int) -> Symbol:
    if not axis:
        return stacked
    rank = m.value(stacked).rank
    axis %= rank
    return m.call("transpose", stacked, axes=(*range(1, axis + 1), 0, *range(axis + 1, rank)))


# --- sequences -------------------------------------------------------------------------------------------------------


def items(m: Importer, value: OnnxValue) -> list[OnnxValue]:
    """The tensors of a sequence."""
    if value.items is None:
        raise m.fail("a sequence", f"the tensor {value.name!r}")
    return value.items


def _sequence(m: Importer, values: Sequence[OnnxValue]) -> OnnxValue:
    return OnnxValue(m, m.outputs()[0], None, items=list(values))


def _place(m: Importer, position: MaybeValue, default: int) -> int:
    return int(m.number(position, default, "position"))


@imports("SequenceConstruct")
def construct(m: Importer, *values: OnnxValue) -> OnnxValue:
    return _sequence(m, values)


@imports("SequenceEmpty")
def empty(m: Importer, **_: Any) -> OnnxValue:
    return _sequence(m, ())


@imports("SequenceInsert")
def insert(m: Importer, sequence: OnnxValue, tensor: OnnxValue, position: MaybeValue = None) -> OnnxValue:
    held = list(items(m, sequence))
    held.insert(_place(m, position, len(held)), tensor)
    return _sequence(m, held)


@imports("SequenceErase")
def erase(m: Importer, sequence: OnnxValue, position: MaybeValue = None) -> OnnxValue:
    held = list(items(m, sequence))
    del held[_place(m, position, -1)]
    return _sequence(m, held)


@imports("SequenceAt")
def element(m: Importer, sequence: OnnxValue, position: OnnxValue) -> OnnxValue:
    return items(m, sequence)[_place(m, position, 0)]


@imports("SequenceLength")
def length(m: Importer, sequence: OnnxValue) -> OnnxValue:
    return OnnxValue(m, m.outputs()[0], None, np.array(len(items(m, sequence)), np.int64))


@imports("ConcatFromSequence")
def join(m: Importer, sequence: OnnxValue, *, axis: int, new_axis: int = 0) -> Symbol:
    held = items(m, sequence)
    if new_axis:
        rank = held[0].rank + 1
        return m.call("stack", *held, axis=axis % rank)
    return m.call("concat", *held, dim=axis)


@imports("SplitToSequence")
def split(m: Importer, x: OnnxValue, sizes: MaybeValue = None, *, axis: int = 0, keepdims: int = 1) -> OnnxValue:
    if x.shape is None or x.shape[axis] is None:
        raise m.fail("an axis of known size", f"{axis=} of {x.shape}")
    whole = int(x.shape[axis] or 0)
    if sizes is None:
        parts = [1] * whole
    elif m.constant(sizes, "split").ndim == 0:
        step = int(m.number(sizes, 1, "split"))
        parts = [min(step, whole - start) for start in range(0, whole, step)]
    else:
        parts = m.integers(sizes, "split")
    ends = np.cumsum(parts).tolist()
    pieces = [m.call("slice_axis", x, axis=axis, begin=e - n, end=e) for e, n in zip(ends, parts, strict=True)]
    if sizes is None and not keepdims:
        pieces = [m.call("_np_squeeze", part, axis=(axis,)) for part in pieces]
    return _sequence(m, [m.value(part) for part in pieces])


@imports("SequenceMap")
def sequence_map(m: Importer, sequence: OnnxValue, *others: OnnxValue, body: Any) -> list[OnnxValue]:
    rows = []
    for number, item in enumerate(items(m, sequence)):
        rest = [v if v.items is None else v.items[number] for v in others]
        rows.append(m.inner(body, (item, *rest)))
    columns = zip(*rows, strict=True) if rows else ([] for _ in body.output)
    return [OnnxValue(m, name, None, items=list(c)) for name, c in zip(m.outputs(), columns, strict=True)]


# --- what may be absent ----------------------------------------------------------------------------------------------


def _is_absent(value: MaybeValue) -> bool:
    return value is None or value.is_absent


@imports("Optional")
def optional(m: Importer, value: MaybeValue = None, **_: Any) -> OnnxValue:
    return OnnxValue(m, m.outputs()[0], None) if value is None else value


@imports("OptionalHasElement")
def has_element(m: Importer, value: MaybeValue = None) -> OnnxValue:
    return OnnxValue(m, m.outputs()[0], None, np.array(not _is_absent(value)))


@imports("OptionalGetElement")
def get_element(m: Importer, value: OnnxValue) -> OnnxValue:
    if _is_absent(value):
        raise m.fail("an element", "an optional value without one")
    return value
