"""Operators of ``mx.sym.linalg``."""

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions

globals().update(functions("linalg", __name__, Symbol))
