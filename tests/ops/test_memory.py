"""What XLA plans to hold in memory: operators materialise nothing that they need not.

Sizes are chosen so that what must not be there (a one-hot matrix, say) would be many times the bound.
"""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

from mxnet._ops.registry import OPS

ROWS, CLASSES, WIDTH = 512, 2048, 64
FLOAT = 4
DATA = ROWS * CLASSES * FLOAT


def shape(*sizes: int, dtype: Any = jnp.float32) -> jax.ShapeDtypeStruct:
    return jax.ShapeDtypeStruct(sizes, dtype)


def temporary(function: Callable[..., Any], *given: jax.ShapeDtypeStruct) -> int:
    """The bytes of XLA's temporary memory."""
    analysis = jax.jit(function).lower(*given).compile().memory_analysis()
    return int(analysis.temp_size_in_bytes)


def operator(name: str, **attrs: Any) -> Callable[..., Any]:
    op = OPS[name]
    parsed = op.parse(attrs)
    if op.needs_train:
        parsed["train"] = True

    def function(*arrays: Any) -> Any:
        out = op.function(*arrays, **parsed)
        return out[0] if isinstance(out, (tuple, list)) else out

    return function


def gradient(function: Callable[..., Any], which: int = 0) -> Callable[..., Any]:
    """The gradient with respect to one argument, of the sum of the outputs."""
    return jax.grad(lambda *arrays: function(*arrays).sum(), argnums=which)


def test_softmax_cross_entropy_holds_no_more_than_its_data() -> None:
    given = shape(ROWS, CLASSES), shape(ROWS)
    assert temporary(operator("softmax_cross_entropy"), *given) <= 1.1 * DATA
    assert temporary(gradient(operator("softmax_cross_entropy")), *given) <= 1.1 * DATA


@pytest.mark.parametrize(
    "name", ["SoftmaxOutput", "LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput"]
)
def test_losses_hold_no_more_than_their_data(name: str) -> None:
    label = shape(ROWS) if name == "SoftmaxOutput" else shape(ROWS, CLASSES)
    assert temporary(operator(name), shape(ROWS, CLASSES), label) <= 1.1 * DATA
    assert temporary(gradient(operator(name)), shape(ROWS, CLASSES), label) <= 1.1 * DATA


@pytest.mark.parametrize(
    ("function", "given", "weight"),
    [
        (operator("Embedding", input_dim=CLASSES, output_dim=WIDTH), (shape(ROWS), shape(CLASSES, WIDTH)), 1),
        (operator("take"), (shape(CLASSES, WIDTH), shape(ROWS)), 0),
    ],
    ids=["Embedding", "take"],
)
def test_gradients_of_lookups_are_scattered(function: Any, given: Any, weight: int) -> None:
    bound = 2 * CLASSES * WIDTH * FLOAT
    assert bound < DATA / 2  # a one-hot matrix would be DATA
    assert temporary(gradient(function, weight), *given) <= bound


def test_pick_and_log_softmax_hold_no_one_hot_matrix() -> None:
    pick, log_softmax = operator("pick"), operator("log_softmax")

    def loss(data: Any, label: Any) -> Any:
        return -pick(log_softmax(data), label)

    assert temporary(loss, shape(ROWS, CLASSES), shape(ROWS)) <= 1.1 * DATA
    assert temporary(gradient(loss), shape(ROWS, CLASSES), shape(ROWS)) <= 1.1 * DATA
