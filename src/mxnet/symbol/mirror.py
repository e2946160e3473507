"""What a graph computes again in the backward pass instead of keeping it.

MXNet calls a node computed again *mirrored*. These are the nodes annotated ``force_mirroring``, with
MXNET_BACKWARD_DO_MIRROR=1 all but the costly ones, and where nodes are annotated ``mirror_stage=True``, which keeps
their outputs, all others. Any other value of ``mirror_stage`` names a stage, all of which is mirrored together.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mxnet._config import lookup
from mxnet.symbol.node import Node

MIRRORING = "__force_mirroring__"
STAGE = "__mirror_stage__"

# Worth their memory: computing them twice costs more than it saves.
_COSTLY = frozenset(
    """Concat Convolution Convolution_v1 Correlation Deconvolution FullyConnected RNN SoftmaxOutput _linalg_gemm
    _linalg_gemm2 batch_dot dot""".split()  # noqa: SIM905
)
_NO = (None, "", "False", "false", "0")
_KEPT = ("True", "true")


class Stage(NamedTuple):
    """Nodes that follow each other in a graph's order; ``again`` says that what is inside is computed again."""

    nodes: list[Node]
    again: bool


def stages(nodes: Sequence[Node]) -> list[Stage] | None:
    """The nodes of a graph cut into stages, or None where nothing is computed again.

    A node that is kept ends a stage and belongs to it, for then what it reads need not be kept.
    """
    everything = lookup("MXNET_BACKWARD_DO_MIRROR")
    borders = any(n.attrs.get(STAGE) in _KEPT for n in nodes)
    found: list[Stage] = []
    run: list[Node] = []
    again, label = False, None

    def close() -> None:
        if run:
            found.append(Stage(list(run), again))
            run.clear()

    for node in nodes:
        stage = node.attrs.get(STAGE)
        own = None if stage in _NO or stage in _KEPT else stage
        mirrored = own is not None or _is_mirrored(node, everything, borders)
        alone = own is None and _draws(node)  # its random numbers are kept
        if own != label or alone:
            close()
            again, label = False, own
        again = (again or mirrored) and not alone
        run.append(node)
        if alone or not mirrored:
            close()
            again = False
    close()
    return found if any(s.again for s in found) else None


def _is_mirrored(node: Node, everything: bool, borders: bool) -> bool:
    forced = node.attrs.get(MIRRORING)
    if forced is not None:
        return forced not in _NO
    if borders:
        return node.attrs.get(STAGE) not in _KEPT
    return everything and node.op is not None and node.op.name not in _COSTLY


def _draws(node: Node) -> bool:
    return node.op is not None and node.op.needs_key
