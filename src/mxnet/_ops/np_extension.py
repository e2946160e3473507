"""The names that ``mx.npx`` has for operators of ``mx.nd``."""

from mxnet._ops.registry import OPS, find

_NAMES = {
    "activation": "Activation",
    "arange_like": "_contrib_arange_like",
    "batch_dot": "batch_dot",
    "batch_flatten": "Flatten",
    "batch_norm": "BatchNorm",
    "cast": "Cast",
    "convolution": "Convolution",
    "deconvolution": "Deconvolution",
    "dropout": "Dropout",
    "embedding": "Embedding",
    "erf": "erf",
    "erfinv": "erfinv",
    "fully_connected": "FullyConnected",
    "gamma": "gamma",
    "gammaln": "gammaln",
    "gather_nd": "gather_nd",
    "layer_norm": "LayerNorm",
    "leaky_relu": "LeakyReLU",
    "log_softmax": "log_softmax",
    "multibox_detection": "_contrib_MultiBoxDetection",
    "multibox_prior": "_contrib_MultiBoxPrior",
    "multibox_target": "_contrib_MultiBoxTarget",
    "nonzero": "_npi_nonzero",
    "one_hot": "one_hot",
    "pick": "pick",
    "pooling": "Pooling",
    "relu": "relu",
    "reshape_like": "reshape_like",
    "rnn": "RNN",
    "roi_pooling": "ROIPooling",
    "sequence_mask": "SequenceMask",
    "shape_array": "shape_array",
    "sigmoid": "sigmoid",
    "slice": "_npi_slice",
    "smooth_l1": "smooth_l1",
    "softmax": "softmax",
    "topk": "topk",
}
_IMAGE = (
    "adjust_lighting crop flip_left_right flip_top_bottom normalize random_brightness random_color_jitter "
    "random_contrast random_flip_left_right random_flip_top_bottom random_hue random_lighting random_saturation "
    "resize to_tensor"
)

for _name, _operator in _NAMES.items():
    OPS[f"_npx_{_name}"] = find(_operator)
for _name in _IMAGE.split():
    OPS[f"_npx__image_{_name}"] = find(f"_image_{_name}")
