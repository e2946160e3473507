"""Operators of ``mx.sym.contrib``."""

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions

globals().update(functions("contrib", __name__, Symbol))
