"""Rows for ``mxnet._ops.pooling``."""

import itertools
from typing import Any

import numpy as np

from tests.ops.spec import Spec


def pool(
    data: np.ndarray,
    *,
    kernel: tuple = (),
    pool_type: str = "max",
    global_pool: bool = False,
    pooling_convention: str = "valid",
    stride: tuple = (),
    pad: tuple = (),
    p_value: int | None = None,
    count_include_pad: bool | None = None,
    layout: str | None = None,
) -> np.ndarray:
    last = layout in ("NWC", "NHWC", "NDHWC")
    x = np.moveaxis(data, -1, 1) if last else data
    sizes = x.shape[2:]
    if global_pool:
        kernel, stride, pad = sizes, (), ()
    stride, pad = stride or (1,) * len(sizes), pad or (0,) * len(sizes)
    outs = []
    for n, k, s, p in zip(sizes, kernel, stride, pad, strict=True):
        steps = (n + 2 * p - k) / s
        outs.append(
            {"valid": int(steps) + 1, "full": int(np.ceil(steps)) + 1, "same": int(np.ceil(n / s))}[pooling_convention]
        )
    out = np.zeros((*x.shape[:2], *outs))
    for place in itertools.product(*map(range, outs)):
        starts = [i * s - p for i, s, p in zip(place, stride, pad, strict=True)]
        ends = [min(a + k, n + p) for a, k, n, p in zip(starts, kernel, sizes, pad, strict=True)]
        padded = np.prod([b - a for a, b in zip(starts, ends, strict=True)])
        window = x[(..., *(slice(max(a, 0), b) for a, b in zip(starts, ends, strict=True)))]
        flat = window.reshape(*x.shape[:2], -1)
        powers = (flat ** (p_value or 1)).sum(-1)
        out[(..., *place)] = {
            "max": flat.max(-1),
            "sum": flat.sum(-1),
            "avg": flat.sum(-1) / (flat.shape[-1] if count_include_pad is False else padded),
            "lp": np.sign(powers) * abs(powers) ** (1 / (p_value or 1)),
        }[pool_type]
    return np.moveaxis(out, 1, -1) if last else out


def pool_v1(
    data: np.ndarray, *, pad: tuple = (0, 0), pool_type: str = "max", kernel: tuple, **attrs: Any
) -> np.ndarray:
    x = np.pad(data, [(0, 0), (0, 0), *((p, p) for p in pad)])
    out = pool(x, kernel=kernel, pool_type="sum" if pool_type == "avg" else pool_type, **attrs)
    return out / np.prod(kernel) if pool_type == "avg" else out


def _pool(shape: tuple, **attrs: Any) -> Spec:
    return Spec("Pooling", [shape], attrs, expected=pool)


_WINDOW = {"kernel": (3, 2), "stride": (2, 1), "pad": (1, 0)}
_RAGGED = {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1), "pooling_convention": "full"}

SPECS = [
    _pool((2, 2, 5, 4), **_WINDOW),
    _pool((2, 5, 4, 3), layout="NHWC", **_WINDOW),
    _pool((1, 2, 4, 4), **_RAGGED),
    _pool((1, 2, 4, 4), pool_type="avg", **_WINDOW),
    _pool((1, 2, 4, 4), pool_type="avg", count_include_pad=False, **_WINDOW),
    _pool((1, 2, 4, 4), pool_type="avg", **_RAGGED),
    _pool((1, 2, 4, 4), pool_type="avg", count_include_pad=False, **_RAGGED),
    _pool((1, 2, 4, 4), pool_type="sum", **_RAGGED),
    _pool((1, 2, 4, 4), pool_type="lp", p_value=1, **_WINDOW),
    _pool((1, 2, 4, 4), pool_type="lp", p_value=2, **_WINDOW),
    Spec("Pooling", [(1, 2, 4, 4)], {"pool_type": "lp", "p_value": 3, **_WINDOW}, expected=pool, low=0.2),
    _pool((2, 3, 4), kernel=(2,), pool_type="avg"),
    _pool((2, 4, 3), kernel=(2,), stride=(2,), layout="NWC"),
    _pool((1, 1, 7), kernel=(3,), stride=(2,), pooling_convention="same"),
    _pool((1, 1, 7), kernel=(3,), stride=(2,), pool_type="avg", pooling_convention="same"),
    _pool((1, 2, 3, 4, 3), kernel=(2, 2, 2), pool_type="avg", stride=(1, 2, 1)),
    _pool((1, 3, 4, 3, 2), kernel=(2, 2, 2), layout="NDHWC"),
    *(_pool((2, 3, 4, 2), global_pool=True, pool_type=t) for t in ("max", "avg", "sum")),
    _pool((2, 4, 2, 3), global_pool=True, layout="NHWC"),
    _pool((2, 3, 5), global_pool=True, pool_type="lp", p_value=2),
    *(
        Spec(
            "Pooling_v1", [(1, 2, 4, 4)], {"pool_type": t, "kernel": (3, 3), "stride": (2, 2), **more}, expected=pool_v1
        )
        for t in ("max", "avg", "sum")
        for more in ({"pad": (1, 1)}, {"pooling_convention": "full"})
    ),
]
