"""An iteration of Module.fit is one program, compiled once."""

import pytest

import mxnet as mx
from mxnet._programs.device import device_of
from tests.engine.counting import Counts, counted
from tests.module.networks import batches, mlp


def counts(module: mx.mod.Module, epochs: int = 1, **options: object) -> Counts:
    train = batches()
    with counted() as found:
        module.fit(train, num_epoch=epochs, **options)
    return found


@pytest.mark.parametrize("context", [mx.cpu(), [mx.cpu(0), mx.cpu(1)]])
@pytest.mark.parametrize(
    ("optimizer", "options"), [("sgd", {"learning_rate": 0.1, "momentum": 0.9}), ("adam", {"learning_rate": 0.01})]
)
@pytest.mark.filterwarnings("ignore:Parameters already initialized")
def test_fit_runs_one_program_a_batch(context: object, optimizer: str, options: dict) -> None:
    module = mx.mod.Module(mlp(batch_norm=True), context=context)
    first = {"optimizer": optimizer, "optimizer_params": options}
    counts(module, 2, **first)
    again = counts(module, 3)
    devices = len({device_of(each) for each in module._context})
    # On several devices: one each, what adds their gradients up, and the update.
    assert again.programs <= 3 * 5 * (1 if devices == 1 else devices + 2)
    assert (again.compilations, again.hits) == (0, again.programs)


def test_the_first_iteration_is_the_same_program_as_the_others() -> None:
    module = mx.mod.Module(mlp(classes=7))
    module.bind(batches().provide_data, batches().provide_label)
    module.init_params()
    module.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    with pytest.warns(UserWarning, match="already initialized"):
        found = counts(module, 2)
    assert found.compilations <= 2  # the optimizer's states, and the iteration
    assert found.programs <= 2 * 5 + 1


def test_a_loop_by_hand_runs_one_program_a_batch() -> None:
    train, metric = batches(), mx.metric.Accuracy()
    module = mx.mod.Module(mlp())
    module.fit(train, num_epoch=2, optimizer_params={"learning_rate": 0.1})
    train.reset()
    for order in ("metric first", "metric last"):
        for _ in range(2):  # the first time compiles this order
            train.reset()
            with counted() as found:
                for batch in train:
                    module.forward(batch, is_train=True)
                    if order == "metric first":
                        module.update_metric(metric, batch.label)
                    module.backward()
                    module.update()
                    if order == "metric last":
                        module.update_metric(metric, batch.label)
        assert (found.programs, found.compilations) == (5, 0)


def test_a_network_made_twice_is_compiled_once() -> None:
    counts(mx.mod.Module(mlp(classes=6)), 2, optimizer_params={"learning_rate": 0.1})
    assert counts(mx.mod.Module(mlp(classes=6)), 2, optimizer_params={"learning_rate": 0.2}).compilations == 0


def test_score_runs_one_program_a_batch() -> None:
    module = mx.mod.Module(mlp())
    module.fit(batches(), num_epoch=1)
    test = batches()
    module.score(test, "acc")
    with counted() as found:
        module.score(test, "acc")
    assert (found.programs, found.compilations) == (5, 0)


def test_a_sequence_of_modules_runs_one_program_a_batch() -> None:
    first = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="first")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(first, label_names=None)).add(mx.mod.Module(mlp()), take_labels=True, auto_wiring=True)
    counts(chain, 2, optimizer_params={"learning_rate": 0.1})
    again = counts(chain, 2)
    assert (again.programs, again.compilations) == (2 * 5, 0)
