"""ResNet (He et al., 2015 and 2016): layers add to what comes in; version 2 normalizes before each convolution."""

from collections.abc import Callable
from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained, preset
from mxnet.gluon.utils import _need

__all__ = [
    "BasicBlockV1",
    "BasicBlockV2",
    "BottleneckV1",
    "BottleneckV2",
    "ResNetV1",
    "ResNetV2",
    "get_resnet",
    "resnet18_v1",
    "resnet18_v2",
    "resnet34_v1",
    "resnet34_v2",
    "resnet50_v1",
    "resnet50_v2",
    "resnet101_v1",
    "resnet101_v2",
    "resnet152_v1",
    "resnet152_v2",
]


def _conv3x3(channels: int, stride: int, in_channels: int) -> nn.Conv2D:
    return nn.Conv2D(channels, 3, stride, 1, use_bias=False, in_channels=in_channels)


def _conv1x1(channels: int, stride: int, in_channels: int = 0) -> nn.Conv2D:
    return nn.Conv2D(channels, 1, stride, use_bias=False, in_channels=in_channels)


# --- version 1: normalization and activation come after convolutions -------------------------------------------------


class _BlockV1(HybridBlock):
    """A block whose ``body`` is added to its input, or to a projection of it where shapes differ."""

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.body = nn.HybridSequential(prefix="")
        self._fill(channels, stride, in_channels)
        self.downsample = None
        if downsample:
            projection = nn.HybridSequential(prefix="")
            projection.add(_conv1x1(channels, stride, in_channels), nn.BatchNorm())
            self.downsample = projection

    def _fill(self, channels: int, stride: int, in_channels: int) -> None:
        """Add the layers of the body."""
        raise NotImplementedError

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        residual = self.downsample(x) if self.downsample else x
        return F.Activation(self.body(x) + residual, act_type="relu")


class BasicBlockV1(_BlockV1):
    """Two convolutions of 3 x 3, of ResNets of 18 and 34 layers; ``downsample`` projects the input.

    >>> block = mx.gluon.model_zoo.vision.BasicBlockV1(8, 1)
    >>> block.initialize()
    >>> block(mx.nd.ones((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def _fill(self, channels: int, stride: int, in_channels: int) -> None:
        self.body.add(_conv3x3(channels, stride, in_channels), nn.BatchNorm(), nn.Activation("relu"))
        self.body.add(_conv3x3(channels, 1, channels), nn.BatchNorm())

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        residual = self.downsample(x) if self.downsample else x
        # The order of the operands is that of the graphs which MXNet exports.
        return F.Activation(residual + self.body(x), act_type="relu")


class BottleneckV1(_BlockV1):
    """Convolutions of 1 x 1, 3 x 3 and 1 x 1, of ResNets of 50 layers and more; ``downsample`` projects the input.

    >>> block = mx.gluon.model_zoo.vision.BottleneckV1(8, 1)
    >>> block.initialize()
    >>> block(mx.nd.ones((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def _fill(self, channels: int, stride: int, in_channels: int) -> None:
        inner = channels // 4
        self.body.add(nn.Conv2D(inner, kernel_size=1, strides=stride), nn.BatchNorm(), nn.Activation("relu"))
        self.body.add(_conv3x3(inner, 1, inner), nn.BatchNorm(), nn.Activation("relu"))
        self.body.add(nn.Conv2D(channels, kernel_size=1, strides=1), nn.BatchNorm())


# --- version 2: they come before -------------------------------------------------------------------------------------


class _BlockV2(HybridBlock):
    """A block of pairs of a normalization and a convolution, ``bn1`` and ``conv1`` and so on."""

    bn1: nn.BatchNorm
    conv1: nn.Conv2D

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        convolutions = self._convolutions(channels, stride, in_channels)
        for i, convolution in enumerate(convolutions, 1):
            setattr(self, f"bn{i}", nn.BatchNorm())
            setattr(self, f"conv{i}", convolution)
        self._later = [(f"bn{i}", f"conv{i}") for i in range(2, len(convolutions) + 1)]
        self.downsample = _conv1x1(channels, stride, in_channels) if downsample else None

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[nn.Conv2D]:
        raise NotImplementedError

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        first = F.Activation(self.bn1(x), act_type="relu")
        residual = self.downsample(first) if self.downsample else x
        out = self.conv1(first)
        for norm, convolution in self._later:
            out = getattr(self, convolution)(F.Activation(getattr(self, norm)(out), act_type="relu"))
        return out + residual


class BasicBlockV2(_BlockV2):
    """Two convolutions of 3 x 3, of ResNets of 18 and 34 layers; ``downsample`` projects the input.

    >>> block = mx.gluon.model_zoo.vision.BasicBlockV2(8, 1)
    >>> block.initialize()
    >>> block(mx.nd.ones((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[nn.Conv2D]:
        return [_conv3x3(channels, stride, in_channels), _conv3x3(channels, 1, channels)]


class BottleneckV2(_BlockV2):
    """Convolutions of 1 x 1, 3 x 3 and 1 x 1, of ResNets of 50 layers and more; ``downsample`` projects the input.

    >>> block = mx.gluon.model_zoo.vision.BottleneckV2(8, 1)
    >>> block.initialize()
    >>> block(mx.nd.ones((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def _convolutions(self, channels: int, stride: int, in_channels: int) -> list[nn.Conv2D]:
        inner = channels // 4
        return [_conv1x1(inner, 1), _conv3x3(inner, stride, inner), _conv1x1(channels, 1)]


# --- networks --------------------------------------------------------------------------------------------------------


class _ResNet(Classifier):
    """What both versions share: a first layer and stages of blocks.

    Parameters
    ----------
    block : class
        ``BasicBlockV1``, ``BottleneckV1``, those of version 2, or one of your own.
    layers : list of int
        Blocks in each stage.
    channels : list of int
        The width of the first layer and of each stage.
    thumbnail : bool
        Whether images are small, such as 32 x 32.
    """

    def __init__(
        self,
        block: Any,
        layers: list[int],
        channels: list[int],
        classes: int = 1000,
        thumbnail: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(*self._first())
            self._add_stem(channels[0], thumbnail)
            self._add_stages(block, layers, channels)
            self.features.add(*self._last())
            self.output = nn.Dense(classes, in_units=channels[-1])

    def _first(self) -> list[HybridBlock]:
        """What comes before the first layer."""
        return []

    def _last(self) -> list[HybridBlock]:
        """What comes after the stages."""
        raise NotImplementedError

    def _add_stem(self, channels: int, thumbnail: bool) -> None:
        """Add the first layers; those for small images keep their size."""
        if thumbnail:
            self.features.add(_conv3x3(channels, 1, 0))
            return
        self.features.add(nn.Conv2D(channels, 7, 2, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
        self.features.add(nn.MaxPool2D(3, 2, 1))

    def _add_stages(self, block: Any, layers: list[int], channels: list[int]) -> None:
        _need(
            len(layers) == len(channels) - 1,
            f"{type(self).__name__}: expected one more of channels than of layers, but got layers={layers} and "
            f"channels={channels}",
        )
        for i, count in enumerate(layers):
            stride = 1 if i == 0 else 2
            self.features.add(self._make_layer(block, count, channels[i + 1], stride, i + 1, in_channels=channels[i]))

    def _make_layer(
        self, block: Any, layers: int, channels: int, stride: int, stage_index: int, in_channels: int = 0
    ) -> nn.HybridSequential:
        """A stage: blocks of one width, of which the first may change size and width."""
        stage = nn.HybridSequential(prefix=f"stage{stage_index}_")
        later = [(channels, 1)] * (layers - 1)
        with stage.name_scope():
            for width, step in [(in_channels, stride), *later]:
                stage.add(block(channels, step, channels != width, in_channels=width, prefix=""))
        return stage


class ResNetV1(_ResNet):
    """ResNet, version 1; ``get_resnet`` makes it of the usual layers and channels.

    Parameters
    ----------
    block : class
        ``BasicBlockV1``, ``BottleneckV1`` or one of your own.
    layers : list of int
        Blocks in each stage.
    channels : list of int
        The width of the first layer and of each stage.
    thumbnail : bool
        Whether images are small, such as 32 x 32.

    >>> mx.gluon.model_zoo.vision.ResNetV1(mx.gluon.model_zoo.vision.BasicBlockV1, [1, 1], [8, 8, 16],
    ...     classes=10).output
    Dense(16 -> 10, linear)
    """

    def _last(self) -> list[HybridBlock]:
        return [nn.GlobalAvgPool2D()]


class ResNetV2(_ResNet):
    """ResNet, version 2; ``get_resnet`` makes it of the usual layers and channels.

    Parameters
    ----------
    block
        The class of the blocks.
    layers : sequence
        How many blocks each stage has.
    channels : sequence
        How many channels: of the first layer, then of each stage.
    thumbnail : bool
        Begin with a small convolution, for pictures of 32 by 32.

    >>> mx.gluon.model_zoo.vision.ResNetV2(mx.gluon.model_zoo.vision.BasicBlockV2, [1, 1], [8, 8, 16],
    ...     classes=10).output
    Dense(16 -> 10, linear)
    """

    def _first(self) -> list[HybridBlock]:
        return [nn.BatchNorm(scale=False, center=False)]

    def _last(self) -> list[HybridBlock]:
        return [nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten()]


# The kind of block, blocks in each stage, channels of the first layer and of the stages.
resnet_spec = {
    18: ("basic_block", [2, 2, 2, 2], [64, 64, 128, 256, 512]),
    34: ("basic_block", [3, 4, 6, 3], [64, 64, 128, 256, 512]),
    50: ("bottle_neck", [3, 4, 6, 3], [64, 256, 512, 1024, 2048]),
    101: ("bottle_neck", [3, 4, 23, 3], [64, 256, 512, 1024, 2048]),
    152: ("bottle_neck", [3, 8, 36, 3], [64, 256, 512, 1024, 2048]),
}
resnet_net_versions: list[Any] = [ResNetV1, ResNetV2]
resnet_block_versions: list[dict[str, Any]] = [
    {"basic_block": BasicBlockV1, "bottle_neck": BottleneckV1},
    {"basic_block": BasicBlockV2, "bottle_neck": BottleneckV2},
]


def get_resnet(
    version: int, num_layers: int, pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any
) -> Any:
    """ResNet of version 1 or 2 and 18, 34, 50, 101 or 152 layers.

    ``pretrained`` reads trained parameters from the folder ``root``.

    >>> net = mx.gluon.model_zoo.vision.get_resnet(1, 18, classes=10)
    >>> net.output.weight.shape
    (10, 512)
    """
    _need(
        num_layers in resnet_spec,
        f"Invalid number of layers: {num_layers}. Options are {', '.join(map(str, resnet_spec))}",
    )
    _need(version in (1, 2), f"Invalid resnet version: {version}. Options are 1 and 2.")
    kind, layers, channels = resnet_spec[num_layers]
    block = resnet_block_versions[version - 1][kind]
    net = resnet_net_versions[version - 1](block, layers, channels, **kwargs)
    return load_pretrained(net, f"resnet{num_layers}_v{version}", pretrained, ctx, root)


resnet18_v1: Callable[..., ResNetV1] = preset("resnet18_v1", "ResNet of 18 layers, version 1", get_resnet, 1, 18)
resnet34_v1: Callable[..., ResNetV1] = preset("resnet34_v1", "ResNet of 34 layers, version 1", get_resnet, 1, 34)
resnet50_v1: Callable[..., ResNetV1] = preset("resnet50_v1", "ResNet of 50 layers, version 1", get_resnet, 1, 50)
resnet101_v1: Callable[..., ResNetV1] = preset("resnet101_v1", "ResNet of 101 layers, version 1", get_resnet, 1, 101)
resnet152_v1: Callable[..., ResNetV1] = preset("resnet152_v1", "ResNet of 152 layers, version 1", get_resnet, 1, 152)
resnet18_v2: Callable[..., ResNetV2] = preset("resnet18_v2", "ResNet of 18 layers, version 2", get_resnet, 2, 18)
resnet34_v2: Callable[..., ResNetV2] = preset("resnet34_v2", "ResNet of 34 layers, version 2", get_resnet, 2, 34)
resnet50_v2: Callable[..., ResNetV2] = preset("resnet50_v2", "ResNet of 50 layers, version 2", get_resnet, 2, 50)
resnet101_v2: Callable[..., ResNetV2] = preset("resnet101_v2", "ResNet of 101 layers, version 2", get_resnet, 2, 101)
resnet152_v2: Callable[..., ResNetV2] = preset("resnet152_v2", "ResNet of 152 layers, version 2", get_resnet, 2, 152)
