"""Blocks in files: their parameters by attribute names or by full names, and the graphs of hybridized ones."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mxnet import ndarray, symbol
from mxnet.error import MXNetError
from mxnet.gluon.utils import _brief_print_list
from mxnet.util import is_np_array, np_array, np_shape


def load_parameters(
    block: Any, filename: str, ctx: Any, allow_missing: bool, ignore_extra: bool, cast_dtype: bool, dtype_source: str
) -> None:
    """Fill a block's parameters from a file of either naming: ``0.weight``, or ``dense0_weight`` with or without the
    block's prefix, as ``save_params``, ``export`` and a module's checkpoint write it.
    """
    loaded = _read(filename)
    params = block._collect_params_with_prefix()
    if not loaded and not params:
        return
    if not isinstance(loaded, Mapping):
        raise ValueError(f"'{filename}' holds a list of arrays without names, but parameters are found by name")
    if not any("." in name for name in loaded):
        own = block.collect_params()
        bare = {name.removeprefix("arg:").removeprefix("aux:") for name in loaded}
        prefix = "" if bare & set(own) else block.prefix
        own.load_dict(loaded, ctx, allow_missing, ignore_extra, prefix, filename, cast_dtype, dtype_source)
        return
    _check_names(block, filename, loaded, params, allow_missing, ignore_extra)
    for name, array in loaded.items():
        if name in params:
            params[name]._load_init(array, ctx, cast_dtype=cast_dtype, dtype_source=dtype_source)


def _read(filename: str) -> Any:
    """The arrays of a file; under NumPy's semantics also those of one written outside them, as pretrained ones are."""
    try:
        return ndarray.load(filename)
    except MXNetError:
        if not is_np_array():
            raise
        with np_array(False), np_shape(False):
            return ndarray.load(filename)


def _check_names(
    block: Any, filename: str, loaded: Any, params: Mapping[str, Any], allow_missing: bool, ignore_extra: bool
) -> None:
    if not allow_missing:
        there = {id(param) for name, param in params.items() if name in loaded}  # a shared one has several names
        for name, param in params.items():
            if id(param) not in there:
                raise AssertionError(
                    f"Parameter '{name}' is missing in file '{filename}', which contains parameters: "
                    f"{_brief_print_list(loaded)}. Set allow_missing=True to ignore missing parameters."
                )
    if not ignore_extra:
        for name in loaded:
            if name not in params:
                raise ValueError(
                    f"Parameter '{name}' loaded from file '{filename}' is not present in {type(block).__name__} "
                    f"'{block.name}', which contains parameters {_brief_print_list(params)}. "
                    "Set ignore_extra=True to ignore. "
                )


def save_model(block: Any, prefix: str) -> None:
    """Write the names and graphs of a block and its children, and their parameters."""
    model: dict[str, Any] = {}
    _describe(block, [0], model)
    Path(f"{prefix}-model.json").write_text(json.dumps(model))
    block.save_parameters(f"{prefix}-model.params")


def _key(block: Any, index: list[int]) -> str:
    return f"{type(block).__name__.lower()}{index[0]}"


def _describe(block: Any, index: list[int], structure: dict[str, Any]) -> None:
    described = structure[_key(block, index)] = {"orig_name": block.name}
    graph = getattr(block, "_cached_graph", None)
    if graph is not None:
        described["hybridized"] = bool(graph)
    if graph:
        described["in_format"], described["out_format"] = block._in_format, block._out_format
        described["inputs"] = [s.tojson() for s in graph[0]]
        described["symbol"] = graph[1].tojson()
    children = described["children"] = {}
    for name, child in block._children.items():
        index[0] += 1
        children[child.name] = name
        _describe(child, index, described)


def load_model(block: Any, prefix: str) -> None:
    """Read what ``save_model`` wrote into a block of the same structure."""
    model = json.loads(Path(f"{prefix}-model.json").read_text())
    _restore(block, [0], model)
    block.load_parameters(f"{prefix}-model.params")


def _restore(block: Any, index: list[int], structure: Mapping[str, Any]) -> None:
    if _key(block, index) not in structure:
        raise ValueError(
            f"the saved model has {_brief_print_list(k for k, v in structure.items() if isinstance(v, Mapping))} where "
            f"this one has '{_key(block, index)}': load into a block of the same structure"
        )
    saved = structure[_key(block, index)]
    block._name = saved["orig_name"]
    if saved.get("hybridized"):
        block._in_format, block._out_format = saved["in_format"], saved["out_format"]
        inputs = [symbol.load_json(text) for text in saved["inputs"]]
        block._cached_graph = inputs, symbol.load_json(saved["symbol"])
        block._active = True
    own = block.params
    for name in list(own.keys()):
        param = own._params.pop(name)
        own._params[f"{block.name}_{name[len(own.prefix) :]}"] = param
    for child in block._children.values():
        index[0] += 1
        _restore(child, index, saved)
    children = list(block._children.values())
    block._children.clear()
    for child in children:
        block._children[saved["children"][child.name]] = child
