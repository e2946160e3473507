"""Operators of ``mx.sym.image``."""

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions

globals().update(functions("image", __name__, Symbol))
