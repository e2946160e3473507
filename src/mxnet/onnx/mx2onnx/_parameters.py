"""The parameters of a model on their way into its file, or into a file beside it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from mxnet.onnx._package import load_onnx
from mxnet.onnx.mx2onnx._writer import tensor_type

PROTOBUF_LIMIT = 2**31 - 1  # bytes of a message
_SMALL = 1024  # bytes that stay in the model: sizes and axes, which shape inference reads


class Parameters:
    """Arrays as ONNX's tensors; those of a model that is ``large``, or too large for one file, go to ``name``."""

    def __init__(self, name: str, large: bool) -> None:
        self._name, self._large = name, large
        self._moved: list[np.ndarray] = []
        self._offset = 0

    def tensors(self, arrays: Mapping[str, np.ndarray]) -> list[Any]:
        """The tensors; the bytes of those that go to the other file are not in them."""
        self._large = self._large or sum(a.nbytes for a in arrays.values()) > PROTOBUF_LIMIT
        keep = load_onnx("numpy_helper").from_array
        return [self._move(n, a) if self._large and a.nbytes >= _SMALL else keep(a, name=n) for n, a in arrays.items()]

    def _move(self, name: str, array: np.ndarray) -> Any:
        tensor = load_onnx().TensorProto(name=name, data_type=tensor_type(array.dtype), dims=array.shape)
        tensor.data_location = tensor.EXTERNAL
        for key, value in (("location", self._name), ("offset", self._offset), ("length", array.nbytes)):
            tensor.external_data.add(key=key, value=str(value))
        self._moved.append(array)
        self._offset += array.nbytes
        return tensor

    def chunks(self) -> Iterator[memoryview]:
        """The bytes of the other file, if there is to be one."""
        for array in self._moved:
            yield np.ascontiguousarray(array).reshape(-1).view(np.uint8).data

    def __bool__(self) -> bool:
        return bool(self._moved)
