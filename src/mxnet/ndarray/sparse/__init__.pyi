"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.sparse import elementwise as elementwise
from mxnet.ndarray.sparse import graphs as graphs
from mxnet.ndarray.sparse import products as products
from mxnet.ndarray.sparse import reductions as reductions
from mxnet.ndarray.sparse import structure as structure
from mxnet.ndarray.sparse import updates as updates
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray as BaseSparseNDArray
from mxnet.ndarray.sparse.arrays import CSRNDArray as CSRNDArray
from mxnet.ndarray.sparse.arrays import RowSparseNDArray as RowSparseNDArray
from mxnet.ndarray.sparse.creation import array as array
from mxnet.ndarray.sparse.creation import csr_matrix as csr_matrix
from mxnet.ndarray.sparse.creation import empty as empty
from mxnet.ndarray.sparse.creation import is_scipy as is_scipy
from mxnet.ndarray.sparse.creation import row_sparse_array as row_sparse_array
from mxnet.ndarray.sparse.creation import zeros as zeros
def add(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs + rhs``; sparse where both are stored alike."""
def subtract(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs - rhs``; sparse where both are stored alike."""
def multiply(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs * rhs``; sparse where either is."""
def divide(lhs: NDArray | float, rhs: NDArray | float) -> NDArray:
    """``lhs / rhs``; sparse where ``lhs`` is divided by numbers or by something that broadcasts to it."""
def ElementWiseSum(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays of one shape."""
def Embedding(data: NDArray, weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def _contrib_round_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, with gradient 1."""
def _contrib_sign_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element, with gradient 1."""
def abs(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Absolute value of each element."""
def adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float = ..., epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of AdaGrad. A row without gradient stays as it is, so dense and row-sparse gradients do the same."""
def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def add_n(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays of one shape."""
def arccos(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Angle in radians whose cosine is each element."""
def arccosh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def arcsin(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Angle in radians whose sine is each element."""
def arcsinh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number whose hyperbolic sine is each element."""
def arctan(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Angle in radians whose tangent is each element."""
def arctanh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number whose hyperbolic tangent is each element."""
def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself; ``stype`` names the storage of the handle above it."""
def cbrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cube root of each element."""
def ceil(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smallest whole number not below each element."""
def clip(data: NDArray, a_min: float = ..., a_max: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The arrays one after the other along the axis ``dim``."""
def cos(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cosine of each element, in radians."""
def cosh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic cosine of each element."""
def degrees(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each angle, given in radians, in degrees."""
def dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last)."""
def elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays of one shape, element by element."""
def elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays of one shape, element by element."""
def elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays of one shape, element by element."""
def elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays of one shape, element by element."""
def exp(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponential of each element."""
def expm1(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponential of each element, less one, accurate near zero."""
def fix(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element in the direction of zero."""
def floor(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Largest whole number not above each element."""
def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def gamma(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Gamma function of each element."""
def gammaln(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the absolute value of the gamma function of each element."""
def log(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm of each element."""
def log10(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of each element to base 10."""
def log1p(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm of one plus each element, accurate near zero."""
def log2(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of each element to base 2."""
def make_loss(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def mean(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Mean of elements over axes."""
def negative(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element with its sign changed."""
def norm(data: NDArray, ord: int = 2, axis: ShapeLike | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def radians(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each angle, given in degrees, in radians."""
def relu(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element, or 0 where it is negative."""
def retain(data: NDArray, indices: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array with every row but those at ``indices`` set to zero."""
def rint(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, halves downward."""
def round(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, halves away from zero."""
def rsqrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Reciprocal of the square root of each element."""
def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum and weight decay."""
def sgd_update(weight: NDArray, grad: NDArray, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with weight decay."""
def sigmoid(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def sign(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element: -1, 0 or 1."""
def sin(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sine of each element, in radians."""
def sinh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic sine of each element."""
def slice(data: NDArray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def sqrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square root of each element."""
def square(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square of each element."""
def stop_gradient(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself, and no gradient through it."""
def sum(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of elements over axes."""
def tan(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Tangent of each element, in radians."""
def tanh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic tangent of each element."""
def trunc(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element without its fraction."""
def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros of the shape and dtype of the array."""
