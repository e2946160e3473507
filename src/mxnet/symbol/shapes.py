"""Shapes of a graph, in both directions.

A shape is a tuple in which -1 is an unknown length; None is an unknown number of axes. Three things give shapes: what
an operator declares of its parameters, running its function on abstract arrays, and, where lengths are unknown, running
it on several stand-ins for them, which shows what each output length depends on.
"""

import ast
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from mxnet._calls.avals import aval_of
from mxnet._frontend.binding import bind
from mxnet._ops.attrs import DTYPES
from mxnet._ops.registry import Op
from mxnet._ops.shape import is_known
from mxnet.error import MXNetError
from mxnet.symbol import nested
from mxnet.symbol.compose import input_names
from mxnet.symbol.infer import Clash, GraphFacts
from mxnet.symbol.node import Head, Node, topo
from mxnet.symbol.types import infer_types
from mxnet.util import is_np_shape

Shape = tuple[int, ...]
UNKNOWN = -1

# Stand-ins for unknown lengths: two with many divisors to see what depends on them, an odd and a small one to see how.
_FIRST, _SECOND, _ODD, _SMALL = 240, 360, 317, 2


def merge(one: Shape, other: Shape) -> Shape:
    """What two partly known shapes say together."""
    if len(one) != len(other):
        raise Clash("the numbers of axes differ")
    if any(a != b and UNKNOWN not in (a, b) for a, b in zip(one, other, strict=True)):
        raise Clash("lengths differ")
    return tuple(b if a == UNKNOWN else a for a, b in zip(one, other, strict=True))


def infer_shapes(
    heads: Sequence[Head],
    shapes: Mapping[Node, Shape],
    types: Mapping[Node, str] | None = None,
    results: Sequence[Shape | None] = (),
) -> GraphFacts[Shape]:
    """The shapes of a graph from those of some variables; ``__shape__`` annotations speak for the others.

    Some operators refuse arrays of the wrong dtype, so the types of variables matter where they are not float32.
    ``results`` is what is known of the heads.
    """
    dtypes = _dtypes(heads, types or {})
    numpy = is_np_shape()  # where () is a shape and not an unknown one
    known = {
        n: shapes[n] if n in shapes and (shapes[n] or numpy) else annotated(n) for n in topo(heads) if n.is_variable
    }

    def step(node: Node, ins: list[Any], outs: list[Any]) -> tuple[list[Any], list[Any]]:
        return _conclude(node, ins, outs, tuple(dtypes.get(h) or "float32" for h in node.inputs))

    return GraphFacts(heads, known, step, merge, results).solve()


def _dtypes(heads: Sequence[Head], types: Mapping[Node, str]) -> Mapping[Head, str | None]:
    """The types of a graph's values, as far as they go together: that they do not is not for shapes to say."""
    try:
        inferred = infer_types(heads, types, default="float32")
        return {(node, i): inferred[node, i] for node in topo(heads) for i in range(len(node.output_names))}
    except MXNetError:
        return {}


def annotated(node: Node) -> Shape | None:
    """The shape that a variable was made with."""
    text = node.attrs.get("__shape__")
    if text is None:
        return None
    try:
        value = ast.literal_eval(text)
        shape = (value,) if isinstance(value, int) else tuple(value)
        if not all(isinstance(s, int) for s in shape):
            raise ValueError(text)
    except (ValueError, SyntaxError, TypeError):
        raise MXNetError(f"Variable {node.name}: expected a shape as __shape__, but got {text!r}.") from None
    return partial_shape(shape) if shape or is_np_shape() else None


def partial_shape(shape: Sequence[int | None]) -> Shape:
    """A shape as a user gives it, with 0 (or -1, and that alone in NumPy's semantics) for what is unknown."""
    unknown = (None, -1) if is_np_shape() else (None, -1, 0)
    return tuple(UNKNOWN if s in unknown else int(s) for s in shape)  # type: ignore[arg-type]


def follows_from_use(node: Node) -> bool:
    """Whether this node makes an array whose shape is only partly given, as ``mx.sym.zeros((0, 8))`` does."""
    op = node.op
    if op is None or op.inputs or op.variadic:
        return False
    if op.from_use is not None:
        return op.from_use.open_shape(**node.params) is not None
    if "shape" not in op.attrs:
        return False
    shape = node.params["shape"]
    return not (shape or is_np_shape()) or UNKNOWN in partial_shape(shape or ())


def _open_shape(node: Node) -> Shape | None:
    """The shape of such a node as far as its parameters say it."""
    declared = node.op.from_use  # type: ignore[union-attr]
    if declared is not None:
        return declared.open_shape(**node.params)
    return partial_shape(node.params["shape"]) if node.params["shape"] else None


def filled_params(node: Node, shape: Shape | None) -> dict[str, Any]:
    """The parameters of such a node once its shape is known."""
    declared = node.op.from_use  # type: ignore[union-attr]
    if declared is None:
        return {**node.params, "shape": shape}
    if not is_known(shape):
        raise MXNetError(f"Error in operator {node.name}: its length does not follow from its use.")
    return declared.fill(shape, **node.params)


def _conclude(node: Node, ins: list[Any], outs: list[Any], dtypes: tuple[str, ...]) -> tuple[list[Any], list[Any]]:
    op = node.op
    if op is None:
        return ins, outs
    if node.subgraphs and op.dynamic:
        return ins, outs
    if node.subgraphs:

        def inside(heads: Sequence[Head], shapes: Mapping[Node, Any], numbers: Mapping[Node, int], results: Any) -> Any:
            return infer_shapes(heads, shapes, {v: dtypes[i] for v, i in numbers.items()}, results)

        return nested.shapes(node, ins, outs, inside)
    if follows_from_use(node):
        return ins, [_open_shape(node)] * len(outs)
    if op.same_shape is True:
        ins, outs = _same(ins, outs)
    elif op.same_shape:
        ins, outs = _some_same(op.same_shape, input_names(op, node.params, len(ins)), ins, outs)
    if op.input_filler is not None:
        ins = list(op.input_filler(ins, outs, **node.params))
    ins = _declared(node, op, ins)
    if op.dynamic or any(s is None for s in ins):
        return ins, outs
    if all(is_known(s) for s in ins):
        return ins, _run(node, ins, dtypes)[: node.visible]
    if op.same_shape:
        return ins, outs
    return _probe(node, ins, outs, dtypes)


def _same(ins: list[Any], outs: list[Any]) -> tuple[list[Any], list[Any]]:
    shape = None
    for other in (*ins, *outs):
        if other is not None:
            try:
                shape = other if shape is None else merge(shape, other)
            except Clash:
                raise MXNetError(
                    f"Incompatible shapes: expected {shape}, got {other}; inputs {ins}, outputs {outs}."
                ) from None
    return [shape] * len(ins), [shape] * len(outs)


def _some_same(
    same: Collection[str], names: Sequence[str], ins: list[Any], outs: list[Any]
) -> tuple[list[Any], list[Any]]:
    """The inputs of these names and the outputs have one shape; nothing is said before the others are known wholly."""
    if not all(is_known(s) for n, s in zip(names, ins, strict=True) if n not in same):
        return ins, outs
    told, outs = _same([s for n, s in zip(names, ins, strict=True) if n in same], outs)
    rest = iter(told)
    return [next(rest) if n in same else s for n, s in zip(names, ins, strict=True)], outs


def _declared(node: Node, op: Op, ins: list[Any]) -> list[Any]:
    """The inputs' shapes with what the operator's declaration adds."""
    if op.shape_filler is None:
        return ins
    names = input_names(op, node.params, len(ins))
    filled: dict[str, Shape | None] | None = None
    # What follows from an unknown length differs between two stand-ins for it.
    for stand_in in (_FIRST, _SECOND) if any(s is not None and UNKNOWN in s for s in ins) else (_FIRST,):
        shapes = [None if s is None else _stand_in(s, stand_in) for s in ins]
        try:
            said: dict[str, Shape] = {n: tuple(s) for n, s in op.shape_filler(*shapes, **node.params).items()}
        except (MXNetError, IndexError, ValueError, ZeroDivisionError) as error:
            if isinstance(error, MXNetError) and is_known(ins[0]) and not all(map(is_known, ins)):
                raise  # what the data lacks no other shape can give, and the operator will never run
            # A declaration may stumble over shapes that are wrong: running the operator tells the user better.
            return ins
        filled = dict(said) if filled is None else {n: _common(filled[n], s) for n, s in said.items() if n in filled}
    out = []
    for name, shape in zip(names, ins, strict=True):
        said_shape = (filled or {}).get(name)
        try:
            out.append(shape if said_shape is None else said_shape if shape is None else merge(shape, said_shape))
        except Clash as clash:
            raise MXNetError(
                f"Shape inconsistent: {clash}: input {name} was provided as {shape}, but inferred as {said_shape}."
            ) from None
    return out


def _common(one: Shape | None, other: Shape) -> Shape | None:
    if one is None or len(one) != len(other):
        return None
    return tuple(a if a == b else UNKNOWN for a, b in zip(one, other, strict=True))


def _stand_in(shape: Shape, size: int) -> Shape:
    return tuple(size if s == UNKNOWN else s for s in shape)


def _run(node: Node, ins: Sequence[Shape], dtypes: tuple[str, ...]) -> list[Shape]:
    """The shapes of a node's outputs, from running its function on abstract arrays; kept by the engine."""
    bound, numbers = bind(node.op, node.present, node.params, False)  # type: ignore[arg-type]
    if node.op.needs_key:  # type: ignore[union-attr]
        numbers = [*numbers, 0, 0]
    avals = tuple(aval_of(s, DTYPES[d]) for s, d in zip(ins, dtypes, strict=True))
    inferred = bound.call.inferred.get(avals) or bound.call.infer(avals, numbers)
    return [a.shape for a in inferred[0]]


class _Trial:
    """Runs of a node with stand-ins for the unknown lengths of its inputs, which are ``unknowns``."""

    def __init__(self, node: Node, ins: Sequence[Shape], dtypes: tuple[str, ...]) -> None:
        self._node, self._ins, self._dtypes = node, ins, dtypes
        self.unknowns = [(i, axis) for i, s in enumerate(ins) for axis, n in enumerate(s) if n == UNKNOWN]

    def __call__(self, sizes: Sequence[int]) -> list[Shape] | None:
        """The outputs' shapes for these lengths, None where they do not fit."""
        shapes = [list(s) for s in self._ins]
        for (i, axis), size in zip(self.unknowns, sizes, strict=True):
            shapes[i][axis] = size
        try:
            return _run(self._node, [tuple(s) for s in shapes], self._dtypes)[: self._node.visible]
        except MXNetError:
            return None


def _probe(node: Node, ins: list[Any], outs: list[Any], dtypes: tuple[str, ...]) -> tuple[list[Any], list[Any]]:
    """Conclusions from inputs whose numbers of axes are known, but not all lengths."""
    trial = _Trial(node, ins, dtypes)
    count = len(trial.unknowns)
    base = [_FIRST + 24 * i for i in range(count)]
    if trial(base) is not None:
        moves = [[_SECOND + 24 * i if k == i else base[k] for k in range(count)] for i in range(count)]
        groups = [[i] for i in range(count)]
    else:  # lengths must agree with each other: one stand-in for all of them
        base, moves, groups = [_FIRST] * count, [[_SECOND] * count], [list(range(count))]
    start = trial(base)
    moved = [trial(m) for m in moves]
    if start is None:  # unknown lengths that stretch to the known ones beside them tell the number of axes at least
        stretched = trial([1] * count)
        return ins, outs if stretched is None else [(UNKNOWN,) * len(s) for s in stretched]
    if any(m is None or [len(s) for s in m] != [len(s) for s in start] for m in moved):
        return ins, outs
    small = trial([_SMALL] * count)
    said_out = [list(s) for s in start]
    new_ins = [list(s) for s in ins]
    for o, shape in enumerate(start):
        for axis, size in enumerate(shape):
            causes = [g for g, m in enumerate(moved) if m[o][axis] != size]  # type: ignore[index]
            if causes or (small is not None and (len(small[o]) != len(shape) or small[o][axis] != size)):
                said_out[o][axis] = UNKNOWN
            wanted = outs[o][axis] if outs[o] is not None and len(outs[o]) == len(shape) else UNKNOWN
            if len(causes) == 1 and wanted != UNKNOWN:
                group = groups[causes[0]]
                length = _solve(trial, base, group, (o, axis), wanted)
                for number in group if length is not None and _one_each(trial, group) else ():
                    i, where = trial.unknowns[number]
                    new_ins[i][where] = length
    if node.op is not None and node.op.name == "slice_axis" and ins[0][node.params["axis"]] == UNKNOWN:
        said_out[0][node.params["axis"]] = UNKNOWN  # MXNet says nothing before it has checked the ends
    return [tuple(s) for s in new_ins], [tuple(s) for s in said_out]


def _one_each(trial: _Trial, group: Sequence[int]) -> bool:
    """Whether the unknown lengths of a group belong to different inputs, so that one length can be all of theirs."""
    owners = [trial.unknowns[p][0] for p in group]
    return len(set(owners)) == len(owners)


def _solve(trial: _Trial, base: Sequence[int], group: Sequence[int], entry: tuple[int, int], wanted: int) -> int | None:
    """The length that makes an output length what it is, if the one is a whole multiple of the other plus a constant.

    Lengths that stand for several inputs at once are only concluded when they reach the output as they are.
    """
    points = []
    for size in (base[group[0]], _SECOND + 24 * group[0], _ODD):
        sizes = [size if i in group else b for i, b in enumerate(base)]
        shapes = trial(sizes)
        if shapes is not None:
            points.append((size, shapes[entry[0]][entry[1]]))
    (x0, y0), (x1, y1) = points[0], points[1]
    slope, rest = divmod(y1 - y0, x1 - x0)
    offset = y0 - slope * x0
    if rest or slope < 1 or any(y != slope * x + offset for x, y in points):
        return None
    if len(group) > 1 and (slope, offset) != (1, 0):
        return None
    length, rest = divmod(wanted - offset, slope)
    return None if rest or length < 1 else length
