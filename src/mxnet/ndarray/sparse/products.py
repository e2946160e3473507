"""Matrix products with a csr matrix, and embeddings."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from mxnet._calls.call import Call
from mxnet._frontend.binding import bind
from mxnet._lazy.mode import mode
from mxnet._lazy.value import Value
from mxnet._ops import sparse as kernels
from mxnet._ops.registry import Op
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import DENSE, apply, new, value_of
from mxnet.ndarray.invoke import invoke_op
from mxnet.ndarray.sparse.arrays import CSRNDArray, RowSparseNDArray, make, record_as
from mxnet.ndarray.sparse.dispatch import dense, rule, stypes
from mxnet.ndarray.sparse.parts import (
    Parts,
    Pattern,
    Rows,
    capacity,
    kernel,
    lengthened,
    rows_at,
    run,
    run_call,
)
from mxnet.ndarray.sparse.rows import part_of, wants_rows


class Terms(NamedTuple):
    """A sum of products over stored values: each adds itself times row ``places`` of an array to one of the groups."""

    data: Value
    groups: Value
    places: Value
    size: int


@rule("dot")
def dot(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """A product of which one factor is a csr matrix; others are computed dense."""
    left, right = arrays
    params = op.parse(attrs)
    transposed, wanted = (params["transpose_a"], params["transpose_b"]), params["forward_stype"]
    matrices = len(left.shape) == len(right.shape) == 2
    result = NotImplemented
    if left.stype == "csr" and right.stype != "csr" and matrices and not transposed[1]:
        result = _csr_left(left, right, transposed[0], wanted)
    elif stypes(arrays) == ("default", "csr") and matrices and not transposed[0]:
        result = _csr_right(left, right, transposed[1], wanted)
    elif wanted not in (None, "default"):
        plain = {k: v for k, v in attrs.items() if k != "forward_stype"}
        result = invoke_op(op, (dense(left), dense(right)), plain)
    if result is NotImplemented or wanted is None or result.stype == wanted:
        return result
    return result.tostype(wanted)


def _csr_left(left: CSRNDArray, right: Any, transpose: bool, wanted: str | None) -> Any:
    data, pattern = left._parts
    outer, inner = (1, 0) if transpose else (0, 1)
    _check(left, right, left.shape[inner], right.shape[0])
    places = pattern.on(data.device)
    terms = Terms(data, places[outer], places[inner], left.shape[outer])
    if not transpose or wanted not in (None, "row_sparse"):
        if wants_rows(right) and left._origin is None:
            return _product_of_rows(terms, right, *pattern.compact(inner, data.device))
        if type(right) in DENSE and left._origin is None:
            return _recorded_product(terms, right)
        return new(NDArray, _product(terms, right), left._ctx)
    stored, groups = pattern.compact(outer, data.device)
    where = rows_at(stored, (left.shape[1], right.shape[1]), data.device)
    summed = _product(terms._replace(groups=groups, size=where.ids.aval.shape[0]), right)
    result = make(RowSparseNDArray, Parts(summed, where), left._ctx)
    if mode.recording and type(right) in DENSE and left._origin is None and right._origin is not None:
        record_as(_call(terms), (*_arrays(terms, right),), result)
    return result


def _check(left: Any, right: Any, expected: int, received: int) -> None:
    if expected != received:
        raise MXNetError(
            f"dot: arrays of shapes {left.shape} and {right.shape} do not fit: {expected} elements against {received}."
        )


def _call(terms: Terms) -> Call:
    return kernel(kernels.csr_dot, 4, size=terms.size, serial=_serial(terms))


def _serial(terms: Terms) -> bool:
    return terms.data.device.jax.platform == "cpu"


def _arrays(terms: Terms, right: Any) -> list[Any]:
    """The arguments of ``csr_dot`` as arrays that autograd knows."""
    return [*(new(NDArray, v, right._ctx) for v in terms[:3]), right]


def _recorded_product(terms: Terms, right: Any) -> Any:
    values, record = apply(_call(terms), _arrays(terms, right))
    return new(NDArray, values[0], right._ctx, None if record is None else (record, 0))


def _product(terms: Terms, right: Any) -> Value:
    if isinstance(right, RowSparseNDArray):
        data, where = right._parts
        return run(kernels.csr_dot_rows, *terms[:3], data, where.ids, size=terms.size, serial=_serial(terms))
    return run_call(_call(terms), [*terms[:3], value_of(right)])[0]


def _product_of_rows(terms: Terms, right: Any, read: np.ndarray, places: Value) -> Any:
    """A product with a weight whose gradient is row_sparse: only the rows read of it take part."""
    where = rows_at(read, right.shape, terms.data.device)
    if isinstance(right, RowSparseNDArray):
        data, stored = right._parts
        rows = run(kernels.find_rows, data, stored.ids, where.ids)
    else:
        rows = run(kernels.pick, value_of(right), where.ids)
    part = part_of(right, rows, where, unique=True)
    return _recorded_product(terms._replace(places=places), part)


def _csr_right(left: Any, right: CSRNDArray, transpose: bool, wanted: str | None) -> Any:
    """``left @ right`` as a csr matrix of the columns where ``right`` stores anything; dense if asked, or on a GPU."""
    data, pattern = right._parts
    inner, outer = (1, 0) if transpose else (0, 1)
    _check(left, right, left.shape[1], right.shape[inner])
    places = pattern.on(data.device)
    whole = Terms(data, places[outer], places[inner], right.shape[outer])
    serial = _serial(whole)
    call = kernel(kernels.dense_dot_csr, 4, size=whole.size, serial=serial)
    arrays = [left, *(new(NDArray, v, left._ctx) for v in whole[:3])]
    if wanted in ("default", "row_sparse") or (wanted is None and data.device.jax.platform != "cpu"):
        if right._origin is not None:
            return NotImplemented
        values, record = apply(call, arrays)
        return new(NDArray, values[0], left._ctx, None if record is None else (record, 0))
    kept, groups = pattern.compact(outer, data.device)
    size, rows = max(len(kept), 1), left.shape[0]
    block = run(kernels.dense_dot_csr, value_of(left), data, groups, whole.places, size=size, serial=serial)
    where = Pattern(np.arange(rows + 1) * len(kept), np.tile(kept, rows), (rows, whole.size))
    flat = lengthened(run(_flat, block), capacity(where.count)) if len(kept) else run(_flat, block)
    result = make(CSRNDArray, Parts(flat, where), left._ctx)
    if right._origin is None:
        record_as(call, tuple(arrays), result)
    return result


def _flat(data: Any) -> Any:
    return data.reshape(-1)


@rule("Embedding", "_contrib_SparseEmbedding")
def embedding(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """Rows of a weight that is row_sparse, or whose gradient is."""
    numbers, weight = arrays
    by_rows = wants_rows(weight) and (op.name != "Embedding" or op.parse(attrs)["sparse_grad"])
    if isinstance(weight, RowSparseNDArray):
        params = op.parse(attrs)
        if weight.shape != (params["input_dim"], params["output_dim"]):
            expected = (params["input_dim"], params["output_dim"])
            raise MXNetError(f"{op.name}: expected a weight of shape {expected}, got {weight.shape}.")
        data, where = weight._parts
        rows = run(_embed_rows, value_of(numbers), data, where.ids, length=weight.shape[0])
    elif by_rows and type(numbers) in DENSE:
        rows = run_call(bind(op, (True, True), attrs, False)[0].call, (value_of(numbers), value_of(weight)))[0]
    else:
        return NotImplemented
    if not wants_rows(weight):
        return new(NDArray, rows, weight._ctx)
    ids = run(_clipped, value_of(numbers), length=weight.shape[0])
    return part_of(weight, rows, Rows(ids, weight.shape), unique=False)


def _clipped(numbers: Any, *, length: int) -> Any:
    """The rows that numbers mean: those out of range mean the nearest."""
    return jnp.clip(kernels.as_index(numbers, length=length), 0, length - 1)


def _embed_rows(numbers: Any, data: Any, ids: Any, *, length: int) -> Any:
    rows = kernels.find_rows(data, ids, _clipped(numbers, length=length))
    return rows.reshape((*numbers.shape, *data.shape[1:]))
