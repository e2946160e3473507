"""Random programs give the same numbers lazily, node by node, and cut anywhere."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.tape import changed

ARRAYS = 4
SHAPE = (4, 3)
index = st.integers(0, ARRAYS - 1)
number = st.sampled_from([0.5, 1.0, -1.0, 0.25, 2.0])
row = st.integers(0, SHAPE[0] - 1)

step = st.one_of(
    st.tuples(st.just("add"), index, index, index),
    st.tuples(st.just("mul"), index, index, index),
    st.tuples(st.just("scale"), index, index, number),
    st.tuples(st.just("tanh"), index, index),
    st.tuples(st.just("mean"), index, index),
    st.tuples(st.just("iadd"), index, index),
    st.tuples(st.just("assign"), index, index),
    st.tuples(st.just("fill row"), index, row, number),
    st.tuples(st.just("copy row"), index, row, index, row),
    st.tuples(st.just("write view"), index, row, number),
    st.tuples(st.just("alias"), index, index),
    st.tuples(st.just("copy"), index, index),
    st.tuples(st.just("read"), index),
    st.tuples(st.just("gradient"), index, index),
    st.tuples(st.just("noise"), index),
    st.tuples(st.just("drop"), index),
)


def run(program: Sequence[tuple]) -> list[np.ndarray]:
    """Run a program on fresh arrays; return everything it leaves or reads."""
    mx.random.seed(5)
    x = [nd.array(np.linspace(-1, 1, 12).reshape(SHAPE) * (i + 1)) for i in range(ARRAYS)]
    seen = []
    for name, *args in program:
        a = args[0]
        match name:
            case "add":
                x[a] = x[args[1]] + x[args[2]]
            case "mul":
                x[a] = nd.tanh(x[args[1]] * x[args[2]])
            case "scale":
                x[a] = x[args[1]] * args[2] - 0.125
            case "tanh":
                x[a] = nd.tanh(x[args[1]])
            case "mean":
                x[a] = x[args[1]] - nd.mean(x[args[1]], axis=0, keepdims=True)
            case "iadd":
                x[a] += x[args[1]] * 0.5
            case "assign":
                x[a][:] = x[args[1]]
            case "fill row":
                x[a][args[1]] = args[2]
            case "copy row":
                x[a][args[1]] = x[args[2]][args[3]]
            case "write view":
                view = x[a][args[1] : args[1] + 1]
                view *= args[2]
            case "alias":
                x[a] = x[args[1]]
            case "copy":
                x[a] = x[args[1]].copy()
            case "read":
                seen.append(x[a].asnumpy())
            case "gradient":
                seen.append(gradient(x[a], x[args[1]]))
            case "noise":
                x[a] = x[a] + nd.random.uniform(0, 0.1, SHAPE)
            case "drop":
                x[a] = nd.ones(SHAPE) * 0.5
    return seen + [array.asnumpy() for array in x]


def gradient(x: mx.nd.NDArray, w: mx.nd.NDArray) -> np.ndarray:
    leaf = x.copy()
    leaf.attach_grad()
    with autograd.record():
        y = nd.tanh(leaf * w) + leaf[1:3].sum()
    y.backward()
    return leaf.grad.asnumpy()


@given(st.lists(step, min_size=1, max_size=25))
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
def test_lazy_equals_node_by_node(program: list[tuple]) -> None:
    lazy = run(program)
    with changed(naive=True):
        naive = run(program)
    with changed(nodes=3):
        chopped = run(program)
    for other in (naive, chopped):
        assert len(lazy) == len(other)
        for a, b in zip(lazy, other, strict=True):
            np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)
