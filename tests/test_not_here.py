"""What cannot exist here says so, and what to write instead."""

from pathlib import Path

import pytest

import mxnet as mx


def test_cuda_source_is_refused():
    with pytest.raises(mx.MXNetError, match="CustomOp"):
        mx.rtc.CudaModule("extern __global__ void f() {}")


def test_libraries_of_operators_are_refused(tmp_path: Path):
    for name, words in (("gone.so", "does NOT exist"), ("lib.txt", "NOT a library"), ("lib.so", "CustomOp")):
        if name != "gone.so":
            (tmp_path / name).touch()
        with pytest.raises(mx.MXNetError, match=words):
            mx.library.load(str(tmp_path / name))
