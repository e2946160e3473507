"""``foreach``, ``while_loop`` and ``cond`` of ``mx.sym.contrib``: a function of symbols becomes a graph inside a node.

What a function makes is known by a ``__subgraph_name__`` that the nodes get while it runs. Where its graph goes on
outside, it is cut: what stands there becomes an input of the node.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from mxnet import attribute
from mxnet import name as naming
from mxnet._ops.registry import find
from mxnet.attribute import AttrScope
from mxnet.symbol.compose import texts
from mxnet.symbol.core import Symbol
from mxnet.symbol.functions import var
from mxnet.symbol.invoke import call
from mxnet.symbol.node import Head, Node, inputs, topo

Symbols = Any  # a symbol, or lists of them nested to any depth
_SCOPE = "__subgraph_name__"


def _flatten(symbols: Symbols, what: str) -> list[Symbol]:
    """The symbols of a nested list in order, those of several outputs taken apart."""
    if isinstance(symbols, Symbol):
        return [symbols] if len(symbols) == 1 else [symbols[i] for i in range(len(symbols))]
    if not isinstance(symbols, (list, tuple)):
        raise TypeError(f"{what} must be a Symbol or a nested list of Symbols, but got {symbols!r} of {type(symbols)}")
    return [leaf for item in symbols for leaf in _flatten(item, what)]


def _rebuild(model: Symbols, leaves: Sequence[Symbol]) -> Symbols:
    """A nested list like ``model``, with these symbols in place of its own."""
    rest = iter(leaves)

    def build(node: Symbols) -> Symbols:
        if isinstance(node, Symbol):
            return next(rest) if len(node) == 1 else [next(rest) for _ in range(len(node))]
        return [build(item) for item in node]

    return build(model)


def _form(symbols: Symbols) -> Any:
    if isinstance(symbols, Symbol):
        return len(symbols)
    return [_form(item) for item in symbols]


def _head(symbol: Symbol) -> Head:
    return symbol._heads[0]


def _inner_name(symbol: Symbol) -> str:
    """What a symbol is called inside: unlike any name outside."""
    node, index = _head(symbol)
    return f"{node.name}-{index}"


def _unique(name: str) -> str:
    """A name for a graph, numbered, under that of the graph around it."""
    outer = attribute.current()._attr.get(_SCOPE, "")
    name = f"{outer}${name}" if outer else name
    names = AttrScope._subgraph_names
    names[name] += 1
    return f"{name}{names[name] - 1}"


@dataclass
class _Inner:
    """A graph that was made inside; ``free`` maps its variables' names to what stands there outside."""

    heads: list[Head]
    free: dict[str, Head]

    @property
    def names(self) -> list[str]:
        """Its variables, in MXNet's order."""
        names = [n.name for n in inputs(self.heads)]
        if len(set(names)) != len(names):
            raise ValueError(f"The inputs of the subgraph don't have unique names: {names}")
        return names


def _make(scope: str, results: Sequence[Symbol], unlike: Sequence[Symbol] = ()) -> _Inner:
    """The graph of what a function returned. Results that are inputs, or made outside, are copied inside first.

    ``unlike`` are results too, which must be other nodes than those before them.
    """
    everything = [*results, *unlike]
    variables = {n.name for n in inputs([h for s in everything for h in s._heads])}
    before = {_head(s)[0].name for s in results}

    def own(symbol: Symbol, taken: set[str]) -> Symbol:
        node = _head(symbol)[0]
        if node.name in variables or node.name in taken or node.attrs.get(_SCOPE, "") != scope:
            return call("identity", type(symbol), symbol)
        return symbol

    symbols = [own(s, set()) for s in results] + [own(s, before) for s in unlike]
    return _cut(scope, [_head(s) for s in symbols])


def _cut(scope: str, heads: Sequence[Head]) -> _Inner:
    """The part of a graph that was made in a scope, as a graph of its own."""
    new: dict[Node, Node] = {}
    outside: dict[Head, Node] = {}
    free: dict[str, Head] = {}
    for node in topo(heads):
        if node.attrs.get(_SCOPE, "") != scope:
            continue
        into = []
        for head in node.inputs:
            child, index = head
            if child in new:
                into.append((new[child], index))
                continue
            if head not in outside:
                outside[head] = Node(None, child.output_names[index], {})
                free[outside[head].name] = head
            into.append((outside[head], 0))
        new[node] = Node(node.op, node.name, node.attrs, into, node.subgraphs, node.params)
        if node.is_variable:  # made inside, and still an argument of the whole
            free[node.name] = (Node(None, node.name, node.attrs), 0)
    return _Inner([(new[n], i) for n, i in heads], free)


def _node(kind: str, graphs: Sequence[_Inner], arrays: Sequence[Head], **attributes: Any) -> Symbol:
    """The operator on its inputs, with the graphs that it runs."""
    op = find(kind)
    name = naming.current().get(None, kind)
    counted = {**attributes, "num_args": len(graphs) + len(arrays)}
    attrs = {**texts(op, counted), **attribute.current().get(None)}
    node = Node(op, name, attrs, arrays, [g.heads for g in graphs])
    return Symbol([(node, i) for i in range(node.visible)])


def foreach(
    body: Callable[[Symbols, Symbols], Any], data: Symbols, init_states: Symbols, name: str = "foreach"
) -> tuple[Symbols, Symbols]:
    """Run ``outputs, states = body(slice, states)`` on each slice of the first axis; the outputs come stacked.

    It becomes one loop of the compiled program, whatever the number of slices.

    >>> step = lambda x, total: (x + total, x + total)
    >>> sums, total = mx.sym.contrib.foreach(step, mx.sym.var("x"), mx.sym.var("start"))
    >>> total.eval(x=mx.nd.array([[1], [2], [3]]), start=mx.nd.zeros((1,)))[0].asnumpy()
    array([6.], dtype=float32)
    """
    sequences = _flatten(data, "foreach: data")
    starts = _flatten(init_states, "foreach: init_states")
    scope = _unique(name)
    with AttrScope(__subgraph_name__=scope):
        slices = [var(_inner_name(s)) for s in sequences]
        states = [var(_inner_name(s)) for s in starts]
        outputs, after = body(_rebuild(data, slices), _rebuild(init_states, states))
        rows = _flatten(outputs, "foreach: the outputs of the body")
        ends = _flatten(after, "foreach: the states of the body")
        if _form(init_states) != _form(after):
            raise ValueError("The input and output loop_vars have different format")
        inner = _make(scope, rows, ends)
    names = inner.names
    outside = {_inner_name(s): _head(s) for s in (*sequences, *starts)}
    for what, symbols in (("data arrays", sequences), ("state arrays", starts)):
        for symbol in symbols:
            if _inner_name(symbol) not in names:
                # MXNet's class for it: programs catch that.
                raise AssertionError(f"the {what} have to be used in the loop body: {_head(symbol)[0].name} is not")
    remaining = [n for n in names if n not in outside]
    loop = _node(
        "_foreach",
        [inner],
        [*[_head(s) for s in (*sequences, *starts)], *[inner.free[n] for n in remaining]],
        num_outputs=len(rows) + len(ends),
        num_out_data=len(rows),
        in_state_locs=[names.index(_inner_name(s)) for s in starts],
        in_data_locs=[names.index(_inner_name(s)) for s in sequences],
        remain_locs=[names.index(n) for n in remaining],
    )
    results = [loop[i] for i in range(len(rows) + len(ends))]
    return _rebuild(outputs, results[: len(rows)]), _rebuild(after, results[len(rows) :])


class _Union:
    """The inputs of several graphs, each once."""

    def __init__(self, known: dict[str, Head]) -> None:
        self._known = known
        self.arrays: list[Head] = []
        self._places: dict[Any, int] = {}

    def add(self, inner: _Inner) -> list[int]:
        """The positions, among all inputs, of a graph's variables."""
        return [self._position(n, inner) for n in inner.names]

    def _position(self, name: str, inner: _Inner) -> int:
        head = self._known.get(name) or inner.free[name]
        # A loop variable changes, so it has a position of its own even where its first value is used inside as well. A
        # variable made inside is the same argument in every graph that made it.
        key: Any = name if name in self._known else (head[0].name if head[0].is_variable else head, None)
        if key not in self._places:
            self._places[key] = len(self.arrays)
            self.arrays.append(head)
        return self._places[key]


def while_loop(
    cond: Callable[..., Symbol],
    func: Callable[..., Any],
    loop_vars: Symbols,
    max_iterations: int | None = None,
    name: str = "while_loop",
) -> tuple[Symbols, Symbols]:
    """Run ``outputs, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)``; the outputs come stacked.

    They have ``max_iterations`` rows, zeros in those that no iteration filled.

    >>> halve = lambda x: (x, [x / 2])
    >>> outputs, last = mx.sym.contrib.while_loop(lambda x: x > 1, halve, [mx.sym.var("x")], max_iterations=5)
    >>> last[0].eval(x=mx.nd.array([8]))[0].asnumpy()
    array([1.], dtype=float32)
    """
    return make_while("_while_loop", cond, func, loop_vars, max_iterations, name)


def make_while(
    kind: str,
    cond: Callable[..., Symbol],
    func: Callable[..., Any],
    loop_vars: Symbols,
    max_iterations: int | None,
    name: str,
) -> tuple[Symbols, Symbols]:
    """A loop by the operator ``kind``, which has the parameters of ``_while_loop``."""
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    try:
        limit = int(max_iterations)
    except (TypeError, ValueError):
        raise ValueError("Cannot convert max_iteration to python int") from None
    starts = _flatten(loop_vars, "while_loop: loop_vars")
    if not starts:
        raise ValueError("loop_vars should contain at least one element")

    def inside(which: str, run: Callable[..., Any]) -> tuple[_Inner, Any]:
        scope = _unique(f"{name}_{which}")
        with AttrScope(__subgraph_name__=scope):
            inner = _rebuild(loop_vars, [var(_inner_name(s)) for s in starts])
            results, model = run(*([inner] if isinstance(inner, Symbol) else inner))
            return _make(scope, results), model

    def test(*variables: Any) -> Any:
        result = cond(*variables)
        if not isinstance(result, Symbol):
            raise ValueError("Return of cond must be a Symbol")
        return [result], None

    def step(*variables: Any) -> Any:
        outputs, after = func(*variables)
        outputs, after = [] if outputs is None else outputs, [] if after is None else after
        rows = _flatten(outputs, "while_loop: the outputs of func")
        ends = _flatten(after, "while_loop: the loop_vars of func")
        if len(ends) != len(starts):
            raise ValueError("The number of loop_vars should be consistent during the loop")
        return [*rows, *ends], (outputs, len(rows))

    tested, _ = inside("cond", test)
    used, (outputs, count) = inside("func", step)
    union = _Union({_inner_name(s): _head(s) for s in starts})
    positions = [union.add(graph) for graph in (tested, used)]
    names = used.names
    for number, symbol in enumerate(starts, 1):
        if _inner_name(symbol) not in names:
            raise ValueError(f"The {number}-th loop_var doesn't involve into the computation")
    loop = _node(
        kind,
        [tested, used],
        union.arrays,
        max_iterations=limit,
        cond_input_locs=positions[0],
        func_input_locs=positions[1],
        func_var_locs=[names.index(_inner_name(s)) for s in starts],
        num_out_data=count,
        num_outputs=count + len(starts),
    )
    symbols = [loop[i] for i in range(count + len(starts))]
    return _rebuild(outputs, symbols[:count]), _rebuild(loop_vars, symbols[count:])


def cond(
    pred: Symbol, then_func: Callable[[], Symbols], else_func: Callable[[], Symbols], name: str = "cond"
) -> Symbols:
    """The result of ``then_func()`` if ``pred`` is true, else that of ``else_func()``.

    >>> x = mx.sym.var("x")
    >>> chosen = mx.sym.contrib.cond(x > 2, lambda: x * 10, lambda: x - 10)
    >>> chosen.eval(x=mx.nd.array([3]))[0].asnumpy()
    array([30.], dtype=float32)
    """
    return make_cond("_cond", pred, then_func, else_func, name)


def make_cond(
    kind: str, pred: Symbol, then_func: Callable[[], Symbols], else_func: Callable[[], Symbols], name: str
) -> Symbols:
    """A branch by the operator ``kind``, which has the parameters of ``_cond``."""

    def inside(which: str, run: Callable[[], Symbols]) -> tuple[_Inner, Symbols]:
        scope = _unique(f"{name}_{which}")
        with AttrScope(__subgraph_name__=scope):
            outputs = run()
            return _make(scope, _flatten(outputs, f"cond: the outputs of {which}")), outputs

    test, _ = inside("pred", lambda: pred)
    if len(test.heads) != 1:
        raise ValueError("pred should always be a single output")
    then, outputs = inside("then", then_func)
    other, _ = inside("else", else_func)
    if len(then.heads) != len(other.heads):
        raise ValueError("Number of outputs differs between then-branch and else-branch")
    union = _Union({})
    positions = [union.add(graph) for graph in (test, then, other)]
    branch = _node(
        kind,
        [test, then, other],
        union.arrays,
        cond_input_locs=positions[0],
        then_input_locs=positions[1],
        else_input_locs=positions[2],
        num_outputs=len(then.heads),
    )
    return _rebuild(outputs, [branch[i] for i in range(len(then.heads))])
