"""The ``.params`` format: every fixture, every version, and every way a file can be damaged."""

import io
import itertools
import random
import struct
import tracemalloc
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from mxnet._files.params import CPU, CSR, Dense, Entry, RowSparse, dump, dump_one, load, load_one
from mxnet.error import MXNetError

FIXTURES = Path(__file__).parent.parent / "fixtures"
PARAMS = sorted(FIXTURES.glob("*.params"))
HEADER = struct.pack("<QQ", 0x112, 0)
V1, V2, V3 = (struct.pack("<I", 0xF993FAC8 + i) for i in range(3))


def pack(layout: str, *values: int) -> bytes:
    return struct.pack("<" + layout, *values)


def file(*arrays: bytes, names: tuple[bytes, ...] = ()) -> bytes:
    tail = b"".join(pack("Q", len(name)) + name for name in names)
    return HEADER + pack("Q", len(arrays)) + b"".join(arrays) + pack("Q", len(names)) + tail


def saved(entries: list[Entry], names: tuple[str, ...] = (), np_shape: bool = False) -> bytes:
    return b"".join(bytes(chunk) for chunk in dump(entries, names, np_shape))


@pytest.mark.parametrize("path", PARAMS, ids=lambda path: path.name)
def test_a_file_of_mxnets_is_written_back_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    entries, names = load(data, path.name)
    assert entries
    assert saved(entries, tuple(names)) == data


def test_a_file_is_read_from_disk_as_from_bytes() -> None:
    path = FIXTURES / "lenet.params"
    with path.open("rb") as opened:
        entries, names = load(opened, path.name)
    assert saved(entries, tuple(names)) == path.read_bytes()


@pytest.mark.parametrize("name", ["arrays-dict.params", "arrays-list.params"])
def test_the_values_are_those_mxnet_saved(name: str) -> None:
    expected = np.load(FIXTURES / "arrays.npz")
    entries, names = load((FIXTURES / name).read_bytes())
    assert names in ([], expected.files)
    for entry, key in zip(entries, expected.files, strict=True):
        assert isinstance(entry, Dense)
        assert entry.context == CPU
        np.testing.assert_array_equal(entry.data, expected[key], strict=True)
        entry.data[...] = 0  # the caller owns it


def test_sparse_arrays_are_those_mxnet_saved() -> None:
    expected = np.load(FIXTURES / "sparse.npz")
    (csr, rows), names = load((FIXTURES / "sparse.params").read_bytes())
    assert names == ["csr", "row_sparse"]
    assert isinstance(csr, CSR)
    assert isinstance(rows, RowSparse)
    dense = np.zeros(csr.shape, csr.data.dtype)
    for row, (start, stop) in enumerate(itertools.pairwise(csr.indptr)):
        dense[row, csr.indices[start:stop]] = csr.data[start:stop]
    np.testing.assert_array_equal(dense, expected["csr"], strict=True)
    dense = np.zeros(rows.shape, rows.data.dtype)
    dense[rows.indices] = rows.data
    np.testing.assert_array_equal(dense, expected["row_sparse"], strict=True)


# What MXNet 1.9.1 wrote for the arrays named, with what follows the list header left out.
WRITTEN = [
    ("float32", [1, 0, 3], "00000000 0000803f 00000000 00004040"),
    ("float64", [1, 0, 3], "01000000 000000000000f03f 0000000000000000 0000000000000840"),
    ("float16", [1, 0, 3], "02000000 003c 0000 0042"),
    ("uint8", [1, 0, 3], "03000000 010003"),
    ("int32", [1, 0, 3], "04000000 01000000 00000000 03000000"),
    ("int8", [1, 0, 3], "05000000 010003"),
    ("int64", [1, 0, 3], "06000000 0100000000000000 0000000000000000 0300000000000000"),
    ("bool", [1, 0, 3], "07000000 010001"),
    ("bfloat16", [1, 0, 3], "0c000000 803f 0000 4040"),
]


@pytest.mark.parametrize(("name", "values", "written"), WRITTEN, ids=[row[0] for row in WRITTEN])
def test_dtypes_have_mxnets_flags(name: str, values: list[float], written: str) -> None:
    dtype = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    data = file(bytes.fromhex("c9fa93f9 00000000 01000000 0300000000000000 01000000 00000000" + written))
    assert saved([Dense(np.array(values, dtype))]) == data
    (entry,), _ = load(data)
    np.testing.assert_array_equal(entry.data, np.array(values, dtype), strict=True)


@pytest.mark.parametrize("name", ["int16", "uint16", "uint32", "uint64"])
def test_dtypes_mxnet_only_numbers_are_kept(name: str) -> None:
    array = np.array([[1, 2]], name)
    (entry,), _ = load(saved([Dense(array)]))
    np.testing.assert_array_equal(entry.data, array, strict=True)


def test_mxnets_view_of_bfloat16_is_saved_as_bfloat16() -> None:
    array = np.array([1, 2], ml_dtypes.bfloat16)
    assert saved([Dense(array.view([("bfloat16", "<u2")]))]) == saved([Dense(array)])


def test_a_dtype_mxnet_does_not_have_is_refused() -> None:
    with pytest.raises(MXNetError, match=r"complex64 cannot be saved; MXNet's dtypes are float32"):
        saved([Dense(np.zeros(2, "complex64"))])


def test_names_are_utf8_and_as_many_as_arrays() -> None:
    array = Dense(np.array([1, 2], "float32"))
    data = bytes.fromhex(
        "120100000000000000000000000000000100000000000000c9fa93f900000000010000000200000000000000"
        "0100000000000000000000000000803f0000004001000000000000000200000000000000c3a9"
    )  # written by MXNet 1.9.1
    assert saved([array], ("é",)) == data
    assert load(data)[1] == ["é"]
    with pytest.raises(MXNetError, match="received 2 for 1"):
        saved([array], ("a", "b"))


def test_scalars_and_empty_arrays_are_kept_under_both_semantics() -> None:
    scalar, empty = Dense(np.array(3.5, "float32")), Dense(np.zeros((0, 3), "float32"))
    cases = {  # written by MXNet 1.9.1
        (scalar, False): "c9fa93f90000000000000000010000000000000000000000000060400000000000000000",
        (scalar, True): "cafa93f90000000000000000010000000000000000000000000060400000000000000000",
        (empty, False): "c9fa93f900000000020000000000000000000000030000000000000001000000000000000000000000000000"
        "00000000",
        (empty, True): "cafa93f900000000020000000000000000000000030000000000000001000000000000000000000000000000"
        "00000000",
    }
    for (entry, np_shape), written in cases.items():
        data = HEADER + pack("Q", 1) + bytes.fromhex(written)
        assert saved([entry], np_shape=np_shape) == data
        (back,), _ = load(data, np_shape=np_shape)
        np.testing.assert_array_equal(back.data, entry.data, strict=True)


@pytest.mark.parametrize("names", [(), ("a",)])
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_scalar_and_no_array_at_all_are_told_apart(names: tuple[str, ...], before: int) -> None:
    others: list[Entry] = [Dense(np.arange(3, dtype="float32"))] * before
    for item in (1, "i1", "f8"):
        scalar = Dense(np.array(1, item if isinstance(item, str) else "float32"))
        for pair in itertools.product([scalar, None], repeat=2):
            entries = [*others, *pair]
            used = tuple(f"n{i}" for i in range(len(entries))) if names else ()
            back, _ = load(saved(entries, used))
            assert [entry is None for entry in back] == [entry is None for entry in entries]


def test_an_array_that_never_had_a_shape_is_none() -> None:
    assert load(file(V2 + pack("ii", 0, 0), names=(b"w",))) == ([None], ["w"])
    assert load(file(V1 + pack("i", 0), pack("I", 0))) == ([None, None], [])
    assert load(saved([None], np_shape=True)) == ([None], [])


def test_the_semantics_must_agree_when_they_are_given() -> None:
    old, new = (saved([Dense(np.ones(2, "float32"))], np_shape=flag) for flag in (False, True))
    for data, flag in ((old, True), (new, False)):
        with pytest.raises(MXNetError, match=r"np shape semantics.*load it under mx.np_shape\((True|False)\)"):
            load(data, np_shape=flag)
    assert len(load(old, np_shape=False)[0]) == len(load(new, np_shape=True)[0]) == len(load(new)[0]) == 1


def test_sparse_arrays_have_no_np_shape_form() -> None:
    rows = RowSparse(np.zeros((0, 2), "float32"), np.zeros(0, "int64"), (3, 2))
    with pytest.raises(MXNetError, match="only allow serializing ndarray of default storage type"):
        saved([rows], np_shape=True)


def test_empty_sparse_arrays_are_written_as_mxnet_does() -> None:
    rows = RowSparse(np.zeros((0, 2), "float32"), np.zeros(0, "int64"), (3, 2))
    csr = CSR(np.zeros(0, "float32"), np.zeros(4, "int64"), np.zeros(0, "int64"), (3, 2))
    assert saved([rows])[24:].hex() == (
        "c9fa93f9010000000200000000000000000000000200000000000000020000000300000000000000020000000000000001000000"
        "00000000000000000600000001000000" + "00" * 16
    )
    assert saved([csr])[24:].hex() == (
        "c9fa93f90200000001000000000000000000000002000000030000000000000002000000000000000100000000000000000000000600"
        "00000100000004000000000000000600000001000000" + "00" * 48
    )
    for entry in (rows, csr):
        (back,), _ = load(saved([entry]))
        assert back.shape == (3, 2)


def test_versions_before_the_storage_type() -> None:
    values = np.array([[1, 2]], "float32")
    body = pack("iii", 1, 0, 0) + values.tobytes()
    for data in (file(V1 + pack("iqq", 2, 1, 2) + body), file(pack("III", 2, 1, 2) + body)):
        (entry,), _ = load(data)
        np.testing.assert_array_equal(entry.data, values, strict=True)


def test_the_context_is_kept() -> None:
    for context in ((1, 3), (2, 1), (3, 0), (5, 0)):
        data = saved([Dense(np.ones(1, "float32"), context)])
        (entry,), _ = load(data)
        assert entry.context == context
        assert saved([entry]) == data


def test_one_array_alone_has_no_list_around_it() -> None:
    for array in (np.arange(6, dtype="int64").reshape(2, 3), np.array(2, "float64")):
        data = dump_one(Dense(array))
        assert data[:4] == V2
        np.testing.assert_array_equal(load_one(data).data, array, strict=True)


def test_bytes_after_the_names_are_ignored_as_mxnet_does() -> None:
    data = (FIXTURES / "mlp-0003.params").read_bytes()
    assert len(load(data + b"junk")[0]) == len(load(data)[0])


def test_a_byte_that_is_no_bool_becomes_one() -> None:
    (entry,), _ = load(file(V2 + pack("iiq", 0, 1, 3) + pack("iii", 1, 0, 7) + b"\x00\x01\xff"))
    assert entry.data.view(np.uint8).tolist() == [0, 1, 1]


DENSE = V2 + pack("i", 0)
HOSTILE = {
    "empty": (b"", "the header would take 16 bytes, 0 are left"),
    "no list": (b"PK\x03\x04" * 8, "Invalid NDArray file format"),
    "arrays": (HEADER + pack("Q", 2**63), "9223372036854775808 arrays do not fit"),
    "names": (file()[:-8] + pack("Q", 2**60), "names do not fit"),
    "unequal": (file(DENSE + pack("iq", 1, 0) + pack("iii", 1, 0, 0), names=(b"a", b"b")), "1 arrays but 2 names"),
    "name length": (
        file(DENSE + pack("iqiii", 1, 0, 1, 0, 0))[:-8] + pack("QQ", 1, 2**62),
        "bytes of a name do not fit",
    ),
    "rank": (file(DENSE + pack("i", 2**31 - 1)), "2147483647 dimensions"),
    "negative rank": (file(DENSE + pack("i", -7)), "-7 dimensions"),
    "old rank": (file(pack("I", 2**31)), "2147483648 dimensions"),
    "size": (file(DENSE + pack("iqq", 2, 2**62, 2**62) + pack("iii", 1, 0, 0)), "would take"),
    "negative size": (file(DENSE + pack("iq", 1, -5) + pack("iii", 1, 0, 0)), r"impossible shape \(-5,\)"),
    "empty and vast": (file(DENSE + pack("iqqq", 3, 0, 2**62, 2**62) + pack("iii", 1, 0, 0)), "impossible shape"),
    "type": (file(DENSE + pack("iq", 1, 1) + pack("iiii", 1, 0, 99, 0)), "Unknown type enum 99"),
    "device": (file(DENSE + pack("iq", 1, 1) + pack("iiii", 77, 0, 0, 0)), "unknown device type 77"),
    "storage": (file(V2 + pack("i", 9)), "unknown storage type 9"),
    "not utf-8": (file(DENSE + pack("iq", 1, 0) + pack("iii", 1, 0, 0), names=(b"\xff\xfe",)), "not UTF-8"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_damage_is_named_with_file_and_place(case: str) -> None:
    data, message = HOSTILE[case]
    with pytest.raises(MXNetError, match=message) as caught:
        load(data, "model.params")
    assert str(caught.value).startswith("model.params: ")
    assert "(at byte " in str(caught.value)


@pytest.mark.parametrize(
    ("stored", "shape", "layouts", "indices", "message"),
    [
        ((2, 3), (4, 2), [(2,)], [[0, 1]], "parts of shapes"),
        ((2, 2), (4, 2), [(3,)], [[0, 1, 2]], "parts of shapes"),
        ((2, 2), (4, 2), [(2,)], [[0, 4]], "indices outside 0 to 3"),
        ((2, 2), (4, 2), [(2,)], [[-1, 0]], "indices outside 0 to 3"),
        ((2,), (2, 3), [(3,), (2,)], [[0, 1, 3], [0, 1]], "row pointers"),
        ((2,), (2, 3), [(3,), (2,)], [[0, 3, 2], [0, 1]], "row pointers"),
        ((2,), (2, 3), [(3,), (2,)], [[0, 1, 2], [0, 3]], "indices outside 0 to 2"),
        ((2,), (2, 3), [(2,), (2,)], [[0, 2], [0, 1]], "parts of shapes"),
        ((2,), (2, 3, 1), [(3,), (2,)], [[0, 1, 2], [0, 1]], "parts of shapes"),
    ],
)
def test_sparse_parts_must_fit_together(stored, shape, layouts, indices, message) -> None:
    def packed(dims: tuple[int, ...]) -> bytes:
        return pack(f"i{len(dims)}q", len(dims), *dims)

    head = V2 + pack("i", len(layouts)) + packed(stored) + packed(shape) + pack("iii", 1, 0, 0)
    head += b"".join(pack("i", 6) + packed(dims) for dims in layouts)
    values = np.zeros(stored, "float32").tobytes() + b"".join(np.array(part, "int64").tobytes() for part in indices)
    with pytest.raises(MXNetError, match=message):
        load(file(head + values))


def test_a_file_that_shrinks_while_it_is_read_is_an_error() -> None:
    class Shrinking(io.BytesIO):
        def readinto(self, buffer: memoryview) -> int:
            return len(buffer) // 2

    with pytest.raises(MXNetError, match="shrank"):
        load(Shrinking((FIXTURES / "lenet.params").read_bytes()), "lenet.params")


def mutations(data: bytes, number: int, source: random.Random) -> list[bytes]:
    """Cut, flipped and overwritten copies of a file."""
    numbers = (2**64 - 1, 2**63, 2**62, 2**40, 2**31, 2**31 - 1, 2**24, 65, 0)
    made = []
    for _ in range(number):
        copy = bytearray(data)
        kind = source.randrange(3)
        if kind == 0:
            del copy[source.randrange(len(copy)) :]
        elif kind == 1:
            for _ in range(source.randint(1, 8)):
                copy[source.randrange(len(copy))] ^= 1 << source.randrange(8)
        else:
            size = source.choice((4, 8))
            value = source.choice(numbers) % 2 ** (8 * size)
            # Headers stand at the start and counts at the end: most damage is done there.
            place = source.choice((source.randrange(min(200, len(copy))), source.randrange(len(copy))))
            copy[place : place + size] = value.to_bytes(size, "little")
        made.append(bytes(copy))
    return made


def test_no_damage_crashes_hangs_or_asks_for_more_than_the_file_holds() -> None:
    source = random.Random(20240229)
    seeds = [path.read_bytes() for path in PARAMS if path.stat().st_size < 60_000]
    seeds.append(saved([Dense(np.array(1.0)), Dense(np.zeros((0, 3))), Dense(np.ones(5, bool))], np_shape=True))
    seeds.append(file(V1 + pack("iqq", 2, 1, 2) + pack("iii", 1, 0, 0) + bytes(8), pack("III", 2, 1, 2) + bytes(20)))
    number, loaded, refused = -(-2000 // len(seeds)), 0, 0
    tracemalloc.start()
    try:
        for seed in seeds:
            for data in mutations(seed, number, source):
                tracemalloc.reset_peak()
                before = tracemalloc.get_traced_memory()[0]
                try:
                    entries, _ = load(data, "fuzz")
                    loaded += 1
                    del entries
                except MXNetError as error:
                    refused += 1
                    assert str(error).startswith("fuzz: ")
                peak = tracemalloc.get_traced_memory()[1] - before
                assert peak < 4 * len(data) + 32_768
    finally:
        tracemalloc.stop()
    assert loaded + refused >= 2000
    assert min(loaded, refused) > 200  # the mutations reach both outcomes


def test_arrays_stand_where_xla_reads_them_without_a_copy() -> None:
    arrays = [Dense(np.arange(size, dtype=np.uint8)) for size in (1, 3, 64, 1001, 70001)]
    entries, _ = load(saved(list(arrays)))
    starts = [entry.data.__array_interface__["data"][0] % 64 for entry in entries if isinstance(entry, Dense)]
    assert starts == [0] * len(arrays)
