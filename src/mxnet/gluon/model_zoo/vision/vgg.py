"""VGG (Simonyan and Zisserman, 2014): many small convolutions in a row."""

from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained, preset
from mxnet.gluon.utils import _need
from mxnet.initializer import Xavier

__all__ = [
    "VGG",
    "get_vgg",
    "vgg11",
    "vgg11_bn",
    "vgg13",
    "vgg13_bn",
    "vgg16",
    "vgg16_bn",
    "vgg19",
    "vgg19_bn",
]

# Convolutions in each stage, and their channels.
vgg_spec = {
    11: ([1, 1, 2, 2, 2], [64, 128, 256, 512, 512]),
    13: ([2, 2, 2, 2, 2], [64, 128, 256, 512, 512]),
    16: ([2, 2, 3, 3, 3], [64, 128, 256, 512, 512]),
    19: ([2, 2, 4, 4, 4], [64, 128, 256, 512, 512]),
}


class VGG(Classifier):
    """VGG for images of 224 x 224: ``layers[i]`` convolutions of ``filters[i]`` channels in stage i.

    Parameters
    ----------
    layers : sequence
        How many convolutions each stage has.
    filters : sequence
        How many channels each stage has.
    batch_norm : bool
        Whether a batch normalization follows each convolution.

    >>> mx.gluon.model_zoo.vision.VGG([1], [8], classes=10).output
    Dense(None -> 10, linear)
    """

    def __init__(
        self, layers: list[int], filters: list[int], classes: int = 1000, batch_norm: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        _need(
            len(layers) == len(filters),
            f"VGG: expected as many layers as filters, but got layers={layers} and filters={filters}",
        )
        with self.name_scope():
            self.features = self._make_features(layers, filters, batch_norm)
            initializers: dict[str, Any] = {"weight_initializer": "normal", "bias_initializer": "zeros"}
            for _ in range(2):
                self.features.add(nn.Dense(4096, activation="relu", **initializers), nn.Dropout(rate=0.5))
            self.output = nn.Dense(classes, **initializers)

    def _make_features(self, layers: list[int], filters: list[int], batch_norm: bool) -> nn.HybridSequential:
        out = nn.HybridSequential(prefix="")
        for count, channels in zip(layers, filters, strict=True):
            for _ in range(count):
                xavier = Xavier(rnd_type="gaussian", factor_type="out", magnitude=2)
                out.add(nn.Conv2D(channels, kernel_size=3, padding=1, weight_initializer=xavier))
                if batch_norm:
                    out.add(nn.BatchNorm())
                out.add(nn.Activation("relu"))
            out.add(nn.MaxPool2D(strides=2))
        return out


def get_vgg(num_layers: int, pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any) -> VGG:
    """VGG of 11, 13, 16 or 19 layers; ``pretrained`` reads trained parameters from the folder ``root``.

    >>> net = mx.gluon.model_zoo.vision.get_vgg(11, classes=10)
    >>> net.output
    Dense(None -> 10, linear)
    """
    suffix = "_bn" if kwargs.get("batch_norm") else ""
    return load_pretrained(VGG(*vgg_spec[num_layers], **kwargs), f"vgg{num_layers}{suffix}", pretrained, ctx, root)


vgg11 = preset("vgg11", "VGG of 11 layers", get_vgg, 11)
vgg13 = preset("vgg13", "VGG of 13 layers", get_vgg, 13)
vgg16 = preset("vgg16", "VGG of 16 layers", get_vgg, 16)
vgg19 = preset("vgg19", "VGG of 19 layers", get_vgg, 19)
vgg11_bn = preset("vgg11_bn", "VGG of 11 layers with batch normalization", get_vgg, 11, batch_norm=True)
vgg13_bn = preset("vgg13_bn", "VGG of 13 layers with batch normalization", get_vgg, 13, batch_norm=True)
vgg16_bn = preset("vgg16_bn", "VGG of 16 layers with batch normalization", get_vgg, 16, batch_norm=True)
vgg19_bn = preset("vgg19_bn", "VGG of 19 layers with batch normalization", get_vgg, 19, batch_norm=True)
