"""Whether ONNX Runtime computes from a file what the symbol does."""

import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mxnet.context import cpu
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray, array
from mxnet.onnx._package import load_onnx
from mxnet.symbol import Symbol
from mxnet.symbol.node import topo

# The largest difference, in parts of the largest element, that rounding in other orders makes.
TOLERANCE = {"float64": 1e-6, "float32": 1e-3, "float16": 2e-2, "bfloat16": 1e-1}
QUANTIZED = 0.1  # where levels of eight bits are rounded in other orders


def is_installed() -> bool:
    """Whether ONNX Runtime is there."""
    return importlib.util.find_spec("onnxruntime") is not None


def check_model(
    path: str,
    network: Symbol,
    params: Mapping[str, NDArray],
    names: Sequence[str],
    shapes: Sequence[Sequence[int]],
    types: Sequence[Any],
    tolerance: float | None,
    must: bool,
) -> None:
    """Print the largest difference between the file and the symbol, and raise where it is too large.

    A model of random numbers is not compared. One that ONNX Runtime does not read, as of a newer opset, is an error
    only where it ``must`` be checked.
    """
    operators = [n.op for n in topo(network._heads) if n.op is not None]
    if any(op.needs_key for op in operators):
        return
    if tolerance is None and any(op.name.startswith("_contrib_quantize") for op in operators):
        tolerance = QUANTIZED
    feeds = {n: _sample_input(s, np.dtype(t)) for n, s, t in zip(names, shapes, types, strict=True)}
    try:
        outputs = _elsewhere(path, feeds)
    except Exception as error:  # of many kinds, none of them public
        if must:
            raise MXNetError(f"{path}: ONNX Runtime cannot compute the model: {error}") from error
        print(f"{path}: not checked, ONNX Runtime cannot compute the model: {str(error).splitlines()[0]}")
        return
    expected = _here(network, params, feeds)
    worst, allowed = 0.0, 0.0
    for one, other in zip(outputs, expected, strict=True):
        limit = tolerance if tolerance is not None else TOLERANCE.get(other.dtype.name, 0.0)
        difference = _difference(one, other)
        if not difference <= limit:
            raise MXNetError(
                f"{path}: ONNX Runtime and the symbol differ by {difference:.3g} of the largest element, more than "
                f"{limit:.3g}; write check=False to keep the file nevertheless"
            )
        worst, allowed = max(worst, difference), max(allowed, limit)
    print(f"{path}: ONNX Runtime agrees, the largest difference is {worst:.3g} of the largest element")


def _sample_input(shape: Sequence[int], dtype: Any) -> np.ndarray:
    """Numbers to compute with, the same in every run; whole ones are indices, so they are small."""
    random = np.random.default_rng(0)
    if dtype.kind in "iub":
        return random.integers(0, 2, tuple(shape)).astype(dtype)
    return random.uniform(0, 1, tuple(shape)).astype(dtype)


def _elsewhere(path: str, feeds: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    runtime = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.log_severity_level = 4
    # Its products of uint8 and int8 saturate at 16 bits on processors without VNNI: the file says none of that.
    options.add_session_config_entry("session.disable_quant_qdq", "1")
    session = runtime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    kinds = {i.name: i.type for i in session.get_inputs()}
    if any("bfloat16" in o.type for o in (*session.get_inputs(), *session.get_outputs())):
        wide = runtime.InferenceSession(_widened(path), options, providers=["CPUExecutionProvider"])
        return _with_values(runtime, wide, {n: a for n, a in feeds.items() if n in kinds})
    return session.run(None, {n: a for n, a in feeds.items() if n in kinds})


def _widened(path: str) -> bytes:
    """The model with outputs of float32 for those of bfloat16, which ONNX Runtime cannot hand to NumPy."""
    onnx = load_onnx()
    model = onnx.load(path)
    for place, info in enumerate(model.graph.output):
        if info.type.tensor_type.elem_type == onnx.TensorProto.BFLOAT16:
            name = f"{info.name}_wide"
            model.graph.node.append(onnx.helper.make_node("Cast", [info.name], [name], to=onnx.TensorProto.FLOAT))
            model.graph.output[place].CopyFrom(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None))
    return bytes(model.SerializeToString())


def _with_values(runtime: Any, session: Any, feeds: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """The outputs of a model of bfloat16, which has no NumPy type of its own."""
    number = load_onnx().TensorProto.BFLOAT16
    values = {}
    for name, each in feeds.items():
        if each.dtype.name == "bfloat16":
            values[name] = runtime.OrtValue.ortvalue_from_numpy_with_onnx_type(each.view(np.uint16), number)
        else:
            values[name] = runtime.OrtValue.ortvalue_from_numpy(each)
    outputs = [o.name for o in session.get_outputs()]
    return [value.numpy() for value in session.run_with_ort_values(outputs, values)]


def _here(network: Symbol, params: Mapping[str, NDArray], feeds: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    held = {**params, **{n: array(a, dtype=a.dtype) for n, a in feeds.items()}}
    shapes, _, _ = network.infer_shape(**{n: a.shape for n, a in feeds.items()})
    arguments = {}
    for name, shape in zip(network.list_arguments(), shapes, strict=True):  # labels are asked for and not read
        arguments[name] = held[name].as_in_context(cpu()) if name in held else array(np.zeros(shape, np.float32))
    states = {n: held[n].as_in_context(cpu()) for n in network.list_auxiliary_states()}
    return [y.asnumpy() for y in network.bind(cpu(), arguments, aux_states=states, grad_req="null").forward()]


def _difference(one: np.ndarray, other: np.ndarray) -> float:
    """The largest difference in parts of the largest element; infinite where shapes differ."""
    if one.shape != other.shape:
        return float("inf")
    if not other.size:
        return 0.0
    left, right = one.astype(np.float64), other.astype(np.float64)
    if not np.array_equal(np.isfinite(left), np.isfinite(right)):
        return float("inf")
    left, right = np.nan_to_num(left, posinf=0, neginf=0), np.nan_to_num(right, posinf=0, neginf=0)
    return float(np.abs(left - right).max() / max(np.abs(right).max(), 1e-6))
