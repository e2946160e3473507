"""Pictures of networks: a table on the terminal, and a graph for Graphviz."""

import math
import warnings
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mxnet._digraph import digraph_class
from mxnet._ops.attrs import parse_dtype
from mxnet.error import MXNetError
from mxnet.symbol.handle import SymbolBase
from mxnet.symbol.infer import GraphFacts
from mxnet.symbol.node import Node, arguments, auxiliary, inputs, topo
from mxnet.symbol.shapes import infer_shapes, is_known, partial_shape
from mxnet.symbol.types import infer_types

Shape = tuple[int, ...]

_WEIGHTS = ("_weight", "_bias", "_beta", "_gamma", "_parameters")
_STATES = ("_moving_var", "_moving_mean", "_running_var", "_running_mean")
# ColorBrewer's Set3, as MXNet's pictures have it.
_INPUT, _LAYER, _ACTIVATION, _NORM, _POOL, _SHAPE, _LOSS, _OTHER = (
    "#8dd3c7",
    "#fb8072",
    "#ffffb3",
    "#bebada",
    "#80b1d3",
    "#fdb462",
    "#b3de69",
    "#fccde5",
)


def _names_to_nodes(symbol: SymbolBase, values: Mapping[str, Any]) -> dict[Node, Any]:
    known = {n.name for n in inputs(symbol._heads)}
    for name in values:
        if name not in known:
            raise MXNetError(f"there is no argument {name!r}: expected some of {', '.join(sorted(known))}")
    return {n: values[n.name] for n in inputs(symbol._heads) if n.name in values}


def _shapes(symbol: SymbolBase, shapes: Mapping[str, Shape] | None) -> GraphFacts[Shape]:
    """The shapes of the graph; without any given, as far as the graph itself decides them."""
    facts = infer_shapes(symbol._heads, {n: partial_shape(s) for n, s in _names_to_nodes(symbol, shapes or {}).items()})
    if shapes is not None and not all(is_known(facts[n, 0]) for n in arguments(symbol._heads)):
        missing = [n.name for n in arguments(symbol._heads) if not is_known(facts[n, 0])]
        raise ValueError(f"Input shape is incomplete: give those of {', '.join(missing[:5])} too")
    return facts


# --- the table -------------------------------------------------------------------------------------------------------


def print_summary(
    symbol: SymbolBase,
    shape: Mapping[str, Shape] | None = None,
    line_length: int = 120,
    positions: Sequence[float] = (0.44, 0.64, 0.74, 1.0),
) -> None:
    """Print a table of the layers: name and operator, output shape, number of parameters, and what they read.

    With the shapes of the inputs the numbers are complete; without, they count what the network itself decides.
    ``positions`` are where the columns end, as parts of the line or in characters.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> mx.viz.print_summary(network, shape={"data": (1, 3)}, line_length=60)
    ____________________________________________________________
    Layer (type)              Output ShapeParam Previous Layer
    ============================================================
    data(null)                3           0
    ____________________________________________________________
    fc(FullyConnected)        2           8     data
    ============================================================
    Total params: 8
    ____________________________________________________________
    """
    if not isinstance(symbol, SymbolBase):
        raise TypeError(f"symbol must be Symbol, but got {type(symbol).__name__}")
    facts = _shapes(symbol, shape)
    order = topo(symbol._heads)
    ends = [int(line_length * p) for p in positions] if positions[-1] <= 1 else [int(p) for p in positions]
    rows = [node for i, node in enumerate(order) if i == 0 or node.op is not None]
    print("_" * line_length)
    print(_row(("Layer (type)", "Output Shape", "Param #", "Previous Layer"), ends))
    print("=" * line_length)
    total = 0
    counted: set[Node] = set()
    for node in rows:
        own = _count_parameters(node, order[0], facts, counted)
        total += own
        output = facts[node, 0] if shape is not None else None
        before = [c.name for c, _ in node.inputs if c.op is not None or c is order[0]]
        size = "x".join(str(s) for s in (output or ())[1:])
        kind = "null" if node.op is None else node.op.name
        print(_row((f"{node.name}({kind})", size, str(own), before[0] if before else ""), ends))
        for name in before[1:]:
            print(_row(("", "", "", name), ends))
        print(("=" if node is rows[-1] else "_") * line_length)
    print(f"Total params: {total}")
    print("_" * line_length)


def _row(fields: Sequence[str], ends: Sequence[int]) -> str:
    line = ""
    for field, end in zip(fields, ends, strict=True):
        line = (line + field)[:end].ljust(end)
    return line


def _count_parameters(node: Node, data: Node, facts: GraphFacts[Shape], counted: set[Node]) -> int:
    """How many numbers a node learns, as far as their shapes are known; what layers share counts once."""
    if node.op is None:
        return 0
    states = {node.inputs[i][0] for i in node.mutated}
    total = 0
    for child, _ in node.inputs:
        is_parameter = child.op is None and child is not data and child not in states and child.name.endswith(_WEIGHTS)
        if is_parameter and child not in counted and is_known(facts[child, 0]):
            counted.add(child)
            total += math.prod(facts[child, 0])  # type: ignore[arg-type]
    return total


# --- the picture -----------------------------------------------------------------------------------------------------


def _kernel(params: Mapping[str, Any]) -> str:
    """A window and its step, as in ``3x3/2x2``."""
    kernel = "x".join(str(k) for k in params.get("kernel") or ())
    stride = "x".join(str(s) for s in params.get("stride") or ()) or "1"
    return f"{kernel}/{stride}"


def _pooling(node: Node) -> str:
    if node.params.get("global_pool"):
        return f"Pooling\n{node.params['pool_type']}, global"
    return f"Pooling\n{node.params['pool_type']}, {_kernel(node.params)}"


def _convolution(node: Node) -> str:
    return f"{node.op.name}\n{_kernel(node.params)}, {node.params['num_filter']}"  # type: ignore[union-attr]


def _parameter(name: str) -> Callable[[Node], str]:
    return lambda node: f"{node.op.name}\n{node.params[name]}"  # type: ignore[union-attr]


def _name(node: Node) -> str:
    return node.name


_STYLES: dict[str, tuple[str, Callable[[Node], str]]] = {
    "Convolution": (_LAYER, _convolution),
    "Deconvolution": (_LAYER, _convolution),
    "FullyConnected": (_LAYER, _parameter("num_hidden")),
    "RNN": (_LAYER, _parameter("mode")),
    "Activation": (_ACTIVATION, _parameter("act_type")),
    "LeakyReLU": (_ACTIVATION, _parameter("act_type")),
    "BatchNorm": (_NORM, _name),
    "Pooling": (_POOL, _pooling),
    "Concat": (_SHAPE, _name),
    "Flatten": (_SHAPE, _name),
    "Reshape": (_SHAPE, _name),
    "SoftmaxOutput": (_LOSS, _name),
    "softmax": (_LOSS, _name),
    "Custom": (_OTHER, _parameter("op_type")),
}


def plot_network(
    symbol: SymbolBase,
    title: str = "plot",
    save_format: str = "pdf",
    shape: Mapping[str, Shape] | None = None,
    dtype: Mapping[str, Any] | None = None,
    node_attrs: Mapping[str, str] | None = None,
    hide_weights: bool = True,
) -> Any:
    """The network as a ``graphviz.Digraph``, which Jupyter shows as a picture.

    ``shape`` and ``dtype`` of the inputs are written on the edges; ``node_attrs`` are Graphviz's for every node;
    parameters are left out unless ``hide_weights`` is false. Without the ``dot`` program the result still holds its
    ``source``.

    >>> net = mx.sym.FullyConnected(mx.sym.var('data'), num_hidden=10, name='fc')
    >>> 'fc -> data' in mx.viz.plot_network(net).source
    True
    """
    graph = digraph_class()
    if not isinstance(symbol, SymbolBase):
        raise TypeError(f"symbol must be a Symbol, but got {type(symbol).__name__}")
    shapes = None if shape is None else _shapes(symbol, shape)
    types = None
    if dtype is not None:
        known_types = {n: parse_dtype(t) for n, t in _names_to_nodes(symbol, dtype).items()}
        types = infer_types(symbol._heads, known_types)
    style = {"shape": "box", "fixedsize": "true", "width": "1.3", "height": "0.8034", "style": "filled"}
    style.update(node_attrs or {})
    order = topo(symbol._heads)
    names = _distinct_names(order)
    hidden = {n for n in order if hide_weights and n.op is None and n.name.endswith(_WEIGHTS + _STATES)}
    hidden.update(auxiliary(symbol._heads) if hide_weights else ())
    dot = graph(name=title, format=save_format)
    for node in order:
        if node not in hidden:
            dot.node(names[node], **{**style, **_style(node, node_attrs or {})})
    for node in order:
        for head in node.inputs:
            if head[0] not in hidden:
                size = "" if shapes is None or shapes[head] is None else "x".join(str(s) for s in shapes[head][1:])  # type: ignore[index]
                kind = "" if types is None or types[head] is None else f"({types[head]})"
                dot.edge(names[node], names[head[0]], dir="back", arrowtail="open", label=size + kind)
    return dot


def _style(node: Node, node_attrs: Mapping[str, str]) -> dict[str, str]:
    if node.op is None:
        return {"label": node.name, "fillcolor": _INPUT, "shape": node_attrs.get("shape", "oval")}
    colour, label = _STYLES.get(node.op.name, (_OTHER, _name))
    return {"label": label(node), "fillcolor": colour}


def _distinct_names(order: Sequence[Node]) -> dict[Node, str]:
    """A name for each node. MXNet draws nodes of one name as one and warns; so do we, but tell them apart."""
    count = Counter(n.name for n in order)
    repeated = [name for name, times in count.items() if times > 1]
    if repeated:
        warnings.warn(
            "There are multiple variables with the same name in your graph, this may result in cyclic graph. "
            f"Repeated names: {','.join(repeated)}",
            RuntimeWarning,
            stacklevel=3,
        )
    seen: Counter[str] = Counter()
    names = {}
    for node in order:
        names[node] = node.name if not seen[node.name] else f"{node.name} ({seen[node.name] + 1})"
        seen[node.name] += 1
    return names
