"""MXNet's Python API on XLA: old programs, model files and data sets run unchanged."""

from mxnet import attribute as attribute
from mxnet import autograd as autograd
from mxnet import base as base
from mxnet import context as context
from mxnet import engine as engine
from mxnet import error as error
from mxnet import libinfo as libinfo
from mxnet import log as log
from mxnet import name as name
from mxnet import ndarray as nd
from mxnet import ndarray as ndarray
from mxnet import random as random
from mxnet import random as rnd
from mxnet import registry as registry
from mxnet import runtime as runtime
from mxnet import util as util
from mxnet.attribute import AttrScope as AttrScope
from mxnet.context import Context as Context
from mxnet.context import cpu as cpu
from mxnet.context import cpu_pinned as cpu_pinned
from mxnet.context import cpu_shared as cpu_shared
from mxnet.context import current_context as current_context
from mxnet.context import gpu as gpu
from mxnet.context import gpu_memory_info as gpu_memory_info
from mxnet.context import num_gpus as num_gpus
from mxnet.error import MXNetError as MXNetError
from mxnet.libinfo import __version__ as __version__
from mxnet.util import is_np_array as is_np_array
from mxnet.util import is_np_shape as is_np_shape
from mxnet.util import np_array as np_array
from mxnet.util import np_shape as np_shape
from mxnet.util import set_np_shape as set_np_shape
from mxnet.util import use_np as use_np
from mxnet.util import use_np_array as use_np_array
from mxnet.util import use_np_shape as use_np_shape
from mxnet import test_utils as test_utils  # last: it uses everything above
