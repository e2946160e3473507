"""``autograd.get_symbol``: what was recorded, as a symbol."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd, sym
from mxnet.symbol.history import get_symbol


def test_variables_and_attributes() -> None:
    x, w = nd.array([[1, 2, 3]]), nd.ones((4, 3))
    x.attach_grad()
    with autograd.record():
        y = nd.FullyConnected(x, w, num_hidden=4, no_bias=True) * 2.5 + x.sum()
        z = nd.tanh(y[0:1, 1:3].reshape((2,)))
    net = get_symbol(z)
    assert net.list_arguments() == ["var0", "null0"]
    assert net.get_internals()["node_0_output"].attr("num_hidden") == "4"
    assert net.bind(mx.cpu(), [x, w]).forward()[0].asnumpy().tolist() == z.asnumpy().tolist()
    assert mx.sym.load_json(net.tojson()).list_arguments() == net.list_arguments()


def test_several_outputs_random_numbers_and_states() -> None:
    x = nd.ones((4, 6))
    x.attach_grad()
    moving = [nd.zeros((3,)), nd.ones((3,))]
    with autograd.record():
        left, right = nd.split(nd.Dropout(x, p=0.5), num_outputs=2)
        y = nd.BatchNorm(left + right, nd.ones((3,)), nd.zeros((3,)), *moving)
    net = get_symbol(y)
    assert len(net.list_arguments()) == 3 and len(net.list_auxiliary_states()) == 2
    assert [n for n in net.get_internals().list_outputs() if n.endswith("output1")]


def test_cached_operators_come_apart() -> None:
    op = mx.nd.CachedOp(sym.tanh(sym.var("a") * sym.var("b")))
    x, y = nd.array([1.0]), nd.array([2.0])
    x.attach_grad()
    with autograd.record():
        z = op(x, y) + x
    net = get_symbol(z)
    assert net.list_arguments() == ["var0", "null0"]
    np.testing.assert_allclose(net.bind(mx.cpu(), [x, y]).forward()[0].asnumpy(), z.asnumpy())


def test_arrays_without_a_history() -> None:
    with pytest.raises(mx.MXNetError, match="not part of a computation graph"):
        get_symbol(nd.ones((1,)))
    x = nd.ones((1,))
    x.attach_grad()
    assert get_symbol(x).list_arguments() == ["var0"]
