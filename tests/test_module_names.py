"""Names that programs take from MXNet's modules although nobody documents them."""

import ctypes
import inspect
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import numpy as np
import pytest

import mxnet as mx
from mxnet import _numpy_op_doc
from mxnet.base import NDArrayHandle, py_str
from mxnet.contrib import amp
from mxnet.gluon.data.dataloader import ForkingPickler
from mxnet.image.image import _get_interp_method
from mxnet.numpy_op_signature import _get_builtin_op


def test_a_metrics_module_has_the_arrays() -> None:
    assert mx.metric.ndarray is mx.nd


@pytest.mark.parametrize(
    ("sizes", "found"), [((4, 4, 8, 8), 2), ((8, 8, 4, 4), 3), ((8, 4, 4, 8), 1), ((), 2)], ids=str
)
def test_the_interpolation_that_suits_sizes(sizes: tuple[int, ...], found: int) -> None:
    assert _get_interp_method(9, sizes) == found
    assert _get_interp_method(4, sizes) == 4
    assert _get_interp_method(10, sizes) in range(5)


def test_whether_amp_is_on() -> None:
    assert amp.amp._amp_initialized is False
    assert amp.amp._amp_loss_scale_initialized is False
    assert amp.amp._loss_scaler is None
    amp.init()
    try:
        assert amp.amp._amp_initialized is True
        assert isinstance(amp.amp._loss_scaler, amp.loss_scaler.LossScaler)
    finally:
        amp.amp._stop()
    assert not hasattr(amp.amp, "_amp_finished")


def test_the_loaders_pickler_takes_arrays() -> None:
    array = mx.nd.arange(3)
    assert ForkingPickler.loads(ForkingPickler.dumps(array)).asnumpy().tolist() == [0, 1, 2]


def test_data_of_iterators_by_name() -> None:
    ((name, array),) = mx.io._init_data(np.ones((2, 3)), True, "data")
    assert (name, array.shape) == ("data", (2, 3))
    pairs = mx.io.io._init_data([np.ones(2), mx.nd.ones((2,))], allow_empty=False, default_name="x")
    assert [name for name, _ in pairs] == ["_0_x", "_1_x"]
    assert not mx.io._has_instance(pairs, mx.nd.sparse.CSRNDArray)
    assert mx.io._init_data(None, True, "label") == []


def test_callbacks_for_handles() -> None:
    """The way of MXNet's own collectors: a callback casts what it is given to a handle, and makes an array of that."""
    seen = {}

    def callback(name: bytes, given: object) -> None:
        array = mx.nd.NDArray(ctypes.cast(given, NDArrayHandle), writable=False)
        seen[py_str(name)] = array.asnumpy().tolist()

    executor = (mx.sym.var("x") * 2).simple_bind(mx.cpu(), x=(2,))
    executor.set_monitor_callback(callback)
    executor.forward(x=mx.nd.array([1, 3]))
    assert list(seen.values()) == [[2, 6]]


def test_arrays_from_handles() -> None:
    array = mx.nd.arange(6).reshape((2, 3))
    again = mx.nd.NDArray(array.handle)
    again[:] = 7
    assert array.asnumpy().tolist() == [[7, 7, 7], [7, 7, 7]]
    with pytest.raises(TypeError, match="expected a handle that stands for a NDArray"):
        mx.nd.NDArray(12345)


def test_the_loaders_module_loads_pools() -> None:
    """Programs write ``multiprocessing.pool.Pool`` and import only ``multiprocessing``."""
    found = "import multiprocessing, mxnet; print(multiprocessing.pool.Pool.__name__)"
    assert subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True).stdout == "Pool\n"


def test_functions_are_found_by_the_names_of_their_operators() -> None:
    assert _numpy_op_doc._np_sum is _get_builtin_op("_np_sum") is mx.np.sum
    assert str(mx.np.sum.__signature__) == str(inspect.signature(_numpy_op_doc._np_sum))
    assert not hasattr(_numpy_op_doc, "_np_nothing") and not hasattr(_numpy_op_doc, "sum")


@pytest.mark.parametrize(("old", "new"), [(mx.contrib.symbol, mx.sym.contrib), (mx.contrib.ndarray, mx.nd.contrib)])
def test_operators_of_contrib_at_their_first_address(old: ModuleType, new: ModuleType) -> None:
    assert import_module(old.__name__) is old
    assert old.__name__ in {"mxnet.contrib.symbol", "mxnet.contrib.ndarray"}
    assert {"ROIAlign", "box_nms", "CTCLoss", "MultiBoxPrior", "quantize_v2", "boolean_mask"} <= set(old.__all__)
    assert all(getattr(old, name) is getattr(new, name) for name in old.__all__)
    assert set(dir(old)) == set(old.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        old.nothing  # noqa: B018


def test_operators_of_contrib_import_by_name() -> None:
    script = "from mxnet.contrib.ndarray import *; from mxnet.contrib.symbol import ROIAlign; print(box_nms, ROIAlign)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "box_nms" in run.stdout, run.stderr
    assert "ROIAlign" in run.stdout
