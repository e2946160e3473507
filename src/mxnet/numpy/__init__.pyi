"""Made by tools/stubs.py from the operator registry."""

from typing import Any

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
from mxnet.numpy import multiarray as multiarray
NAN: Any
NINF: Any
NZERO: Any
NaN: Any
PINF: Any
PZERO: Any
_internal: Any
def abs(x: Any, out: Any = None) -> Any:
    """Absolute value of each element."""
def absolute(x: Any, out: Any = None) -> Any:
    """Absolute value of each element."""
def add(x1: Any, x2: Any, out: Any = None) -> Any:
    """The sum, element by element, of two arrays, axes of length 1 stretched."""
def allclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """NumPy's ``allclose``, computed on the host; gradients do not pass it."""
def alltrue(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ..., *, where: Any = ...) -> Any:
    """NumPy's ``alltrue``, computed on the host; gradients do not pass it."""
def apply_along_axis(func1d: Any, axis: Any, arr: Any, *args: Any, **kwargs: Any) -> Any:
    """NumPy's ``apply_along_axis``, computed on the host; gradients do not pass it."""
def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    """NumPy's ``apply_over_axes``, computed on the host; gradients do not pass it."""
def arccos(x: Any, out: Any = None) -> Any:
    """Angle in radians whose cosine is each element."""
def arccosh(x: Any, out: Any = None) -> Any:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def arcsin(x: Any, out: Any = None) -> Any:
    """Angle in radians whose sine is each element."""
def arcsinh(x: Any, out: Any = None) -> Any:
    """Number whose hyperbolic sine is each element."""
def arctan(x: Any, out: Any = None) -> Any:
    """Angle in radians whose tangent is each element."""
def arctan2(x1: Any, x2: Any, out: Any = None) -> Any:
    """The angle of a point, element by element, of two arrays, axes of length 1 stretched."""
def arctanh(x: Any, out: Any = None) -> Any:
    """Number whose hyperbolic tangent is each element."""
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = 'introselect', order: Any = None) -> Any:
    """NumPy's ``argpartition``, computed on the host; gradients do not pass it."""
def argwhere(a: Any) -> Any:
    """NumPy's ``argwhere``, computed on the host; gradients do not pass it."""
def array_equal(a1: Any, a2: Any, equal_nan: Any = False) -> Any:
    """NumPy's ``array_equal``, computed on the host; gradients do not pass it."""
def array_equiv(a1: Any, a2: Any) -> Any:
    """NumPy's ``array_equiv``, computed on the host; gradients do not pass it."""
def bitwise_and(x1: Any, x2: Any, out: Any = None) -> Any:
    """The bits that both have, element by element, of two arrays, axes of length 1 stretched."""
def bitwise_not(x: Any, out: Any = None) -> Any:
    """Every bit turned round."""
def bitwise_or(x1: Any, x2: Any, out: Any = None) -> Any:
    """The bits that either has, element by element, of two arrays, axes of length 1 stretched."""
def bitwise_xor(x1: Any, x2: Any, out: Any = None) -> Any:
    """The bits that one of the two has, element by element, of two arrays, axes of length 1 stretched."""
def cbrt(x: Any, out: Any = None) -> Any:
    """Cube root of each element."""
def ceil(x: Any, out: Any = None) -> Any:
    """Smallest whole number not below each element."""
def choose(a: Any, choices: Any, out: Any = None, mode: Any = 'raise') -> Any:
    """NumPy's ``choose``, computed on the host; gradients do not pass it."""
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    """NumPy's ``compress``, computed on the host; gradients do not pass it."""
def copysign(x1: Any, x2: Any, out: Any = None) -> Any:
    """The first with the sign of the second, element by element, of two arrays, axes of length 1 stretched."""
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *, dtype: Any = None) -> Any:
    """NumPy's ``corrcoef``, computed on the host; gradients do not pass it."""
def correlate(a: Any, v: Any, mode: Any = 'valid') -> Any:
    """NumPy's ``correlate``, computed on the host; gradients do not pass it."""
def cos(x: Any, out: Any = None) -> Any:
    """Cosine of each element, in radians."""
def cosh(x: Any, out: Any = None) -> Any:
    """Hyperbolic cosine of each element."""
def count_nonzero(a: Any, axis: Any = None, *, keepdims: Any = False) -> Any:
    """NumPy's ``count_nonzero``, computed on the host; gradients do not pass it."""
def cov(m: Any, y: Any = None, rowvar: Any = True, bias: Any = False, ddof: Any = None, fweights: Any = None, aweights: Any = None, *, dtype: Any = None) -> Any:
    """NumPy's ``cov``, computed on the host; gradients do not pass it."""
def deg2rad(x: Any, out: Any = None) -> Any:
    """Each angle, given in degrees, in radians."""
def degrees(x: Any, out: Any = None) -> Any:
    """Each angle, given in radians, in degrees."""
def digitize(x: Any, bins: Any, right: Any = False) -> Any:
    """NumPy's ``digitize``, computed on the host; gradients do not pass it."""
def divide(x1: Any, x2: Any, out: Any = None) -> Any:
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
def divmod(x1: Any, x2: Any, out: Any = (None, None), *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``divmod``, computed on the host; gradients do not pass it."""
def equal(x1: Any, x2: Any, out: Any = None) -> Any:
    """Whether the numbers are equal, element by element, of two arrays, axes of length 1 stretched."""
def exp(x: Any, out: Any = None) -> Any:
    """Exponential of each element."""
def expm1(x: Any, out: Any = None) -> Any:
    """Exponential of each element, less one, accurate near zero."""
def extract(condition: Any, arr: Any) -> Any:
    """NumPy's ``extract``, computed on the host; gradients do not pass it."""
def fabs(x: Any, out: Any = None) -> Any:
    """Absolute value of each element."""
def fix(x: Any, out: Any = None) -> Any:
    """Nearest whole number of each element in the direction of zero."""
def flatnonzero(a: Any) -> Any:
    """NumPy's ``flatnonzero``, computed on the host; gradients do not pass it."""
def float_power(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``float_power``, computed on the host; gradients do not pass it."""
def floor(x: Any, out: Any = None) -> Any:
    """Largest whole number not above each element."""
def frexp(x: Any, out: Any = (None, None), *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``frexp``, computed on the host; gradients do not pass it."""
def greater(x1: Any, x2: Any, out: Any = None) -> Any:
    """Whether the first is larger, element by element, of two arrays, axes of length 1 stretched."""
def greater_equal(x1: Any, x2: Any, out: Any = None) -> Any:
    """Whether the first is not smaller, element by element, of two arrays, axes of length 1 stretched."""
def heaviside(x1: Any, x2: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``heaviside``, computed on the host; gradients do not pass it."""
def histogram2d(x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """NumPy's ``histogram2d``, computed on the host; gradients do not pass it."""
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """NumPy's ``histogram_bin_edges``, computed on the host; gradients do not pass it."""
def histogramdd(sample: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """NumPy's ``histogramdd``, computed on the host; gradients do not pass it."""
def hypot(x1: Any, x2: Any, out: Any = None) -> Any:
    """The hypotenuse, element by element, of two arrays, axes of length 1 stretched."""
def i0(x: Any) -> Any:
    """NumPy's ``i0``, computed on the host; gradients do not pass it."""
def in1d(ar1: Any, ar2: Any, **options: Any) -> Any:
    """NumPy's ``in1d``, computed on the host; gradients do not pass it."""
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """NumPy's ``interp``, computed on the host; gradients do not pass it."""
def intersect1d(ar1: Any, ar2: Any, assume_unique: Any = False, return_indices: Any = False) -> Any:
    """NumPy's ``intersect1d``, computed on the host; gradients do not pass it."""
def invert(x: Any, out: Any = None) -> Any:
    """Every bit turned round."""
def isclose(a: Any, b: Any, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = False) -> Any:
    """NumPy's ``isclose``, computed on the host; gradients do not pass it."""
def isfinite(x: Any, out: Any = None) -> Any:
    """Whether an element is a finite number."""
def isin(element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, *, kind: Any = None) -> Any:
    """NumPy's ``isin``, computed on the host; gradients do not pass it."""
def isinf(x: Any, out: Any = None) -> Any:
    """Whether an element is infinite."""
def isnan(x: Any, out: Any = None) -> Any:
    """Whether an element is not a number."""
def isneginf(x: Any, out: Any = None) -> Any:
    """Whether an element is minus infinity."""
def isposinf(x: Any, out: Any = None) -> Any:
    """Whether an element is plus infinity."""
def ix_(*args: Any) -> Any:
    """NumPy's ``ix_``, computed on the host; gradients do not pass it."""
def lcm(x1: Any, x2: Any, out: Any = None) -> Any:
    """The least common multiple, element by element, of two arrays, axes of length 1 stretched."""
def ldexp(x1: Any, x2: Any, out: Any = None) -> Any:
    """``x1 * 2**x2``, element by element, of two arrays, axes of length 1 stretched."""
def less(x1: Any, x2: Any, out: Any = None) -> Any:
    """Whether the first is smaller, element by element, of two arrays, axes of length 1 stretched."""
def less_equal(x1: Any, x2: Any, out: Any = None) -> Any:
    """Whether the first is not larger, element by element, of two arrays, axes of length 1 stretched."""
def lexsort(keys: Any, axis: Any = -1) -> Any:
    """NumPy's ``lexsort``, computed on the host; gradients do not pass it."""
def log(x: Any, out: Any = None) -> Any:
    """Natural logarithm of each element."""
def log10(x: Any, out: Any = None) -> Any:
    """Logarithm of each element to base 10."""
def log1p(x: Any, out: Any = None) -> Any:
    """Natural logarithm of one plus each element, accurate near zero."""
def log2(x: Any, out: Any = None) -> Any:
    """Logarithm of each element to base 2."""
def logical_not(x: Any, out: Any = None) -> Any:
    """Whether an element is zero."""
def maximum(x1: Any, x2: Any, out: Any = None) -> Any:
    """The larger number, element by element, of two arrays, axes of length 1 stretched."""
def minimum(x1: Any, x2: Any, out: Any = None) -> Any:
    """The smaller number, element by element, of two arrays, axes of length 1 stretched."""
def mod(x1: Any, x2: Any, out: Any = None) -> Any:
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
def modf(x: Any, out: Any = (None, None), *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``modf``, computed on the host; gradients do not pass it."""
def msort(a: Any) -> Any:
    """NumPy's ``msort``, computed on the host; gradients do not pass it."""
def multiply(x1: Any, x2: Any, out: Any = None) -> Any:
    """The product, element by element, of two arrays, axes of length 1 stretched."""
def nanargmax(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = ...) -> Any:
    """NumPy's ``nanargmax``, computed on the host; gradients do not pass it."""
def nanargmin(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = ...) -> Any:
    """NumPy's ``nanargmin``, computed on the host; gradients do not pass it."""
def nancumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """NumPy's ``nancumprod``, computed on the host; gradients do not pass it."""
def nancumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """NumPy's ``nancumsum``, computed on the host; gradients do not pass it."""
def nanmax(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ..., initial: Any = ..., where: Any = ...) -> Any:
    """NumPy's ``nanmax``, computed on the host; gradients do not pass it."""
def nanmedian(a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = ...) -> Any:
    """NumPy's ``nanmedian``, computed on the host; gradients do not pass it."""
def nanmin(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ..., initial: Any = ..., where: Any = ...) -> Any:
    """NumPy's ``nanmin``, computed on the host; gradients do not pass it."""
def nanpercentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, method: Any = 'linear', keepdims: Any = ..., *, weights: Any = None) -> Any:
    """NumPy's ``nanpercentile``, computed on the host; gradients do not pass it."""
def nanprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = ..., initial: Any = ..., where: Any = ...) -> Any:
    """NumPy's ``nanprod``, computed on the host; gradients do not pass it."""
def nanquantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, method: Any = 'linear', keepdims: Any = ..., *, weights: Any = None) -> Any:
    """NumPy's ``nanquantile``, computed on the host; gradients do not pass it."""
def negative(x: Any, out: Any = None) -> Any:
    """Each element with its sign changed."""
newaxis: Any
def not_equal(x1: Any, x2: Any, out: Any = None) -> Any:
    """Whether the numbers differ, element by element, of two arrays, axes of length 1 stretched."""
def packbits(a: Any, axis: Any = None, bitorder: Any = 'big') -> Any:
    """NumPy's ``packbits``, computed on the host; gradients do not pass it."""
def partition(a: Any, kth: Any, axis: Any = -1, kind: Any = 'introselect', order: Any = None) -> Any:
    """NumPy's ``partition``, computed on the host; gradients do not pass it."""
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> Any:
    """NumPy's ``piecewise``, computed on the host; gradients do not pass it."""
def poly(seq_of_zeros: Any) -> Any:
    """NumPy's ``poly``, computed on the host; gradients do not pass it."""
def polyadd(a1: Any, a2: Any) -> Any:
    """NumPy's ``polyadd``, computed on the host; gradients do not pass it."""
def polydiv(u: Any, v: Any) -> Any:
    """NumPy's ``polydiv``, computed on the host; gradients do not pass it."""
def polyfit(x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None, cov: Any = False) -> Any:
    """NumPy's ``polyfit``, computed on the host; gradients do not pass it."""
def polyint(p: Any, m: Any = 1, k: Any = None) -> Any:
    """NumPy's ``polyint``, computed on the host; gradients do not pass it."""
def polymul(a1: Any, a2: Any) -> Any:
    """NumPy's ``polymul``, computed on the host; gradients do not pass it."""
def polysub(a1: Any, a2: Any) -> Any:
    """NumPy's ``polysub``, computed on the host; gradients do not pass it."""
def positive(x: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``positive``, computed on the host; gradients do not pass it."""
def power(x1: Any, x2: Any, out: Any = None) -> Any:
    """Power, element by element of two arrays, axes of length 1 stretched."""
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = ...) -> Any:
    """NumPy's ``ptp``, computed on the host; gradients do not pass it."""
def rad2deg(x: Any, out: Any = None) -> Any:
    """Each angle, given in radians, in degrees."""
def radians(x: Any, out: Any = None) -> Any:
    """Each angle, given in degrees, in radians."""
def real(val: Any) -> Any:
    """NumPy's ``real``, computed on the host; gradients do not pass it."""
def reciprocal(x: Any, out: Any = None) -> Any:
    """Reciprocal of each element."""
def remainder(x1: Any, x2: Any, out: Any = None) -> Any:
    """The remainder, with the divisor's sign, element by element, of two arrays, axes of length 1 stretched."""
def rint(x: Any, out: Any = None) -> Any:
    """The nearest whole number, the even one in the middle."""
def roots(p: Any) -> Any:
    """NumPy's ``roots``, computed on the host; gradients do not pass it."""
def searchsorted(a: Any, v: Any, side: Any = 'left', sorter: Any = None) -> Any:
    """NumPy's ``searchsorted``, computed on the host; gradients do not pass it."""
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """NumPy's ``select``, computed on the host; gradients do not pass it."""
def setdiff1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> Any:
    """NumPy's ``setdiff1d``, computed on the host; gradients do not pass it."""
def setxor1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> Any:
    """NumPy's ``setxor1d``, computed on the host; gradients do not pass it."""
def sign(x: Any, out: Any = None) -> Any:
    """Sign of each element: -1, 0 or 1."""
def signbit(x: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``signbit``, computed on the host; gradients do not pass it."""
def sin(x: Any, out: Any = None) -> Any:
    """Sine of each element, in radians."""
def sinh(x: Any, out: Any = None) -> Any:
    """Hyperbolic sine of each element."""
def spacing(x: Any, out: Any = None, *, where: Any = True, casting: Any = 'same_kind', order: Any = 'K', dtype: Any = None, subok: Any = True, signature: Any = None) -> Any:
    """NumPy's ``spacing``, computed on the host; gradients do not pass it."""
def sqrt(x: Any, out: Any = None) -> Any:
    """Square root of each element."""
def square(x: Any, out: Any = None) -> Any:
    """Square of each element."""
def subtract(x1: Any, x2: Any, out: Any = None) -> Any:
    """The difference, element by element, of two arrays, axes of length 1 stretched."""
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    """NumPy's ``take_along_axis``, computed on the host; gradients do not pass it."""
def tan(x: Any, out: Any = None) -> Any:
    """Tangent of each element, in radians."""
def tanh(x: Any, out: Any = None) -> Any:
    """Hyperbolic tangent of each element."""
def trapz(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """NumPy's ``trapz``, computed on the host; gradients do not pass it."""
def tril_indices_from(arr: Any, k: Any = 0) -> Any:
    """NumPy's ``tril_indices_from``, computed on the host; gradients do not pass it."""
def trim_zeros(filt: Any, trim: Any = 'fb', axis: Any = None) -> Any:
    """NumPy's ``trim_zeros``, computed on the host; gradients do not pass it."""
def triu_indices_from(arr: Any, k: Any = 0) -> Any:
    """NumPy's ``triu_indices_from``, computed on the host; gradients do not pass it."""
def true_divide(x1: Any, x2: Any, out: Any = None) -> Any:
    """The quotient, element by element, of two arrays, axes of length 1 stretched."""
def trunc(x: Any, out: Any = None) -> Any:
    """Each element without its fraction."""
def union1d(ar1: Any, ar2: Any) -> Any:
    """NumPy's ``union1d``, computed on the host; gradients do not pass it."""
def unpackbits(a: Any, axis: Any = None, count: Any = None, bitorder: Any = 'big') -> Any:
    """NumPy's ``unpackbits``, computed on the host; gradients do not pass it."""
def unwrap(p: Any, discont: Any = None, axis: Any = -1, *, period: Any = 6.283185307179586) -> Any:
    """NumPy's ``unwrap``, computed on the host; gradients do not pass it."""
def vander(x: Any, N: Any = None, increasing: Any = False) -> Any:
    """NumPy's ``vander``, computed on the host; gradients do not pass it."""
