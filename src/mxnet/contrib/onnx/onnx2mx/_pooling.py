"""Pooling over windows and over whole images."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._layers import margins, padded
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol

_TYPES = {"MaxPool": "max", "AveragePool": "avg", "LpPool": "lp"}
_GLOBAL = {"GlobalMaxPool": "max", "GlobalAveragePool": "avg", "GlobalLpPool": "lp"}


@imports(*_GLOBAL)
def whole(m: Importer, x: OnnxValue, *, p: int = 2) -> Symbol:
    kind = _GLOBAL[m._node.op_type]
    if kind == "lp":
        return _lp(m, x.sym, p, lambda data, **how: m.call("Pooling", data, global_pool=True, kernel=(1, 1), **how))
    return m.call("Pooling", x, global_pool=True, kernel=(1, 1), pool_type=kind)


def _lp(m: Importer, data: Symbol, p: int, pool: Callable[..., Symbol]) -> Symbol:
    """The p-norm of windows; MXNet's has no absolute values, which matters where p is odd."""
    if p == 2:
        return pool(data, pool_type="lp", p_value=2)
    powers = m.call("_power_scalar", m.call("abs", data), scalar=float(p))
    return m.call("_power_scalar", pool(powers, pool_type="sum"), scalar=1 / p)


@imports(*_TYPES)
def pooling(
    m: Importer,
    x: OnnxValue,
    *,
    kernel_shape: Sequence[int],
    strides: Sequence[int] = (),
    dilations: Sequence[int] = (),
    pads: Any = None,
    auto_pad: str = "",
    ceil_mode: int = 0,
    count_include_pad: int = 0,
    p: int = 2,
    **_: Any,
) -> Symbol:
    kind, kernel = _TYPES[m._node.op_type], tuple(kernel_shape)
    stride = tuple(strides) or (1,) * len(kernel)
    if any(d != 1 for d in dilations) or len(m.outputs()) > 1:
        raise m.fail("windows without gaps, and one output", f"{dilations=}, outputs {m.outputs()}")
    before, after = margins(m, x, kernel, stride, (1,) * len(kernel), pads, auto_pad)
    if kind == "lp":
        if ceil_mode:
            raise m.fail("ceil_mode=0", f"{ceil_mode=}")
        data = x.sym if not any((*before, *after)) else padded(m, x, [0, 0, *before], [0, 0, *after])
        return _lp(m, data, p, lambda data, **how: m.call("Pooling", data, kernel=kernel, stride=stride, **how))
    attrs = {"kernel": kernel, "stride": stride, "pool_type": kind}
    if before == after:
        convention = "full" if ceil_mode else "valid"
        include = bool(count_include_pad) if kind == "avg" else None
        return m.call(
            "Pooling", x, pad=tuple(before), pooling_convention=convention, count_include_pad=include, **attrs
        )
    if ceil_mode:
        raise m.fail("ceil_mode=0 where pads differ", f"{pads=}, {ceil_mode=}")
    if kind == "max" and _as_full(x, kernel, stride, before, after):
        return m.call("Pooling", x, pad=tuple(before), pooling_convention="full", **attrs)
    around = [0, 0, *before], [0, 0, *after]
    lowest = float(np.finfo(np.float32).min)
    made = m.call("Pooling", padded(m, x, *around, value=lowest if kind == "max" else 0), **attrs)
    if kind != "avg" or count_include_pad:
        return made
    share = m.call("Pooling", padded(m, m.call("ones_like", x), *around), **attrs)
    return m.call("broadcast_div", made, share)


def _as_full(
    x: OnnxValue, kernel: Sequence[int], stride: Sequence[int], before: Sequence[int], after: Sequence[int]
) -> bool:
    """Whether MXNet's convention "full" gives the same windows: as many, and none that lies beyond."""
    sizes = x.shape[2:] if x.shape is not None else (None,)
    if None in sizes:
        return False
    for n, k, s, low, high in zip(sizes, kernel, stride, before, after, strict=True):
        assert n is not None
        if -(-(n + 2 * low - k) // s) != (n + low + high - k) // s or high < low:
            return False
    return True
