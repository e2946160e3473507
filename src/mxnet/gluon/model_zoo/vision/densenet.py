"""DenseNet (Huang et al., 2017): each layer sees the results of all before it."""

from collections.abc import Sequence
from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.contrib.nn import HybridConcurrent, Identity
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained, preset

__all__ = ["DenseNet", "densenet121", "densenet161", "densenet169", "densenet201"]

# Initial channels, growth, layers in each block.
densenet_spec = {
    121: (64, 32, [6, 12, 24, 16]),
    161: (96, 48, [6, 12, 36, 24]),
    169: (64, 32, [6, 12, 32, 32]),
    201: (64, 32, [6, 12, 48, 32]),
}


def _normalized_conv(channels: int, kernel_size: int, padding: int = 0) -> list[Any]:
    convolution = nn.Conv2D(channels, kernel_size=kernel_size, padding=padding, use_bias=False)
    return [nn.BatchNorm(), nn.Activation("relu"), convolution]


def _dense_layer(growth_rate: int, bn_size: int, dropout: float) -> HybridConcurrent:
    """New channels beside those that came in."""
    new = nn.HybridSequential(prefix="")
    new.add(*_normalized_conv(bn_size * growth_rate, 1))
    new.add(*_normalized_conv(growth_rate, 3, 1))
    if dropout:
        new.add(nn.Dropout(dropout))
    out = HybridConcurrent(axis=1, prefix="")
    out.add(Identity(), new)
    return out


def _dense_block(count: int, bn_size: int, growth_rate: int, dropout: float, index: int) -> nn.HybridSequential:
    out = nn.HybridSequential(prefix=f"stage{index}_")
    with out.name_scope():
        for _ in range(count):
            out.add(_dense_layer(growth_rate, bn_size, dropout))
    return out


def _transition(channels: int) -> nn.HybridSequential:
    out = nn.HybridSequential(prefix="")
    out.add(*_normalized_conv(channels, 1), nn.AvgPool2D(pool_size=2, strides=2))
    return out


class DenseNet(Classifier):
    """DenseNet for images of 224 x 224.

    Parameters
    ----------
    num_init_features : int
        Channels after the first layer.
    growth_rate : int
        Channels that each layer adds.
    block_config : list of int
        Layers in each block.
    bn_size : int
        How many times as wide as the growth a layer's inner part is.
    dropout : float
        The probability of dropping an element in each layer.

    >>> len(mx.gluon.model_zoo.vision.DenseNet(8, 4, (1, 1), classes=10).features) > 0
    True
    """

    def __init__(
        self,
        num_init_features: int,
        growth_rate: int,
        block_config: Sequence[int],
        bn_size: int = 4,
        dropout: float = 0,
        classes: int = 1000,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(
                nn.Conv2D(num_init_features, kernel_size=7, strides=2, padding=3, use_bias=False),
                nn.BatchNorm(),
                nn.Activation("relu"),
                nn.MaxPool2D(pool_size=3, strides=2, padding=1),
            )
            channels = num_init_features
            for index, count in enumerate(block_config, 1):
                self.features.add(_dense_block(count, bn_size, growth_rate, dropout, index))
                channels += count * growth_rate
                if index != len(block_config):
                    channels //= 2
                    self.features.add(_transition(channels))
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.AvgPool2D(pool_size=7), nn.Flatten())
            self.output = nn.Dense(classes)


def get_densenet(
    num_layers: int, pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any
) -> DenseNet:
    """DenseNet of 121, 161, 169 or 201 layers; ``pretrained`` reads trained parameters from the folder ``root``."""
    net = DenseNet(*densenet_spec[num_layers], **kwargs)
    return load_pretrained(net, f"densenet{num_layers}", pretrained, ctx, root)


densenet121 = preset("densenet121", "DenseNet of 121 layers", get_densenet, 121)
densenet161 = preset("densenet161", "DenseNet of 161 layers", get_densenet, 161)
densenet169 = preset("densenet169", "DenseNet of 169 layers", get_densenet, 169)
densenet201 = preset("densenet201", "DenseNet of 201 layers", get_densenet, 201)
