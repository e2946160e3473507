"""Networks as text that workers compare before they train."""

from typing import Any

import mxnet as mx
from mxnet import gluon
from mxnet.gluon import nn, rnn
from mxnet.gluon._description import network_of


def lines(net: gluon.Block) -> list[str]:
    return network_of(net.collect_params().values())


def stack(*layers: gluon.Block) -> nn.Sequential:
    net = nn.Sequential()
    net.add(nn.Dense(4), *layers, nn.Dense(2))
    return net


def test_the_same_network_is_described_the_same_whatever_its_names() -> None:
    first, second = (stack(nn.Activation("relu"), nn.Dropout(0.5), nn.BatchNorm()) for _ in range(2))
    assert first.name != second.name
    assert lines(first) == lines(second) != []
    assert [line.split(":")[0] for line in lines(first)[:3]] == [
        "the network",
        "block 0 of the network",
        "block 1 of the network",
    ]


def test_what_a_layer_does_is_part_of_it() -> None:
    layers = [
        [nn.Activation("relu"), nn.Activation("tanh")],
        [nn.LeakyReLU(0.1), nn.LeakyReLU(0.2)],
        [nn.Dropout(0.1), nn.Dropout(0.2)],
        [nn.BatchNorm(epsilon=1e-5), nn.BatchNorm(epsilon=1e-3)],
        [nn.Lambda("relu"), nn.Lambda("tanh")],
        [nn.HybridLambda(lambda F, x: F.relu(x)), nn.HybridLambda(lambda F, x: F.tanh(x))],
        [rnn.LSTM(4, dropout=0.1), rnn.LSTM(4)],
        [nn.Flatten(), nn.Sequential()],
    ]
    for first, second in layers:
        assert lines(stack(first)) != lines(stack(second))


def test_a_class_of_the_program_counts_by_its_children_and_its_code() -> None:
    def net(operator: str) -> gluon.Block:
        class Net(gluon.HybridBlock):
            def __init__(self, rank: int) -> None:
                super().__init__()
                self.rank = rank  # may differ
                self.dense = nn.Dense(3)

            if operator == "relu":

                def hybrid_forward(self, F: Any, x: Any) -> Any:
                    return F.relu(self.dense(x))
            else:

                def hybrid_forward(self, F: Any, x: Any) -> Any:
                    return F.tanh(self.dense(x))

        whole = nn.HybridSequential()
        whole.add(Net(len(operator)), nn.Dense(2))
        return whole

    assert "relu" in lines(net("relu"))[1]
    assert lines(net("relu")) == lines(net("relu")) != lines(net("tanh"))


def test_a_symbol_counts_by_its_operators() -> None:
    def block(act_type: str) -> gluon.Block:
        x = mx.sym.var("data")
        hidden = mx.sym.Activation(mx.sym.FullyConnected(x, num_hidden=3, name="fc"), act_type=act_type)
        return gluon.SymbolBlock(hidden, [x])

    assert lines(block("relu")) == lines(block("relu")) != lines(block("tanh"))


def test_networks_that_share_parameters_are_not_compared() -> None:
    net = nn.Dense(3)
    other = nn.Dense(3, params=net.params)
    assert lines(net) == []
    del other
    wrapped = nn.Sequential()
    wrapped.add(net, nn.Activation("relu"))
    assert len(lines(net)) == 1  # the smallest block that has all parameters
