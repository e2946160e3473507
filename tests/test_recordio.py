"""Record files: the bytes, the classes, and files that MXNet wrote or that are broken."""

import ctypes
import doctest
import json
import os
import pickle
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mxnet as mx
from mxnet._files import records
from mxnet.base import _LIB, RecordIOHandle, c_str, check_call, ctypes2buffer
from mxnet.recordio import IRHeader, MXIndexedRecordIO, MXRecordIO, pack, pack_img, unpack, unpack_img

FIXTURES = Path(__file__).parent / "fixtures"
MAGIC = struct.pack("<I", 0xCED7230A)


def write(path: Path, *payloads: bytes) -> Path:
    writer = MXRecordIO(str(path), "w")
    for payload in payloads:
        writer.write(payload)
    writer.close()
    return path


def read_all(path: Path) -> list[bytes]:
    reader = MXRecordIO(str(path), "r")
    return list(iter(reader.read, None))


def test_records_of_mxnet_are_read_and_written_byte_by_byte(tmp_path: Path) -> None:
    expected = [bytes.fromhex(text) for text in json.loads((FIXTURES / "plain.json").read_text())]
    assert read_all(FIXTURES / "plain.rec") == expected
    assert write(tmp_path / "a.rec", *expected).read_bytes() == (FIXTURES / "plain.rec").read_bytes()


def test_images_of_mxnet_are_read() -> None:
    pixels = np.load(FIXTURES / "images.npz")
    reader = MXIndexedRecordIO(str(FIXTURES / "images.idx"), str(FIXTURES / "images.rec"), "r")
    assert [str(key) for key in reader.keys] == pixels.files
    for key in reader.keys[::-1]:
        header, image = unpack_img(reader.read_idx(key))
        assert header.id == key
        assert image is not None
        assert image.shape == pixels[str(key)].shape


@pytest.mark.parametrize(
    ("payload", "written"),
    [
        (b"abc", "0a23d7ce0300000061626300"),
        (b"", "0a23d7ce00000000"),
        (MAGIC, "0a23d7ce000000200a23d7ce00000060"),
        (b"abcd" + MAGIC + b"efgh", "0a23d7ce04000020616263640a23d7ce0400006065666768"),
        (MAGIC + MAGIC, "0a23d7ce000000200a23d7ce000000400a23d7ce00000060"),
        (b"abc" + MAGIC, "0a23d7ce070000006162630a23d7ce00"),
        (b"x" * 8 + MAGIC + b"yz", "0a23d7ce0800002078787878787878780a23d7ce02000060797a0000"),
    ],
)
def test_the_bytes_are_mxnets(payload: bytes, written: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.rec", payload)
    assert path.read_bytes().hex() == written
    assert read_all(path) == [payload]


@settings(deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.lists(st.sampled_from([MAGIC, b"a", b"bcd", b"\0\0"]), max_size=6).map(b"".join), max_size=5))
def test_what_is_written_is_read_from_anywhere(payloads: list[bytes]) -> None:
    data = b"".join(map(records.encode, payloads))

    def pread(count: int, at: int) -> bytes:
        return data[at : at + count]

    places = list(records.scan(pread, 0, len(data), len(data), "data"))
    assert [records.read_at(pread, place, len(data), "data") for place in places] == payloads
    for start in range(0, len(data), 4):  # a reader of a part begins in the middle
        after = [place for place in places if place >= start]
        assert records.first_record(pread, start, len(data)) == (after[0] if after else len(data))


@pytest.mark.parametrize(
    ("damage", "offset", "why"),
    [
        (lambda d: d[:12] + b"zzzz" + d[16:], 12, "magic number"),
        (lambda d: d[:-3], 12, "expected 6 bytes, the file has 5"),
        (lambda d: d[:17], 12, "end of the file"),
        (lambda d: d[:16] + struct.pack("<I", 3 << 29 | 6) + d[20:], 12, "part 3"),
        (lambda d: d[:16] + struct.pack("<I", (1 << 29) - 1) + d[20:], 12, "536870911 bytes does not fit"),
    ],
)
def test_a_broken_file_says_where(damage, offset: int, why: str, tmp_path: Path) -> None:
    path = write(tmp_path / "a.rec", b"abc", b"second")
    path.write_bytes(damage(path.read_bytes()))
    reader = MXRecordIO(str(path), "r")
    assert reader.read() == b"abc"
    with pytest.raises(mx.MXNetError, match=rf"Invalid RecordIO File .*at byte {offset}: .*{why}"):
        reader.read()


def test_modes_and_closed_files(tmp_path: Path) -> None:
    path = str(write(tmp_path / "a.rec", b"one", b"two"))
    reader = MXRecordIO(path, "r")
    with pytest.raises(mx.MXNetError, match="opened with flag 'r'"):
        reader.write(b"x")
    assert [reader.read(), reader.read(), reader.read(), reader.read()] == [b"one", b"two", None, None]
    reader.reset()
    assert reader.read() == b"one"
    reader.close()
    reader.close()
    with pytest.raises(RuntimeError, match="closed"):
        reader.read()
    with pytest.raises(ValueError, match="Invalid flag a"):
        MXRecordIO(path, "a")
    with pytest.raises(mx.MXNetError, match="nowhere"):
        MXRecordIO(str(tmp_path / "nowhere"), "r")
    writer = MXRecordIO(path, "w")
    with pytest.raises(TypeError, match="expected bytes, received str"):
        writer.write("text")  # type: ignore[arg-type]
    with pytest.raises(mx.MXNetError, match="opened with flag 'w'"):
        writer.read()
    writer.close()


def test_an_index_finds_records_by_key(tmp_path: Path) -> None:
    index, path = str(tmp_path / "a.idx"), str(tmp_path / "a.rec")
    writer = MXIndexedRecordIO(index, path, "w", str)
    for key in "abc":
        writer.write_idx(key, key.encode() * 5)
    assert writer.tell() == 48
    assert writer.keys == ["a", "b", "c"]
    writer.close()
    assert Path(index).read_text() == "a\t0\nb\t16\nc\t32\n"
    reader = MXIndexedRecordIO(index, path, "r", str)
    assert [reader.read_idx("c"), reader.read_idx("a"), reader.read()] == [b"ccccc", b"aaaaa", b"bbbbb"]
    assert reader.idx == {"a": 0, "b": 16, "c": 32}
    with pytest.raises(KeyError):
        reader.read_idx("d")
    Path(index).write_text("a\t0\nb\n")
    with pytest.raises(mx.MXNetError, match="line 2"):
        MXIndexedRecordIO(index, path, "r", str)


@pytest.mark.parametrize("key_type", [int, str])
def test_an_index_of_other_bytes_than_text_names_the_line(tmp_path: Path, key_type: type) -> None:
    index, path = tmp_path / "a.idx", str(tmp_path / "a.rec")
    MXIndexedRecordIO(str(index), path, "w").close()
    index.write_bytes(b"0\t0\n1\t16\n\xff\xfe2\t32\n")
    with pytest.raises(mx.MXNetError, match=r"a\.idx', line 3: expected a key.*xff"):
        MXIndexedRecordIO(str(index), path, "r", key_type)


def test_a_reader_survives_pickling_and_the_first_one_goes_on(tmp_path: Path) -> None:
    index, path = str(tmp_path / "a.idx"), str(tmp_path / "a.rec")
    writer = MXIndexedRecordIO(index, path, "w")
    for key in range(3):
        writer.write_idx(key, b"%d" % key)
    writer.close()
    reader = MXIndexedRecordIO(index, path, "r")
    reader.read()
    copy = pickle.loads(pickle.dumps(reader))
    assert [copy.read(), reader.read(), copy.read_idx(2)] == [b"0", b"1", b"2"]


def test_forked_processes_read_by_key_and_do_not_write_twice(tmp_path: Path) -> None:
    program = """
import os, sys
from mxnet.recordio import MXIndexedRecordIO
index, path = sys.argv[1:]
writer = MXIndexedRecordIO(index, path, "w")
writer.write_idx(0, b"zero")
if os.fork() == 0:
    try:
        writer.write_idx(9, b"no")
    except RuntimeError as error:
        assert "multiple processes" in str(error)
        os._exit(0 if writer.close() is None else 1)
    os._exit(1)
assert os.wait()[1] == 0
writer.write_idx(1, b"one")
writer.close()
reader = MXIndexedRecordIO(index, path, "r")
assert reader.read() == b"zero"
if os.fork() == 0:
    os._exit(0 if [reader.read_idx(0), reader.read_idx(1)] == [b"zero", b"one"] else 1)
assert os.wait()[1] == 0
assert reader.read() == b"one"
"""
    subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, str(tmp_path / "a.idx"), str(tmp_path / "a.rec")],
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "JAX_PLATFORMS": "cpu"},
    )


def test_headers_hold_a_number_or_an_array() -> None:
    assert pack(IRHeader(7, 3, 2, 3), b"zz").hex() == "0000000000004040020000000000000003000000000000007a7a"
    header, body = unpack(pack((7, [1, 2, 3], 2, 3), b"zz"))
    assert body == b"zz"
    assert (header.flag, header.id, header.id2) == (3, 2, 3)
    np.testing.assert_array_equal(header.label, np.array([1, 2, 3], np.float32))
    assert repr(unpack(pack((0, 4, 2574, 0), b""))[0]) == "HEADER(flag=0, label=4.0, id=2574, id2=0)"
    with pytest.raises(mx.MXNetError, match="at least 24 bytes"):
        unpack(b"short")
    with pytest.raises(mx.MXNetError, match="promises 9 labels"):
        unpack(struct.pack("IfQQ", 9, 0, 0, 0))


def test_images_in_records() -> None:
    image = np.arange(24 * 8 * 3).reshape(24, 8, 3).astype(np.uint8)
    header, same = unpack_img(pack_img((0, 1, 2, 0), image, quality=3, img_fmt=".png"))
    assert header.label == 1
    np.testing.assert_array_equal(same, image)
    smooth = np.repeat(np.arange(0, 240, 5, np.uint8)[:, None, None], 3, axis=2).repeat(40, axis=1)
    _, close = unpack_img(pack_img((0, 1, 2, 0), smooth, quality=95))
    assert np.abs(close.astype(int) - smooth).max() <= 3
    assert unpack_img(pack_img((0, 1, 2, 0), smooth), 0)[1].shape == smooth.shape[:2]
    assert unpack_img(pack((0, 1, 2, 0), b"no image"))[1] is None
    with pytest.raises(mx.MXNetError, match=r"cannot encode an image as '\.xyz'"):
        pack_img((0, 1, 2, 0), image, img_fmt=".xyz")


def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(mx.recordio, extraglobs={"mx": mx}).failed == 0


def test_any_file_system_will_do() -> None:
    pytest.importorskip("fsspec")
    writer = MXIndexedRecordIO("memory://r/a.idx", "memory://r/a.rec", "w")
    writer.write_idx(5, b"far away")
    writer.close()
    assert MXIndexedRecordIO("memory://r/a.idx", "memory://r/a.rec", "r").read_idx(5) == b"far away"


class Positions(MXIndexedRecordIO):
    """A user's class that opens and seeks through the C interface; its index has a position a line."""

    def open(self) -> None:
        create = _LIB.MXRecordIOWriterCreate if self.flag == "w" else _LIB.MXRecordIOReaderCreate
        check_call(create(c_str(self.uri), ctypes.byref(self.handle)))
        self.writable = self.flag == "w"
        self.pid, self.is_open = os.getpid(), True
        self.fidx = Path(self.idx_path).open(self.flag)  # type: ignore[assignment]  # noqa: SIM115
        if not self.writable:
            self.positions = [int(line) for line in self.fidx]  # type: ignore[union-attr]

    def seek(self, idx: int) -> None:
        self._check_pid(allow_reset=True)
        check_call(_LIB.MXRecordIOReaderSeek(self.handle, ctypes.c_size_t(self.positions[idx])))

    def write(self, buf: bytes) -> None:
        self.fidx.write(f"{self.tell()}\n")  # type: ignore[union-attr, arg-type]
        super().write(buf)


def test_a_class_of_the_user_opens_through_the_c_interface(tmp_path: Path) -> None:
    paths = str(tmp_path / "a.idx"), str(tmp_path / "a.rec")
    writer = Positions(*paths, "w")
    for number in range(5):
        writer.write(b"record\0%d" % number)
    writer.close()
    reader = Positions(*paths, "r")
    assert [reader.read_idx(3), reader.read_idx(1), reader.read()] == [b"record\0003", b"record\0001", b"record\0002"]
    reader.reset()
    assert reader.read() == b"record\0000"


def test_records_through_the_c_interface_alone(tmp_path: Path) -> None:
    path, handle, position = c_str(str(tmp_path / "a.rec")), RecordIOHandle(), ctypes.c_size_t()
    check_call(_LIB.MXRecordIOWriterCreate(path, ctypes.byref(handle)))
    for record in (b"ab\0c", b"xyz"):
        check_call(_LIB.MXRecordIOWriterWriteRecord(handle, ctypes.c_char_p(record), ctypes.c_size_t(len(record))))
    check_call(_LIB.MXRecordIOWriterTell(handle, ctypes.byref(position)))
    assert position.value == 24
    check_call(_LIB.MXRecordIOWriterFree(handle))
    handle, seen = RecordIOHandle(), []
    check_call(_LIB.MXRecordIOReaderCreate(path, ctypes.byref(handle)))
    while True:
        buffer, size = ctypes.c_char_p(), ctypes.c_size_t()
        check_call(_LIB.MXRecordIOReaderReadRecord(handle, ctypes.byref(buffer), ctypes.byref(size)))
        if not buffer:
            break
        seen.append(bytes(ctypes2buffer(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_char)), size.value)))
    assert seen == [b"ab\0c", b"xyz"]
    check_call(_LIB.MXRecordIOReaderFree(handle))
    with pytest.raises(mx.MXNetError, match="cannot read"):
        check_call(_LIB.MXRecordIOReaderCreate(c_str(str(tmp_path / "none.rec")), ctypes.byref(handle)))


def test_a_file_left_open_at_the_end_of_a_program_says_nothing(tmp_path: Path) -> None:
    program = "import sys, mxnet as mx; left = mx.recordio.MXRecordIO(sys.argv[1], 'w'); left.write(b'one')"
    ended = subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.rec")], capture_output=True, check=True)
    assert ended.stderr == b""
