"""Arrays of a data set: computed at once on the host, and otherwise like any array."""

import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.ndarray.samples import Sample, preparing, sample
from mxnet.runtime import engine_stats

VALUES = np.arange(24, dtype=np.float32).reshape(2, 3, 4)


def pair() -> tuple[nd.NDArray, nd.NDArray]:
    """The same values as a sample and as an ordinary array."""
    return sample(VALUES.copy()), nd.array(VALUES)


EXPRESSIONS = {
    "number": lambda x: (x + 1) * 3 - 2.5,
    "divide": lambda x: x / 255,
    "reverse": lambda x: 1 - x + 2 / (x + 1) + 2 * x,
    "arrays": lambda x: x * x - x / (x + 1),
    "cast": lambda x: x.astype("uint8").astype("float64"),
    "index": lambda x: x[1],
    "box": lambda x: x[0, 1:3],
    "element": lambda x: x[1, 2, 3],
    "last axis": lambda x: x[:, :, 1],
    "negative": lambda x: x[-1][-2:],
    "stepped": lambda x: x[:, ::2],
    "array index": lambda x: x[nd.array([1, 0])],
    "reshape": lambda x: x.reshape((-1, 4)),
    "codes": lambda x: x.reshape((0, -3)),
    "transpose": lambda x: x.transpose((2, 0, 1)),
    "T": lambda x: x.T,
    "swap": lambda x: x.swapaxes(0, 2),
    "expand": lambda x: x.expand_dims(1),
    "flip": lambda x: nd.flip(x, axis=1),
    "clip": lambda x: x.clip(3, 11),
    "clip crossed": lambda x: x.clip(11, 3),
    "flatten": lambda x: nd.flatten(x),
    "stack": lambda x: nd.stack(x, x, axis=1),
    "concat": lambda x: nd.concat(x, x, dim=2),
    "mixed": lambda x: nd.concat(x, nd.ones((2, 1, 4)), dim=1),
    "operator": lambda x: nd.softmax(x, axis=-1).sum(axis=0),
    "compare": lambda x: x > 5,
    "negate": lambda x: -x % 5,
    "reshape function": lambda x: nd.reshape(x, shape=(0, -1)),
    "squeeze": lambda x: x.expand_dims(0).squeeze(axis=0),
    "slice": lambda x: nd.slice(x, begin=(0, 1), end=(2, None), step=(1, 2)),
    "slice axis": lambda x: nd.slice_axis(x, axis=2, begin=1, end=-1),
    "cast function": lambda x: nd.cast(x, dtype="float64"),
    "to integer": lambda x: (x / 3).astype("uint8"),
    "unary": lambda x: nd.exp(-x.abs()) + x.sqrt() + nd.log(x + 1) + x.square().floor() + (x / 2).ceil(),
    "clipped": lambda x: nd.maximum(x, 3.5) + nd.minimum(x, 7),
    "flags": lambda x: (x > 3) + (x >= 4) + (x < 5) + (x <= 6) + (x == 7) + (x != 8),
    "sums": lambda x: x.sum(axis=1) + x.mean(axis=(1,), keepdims=False) + x.max(axis=1) + x.min(axis=-2),
    "kept": lambda x: x.sum(axis=(0, 2), keepdims=True) + x.mean(),
    "excluded": lambda x: nd.sum(x, axis=1, exclude=True),
    "like": lambda x: nd.zeros_like(x) + nd.ones_like(x),
    "image": lambda x: nd.image.to_tensor(x.reshape((4, 2, 3)).astype("uint8")),
    "normalized": lambda x: nd.image.normalize(x.reshape((3, 4, 2)), mean=(1, 2, 3), std=2.0),
    "cropped": lambda x: nd.image.crop(x.reshape((4, 2, 3)), x=1, y=1, width=1, height=2),
    "mirrored": lambda x: nd.image.flip_left_right(x.reshape((4, 2, 3))),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_sample_computes_what_an_array_does(name: str) -> None:
    one, other = (EXPRESSIONS[name](x) for x in pair())
    assert one.shape == other.shape
    assert one.dtype == other.dtype
    # XLA may multiply by 1 / 255 where NumPy, and MXNet, divide by 255: the last bit can differ.
    np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=2e-7)


def test_it_computes_without_the_engine() -> None:
    x = sample(VALUES.astype(np.uint8))
    mx.nd.waitall()  # what other tests left
    before = engine_stats()["nodes"]
    y = x[1].astype(np.float32).transpose((1, 0)) / 255
    assert y.shape == (4, 3)
    mx.nd.waitall()
    assert engine_stats()["nodes"] == before


UNDECLARED = {
    "one_hot": lambda x: nd.one_hot(x[0, 0], 5),
    "softmax": lambda x: nd.softmax(x, axis=1),
    "several outputs": lambda x: nd.concat(*nd.split(x, 2, axis=2), dim=0),
    "where": lambda x: nd.where(x > 3, x, -x),
    "gather": lambda x: nd.take(x, x[0, 0, :2], axis=1),
    "product": lambda x: nd.dot(x[0], x[1], transpose_b=True),
    "number": lambda x: nd.concat(x % 3, x**1.5, dim=0),
}


@pytest.mark.parametrize("name", UNDECLARED)
def test_operators_without_a_form_for_numpy_compute_without_the_engine(name: str) -> None:
    x, other = pair()
    mx.nd.waitall()
    before = engine_stats()["nodes"]
    found = [UNDECLARED[name](x) for _ in range(2)]
    assert all(type(y) is Sample for y in found)
    assert engine_stats()["nodes"] == before
    expected = UNDECLARED[name](other)
    for y in found:
        assert (y.shape, y.dtype) == (expected.shape, expected.dtype)
        np.testing.assert_allclose(y.asnumpy(), expected.asnumpy(), rtol=1e-6)


def test_what_numpy_would_take_long_for_is_the_engines() -> None:
    x = sample(np.ones((600, 3000), np.float32))
    assert type(nd.softmax(x)) is nd.NDArray


def test_random_operators_follow_the_seed() -> None:
    for x in pair():
        mx.random.seed(3)
        with autograd.train_mode():
            found = nd.Dropout(x, p=0.5).asnumpy()
        mx.random.seed(3)
        with autograd.train_mode():
            np.testing.assert_array_equal(nd.Dropout(x, p=0.5).asnumpy(), found)


def test_while_samples_are_prepared_arrays_are_samples() -> None:
    table = nd.array(VALUES)
    with preparing():
        made = [nd.array(VALUES), table[1], table[1, 0:2], table[1, 2, 3], table[-1:]]
    for array, expected in zip(made, (VALUES, VALUES[1], VALUES[1, 0:2], VALUES[1, 2, 3:], VALUES[1:]), strict=True):
        assert type(array) is Sample
        np.testing.assert_array_equal(array.asnumpy(), expected)
    made[1][:] = 5
    assert table.asnumpy()[1].sum() == 60
    assert type(nd.array(VALUES)) is nd.NDArray
    with preparing():
        assert table[np.int64(1)].asnumpy().sum() == 60
        assert table[nd.array([1])].shape == (1, 3, 4)
        pending = table * 2
        assert pending[0].asnumpy().tolist() == (VALUES[0] * 2).tolist()


def test_it_looks_like_an_array() -> None:
    x, y = pair()
    assert isinstance(x, nd.NDArray)
    assert repr(x) == repr(y)
    assert type(pickle.loads(pickle.dumps(x))) is nd.NDArray
    assert x.as_in_context(mx.cpu(1)).context == mx.cpu(1)


def test_views_write_through() -> None:
    for x in pair():
        x[0][1] = 7
        x.reshape((-1,))[23] = 100
        x[1, 0, :2] = nd.array([5, 6])
        x += 1
        assert x.asnumpy()[0, 1].tolist() == [8] * 4
        assert x.asnumpy()[1, 2, 3] == 101
        assert x.asnumpy()[1, 0, :2].tolist() == [6, 7]


def test_writing_stays_on_the_host() -> None:
    before = engine_stats()["nodes"]
    with preparing():
        row = nd.array([7.0, 8.0, 9.0])
        canvas = nd.tile(row, reps=(4,)).reshape((4, 3))
        kept, image = canvas[1:3], nd.array(np.ones((2, 2), np.float32))
        canvas[1:3, 1:] = image * 2
        canvas[0] = 5
        canvas[3, 0] = np.array([1.5])
        turned = nd.dot(canvas.reshape((2, 2, 3)), nd.array(np.diag([1.0, 10.0, 100.0])))
        turned[0, 0] = row
    assert engine_stats()["nodes"] == before
    assert canvas.asnumpy().tolist() == [[5, 5, 5], [7, 2, 2], [7, 2, 2], [1.5, 8, 9]]
    assert turned.asnumpy().tolist() == [[[7, 8, 9], [7, 20, 200]], [[7, 20, 200], [1.5, 80, 900]]]
    assert kept.asnumpy().tolist() == [[7, 2, 2], [7, 2, 2]]
    assert row.asnumpy().tolist() == [7, 8, 9]
    assert image.asnumpy().tolist() == [[1, 1], [1, 1]]
    with pytest.raises(ValueError):
        canvas[:2] = np.ones((3, 3))


def test_arrays_without_dimensions() -> None:
    with mx.util.np_shape(True):
        x = sample(np.array(2.5, np.float32))
        for y in (x * 2, nd.broadcast_add(x, x), nd.negative(x), -x):
            assert y.shape == ()
            assert abs(y.asnumpy()) in (5, 2.5)
            assert abs((y + 1).asscalar()) in (6, 3.5, 1.5)


def test_integers_divide_as_arrays_do() -> None:
    ints = sample(np.array([1, 2, 254], np.uint8)), nd.array([1, 2, 254], dtype="uint8")
    for expression in (lambda x: x / 2, lambda x: x + 3, lambda x: x * 1.5):
        one, other = (expression(x) for x in ints)
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one.asnumpy(), other.asnumpy())


def test_gradients_go_through_it() -> None:
    x, _ = pair()
    x.attach_grad()
    with autograd.record():
        y = (x * x / 2).sum()
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), VALUES)


def test_networks_take_it() -> None:
    net = gluon.nn.Dense(2, flatten=False, in_units=4)
    net.initialize()
    x, y = pair()
    expected = net(y).asnumpy()
    np.testing.assert_array_equal(net(x).asnumpy(), expected)
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-6)


def saved(x: nd.NDArray, path: str) -> nd.NDArray:
    nd.save(path, {"x": x})
    return nd.load(path)["x"]


def assigned(x: nd.NDArray, _: str) -> nd.NDArray:
    target = nd.zeros((2, 3, 4))
    target[:] = x
    target[0] = x[1]
    return target


def stored(x: nd.NDArray, _: str) -> nd.NDArray:
    store, target = mx.kv.create(), nd.zeros((2, 3, 4))
    store.init("x", x)
    store.push("x", x)
    store.pull("x", out=target)
    return target


def updated(x: nd.NDArray, _: str) -> nd.NDArray:
    nd.sgd_update(x, nd.ones((2, 3, 4)), lr=0.5, out=x)
    nd.sqrt(x + 1, out=x)
    x *= x
    return x


def bound(x: nd.NDArray, _: str) -> nd.NDArray:
    return (mx.sym.var("x") * 2).bind(mx.cpu(), {"x": x}).forward()[0]


def split(x: nd.NDArray, _: str) -> nd.NDArray:
    return gluon.utils.split_and_load(x, [mx.cpu(0), mx.cpu(1)])[1]


@pytest.mark.parametrize("use", [saved, assigned, stored, updated, bound, split])
def test_it_goes_wherever_arrays_go(use: Callable[..., nd.NDArray], tmp_path: Path) -> None:
    one, other = (use(x, str(tmp_path / "x.params")) for x in pair())
    assert one.context == other.context
    np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), rtol=1e-6)


def test_errors_are_the_operators() -> None:
    x, _ = pair()
    with pytest.raises(mx.MXNetError, match="broadcast"):
        x + sample(np.ones(7, np.float32))
    with pytest.raises(mx.MXNetError, match="elemwise_add"):
        nd.elemwise_add(x, x[0])
    with pytest.raises(mx.MXNetError, match="axis"):
        nd.softmax(x, axis=7).asnumpy()
    with pytest.raises(mx.MXNetError, match="axes"):
        nd.transpose(x, (0, 0, 1))
    with pytest.raises(mx.MXNetError, match="a_min"):
        nd.clip(x, a_min="low", a_max=3)
    with pytest.raises(IndexError):
        x[2]
