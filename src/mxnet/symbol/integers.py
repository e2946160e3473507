"""Whether gradients go through integers: XLA has none there, and MXNet passes them on."""

from collections.abc import Collection, Sequence

from mxnet.symbol.infer import GraphFacts
from mxnet.symbol.node import Head, Node, topo


def gradients_through_integers(heads: Sequence[Head], types: GraphFacts[str], wanted: Collection[Node]) -> bool:
    """Whether a variable that wants its gradient, or a value on the way from one to the heads, is of an integer type.

    Where integers are indices, or places that an operator finds, no gradient goes through them.
    """
    reached: set[Head] = {(v, 0) for v in wanted}
    for node in topo(heads):
        if any(head in reached and _passes_on(node, place) for place, head in enumerate(node.inputs)):
            reached.update((node, i) for i in range(node.visible))
    useful = _leading_to(heads, reached)
    return any("int" in (types[head] or "") for head in reached if head in useful)


def _passes_on(node: Node, place: int) -> bool:
    """Whether results are of the type of this input, as those of arithmetic are, or are this input converted."""
    op = node.op
    if op is None or node.subgraphs:
        return False
    if op.integer_gradient:
        return op.integer_gradient == "converts"
    words_in, words_out = op.signature(node.params) or (("T",), ("T",))
    word = words_in[min(place, len(words_in) - 1)] if words_in else "?"
    return word.isupper() and word in words_out


def _leading_to(heads: Sequence[Head], reached: set[Head]) -> set[Head]:
    """The values from which gradients come back: the heads, and what they pass on from."""
    useful = set(heads)
    for node in reversed(topo(heads)):
        if any((node, i) in useful and (node, i) in reached for i in range(node.visible)):
            useful.update(head for place, head in enumerate(node.inputs) if _passes_on(node, place))
    return useful
