"""The ``onnx`` package, loaded when it is first needed."""

import importlib
from typing import Any


def load_onnx(part: str = "") -> Any:
    """The ``onnx`` package, or one of its modules."""
    try:
        return importlib.import_module(f"onnx.{part}" if part else "onnx")
    except ImportError as error:
        raise ImportError("ONNX files need the onnx package: pip install mxnet-xla[onnx]") from error
