"""Calling operators on symbols."""

from collections.abc import Callable
from functools import partial
from typing import Any

from mxnet import attribute
from mxnet import name as naming
from mxnet._frontend.casting import CASTS
from mxnet._frontend.functions import arrange, make_function, names
from mxnet._ops.registry import Op, find
from mxnet.base import _Null
from mxnet.symbol.casting import cast_inputs, cast_node
from mxnet.symbol.compose import create, texts
from mxnet.symbol.handle import CLASSES, SymbolBase, single
from mxnet.symbol.loading import written_graphs
from mxnet.symbol.node import Head


def invoke(op: Op, args: tuple[Any, ...], kwargs: dict[str, Any], *, hint: str, cls: type[SymbolBase]) -> Any:
    """Call an operator the way MXNet's generated functions are called; the result is named after ``hint``."""
    kwargs = dict(kwargs)
    name, attr = kwargs.pop("name", None), kwargs.pop("attr", None)
    kwargs.pop("out", None)
    arrays, keywords = arrange(op, args, kwargs)
    keywords = {k: v for k, v in keywords.items() if v is not _Null}
    keywords.update(attribute.current().get(attr))
    named = {k: v for k, v in keywords.items() if isinstance(v, SymbolBase)}
    if op.variadic:
        placed = {str(i): a for i, a in enumerate(arrays)}
    else:
        placed, named = {}, {**{n: a for n, a in zip(op.inputs, arrays, strict=True) if a is not None}, **named}
    _check(op, {**placed, **named})
    name = naming.current().get(name, hint)
    attrs = texts(op, {k: v for k, v in keywords.items() if not isinstance(v, SymbolBase)})
    if placed and named:
        raise TypeError(
            f"{op.name}: Operators with variable length input can only accept input Symbols "
            "either as positional or keyword arguments, not both"
        )
    attrs = _counted(op, attrs, len(placed) + len(named))
    heads_by_place, heads_by_name = _heads(op, placed), _heads(op, named)
    if CASTS:
        both = cast_inputs(op, {**heads_by_place, **heads_by_name})
        heads_by_place, heads_by_name = {k: both[k] for k in heads_by_place}, {k: both[k] for k in heads_by_name}
    node = create(op, name, attrs, list(heads_by_place.values()), heads_by_name, written_graphs(op, attrs))
    if CASTS:
        node = cast_node(node)
    if any(getattr(s, "is_np_sym", False) for s in (*placed.values(), *named.values())):
        cls = CLASSES["numpy"]  # operators keep the kind of their inputs
    return cls([(node, i) for i in range(node.visible)])


def _counted(op: Op, attrs: dict[str, str], count: int) -> dict[str, str]:
    if not op.variadic or op.count_attr is None or op.count_attr in attrs:
        return attrs
    return {**attrs, op.count_attr: str(count)}


def _check(op: Op, symbols: dict[str, Any]) -> None:
    for key, symbol in symbols.items():
        if not isinstance(symbol, SymbolBase):
            raise TypeError(
                f"{op.name}: Argument {key} must be Symbol instances, but got {symbol!r} of type "
                f"{type(symbol).__name__}; make one with mx.sym.var(...)"
            )


def _heads(op: Op, symbols: dict[str, SymbolBase]) -> dict[str, Head]:
    return {k: single(s, f"{op.name}: Argument {k}") for k, s in symbols.items()}


def call(name: str, cls: type[SymbolBase], /, *args: Any, **kwargs: Any) -> Any:
    """Call the operator that is registered under a name, whose lower-cased form names the result."""
    return invoke(find(name), args, kwargs, hint=name.lower(), cls=cls)


def functions(space: str, module: str, cls: type[SymbolBase]) -> dict[str, Callable[..., Any]]:
    """Every public function of a sub-namespace."""
    return {
        name: make_function(name, op, module, partial(invoke, hint=name.lower(), cls=cls))
        for name, _, op in names(space)
    }
