"""Rows for ``mxnet._ops.image``; literal results are MXNet 1.9.1's, on images of a few pixels."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tests.ops.spec import Spec

GRAY = np.array([[10, 200, 30, 90], [50, 0, 250, 120], [70, 160, 20, 240]], np.float32)[:, :, None]
COLOUR = np.array([[[10, 200, 30], [90, 90, 90]], [[250, 120, 70], [0, 160, 240]]], np.float32)
ONE = ("float32",)

# By OpenCV's number of the interpolation: to 3 by 2 pixels, to 5 by 4.
RESIZED: dict[int, tuple[Sequence[Any], Sequence[Any]]] = {
    0: (
        [[10, 200, 30], [50, 0, 250]],
        [[10, 10, 200, 30, 90], [10, 10, 200, 30, 90], [50, 50, 0, 250, 120], [70, 70, 160, 20, 240]],
    ),
    1: (
        [[41.6667, 117.5, 95.4167], [74.1667, 98.75, 187.9167]],
        [
            [10, 143, 115, 48, 90],
            [35, 63, 121.25, 149.875, 108.75],
            [57.5, 59.25, 111.875, 164.125, 165],
            [70, 133, 90, 86, 240],
        ],
    ),
    2: (
        [[38.179, 130.3137, 90.8496], [74.6687, 90.3894, 193.9922]],
        [
            [-5.4601, 178.6054, 126.8062, 12.6878, 92.3201],
            [32.1066, 33.004, 136.5938, 183.6956, 89.9318],
            [63.1761, 25.7592, 113.3769, 201.539, 165.0344],
            [65.3576, 162.092, 73.8872, 53.359, 263.5044],
        ],
    ),
    3: (
        [[50.8333, 118.3333, 100.8333], [74.1667, 101.6667, 174.1667]],
        [
            [10, 152.5, 115, 45, 90],
            [36.6667, 59.1667, 121.6667, 160, 110],
            [56.6667, 54.1667, 113.3333, 170, 160],
            [70, 137.5, 90, 75, 240],
        ],
    ),
    4: (
        [[37.0796, 135.1879, 84.8462], [77.7286, 87.9096, 195.885]],
        [
            [-9.5576, 189.7168, 128.7228, -3.4223, 101.5172],
            [36.1214, 23.166, 140.6476, 189.2924, 85.0703],
            [67.4754, 18.6671, 113.7313, 209.2845, 161.1247],
            [58.5961, 179.9377, 70.2151, 40.0344, 266.8358],
        ],
    ),
}


def resized() -> list[Spec]:
    rows = []
    for interp, results in RESIZED.items():
        for size, want in zip(((3, 2), (5, 4)), results, strict=True):
            image = np.array(want)[:, :, None]
            attrs = {"size": size, "interp": interp}
            rows.append(Spec("_image_resize", [GRAY], attrs, [image], grad=0, dtypes=ONE, atol=1e-3))
            # OpenCV computes bytes in fixed point, we in float32: a level apart at most.
            bytes_, whole = GRAY.astype(np.uint8), [np.clip(np.rint(image), 0, 255)]
            rows.append(Spec("_image_resize", [bytes_], attrs, whole, grad=0, dtypes=ONE, atol=1, id="uint8"))
    return rows


def changed(name: str, factor: float, want: Any) -> list[Spec]:
    attrs = {"min_factor": factor, "max_factor": factor}
    op = f"_image_random_{name}"
    whole = [np.clip(np.floor(want), 0, 255)]
    return [
        Spec(op, [COLOUR], attrs, [np.array(want)], grad=0, dtypes=ONE, atol=1e-2),
        Spec(op, [COLOUR.astype(np.uint8)], attrs, whole, grad=0, dtypes=ONE, atol=1, id="uint8"),
    ]


def either(*choices: np.ndarray) -> Callable[..., None]:
    def check(out: np.ndarray) -> None:
        assert any(np.array_equal(out, c) for c in choices)

    return check


def shaped(*shape: int) -> Callable[..., None]:
    def check(out: np.ndarray) -> None:
        assert out.shape == shape
        assert np.all(np.abs(out) <= 1)

    return check


def jittered(out: np.ndarray) -> None:
    assert out.shape == COLOUR.shape
    assert out.dtype == np.uint8
    assert not np.array_equal(out, COLOUR)


def lighted(out: np.ndarray) -> None:
    moved = out - COLOUR
    assert np.all(np.abs(moved) < 50)
    np.testing.assert_allclose(moved, np.broadcast_to(moved[0, 0], moved.shape), atol=1e-3)
    assert np.any(moved != 0)


def to_tensor(data: np.ndarray) -> np.ndarray:
    return np.moveaxis(data, -1, -3) / 255


def normalize(data: np.ndarray, mean: Sequence[float] = (0,), std: Sequence[float] = (1,)) -> np.ndarray:
    return (data - np.reshape(mean, (-1, 1, 1))) / np.reshape(std, (-1, 1, 1))


def crop(data: np.ndarray, x: int, y: int, width: int, height: int) -> np.ndarray:
    return data[..., y : y + height, x : x + width, :]


MEAN, STD = {"mean": (0.5, 0.4, 0.3), "std": (0.2, 0.3, 0.4)}, {"mean": (0.5,), "std": (0.2,)}

SPECS = [
    Spec("_image_to_tensor", [(4, 5, 3)], {}, to_tensor, grad=0, low=0, high=255),
    Spec("_image_to_tensor", [COLOUR.astype(np.uint8)[None]], {}, to_tensor, grad=0, dtypes=ONE),
    Spec("_image_normalize", [(3, 2, 4)], MEAN, normalize),
    Spec("_image_normalize", [(2, 1, 2, 4)], STD, normalize),
    *resized(),
    Spec("_image_resize", [(1, 7, 5, 3)], {"size": 3, "keep_ratio": True}, check=shaped(1, 4, 3, 3)),
    Spec("_image_resize", [(5, 7, 3)], {"size": 3, "keep_ratio": True}, check=shaped(3, 4, 3)),
    Spec("_image_resize", [(40, 3, 1)], {"size": (3, 2), "interp": 3}, lambda a, **_: a.reshape(2, 20, 3, 1).mean(1)),
    Spec("_image_crop", [(4, 5, 3)], {"x": 1, "y": 2, "width": 3, "height": 2}, crop),
    Spec("_image_crop", [(2, 4, 5, 1)], {"x": 0, "y": 1, "width": 5, "height": 1}, crop),
    Spec("_image_flip_left_right", [(3, 4, 3)], {}, lambda a: a[:, ::-1], grad=0),
    Spec("_image_flip_top_bottom", [(3, 4, 1)], {}, lambda a: a[::-1], grad=0),
    Spec("_image_random_flip_left_right", [COLOUR], check=either(COLOUR, COLOUR[:, ::-1]), grad=0, dtypes=ONE),
    Spec("_image_random_flip_top_bottom", [COLOUR], check=either(COLOUR, COLOUR[::-1]), grad=0, dtypes=ONE),
    *changed("brightness", 0.5, COLOUR / 2),
    *changed(
        "contrast",
        0.7,
        [[[43.62, 176.62, 57.62], [99.62, 99.62, 99.62]], [[211.62, 120.62, 85.62], [36.62, 148.62, 204.62]]],
    ),
    *changed(
        "saturation",
        0.4,
        [[[6.052, 82.052, 14.052], [42.156, 42.156, 42.156]], [[104.788, 52.788, 32.788], [16.416, 80.416, 112.416]]],
    ),
    *changed("hue", 0.15, [[[10, 199, 200], [90, 90, 90]], [[218, 250, 70], [56, 0, 240]]]),
    *changed("hue", 0.8, [[[200, 182, 10], [90, 90, 90]], [[250, 70, 236], [0, 240, 32]]]),
    Spec(
        "_image_random_color_jitter",
        [COLOUR.astype(np.uint8)],
        {"brightness": 0.3, "contrast": 0.3, "saturation": 0.3, "hue": 0.1},
        check=jittered,
        grad=0,
        dtypes=ONE,
    ),
    Spec(
        "_image_random_color_jitter",
        [COLOUR],
        {"brightness": 0, "contrast": 0, "saturation": 0, "hue": 0},
        [COLOUR],
        grad=0,
        dtypes=ONE,
    ),
    Spec(
        "_image_adjust_lighting",
        [COLOUR],
        {"alpha": (0.1, 0.2, -0.3)},
        [COLOUR + np.array([-2.5959, -2.9451, -4.0476])],
        grad=0,
        dtypes=ONE,
        atol=1e-3,
    ),
    Spec("_image_random_lighting", [COLOUR], {"alpha_std": 0.1}, check=lighted, grad=0, dtypes=ONE),
]
