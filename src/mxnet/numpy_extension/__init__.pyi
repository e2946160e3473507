"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from mxnet._types import ShapeLike
from mxnet.context import Context as Context
from mxnet.context import cpu as cpu
from mxnet.context import cpu_pinned as cpu_pinned
from mxnet.context import current_context as current_context
from mxnet.context import gpu as gpu
from mxnet.context import gpu_memory_info as gpu_memory_info
from mxnet.context import num_gpus as num_gpus
from mxnet.ndarray.creation import waitall as waitall
from mxnet.numpy._array import ndarray
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
from mxnet.ndarray.dense import NDArray
def reshape(a: ndarray, newshape: ShapeLike, reverse: bool=False, order: str='C') -> ndarray:
    """The elements in another shape."""
def activation(data: ndarray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The activation of this name, of each element; ``softrelu`` is ``log(1 + exp(x))``."""
def arange_like(data: ndarray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def batch_dot(lhs: ndarray, rhs: ndarray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Products of the matrices in the last two axes, one for each place in the leading axes."""
def batch_flatten(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """All axes but the first folded into one."""
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[ndarray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
@overload
def batch_norm(data: ndarray, gamma: ndarray, beta: ndarray, moving_mean: ndarray, moving_var: ndarray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``."""
def cast(data: ndarray, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The array as another dtype; to an integer the fraction is cut off."""
def constraint_check(input: ndarray, msg: str = 'Constraint violated.', out: NDArray | None = None, name: str | None = None) -> ndarray:
    """True where every element is; an error with this message where one is not."""
def convolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Cross-correlation of the data with ``num_filter`` learned kernels, along one, two or three axes."""
def deconvolution(data: ndarray, weight: ndarray, bias: ndarray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), adj: ShapeLike = (), target_shape: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 512, no_bias: bool | int = True, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data."""
def dropout(data: ndarray, p: float = 0.5, mode: Literal['always', 'training'] | str = 'training', axes: ShapeLike = (), cudnn_off: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Zeros with probability ``p`` and the data over ``1 - p`` elsewhere, in training; the data itself otherwise."""
def embedding(data: ndarray, weight: ndarray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def erf(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Gauss's error function of each element."""
def erfinv(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Number whose error function is each element."""
def fully_connected(data: ndarray, weight: ndarray, bias: ndarray | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def gamma(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Gamma function of each element."""
def gammaln(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Logarithm of the absolute value of the gamma function of each element."""
def gather_nd(data: ndarray, indices: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The elements, or slices, of ``data`` at the coordinates that the columns of ``indices`` hold."""
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: int = -1, eps: float = 1e-05, *, output_mean_var: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[ndarray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
@overload
def layer_norm(data: ndarray, gamma: ndarray, beta: ndarray, axis: int = -1, eps: float = 1e-05, output_mean_var: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation."""
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, *, act_type: Literal['rrelu'], slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[ndarray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """A rectifier that is not flat below zero."""
@overload
def leaky_relu(data: ndarray, gamma: ndarray | None = None, act_type: Literal['elu', 'gelu', 'leaky', 'prelu', 'rrelu', 'selu'] | str = 'leaky', slope: float = 0.25, lower_bound: float = 0.125, upper_bound: float = 0.334, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """A rectifier that is not flat below zero."""
def log_softmax(data: ndarray, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The logarithm of the softmax, computed without its rounding."""
def multibox_detection(cls_prob: ndarray, loc_pred: ndarray, anchor: ndarray, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def multibox_prior(data: ndarray, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def multibox_target(anchor: ndarray, label: ndarray, cls_pred: ndarray, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[ndarray]:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
def nonzero(x: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The positions of the elements that are not zero, a row each."""
def one_hot(indices: ndarray, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> ndarray:
    """A new last axis of size ``depth`` that has ``on_value`` at the number given and ``off_value`` elsewhere."""
def pick(data: ndarray, index: ndarray, axis: int | None = -1, keepdims: bool | int = False, mode: Literal['clip', 'wrap'] | str = 'clip', out: NDArray | None = None, name: str | None = None) -> ndarray:
    """One element along an axis for each position of the others."""
def pooling(data: ndarray, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Maximum, average, sum or p-norm of each window, along one, two or three axes."""
def relu(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Each element, or 0 where it is negative."""
def reshape_like(lhs: ndarray, rhs: ndarray, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """``lhs`` with its axes from ``lhs_begin`` to ``lhs_end`` reshaped to those of ``rhs`` in its own range."""
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, *, state_outputs: Literal[True], projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[ndarray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
@overload
def rnn(data: ndarray, parameters: ndarray, state: ndarray, state_cell: ndarray | None = None, sequence_length: ndarray | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Stacked recurrent layers over ``data`` of shape (time, batch, features), with dropout ``p`` between them."""
def roi_pooling(data: ndarray, rois: ndarray, pooled_size: ShapeLike = ..., spatial_scale: float = ..., out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Maxima of the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def sequence_mask(data: ndarray, sequence_length: ndarray | None = None, use_sequence_length: bool | int = False, value: float = 0.0, axis: int = 0, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Put ``value`` wherever a sequence is over; ``axis`` is the time axis."""
def shape_array(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The shape as an array of int64."""
def sigmoid(data: ndarray, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def slice(data: ndarray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = None, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """The part between two corners, as NumPy's slices say it; None stands for the end of an axis."""
def smooth_l1(data: ndarray, scalar: float = 1.0, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Huber's loss of each element: quadratic up to ``1 / scalar**2`` from zero and linear beyond."""
def softmax(data: ndarray, length: ndarray | None = None, axis: int = -1, temperature: float | None = None, dtype: DTypeLike | None = None, use_length: bool | int | None = False, out: NDArray | None = None, name: str | None = None) -> ndarray:
    """Exponentials of ``data / temperature``, normalised to sum one along the axis."""
@overload
def topk(data: ndarray, axis: int | None = -1, k: int = 1, *, ret_typ: Literal['both'], is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[ndarray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
@overload
def topk(data: ndarray, axis: int | None = -1, k: int = 1, ret_typ: Literal['value', 'indices', 'mask', 'both'] | str = 'indices', is_ascend: bool | int = False, dtype: DTypeLike = 'float32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> ndarray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The ``k`` largest (``is_ascend``: smallest) elements along an axis, in order; all of them where ``k < 1``."""
