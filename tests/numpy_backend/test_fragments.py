"""Steps that are planned once and appended to others compute what they would where they stand."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._numpy_backend import CannotInterpret, Steps

ALLOWED = 1_000_000


def function(a: jax.Array, b: jax.Array) -> tuple[jax.Array, ...]:
    unused = jnp.exp(a) @ b.T  # noqa: F841  dropped with its steps
    order = jnp.argsort(a, axis=1)
    return a, a * 2 + b, jnp.take_along_axis(b, order, axis=1), jax.lax.cond(b[0, 0] > 0, jnp.sin, jnp.cos, a)


def jaxpr_and_arguments() -> tuple:
    random = np.random.default_rng(0)
    arguments = [random.normal(size=(3, 4)).astype(np.float32) for _ in range(2)]
    return jax.make_jaxpr(function)(*arguments), arguments


def test_a_fragment_computes_what_its_jaxpr_does_wherever_it_is_appended() -> None:
    jaxpr, (a, b) = jaxpr_and_arguments()
    fragment = Steps.fragment(jaxpr, ALLOWED)
    steps = Steps(2, ALLOWED)
    first = steps.append(fragment, [0, 1])
    second = steps.append(fragment, [first[1], first[2]])
    steps.finish([*first, *second])
    inlined = Steps(2, ALLOWED)
    expected = inlined.inline(jaxpr, [0, 1])
    expected += inlined.inline(jaxpr, [expected[1], expected[2]])
    inlined.finish(expected)
    for ours, other in zip(steps.run([a, b]), inlined.run([a, b]), strict=True):
        np.testing.assert_array_equal(ours, other)
    assert steps.operations == inlined.operations
    assert steps.roundings == inlined.roundings


def test_what_a_fragment_does_not_need_is_dropped_and_its_work_is_counted() -> None:
    jaxpr, _ = jaxpr_and_arguments()
    fragment = Steps.fragment(jaxpr, ALLOWED)
    inlined = Steps(2, ALLOWED)
    inlined.inline(jaxpr, [0, 1])
    assert len(fragment.steps) < len(inlined.steps)
    with pytest.raises(CannotInterpret, match="more work"):
        Steps(2, fragment.operations // 10).append(fragment, [0, 1])
