"""Optimizers; the numbers are MXNet 1.9.1's."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet._host.stats import stats

FIXTURES = Path(__file__).parent / "fixtures"
GRADIENTS = ([0.5, -1.0, 2.0], [-0.25, 0.75, 1.5], [1.0, 0.125, -0.5])

# Weights [1, -2, 0.5] after three steps with wd=0.01 and rescale_grad=0.5.
AFTER_THREE_STEPS = [
    ("sgd", {}, [0.9934504, -1.998776, 0.4848528]),
    ("sgd", {"momentum": 0.9, "clip_gradient": 0.5}, [0.9900398, -1.99308, 0.4791719]),
    ("nag", {"momentum": 0.9}, [0.9844881, -1.992551, 0.4496504]),
    ("signum", {}, [0.97, -1.97, 0.47]),
    ("signum", {"momentum": 0.0}, [0.989701, -2.009401, 0.489853]),
    ("signum", {"wd_lh": 0.01}, [0.969703, -1.969403, 0.469853]),
    ("dcasgd", {}, [0.9934503, -1.998776, 0.4848552]),
    ("lars", {"momentum": 0.9, "learning_rate": 1.0}, [0.997199, -1.999177, 0.4918455]),
    ("lbsgd", {"momentum": 0.9, "warmup_strategy": "lars"}, [0.98578, -1.995827, 0.4586269]),
    ("adam", {}, [0.9980132, -1.998806, 0.497394]),
    ("adam", {"clip_gradient": 0.1}, [0.9987168, -1.999276, 0.497738]),
    ("adagrad", {}, [0.985445, -1.996396, 0.4858138]),
    ("rmsprop", {}, [0.995353, -1.998917, 0.4955316]),
    ("rmsprop", {"centered": True, "clip_weights": 0.9}, [0.8938825, -0.8981742, 0.4875293]),
    ("adadelta", {}, [0.9534165, -1.941249, 0.4701448]),
    ("ftrl", {}, [0.1570487, -0.6591443, 0.1770671]),
    ("ftml", {}, [0.9858624, -1.995581, 0.4863833]),
    ("adamax", {}, [0.9966248, -1.997687, 0.4953415]),
    ("nadam", {}, [0.9983079, -1.999544, 0.4983865]),
    ("lamb", {}, [0.9963947, -1.998361, 0.4949319]),
    ("lamb", {"lower_bound": 0.1, "upper_bound": 0.5, "bias_correction": False}, [0.999216, -1.99966, 0.4988892]),
]


def train(updater, weight, dtype="float32", steps=GRADIENTS):
    for gradient in steps:
        given = mx.nd.array(gradient, dtype=dtype)
        if updater.aggregate_updates:
            updater([0], [given], [weight])
        else:
            updater(0, given, weight)
    return weight.asnumpy()


@pytest.mark.parametrize(("name", "options", "expected"), AFTER_THREE_STEPS)
def test_three_steps(name, options, expected):
    optimizer = mx.optimizer.create(name, rescale_grad=0.5, wd=0.01, param_idx2name={0: "a_weight"}, **options)
    found = train(mx.optimizer.get_updater(optimizer), mx.nd.array([1.0, -2.0, 0.5]))
    np.testing.assert_allclose(found, expected, rtol=2e-6)


def test_half_precision_keeps_a_copy():
    optimizer = mx.optimizer.Adam(learning_rate=0.1, multi_precision=True)
    updater = mx.optimizer.get_updater(optimizer)
    weight = mx.nd.array([1.0, -2.0, 0.5], dtype="float16")
    assert train(updater, weight, "float16").tolist() == [0.8076171875, -1.890625, 0.23974609375]
    copy, (mean, var) = updater.states[0]
    assert copy.dtype == mean.dtype == var.dtype == np.float32


def test_half_precision_without_a_copy_warns():
    with pytest.warns(UserWarning, match="multi_precision=True"):
        mx.optimizer.SGD().create_state_multi_precision(0, mx.nd.zeros((2,), dtype="float16"))


@pytest.mark.parametrize("momentum", [0.0, 0.9])
def test_many_weights_at_once_are_as_one_by_one(momentum):
    def run(size):
        optimizer = mx.optimizer.SGD(learning_rate=0.1, momentum=momentum)
        optimizer.aggregate_num = size
        updater = mx.optimizer.get_updater(optimizer)
        weights = [mx.nd.array([float(i), 1.0]) for i in range(5)]
        for step in range(3):
            updater(list(range(5)), [mx.nd.array([1.0, step]) for _ in weights], weights)
        return [w.asnumpy().tolist() for w in weights]

    assert run(3) == run(0)


def test_multipliers_by_index_name_and_parameter():
    class Param:
        lr_mult, wd_mult = 4.0, 5.0

    optimizer = mx.optimizer.SGD(learning_rate=1.0, wd=0.1, param_idx2name={0: "a_weight", 1: "a_bias", 2: "b_weight"})
    optimizer.set_lr_mult({"a_weight": 2.0, 2: 3.0})
    assert optimizer._get_lrs([0, 1, 2]) == [2.0, 1.0, 3.0]
    assert optimizer._get_wds([0, 1]) == [0.1, 0.0]
    optimizer.param_dict = {0: Param}
    assert optimizer._get_lr(0) == 4.0
    assert optimizer._get_wd(0) == 0.5


def test_multipliers_from_a_symbol():
    weight = mx.sym.Variable("w_weight", lr_mult=0.5, wd_mult=2.0)
    optimizer = mx.optimizer.SGD(sym=weight * 2, param_idx2name={0: "w_weight"}, learning_rate=1.0, wd=1.0)
    assert (optimizer._get_lr(0), optimizer._get_wd(0)) == (0.5, 2.0)


def test_states_travel():
    def make():
        return mx.optimizer.get_updater(mx.optimizer.Adam(learning_rate=0.1))

    whole, weight = make(), mx.nd.array([1.0, -2.0, 0.5])
    train(whole, weight)
    first, other = make(), mx.nd.array([1.0, -2.0, 0.5])
    train(first, other, steps=GRADIENTS[:2])
    second = make()
    second.set_states(first.get_states(dump_optimizer=True))
    assert second.optimizer.num_update == 2
    train(second, other, steps=GRADIENTS[2:])
    np.testing.assert_array_equal(other.asnumpy(), weight.asnumpy())


def test_pickles_name_what_mxnet_has():
    optimizer = mx.optimizer.NAG(momentum=0.5, param_dict={0: object()})
    data = pickle.dumps(optimizer)
    assert b"mxnet.optimizer.optimizer" in data
    assert b"_floats" not in data
    again = pickle.loads(data)
    assert (type(again), again.momentum, again.param_dict) == (mx.optimizer.NAG, 0.5, {})


def test_states_written_by_mxnet_are_read():
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    updater.set_states((FIXTURES / "mlp-0003.states").read_bytes())
    arrays = [state for state in updater.states.values() if state is not None]
    assert arrays
    assert all(np.isfinite(array.asnumpy()).all() for array in arrays)


def test_register_and_create():
    @mx.optimizer.register
    class Halver(mx.optimizer.Optimizer):
        def update(self, index, weight, grad, state):
            weight[:] = weight / 2

    weight = mx.nd.array([4.0])
    mx.optimizer.get_updater(mx.optimizer.create("HALVER"))(0, weight, weight)
    assert weight.asscalar() == 2.0
    with pytest.raises(ValueError, match="Cannot find optimizer none"):
        mx.optimizer.create("none")


def test_row_sparse_gradients_change_their_rows():
    weight = mx.nd.ones((3, 2))
    grad = mx.nd.sparse.row_sparse_array((np.ones((1, 2), np.float32), [1]), shape=(3, 2))
    updater = mx.optimizer.get_updater(mx.optimizer.SGD(learning_rate=0.5, wd=0.1))
    updater(0, grad, weight)
    np.testing.assert_allclose(weight.asnumpy(), [[1, 1], [0.45, 0.45], [1, 1]], rtol=1e-6)


def test_group_adagrad():
    weight = mx.nd.ones((2, 2))
    optimizer = mx.optimizer.contrib.GroupAdaGrad(learning_rate=0.5, eps=0.0)
    state = optimizer.create_state(0, weight)
    optimizer.update(0, weight, mx.nd.array([[3.0, 4.0], [1.0, 1.0]]), state)
    root = 12.5**0.5
    np.testing.assert_allclose(weight.asnumpy(), [[1 - 1.5 / root, 1 - 2 / root], [0.5, 0.5]], rtol=1e-6)


def test_new_learning_rates_compile_nothing():
    optimizer = mx.optimizer.Adam()
    updater = mx.optimizer.get_updater(optimizer)
    weights, grads = ([mx.nd.ones((3, i + 1)) for i in range(3)] for _ in range(2))
    mx.nd.waitall()
    compiled = []
    for step in range(5):
        optimizer.lr = 0.1 / (step + 1)
        optimizer.rescale_grad = 1.0 / (step + 2)
        before = stats.compilations
        updater([0, 1, 2], grads, weights)
        mx.nd.waitall()
        weights[0].asnumpy()
        compiled.append(stats.compilations - before)
    assert compiled[2:] == [0, 0, 0]


@pytest.mark.parametrize("name", ["Adam", "RMSProp", "AdaGrad"])
def test_a_subclass_may_answer_the_learning_rate_itself(name: str) -> None:
    base = getattr(mx.optimizer, name)

    class Halved(base):
        def _get_lr(self, index: object) -> float:
            return super()._get_lr(index) / 2

    found = []
    for made in (Halved(learning_rate=0.2), base(learning_rate=0.1)):
        weight = mx.nd.array([1, 2])
        made.update(0, weight, mx.nd.array([1, -1]), made.create_state(0, weight))
        found.append(weight.asnumpy())
    np.testing.assert_array_equal(*found)


def test_a_learning_rate_beside_a_scheduler_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    scheduler = mx.lr_scheduler.FactorScheduler(3, base_lr=0.5)
    mx.optimizer.SGD(learning_rate=0.1, lr_scheduler=scheduler)
    text = "learning rate from ``lr_scheduler`` has been overwritten by ``learning_rate`` in optimizer.\n"
    assert capsys.readouterr().out == text
    assert scheduler.base_lr == 0.1
