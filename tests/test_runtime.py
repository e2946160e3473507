"""``mx.runtime`` and ``mx.engine``: what there is, what was done, and how much waits."""

import subprocess
import sys

import pytest

import mxnet as mx
from mxnet import nd
from mxnet._ops import onednn


def test_features_have_mxnets_names() -> None:
    features = mx.runtime.Features()
    names = {f.name for f in mx.runtime.feature_list()}
    assert {"CUDA", "CUDNN", "OPENMP", "LAPACK", "MKLDNN", "INT64_TENSOR_SIZE", "F16C", "DIST_KVSTORE"} <= names
    assert features.is_enabled("int64_tensor_size")
    assert features["CUDA"].enabled == bool(mx.context.num_gpus())
    assert str(features["LAPACK"]) == "✔ LAPACK"
    assert features.is_enabled("MKLDNN") == (onednn.find() is not None)
    with pytest.raises(RuntimeError, match="Feature 'FOO' is unknown, known features are"):
        features.is_enabled("foo")


def test_there_is_one_table_of_features() -> None:
    assert mx.runtime.Features() is mx.runtime.Features() is mx.runtime.Features.instance


def test_counters_can_be_read_and_reset() -> None:
    mx.runtime.engine_stats(reset=True)
    (nd.ones((3,)) + 1).wait_to_read()
    counted = mx.runtime.engine_stats()
    assert counted["nodes"] >= 2
    assert counted["flushes"] == 1
    assert "programs" in counted["caches"]


def test_bulk_limits_what_waits() -> None:
    before = mx.engine.set_bulk_size(4)
    try:
        assert mx.engine.set_bulk_size(4) == 4
        mx.runtime.engine_stats(reset=True)
        x = nd.zeros((1,))
        for _ in range(12):
            x += 1
        assert mx.runtime.engine_stats()["flushes"] >= 3
        assert x.asscalar() == 12
    finally:
        mx.engine.set_bulk_size(before)


def test_bulk_as_a_scope() -> None:
    before = mx.engine.set_bulk_size(20)
    try:
        with mx.engine.bulk(3):
            assert mx.engine.set_bulk_size(3) == 3
        assert mx.engine.set_bulk_size(20) == 20
    finally:
        mx.engine.set_bulk_size(before)


def test_the_import_is_not_looked_through_for_garbage() -> None:
    state = "(gc.get_threshold(), gc.get_stats()[2]['collections'])"
    code = f"import gc, jax; before = {state}; import mxnet; assert {state} == before, ({state}, before)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
