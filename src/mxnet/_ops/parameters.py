"""Parameters that recur: one text for each meaning, from which documentation is derived.

A name stands here if it means the same in nearly all operators that have it. Where it means something else, the
operator's own docstring says so, or ``PARAMETERS`` of its family.
"""

RECURRING = {
    "out": "An array that receives the result, in the place of a new one.",
    "name": "For symbols: the name of the node that is made.",
    # arrays
    "data": "The array.",
    "a": "The array.",
    "x": "The array.",
    "lhs": "The left operand.",
    "rhs": "The right operand.",
    "A": "Matrices, in the last two axes.",
    "rois": "Regions, a row each: the image's number, then x1, y1, x2, y2 in the image's pixels.",
    "sequence_length": "How long each sequence is, with ``use_sequence_length``.",
    # axes, shapes and types
    "axis": "The axis or axes to work along; None is all of them.",
    "keepdims": "Keep the axes that were reduced, with length 1.",
    "exclude": "Reduce all axes but those in ``axis``.",
    "shape": "The shape of the result.",
    "dtype": "The type of the result's elements.",
    "ctx": "The device of the result, as in ``gpu(0)``; the current one if empty.",
    "num_args": "How many arrays there are; counted if it is not given.",
    "is_ascend": "Whether the order is rising.",
    "squeeze_axis": "Drop the axis from parts that are 1 long.",
    # numbers
    "scalar": "The number.",
    "is_int": "Whether an array of integers stays one; else it becomes float64, so that the fraction counts.",
    # windows
    "kernel": "The window's length along each spatial axis.",
    "stride": "How far apart windows are, along each spatial axis; 1 unless given.",
    "dilate": "How far apart the elements of a window are, along each spatial axis; 1 unless given.",
    "pad": "How much is put around the data, at both ends of each spatial axis; 0 unless given.",
    "num_filter": "How many channels the result has.",
    "num_group": "Into how many groups channels are divided; each group of results reads its own group of the data.",
    "no_bias": "Leave out the bias.",
    "layout": "The order of axes, such as ``NCHW``; channels stand second unless given.",
    "workspace": "Megabytes of memory that MXNet may use for the computation; no effect, XLA plans memory.",
    "cudnn_tune": "How MXNet chooses cuDNN's algorithm; no effect, XLA chooses.",
    "cudnn_off": "Whether MXNet leaves cuDNN out; no effect.",
    "pool_type": "``max``, ``avg``, ``sum`` or ``lp``, the p-norm.",
    "global_pool": "Let one window be the whole image; ``kernel`` does not matter then.",
    "pooling_convention": "Round the number of windows down (``valid``) or up (``full``), or have one window a stride "
    "(``same``).",
    "p_value": "The p of ``lp``: 1, 2 or 3.",
    "count_include_pad": "Whether the margin counts in averages; it does unless False.",
    "pooled_size": "How many bins a region is divided into: (height, width).",
    "spatial_scale": "The feature map's size over the image's.",
    "output_dim": "The length of a vector, or how many channels the result has.",
    "input_dim": "How many vectors there are.",
    "sparse_grad": "Let the gradient of the weight hold only the rows that were read.",
    # normalization
    "moving_mean": "The running mean of each channel; training changes it.",
    "moving_var": "The running variance of each channel; training changes it.",
    "eps": "Added to the variance, so that nothing is divided by zero.",
    "fix_gamma": "Take 1 for ``gamma``, whatever it holds.",
    "use_global_stats": "Use the running statistics in training too.",
    "output_mean_var": "Also return the mean and the inverse standard deviation.",
    "min_calib_range": "The lowest number of the calibrated range; measured from the data if None.",
    "max_calib_range": "The highest number of the calibrated range; measured from the data if None.",
    # softmax and losses
    "temperature": "What the data are divided by first; None is 1.",
    "use_length": "Whether ``length`` is given.",
    "grad_scale": "A factor of the gradient.",
    "normalization": "What the gradient is divided by: ``null`` 1, ``batch`` the number of samples, ``valid`` that of "
    "the samples that count.",
    # sequences
    "use_sequence_length": "Whether ``sequence_length`` is given; else all sequences have the whole length.",
    "num_layers": "How many layers stand one above the other.",
    "bidirectional": "Read each sequence from its end as well.",
    "state_outputs": "Return the last states too.",
    "projection_size": "The length to which an LSTM's output is projected; None projects nothing.",
    "lstm_state_clip_min": "The lower bound of an LSTM's cells; None is none.",
    "lstm_state_clip_max": "The upper bound of an LSTM's cells; None is none.",
    "lstm_state_clip_nan": "Clip what is no number, too.",
    # matrices
    "transpose_a": "Transpose the first operand's matrices before.",
    "transpose_b": "Transpose the second operand's matrices before.",
    "forward_stype": "How the result is stored; what suits the operands' storage if None.",
    "lower": "Work with the lower triangle; else the upper one.",
    "rightside": "Let the triangular matrix stand on the right.",
    "UPLO": "Which triangle is read: ``L`` the lower, ``U`` the upper.",
    "hermitian": "Must be False.",
    # attention
    "heads": "How many heads there are.",
}
