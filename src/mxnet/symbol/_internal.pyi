"""Made by tools/stubs.py from the operator registry."""

from typing import Any

from mxnet.symbol.core import Symbol
from mxnet.symbol.invoke import functions
def _CrossDeviceCopy(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself; where it goes is the caller's affair."""
def _Div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays of one shape, element by element."""
def _DivScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x / scalar`` for each element ``x`` of the array."""
def _Equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Equality, as 0 or 1, of two arrays of one shape, element by element."""
def _EqualScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x == scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Greater(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs > rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _GreaterEqualScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x >= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _GreaterScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x > scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Greater_Equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs >= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _Hypot(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hypotenuse of two arrays of one shape, element by element."""
def _HypotScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``sqrt(x**2 + scalar**2)`` for each element ``x`` of the array."""
def _Lesser(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs < rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _LesserEqualScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x <= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LesserScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x < scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Lesser_Equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs <= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _LogicalAndScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x and scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LogicalOrScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x or scalar``, as 0 or 1, for each element ``x`` of the array."""
def _LogicalXorScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exclusive or with ``scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Logical_And(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical and, as 0 or 1, of two arrays of one shape, element by element."""
def _Logical_Or(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical or, as 0 or 1, of two arrays of one shape, element by element."""
def _Logical_Xor(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical exclusive or, as 0 or 1, of two arrays of one shape, element by element."""
def _Maximum(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Larger element of two arrays of one shape, element by element."""
def _MaximumScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``max(x, scalar)`` for each element ``x`` of the array."""
def _Minimum(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smaller element of two arrays of one shape, element by element."""
def _MinimumScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``min(x, scalar)`` for each element ``x`` of the array."""
def _Minus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays of one shape, element by element."""
def _MinusScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x - scalar`` for each element ``x`` of the array."""
def _Mod(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Remainder, with the sign of the divisor, of two arrays of one shape, element by element."""
def _ModScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x % scalar`` for each element ``x`` of the array."""
def _Mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays of one shape, element by element."""
def _MulScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x * scalar`` for each element ``x`` of the array."""
def _NotEqualScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x != scalar``, as 0 or 1, for each element ``x`` of the array."""
def _Not_Equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inequality, as 0 or 1, of two arrays of one shape, element by element."""
def _Plus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays of one shape, element by element."""
def _PlusScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x + scalar`` for each element ``x`` of the array."""
def _Power(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Power of two arrays of one shape, element by element."""
def _PowerScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x ** scalar`` for each element ``x`` of the array."""
def _RDivScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar / x`` for each element ``x`` of the array."""
def _RMinusScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar - x`` for each element ``x`` of the array."""
def _RModScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar % x`` for each element ``x`` of the array."""
def _RPowerScalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar ** x`` for each element ``x`` of the array."""
def _adamw_update(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, rescale_grad: Any = None, lr: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0.0, eta: Any = None, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of Adam with decoupled weight decay; skipped if ``rescale_grad`` is zero or not finite."""
def _add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays of one shape, element by element."""
def _arange(start: Any = None, stop: Any = None, step: Any = 1.0, repeat: Any = 1, infer_range: Any = False, ctx: Any = '', dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers from ``start`` up to, not with, ``stop``, each ``repeat`` times; one number alone is the ``stop``."""
def _arange_count(start: Any = None, step: Any = 1.0, count: Any = None, repeat: Any = 1, ctx: Any = '', dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``_arange`` with its length said, so that a new start or step is no new program (our own operator)."""
def _backward_gather_nd(data: Any = None, indices: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of a shape with ``data`` added at the coordinates that the columns of ``indices`` hold."""
def _cond(*data: Any, num_args: Any = None, num_outputs: Any = None, cond_input_locs: Any = None, then_input_locs: Any = None, else_input_locs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run one of two graphs, as a third one says."""
def _contrib_AdaptiveAvgPooling2D(data: Any = None, output_size: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1."""
def _contrib_BatchNormWithReLU(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, axis: Any = 1, cudnn_off: Any = False, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``BatchNorm`` followed by a rectifier."""
def _contrib_BilinearResize2D(data: Any = None, like: Any = None, height: Any = 1, width: Any = 1, scale_height: Any = None, scale_width: Any = None, mode: Any = 'size', align_corners: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Bilinear interpolation of NCHW images to another height and width."""
def _contrib_CTCLoss(data: Any = None, label: Any = None, data_lengths: Any = None, label_lengths: Any = None, use_data_lengths: Any = False, use_label_lengths: Any = False, blank_label: Any = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def _contrib_DeformableConvolution(data: Any = None, offset: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, num_deformable_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
def _contrib_DeformablePSROIPooling(data: Any = None, rois: Any = None, trans: Any = None, spatial_scale: Any = None, output_dim: Any = None, group_size: Any = None, pooled_size: Any = None, part_size: Any = 0, sample_per_part: Any = 1, trans_std: Any = 0.0, no_trans: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts)."""
def _contrib_ModulatedDeformableConvolution(data: Any = None, offset: Any = None, mask: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, num_deformable_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, im2col_step: Any = 64, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
def _contrib_MultiBoxDetection(cls_prob: Any = None, loc_pred: Any = None, anchor: Any = None, clip: Any = True, threshold: Any = 0.01, background_id: Any = 0, nms_threshold: Any = 0.5, force_suppress: Any = False, variances: Any = (0.1, 0.1, 0.2, 0.2), nms_topk: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def _contrib_MultiBoxPrior(data: Any = None, sizes: Any = (1.0,), ratios: Any = (1.0,), clip: Any = False, steps: Any = (-1.0, -1.0), offsets: Any = (0.5, 0.5), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def _contrib_MultiBoxTarget(anchor: Any = None, label: Any = None, cls_pred: Any = None, overlap_threshold: Any = 0.5, ignore_label: Any = -1.0, negative_mining_ratio: Any = -1.0, negative_mining_thresh: Any = 0.5, minimum_negative_samples: Any = 0, variances: Any = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
def _contrib_MultiProposal(cls_prob: Any = None, bbox_pred: Any = None, im_info: Any = None, rpn_pre_nms_top_n: Any = 6000, rpn_post_nms_top_n: Any = 300, threshold: Any = 0.7, rpn_min_size: Any = 16, scales: Any = (4.0, 8.0, 16.0, 32.0), ratios: Any = (0.5, 1.0, 2.0), feature_stride: Any = 16, output_score: Any = False, iou_loss: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
def _contrib_PSROIPooling(data: Any = None, rois: Any = None, spatial_scale: Any = None, output_dim: Any = None, pooled_size: Any = None, group_size: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means of the bins of regions, each bin reading channels of its own."""
def _contrib_Proposal(cls_prob: Any = None, bbox_pred: Any = None, im_info: Any = None, rpn_pre_nms_top_n: Any = 6000, rpn_post_nms_top_n: Any = 300, threshold: Any = 0.7, rpn_min_size: Any = 16, scales: Any = (4.0, 8.0, 16.0, 32.0), ratios: Any = (0.5, 1.0, 2.0), feature_stride: Any = 16, output_score: Any = False, iou_loss: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
def _contrib_ROIAlign(data: Any = None, rois: Any = None, pooled_size: Any = None, spatial_scale: Any = None, sample_ratio: Any = -1, position_sensitive: Any = False, aligned: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def _contrib_RROIAlign(data: Any = None, rois: Any = None, pooled_size: Any = None, spatial_scale: Any = None, sampling_ratio: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees."""
def _contrib_SparseEmbedding(data: Any = None, weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, deterministic: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched."""
def _contrib_SyncBatchNorm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, ndev: Any = 1, key: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
def _contrib_allclose(a: Any = None, b: Any = None, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8."""
def _contrib_arange_like(data: Any = None, start: Any = 0.0, step: Any = 1.0, repeat: Any = 1, ctx: Any = '', axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def _contrib_bipartite_matching(data: Any = None, is_ascend: Any = False, threshold: Any = None, topk: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1."""
def _contrib_boolean_mask(data: Any = None, index: Any = None, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The slices along an axis whose number in ``index`` is not zero."""
def _contrib_box_decode(data: Any = None, anchors: Any = None, std0: Any = 1.0, std1: Any = 1.0, std2: Any = 1.0, std3: Any = 1.0, clip: Any = -1.0, format: Any = 'center', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient."""
def _contrib_box_encode(samples: Any = None, matches: Any = None, anchors: Any = None, refs: Any = None, means: Any = None, stds: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count."""
def _contrib_box_iou(lhs: Any = None, rhs: Any = None, format: Any = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Intersection over union of every box of one array with every box of the other; it has no gradient."""
def _contrib_box_nms(data: Any = None, overlap_thresh: Any = 0.5, valid_thresh: Any = 0.0, topk: Any = -1, coord_start: Any = 2, score_index: Any = 1, id_index: Any = -1, background_id: Any = -1, force_suppress: Any = False, in_format: Any = 'corner', out_format: Any = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def _contrib_box_non_maximum_suppression(data: Any = None, overlap_thresh: Any = 0.5, valid_thresh: Any = 0.0, topk: Any = -1, coord_start: Any = 2, score_index: Any = 1, id_index: Any = -1, background_id: Any = -1, force_suppress: Any = False, in_format: Any = 'corner', out_format: Any = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def _contrib_calibrate_entropy(hist: Any = None, hist_edges: Any = None, num_quantized_bins: Any = 255, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much."""
def _contrib_count_sketch(data: Any = None, h: Any = None, s: Any = None, out_dim: Any = None, processing_batch_size: Any = 32, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names."""
def _contrib_ctc_loss(data: Any = None, label: Any = None, data_lengths: Any = None, label_lengths: Any = None, use_data_lengths: Any = False, use_label_lengths: Any = False, blank_label: Any = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def _contrib_dequantize(data: Any = None, min_range: Any = None, max_range: Any = None, out_type: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The floats that int8 or uint8 levels stand for."""
def _contrib_dgl_adjacency(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge."""
def _contrib_dgl_csr_neighbor_non_uniform_sample(*data: Any, num_args: Any = None, num_hops: Any = 1, num_neighbor: Any = 2, max_num_vertices: Any = 100, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
def _contrib_dgl_csr_neighbor_uniform_sample(*data: Any, num_args: Any = None, num_hops: Any = 1, num_neighbor: Any = 2, max_num_vertices: Any = 100, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
def _contrib_dgl_graph_compact(*data: Any, num_args: Any = None, return_mapping: Any = None, graph_sizes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
def _contrib_dgl_subgraph(*data: Any, num_args: Any = None, return_mapping: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
def _contrib_div_sqrt_dim(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array divided by the square root of the length of its last axis."""
def _contrib_edge_id(data: Any = None, u: Any = None, v: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge."""
def _contrib_fft(data: Any = None, compute_size: Any = 128, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn."""
def _contrib_getnnz(data: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64."""
def _contrib_gradientmultiplier(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself, with ``scalar`` times its gradient."""
def _contrib_group_adagrad_update(weight: Any = None, grad: Any = None, history: Any = None, lr: Any = None, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, epsilon: Any = 1e-05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row."""
def _contrib_hawkesll(lda: Any = None, alpha: Any = None, beta: Any = None, state: Any = None, lags: Any = None, marks: Any = None, valid_length: Any = None, max_time: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``."""
def _contrib_ifft(data: Any = None, compute_size: Any = 128, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length."""
def _contrib_index_array(data: Any = None, axes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64."""
def _contrib_index_copy(old_tensor: Any = None, index_vector: Any = None, new_tensor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``."""
def _contrib_interleaved_matmul_encdec_qk(queries: Any = None, keys_values: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved."""
def _contrib_interleaved_matmul_encdec_valatt(keys_values: Any = None, attention: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values of encoder-decoder attention summed with the weights in ``attention``."""
def _contrib_interleaved_matmul_selfatt_qk(queries_keys_values: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections."""
def _contrib_interleaved_matmul_selfatt_valatt(queries_keys_values: Any = None, attention: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values of self attention summed with the weights in ``attention``."""
def _contrib_quadratic(data: Any = None, a: Any = 0.0, b: Any = 0.0, c: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``a * x**2 + b * x + c`` of each element."""
def _contrib_quantize(data: Any = None, min_range: Any = None, max_range: Any = None, out_type: Any = 'uint8', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255."""
def _contrib_quantize_asym(data: Any = None, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift."""
def _contrib_quantize_v2(data: Any = None, out_type: Any = 'int8', min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged."""
def _contrib_quantized_act(data: Any = None, min_data: Any = None, max_data: Any = None, act_type: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rectified levels, as int8, with the range of the input."""
def _contrib_quantized_batch_norm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, min_data: Any = None, max_data: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, axis: Any = 1, cudnn_off: Any = False, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always."""
def _contrib_quantized_concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays of levels joined along an axis, in the widest of their ranges."""
def _contrib_quantized_conv(data: Any = None, weight: Any = None, bias: Any = None, min_data: Any = None, max_data: Any = None, min_weight: Any = None, max_weight: Any = None, min_bias: Any = None, max_bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``Convolution`` of levels: int32 sums, and the range that they stand for."""
def _contrib_quantized_elemwise_add(lhs: Any = None, rhs: Any = None, lhs_min: Any = None, lhs_max: Any = None, rhs_min: Any = None, rhs_max: Any = None, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated."""
def _contrib_quantized_elemwise_mul(lhs: Any = None, rhs: Any = None, lhs_min: Any = None, lhs_max: Any = None, rhs_min: Any = None, rhs_max: Any = None, min_calib_range: Any = None, max_calib_range: Any = None, enable_float_output: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
def _contrib_quantized_embedding(data: Any = None, weight: Any = None, min_weight: Any = None, max_weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of an int8 matrix, by index; indices out of range are clipped."""
def _contrib_quantized_flatten(data: Any = None, min_data: Any = None, max_data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Levels with all axes but the first folded into one."""
def _contrib_quantized_fully_connected(data: Any = None, weight: Any = None, bias: Any = None, min_data: Any = None, max_data: Any = None, min_weight: Any = None, max_weight: Any = None, min_bias: Any = None, max_bias: Any = None, num_hidden: Any = None, no_bias: Any = False, flatten: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for."""
def _contrib_quantized_pooling(data: Any = None, min_data: Any = None, max_data: Any = None, kernel: Any = (), pool_type: Any = 'max', global_pool: Any = False, cudnn_off: Any = False, pooling_convention: Any = 'valid', stride: Any = (), pad: Any = (), p_value: Any = None, count_include_pad: Any = None, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``Pooling`` of levels, maximum or average, with the range of the input."""
def _contrib_quantized_rnn(data: Any = None, parameters: Any = None, state: Any = None, state_cell: Any = None, data_scale: Any = None, data_shift: Any = None, state_size: Any = None, num_layers: Any = None, bidirectional: Any = False, mode: Any = None, p: Any = 0.0, state_outputs: Any = False, projection_size: Any = None, lstm_state_clip_min: Any = None, lstm_state_clip_max: Any = None, lstm_state_clip_nan: Any = False, use_sequence_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
def _contrib_requantize(data: Any = None, min_range: Any = None, max_range: Any = None, out_type: Any = 'int8', min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have."""
def _contrib_round_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, with gradient 1."""
def _contrib_sign_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element, with gradient 1."""
def _copy(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself."""
def _crop_assign(lhs: Any = None, rhs: Any = None, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``."""
def _crop_assign_scalar(data: Any = None, scalar: Any = 0.0, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data`` with its part ``begin:end:step`` replaced by a number."""
def _div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays of one shape, element by element."""
def _div_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x / scalar`` for each element ``x`` of the array."""
def _equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Equality, as 0 or 1, of two arrays of one shape, element by element."""
def _equal_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x == scalar``, as 0 or 1, for each element ``x`` of the array."""
def _eye(N: Any = None, M: Any = 0, k: Any = 0, ctx: Any = '', dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A matrix with ones on its ``k``-th diagonal, square if ``M`` is 0."""
def _foreach(*data: Any, num_args: Any = None, num_outputs: Any = None, num_out_data: Any = None, in_state_locs: Any = None, in_data_locs: Any = None, remain_locs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a graph on every slice of the first axis, with states that go from one to the next."""
def _full(shape: Any = None, ctx: Any = '', dtype: Any = 'float32', value: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of one value."""
def _grad_add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum, as gradients are summed, of two arrays of one shape, element by element."""
def _greater(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs > rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _greater_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs >= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _greater_equal_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x >= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _greater_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x > scalar``, as 0 or 1, for each element ``x`` of the array."""
def _histogram(data: Any = None, bins: Any = None, bin_cnt: Any = None, range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Counts (int64) of elements between edges, and the edges: ``bins``, or ``bin_cnt`` equal steps over ``range``."""
def _hypot(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hypotenuse of two arrays of one shape, element by element."""
def _hypot_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``sqrt(x**2 + scalar**2)`` for each element ``x`` of the array."""
def _identity_with_attr_like_rhs(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` itself, which must have the shape of ``rhs``."""
def _image_adjust_lighting(data: Any = None, alpha: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image with light added along the three principal components of ImageNet's colours, ``alpha`` of each."""
def _image_crop(data: Any = None, x: Any = None, y: Any = None, width: Any = None, height: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part of an image, or of a batch, from column ``x`` and row ``y`` on, of that width and height."""
def _image_flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image mirrored, left to right."""
def _image_flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image upside down."""
def _image_normalize(data: Any = None, mean: Any = (0.0, 0.0, 0.0, 0.0), std: Any = (1.0, 1.0, 1.0, 1.0), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Subtract ``mean`` and divide by ``std``, one number or one a channel, from (N,) channels, height and width."""
def _image_random_brightness(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image times a random factor."""
def _image_random_color_jitter(data: Any = None, brightness: Any = None, contrast: Any = None, saturation: Any = None, hue: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image of changed brightness, contrast, saturation and hue, in random order; 0 leaves one out."""
def _image_random_contrast(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image blended with its mean grey by a random factor."""
def _image_random_flip_left_right(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image mirrored, left to right, or left as it is, each half of the time."""
def _image_random_flip_top_bottom(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image upside down, or left as it is, each half of the time."""
def _image_random_hue(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image whose hue is turned by a random part of the circle."""
def _image_random_lighting(data: Any = None, alpha_std: Any = 0.05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image with random light along ImageNet's colour components, of that standard deviation."""
def _image_random_saturation(data: Any = None, min_factor: Any = None, max_factor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image blended with its grey by a random factor."""
def _image_resize(data: Any = None, size: Any = (), keep_ratio: Any = False, interp: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image, or a batch, in another size: (width, height), or one number for both sides."""
def _image_to_tensor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image, or a batch, of values up to 255 as float32 up to 1, with channels before height and width."""
def _index_get(*data: Any, spec: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """NumPy's ``data[index]`` of the first array; numbers out of range are clipped."""
def _index_set(*data: Any, spec: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """NumPy's ``data[index] = value`` as a new array, the first two being data and value; out of range is left out."""
def _lesser(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs < rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _lesser_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs <= rhs``, as 0 or 1, of two arrays of one shape, element by element."""
def _lesser_equal_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x <= scalar``, as 0 or 1, for each element ``x`` of the array."""
def _lesser_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x < scalar``, as 0 or 1, for each element ``x`` of the array."""
def _linalg_det(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Determinant of square matrices; its gradient is zero where the determinant is."""
def _linalg_extractdiag(A: Any = None, offset: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The diagonal of square matrices, ``offset`` above the main one."""
def _linalg_extracttrian(A: Any = None, offset: Any = 0, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A triangle of square matrices as a vector; a negative ``offset`` means a lower one, a positive an upper one."""
def _linalg_gelqf(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Orthonormal rows ``Q`` and lower triangular ``L`` with ``A = L @ Q``, in LAPACK's signs."""
def _linalg_gemm(A: Any = None, B: Any = None, C: Any = None, transpose_a: Any = False, transpose_b: Any = False, alpha: Any = 1.0, beta: Any = 1.0, axis: Any = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B + beta * C``, with rows on ``axis`` and columns on the last axis."""
def _linalg_gemm2(A: Any = None, B: Any = None, transpose_a: Any = False, transpose_b: Any = False, alpha: Any = 1.0, axis: Any = -2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, with rows on ``axis`` and columns on the last axis."""
def _linalg_inverse(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of square matrices."""
def _linalg_makediag(A: Any = None, offset: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square matrices with the given diagonal, ``offset`` above the main one, and zeros elsewhere."""
def _linalg_maketrian(A: Any = None, offset: Any = 0, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square matrices with a triangle given as a vector, and zeros elsewhere; undoes ``linalg_extracttrian``."""
def _linalg_potrf(A: Any = None, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cholesky factor of symmetric positive definite matrices, of which one triangle is read."""
def _linalg_potri(A: Any = None, lower: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inverse of the matrices whose Cholesky factors are given."""
def _linalg_slogdet(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of the determinant of square matrices, and the logarithm of its magnitude."""
def _linalg_sumlogdiag(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the logarithms of the diagonal of square matrices."""
def _linalg_syevd(A: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Eigenvectors (as rows) and ascending eigenvalues of symmetric matrices, of which the lower triangle is read."""
def _linalg_syrk(A: Any = None, transpose: Any = False, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ A.T``, or ``alpha * A.T @ A`` with ``transpose``."""
def _linalg_trmm(A: Any = None, B: Any = None, transpose: Any = False, rightside: Any = False, lower: Any = True, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``alpha * A @ B``, or ``alpha * B @ A`` with ``rightside``, reading one triangle of ``A``."""
def _linalg_trsm(A: Any = None, B: Any = None, transpose: Any = False, rightside: Any = False, lower: Any = True, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The ``X`` of ``A @ X = alpha * B`` (``X @ A = alpha * B`` with ``rightside``), reading one triangle of ``A``."""
def _linspace(start: Any = None, stop: Any = None, num: Any = None, endpoint: Any = True, ctx: Any = '', dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which is the last one if ``endpoint``."""
def _logical_and(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical and, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_and_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x and scalar``, as 0 or 1, for each element ``x`` of the array."""
def _logical_or(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical or, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_or_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x or scalar``, as 0 or 1, for each element ``x`` of the array."""
def _logical_xor(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logical exclusive or, as 0 or 1, of two arrays of one shape, element by element."""
def _logical_xor_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exclusive or with ``scalar``, as 0 or 1, for each element ``x`` of the array."""
def _maximum(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Larger element of two arrays of one shape, element by element."""
def _maximum_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``max(x, scalar)`` for each element ``x`` of the array."""
def _minimum(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smaller element of two arrays of one shape, element by element."""
def _minimum_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``min(x, scalar)`` for each element ``x`` of the array."""
def _minus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays of one shape, element by element."""
def _minus_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x - scalar`` for each element ``x`` of the array."""
def _mod(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Remainder, with the sign of the divisor, of two arrays of one shape, element by element."""
def _mod_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x % scalar`` for each element ``x`` of the array."""
def _mp_adamw_update(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, weight32: Any = None, rescale_grad: Any = None, lr: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0.0, eta: Any = None, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``_adamw_update`` on a float32 copy of the weight."""
def _mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays of one shape, element by element."""
def _mul_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x * scalar`` for each element ``x`` of the array."""
def _multi_adamw_update(*data: Any, lrs: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wds: Any = None, etas: Any = None, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """AdamW on many weights; the factor of the gradients comes last."""
def _multi_lamb_update(*data: Any, learning_rates: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-06, wds: Any = None, rescale_grad: Any = 1.0, lower_bound: Any = -1.0, upper_bound: Any = -1.0, clip_gradient: Any = -1.0, bias_correction: Any = True, step_count: Any = None, num_tensors: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of LAMB on many weights."""
def _multi_mp_adamw_update(*data: Any, lrs: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wds: Any = None, etas: Any = None, clip_gradient: Any = -1.0, num_weights: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """AdamW on many weights, on float32 copies of them; the factor of the gradients comes last."""
def _multi_mp_lamb_update(*data: Any, learning_rates: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-06, wds: Any = None, rescale_grad: Any = 1.0, lower_bound: Any = -1.0, upper_bound: Any = -1.0, clip_gradient: Any = -1.0, bias_correction: Any = True, step_count: Any = None, num_tensors: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of LAMB on many weights, on float32 copies of them."""
def _not_equal(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Inequality, as 0 or 1, of two arrays of one shape, element by element."""
def _not_equal_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x != scalar``, as 0 or 1, for each element ``x`` of the array."""
def _onehot_encode(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The numbers in ``lhs`` as one-hot rows of the shape and dtype of ``rhs``."""
def _ones(shape: Any = (), ctx: Any = '', dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of ones."""
def _onnx_bit_cast(data: Any = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The same bits as another type of the same size."""
def _onnx_bit_shift(lhs: Any = None, rhs: Any = None, left: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Bits moved by a number of places."""
def _onnx_clip(data: Any = None, low: Any = None, high: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements kept within two bounds, which are arrays of one element."""
def _onnx_col2im(data: Any = None, image: Any = None, block: Any = None, stride: Any = None, dilate: Any = None, pads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An image from its blocks, one a column; where they overlap they are added."""
def _onnx_compress(data: Any = None, condition: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The places of an axis, or of the elements in a row, at which a condition is true; it may be shorter."""
def _onnx_constant_of_shape(shape: Any = None, value: Any = 0.0, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of one number."""
def _onnx_conv_integer(data: Any = None, weight: Any = None, data_zero: Any = None, weight_zero: Any = None, stride: Any = None, dilate: Any = None, pads: Any = None, group: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The exact convolution of whole numbers less their zero points; the margin is zero."""
def _onnx_cumsum(data: Any = None, axis: Any = None, exclusive: Any = False, reverse: Any = False, product: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums, or products, of all elements up to each one along an axis."""
def _onnx_cumulative(data: Any = None, axis: Any = None, exclusive: Any = False, reverse: Any = False, product: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums, or products, of all elements up to each one along an axis that is known."""
def _onnx_dequantize(data: Any = None, scale: Any = None, zero: Any = None, axis: Any = 1, block: Any = 0, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Whole numbers, or floats of eight bits, as the real ones that they stand for."""
def _onnx_dft(data: Any = None, axis: Any = None, length: Any = 0, inverse: Any = False, onesided: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The discrete Fourier transform along an axis; real and imaginary parts stand in the last one."""
def _onnx_divide(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The quotient of whole numbers, cut towards zero."""
def _onnx_expand(data: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array repeated where a shape is larger."""
def _onnx_eye_like(data: Any = None, k: Any = 0, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Ones on a diagonal, in the shape of a matrix."""
def _onnx_first_of(data: Any = None, k: Any = None, axis: Any = -1, largest: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The first elements of each row in order, and where they stand."""
def _onnx_gather_elements(data: Any = None, indices: Any = None, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements at an index along one axis and at their own place along the others."""
def _onnx_gather_nd(data: Any = None, indices: Any = None, batch_dims: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts at the indices that the last axis holds, within each of the first axes."""
def _onnx_grid_sample(data: Any = None, grid: Any = None, mode: Any = 'linear', padding: Any = 'zeros', align: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements at places between -1 and 1, the ends of each axis, or what stands around them."""
def _onnx_if(*data: Any, num_args: Any = None, num_outputs: Any = None, cond_input_locs: Any = None, then_input_locs: Any = None, else_input_locs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run one of two graphs, as a third one says."""
def _onnx_last_place(data: Any = None, axis: Any = None, keepdims: Any = True, largest: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Where the largest, or the smallest, element of each row stands; of equal ones the last."""
def _onnx_loop(*data: Any, num_args: Any = None, num_outputs: Any = None, num_out_data: Any = None, max_iterations: Any = None, cond_input_locs: Any = None, func_input_locs: Any = None, func_var_locs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
def _onnx_matmul_integer(lhs: Any = None, rhs: Any = None, lhs_zero: Any = None, rhs_zero: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The exact product of whole numbers less their zero points, a zero point for each row or column."""
def _onnx_max_pool_places(data: Any = None, kernel: Any = None, stride: Any = None, dilate: Any = None, pads: Any = None, ceil: Any = False, columns: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The largest element of each window, and its number in the array; ``columns`` counts down columns first."""
def _onnx_max_unpool(data: Any = None, places: Any = None, kernel: Any = None, stride: Any = None, pads: Any = None, target: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements back at the places that they had before pooling, among zeros."""
def _onnx_mel_weights(bins: Any = None, length: Any = None, rate: Any = None, low: Any = None, high: Any = None, dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The matrix that sums a spectrum into bands that the ear hears as equally wide."""
def _onnx_mod(lhs: Any = None, rhs: Any = None, fmod: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The remainder, with the sign of the divisor, or with ``fmod`` that of the dividend."""
def _onnx_non_max_suppression(boxes: Any = None, scores: Any = None, most: Any = None, overlap: Any = None, least: Any = None, center: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """For each image and class the best boxes that do not overlap better ones: rows of image, class and box."""
def _onnx_nonzero(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The indices of the elements that are not zero, a column each."""
def _onnx_one_hot(indices: Any = None, depth: Any = None, values: Any = None, axis: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One of two values, by whether an index names the place; negative ones count from the end."""
def _onnx_pad(data: Any = None, pads: Any = None, value: Any = None, axes: Any = None, mode: Any = 'constant', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A margin around some axes; a negative one takes elements away."""
def _onnx_pad_static(data: Any = None, before: Any = None, after: Any = None, value: Any = 0.0, mode: Any = 'constant', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A margin around an array; a negative one takes elements away."""
def _onnx_pool(data: Any = None, kind: Any = None, kernel: Any = None, stride: Any = None, dilate: Any = None, pads: Any = None, ceil: Any = False, include: Any = False, p: Any = 2, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The largest element, the mean or the p-norm of each window; ``include`` counts the margin in means."""
def _onnx_quantize(data: Any = None, scale: Any = None, zero: Any = None, axis: Any = 1, block: Any = 0, dtype: Any = None, saturate: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Real numbers as whole ones, the even one where two are as near, or as floats of eight bits."""
def _onnx_range(start: Any = None, limit: Any = None, delta: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Numbers from one to another in steps."""
def _onnx_reduce(data: Any = None, axes: Any = None, kind: Any = None, keepdims: Any = True, noop: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A sum, mean, norm or extreme over axes; over all where none are named, unless ``noop``."""
def _onnx_reduce_static(data: Any = None, kind: Any = None, axis: Any = None, keepdims: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A sum, mean, norm or extreme over axes that are known, or over all."""
def _onnx_reshape(data: Any = None, shape: Any = None, allowzero: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Elements in another shape; 0 keeps a size unless ``allowzero``, -1 follows from the others."""
def _onnx_resize(data: Any = None, scales: Any = (), sizes: Any = (), roi: Any = (), mode: Any = 'nearest', form: Any = 'half_pixel', rounding: Any = 'round_prefer_floor', cubic: Any = -0.75, outside: Any = False, extrapolation: Any = 0.0, antialias: Any = False, axes: Any = (), policy: Any = 'stretch', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array in other sizes, which are given by numbers or by factors."""
def _onnx_resize_dynamic(data: Any = None, roi: Any = None, scales: Any = None, sizes: Any = None, mode: Any = 'nearest', form: Any = 'half_pixel', rounding: Any = 'round_prefer_floor', cubic: Any = -0.75, outside: Any = False, extrapolation: Any = 0.0, antialias: Any = False, axes: Any = (), policy: Any = 'stretch', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array in other sizes, which are given by numbers or by factors."""
def _onnx_rnn(data: Any = None, weight: Any = None, recurrence: Any = None, bias: Any = None, lengths: Any = None, state: Any = None, cell: Any = None, peepholes: Any = None, kind: Any = None, direction: Any = 'forward', activations: Any = '', alpha: Any = (), beta: Any = (), clip: Any = 0.0, linear: Any = False, forget: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Outputs as (time, direction, batch, size), and the last state and cell; ``linear`` resets after the product."""
def _onnx_scatter_elements(data: Any = None, indices: Any = None, updates: Any = None, axis: Any = 0, reduction: Any = 'none', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array with elements put, added, multiplied or compared at an index along one axis."""
def _onnx_scatter_nd(data: Any = None, indices: Any = None, updates: Any = None, reduction: Any = 'none', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array with parts put, added, multiplied or compared at the indices that the last axis holds."""
def _onnx_slice(data: Any = None, starts: Any = None, ends: Any = None, axes: Any = None, steps: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A part of some axes; numbers that lie outside are cut."""
def _onnx_split(data: Any = None, sizes: Any = None, num_outputs: Any = None, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts of given sizes along an axis."""
def _onnx_split_evenly(data: Any = None, num_outputs: Any = None, axis: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts of one size along an axis; the last may be smaller."""
def _onnx_squeeze(data: Any = None, axes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array without some axes of one element."""
def _onnx_stft(signal: Any = None, window: Any = None, step: Any = None, length: Any = None, onesided: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Fourier transforms of windowed frames, one behind the other."""
def _onnx_tensor_scatter(cache: Any = None, update: Any = None, starts: Any = None, axis: Any = -2, circular: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A cache with an update written from a place of one axis on, which each example has for itself."""
def _onnx_tfidf(data: Any = None, pool: Any = None, weights: Any = None, mode: Any = None, starts: Any = None, places: Any = None, shortest: Any = None, longest: Any = None, skips: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How often each of some runs of numbers stands in each row, weighted; runs may skip numbers between their own."""
def _onnx_tile(data: Any = None, repeats: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array repeated along each axis."""
def _onnx_topk(data: Any = None, k: Any = None, axis: Any = -1, largest: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The first elements of each row in order, and where they stand."""
def _onnx_trilu(data: Any = None, k: Any = None, upper: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Matrices with zeros below, or above, a diagonal."""
def _onnx_unique(data: Any = None, axis: Any = None, ordered: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element, or part of an axis, once; where it first stands, which one stands where, and how often."""
def _onnx_unsqueeze(data: Any = None, axes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array with axes of one element more."""
def _plus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays of one shape, element by element."""
def _plus_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x + scalar`` for each element ``x`` of the array."""
def _power(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Power of two arrays of one shape, element by element."""
def _power_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x ** scalar`` for each element ``x`` of the array."""
def _random_exponential(lam: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the exponential distribution of rate ``lam``."""
def _random_exponential_like(data: Any = None, lam: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the exponential distribution of rate ``lam``, as many as ``data`` has."""
def _random_gamma(alpha: Any = 1.0, beta: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``."""
def _random_gamma_like(data: Any = None, alpha: Any = 1.0, beta: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the gamma distribution of shape ``alpha`` and scale ``beta``, as many as ``data`` has."""
def _random_generalized_negative_binomial(mu: Any = 1.0, alpha: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from the negative binomial distribution of mean ``mu`` and dispersion ``alpha``."""
def _random_generalized_negative_binomial_like(data: Any = None, mu: Any = 1.0, alpha: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of mean ``mu`` and dispersion ``alpha``, as many as ``data`` has numbers."""
def _random_negative_binomial(k: Any = 1, p: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of successes before the ``k``-th failure, where ``p`` is the probability of failure."""
def _random_negative_binomial_like(data: Any = None, k: Any = 1, p: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of successes before the ``k``-th failure, as many as ``data`` has numbers."""
def _random_normal(loc: Any = 0.0, scale: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the normal distribution of mean ``loc`` and standard deviation ``scale``."""
def _random_normal_like(data: Any = None, loc: Any = 0.0, scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the normal distribution, as many as ``data`` has."""
def _random_pdf_dirichlet(sample: Any = None, alpha: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the Dirichlet distributions of concentrations ``alpha``; both hold vectors on the last axis."""
def _random_pdf_exponential(sample: Any = None, lam: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the exponential distributions of rate ``lam``."""
def _random_pdf_gamma(sample: Any = None, alpha: Any = None, beta: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the gamma distributions of shape ``alpha`` and *rate* ``beta`` (samplers take a scale)."""
def _random_pdf_generalized_negative_binomial(sample: Any = None, mu: Any = None, alpha: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probabilities of counts, given the mean ``mu`` and dispersion ``alpha``; counts have no gradient."""
def _random_pdf_negative_binomial(sample: Any = None, k: Any = None, p: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probabilities of so many successes before the ``k``-th failure of probability ``p``; counts have no gradient."""
def _random_pdf_normal(sample: Any = None, mu: Any = None, sigma: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the normal distributions of mean ``mu`` and standard deviation ``sigma``."""
def _random_pdf_poisson(sample: Any = None, lam: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Probabilities of counts under the Poisson distributions of mean ``lam``; counts have no gradient."""
def _random_pdf_uniform(sample: Any = None, low: Any = None, high: Any = None, is_log: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Densities of the uniform distributions over [low, high]; samples are taken to lie there."""
def _random_poisson(lam: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from the Poisson distribution of mean ``lam``, as floating numbers."""
def _random_poisson_like(data: Any = None, lam: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from the Poisson distribution of mean ``lam``, as many as ``data`` has numbers."""
def _random_randint(low: Any = None, high: Any = None, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random integers, each of low, ..., high - 1 equally likely; int32 unless ``dtype`` is int64."""
def _random_uniform(low: Any = 0.0, high: Any = 1.0, shape: Any = None, ctx: Any = '', dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the uniform distribution over [low, high)."""
def _random_uniform_like(data: Any = None, low: Any = 0.0, high: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from the uniform distribution over [low, high), as many as ``data`` has."""
def _ravel_multi_index(data: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Positions in a flattened array of that shape, for columns of indices; its first extent may be -1."""
def _rdiv_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar / x`` for each element ``x`` of the array."""
def _rminus_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar - x`` for each element ``x`` of the array."""
def _rmod_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar % x`` for each element ``x`` of the array."""
def _rnn_param_concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays one after the other along the axis ``dim``."""
def _rpower_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``scalar ** x`` for each element ``x`` of the array."""
def _sample_exponential(lam: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from exponential distributions, ``shape`` of them for each rate."""
def _sample_gamma(alpha: Any = None, beta: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from gamma distributions, ``shape`` of them for each shape ``alpha`` and scale ``beta``."""
def _sample_generalized_negative_binomial(mu: Any = None, alpha: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts, ``shape`` of them for each mean ``mu`` and dispersion ``alpha``."""
def _sample_multinomial(data: Any = None, shape: Any = (), get_prob: Any = False, dtype: Any = 'int32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random classes with the probabilities on the last axis of ``data``; with ``get_prob`` also their logs."""
def _sample_negative_binomial(k: Any = None, p: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts of successes before the ``k``-th failure of probability ``p``, ``shape`` of them for each pair."""
def _sample_normal(mu: Any = None, sigma: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from normal distributions, ``shape`` of them for each mean and standard deviation."""
def _sample_poisson(lam: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random counts from Poisson distributions, ``shape`` of them for each mean."""
def _sample_uniform(low: Any = None, high: Any = None, shape: Any = (), dtype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Random numbers from [low, high), ``shape`` of them for each pair of bounds."""
def _sample_unique_zipfian(range_max: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Distinct classes in each row, roughly log-uniform below ``range_max``, and how many draws a row took."""
def _scatter_elemwise_div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient, where ``lhs`` has storage, of two arrays of one shape, element by element."""
def _scatter_minus_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x - scalar``, where the array has storage, for each element ``x`` of the array."""
def _scatter_plus_scalar(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x + scalar``, where the array has storage, for each element ``x`` of the array."""
def _scatter_set_nd(lhs: Any = None, rhs: Any = None, indices: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` with ``rhs`` written at the coordinates that the columns of ``indices`` hold."""
def _set_value(src: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Fill the array given as ``out`` with a number."""
def _shuffle(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The same elements in a random order along the first axis; what lies below it stays together."""
def _slice_assign(lhs: Any = None, rhs: Any = None, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``lhs`` with its part ``begin:end:step`` replaced by ``rhs``."""
def _slice_assign_scalar(data: Any = None, scalar: Any = 0.0, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data`` with its part ``begin:end:step`` replaced by a number."""
def _sparse_ElementWiseSum(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of any number of arrays of one shape."""
def _sparse_Embedding(data: Any = None, weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The rows of ``weight`` with the numbers in ``data``; ``dtype`` is that of a weight not known yet."""
def _sparse_FullyConnected(data: Any = None, weight: Any = None, bias: Any = None, num_hidden: Any = None, no_bias: Any = False, flatten: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first."""
def _sparse_LinearRegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs."""
def _sparse_LogisticRegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs."""
def _sparse_MAERegressionOutput(data: Any = None, label: Any = None, grad_scale: Any = 1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs."""
def _sparse__contrib_round_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, with gradient 1."""
def _sparse__contrib_sign_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element, with gradient 1."""
def _sparse_abs(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Absolute value of each element."""
def _sparse_adagrad_update(weight: Any = None, grad: Any = None, history: Any = None, lr: Any = None, epsilon: Any = 1e-07, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of AdaGrad. A row without gradient stays as it is, so dense and row-sparse gradients do the same."""
def _sparse_adam_update(weight: Any = None, grad: Any = None, mean: Any = None, var: Any = None, lr: Any = None, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of Adam; the correction of the bias belongs into ``lr``."""
def _sparse_add_n(*data: Any, num_args: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of any number of arrays of one shape."""
def _sparse_arccos(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Angle in radians whose cosine is each element."""
def _sparse_arccosh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number, at least 0, whose hyperbolic cosine is each element."""
def _sparse_arcsin(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Angle in radians whose sine is each element."""
def _sparse_arcsinh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number whose hyperbolic sine is each element."""
def _sparse_arctan(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Angle in radians whose tangent is each element."""
def _sparse_arctanh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Number whose hyperbolic tangent is each element."""
def _sparse_broadcast_add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_minus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_plus(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_broadcast_sub(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays, axes of length 1 stretched to the other array's."""
def _sparse_cast_storage(data: Any = None, stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself; ``stype`` names the storage of the handle above it."""
def _sparse_cbrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cube root of each element."""
def _sparse_ceil(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Smallest whole number not below each element."""
def _sparse_clip(data: Any = None, a_min: Any = None, a_max: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element moved into the range from ``a_min`` to ``a_max``; the gradient is 1 at the bounds themselves."""
def _sparse_concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The arrays one after the other along the axis ``dim``."""
def _sparse_cos(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Cosine of each element, in radians."""
def _sparse_cosh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic cosine of each element."""
def _sparse_degrees(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each angle, given in radians, in degrees."""
def _sparse_dot(lhs: Any = None, rhs: Any = None, transpose_a: Any = False, transpose_b: Any = False, forward_stype: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sums of products over the last axis of ``lhs`` (transposed: the first) and the first of ``rhs`` (the last)."""
def _sparse_elemwise_add(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of two arrays of one shape, element by element."""
def _sparse_elemwise_div(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Quotient of two arrays of one shape, element by element."""
def _sparse_elemwise_mul(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Product of two arrays of one shape, element by element."""
def _sparse_elemwise_sub(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays of one shape, element by element."""
def _sparse_exp(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential of each element."""
def _sparse_expm1(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Exponential of each element, less one, accurate near zero."""
def _sparse_fix(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element in the direction of zero."""
def _sparse_floor(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Largest whole number not above each element."""
def _sparse_ftrl_update(weight: Any = None, grad: Any = None, z: Any = None, n: Any = None, lr: Any = None, lamda1: Any = 0.01, beta: Any = 1.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of follow the regularized leader; ``lamda1`` is the strength of the L1 penalty."""
def _sparse_gamma(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Gamma function of each element."""
def _sparse_gammaln(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of the absolute value of the gamma function of each element."""
def _sparse_log(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm of each element."""
def _sparse_log10(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of each element to base 10."""
def _sparse_log1p(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Natural logarithm of one plus each element, accurate near zero."""
def _sparse_log2(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logarithm of each element to base 2."""
def _sparse_make_loss(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself as the end of a network: its gradient is 1, whatever comes from above."""
def _sparse_mean(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Mean of elements over axes."""
def _sparse_negative(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element with its sign changed."""
def _sparse_norm(data: Any = None, ord: Any = 2, axis: Any = None, out_dtype: Any = None, keepdims: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of absolute values (``ord=1``) or Euclidean norm (``ord=2``) over axes."""
def _sparse_radians(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each angle, given in degrees, in radians."""
def _sparse_relu(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element, or 0 where it is negative."""
def _sparse_retain(data: Any = None, indices: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array with every row but those at ``indices`` set to zero."""
def _sparse_rint(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, halves downward."""
def _sparse_round(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, halves away from zero."""
def _sparse_rsqrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Reciprocal of the square root of each element."""
def _sparse_sgd_mom_update(weight: Any = None, grad: Any = None, mom: Any = None, lr: Any = None, momentum: Any = 0.0, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with momentum and weight decay."""
def _sparse_sgd_update(weight: Any = None, grad: Any = None, lr: Any = None, wd: Any = 0.0, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, lazy_update: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of gradient descent with weight decay."""
def _sparse_sigmoid(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Logistic function ``1 / (1 + exp(-x))`` of each element."""
def _sparse_sign(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element: -1, 0 or 1."""
def _sparse_sin(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sine of each element, in radians."""
def _sparse_sinh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic sine of each element."""
def _sparse_slice(data: Any = None, begin: Any = None, end: Any = None, step: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The part ``begin:end:step`` of each axis, None meaning what it means in Python."""
def _sparse_sqrt(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square root of each element."""
def _sparse_square(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Square of each element."""
def _sparse_stop_gradient(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself, and no gradient through it."""
def _sparse_sum(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of elements over axes."""
def _sparse_tan(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Tangent of each element, in radians."""
def _sparse_tanh(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Hyperbolic tangent of each element."""
def _sparse_trunc(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Each element without its fraction."""
def _sparse_where(condition: Any = None, x: Any = None, y: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``x`` where the condition is not zero, else ``y``; a vector as condition chooses whole rows."""
def _sparse_zeros_like(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of the shape and dtype of the array."""
def _split_v2(data: Any = None, indices: Any = None, axis: Any = 1, squeeze_axis: Any = False, sections: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts along an axis: ``sections`` nearly equal ones, the longer first, or one from each start in ``indices``."""
def _square_sum(data: Any = None, axis: Any = None, keepdims: Any = False, exclude: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of squares of elements over axes."""
def _sub(lhs: Any = None, rhs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Difference of two arrays of one shape, element by element."""
def _unravel_index(data: Any = None, shape: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Indices (on a new first axis) of positions in a flattened array of that shape; its first extent may be -1."""
def _view_assign(data: Any = None, value: Any = None, starts: Any = None, sizes: Any = None, squeeze: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``data`` with what ``_view_index`` would read replaced by ``value``."""
def _view_index(data: Any = None, starts: Any = None, sizes: Any = None, squeeze: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The window of ``sizes`` that begins at ``starts`` of the leading axes, without the axes in ``squeeze``."""
def _while_loop(*data: Any, num_args: Any = None, num_outputs: Any = None, num_out_data: Any = None, max_iterations: Any = None, cond_input_locs: Any = None, func_input_locs: Any = None, func_var_locs: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
def _zeros(shape: Any = (), ctx: Any = '', dtype: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """An array of zeros."""
def _zeros_without_dtype(shape: Any = None, ctx: Any = '', dtype: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Zeros of a dtype given by MXNet's number for it, float32 if none is given."""
