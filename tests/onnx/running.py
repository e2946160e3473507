"""Models on their way out and back: our forward, the other runtime's, and ours again after the import."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime

import mxnet as mx

Arrays = Mapping[str, np.ndarray]


def forward(symbol: Any, arrays: Arrays) -> list[np.ndarray]:
    """What the symbol computes from arrays, parameters among them, outside training."""
    held = {name: mx.nd.array(array, dtype=array.dtype) for name, array in arrays.items()}
    arguments = {name: held[name] for name in symbol.list_arguments() if name in held}
    states = {name: held[name] for name in symbol.list_auxiliary_states()}
    return [y.asnumpy() for y in symbol.bind(mx.cpu(), arguments, aux_states=states).forward(is_train=False)]


def export(symbol: Any, inputs: Arrays, params: Arrays, path: Path, **options: Any) -> onnx.ModelProto:
    """The checked model of a symbol."""
    held = {name: mx.nd.array(array, dtype=array.dtype) for name, array in params.items()}
    order = [name for name in symbol.list_inputs() if name in inputs]
    shapes, types = [inputs[n].shape for n in order], [inputs[n].dtype for n in order]
    options = {"check": False, **options}  # the tests compare themselves, with more inputs
    assert mx.onnx.export_model(symbol, held, shapes, types, str(path), **options) == str(path)
    onnx.checker.check_model(str(path), full_check=True)
    return onnx.load(str(path))


def elsewhere(path: Path, inputs: Arrays) -> list[np.ndarray]:
    """What another runtime computes from the file."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.add_session_config_entry("session.disable_quant_qdq", "1")  # see mx2onnx/_check.py
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    wanted = {given.name for given in session.get_inputs()}
    return session.run(None, {name: array for name, array in inputs.items() if name in wanted})


def back(path: Path, inputs: Arrays) -> list[np.ndarray]:
    """What the imported file computes."""
    symbol, arguments, states = mx.contrib.onnx.import_model(str(path))
    held = {name: array.asnumpy() for name, array in {**arguments, **states}.items()}
    return forward(symbol, {**inputs, **held})


def close(found: Sequence[np.ndarray], expected: Sequence[np.ndarray], tolerance: float) -> None:
    """Raise unless both are the same arrays, in shape, type and within a tolerance."""
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert one.shape == other.shape
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one.astype(np.float64), other.astype(np.float64), rtol=tolerance, atol=tolerance)
