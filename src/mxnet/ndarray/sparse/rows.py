"""Gradients that have only some rows: those of an embedding's weight, or of the right side of ``dot(csr, weight)``.

What an operator reads of such a weight are some of its rows. Under autograd these rows are a leaf of their own, a part
of the weight's; when gradients arrive, the parts are put together into the weight's row_sparse gradient. A gradient of
the weight's full size is never made.
"""

from typing import Any

from mxnet._calls.call import Call
from mxnet._lazy.gradient import Leaf
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import Handle, apply, new, value_of
from mxnet.ndarray.sparse.arrays import RowSparseNDArray, make
from mxnet.ndarray.sparse.parts import Parts, Rows, Shape, add_rows, add_to_dense, run
from mxnet.ndarray.storage import register_collector


class PartLeaf(Leaf):
    """Some rows of a leaf: ``where`` says which; they may repeat unless ``unique``."""

    __slots__ = ("parent", "unique", "where")

    def __init__(self, parent: Leaf, where: Rows, unique: bool) -> None:
        super().__init__(parent.grad, parent.req)
        self.parent, self.where, self.unique = parent, where, unique


def wants_rows(weight: Any) -> bool:
    """Whether a gradient of this array is wanted now, as a row_sparse array."""
    origin = weight._origin
    return (
        mode.recording
        and isinstance(origin, Leaf)
        and origin.req != "null"
        and isinstance(origin.grad, RowSparseNDArray)
    )


def part_of(weight: Any, rows: Value, where: Rows, unique: bool) -> Any:
    """The rows of a weight as an array that autograd leads back to the weight's gradient."""
    register_collector(collect)
    hidden = new(NDArray, rows, weight._ctx, PartLeaf(weight._origin, where, unique))
    # One step away from the leaf, so that the result is no leaf itself.
    values, record = apply(_IDENTITY, (hidden,))
    return new(NDArray, values[0], weight._ctx, None if record is None else (record, 0))


_IDENTITY = Call("rows of a weight", lambda rows: (rows,), 1, stable="rows of a weight")


def collect(gradients: list[tuple[Leaf, Any]]) -> list[tuple[Leaf, Any]]:
    """Gradients of leaves, with those of their parts put together; a row_sparse one is a RowSparseNDArray."""
    whole: dict[Leaf, Any] = {}
    parts: dict[Leaf, list[tuple[PartLeaf, Value]]] = {}
    for leaf, gradient in gradients:
        if isinstance(leaf, PartLeaf):
            parts.setdefault(leaf.parent, []).append((leaf, _value(gradient)))
        else:
            whole[leaf] = gradient
    for leaf, pieces in parts.items():
        joined = _join(pieces)
        if leaf in whole:
            whole[leaf] = run(add_to_dense, _value(whole[leaf]), joined.data, joined.where.ids)
        else:
            whole[leaf] = make(RowSparseNDArray, joined, leaf.grad._ctx)
    return list(whole.items())


def _value(gradient: Any) -> Value:
    return value_of(gradient) if isinstance(gradient, Handle) else gradient


def _join(pieces: list[tuple[PartLeaf, Value]]) -> Parts:
    """The gradients of all parts of one leaf."""
    first, gradient = pieces[0]
    if len(pieces) == 1 and first.unique:
        return Parts(gradient, first.where)
    shape = first.where.shape
    data = [run(_as_rows, g, width=shape[1:]) for _, g in pieces]
    return add_rows(data, [p.where for p, _ in pieces])


def _as_rows(data: Any, *, width: Shape) -> Any:
    return data.reshape((-1, *width))
