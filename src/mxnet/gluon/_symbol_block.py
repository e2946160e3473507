"""Blocks from symbols."""

import copy
from typing import Any

from mxnet import symbol
from mxnet.base import mx_real_t
from mxnet.error import MXNetError
from mxnet.gluon._hybrid_block import HybridBlock
from mxnet.gluon._naming import _common_prefix
from mxnet.gluon._structure import _flatten, _regroup
from mxnet.gluon.parameter import ParameterDict
from mxnet.gluon.utils import _is_half
from mxnet.ndarray import NDArray
from mxnet.ndarray.storage import STORAGE
from mxnet.symbol import Symbol
from mxnet.util import is_np_array

# Two spellings of BatchNorm's variance; the other parameters of the layer stand beside it.
_STATISTICS = {"running_var": "running_mean", "moving_var": "moving_mean"}


class SymbolBlock(HybridBlock):
    """A block that computes symbols: parts of other networks, or models from files.

    Parameters
    ----------
    outputs : Symbol or list of Symbol
    inputs : Symbol or list of Symbol
        The variables that are inputs; the others are parameters.
    params : ParameterDict
        Parameters to share, such as ``net.collect_params()``.

    Examples
    --------
    >>> x = mx.sym.var('x')
    >>> net = mx.gluon.SymbolBlock([x * 2, x + 1], x)
    >>> [y.asscalar() for y in net(mx.nd.array([3]))]
    [np.float32(6.0), np.float32(4.0)]
    """

    __module__ = "mxnet.gluon.block"

    @staticmethod
    def imports(
        symbol_file: str,
        input_names: str | list[str],
        param_file: str | None = None,
        ctx: Any = None,
        allow_missing: bool = False,
        ignore_extra: bool = False,
    ) -> "SymbolBlock":
        """Read a model that ``export`` or a module's checkpoint wrote."""
        names = [input_names] if isinstance(input_names, str) else input_names
        # Without a file of parameters, their types follow from inputs of MXNet's usual one.
        dtype = mx_real_t if param_file is None else None
        graph = symbol.load(symbol_file)
        inputs = [symbol.var(name, dtype=dtype) for name in names]
        if is_np_array():
            graph, inputs = graph.as_np_ndarray(), [data.as_np_ndarray() for data in inputs]
        block = SymbolBlock(graph, inputs)
        if param_file is not None:
            block.collect_params().load(
                param_file, ctx, allow_missing, ignore_extra, cast_dtype=True, dtype_source="saved"
            )
        return block

    def __init__(self, outputs: Any, inputs: Any, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=None, params=None)
        self._prefix = ""
        self._params = ParameterDict("", params)
        if isinstance(inputs, Symbol) and len(inputs) == 1:
            inputs = [inputs]
        if isinstance(outputs, (list, tuple)) and len(outputs) == 1:
            outputs = outputs[0]
        variables, self._in_format = _flatten(inputs, "input")
        parts, self._out_format = _flatten(outputs, "output")
        for data in variables:
            if len(data.get_internals()) != 1:
                raise AssertionError(f"Input symbols must be variable, but {data} is an output of operators")
        out = symbol.Group(parts) if len(parts) > 1 else parts[0]
        _refuse_row_sparse(out)
        self._add_params(variables, out)
        self._cached_graph = variables, out
        cut = len(_common_prefix(list(self._params.keys())))
        self._reg_params = {name[cut:]: param for name, param in self._params.items()}

    def _add_params(self, variables: list[Symbol], out: Symbol) -> None:
        """Make a parameter of every variable that is not an input."""
        inputs = {data.name for data in variables}
        arguments, states = out.list_arguments(), out.list_auxiliary_states()
        types = _types(variables, out)
        for name in (*arguments, *states):
            if name not in inputs:
                request = {"grad_req": "null"} if name in states else {}
                self.params.get(name, allow_deferred_init=True, dtype=types.get(name, mx_real_t), **request)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_cached_graph": self._cached_graph}

    def __repr__(self) -> str:
        inputs, out = self._cached_graph
        return f"{type(self).__name__}(\n{out} : {len(inputs)} -> {len(out)}\n)"

    def forward(self, x: Any, *args: Any) -> Any:
        """Compute the symbols with arrays, or put other symbols in the place of the inputs."""
        if isinstance(x, NDArray):
            with x.ctx:
                return self._call_cached_op(x, *args)
        if not isinstance(x, Symbol):
            raise AssertionError(
                "SymbolBlock requires the first argument to forward be either Symbol or NDArray, "
                f"but got {type(x).__name__}"
            )
        flat, form = _flatten([x, *args], "input")
        if form != self._in_format:
            raise AssertionError(f"Invalid input format: expected {self._in_format}, received {form}")
        inputs, out = self._cached_graph
        composed = copy.copy(out)
        composed._compose(**{data.name: arg for data, arg in zip(inputs, flat, strict=True)})
        return _regroup(list(composed), self._out_format)

    def _clear_cached_op(self) -> None:
        graph = self._cached_graph
        super()._clear_cached_op()
        self._cached_graph = graph  # it is given, and cannot be made again

    def cast(self, dtype: Any) -> None:
        """Convert the parameters to another type; one of 16 bits makes those of BatchNorm float32."""
        super().cast(dtype)
        if not _is_half(dtype):
            return
        names = set(self._cached_graph[1].list_inputs())
        for name in names:
            for variance, mean in _STATISTICS.items():
                stem = name.removesuffix(variance)
                layer = {name, *(stem + part for part in (mean, "gamma", "beta"))}
                if stem != name and layer <= names:
                    for part in layer:
                        self.params[part].cast("float32")

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Not used: the graph is given."""
        raise NotImplementedError("SymbolBlock has no hybrid_forward: its graph is given")

    def reset_ctx(self, ctx: Any) -> None:
        """Move all parameters to other contexts."""
        self.collect_params().reset_ctx(ctx)


def _refuse_row_sparse(out: Symbol) -> None:
    for name, attrs in out.attr_dict().items():
        if attrs.get("__storage_type__") == str(STORAGE["row_sparse"]):
            raise AssertionError(
                f"SymbolBlock doesn't support Parameter '{name}' because its storage type is 'row_sparse'."
            )


def _types(inputs: list[Symbol], out: Symbol) -> dict[str, Any]:
    """The types of the variables, as far as those of the inputs tell."""
    known = {}
    for data in inputs:
        dtype = data.infer_type_partial()[0][0]
        if dtype is None:
            return {}
        known[str(data.name)] = dtype
    try:
        arguments, _, states = out.infer_type_partial(**known)
    except MXNetError:
        return {}
    if None in arguments or None in states:
        return {}
    return dict(zip([*out.list_arguments(), *out.list_auxiliary_states()], [*arguments, *states], strict=True))
