"""Calling operators on sparse arrays: a rule where there is one, dense arrays where there is none."""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from mxnet._config import lookup
from mxnet._frontend.binding import bind
from mxnet._lazy.mode import mode
from mxnet._ops.registry import OPS, Op, find
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import DENSE, Handle, new, value_of
from mxnet.ndarray.invoke import invoke_op, store
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray, record_as
from mxnet.ndarray.storage import register_dispatcher

# A rule gets the operator, its arrays and its attributes as given. It answers NotImplemented for what it does not know.
Rule = Callable[[Op, Sequence[Any], dict[str, Any]], Any]

RULES: dict[Op, Rule] = {}
_logger = logging.getLogger("mxnet.sparse")
_told: set[tuple[Any, ...]] = set()


def rule(*names: str) -> Callable[[Rule], Rule]:
    """Register how some operators treat sparse arrays."""

    def register(function: Rule) -> Rule:
        for name in names:
            RULES[find(name)] = function
        return function

    return register


_SPECIAL = [op for op in OPS.values() if op.makes_sparse]


@register_dispatcher("sparse", takes=lambda arrays: True, special=_SPECIAL)  # and it says what is no array at all
def dispatch(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any = None) -> Any:
    """Call an operator of which an argument may be sparse."""
    present = [a for a in arrays if a is not None]
    for array in present:
        if not isinstance(array, Handle):
            raise TypeError(
                f"{op.name}: arrays must be NDArrays, but got {array!r} of type {type(array).__name__}; "
                "make one with mx.nd.array(...)"
            )
    complete = op.variadic or len(present) >= len(op.inputs) - len(op.optional)
    rule = RULES.get(op) if complete else None
    result = NotImplemented if rule is None else rule(op, present, attrs)
    if result is NotImplemented:
        if DENSE.issuperset(map(type, present)):
            return NotImplemented
        return _fall_back(op, arrays, attrs, out)
    if mode.recording and result._origin is None and any(a._origin is not None for a in present):
        bound, numbers = bind(op, tuple([a is not None for a in arrays]), attrs, mode.training)
        record_as(bound.call, tuple(present), result, numbers)
    return result if out is None else put(op, out, [result])


def stypes(arrays: Sequence[Any]) -> tuple[str, ...]:
    """The storage types of arrays."""
    return tuple([a.stype for a in arrays])


def dense(array: Any) -> Any:
    """The array as a dense one that autograd takes for the same."""
    return array if type(array) in DENSE else new(NDArray, array._value, array._ctx, array._origin)


def _fall_back(op: Op, arrays: Sequence[Any], attrs: dict[str, Any], out: Any) -> Any:
    """Call an operator on dense arrays, and write back what it writes."""
    _tell(op, [a for a in arrays if a is not None], out)
    copies = [None if a is None else dense(a) for a in arrays]
    before = [None if c is None else value_of(c) for c in copies]
    result = invoke_op(op, copies, attrs)
    for array, replaced, value in zip(arrays, copies, before, strict=True):
        if replaced is not None and array is not replaced and value_of(replaced) is not value:
            array._value = value_of(replaced)
    if out is None:
        return result
    return put(op, out, result if isinstance(result, list) else [result])


def put(op: Op, out: Any, results: list[Any]) -> Any:
    """Write results into the arrays the caller gave, each in its own storage."""
    targets = list(out) if isinstance(out, (list, tuple)) else [out]
    if len(targets) > len(results):
        raise MXNetError(f"{op.name} has {len(results)} outputs, but out= holds {len(targets)} arrays")
    for target, result in zip(targets, results, strict=False):
        if target is result:
            continue
        if isinstance(target, BaseSparseNDArray) and target.stype == result.stype:
            if target.shape != result.shape:
                raise MXNetError(f"{op.name}: out= has shape {target.shape}, but the result has shape {result.shape}")
            result.copyto(target)
        else:
            store(target, value_of(result), op.name, result._origin)
    return out


def _tell(op: Op, arrays: Sequence[Any], out: Any) -> None:
    """Say once that an operator has no form for these storage types."""
    key = (op.name, *stypes(arrays))
    if key in _told or not lookup("MXNET_STORAGE_FALLBACK_LOG_VERBOSE"):
        return
    _told.add(key)
    _logger.warning(
        "Storage type fallback: %s has no form for arrays stored as (%s), so they are made dense, which takes memory "
        "and time. MXNET_STORAGE_FALLBACK_LOG_VERBOSE=0 silences this.",
        op.name,
        ", ".join(stypes(arrays)),
    )
