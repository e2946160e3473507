"""Operators of ``mx.sym.sparse``."""

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions

globals().update(functions("sparse", __name__, Symbol))
