"""MXNet's Python API on XLA."""

from mxnet import autograd as autograd
from mxnet import ndarray as nd
from mxnet import ndarray as ndarray
from mxnet.context import Context as Context
from mxnet.context import cpu as cpu
from mxnet.context import cpu_pinned as cpu_pinned
from mxnet.context import current_context as current_context
from mxnet.context import gpu as gpu
from mxnet.error import MXNetError as MXNetError

__version__ = "1.9.2"
