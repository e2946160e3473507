"""What of MXNet's C interface programs can call: handles, arguments of C, errors."""

import ctypes
import gc
import threading
import weakref
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet.base import (
    _LIB,
    NDArrayHandle,
    SymbolHandle,
    c_array,
    c_array_buf,
    c_handle_array,
    c_str,
    c_str_array,
    check_call,
    ctypes2buffer,
    ctypes2numpy_shared,
    mx_float,
    mx_float_p,
    mx_uint,
)


def grouped(graph: Any, names: list[str]) -> ctypes.c_void_p:
    """The handle of a graph in which operators of these names are grouped."""
    out = SymbolHandle()
    texts = c_str_array(names)
    check_call(
        _LIB.MXBuildSubgraphByOpNames(graph.handle, c_str("default"), mx_uint(len(names)), texts, ctypes.byref(out))
    )
    return out


def test_a_symbol_is_made_of_a_handle() -> None:
    graph = sym.exp(sym.sin(sym.var("x"), name="inner"), name="outer")
    parts = sym.Symbol(grouped(graph, ["sin", "exp"]))
    assert parts.list_outputs() == ["_CachedOp0_outer_output"]
    assert sym.Symbol(graph.handle).tojson() == graph.tojson()
    assert sym.Symbol(graph.handle.value).tojson() == graph.tojson()
    assert sym.Symbol(grouped(graph, [])).tojson() == graph.tojson()


def test_a_handle_that_nobody_holds_keeps_nothing_alive() -> None:
    graph, array = sym.exp(sym.var("x")), nd.ones(3)
    seen = [weakref.ref(graph), weakref.ref(array)]
    numbers = [graph.handle.value, array.handle.value]
    result = grouped(graph, ["exp"])
    held = weakref.ref(result.__dict__["item"])
    assert sym.Symbol(result).list_inputs() == ["x"]
    assert held() is not None
    del graph, array, result
    gc.collect()
    assert [ref() for ref in (*seen, held)] == [None, None, None]
    with pytest.raises(TypeError, match="it stands for nothing now"):
        sym.Symbol(numbers[0])
    with pytest.raises(TypeError, match="it stands for nothing now"):
        nd.NDArray(numbers[1])


def test_an_array_that_holds_its_own_handle_is_collected() -> None:
    class Array(nd.NDArray):
        """One with attributes."""

    array = Array()
    array.own_handle = array.handle  # type: ignore[attr-defined]
    seen = weakref.ref(array)
    del array
    gc.collect()
    assert seen() is None


def test_a_handle_of_another_kind_is_refused() -> None:
    array, graph = nd.ones(1), sym.var("x")
    with pytest.raises(TypeError, match="it stands for a NDArray"):
        sym.Symbol(array.handle)
    with pytest.raises(TypeError, match="it stands for a Symbol"):
        nd.NDArray(graph.handle)


def test_an_array_of_the_memory_that_a_pointer_describes() -> None:
    capsule = ctypes.py_object(nd.array([[1, 2], [3, 4]]).to_dlpack_for_read())
    out = NDArrayHandle()
    pointer = ctypes.c_void_p(ctypes.pythonapi.PyCapsule_GetPointer(capsule, c_str("dltensor")))
    check_call(_LIB.MXNDArrayFromDLPack(pointer, ctypes.byref(out)))
    ctypes.pythonapi.PyCapsule_SetName(capsule, c_str("used_dltensor"))
    array = nd.NDArray(handle=out)
    del out
    gc.collect()
    assert array.asnumpy().tolist() == [[1, 2], [3, 4]]
    assert _LIB.MXNDArrayFromDLPack(ctypes.c_void_p(), ctypes.byref(NDArrayHandle())) == -1
    check_call(_LIB.MXNDArrayWaitToWrite(array.handle))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int8"])
def test_numbers_are_copied_to_and_from_the_callers_memory(dtype: str) -> None:
    array = nd.array([[1, 2, 3], [4, 5, 6]], dtype=dtype)
    memory = np.zeros(6, dtype)
    pointer = memory.ctypes.data_as(ctypes.c_void_p)
    check_call(_LIB.MXNDArraySyncCopyToCPU(array.handle, pointer, ctypes.c_size_t(6)))
    assert memory.tolist() == [1, 2, 3, 4, 5, 6]
    memory *= 2
    check_call(_LIB.MXNDArraySyncCopyFromCPU(array.handle, pointer, ctypes.c_size_t(6)))
    memory[:] = 0
    assert array.asnumpy().tolist() == [[2, 4, 6], [8, 10, 12]]


def test_a_copy_of_another_length_is_refused() -> None:
    memory = np.zeros(5, "float32")
    with pytest.raises(ValueError, match="expected memory for the 6 numbers of shape"):
        check_call(_LIB.MXNDArraySyncCopyToCPU(nd.ones((2, 3)).handle, memory.ctypes.data_as(ctypes.c_void_p), 5))


def test_what_goes_wrong_is_raised_by_check_call_and_told_to_its_thread() -> None:
    code = _LIB.MXSetSubgraphPropertyOpNames(c_str("nothing"), mx_uint(0), c_str_array([]))
    assert code == -1
    assert b"'nothing'" in _LIB.MXGetLastError()
    others: list[bytes] = []
    thread = threading.Thread(target=lambda: others.append(_LIB.MXGetLastError()))
    thread.start()
    thread.join()
    assert others == [b""]
    with pytest.raises(mx.MXNetError, match="received 'nothing'"):
        check_call(code)
    with pytest.raises(TypeError, match=r"expected ctypes\.byref"):
        check_call(_LIB.MXGetVersion(3))


def test_the_version_is_a_number() -> None:
    version = ctypes.c_int()
    check_call(_LIB.MXGetVersion(ctypes.byref(version)))
    assert version.value == 10902


def test_other_functions_are_not_there_and_say_what_is() -> None:
    assert not hasattr(_LIB, "MXNDArrayGetData")
    with pytest.raises(AttributeError, match=r"no C library here. Use mx\.nd\.NDArray instead"):
        _LIB.MXNDArrayGetData()
    with pytest.raises(AttributeError, match="MXBuildSubgraphByOpNames"):
        _LIB.MXNothingOfTheKind  # noqa: B018
    assert "MXGetVersion" in dir(_LIB)


def test_arguments_of_c() -> None:
    array = nd.ones(1)
    assert c_str("größer").value == "größer".encode()
    assert c_str_array(["a", "b"])[:] == [b"a", b"b"]
    assert c_array(mx_uint, (2, 3))[:] == [2, 3]
    numbers = bytearray(8)
    c_array_buf(ctypes.c_uint8, numbers)[1] = 7
    assert numbers[1] == 7
    assert c_handle_array([array])[0] == array.handle.value
    floats = (mx_float * 4)(1, 2, 3, 4)
    shared = ctypes2numpy_shared(ctypes.cast(floats, mx_float_p), (2, 2))
    shared[0, 0] = 5
    assert floats[0] == 5
    text = ctypes.create_string_buffer(b"abc")
    assert ctypes2buffer(ctypes.cast(text, ctypes.POINTER(ctypes.c_char)), 2) == b"ab"
    with pytest.raises(TypeError, match="char pointer"):
        ctypes2buffer(floats, 2)
    with pytest.raises(RuntimeError, match="float pointer"):
        ctypes2numpy_shared(np.zeros(2), (2,))
