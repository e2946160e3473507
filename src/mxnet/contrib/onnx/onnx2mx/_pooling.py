"""Pooling over windows and over whole images."""

from collections.abc import Callable
from typing import Any

from mxnet.contrib.onnx.onnx2mx._graph import Importer, Ints, MaybeValue, OnnxValue
from mxnet.contrib.onnx.onnx2mx._layers import read_window
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol

_TYPES = {"MaxPool": "max", "AveragePool": "avg", "LpPool": "lp"}
_GLOBAL = {"GlobalMaxPool": "max", "GlobalAveragePool": "avg", "GlobalLpPool": "lp"}


@imports(*_GLOBAL)
def whole(m: Importer, x: OnnxValue, *, p: int = 2) -> Symbol:
    kind = _GLOBAL[m.kind]
    if kind == "lp":
        return _lp(m, x.sym, p, lambda data, **how: m.call("Pooling", data, global_pool=True, kernel=(1, 1), **how))
    return m.call("Pooling", x, global_pool=True, kernel=(1, 1), pool_type=kind)


def _lp(m: Importer, data: Symbol, p: int, pool: Callable[..., Symbol]) -> Symbol:
    """The p-norm of windows; MXNet's has no absolute values, which matters where p is odd."""
    if p == 2:
        return pool(data, pool_type="lp", p_value=2)
    powers = m.call("_power_scalar", m.call("abs", data), scalar=float(p))
    return m.call("_power_scalar", pool(powers, pool_type="sum"), scalar=1 / p)


@imports("MaxPool")
def max_pooling(m: Importer, x: OnnxValue, *, storage_order: int = 0, **how: Any) -> Symbol | list[Symbol]:
    if len(m.outputs()) == 1:
        return pooling(m, x, **how)
    ceil, columns = bool(how.pop("ceil_mode", 0)), bool(storage_order)
    return list(m.call("_onnx_max_pool_places", x, ceil=ceil, columns=columns, **_window(m, x, **how)))


@imports("AveragePool", "LpPool")
def pooling(
    m: Importer, x: OnnxValue, *, ceil_mode: int = 0, count_include_pad: int = 0, p: int = 2, **where: Any
) -> Symbol:
    kind = _TYPES[m.kind]
    kernel, stride, dilate, before, after = read_window(m, x, (), **where)
    plain = kind != "lp" and not ceil_mode and before == after and set(dilate) == {1} and len(kernel) <= 3
    if plain and x.dtype.startswith("float"):
        include = bool(count_include_pad) if kind == "avg" else None
        return m.call(
            "Pooling", x, kernel=kernel, stride=stride, pad=tuple(before), pool_type=kind, count_include_pad=include
        )
    if kind == "max" and not ceil_mode and set(dilate) == {1} and _as_full(x, kernel, stride, before, after):
        return m.call(
            "Pooling", x, kernel=kernel, stride=stride, pad=tuple(before), pool_type=kind, pooling_convention="full"
        )
    return m.call(
        "_onnx_pool", x, kind=kind, ceil=bool(ceil_mode), include=bool(count_include_pad), p=p, **_window(m, x, **where)
    )


def _window(m: Importer, x: OnnxValue, kernel: Ints = (), **where: Any) -> dict[str, Any]:
    """A window as the operators of ``_ops.onnx_windows`` take it."""
    sizes, stride, dilate, before, after = read_window(m, x, kernel, **where)
    return {"kernel": sizes, "stride": stride, "dilate": dilate, "pads": (*before, *after)}


@imports("MaxUnpool")
def max_unpool(m: Importer, x: OnnxValue, places: OnnxValue, target: MaybeValue = None, **where: Any) -> Symbol:
    sizes = () if target is None else tuple(m.integers(target, "output_shape"))
    window = _window(m, x, **where)
    del window["dilate"]  # it has none
    return m.call("_onnx_max_unpool", x, places, target=sizes, **window)


@imports("Col2Im")
def col2im(m: Importer, x: OnnxValue, image: OnnxValue, block: OnnxValue, **where: Any) -> Symbol:
    sizes, kernel = (tuple(m.integers(v, name)) for v, name in ((image, "image_shape"), (block, "block_shape")))
    window = _window(m, x, kernel, **where)
    return m.call("_onnx_col2im", x, image=sizes, block=window.pop("kernel"), **window)


def _as_full(x: OnnxValue, kernel: Ints, stride: Ints, before: Ints, after: Ints) -> bool:
    """Whether MXNet's convention "full" gives the same windows: as many, and none that lies beyond."""
    sizes = x.shape[2:] if x.shape is not None else (None,)
    if None in sizes:
        return False
    for n, k, s, low, high in zip(sizes, kernel, stride, before, after, strict=True):
        assert n is not None
        if -(-(n + 2 * low - k) // s) != (n + low + high - k) // s or high < low:
            return False
    return True
