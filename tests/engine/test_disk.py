"""Programs kept on disk: a second run of a script traces and compiles nothing, and nothing depends on the files."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest

import mxnet as mx
from mxnet._frontend.binding import bind, stable_name
from mxnet._host import names
from mxnet._host.names import Nameless, function_name, name_of
from mxnet._host.store import Store, open_store
from mxnet._ops.registry import find

# A training step on two devices: a hybridized net with moving statistics and dropout, and an update by hand.
STEP = """
import json
import mxnet as mx
from mxnet.ndarray.handle import value_of
mx.random.seed(3)
net = mx.gluon.nn.HybridSequential()
with net.name_scope():
    net.add(mx.gluon.nn.Dense(8), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dropout(0.5), mx.gluon.nn.Dense(3))
places = [mx.cpu(0), mx.cpu(2)]
net.initialize(mx.init.Xavier(), ctx=places)
net.hybridize()
scale = [mx.nd.ones((4, 3), ctx=c) for c in places]
data = [mx.nd.array([[1, 2, 0], [3, 4, 1], [5, 6, 0], [7, 8, 2]], ctx=c) for c in places]
for s in scale:
    s.attach_grad()
said = []
def pointer(array):
    return getattr(value_of(array).data, "unsafe_buffer_pointer", lambda: None)()
for _ in range(3):
    for x, s in zip(data, scale):
        before = pointer(s)
        with mx.autograd.record():
            y = (mx.nd.softmax(net(x) * s / 7.0) ** 2).sum()
        y.backward()
        s -= 0.5 * s.grad
        for p in net.collect_params("dense").values():
            p.data(x.context)[:] -= 0.125 * p.grad(x.context)
        said.append(s.asnumpy().tobytes().hex())
        said.append([sorted(d.id for d in value_of(s).data.devices()), before in (pointer(s), pointer(s.grad))])
print(json.dumps([said, mx.runtime.engine_stats()]))
"""

# The forward pass of a graph is read first; its gradient is another program.
FORWARD = """
import mxnet as mx
mx.random.seed(3)
net = mx.gluon.nn.HybridSequential()
net.add(mx.gluon.nn.Dense(8, activation="tanh"), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Dropout(0.5))
net.initialize(mx.init.Xavier())
net.hybridize()
x = mx.nd.array([[1, 2, 0], [3, 4, 1], [5, 6, 0], [7, 8, 2]])
x.attach_grad()
with mx.autograd.record():
    y = net(x)
y.wait_to_read()
"""
BACKWARD = """
y.backward()
print(x.grad.asnumpy().tobytes().hex(), mx.runtime.engine_stats()["from_disk"])
"""

# Programs without names are left to JAX.
NAMELESS = """
import jax
from mxnet._host import disk
disk._stores.clear()
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)  # whatever this machine is busy with
"""

SCRIPT = (
    NAMELESS
    + """
import mxnet as mx
x = mx.nd.arange(12).reshape((3, 4)) / 12
x.attach_grad()
with mx.autograd.record():
    y = x
    for i in range(20):
        y = mx.nd.tanh(mx.nd.dot(y, mx.nd.exp(-y), transpose_b=True)[:, :3].reshape((3, 3)).tile((1, 2))[:, :4])
y.backward()
print(x.grad.asnumpy().tobytes().hex(), mx.runtime.engine_stats()["from_disk"])
"""
)


UNBOUNDED = """
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "filelock" else real(name, *rest)
"""


# What a run says, and its counters.
Run = tuple[list[Any], dict[str, Any]]


def output(folder: str, script: str, **more: str) -> tuple[str, str]:
    others = {name: value for name, value in os.environ.items() if not name.startswith("JAX_COMPILATION_CACHE")}
    environment = {**others, "MXNET_ENGINE_CACHE": folder, **more}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    return done.stdout, done.stderr


def run(folder: str, script: str = SCRIPT) -> tuple[str, int, str]:
    out, said = output(folder, script, MXNET_ENGINE_INTERPRET="0")
    digits, count = out.split()
    return digits, int(count), said


def step(folder: Path | str, prelude: str = "") -> Run:
    out, said = output(str(folder), prelude + STEP, MXNET_ENGINE_INTERPRET="0")
    assert said == ""
    return tuple(json.loads(out))  # type: ignore[return-value]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "programs"


def named(folder: Path) -> list[Path]:
    """The files of our store, the largest first."""
    return sorted(folder.glob("*-named/*"), key=lambda path: -path.stat().st_size)


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*-cache"))


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Any], dict[str, Any]]:
    """What a first run leaves, says and counts."""
    folder = tmp_path_factory.mktemp("first") / "programs"
    return folder, *step(folder)


@pytest.fixture
def second(first_run: tuple[Path, list[Any], dict[str, Any]], folder: Path) -> Run:
    """What a first run says and counts, which has left its files in the folder."""
    shutil.copytree(first_run[0], folder)
    return first_run[1:]


def test_a_second_run_traces_nothing(folder: Path, second: Run) -> None:
    first, before = second
    assert before["from_disk"] == 0 and before["traces"] > 0
    assert {tuple(said[0]) for said in first[1::2]} == {(0,), (2,)}  # each device ran its own
    assert all(same for _, same in first[5::2])  # updated in place
    assert not kept(folder)  # nothing is kept twice
    again, after = step(folder)
    assert again == first
    assert after["traces"] == 0 and after["compilations"] == after["from_disk"] > 0
    assert after["donated"] == before["donated"] > 0


def test_what_cannot_be_loaded_is_compiled_again(folder: Path, second: Run) -> None:
    first, before = second
    store = Store(named(folder)[0].parent, 1 << 30)
    good = {path.name: path.stat().st_size for path in named(folder)}
    for number, name in enumerate(good):
        path = store.folder / name
        data = path.read_bytes()
        if number % 3 == 0:
            path.write_bytes(data[: len(data) // 2])  # a full disk
        elif number % 3 == 1:
            path.write_bytes((store.folder / next(iter(good))).read_bytes())  # another program
        else:
            path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert step(folder)[0] == first
    for path in named(folder):  # whole, but not for this compiler
        if path.stat().st_size > 4000:
            store.write(path.name, b"nonsense")
    third, again = step(folder)
    assert third == first and again["from_disk"] < before["compilations"]
    assert step(folder)[1]["from_disk"] == before["compilations"]  # all of it was replaced


@pytest.mark.parametrize(
    "prelude",
    [
        "from mxnet._host import names\nreal = names._versions()\nnames._versions = lambda: real + 'x'\n",
        "from mxnet._host import names\nnames._IMPORTED = 0\n",  # sources that changed after they were imported
    ],
    ids=["other code", "code unknown"],
)
def test_a_program_of_other_code_is_not_used(folder: Path, second: Run, prelude: str) -> None:
    again, counts = step(folder, prelude)
    assert again == second[0]
    assert counts["from_disk"] == 0 and counts["traces"] > 0


def test_a_gradient_that_is_new_fits_a_forward_pass_from_disk(folder: Path) -> None:
    output(str(folder), FORWARD, MXNET_ENGINE_INTERPRET="0")
    digits, read, said = run(str(folder), FORWARD + BACKWARD)
    assert read == 1 and said == ""
    assert run("0", FORWARD + BACKWARD) == (digits, 0, "")


def test_nothing_is_kept_where_it_was_refused(tmp_path: Path) -> None:
    home = {"MXNET_HOME": str(tmp_path)}
    out, said = output("0", STEP, **home)
    assert said == "" and json.loads(out)[1]["from_disk"] == 0
    assert not list(tmp_path.iterdir())


# --- files ----------------------------------------------------------------------------------------------------------

NAME, OTHER = "a" * 64, "b" * 64


@pytest.fixture
def store(folder: Path) -> Store:
    found = open_store(folder, 1000)
    assert found is not None
    return found


def test_a_file_is_read_as_it_was_written(store: Store) -> None:
    assert not store.has(NAME) and store.read(NAME) is None
    store.write(NAME, b"data")
    store.write(NAME, b"other data")
    assert store.has(NAME) and store.read(NAME) == b"other data"
    assert [path.name for path in store.folder.iterdir()] == [NAME]
    store.remove(NAME)
    store.remove(NAME)
    assert store.read(NAME) is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:50],
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: b"nonsense",
        lambda data: data[::-1],
        lambda data: data[:-1] + b"?",
        lambda data: data.replace(NAME.encode(), OTHER.encode()),
    ],
)
def test_a_damaged_file_is_as_good_as_none(store: Store, damage: Callable[[bytes], bytes]) -> None:
    store.write(NAME, b"data")
    path = store.folder / NAME
    path.write_bytes(damage(path.read_bytes()))
    assert store.read(NAME) is None
    store.write(NAME, b"data")
    assert store.read(NAME) == b"data"


def test_a_file_that_others_could_have_written_is_not_read(store: Store, tmp_path: Path) -> None:
    store.write(NAME, b"data")
    path = store.folder / NAME
    path.chmod(0o666)
    assert store.read(NAME) is None
    path.chmod(0o600)
    assert store.read(NAME) == b"data"
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert store.read(NAME) is None
    store.write(NAME, b"ours")
    assert store.read(NAME) == b"ours" and not path.is_symlink()
    assert (tmp_path / "elsewhere").read_bytes().endswith(b"data")  # nothing was written through the link


def test_a_folder_that_others_could_write_to_is_not_used(folder: Path, tmp_path: Path) -> None:
    assert open_store(folder, 1000) is not None
    assert folder.stat().st_mode & 0o777 == 0o700
    (tmp_path / "link").symlink_to(folder)
    assert open_store(tmp_path / "link", 1000) is None
    folder.chmod(0o770)
    assert open_store(folder, 1000) is None


def test_the_folder_is_bounded(store: Store) -> None:
    for number in range(6):
        store.write(str(number) * 64, bytes(100))
        os.utime(store.folder / (str(number) * 64), (number, number))
    assert store.read("3" * 64) is not None  # now the youngest
    store.write(NAME, bytes(500))
    left = {path.name[0] for path in store.folder.iterdir()}
    assert left == {"3", "a"}


# --- names ----------------------------------------------------------------------------------------------------------


def test_values_that_differ_have_different_names() -> None:
    values: list[Any] = [
        0, 0.0, -0.0, False, None, "0", b"0", 1, True, 1.0, "None", (), [], {}, (0,), [0], ((0,),), (0, 0), "(0,)",
        {"a": 0}, {"a": 0.0}, {"a": (0,)}, np.float32(0), np.float64(0), np.float64(-0.0), np.int64(0), np.dtype("f4"),
        np.dtype(jax.numpy.bfloat16), np.float32, float, "float32", np.zeros(2), np.zeros(2, "f4"), np.zeros((2, 1)),
        np.array([0.0, -0.0]), float("nan"), float("inf"), ("a", "b"), ("a,str 'b'",),
    ]  # fmt: skip
    assert len({name_of(value) for value in values}) == len(values)
    assert name_of({"a": 1, "b": 2}) == name_of({"b": 2, "a": 1})


@pytest.mark.parametrize("value", [object(), lambda: 0, np.sum, {1, 2}, mx.cpu(), [object()], np.array([None])])
def test_what_cannot_be_told_exactly_has_no_name(value: Any) -> None:
    with pytest.raises(Nameless):
        name_of(value)
    if callable(value):
        with pytest.raises(Nameless):
            function_name(value)


def test_calls_of_other_attributes_have_other_names() -> None:
    def stable(name: str, **attrs: Any) -> str | None:
        return bind(find(name), (True,), attrs, False)[0].call.stable

    told = [stable("sum"), stable("sum", axis=0), stable("sum", axis=(0, 1)), stable("mean"), stable("Dropout", p=0.5)]
    assert None not in told and len(set(told)) == len(told)
    assert stable("sum", axis=0) == stable("sum", axis="0", keepdims="False")
    assert stable_name(find("Custom"), ()) is None


def test_code_that_changed_has_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = names.software()
    assert names.software() == before
    monkeypatch.setattr(names, "_versions", lambda: "other versions")
    names._last.clear()
    assert names.software() != before
    names._last.clear()
    monkeypatch.undo()
    with jax.default_matmul_precision("highest"):
        assert names.software() != before
    assert names.software() == before


# --- what JAX keeps -------------------------------------------------------------------------------------------------


def test_a_second_run_reads_what_jax_kept_of_the_first(folder: Path) -> None:
    first, before, _ = run(str(folder))
    assert before == 0 and kept(folder)
    second, read, said = run(str(folder))
    assert (second, said) == (first, "") and read > 0
    for path in kept(folder):  # a process killed while it wrote
        path.write_bytes(path.read_bytes()[:100])
    third, read, said = run(str(folder))
    assert (third, read, said) == (first, 0, "")
    fourth, read, said = run(str(folder))  # what was damaged has been replaced
    assert (fourth, said) == (first, "") and read > 0


@pytest.mark.parametrize("damage", [lambda data: data[::-1]])
def test_a_damaged_file_of_jaxs_is_replaced(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    first, _, _ = run(str(folder))
    good = {path: len(path.read_bytes()) for path in kept(folder)}
    for path in good:
        path.write_bytes(damage(path.read_bytes()))
    assert run(str(folder)) == (first, 0, "")
    # A program that was compiled in less time than JAX keeps programs for has no file any more.
    whole = {path: path.stat().st_size for path in good if path.exists()}
    assert whole and all(abs(size - good[path]) < good[path] / 4 for path, size in whole.items())
    assert run(str(folder))[1] > 0


def test_a_folder_that_cannot_be_is_no_matter(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    digits, read, said = run(str(tmp_path / "file" / "programs"))
    assert digits and read == 0 and said == ""


def test_environments_with_and_without_a_bound_share_a_home(folder: Path) -> None:
    pytest.importorskip("filelock")
    run(str(folder), UNBOUNDED + SCRIPT)
    assert kept(folder)
    assert run(str(folder), SCRIPT.replace("range(20)", "range(21)"))[2] == ""


def test_a_folder_of_many_small_files_stays_within_its_bound(tmp_path: Path) -> None:
    store = Store(tmp_path, 1 << 16)
    for number in range(400):
        store.write(f"{number:064d}", bytes(1024))
    kept = sorted(tmp_path.iterdir())
    assert sum(file.stat().st_size for file in kept) <= (1 << 16) + (1 << 12)  # it looks after a few files, not each
    assert store.read(f"{399:064d}") == bytes(1024)
