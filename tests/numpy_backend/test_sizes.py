"""Traces that serve other sizes than their own: what they ask of sizes, and every operator at sizes it was not traced
with.
"""

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._calls.avals import aval_of
from mxnet._calls.families import Family, Template
from mxnet._numpy_backend import CannotInterpret, Evaluator, SizeTable, SizeValues, Steps
from tests.numpy_backend.interpreting import MOST
from tests.numpy_backend.test_operators import DIFFERENTIABLE, derivative, plain
from tests.ops.spec import Spec
from tests.ops.test_specs import cases, function_of

Function = Callable[..., Any]


def test_what_is_computed_from_sizes_is_computed_for_others() -> None:
    sizes = SizeTable([6, 4])
    a, b = sizes.size(0), sizes.size(1)
    computed = [a + b, 2 * a - 1, a * b // 3, b % 3, -a, max(a, b), divmod(a, 4)[1], a**2, 1 + a * 1]
    values = sizes.at([9, 5])
    assert values is not None
    assert [values[size.number] for size in computed] == [14, 17, 15, 2, -9, 9, 1, 81, 10]


@pytest.mark.parametrize(
    ("asked", "served", "refused"),
    [
        (lambda a, b: a == b, [7, 7], [7, 8]),
        (lambda a, b: a != b + 1, [3, 3], [4, 3]),
        (lambda a, b: a > b - 1, [9, 2], [2, 9]),
        (lambda a, b: bool(a % 2), [8, 1], [7, 1]),
        (lambda a, b: a in (1, 2), [9, 2], [1, 2]),
        (lambda a, b: len({a, b}) == 1, [3, 3], [3, 4]),
        (lambda a, b: (a, b) == (b, a), [3, 3], [3, 4]),
        (lambda a, b: 7 // (a - 3), [5, 5], [3, 5]),
    ],
)
def test_answers_are_conditions(asked: Function, served: list[int], refused: list[int]) -> None:
    sizes = SizeTable([6, 6])
    asked(sizes.size(0), sizes.size(1))
    assert sizes.at(served) is not None
    assert sizes.at(refused) is None


@pytest.mark.parametrize(
    "use", [int, float, range, np.zeros, lambda a: a / 2, lambda a: 0.5 * a, lambda a: [1, 2][a], lambda a: f"{a:d}"]
)
def test_whoever_needs_the_number_is_refused(use: Function) -> None:
    with pytest.raises((TypeError, ValueError)):
        use(SizeTable([3]).size(0))


def test_sizes_of_a_trace_that_has_ended_say_nothing() -> None:
    sizes, others = SizeTable([3, 3]), SizeTable([3])
    a, b = sizes.size(0), sizes.size(1)
    sizes.is_open = False
    assert a == sizes.size(0)
    assert a != b
    assert a != 3
    assert a != others.size(0)
    assert not sizes.conditions
    with pytest.raises(TypeError):
        a + 1


def template_of(function: Function, arrays: Sequence[np.ndarray]) -> Template | None:
    """The trace of a function in which every axis of more than one element may have another length."""
    family = Family(lambda sizes: lambda *a: tuple(function(*a)))
    lengths = [n for a in arrays for n in a.shape]
    varying = [i for i, n in enumerate(lengths) if n > 1]
    return family.trace((), [aval_of(a.shape, a.dtype) for a in arrays], (), varying)


def evaluated(jaxpr: Any, arrays: Sequence[np.ndarray], at: SizeValues | None = None) -> list[np.ndarray] | None:
    try:
        steps = Steps.of(jaxpr, MOST, at)
    except CannotInterpret:
        return None
    return Evaluator(steps, len(arrays)).compute(arrays)


def is_served(template: Template, function: Function, arrays: Sequence[np.ndarray]) -> bool:
    """Whether a trace serves these arrays; if so, it gives to the bit what a trace with their own sizes does."""
    at = template.at([n for a in arrays for n in a.shape])
    if at is None:
        return False
    own = jax.make_jaxpr(lambda *a: tuple(function(*a)))(*arrays)  # where the operator raises, so does this
    assert [(o.shape, o.dtype) for o in template.outputs(at)] == [(o.shape, o.dtype) for o in own.out_avals]
    expected = evaluated(own, arrays)
    if expected is not None:
        results = evaluated(template.jaxpr, arrays, at)
        assert results is not None
        assert [r.tobytes() for r in results] == [e.tobytes() for e in expected]
    return True


def stretched(arrays: Sequence[np.ndarray], length: int, by: int) -> list[np.ndarray]:
    """The arrays with all axes of a length longer by some; their elements come again."""
    return [np.resize(a, [n + by if n == length else n for n in a.shape]).astype(a.dtype) for a in arrays]


def served_of(function: Function, some: Sequence[Any]) -> tuple[int, int]:
    """How many other sizes a function's trace was asked to serve, and how many it does."""
    arrays = [np.asarray(a) for a in some]
    template = template_of(function, arrays)
    if template is None:
        return 0, 0
    assert is_served(template, function, arrays)
    others = [stretched(arrays, n, by) for n in {n for a in arrays for n in a.shape if n > 1} for by in (1, n)]
    return len(others), sum([is_served(template, function, other) for other in others])


def test_operators_at_other_sizes() -> None:
    counts = [served_of(function_of(row), row.arrays(dtype)) for row, dtype in (p.values for p in plain(cases())[::25])]
    assert sum([served for _, served in counts]) > sum([asked for asked, _ in counts]) // 2 > 0


def test_gradients_at_other_sizes() -> None:
    rows = [p.values[0] for p in DIFFERENTIABLE[::25]]
    counts = [served_of(derivative(row), row.arrays(row.dtypes[0])) for row in rows]
    assert sum([served for _, served in counts]) > sum([asked for asked, _ in counts]) // 2 > 0


@pytest.mark.slow
@pytest.mark.parametrize(("row", "dtype"), plain(cases()))
def test_all_operators_at_other_sizes(row: Spec, dtype: str) -> None:
    served_of(function_of(row), row.arrays(dtype))


@pytest.mark.slow
@pytest.mark.parametrize("row", DIFFERENTIABLE)
def test_all_gradients_at_other_sizes(row: Spec) -> None:
    served_of(derivative(row), row.arrays(row.dtypes[0]))


def test_contractions_of_three_arrays_are_traced_with_their_sizes() -> None:
    arrays = [np.ones((3, 4)), np.ones((4, 5)), np.ones((5, 2))]
    assert template_of(lambda a, b, c: [jnp.einsum("ij,jk,kl->il", a, b, c)], arrays) is None
    assert template_of(lambda a, b: [jnp.einsum("ij,jk->ik", a, b)], arrays[:2]) is not None


def test_a_reshape_keeps_the_number_of_elements() -> None:
    template = template_of(lambda a, b: [a.reshape(2, -1) + b.reshape(2, 3)], [np.ones((2, 3)), np.ones(6)])
    assert template is not None
    assert template.at([2, 3, 6]) is not None
    assert template.at([2, 3, 7]) is None
