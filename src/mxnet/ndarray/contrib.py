"""Operators of ``mx.nd.contrib``, and what they lack as functions of arrays."""

from mxnet._frontend.functions import functions
from mxnet.ndarray.invoke import invoke

globals().update(functions("contrib", __name__, invoke))
