"""Every row of ``specs``: forward and numeric gradient of the function, and the same through arrays and symbols."""

import importlib
import pkgutil
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.test_util import check_grads

import mxnet as mx
from mxnet._frontend.functions import NUMPY
from mxnet._lazy.tape import changed
from mxnet._ops.registry import OPS, Op
from tests.ops import specs
from tests.ops.spec import Spec

ROWS: list[Spec] = [
    row
    for module in pkgutil.iter_modules(specs.__path__)
    for row in importlib.import_module(f"tests.ops.specs.{module.name}").SPECS
]
LOOSE = {"float16": (1e-2, 1e-2), "bfloat16": (3e-2, 3e-2), "float32": (1e-4, 1e-5)}
# Operators that run graphs or a user's code: a row cannot hold those, so they have tests of their own.
ELSEWHERE = {
    "Custom": "tests/test_custom.py",
    "_CachedOp": "tests/symbol/test_subgraph.py",
    "_sg_mkldnn_conv": "tests/symbol/test_subgraph.py",
    "_sg_mkldnn_fully_connected": "tests/symbol/test_subgraph.py",
    "_sg_mkldnn_selfatt_qk": "tests/symbol/test_subgraph.py",
    "_sg_mkldnn_selfatt_valatt": "tests/symbol/test_subgraph.py",
    "_cond": "tests/symbol/test_control.py",
    "_foreach": "tests/symbol/test_control.py",
    "_while_loop": "tests/symbol/test_control.py",
    "_onnx_if": "tests/onnx/test_control.py",
    "_onnx_loop": "tests/onnx/test_control.py",
    "_set_value": "tests/ops/test_creation.py",
    "_contrib_dgl_adjacency": "tests/ndarray/test_graphs.py",
    "_contrib_dgl_csr_neighbor_non_uniform_sample": "tests/ndarray/test_graphs.py",
    "_contrib_dgl_csr_neighbor_uniform_sample": "tests/ndarray/test_graphs.py",
    "_contrib_dgl_graph_compact": "tests/ndarray/test_graphs.py",
    "_contrib_dgl_subgraph": "tests/ndarray/test_graphs.py",
}


def firsts() -> list[Spec]:
    """The first row of each operator."""
    return list({id(OPS[row.op]): row for row in reversed(ROWS)}.values())


def cases() -> list:
    """Every row in its first dtype, and the first row of an operator in all of its dtypes."""
    full = {id(row) for row in firsts()}
    return [
        pytest.param(row, dtype, id=f"{row.label}-{dtype}")
        for row in ROWS
        for dtype in (row.dtypes if id(row) in full else row.dtypes[:1])
    ]


def function_of(row: Spec) -> Any:
    """The row's operator as a function of arrays alone."""
    op: Op = OPS[row.op]
    attrs: dict[str, Any] = op.parse(row.attrs)
    if op.needs_key:
        attrs["key"] = jax.random.key(7)
    if op.needs_train:
        attrs["train"] = row.train

    def function(*arrays: Any) -> list:
        out = op.function(*arrays, **attrs)
        return list(out) if isinstance(out, (tuple, list)) else [out]

    return function


def call(row: Spec, arrays: list) -> list:
    # Compiled: op by op, XLA would compile every little step by itself.
    function = function_of(row)
    return (function if OPS[row.op].dynamic else jax.jit(function))(*arrays)


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
    arrays = [jnp.asarray(a) for a in row.arrays("float64")]
    wrt = row.wrt if row.wrt is not None else [i for i, a in enumerate(arrays) if jnp.issubdtype(a.dtype, jnp.floating)]
    inside = function_of(row)

    def function(*differentiated: jax.Array) -> list:
        full = list(arrays)
        for index, value in zip(wrt, differentiated, strict=True):
            full[index] = value
        return [o for o in inside(*full) if jnp.issubdtype(o.dtype, jnp.floating)]

    if not OPS[row.op].dynamic:
        function = jax.jit(function)
    check_grads(function, [arrays[i] for i in wrt], order=row.grad, modes=("rev",), rtol=5e-3, atol=5e-3)


def public(space: Any, name: str) -> Any:
    """The function of this operator in ``mx.nd`` or ``mx.sym``."""
    return getattr(space._internal if name.startswith("_") else space.op, name)


def arranged(row: Spec, given: list[Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arrays by position, or by name where attributes say which of them there are."""
    op = OPS[row.op]
    if op.variadic or op.used_inputs is None:
        return given, {}
    return [], dict(zip(op.input_names(op.parse(row.attrs)), given, strict=False))


# How an operator wants its first array stored where that is not densely.
STORED = {"_sparse_retain": "row_sparse"}


def stored(row: Spec, arrays: list[np.ndarray]) -> list[Any]:
    given = [mx.nd.array(a, dtype=a.dtype) for a in arrays]
    return [given[0].tostype(STORED[row.op]), *given[1:]] if row.op in STORED else given


def through_arrays(row: Spec, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The outputs, then the inputs that the operator overwrites."""
    given = stored(row, arrays)
    with mx.autograd.train_mode() if row.train else mx.autograd.predict_mode():
        args, named = arranged(row, given)
        found = public(mx.nd, row.op)(*args, **named, **row.attrs)
    op = OPS[row.op]
    overwritten = op.mutated(len(given), op.parse(row.attrs))
    return [a.asnumpy() for a in (*(found if isinstance(found, list) else [found]), *[given[i] for i in overwritten])]


def through_symbols(row: Spec, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """The same from a bound symbol."""
    names = [f"in{i}" for i in range(len(arrays))]
    args, named = arranged(row, [mx.sym.var(n) for n in names])
    symbol = public(mx.sym, row.op)(*args, **named, **row.attrs)
    given = dict(zip(names, stored(row, arrays), strict=True))
    states = {n: given.pop(n) for n in symbol.list_auxiliary_states()}
    executor = symbol.bind(mx.cpu(), given, grad_req="null", aux_states=states)
    outputs = executor.forward(is_train=row.train)
    overwritten = OPS[row.op].mutated(len(arrays), OPS[row.op].parse(row.attrs))
    return [a.asnumpy() for a in (*outputs, *[{**given, **states}[names[i]] for i in overwritten])]


def agree(row: Spec, dtype: str, got: list[np.ndarray], want: list[Any], what: str) -> None:
    rtol, atol = tolerance(row, dtype)
    assert len(got) == len(want), what
    for a, b in zip(got, want, strict=True):
        b = np.asarray(b)
        assert a.shape == b.shape and a.dtype == b.dtype, f"{what}: {a.dtype}{a.shape}, {b.dtype}{b.shape}"
        if not OPS[row.op].needs_key:
            np.testing.assert_allclose(a.astype(np.float64), b.astype(np.float64), rtol=rtol, atol=atol, err_msg=what)


@pytest.mark.slow  # three compilations a row: `make test-slow`
@pytest.mark.parametrize("row", [pytest.param(r, id=r.label) for r in reversed(firsts())])
def test_layers(row: Spec) -> None:
    dtype = row.dtypes[0]
    # Symbols do not mix dtypes, and a row's own arrays are often written without one.
    arrays = [a.astype(dtype) if a.dtype == np.float64 else a for a in row.arrays(dtype)]
    lazy = through_arrays(row, arrays)
    agree(row, dtype, lazy, call(row, [jnp.asarray(a) for a in arrays]), "mx.nd and the function")
    with changed(naive=True):
        agree(row, dtype, through_arrays(row, arrays), lazy, "NaiveEngine and lazy")
    if OPS[row.op].num_outputs(OPS[row.op].parse(row.attrs)):  # else there is nothing to make a symbol of
        agree(row, dtype, through_symbols(row, arrays), lazy, "mx.sym and mx.nd")


def test_every_operator_has_a_row() -> None:
    covered = {id(OPS[row.op]) for row in ROWS} | {id(OPS[name]) for name in ELSEWHERE}
    # Operators of mx.np are compared with NumPy itself, by their public functions, in tests/numpy; those that only the
    # import of ONNX writes with the onnx package's own cases, in tests/onnx.
    elsewhere = (*NUMPY, "_onnx_")
    assert not sorted({o.name for o in OPS.values() if id(o) not in covered and not o.name.startswith(elsewhere)})
