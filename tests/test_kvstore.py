"""Key-value stores of one machine, with keys, devices and optimizers."""

import numpy as np
import pytest

import mxnet as mx

ONES, SHAPE = np.ones((2, 3), np.float32), (2, 3)
DEVICES = [mx.cpu(i) for i in range(4)]


def arrays(value, stype="default"):
    return [mx.nd.full(SHAPE, value, ctx).tostype(stype) for ctx in DEVICES]


@pytest.mark.parametrize("kind", ["local", "device"])
@pytest.mark.parametrize("keys", [[3, 5], ["a", "b"]])
@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_sums_over_devices(kind, keys, stype):
    store = mx.kv.create(kind)
    store.init(keys, [mx.nd.zeros(SHAPE)] * 2)
    store.push(keys, [arrays(1.0, stype), arrays(2.0, stype)])
    outs = [[mx.nd.empty(SHAPE, ctx) for ctx in DEVICES] for _ in keys]
    store.pull(keys, out=outs)
    for out, total in zip(outs, (4.0, 8.0), strict=True):
        assert [o.context for o in out] == DEVICES
        for array in out:
            np.testing.assert_array_equal(array.asnumpy(), total * ONES)


def test_pushpull_in_place_and_single_values():
    store = mx.kv.create("device")
    store.broadcast("w", mx.nd.zeros(SHAPE), out=mx.nd.zeros(SHAPE))
    values = arrays(1.5)
    store.pushpull("w", values)
    assert all((v.asnumpy() == 6.0).all() for v in values)
    out = mx.nd.zeros(SHAPE, dtype="float16")
    store.pull("w", out)
    assert out.asnumpy().dtype == np.float16
    assert (out.asnumpy() == 6.0).all()


def test_updater_gets_key_sum_and_value():
    seen = []

    def update(key, pushed, stored):
        seen.append(key)
        stored += pushed * 2

    store = mx.kv.create()
    store.init("w", mx.nd.ones(SHAPE))
    store._set_updater(update)
    store.push("w", arrays(1.0))
    out = mx.nd.zeros(SHAPE)
    store.pull("w", out=out)
    assert seen == ["w"]
    np.testing.assert_array_equal(out.asnumpy(), 9 * ONES)


def test_optimizer_and_its_states(tmp_path):
    def make():
        store = mx.kv.create("device")
        store.init(["a", "b"], [mx.nd.ones(SHAPE)] * 2)
        store.set_optimizer(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9))
        return store

    def push(store, times):
        for _ in range(times):
            store.push(["a", "b"], [arrays(0.25), arrays(0.5)])
        out = [mx.nd.zeros(SHAPE), mx.nd.zeros(SHAPE)]
        store.pull(["a", "b"], out=out)
        return [o.asnumpy() for o in out]

    first = make()
    np.testing.assert_allclose(push(first, 2)[0], (1 - 0.1 - 0.19) * ONES, rtol=1e-6)
    first.save_optimizer_states(str(tmp_path / "states"), dump_optimizer=True)
    second = make()
    second.load_optimizer_states(str(tmp_path / "states"))
    np.testing.assert_allclose(push(second, 1)[0], (1 - 0.271) * ONES, rtol=1e-6)


def test_row_sparse_pull():
    store = mx.kv.create()
    store.init("e", mx.nd.ones((4, 2)).tostype("row_sparse"))
    out = mx.nd.sparse.zeros("row_sparse", (4, 2))
    store.row_sparse_pull("e", out=out, row_ids=mx.nd.array([3, 1, 3]))
    assert out.indices.asnumpy().tolist() == [1, 3]
    assert out.asnumpy()[:, 0].tolist() == [0, 1, 0, 1]
    both = [mx.nd.sparse.zeros("row_sparse", (4, 2)) for _ in range(2)]
    store.row_sparse_pull("e", out=both, row_ids=mx.nd.array([0]))
    assert all(b.asnumpy()[:, 0].tolist() == [1, 0, 0, 0] for b in both)
    with pytest.raises(mx.MXNetError, match="row_sparse"):
        store.row_sparse_pull("e", out=mx.nd.zeros((4, 2)), row_ids=mx.nd.array([0]))


def test_pull_leaves_sparse_arrays_alone():
    store = mx.kv.create()
    store.init(1, mx.nd.zeros(SHAPE))
    out = (mx.nd.ones(SHAPE) * 2).tostype("row_sparse")
    store.pull(1, out=out)
    assert (out.asnumpy() == 2).all()
    store.pull(1, out=out, ignore_sparse=False)
    assert (out.asnumpy() == 0).all()


def test_two_bits_with_the_error_fed_back():
    store = mx.kv.create("device")
    store.set_gradient_compression({"type": "2bit", "threshold": 0.5})
    store.init("a", mx.nd.zeros((4,)))
    found = []
    for _ in range(3):
        out = mx.nd.zeros((4,))
        store.pushpull("a", [mx.nd.array([0.3, -0.3, 0.6, 1.2]), mx.nd.array([0.1, 0.2, 0.5, -0.5])], out=out)
        found.append(out.asnumpy().tolist())
    assert found == [[0, 0, 1, 0], [0.5, -0.5, 1, 0], [0, 0.5, 1, 0]]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda kv: kv.init(1, mx.nd.zeros(SHAPE)), "duplicate init of key 1"),
        (lambda kv: kv.push(9, mx.nd.zeros(SHAPE)), "key 9 has not been inited"),
        (lambda kv: kv.pull("x", mx.nd.zeros(SHAPE)), "Mixed key types"),
        (lambda kv: kv.push(1, mx.nd.zeros((7,))), r"expected arrays of shape \(2, 3\)"),
        (lambda kv: kv.set_gradient_compression({"type": "1bit"}), "Unknown type for gradient compression"),
        (lambda kv: kv.set_gradient_compression({"type": "2bit", "threshold": 0}), "greater than 0"),
        (lambda kv: mx.kv.create("dist_sync"), "DMLC_PS_ROOT_URI"),
    ],
)
def test_errors(call, words):
    store = mx.kv.create("device")
    store.init(1, mx.nd.zeros(SHAPE))
    with pytest.raises(mx.MXNetError, match=words):
        call(store)


def test_errors_of_other_kinds():
    store = mx.kv.create("local")
    with pytest.raises(TypeError, match="must be a string"):
        mx.kv.create(3)
    with pytest.raises(AssertionError, match="unexpected type for keys"):
        store.init(1.5, mx.nd.zeros(SHAPE))
    with pytest.raises(AssertionError, match="inconsistent types"):
        store.init(["a", 1], [mx.nd.zeros(SHAPE)] * 2)
    with pytest.raises(ValueError, match="Unknown capability"):
        store.is_capable("flight")
    with pytest.raises(AssertionError, match="set_optimizer"):
        store.save_optimizer_states("nowhere")


def test_what_a_store_is():
    store = mx.kv.create("local_allreduce_cpu")
    assert (store.type, store.rank, store.num_workers) == ("local_allreduce_cpu", 0, 1)
    assert store.is_capable("optimizer")
    assert isinstance(store, mx.kv.KVStore)


def test_a_store_of_ones_own():
    @mx.kv.KVStoreBase.register
    class Doubling(mx.kv.KVStoreBase):
        def pushpull(self, key, value, out=None, priority=0):
            for o in out:
                o[:] = value * 2

    out = [mx.nd.zeros((1,))]
    mx.kv.create("doubling").pushpull(0, mx.nd.ones((1,)), out=out)
    assert out[0].asscalar() == 2.0
