"""TensorRT, which is a provider of ONNX Runtime here: ``net.optimize_for(x, backend="TensorRT")``."""

from collections.abc import Mapping
from typing import Any

from mxnet.error import MXNetError

_ADVICE = (
    'write net.optimize_for(x, backend="TensorRT"), or backend="onnxruntime" with '
    'providers=[("TensorrtExecutionProvider", {"trt_fp16_enable": True})], with onnxruntime-gpu installed'
)


def set_use_fp16(status: bool) -> None:
    """Refused: the provider's options say it."""
    raise MXNetError(f"tensorrt.set_use_fp16: expected options of ONNX Runtime, received {status}: {_ADVICE}")


def get_use_fp16() -> bool:
    """Refused: the provider's options say it."""
    raise MXNetError(f"tensorrt.get_use_fp16: there is no such setting: {_ADVICE}")


def init_tensorrt_params(sym: Any, arg_params: Mapping[str, Any], aux_params: Mapping[str, Any]) -> Any:
    """Refused: the backend takes the parameters itself."""
    raise MXNetError(f"tensorrt.init_tensorrt_params: not needed: {_ADVICE}")
