"""ResNet (He et al., 2015 and 2016): layers add to what comes in; version 2 normalizes before each convolution."""

from collections.abc import Sequence
from typing import Any

from mxnet.gluon import nn
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, Contexts, load_pretrained
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

    def __init__(self, channels: int, stride: int, downsample: bool, in_channels: int, **kwargs: Any) -> None:
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

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(channels, stride, downsample, in_channels, **kwargs)

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

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(channels, stride, downsample, in_channels, **kwargs)

    def _fill(self, channels: int, stride: int, in_channels: int) -> None:
        inner = channels // 4
        self.body.add(nn.Conv2D(inner, kernel_size=1, strides=stride), nn.BatchNorm(), nn.Activation("relu"))
        self.body.add(_conv3x3(inner, 1, inner), nn.BatchNorm(), nn.Activation("relu"))
        self.body.add(nn.Conv2D(channels, kernel_size=1, strides=1), nn.BatchNorm())


# --- version 2: they come before -------------------------------------------------------------------------------------


class BasicBlockV2(HybridBlock):
    """Two convolutions of 3 x 3, of ResNets of 18 and 34 layers; ``downsample`` projects the input.

    >>> block = mx.gluon.model_zoo.vision.BasicBlockV2(8, 1)
    >>> block.initialize()
    >>> block(mx.nd.ones((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.bn1 = nn.BatchNorm()
        self.conv1 = _conv3x3(channels, stride, in_channels)
        self.bn2 = nn.BatchNorm()
        self.conv2 = _conv3x3(channels, 1, channels)
        self.downsample = _conv1x1(channels, stride, in_channels) if downsample else None

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        first = F.Activation(self.bn1(x), act_type="relu")
        residual = self.downsample(first) if self.downsample else x
        second = F.Activation(self.bn2(self.conv1(first)), act_type="relu")
        return self.conv2(second) + residual


class BottleneckV2(HybridBlock):
    """Convolutions of 1 x 1, 3 x 3 and 1 x 1, of ResNets of 50 layers and more; ``downsample`` projects the input.

    >>> block = mx.gluon.model_zoo.vision.BottleneckV2(8, 1)
    >>> block.initialize()
    >>> block(mx.nd.ones((1, 8, 4, 4))).shape
    (1, 8, 4, 4)
    """

    def __init__(
        self, channels: int, stride: int, downsample: bool = False, in_channels: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        inner = channels // 4
        self.bn1 = nn.BatchNorm()
        self.conv1 = _conv1x1(inner, 1)
        self.bn2 = nn.BatchNorm()
        self.conv2 = _conv3x3(inner, stride, inner)
        self.bn3 = nn.BatchNorm()
        self.conv3 = _conv1x1(channels, 1)
        self.downsample = _conv1x1(channels, stride, in_channels) if downsample else None

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        first = F.Activation(self.bn1(x), act_type="relu")
        residual = self.downsample(first) if self.downsample else x
        second = F.Activation(self.bn2(self.conv1(first)), act_type="relu")
        third = F.Activation(self.bn3(self.conv2(second)), act_type="relu")
        return self.conv3(third) + residual


# --- networks --------------------------------------------------------------------------------------------------------


class _ResNet(Classifier):
    """What both versions share: a first layer and stages of blocks."""

    def _add_stem(self, channels: int, thumbnail: bool) -> None:
        """Add the first layers; those for small images keep their size."""
        if thumbnail:
            self.features.add(_conv3x3(channels, 1, 0))
            return
        self.features.add(nn.Conv2D(channels, 7, 2, 3, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
        self.features.add(nn.MaxPool2D(3, 2, 1))

    def _add_stages(self, block: Any, layers: Sequence[int], channels: Sequence[int]) -> None:
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
        with stage.name_scope():
            stage.add(block(channels, stride, channels != in_channels, in_channels=in_channels, prefix=""))
            for _ in range(layers - 1):
                stage.add(block(channels, 1, False, in_channels=channels, prefix=""))
        return stage


class ResNetV1(_ResNet):
    """ResNet, version 1.

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

    def __init__(
        self,
        block: Any,
        layers: Sequence[int],
        channels: Sequence[int],
        classes: int = 1000,
        thumbnail: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self._add_stem(channels[0], thumbnail)
            self._add_stages(block, layers, channels)
            self.features.add(nn.GlobalAvgPool2D())
            self.output = nn.Dense(classes, in_units=channels[-1])


class ResNetV2(_ResNet):
    """ResNet, version 2; for the arguments see ``ResNetV1``.

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

    def __init__(
        self,
        block: Any,
        layers: Sequence[int],
        channels: Sequence[int],
        classes: int = 1000,
        thumbnail: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(nn.BatchNorm(scale=False, center=False))
            self._add_stem(channels[0], thumbnail)
            self._add_stages(block, layers, channels)
            self.features.add(nn.BatchNorm(), nn.Activation("relu"), nn.GlobalAvgPool2D(), nn.Flatten())
            self.output = nn.Dense(classes, in_units=channels[-1])


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


def resnet18_v1(**kwargs: Any) -> ResNetV1:
    """ResNet of 18 layers, version 1; for the arguments see ``get_resnet``."""
    return get_resnet(1, 18, **kwargs)


def resnet34_v1(**kwargs: Any) -> ResNetV1:
    """ResNet of 34 layers, version 1; for the arguments see ``get_resnet``."""
    return get_resnet(1, 34, **kwargs)


def resnet50_v1(**kwargs: Any) -> ResNetV1:
    """ResNet of 50 layers, version 1; for the arguments see ``get_resnet``."""
    return get_resnet(1, 50, **kwargs)


def resnet101_v1(**kwargs: Any) -> ResNetV1:
    """ResNet of 101 layers, version 1; for the arguments see ``get_resnet``."""
    return get_resnet(1, 101, **kwargs)


def resnet152_v1(**kwargs: Any) -> ResNetV1:
    """ResNet of 152 layers, version 1; for the arguments see ``get_resnet``."""
    return get_resnet(1, 152, **kwargs)


def resnet18_v2(**kwargs: Any) -> ResNetV2:
    """ResNet of 18 layers, version 2; for the arguments see ``get_resnet``."""
    return get_resnet(2, 18, **kwargs)


def resnet34_v2(**kwargs: Any) -> ResNetV2:
    """ResNet of 34 layers, version 2; for the arguments see ``get_resnet``."""
    return get_resnet(2, 34, **kwargs)


def resnet50_v2(**kwargs: Any) -> ResNetV2:
    """ResNet of 50 layers, version 2; for the arguments see ``get_resnet``."""
    return get_resnet(2, 50, **kwargs)


def resnet101_v2(**kwargs: Any) -> ResNetV2:
    """ResNet of 101 layers, version 2; for the arguments see ``get_resnet``."""
    return get_resnet(2, 101, **kwargs)


def resnet152_v2(**kwargs: Any) -> ResNetV2:
    """ResNet of 152 layers, version 2; for the arguments see ``get_resnet``."""
    return get_resnet(2, 152, **kwargs)
