"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet.numpy._operators import operators
def adjust_lighting(data: Any = None, alpha: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image with light added along the three principal components of ImageNet's colours, ``alpha`` of each."""
def crop(data: Any = None, x: Any = None, y: Any = None, width: Any = None, height: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part of an image, or of a batch, from column ``x`` and row ``y`` on, of that width and height."""
def flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image mirrored, left to right."""
def flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image upside down."""
def normalize(data: Any = None, mean: Any = (0.0, 0.0, 0.0, 0.0), std: Any = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Subtract ``mean`` and divide by ``std``, one number or one a channel, from (N,) channels, height and width."""
def random_brightness(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image times a random factor."""
def random_color_jitter(data: Any = None, brightness: Any = None, contrast: Any = None, saturation: Any = None, hue: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out."""
def random_contrast(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image blended with its mean grey by a random factor."""
def random_flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image mirrored, left to right, or left as it is, each half of the time."""
def random_flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image upside down, or left as it is, each half of the time."""
def random_hue(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image whose hue is turned by a random part of the circle."""
def random_lighting(data: Any = None, alpha_std: Any = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image with random light along ImageNet's colour components, of that standard deviation."""
def random_saturation(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image blended with its grey by a random factor."""
def resize(data: Any = None, size: Any = (), keep_ratio: Any = False, interp: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image, or a batch, in another size: (width, height), or one number for both sides."""
def to_tensor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image, or a batch, of values up to 255 as float32 up to 1, with channels before height and width."""
