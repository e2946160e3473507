"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from typing import Any
from mxnet.symbol import _internal as _internal
from mxnet.symbol import contrib as contrib
from mxnet.symbol import image as image
from mxnet.symbol import linalg as linalg
from mxnet.symbol import op as op
from mxnet.symbol import random as random
from mxnet.symbol import sparse as sparse
from mxnet.symbol import symbol as symbol
from mxnet.symbol.symbol import Group as Group
from mxnet.symbol.symbol import Symbol as Symbol
from mxnet.symbol.symbol import Variable as Variable
from mxnet.symbol.symbol import arange as arange
from mxnet.symbol.symbol import eye as eye
from mxnet.symbol.symbol import fromjson as fromjson
from mxnet.symbol.symbol import full as full
from mxnet.symbol.symbol import histogram as histogram
from mxnet.symbol.symbol import hypot as hypot
from mxnet.symbol.symbol import linspace as linspace
from mxnet.symbol.symbol import load as load
from mxnet.symbol.symbol import load_json as load_json
from mxnet.symbol.symbol import maximum as maximum
from mxnet.symbol.symbol import minimum as minimum
from mxnet.symbol.symbol import ones as ones
from mxnet.symbol.symbol import pow as pow
from mxnet.symbol.symbol import power as power
from mxnet.symbol.symbol import split_v2 as split_v2
from mxnet.symbol.symbol import var as var
from mxnet.symbol.symbol import zeros as zeros
def Activation(data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The activation of this name, of each element; ``softrelu`` is ``log(1 + exp(x))``."""
def BatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
def BatchNorm_v1(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The batch normalisation of MXNet 0.x, kept for its model files; its third output is the variance itself."""
def BilinearSampler(data: Symbol | None = None, grid: Symbol | None = None, cudnn_off: bool | int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sample images at the points of ``grid`` of shape (batch, 2, h, w): x and y, the image spanning -1 to 1."""
def BlockGrad(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself, and no gradient through it."""
def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def Cast(data: Symbol | None = None, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array as another dtype; to an integer the fraction is cut off."""
def Concat(*data: Symbol | Sequence[Symbol], num_args: int = ..., dim: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The arrays one after the other along the axis ``dim``."""
def Convolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cross-correlation of the data with ``num_filter`` learned kernels, along one, two or three axes."""
def Convolution_v1(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The convolution of MXNet 0.x, kept for its model files; the same function as ``Convolution``."""
def Correlation(data1: Symbol | None = None, data2: Symbol | None = None, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mean products (or distances) of patches of two feature maps, a channel for each displacement between them."""
def Crop(*data: Symbol | Sequence[Symbol], num_args: int = ..., offset: ShapeLike = (0, 0), h_w: ShapeLike = (0, 0), center_crop: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A window of images, as large as ``h_w`` or as the second array, at ``offset`` or in the middle."""
def Custom(*data: Symbol | Sequence[Symbol], op_type: str = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The operator that ``mx.operator.register(op_type)`` was given; other attributes go to its class as text."""
def Deconvolution(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), adj: ShapeLike = (), target_shape: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data."""
def Dropout(data: Symbol | None = None, p: float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: ShapeLike = (), cudnn_off: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zeros with probability ``p`` and the data over ``1 - p`` elsewhere, in training; the data itself otherwise."""
def ElementWiseSum(*data: Symbol | Sequence[Symbol], num_args: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum of any number of arrays of one shape."""
def Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def Flatten(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """All axes but the first folded into one."""
def FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def GridGenerator(data: Symbol | None = None, transform_type: Literal['affine', 'warp'] | str = ..., target_shape: ShapeLike = (0, 0), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sampling points for BilinearSampler from affine matrices (batch, 6) or a flow in pixels (batch, 2, h, w)."""
def GroupNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalisation over groups of channels and all axes after; gamma and beta have one number for each group."""
def IdentityAttachKLSparseReg(data: Symbol | None = None, moving_avg: Symbol | None = None, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The data; its gradient gains a penalty on the distance of each column's running mean to a target."""
def InstanceNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, eps: float = 0.001, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalisation of each channel of each example over its spatial axes, then ``* gamma + beta``."""
def L2Normalization(data: Symbol | None = None, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Division by the Euclidean norm of each example, of each position's channels, or of each channel's positions."""
def LRN(data: Symbol | None = None, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Division by a power of the squares of ``nsize`` neighbouring channels, summed: local response normalisation."""
def LayerNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
def LeakyReLU(data: Symbol | None = None, gamma: Symbol | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A rectifier that is not flat below zero."""
def LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def MakeLoss(data: Symbol | None = None, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The data as a loss: its gradient is ``grad_scale``, divided by the rows or by the elements above a threshold."""
def Pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: ShapeLike = ..., constant_value: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
def Pooling(data: Symbol | None = None, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Maximum, average, sum or p-norm of each window, along one, two or three axes."""
def Pooling_v1(data: Symbol | None = None, kernel: ShapeLike = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The pooling of MXNet 0.x, kept for its model files, in two dimensions."""
def RNN(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, sequence_length: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
def ROIPooling(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: ShapeLike = ..., spatial_scale: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def Reshape(data: Symbol | None = None, shape: ShapeLike = (), reverse: bool | int = False, target_shape: ShapeLike = (), keep_highest: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split."""
def SVMOutput(data: Symbol | None = None, label: Symbol | None = None, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The scores as they are, with the gradient of a one-against-all hinge loss, squared unless ``use_linear``."""
def SequenceLast(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool | int = False, axis: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The last element of each sequence; ``axis`` is the time axis, which disappears."""
def SequenceMask(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Put ``value`` wherever a sequence is over; ``axis`` is the time axis."""
def SequenceReverse(data: Symbol | None = None, sequence_length: Symbol | None = None, use_sequence_length: bool | int = False, axis: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reverse each sequence in time; what lies beyond its length stays where it is."""
def SliceChannel(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
def Softmax(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities."""
def SoftmaxActivation(data: Symbol | None = None, mode: Literal['channel', 'instance'] | str = 'instance', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Softmax along the last axis, or with ``mode="channel"`` along the second; ``softmax`` replaces it."""
def SoftmaxOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities."""
def SpatialTransformer(data: Symbol | None = None, loc: Symbol | None = None, target_shape: ShapeLike = (0, 0), transform_type: Literal['affine'] | str = ..., sampler_type: Literal['bilinear'] | str = ..., cudnn_off: bool | int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Resample images through the affine maps in ``loc`` of shape (batch, 6)."""
def SwapAxis(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Two axes exchanged."""
def UpSampling(*data: Symbol | Sequence[Symbol], scale: int = ..., num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] | str = ..., multi_input_mode: Literal['concat', 'sum'] | str = 'concat', num_args: int = ..., workspace: int = 512, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Enlargement of images in NCHW by a whole factor."""
def abs(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Absolute value of each element."""
def adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def add_n(*data: Symbol | Sequence[Symbol], num_args: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum of any number of arrays of one shape."""
def all_finite(data: Symbol | None = None, init_output: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """1 if every element is finite, else 0."""
def amp_cast(data: Symbol | None = None, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array as another dtype if it holds float32 or narrower floating-point numbers, else as it is."""
def amp_multicast(*data: Symbol | Sequence[Symbol], num_outputs: int = ..., cast_narrow: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The arrays of float32 and narrower as one dtype: the widest among them, or with ``cast_narrow`` the narrowest."""
def arccos(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Angle in radians whose cosine is each element."""
def arccosh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def arcsin(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Angle in radians whose sine is each element."""
def arcsinh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number whose hyperbolic sine is each element."""
def arctan(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Angle in radians whose tangent is each element."""
def arctanh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number whose hyperbolic tangent is each element."""
def argmax(data: Symbol | None = None, axis: int | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Positions of the largest elements along an axis, or of the flattened array; the first of equal ones."""
def argmax_channel(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Positions of the largest elements along axis 1."""
def argmin(data: Symbol | None = None, axis: int | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Positions of the smallest elements along an axis, or of the flattened array; the first of equal ones."""
def argsort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Positions that put elements in order along an axis, as numbers of ``dtype``."""
def batch_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Products of the matrices in the last two axes, one for each place in the leading axes."""
def batch_take(a: Symbol | None = None, indices: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One element of each row, of the last axis, without a gradient; ``pick`` has one."""
def broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_axes(data: Symbol | None = None, axis: ShapeLike = (), size: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The axes named, all of size one, repeated to the sizes given."""
def broadcast_axis(data: Symbol | None = None, axis: ShapeLike = (), size: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The axes named, all of size one, repeated to the sizes given."""
def broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Equality, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs > rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs >= rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hypotenuse of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs < rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs <= rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_axes: ShapeLike | None = None, rhs_axes: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs`` repeated to the shape of ``rhs``, or ``lhs_axes`` only, to the sizes that ``rhs_axes`` have."""
def broadcast_logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical and, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical or, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical exclusive or, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Larger element of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smaller element of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Remainder, with the sign of the divisor, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inequality, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Power of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_to(data: Symbol | None = None, shape: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Axes of size one repeated to ``shape``, where 0 keeps a size."""
def cast(data: Symbol | None = None, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array as another dtype; to an integer the fraction is cut off."""
def cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself; ``stype`` names the storage of the handle above it."""
def cbrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cube root of each element."""
def ceil(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smallest whole number not below each element."""
def choose_element_0index(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One element along an axis for each position of the others."""
def clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def col2im(data: Symbol | None = None, output_size: ShapeLike = ..., kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Images from columns of patches, overlapping patches added: the transpose of ``im2col``."""
def concat(*data: Symbol | Sequence[Symbol], num_args: int = ..., dim: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The arrays one after the other along the axis ``dim``."""
def cos(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cosine of each element, in radians."""
def cosh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hyperbolic cosine of each element."""
def crop(data: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def cumsum(a: Symbol | None = None, axis: int | None = None, dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sums of all elements up to each one along an axis, or of the flattened array."""
def degrees(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each angle, given in radians, in degrees."""
def depth_to_space(data: Symbol | None = None, block_size: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Blocks of channels laid out as squares of ``block_size`` by ``block_size`` pixels."""
def diag(data: Symbol | None = None, k: int = 0, axis1: int = 0, axis2: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The ``k``-th diagonal of the planes of two axes, or a matrix with the vector given on that diagonal."""
def dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last)."""
def elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays of one shape, element by element."""
def elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient of two arrays of one shape, element by element."""
def elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of two arrays of one shape, element by element."""
def elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays of one shape, element by element."""
def erf(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Gauss's error function of each element."""
def erfinv(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number whose error function is each element."""
def exp(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exponential of each element."""
def expand_dims(data: Symbol | None = None, axis: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A new axis of size one before ``axis``; negative positions count from the end of the result."""
def expm1(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exponential of each element, less one, accurate near zero."""
def fill_element_0index(lhs: Symbol | None = None, mhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The matrix ``lhs`` with element ``rhs[i]`` of each row ``i`` replaced by ``mhs[i]``."""
def fix(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element in the direction of zero."""
def flatten(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """All axes but the first folded into one."""
def flip(data: Symbol | None = None, axis: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The order of the elements reversed along the axes."""
def floor(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Largest whole number not above each element."""
def ftml_update(weight: Symbol | None = None, grad: Symbol | None = None, d: Symbol | None = None, v: Symbol | None = None, z: Symbol | None = None, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Step ``t``, counted from one, of follow the moving leader."""
def ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def gamma(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Gamma function of each element."""
def gammaln(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logarithm of the absolute value of the gamma function of each element."""
def gather_nd(data: Symbol | None = None, indices: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The elements, or slices, of ``data`` at the coordinates that the columns of ``indices`` hold."""
def hard_sigmoid(data: Symbol | None = None, alpha: float = 0.2, beta: float = 0.5, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The line ``alpha * x + beta`` kept between 0 and 1."""
def identity(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself."""
def im2col(data: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The patches of images as columns: (batch, channels * kernel elements, windows)."""
def khatri_rao(*data: Symbol | Sequence[Symbol], num_args: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Kronecker products of corresponding columns of matrices."""
def lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool | int = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The direction of LAMB's step ``t``, counted from one; ``lamb_update_phase2`` takes the step."""
def lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """LAMB's step along ``g``; ``r1`` and ``r2`` are the norms of the weight and of ``g``."""
def linalg_det(A: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def linalg_extractdiag(A: Symbol | None = None, offset: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The diagonal of square matrices, ``offset`` above the main one."""
def linalg_extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def linalg_gelqf(A: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def linalg_inverse(A: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inverse of square matrices."""
def linalg_makediag(A: Symbol | None = None, offset: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def linalg_maketrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def linalg_potrf(A: Symbol | None = None, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def linalg_potri(A: Symbol | None = None, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inverse of the matrices whose Cholesky factors are given."""
def linalg_slogdet(A: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def linalg_sumlogdiag(A: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of the logarithms of the diagonal of square matrices."""
def linalg_syrk(A: Symbol | None = None, transpose: bool | int = False, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
def log(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Natural logarithm of each element."""
def log10(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logarithm of each element to base 10."""
def log1p(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Natural logarithm of one plus each element, accurate near zero."""
def log2(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logarithm of each element to base 2."""
def log_softmax(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The logarithm of the softmax, computed without its rounding."""
def logical_not(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """1 where an element is zero and 0 elsewhere, in the array's own dtype."""
def make_loss(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def max(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Largest element over axes; NaN if there is one."""
def max_axis(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Largest element over axes; NaN if there is one."""
def mean(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mean of elements over axes."""
def min(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smallest element over axes; NaN if there is one."""
def min_axis(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smallest element over axes; NaN if there is one."""
def moments(data: Symbol | None = None, axes: ShapeLike | None = None, keepdims: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mean and variance (divided by the count) over axes."""
def mp_lamb_update_phase1(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool | int = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lamb_update_phase1`` on a float32 copy of the weight; the direction is float32."""
def mp_lamb_update_phase2(weight: Symbol | None = None, g: Symbol | None = None, r1: Symbol | None = None, r2: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lamb_update_phase2`` on a float32 copy of the weight."""
def mp_nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``nag_mom_update`` on a float32 copy of the weight."""
def mp_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``sgd_mom_update`` on a float32 copy of the weight."""
def mp_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, weight32: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``sgd_update`` on a float32 copy of the weight."""
def multi_all_finite(*data: Symbol | Sequence[Symbol], num_arrays: int = 1, init_output: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``all_finite`` of many arrays together."""
def multi_lars(lrs: Symbol | None = None, weights_sum_sq: Symbol | None = None, grads_sum_sq: Symbol | None = None, wds: Symbol | None = None, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The learning rates of LARS for many weights at once, from the sums of squares of weights and of gradients."""
def multi_mp_sgd_mom_update(*data: Symbol | Sequence[Symbol], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum on many weights, on float32 copies of them."""
def multi_mp_sgd_update(*data: Symbol | Sequence[Symbol], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent on many weights, on float32 copies of them."""
def multi_sgd_mom_update(*data: Symbol | Sequence[Symbol], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum on many weights."""
def multi_sgd_update(*data: Symbol | Sequence[Symbol], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent on many weights."""
def multi_sum_sq(*data: Symbol | Sequence[Symbol], num_arrays: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The sum of squares of each array, in float32."""
def nag_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of Nesterov's accelerated gradient."""
def nanprod(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of elements over axes, NaN counting as one."""
def nansum(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of elements over axes, NaN counting as zero."""
def negative(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element with its sign changed."""
def norm(data: Symbol | None = None, ord: int = 2, axis: ShapeLike | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def normal(loc: float = 0.0, scale: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def one_hot(indices: Symbol | None = None, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
def ones_like(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Ones of the shape and dtype of the array."""
def pad(data: Symbol | None = None, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: ShapeLike = ..., constant_value: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
def pick(data: Symbol | None = None, index: Symbol | None = None, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One element along an axis for each position of the others."""
def preloaded_multi_mp_sgd_mom_update(*data: Symbol | Sequence[Symbol], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum on many weights, on float32 copies of them; arrays of learning rates and of weight decays come last."""
def preloaded_multi_mp_sgd_update(*data: Symbol | Sequence[Symbol], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent on many weights, on float32 copies of them; arrays of learning rates and of weight decays come last."""
def preloaded_multi_sgd_mom_update(*data: Symbol | Sequence[Symbol], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent with momentum on many weights; arrays of learning rates and of weight decays come last."""
def preloaded_multi_sgd_update(*data: Symbol | Sequence[Symbol], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of gradient descent on many weights; arrays of learning rates and of weight decays come last."""
def prod(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of elements over axes."""
def radians(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each angle, given in degrees, in radians."""
def random_exponential(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the exponential distribution of rate ``lam``."""
def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``."""
def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
def random_negative_binomial(k: int = 1, p: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
def random_normal(loc: float = 0.0, scale: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis."""
def random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the exponential distributions of rate ``lam``."""
def random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale)."""
def random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient."""
def random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient."""
def random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``."""
def random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient."""
def random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there."""
def random_poisson(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
def random_randint(low: int = ..., high: int = ..., shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64."""
def random_uniform(low: float = 0.0, high: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the uniform distribution over [low, high)."""
def ravel_multi_index(data: Symbol | None = None, shape: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1."""
def rcbrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reciprocal of the cube root of each element."""
def reciprocal(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reciprocal of each element."""
def relu(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element, or 0 where it is negative."""
def repeat(data: Symbol | None = None, repeats: int = ..., axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element repeated, along an axis or in the flattened array."""
def reset_arrays(*data: Symbol | Sequence[Symbol], num_arrays: int = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Overwrite every array with zeros; there is no other result."""
def reshape(data: Symbol | None = None, shape: ShapeLike = (), reverse: bool | int = False, target_shape: ShapeLike = (), keep_highest: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split."""
def reshape_like(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
def reverse(data: Symbol | None = None, axis: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The order of the elements reversed along the axes."""
def rint(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, halves downward."""
def rmsprop_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of RMSProp; ``n`` is the running mean of squared gradients."""
def rmspropalex_update(weight: Symbol | None = None, grad: Symbol | None = None, n: Symbol | None = None, g: Symbol | None = None, delta: Symbol | None = None, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of Graves' RMSProp: gradients are centred on their running mean ``g``, steps have momentum ``delta``."""
def round(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, halves away from zero."""
def rsqrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reciprocal of the square root of each element."""
def sample_exponential(lam: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from exponential distributions, ``shape`` of them for each rate."""
def sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``."""
def sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``."""
def sample_multinomial(data: Symbol | None = None, shape: ShapeLike = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
def sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair."""
def sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation."""
def sample_poisson(lam: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from Poisson distributions, ``shape`` of them for each mean."""
def sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds."""
def scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zeros of a shape with ``data`` at the coordinates that the columns of ``indices`` hold."""
def sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of gradient descent with momentum and weight decay."""
def sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of gradient descent with weight decay."""
def shape_array(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The shape as an array of int64."""
def shuffle(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The same elements in a random order along the first axis; what lies below it stays together."""
def sigmoid(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def sign(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of each element: -1, 0 or 1."""
def signsgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of the size ``lr`` against the sign of the gradient."""
def signum_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of the size ``lr`` along the sign of the momentum; ``wd_lh`` is weight decay outside the momentum."""
def sin(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sine of each element, in radians."""
def sinh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hyperbolic sine of each element."""
def size_array(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The number of elements as an array of one int64."""
def slice(data: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def slice_axis(data: Symbol | None = None, axis: int = ..., begin: int = ..., end: int | None = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The part from ``begin`` to below ``end`` of one axis."""
def slice_like(data: Symbol | None = None, shape_like: Symbol | None = None, axes: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The front part of ``data`` that is as long as ``shape_like``, along all axes or those named."""
def smooth_l1(data: Symbol | None = None, scalar: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Huber's loss of each element: quadratic up to ``1 / scalar**2`` from zero and linear beyond."""
def softmax(data: Symbol | None = None, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
def softmax_cross_entropy(data: Symbol | None = None, label: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum over the rows of ``data`` of the cross entropy of its softmax with the class number in ``label``."""
def softmin(data: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Softmax of the negated data."""
def softsign(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x / (1 + abs(x))`` of each element."""
def sort(data: Symbol | None = None, axis: int | None = -1, is_ascend: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Elements in order along an axis; ``axis=None`` sorts the flattened array."""
def space_to_depth(data: Symbol | None = None, block_size: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Squares of ``block_size`` by ``block_size`` pixels stacked as channels."""
def split(data: Symbol | None = None, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
def sqrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square root of each element."""
def square(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square of each element."""
def squeeze(data: Symbol | None = None, axis: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Without its axes of size one, or without those named; a single number keeps the shape (1,)."""
def stack(*data: Symbol | Sequence[Symbol], axis: int = 0, num_args: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The arrays side by side along a new axis."""
def stop_gradient(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself, and no gradient through it."""
def sum(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of elements over axes."""
def sum_axis(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of elements over axes."""
def swapaxes(data: Symbol | None = None, dim1: int = 0, dim2: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Two axes exchanged."""
def take(a: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The slices of ``a`` along an axis with the numbers given; others are clipped, wrapped around, or an error."""
def tan(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Tangent of each element, in radians."""
def tanh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hyperbolic tangent of each element."""
def tile(data: Symbol | None = None, reps: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The whole array repeated ``reps`` times along each axis; missing axes are added in front."""
def topk(data: Symbol | None = None, axis: int | None = -1, k: int = 1, ret_typ: Literal['value', 'indices', 'mask', 'both'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
def transpose(data: Symbol | None = None, axes: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The axes in the order ``axes``, reversed if none is given."""
def trunc(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element without its fraction."""
def uniform(low: float = 0.0, high: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the uniform distribution over [low, high)."""
def unravel_index(data: Symbol | None = None, shape: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1."""
def where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zeros of the shape and dtype of the array."""
np: SimpleNamespace
npx: SimpleNamespace
