"""Programs computed with NumPy: the specification rows of all operators, and their gradients."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._numpy_backend import plan
from mxnet._ops.registry import OPS
from tests.numpy_backend.interpreting import MOST, check, interpreted
from tests.ops import test_specs
from tests.ops.spec import Spec
from tests.ops.test_specs import ROWS, cases, function_of

# Rows whose results are rounded to integers: XLA's sums may end on the other side.
ROUNDED = ("_image_random_hue", "_image_random_color_jitter", "_contrib_quantized_elemwise_add")
# A callback, and a factorization whose vectors may point either way.
WITHOUT = ("take-mode=raise", "_linalg_syevd")


def derivative(row: Spec) -> Callable[..., Any]:
    """The gradients of a row's operator for cotangents of our own, as a function of its arrays."""
    inside = function_of(row)

    def function(*arrays: Any) -> Any:
        wrt = (
            row.wrt
            if row.wrt is not None
            else [i for i, a in enumerate(arrays) if jnp.issubdtype(a.dtype, jnp.floating)]
        )

        def forward(*some: Any) -> list[Any]:
            full = list(arrays)
            for index, value in zip(wrt, some, strict=True):
                full[index] = value
            return [o for o in inside(*full) if jnp.issubdtype(o.dtype, jnp.floating)]

        outputs, pull = jax.vjp(forward, *[arrays[i] for i in wrt])
        return pull([jnp.cos(jnp.arange(o.size, dtype=o.dtype)).reshape(o.shape) for o in outputs])

    return function


def plain(rows: list[Any]) -> list[Any]:
    """Those that have a plan: operators whose shapes depend on values are never part of a program."""
    return [p for p in rows if not OPS[p.values[0].op].dynamic and not p.id.startswith(WITHOUT)]


DIFFERENTIABLE = plain([pytest.param(r, id=r.label) for r in ROWS if r.grad > 0])


@pytest.mark.parametrize(("row", "dtype"), plain(cases())[::3])
def test_operators(row: Spec, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def call(row: Spec, arrays: list[Any]) -> list[np.ndarray]:
        return interpreted(function_of(row), *[np.asarray(a) for a in arrays])

    monkeypatch.setattr(test_specs, "call", call)
    test_specs.test_forward(row, dtype)


@pytest.mark.parametrize("row", DIFFERENTIABLE[::8])
def test_gradients_of_operators(row: Spec) -> None:
    check(derivative(row), *row.arrays(row.dtypes[0]), scale=8)


def same_bits(row: Spec, dtype: str) -> bool:
    """Compare an operator with XLA's to the bit, if its evaluator says that it is exact; returns whether it does."""
    arrays = [np.asarray(a) for a in row.arrays(dtype)]
    evaluator = plan(jax.make_jaxpr(function_of(row))(*arrays), MOST)
    if evaluator is None or not evaluator.exact:
        return False
    for ours, xla in zip(evaluator.compute(arrays), jax.jit(function_of(row))(*arrays), strict=True):
        np.testing.assert_array_equal(ours, np.asarray(xla))
    return True


def test_exact_evaluators_give_the_bits_of_xla() -> None:
    assert sum([same_bits(*p.values) for p in plain(cases())[::40]]) > 5


@pytest.mark.slow
@pytest.mark.parametrize(("row", "dtype"), plain(cases()))
def test_all_exact_evaluators_give_the_bits_of_xla(row: Spec, dtype: str) -> None:
    same_bits(row, dtype)


@pytest.mark.slow  # a compilation a row: `make test-slow`
@pytest.mark.parametrize(("row", "dtype"), plain(cases()))
def test_operators_agree_with_xla(row: Spec, dtype: str) -> None:
    check(function_of(row), *row.arrays(dtype), scale=8, integers=128 if row.op in ROUNDED else 0)


@pytest.mark.slow
@pytest.mark.parametrize("row", DIFFERENTIABLE)
def test_all_gradients_agree_with_xla(row: Spec) -> None:
    check(derivative(row), *row.arrays(row.dtypes[0]), scale=8)
