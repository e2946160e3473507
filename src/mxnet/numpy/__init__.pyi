"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

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
from mxnet.numpy._products import dot as dot
from mxnet.numpy._products import einsum as einsum
from mxnet.numpy._products import inner as inner
from mxnet.numpy._products import matmul as matmul
from mxnet.numpy._products import outer as outer
from mxnet.numpy._products import polyval as polyval
from mxnet.numpy._products import tensordot as tensordot
from mxnet.numpy._products import vdot as vdot
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
from mxnet.numpy import multiarray as multiarray
NAN: float
NINF: float
NZERO: float
NaN: float
PINF: float
PZERO: float
_internal: SimpleNamespace
@overload
def abs(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Absolute value of each element."""
@overload
def abs(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Absolute value of each element."""
@overload
def absolute(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Absolute value of each element."""
@overload
def absolute(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Absolute value of each element."""
@overload
def add(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The sum, element by element, of two arrays, axes of length 1 stretched."""
@overload
def add(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The sum, element by element, of two arrays, axes of length 1 stretched."""
@overload
def add(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The sum, element by element, of two arrays, axes of length 1 stretched."""
def allclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> bool:
    """NumPy's ``allclose``, computed on the host; gradients do not pass it."""
def alltrue(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ..., *, where: Any = ...) -> bool:
    """NumPy's ``alltrue``, computed on the host; gradients do not pass it."""
def apply_along_axis(func1d: Any, axis: Any, arr: Any, *args: Any, **kwargs: Any) -> ndarray:
    """NumPy's ``apply_along_axis``, computed on the host; gradients do not pass it."""
def apply_over_axes(func: Any, a: Any, axes: Any) -> ndarray:
    """NumPy's ``apply_over_axes``, computed on the host; gradients do not pass it."""
@overload
def arccos(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Angle in radians whose cosine is each element."""
@overload
def arccos(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Angle in radians whose cosine is each element."""
@overload
def arccosh(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Number, at least 0, whose hyperbolic cosine is each element."""
@overload
def arccosh(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Number, at least 0, whose hyperbolic cosine is each element."""
@overload
def arcsin(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Angle in radians whose sine is each element."""
@overload
def arcsin(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Angle in radians whose sine is each element."""
@overload
def arcsinh(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Number whose hyperbolic sine is each element."""
@overload
def arcsinh(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Number whose hyperbolic sine is each element."""
@overload
def arctan(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Angle in radians whose tangent is each element."""
@overload
def arctan(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Angle in radians whose tangent is each element."""
@overload
def arctan2(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The angle of a point, element by element, of two arrays, axes of length 1 stretched."""
@overload
def arctan2(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The angle of a point, element by element, of two arrays, axes of length 1 stretched."""
@overload
def arctan2(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The angle of a point, element by element, of two arrays, axes of length 1 stretched."""
@overload
def arctanh(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Number whose hyperbolic tangent is each element."""
@overload
def arctanh(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Number whose hyperbolic tangent is each element."""
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = 'introselect', order: Any = None) -> ndarray:
    """NumPy's ``argpartition``, computed on the host; gradients do not pass it."""
def argwhere(a: Any) -> ndarray:
    """NumPy's ``argwhere``, computed on the host; gradients do not pass it."""
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> bool:
    """NumPy's ``array_equal``, computed on the host; gradients do not pass it."""
def array_equiv(a1: Any, a2: Any) -> bool:
    """NumPy's ``array_equiv``, computed on the host; gradients do not pass it."""
@overload
def bitwise_and(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that both have, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_and(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that both have, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_and(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that both have, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_not(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Every bit turned round."""
@overload
def bitwise_not(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Every bit turned round."""
@overload
def bitwise_or(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that either has, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_or(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that either has, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_or(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that either has, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_xor(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that one of the two has, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_xor(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that one of the two has, element by element, of two arrays, axes of length 1 stretched."""
@overload
def bitwise_xor(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The bits that one of the two has, element by element, of two arrays, axes of length 1 stretched."""
@overload
def cbrt(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Cube root of each element."""
@overload
def cbrt(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Cube root of each element."""
@overload
def ceil(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Smallest whole number not below each element."""
@overload
def ceil(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Smallest whole number not below each element."""
def choose(a: Any, choices: Any, out: Any = None, mode: Any = 'raise') -> ndarray:
    """NumPy's ``choose``, computed on the host; gradients do not pass it."""
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> ndarray:
    """NumPy's ``compress``, computed on the host; gradients do not pass it."""
@overload
def copysign(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The first with the sign of the second, element by element, of two arrays, axes of length 1 stretched."""
@overload
def copysign(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The first with the sign of the second, element by element, of two arrays, axes of length 1 stretched."""
@overload
def copysign(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The first with the sign of the second, element by element, of two arrays, axes of length 1 stretched."""
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *, dtype: Any = None) -> ndarray:
    """NumPy's ``corrcoef``, computed on the host; gradients do not pass it."""
def correlate(a: Any, v: Any, mode: Any = 'valid') -> ndarray:
    """NumPy's ``correlate``, computed on the host; gradients do not pass it."""
@overload
def cos(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Cosine of each element, in radians."""
@overload
def cos(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Cosine of each element, in radians."""
@overload
def cosh(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Hyperbolic cosine of each element."""
@overload
def cosh(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Hyperbolic cosine of each element."""
def count_nonzero(a: Any, axis: Any = None, *, keepdims: Any = False) -> int:
    """NumPy's ``count_nonzero``, computed on the host; gradients do not pass it."""
def cov(m: Any, y: Any = None, rowvar: Any = True, bias: Any = False, ddof: Any = None, fweights: Any = None, aweights: Any = None, *, dtype: Any = None) -> ndarray:
    """NumPy's ``cov``, computed on the host; gradients do not pass it."""
@overload
def deg2rad(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in degrees, in radians."""
@overload
def deg2rad(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in degrees, in radians."""
@overload
def degrees(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in radians, in degrees."""
@overload
def degrees(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in radians, in degrees."""
def digitize(x: Any, bins: Any, right: Any = False) -> ndarray:
    """NumPy's ``digitize``, computed on the host; gradients do not pass it."""
@overload
def divide(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
@overload
def divide(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
@overload
def divide(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
def divmod(x1: Any, x2: Any, out: Any = (None, None), *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> tuple[ndarray, ndarray]:
    """NumPy's ``divmod``, computed on the host; gradients do not pass it."""
@overload
def equal(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the numbers are equal, element by element, of two arrays, axes of length 1 stretched."""
@overload
def equal(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the numbers are equal, element by element, of two arrays, axes of length 1 stretched."""
@overload
def equal(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the numbers are equal, element by element, of two arrays, axes of length 1 stretched."""
@overload
def exp(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Exponential of each element."""
@overload
def exp(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Exponential of each element."""
@overload
def expm1(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Exponential of each element, less one, accurate near zero."""
@overload
def expm1(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Exponential of each element, less one, accurate near zero."""
def extract(condition: Any, arr: Any) -> ndarray:
    """NumPy's ``extract``, computed on the host; gradients do not pass it."""
@overload
def fabs(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Absolute value of each element."""
@overload
def fabs(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Absolute value of each element."""
@overload
def fix(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Nearest whole number of each element in the direction of zero."""
@overload
def fix(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Nearest whole number of each element in the direction of zero."""
def flatnonzero(a: Any) -> ndarray:
    """NumPy's ``flatnonzero``, computed on the host; gradients do not pass it."""
def float_power(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> ndarray:
    """NumPy's ``float_power``, computed on the host; gradients do not pass it."""
@overload
def floor(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Largest whole number not above each element."""
@overload
def floor(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Largest whole number not above each element."""
def frexp(x: Any, out: Any = (None, None), *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> tuple[ndarray, ndarray]:
    """NumPy's ``frexp``, computed on the host; gradients do not pass it."""
@overload
def greater(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is larger, element by element, of two arrays, axes of length 1 stretched."""
@overload
def greater(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is larger, element by element, of two arrays, axes of length 1 stretched."""
@overload
def greater(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is larger, element by element, of two arrays, axes of length 1 stretched."""
@overload
def greater_equal(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is not smaller, element by element, of two arrays, axes of length 1 stretched."""
@overload
def greater_equal(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is not smaller, element by element, of two arrays, axes of length 1 stretched."""
@overload
def greater_equal(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is not smaller, element by element, of two arrays, axes of length 1 stretched."""
def heaviside(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> ndarray:
    """NumPy's ``heaviside``, computed on the host; gradients do not pass it."""
def histogram2d(x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> tuple[ndarray, ndarray, ndarray]:
    """NumPy's ``histogram2d``, computed on the host; gradients do not pass it."""
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> ndarray:
    """NumPy's ``histogram_bin_edges``, computed on the host; gradients do not pass it."""
def histogramdd(sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> tuple[ndarray, list[ndarray]]:
    """NumPy's ``histogramdd``, computed on the host; gradients do not pass it."""
@overload
def hypot(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The hypotenuse, element by element, of two arrays, axes of length 1 stretched."""
@overload
def hypot(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The hypotenuse, element by element, of two arrays, axes of length 1 stretched."""
@overload
def hypot(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The hypotenuse, element by element, of two arrays, axes of length 1 stretched."""
def i0(x: Any) -> ndarray:
    """NumPy's ``i0``, computed on the host; gradients do not pass it."""
def in1d(ar1: Any, ar2: Any, **options: Any) -> ndarray:
    """NumPy's ``in1d``, computed on the host; gradients do not pass it."""
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> ndarray:
    """NumPy's ``interp``, computed on the host; gradients do not pass it."""
def intersect1d(ar1: Any, ar2: Any, assume_unique: Any = False, return_indices: Any = False) -> ndarray:
    """NumPy's ``intersect1d``, computed on the host; gradients do not pass it."""
@overload
def invert(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Every bit turned round."""
@overload
def invert(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Every bit turned round."""
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> ndarray:
    """NumPy's ``isclose``, computed on the host; gradients do not pass it."""
@overload
def isfinite(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is a finite number."""
@overload
def isfinite(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is a finite number."""
def isin(element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, *, kind: Any = None) -> ndarray:
    """NumPy's ``isin``, computed on the host; gradients do not pass it."""
@overload
def isinf(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is infinite."""
@overload
def isinf(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is infinite."""
@overload
def isnan(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is not a number."""
@overload
def isnan(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is not a number."""
@overload
def isneginf(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is minus infinity."""
@overload
def isneginf(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is minus infinity."""
@overload
def isposinf(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is plus infinity."""
@overload
def isposinf(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is plus infinity."""
def ix_(*args: Any) -> tuple[ndarray, ...]:
    """NumPy's ``ix_``, computed on the host; gradients do not pass it."""
@overload
def lcm(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The least common multiple, element by element, of two arrays, axes of length 1 stretched."""
@overload
def lcm(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The least common multiple, element by element, of two arrays, axes of length 1 stretched."""
@overload
def lcm(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The least common multiple, element by element, of two arrays, axes of length 1 stretched."""
@overload
def ldexp(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``x1 * 2**x2``, element by element, of two arrays, axes of length 1 stretched."""
@overload
def ldexp(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``x1 * 2**x2``, element by element, of two arrays, axes of length 1 stretched."""
@overload
def ldexp(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """``x1 * 2**x2``, element by element, of two arrays, axes of length 1 stretched."""
@overload
def less(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is smaller, element by element, of two arrays, axes of length 1 stretched."""
@overload
def less(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is smaller, element by element, of two arrays, axes of length 1 stretched."""
@overload
def less(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is smaller, element by element, of two arrays, axes of length 1 stretched."""
@overload
def less_equal(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is not larger, element by element, of two arrays, axes of length 1 stretched."""
@overload
def less_equal(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is not larger, element by element, of two arrays, axes of length 1 stretched."""
@overload
def less_equal(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the first is not larger, element by element, of two arrays, axes of length 1 stretched."""
def lexsort(keys: Any, axis: Any = -1) -> ndarray:
    """NumPy's ``lexsort``, computed on the host; gradients do not pass it."""
@overload
def log(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Natural logarithm of each element."""
@overload
def log(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Natural logarithm of each element."""
@overload
def log10(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Logarithm of each element to base 10."""
@overload
def log10(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Logarithm of each element to base 10."""
@overload
def log1p(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Natural logarithm of one plus each element, accurate near zero."""
@overload
def log1p(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Natural logarithm of one plus each element, accurate near zero."""
@overload
def log2(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Logarithm of each element to base 2."""
@overload
def log2(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Logarithm of each element to base 2."""
@overload
def logical_not(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is zero."""
@overload
def logical_not(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether an element is zero."""
@overload
def maximum(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The larger number, element by element, of two arrays, axes of length 1 stretched."""
@overload
def maximum(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The larger number, element by element, of two arrays, axes of length 1 stretched."""
@overload
def maximum(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The larger number, element by element, of two arrays, axes of length 1 stretched."""
@overload
def minimum(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The smaller number, element by element, of two arrays, axes of length 1 stretched."""
@overload
def minimum(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The smaller number, element by element, of two arrays, axes of length 1 stretched."""
@overload
def minimum(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The smaller number, element by element, of two arrays, axes of length 1 stretched."""
@overload
def mod(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
@overload
def mod(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
@overload
def mod(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
def modf(x: Any, out: Any = (None, None), *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> tuple[ndarray, ndarray]:
    """NumPy's ``modf``, computed on the host; gradients do not pass it."""
def msort(a: Any) -> ndarray:
    """NumPy's ``msort``, computed on the host; gradients do not pass it."""
@overload
def multiply(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product, element by element, of two arrays, axes of length 1 stretched."""
@overload
def multiply(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product, element by element, of two arrays, axes of length 1 stretched."""
@overload
def multiply(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product, element by element, of two arrays, axes of length 1 stretched."""
def nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = ...) -> ndarray:
    """NumPy's ``nanargmax``, computed on the host; gradients do not pass it."""
def nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = ...) -> ndarray:
    """NumPy's ``nanargmin``, computed on the host; gradients do not pass it."""
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> ndarray:
    """NumPy's ``nancumprod``, computed on the host; gradients do not pass it."""
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> ndarray:
    """NumPy's ``nancumsum``, computed on the host; gradients do not pass it."""
def nanmax(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ..., initial: Any = ..., where: Any = ...) -> ndarray:
    """NumPy's ``nanmax``, computed on the host; gradients do not pass it."""
def nanmedian(a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = ...) -> ndarray:
    """NumPy's ``nanmedian``, computed on the host; gradients do not pass it."""
def nanmin(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ..., initial: Any = ..., where: Any = ...) -> ndarray:
    """NumPy's ``nanmin``, computed on the host; gradients do not pass it."""
def nanpercentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, method: Any = 'linear', keepdims: Any = ..., *, weights: Any = None) -> ndarray:
    """NumPy's ``nanpercentile``, computed on the host; gradients do not pass it."""
def nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = ..., initial: Any = ..., where: Any = ...) -> ndarray:
    """NumPy's ``nanprod``, computed on the host; gradients do not pass it."""
def nanquantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, method: Any = 'linear', keepdims: Any = ..., *, weights: Any = None) -> ndarray:
    """NumPy's ``nanquantile``, computed on the host; gradients do not pass it."""
@overload
def negative(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each element with its sign changed."""
@overload
def negative(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each element with its sign changed."""
newaxis: None
@overload
def not_equal(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the numbers differ, element by element, of two arrays, axes of length 1 stretched."""
@overload
def not_equal(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the numbers differ, element by element, of two arrays, axes of length 1 stretched."""
@overload
def not_equal(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Whether the numbers differ, element by element, of two arrays, axes of length 1 stretched."""
def packbits(a: Any, axis: Any = None, bitorder: Any = 'big') -> ndarray:
    """NumPy's ``packbits``, computed on the host; gradients do not pass it."""
def partition(a: Any, kth: Any, axis: Any = -1, kind: Any = 'introselect', order: Any = None) -> ndarray:
    """NumPy's ``partition``, computed on the host; gradients do not pass it."""
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> ndarray:
    """NumPy's ``piecewise``, computed on the host; gradients do not pass it."""
def poly(seq_of_zeros: Any) -> ndarray:
    """NumPy's ``poly``, computed on the host; gradients do not pass it."""
def polyadd(a1: Any, a2: Any) -> ndarray:
    """NumPy's ``polyadd``, computed on the host; gradients do not pass it."""
def polydiv(u: Any, v: Any) -> tuple[ndarray, ndarray]:
    """NumPy's ``polydiv``, computed on the host; gradients do not pass it."""
def polyfit(x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None, cov: Any = False) -> ndarray:
    """NumPy's ``polyfit``, computed on the host; gradients do not pass it."""
def polyint(p: Any, m: Any = 1, k: Any = None) -> ndarray:
    """NumPy's ``polyint``, computed on the host; gradients do not pass it."""
def polymul(a1: Any, a2: Any) -> ndarray:
    """NumPy's ``polymul``, computed on the host; gradients do not pass it."""
def polysub(a1: Any, a2: Any) -> ndarray:
    """NumPy's ``polysub``, computed on the host; gradients do not pass it."""
def positive(x: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> ndarray:
    """NumPy's ``positive``, computed on the host; gradients do not pass it."""
@overload
def power(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Power, element by element of two arrays, axes of length 1 stretched."""
@overload
def power(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Power, element by element of two arrays, axes of length 1 stretched."""
@overload
def power(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Power, element by element of two arrays, axes of length 1 stretched."""
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ...) -> ndarray:
    """NumPy's ``ptp``, computed on the host; gradients do not pass it."""
@overload
def rad2deg(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in radians, in degrees."""
@overload
def rad2deg(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in radians, in degrees."""
@overload
def radians(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in degrees, in radians."""
@overload
def radians(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each angle, given in degrees, in radians."""
def real(val: Any) -> ndarray:
    """NumPy's ``real``, computed on the host; gradients do not pass it."""
@overload
def reciprocal(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Reciprocal of each element."""
@overload
def reciprocal(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Reciprocal of each element."""
@overload
def remainder(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
@overload
def remainder(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
@overload
def remainder(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
@overload
def rint(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Nearest whole number of each element, halves downward."""
@overload
def rint(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Nearest whole number of each element, halves downward."""
def roots(p: Any) -> ndarray:
    """NumPy's ``roots``, computed on the host; gradients do not pass it."""
def searchsorted(a: Any, v: Any, side: Any = 'left', sorter: Any = None) -> ndarray:
    """NumPy's ``searchsorted``, computed on the host; gradients do not pass it."""
def select(condlist: Any, choicelist: Any, default: Any = 0) -> ndarray:
    """NumPy's ``select``, computed on the host; gradients do not pass it."""
def setdiff1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> ndarray:
    """NumPy's ``setdiff1d``, computed on the host; gradients do not pass it."""
def setxor1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> ndarray:
    """NumPy's ``setxor1d``, computed on the host; gradients do not pass it."""
@overload
def sign(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sign of each element: -1, 0 or 1."""
@overload
def sign(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sign of each element: -1, 0 or 1."""
def signbit(x: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> ndarray:
    """NumPy's ``signbit``, computed on the host; gradients do not pass it."""
@overload
def sin(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sine of each element, in radians."""
@overload
def sin(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sine of each element, in radians."""
@overload
def sinh(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Hyperbolic sine of each element."""
@overload
def sinh(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Hyperbolic sine of each element."""
def spacing(x: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> ndarray:
    """NumPy's ``spacing``, computed on the host; gradients do not pass it."""
@overload
def sqrt(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Square root of each element."""
@overload
def sqrt(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Square root of each element."""
@overload
def square(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Square of each element."""
@overload
def square(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Square of each element."""
@overload
def subtract(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The difference, element by element, of two arrays, axes of length 1 stretched."""
@overload
def subtract(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The difference, element by element, of two arrays, axes of length 1 stretched."""
@overload
def subtract(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The difference, element by element, of two arrays, axes of length 1 stretched."""
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> ndarray:
    """NumPy's ``take_along_axis``, computed on the host; gradients do not pass it."""
@overload
def tan(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Tangent of each element, in radians."""
@overload
def tan(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Tangent of each element, in radians."""
@overload
def tanh(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Hyperbolic tangent of each element."""
@overload
def tanh(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Hyperbolic tangent of each element."""
def trapz(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> ndarray:
    """NumPy's ``trapz``, computed on the host; gradients do not pass it."""
def tril_indices_from(arr: Any, k: Any = 0) -> tuple[ndarray, ndarray]:
    """NumPy's ``tril_indices_from``, computed on the host; gradients do not pass it."""
def trim_zeros(filt: Any, trim: Any = 'fb', axis: Any = None) -> ndarray:
    """NumPy's ``trim_zeros``, computed on the host; gradients do not pass it."""
def triu_indices_from(arr: Any, k: Any = 0) -> tuple[ndarray, ndarray]:
    """NumPy's ``triu_indices_from``, computed on the host; gradients do not pass it."""
@overload
def true_divide(x1: ndarray, x2: ndarray | float, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
@overload
def true_divide(x1: float, x2: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
@overload
def true_divide(x1: float, x2: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
@overload
def trunc(x: ndarray, out: ndarray | None = None, **kwargs: Any) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each element without its fraction."""
@overload
def trunc(x: float, **kwargs: Any) -> float:  # type: ignore[overload-overlap, overload-cannot-match]
    """Each element without its fraction."""
def union1d(ar1: Any, ar2: Any) -> ndarray:
    """NumPy's ``union1d``, computed on the host; gradients do not pass it."""
def unpackbits(a: Any, axis: Any = None, count: Any = None, bitorder: Any = 'big') -> ndarray:
    """NumPy's ``unpackbits``, computed on the host; gradients do not pass it."""
def unwrap(p: Any, discont: Any = None, axis: Any = -1, *, period: Any = 6.283185307179586) -> ndarray:
    """NumPy's ``unwrap``, computed on the host; gradients do not pass it."""
def vander(x: Any, N: Any = None, increasing: Any = False) -> ndarray:
    """NumPy's ``vander``, computed on the host; gradients do not pass it."""
