"""Rows for ``mxnet._ops.layers``."""

from typing import Any

import numpy as np
from scipy import special

from tests.ops.spec import Spec


def fully_connected(
    x: np.ndarray, weight: np.ndarray, bias: np.ndarray | float = 0.0, *, flatten: bool = True, **attrs: Any
) -> np.ndarray:
    return (x.reshape(len(x), -1) if flatten else x) @ weight.T + bias


ACTIVATIONS = {
    "relu": lambda x: np.maximum(x, 0),
    "sigmoid": special.expit,
    "softrelu": lambda x: np.logaddexp(x, 0),
    "softsign": lambda x: x / (1 + abs(x)),
    "tanh": np.tanh,
}
ALPHA, SCALE = 1.6732632423543772, 1.0507009873554805


def leaky_relu(x: np.ndarray, gamma: np.ndarray | None = None, *, act_type: str, slope: float = 0.25) -> np.ndarray:
    return {
        "leaky": lambda: np.where(x > 0, x, slope * x),
        "elu": lambda: np.where(x > 0, x, slope * np.expm1(x)),
        "selu": lambda: SCALE * np.where(x > 0, x, ALPHA * np.expm1(x)),
        "gelu": lambda: x * special.ndtr(x),
        "rrelu": lambda: np.where(x > 0, x, (0.125 + 0.334) / 2 * x),
        "prelu": lambda: np.where(x > 0, x, x * (gamma[:, None] if x.ndim == 3 else gamma)),
    }[act_type]()


def random_slopes(out: np.ndarray, slopes: np.ndarray) -> None:
    assert slopes.min() >= 0.124
    assert slopes.max() <= 0.335
    assert np.ptp(slopes) > 0.05


def softmax(
    x: np.ndarray, length: np.ndarray | None = None, *, axis: int = -1, temperature: float = 1, **_: Any
) -> Any:
    if length is None:
        return special.softmax(x / temperature, axis)
    inside = np.indices(x.shape)[axis] < np.expand_dims(length, axis)
    powers = np.exp(x / temperature) * inside
    return powers / np.maximum(powers.sum(axis, keepdims=True), 1e-30)


def log_softmax(x: np.ndarray, *, axis: int = -1, temperature: float = 1, **_: Any) -> np.ndarray:
    return special.log_softmax(x / temperature, axis)


def softmax_activation(x: np.ndarray, *, mode: str = "instance") -> np.ndarray:
    return special.softmax(x, 1 if mode == "channel" else -1)


def dropped(p: float, along: int | None = None) -> Any:
    """Every element is zero or the data (ones) over 1 - p, about p of them zero, alike along an axis."""

    def check(out: np.ndarray) -> None:
        assert np.isclose(out, 0).sum() + np.isclose(out, 1 / (1 - p), rtol=1e-3).sum() == out.size
        assert abs((out == 0).mean() - p) < 0.1
        if along is not None:
            assert (out == out.take([0], along)).all()

    return check


def some_dropped(out: np.ndarray) -> None:
    assert 0.2 < (out == 0).mean() < 0.4


def nearest(*data: np.ndarray, scale: int, multi_input_mode: str = "concat", **_: Any) -> np.ndarray:
    height = data[0].shape[2] * scale
    large = [d.repeat(height // d.shape[2], 2).repeat(height // d.shape[2], 3) for d in data]
    return np.concatenate(large, 1) if multi_input_mode == "concat" else sum(large)


ONES = np.ones((40, 50), np.float32)
LENGTHS = np.array([[2, 0, 3], [1, 3, 2]], np.int32)
UP = {"scale": 2, "sample_type": "nearest"}
BILINEAR = [
    # From MXNet: scale 2 and 3 with weights of ones.
    [[0, 1, 1, 1], [2, 6, 6, 4], [2, 6, 6, 4], [2, 5, 5, 3]],
    [[0, 0, 1, 1, 1, 1]] * 2 + [[2, 2, 6, 6, 4, 4]] * 2 + [[2, 2, 5, 5, 3, 3]] * 2,
]


def interpolate(x: np.ndarray, height: int, width: int, align: bool = True) -> np.ndarray:
    """Linear interpolation along rows, then columns."""
    for axis, target in ((2, height), (3, width)):
        size = x.shape[axis]
        if size == target:
            continue
        index = np.arange(target)
        places = index * (size - 1) / max(target - 1, 1) if align else ((index + 0.5) * size / target - 0.5).clip(0)
        x = np.apply_along_axis(lambda line, p=places, n=size: np.interp(p, np.arange(n), line), axis, x)
    return x


def _resize(rows: int, columns: int, align: bool = True, **attrs: Any) -> Spec:
    """A case that must give this many rows and columns."""
    shape = (1, 2, 3, 5)
    attrs.setdefault("align_corners", align)
    inputs = [shape, (1, 1, rows, columns)] if attrs.get("mode") == "like" else [shape]
    return Spec(
        "_contrib_BilinearResize2D",
        inputs,
        attrs,
        expected=lambda x, *like, **_: interpolate(x, rows, columns, align),
        wrt=[0],
    )


def adaptive(x: np.ndarray, *, output_size: tuple = (1, 1)) -> np.ndarray:
    height, width = output_size
    out = np.zeros((*x.shape[:2], height, width))
    for i in range(height):
        for j in range(width):
            rows = slice(i * x.shape[2] // height, -(-(i + 1) * x.shape[2] // height))
            columns = slice(j * x.shape[3] // width, -(-(j + 1) * x.shape[3] // width))
            out[..., i, j] = x[..., rows, columns].mean((2, 3))
    return out


SPECS = [
    Spec("FullyConnected", [(2, 3, 2), (4, 6), (4,)], {"num_hidden": 4}, expected=fully_connected),
    Spec("FullyConnected", [(2, 3), (4, 3)], {"num_hidden": 4, "no_bias": True}, expected=fully_connected, grad=2),
    Spec("FullyConnected", [(2, 3, 2), (4, 2), (4,)], {"num_hidden": 4, "flatten": False}, expected=fully_connected),
    *(
        Spec("Activation", [(3, 4)], {"act_type": a}, expected=lambda x, act_type: ACTIVATIONS[act_type](x))
        for a in ACTIVATIONS
    ),
    *(
        Spec("LeakyReLU", [(3, 4)], {"act_type": a}, expected=leaky_relu)
        for a in ("leaky", "elu", "selu", "gelu", "rrelu")
    ),
    Spec("LeakyReLU", [(3, 4)], {"act_type": "elu", "slope": 0.5}, expected=leaky_relu),
    Spec("LeakyReLU", [(2, 3, 4), (3,)], {"act_type": "prelu"}, expected=leaky_relu),
    Spec("LeakyReLU", [(4, 3), (1,)], {"act_type": "prelu"}, expected=leaky_relu),
    Spec("LeakyReLU", [(20, 20)], {"act_type": "rrelu"}, check=random_slopes, grad=0, train=True),
    Spec("softmax", [(2, 3)], expected=softmax, grad=2),
    Spec("softmax", [(2, 3, 4)], {"axis": 1, "temperature": 0.5}, expected=softmax),
    Spec("softmax", [(2, 4, 3), LENGTHS], {"axis": 1, "use_length": True}, expected=softmax),
    Spec("softmax", [(2, 3, 4), LENGTHS], {"use_length": True, "temperature": 2.0}, expected=softmax),
    Spec("softmax", [(2, 3)], {"dtype": "float32"}, expected=softmax, grad=0),
    Spec("softmin", [(2, 3)], {"temperature": 2.0}, expected=lambda x, **a: softmax(-x, **a)),
    Spec("log_softmax", [(2, 3)], {"axis": 0}, expected=log_softmax, grad=2),
    Spec("log_softmax", [(2, 3)], {"temperature": 0.5}, expected=log_softmax),
    Spec("SoftmaxActivation", [(2, 3)], expected=softmax_activation),
    Spec("SoftmaxActivation", [(2, 3, 2)], {"mode": "channel"}, expected=softmax_activation),
    Spec("Dropout", [ONES], {"p": 0.3}, check=dropped(0.3), train=True, grad=0, dtypes=("float32",)),
    Spec("Dropout", [ONES], {"p": 0.6, "mode": "always"}, check=dropped(0.6), grad=0, dtypes=("float32",)),
    Spec("Dropout", [ONES], {"axes": (0,)}, check=dropped(0.5, 0), train=True, grad=0, dtypes=("float32",), id="axes"),
    Spec("Dropout", [(3, 4)], {"p": 0.3}, expected=lambda x, **_: x, id="predict"),
    Spec("Dropout", [(20, 10)], {"p": 0.3}, check=some_dropped, train=True, low=0.5, id="gradient"),
    Spec("UpSampling", [(1, 2, 2, 3)], {**UP, "num_args": 1}, expected=nearest),
    Spec("UpSampling", [(1, 2, 2, 2), (1, 1, 1, 1)], {**UP, "num_args": 2}, expected=nearest),
    Spec(
        "UpSampling",
        [(1, 2, 2, 2), (1, 2, 4, 4)],
        {**UP, "num_args": 2, "multi_input_mode": "sum"},
        expected=nearest,
    ),
    *(
        Spec(
            "UpSampling",
            [np.arange(4.0).reshape(1, 1, 2, 2), np.ones((1, 1, side, side))],
            {"scale": scale, "sample_type": "bilinear", "num_filter": 1, "num_args": 2},
            expected=[np.array([[values]])],
            dtypes=("float64",),
        )
        for scale, side, values in zip((2, 3), (4, 5), BILINEAR, strict=True)
    ),
    _resize(4, 7, height=4, width=7),
    _resize(4, 7, align=False, height=4, width=7),
    _resize(2, 2, align=False, height=2, width=2),
    _resize(1, 1, height=1, width=1),
    _resize(6, 7, scale_height=2.0, scale_width=1.5),
    _resize(4, 6, height=4, width=6, scale_width=2.0),
    _resize(5, 7, mode="odd_scale", scale_height=2.0, scale_width=1.5),
    _resize(2, 3, mode="odd_scale", scale_height=0.5, scale_width=0.5),
    _resize(2, 4, mode="to_even_down"),
    _resize(4, 6, mode="to_even_up"),
    _resize(3, 5, mode="to_odd_up"),
    _resize(2, 3, mode="like"),
    Spec("_contrib_AdaptiveAvgPooling2D", [(1, 2, 3, 5)], {"output_size": (2, 3)}, expected=adaptive),
    Spec("_contrib_AdaptiveAvgPooling2D", [(1, 2, 4, 6)], {"output_size": (2, 3)}, expected=adaptive),
    Spec("_contrib_AdaptiveAvgPooling2D", [(1, 2, 3, 5)], {"output_size": (5, 7)}, expected=adaptive),
    Spec("_contrib_AdaptiveAvgPooling2D", [(1, 2, 3, 5)], expected=adaptive),
]
