"""MXNet's Python API on XLA: old programs, model files and data sets run unchanged."""

# A server or the scheduler of a distributed job ends in this import: it needs nothing that follows.
from mxnet._control import serving as _serving

# isort: split
from mxnet import _launching as _launching

# isort: split
from mxnet import _importing as _importing

# isort: split
from mxnet import _help as _help
from mxnet import _namespaces as _namespaces
from mxnet import attribute as attribute
from mxnet import autograd as autograd
from mxnet import base as base
from mxnet import callback as callback
from mxnet import context as context
from mxnet import contrib as contrib
from mxnet import engine as engine
from mxnet import error as error
from mxnet import executor as executor
from mxnet import executor_manager as executor_manager
from mxnet import gluon as gluon
from mxnet import image as image
from mxnet import initializer as initializer
from mxnet import io as io
from mxnet import kvstore as kvstore
from mxnet import libinfo as libinfo
from mxnet import library as library
from mxnet import log as log
from mxnet import lr_scheduler as lr_scheduler
from mxnet import metric as metric
from mxnet import misc as misc
from mxnet import model as model
from mxnet import module as module
from mxnet import monitor as monitor
from mxnet import name as name
from mxnet import ndarray as ndarray
from mxnet import numpy as numpy
from mxnet import numpy_extension as numpy_extension
from mxnet import onnx as onnx
from mxnet import operator as operator
from mxnet import optimizer as optimizer
from mxnet import profiler as profiler
from mxnet import random as random
from mxnet import recordio as recordio
from mxnet import registry as registry
from mxnet import rnn as rnn
from mxnet import rtc as rtc
from mxnet import runtime as runtime
from mxnet import symbol as symbol
from mxnet import test_utils as test_utils
from mxnet import util as util
from mxnet import visualization as visualization
from mxnet._neighbours import warn_of_real_mxnet as _warn_of_real_mxnet
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

# The short names. Not ``import ... as``: type checkers take a name that an import changes for a private one.
img = image
init = initializer
kv = kvstore
mod = module
mon = monitor
nd = ndarray
np = numpy
npx = numpy_extension
rnd = random
sym = symbol
viz = visualization

_help.attach()
_warn_of_real_mxnet(__file__)
_importing.finish()
