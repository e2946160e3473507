"""Loops as people write them: each compiles one large program for each kind of iteration it has, and no more.

A large program is one of more than 50 operators. What else there is (data made before the loop, a metric's sum) is
small, and compiled or interpreted beside it.
"""

import copy
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._lazy.structure import Job
from mxnet._programs import report

WIDTH, LAYERS, BATCH, ROUNDS = 8, 10, 4, 5
LARGE = 50
Step = Callable[[int], object]
LOOPS: list[tuple[Callable[[Path], Step], int]] = []


def loop(large: int = 1) -> Callable[[Callable[[Path], Step]], Callable[[Path], Step]]:
    """Add a loop that has so many kinds of large iterations."""

    def add(make: Callable[[Path], Step]) -> Callable[[Path], Step]:
        LOOPS.append((make, large))
        return make

    return add


def data(rows: int = BATCH, seed: int = 0) -> nd.NDArray:
    return nd.array(np.random.default_rng(seed).normal(size=(rows, WIDTH)))


def dense(hybridize: bool = False, dropout: float = 0, norm: bool = False) -> gluon.nn.HybridSequential:
    net = gluon.nn.HybridSequential()
    for number in range(LAYERS):
        net.add(gluon.nn.Dense(WIDTH, activation="tanh", in_units=WIDTH))
        if dropout and number % 5 == 0:
            net.add(gluon.nn.Dropout(dropout))
        if norm and number % 5 == 0:
            net.add(gluon.nn.BatchNorm(in_channels=WIDTH))
    net.initialize(mx.init.Xavier())
    if hybridize:
        net.hybridize()
    return net


def trained(net: gluon.Block, optimizer: str = "sgd", **options: object) -> gluon.Trainer:
    return gluon.Trainer(net.collect_params(), optimizer, {"learning_rate": 0.01, **options})


def fit(net: gluon.Block, trainer: gluon.Trainer, x: nd.NDArray) -> nd.NDArray:
    with autograd.record():
        loss = (net(x) ** 2).mean()
    loss.backward()
    trainer.step(1)
    return loss


def by_hand() -> tuple[list[nd.NDArray], Callable[[nd.NDArray], nd.NDArray]]:
    weights = [nd.array(np.random.default_rng(i).normal(0, 0.3, (WIDTH, WIDTH))) for i in range(LAYERS)]
    biases = [nd.zeros((WIDTH,)) for _ in range(LAYERS)]
    for p in weights + biases:
        p.attach_grad()

    def net(x: nd.NDArray) -> nd.NDArray:
        for weight, bias in zip(weights, biases, strict=True):
            x = nd.tanh(nd.dot(x, weight) + bias)
        return x

    return weights + biases, net


@loop()
def reading_every_loss(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def reading_no_loss(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        fit(net, trainer, x)
        return None

    return step


@loop(large=2)
def reading_every_third_loss(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        loss = fit(net, trainer, x)
        return loss.asscalar() if number % 3 == 2 else None

    return step


@loop()
def hybridized(_: Path) -> Step:
    net = dense(hybridize=True)
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def momentum(_: Path) -> Step:
    net = dense()
    trainer = trained(net, momentum=0.9)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def adam(_: Path) -> Step:
    net = dense()
    trainer = trained(net, "adam")
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def rmsprop(_: Path) -> Step:
    net = dense()
    trainer = trained(net, "rmsprop")
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def learning_rate_by_number(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        trainer.set_learning_rate(0.1 / (number + 1))
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def scheduled_learning_rate(_: Path) -> Step:
    net = dense()
    trainer = trained(net, lr_scheduler=mx.lr_scheduler.FactorScheduler(1, 0.9))
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def dropout(_: Path) -> Step:
    net = dense(dropout=0.5)
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def batch_norm(_: Path) -> Step:
    net = dense(norm=True)
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def new_batches(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        fit(net, trainer, x)
        return fit(net, trainer, data(seed=number)).asscalar()

    return step


@loop()
def slices_of_a_data_set(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    x = data(BATCH * ROUNDS)

    def step(number: int) -> object:
        return fit(net, trainer, x[number * BATCH : (number + 1) * BATCH]).asscalar()

    return step


@loop()
def noise_on_the_batch(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, x + nd.random.normal(shape=x.shape) * 0.1).asscalar()

    return step


@loop(large=2)
def two_batch_sizes(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        return fit(net, trainer, data(BATCH + 1) if number % 2 else x).asscalar()

    return step


@loop(large=2)
def evaluation_between_epochs(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        fit(net, trainer, x)
        fit(net, trainer, x)
        return float((net(x) ** 2).mean().asscalar())

    return step


@loop(large=2)
def a_metric_of_every_step(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    metric = mx.metric.MSE()

    def step(number: int) -> object:
        fit(net, trainer, x)
        metric.update([x], [net(x)])
        return metric.get()

    return step


@loop()
def a_metric_read_every_third_step(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    metric = mx.metric.Loss()

    def step(number: int) -> object:
        metric.update(None, fit(net, trainer, x))
        return metric.get() if number % 3 == 2 else None

    return step


@loop(large=3)
def a_curriculum_of_shapes(_: Path) -> Step:
    net = dense()
    trainer = trained(net)

    def step(number: int) -> object:
        return fit(net, trainer, data(BATCH * (1 + number // 2))).asscalar()

    return step


@loop()
def a_sum_of_losses_read_at_the_end(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    sums = [nd.zeros((1,))]

    def step(number: int) -> object:
        sums[0] = sums[0] + fit(net, trainer, x)
        return sums[0].asscalar() if number == ROUNDS - 1 else None

    return step


@loop()
def saving_and_loading(folder: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        loss = fit(net, trainer, x).asscalar()
        if number == 2:
            net.save_parameters(str(folder / "net.params"))
            trainer.save_states(str(folder / "states"))
            net.load_parameters(str(folder / "net.params"))
            trainer.load_states(str(folder / "states"))
        return loss

    return step


@loop()
def set_data(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        if number == 2:
            net[0].weight.set_data(nd.ones((WIDTH, WIDTH)) * 0.1)
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def zero_grad(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        net.collect_params().zero_grad()
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def looking_at_gradients(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        loss = fit(net, trainer, x).asscalar()
        return loss, float(net[0].weight.grad().norm().asscalar())

    return step


@loop(large=2)
def clipping_with_a_read(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], 0.1)
        trainer.step(1)
        return loss.asscalar()

    return step


@loop()
def clipping_without_a_read(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        for p in net.collect_params().values():
            p.grad()[:] = nd.clip(p.grad(), -0.1, 0.1)
        trainer.step(1)
        return loss.asscalar()

    return step


@loop(large=3)
def gradient_accumulation(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    net.collect_params().setattr("grad_req", "add")

    def step(number: int) -> object:
        for part in (x[:2], x[2:]):
            with autograd.record():
                loss = (net(part) ** 2).mean()
            loss.backward()
        trainer.step(2)
        net.collect_params().zero_grad()
        return loss.asscalar()

    return step


@loop(large=2)
def moving_averages_of_parameters(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    averages = {name: p.data().copy() for name, p in net.collect_params().items()}

    def step(number: int) -> object:
        loss = fit(net, trainer, x)
        for name, p in net.collect_params().items():
            averages[name] = 0.9 * averages[name] + 0.1 * p.data()
        return loss.asscalar()

    return step


@loop()
def early_stopping(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    best: list = [float("inf")]

    def step(number: int) -> object:
        loss = fit(net, trainer, x).asscalar()
        if loss < best[0]:
            best[0] = loss
            best[1:] = [p.data().copy() for p in net.collect_params().values()]
        return best[0]

    return step


@loop()
def frozen_layers(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    for p in net[0].collect_params().values():
        p.grad_req = "null"

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar()

    return step


@loop()
def penalty_on_weights(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        with autograd.record():
            weights = [p.data() for p in net.collect_params(".*weight").values()]
            loss = (net(x) ** 2).mean() + 0.01 * sum((w**2).sum() for w in weights)
        loss.backward()
        trainer.step(1)
        return loss.asscalar()

    return step


@loop()
def two_losses_backward_together(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()

    def step(number: int) -> object:
        with autograd.record():
            out = net(x)
            losses = [(out**2).mean(), nd.abs(out).mean()]
        autograd.backward(losses)
        trainer.step(1)
        return losses[0].asscalar()

    return step


@loop(large=2)
def a_copy_that_follows(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    target = dense()

    def step(number: int) -> object:
        loss = fit(net, trainer, x).asscalar()
        if number % 2:
            for p, q in zip(target.collect_params().values(), net.collect_params().values(), strict=True):
                p.set_data(q.data())
        return loss, float(target(x).sum().asscalar())

    return step


@loop(large=2)
def a_deep_copy_is_trained_too(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    other = copy.deepcopy(net)
    second = trained(other)

    def step(number: int) -> object:
        return fit(net, trainer, x).asscalar(), fit(other, second, x).asscalar()

    return step


@loop()
def predictions_kept(_: Path) -> Step:
    net = dense()
    trainer = trained(net)
    x = data()
    kept: list = []

    def step(number: int) -> object:
        loss = fit(net, trainer, x)
        kept.append(loss)
        return loss.asscalar()

    return step


@loop()
def updates_by_hand(_: Path) -> Step:
    parameters, net = by_hand()
    x = data()

    def step(number: int) -> object:
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        for p in parameters:
            p[:] = p - 0.1 * p.grad
        return loss.asscalar()

    return step


@loop()
def adam_by_hand(_: Path) -> Step:
    parameters, net = by_hand()
    states = [(nd.zeros(p.shape), nd.zeros(p.shape)) for p in parameters]
    x = data()

    def step(number: int) -> object:
        with autograd.record():
            loss = (net(x) ** 2).mean()
        loss.backward()
        for p, (m, v) in zip(parameters, states, strict=True):
            m[:] = 0.9 * m + 0.1 * p.grad
            v[:] = 0.999 * v + 0.001 * p.grad**2
            p[:] = p - 0.01 / (1 - 0.9 ** (number + 1)) * m / (nd.sqrt(v) + 1e-8)
        return loss.asscalar()

    return step


@loop(large=2)
def a_recurrent_state_detached(_: Path) -> Step:
    parameters, _net = by_hand()
    states = [nd.zeros((BATCH, WIDTH))]
    x = [data(seed=i) for i in range(12)]

    def step(number: int) -> object:
        h = states[0].detach()
        with autograd.record():
            for part in x:
                h = nd.tanh(nd.dot(part, parameters[0]) + nd.dot(h, parameters[1]) + parameters[LAYERS])
            loss = (h**2).mean()
        loss.backward()
        for p in (parameters[0], parameters[1], parameters[LAYERS]):
            p -= 0.1 * p.grad
        states[0] = h
        return loss.asscalar()

    return step


@loop(large=2)
def two_networks_against_each_other(_: Path) -> Step:
    maker, judge = dense(), dense()
    makers, judges = trained(maker), trained(judge)
    x = data()

    def step(number: int) -> object:
        noise = nd.random.normal(shape=(BATCH, WIDTH))
        with autograd.record():
            loss = (judge(x) ** 2).mean() - (judge(maker(noise).detach()) ** 2).mean()
        loss.backward()
        judges.step(1)
        with autograd.record():
            other = (judge(maker(noise)) ** 2).mean()
        other.backward()
        makers.step(1)
        return loss.asscalar(), other.asscalar()

    return step


@loop(large=2)
def module_fit(_: Path) -> Step:
    symbol = mx.sym.var("data")
    for _ in range(LAYERS):
        symbol = mx.sym.Activation(mx.sym.FullyConnected(symbol, num_hidden=WIDTH), act_type="tanh")
    symbol = mx.sym.LinearRegressionOutput(symbol, mx.sym.var("label"))
    module = mx.mod.Module(symbol, label_names=["label"])
    batches = mx.io.NDArrayIter(data(BATCH * 3), data(BATCH * 3), BATCH, label_name="label")

    def step(number: int) -> object:
        if number == 0:
            module.fit(batches, batches, eval_metric="mse", num_epoch=3)
        return module.score(batches, "mse")

    return step


@loop()
def module_by_hand(_: Path) -> Step:
    symbol = mx.sym.var("data")
    for _ in range(LAYERS):
        symbol = mx.sym.Activation(mx.sym.FullyConnected(symbol, num_hidden=WIDTH), act_type="tanh")
    symbol = mx.sym.LinearRegressionOutput(symbol, mx.sym.var("label"))
    module = mx.mod.Module(symbol, label_names=["label"])
    module.bind([("data", (BATCH, WIDTH))], [("label", (BATCH, WIDTH))])
    module.init_params(mx.init.Xavier())
    module.init_optimizer(optimizer="adam")
    batch = mx.io.DataBatch([data()], [data()])

    def step(number: int) -> object:
        module.forward_backward(batch)
        module.update()
        return module.get_outputs()[0].asnumpy()[0, 0]

    return step


@loop()
def an_executor_and_its_gradients(_: Path) -> Step:
    symbol = mx.sym.var("data")
    for _ in range(LAYERS):
        symbol = mx.sym.Activation(mx.sym.FullyConnected(symbol, num_hidden=WIDTH), act_type="tanh")
    bound = symbol.simple_bind(mx.cpu(), data=(BATCH, WIDTH))
    for array in bound.arg_arrays:
        array[:] = nd.random.normal(scale=0.3, shape=array.shape)

    def step(number: int) -> object:
        bound.forward(is_train=True, data=data(seed=number))
        bound.backward(nd.ones((BATCH, WIDTH)))
        for name, array in bound.arg_dict.items():
            if name != "data":
                array -= 0.01 * bound.grad_dict[name]
        return bound.outputs[0].asnumpy()[0, 0]

    return step


def test_there_are_forty_loops_and_more() -> None:
    assert len({make.__name__ for make, _ in LOOPS}) == len(LOOPS) >= 42


@pytest.mark.parametrize(("make", "kinds"), LOOPS, ids=[make.__name__ for make, _ in LOOPS])
def test_a_loop_compiles_one_large_program_for_each_kind_of_iteration(
    make: Callable[[Path], Step], kinds: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    real = report.compiling

    def compiling(job: Job, *rest: object, **options: object) -> None:
        if job.structure.size > LARGE:
            sizes.append(job.structure.size)
        real(job, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(report, "compiling", compiling)
    mx.runtime.clear_engine_caches()
    mx.random.seed(0)
    step = make(tmp_path)
    for number in range(ROUNDS):
        step(number)
    nd.waitall()
    assert len(sizes) <= kinds, sizes
