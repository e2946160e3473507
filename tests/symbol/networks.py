"""Networks that MXNet 1.9.1 and we both build: ``oracle.json`` holds what MXNet says of them.

Only MXNet's public API is used here, so that ``make_oracle.py`` can import this file under the real MXNet. Each
function returns a symbol and the shapes of its inputs.
"""

import numpy as np


def values(name, shape):
    """Some numbers for an input, the same under every MXNet."""
    size = int(np.prod(shape))
    if name == "indices":
        return (np.arange(size) % 11).reshape(shape).astype("float32")
    numbers = np.sin(np.arange(size) * 0.7 + len(name)).reshape(shape).astype("float32")
    return np.abs(numbers) + np.float32(0.5) if name.endswith("var") else numbers


def run(mx, symbol, shapes):
    """The outputs of a symbol for these numbers, outside training."""
    args, _, states = symbol.infer_shape(**shapes)
    given = {n: mx.nd.array(values(n, s)) for n, s in zip(symbol.list_arguments(), args)}  # noqa: B905
    aux = {n: mx.nd.array(values(n, s)) for n, s in zip(symbol.list_auxiliary_states(), states)}  # noqa: B905
    return [o.asnumpy() for o in symbol.bind(mx.cpu(), given, aux_states=aux, grad_req="null").forward()]


def mlp(mx):
    net = mx.sym.Variable("data")
    for i, size in enumerate((16, 8)):
        net = mx.sym.FullyConnected(data=net, name=f"fc{i}", num_hidden=size)
        net = mx.sym.Activation(data=net, act_type="relu")
    return mx.sym.SoftmaxOutput(data=net, name="softmax"), {"data": (4, 10)}


def convolutions(mx):
    net = mx.sym.var("data")
    net = mx.sym.Convolution(net, kernel=(5, 5), num_filter=6, name="c1")
    net = mx.sym.Pooling(mx.sym.Activation(net, act_type="tanh"), kernel=(2, 2), stride=(2, 2), pool_type="max")
    net = mx.sym.Convolution(net, kernel=(3, 3), pad=(1, 1), num_filter=8, no_bias=True)
    net = mx.sym.LeakyReLU(net, act_type="prelu", name="prelu")
    net = mx.sym.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg")
    return mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="out"), {"data": (2, 1, 28, 28)}


def residual(mx):
    net = mx.sym.var("data", dtype="float32")
    for i in range(2):
        branch = mx.sym.BatchNorm(net, name=f"bn{i}", fix_gamma=False, eps=2e-5)
        branch = mx.sym.Convolution(mx.sym.relu(branch), kernel=(3, 3), pad=(1, 1), num_filter=3, name=f"conv{i}")
        net = net + branch
    return mx.sym.mean(net, axis=(2, 3)), {"data": (2, 3, 8, 8)}


def branches(mx):
    data = mx.sym.var("data")
    parts = [mx.sym.Convolution(data, kernel=(k, k), pad=(k // 2, k // 2), num_filter=k) for k in (1, 3, 5)]
    parts.append(mx.sym.Pooling(data, kernel=(3, 3), pad=(1, 1), pool_type="avg"))
    net = mx.sym.Concat(*parts, dim=1, name="cat")
    up = mx.sym.UpSampling(net, scale=2, sample_type="nearest", num_args=1)
    return mx.sym.Deconvolution(up, kernel=(2, 2), stride=(2, 2), num_filter=2, name="de"), {"data": (1, 3, 6, 6)}


def lstm_steps(mx):
    data = mx.sym.SliceChannel(mx.sym.var("data"), num_outputs=3, axis=1, squeeze_axis=True, name="steps")
    hidden, cell = mx.sym.zeros(shape=(0, 5)), mx.sym.zeros(shape=(0, 5))
    shared = {n: mx.sym.var(n) for n in ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias")}
    for t in range(3):
        i2h = mx.sym.FullyConnected(data[t], shared["i2h_weight"], shared["i2h_bias"], num_hidden=20, name=f"t{t}_i2h")
        h2h = mx.sym.FullyConnected(hidden, shared["h2h_weight"], shared["h2h_bias"], num_hidden=20, name=f"t{t}_h2h")
        gates = mx.sym.SliceChannel(i2h + h2h, num_outputs=4, name=f"t{t}_slice")
        keep, write = mx.sym.sigmoid(gates[1]), mx.sym.sigmoid(gates[0])
        cell = keep * cell + write * mx.sym.tanh(gates[2])
        hidden = mx.sym.sigmoid(gates[3]) * mx.sym.tanh(cell)
    return mx.sym.Group([hidden, cell]), {"data": (2, 3, 7)}


def fused_rnn(mx):
    data = mx.sym.Embedding(mx.sym.var("indices"), input_dim=11, output_dim=6, name="embed")
    net = mx.sym.RNN(
        mx.sym.swapaxes(data, dim1=0, dim2=1),
        mode="lstm",
        state_size=4,
        num_layers=2,
        bidirectional=True,
        state_outputs=True,
        name="rnn",
    )
    return mx.sym.Group([mx.sym.SequenceLast(net[0]), net[1], net[2]]), {"indices": (3, 5)}


def attention(mx):
    data = mx.sym.var("data")
    heads = [
        mx.sym.FullyConnected(data, num_hidden=8, flatten=False, no_bias=True, name=n)
        for n in ("query", "key", "value")
    ]
    score = mx.sym.batch_dot(heads[0], heads[1], transpose_b=True) / 8**0.5
    mixed = mx.sym.batch_dot(mx.sym.Dropout(mx.sym.softmax(score, axis=-1), p=0.1), heads[2])
    return mx.sym.LayerNorm(mixed + data, name="norm"), {"data": (2, 4, 8)}


def arithmetic(mx):
    a, b = mx.sym.var("a"), mx.sym.var("b")
    parts = [a + b, a - 1, 2 - a, a * b, 3 * a, a / 2, 1 / b, a % 2, a**2, 2**a, a**b, -a, abs(b)]
    parts += [a == b, a != 0, a > b, a >= 0.5, a < b, a <= 1, mx.sym.pow(2, a), mx.sym.maximum(a, 0)]
    parts += [mx.sym.minimum(a, b), mx.sym.hypot(a, b), a.sum(axis=1), b.reshape((-1,)), a.astype("float64")]
    return mx.sym.Group(parts), {"a": (2, 3), "b": (2, 3)}


def outputs(mx):
    data = mx.sym.var("data")
    both = mx.sym.topk(data, k=2, ret_typ="both", name="top")
    parts = [both[0], both[1], mx.sym.sort(data), mx.sym.split_v2(data, (1, 3), axis=1)[1]]
    loss = mx.sym.MakeLoss(mx.sym.smooth_l1(data, scalar=1.0), name="loss")
    return mx.sym.Group([*parts, loss, mx.sym.BlockGrad(data)]), {"data": (3, 6)}


def annotated(mx):
    with mx.AttrScope(ctx_group="first", __mood__="calm"):
        net = mx.sym.var("data", shape=(0, 5), lr_mult=2, wd_mult=0.5, init="zeros", __x__=1)
        net = mx.sym.FullyConnected(net, num_hidden=3, name="fc", attr={"force_mirroring": "True"})
    with mx.name.Prefix("second_"):
        net = mx.sym.Convolution(
            mx.sym.reshape(net, shape=(-1, 1, 3)), kernel=(2,), num_filter=4, name="conv", lr_mult=3
        )
        net = net + mx.sym.random.normal(0, 1, shape=(4, 4, 2))
    return net, {"data": (4, 5)}


def constants(mx):
    data = mx.sym.var("data")
    parts = [data * mx.sym.ones((2, 3)), mx.sym.full((2,), 7), mx.sym.arange(1, 5, 2, repeat=2), mx.sym.eye(3, k=1)]
    parts += [mx.sym.linspace(0, 1, 5), mx.sym.zeros_like(data), mx.sym.random.uniform(0, 1, shape=(2, 2))]
    parts += [mx.sym.one_hot(data, depth=4), mx.sym.Pad(data, mode="constant", pad_width=(0,) * 8)]
    parts[-1:] = [mx.sym.clip(data, a_min=0, a_max=1), mx.sym.slice_axis(data, axis=1, begin=0, end=None)]
    return mx.sym.Group(parts), {"data": (2, 3)}


def regression(mx):
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    linear = mx.sym.LinearRegressionOutput(data, name="lro")
    logistic = mx.sym.LogisticRegressionOutput(data, mx.sym.var("label2"), name="logit")
    return mx.sym.Group([linear, logistic, mx.sym.SVMOutput(data, name="svm")]), {"data": (3, 4)}


RANDOM = ("annotated", "constants")
NETWORKS = (
    mlp,
    convolutions,
    residual,
    branches,
    lstm_steps,
    fused_rnn,
    attention,
    arithmetic,
    outputs,
    annotated,
    constants,
    regression,
)
