"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from typing import Any
from mxnet.symbol.control import cond as cond
from mxnet.symbol.control import foreach as foreach
from mxnet.symbol.control import while_loop as while_loop
from mxnet.symbol.core import Symbol
from mxnet.symbol.functions import full
def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple[Symbol, Symbol, Symbol]:
    """Classes of ``range_max`` drawn by a Zipfian law, then how often each true and each drawn one is expected."""
def adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, rescale_grad: Any, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol:
    """A step of AdamW; ``rescale_grad`` is a number or a symbol."""
def mp_adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, weight32: Symbol, rescale_grad: Any, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> Symbol:
    """A step of AdamW for weights in half precision, on their float32 copy ``weight32``."""
def AdaptiveAvgPooling2D(data: Symbol | None = None, output_size: ShapeLike = (), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1."""
def BatchNormWithReLU(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``BatchNorm`` followed by a rectifier."""
def BilinearResize2D(data: Symbol | None = None, like: Symbol | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Bilinear interpolation of NCHW images to another height and width."""
def CTCLoss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def DeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
def DeformablePSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, trans: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts)."""
def ModulatedDeformableConvolution(data: Symbol | None = None, offset: Symbol | None = None, mask: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: int = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
def MultiBoxDetection(cls_prob: Symbol | None = None, loc_pred: Symbol | None = None, anchor: Symbol | None = None, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def MultiBoxPrior(data: Symbol | None = None, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def MultiBoxTarget(anchor: Symbol | None = None, label: Symbol | None = None, cls_pred: Symbol | None = None, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
def MultiProposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
def PSROIPooling(data: Symbol | None = None, rois: Symbol | None = None, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Means of the bins of regions, each bin reading channels of its own."""
def Proposal(cls_prob: Symbol | None = None, bbox_pred: Symbol | None = None, im_info: Symbol | None = None, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
def ROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool | int = False, aligned: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def RROIAlign(data: Symbol | None = None, rois: Symbol | None = None, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sampling_ratio: int = -1, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees."""
def SparseEmbedding(data: Symbol | None = None, weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, deterministic: bool | int = False, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched."""
def SyncBatchNorm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
def allclose(a: Symbol | None = None, b: Symbol | None = None, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8."""
def arange_like(data: Symbol | None = None, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def bipartite_matching(data: Symbol | None = None, is_ascend: bool | int = False, threshold: float = ..., topk: int = -1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1."""
def boolean_mask(data: Symbol | None = None, index: Symbol | None = None, axis: int = 0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The slices along an axis whose number in ``index`` is not zero."""
def box_decode(data: Symbol | None = None, anchors: Symbol | None = None, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient."""
def box_encode(samples: Symbol | None = None, matches: Symbol | None = None, anchors: Symbol | None = None, refs: Symbol | None = None, means: Symbol | None = None, stds: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count."""
def box_iou(lhs: Symbol | None = None, rhs: Symbol | None = None, format: Literal['center', 'corner'] | str = 'corner', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Intersection over union of every box of one array with every box of the other; it has no gradient."""
def box_nms(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def box_non_maximum_suppression(data: Symbol | None = None, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def calibrate_entropy(hist: Symbol | None = None, hist_edges: Symbol | None = None, num_quantized_bins: int = 255, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much."""
def count_sketch(data: Symbol | None = None, h: Symbol | None = None, s: Symbol | None = None, out_dim: int = ..., processing_batch_size: int = 32, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names."""
def ctc_loss(data: Symbol | None = None, label: Symbol | None = None, data_lengths: Symbol | None = None, label_lengths: Symbol | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def dequantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['float32'] | str = 'float32', out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The floats that int8 or uint8 levels stand for."""
def dgl_adjacency(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge."""
def dgl_csr_neighbor_non_uniform_sample(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
def dgl_csr_neighbor_uniform_sample(*data: Symbol | Sequence[Symbol], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
def dgl_graph_compact(*data: Symbol | Sequence[Symbol], num_args: int = ..., return_mapping: bool | int = ..., graph_sizes: ShapeLike = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
def dgl_subgraph(*data: Symbol | Sequence[Symbol], num_args: int = ..., return_mapping: bool | int = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
def div_sqrt_dim(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array divided by the square root of the length of its last axis."""
def edge_id(data: Symbol | None = None, u: Symbol | None = None, v: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge."""
def fft(data: Symbol | None = None, compute_size: int = 128, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn."""
def getnnz(data: Symbol | None = None, axis: int | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64."""
def gradientmultiplier(data: Symbol | None = None, scalar: float = 1.0, is_int: bool | int = True, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The array itself, with ``scalar`` times its gradient."""
def group_adagrad_update(weight: Symbol | None = None, grad: Symbol | None = None, history: Symbol | None = None, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row."""
def hawkesll(lda: Symbol | None = None, alpha: Symbol | None = None, beta: Symbol | None = None, state: Symbol | None = None, lags: Symbol | None = None, marks: Symbol | None = None, valid_length: Symbol | None = None, max_time: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``."""
def ifft(data: Symbol | None = None, compute_size: int = 128, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length."""
def index_array(data: Symbol | None = None, axes: ShapeLike | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64."""
def index_copy(old_tensor: Symbol | None = None, index_vector: Symbol | None = None, new_tensor: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``."""
def interleaved_matmul_encdec_qk(queries: Symbol | None = None, keys_values: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved."""
def interleaved_matmul_encdec_valatt(keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Values of encoder-decoder attention summed with the weights in ``attention``."""
def interleaved_matmul_selfatt_qk(queries_keys_values: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections."""
def interleaved_matmul_selfatt_valatt(queries_keys_values: Symbol | None = None, attention: Symbol | None = None, heads: int = ..., out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Values of self attention summed with the weights in ``attention``."""
def quadratic(data: Symbol | None = None, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``a * x**2 + b * x + c`` of each element."""
def quantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255."""
def quantize_asym(data: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift."""
def quantize_v2(data: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged."""
def quantized_act(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Rectified levels, as int8, with the range of the input."""
def quantized_batch_norm(data: Symbol | None = None, gamma: Symbol | None = None, beta: Symbol | None = None, moving_mean: Symbol | None = None, moving_var: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always."""
def quantized_concat(*data: Symbol | Sequence[Symbol], num_args: int = ..., dim: int = 1, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None, **kwargs: Any) -> Symbol:
    """Arrays of levels joined along an axis, in the widest of their ranges."""
def quantized_conv(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``Convolution`` of levels: int32 sums, and the range that they stand for."""
def quantized_elemwise_add(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated."""
def quantized_elemwise_mul(lhs: Symbol | None = None, rhs: Symbol | None = None, lhs_min: Symbol | None = None, lhs_max: Symbol | None = None, rhs_min: Symbol | None = None, rhs_max: Symbol | None = None, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
def quantized_embedding(data: Symbol | None = None, weight: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Rows of an int8 matrix, by index; indices out of range are clipped."""
def quantized_flatten(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Levels with all axes but the first folded into one."""
def quantized_fully_connected(data: Symbol | None = None, weight: Symbol | None = None, bias: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, min_weight: Symbol | None = None, max_weight: Symbol | None = None, min_bias: Symbol | None = None, max_bias: Symbol | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for."""
def quantized_pooling(data: Symbol | None = None, min_data: Symbol | None = None, max_data: Symbol | None = None, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``Pooling`` of levels, maximum or average, with the range of the input."""
def quantized_rnn(data: Symbol | None = None, parameters: Symbol | None = None, state: Symbol | None = None, state_cell: Symbol | None = None, data_scale: Symbol | None = None, data_shift: Symbol | None = None, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
def requantize(data: Symbol | None = None, min_range: Symbol | None = None, max_range: Symbol | None = None, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: Symbol | Sequence[Symbol] | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have."""
def round_ste(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Nearest whole number of each element, with gradient 1."""
def sign_ste(data: Symbol | None = None, out: Symbol | None = None, name: str | None = None, attr: dict[str, str] | None = None) -> Symbol:
    """Sign of each element, with gradient 1."""
