"""Inception v3 (Szegedy et al., 2016): convolutions of several sizes side by side."""

from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.contrib.nn import HybridConcurrent
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained

__all__ = ["Inception3", "inception_v3"]

# A convolution: channels, kernel, stride, padding; the last two may be left out.
Conv = tuple[Any, ...]


def _conv(channels: int, kernel_size: Any, strides: Any = 1, padding: Any = 0) -> nn.HybridSequential:
    out = nn.HybridSequential(prefix="")
    out.add(
        nn.Conv2D(channels, kernel_size, strides, padding, use_bias=False),
        nn.BatchNorm(epsilon=0.001),
        nn.Activation("relu"),
    )
    return out


def _branch(*convolutions: Conv, pool: Any = None) -> nn.HybridSequential:
    """Convolutions in a row, after a pooling if there is one."""
    out = nn.HybridSequential(prefix="")
    if pool is not None:
        out.add(pool)
    for convolution in convolutions:
        out.add(_conv(*convolution))
    return out


def _average() -> nn.AvgPool2D:
    return nn.AvgPool2D(pool_size=3, strides=1, padding=1)


def _halve() -> nn.MaxPool2D:
    return nn.MaxPool2D(pool_size=3, strides=2)


def _make_A(pool_features: int, prefix: str) -> HybridConcurrent:
    out = HybridConcurrent(axis=1, prefix=prefix)
    with out.name_scope():
        out.add(
            _branch((64, 1)),
            _branch((48, 1), (64, 5, 1, 2)),
            _branch((64, 1), (96, 3, 1, 1), (96, 3, 1, 1)),
            _branch((pool_features, 1), pool=_average()),
        )
    return out


def _make_B(prefix: str) -> HybridConcurrent:
    out = HybridConcurrent(axis=1, prefix=prefix)
    with out.name_scope():
        out.add(
            _branch((384, 3, 2)),
            _branch((64, 1), (96, 3, 1, 1), (96, 3, 2)),
            _branch(pool=_halve()),
        )
    return out


def _make_C(channels: int, prefix: str) -> HybridConcurrent:
    wide, high = ((1, 7), 1, (0, 3)), ((7, 1), 1, (3, 0))
    out = HybridConcurrent(axis=1, prefix=prefix)
    with out.name_scope():
        out.add(
            _branch((192, 1)),
            _branch((channels, 1), (channels, *wide), (192, *high)),
            _branch((channels, 1), (channels, *high), (channels, *wide), (channels, *high), (192, *wide)),
            _branch((192, 1), pool=_average()),
        )
    return out


def _make_D(prefix: str) -> HybridConcurrent:
    out = HybridConcurrent(axis=1, prefix=prefix)
    with out.name_scope():
        out.add(
            _branch((192, 1), (320, 3, 2)),
            _branch((192, 1), (192, (1, 7), 1, (0, 3)), (192, (7, 1), 1, (3, 0)), (192, 3, 2)),
            _branch(pool=_halve()),
        )
    return out


def _then_fork(*convolutions: Conv) -> nn.HybridSequential:
    """Convolutions in a row, and then a wide and a high one side by side."""
    out = nn.HybridSequential(prefix="")
    out.add(_branch(*convolutions))
    fork = HybridConcurrent(axis=1, prefix="")
    fork.add(_branch((384, (1, 3), 1, (0, 1))), _branch((384, (3, 1), 1, (1, 0))))
    out.add(fork)
    return out


def _make_E(prefix: str) -> HybridConcurrent:
    out = HybridConcurrent(axis=1, prefix=prefix)
    with out.name_scope():
        out.add(
            _branch((320, 1)),
            _then_fork((384, 1)),
            _then_fork((448, 1), (384, 3, 1, 1)),
            _branch((192, 1), pool=_average()),
        )
    return out


def make_aux(classes: int) -> nn.HybridSequential:
    """The auxiliary classifier of the paper, which the network here does not have."""
    out = nn.HybridSequential(prefix="")
    out.add(nn.AvgPool2D(pool_size=5, strides=3), _conv(128, 1), _conv(768, 5), nn.Flatten(), nn.Dense(classes))
    return out


class Inception3(Classifier):
    """Inception v3 for images of 299 x 299.

    >>> mx.gluon.model_zoo.vision.Inception3(classes=10).output
    Dense(None -> 10, linear)
    """

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            self.features.add(
                _conv(32, 3, 2),
                _conv(32, 3),
                _conv(64, 3, 1, 1),
                _halve(),
                _conv(80, 1),
                _conv(192, 3),
                _halve(),
            )
            for i, features in enumerate((32, 64, 64), 1):
                self.features.add(_make_A(features, f"A{i}_"))
            self.features.add(_make_B("B_"))
            for i, channels in enumerate((128, 160, 160, 192), 1):
                self.features.add(_make_C(channels, f"C{i}_"))
            self.features.add(_make_D("D_"), _make_E("E1_"), _make_E("E2_"))
            self.features.add(nn.AvgPool2D(pool_size=8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def inception_v3(pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any) -> Inception3:
    """Inception v3; ``pretrained`` reads trained parameters from the folder ``root``.

    >>> mx.gluon.model_zoo.vision.inception_v3(classes=10).output.weight.shape[0]
    10
    """
    return load_pretrained(Inception3(**kwargs), "inceptionv3", pretrained, ctx, root)
