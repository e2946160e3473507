"""Graphs that ONNX Runtime computes: ``optimize_for(backend="onnxruntime")``.

The graph becomes an ONNX model with its parameters, and the symbol one node that runs it on the host, inside the
program around it. ``providers`` are ONNX Runtime's own words for where it computes. Predictions alone: there is no
gradient.
"""

import importlib
import itertools
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mxnet import operator, symbol
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray
from mxnet.onnx.mx2onnx import export_model
from mxnet.symbol import Symbol

_NAME = "onnxruntime"
_SESSIONS: dict[str, Any] = {}
_NUMBERS = itertools.count()


def load_runtime() -> Any:
    """The onnxruntime package."""
    try:
        return importlib.import_module("onnxruntime")
    except ImportError as error:
        raise ImportError("this backend needs ONNX Runtime: pip install onnxruntime") from error


def session(data: bytes | str, providers: Sequence[Any] | None = None, threads: int = 0) -> Any:
    """A session of ONNX Runtime; a provider that is not there is an error that lists those that are."""
    runtime = load_runtime()
    there = runtime.get_available_providers()
    wanted = list(providers or ["CPUExecutionProvider"])
    names = [p if isinstance(p, str) else p[0] for p in wanted]
    missing = [name for name in names if name not in there]
    if missing:
        raise MXNetError(f"onnxruntime: expected providers among {', '.join(there)}, received {', '.join(missing)}")
    options = runtime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = threads
    return runtime.InferenceSession(data, options, providers=wanted)


def partition(
    graph: Symbol,
    params: Mapping[str, NDArray],
    shapes: Mapping[str, Sequence[int]],
    types: Mapping[str, Any],
    providers: Sequence[Any] | None = None,
    threads: int = 0,
    **options: Any,
) -> Symbol:
    """The graph as one node that ONNX Runtime computes."""
    if options:
        raise MXNetError(f"onnxruntime: expected the options providers and threads, received {', '.join(options)}")
    load_runtime()
    names = [n for n in graph.list_inputs() if n not in params]
    unknown = [n for n in names if n not in shapes]
    if unknown:
        raise MXNetError(f"onnxruntime: expected a shape for each of {unknown}: write shape_dict={{name: shape}}")
    held = {n: a for n, a in params.items() if n in graph.list_inputs()}
    given = [tuple(shapes[n]) for n in names], [np.dtype(types.get(n, "float32")) for n in names]
    made = session(_model(graph, held, *given), providers, threads)
    key = str(next(_NUMBERS))
    _SESSIONS[key] = made
    order = [i.name for i in made.get_inputs()]
    return symbol.Custom(*[symbol.var(n) for n in order], op_type=_NAME, session=key, name=_NAME)


def _model(graph: Symbol, params: Mapping[str, NDArray], shapes: Sequence[Any], types: Sequence[Any]) -> bytes:
    """The model's bytes, with a free batch where the graph allows one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        free = [(None, *shape[1:]) if shape else shape for shape in shapes]
        try:
            export_model(graph, params, shapes, types, path, dynamic=True, dynamic_input_shapes=free, check=False)
        except MXNetError:
            export_model(graph, params, shapes, types, path, check=False)
        return path.read_bytes()


@operator.register(_NAME)
class _Property(operator.CustomOpProp):
    """What MXNet must know of the node."""

    def __init__(self, session: str) -> None:
        super().__init__(need_top_grad=False)
        if session not in _SESSIONS:
            raise MXNetError("onnxruntime: a graph that was handed over lives in its process: export the block before")
        self._session = _SESSIONS[session]

    def list_arguments(self) -> list[str]:
        return [i.name for i in self._session.get_inputs()]

    def list_outputs(self) -> list[str]:
        return [o.name for o in self._session.get_outputs()]

    def infer_shape(self, in_shape: Any) -> Any:
        known = _outputs(self._session, tuple(tuple(s) for s in in_shape))
        return in_shape, [list(a.shape) for a in known], []

    def infer_type(self, in_type: Any) -> Any:
        return in_type, [_dtype(o.type) for o in self._session.get_outputs()], []

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Any:
        return _Operator(self._session)


def _dtype(text: str) -> Any:
    """The type that ONNX Runtime writes as ``tensor(float)``."""
    names = {"float": "float32", "double": "float64"}
    word = text.removeprefix("tensor(").removesuffix(")")
    return np.dtype(names.get(word, word)).type


def _outputs(made: Any, shapes: tuple[tuple[int, ...], ...]) -> list[np.ndarray]:
    """What the model makes of zeros of these shapes: it may not say its shapes itself."""
    feeds = {i.name: np.zeros(s, _dtype(i.type)) for i, s in zip(made.get_inputs(), shapes, strict=True)}
    return made.run(None, feeds)


class _Operator(operator.CustomOp):
    def __init__(self, made: Any) -> None:
        self._session = made

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        feeds = {i.name: a.asnumpy() for i, a in zip(self._session.get_inputs(), in_data, strict=True)}
        for place, found in enumerate(self._session.run(None, feeds)):
            self.assign(out_data[place], req[place], found)

    def backward(self, *_: Any, **__: Any) -> None:
        raise MXNetError("onnxruntime: expected predictions alone, received a call of backward()")
