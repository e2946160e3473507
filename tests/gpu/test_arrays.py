"""Sparse arrays, random numbers, copies, files and memory on a GPU."""

import contextlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet.ndarray.handle import value_of
from tests.gpu.comparing import assert_equal, host, numbers

AMP = """
import numpy as np, mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.contrib import amp
amp.init({dtype!r})
ctx = {ctx}
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(32, activation="relu", in_units=8), gluon.nn.Dense(3, in_units=32))
net.initialize(mx.init.Xavier(), ctx=ctx)
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "adam", {{"learning_rate": 0.01}})
amp.init_trainer(trainer)
random = np.random.RandomState(0)
data, label = nd.array(random.normal(size=(64, 8)), ctx=ctx), nd.array(np.arange(64) % 3, ctx=ctx)
loss_of, losses = gluon.loss.SoftmaxCrossEntropyLoss(), []
for _ in range(40):
    with autograd.record():
        loss = loss_of(net(data), label)
        with amp.scale_loss(loss, trainer) as scaled:
            autograd.backward(scaled)
    trainer.step(64)
    losses.append(float(loss.astype("float32").mean().asscalar()))
assert np.dtype(net[0](data).dtype).name == {dtype!r}, net[0](data).dtype
assert losses[-1] < 0.8 * losses[0], losses
print("ok", losses[0], losses[-1], trainer._amp_loss_scaler.loss_scale)
"""


def test_sparse_arrays(device: mx.Context) -> None:
    dense = np.random.RandomState(0).uniform(-1, 1, (6, 5)) * (np.arange(30).reshape(6, 5) % 3 == 0)
    results = []
    for ctx in (mx.cpu(0), device):
        csr = nd.array(dense, ctx=ctx).tostype("csr")
        rows = nd.array(dense * (np.arange(6) % 2)[:, None], ctx=ctx).tostype("row_sparse")
        right = numbers(1, (5, 3), ctx)
        found = [nd.dot(csr, right), nd.dot(csr, numbers(2, (6, 2), ctx), transpose_a=True), rows * 2]
        found += [nd.sparse.retain(rows, nd.array([1, 3], ctx=ctx)), nd.sparse.sum(csr, axis=1), csr[1:4]]
        results.append([host(a) for a in found])
    assert_equal(zip(*results, strict=True))


@pytest.mark.parametrize("name", ["sgd", "adam", "adagrad", "ftrl"])
def test_row_sparse_gradients(name: str, device: mx.Context) -> None:
    results = []
    for ctx in (mx.cpu(0), device):
        weight = numbers(0, (10, 4), ctx)
        weight.attach_grad(stype="row_sparse")
        updater = mx.optimizer.get_updater(mx.optimizer.create(name, learning_rate=0.1))
        for step in range(3):
            with autograd.record():
                out = nd.Embedding(
                    nd.array([step, 2, 7], ctx=ctx), weight, input_dim=10, output_dim=4, sparse_grad=True
                )
                loss = (out * out).sum()
            loss.backward()
            updater(0, weight.grad, weight)
        results.append([host(weight)])
    assert_equal(zip(*results, strict=True))


@pytest.mark.parametrize(
    ("draw", "mean", "variance"),
    [
        (lambda **k: nd.random.uniform(2, 4, **k), 3.0, 1 / 3),
        (lambda **k: nd.random.normal(1, 2, **k), 1.0, 4.0),
        (lambda **k: nd.random.exponential(0.5, **k), 0.5, 0.25),
        (lambda **k: nd.random.gamma(3, 2, **k), 6.0, 12.0),
        (lambda **k: nd.random.poisson(4, **k), 4.0, 4.0),
        (lambda **k: nd.random.negative_binomial(3, 0.5, **k), 3.0, 6.0),
        (lambda **k: nd.random.randint(0, 10, **k).astype("float32"), 4.5, 8.25),
    ],
)
def test_random_numbers(draw, mean: float, variance: float, device: mx.Context) -> None:
    mx.random.seed(5)
    first = host(draw(shape=(200, 500), ctx=device)).astype("float64")
    error = 5 * (variance / first.size) ** 0.5
    assert abs(first.mean() - mean) < error
    assert abs(first.var() - variance) < 0.05 * variance
    mx.random.seed(5)
    np.testing.assert_array_equal(host(draw(shape=(200, 500), ctx=device)), first)


def test_draws_of_samples(device: mx.Context) -> None:
    mx.random.seed(3)
    chosen = host(nd.random.multinomial(nd.array([0.2, 0.5, 0.3], ctx=device), shape=20000))
    np.testing.assert_allclose(np.bincount(chosen.astype(int), minlength=3) / 20000, [0.2, 0.5, 0.3], atol=0.02)
    mixed = host(nd.random.shuffle(nd.arange(1000, ctx=device)))
    assert sorted(mixed) == list(range(1000)) and not np.array_equal(mixed, np.arange(1000))
    with autograd.train_mode():
        kept = host(nd.Dropout(nd.ones((500, 500), ctx=device), p=0.3))
    assert abs((kept == 0).mean() - 0.3) < 0.01 and abs(kept.mean() - 1) < 0.01


def test_copies(device: mx.Context, tmp_path: Path) -> None:
    array = numbers(0, (4, 3), mx.cpu(0))
    there = array.as_in_context(device)
    assert there.context == device
    back = (there * 2).copyto(mx.cpu(0))
    np.testing.assert_allclose(host(back), 2 * host(array), rtol=1e-6)
    there[1:3] = 7
    assert float(there[2, 0].asscalar()) == 7
    nd.save(str(tmp_path / "arrays"), {"a": there})
    np.testing.assert_array_equal(host(nd.load(str(tmp_path / "arrays"))["a"]), host(there))


@pytest.mark.needs_gpu
def test_what_is_numpys_goes_straight_to_the_device(device: mx.Context) -> None:
    here = nd.array(np.arange(6.0).reshape(2, 3), ctx=mx.cpu(0))
    there = here.as_in_context(device)
    assert type(value_of(here).data) is np.ndarray  # it has not been an array of XLA's on the host
    here[:] = 7
    np.testing.assert_array_equal(host(there), np.arange(6.0).reshape(2, 3))
    np.testing.assert_array_equal(host((here + 1).as_in_context(device)), 8)


@pytest.mark.needs_gpu
def test_arrays_of_two_devices_do_not_mix(device: mx.Context) -> None:
    with pytest.raises(mx.MXNetError, match="different devices"):
        numbers(0, (2,), mx.cpu(0)) + numbers(0, (2,), device)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_mixed_precision(dtype: str, device: mx.Context) -> None:
    script = AMP.format(dtype=dtype, ctx="mx.gpu(0)" if device.device_type == "gpu" else "mx.cpu(0)")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("ok")


@pytest.mark.needs_gpu
def test_memory_info(device: mx.Context) -> None:
    nd.waitall()
    free, total = mx.context.gpu_memory_info(device.device_id)
    assert 0 < free <= total
    count = 64 * 2**20
    held = nd.ones((count,), ctx=device)
    held.wait_to_read()
    less, _ = mx.context.gpu_memory_info(device.device_id)
    assert 4 * count <= free - less <= 4 * count + 2**26
    del held
    nd.waitall()
    again, _ = mx.context.gpu_memory_info(device.device_id)
    assert abs(again - free) <= 2**26


@pytest.mark.needs_gpu
def test_too_large_an_array_says_what_there_is(device: mx.Context) -> None:
    _, total = mx.context.gpu_memory_info(device.device_id)
    small = nd.ones((3,), ctx=device)
    small.wait_to_read()
    large = nd.ones((total // 2,), ctx=device) * 2  # twice as many bytes as there are
    with pytest.raises(mx.MXNetError, match=r"out of memory on .*: .* asked for, .* free, .* used"):
        large.wait_to_read()
    del large
    with contextlib.suppress(mx.MXNetError):
        nd.waitall()
    np.testing.assert_array_equal(host(small + 1), 2)
