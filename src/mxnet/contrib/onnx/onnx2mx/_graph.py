"""A graph of ONNX on its way to a symbol.

A value is a symbol or a constant. Constants become variables, with their array among the parameters, only when an
operator reads them as symbols: those that say shapes, axes and bounds become attributes instead. What depends on small
constants alone is computed here, so that shapes may be spelt out by many nodes, as other frameworks do. Where a size is
free, such a shape is computed twice, with two stand-ins for it: what differs then depends on it.
"""

import contextlib
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Any

import numpy as np

from mxnet import name as naming
from mxnet import ndarray as nd
from mxnet import symbol
from mxnet.attribute import AttrScope
from mxnet.contrib.onnx.onnx2mx._functions import body_of, learn
from mxnet.contrib.onnx.onnx2mx._registry import IMPORTERS
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol
from mxnet.symbol.invoke import call
from mxnet.symbol.node import Head, Node, topo
from mxnet.symbol.shapes import infer_shapes
from mxnet.symbol.types import infer_types

Shape = tuple[int | None, ...]

# What converters meet where inputs are missing, or attributes are of names or types that the operator does not have.
_BAD_NODE = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError)
_RANDOM = frozenset(
    ("Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike")
)
_FOLDED = 4096  # elements that constants may grow to
_READ = {"f": 16, "i": 1 << 20, "u": 1 << 20, "b": 1 << 20}  # that they may have before: real ones are weights
# What other frameworks compute shapes with; none of these makes more of them than it is given.
_SHAPE_OPS = frozenset(
    """
    Abs Add Cast Ceil Concat Div Equal Floor Gather Greater Identity Less Max Min Mod Mul Neg Not ReduceMax ReduceMin
    ReduceProd ReduceSum Reshape Slice Split Sqrt Squeeze Sub Transpose Unsqueeze Where
    """.split()  # noqa: SIM905
)
# How many elements others of them make.
_SIZES: dict[str, Callable[..., float]] = {
    "ConstantOfShape": lambda shape: np.prod(shape.astype(float)),
    "Expand": lambda x, shape: x.size * np.prod(shape.astype(float)),
    "Range": lambda *ends: _range_size(*(float(end.reshape(-1)[0]) for end in ends)),
    "Tile": lambda x, repeats: x.size * np.prod(repeats.astype(float)),
}
# Stand-ins for free sizes: primes, so that no product or quotient of others looks like one of them.
_STAND_INS = ((10007, 10037, 10061, 10067, 10079), (20011, 20021, 20023, 20029, 20047))
_DOMAINS = ("", "ai.onnx")


def _range_size(start: float, limit: float, delta: float) -> float:
    return abs((limit - start) / (delta or 1))


class NeedsConstantError(MXNetError):
    """A node that must know an input before the model runs; ``input_name`` says which."""

    def __init__(self, message: str, input_name: str | None) -> None:
        super().__init__(message)
        self.input_name = input_name


class OnnxValue:
    """A tensor of the graph: a symbol, or a constant that may become one."""

    __slots__ = ("_owner", "_symbol", "array", "items", "name", "trials")

    def __init__(
        self,
        owner: "Importer",
        name: str,
        sym: Symbol | None,
        array: np.ndarray | None = None,
        items: "list[OnnxValue] | None" = None,
    ) -> None:
        self._owner, self.name, self._symbol, self.array = owner, name, sym, array
        self.items = items  # the tensors of a sequence, whose number is known
        self.trials: list[np.ndarray] = []  # what a shape is with each of the stand-ins

    @property
    def sym(self) -> Symbol:
        """The value as a symbol; a constant becomes a variable of the same name."""
        if self.items is not None:
            raise self._owner.fail("a tensor", f"the sequence {self.name!r}")
        if self._symbol is None:
            self._symbol = self._owner.parameter(self.name, self.array)
        return self._symbol

    @property
    def is_absent(self) -> bool:
        """Whether this is an optional value without an element."""
        return self._symbol is None and self.array is None and self.items is None

    @property
    def shape(self) -> Shape | None:
        """What is known of the shape: what the onnx package says, or else what the symbol itself does."""
        if self.array is not None:
            return tuple(self.array.shape)
        said = self._owner.shapes.get(self.name)
        if self._symbol is None or (said is not None and None not in said):
            return said
        inferred = self._owner.infer(self._symbol._heads[0])
        return said if inferred is None else inferred

    @property
    def dtype(self) -> str:
        """The name of the elements' type: what the onnx package says, or else what the symbol itself does."""
        if self.array is not None:
            return self.array.dtype.name
        number = self._owner.types.get(self.name)
        if number:
            return load_onnx("helper").tensor_dtype_to_np_dtype(number).name
        return self._owner.infer_dtype(self.sym._heads[0])

    @property
    def rank(self) -> int:
        """The number of axes."""
        if self.shape is None:
            raise self._owner.fail(f"an input {self.name!r} of known rank", "one that nothing says the shape of")
        return len(self.shape)


MaybeValue = OnnxValue | None  # an input that a node may leave out
Ints = Sequence[int]


def in_places(inputs: Sequence[MaybeValue], count: int) -> list[MaybeValue]:
    """The last inputs of an operator, in their places; a node may leave some out at the end."""
    return [*inputs, *[None] * (count - len(inputs))]


class Importer:
    """The values of a graph, and the symbol calls that its converters make."""

    def __init__(self, place: str, opset: int, domains: Mapping[str, int] | None = None) -> None:
        self.place, self.opset = place, opset
        self.domains = dict(domains or {"": opset})  # the versions of other sets of operators
        self.values: dict[str, OnnxValue] = {}
        self.shapes: dict[str, Shape] = {}
        self.free: dict[str, dict[int, str]] = {}  # the names of free sizes, by axis
        self.types: dict[str, int] = {}
        self.params: dict[str, NDArray] = {}
        self._node: Any = None
        self._inferred: dict[Head, Shape | None] = {}

    # --- what converters use -----------------------------------------------------------------------------------------

    def fail(self, expected: str, received: str, advice: str = "") -> MXNetError:
        """The error of a node that MXNet has no words for."""
        node, tail = self._node, f"; {advice}" if advice else ""
        where = f"{node.op_type} {node.name or ', '.join(node.output)!r}" if node is not None else "the graph"
        return MXNetError(f"{self.place}: {where} cannot be imported: expected {expected}, received {received}{tail}")

    @property
    def kind(self) -> str:
        """The operator of the node that is being read."""
        return self._node.op_type

    def call(self, op: str, *inputs: Any, **params: Any) -> Symbol:
        """An operator, by its registered name, on values and symbols; inputs and parameters of None stay out."""
        symbols = [x.sym if isinstance(x, OnnxValue) else x for x in inputs if x is not None]
        return call(op, Symbol, *symbols, **{k: v for k, v in params.items() if v is not None})

    def constant(self, value: OnnxValue | None, what: str) -> np.ndarray:
        """A value that must be known now."""
        if value is None or value.array is None:
            error = self.fail(f"constant {what}", "one that is computed when the model runs", "make it an initializer")
            raise NeedsConstantError(str(error), None if value is None else value.name)
        return value.array

    def integers(self, value: OnnxValue | None, what: str) -> list[int]:
        """A constant vector of integers."""
        return [int(v) for v in self.constant(value, what).reshape(-1)]

    def number(self, value: OnnxValue | None, default: float, what: str) -> float:
        """A constant number, which may be left out."""
        if value is None:
            return default
        array = self.constant(value, what)
        if array.size != 1:
            raise self.fail(f"one number as {what}", f"shape {array.shape}")
        return array.reshape(-1)[0].item()

    def parameter(self, name: str, array: np.ndarray | None) -> Symbol:
        """A variable whose array is among the parameters; files of MXNet have no arrays without axes."""
        if array is None:
            raise self.fail(f"a value named {name!r}", "none")
        held = array.reshape(1) if array.ndim == 0 else array
        if held.dtype == object:
            raise self.fail("numbers", f"the strings {name!r}", "turn text into numbers before the model")
        if name in self.params:  # made inside another graph
            name = next(n for n in (f"{name}_{i}" for i in range(1, 1 << 30)) if n not in self.params)
        # A loop's own graph has no parameters: they come from outside.
        with AttrScope(__subgraph_name__=""):
            self.params[name] = nd.array(held, dtype=held.dtype)
            variable = symbol.Variable(name, shape=held.shape)
            return variable if array.ndim else call("_np_reshape", Symbol, variable, newshape=())

    def filled(self, name: str, array: Any, dtype: str | None = None) -> Symbol:
        """A parameter for an input that the node leaves out."""
        return self.parameter(f"{self.outputs()[0]}_{name}", np.asarray(array, dtype))

    def value(self, operand: Any) -> OnnxValue:
        """A value without a name in the file."""
        return operand if isinstance(operand, OnnxValue) else OnnxValue(self, "", operand)

    def infer_dtype(self, head: Head) -> str:
        """The type of a symbol's elements."""
        types = load_onnx("helper").tensor_dtype_to_np_dtype
        known_types = {}
        for node in topo([head]):
            if node.is_variable and node.name in self.params:
                known_types[node] = np.dtype(self.params[node.name].dtype).name
            elif node.is_variable and self.types.get(node.name):
                known_types[node] = types(self.types[node.name]).name
        return infer_types([head], known_types, default="float32")[head] or "float32"

    def infer(self, head: Head) -> Shape | None:
        """The shape of a symbol, from those of the symbols before it, each of which is asked about once."""
        if head not in self._inferred:
            copies: dict[Node, Node] = {}
            known_shapes: dict[Node, tuple[int, ...]] = {}
            for node in _since(head, self._inferred):
                copies[node] = Node(node.op, node.name, node.attrs, (), node.subgraphs, node.params)
                if node.is_variable:
                    known = self.params[node.name].shape if node.name in self.params else self.shapes.get(node.name)
                    known_shapes.update({copies[node]: _partial(known)} if known is not None else {})
                for source in node.inputs:
                    if source[0] not in copies:
                        stand_in = Node(None, f"{source[0].name}_{source[1]}", {})
                        shape = self._inferred[source]
                        known_shapes.update({stand_in: _partial(shape)} if shape else {})
                        copies[node].inputs.append((stand_in, 0))
                    else:
                        copies[node].inputs.append((copies[source[0]], source[1]))
            self._inferred.update(_shapes_of(copies, copies[head[0]], known_shapes))
        return self._inferred[head]

    def out_shape(self, place: int = 0) -> Shape | None:
        """What is known of the shape of the node's result."""
        return self.shapes.get(self._node.output[place])

    def outputs(self) -> list[str]:
        """The names of the node's results that something reads."""
        return list(self._node.output)

    # --- nodes -------------------------------------------------------------------------------------------------------

    def run(self, nodes: Sequence[Any]) -> None:
        """Import nodes, which stand in an order in which they can be computed."""
        for node in nodes:
            self._node = node
            try:
                self._read(node, [self._input(name) for name in node.input])
            except MXNetError as error:
                raise error if str(error).startswith(self.place) else self.fail("a valid node", str(error)) from error
            except _BAD_NODE as error:
                raise self.fail(f"the inputs and attributes of {node.op_type}", str(error) or repr(error)) from error

    def _read(self, node: Any, inputs: Sequence[OnnxValue | None]) -> None:
        folded = self._fold(node, inputs)
        if folded is None:
            self._convert(node, inputs)
            self._try(node, inputs)
        else:
            for name, array in zip(node.output, folded, strict=False):
                self.values[name] = OnnxValue(self, name, None, array)

    def _input(self, name: str) -> OnnxValue | None:
        if not name:
            return None
        if name not in self.values:
            raise self.fail(f"inputs that earlier nodes make, but {name!r}", "a graph that does not say what it is")
        return self.values[name]

    def _convert(self, node: Any, inputs: Sequence[OnnxValue | None]) -> None:
        converter = IMPORTERS.loaded.get(node.op_type if node.domain in _DOMAINS else f"{node.domain}.{node.op_type}")
        if converter is None:
            if not self._expand(node, inputs):
                raise self.fail(
                    "an operator that MXNet has",
                    f"{node.domain + '.' if node.domain else ''}{node.op_type}",
                    "write the model without it, or cut the graph before it",
                )
            return
        scope = naming.Prefix(f"{node.name}_") if node.name else contextlib.nullcontext()
        try:
            with scope:
                returned = converter(self, *inputs, **attributes(node))
        except MXNetError as error:
            # What a converter does not know may be spelt out by other operators.
            if isinstance(error, NeedsConstantError) or not self._expand(node, inputs):
                raise
            return
        results = list(returned) if isinstance(returned, list | tuple) else [returned]
        self._name(node, results)
        for name, result in zip(node.output, results, strict=False):
            self.values[name] = (
                result if isinstance(result, OnnxValue) else OnnxValue(self, name, self._ranked(name, result))
            )

    def _ranked(self, name: str, sym: Symbol) -> Symbol:
        """A result of no axes: most of MXNet's operators give it one, also where nothing tells the shape before."""
        if self.shapes.get(name) != () or self.infer(sym._heads[0]) == ():
            return sym
        return self.call("_np_reshape", sym, newshape=())

    def _expand(self, node: Any, inputs: Sequence[OnnxValue | None]) -> bool:
        """Read the nodes that say what a node means, if the onnx package has such; their names are its own."""
        body = body_of(self, node, inputs)
        if body is None:
            return False
        nodes, opset = body
        outside, self.opset = self.opset, opset
        try:
            self.run(nodes)
        finally:
            self._node, self.opset = node, outside
        return True

    def inner(self, graph: Any, inputs: Sequence[OnnxValue]) -> list[OnnxValue]:
        """The results of a graph inside a node; the names in it are its own."""
        node, outside = self._node, self.values
        self.values = dict(outside)
        learn(self, graph)
        try:
            for tensor in graph.initializer:
                array = np.array(load_onnx("numpy_helper").to_array(tensor))
                self.values[tensor.name] = OnnxValue(self, tensor.name, None, array)
            for info, value in zip(graph.input, inputs, strict=True):
                self.values[info.name] = value
            self.run(graph.node)
            missing = next((out.name for out in graph.output if out.name not in self.values), None)
            if missing is not None:
                raise self.fail(f"a node that makes {missing!r}", "none")
            return [self.values[out.name] for out in graph.output]
        finally:
            self._node, self.values = node, outside

    def _name(self, node: Any, results: Sequence[Any]) -> None:
        """Give the node that makes the result the name of the ONNX node."""
        first = results[0] if results else None
        if not node.name or not isinstance(first, Symbol):
            return
        maker = first._heads[0][0]
        if not maker.is_variable and maker.name.startswith(f"{node.name}_"):
            maker.set_attr("name", node.name)

    def _fold(self, node: Any, inputs: Sequence[OnnxValue | None]) -> list[np.ndarray] | None:
        """What a node computes from constants alone, if it is small."""
        if node.op_type in _RANDOM or node.domain not in _DOMAINS or any(a.HasField("g") for a in node.attribute):
            return None
        if node.op_type == "Shape":
            shape = inputs[0].shape if inputs and inputs[0] is not None else None
            sizes = None if shape is None else shape[_part(node)]
            return None if sizes is None or None in sizes else [np.array(sizes, np.int64)]
        if node.op_type == "Size":
            shape = inputs[0].shape if inputs and inputs[0] is not None else None
            return None if shape is None or None in shape else [np.array(np.prod(shape, dtype=np.int64))]  # type: ignore[arg-type]
        if any(x is not None and x.array is None for x in inputs) or not self._is_small(node, inputs):
            return None
        if not node.input and node.op_type != "Constant":
            return None
        known = zip(node.input, inputs, strict=True)
        return self._compute(node, {n: x.array for n, x in known if x is not None and x.array is not None})

    def _try(self, node: Any, inputs: Sequence[OnnxValue | None]) -> None:
        """Compute a node on shapes with a free size, as far as it goes."""
        if node.op_type == "Shape" and inputs and inputs[0] is not None:
            shape, free = inputs[0].shape or (), self.free.get(inputs[0].name, {})
            if shape and all(d is not None or axis in free for axis, d in enumerate(shape)):
                sizes = [[self.stand_in(free[a], t) if d is None else d for a, d in enumerate(shape)] for t in (0, 1)]
                self.values[node.output[0]].trials = [np.array(s[_part(node)], np.int64) for s in sizes]
            return
        known = {n: x for n, x in zip(node.input, inputs, strict=True) if x is not None}
        if node.op_type not in _SHAPE_OPS or len(node.output) != 1 or not any(x.trials for x in known.values()):
            return
        if any(x.array is None and not x.trials for x in known.values()):
            return
        feeds = [{n: x.trials[t] if x.trials else x.array for n, x in known.items()} for t in (0, 1)]
        computed = [self._compute(node, each) for each in feeds]  # type: ignore[arg-type]
        if computed[0] is not None and computed[1] is not None:
            self.values[node.output[0]].trials = [computed[0][0], computed[1][0]]

    def stand_in(self, name: str, trial: int) -> int:
        """The number that stands for a free size."""
        names = sorted({n for free in self.free.values() for n in free.values()})
        primes = _STAND_INS[trial]
        place = names.index(name)
        return primes[place % len(primes)] * (1 + place // len(primes))

    def _is_small(self, node: Any, inputs: Sequence[OnnxValue | None]) -> bool:
        """Whether what a node computes from constants is small enough to be one, as far as can be told before."""
        arrays = [x.array for x in inputs if x is not None and x.array is not None]
        if any(a.size > _READ.get(a.dtype.kind, 0) for a in arrays):
            return False
        if node.op_type in _SHAPE_OPS:
            return True
        if node.op_type in _SIZES:
            return bool(_SIZES[node.op_type](*arrays) <= _FOLDED)
        shapes = [self.shapes.get(name) for name in node.output if name]
        return all(s is not None and None not in s and np.prod([float(d or 0) for d in s]) <= _FOLDED for s in shapes)

    def _compute(self, node: Any, feeds: Mapping[str, np.ndarray]) -> list[np.ndarray] | None:
        helper, reference = load_onnx("helper"), load_onnx("reference")
        wanted = [name for name in node.output if name]
        infos = [helper.make_empty_tensor_value_info(n) for n in feeds]
        outs = [helper.make_empty_tensor_value_info(n) for n in wanted]
        model = helper.make_model(
            helper.make_graph([node], "constant", infos, outs), opset_imports=[helper.make_opsetid("", self.opset)]
        )
        try:
            outputs = dict(zip(wanted, reference.ReferenceEvaluator(model).run(None, dict(feeds)), strict=True))
        except Exception:  # the package's own NumPy forms do not know every operator: it stays a symbol
            return None
        if any(isinstance(array, list | tuple) or array is None for array in outputs.values()):
            return None  # a sequence
        return [np.asarray(outputs[name]) if name else np.zeros(0) for name in node.output]


def _part(node: Any) -> slice:
    """Which part of a shape a node asks for."""
    attrs = attributes(node)
    return slice(attrs.get("start"), attrs.get("end"))


def _partial(shape: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(-1 if d is None else d for d in shape)


def _since(head: Head, known: Container[Head]) -> list[Node]:
    """The nodes that a head needs and nothing is known of yet, inputs first."""
    order: list[Node] = []
    seen: set[Node] = {head[0]}
    stack = [(head[0], iter(head[0].inputs))]
    while stack:
        node, rest = stack[-1]
        for source in rest:
            if source[0] not in seen and source not in known:
                seen.add(source[0])
                stack.append((source[0], iter(source[0].inputs)))
                break
        else:
            stack.pop()
            order.append(node)
    return order


def _shapes_of(
    copies: Mapping[Node, Node], last: Node, known_shapes: Mapping[Node, tuple[int, ...]]
) -> dict[Head, Shape | None]:
    """The shapes of the originals of some nodes; None where nothing says them."""
    shapes: dict[Head, Shape | None] = {(node, i): None for node in copies for i in range(node.visible)}
    try:
        facts = infer_shapes([(last, 0)], known_shapes)
    except MXNetError:  # said again, with the node's name, when somebody binds the symbol
        return shapes
    for node, copy in copies.items():
        for i in range(node.visible):
            shape = facts[copy, i]
            shapes[node, i] = None if shape is None else tuple(None if d < 0 else d for d in shape)
    return shapes


def attributes(node: Any) -> dict[str, Any]:
    """The attributes of a node as Python values."""
    attrs: dict[str, Any] = {}
    for attribute in node.attribute:
        try:
            value = load_onnx("helper").get_attribute_value(attribute)
        except ValueError as error:
            raise MXNetError(
                f"{node.op_type} {node.name!r}: attribute {attribute.name!r} has no value: {error}"
            ) from None
        if isinstance(value, bytes):
            value = value.decode("utf-8", "replace")
        elif isinstance(value, list) and value and isinstance(value[0], bytes):
            value = [v.decode("utf-8", "replace") for v in value]
        attrs[attribute.name] = value
    return attrs
