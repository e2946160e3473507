"""Element types of a graph, in both directions.

A signature says which inputs and outputs of an operator have one type: those of the same letter. ``?`` may be anything,
``dtype`` is the parameter of that name, and any other word is a type. Where an operator is not listed here, all its
inputs and outputs have one type, except for what its declaration says of its inputs.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from mxnet._ops.attrs import DTYPES
from mxnet._ops.registry import Op
from mxnet.error import MXNetError
from mxnet.symbol import nested
from mxnet.symbol.compose import input_names
from mxnet.symbol.infer import Clash, Facts
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

SIGNATURES = {
    name: (tuple(ins.split()), tuple(outs.split()))
    for names, ins, outs in (
        ("Cast argsort one_hot", "?", "dtype"),
        ("Embedding _contrib_SparseEmbedding", "? dtype", "dtype"),
        ("CTCLoss", "T ? ? ?", "T"),
        ("softmax softmin log_softmax", "T ?", "dtype"),
        ("_sample_exponential _sample_gamma _sample_generalized_negative_binomial", "T T", "dtype"),
        ("_sample_negative_binomial _sample_normal _sample_poisson _sample_uniform", "T T", "dtype"),
        ("_sample_multinomial", "?", "dtype"),
        ("_image_to_tensor", "?", "float32"),
        ("all_finite multi_all_finite", "?", "float32"),
        ("multi_sum_sq", "T", "float32"),
        ("_contrib_getnnz _contrib_index_array shape_array size_array", "?", "int64"),
        ("_contrib_allclose", "? ?", "uint8"),
        ("_contrib_boolean_mask gather_nd scatter_nd take pick batch_take _sparse_retain", "T ?", "T"),
        ("broadcast_like reshape_like slice_like", "T ?", "T"),
        ("SequenceMask SequenceLast SequenceReverse", "T ?", "T"),
        ("_contrib_index_copy", "T ? T", "T"),
        ("_contrib_edge_id", "T ? ?", "T"),
        ("_scatter_set_nd", "T T ?", "T"),
        ("where _npi_where", "? T T", "T"),
        ("_npi_where_lscalar _npi_where_rscalar", "? T", "T"),
        ("_histogram", "T ?", "int64 T"),
        ("_sample_unique_zipfian", "", "int64 int64"),
        # Statistics are wider than half precision: the declarations of these say how.
        ("BatchNorm BatchNorm_v1 _contrib_SyncBatchNorm _contrib_BatchNormWithReLU", "T ?", "T"),
        ("_contrib_quantize", "float32", "out_type float32 float32"),
        ("_contrib_quantize_v2", "?", "out_type float32 float32"),
        ("_contrib_requantize", "int32 float32 float32", "out_type float32 float32"),
        ("_contrib_dequantize", "? float32 float32", "float32"),
        ("_contrib_quantized_conv _contrib_quantized_fully_connected", "?", "int32 float32 float32"),
        ("_contrib_quantized_elemwise_add", "?", "int32 float32 float32"),
        ("_contrib_quantized_flatten _contrib_quantized_pooling", "T float32", "T float32 float32"),
    )
    for name in names.split()
}

# The types between which automatic mixed precision casts; others pass.
_MIXED = ("float16", "bfloat16", "float32")
_EMBEDDINGS = ("Embedding", "_contrib_SparseEmbedding")
# What these give when they are not told a type; the others give float32.
_WITHOUT = {"softmax": "T", "softmin": "T", "log_softmax": "T", "_random_randint": "int32"}


def merge(one: str, other: str) -> str:
    """What two types say together."""
    if one != other:
        raise Clash("the types differ")
    return one


def infer_types(
    heads: Sequence[Head], given: Mapping[Node, str], default: str | None = None, annotations: bool = True
) -> Facts[str]:
    """The types of a graph from those of some variables; ``__dtype__`` annotations speak for the others.

    With a ``default``, variables that nothing decides get it, the first one first.
    """
    variables = [n for n in topo(heads) if n.is_variable]
    known = {n: given.get(n) or (annotated(n) if annotations else None) for n in variables}
    facts = Facts(heads, known, _conclude, merge).solve()
    if default is not None:
        for node in variables:
            if facts[node, 0] is None:
                facts.add(node, default)
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
        return nested.types(node, ins, outs, lambda heads, given, _: infer_types(heads, given))
    if op.name == "amp_multicast":
        target = None if None in ins else _common(ins, node.params["cast_narrow"])
        return ins, outs if target is None else [target if t in _MIXED else t for t in ins]
    if op.name == "amp_cast":  # its output says nothing of its input, which may be any of the mixed types
        return ins, outs if ins[0] is None else [node.params["dtype"] if ins[0] in _MIXED else ins[0]]
    if op.name in _EMBEDDINGS and ins[1] is not None:  # its dtype is that of a weight not known yet
        return ins, [ins[1]]
    words_in, words_out = _words(op, node, len(ins), len(outs))
    if op.type_filler is not None:
        declared = op.type_filler(*ins, **node.params)
        names = input_names(op, node.params, len(ins))
        listed = op.name in SIGNATURES
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


def _common(types: Sequence[str], narrow: bool) -> str:
    """The type that automatic mixed precision brings several inputs to, as the operator does."""
    if narrow:
        return next((t for t in reversed(types) if t in _MIXED and t != "float32"), "float32")
    return "float32" if "float32" in types else types[0]


def _words(op: Op, node: Node, n_ins: int, n_outs: int) -> tuple[list[str], list[str]]:
    """The signature of a node, a word for each input and output."""
    signature = SIGNATURES.get(op.name)
    if op.name == "topk":
        kind = node.params["ret_typ"]
        outs = {"value": ("T",), "both": ("T", "dtype"), "mask": ("T",)}.get(kind, ("dtype",))
        signature = ("T",), outs
    if signature is None and op.name.startswith("_contrib_quantized"):
        signature = ("?",), ("?", "float32", "float32")
    if signature is None and op.types:
        given, made_types = op.types.split("->")
        signature = tuple(given.split()), tuple(made_types.split())
    if signature is None:
        made = ("dtype",) if not n_ins and "dtype" in op.attrs else ("T",)
        signature = ("T",), made
    words_in, words_out = _stretch(signature[0], n_ins), _stretch(signature[1], n_outs)
    return [_param(w, node) for w in words_in], [_param(w, node) for w in words_out]


def _stretch(words: Sequence[str], count: int) -> Sequence[str]:
    """As many words as there are places: the last one stands for all that follow."""
    return words[:count] if len(words) >= count else (*words, *[words[-1] if words else "?"] * (count - len(words)))


def _param(word: str, node: Node) -> str:
    """The type that a parameter stands for; it may have no value."""
    if word not in ("dtype", "out_type") or node.op is None:
        return word
    value = node.params.get(word)
    if value in (None, "None"):
        return _WITHOUT.get(node.op.name, "float32")
    return value if value in DTYPES else "?"


def _fact(word: str, bound: Mapping[str, str]) -> str | None:
    return bound.get(word) if word.isupper() else None if word == "?" else word
