"""Sums, means, norms and extremes."""

from collections.abc import Callable
from typing import Any

from mxnet.contrib.onnx.onnx2mx._graph import Importer, MaybeValue, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import IMPORTERS
from mxnet.onnx._tables import REDUCE
from mxnet.symbol import Symbol

Reduction = Callable[[Importer, Symbol, dict[str, Any]], Symbol]


def _log_sum_exp(m: Importer, x: Symbol, over: dict[str, Any]) -> Symbol:
    top = m.call("max", x, **{**over, "keepdims": True})
    total = m.call("sum", m.call("exp", m.call("broadcast_sub", x, top)), **over)
    return m.call("log", total) + (top if over["keepdims"] else m.call("max", x, **over))


def _same(op: str) -> Reduction:
    return lambda m, x, over: m.call(op, x, **over)


_REDUCTIONS: dict[str, Reduction] = {
    **{onnx: _same(op) for op, onnx in REDUCE.items()},
    "ReduceL1": lambda m, x, over: m.call("norm", x, ord=1, **over),
    "ReduceL2": lambda m, x, over: m.call("norm", x, ord=2, **over),
    "ReduceLogSum": lambda m, x, over: m.call("log", m.call("sum", x, **over)),
    "ReduceLogSumExp": _log_sum_exp,
    "ReduceSumSquare": lambda m, x, over: m.call("sum", m.call("square", x), **over),
}


_NAMES = {
    "ReduceSum": "sum",
    "ReduceMean": "mean",
    "ReduceProd": "prod",
    "ReduceMax": "max",
    "ReduceMin": "min",
    "ReduceL1": "l1",
    "ReduceL2": "l2",
    "ReduceLogSum": "log_sum",
    "ReduceLogSumExp": "log_sum_exp",
    "ReduceSumSquare": "sum_square",
}


def _converter(reduction: Reduction, name: str) -> Callable[..., Symbol]:
    def convert(
        m: Importer,
        x: OnnxValue,
        axes_in: MaybeValue = None,
        *,
        axes: Any = None,
        keepdims: int = 1,
        noop_with_empty_axes: int = 0,
    ) -> Symbol:
        if axes_in is not None and axes_in.array is None:
            return m.call(
                "_onnx_reduce", x, axes_in, kind=name, keepdims=bool(keepdims), noop=bool(noop_with_empty_axes)
            )
        wanted = m.integers(axes_in, "axes") if axes_in is not None else axes
        if not wanted and noop_with_empty_axes:
            return m.call("identity", x)
        over = {"axis": tuple(wanted) if wanted else None, "keepdims": bool(keepdims)}
        if not x.dtype.startswith(("float", "bfloat")) or x.shape is None or 0 in x.shape or not x.shape:
            return m.call("_onnx_reduce_static", x, kind=name, **over)
        return reduction(m, x.sym, over)

    return convert


for _kind, _reduction in _REDUCTIONS.items():
    IMPORTERS[_kind] = _converter(_reduction, _NAMES[_kind])
