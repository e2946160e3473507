"""MobileNet (Howard et al., 2017) and MobileNetV2 (Sandler et al., 2018): a convolution for each channel by itself."""

from collections.abc import Callable
from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained, preset

__all__ = [
    "MobileNet",
    "MobileNetV2",
    "get_mobilenet",
    "get_mobilenet_v2",
    "mobilenet0_5",
    "mobilenet0_25",
    "mobilenet0_75",
    "mobilenet1_0",
    "mobilenet_v2_0_5",
    "mobilenet_v2_0_25",
    "mobilenet_v2_0_75",
    "mobilenet_v2_1_0",
]


class RELU6(HybridBlock):
    """``x`` between 0 and 6, those elsewhere."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.clip(x, 0, 6, name="relu6")


def _add_conv(
    out: nn.HybridSequential,
    channels: int,
    kernel: int = 1,
    stride: int = 1,
    pad: int = 0,
    groups: int = 1,
    activation: Callable[[], HybridBlock] | None = None,
) -> None:
    """Add a convolution, a normalization and perhaps an activation, which is made here so that names count right."""
    out.add(nn.Conv2D(channels, kernel, stride, pad, groups=groups, use_bias=False), nn.BatchNorm(scale=True))
    if activation is not None:
        out.add(activation())


def _relu() -> nn.Activation:
    return nn.Activation("relu")


class LinearBottleneck(HybridBlock):
    """A block of MobileNetV2: ``t`` times as wide inside as at its ends, added to its input where shapes agree."""

    def __init__(self, in_channels: int, channels: int, t: int, stride: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_shortcut = stride == 1 and in_channels == channels
        inner = in_channels * t
        wide: dict[str, Any] = {"channels": inner, "activation": RELU6}
        depthwise = {**wide, "kernel": 3, "stride": stride, "pad": 1, "groups": inner}
        with self.name_scope():
            self.out = nn.HybridSequential()
            for convolution in (wide, depthwise, {"channels": channels}):
                _add_conv(self.out, **convolution)

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        out = self.out(x)
        return F.elemwise_add(out, x) if self.use_shortcut else out


# Channels and stride of each pair of convolutions; the first of a pair is as wide as what comes in.
_V1 = [(64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *[(512, 1)] * 5, (1024, 2), (1024, 1)]
# Expansion, channels, number and first stride of the bottlenecks.
_V2 = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]


class _MobileNet(Classifier):
    """What both versions share; ``multiplier`` scales the widths.

    Parameters
    ----------
    multiplier : float
        The factor of all numbers of channels.
    """

    _prefix_of_features = ""

    def __init__(self, multiplier: float = 1.0, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix=self._prefix_of_features)
            with self.features.name_scope():
                self._add_features(multiplier)
            self.output = self._output_of(classes)

    def _add_features(self, multiplier: float) -> None:
        raise NotImplementedError

    def _output_of(self, classes: int) -> HybridBlock:
        return nn.Dense(classes)


class MobileNet(_MobileNet):
    """MobileNet for images of 224 x 224; ``multiplier`` scales the widths.

    >>> mx.gluon.model_zoo.vision.MobileNet(0.25, classes=10).output
    Dense(None -> 10, linear)
    """

    def _add_features(self, multiplier: float) -> None:
        width = int(32 * multiplier)
        _add_conv(self.features, width, kernel=3, stride=2, pad=1, activation=_relu)
        for channels, stride in _V1:
            _add_conv(self.features, width, 3, stride, pad=1, groups=width, activation=_relu)
            width = int(channels * multiplier)
            _add_conv(self.features, width, activation=_relu)
        self.features.add(nn.GlobalAvgPool2D(), nn.Flatten())


class MobileNetV2(_MobileNet):
    """MobileNetV2 for images of 224 x 224; ``multiplier`` scales the widths.

    >>> len(mx.gluon.model_zoo.vision.MobileNetV2(0.25, classes=10).features) > 0
    True
    """

    _prefix_of_features = "features_"

    def _add_features(self, multiplier: float) -> None:
        width = int(32 * multiplier)
        _add_conv(self.features, width, kernel=3, stride=2, pad=1, activation=RELU6)
        for expansion, channels, count, first in _V2:
            for i in range(count):
                before, width = width, int(channels * multiplier)
                self.features.add(LinearBottleneck(before, width, expansion, 1 if i else first))
        _add_conv(self.features, int(1280 * multiplier) if multiplier > 1.0 else 1280, activation=RELU6)
        self.features.add(nn.GlobalAvgPool2D())

    def _output_of(self, classes: int) -> HybridBlock:
        output = nn.HybridSequential(prefix="output_")
        with output.name_scope():
            output.add(nn.Conv2D(classes, 1, use_bias=False, prefix="pred_"), nn.Flatten())
        return output


def _version(multiplier: float) -> str:
    """A multiplier as files' names have it: 1.0, 0.75, 0.5, 0.25."""
    text = f"{multiplier:.2f}"
    return text[:-1] if text in ("1.00", "0.50") else text


def get_mobilenet(
    multiplier: float, pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any
) -> MobileNet:
    """MobileNet; ``pretrained`` reads trained parameters from the folder ``root``.

    >>> net = mx.gluon.model_zoo.vision.get_mobilenet(0.25, classes=10)
    >>> net.output
    Dense(None -> 10, linear)
    """
    name = f"mobilenet{_version(multiplier)}"
    return load_pretrained(MobileNet(multiplier, **kwargs), name, pretrained, ctx, root)


def get_mobilenet_v2(
    multiplier: float, pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any
) -> MobileNetV2:
    """MobileNetV2; ``pretrained`` reads trained parameters from the folder ``root``.

    >>> net = mx.gluon.model_zoo.vision.get_mobilenet_v2(0.25, classes=10)
    >>> net.output[0]
    Conv2D(None -> 10, kernel_size=(1, 1), stride=(1, 1), bias=False)
    """
    name = f"mobilenetv2_{_version(multiplier)}"
    return load_pretrained(MobileNetV2(multiplier, **kwargs), name, pretrained, ctx, root)


mobilenet1_0 = preset("mobilenet1_0", "MobileNet of full width", get_mobilenet, 1.0)
mobilenet0_75 = preset("mobilenet0_75", "MobileNet of 0.75 times the width", get_mobilenet, 0.75)
mobilenet0_5 = preset("mobilenet0_5", "MobileNet of half the width", get_mobilenet, 0.5)
mobilenet0_25 = preset("mobilenet0_25", "MobileNet of a quarter of the width", get_mobilenet, 0.25)
mobilenet_v2_1_0 = preset("mobilenet_v2_1_0", "MobileNetV2 of full width", get_mobilenet_v2, 1.0)
mobilenet_v2_0_75 = preset("mobilenet_v2_0_75", "MobileNetV2 of 0.75 times the width", get_mobilenet_v2, 0.75)
mobilenet_v2_0_5 = preset("mobilenet_v2_0_5", "MobileNetV2 of half the width", get_mobilenet_v2, 0.5)
mobilenet_v2_0_25 = preset("mobilenet_v2_0_25", "MobileNetV2 of a quarter of the width", get_mobilenet_v2, 0.25)
