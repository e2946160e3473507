"""Data sets, samplers and loaders."""

import math
import multiprocessing
import os
import pickle
import queue
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data import _by_value, _processes, _workers, dataloader
from mxnet.gluon.data.dataloader import default_batchify_fn, default_mp_batchify_fn
from mxnet.runtime import engine_stats

X = np.arange(60, dtype=np.float64).reshape(10, 3, 2)
Y = np.arange(10, dtype=np.int32)


def values(loader: Any) -> list[Any]:
    """Every batch as lists of numbers."""
    return [
        [part.asnumpy().tolist() for part in batch] if isinstance(batch, list) else batch.asnumpy().tolist()
        for batch in loader
    ]


# --- data sets --------------------------------------------------------------------------------------------------------


def test_array_dataset() -> None:
    data = gluon.data.ArrayDataset(X, nd.array(Y))
    assert len(data) == 10
    image, label = data[3]
    np.testing.assert_array_equal(image, X[3])
    assert label == 3
    assert isinstance(label, np.float32)
    assert gluon.data.ArrayDataset([1, 2])[1] == 2
    with pytest.raises(AssertionError, match="same length; array\\[0\\] has length 10 while array\\[2\\] has 3"):
        gluon.data.ArrayDataset(X, [1, 2, 3])
    with pytest.raises(AssertionError, match="at least 1"):
        gluon.data.ArrayDataset()


def test_transforms() -> None:
    calls: list[int] = []

    def double(x: int) -> int:
        calls.append(x)
        return 2 * x

    lazy = gluon.data.SimpleDataset([1, 2, 3]).transform(double)
    assert calls == []
    assert [lazy[0], lazy[0]] == [2, 2]
    assert calls == [1, 1]
    eager = gluon.data.SimpleDataset([1, 2, 3]).transform(double, lazy=False)
    calls.clear()
    assert list(eager) == [2, 4, 6]
    assert calls == []
    pairs = gluon.data.ArrayDataset([1, 2], [3, 4])
    assert pairs.transform(lambda a, b: a + b)[1] == 6
    assert pairs.transform_first(double)[1] == (4, 4)


def test_filter_shard_take_sample() -> None:
    data = gluon.data.SimpleDataset(list(range(10)))
    assert list(data.filter(lambda x: x % 3 == 0)) == [0, 3, 6, 9]
    assert [list(data.shard(3, i)) for i in range(3)] == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert list(data.take(3)) == [0, 1, 2]
    assert len(data.take(None)) == len(data.take(50)) == 10
    assert list(data.sample(gluon.data.SequentialSampler(3, 4))) == [4, 5, 6]
    with pytest.raises(AssertionError, match="3 out of 3"):
        data.shard(3, 3)
    with pytest.raises(TypeError, match=r"Expected gluon\.data\.Sampler"):
        data.sample([1, 2])


def test_record_files(tmp_path: Path) -> None:
    record = mx.recordio.MXIndexedRecordIO(str(tmp_path / "a.idx"), str(tmp_path / "a.rec"), "w")
    for i in range(20):
        record.write_idx(i, bytes([i]) * (i + 1))
    record.close()
    data = gluon.data.RecordFileDataset(str(tmp_path / "a.rec"))
    assert len(data) == 20
    assert data[7] == b"\7" * 8
    lengths = gluon.data.DataLoader(data.transform(len), 3, num_workers=4, thread_pool=True)
    assert [n for batch in values(lengths) for n in batch] == list(range(1, 21))


# --- samplers ---------------------------------------------------------------------------------------------------------


def test_samplers() -> None:
    assert list(gluon.data.SequentialSampler(3, 5)) == [5, 6, 7]
    order = list(gluon.data.RandomSampler(100))
    assert order != list(range(100))
    assert sorted(order) == list(range(100))
    np.random.seed(3)
    again = [list(gluon.data.RandomSampler(10)) for _ in range(2)]
    np.random.seed(3)
    assert [list(gluon.data.RandomSampler(10)) for _ in range(2)] == again
    chosen = gluon.data.FilterSampler(lambda x: x > 2, [1, 5, 2, 7])
    assert (list(chosen), len(chosen)) == ([1, 3], 2)


def test_last_batches() -> None:
    def sampler(kind: str) -> gluon.data.BatchSampler:
        return gluon.data.BatchSampler(gluon.data.SequentialSampler(10), 4, kind)

    assert list(sampler("keep")) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert len(sampler("keep")) == 3
    assert list(sampler("discard")) == [[0, 1, 2, 3], [4, 5, 6, 7]]
    rolling = sampler("rollover")
    assert (len(rolling), list(rolling)) == (2, [[0, 1, 2, 3], [4, 5, 6, 7]])
    assert (len(rolling), list(rolling)) == (3, [[8, 9, 0, 1], [2, 3, 4, 5], [6, 7, 8, 9]])
    with pytest.raises(ValueError, match="last_batch must be one of"):
        list(sampler("x"))


# --- batches ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make", [lambda: X, lambda: nd.array(X, dtype="float64"), lambda: list(X), lambda: gluon.data.SimpleDataset(X)]
)
def test_batches_of_arrays(make: Callable[[], Any]) -> None:
    batches = list(gluon.data.DataLoader(make(), 4))
    assert [b.shape for b in batches] == [(4, 3, 2), (4, 3, 2), (2, 3, 2)]
    assert all(b.dtype == np.float64 for b in batches)
    assert all(type(b) is nd.NDArray for b in batches)
    np.testing.assert_array_equal(np.concatenate([b.asnumpy() for b in batches]), X)


def test_batches_keep_types_and_shapes() -> None:
    data = gluon.data.ArrayDataset(X, Y, nd.arange(10), nd.arange(20, dtype="int64").reshape((10, 2)))
    batch = next(iter(gluon.data.DataLoader(data, 4)))
    assert [(b.shape, np.dtype(b.dtype).name) for b in batch] == [
        ((4, 3, 2), "float64"),
        ((4,), "int32"),
        ((4,), "float32"),
        ((4, 2), "int64"),
    ]
    assert next(iter(gluon.data.DataLoader(nd.arange(5), 4))).shape == (4, 1)  # a number of ours keeps an axis
    assert values(gluon.data.DataLoader([(1, 2.5), (3, 4)], 2)) == [[[1, 3], [2.5, 4.0]]]
    assert values(gluon.data.DataLoader([[1, 2], [3, 4]], 2)) == [[[1, 2], [3, 4]]]


def test_taking_a_batch_at_once_is_taking_its_samples() -> None:
    images = np.random.default_rng(0).integers(0, 256, (10, 4, 5, 3)).astype(np.uint8)
    transforms = gluon.data.vision.transforms
    prepare = transforms.Compose([transforms.Resize(6), transforms.ToTensor(), transforms.Normalize(0.1, (1, 2, 3))])
    whole = gluon.data.ArrayDataset(nd.array(images, dtype="uint8"), Y).take(9).transform_first(prepare)
    loader = gluon.data.DataLoader(whole, 4)
    assert loader._gather is not None
    apart = gluon.data.DataLoader(whole, 4, batchify_fn=lambda samples: default_batchify_fn(samples))
    for one, other in zip(loader, apart, strict=True):
        for a, b in zip(one, other, strict=True):
            assert a.dtype == b.dtype
            np.testing.assert_array_equal(a.asnumpy(), b.asnumpy())


def test_a_class_with_its_own_way_of_reading_is_asked() -> None:
    class Negative(gluon.data.ArrayDataset):
        def __getitem__(self, idx: Any) -> Any:
            return -super().__getitem__(idx)

    assert values(gluon.data.DataLoader(Negative(Y), 5)) == [[0, -1, -2, -3, -4], [-5, -6, -7, -8, -9]]


def test_an_array_changed_later_is_seen() -> None:
    features = nd.zeros((4, 2))
    loader = gluon.data.DataLoader(gluon.data.ArrayDataset(features, features), 4)
    features[:] = 3
    assert values(loader)[0][0] == [[3, 3]] * 4


def test_samples_of_an_array_are_views_of_it() -> None:
    features = nd.arange(6).reshape((3, 2))
    data = gluon.data.ArrayDataset(features, nd.arange(3))
    mx.nd.waitall()
    before = engine_stats()["nodes"]
    x, y = data[1]
    assert (x * 2).asnumpy().tolist() == [4, 6]
    assert y == 1
    mx.nd.waitall()
    assert engine_stats()["nodes"] == before
    x[:] = 9
    assert features.asnumpy().tolist() == [[0, 1], [9, 9], [4, 5]]
    assert data[1][0].asnumpy().tolist() == [9, 9]
    again = pickle.loads(pickle.dumps(data))
    assert again[2][0].asnumpy().tolist() == [4, 5]
    single = gluon.data.SimpleDataset(nd.arange(3))
    assert single[2].shape == (1,)


def test_images_of_many_sizes_compile_nothing() -> None:
    class Sizes(gluon.data.Dataset):
        def __len__(self) -> int:
            return 12

        def __getitem__(self, idx: int) -> Any:
            image = nd.array(np.full((idx + 5, idx + 4, 3), idx), dtype="uint8")
            image = nd.transpose(image.astype("float32"), (2, 0, 1)) / 255
            image = mx.image.color_normalize(image, 0.5, 2.0) + image.mean(axis=0)
            return nd.slice(image, begin=(None, 1, 1), end=(None, 4, 4)), nd.array([idx])

    before = engine_stats()["compilations"]
    images, labels = next(iter(gluon.data.DataLoader(Sizes(), 12)))
    assert (images.shape, labels.shape) == ((12, 3, 3, 3), (12, 1))
    np.testing.assert_allclose(images.asnumpy()[6], 6 / 255 - 0.5, rtol=1e-5)  # it normalizes in place
    assert engine_stats()["compilations"] == before


def test_batchify_functions() -> None:
    samples = [(nd.ones((2,)), 1), (nd.zeros((2,)), 2)]
    for function, ctx in ((default_batchify_fn, mx.cpu(0)), (default_mp_batchify_fn, mx.cpu_shared(0))):
        data, label = function(samples)
        assert data.asnumpy().tolist() == [[1, 1], [0, 0]]
        assert label.asnumpy().tolist() == [1, 2]
        assert data.context == label.context == ctx
    lists = gluon.data.DataLoader([1, 2, 3], 2, batchify_fn=list)
    assert list(lists) == [[1, 2], [3]]


def test_contexts() -> None:
    for workers, ctx in ((0, mx.cpu(0)), (1, mx.cpu_shared(0))):
        assert next(iter(gluon.data.DataLoader(X, 4, num_workers=workers))).context == ctx
        pinned = gluon.data.DataLoader(X, 4, num_workers=workers, pin_memory=True, pin_device_id=1)
        assert next(iter(pinned)).context == mx.cpu_pinned(1)
    net = gluon.nn.Dense(2)
    net.initialize()
    assert net(next(iter(gluon.data.DataLoader(X.astype("float32"), 4, num_workers=1)))).shape == (4, 2)


def test_arguments() -> None:
    with pytest.raises(ValueError, match="batch_size must be specified"):
        gluon.data.DataLoader(X)
    with pytest.raises(ValueError, match="shuffle must not be specified"):
        gluon.data.DataLoader(X, 2, shuffle=True, sampler=gluon.data.SequentialSampler(3))
    with pytest.raises(ValueError, match="must not be specified if batch_sampler"):
        gluon.data.DataLoader(X, 2, batch_sampler=[[1]])
    with pytest.raises(AssertionError, match="timeout must be positive"):
        gluon.data.DataLoader(X, 2, timeout=0)
    assert values(gluon.data.DataLoader(Y, batch_sampler=[[1, 3], [9]])) == [[1, 3], [9]]
    assert len(gluon.data.DataLoader(Y, 3, last_batch="discard")) == 3


# --- workers ----------------------------------------------------------------------------------------------------------


class Numbers(gluon.data.Dataset):
    """Numbers as arrays, with the process they were made in; number ``bad`` is none."""

    def __init__(self, count: int, bad: int = -1) -> None:
        self.count, self.bad = count, bad

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, idx: int) -> Any:
        if idx == self.bad:
            raise KeyError(f"no number {idx}")
        return nd.full((2,), idx) * 2, np.int64(os.getpid())


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes pay at once, and a batch waits for them."""
    monkeypatch.setattr(_workers, "WORTH", 0.0)
    poll = _processes.Worker.poll

    def patient(worker: _processes.Worker) -> bool:
        while not worker.ready:
            worker._socket.recv(1, 2)  # MSG_PEEK
            poll(worker)
        return True

    monkeypatch.setattr(_processes.Worker, "poll", patient)


def pids(loader: gluon.data.DataLoader) -> set[int]:
    found, seen = set(), []
    for data, pid in loader:
        seen += data.asnumpy()[:, 0].tolist()
        found |= set(pid.asnumpy().tolist())
    assert seen == [2 * i for i in range(len(seen))]
    return found


@pytest.mark.parametrize("thread_pool", [False, True])
@pytest.mark.parametrize("auto_reload", [False, True])
def test_workers_keep_the_order(thread_pool: bool, auto_reload: bool) -> None:
    loader = gluon.data.DataLoader(Numbers(40), 3, num_workers=4, thread_pool=thread_pool, auto_reload=auto_reload)
    for _ in range(2):
        assert pids(loader) == {os.getpid()}


def test_processes_take_what_is_written_here(eager: None) -> None:
    scale, offset = nd.array([2.0]), 3

    class Local(Numbers):
        def __getitem__(self, idx: int) -> Any:
            data, pid = super().__getitem__(idx)
            return data, pid

    data = Local(30).transform(lambda x, pid: (x * scale / 2 + offset - offset, pid))
    found = pids(gluon.data.DataLoader(data, 4, num_workers=2))
    assert os.getpid() not in found
    assert len(found) == 2


def test_a_workers_error_comes_with_its_traceback(eager: None) -> None:
    loader = gluon.data.DataLoader(Numbers(30, bad=9), 4, num_workers=2)
    with pytest.raises(KeyError, match="no number 9") as caught:
        list(loader)
    assert "__getitem__" in str(caught.value.__cause__)
    assert 'raise KeyError(f"no number {idx}")' in str(caught.value.__cause__)
    assert next(iter(loader))[0].asnumpy()[1].tolist() == [2, 2]  # and the loader lives on


def test_threads_report_errors() -> None:
    loader = gluon.data.DataLoader(Numbers(30, bad=9), 4, num_workers=2, thread_pool=True)
    with pytest.raises(KeyError, match="no number 9"):
        list(loader)


class Deadly(Numbers):
    """A number that kills the process it is read in."""

    def __getitem__(self, idx: int) -> Any:
        if idx == 9 and multiprocessing.parent_process() is None:
            os._exit(1)
        return super().__getitem__(idx)


def test_a_worker_that_dies_is_reported(eager: None) -> None:
    with pytest.raises(RuntimeError, match="ended without a word"):
        list(gluon.data.DataLoader(Deadly(30), 4, num_workers=2))


def test_breaking_off_leaves_nothing(eager: None) -> None:
    others = set(threading.enumerate())
    for _ in range(2):
        loader = gluon.data.DataLoader(Numbers(200), 4, num_workers=2)
        for number, _ in enumerate(loader):
            if number == 2:
                break
        del loader, _
        for thread in set(threading.enumerate()) - others:
            thread.join(20)
        assert set(threading.enumerate()) <= others
    assert not list(Path("/dev/shm").glob("*mxnet*"))


def test_what_cannot_be_sent_stays_here(eager: None) -> None:
    lock = threading.Lock()

    def locked(x: Any, pid: Any) -> Any:
        with lock:
            return x, pid

    assert pids(gluon.data.DataLoader(Numbers(20).transform(locked), 4, num_workers=2)) == {os.getpid()}


def test_a_slow_worker_is_not_waited_for_for_ever() -> None:
    gate = threading.Event()
    data = gluon.data.SimpleDataset([1, 2, 3]).transform(lambda x: gate.wait(30))
    try:
        with pytest.raises(multiprocessing.TimeoutError, match=r"more than 0\.05 seconds"):
            list(gluon.data.DataLoader(data, 1, num_workers=1, timeout=0.05))
    finally:
        gate.set()


def test_a_timeout_of_the_users_is_his() -> None:
    def late(x: int) -> int:
        raise TimeoutError("the server is slow")

    data = gluon.data.SimpleDataset([1, 2, 3]).transform(late)
    with pytest.raises(TimeoutError, match="the server is slow"):
        list(gluon.data.DataLoader(data, 1, num_workers=1))


def test_an_iterator_outlives_its_loader() -> None:
    batches = iter(gluon.data.DataLoader(nd.ones(5), 2, num_workers=1))
    assert next(batches).shape == (2, 1)


def test_functions_and_classes_by_value() -> None:
    here = 5

    class Base:
        factor = 2

        @staticmethod
        def twice(x: int) -> int:
            return x * 2

        @property
        def three(self) -> int:
            return 3

    class Derived(Base):
        def value(self, n: int = 1) -> int:
            return super().three * self.factor * here + self.twice(n) if n < 4 else self.value(n - 1)

    def recursive(n: int) -> int:
        return 1 if n < 2 else n * recursive(n - 1)

    body, buffers = _by_value.dumps((Derived(), recursive, lambda x: math.sqrt(x) + here, nd.arange(4)))
    made, factorial, root, array = pickle.loads(body, buffers=buffers)
    assert type(made) is not Derived
    assert made.value(9) == Derived().value(9)
    assert factorial(5) == 120
    assert root(16) == 9
    assert array.asnumpy().tolist() == [0, 1, 2, 3]


def test_queues_carry_arrays() -> None:
    for carrier in (dataloader.Queue(), dataloader.SimpleQueue()):
        carrier.put((1, [nd.arange(6).reshape((2, 3)), "x"]))
        number, (array, text) = carrier.get()
        assert (number, text, array.context) == (1, "x", mx.cpu_shared(0))
        assert array.asnumpy().tolist() == [[0, 1, 2], [3, 4, 5]]
        carrier.close()
    one, other = multiprocessing.Pipe()
    with one, other:
        dataloader.ConnectionWrapper(one).send(nd.ones((2,), dtype="int32"))
        received = dataloader.ConnectionWrapper(other).recv()
    assert (received.dtype, received.asnumpy().tolist()) == (np.int32, [1, 1])


class Doubling(dataloader._MultiWorkerIter):
    """A pass that tells the workers by how much to multiply."""

    def _push_next(self) -> None:
        samples = next(self._iter, None)
        if samples is not None:
            sent = (samples, self._sent_idx, self._batchify_fn)
            self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(self._worker_fn, sent)
            self._sent_idx += 1


def _times(samples: list[int], factor: int, batchify: Callable[[list[Any]], Any]) -> bytes:
    return pickle.dumps(batchify([nd.ones((2,)) * (i * factor) for i in samples]))


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_passes_over_a_pool_of_forks() -> None:
    (nd.ones((2,)) + 1).wait_to_read()  # XLA runs before the fork
    state = (False, False)
    with multiprocessing.get_context("fork").Pool(2, dataloader._worker_initializer, (X, *state)) as pool:
        batches = [[0, 1], [2, 3], [4]]
        plain = dataloader._MultiWorkerIter(pool, dataloader.default_mp_batchify_fn, batches, prefetch=2)
        assert len(plain) == 3
        assert values(plain) == [X[b].tolist() for b in batches]
        doubled = Doubling(pool, dataloader.default_mp_batchify_fn, batches, pin_memory=True, worker_fn=_times)
        assert values(doubled) == [[[0, 0], [0, 0]], [[2, 2], [3, 3]], [[8, 8]]]


def test_the_loops_of_the_first_loader() -> None:
    keys, batches = queue.SimpleQueue(), queue.SimpleQueue()
    for item in ((0, [1, 2]), (1, [3]), (None, None)):
        keys.put(item)
    dataloader.worker_loop_v1(Y, keys, batches, default_mp_batchify_fn)
    batches.put((None, None))
    buffer: dict[int, Any] = {}
    dataloader.fetcher_loop_v1(batches, buffer, data_buffer_lock=threading.Lock())
    assert {k: v.asnumpy().tolist() for k, v in buffer.items()} == {0: [1, 2], 1: [3]}
    assert buffer[0].context == mx.cpu(0)


def test_a_script_without_a_guard(tmp_path: Path) -> None:
    """Workers at the top level of a script, with lambdas and array operators, as old programs have them."""
    script = tmp_path / "train.py"
    script.write_text(
        textwrap.dedent(
            """
            import os, time
            import mxnet as mx
            from mxnet import gluon, nd
            from mxnet.gluon.data import _workers
            _workers.WORTH = 0.0
            print("top level", flush=True)
            class Squares(gluon.data.Dataset):
                def __len__(self):
                    return 400
                def __getitem__(self, i):
                    return nd.array([i]) ** 2, os.getpid()
            net = gluon.nn.Dense(1)
            net.initialize()
            loader = gluon.data.DataLoader(Squares().transform(lambda x, p: (x / 2, p)), 5, num_workers=2)
            pids = set()
            start = time.monotonic()
            while time.monotonic() < start + 90:
                for x, p in loader:
                    net(x).wait_to_read()
                    pids |= set(p.asnumpy().tolist())
                if pids - {os.getpid()}:
                    break
            assert x.asnumpy()[-1] == 399 ** 2 / 2
            print("workers", len(pids - {os.getpid()}) > 0)
            """
        )
    )
    source = str(Path(mx.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["top level", "workers True"]
    assert done.stderr == ""


@mx.util.use_np
def test_rows_of_numpy_arrays_have_no_axis_of_their_own() -> None:
    images, labels = mx.np.zeros((4, 2, 2, 1), dtype="uint8"), mx.np.array([3, 1, 4, 1], dtype="int32")
    data = gluon.data.ArrayDataset(images, labels).transform_first(gluon.data.vision.transforms.ToTensor())
    for workers in (0, 2):
        batch, label = next(iter(gluon.data.DataLoader(data, 3, num_workers=workers)))
        assert (batch.shape, label.shape, label.dtype) == ((3, 1, 2, 2), (3,), np.int32)
        assert label.asnumpy().tolist() == [3, 1, 4]
    assert next(iter(gluon.data.DataLoader(labels, 3))).shape == (3,)


@pytest.mark.parametrize("last", ["pad", "discard"])
@pytest.mark.parametrize(("length", "parts"), [(12, 3), (13, 4), (2, 5), (0, 2)])
def test_workers_have_equal_parts_of_each_round(length, parts, last):
    samplers = [gluon.data.DistributedSampler(length, parts, i, seed=3, last=last) for i in range(parts)]
    rounds = []
    for _ in range(2):
        counts = [len(sampler) for sampler in samplers]
        found = [list(sampler) for sampler in samplers]
        assert [len(part) for part in found] == counts and len(set(counts)) == 1
        together = [index for part in zip(*found, strict=True) for index in part]
        if last == "pad":
            assert set(together) == set(range(length)) and together[:length] == list(dict.fromkeys(together))
        else:
            assert len(together) == len(set(together)) == length // parts * parts
        rounds.append(together)
    if length > 10:
        assert rounds[0] != rounds[1]  # another order
    samplers[0].set_epoch(0)
    assert list(samplers[0]) == rounds[0][::parts]


def test_a_round_goes_on_with_other_workers():
    first = [gluon.data.DistributedSampler(20, 4, i, seed=1) for i in range(4)]
    had = [index for part in zip(*(list(s)[:2] for s in first), strict=True) for index in part]  # two steps of four
    later = [gluon.data.DistributedSampler(20, 3, i, seed=1, last="discard") for i in range(3)]
    for sampler in later:
        sampler.set_epoch(0, begin=len(had))
    rest = [index for sampler in later for index in sampler]
    assert len(had) + len(rest) == 20 and set(had) | set(rest) == set(range(20))
    assert len(later[0]) == 6  # the next round is whole
    with pytest.raises(ValueError, match="part_index must be from 0 to num_parts - 1 = 2, received 3"):
        gluon.data.DistributedSampler(20, 3, 3)
    with pytest.raises(ValueError, match="last must be 'pad' or 'discard'"):
        gluon.data.DistributedSampler(20, 3, 0, last="keep")
    with pytest.raises(ValueError, match="begin must be from 0 to 20"):
        later[0].set_epoch(0, 21)
