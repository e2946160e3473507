"""Bucketing, sequences of modules, modules in Python, SVRG."""

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule
from tests.engine.counting import counted
from tests.module.networks import batches, mlp


def summing(length: int) -> tuple[mx.sym.Symbol, tuple[str], tuple[str]]:
    """A network for sequences of a length, with the same parameters for all."""
    data = mx.sym.var("data", shape=(0, length))
    embedded = mx.sym.Embedding(data, input_dim=6, output_dim=4, name="embed")
    net = mx.sym.FullyConnected(mx.sym.sum(embedded, axis=1), num_hidden=2, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)


class Lengths(mx.io.DataIter):
    """Batches of sequences of 4 and of 2; the label is whether they begin with a large number."""

    def __init__(self) -> None:
        super().__init__(8)
        self.default_bucket_key = 4
        self.provide_data, self.provide_label = [("data", (8, 4))], [("softmax_label", (8,))]
        random = np.random.RandomState(0)
        self._data = [random.randint(0, 6, (8, length)) for length in (4, 2, 2, 4, 2)]
        self.reset()

    def reset(self) -> None:
        self._next = 0

    def next(self) -> mx.io.DataBatch:
        if self._next == len(self._data):
            raise StopIteration
        data = self._data[self._next]
        self._next += 1
        return mx.io.DataBatch(
            [nd.array(data)],
            [nd.array(data.sum(1) > 2.5 * data.shape[1])],
            pad=0,
            bucket_key=data.shape[1],
            provide_data=[("data", data.shape)],
            provide_label=[("softmax_label", (8,))],
        )


def test_buckets_share_parameters(tmp_path: Path) -> None:
    module = mx.mod.BucketingModule(summing, default_bucket_key=4)
    module.fit(Lengths(), num_epoch=20, optimizer_params={"learning_rate": 0.5}, initializer=mx.init.Normal(0.5))
    assert sorted(module._buckets) == [2, 4]
    weights = [bucket._exec_group.execs[0].arg_dict["fc_weight"] for bucket in module._buckets.values()]
    assert weights[0] is weights[1]
    score = module.score(Lengths(), "acc")
    assert score[0][1] > 0.9
    with counted() as found:
        module.fit(Lengths(), num_epoch=2)
    assert (found.programs, found.compilations) == (10, 0)
    prefix = str(tmp_path / "buckets")
    module.save_checkpoint(prefix, 3)
    again = mx.mod.BucketingModule.load(prefix, 3, sym_gen=summing, default_bucket_key=4)
    again.bind(Lengths().provide_data, Lengths().provide_label)
    assert again.score(Lengths(), "acc") == module.score(Lengths(), "acc")
    with pytest.raises(AssertionError, match="sym_gen"):
        mx.mod.BucketingModule.load(prefix, 3)


def test_a_sequence_of_modules_learns() -> None:
    first = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="first")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(first, label_names=None)).add(
        mx.mod.Module(mlp(), data_names=["data"]), take_labels=True, auto_wiring=True
    )
    chain.fit(batches(), num_epoch=8, optimizer_params={"learning_rate": 0.5}, initializer=mx.init.Xavier())
    assert chain.score(batches(), "acc") == [("accuracy", 1.0)]
    assert sorted(chain.get_params()[0])[-1] == "first_weight"
    with pytest.raises(AssertionError, match="Unknown meta"):
        chain.add(mx.mod.Module(first, label_names=None), takes_labels=True)


def test_a_loss_in_python() -> None:
    def gradient(scores: nd.NDArray, labels: nd.NDArray) -> nd.NDArray:
        return nd.softmax(scores) - nd.one_hot(labels, 3)

    scores = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(scores, label_names=None))
    chain.add(mx.mod.PythonLossModule(grad_func=gradient), take_labels=True, auto_wiring=True)
    chain.fit(batches(), num_epoch=5, optimizer_params={"learning_rate": 0.5})
    assert chain.score(batches(), "acc") == [("accuracy", 1.0)]
    with pytest.raises(AssertionError, match="out_grads should be None"):
        chain._modules[1].backward([nd.ones(1)])


def test_variance_reduced_gradients() -> None:
    data = np.random.RandomState(0).randint(1, 5, (96, 2)).astype("float32")
    train = mx.io.NDArrayIter(data, data @ [1.0, 2.0], 32, label_name="lro_label")
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    net = mx.sym.LinearRegressionOutput(net, name="lro")
    module = SVRGModule(net, label_names=["lro_label"], update_freq=2)
    module.fit(train, num_epoch=60, eval_metric="mse", optimizer_params={"learning_rate": 0.05})
    assert module.score(train, "mse")[0][1] < 0.01
    # Right after the gradient over all data is taken, the batch's own cancels.
    module.update_full_grads(train)
    train.reset()
    module.forward_backward(next(train))
    module._update_svrg_gradients()
    corrected = module._exec_group.execs[0].grad_dict["fc_weight"].asnumpy()
    assert np.allclose(corrected, module._param_dict[0]["fc_weight"].asnumpy(), atol=1e-3)
    with pytest.raises(TypeError, match="update_freq"):
        SVRGModule(net, label_names=["lro_label"])


def test_svrg_begins_with_weights_of_zero_on_the_devices_and_updates_those_of_the_store() -> None:
    data, label = np.array([[1, 2], [3, 4]], "float32"), np.array([5, 6], "float32")
    train = mx.io.NDArrayIter(data, label, batch_size=2, label_name="lro_label")
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, no_bias=True, name="fc")
    net = mx.sym.LinearRegressionOutput(net, mx.sym.var("lro_label"), name="lro")
    module = SVRGModule(net, label_names=["lro_label"], update_freq=1)
    module.bind(train.provide_data, train.provide_label)
    module.init_params(mx.init.One())
    module.init_optimizer(kvstore=mx.kv.create("local"), optimizer_params={"learning_rate": 0.1})
    module.update_full_grads(train)
    train.reset()
    module.forward_backward(train.next())
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), [[0], [0]])
    module.update()
    # With zeros the gradient is -(1 * 5 + 3 * 6) and -(2 * 5 + 4 * 6), halved by the batch, and steps start at one.
    np.testing.assert_allclose(module.get_params()[0]["fc_weight"].asnumpy(), [[2.15, 2.7]], rtol=1e-5)
