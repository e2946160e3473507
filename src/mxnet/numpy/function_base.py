"""MXNet's name of the module of ``meshgrid``."""

from mxnet.numpy._creation import meshgrid as meshgrid

__all__ = ["meshgrid"]
