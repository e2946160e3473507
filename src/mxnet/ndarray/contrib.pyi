"""Made by tools/stubs.py from the operator registry."""

from typing import Any

import math
from collections.abc import Sequence
import numpy as np
from mxnet._frontend.functions import functions
from mxnet._lazy.value import concrete
from mxnet._ops.registry import find
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.ndarray.control import cond as cond
from mxnet.ndarray.control import foreach as foreach
from mxnet.ndarray.control import while_loop as while_loop
from mxnet.ndarray.creation import full
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import new, value_of
from mxnet.ndarray.invoke import invoke_op, shortcut
from mxnet.ndarray.random import uniform
def isnan(data: Any) -> Any:
    ...
def isinf(data: Any) -> Any:
    ...
def isfinite(data: Any) -> Any:
    ...
def boolean_mask(data: Any, index: Any, axis: Any = 0, out: Any = None, name: Any = None) -> Any:
    ...
def rand_zipfian(true_classes: Any, num_sampled: Any, range_max: Any, ctx: Any = None) -> Any:
    ...
def _scale(rescale_grad: Any, like: Any) -> Any:
    ...
def _interleave(*columns: Any) -> Any:
    ...
def adamw_update(weight: Any, grad: Any, mean: Any, var: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    ...
def mp_adamw_update(weight: Any, grad: Any, mean: Any, var: Any, weight32: Any, rescale_grad: Any, lr: Any, eta: Any, beta1: Any = 0.9, beta2: Any = 0.999, epsilon: Any = 1e-08, wd: Any = 0, clip_gradient: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    ...
def multi_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, rescale_grad: Any, lrs: Any, wds: Any, etas: Any, out: Any = None, name: Any = None, size: Any = 0, **kwargs: Any) -> Any:
    ...
def multi_mp_adamw_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, rescale_grad: Any, lrs: Any, wds: Any, etas: Any, out: Any = None, name: Any = None, size: Any = 0, **kwargs: Any) -> Any:
    ...
def multi_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, step_count: Any, lrs: Any, wds: Any, out: Any = None, num_tensors: Any = 0, **kwargs: Any) -> Any:
    ...
def multi_mp_lamb_update(weights: Any, grads: Any, mean: Any, var: Any, weights32: Any, step_count: Any, lrs: Any, wds: Any, out: Any = None, num_tensors: Any = 0, **kwargs: Any) -> Any:
    ...
def AdaptiveAvgPooling2D(data: Any = None, output_size: Any = (), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1."""
def BatchNormWithReLU(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, axis: Any = 1, cudnn_off: Any = False, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``BatchNorm`` followed by a rectifier."""
def BilinearResize2D(data: Any = None, like: Any = None, height: Any = 1, width: Any = 1, scale_height: Any = None, scale_width: Any = None, mode: Any = 'size', align_corners: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Bilinear interpolation of NCHW images to another height and width."""
def CTCLoss(data: Any = None, label: Any = None, data_lengths: Any = None, label_lengths: Any = None, use_data_lengths: Any = False, use_label_lengths: Any = False, blank_label: Any = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def DeformableConvolution(data: Any = None, offset: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, num_deformable_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
def DeformablePSROIPooling(data: Any = None, rois: Any = None, trans: Any = None, spatial_scale: Any = None, output_dim: Any = None, group_size: Any = None, pooled_size: Any = None, part_size: Any = 0, sample_per_part: Any = 1, trans_std: Any = 0.0, no_trans: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts)."""
def ModulatedDeformableConvolution(data: Any = None, offset: Any = None, mask: Any = None, weight: Any = None, bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, num_deformable_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, im2col_step: Any = 64, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
def MultiBoxDetection(cls_prob: Any = None, loc_pred: Any = None, anchor: Any = None, clip: Any = True, threshold: Any = 0.01, background_id: Any = 0, nms_threshold: Any = 0.5, force_suppress: Any = False, variances: Any = (0.1, 0.1, 0.2, 0.2), nms_topk: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def MultiBoxPrior(data: Any = None, sizes: Any = (1.0,), ratios: Any = (1.0,), clip: Any = False, steps: Any = (-1.0, -1.0), offsets: Any = (0.5, 0.5), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def MultiBoxTarget(anchor: Any = None, label: Any = None, cls_pred: Any = None, overlap_threshold: Any = 0.5, ignore_label: Any = -1.0, negative_mining_ratio: Any = -1.0, negative_mining_thresh: Any = 0.5, minimum_negative_samples: Any = 0, variances: Any = (0.1, 0.1, 0.2, 0.2), out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
def MultiProposal(cls_prob: Any = None, bbox_pred: Any = None, im_info: Any = None, rpn_pre_nms_top_n: Any = 6000, rpn_post_nms_top_n: Any = 300, threshold: Any = 0.7, rpn_min_size: Any = 16, scales: Any = (4.0, 8.0, 16.0, 32.0), ratios: Any = (0.5, 1.0, 2.0), feature_stride: Any = 16, output_score: Any = False, iou_loss: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
def PSROIPooling(data: Any = None, rois: Any = None, spatial_scale: Any = None, output_dim: Any = None, pooled_size: Any = None, group_size: Any = 0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means of the bins of regions, each bin reading channels of its own."""
def Proposal(cls_prob: Any = None, bbox_pred: Any = None, im_info: Any = None, rpn_pre_nms_top_n: Any = 6000, rpn_post_nms_top_n: Any = 300, threshold: Any = 0.7, rpn_min_size: Any = 16, scales: Any = (4.0, 8.0, 16.0, 32.0), ratios: Any = (0.5, 1.0, 2.0), feature_stride: Any = 16, output_score: Any = False, iou_loss: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
def ROIAlign(data: Any = None, rois: Any = None, pooled_size: Any = None, spatial_scale: Any = None, sample_ratio: Any = -1, position_sensitive: Any = False, aligned: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def RROIAlign(data: Any = None, rois: Any = None, pooled_size: Any = None, spatial_scale: Any = None, sampling_ratio: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees."""
def SparseEmbedding(data: Any = None, weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, deterministic: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched."""
def SyncBatchNorm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, ndev: Any = 1, key: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
def allclose(a: Any = None, b: Any = None, rtol: Any = 1e-05, atol: Any = 1e-08, equal_nan: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8."""
def arange_like(data: Any = None, start: Any = 0.0, step: Any = 1.0, repeat: Any = 1, ctx: Any = '', axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def bipartite_matching(data: Any = None, is_ascend: Any = False, threshold: Any = None, topk: Any = -1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1."""
def box_decode(data: Any = None, anchors: Any = None, std0: Any = 1.0, std1: Any = 1.0, std2: Any = 1.0, std3: Any = 1.0, clip: Any = -1.0, format: Any = 'center', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient."""
def box_encode(samples: Any = None, matches: Any = None, anchors: Any = None, refs: Any = None, means: Any = None, stds: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count."""
def box_iou(lhs: Any = None, rhs: Any = None, format: Any = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Intersection over union of every box of one array with every box of the other; it has no gradient."""
def box_nms(data: Any = None, overlap_thresh: Any = 0.5, valid_thresh: Any = 0.0, topk: Any = -1, coord_start: Any = 2, score_index: Any = 1, id_index: Any = -1, background_id: Any = -1, force_suppress: Any = False, in_format: Any = 'corner', out_format: Any = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def box_non_maximum_suppression(data: Any = None, overlap_thresh: Any = 0.5, valid_thresh: Any = 0.0, topk: Any = -1, coord_start: Any = 2, score_index: Any = 1, id_index: Any = -1, background_id: Any = -1, force_suppress: Any = False, in_format: Any = 'corner', out_format: Any = 'corner', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def calibrate_entropy(hist: Any = None, hist_edges: Any = None, num_quantized_bins: Any = 255, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much."""
def count_sketch(data: Any = None, h: Any = None, s: Any = None, out_dim: Any = None, processing_batch_size: Any = 32, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names."""
def ctc_loss(data: Any = None, label: Any = None, data_lengths: Any = None, label_lengths: Any = None, use_data_lengths: Any = False, use_label_lengths: Any = False, blank_label: Any = 'first', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def dequantize(data: Any = None, min_range: Any = None, max_range: Any = None, out_type: Any = 'float32', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The floats that int8 or uint8 levels stand for."""
def dgl_adjacency(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge."""
def dgl_csr_neighbor_non_uniform_sample(*data: Any, num_args: Any = None, num_hops: Any = 1, num_neighbor: Any = 2, max_num_vertices: Any = 100, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
def dgl_csr_neighbor_uniform_sample(*data: Any, num_args: Any = None, num_hops: Any = 1, num_neighbor: Any = 2, max_num_vertices: Any = 100, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
def dgl_graph_compact(*data: Any, num_args: Any = None, return_mapping: Any = None, graph_sizes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
def dgl_subgraph(*data: Any, num_args: Any = None, return_mapping: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
def div_sqrt_dim(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array divided by the square root of the length of its last axis."""
def edge_id(data: Any = None, u: Any = None, v: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge."""
def fft(data: Any = None, compute_size: Any = 128, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn."""
def getnnz(data: Any = None, axis: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64."""
def gradientmultiplier(data: Any = None, scalar: Any = 1.0, is_int: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The array itself, with ``scalar`` times its gradient."""
def group_adagrad_update(weight: Any = None, grad: Any = None, history: Any = None, lr: Any = None, rescale_grad: Any = 1.0, clip_gradient: Any = -1.0, epsilon: Any = 1e-05, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row."""
def hawkesll(lda: Any = None, alpha: Any = None, beta: Any = None, state: Any = None, lags: Any = None, marks: Any = None, valid_length: Any = None, max_time: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``."""
def ifft(data: Any = None, compute_size: Any = 128, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length."""
def index_array(data: Any = None, axes: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64."""
def index_copy(old_tensor: Any = None, index_vector: Any = None, new_tensor: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``."""
def interleaved_matmul_encdec_qk(queries: Any = None, keys_values: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved."""
def interleaved_matmul_encdec_valatt(keys_values: Any = None, attention: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values of encoder-decoder attention summed with the weights in ``attention``."""
def interleaved_matmul_selfatt_qk(queries_keys_values: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections."""
def interleaved_matmul_selfatt_valatt(queries_keys_values: Any = None, attention: Any = None, heads: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Values of self attention summed with the weights in ``attention``."""
def quadratic(data: Any = None, a: Any = 0.0, b: Any = 0.0, c: Any = 0.0, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``a * x**2 + b * x + c`` of each element."""
def quantize(data: Any = None, min_range: Any = None, max_range: Any = None, out_type: Any = 'uint8', out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255."""
def quantize_asym(data: Any = None, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift."""
def quantize_v2(data: Any = None, out_type: Any = 'int8', min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged."""
def quantized_act(data: Any = None, min_data: Any = None, max_data: Any = None, act_type: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rectified levels, as int8, with the range of the input."""
def quantized_batch_norm(data: Any = None, gamma: Any = None, beta: Any = None, moving_mean: Any = None, moving_var: Any = None, min_data: Any = None, max_data: Any = None, eps: Any = 0.001, momentum: Any = 0.9, fix_gamma: Any = True, use_global_stats: Any = False, output_mean_var: Any = False, axis: Any = 1, cudnn_off: Any = False, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always."""
def quantized_concat(*data: Any, num_args: Any = None, dim: Any = 1, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Arrays of levels joined along an axis, in the widest of their ranges."""
def quantized_conv(data: Any = None, weight: Any = None, bias: Any = None, min_data: Any = None, max_data: Any = None, min_weight: Any = None, max_weight: Any = None, min_bias: Any = None, max_bias: Any = None, kernel: Any = None, stride: Any = (), dilate: Any = (), pad: Any = (), num_filter: Any = None, num_group: Any = 1, workspace: Any = 1024, no_bias: Any = False, cudnn_tune: Any = None, cudnn_off: Any = False, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``Convolution`` of levels: int32 sums, and the range that they stand for."""
def quantized_elemwise_add(lhs: Any = None, rhs: Any = None, lhs_min: Any = None, lhs_max: Any = None, rhs_min: Any = None, rhs_max: Any = None, min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated."""
def quantized_elemwise_mul(lhs: Any = None, rhs: Any = None, lhs_min: Any = None, lhs_max: Any = None, rhs_min: Any = None, rhs_max: Any = None, min_calib_range: Any = None, max_calib_range: Any = None, enable_float_output: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
def quantized_embedding(data: Any = None, weight: Any = None, min_weight: Any = None, max_weight: Any = None, input_dim: Any = None, output_dim: Any = None, dtype: Any = 'float32', sparse_grad: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Rows of an int8 matrix, by index; indices out of range are clipped."""
def quantized_flatten(data: Any = None, min_data: Any = None, max_data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Levels with all axes but the first folded into one."""
def quantized_fully_connected(data: Any = None, weight: Any = None, bias: Any = None, min_data: Any = None, max_data: Any = None, min_weight: Any = None, max_weight: Any = None, min_bias: Any = None, max_bias: Any = None, num_hidden: Any = None, no_bias: Any = False, flatten: Any = True, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for."""
def quantized_pooling(data: Any = None, min_data: Any = None, max_data: Any = None, kernel: Any = (), pool_type: Any = 'max', global_pool: Any = False, cudnn_off: Any = False, pooling_convention: Any = 'valid', stride: Any = (), pad: Any = (), p_value: Any = None, count_include_pad: Any = None, layout: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``Pooling`` of levels, maximum or average, with the range of the input."""
def quantized_rnn(data: Any = None, parameters: Any = None, state: Any = None, state_cell: Any = None, data_scale: Any = None, data_shift: Any = None, state_size: Any = None, num_layers: Any = None, bidirectional: Any = False, mode: Any = None, p: Any = 0.0, state_outputs: Any = False, projection_size: Any = None, lstm_state_clip_min: Any = None, lstm_state_clip_max: Any = None, lstm_state_clip_nan: Any = False, use_sequence_length: Any = False, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
def requantize(data: Any = None, min_range: Any = None, max_range: Any = None, out_type: Any = 'int8', min_calib_range: Any = None, max_calib_range: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have."""
def round_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Nearest whole number of each element, with gradient 1."""
def sign_ste(data: Any = None, out: Any = None, name: Any = None, **kwargs: Any) -> Any:
    """Sign of each element, with gradient 1."""
