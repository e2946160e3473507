"""A server of dist_async: pushes are applied once, in order, and outlive the process."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.error import MXNetError
from mxnet.kvstore import journal as journal_module
from mxnet.kvstore import records
from mxnet.kvstore import shard as shard_module
from mxnet.kvstore.compression import pack, unpack
from mxnet.kvstore.dist_async import multipliers
from mxnet.kvstore.journal import Journal
from mxnet.kvstore.settings import settings_of
from mxnet.kvstore.shard import Shard

ONES = np.ones((2, 3), np.float32)


def dense(array: np.ndarray) -> tuple[str, np.ndarray]:
    return ("dense", array)


def set_optimizer(found: Shard, optimizer: mx.optimizer.Optimizer, number: int = 0) -> None:
    found.set_optimizer(optimizer, settings_of(optimizer), number)


def started(folder: Path, **options: object) -> Shard:
    found = Shard(str(folder))
    found.init([("w", "float32", dense(ONES))])
    set_optimizer(found, mx.optimizer.create("test", **options))
    return found


def value(found: Shard, key: str = "w") -> float:
    (array,) = found.pull([key])
    assert (array == array.ravel()[0]).all()
    return array.ravel()[0]


def test_a_push_that_comes_again_is_applied_once(tmp_path: Path) -> None:
    found = started(tmp_path)
    for number in (1, 1, 2, 1, 2, 3):
        found.push("worker", number, [("w", dense(ONES))], None)
    found.push("other", 1, [("w", dense(ONES))], None)
    assert value(found) == 1 + 3 + 1
    assert found.counts() == {"applied": 4, "seen": {"worker": 3, "other": 1}}
    with pytest.raises(MXNetError, match="push 5 of worker worker came after 3: something was lost"):
        found.push("worker", 5, [("w", dense(ONES))], None)
    assert value(found) == 5


def test_a_new_process_goes_on_where_the_old_one_died(tmp_path: Path) -> None:
    optimizer = mx.optimizer.SGD(learning_rate=0.1, momentum=0.9, wd=0.01)
    found = Shard(str(tmp_path))
    found.init([("w", "float32", dense(ONES)), ("s", "float32", ("rows", ONES[:1], np.array([4]), (6, 3)))])
    set_optimizer(found, optimizer)
    lives, rng = [found, Shard(str(tmp_path / "other"))], np.random.default_rng(3)
    lives[1].init([("w", "float32", dense(ONES)), ("s", "float32", ("rows", ONES[:1], np.array([4]), (6, 3)))])
    set_optimizer(lives[1], optimizer)
    for number in range(1, 9):
        items = [("w", dense(rng.normal(size=(2, 3)).astype(np.float32))), ("s", ("rows", ONES, np.array([1, 4])))]
        for life in lives:
            life.push("worker", number, items, 0.05 if number == 4 else None)
        if number % 3 == 0:
            lives[0] = Shard(str(tmp_path))  # the old one is gone, without a farewell
            lives[0].push("worker", number, items, None)  # its answer was lost: the worker asks again
    for key in ("w", "s"):
        np.testing.assert_array_equal(lives[0].pull([key])[0], lives[1].pull([key])[0])
    assert lives[0].counts() == lives[1].counts() == {"applied": 8, "seen": {"worker": 8}}
    np.testing.assert_array_equal(lives[0].rows("s", np.array([4, 1])), lives[0].pull(["s"])[0][[4, 1]])


def test_snapshots_bound_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard_module, "_LONGEST", 4000)
    found, largest = started(tmp_path, rescale_grad=1), 0
    for number in range(1, 61):
        found.push("worker", number, [("w", dense(ONES))], None)
        largest = max(largest, sum(path.stat().st_size for path in tmp_path.iterdir()))
    assert value(found) == 61
    assert largest < 20_000
    assert len(list(tmp_path.glob("journal.*"))) == len(list(tmp_path.glob("snapshot.*"))) == 1
    again = Shard(str(tmp_path))
    again.push("worker", 60, [("w", dense(ONES))], None)
    assert value(again) == 61
    again.push("worker", 61, [("w", dense(ONES))], None)
    assert value(again) == value(Shard(str(tmp_path))) == 62


@pytest.mark.parametrize("cut", [1, 7, 15, 40])
def test_an_entry_that_was_cut_off_never_happened(cut: int, tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert (journal.snapshot, list(journal.entries())) == (None, [])
    for number in range(3):
        journal.write(("entry", number, b"x" * 30))
    (path,) = tmp_path.glob("journal.*")
    path.write_bytes(path.read_bytes()[:-cut])
    again = Journal(tmp_path)
    assert [entry[1] for entry in again.entries()] == [0, 1]
    again.write(("entry", 9, b""))
    assert [entry[1] for entry in Journal(tmp_path).entries()] == [0, 1, 9]


def test_what_cannot_be_done_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    found = Shard(str(tmp_path))
    found.init([("w", "float32", dense(ONES))])
    with pytest.raises(MXNetError, match="Updater needs to be set for async mode"):
        found.push("worker", 1, [("w", dense(ONES))], None)
    set_optimizer(found, mx.optimizer.create("test"))
    with pytest.raises(MXNetError, match=r"key w: expected a gradient of shape \(2, 3\), received \(3,\)"):
        found.push("worker", 1, [("w", dense(ONES[0]))], None)
    with pytest.raises(MXNetError, match="key v has not been inited"):
        found.push("worker", 1, [("v", dense(ONES))], None)
    with pytest.raises(MXNetError, match=r"init with shape \(3,\), but there is \(2, 3\)"):
        found.init([("w", "float32", dense(ONES[0]))])
    found.init([("w", "float32", dense(9 * ONES))])  # what is there stays
    found.push("worker", 1, [("w", dense(ONES))], None)
    assert value(found) == 2


def test_the_optimizer_keeps_its_states_when_it_comes_again(tmp_path: Path) -> None:
    optimizer = mx.optimizer.SGD(learning_rate=1, momentum=0.5)
    found = started(tmp_path)
    set_optimizer(found, optimizer, 1)
    for number in (1, 2):
        found.push("worker", number, [("w", dense(ONES))], None)
        set_optimizer(found, optimizer, 1)
    assert value(found) == 1 - 1 - 1.5
    states, _ = found.states()
    found.set_states(states)
    found.push("worker", 3, [("w", dense(ONES))], None)
    assert value(found) == value(Shard(str(tmp_path))) == -1.5 - 1.75


def test_multipliers_of_parameters_reach_the_servers(tmp_path: Path) -> None:
    parameter = mx.gluon.Parameter("p", shape=(2, 3), lr_mult=0.5)
    optimizer = mx.optimizer.SGD(learning_rate=1, param_dict={0: parameter})
    found = Shard(str(tmp_path))
    found.init([(0, "float32", dense(ONES))])
    with multipliers(optimizer):
        set_optimizer(found, optimizer)
    found.push("worker", 1, [(0, dense(ONES))], None)
    assert value(found, 0) == 0.5
    assert optimizer.lr_mult == {}


def test_half_precision_is_kept_in_single(tmp_path: Path) -> None:
    found = Shard(str(tmp_path))
    found.init([("h", "float16", dense(np.ones((2,), np.float16)))])
    set_optimizer(found, mx.optimizer.create("test", multi_precision=True, rescale_grad=1))
    for number in range(1, 5):
        found.push("worker", number, [("h", dense(np.full((2,), 2.0**-12, np.float16)))], None)
    (array,) = found.pull(["h"])
    assert array.dtype == np.float16
    assert array[0] == np.float16(1 + 4 * 2.0**-12)  # each alone would be lost


def test_two_bits_a_number(tmp_path: Path) -> None:
    for size in (1, 3, 4, 9):
        given = np.random.default_rng(size).choice([-0.5, 0, 0.5], size).astype(np.float32)
        packed = pack(given)
        assert len(packed) == -(-size // 4)
        np.testing.assert_array_equal(unpack(packed, size, 0.5), given)
    found = started(tmp_path, rescale_grad=1)
    found.push("worker", 1, [("w", ("signs", pack(-ONES), 6, 0.25))], None)
    assert value(found) == 0.75


# --- a full disk ----------------------------------------------------------------------------------------------------


@contextmanager
def no_more_than(size: int) -> Iterator[None]:
    """Files cannot grow beyond a size: a write stops in the middle, as on a full disk."""
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


def test_a_full_disk_loses_no_acknowledged_push(tmp_path: Path) -> None:
    found = started(tmp_path, rescale_grad=1)
    (path,) = tmp_path.glob("journal.*")
    acknowledged = refused = 0
    for round_ in range(3):
        with no_more_than(path.stat().st_size + 400 + 37 * round_):  # room for one or two, and a part
            for _ in range(5):
                try:
                    found.push("worker", acknowledged + 1, [("w", dense(ONES))], None)
                    acknowledged += 1
                except MXNetError as error:
                    assert "cannot write to" in str(error) and "has changed nothing" in str(error)
                    refused += 1
                    assert value(found) == 1 + acknowledged
        found.push("worker", acknowledged + 1, [("w", dense(ONES))], None)  # there is room again
        acknowledged += 1
    assert refused >= 6 and acknowledged >= 6
    assert found.counts()["seen"] == {"worker": acknowledged}
    again = Shard(str(tmp_path))
    assert value(again) == value(found) == 1 + acknowledged
    assert again.counts() == found.counts()


def test_entries_after_a_damaged_one_count(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal(tmp_path, b"key")
    assert list(journal.entries()) == []
    places = []
    for number in range(4):
        places.append(journal.bytes)
        journal.write(("entry", number, b"x" * 30))
    (path,) = tmp_path.glob("journal.*")
    content = bytearray(path.read_bytes())
    content[places[1] + 40] ^= 1
    path.write_bytes(content)
    assert [entry[1] for entry in Journal(tmp_path, b"key").entries()] == [0, 2, 3]
    assert f"bytes {places[1]} to {places[2]} are damaged" in capsys.readouterr().err
    assert list(Journal(tmp_path, b"another job's").entries()) == []


def test_no_room_for_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shard_module, "_LONGEST", 3000)
    found = started(tmp_path, rescale_grad=1)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(journal_module.paths, "write_atomic", full)
        for number in range(1, 31):
            found.push("worker", number, [("w", dense(ONES))], None)  # acknowledged all the same
    assert value(found) == value(Shard(str(tmp_path))) == 31
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["journal.0"]
    for number in range(31, 91):
        found.push("worker", number, [("w", dense(ONES))], None)
    assert [path.suffix for path in tmp_path.glob("snapshot.*")] != []
    assert value(found) == value(Shard(str(tmp_path))) == 91


def test_a_damaged_snapshot_is_no_state(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    list(journal.entries())
    journal.begin_anew({"a": 1})
    assert Journal(tmp_path).snapshot == {"a": 1}
    with pytest.raises(MXNetError, match="damaged, or another job's"):
        _ = Journal(tmp_path, b"other key").snapshot


def test_workers_with_other_settings_are_refused(tmp_path: Path) -> None:
    found = started(tmp_path)
    with pytest.raises(MXNetError, match=r"another worker has set Test with wd 0\.0, where this one has .* wd 0\.5"):
        set_optimizer(found, mx.optimizer.create("test", wd=0.5))
    set_optimizer(found, mx.optimizer.create("test", wd=0.5), 1)  # a program may set another, later
    again = Shard(str(tmp_path))
    set_optimizer(again, mx.optimizer.create("test"))
    with pytest.raises(MXNetError, match="workers do not do the same"):
        set_optimizer(again, mx.optimizer.create("test"), 1)


def test_what_is_written_down_is_data_of_any_type(tmp_path: Path) -> None:
    bfloat16 = mx.nd.ones((2,), dtype="bfloat16").asnumpy()
    given = ("x", [1, 2.5, None, True], {3: b"abc", "k": np.zeros((0, 3), np.float16)}, bfloat16, np.array(7))
    found = records.loads(records.dumps(given))
    assert found[:2] == given[:2] and found[2][3] == b"abc" and found[2]["k"].shape == (0, 3)
    assert found[3].dtype == bfloat16.dtype and (found[3] == bfloat16).all() and found[4] == 7
    for wrong in (b"", records.dumps(given)[:-1], records.dumps(given) + b"x"):
        with pytest.raises(ValueError, match="record"):
            records.loads(wrong)
    with pytest.raises(TypeError, match="a object cannot be written down"):
        records.dumps(object())
