"""Tables and pictures of networks."""

import graphviz
import pytest

import mxnet as mx
from mxnet import sym


def convnet() -> mx.sym.Symbol:
    net = sym.Convolution(sym.var("data"), num_filter=4, kernel=(3, 3), stride=(2, 2), name="conv")
    net = sym.BatchNorm(net, name="bn")
    net = sym.LeakyReLU(net, name="leaky")
    net = sym.Pooling(net, global_pool=True, pool_type="avg", name="pool")
    net = sym.FullyConnected(net, num_hidden=10, name="fc")
    return sym.SoftmaxOutput(net, name="softmax")


def rows(text: str) -> dict[str, list[str]]:
    """The table's rows by layer, without the lines between them."""
    lines = [line.split() for line in text.splitlines() if line and line[0] not in "_="]
    return {words[0].split("(")[0]: words[1:] for words in lines}


def test_summary_counts_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    mx.viz.print_summary(convnet(), shape={"data": (2, 3, 9, 9)})
    text = capsys.readouterr().out
    table = rows(text)
    assert table["data"] == ["3x9x9", "0"]
    assert table["conv"] == ["4x4x4", str(4 * 3 * 9 + 4), "data"]
    assert table["bn"] == ["4x4x4", "8", "conv"]
    assert table["pool"] == ["4x1x1", "0", "leaky"]
    assert table["fc"] == ["10", "50", "pool"]
    assert "Total params: 170" in text
    assert {len(line) for line in text.splitlines() if line[0] in "_="} == {120}


def test_summary_without_shapes(capsys: pytest.CaptureFixture[str]) -> None:
    mx.viz.print_summary(convnet())
    table = rows(capsys.readouterr().out)
    assert table["conv"] == ["4", "data"]  # the bias: more is not known


def test_summary_of_several_inputs_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    x = sym.FullyConnected(sym.var("x"), num_hidden=3, name="left")
    mx.viz.print_summary(sym.broadcast_add(x, sym.tanh(x, name="right"), name="sum"), {"x": (1, 2)}, line_length=80)
    lines = capsys.readouterr().out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("sum("))
    assert lines[at].split()[-1] == "left" and lines[at + 1].split() == ["right"]


def awkward() -> list[tuple[mx.sym.Symbol, dict[str, tuple[int, ...]]]]:
    x = sym.var("x")
    rnn = sym.RNN(x, state_size=4, num_layers=2, mode="lstm", state_outputs=True, name="rnn")
    return [
        (sym.SliceChannel(x, num_outputs=2, name="slice"), {"x": (2, 4)}),
        (rnn, {"x": (3, 2, 5)}),
        (sym.Pooling(x, global_pool=True, pool_type="max"), {"x": (1, 2, 5, 5)}),
        (sym.LeakyReLU(x), {"x": (1, 2)}),
        (sym.LeakyReLU(x, act_type="prelu", name="prelu"), {"x": (1, 2)}),
        (sym.Pooling(x, kernel=(2, 2)), {"x": (1, 2, 5, 5)}),
        (sym.Convolution(x, num_filter=2, kernel=(3,)), {"x": (1, 2, 5)}),
        (sym.Group([x * 2, sym.topk(x, k=1, ret_typ="both")]), {"x": (2, 4)}),
        (x, {"x": (2, 4)}),
        (sym.zeros((2, 3)), {}),
        (sym.Embedding(x, input_dim=10, output_dim=3), {"x": (2, 4)}),
    ]


@pytest.mark.parametrize("number", range(len(awkward())))
def test_no_operator_is_too_awkward(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    net, shape = awkward()[number]
    mx.viz.print_summary(net)
    mx.viz.print_summary(net, shape)
    assert "Total params" in capsys.readouterr().out
    for hide in (True, False):
        dot = mx.viz.plot_network(net, shape=shape, hide_weights=hide)
        assert net._heads[0][0].name in dot.source


def test_pictures_show_layers_and_sizes() -> None:
    dot = mx.viz.plot_network(
        convnet(), title="net", save_format="svg", shape={"data": (2, 3, 9, 9)}, node_attrs={"fixedsize": "false"}
    )
    assert isinstance(dot, graphviz.Digraph)
    assert (dot.name, dot.format) == ("net", "svg")
    assert 'conv -> data [label="3x9x9"' in dot.source
    assert "3x3/2x2, 4" in dot.source and "avg, global" in dot.source and "LeakyReLU" in dot.source
    assert "fixedsize=false" in dot.source
    assert "conv_weight" not in dot.source and "bn_moving_mean" not in dot.source
    assert "softmax_label" in dot.source


def test_pictures_with_weights_and_types() -> None:
    dot = mx.viz.plot_network(convnet(), dtype={"data": "float16"}, hide_weights=False)
    assert 'conv -> conv_weight [label="(float16)"' in dot.source


def test_nodes_of_one_name_are_told_apart() -> None:
    net = sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc")
    net = sym.FullyConnected(net, num_hidden=2, name="fc")
    with pytest.warns(RuntimeWarning, match="There are multiple variables with the same name in your graph.*fc"):
        dot = mx.viz.plot_network(net)
    assert '"fc (2)" -> fc' in dot.source


def test_without_the_dot_program_there_is_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    dot = mx.viz.plot_network(convnet())
    shown = dot._repr_mimebundle_()["text/plain"]
    assert "digraph" in shown and "install Graphviz" in shown


def test_mistakes() -> None:
    with pytest.raises(TypeError, match="symbol must be"):
        mx.viz.print_summary(1)
    with pytest.raises(TypeError, match="symbol must be"):
        mx.viz.plot_network(1)
    with pytest.raises(ValueError, match="Input shape is incomplete"):
        mx.viz.print_summary(convnet(), {})
    with pytest.raises(ValueError, match="Input shape is incomplete"):
        mx.viz.plot_network(convnet(), shape={})
    with pytest.raises(mx.MXNetError, match="no argument 'other'"):
        mx.viz.print_summary(convnet(), {"other": (1,)})
