"""-0.0 is a number of its own, however often 0.0 was there before it."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._frontend.binding import exact

ZEROS = [0.0, -0.0, 0.0, -0.0]
INF = np.inf


def test_dividing_by_either_zero_in_one_loop() -> None:
    x = nd.array([1.0, -1.0])
    results = [x / zero for zero in ZEROS]  # one place in the program, nothing read in between
    assert [r.asnumpy().tolist() for r in results] == [[INF, -INF], [-INF, INF]] * 2


def test_a_loop_that_ran_with_one_zero_runs_with_the_other() -> None:
    x = nd.array([1.0, -1.0])

    def step(first: float, second: float) -> tuple[np.ndarray, np.ndarray]:
        results = [x / zero for zero in (first, second)]  # one input of the program where both are the same
        return results[0].asnumpy(), results[1].asnumpy()

    for _ in range(3):
        for first in (0.0, -0.0):
            for second in (0.0, -0.0):
                for found, zero in zip(step(first, second), (first, second), strict=True):
                    np.testing.assert_array_equal(found, [np.copysign(INF, zero), -np.copysign(INF, zero)])


def test_multiplying_by_either_zero() -> None:
    x = nd.array([1.0, -1.0])
    results = [x * zero for zero in ZEROS]
    assert [np.signbit(r.asnumpy()).tolist() for r in results] == [[False, True], [True, False]] * 2


def test_either_zero_as_an_attribute_that_is_part_of_a_program() -> None:
    x = nd.array([-1.0])
    signs = [np.signbit(nd.clip(x, zero, 5.0).asnumpy()).tolist() for zero in ZEROS]
    assert signs == [[False], [True]] * 2


def test_graphs_that_differ_in_the_sign_of_a_zero() -> None:
    x = nd.array([1.0, -1.0])
    found = []
    for zero in ZEROS:
        executor = (sym.var("x") / zero).bind(mx.cpu(), {"x": x})
        found.append(executor.forward()[0].asnumpy().tolist())
    assert found == [[INF, -INF], [-INF, INF]] * 2


@pytest.mark.parametrize("zero", [0.0, np.float32(0), (1, 0.0), ((0.0,), 2)])
def test_keys_tell_zeros_apart(zero: object) -> None:
    def negative(value: object) -> object:
        return tuple(map(negative, value)) if isinstance(value, tuple) else -value if value == 0 else value

    assert exact({"a": zero}) != exact({"a": negative(zero)})
    assert hash(exact({"a": zero})) == hash(exact({"a": zero}))
    assert exact({"a": 3}) == (("a", 3),)
