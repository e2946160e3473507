"""The C++ example, built and run where a compiler, ONNX Runtime's library and its headers are.

The library is in the PyPI package onnxruntime; the headers are in Debian's libonnxruntime-dev (from Debian 13 on), or
in ONNX Runtime's own archive for C++, named by ONNXRUNTIME_INCLUDE.
"""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet.gluon import nn

SOURCE = Path(__file__).resolve().parents[2] / "examples" / "deploy" / "cpp" / "predict.cc"
HEADER = "onnxruntime_cxx_api.h"


def headers() -> Path:
    places = [os.environ.get("ONNXRUNTIME_INCLUDE", ""), "/usr/include/onnxruntime", "/usr/local/include/onnxruntime"]
    found = next((Path(p) for p in places if p and (Path(p) / HEADER).exists()), None)
    if found is None:
        pytest.skip(f"no {HEADER}: install libonnxruntime-dev, or set ONNXRUNTIME_INCLUDE")
    return found


def library(folder: Path) -> Path:
    """A folder with the library under the names that a linker and a loader look for."""
    package = importlib.util.find_spec("onnxruntime")
    assert package is not None and package.origin is not None
    found = sorted((Path(package.origin).parent / "capi").glob("libonnxruntime.so.*"))
    if not found:
        pytest.skip("the onnxruntime package has no shared library")
    for name in ("libonnxruntime.so", "libonnxruntime.so.1"):
        (folder / name).symlink_to(found[-1])
    return folder


@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++")
@pytest.mark.skipif(importlib.util.find_spec("onnxruntime") is None, reason="no onnxruntime package")
def test_it_computes_what_the_network_does(tmp_path: Path) -> None:
    include, libraries = headers(), library(tmp_path)
    program = tmp_path / "predict"
    options = ["-std=c++17", f"-I{include}", f"-L{libraries}", f"-Wl,-rpath,{libraries}"]
    subprocess.run(["g++", *options, str(SOURCE), "-lonnxruntime", "-o", str(program)], check=True)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, activation="relu"), nn.Flatten(), nn.Dense(5))
    net.initialize(mx.init.Xavier())
    x = mx.nd.random.normal(shape=(3, 1, 6, 6))
    net.export_onnx(tmp_path / "net.onnx", x, dynamic={0: "batch"})
    x.asnumpy().tofile(tmp_path / "input.f32")
    done = subprocess.run([program, tmp_path / "net.onnx", tmp_path / "input.f32"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    expected = net(x).asnumpy()
    assert [int(place) for place, _ in rows] == expected.argmax(1).tolist()
    np.testing.assert_allclose([float(best) for _, best in rows], expected.max(1), rtol=1e-4)
    wrong = subprocess.run([program, tmp_path / "net.onnx"], capture_output=True, text=True)
    assert (wrong.returncode, "predict model.onnx" in wrong.stderr) == (1, True)
