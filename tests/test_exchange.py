"""Arrays and data sets beside those of other libraries."""

import gzip
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data.vision import datasets
from mxnet.test_utils import downloads


def test_functions_of_jax_take_arrays() -> None:
    for x in (nd.arange(3), mx.np.arange(3)):
        np.testing.assert_array_equal(jnp.add(x, 1), [1, 2, 3])
        np.testing.assert_array_equal(jnp.where(x > 1, x, 7), [7, 7, 2])
        assert jnp.sum(x) == 3
        np.testing.assert_array_equal(jax.jit(lambda given: given["x"] * 2)({"x": x}), [0, 2, 4])
        np.testing.assert_array_equal(jax.grad(lambda given: (given**2).sum())(x), [0, 2, 4])
        np.testing.assert_array_equal(jax.vmap(lambda given: given + 1)(x), [1, 2, 3])
        assert isinstance(jnp.add(x, 1), jax.Array)
        np.testing.assert_array_equal(jnp.ones(3) + x, [1, 2, 3])
        np.testing.assert_array_equal(jnp.concatenate([x, x]), [0, 1, 2, 0, 1, 2])
        assert jnp.asarray(x).dtype == x.asnumpy().dtype
        with pytest.raises(ValueError, match="explicitly convert"):
            jax.lax.add(x, x)  # a primitive by itself takes JAX's arrays alone
        np.testing.assert_array_equal(jax.lax.add(jnp.asarray(x), jnp.asarray(x)), [0, 2, 4])
    x = nd.arange(3)  # what JAX holds is never overwritten
    held = jnp.asarray(x)
    x[:] = 7
    nd.waitall()
    np.testing.assert_array_equal(held, [0, 1, 2])


SAMPLES = [{"image": np.full((2, 2), i, np.float32), "label": i, "text": f"digit {i}"} for i in range(5)]


class Rows:
    """What a data set of Hugging Face's is to a loader: a length, and a dictionary for each number."""

    def __len__(self) -> int:
        return len(SAMPLES)

    def __getitem__(self, index: int) -> dict[str, object]:
        return SAMPLES[index]


@pytest.mark.parametrize("workers", [0, 1])
@pytest.mark.parametrize("threads", [True, False])
def test_samples_may_be_dictionaries(workers: int, threads: bool) -> None:
    loader = gluon.data.DataLoader(Rows(), batch_size=2, num_workers=workers, thread_pool=threads)
    batches = list(loader)
    assert [b["text"] for b in batches] == [["digit 0", "digit 1"], ["digit 2", "digit 3"], ["digit 4"]]
    assert batches[0]["image"].shape == (2, 2, 2)
    np.testing.assert_array_equal(batches[1]["label"].asnumpy(), [2, 3])
    transformed = gluon.data.SimpleDataset(SAMPLES).transform(lambda s: {"image": nd.array(s["image"]) + 1})
    first = next(iter(gluon.data.DataLoader(transformed, batch_size=5, num_workers=workers, thread_pool=threads)))
    np.testing.assert_array_equal(first["image"].asnumpy()[:, 0, 0], [1, 2, 3, 4, 5])


def away(*_: object, **__: object) -> str:
    raise mx.MXNetError("no network")


def test_mnist_without_a_network_is_the_digits_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(downloads, "download", away)
    with pytest.warns(UserWarning, match="digits that come with this package are used: no network"):
        found = mx.test_utils.get_mnist()
    assert found["train_data"].shape[1:] == (1, 28, 28)
    assert len(found["train_data"]) == len(found["train_label"]) > 1000
    assert set(found["test_label"].tolist()) == set(range(10))


def test_the_data_set_falls_back_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(tmp_path / "mnist")
    monkeypatch.setattr(datasets, "_default_root", lambda name: root)
    monkeypatch.setattr(datasets, "download", away)
    with pytest.warns(UserWarning, match="digits that come with this package"):
        digits = datasets.MNIST(root, train=False)
    assert digits[0][0].shape == (28, 28, 1)
    with pytest.raises(mx.MXNetError, match="cannot be downloaded"), warnings.catch_warnings():
        datasets.FashionMNIST(str(tmp_path / "fashion"))
    with pytest.raises(mx.MXNetError, match="cannot be downloaded"):
        datasets.MNIST(str(tmp_path / "elsewhere"))
    Path(root).mkdir(parents=True, exist_ok=True)
    (Path(root) / "t10k-labels-idx1-ubyte.gz").write_bytes(gzip.compress(b"broken"))
    with pytest.raises(mx.MXNetError, match="SHA-1 is another"):
        datasets.MNIST(root, train=False)
