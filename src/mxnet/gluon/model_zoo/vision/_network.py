"""What the networks for images share."""

from collections.abc import Callable
from typing import Any, TypeVar

from mxnet._types import Contexts
from mxnet.context import cpu
from mxnet.gluon import nn
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.model_zoo.model_store import _ROOT, get_model_file

HOST = cpu()
ROOT = _ROOT
T = TypeVar("T")


class Classifier(HybridBlock):
    """A network that extracts ``features`` and maps them to scores of classes by ``output``."""

    features: nn.HybridSequential
    output: HybridBlock

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.output(self.features(x))


def preset(name: str, what: str, get: Callable[..., T], *fixed: Any, **forced: Any) -> Callable[..., T]:
    """A function of keyword arguments, known by this name, that calls ``get`` with some of its arguments fixed."""

    def make(**kwargs: Any) -> T:
        return get(*fixed, **{**kwargs, **forced})

    make.__name__ = make.__qualname__ = name
    make.__module__ = get.__module__
    make.__doc__ = f"""{what}; for the arguments see ``{get.__name__}``.

>>> net = mx.gluon.model_zoo.vision.{name}(classes=10)
>>> isinstance(net, mx.gluon.HybridBlock)
True
"""
    return make


def load_pretrained(net: HybridBlock, name: str, pretrained: bool, ctx: Contexts, root: str) -> Any:
    """The network, with the trained parameters of this name if they are wanted."""
    if not pretrained:
        return net
    try:
        file = get_model_file(name, root=root)
    except RuntimeError as error:
        for source in _SOURCES:
            if source(net, name, ctx, error):
                return net
        raise
    net.load_parameters(file, ctx=ctx)
    return net


# Where else trained parameters may come from: functions of a network, its name, a context and why there is no file,
# that fill the network, or answer False, or raise an error that tells of both failures.
Source = Callable[[HybridBlock, str, Contexts, Exception], bool]
_SOURCES: list[Source] = []


def register_source(source: Source) -> Source:
    """Let a function be asked for trained parameters (a decorator)."""
    _SOURCES.append(source)
    return source
