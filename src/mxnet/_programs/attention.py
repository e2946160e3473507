"""Attention as programs write it, operator by operator, becomes fused attention on a GPU.

What is looked for, in a tape or in a graph, is a chain of operators whose results nothing else reads::

    interleaved_matmul_selfatt_qk -> softmax -> interleaved_matmul_selfatt_valatt        (also encdec)
    batch_dot(transpose_b) -> [ * or / number ] -> softmax -> batch_dot

The products of queries and keys are then not computed where they stand: their place is taken by a ``Scores``, which the
softmax hands on, and the last operator computes all from queries, keys and values. Gradients go the same way back: on a
tape each part has its own, a graph is differentiated as a whole. So
the large matrix of scores is never in memory. cuDNN computes it for half precision; what it does not support (another
type, a head too wide, a device that is no GPU) is computed as it is written. A chain with dropout in training stays as
it is: its mask would be another one.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mxnet import _config
from mxnet._calls.call import Call, linearize
from mxnet._lazy.gradient import NOTHING, WIDTH
from mxnet._lazy.structure import AnyNode, Gradient, Node
from mxnet._ops.gpu import either, has_gpu
from mxnet._ops.registry import Op
from mxnet._programs.roll import Item, Loop

# Shorter sequences are computed as they are written: their scores are small.
SHORTEST = 64
FIRST = {"_contrib_interleaved_matmul_selfatt_qk", "_contrib_interleaved_matmul_encdec_qk", "batch_dot"}
SCALES = {"_mul_scalar", "_div_scalar"}
# The operator that ends a chain, by the one that begins it.
LAST = {
    "_contrib_interleaved_matmul_selfatt_qk": "_contrib_interleaved_matmul_selfatt_valatt",
    "_contrib_interleaved_matmul_encdec_qk": "_contrib_interleaved_matmul_encdec_valatt",
    "batch_dot": "batch_dot",
}
NAMES = {*FIRST, *SCALES, *LAST.values(), "softmax", "Dropout"}


class _Forced:
    """What tests choose in place of cuDNN: an implementation of ``jax.nn.dot_product_attention``, or None."""

    implementation: str | None = None


forced = _Forced()


def implementation() -> str:
    """What computes fused attention in this process; empty if nothing does."""
    if forced.implementation is not None:
        return forced.implementation
    return "cudnn" if has_gpu() and _config.lookup("MXNET_FUSED_ATTENTION") else ""


# --- finding chains -------------------------------------------------------------------------------------------------


class Operation(NamedTuple):
    """An operator of a tape or a graph: its name, attributes, what arrays it reads and gives, by refs.

    ``function`` computes it as it is written, from what it reads and its numbers.
    """

    name: str
    attrs: Mapping[str, Any]
    reads: tuple[int, ...]
    gives: tuple[int, ...]
    function: Callable[..., Sequence[Any]]


class ChainPart(NamedTuple):
    """An operator as a part of a chain.

    ``applies`` is whether it takes what it is given in fused form, ``fused`` computes it so; else it is computed as it
    is written.
    """

    operation: Operation
    applies: Callable[[Operation, Sequence[Any]], bool]
    fused: Callable[..., tuple[Any, ...]]

    def forward(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """Its results."""
        if self.applies(self.operation, inputs):
            return self.fused(self.operation, *inputs)
        return self.operation.function(*inputs)

    def linearized(self, inputs: Sequence[Any]) -> tuple[Sequence[Any], Callable[[Sequence[Any]], list[Any]]]:
        """Its results, and the function from their cotangents to those of its arrays."""
        operation, count = self.operation, len(self.operation.reads)
        if not self.applies(operation, inputs):
            written = Call(operation.name, lambda *arguments: tuple(operation.function(*arguments)), count)
            return linearize(written, inputs)
        outputs, pull = jax.vjp(lambda *arrays: self.fused(operation, *arrays, *inputs[count:]), *inputs[:count])

        def pullback(cotangents: Sequence[Any]) -> list[Any]:
            (cotangent, *_) = cotangents
            first = cotangent if type(cotangent) is Scores else cotangent.astype(outputs[0].dtype)
            return list(pull((first, *[None] * (len(outputs) - 1))))

        return outputs, pullback


def find(
    operations: Sequence[Operation | None],
    shared: Iterable[int],
    loops: Iterable[Loop] = (),
    wanted: Iterable[int] = (),
) -> dict[int, ChainPart]:
    """The parts of all chains, by the index of their operator.

    ``operations`` has None for what is no operator. ``shared`` are the refs that are read outside the operators,
    ``wanted`` those that the loops give.
    """
    readers: dict[int, list[int]] = {}
    for index, operation in enumerate(operations):
        for ref in operation.reads if operation is not None else ():
            readers.setdefault(ref, []).append(index)
    taken, loop_outputs, rolled = set(shared), set(wanted), list(loops)
    chain_parts: dict[int, ChainPart] = {}
    for index, operation in enumerate(operations):
        chain = _chain(operations, index, readers, taken) if operation is not None else []
        parts = [part for part in (operations[i] for i in chain) if part is not None]
        if parts and _in_one_round(
            chain, rolled, loop_outputs.isdisjoint(ref for part in parts[:-1] for ref in part.gives)
        ):
            roles = [(_begins, _begin), *[(_has_scores, _pass)] * (len(parts) - 2), (_has_scores, _end)]
            chain_parts.update({i: ChainPart(p, *role) for i, p, role in zip(chain, parts, roles, strict=True)})
    return chain_parts


def _in_one_round(chain: list[int], loops: Sequence[Loop], is_unread: bool) -> bool:
    """Whether a chain is outside of loops, or in one round of a loop with results that nothing else reads."""
    for start, period, rounds in (loop.segment for loop in loops):
        inside = [start <= index < start + period * rounds for index in chain]
        if any(inside):
            return is_unread and all(inside) and len({(index - start) // period for index in chain}) == 1
    return True


def of_tape(
    nodes: Sequence[AnyNode], items: Sequence[Item], live: Iterable[int], loops: Iterable[Loop], wanted: Iterable[int]
) -> dict[int, ChainPart]:
    """The chains of a tape; see ``find``."""
    if not implementation() or any(item.outputs < 0 for item in items):
        return {}
    places, firsts, first = dict[Node, int](), list[int](), 0
    for node, item in zip(nodes, items, strict=True):
        if type(node) is Node:
            places[node] = first
        firsts.append(first)
        first += item.outputs
    operations = [
        _operation(node, range(at, at + item.outputs)) for node, at, item in zip(nodes, firsts, items, strict=True)
    ]
    shared = {*live, *(r for n, o in zip(nodes, operations, strict=True) if o is None for r in _reads(n, places))}
    return find(operations, shared, loops, wanted)


def _operation(node: AnyNode, gives: range) -> Operation | None:
    source = None if type(node) is Gradient else getattr(node.call, "source", None)
    op = getattr(source, "op", None)
    if type(node) is Gradient or not isinstance(op, Op) or op.name not in NAMES:
        return None
    placeholders = {name: 0 if size is None else (0,) * size for name, size in source.shape}  # type: ignore[union-attr]
    attrs = op.parse({**source.attrs, **placeholders}, check=False)  # type: ignore[union-attr]
    call = node.call
    return Operation(op.name, attrs, node.refs[: call.arrays], tuple(gives), call.function)  # type: ignore[union-attr]


def _reads(node: AnyNode, places: Mapping[Node, int]) -> Iterator[int]:
    """What is read by a node that is no part of a chain. Of what a gradient differentiates only the heads are."""
    if type(node) is not Gradient:
        yield from node.refs
        return
    for recorded in node.nodes:
        if recorded.node not in places:
            yield from recorded.node.refs
    for head in node.heads:
        if head.ref is not None:
            yield head.ref
        if head.code > NOTHING:
            head_node = node.nodes[head.code >> WIDTH].node
            if head_node in places:
                yield places[head_node] + (head.code & ((1 << WIDTH) - 1))


def _chain(
    operations: Sequence[Operation | None], index: int, readers: Mapping[int, list[int]], taken: set[int]
) -> list[int]:
    """The chain that begins with an operator; empty if there is none."""
    first = operations[index]
    if first is None or first.name not in FIRST or (first.name == "batch_dot" and not _is_product(first, True)):
        return []
    chain, weighs = [index], False
    while True:
        last = operations[chain[-1]]
        assert last is not None
        ref, *more = last.gives
        users = readers.get(ref, [])
        if ref in taken or len(users) != 1 or any(r in taken or r in readers for r in more):
            return []
        user = operations[users[0]]
        if user is None:
            return []
        chain.append(users[0])
        if weighs and user.name == "Dropout" and _is_off(user):
            continue
        if weighs:
            at = 1 if first.name != "batch_dot" else 0
            fits = user.name == LAST[first.name] and user.reads[at] == ref and user.reads[1 - at] != ref
            return chain if fits and (user.name != "batch_dot" or _is_product(user, False)) else []
        if user.name == "softmax" and _is_plain(user):
            weighs = True
        elif user.name not in SCALES or first.name != "batch_dot" or last is not first:
            return []


def _is_product(operation: Operation, transposed: bool) -> bool:
    attrs = operation.attrs
    return not attrs["transpose_a"] and attrs["transpose_b"] == transposed


def _is_plain(softmax: Operation) -> bool:
    attrs = softmax.attrs
    usual = attrs["axis"] in (-1, 2) and attrs["temperature"] in (None, 1.0)
    return usual and attrs["dtype"] is None and not attrs["use_length"] and len(softmax.reads) == 1


def _is_off(dropout: Operation) -> bool:
    """Whether a dropout leaves everything; of a graph it is known whether it trains."""
    attrs = dropout.attrs
    return bool(attrs["p"] == 0 or (attrs["mode"] == "training" and attrs.get("train") is False))


# --- running chains -------------------------------------------------------------------------------------------------


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Scores:
    """Queries and keys, (batch, length, heads, size), in the place of their products times ``scale``.

    As a cotangent it has those of queries and keys.
    """

    queries: Any
    keys: Any
    scale: float = field(metadata={"static": True})


def _begins(operation: Operation, inputs: Sequence[Any]) -> bool:
    """Whether a chain begins with these arrays."""
    try:
        return _is_supported(*jax.eval_shape(partial(_queries_keys, operation), *inputs[: len(operation.reads)]))
    except (TypeError, ValueError):  # shapes that the operator itself is to complain of
        return False


def _begin(operation: Operation, *arrays: Any) -> tuple[Scores]:
    """Queries and keys."""
    queries, keys = _queries_keys(operation, *arrays)
    return (Scores(queries, keys, 1.0 if operation.name == "batch_dot" else 1 / math.sqrt(queries.shape[3])),)


def _has_scores(operation: Operation, inputs: Sequence[Any]) -> bool:
    return any(type(array) is Scores for array in inputs)


def _pass(operation: Operation, scores: Scores, *numbers: Any) -> tuple[Any, ...]:
    """A factor of the scores, or their softmax: a factor goes to the queries, the softmax to the end of the chain."""
    if operation.name not in SCALES:
        return (scores, *[None] * (len(operation.gives) - 1))
    queries = scores.queries
    number = jnp.asarray(numbers[0] if numbers else operation.attrs["scalar"], queries.dtype)
    return (replace(scores, queries=queries * number if operation.name == "_mul_scalar" else queries / number),)


def _end(operation: Operation, *inputs: Any) -> tuple[Any]:
    """Attention from queries, keys and values."""
    scores, array = inputs if operation.name == "batch_dot" else inputs[::-1]
    out = attend(scores.queries, scores.keys, _values(operation, array), scores.scale, implementation())
    if operation.name == "batch_dot":
        return (out.reshape(*array.shape[:-2], *out.shape[1:2], out.shape[3]),)
    return (jnp.swapaxes(out, 0, 1).reshape(out.shape[1], out.shape[0], -1),)


def _queries_keys(operation: Operation, *arrays: Any) -> tuple[Any, Any]:
    """Queries and keys as (batch, length, heads, size)."""
    if operation.name == "batch_dot":
        return tuple(a.reshape(-1, *a.shape[-2:])[:, :, None] for a in arrays)  # type: ignore[return-value]
    heads = int(operation.attrs["heads"])
    if operation.name == "_contrib_interleaved_matmul_selfatt_qk":
        return _heads(arrays[0], 3, heads, 0), _heads(arrays[0], 3, heads, 1)
    return _heads(arrays[0], 1, heads, 0), _heads(arrays[1], 2, heads, 0)


def _values(operation: Operation, array: Any) -> Any:
    if operation.name == "batch_dot":
        return array.reshape(-1, *array.shape[-2:])[:, :, None]
    parts = 3 if operation.name == "_contrib_interleaved_matmul_selfatt_valatt" else 2
    return _heads(array, parts, int(operation.attrs["heads"]), parts - 1)


def _heads(array: Any, parts: int, heads: int, part: int) -> Any:
    """One part of interleaved projections, (length, batch, heads * parts * size)."""
    length, batch, width = array.shape
    chosen = array.reshape(length, batch, heads, parts, width // (heads * parts))[:, :, :, part]
    return jnp.swapaxes(chosen, 0, 1)


# --- attention ------------------------------------------------------------------------------------------------------


def _is_supported(queries: Any, keys: Any) -> bool:
    """Whether fused attention supports these queries and keys; the values are like the keys."""
    if queries.shape[3] != keys.shape[3] or queries.dtype != keys.dtype or keys.shape[1] == 0:
        return False
    if implementation() != "cudnn":
        return True
    half = queries.dtype in (jnp.float16, jnp.bfloat16)
    return half and min(queries.shape[1], keys.shape[1]) >= SHORTEST and _cudnn_supports(queries, keys)


def _cudnn_supports(queries: Any, keys: Any) -> bool:
    structs = [jax.ShapeDtypeStruct(a.shape, a.dtype) for a in (queries, keys, keys)]
    try:
        jax.eval_shape(lambda *arrays: jax.vjp(partial(_fused, 1.0, "cudnn"), *arrays)[0], *structs)
    except (NotImplementedError, ValueError, RuntimeError, TypeError):
        return False
    return True


def _fused(scale: float, how: str, queries: Any, keys: Any, values: Any) -> Any:
    return jax.nn.dot_product_attention(queries, keys, values, scale=scale, implementation=how)  # type: ignore[call-overload]


def _plain(scale: float, queries: Any, keys: Any, values: Any) -> Any:
    """Attention as the operators compute it."""
    scores = jnp.einsum("bqhd,bkhd->bhqk", queries * jnp.asarray(scale, queries.dtype), keys)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, -1), values)


def attend(queries: Any, keys: Any, values: Any, scale: float, how: str) -> Any:
    """Attention over (batch, length, heads, size), fused on a GPU."""
    platform = "cuda" if how == "cudnn" else "cpu"
    function = either(partial(_fused, scale, how), partial(_plain, scale), platform)
    return function(queries, keys, values)
