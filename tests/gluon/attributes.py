"""Layers, cells and losses of Gluon, and the attributes that their instances have; it runs under MXNet 1.9.1 too.

Programs that derive from them read these attributes, private ones among them.
"""

# Arguments of each class, by what it is in ``mx.gluon``; None stands for a plain cell.
LAYERS = {
    "nn.Dense": ((3,), {"in_units": 2, "activation": "relu"}),
    "nn.Activation": (("relu",), {}),
    "nn.LeakyReLU": ((0.1,), {}),
    "nn.Dropout": ((0.5,), {}),
    "nn.Embedding": ((4, 3), {}),
    "nn.Lambda": (("tanh",), {}),
    "nn.HybridLambda": (("tanh",), {}),
    "nn.ReflectionPad2D": ((2,), {}),
    "rnn.DropoutCell": ((0.5,), {}),
    "rnn.ZoneoutCell": ((None, 0.1, 0.2), {}),
    "rnn.ResidualCell": ((None,), {}),
    "rnn.BidirectionalCell": ((None, None), {}),
    "rnn.RNN": ((3, 2), {"input_size": 2}),
    "rnn.LSTM": ((3, 2), {"input_size": 2, "bidirectional": True}),
    "rnn.GRU": ((3,), {"input_size": 2}),
    "contrib.nn.SparseEmbedding": ((4, 3), {}),
    "contrib.nn.SyncBatchNorm": ((3,), {"num_devices": 1}),
    "contrib.rnn.LSTMPCell": ((3, 2), {"input_size": 2}),
    "contrib.rnn.VariationalDropoutCell": ((None, 0.1, 0.2, 0.3), {}),
}
_NONE = ((), {})
_CONVOLUTION = ((3,), {"kernel_size": 3, "in_channels": 2})


def _add(space, names, arguments):
    LAYERS.update({f"{space}.{name}": arguments for name in names.split()})


_add("nn", "PReLU ELU SELU Swish GELU Flatten Sequential HybridSequential GroupNorm", _NONE)
_add("nn", "BatchNorm BatchNormReLU InstanceNorm LayerNorm", ((), {"in_channels": 3}))
_add("rnn", "RNNCell LSTMCell GRUCell", ((3,), {"input_size": 2}))
_add("rnn", "SequentialRNNCell HybridSequentialRNNCell", _NONE)
_add("loss", "L2Loss L1Loss SigmoidBCELoss SoftmaxCELoss KLDivLoss CTCLoss HuberLoss HingeLoss SquaredHingeLoss", _NONE)
_add("loss", "LogisticLoss TripletLoss PoissonNLLLoss CosineEmbeddingLoss SDMLLoss", _NONE)
_add("contrib.nn", "Concurrent HybridConcurrent Identity", _NONE)
_add("contrib.cnn", "DeformableConvolution ModulatedDeformableConvolution", _CONVOLUTION)
for _d in (1, 2, 3):
    _add("contrib.nn", f"PixelShuffle{_d}D", ((2,), {}))
    _add("nn", f"Conv{_d}D Conv{_d}DTranspose", _CONVOLUTION)
    _add("nn", f"MaxPool{_d}D AvgPool{_d}D GlobalMaxPool{_d}D GlobalAvgPool{_d}D", _NONE)
    _recurrent = (((2,) + (5,) * _d, 3), {"i2h_kernel": 3, "h2h_kernel": 3, "i2h_pad": 1})
    _add("contrib.rnn", f"Conv{_d}DRNNCell Conv{_d}DLSTMCell Conv{_d}DGRUCell", _recurrent)


def make(mx, name):
    """An instance of a class."""
    kind = mx.gluon
    for part in name.split("."):
        kind = getattr(kind, part)
    args, kwargs = LAYERS[name]
    return kind(*[mx.gluon.rnn.RNNCell(3) if arg is None else arg for arg in args], **kwargs)


def own_attributes(mx, layer):
    """The attributes of an instance that every block does not have."""
    return sorted(set(vars(layer)) - set(vars(mx.gluon.Block())) - set(vars(mx.gluon.HybridBlock())))


def described(mx, value):
    """A value as JSON can have it."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (tuple, list)):
        return [described(mx, part) for part in value]
    if isinstance(value, dict):
        return {str(key): described(mx, part) for key, part in value.items()}
    if isinstance(value, mx.gluon.Parameter):
        return f"Parameter {tuple(value.shape)}"
    if isinstance(value, mx.gluon.Block):
        return f"Block {type(value).__name__}"
    return "callable" if callable(value) else type(value).__name__
