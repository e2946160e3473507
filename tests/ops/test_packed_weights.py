"""Weights that oneDNN packs for prediction are packed once, and never answer for other numbers than their own."""

import gc
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._host.stats import stats
from mxnet._ops import onednn
from mxnet._programs import preparation
from tests.ops.test_onednn import python

pytestmark = pytest.mark.skipif(onednn.library() is None, reason="needs the extra 'fast'")
CHANNELS = 16


def network() -> mx.gluon.nn.HybridSequential:
    """Two convolutions that are packed, and one after which nothing comes."""
    net = mx.gluon.nn.HybridSequential()
    for _ in range(2):
        net.add(mx.gluon.nn.Conv2D(CHANNELS, 3, padding=1, in_channels=CHANNELS, activation="relu"))
    net.add(mx.gluon.nn.Conv2D(CHANNELS, 3, in_channels=CHANNELS))
    net.initialize(mx.init.Xavier())
    net.hybridize()
    return net


def images(batch: int = 2) -> nd.NDArray:
    return nd.array(np.random.RandomState(0).uniform(-1, 1, (batch, CHANNELS, 20, 20)))


def expected(net: mx.gluon.nn.HybridSequential, data: nd.NDArray) -> np.ndarray:
    """What the network gives, computed in doubles."""
    data = data.astype("float64")
    for layer in net:
        weight, bias = (p.data().astype("float64") for p in (layer.weight, layer.bias))
        data = nd.Convolution(data, weight, bias, kernel=(3, 3), num_filter=CHANNELS, pad=layer._kwargs["pad"])
        data = nd.relu(data) if layer.act is not None else data
    return data.asnumpy()


def check(net: mx.gluon.nn.HybridSequential, data: nd.NDArray) -> None:
    want = expected(net, data)
    np.testing.assert_allclose(net(data).asnumpy(), want, rtol=1e-5, atol=1e-5 * np.abs(want).max())


def packings(net: mx.gluon.nn.HybridSequential, data: nd.NDArray) -> int:
    """How many weights a prediction packs."""
    before = stats.packed
    net(data).wait_to_read()
    return stats.packed - before


def warm(net: mx.gluon.nn.HybridSequential, data: nd.NDArray) -> None:
    for _ in range(3):  # weights that come from the host are on the device from the second time on
        net(data).wait_to_read()


def test_weights_are_packed_once() -> None:
    net, data = network(), images()
    assert packings(net, data) == 3
    warm(net, data)
    assert packings(net, data) == 0
    check(net, data)
    assert packings(net, images(4)) < 3  # another program, which wants some weight in the same layout
    check(net, images(4))


def test_a_weight_that_is_set_is_packed_again() -> None:
    net, data = network(), images()
    warm(net, data)
    net[1].weight.set_data(nd.random.normal(shape=net[1].weight.shape))
    nd.waitall()
    assert packings(net, data) == 1
    check(net, data)
    net[0].weight.data()[:] *= 2
    check(net, data)
    net[0].weight.data()[3] = 0.5
    check(net, data)


def test_predictions_between_training_steps_see_the_new_weights() -> None:
    net, data = network(), images()
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    for _ in range(6):  # the step overwrites the weights in place, at addresses that come again
        check(net, data)
        with autograd.record():
            loss = (net(data) ** 2).mean()
        loss.backward()
        trainer.step(1)
    check(net, data)


def test_an_executor_sees_what_is_copied_into_its_weights() -> None:
    data = images()
    symbol = mx.sym.relu(mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=CHANNELS, name="conv"))
    executor = symbol.simple_bind(mx.cpu(), data=data.shape, grad_req="null")
    for seed in range(5):
        numbers = np.random.RandomState(seed).normal(size=(CHANNELS, CHANNELS, 3, 3)).astype("float32")
        executor.arg_dict["conv_weight"][:] = nd.array(numbers)
        for _ in range(2):
            got = executor.forward(is_train=False, data=data)[0].asnumpy()
            doubles = data.astype("float64"), nd.array(numbers, dtype="float64")
            want = nd.relu(nd.Convolution(*doubles, kernel=(3, 3), num_filter=CHANNELS, no_bias=True)).asnumpy()
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5 * want.max())


def test_a_weight_whose_buffer_is_shared_is_packed_at_each_call() -> None:
    net, data = network(), images()
    warm(net, data)
    shared = net[2].weight.data().to_dlpack_for_write()
    assert packings(net, data) == packings(net, data) == 1
    check(net, data)
    del shared


def test_packed_weights_go_with_the_weights() -> None:
    gc.collect()
    before = len(preparation._PACKED)
    net, data = network(), images()
    warm(net, data)
    assert len(preparation._PACKED) == before + 3
    del net
    gc.collect()
    mx.nd.waitall()
    assert len(preparation._PACKED) == before


def test_gradients_of_a_prediction_are_those_of_its_steps() -> None:
    net, data = network(), images()
    warm(net, data)
    gradients = []
    for _ in range(2):
        data.attach_grad()
        with autograd.record(train_mode=False):
            loss = (net(data) ** 2).sum()
        loss.backward()
        gradients.append([data.grad.asnumpy(), *[p.grad().asnumpy() for p in net.collect_params().values()]])
        net.hybridize(active=False)
    for ours, steps in zip(*gradients, strict=True):
        np.testing.assert_allclose(ours, steps, rtol=1e-5, atol=1e-5 * np.abs(steps).max())


def test_a_program_from_disk_is_handed_packed_weights(tmp_path: Path) -> None:
    script = """
        import mxnet as mx
        from mxnet import nd
        from mxnet._host.stats import stats
        mx.random.seed(0)
        net = mx.gluon.nn.HybridSequential()
        for _ in range(6):
            net.add(mx.gluon.nn.Conv2D(24, 3, padding=1, in_channels=24), mx.gluon.nn.BatchNorm(in_channels=24))
        net.initialize(mx.init.Xavier())
        net.hybridize()
        out = [net(nd.ones((2, 24, 20, 20))).asnumpy().tobytes() for _ in range(3)]
        print(stats.from_disk > 0, stats.packed, out[0] == out[2], out[0].hex()[:64])
    """
    enabled = {"MXNET_ENGINE_CACHE": str(tmp_path), "MXNET_MKLDNN_ENABLED": "1"}
    first, second = (python(script, **enabled).split() for _ in range(2))
    assert [first[0], second[0]] == ["False", "True"]
    assert first[1:] == second[1:]
    assert int(first[1]) >= 6
    assert first[2] == "True"
