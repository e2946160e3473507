"""All weights of a step are one node of the tape, with the numbers of one weight after another."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon
from mxnet._host.stats import stats

OPTIMIZERS = [
    ("adam", {}),
    ("adagrad", {}),
    ("rmsprop", {}),
    ("rmsprop", {"centered": True, "clip_weights": 2.0}),
    ("adadelta", {}),
    ("ftrl", {}),
    ("ftml", {}),
    ("adamax", {}),
    ("nadam", {}),
    ("nag", {}),
    ("nag", {"momentum": 0.9}),
    ("signum", {}),
    ("signum", {"momentum": 0.0}),
    ("sgd", {}),
    ("sgd", {"momentum": 0.9}),
]
# Those that take several weights in one call, but not all in one node.
SEVERAL = [("lamb", {})]
SHAPES = ((3, 2), (2,), (3, 2), (4, 1, 2), (2,))
NAMES = ["a_weight", "a_bias", "b_weight", "c_weight", "c_bias"]


def make(name, options, **more):
    optimizer = mx.optimizer.create(name, param_idx2name=dict(enumerate(NAMES)), wd=0.01, **more, **options)
    optimizer.set_lr_mult({"b_weight": 0.5})
    return optimizer, mx.optimizer.get_updater(optimizer)


def arrays(seed, dtypes=("float32",) * 5):
    random = np.random.RandomState(seed)
    return [mx.nd.array(random.uniform(-1, 1, s), dtype=d) for s, d in zip(SHAPES, dtypes, strict=True)]


def steps(updater, together, dtypes=("float32",) * 5, count=3):
    """The weights after some steps, one of which leaves a weight out, and the gradients as the last step left them."""
    weights = arrays(0, dtypes)
    for number in range(count):
        grads = arrays(number + 1, dtypes)
        chosen = [i for i in range(5) if number != 1 or i != 3]
        if together:
            updater(chosen, [grads[i] for i in chosen], [weights[i] for i in chosen])
        else:
            for i in chosen:
                updater(i, grads[i], weights[i])
    return [a.asnumpy() for a in (*weights, *grads)]


def flat(state):
    if isinstance(state, (tuple, list)):
        return [array for part in state for array in flat(part)]
    return [] if state is None else [state.asnumpy()]


@pytest.mark.parametrize(("name", "options"), [*OPTIMIZERS, *SEVERAL])
@pytest.mark.parametrize("multi_precision", [False, True])
def test_as_one_by_one(name, options, multi_precision):
    dtypes = ("float16", "float16", "float32", "float64", "float32") if multi_precision else ("float32",) * 5
    found, states, counts = [], [], []
    for together in (True, False):
        scheduler = mx.lr_scheduler.FactorScheduler(step=1, factor=0.5, base_lr=0.1)
        more = {"clip_gradient": 0.5, "rescale_grad": 0.7, "lr_scheduler": scheduler}
        optimizer, updater = make(name, options, multi_precision=multi_precision, **more)
        found.append(steps(updater, together, dtypes))
        states.append([array for i in range(5) for array in flat(updater.states[i])])
        counts.append((optimizer._index_update_count, optimizer.num_update))
    for one, other in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, rtol=2e-6 if one.dtype != np.float16 else 2e-3)
    for one, other in zip(*states, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-7)
    assert counts[0] == counts[1] == ({0: 3, 1: 3, 2: 3, 3: 2, 4: 3}, 3)


@pytest.mark.parametrize(("name", "options"), OPTIMIZERS)
def test_one_node(name, options):
    _, updater = make(name, options)
    weights, grads = arrays(0), arrays(1)
    for _ in range(2):
        mx.nd.waitall()
        before = stats.nodes
        updater(list(range(5)), grads, weights)
        weights[0].asnumpy()
    assert stats.nodes - before == 1


def test_a_step_of_a_trainer_records_one_node_for_all_parameters():
    recorded = []
    for layers in (2, 12):
        net = gluon.nn.HybridSequential()
        for _ in range(layers):
            net.add(gluon.nn.Dense(4, in_units=4))
        net.initialize()
        net.hybridize()
        trainer = gluon.Trainer(net.collect_params(), "adam")
        data = mx.nd.ones((2, 4))
        for _ in range(3):
            mx.nd.waitall()
            before = stats.nodes
            with autograd.record():
                loss = net(data).sum()
            loss.backward()
            trainer.step(2)
        recorded.append(stats.nodes - before)
    assert recorded[0] == recorded[1]


def test_new_numbers_compile_nothing():
    optimizer, updater = make("nadam", {})
    weights, grads = arrays(0), arrays(1)
    compiled = []
    for number in range(5):
        optimizer.lr = 0.1 / (number + 1)
        optimizer.rescale_grad = np.float32(0.5 + number)
        before = stats.compilations
        updater(list(range(5)), grads, weights)
        weights[0].asnumpy()
        compiled.append(stats.compilations - before)
    assert compiled[3:] == [0, 0]


def test_a_sparse_gradient_among_dense_ones():
    found = []
    for together in (True, False):
        _, updater = make("adam", {})
        weights, grads = arrays(0), arrays(1)
        grads[2] = mx.nd.sparse.row_sparse_array((np.ones((1, 2), np.float32), [1]), shape=(3, 2))
        if together:
            updater(list(range(5)), grads, weights)
        else:
            for i in range(5):
                updater(i, grads[i], weights[i])
        found.append([w.asnumpy() for w in weights])
    for one, other, before in zip(*found, arrays(0), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)
        assert not np.array_equal(one, before.asnumpy())
    np.testing.assert_array_equal(found[0][2][0], arrays(0)[2].asnumpy()[0])  # a row without gradient


@pytest.mark.parametrize("name", ["adamax", "adadelta", "ftml", "nadam"])
def test_a_sparse_gradient_of_an_optimizer_without_a_sparse_form(name):
    found = []
    for stype in ("default", "row_sparse"):
        updater = mx.optimizer.get_updater(mx.optimizer.create(name))
        weight = mx.nd.ones((3, 2))
        updater(0, mx.nd.array([[1, 2], [0, 0], [3, 4]]).tostype(stype), weight)
        found.append(weight.asnumpy())
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6)


def test_views_of_one_array_are_changed_one_after_the_other():
    updater = mx.optimizer.get_updater(mx.optimizer.create("adam", learning_rate=0.5))
    whole = mx.nd.zeros((4,))
    updater([0, 1], [mx.nd.ones((2,)), -mx.nd.ones((2,))], [whole[:2], whole[2:]])
    np.testing.assert_allclose(whole.asnumpy(), [-0.5, -0.5, 0.5, 0.5], rtol=1e-5)


def test_a_users_subclass_gets_each_weight():
    seen = []

    class Watching(mx.optimizer.Adam):
        def update(self, index, weight, grad, state):
            seen.append(index)
            super().update(index, weight, grad, state)

    updater = mx.optimizer.get_updater(Watching())
    updater(list(range(5)), arrays(1), arrays(0))
    assert seen == [0, 1, 2, 3, 4]
