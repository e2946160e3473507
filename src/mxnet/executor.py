"""MXNet's name of the module of executors: symbols bound to arrays."""

from mxnet.symbol.executor import Executor as Executor
