"""The first case of every operator, a family at a time, forward and backward: a GPU against the host.

The operators of a family are recorded before any of them is read, so that they are few programs.
"""

import importlib
import pkgutil
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd
from mxnet._ops.registry import OPS
from mxnet.ndarray.invoke import invoke_op
from tests.gpu.comparing import difference, host
from tests.ops import specs
from tests.ops.spec import Spec

# Random results are compared by their statistics; sparse arrays and recurrent layers have tests of their own.
ELSEWHERE = ("random", "sampling", "sparse", "rnn", "quantized_layers")
FAMILIES = [m.name for m in pkgutil.iter_modules(specs.__path__) if m.name not in ELSEWHERE]
# A decomposition is unique only up to signs or the order of equal elements.
UNSTABLE = {"_linalg_gelqf", "_linalg_syevd"}


def rows(family: str) -> list[Spec]:
    """The first row of each operator of a family."""
    found: dict[int, Spec] = {}
    for row in importlib.import_module(f"tests.ops.specs.{family}").SPECS:
        op = OPS[row.op]
        if op.host is None and not op.needs_key and op.name not in UNSTABLE and row.check is None:
            found.setdefault(id(op), row)
    return list(found.values())


def compute(row: Spec, ctx: mx.Context) -> list[Any]:
    """The results of an operator, then the gradients of its floating inputs, none of them read yet."""
    op = OPS[row.op]
    dtype = "float32" if "float32" in row.dtypes or not row.dtypes else row.dtypes[0]
    arrays = [mx.nd.array(a, ctx=ctx, dtype=a.dtype) for a in row.arrays(dtype)]
    floating = [a for a in arrays if np.dtype(a.dtype).kind == "f"] if row.grad and not op.mutates else []
    for array in floating:
        array.attach_grad()
    mode = (
        autograd.record(train_mode=row.train) if floating else (autograd.train_mode if row.train else autograd.pause)()
    )
    with mode:
        results = invoke_op(op, arrays, dict(row.attrs))
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        heads = [r for r in results if np.dtype(r.dtype).kind == "f" and r._origin is not None]
    if heads:
        autograd.backward(heads)
    return [
        *results,
        *[a.grad for a in floating if heads],
        *[arrays[i] for i in op.mutated(len(arrays), op.parse(row.attrs))],
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_family(family: str, device: mx.Context) -> None:
    wrong, waiting, chosen = [], [], rows(family)
    for row in chosen:
        found = []
        for ctx in (mx.cpu(0), device):
            try:
                mx.random.seed(11)
                found.append(compute(row, ctx))
            except mx.MXNetError as error:
                found.append(str(error).splitlines()[0])
        waiting.append((row, *found))
    for row, one, other in waiting:
        if isinstance(one, str) or isinstance(other, str):
            wrong.append(f"{row.label}: {one if isinstance(one, str) else other}")
            continue
        for number, (a, b) in enumerate(zip(one, other, strict=True)):
            try:
                problem = difference(host(a), host(b))
            except mx.MXNetError as error:
                problem = str(error).splitlines()[0]
            if problem:
                wrong.append(f"{row.label}, result {number}: {problem}")
    assert not wrong, f"{len(wrong)} of {len(chosen)} operators:\n" + "\n".join(wrong)
