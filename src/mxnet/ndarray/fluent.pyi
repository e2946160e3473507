"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet._frontend.methods import FLUENT, as_method
from mxnet._ops.registry import find
from mxnet.ndarray.invoke import shortcut
class Fluent:
    def abs(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Absolute value of each element."""
    def arccos(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Angle in radians whose cosine is each element."""
    def arccosh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Number, at least 0, whose hyperbolic cosine is each element."""
    def arcsin(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Angle in radians whose sine is each element."""
    def arcsinh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Number whose hyperbolic sine is each element."""
    def arctan(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Angle in radians whose tangent is each element."""
    def arctanh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Number whose hyperbolic tangent is each element."""
    def argmax(self, axis: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Positions of the largest elements along an axis, or of the flattened array; the first of equal ones."""
    def argmax_channel(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Positions of the largest elements along axis 1."""
    def argmin(self, axis: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Positions of the smallest elements along an axis, or of the flattened array; the first of equal ones."""
    def argsort(self, axis: Any = -1, is_ascend: Any = True, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Positions that put elements in order along an axis, as numbers of ``dtype``."""
    def broadcast_axes(self, axis: Any = (), size: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The axes named, all of size one, repeated to the sizes given."""
    def cbrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Cube root of each element."""
    def ceil(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Smallest whole number not below each element."""
    def clip(self, a_min: Any = None, a_max: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
    def cos(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Cosine of each element, in radians."""
    def cosh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Hyperbolic cosine of each element."""
    def degrees(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Each angle, given in radians, in degrees."""
    def depth_to_space(self, block_size: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Blocks of channels laid out as squares of ``block_size`` by ``block_size`` pixels."""
    def diag(self, k: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The ``k``-th diagonal of the planes of two axes, or a matrix with the vector given on that diagonal."""
    def exp(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Exponential of each element."""
    def expand_dims(self, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """A new axis of size one before ``axis``; negative positions count from the end of the result."""
    def expm1(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Exponential of each element, less one, accurate near zero."""
    def fix(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Nearest whole number of each element in the direction of zero."""
    def flatten(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """All axes but the first folded into one."""
    def flip(self, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The order of the elements reversed along the axes."""
    def floor(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Largest whole number not above each element."""
    def log(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Natural logarithm of each element."""
    def log10(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logarithm of each element to base 10."""
    def log1p(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Natural logarithm of one plus each element, accurate near zero."""
    def log2(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logarithm of each element to base 2."""
    def log_softmax(self, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The logarithm of the softmax, computed without its rounding."""
    def max(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Largest element over axes; NaN if there is one."""
    def mean(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Mean of elements over axes."""
    def min(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Smallest element over axes; NaN if there is one."""
    def nanprod(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Product of elements over axes, NaN counting as one."""
    def nansum(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum of elements over axes, NaN counting as zero."""
    def norm(self, ord: Any = 2, axis: Any = None, out_dtype: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
    def one_hot(self, depth: Any = None, on_value: Any = 1.0, off_value: Any = 0.0, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
    def ones_like(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Ones of the shape and dtype of the array."""
    def pad(self, mode: Any = None, pad_width: Any = None, constant_value: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
    def pick(self, index: Any = None, axis: Any = -1, keepdims: Any = False, mode: Any = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """One element along an axis for each position of the others."""
    def prod(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Product of elements over axes."""
    def radians(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Each angle, given in degrees, in radians."""
    def rcbrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Reciprocal of the cube root of each element."""
    def reciprocal(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Reciprocal of each element."""
    def relu(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Each element, or 0 where it is negative."""
    def repeat(self, repeats: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Each element repeated, along an axis or in the flattened array."""
    def reshape_like(self, rhs: Any = None, lhs_begin: Any = None, lhs_end: Any = None, rhs_begin: Any = None, rhs_end: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
    def rint(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Nearest whole number of each element, halves downward."""
    def round(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Nearest whole number of each element, halves away from zero."""
    def rsqrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Reciprocal of the square root of each element."""
    def shape_array(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The shape as an array of int64."""
    def sigmoid(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Logistic function ``1 / (1 + exp(-x))`` of each element."""
    def sign(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sign of each element: -1, 0 or 1."""
    def sin(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sine of each element, in radians."""
    def sinh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Hyperbolic sine of each element."""
    def size_array(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The number of elements as an array of one int64."""
    def slice(self, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
    def slice_axis(self, axis: Any = None, begin: Any = None, end: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The part from ``begin`` to below ``end`` of one axis."""
    def slice_like(self, shape_like: Any = None, axes: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The front part of ``data`` that is as long as ``shape_like``, along all axes or those named."""
    def softmax(self, length: Any = None, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
    def softmin(self, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Softmax of the negated data."""
    def sort(self, axis: Any = -1, is_ascend: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Elements in order along an axis; ``axis=None`` sorts the flattened array."""
    def space_to_depth(self, block_size: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Squares of ``block_size`` by ``block_size`` pixels stacked as channels."""
    def split(self, num_outputs: Any = None, axis: Any = 1, squeeze_axis: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
    def sqrt(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Square root of each element."""
    def square(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Square of each element."""
    def squeeze(self, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Without its axes of size one, or without those named; a single number keeps the shape (1,)."""
    def sum(self, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Sum of elements over axes."""
    def swapaxes(self, dim1: Any = 0, dim2: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Two axes exchanged."""
    def take(self, indices: Any = None, axis: Any = 0, mode: Any = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The slices of ``a`` along an axis with the numbers given; others are clipped, wrapped around, or an error."""
    def tan(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Tangent of each element, in radians."""
    def tanh(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Hyperbolic tangent of each element."""
    def tile(self, reps: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The whole array repeated ``reps`` times along each axis; missing axes are added in front."""
    def topk(self, axis: Any = -1, k: Any = 1, ret_typ: Any = 'indices', is_ascend: Any = False, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
    def transpose(self, axes: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """The axes in the order ``axes``, reversed if none is given."""
    def trunc(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Each element without its fraction."""
    def zeros_like(self, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
        """Zeros of the shape and dtype of the array."""
_name: Any
