"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet.context import Context as Context
from mxnet.context import cpu as cpu
from mxnet.context import cpu_pinned as cpu_pinned
from mxnet.context import current_context as current_context
from mxnet.context import gpu as gpu
from mxnet.context import gpu_memory_info as gpu_memory_info
from mxnet.context import num_gpus as num_gpus
from mxnet.ndarray.creation import waitall as waitall
from mxnet.numpy._call import call as _call
from mxnet.numpy._call import shape_of as _shape_of
from mxnet.numpy._operators import operators as _operators
from mxnet.numpy_extension import image as image
from mxnet.numpy_extension import random as random
from mxnet.numpy_extension import utils as utils
from mxnet.numpy_extension.utils import load as load
from mxnet.numpy_extension.utils import save as save
from mxnet.util import get_cuda_compute_capability as get_cuda_compute_capability
from mxnet.util import is_np_array as is_np_array
from mxnet.util import is_np_shape as is_np_shape
from mxnet.util import reset_np as reset_np
from mxnet.util import set_np as set_np
from mxnet.util import use_np as use_np
from mxnet.util import use_np_array as use_np_array
from mxnet.util import use_np_shape as use_np_shape
def reshape(a: Any, newshape: Any, reverse: Any = False, order: Any = 'C') -> Any:
    ...
def activation(data: Any = None, act_type: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The activation of this name, of each element; ``softrelu`` is ``log(1 + exp(x))``."""
def arange_like(data: Any = None, start: Any = 0.0, step: Any = 1.0, repeat: Any = 1, ctx: Any = '', axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def batch_dot(lhs: Any = None, rhs: Any = None, transpose_a: Any = False, transpose_b: Any = False, forward_stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Products of the matrices in the last two axes, one for each place in the leading axes."""
def batch_flatten(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """All axes but the first folded into one."""
def batch_norm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, axis: Any = 1, cudnn_off: Any = False, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
def cast(data: Any = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array as another dtype; to an integer the fraction is cut off."""
def constraint_check(input: Any = None, msg: Any = 'Constraint violated.', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """True where every element is; an error with this message where one is not."""
def convolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cross-correlation of the data with ``num_filter`` learned kernels, along one, two or three axes."""
def deconvolution(data: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), adj: Any = (), target_shape: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 512, no_bias: Any = True, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data."""
def dropout(data: Any = None, p: Any = 0.5, mode: Any = 'training', axes: Any = (), cudnn_off: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros with probability ``p`` and the data over ``1 - p`` elsewhere, in training; the data itself otherwise."""
def embedding(data: Any = None, weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def erf(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gauss's error function of each element."""
def erfinv(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number whose error function is each element."""
def fully_connected(data: Any = None, weight: Any = None, bias: Any = None, num_hidden: Any = None, no_bias: Any = False, flatten: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def gamma(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function of each element."""
def gammaln(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the absolute value of the gamma function of each element."""
def gather_nd(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The elements, or slices, of ``data`` at the coordinates that the columns of ``indices`` hold."""
def layer_norm(data: Any = None, gamma: Any = None, beta: Any = None, axis: Any = -1, eps: Any = 1e-05, output_mean_var: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
def leaky_relu(data: Any = None, gamma: Any = None, act_type: Any = 'leaky', slope: Any = 0.25, lower_bound: Any = 0.125, upper_bound: Any = 0.334, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A rectifier that is not flat below zero."""
def log_softmax(data: Any = None, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The logarithm of the softmax, computed without its rounding."""
def multibox_detection(cls_prob: Any = None, loc_pred: Any = None, anchor: Any = None, clip: Any = True, threshold: Any = 0.01, background_id: Any = 0, nms_threshold: Any = 0.5, force_suppress: Any = False, variances: Any = (0.1, 0.1, 0.2, 0.2), nms_topk: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def multibox_prior(data: Any = None, sizes: Any = (1.0,), ratios: Any = (1.0,), clip: Any = False, steps: Any = (-1.0, -1.0), offsets: Any = (0.5, 0.5), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def multibox_target(anchor: Any = None, label: Any = None, cls_pred: Any = None, overlap_threshold: Any = 0.5, ignore_label: Any = -1.0, negative_mining_ratio: Any = -1.0, negative_mining_thresh: Any = 0.5, minimum_negative_samples: Any = 0, variances: Any = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
def nonzero(x: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The positions of the elements that are not zero, a row each."""
def one_hot(indices: Any = None, depth: Any = None, on_value: Any = 1.0, off_value: Any = 0.0, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
def pick(data: Any = None, index: Any = None, axis: Any = -1, keepdims: Any = False, mode: Any = 'clip', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One element along an axis for each position of the others."""
def pooling(data: Any = None, kernel: Any = (), pool_type: Any = 'max', global_pool: Any = False, cudnn_off: Any = False, pooling_convention: Any = 'valid', stride: Any = (), pad: Any = (), p_value: Any = None, count_include_pad: Any = None, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Maximum, average, sum or p-norm of each window, along one, two or three axes."""
def relu(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element, or 0 where it is negative."""
def reshape_like(lhs: Any = None, rhs: Any = None, lhs_begin: Any = None, lhs_end: Any = None, rhs_begin: Any = None, rhs_end: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
def rnn(data: Any = None, parameters: Any = None, state: Any = None, state_cell: Any = None, sequence_length: Any = None, state_size: Any = None, num_layers: Any = None, bidirectional: Any = False, mode: Any = None, p: Any = 0.0, state_outputs: Any = False, projection_size: Any = None, lstm_state_clip_min: Any = None, lstm_state_clip_max: Any = None, lstm_state_clip_nan: Any = False, use_sequence_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
def roi_pooling(data: Any = None, rois: Any = None, pooled_size: Any = None, spatial_scale: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def sequence_mask(data: Any = None, sequence_length: Any = None, use_sequence_length: Any = False, value: Any = 0.0, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Put ``value`` wherever a sequence is over; ``axis`` is the time axis."""
def shape_array(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The shape as an array of int64."""
def sigmoid(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def slice(data: Any = None, begin: Any = None, end: Any = None, step: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part between two corners, as NumPy's slices say it; None stands for the end of an axis."""
def smooth_l1(data: Any = None, scalar: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Huber's loss of each element: quadratic up to ``1 / scalar**2`` from zero and linear beyond."""
def softmax(data: Any = None, length: Any = None, axis: Any = -1, temperature: Any = None, dtype: Any = None, use_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
def topk(data: Any = None, axis: Any = -1, k: Any = 1, ret_typ: Any = 'indices', is_ascend: Any = False, dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
