"""Recurrent cells and networks of the model zoo, built alike here and under the real MXNet 1.9.1 (Python 3.8)."""

import hashlib
import json
import warnings

UNROLLS = (
    {"layout": "NTC", "merge_outputs": True},
    {"layout": "TNC", "merge_outputs": False},
    {"layout": "NTC", "merge_outputs": None},
    {"layout": "TNC", "merge_outputs": True, "valid_length": True},
)
MODELS = [
    "alexnet",
    "densenet121",
    "densenet161",
    "densenet169",
    "densenet201",
    "inceptionv3",
    "mobilenet0.25",
    "mobilenet0.5",
    "mobilenet0.75",
    "mobilenet1.0",
    "mobilenetv2_0.25",
    "mobilenetv2_0.5",
    "mobilenetv2_0.75",
    "mobilenetv2_1.0",
    "resnet101_v1",
    "resnet101_v2",
    "resnet152_v1",
    "resnet152_v2",
    "resnet18_v1",
    "resnet18_v2",
    "resnet34_v1",
    "resnet34_v2",
    "resnet50_v1",
    "resnet50_v2",
    "squeezenet1.0",
    "squeezenet1.1",
    "vgg11",
    "vgg11_bn",
    "vgg13",
    "vgg13_bn",
    "vgg16",
    "vgg16_bn",
    "vgg19",
    "vgg19_bn",
]


def digest(data):
    """A short name for data that are equal only if their names are."""
    return hashlib.sha1(json.dumps(data, sort_keys=True).encode()).hexdigest()[:12]


def nodes(symbol):
    """A graph, in a form that does not depend on who wrote it."""
    graph = json.loads(symbol.tojson())
    return [[n["op"], n["name"], sorted(n.get("attrs", {}).items()), n["inputs"]] for n in graph["nodes"]]


def flat(mx, data):
    return [data] if isinstance(data, mx.sym.Symbol) else [inner for item in data for inner in flat(mx, item)]


def gluon_cells(mx):
    """Cells of Gluon by name: functions that make them."""
    rnn, contrib = mx.gluon.rnn, mx.gluon.contrib.rnn

    def stack(kind):
        out = kind(prefix="stack_")
        with out.name_scope():
            out.add(rnn.LSTMCell(5))
            out.add(rnn.DropoutCell(0.3))
            out.add(rnn.BidirectionalCell(rnn.GRUCell(4), rnn.GRUCell(4), output_prefix="both_"))
            out.add(rnn.ResidualCell(rnn.RNNCell(8)))
        return out

    return {
        "rnn": lambda: rnn.RNNCell(5, prefix="a_"),
        "rnn softrelu": lambda: rnn.RNNCell(5, activation="softrelu", input_size=3),
        "lstm": lambda: rnn.LSTMCell(5),
        "lstm relu": lambda: rnn.LSTMCell(5, activation="relu", recurrent_activation="softsign"),
        "gru": lambda: rnn.GRUCell(5),
        "residual": lambda: rnn.ResidualCell(rnn.GRUCell(5, prefix="r_")),
        "dropout": lambda: rnn.DropoutCell(0.5, axes=(1,)),
        "zoneout": lambda: rnn.ZoneoutCell(rnn.LSTMCell(5), 0.2, 0.3),
        "bidirectional": lambda: rnn.BidirectionalCell(rnn.LSTMCell(5, prefix="l_"), rnn.GRUCell(5, prefix="r_")),
        "stack": lambda: stack(rnn.SequentialRNNCell),
        "hybrid stack": lambda: stack(rnn.HybridSequentialRNNCell),
        "lstmp": lambda: contrib.LSTMPCell(5, 3),
        "variational": lambda: contrib.VariationalDropoutCell(rnn.LSTMCell(5), 0.1, 0.2, 0.3),
        "variational no state": lambda: contrib.VariationalDropoutCell(rnn.LSTMCell(5), 0.1, 0, 0.3),
        "conv rnn": lambda: contrib.Conv1DRNNCell((3, 9), 4, 3, 3, i2h_pad=1),
        "conv lstm": lambda: contrib.Conv2DLSTMCell((9, 8, 3), 4, 3, 3, i2h_dilate=2, conv_layout="NHWC"),
        "conv gru": lambda: contrib.Conv3DGRUCell((3, 9, 8, 7), 4, (3, 2, 1), 3, i2h_pad=(1, 0, 2), activation="relu"),
    }


def gluon_layers(mx):
    """Layers of Gluon by name: functions that make them."""
    rnn = mx.gluon.rnn
    out = {}
    for kind in ("RNN", "LSTM", "GRU"):
        for layers, layout, both in ((1, "TNC", False), (2, "NTC", True), (3, "NTC", False)):
            name = f"{kind} {layers} {layout} {both}"
            out[name] = lambda k=kind, n=layers, t=layout, b=both: getattr(rnn, k)(
                5, n, layout=t, bidirectional=b, dropout=0.2
            )
    out["projection"] = lambda: rnn.LSTM(
        5, 2, projection_size=2, state_clip_min=-1, state_clip_max=2, state_clip_nan=True, input_size=4
    )
    return out


def facts(block):
    params = block.collect_params()
    shapes = [list(param.shape) for param in params.values()]
    return [repr(block), list(params), sorted(block._collect_params_with_prefix()), shapes]


def gluon_graphs(mx):
    """A digest of everything that Gluon says of each cell and layer."""
    out = {}
    for name, make in gluon_cells(mx).items():
        with mx.name.NameManager():
            found = [facts(make()), str(make().state_info(3))]
        for given in UNROLLS:
            given = dict(given)
            if given.get("valid_length"):
                given["valid_length"] = mx.sym.var("length")
            with mx.name.NameManager():
                outputs, states = make().unroll(3, mx.sym.var("data"), **given)
                found.append(nodes(mx.sym.Group(flat(mx, outputs) + flat(mx, states))))
        out[name] = digest(found)
    for name, make in gluon_layers(mx).items():
        with mx.name.NameManager():
            layer = make()
            states = layer.begin_state(0, func=mx.sym.zeros)
            found = [facts(layer), str(layer.state_info(3))]
            found.append(nodes(layer(mx.sym.var("data"))))
            found.append(nodes(mx.sym.Group(flat(mx, layer(mx.sym.var("data"), states)))))
            if name != "projection":
                cells = layer._unfuse()
                found += [facts(cells), nodes(mx.sym.Group(flat(mx, cells.unroll(3, mx.sym.var("data")))))]
        out[name] = digest(found)
    return out


def symbolic_cells(mx):
    """Cells of ``mx.rnn`` by name: functions that make them."""
    rnn = mx.rnn

    def stack():
        out = rnn.SequentialRNNCell()
        out.add(rnn.LSTMCell(5, prefix="s0_"))
        out.add(rnn.DropoutCell(0.3))
        out.add(rnn.BidirectionalCell(rnn.GRUCell(4, prefix="l_"), rnn.GRUCell(4, prefix="r_"), output_prefix="both_"))
        out.add(rnn.RNNCell(3))
        return out

    out = {
        "rnn": lambda: rnn.RNNCell(5, activation="relu"),
        "lstm": lambda: rnn.LSTMCell(5, forget_bias=2.0),
        "gru": lambda: rnn.GRUCell(5),
        "residual": lambda: rnn.ResidualCell(rnn.GRUCell(5)),
        "dropout": lambda: rnn.DropoutCell(0.5),
        "stack": stack,
    }
    for mode in ("rnn_relu", "rnn_tanh", "lstm", "gru"):
        for both in (False, True):
            name = f"{mode} {both}"
            out["fused " + name] = lambda m=mode, b=both: rnn.FusedRNNCell(5, 2, m, b, 0.25, get_next_state=True)
            out["unfused " + name] = lambda m=mode, b=both: rnn.FusedRNNCell(5, 2, m, b, 0.25).unfuse()
    return out


def symbolic_graphs(mx):
    """A digest of the graphs that each cell of ``mx.rnn`` unrolls to."""
    out = {}
    conv = {
        "conv rnn": lambda: mx.rnn.ConvRNNCell((1, 3, 8, 9), 4),
        "conv lstm": lambda: mx.rnn.ConvLSTMCell((1, 8, 9, 3), 4, activation="tanh", conv_layout="NHWC"),
        "conv gru": lambda: mx.rnn.ConvGRUCell((1, 3, 8, 9), 4),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # fused cells prefer the other layout
        for name, make in dict(symbolic_cells(mx), **conv).items():
            found = []
            for given in UNROLLS[:3]:
                with mx.name.NameManager():
                    data = [mx.sym.var(f"d{i}") for i in range(3)] if name in conv else mx.sym.var("data")
                    outputs, states = make().unroll(3, data, **given)
                    found.append(nodes(mx.sym.Group(flat(mx, outputs) + flat(mx, states))))
            out[name] = digest(found)
    return out


def model_graph(mx, name):
    """A digest of a network's graph, parameters and shapes."""
    with mx.name.NameManager():
        net = mx.gluon.model_zoo.vision.get_model(name)
        graph = net(mx.sym.var("data"))
        size = 299 if name == "inceptionv3" else 224
        shapes = graph.infer_shape(data=(1, 3, size, size))
    return digest([facts(net), nodes(graph), [[list(s) for s in group] for group in shapes]])
