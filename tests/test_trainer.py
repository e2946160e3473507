"""gluon.Trainer on one and several contexts."""

from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon
from mxnet._host.stats import stats

FIXTURES = Path(__file__).parent / "fixtures"


def make(ctx=None, kvstore="device", on_store=None, optimizer="sgd", **options):
    net = gluon.nn.Dense(1, in_units=2, use_bias=False)
    net.initialize(mx.init.One(), ctx=ctx or mx.cpu())
    options = options or {"learning_rate": 0.5, "momentum": 0.9}
    trainer = gluon.Trainer(net.collect_params(), optimizer, options, kvstore=kvstore, update_on_kvstore=on_store)
    return net, trainer


def iterate(net, trainer, contexts, steps=3):
    for step in range(steps):
        with mx.autograd.record():
            losses = [net(mx.nd.full((1, 2), 1 + step + i, ctx=c)).sum() for i, c in enumerate(contexts)]
        mx.autograd.backward(losses)
        trainer.step(len(contexts))


def values(net, contexts):
    return [net.weight.data(c).asnumpy() for c in contexts]


def test_a_step_divides_by_the_batch():
    net, trainer = make(learning_rate=0.5)
    with mx.autograd.record():
        loss = net(mx.nd.ones((4, 2))).sum()
    loss.backward()
    trainer.step(4)
    np.testing.assert_array_equal(values(net, [mx.cpu()])[0], [[0.5, 0.5]])


@pytest.mark.parametrize("kvstore", ["local", "device"])
@pytest.mark.parametrize("on_store", [None, True, False])
@pytest.mark.parametrize("count", [2, 4])
def test_replicas_stay_equal(kvstore, on_store, count):
    contexts = [mx.cpu(i) for i in range(count)]
    net, trainer = make(contexts, kvstore, on_store)
    iterate(net, trainer, contexts)
    found = values(net, contexts)
    for other in found[1:]:
        np.testing.assert_array_equal(other, found[0])
    velocity, weight = 0.0, 1.0
    for step in range(3):
        velocity = 0.9 * velocity - 0.5 * (1 + step + (count - 1) / 2)
        weight += velocity
    np.testing.assert_allclose(found[0], [[weight, weight]], rtol=1e-6)


def test_allreduce_and_update_apart():
    contexts = [mx.cpu(0), mx.cpu(1)]
    net, trainer = make(contexts, on_store=False, learning_rate=1.0)
    with mx.autograd.record():
        losses = [net(mx.nd.full((1, 2), i + 1.0, ctx=c)).sum() for i, c in enumerate(contexts)]
    mx.autograd.backward(losses)
    trainer.allreduce_grads()
    assert [g.asnumpy().tolist() for g in net.weight.list_grad()] == [[[3.0, 3.0]]] * 2
    trainer.update(1)
    np.testing.assert_array_equal(values(net, contexts), [[[-2.0, -2.0]]] * 2)
    _, other = make(contexts)
    for call in (other.allreduce_grads, lambda: other.update(1)):
        with pytest.raises(AssertionError, match="update_on_kvstore"):
            call()


def test_learning_rate():
    _, trainer = make(learning_rate=0.5)
    trainer.set_learning_rate(0.25)
    assert trainer.learning_rate == trainer.optimizer.lr == 0.25


def test_stale_gradients():
    net, trainer = make(learning_rate=0.5)
    with pytest.raises(UserWarning, match="has not been updated by backward since last `step`"):
        trainer.step(1)
    trainer.step(1, ignore_stale_grad=True)
    np.testing.assert_array_equal(values(net, [mx.cpu()])[0], [[1.0, 1.0]])
    iterate(net, trainer, [mx.cpu()], 1)
    with pytest.raises(UserWarning, match=net.weight.name):
        trainer.step(1)


@pytest.mark.parametrize("contexts", [[mx.cpu(0)], [mx.cpu(0), mx.cpu(1)]], ids=["one", "two"])
def test_states_go_on_where_they_were(tmp_path, contexts):
    path = str(tmp_path / "trainer.states")
    whole = make(contexts, optimizer="adam", learning_rate=0.1)
    iterate(*whole, contexts, 3)
    first = make(contexts, optimizer="adam", learning_rate=0.1)
    iterate(*first, contexts, 3)
    first[1].save_states(path)
    second = make(contexts, optimizer="adam", learning_rate=0.7)
    second[0].weight.set_data(first[0].weight.data(contexts[0]))
    second[1].load_states(path)
    assert second[1].learning_rate == 0.1
    for net, trainer in (whole, second):
        iterate(net, trainer, contexts, 2)
    np.testing.assert_array_equal(values(second[0], contexts), values(whole[0], contexts))


def test_states_written_by_mxnet():
    net = gluon.nn.Dense(1, in_units=1)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer.load_states(str(FIXTURES / "lenet-trainer.states"))
    states = trainer._updaters[0].states
    assert sorted(states) == [0, 1, 4, 5, 6, 7, 8, 9, 10]
    assert all(np.isfinite(array.asnumpy()).all() for pair in states.values() for array in pair)
    assert isinstance(trainer.optimizer, mx.optimizer.Adam)
    assert (trainer.optimizer.num_update, trainer.learning_rate) == (3, 0.01)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="list or dict of Parameters"):
        gluon.Trainer(3, "sgd")
    with pytest.raises(ValueError, match="got list of"):
        gluon.Trainer([3], "sgd")
    net, _ = make()
    with pytest.raises(AssertionError, match="optimizer_params must be None"):
        gluon.Trainer(net.collect_params(), mx.optimizer.SGD(), {"learning_rate": 1})
    other = gluon.nn.Dense(1, in_units=1)
    other.initialize(ctx=mx.cpu(1))
    with pytest.raises(AssertionError, match="same set of contexts"):
        gluon.Trainer([net.weight, other.weight], "sgd")


def test_multipliers_of_parameters():
    net, trainer = make(learning_rate=0.5)
    net.weight.lr_mult = 2.0
    iterate(net, trainer, [mx.cpu()], 1)
    np.testing.assert_array_equal(values(net, [mx.cpu()])[0], [[0.0, 0.0]])


def test_an_iteration_is_one_program():
    net = gluon.nn.Sequential()
    net.add(gluon.nn.Dense(4, in_units=3, activation="relu"), gluon.nn.Dense(2, in_units=4))
    net.initialize(mx.init.Xavier())
    trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.1})
    metric, loss_of = mx.metric.create("acc"), gluon.loss.SoftmaxCrossEntropyLoss()
    batches = [(mx.nd.array(np.full((2, 3), i)), mx.nd.array([0, 1])) for i in range(6)]
    mx.nd.waitall()
    counts = []
    for number, (data, label) in enumerate(batches):
        before = stats.programs, stats.compilations
        trainer.set_learning_rate(0.1 / (number + 1))
        with mx.autograd.record():
            out = net(data)
            loss = loss_of(out, label)
        loss.backward()
        trainer.step(2)
        metric.update(label, out)
        counts.append((stats.programs - before[0], stats.compilations - before[1]))
    assert [programs for programs, _ in counts[1:]] == [1] * 5
    assert sum(compiled for _, compiled in counts) <= 3
