"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet._frontend.functions import functions
from mxnet.ndarray import arithmetic
from mxnet.ndarray.invoke import shortcut
from mxnet.ndarray.sparse import elementwise as elementwise
from mxnet.ndarray.sparse import graphs as graphs
from mxnet.ndarray.sparse import products as products
from mxnet.ndarray.sparse import reductions as reductions
from mxnet.ndarray.sparse import structure as structure
from mxnet.ndarray.sparse import updates as updates
from mxnet.ndarray.sparse.arrays import BaseSparseNDArray as BaseSparseNDArray
from mxnet.ndarray.sparse.arrays import CSRNDArray as CSRNDArray
from mxnet.ndarray.sparse.arrays import RowSparseNDArray as RowSparseNDArray
from mxnet.ndarray.sparse.arrays import elementwise as _elementwise
from mxnet.ndarray.sparse.creation import array as array
from mxnet.ndarray.sparse.creation import csr_matrix as csr_matrix
from mxnet.ndarray.sparse.creation import empty as empty
from mxnet.ndarray.sparse.creation import is_scipy as is_scipy
from mxnet.ndarray.sparse.creation import row_sparse_array as row_sparse_array
from mxnet.ndarray.sparse.creation import zeros as zeros
def add(lhs: Any, rhs: Any) -> Any:
    ...
def subtract(lhs: Any, rhs: Any) -> Any:
    ...
def multiply(lhs: Any, rhs: Any) -> Any:
    ...
def divide(lhs: Any, rhs: Any) -> Any:
    ...
def ElementWiseSum(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of any number of arrays of one shape."""
def Embedding(data: Any = None, weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def FullyConnected(data: Any = None, weight: Any = None, bias: Any = None, num_hidden: Any = None, no_bias: Any = False, flatten: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def LinearRegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def LogisticRegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def MAERegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def _contrib_round_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, with gradient 1."""
def _contrib_sign_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element, with gradient 1."""
def abs(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value of each element."""
def adagrad_update(weight: Any = None, grad: Any = None, history: Any = None, lr: Any = None, epsilon: Any = 1e-07, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of AdaGrad. A row without gradient stays as it is, so dense and row-sparse gradients do the same."""
def adam_update(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, lr: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def add_n(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of any number of arrays of one shape."""
def arccos(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Angle in radians whose cosine is each element."""
def arccosh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def arcsin(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Angle in radians whose sine is each element."""
def arcsinh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number whose hyperbolic sine is each element."""
def arctan(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Angle in radians whose tangent is each element."""
def arctanh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number whose hyperbolic tangent is each element."""
def broadcast_add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_plus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_sub(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def cast_storage(data: Any = None, stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself; ``stype`` names the storage of the handle above it."""
def cbrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cube root of each element."""
def ceil(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest whole number not below each element."""
def clip(data: Any = None, a_min: Any = None, a_max: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays one after the other along the axis ``dim``."""
def cos(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cosine of each element, in radians."""
def cosh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic cosine of each element."""
def degrees(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each angle, given in radians, in degrees."""
def dot(lhs: Any = None, rhs: Any = None, transpose_a: Any = False, transpose_b: Any = False, forward_stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last)."""
def elemwise_add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays of one shape, element by element."""
def elemwise_div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays of one shape, element by element."""
def elemwise_mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays of one shape, element by element."""
def elemwise_sub(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays of one shape, element by element."""
def exp(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential of each element."""
def expm1(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential of each element, less one, accurate near zero."""
def fix(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element in the direction of zero."""
def floor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest whole number not above each element."""
def ftrl_update(weight: Any = None, grad: Any = None, z: Any = None, n: Any = None, lr: Any = None, lamda1: Any = 0.01, beta: Any = 1.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def gamma(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function of each element."""
def gammaln(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the absolute value of the gamma function of each element."""
def log(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm of each element."""
def log10(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of each element to base 10."""
def log1p(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm of one plus each element, accurate near zero."""
def log2(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of each element to base 2."""
def make_loss(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def mean(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean of elements over axes."""
def negative(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element with its sign changed."""
def norm(data: Any = None, ord: Any = 2, axis: Any = None, out_dtype: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def radians(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each angle, given in degrees, in radians."""
def relu(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element, or 0 where it is negative."""
def retain(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array with every row but those at ``indices`` set to zero."""
def rint(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, halves downward."""
def round(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, halves away from zero."""
def rsqrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reciprocal of the square root of each element."""
def sgd_mom_update(weight: Any = None, grad: Any = None, mom: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum and weight decay."""
def sgd_update(weight: Any = None, grad: Any = None, lr: Any = None, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with weight decay."""
def sigmoid(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def sign(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element: -1, 0 or 1."""
def sin(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sine of each element, in radians."""
def sinh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic sine of each element."""
def slice(data: Any = None, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def sqrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square root of each element."""
def square(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square of each element."""
def stop_gradient(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself, and no gradient through it."""
def sum(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of elements over axes."""
def tan(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tangent of each element, in radians."""
def tanh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic tangent of each element."""
def trunc(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element without its fraction."""
def where(condition: Any = None, x: Any = None, y: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of the shape and dtype of the array."""
