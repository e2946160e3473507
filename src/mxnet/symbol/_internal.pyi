"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from mxnet.symbol.core import Symbol
def _CachedOp(*data: Symbol | Sequence[Symbol], subgraph: str = '', static_alloc: bool | int = False, static_shape: bool | int = False, inline_limit: int = 2, forward_bulk_size: int = 15, backward_bulk_size: int = 15, data_indices: ShapeLike = (), param_indices: ShapeLike = (), is_dynamic: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run a graph, given as the text of a symbol file, as one operator."""
def _CrossDeviceCopy(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself; where it goes is the caller's affair."""
def _Div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient of two arrays of one shape, element by element."""
def _DivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x / scalar`` for each element ``x`` of the array."""
def _Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Equality, as 0 or 1, of two arrays of one shape, element by element."""
def _EqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x == scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs > rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _GreaterEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x >= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _GreaterScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x > scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Greater_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs >= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _Hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hypotenuse of two arrays of one shape, element by element."""
def _HypotScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``sqrt(x**2 + scalar**2)`` for each element ``x`` of the array."""
def _Lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs < rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _LesserEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x <= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LesserScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x < scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Lesser_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs <= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _LogicalAndScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x and scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LogicalOrScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x or scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LogicalXorScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exclusive or with ``scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Logical_And(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical and, as 0 or 1, of two arrays of one shape, element by element."""
def _Logical_Or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical or, as 0 or 1, of two arrays of one shape, element by element."""
def _Logical_Xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical exclusive or, as 0 or 1, of two arrays of one shape, element by element."""
def _Maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Larger element of two arrays of one shape, element by element."""
def _MaximumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``max(x, scalar)`` for each element ``x`` of the array."""
def _Minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smaller element of two arrays of one shape, element by element."""
def _MinimumScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``min(x, scalar)`` for each element ``x`` of the array."""
def _Minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays of one shape, element by element."""
def _MinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x - scalar`` for each element ``x`` of the array."""
def _Mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Remainder, with the sign of the divisor, of two arrays of one shape, element by element."""
def _ModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x % scalar`` for each element ``x`` of the array."""
def _Mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of two arrays of one shape, element by element."""
def _MulScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x * scalar`` for each element ``x`` of the array."""
def _NotEqualScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x != scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Not_Equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inequality, as 0 or 1, of two arrays of one shape, element by element."""
def _Plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays of one shape, element by element."""
def _PlusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x + scalar`` for each element ``x`` of the array."""
def _Power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Power of two arrays of one shape, element by element."""
def _PowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x ** scalar`` for each element ``x`` of the array."""
def _RDivScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar / x`` for each element ``x`` of the array."""
def _RMinusScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar - x`` for each element ``x`` of the array."""
def _RModScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar % x`` for each element ``x`` of the array."""
def _RPowerScalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar ** x`` for each element ``x`` of the array."""
def _adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of Adam with decoupled weight decay; skipped if ``rescale_grad`` is zero or not finite."""
def _add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays of one shape, element by element."""
def _arange(start: float = ..., stop: float | None = None, step: float = 1.0, repeat: int = 1, infer_range: bool | int = False, ctx: str = '', dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Numbers from ``start`` up to, not with, ``stop``, each ``repeat`` times; one number alone is the ``stop``."""
def _arange_count(start: float = ..., step: float = 1.0, count: int = ..., repeat: int = 1, ctx: str = '', dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``_arange`` with its length said, so that a new start or step is no new program (our own operator)."""
def _backward_gather_nd(data: Symbol | None = None, indices: Symbol | None = None, shape: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zeros of a shape with ``data`` added at the coordinates that the columns of ``indices`` hold."""
def _cond(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_outputs: int = ..., cond_input_locs: ShapeLike = ..., then_input_locs: ShapeLike = ..., else_input_locs: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run one of two graphs, as a third one says."""
def _contrib_AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1."""
def _contrib_BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``BatchNorm`` followed by a rectifier."""
def _contrib_BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Bilinear interpolation of NCHW images to another height and width."""
def _contrib_CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def _contrib_DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
def _contrib_DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts)."""
def _contrib_ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: int = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
def _contrib_MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def _contrib_MultiBoxPrior(data: Symbol | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def _contrib_MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
def _contrib_MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
def _contrib_PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Means of the bins of regions, each bin reading channels of its own."""
def _contrib_Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
def _contrib_ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool | int = False, aligned: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def _contrib_RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sampling_ratio: int = -1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees."""
def _contrib_SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, deterministic: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched."""
def _contrib_SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
def _contrib_allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8."""
def _contrib_arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def _contrib_bipartite_matching(data: Symbol | None = None, is_ascend: bool | int = False, threshold: float = ..., topk: int = -1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1."""
def _contrib_boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The slices along an axis whose number in ``index`` is not zero."""
def _contrib_box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient."""
def _contrib_box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count."""
def _contrib_box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: Literal['center', 'corner'] | str = 'corner', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Intersection over union of every box of one array with every box of the other; it has no gradient."""
def _contrib_box_nms(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def _contrib_box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def _contrib_calibrate_entropy(hist: Symbol | None = None, hist_edges: Symbol | None = None, num_quantized_bins: int = 255, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much."""
def _contrib_count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: int = ..., processing_batch_size: int = 32, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names."""
def _contrib_ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def _contrib_dequantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['float32'] | str = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The floats that int8 or uint8 levels stand for."""
def _contrib_dgl_adjacency(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge."""
def _contrib_dgl_csr_neighbor_non_uniform_sample(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
def _contrib_dgl_csr_neighbor_uniform_sample(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
def _contrib_dgl_graph_compact(*data: Symbol | Sequence[Symbol], num_args: int = ..., return_mapping: bool | int = ..., graph_sizes: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
def _contrib_dgl_subgraph(*data: Symbol | Sequence[Symbol], num_args: int = ..., return_mapping: bool | int = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
def _contrib_div_sqrt_dim(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array divided by the square root of the length of its last axis."""
def _contrib_edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge."""
def _contrib_fft(data: Symbol | None = None, compute_size: int = 128, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn."""
def _contrib_getnnz(data: Symbol | None = None, axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64."""
def _contrib_gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself, with ``scalar`` times its gradient."""
def _contrib_group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row."""
def _contrib_hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``."""
def _contrib_ifft(data: Symbol | None = None, compute_size: int = 128, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length."""
def _contrib_index_array(data: Symbol | None = None, axes: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64."""
def _contrib_index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``."""
def _contrib_interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved."""
def _contrib_interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Values of encoder-decoder attention summed with the weights in ``attention``."""
def _contrib_interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections."""
def _contrib_interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Values of self attention summed with the weights in ``attention``."""
def _contrib_quadratic(data: Symbol | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``a * x**2 + b * x + c`` of each element."""
def _contrib_quantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255."""
def _contrib_quantize_asym(data: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift."""
def _contrib_quantize_v2(data: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged."""
def _contrib_quantized_act(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Rectified levels, as int8, with the range of the input."""
def _contrib_quantized_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always."""
def _contrib_quantized_concat(*data: Symbol | Sequence[Symbol], num_args: int = ..., dim: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Arrays of levels joined along an axis, in the widest of their ranges."""
def _contrib_quantized_conv(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``Convolution`` of levels: int32 sums, and the range that they stand for."""
def _contrib_quantized_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated."""
def _contrib_quantized_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
def _contrib_quantized_embedding(data: Symbol | None = None, weight: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Rows of an int8 matrix, by index; indices out of range are clipped."""
def _contrib_quantized_flatten(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Levels with all axes but the first folded into one."""
def _contrib_quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for."""
def _contrib_quantized_pooling(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``Pooling`` of levels, maximum or average, with the range of the input."""
def _contrib_quantized_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, data_scale: Symbol | None = None, data_shift: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
def _contrib_requantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have."""
def _contrib_round_ste(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, with gradient 1."""
def _contrib_sign_ste(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of each element, with gradient 1."""
def _copy(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself."""
def _crop_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``."""
def _crop_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``data`` with its part ``begin:end:step`` replaced by a number."""
def _div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient of two arrays of one shape, element by element."""
def _div_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x / scalar`` for each element ``x`` of the array."""
def _equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Equality, as 0 or 1, of two arrays of one shape, element by element."""
def _equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x == scalar``, as 0 or 1, for each element ``x`` of the array."""
def _eye(N: int = ..., M: int = 0, k: int = 0, ctx: str = '', dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A matrix with ones on its ``k``-th diagonal, square if ``M`` is 0."""
def _foreach(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_outputs: int = ..., num_out_data: int = ..., in_state_locs: ShapeLike = ..., in_data_locs: ShapeLike = ..., remain_locs: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run a graph on every slice of the first axis, with states that go from one to the next."""
def _full(shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike = 'float32', value: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array of one value."""
def _grad_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum, as gradients are summed, of two arrays of one shape, element by element."""
def _greater(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs > rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _greater_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs >= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _greater_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x >= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _greater_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x > scalar``, as 0 or 1, for each element ``x`` of the array."""
def _histogram(data: Symbol | None = None, bins: Symbol | None = None, bin_cnt: int | None = None, range: float | Sequence[float] | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Counts (int64) of elements between edges, and the edges: ``bins``, or ``bin_cnt`` equal steps over ``range``."""
def _hypot(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hypotenuse of two arrays of one shape, element by element."""
def _hypot_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``sqrt(x**2 + scalar**2)`` for each element ``x`` of the array."""
def _identity_with_attr_like_rhs(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs`` itself, which must have the shape of ``rhs``."""
def _image_adjust_lighting(data: Symbol | None = None, alpha: float | Sequence[float] = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image with light added along the three principal components of ImageNet's colours, ``alpha`` of each."""
def _image_crop(data: Symbol | None = None, x: int = ..., y: int = ..., width: int = ..., height: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The part of an image, or of a batch, from column ``x`` and row ``y`` on, of that width and height."""
def _image_flip_left_right(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image mirrored, left to right."""
def _image_flip_top_bottom(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image upside down."""
def _image_normalize(data: Symbol | None = None, mean: float | Sequence[float] = (0.0, 0.0, 0.0, 0.0), std: float | Sequence[float] = (1.0, 1.0, 1.0, 1.0), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Subtract ``mean`` and divide by ``std``, one number or one a channel, from (N,) channels, height and width."""
def _image_random_brightness(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image times a random factor."""
def _image_random_color_jitter(data: Symbol | None = None, brightness: float = ..., contrast: float = ..., saturation: float = ..., hue: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out."""
def _image_random_contrast(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image blended with its mean grey by a random factor."""
def _image_random_flip_left_right(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image mirrored, left to right, or left as it is, each half of the time."""
def _image_random_flip_top_bottom(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image upside down, or left as it is, each half of the time."""
def _image_random_hue(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image whose hue is turned by a random part of the circle."""
def _image_random_lighting(data: Symbol | None = None, alpha_std: float = 0.05, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image with random light along ImageNet's colour components, of that standard deviation."""
def _image_random_saturation(data: Symbol | None = None, min_factor: float = ..., max_factor: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image blended with its grey by a random factor."""
def _image_resize(data: Symbol | None = None, size: ShapeLike = (), keep_ratio: bool | int = False, interp: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image, or a batch, in another size: (width, height), or one number for both sides."""
def _image_to_tensor(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image, or a batch, of values up to 255 as float32 up to 1, with channels before height and width."""
def _index_get(*data: Symbol | Sequence[Symbol], spec: object = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """NumPy's ``data[index]`` of the first array; numbers out of range are clipped."""
def _index_set(*data: Symbol | Sequence[Symbol], spec: object = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """NumPy's ``data[index] = value`` as a new array, the first two being data and value; out of range is left out."""
def _lesser(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs < rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _lesser_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs <= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _lesser_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x <= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _lesser_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x < scalar``, as 0 or 1, for each element ``x`` of the array."""
def _linalg_det(A: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def _linalg_extractdiag(A: Symbol | None = None, offset: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The diagonal of square matrices, ``offset`` above the main one."""
def _linalg_extracttrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def _linalg_gelqf(A: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def _linalg_gemm(A: Symbol | None = None, B: Symbol | None = None, C: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, beta: float = 1.0, axis: int = -2, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def _linalg_gemm2(A: Symbol | None = None, B: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, alpha: float = 1.0, axis: int = -2, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def _linalg_inverse(A: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inverse of square matrices."""
def _linalg_makediag(A: Symbol | None = None, offset: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def _linalg_maketrian(A: Symbol | None = None, offset: int = 0, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def _linalg_potrf(A: Symbol | None = None, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def _linalg_potri(A: Symbol | None = None, lower: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inverse of the matrices whose Cholesky factors are given."""
def _linalg_slogdet(A: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def _linalg_sumlogdiag(A: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of the logarithms of the diagonal of square matrices."""
def _linalg_syevd(A: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Eigenvectors (as rows) and ascending eigenvalues of symmetric matrices, of which the lower triangle is read."""
def _linalg_syrk(A: Symbol | None = None, transpose: bool | int = False, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def _linalg_trmm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def _linalg_trsm(A: Symbol | None = None, B: Symbol | None = None, transpose: bool | int = False, rightside: bool | int = False, lower: bool | int = True, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
def _linspace(start: float = ..., stop: float = ..., num: int = ..., endpoint: bool | int = True, ctx: str = '', dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which is the last one if ``endpoint``."""
def _logical_and(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical and, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_and_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x and scalar``, as 0 or 1, for each element ``x`` of the array."""
def _logical_or(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical or, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_or_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x or scalar``, as 0 or 1, for each element ``x`` of the array."""
def _logical_xor(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logical exclusive or, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_xor_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exclusive or with ``scalar``, as 0 or 1, for each element ``x`` of the array."""
def _maximum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Larger element of two arrays of one shape, element by element."""
def _maximum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``max(x, scalar)`` for each element ``x`` of the array."""
def _minimum(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smaller element of two arrays of one shape, element by element."""
def _minimum_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``min(x, scalar)`` for each element ``x`` of the array."""
def _minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays of one shape, element by element."""
def _minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x - scalar`` for each element ``x`` of the array."""
def _mod(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Remainder, with the sign of the divisor, of two arrays of one shape, element by element."""
def _mod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x % scalar`` for each element ``x`` of the array."""
def _mp_adamw_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, weight32: Symbol | None = None, rescale_grad: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, eta: float = ..., clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``_adamw_update`` on a float32 copy of the weight."""
def _mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of two arrays of one shape, element by element."""
def _mul_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x * scalar`` for each element ``x`` of the array."""
def _multi_adamw_update(*data: Symbol | Sequence[Symbol], lrs: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """AdamW on many weights; the factor of the gradients comes last."""
def _multi_lamb_update(*data: Symbol | Sequence[Symbol], learning_rates: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: ShapeLike = ..., num_tensors: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of LAMB on many weights."""
def _multi_mp_adamw_update(*data: Symbol | Sequence[Symbol], lrs: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wds: float | Sequence[float] = ..., etas: float | Sequence[float] = ..., clip_gradient: float = -1.0, num_weights: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """AdamW on many weights, on float32 copies of them; the factor of the gradients comes last."""
def _multi_mp_lamb_update(*data: Symbol | Sequence[Symbol], learning_rates: float | Sequence[float] = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-06, wds: float | Sequence[float] = ..., rescale_grad: float = 1.0, lower_bound: float = -1.0, upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool | int = True, step_count: ShapeLike = ..., num_tensors: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """One step of LAMB on many weights, on float32 copies of them."""
def _not_equal(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Inequality, as 0 or 1, of two arrays of one shape, element by element."""
def _not_equal_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x != scalar``, as 0 or 1, for each element ``x`` of the array."""
def _onehot_encode(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The numbers in ``lhs`` as one-hot rows of the shape and dtype of ``rhs``."""
def _ones(shape: ShapeLike = (), ctx: str = '', dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array of ones."""
def _onnx_bit_cast(data: Symbol | None = None, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The same bits as another type of the same size."""
def _onnx_bit_shift(lhs: Symbol | None = None, rhs: Symbol | None = None, left: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Bits moved by a number of places."""
def _onnx_clip(data: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Elements kept within two bounds, which are arrays of one element."""
def _onnx_col2im(data: Symbol | None = None, image: ShapeLike = ..., block: ShapeLike = ..., stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An image from its blocks, one a column; where they overlap they are added."""
def _onnx_compress(data: Symbol | None = None, condition: Symbol | None = None, axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The places of an axis, or of the elements in a row, at which a condition is true; it may be shorter."""
def _onnx_constant_of_shape(shape: Symbol | None = None, value: float = 0.0, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array of one number."""
def _onnx_conv_integer(data: Symbol | None = None, weight: Symbol | None = None, data_zero: Symbol | None = None, weight_zero: Symbol | None = None, stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., group: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The exact convolution of whole numbers less their zero points; the margin is zero."""
def _onnx_cumsum(data: Symbol | None = None, axis: Symbol | None = None, exclusive: bool | int = False, reverse: bool | int = False, product: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sums, or products, of all elements up to each one along an axis."""
def _onnx_cumulative(data: Symbol | None = None, axis: int = ..., exclusive: bool | int = False, reverse: bool | int = False, product: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sums, or products, of all elements up to each one along an axis that is known."""
def _onnx_dequantize(data: Symbol | None = None, scale: Symbol | None = None, zero: Symbol | None = None, axis: int = 1, block: int = 0, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Whole numbers, or floats of eight bits, as the real ones that they stand for."""
def _onnx_dft(data: Symbol | None = None, axis: int = ..., length: int = 0, inverse: bool | int = False, onesided: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The discrete Fourier transform along an axis; real and imaginary parts stand in the last one."""
def _onnx_divide(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The quotient of whole numbers, cut towards zero."""
def _onnx_expand(data: Symbol | None = None, shape: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array repeated where a shape is larger."""
def _onnx_eye_like(data: Symbol | None = None, k: int = 0, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Ones on a diagonal, in the shape of a matrix."""
def _onnx_first_of(data: Symbol | None = None, k: int = ..., axis: int = -1, largest: bool | int = True, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The first elements of each row in order, and where they stand."""
def _onnx_gather_elements(data: Symbol | None = None, indices: Symbol | None = None, axis: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Elements at an index along one axis and at their own place along the others."""
def _onnx_gather_nd(data: Symbol | None = None, indices: Symbol | None = None, batch_dims: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Parts at the indices that the last axis holds, within each of the first axes."""
def _onnx_grid_sample(data: Symbol | None = None, grid: Symbol | None = None, mode: Literal['nearest', 'linear', 'cubic'] | str = 'linear', padding: Literal['zeros', 'border', 'reflection'] | str = 'zeros', align: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Elements at places between -1 and 1, the ends of each axis, or what stands around them."""
def _onnx_if(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_outputs: int = ..., cond_input_locs: ShapeLike = ..., then_input_locs: ShapeLike = ..., else_input_locs: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run one of two graphs, as a third one says."""
def _onnx_last_place(data: Symbol | None = None, axis: int = ..., keepdims: bool | int = True, largest: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Where the largest, or the smallest, element of each row stands; of equal ones the last."""
def _onnx_loop(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: ShapeLike = ..., func_input_locs: ShapeLike = ..., func_var_locs: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
def _onnx_matmul_integer(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_zero: Symbol | None = None, rhs_zero: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The exact product of whole numbers less their zero points, a zero point for each row or column."""
def _onnx_max_pool_places(data: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., ceil: bool | int = False, columns: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The largest element of each window, and its number in the array; ``columns`` counts down columns first."""
def _onnx_max_unpool(data: Symbol | None = None, places: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = ..., pads: ShapeLike = ..., target: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Elements back at the places that they had before pooling, among zeros."""
def _onnx_mel_weights(bins: Symbol | None = None, length: Symbol | None = None, rate: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, dtype: DTypeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The matrix that sums a spectrum into bands that the ear hears as equally wide."""
def _onnx_mod(lhs: Symbol | None = None, rhs: Symbol | None = None, fmod: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The remainder, with the sign of the divisor, or with ``fmod`` that of the dividend."""
def _onnx_non_max_suppression(boxes: Symbol | None = None, scores: Symbol | None = None, most: Symbol | None = None, overlap: Symbol | None = None, least: Symbol | None = None, center: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """For each image and class the best boxes that do not overlap better ones: rows of image, class and box."""
def _onnx_nonzero(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The indices of the elements that are not zero, a column each."""
def _onnx_one_hot(indices: Symbol | None = None, depth: Symbol | None = None, values: Symbol | None = None, axis: int = -1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One of two values, by whether an index names the place; negative ones count from the end."""
def _onnx_pad(data: Symbol | None = None, pads: Symbol | None = None, value: Symbol | None = None, axes: Symbol | None = None, mode: Literal['constant', 'reflect', 'edge', 'wrap'] | str = 'constant', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A margin around some axes; a negative one takes elements away."""
def _onnx_pad_static(data: Symbol | None = None, before: ShapeLike = ..., after: ShapeLike = ..., value: float = 0.0, mode: Literal['constant', 'reflect', 'edge', 'wrap'] | str = 'constant', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A margin around an array; a negative one takes elements away."""
def _onnx_pool(data: Symbol | None = None, kind: Literal['max', 'avg', 'lp'] | str = ..., kernel: ShapeLike = ..., stride: ShapeLike = ..., dilate: ShapeLike = ..., pads: ShapeLike = ..., ceil: bool | int = False, include: bool | int = False, p: int = 2, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The largest element, the mean or the p-norm of each window; ``include`` counts the margin in means."""
def _onnx_quantize(data: Symbol | None = None, scale: Symbol | None = None, zero: Symbol | None = None, axis: int = 1, block: int = 0, dtype: DTypeLike = ..., saturate: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Real numbers as whole ones, the even one where two are as near, or as floats of eight bits."""
def _onnx_range(start: Symbol | None = None, limit: Symbol | None = None, delta: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Numbers from one to another in steps."""
def _onnx_reduce(data: Symbol | None = None, axes: Symbol | None = None, kind: str = ..., keepdims: bool | int = True, noop: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A sum, mean, norm or extreme over axes; over all where none are named, unless ``noop``."""
def _onnx_reduce_static(data: Symbol | None = None, kind: str = ..., axis: ShapeLike | None = None, keepdims: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A sum, mean, norm or extreme over axes that are known, or over all."""
def _onnx_reshape(data: Symbol | None = None, shape: Symbol | None = None, allowzero: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Elements in another shape; 0 keeps a size unless ``allowzero``, -1 follows from the others."""
def _onnx_resize(data: Symbol | None = None, mode: Literal['nearest', 'linear', 'cubic'] | str = 'nearest', form: str = 'half_pixel', rounding: str = 'round_prefer_floor', cubic: float = -0.75, outside: bool | int = False, extrapolation: float = 0.0, antialias: bool | int = False, axes: ShapeLike = (), policy: str = 'stretch', scales: float | Sequence[float] = (), sizes: ShapeLike = (), roi: float | Sequence[float] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array in other sizes, which are given by numbers or by factors."""
def _onnx_resize_dynamic(data: Symbol | None = None, roi: Symbol | None = None, scales: Symbol | None = None, sizes: Symbol | None = None, mode: Literal['nearest', 'linear', 'cubic'] | str = 'nearest', form: str = 'half_pixel', rounding: str = 'round_prefer_floor', cubic: float = -0.75, outside: bool | int = False, extrapolation: float = 0.0, antialias: bool | int = False, axes: ShapeLike = (), policy: str = 'stretch', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array in other sizes, which are given by numbers or by factors."""
def _onnx_rnn(data: Symbol | None = None, weight: Symbol | None = None, recurrence: Symbol | None = None, bias: Symbol | None = None, lengths: Symbol | None = None, state: Symbol | None = None, cell: Symbol | None = None, peepholes: Symbol | None = None, kind: Literal['LSTM', 'GRU', 'RNN'] | str = ..., direction: Literal['forward', 'reverse', 'bidirectional'] | str = 'forward', activations: str = '', alpha: float | Sequence[float] = (), beta: float | Sequence[float] = (), clip: float = 0.0, linear: bool | int = False, forget: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Outputs as (time, direction, batch, size), and the last state and cell; ``linear`` resets after the product."""
def _onnx_scatter_elements(data: Symbol | None = None, indices: Symbol | None = None, updates: Symbol | None = None, axis: int = 0, reduction: Literal['none', 'add', 'mul', 'max', 'min'] | str = 'none', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array with elements put, added, multiplied or compared at an index along one axis."""
def _onnx_scatter_nd(data: Symbol | None = None, indices: Symbol | None = None, updates: Symbol | None = None, reduction: Literal['none', 'add', 'mul', 'max', 'min'] | str = 'none', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array with parts put, added, multiplied or compared at the indices that the last axis holds."""
def _onnx_slice(data: Symbol | None = None, starts: Symbol | None = None, ends: Symbol | None = None, axes: Symbol | None = None, steps: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A part of some axes; numbers that lie outside are cut."""
def _onnx_split(data: Symbol | None = None, sizes: Symbol | None = None, num_outputs: int = ..., axis: int = 0, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Parts of given sizes along an axis."""
def _onnx_split_evenly(data: Symbol | None = None, num_outputs: int = ..., axis: int = 0, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Parts of one size along an axis; the last may be smaller."""
def _onnx_squeeze(data: Symbol | None = None, axes: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array without some axes of one element."""
def _onnx_stft(signal: Symbol | None = None, window: Symbol | None = None, step: int = ..., length: int = ..., onesided: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Fourier transforms of windowed frames, one behind the other."""
def _onnx_tensor_scatter(cache: Symbol | None = None, update: Symbol | None = None, starts: Symbol | None = None, axis: int = -2, circular: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A cache with an update written from a place of one axis on, which each example has for itself."""
def _onnx_tfidf(data: Symbol | None = None, pool: Symbol | None = None, weights: Symbol | None = None, mode: Literal['TF', 'IDF', 'TFIDF'] | str = ..., starts: ShapeLike = ..., places: ShapeLike = ..., shortest: int = ..., longest: int = ..., skips: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """How often each of some runs of numbers stands in each row, weighted; runs may skip numbers between their own."""
def _onnx_tile(data: Symbol | None = None, repeats: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array repeated along each axis."""
def _onnx_topk(data: Symbol | None = None, k: Symbol | None = None, axis: int = -1, largest: bool | int = True, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The first elements of each row in order, and where they stand."""
def _onnx_trilu(data: Symbol | None = None, k: Symbol | None = None, upper: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Matrices with zeros below, or above, a diagonal."""
def _onnx_unique(data: Symbol | None = None, axis: int | None = None, ordered: bool | int = True, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element, or part of an axis, once; where it first stands, which one stands where, and how often."""
def _onnx_unsqueeze(data: Symbol | None = None, axes: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array with axes of one element more."""
def _plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays of one shape, element by element."""
def _plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x + scalar`` for each element ``x`` of the array."""
def _power(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Power of two arrays of one shape, element by element."""
def _power_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x ** scalar`` for each element ``x`` of the array."""
def _random_exponential(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the exponential distribution of rate ``lam``."""
def _random_exponential_like(data: Symbol | None = None, lam: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the exponential distribution of rate ``lam``; as many as ``data`` has numbers."""
def _random_gamma(alpha: float = 1.0, beta: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``."""
def _random_gamma_like(data: Symbol | None = None, alpha: float = 1.0, beta: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``; as many as ``data`` has numbers."""
def _random_generalized_negative_binomial(mu: float = 1.0, alpha: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
def _random_generalized_negative_binomial_like(data: Symbol | None = None, mu: float = 1.0, alpha: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``; as many as ``data`` has numbers."""
def _random_negative_binomial(k: int = 1, p: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
def _random_negative_binomial_like(data: Symbol | None = None, k: int = 1, p: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure; as many as ``data`` has numbers."""
def _random_normal(loc: float = 0.0, scale: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def _random_normal_like(data: Symbol | None = None, loc: float = 0.0, scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``; as many as ``data`` has numbers."""
def _random_pdf_dirichlet(sample: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis."""
def _random_pdf_exponential(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the exponential distributions of rate ``lam``."""
def _random_pdf_gamma(sample: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale)."""
def _random_pdf_generalized_negative_binomial(sample: Symbol | None = None, mu: Symbol | None = None, alpha: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient."""
def _random_pdf_negative_binomial(sample: Symbol | None = None, k: Symbol | None = None, p: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient."""
def _random_pdf_normal(sample: Symbol | None = None, mu: Symbol | None = None, sigma: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``."""
def _random_pdf_poisson(sample: Symbol | None = None, lam: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient."""
def _random_pdf_uniform(sample: Symbol | None = None, low: Symbol | None = None, high: Symbol | None = None, is_log: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there."""
def _random_poisson(lam: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
def _random_poisson_like(data: Symbol | None = None, lam: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers; as many as ``data`` has numbers."""
def _random_randint(low: int = ..., high: int = ..., shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64."""
def _random_uniform(low: float = 0.0, high: float = 1.0, shape: ShapeLike | None = None, ctx: str = '', dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the uniform distribution over [low, high)."""
def _random_uniform_like(data: Symbol | None = None, low: float = 0.0, high: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from the uniform distribution over [low, high); as many as ``data`` has numbers."""
def _ravel_multi_index(data: Symbol | None = None, shape: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1."""
def _rdiv_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar / x`` for each element ``x`` of the array."""
def _rminus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar - x`` for each element ``x`` of the array."""
def _rmod_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar % x`` for each element ``x`` of the array."""
def _rnn_param_concat(*data: Symbol | Sequence[Symbol], num_args: int = ..., dim: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The arrays one after the other along the axis ``dim``."""
def _rpower_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``scalar ** x`` for each element ``x`` of the array."""
def _sample_exponential(lam: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from exponential distributions, ``shape`` of them for each rate."""
def _sample_gamma(alpha: Symbol | None = None, beta: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``."""
def _sample_generalized_negative_binomial(mu: Symbol | None = None, alpha: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``."""
def _sample_multinomial(data: Symbol | None = None, shape: ShapeLike = (), get_prob: bool | int = False, dtype: DTypeLike = 'int32', out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
def _sample_negative_binomial(k: Symbol | None = None, p: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair."""
def _sample_normal(mu: Symbol | None = None, sigma: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation."""
def _sample_poisson(lam: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random counts from Poisson distributions, ``shape`` of them for each mean."""
def _sample_uniform(low: Symbol | None = None, high: Symbol | None = None, shape: ShapeLike = (), dtype: DTypeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds."""
def _sample_unique_zipfian(range_max: int = ..., shape: ShapeLike | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Distinct classes in each row, roughly log-uniform below ``range_max``, and how many draws a row took."""
def _scatter_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient, where ``lhs`` has storage, of two arrays of one shape, element by element."""
def _scatter_minus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x - scalar``, where the array has storage, for each element ``x`` of the array."""
def _scatter_plus_scalar(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x + scalar``, where the array has storage, for each element ``x`` of the array."""
def _scatter_set_nd(lhs: Symbol | None = None, rhs: Symbol | None = None, indices: Symbol | None = None, shape: ShapeLike = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs`` with ``rhs`` written at the coordinates that the columns of ``indices`` hold."""
def _set_value(src: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Fill the array given as ``out`` with a number."""
def _sg_mkldnn_conv(*data: Symbol | Sequence[Symbol], subgraph: str = '', with_bn: bool | int = False, with_act: bool | int = False, with_sum: bool | int = False, with_postsum_act: bool | int = False, with_relu: bool | int = False, with_postsum_relu: bool | int = False, quantized: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """A convolution with what follows it: BatchNorm, activations, a sum with another array."""
def _sg_mkldnn_fully_connected(*data: Symbol | Sequence[Symbol], subgraph: str = '', with_eltwise: bool | int = False, with_relu: bool | int = False, quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, channel_wise_quantize: bool | int | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """``FullyConnected`` with the elementwise operator that follows it."""
def _sg_mkldnn_selfatt_qk(*data: Symbol | Sequence[Symbol], subgraph: str = '', heads: int = ..., quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The query-key products of self attention, on levels where they are quantized."""
def _sg_mkldnn_selfatt_valatt(*data: Symbol | Sequence[Symbol], subgraph: str = '', heads: int = ..., quantized: bool | int = False, enable_float_output: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The weighted values of self attention, on levels where they are quantized."""
def _shuffle(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The same elements in a random order along the first axis; what lies below it stays together."""
def _slice_assign(lhs: Symbol | None = None, rhs: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``."""
def _slice_assign_scalar(data: Symbol | None = None, scalar: float = 0.0, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``data`` with its part ``begin:end:step`` replaced by a number."""
def _sparse_ElementWiseSum(*data: Symbol | Sequence[Symbol], num_args: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum of any number of arrays of one shape."""
def _sparse_Embedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def _sparse_FullyConnected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def _sparse_LinearRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def _sparse_LogisticRegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def _sparse_MAERegressionOutput(data: Symbol | None = None, label: Symbol | None = None, grad_scale: float = 1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def _sparse__contrib_round_ste(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, with gradient 1."""
def _sparse__contrib_sign_ste(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of each element, with gradient 1."""
def _sparse_abs(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Absolute value of each element."""
def _sparse_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., epsilon: float = 1e-07, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of AdaGrad. A row without gradient stays as it is, so dense and row-sparse gradients do the same."""
def _sparse_adam_update(weight: Symbol | None = None, grad: Symbol | None = None, mean: Symbol | None = None, var: Symbol | None = None, lr: float = ..., beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def _sparse_add_n(*data: Symbol | Sequence[Symbol], num_args: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sum of any number of arrays of one shape."""
def _sparse_arccos(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Angle in radians whose cosine is each element."""
def _sparse_arccosh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def _sparse_arcsin(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Angle in radians whose sine is each element."""
def _sparse_arcsinh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number whose hyperbolic sine is each element."""
def _sparse_arctan(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Angle in radians whose tangent is each element."""
def _sparse_arctanh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Number whose hyperbolic tangent is each element."""
def _sparse_broadcast_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_minus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_plus(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_cast_storage(data: Symbol | None = None, stype: Literal['csr', 'default', 'row_sparse'] | str = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself; ``stype`` names the storage of the handle above it."""
def _sparse_cbrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cube root of each element."""
def _sparse_ceil(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Smallest whole number not below each element."""
def _sparse_clip(data: Symbol | None = None, a_min: float = ..., a_max: float = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def _sparse_concat(*data: Symbol | Sequence[Symbol], num_args: int = ..., dim: int = 1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The arrays one after the other along the axis ``dim``."""
def _sparse_cos(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Cosine of each element, in radians."""
def _sparse_cosh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hyperbolic cosine of each element."""
def _sparse_degrees(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each angle, given in radians, in degrees."""
def _sparse_dot(lhs: Symbol | None = None, rhs: Symbol | None = None, transpose_a: bool | int = False, transpose_b: bool | int = False, forward_stype: Literal['default', 'row_sparse', 'csr'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last)."""
def _sparse_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of two arrays of one shape, element by element."""
def _sparse_elemwise_div(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Quotient of two arrays of one shape, element by element."""
def _sparse_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Product of two arrays of one shape, element by element."""
def _sparse_elemwise_sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays of one shape, element by element."""
def _sparse_exp(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exponential of each element."""
def _sparse_expm1(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Exponential of each element, less one, accurate near zero."""
def _sparse_fix(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element in the direction of zero."""
def _sparse_floor(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Largest whole number not above each element."""
def _sparse_ftrl_update(weight: Symbol | None = None, grad: Symbol | None = None, z: Symbol | None = None, n: Symbol | None = None, lr: float = ..., lamda1: float = 0.01, beta: float = 1.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def _sparse_gamma(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Gamma function of each element."""
def _sparse_gammaln(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logarithm of the absolute value of the gamma function of each element."""
def _sparse_log(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Natural logarithm of each element."""
def _sparse_log10(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logarithm of each element to base 10."""
def _sparse_log1p(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Natural logarithm of one plus each element, accurate near zero."""
def _sparse_log2(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logarithm of each element to base 2."""
def _sparse_make_loss(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def _sparse_mean(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Mean of elements over axes."""
def _sparse_negative(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element with its sign changed."""
def _sparse_norm(data: Symbol | None = None, ord: int = 2, axis: ShapeLike | None = None, out_dtype: DTypeLike | None = None, keepdims: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def _sparse_radians(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each angle, given in degrees, in radians."""
def _sparse_relu(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element, or 0 where it is negative."""
def _sparse_retain(data: Symbol | None = None, indices: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array with every row but those at ``indices`` set to zero."""
def _sparse_rint(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, halves downward."""
def _sparse_round(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, halves away from zero."""
def _sparse_rsqrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Reciprocal of the square root of each element."""
def _sparse_sgd_mom_update(weight: Symbol | None = None, grad: Symbol | None = None, mom: Symbol | None = None, lr: float = ..., momentum: float = 0.0, wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of gradient descent with momentum and weight decay."""
def _sparse_sgd_update(weight: Symbol | None = None, grad: Symbol | None = None, lr: float = ..., wd: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0, lazy_update: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of gradient descent with weight decay."""
def _sparse_sigmoid(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def _sparse_sign(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of each element: -1, 0 or 1."""
def _sparse_sin(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sine of each element, in radians."""
def _sparse_sinh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hyperbolic sine of each element."""
def _sparse_slice(data: Symbol | None = None, begin: int | None | Sequence[int | None] = ..., end: int | None | Sequence[int | None] = ..., step: int | None | Sequence[int | None] = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def _sparse_sqrt(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square root of each element."""
def _sparse_square(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Square of each element."""
def _sparse_stop_gradient(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself, and no gradient through it."""
def _sparse_sum(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of elements over axes."""
def _sparse_tan(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Tangent of each element, in radians."""
def _sparse_tanh(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Hyperbolic tangent of each element."""
def _sparse_trunc(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Each element without its fraction."""
def _sparse_where(condition: Symbol | None = None, x: Symbol | None = None, y: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def _sparse_zeros_like(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zeros of the shape and dtype of the array."""
def _split_v2(data: Symbol | None = None, indices: ShapeLike = ..., axis: int = 1, squeeze_axis: bool | int = False, sections: int = 0, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Parts along an axis: ``sections`` nearly equal ones, the longer first, or one from each start in ``indices``."""
def _square_sum(data: Symbol | None = None, axis: ShapeLike | None = None, keepdims: bool | int = False, exclude: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of squares of elements over axes."""
def _sub(lhs: Symbol | None = None, rhs: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Difference of two arrays of one shape, element by element."""
def _unravel_index(data: Symbol | None = None, shape: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1."""
def _view_assign(data: Symbol | None = None, value: Symbol | None = None, starts: ShapeLike = ..., sizes: ShapeLike = ..., squeeze: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``data`` with what ``_view_index`` would read replaced by ``value``."""
def _view_index(data: Symbol | None = None, starts: ShapeLike = ..., sizes: ShapeLike = ..., squeeze: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The window of ``sizes`` that begins at ``starts`` of the leading axes, without the axes in ``squeeze``."""
def _while_loop(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_outputs: int = ..., num_out_data: int = ..., max_iterations: int = ..., cond_input_locs: ShapeLike = ..., func_input_locs: ShapeLike = ..., func_var_locs: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
def _zeros(shape: ShapeLike = (), ctx: str = '', dtype: DTypeLike = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """An array of zeros."""
def _zeros_without_dtype(shape: ShapeLike | None = None, ctx: str = '', dtype: int = -1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Zeros of a dtype given by MXNet's number for it, float32 if none is given."""
