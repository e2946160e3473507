"""Arrays in the formats of other libraries: .safetensors and .npz."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn

TYPES = ("float16", "float32", "float64", "uint8", "int8", "int32", "int64", "bool")


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_arrays_come_back(suffix: str, tmp_path: Path) -> None:
    file = str(tmp_path / f"arrays{suffix}")
    arrays = {f"a.{t}": nd.array(np.arange(6).reshape(2, 3) % 2, dtype=t) for t in TYPES}
    nd.save(file, arrays)
    loaded = nd.load(file)
    assert isinstance(loaded, dict)
    assert {name: array.dtype for name, array in loaded.items()} == {name: a.dtype for name, a in arrays.items()}
    for name, array in loaded.items():
        np.testing.assert_array_equal(array.asnumpy(), arrays[name].asnumpy())
    nd.save(file, [nd.ones((2,)), nd.zeros((3, 1))])
    listed = nd.load(file)
    assert isinstance(listed, list)
    assert [array.shape for array in listed] == [(2,), (3, 1)]


def test_bfloat16_needs_safetensors(tmp_path: Path) -> None:
    array = nd.ones((2, 2)).astype("bfloat16")
    nd.save(str(tmp_path / "a.safetensors"), {"a": array})
    loaded = nd.load(str(tmp_path / "a.safetensors"))
    assert isinstance(loaded, dict)
    assert str(np.dtype(loaded["a"].dtype)) == "bfloat16"
    with pytest.raises(mx.MXNetError, match=r"save it as \.safetensors"):
        nd.save(str(tmp_path / "a.npz"), {"a": array})


def test_sparse_arrays_need_params(tmp_path: Path) -> None:
    with pytest.raises(mx.MXNetError, match=r"'rows' is sparse, which only a \.params file can hold"):
        nd.save(str(tmp_path / "a.safetensors"), {"rows": nd.ones((2, 2)).tostype("row_sparse")})


def test_others_read_and_write_the_same(tmp_path: Path) -> None:
    safetensors = pytest.importorskip("safetensors.numpy")
    values = {"w": np.arange(6, dtype=np.float32).reshape(2, 3), "n": np.array([3], np.int64)}
    safetensors.save_file(values, str(tmp_path / "theirs.safetensors"))
    loaded = nd.load(str(tmp_path / "theirs.safetensors"))
    assert isinstance(loaded, dict)
    nd.save(str(tmp_path / "ours.safetensors"), loaded)
    again = safetensors.load_file(str(tmp_path / "ours.safetensors"))
    for name, value in values.items():
        np.testing.assert_array_equal(again[name], value)


def test_numpy_reads_and_writes_the_same(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "theirs.npz", w=np.arange(6, dtype=">f4"), **{"layer/b": np.ones(2)})
    loaded = nd.load(str(tmp_path / "theirs.npz"))
    assert isinstance(loaded, dict)
    np.testing.assert_array_equal(loaded["w"].asnumpy(), np.arange(6))
    nd.save(str(tmp_path / "ours.npz"), loaded)
    with np.load(tmp_path / "ours.npz") as again:
        assert sorted(again.files) == ["layer/b", "w"]


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_a_network_in_such_a_file(suffix: str, tmp_path: Path) -> None:
    file = str(tmp_path / f"net{suffix}")
    nets = []
    for _ in range(2):
        net = nn.HybridSequential()
        net.add(nn.Dense(3, in_units=4), nn.BatchNorm(in_channels=3))
        net.initialize(mx.init.Normal())
        nets.append(net)
    nets[0].save_parameters(file)
    nets[1].load_parameters(file)
    x = nd.ones((2, 4))
    np.testing.assert_array_equal(nets[0](x).asnumpy(), nets[1](x).asnumpy())


def written(header: object, body: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


BROKEN = {
    "a header that is longer than the file": struct.pack("<Q", 1 << 40) + b"{}",
    "no JSON": written(b"{nonsense"),
    "a list": written(b"{}")[:8] + b"{" + b"\0",
    "an unknown type": written({"a": {"dtype": "F3", "shape": [1], "data_offsets": [0, 4]}}, bytes(4)),
    "a shape that does not fit": written({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 4]}}, bytes(4)),
    "a negative length": written({"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}, bytes(4)),
    "a place beyond the end": written({"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 36]}}, bytes(4)),
    "no shape": written({"a": {"dtype": "F32"}}),
    "an entry that is a number": written({"a": 3}),
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_an_error_with_its_name(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "broken.safetensors"
    file.write_bytes(content)
    with pytest.raises(mx.MXNetError, match=r"broken\.safetensors"):
        nd.load(str(file))


@given(st.binary(max_size=80), st.integers(0, 60))
@settings(max_examples=60, deadline=None)
def test_any_bytes_load_or_are_refused(noise: bytes, at: int) -> None:
    good = written({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, bytes(8))
    content = good[:at] + noise + good[at + len(noise) :]
    from io import BytesIO

    from mxnet._files import named

    kind = named.kind_of(BytesIO(content))
    if kind is not None:
        try:
            named.load(BytesIO(content), "noise", kind)
        except mx.MXNetError as error:
            assert "noise" in str(error)


def test_a_broken_archive(tmp_path: Path) -> None:
    file = tmp_path / "broken.npz"
    file.write_bytes(b"PK\x03\x04" + bytes(40))
    with pytest.raises(mx.MXNetError, match=r"broken\.npz"):
        nd.load(str(file))
    np.savez(file, a=np.array([{}], dtype=object))
    with pytest.raises(mx.MXNetError, match=r"broken\.npz"):
        nd.load(str(file))
