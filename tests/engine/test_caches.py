"""What is remembered for a shape or an attribute is forgotten again: programs may see new ones for ever."""

import sys
from collections.abc import Iterator

import numpy as np

from mxnet import autograd, nd, sym
from mxnet import np as mnp
from mxnet._frontend import binding
from mxnet._lazy.caches import CACHES, Cache
from mxnet._ops.registry import find
from mxnet.ndarray import views

# Caches of the engine itself are looked at elsewhere.
PACKAGES = ("mxnet._frontend", "mxnet.ndarray", "mxnet.symbol", "mxnet.gluon", "mxnet.numpy", "mxnet.autograd")


def dictionaries() -> Iterator[tuple[str, dict]]:
    """Every dictionary that a module, or a class of it, has for as long as the process lives."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(PACKAGES):
            continue
        for attribute, value in vars(module).items():
            if isinstance(value, dict):
                yield f"{name}.{attribute}", value
            if isinstance(value, type) and value.__module__ == name:
                for inner, held in vars(value).items():
                    if isinstance(held, dict):
                        yield f"{name}.{attribute}.{inner}", held


def use(n: int) -> None:
    """Compute with shapes and attributes that depend on a number."""
    x = nd.ones((n + 2, 3))
    x.attach_grad()
    with autograd.record():
        y = (x[1:] * 2).reshape((-1,)).sum()
    y.backward()
    x[: n + 1] = 5
    x.reshape((3, n + 2))[1] += 1
    x[:] = nd.ones((1, 3))
    nd.clip(x, -n, n).astype("float64")
    mnp.full((n + 1,), n).reshape(1, n + 1)
    rows = nd.sparse.row_sparse_array((np.ones((1, 2)), [n]), shape=(n + 1, 2))
    (rows * 2).tostype("default")
    (sym.var("a").slice_axis(axis=0, begin=0, end=n + 1) * n).infer_shape(a=(n + 2, 3))


def test_no_dictionary_grows_with_the_shapes_seen() -> None:
    use(0)
    before = {name: len(found) for name, found in dictionaries() if not isinstance(found, Cache)}
    assert before
    for n in range(1, 31):
        use(n)
    grown = {name: len(d) for name, d in dictionaries() if name in before and len(d) >= before[name] + 20}
    assert not grown


def test_calls_are_forgotten() -> None:
    cache, op = CACHES["calls"], find("_ones")
    assert cache is binding._CALLS
    for n in range(cache.limit + 10):
        binding.bind(op, (), {"shape": (n,)}, False)
    assert len(cache) <= cache.limit
    assert nd.ones((cache.limit,)).shape == (cache.limit,)


def test_views_are_forgotten() -> None:
    for n in range(views._RESHAPES.limit + 10):
        views.reshape_call((n,))
        views.broadcast_call((n,))
    assert len(views._RESHAPES) <= views._RESHAPES.limit
    assert len(views._BROADCASTS) <= views._BROADCASTS.limit
    x = nd.arange(6)
    np.testing.assert_array_equal(x.reshape((2, 3)).asnumpy(), [[0, 1, 2], [3, 4, 5]])
