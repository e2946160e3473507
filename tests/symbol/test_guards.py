"""Indices out of range inside a graph are an error where its results are read, as in MXNet."""

from typing import Any

import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd


class Gather(gluon.HybridBlock):
    """Rows by coordinates, as they are given or computed."""

    def __init__(self, factor: int) -> None:
        super().__init__()
        self.factor = factor

    def hybrid_forward(self, F: Any, data: Any, places: Any) -> Any:
        return F.gather_nd(data, places if self.factor == 1 else places * self.factor) + 1


def gathered(factor: int, places: nd.NDArray) -> nd.NDArray:
    block = Gather(factor)
    block.hybridize()
    return block(nd.arange(12).reshape((3, 4)), places)


@pytest.mark.parametrize("factor", [1, 2])
def test_in_range(factor: int) -> None:
    assert gathered(factor, nd.array([[1, 0, -1]]) + 0)[:, 0].asnumpy().tolist() == (
        [5, 1, 9] if factor == 1 else [9, 1, 5]
    )


@pytest.mark.parametrize("factor", [1, 2])
@pytest.mark.parametrize("computed", [False, True])
def test_out_of_range(factor: int, computed: bool) -> None:
    places = nd.array([[7, 0]])
    with pytest.raises(IndexError, match=f"index {7 * factor} is out of bounds for axis 0 with size 3"):
        gathered(factor, places + 0 if computed else places).asnumpy()


def test_what_is_computed_from_the_results_too() -> None:
    block = Gather(2)
    block.hybridize()
    data = nd.ones((3, 4))
    data.attach_grad()
    with autograd.record():
        loss = block(data, nd.array([[9]])).sum()
    loss.backward()
    with pytest.raises(IndexError, match="index 18 is out of bounds"):
        loss.asscalar()


def test_in_an_executor() -> None:
    symbol = mx.sym.gather_nd(mx.sym.Variable("data"), mx.sym.Variable("places"))
    arrays = {"data": nd.ones((3, 4)), "places": nd.array([[1, 7]]) + 0}
    with pytest.raises(IndexError, match="index 7 is out of bounds"):
        symbol.bind(mx.cpu(), arrays).forward()[0].asnumpy()
