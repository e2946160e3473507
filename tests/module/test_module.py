"""Module, step by step and with fit."""

import logging
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from tests.module.networks import batches, clusters, mlp

RATE = {"learning_rate": 0.5}


def trained(**options: object) -> mx.mod.Module:
    mx.random.seed(1)
    module = mx.mod.Module(mlp(), **options)
    module.fit(batches(), num_epoch=5, optimizer_params=RATE, initializer=mx.init.Xavier())
    return module


def test_fit_score_predict(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    seen = []
    module = mx.mod.Module(mlp())
    module.fit(
        batches(),
        eval_data=batches(),
        num_epoch=5,
        optimizer_params=RATE,
        initializer=mx.init.Xavier(),
        batch_end_callback=lambda param: seen.append((param.epoch, param.nbatch, param.locals["self"] is module)),
        epoch_end_callback=[lambda epoch, symbol, arg, aux: seen.append(sorted(arg))],
    )
    assert seen[:6] == [(0, i, True) for i in range(5)] + [["fc1_bias", "fc1_weight", "fc2_bias", "fc2_weight"]]
    assert "Epoch[4] Validation-accuracy=1.000000" in caplog.messages
    assert module.score(batches(), "acc") == [("accuracy", 1.0)]
    assert module.score(batches(), ["acc", "ce"], num_batch=2)[0] == ("accuracy", 1.0)
    found = module.predict(batches(size=8))
    assert found.shape == (60, 3)  # without what fills the last batch up
    assert (found.asnumpy().argmax(1) == clusters()[1]).all()
    parts = module.predict(batches(size=8), merge_batches=False)
    assert [len(part[0]) for part in parts] == [8] * 7 + [4]
    assert [number for _, number, _ in module.iter_predict(batches(), num_batch=2)] == [0, 1]
    assert module.predict(clusters()[0][:12]).shape == (12, 3)


def test_one_context_and_two_agree() -> None:
    one, two = trained(), trained(context=[mx.cpu(0), mx.cpu(1)], work_load_list=[1, 2])
    assert [part.stop - part.start for part in two._exec_group.slices] == [4, 8]
    for name, array in one.get_params()[0].items():
        assert np.allclose(array.asnumpy(), two.get_params()[0][name].asnumpy(), atol=1e-5)
    assert two._kvstore is not None and one._kvstore is None


def test_gradients_of_inputs_and_of_outputs() -> None:
    names = "abc"
    a, b, c = (mx.sym.var(name) for name in names)
    module = mx.mod.Module(
        a + 2 * b + 3 * c, data_names=["b", "c", "a"], label_names=None, context=[mx.cpu(0), mx.cpu(1)]
    )
    module.bind([("b", (5, 5)), ("c", (5, 5)), ("a", (5, 5))], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([nd.ones((5, 5))] * 3))
    module.backward([nd.ones((5, 5))])
    assert [grad.asnumpy().mean() for grad in module.get_input_grads()] == [2, 3, 1]
    assert [len(parts) for parts in module.get_input_grads(merge_multi_context=False)] == [2, 2, 2]


@pytest.mark.filterwarnings("ignore:Data provided by label_shapes")
def test_a_batch_of_another_shape_rebinds_on_the_same_parameters() -> None:
    module = trained()
    weight = module._exec_group.execs[0].arg_dict["fc1_weight"]
    first = module._exec_group.execs[0]
    Batch = namedtuple("Batch", ["data"])
    for size in (3, 12, 20, 3):
        module.forward(Batch([nd.ones((size, 5))]), is_train=False)
        assert module.get_outputs()[0].shape == (size, 3)
        assert module.data_shapes[0].shape == (size, 5)
        assert module.output_shapes == [("softmax_output", (size, 3))]
        assert module._exec_group.execs[0].arg_dict["fc1_weight"] is weight
    module.forward(next(batches()))
    assert module._exec_group.execs[0] is first


def test_fixed_parameters_stay() -> None:
    start = {"fc1_weight": nd.ones((8, 5)) * 0.1}
    module = mx.mod.Module(mlp(), fixed_param_names=["fc1_weight"])
    module.fit(batches(), num_epoch=2, optimizer_params=RATE, arg_params=start, allow_missing=True)
    found = module.get_params()[0]
    assert (found["fc1_weight"].asnumpy() == np.float32(0.1)).all()
    assert not (found["fc2_weight"].asnumpy() == 0).all()
    assert module._exec_group.execs[0].grad_dict["fc1_weight"] is None


def test_states() -> None:
    out = mx.sym.var("state") + mx.sym.var("data")
    module = mx.mod.Module(mx.sym.Group([out]), label_names=None, state_names=["state"], context=[mx.cpu(0), mx.cpu(1)])
    module.bind([("data", (4, 2))], for_training=False)
    module.init_params()
    module.set_states(value=1)
    for expected in (1, 1, 2):
        module.forward(mx.io.DataBatch([nd.zeros((4, 2)) + (expected == 1)]))
        states = module.get_outputs(merge_multi_context=False)
    module.set_states(states=states)
    assert [array.shape for array in module.get_states(merge_multi_context=False)[0]] == [(2, 2), (2, 2)]
    with pytest.raises(AssertionError, match="Only one"):
        module.set_states()


def test_set_params_checks_names() -> None:
    module = trained()
    arg, aux = module.get_params()
    module.set_params({"fc1_bias": nd.ones(8)}, {}, allow_missing=True)
    assert (module.get_params()[0]["fc1_bias"].asnumpy() == 1).all()
    with pytest.raises(RuntimeError, match="is not presented"):
        module.set_params({"fc1_bias": nd.ones(8)}, {})
    with pytest.raises(ValueError, match="other"):
        module.set_params({"other": nd.ones(8)}, {}, allow_missing=True)
    module.set_params({**arg, "other": nd.ones(8)}, aux, allow_missing=True, allow_extra=True)
    with pytest.warns(UserWarning, match="already initialized"):
        module.init_params()


def test_get_params_is_a_copy() -> None:
    module = trained()
    before = module.get_params()[0]["fc1_weight"].asnumpy()
    held = module.get_params()[0]["fc1_weight"]
    module.forward_backward(next(batches()))
    module.update()
    assert (held.asnumpy() == before).all()
    assert not (module.get_params()[0]["fc1_weight"].asnumpy() == before).all()


def test_a_monitor_sees_every_batch() -> None:
    monitor = mx.mon.Monitor(1, pattern="fc1.*", sort=True)
    module = mx.mod.Module(mlp())
    module.bind(batches().provide_data, batches().provide_label)
    module.install_monitor(monitor)
    module.init_params()
    monitor.tic()
    module.forward(next(batches()))
    names = [name for _, name, _ in monitor.toc()]
    assert names == ["fc1_bias", "fc1_output", "fc1_weight"]


def test_layouts() -> None:
    net = mx.sym.Activation(mx.sym.var("data"), act_type="relu", __layout__="TNC")
    module = mx.mod.Module(net, label_names=None, context=[mx.cpu(0), mx.cpu(1)])
    module.bind([mx.io.DataDesc("data", (3, 8, 7), "float16", layout="TNC")])
    module.init_params()
    module.forward(mx.io.DataBatch([nd.ones((3, 8, 7), dtype="float16")]))
    assert (module.get_outputs()[0].shape, module.get_outputs()[0].dtype) == ((3, 8, 7), np.float16)
    assert [part.shape for part in module.get_outputs(merge_multi_context=False)[0]] == [(3, 4, 7)] * 2


def test_gradients_add_up_if_asked() -> None:
    module = mx.mod.Module(mlp())
    module.bind(batches().provide_data, batches().provide_label, grad_req="add")
    module.init_params(mx.init.One())
    module.forward_backward(next(batches()))
    once = module._exec_group.execs[0].grad_dict["fc2_bias"].asnumpy()
    module.forward_backward(next(batches()))
    assert np.allclose(module._exec_group.execs[0].grad_dict["fc2_bias"].asnumpy(), 2 * once)


def test_averages_follow_the_batches() -> None:
    module = mx.mod.Module(mlp(batch_norm=True), context=[mx.cpu(0), mx.cpu(1)])
    module.fit(batches(), num_epoch=2, optimizer_params=RATE)
    aux = module.get_params()[1]
    assert sorted(aux) == ["bn_moving_mean", "bn_moving_var"]
    for executor in module._exec_group.execs:  # the contexts agree after an epoch
        assert np.allclose(executor.aux_dict["bn_moving_mean"].asnumpy(), aux["bn_moving_mean"].asnumpy())


def test_mistakes_are_told() -> None:
    with pytest.raises(ValueError, match="Did you mean one of:\n\tdata"):
        mx.mod.Module(mlp(), data_names=["dta"])
    with pytest.warns(UserWarning, match="'label'"):
        mx.mod.Module(mlp(), label_names=["label"])
    module = mx.mod.Module(mlp())
    with pytest.raises(AssertionError, match=r"call bind\(\) first"):
        module.forward(next(batches()))
    with pytest.raises(ValueError, match="don't match names"):
        module.bind([("other", (2, 5))])
    with pytest.raises(TypeError, match="expected a shape"):
        module.bind([("data", nd.ones(2))], [("softmax_label", (2,))])
    assert not module.binded
    module.bind([("data", (2, 5))], [("softmax_label", (2,))])
    with pytest.raises(AssertionError, match=r"call init_params\(\) first"):
        module.forward(next(batches()))
    module.init_params()
    with pytest.raises(AssertionError, match=r"call init_optimizer\(\) first"):
        module.update()
    with pytest.warns(UserWarning, match="rescale_grad"):
        module.init_optimizer(optimizer=mx.optimizer.SGD())
    with pytest.raises(AssertionError, match="number of epochs"):
        module.fit(batches())
    with pytest.raises(ValueError, match="Too many slices"):
        mx.mod.Module(mlp(), context=[mx.cpu(i) for i in range(3)]).bind([("data", (2, 5))], [("softmax_label", (2,))])


def test_a_checkpoint_and_what_it_goes_on_with(tmp_path: Path) -> None:
    prefix = str(tmp_path / "net")
    momentum = {"learning_rate": 0.1, "momentum": 0.9}
    for context in (mx.cpu(), [mx.cpu(0), mx.cpu(1)]):
        module = mx.mod.Module(mlp(batch_norm=True), context=context)
        module.fit(batches(), num_epoch=2, optimizer_params=momentum)
        module.save_checkpoint(prefix, 2, save_optimizer_states=True)
        again = mx.mod.Module.load(prefix, 2, load_optimizer_states=True, context=context)
        again.bind(batches().provide_data, batches().provide_label)
        again.init_optimizer(optimizer_params=momentum)
        states = (module._updater or module._kvstore._updater).states
        for module_ in (module, again):
            module_.forward_backward(next(batches()))
            module_.update()
        assert states
        for name, array in module.get_params()[0].items():
            assert np.allclose(array.asnumpy(), again.get_params()[0][name].asnumpy(), atol=1e-5), name


@pytest.mark.filterwarnings("ignore:Data provided by label_shapes")
def test_rebinding_keeps_parameters() -> None:
    module = trained()
    before = module.predict(batches()).asnumpy()
    module.bind([("data", (4, 5))], for_training=False, force_rebind=True)
    assert np.allclose(module.predict(batches(size=4)).asnumpy(), before, atol=1e-6)


def test_a_checkpoint_of_mxnet_goes_on() -> None:
    fixtures = Path(__file__).parent.parent / "fixtures"
    expected = np.load(fixtures / "mlp.npz")
    module = mx.mod.Module.load(str(fixtures / "mlp"), 3, load_optimizer_states=True)
    data = mx.io.NDArrayIter(expected["data"], np.zeros(32), 32)
    module.bind(data.provide_data, data.provide_label)
    assert np.allclose(module.predict(data).asnumpy(), expected["out"], atol=1e-6)
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    states = module._updater.states
    assert sorted(states) == list(range(len(module.get_params()[0])))
    before = states[0].asnumpy()
    data.reset()
    module.forward_backward(next(data))
    module.update()
    assert not (module._updater.states[0].asnumpy() == before).all()


def test_weights_set_after_a_first_look_are_the_ones_trained() -> None:
    half = mx.sym.Cast(mlp().get_internals()["fc2_output"], dtype="float32")
    net = mx.sym.SoftmaxOutput(half, name="softmax")
    module = mx.mod.Module(net)
    module.bind([mx.io.DataDesc("data", (12, 5), "float16")], batches().provide_label)
    module.init_params()
    module.init_optimizer(optimizer_params={"learning_rate": 0.0, "multi_precision": True})
    batch = next(batches())
    data = mx.io.DataBatch([batch.data[0].astype("float16")], batch.label)
    module.forward(data, is_train=True)
    ones = {name: nd.ones(array.shape, dtype=array.dtype) for name, array in module.get_params()[0].items()}
    module.set_params(ones, {})
    module.forward_backward(data)
    module.update()
    assert all((array.asnumpy() == 1).all() for array in module.get_params()[0].values())
