"""Operators whose names begin with an underscore."""

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions

globals().update(functions("_internal", __name__, Symbol))
