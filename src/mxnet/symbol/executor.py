"""Executors: a symbol bound to arrays, run forward and backward.

An executor is one node of the engine's tape: forward and backward become one program when nobody reads in between.
"""

import weakref
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from mxnet._calls.avals import Aval, aval_of
from mxnet._config import lookup
from mxnet._lazy.gradient import Leaf
from mxnet._lazy.value import Value
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._programs.device import device_of
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import Handle, become_view, new, point, value_of
from mxnet.ndarray.sparse.arrays import share_cell
from mxnet.symbol.allocating import (
    BoundArrays,
    Overlay,
    Want,
    infer,
    listed,
    new_arrays,
    requests,
    reshaped,
    shared_arrays,
    wants,
)
from mxnet.symbol.graph import Graph, ignores_head, operator, refusing_node
from mxnet.symbol.handle import SymbolBase
from mxnet.symbol.integers import gradients_through_integers
from mxnet.symbol.memory import estimate
from mxnet.symbol.node import Head, Node, arguments, auxiliary, topo
from mxnet.symbol.placement import cut, place
from mxnet.symbol.running import EachRunner, Monitor, PartsRunner, Runner, Watcher, WholeRunner, moved, with_names
from mxnet.symbol.saving import listing
from mxnet.symbol.shapes import infer_shapes
from mxnet.symbol.simplify import merged
from mxnet.symbol.storage import infer_storage, is_sparse
from mxnet.symbol.types import infer_types

NEEDS_HEAD = (
    "Because the last operator is not Loss function, head_gradient is required when calling backward. If you are "
    "attempting to minimize the output as an objective, please modify your network and pass it through the make_loss "
    "symbol."
)


def _may_have_integers(nodes: Sequence[Node], types: Iterable[str]) -> bool:
    """A cheap look: whether anything here could be of an integer type that a gradient goes through."""
    return any("int" in t for t in types) or any(
        n.op is not None and n.op.integer_gradient == "converts" for n in nodes
    )


class Executor:
    """A symbol with its arrays. Made by ``Symbol.bind`` and ``Symbol.simple_bind``.

    The arrays are the caller's own: what is written to them is seen by the next ``forward``, and gradients arrive in
    them. ``outputs`` are the same arrays after every ``forward``.

    Parameters
    ----------
    symbol : SymbolBase
        The graph.
    grad_req
        What is done with gradients: ``write``, ``add`` or ``null``; one word, or one for each argument.
    group2ctx : mapping | None
        Devices by the names of groups of nodes.

    >>> a, b = mx.sym.var('a'), mx.sym.var('b')
    >>> executor = (2 * a + b).bind(mx.cpu(), {'a': mx.nd.array([1, 2]), 'b': mx.nd.array([2, 3])})
    >>> executor.forward()[0].asnumpy()
    array([4., 7.], dtype=float32)
    """

    __module__ = "mxnet.executor"  # where MXNet has it

    def __init__(
        self,
        handle: BoundArrays,
        symbol: SymbolBase,
        ctx: Context,
        grad_req: Any,
        group2ctx: Mapping[str, Context] | None,
    ) -> None:
        if not isinstance(handle, BoundArrays):
            raise TypeError("Handle type error: executors are made by Symbol.bind and Symbol.simple_bind")
        self.handle = handle
        self.arg_arrays, self.grad_arrays, self.aux_arrays = handle.args, handle.grads, handle.aux
        self._symbol = symbol
        self._ctx, self._grad_req, self._group2ctx = ctx, grad_req, group2ctx
        self._heads: list[Head] = list(symbol._heads)
        self._merges = bool(lookup("MXNET_ELIMINATE_COMMON_EXPR"))
        self._arguments, self._auxiliary = arguments(self._heads), auxiliary(self._heads)
        self._graph = Graph(self._heads)
        arrays = dict(zip((*self._arguments, *self._auxiliary), (*handle.args, *handle.aux), strict=True))
        self._arrays: list[NDArray] = [arrays[v] for v in self._graph.variables]
        self._avals = tuple(_aval(a) for a in self._arrays)
        self._stypes = {v: a.stype for v, a in arrays.items() if a.stype != "default"}
        self._through_integers = self._passes_integers()
        self._leaves = self._wanted_leaves()
        self._where = place(self._heads, ctx, group2ctx or {}, {n: a.context for n, a in arrays.items()})
        self._check()
        self._outputs: list[NDArray] | None = None
        self._output_avals = self._infer()
        self._monitor: tuple[Monitor, bool] | None = None
        self._runner = self._make_runner()
        self._train = False
        self._losses: list[bool] | None = None
        self._older: weakref.ref[Executor] | None = None

    # --- making ----------------------------------------------------------------------------------------------------

    def _passes_integers(self) -> bool:
        """Whether gradients go through integers, which they do only operator by operator."""
        wanted = {
            node
            for node, grad, request in zip(self._arguments, self.grad_arrays, self.handle.requests, strict=True)
            if grad is not None and request != "null"
        }
        dtypes = {v: a.dtype.name for v, a in zip(self._graph.variables, self._avals, strict=True)}
        if not wanted or not _may_have_integers(self._graph.nodes, dtypes.values()):
            return False
        return gradients_through_integers(self._heads, infer_types(self._heads, dtypes), wanted)

    def _wanted_leaves(self) -> list[Leaf | None]:
        """Where gradients go, in the order of the graph's variables."""
        leaves: dict[Node, Leaf] = {}
        rows = zip(self._arguments, self.arg_arrays, self.grad_arrays, self.handle.requests, strict=True)
        for node, array, grad, request in rows:
            if grad is None or request == "null":
                continue
            if grad.shape != array.shape:
                raise MXNetError(
                    f"bind: args_grad of {node.name} has shape {grad.shape}, but the argument has shape {array.shape}."
                )
            if self._through_integers or jnp.issubdtype(array.dtype, jnp.floating):
                leaves[node] = Leaf(grad, request)
        return [leaves.get(v) for v in self._graph.variables]

    @property
    def _records(self) -> bool:
        return any(leaf is not None for leaf in self._leaves)

    def _check(self) -> None:
        """Refuse arrays on another device, and types that do not go together."""
        home = device_of(self._ctx)
        for array in self._arrays:
            if not self._group2ctx and device_of(array.context) is not home:
                raise MXNetError(
                    f"Input array is in {array.context} while binding with ctx={self._ctx}. All arguments must be in "
                    f"global context ({self._ctx}) unless group2ctx is specified for cross-device graph."
                )
        infer_types(self._heads, {v: a.dtype.name for v, a in zip(self._graph.variables, self._avals, strict=True)})
        wanted = {v for v, leaf in zip(self._graph.variables, self._leaves, strict=True) if leaf is not None}
        node = refusing_node(self._heads, wanted)
        if node is not None:
            raise MXNetError(
                f"bind: {node.name} ({operator(node).name}) has no gradient, in MXNet neither, but one goes "
                "through it. Bind with grad_req='null', or use another operator."
            )

    def _infer(self) -> list[Aval] | None:
        """The outputs' avals; None where they depend on data."""
        if self._graph.dynamic:
            return None
        return list(self._graph.infer(self._graph.call(self._records), self._avals)[: len(self._heads)])

    def _make_runner(self) -> Runner:
        graph, arrays, leaves = self._graph, self._arrays, self._leaves
        if graph.dynamic or self._sparse or self._through_integers:
            monitor, everything = self._monitor or (None, False)
            return EachRunner(graph, arrays, leaves, self._where, monitor, everything, self._through_integers)
        devices = {device_of(ctx) for ctx in self._where.values()}
        if len(devices) == 1 and self._monitor is None:
            return WholeRunner(graph, arrays, leaves, devices.pop())
        parts, heads = cut(self._heads, self._where, single=self._monitor is not None)
        by_node = dict(zip(graph.variables, arrays, strict=True))
        watcher = None if self._monitor is None else Watcher(*self._monitor)
        return PartsRunner(parts, heads, by_node, dict(zip(graph.variables, leaves, strict=True)), watcher)

    @property
    def _sparse(self) -> bool:
        """Whether arrays are stored otherwise than dense anywhere."""
        return any(g is not None and g.stype != "default" for g in self.grad_arrays) or is_sparse(
            self._heads, self._stypes
        )

    # --- running ---------------------------------------------------------------------------------------------------

    def forward(self, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs; keyword arguments are copied into the arguments of these names first.

        ``is_train`` says that ``backward`` follows: Dropout drops, BatchNorm measures.
        """
        for name, data in kwargs.items():
            self._feed(name, data)
        self._train = bool(is_train)
        values = self._runner.forward(self._train, self._train and self._records)
        outputs = self._outputs
        if outputs is None:
            contexts = [self._where[n] for n, _ in self._heads]
            outputs = self._outputs = [_array(v, ctx) for v, ctx in zip(values, contexts, strict=True)]
        else:
            for output, value in zip(outputs, values, strict=True):
                _point(output, value)
        if self._older is not None:
            self._overlay(outputs)
        return outputs

    def _feed(self, name: str, data: Any) -> None:
        """Copy a new input into the argument of this name."""
        if not isinstance(data, (NDArray, np.ndarray)):
            raise ValueError(
                f"only accept keyword argument of NDArrays and numpy.ndarray, but {name} is a {type(data).__name__}"
            )
        array = self.arg_dict.get(name)
        if array is None:
            raise TypeError(f"Unknown argument {name}: the arguments are {', '.join(self.arg_dict)}")
        if array.shape != data.shape:
            raise ValueError(f"Shape not match! Argument {name}, need: {array.shape}, received: {data.shape}")
        array[:] = data

    def backward(self, out_grads: Any = None, is_train: bool = True) -> None:
        """Compute the gradients of the arguments into the arrays given for them.

        ``out_grads`` are gradients of the outputs: an array, a list, or a dictionary by output name. Outputs that are
        losses need none.
        """
        if out_grads is None:
            out_grads = []
        elif isinstance(out_grads, Handle):
            out_grads = [out_grads]
        elif isinstance(out_grads, dict):
            out_grads = [out_grads[name] for name in self._output_names()]
        for gradient in out_grads:
            if not isinstance(gradient, Handle):
                raise TypeError(f"inputs must be NDArray, but a head gradient is a {type(gradient).__name__}")
        for still in self._still:
            still[:] = 0
        if not self._records:
            return
        if len(out_grads) < len(self._heads):
            self._need_losses(len(out_grads))
        cotangents = [self._cotangent(i, g) for i, g in enumerate(out_grads[: len(self._heads)])]
        cotangents += [None] * (len(self._heads) - len(cotangents))
        self._runner.backward(bool(is_train) and self._train, cotangents)

    @cached_property
    def _still(self) -> list[Any]:
        """The gradients that are always zero: those of integers, or all of them if every output is of integers."""
        if self._through_integers:
            return []
        flows = self._output_avals is None or any(jnp.issubdtype(a.dtype, jnp.floating) for a in self._output_avals)
        bound = zip(self.arg_arrays, self.grad_arrays, self.handle.requests, strict=True)
        return [
            grad
            for array, grad, request in bound
            if grad is not None
            and request == "write"
            and not (flows and jnp.issubdtype(value_of(array).aval.dtype, jnp.floating))
        ]

    def _cotangent(self, index: int, gradient: Handle) -> Value | None:
        output, value = value_of(self.outputs[index]), value_of(gradient)
        if output.aval.shape != value.aval.shape:
            if self._ignores(index):
                return None
            raise MXNetError(
                f"backward: output {self._output_names()[index]} has shape {output.aval.shape}, but its gradient in "
                f"out_grads has shape {value.aval.shape}."
            )
        return moved(value, output.device)

    def _need_losses(self, first: int) -> None:
        """Check that heads without a gradient of their own need none."""
        for index in range(first, len(self._heads)):
            if not self._ignores(index):
                raise MXNetError(f"{NEEDS_HEAD} The output is {self._output_names()[index]}.")

    def _ignores(self, index: int) -> bool:
        """Whether gradients are the same whatever comes back to this output."""
        if self._losses is None:
            self._losses = self._find_losses()
        return self._losses[index]

    def _find_losses(self) -> list[bool]:
        pairs = list(zip(self._graph.variables, self._avals, strict=True))
        types = infer_types(self._heads, {v: a.dtype.name for v, a in pairs}, default="float32")
        shapes = infer_shapes(self._heads, {v: a.shape for v, a in pairs}, {v: a.dtype.name for v, a in pairs})
        leading = {v for v, leaf in zip(self._graph.variables, self._leaves, strict=True) if leaf is not None}
        for node in topo(self._heads):
            if any(n in leading for n, _ in node.inputs):
                leading.add(node)
        ends: dict[Head, bool] = {}

        def ignores(head: Head) -> bool:
            """Whether what comes back to an output ends before a wanted variable: at a loss, reshaped perhaps."""
            left, seen = [head], set()
            while left:
                node, index = at = left.pop()
                if node not in leading or at in seen:
                    continue
                if node.op is None:
                    return False
                seen.add(at)
                if at not in ends:
                    avals = [aval_of(shapes[h], DTYPES[types[h]]) for h in node.inputs]  # type: ignore[arg-type, index]
                    ends[at] = ignores_head(node, index, avals)
                if not ends[at]:
                    left += sorted(node.inputs, key=lambda h: h[0].op is None)  # variables, which say it at once, last
            return True

        return [ignores(head) for head in self._heads]

    # --- arrays ----------------------------------------------------------------------------------------------------

    @property
    def outputs(self) -> list[NDArray]:
        """The arrays of the outputs; zeros before the first ``forward``."""
        if self._outputs is None:
            if self._output_avals is None:
                raise MXNetError("outputs: the shapes depend on data, so there are none before forward()")
            stypes = infer_storage(self._heads, self._stypes)
            pairs = zip(self._output_avals, self._heads, strict=True)
            self._outputs = [Want(a.shape, a.dtype.name, self._where[h[0]], stypes[h]).make() for a, h in pairs]
        return self._outputs

    def _output_names(self) -> list[str]:
        return [node.output_names[i] for node, i in self._heads]

    @cached_property
    def arg_dict(self) -> dict[str, NDArray]:
        """The arguments' arrays by name."""
        return _by_name((n.name for n in self._arguments), self.arg_arrays)

    @cached_property
    def grad_dict(self) -> dict[str, NDArray | None]:
        """The gradients' arrays by the arguments' names, None where no gradient is wanted."""
        return _by_name((n.name for n in self._arguments), self.grad_arrays)

    @cached_property
    def aux_dict(self) -> dict[str, NDArray]:
        """The auxiliary states' arrays by name."""
        return _by_name((n.name for n in self._auxiliary), self.aux_arrays)

    @cached_property
    def output_dict(self) -> dict[str, NDArray]:
        """The outputs by name."""
        return _by_name(self._output_names(), self.outputs)

    def __getitem__(self, name: str) -> NDArray:
        """The array of an argument, an auxiliary state or an output."""
        for arrays in (self.arg_dict, self.aux_dict, self.output_dict):
            if name in arrays:
                return arrays[name]
        raise KeyError(f"{name!r}: expected an argument, auxiliary state or output: {', '.join(self.arg_dict)}")

    def __setitem__(self, name: str, value: Any) -> None:
        self[name][:] = value

    def copy_params_from(
        self,
        arg_params: Mapping[str, NDArray],
        aux_params: Mapping[str, NDArray] | None = None,
        allow_extra_params: bool = False,
    ) -> None:
        """Copy arrays into the arguments and auxiliary states of the same names."""
        for what, params, own in (
            ("arguments", arg_params, self.arg_dict),
            ("auxiliary states", aux_params or {}, self.aux_dict),
        ):
            for name, array in params.items():
                if name in own:
                    array.astype(own[name].dtype).copyto(own[name])
                elif not allow_extra_params:
                    raise ValueError(f'Find name "{name}" that is not in the {what}: set allow_extra_params=True')

    # --- other forms of it -----------------------------------------------------------------------------------------

    def reshape(
        self, partial_shaping: bool = False, allow_up_sizing: bool = False, **kwargs: tuple[int, ...]
    ) -> "Executor":
        """An executor for other input shapes that shares arrays with this one where it can.

        ``partial_shaping`` lets arguments that are not named change their shapes, ``allow_up_sizing`` lets arrays grow.
        """
        shapes = {k: v for k, v in kwargs.items() if isinstance(v, tuple)}
        types = {n.name: parse_dtype(a.dtype) for n, a in zip(self._arguments, self.arg_arrays, strict=True)}
        old = {v.name: a.shape for v, a in zip(self._graph.variables, self._avals, strict=True)}
        known = infer(self._heads, shapes, types, old)

        def changes(kind: str, nodes: Iterable[Node], arrays: Iterable[Any]) -> list[Any]:
            flags = partial_shaping, allow_up_sizing
            pairs = zip(nodes, arrays, strict=True)
            return [reshaped(kind, n.name, known[n][0], a, n.name in shapes, *flags) for n, a in pairs]

        change_args = changes("arg", self._arguments, self.arg_arrays)
        change_aux = changes("aux", self._auxiliary, self.aux_arrays)
        bound = BoundArrays(
            [change(a) for change, a in zip(change_args, self.arg_arrays, strict=True)],
            [change(g) for change, g in zip(change_args, self.grad_arrays, strict=True)],
            self.handle.requests,
            [change(a) for change, a in zip(change_aux, self.aux_arrays, strict=True)],
        )
        executor = Executor(bound, self._symbol, self._ctx, self._grad_req, self._group2ctx)
        executor._older = weakref.ref(self)
        copy_monitor(self, executor)
        return executor

    def _overlay(self, outputs: Sequence[NDArray]) -> None:
        """Let the outputs of the executor that this one was reshaped from begin with these, as in memory they share."""
        older = None if self._older is None else self._older()
        if older is None or older._output_avals is None:
            return
        for mine, other in zip(outputs, older.outputs, strict=True):
            if mine.size <= other.size and mine.dtype == other.dtype and mine.context == other.context:
                become_view(other, mine, (Overlay(value_of(other)),))

    def set_monitor_callback(self, callback: Monitor, monitor_all: bool = False) -> None:
        """Call ``callback(name, array)`` for every output of every node in ``forward``, and for the gradients of its
        inputs in ``backward``; ``monitor_all`` adds what nodes read.

        Every node is then a call of its own, so that there is something to see.
        """
        self._monitor = None if callback is None else (with_names(callback), bool(monitor_all))
        self._runner = self._make_runner()

    def get_optimized_symbol(self) -> SymbolBase:
        """The symbol with equal nodes made one. XLA does that and much more, but what it makes is not a symbol."""
        return type(self._symbol)(merged(self._heads) if self._merges else self._heads)

    def debug_str(self) -> str:
        """Every node with its inputs, and the memory that XLA plans for a step: by its use, and besides arguments."""
        lines = [listing(self._heads).rstrip("\n")]
        if len(set(self._where.values())) > 1:
            lines += [f"Context:{self._where[n]}, Name={n.name}" for n in topo(self._heads)]
        if not self._graph.dynamic:
            wants = [leaf is not None for leaf in self._leaves]
            memory = estimate(self._graph, self._avals, wants, device_of(self._ctx))
            lines += [f"XLA {what}: {size / 2**20:.3f} MB" for what, size in memory._asdict().items()]
            lines.append(f"Total {round((memory.outputs + memory.temporaries) / 2**20)} MB allocated")
        lines.append("Total 0 TempSpace resource requested")
        return "\n".join(lines) + "\n"


def copy_monitor(source: Executor, target: Executor) -> None:
    """Let one executor call back whom another calls back."""
    if source._monitor is not None and source is not target:
        target.set_monitor_callback(*source._monitor)


def _aval(array: Any) -> Aval:
    """The shape and the dtype of an array, dense or not."""
    return aval_of(tuple(array.shape), np.dtype(array.dtype))


def _array(result: Any, ctx: Context) -> Any:
    """An output as an array: it is one already if it is sparse."""
    return new(NDArray, result, ctx) if isinstance(result, Value) else result


def _point(output: Any, result: Any) -> None:
    """Let an output hold a new result."""
    if isinstance(result, Value):
        point(output, result)
    else:
        share_cell(output, result)


def _by_name(names: Iterable[str], arrays: Iterable[Any]) -> dict[str, Any]:
    listed = list(names)
    if len(set(listed)) != len(listed):
        raise ValueError(f"Duplicate names detected, {listed}")
    return dict(zip(listed, arrays, strict=True))


# --- binding ---------------------------------------------------------------------------------------------------------


def bind(
    symbol: SymbolBase, ctx: Context, args: Any, args_grad: Any, grad_req: Any, aux_states: Any, group2ctx: Any
) -> Executor:
    """An executor on arrays of the caller's, each a list in order or a dictionary by name."""
    if not isinstance(ctx, Context):
        raise TypeError(f"Context type error: expected a Context such as mx.cpu(), but got {ctx!r}")
    names = [n.name for n in arguments(symbol._heads)]
    arrays = listed("args", args, names, False)
    grads = [None] * len(names) if args_grad is None else listed("args_grad", args_grad, names, True)
    aux_names = [n.name for n in auxiliary(symbol._heads)]
    aux = listed("aux_states", [] if aux_states is None else aux_states, aux_names, False)
    bound = BoundArrays(arrays, grads, requests(grad_req, names), aux)
    return Executor(bound, symbol, ctx, grad_req, group2ctx)


def simple_bind(
    symbol: SymbolBase,
    ctx: Context,
    grad_req: Any = "write",
    type_dict: Mapping[str, Any] | None = None,
    stype_dict: Mapping[str, str] | None = None,
    group2ctx: Mapping[str, Context] | None = None,
    shared_arg_names: list[str] | None = None,
    shared_exec: Executor | None = None,
    shared_buffer: dict[str, NDArray] | None = None,
    **kwargs: Any,
) -> Executor:
    """An executor on new arrays, whose shapes follow from those given by name.

    With ``shared_buffer``, arguments in ``shared_arg_names`` are those of ``shared_exec``, and others come from the
    buffer where it has an array that is large enough.
    """
    if shared_arg_names is not None and not isinstance(shared_arg_names, list):
        raise ValueError("shared_arg_names in simple_bind must be a list or None")
    if shared_buffer is not None and not isinstance(shared_buffer, dict):
        raise ValueError("shared_buffer in simple_bind must be dict or None")
    if isinstance(grad_req, (list, dict)) and not grad_req:
        raise RuntimeError(f"grad_req in simple_bind cannot be an empty {type(grad_req).__name__}")
    try:
        wanted = wants(symbol._heads, ctx, type_dict or {}, stype_dict or {}, group2ctx or {}, kwargs)
        asked = requests(grad_req, [n.name for n in arguments(symbol._heads)])
        if shared_buffer is None:
            bound = new_arrays(symbol._heads, wanted, asked)
        else:
            names = set(shared_arg_names or ())
            bound = shared_arrays(symbol._heads, wanted, asked, names, shared_exec, shared_buffer)
        return Executor(bound, symbol, ctx, grad_req, group2ctx)
    except (MXNetError, ValueError) as error:
        shapes = "".join(f"{k}: {v}\n" for k, v in kwargs.items())
        raise MXNetError(f"simple_bind error. Arguments:\n{shapes}{error}") from error
