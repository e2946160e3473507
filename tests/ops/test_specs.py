"""Every row of ``specs`` through forward and numeric gradient, for every dtype it names."""

import importlib
import pkgutil

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS, Op
from tests.ops import specs
from tests.ops.spec import Spec

ROWS: list[Spec] = [
    row
    for module in pkgutil.iter_modules(specs.__path__)
    for row in importlib.import_module(f"tests.ops.specs.{module.name}").SPECS
]
LOOSE = {"float16": (1e-2, 1e-2), "bfloat16": (3e-2, 3e-2), "float32": (1e-4, 1e-5)}


def cases() -> list:
    return [pytest.param(row, dtype, id=f"{row.label}-{dtype}") for row in ROWS for dtype in row.dtypes]


def call(row: Spec, arrays: list) -> list:
    op: Op = OPS[row.op]
    attrs = op.parse(row.attrs)
    supplied = {}
    if op.needs_key:
        supplied["key"] = jax.random.key(7)
    if op.needs_train:
        supplied["train"] = row.train
    out = op.function(*arrays, **attrs, **supplied)
    return list(out) if isinstance(out, (tuple, list)) else [out]


def tolerance(row: Spec, dtype: str) -> tuple[float, float]:
    rtol, atol = LOOSE.get(dtype, (row.rtol, row.atol))
    return max(rtol, row.rtol), max(atol, row.atol)


@pytest.mark.parametrize(("row", "dtype"), cases())
def test_forward(row: Spec, dtype: str) -> None:
    arrays = row.arrays(dtype)
    outputs = call(row, [jnp.asarray(a) for a in arrays])
    if row.check is not None:
        row.check(*[np.asarray(o) for o in outputs])
        return
    expected = row.expected
    if callable(expected):
        wide = [a.astype(np.float64) if a.dtype.name in LOOSE else a for a in arrays]
        expected = expected(*wide, **row.attrs)
    expected = list(expected) if isinstance(expected, (tuple, list)) else [expected]
    rtol, atol = tolerance(row, dtype)
    for got, want in zip(outputs, expected, strict=False):
        want = np.asarray(want)
        assert got.shape == want.shape
        np.testing.assert_allclose(np.asarray(got, np.float64), want.astype(np.float64), rtol=rtol, atol=atol)


@pytest.mark.parametrize("row", [pytest.param(r, id=r.label) for r in ROWS if r.grad > 0])
def test_gradient(row: Spec) -> None:
    from jax.test_util import check_grads

    arrays = [jnp.asarray(a) for a in row.arrays("float64")]
    wrt = row.wrt if row.wrt is not None else [i for i, a in enumerate(arrays) if jnp.issubdtype(a.dtype, jnp.floating)]

    def function(*differentiated: jax.Array) -> list:
        full = list(arrays)
        for index, value in zip(wrt, differentiated, strict=True):
            full[index] = value
        return [o for o in call(row, full) if jnp.issubdtype(o.dtype, jnp.floating)]

    check_grads(function, [arrays[i] for i in wrt], order=row.grad, modes=("rev",), rtol=5e-3, atol=5e-3)


def test_every_operator_has_a_row() -> None:
    covered = {id(OPS[row.op]) for row in ROWS}
    assert not sorted({o.name for o in OPS.values() if id(o) not in covered})
