"""``mx.np``: arrays that behave like NumPy's, on MXNet's devices, with autograd."""

from types import SimpleNamespace as _SimpleNamespace
from typing import TYPE_CHECKING as _TYPE_CHECKING

import numpy as _np
from numpy import bool_ as bool
from numpy import bool_ as bool_
from numpy import e as e
from numpy import finfo as finfo
from numpy import float16 as float16
from numpy import float32 as float32
from numpy import float64 as float64
from numpy import inf as inf
from numpy import int8 as int8
from numpy import int32 as int32
from numpy import int64 as int64
from numpy import min_scalar_type as min_scalar_type
from numpy import nan as nan
from numpy import pi as pi
from numpy import promote_types as promote_types
from numpy import result_type as result_type
from numpy import set_printoptions as set_printoptions
from numpy import uint8 as uint8

from mxnet.numpy import function_base as function_base
from mxnet.numpy import io as io
from mxnet.numpy import linalg as linalg
from mxnet.numpy import random as random
from mxnet.numpy import stride_tricks as stride_tricks
from mxnet.numpy import utils as utils
from mxnet.numpy._arithmetic import FUNCTIONS as _FUNCTIONS
from mxnet.numpy._array import ndarray as ndarray
from mxnet.numpy._creation import arange as arange
from mxnet.numpy._creation import array as array
from mxnet.numpy._creation import blackman as blackman
from mxnet.numpy._creation import empty as empty
from mxnet.numpy._creation import empty_like as empty_like
from mxnet.numpy._creation import eye as eye
from mxnet.numpy._creation import full as full
from mxnet.numpy._creation import full_like as full_like
from mxnet.numpy._creation import hamming as hamming
from mxnet.numpy._creation import hanning as hanning
from mxnet.numpy._creation import identity as identity
from mxnet.numpy._creation import indices as indices
from mxnet.numpy._creation import linspace as linspace
from mxnet.numpy._creation import logspace as logspace
from mxnet.numpy._creation import meshgrid as meshgrid
from mxnet.numpy._creation import ones as ones
from mxnet.numpy._creation import ones_like as ones_like
from mxnet.numpy._creation import zeros as zeros
from mxnet.numpy._creation import zeros_like as zeros_like
from mxnet.numpy._fallback import FALLBACK as _FALLBACK
from mxnet.numpy._operators import operators as _operators
from mxnet.numpy._products import dot as dot
from mxnet.numpy._products import einsum as einsum
from mxnet.numpy._products import inner as inner
from mxnet.numpy._products import matmul as matmul
from mxnet.numpy._products import outer as outer
from mxnet.numpy._products import polyval as polyval
from mxnet.numpy._products import tensordot as tensordot
from mxnet.numpy._products import vdot as vdot
from mxnet.numpy._protocol import register_functions as _register_functions
from mxnet.numpy._reductions import all as all
from mxnet.numpy._reductions import any as any
from mxnet.numpy._reductions import any as sometrue
from mxnet.numpy._reductions import argmax as argmax
from mxnet.numpy._reductions import argmin as argmin
from mxnet.numpy._reductions import argsort as argsort
from mxnet.numpy._reductions import average as average
from mxnet.numpy._reductions import bincount as bincount
from mxnet.numpy._reductions import cumsum as cumsum
from mxnet.numpy._reductions import diff as diff
from mxnet.numpy._reductions import histogram as histogram
from mxnet.numpy._reductions import max as amax
from mxnet.numpy._reductions import max as max
from mxnet.numpy._reductions import mean as mean
from mxnet.numpy._reductions import min as amin
from mxnet.numpy._reductions import min as min
from mxnet.numpy._reductions import nonzero as nonzero
from mxnet.numpy._reductions import percentile as percentile
from mxnet.numpy._reductions import prod as prod
from mxnet.numpy._reductions import prod as product
from mxnet.numpy._reductions import quantile as quantile
from mxnet.numpy._reductions import sort as sort
from mxnet.numpy._reductions import std as std
from mxnet.numpy._reductions import sum as sum
from mxnet.numpy._reductions import unique as unique
from mxnet.numpy._reductions import var as var
from mxnet.numpy._shapes import append as append
from mxnet.numpy._shapes import around as around
from mxnet.numpy._shapes import array_split as array_split
from mxnet.numpy._shapes import atleast_1d as atleast_1d
from mxnet.numpy._shapes import atleast_2d as atleast_2d
from mxnet.numpy._shapes import atleast_3d as atleast_3d
from mxnet.numpy._shapes import broadcast_arrays as broadcast_arrays
from mxnet.numpy._shapes import broadcast_to as broadcast_to
from mxnet.numpy._shapes import clip as clip
from mxnet.numpy._shapes import column_stack as column_stack
from mxnet.numpy._shapes import concatenate as concatenate
from mxnet.numpy._shapes import copy as copy
from mxnet.numpy._shapes import delete as delete
from mxnet.numpy._shapes import diag as diag
from mxnet.numpy._shapes import diag_indices_from as diag_indices_from
from mxnet.numpy._shapes import diagflat as diagflat
from mxnet.numpy._shapes import diagonal as diagonal
from mxnet.numpy._shapes import dsplit as dsplit
from mxnet.numpy._shapes import dstack as dstack
from mxnet.numpy._shapes import ediff1d as ediff1d
from mxnet.numpy._shapes import expand_dims as expand_dims
from mxnet.numpy._shapes import flip as flip
from mxnet.numpy._shapes import fliplr as fliplr
from mxnet.numpy._shapes import flipud as flipud
from mxnet.numpy._shapes import hsplit as hsplit
from mxnet.numpy._shapes import hstack as hstack
from mxnet.numpy._shapes import insert as insert
from mxnet.numpy._shapes import may_share_memory as may_share_memory
from mxnet.numpy._shapes import moveaxis as moveaxis
from mxnet.numpy._shapes import nan_to_num as nan_to_num
from mxnet.numpy._shapes import ndim as ndim
from mxnet.numpy._shapes import pad as pad
from mxnet.numpy._shapes import ravel as ravel
from mxnet.numpy._shapes import repeat as repeat
from mxnet.numpy._shapes import reshape as reshape
from mxnet.numpy._shapes import resize as resize
from mxnet.numpy._shapes import roll as roll
from mxnet.numpy._shapes import rollaxis as rollaxis
from mxnet.numpy._shapes import rot90 as rot90
from mxnet.numpy._shapes import round as round
from mxnet.numpy._shapes import round_ as round_
from mxnet.numpy._shapes import row_stack as row_stack
from mxnet.numpy._shapes import shape as shape
from mxnet.numpy._shapes import shares_memory as shares_memory
from mxnet.numpy._shapes import size as size
from mxnet.numpy._shapes import split as split
from mxnet.numpy._shapes import squeeze as squeeze
from mxnet.numpy._shapes import stack as stack
from mxnet.numpy._shapes import swapaxes as swapaxes
from mxnet.numpy._shapes import take as take
from mxnet.numpy._shapes import tile as tile
from mxnet.numpy._shapes import trace as trace
from mxnet.numpy._shapes import transpose as transpose
from mxnet.numpy._shapes import tril as tril
from mxnet.numpy._shapes import unravel_index as unravel_index
from mxnet.numpy._shapes import vsplit as vsplit
from mxnet.numpy._shapes import vstack as vstack
from mxnet.numpy._shapes import where as where
from mxnet.numpy._symbol import _Symbol as _Symbol
from mxnet.numpy.io import genfromtxt as genfromtxt

if _TYPE_CHECKING:
    from mxnet.numpy import multiarray as multiarray  # ``mxnet._namespaces`` loads it: it holds what stands here

newaxis = None
NAN, NINF, NZERO, PINF, PZERO = utils.NAN, utils.NINF, utils.NZERO, utils.PINF, utils.PZERO
NaN = nan
# The operators under this namespace, which layers written for MXNet reach as ``F.np._internal``.
_internal = _SimpleNamespace(**_operators(prefix="_npi_", module="mxnet.ndarray.numpy"))

# Functions of the table of elementwise ones, and those that NumPy computes; ``__init__.pyi`` lists them for editors.
globals().update(_FUNCTIONS)
globals().update(_FALLBACK)
_register_functions(_np, globals())
_register_functions(_np.linalg, vars(linalg))
