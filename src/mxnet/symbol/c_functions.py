"""The functions of MXNet's C interface that group the operators of symbols; ``backends`` has what they do in Python."""

from collections.abc import Sequence
from typing import Any

from mxnet._c_interface import c_function, fill, object_of, text_of, texts_of
from mxnet.symbol.backends import group, grouping_backend, set_op_names
from mxnet.symbol.handle import SymbolBase


@c_function()
def MXBuildSubgraphByOpNames(sym_handle: Any, prop_name: Any, num_ops: Any, op_names: Sequence[Any], out: Any) -> None:
    """Fill a handle with the symbol in which operators of these names are grouped."""
    names = texts_of(num_ops, op_names)
    grouping_backend(text_of(prop_name))
    fill(out, group(object_of(sym_handle, SymbolBase), names))


@c_function("MXSetSubgraphPropertyOpNamesV2")
def MXSetSubgraphPropertyOpNames(prop_name: Any, num_ops: Any, op_names: Sequence[Any]) -> None:
    """Let a backend group operators of these names."""
    set_op_names(text_of(prop_name), texts_of(num_ops, op_names))


@c_function("MXRemoveSubgraphPropertyOpNamesV2")
def MXRemoveSubgraphPropertyOpNames(prop_name: Any) -> None:
    """Let a backend group no operators any more."""
    set_op_names(text_of(prop_name), ())
