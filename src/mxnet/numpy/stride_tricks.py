"""MXNet's name of the module of ``broadcast_arrays``."""

from mxnet.numpy._shapes import broadcast_arrays as broadcast_arrays

__all__ = ["broadcast_arrays"]
