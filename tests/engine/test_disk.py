"""Programs kept on disk: a second run of a script compiles nothing, and nothing depends on the files."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = """
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


UNBOUNDED = """
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "filelock" else real(name, *rest)
"""


def run(folder: str, script: str = SCRIPT) -> tuple[str, int, str]:
    others = {name: value for name, value in os.environ.items() if not name.startswith("JAX_COMPILATION_CACHE")}
    environment = {**others, "MXNET_ENGINE_CACHE": folder, "MXNET_ENGINE_INTERPRET": "0"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    digits, count = done.stdout.split()
    return digits, int(count), done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "programs"


def kept(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*-cache"))


def test_a_second_run_reads_what_the_first_compiled(folder: Path) -> None:
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


@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: b"nonsense", lambda data: data[::-1]])
def test_a_damaged_file_is_replaced(folder: Path, damage: Callable[[bytes], bytes]) -> None:
    first, _, _ = run(str(folder))
    good = {path: len(path.read_bytes()) for path in kept(folder)}
    for path in good:
        path.write_bytes(damage(path.read_bytes()))
    assert run(str(folder)) == (first, 0, "")
    assert all(abs(path.stat().st_size - size) < size / 4 for path, size in good.items())
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
