"""Made by tools/stubs.py from the operator registry."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Literal, NoReturn, overload

from mxnet._types import DTypeLike, Own, ShapeLike

from typing import Any
import numpy as np
from mxnet.context import Context
from mxnet.ndarray.control import cond as cond
from mxnet.ndarray.control import foreach as foreach
from mxnet.ndarray.control import while_loop as while_loop
from mxnet.ndarray.creation import full
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import new
def isnan(data: NDArray) -> NDArray:
    """1 where an element is not a number, else 0."""
def isinf(data: NDArray) -> NDArray:
    """1 where an element is infinite, else 0."""
def isfinite(data: NDArray) -> NDArray:
    """1 where an element is a finite number, else 0."""
def boolean_mask(data: NDArray, index: NDArray, axis: int=0, out: Any=None, name: str | None=None) -> NDArray:
    """The slices along an axis whose number in ``index`` is not zero."""
def rand_zipfian(true_classes: NDArray, num_sampled: int, range_max: int, ctx: Context | None=None) -> tuple[NDArray, NDArray, NDArray]:
    """Classes of ``range_max`` drawn by a Zipfian law, then how often each true and each drawn one is expected."""
def adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: Any, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """A step of AdamW; ``rescale_grad`` is a number or an array of one."""
def mp_adamw_update(weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: Any, lr: float, eta: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-08, wd: float = 0, clip_gradient: float = -1, out: Any = None, name: str | None = None, **kwargs: Any) -> NDArray:
    """A step of AdamW for a weight in half precision, on its float32 copy ``weight32``."""
def multi_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], rescale_grad: Any, lrs: Sequence[float], wds: Sequence[float], etas: Sequence[float], out: Any=None, name: str | None=None, size: int=0, **kwargs: Any) -> list[NDArray]:
    """A step of AdamW for many weights at once."""
def multi_mp_adamw_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], weights32: Sequence[NDArray], rescale_grad: Any, lrs: Sequence[float], wds: Sequence[float], etas: Sequence[float], out: Any = None, name: str | None = None, size: int = 0, **kwargs: Any) -> list[NDArray]:
    """A step of AdamW for many weights in half precision at once."""
def multi_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], step_count: Sequence[int], lrs: Sequence[float], wds: Sequence[float], out: Any=None, num_tensors: int=0, **kwargs: Any) -> list[NDArray]:
    """A step of LAMB for many weights at once, ``step_count`` being the number of the step for each."""
def multi_mp_lamb_update(weights: Sequence[NDArray], grads: Sequence[NDArray], mean: Sequence[NDArray], var: Sequence[NDArray], weights32: Sequence[NDArray], step_count: Sequence[int], lrs: Sequence[float], wds: Sequence[float], out: Any = None, num_tensors: int = 0, **kwargs: Any) -> list[NDArray]:
    """A step of LAMB for many weights in half precision at once."""
def AdaptiveAvgPooling2D(data: NDArray, output_size: ShapeLike = (), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1."""
@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """``BatchNorm`` followed by a rectifier."""
@overload
def BatchNormWithReLU(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``BatchNorm`` followed by a rectifier."""
def BilinearResize2D(data: NDArray, like: NDArray | None = None, height: int = 1, width: int = 1, scale_height: float | None = None, scale_width: float | None = None, mode: Literal['like', 'odd_scale', 'size', 'to_even_down', 'to_even_up', 'to_odd_down', 'to_odd_up'] | str = 'size', align_corners: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Bilinear interpolation of NCHW images to another height and width."""
def CTCLoss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def DeformableConvolution(data: NDArray, offset: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Convolution whose kernel cells are displaced by ``offset``: (y, x) for each group, cell and place."""
def DeformablePSROIPooling(data: NDArray, rois: NDArray, trans: NDArray | None = None, spatial_scale: float = ..., output_dim: int = ..., group_size: int = ..., pooled_size: int = ..., part_size: int = 0, sample_per_part: int = 1, trans_std: float = 0.0, no_trans: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """PSROIPooling from samples, each bin displaced by ``trans`` of shape (regions, 2 * classes, parts, parts)."""
def ModulatedDeformableConvolution(data: NDArray, offset: NDArray, mask: NDArray, weight: NDArray, bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, num_deformable_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, im2col_step: int = 64, layout: Literal['NCDHW', 'NCHW', 'NCW'] | str | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Deformable convolution with a weight in ``mask`` for each group, cell and place."""
def MultiBoxDetection(cls_prob: NDArray, loc_pred: NDArray, anchor: NDArray, clip: bool | int = True, threshold: float = 0.01, background_id: int = 0, nms_threshold: float = 0.5, force_suppress: bool | int = False, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), nms_topk: int = -1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Detections (batch, anchors, 6) from predictions: class, score, box; best first, class -1 for what was dropped."""
def MultiBoxPrior(data: NDArray, sizes: float | Sequence[float] = (1.0,), ratios: float | Sequence[float] = (1.0,), clip: bool | int = False, steps: float | Sequence[float] = (-1.0, -1.0), offsets: float | Sequence[float] = (0.5, 0.5), out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Anchors around every pixel of a (batch, channels, height, width) map, the image being 1 wide and high."""
def MultiBoxTarget(anchor: NDArray, label: NDArray, cls_pred: NDArray, overlap_threshold: float = 0.5, ignore_label: float = -1.0, negative_mining_ratio: float = -1.0, negative_mining_thresh: float = 0.5, minimum_negative_samples: int = 0, variances: float | Sequence[float] = (0.1, 0.1, 0.2, 0.2), out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Training targets of anchors (1, anchors, 4): box offsets, their mask, and classes with 0 for background."""
@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, *, output_score: Literal[True], iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
@overload
def MultiProposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for each image, and their scores on request."""
def PSROIPooling(data: NDArray, rois: NDArray, spatial_scale: float = ..., output_dim: int = ..., pooled_size: int = ..., group_size: int = 0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Means of the bins of regions, each bin reading channels of its own."""
@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, *, output_score: Literal[True], iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
@overload
def Proposal(cls_prob: NDArray, bbox_pred: NDArray, im_info: NDArray, rpn_pre_nms_top_n: int = 6000, rpn_post_nms_top_n: int = 300, threshold: float = 0.7, rpn_min_size: int = 16, scales: float | Sequence[float] = (4.0, 8.0, 16.0, 32.0), ratios: float | Sequence[float] = (0.5, 1.0, 2.0), feature_stride: int = 16, output_score: bool | int = False, iou_loss: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The best boxes that a region proposal network predicts for one image, and their scores on request."""
def ROIAlign(data: NDArray, rois: NDArray, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sample_ratio: int = -1, position_sensitive: bool | int = False, aligned: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Means of bilinear samples in the bins of regions; a row of ``rois`` is an image's index and x1, y1, x2, y2."""
def RROIAlign(data: NDArray, rois: NDArray, pooled_size: ShapeLike = ..., spatial_scale: float = ..., sampling_ratio: int = -1, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """ROIAlign of rotated regions: an image's index, the centre, width, height and an angle in degrees."""
def SparseEmbedding(data: NDArray, weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, deterministic: bool | int = False, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``Embedding`` as MXNet 1.0 called it for weights that are mostly not touched."""
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, *, output_mean_var: Literal[True], ndev: int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
@overload
def SyncBatchNorm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, ndev: int = 1, key: str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over."""
def allclose(a: NDArray, b: NDArray, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """1 if every element of ``a`` is within ``atol + rtol * abs(b)`` of its partner in ``b``, else 0, as uint8."""
def arange_like(data: NDArray, start: float = 0.0, step: float = 1.0, repeat: int = 1, ctx: str = '', axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """A range as long as an axis of ``data``, or one over all its elements in its shape; of its dtype."""
def bipartite_matching(data: NDArray, is_ascend: bool | int = False, threshold: float = ..., topk: int = -1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Match rows and columns of score matrices greedily: the column of each row and the row of each column, or -1."""
def box_decode(data: NDArray, anchors: NDArray, std0: float = 1.0, std1: float = 1.0, std2: float = 1.0, std3: float = 1.0, clip: float = -1.0, format: Literal['center', 'corner'] | str = 'center', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Boxes in corners from offsets (batch, boxes, 4) and anchors (1, boxes, 4) of ``format``; it has no gradient."""
def box_encode(samples: NDArray, matches: NDArray, anchors: NDArray, refs: NDArray, means: NDArray, stds: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Offsets of matched boxes from anchors, normalized, and a mask; only samples above 0.5 count."""
def box_iou(lhs: NDArray, rhs: NDArray, format: Literal['center', 'corner'] | str = 'corner', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Intersection over union of every box of one array with every box of the other; it has no gradient."""
def box_nms(data: NDArray, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def box_non_maximum_suppression(data: NDArray, overlap_thresh: float = 0.5, valid_thresh: float = 0.0, topk: int = -1, coord_start: int = 2, score_index: int = 1, id_index: int = -1, background_id: int = -1, force_suppress: bool | int = False, in_format: Literal['center', 'corner'] | str = 'corner', out_format: Literal['center', 'corner'] | str = 'corner', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Boxes without those that overlap a better one, best first; rows of -1 fill up."""
def calibrate_entropy(hist: NDArray, hist_edges: NDArray, num_quantized_bins: int = 255, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The threshold at which clipped and quantized values diverge least from a symmetric histogram, and by how much."""
def count_sketch(data: NDArray, h: NDArray, s: NDArray, out_dim: int = ..., processing_batch_size: int = 32, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sum of the elements of the last axis times their signs ``s``, each at the place that ``h`` names."""
def ctc_loss(data: NDArray, label: NDArray, data_lengths: NDArray | None = None, label_lengths: NDArray | None = None, use_data_lengths: bool | int = False, use_label_lengths: bool | int = False, blank_label: Literal['first', 'last'] | str = 'first', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Negative log likelihood of each label sequence under unaligned (time, batch, alphabet) activations."""
def dequantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['float32'] | str = 'float32', out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The floats that int8 or uint8 levels stand for."""
def dgl_adjacency(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The adjacency matrix of a graph: 1 in float32 where the csr matrix ``data`` stores the number of an edge."""
@overload
def dgl_csr_neighbor_non_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Literal[1], num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
@overload
def dgl_csr_neighbor_non_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds, a neighbour being chosen with the probability that its vertex has."""
@overload
def dgl_csr_neighbor_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: Literal[1], num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
@overload
def dgl_csr_neighbor_uniform_sample(*data: NDArray | Sequence[NDArray], num_args: int = ..., num_hops: int = 1, num_neighbor: int = 2, max_num_vertices: int = 100, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Parts of a graph around seeds: at each of ``num_hops`` steps, up to ``num_neighbor`` neighbours of each vertex."""
@overload
def dgl_graph_compact(*data: NDArray | Sequence[NDArray], num_args: Literal[1], return_mapping: bool | int = ..., graph_sizes: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
@overload
def dgl_graph_compact(*data: NDArray | Sequence[NDArray], num_args: int = ..., return_mapping: bool | int = ..., graph_sizes: ShapeLike = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """Sampled parts of graphs without their empty rows and columns, edges numbered anew."""
@overload
def dgl_subgraph(*data: NDArray | Sequence[NDArray], num_args: Literal[1], return_mapping: bool | int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
@overload
def dgl_subgraph(*data: NDArray | Sequence[NDArray], num_args: int = ..., return_mapping: bool | int = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The edges among some vertices of a graph, numbered anew; with ``return_mapping`` also with their old numbers."""
def div_sqrt_dim(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array divided by the square root of the length of its last axis."""
def edge_id(data: NDArray, u: NDArray, v: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The element of the adjacency matrix ``data`` for each edge from ``u`` to ``v``, -1 where there is no edge."""
def fft(data: NDArray, compute_size: int = 128, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Fourier transform of real data along the last axis, as real and imaginary parts in turn."""
def getnnz(data: NDArray, axis: int | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """How many elements of a matrix are not zero: in all, a column (``axis=0``) or a row (``axis=1``), as int64."""
def gradientmultiplier(data: NDArray, scalar: float = 1.0, is_int: bool | int = True, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The array itself, with ``scalar`` times its gradient."""
def group_adagrad_update(weight: NDArray, grad: NDArray, history: NDArray, lr: float = ..., rescale_grad: float = 1.0, clip_gradient: float = -1.0, epsilon: float = 1e-05, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """One step of AdaGrad with one learning rate for each row of the weight; ``history`` has a value a row."""
def hawkesll(lda: NDArray, alpha: NDArray, beta: NDArray, state: NDArray, lags: NDArray, marks: NDArray, valid_length: NDArray, max_time: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Log likelihood of marked point sequences under independent Hawkes processes, and their states at ``max_time``."""
def ifft(data: NDArray, compute_size: int = 128, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Real part of the inverse Fourier transform along the last axis, not divided by the length."""
def index_array(data: NDArray, axes: ShapeLike | None = None, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """The coordinates of each element, of all axes or of those named, along a new last axis of int64."""
def index_copy(old_tensor: NDArray, index_vector: NDArray, new_tensor: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``old_tensor`` with its slices of the numbers given replaced by those of ``new_tensor``."""
def interleaved_matmul_encdec_qk(queries: NDArray, keys_values: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Scaled query-key products of encoder-decoder attention, keys and values being interleaved."""
def interleaved_matmul_encdec_valatt(keys_values: NDArray, attention: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Values of encoder-decoder attention summed with the weights in ``attention``."""
def interleaved_matmul_selfatt_qk(queries_keys_values: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Scaled query-key products of self attention, from (time, batch, heads * 3 * size) projections."""
def interleaved_matmul_selfatt_valatt(queries_keys_values: NDArray, attention: NDArray, heads: int = ..., out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Values of self attention summed with the weights in ``attention``."""
def quadratic(data: NDArray, a: float = 0.0, b: float = 0.0, c: float = 0.0, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """``a * x**2 + b * x + c`` of each element."""
def quantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['int8', 'uint8'] | str = 'uint8', out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Floats as int8 or uint8, given their range; the largest absolute value becomes level 127 or 255."""
def quantize_asym(data: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Floats as uint8 levels ``data * scale + shift`` that use the whole range, with that scale and shift."""
def quantize_v2(data: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Floats as int8 or uint8, over the calibrated range or the one they have; integers pass unchanged."""
def quantized_act(data: NDArray, min_data: NDArray, max_data: NDArray, act_type: Literal['relu', 'sigmoid', 'softrelu', 'softsign', 'tanh'] | str = ..., out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Rectified levels, as int8, with the range of the input."""
def quantized_batch_norm(data: NDArray, gamma: NDArray, beta: NDArray, moving_mean: NDArray, moving_var: NDArray, min_data: NDArray, max_data: NDArray, eps: float = 0.001, momentum: float = 0.9, fix_gamma: bool | int = True, use_global_stats: bool | int = False, output_mean_var: bool | int = False, axis: int = 1, cudnn_off: bool | int = False, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``BatchNorm`` of levels with the running statistics, as int8 in the calibrated range; ``gamma`` counts always."""
def quantized_concat(*data: NDArray | Sequence[NDArray], num_args: int = ..., dim: int = 1, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Arrays of levels joined along an axis, in the widest of their ranges."""
def quantized_conv(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, kernel: ShapeLike = ..., stride: ShapeLike = (), dilate: ShapeLike = (), pad: ShapeLike = (), num_filter: int = ..., num_group: int = 1, workspace: int = 1024, no_bias: bool | int = False, cudnn_tune: Literal['fastest', 'limited_workspace', 'off'] | str | None = None, cudnn_off: bool | int = False, layout: Literal['NCDHW', 'NCHW', 'NCW', 'NDHWC', 'NHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``Convolution`` of levels: int32 sums, and the range that they stand for."""
def quantized_elemwise_add(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """The sum of two arrays of levels: int32 levels, or 8-bit ones where its range is calibrated."""
@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, *, enable_float_output: Literal[True], out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
@overload
def quantized_elemwise_mul(lhs: NDArray, rhs: NDArray, lhs_min: NDArray, lhs_max: NDArray, rhs_min: NDArray, rhs_max: NDArray, min_calib_range: float | None = None, max_calib_range: float | None = None, enable_float_output: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """The product of two int8 arrays: int32 levels, int8 ones where its range is calibrated, or floats."""
def quantized_embedding(data: NDArray, weight: NDArray, min_weight: NDArray, max_weight: NDArray, input_dim: int = ..., output_dim: int = ..., dtype: DTypeLike = 'float32', sparse_grad: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Rows of an int8 matrix, by index; indices out of range are clipped."""
def quantized_flatten(data: NDArray, min_data: NDArray, max_data: NDArray, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Levels with all axes but the first folded into one."""
def quantized_fully_connected(data: NDArray, weight: NDArray, bias: NDArray | None = None, min_data: NDArray | None = None, max_data: NDArray | None = None, min_weight: NDArray | None = None, max_weight: NDArray | None = None, min_bias: NDArray | None = None, max_bias: NDArray | None = None, num_hidden: int = ..., no_bias: bool | int = False, flatten: bool | int = True, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``FullyConnected`` of levels: int32 sums, and the range that they stand for."""
def quantized_pooling(data: NDArray, min_data: NDArray, max_data: NDArray, kernel: ShapeLike = (), pool_type: Literal['avg', 'lp', 'max', 'sum'] | str = 'max', global_pool: bool | int = False, cudnn_off: bool | int = False, pooling_convention: Literal['full', 'same', 'valid'] | str = 'valid', stride: ShapeLike = (), pad: ShapeLike = (), p_value: int | None = None, count_include_pad: bool | int | None = None, layout: Literal['NCW', 'NWC', 'NCHW', 'NHWC', 'NCDHW', 'NDHWC'] | str | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """``Pooling`` of levels, maximum or average, with the range of the input."""
@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, *, state_outputs: Literal[True], projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:  # type: ignore[overload-overlap, overload-cannot-match]
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
@overload
def quantized_rnn(data: NDArray, parameters: NDArray, state: NDArray, state_cell: NDArray, data_scale: NDArray, data_shift: NDArray, state_size: int = ..., num_layers: int = ..., bidirectional: bool | int = False, mode: Literal['gru', 'lstm', 'rnn_relu', 'rnn_tanh'] | str = ..., p: float = 0.0, state_outputs: bool | int = False, projection_size: int | None = None, lstm_state_clip_min: float | None = None, lstm_state_clip_max: float | None = None, lstm_state_clip_nan: bool | int = False, use_sequence_length: bool | int = False, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> NDArray:  # type: ignore[overload-overlap, overload-cannot-match]
    """``RNN`` of uint8 levels ``x * data_scale + data_shift``, LSTM only, with products of integers."""
def requantize(data: NDArray, min_range: NDArray, max_range: NDArray, out_type: Literal['auto', 'int8', 'uint8'] | str = 'int8', min_calib_range: float | None = None, max_calib_range: float | None = None, out: NDArray | Sequence[NDArray] | None = None, name: str | None = None) -> list[NDArray]:
    """Levels of 32 bits as levels of 8, over the calibrated range or the one they have."""
def round_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Nearest whole number of each element, with gradient 1."""
def sign_ste(data: NDArray, out: NDArray | None = None, name: str | None = None) -> NDArray:
    """Sign of each element, with gradient 1."""
