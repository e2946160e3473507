"""Element types of a graph, in both directions.

The signature in an operator's declaration says which inputs and outputs have one type, and which have a certain one
(``mxnet._ops.registry.Facts`` explains its words). What the declaration says of single inputs and outputs beside it
counts where the signature leaves a choice.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mxnet._ops.attrs import DTYPES
from mxnet._ops.registry import Op
from mxnet.error import MXNetError
from mxnet.symbol import nested
from mxnet.symbol.compose import input_names
from mxnet.symbol.infer import Clash, GraphFacts
from mxnet.symbol.node import Head, Node, topo

# MXNet's numbers of the types, as symbol files have them in ``__dtype__``.
NUMBERS = {
    "float32": 0,
    "float64": 1,
    "float16": 2,
    "uint8": 3,
    "int32": 4,
    "int8": 5,
    "int64": 6,
    "bool": 7,
    "int16": 8,
    "uint16": 9,
    "uint32": 10,
    "uint64": 11,
    "bfloat16": 12,
}
_BY_NUMBER = {number: name for name, number in NUMBERS.items()}


def merge(one: str, other: str) -> str:
    """What two types say together."""
    if one != other:
        raise Clash("the types differ")
    return one


def infer_types(
    heads: Sequence[Head],
    types: Mapping[Node, str],
    default: str | None = None,
    annotations: bool = True,
    results: Sequence[str | None] = (),
) -> GraphFacts[str]:
    """The types of a graph from those of some variables; ``__dtype__`` annotations speak for the others.

    With a ``default``, variables that nothing decides get it, the first one first. ``results`` is what is known of the
    heads.
    """
    variables = [n for n in topo(heads) if n.is_variable]
    known = {n: types.get(n) or (annotated(n) if annotations else None) for n in variables}
    facts = GraphFacts(heads, known, _conclude, merge, results).solve()
    if default is not None:
        for node in variables:
            if facts[node, 0] is None:
                facts.add((node, 0), default)
                facts.solve()
    return facts


def annotated(node: Node) -> str | None:
    """The type that a variable was made with."""
    text = node.attrs.get("__dtype__")
    if text is None or text == "-1":
        return None
    try:
        return _BY_NUMBER[int(text)]
    except (ValueError, KeyError):
        raise MXNetError(f"Variable {node.name}: __dtype__ must be among {NUMBERS}, not {text!r}.") from None


def _conclude(node: Node, ins: list[Any], outs: list[Any]) -> tuple[list[Any], list[Any]]:
    op = node.op
    if op is None:
        return ins, outs
    if node.subgraphs:
        return nested.types(
            node, ins, outs, lambda heads, types, _, results: infer_types(heads, types, results=results)
        )
    words_in, words_out = _words(op, node, len(ins), len(outs))
    if op.type_filler is not None:
        declared = op.type_filler(*ins, **node.params)
        names = input_names(op, node.params, len(ins))
        listed = op.types is not None
        words_in = [w if listed and w != "?" else declared.get(n, w) for n, w in zip(names, words_in, strict=True)]
        words_out = [declared.get(f"output{i}", w) for i, w in enumerate(words_out)]
    bound: dict[str, str] = {}
    for word, fact in zip((*words_in, *words_out), (*ins, *outs), strict=True):
        if word.isupper() and fact is not None and bound.setdefault(word, fact) != fact:
            raise MXNetError(
                f"Type inconsistent: expected {bound[word]}, got {fact}; inputs {ins}, outputs {outs}. "
                "Cast one, as in mx.sym.Cast(x, dtype=...)."
            )
    return [_fact(w, bound) for w in words_in], [_fact(w, bound) for w in words_out]


def _words(op: Op, node: Node, n_ins: int, n_outs: int) -> tuple[list[str], list[str]]:
    """The signature of a node, a word for each input and output."""
    signature = op.signature(node.params)
    if signature is None:
        results = ("dtype",) if not n_ins and "dtype" in op.attrs else ("T",)
        signature = ("T",), results
    words_in, words_out = _stretch(signature[0], n_ins), _stretch(signature[1], n_outs)
    return [_param(w, node) for w in words_in], [_param(w, node) for w in words_out]


def _stretch(words: Sequence[str], count: int) -> Sequence[str]:
    """As many words as there are places: the last one stands for all that follow."""
    return words[:count] if len(words) >= count else (*words, *[words[-1] if words else "?"] * (count - len(words)))


def _param(word: str, node: Node) -> str:
    """The type that a parameter stands for; it may have no value."""
    name, _, otherwise = word.partition("=")
    if name not in ("dtype", "out_type"):
        return word
    value = node.params.get(name)
    if value in (None, "None"):
        return otherwise or "float32"
    return value if value in DTYPES else "?"


def _fact(word: str, bound: Mapping[str, str]) -> str | None:
    return bound.get(word) if word.isupper() else None if word == "?" else word
