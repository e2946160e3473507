"""Optimizer steps against MXNet 1.9.1: three steps from the same start, and what the rows of ``specs`` cannot say.

``optimizer_oracle.json`` holds what MXNet computed: for each case the operator, its attributes, how it is called and
the weights and states after three steps; then the two phases of LAMB.
"""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

CASES, LAMB = json.loads(Path(__file__).with_name("optimizer_oracle.json").read_text())
WEIGHT = np.array([0.5, -1.25, 2.0, 0.0])
GRADS = np.array([[0.3, -2.0, 0.05, 0.7], [-0.6, 0.4, 1.5, 0.0], [0.2, -0.1, -0.9, 0.25]])
# In float32 these cannot agree better: MXNet writes beta2 * (var - square) + square, which cancels, and sums squares
# that it rounded to float16.
ROUNDING = {"_multi_adamw_update": 1e-4, "_multi_mp_adamw_update": 1e-4, "_multi_mp_lamb_update": 1e-4}


@functools.cache
def compiled(name: str, static: tuple[tuple[str, Any], ...]) -> Callable[..., Any]:
    return jax.jit(lambda arrays, traced: OPS[name].function(*arrays, **dict(static), **traced))


def call(name: str, arrays: list[jax.Array], attrs: dict[str, Any]) -> tuple[jax.Array, ...]:
    """Run an operator as the engine does: compiled, its traced attributes as 0-d arrays."""
    op = OPS[name]
    parsed = op.parse(attrs)
    traced = {k: jax.tree.map(np.asarray, parsed.pop(k)) for k in list(parsed) if k in op.traced}
    out = compiled(name, tuple(parsed.items()))(arrays, traced)
    return out if isinstance(out, tuple) else (out,)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c[0]}{'-clip' if 'clip_gradient' in c[2] else ''}")
def test_three_steps_give_the_numbers_of_mxnet(case: list) -> None:
    name, states, attrs, how, expected = case
    low = "float16" if how.get("mp") else how.get("dtype", "float32")
    high = "float32" if how.get("mp") else low
    groups = [
        [jnp.asarray(WEIGHT * (k + 1), low), None, *(jnp.zeros(4, high) for _ in range(states))]
        + ([jnp.asarray(WEIGHT * (k + 1), high)] if how.get("mp") else [])
        for k in range(how.get("copies", 1))
    ]
    tail = [jnp.asarray(value, "float32") for value in how.get("tail") or []]
    for step, grad in enumerate(GRADS, start=1):
        moving = {"t": step} if how.get("t") else {}
        if "step_count" in attrs:
            moving["step_count"] = [step] * len(groups)
        for k, group in enumerate(groups):
            group[1] = jnp.asarray(grad * (k + 1), low)
        arrays = [array for group in groups for array in group] + tail
        results = call(name, arrays, attrs | moving)
        visible = OPS[name].num_outputs(OPS[name].parse(attrs | moving))
        stride = len(groups[0])
        for k in range(visible):
            groups[k][0] = results[k]
        mutated = OPS[name].mutated(len(arrays), OPS[name].parse(attrs | moving))
        for position, new in zip(mutated, results[visible:], strict=True):
            groups[position // stride][position % stride] = new
    got = [array for group in groups for array in (group[0], *group[2:])]
    for array, want in zip(got, expected, strict=True):
        rtol = 2e-3 if array.dtype == jnp.float16 else ROUNDING.get(name, 3e-6)
        np.testing.assert_allclose(np.asarray(array, "float64"), want, rtol=rtol, atol=1e-7)


@pytest.mark.parametrize(("mp", "first", "second", "expected"), LAMB)
def test_lamb_in_two_phases(mp: bool, first: dict, second: dict, expected: list) -> None:
    low, prefix = ("float16", "mp_") if mp else ("float32", "")
    weight, grad, weight32 = jnp.asarray(WEIGHT, low), jnp.asarray(GRADS[0], low), jnp.asarray(WEIGHT, "float32")
    mean, var = jnp.asarray([0.1, -0.2, 0.3, 0.0], "float32"), jnp.asarray([0.01, 0.5, 0.02, 0.1], "float32")
    copy = [weight32] if mp else []
    g, mean, var = call(f"{prefix}lamb_update_phase1", [weight, grad, mean, var, *copy], {"t": 3, "wd": 0.01} | first)
    assert g.dtype == jnp.float32
    norms = [jnp.linalg.norm(weight32).reshape(1), jnp.linalg.norm(g).reshape(1)]
    new, *copies = call(f"{prefix}lamb_update_phase2", [weight, g, *norms, *copy], {"lr": 0.1} | second)
    assert new.dtype == weight.dtype
    for got, want in zip((g, mean, var, new), expected, strict=True):
        rtol = 2e-3 if got.dtype == jnp.float16 else 3e-6
        np.testing.assert_allclose(np.asarray(got, "float64"), want, rtol=rtol, atol=1e-7)
    for master in copies:
        np.testing.assert_allclose(master, expected[3], rtol=1e-3)


@pytest.mark.parametrize("scale", [0.0, np.nan, np.inf])
@pytest.mark.parametrize("name", ["_adamw_update", "_mp_adamw_update", "_multi_adamw_update", "_multi_mp_adamw_update"])
def test_adamw_skips_a_step_whose_loss_scale_overflowed(name: str, scale: float) -> None:
    weight, ones = jnp.asarray(WEIGHT, "float32"), jnp.ones(4, "float32")
    arrays = [weight, jnp.asarray(GRADS[0], "float32"), ones, ones, *([weight] if "mp" in name else [])]
    attrs = {"lr": 0.1, "eta": 1.0} if "multi" not in name else {"lrs": [0.1], "wds": [0.0], "etas": [1.0]}
    results = call(name, [*arrays, jnp.asarray(scale, "float32")], attrs)
    for got, want in zip(results, [weight, ones, ones, weight], strict=False):
        np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
def test_results_have_the_types_they_replace(dtype: str) -> None:
    zeros = jnp.zeros(3, dtype)
    assert [a.dtype for a in call("adam_update", [zeros] * 4, {"lr": 0.1})] == [zeros.dtype] * 3
    wide = jnp.zeros(3, "float32")
    new, mom, copy = call("mp_sgd_mom_update", [zeros, zeros, wide, wide], {"lr": 0.1, "momentum": 0.9})
    assert (new.dtype, mom.dtype, copy.dtype) == (zeros.dtype, wide.dtype, wide.dtype)


def test_half_precision_weights_follow_their_float32_copy() -> None:
    weight, copy = jnp.ones(2, "bfloat16"), jnp.ones(2, "float32")
    for _ in range(100):
        weight, copy = call("mp_sgd_update", [weight, jnp.ones(2, "bfloat16"), copy], {"lr": 1e-4})
    np.testing.assert_allclose(copy, 0.99, rtol=1e-5)
    np.testing.assert_array_equal(weight, copy.astype("bfloat16"))


def test_states_among_variadic_inputs_are_named_by_position() -> None:
    op = OPS["multi_mp_sgd_mom_update"]
    attrs = op.parse({"lrs": [0.1, 0.1], "wds": [0, 0], "num_weights": 2})
    assert op.mutated(8, attrs) == (2, 3, 6, 7)
    assert OPS["reset_arrays"].mutated(2, {"num_arrays": 2}) == (0, 1)
    assert OPS["reset_arrays"].num_outputs({"num_arrays": 2}) == 0
    assert OPS["ftml_update"].mutated(5, OPS["ftml_update"].parse({"lr": 0.1, "t": 1})) == (2, 3, 4)


@pytest.mark.parametrize(
    ("name", "shapes", "attrs", "message"),
    [
        ("sgd_update", [(2, 3), (3,)], {"lr": 0.1}, "Incompatible attr"),
        ("multi_sgd_update", [(2,), (2,)], {"lrs": [0.1, 0.2], "wds": [0.0]}, "Number of learning rates"),
        ("multi_sgd_update", [(2,)] * 3, {"lrs": [0.1], "wds": [0.0]}, "expected 2 arrays"),
        ("preloaded_multi_sgd_update", [(2,), (2,), (1,), (2,)], {}, "Number of weight decays"),
        ("multi_sum_sq", [(2,), (2,)], {"num_arrays": 3}, "num_arrays=3"),
        ("_contrib_group_adagrad_update", [(2, 3), (2, 3), (3, 1)], {"lr": 0.1}, "history"),
        ("_sparse_adagrad_update", [(2,)] * 3, {"lr": 0.1, "wd": 0.1}, "does not support wd"),
    ],
)
def test_wrong_inputs_are_named(name: str, shapes: list, attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        call(name, [jnp.ones(shape, "float32") for shape in shapes], attrs)


def test_shapes_and_types_of_states_follow_from_the_weight() -> None:
    op = OPS["mp_sgd_mom_update"]
    assert op.shape_filler((2, 3), None, None, None, **op.parse({"lr": 0.1})) == dict.fromkeys(op.inputs, (2, 3))
    assert op.type_filler("float16", None, None, None, **op.parse({"lr": 0.1})) == {
        "mom": "float32",
        "weight32": "float32",
    }
    group = OPS["_contrib_group_adagrad_update"]
    assert group.shape_filler((4, 3), None, None, **group.parse({"lr": 0.1}))["history"] == (4, 1)


def test_a_new_learning_rate_is_not_a_new_program() -> None:
    op = OPS["multi_sgd_mom_update"]
    traces = []

    @jax.jit
    def step(lrs: tuple, momentum: Any) -> tuple:
        traces.append(1)
        ones = jnp.ones(3, "float32")
        return op.function(ones, ones, ones, lrs=lrs, wds=(0.0,), momentum=momentum)

    first = step((np.float64(0.1),), np.float64(0.9))[0]
    second = step((np.float64(0.2),), np.float64(0.9))[0]
    assert len(traces) == 1
    np.testing.assert_allclose([first[0], second[0]], [1.8, 1.7], rtol=1e-6)
