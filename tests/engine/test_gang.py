"""A training step on several devices is one program over all of them, and gives what a program on each gave."""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._lazy.tape import changed
from mxnet._programs import gang
from tests.engine.counting import counted
from tests.engine.programs import burn
from tests.engine.test_interruptions import handling, needs_alarms

LOSS = gluon.loss.SoftmaxCrossEntropyLoss()


def contexts_of(count):
    """Some contexts, each a device of its own."""
    return [mx.cpu(i) for i in range(count)]


def network(contexts, hybridize=False, dropout=0.0):
    """A small network whose parameters wait for their shapes."""
    mx.random.seed(7)
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(16, use_bias=False), gluon.nn.BatchNorm(), gluon.nn.Activation("relu"))
        net.add(gluon.nn.Dropout(dropout), gluon.nn.Dense(5))
    net.initialize(mx.init.Xavier(), ctx=contexts)
    if hybridize:
        net.hybridize()
    return net


def batches(count, size=16):
    """Data and labels."""
    made = np.random.RandomState(3)
    return [(made.randn(size, 8).astype(np.float32), made.randint(0, 5, size).astype(np.float32)) for _ in range(count)]


def step_of(net, trainer, contexts):
    """A function that trains on a batch."""

    def step(x, y, even_split=True):
        data = gluon.utils.split_and_load(x, contexts, even_split=even_split)
        labels = gluon.utils.split_and_load(y, contexts, even_split=even_split)
        with autograd.record():
            losses = [LOSS(net(a), b) for a, b in zip(data, labels, strict=True)]
        autograd.backward(losses)
        trainer.step(len(x))
        return losses

    return step


def trained(count, optimizer="sgd", arguments=None, mesh=True, hybridize=False, on_store=None, dropout=0.0, steps=4):
    """The losses and parameters of a few steps."""
    contexts = contexts_of(count)
    with changed(mesh=mesh):
        net = network(contexts, hybridize, dropout)
        arguments = {"learning_rate": 0.05, **(arguments or {})}
        trainer = gluon.Trainer(net.collect_params(), optimizer, arguments, update_on_kvstore=on_store)
        step = step_of(net, trainer, contexts)
        losses = [step(nd.array(x), nd.array(y)) for x, y in batches(steps)]
        read = [np.concatenate([part.asnumpy() for part in row]) for row in losses]
    every = {
        f"{name} on {array.context}": array.asnumpy()
        for name, parameter in net.collect_params().items()
        for array in parameter.list_data()
    }
    return read, every


def assert_same(one, other, exactly=False):
    """Compare losses and parameters."""
    tolerance = 0 if exactly else 1e-5
    for a, b in zip(one[0], other[0], strict=True):
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)
    assert one[1].keys() == other[1].keys()
    for name, array in one[1].items():
        np.testing.assert_allclose(array, other[1][name], rtol=tolerance, atol=tolerance, err_msg=name)


# --- one program ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("on_store", [False, True])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_step_is_one_program(count, on_store, hybridize):
    contexts = contexts_of(count)
    net = network(contexts, hybridize)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": 0.9}, update_on_kvstore=on_store)
    step = step_of(net, trainer, contexts)
    first, *rest = batches(5)
    step(*first)
    with counted() as counts:
        for x, y in rest:
            step(nd.array(x), nd.array(y))
    assert counts.programs == len(rest)
    assert counts.xla == 0


def test_the_first_step_is_the_same_program():
    contexts = contexts_of(4)
    net = network(contexts, hybridize=True)
    trainer = gluon.Trainer(net.collect_params(), "adam")
    step = step_of(net, trainer, contexts)
    with counted() as counts:
        for x, y in batches(3):
            step(x, y)
    assert counts.programs == 3
    assert counts.compilations == 1


@pytest.mark.parametrize("kvstore", ["local", "device"])
def test_a_step_of_a_module_is_one_program(kvstore):
    module, data = bound_module(4, kvstore)
    metric = mx.metric.create("acc")
    counts = []
    for _ in range(2):
        data.reset()
        for batch in data:
            with counted() as found:
                module.forward_backward(batch)
                module.update()
                module.update_metric(metric, batch.label)
            counts.append(found.programs)
    assert counts == [1] * 10
    assert 0 <= metric.get()[1] <= 1


def test_eight_devices():
    root = Path(__file__).resolve().parents[2]
    code = (
        "from tests.engine.test_gang import *\n"
        "contexts = contexts_of(8)\n"
        "net = network(contexts, True)\n"
        "trainer = gluon.Trainer(net.collect_params(), 'sgd')\n"
        "step = step_of(net, trainer, contexts)\n"
        "first, *rest = batches(4)\n"
        "step(*first)\n"
        "with counted() as counts:\n"
        "    for batch in rest: step(*batch)\n"
        "print('programs', counts.programs, 'compiled', counts.xla)\n"
    )
    environment = {**os.environ, "JAX_NUM_CPU_DEVICES": "8", "PYTHONPATH": f"{root / 'src'}:{root}"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=root, capture_output=True, text=True, timeout=300
    )
    assert "programs 3 compiled 0" in done.stdout, done.stderr


def bound_module(count, kvstore):
    """A module ready to train, and its data."""
    x, y = batches(1, size=80)[0]
    data = mx.io.NDArrayIter(x, y, batch_size=16)
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=12, no_bias=True, name="one")
    hidden = mx.sym.Activation(mx.sym.BatchNorm(hidden, name="norm"), act_type="relu")
    output = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=5, name="two"), name="softmax")
    mx.random.seed(1)
    module = mx.mod.Module(output, context=contexts_of(count))
    module.bind(data.provide_data, data.provide_label)
    module.init_params(mx.init.Xavier())
    module.init_optimizer(kvstore, "adam", {"learning_rate": 0.01})
    return module, data


# --- the same results -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("on_store", [False, True])
@pytest.mark.parametrize(
    ("optimizer", "arguments"),
    [("sgd", {"momentum": 0.9, "wd": 0.01}), ("adam", {}), ("nag", {"momentum": 0.5}), ("nadam", {}), ("lamb", {})],
)
def test_losses_and_weights_are_as_before(optimizer, arguments, on_store):
    found = trained(4, optimizer, arguments, on_store=on_store)
    assert_same(found, trained(4, optimizer, arguments, mesh=False, on_store=on_store))
    for name in {name.partition(" on ")[0] for name in found[1]}:
        if "running" not in name and (optimizer != "nadam" or on_store):  # one schedule for all updaters, as in MXNet
            replicas = [found[1][f"{name} on cpu({i})"] for i in range(4)]
            assert all(np.array_equal(replicas[0], other) for other in replicas[1:]), name


def test_random_numbers_are_each_device_s_own():
    found = []
    for mesh in (True, False):
        for i in range(2):
            mx.random.seed(11, ctx=mx.cpu(i))
        found.append(trained(2, dropout=0.5, mesh=mesh))
    assert_same(*found)


def test_a_module_gives_the_same():
    found = []
    for mesh in (True, False):
        with changed(mesh=mesh):
            module, data = bound_module(4, "device")
            metric = mx.metric.create("acc")
            for batch in data:
                module.forward_backward(batch)
                module.update()
                module.update_metric(metric, batch.label)
            arguments, states = module.get_params()
        every = {**arguments, **states, "accuracy": nd.array([metric.get()[1]])}
        found.append({name: array.asnumpy() for name, array in every.items()})
    for name, array in found[0].items():
        np.testing.assert_allclose(array, found[1][name], rtol=1e-5, atol=1e-6, err_msg=name)


def test_states_are_saved_and_loaded(tmp_path):
    contexts = contexts_of(2)
    results = []
    for mesh in (True, False):
        with changed(mesh=mesh):
            net = network(contexts)
            trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
            step = step_of(net, trainer, contexts)
            first, second, third = batches(3)
            step(*first)
            trainer.save_states(str(tmp_path / "states"))
            step(*second)
            trainer.load_states(str(tmp_path / "states"))
            step(*third)
            results.append([p.data(mx.cpu(1)).asnumpy() for p in net.collect_params().values()])
    for one, other in zip(*results, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


# --- where tapes differ, or somebody looks ----------------------------------------------------------------------------


def both_ways(run):
    """What a function of a step gives, with one program and with a program on each device."""
    found = []
    for mesh in (True, False):
        with changed(mesh=mesh):
            contexts = contexts_of(2)
            net = network(contexts)
            trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
            run(net, trainer, contexts, step_of(net, trainer, contexts))
            every = net.collect_params().values()
            found.append([a.asnumpy() for p in every for a in p.list_data()])
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


def test_an_odd_last_batch():
    def run(net, trainer, contexts, step):
        for x, y in batches(3):
            step(x, y)
        step(x[:7], y[:7], even_split=False)
        step(x, y)

    both_ways(run)


def test_a_look_between_forward_and_backward():
    def run(net, trainer, contexts, step):
        step(*batches(1)[0])
        for x, y in batches(2):
            data = gluon.utils.split_and_load(x, contexts)
            labels = gluon.utils.split_and_load(y, contexts)
            with autograd.record():
                losses = [LOSS(net(a), b) for a, b in zip(data, labels, strict=True)]
            assert np.isfinite(losses[1].asnumpy()).all()
            autograd.backward(losses)
            trainer.step(len(x))

    both_ways(run)


def test_gradients_and_weights_of_each_context_can_be_read_and_written():
    def run(net, trainer, contexts, step):
        weight = next(iter(net.collect_params().values()))
        for number, (x, y) in enumerate(batches(4)):
            if number == 1:
                weight.list_data()[1][:] = 0.5  # the store has the value that counts
            if number == 2:
                weight.set_data(nd.ones(weight.shape))
            step(x, y)
            grads = [grad.asnumpy() for grad in weight.list_grad()]
            assert not np.array_equal(*grads)  # each device's own: the store keeps the sum
            assert np.array_equal(*[array.asnumpy() for array in weight.list_data()])

    both_ways(run)


def test_allreduce_grads_then_update():
    contexts = contexts_of(2)
    net = network(contexts)
    trainer = gluon.Trainer(net.collect_params(), "sgd", update_on_kvstore=False)
    x, y = batches(1)[0]
    with autograd.record():
        pairs = zip(gluon.utils.split_and_load(x, contexts), gluon.utils.split_and_load(y, contexts), strict=True)
        losses = [LOSS(net(a), b) for a, b in pairs]
    autograd.backward(losses)
    weight = next(iter(net.collect_params().values()))
    alone = [grad.asnumpy() for grad in weight.list_grad()]
    trainer.allreduce_grads()
    for grad in weight.list_grad():
        np.testing.assert_allclose(grad.asnumpy(), sum(alone), rtol=1e-6)
    before = weight.data(contexts[1]).asnumpy()
    trainer.update(len(x))
    np.testing.assert_allclose(weight.data(contexts[1]).asnumpy(), before - 0.01 / 16 * sum(alone), rtol=1e-5)


def test_a_store_without_a_trainer():
    found = []
    for mesh in (True, False):
        with changed(mesh=mesh):
            contexts = contexts_of(4)
            kv = mx.kv.create("device")
            weights = [nd.ones((3, 2), ctx=ctx) for ctx in contexts]
            for weight in weights:
                weight.attach_grad()
            kv.init("w", weights[0])
            for number in range(4):
                losses = []
                with autograd.record():
                    for i, weight in enumerate(weights):
                        losses.append(((weight * (i + number)) ** 2).sum())
                autograd.backward(losses)
                kv.push("w", [weight.grad for weight in weights])
                sums = [nd.zeros((3, 2), ctx=ctx) for ctx in contexts]
                kv.pull("w", out=sums)
                for weight, total in zip(weights, sums, strict=True):
                    weight -= 0.001 * total
            found.append([weight.asnumpy() for weight in weights])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6)


def test_only_one_device_is_wanted():
    kv = mx.kv.create("local")
    kv.init("w", nd.zeros((2,)))
    given = [nd.ones((2,), ctx=ctx) * (i + 1) for i, ctx in enumerate(contexts_of(3))]
    kv.push("w", given)
    del given
    out = nd.zeros((2,), ctx=mx.cpu(1))
    kv.pull("w", out=out)
    assert out.asnumpy().tolist() == [6, 6]


def test_scalars_and_empty_arrays():
    kv = mx.kv.create("device")
    shapes = {"scalar": (), "none": (0, 2), "row": (1,)}
    with mx.util.np_shape(True):
        for name, shape in shapes.items():
            kv.init(name, nd.zeros(shape))
        for _ in range(2):
            for name, shape in shapes.items():
                given = [nd.ones(shape, ctx=ctx) + i for i, ctx in enumerate(contexts_of(2))]
                kv.push(name, given)
                outs = [nd.zeros(shape, ctx=ctx) for ctx in contexts_of(2)]
                kv.pull(name, out=outs)
                assert all(np.array_equal(out.asnumpy(), np.full(shape, 3.0)) for out in outs)


def test_threads_that_compute_for_a_device_each():
    def run(net, trainer, contexts, step):
        step(*batches(1)[0])
        for x, y in batches(2):
            data = gluon.utils.split_and_load(x, contexts)
            labels = gluon.utils.split_and_load(y, contexts)

            def work(i, data=data, labels=labels):
                with autograd.record():
                    loss = LOSS(net(data[i]), labels[i])
                loss.backward()

            threads = [threading.Thread(target=work, args=(i,)) for i in range(len(contexts))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            trainer.step(len(x))

    both_ways(run)


def test_an_optimizer_of_one_s_own_updates_once():
    class Counting(mx.optimizer.Adam):
        calls = 0

        def update(self, index, weight, grad, state):
            Counting.calls += 1
            weight -= 0.5 * grad

    contexts = contexts_of(2)
    kv = mx.kv.create("device")
    kv.set_optimizer(Counting())
    kv.init(0, nd.ones((2,)))
    outs = [nd.zeros((2,), ctx=ctx) for ctx in contexts]
    kv.push(0, [nd.ones((2,), ctx=ctx) for ctx in contexts])
    kv.pull(0, out=outs)
    assert [out.asnumpy().tolist() for out in outs] == [[0, 0], [0, 0]]
    assert Counting.calls == 1


def test_values_that_began_elsewhere():
    """The store begins on one device and is updated by gradients of others, before and after as well."""
    found = []
    for mesh in (True, False):
        with changed(mesh=mesh):
            kv = mx.kv.create("device")
            kv.set_optimizer(mx.optimizer.Adam(learning_rate=0.1))
            kv.init(0, nd.ones((3,), ctx=mx.cpu(0)))
            for devices in ((1,), (2, 3), (2, 3), (0,), (1, 2)):
                kv.push(0, [nd.ones((3,), ctx=mx.cpu(i)) for i in devices])
            outs = [nd.zeros((3,), ctx=ctx) for ctx in contexts_of(4)]
            kv.pull(0, out=outs)
            found.append([out.asnumpy() for out in outs])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6)
    expected = nd.ones((3,))
    update = mx.optimizer.get_updater(mx.optimizer.Adam(learning_rate=0.1))
    for count in (1, 2, 2, 1, 2):
        update(0, nd.ones((3,)) * count, expected)
    np.testing.assert_allclose(found[0][0], expected.asnumpy(), rtol=1e-6)


def test_what_somebody_holds_is_not_overwritten():
    contexts = contexts_of(2)
    net = network(contexts)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    step = step_of(net, trainer, contexts)
    weight = next(iter(net.collect_params().values()))
    held, seen = [], []
    for number, (x, y) in enumerate(batches(6)):
        step(x, y)
        if number % 2:
            held.append(weight.data(contexts[number % 4 // 2]).copy())  # on one of the devices only
            seen.append(weight.data(contexts[0]).asnumpy().copy())
    for copy, value in zip(held, seen, strict=True):
        assert np.array_equal(copy.asnumpy(), value)
    assert np.array_equal(weight.data(contexts[0]).asnumpy(), weight.data(contexts[1]).asnumpy())


# --- failures and interruptions ---------------------------------------------------------------------------------------


def test_a_failure_on_one_device_reaches_what_depends_on_it():
    contexts = contexts_of(2)
    kv = mx.kv.create("device")
    kv.init("w", nd.zeros((2,)))
    good = nd.ones((2,), ctx=contexts[0])
    bad = burn(nd.ones((2,), ctx=contexts[1]))
    other = nd.ones((2,), ctx=contexts[0]) * 5
    kv.push("w", [good, bad])
    outs = [nd.zeros((2,), ctx=ctx) for ctx in contexts]
    kv.pull("w", out=outs)
    for out in outs:
        with pytest.raises(mx.MXNetError):
            out.asnumpy()
    assert other.asnumpy().tolist() == [5, 5]


def test_what_was_recorded_for_some_devices_only_is_left_alone(monkeypatch):
    """An exception between two tapes leaves the gang incomplete; both tapes still run."""
    contexts = contexts_of(2)
    values = [nd.ones((2,), ctx=ctx) * (i + 2) for i, ctx in enumerate(contexts)]
    kv = mx.kv.create("device")
    kv.init("w", nd.zeros((2,)))
    append, calls = gang._append, []

    def interrupted(epoch, column, call):
        calls.append(epoch)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return append(epoch, column, call)

    monkeypatch.setattr(gang, "_append", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kv.push("w", values)
    monkeypatch.undo()
    assert [value.asnumpy().tolist() for value in values] == [[2, 2], [3, 3]]
    kv.push("w", values)
    out = nd.zeros((2,), ctx=contexts[1])
    kv.pull("w", out=out)
    assert out.asnumpy().tolist() == [5, 5]


class Alarm(Exception):
    """What the handler raises."""


# An exception that arrives inside a callback of JAX's for the collector is dropped by Python, and warned of.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@needs_alarms
def test_interrupts_while_a_gang_runs_lose_nothing():
    """Whoever is interrupted while the devices compute finds every value when they look again."""
    contexts, rng = contexts_of(2), random.Random(4)
    kv = mx.kv.create("device")
    kv.init("w", nd.zeros((64,)))

    armed, alarms = [False], 0

    def interrupt(*_):
        if armed[0]:
            armed[0] = False
            raise Alarm

    with handling(signal.SIGALRM, interrupt):
        for number in range(60):
            parts = [nd.ones((64,), ctx=ctx) * (i + number) for i, ctx in enumerate(contexts)]
            for _ in range(number % 5):  # a few different programs
                parts = [part + 1 for part in parts]
            kv.push("w", parts)
            outs = [nd.zeros((64,), ctx=ctx) for ctx in contexts]
            kv.pull("w", out=outs)
            more = [out * 2 for out in outs]
            for array in (more[1], outs[0], more[0], outs[1]):
                while True:
                    try:
                        armed[0] = True
                        signal.setitimer(signal.ITIMER_REAL, rng.uniform(1e-5, 2e-3))
                        array.wait_to_read()
                        armed[0] = False
                        break
                    except Alarm:
                        alarms += 1
            total = 2 * number + 1 + 2 * (number % 5)
            assert [out.asnumpy()[0] for out in (*outs, *more)] == [total, total, 2 * total, 2 * total]
    assert alarms > 0


# --- batches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("axis", [0, 1])
def test_split_and_load_runs_nothing(axis):
    contexts = contexts_of(4)
    host = np.arange(64, dtype=np.float32).reshape(8, 8)
    for data in (host, nd.array(host), nd.array(host) + 0):
        if isinstance(data, nd.NDArray):
            data.wait_to_read()
        with counted() as counts:
            parts = gluon.utils.split_and_load(data, contexts, batch_axis=axis)
        assert counts.programs == 0
        assert [part.context for part in parts] == contexts
        joined = np.concatenate([part.asnumpy() for part in parts], axis=axis)
        assert np.array_equal(joined, host)


def test_the_part_that_stays_is_a_view():
    data = nd.array(np.arange(8.0))
    parts = gluon.utils.split_and_load(data, contexts_of(2))
    parts[0][:] = 7
    parts[1][:] = 9
    assert data.asnumpy().tolist() == [7, 7, 7, 7, 4, 5, 6, 7]
    data[:] = 1
    assert parts[0].asnumpy().tolist() == [1, 1, 1, 1]
    assert parts[1].asnumpy().tolist() == [9, 9, 9, 9]


def test_gradients_go_through_split_and_load():
    data = nd.array(np.arange(8.0))
    data.attach_grad()
    with autograd.record():
        parts = gluon.utils.split_and_load(data, contexts_of(2))
        losses = [(part * (i + 2)).sum() for i, part in enumerate(parts)]
    autograd.backward(losses)
    assert data.grad.asnumpy().tolist() == [2, 2, 2, 2, 3, 3, 3, 3]
