"""The casts of automatic mixed precision in graphs, put in as symbols are made."""

import logging
from collections.abc import Mapping

from mxnet import name as naming
from mxnet._frontend.casting import CASTS, InputCast
from mxnet._ops.registry import Op, find
from mxnet.symbol.compose import create
from mxnet.symbol.node import Head, Node


def cast_inputs(op: Op, heads: Mapping[str, Head]) -> dict[str, Head]:
    """The inputs a caller gave, brought to one type where the operator wants the widest among them."""
    cast = CASTS.get(op)
    if cast is None or cast.dtype is not None or not heads:
        return dict(heads)
    name = naming.current().get(None, "amp_multicast")
    node = create(find("amp_multicast"), name, {"num_outputs": str(len(heads))}, list(heads.values()))
    return {key: (node, i) for i, key in enumerate(heads)}


def cast_node(node: Node) -> Node:
    """The node with its inputs cast, those that it overwrites aside."""
    cast = CASTS.get(node.op)  # type: ignore[arg-type]
    if cast is None:
        return node
    if cast.scale is not None:
        logging.warning(
            "%s does not support dynamic loss scaling in symbolic and hybridized execution.",
            node.op.name,  # type: ignore[union-attr]
        )
    if cast.dtype is None or not cast.applies(node.attrs):
        return node
    inputs = [
        head if i in cast.kept or i in node.mutated else (_cast(head, cast), 0) for i, head in enumerate(node.inputs)
    ]
    return Node(node.op, node.name, node.attrs, inputs, node.subgraphs, node.params)


def _cast(head: Head, cast: InputCast) -> Node:
    name = naming.current().get(None, "amp_cast")
    return create(find("amp_cast"), name, {"dtype": str(cast.dtype)}, [head])
