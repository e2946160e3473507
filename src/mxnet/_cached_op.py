"""A symbol as one operator on arrays: what a hybridized block runs."""

from collections.abc import Callable, Iterable
from typing import Any

from mxnet._lazy.cuts import Event
from mxnet._lazy.mode import mode
from mxnet._lazy.tape import WrongDevice
from mxnet._ops.attrs import parse_bool
from mxnet._programs.watch import watch
from mxnet.context import current_context
from mxnet.error import MXNetError
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import Handle, assign, new, value_of
from mxnet.ndarray.invoke import store
from mxnet.ndarray.storage import CLASSES
from mxnet.symbol.graph import Graph
from mxnet.symbol.guards import GraphGuards
from mxnet.symbol.handle import SymbolBase
from mxnet.symbol.running import run_each, with_names

# XLA plans memory, fuses and specialises for shapes by itself. Only ``inline_limit`` and ``static_alloc`` say anything:
# whether a recorded call is read back as the operators inside it.
FLAGS = frozenset(
    """inline_limit forward_bulk_size backward_bulk_size static_alloc static_shape is_dynamic data_indices param_indices
    subgraph""".split()  # noqa: SIM905
)


_INLINE_LIMIT = 2  # operators


class CachedOp:
    """A callable on arrays, one for each variable of the symbol in the order of ``list_inputs``.

    Under ``autograd.record()`` a call is one node. ``flags`` are pairs of names and values, accepted for MXNet's sake.

    >>> x, y = mx.sym.var('x'), mx.sym.var('y')
    >>> op = mx.nd.CachedOp(x * y + 1)
    >>> op(mx.nd.array([2, 3]), mx.nd.array([4, 5])).asnumpy()
    array([ 9., 16.], dtype=float32)
    """

    __slots__ = (
        "_calls",
        "_changed",
        "_count",
        "_graph",
        "_guards",
        "_hook",
        "_is_static",
        "_outputs",
        "is_np_sym",
    )

    def __init__(self, sym: SymbolBase, flags: Iterable[tuple[str, Any]] = ()) -> None:
        if not isinstance(sym, SymbolBase):
            raise TypeError(f"CachedOp: expected a Symbol, but got {type(sym).__name__}")
        flags = list(flags)
        for name, _ in flags:
            if name not in FLAGS:
                raise MXNetError(f"CachedOp: unknown flag {name!r}; expected some of {', '.join(sorted(FLAGS))}")
        self.is_np_sym = bool(getattr(type(sym), "is_np_sym", False))
        self._graph = graph = Graph(sym._heads)
        self._count, self._outputs = len(graph.variables), len(graph.heads)
        self._is_static = not graph.dynamic
        options = dict(flags)
        small = len(graph.nodes) <= int(options.get("inline_limit", _INLINE_LIMIT))
        inlines = small and not parse_bool(options.get("static_alloc", False))
        self._calls = [graph.call(train, inlines) for train in (False, True)] if self._is_static else []
        self._changed = [graph.changed(train) for train in (False, True)]
        self._guards = GraphGuards.of(graph)
        self._hook: tuple[Callable[[str, str, Any], None], bool] | None = None

    @property
    def handle(self) -> int:
        """A number that identifies the operator."""
        return id(self)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The output, or a list of several; ``out`` are arrays to put them into."""
        if kwargs or self._hook is not None or not self._is_static or len(args) != self._count or not args or watch.on:
            return self._call_checked(args, kwargs)
        train = mode.training
        values = [a._value if a._base is None else value_of(a) for a in args]
        device = values[0].device
        tape = device.local.tape
        parents = None
        if mode.recording:
            for array in args:
                if array._origin is not None:
                    parents = [a._origin for a in args]
                    break
        if parents is None:
            tape.emit(Event.GRAPH_CALLED, len(self._graph.nodes))
        numbers = device.draw() if self._graph.random else ()
        try:
            results, record = tape.apply(self._calls[train], values, numbers, parents)
        except WrongDevice:
            devices = ", ".join(f"{v.name} on {a._ctx}" for v, a in zip(self._graph.variables, args, strict=True))
            raise MXNetError(f"CachedOp got arrays on different devices: {devices}") from None
        except MXNetError:
            self._graph.infer(self._calls[train], tuple(v.aval for v in values))  # names this graph's own nodes
            raise
        if self._guards is not None:
            self._guards.watch(values, numbers, train, results)
        count = self._outputs
        for index, value in zip(self._changed[train], results[count:], strict=True):
            assign(args[index], value, state=True)
        kind, ctx = (CLASSES["numpy"] if self.is_np_sym else NDArray), args[0]._ctx
        outputs = [new(kind, results[i], ctx, None if record is None else (record, i)) for i in range(count)]
        return outputs[0] if count == 1 else outputs

    def _call_checked(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A call that may be wrong, that the profiler watches, or whose outputs go into the caller's arrays."""
        out = kwargs.pop("out", None)
        ctx = kwargs.pop("default_ctx", None) or (args[0]._ctx if args else current_context())
        if kwargs:
            raise TypeError(f"CachedOp.__call__ got unexpected keyword argument(s): {', '.join(kwargs)}")
        if len(args) != self._count:
            names = ", ".join(v.name for v in self._graph.variables)
            raise MXNetError(f"CachedOp: {len(args)} arrays given, but {self._count} needed: {names or 'none'}")
        for variable, array in zip(self._graph.variables, args, strict=True):
            if not isinstance(array, Handle):
                raise TypeError(f"CachedOp: {variable.name} must be an NDArray, but got {type(array).__name__}")
        if self._hook is not None or not self._is_static or not args or watch.on:
            hook, everything = self._hook or (None, False)
            outputs = run_each(self._graph, args, dict.fromkeys(self._graph.nodes, ctx), hook, everything)
        else:
            output = self(*args)
            outputs = [output] if self._outputs == 1 else output
        if out is None:
            return outputs[0] if self._outputs == 1 else outputs
        targets = [out] if isinstance(out, Handle) else list(out)
        if len(targets) != len(outputs):
            raise MXNetError(f"CachedOp: out= holds {len(targets)} arrays, but there are {len(outputs)} outputs")
        for target, output in zip(targets, outputs, strict=True):
            store(target, value_of(output), "CachedOp", output._origin)
        return out

    def _register_op_hook(self, callback: Callable[[str, str, Any], None] | None, monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for every node's outputs; ``monitor_all`` adds its inputs."""
        self._hook = None if callback is None else (with_names(callback), bool(monitor_all))
