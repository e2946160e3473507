"""Operators as functions of symbols, from the registry."""

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions

globals().update(functions("", __name__, Symbol))
