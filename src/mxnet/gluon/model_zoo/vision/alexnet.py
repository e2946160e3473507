"""AlexNet (Krizhevsky et al., 2012), in its one-stream form."""

from typing import Any

from mxnet._types import Contexts
from mxnet.gluon import nn
from mxnet.gluon.model_zoo.vision._network import HOST, ROOT, Classifier, load_pretrained

__all__ = ["AlexNet", "alexnet"]


class AlexNet(Classifier):
    """AlexNet for images of 224 x 224.

    >>> net = mx.gluon.model_zoo.vision.AlexNet(classes=10)
    >>> net.output
    Dense(None -> 10, linear)
    """

    def __init__(self, classes: int = 1000, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = nn.HybridSequential(prefix="")
            with self.features.name_scope():
                self.features.add(
                    nn.Conv2D(64, kernel_size=11, strides=4, padding=2, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Conv2D(192, kernel_size=5, padding=2, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Conv2D(384, kernel_size=3, padding=1, activation="relu"),
                    nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                    nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Flatten(),
                )
                for _ in range(2):
                    self.features.add(nn.Dense(4096, activation="relu"), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def alexnet(pretrained: bool = False, ctx: Contexts = HOST, root: str = ROOT, **kwargs: Any) -> AlexNet:
    """AlexNet; ``pretrained`` reads trained parameters from the folder ``root``.

    >>> net = mx.gluon.model_zoo.vision.alexnet(classes=10)
    >>> net.output
    Dense(None -> 10, linear)
    """
    return load_pretrained(AlexNet(**kwargs), "alexnet", pretrained, ctx, root)
