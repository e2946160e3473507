"""SqueezeNet (Iandola et al., 2016): few channels, then many, in turn."""

from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.contrib.nn import HybridConcurrent
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained, preset
from mxnet.gluon.utils import _need

__all__ = ["SqueezeNet", "squeezenet1_0", "squeezenet1_1"]

# The first convolution's channels and kernel, and the widths of the fires; 0 is a pooling.
_SPEC = {
    "1.0": (96, 7, (0, 16, 16, 32, 0, 32, 48, 48, 64, 0, 64)),
    "1.1": (64, 3, (0, 16, 16, 0, 32, 32, 0, 48, 48, 64, 64)),
}


def _conv(channels: int, kernel_size: int, padding: int = 0) -> nn.HybridSequential:
    out = nn.HybridSequential(prefix="")
    out.add(nn.Conv2D(channels, kernel_size, padding=padding), nn.Activation("relu"))
    return out


def _fire(width: int) -> nn.HybridSequential:
    """Squeeze to ``width`` channels, and expand to four times as many twice over."""
    squeeze = _conv(width, 1)
    expand = HybridConcurrent(axis=1, prefix="")
    expand.add(_conv(4 * width, 1), _conv(4 * width, 3, 1))
    out = nn.HybridSequential(prefix="")
    out.add(squeeze, expand)
    return out


class SqueezeNet(Classifier):
    """SqueezeNet, version '1.0' or '1.1', for images of 224 x 224.

    Parameters
    ----------
    version : str
        ``1.0`` or ``1.1``.

    >>> len(mx.gluon.model_zoo.vision.SqueezeNet("1.1", classes=10).features) > 0
    True
    """

    def __init__(self, version: str, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        _need(version in _SPEC, f"Unsupported SqueezeNet version {version}:1.0 or 1.1 expected")
        channels, kernel_size, fires = _SPEC[version]
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(nn.Conv2D(channels, kernel_size=kernel_size, strides=2), nn.Activation("relu"))
            for width in fires:
                self.features.add(_fire(width) if width else nn.MaxPool2D(pool_size=3, strides=2, ceil_mode=True))
            self.features.add(nn.Dropout(0.5))
            self.output = nn.HybridSequential(prefix="")
            self.output.add(nn.Conv2D(classes, kernel_size=1), nn.Activation("relu"), nn.AvgPool2D(13), nn.Flatten())


def get_squeezenet(
    version: str, pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any
) -> SqueezeNet:
    """SqueezeNet '1.0' or '1.1'; ``pretrained`` reads trained parameters from the folder ``root``."""
    return load_pretrained(SqueezeNet(version, **kwargs), f"squeezenet{version}", pretrained, ctx, root)


squeezenet1_0 = preset("squeezenet1_0", "SqueezeNet 1.0", get_squeezenet, "1.0")
squeezenet1_1 = preset("squeezenet1_1", "SqueezeNet 1.1, as good with fewer operations", get_squeezenet, "1.1")
