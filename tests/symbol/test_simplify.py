"""Merging equal nodes."""

import pytest

import mxnet as mx
from mxnet.symbol.simplify import merged

a, b, c = (mx.sym.var(n) for n in "abc")


@pytest.mark.parametrize(
    ("symbol", "saved"),
    [
        ((a + 1) + (a + 2), 0),
        ((a + b) + (a + b), 1),
        ((a + b) + (b + a), 0),
        (((a + b) + c) + ((a + b) + c), 2),
        (mx.sym.Group([a * b, a * b]), 0),
        (mx.sym.Group([a * b + c, a * b + c]), 1),
        (mx.sym.Dropout(a) + mx.sym.Dropout(a), 0),
    ],
    ids=str,
)
def test_equal_nodes_become_one(symbol, saved):
    small = mx.sym.Symbol(merged(symbol._heads))
    assert len(symbol.get_internals()) - len(small.get_internals()) == saved
    assert len(small) == len(symbol)
    arrays = {n: mx.nd.array([1.0, 2.0]) + i for i, n in enumerate(symbol.list_arguments())}
    for one, other in zip(symbol.eval(**arrays), small.eval(**arrays), strict=True):
        assert (one.asnumpy() == other.asnumpy()).all()


def test_a_graph_without_equal_nodes_is_left_alone():
    symbol = mx.sym.tanh(a + b)
    assert merged(symbol._heads) == symbol._heads


def test_an_output_asked_for_twice_stays_one():
    total = a + b
    assert len(set(merged(mx.sym.Group([total, total])._heads))) == 1


def test_annotations_keep_nodes_apart():
    with mx.AttrScope(ctx_group="other"):
        right = a + b
    assert len(mx.sym.Symbol(merged((right * (a + b))._heads)).get_internals()) == 5
