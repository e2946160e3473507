"""Splitting, clipping, files."""

import hashlib
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon import utils


def test_split_data() -> None:
    x = nd.array(np.arange(20).reshape(10, 2))
    parts = utils.split_data(x, 4, even_split=False)
    assert [p.shape[0] for p in parts] == [3, 3, 2, 2]
    np.testing.assert_array_equal(np.concatenate([p.asnumpy() for p in parts]), x.asnumpy())
    across = utils.split_data(x, 2, batch_axis=1)
    assert [p.shape for p in across] == [(10, 1), (10, 1)]
    with pytest.raises(ValueError, match="cannot be evenly split into 3 slices along axis 0"):
        utils.split_data(x, 3)


def test_split_and_load() -> None:
    contexts = [mx.cpu(0), mx.cpu(1)]
    parts = utils.split_and_load(np.arange(8.0), contexts)
    assert [p.context for p in parts] == contexts
    assert parts[1].asnumpy().tolist() == [4, 5, 6, 7]
    assert utils.split_and_load(nd.ones((3, 2)), [mx.cpu(1)])[0].context == mx.cpu(1)


def test_clip_global_norm() -> None:
    arrays = [nd.array([3.0, 0.0]), nd.array([[4.0]], ctx=mx.cpu(1))]
    assert utils.clip_global_norm(arrays, 10.0) == pytest.approx(5.0)
    assert arrays[0].asnumpy().tolist() == [3, 0]
    assert utils.clip_global_norm(arrays, 1.0) == pytest.approx(5.0)
    np.testing.assert_allclose(arrays[0].asnumpy(), [0.6, 0.0], rtol=1e-5)
    np.testing.assert_allclose(arrays[1].asnumpy(), [[0.8]], rtol=1e-5)
    lazily = utils.clip_global_norm(arrays, 0.5, check_isfinite=False)
    assert lazily.asscalar() == pytest.approx(1.0)
    with pytest.warns(UserWarning, match="nan or inf is detected"):
        utils.clip_global_norm([nd.array([np.inf])], 1.0)
    with pytest.raises(AssertionError, match="at least one array"):
        utils.clip_global_norm([], 1.0)


def test_files_are_checked_and_replaced(tmp_path: Path) -> None:
    source, target = tmp_path / "a", tmp_path / "b"
    source.write_bytes(b"content")
    target.write_bytes(b"old")
    assert utils.check_sha1(str(source), hashlib.sha1(b"content").hexdigest())
    assert not utils.check_sha1(str(source), hashlib.sha1(b"other").hexdigest())
    utils.replace_file(str(source), str(target))
    assert target.read_bytes() == b"content"
    assert not source.exists()
    with pytest.raises(OSError, match="Moving downloaded temp file"):
        utils.replace_file(str(source), str(target))


def test_download(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    served: list[str] = []

    def serve(url: str, verify_ssl: bool) -> tuple[int, list[bytes]]:
        served.append(url)
        if "broken" in url:
            raise RuntimeError("no answer")
        return 7, [b"con", b"tent"]

    monkeypatch.setattr(utils, "_open", serve)
    right = hashlib.sha1(b"content").hexdigest()
    target = utils.download("http://host/file.txt", path=str(tmp_path), sha1_hash=right)
    assert target == str(tmp_path / "file.txt")
    assert Path(target).read_bytes() == b"content"
    assert utils.download("http://host/file.txt", path=str(tmp_path), sha1_hash=right) == target
    assert len(served) == 1
    with pytest.raises(UserWarning, match="content hash does not match"):
        utils.download("http://host/file.txt", path=str(tmp_path), sha1_hash="0" * 40, retries=1)
    with pytest.raises(RuntimeError, match="no answer"):
        utils.download("http://host/broken", path=str(tmp_path / "deep" / "x"), retries=3)
    assert served.count("http://host/broken") == 3
    assert "retrying, 2 attempts left" in capsys.readouterr().out
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["deep", "file.txt"]


def test_lists_are_shortened() -> None:
    assert utils._brief_print_list(range(3)) == "'0', '1', '2'"
    assert utils._brief_print_list(range(10)) == "'0', '1', '2', ..., '6', '7', '8', '9'"


def test_a_hook_handle_attaches_once() -> None:
    net = mx.gluon.nn.Dense(1)
    handle = net.register_forward_hook(print)
    with pytest.raises(AssertionError, match="attached twice"):
        handle.attach(net._forward_hooks, print)
    handle.detach()
    handle.detach()
    assert not net._forward_hooks
