"""How many programs a training loop compiles and runs: one an iteration, compiled once."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.strategy import COSTS
from mxnet._lazy.tape import changed
from tests.engine.counting import counted

SIZES = (20, 16, 16, 10)
# So often must a small tape be seen to be compiled.
SEEN = COSTS.interpret_runs + 1


def make_parameters() -> list[mx.nd.NDArray]:
    rng = np.random.default_rng(0)
    parameters = []
    for inputs, outputs in itertools.pairwise(SIZES):
        parameters += [nd.array(rng.normal(0, 0.1, (inputs, outputs))), nd.zeros((outputs,))]
    for parameter in parameters:
        parameter.attach_grad()
    return parameters


def network(x: mx.nd.NDArray, parameters: list[mx.nd.NDArray]) -> mx.nd.NDArray:
    w1, b1, w2, b2, w3, b3 = parameters
    hidden = nd.relu(nd.dot(nd.relu(nd.dot(x, w1) + b1), w2) + b2)
    return nd.dot(hidden, w3) + b3


def sgd(parameters: list[mx.nd.NDArray], lr: float) -> None:
    for parameter in parameters:
        parameter[:] = parameter - lr * parameter.grad


class Adam:
    """Adam as a user writes it by hand, with the step count in its formulas."""

    def __init__(self, parameters: list[mx.nd.NDArray]) -> None:
        self.states = [(nd.zeros(p.shape), nd.zeros(p.shape)) for p in parameters]
        self.t = 0

    def __call__(self, parameters: list[mx.nd.NDArray], lr: float) -> None:
        self.t += 1
        for p, (m, v) in zip(parameters, self.states, strict=True):
            m[:] = 0.9 * m + 0.1 * p.grad
            v[:] = 0.999 * v + 0.001 * p.grad**2
            p[:] = p - lr * (m / (1 - 0.9**self.t)) / (nd.sqrt(v / (1 - 0.999**self.t)) + 1e-8)


def train(
    iterations: int, update: Callable[..., None], parameters: list, read: bool = False, start: int = 0
) -> list[float]:
    rng = np.random.default_rng(1)
    x, y = nd.array(rng.normal(size=(200, SIZES[0]))), nd.array(rng.integers(0, 10, 200))
    losses = []
    for i in range(start, start + iterations):
        begin = i * 8 % 192
        batch, label = x[begin : begin + 8], y[begin : begin + 8]
        with autograd.record():
            loss = -nd.pick(nd.log_softmax(network(batch, parameters)), label).mean()
        loss.backward()
        update(parameters, 0.5 / (1 + i))
        if read:
            losses.append(float(loss.asscalar()))
    return losses


@pytest.mark.parametrize("read", [False, True], ids=["unread", "reading the loss"])
@pytest.mark.parametrize("make", [lambda _: sgd, Adam], ids=["sgd", "adam"])
def test_one_program_an_iteration(make: Callable[..., Callable[..., None]], read: bool) -> None:
    parameters = make_parameters()
    update = make(parameters)
    with counted() as first:
        train(3, update, parameters, read)
    with counted() as rest:
        train(97, update, parameters, read, start=3)
    assert first.compilations + rest.compilations <= 3
    assert first.xla + rest.xla <= 3
    # The scope ends with a flush of the last iteration, which the first scope did as well.
    assert rest.programs in ((97,) if read else (97, 98))
    assert rest.op_by_op == 0


def test_training_reduces_the_loss() -> None:
    losses = train(60, sgd, make_parameters(), read=True)
    assert losses[-1] < losses[0]


def test_slicing_and_indexing_compile_once() -> None:
    x = nd.array(np.arange(40).reshape(10, 4))
    for _ in range(SEEN):
        x[0:3].asnumpy(), x[0].asnumpy()
    with counted() as counts:
        parts = [x[i : i + 3].asnumpy() for i in range(1, 7)]
        rows = [x[i].asnumpy() for i in range(1, 10)]
    assert counts.compilations == counts.xla == 0
    np.testing.assert_array_equal(parts[3], np.arange(40).reshape(10, 4)[4:7])
    np.testing.assert_array_equal(rows[8], np.arange(36, 40))


def test_assigning_to_slices_compiles_once() -> None:
    x = nd.zeros((10, 4))
    for i in range(1 + SEEN):  # the first time the zeros are made in the same program
        x[i : i + 3] = 1
        x[9 - i] = 2
        x.asnumpy()
    with counted() as counts:
        for i in range(1, 6):
            x[i : i + 3] = i
            x[9 - i] = i + 0.5
            x.asnumpy()
    assert counts.compilations == counts.xla == 0


def test_scalars_are_inputs_of_the_program() -> None:
    x = nd.array([1, 1, 1])
    for _ in range(SEEN):
        (x * 2.5 + 1).asnumpy()
    with counted() as counts:
        results = [(x * (0.1 * i) + i).asnumpy() for i in range(2, 20)]
    assert counts.compilations == counts.xla == 0
    np.testing.assert_allclose(results[0], 0.2 + 2, rtol=1e-6)


def test_numbers_that_stop_being_equal_compile_once_more() -> None:
    arrays = [mx.nd.array([1, 1]) for _ in range(3)]

    def step(rates: list[float]) -> list[float]:
        results = [array * rate for array, rate in zip(arrays, rates, strict=True)]
        return [result.asnumpy()[0] for result in results]

    with changed(interpret=False):
        assert step([0.5, 0.5, 0.5]) == [0.5, 0.5, 0.5]
    with counted() as counts:
        assert step([0.25, 0.25, 0.25]) == [0.25, 0.25, 0.25]
    assert counts.compilations == 0
    with changed(interpret=False), counted() as counts:
        assert step([0.25, 0.5, 0.75]) == [0.25, 0.5, 0.75]
        assert step([0.5, 0.5, 1.5]) == [0.5, 0.5, 1.5]
        assert step([3.0, 2.0, 3.0]) == [3.0, 2.0, 3.0]
    assert counts.compilations == 1


def test_host_batches_do_not_recompile() -> None:
    weight = nd.array(np.ones((4, 2)))
    for _ in range(SEEN):
        nd.dot(nd.array(np.ones((3, 4))), weight).asnumpy()
    with counted() as counts:
        for i in range(10):
            result = nd.dot(nd.array(np.full((3, 4), i)), weight).asnumpy()
    assert counts.compilations == counts.xla == 0
    np.testing.assert_array_equal(result, np.full((3, 2), 36.0))


def test_parameters_are_updated_in_place() -> None:
    parameters = make_parameters()
    train(3, sgd, parameters)
    with counted() as counts:
        train(10, sgd, parameters, start=3)
    assert counts.donated >= 10 * len(parameters)


def test_dead_values_are_not_computed() -> None:
    x = nd.ones((2,))
    with counted() as counts:
        nd.exp(x)
    assert counts.programs == 0


def test_a_loop_without_a_read_is_cut_into_equal_tapes() -> None:
    a, b, c = nd.ones((4,)), nd.ones((4,)), nd.zeros((4,))
    with counted() as counts:
        for _ in range(3000):
            c = (a + b) / 10 + c
    assert counts.compilations <= 3
    assert counts.flushes < 200
    np.testing.assert_allclose(c.asnumpy(), 600, rtol=1e-3)
