"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

import numbers
from typing import Any
from mxnet._frontend.arithmetic import Operation
from mxnet.symbol.core import Symbol
def binary(operation: Operation, left: Any, right: Any) -> Any:
    """An operation on two symbols, or on a symbol and a number."""
class Fluent:
    def __abs__(self: Own) -> Own:
        ...
    def __add__(self: Own, other: Any) -> Own:
        ...
    def __div__(self: Own, other: Any) -> Own:
        ...
    def __eq__(self: Own, other: object) -> Own:  # type: ignore[override]
        ...
    def __ge__(self: Own, other: Any) -> Own:
        ...
    def __gt__(self: Own, other: Any) -> Own:
        ...
    def __iadd__(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def __idiv__(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def __imul__(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def __isub__(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def __itruediv__(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def __le__(self: Own, other: Any) -> Own:
        ...
    def __lt__(self: Own, other: Any) -> Own:
        ...
    def __mod__(self: Own, other: Any) -> Own:
        ...
    def __mul__(self: Own, other: Any) -> Own:
        ...
    def __ne__(self: Own, other: object) -> Own:  # type: ignore[override]
        ...
    def __neg__(self: Own) -> Own:
        ...
    def __pow__(self: Own, other: Any) -> Own:
        ...
    def __radd__(self: Own, other: Any) -> Own:
        ...
    def __rdiv__(self: Own, other: Any) -> Own:
        ...
    def __rmod__(self: Own, other: Any) -> Own:
        ...
    def __rmul__(self: Own, other: Any) -> Own:
        ...
    def __rpow__(self: Own, other: Any) -> Own:
        ...
    def __rsub__(self: Own, other: Any) -> Own:
        ...
    def __rtruediv__(self: Own, other: Any) -> Own:
        ...
    def __sub__(self: Own, other: Any) -> Own:
        ...
    def __truediv__(self: Own, other: Any) -> Own:
        ...
    def abs(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Absolute value of each element."""
    def arccos(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Angle in radians whose cosine is each element."""
    def arccosh(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Number, at least 0, whose hyperbolic cosine is each element."""
    def arcsin(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Angle in radians whose sine is each element."""
    def arcsinh(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Number whose hyperbolic sine is each element."""
    def arctan(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Angle in radians whose tangent is each element."""
    def arctanh(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Number whose hyperbolic tangent is each element."""
    def argmax(self: Own, axis: int | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Positions of the largest elements along an axis, or of the flattened array; the first of equal ones."""
    def argmax_channel(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Positions of the largest elements along axis 1."""
    def argmin(self: Own, axis: int | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Positions of the smallest elements along an axis, or of the flattened array; the first of equal ones."""
    def argsort(self: Own, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Positions that put elements in order along an axis, as numbers of ``dtype``."""
    def as_in_context(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def asnumpy(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def asscalar(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def backward(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def broadcast_axes(self: Own, axis: ShapeLike = (), size: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The axes named, all of size one, repeated to the sizes given."""
    def cbrt(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Cube root of each element."""
    def ceil(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Smallest whole number not below each element."""
    def clip(self: Own, a_min: float = ..., a_max: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
    def copy(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def cos(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Cosine of each element, in radians."""
    def cosh(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Hyperbolic cosine of each element."""
    def degrees(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Each angle, given in radians, in degrees."""
    def depth_to_space(self: Own, block_size: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Blocks of channels laid out as squares of ``block_size`` by ``block_size`` pixels."""
    def detach(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def diag(self: Own, k: int = 0, axis1: int = 0, axis2: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The ``k``-th diagonal of the planes of two axes, or a matrix with the vector given on that diagonal."""
    def exp(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Exponential of each element."""
    def expand_dims(self: Own, axis: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """A new axis of size one before ``axis``; negative positions count from the end of the result."""
    def expm1(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Exponential of each element, less one, accurate near zero."""
    def fix(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Nearest whole number of each element in the direction of zero."""
    def flatten(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """All axes but the first folded into one."""
    def flip(self: Own, axis: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The order of the elements reversed along the axes."""
    def floor(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Largest whole number not above each element."""
    def log(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Natural logarithm of each element."""
    def log10(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Logarithm of each element to base 10."""
    def log1p(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Natural logarithm of one plus each element, accurate near zero."""
    def log2(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Logarithm of each element to base 2."""
    def log_softmax(self: Own, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The logarithm of the softmax, computed without its rounding."""
    def max(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Largest element over axes; NaN if there is one."""
    def mean(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Mean of elements over axes."""
    def min(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Smallest element over axes; NaN if there is one."""
    def nanprod(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Product of elements over axes, NaN counting as one."""
    def nansum(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Sum of elements over axes, NaN counting as zero."""
    def norm(self: Own, ord: int = 2, axis: ShapeLike | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
    def one_hot(self: Own, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
    def ones_like(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Ones of the shape and dtype of the array."""
    def pad(self: Own, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: ShapeLike = ..., constant_value: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
    def pick(self: Own, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """One element along an axis for each position of the others."""
    def prod(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Product of elements over axes."""
    def radians(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Each angle, given in degrees, in radians."""
    def rcbrt(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Reciprocal of the cube root of each element."""
    def reciprocal(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Reciprocal of each element."""
    def relu(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Each element, or 0 where it is negative."""
    def repeat(self: Own, repeats: int = ..., axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Each element repeated, along an axis or in the flattened array."""
    def reshape_like(self: Own, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
    def rint(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Nearest whole number of each element, halves downward."""
    def round(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Nearest whole number of each element, halves away from zero."""
    def rsqrt(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Reciprocal of the square root of each element."""
    def shape_array(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The shape as an array of int64."""
    def sigmoid(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Logistic function ``1 / (1 + exp(-x))`` of each element."""
    def sign(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Sign of each element: -1, 0 or 1."""
    def sin(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Sine of each element, in radians."""
    def sinh(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Hyperbolic sine of each element."""
    def size_array(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The number of elements as an array of one int64."""
    def slice(self: Own, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
    def slice_axis(self: Own, axis: int = ..., begin: int = ..., end: int | None = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The part from ``begin`` to below ``end`` of one axis."""
    def slice_like(self: Own, shape_like: Symbol | None = None, axes: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The front part of ``data`` that is as long as ``shape_like``, along all axes or those named."""
    def softmax(self: Own, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
    def softmin(self: Own, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Softmax of the negated data."""
    def sort(self: Own, axis: int | None = -1, is_ascend: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Elements in order along an axis; ``axis=None`` sorts the flattened array."""
    def space_to_depth(self: Own, block_size: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Squares of ``block_size`` by ``block_size`` pixels stacked as channels."""
    def split(self: Own, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
    def sqrt(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Square root of each element."""
    def square(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Square of each element."""
    def squeeze(self: Own, axis: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Without its axes of size one, or without those named; a single number keeps the shape (1,)."""
    def sum(self: Own, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Sum of elements over axes."""
    def swapaxes(self: Own, dim1: int = 0, dim2: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Two axes exchanged."""
    def take(self: Own, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The slices of ``a`` along an axis with the numbers given; others are clipped, wrapped around, or an error."""
    def tan(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Tangent of each element, in radians."""
    def tanh(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Hyperbolic tangent of each element."""
    def tile(self: Own, reps: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The whole array repeated ``reps`` times along each axis; missing axes are added in front."""
    def topk(self: Own, axis: int | None = -1, k: int = 1, ret_typ: Literal['value', 'indices', 'mask', 'both'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
    def transpose(self: Own, axes: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """The axes in the order ``axes``, reversed if none is given."""
    def trunc(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Each element without its fraction."""
    def wait_to_read(self, *args: Any) -> NoReturn:
        """For arrays only: a symbol has no values."""
    def zeros_like(self: Own, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Own:
        """Zeros of the shape and dtype of the array."""
