"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from typing import TYPE_CHECKING as _TYPE_CHECKING
from mxnet._frontend.names import name_from_above as _name_from_above
from mxnet.ndarray import _internal as _internal
from mxnet.ndarray import contrib as contrib
from mxnet.ndarray import image as image
from mxnet.ndarray import linalg as linalg
from mxnet.ndarray import ndarray as ndarray
from mxnet.ndarray import op as op
from mxnet.ndarray import random as random
from mxnet.ndarray import sparse as sparse
from mxnet.ndarray import utils as utils
from mxnet.ndarray.binary import add as add
from mxnet.ndarray.binary import divide as divide
from mxnet.ndarray.binary import equal as equal
from mxnet.ndarray.binary import greater as greater
from mxnet.ndarray.binary import greater_equal as greater_equal
from mxnet.ndarray.binary import lesser as lesser
from mxnet.ndarray.binary import lesser_equal as lesser_equal
from mxnet.ndarray.binary import logical_and as logical_and
from mxnet.ndarray.binary import logical_or as logical_or
from mxnet.ndarray.binary import logical_xor as logical_xor
from mxnet.ndarray.binary import maximum as maximum
from mxnet.ndarray.binary import minimum as minimum
from mxnet.ndarray.binary import modulo as modulo
from mxnet.ndarray.binary import multiply as multiply
from mxnet.ndarray.binary import not_equal as not_equal
from mxnet.ndarray.binary import power as power
from mxnet.ndarray.binary import subtract as subtract
from mxnet.ndarray.binary import true_divide as true_divide
from mxnet.ndarray.conversion import Cast as Cast
from mxnet.ndarray.conversion import cast as cast
from mxnet.ndarray.creation import arange as arange
from mxnet.ndarray.creation import array as array
from mxnet.ndarray.creation import empty as empty
from mxnet.ndarray.creation import eye as eye
from mxnet.ndarray.creation import from_dlpack as from_dlpack
from mxnet.ndarray.creation import from_numpy as from_numpy
from mxnet.ndarray.creation import full as full
from mxnet.ndarray.creation import imdecode as imdecode
from mxnet.ndarray.creation import linspace as linspace
from mxnet.ndarray.creation import ones as ones
from mxnet.ndarray.creation import to_dlpack_for_read as to_dlpack_for_read
from mxnet.ndarray.creation import to_dlpack_for_write as to_dlpack_for_write
from mxnet.ndarray.creation import waitall as waitall
from mxnet.ndarray.creation import zeros as zeros
from mxnet.ndarray.dense import NDArray as NDArray
from mxnet.ndarray.files import load as load
from mxnet.ndarray.files import load_frombuffer as load_frombuffer
from mxnet.ndarray.files import save as save
from mxnet.ndarray.keys import get_indexing_dispatch_code as get_indexing_dispatch_code
from mxnet.ndarray.keys import get_oshape_of_gather_nd_op as get_oshape_of_gather_nd_op
from mxnet.ndarray.keys import indexing_key_expand_implicit_axes as indexing_key_expand_implicit_axes
from mxnet.ndarray.manipulation import all_finite as all_finite
from mxnet.ndarray.manipulation import concatenate as concatenate
from mxnet.ndarray.manipulation import histogram as histogram
from mxnet.ndarray.manipulation import moveaxis as moveaxis
from mxnet.ndarray.manipulation import multi_all_finite as multi_all_finite
from mxnet.ndarray.manipulation import onehot_encode as onehot_encode
from mxnet.ndarray.manipulation import split_v2 as split_v2
from mxnet._cached_op import CachedOp as CachedOp
def __getattr__(name: Any) -> Any:
    ...
def Activation(data: Any = None, act_type: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The activation of this name, of each element; ``softrelu`` is ``log(1 + exp(x))``."""
def BatchNorm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, axis: Any = 1, cudnn_off: Any = False, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
def BatchNorm_v1(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The batch normalisation of MXNet 0.x, kept for its model files; its third output is the variance itself."""
def BilinearSampler(data: Any = None, grid: Any = None, cudnn_off: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sample images at the points of ``grid`` of shape (batch, 2, h, w): x and y, the image spanning -1 to 1."""
def BlockGrad(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself, and no gradient through it."""
def CTCLoss(data: Any = None, label: Any = None, data_lengths: Any = None, label_lengths: Any = None, use_data_lengths: Any = False, use_label_lengths: Any = False, blank_label: Any = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def Concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays one after the other along the axis ``dim``."""
def Convolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cross-correlation of the data with ``num_filter`` learned kernels, along one, two or three axes."""
def Convolution_v1(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The convolution of MXNet 0.x, kept for its model files; the same function as ``Convolution``."""
def Correlation(data1: Any = None, data2: Any = None, kernel_size: Any = 1, max_displacement: Any = 1, stride1: Any = 1, stride2: Any = 1, pad_size: Any = 0, is_multiply: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean products (or distances) of patches of two feature maps, a channel for each displacement between them."""
def Crop(*data: Any, num_args: Any = None, offset: Any = (0, 0), h_w: Any = (0, 0), center_crop: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A window of images, as large as ``h_w`` or as the second array, at ``offset`` or in the middle."""
def Custom(*data: Any, op_type: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The operator that ``mx.operator.register(op_type)`` was given; other attributes go to its class as text."""
def Deconvolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), adj: Any = (), target_shape: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 512, no_bias: Any = True, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data."""
def Dropout(data: Any = None, p: Any = 0.5, mode: Any = 'training', axes: Any = (), cudnn_off: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros with probability ``p`` and the data over ``1 - p`` elsewhere, in training; the data itself otherwise."""
def ElementWiseSum(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of any number of arrays of one shape."""
def Embedding(data: Any = None, weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def Flatten(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """All axes but the first folded into one."""
def FullyConnected(data: Any = None, weight: Any = None, bias: Any = None, num_hidden: Any = None, no_bias: Any = False, flatten: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def GridGenerator(data: Any = None, transform_type: Any = None, target_shape: Any = (0, 0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sampling points for BilinearSampler from affine matrices (batch, 6) or a flow in pixels (batch, 2, h, w)."""
def GroupNorm(data: Any = None, gamma: Any = None, beta: Any = None, num_groups: Any = 1, eps: Any = 1e-05, output_mean_var: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalisation over groups of channels and all axes after; gamma and beta have one number for each group."""
def IdentityAttachKLSparseReg(data: Any = None, moving_avg: Any = None, sparseness_target: Any = 0.1, penalty: Any = 0.001, momentum: Any = 0.9, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data; its gradient gains a penalty on the distance of each column's running mean to a target."""
def InstanceNorm(data: Any = None, gamma: Any = None, beta: Any = None, eps: Any = 0.001, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalisation of each channel of each example over its spatial axes, then ``* gamma + beta``."""
def L2Normalization(data: Any = None, eps: Any = 1e-10, mode: Any = 'instance', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Division by the Euclidean norm of each example, of each position's channels, or of each channel's positions."""
def LRN(data: Any = None, alpha: Any = 0.0001, beta: Any = 0.75, knorm: Any = 2.0, nsize: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Division by a power of the squares of ``nsize`` neighbouring channels, summed: local response normalisation."""
def LayerNorm(data: Any = None, gamma: Any = None, beta: Any = None, axis: Any = -1, eps: Any = 1e-05, output_mean_var: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
def LeakyReLU(data: Any = None, gamma: Any = None, act_type: Any = 'leaky', slope: Any = 0.25, lower_bound: Any = 0.125, upper_bound: Any = 0.334, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A rectifier that is not flat below zero."""
def LinearRegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def LogisticRegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def MAERegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def MakeLoss(data: Any = None, grad_scale: Any = 1.0, valid_thresh: Any = 0.0, normalization: Any = 'null', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data as a loss: its gradient is ``grad_scale``, divided by the rows or by the elements above a threshold."""
def Pad(data: Any = None, mode: Any = None, pad_width: Any = None, constant_value: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
def Pooling(data: Any = None, kernel: Any = (), pool_type: Any = 'max', global_pool: Any = False, cudnn_off: Any = False, pooling_convention: Any = 'valid', stride: Any = (), pad: Any = (), p_value: Any = None, count_include_pad: Any = None, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Maximum, average, sum or p-norm of each window, along one, two or three axes."""
def Pooling_v1(data: Any = None, kernel: Any = (), pool_type: Any = 'max', global_pool: Any = False, pooling_convention: Any = 'valid', stride: Any = (), pad: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The pooling of MXNet 0.x, kept for its model files, in two dimensions."""
def RNN(data: Any = None, parameters: Any = None, state: Any = None, state_cell: Any = None, sequence_length: Any = None, state_size: Any = None, num_layers: Any = None, bidirectional: Any = False, mode: Any = None, p: Any = 0.0, state_outputs: Any = False, projection_size: Any = None, lstm_state_clip_min: Any = None, lstm_state_clip_max: Any = None, lstm_state_clip_nan: Any = False, use_sequence_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
def ROIPooling(data: Any = None, rois: Any = None, pooled_size: Any = None, spatial_scale: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def Reshape(data: Any = None, shape: Any = (), reverse: Any = False, target_shape: Any = (), keep_highest: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split."""
def SVMOutput(data: Any = None, label: Any = None, margin: Any = 1.0, regularization_coefficient: Any = 1.0, use_linear: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The scores as they are, with the gradient of a one-against-all hinge loss, squared unless ``use_linear``."""
def SequenceLast(data: Any = None, sequence_length: Any = None, use_sequence_length: Any = False, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The last element of each sequence; ``axis`` is the time axis, which disappears."""
def SequenceMask(data: Any = None, sequence_length: Any = None, use_sequence_length: Any = False, value: Any = 0.0, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Put ``value`` wherever a sequence is over; ``axis`` is the time axis."""
def SequenceReverse(data: Any = None, sequence_length: Any = None, use_sequence_length: Any = False, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reverse each sequence in time; what lies beyond its length stays where it is."""
def SliceChannel(data: Any = None, num_outputs: Any = None, axis: Any = 1, squeeze_axis: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
def Softmax(data: Any = None, label: Any = None, grad_scale: Any = 1.0, ignore_label: Any = -1.0, multi_output: Any = False, use_ignore: Any = False, preserve_shape: Any = False, normalization: Any = 'null', out_grad: Any = False, smooth_alpha: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities."""
def SoftmaxActivation(data: Any = None, mode: Any = 'instance', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax along the last axis, or with ``mode="channel"`` along the second; ``softmax`` replaces it."""
def SoftmaxOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, ignore_label: Any = -1.0, multi_output: Any = False, use_ignore: Any = False, preserve_shape: Any = False, normalization: Any = 'null', out_grad: Any = False, smooth_alpha: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities."""
def SpatialTransformer(data: Any = None, loc: Any = None, target_shape: Any = (0, 0), transform_type: Any = None, sampler_type: Any = None, cudnn_off: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Resample images through the affine maps in ``loc`` of shape (batch, 6)."""
def SwapAxis(data: Any = None, dim1: Any = 0, dim2: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Two axes exchanged."""
def UpSampling(*data: Any, scale: Any = None, num_filter: Any = 0, sample_type: Any = None, multi_input_mode: Any = 'concat', num_args: Any = None, workspace: Any = 512, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Enlargement of images in NCHW by a whole factor."""
def abs(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value of each element."""
def adam_update(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, lr: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def add_n(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of any number of arrays of one shape."""
def amp_cast(data: Any = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array as another dtype if it holds float32 or narrower floating-point numbers, else as it is."""
def amp_multicast(*data: Any, num_outputs: Any = None, cast_narrow: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays of float32 and narrower as one dtype: the widest among them, or with ``cast_narrow`` the narrowest."""
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
def argmax(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions of the largest elements along an axis, or of the flattened array; the first of equal ones."""
def argmax_channel(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions of the largest elements along axis 1."""
def argmin(data: Any = None, axis: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions of the smallest elements along an axis, or of the flattened array; the first of equal ones."""
def argsort(data: Any = None, axis: Any = -1, is_ascend: Any = True, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions that put elements in order along an axis, as numbers of ``dtype``."""
def batch_dot(lhs: Any = None, rhs: Any = None, transpose_a: Any = False, transpose_b: Any = False, forward_stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Products of the matrices in the last two axes, one for each place in the leading axes."""
def batch_take(a: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element of each row, of the last axis."""
def broadcast_add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_axes(data: Any = None, axis: Any = (), size: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The axes named, all of size one, repeated to the sizes given."""
def broadcast_axis(data: Any = None, axis: Any = (), size: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The axes named, all of size one, repeated to the sizes given."""
def broadcast_div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Equality, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_greater(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs > rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_greater_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs >= rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_hypot(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hypotenuse of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_lesser(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs < rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_lesser_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs <= rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_like(lhs: Any = None, rhs: Any = None, lhs_axes: Any = None, rhs_axes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` repeated to the shape of ``rhs``, or ``lhs_axes`` only, to the sizes that ``rhs_axes`` have."""
def broadcast_logical_and(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical and, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_logical_or(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical or, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_logical_xor(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical exclusive or, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_maximum(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Larger element of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minimum(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smaller element of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mod(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Remainder, with the sign of the divisor, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_not_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inequality, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_plus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_power(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Power of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_sub(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_to(data: Any = None, shape: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Axes of size one repeated to ``shape``, where 0 keeps a size."""
def cast_storage(data: Any = None, stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself; ``stype`` names the storage of the handle above it."""
def cbrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cube root of each element."""
def ceil(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest whole number not below each element."""
def choose_element_0index(data: Any = None, index: Any = None, axis: Any = -1, keepdims: Any = False, mode: Any = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element along an axis for each position of the others."""
def clip(data: Any = None, a_min: Any = None, a_max: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def col2im(data: Any = None, output_size: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Images from columns of patches, overlapping patches added: the transpose of ``im2col``."""
def concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays one after the other along the axis ``dim``."""
def cos(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cosine of each element, in radians."""
def cosh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic cosine of each element."""
def crop(data: Any = None, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def ctc_loss(data: Any = None, label: Any = None, data_lengths: Any = None, label_lengths: Any = None, use_data_lengths: Any = False, use_label_lengths: Any = False, blank_label: Any = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def cumsum(a: Any = None, axis: Any = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of all elements up to each one along an axis, or of the flattened array."""
def degrees(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each angle, given in radians, in degrees."""
def depth_to_space(data: Any = None, block_size: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Blocks of channels laid out as squares of ``block_size`` by ``block_size`` pixels."""
def diag(data: Any = None, k: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The ``k``-th diagonal of the planes of two axes, or a matrix with the vector given on that diagonal."""
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
def erf(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gauss's error function of each element."""
def erfinv(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number whose error function is each element."""
def exp(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential of each element."""
def expand_dims(data: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A new axis of size one before ``axis``; negative positions count from the end of the result."""
def expm1(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential of each element, less one, accurate near zero."""
def fill_element_0index(lhs: Any = None, mhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The matrix ``lhs`` with element ``rhs[i]`` of each row ``i`` replaced by ``mhs[i]``."""
def fix(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element in the direction of zero."""
def flatten(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """All axes but the first folded into one."""
def flip(data: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The order of the elements reversed along the axes."""
def floor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest whole number not above each element."""
def ftml_update(weight: Any = None, grad: Any = None, d: Any = None, v: Any = None, z: Any = None, lr: Any = None, beta1: Any = 0.6, beta2: Any = 0.999, epsilon: Any = 1e-08, t: Any = None, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_grad: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Step ``t``, counted from one, of follow the moving leader."""
def ftrl_update(weight: Any = None, grad: Any = None, z: Any = None, n: Any = None, lr: Any = None, lamda1: Any = 0.01, beta: Any = 1.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def functions(space: Any, module: Any, make: Any) -> Any:
    """Every public function of a sub-namespace; ``make(op)`` gives what calls an operator."""
def gamma(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function of each element."""
def gammaln(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the absolute value of the gamma function of each element."""
def gather_nd(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements, or slices, of ``data`` at the coordinates that the columns of ``indices`` hold."""
def hard_sigmoid(data: Any = None, alpha: Any = 0.2, beta: Any = 0.5, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The line ``alpha * x + beta`` kept between 0 and 1."""
def identity(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself."""
def im2col(data: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The patches of images as columns: (batch, channels * kernel elements, windows)."""
def khatri_rao(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Kronecker products of corresponding columns of matrices."""
def lamb_update_phase1(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-06, t: Any = None, bias_correction: Any = True, wd: Any = None, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The direction of LAMB's step ``t``, counted from one; ``lamb_update_phase2`` takes the step."""
def lamb_update_phase2(weight: Any = None, g: Any = None, r1: Any = None, r2: Any = None, lr: Any = None, lower_bound: Any = -1.0, upper_bound: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """LAMB's step along ``g``; ``r1`` and ``r2`` are the norms of the weight and of ``g``."""
def linalg_det(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def linalg_extractdiag(A: Any = None, offset: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The diagonal of square matrices, ``offset`` above the main one."""
def linalg_extracttrian(A: Any = None, offset: Any = 0, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def linalg_gelqf(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def linalg_gemm(A: Any = None, B: Any = None, C: Any = None, transpose_a: Any = False, transpose_b: Any = False, alpha: Any = 1.0, beta: Any = 1.0, axis: Any = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def linalg_gemm2(A: Any = None, B: Any = None, transpose_a: Any = False, transpose_b: Any = False, alpha: Any = 1.0, axis: Any = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def linalg_inverse(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of square matrices."""
def linalg_makediag(A: Any = None, offset: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def linalg_maketrian(A: Any = None, offset: Any = 0, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def linalg_potrf(A: Any = None, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def linalg_potri(A: Any = None, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the matrices whose Cholesky factors are given."""
def linalg_slogdet(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def linalg_sumlogdiag(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the logarithms of the diagonal of square matrices."""
def linalg_syrk(A: Any = None, transpose: Any = False, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def linalg_trmm(A: Any = None, B: Any = None, transpose: Any = False, rightside: Any = False, lower: Any = True, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def linalg_trsm(A: Any = None, B: Any = None, transpose: Any = False, rightside: Any = False, lower: Any = True, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
def log(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm of each element."""
def log10(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of each element to base 10."""
def log1p(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm of one plus each element, accurate near zero."""
def log2(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of each element to base 2."""
def log_softmax(data: Any = None, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The logarithm of the softmax, computed without its rounding."""
def logical_not(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 where an element is zero and 0 elsewhere, in the array's own dtype."""
def make_loss(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def max(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element over axes; NaN if there is one."""
def max_axis(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest element over axes; NaN if there is one."""
def mean(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean of elements over axes."""
def min(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element over axes; NaN if there is one."""
def min_axis(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest element over axes; NaN if there is one."""
def moments(data: Any = None, axes: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean and variance (divided by the count) over axes."""
def mp_lamb_update_phase1(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, weight32: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-06, t: Any = None, bias_correction: Any = True, wd: Any = None, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lamb_update_phase1`` on a float32 copy of the weight; the direction is float32."""
def mp_lamb_update_phase2(weight: Any = None, g: Any = None, r1: Any = None, r2: Any = None, weight32: Any = None, lr: Any = None, lower_bound: Any = -1.0, upper_bound: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lamb_update_phase2`` on a float32 copy of the weight."""
def mp_nag_mom_update(weight: Any = None, grad: Any = None, mom: Any = None, weight32: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``nag_mom_update`` on a float32 copy of the weight."""
def mp_sgd_mom_update(weight: Any = None, grad: Any = None, mom: Any = None, weight32: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``sgd_mom_update`` on a float32 copy of the weight."""
def mp_sgd_update(weight: Any = None, grad: Any = None, weight32: Any = None, lr: Any = None, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``sgd_update`` on a float32 copy of the weight."""
def multi_lars(lrs: Any = None, weights_sum_sq: Any = None, grads_sum_sq: Any = None, wds: Any = None, eta: Any = None, eps: Any = None, rescale_grad: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The learning rates of LARS for many weights at once, from the sums of squares of weights and of gradients."""
def multi_mp_sgd_mom_update(*data: Any, lrs: Any = None, wds: Any = None, momentum: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum on many weights, on float32 copies of them."""
def multi_mp_sgd_update(*data: Any, lrs: Any = None, wds: Any = None, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent on many weights, on float32 copies of them."""
def multi_sgd_mom_update(*data: Any, lrs: Any = None, wds: Any = None, momentum: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum on many weights."""
def multi_sgd_update(*data: Any, lrs: Any = None, wds: Any = None, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent on many weights."""
def multi_sum_sq(*data: Any, num_arrays: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sum of squares of each array, in float32."""
def nag_mom_update(weight: Any = None, grad: Any = None, mom: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of Nesterov's accelerated gradient."""
def nanprod(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of elements over axes, NaN counting as one."""
def nansum(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of elements over axes, NaN counting as zero."""
def negative(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element with its sign changed."""
def norm(data: Any = None, ord: Any = 2, axis: Any = None, out_dtype: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def normal(loc: Any = 0.0, scale: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def one_hot(indices: Any = None, depth: Any = None, on_value: Any = 1.0, off_value: Any = 0.0, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
def ones_like(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Ones of the shape and dtype of the array."""
def pad(data: Any = None, mode: Any = None, pad_width: Any = None, constant_value: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
def pick(data: Any = None, index: Any = None, axis: Any = -1, keepdims: Any = False, mode: Any = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element along an axis for each position of the others."""
def preloaded_multi_mp_sgd_mom_update(*data: Any, momentum: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum on many weights, on float32 copies of them; arrays of learning rates and of weight decays come last."""
def preloaded_multi_mp_sgd_update(*data: Any, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent on many weights, on float32 copies of them; arrays of learning rates and of weight decays come last."""
def preloaded_multi_sgd_mom_update(*data: Any, momentum: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum on many weights; arrays of learning rates and of weight decays come last."""
def preloaded_multi_sgd_update(*data: Any, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent on many weights; arrays of learning rates and of weight decays come last."""
def prod(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of elements over axes."""
def radians(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each angle, given in degrees, in radians."""
def random_exponential(lam: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the exponential distribution of rate ``lam``."""
def random_gamma(alpha: Any = 1.0, beta: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``."""
def random_generalized_negative_binomial(mu: Any = 1.0, alpha: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
def random_negative_binomial(k: Any = 1, p: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
def random_normal(loc: Any = 0.0, scale: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def random_pdf_dirichlet(sample: Any = None, alpha: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis."""
def random_pdf_exponential(sample: Any = None, lam: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the exponential distributions of rate ``lam``."""
def random_pdf_gamma(sample: Any = None, alpha: Any = None, beta: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale)."""
def random_pdf_generalized_negative_binomial(sample: Any = None, mu: Any = None, alpha: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient."""
def random_pdf_negative_binomial(sample: Any = None, k: Any = None, p: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient."""
def random_pdf_normal(sample: Any = None, mu: Any = None, sigma: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``."""
def random_pdf_poisson(sample: Any = None, lam: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient."""
def random_pdf_uniform(sample: Any = None, low: Any = None, high: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there."""
def random_poisson(lam: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
def random_randint(low: Any = None, high: Any = None, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64."""
def random_uniform(low: Any = 0.0, high: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the uniform distribution over [low, high)."""
def ravel_multi_index(data: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1."""
def rcbrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reciprocal of the cube root of each element."""
def reciprocal(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reciprocal of each element."""
def relu(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element, or 0 where it is negative."""
def repeat(data: Any = None, repeats: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element repeated, along an axis or in the flattened array."""
def reset_arrays(*data: Any, num_arrays: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Overwrite every array with zeros; there is no other result."""
def reshape(data: Any = None, shape: Any = (), reverse: Any = False, target_shape: Any = (), keep_highest: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split."""
def reshape_like(lhs: Any = None, rhs: Any = None, lhs_begin: Any = None, lhs_end: Any = None, rhs_begin: Any = None, rhs_end: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
def reverse(data: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The order of the elements reversed along the axes."""
def rint(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, halves downward."""
def rmsprop_update(weight: Any = None, grad: Any = None, n: Any = None, lr: Any = None, gamma1: Any = 0.95, epsilon: Any = 1e-08, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, clip_weights: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of RMSProp; ``n`` is the running mean of squared gradients."""
def rmspropalex_update(weight: Any = None, grad: Any = None, n: Any = None, g: Any = None, delta: Any = None, lr: Any = None, gamma1: Any = 0.95, gamma2: Any = 0.9, epsilon: Any = 1e-08, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, clip_weights: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of Graves' RMSProp: gradients are centred on their running mean ``g``, steps have momentum ``delta``."""
def round(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, halves away from zero."""
def rsqrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reciprocal of the square root of each element."""
def sample_exponential(lam: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from exponential distributions, ``shape`` of them for each rate."""
def sample_gamma(alpha: Any = None, beta: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``."""
def sample_generalized_negative_binomial(mu: Any = None, alpha: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``."""
def sample_multinomial(data: Any = None, shape: Any = (), get_prob: Any = False, dtype: Any = 'int32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
def sample_negative_binomial(k: Any = None, p: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair."""
def sample_normal(mu: Any = None, sigma: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation."""
def sample_poisson(lam: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from Poisson distributions, ``shape`` of them for each mean."""
def sample_uniform(low: Any = None, high: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds."""
def scatter_nd(data: Any = None, indices: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of a shape with ``data`` at the coordinates that the columns of ``indices`` hold."""
def sgd_mom_update(weight: Any = None, grad: Any = None, mom: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum and weight decay."""
def sgd_update(weight: Any = None, grad: Any = None, lr: Any = None, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with weight decay."""
def shape_array(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The shape as an array of int64."""
def shortcut(op: Any) -> Any:
    """The same as ``invoke``, as a function of one operator, with a short way for a call on arrays alone."""
def shuffle(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The same elements in a random order along the first axis; what lies below it stays together."""
def sigmoid(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def sign(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element: -1, 0 or 1."""
def signsgd_update(weight: Any = None, grad: Any = None, lr: Any = None, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of the size ``lr`` against the sign of the gradient."""
def signum_update(weight: Any = None, grad: Any = None, mom: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, wd_lh: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of the size ``lr`` along the sign of the momentum; ``wd_lh`` is weight decay outside the momentum."""
def sin(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sine of each element, in radians."""
def sinh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic sine of each element."""
def size_array(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The number of elements as an array of one int64."""
def slice(data: Any = None, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def slice_axis(data: Any = None, axis: Any = None, begin: Any = None, end: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part from ``begin`` to below ``end`` of one axis."""
def slice_like(data: Any = None, shape_like: Any = None, axes: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The front part of ``data`` that is as long as ``shape_like``, along all axes or those named."""
def smooth_l1(data: Any = None, scalar: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Huber's loss of each element: quadratic up to ``1 / scalar**2`` from zero and linear beyond."""
def softmax(data: Any = None, length: Any = None, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
def softmax_cross_entropy(data: Any = None, label: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum over the rows of ``data`` of the cross entropy of its softmax with the class number in ``label``."""
def softmin(data: Any = None, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Softmax of the negated data."""
def softsign(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x / (1 + abs(x))`` of each element."""
def sort(data: Any = None, axis: Any = -1, is_ascend: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements in order along an axis; ``axis=None`` sorts the flattened array."""
def space_to_depth(data: Any = None, block_size: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Squares of ``block_size`` by ``block_size`` pixels stacked as channels."""
def split(data: Any = None, num_outputs: Any = None, axis: Any = 1, squeeze_axis: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
def sqrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square root of each element."""
def square(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square of each element."""
def squeeze(data: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Without its axes of size one, or without those named; a single number keeps the shape (1,)."""
def stack(*data: Any, axis: Any = 0, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays side by side along a new axis."""
def stop_gradient(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself, and no gradient through it."""
def sum(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of elements over axes."""
def sum_axis(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of elements over axes."""
def swapaxes(data: Any = None, dim1: Any = 0, dim2: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Two axes exchanged."""
def take(a: Any = None, indices: Any = None, axis: Any = 0, mode: Any = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The slices of ``a`` along an axis with the numbers given; others are clipped, wrapped around, or an error."""
def tan(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tangent of each element, in radians."""
def tanh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic tangent of each element."""
def tile(data: Any = None, reps: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The whole array repeated ``reps`` times along each axis; missing axes are added in front."""
def topk(data: Any = None, axis: Any = -1, k: Any = 1, ret_typ: Any = 'indices', is_ascend: Any = False, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
def transpose(data: Any = None, axes: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The axes in the order ``axes``, reversed if none is given."""
def trunc(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element without its fraction."""
def uniform(low: Any = 0.0, high: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the uniform distribution over [low, high)."""
def unravel_index(data: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1."""
def where(condition: Any = None, x: Any = None, y: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of the shape and dtype of the array."""
