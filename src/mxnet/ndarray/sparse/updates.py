"""Optimizer steps with row_sparse gradients: only the rows that have a gradient change."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet._calls.call import Call
from mxnet._frontend.binding import bind
from mxnet._host.caches import Cache
from mxnet._host.names import digest
from mxnet._lazy.value import Value
from mxnet._ops import sparse as kernels
from mxnet._ops.registry import OPS, Op
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import assign, new, value_of
from mxnet.ndarray.sparse.arrays import RowSparseNDArray, make
from mxnet.ndarray.sparse.dispatch import rule, stypes
from mxnet.ndarray.sparse.parts import Parts, kernel, rows_at, run_call, spread

_STEPS: Cache = Cache("updates of rows", 1024)


@rule(*[op.name for op in OPS.values() if op.by_rows])
def update_rows(op: Op, arrays: Sequence[Any], attrs: dict[str, Any]) -> Any:
    """One step on the rows that the gradient stores; the weight comes back, the states change in place."""
    weight, grad, *states = arrays
    kind = weight.stype
    if grad.stype != "row_sparse" or kind not in op.by_rows or any(s != kind for s in stypes(states)):
        return NotImplemented
    if not op.parse(attrs).get("lazy_update", True):
        return NotImplemented
    bound, numbers = bind(op, (True,) * len(arrays), attrs, False)
    values = [_whole(op, a) for a in (weight, *states)]
    rows = _gradient(grad)
    updated = run_call(_step(bound.call, len(states)), [*values, rows.data, rows.where], numbers)
    for state, value in zip(states, updated[1:], strict=True):
        _write(state, value)
    if kind == "default":
        return new(NDArray, updated[0], weight._ctx)
    return make(RowSparseNDArray, _all_rows(updated[0], weight), weight._ctx)


def _step(call: Call, states: int) -> Call:
    """An optimizer's call as one on rows: weight, states, stored gradient, its rows, then the call's numbers."""
    step = _STEPS.get(call)
    if step is None:

        def function(*inputs: Any) -> tuple[Any, ...]:
            arrays, (data, ids), numbers = inputs[: 1 + states], inputs[1 + states : 3 + states], inputs[3 + states :]
            weight, *rest = [kernels.pick(a, ids) for a in arrays]
            new_rows = call.function(weight, data, *rest, *numbers)
            return tuple(a.at[ids].set(n, mode="drop") for a, n in zip(arrays, new_rows, strict=True))

        stable = None if call.stable is None else digest("step of rows", call.stable)
        step = _STEPS[call] = Call(f"{call.name} of rows", function, 3 + states, stable=stable)
    return step


def _gradient(grad: RowSparseNDArray) -> Parts:
    """The stored rows of a gradient and their numbers; one that came dense is not looked at on the host."""
    content = grad._cell.content
    if not isinstance(content, Parts):
        data, ids = run_call(kernel(kernels.dense_to_rows, 1), (content,))
        return Parts(data, ids)
    return Parts(content.data, content.where.ids)


def _whole(op: Op, array: Any) -> Value:
    """All rows of a weight or a state; a state that stores nothing yet is zero."""
    if array.stype == "default":
        return value_of(array)
    content = array._cell.content
    if not isinstance(content, Parts):
        return content
    where = content.where
    if where.complete and where.known and np.array_equal(where.host, np.arange(len(where.host))):
        return content.data
    if where.count not in (0, array.shape[0]):
        raise MXNetError(
            f"{op.name}: a row_sparse weight or state must store all of its {array.shape[0]} rows, but one stores "
            f"{where.count}. Make it so with x.tostype('default'), or store every row."
        )
    return spread(content)


def _all_rows(value: Value, like: Any) -> Parts:
    return Parts(value, rows_at(np.arange(like.shape[0]), like.shape, value.device))


def _write(array: Any, value: Value) -> None:
    if array.stype == "default":
        assign(array, value)
    else:
        array._replace(_all_rows(value, array))
