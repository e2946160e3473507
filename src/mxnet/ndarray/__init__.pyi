"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from typing import Any
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
def Activation(data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The activation of this name, of each element; ``softrelu`` is ``log(1 + exp(x))``."""
@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
@overload
def BatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The batch normalisation of MXNet 0.x, kept for its model files; its third output is the variance itself."""
@overload
def BatchNorm_v1(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The batch normalisation of MXNet 0.x, kept for its model files; its third output is the variance itself."""
def BilinearSampler(data: NDArray, grid: NDArray, cudnn_off: bool | int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sample images at the points of ``grid`` of shape (batch, 2, h, w): x and y, the image spanning -1 to 1."""
def BlockGrad(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself, and no gradient through it."""
def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def Concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The arrays one after the other along the axis ``dim``."""
def Convolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cross-correlation of the data with ``num_filter`` learned kernels, along one, two or three axes."""
def Convolution_v1(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The convolution of MXNet 0.x, kept for its model files; the same function as ``Convolution``."""
def Correlation(data1: NDArray, data2: NDArray, kernel_size: int = 1, max_displacement: int = 1, stride1: int = 1, stride2: int = 1, pad_size: int = 0, is_multiply: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Mean products (or distances) of patches of two feature maps, a channel for each displacement between them."""
def Crop(*data: NDArray | Sequence[NDArray], num_args: int = ..., offset: ShapeLike = (0, 0), h_w: ShapeLike = (0, 0), center_crop: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A window of images, as large as ``h_w`` or as the second array, at ``offset`` or in the middle."""
def Custom(*data: NDArray | Sequence[NDArray], op_type: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """The operator that ``mx.operator.register(op_type)`` was given; other attributes go to its class as text."""
def Deconvolution(data: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), adj: ShapeLike = (), target_shape: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data."""
def Dropout(data: NDArray, p: float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: ShapeLike = (), cudnn_off: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros with probability ``p`` and the data over ``1 - p`` elsewhere, in training; the data itself otherwise."""
def ElementWiseSum(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays of one shape."""
def Embedding(data: NDArray, weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def Flatten(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """All axes but the first folded into one."""
def FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def GridGenerator(data: NDArray, transform_type: Literal['affine', 'warp'] | str = ..., target_shape: ShapeLike = (0, 0), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sampling points for BilinearSampler from affine matrices (batch, 6) or a flow in pixels (batch, 2, h, w)."""
@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, num_groups: int = 1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation over groups of channels and all axes after; gamma and beta have one number for each group."""
@overload
def GroupNorm(data: NDArray, gamma: NDArray, beta: NDArray, num_groups: int = 1, eps: float = 1e-05, output_mean_var: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation over groups of channels and all axes after; gamma and beta have one number for each group."""
def IdentityAttachKLSparseReg(data: NDArray, moving_avg: NDArray, sparseness_target: float = 0.1, penalty: float = 0.001, momentum: float = 0.9, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data; its gradient gains a penalty on the distance of each column's running mean to a target."""
def InstanceNorm(data: NDArray, gamma: NDArray, beta: NDArray, eps: float = 0.001, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Normalisation of each channel of each example over its spatial axes, then ``* gamma + beta``."""
def L2Normalization(data: NDArray, eps: float = 1e-10, mode: Literal['channel', 'instance', 'spatial'] | str = 'instance', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Division by the Euclidean norm of each example, of each position's channels, or of each channel's positions."""
def LRN(data: NDArray, alpha: float = 0.0001, beta: float = 0.75, knorm: float = 2.0, nsize: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Division by a power of the squares of ``nsize`` neighbouring channels, summed: local response normalisation."""
@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, axis: int = -1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
@overload
def LayerNorm(data: NDArray, gamma: NDArray, beta: NDArray, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None = None, *, act_type: Literal['rrelu'], slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """A rectifier that is not flat below zero."""
@overload
def LeakyReLU(data: NDArray, gamma: NDArray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """A rectifier that is not flat below zero."""
def LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def MakeLoss(data: NDArray, grad_scale: float = 1.0, valid_thresh: float = 0.0, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data as a loss: its gradient is ``grad_scale``, divided by the rows or by the elements above a threshold."""
def Pad(data: NDArray, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: ShapeLike = ..., constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
def Pooling(data: NDArray, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Maximum, average, sum or p-norm of each window, along one, two or three axes."""
def Pooling_v1(data: NDArray, kernel: ShapeLike = (), pool_type: Literal['avg', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, pooling_convention: Literal['full', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The pooling of MXNet 0.x, kept for its model files, in two dimensions."""
@overload
def RNN(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, *, state_outputs: Literal[True], projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
@overload
def RNN(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray | None = None, sequence_length: NDArray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
def ROIPooling(data: NDArray, rois: NDArray, pooled_size: ShapeLike = ..., spatial_scale: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def Reshape(data: NDArray, shape: ShapeLike = (), reverse: bool | int = False, target_shape: ShapeLike = (), keep_highest: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split."""
def SVMOutput(data: NDArray, label: NDArray, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The scores as they are, with the gradient of a one-against-all hinge loss, squared unless ``use_linear``."""
def SequenceLast(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool | int = False, axis: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The last element of each sequence; ``axis`` is the time axis, which disappears."""
def SequenceMask(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Put ``value`` wherever a sequence is over; ``axis`` is the time axis."""
def SequenceReverse(data: NDArray, sequence_length: NDArray | None = None, use_sequence_length: bool | int = False, axis: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Reverse each sequence in time; what lies beyond its length stays where it is."""
@overload
def SliceChannel(data: NDArray, num_outputs: Literal[1], axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
@overload
def SliceChannel(data: NDArray, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
def Softmax(data: NDArray, label: NDArray, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities."""
def SoftmaxActivation(data: NDArray, mode: Literal['channel', 'instance'] | str = 'instance', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Softmax along the last axis, or with ``mode="channel"`` along the second; ``softmax`` replaces it."""
def SoftmaxOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, ignore_label: float = -1.0, multi_output: bool | int = False, use_ignore: bool | int = False, preserve_shape: bool | int = False, normalization: Literal['batch', 'null', 'valid'] | str = 'null', out_grad: bool | int = False, smooth_alpha: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities."""
def SpatialTransformer(data: NDArray, loc: NDArray, target_shape: ShapeLike = (0, 0), transform_type: Literal['affine'] | str = ..., sampler_type: Literal['bilinear'] | str = ..., cudnn_off: bool | int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Resample images through the affine maps in ``loc`` of shape (batch, 6)."""
def SwapAxis(data: NDArray, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Two axes exchanged."""
def UpSampling(*data: NDArray | Sequence[NDArray], scale: int = ..., num_filter: int = 0, sample_type: Literal['bilinear', 'nearest'] | str = ..., multi_input_mode: Literal['concat', 'sum'] | str = 'concat', num_args: int = ..., workspace: int = 512, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Enlargement of images in NCHW by a whole factor."""
def abs(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Absolute value of each element."""
def adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def add_n(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays of one shape."""
def amp_cast(data: NDArray, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array as another dtype if it holds float32 or narrower floating-point numbers, else as it is."""
@overload
def amp_multicast(*data: NDArray | Sequence[NDArray], num_outputs: Literal[1], cast_narrow: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The arrays of float32 and narrower as one dtype: the widest among them, or with ``cast_narrow`` the narrowest."""
@overload
def amp_multicast(*data: NDArray | Sequence[NDArray], num_outputs: int = ..., cast_narrow: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The arrays of float32 and narrower as one dtype: the widest among them, or with ``cast_narrow`` the narrowest."""
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
def argmax(data: NDArray, axis: int | None = None, keepdims: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Positions of the largest elements along an axis, or of the flattened array; the first of equal ones."""
def argmax_channel(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Positions of the largest elements along axis 1."""
def argmin(data: NDArray, axis: int | None = None, keepdims: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Positions of the smallest elements along an axis, or of the flattened array; the first of equal ones."""
def argsort(data: NDArray, axis: int | None = -1, is_ascend: bool | int = True, dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Positions that put elements in order along an axis, as numbers of ``dtype``."""
def batch_dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Products of the matrices in the last two axes, one for each place in the leading axes."""
def batch_take(a: NDArray, indices: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One element of each row, of the last axis, without a gradient; ``pick`` has one."""
def broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_axes(data: NDArray, axis: ShapeLike = (), size: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The axes named, all of size one, repeated to the sizes given."""
def broadcast_axis(data: NDArray, axis: ShapeLike = (), size: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The axes named, all of size one, repeated to the sizes given."""
def broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Equality, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_greater(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs > rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs >= rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_hypot(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hypotenuse of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_lesser(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs < rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs <= rhs``, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_like(lhs: NDArray, rhs: NDArray, lhs_axes: ShapeLike | None = None, rhs_axes: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs`` repeated to the shape of ``rhs``, or ``lhs_axes`` only, to the sizes that ``rhs_axes`` have."""
def broadcast_logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical and, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical or, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical exclusive or, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_maximum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Larger element of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minimum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smaller element of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mod(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Remainder, with the sign of the divisor, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inequality, as 0 or 1, of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_power(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Power of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def broadcast_to(data: NDArray, shape: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Axes of size one repeated to ``shape``, where 0 keeps a size."""
def cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself; ``stype`` names the storage of the handle above it."""
def cbrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cube root of each element."""
def ceil(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smallest whole number not below each element."""
def choose_element_0index(data: NDArray, index: NDArray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One element along an axis for each position of the others."""
def clip(data: NDArray, a_min: float = ..., a_max: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def col2im(data: NDArray, output_size: ShapeLike = ..., kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Images from columns of patches, overlapping patches added: the transpose of ``im2col``."""
def concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The arrays one after the other along the axis ``dim``."""
def cos(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cosine of each element, in radians."""
def cosh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic cosine of each element."""
def crop(data: NDArray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def cumsum(a: NDArray, axis: int | None = None, dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sums of all elements up to each one along an axis, or of the flattened array."""
def degrees(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each angle, given in radians, in degrees."""
def depth_to_space(data: NDArray, block_size: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Blocks of channels laid out as squares of ``block_size`` by ``block_size`` pixels."""
def diag(data: NDArray, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The ``k``-th diagonal of the planes of two axes, or a matrix with the vector given on that diagonal."""
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
def erf(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Gauss's error function of each element."""
def erfinv(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number whose error function is each element."""
def exp(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponential of each element."""
def expand_dims(data: NDArray, axis: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A new axis of size one before ``axis``; negative positions count from the end of the result."""
def expm1(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponential of each element, less one, accurate near zero."""
def fill_element_0index(lhs: NDArray, mhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The matrix ``lhs`` with element ``rhs[i]`` of each row ``i`` replaced by ``mhs[i]``."""
def fix(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element in the direction of zero."""
def flatten(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """All axes but the first folded into one."""
def flip(data: NDArray, axis: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The order of the elements reversed along the axes."""
def floor(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Largest whole number not above each element."""
def ftml_update(weight: NDArray, grad: NDArray, d: NDArray, v: NDArray, z: NDArray, lr: float = ..., beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-08, t: int = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_grad: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Step ``t``, counted from one, of follow the moving leader."""
def ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def gamma(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Gamma function of each element."""
def gammaln(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the absolute value of the gamma function of each element."""
def gather_nd(data: NDArray, indices: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The elements, or slices, of ``data`` at the coordinates that the columns of ``indices`` hold."""
def hard_sigmoid(data: NDArray, alpha: float = 0.2, beta: float = 0.5, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The line ``alpha * x + beta`` kept between 0 and 1."""
def identity(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself."""
def im2col(data: NDArray, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The patches of images as columns: (batch, channels * kernel elements, windows)."""
def khatri_rao(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Kronecker products of corresponding columns of matrices."""
def lamb_update_phase1(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool | int = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The direction of LAMB's step ``t``, counted from one; ``lamb_update_phase2`` takes the step."""
def lamb_update_phase2(weight: NDArray, g: NDArray, r1: NDArray, r2: NDArray, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """LAMB's step along ``g``; ``r1`` and ``r2`` are the norms of the weight and of ``g``."""
def linalg_det(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def linalg_extractdiag(A: NDArray, offset: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The diagonal of square matrices, ``offset`` above the main one."""
def linalg_extracttrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def linalg_gelqf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def linalg_gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def linalg_gemm2(A: NDArray, B: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def linalg_inverse(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inverse of square matrices."""
def linalg_makediag(A: NDArray, offset: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def linalg_maketrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def linalg_potrf(A: NDArray, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def linalg_potri(A: NDArray, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inverse of the matrices whose Cholesky factors are given."""
def linalg_slogdet(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def linalg_sumlogdiag(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of the logarithms of the diagonal of square matrices."""
def linalg_syrk(A: NDArray, transpose: bool | int = False, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def linalg_trmm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def linalg_trsm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
def log(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm of each element."""
def log10(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of each element to base 10."""
def log1p(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm of one plus each element, accurate near zero."""
def log2(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of each element to base 2."""
def log_softmax(data: NDArray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The logarithm of the softmax, computed without its rounding."""
def logical_not(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """1 where an element is zero and 0 elsewhere, in the array's own dtype."""
def make_loss(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def max(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Largest element over axes; NaN if there is one."""
def max_axis(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Largest element over axes; NaN if there is one."""
def mean(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Mean of elements over axes."""
def min(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smallest element over axes; NaN if there is one."""
def min_axis(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smallest element over axes; NaN if there is one."""
def moments(data: NDArray, axes: ShapeLike | None = None, keepdims: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Mean and variance (divided by the count) over axes."""
def mp_lamb_update_phase1(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, t: int = ..., bias_correction: bool | int = True, wd: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lamb_update_phase1`` on a float32 copy of the weight; the direction is float32."""
def mp_lamb_update_phase2(weight: NDArray, g: NDArray, r1: NDArray, r2: NDArray, weight32: NDArray, lr: float = ..., lower_bound: float = -1.0, upper_bound: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lamb_update_phase2`` on a float32 copy of the weight."""
def mp_nag_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, weight32: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``nag_mom_update`` on a float32 copy of the weight."""
def mp_sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, weight32: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``sgd_mom_update`` on a float32 copy of the weight."""
def mp_sgd_update(weight: NDArray, grad: NDArray, weight32: NDArray, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``sgd_update`` on a float32 copy of the weight."""
def multi_lars(lrs: NDArray, weights_sum_sq: NDArray, grads_sum_sq: NDArray, wds: NDArray, eta: float = ..., eps: float = ..., rescale_grad: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The learning rates of LARS for many weights at once, from the sums of squares of weights and of gradients."""
def multi_mp_sgd_mom_update(*data: NDArray | Sequence[NDArray], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum on many weights, on float32 copies of them."""
def multi_mp_sgd_update(*data: NDArray | Sequence[NDArray], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent on many weights, on float32 copies of them."""
def multi_sgd_mom_update(*data: NDArray | Sequence[NDArray], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum on many weights."""
def multi_sgd_update(*data: NDArray | Sequence[NDArray], lrs: float | Sequence[float] = ..., wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent on many weights."""
def multi_sum_sq(*data: NDArray | Sequence[NDArray], num_arrays: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The sum of squares of each array, in float32."""
def nag_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of Nesterov's accelerated gradient."""
def nanprod(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of elements over axes, NaN counting as one."""
def nansum(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of elements over axes, NaN counting as zero."""
def negative(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element with its sign changed."""
def norm(data: NDArray, ord: int = 2, axis: ShapeLike | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def normal(loc: float = 0.0, scale: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def one_hot(indices: NDArray, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
def ones_like(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Ones of the shape and dtype of the array."""
def pad(data: NDArray, mode: Literal['constant', 'edge', 'reflect'] | str = ..., pad_width: ShapeLike = ..., constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The borders widened by ``pad_width`` (before and after, axis by axis) with a number, the edge or a reflection."""
def pick(data: NDArray, index: NDArray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One element along an axis for each position of the others."""
def preloaded_multi_mp_sgd_mom_update(*data: NDArray | Sequence[NDArray], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum on many weights, on float32 copies of them; arrays of learning rates and of weight decays come last."""
def preloaded_multi_mp_sgd_update(*data: NDArray | Sequence[NDArray], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent on many weights, on float32 copies of them; arrays of learning rates and of weight decays come last."""
def preloaded_multi_sgd_mom_update(*data: NDArray | Sequence[NDArray], momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum on many weights; arrays of learning rates and of weight decays come last."""
def preloaded_multi_sgd_update(*data: NDArray | Sequence[NDArray], rescale_grad: float = 1.0, clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent on many weights; arrays of learning rates and of weight decays come last."""
def prod(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of elements over axes."""
def radians(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each angle, given in degrees, in radians."""
def random_exponential(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the exponential distribution of rate ``lam``."""
def random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``."""
def random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
def random_negative_binomial(k: int = 1, p: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
def random_normal(loc: float = 0.0, scale: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def random_pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis."""
def random_pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the exponential distributions of rate ``lam``."""
def random_pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale)."""
def random_pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient."""
def random_pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient."""
def random_pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``."""
def random_pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient."""
def random_pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there."""
def random_poisson(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
def random_randint(low: int = ..., high: int = ..., shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64."""
def random_uniform(low: float = 0.0, high: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the uniform distribution over [low, high)."""
def ravel_multi_index(data: NDArray, shape: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1."""
def rcbrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Reciprocal of the cube root of each element."""
def reciprocal(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Reciprocal of each element."""
def relu(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element, or 0 where it is negative."""
def repeat(data: NDArray, repeats: int = ..., axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element repeated, along an axis or in the flattened array."""
def reset_arrays(*data: NDArray | Sequence[NDArray], num_arrays: int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Overwrite every array with zeros; there is no other result."""
def reshape(data: NDArray, shape: ShapeLike = (), reverse: bool | int = False, target_shape: ShapeLike = (), keep_highest: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The same elements in another shape; 0, -1, -2, -3 and -4 in ``shape`` copy, infer, copy the rest, merge, split."""
def reshape_like(lhs: NDArray, rhs: NDArray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
def reverse(data: NDArray, axis: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The order of the elements reversed along the axes."""
def rint(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, halves downward."""
def rmsprop_update(weight: NDArray, grad: NDArray, n: NDArray, lr: float = ..., gamma1: float = 0.95, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of RMSProp; ``n`` is the running mean of squared gradients."""
def rmspropalex_update(weight: NDArray, grad: NDArray, n: NDArray, g: NDArray, delta: NDArray, lr: float = ..., gamma1: float = 0.95, gamma2: float = 0.9, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, clip_weights: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of Graves' RMSProp: gradients are centred on their running mean ``g``, steps have momentum ``delta``."""
def round(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, halves away from zero."""
def rsqrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Reciprocal of the square root of each element."""
def sample_exponential(lam: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from exponential distributions, ``shape`` of them for each rate."""
def sample_gamma(alpha: NDArray, beta: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``."""
def sample_generalized_negative_binomial(mu: NDArray, alpha: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``."""
@overload
def sample_multinomial(data: NDArray, shape: ShapeLike = (), *, get_prob: Literal[True], dtype: DTypeLike = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
@overload
def sample_multinomial(data: NDArray, shape: ShapeLike = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
def sample_negative_binomial(k: NDArray, p: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair."""
def sample_normal(mu: NDArray, sigma: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation."""
def sample_poisson(lam: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from Poisson distributions, ``shape`` of them for each mean."""
def sample_uniform(low: NDArray, high: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds."""
def scatter_nd(data: NDArray, indices: NDArray, shape: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros of a shape with ``data`` at the coordinates that the columns of ``indices`` hold."""
def sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum and weight decay."""
def sgd_update(weight: NDArray, grad: NDArray, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with weight decay."""
def shape_array(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The shape as an array of int64."""
def shuffle(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The same elements in a random order along the first axis; what lies below it stays together."""
def sigmoid(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def sign(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element: -1, 0 or 1."""
def signsgd_update(weight: NDArray, grad: NDArray, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of the size ``lr`` against the sign of the gradient."""
def signum_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, wd_lh: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of the size ``lr`` along the sign of the momentum; ``wd_lh`` is weight decay outside the momentum."""
def sin(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sine of each element, in radians."""
def sinh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic sine of each element."""
def size_array(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The number of elements as an array of one int64."""
def slice(data: NDArray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def slice_axis(data: NDArray, axis: int = ..., begin: int = ..., end: int | None = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The part from ``begin`` to below ``end`` of one axis."""
def slice_like(data: NDArray, shape_like: NDArray, axes: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The front part of ``data`` that is as long as ``shape_like``, along all axes or those named."""
def smooth_l1(data: NDArray, scalar: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Huber's loss of each element: quadratic up to ``1 / scalar**2`` from zero and linear beyond."""
def softmax(data: NDArray, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
def softmax_cross_entropy(data: NDArray, label: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum over the rows of ``data`` of the cross entropy of its softmax with the class number in ``label``."""
def softmin(data: NDArray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Softmax of the negated data."""
def softsign(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x / (1 + abs(x))`` of each element."""
def sort(data: NDArray, axis: int | None = -1, is_ascend: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Elements in order along an axis; ``axis=None`` sorts the flattened array."""
def space_to_depth(data: NDArray, block_size: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Squares of ``block_size`` by ``block_size`` pixels stacked as channels."""
@overload
def split(data: NDArray, num_outputs: Literal[1], axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
@overload
def split(data: NDArray, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Equal parts along an axis; ``squeeze_axis`` drops it where each part has size one."""
def sqrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square root of each element."""
def square(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square of each element."""
def squeeze(data: NDArray, axis: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Without its axes of size one, or without those named; a single number keeps the shape (1,)."""
def stack(*data: NDArray | Sequence[NDArray], axis: int = 0, num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The arrays side by side along a new axis."""
def stop_gradient(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself, and no gradient through it."""
def sum(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of elements over axes."""
def sum_axis(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of elements over axes."""
def swapaxes(data: NDArray, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Two axes exchanged."""
def take(a: NDArray, indices: NDArray, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] | str = 'clip', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The slices of ``a`` along an axis with the numbers given; others are clipped, wrapped around, or an error."""
def tan(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Tangent of each element, in radians."""
def tanh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic tangent of each element."""
def tile(data: NDArray, reps: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The whole array repeated ``reps`` times along each axis; missing axes are added in front."""
@overload
def topk(data: NDArray, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
@overload
def topk(data: NDArray, axis: int | None = -1, k: int = 1, ret_typ: Literal['value', 'indices', 'mask', 'both'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
def transpose(data: NDArray, axes: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The axes in the order ``axes``, reversed if none is given."""
def trunc(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element without its fraction."""
def uniform(low: float = 0.0, high: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the uniform distribution over [low, high)."""
def unravel_index(data: NDArray, shape: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1."""
def where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def zeros_like(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros of the shape and dtype of the array."""
from mxnet import numpy as _numpy, numpy_extension as _numpy_extension
np = _numpy
npx = _numpy_extension
