"""Images: gradients that MXNet copies through, randomness and errors."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

IMAGE = np.arange(24, dtype=np.float32).reshape(2, 4, 3) * 10
FACTORS = {"min_factor": 0.2, "max_factor": 0.6}
JITTER = {"brightness": 0.3, "contrast": 0.3, "saturation": 0.3, "hue": 0.3}


def run(name: str, image: Any, seed: int = 0, **attrs: Any) -> jax.Array:
    op = OPS[f"_image_{name}"]
    key = {"key": jax.random.key(seed)} if op.needs_key else {}
    return op.function(jnp.asarray(image), **op.parse(attrs), **key)


@pytest.mark.parametrize(
    ("name", "attrs"),
    [
        ("flip_left_right", {}),
        ("random_flip_top_bottom", {}),
        ("random_brightness", FACTORS),
        ("random_contrast", FACTORS),
        ("random_saturation", FACTORS),
        ("random_hue", FACTORS),
        ("random_color_jitter", JITTER),
        ("adjust_lighting", {"alpha": (0.1, 0.2, 0.3)}),
        ("random_lighting", {}),
    ],
)
def test_augmentations_copy_the_gradient(name: str, attrs: dict) -> None:
    head = jnp.arange(24, dtype=jnp.float32).reshape(2, 4, 3)
    gradient = jax.grad(lambda x: (run(name, x, **attrs) * head).sum())(jnp.asarray(IMAGE))
    np.testing.assert_array_equal(gradient, head)


@pytest.mark.parametrize("name", ["random_flip_left_right", "random_flip_top_bottom"])
def test_random_flips_happen_half_of_the_time(name: str) -> None:
    op = OPS[f"_image_{name}"]
    keys = jax.random.split(jax.random.key(5), 400)
    out = np.asarray(jax.vmap(lambda k: op.function(jnp.asarray(IMAGE), key=k))(keys))
    flipped = np.any(out != IMAGE, axis=(1, 2, 3))
    assert 150 < flipped.sum() < 250
    other = IMAGE[:, ::-1] if "left" in name else IMAGE[::-1]
    assert np.all(out[flipped] == other)


def test_factors_cover_their_interval() -> None:
    op = OPS["_image_random_brightness"]
    keys = jax.random.split(jax.random.key(5), 400)
    call = jax.jit(jax.vmap(lambda k: op.function(jnp.full((1, 1, 1), 1.0, jnp.float32), key=k, **FACTORS)))
    factors = np.asarray(call(keys)).ravel()
    assert factors.min() == pytest.approx(0.2, abs=0.01)
    assert factors.max() == pytest.approx(0.6, abs=0.01)
    assert factors.mean() == pytest.approx(0.4, abs=0.03)


@pytest.mark.parametrize("name", ["random_saturation", "random_hue"])
def test_gray_images_have_no_colour_to_change(name: str) -> None:
    np.testing.assert_array_equal(run(name, IMAGE[:, :, :1], **FACTORS), IMAGE[:, :, :1])


def test_jitter_varies_and_keeps_bytes_in_range() -> None:
    image = IMAGE.astype(np.uint8)
    op = OPS["_image_random_color_jitter"]
    call = jax.jit(lambda key: op.function(jnp.asarray(image), key=key, **JITTER))
    outs = [np.asarray(call(jax.random.key(s))) for s in range(3)]
    assert not np.array_equal(outs[0], outs[1])
    assert not np.array_equal(outs[1], outs[2])


def test_crop_start_may_be_traced() -> None:
    op = OPS["_image_crop"]
    crop = jax.jit(lambda x, y: op.function(jnp.asarray(IMAGE), x=x, y=y, width=2, height=1))
    for x, y in ((0, 0), (2, 1)):
        np.testing.assert_array_equal(crop(x, y), IMAGE[y : y + 1, x : x + 2])


@pytest.mark.parametrize(
    ("name", "image", "attrs", "message"),
    [
        ("to_tensor", IMAGE[0], {}, "Input image must have shape"),
        ("normalize", IMAGE, {"mean": (0,), "std": (1,)}, "Input tensor must have shape"),
        ("normalize", IMAGE.reshape(3, 2, 4), {"mean": (1, 2), "std": (1,)}, "Invalid mean"),
        ("normalize", IMAGE.reshape(3, 2, 4), {}, "Invalid mean"),
        ("resize", IMAGE, {}, "Input size dimension must be 1 or 2"),
        ("resize", IMAGE, {"size": 0}, "greater than 0"),
        ("resize", IMAGE, {"size": 2, "interp": 9}, "Unknown interpolation method"),
        ("crop", IMAGE, {"x": 3, "y": 0, "width": 2, "height": 1}, "x \\+ width should not be greater"),
        ("crop", IMAGE, {"x": -1, "y": 0, "width": 2, "height": 1}, "must not be negative"),
        ("crop", IMAGE, {"x": 0, "y": 0, "width": 0, "height": 1}, "greater than 0"),
        ("flip_left_right", IMAGE[None], {}, "Input image must have shape"),
        ("random_hue", IMAGE, {"min_factor": -0.1, "max_factor": 1}, "should be greater equal to 0"),
        ("adjust_lighting", IMAGE, {"alpha": (1, 2)}, "alpha of 3 numbers"),
    ],
)
def test_errors(name: str, image: np.ndarray, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        run(name, image, **attrs)
