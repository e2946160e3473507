"""Gradients of region pooling where a derivative does not decide; values from MXNet 1.9.1."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops import regions
from mxnet._ops.regions import roi_align, roi_pooling
from mxnet._ops.spatial import correlation


def test_roi_pooling_sends_a_tie_to_the_first_pixel() -> None:
    data = jnp.zeros((1, 1, 3, 3), jnp.float32).at[0, 0, 2].set(1)
    rois = jnp.asarray([[0, 0, 0, 2, 2]], jnp.float32)
    pool = lambda d: roi_pooling.function(d, rois, pooled_size=(1, 1), spatial_scale=1.0).sum()  # noqa: E731
    expected = np.zeros((1, 1, 3, 3))
    expected[0, 0, 2, 0] = 1
    np.testing.assert_array_equal(jax.jit(jax.grad(pool))(data), expected)


def test_regions_have_no_gradient() -> None:
    data, rois = jnp.ones((1, 1, 4, 4), jnp.float32), jnp.asarray([[0, 0.3, 0.2, 2.5, 3.1]], jnp.float32)
    options = {"pooled_size": (2, 2), "spatial_scale": 1.0}
    for op, more in ((roi_pooling, {}), (roi_align, {"sample_ratio": 2}), (roi_align, {})):
        grad = jax.jit(jax.grad(lambda r, op=op, more=more: op.function(data, r, **options, **more).sum()))(rois)
        np.testing.assert_array_equal(grad, np.zeros((1, 5)))


def test_many_regions_take_several_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regions beyond a chunk are looped over, with the same result."""
    random = np.random.default_rng(0)
    data = jnp.asarray(random.uniform(size=(2, 3, 6, 6)), jnp.float32)
    corner = random.uniform(0, 3, (11, 2))
    rois = np.concatenate([random.integers(0, 2, (11, 1)), corner, corner + random.uniform(1, 3, (11, 2))], axis=1)
    options = {"pooled_size": (2, 2), "spatial_scale": 1.0}

    def results(op, more: dict) -> tuple:
        run = lambda d: op.function(d, jnp.asarray(rois, jnp.float32), **options, **more)  # noqa: E731
        return jax.jit(lambda d: (run(d), jax.grad(lambda d: (run(d) ** 2).sum())(d)))(data)

    for op, more in ((roi_pooling, {}), (roi_align, {"sample_ratio": 2}), (roi_align, {})):
        whole = results(op, more)
        monkeypatch.setattr(regions, "_CHUNK", 4 * data[0].size)
        for got, want in zip(results(op, more), whole, strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)
        monkeypatch.undo()


def test_correlation_distance_of_equal_pixels_counts_as_rising() -> None:
    same = jnp.ones((1, 1, 3, 3), jnp.float32)
    options = {"kernel_size": 1, "max_displacement": 0, "is_multiply": False}
    slopes = jax.jit(jax.grad(lambda a, b: correlation.function(a, b, **options).sum(), argnums=(0, 1)))
    first, second = slopes(same, same)
    np.testing.assert_array_equal(first, np.ones((1, 1, 3, 3)))
    np.testing.assert_array_equal(second, -np.ones((1, 1, 3, 3)))
