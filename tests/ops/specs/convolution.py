"""Rows for ``mxnet._ops.convolution``."""

import itertools
from typing import Any

import numpy as np

from tests.ops.spec import Spec

CHANNELS_LAST = {"NWC", "NHWC", "NDHWC"}


def _first(array: np.ndarray, layout: str | None) -> np.ndarray:
    """Channels moved to the second place."""
    return np.moveaxis(array, -1, 1) if layout in CHANNELS_LAST else array


def _back(array: np.ndarray, layout: str | None) -> np.ndarray:
    return np.moveaxis(array, 1, -1) if layout in CHANNELS_LAST else array


def _taps(kernel: tuple, stride: tuple, dilate: tuple, outs: tuple) -> Any:
    """Each kernel position with the slices of the padded input that it meets."""
    for tap in itertools.product(*map(range, kernel)):
        starts = [t * d for t, d in zip(tap, dilate, strict=True)]
        yield tap, tuple(slice(a, a + (n - 1) * s + 1, s) for a, n, s in zip(starts, outs, stride, strict=True))


def convolve(
    data: np.ndarray,
    weight: np.ndarray,
    bias: np.ndarray | None = None,
    *,
    kernel: tuple,
    num_filter: int,
    stride: tuple = (),
    dilate: tuple = (),
    pad: tuple = (),
    num_group: int = 1,
    layout: str | None = None,
    no_bias: bool = False,
) -> np.ndarray:
    x, w = _first(data, layout), _first(weight, layout)
    ones = (1,) * len(kernel)
    stride, dilate, pad = stride or ones, dilate or ones, pad or (0,) * len(kernel)
    x = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in pad)])
    outs = tuple((n - d * (k - 1) - 1) // s + 1 for n, k, s, d in zip(x.shape[2:], kernel, stride, dilate, strict=True))
    out = np.zeros((x.shape[0], num_group, num_filter // num_group, *outs))
    grouped = x.reshape(x.shape[0], num_group, -1, *x.shape[2:])
    w = w.reshape(num_group, num_filter // num_group, -1, *kernel)
    for tap, places in _taps(kernel, stride, dilate, outs):
        out += np.einsum("ngc...,gfc->ngf...", grouped[(..., *places)], w[(..., *tap)])
    out = out.reshape(x.shape[0], num_filter, *outs)
    if bias is not None:
        out += bias.reshape(-1, *ones)
    return _back(out, layout)


def deconvolve(
    data: np.ndarray,
    weight: np.ndarray,
    bias: np.ndarray | None = None,
    *,
    kernel: tuple,
    num_filter: int,
    stride: tuple = (),
    dilate: tuple = (),
    pad: tuple = (),
    adj: tuple = (),
    target_shape: tuple = (),
    num_group: int = 1,
    layout: str | None = None,
    no_bias: bool = True,
) -> np.ndarray:
    x, w = _first(data, layout), _first(weight, layout)
    ones, zeros = (1,) * len(kernel), (0,) * len(kernel)
    stride, dilate, pad, adj = stride or ones, dilate or ones, pad or zeros, adj or zeros
    ins = x.shape[2:]
    full = [s * (n - 1) + d * (k - 1) + 1 for n, k, s, d in zip(ins, kernel, stride, dilate, strict=True)]
    if target_shape:
        pad = tuple((f - t + 1) // 2 for f, t in zip(full, target_shape, strict=True))
        adj = tuple((f - t) % 2 for f, t in zip(full, target_shape, strict=True))
    scattered = np.zeros(
        (x.shape[0], num_group, num_filter // num_group, *(f + a for f, a in zip(full, adj, strict=True)))
    )
    grouped = x.reshape(x.shape[0], num_group, -1, *ins)
    w = w.reshape(num_group, -1, num_filter // num_group, *kernel)
    for tap, places in _taps(kernel, stride, dilate, ins):
        scattered[(..., *places)] += np.einsum("ngc...,gcf->ngf...", grouped, w[(..., *tap)])
    cut = tuple(slice(p, n - p) for p, n in zip(pad, scattered.shape[3:], strict=True))
    out = scattered[(..., *cut)]
    out = out.reshape(x.shape[0], num_filter, *out.shape[3:])
    if bias is not None:
        out = out + bias.reshape(-1, *ones)
    return _back(out, layout)


def _conv(*shapes: tuple, **attrs: Any) -> Spec:
    attrs.setdefault("no_bias", len(shapes) == 2)
    return Spec("Convolution", shapes, attrs, expected=convolve, rtol=1e-5, atol=1e-6)


def _deconv(*shapes: tuple, **attrs: Any) -> Spec:
    if len(shapes) == 3:
        attrs["no_bias"] = False
    return Spec("Deconvolution", shapes, attrs, expected=deconvolve)


SPECS = [
    _conv((2, 3, 5), (4, 3, 2), (4,), kernel=(2,), num_filter=4),
    _conv((2, 4, 6), (4, 2, 3), kernel=(3,), num_filter=4, num_group=2, stride=(2,), pad=(1,), dilate=(2,)),
    _conv((1, 6, 4), (3, 2, 4), kernel=(2,), num_filter=3, layout="NWC"),
    _conv((2, 3, 5, 4), (4, 3, 3, 2), (4,), kernel=(3, 2), num_filter=4, stride=(2, 1), pad=(1, 0)),
    _conv((1, 4, 6, 6), (4, 1, 3, 3), kernel=(3, 3), num_filter=4, num_group=4, pad=(2, 2), dilate=(2, 2)),
    _conv((1, 5, 5, 4), (6, 2, 2, 2), (6,), kernel=(2, 2), num_filter=6, num_group=2, layout="NHWC"),
    _conv((1, 2, 3, 4, 3), (3, 2, 2, 2, 2), (3,), kernel=(2, 2, 2), num_filter=3, stride=(1, 2, 1), pad=(0, 1, 1)),
    _conv((1, 3, 4, 3, 2), (3, 2, 2, 2, 2), kernel=(2, 2, 2), num_filter=3, layout="NDHWC"),
    Spec(
        "Convolution_v1",
        [(1, 2, 5, 5), (3, 2, 2, 2), (3,)],
        {"kernel": (2, 2), "num_filter": 3, "dilate": (2, 2), "pad": (1, 0)},
        expected=convolve,
    ),
    _deconv((1, 2, 3), (2, 3, 3), kernel=(3,), num_filter=3, stride=(2,), pad=(1,), adj=(1,)),
    _deconv((1, 4, 3), (4, 2, 2), (4,), kernel=(2,), num_filter=4, num_group=2, stride=(2,)),
    _deconv((2, 3, 3, 2), (3, 2, 2, 3), (2,), kernel=(2, 3), num_filter=2, stride=(2, 1), pad=(0, 1)),
    _deconv((1, 4, 2, 2), (4, 3, 2, 2), kernel=(2, 2), num_filter=6, num_group=2, stride=(2, 2)),
    _deconv((1, 1, 3, 3), (1, 1, 3, 3), kernel=(3, 3), num_filter=1, stride=(2, 2), target_shape=(6, 5)),
    _deconv((1, 2, 2, 3), (2, 1, 2, 2), kernel=(2, 2), num_filter=1, dilate=(2, 1)),
    _deconv((1, 2, 3, 4), (4, 2, 2, 3), (6,), kernel=(2, 2), num_filter=6, num_group=2, stride=(2, 2), layout="NHWC"),
    _deconv((1, 2, 2, 3, 2), (2, 2, 2, 2, 2), kernel=(2, 2, 2), num_filter=2, stride=(2, 1, 2), pad=(1, 0, 0)),
]
