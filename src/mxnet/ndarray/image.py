"""Operators as functions of arrays, from the registry."""

from mxnet._frontend.functions import functions
from mxnet.ndarray.invoke import shortcut

globals().update(functions("image", __name__, shortcut))
