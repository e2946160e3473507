"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from mxnet.symbol.core import Symbol
def adjust_lighting(data: Symbol | None = None, alpha: float | Sequence[float] = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image with light added along the three principal components of ImageNet's colours, ``alpha`` of each."""
def crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The part of an image, or of a batch, from column ``x`` and row ``y`` on, of that width and height."""
def flip_left_right(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image mirrored, left to right."""
def flip_top_bottom(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image upside down."""
def normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract ``mean`` and divide by ``std``, one number or one a channel, from (N,) channels, height and width."""
def random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image times a random factor."""
def random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out."""
def random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image blended with its mean grey by a random factor."""
def random_flip_left_right(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image mirrored, left to right, or left as it is, each half of the time."""
def random_flip_top_bottom(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image upside down, or left as it is, each half of the time."""
def random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image whose hue is turned by a random part of the circle."""
def random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image with random light along ImageNet's colour components, of that standard deviation."""
def random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image blended with its grey by a random factor."""
def resize(data: Symbol | None = None, size: ShapeLike = (), keep_ratio: bool | int = False, interp: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image, or a batch, in another size: (width, height), or one number for both sides."""
def to_tensor(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image, or a batch, of values up to 255 as float32 up to 1, with channels before height and width."""
