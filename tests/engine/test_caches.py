"""What is remembered for a shape or an attribute is forgotten again: programs may see new ones for ever."""

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from mxnet import autograd, nd, sym
from mxnet import np as mnp
from mxnet._frontend import binding
from mxnet._host.caches import CACHES, Cache
from mxnet._host.stats import stats
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


# --- the engine's own caches ------------------------------------------------------------------------------------------


def test_a_cache_forgets_what_was_used_longest_ago() -> None:
    cache: Cache[int, str] = Cache("for this test", 8)
    try:
        cache[0] = "used"
        for key in range(1, 100):
            cache[key] = "new"
            assert cache[0] == "used"  # a look keeps it, though it is the oldest
            assert len(cache) <= 8
        assert 1 not in cache and 99 in cache and cache.get(1) is None
        for key in range(100, 104):  # at least as many as half of what fits, none used twice
            cache[key] = "new"
        assert 0 in cache
        for key in range(104, 112):
            cache[key] = "new"
        assert 0 not in cache
    finally:
        del CACHES[cache.name]


def test_a_cache_keeps_one_item_a_key() -> None:
    cache: Cache[int, int] = Cache("for this test", 4)
    try:
        for key in range(3):
            cache[key] = key
        cache[0] = 10
        assert (cache[0], cache.setdefault(0, 11), cache.setdefault(7, 8), cache.get(9, "none")) == (10, 10, 8, "none")
        assert cache.pop(0) == 10 and cache.pop(0, "none") == "none" and 0 not in cache
        with pytest.raises(KeyError):
            cache[0]
        cache.clear()
        assert len(cache) == 0
    finally:
        del CACHES[cache.name]


def test_a_training_step_is_not_forgotten_while_it_runs() -> None:
    w = nd.array(np.ones((3, 2)))
    w.attach_grad()

    def step() -> None:
        with autograd.record():
            loss = nd.tanh(w * 3).sum()
        loss.backward()
        w[:] = w - 0.1 * w.grad
        loss.asscalar()

    for _ in range(3):
        step()
    compiled = 0
    for n in range(2000):
        (nd.ones((1 + n % 200, 1 + n // 200)) * 2).asnumpy()
        if n % 20 == 0:
            before = stats.compilations
            step()
            compiled += stats.compilations - before
    assert compiled == 0
