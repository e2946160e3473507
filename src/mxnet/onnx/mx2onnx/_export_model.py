"""``mx.onnx.export_model`` and what it can export."""

import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

import numpy as np

from mxnet import symbol
from mxnet._files.paths import write_atomic
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError
from mxnet.ndarray import NDArray, load
from mxnet.onnx._package import load_onnx
from mxnet.onnx.mx2onnx._check import check_model, is_installed
from mxnet.onnx.mx2onnx._export_graph import Exporter
from mxnet.onnx.mx2onnx._parameters import PROTOBUF_LIMIT, Parameters
from mxnet.onnx.mx2onnx._registry import CONVERTERS
from mxnet.onnx.mx2onnx._sizes import FreeShape
from mxnet.onnx.mx2onnx._writer import OPSETS
from mxnet.symbol import Symbol

Params = str | Mapping[str, NDArray] | Sequence[Mapping[str, NDArray]]

_DEFAULT_OPSET = 13


def get_operator_support(opset_version: int | None = None) -> list[str]:
    """The names of the operators that can be exported to an opset, by default to any.

    >>> "Convolution" in mx.onnx.get_operator_support()
    True
    """
    load_onnx()
    if opset_version is not None and opset_version < OPSETS[0]:
        return []
    known = CONVERTERS.loaded
    also = {alias for name in known for alias in OPS[name].aliases if not alias.startswith("np")}
    return sorted({*known, *also, "identity", "null"})


def export_model(
    sym: str | Symbol,
    params: Params,
    in_shapes: Sequence[Sequence[int]] | None = None,
    in_types: Any = np.float32,
    onnx_file_path: str | os.PathLike[str] = "model.onnx",
    verbose: bool = False,
    dynamic: bool = False,
    dynamic_input_shapes: Sequence[FreeShape] | None = None,
    run_shape_inference: bool = False,
    input_type: Any = None,
    input_shape: Sequence[Sequence[int]] | None = None,
    large_model: bool = False,
    opset_version: int | None = None,
    check: bool | None = None,
    tolerance: float | None = None,
) -> Any:
    """Write a model as an ONNX file and return the file's path.

    Parameters
    ----------
    sym : Symbol or str
        The network, or the path of its ``-symbol.json``.
    params : dict, list or str
        Its parameters: arguments and auxiliary states in one dict, a list of the two, or the path of a ``.params``.
    in_shapes : list of tuple
        A shape for each input, in the order of ``sym.list_inputs()``; ``input_shape`` is an older name.
    in_types : type or list of types
        The type of all inputs, or of each; ``input_type`` is an older name.
    dynamic : bool
        Let sizes of inputs differ when the model runs: all of them, or those that are None or a name in
        ``dynamic_input_shapes``.
    run_shape_inference : bool
        Let the onnx package write the shapes of inner values into the file.
    large_model : bool
        Write the parameters into a file of their own beside the model; those of 2 GiB and more are in any case.
    opset_version : int
        The opset to write, 12 to the newest that the onnx package has; 13 unless given.
    check : bool
        Compute the file with ONNX Runtime, print the largest difference, and raise where it is beyond ``tolerance``, in
        parts of the largest element. Done where ONNX Runtime is installed, unless given.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> mx.onnx.export_model(2 * x, {}, [(2, 3)], onnx_file_path='twice.onnx', check=False)
    'twice.onnx'
    """
    onnx = load_onnx()
    opset = _DEFAULT_OPSET if opset_version is None else int(opset_version)
    newest = max(OPSETS[-1], onnx.defs.onnx_opset_version())
    if not OPSETS[0] <= opset <= newest:
        raise MXNetError(f"export_model: expected opset_version {OPSETS[0]} to {newest}, received {opset_version}")
    network, arrays = _model(sym, params)
    shapes = _shapes(in_shapes if input_shape is None else input_shape)
    free = _free_shapes(shapes, dynamic, dynamic_input_shapes)
    types = _types(in_types if input_type is None else input_type, len(shapes))
    if verbose:
        logging.info("Exporting %d nodes to opset %d", len(network.get_internals()), opset)
    path = os.fspath(onnx_file_path)
    parameters = Parameters(f"{PurePath(path).name}.data", large_model)
    exporter = Exporter(network, arrays, opset)
    graph = exporter.run(shapes, free, types, parameters)
    opsets = [onnx.helper.make_opsetid("", opset)]
    model = onnx.helper.make_model(
        graph,
        producer_name="mxnet-xla",
        opset_imports=opsets,
        ir_version=max(onnx.helper.find_min_ir_version_for(opsets), 4),
    )
    onnx.checker.check_graph(_without_data(graph), _checker_context(onnx, model))
    if run_shape_inference:
        model = _with_shapes(model)
    _write(model, path, parameters)
    logging.info("Exported ONNX file %s saved to disk", onnx_file_path)
    if is_installed() if check is None else check:
        names = [node.name for node in exporter.inputs(len(shapes))]
        check_model(path, network, arrays, names, shapes, types, tolerance, check is True)
    return onnx_file_path


def _model(sym: Any, params: Any) -> tuple[Symbol, dict[str, NDArray]]:
    """The network and its parameters, from objects or from files."""
    if isinstance(sym, str) and isinstance(params, str):
        sym, params = symbol.load(sym), load(params) or {}  # a file of nothing is an empty list
    if isinstance(params, list | tuple) and len(params) == 2 and all(isinstance(p, Mapping) for p in params):
        params = {**params[0], **params[1]}
    if not isinstance(sym, Symbol) or not isinstance(params, Mapping):
        raise ValueError(
            "export_model: expected a Symbol and a dict of arrays, or the paths of two files, received "
            f"{type(sym).__name__} and {type(params).__name__}"
        )
    return sym, {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in params.items()}


def _shapes(in_shapes: Any) -> list[tuple[int, ...]]:
    if in_shapes is None:
        raise MXNetError("export_model: in_shapes is missing: write in_shapes=[(1, 3, 224, 224)], a shape an input")
    return [(s,) if isinstance(s, int) else tuple(int(d) for d in s) for s in in_shapes]


def _free_shapes(
    shapes: Sequence[tuple[int, ...]], dynamic: bool, free: Sequence[FreeShape] | None
) -> Sequence[FreeShape]:
    """The shapes of the inputs, with None or a name for the sizes that are free."""
    if not dynamic:
        if free is not None:
            raise MXNetError("export_model: dynamic_input_shapes needs dynamic=True")
        return shapes
    if free is None:
        return [(None,) * len(s) for s in shapes]
    if [len(s) for s in free] != [len(s) for s in shapes]:
        raise MXNetError(
            f"export_model: dynamic_input_shapes={list(free)} must have the numbers of axes of in_shapes={list(shapes)}"
        )
    return [tuple(int(d) if isinstance(d, int | np.integer) else d for d in s) for s in free]


def _types(in_types: Any, count: int) -> list[Any]:
    types = list(in_types) if isinstance(in_types, list | tuple) else [in_types] * count
    if len(types) != count:
        raise MXNetError(f"export_model: {len(types)} in_types for {count} in_shapes: write one type, or one for each")
    return types


def _checker_context(onnx: Any, model: Any) -> Any:
    context = onnx.checker.C.CheckerContext()
    context.ir_version = model.ir_version
    context.opset_imports = {o.domain: o.version for o in model.opset_import}
    return context


def _with_shapes(model: Any) -> Any:
    """The model with the shapes of its inner values, where onnx can tell them."""
    try:
        return load_onnx("shape_inference").infer_shapes(model)
    except Exception as error:  # the package raises many kinds, and the model is right without
        logging.info("Shape inference failed, the model is written without: %s", error)
        return model


def _without_data(graph: Any) -> Any:
    """The graph with inputs for the tensors whose bytes are not in it: the checker would look for the file."""
    moved = [t for t in graph.initializer if t.data_location == t.EXTERNAL]
    if not moved:
        return graph
    helper, checked = load_onnx("helper"), type(graph)()
    checked.CopyFrom(graph)
    checked.ClearField("initializer")
    checked.initializer.extend(t for t in graph.initializer if t.data_location != t.EXTERNAL)
    checked.input.extend(helper.make_tensor_value_info(t.name, t.data_type, t.dims) for t in moved)
    return checked


def _write(model: Any, path: str, parameters: Parameters) -> None:
    """Write the model; the file of its parameters is whole before the model that names it."""
    size = model.ByteSize()
    if size > PROTOBUF_LIMIT:
        raise MXNetError(f"{path}: the model has {size} bytes, more than a file of ONNX can, without its parameters")
    if parameters:
        write_atomic(f"{path}.data", parameters.chunks())
    write_atomic(path, [model.SerializeToString()])
