"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from mxnet.context import Context
from mxnet.ndarray.dense import NDArray
def _CachedOp(*data: NDArray | Sequence[NDArray], subgraph: str = '', static_alloc: bool | int = False, static_shape: bool | int = False, inline_limit: int = 2, forward_bulk_size: int = 15, backward_bulk_size: int = 15, data_indices: ShapeLike = (), param_indices: ShapeLike = (), is_dynamic: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Run a graph, given as the text of a symbol file, as one operator."""
def _CrossDeviceCopy(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself; where it goes is the caller's affair."""
def _Div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays of one shape, element by element."""
def _DivScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x / scalar`` for each element ``x`` of the array."""
def _Equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Equality, as 0 or 1, of two arrays of one shape, element by element."""
def _EqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x == scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Greater(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs > rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _GreaterEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x >= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _GreaterScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x > scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Greater_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs >= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _Hypot(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hypotenuse of two arrays of one shape, element by element."""
def _HypotScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``sqrt(x**2 + scalar**2)`` for each element ``x`` of the array."""
def _Lesser(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs < rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _LesserEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x <= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LesserScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x < scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Lesser_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs <= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _LogicalAndScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x and scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LogicalOrScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x or scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LogicalXorScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exclusive or with ``scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Logical_And(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical and, as 0 or 1, of two arrays of one shape, element by element."""
def _Logical_Or(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical or, as 0 or 1, of two arrays of one shape, element by element."""
def _Logical_Xor(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical exclusive or, as 0 or 1, of two arrays of one shape, element by element."""
def _Maximum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Larger element of two arrays of one shape, element by element."""
def _MaximumScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``max(x, scalar)`` for each element ``x`` of the array."""
def _Minimum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smaller element of two arrays of one shape, element by element."""
def _MinimumScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``min(x, scalar)`` for each element ``x`` of the array."""
def _Minus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays of one shape, element by element."""
def _MinusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x - scalar`` for each element ``x`` of the array."""
def _Mod(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Remainder, with the sign of the divisor, of two arrays of one shape, element by element."""
def _ModScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x % scalar`` for each element ``x`` of the array."""
def _Mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays of one shape, element by element."""
def _MulScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x * scalar`` for each element ``x`` of the array."""
def _NotEqualScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x != scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Not_Equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inequality, as 0 or 1, of two arrays of one shape, element by element."""
def _Plus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays of one shape, element by element."""
def _PlusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x + scalar`` for each element ``x`` of the array."""
def _Power(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Power of two arrays of one shape, element by element."""
def _PowerScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x ** scalar`` for each element ``x`` of the array."""
def _RDivScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar / x`` for each element ``x`` of the array."""
def _RMinusScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar - x`` for each element ``x`` of the array."""
def _RModScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar % x`` for each element ``x`` of the array."""
def _RPowerScalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar ** x`` for each element ``x`` of the array."""
def _adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: NDArray, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of Adam with decoupled weight decay; skipped if ``rescale_grad`` is zero or not finite."""
def _add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays of one shape, element by element."""
def _arange(start: float = ..., stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool | int = False, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Numbers from ``start`` up to, not with, ``stop``, each ``repeat`` times; one number alone is the ``stop``."""
def _arange_count(start: float = ..., step: float = 1.0, count: int = ..., repeat: int = 1, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``_arange`` with its length said, so that a new start or step is no new program (our own operator)."""
def _backward_gather_nd(data: NDArray, indices: NDArray, shape: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros of a shape with ``data`` added at the coordinates that the columns of ``indices`` hold."""
@overload
def _cond(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: Literal[1], cond_input_locs: ShapeLike = ..., then_input_locs: ShapeLike = ..., else_input_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run one of two graphs, as a third one says."""
@overload
def _cond(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: int = ..., cond_input_locs: ShapeLike = ..., then_input_locs: ShapeLike = ..., else_input_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run one of two graphs, as a third one says."""
def _contrib_AdaptiveAvgPooling2D(data: NDArray, output_size: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1."""
@overload
def _contrib_BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """``BatchNorm`` followed by a rectifier."""
@overload
def _contrib_BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``BatchNorm`` followed by a rectifier."""
def _contrib_BilinearResize2D(data: NDArray, like: NDArray | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Bilinear interpolation of NCHW images to another height and width."""
def _contrib_CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def _contrib_DeformableConvolution(data: NDArray, offset: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
def _contrib_DeformablePSROIPooling(data: NDArray, rois: NDArray, trans: NDArray | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts)."""
def _contrib_ModulatedDeformableConvolution(data: NDArray, offset: NDArray, mask: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: int = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
def _contrib_MultiBoxDetection(cls_prob: NDArray, loc_pred: NDArray, anchor: NDArray, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def _contrib_MultiBoxPrior(data: NDArray, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def _contrib_MultiBoxTarget(anchor: NDArray, label: NDArray, cls_pred: NDArray, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
@overload
def _contrib_MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, *, output_score: Literal[True], iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
@overload
def _contrib_MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
def _contrib_PSROIPooling(data: NDArray, rois: NDArray, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Means of the bins of regions, each bin reading channels of its own."""
@overload
def _contrib_Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, *, output_score: Literal[True], iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
@overload
def _contrib_Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
def _contrib_ROIAlign(data: NDArray, rois: NDArray, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool | int = False, aligned: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def _contrib_RROIAlign(data: NDArray, rois: NDArray, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sampling_ratio: int = -1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees."""
def _contrib_SparseEmbedding(data: NDArray, weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, deterministic: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched."""
@overload
def _contrib_SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], ndev: int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
@overload
def _contrib_SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
def _contrib_allclose(a: NDArray, b: NDArray, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8."""
def _contrib_arange_like(data: NDArray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def _contrib_bipartite_matching(data: NDArray, is_ascend: bool | int = False, threshold: float = ..., topk: int = -1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1."""
def _contrib_boolean_mask(data: NDArray, index: NDArray, axis: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The slices along an axis whose number in ``index`` is not zero."""
def _contrib_box_decode(data: NDArray, anchors: NDArray, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient."""
def _contrib_box_encode(samples: NDArray, matches: NDArray, anchors: NDArray, refs: NDArray, means: NDArray, stds: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count."""
def _contrib_box_iou(lhs: NDArray, rhs: NDArray, format: Literal['center', 'corner'] | str = 'corner', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Intersection over union of every box of one array with every box of the other; it has no gradient."""
def _contrib_box_nms(data: NDArray, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def _contrib_box_non_maximum_suppression(data: NDArray, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def _contrib_calibrate_entropy(hist: NDArray, hist_edges: NDArray, num_quantized_bins: int = 255, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much."""
def _contrib_count_sketch(data: NDArray, h: NDArray, s: NDArray, out_dim: int = ..., processing_batch_size: int = 32, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names."""
def _contrib_ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def _contrib_dequantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['float32'] | str = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The floats that int8 or uint8 levels stand for."""
def _contrib_dgl_adjacency(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge."""
@overload
def _contrib_dgl_csr_neighbor_non_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Literal[1], num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
@overload
def _contrib_dgl_csr_neighbor_non_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
@overload
def _contrib_dgl_csr_neighbor_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Literal[1], num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
@overload
def _contrib_dgl_csr_neighbor_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
@overload
def _contrib_dgl_graph_compact(*data: NDArray | Sequence[NDArray], num_args: Literal[1], return_mapping: bool | int = ..., graph_sizes: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
@overload
def _contrib_dgl_graph_compact(*data: NDArray | Sequence[NDArray], num_args: int = ..., return_mapping: bool | int = ..., graph_sizes: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
@overload
def _contrib_dgl_subgraph(*data: NDArray | Sequence[NDArray], num_args: Literal[1], return_mapping: bool | int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
@overload
def _contrib_dgl_subgraph(*data: NDArray | Sequence[NDArray], num_args: int = ..., return_mapping: bool | int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
def _contrib_div_sqrt_dim(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array divided by the square root of the length of its last axis."""
def _contrib_edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge."""
def _contrib_fft(data: NDArray, compute_size: int = 128, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn."""
def _contrib_getnnz(data: NDArray, axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64."""
def _contrib_gradientmultiplier(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself, with ``scalar`` times its gradient."""
def _contrib_group_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row."""
def _contrib_hawkesll(lda: NDArray, alpha: NDArray, beta: NDArray, state: NDArray, lags: NDArray, marks: NDArray, valid_length: NDArray, max_time: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``."""
def _contrib_ifft(data: NDArray, compute_size: int = 128, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length."""
def _contrib_index_array(data: NDArray, axes: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64."""
def _contrib_index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``."""
def _contrib_interleaved_matmul_encdec_qk(queries: NDArray, keys_values: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved."""
def _contrib_interleaved_matmul_encdec_valatt(keys_values: NDArray, attention: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Values of encoder-decoder attention summed with the weights in ``attention``."""
def _contrib_interleaved_matmul_selfatt_qk(queries_keys_values: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections."""
def _contrib_interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Values of self attention summed with the weights in ``attention``."""
def _contrib_quadratic(data: NDArray, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``a * x**2 + b * x + c`` of each element."""
def _contrib_quantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255."""
def _contrib_quantize_asym(data: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift."""
def _contrib_quantize_v2(data: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged."""
def _contrib_quantized_act(data: NDArray, min_data: NDArray, max_data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Rectified levels, as int8, with the range of the input."""
def _contrib_quantized_batch_norm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, min_data: NDArray, max_data: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always."""
def _contrib_quantized_concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Arrays of levels joined along an axis, in the widest of their ranges."""
def _contrib_quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``Convolution`` of levels: int32 sums, and the range that they stand for."""
def _contrib_quantized_elemwise_add(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated."""
@overload
def _contrib_quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, *, enable_float_output: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
@overload
def _contrib_quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
def _contrib_quantized_embedding(data: NDArray, weight: NDArray, min_weight: NDArray, max_weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Rows of an int8 matrix, by index; indices out of range are clipped."""
def _contrib_quantized_flatten(data: NDArray, min_data: NDArray, max_data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Levels with all axes but the first folded into one."""
def _contrib_quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for."""
def _contrib_quantized_pooling(data: NDArray, min_data: NDArray, max_data: NDArray, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``Pooling`` of levels, maximum or average, with the range of the input."""
@overload
def _contrib_quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, *, state_outputs: Literal[True], projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
@overload
def _contrib_quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
def _contrib_requantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have."""
def _contrib_round_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, with gradient 1."""
def _contrib_sign_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element, with gradient 1."""
def _copy(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself."""
def _crop_assign(lhs: NDArray, rhs: NDArray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``."""
def _crop_assign_scalar(data: NDArray, scalar: float = 0.0, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``data`` with its part ``begin:end:step`` replaced by a number."""
def _div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays of one shape, element by element."""
def _div_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x / scalar`` for each element ``x`` of the array."""
def _equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Equality, as 0 or 1, of two arrays of one shape, element by element."""
def _equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x == scalar``, as 0 or 1, for each element ``x`` of the array."""
def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A matrix with ones on its ``k``-th diagonal, square if ``M`` is 0."""
@overload
def _foreach(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: Literal[1], num_out_data: int = ..., in_state_locs: ShapeLike = ..., in_data_locs: ShapeLike = ..., remain_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run a graph on every slice of the first axis, with states that go from one to the next."""
@overload
def _foreach(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: int = ..., num_out_data: int = ..., in_state_locs: ShapeLike = ..., in_data_locs: ShapeLike = ..., remain_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run a graph on every slice of the first axis, with states that go from one to the next."""
def _full(shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike = 'float32', value: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array of one value."""
def _grad_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum, as gradients are summed, of two arrays of one shape, element by element."""
def _greater(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs > rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _greater_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs >= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _greater_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x >= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _greater_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x > scalar``, as 0 or 1, for each element ``x`` of the array."""
def _histogram(data: NDArray, bins: NDArray | None = None, bin_cnt: int | None = None, range: float | Sequence[float] | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Counts (int64) of elements between edges, and the edges: ``bins``, or ``bin_cnt`` equal steps over ``range``."""
def _hypot(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hypotenuse of two arrays of one shape, element by element."""
def _hypot_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``sqrt(x**2 + scalar**2)`` for each element ``x`` of the array."""
def _identity_with_attr_like_rhs(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs`` itself, which must have the shape of ``rhs``."""
def _image_adjust_lighting(data: NDArray, alpha: float | Sequence[float] = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image with light added along the three principal components of ImageNet's colours, ``alpha`` of each."""
def _image_crop(data: NDArray, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The part of an image, or of a batch, from column ``x`` and row ``y`` on, of that width and height."""
def _image_flip_left_right(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image mirrored, left to right."""
def _image_flip_top_bottom(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image upside down."""
def _image_normalize(data: NDArray, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Subtract ``mean`` and divide by ``std``, one number or one a channel, from (N,) channels, height and width."""
def _image_random_brightness(data: NDArray, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image times a random factor."""
def _image_random_color_jitter(data: NDArray, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out."""
def _image_random_contrast(data: NDArray, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image blended with its mean grey by a random factor."""
def _image_random_flip_left_right(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image mirrored, left to right, or left as it is, each half of the time."""
def _image_random_flip_top_bottom(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image upside down, or left as it is, each half of the time."""
def _image_random_hue(data: NDArray, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image whose hue is turned by a random part of the circle."""
def _image_random_lighting(data: NDArray, alpha_std: float = 0.05, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image with random light along ImageNet's colour components, of that standard deviation."""
def _image_random_saturation(data: NDArray, min_factor: float = ..., max_factor: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image blended with its grey by a random factor."""
def _image_resize(data: NDArray, size: ShapeLike = (), keep_ratio: bool | int = False, interp: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image, or a batch, in another size: (width, height), or one number for both sides."""
def _image_to_tensor(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image, or a batch, of values up to 255 as float32 up to 1, with channels before height and width."""
def _index_get(*data: NDArray | Sequence[NDArray], spec: object = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """NumPy's ``data[index]`` of the first array; numbers out of range are clipped."""
def _index_set(*data: NDArray | Sequence[NDArray], spec: object = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """NumPy's ``data[index] = value`` as a new array, the first two being data and value; out of range is left out."""
def _lesser(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs < rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _lesser_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs <= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _lesser_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x <= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _lesser_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x < scalar``, as 0 or 1, for each element ``x`` of the array."""
def _linalg_det(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def _linalg_extractdiag(A: NDArray, offset: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The diagonal of square matrices, ``offset`` above the main one."""
def _linalg_extracttrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def _linalg_gelqf(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def _linalg_gemm(A: NDArray, B: NDArray, C: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def _linalg_gemm2(A: NDArray, B: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def _linalg_inverse(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inverse of square matrices."""
def _linalg_makediag(A: NDArray, offset: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def _linalg_maketrian(A: NDArray, offset: int = 0, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def _linalg_potrf(A: NDArray, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def _linalg_potri(A: NDArray, lower: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inverse of the matrices whose Cholesky factors are given."""
def _linalg_slogdet(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def _linalg_sumlogdiag(A: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of the logarithms of the diagonal of square matrices."""
def _linalg_syevd(A: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Eigenvectors (as rows) and ascending eigenvalues of symmetric matrices, of which the lower triangle is read."""
def _linalg_syrk(A: NDArray, transpose: bool | int = False, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def _linalg_trmm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def _linalg_trsm(A: NDArray, B: NDArray, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
def _linspace(start: float = ..., stop: float = ..., num: int = ..., endpoint: bool | int = True, ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which is the last one if ``endpoint``."""
def _logical_and(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical and, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_and_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x and scalar``, as 0 or 1, for each element ``x`` of the array."""
def _logical_or(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical or, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_or_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x or scalar``, as 0 or 1, for each element ``x`` of the array."""
def _logical_xor(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logical exclusive or, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_xor_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exclusive or with ``scalar``, as 0 or 1, for each element ``x`` of the array."""
def _maximum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Larger element of two arrays of one shape, element by element."""
def _maximum_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``max(x, scalar)`` for each element ``x`` of the array."""
def _minimum(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smaller element of two arrays of one shape, element by element."""
def _minimum_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``min(x, scalar)`` for each element ``x`` of the array."""
def _minus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays of one shape, element by element."""
def _minus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x - scalar`` for each element ``x`` of the array."""
def _mod(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Remainder, with the sign of the divisor, of two arrays of one shape, element by element."""
def _mod_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x % scalar`` for each element ``x`` of the array."""
def _mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: NDArray, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``_adamw_update`` on a float32 copy of the weight."""
def _mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays of one shape, element by element."""
def _mul_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x * scalar`` for each element ``x`` of the array."""
def _multi_adamw_update(*data: NDArray | Sequence[NDArray], lrs: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """AdamW on many weights; the factor of the gradients comes last."""
def _multi_lamb_update(*data: NDArray | Sequence[NDArray], learning_rates: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: ShapeLike = ..., num_tensors: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of LAMB on many weights."""
def _multi_mp_adamw_update(*data: NDArray | Sequence[NDArray], lrs: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """AdamW on many weights, on float32 copies of them; the factor of the gradients comes last."""
def _multi_mp_lamb_update(*data: NDArray | Sequence[NDArray], learning_rates: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: ShapeLike = ..., num_tensors: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:
    """One step of LAMB on many weights, on float32 copies of them."""
def _not_equal(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Inequality, as 0 or 1, of two arrays of one shape, element by element."""
def _not_equal_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x != scalar``, as 0 or 1, for each element ``x`` of the array."""
def _onehot_encode(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The numbers in ``lhs`` as one-hot rows of the shape and dtype of ``rhs``."""
def _ones(shape: ShapeLike = (), ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array of ones."""
def _onnx_bit_cast(data: NDArray, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The same bits as another type of the same size."""
def _onnx_bit_shift(lhs: NDArray, rhs: NDArray, left: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Bits moved by a number of places."""
def _onnx_clip(data: NDArray, low: NDArray, high: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Elements kept within two bounds, which are arrays of one element."""
def _onnx_col2im(data: NDArray, image: ShapeLike = ..., block: ShapeLike = ..., stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An image from its blocks, one a column; where they overlap they are added."""
def _onnx_compress(data: NDArray, condition: NDArray, axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The places of an axis, or of the elements in a row, at which a condition is true; it may be shorter."""
def _onnx_constant_of_shape(shape: NDArray, value: float = 0.0, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array of one number."""
def _onnx_conv_integer(data: NDArray, weight: NDArray, data_zero: NDArray, weight_zero: NDArray, stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., group: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The exact convolution of whole numbers less their zero points; the margin is zero."""
def _onnx_cumsum(data: NDArray, axis: NDArray, exclusive: bool | int = False, reverse: bool | int = False, product: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sums, or products, of all elements up to each one along an axis."""
def _onnx_cumulative(data: NDArray, axis: int = ..., exclusive: bool | int = False, reverse: bool | int = False, product: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sums, or products, of all elements up to each one along an axis that is known."""
def _onnx_dequantize(data: NDArray, scale: NDArray, zero: NDArray, axis: int = 1, block: int = 0, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Whole numbers, or floats of eight bits, as the real ones that they stand for."""
def _onnx_dft(data: NDArray, axis: int = ..., length: int = 0, inverse: bool | int = False, onesided: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The discrete Fourier transform along an axis; real and imaginary parts stand in the last one."""
def _onnx_divide(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The quotient of whole numbers, cut towards zero."""
def _onnx_expand(data: NDArray, shape: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array repeated where a shape is larger."""
def _onnx_eye_like(data: NDArray, k: int = 0, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Ones on a diagonal, in the shape of a matrix."""
def _onnx_first_of(data: NDArray, k: int = ..., axis: int = -1, largest: bool | int = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The first elements of each row in order, and where they stand."""
def _onnx_gather_elements(data: NDArray, indices: NDArray, axis: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Elements at an index along one axis and at their own place along the others."""
def _onnx_gather_nd(data: NDArray, indices: NDArray, batch_dims: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Parts at the indices that the last axis holds, within each of the first axes."""
def _onnx_grid_sample(data: NDArray, grid: NDArray, mode: Literal['nearest', 'linear', 'cubic'] | str = 'linear', padding: Literal['zeros', 'border', 'reflection'] | str = 'zeros', align: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Elements at places between -1 and 1, the ends of each axis, or what stands around them."""
@overload
def _onnx_if(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: Literal[1], cond_input_locs: ShapeLike = ..., then_input_locs: ShapeLike = ..., else_input_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run one of two graphs, as a third one says."""
@overload
def _onnx_if(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: int = ..., cond_input_locs: ShapeLike = ..., then_input_locs: ShapeLike = ..., else_input_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run one of two graphs, as a third one says."""
def _onnx_last_place(data: NDArray, axis: int = ..., keepdims: bool | int = True, largest: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Where the largest, or the smallest, element of each row stands; of equal ones the last."""
@overload
def _onnx_loop(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: Literal[1], num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: ShapeLike = ..., func_input_locs: ShapeLike = ..., func_var_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
@overload
def _onnx_loop(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: ShapeLike = ..., func_input_locs: ShapeLike = ..., func_var_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
def _onnx_matmul_integer(lhs: NDArray, rhs: NDArray, lhs_zero: NDArray, rhs_zero: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The exact product of whole numbers less their zero points, a zero point for each row or column."""
def _onnx_max_pool_places(data: NDArray, kernel: ShapeLike = ..., stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., ceil: bool | int = False, columns: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The largest element of each window, and its number in the array; ``columns`` counts down columns first."""
def _onnx_max_unpool(data: NDArray, places: NDArray, kernel: ShapeLike = ..., stride: ShapeLike = ..., pads: ShapeLike = ..., target: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Elements back at the places that they had before pooling, among zeros."""
def _onnx_mel_weights(bins: NDArray, length: NDArray, rate: NDArray, low: NDArray, high: NDArray, dtype: DTypeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The matrix that sums a spectrum into bands that the ear hears as equally wide."""
def _onnx_mod(lhs: NDArray, rhs: NDArray, fmod: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The remainder, with the sign of the divisor, or with ``fmod`` that of the dividend."""
def _onnx_non_max_suppression(boxes: NDArray, scores: NDArray, most: NDArray, overlap: NDArray, least: NDArray, center: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """For each image and class the best boxes that do not overlap better ones: rows of image, class and box."""
def _onnx_nonzero(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The indices of the elements that are not zero, a column each."""
def _onnx_one_hot(indices: NDArray, depth: NDArray, values: NDArray, axis: int = -1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One of two values, by whether an index names the place; negative ones count from the end."""
def _onnx_pad(data: NDArray, pads: NDArray, value: NDArray, axes: NDArray, mode: Literal['constant', 'reflect', 'edge', 'wrap'] | str = 'constant', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A margin around some axes; a negative one takes elements away."""
def _onnx_pad_static(data: NDArray, before: ShapeLike = ..., after: ShapeLike = ..., value: float = 0.0, mode: Literal['constant', 'reflect', 'edge', 'wrap'] | str = 'constant', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A margin around an array; a negative one takes elements away."""
def _onnx_pool(data: NDArray, kind: Literal['max', 'avg', 'lp'] | str = ..., kernel: ShapeLike = ..., stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., ceil: bool | int = False, include: bool | int = False, p: int = 2, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The largest element, the mean or the p-norm of each window; ``include`` counts the margin in means."""
def _onnx_quantize(data: NDArray, scale: NDArray, zero: NDArray, axis: int = 1, block: int = 0, dtype: DTypeLike = ..., saturate: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Real numbers as whole ones, the even one where two are as near, or as floats of eight bits."""
def _onnx_range(start: NDArray, limit: NDArray, delta: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Numbers from one to another in steps."""
def _onnx_reduce(data: NDArray, axes: NDArray, kind: str = ..., keepdims: bool | int = True, noop: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A sum, mean, norm or extreme over axes; over all where none are named, unless ``noop``."""
def _onnx_reduce_static(data: NDArray, kind: str = ..., axis: ShapeLike | None = None, keepdims: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A sum, mean, norm or extreme over axes that are known, or over all."""
def _onnx_reshape(data: NDArray, shape: NDArray, allowzero: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Elements in another shape; 0 keeps a size unless ``allowzero``, -1 follows from the others."""
def _onnx_resize(data: NDArray, mode: Literal['nearest', 'linear', 'cubic'] | str = 'nearest', form: str = 'half_pixel', rounding: str = 'round_prefer_floor', cubic: float = -0.75, outside: bool | int = False, extrapolation: float = 0.0, antialias: bool | int = False, axes: ShapeLike = (), policy: str = 'stretch', scales: float | Sequence[float] = (), sizes: ShapeLike = (), roi: float | Sequence[float] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array in other sizes, which are given by numbers or by factors."""
def _onnx_resize_dynamic(data: NDArray, roi: NDArray, scales: NDArray, sizes: NDArray, mode: Literal['nearest', 'linear', 'cubic'] | str = 'nearest', form: str = 'half_pixel', rounding: str = 'round_prefer_floor', cubic: float = -0.75, outside: bool | int = False, extrapolation: float = 0.0, antialias: bool | int = False, axes: ShapeLike = (), policy: str = 'stretch', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array in other sizes, which are given by numbers or by factors."""
def _onnx_rnn(data: NDArray, weight: NDArray, recurrence: NDArray, bias: NDArray, lengths: NDArray, state: NDArray, cell: NDArray, peepholes: NDArray, kind: Literal['LSTM', 'GRU', 'RNN'] | str = ..., direction: Literal['forward', 'reverse', 'bidirectional'] | str = 'forward', activations: str = '', alpha: float | Sequence[float] = (), beta: float | Sequence[float] = (), clip: float = 0.0, linear: bool | int = False, forget: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Outputs as (time, direction, batch, size), and the last state and cell; ``linear`` resets after the product."""
def _onnx_scatter_elements(data: NDArray, indices: NDArray, updates: NDArray, axis: int = 0, reduction: Literal['none', 'add', 'mul', 'max', 'min'] | str = 'none', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array with elements put, added, multiplied or compared at an index along one axis."""
def _onnx_scatter_nd(data: NDArray, indices: NDArray, updates: NDArray, reduction: Literal['none', 'add', 'mul', 'max', 'min'] | str = 'none', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array with parts put, added, multiplied or compared at the indices that the last axis holds."""
def _onnx_slice(data: NDArray, starts: NDArray, ends: NDArray, axes: NDArray, steps: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A part of some axes; numbers that lie outside are cut."""
@overload
def _onnx_split(data: NDArray, sizes: NDArray, num_outputs: Literal[1], axis: int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of given sizes along an axis."""
@overload
def _onnx_split(data: NDArray, sizes: NDArray, num_outputs: int = ..., axis: int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of given sizes along an axis."""
@overload
def _onnx_split_evenly(data: NDArray, num_outputs: Literal[1], axis: int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of one size along an axis; the last may be smaller."""
@overload
def _onnx_split_evenly(data: NDArray, num_outputs: int = ..., axis: int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of one size along an axis; the last may be smaller."""
def _onnx_squeeze(data: NDArray, axes: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array without some axes of one element."""
def _onnx_stft(signal: NDArray, window: NDArray, step: int = ..., length: int = ..., onesided: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Fourier transforms of windowed frames, one behind the other."""
def _onnx_tensor_scatter(cache: NDArray, update: NDArray, starts: NDArray, axis: int = -2, circular: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A cache with an update written from a place of one axis on, which each example has for itself."""
def _onnx_tfidf(data: NDArray, pool: NDArray, weights: NDArray, mode: Literal['TF', 'IDF', 'TFIDF'] | str = ..., starts: ShapeLike = ..., places: ShapeLike = ..., shortest: int = ..., longest: int = ..., skips: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """How often each of some runs of numbers stands in each row, weighted; runs may skip numbers between their own."""
def _onnx_tile(data: NDArray, repeats: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array repeated along each axis."""
def _onnx_topk(data: NDArray, k: NDArray, axis: int = -1, largest: bool | int = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The first elements of each row in order, and where they stand."""
def _onnx_trilu(data: NDArray, k: NDArray, upper: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Matrices with zeros below, or above, a diagonal."""
def _onnx_unique(data: NDArray, axis: int | None = None, ordered: bool | int = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Each element, or part of an axis, once; where it first stands, which one stands where, and how often."""
def _onnx_unsqueeze(data: NDArray, axes: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array with axes of one element more."""
def _plus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays of one shape, element by element."""
def _plus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x + scalar`` for each element ``x`` of the array."""
def _power(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Power of two arrays of one shape, element by element."""
def _power_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x ** scalar`` for each element ``x`` of the array."""
def _random_exponential(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the exponential distribution of rate ``lam``."""
def _random_exponential_like(data: NDArray, lam: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the exponential distribution of rate ``lam``; as many as ``data`` has numbers."""
def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``."""
def _random_gamma_like(data: NDArray, alpha: float = 1.0, beta: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``; as many as ``data`` has numbers."""
def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
def _random_generalized_negative_binomial_like(data: NDArray, mu: float = 1.0, alpha: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``; as many as ``data`` has numbers."""
def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
def _random_negative_binomial_like(data: NDArray, k: int = 1, p: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure; as many as ``data`` has numbers."""
def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def _random_normal_like(data: NDArray, loc: float = 0.0, scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``; as many as ``data`` has numbers."""
def _random_pdf_dirichlet(sample: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis."""
def _random_pdf_exponential(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the exponential distributions of rate ``lam``."""
def _random_pdf_gamma(sample: NDArray, alpha: NDArray, beta: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale)."""
def _random_pdf_generalized_negative_binomial(sample: NDArray, mu: NDArray, alpha: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient."""
def _random_pdf_negative_binomial(sample: NDArray, k: NDArray, p: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient."""
def _random_pdf_normal(sample: NDArray, mu: NDArray, sigma: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``."""
def _random_pdf_poisson(sample: NDArray, lam: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient."""
def _random_pdf_uniform(sample: NDArray, low: NDArray, high: NDArray, is_log: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there."""
def _random_poisson(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
def _random_poisson_like(data: NDArray, lam: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers; as many as ``data`` has numbers."""
def _random_randint(low: int = ..., high: int = ..., shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64."""
def _random_uniform(low: float = 0.0, high: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the uniform distribution over [low, high)."""
def _random_uniform_like(data: NDArray, low: float = 0.0, high: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from the uniform distribution over [low, high); as many as ``data`` has numbers."""
def _ravel_multi_index(data: NDArray, shape: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1."""
def _rdiv_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar / x`` for each element ``x`` of the array."""
def _rminus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar - x`` for each element ``x`` of the array."""
def _rmod_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar % x`` for each element ``x`` of the array."""
def _rnn_param_concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The arrays one after the other along the axis ``dim``."""
def _rpower_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``scalar ** x`` for each element ``x`` of the array."""
def _sample_exponential(lam: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from exponential distributions, ``shape`` of them for each rate."""
def _sample_gamma(alpha: NDArray, beta: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``."""
def _sample_generalized_negative_binomial(mu: NDArray, alpha: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``."""
@overload
def _sample_multinomial(data: NDArray, shape: ShapeLike = (), *, get_prob: Literal[True], dtype: DTypeLike = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
@overload
def _sample_multinomial(data: NDArray, shape: ShapeLike = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
def _sample_negative_binomial(k: NDArray, p: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair."""
def _sample_normal(mu: NDArray, sigma: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation."""
def _sample_poisson(lam: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random counts from Poisson distributions, ``shape`` of them for each mean."""
def _sample_uniform(low: NDArray, high: NDArray, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds."""
def _sample_unique_zipfian(range_max: int = ..., shape: ShapeLike | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None, ctx: Context | str | None = None) -> list[NDArray]:
    """Distinct classes in each row, roughly log-uniform below ``range_max``, and how many draws a row took."""
def _scatter_elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient, where ``lhs`` has storage, of two arrays of one shape, element by element."""
def _scatter_minus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x - scalar``, where the array has storage, for each element ``x`` of the array."""
def _scatter_plus_scalar(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x + scalar``, where the array has storage, for each element ``x`` of the array."""
def _scatter_set_nd(lhs: NDArray, rhs: NDArray, indices: NDArray, shape: ShapeLike = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs`` with ``rhs`` written at the coordinates that the columns of ``indices`` hold."""
def _set_value(src: float = 0.0, out: NDArray | None = None, name: str | None = None, ctx: Context | str | None = None) -> NDArray:
    """Fill the array given as ``out`` with a number."""
@overload
def _sg_mkldnn_conv(*data: NDArray | Sequence[NDArray], subgraph: str = '', with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, quantized: Literal[True], min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """A convolution with what follows it: BatchNorm, activations, a sum with another array."""
@overload
def _sg_mkldnn_conv(*data: NDArray | Sequence[NDArray], subgraph: str = '', with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, quantized: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """A convolution with what follows it: BatchNorm, activations, a sum with another array."""
@overload
def _sg_mkldnn_fully_connected(*data: NDArray | Sequence[NDArray], subgraph: str = '', with_eltwise: bool | int = False, with_relu: bool | int = False, quantized: Literal[True], enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """``FullyConnected`` with the elementwise operator that follows it."""
@overload
def _sg_mkldnn_fully_connected(*data: NDArray | Sequence[NDArray], subgraph: str = '', with_eltwise: bool | int = False, with_relu: bool | int = False, quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``FullyConnected`` with the elementwise operator that follows it."""
@overload
def _sg_mkldnn_selfatt_qk(*data: NDArray | Sequence[NDArray], subgraph: str = '', heads: int = ..., quantized: Literal[True], enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The query-key products of self attention, on levels where they are quantized."""
@overload
def _sg_mkldnn_selfatt_qk(*data: NDArray | Sequence[NDArray], subgraph: str = '', heads: int = ..., quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The query-key products of self attention, on levels where they are quantized."""
@overload
def _sg_mkldnn_selfatt_valatt(*data: NDArray | Sequence[NDArray], subgraph: str = '', heads: int = ..., quantized: Literal[True], enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The weighted values of self attention, on levels where they are quantized."""
@overload
def _sg_mkldnn_selfatt_valatt(*data: NDArray | Sequence[NDArray], subgraph: str = '', heads: int = ..., quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The weighted values of self attention, on levels where they are quantized."""
def _shuffle(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The same elements in a random order along the first axis; what lies below it stays together."""
def _slice_assign(lhs: NDArray, rhs: NDArray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``."""
def _slice_assign_scalar(data: NDArray, scalar: float = 0.0, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``data`` with its part ``begin:end:step`` replaced by a number."""
def _sparse_ElementWiseSum(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays of one shape."""
def _sparse_Embedding(data: NDArray, weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def _sparse_FullyConnected(data: NDArray, weight: NDArray, bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def _sparse_LinearRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def _sparse_LogisticRegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def _sparse_MAERegressionOutput(data: NDArray, label: NDArray, grad_scale: float = 1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def _sparse__contrib_round_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, with gradient 1."""
def _sparse__contrib_sign_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element, with gradient 1."""
def _sparse_abs(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Absolute value of each element."""
def _sparse_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float = ..., epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of AdaGrad. A row without gradient stays as it is, so dense and row-sparse gradients do the same."""
def _sparse_adam_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def _sparse_add_n(*data: NDArray | Sequence[NDArray], num_args: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of any number of arrays of one shape."""
def _sparse_arccos(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Angle in radians whose cosine is each element."""
def _sparse_arccosh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def _sparse_arcsin(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Angle in radians whose sine is each element."""
def _sparse_arcsinh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number whose hyperbolic sine is each element."""
def _sparse_arctan(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Angle in radians whose tangent is each element."""
def _sparse_arctanh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Number whose hyperbolic tangent is each element."""
def _sparse_broadcast_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_minus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_plus(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_cast_storage(data: NDArray, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself; ``stype`` names the storage of the handle above it."""
def _sparse_cbrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cube root of each element."""
def _sparse_ceil(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Smallest whole number not below each element."""
def _sparse_clip(data: NDArray, a_min: float = ..., a_max: float = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def _sparse_concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The arrays one after the other along the axis ``dim``."""
def _sparse_cos(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Cosine of each element, in radians."""
def _sparse_cosh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic cosine of each element."""
def _sparse_degrees(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each angle, given in radians, in degrees."""
def _sparse_dot(lhs: NDArray, rhs: NDArray, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last)."""
def _sparse_elemwise_add(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of two arrays of one shape, element by element."""
def _sparse_elemwise_div(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Quotient of two arrays of one shape, element by element."""
def _sparse_elemwise_mul(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Product of two arrays of one shape, element by element."""
def _sparse_elemwise_sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays of one shape, element by element."""
def _sparse_exp(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponential of each element."""
def _sparse_expm1(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Exponential of each element, less one, accurate near zero."""
def _sparse_fix(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element in the direction of zero."""
def _sparse_floor(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Largest whole number not above each element."""
def _sparse_ftrl_update(weight: NDArray, grad: NDArray, z: NDArray, n: NDArray, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def _sparse_gamma(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Gamma function of each element."""
def _sparse_gammaln(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of the absolute value of the gamma function of each element."""
def _sparse_log(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm of each element."""
def _sparse_log10(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of each element to base 10."""
def _sparse_log1p(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Natural logarithm of one plus each element, accurate near zero."""
def _sparse_log2(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logarithm of each element to base 2."""
def _sparse_make_loss(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def _sparse_mean(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Mean of elements over axes."""
def _sparse_negative(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element with its sign changed."""
def _sparse_norm(data: NDArray, ord: int = 2, axis: ShapeLike | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def _sparse_radians(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each angle, given in degrees, in radians."""
def _sparse_relu(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element, or 0 where it is negative."""
def _sparse_retain(data: NDArray, indices: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array with every row but those at ``indices`` set to zero."""
def _sparse_rint(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, halves downward."""
def _sparse_round(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, halves away from zero."""
def _sparse_rsqrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Reciprocal of the square root of each element."""
def _sparse_sgd_mom_update(weight: NDArray, grad: NDArray, mom: NDArray, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with momentum and weight decay."""
def _sparse_sgd_update(weight: NDArray, grad: NDArray, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of gradient descent with weight decay."""
def _sparse_sigmoid(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def _sparse_sign(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element: -1, 0 or 1."""
def _sparse_sin(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sine of each element, in radians."""
def _sparse_sinh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic sine of each element."""
def _sparse_slice(data: NDArray, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def _sparse_sqrt(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square root of each element."""
def _sparse_square(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Square of each element."""
def _sparse_stop_gradient(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself, and no gradient through it."""
def _sparse_sum(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of elements over axes."""
def _sparse_tan(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Tangent of each element, in radians."""
def _sparse_tanh(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Hyperbolic tangent of each element."""
def _sparse_trunc(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Each element without its fraction."""
def _sparse_where(condition: NDArray, x: NDArray, y: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def _sparse_zeros_like(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros of the shape and dtype of the array."""
def _split_v2(data: NDArray, indices: ShapeLike = ..., axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Parts along an axis: ``sections`` nearly equal ones, the longer first, or one from each start in ``indices``."""
def _square_sum(data: NDArray, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of squares of elements over axes."""
def _sub(lhs: NDArray, rhs: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Difference of two arrays of one shape, element by element."""
def _unravel_index(data: NDArray, shape: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1."""
def _view_assign(data: NDArray, value: NDArray, starts: ShapeLike = ..., sizes: ShapeLike = ..., squeeze: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``data`` with what ``_view_index`` would read replaced by ``value``."""
def _view_index(data: NDArray, starts: ShapeLike = ..., sizes: ShapeLike = ..., squeeze: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The window of ``sizes`` that begins at ``starts`` of the leading axes, without the axes in ``squeeze``."""
@overload
def _while_loop(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: Literal[1], num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: ShapeLike = ..., func_input_locs: ShapeLike = ..., func_var_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
@overload
def _while_loop(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: ShapeLike = ..., func_input_locs: ShapeLike = ..., func_var_locs: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
def _zeros(shape: ShapeLike = (), ctx: str = '', dtype: DTypeLike = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """An array of zeros."""
def _zeros_without_dtype(shape: ShapeLike | None = None, ctx: str = '', dtype: int = -1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Zeros of a dtype given by MXNet's number for it, float32 if none is given."""
