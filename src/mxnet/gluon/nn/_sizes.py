"""Sizes and layouts of windows."""

from collections.abc import Sequence
from typing import Any

from mxnet.base import numeric_types

Size = int | Sequence[int]


def each(size: Size, count: int, name: str) -> tuple[int, ...]:
    """A size for each dimension."""
    if isinstance(size, numeric_types):
        return (size,) * count  # type: ignore[return-value]
    if len(size) != count:
        raise AssertionError(f"{name} must be a number or a list of {count} ints, but got {size}")
    return tuple(size)


def check_layout(layout: str, known: tuple[str, ...], what: str) -> None:
    if layout not in known:
        raise AssertionError(
            f"Only supports {' and '.join(repr(k) for k in known)} layout for {what}, but got {layout!r}"
        )


def described(layer: Any, geometry: dict[str, Any], weight: tuple[int, ...], bias: Any) -> str:
    """What a layer that convolves is called in print: its channels, and what of its geometry is not the usual."""
    parts = [f"{weight[1] or None} -> {weight[0]}"]
    parts += [f"{name}={geometry[key]}" for name, key in (("kernel_size", "kernel"), ("stride", "stride"))]
    count = len(geometry["kernel"])
    usual = {"padding": ("pad", (0,) * count), "dilation": ("dilate", (1,) * count), "groups": ("num_group", 1)}
    parts += [f"{name}={geometry[key]}" for name, (key, value) in usual.items() if geometry[key] != value]
    parts += ["bias=False"] if bias is None else []
    parts += [repr(layer.act)] if layer.act else []
    return f"{type(layer).__name__}({', '.join(parts)})"
