"""Models as StableHLO, loaded where this package is not."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import mxnet as mx
from mxnet.gluon import nn

PREDICT = """
import sys
sys.modules["mxnet"] = None  # an import would fail
import jax, numpy as np
f = jax.export.deserialize(open("model.stablehlo", "rb").read())
assert set(f.platforms) == {"cpu", "cuda", "tpu"}
for name in ("one", "many"):
    np.save(f"{name}-found.npy", f.call(np.load(f"{name}.npy"))[0])
"""
TRAIN = """
import sys
sys.modules["mxnet"] = None
import jax, numpy as np
f = jax.export.deserialize(open("model.stablehlo", "rb").read())
params = dict(np.load("params.npz"))
x, y = np.load("x.npy"), np.load("y.npy")
loss = lambda p: ((f.call(p, x)[0] - y) ** 2).mean()
first = loss(params)
for _ in range(5):
    params = jax.tree.map(lambda w, g: w - 0.1 * g, params, jax.grad(loss)(params))
assert loss(params) < 0.9 * first, (loss(params), first)
"""


def net() -> nn.HybridSequential:
    made = nn.HybridSequential()
    made.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.MaxPool2D(), nn.Flatten(), nn.Dense(3))
    made.initialize(mx.init.Xavier())
    return made


def elsewhere(code: str, folder: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_free_batch_without_this_package(tmp_path: Path) -> None:
    model = net()
    arrays = {"one": mx.nd.random.normal(shape=(1, 3, 8, 8)), "many": mx.nd.random.normal(shape=(5, 3, 8, 8))}
    model.export_stablehlo(tmp_path / "model.stablehlo", arrays["one"], dynamic={0: "batch"})
    for name, x in arrays.items():
        np.save(tmp_path / f"{name}.npy", x.asnumpy())
    elsewhere(PREDICT, tmp_path)
    for name, x in arrays.items():
        np.testing.assert_allclose(np.load(tmp_path / f"{name}-found.npy"), model(x).asnumpy(), rtol=1e-5, atol=1e-5)


def test_training_without_this_package(tmp_path: Path) -> None:
    model = nn.Dense(2)
    model.initialize(mx.init.Xavier())
    x = mx.nd.random.normal(shape=(6, 4))
    model.export_stablehlo(tmp_path / "model.stablehlo", x, train=True)
    np.savez(tmp_path / "params.npz", **{n: p.data().asnumpy() for n, p in model.collect_params().items()})
    np.save(tmp_path / "x.npy", x.asnumpy())
    np.save(tmp_path / "y.npy", np.ones((6, 2), np.float32))
    elsewhere(TRAIN, tmp_path)
