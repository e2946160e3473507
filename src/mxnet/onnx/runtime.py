"""Graphs that ONNX Runtime computes: ``optimize_for(backend="onnxruntime")``.

The graph becomes an ONNX model with its parameters, and the symbol one node that runs it on the host, inside the
program around it. Operators that have no form in ONNX stay as they are, and each region between them becomes such a
node. ``providers`` are ONNX Runtime's own words for where it computes. Predictions alone: there is no gradient.
"""

import functools
import importlib
import itertools
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mxnet import operator, symbol
from mxnet._ops.attrs import DTYPES
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray
from mxnet.onnx._graph_regions import GraphRegions, Region
from mxnet.onnx.mx2onnx import export_model
from mxnet.onnx.mx2onnx._export_graph import Exporter
from mxnet.onnx.mx2onnx._registry import Refusal
from mxnet.onnx.mx2onnx._writer import OPSETS
from mxnet.symbol import Symbol
from mxnet.symbol.node import Head, Node, topo
from mxnet.symbol.shapes import infer_shapes, is_known
from mxnet.symbol.types import infer_types

_NAME = "onnxruntime"
_SESSIONS: dict[str, Any] = {}
_NUMBERS = itertools.count()


def load_runtime() -> Any:
    """The onnxruntime package."""
    try:
        return importlib.import_module("onnxruntime")
    except ImportError as error:
        raise ImportError("this backend needs ONNX Runtime: pip install onnxruntime") from error


def session(model: bytes | str, providers: Sequence[Any] | None = None, threads: int = 0) -> Any:
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
    try:
        return runtime.InferenceSession(model, options, providers=wanted)
    except Exception as error:  # of many kinds, none of them public
        raise MXNetError(f"onnxruntime: the graph cannot be computed there: {error}") from error


def partition(
    graph: Symbol,
    params: Mapping[str, NDArray],
    shapes: Mapping[str, Sequence[int]],
    types: Mapping[str, Any],
    providers: Sequence[Any] | None = None,
    threads: int = 0,
    **options: Any,
) -> Symbol:
    """The graph with a node that ONNX Runtime computes in place of each region that ONNX can express."""
    if options:
        raise MXNetError(f"onnxruntime: expected the options providers and threads, received {', '.join(options)}")
    load_runtime()
    values = _Values(graph, params, shapes, types)
    refused = {n: f"{n!r} has a shape that depends on numbers" for n in values.unknown}
    while True:  # each round finds a node more that stays
        parts = GraphRegions(graph._heads, refused)
        # One operator between others costs more to hand over than to compute, unless it is all there is.
        chosen = [r for r in parts.regions if not refused or len(r.origins) > 1] or parts.regions
        if not chosen:
            raise MXNetError(f"onnxruntime: there is nothing to hand over: {next(iter(refused.values()), 'no node')}")
        try:
            with tempfile.TemporaryDirectory() as folder:
                models = [values.model(region, Path(folder) / f"{i}.onnx") for i, region in enumerate(chosen)]
                calls = [functools.partial(_call, session(str(model), providers, threads)) for model in models]
        except Refusal as error:
            origins = {copy: node for region in chosen for copy, node in region.origins.items()}
            refused[origins[error.node]] = str(error)
            continue
        return type(graph)(parts.join(list(zip(chosen, calls, strict=True))))


def _call(ort_session: Any, reads: Mapping[str, Head]) -> list[Head]:
    """The outputs of a node that a session computes from values of the graph."""
    key = str(next(_NUMBERS))
    _SESSIONS[key] = ort_session
    inputs = [Symbol([reads[i.name]]) for i in ort_session.get_inputs()]
    return list(symbol.Custom(*inputs, op_type=_NAME, session=key, name=f"{_NAME}{key}")._heads)


class _Values:
    """What is known of a graph's values: the parameters, and the shapes and types of the rest."""

    def __init__(
        self,
        graph: Symbol,
        params: Mapping[str, NDArray],
        shapes: Mapping[str, Sequence[int]],
        types: Mapping[str, Any],
    ) -> None:
        self._params = params
        variables = [n for n in topo(graph._heads) if n.op is None]
        self._labels = Exporter(graph, params, OPSETS[0]).labels()
        missing = [n.name for n in variables if n.name not in (*params, *shapes) and n not in self._labels]
        if missing:
            raise MXNetError(f"onnxruntime: expected a shape for each of {missing}: write shape_dict={{name: shape}}")
        known_shapes = {n: params[n.name].shape if n.name in params else shapes.get(n.name) for n in variables}
        kinds = {n: np.dtype(params[n.name].dtype if n.name in params else types.get(n.name, "f4")) for n in variables}
        names = {n: kind.name for n, kind in kinds.items()}
        self._types = infer_types(graph._heads, names, default="float32")
        self._shapes = infer_shapes(
            graph._heads, {n: tuple(s) for n, s in known_shapes.items() if s is not None}, names
        )
        self.unknown = [n for n in topo(graph._heads) if n.op is not None and not self._is_known(n)]

    def _is_known(self, node: Node) -> bool:
        read = [h for h in node.inputs if h[0] not in self._labels]
        return all(is_known(self._shapes[head]) for head in (*read, *((node, i) for i in range(node.visible))))

    def model(self, region: Region, path: Path) -> Path:
        """Write a region's model."""
        held, names = {}, []
        for name, (node, _) in region.reads.items():
            if node.op is None and node.name in self._params:
                held[name] = self._params[node.name]
            elif node not in self._labels:
                names.append(name)
        order = [n for n in region.symbol.list_inputs() if n in names]
        shapes = [self._shapes[region.reads[n]] for n in order]
        types = [DTYPES[self._types[region.reads[n]] or "float32"] for n in order]
        return _export(region.symbol, held, shapes, types, path)


def _export(
    graph: Symbol, params: Mapping[str, NDArray], shapes: Sequence[Any], types: Sequence[Any], path: Path
) -> Path:
    """Write a graph's model, with a free batch where the graph allows one."""
    free = [(None, *shape[1:]) if shape else shape for shape in shapes]
    try:
        export_model(graph, params, shapes, types, path, dynamic=True, dynamic_input_shapes=free, check=False)
    except MXNetError:
        export_model(graph, params, shapes, types, path, check=False)
    return path


@operator.register(_NAME)
class _Property(operator.CustomOpProp):
    """What MXNet must know of the node."""

    def __init__(self, session: str) -> None:
        super().__init__(need_top_grad=False)
        if session not in _SESSIONS:
            raise MXNetError("onnxruntime: a graph that was handed over lives in its process: export the block before")
        self._key, self._session = session, _SESSIONS[session]

    def list_arguments(self) -> list[str]:
        return [i.name for i in self._session.get_inputs()]

    def list_outputs(self) -> list[str]:
        return [o.name for o in self._session.get_outputs()]

    def infer_shape(self, in_shape: Any) -> Any:
        known = _output_shapes(self._key, tuple(tuple(s) for s in in_shape))
        return in_shape, [list(shape) for shape in known], []

    def infer_type(self, in_type: Any) -> Any:
        return in_type, [_dtype(o.type) for o in self._session.get_outputs()], []

    def create_operator(self, ctx: Any, shapes: Any, dtypes: Any) -> Any:
        return _Operator(self._session)


def _dtype(text: str) -> Any:
    """The type that ONNX Runtime writes as ``tensor(float)``."""
    names = {"float": "float32", "double": "float64"}
    word = text.removeprefix("tensor(").removesuffix(")")
    return np.dtype(names.get(word, word)).type


@functools.lru_cache(maxsize=1024)
def _output_shapes(key: str, shapes: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """The shapes of what a session makes of arrays of these shapes, computed once: it may not say them itself."""
    ort_session = _SESSIONS[key]
    feeds = {i.name: np.zeros(s, _dtype(i.type)) for i, s in zip(ort_session.get_inputs(), shapes, strict=True)}
    return [output.shape for output in ort_session.run(None, feeds)]


class _Operator(operator.CustomOp):
    def __init__(self, ort_session: Any) -> None:
        self._session = ort_session
        self._inputs = [i.name for i in ort_session.get_inputs()]
        self._outputs = [o.name for o in ort_session.get_outputs()]

    def _compute_on_host(self, arrays: Sequence[np.ndarray]) -> Sequence[np.ndarray]:
        """The outputs from a program's own buffers, without arrays of MXNet's: LeNet takes 0.29 ms instead of 0.39."""
        outputs: Sequence[np.ndarray] = self._session.run(self._outputs, dict(zip(self._inputs, arrays, strict=True)))
        return outputs

    def forward(self, is_train: bool, req: Any, in_data: Any, out_data: Any, aux: Any) -> None:
        for place, output in enumerate(self._compute_on_host([a.asnumpy() for a in in_data])):
            self.assign(out_data[place], req[place], output)

    def backward(self, *_: Any, **__: Any) -> None:
        raise MXNetError("onnxruntime: expected predictions alone, received a call of backward()")
